/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections and charts of studies: tournaments, robustness tests, transfers,
   sensitivities. */
#include "sow/studies/study_sections.h"

#include <math.h>

/* ---- Sections ---- */

/* SQL for the number of seats, in the matches of line t, that repeat few games. The
   second form counts the matches of a player who is first in them. */
#define REPEATED                                                                         \
    " (SELECT count(*) FROM repeated_games g WHERE g.run_id = ?1"                        \
    " AND g.variant = coalesce(t.variant, g.variant)"
#define REPEATED_AS_PLAYER REPEATED " AND g.player = t.player) AS repeated"

/* SQL condition on the number of players: more than 40 columns help nobody. */
#define FEW " HAVING count(*) <= 40"

/* SQL for a measure of the rules and of each rule change, in the order of its effect. */
#define SENSITIVITY(measure)                                                             \
    "SELECT rules, value AS " measure ", low, high, difference, difference_low,"         \
    " difference_high, p_adjusted AS p, verdict FROM sensitivities"                      \
    " WHERE run_id = ?1 AND measure = '" measure                                         \
    "' ORDER BY rules <> 'base', abs(difference) DESC, line"

/* SQL for the rule changes of run ?1, the table `f`, and their variants. It is a part of
   SQL that SQL writes, too, so it has no texts. */
#define CHANGES                                                                          \
    "(SELECT variant, rules, min(line) AS place FROM sensitivities WHERE run_id = ?1"    \
    " GROUP BY variant) f"

/* SQL for an end of the interval of the difference of two measures, by the method of Zou
   and Donner (2008). The arguments are a sign, and the ends of both intervals that
   matter. */
#define DIFFERENCE_END(sign, own, other)                                                 \
    "s.value - b.value " sign " sqrt((s.value - s." own ") * (s.value - s." own ") +"    \
    " (b.value - b." other ") * (b.value - b." other "))"

/* Section with a measure of --measures, the greatest difference first. */
#define MEASURED(measure)                                                                                        \
    {                                                                                                            \
        SOW_IN_BOTH,                                                                                             \
        {                                                                                                        \
            "measured_" measure, false,                                                                          \
                "SELECT f.rules, s.value AS " measure ", s.low, s.high,"                                         \
                " iif(f.rules <> 'base', s.value - b.value, NULL) AS difference,"                                \
                " iif(f.rules <> 'base', " DIFFERENCE_END(                                                       \
                    "-", "low",                                                                                  \
                    "high") ", NULL)"                                                                            \
                            " AS difference_low, iif(f.rules <> 'base', " DIFFERENCE_END(                        \
                                "+", "high",                                                                     \
                                "low") ", NULL) AS difference_high"                                              \
                                       " FROM surveys s JOIN " CHANGES                                           \
                                       " USING (variant) JOIN surveys b"                                         \
                                       " ON b.run_id = s.run_id AND b.measure = s.measure AND"                   \
                                       " b.variant = (SELECT variant FROM flips WHERE run_id = ?1 AND flip = 0)" \
                                       " WHERE s.run_id = ?1 AND s.measure = '" measure                          \
                                       "' ORDER BY f.rules <> 'base', abs(s.value - b.value) DESC, s.line"       \
        }                                                                                                        \
    }

/* SQL condition for the measures of a sensitivity that are evolved weights. */
#define OF_WEIGHTS "measure NOT IN ('score', 'advantage', 'refit_score', 'duel', 'gain')"

/* SQL for the player of a tournament with the highest rating, over all variants if there
   is such a rating. */
#define WINNER                                                                           \
    "(SELECT * FROM ratings WHERE run_id = ?1 ORDER BY variant IS NOT NULL,"             \
    " rating DESC, line LIMIT 1)"

/* SQL for the player of a robustness test whose worst cell is best, over all variants if
   there is such a row. */
#define STEADIEST                                                                        \
    "(SELECT *, worst_rate AS rate, worst_low AS low, worst_high AS high"                \
    " FROM (SELECT line, variant, name, worst_variant, worst_opponent, worst_seat,"      \
    " worst_rate, worst_low, worst_high FROM robustness WHERE run_id = ?1"               \
    " AND worst_variant IS NOT NULL)"                                                    \
    " ORDER BY variant IS NOT NULL, rate DESC, line)"

const struct sow_query_section sow_tournament_sections[] = {
    SOW_SECTION_FORFEITS,
    /* Each row has the player's scores against the columns. The diagonal has the score of
       the player to move first. */
    {SOW_IN_BOTH | SOW_WRITTEN,
     {"crosstable", false,
      "SELECT 'WITH listed (place, spec, name) AS (VALUES '"
      " || group_concat(printf('(%d, %Q, %Q)', place, spec, name)) || '),"
      " seen AS (SELECT variant, player, opponent, score,"
      " (first_score + 1 - second_score) / 2 AS moved_first FROM match_scores"
      " WHERE run_id = ?1), faced AS (SELECT variant, player, opponent,"
      " CASE player WHEN opponent THEN moved_first ELSE score END AS score FROM seen"
      " UNION ALL SELECT variant, opponent, player, 1 - score FROM seen"
      " WHERE player <> opponent) SELECT variant, name AS player'"
      " || group_concat(printf(', round(max(CASE opponent WHEN %Q THEN score END), 6)"
      " AS \"%w\"', spec, name), '')"
      " || ', avg(CASE WHEN opponent <> player THEN score END) AS score"
      " FROM faced JOIN listed ON spec = player GROUP BY variant, place"
      " ORDER BY (SELECT min(match) FROM match_variants v WHERE v.run_id = ?1"
      " AND v.variant = faced.variant), place' FROM " SOW_LISTED FEW}},
    SOW_SECTION_VARIANTS,
    {SOW_IN_BOTH,
     {"cycles", false,
      "SELECT coalesce(variant, 'all') AS variant, first, second, third, first_score,"
      " second_score, third_score, p FROM cycles WHERE run_id = ?1 ORDER BY line"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"ratings", false,
      "SELECT coalesce(variant, 'all') AS variant, place, name, games, wins, draws,"
      " losses, score, rating, low, high, prior," REPEATED
      " AND t.player IN (g.player, g.opponent) AND g.player <> g.opponent) AS repeated"
      " FROM ratings t WHERE run_id = ?1"
      " ORDER BY line"}},
    {SOW_IN_BOTH | SOW_COMPUTED, {"similarity", false, NULL}},
    SOW_SECTION_ELO,
    SOW_ANSWER(
        "name || ' has the highest rating, ' || printf('%.0f', rating) || coalesce("
        "' (95 % interval ' || printf('%.0f', round(low) + 0.0) || ' to ' ||"
        " printf('%.0f', high)"
        " || ')', '')",
        "'plot ' || ?1 || ' ratings'", "FROM " WINNER " WHERE true"),
    SOW_KEY(
        "name, mean, " SOW_SQL_MEAN_ENDS("mean"),
        "FROM (SELECT w.name, w.score AS mean, iif(own, m.score, 1 - m.score) AS score,"
        " iif(own, m.low, 1 - m.high) AS low, iif(own, m.high, 1 - m.low) AS high"
        " FROM (SELECT name, player, variant, score FROM " WINNER ") w"
        " JOIN (SELECT *, player = (SELECT player FROM " WINNER ") AS own"
        " FROM match_scores WHERE run_id = ?1 AND player <> opponent) m"
        " ON w.player IN (m.player, m.opponent)"
        " AND (w.variant IS NULL OR m.variant = w.variant)) HAVING count(*) > 0"),
    {0, {NULL, false, NULL}},
};

const struct sow_query_section sow_robustness_sections[] = {
    SOW_SECTION_VARIANTS,
    {SOW_IN_BOTH,
     {"cells", false,
      "WITH tested (player, name) AS (SELECT DISTINCT player, name FROM robustness"
      " WHERE run_id = ?1)"
      " SELECT variant, name, opponent, seat, games, wins, draws, losses, win_rate,"
      " win_low AS low, win_high AS high, distinct_games"
      " FROM seat_scores s JOIN tested USING (player)"
      " WHERE run_id = ?1 AND seat <> 'both'"
      " ORDER BY match, seat"}},
    {SOW_IN_BOTH,
     {"worst", false,
      "SELECT coalesce(variant, 'all') AS variant, name, cells, worst_variant,"
      " worst_opponent, worst_seat, worst_rate, worst_low, worst_high, floor_low,"
      " floor_high, replayed_rate, replayed_low, replayed_high FROM robustness"
      " WHERE run_id = ?1 ORDER BY line"}},
    {SOW_IN_BOTH,
     {"replays", false,
      "SELECT name, place, variant, opponent, seat, chosen_rate, games, wins, draws,"
      " losses, win_rate, low, high, distinct_games FROM replays"
      " WHERE run_id = ?1 ORDER BY replay"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"robustness", false,
      "SELECT coalesce(variant, 'all') AS variant, name, cells, games, win_rate, score,"
      " low, high, worst_rate, floor_low, replayed_rate, replayed_low, "
      "replayed_high," REPEATED_AS_PLAYER " FROM robustness t"
      " WHERE run_id = ?1"
      " ORDER BY line"}},
    {SOW_IN_BOTH | SOW_COMPUTED | SOW_PLACE_FIRST, {"spread", false, NULL}},
    SOW_SECTION_ELO,
    SOW_ANSWER(
        "name || ' wins least in ' || worst_variant || ' against ' || worst_opponent"
        " || ', moving ' || worst_seat || ': ' || " SOW_SQL_INTERVAL(
            "rate") " || ' of its games'",
        "'plot ' || ?1 || ' cells'", "FROM " STEADIEST " WHERE true"),
    SOW_KEY("name || ' in ' || worst_variant || ' against ' || worst_opponent || ', ' ||"
            " worst_seat, rate, low, high",
            "FROM " STEADIEST),
    {0, {NULL, false, NULL}},
};

const struct sow_query_section sow_transfer_sections[] = {
    /* The score of every vector in every variant. */
    {SOW_IN_BOTH | SOW_WRITTEN,
     {"matrix", false,
      "SELECT 'SELECT variant'"
      " || group_concat(printf(', max(CASE player WHEN %Q THEN score END) AS \"%w\"',"
      " spec, name), '')"
      " || ' FROM transfers WHERE run_id = ?1 GROUP BY variant ORDER BY min(line)'"
      " FROM " SOW_LISTED FEW}},
    SOW_SECTION_VARIANTS,
    {SOW_IN_BOTH,
     {"transfers", false,
      "WITH " SOW_PROFILES ", " SOW_DISTANCES
      " SELECT variant, name, origin, score, low, high, best, regret, regret_low,"
      " regret_high, regret_p, home, duel_score, duel_low, duel_high, duel_p, verdict,"
      " (SELECT round(min(distance), 6) FROM distance d WHERE d.variant = t.variant AND"
      " instr(',' || t.origin || ',', ',' || d.other || ',')) AS distance," REPEATED_AS_PLAYER
      " FROM transfers t WHERE run_id = ?1 ORDER BY line"}},
    {SOW_IN_BOTH | SOW_COMPUTED, {"mantel", false, NULL}},
    SOW_SECTION_ELO,
    SOW_ANSWER(
        "name || ' loses most in ' || variant || ': ' || " SOW_SQL_INTERVAL(
            "regret") " || ' of a point a game against ' || best",
        "'plot ' || ?1 || ' scores'",
        "FROM (SELECT name, variant, best, regret, regret_low AS low, regret_high AS high"
        " FROM transfers WHERE run_id = ?1 ORDER BY regret DESC, line) WHERE true"),
    {0, {NULL, false, NULL}},
};

const struct sow_query_section sow_sensitivity_sections[] = {
    SOW_SECTION_VARIANTS,
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"left_out", false,
      "SELECT option || ': ' || old_value || ' -> ' || new_value AS rules, left_out"
      " FROM flips WHERE run_id = ?1 AND left_out NOT NULL ORDER BY flip"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE,
     {"weight_intervals", false,
      "SELECT measure AS weight, rules, value, low, high, difference, difference_low,"
      " difference_high, p_adjusted AS p, verdict FROM sensitivities WHERE run_id = ?1"
      " AND " OF_WEIGHTS " ORDER BY line"}},
    {SOW_IN_BOTH | SOW_WRITTEN,
     {"weights", false,
      "SELECT 'SELECT rules, ' || group_concat(printf('max(CASE measure WHEN %Q THEN"
      " value END) AS \"%w\"', measure, measure), ', ') || ' FROM sensitivities"
      " WHERE run_id = ?1 AND measure IN (' || group_concat(quote(measure), ', ') ||"
      " ') GROUP BY rules ORDER BY min(line)'"
      " FROM (SELECT measure FROM sensitivities WHERE run_id = ?1 AND " OF_WEIGHTS
      " GROUP BY measure ORDER BY min(line))"}},
    {SOW_IN_BOTH,
     {"changed_weights", false,
      "SELECT s.rules, s.measure AS weight, b.value AS base, s.value, s.difference,"
      " s.difference_low, s.difference_high, s.p_adjusted AS p, s.verdict"
      " FROM sensitivities s JOIN sensitivities b ON b.run_id = s.run_id AND"
      " b.measure = s.measure AND b.rules = 'base' WHERE s.run_id = ?1 AND"
      " s.verdict IN ('higher', 'lower') AND"
      " s." OF_WEIGHTS " ORDER BY abs(s.difference) DESC, s.line"}},
    {SOW_IN_BOTH, {"gain", false, SENSITIVITY("gain")}},
    {SOW_IN_BOTH,
     {"duels", false,
      "SELECT rules, value AS score, low, high, p_adjusted AS p, verdict, player"
      " FROM sensitivities WHERE run_id = ?1 AND measure = 'duel' ORDER BY line"}},
    {SOW_IN_BOTH, {"refit_score", false, SENSITIVITY("refit_score")}},
    MEASURED("margin"),
    MEASURED("decided"),
    MEASURED("lead_changes"),
    MEASURED("capped"),
    MEASURED("draws"),
    MEASURED("branching"),
    MEASURED("length"),
    MEASURED("skill"),
    MEASURED("advantage"),
    {SOW_IN_BOTH | SOW_WRITTEN,
     {"measures", false,
      "SELECT 'SELECT rules' || group_concat(printf(', max(iif(s.measure = %Q, value,"
      " NULL)) AS \"%w\"', measure, measure), '') || ' FROM surveys s JOIN " CHANGES
      " USING (variant) WHERE run_id = ?1 GROUP BY place ORDER BY place' FROM"
      " (SELECT measure FROM surveys WHERE run_id = ?1"
      " GROUP BY measure ORDER BY min(line))"}},
    {SOW_IN_BOTH, {"advantage", false, SENSITIVITY("advantage")}},
    {SOW_IN_BOTH, {"replay", false, SENSITIVITY("score")}},
    SOW_SECTION_ELO,
    SOW_ANSWER(
        "'rule changes: ' || sum(verdict = 'higher') || ' of ' || count(*) ||"
        " ' raised the score, ' || sum(verdict = 'lower') || ' lowered it, ' ||"
        " sum(verdict = 'undecided') || ' undecided (verdicts allow for all changes tested, intervals do not)'",
        "'plot ' || ?1 || ' score'",
        "FROM sensitivity WHERE run_id = ?1 AND measure = 'score' AND flip > 0"),
    {0, {NULL, false, NULL}},
};

/* ---- Charts ---- */

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

/* SQL for the generation of a player `run:ID@G`; NULL for another player. */
#define GENERATION(player)                                                               \
    "iif(" player " GLOB 'run:[0-9]*@[0-9]*', CAST(substr(" player ", instr(" player     \
    ", '@') + 1) AS INTEGER), NULL)"

/* Row of the chart of distances between variants. */
#define DISTANCES_CHART                                                                  \
    {                                                                                    \
        "distances", SOW_SCOPE_RUN, SOW_MARK_CLUSTERS, "Which variants are alike",       \
            "variant", "variant",                                                        \
            "Distance of two variants: 1 less the correlation of the strengths that "    \
            "the players show in them. The variants are in the order of their "          \
            "clusters (average linkage).",                                               \
            0, 0, NAN,                                                                   \
            "WITH " SOW_PROFILES ", " SOW_DISTANCES                                      \
            " SELECT variant, other, distance FROM distance"                             \
            " WHERE (SELECT count(DISTINCT variant) FROM distance) >= 3"                 \
            " ORDER BY place, other_place",                                              \
            SOW_ABOVE_PLAIN                                                              \
    }

const struct sow_chart sow_tournament_charts[] = {
    {"ratings", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Ratings", "Elo", "",
     "Elo points with 95 % intervals; these games do not decide between players "
     "whose intervals overlap widely.",
     0, 0, 0,
     "SELECT name, iif(min(coalesce(variant, '')) OVER () ="
     " max(coalesce(variant, '')) OVER (), NULL, coalesce(variant, 'all variants')),"
     " rating, low, high FROM ratings WHERE run_id = ?1 ORDER BY variant, rating DESC",
     SOW_ABOVE_PLAIN},
    {"crosstable", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Everybody against everybody",
     "opponent", "player",
     "The row's share of the points against the column. Generations of one run are in "
     "their order: below the diagonal, later ones meet earlier ones. The cells have no intervals: "
     "two that are close may differ by chance.",
     0, 1, 0.5,
     "WITH seen AS (SELECT m.match, " SOW_PLAYER_NAME("m.player") " AS player, " SOW_PLAYER_NAME(
         "m.opponent") " AS opponent, m.score FROM match_scores m"
                       " WHERE m.run_id = ?1 AND m.player <> m.opponent), both AS (SELECT player, opponent,"
                       " score FROM seen UNION ALL SELECT opponent, player, 1 - score FROM seen), placed AS"
                       " (SELECT player, avg(score) AS mean, " GENERATION(
                           "player") " AS generation FROM both GROUP BY player), kin AS"
                                     " (SELECT count(generation) = count(*) AND count(DISTINCT"
                                     " substr(player, 1, instr(player, '@'))) = 1 AS whole FROM placed)"
                                     " SELECT p.player, q.player, (SELECT avg(score) FROM both b WHERE b.player = p.player"
                                     " AND b.opponent = q.player) FROM placed p, placed q, kin"
                                     " ORDER BY iif(whole, p.generation, 0), p.mean DESC, p.player,"
                                     " iif(whole, q.generation, 0), q.mean DESC, q.player",
     SOW_ABOVE_BETTER},
    {"depths", SOW_SCOPE_RUN, SOW_MARK_LINE, "Ratings by depth", "moves looked ahead",
     "Elo",
     "Ratings of players that differ only in the number of moves looked ahead, with "
     "95 % intervals.",
     0, 0, NAN, DEEPER_PLAYERS, SOW_ABOVE_PLAIN},
    DISTANCES_CHART,
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};

const struct sow_chart sow_robustness_charts[] = {
    {"cells", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Games won, cell by cell",
     "opponent and seat", "player and variant",
     "Share of games won in every variant, against every opponent, in both seats; the "
     "mark shows the worst cell of a player. The cells have no intervals, and the worst of "
     "many is also the unluckiest: table 'replays' has it played again.",
     0, 1, 0.5,
     "SELECT t.name || ' · ' || s.variant, " SOW_PLAYER_NAME(
         "s.opponent") " || iif(s.seat = 'first', ' 1st', ' 2nd'), s.win_rate,"
                       " iif(s.win_rate = min(s.win_rate) OVER (PARTITION BY t.name), 1, NULL) FROM seat_scores s"
                       " JOIN (SELECT DISTINCT run_id, player, name FROM"
                       " robustness) t ON t.run_id = s.run_id AND t.player = s.player"
                       " WHERE s.run_id = ?1 AND s.seat <> 'both' ORDER BY t.name, s.match, s.seat",
     SOW_ABOVE_BETTER},
    {"spread", SOW_SCOPE_RUN, SOW_MARK_STRIP, "Scores over the variants", "score", "",
     "A point is a variant: the player's mean score there. With up to 8 variants each has "
     "its 95 % interval; table 'robustness' has all. Points left of the line are variants "
     "in which the player scores less than half.",
     0, 1, 0.5,
     "SELECT name, NULL, score, iif(variants <= 8, low, NULL), iif(variants <= 8, high,"
     " NULL) FROM (SELECT *, count(*) OVER (PARTITION BY player) AS variants"
     " FROM robustness WHERE run_id = ?1 AND variant IS NOT NULL) ORDER BY line",
     SOW_ABOVE_BETTER},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};

const struct sow_chart sow_transfer_charts[] = {
    {"scores", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Every player in every game", "player",
     "variant",
     "Mean score against the opponents. A column that is pale except at its own "
     "variant is a player that does not transfer; the mark shows its worst variant. The "
     "cells have no intervals: table 'transfers' has them.",
     0, 1, 0.5,
     "SELECT variant, name, score, iif(score = min(score) OVER (PARTITION BY name), 1, NULL)"
     " FROM transfers WHERE run_id = ?1 ORDER BY line",
     SOW_ABOVE_BETTER},
    DISTANCES_CHART,
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};

const struct sow_chart sow_sensitivity_charts[] = {
    {"score", SOW_SCOPE_RUN, SOW_MARK_FOREST, "One rule changed: the same player's score",
     "difference from the rules as they are", "",
     "The farther from the line, the more this rule matters to the player. " VERDICTS, 0,
     0, 0, CHANGED_RULES("score"), SOW_ABOVE_PLAIN},
    {"advantage", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "One rule changed: the first mover's advantage",
     "difference from the rules as they are", "",
     "Right of the line the change helps the first player. " VERDICTS, 0, 0, 0,
     CHANGED_RULES("advantage"), SOW_ABOVE_PLAIN},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
