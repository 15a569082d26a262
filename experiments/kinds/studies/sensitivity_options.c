/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sensitivity_options.h"

#include "sow/base/stream.h"
#include "sow/game/fast_rules.h"
#include "sow/matches/openings.h"
#include "sow/sections/report.h"
#include "sow/variants/flips.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_sensitivity_options, field)

/* Words of --refit, by enum sow_refit. */
static const char *const REFITS[] = {
    [SOW_REFIT_NONE] = "none", [SOW_REFIT_EVOLVE] = "evolve", NULL};

/* Words of --fitness: the first ones of the option of `evolve`. */
static const char *const FITNESSES[] = {
    [SOW_FITNESS_POPULATION] = "population", [SOW_FITNESS_PANEL] = "panel", NULL};

static const struct sow_param ROWS[] = {
    {"options", &sow_param_text, AT(options), 0, SOW_FLIP_OPTIONS_MAX, NULL, "",
     "rule options to change, keys of 'variants show NAME' separated by commas; by "
     "default all"},
    SOW_STUDY_OPPONENTS_ROW("opponents of the player"),
    SOW_STUDY_GAMES_ROW("2000"),
    SOW_RANDOM_PLIES_ROW(SOW_STUDY_AT(random_plies)),
};

const struct sow_param_table sow_sensitivity_params = {ROWS,
                                                       sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param TYPED_ROWS[] = {
    {"list", &sow_param_flag, AT(list), 0, 0, NULL, "no",
     "list of the rule changes, and of those left out with the reason, instead of "
     "games"},
    {"measures", &sow_param_flag, AT(measures), 0, 0, NULL, "no",
     "measures of each rule change as by 'survey': length, draws, skill, advantage of "
     "the player and others"},
    {"measure_games", &sow_param_integer, AT(measure_games), 2, 100000, NULL, "15",
     "games in each seat that the measures take; 'games' of 'survey', which also plays "
     "20 times as many 'mirror-games'"},
};

const struct sow_param_table sow_sensitivity_typed_params = {
    TYPED_ROWS, sizeof TYPED_ROWS / sizeof TYPED_ROWS[0]};

static const struct sow_param REFIT_ROWS[] = {
    {"refit", &sow_param_choice, AT(refit), 0, 0, REFITS, "evolve",
     "weights for changed rules: evolve = evolve weights again under each set of "
     "rules, none = test only the player"},
    {"refit_slow", &sow_param_flag, AT(refit_slow), 0, 0, NULL, "no",
     "evolution also under rules that need the plain kernel (repetition, "
     "relay sowing, captures en passant), which takes many times longer"},
    {"evolutions", &sow_param_integer, AT(evolutions), 1, SOW_REFIT_EVOLUTIONS_MAX, NULL,
     "10", "evolutions under each set of rules, with random seeds SEED, SEED + 1, .."},
    {"generations", &sow_param_integer, AT(generations), 1, 1000000, NULL, "25",
     "generations of an evolution; this option and the following ones as in 'evolve'"},
    {"population", &sow_param_integer, AT(population), 1, 4096, NULL, "50",
     "individuals in a generation"},
    {"fitness", &sow_param_choice, AT(fitness), 0, 0, FITNESSES, "population",
     "opponents in fitness games: the whole generation, or --opponents"},
    {"fitness_games", &sow_param_integer, AT(fitness_games), 1, 10000, NULL, "5",
     "fitness games in each seat against every opponent ('games' of 'evolve')"},
    {"elitism", &sow_param_integer, AT(elitism), 0, 99999, NULL, "0",
     "best individuals that are kept from generation to generation"},
    {"mutation_sigma", &sow_param_real, AT(mutation_sigma), 0, 1e6, NULL, "1",
     "standard deviation of a mutation"},
    {"heuristics", &sow_param_added, AT(heuristics), 0, SOW_HEURISTIC_LIST_MAX, NULL, "",
     "heuristics whose weights are evolved"},
};

const struct sow_param_table sow_refit_params = {REFIT_ROWS, sizeof REFIT_ROWS /
                                                                 sizeof REFIT_ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    SOW_STUDY_PLAYERS_ROWS,
    SOW_STUDY_OPPONENT_NAMES_ROW,
    SOW_VARIANTS_ROW(AT(study.choice), "", "the rules and their changes"),
    {"flips", &sow_param_string, AT(flips), 0, SOW_FLIPS_TEXT_MAX, NULL, "",
     "the rule changes, and the reasons of those left out"},
    {"refits", &sow_param_text, AT(refits), 0, SOW_VARIANT_SET_MAX, NULL, "",
     "the variants with refitted weights"},
    {"surveyed", &sow_param_added_integer, AT(surveyed), 0, 100000, NULL, "0",
     "games in each seat of a survey of the variants; 0 = none"},
};

const struct sow_param_table sow_sensitivity_recorded_params = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* --- rule changes --- */

/* Makes a variant with the rules of a change, called "BASE OPTION=VALUE". A long value
   is replaced by @p number in brackets, and a long name of the base is cut. */
static void name_flip(const struct sow_variant *base, const struct sow_flip *flip,
                      size_t number, struct sow_variant *variant)
{
    enum { SHOWN = 24 };
    char change[2 * SHOWN + 3];
    if (strlen(flip->new_value) <= SHOWN)
        (void)snprintf(change, sizeof change, " %.*s=%.*s", SHOWN, flip->option, SHOWN,
                       flip->new_value);
    else
        (void)snprintf(change, sizeof change, " %.*s (%zu)", SHOWN, flip->option, number);
    size_t length = strnlen(base->name, SOW_VARIANT_NAME_MAX - strlen(change));
    *variant = (struct sow_variant){.rules = flip->rules};
    memcpy(variant->name, base->name, length);
    memcpy(variant->name + length, change, strlen(change) + 1);
}

/* Adds the base and the changes that are played to a set of variants, which is then
   checked. Returns an error of sow_variant_set_add or sow_variant_set_check. */
static enum sow_status add_flips(struct sow_variant_set *set,
                                 const struct sow_variant *base,
                                 const struct sow_flips *flips, struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status = sow_variant_set_add(set, base, NULL, err);
    for (size_t i = 0; i < flips->count && status == SOW_OK; i++) {
        if (flips->flips[i].left_out[0] != '\0')
            continue;
        name_flip(base, &flips->flips[i], i, &variant);
        status = sow_variant_set_add(set, &variant, NULL, err);
    }
    return status == SOW_OK ? sow_variant_set_check(set, err) : status;
}

/* Writes a line for each change that is played or, if @p left_out, that is not: option,
   old value, new value and reason, with tabs between them. */
static void write_flips(const struct sow_flips *flips, bool left_out, FILE *out)
{
    for (size_t i = 0; i < flips->count; i++) {
        const struct sow_flip *flip = &flips->flips[i];
        if ((flip->left_out[0] != '\0') == left_out)
            (void)fprintf(out, "%s\t%s\t%s\t%s\n", flip->option, flip->old_value,
                          flip->new_value, flip->left_out);
    }
}

/* Sets the text `flips` of the options: a line for each change that is played, then one
   for each that is not. On failure it is unchanged: SOW_USAGE for too many changes, or
   SOW_NO_MEMORY. */
static enum sow_status record_flips(struct sow_sensitivity_options *options,
                                    const struct sow_flips *flips, struct sow_err *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    write_flips(flips, false, out);
    write_flips(flips, true, out);
    if (fclose(out) != 0)
        return sow_err_no_memory(err);
    if (size > SOW_FLIPS_TEXT_MAX) {
        free(text);
        return sow_err_blame(
            err, sow_err_set(err, SOW_USAGE, "too many changes; name fewer --options"),
            "options");
    }
    free(options->flips);
    options->flips = text;
    return SOW_OK;
}

/* Heuristics to evolve, found for the given rules. */
struct genes {
    int heuristic[SOW_HEURISTICS];
    /* Number of heuristics; 0: the default list, which makes sense in any variant. */
    int count;
};

/* Returns true if weights are evolved under @p rules: a fast kernel plays them or
   --refit-slow is given, and all heuristics in @p genes make sense. */
static bool is_refitted(const struct sow_sensitivity_options *options,
                        const struct genes *genes, const struct sow_rules *rules)
{
    bool refitted = options->refit_slow || sow_rules_are_fast(rules);
    for (int i = 0; i < genes->count && refitted; i++)
        refitted = sow_heuristic_refusal(genes->heuristic[i], rules) == NULL;
    return refitted;
}

/* Sets `refits` of the options: for each variant of the study, whether weights are
   evolved. If that is not possible under the base, then it is done under none. Returns
   an error of sow_heuristic_list. */
static enum sow_status choose_refits(struct sow_sensitivity_options *options,
                                     struct sow_err *err)
{
    const struct sow_variant_set *set = &options->study.choice.set;
    const struct sow_rules *base = &set->variants[0].rules;
    struct genes genes = {.count = 0};
    enum sow_status status = SOW_OK;
    if (options->heuristics[0] != '\0')
        status = sow_err_blame(err,
                               sow_heuristic_list(options->heuristics, base,
                                                  genes.heuristic, &genes.count, err),
                               "heuristics");
    bool refit = options->refit == SOW_REFIT_EVOLVE && is_refitted(options, &genes, base);
    for (size_t i = 0; i < set->count; i++)
        options->refits[i] =
            refit && is_refitted(options, &genes, &set->variants[i].rules) ? '1' : '0';
    options->refits[set->count] = '\0';
    return status;
}

/* --- options without effect --- */

/* Returns true unless --refit is "none". Condition of all options of the evolutions in
   sow_sensitivity_needs. @p context is a struct sow_sensitivity_options. */
static bool refits(const void *context)
{
    const struct sow_sensitivity_options *options = context;
    return options->refit != SOW_REFIT_NONE;
}

/* Returns true if the rules are measured. Condition of `measure_games`. @p context is a
   struct sow_sensitivity_options. */
static bool measures(const void *context)
{
    const struct sow_sensitivity_options *options = context;
    return options->measures;
}

const struct sow_param_need sow_sensitivity_needs[] = {
    {"measure_games", measures, "--measures"},
    {"refit_slow", refits, "--refit evolve"},
    {"evolutions", refits, "--refit evolve"},
    {"generations", refits, "--refit evolve"},
    {"population", refits, "--refit evolve"},
    {"fitness", refits, "--refit evolve"},
    {"fitness_games", refits, "--refit evolve"},
    {"elitism", refits, "--refit evolve"},
    {"mutation_sigma", refits, "--refit evolve"},
    {"heuristics", refits, "--refit evolve"},
    {NULL, NULL, NULL},
};

enum sow_status sow_sensitivity_take(struct sow_sensitivity_options *options,
                                     const struct sow_variant *base, struct sow_err *err)
{
    struct sow_flips flips;
    enum sow_status status = sow_err_blame(
        err, sow_flips_list(&base->rules, options->options, &flips, err), "options");
    if (status != SOW_OK)
        return status;
    struct sow_variant_set *set = &options->study.choice.set;
    options->surveyed = options->measures ? options->measure_games : 0;
    sow_variant_set_release(set);
    status = add_flips(set, base, &flips, err);
    if (status == SOW_OK)
        status = record_flips(options, &flips, err);
    if (status == SOW_OK)
        status = choose_refits(options, err);
    sow_flips_release(&flips);
    return status;
}

/* --- the evolutions' options --- */

/* Sets the opponents of the evolutions to those of the sensitivity, as text: the records
   of the evolutions are not kept. Returns SOW_NO_MEMORY or an error of
   sow_player_list_type. */
static enum sow_status take_opponents(const struct sow_sensitivity_options *options,
                                      struct sow_evolve_options *evolve,
                                      struct sow_err *err)
{
    char *text =
        sow_param_get(sow_param_find(&sow_sensitivity_params, "opponents"), options);
    if (text == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_player_list_type(&evolve->opponents, text, err);
    free(text);
    return status;
}

enum sow_status
sow_sensitivity_evolve_options(const struct sow_sensitivity_options *options,
                               struct sow_evolve_options *evolve, struct sow_err *err)
{
    sow_run_kind_defaults(&sow_evolve_kind, evolve);
    evolve->optimizer.generations = options->generations;
    evolve->optimizer.population = options->population;
    evolve->optimizer.ga.elitism = options->elitism;
    evolve->optimizer.ga.mutation_sigma = options->mutation_sigma;
    evolve->games = options->fitness_games;
    evolve->fitness = options->fitness;
    /* The games of the study replace validation. */
    evolve->validation_games = 1;
    memcpy(evolve->reading.heuristics, options->heuristics, sizeof options->heuristics);
    return options->fitness == SOW_FITNESS_PANEL ? take_opponents(options, evolve, err)
                                                 : SOW_OK;
}

/* --- typed options --- */

/* Adds the row of a rule change to a report. The column `left_out` is null if the change
   would be played. */
static void add_flip(struct sow_report *report, const struct sow_flip *flip)
{
    sow_report_text(report, NULL, flip->option);
    sow_report_text(report, NULL, flip->old_value);
    sow_report_text(report, NULL, flip->new_value);
    if (flip->left_out[0] != '\0')
        sow_report_text(report, NULL, flip->left_out);
    else
        sow_report_null(report, NULL);
}

/* Answers --list. Sets the answer of @p words to a report of all rule changes, with the
   reason for each that would not be played. @p options are the keys of --options.
   Returns an error of sow_flips_list, or SOW_NO_MEMORY. */
static enum sow_status list_flips(const struct sow_words *words, const char *options,
                                  struct sow_err *err)
{
    static const char *const COLUMNS[] = {"option", "old_value", "new_value", "left_out"};
    struct sow_flips flips;
    enum sow_status status = sow_err_blame(
        err, sow_flips_list(&words->game->rules, options, &flips, err), "options");
    if (status != SOW_OK)
        return status;
    struct sow_report *report = sow_report_new();
    if (report != NULL)
        sow_report_table(report, "flips", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; i < flips.count && report != NULL; i++)
        add_flip(report, &flips.flips[i]);
    *words->answer = report;
    sow_flips_release(&flips);
    return report != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Returns the number of rules under which weights are evolved: the digits 1 in @p
   refits. */
static size_t count_refits(const char *refits)
{
    size_t count = 0;
    for (; *refits != '\0'; refits++)
        count += *refits == '1';
    return count;
}

/* Writes a note under how many rules weights are evolved, and why not under the others.
   Writes nothing if weights are evolved under all rules or --refit is "none". */
static void note_refits(const struct sow_words *words,
                        const struct sow_sensitivity_options *sensitivity)
{
    size_t all = strlen(sensitivity->refits);
    size_t refits = count_refits(sensitivity->refits);
    if (sensitivity->refit != SOW_REFIT_NONE && refits < all)
        words->note(
            words->cli,
            "weights are evolved under %zu of %zu rules; the others need the slow "
            "plain kernel (--refit-slow evolves there too), or one of the "
            "--heuristics makes no sense there",
            refits, all);
}

enum sow_status sow_sensitivity_take_words(void *options, const struct sow_words *words,
                                           struct sow_err *err)
{
    struct sow_sensitivity_options *sensitivity = options;
    if (sensitivity->list)
        return list_flips(words, sensitivity->options, err);
    if (words->count == 0)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "missing word: write 'sowlab sensitivity PLAYER', "
                        "or add --list to see the changes of the rules"),
            "operands");
    enum sow_status status = sow_study_take(options, words, err);
    if (status == SOW_OK)
        status = sow_sensitivity_take(sensitivity, words->game, err);
    if (status == SOW_OK)
        note_refits(words, sensitivity);
    return status;
}
