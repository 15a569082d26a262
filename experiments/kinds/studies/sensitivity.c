/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/sensitivity.h"

#include "sensitivity_measures.h"
#include "sensitivity_options.h"
#include "sow/base/stream.h"
#include "sow/evolution/evolve_options.h"
#include "sow/studies/study_sections.h"
#include "sow/support/doc_pages.h"
#include "sow/survey/survey.h"

#include <stdlib.h>
#include <string.h>

/* --- reading the record --- */

/* Sets the error for a record whose parts do not fit together, and returns SOW_BAD_DATA.
   @p what names the part in the plural. */
static enum sow_status damaged(const char *what, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "the stored %s do not match the variants; the record is damaged",
                       what);
}

/* Cuts a line at its tabs, in place, into the four parts of a rule change, in the order
   of the struct. The parts point into the line. Returns false if there are not four
   parts or the option is empty; @p flip may then be partly set. */
static bool cut_flip(char *line, struct sow_flip_text *flip)
{
    const char **parts[] = {&flip->option, &flip->old_value, &flip->new_value,
                            &flip->left_out};
    size_t count = 0;
    for (char *part; (part = strsep(&line, "\t")) != NULL; count++) {
        if (count == sizeof parts / sizeof parts[0])
            return false;
        *parts[count] = part;
    }
    return count == sizeof parts / sizeof parts[0] && flip->option[0] != '\0';
}

/* Returns the number of line ends in @p text. */
static size_t count_lines(const char *text)
{
    size_t count = 0;
    for (; *text != '\0'; text++)
        count += *text == '\n';
    return count;
}

/* Reads the recorded rule changes, a line each, into `flips`. The first ones, one for
   each variant but the base, are played and have no reason; the rest have one. Returns
   SOW_BAD_DATA for another text, or SOW_NO_MEMORY. */
static enum sow_status read_flips(struct sow_sensitivity *sensitivity, const char *text,
                                  struct sow_err *err)
{
    sensitivity->flip_count = count_lines(text);
    sensitivity->flip_room = strdup(text);
    sensitivity->flips = calloc(sensitivity->flip_count + 1, sizeof *sensitivity->flips);
    if (sensitivity->flip_room == NULL || sensitivity->flips == NULL)
        return sow_err_no_memory(err);
    char *rest = sensitivity->flip_room;
    if (sensitivity->flip_count + 1 < sensitivity->study->set.count)
        return damaged("flips", err);
    for (size_t i = 0; i < sensitivity->flip_count; i++) {
        char *line = strsep(&rest, "\n");
        bool played = i + 1 < sensitivity->study->set.count;
        if (!cut_flip(line, &sensitivity->flips[i]) ||
            played != (sensitivity->flips[i].left_out[0] == '\0'))
            return damaged("flips", err);
    }
    return SOW_OK;
}

/* Reads the rule changes, `refits`, `evolutions` and the number of champions from the
   recorded options. Returns SOW_BAD_DATA if they do not fit the variants, or if weights
   are evolved under changes but not under the base; SOW_NO_MEMORY. */
static enum sow_status read_options(struct sow_sensitivity *sensitivity,
                                    const struct sow_sensitivity_options *options,
                                    struct sow_err *err)
{
    size_t rules = sensitivity->study->set.count;
    enum sow_status status =
        read_flips(sensitivity, options->flips != NULL ? options->flips : "", err);
    if (status != SOW_OK)
        return status;
    sensitivity->refits = options->refits;
    sensitivity->evolutions = (size_t)options->evolutions;
    size_t refitted = 0;
    for (size_t i = 0; i < rules; i++)
        refitted += sow_sensitivity_refits(sensitivity, i);
    if (strlen(options->refits) != rules ||
        (refitted > 0 && !sow_sensitivity_refits(sensitivity, 0)))
        return damaged("refits", err);
    sensitivity->champion_count = refitted * sensitivity->evolutions;
    return SOW_OK;
}

/* --- evolutions --- */

/* Writes the name of the setting for the rules with index @p rules to @p name. It is
   "base" or the change, such as "end: a -> b". The caller frees @p name, also after
   SOW_NO_MEMORY. */
static enum sow_status write_setting(const struct sow_sensitivity *sensitivity,
                                     size_t rules, char **name, struct sow_err *err)
{
    size_t size = 0;
    FILE *out = sow_stream_open(name, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    if (rules == 0)
        (void)fputs("base", out);
    else
        (void)fprintf(out, "%s: %s -> %s", sensitivity->flips[rules - 1].option,
                      sensitivity->flips[rules - 1].old_value,
                      sensitivity->flips[rules - 1].new_value);
    return fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
}

/* Writes a setting of evolutions for each rules under which weights are evolved, in the
   order of the rules, and its name to @p names. Both arrays have room for all rules. The
   caller frees the names, also after SOW_NO_MEMORY. */
static enum sow_status list_settings(const struct sow_sensitivity *sensitivity,
                                     const struct sow_evolve_options *evolve,
                                     struct sow_evolution_setting *settings, char **names,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    size_t count = 0;
    for (size_t i = 0; i < sensitivity->study->set.count && status == SOW_OK; i++) {
        if (!sow_sensitivity_refits(sensitivity, i))
            continue;
        status = write_setting(sensitivity, i, &names[count], err);
        settings[count] = (struct sow_evolution_setting){
            .name = names[count],
            .variant = sensitivity->study->set.variants[i].name,
            .rules = &sensitivity->study->set.variants[i].rules,
            .rules_text = sensitivity->study->set.rules[i],
            .options = evolve,
        };
        count++;
    }
    return status;
}

/* Makes all evolutions that are not stored yet. Sets `champions`, which is allocated,
   and the genes. Returns SOW_NO_MEMORY, or an error of sow_evolutions_make or of the
   options. */
static enum sow_status evolve_all(struct sow_sensitivity *sensitivity,
                                  const struct sow_sensitivity_options *options,
                                  struct sow_err *err)
{
    size_t most = sensitivity->study->set.count;
    struct sow_evolve_options evolve;
    struct sow_evolution_setting *settings = calloc(most, sizeof *settings);
    char **names = calloc(most, sizeof *names);
    enum sow_status status = sow_sensitivity_evolve_options(options, &evolve, err);
    if (status == SOW_OK)
        status = sow_evolve_genes_find(&evolve.reading, err);
    sensitivity->gene_count = evolve.reading.feature_count;
    memcpy(sensitivity->heuristic, evolve.reading.feature, sizeof sensitivity->heuristic);
    if (settings == NULL || names == NULL) {
        (void)sow_err_no_memory(err);
        status = SOW_NO_MEMORY;
    }
    struct sow_evolution_plan plan = {.settings = settings,
                                      .setting_count = sensitivity->champion_count /
                                                       sensitivity->evolutions,
                                      .evolutions = options->evolutions};
    if (status == SOW_OK)
        status = list_settings(sensitivity, &evolve, settings, names, err);
    if (status == SOW_OK)
        status = sow_evolutions_make(sensitivity->study->run, &plan,
                                     sensitivity->champions, err);
    for (size_t i = 0; names != NULL && i < most; i++)
        free(names[i]);
    free(names);
    free(settings);
    sow_params_release(sow_evolve_kind.groups, &evolve);
    return status;
}

/* --- cells --- */

/* Lists the cells of an agent, by its index, against every opponent under the rules with
   index @p rules. */
static void list_replay(struct sow_study *study, size_t rules, size_t agent)
{
    for (size_t o = 0; o < study->opponents.count; o++)
        sow_study_add_cell(study, rules, agent, 1 + o);
}

/* Lists the cells under the rules with index @p rules, in the order that first_cell of
   sensitivity_measures.c expects. The agents of champions are added later. */
static void list_rules(struct sow_study *study, size_t rules)
{
    const struct sow_sensitivity *sensitivity = study->state;
    size_t champions = 1 + study->opponents.count;
    size_t own = champions + sow_sensitivity_champions(sensitivity, rules);
    list_replay(study, rules, 0);
    sow_study_add_cell(study, rules, 0, 0);
    if (!sow_sensitivity_refits(sensitivity, rules))
        return;
    for (size_t e = 0; e < sensitivity->evolutions; e++) {
        list_replay(study, rules, own + e);
        sow_study_add_cell(study, rules, own + e, 0);
        if (rules > 0)
            sow_study_add_cell(study, rules, own + e, champions + e);
    }
}

/* --- the study --- */

/* Reads the record into the state and lists the cells of all rules. It is the `begin` of
   the design; fails as read_options. */
static enum sow_status list_cells(struct sow_study *study, struct sow_err *err)
{
    struct sow_sensitivity *sensitivity = study->state;
    sensitivity->study = study;
    enum sow_status status = read_options(sensitivity, study->options, err);
    for (size_t i = 0; i < study->set.count && status == SOW_OK; i++)
        list_rules(study, i);
    return status;
}

/* Makes the evolutions and adds their champions to the agents. Does nothing without
   evolutions. It is the `enter` of the design; fails as evolve_all. */
static enum sow_status add_champions(struct sow_study *study, struct sow_err *err)
{
    struct sow_sensitivity *sensitivity = study->state;
    if (sensitivity->champion_count == 0)
        return SOW_OK;
    sensitivity->champions =
        calloc(sensitivity->champion_count, sizeof *sensitivity->champions);
    if (sensitivity->champions == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = evolve_all(sensitivity, study->options, err);
    for (size_t i = 0; i < sensitivity->champion_count && status == SOW_OK; i++)
        status = sow_study_add_agent(study, &sensitivity->champions[i].agent, err);
    return status;
}

/* Measures all rules as `survey` does, if --measures was given. It is the `after` of the
   design; fails as sow_survey_measure. The record has the number of games only, so the
   other defaults of `survey` must not change. */
static enum sow_status measure_rules(struct sow_study *study, struct sow_err *err)
{
    enum { MIRRORS = 20 };
    const struct sow_sensitivity_options *options = study->options;
    struct sow_survey_games games;
    if (options->surveyed == 0)
        return SOW_OK;
    sow_param_defaults(&sow_survey_game_params, &games);
    games.games = options->surveyed;
    games.mirror_games = MIRRORS * options->surveyed;
    return sow_survey_measure(study->run, &games, &study->set, &study->players, err);
}

/* Frees the arrays and texts of a struct sow_sensitivity. Callback `release` of struct
   sow_study_design; @p state is the struct. */
static void release_sensitivity(void *state)
{
    struct sow_sensitivity *sensitivity = state;
    free(sensitivity->champions);
    free(sensitivity->flips);
    free(sensitivity->flip_room);
}

static const struct sow_study_design DESIGN = {
    .most_players = 1,
    .miscount = "several players are named; test them one by one",
    .has_opponents = true,
    .state_size = sizeof(struct sow_sensitivity),
    .begin = list_cells,
    .enter = add_champions,
    .after = measure_rules,
    .conclude = sow_sensitivity_conclude,
    .table = "flips",
    .release = release_sensitivity,
    .ended = "all games played",
};

/* Prepares the options of the evolutions as a test, and sets `heuristics` of the
   sensitivity to the resolved list. Returns the error of sow_evolve_prepare, or
   SOW_NO_MEMORY. */
static enum sow_status check_evolve(struct sow_sensitivity_options *options,
                                    struct sow_store *source,
                                    const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_evolve_options evolve;
    enum sow_status status = sow_sensitivity_evolve_options(options, &evolve, err);
    if (status == SOW_OK)
        status = sow_evolve_prepare(&evolve, source, rules, err);
    if (status == SOW_OK)
        memcpy(options->heuristics, evolve.reading.heuristics,
               sizeof options->heuristics);
    sow_params_release(sow_evolve_kind.groups, &evolve);
    return status;
}

/* Prepares the study and, with --refit evolve, checks the options of the evolutions. It
   is the kind's `prepare`. Fails as sow_study_prepare and check_evolve. */
static enum sow_status prepare_sensitivity(void *options, struct sow_store *source,
                                           const struct sow_rules *rules,
                                           struct sow_err *err)
{
    struct sow_sensitivity_options *sensitivity = options;
    enum sow_status status = sow_study_prepare(&DESIGN, options, source, err);
    if (status == SOW_OK && sensitivity->refit == SOW_REFIT_EVOLVE)
        status = check_evolve(sensitivity, source, rules, err);
    return status;
}

static const char *const CONTENT[] = {
    "evolutions", "match_variants", "matches",     "match_pairs",
    "surveys",    "flips",          "sensitivity", NULL};

const struct sow_run_kind sow_sensitivity_kind = {
    .name = "sensitivity",
    .groups = {{.table = &sow_sensitivity_typed_params, .use = SOW_TYPED},
               {.table = &sow_sensitivity_recorded_params, .use = SOW_RECORDED},
               {.table = &sow_sensitivity_params},
               {.table = &sow_refit_params, .title = "Refit"}},
    .needs = sow_sensitivity_needs,
    .options_size = sizeof(struct sow_sensitivity_options),
    .design = &DESIGN,
    .command =
        {
            .kind = &sow_sensitivity_kind,
            .section = "Playing",
            .name = "sensitivity",
            .operands = "[PLAYER]",
            .summary =
                "change one rule at a time and measure strength, first move and weights",
            .examples =
                "sowlab sensitivity divilly2013 --variant erherhe\n"
                "sowlab sensitivity --variant kalah --list\n"
                "sowlab sensitivity divilly2013 --options number_capture --refit none --measures\n"
                "sowlab sensitivity run:17 --refit none --games 10000\n"
                "sowlab sensitivity divilly2013 --options number_capture,end --evolutions 20 --generations 250\n"
                "sowlab sensitivity h1 --variant awari --rule seeds_per_pit=3 --json",
            .details =
                "The study changes every option of the rules in turn. Words and flags "
                "take every other value, numbers and sets of counts take neighbouring "
                "values. Changes that give contradictory rules or the same game are "
                "left out, with the reason.\n"
                "Table 'replay' has the player's score against the opponents (mean over "
                "opponents and seats). Table 'advantage' has the score of the first "
                "player, less 0.5, when the player plays against itself. The column "
                "difference has the difference to the unchanged rules.\n"
                "Table 'refit_score' has the mean score, against the opponents, of "
                "weights from --evolutions evolutions under the changed rules. Table "
                "'duels' has the score of the best of these weights against the player. "
                "Table 'gain' has their score, under the changed rules, against weights "
                "that were evolved under the unchanged rules.\n"
                "Table 'weights' has the weights of the --heuristics, means over "
                "--evolutions, scaled so that the largest is 1. With --json or 'runs "
                "show' you also get their intervals as 'weight_intervals'. Intervals "
                "are at 95 %; p is adjusted over all changes (Holm). Only --list can be "
                "used without a PLAYER.\n"
                "With --measures the table 'measures' says what each change does to "
                "the game itself: its length, draws, skill and others "
                "(" SOW_DOC_MEASURES "). Its column advantage, like the table "
                "'measured_advantage', is from games of the survey. Table 'advantage' "
                "has the same figure from --games of the study.\n"
                "Erherhe takes some minutes, with --refit none less than one. The time "
                "of an evolution grows with --generations and with the square of "
                "--population.\n",
            .takes = SOW_TAKES_RUN | SOW_TAKES_RULES,
            .min_operands = 0,
            .max_operands = 1,
        },
    .take = sow_sensitivity_take_words,
    .again = "players",
    .prepare = prepare_sensitivity,
    .execute = sow_study_execute,
    .goes_on = true,
    .sections = sow_sensitivity_sections,
    .charts = sow_sensitivity_charts,
    .content = CONTENT,
};
