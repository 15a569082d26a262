/* SPDX-License-Identifier: GPL-3.0-or-later */
/* fair: starts near the ordinary one from which perfect play ends in a draw. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/endgame/solve.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

enum { HASH_MAX = 1 << 20, PLACES = 2 * (SOW_MAX_PITS + 1) };

struct fair_options {
    int moved;
    int first, last;
    char endgame[SOW_CLI_PATH_MAX + 1];
    int hash;
};

#define AT(field) offsetof(struct fair_options, field)

static const struct sow_param ROWS[] = {
    {"moved", &sow_param_integer, AT(moved), 0, 2, NULL, "2",
     "at most so many seeds of the start are moved"},
    {"first", &sow_param_integer, AT(first), 1, INT32_MAX, NULL, "1",
     "number of the first of these starts that is asked about"},
    {"last", &sow_param_integer, AT(last), 0, INT32_MAX, NULL, "0",
     "number of the last one; 0: all"},
    {"endgame", &sow_param_text, AT(endgame), 0, SOW_CLI_PATH_MAX, NULL, "",
     "file that 'sowlab solve' made: it takes much less time"},
    {"hash", &sow_param_integer, AT(hash), 1, HASH_MAX, NULL, "512",
     "megabytes for what is known of positions"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* --- the starts --- */

struct starts {
    struct sow_board *board; /* owned, in ascending order */
    size_t count;
};

static uint8_t *place_of(struct sow_board *board, int pits, int place)
{
    int seat = place / (pits + 1);
    int at = place % (pits + 1);
    return at == pits ? &board->store[seat] : &board->pit[seat][at];
}

/* What a seed's move from one place to another makes of a board; adds it. */
static void add_moved(struct starts *starts, const struct sow_board *from, int pits)
{
    int places = 2 * (pits + 1);
    for (int taken = 0; taken < places; taken++)
        for (int put = 0; put < places; put++) {
            struct sow_board board = *from;
            if (*place_of(&board, pits, taken) == 0 || put == taken)
                continue;
            --*place_of(&board, pits, taken);
            ++*place_of(&board, pits, put);
            starts->board[starts->count++] = board;
        }
}

static int compare_boards(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct sow_board));
}

static void drop_twins(struct starts *starts)
{
    size_t kept = 0;
    qsort(starts->board, starts->count, sizeof *starts->board, compare_boards);
    for (size_t i = 0; i < starts->count; i++)
        if (kept == 0 || compare_boards(&starts->board[i], &starts->board[kept - 1]) != 0)
            starts->board[kept++] = starts->board[i];
    starts->count = kept;
}

/* All starts that differ from the ordinary one by at most @p moved seeds. */
static enum sow_status make_starts(struct starts *starts, const struct sow_rules *rules,
                                   int moved, struct sow_err *err)
{
    size_t ways = PLACES * PLACES;
    size_t room = moved == 2 ? (ways + 1) * (ways + 1) : ways + 1;
    starts->board = calloc(room, sizeof *starts->board);
    if (starts->board == NULL)
        return sow_err_no_memory(err);
    starts->board[starts->count++] = rules->start;
    for (int step = 0; step < moved; step++) {
        size_t before = starts->count;
        for (size_t i = 0; i < before; i++) {
            struct sow_board from = starts->board[i];
            add_moved(starts, &from, rules->pits);
        }
        drop_twins(starts);
    }
    return SOW_OK;
}

/* --- asking --- */

enum { UNKNOWN = 2 };

struct asking {
    struct sow_cli *cli;
    struct sow_variant variant;
    struct starts starts;
    size_t begin, end; /* of the starts that are asked about */
    struct sow_endgame *endgame;
    struct sow_solver *solver;
    int8_t *sign;  /* owned, by start: UNKNOWN, or of the first player's margin */
    size_t proven; /* of them, without a gap */
};

static bool go_on(void *context, uint64_t nodes)
{
    const struct asking *asking = context;
    (void)nodes;
    return !sow_stop_requested(asking->cli->stop);
}

static void ask_range(void *context, size_t begin, size_t end)
{
    struct asking *asking = context;
    for (size_t i = begin; i < end; i++) {
        int sign;
        size_t at = asking->begin + i;
        if (sow_solve_sign(asking->solver, &asking->starts.board[at], &sign, NULL) !=
            SOW_OK)
            continue;
        asking->sign[at] = (int8_t)sign;
        sow_progress_advance(asking->cli->progress, 1, NULL);
    }
}

/* Starts that are proven to come to @p sign. */
static size_t count_sign(const struct asking *asking, int sign)
{
    size_t count = 0;
    for (size_t i = 0; i < asking->proven; i++)
        count += asking->sign[asking->begin + i] == sign;
    return count;
}

static enum sow_status ask_all(struct asking *asking, struct sow_err *err)
{
    const struct sow_cli *cli = asking->cli;
    struct sow_parallel shape = {cli->common.threads, 1, cli->stop};
    size_t count = asking->end - asking->begin;
    asking->sign = malloc(asking->starts.count);
    if (asking->sign == NULL)
        return sow_err_no_memory(err);
    memset(asking->sign, UNKNOWN, asking->starts.count);
    sow_progress_begin(cli->progress, count, "starts");
    (void)sow_parallel_for(&shape, count, ask_range, asking);
    sow_progress_end(cli->progress);
    while (asking->proven < count &&
           asking->sign[asking->begin + asking->proven] != UNKNOWN)
        asking->proven++;
    return SOW_OK;
}

/* A file of start positions, as --starts takes it. */
static enum sow_status write_starts(void *context, FILE *out, struct sow_err *err)
{
    (void)err;
    const struct asking *asking = context;
    const struct sow_rules *rules = &asking->variant.rules;
    (void)fprintf(out,
                  "# Starts of %s from which perfect play is a draw: %zu.\n"
                  "# Asked about: %zu to %zu of %zu; the first player wins %zu and loses "
                  "%zu.\n",
                  asking->variant.name, count_sign(asking, 0), asking->begin + 1,
                  asking->begin + asking->proven, asking->starts.count,
                  count_sign(asking, 1), count_sign(asking, -1));
    for (size_t i = asking->begin; i < asking->begin + asking->proven; i++) {
        char text[SOW_POSITION_MAX];
        if (asking->sign[i] == 0)
            (void)fprintf(out, "%s\n",
                          sow_board_format(&asking->starts.board[i], rules->pits,
                                           (enum sow_direction)rules->direction, text));
    }
    return SOW_OK;
}

/* --- the command --- */

static enum sow_status choose_range(struct asking *asking,
                                    const struct fair_options *asked, struct sow_err *err)
{
    asking->begin = (size_t)asked->first - 1;
    asking->end = asked->last > 0 ? (size_t)asked->last : asking->starts.count;
    if (asking->end <= asking->starts.count && asking->begin < asking->end)
        return SOW_OK;
    return sow_err_set(
        err, SOW_USAGE,
        "there are %zu starts: take --first and --last from them, in order",
        asking->starts.count);
}

static enum sow_status begin(struct asking *asking, const struct fair_options *asked,
                             struct sow_err *err)
{
    const struct sow_rules *rules = &asking->variant.rules;
    struct sow_solve_options options = {
        .megabytes = (size_t)asked->hash, .go_on = go_on, .context = asking};
    enum sow_status status = sow_cli_variant(asking->cli, &asking->variant, err);
    if (status == SOW_OK)
        status = sow_solve_check(rules, err);
    if (status == SOW_OK)
        status = make_starts(&asking->starts, rules, asked->moved, err);
    if (status == SOW_OK)
        status = choose_range(asking, asked, err);
    if (status == SOW_OK && asked->endgame[0] != '\0')
        status = sow_endgame_open(asked->endgame, rules, &asking->endgame, err);
    if (status != SOW_OK)
        return status;
    options.endgame = asking->endgame;
    return sow_solver_new(&asking->solver, rules, sow_board_seeds(&rules->start),
                          &options, err);
}

static enum sow_status ask_and_write(struct asking *asking, struct sow_err *err)
{
    enum sow_status status = ask_all(asking, err);
    if (status == SOW_OK)
        status = sow_cli_write(asking->cli, write_starts, asking, err);
    if (status != SOW_OK)
        return status;
    sow_cli_note(asking->cli, "%zu of %zu starts are fair", count_sign(asking, 0),
                 asking->proven);
    size_t next = asking->begin + asking->proven;
    return next == asking->end
               ? SOW_OK
               : sow_err_set(
                     err, SOW_INTERRUPTED,
                     "stopped; what was written is right as far as it goes: go on "
                     "with --first %zu, and another --output",
                     next + 1);
}

static enum sow_status run_fair(struct sow_cli *cli, void *options, int argc, char **argv,
                                struct sow_err *err)
{
    (void)argc;
    (void)argv;
    struct asking asking = {.cli = cli};
    enum sow_status status = begin(&asking, options, err);
    if (status == SOW_OK)
        status = ask_and_write(&asking, err);
    sow_solver_free(asking.solver);
    sow_endgame_close(asking.endgame);
    free(asking.starts.board);
    free(asking.sign);
    return status;
}

const struct sow_command sow_command_fair = {
    .section = "Rules of the games",
    .name = "fair",
    .operands = "",
    .summary = "starts near the ordinary one from which perfect play is a draw",
    .examples =
        "sowlab fair --variant kalah --pits 4 --seeds 3\n"
        "sowlab fair --variant kalah --moved 1 --output fair.txt\n"
        "sowlab fair --variant kalah --endgame kalah.endgame --first 1 --last 500",
    .details =
        "Asked about is every start that comes from the ordinary one when at most --moved "
        "seeds go to other pits or to stores: Kalah with six pits of four seeds has 156 by "
        "one seed and 6,396 by one or two, besides the ordinary one. Each is proven to be a "
        "draw or not. What is written is a file for the option --starts of matches and "
        "other runs; its first lines say how many were asked about, and how many of them "
        "the first player wins and loses.\n"
        "The starts have numbers in a fixed order, so that a long search can be cut into "
        "parts with --first and --last; an interrupted one says where to go on. Solved are "
        "the games that 'sowlab value' solves.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct fair_options),
    .takes = SOW_TAKES_RULES | SOW_TAKES_THREADS | SOW_TAKES_OUTPUT,
    .run = run_fair,
};
