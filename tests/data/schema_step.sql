-- SPDX-License-Identifier: GPL-3.0-or-later
-- A made-up second step, for the tests of upgrades: a table, a column of a content table
-- with rows, and a view of more columns. Nothing of what is digested changes.

CREATE TABLE remarks (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    remark TEXT NOT NULL CHECK (remark <> '')
) STRICT;

INSERT INTO remarks SELECT id, 'of kind ' || kind FROM runs;

ALTER TABLE generations ADD COLUMN median REAL;

UPDATE generations SET median = (
    SELECT avg(fitness) FROM (
        SELECT fitness, row_number() OVER (ORDER BY fitness) AS place, count(*) OVER () AS n
        FROM individuals i
        WHERE i.run_id = generations.run_id AND i.generation = generations.generation)
    WHERE place IN ((n + 1) / 2, (n + 2) / 2));

DROP VIEW convergence;
CREATE VIEW convergence AS
SELECT g.run_id, r.variant, r.label, g.generation, g.best, g.mean, g.median, g.sd, g.worst,
       g.spread, g.games, t.seconds, t.store_seconds,
       g.games / nullif(t.seconds, 0) AS games_per_second
FROM generations g
JOIN runs r ON r.id = g.run_id
LEFT JOIN generation_times t ON t.run_id = g.run_id AND t.generation = g.generation;
