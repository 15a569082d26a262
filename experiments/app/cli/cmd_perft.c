/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The command perft: counts the leaves of the tree of moves. */
#include "cli_query.h"
#include "sow/cli/commands.h"
#include "sow/game/moves.h"
#include "sow/support/progress.h"

#include <math.h>
#include <stdlib.h>

/* Limits of the work on one level. A level with WIDE_ENOUGH positions is split among
   threads. After each BATCH of subtrees, progress is shown and a stop request is
   noticed. */
enum { WIDE_ENOUGH = 2048, BATCH = 128 };

/* Largest depth. */
enum { DEPTH_MAX = 64 };

/* Options of the command. */
struct perft_options {
    char position[SOW_POSITION_MAX];
    int depth;
};

static const struct sow_param ROWS[] = {
    {"position", &sow_param_text, offsetof(struct perft_options, position), 0,
     SOW_POSITION_MAX - 1, NULL, "", "position to count from, instead of the start"},
    {"depth", &sow_param_integer, offsetof(struct perft_options, depth), 1, DEPTH_MAX,
     NULL, "6", "plies to count; one sowing is one ply"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* Positions of one level of the tree in which the game is not over. The depth of the
   root is 0. The boards are owned. */
struct level {
    const struct sow_rules *rules;
    struct sow_board *boards;
    size_t count;
    int depth;
    uint64_t
        leaves; /* moves that led to this level, those that ended the game included */
};

/* Adds the positions after each move of a board to the next level, which has room.
   Counts all moves as leaves; the position of a move that ends the game is not added. */
static void add_replies(const struct sow_board *board, struct level *next)
{
    unsigned legal = sow_legal(next->rules, board);
    for (int pit = 0; pit < next->rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        struct sow_outcome outcome;
        sow_move(next->rules, board, pit, &outcome);
        next->leaves++;
        if (!outcome.ended)
            next->boards[next->count++] = outcome.board;
    }
}

/* Replaces a level by the one below it. Without memory returns SOW_NO_MEMORY and leaves
   it unchanged. */
static enum sow_status descend(struct level *level, struct sow_err *err)
{
    struct level next = {.rules = level->rules, .depth = level->depth + 1};
    next.boards =
        malloc((level->count * (size_t)level->rules->pits + 1) * sizeof *next.boards);
    if (next.boards == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < level->count; i++)
        add_replies(&level->boards[i], &next);
    free(level->boards);
    *level = next;
    return SOW_OK;
}

/* A batch of subtrees to count. */
struct batch {
    const struct level *level;
    size_t first;
    int depth; /* depth of the subtrees, counted from the level */
    uint64_t leaves[BATCH];
};

/* Counts the leaves of the subtrees @p begin to @p end - 1 of a batch. It is a
   sow_range_fn; @p context is a struct batch. */
static void count_range(void *context, size_t begin, size_t end)
{
    struct batch *batch = context;
    for (size_t i = begin; i < end; i++)
        batch->leaves[i] = sow_perft(
            batch->level->rules, &batch->level->boards[batch->first + i], batch->depth);
}

/* Counts the leaves at @p depth of the tree, which is below the level, batch by batch in
   parallel, with progress. Returns false if a stop request interrupted it. */
static bool count_below(const struct sow_cli *cli, const struct level *level, int depth,
                        uint64_t *leaves)
{
    struct batch batch = {.level = level, .depth = depth - level->depth};
    char note[32];
    (void)snprintf(note, sizeof note, "depth %d", depth);
    sow_progress_begin(cli->with.progress, level->count, "subtrees");
    *leaves = 0;
    for (batch.first = 0; batch.first < level->count; batch.first += BATCH) {
        size_t left = level->count - batch.first;
        size_t size = left < BATCH ? left : BATCH;
        if (!sow_parallel_for(&cli->with, 1, size, count_range, &batch)) {
            sow_progress_end(cli->with.progress);
            return false;
        }
        for (size_t i = 0; i < size; i++)
            *leaves += batch.leaves[i];
        sow_progress_update(cli->with.progress, batch.first + size, note);
    }
    sow_progress_end(cli->with.progress);
    return true;
}

/* Counts the leaves at @p depth of the tree. While the level is narrow, first replaces
   it by the level below. Returns SOW_INTERRUPTED on a stop request, or SOW_NO_MEMORY. */
static enum sow_status count_depth(const struct sow_cli *cli, struct level *level,
                                   int depth, uint64_t *leaves, struct sow_err *err)
{
    while (level->depth < depth && level->count < WIDE_ENOUGH) {
        enum sow_status status = descend(level, err);
        if (status != SOW_OK)
            return status;
    }
    if (level->depth == depth)
        *leaves = level->leaves;
    else if (!count_below(cli, level, depth, leaves))
        return sow_err_set(err, SOW_INTERRUPTED, "interrupted at depth %d", depth);
    return SOW_OK;
}

/* Reports leaves and time for each depth up to @p depth_max in the table `perft`. Ends
   at the first failure, which it returns; the rows so far stay. */
static enum sow_status count_all(const struct sow_cli *cli, struct level *level,
                                 int depth_max, struct sow_report *report,
                                 struct sow_err *err)
{
    static const char *const COLUMNS[] = {"depth", "leaves", "seconds",
                                          "leaves_per_second"};
    sow_report_table(report, "perft", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (int depth = 1; depth <= depth_max; depth++) {
        uint64_t leaves;
        double begun = sow_clock_seconds();
        enum sow_status status = count_depth(cli, level, depth, &leaves, err);
        double seconds = sow_clock_seconds() - begun;
        if (status != SOW_OK)
            return status;
        sow_report_int(report, NULL, depth);
        sow_report_int(report, NULL, (int64_t)leaves);
        sow_report_real(report, NULL, seconds, 3);
        sow_report_real(report, NULL,
                        seconds > 0 ? (double)leaves / seconds : (double)NAN, 0);
    }
    return SOW_OK;
}

/* Makes the level of the root: the position of --position, or the variant's start.
   Returns SOW_USAGE for a bad position. The caller frees the boards, also then. */
static enum sow_status plant(const struct perft_options *options, struct level *level,
                             struct sow_err *err)
{
    level->boards = malloc(sizeof *level->boards);
    if (level->boards == NULL)
        return sow_err_no_memory(err);
    level->count = 1;
    return sow_cli_position(options->position, level->rules, level->boards, err);
}

/* Carries out `perft`: prints the number of leaves at each depth. After an interruption
   prints the depths so far. Returns the failure of the variant or the position, or as
   count_all. */
static enum sow_status run_perft(struct sow_cli *cli, void *options, int argc,
                                 char **argv, struct sow_err *err)
{
    (void)argc;
    (void)argv;
    const struct perft_options *asked = options;
    struct sow_variant variant;
    enum sow_status status = sow_cli_variant(cli, &variant, err);
    if (status != SOW_OK)
        return status;
    struct level level = {.rules = &variant.rules};
    struct sow_report *report = sow_report_new();
    status = report == NULL ? sow_err_no_memory(err) : plant(asked, &level, err);
    if (status == SOW_OK)
        status = count_all(cli, &level, asked->depth, report, err);
    if (status == SOW_OK || status == SOW_INTERRUPTED)
        status = sow_cli_conclude(cli, report, status, err);
    free(level.boards);
    sow_report_free(report);
    return status;
}

const struct sow_command sow_command_perft = {
    .section = "Rules of the games",
    .name = "perft",
    .operands = "",
    .summary = "count the leaves of the move tree at each depth, and leaves per second",
    .examples =
        "sowlab perft --variant kalah --depth 8\n"
        "sowlab perft --variant awari --position 0,0,1,0,0,3,20/1,0,0,2,0,0,21:n\n"
        "sowlab perft --variant kalah --pits 4 --depth 12 --json",
    .details =
        "A leaf is a move at the last ply, also a move that ends the game. A game that "
        "ended before has no leaf. Two programs with the same rules have the same "
        "counts.\n",
    .groups = {{.table = &TABLE}},
    .options_size = sizeof(struct perft_options),
    .takes = SOW_TAKES_RULES | SOW_TAKES_THREADS | SOW_TAKES_FORMAT,
    .run = run_perft,
};
