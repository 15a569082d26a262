/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections for fair starts. */
#include "query_sections.h"

const struct sow_query_section sow_query_fair_sections[] = {
    {SOW_IN_BOTH | SOW_PLACE_FIRST,
     {"fair", true,
      "SELECT count(*) AS starts, sum(outcome = 'draw') AS draws,"
      " sum(outcome = 'first') AS first_wins, sum(outcome = 'second') AS second_wins"
      " FROM fair_starts WHERE run_id = ?1 HAVING count(*) > 0"}},
    {SOW_IN_BOTH,
     {"fair_starts", false,
      "SELECT start, position FROM fair_starts WHERE run_id = ?1 AND outcome = 'draw'"
      " ORDER BY start"}},
    {0, {NULL, false, NULL}},
};
