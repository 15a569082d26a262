/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Many games between agents at once, one *bit* per game: the source of the batch kernels.
 * kernel_portable.c, kernel_avx2.c and kernel_avx512.c compile it for 128, 256 and 512
 * games at a time. The rules engine and the agents are the definition; this gives the
 * same stores and plies game by game.
 *
 * The idea. A group of games advances in lock-step, each game in a lane of its own. What
 * is a number in one game is an array of *bit planes* here: plane b holds bit b of that
 * number for every lane, and one machine word or vector holds the plane. Rules become
 * boolean logic, and one instruction serves all lanes. With four lanes, and the counts of
 * one pit being 3, 0, 2 and 1 (lane 0 is written last):
 *
 *               lane  3 2 1 0
 *     plane 0         1 0 0 1     Which lanes have an empty pit?  ~(plane 0 | plane 1)
 *     plane 1         0 1 0 1     Which have two or three?        plane 1
 *
 * A seed falls into that pit in lanes 0 and 1, so the mask is 0011. Half adders do it:
 *
 *     carry   = plane 0 & mask  = 0001        plane 0 = 1001 ^ 0011 = 1010
 *     carry'  = plane 1 & carry = 0001        plane 1 = 0101 ^ 0001 = 0100
 *     plane 2 = carry' = 0001                 counts: lane 3: 1, 2: 2, 1: 1, 0: 4
 *
 * Sowing (bitslice_moves.h). "Does a pit of n seeds reach distance d" is n >= d, one
 * plane per d, a thermometer that two operations per plane build. It is the mask with
 * which the pit at that distance is incremented; the last seed is where d is reached and
 * d + 1 is not. Full laps are divided off first, and added to every pit in the lanes that
 * have any. A capture chain is a mask that walks backwards along the row and survives
 * where the count is in the capture set.
 *
 * A ply. For each pit: sow it, value the move, and let f compete with the best so far
 * (bitslice_choice.h). f needs a multiplication per heuristic, with weights that differ
 * between lanes; there the planes are transposed into 32-bit words and back. What remains
 * is one mask per pit, the lanes that play it: ties are drawn lane by lane from each
 * game's own stream. Then all lanes sow at once, whatever their pit, and turn the board
 * round: boards are always seen from who moves. A lane whose game has ended is given the
 * next one at once.
 *
 * bitslice_planes.h has the arithmetic, bitslice_plan.h the rules as constants.
 */
#ifndef SOW_HEURISTICS_BITSLICE_H
#define SOW_HEURISTICS_BITSLICE_H

#include "bitslice_choice.h"

/** The games in progress. */
struct sow_group {
    const struct sow_batch *batch;
    struct sow_game_result *results;
    size_t next; /* the next game to begin */
    size_t end;

    struct sow_rows board;             /* seen from who moves */
    sow_bits store[2][SOW_PLANES_MAX]; /* of who moves, of the other */
    sow_bits second;                   /* lanes in which the second player moves */
    sow_bits live;
    struct sow_minds minds[2];
    int turn;        /* minds[turn] are those of who moves */
    unsigned needed; /* heuristics that some agent seen so far asks for */
    bool weighted;   /* some agent seen so far has weights */
    bool ordered;    /* some agent seen so far is an order */

    uint32_t now;              /* plies made by the group */
    uint32_t cap_check;        /* no lane reaches the ply cap before */
    uint32_t begun[SOW_LANES]; /* `now` when the lane's game began */
    size_t game[SOW_LANES];
    struct sow_pcg rng[SOW_LANES];
    struct sow_plan plan;
};

/** The moves of one ply. */
struct sow_ply {
    struct sow_reach reach[SOW_MAX_PITS];
    sow_bits legal[SOW_MAX_PITS];
    struct sow_parted parted; /* the row of who replies */
    struct sow_kept kept;
    struct sow_values values[SOW_MAX_PITS];
};

SOW_INLINE void bits_set(sow_bits *x, unsigned lane, bool value)
{
    uint64_t bit = UINT64_C(1) << lane % 64;
    (*x)[lane / 64] = value ? (*x)[lane / 64] | bit : (*x)[lane / 64] & ~bit;
}

SOW_INLINE bool bits_get(const sow_bits *x, unsigned lane)
{
    return ((*x)[lane / 64] >> lane % 64 & 1U) != 0;
}

/* --- beginning a game --- */

/* Two weights as 16-bit halves of a word. */
SOW_INLINE int32_t weight_pair(int32_t low, int32_t high)
{
    return (int32_t)(((uint32_t)high << 16) | ((uint32_t)low & 0xffffU));
}

SOW_INLINE void seat_weights(struct sow_minds *minds, unsigned lane,
                             const struct sow_agent *agent)
{
    const int32_t *w = agent->weight;
    unsigned i = lane % 32;
    unsigned e = lane / 32;
    bool weighted = agent->kind == SOW_AGENT_WEIGHTED;
    minds->pair[0][i][e] = weighted ? weight_pair(w[SOW_H1], w[SOW_H2]) : 0;
    minds->pair[1][i][e] = weighted ? weight_pair(w[SOW_H4], -w[SOW_H6]) : 0;
    minds->pair[2][i][e] = weighted ? weight_pair(w[SOW_H3], w[SOW_H5]) : 0;
}

static inline void seat_order(struct sow_minds *minds, unsigned lane,
                              const struct sow_agent *agent)
{
    int ranks = agent->kind == SOW_AGENT_ORDER ? agent->count : 0;
    for (int rank = 0; rank < SOW_SLICED_HEURISTICS; rank++)
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++)
            bits_set(&minds->order[rank][h], lane,
                     rank < ranks && agent->index[rank] == h);
}

static inline void seat_agent(struct sow_group *group, struct sow_minds *minds,
                              unsigned lane, const struct sow_agent *agent)
{
    if (agent->kind == SOW_AGENT_WEIGHTED)
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++)
            if (agent->weight[h] != 0) {
                group->needed |= 1U << h;
                group->weighted = true;
            }
    if (agent->kind == SOW_AGENT_ORDER) {
        for (int i = 0; i < agent->count; i++)
            group->needed |= 1U << agent->index[i];
        group->ordered = true;
    }
    seat_weights(minds, lane, agent);
    if (group->ordered)
        seat_order(minds, lane, agent);
}

/* Gives the lane the next game; false if there is none. Games of agents that the kernel
   does not know are played on the spot. */
static inline bool begin_game(struct sow_group *group, unsigned lane)
{
    const struct sow_batch *batch = group->batch;
    while (group->next < group->end) {
        size_t index = group->next++;
        struct sow_pairing pairing = batch->pairing(batch->context, index);
        const struct sow_agent *first = &batch->agents[pairing.first];
        const struct sow_agent *second = &batch->agents[pairing.second];
        if (sow_plan_agent_refusal(first) != NULL ||
            sow_plan_agent_refusal(second) != NULL) {
            group->results[index] = sow_batch_play_one(batch, &pairing);
            continue;
        }
        sow_pcg_derive(&group->rng[lane], batch->seed, &pairing.stream);
        seat_agent(group, &group->minds[group->turn], lane, first);
        seat_agent(group, &group->minds[1 - group->turn], lane, second);
        group->game[lane] = index;
        group->begun[lane] = group->now;
        return true;
    }
    return false;
}

SOW_INLINE void set_count(sow_bits *x, unsigned count, sow_bits mask, const int planes)
{
    for (int b = 0; b < planes; b++)
        x[b] = (x[b] & ~mask) | ((count >> b & 1U) != 0 ? mask : bits_none());
}

/* Begins new games in the lanes of `free`. */
SOW_INLINE void refill(struct sow_group *group, sow_bits free,
                       const struct sow_shape shape)
{
    sow_bits fresh = bits_none();
    for (unsigned quad = 0; quad < SOW_QUADS; quad++)
        for (uint64_t left = free[quad]; left != 0; left &= left - 1) {
            unsigned lane = 64 * quad + (unsigned)__builtin_ctzll(left);
            if (!begin_game(group, lane))
                break;
            bits_set(&fresh, lane, true);
        }
    const struct sow_board *start = &group->plan.rules->start;
    int own = start->side;
    for (int i = 0; i < shape.pits; i++) {
        set_count(group->board.own + i * shape.planes, start->pit[own][i], fresh,
                  shape.planes);
        set_count(group->board.other + i * shape.planes, start->pit[1 - own][i], fresh,
                  shape.planes);
    }
    set_count(group->store[0], start->store[own], fresh, shape.planes);
    set_count(group->store[1], start->store[1 - own], fresh, shape.planes);
    group->second &= ~fresh;
    group->live = (group->live & ~free) | fresh;
}

/* --- choosing the moves --- */

SOW_INLINE void find_legal(const struct sow_group *group, struct sow_ply *ply,
                           const struct sow_shape shape)
{
    const struct sow_plan *plan = &group->plan;
    const struct sow_rows *board = &group->board;
    sow_bits slam[SOW_MAX_PITS];
    sow_bits fed[SOW_MAX_PITS];
    for (int pit = 0; pit < shape.pits; pit++) {
        const sow_bits *cell = board->own + pit * shape.planes;
        reach_of(plan, cell, pit, &ply->reach[pit], shape);
        ply->legal[pit] = planes_nonzero(cell, shape.planes) & group->live;
        if (plan->filters) {
            struct sow_sown sown;
            sow_and_take(plan, board->own, board->other, &ply->reach[pit],
                         (struct sow_origin){.pit = pit}, &sown, shape);
            slam[pit] = sown.slam;
            fed[pit] = sown.fed;
        }
    }
    if (plan->filters)
        filter_legal(plan, ply->legal, slam, fed, ~row_occupied(board->other, shape));
}

SOW_INLINE void value_moves(const struct sow_group *group, struct sow_ply *ply,
                            const struct sow_shape shape)
{
    const struct sow_plan *plan = &group->plan;
    const struct sow_rows *board = &group->board;
    if ((group->needed & 1U << SOW_H6) != 0 && plan->threat == SOW_THREAT_BY_LANDING)
        part_row(plan, board->other, &ply->parted, shape);
    sow_bits nearer = bits_none();
    sow_bits nearest[SOW_MAX_PITS];
    for (int pit = shape.pits - 1; pit >= 0; pit--) {
        nearest[pit] = ply->legal[pit] & ~nearer;
        nearer |= ply->legal[pit];
    }
    for (int pit = 0; pit < shape.pits; pit++) {
        struct sow_values *values = &ply->values[group->ordered ? pit : 0];
        struct sow_sown sown;
        sow_and_take(plan, board->own, board->other, &ply->reach[pit],
                     (struct sow_origin){.pit = pit}, &sown, shape);
        value_move(plan, &ply->parted, &ply->reach[pit], &sown, group->needed, values,
                   shape);
        values->of[SOW_H5][0] = nearest[pit];
        if (group->weighted)
            compete(&group->minds[group->turn], values, ply->legal[pit], pit, &ply->kept,
                    shape);
    }
}

/* Leaves in ply->kept one move per live lane. */
SOW_INLINE void choose_moves(struct sow_group *group, struct sow_ply *ply,
                             const struct sow_shape shape)
{
    const struct sow_plan *plan = &group->plan;
    find_legal(group, ply, shape);
    if (group->needed != 0)
        value_moves(group, ply, shape);
    if (!group->weighted)
        for (int pit = 0; pit < shape.pits; pit++)
            ply->kept.move[pit] = ply->legal[pit];
    if (group->ordered)
        apply_orders(plan, &group->minds[group->turn], ply->values, ply->kept.move,
                     shape);
    break_ties(ply->kept.move, group->rng, shape);
}

/* --- making them --- */

/* The reach of each lane's own move. */
SOW_INLINE void combine_reach(const struct sow_plan *plan, const struct sow_ply *ply,
                              struct sow_reach *reach, const struct sow_shape shape)
{
    for (int place = 0; place < shape.ring; place++)
        reach->sown[place] = bits_none();
    planes_clear(reach->laps, SOW_PLANES_MAX);
    reach->lapped = false;
    for (int pit = 0; pit < shape.pits; pit++) {
        sow_bits mask = ply->kept.move[pit];
        const struct sow_reach *of_pit = &ply->reach[pit];
        for (int place = 0; place < shape.ring; place++)
            reach->sown[place] |= of_pit->sown[place] & mask;
        if (!of_pit->lapped)
            continue;
        reach->lapped = true;
        for (int bit = 0; bit < plan->laps; bit++)
            reach->laps[bit] |= of_pit->laps[bit] & mask;
    }
}

/* Lanes whose games the rules end, seen before the board is turned; adds to `again` the
   lanes in which the next player has to pass. */
SOW_INLINE sow_bits find_ended(const struct sow_group *group, const struct sow_rows *rows,
                               sow_bits *again, const struct sow_shape shape)
{
    const struct sow_plan *plan = &group->plan;
    const struct sow_rules *rules = plan->rules;
    sow_bits own_empty = ~row_occupied(rows->own, shape);
    sow_bits other_empty = ~row_occupied(rows->other, shape);
    sow_bits stuck = bits_select(*again, own_empty, other_empty);
    sow_bits ended = own_empty | other_empty;
    if (rules->end == SOW_END_MOVER_STUCK)
        ended = stuck;
    if (rules->end == SOW_END_ALL_STUCK) {
        ended = own_empty & other_empty;
        *again ^= stuck & ~ended;
    }
    if (rules->early_end)
        ended |= planes_above(group->store[0], &plan->half, shape.planes) |
                 planes_above(group->store[1], &plan->half, shape.planes);
    return ended & group->live;
}

/* Lanes that have reached the ply cap. */
static inline sow_bits find_capped(struct sow_group *group)
{
    sow_bits capped = bits_none();
    uint32_t cap = (uint32_t)group->plan.rules->ply_cap;
    if (cap == 0 || group->now < group->cap_check)
        return capped;
    uint32_t oldest = group->now;
    for (unsigned lane = 0; lane < SOW_LANES; lane++) {
        if (!bits_get(&group->live, lane))
            continue;
        if (group->now - group->begun[lane] >= cap)
            bits_set(&capped, lane, true);
        else if (group->begun[lane] < oldest)
            oldest = group->begun[lane];
    }
    group->cap_check = oldest + cap;
    return capped;
}

/* Writes the results of the games that end in the lanes of `done`; in those of
   `kept_rows` the players add their own rows. */
SOW_INLINE void record(struct sow_group *group, const struct sow_rows *rows,
                       sow_bits done, sow_bits kept_rows, const struct sow_shape shape)
{
    const sow_bits *const row[2] = {rows->own, rows->other};
    union {
        sow_uwords vector[8];
        uint8_t byte[SOW_LANES];
    } final[2];
    for (int role = 0; role < 2; role++) {
        sow_bits total[SOW_PLANES_MAX];
        planes_clear(total, SOW_PLANES_MAX);
        row_sum(row[role], total, shape);
        planes_keep(total, kept_rows, shape.planes);
        planes_add(total, group->store[role], shape.planes);
        memcpy(final[role].vector, total, sizeof total);
        planes_transpose_bytes(final[role].vector);
    }
    for (unsigned quad = 0; quad < SOW_QUADS; quad++)
        for (uint64_t left = done[quad]; left != 0; left &= left - 1) {
            unsigned lane = 64 * quad + (unsigned)__builtin_ctzll(left);
            int first = bits_get(&group->second, lane) ? 1 : 0;
            unsigned at = lane_byte(lane);
            group->results[group->game[lane]] = (struct sow_game_result){
                .first = final[first].byte[at],
                .second = final[1 - first].byte[at],
                .plies = (uint16_t)(group->now - group->begun[lane])};
        }
}

SOW_INLINE void exchange(sow_bits *x, sow_bits *y, sow_bits mask)
{
    sow_bits difference = (*x ^ *y) & mask;
    *x ^= difference;
    *y ^= difference;
}

/* Exchanges what the roles have in the lanes of `mask`. */
static inline void exchange_roles(struct sow_group *group, sow_bits mask,
                                  const struct sow_shape shape)
{
    for (int b = 0; b < shape.pits * shape.planes; b++)
        exchange(&group->board.own[b], &group->board.other[b], mask);
    for (int b = 0; b < shape.planes; b++)
        exchange(&group->store[0][b], &group->store[1][b], mask);
    group->second ^= mask;
    struct sow_minds *minds = group->minds;
    for (int i = 0; i < 32; i++) {
        sow_bits lanes = (sow_bits)((sow_words)((sow_uwords)mask << (31 - i)) >> 31);
        for (int pair = 0; pair < SOW_PAIRS; pair++)
            exchange((sow_bits *)&minds[0].pair[pair][i],
                     (sow_bits *)&minds[1].pair[pair][i], lanes);
    }
    if (!group->ordered)
        return;
    for (int rank = 0; rank < SOW_SLICED_HEURISTICS; rank++)
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++)
            exchange(&minds[0].order[rank][h], &minds[1].order[rank][h], mask);
}

/* Turns the boards round, so that they are seen from who moves next. */
SOW_INLINE void turn_round(struct sow_group *group, const struct sow_rows *rows,
                           sow_bits again, const struct sow_shape shape)
{
    planes_copy(group->board.own, rows->other, shape.pits * shape.planes);
    planes_copy(group->board.other, rows->own, shape.pits * shape.planes);
    for (int b = 0; b < shape.planes; b++)
        exchange(&group->store[0][b], &group->store[1][b], bits_all());
    group->second = ~group->second;
    group->turn = 1 - group->turn;
    if (bits_any(again))
        exchange_roles(group, again, shape);
}

SOW_INLINE void make_moves(struct sow_group *group, const struct sow_ply *ply,
                           const struct sow_shape shape)
{
    const struct sow_plan *plan = &group->plan;
    const struct sow_rules *rules = plan->rules;
    struct sow_reach reach;
    struct sow_sown sown;
    combine_reach(plan, ply, &reach, shape);
    sow_and_take(plan, group->board.own, group->board.other, &reach,
                 (struct sow_origin){.mask = ply->kept.move}, &sown, shape);
    planes_add(group->store[0], sown.gain, shape.planes);
    group->now++;
    sow_bits again = rules->extra_turn ? sown.again : bits_none();
    sow_bits ended = find_ended(group, &sown.rows, &again, shape);
    sow_bits capped = find_capped(group) & ~ended;
    sow_bits done = ended | capped;
    bool some = bits_any(done);
    if (some) {
        bool left_over = rules->leftovers != SOW_LEFT_NOBODY;
        record(group, &sown.rows, done, left_over ? done : capped, shape);
    }
    turn_round(group, &sown.rows, again & ~done, shape);
    if (some)
        refill(group, done, shape);
}

/** Plays the group's games; one function per shape. */
SOW_INLINE void play_games(struct sow_group *group, const struct sow_shape shape)
{
    struct sow_ply ply;
    refill(group, bits_all(), shape);
    while (bits_any(group->live)) {
        choose_moves(group, &ply, shape);
        make_moves(group, &ply, shape);
    }
}

/* The usual shapes have functions of their own, in which all loops have constant bounds.
 */
static const struct sow_shape AWARI = {
    .planes = 6, .pits = 6, .store = 0, .ring = 12, .lap = 11};
static const struct sow_shape KALAH = {
    .planes = 6, .pits = 6, .store = 1, .ring = 13, .lap = 13};

SOW_INLINE struct sow_shape shape_of(const struct sow_plan *plan)
{
    return (struct sow_shape){.planes = plan->planes,
                              .pits = plan->pits,
                              .store = plan->store,
                              .ring = plan->ring,
                              .lap = plan->lap};
}

SOW_INLINE bool same_shape(struct sow_shape a, struct sow_shape b)
{
    return a.planes == b.planes && a.pits == b.pits && a.store == b.store &&
           a.lap == b.lap;
}

static __attribute__((noinline)) void play_awari(struct sow_group *group)
{
    play_games(group, AWARI);
}

static __attribute__((noinline)) void play_kalah(struct sow_group *group)
{
    play_games(group, KALAH);
}

static __attribute__((noinline)) void play_any(struct sow_group *group)
{
    struct sow_shape shape = shape_of(&group->plan);
    shape.planes = SOW_PLANES_MAX;
    play_games(group, shape);
}

static void play_batch(const struct sow_batch *batch, size_t begin, size_t end,
                       struct sow_game_result *results)
{
    struct sow_group group;
    memset(&group, 0, offsetof(struct sow_group, plan));
    sow_plan_make(&group.plan, batch->rules);
    group.batch = batch;
    group.results = results;
    group.next = begin;
    group.end = end;
    group.cap_check = (uint32_t)batch->rules->ply_cap;
    const struct sow_shape shape = shape_of(&group.plan);
    if (same_shape(shape, AWARI))
        play_awari(&group);
    else if (same_shape(shape, KALAH))
        play_kalah(&group);
    else
        play_any(&group);
}

#endif
