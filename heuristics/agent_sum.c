/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/agent_sum.h"

#include "fast_kernel.h"
#include "state_facts.h"

#include <string.h>

/* --- counts that are sums over places (pits and stores) --- */

/* Kinds of counts, by how they follow from the seeds of single places. */
enum form {
    OF_BOARD, /* not a sum over places */
    OF_TURN,  /* depends on the player to move only */
    OF_STORE, /* depends on the own store only */
    OF_PITS,  /* a sum over the own pits of values that depend on seeds and pit */
    OF_A_PIT, /* the seeds of a pit */
    OF_ROWS   /* the seeds of both rows */
};

/* The kind of each count, by enum sow_count. Counts without an entry are OF_BOARD. */
static const enum form FORM[SOW_COUNTS] = {
    [SOW_COUNT_PIT] = OF_A_PIT,
    [SOW_COUNT_LAST_PIT] = OF_PITS,
    [SOW_COUNT_ROW] = OF_PITS,
    [SOW_COUNT_OCCUPIED] = OF_PITS,
    [SOW_COUNT_EMPTY] = OF_PITS,
    [SOW_COUNT_STORE] = OF_STORE,
    [SOW_COUNT_LAST_PIT_EMPTY] = OF_PITS,
    [SOW_COUNT_TO_MOVE] = OF_TURN,
    [SOW_COUNT_MAJORITY] = OF_STORE,
    [SOW_COUNT_IN_PLAY] = OF_ROWS,
    [SOW_COUNT_HEAVY] = OF_PITS,
    [SOW_COUNT_REACHING_PITS] = OF_PITS,
    [SOW_COUNT_REACHING_SEEDS] = OF_PITS,
};

/* The tables of an evaluator while they are filled in. */
struct forming {
    struct sow_agent_sum *to; /* receives the values */
    const struct sow_rules *rules;
    int seeds; /* seeds on the board and in the stores */
};

/* Returns a count of a board for its south side, by the plain engine. Not for counts of a
   single pit. */
static int count_south(const struct forming *forming, enum sow_count count,
                       const struct sow_board *board)
{
    struct sow_state_facts facts;
    sow_state_facts_init(&facts, forming->rules, board, NULL);
    return sow_state_count(count, &facts, SOW_SOUTH, 0);
}

/* Returns the table of values of pit @p pit (counted from 0) of a row, by its number of
   seeds. Row 0 is the viewer's. The leaf owns the table. */
static int32_t *pit_values(const struct forming *forming, int row, int pit)
{
    return forming->to->sum.place[row][forming->rules->pits - 1 - pit];
}

/* Adds a count that depends on a row's store only, times @p weight, to the table of that
   store. All other seeds are taken to be in the other store. */
static void add_store(const struct forming *forming, int row, enum sow_count count,
                      int32_t weight)
{
    enum { STORE = SOW_SUM_PLACES - 1 };
    for (int seeds = 0; seeds <= forming->seeds; seeds++) {
        struct sow_board board = {
            .store = {(uint8_t)seeds, (uint8_t)(forming->seeds - seeds)}};
        forming->to->sum.place[row][STORE][seeds] +=
            weight * count_south(forming, count, &board);
    }
}

/* Adds the seeds of one pit of a row, times @p weight, to the table of that pit. */
static void add_pit(const struct forming *forming, int row, int pit, int32_t weight)
{
    int32_t *values = pit_values(forming, row, pit);
    for (int seeds = 1; seeds <= forming->seeds; seeds++)
        values[seeds] += weight * seeds;
}

/* Adds a count that is a sum over the pits of a row, times @p weight, to the tables of
   its pits. The count of an empty row goes into `to_move`, for both turns, so that an
   empty pit has the value 0. */
static void add_pits(const struct forming *forming, int row, enum sow_count count,
                     int32_t weight)
{
    struct sow_board board = {.side = SOW_SOUTH};
    int empty = count_south(forming, count, &board);
    for (int turn = 0; turn < 2; turn++)
        forming->to->sum.to_move[turn] += weight * empty;
    for (int pit = 0; pit < forming->rules->pits; pit++) {
        int32_t *values = pit_values(forming, row, pit);
        for (int seeds = 1; seeds <= forming->seeds; seeds++) {
            board.pit[SOW_SOUTH][pit] = (uint8_t)seeds;
            values[seeds] += weight * (count_south(forming, count, &board) - empty);
        }
        board.pit[SOW_SOUTH][pit] = 0;
    }
}

/* Adds the count of a feature for one row (0: the viewer's), times @p weight, to the
   tables. A count that is not a sum over places goes into the weights of `rest`. */
static void add_count(const struct forming *forming, int row,
                      const struct sow_state_feature *feature, int32_t weight)
{
    struct sow_leaf_sum *sum = &forming->to->sum;
    struct sow_sum_rest *rest = &forming->to->rest;
    switch (FORM[feature->count]) {
    case OF_TURN:
        sum->to_move[row == 0] += weight;
        break;
    case OF_STORE:
        add_store(forming, row, feature->count, weight);
        break;
    case OF_PITS:
        add_pits(forming, row, feature->count, weight);
        break;
    case OF_A_PIT:
        add_pit(forming, row, feature->pit, weight);
        break;
    case OF_ROWS:
        for (int pit = 0; pit < forming->rules->pits; pit++) {
            add_pit(forming, 0, pit, weight);
            add_pit(forming, 1, pit, weight);
        }
        break;
    case OF_BOARD:
        rest->weight[row][feature->count] += weight;
        break;
    }
}

/* Adds a feature with its weight: the count of its row, or of both rows for a difference.
   Adds nothing if the feature makes no sense under the rules. */
static void add_feature(const struct forming *forming,
                        const struct sow_state_feature *feature, int32_t weight)
{
    if (feature->needs != NULL && !feature->needs->met(forming->rules, feature->pit))
        return;
    if (feature->side != SOW_OPPONENT)
        add_count(forming, 0, feature, weight);
    if (feature->side == SOW_OPPONENT)
        add_count(forming, 1, feature, weight);
    if (feature->side == SOW_DIFFERENCE)
        add_count(forming, 1, feature, -weight);
}

/* --- counts of the whole board --- */

/* Returns the seeds of the fullest pit in a word of the fast engine. The byte of the
   store does not count. */
static int fullest(uint64_t word)
{
    uint64_t most = 0;
    for (uint64_t left = sow_fast_row(word); left != 0; left >>= 8U)
        most = (left & 0xffU) > most ? left & 0xffU : most;
    return (int)most;
}

/* Returns the seeds in own pits that are opposite an empty pit of the other row. */
static int exposed(const struct sow_fast *fast, struct sow_fast_board board)
{
    uint64_t facing = sow_fast_occupied(sow_fast_opposite(fast, board.other));
    return (int)sow_fast_sum(sow_fast_row(board.own & ~sow_fast_spread(facing)));
}

/* Returns the flags, among the flags @p legal, of the sowings that may gain seeds. A flag
   is the highest bit of the pit's byte. A pit needs the seeds of rest->first_across. */
static uint64_t may_gain(const struct sow_sum_rest *rest, uint64_t own, uint64_t legal)
{
    uint64_t reach = ((own | SOW_FAST_PITS(0x80)) - rest->first_across) | own;
    return legal & reach;
}

/* Makes the sowings whose pits are in @p flags, and adds up their results in @p sweep,
   which is 0 before. `moves` stays 0. */
static void sweep(const struct sow_fast *fast, struct sow_fast_board board,
                  uint64_t flags, struct sow_sweep *sweep)
{
    uint64_t emptied = 0;
    for (; flags != 0; flags &= flags - 1) {
        unsigned byte = sow_fast_first(flags);
        struct sow_fast_play play = sow_fast_play(fast, board, byte);
        uint64_t sown =
            board.own + fast->entry[board.own >> (8 * byte) & 0xffU][byte].add_own;
        int store = (int)(play.board.own >> SOW_FAST_STORE_SHIFT);
        int gain = store - (int)(board.own >> SOW_FAST_STORE_SHIFT);
        int captured = store - (int)(sown >> SOW_FAST_STORE_SHIFT);
        sweep->free_moves += play.again;
        sweep->best_gain = gain > sweep->best_gain ? gain : sweep->best_gain;
        if (captured == 0)
            continue;
        sweep->capturing++;
        if (captured > sweep->best_capture)
            sweep->best_capture = captured;
        emptied |= SOW_FAST_PITS(0x80) & ~sow_fast_occupied(play.board.other);
    }
    sweep->takeable =
        (int)sow_fast_sum(sow_fast_row(board.other) & sow_fast_spread(emptied));
}

/* Returns the weighted sum of the counts of one row that are not sums over places. The
   row is the own one of @p board, and @p row is its number (0: the viewer's) for the
   weights. Makes sowings only if a weight needs them. */
static int32_t value_row(const struct sow_sum_rest *rest, int row,
                         const struct sow_fast *fast, struct sow_fast_board board)
{
    const int32_t *weight = rest->weight[row];
    struct sow_sweep seen = {.done = true};
    int32_t value = 0;
    if (weight[SOW_COUNT_FULLEST] != 0)
        value += weight[SOW_COUNT_FULLEST] * fullest(board.own);
    if (weight[SOW_COUNT_EXPOSED] != 0)
        value += weight[SOW_COUNT_EXPOSED] * exposed(fast, board);
    if (weight[SOW_COUNT_MOVES] == 0 && !rest->plays[row])
        return value;
    uint64_t legal = sow_fast_legal_flags(fast, board);
    value += weight[SOW_COUNT_MOVES] * sow_fast_flags(legal);
    if (!rest->plays[row])
        return value;
    sweep(fast, board, may_gain(rest, board.own, legal), &seen);
    return value + weight[SOW_COUNT_FREE_MOVES] * seen.free_moves +
           weight[SOW_COUNT_CAPTURING_MOVES] * seen.capturing +
           weight[SOW_COUNT_BEST_GAIN] * seen.best_gain +
           weight[SOW_COUNT_BEST_CAPTURE] * seen.best_capture +
           weight[SOW_COUNT_TAKEABLE] * seen.takeable;
}

/* Returns the weighted sum of all counts of both rows that are not sums over places, as
   `rest` of struct sow_leaf_sum. @p context is a struct sow_sum_rest. */
static int32_t value_rest(const void *context, const struct sow_fast *fast,
                          struct sow_fast_board board)
{
    const struct sow_sum_rest *rest = context;
    return value_row(rest, 0, fast, board) +
           value_row(rest, 1, fast, sow_fast_turned(board));
}

/* Sets rest->plays: whether a weight of a row needs its sowings made. Returns true if any
   count in @p rest has a weight. */
static bool finish_rest(struct sow_sum_rest *rest)
{
    bool any = false;
    for (int row = 0; row < 2; row++)
        for (int count = 0; count < SOW_COUNTS; count++) {
            bool weighs = rest->weight[row][count] != 0;
            any = any || weighs;
            rest->plays[row] |= weighs && count > SOW_COUNT_MOVES;
        }
    return any;
}

bool sow_agent_sum_init(struct sow_agent_sum *sum, const struct sow_agent_leaf *of,
                        const struct sow_game *game)
{
    const struct forming forming = {sum, game->rules, sow_board_seeds(&game->board)};
    if (of->of_path || !sow_fast_covers(game->rules))
        return false;
    memset(sum, 0, sizeof *sum);
    sum->sum.of_mover = of->of_mover;
    for (int i = 0; i < of->count; i++)
        add_feature(&forming, &sow_state_features.rows[of->feature[i]], of->weight[i]);
    for (int pit = 0; sow_gains_across_only(game->rules) && pit < game->rules->pits;
         pit++)
        sum->rest.first_across |= (uint64_t)(pit + 1) << (8 * pit);
    sow_leaf_sum_list(&sum->sum);
    if (finish_rest(&sum->rest)) {
        sum->sum.rest = value_rest;
        sum->sum.context = &sum->rest;
    }
    return true;
}
