/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections and charts of regrets. */
#include "regret_sections.h"

#include <math.h>

const struct sow_query_section sow_regret_sections[] = {
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
    SOW_ANSWER(
        "name || ' loses ' || " SOW_SQL_INTERVAL("regret") " || ' seeds a move in its games' || iif(low IS NULL, ' (no interval: fewer than 100 choices)', '') || '; a random move would have lost ' || " SOW_SQL_REAL(
            "random_regret"),
        "'plot ' || ?1 || ' players'",
        "FROM (SELECT name, line, regret, random_regret," SOW_REGRET_INTERVAL(
            "regret") " FROM regrets WHERE run_id = ?1 AND positions = 'play' AND on_board = 0"
                      " ORDER BY line) WHERE true"),
    {0, {NULL, false, NULL}},
};

const struct sow_chart sow_regret_charts[] = {
    {"players", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Seeds lost by a move", "seeds", "",
     "Mean loss of a player's moves against perfect play, in its games and over all "
     "positions; 0 is perfect. 95 % intervals are shown for 100 choices or more.",
     0, 0, 0,
     "SELECT name, positions, regret," SOW_REGRET_INTERVAL(
         "regret") " FROM regrets WHERE run_id = ?1"
                   " AND on_board = 0 ORDER BY positions, regret, line",
     SOW_ABOVE_PLAIN},
    {"seeds", SOW_SCOPE_RUN, SOW_MARK_LINE, "Seeds lost by a move, over all positions",
     "seeds on the board", "seeds lost",
     "Perfect play is at 0. 95 % intervals are shown for 100 choices or more.", 0, 0, NAN,
     "SELECT name, NULL, on_board, regret," SOW_REGRET_INTERVAL(
         "regret") " FROM regrets WHERE run_id = ?1"
                   " AND positions = 'all' AND on_board > 0 ORDER BY line",
     SOW_ABOVE_PLAIN},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
