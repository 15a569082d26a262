-- SPDX-License-Identifier: GPL-3.0-or-later
-- Schema 1: tables, then views. docs/schema.md explains every one of them.
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
    first_distinct   INTEGER NOT NULL CHECK (first_distinct BETWEEN 1 AND games),
    second_distinct  INTEGER NOT NULL CHECK (second_distinct BETWEEN 1 AND games),
    first_effective  REAL NOT NULL CHECK (first_effective BETWEEN 1 AND games),
    second_effective REAL NOT NULL CHECK (second_effective BETWEEN 1 AND games),
    PRIMARY KEY (run_id, match),
    CHECK (first_wins + first_draws + first_losses = games),
    CHECK (second_wins + second_draws + second_losses = games)
) STRICT, WITHOUT ROWID;

CREATE TABLE match_pairs (
    run_id  INTEGER NOT NULL,
    match   INTEGER NOT NULL,
    pairs_0 INTEGER NOT NULL CHECK (pairs_0 >= 0),
    pairs_1 INTEGER NOT NULL CHECK (pairs_1 >= 0),
    pairs_2 INTEGER NOT NULL CHECK (pairs_2 >= 0),
    pairs_3 INTEGER NOT NULL CHECK (pairs_3 >= 0),
    pairs_4 INTEGER NOT NULL CHECK (pairs_4 >= 0),
    PRIMARY KEY (run_id, match),
    FOREIGN KEY (run_id, match) REFERENCES matches ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE match_tests (
    run_id  INTEGER NOT NULL,
    match   INTEGER NOT NULL,
    elo0    REAL NOT NULL,
    elo1    REAL NOT NULL,
    alpha   REAL NOT NULL CHECK (alpha > 0 AND alpha < 0.5),
    beta    REAL NOT NULL CHECK (beta > 0 AND beta < 0.5),
    llr     REAL NOT NULL,
    lower   REAL NOT NULL,
    upper   REAL NOT NULL,
    verdict TEXT NOT NULL CHECK (verdict IN ('undecided', 'h0', 'h1')),
    PRIMARY KEY (run_id, match),
    FOREIGN KEY (run_id, match) REFERENCES match_pairs ON DELETE CASCADE,
    CHECK (elo0 < elo1),
    CHECK (lower < upper)
) STRICT, WITHOUT ROWID;

CREATE TABLE match_variants (
    run_id  INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    match   INTEGER NOT NULL CHECK (match >= 0),
    variant TEXT NOT NULL CHECK (variant <> ''),
    rules   TEXT NOT NULL CHECK (rules <> ''),
    PRIMARY KEY (run_id, match)
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

CREATE TABLE choices (
    run_id   INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    game     INTEGER NOT NULL CHECK (game >= 0),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    position TEXT NOT NULL CHECK (position <> ''),
    moves    TEXT NOT NULL CHECK (moves GLOB '[1-9]*' AND moves NOT GLOB '*[^0-9,]*'),
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

CREATE TABLE term_diagnostics (
    run_id INTEGER NOT NULL,
    term   INTEGER NOT NULL,
    vif    REAL CHECK (vif >= 0),
    mean   REAL,
    sd     REAL CHECK (sd >= 0),
    PRIMARY KEY (run_id, term),
    FOREIGN KEY (run_id, term) REFERENCES coefficients ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE fit_measures (
    run_id         INTEGER NOT NULL REFERENCES fits (run_id) ON DELETE CASCADE,
    sample         TEXT NOT NULL CHECK (sample IN ('in', 'out')),
    measure        TEXT NOT NULL CHECK (measure <> ''),
    value          REAL,
    standard_error REAL CHECK (standard_error >= 0),
    PRIMARY KEY (run_id, sample, measure)
) STRICT, WITHOUT ROWID;

CREATE TABLE fit_folds (
    run_id       INTEGER NOT NULL REFERENCES fits (run_id) ON DELETE CASCADE,
    fold         INTEGER NOT NULL CHECK (fold >= 0),
    games        INTEGER NOT NULL CHECK (games >= 0),
    observations INTEGER NOT NULL CHECK (observations >= 0),
    score        REAL,
    r2           REAL,
    bias         REAL,
    PRIMARY KEY (run_id, fold)
) STRICT, WITHOUT ROWID;

CREATE TABLE fit_steps (
    run_id         INTEGER NOT NULL REFERENCES fits (run_id) ON DELETE CASCADE,
    step           INTEGER NOT NULL CHECK (step >= 0),
    action         TEXT NOT NULL CHECK (action <> ''),
    feature        TEXT CHECK (feature <> ''),
    penalty        REAL CHECK (penalty >= 0),
    score          REAL NOT NULL,
    standard_error REAL CHECK (standard_error >= 0),
    chosen         INTEGER NOT NULL CHECK (chosen IN (0, 1)),
    PRIMARY KEY (run_id, step)
) STRICT, WITHOUT ROWID;

CREATE TABLE fit_bins (
    run_id       INTEGER NOT NULL REFERENCES fits (run_id) ON DELETE CASCADE,
    kind         TEXT NOT NULL CHECK (kind IN ('calibration', 'phase')),
    sample       TEXT NOT NULL CHECK (sample IN ('in', 'out')),
    bin          INTEGER NOT NULL CHECK (bin >= 0),
    low          REAL NOT NULL,
    high         REAL NOT NULL,
    observations INTEGER NOT NULL CHECK (observations > 0),
    predicted    REAL NOT NULL,
    observed     REAL NOT NULL,
    score        REAL,
    PRIMARY KEY (run_id, kind, sample, bin),
    CHECK (low <= high)
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

CREATE TABLE replays (
    run_id         INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    replay         INTEGER NOT NULL CHECK (replay >= 0),
    player         TEXT NOT NULL CHECK (player <> ''),
    name           TEXT NOT NULL CHECK (name <> ''),
    place          INTEGER NOT NULL CHECK (place > 0),
    variant        TEXT NOT NULL CHECK (variant <> ''),
    opponent       TEXT NOT NULL CHECK (opponent <> ''),
    seat           TEXT NOT NULL CHECK (seat IN ('first', 'second')),
    chosen_rate     REAL NOT NULL CHECK (chosen_rate BETWEEN 0 AND 1),
    games          INTEGER NOT NULL CHECK (games > 0),
    wins           INTEGER NOT NULL CHECK (wins >= 0),
    draws          INTEGER NOT NULL CHECK (draws >= 0),
    losses         INTEGER NOT NULL CHECK (losses >= 0),
    distinct_games INTEGER NOT NULL CHECK (distinct_games BETWEEN 1 AND games),
    effective      REAL NOT NULL CHECK (effective BETWEEN 1 AND games),
    win_rate       REAL NOT NULL CHECK (win_rate BETWEEN 0 AND 1),
    low            REAL NOT NULL CHECK (low BETWEEN 0 AND 1),
    high           REAL NOT NULL CHECK (high BETWEEN low AND 1),
    PRIMARY KEY (run_id, replay),
    CHECK (wins + draws + losses = games)
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
    replayed_rate  REAL CHECK (replayed_rate BETWEEN 0 AND 1),
    replayed_low   REAL CHECK (replayed_low BETWEEN 0 AND 1),
    replayed_high  REAL CHECK (replayed_high BETWEEN replayed_low AND 1),
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
    visible         REAL CHECK (visible >= 0),
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

-- Provenance is not content: its digest has a table of its own.
CREATE TABLE run_seals (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    digest TEXT NOT NULL CHECK (length(digest) = 64)
) STRICT;

-- Matches with the rules they were played by: those of the plan, or else the run's.
CREATE VIEW played_matches AS
SELECT m.*, coalesce(v.variant, r.variant) AS variant, coalesce(v.rules, r.rules) AS rules,
       r.seed, v.run_id IS NOT NULL AS planned
FROM matches m
JOIN runs r ON r.id = m.run_id
LEFT JOIN match_variants v ON v.run_id = m.run_id AND v.match = m.match;

-- A match a row, both seats together. low and high are Wilson's 95 % limits of the score
-- (conservative where there are draws); zz is z * z / games with z = 1.959964.
-- Limits here and below: Wilson's, the one nearer to an end that of half a game less, times
-- |1 - 2 score| (near_0, near_1, win_0, win_1; sow_interval_score in statistics.h).
CREATE VIEW match_scores AS
WITH summed AS (
    SELECT run_id, match, purpose, variant, player, opponent, 2 * games AS games,
           first_wins + second_wins AS wins, first_draws + second_draws AS draws,
           first_losses + second_losses AS losses,
           (first_wins + 0.5 * first_draws) / games AS first_score,
           (second_wins + 0.5 * second_draws) / games AS second_score,
           (first_wins + second_wins + 0.5 * (first_draws + second_draws))
               / (2 * games) AS score,
           CASE WHEN first_effective + second_effective > 2 OR games = 1
                THEN 3.841459 / (4.0 / (1.0 / first_effective + 1.0 / second_effective)) END AS zz,
           first_distinct + second_distinct AS distinct_games,
           1.0 * margin / (2 * games) AS mean_margin,
           1.0 * plies / (2 * games) AS mean_plies
    FROM played_matches
), shifted AS (
    SELECT *,
           max(0.0, score - max(0.0, 0.5 - score) * zz / 3.841459) AS near_0,
           min(1.0, score + max(0.0, score - 0.5) * zz / 3.841459) AS near_1
    FROM summed
)
SELECT run_id, match, purpose, player, opponent, games, wins, draws, losses,
       first_score, second_score, score,
       max(0.0, (near_0 + zz / 2 - sqrt(zz * (near_0 * (1 - near_0) + zz / 4))) / (1 + zz))
           AS low,
       1 - max(0.0, (1 - near_1 + zz / 2 - sqrt(zz * (near_1 * (1 - near_1) + zz / 4))) / (1 + zz))
           AS high,
       mean_margin, mean_plies, variant, distinct_games
FROM shifted;

-- A match in three rows: the player's games as first player, as second, and both.
CREATE VIEW seat_scores AS
WITH seats (run_id, match, purpose, variant, player, opponent, seat, games, wins, draws,
            losses, distinct_games, effective) AS (
    SELECT run_id, match, purpose, variant, player, opponent, 'first', games,
           first_wins, first_draws, first_losses, first_distinct, first_effective
    FROM played_matches
    UNION ALL
    SELECT run_id, match, purpose, variant, player, opponent, 'second', games,
           second_wins, second_draws, second_losses, second_distinct, second_effective
    FROM played_matches
    UNION ALL
    SELECT run_id, match, purpose, variant, player, opponent, 'both', 2 * games,
           first_wins + second_wins, first_draws + second_draws,
           first_losses + second_losses, first_distinct + second_distinct,
           4.0 / (1.0 / first_effective + 1.0 / second_effective)
    FROM played_matches
), scored AS (
    SELECT *, (wins + 0.5 * draws) / games AS score, 1.0 * wins / games AS win_rate,
           CASE WHEN distinct_games > 1 + (seat = 'both') OR games = 1 + (seat = 'both')
                THEN 3.841459 / effective END AS zz FROM seats
), shifted AS (
    SELECT *,
           max(0.0, score - max(0.0, 0.5 - score) * zz / 3.841459) AS near_0,
           min(1.0, score + max(0.0, score - 0.5) * zz / 3.841459) AS near_1,
           max(0.0, win_rate - max(0.0, 0.5 - win_rate) * zz / 3.841459) AS win_0,
           min(1.0, win_rate + max(0.0, win_rate - 0.5) * zz / 3.841459) AS win_1
    FROM scored
)
SELECT run_id, match, purpose, player, opponent, seat, games, wins, draws, losses, score,
       max(0.0, (near_0 + zz / 2 - sqrt(zz * (near_0 * (1 - near_0) + zz / 4))) / (1 + zz))
           AS low,
       1 - max(0.0, (1 - near_1 + zz / 2 - sqrt(zz * (near_1 * (1 - near_1) + zz / 4))) / (1 + zz))
           AS high,
       variant, distinct_games, effective, win_rate,
       max(0.0, (win_0 + zz / 2 - sqrt(zz * (win_0 * (1 - win_0) + zz / 4))) / (1 + zz)) AS win_low,
       1 - max(0.0, (1 - win_1 + zz / 2 - sqrt(zz * (win_1 * (1 - win_1) + zz / 4))) / (1 + zz)) AS win_high
FROM shifted;

-- Score and Elo difference of a match from its pairs of games, with 95 % limits:
-- experiments/statistics_scores.h says how. equivalent is the number of games without
-- draws that would tell as much, zz is z * z / equivalent. An infinite Elo is NULL.
CREATE VIEW match_elo AS
WITH counted AS (
    SELECT *, pairs_0 + pairs_1 + pairs_2 + pairs_3 + pairs_4 AS pairs FROM match_pairs
), scored AS (
    SELECT *, (pairs_1 + 2 * pairs_2 + 3 * pairs_3 + 4 * pairs_4) / (4.0 * pairs) AS score
    FROM counted
), spread AS (
    SELECT *, (pairs_0 * score * score + pairs_1 * (0.25 - score) * (0.25 - score)
               + pairs_2 * (0.5 - score) * (0.5 - score)
               + pairs_3 * (0.75 - score) * (0.75 - score)
               + pairs_4 * (1 - score) * (1 - score)) / pairs AS variance
    FROM scored
), weighed AS (
    SELECT s.*, CASE WHEN variance > 0 THEN pairs * score * (1 - score) / variance
                     ELSE pairs END AS equivalent,
           4.0 / (1.0 / m.first_effective + 1.0 / m.second_effective) AS effective
    FROM spread s JOIN matches m USING (run_id, match)
), counting AS (
    SELECT *, CASE WHEN effective >= 2 * pairs THEN equivalent
                   WHEN effective > 2
                   THEN min(equivalent * effective / (2 * pairs), effective) END AS worth
    FROM weighed
), limited AS (
    SELECT *, 3.841458820694124 / worth AS zz FROM counting
), shifted AS (
    SELECT *,
           max(0.0, score - max(0.0, 0.5 - score) * zz / 3.841458820694124) AS near_0,
           min(1.0, score + max(0.0, score - 0.5) * zz / 3.841458820694124) AS near_1
    FROM limited
), bounded AS (
    SELECT *,
           max(0.0, (near_0 + zz / 2 - sqrt(zz * (near_0 * (1 - near_0) + zz / 4))) / (1 + zz))
               AS low,
           1 - max(0.0, (1 - near_1 + zz / 2 - sqrt(zz * (near_1 * (1 - near_1) + zz / 4))) / (1 + zz))
               AS high
    FROM shifted
)
SELECT b.run_id, b.match, m.purpose, m.player, m.opponent, b.pairs, b.score, b.low, b.high,
       sqrt(b.variance / b.pairs / min(1.0, effective / (2 * b.pairs))) AS standard_error,
       400 * log10(nullif(b.score, 0) / nullif(1 - b.score, 0)) AS elo,
       400 * log10(nullif(b.low, 0) / nullif(1 - b.low, 0)) AS elo_low,
       400 * log10(nullif(b.high, 0) / nullif(1 - b.high, 0)) AS elo_high
FROM bounded b JOIN matches m USING (run_id, match);

-- Seats in which few games were played over and over, and for how many they count.
CREATE VIEW repeated_games AS
SELECT run_id, match, variant, player, opponent, seat, games, distinct_games,
       round(effective, 1) AS effective
FROM seat_scores
WHERE seat <> 'both' AND effective < games AND effective < 100;

-- How a run's champion did in its validation matches: the mean over opponents, each
-- counted alike, and the worst of them.
CREATE VIEW validations AS
SELECT run_id, count(*) AS opponents, sum(games) AS games, avg(score) AS score,
       min(score) AS worst_score
FROM match_scores
WHERE purpose = 'validation'
GROUP BY run_id;

-- One row per rules, pairing and seat, over all stored matches. A match with the same seed
-- repeats the games of a shorter one, so the longest counts alone; the games of a plan
-- follow from seed, rules and players, whatever their number in the plan. low and high are
-- Wilson's 95 % limits of the win rate.
CREATE VIEW opponent_rates AS
WITH ranked AS (
    SELECT variant, rules, player, opponent, games, first_wins,
           first_draws, first_losses, second_wins, second_draws, second_losses,
           first_effective, second_effective,
           row_number() OVER (PARTITION BY rules, seed, purpose, planned,
                                           CASE planned WHEN 0 THEN match END, player,
                                           opponent
                              ORDER BY games DESC, run_id, match) AS place
    FROM played_matches
), played AS (
    SELECT * FROM ranked WHERE place = 1
), seats (variant, rules, player, opponent, seat, games, wins, draws, losses, effective) AS (
    SELECT variant, rules, player, opponent, 'first', games,
           first_wins, first_draws, first_losses, first_effective FROM played
    UNION ALL
    SELECT variant, rules, player, opponent, 'second', games,
           second_wins, second_draws, second_losses, second_effective FROM played
    UNION ALL
    SELECT variant, rules, player, opponent, 'both', 2 * games,
           first_wins + second_wins, first_draws + second_draws,
           first_losses + second_losses,
           4.0 / (1.0 / first_effective + 1.0 / second_effective) FROM played
), pooled AS (
    SELECT variant, player, opponent, seat, count(*) AS matches, sum(games) AS games,
           sum(wins) AS wins, sum(draws) AS draws, sum(losses) AS losses,
           1.0 * sum(wins) / sum(games) AS win_rate, 3.841459
               / max(max(effective), sum(CASE WHEN effective < games THEN 0 ELSE games END))
               AS zz
    FROM seats
    GROUP BY variant, rules, player, opponent, seat
), shifted AS (
    SELECT *,
           max(0.0, win_rate - max(0.0, 0.5 - win_rate) * zz / 3.841459) AS win_0,
           min(1.0, win_rate + max(0.0, win_rate - 0.5) * zz / 3.841459) AS win_1
    FROM pooled
)
SELECT variant, player, opponent, seat, matches, games, wins, draws, losses, win_rate,
       max(0.0, (win_0 + zz / 2 - sqrt(zz * (win_0 * (1 - win_0) + zz / 4))) / (1 + zz)) AS low,
       1 - max(0.0, (1 - win_1 + zz / 2 - sqrt(zz * (win_1 * (1 - win_1) + zz / 4))) / (1 + zz)) AS high,
       (wins + 0.5 * draws) / games AS score
FROM shifted;

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

CREATE VIEW convergence AS
SELECT g.run_id, r.variant, r.label, g.generation, g.best, g.mean, g.sd, g.worst,
       g.spread, g.games, t.seconds, t.store_seconds,
       g.games / nullif(t.seconds, 0) AS games_per_second
FROM generations g
JOIN runs r ON r.id = g.run_id
LEFT JOIN generation_times t ON t.run_id = g.run_id AND t.generation = g.generation;

-- Champions that weigh H1-H6.
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
WHERE json_extract(r.parameters, '$.genome') = 'weights';

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

-- Rules text, not only the variant's name: a name may have been played with other rules.
CREATE VIEW best_vectors AS
SELECT variant, run_id, label, h1, h2, h3, h4, h5, h6, fitness, score, validation
FROM (SELECT c.*, row_number() OVER (PARTITION BY r.variant, r.rules
                                     ORDER BY c.validation DESC, c.run_id) AS place
      FROM champion_weights c JOIN runs r ON r.id = c.run_id
      WHERE c.validation IS NOT NULL)
WHERE place = 1;

-- A fit in one line: how good in the sample, out of it, and on the board.
CREATE VIEW fits_overview AS
WITH measures AS (
    SELECT run_id,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'r2') AS r2_out,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'rmse') AS rmse_out,
           max(value) FILTER (WHERE sample = 'in' AND measure = 'log_loss') AS log_loss,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'log_loss')
               AS log_loss_out,
           max(value) FILTER (WHERE sample = 'in' AND measure = 'accuracy') AS accuracy,
           max(value) FILTER (WHERE sample = 'out' AND measure = 'accuracy')
               AS accuracy_out
    FROM fit_measures
    GROUP BY run_id
)
SELECT f.run_id, r.variant, r.label, f.dataset_id, d.label AS dataset, f.method,
       json_extract(r.parameters, '$.features') AS features, f.observations, f.terms,
       f.r2, m.r2_out, f.rmse, m.rmse_out, m.log_loss, m.log_loss_out, m.accuracy,
       m.accuracy_out,
       (SELECT v.score FROM validations v WHERE v.run_id = f.run_id) AS validation
FROM fits f
JOIN runs r ON r.id = f.run_id
LEFT JOIN runs d ON d.id = f.dataset_id
LEFT JOIN measures m ON m.run_id = f.run_id;

-- effect: what one standard deviation of the feature is worth.
CREATE VIEW fit_coefficients AS
SELECT c.run_id, c.term, c.feature, c.value, c.standard_error, c.t, c.p, c.low, c.high,
       t.vif, t.mean, t.sd, c.value * t.sd AS effect, c.note
FROM coefficients c
LEFT JOIN term_diagnostics t ON t.run_id = c.run_id AND t.term = c.term;

-- Runs that hold positions or choices.
CREATE VIEW datasets_overview AS
SELECT r.id AS run_id, r.kind, r.label, r.variant, r.status,
       (SELECT count(*) FROM (SELECT game FROM positions p WHERE p.run_id = r.id
                              UNION SELECT game FROM choices c WHERE c.run_id = r.id))
           AS games,
       (SELECT count(*) FROM positions p WHERE p.run_id = r.id) AS positions,
       (SELECT count(*) FROM choices c WHERE c.run_id = r.id) AS choices,
       (SELECT avg(margin) FROM positions p WHERE p.run_id = r.id) AS mean_margin,
       r.seed, r.started, r.seconds
FROM runs r
WHERE EXISTS (SELECT 1 FROM positions p WHERE p.run_id = r.id)
   OR EXISTS (SELECT 1 FROM choices c WHERE c.run_id = r.id);

-- The worst line of each player and run.
CREATE VIEW robustness_overview AS
SELECT b.run_id, r.label, b.name, b.player, b.cells, b.games, b.win_rate, b.score, b.low,
       b.high, b.worst_variant, b.worst_opponent, b.worst_seat, b.worst_rate, b.floor_low,
       b.floor_high, b.replayed_rate, b.replayed_low, b.replayed_high
FROM robustness b JOIN runs r ON r.id = b.run_id
WHERE b.variant IS NULL
   OR NOT EXISTS (SELECT 1 FROM robustness o WHERE o.run_id = b.run_id
                  AND o.variant IS NULL);

-- Published tables and how well ours agree. Tables II and III and the claims have figures
-- of several units, of which there is no mean.
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

-- The same with the changed option in words.
CREATE VIEW sensitivities AS
SELECT s.run_id, s.line, s.measure,
       coalesce(f.option || ': ' || f.old_value || ' -> ' || f.new_value, 'base') AS rules,
       f.variant, s.player, s.games, s.value, s.low, s.high, s.difference,
       s.difference_low, s.difference_high, s.p_adjusted, s.verdict
FROM sensitivity s JOIN flips f USING (run_id, flip);
