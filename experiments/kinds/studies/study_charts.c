/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of studies. */
#include "sow/studies/study_sections.h"

#include <math.h>

/* Query for the differences of a measure by rule change, the greatest first. */
#define CHANGED_RULES(measure)                                                           \
    "SELECT rules, verdict, difference, difference_low, difference_high"                 \
    " FROM sensitivities WHERE run_id = ?1 AND measure = '" measure                      \
    "' AND rules <> 'base' AND difference NOT NULL ORDER BY abs(difference) DESC, line"

/* Explanation of the verdicts of a sensitivity. */
#define VERDICTS                                                                         \
    "Each interval is a 95 % interval for its own change. The verdicts, and so the "     \
    "colours, allow for the number of changes tested (Holm): a change can be undecided " \
    "although its interval leaves out the line."

/* Query for ratings of players that differ only by search depth. */
#define DEEPER_PLAYERS                                                                    \
    "WITH seen AS (SELECT depth, rating, low, high, series || iif(min(variant) OVER () =" \
    " max(variant) OVER (), '', coalesce(', ' || variant, '')) AS series FROM ratings t"  \
    " JOIN run_players p ON p.run_id = t.run_id AND p.spec = t.player"                    \
    " AND p.origin = 'players' WHERE t.run_id = ?1 AND depth > 0),"                       \
    " several AS (SELECT series, count(DISTINCT depth) AS depths FROM seen"               \
    " GROUP BY series) SELECT series, NULL, depth, rating, low, high FROM seen"           \
    " JOIN several USING (series) WHERE depths > 1 ORDER BY series, depth"

const struct sow_chart sow_tournament_charts[] = {
    {"ratings", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Ratings", "Elo", "",
     "Elo points with 95 % intervals; these games do not decide between players "
     "whose intervals overlap widely.",
     0, 0, 0,
     "SELECT name, iif(min(variant) OVER () = max(variant) OVER (), NULL, variant),"
     " rating, low, high FROM ratings WHERE run_id = ?1 ORDER BY variant, rating DESC"},
    {"crosstable", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Everybody against everybody",
     "opponent", "player", "The row's share of the points against the column.", 0, 1, 0.5,
     "WITH seen AS (SELECT m.match, " SOW_PLAYER_NAME("m.player") " AS player, " SOW_PLAYER_NAME(
         "m.opponent") " AS opponent, m.score FROM match_scores m"
                       " WHERE m.run_id = ?1 AND m.player <> m.opponent), both AS (SELECT player, opponent,"
                       " score FROM seen UNION ALL SELECT opponent, player, 1 - score FROM seen), placed AS"
                       " (SELECT player, avg(score) AS mean FROM both GROUP BY player)"
                       " SELECT p.player, q.player, (SELECT avg(score) FROM both b WHERE b.player = p.player"
                       " AND b.opponent = q.player) FROM placed p, placed q"
                       " ORDER BY p.mean DESC, p.player, q.mean DESC, q.player"},
    {"depths", SOW_SCOPE_RUN, SOW_MARK_LINE, "Ratings by depth", "moves looked ahead",
     "Elo",
     "Ratings of players that differ only in the number of moves looked ahead, with "
     "95 % intervals.",
     0, 0, NAN, DEEPER_PLAYERS},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL},
};

const struct sow_chart sow_robustness_charts[] = {
    {"cells", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Games won, cell by cell",
     "opponent and seat", "player and variant",
     "Share of games won in every variant, against every opponent, in both seats; the "
     "mark shows the worst cell of a player.",
     0, 1, 0.5,
     "SELECT t.name || ' · ' || s.variant, " SOW_PLAYER_NAME(
         "s.opponent") " || iif(s.seat = 'first', ' 1st', ' 2nd'), s.win_rate,"
                       " iif(s.win_rate = min(s.win_rate) OVER (PARTITION BY t.name), 1, NULL) FROM seat_scores s"
                       " JOIN (SELECT DISTINCT run_id, player, name FROM"
                       " robustness) t ON t.run_id = s.run_id AND t.player = s.player"
                       " WHERE s.run_id = ?1 AND s.seat <> 'both' ORDER BY t.name, s.match, s.seat"},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL},
};

const struct sow_chart sow_transfer_charts[] = {
    {"scores", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Every player in every game", "player",
     "variant",
     "Mean score against the opponents. A column that is pale except at its own "
     "variant is a player that does not transfer; the mark shows its worst variant.",
     0, 1, 0.5,
     "SELECT variant, name, score, iif(score = min(score) OVER (PARTITION BY name), 1, NULL)"
     " FROM transfers WHERE run_id = ?1 ORDER BY line"},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL},
};

const struct sow_chart sow_sensitivity_charts[] = {
    {"score", SOW_SCOPE_RUN, SOW_MARK_FOREST, "One rule changed: the same player's score",
     "difference from the rules as they are", "",
     "The farther from the line, the more this rule matters to the player. " VERDICTS, 0,
     0, 0, CHANGED_RULES("score")},
    {"advantage", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "One rule changed: the first mover's advantage",
     "difference from the rules as they are", "",
     "Right of the line the change helps the first player. " VERDICTS, 0, 0, 0,
     CHANGED_RULES("advantage")},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL},
};
