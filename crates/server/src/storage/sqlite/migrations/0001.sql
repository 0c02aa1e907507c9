-- Games with what never changes about them, and what has to be found without reading their entries.
CREATE TABLE games (
    id          TEXT PRIMARY KEY,
    terms       TEXT NOT NULL,
    secret      BLOB NOT NULL,
    seat_key    BLOB NOT NULL,
    invitation  TEXT,
    created_key BLOB UNIQUE,
    created_at  INTEGER NOT NULL,
    updated_at  INTEGER NOT NULL,
    over        INTEGER NOT NULL,
    open        INTEGER NOT NULL,
    deadline    INTEGER,
    engine      INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX games_open ON games (created_at) WHERE open;
CREATE INDEX games_deadline ON games (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX games_engine ON games (id) WHERE engine;

-- What happened: rows are only ever added.
CREATE TABLE entries (
    game      TEXT NOT NULL REFERENCES games (id),
    version   INTEGER NOT NULL,
    order_key TEXT,
    kept      TEXT NOT NULL,
    PRIMARY KEY (game, version)
) WITHOUT ROWID;
CREATE UNIQUE INDEX entries_order_key ON entries (game, order_key) WHERE order_key IS NOT NULL;

-- Who may sit where: the SHA-256 of a seat secret.
CREATE TABLE seat_keys (
    game  TEXT NOT NULL REFERENCES games (id),
    hash  BLOB NOT NULL,
    host  INTEGER NOT NULL,
    guest INTEGER NOT NULL,
    PRIMARY KEY (game, hash)
) WITHOUT ROWID;

-- When no server was running, so that clocks stand still meanwhile.
CREATE TABLE downtimes (
    down_at INTEGER NOT NULL,
    up_at   INTEGER NOT NULL
);
CREATE TABLE alive (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    at   INTEGER NOT NULL
);
