/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "import": their options, the head of the file, and the storing of its
   records. */
#include "sow/fitting/import.h"
#include "fit_sections.h"

#include "sow/base/err.h"
#include "sow/base/parallel.h"
#include "sow/base/text.h"
#include "sow/fitting/choice_moves.h"
#include "sow/fitting/csv_reader.h"
#include "sow/store/store.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/support/progress.h"
#include "sow/variants/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define AT(field) offsetof(struct sow_import_options, field)

/* Settings that come from the file itself. */
static const struct sow_param FILE_ROWS[] = {
    {"file", &sow_param_text, AT(file), 0, SOW_IMPORT_PATH_MAX, NULL, "",
     "name of the file as written on the command line"},
    {"sha256", &sow_param_text, AT(sha256), 0, SOW_SHA256_TEXT - 1, NULL, "",
     "SHA-256 of the file"},
    {"records", &sow_param_integer, AT(records), 0, SOW_IMPORT_ROWS_MAX, NULL, "0",
     "lines with data in the file"},
};

static const struct sow_param_table FILE_PARAMS = {FILE_ROWS, sizeof FILE_ROWS /
                                                                  sizeof FILE_ROWS[0]};

static const struct sow_param ROWS[] = {
    {"format", &sow_param_choice, AT(format), 0, 0, sow_import_formats, "positions",
     "names of the columns: those of sowlab, or those of FairKalah's MAIA data"},
    {"columns", &sow_param_text, AT(columns), 0, SOW_IMPORT_MAP_MAX, NULL, "",
     "columns with other names, as ROLE=COLUMN,ROLE=COLUMN"},
    {"record", &sow_param_choice, AT(record), 0, 0, sow_dataset_records, "both",
     "rows to store: positions with labels, preferred moves, or both (moves only if "
     "the file has them)"},
    {"duplicates", &sow_param_choice, AT(duplicates), 0, 0, sow_dataset_duplicates,
     "keep",
     "treatment of repeated positions: keep all, or drop all but "
     "the first, which changes what a fit estimates as lines are "
     "added"},
    {"outcome", &sow_param_choice, AT(label), 0, 0, sow_dataset_labels, "margin",
     "outcome of a position: the final margin, the result (1, 0, -1) or sign of the "
     "margin, the margin under perfect play (exact), or none"},
    {"any_total", &sow_param_flag, AT(any_total), 0, 0, NULL, "no",
     "accept positions with more or fewer seeds than the variant"},
};

const struct sow_param_table sow_import_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Returns true if positions are stored, which have labels (a condition for the option
   outcome). @p context is a struct sow_import_options. */
static bool takes_positions(const void *context)
{
    const struct sow_import_options *options = context;
    return options->record != SOW_RECORD_CHOICES;
}

/* Conditions without which an option has no effect. */
static const struct sow_param_need NEEDS[] = {
    {"outcome", takes_positions, "--record positions or both"},
    {NULL, NULL, NULL},
};

/* Returns the file of an import and how to read it. It borrows the options. */
static struct sow_import_source source_of(const struct sow_import_options *options,
                                          const struct sow_rules *rules,
                                          const struct sow_context *with)
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
        .with = with,
    };
}

enum sow_status sow_import_survey(struct sow_import_options *options,
                                  const struct sow_rules *rules,
                                  const struct sow_context *with,
                                  struct sow_import_data *data, struct sow_err *err)
{
    struct sow_import_source source = source_of(options, rules, with);
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

/* ---- The head of the file ---- */

/* Size of the rules of a head, more than those of any variant need. */
enum { RULES_ROOM = 8192 };

/* The variant in a head. */
struct head {
    char variant[SOW_VARIANT_NAME_MAX + 1]; /* name; "" if the head has none */
    char rules[RULES_ROOM]; /* lines "key = value"; "" if the head has none */
    bool in_rules;          /* true after the line "rules", until the next title */
};

/* Adds a line to the rules. Rules that are too long are cut, and later fail to parse. */
static void add_rule(struct head *head, const char *line)
{
    size_t used = strlen(head->rules);
    (void)snprintf(head->rules + used, sizeof head->rules - used, "%s\n", line);
}

/* Reads the text behind the '#' of one line into @p head: a title and its value, or a
   setting of the rules. Other titles only end the rules. Changes @p line. */
static void read_head_line(struct head *head, char *line)
{
    line[strcspn(line, "\r\n")] = '\0';
    line += strspn(line, " \t");
    size_t title = strcspn(line, " \t");
    const char *value = line + title + strspn(line + title, " \t");
    bool setting = value[0] == '=';
    if (head->in_rules && setting) {
        add_rule(head, line);
        return;
    }
    head->in_rules = title == strlen("rules") && strncmp(line, "rules", title) == 0;
    if (title == strlen("variant") && strncmp(line, "variant", title) == 0 && !setting)
        (void)snprintf(head->variant, sizeof head->variant, "%s", value);
}

/* Reads the head of a file, the lines with '#' above its first other line, into @p head,
   which is empty. It stays empty if the file cannot be opened; the reader of the rows
   reports that. Stops early at a NUL byte or a stop request. */
static void read_head(const char *path, struct head *head)
{
    char line[512];
    struct stat about;
    /* Opening a pipe would wait for its writer. */
    bool regular = stat(path, &about) == 0 && S_ISREG(about.st_mode);
    FILE *in = regular ? fopen(path, "rb") : NULL;
    if (in == NULL)
        return;
    bool begins =
        true;         /* false for later pieces of a line that is longer than the room */
    bool nul = false; /* true after a NUL byte; the reader of the rows reports it */
    while (!sow_stopping() && sow_text_line(line, sizeof line, in, &nul) && !nul) {
        bool ends = strchr(line, '\n') != NULL;
        char *at = line;
        if (begins && strncmp(at, "\xef\xbb\xbf", 3) == 0)
            at += 3;
        if (begins && at[0] == '#')
            read_head_line(head, at + 1);
        else if (begins && at[strspn(at, " \t\r\n")] != '\0')
            break;
        begins = ends;
    }
    (void)fclose(in);
}

/* Sets the error that the head of the file contradicts the variant @p asked, and returns
   SOW_BAD_DATA. For advice, @p same_as is the built-in variant that has the rules of the
   head, or NULL. */
static enum sow_status refuse_variant(const char *path, const struct head *head,
                                      const struct sow_variant *asked,
                                      const char *same_as, struct sow_err *err)
{
    const char *name = head->variant[0] != '\0' ? head->variant : "other rules";
    if (same_as != NULL)
        return sow_err_set(err, SOW_BAD_DATA,
                           "by its head, '%s' holds positions of '%s' and not of '%s': "
                           "add --variant %s",
                           path, name, asked->name, same_as);
    return sow_err_set(err, SOW_BAD_DATA,
                       "by its head, '%s' holds positions of '%s' and not of '%s': write "
                       "the rules of its head to a file and name it with --variant",
                       path, name, asked->name);
}

/* Returns true if two rules have the same text (sow_variant_rules_text). Returns false
   also without memory. */
static bool same_rules(const struct sow_rules *a, const struct sow_rules *b)
{
    char *text_a = sow_variant_rules_text(a);
    char *text_b = sow_variant_rules_text(b);
    bool same = text_a != NULL && text_b != NULL && strcmp(text_a, text_b) == 0;
    free(text_a);
    free(text_b);
    return same;
}

/* Returns the name of the built-in variant with the rules @p rules, or NULL. */
static const char *builtin_of(const struct sow_rules *rules)
{
    struct sow_variant variant;
    struct sow_err none;
    for (size_t i = 0; i < sow_variant_count(); i++)
        if (sow_variant_builtin(sow_variant_name(i), &variant, &none) == SOW_OK &&
            same_rules(&variant.rules, rules))
            return sow_variant_name(i);
    return NULL;
}

/* Compares the rules of a head with the variant @p asked. Fails with SOW_BAD_DATA if
   they differ or cannot be read. */
static enum sow_status check_rules(const char *path, const struct head *head,
                                   const struct sow_variant *asked, struct sow_err *err)
{
    struct sow_variant said;
    enum sow_status status = sow_variant_read_text(head->rules, path, &said, err);
    if (status != SOW_OK)
        return sow_err_prefix(err, "the rules in its head cannot be read");
    return same_rules(&said.rules, &asked->rules)
               ? SOW_OK
               : refuse_variant(path, head, asked, builtin_of(&said.rules), err);
}

/* Checks a head with a name and without rules. Compares the names, and then the rules
   if the name is that of a built-in variant. Fails with SOW_BAD_DATA if they differ. */
static enum sow_status check_name(const char *path, const struct head *head,
                                  const struct sow_variant *asked, struct sow_err *err)
{
    struct sow_variant said;
    struct sow_err none;
    if (strcmp(head->variant, asked->name) == 0)
        return SOW_OK;
    if (sow_variant_builtin(head->variant, &said, &none) != SOW_OK)
        return refuse_variant(path, head, asked, NULL, err);
    return same_rules(&said.rules, &asked->rules)
               ? SOW_OK
               : refuse_variant(path, head, asked, said.name, err);
}

/* Compares the variant in the head of a file with the variant of an import. If the
   head has rules (`dataset export` writes them), these are compared, else the variant
   of its line `# variant NAME`. A head without either agrees with every variant, and
   so does a file that cannot be opened. Fails with SOW_BAD_DATA if the variants
   differ. */
static enum sow_status check_head(const char *path, const struct sow_variant *asked,
                                  struct sow_err *err)
{
    struct head *head = calloc(1, sizeof *head);
    if (head == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    read_head(path, head);
    if (head->rules[0] != '\0')
        status = check_rules(path, head, asked, err);
    else if (head->variant[0] != '\0')
        status = check_name(path, head, asked, err);
    free(head);
    return status;
}

/* ---- Before the run ---- */

/* Reads the file before there is a run, so that a bad file leaves no run behind
   (`prepare` of run.h). Notes its SHA-256 and its number of records in the options. Does
   nothing if these are known already. Fails as sow_import_survey. */
static enum sow_status prepare_import(void *options, struct sow_store *source,
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

/* Writes notes for the user: columns without a use, dropped duplicates, and records
   without a choice. */
static void tell_findings(const struct sow_words *words,
                          const struct sow_import_options *import,
                          const struct sow_import_data *data)
{
    if (data->idle > 0)
        words->note(words->cli, "%d columns are not used: %s", data->idle,
                    data->idle_names);
    if (data->repeated_positions + data->repeated_choices > 0)
        words->note(words->cli, "repeated and dropped: %zu positions, %zu choices",
                    data->repeated_positions, data->repeated_choices);
    if (data->undecided > 0)
        words->note(words->cli,
                    "%zu of %d records have no choice: one legal move, or none preferred",
                    data->undecided, import->records);
}

/* Takes the file from the operand and reads it before the database is opened, so that a
   bad file changes nothing (`take` of run.h). Writes notes about it. Fails with SOW_USAGE
   if its name is too long, else as check_head and sow_import_survey. */
static enum sow_status take_import(void *options, const struct sow_words *words,
                                   struct sow_err *err)
{
    struct sow_import_options *import = options;
    struct sow_import_data data;
    if (snprintf(import->file, sizeof import->file, "%s", words->words[0]) >
        SOW_IMPORT_PATH_MAX)
        return sow_err_set(err, SOW_USAGE,
                           "the name of the file is longer than %d characters",
                           SOW_IMPORT_PATH_MAX);
    enum sow_status status = check_head(import->file, words->game, err);
    if (status == SOW_OK)
        status = sow_import_survey(import, &words->game->rules, words->with, &data, err);
    if (status != SOW_OK)
        return status;
    sow_dataset_note(words, import->duplicates);
    tell_findings(words, import, &data);
    sow_import_data_release(&data);
    return SOW_OK;
}

/* ---- Into the store ---- */

/* Adds a row to table `positions` for a record, if it gives a position. Returns an error
   of the database. */
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
        .label = row->searched,
    };
    return row->is_position ? sow_store_add(run->sink, position, &added, err) : SOW_OK;
}

/* Adds a row to table `choices` for a record, if it gives a choice. Returns an error of
   the database. */
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

/* Type of functions that store one row of a record. */
typedef enum sow_status store_fn(const struct sow_run *run,
                                 const struct sow_import_row *row, struct sow_err *err);

/* Stores the positions of the @p count records of a game, then its choices. This is the
   order in the database. Returns an error of the database. */
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

/* Stores all records, game by game, and updates the progress every STRIDE records or so.
   Fails with SOW_INTERRUPTED after a stop request, or with an error of the database. */
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

/* Stores all records in one transaction, with a progress. On failure none is stored. */
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

/* Sets the error that a run cannot be computed again from its file, because of @p
   fault. Returns SOW_BAD_DATA. */
static enum sow_status refuse_file(const struct sow_run *run, const char *fault,
                                   struct sow_err *err)
{
    return sow_err_set(
        err, SOW_BAD_DATA,
        "run %lld cannot be computed again from its file: %s; 'runs check' "
        "checks the stored rows without the file",
        (long long)run->id, fault);
}

/* Reads the file of the run again. Fails with SOW_BAD_DATA if it cannot be read, or if
   its SHA-256 is another one, else as sow_import_read. The caller releases @p data on
   success only. */
static enum sow_status read_again(const struct sow_run *run,
                                  const struct sow_import_options *import,
                                  struct sow_import_data *data, struct sow_err *err)
{
    struct sow_err fault;
    struct sow_import_source source = source_of(import, run->rules, &run->with);
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

/* Reads the file of the run again and stores its records in one transaction (`execute` of
   run.h). Sets the reason why the run ended. Fails as read_again and store_data. */
static enum sow_status execute_import(struct sow_run *run, const void *options,
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
                "store a CSV file of positions, with labels and preferred moves, as a "
                "data set",
            .examples =
                "sowlab dataset import positions.csv --variant awari\n"
                "sowlab dataset import maia.csv --variant kalah --format maia\n"
                "sowlab dataset import games.csv --variant kalah --columns position=board,margin=value",
            .details =
                "A column is found by the name of its role, or by the name that "
                "--columns gives to the role.\n"
                "Format 'positions' has the roles position (or s1.., south_store, n1.., "
                "north_store, side), viewpoint (default: the side to move), margin or "
                "result, moves, game and ply. With --outcome result, a margin gives its "
                "sign; if there are both columns, they have to agree.\n"
                "Format 'maia' has the roles pit_6..pit_1, score, pit_6o..pit_1o, "
                "score_o, game_val and optimal_6..optimal_1. The player to move comes "
                "first and becomes south. pit_1 is next to its owner's store and is pit "
                "6 here.\n"
                "A label by search is a real number of seeds, of any parity, for the "
                "viewpoint. It is read from the column that --columns label=COLUMN "
                "names, or with --outcome none from the column "
                "'label'. 'fit' fits it.\n"
                "Without a column 'game' every record is a game. Labels that the rules "
                "exclude are refused: margins greater than the seeds left to win, or of "
                "the wrong parity where all seeds end in stores.\n"
                "The rows are stored only if every line is right. The file itself is "
                "not kept: 'runs verify' needs it again.\n",
            .takes = SOW_TAKES_DB | SOW_TAKES_RULES | SOW_TAKES_LABEL | SOW_TAKES_FORMAT,
            .min_operands = 1,
            .max_operands = 1,
        },
    .take = take_import,
    .prepare = prepare_import,
    .execute = execute_import,
    .sections = sow_dataset_sections,
    .content = CONTENT,
};
