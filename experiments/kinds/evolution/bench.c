/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/evolution/bench.h"

#include "sow/base/array.h"
#include "sow/game/fast_board.h"
#include "sow/heuristics/agent_sum.h"
#include "sow/heuristics/batch.h"
#include "sow/search/search.h"
#include "sow/support/progress.h"

#include <math.h>
#include <stdlib.h>
#include <time.h>

/* Players, games of two players in each seat, and games of all against all. */
enum { POPULATION = 50, GAMES = 5, ALL = POPULATION * POPULATION * 2 * GAMES };

/* Step from one game of the plain kernel to the next: it is slower by two orders. */
enum { PLAIN_STRIDE = 10 };

/* --- games --- */

/* A row of the table of games with its measurements. */
struct game_row {
    const struct sow_variant *variant;
    const struct sow_kernel *kernel;
    int threads;     /* number of threads */
    size_t stride;   /* every stride-th game of all against all is played */
    double plies;    /* plies of one repetition */
    double *seconds; /* time of each repetition */
};

/* Returns players and stream of game @p index of a row (`pairing` of struct sow_batch).
   The list of all against all goes by the first named player, then the second, then their
   games, in which the seats alternate. The context is a size_t: the step from one game of
   the row to the next in this list. */
static struct sow_pairing pairing_at(const void *context, size_t index)
{
    const size_t *stride = context;
    size_t number = index * *stride;
    uint64_t game = number % ((size_t)2 * GAMES);
    uint32_t i = (uint32_t)(number / ((size_t)2 * GAMES) / POPULATION);
    uint32_t j = (uint32_t)(number / ((size_t)2 * GAMES) % POPULATION);
    bool second = game % 2 == 1;
    return (struct sow_pairing){.first = second ? j : i,
                                .second = second ? i : j,
                                .stream = {SOW_PURPOSE_FITNESS, {0, i, j, game}}};
}

/* Draws the players: weights of the paper's heuristics, each at random from 0 to 1. Every
   call draws the same ones. */
static void draw_agents(struct sow_agent agents[POPULATION])
{
    for (uint64_t i = 0; i < POPULATION; i++) {
        struct sow_stream stream = {SOW_PURPOSE_GENOME, {i, 0, 0, 0}};
        struct sow_pcg rng;
        sow_pcg_derive(&rng, 1, &stream);
        double weights[SOW_HEURISTICS] = {0};
        for (int h = 0; h < SOW_PAPER_HEURISTICS; h++)
            weights[h] = sow_pcg_unit(&rng);
        sow_agent_weighted(&agents[i], weights);
    }
}

/* Returns a time in seconds, of which only differences have a meaning. For one thread
   this is its processor time, so that other programs and waiting threads count less. For
   several threads it is wall-clock time. */
static double seconds_for(int threads)
{
    return sow_clock_read(threads == 1 ? CLOCK_THREAD_CPUTIME_ID : CLOCK_MONOTONIC);
}

/* Plays the games of a row once, every `stride`-th game of all against all. Writes the
   games' results to @p results, which has room for them, their time to @p seconds, and
   the sum of their plies to the row. Returns false after a stop request; the row is then
   unchanged. */
static bool play_row(struct game_row *row, const struct sow_agent *agents,
                     struct sow_game_result *results, double *seconds,
                     const struct sow_stop *stop)
{
    struct sow_batch batch = {
        .rules = &row->variant->rules,
        .agents = agents,
        .agent_count = POPULATION,
        .seed = 1,
        .games = ALL / row->stride,
        .pairing = pairing_at,
        .context = &row->stride,
        .with = {.threads = row->threads, .kernel = row->kernel->name, .stop = stop}};
    double begun = seconds_for(row->threads);
    if (!sow_batch_play(&batch, results))
        return false;
    *seconds = seconds_for(row->threads) - begun;
    row->plies = 0;
    for (size_t i = 0; i < batch.games; i++)
        row->plies += results[i].plies;
    return true;
}

/* Returns true if the kernel runs on this machine and covers games of all POPULATION
   agents by the rules of the variant. */
static bool covers(const struct sow_kernel *kernel, const struct sow_variant *variant,
                   const struct sow_agent *agents)
{
    const char *reason = NULL;
    struct sow_batch batch = {
        .rules = &variant->rules, .agents = agents, .agent_count = POPULATION};
    return kernel->available() && kernel->covers(&batch, &reason);
}

/* --- medians --- */

/* Returns the median of at least one value, and sorts @p values. */
static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, sow_compare_reals);
    double low = values[(count - 1) / 2];
    double high = values[count / 2];
    return (low + high) / 2;
}

/* --- the table of games --- */

/* All rows of the table of games, by variant; within a variant, plain comes first. */
struct game_rows {
    struct game_row *rows;
    int count;
    double *seconds; /* times of all rows */
    struct sow_game_result *results;
    struct sow_agent agents[POPULATION];
};

/* Adds the rows of a variant, which have room: each kernel that covers it, on one thread
   and, if the benchmark has more threads, on all of them. Each row gets a part of
   all->seconds. */
static void add_rows(const struct sow_bench *bench, const struct sow_variant *variant,
                     struct game_rows *all)
{
    for (const struct sow_kernel *kernel = sow_kernels; kernel->name != NULL; kernel++) {
        if (!covers(kernel, variant, all->agents))
            continue;
        for (int pass = 0; pass < (bench->with.threads > 1 ? 2 : 1); pass++) {
            struct game_row *row = &all->rows[all->count];
            *row = (struct game_row){.variant = variant,
                                     .kernel = kernel,
                                     .threads = pass == 0 ? 1 : bench->with.threads,
                                     .stride = kernel == sow_kernels ? PLAIN_STRIDE : 1};
            row->seconds = all->seconds + (ptrdiff_t)all->count * bench->repetitions;
            all->count++;
        }
    }
}

/* Draws the players and lists the rows of all variants. Returns SOW_NO_MEMORY; the
   caller frees the arrays also then. */
static enum sow_status plan_rows(const struct sow_bench *bench, struct game_rows *all,
                                 struct sow_err *err)
{
    size_t kernels = 0;
    while (sow_kernels[kernels].name != NULL)
        kernels++;
    size_t most = 2 * kernels * (size_t)bench->count + 1;
    all->rows = calloc(most, sizeof *all->rows);
    all->seconds = calloc(most * (size_t)bench->repetitions, sizeof *all->seconds);
    all->results = calloc(ALL, sizeof *all->results);
    if (all->rows == NULL || all->seconds == NULL || all->results == NULL)
        return sow_err_no_memory(err);
    draw_agents(all->agents);
    for (int v = 0; v < bench->count; v++)
        add_rows(bench, &bench->variants[v], all);
    return SOW_OK;
}

/* Measures all rows, one repetition of each in turn. Returns SOW_INTERRUPTED after a
   stop request. */
static enum sow_status play_all(const struct sow_bench *bench, struct game_rows *all,
                                struct sow_err *err)
{
    sow_progress_begin(bench->with.progress,
                       (uint64_t)all->count * (uint64_t)bench->repetitions,
                       "measurements");
    for (int k = 0; k < bench->repetitions; k++) {
        for (int i = 0; i < all->count; i++) {
            struct game_row *row = &all->rows[i];
            if (!play_row(row, all->agents, all->results, &row->seconds[k],
                          bench->with.stop))
                return sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
            sow_progress_advance(bench->with.progress, 1, row->variant->name);
        }
    }
    sow_progress_end(bench->with.progress);
    return SOW_OK;
}

/* Returns the games per second of the plain kernel in the variant of @p row, with as many
   threads. Returns NaN if there is no such row. @p rates has the rates of all rows up to
   this one. */
static double plain_rate(const struct game_rows *all, const struct game_row *row,
                         const double *rates)
{
    for (int i = 0; i < all->count; i++)
        if (all->rows[i].variant == row->variant && all->rows[i].kernel == sow_kernels &&
            all->rows[i].threads == row->threads)
            return rates[i];
    return (double)NAN;
}

/* Adds the table "games" with a line for each row of @p all, from the median of its
   times; it is the main table of the report. Sorts the times of each row. Returns
   SOW_NO_MEMORY; the table is then not added. */
static enum sow_status report_games(const struct sow_bench *bench,
                                    const struct game_rows *all,
                                    struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {
        "variant",    "kernel",         "threads",       "games_per_second",
        "ns_per_ply", "plies_per_game", "ratio_to_plain"};
    double *rates = calloc((size_t)all->count + 1, sizeof *rates);
    if (rates == NULL)
        return sow_err_no_memory(err);
    sow_report_table(report, "games", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    sow_report_main(report);
    for (int i = 0; i < all->count; i++) {
        const struct game_row *row = &all->rows[i];
        size_t played = ALL / row->stride;
        double games = (double)played;
        double seconds = median(row->seconds, bench->repetitions);
        rates[i] = games / seconds;
        sow_report_text(report, NULL, row->variant->name);
        sow_report_text(report, NULL, row->kernel->name);
        sow_report_int(report, NULL, row->threads);
        sow_report_real(report, NULL, rates[i], 0);
        sow_report_real(report, NULL, 1e9 * seconds / row->plies, 1);
        sow_report_real(report, NULL, row->plies / games, 1);
        sow_report_real(report, NULL, rates[i] / plain_rate(all, row, rates), 1);
    }
    free(rates);
    return SOW_OK;
}

/* Plays and reports the table of games. Returns SOW_INTERRUPTED or SOW_NO_MEMORY; the
   report then has no such table. */
static enum sow_status measure_games(const struct sow_bench *bench,
                                     struct sow_report *report, struct sow_err *err)
{
    struct game_rows all = {.count = 0};
    enum sow_status status = plan_rows(bench, &all, err);
    if (status == SOW_OK)
        status = play_all(bench, &all, err);
    if (status == SOW_OK)
        status = report_games(bench, &all, report, err);
    free(all.rows);
    free(all.seconds);
    free(all.results);
    return status;
}

/* --- perft --- */

/* An engine that counts the leaves of the move tree. */
struct perft_engine {
    const char *name; /* name in the table */
    int depth;        /* plies from the start to the leaves */
    uint64_t (*leaves)(const struct sow_fast *fast, const struct sow_rules *rules,
                       int depth);
};

/* Counts the leaves in @p depth plies from the start with the plain rules. Needs no @p
   fast. */
static uint64_t leaves_plain(const struct sow_fast *fast, const struct sow_rules *rules,
                             int depth)
{
    (void)fast;
    return sow_perft_plain(rules, &rules->start, depth);
}

/* Counts the leaves in @p depth plies from the start with the fast board, making every
   move, also the last one. */
static uint64_t leaves_made(const struct sow_fast *fast, const struct sow_rules *rules,
                            int depth)
{
    struct sow_fast_tally tally;
    sow_fast_tally(fast, sow_fast_from_board(fast, &rules->start), depth, &tally);
    return tally.leaves;
}

/* Counts the leaves in @p depth plies from the start with the fast board, without making
   the last move. */
static uint64_t leaves_counted(const struct sow_fast *fast, const struct sow_rules *rules,
                               int depth)
{
    return sow_fast_perft(fast, sow_fast_from_board(fast, &rules->start), depth);
}

static const struct perft_engine ENGINES[] = {
    {"plain", 7, leaves_plain},
    {"fast", 9, leaves_made},
    {"fast, last ply counted", 10, leaves_counted},
};

enum { ENGINE_COUNT = sizeof ENGINES / sizeof ENGINES[0] };

/* Measures all engines in a variant, one repetition of each in turn, and adds a line for
   each to the table in progress. The fast board is prepared for the rules. The array @p
   seconds is memory for the times of all engines and repetitions. */
static void perft_variant(const struct sow_bench *bench,
                          const struct sow_variant *variant, const struct sow_fast *fast,
                          double *seconds, struct sow_report *report)
{
    uint64_t leaves[ENGINE_COUNT] = {0};
    for (int k = 0; k < bench->repetitions; k++) {
        for (int e = 0; e < ENGINE_COUNT; e++) {
            double begun = seconds_for(1);
            leaves[e] = ENGINES[e].leaves(fast, &variant->rules, ENGINES[e].depth);
            seconds[e * bench->repetitions + k] = seconds_for(1) - begun;
        }
    }
    for (int e = 0; e < ENGINE_COUNT; e++) {
        double middle =
            median(seconds + (ptrdiff_t)e * bench->repetitions, bench->repetitions);
        sow_report_text(report, NULL, variant->name);
        sow_report_text(report, NULL, ENGINES[e].name);
        sow_report_int(report, NULL, ENGINES[e].depth);
        sow_report_int(report, NULL, (int64_t)leaves[e]);
        sow_report_real(report, NULL, (double)leaves[e] / middle, 0);
    }
}

/* Adds the table "perft" with a line for each variant and each of ENGINES. Leaves are the
   positions after a fixed number of plies from the start. Their rate is that of the
   repetition of median time. Variants that the fast board does not cover are left out.
   Returns SOW_NO_MEMORY, or SOW_INTERRUPTED after a stop request, which is noticed
   between variants. The lines so far stay in the report. */
static enum sow_status measure_perft(const struct sow_bench *bench,
                                     struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"variant", "engine", "depth", "leaves",
                                          "leaves_per_second"};
    struct sow_fast *fast = malloc(sizeof *fast);
    double *seconds = calloc((size_t)bench->repetitions * ENGINE_COUNT, sizeof *seconds);
    enum sow_status status = SOW_OK;
    if (fast == NULL || seconds == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    sow_report_table(report, "perft", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (int v = 0; v < bench->count && status == SOW_OK; v++) {
        const struct sow_variant *variant = &bench->variants[v];
        if (sow_stop_requested(bench->with.stop))
            status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
        if (status != SOW_OK || !sow_fast_covers(&variant->rules))
            continue;
        sow_fast_prepare(fast, &variant->rules);
        perft_variant(bench, variant, fast, seconds, report);
    }
done:
    free(fast);
    free(seconds);
    return status;
}

/* --- search --- */

/* Numbers of positions on which an evaluator is timed, and of passes over them. */
enum { POSITIONS = 512, TRIALS = 200 };

/* Positions of a variant. */
struct positions {
    struct sow_fast fast; /* rules for the fast board, if it covers them */
    struct sow_board board[POSITIONS];
};

/* Fills @p positions with every position of random games, from the standard start on,
   until there are enough. Every call draws the same ones. Also prepares the fast board
   for the rules if it covers them. */
static void draw_positions(const struct sow_rules *rules, struct positions *positions)
{
    struct sow_stream stream = {SOW_PURPOSE_OPENING, {0, 0, 0, 0}};
    struct sow_pcg rng;
    struct sow_game game = {.ended = true};
    sow_pcg_derive(&rng, 1, &stream);
    if (sow_fast_covers(rules))
        sow_fast_prepare(&positions->fast, rules);
    for (int i = 0; i < POSITIONS; i++) {
        int moves[SOW_MOVES_MAX];
        if (game.ended)
            sow_game_init(&game, rules, NULL);
        positions->board[i] = game.board;
        int count = sow_game_moves(&game, moves);
        sow_game_play(&game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
    }
}

/* Returns the time of one evaluation in nanoseconds, the median of the repetitions. Each
   repetition evaluates all positions TRIALS times, for the player to move. @p seconds is
   memory for a time of each repetition. */
static double time_evaluator(const struct sow_bench *bench,
                             const struct sow_evaluator *evaluator,
                             const struct sow_rules *rules,
                             const struct positions *positions, double *seconds)
{
    struct sow_leaf leaf = {.rules = rules,
                            .fast = sow_fast_covers(rules) ? &positions->fast : NULL};
    volatile int32_t kept = 0;
    for (int k = 0; k < bench->repetitions; k++) {
        double begun = seconds_for(1);
        for (int trial = 0; trial < TRIALS; trial++) {
            for (int i = 0; i < POSITIONS; i++) {
                leaf.board = &positions->board[i];
                leaf.seat = leaf.board->side;
                kept = evaluator->value(evaluator->context, &leaf);
            }
        }
        seconds[k] = seconds_for(1) - begun;
    }
    (void)kept;
    return 1e9 * median(seconds, bench->repetitions) / ((double)TRIALS * POSITIONS);
}

/* Times a search from the start position, and the evaluator of its leaves. Adds the last
   five columns to the line in progress: depth, nodes, their speed, and the times of a
   node and of an evaluation. The array @p seconds is memory for a time of each
   repetition. */
static void search_variant(const struct sow_bench *bench, const struct sow_rules *rules,
                           const struct sow_agent *agent,
                           const struct positions *positions, double *seconds,
                           struct sow_report *report)
{
    struct sow_agent_leaf leaf;
    struct sow_search_result found = {.nodes = 0};
    (void)sow_agent_leaf_of(agent, &leaf);
    struct sow_search search = {.limits = agent->limits,
                                .evaluator = sow_agent_evaluator(&leaf)};
    double value = time_evaluator(bench, &search.evaluator, rules, positions, seconds);
    struct sow_game game;
    struct sow_agent_sum sum;
    sow_game_init(&game, rules, NULL);
    if (sow_agent_sum_init(&sum, &leaf, &game))
        search.evaluator.sum = &sum.sum;
    for (int k = 0; k < bench->repetitions; k++) {
        double begun = seconds_for(1);
        sow_search_run(&search, &game, &found);
        seconds[k] = seconds_for(1) - begun;
    }
    double nodes = (double)found.nodes;
    double taken = median(seconds, bench->repetitions);
    sow_report_int(report, NULL, found.depth);
    sow_report_int(report, NULL, (int64_t)found.nodes);
    sow_report_real(report, NULL, nodes / taken, 0);
    sow_report_real(report, NULL, 1e9 * taken / nodes, 1);
    sow_report_real(report, NULL, value, 1);
}

/* Adds the table "search" with a line for every variant and player, on one thread.
   Returns SOW_INTERRUPTED after a stop request, or SOW_NO_MEMORY; the table then has the
   lines so far, or is missing. */
static enum sow_status measure_search(const struct sow_bench *bench,
                                      struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {
        "variant",     "player",           "depth", "nodes", "nodes_per_second",
        "ns_per_node", "ns_per_evaluation"};
    struct positions *positions = malloc(sizeof *positions);
    double *seconds = calloc((size_t)bench->repetitions, sizeof *seconds);
    enum sow_status status = SOW_OK;
    if (positions == NULL || seconds == NULL) {
        status = sow_err_no_memory(err);
        goto done;
    }
    sow_report_table(report, "search", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (int i = 0; i < bench->count * bench->player_count; i++) {
        const struct sow_variant *variant = &bench->variants[i / bench->player_count];
        int player = i % bench->player_count;
        if (sow_stop_requested(bench->with.stop)) {
            status = sow_err_set(err, SOW_INTERRUPTED, "stopped on request");
            break;
        }
        if (player == 0)
            draw_positions(&variant->rules, positions);
        sow_report_text(report, NULL, variant->name);
        sow_report_text(report, NULL, bench->players[player].name);
        search_variant(bench, &variant->rules, &bench->players[player].agent, positions,
                       seconds, report);
    }
done:
    free(positions);
    free(seconds);
    return status;
}

enum sow_status sow_bench_measure(const struct sow_bench *bench,
                                  struct sow_report *report, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (!bench->searches_alone) {
        status = measure_games(bench, report, err);
        if (status == SOW_OK)
            status = measure_perft(bench, report, err);
    }
    return status == SOW_OK ? measure_search(bench, report, err) : status;
}
