/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * One ply of a group of games: all candidate moves are made on the side, then chosen and
 * made, and results are recorded.
 */
#ifndef SOW_HEURISTICS_BITSLICE_PLY_H
#define SOW_HEURISTICS_BITSLICE_PLY_H

#include "bitslice_group.h"

/* --- choice of the moves --- */

/* Makes the move of one pit on the side, in ply->moves, and stores its heuristics H1 to
   H4 and H6 if some agent needs any. Each form of the rules has its own compiled function
   of this, which serves all pits. */
SOW_INLINE void try_move(const struct sow_group *group, struct sow_ply *ply, int pit,
                         const struct sow_form form)
{
    const struct sow_plan *plan = &group->plan;
    const struct sow_rows *board = &group->board;
    struct sow_move *move = &ply->moves[pit];
    sow_uwords *values = ply->values.plane + pit * value_planes(form);
    bool threatens = (group->needed & 1U << SOW_H6) != 0;
    if (form.few != 0 && form.threat == SOW_THREAT_OF_FEW) {
        struct sow_landings landings;
        sow_and_take_few(board->own, board->other, pit, move, &landings, form);
        if (group->needed != 0)
            value_few(board->own, &ply->before, threatens ? &landings : NULL, move, pit,
                      values, form);
    } else if (form.few != 0 && form.threat == SOW_THREAT_OF_PLACES) {
        struct sow_endings endings;
        sow_bits own[SOW_ROW_PLANES];
        sow_and_take_places(plan, board, pit, move, own, &endings, form);
        if (group->needed != 0)
            value_places(plan, own, threatens ? &endings : NULL, move, values, form);
    } else {
        struct sow_rows rows;
        sow_and_take(plan, board->own, board->other, pit, move, &rows, true, form);
        if (group->needed != 0)
            value_rows(plan, &rows, move, threatens, values, form);
    }
}

/* Returns true if some agent weighs the seeds that a side would sow into the other row.
   Side 0 is the mover. */
static inline bool looks_across(const struct sow_group *group, int side)
{
    return (group->views.counted[side] >> SOW_COUNT_REACHING_SEEDS & 1U) != 0;
}

/* Computes the position after the move of one pit into @p after, for agents that evaluate
   positions: rows, stores, turn and crossings. */
SOW_INLINE void find_after(const struct sow_group *group, const struct sow_ply *ply,
                           int pit, struct sow_after *after, const struct sow_form form)
{
    const struct sow_move *move = &ply->moves[pit];
    const sow_bits *const share[2] = {own_share(move, pit, form),
                                      other_share(move, pit, form)};
    const sow_bits none[SOW_MAX_PITS] = {{0}};
    const sow_bits *const taken[2] = {takes_own(form) ? move->own_taken : none,
                                      move->other_taken};
    for (int side = 0; side < 2; side++) {
        planes_copy(after->store[side], group->store[side], form.planes);
        if (looks_across(group, side))
            renew_crossings(&ply->crossings[side], move, share[side], taken[side],
                            side == 0 ? pit : -1, after->crossings[side], form);
        else
            planes_clear(after->crossings[side], form.planes);
    }
    make_after(&group->plan, &group->board, move, pit, after, form);
}

/* Computes the position after the swap into @p after. The mover has the other side, and
   the first player is next to move. */
SOW_INLINE void find_swapped(const struct sow_group *group, const struct sow_ply *ply,
                             struct sow_after *after, const struct sow_form form)
{
    planes_copy(after->rows.own, group->board.other, form.pits * form.planes);
    planes_copy(after->rows.other, group->board.own, form.pits * form.planes);
    after->again = bits_none();
    for (int side = 0; side < 2; side++) {
        planes_copy(after->store[side], group->store[1 - side], form.planes);
        planes_copy(after->crossings[side], ply->crossings[1 - side].sum, form.planes);
    }
}

/* Computes f of candidate k for agents that evaluate positions, into ply->leanings. The
   candidate behind the last pit is the swap. */
SOW_INLINE void value_move(const struct sow_group *group, struct sow_ply *ply, int k,
                           const struct sow_form form)
{
    struct sow_after after;
    if (k < form.pits)
        find_after(group, ply, k, &after, form);
    else
        find_swapped(group, ply, &after, form);
    value_after(&group->plan, &group->views, group->steps.gains, group->turn, &after,
                ply->leanings.f[k], form);
}

/** Sets @p before to the facts of the own row that all moves share. */
SOW_INLINE void look_before(const struct sow_rows *board, struct sow_before *before,
                            const struct sow_form form)
{
    for (int i = 0; i < form.pits; i++) {
        const sow_bits *cell = board->own + i * form.planes;
        before->four[i] = planes_nonzero(cell + 2, form.planes - 2);
        before->some[i] = before->four[i] | cell[0] | cell[1];
    }
}

/* Stores H5 (the legal pit nearest the opponent), H7 and the flag of illegal moves for
   all candidates. A lane without a game has one move that counts as legal, so that it
   never draws a random number. */
SOW_INLINE void value_order(const struct sow_group *group, struct sow_ply *ply,
                            const struct sow_form form)
{
    sow_bits nearer = bits_none();
    for (int pit = form.pits - 1; pit >= 0; pit--) {
        sow_bits nearest = ply->legal[pit] & ~nearer;
        sow_bits illegal = ~ply->legal[pit] & (pit == 0 ? group->live : bits_all());
        const sow_bits twice[2] = {illegal, illegal};
        bool turns = form.store && group->plan.rules->extra_turn;
        sow_uwords *values = ply->values.plane + pit * value_planes(form);
        put_value(values, SOW_H5, &nearest, 1, form);
        put_value(values, SOW_H7, &ply->moves[pit].again, turns, form);
        put_value(values, SOW_ILLEGAL, twice, 2, form);
        nearer |= ply->legal[pit];
    }
    if (ply->swap) {
        const sow_bits twice[2] = {~ply->legal[form.pits], ~ply->legal[form.pits]};
        put_value(ply->values.plane + form.pits * value_planes(form), SOW_ILLEGAL, twice,
                  2, form);
    }
}

/* Stores the heuristics of a position in @p values, with the own store as H4. H6 is the
   threat of the player that has the row @p other. H5 and H7 are 0. */
SOW_INLINE void value_position(const struct sow_group *group, const sow_bits *own,
                               const sow_bits *other, const sow_bits *store,
                               sow_uwords *values, const struct sow_form form)
{
    struct sow_prospect prospect;
    value_row(own, store, values, form);
    planes_clear(prospect.gain, form.planes);
    if ((group->needed & 1U << SOW_H6) != 0)
        group->steps.gains(&group->plan, other, own, &prospect);
    put_value(values, SOW_H6, prospect.gain, form.planes, form);
    put_value(values, SOW_H5, NULL, 0, form);
    put_value(values, SOW_H7, NULL, 0, form);
}

/* Makes the values of pits comparable with those of other candidates. For all moves H2
   becomes the seeds in the own row, and H4 those in the own store. Then it evaluates the
   swap and, for first-improving orders, the present board. */
SOW_INLINE void value_others(const struct sow_group *group, struct sow_ply *ply,
                             const struct sow_form form)
{
    const struct sow_rows *board = &group->board;
    sow_bits row[SOW_PLANES_MAX];
    row_sum(board->own, row, form);
    for (int pit = 0; pit < form.pits; pit++) {
        sow_uwords *values = ply->values.plane + pit * value_planes(form);
        raise_value(values, SOW_H4, group->store[0], bits_none(), form);
        if (group->steps.few)
            raise_value(values, SOW_H2, row, bits_all(), form);
    }
#pragma GCC unroll 1
    for (int swap = 0; swap < 2; swap++) {
        sow_uwords *values =
            swap == 0 ? ply->present : ply->values.plane + form.pits * value_planes(form);
        if (swap == 0 ? group->improving : ply->swap)
            value_position(group, swap == 0 ? board->own : board->other,
                           swap == 0 ? board->other : board->own, group->store[swap],
                           values, form);
    }
}

/* Makes and evaluates all candidates of a ply, and sets their legality. With @p leaning,
   also evaluates them for agents of positions. */
SOW_INLINE void try_all(const struct sow_group *group, struct sow_ply *ply, bool leaning,
                        const struct sow_form form)
{
    const struct sow_rows *board = &group->board;
    ply->legal[form.pits] = group->may_swap & group->second & group->live;
    ply->swap = bits_any(ply->legal[form.pits]);
    look_before(board, &ply->before, form);
    if (looks_across(group, 0) || (ply->swap && looks_across(group, 1)))
        find_crossings(board->own, &ply->crossings[0], form);
    if (looks_across(group, 1) || (ply->swap && looks_across(group, 0)))
        find_crossings(board->other, &ply->crossings[1], form);
    for (int pit = 0; pit < form.pits; pit++) {
        group->steps.try_pit(group, ply, pit);
        if (leaning)
            group->steps.value_pit(group, ply, pit);
        ply->legal[pit] = ply->before.some[pit] & group->live;
    }
    if (leaning && ply->swap)
        group->steps.value_pit(group, ply, form.pits);
    if (has_filters(form))
        filter_legal(ply->moves, ply->legal, ~row_occupied(board->other, form), form);
}

/* Computes a byte for each lane: its number of legal moves. Adds 16 if more than a third
   of all seeds is in the rows, and 16 more if more than two thirds are. */
SOW_INLINE void find_choices(const struct sow_group *group, const struct sow_ply *ply,
                             union sow_lane_bytes *choices, const struct sow_form form)
{
    const unsigned seeds = (unsigned)group->plan.seeds;
    sow_bits rows[SOW_PLANES_MAX];
    sow_bits other[SOW_PLANES_MAX];
    sow_bits sum[8];
    row_sum(group->board.own, rows, form);
    row_sum(group->board.other, other, form);
    planes_add(rows, other, form.planes);
    planes_clear(sum, 8);
    planes_count(ply->legal, form.pits + 1, sum, 4);
    const sow_bits third = planes_above(rows, seeds / 3, form.planes);
    const sow_bits two_thirds = planes_above(rows, 2 * seeds / 3, form.planes);
    sum[4] = third ^ two_thirds;
    sum[5] = two_thirds;
    memcpy(choices->vector, sum, sizeof sum);
    planes_transpose_bytes(choices->vector);
}

/* Adds the move that each lane plays (the only one in @p kept) to the hash of its moves,
   and its number of choices to the shape of its game. */
static inline void note_moves(struct sow_group *group, const struct sow_ply *ply,
                              const struct sow_kept *kept, const struct sow_form form)
{
    union sow_lane_bytes choices;
    find_choices(group, ply, &choices, form);
    for (unsigned lane = 0; lane < SOW_LANES; lane++) {
        unsigned at = lane_byte(lane);
        unsigned high = has_high(form) ? (unsigned)kept->high.byte[at] << 8 : 0;
        int k = __builtin_ctz(kept->low.byte[at] | high | 1U << form.pits);
        int phase = SOW_PHASE_END - (choices.byte[at] >> 4);
        group->line[lane] =
            sow_game_line_after(group->line[lane], k < form.pits ? k : SOW_SWAP);
        group->shape[lane].plies[phase]++;
        group->shape[lane].choices[phase] += choices.byte[at] & 15U;
    }
}

/* Chooses the moves: leaves in ply->mask one move per live lane. The greatest f decides,
   then orders, then a random draw. Notes the moves if the batch asks for lines or
   shapes. */
SOW_INLINE void choose_moves(struct sow_group *group, struct sow_ply *ply,
                             const struct sow_form form)
{
    const bool leaning = group->views.count > 0;
    const struct sow_scales scales = {.minds = &group->minds[group->turn],
                                      .leanings = leaning ? &ply->leanings : NULL,
                                      .valued = group->needed != 0,
                                      .turns = (group->needed & 1U << SOW_H7) != 0,
                                      .swap = ply->swap};
    const int moves = form.pits + ply->swap;
    const size_t values_size =
        (size_t)(moves * value_planes(form)) * sizeof ply->values.plane[0];
    struct sow_kept kept;
    planes_copy(ply->mask, ply->legal, form.pits + 1);
    if (group->needed == 0) /* else only value_order would fill the last byte */
        for (int k = 0; leaning && k < moves; k++)
            memset(ply->values.plane + (k + 1) * value_planes(form) - 8, 0,
                   8 * sizeof ply->values.plane[0]);
    if (leaning || group->needed != 0) {
        value_order(group, ply, form);
        if (group->needed != 0 && (ply->swap || group->improving))
            value_others(group, ply, form);
    }
    if (group->ordered)
        memcpy(&ply->ordered, &ply->values, values_size);
    if (group->weighted || leaning) {
        keep_all_best(&scales, &ply->values, &kept, form);
        moves_kept(&kept, ply->mask, form);
    }
    if (group->ordered)
        apply_orders(scales.minds, &ply->ordered, ply->present, ply->mask, moves, form);
    if (group->ordered || !(group->weighted || leaning))
        keep_moves(ply->mask, &kept, form);
    break_ties(&kept, ply->mask, group->rng, form);
    if (group->batch->lines != NULL || group->batch->shapes != NULL)
        note_moves(group, ply, &kept, form);
}

/* --- making the moves --- */

/* Parts of the moves that the lanes play, each lane its own. */
struct sow_made {
    sow_bits laps[SOW_PLANES_MAX]; /**< full laps */
    sow_bits gain[SOW_PLANES_MAX]; /**< seeds gained */
    sow_bits again;                /**< lanes with another turn */
};

/** Sets @p made to laps, gain and extra turns of the move that each lane plays. */
SOW_INLINE void combine_moves(const struct sow_ply *ply, struct sow_made *made,
                              const struct sow_form form)
{
    planes_clear(made->laps, form.laps);
    planes_clear(made->gain, form.planes);
    made->again = bits_none();
    for (int k = 0; k < form.pits; k++) {
        const struct sow_move *move = &ply->moves[k];
        for (int b = 0; b < form.laps; b++)
            made->laps[b] |= move->laps[b] & ply->mask[k];
        for (int b = 0; b < form.planes; b++)
            made->gain[b] |= move->gain[b] & ply->mask[k];
        if (form.store)
            made->again |= move->again & ply->mask[k];
    }
}

/* Sets pit i of both rows of @p board to its count after the chosen moves: sows it, and
   empties it where it is taken or was the origin. Turns the board meanwhile: the own pit
   becomes the other player's. */
SOW_INLINE void make_pits(struct sow_rows *board, const struct sow_ply *ply, int i,
                          const struct sow_made *made, const struct sow_form form)
{
    sow_bits own_share_of_all = bits_none();
    sow_bits other_share_of_all = bits_none();
    sow_bits own_taken = bits_none();
    sow_bits other_taken = bits_none();
    for (int k = 0; k < form.pits; k++) {
        const struct sow_move *move = &ply->moves[k];
        own_share_of_all |= own_share(move, k, form)[i] & ply->mask[k];
        other_share_of_all |= other_share(move, k, form)[i] & ply->mask[k];
        other_taken |= move->other_taken[i] & ply->mask[k];
        if (takes_own(form))
            own_taken |= move->own_taken[i] & ply->mask[k];
    }
    sow_bits cell[SOW_PLANES_MAX];
    planes_copy(cell, board->own + i * form.planes, form.planes);
    planes_keep(cell, ~ply->mask[i], form.planes);
    sow_bits laps[SOW_PLANES_MAX];
    planes_copy(laps, made->laps, form.laps);
    if (form.lap < form.ring)
        planes_keep(laps, ~ply->mask[i], form.laps);
    sow_bits made_cell[SOW_PLANES_MAX];
    sow_cell(board->other + i * form.planes, made->laps, other_share_of_all, made_cell,
             form);
    planes_keep(made_cell, ~other_taken, form.planes);
    planes_copy(board->own + i * form.planes, made_cell, form.planes);
    sow_cell(cell, laps, own_share_of_all, made_cell, form);
    if (takes_own(form))
        planes_keep(made_cell, ~own_taken, form.planes);
    planes_copy(board->other + i * form.planes, made_cell, form.planes);
}

/* Returns the lanes that have reached the ply cap. Computes the ply before which no lane
   can reach it, so that most calls look at no lane. */
static inline sow_bits find_capped(struct sow_group *group)
{
    sow_bits capped = bits_none();
    uint32_t cap = (uint32_t)group->plan.rules->ply_cap;
    if (cap == 0 || group->now < group->cap_check)
        return capped;
    uint32_t oldest = UINT32_MAX;
    for (unsigned lane = 0; lane < SOW_LANES; lane++)
        oldest = group->begun[lane] < oldest ? group->begun[lane] : oldest;
    group->cap_check = group->now + 1;
    if (group->now - oldest < cap)
        group->cap_check = oldest + cap;
    else
        for (unsigned lane = 0; lane < SOW_LANES; lane++)
            if (group->begun[lane] <= group->now - cap)
                bits_set(&capped, lane, true);
    return capped;
}

/* Writes the results of the games that end in the lanes of @p done. In the lanes of
   @p kept_rows each player adds its own row to its store: @p row has those of the mover
   and of the other player. Lines and shapes are written if the batch asks for them. */
SOW_INLINE void record(struct sow_group *group, const sow_bits *const row[2],
                       const struct sow_lane_list *done, sow_bits kept_rows,
                       const struct sow_form form)
{
    union sow_lane_bytes final[2];
    for (int role = 0; role < 2; role++) {
        sow_bits total[SOW_PLANES_MAX];
        planes_clear(total, SOW_PLANES_MAX);
        row_sum(row[role], total, form);
        planes_keep(total, kept_rows, form.planes);
        planes_add(total, group->store[role], form.planes);
        memcpy(final[role].vector, total, sizeof total);
        planes_transpose_bytes(final[role].vector);
    }
    for (unsigned i = 0; i < done->count; i++) {
        unsigned lane = done->lane[i];
        int first = bits_get(&group->second, lane) ? 1 : 0;
        unsigned at = lane_byte(lane);
        group->results[group->game[lane]] = (struct sow_game_result){
            .first = final[first].byte[at],
            .second = final[1 - first].byte[at],
            .plies = (uint16_t)(group->now - group->begun[lane])};
        if (group->batch->lines != NULL)
            group->batch->lines[group->game[lane]] = group->line[lane];
        if (group->batch->shapes != NULL)
            group->batch->shapes[group->game[lane]] = group->shape[lane];
    }
}

/** Exchanges x and y in the lanes of @p mask. */
SOW_INLINE void exchange(sow_bits *x, sow_bits *y, sow_bits mask)
{
    sow_bits difference = (*x ^ *y) & mask;
    *x ^= difference;
    *y ^= difference;
}

/* Exchanges the rows and stores of both players in the lanes of @p mask, and the player
   to move. */
SOW_INLINE void exchange_sides(struct sow_group *group, sow_bits mask,
                               const struct sow_form form)
{
    for (int b = 0; b < form.pits * form.planes; b++)
        exchange(&group->board.own[b], &group->board.other[b], mask);
    for (int b = 0; b < form.planes; b++)
        exchange(&group->store[0][b], &group->store[1][b], mask);
    group->second ^= mask;
}

/* Exchanges the agents of both roles, with weights and orders, in the lanes of
   @p mask. */
static inline void exchange_minds(struct sow_group *group, sow_bits mask)
{
    struct sow_minds *minds = group->minds;
    const int pairs = SOW_PAIRS - ((group->needed & 1U << SOW_H7) == 0);
    const sow_uwords from[4] = {(sow_uwords)mask};
    sow_uwords word[4];
    words_of_bytes(from, word);
    for (int i = 0; i < 32; i++) {
        sow_bits lanes = (sow_bits)((sow_words)(word[i % 4] << (31 - i / 4)) >> 31);
        for (int pair = 0; pair < pairs; pair++)
            exchange((sow_bits *)&minds[0].pair[pair][i],
                     (sow_bits *)&minds[1].pair[pair][i], lanes);
        for (int pair = 0; pair < view_pairs(&group->views); pair++)
            exchange((sow_bits *)&group->views.leaning[0].pair[pair][i],
                     (sow_bits *)&group->views.leaning[1].pair[pair][i], lanes);
    }
    if (!group->ordered)
        return;
    exchange(&minds[0].improving, &minds[1].improving, mask);
    for (int rank = 0; rank < SOW_SLICED_HEURISTICS; rank++)
        for (int h = 0; h < SOW_SLICED_HEURISTICS; h++)
            exchange(&minds[0].order[rank][h], &minds[1].order[rank][h], mask);
}

/* Turns the stores and agents of the group, whose boards make_pits has turned, so that
   they are seen from the player that moves next. In the lanes of @p again that is the
   same player. In those of @p swapped the players have changed sides instead. Both turn
   the board back. */
SOW_INLINE void turn_round(struct sow_group *group, sow_bits again, sow_bits swapped,
                           const struct sow_form form)
{
    for (int b = 0; b < form.planes; b++)
        exchange(&group->store[0][b], &group->store[1][b], bits_all());
    group->second = ~group->second;
    group->turn = 1 - group->turn;
    if (bits_any(again | swapped))
        exchange_sides(group, again | swapped, form);
    if (bits_any(again))
        exchange_minds(group, again);
}

/** Makes the chosen moves in all lanes, records ended games, and begins new ones. */
SOW_INLINE void make_moves(struct sow_group *group, const struct sow_ply *ply,
                           const struct sow_form form)
{
    const struct sow_rules *rules = group->plan.rules;
    struct sow_made made;
    struct sow_lane_list list;
    list.count = 0;
    /* The rows of who has moved and of the other player. */
    const sow_bits *const row[2] = {group->board.other, group->board.own};
    combine_moves(ply, &made, form);
    for (int i = 0; i < form.pits; i++)
        make_pits(&group->board, ply, i, &made, form);
    planes_add(group->store[0], made.gain, form.planes);
    group->now++;
    sow_bits again = rules->extra_turn ? made.again : bits_none();
    const sow_bits *const store[2] = {group->store[0], group->store[1]};
    sow_bits ended = find_ended(&group->plan, row, store, &again, form) & group->live;
    /* A swap leaves both sides as they are, for the other players. It ends no game. */
    const sow_bits swapped = ply->mask[form.pits];
    ended &= ~swapped;
    group->may_swap &= ~group->second;
    group->second ^= swapped;
    sow_bits capped = find_capped(group) & ~ended;
    sow_bits done = ended | capped;
    bool some = bits_any(done);
    if (some) {
        sow_bits kept = bits_none();
        if (rules->leftovers != SOW_LEFT_NOBODY)
            kept |= ended;
        if (rules->cap_leftovers == SOW_CAP_OWNER)
            kept |= capped;
        list_lanes(done, 2, &list);
        record(group, row, &list, kept, form);
    }
    turn_round(group, again & ~(done | swapped), swapped, form);
    if (some)
        refill(group, &list, done, form);
}

#endif
