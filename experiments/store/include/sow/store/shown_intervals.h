/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * SQL for intervals of the table `regrets`, for reports and charts.
 */
#ifndef SOW_EXPERIMENTS_SHOWN_INTERVALS_H
#define SOW_EXPERIMENTS_SHOWN_INTERVALS_H

/**
 * The columns `low` and `high` of the 95 % interval of @p figure, "regret" or "optimal".
 * They are NULL where fewer than 100 choices were drawn: such an interval holds the true
 * value in 84 to 95 % of samples (docs/truth.md, "Regret"). An interval without length is
 * exact and is shown: all positions were looked at.
 */
#define SOW_REGRET_INTERVAL(figure)                                                      \
    " iif(choices >= 100 OR " figure "_low = " figure "_high, " figure "_low, NULL)"     \
    " AS low, iif(choices >= 100 OR " figure "_low = " figure "_high, " figure           \
    "_high, NULL) AS high"

#endif
