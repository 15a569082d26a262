/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections and charts of surveys. */
#include "survey_measures.h"

#include <math.h>

/* SQL for the name of a measure: with the player if the run has several. */
#define NAME                                                                             \
    "measure || iif(player <> '' AND (SELECT count(DISTINCT player) FROM surveys w"      \
    " WHERE w.run_id = ?1) > 2, ' ' || " SOW_PLAYER_NAME("player") ", '')"

const struct sow_query_section sow_survey_sections[] = {
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN | SOW_WRITTEN,
     {"measures", false,
      "SELECT 'SELECT variant' || group_concat(printf(', max(CASE WHEN measure = %Q AND"
      " player = %Q THEN value END) AS \"%w\"', measure, player, name), '') ||"
      " ' FROM surveys WHERE run_id = ?1 GROUP BY variant ORDER BY min(line)' FROM"
      " (SELECT measure, player, " NAME " AS name FROM surveys t WHERE run_id = ?1"
      " GROUP BY measure, player ORDER BY min(line))"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE,
     {"intervals", false,
      "SELECT variant, " NAME " AS measure, value, low, high, games FROM surveys t"
      " WHERE run_id = ?1 ORDER BY line"}},
    SOW_ANSWER(
        "max(iif(last = 1, text, '')) || iif(count(*) > 1, '; ' ||"
        " max(iif(first = 1, text, '')), '')",
        "'plot ' || ?1 || ' measures'",
        "FROM (SELECT 'skill in ' || variant || ': ' || printf('%.0f Elo', value)"
        " || iif(low IS NULL, '', printf(' (95 %% interval %.0f to %.0f)', low,"
        " high)) AS text, row_number() OVER (ORDER BY value, line) AS first, row_number()"
        " OVER (ORDER BY value DESC, line) AS last FROM surveys WHERE run_id = ?1"
        " AND measure = 'skill')"),
    {0, {NULL, false, NULL}},
};

/* Forest plot of one measure, with a line at @p reference. */
#define FOREST(measure, title, unit, reference)                                          \
    {                                                                                    \
        measure, SOW_SCOPE_RUN, SOW_MARK_FOREST, title, unit, "",                        \
            "Each variant's value with its 95 % interval.", 0, 0, reference,             \
            "SELECT variant, nullif(substr(name, length('" measure                       \
            "') + 2), ''), value, coalesce(low, value),"                                 \
            " coalesce(high, value) FROM (SELECT variant, " NAME " AS name, value, low," \
            " high, line FROM surveys t WHERE run_id = ?1 AND measure = '" measure       \
            "' AND value NOT NULL) ORDER BY value DESC, line",                           \
            SOW_ABOVE_PLAIN                                                              \
    }

const struct sow_chart sow_survey_charts[] = {
    {"measures", SOW_SCOPE_RUN, SOW_MARK_HEAT, "All measures of all variants", "measure",
     "variant",
     "The share of the other variants in which the measure is lower: 1 is the highest "
     "value of the run, 0 the lowest. The colours compare the variants and say nothing "
     "about good and bad.",
     0, 1, 0.5,
     "SELECT variant, name, percent_rank() OVER (PARTITION BY name ORDER BY value) FROM"
     " (SELECT variant, " NAME " AS name, value, line FROM surveys t WHERE run_id = ?1"
     " AND value NOT NULL) ORDER BY line",
     SOW_ABOVE_PLAIN},
    {"scatter", SOW_SCOPE_RUN, SOW_MARK_SCATTER, "Skill against length", "plies",
     "Elo from random play to depth 4",
     "Each point is a variant. The points have no intervals: charts 'skill' and 'length' "
     "have them.",
     0, 0, NAN,
     "SELECT variant, NULL, l.value, s.value FROM surveys s JOIN surveys l"
     " USING (run_id, variant) WHERE run_id = ?1 AND s.measure = 'skill'"
     " AND l.measure = 'length' ORDER BY s.line",
     SOW_ABOVE_PLAIN},
    FOREST("skill", "Skill", "Elo from random play to depth 4", 0),
    FOREST("advantage", "Advantage of the first mover", "score less 0.5", 0),
    FOREST("length", "Length of a game", "plies", NAN),
    FOREST("branching", "Moves to choose from", "legal moves", NAN),
    FOREST("draws", "Draws", "share of games", NAN),
    FOREST("capped", "Games that the ply cap ended", "share of games", NAN),
    FOREST("lead_changes", "Changes of the leader", "changes in a game", NAN),
    FOREST("decided", "Time of the decision", "share of the game", NAN),
    FOREST("margin", "Margin", "share of the seeds", NAN),
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
