/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/fitting/import.h"

#include "import_head.h"
#include "sow/fitting/choice_moves.h"
#include "sow/store/store.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/support/progress.h"

#include <string.h>

#define AT(field) offsetof(struct sow_import_options, field)

/* Settings that come from the file itself. */
static const struct sow_param FILE_ROWS[] = {
    {"file", &sow_param_text, AT(file), 0, SOW_IMPORT_PATH_MAX, NULL, "",
     "the file that was read, as it was named"},
    {"sha256", &sow_param_text, AT(sha256), 0, SOW_SHA256_TEXT - 1, NULL, "",
     "SHA-256 of its bytes"},
    {"records", &sow_param_integer, AT(records), 0, SOW_IMPORT_ROWS_MAX, NULL, "0",
     "lines with data in it"},
};

static const struct sow_param_table FILE_PARAMS = {FILE_ROWS, sizeof FILE_ROWS /
                                                                  sizeof FILE_ROWS[0]};

static const struct sow_param ROWS[] = {
    {"format", &sow_param_choice, AT(format), 0, 0, sow_import_formats, "positions",
     "what the columns are called: by sowlab, or in FairKalah's MAIA data"},
    {"columns", &sow_param_text, AT(columns), 0, SOW_IMPORT_MAP_MAX, NULL, "",
     "columns with other names, as ROLE=COLUMN,ROLE=COLUMN"},
    {"record", &sow_param_choice, AT(record), 0, 0, sow_dataset_records, "both",
     "positions with labels, preferred moves, or both (moves where there are any)"},
    {"duplicates", &sow_param_choice, AT(duplicates), 0, 0, sow_dataset_duplicates,
     "keep",
     "a position met before: it stays, or the first one alone does, "
     "which changes what a fit estimates as lines are added"},
    {"outcome", &sow_param_choice, AT(label), 0, 0, sow_dataset_labels, "margin",
     "what labels a position: the final margin, or the result (1, 0, -1), from a column 'result', "
     "or else the sign of a column 'margin'; exact: a margin under perfect play"},
    {"any_total", &sow_param_flag, AT(any_total), 0, 0, NULL, "no",
     "take positions with more or fewer seeds than the game"},
};

const struct sow_param_table sow_import_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static bool takes_positions(const void *context)
{
    const struct sow_import_options *options = context;
    return options->record != SOW_RECORD_CHOICES;
}

static const struct sow_param_need NEEDS[] = {
    {"outcome", takes_positions, "--record positions or both"},
    {NULL, NULL, NULL},
};

static struct sow_import_source source_of(const struct sow_import_options *options,
                                          const struct sow_rules *rules,
                                          const struct sow_stop *stop)
{
    return (struct sow_import_source){
        .path = options->file,
        .shape = {.format = (enum sow_import_format)options->format,
                  .record = (enum sow_dataset_record)options->record,
                  .label = (enum sow_dataset_label)options->label,
                  .rules = rules,
                  .map = options->columns},
        .duplicates = (enum sow_dataset_duplicates)options->duplicates,
        .any_total = options->any_total,
        .stop = stop,
    };
}

enum sow_status sow_import_survey(struct sow_import_options *options,
                                  const struct sow_rules *rules,
                                  const struct sow_stop *stop,
                                  struct sow_import_data *data, struct sow_err *err)
{
    struct sow_import_source source = source_of(options, rules, stop);
    enum sow_status status = sow_import_read(&source, data, err);
    if (status == SOW_OK && data->positions + data->choices == 0) {
        status = sow_err_set(err, SOW_BAD_DATA,
                             "%s: none of the %zu records has a choice among moves",
                             options->file, data->count);
        sow_import_data_release(data);
    }
    if (status != SOW_OK)
        return status;
    memcpy(options->sha256, data->sha256, sizeof options->sha256);
    options->records = (int)data->count;
    return SOW_OK;
}

/* Reads the file before there is a run, so that a bad file leaves no run behind. */
static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)source;
    struct sow_import_options *import = options;
    struct sow_import_data data;
    if (import->sha256[0] != '\0')
        return SOW_OK;
    enum sow_status status = sow_import_survey(import, rules, NULL, &data, err);
    if (status == SOW_OK)
        sow_import_data_release(&data);
    return status;
}

/* Prints notes about the file for the user. */
static void tell_findings(const struct sow_words *words,
                          const struct sow_import_options *import,
                          const struct sow_import_data *data)
{
    if (data->idle > 0)
        words->note(words->cli, "%d columns are not used: %s", data->idle,
                    data->idle_names);
    if (data->repeated_positions + data->repeated_choices > 0)
        words->note(words->cli, "met before and dropped: %zu positions, %zu choices",
                    data->repeated_positions, data->repeated_choices);
    if (data->undecided > 0)
        words->note(words->cli,
                    "%zu of %d records have no choice: one legal move, or none preferred",
                    data->undecided, import->records);
}

/* Reads the file before the database is opened, so that a bad file changes nothing. */
static enum sow_status take(void *options, const struct sow_words *words,
                            struct sow_err *err)
{
    struct sow_import_options *import = options;
    struct sow_import_data data;
    if (snprintf(import->file, sizeof import->file, "%s", words->words[0]) >
        SOW_IMPORT_PATH_MAX)
        return sow_err_set(err, SOW_USAGE,
                           "the name of the file is longer than %d characters",
                           SOW_IMPORT_PATH_MAX);
    enum sow_status status = sow_import_head_check(import->file, words->game, err);
    if (status == SOW_OK)
        status = sow_import_survey(import, &words->game->rules, words->stop, &data, err);
    if (status != SOW_OK)
        return status;
    sow_dataset_note(words, import->duplicates);
    tell_findings(words, import, &data);
    sow_import_data_release(&data);
    return SOW_OK;
}

/* ---- Into the store ---- */

static enum sow_status store_position(const struct sow_run *run,
                                      const struct sow_import_row *row,
                                      struct sow_err *err)
{
    char position[SOW_POSITION_MAX];
    enum sow_direction direction = (enum sow_direction)run->rules->direction;
    struct sow_position_row added = {
        .run_id = run->id,
        .game = row->game,
        .ply = row->ply,
        .position = sow_board_format(&row->board, run->rules->pits, direction, position),
        .viewpoint = row->viewpoint == SOW_SOUTH ? "s" : "n",
        .margin = row->label,
    };
    return row->is_position ? sow_store_add(run->sink, position, &added, err) : SOW_OK;
}

static enum sow_status store_choice(const struct sow_run *run,
                                    const struct sow_import_row *row, struct sow_err *err)
{
    char position[SOW_POSITION_MAX];
    char moves[SOW_CHOICE_MOVES_TEXT];
    enum sow_direction direction = (enum sow_direction)run->rules->direction;
    struct sow_choice_row added = {
        .run_id = run->id,
        .game = row->game,
        .ply = row->ply,
        .position = sow_board_format(&row->board, run->rules->pits, direction, position),
        .moves = sow_choice_moves_write(run->rules, row->preferred, moves),
    };
    return row->is_choice ? sow_store_add(run->sink, choice, &added, err) : SOW_OK;
}

typedef enum sow_status store_fn(const struct sow_run *run,
                                 const struct sow_import_row *row, struct sow_err *err);

/* Stores the positions of a game, then its choices. This is the order in the database. */
static enum sow_status store_game(const struct sow_run *run,
                                  const struct sow_import_row *rows, size_t count,
                                  struct sow_err *err)
{
    static store_fn *const STORE[] = {store_position, store_choice};
    enum sow_status status = SOW_OK;
    for (size_t table = 0; table < sizeof STORE / sizeof STORE[0]; table++)
        for (size_t i = 0; i < count && status == SOW_OK; i++)
            status = STORE[table](run, &rows[i], err);
    return status;
}

/* Number of records between two updates of the progress line. */
enum { STRIDE = 4096 };

static enum sow_status store_games(const struct sow_run *run,
                                   const struct sow_import_data *data,
                                   struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    size_t count = 0;
    size_t told = 0;
    for (size_t i = 0; i < data->count && status == SOW_OK; i += count) {
        for (count = 1; i + count < data->count; count++)
            if (data->rows[i + count].game != data->rows[i].game)
                break;
        status = store_game(run, data->rows + i, count, err);
        if (i < told + STRIDE)
            continue;
        told = i;
        sow_progress_update(run->with.progress, i, NULL);
        if (status == SOW_OK && sow_stop_requested(run->with.stop))
            status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
    }
    return status;
}

static enum sow_status store_data(const struct sow_run *run,
                                  const struct sow_import_data *data, struct sow_err *err)
{
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status != SOW_OK)
        return status;
    sow_progress_begin(run->with.progress, data->count, "records");
    status = store_games(run, data, err);
    status = sow_store_end(run->sink, status, err);
    sow_progress_end(run->with.progress);
    return status;
}

/* ---- The kind ---- */

static enum sow_status refuse_file(const struct sow_run *run, const char *fault,
                                   struct sow_err *err)
{
    return sow_err_set(
        err, SOW_BAD_DATA,
        "run %lld cannot be made from its file: %s; "
        "'runs check' tells without the file whether what is stored is sound",
        (long long)run->id, fault);
}

static enum sow_status read_again(const struct sow_run *run,
                                  const struct sow_import_options *import,
                                  struct sow_import_data *data, struct sow_err *err)
{
    struct sow_err fault;
    struct sow_import_source source = source_of(import, run->rules, run->with.stop);
    enum sow_status status = sow_import_read(&source, data, &fault);
    if (status == SOW_IO || status == SOW_USAGE)
        return refuse_file(run, fault.text, err);
    bool same = status == SOW_OK && strcmp(data->sha256, import->sha256) == 0;
    if (same || (status != SOW_OK && status != SOW_BAD_DATA))
        return sow_err_set(err, status, "%s", status == SOW_OK ? "" : fault.text);
    /* The file has changed, so any other fault in it does not matter. */
    sow_import_data_release(data);
    (void)snprintf(fault.text, sizeof fault.text,
                   "'%.200s' has changed, its SHA-256 was %.16s...", import->file,
                   import->sha256);
    return refuse_file(run, fault.text, err);
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_import_options *import = options;
    struct sow_import_data data;
    enum sow_status status = read_again(run, import, &data, err);
    run->kernel_used = "none";
    run->stop_reason = "file read";
    if (status != SOW_OK)
        return status;
    status = store_data(run, &data, err);
    sow_import_data_release(&data);
    return status;
}

static const char *const CONTENT[] = {"positions", "choices", NULL};

const struct sow_run_kind sow_import_kind = {
    .name = "import",
    .groups = {{.table = &FILE_PARAMS, .use = SOW_RECORDED},
               {.table = &sow_import_params}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_import_options),
    .command =
        {
            .kind = &sow_import_kind,
            .section = "Fitting",
            .name = "dataset import",
            .operands = "FILE",
            .summary =
                "a CSV file of positions, with labels and preferred moves, as a data set",
            .examples =
                "sowlab dataset import positions.csv --variant awari\n"
                "sowlab dataset import maia.csv --variant kalah --format maia\n"
                "sowlab dataset import games.csv --variant kalah --columns position=board,margin=value",
            .details =
                "Columns are found by the names of their roles, "
                "or by those that --columns gives them. Format 'positions': "
                "position (or s1.., south_store, n1.., north_store, side), viewpoint "
                "(else the side to move), margin or result, moves, game, ply; "
                "with --outcome result a margin counts by its sign, and "
                "where there are both columns they have to agree. Format 'maia': "
                "pit_6..pit_1, score, pit_6o..pit_1o, score_o, game_val, optimal_6..optimal_1; "
                "the player to move comes first and becomes south; "
                "pit_1 is next to its owner's store, which is pit 6 here. "
                "Without a column 'game' every record is a game of its own. "
                "Labels that the rules rule out are refused: "
                "beyond the seeds left to win, or of the wrong parity "
                "where all seeds end in stores. Nothing is stored unless every line is right. "
                "The file itself is not kept: 'runs verify' needs it again.\n",
            .takes = SOW_TAKES_DB | SOW_TAKES_RULES | SOW_TAKES_LABEL | SOW_TAKES_FORMAT,
            .min_operands = 1,
            .max_operands = 1,
        },
    .take = take,
    .prepare = prepare,
    .execute = execute,
    .content = CONTENT,
};
