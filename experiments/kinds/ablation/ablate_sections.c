/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Report sections and charts of ablations. */
#include "ablation.h"

#include <math.h>

/* SQL of a text, then the number of changes with a verdict, then the beginning of more.
   Values of curves and learnt players have other players beside them. */
#define COUNT(text, verdict)                                                             \
    "'" text "' || sum(verdict = '" verdict "' AND kind NOT IN ('curve', 'refit')) || "

/* SQL condition for the rows of all variants together, or of the only variant. */
#define WHOLE                                                                            \
    "run_id = ?1 AND (variant IS NULL OR NOT EXISTS (SELECT 1 FROM ablations w"          \
    " WHERE w.run_id = ?1 AND w.variant IS NULL))"

/* SQL for the name of a change. */
#define NAME "kind || coalesce(' ' || feature, iif(kind = 'refit', ' of all', ''))"

const struct sow_query_section sow_ablation_sections[] = {
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"changes", false,
      "SELECT coalesce(feature, iif(kind = 'refit', 'all', '-')) AS feature, kind AS"
      " change, weight, score, difference, difference_low AS low, difference_high AS high,"
      " p_adjusted AS p, verdict, duel FROM ablations WHERE " WHOLE
      " AND kind <> 'curve' ORDER BY line"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST,
     {"optimum", false,
      "SELECT feature, min(iif(verdict = 'base', weight, NULL)) AS best,"
      " max(iif(verdict = 'base', score, NULL)) AS score,"
      " min(iif(verdict <> 'worse', weight, NULL)) AS low,"
      " max(iif(verdict <> 'worse', weight, NULL)) AS high,"
      " sum(verdict <> 'worse') AS not_worse, count(*) AS tried FROM ablations"
      " WHERE " WHOLE " AND kind = 'curve' GROUP BY feature ORDER BY min(line)"}},
    {SOW_IN_SHOW,
     {"duels", false,
      "SELECT coalesce(feature, iif(kind = 'refit', 'all', '-')) AS feature, kind AS"
      " change, duel AS score, duel_low AS low, duel_high AS high FROM ablations"
      " WHERE " WHOLE " AND kind <> 'curve' ORDER BY line"}},
    {SOW_IN_BOTH,
     {"worst", false,
      "SELECT coalesce(feature, iif(kind = 'refit', 'all', '-')) AS feature, kind AS"
      " change, worst_variant AS variant, worst_opponent AS opponent, worst_seat AS seat,"
      " worst_score AS score, worst_difference AS difference, worst_difference_low AS low,"
      " worst_difference_high AS high, worst_p_adjusted AS p, worst_verdict AS verdict"
      " FROM ablations WHERE " WHOLE " AND worst_variant NOT NULL ORDER BY line"}},
    {SOW_IN_BOTH,
     {"by_variant", false,
      "SELECT variant, coalesce(feature, iif(kind = 'refit', 'all', '-')) AS feature, kind"
      " AS change, score, difference, difference_low AS low, difference_high AS high,"
      " p_adjusted AS p, verdict, duel FROM ablations a WHERE run_id = ?1 AND variant NOT"
      " NULL AND kind <> 'curve' AND EXISTS (SELECT 1 FROM ablations w WHERE"
      " w.run_id = ?1 AND w.variant IS NULL) ORDER BY line"}},
    {SOW_IN_BOTH,
     {"curves", false,
      "SELECT feature, weight, score, low, high, difference, p_adjusted AS p, verdict"
      " FROM ablations WHERE " WHOLE " AND kind = 'curve' ORDER BY line"}},
    SOW_ANSWER(COUNT("changes that make the player worse: ", "worse")
                   COUNT(", better: ", "better") COUNT(", equivalent: ", "equivalent")
                       COUNT(", undecided: ", "undecided") "''",
               "'plot ' || ?1 || iif(sum(kind <> 'curve') > 1, ' changes', ' curves')",
               "FROM ablations WHERE " WHOLE),
    {0, {NULL, false, NULL}},
};

const struct sow_chart sow_ablation_charts[] = {
    {"changes", SOW_SCOPE_RUN, SOW_MARK_FOREST, "One weight changed: strength",
     "difference of strength", "",
     "Left of the line the changed player is weaker, so the weight is needed as it is. "
     "Each interval is a 95 % interval for its own change. The verdicts, and so the "
     "colours, allow for the number of changes (Holm).",
     0, 0, 0,
     "SELECT " NAME
     ", verdict, difference, difference_low, difference_high FROM ablations"
     " WHERE " WHOLE " AND kind <> 'curve' AND difference NOT NULL ORDER BY difference,"
     " line",
     SOW_ABOVE_PLAIN},
    {"curves", SOW_SCOPE_RUN, SOW_MARK_LINE, "Strength against one weight", "weight",
     "strength",
     "Strength with this value of the weight and all others as they are, with 95 % "
     "intervals. Table 'optimum' has the values that are not worse than the best.",
     0, 0, NAN,
     "SELECT feature, NULL, weight, score, low, high FROM ablations WHERE " WHOLE
     " AND kind = 'curve' ORDER BY line",
     SOW_ABOVE_PLAIN},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
