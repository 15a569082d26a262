/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/fitting/dataset_export.h"

#include "dataset_export_head.h"
#include "sow/fitting/choice_moves.h"
#include "sow/heuristics/state_features.h"
#include "sow/learn/rows.h"
#include "sow/store/store.h"
#include "sow/store/tables/choices.def"
#include "sow/store/tables/positions.def"
#include "sow/store/tables/runs.def"
#include "sow/support/progress.h"

#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Size of the longest line, with a position, the features and some 64-bit numbers. */
enum { LINE_MAX_BYTES = SOW_POSITION_MAX + 8 * SOW_AGENT_TERMS_MAX + 160 };

/* Number of rows between two updates of the progress line. */
enum { STRIDE = 4096 };

/* State of an export. */
struct exporting {
    const struct sow_dataset_export *wanted;
    struct sow_dataset_facts facts;
    struct sow_fit_columns columns;
    struct sow_state_columns *state; /* NULL for heuristics of moves */
    FILE *out;
    int64_t set; /* number of choices so far */
    uint64_t rows;
    size_t length;
    char line[LINE_MAX_BYTES];
};

/* ---- Lines ---- */

static void put_text(struct exporting *exporting, const char *text)
{
    size_t length = strlen(text);
    assert(exporting->length + length < LINE_MAX_BYTES);
    memcpy(exporting->line + exporting->length, text, length);
    exporting->length += length;
}

/* Writes an integer. An export consists mostly of small integers, and fprintf would take
   several times as long. */
static void put_integer(struct exporting *exporting, int64_t value)
{
    char digits[24];
    size_t at = sizeof digits - 1;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    digits[at] = '\0';
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        digits[--at] = '-';
    put_text(exporting, digits + at);
}

static void put_values(struct exporting *exporting, const int16_t *values)
{
    for (int i = 0; i < exporting->columns.count; i++) {
        put_integer(exporting, values[i]);
        put_text(exporting, ",");
    }
}

static void end_line(struct exporting *exporting)
{
    put_text(exporting, "\n");
    (void)fwrite(exporting->line, 1, exporting->length, exporting->out);
    exporting->length = 0;
    if (++exporting->rows % STRIDE == 0)
        sow_progress_update(exporting->wanted->progress, exporting->rows, NULL);
}

static void put_place(struct exporting *exporting, int64_t game, int ply,
                      const char *position)
{
    put_integer(exporting, game);
    put_text(exporting, ",");
    put_integer(exporting, ply);
    put_text(exporting, ",");
    put_integer(exporting, sow_fold_of_group(game, exporting->wanted->folds));
    put_text(exporting, ",\"");
    put_text(exporting, position);
    put_text(exporting, "\",");
}

static enum sow_status parse_position(const struct exporting *exporting,
                                      const char *position, struct sow_board *board,
                                      struct sow_err *err)
{
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    enum sow_status status = sow_board_parse(
        position, rules->pits, (enum sow_direction)rules->direction, board, err);
    return status == SOW_OK
               ? SOW_OK
               : sow_err_prefix(err, "data set %lld", (long long)exporting->facts.id);
}

/* ---- Positions ---- */

static enum sow_status put_position(void *context, const struct sow_position_row *row,
                                    struct sow_err *err)
{
    struct exporting *exporting = context;
    struct sow_board board;
    int16_t values[SOW_AGENT_TERMS_MAX] = {0};
    enum sow_status status = parse_position(exporting, row->position, &board, err);
    if (status != SOW_OK)
        return status;
    int seat = row->viewpoint[0] == 's' ? SOW_SOUTH : SOW_NORTH;
    sow_state_columns_values(exporting->state, &board, seat, values);
    put_place(exporting, row->game, row->ply, row->position);
    put_text(exporting, row->viewpoint);
    put_text(exporting, ",");
    put_values(exporting, values);
    if (exporting->facts.label != SOW_LABEL_RESULT) {
        put_integer(exporting, row->margin);
        put_text(exporting, ",");
    }
    put_integer(exporting, (row->margin > 0) - (row->margin < 0));
    end_line(exporting);
    return SOW_OK;
}

/* ---- Choices ---- */

static void put_alternative(struct exporting *exporting, const struct sow_choice_row *row,
                            int pit, const int16_t *values)
{
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    sow_pits preferred = sow_choice_moves_read(rules, row->moves);
    put_integer(exporting, exporting->set);
    put_text(exporting, ",");
    put_place(exporting, row->game, row->ply, row->position);
    put_integer(exporting,
                sow_pit_number(rules->pits, (enum sow_direction)rules->direction, pit));
    put_text(exporting, ",");
    put_values(exporting, values);
    put_text(exporting, ((unsigned)preferred >> pit & 1U) != 0 ? "1" : "0");
    end_line(exporting);
}

static enum sow_status put_choice(void *context, const struct sow_choice_row *row,
                                  struct sow_err *err)
{
    struct exporting *exporting = context;
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    struct sow_board board;
    enum sow_status status = parse_position(exporting, row->position, &board, err);
    if (status != SOW_OK)
        return status;
    struct sow_game game;
    int moves[SOW_MOVES_MAX];
    sow_game_init(&game, rules, &board);
    struct sow_fit_position position = {&game, moves, sow_game_moves(&game, moves)};
    if (position.count < 2)
        return SOW_OK;
    for (int i = 0; i < position.count; i++) {
        int16_t values[SOW_AGENT_TERMS_MAX] = {0};
        sow_fit_columns_of_move(&exporting->columns, exporting->state, &position,
                                moves[i], values);
        put_alternative(exporting, row, moves[i], values);
    }
    exporting->set++;
    return SOW_OK;
}

/* ---- The export ---- */

static enum sow_status require_rows(const struct exporting *exporting,
                                    struct sow_err *err)
{
    const struct sow_dataset_facts *facts = &exporting->facts;
    bool choices = exporting->wanted->choices;
    if ((choices ? facts->choices : facts->positions) > 0)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE, "data set %lld has no %s%s", (long long)facts->id,
                       choices ? "choices" : "positions",
                       choices ? "; 'dataset make --record choices' records them"
                               : "; its choices are exported with --choices");
}

static enum sow_status choose_columns(struct exporting *exporting, struct sow_err *err)
{
    const struct sow_rules *rules = &exporting->facts.variant.rules;
    char *list = strdup(exporting->wanted->features);
    if (list == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_fit_columns_resolve(&list, exporting->wanted->choices, rules, err);
    if (status == SOW_OK)
        status = sow_fit_columns_read(&exporting->columns, list, err);
    free(list);
    if (status != SOW_OK || exporting->columns.of_moves)
        return status;
    exporting->state = malloc(sizeof *exporting->state);
    if (exporting->state == NULL)
        return sow_err_no_memory(err);
    sow_state_columns_init(exporting->state, rules, exporting->columns.feature,
                           exporting->columns.count);
    return SOW_OK;
}

static enum sow_status write_head(struct exporting *exporting, struct sow_store *store,
                                  struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(store, exporting->facts.id, &run, err);
    if (status != SOW_OK)
        return status;
    struct sow_export_head head = {
        .run = &run,
        .facts = &exporting->facts,
        .columns = &exporting->columns,
        .folds = exporting->wanted->folds,
        .choices = exporting->wanted->choices,
    };
    sow_export_head_write(&head, exporting->out);
    sow_run_row_release(&run);
    return SOW_OK;
}

static enum sow_status write_rows(struct exporting *exporting, struct sow_store *store,
                                  struct sow_err *err)
{
    bool choices = exporting->wanted->choices;
    const struct sow_dataset_facts *facts = &exporting->facts;
    sow_progress_begin(exporting->wanted->progress,
                       choices ? 0 : (uint64_t)facts->positions, "rows");
    enum sow_status status =
        choices
            ? sow_store_each(store, choice, facts->id, put_choice, exporting, err)
            : sow_store_each(store, position, facts->id, put_position, exporting, err);
    sow_progress_end(exporting->wanted->progress);
    if (status == SOW_OK && (fflush(exporting->out) != 0 || ferror(exporting->out)))
        status = sow_err_set(err, SOW_IO, "cannot write data set %lld: %s",
                             (long long)facts->id, strerror(errno));
    return status;
}

static enum sow_status export_rows(struct exporting *exporting, struct sow_store *store,
                                   struct sow_err *err)
{
    enum sow_status status =
        sow_dataset_require(store, exporting->wanted->id, &exporting->facts, err);
    if (status == SOW_OK)
        status = require_rows(exporting, err);
    if (status == SOW_OK)
        status = choose_columns(exporting, err);
    if (status == SOW_OK)
        status = sow_store_check_run(store, exporting->facts.id, NULL, err);
    if (status == SOW_OK)
        status = write_head(exporting, store, err);
    return status == SOW_OK ? write_rows(exporting, store, err) : status;
}

enum sow_status sow_dataset_export(struct sow_store *store,
                                   const struct sow_dataset_export *wanted, FILE *out,
                                   struct sow_err *err)
{
    struct exporting *exporting = calloc(1, sizeof *exporting);
    if (exporting == NULL)
        return sow_err_no_memory(err);
    exporting->wanted = wanted;
    exporting->out = out;
    enum sow_status status = export_rows(exporting, store, err);
    free(exporting->state);
    free(exporting);
    return status;
}
