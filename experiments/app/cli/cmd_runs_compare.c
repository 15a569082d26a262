/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command runs compare: runs side by side, or two groups of runs. */
#include "cli_query.h"
#include "sow/cli/cli_options.h"
#include "sow/cli/commands.h"
#include "sow/queries/query.h"
#include "sow/queries/run_measure.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Options of the command. */
struct compare_options {
    char *with; /* NULL or "": there is no second group */
    char measure[SOW_MEASURE_NAME_MAX + 1];
    double equivalent;
};

/* Longest text of --with, in bytes. */
enum { WITH_MAX = 65535 };

#define AT(field) offsetof(struct compare_options, field)

static const struct sow_param ROWS[] = {
    {"with", &sow_param_string, AT(with), 0, WITH_MAX, NULL, "",
     "numbers of a second group of runs, such as 21..40, with which the first group is "
     "compared; operands behind it belong to it too; empty = runs side by side"},
    {"measure", &sow_param_text, AT(measure), 0, SOW_MEASURE_NAME_MAX, NULL, "",
     "measure of --with, such as validation; empty = strength if all runs have it, else "
     "the first that all have"},
    SOW_EQUIVALENT_ROW(AT(equivalent)),
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* ---- Run numbers ---- */

/* Adds the run numbers and ranges of a text, whose words blanks or commas separate.
   Returns SOW_USAGE for another word, or SOW_NO_MEMORY. */
static enum sow_status add_text(struct sow_cli_ids *ids, const char *text,
                                struct sow_err *err)
{
    static const char BETWEEN[] = " ,\t";
    enum sow_status status = SOW_OK;
    text += strspn(text, BETWEEN);
    while (*text != '\0' && status == SOW_OK) {
        size_t length = strcspn(text, BETWEEN);
        status = sow_cli_ids_add(ids, text, length, err);
        text += length;
        text += strspn(text, BETWEEN);
    }
    return status;
}

/* Adds the run numbers and ranges of @p count texts. Fails as add_text. */
static enum sow_status add_texts(int count, char *const *texts, struct sow_cli_ids *ids,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int i = 0; i < count && status == SOW_OK; i++)
        status = add_text(ids, texts[i], err);
    return status;
}

/* ---- The command ---- */

/* Adds the runs side by side to the report. It is a sow_cli_ask_fn; @p question is a
   struct sow_cli_ids. Fails as sow_query_compare. */
static enum sow_status ask_side_by_side(struct sow_store *store, const void *question,
                                        struct sow_report *report, struct sow_err *err)
{
    const struct sow_cli_ids *ids = question;
    return sow_query_compare(store, ids->id, ids->count, report, err);
}

/* Adds the comparison of two groups to the report. It is a sow_cli_ask_fn; @p question
   is a struct sow_query_groups. Fails as sow_query_compare_groups. */
static enum sow_status ask_groups(struct sow_store *store, const void *question,
                                  struct sow_report *report, struct sow_err *err)
{
    return sow_query_compare_groups(store, question, report, err);
}

/* Compares two groups of runs and prints the result. One group is @p first. The other
   one is the value of --with and the @p count operands @p behind it. Returns SOW_USAGE
   for a word that is not a run number, or as ask_groups. */
static enum sow_status compare_groups(struct sow_cli *cli,
                                      const struct sow_cli_ids *first,
                                      const struct compare_options *asked, int count,
                                      char *const *behind, struct sow_err *err)
{
    struct sow_cli_ids second = {.id = NULL};
    char note[512] = "";
    enum sow_status status = add_text(&second, asked->with, err);
    if (status == SOW_OK)
        status = add_texts(count, behind, &second, err);
    if (status == SOW_OK) {
        const struct sow_query_groups groups = {
            .ids = {first->id, second.id},
            .count = {first->count, second.count},
            .measure = asked->measure,
            .equivalent = sow_options_given(cli->options, "--equivalent")
                              ? asked->equivalent
                              : (double)NAN,
            .note = note,
            .note_size = sizeof note};
        status = sow_cli_answer(cli, ask_groups, &groups, NULL, err);
    } else if (status == SOW_USAGE) {
        (void)sow_err_prefix(err, "'--with'");
    }
    if (note[0] != '\0')
        sow_cli_note(cli, "%s", note);
    free(second.id);
    return status;
}

/* Returns SOW_USAGE if --measure or --equivalent is given without --with. */
static enum sow_status refuse_ungrouped(const struct sow_cli *cli,
                                        const struct compare_options *asked,
                                        struct sow_err *err)
{
    bool measure = asked->measure[0] != '\0';
    if (!measure && !sow_options_given(cli->options, "--equivalent"))
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE, "'%s' has no effect here: it needs --with",
                       measure ? "--measure" : "--equivalent");
}

/* Carries out `runs compare`: prints the runs side by side, or with --with a comparison
   of two groups. Returns SOW_USAGE for wrong operands or options, or the failure of the
   database. */
static enum sow_status run_compare(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    const struct compare_options *asked = options;
    bool grouped = asked->with != NULL && asked->with[0] != '\0';
    int before = grouped ? sow_options_before(cli->options, "--with") : argc;
    struct sow_cli_ids ids = {.id = NULL};
    enum sow_status status = add_texts(before, argv, &ids, err);
    if (status == SOW_OK && !grouped)
        status = refuse_ungrouped(cli, asked, err);
    if (status == SOW_OK)
        status = grouped
                     ? compare_groups(cli, &ids, asked, argc - before, argv + before, err)
                     : sow_cli_answer(cli, ask_side_by_side, &ids, NULL, err);
    free(ids.id);
    return status;
}

const struct sow_command sow_command_runs_compare = {
    .section = "Stored runs",
    .name = "runs compare",
    .operands = "ID...",
    .summary = "compare runs side by side, or two groups of runs",
    .examples = "sowlab runs compare 1 2\n"
                "sowlab runs compare 1 2 3 --json\n"
                "sowlab runs compare 1..20 --with 21..40\n"
                "sowlab runs compare 1 2 3 --with 4 5 9",
    .details =
        "Without --with the command shows verdicts, settings that differ, champions, "
        "validation and scores. Differences are to the first run named, with 95 % "
        "intervals. Verdicts allow for their number (Holm), intervals do not.\n"
        "With --with it answers whether the runs of the first group (a) are better than "
        "those of the second (b), which begins behind --with. It pairs runs that have the "
        "same variant and random "
        "seed, and tests their differences by flipping signs. The table 'left_out' names "
        "everything without a counterpart. A verdict needs at least 6 random seeds.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct compare_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_compare,
};
