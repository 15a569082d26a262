-- SPDX-License-Identifier: GPL-3.0-or-later
-- Schema 1. docs/schema.md explains every table and view.
--
-- Content (a function of a run's record) and provenance (times, host) never share a
-- table, except in runs itself, which is no content table.

CREATE TABLE runs (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    kind        TEXT NOT NULL CHECK (kind <> ''),
    label       TEXT NOT NULL,
    variant     TEXT NOT NULL CHECK (variant <> ''),
    rules       TEXT NOT NULL,
    parameters  TEXT NOT NULL
                CHECK (json_valid(parameters) AND json_type(parameters) = 'object'),
    seed        INTEGER NOT NULL CHECK (seed >= 0),
    status      TEXT NOT NULL
                CHECK (status IN ('running', 'done', 'interrupted', 'failed')),
    stop_reason TEXT,
    version     TEXT NOT NULL,
    revision    TEXT NOT NULL,
    compiler    TEXT NOT NULL,
    build_type  TEXT NOT NULL,
    kernel      TEXT NOT NULL,
    threads     INTEGER NOT NULL CHECK (threads >= 1),
    host        TEXT NOT NULL,
    started     TEXT NOT NULL CHECK (datetime(started) IS NOT NULL),
    finished    TEXT CHECK (datetime(finished) IS NOT NULL OR finished IS NULL),
    seconds     REAL CHECK (seconds >= 0),
    resumed     INTEGER NOT NULL CHECK (resumed >= 0),
    digest      TEXT NOT NULL CHECK (length(digest) = 64),
    owner       TEXT,
    heartbeat   TEXT CHECK (datetime(heartbeat) IS NOT NULL OR heartbeat IS NULL),
    CHECK ((status = 'running') = (finished IS NULL)),
    CHECK (status = 'running' OR seconds IS NOT NULL),
    CHECK (status = 'running' OR owner IS NULL),
    CHECK ((owner IS NULL) = (heartbeat IS NULL)),
    CHECK ((status = 'running') = (stop_reason IS NULL))
) STRICT;

CREATE TABLE generations (
    run_id          INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    generation      INTEGER NOT NULL CHECK (generation >= 0),
    best            REAL NOT NULL,
    best_individual INTEGER NOT NULL CHECK (best_individual >= 0),
    mean            REAL NOT NULL,
    sd              REAL NOT NULL CHECK (sd >= 0),
    worst           REAL NOT NULL,
    spread          REAL NOT NULL CHECK (spread >= 0),
    games           INTEGER NOT NULL CHECK (games >= 0),
    digest          TEXT CHECK (length(digest) = 64),
    PRIMARY KEY (run_id, generation),
    CHECK (worst <= best)
) STRICT, WITHOUT ROWID;

CREATE TABLE generation_times (
    run_id        INTEGER NOT NULL,
    generation    INTEGER NOT NULL,
    seconds       REAL NOT NULL CHECK (seconds >= 0),
    store_seconds REAL NOT NULL CHECK (store_seconds >= 0),
    PRIMARY KEY (run_id, generation),
    FOREIGN KEY (run_id, generation) REFERENCES generations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE individuals (
    run_id     INTEGER NOT NULL,
    generation INTEGER NOT NULL,
    individual INTEGER NOT NULL CHECK (individual >= 0),
    weights    TEXT NOT NULL CHECK (json_valid(weights)),
    fitness    REAL NOT NULL,
    PRIMARY KEY (run_id, generation, individual),
    FOREIGN KEY (run_id, generation) REFERENCES generations ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE candidates (
    run_id     INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    candidate  INTEGER NOT NULL CHECK (candidate >= 0),
    generation INTEGER NOT NULL CHECK (generation >= 0),
    individual INTEGER NOT NULL CHECK (individual >= 0),
    weights    TEXT NOT NULL CHECK (json_valid(weights)),
    fitness    REAL NOT NULL,
    games      INTEGER NOT NULL CHECK (games > 0),
    wins       INTEGER NOT NULL CHECK (wins >= 0),
    draws      INTEGER NOT NULL CHECK (draws >= 0),
    losses     INTEGER NOT NULL CHECK (losses >= 0),
    score      REAL GENERATED ALWAYS AS ((wins + 0.5 * draws) / games) VIRTUAL,
    PRIMARY KEY (run_id, candidate),
    CHECK (wins + draws + losses = games)
) STRICT, WITHOUT ROWID;

CREATE TABLE champions (
    run_id     INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    candidate  INTEGER NOT NULL,
    generation INTEGER NOT NULL CHECK (generation >= 0),
    individual INTEGER NOT NULL CHECK (individual >= 0),
    weights    TEXT NOT NULL CHECK (json_valid(weights)),
    fitness    REAL NOT NULL,
    score      REAL NOT NULL,
    FOREIGN KEY (run_id, candidate) REFERENCES candidates ON DELETE CASCADE
) STRICT;

CREATE TABLE matches (
    run_id        INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    match         INTEGER NOT NULL CHECK (match >= 0),
    purpose       TEXT NOT NULL CHECK (purpose IN ('match', 'validation')),
    player        TEXT NOT NULL CHECK (player <> ''),
    opponent      TEXT NOT NULL CHECK (opponent <> ''),
    games         INTEGER NOT NULL CHECK (games > 0),
    first_wins    INTEGER NOT NULL CHECK (first_wins >= 0),
    first_draws   INTEGER NOT NULL CHECK (first_draws >= 0),
    first_losses  INTEGER NOT NULL CHECK (first_losses >= 0),
    second_wins   INTEGER NOT NULL CHECK (second_wins >= 0),
    second_draws  INTEGER NOT NULL CHECK (second_draws >= 0),
    second_losses INTEGER NOT NULL CHECK (second_losses >= 0),
    plies         INTEGER NOT NULL CHECK (plies >= 0),
    margin        INTEGER NOT NULL,
    PRIMARY KEY (run_id, match),
    CHECK (first_wins + first_draws + first_losses = games),
    CHECK (second_wins + second_draws + second_losses = games)
) STRICT, WITHOUT ROWID;

CREATE TABLE positions (
    run_id    INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    game      INTEGER NOT NULL CHECK (game >= 0),
    ply       INTEGER NOT NULL CHECK (ply >= 0),
    position  TEXT NOT NULL CHECK (position <> ''),
    viewpoint TEXT NOT NULL CHECK (viewpoint IN ('s', 'n')),
    margin    INTEGER NOT NULL CHECK (margin BETWEEN -255 AND 255),
    PRIMARY KEY (run_id, game, ply)
) STRICT, WITHOUT ROWID;

CREATE TABLE fits (
    run_id       INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    dataset_id   INTEGER NOT NULL REFERENCES runs (id),
    method       TEXT NOT NULL CHECK (method <> ''),
    observations INTEGER NOT NULL CHECK (observations > 0),
    terms        INTEGER NOT NULL CHECK (terms > 0),
    r2           REAL,
    adjusted_r2  REAL,
    rmse         REAL CHECK (rmse >= 0),
    CHECK (run_id <> dataset_id)
) STRICT;

CREATE INDEX fits_dataset ON fits (dataset_id);

CREATE TABLE coefficients (
    run_id         INTEGER NOT NULL REFERENCES fits (run_id) ON DELETE CASCADE,
    term           INTEGER NOT NULL CHECK (term >= 0),
    feature        TEXT NOT NULL CHECK (feature <> ''),
    value          REAL NOT NULL,
    standard_error REAL CHECK (standard_error >= 0),
    t              REAL,
    p              REAL CHECK (p BETWEEN 0 AND 1),
    low            REAL,
    high           REAL,
    note           TEXT,
    PRIMARY KEY (run_id, term),
    UNIQUE (run_id, feature)
) STRICT, WITHOUT ROWID;

-- A match a row, both seats together. low and high are Wilson's 95 % limits of the score
-- (conservative where there are draws); zz is z * z / games with z = 1.959964.
CREATE VIEW match_scores AS
WITH summed AS (
    SELECT run_id, match, purpose, player, opponent, 2 * games AS games,
           first_wins + second_wins AS wins, first_draws + second_draws AS draws,
           first_losses + second_losses AS losses,
           (first_wins + 0.5 * first_draws) / games AS first_score,
           (second_wins + 0.5 * second_draws) / games AS second_score,
           (first_wins + second_wins + 0.5 * (first_draws + second_draws))
               / (2 * games) AS score,
           3.841459 / (2 * games) AS zz,
           1.0 * margin / (2 * games) AS mean_margin,
           1.0 * plies / (2 * games) AS mean_plies
    FROM matches
)
SELECT run_id, match, purpose, player, opponent, games, wins, draws, losses,
       first_score, second_score, score,
       max(0.0, (score + zz / 2 - sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS low,
       min(1.0, (score + zz / 2 + sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS high,
       mean_margin, mean_plies
FROM summed;

-- A match in three rows: the player's games as first player, as second, and both.
CREATE VIEW seat_scores AS
WITH seats (run_id, match, purpose, player, opponent, seat, games, wins, draws, losses) AS (
    SELECT run_id, match, purpose, player, opponent, 'first', games,
           first_wins, first_draws, first_losses FROM matches
    UNION ALL
    SELECT run_id, match, purpose, player, opponent, 'second', games,
           second_wins, second_draws, second_losses FROM matches
    UNION ALL
    SELECT run_id, match, purpose, player, opponent, 'both', 2 * games,
           first_wins + second_wins, first_draws + second_draws,
           first_losses + second_losses FROM matches
), scored AS (
    SELECT *, (wins + 0.5 * draws) / games AS score, 3.841459 / games AS zz FROM seats
)
SELECT run_id, match, purpose, player, opponent, seat, games, wins, draws, losses, score,
       max(0.0, (score + zz / 2 - sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS low,
       min(1.0, (score + zz / 2 + sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
           AS high
FROM scored;

-- How a run's champion did in its validation matches: the mean over opponents, each
-- counted alike, and the worst of them.
CREATE VIEW validations AS
SELECT run_id, count(*) AS opponents, sum(games) AS games, avg(score) AS score,
       min(score) AS worst_score
FROM match_scores
WHERE purpose = 'validation'
GROUP BY run_id;

CREATE VIEW runs_overview AS
SELECT r.id, r.kind, r.label, r.variant, r.status,
       (SELECT max(generation) + 1 FROM generations g WHERE g.run_id = r.id)
           AS generations,
       (SELECT best FROM generations g WHERE g.run_id = r.id
        ORDER BY generation DESC LIMIT 1) AS best,
       (SELECT score FROM validations v WHERE v.run_id = r.id) AS validation,
       f.r2,
       r.seed, r.version, r.kernel, r.threads, r.started, r.seconds, r.resumed
FROM runs r LEFT JOIN fits f ON f.run_id = r.id;

CREATE VIEW convergence AS
SELECT g.run_id, r.variant, r.label, g.generation, g.best, g.mean, g.sd, g.worst,
       g.spread, g.games, t.seconds, t.store_seconds,
       g.games / nullif(t.seconds, 0) AS games_per_second
FROM generations g
JOIN runs r ON r.id = g.run_id
LEFT JOIN generation_times t ON t.run_id = g.run_id AND t.generation = g.generation;

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
FROM champions c JOIN runs r ON r.id = c.run_id;

-- Rules text, not only the variant's name: a name may have been played with other rules.
CREATE VIEW best_vectors AS
SELECT variant, run_id, label, h1, h2, h3, h4, h5, h6, fitness, score, validation
FROM (SELECT c.*, row_number() OVER (PARTITION BY r.variant, r.rules
                                     ORDER BY c.validation DESC, c.run_id) AS place
      FROM champion_weights c JOIN runs r ON r.id = c.run_id
      WHERE c.validation IS NOT NULL)
WHERE place = 1;

-- One row per rules, pairing and seat, over all stored matches. A match with the same seed
-- repeats the games of a shorter one, so the longest counts alone. low and high are
-- Wilson's 95 % limits of the win rate.
CREATE VIEW opponent_rates AS
WITH ranked AS (
    SELECT r.variant, r.rules, m.player, m.opponent, m.games, m.first_wins,
           m.first_draws, m.first_losses, m.second_wins, m.second_draws, m.second_losses,
           row_number() OVER (PARTITION BY r.rules, r.seed, m.purpose, m.match, m.player,
                                           m.opponent
                              ORDER BY m.games DESC, m.run_id) AS place
    FROM matches m JOIN runs r ON r.id = m.run_id
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

-- Everything a run was told, one setting a row: its rules, split into lines, and its
-- parameters.
CREATE VIEW run_settings AS
SELECT r.id AS run_id, 'rules' AS source,
       trim(substr(line.value, 1, instr(line.value, '=') - 1)) AS name,
       trim(substr(line.value, instr(line.value, '=') + 1)) AS value
FROM runs r,
     json_each('[' || replace(json_quote(r.rules), '\n', '","') || ']') AS line
WHERE instr(line.value, '=') > 0
UNION ALL
SELECT r.id, 'parameters', entry.key, CAST(entry.value AS TEXT)
FROM runs r, json_each(r.parameters) AS entry;
