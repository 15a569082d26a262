/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Options of ablations, and their checks before a run is stored. */
#include "ablation.h"

#include "sow/statistics/statistics_blocks.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Sets the error for a wrong value of @p option, and returns SOW_USAGE. */
#define REFUSE(option, ...)                                                              \
    sow_err_blame(err, sow_err_set(err, SOW_USAGE, __VA_ARGS__), option)

#define AT(field) offsetof(struct sow_ablate_options, field)

static const struct sow_param ROWS[] = {
    {"changes", &sow_param_text, AT(changes), 0, SOW_ABLATE_WORD_MAX, NULL,
     "zero,sign,step",
     "changes of each weight, with commas between them: zero, sign (the mean effect of "
     "all weights, with the sign of its own), step (one step lower, one higher); or none"},
    {"features", &sow_param_string, AT(features), 0, SOW_ABLATE_LIST_MAX, NULL, "",
     "features or heuristics whose weights are changed, with commas between them; by "
     "default all that the player weighs"},
    {"step", &sow_param_real, AT(step), 0.001, 100, NULL, "0.5",
     "size of a step, as a share of the mean effect of a weight"},
    {"refit", &sow_param_text, AT(refit), 0, SOW_ABLATE_WORD_MAX, NULL, "none",
     "learner of the other weights when a feature is dropped: learn, an optimiser of "
     "'sowlab evolve' such as cma-es, or none"},
    {"refit_options", &sow_param_string, AT(refit_options), 0, SOW_ABLATE_LIST_MAX, NULL,
     "",
     "options of the learner, NAME=VALUE with blanks between them, such as "
     "'generations=20 games=50'"},
    {"forward", &sow_param_string, AT(forward), 0, SOW_ABLATE_LIST_MAX, NULL, "",
     "features to add one by one, in this order, with commas between them; each step is "
     "measured, with the weights of the player or learnt by --refit"},
    {"curve", &sow_param_string, AT(curve), 0, SOW_ABLATE_LIST_MAX, NULL, "",
     "features with a curve of strength against their weight, with commas between them"},
    {"grid", &sow_param_integer, AT(grid), 3, SOW_ABLATE_GRID_MAX, NULL, "9",
     "values of a curve, an odd number"},
    {"reach", &sow_param_real, AT(reach), 0.01, 100, NULL, "2",
     "reach of a curve to each side of the weight, in units: the weight itself, or the "
     "one with the mean effect if that is greater"},
};

const struct sow_param_table sow_ablation_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param GAME_ROWS[] = {
    SOW_VARIANTS_ROW(AT(choice), "",
                     "several variants instead of --variant: names, variant files and "
                     "groups (paper, five, all), separated by commas"),
    {"opponents", &sow_param_players, AT(opponents), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "opponents instead of the panel of each variant: players and groups, separated by "
     "commas, or by blanks if a player contains commas"},
    {"depth", &sow_param_integer, AT(depth), 1, 4, NULL, "1",
     "moves that player and opponents look ahead: 1, 2 or 4"},
    {"openings", &sow_param_integer, AT(openings), 6, 100000, NULL, "250",
     "random openings, each played in both seats against every opponent"},
    {"equivalent", &sow_param_real, AT(equivalent), 0, 1, NULL, "0.02",
     "largest difference of strength that counts as none"},
};

const struct sow_param_table sow_ablation_game_params = {
    GAME_ROWS, sizeof GAME_ROWS / sizeof GAME_ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    {"player", &sow_param_string, AT(player), 0, SOW_SPEC_MAX, NULL, "",
     "player whose weights are changed"},
    {"opponent_names", &sow_param_player_names, AT(opponents), 0, SOW_PLAYER_LIST_MAX,
     NULL, "", "the opponents as written on the command line"},
    {"panels", &sow_param_text, AT(panels), 0, SOW_ABLATE_PANELS_MAX, NULL, "",
     "version of the panel of each variant"},
};

const struct sow_param_table sow_ablation_recorded_params = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* ---- Conditions ---- */

/* Returns true if a learner is named. */
static bool refits(const void *options)
{
    return sow_ablation_has_learner(options);
}

/* Returns true if there are curves. */
static bool has_curves(const void *options)
{
    return ((const struct sow_ablate_options *)options)->curve[0] != '\0';
}

/* Returns true if weights move by a step. */
static bool steps(const void *options)
{
    return strstr(((const struct sow_ablate_options *)options)->changes, "step") != NULL;
}

const struct sow_param_need sow_ablation_needs[] = {{"refit_options", refits, "--refit"},
                                                    {"grid", has_curves, "--curve"},
                                                    {"reach", has_curves, "--curve"},
                                                    {"step", steps, "--changes step"},
                                                    {NULL, NULL, NULL}};

enum sow_status sow_ablation_take(void *options, const struct sow_words *words,
                                  struct sow_err *err)
{
    struct sow_ablate_options *ablate = options;
    return sow_err_blame(err,
                         sow_param_set_named(&sow_ablation_recorded_params, ablate,
                                             "player", words->words[0], err),
                         "operands");
}

/* ---- From options to an ablation ---- */

/* Reads the player and its weights. Fails with SOW_USAGE for a player that has none, or
   only one. */
static enum sow_status read_player(struct ablation *ablation, struct sow_err *err)
{
    const char *spec = ablation->options->player;
    int weighted = 0;
    enum sow_status status = sow_agent_parse(spec, NULL, &ablation->original, err);
    if (status != SOW_OK)
        return sow_err_blame(err, status, "operands");
    if (!sow_ablation_vector_read(&ablation->original, &ablation->vector))
        return REFUSE("operands",
                      "player '%.60s' has no weights: name one such as divilly2013, "
                      "weights:h4=1,h6=0.5, learnt:kalah, or run:ID of evolve, fit or "
                      "learn",
                      spec);
    for (int i = 0; i < ablation->vector.count; i++)
        weighted += ablation->vector.weight[i] != 0.0;
    if (weighted < 2)
        return REFUSE("operands",
                      "player '%.60s' has one weight only, whose size changes nothing: "
                      "name a player with two weights or more",
                      spec);
    return SOW_OK;
}

/* Lists names and rules of the variants. */
static enum sow_status list_variants(struct ablation *ablation,
                                     const struct sow_rules *rules, const char *variant,
                                     struct sow_err *err)
{
    const struct sow_variant_set *set = &ablation->options->choice.set;
    ablation->variants = set->count > 0 ? set->count : 1;
    ablation->list = calloc(ablation->variants, sizeof *ablation->list);
    if (ablation->list == NULL)
        return sow_err_no_memory(err);
    ablation->list[0].name = variant;
    ablation->list[0].rules = rules;
    for (size_t i = 0; i < set->count; i++) {
        ablation->list[i].name = set->variants[i].name;
        ablation->list[i].rules = &set->variants[i].rules;
    }
    return SOW_OK;
}

/* Reads the panels of all variants, by the recorded versions if there are some. Fails
   with SOW_USAGE if their numbers of members differ. */
static enum sow_status read_panels(struct ablation *ablation, struct sow_err *err)
{
    const char *versions = ablation->options->panels;
    enum sow_status status = SOW_OK;
    ablation->panels = calloc(ablation->variants, sizeof *ablation->panels);
    if (ablation->panels == NULL)
        return sow_err_no_memory(err);
    for (size_t v = 0; v < ablation->variants && status == SOW_OK; v++) {
        char *end;
        int version = (int)strtol(versions, &end, 10);
        versions = *end == ',' ? end + 1 : end;
        status =
            sow_panel_of(ablation->list[v].rules, version, &ablation->panels[v], err);
        if (status == SOW_OK && ablation->panels[v].count != ablation->panels[0].count)
            status = REFUSE("variants",
                            "the panels of '%s' and '%s' have different numbers of "
                            "members: name --opponents, or one of the variants",
                            ablation->list[0].name, ablation->list[v].name);
    }
    ablation->opponents = ablation->panels[0].count;
    return status;
}

/* Returns true if a weight changes by an amount that depends on the spreads. */
static bool needs_spreads(const struct sow_ablate_options *options)
{
    return steps(options) || has_curves(options) ||
           strstr(options->changes, "sign") != NULL;
}

/* Measures the spreads of all terms, and the mean effect of those with a weight. */
static void measure_spreads(struct ablation *ablation)
{
    const struct ablation_vector *vector = &ablation->vector;
    int weighted = 0;
    double sum = 0.0;
    sow_ablation_spreads(vector, &ablation->original, ablation->list, ablation->variants,
                         ablation->spread);
    for (int i = 0; i < vector->count; i++) {
        sum += fabs(vector->weight[i]) * ablation->spread[i];
        weighted += vector->weight[i] != 0.0 && ablation->spread[i] > 0.0;
    }
    ablation->effect = weighted > 0 ? sum / weighted : 0.0;
}

/* Reads the features of --forward. Without it there are none. */
static enum sow_status read_forward(struct ablation *ablation, struct sow_err *err)
{
    const char *list = ablation->options->forward;
    if (list[0] == '\0')
        return SOW_OK;
    return sow_err_blame(err,
                         sow_ablation_terms_read(&ablation->vector, list, ablation->order,
                                                 &ablation->ordered, err),
                         "forward");
}

enum sow_status sow_ablation_begin(struct ablation *ablation,
                                   const struct sow_ablate_options *options,
                                   const struct sow_rules *rules, const char *variant,
                                   struct sow_err *err)
{
    ablation->options = options;
    enum sow_status status = read_player(ablation, err);
    if (status == SOW_OK)
        status = list_variants(ablation, rules, variant, err);
    if (status == SOW_OK && options->opponents.count == 0)
        status = read_panels(ablation, err);
    else if (status == SOW_OK)
        ablation->opponents = options->opponents.count;
    return status == SOW_OK ? read_forward(ablation, err) : status;
}

enum sow_status sow_ablation_plan(struct ablation *ablation, struct sow_err *err)
{
    if (needs_spreads(ablation->options))
        measure_spreads(ablation);
    return sow_ablation_changes_list(ablation, NULL, &ablation->count, err);
}

void sow_ablation_release(struct ablation *ablation)
{
    for (size_t c = 0; ablation->changes != NULL && c < ablation->count; c++) {
        free(ablation->changes[c].spec);
        free(ablation->changes[c].signs);
    }
    free(ablation->changes);
    for (size_t v = 0; ablation->panels != NULL && v < ablation->variants; v++)
        sow_panel_release(&ablation->panels[v]);
    free(ablation->panels);
    free(ablation->list);
}

/* ---- Checks ---- */

/* Resolves player, variants and opponents in place. */
static enum sow_status resolve(struct sow_ablate_options *ablate,
                               struct sow_store *source, struct sow_err *err)
{
    enum sow_status status =
        sow_err_blame(err, sow_player_resolve(source, &ablate->player, err), "operands");
    if (status == SOW_OK && !sow_variant_set_is_empty(&ablate->choice.set))
        status = sow_err_blame(err, sow_variant_choice_resolve(&ablate->choice, err),
                               "variants");
    if (status == SOW_OK && !sow_player_list_is_empty(&ablate->opponents))
        status = sow_err_blame(
            err, sow_player_list_resolve(&ablate->opponents, source, err), "opponents");
    return status;
}

/* Returns SOW_USAGE for a depth without panels, an even grid, and players that cannot
   look ahead or whose games depend on time. */
static enum sow_status check_depth(const struct ablation *ablation, struct sow_err *err)
{
    const struct sow_ablate_options *options = ablation->options;
    if (sow_panel_depth_index(options->depth) < 0)
        return REFUSE("depth", "depth %d has no panel: give 1, 2 or 4", options->depth);
    if (options->grid % 2 == 0)
        return REFUSE("grid",
                      "a grid of %d values has no middle, which is the weight itself: "
                      "give an odd number",
                      options->grid);
    for (size_t o = 0; o <= ablation->opponents; o++) {
        const struct sow_agent *agent = o == ablation->opponents
                                            ? &ablation->original
                                            : sow_ablation_opponent(ablation, 0, o, NULL);
        const char *refusal = sow_strength_refusal(agent, options->depth);
        if (refusal != NULL)
            return REFUSE(o == ablation->opponents ? "operands" : "opponents",
                          "a player cannot be measured at depth %d: %s", options->depth,
                          refusal);
    }
    return SOW_OK;
}

/* Returns SOW_USAGE if there is nothing to compare, or too much for one correction. */
static enum sow_status check_count(const struct ablation *ablation, struct sow_err *err)
{
    size_t views = ablation->variants + (ablation->variants > 1);
    if (ablation->count < 2)
        return REFUSE(
            "changes",
            "nothing is changed: give --changes, --refit, --forward or --curve");
    if (ablation->count * views > SOW_FLIP_TESTS_MAX)
        return REFUSE("features",
                      "%zu comparisons are too many to be corrected (at most %d): name "
                      "fewer --features or --variants",
                      ablation->count * views, SOW_FLIP_TESTS_MAX);
    return SOW_OK;
}

/* Records the version of each panel. */
static void record_panels(struct sow_ablate_options *ablate,
                          const struct ablation *ablation)
{
    size_t used = 0;
    ablate->panels[0] = '\0';
    for (size_t v = 0; ablation->panels != NULL && v < ablation->variants; v++)
        used += (size_t)snprintf(ablate->panels + used, sizeof ablate->panels - used,
                                 "%s%d", v > 0 ? "," : "", ablation->panels[v].version);
}

enum sow_status sow_ablation_prepare(void *options, struct sow_store *source,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_ablate_options *ablate = options;
    struct ablation ablation = {.count = 0};
    enum sow_status status = resolve(ablate, source, err);
    if (status == SOW_OK)
        status = sow_ablation_begin(&ablation, ablate, rules, "", err);
    if (status == SOW_OK)
        status = check_depth(&ablation, err);
    for (size_t v = 0; v < ablation.variants && status == SOW_OK; v++)
        status = sow_err_blame(
            err, sow_agent_open(&ablation.original, ablation.list[v].rules, false, err),
            "operands");
    if (status == SOW_OK)
        status = sow_ablation_plan(&ablation, err);
    if (status == SOW_OK)
        status = check_count(&ablation, err);
    if (status == SOW_OK && sow_ablation_has_learner(ablate))
        status = sow_ablation_learner_check(&ablation, source, err);
    if (status == SOW_OK)
        record_panels(ablate, &ablation);
    sow_ablation_release(&ablation);
    return status;
}
