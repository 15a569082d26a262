/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections and charts of runs that learn. */
#include "learn_sections.h"

#include <math.h>

const struct sow_query_section sow_learn_sections[] = {
    SOW_ANSWER(
        "round || ' rounds; with the last weights the player scores ' || " SOW_SQL_REAL("first_score") " || ' (' || " SOW_SQL_REAL(
            "first_low") " || ' to ' || " SOW_SQL_REAL("first_high") " || ') against the first weights'",
        "'measure ' || run_id",
        "FROM learn_rounds WHERE run_id = ?1 AND first_score NOT NULL ORDER BY round DESC"),
    {SOW_IN_BOTH | SOW_PLACE_FIRST,
     {"rounds_before", false,
      "SELECT round, before_score, before_low, before_high FROM learn_rounds"
      " WHERE run_id = ?1 AND before_score NOT NULL ORDER BY round"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"rounds", false,
      "SELECT round, games, positions, r2, rmse, first_score, first_low, first_high"
      " FROM learn_rounds WHERE run_id = ?1 ORDER BY round"}},
    {SOW_IN_BOTH,
     {"exact_targets", false,
      "SELECT round, positions, solved, 1.0 * solved / positions AS share"
      " FROM learn_rounds JOIN runs r ON r.id = run_id WHERE run_id = ?1"
      " AND 'exact' IN (r.parameters ->> 'target', r.parameters ->> 'other_target')"
      " ORDER BY round"}},
    SOW_SECTIONS_STRENGTH,
    SOW_KEY("'against its first weights', first_score, first_low, first_high",
            "FROM learn_rounds WHERE run_id = ?1 AND first_score NOT NULL"
            " ORDER BY round DESC"),
    /* The terms of `state:NAME=WEIGHT,..` without `view=to-move`. */
    {SOW_IN_BOTH,
     {"weights", false,
      "SELECT substr(t.value, 1, instr(t.value, '=') - 1) AS feature,"
      " CAST(substr(t.value, instr(t.value, '=') + 1) AS REAL) AS weight"
      " FROM (SELECT spec FROM learn_rounds WHERE run_id = ?1 ORDER BY round DESC LIMIT 1)"
      " l, json_each('[' || replace(json_quote(substr(l.spec, instr(l.spec, ':') + 1)),"
      " ',', '\",\"') || ']') t"
      " WHERE instr(t.value, '=') > 1 AND t.value NOT LIKE 'view=%' ORDER BY t.key"}},
    {SOW_IN_BOTH | SOW_PLACE_REMARK,
     {"warning", true,
      "SELECT 'features without a weight in round ' || l.round || ': ' ||"
      " group_concat(f.value, ', ') || '; they never vary or follow from others'"
      " AS warning FROM (SELECT round, spec FROM learn_rounds WHERE run_id = ?1"
      " ORDER BY round DESC LIMIT 1) l, runs r, json_each('[\"' ||"
      " replace(r.parameters ->> 'features', ',', '\",\"') || '\"]') f"
      " WHERE r.id = ?1 AND f.value <> 'to_move'"
      " AND instr(replace(l.spec, 'state:', ','), ',' || f.value || '=') = 0"
      " HAVING count(*) > 0 UNION ALL"
      " SELECT 'no position has an exact target: the other target was fitted alone; solve"
      " more seeds with ''sowlab solve --on-board'', or raise --nodes' FROM learn_rounds"
      " JOIN runs r ON r.id = run_id WHERE run_id = ?1"
      " AND 'exact' IN (r.parameters ->> 'target', r.parameters ->> 'other_target')"
      " GROUP BY run_id HAVING sum(solved) = 0"}},
    {SOW_IN_SHOW,
     {"times", false,
      "SELECT round, play_seconds, label_seconds, fit_seconds, test_seconds"
      " FROM learn_times WHERE run_id = ?1 ORDER BY round"}},
    {0, {NULL, false, NULL}},
};

const struct sow_chart sow_learn_charts[] = {
    {"rounds", SOW_SCOPE_RUN, SOW_MARK_LINE, "Learning, round by round", "round", "score",
     "Strength is the score of a round's weights against the fixed panel, at the greatest "
     "depth measured (4 moves unless --depth says otherwise). "
     "The other lines are scores of the player, with search, against itself with the first "
     "weights and with those of the round before; above 0.5 the new weights are better. "
     "Bands are 95 % intervals. 'sowlab measure ID --every 1' measures all rounds.",
     0, 0, 0.5,
     /* The last round is the run itself, if the round was not measured on its own. */
     "WITH stages AS (SELECT stage AS round, depth, panel, score, low, high"
     " FROM stage_strengths WHERE run_id = ?1), last AS (SELECT max(l.round) AS round,"
     " m.score, m.low, m.high FROM learn_rounds l JOIN strengths m USING (run_id)"
     " WHERE run_id = ?1 AND m.generation = -1 AND CASE WHEN EXISTS (SELECT 1 FROM stages)"
     " THEN (m.depth, m.panel) IN (SELECT depth, panel FROM stages) ELSE m.main END"
     " GROUP BY run_id)"
     " SELECT 'strength' AS line, NULL, round, score, low, high, 1 AS place FROM stages"
     " UNION ALL SELECT 'strength', NULL, round, score, low, high, 1 FROM last"
     " WHERE round NOT IN (SELECT round FROM stages)"
     " UNION ALL SELECT 'first weights', NULL, round, first_score, first_low, first_high, 2"
     " FROM learn_rounds WHERE run_id = ?1 AND first_score NOT NULL UNION ALL"
     " SELECT 'round before', NULL, round, before_score, before_low, before_high, 3"
     " FROM learn_rounds WHERE run_id = ?1 AND before_score NOT NULL ORDER BY 7, 3",
     SOW_ABOVE_PLAIN},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
