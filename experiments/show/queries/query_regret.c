/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections for runs that compare play with exact values. */
#include "query_sections.h"

const struct sow_query_section sow_query_regret_sections[] = {
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"regret", false,
      "SELECT positions, name, choices, regret," SOW_REGRET_INTERVAL(
          "regret") ", random_regret, optimal FROM regrets WHERE run_id = ?1 AND on_board = 0"
                    " ORDER BY positions DESC, regrets.regret, line"}},
    {SOW_IN_SHOW | SOW_PLACE_BACKGROUND,
     {"optimal", false,
      "SELECT positions, name, choices, optimal," SOW_REGRET_INTERVAL(
          "optimal") ", random_optimal FROM regrets WHERE run_id = ?1"
                     " AND on_board = 0 ORDER BY positions DESC, regrets.optimal DESC, line"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"by_seeds", false,
      "SELECT positions, name, on_board, choices, regret," SOW_REGRET_INTERVAL(
          "regret") ", random_regret, optimal FROM regrets WHERE run_id = ?1"
                    " AND on_board > 0 ORDER BY positions DESC, line"}},
    {0, {NULL, false, NULL}},
};
