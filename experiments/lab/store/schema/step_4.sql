-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 4 has the number of positions of a round whose exact target is known, and regret beside
-- strength. Older rows have neither. A file of version 1 or 2 has no such tables: it gets those of
-- version 3 first.
CREATE TABLE IF NOT EXISTS learn_rounds (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    round INTEGER NOT NULL CHECK (round > 0),
    games INTEGER NOT NULL CHECK (games > 0),
    positions INTEGER NOT NULL CHECK (positions > 0),
    spec TEXT NOT NULL CHECK (spec <> ''),
    r2 REAL,
    rmse REAL CHECK (rmse >= 0),
    before_score REAL,
    before_low REAL,
    before_high REAL,
    first_score REAL,
    first_low REAL,
    first_high REAL,
    PRIMARY KEY (run_id, round)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS strengths (
    run_id INTEGER NOT NULL REFERENCES runs (id) ON DELETE CASCADE,
    variant TEXT NOT NULL CHECK (variant <> ''),
    generation INTEGER NOT NULL CHECK (generation >= -1),
    depth INTEGER NOT NULL CHECK (depth >= 1),
    main INTEGER NOT NULL CHECK (main IN (0, 1)),
    panel TEXT NOT NULL CHECK (panel <> ''),
    openings INTEGER NOT NULL CHECK (openings >= 2),
    games INTEGER NOT NULL CHECK (games >= 1),
    score REAL NOT NULL CHECK (score BETWEEN 0 AND 1),
    low REAL NOT NULL CHECK (low BETWEEN 0 AND 1),
    high REAL NOT NULL CHECK (high BETWEEN low AND 1),
    elo REAL,
    elo_low REAL,
    elo_high REAL,
    PRIMARY KEY (run_id, variant, generation, depth)
) STRICT, WITHOUT ROWID;
ALTER TABLE strengths ADD COLUMN regret REAL CHECK (regret >= 0);
ALTER TABLE strengths ADD COLUMN regret_low REAL;
ALTER TABLE strengths ADD COLUMN regret_high REAL;
ALTER TABLE strengths ADD COLUMN regret_on_board INTEGER NOT NULL DEFAULT 0 CHECK (regret_on_board >= 0);
ALTER TABLE learn_rounds ADD COLUMN solved INTEGER NOT NULL DEFAULT 0 CHECK (solved >= 0);
