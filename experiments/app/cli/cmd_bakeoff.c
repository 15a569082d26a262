/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command bakeoff: learners with equal work. It writes the plan of a sweep and
   carries it out. */
#include "cli_sweep.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/cli/bakeoff_plan.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/strength/strength.h"
#include "sow/support/doc_pages.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { LIST_MAX = 399, BUDGET_MAX = 31 };

struct bakeoff_options {
    struct sow_cli_sweep_options sweep;
    struct sow_variant_choice choice;
    char learners[LIST_MAX + 1];
    char budget[BUDGET_MAX + 1];
    char tracks[8];
    int replicates;
    int openings;
    int curve;
    char plan[SOW_CLI_PATH_MAX + 1];
};

#define AT(field) offsetof(struct bakeoff_options, field)

static const struct sow_param ROWS[] = {
    SOW_VARIANTS_ROW(AT(choice), "five",
                     "built-in variants: names and groups, separated by commas (five = "
                     "erherhe, oware, awari, vai-lung-thlan, kalah; all)"),
    {"learners", &sow_param_text, AT(learners), 0, LIST_MAX, NULL, "all",
     "learners, separated by commas; all = every learner in the list above"},
    {"budget", &sow_param_text, AT(budget), 0, BUDGET_MAX, NULL, "10M",
     "work of each run in units, such as 500k and 2M: a unit is a game of two players "
     "with weights of H1 to H6 at one ply"},
    {"replicates", &sow_param_integer, AT(replicates), 1, 1000, NULL, "20",
     "runs of each learner in each variant: random seeds from 1"},
    {"tracks", &sow_param_text, AT(tracks), 0, 7, NULL, "1,2",
     "moves that the players look ahead while they learn: 1, 2, or both"},
    {"openings", &sow_param_integer, AT(openings), 2, 1000000, NULL, "50",
     "openings of each measurement of strength at depths 1, 2 and 4"},
    {"curve", &sow_param_integer, AT(curve), 0, 1000, NULL, "0",
     "generations or rounds of each run that are judged, too, for the chart 'learning'; "
     "0 = none"},
    {"plan", &sow_param_text, AT(plan), 1, SOW_CLI_PATH_MAX, NULL, "bakeoff.ini",
     "file of the plan, which is written; the commands sweep and plot take it, too"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Reports a word that names no learner, with a suggestion. Returns SOW_USAGE. */
static enum sow_status unknown_learner(const char *word, struct sow_err *err)
{
    char hint[128];
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, word);
    for (const struct sow_bakeoff_learner *at = sow_bakeoff_learners; at->name != NULL;
         at++)
        sow_nearest_offer(&nearest, at->name);
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_USAGE,
                    "'%s' is not a learner: 'sowlab bakeoff --help' lists them%s", word,
                    sow_nearest_hint(&nearest, hint, sizeof hint)),
        "learners");
}

/* Reads the list of learners; "all" names those of the chosen tracks. Returns SOW_USAGE
   for an unknown one. */
static enum sow_status take_learners(const char *list, struct sow_bakeoff *bakeoff,
                                     struct sow_err *err)
{
    bool more = true;
    while (more) {
        char word[48];
        size_t length = strcspn(list, ",");
        size_t i = 0;
        (void)snprintf(word, sizeof word, "%.*s", (int)length, list);
        bool all = sow_text_same(word, "all");
        for (; sow_bakeoff_learners[i].name != NULL; i++)
            if (all)
                bakeoff->learner[i] = bakeoff->learner[i] || sow_bakeoff_has(bakeoff, i);
            else if (sow_text_same(word, sow_bakeoff_learners[i].name))
                break;
        if (!all && sow_bakeoff_learners[i].name == NULL)
            return unknown_learner(word, err);
        if (!all)
            bakeoff->learner[i] = true;
        more = list[length] == ',';
        list += length + more;
    }
    return SOW_OK;
}

/* Reads the tracks: "1", "2" or "1,2". Returns SOW_USAGE for another text. */
static enum sow_status take_tracks(const char *list, struct sow_bakeoff *bakeoff,
                                   struct sow_err *err)
{
    static const char *const FORMS[] = {"1", "2", "1,2", "2,1"};
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++)
        if (strcmp(list, FORMS[i]) == 0) {
            bakeoff->track[0] = strchr(list, '1') != NULL;
            bakeoff->track[1] = strchr(list, '2') != NULL;
            return SOW_OK;
        }
    return sow_err_blame(err,
                         sow_err_set(err, SOW_USAGE,
                                     "'%s' is not a list of tracks: write 1, 2 or 1,2",
                                     list),
                         "tracks");
}

/* Turns the options into what the plan is made of, and checks that. Returns SOW_USAGE, or
   the failure of the variants. */
static enum sow_status take_options(struct bakeoff_options *options,
                                    struct sow_bakeoff *bakeoff, struct sow_err *err)
{
    *bakeoff = (struct sow_bakeoff){.variants = &options->choice.set,
                                    .replicates = options->replicates,
                                    .openings = options->openings,
                                    .curve = options->curve};
    if (options->curve == 1)
        return sow_err_blame(err,
                             sow_err_set(err, SOW_USAGE,
                                         "a learning curve needs 2 stages of each run or "
                                         "more, or 0 for none"),
                             "curve");
    enum sow_status status =
        sow_err_blame(err, sow_variant_choice_resolve(&options->choice, err), "variants");
    if (status == SOW_OK)
        status = take_tracks(options->tracks, bakeoff, err);
    if (status == SOW_OK)
        status = take_learners(options->learners, bakeoff, err);
    if (status == SOW_OK && !sow_bakeoff_read_units(options->budget, &bakeoff->budget))
        status = sow_err_blame(err,
                               sow_err_set(err, SOW_USAGE,
                                           "'%s' is not a number of units: write a whole "
                                           "number, or 500k or 2M",
                                           options->budget),
                               "budget");
    return status == SOW_OK ? sow_bakeoff_check(bakeoff, err) : status;
}

/* ---- The file ---- */

/* Returns true if a file has exactly this text. */
static bool has_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "r");
    bool same = file != NULL;
    for (; same && *text != '\0'; text++)
        same = fgetc(file) == (unsigned char)*text;
    same = same && fgetc(file) == EOF;
    if (file != NULL)
        (void)fclose(file);
    return same;
}

/* Writes a text, the context, to a file. */
static enum sow_status put_text(void *context, FILE *out, struct sow_err *err)
{
    return fputs(context, out) != EOF
               ? SOW_OK
               : sow_err_set(err, SOW_IO, "the plan cannot be written: %s",
                             strerror(errno));
}

/* Returns true if a file has the plan with fewer random seeds. Its runs are tasks of the
   whole plan, too. */
static bool has_fewer(const struct sow_bakeoff *bakeoff, const char *path)
{
    struct sow_bakeoff fewer = *bakeoff;
    bool found = false;
    while (!found && --fewer.replicates > 0) {
        char *text = NULL;
        size_t size = 0;
        FILE *out = sow_stream_open(&text, &size);
        if (out == NULL)
            return false;
        sow_bakeoff_write(&fewer, out);
        found = fclose(out) == 0 && has_text(path, text);
        free(text);
    }
    return found;
}

/* Writes the plan to its file, unless the file has it already. Replaces a plan with fewer
   random seeds. Returns SOW_USAGE if the file has something else. */
static enum sow_status put_plan(const struct sow_bakeoff *bakeoff, const char *path,
                                struct sow_err *err)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    sow_bakeoff_write(bakeoff, out);
    enum sow_status status = fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
    struct stat found;
    bool there = status == SOW_OK && stat(path, &found) == 0;
    const struct sow_whole_file file = {.path = path, .replace = there};
    if (there && !S_ISREG(found.st_mode))
        status = sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'%s' is not a file: give --plan the name of a file", path),
            "plan");
    else if (there && !has_text(path, text) && !has_fewer(bakeoff, path))
        status = sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'%s' has another plan, or more replicates: name another file "
                        "with --plan, or remove it",
                        path),
            "plan");
    else if (status == SOW_OK && !(there && has_text(path, text)))
        status = sow_whole_file_write(&file, put_text, text, err);
    free(text);
    return status;
}

/* ---- The command ---- */

/* Says what the sweep is about to do. */
static void note_size(const struct sow_cli *cli, const struct sow_bakeoff *bakeoff,
                      const char *path)
{
    double seconds = sow_bakeoff_seconds(bakeoff);
    sow_cli_note(
        cli,
        "plan '%s': %zu ways in %zu variants with %d random seeds; learning takes "
        "about %.2g %s of processor time, without judging",
        path, sow_bakeoff_ways(bakeoff), bakeoff->variants->count, bakeoff->replicates,
        seconds < 5400 ? seconds / 60 : seconds / 3600,
        seconds < 5400 ? "minutes" : "hours");
}

/* Carries out the command. */
static enum sow_status run_bakeoff(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    struct bakeoff_options *asked = options;
    struct sow_bakeoff bakeoff;
    const struct sow_cli_sweep_options *sweep = &asked->sweep;
    (void)argc;
    (void)argv;
    enum sow_status status = take_options(asked, &bakeoff, err);
    if (status == SOW_OK)
        status = put_plan(&bakeoff, asked->plan, err);
    if (status != SOW_OK)
        return status;
    asked->sweep.ranked = true;
    if (!sweep->list && !sweep->table && !sweep->compare && !sweep->rank &&
        sweep->merge[0] == '\0')
        note_size(cli, &bakeoff, asked->plan);
    return sow_cli_sweep(cli, sweep, asked->plan, err);
}

const struct sow_command sow_command_bakeoff = {
    .section = "Many runs",
    .name = "bakeoff",
    .operands = "",
    .summary = "compare learners that do equal work",
    .examples = "sowlab bakeoff --budget 2M --replicates 6\n"
                "sowlab bakeoff --variants kalah --learners cma-es,learn-mixed\n"
                "sowlab bakeoff --budget 2M --replicates 6 --rank --csv\n"
                "sowlab bakeoff && sowlab plot bakeoff.ini profiles",
    .details =
        "Which way of getting weights is best for equal work? Every learner gets the same "
        "--budget in each of the variants, with several random seeds.\n"
        "The learners that evolve: 'co-evolution' as published in 2013, 'islands', and "
        "against a fixed panel 'panel-ga', 'panel-ga-features', 'cma-es', "
        "'cma-es-features', 'spsa' and 'random'. The learners that fit: 'learn-outcome', "
        "'learn-search' and 'learn-mixed' in rounds, 'fit-outcome' and 'fit-search' once.\n"
        "A learner's name has @1 or @2 behind it: players look one or two moves ahead "
        "while they learn. All are judged by their strength at depths 1, 2 and 4.\n"
        "The command writes a plan of 'sowlab sweep' and carries it out. The plan has the "
        "rates by which a budget becomes generations or positions. The same command "
        "continues after an interruption, with the same tables, and a larger --replicates "
        "adds random seeds to a plan. The table 'ranking' has the learners over all "
        "variants, with verdicts beside the best one. The options of 'sweep' choose tasks "
        "and tables (" SOW_DOC_BAKEOFF ").\n",
    .groups = {{.table = &TABLE}, {.table = &sow_cli_sweep_params, .offset = AT(sweep)}},
    .options_size = sizeof(struct bakeoff_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_THREADS | SOW_TAKES_KERNEL | SOW_TAKES_FORMAT,
    .run = run_bakeoff,
};
