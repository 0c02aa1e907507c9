-- What changes with every entry, apart from what never changes: small rows, many to a page.
CREATE TABLE standings (
    game       TEXT PRIMARY KEY REFERENCES games (id),
    version    INTEGER NOT NULL,
    updated_at INTEGER NOT NULL,
    over       INTEGER NOT NULL,
    open       INTEGER NOT NULL,
    deadline   INTEGER,
    engine     INTEGER NOT NULL,
    unplayed   INTEGER NOT NULL
) WITHOUT ROWID;
INSERT INTO standings
SELECT id, (SELECT coalesce(max(version), 0) FROM entries WHERE game = id),
       updated_at, over, open, deadline, engine, unplayed
  FROM games;

DROP INDEX games_open;
DROP INDEX games_deadline;
DROP INDEX games_engine;
DROP INDEX games_unplayed;
ALTER TABLE games DROP COLUMN created_at;
ALTER TABLE games DROP COLUMN updated_at;
ALTER TABLE games DROP COLUMN over;
ALTER TABLE games DROP COLUMN open;
ALTER TABLE games DROP COLUMN deadline;
ALTER TABLE games DROP COLUMN engine;
ALTER TABLE games DROP COLUMN unplayed;
-- Why a game can't be read. Such a game is due for nothing.
ALTER TABLE games ADD COLUMN set_aside TEXT;
CREATE INDEX games_set_aside ON games (id) WHERE set_aside IS NOT NULL;

CREATE INDEX standings_open ON standings (updated_at) WHERE open;
CREATE INDEX standings_deadline ON standings (deadline) WHERE deadline IS NOT NULL;
CREATE INDEX standings_engine ON standings (game) WHERE engine;
CREATE INDEX standings_unplayed ON standings (updated_at) WHERE unplayed;

-- Each entry but the first needs the one before it, so that there can't be a gap.
CREATE TABLE chained (
    game      TEXT NOT NULL REFERENCES games (id),
    version   INTEGER NOT NULL CHECK (version > 0),
    previous  INTEGER GENERATED ALWAYS AS (nullif(version - 1, 0)) VIRTUAL,
    order_key TEXT,
    kept      TEXT NOT NULL,
    PRIMARY KEY (game, version),
    FOREIGN KEY (game, previous) REFERENCES chained (game, version)
) WITHOUT ROWID;
INSERT INTO chained (game, version, order_key, kept) SELECT game, version, order_key, kept FROM entries;
DROP TABLE entries;
ALTER TABLE chained RENAME TO entries;
CREATE UNIQUE INDEX entries_order_key ON entries (game, order_key) WHERE order_key IS NOT NULL;
