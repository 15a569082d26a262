/* SPDX-License-Identifier: GPL-3.0-or-later */
/* SQL of the report sections of fits and data sets. */
#include "fit_sections.h"

/* SQL for warnings about a fit, one sentence in each row. */
static const char WARNINGS[] =
    "WITH measured (name, value) AS (SELECT measure, value FROM fit_measures"
    "  WHERE run_id = ?1 AND sample = 'in'),"
    " terms AS (SELECT * FROM fit_coefficients WHERE run_id = ?1),"
    " asked AS (SELECT json_extract(parameters, '$.errors') AS errors,"
    "  json_extract(parameters, '$.champion_run') AS champion,"
    "  json_extract(parameters, '$.comparison_games') AS games, variant"
    "  FROM runs WHERE id = ?1)"
    " SELECT feature || ' ' || note || ': it has no weight of its own' AS warning"
    "  FROM terms WHERE note IS NOT NULL"
    " UNION ALL SELECT 'variance inflation above 10 (' || group_concat(feature || ' ' ||"
    "  printf('%.4g', vif), ', ') || '): these coefficients trade off against each other;"
    " do not read one of them by itself' FROM terms WHERE vif > 10 HAVING count(*) > 0"
    " UNION ALL SELECT group_concat(feature, ', ') || ': linear combinations of others;"
    " only the penalty tells their coefficients apart' FROM terms"
    "  WHERE vif IS NULL AND note IS NULL AND feature <> 'intercept' AND sd > 0"
    "  HAVING count(*) > 0"
    " UNION ALL SELECT printf('nearly dependent columns: condition number %.2g, so some"
    " %d of 16 digits of a coefficient are lost', value, CAST(log10(value) AS INTEGER))"
    "  FROM measured WHERE name = 'condition' AND value > 1e6"
    " UNION ALL SELECT 'the iterations did not suffice: figures are of the last one; "
    "raise"
    " --iterations' FROM measured WHERE name = 'converged' AND value = 0"
    " UNION ALL SELECT printf('%d games only: errors clustered by game want some 40 or"
    " more', value) FROM measured, asked"
    "  WHERE name = 'groups' AND value < 40 AND errors = 'clustered'"
    " UNION ALL SELECT 'classical standard errors take rows as independent, but those of"
    " one game are not: they are too small; --errors clustered mends that'"
    "  FROM asked WHERE errors = 'classical' AND"
    "  (SELECT value FROM measured WHERE name = 'rows') >"
    "  (SELECT value FROM measured WHERE name = 'groups')"
    " UNION ALL SELECT 'out of sample no better than a constant (' || measure || ' ' ||"
    "  printf('%.3g', value) || ')' FROM fit_measures WHERE run_id = ?1"
    "  AND sample = 'out' AND measure IN ('r2', 'pseudo_r2') AND value <= 0"
    " UNION ALL SELECT 'no feature is left that tells moves apart: the fit plays nothing'"
    "  FROM fits WHERE run_id = ?1 AND NOT EXISTS"
    "  (SELECT 1 FROM terms WHERE note IS NULL AND feature <> 'intercept')"
    " UNION ALL SELECT 'no champion evolved by these rules is in the database to compare"
    " with; ''sowlab evolve --variant ' || variant || ''' makes one'"
    "  FROM asked WHERE champion = 0 AND games > 0";

/* SQL for the matches of a fit. The opponent in the last match may be a stored champion,
   which is named by its run. */
#define OPPONENTS                                                                        \
    "WITH named AS (SELECT m.*, CASE WHEN json_extract(r.parameters, '$.champion_run')"  \
    " > 0 AND m.match = (SELECT max(match) FROM matches WHERE run_id = ?1)"              \
    " THEN 'run:' || json_extract(r.parameters, '$.champion_run')"                       \
    " ELSE m.opponent END AS name,"                                                      \
    " CASE WHEN low > 0.5 THEN 'stronger' WHEN high < 0.5 THEN 'weaker'"                 \
    " ELSE 'undecided' END AS verdict"                                                   \
    " FROM match_scores m JOIN runs r ON r.id = m.run_id"                                \
    " WHERE m.run_id = ?1 AND m.purpose = 'validation'"                                  \
    " AND EXISTS (SELECT 1 FROM fits WHERE run_id = ?1))"

static const char COMPARISON[] = OPPONENTS
    " SELECT name AS opponent, games, wins, draws, losses, first_score, second_score,"
    " mean_margin, score, low, high, verdict FROM named ORDER BY match";

static const char CONCLUSION[] = OPPONENTS
    ", parts (place, text) AS (SELECT CASE verdict WHEN 'stronger' THEN 1"
    "  WHEN 'weaker' THEN 2 ELSE 3 END,"
    "  CASE verdict WHEN 'stronger' THEN 'is stronger than ' WHEN 'weaker'"
    "  THEN 'is weaker than ' ELSE 'is not shown to differ from ' END"
    "  || group_concat(name || ' (' || " SOW_SQL_REAL(
        "score") " || ')', ', ')"
                 "  FROM (SELECT * FROM named ORDER BY match) GROUP BY verdict)"
                 " SELECT coalesce((SELECT replace(parameters ->> 'player', '[weights]',"
                 "  '[run:' || id || ']') FROM runs WHERE id = ?1), 'run:' || ?1) || ' '"
                 "  || group_concat(text, '; ') AS conclusion"
                 " FROM (SELECT text FROM parts ORDER BY place) HAVING count(*) > 0";

/* SQL condition for the best sample: calibration and phases are shown out of sample if
   the fit has folds. */
#define BEST_SAMPLE " sample = (SELECT max(sample) FROM fit_bins WHERE run_id = ?1)"

/* SQL for the steps of a fit. The results for a person contain only the chosen
   penalty. */
#define STEPS                                                                            \
    "SELECT step, action, feature, penalty, score, standard_error, chosen"               \
    " FROM fit_steps WHERE run_id = ?1"
#define SEEDS " CAST(low AS INTEGER) || '-' || CAST(high AS INTEGER) AS seeds_on_board"
#define PHASES " WHERE run_id = ?1 AND kind = 'phase' AND" BEST_SAMPLE
#define OF_PREFERENCES " (SELECT 1 FROM fits WHERE run_id = ?1 AND method = 'preference')"

const struct sow_query_section sow_fit_sections[] = {
    {SOW_IN_BOTH,
     {"fit", true,
      "SELECT dataset_id, method, observations, terms, r2, adjusted_r2, rmse FROM fits"
      " WHERE run_id = ?1"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"measures", false,
      "SELECT measure, value FROM fit_measures WHERE run_id = ?1 AND sample = 'in'"
      " AND measure NOT IN ('score', 'rmse', 'r2', 'adjusted_r2', 'bias', 'log_loss',"
      " 'pseudo_r2', 'accuracy', 'brier') ORDER BY measure"}},
    {SOW_IN_BOTH,
     {"performance", false,
      "SELECT i.measure, i.value AS in_sample, o.value AS out_of_sample,"
      " o.standard_error FROM fit_measures i LEFT JOIN fit_measures o"
      " ON o.run_id = i.run_id AND o.measure = i.measure AND o.sample = 'out'"
      " WHERE i.run_id = ?1 AND i.sample = 'in' AND i.measure IN ('rmse', 'r2', 'bias',"
      " 'log_loss', 'pseudo_r2', 'accuracy', 'brier') ORDER BY i.measure"}},
    {SOW_IN_SHOW | SOW_PLACE_BACKGROUND,
     {"folds", false,
      "SELECT fold, games, observations, score, r2, bias FROM fit_folds"
      " WHERE run_id = ?1 ORDER BY fold"}},
    {SOW_IN_SHOW | SOW_PLACE_BACKGROUND, {"steps", false, STEPS " ORDER BY step"}},
    {SOW_IN_RESULT | SOW_PLACE_BACKGROUND,
     {"steps", false, STEPS " AND (action <> 'penalty' OR chosen) ORDER BY step"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"calibration", false,
      "SELECT sample, low, high, observations, predicted, observed FROM fit_bins"
      " WHERE run_id = ?1 AND kind = 'calibration' AND" BEST_SAMPLE " ORDER BY bin"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"phases", false,
      "SELECT sample," SEEDS ", observations, predicted, observed,"
      " observed - predicted AS bias, score FROM fit_bins" PHASES
      " AND NOT EXISTS" OF_PREFERENCES " ORDER BY bin DESC"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"phases", false,
      "SELECT sample," SEEDS ", observations AS choices,"
      " predicted AS probability_of_preferred, score AS log_loss FROM fit_bins" PHASES
      " AND EXISTS" OF_PREFERENCES " ORDER BY bin DESC"}},
    {SOW_IN_BOTH, {"warnings", false, WARNINGS}},
    {SOW_IN_BOTH,
     {"coefficients", false,
      "SELECT feature, value, standard_error, t, p, low, high, vif,"
      " CASE WHEN feature <> 'intercept' THEN effect END AS effect, note"
      " FROM fit_coefficients WHERE run_id = ?1 ORDER BY term"}},
    SOW_KEY(
        "name || ', R2 ' || " SOW_SQL_REAL("coalesce(r2_out, r2)") ", score, low, high",
        "FROM fits_overview JOIN (SELECT 1 AS place, 'strength' AS name, score, low,"
        " high FROM run_strengths WHERE run_id = ?1 UNION ALL SELECT 2, 'score',"
        " avg(score), " SOW_SQL_MEAN_ENDS(
            "avg(score)") " FROM match_scores WHERE run_id = ?1 AND purpose = 'validation'"
                          " HAVING count(*) > 0) WHERE run_id = ?1 ORDER BY place"),
    SOW_KEY("'R2', coalesce(r2_out, r2), NULL, NULL",
            "FROM fits_overview WHERE run_id = ?1 AND r2 NOT NULL"),
    SOW_SECTIONS_STRENGTH,
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN, {"comparison", false, COMPARISON}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST, {"conclusion", true, CONCLUSION}},
    SOW_ANSWER(
        "'run:' || ?1 || ' is the fitted player' || coalesce('; its R squared is ' || " SOW_SQL_REAL(
            "r2") ", '')",
        "'plot ' || ?1 || ' coefficients'", "FROM fits WHERE run_id = ?1"),
    {0, {NULL, false, NULL}},
};

/* SQL for the sums over the positions of a data set, as `tally`. */
#define TALLIED "(SELECT sowlab_tally(?1) AS tally)"

/* SQL for the size of a data set, and how many positions were solved if its outcomes are
   exact; NULL if it has no positions. */
#define POSITIONS                                                                        \
    "(tally ->> 'positions') || ' positions of ' || (tally ->> 'games') || ' games' ||"  \
    " iif((SELECT parameters ->> 'outcome' FROM runs WHERE id = ?1) = 'exact',"          \
    " ', solved exactly; ' || (SELECT count(*) FROM unsolved WHERE run_id = ?1) ||"      \
    " ' others were not solved', '')"

const struct sow_query_section sow_dataset_sections[] = {
    {SOW_IN_BOTH,
     {"dataset", true,
      "SELECT tally ->> 'positions' AS positions, tally ->> 'games' AS games,"
      " iif(known, 1.0 * (tally ->> 'sum') / (tally ->> 'positions'), NULL)"
      " AS mean_margin, iif(known, tally ->> 'least', NULL) AS least_margin,"
      " iif(known, tally ->> 'greatest', NULL) AS greatest_margin FROM " TALLIED ","
      " (SELECT coalesce(parameters ->> 'outcome', '') <> 'none' AS known FROM runs"
      " WHERE id = ?1) WHERE tally NOT NULL"}},
    {SOW_IN_BOTH,
     {"unsolved", true,
      "SELECT count(*) AS positions, count(DISTINCT game) AS games,"
      " min(on_board) AS least_on_board, max(on_board) AS most_on_board"
      " FROM unsolved WHERE run_id = ?1 HAVING count(*) > 0"}},
    {SOW_IN_BOTH | SOW_PLACE_REMARK,
     {"warning", true,
      "SELECT 'Nothing was recorded: no game continued after its ' ||"
      " json_extract(parameters, '$.random_plies') || ' random plies with anything to"
      " record. Ask for fewer with --random-plies.' AS warning FROM runs WHERE id = ?1"
      " AND kind = 'dataset' AND status = 'done'"
      " AND NOT EXISTS (SELECT 1 FROM positions WHERE run_id = ?1)"
      " AND NOT EXISTS (SELECT 1 FROM choices WHERE run_id = ?1)"
      " AND NOT EXISTS (SELECT 1 FROM unsolved WHERE run_id = ?1)"}},
    {SOW_IN_BOTH | SOW_PLACE_REMARK,
     {"warning", true,
      "SELECT count(*) || ' positions were not solved and have no label (table unsolved)."
      " The other positions are not a fair sample where many seeds are on the board. For"
      " more labels use --endgame FILE with more seeds on the board, or raise --nodes.' AS warning FROM unsolved WHERE run_id = ?1 HAVING count(*) > 0"}},
    {SOW_IN_HEAD | SOW_PLACE_ANSWER,
     {"origin", true,
      "SELECT (parameters ->> 'file') || ', a file of ' || (parameters ->> 'records') ||"
      " ' records with the SHA-256 ' || (parameters ->> 'sha256') AS imported_from"
      " FROM runs WHERE id = ?1 AND kind = 'import'"}},
    SOW_ANSWER(POSITIONS, "'fit ' || ?1", "FROM " TALLIED),
    SOW_KEY("nullif(count(*), 0) || ' positions with choices of ' ||"
            " count(DISTINCT game) || ' games', NULL, NULL, NULL",
            "FROM choices WHERE run_id = ?1"),
    {0, {NULL, false, NULL}},
};
