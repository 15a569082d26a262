/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command dataset export: a data set to a file. */
#include "cli_run.h"
#include "sow/cli/commands.h"
#include "sow/fitting/dataset_export.h"
#include "sow/fitting/import_columns.h"
#include "sow/learn/model.h"
#include "sow/players/fit_columns.h"
#include "sow/players/label_options.h"

static const char SECTION[] = "Fitting";

/* Options of the command. */
struct export_options {
    char features[SOW_FEATURE_LIST_MAX + 1];
    int folds;
    int format;
    int view;
    bool choices;
};

#define AT(field) offsetof(struct export_options, field)

static const char *const VIEWS[] = {"stored", SOW_VIEW_WORD, NULL};

static const struct sow_param EXPORT_ROWS[] = {
    {"features", &sow_param_text, AT(features), 0, SOW_FEATURE_LIST_MAX, NULL, "auto",
     "names and groups of 'sowlab features'; auto = default, or heuristics with "
     "--choices"},
    {"folds", &sow_param_integer, AT(folds), 2, SOW_FOLDS_MAX, NULL, "10",
     "number of folds in the column 'fold'"},
    {"choices", &sow_param_flag, AT(choices), 0, 0, NULL, "no",
     "choices, with a row for every legal move, instead of positions"},
    {"view", &sow_param_choice, AT(view), 0, 0, VIEWS, "stored",
     "view of each position: the stored one, or that of the player to move, as 'fit "
     "--view to-move' fits it"},
    {"format", &sow_param_choice, AT(format), 0, 0, sow_import_formats, "positions",
     "columns: sowlab's, or those of FairKalah's MAIA data (exact labels)"},
};

/* Returns true for --format positions. Condition of NEEDS; @p options is a struct
   export_options. */
static bool is_own_format(const void *options)
{
    return ((const struct export_options *)options)->format == SOW_IMPORT_POSITIONS;
}

/* Returns true for --format positions without --choices. Condition of `view` in NEEDS;
   @p options is a struct export_options. */
static bool has_views(const void *options)
{
    return is_own_format(options) && !((const struct export_options *)options)->choices;
}

static const struct sow_param_need NEEDS[] = {
    {"view", has_views, "--format positions without --choices"},
    {"features", is_own_format, "--format positions"},
    {"folds", is_own_format, "--format positions"},
    {"choices", is_own_format, "--format positions"},
    {NULL, NULL, NULL}};

static const struct sow_param_table EXPORT_TABLE = {
    EXPORT_ROWS, sizeof EXPORT_ROWS / sizeof EXPORT_ROWS[0]};

/* A data set that is being exported. */
struct exporting {
    struct sow_store *store;
    struct sow_dataset_export wanted;
    int format;
};

/* Writes the data set to @p out in the requested format. It is a sow_write_fn; @p
   context is a struct exporting. Returns the failure of the export. */
static enum sow_status export_to(void *context, FILE *out, struct sow_err *err)
{
    const struct exporting *exporting = context;
    if (exporting->format == SOW_IMPORT_MAIA)
        return sow_dataset_export_maia(exporting->store, exporting->wanted.id, out, err);
    return sow_dataset_export(exporting->store, &exporting->wanted, out, err);
}

/* Carries out `dataset export`: writes a data set to --output. Returns SOW_USAGE for
   options that the format ignores, or the failure of the database or the file. */
static enum sow_status run_export(struct sow_cli *cli, void *options, int argc,
                                  char **argv, struct sow_err *err)
{
    (void)argc;
    const struct export_options *asked = options;
    struct exporting exporting = {.format = asked->format,
                                  .wanted = {.features = asked->features,
                                             .folds = asked->folds,
                                             .choices = asked->choices,
                                             .to_move = asked->view == SOW_VIEW_TO_MOVE,
                                             .progress = cli->with.progress}};
    enum sow_status status =
        sow_param_refuse_idle(cli->command->groups, cli->command->needs, options, err);
    if (status == SOW_OK)
        status = sow_word_integer(argv[0], "ID", 1, &exporting.wanted.id, err);
    if (status == SOW_OK)
        status = sow_store_open(cli->common.db, SOW_STORE_READ, &exporting.store, err);
    if (status != SOW_OK)
        return status;
    sow_store_watch(exporting.store, cli->with.stop);
    status = sow_cli_write(cli, export_to, &exporting, err);
    sow_store_close(exporting.store);
    return status;
}

const struct sow_command sow_command_dataset_export = {
    .section = SECTION,
    .name = "dataset export",
    .operands = "ID",
    .summary = "write a data set with its features as CSV, to fit it elsewhere",
    .examples = "sowlab dataset export 3 --output positions.csv\n"
                "sowlab dataset export 3 --features fairkalah,h1 --folds 5 > five.csv\n"
                "sowlab dataset export 3 --choices --output choices.csv\n"
                "sowlab dataset export 3 --format maia --output maia.csv",
    .details =
        "Lines above the table start with '#': the origin of the data, the meaning of "
        "each column, and how to read the file in R. The command 'dataset import' "
        "reads exported positions of either format. Format 'maia' ('dataset import "
        "--help') has only positions with exact labels and best moves, seen by the "
        "player to move, and no lines above the table.\n",
    .groups = {{.table = &EXPORT_TABLE}},
    .options_size = sizeof(struct export_options),
    .needs = NEEDS,
    .takes = SOW_TAKES_DB | SOW_TAKES_OUTPUT,
    .min_operands = 1,
    .max_operands = 1,
    .run = run_export,
};
