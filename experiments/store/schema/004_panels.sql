-- SPDX-License-Identifier: GPL-3.0-or-later
-- Schema 4: runs with matches of several variants, and what they conclude.

CREATE TABLE match_variants (
    run_id  INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL CHECK (match >= 0),
    variant TEXT NOT NULL CHECK (variant <> ''),
    rules   TEXT NOT NULL CHECK (rules <> ''),
    PRIMARY KEY (run_id, match)
) STRICT, WITHOUT ROWID;

CREATE TABLE ratings (
    run_id         INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    line           INTEGER NOT NULL CHECK (line >= 0),
    variant        TEXT CHECK (variant <> ''),
    place          INTEGER NOT NULL CHECK (place >= 1),
    player         TEXT NOT NULL CHECK (player <> ''),
    name           TEXT NOT NULL CHECK (name <> ''),
    games          INTEGER NOT NULL CHECK (games > 0),
    wins           INTEGER NOT NULL CHECK (wins >= 0),
    draws          INTEGER NOT NULL CHECK (draws >= 0),
    losses         INTEGER NOT NULL CHECK (losses >= 0),
    score          REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
    rating         REAL NOT NULL,
    standard_error REAL NOT NULL CHECK (standard_error >= 0),
    low            REAL NOT NULL,
    high           REAL NOT NULL,
    prior          REAL NOT NULL CHECK (prior >= 0),
    PRIMARY KEY (run_id, line),
    CHECK (wins + draws + losses = games),
    CHECK (low <= high)
) STRICT, WITHOUT ROWID;

CREATE TABLE cycles (
    run_id       INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    line         INTEGER NOT NULL CHECK (line >= 0),
    variant      TEXT CHECK (variant <> ''),
    first        TEXT NOT NULL CHECK (first <> ''),
    second       TEXT NOT NULL CHECK (second <> ''),
    third        TEXT NOT NULL CHECK (third <> ''),
    first_score  REAL NOT NULL CHECK (first_score BETWEEN 0 AND 1),
    second_score REAL NOT NULL CHECK (second_score BETWEEN 0 AND 1),
    third_score  REAL NOT NULL CHECK (third_score BETWEEN 0 AND 1),
    p            REAL NOT NULL CHECK (p BETWEEN 0 AND 1),
    PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE robustness (
    run_id         INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    line           INTEGER NOT NULL CHECK (line >= 0),
    player         TEXT NOT NULL CHECK (player <> ''),
    name           TEXT NOT NULL CHECK (name <> ''),
    variant        TEXT CHECK (variant <> ''),
    cells          INTEGER NOT NULL CHECK (cells > 0),
    games          INTEGER NOT NULL CHECK (games > 0),
    win_rate       REAL NOT NULL CHECK (win_rate BETWEEN 0 AND 1),
    score          REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
    low            REAL NOT NULL CHECK (low BETWEEN 0 AND 1),
    high           REAL NOT NULL CHECK (high BETWEEN 0 AND 1),
    worst_variant  TEXT NOT NULL CHECK (worst_variant <> ''),
    worst_opponent TEXT NOT NULL CHECK (worst_opponent <> ''),
    worst_seat     TEXT NOT NULL CHECK (worst_seat IN ('first', 'second')),
    worst_rate     REAL NOT NULL CHECK (worst_rate BETWEEN 0 AND 1),
    worst_low      REAL NOT NULL CHECK (worst_low BETWEEN 0 AND 1),
    worst_high     REAL NOT NULL CHECK (worst_high BETWEEN 0 AND 1),
    floor_low      REAL NOT NULL CHECK (floor_low BETWEEN 0 AND 1),
    floor_high     REAL NOT NULL CHECK (floor_high BETWEEN 0 AND 1),
    PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;

CREATE TABLE reproduced (
    run_id          INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    cell            INTEGER NOT NULL CHECK (cell >= 0),
    table_name      TEXT NOT NULL CHECK (table_name <> ''),
    variant         TEXT NOT NULL CHECK (variant <> ''),
    row_name        TEXT NOT NULL CHECK (row_name <> ''),
    column_name     TEXT NOT NULL CHECK (column_name <> ''),
    published       REAL,
    published_games INTEGER NOT NULL CHECK (published_games >= 0),
    ours            REAL,
    ours_games      INTEGER NOT NULL CHECK (ours_games >= 0),
    low             REAL,
    high            REAL,
    p               REAL CHECK (p BETWEEN 0 AND 1),
    p_adjusted      REAL CHECK (p_adjusted BETWEEN 0 AND 1),
    verdict         TEXT NOT NULL CHECK (verdict IN ('agrees', 'differs',
                        'differs as known', 'holds', 'fails', 'undecided')),
    PRIMARY KEY (run_id, cell)
) STRICT, WITHOUT ROWID;

CREATE TABLE transfers (
    run_id      INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    line        INTEGER NOT NULL CHECK (line >= 0),
    variant     TEXT NOT NULL CHECK (variant <> ''),
    name        TEXT NOT NULL CHECK (name <> ''),
    player      TEXT NOT NULL CHECK (player <> ''),
    origin      TEXT NOT NULL CHECK (origin <> ''),
    games       INTEGER NOT NULL CHECK (games > 0),
    score       REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
    low         REAL NOT NULL CHECK (low BETWEEN 0 AND 1),
    high        REAL NOT NULL CHECK (high BETWEEN 0 AND 1),
    best        TEXT NOT NULL CHECK (best <> ''),
    regret      REAL NOT NULL,
    regret_low  REAL NOT NULL,
    regret_high REAL NOT NULL,
    regret_p    REAL NOT NULL CHECK (regret_p BETWEEN 0 AND 1),
    home        TEXT CHECK (home <> ''),
    duel_score  REAL CHECK (duel_score BETWEEN 0 AND 1),
    duel_low    REAL CHECK (duel_low BETWEEN 0 AND 1),
    duel_high   REAL CHECK (duel_high BETWEEN 0 AND 1),
    duel_p      REAL CHECK (duel_p BETWEEN 0 AND 1),
    verdict     TEXT NOT NULL CHECK (verdict IN ('best', 'worse', 'undecided')),
    PRIMARY KEY (run_id, line)
) STRICT, WITHOUT ROWID;

-- Matches with the rules they were played by: those of the plan, or else the run's.
CREATE VIEW played_matches AS
SELECT m.*, coalesce(v.variant, r.variant) AS variant, coalesce(v.rules, r.rules) AS rules,
       r.seed, v.run_id IS NOT NULL AS planned
FROM matches m
JOIN runs r ON r.id = m.run_id
LEFT JOIN match_variants v ON v.run_id = m.run_id AND v.match = m.match;

-- As in schema 1, with the variant.
DROP VIEW match_scores;
CREATE VIEW match_scores AS
WITH summed AS (
    SELECT run_id, match, purpose, variant, player, opponent, 2 * games AS games,
           first_wins + second_wins AS wins, first_draws + second_draws AS draws,
           first_losses + second_losses AS losses,
           (first_wins + 0.5 * first_draws) / games AS first_score,
           (second_wins + 0.5 * second_draws) / games AS second_score,
           (first_wins + second_wins + 0.5 * (first_draws + second_draws))
               / (2 * games) AS score,
           3.841459 / (2 * games) AS zz,
           1.0 * margin / (2 * games) AS mean_margin,
           1.0 * plies / (2 * games) AS mean_plies
    FROM played_matches
)
SELECT run_id, match, purpose, player, opponent, games, wins, draws, losses,
       first_score, second_score, score,
       max(0.0, (score + zz / 2 - sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS low,
       min(1.0, (score + zz / 2 + sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS high,
       mean_margin, mean_plies, variant
FROM summed;

-- As in schema 1, with the variant and the win rate.
DROP VIEW seat_scores;
CREATE VIEW seat_scores AS
WITH seats (run_id, match, purpose, variant, player, opponent, seat, games, wins, draws,
            losses) AS (
    SELECT run_id, match, purpose, variant, player, opponent, 'first', games,
           first_wins, first_draws, first_losses FROM played_matches
    UNION ALL
    SELECT run_id, match, purpose, variant, player, opponent, 'second', games,
           second_wins, second_draws, second_losses FROM played_matches
    UNION ALL
    SELECT run_id, match, purpose, variant, player, opponent, 'both', 2 * games,
           first_wins + second_wins, first_draws + second_draws,
           first_losses + second_losses FROM played_matches
), scored AS (
    SELECT *, (wins + 0.5 * draws) / games AS score, 1.0 * wins / games AS win_rate,
           3.841459 / games AS zz FROM seats
)
SELECT run_id, match, purpose, player, opponent, seat, games, wins, draws, losses, score,
       max(0.0, (score + zz / 2 - sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS low,
       min(1.0, (score + zz / 2 + sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS high,
       variant, win_rate,
       max(0.0, (win_rate + zz / 2 - sqrt(zz * (win_rate * (1 - win_rate) + zz / 4)))
                / (1 + zz)) AS win_low,
       min(1.0, (win_rate + zz / 2 + sqrt(zz * (win_rate * (1 - win_rate) + zz / 4)))
                / (1 + zz)) AS win_high
FROM scored;

-- As in schema 1, a match of a plan under its own rules. Of those, the games follow from
-- seed, rules and players, whatever their number in the plan.
DROP VIEW opponent_rates;
CREATE VIEW opponent_rates AS
WITH ranked AS (
    SELECT variant, rules, player, opponent, games, first_wins,
           first_draws, first_losses, second_wins, second_draws, second_losses,
           row_number() OVER (PARTITION BY rules, seed, purpose, planned,
                                           CASE planned WHEN 0 THEN match END, player,
                                           opponent
                              ORDER BY games DESC, run_id, match) AS place
    FROM played_matches
), played AS (
    SELECT * FROM ranked WHERE place = 1
), seats (variant, rules, player, opponent, seat, games, wins, draws, losses) AS (
    SELECT variant, rules, player, opponent, 'first', games,
           first_wins, first_draws, first_losses FROM played
    UNION ALL
    SELECT variant, rules, player, opponent, 'second', games,
           second_wins, second_draws, second_losses FROM played
    UNION ALL
    SELECT variant, rules, player, opponent, 'both', 2 * games,
           first_wins + second_wins, first_draws + second_draws,
           first_losses + second_losses FROM played
), pooled AS (
    SELECT variant, player, opponent, seat, count(*) AS matches, sum(games) AS games,
           sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses,
           1.0 * sum(wins) / sum(games) AS win_rate, 3.841459 / sum(games) AS zz
    FROM seats
    GROUP BY variant, rules, player, opponent, seat
)
SELECT variant, player, opponent, seat, matches, games, wins, draws, losses, win_rate,
       max(0.0, (win_rate + zz / 2 - sqrt(zz * (win_rate * (1 - win_rate) + zz / 4)))
                / (1 + zz)) AS low,
       min(1.0, (win_rate + zz / 2 + sqrt(zz * (win_rate * (1 - win_rate) + zz / 4)))
                / (1 + zz)) AS high,
       (wins + 0.5 * draws) / games AS score
FROM pooled;

-- The worst line of each player and run.
CREATE VIEW robustness_overview AS
SELECT b.run_id, r.label, b.name, b.player, b.cells, b.games, b.win_rate, b.score, b.low,
       b.high, b.worst_variant, b.worst_opponent, b.worst_seat, b.worst_rate, b.floor_low,
       b.floor_high
FROM robustness b JOIN runs r ON r.id = b.run_id
WHERE b.variant IS NULL
   OR NOT EXISTS (SELECT 1 FROM robustness o WHERE o.run_id = b.run_id
                  AND o.variant IS NULL);

-- Published tables and how well ours agree.
CREATE VIEW reproduced_tables AS
SELECT run_id, table_name, variant, count(*) AS cells,
       sum(verdict IN ('agrees', 'holds')) AS agree,
       sum(verdict IN ('differs', 'fails')) AS differ,
       sum(verdict = 'differs as known') AS known, sum(verdict = 'undecided') AS undecided,
       avg(abs(ours - published)) AS mean_deviation,
       max(abs(ours - published)) AS greatest_deviation
FROM reproduced
GROUP BY run_id, table_name, variant;

-- As in schema 1, without those who are orders.
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
WHERE json_extract(r.parameters, '$.genome') IS NOT 'order';

-- Champions that are linear orders, as player specs.
CREATE VIEW champion_orders AS
SELECT c.run_id, r.variant, r.label, r.seed,
       'order:' || (SELECT group_concat('h' || CAST(value AS INTEGER), ',')
                    FROM json_each(c.weights))
           || CASE json_extract(r.parameters, '$.reading')
              WHEN 'first-improving' THEN ',reading=first-improving' ELSE '' END
           AS player,
       c.fitness, c.score,
       (SELECT v.score FROM validations v WHERE v.run_id = c.run_id) AS validation
FROM champions c JOIN runs r ON r.id = c.run_id
WHERE json_extract(r.parameters, '$.genome') = 'order';
