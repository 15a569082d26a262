/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of runs that learn: their tables, and checks before a run is stored. */
#include "learn_options.h"

#include "learn_games.h"
#include "learn_targets.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/endgame/database.h"
#include "sow/players/fit_columns.h"
#include "sow/players/player_template.h"
#include "sow/players/players.h"
#include "sow/variants/variant.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_learn_options, field)

/* Positions that a fit needs for each feature. */
enum { POSITIONS_A_FEATURE = 10 };

/* Positions searched for an exact value: little, because each game has a position that is
   not solved. */
static const char NODES[] = "2000";

static const char *const METHODS[SOW_LEARN_METHODS + 1] = {
    [SOW_LEARN_RIDGE] = "ridge", [SOW_LEARN_LOGISTIC] = "logistic"};

static const struct sow_param ROWS[] = {
    {"features", &sow_param_string, AT(features), 0, SOW_FEATURE_LIST_MAX, NULL, "all",
     "features that value positions: names and groups of 'sowlab features', separated "
     "by commas, such as default,-to_move"},
    {"player", &sow_param_string, AT(player), 0, SOW_SPEC_MAX, NULL,
     "alphabeta:depth=2,hash=0,eval=[weights]",
     "search player that plays the games and the tests with the learnt weights"},
    {"first", &sow_param_string, AT(first), 0, SOW_SPEC_MAX, NULL,
     "state:store_difference=1",
     "player whose evaluator gives the first weights, such as run:17"},
    {"target", &sow_param_string, AT(target), 0, SOW_SPEC_MAX, NULL,
     "search:alphabeta:depth=4,hash=0,eval=[weights]",
     "target of the fit: outcome, the final margin; exact, the margin under perfect play; "
     "or search:SPEC, the value by a search with the weights so far"},
    {"target_mix", &sow_param_real, AT(target_mix), 0, 1, NULL, "0.5",
     "share of --other-target in the target; 0 = --target alone, where it is known"},
    {"rounds", &sow_param_integer, AT(rounds), 1, 1000, NULL, "4",
     "rounds of play and fit"},
    {"positions", &sow_param_integer, AT(positions), 1, 10000000, NULL, "8000",
     "positions fitted in each round"},
    {"random_plies", &sow_param_text, AT(random_plies), 0,
     sizeof(((struct sow_learn_options *)0)->random_plies) - 1, NULL, "0..12",
     "random moves that open each game: A..B, or one number"},
    {"epsilon", &sow_param_real, AT(epsilon), 0, 1, NULL, "0.1",
     "share of random moves after the opening"},
    {"sample", &sow_param_real, AT(sample), 0.001, 1, NULL, "0.3",
     "share of the positions of a game that are taken"},
    {"ridge", &sow_param_real, AT(ridge), 0, 1e6, NULL, "0.001",
     "penalty of the fit, for columns of standard deviation 1; 0 = least squares"},
    {"test_games", &sow_param_integer, AT(test_games), 0, 10000000, NULL, "100",
     "games in each seat that test the weights of a round against those of the round "
     "before, and against the first weights; 0 = none"},
    {"other_target", &sow_param_added_string, AT(other_target), 0, SOW_SPEC_MAX, NULL,
     "outcome",
     "second target, which is mixed with --target: outcome, exact or search:SPEC"},
    {"method", &sow_param_added_choice, AT(method), 0, 0, METHODS, "ridge",
     "method of the fit, as in 'sowlab fit': ridge fits margins, logistic fits results"},
    {"lambda", &sow_param_added, AT(lambda), 0,
     sizeof(((struct sow_learn_options *)0)->lambda) - 1, NULL, "",
     "LSTD(lambda): 1 fits final margins, 0 fits the values of the next positions; by "
     "default a regression"},
    {"budget", &sow_param_added_integer, AT(budget), 0, 10000000, NULL, "0",
     "positions of all rounds together, instead of --positions; 0 = rounds times "
     "--positions"},
    {"endgame", &sow_param_added, AT(exact.endgame), 0, SOW_EXACT_PATH_MAX, NULL, "",
     "with exact targets: endgame file of 'sowlab solve'; by default none"},
    {"nodes", &sow_param_added, AT(exact.nodes), 0,
     sizeof(((struct sow_learn_options *)0)->exact.nodes) - 1, NULL, "",
     "with exact targets: largest number of positions searched to solve one; by default "
     "2000, 0 = no search"},
};

const struct sow_param_table sow_learn_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param TYPED_ROWS[] = {
    SOW_MEASURE_ROW(AT(strength)),
    SOW_MEASURE_EVERY_ROW(AT(strength), "rounds whose weights are"),
};

const struct sow_param_table sow_learn_typed_params = {
    TYPED_ROWS, sizeof TYPED_ROWS / sizeof TYPED_ROWS[0]};

/* ---- Conditions ---- */

/* Returns true if one of the two options for targets names this source. */
static bool has_source(const void *options, enum learn_source source)
{
    const struct sow_learn_options *learn = options;
    return sow_learn_source_of(learn->target) == source ||
           sow_learn_source_of(learn->other_target) == source;
}

/* Returns true if the options name two different sources of targets, both of which exist
   (also a condition for the option target_mix). */
static bool is_mixed(const void *options)
{
    const struct sow_learn_options *learn = options;
    enum learn_source first = sow_learn_source_of(learn->target);
    enum learn_source second = sow_learn_source_of(learn->other_target);
    return first != second && first != LEARN_SOURCES && second != LEARN_SOURCES;
}

/* Returns true if a target is exact, so that positions are solved (also a condition for
   the options endgame and nodes). */
static bool is_solved(const void *options)
{
    return has_source(options, LEARN_EXACT);
}

/* Returns true if the method fits margins by ridge (a condition for the option ridge). */
static bool is_ridge(const void *options)
{
    return ((const struct sow_learn_options *)options)->method == SOW_LEARN_RIDGE;
}

/* Returns true if the strength of the result is measured (a condition for the option
   measure_every). */
static bool is_measured(const void *options)
{
    return ((const struct sow_learn_options *)options)->strength.measure;
}

const struct sow_param_need sow_learn_needs[] = {
    {"measure_every", is_measured, "--measure"},
    {"target_mix", is_mixed, "--target and --other-target of two kinds"},
    {"endgame", is_solved, "--target exact or --other-target exact"},
    {"nodes", is_solved, "--target exact or --other-target exact"},
    {"ridge", is_ridge, "--method ridge"},
    {NULL, NULL, NULL}};

bool sow_learn_lambda_read(const struct sow_learn_options *options, double *lambda)
{
    *lambda = (double)NAN;
    return options->lambda[0] == '\0' ||
           (sow_text_to_real(options->lambda, lambda) && *lambda >= 0 && *lambda <= 1);
}

/* ---- Before the run is stored ---- */

enum sow_status sow_learn_take(void *options, const struct sow_words *words,
                               struct sow_err *err)
{
    (void)err;
    const char *substituted =
        is_solved(options) ? sow_endgame_substituted(&words->game->rules) : NULL;
    if (substituted != NULL)
        words->note(words->cli, "exact targets ignore %s", substituted);
    return SOW_OK;
}

/* Checks that the @p count features can be fitted. Fails with SOW_USAGE, blamed on an
   option, if the only one is `to_move`, or if a round has fewer than POSITIONS_A_FEATURE
   positions for each feature. */
static enum sow_status check_features(const struct sow_learn_options *options,
                                      const int *feature, int count, struct sow_err *err)
{
    int least = POSITIONS_A_FEATURE * count;
    bool has_budget = options->budget > 0;
    if (count == 1 && feature[0] == sow_state_feature_find("to_move"))
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "feature 'to_move' is 1 in every position of the "
                        "player to move, so it has no scale: add other "
                        "--features"),
            "features");
    if (options->positions >= least)
        return SOW_OK;
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_USAGE,
                    "%d positions are too few for %d features: give "
                    "--%s %lld or more, or fewer --features",
                    options->positions, count, has_budget ? "budget" : "positions",
                    has_budget ? (long long)least * options->rounds : (long long)least),
        has_budget ? "budget" : "positions");
}

/* Replaces the list of features by their names, with commas between them. Writes their
   indices to @p feature, and their number to @p count. Fails as sow_state_feature_list
   and check_features, or with SOW_NO_MEMORY. */
static enum sow_status resolve_features(struct sow_learn_options *options,
                                        const struct sow_rules *rules,
                                        int feature[SOW_AGENT_TERMS_MAX], int *count,
                                        struct sow_err *err)
{
    char *names = NULL;
    size_t size = 0;
    enum sow_status status =
        sow_state_feature_list(options->features, rules, feature, count, err);
    if (status != SOW_OK)
        return sow_err_blame(err, status, "features");
    status = check_features(options, feature, *count, err);
    if (status != SOW_OK)
        return status;
    FILE *out = sow_stream_open(&names, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < *count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : ",",
                      sow_state_features.rows[feature[i]].name);
    if (fclose(out) != 0)
        return sow_err_no_memory(err);
    free(options->features);
    options->features = names;
    return SOW_OK;
}

/* Checks that the player `first` values single positions, so that it gives the first
   weights. Fails with SOW_USAGE if it does not, or with the error of its spec, blamed on
   the option. */
static enum sow_status check_first(const struct sow_learn_options *options,
                                   struct sow_err *err)
{
    struct sow_agent agent;
    struct sow_agent_leaf leaf;
    enum sow_status status = sow_agent_parse(options->first, NULL, &agent, err);
    const char *refusal = status == SOW_OK ? sow_agent_leaf_of(&agent, &leaf) : NULL;
    if (refusal == NULL && status == SOW_OK && leaf.of_path)
        refusal = "it values lines of play";
    if (refusal != NULL)
        status = sow_err_set(err, SOW_USAGE,
                             "player '%.100s' cannot give the first weights: %s; name "
                             "weights, a state, or a search with one of them",
                             options->first, refusal);
    return sow_err_blame(err, status, "first");
}

/* Sets the number of positions of a round to an equal part of the budget, if there is
   one. Fails with SOW_USAGE if the option `positions` is given and contradicts it. The
   default number of positions counts as not given. */
static enum sow_status share_budget(struct sow_learn_options *options,
                                    struct sow_err *err)
{
    int64_t usual = 0;
    int positions = options->budget / options->rounds;
    (void)sow_text_to_int(sow_param_find(&sow_learn_params, "positions")->fallback,
                          &usual);
    if (options->budget == 0)
        return SOW_OK;
    if (options->positions != usual && options->positions != positions)
        return sow_err_blame(err,
                             sow_err_set(err, SOW_USAGE,
                                         "'--budget %d' is %d positions in each of %d "
                                         "rounds, and '--positions %d' contradicts it: "
                                         "leave one of them out",
                                         options->budget, positions, options->rounds,
                                         options->positions),
                             "budget");
    options->positions = positions;
    return SOW_OK;
}

/* Checks `lambda` and writes its shortest form; an empty one stays. Fails with SOW_USAGE
   if it is not a number from 0 to 1, or if other options contradict LSTD: another target
   than the outcome, a second target or another method. */
static enum sow_status resolve_lambda(struct sow_learn_options *options,
                                      struct sow_err *err)
{
    double lambda;
    char text[SOW_REAL_TEXT_MAX];
    enum sow_status status = SOW_OK;
    if (!sow_learn_lambda_read(options, &lambda))
        status = sow_err_set(err, SOW_USAGE, "'--lambda %s' is not a number from 0 to 1",
                             options->lambda);
    else if (isnan(lambda))
        return SOW_OK;
    else if (sow_learn_source_of(options->target) != LEARN_OUTCOME || is_mixed(options))
        status =
            sow_err_set(err, SOW_USAGE,
                        "'--lambda %s' learns from final margins alone: add --target "
                        "outcome, without --other-target",
                        options->lambda);
    else if (options->method != SOW_LEARN_RIDGE)
        status = sow_err_set(err, SOW_USAGE,
                             "'--lambda %s' is a fit of margins: leave --method out",
                             options->lambda);
    if (status != SOW_OK)
        return sow_err_blame(err, status, "lambda");
    sow_text_from_real(lambda, text);
    (void)snprintf(options->lambda, sizeof options->lambda, "%s", text);
    return SOW_OK;
}

/* Replaces the targets by their canonical texts. If one is exact, also completes the
   options of exact values, with NODES as the default budget. Fails as
   sow_learn_targets_resolve and sow_exact_prepare. */
static enum sow_status resolve_targets(struct sow_learn_options *options,
                                       const struct sow_rules *rules, struct sow_err *err)
{
    enum sow_status status = sow_learn_targets_resolve(options, rules, err);
    if (status != SOW_OK || !is_solved(options))
        return status;
    if (options->exact.nodes[0] == '\0')
        (void)snprintf(options->exact.nodes, sizeof options->exact.nodes, "%s", NODES);
    return sow_err_blame(err, sow_exact_prepare(&options->exact, rules, err), "endgame");
}

/* Checks `random_plies`, and replaces the template of the player and the player `first`
   by what they mean. Fails with SOW_USAGE for wrong random moves, else as
   sow_template_resolve, sow_player_resolve and check_first. */
static enum sow_status resolve_games(struct sow_learn_options *options,
                                     struct sow_store *source,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_plies plies;
    if (!sow_plies_read(options->random_plies, &plies))
        return sow_err_blame(err,
                             sow_err_set(err, SOW_USAGE,
                                         "'%s' is not a number of random moves: write "
                                         "A..B with 0 <= A <= B <= 1000, as in 0..12",
                                         options->random_plies),
                             "random_plies");
    enum sow_status status =
        sow_err_blame(err, sow_template_resolve(&options->player, rules, err), "player");
    if (status == SOW_OK)
        status =
            sow_err_blame(err, sow_player_resolve(source, &options->first, err), "first");
    return status == SOW_OK ? check_first(options, err) : status;
}

enum sow_status sow_learn_prepare(void *options, struct sow_store *source,
                                  const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_learn_options *learn = options;
    int feature[SOW_AGENT_TERMS_MAX];
    int count = 0;
    enum sow_status status = share_budget(learn, err);
    if (status == SOW_OK)
        status = resolve_features(learn, rules, feature, &count, err);
    if (status == SOW_OK)
        status = resolve_games(learn, source, rules, err);
    if (status == SOW_OK)
        status = resolve_targets(learn, rules, err);
    return status == SOW_OK ? resolve_lambda(learn, err) : status;
}
