/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "fit": their options, the checks before the run, and the run itself. */
#include "sow/fitting/fit.h"

#include "fit_sections.h"
#include "sow/fitting/dataset.h"
#include "sow/fitting/fit_rows.h"
#include "sow/matches/openings.h"
#include "sow/players/player_template.h"
#include "sow/queries/query_words.h"
#include "sow/store/store.h"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"

#include <limits.h>
#include <math.h>

#define AT(field) offsetof(struct sow_fit_options, field)

/* Settings that are not options: the operand, and a number that is found. */
static const struct sow_param FOUND_ROWS[] = {
    {"dataset", &sow_param_integer, AT(dataset), 1, INT_MAX, NULL, "1",
     "number of the run that made the data set"},
    {"champion_run", &sow_param_integer, AT(champion_run), SOW_CHAMPION_NOT_ASKED,
     INT_MAX, NULL, "-1",
     "run of the champion among the opponents; 0 = there was none, -1 = no champion "
     "among --opponents"},
};

static const struct sow_param_table FOUND_PARAMS = {FOUND_ROWS, sizeof FOUND_ROWS /
                                                                    sizeof FOUND_ROWS[0]};

static const char *const WEIGHTS[] = {"rows", "games", NULL};
static const char *const VIEWS[] = {"stored", SOW_VIEW_WORD, NULL};

static const struct sow_param ROWS[] = {
    {"features", &sow_param_string, AT(features), 0, SOW_FEATURE_LIST_MAX, NULL, "auto",
     "features and groups to fit, separated by commas; -NAME leaves one out; auto = "
     "the group default, or the heuristics of moves with --method preference"},
    {"weight", &sow_param_choice, AT(weight), 0, 0, WEIGHTS, "rows",
     "units of equal weight: every row, or every game whatever its number of rows"},
    {"comparison_games", &sow_param_integer, AT(comparison_games), 0, 10000000, NULL,
     "1000",
     "games of the fitted player in each seat against every opponent; 0 = "
     "none"},
    {"random_plies", &sow_param_integer, AT(random_plies), 0, 1000, NULL, "4",
     "random moves that open each of these games, the same for both seats and all "
     "opponents; 0 = all from the standard start"},
    SOW_STARTS_ROW(AT(starts)),
    {"opponents", &sow_param_players, AT(opponents), 0, SOW_PLAYER_LIST_MAX, NULL,
     "state:h4=1,h6=-1 divilly2013 champion",
     "opponents of the fitted player, separated by blanks; "
     "champion = the best champion of the same rules in the "
     "database"},
    {"player", &sow_param_added_string, AT(player), 0, SOW_SPEC_MAX, NULL, "",
     "search player that values positions by the fitted weights, such as "
     "alphabeta:depth=3,eval=[weights]; by default no search"},
    {"view", &sow_param_added_choice, AT(view), 0, 0, VIEWS, "stored",
     "view of each position: the stored one, or that of the player to move, for a "
     "player whose weights hold at every depth (state:view=to-move)"},
    {"target_mix", &sow_param_mix, AT(target_mix), 0, 1, NULL, "auto",
     "share of the outcome in the target, in a data set with labels by search; 0 = the "
     "label alone, 1 = the outcome alone; auto = 0 if there are labels"},
};

static const struct sow_param_table PARAMS = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Returns the target of the rows, which follows from the method: margins for
   least-squares, ridge and robust, results for logistic, choices for preference. */
static enum sow_fit_target target_of(const struct sow_fit_options *options)
{
    static const enum sow_fit_target TARGETS[] = {
        [SOW_LINK_IDENTITY] = SOW_TARGET_MARGIN,
        [SOW_LINK_LOGIT] = SOW_TARGET_RESULT,
        [SOW_LINK_CHOICE] = SOW_TARGET_CHOICE,
    };
    return TARGETS[sow_methods[options->model.method].link];
}

/* ---- Before the run is stored ---- */

/* Checks that a data set has rows of the kind that the method needs. Fails with
   SOW_USAGE. */
static enum sow_status check_dataset(const struct sow_fit_options *options,
                                     const struct sow_dataset_facts *facts,
                                     struct sow_err *err)
{
    bool of_choices = target_of(options) == SOW_TARGET_CHOICE;
    if ((of_choices ? facts->choices : facts->positions) > 0)
        return SOW_OK;
    if (of_choices)
        return sow_err_set(err, SOW_USAGE,
                           "data set %d has no choices to learn preferences from; "
                           "make one with 'dataset make PLAYER --record choices'",
                           options->dataset);
    return sow_err_set(
        err, SOW_USAGE, "data set %d has no positions to fit%s", options->dataset,
        facts->choices > 0 ? ", but choices; fit them with '--method preference'"
                           : "; make one with 'dataset make PLAYER'");
}

/* Returns true if the target is a number of seeds, as for least-squares, ridge and
   robust. */
static bool has_margins(const struct sow_fit_options *options)
{
    return target_of(options) == SOW_TARGET_MARGIN;
}

/* Checks that the data set has the labels and outcomes that method and `target_mix` ask
   for. Fails with SOW_USAGE. */
static enum sow_status check_target(const struct sow_fit_options *options,
                                    const struct sow_dataset_facts *facts,
                                    struct sow_err *err)
{
    double mix = options->target_mix;
    if (mix >= 0 && facts->labels == 0)
        return sow_err_set(err, SOW_USAGE,
                           "data set %d has no labels by search to mix with outcomes: "
                           "leave out --target-mix, or make one with 'dataset make "
                           "PLAYER --target search:SPEC'",
                           options->dataset);
    bool of_results = facts->label == SOW_LABEL_RESULT && mix > 0 && mix < 1;
    if (of_results)
        return sow_err_set(err, SOW_USAGE,
                           "the outcomes of data set %d are results, which do not mix "
                           "with labels in seeds: give --target-mix 0, or make it with "
                           "--outcome margin",
                           options->dataset);
    bool of_outcomes =
        has_margins(options) ? mix > 0 : target_of(options) == SOW_TARGET_RESULT;
    if (facts->label == SOW_LABEL_NONE && of_outcomes)
        return sow_err_set(err, SOW_USAGE,
                           "data set %d has labels and no outcomes: fit the labels alone "
                           "by least-squares, ridge or robust, with --target-mix 0",
                           options->dataset);
    return SOW_OK;
}

/* Replaces an `auto` mix by 0, the label alone, if the method fits margins and the data
   set has labels by search. Sets the view to-move for positions that the data set stores
   as seen by the player to move. */
static void resolve_target(struct sow_fit_options *options,
                           const struct sow_dataset_facts *facts)
{
    if (has_margins(options) && options->target_mix < 0 && facts->labels > 0)
        options->target_mix = 0;
    if (facts->view == SOW_VIEW_TO_MOVE && target_of(options) != SOW_TARGET_CHOICE)
        options->view = SOW_FIT_TO_MOVE;
}

/* Reads the facts about the data set, and checks that it has the rows that the method and
   the target need. Fails as sow_dataset_probe, check_dataset and check_target. */
static enum sow_status require_dataset(struct sow_store *store,
                                       const struct sow_fit_options *options,
                                       struct sow_dataset_facts *facts,
                                       struct sow_err *err)
{
    enum sow_status status = sow_dataset_probe(store, options->dataset, facts, err);
    if (status == SOW_OK)
        status = check_dataset(options, facts, err);
    status = sow_err_blame(err, status, "operands");
    return status == SOW_OK
               ? sow_err_blame(err, check_target(options, facts, err), "target_mix")
               : status;
}

enum sow_status sow_fit_variant(struct sow_store *store,
                                const struct sow_fit_options *options,
                                struct sow_variant *variant, struct sow_err *err)
{
    struct sow_dataset_facts facts;
    enum sow_status status = sow_dataset_describe(store, options->dataset, &facts, err);
    if (status == SOW_OK)
        *variant = facts.variant;
    return status;
}

/* Checks that every fold has games; without folds there is nothing to check. Fails
   with SOW_BAD_DATA. The fit itself would fail only after reading all rows. */
static enum sow_status check_folds(const struct sow_fit_options *options,
                                   struct sow_store *source, struct sow_err *err)
{
    bool of_choices = target_of(options) == SOW_TARGET_CHOICE;
    int folds = options->model.folds;
    int found = 0;
    if (folds == 0)
        return SOW_OK;
    enum sow_status status =
        sow_store_count_folds(source, of_choices ? "choices" : "positions",
                              options->dataset, folds, &found, err);
    if (status != SOW_OK || found == folds)
        return status;
    return sow_err_set(
        err, SOW_BAD_DATA,
        "the games of data set %d fill only %d of %d folds (games 2k and 2k + 1 stay "
        "together); lower --folds or make a larger data set",
        options->dataset, found, folds);
}

/* Replaces the template of the player by its complete form, before any rows are read.
   With features of moves, tries whether this player can use such weights. Fails with
   SOW_USAGE if it cannot, else as sow_template_resolve. */
static enum sow_status resolve_player(struct sow_fit_options *fit,
                                      const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_fit_columns columns;
    struct sow_agent template_agent;
    double ones[SOW_HEURISTICS] = {0};
    enum sow_status status = sow_template_resolve(&fit->player, rules, err);
    if (status == SOW_OK)
        status = sow_template_read(fit->player, &template_agent, err);
    if (status == SOW_OK)
        status = sow_err_blame(err, sow_fit_columns_read(&columns, fit->features, err),
                               "features");
    if (status != SOW_OK || !columns.of_moves)
        return status;
    struct sow_agent agent;
    for (int i = 0; i < columns.count; i++)
        ones[columns.feature[i]] = 1.0;
    sow_agent_weighted(&agent, ones);
    return sow_template_fill(&template_agent, &agent, err);
}

/* Resolves target and view, features, opponents, the search player and the starts for a
   data set with these facts. Returns the first error, blamed on its option. */
static enum sow_status resolve(struct sow_fit_options *fit, struct sow_store *source,
                               const struct sow_rules *rules,
                               const struct sow_dataset_facts *facts, struct sow_err *err)
{
    resolve_target(fit, facts);
    enum sow_status status = sow_err_blame(
        err,
        sow_fit_columns_resolve(&fit->features, target_of(fit) == SOW_TARGET_CHOICE,
                                rules, err),
        "features");
    if (status == SOW_OK)
        status =
            sow_err_blame(err,
                          sow_fit_opponents_resolve(&fit->opponents, &fit->champion_run,
                                                    source, rules, err),
                          "opponents");
    if (status == SOW_OK)
        status = sow_err_blame(err, resolve_player(fit, rules, err), "player");
    return status == SOW_OK
               ? sow_err_blame(
                     err,
                     sow_openings_replace(&fit->starts, &fit->random_plies, rules, err),
                     "starts")
               : status;
}

/* Resolves the options of a recorded fit without reading the rows of its data set
   (`settle` of run.h). Takes them to have labels: only then can a record have another mix
   than `auto`. Fails as sow_dataset_describe and resolve. */
static enum sow_status settle_fit(void *options, struct sow_store *source,
                                  const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_fit_options *fit = options;
    struct sow_dataset_facts facts;
    enum sow_status status = sow_dataset_describe(source, fit->dataset, &facts, err);
    facts.labels = 1;
    return status == SOW_OK ? resolve(fit, source, rules, &facts, err) : status;
}

/* Checks the options and the data set, and replaces target, features, opponents, player
   and starts by what they mean (`prepare` of run.h). Returns the first error, blamed on
   its option. */
static enum sow_status prepare_fit(void *options, struct sow_store *source,
                                   const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_fit_options *fit = options;
    struct sow_dataset_facts facts;
    enum sow_status status = sow_model_check(&fit->model, err);
    if (status == SOW_OK)
        status = require_dataset(source, fit, &facts, err);
    if (status == SOW_OK)
        status = resolve(fit, source, rules, &facts, err);
    return status == SOW_OK ? sow_err_blame(err, check_folds(fit, source, err), "folds")
                            : status;
}

/* ---- Operands ---- */

/* Takes the number of the data set from the operand (`take` of run.h), and marks the
   champion's run as not found yet. Fails with SOW_USAGE if the operand is not a number,
   and with SOW_NOT_FOUND if it is greater than any run's. */
static enum sow_status take_fit(void *options, const struct sow_words *words,
                                struct sow_err *err)
{
    struct sow_fit_options *fit = options;
    int64_t dataset = 0;
    enum sow_status status = sow_err_blame(
        err, sow_word_integer(words->words[0], "DATASET", 1, &dataset, err), "operands");
    if (status == SOW_OK && dataset > INT_MAX)
        status = sow_err_blame(err,
                               sow_err_set(err, SOW_NOT_FOUND,
                                           "there is no run %s; see 'runs list'",
                                           words->words[0]),
                               "operands");
    fit->dataset = (int)dataset;
    fit->champion_run = SOW_CHAMPION_NOT_ASKED;
    return status;
}

/* Finds the rules of the fit, those of its data set (`game` of run.h). Fails as
   sow_fit_variant, blamed on the operands. */
static enum sow_status find_game(const void *options, struct sow_store *source,
                                 struct sow_variant *game, struct sow_err *err)
{
    return sow_err_blame(err, sow_fit_variant(source, options, game, err), "operands");
}

/* ---- Options without effect ---- */

/* Returns true if the chosen method can fit an intercept (a condition for intercept). @p
   context is a struct sow_fit_options. */
static bool has_intercept(const void *context)
{
    const struct sow_fit_options *options = context;
    return sow_methods[options->model.method].has_intercept;
}

/* Returns true if the chosen method is ridge regression (a condition for penalty). @p
   context is a struct sow_fit_options. */
static bool is_ridge(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.method == SOW_METHOD_RIDGE;
}

/* Returns true if the chosen method is robust regression (a condition for loss and
   tuning). @p context is a struct sow_fit_options. */
static bool is_robust(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.method == SOW_METHOD_ROBUST;
}

/* Returns true if the method repeats its passes until it converges (a condition for
   iterations). @p context is a struct sow_fit_options. */
static bool iterates(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.method != SOW_METHOD_LEAST_SQUARES && !is_ridge(options);
}

/* Returns true if features are selected (a condition for select_most). @p context is a
   struct sow_fit_options. */
static bool selects(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->model.select;
}

/* Returns true if the fit chooses among models by their scores: features, or the penalty
   of ridge. @p context is a struct sow_fit_options. */
static bool chooses(const void *context)
{
    const struct sow_fit_options *options = context;
    return selects(options) || (is_ridge(options) && !(options->model.penalty > 0.0));
}

/* Returns true if the fitted player plays games at the end (a condition for its player,
   opponents and openings). @p context is a struct sow_fit_options. */
static bool compares(const void *context)
{
    const struct sow_fit_options *options = context;
    return options->comparison_games > 0;
}

/* Returns true if rows are positions, not moves of choices (a condition for view). @p
   context is a struct sow_fit_options. */
static bool fits_positions(const void *context)
{
    return target_of(context) != SOW_TARGET_CHOICE;
}

/* Returns true if the target is in seeds, so that it may be mixed with a label by search
   (a condition for target_mix). @p context is a struct sow_fit_options. */
static bool may_mix(const void *context)
{
    return has_margins(context);
}

/* Conditions without which an option has no effect. */
static const struct sow_param_need NEEDS[] = {
    {"view", fits_positions, "a --method other than preference"},
    {"target_mix", may_mix, "--method least-squares, ridge or robust"},
    {"intercept", has_intercept, "a --method other than preference"},
    {"penalty", is_ridge, "--method ridge"},
    {"loss", is_robust, "--method robust"},
    {"tuning", is_robust, "--method robust"},
    {"iterations", iterates, "--method robust, logistic or preference"},
    {"select_most", selects, "--select"},
    {"rule", chooses, "--select, or --method ridge without a --penalty"},
    {"random_plies", compares, "--comparison-games above 0"},
    {"starts", compares, "--comparison-games above 0"},
    {"opponents", compares, "--comparison-games above 0"},
    {"player", compares, "--comparison-games above 0"},
    {NULL, NULL, NULL},
};

/* ---- The run ---- */

/* Fits the model to the rows, in as many passes as the method needs, and stores it. On
   failure nothing is stored. Fails as sow_model_fit and sow_fit_content_store. */
static enum sow_status fit_model(struct sow_run *run,
                                 const struct sow_fit_options *options,
                                 const struct sow_rows *rows, struct sow_err *err)
{
    struct sow_model *model = NULL;
    enum sow_status status = sow_model_fit(rows, NULL, &options->model, &model, err);
    if (status == SOW_OK)
        status = sow_fit_content_store(run, options->dataset, model, err);
    sow_model_free(model);
    return status;
}

/* Reads the rows of the data set, fits the model to them and stores it. On failure
   nothing is stored. */
static enum sow_status read_and_fit(struct sow_run *run,
                                    const struct sow_fit_options *options,
                                    const struct sow_fit_columns *columns,
                                    struct sow_err *err)
{
    struct sow_fit_reading reading = {
        .dataset = options->dataset,
        .columns = columns,
        .target = target_of(options),
        .weight = (enum sow_fit_weight)options->weight,
        .view = (enum sow_fit_view)options->view,
        .mix = options->target_mix >= 0 ? options->target_mix : 1};
    struct sow_fit_rows *rows = NULL;
    enum sow_status status = sow_fit_rows_read(&rows, run, &reading, err);
    if (status != SOW_OK)
        return status;
    struct sow_rows source = sow_fit_rows_source(rows);
    status = fit_model(run, options, &source, err);
    sow_progress_end(run->with.progress);
    sow_fit_rows_free(rows);
    return status;
}

/* Fits and stores the model, unless the run has a fit already. */
static enum sow_status
fit_once(struct sow_run *run, const struct sow_fit_options *options, struct sow_err *err)
{
    struct sow_fit_columns columns;
    int64_t fits = 0;
    enum sow_status status = sow_store_count(run->sink, "fits", run->id, &fits, err);
    if (status != SOW_OK || fits > 0)
        return status;
    status = sow_fit_columns_read(&columns, options->features, err);
    return status == SOW_OK ? read_and_fit(run, options, &columns, err) : status;
}

/* Fits and stores the model, and plays and stores the games of the fitted player
   (`execute` of run.h). A resumed run keeps its fit and its matches. Returns the first
   error. */
static enum sow_status execute_fit(struct sow_run *run, const void *options,
                                   struct sow_err *err)
{
    const struct sow_fit_options *asked = options;
    run->kernel_used = "none";
    run->stop_reason = "fitted";
    enum sow_status status = fit_once(run, asked, err);
    struct sow_fit_comparison comparison = {.opponents = &asked->opponents,
                                            .player = asked->player,
                                            .games = asked->comparison_games,
                                            .random_plies = asked->random_plies,
                                            .starts = asked->starts};
    if (status != SOW_OK || asked->comparison_games == 0)
        return status;
    status = sow_run_look(run, err);
    return status == SOW_OK ? sow_fit_compare(run, &comparison, err) : status;
}

/* Measures the strength of the fitted player if the options ask for it (`after` of
   run.h). */
static enum sow_status measure_fit(struct sow_run *run, const void *options,
                                   struct sow_err *err)
{
    const struct sow_fit_options *asked = options;
    return sow_strength_after(run, &asked->strength, err);
}

static const struct sow_param TYPED_ROWS[] = {
    SOW_MEASURE_ROW(offsetof(struct sow_fit_options, strength))};
static const struct sow_param_table TYPED = {TYPED_ROWS, 1};

static const char *const CONTENT[] = {"fits",         "coefficients", "term_diagnostics",
                                      "fit_measures", "fit_folds",    "fit_steps",
                                      "fit_bins",     "matches",      NULL};

static const char *const MEASURES[] = {"strength", "r2", NULL};

static const struct sow_query_words WORDS = {
    {[SOW_WORDS_SUBJECT] = "'data set ' || (r.parameters ->> 'dataset') || ', ' ||"
                           " (r.parameters ->> 'method')"}};

const struct sow_run_kind sow_fit_kind = {
    .name = "fit",
    .groups = {{.table = &FOUND_PARAMS, .use = SOW_RECORDED},
               {.table = &PARAMS},
               {.table = &TYPED, .use = SOW_TYPED},
               {.table = &sow_model_params,
                .offset = offsetof(struct sow_fit_options, model),
                .title = "Model"}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_fit_options),
    .command =
        {
            .kind = &sow_fit_kind,
            .section = "Fitting",
            .name = "fit",
            .operands = "DATASET",
            .summary = "fit a linear model to a data set, validate it and play with it",
            .examples =
                "sowlab fit 2\n"
                "sowlab fit 2 --features h4,h6 && sowlab match run:3 random\n"
                "sowlab fit 2 --method logistic --features all --select\n"
                "sowlab fit 2 --method ridge --features all\n"
                "sowlab dataset make divilly2013 --record choices && sowlab fit 4 --method preference",
            .details =
                "DATASET is the number of the run that made the data set; the fit uses "
                "its rules. 'sowlab features' lists features of positions and their "
                "groups. With --method preference there are also features of moves: "
                "move_h1 and so on, or, as the only name, 'heuristics' (the paper's "
                "six) or 'all-heuristics'.\n"
                "The methods least-squares, ridge and robust fit the label. Method "
                "logistic fits the result of the game: 1 for a win, 0.5 for a draw, 0 "
                "for a loss. Method preference fits the preferred move among the legal "
                "ones.\n"
                "If the data set has labels by search (dataset make --target search:SPEC), "
                "least-squares, ridge and robust fit that label; --target-mix mixes it with the outcome. With "
                "--view to-move the fitted player is state:view=to-move, whose weights "
                "hold at every depth of a search. The constant term is then its weight "
                "of to_move.\n"
                "Folds consist of whole pairs of games. The fitted player is run:ID, "
                "which chooses the move that it values highest. At the end it plays "
                "against --opponents.\n" SOW_DOC_FIT
                " explains every figure, and " SOW_DOC_FITS " computes it again in R.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 1,
            .max_operands = 1,
        },
    .take = take_fit,
    .again = "dataset",
    .refers = true,
    .game = find_game,
    .prepare = prepare_fit,
    .settle = settle_fit,
    .execute = execute_fit,
    .after = measure_fit,
    .goes_on = true,
    .sections = sow_fit_sections,
    .charts = sow_fit_charts,
    .content = CONTENT,
    .words = &WORDS,
    .measures = MEASURES,
};
