-- SPDX-License-Identifier: GPL-3.0-or-later
-- Schema 5: runs that need other runs.

-- Evolutions that an experiment made for itself: what came of each.
CREATE TABLE evolutions (
    run_id    INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    evolution INTEGER NOT NULL CHECK (evolution >= 0),
    setting   TEXT NOT NULL CHECK (setting <> ''),
    variant   TEXT NOT NULL CHECK (variant <> ''),
    rules     TEXT NOT NULL CHECK (rules <> ''),
    seed      INTEGER NOT NULL CHECK (seed >= 0),
    player    TEXT NOT NULL CHECK (player <> ''),
    weights   TEXT NOT NULL CHECK (json_valid(weights)),
    fitness   REAL NOT NULL,
    score     REAL NOT NULL,
    PRIMARY KEY (run_id, evolution)
) STRICT, WITHOUT ROWID;

-- Seats of matches in which one game was played over and over. Not content: it follows
-- from the games, and runs of earlier schemas have the same content without it.
CREATE TABLE match_repeats (
    run_id INTEGER NOT NULL,
    match  INTEGER NOT NULL,
    seat   TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    games  INTEGER NOT NULL CHECK (games >= 2),
    plies  INTEGER NOT NULL CHECK (plies >= 0),
    margin INTEGER NOT NULL CHECK (margin BETWEEN -255 AND 255),
    PRIMARY KEY (run_id, match, seat),
    FOREIGN KEY (run_id, match) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE VIEW repeated_games AS
SELECT run_id, match, m.variant, m.player, m.opponent, p.seat, p.games, p.plies, p.margin
FROM match_repeats p JOIN played_matches m USING (run_id, match);

-- Rules that differ in one option from those of a run, which are flip 0.
CREATE TABLE flips (
    run_id    INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    flip      INTEGER NOT NULL CHECK (flip >= 0),
    option    TEXT CHECK (option <> ''),
    old_value TEXT,
    new_value TEXT,
    variant   TEXT CHECK (variant <> ''),
    left_out  TEXT CHECK (left_out <> ''),
    PRIMARY KEY (run_id, flip),
    CHECK ((option IS NULL) = (flip = 0)),
    CHECK ((option IS NULL) = (old_value IS NULL)),
    CHECK ((option IS NULL) = (new_value IS NULL)),
    CHECK ((variant IS NULL) <> (left_out IS NULL))
) STRICT, WITHOUT ROWID;

-- What was measured under these rules.
CREATE TABLE sensitivity (
    run_id          INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    line            INTEGER NOT NULL CHECK (line >= 0),
    flip            INTEGER NOT NULL CHECK (flip >= 0),
    measure         TEXT NOT NULL CHECK (measure <> ''),
    player          TEXT CHECK (player <> ''),
    games           INTEGER NOT NULL CHECK (games >= 0),
    value           REAL NOT NULL,
    low             REAL,
    high            REAL,
    difference      REAL,
    difference_low  REAL,
    difference_high REAL,
    p               REAL CHECK (p BETWEEN 0 AND 1),
    p_adjusted      REAL CHECK (p_adjusted BETWEEN 0 AND 1),
    verdict         TEXT NOT NULL CHECK (verdict IN ('base', 'higher', 'lower',
                                                     'undecided')),
    PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;

-- The same with the changed option in words.
CREATE VIEW sensitivities AS
SELECT s.run_id, s.line, s.measure,
       coalesce(f.option || ': ' || f.old_value || ' -> ' || f.new_value, 'base') AS rules,
       f.variant, s.player, s.games, s.value, s.low, s.high, s.difference,
       s.difference_low, s.difference_high, s.p_adjusted, s.verdict
FROM sensitivity s JOIN flips f USING (run_id, flip);

-- As in schema 4, of those alone who weigh H1-H6.
DROP VIEW champion_weights;
CREATE VIEW champion_weights AS
SELECT c.run_id, r.variant, r.label, r.seed,
       json_extract(c.weights, '$[0]') AS h1,
       json_extract(c.weights, '$[1]') AS h2,
       json_extract(c.weights, '$[2]') AS h3,
       json_extract(c.weights, '$[3]') AS h4,
       json_extract(c.weights, '$[4]') AS h5,
       json_extract(c.weights, '$[5]') AS h6,
       c.fitness, c.score,
       (SELECT v.score FROM validations v WHERE v.run_id = c.run_id) AS validation
FROM champions c JOIN runs r ON r.id = c.run_id
WHERE json_extract(r.parameters, '$.genome') IS NULL;

-- Champions that weigh features of positions, a feature a row.
CREATE VIEW champion_features AS
SELECT c.run_id, r.variant, r.label, r.seed, f.key AS term, f.value AS feature,
       json_extract(c.weights, '$[' || f.key || ']') AS weight
FROM champions c
JOIN runs r ON r.id = c.run_id,
     json_each('[' || replace(json_quote(json_extract(r.parameters, '$.features')), ',',
                              '","') || ']') AS f
WHERE json_extract(r.parameters, '$.genome') = 'features';

-- The same as player specs.
CREATE VIEW champion_states AS
SELECT c.run_id, r.variant, r.label, r.seed,
       (SELECT 'state:' || group_concat(feature || '=' || printf('%.15g', weight), ',')
        FROM (SELECT feature, weight FROM champion_features f WHERE f.run_id = c.run_id
              ORDER BY term))
           AS player,
       c.fitness, c.score,
       (SELECT v.score FROM validations v WHERE v.run_id = c.run_id) AS validation
FROM champions c JOIN runs r ON r.id = c.run_id
WHERE json_extract(r.parameters, '$.genome') = 'features';


-- As in schema 4, with a verdict on the table as a whole. Tables II and III and the claims
-- have figures of several units, of which there is no mean.
DROP VIEW reproduced_tables;
CREATE VIEW reproduced_tables AS
WITH counted AS (
    SELECT run_id, table_name, variant, count(*) AS cells,
           sum(verdict IN ('agrees', 'holds')) AS agree,
           sum(verdict IN ('differs', 'fails')) AS differ,
           sum(verdict = 'differs as known') AS known,
           sum(verdict = 'undecided') AS undecided,
           avg(abs(ours - published)) AS mean_deviation,
           max(abs(ours - published)) AS greatest_deviation
    FROM reproduced
    GROUP BY run_id, table_name, variant
)
SELECT run_id, table_name, variant, cells, agree, differ, known, undecided,
       CASE WHEN table_name NOT IN ('II', 'III', 'claims') THEN mean_deviation END
           AS mean_deviation,
       CASE WHEN table_name NOT IN ('II', 'III', 'claims') THEN greatest_deviation END
           AS greatest_deviation,
       CASE WHEN differ > 0 THEN 'differs'
            WHEN undecided > 0 THEN 'undecided'
            WHEN known > 0 THEN 'agrees but for known cells'
            ELSE 'agrees' END AS verdict
FROM counted;
