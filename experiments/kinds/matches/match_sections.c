/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections and charts of single matches. */
#include "sow/matches/match_sections.h"

#include <math.h>

#define REPORT "'report ' || ?1 || ' --output run-' || ?1 || '.html'"

/* Sections of the only match of a run. */
#define MATCH_SECTIONS                                                                   \
    {SOW_IN_BOTH,                                                                        \
     {"match", true,                                                                     \
      "SELECT player, opponent, mean_margin, mean_plies FROM match_scores"               \
      " WHERE run_id = ?1 AND purpose = 'match'"}},                                      \
        {SOW_IN_BOTH | SOW_MAIN,                                                         \
         {"scores", false,                                                               \
          "SELECT seat, games, wins, draws, losses, score, low, high,"                   \
          " distinct_games"                                                              \
          " FROM seat_scores s WHERE run_id = ?1 AND purpose = 'match'"                  \
          " ORDER BY match, CASE seat WHEN 'first' THEN 1 WHEN 'second' THEN 2"          \
          " ELSE 3 END"}},                                                               \
        {SOW_IN_BOTH,                                                                    \
         {"phases", false,                                                               \
          "SELECT phase, games, plies, branching FROM match_phases p WHERE run_id = ?1"  \
          " AND purpose = 'match' ORDER BY match, place"}},                              \
        SOW_SECTION_FORFEITS, SOW_SECTION_ELO

const struct sow_query_section sow_match_sections[] = {
    MATCH_SECTIONS,
    {SOW_IN_BOTH,
     {"sprt", true,
      "SELECT elo0, elo1, alpha, beta, llr, lower, upper, verdict, CASE verdict"
      " WHEN 'h1' THEN 'H1: elo1 or more' WHEN 'h0' THEN 'H0: elo0 or less'"
      " ELSE 'neither H0 nor H1 yet' END AS meaning FROM match_tests"
      " WHERE run_id = ?1"}},
    SOW_KEY(
        "'score' || coalesce((SELECT ', Elo ' || printf('%+.0f', round(elo) + 0.0) || ' (' ||"
        " printf('%+.0f', round(elo_low) + 0.0) || ' to ' || printf('%+.0f', round(elo_high) + 0.0) || ')'"
        " FROM match_elo e WHERE e.run_id = ?1 AND e.match = 0 AND elo_low NOT NULL"
        " AND elo_high NOT NULL), ''), score, low, high",
        "FROM match_scores WHERE run_id = ?1 AND purpose = 'match' AND match = 0"),
    SOW_ANSWER(
        "player || ' scores ' || " SOW_SQL_INTERVAL(
            "score") " || ' against ' || opponent || ' (' || " SOW_SQL_SIDE("0.5",
                                                                            "better",
                                                                            "worse") " || ')'",
        REPORT,
        "FROM seat_scores WHERE run_id = ?1 AND purpose = 'match' AND match = 0"
        " AND seat = 'both'"),
    {0, {NULL, false, NULL}},
};

const struct sow_query_section sow_play_sections[] = {
    MATCH_SECTIONS,
    SOW_KEY(
        "sum(n) || iif(sum(n) = 1, ' game', ' games') || group_concat(coalesce("
        "', ' || who || ' won ' || n, ', drawn ' || n), ''), NULL, NULL, NULL",
        "FROM (SELECT who, count(*) AS n FROM (SELECT CASE winner WHEN 'first' THEN " SOW_PLAYER_NAME(
            "first") " WHEN 'second' THEN " SOW_PLAYER_NAME("second") " END AS who FROM kept_games WHERE run_id = ?1) GROUP BY who ORDER BY who)"),
    {0, {NULL, false, NULL}},
};

const struct sow_chart sow_match_charts[] = {
    {"score", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Score of the first player named", "score",
     "",
     "Share of the points in each seat and in both, with 95 % intervals; right of the "
     "line the player is better.",
     0, 1, 0.5,
     "SELECT 'moves ' || seat, NULL, score, low, high"
     " FROM seat_scores WHERE run_id = ?1 AND seat <> 'both' UNION ALL"
     " SELECT 'both seats', NULL, score, low, high FROM match_scores WHERE run_id = ?1",
     SOW_ABOVE_BETTER},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
