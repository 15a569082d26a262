-- SPDX-License-Identifier: GPL-3.0-or-later
-- Schema 3: scores of pairs of games, and sequential tests.

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
    SELECT *, CASE WHEN variance > 0 THEN pairs * score * (1 - score) / variance
                   ELSE pairs END AS equivalent
    FROM spread
), limited AS (
    SELECT *, 3.841458820694124 / equivalent AS zz FROM weighed
), bounded AS (
    SELECT *,
           max(0.0, (score + zz / 2 - sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
               AS low,
           min(1.0, (score + zz / 2 + sqrt(zz * (score * (1 - score) + zz / 4))) / (1 + zz))
               AS high
    FROM limited
)
SELECT b.run_id, b.match, m.purpose, m.player, m.opponent, b.pairs, b.score, b.low, b.high,
       sqrt(b.variance / b.pairs) AS standard_error,
       400 * log10(nullif(b.score, 0) / nullif(1 - b.score, 0)) AS elo,
       400 * log10(nullif(b.low, 0) / nullif(1 - b.low, 0)) AS elo_low,
       400 * log10(nullif(b.high, 0) / nullif(1 - b.high, 0)) AS elo_high
FROM bounded b JOIN matches m USING (run_id, match);
