/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command runs compare: runs side by side, or two groups of runs. */
#include "cli_query.h"
#include "sow/base/text.h"
#include "sow/cli/commands.h"
#include "sow/queries/query.h"
#include "sow/queries/run_measure.h"

#include <stdlib.h>
#include <string.h>

struct compare_options {
    char *with; /* NULL or "": there is no second group */
    char measure[SOW_MEASURE_NAME_MAX + 1];
};

/* Longest text of --with, in bytes. */
enum { WITH_MAX = 65535 };

#define AT(field) offsetof(struct compare_options, field)

static const struct sow_param ROWS[] = {
    {"with", &sow_param_string, AT(with), 0, WITH_MAX, NULL, "",
     "numbers of a second group of runs, as '4 5 9' or 21..40, with which the first group "
     "is compared; empty = runs side by side"},
    {"measure", &sow_param_text, AT(measure), 0, SOW_MEASURE_NAME_MAX, NULL, "",
     "measure of --with, such as validation; empty = strength if all runs have it, else "
     "the first that all have"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* ---- Run numbers ---- */

enum { IDS_MAX = 10000 };

/* Adds the numbers from @p first to @p last. SOW_USAGE if there are too many. */
static enum sow_status add_ids(struct sow_cli_ids *ids, int64_t first, int64_t last,
                               struct sow_err *err)
{
    uint64_t count = (uint64_t)last - (uint64_t)first + 1;
    if (count > IDS_MAX - ids->count)
        return sow_err_set(err, SOW_USAGE, "more than %d runs are named: name fewer",
                           IDS_MAX);
    for (uint64_t i = 0; i < count; i++)
        ids->id[ids->count++] = first + (int64_t)i;
    return SOW_OK;
}

/* Adds the runs of a word, "7" or "7..12". SOW_USAGE for another word. */
static enum sow_status add_word(struct sow_cli_ids *ids, const char *word, size_t length,
                                struct sow_err *err)
{
    char room[64];
    int64_t first;
    int64_t last;
    (void)snprintf(room, sizeof room, "%.*s", (int)length, word);
    char *points = strstr(room, "..");
    if (points == NULL) {
        enum sow_status status = sow_word_integer(room, "ID", 1, &first, err);
        return status == SOW_OK ? add_ids(ids, first, first, err) : status;
    }
    *points = '\0';
    if (!sow_text_to_int(room, &first) || !sow_text_to_int(points + 2, &last) ||
        first < 1 || last < first)
        return sow_err_set(err, SOW_USAGE,
                           "'%.*s' is not a range of runs: write the smaller number "
                           "first, as in 1..20",
                           (int)length, word);
    return add_ids(ids, first, last, err);
}

/* Adds the runs of a text, whose words blanks or commas separate. */
static enum sow_status add_text(struct sow_cli_ids *ids, const char *text,
                                struct sow_err *err)
{
    static const char BETWEEN[] = " ,\t";
    enum sow_status status = SOW_OK;
    text += strspn(text, BETWEEN);
    while (*text != '\0' && status == SOW_OK) {
        size_t length = strcspn(text, BETWEEN);
        status = add_word(ids, text, length, err);
        text += length;
        text += strspn(text, BETWEEN);
    }
    return status;
}

/* Reads the runs of texts. Free ids->id also after a failure. */
static enum sow_status read_ids(int count, char *const *texts, struct sow_cli_ids *ids,
                                struct sow_err *err)
{
    *ids = (struct sow_cli_ids){.id = calloc(IDS_MAX, sizeof *ids->id)};
    if (ids->id == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (int i = 0; i < count && status == SOW_OK; i++)
        status = add_text(ids, texts[i], err);
    return status;
}

/* ---- The command ---- */

/* Adds the runs side by side to the report. @p question is a struct sow_cli_ids. */
static enum sow_status ask_side_by_side(struct sow_store *store, const void *question,
                                        struct sow_report *report, struct sow_err *err)
{
    const struct sow_cli_ids *ids = question;
    return sow_query_compare(store, ids->id, ids->count, report, err);
}

/* Adds the comparison of two groups to the report. @p question is a struct
   sow_query_groups. */
static enum sow_status ask_groups(struct sow_store *store, const void *question,
                                  struct sow_report *report, struct sow_err *err)
{
    return sow_query_compare_groups(store, question, report, err);
}

/* Compares two groups of runs. @p first is one of them. */
static enum sow_status compare_groups(struct sow_cli *cli,
                                      const struct sow_cli_ids *first,
                                      const struct compare_options *asked,
                                      struct sow_err *err)
{
    struct sow_cli_ids second;
    char *with = asked->with;
    enum sow_status status = read_ids(1, &with, &second, err);
    if (status == SOW_OK) {
        const struct sow_query_groups groups = {.ids = {first->id, second.id},
                                                .count = {first->count, second.count},
                                                .measure = asked->measure};
        status = sow_cli_answer(cli, ask_groups, &groups, NULL, err);
    } else if (status == SOW_USAGE) {
        (void)sow_err_prefix(err, "'--with'");
    }
    free(second.id);
    return status;
}

/* Carries out the command. */
static enum sow_status run_compare(struct sow_cli *cli, void *options, int argc,
                                   char **argv, struct sow_err *err)
{
    const struct compare_options *asked = options;
    bool grouped = asked->with != NULL && asked->with[0] != '\0';
    struct sow_cli_ids ids;
    enum sow_status status = read_ids(argc, argv, &ids, err);
    if (status == SOW_OK && !grouped && asked->measure[0] != '\0')
        status = sow_err_set(err, SOW_USAGE,
                             "'--measure' has no effect here: it needs --with");
    if (status == SOW_OK)
        status = grouped ? compare_groups(cli, &ids, asked, err)
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
                "sowlab runs compare 1..20 --with 21..40",
    .details =
        "Without --with the command shows settings that differ, champions, validation and "
        "scores. Differences are to the first run named, with 95 % intervals.\n"
        "With --with it answers whether the runs of the first group (a) are better than "
        "those of the second (b). It pairs runs that have the same variant and random "
        "seed, and tests their differences by flipping signs. The table 'left_out' names "
        "everything without a counterpart. A verdict needs at least 6 random seeds.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct compare_options),
    .takes = SOW_TAKES_DB | SOW_TAKES_FORMAT,
    .min_operands = 1,
    .max_operands = SOW_ANY_OPERANDS,
    .run = run_compare,
};
