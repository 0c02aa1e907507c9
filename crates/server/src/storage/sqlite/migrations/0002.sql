-- Games that nobody came to play go after a while; for a while longer their links say so. What can't be read is kept.
ALTER TABLE games ADD COLUMN unplayed INTEGER NOT NULL DEFAULT 0;
UPDATE games SET unplayed = 1
 WHERE (SELECT count(*) FROM entries WHERE game = id
           AND CASE WHEN json_valid(kept) THEN json_extract(kept, '$.what.type') ELSE 'acted' END = 'acted') < 2
   AND (NOT over OR EXISTS (SELECT 1 FROM entries WHERE game = id
           AND CASE WHEN json_valid(kept) THEN json_extract(kept, '$.what.finish') END = 'aborted'));
CREATE INDEX games_unplayed ON games (updated_at) WHERE unplayed;
CREATE TABLE expired (
    id TEXT PRIMARY KEY,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX expired_at ON expired (at);
