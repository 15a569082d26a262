-- SPDX-License-Identifier: GPL-3.0-or-later
-- Schema 2: preferred moves, and what a fit says about itself.

CREATE TABLE choices (
    run_id   INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    game     INTEGER NOT NULL CHECK (game >= 0),
    ply      INTEGER NOT NULL CHECK (ply >= 0),
    position TEXT NOT NULL CHECK (position <> ''),
    moves    TEXT NOT NULL CHECK (moves GLOB '[1-9]*' AND moves NOT GLOB '*[^0-9,]*'),
    PRIMARY KEY (run_id, game, ply)
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

-- Provenance is not content: its digest has a table of its own, which runs that ended
-- before there was one have no row in.
CREATE TABLE run_seals (
    run_id INTEGER PRIMARY KEY REFERENCES runs (id) ON DELETE CASCADE,
    digest TEXT NOT NULL CHECK (length(digest) = 64)
) STRICT;

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
