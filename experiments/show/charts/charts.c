/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of all charts with their queries. */
#include "sow/charts/chart.h"
#include "sow/sections/section.h"

#include <math.h>
#include <string.h>

/* SQL condition: held-out data of a fit with folds, or the training data of one
   without. */
#define UNSEEN " sample = (SELECT max(sample) FROM fit_bins WHERE run_id = ?1)"

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

/* Query for chosen runs: those in a JSON array, or all that are made like the named
   one. Its columns are the run (id) and the first of the runs made alike (first). */
#define CHOSEN_RUNS                                                                       \
    "WITH named AS (SELECT id, kind, rules, parameters FROM runs WHERE kind = 'evolve'"   \
    " AND id IN (SELECT value FROM json_each(?1))), chosen AS (SELECT id, min(id) OVER"   \
    " (PARTITION BY rules, parameters) AS first FROM named WHERE json_type(?1) = 'array'" \
    " UNION ALL SELECT o.id, min(o.id) OVER () FROM named n"                              \
    " JOIN runs o USING (kind, rules, parameters) WHERE json_type(?1) <> 'array')"

/* Query for mean and standard deviation of the best fitness over runs made alike, for
   each generation that all of them have. */
#define RUNS_OVERLAID                                                                     \
    CHOSEN_RUNS                                                                           \
    ", groups AS (SELECT first, count(*) AS n, (SELECT count(*) FROM chosen) AS all_runs" \
    " FROM chosen GROUP BY first), points AS (SELECT first, n, generation, avg(best) AS"  \
    " mean, avg(best * best) AS square FROM groups JOIN chosen USING (first)"             \
    " JOIN generations g ON g.run_id = chosen.id WHERE all_runs > 1"                      \
    " GROUP BY first, generation HAVING count(*) = n)"                                    \
    " SELECT iif(n = 1, 'run ' || first, n || ' runs as ' || first), NULL, generation,"   \
    " mean, mean - sd, mean + sd FROM (SELECT *, iif(n > 1, sqrt(max(0, square - mean"    \
    " * mean) * n / (n - 1)), NULL) AS sd FROM points) ORDER BY first, generation"

/* Query for ratings of players that differ only by search depth. */
#define DEEPER_PLAYERS                                                                    \
    "WITH seen AS (SELECT depth, rating, low, high, series || iif(min(variant) OVER () =" \
    " max(variant) OVER (), '', coalesce(', ' || variant, '')) AS series FROM ratings t"  \
    " JOIN run_players p ON p.run_id = t.run_id AND p.spec = t.player"                    \
    " AND p.origin = 'players' WHERE t.run_id = ?1 AND depth > 0),"                       \
    " several AS (SELECT series, count(DISTINCT depth) AS depths FROM seen"               \
    " GROUP BY series) SELECT series, NULL, depth, rating, low, high FROM seen"           \
    " JOIN several USING (series) WHERE depths > 1 ORDER BY series, depth"

const struct sow_chart sow_charts[] = {
    {"evolve", "convergence", SOW_SCOPE_RUN, SOW_MARK_LINE,
     "Fitness, generation by generation", "generation", "fitness",
     "Scores against the generation's own opponents. Where these change with the "
     "generations, as in a co-evolution, the mean stays near 0.5 and no line shows "
     "progress or its end; the score in validation does.",
     0, 0, NAN,
     "SELECT 'best', NULL, generation, best, NULL, NULL FROM generations"
     " WHERE run_id = ?1 UNION ALL SELECT 'mean', NULL, generation, mean,"
     " max(worst, mean - sd), min(best, mean + sd) FROM generations WHERE run_id = ?1"
     " ORDER BY 1, 3"},
    {"evolve", "runs", SOW_SCOPE_RUNS, SOW_MARK_LINE,
     "Convergence of several runs: mean and band", "generation", "best fitness",
     "Mean of runs that differ only in their random seed, and one standard deviation "
     "around it, up to the last generation of all of them.",
     0, 0, NAN, RUNS_OVERLAID},
    {"evolve", "weights", SOW_SCOPE_RUN, SOW_MARK_LINE, "Weights in the population",
     "generation", "weight",
     "Means of the population; a weight that wanders has little effect on selection.", 0,
     0, NAN, WEIGHTS},
    {"evolve", "validation", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "Champion against the opponents of its validation", "score", "",
     "Share of the points with its 95 % interval; right of the line the champion is the "
     "better player.",
     0, 1, 0.5,
     "SELECT opponent || iif(count(*) OVER (PARTITION BY opponent) > 1, ' (' || variant"
     " || ')', ''), NULL, score, low, high FROM match_scores WHERE run_id = ?1"
     " AND purpose = 'validation' ORDER BY match"},
    {"evolve", "champions", SOW_SCOPE_RUNS, SOW_MARK_STRIP, "Champions, run by run",
     "weight", "",
     "A point is one run's champion. If the runs differ only in their random seed, a "
     "weight with the same value in every run matters, and a scattered weight does not.",
     0, 0, NAN,
     CHOSEN_RUNS " SELECT w.gene, NULL, w.weight FROM chosen JOIN champion_weights w"
                 " ON w.run_id = chosen.id ORDER BY w.place, chosen.id"},
    {"match", "score", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Score of the first player named",
     "score", "",
     "Share of the points in each seat and in both, with 95 % intervals; right of the "
     "line the player is better.",
     0, 1, 0.5,
     "SELECT 'moves ' || seat, NULL, score, low, high"
     " FROM seat_scores WHERE run_id = ?1 AND seat <> 'both' UNION ALL"
     " SELECT 'both seats', NULL, score, low, high FROM match_scores WHERE run_id = ?1"},
    {"tournament", "ratings", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Ratings", "Elo", "",
     "Elo points with 95 % intervals; these games do not decide between players "
     "whose intervals overlap widely.",
     0, 0, 0,
     "SELECT name, iif(min(variant) OVER () = max(variant) OVER (), NULL, variant),"
     " rating, low, high FROM ratings WHERE run_id = ?1 ORDER BY variant, rating DESC"},
    {"tournament", "crosstable", SOW_SCOPE_RUN, SOW_MARK_HEAT,
     "Everybody against everybody", "opponent", "player",
     "The row's share of the points against the column.", 0, 1, 0.5,
     "WITH seen AS (SELECT m.match, " SOW_PLAYER_NAME("m.player") " AS player, " SOW_PLAYER_NAME(
         "m.opponent") " AS opponent, m.score FROM match_scores m"
                       " WHERE m.run_id = ?1 AND m.player <> m.opponent), both AS (SELECT player, opponent,"
                       " score FROM seen UNION ALL SELECT opponent, player, 1 - score FROM seen), placed AS"
                       " (SELECT player, avg(score) AS mean FROM both GROUP BY player)"
                       " SELECT p.player, q.player, (SELECT avg(score) FROM both b WHERE b.player = p.player"
                       " AND b.opponent = q.player) FROM placed p, placed q"
                       " ORDER BY p.mean DESC, p.player, q.mean DESC, q.player"},
    {"tournament", "depths", SOW_SCOPE_RUN, SOW_MARK_LINE, "Ratings by depth",
     "moves looked ahead", "Elo",
     "Ratings of players that differ only in the number of moves looked ahead, with "
     "95 % intervals.",
     0, 0, NAN, DEEPER_PLAYERS},
    {"robustness", "cells", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Games won, cell by cell",
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
    {"transfer", "scores", SOW_SCOPE_RUN, SOW_MARK_HEAT, "Every player in every game",
     "player", "variant",
     "Mean score against the opponents. A column that is pale except at its own "
     "variant is a player that does not transfer; the mark shows its worst variant.",
     0, 1, 0.5,
     "SELECT variant, name, score, iif(score = min(score) OVER (PARTITION BY name), 1, NULL)"
     " FROM transfers WHERE run_id = ?1 ORDER BY line"},
    {"sensitivity", "score", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "One rule changed: the same player's score", "difference from the rules as they are",
     "", "The farther from the line, the more this rule matters to the player. " VERDICTS,
     0, 0, 0, CHANGED_RULES("score")},
    {"sensitivity", "advantage", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "One rule changed: the first mover's advantage",
     "difference from the rules as they are", "",
     "Right of the line the change helps the first player. " VERDICTS, 0, 0, 0,
     CHANGED_RULES("advantage")},
    {"regret", "players", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Seeds lost by a move", "seeds",
     "",
     "Mean loss of a player's moves against perfect play, in its games and over all "
     "positions; 0 is perfect. 95 % intervals are shown for 100 choices or more.",
     0, 0, 0,
     "SELECT name, positions, regret," SOW_REGRET_INTERVAL(
         "regret") " FROM regrets WHERE run_id = ?1"
                   " AND on_board = 0 ORDER BY positions, regret, line"},
    {"regret", "seeds", SOW_SCOPE_RUN, SOW_MARK_LINE,
     "Seeds lost by a move, over all positions", "seeds on the board", "seeds lost",
     "Perfect play is at 0. 95 % intervals are shown for 100 choices or more.", 0, 0, NAN,
     "SELECT name, NULL, on_board, regret," SOW_REGRET_INTERVAL(
         "regret") " FROM regrets WHERE run_id = ?1"
                   " AND positions = 'all' AND on_board > 0 ORDER BY line"},
    {"fit", "coefficients", SOW_SCOPE_RUN, SOW_MARK_FOREST,
     "Effect of one standard deviation more", "effect", "",
     "Each coefficient times its feature's standard deviation, with its 95 % interval, "
     "so that features of any unit can be compared.",
     0, 0, 0,
     "SELECT feature, NULL, effect, low * sd, high * sd FROM fit_coefficients"
     " WHERE run_id = ?1 AND effect NOT NULL ORDER BY abs(effect) DESC, term"},
    {"fit", "residuals", SOW_SCOPE_RUN, SOW_MARK_HISTOGRAM, "Observed minus predicted",
     "residual", "observations",
     "Errors of the fit, out of sample where there are folds; best is a narrow heap "
     "around the line.",
     0, 0, 0,
     "SELECT NULL, NULL, low, high, observations FROM fit_bins WHERE run_id = ?1"
     " AND kind = 'residual' AND" UNSEEN " ORDER BY bin"},
    {"fit", "calibration", SOW_SCOPE_RUN, SOW_MARK_AGAINST, "Calibration", "predicted",
     "observed",
     "Means of ten bins of equal size by prediction, out of sample where there are "
     "folds; on the diagonal, predictions and results agree.",
     0, 0, NAN,
     "SELECT NULL, NULL, predicted, observed FROM fit_bins WHERE run_id = ?1"
     " AND kind = 'calibration' AND" UNSEEN " ORDER BY bin"},
    {"fit", "predicted", SOW_SCOPE_RUN, SOW_MARK_AGAINST, "Predicted against observed",
     "predicted", "observed",
     "The same bins, with one standard deviation of the observations in each; the "
     "shorter the bars, the more the fit explains.",
     0, 0, NAN,
     "SELECT NULL, NULL, predicted, observed, observed - sd, observed + sd FROM (SELECT *,"
     " sqrt(max(0, score * score - (observed - predicted) * (observed - predicted))) AS sd"
     " FROM fit_bins b JOIN fits USING (run_id) WHERE run_id = ?1 AND kind = 'calibration'"
     " AND method NOT IN ('logistic', 'preference') AND" UNSEEN ") ORDER BY bin"},
    {"fit", "phases", SOW_SCOPE_RUN, SOW_MARK_LINE, "Predicted and observed, by phase",
     "seeds on the board", "mean",
     "Means of all positions with this number of seeds, with no intervals: where few "
     "games reach, the lines also differ by chance.",
     0, 0, NAN,
     "SELECT p.value, NULL, (low + high) / 2, iif(p.key, predicted, observed), NULL, NULL"
     " FROM fit_bins JOIN fits USING (run_id), json_each('[\"observed\",\"predicted\"]') p"
     " WHERE run_id = ?1 AND kind = 'phase' AND method <> 'preference' AND" UNSEEN
     " ORDER BY p.key, bin"},
    {"reproduce", "differences", SOW_SCOPE_RUN, SOW_MARK_FOREST, "Ours minus the paper's",
     "percentage points", "",
     "Every printed figure that games were played for, with our 95 % interval. The "
     "verdicts, and so the colours, allow for the number of figures and for the paper's "
     "own games.",
     0, 0, 0,
     "SELECT table_name || ' ' || variant || ', ' || row_name || ', ' || column_name,"
     " verdict, ours - published, low - published, high - published FROM reproduced"
     " WHERE run_id = ?1 AND ours NOT NULL AND published NOT NULL AND low NOT NULL"
     " AND published_games > 0 ORDER BY ours - published, cell"},
    {NULL, NULL, 0, 0, NULL, NULL, NULL, NULL, 0, 0, NAN, NULL},
};

const struct sow_chart *sow_chart_first(const char *kind)
{
    const struct sow_chart *chart = sow_charts;
    while (chart->name != NULL && strcmp(chart->kind, kind) != 0)
        chart++;
    return chart;
}

const struct sow_chart *sow_chart_find(const char *kind, const char *name)
{
    const struct sow_chart *chart = sow_charts;
    while (chart->name != NULL &&
           (strcmp(chart->kind, kind) != 0 || strcmp(chart->name, name) != 0))
        chart++;
    return chart->name != NULL ? chart : NULL;
}
