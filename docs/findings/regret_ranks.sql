-- SPDX-License-Identifier: GPL-3.0-or-later
-- Spearman's correlation of regret and rating: docs/findings/exact.md.
WITH paired AS (
    SELECT rank() OVER (ORDER BY g.regret DESC) AS x, rank() OVER (ORDER BY t.rating) AS y
    FROM regrets g JOIN ratings t USING (name)
    WHERE g.positions = 'all' AND g.on_board = 0),
rho AS (
    SELECT count(*) AS n, (avg(x * y) - avg(x) * avg(y)) /
        sqrt((avg(x * x) - avg(x) * avg(x)) * (avg(y * y) - avg(y) * avg(y))) AS r
    FROM paired)
SELECT n, r, tanh(atanh(r) - 1.959964 * sqrt((1 + r * r / 2) / (n - 3))) AS low,
    tanh(atanh(r) + 1.959964 * sqrt((1 + r * r / 2) / (n - 3))) AS high
FROM rho;
