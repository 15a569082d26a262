/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts of evolutions. */
#include "sow/evolution/evolve_sections.h"

#include <math.h>

/* Query for each weight and generation: the mean of the population, and one standard
   deviation below and above. */
#define WEIGHTS                                                                           \
    "SELECT g.gene, NULL, i.generation, avg(w.value),"                                    \
    " avg(w.value) - sqrt(max(0, avg(w.value * w.value) - avg(w.value) * avg(w.value)))," \
    " avg(w.value) + sqrt(max(0, avg(w.value * w.value) - avg(w.value) * avg(w.value)))"  \
    " FROM genes g JOIN individuals i USING (run_id)"                                     \
    " JOIN json_each(i.weights) w ON w.key = g.place"                                     \
    " WHERE g.run_id = ?1 AND g.genome <> 'order'"                                        \
    " GROUP BY g.place, i.generation ORDER BY g.place, i.generation"

/* Query for the strength of the measured generations and of the champion. */
#define STRENGTHS                                                                        \
    "SELECT CASE WHEN champion THEN 'champion' WHEN min(variant) OVER () < max(variant)" \
    " OVER () THEN variant ELSE 'best' END, NULL, stage, score, low, high"               \
    " FROM " SOW_SQL_PROGRESS("= ?1") " ORDER BY 1, 3"

/* Query for chosen runs: those in a JSON array, or all that are made like the named
   one. Its columns are the run (id) and the first of the runs made alike (first). */
#define CHOSEN_RUNS                                                                       \
    "WITH named AS (SELECT id, kind, rules, parameters FROM runs WHERE kind = 'evolve'"   \
    " AND id IN (SELECT value FROM json_each(?1))), chosen AS (SELECT id, min(id) OVER"   \
    " (PARTITION BY rules, parameters) AS first FROM named WHERE json_type(?1) = 'array'" \
    " UNION ALL SELECT o.id, min(o.id) OVER () FROM named n"                              \
    " JOIN runs o USING (kind, rules, parameters) WHERE json_type(?1) <> 'array')"

/* Part of a query, after CHOSEN_RUNS: the groups of runs made alike, with their number of
   runs (n) and that of all groups (all_runs). */
#define GROUPS                                                                            \
    ", groups AS (SELECT first, count(*) AS n, (SELECT count(*) FROM chosen) AS all_runs" \
    " FROM chosen GROUP BY first)"

/* SQL for the name of a group. */
#define GROUP_NAME "iif(n = 1, 'run ' || first, n || ' runs as ' || first)"

/* Query for the median and the quartiles of the best fitness over runs made alike, for
   each generation that all of them have. A quartile between two runs is interpolated. */
#define RUNS_OVERLAID                                                                     \
    CHOSEN_RUNS GROUPS                                                                    \
        ", points AS (SELECT first, n, generation, best,"                                 \
        " row_number() OVER (PARTITION BY first, generation ORDER BY best) - 1 AS place," \
        " count(*) OVER (PARTITION BY first, generation) AS have FROM groups"             \
        " JOIN chosen USING (first) JOIN generations g ON g.run_id = chosen.id"           \
        " WHERE all_runs > 1)"                                                            \
        " SELECT " GROUP_NAME ", NULL, generation,"                                       \
        " sum(best * max(0, 1 - abs(place - 0.5 * (n - 1)))),"                            \
        " iif(n > 1, sum(best * max(0, 1 - abs(place - 0.25 * (n - 1)))), NULL),"         \
        " iif(n > 1, sum(best * max(0, 1 - abs(place - 0.75 * (n - 1)))), NULL)"          \
        " FROM points WHERE have = n GROUP BY first, generation ORDER BY first, generation"

const struct sow_chart sow_evolve_charts[] = {
    {"strength", SOW_SCOPE_RUN, SOW_MARK_LINE,
     "Strength of the best, generation by generation", "generation", "strength",
     "Scores of the best individuals against the fixed panel of the variant, with 95 % "
     "intervals. The opponents are the same in all generations, so a line that rises by "
     "more than its band is progress. Every Nth generation is measured, as --measure-every "
     "N or 'sowlab measure ID --every N' says: each takes hundreds of games. Generations "
     "that only an older version of the panel measured are left out. The champion is "
     "measured on its own, with more openings, so its interval is shorter. Its point is at "
     "the generation that it comes from.",
     0, 0, 0.5, STRENGTHS, SOW_ABOVE_PANEL},
    {"convergence", SOW_SCOPE_RUN_FOLDED, SOW_MARK_LINE,
     "Relative fitness: points against the opponents of this run", "generation",
     "relative fitness",
     "In a co-evolution this is not progress: the opponents change with the generations, and "
     "the mean stays near 0.5 whatever the players learn. With --fitness panel the opponents "
     "stay, but other runs have others. Strength shows progress: 'sowlab measure' "
     "measures it, and 'evolve --measure-every N' does so while a run goes on.",
     0, 0, NAN,
     "SELECT 'best', NULL, generation, best, NULL, NULL FROM generations"
     " WHERE run_id = ?1 UNION ALL SELECT 'mean', NULL, generation, mean,"
     " max(worst, mean - sd), min(best, mean + sd) FROM generations WHERE run_id = ?1"
     " ORDER BY 1, 3",
     SOW_ABOVE_PLAIN},
    {"runs", SOW_SCOPE_RUNS, SOW_MARK_LINE,
     "Relative fitness of several runs: median and band", "generation",
     "relative fitness of the best",
     "Median of runs that differ only in their random seed, and the quartiles as the band, "
     "up to the last generation of all of them. Other settings have a line and a colour of "
     "their own. This is not progress: each population has its own opponents.",
     0, 0, NAN, RUNS_OVERLAID, SOW_ABOVE_PLAIN},
    {"weights", SOW_SCOPE_RUN, SOW_MARK_LINE, "Weights in the population", "generation",
     "weight",
     "Means of the population, with one standard deviation of its individuals as the band. "
     "A weight that wanders has little effect on selection. The chart does not say how much "
     "a weight helps: 'sowlab ablate run:ID' does.",
     0, 0, NAN, WEIGHTS, SOW_ABOVE_PLAIN},
    {"validation", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "Champion against the opponents of its validation", "score", "",
     "Share of the points with its 95 % interval, the hardest opponent first; right of the "
     "line the champion is the better player.",
     0, 1, 0.5,
     "SELECT opponent || iif(count(*) OVER (PARTITION BY opponent) > 1, ' (' || variant"
     " || ')', ''), NULL, score, low, high FROM match_scores WHERE run_id = ?1"
     " AND purpose = 'validation' ORDER BY score, match",
     SOW_ABOVE_BETTER},
    {"champions", SOW_SCOPE_RUNS, SOW_MARK_STRIP, "Champions, run by run", "weight", "",
     "A point is one run's champion. Up to six settings have a colour each, the same as in "
     "relative fitness. A weight may be alike in all runs because it matters, "
     "or because its bounds stop it there. The chart does not say which: 'sowlab ablate "
     "run:ID' does.",
     0, 0, NAN,
     CHOSEN_RUNS GROUPS
     " SELECT w.gene, iif((SELECT count(*) FROM groups) BETWEEN 2 AND 6," GROUP_NAME
     ", NULL), w.weight FROM groups JOIN chosen USING (first)"
     " JOIN champion_weights w ON w.run_id = chosen.id"
     " WHERE all_runs > 1 ORDER BY w.place, first, chosen.id",
     SOW_ABOVE_PLAIN},
    {NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL, 0},
};
