/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Measures alpha-beta searches from the start on one thread, in processor time, with and
 * without the transposition table. In kalah it also measures a plain program, in turn
 * with each search. That is alpha-beta over an array of bytes. It sorts moves by extra
 * turn and gain, and has neither table nor history. Prints medians, and the ratio to that
 * program.
 *
 * Usage: `bench_search [VARIANT [DEPTH [REPETITIONS [FEATURE ...]]]]`. Without a variant
 * it measures five.
 */
#include "sow/base/text.h"
#include "sow/heuristics/agent_sum.h"
#include "sow/search/search.h"
#include "sow/variants/variant.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST = 101, TABLE_MEGABYTES = 64 };

static double now(void)
{
    struct timespec time;
    (void)clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static int ascending(const void *one, const void *other)
{
    double a = *(const double *)one;
    double b = *(const double *)other;
    return (a > b) - (a < b);
}

static double median(double *values, int count)
{
    qsort(values, (size_t)count, sizeof *values, ascending);
    return (values[(count - 1) / 2] + values[count / 2]) / 2;
}

/* --- the plain program --- */

enum { PITS = 6, STORE = 6, OTHER = 7, OTHER_STORE = 13, EXTRA = 1000, ENDED = 2000 };

/* A position of kalah, and the rank of the move to it. */
struct plain {
    uint8_t seeds[OTHER_STORE + 1]; /* from the first pit of the player to move */
    int rank;
};

static void add(uint8_t *seeds, int more)
{
    *seeds = (uint8_t)(*seeds + more);
}

/* Makes the move of a pit. Sets the rank: the gain, with EXTRA or ENDED. */
static void plain_move(struct plain *at, int pit)
{
    int store = at->seeds[STORE];
    int last = pit;
    int rows[2] = {0, 0};
    int hand = at->seeds[pit];
    for (at->seeds[pit] = 0; hand > 0; hand--) {
        last = last + 1 == OTHER_STORE ? 0 : last + 1;
        at->seeds[last]++;
    }
    if (last < PITS && at->seeds[last] == 1) {
        add(&at->seeds[STORE], at->seeds[last] + at->seeds[2 * PITS - last]);
        at->seeds[last] = at->seeds[2 * PITS - last] = 0;
    }
    at->rank = at->seeds[STORE] - store + (last == STORE ? EXTRA : 0);
    for (int i = 0; i < PITS; i++) {
        rows[0] += at->seeds[i];
        rows[1] += at->seeds[OTHER + i];
    }
    if (rows[0] > 0 && rows[1] > 0)
        return;
    at->rank = ENDED;
    add(&at->seeds[STORE], rows[0]);
    add(&at->seeds[OTHER_STORE], rows[1]);
}

static struct plain plain_turned(const struct plain *at)
{
    struct plain turned = {.rank = at->rank};
    memcpy(turned.seeds, at->seeds + OTHER, OTHER);
    memcpy(turned.seeds + OTHER, at->seeds, OTHER);
    return turned;
}

/* Makes all moves, sorted by rank. Returns their number. */
static int plain_moves(const struct plain *at, struct plain next[PITS])
{
    int count = 0;
    for (int pit = PITS - 1; pit >= 0; pit--) {
        if (at->seeds[pit] == 0)
            continue;
        struct plain made = *at;
        plain_move(&made, pit);
        int place = count++;
        for (; place > 0 && next[place - 1].rank < made.rank; place--)
            next[place] = next[place - 1];
        next[place] = made;
    }
    return count;
}

/* Returns the difference of the stores after best play to @p depth, and counts nodes. */
static int plain_value(const struct plain *at, int depth, int low, int high,
                       uint64_t *nodes)
{
    struct plain next[PITS];
    int count = plain_moves(at, next);
    int best = -EXTRA;
    for (int i = 0; i < count && best < high; i++) {
        int value = next[i].seeds[STORE] - next[i].seeds[OTHER_STORE];
        struct plain turned = plain_turned(&next[i]);
        ++*nodes;
        if (next[i].rank >= EXTRA && next[i].rank < ENDED)
            value = plain_value(&next[i], depth, low, high, nodes);
        else if (next[i].rank < EXTRA && depth > 1)
            value = -plain_value(&turned, depth - 1, -high, -low, nodes);
        best = value > best ? value : best;
        low = best > low ? best : low;
    }
    return best;
}

/* Searches kalah(6,4) depth by depth. Returns nodes per second. */
static double plain_speed(int most)
{
    struct plain start = {.seeds = {4, 4, 4, 4, 4, 4, 0, 4, 4, 4, 4, 4, 4, 0}};
    uint64_t nodes = 0;
    double begun = now();
    for (int depth = 1; depth <= most; depth++)
        (void)plain_value(&start, depth, -EXTRA, EXTRA, &nodes);
    return (double)nodes / (now() - begun);
}

/* --- the searches --- */

/* Prints a line for a variant, with a table of @p hash megabytes. */
static void measure(const struct sow_variant *variant, const struct sow_agent_leaf *leaf,
                    int depth, int hash, int repetitions)
{
    struct sow_game game;
    struct sow_agent_sum sum;
    struct sow_search_result found = {.nodes = 0};
    struct sow_search search = {
        .limits = {.method = SOW_SEARCH_ALPHABETA, .depth = depth, .hash = hash},
        .evaluator = sow_agent_evaluator(leaf)};
    double seconds[MOST];
    double plain[MOST];
    bool is_kalah = strcmp(variant->name, "kalah") == 0;
    sow_game_init(&game, &variant->rules, NULL);
    if (sow_agent_sum_init(&sum, leaf, &game))
        search.evaluator.sum = &sum.sum;
    for (int i = 0; i < repetitions; i++) {
        plain[i] = is_kalah ? plain_speed(depth) : 0;
        double begun = now();
        sow_search_run(&search, &game, &found);
        seconds[i] = now() - begun;
    }
    double taken = median(seconds, repetitions);
    double speed = (double)found.nodes / taken;
    printf("%-16s %5d %9d %12llu %9.4f %10.2f", variant->name, depth, hash,
           (unsigned long long)found.nodes, taken, speed / 1e6);
    if (is_kalah)
        printf(" %12.2f", speed / median(plain, repetitions));
    printf("\n");
}

int main(int count, char **words)
{
    static const char *const VARIANTS[] = {"kalah", "awari", "oware", "erherhe",
                                           "vai-lung-thlan"};
    int64_t depth = 10;
    int64_t repetitions = 11;
    struct sow_agent_leaf leaf = {.count = 0};
    if ((count > 2 && !sow_text_to_int(words[2], &depth)) ||
        (count > 3 && !sow_text_to_int(words[3], &repetitions)) || repetitions < 1 ||
        repetitions > MOST) {
        fprintf(stderr, "bench_search: depth and repetitions are whole numbers\n");
        return 64;
    }
    for (int i = 4; i < count; i++) {
        leaf.feature[leaf.count] = sow_state_feature_find(words[i]);
        leaf.weight[leaf.count] = 100 + i;
        if (leaf.feature[leaf.count++] < 0) {
            fprintf(stderr, "bench_search: no feature '%s'\n", words[i]);
            return 64;
        }
    }
    if (leaf.count == 0) {
        leaf.feature[leaf.count] = sow_state_feature_find("store_difference");
        leaf.weight[leaf.count++] = 100;
    }
    printf("%-16s %5s %9s %12s %9s %10s %12s\n", "variant", "depth", "table_mb", "nodes",
           "seconds", "million/s", "times_plain");
    for (int i = 0; i < (count > 1 ? 1 : (int)(sizeof VARIANTS / sizeof VARIANTS[0]));
         i++) {
        struct sow_variant variant;
        struct sow_err err;
        if (sow_variant_load(count > 1 ? words[1] : VARIANTS[i], &variant, &err) !=
            SOW_OK) {
            fprintf(stderr, "bench_search: %s\n", err.text);
            return 65;
        }
        measure(&variant, &leaf, (int)depth, 0, (int)repetitions);
        measure(&variant, &leaf, (int)depth, TABLE_MEGABYTES, (int)repetitions);
    }
    return 0;
}
