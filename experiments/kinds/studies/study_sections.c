/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections for studies: robustness, tournaments, reproductions, transfers. */
#include "sow/studies/study_sections.h"

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

/* SQL for the run, if it is a reproduction. */
#define REPRODUCTION "(SELECT id FROM runs WHERE id = ?1 AND kind = 'reproduce')"

/* SQL condition for the measures of a sensitivity that are evolved weights. */
#define OF_WEIGHTS "measure NOT IN ('score', 'advantage', 'refit_score', 'duel', 'gain')"

/* SQL for published figures and claims beside those of the run. The second form has those
   that do not agree or hold. */
#define REPRODUCED                                                                       \
    "SELECT table_name, variant, row_name, column_name, published, published_games,"     \
    " ours, ours_games, low, high, p_adjusted, visible, verdict FROM reproduced"
#define EXCEPTIONS                                                                       \
    "SELECT table_name, variant, row_name || ', ' || column_name AS figure, published,"  \
    " published_games, ours, ours_games, low, high, p_adjusted, visible, verdict"        \
    " FROM reproduced WHERE run_id = ?1 AND verdict NOT IN ('agrees', 'holds')"

const struct sow_query_section sow_study_sections[] = {
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
      " AND v.variant = faced.variant), place' FROM " SOW_LISTED
      " WHERE run_kind = 'tournament'" FEW}},
    /* The score of every vector in every variant. */
    {SOW_IN_BOTH | SOW_WRITTEN,
     {"matrix", false,
      "SELECT 'SELECT variant'"
      " || group_concat(printf(', max(CASE player WHEN %Q THEN score END) AS \"%w\"',"
      " spec, name), '')"
      " || ' FROM transfers WHERE run_id = ?1 GROUP BY variant ORDER BY min(line)'"
      " FROM " SOW_LISTED " WHERE run_kind = 'transfer'" FEW}},
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
    {SOW_IN_BOTH,
     {"transfers", false,
      "SELECT variant, name, origin, score, low, high, best, regret, regret_low,"
      " regret_high, regret_p, home, duel_score, duel_low, duel_high, duel_p, "
      "verdict," REPEATED_AS_PLAYER " FROM transfers t WHERE run_id = ?1 ORDER BY line"}},
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
    {SOW_IN_BOTH, {"advantage", false, SENSITIVITY("advantage")}},
    {SOW_IN_BOTH, {"replay", false, SENSITIVITY("score")}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND | SOW_WRITTEN,
     {"evolved", false,
      "SELECT 'SELECT evolution + 1 AS run, seed' || group_concat(printf("
      "', round(json_extract(weights, ''$[%d]''), 3) AS w%d', key, key + 1), '') ||"
      " ', round(100 * fitness, 1) AS fitness FROM evolutions WHERE run_id = ?1"
      " ORDER BY evolution' FROM json_each((SELECT weights FROM evolutions"
      " WHERE run_id = " REPRODUCTION " LIMIT 1))"}},
    /* Opponents of the best order, in the order of the plan: the evolved strategy, the
       printed vectors 1 to 20, our own vectors. If this order is also the hardest, the
       evolved strategy meets it twice, and the second match is left out. */
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"selection", false,
      "WITH met AS (SELECT *, match - min(match) OVER (PARTITION BY opponent) AS nth,"
      " min(match) OVER (PARTITION BY opponent) AS began FROM match_scores"
      " WHERE run_id = " REPRODUCTION " AND opponent LIKE 'order:%')"
      " SELECT opponent, CASE WHEN nth = 0 THEN player WHEN nth <= 20 THEN"
      " 'printed run ' || nth ELSE 'ours ' || (SELECT min(evolution) + 1 FROM evolutions"
      " e WHERE e.run_id = m.run_id AND e.player = m.player) END AS player, games, wins,"
      " draws, losses, score, low, high FROM met m"
      " WHERE nth = 0 OR player <> 'divilly2013' ORDER BY began, score DESC, match"}},
    {SOW_IN_RESULT, {"exceptions", false, EXCEPTIONS " ORDER BY cell"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST,
     {"tables", false,
      "SELECT table_name, variant, cells, agree, differ, known, undecided,"
      " mean_deviation, greatest_deviation, verdict FROM reproduced_tables t WHERE "
      "run_id = ?1"
      " ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.run_id = t.run_id"
      " AND r.table_name = t.table_name AND r.variant = t.variant)"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE,
     {"reproduced", false, REPRODUCED " WHERE run_id = ?1 ORDER BY cell"}},
    /* A study of two players in one variant is a single match. */
    SOW_SECTION_ELO,
    /* The tables of each answer are those of one kind alone. */
    SOW_ANSWER(
        "name || ' has the highest rating, ' || printf('%.0f', rating) || coalesce("
        "' (95 % interval ' || printf('%.0f', low) || ' to ' || printf('%.0f', high)"
        " || ')', '')",
        "'plot ' || ?1 || ' ratings'",
        "FROM (SELECT * FROM ratings WHERE run_id = ?1 ORDER BY variant IS NOT NULL,"
        " rating DESC, line) WHERE true"),
    SOW_ANSWER(
        "name || ' wins least in ' || worst_variant || ' against ' || worst_opponent"
        " || ', moving ' || worst_seat || ': ' || " SOW_SQL_INTERVAL(
            "rate") " || ' of its games'",
        "'plot ' || ?1 || ' cells'",
        "FROM (SELECT *, worst_rate AS rate, worst_low AS low, worst_high AS high"
        " FROM (SELECT line, variant, name, worst_variant, worst_opponent, worst_seat,"
        " worst_rate, worst_low, worst_high FROM robustness WHERE run_id = ?1"
        " AND worst_variant IS NOT NULL)"
        " ORDER BY variant IS NOT NULL, rate DESC, line) WHERE true"),
    SOW_ANSWER(
        "name || ' loses most in ' || variant || ': ' || " SOW_SQL_REAL(
            "regret") " || ' of a point a game against ' || best",
        "'plot ' || ?1 || ' scores'",
        "FROM (SELECT * FROM transfers WHERE run_id = ?1 ORDER BY regret DESC, line)"
        " WHERE true"),
    SOW_ANSWER(
        "sum(verdict = 'higher') || ' rule changes raise the score, ' ||"
        " sum(verdict = 'lower') || ' lower it, ' || sum(verdict = 'undecided') ||"
        " ' are undecided (verdicts allow for all changes tested, intervals do not)'",
        "'plot ' || ?1 || ' score'",
        "FROM sensitivity WHERE run_id = ?1 AND measure = 'score' AND flip > 0"),
    {0, {NULL, false, NULL}},
};
