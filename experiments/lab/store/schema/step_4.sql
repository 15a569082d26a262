-- SPDX-License-Identifier: GPL-3.0-or-later
-- Version 4 has the number of positions of a round whose exact target is known. Older rounds
-- have 0. A file of version 1 or 2 has no rounds: it gets the table of version 3 first.
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
ALTER TABLE learn_rounds ADD COLUMN solved INTEGER NOT NULL DEFAULT 0 CHECK (solved >= 0);
