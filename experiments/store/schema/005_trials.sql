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
