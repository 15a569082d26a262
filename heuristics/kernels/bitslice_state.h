/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Agents that evaluate positions, in bit planes: the work of agent.c, state_features.c
 * and state_facts.c for all lanes at once.
 *
 * Each candidate move is made on the side. If it ends the game, the remaining seeds are
 * given out. Then the kernel counts, in the position after the move, everything that some
 * agent weighs. Four counts at a time become bytes and are multiplied by each lane's
 * weights.
 *
 * Boards are seen from the player to move, and its counts are the "own" ones. A *view* is
 * a count of one side that some agent weighs.
 */
#ifndef SOW_HEURISTICS_BITSLICE_STATE_H
#define SOW_HEURISTICS_BITSLICE_STATE_H

#include "bitslice_choice.h"
#include "sow/heuristics/state_features.h"

enum {
    SOW_VIEWS_MAX = 128, /* two for each feature that is a difference */
    /** Mark of a feature that is 0 in this game. */
    SOW_NO_VIEW = UINT8_MAX
};

/** A view: a count of one side that some agent weighs. */
struct sow_view {
    uint8_t count; /**< enum sow_count */
    uint8_t side;  /**< 0 own, 1 the opponent's */
    uint8_t pit;   /**< pit for SOW_COUNT_PIT */
};

/** The weights of all lanes in one role, placed by lane_word. One word has the weights of
 *  views 4 n and 4 n + 2 as its 16-bit halves; the next word those of 4 n + 1 and 4 n +
 *  3. */
struct sow_leaning {
    sow_words pair[SOW_VIEWS_MAX / 2][32]; /**< words of weights */
};

/** An agent that was seated recently, and its weights. */
struct sow_seated {
    const struct sow_agent *agent;    /**< the agent, or NULL */
    int32_t words[SOW_VIEWS_MAX / 2]; /**< weights by view, as in struct
                                           sow_leaning */
};

/** All views of the agents seen so far. */
struct sow_views {
    int count;           /**< number of views */
    unsigned counted[2]; /**< counts in use, by side: bit n for enum sow_count n */
    struct sow_view view[SOW_VIEWS_MAX]; /**< the views */
    /** By feature: its view + 1, and the view + 1 of the opponent's part of a difference.
     *  0 if no agent has asked for it yet. */
    uint8_t known[SOW_VIEWS_MAX][2];
    struct sow_seated seated[2];   /**< agents seated last */
    struct sow_leaning leaning[2]; /**< weights by role, as the minds; in use are whole
                                        fours of views */
};

/* --- seating agents --- */

/** Returns the number of elements of `pair` (struct sow_leaning) in use: two for each
 *  four views, begun or full. */
SOW_INLINE int view_pairs(const struct sow_views *views)
{
    return (views->count + 3) / 4 * 2;
}

/** Returns the index of the view of a feature, or adds the view, with weights of 0. Part
 *  1 is the opponent's count of a difference, part 0 the first count. Returns SOW_NO_VIEW
 *  if the feature is 0 in this game. */
static inline int find_view(struct sow_views *views, const struct sow_rules *rules,
                            int feature, int part)
{
    uint8_t *known = &views->known[feature][part];
    const struct sow_state_feature *row = &sow_state_features.rows[feature];
    if (*known == 0 && row->needs != NULL && !row->needs->met(rules, row->pit))
        *known = SOW_NO_VIEW;
    if (*known == 0) {
        int side = part == 1 || row->side == SOW_OPPONENT;
        int at = views->count++;
        views->view[at] = (struct sow_view){.count = (uint8_t)row->count,
                                            .side = (uint8_t)side,
                                            .pit = (uint8_t)row->pit};
        views->counted[side] |= 1U << row->count;
        *known = (uint8_t)(at + 1);
        for (int role = 0; role < 2 && at % 4 == 0; role++)
            memset(views->leaning[role].pair[at / 2], 0,
                   2 * sizeof views->leaning[role].pair[0]);
    }
    return *known == SOW_NO_VIEW ? SOW_NO_VIEW : *known - 1;
}

/** Computes the agent's weights by view into @p words, two to a word as in struct
 *  sow_leaning. Adds views that are missing. */
static inline void lean(struct sow_views *views, const struct sow_rules *rules,
                        const struct sow_agent *agent, int32_t *words)
{
    memset(words, 0, SOW_VIEWS_MAX / 2 * sizeof *words);
    for (int i = 0; i < agent->count; i++) {
        int feature = agent->index[i];
        bool difference = sow_state_features.rows[feature].side == SOW_DIFFERENCE;
        for (int part = 0; part < 1 + difference && agent->weight[i] != 0; part++) {
            int view = find_view(views, rules, feature, part);
            if (view == SOW_NO_VIEW)
                continue;
            int32_t weight = part == 0 ? agent->weight[i] : -agent->weight[i];
            int32_t word = view % 4 < 2 ? weight_pair(weight, 0) : weight_pair(0, weight);
            words[view / 4 * 2 + view % 2] |= word;
        }
    }
}

/** Stores the weights of a lane's agent in one role; 0 for an agent that does not
 *  evaluate positions. Games of the same two agents mostly follow each other, in
 *  alternating seats. So the weights of the last two agents are kept. */
static inline void seat_leaning(struct sow_views *views, const struct sow_rules *rules,
                                int role, unsigned lane, const struct sow_agent *agent)
{
    bool leans = agent->kind == SOW_AGENT_STATE;
    struct sow_seated *seated = &views->seated[0];
    if (leans && seated->agent != agent)
        seated = &views->seated[1];
    if (leans && seated->agent != agent) {
        *seated = views->seated[0];
        seated = &views->seated[0];
        seated->agent = agent;
        lean(views, rules, agent, seated->words);
    }
    struct sow_word_place at = lane_word(lane);
    for (int pair = 0; pair < view_pairs(views); pair++)
        views->leaning[role].pair[pair][at.vector][at.element] =
            leans ? seated->words[pair] : 0;
}

/* --- results of a side's sowings --- */

/** Results of all sowings of a side. Pits that may not be sown do not count. */
struct sow_prospect {
    sow_bits may[SOW_MAX_PITS];       /**< own pits that may be sown */
    sow_bits again[SOW_MAX_PITS];     /**< own pits whose sowing earns another turn */
    sow_bits captures[SOW_MAX_PITS];  /**< own pits whose sowing captures */
    sow_bits taken[SOW_MAX_PITS];     /**< pits of the other row that some sowing takes */
    sow_bits gain[SOW_PLANES_MAX];    /**< greatest gain */
    sow_bits capture[SOW_PLANES_MAX]; /**< most seeds captured by one sowing */
};

/** Adds the result of sowing one pit, @p move, to the prospect, in the lanes where the
 *  pit may be sown. The seeds sown into the store are not captured. */
SOW_INLINE void add_sowing(struct sow_prospect *prospect, int pit,
                           const struct sow_move *move, const struct sow_form form)
{
    sow_bits may = prospect->may[pit];
    sow_bits captured[SOW_PLANES_MAX];
    sow_bits taken = bits_none();
    planes_copy(captured, move->gain, form.planes);
    if (form.store) { /* subtracts the seeds sown into the store: adds the complement */
        sow_bits sown[SOW_PLANES_MAX];
        planes_clear(sown, form.planes);
        planes_add_short(sown, move->laps, form.laps, move->sown[form.pits - pit],
                         form.planes);
        for (int b = 0; b < form.planes; b++)
            sown[b] = ~sown[b];
        planes_add_short(captured, sown, form.planes, bits_all(), form.planes);
    }
    for (int i = 0; i < form.pits; i++) {
        prospect->taken[i] |= move->other_taken[i] & may;
        taken |= move->own_taken[i] | move->other_taken[i];
    }
    prospect->again[pit] = move->again & may;
    prospect->captures[pit] = taken & may;
    planes_raise(prospect->gain, move->gain, may, form.planes);
    planes_raise(prospect->capture, captured, may, form.planes);
}

/** Sets all fields of a prospect for any rules, by sowing every pit of @p own. `may` has
 *  the non-empty pits and loses those that the rules forbid. */
SOW_INLINE void prospect_by_sowing(const struct sow_plan *plan, const sow_bits *own,
                                   const sow_bits *other, struct sow_prospect *prospect,
                                   const struct sow_form form)
{
    struct sow_move moves[SOW_MAX_PITS];
    struct sow_rows rows;
    planes_clear(prospect->gain, form.planes);
    planes_clear(prospect->capture, form.planes);
    planes_clear(prospect->taken, form.pits);
    if (!has_filters(form)) {
        for (int pit = 0; pit < form.pits; pit++) {
            sow_and_take(plan, own, other, pit, moves, &rows, false, form);
            add_sowing(prospect, pit, moves, form);
        }
        return;
    }
    for (int pit = 0; pit < form.pits; pit++)
        sow_and_take(plan, own, other, pit, &moves[pit], &rows, false, form);
    filter_legal(moves, prospect->may, ~row_occupied(other, form), form);
    for (int pit = 0; pit < form.pits; pit++)
        add_sowing(prospect, pit, &moves[pit], form);
}

/** Returns the lanes in which the last seed of a pit falls into the store. */
SOW_INLINE sow_bits ends_in_store(const struct sow_plan *plan, const sow_bits *cell,
                                  int pit, const struct sow_form form)
{
    sow_bits ends = bits_none();
    for (int laps = 0; laps <= plan->most_laps; laps++)
        ends |= planes_equal(cell, (unsigned)(laps * form.lap + form.pits - pit),
                             form.planes);
    return ends;
}

/** A function that finds the greatest gain of the sowings of @p own, and the pits of
 *  @p other that some sowing takes. There is one for each form of the rules. */
typedef void sow_gains_fn(const struct sow_plan *plan, const sow_bits *own,
                          const sow_bits *other, struct sow_prospect *prospect);

/** Sets `gain` and `taken` of a prospect, for one form of the rules. */
SOW_INLINE void find_gains(const struct sow_plan *plan, const sow_bits *own,
                           const sow_bits *other, struct sow_prospect *prospect,
                           const struct sow_form form)
{
    planes_clear(prospect->taken, form.pits);
    threat_of(plan, own, other, prospect->gain, prospect->taken, form);
}

/** Sets the fields of a prospect that the counts in @p counted need: bit n for enum
 *  sow_count n. Sows only if no faster method finds them. */
SOW_INLINE void find_prospect(const struct sow_plan *plan, sow_gains_fn *gains,
                              const sow_bits *own, const sow_bits *other,
                              unsigned counted, struct sow_prospect *prospect,
                              const struct sow_form form)
{
    const unsigned gaining = 1U << SOW_COUNT_BEST_GAIN | 1U << SOW_COUNT_TAKEABLE;
    const unsigned only_sown =
        1U << SOW_COUNT_CAPTURING_MOVES | 1U << SOW_COUNT_BEST_CAPTURE;
    if (counted >> SOW_COUNT_MOVES == 0)
        return;
    for (int pit = 0; pit < form.pits; pit++)
        prospect->may[pit] = planes_nonzero(own + pit * form.planes, form.planes);
    if ((counted & only_sown) != 0 || has_filters(form) ||
        ((counted & gaining) != 0 && form.threat == SOW_THREAT_BY_SOWING)) {
        prospect_by_sowing(plan, own, other, prospect, form);
        return;
    }
    if (form.store)
        for (int pit = 0; pit < form.pits; pit++)
            prospect->again[pit] =
                ends_in_store(plan, own + pit * form.planes, pit, form);
    if ((counted & gaining) != 0)
        gains(plan, own, other, prospect);
}

/* --- seeds sown into the other row --- */

/** Sets @p sum to the seeds of the pits of a row, each in the lanes of its @p mask. The
 *  counts are below 2^planes there. */
SOW_INLINE void sum_of(const sow_bits *row, const sow_bits *mask, const int planes,
                       sow_bits *sum, const struct sow_form form)
{
    planes_clear(sum, form.planes);
    for (int b = 0; b < planes; b++) {
        sow_bits bit[SOW_MAX_PITS];
        sow_bits count[4];
        for (int i = 0; i < form.pits; i++)
            bit[i] = row[i * form.planes + b] & mask[i];
        planes_count(bit, form.pits, count, 4);
        planes_add_shifted(sum, count, form.pits < 8 ? 3 : 4, b, form.planes);
    }
}

/** Crossings: the seeds that the sowings of all pits of a row would put into the other
 *  row. A move adds one seed or none to a pit, and the same number of laps to all pits.
 *  So crossings are computed once a ply and only updated for each move. */
struct sow_crossings {
    /** By pit: lanes in which its seeds beyond full laps are at least d. */
    sow_bits at_least[SOW_MAX_PITS][32];
    sow_bits across[SOW_ROW_PLANES]; /**< seeds of each pit for the other row */
    sow_bits sum[SOW_PLANES_MAX];    /**< seeds of all pits for the other row */
};

/** Computes the crossings of a row before the move. */
SOW_INLINE void find_crossings(const sow_bits *row, struct sow_crossings *crossings,
                               const struct sow_form form)
{
    planes_clear(crossings->sum, form.planes);
#pragma GCC unroll 1
    for (int i = 0; i < form.pits; i++) {
        sow_bits laps[SOW_PLANES_MAX];
        sow_bits left[SOW_PLANES_MAX];
        sow_bits *at_least = crossings->at_least[i];
        sow_bits *across = crossings->across + i * form.planes;
        divide_by_lap(row + i * form.planes, laps, left, form);
        planes_thermometer(left, form.lap < 16 ? 4 : 5, at_least);
        planes_count(at_least + form.pits + form.store - i, form.pits, across,
                     form.planes);
        for (int b = 0; b < 4; b++)
            if (((unsigned)form.pits >> b & 1U) != 0)
                planes_add_shifted(across, laps, form.laps, b, form.planes);
        planes_add(crossings->sum, across, form.planes);
    }
}

/** Returns the lanes in which a pit has at least @p least seeds beyond full laps. Any @p
 *  least is allowed: below 1 gives all lanes, above a lap none. The array @p at_least is
 *  the pit's in struct sow_crossings. Its entries 1 to the length of a lap are read. */
SOW_INLINE sow_bits has_least(const sow_bits *at_least, int least,
                              const struct sow_form form)
{
    return least <= 0 ? bits_all() : least > form.lap ? bits_none() : at_least[least];
}

/** Returns the lanes in which one more seed in pit @p i, after @p more others, would
 *  be sown into the other row. The array @p at_least is that of the pit; it is NULL if
 *  the pit is empty. */
SOW_INLINE sow_bits crosses(const sow_bits *at_least, int i, int more,
                            const struct sow_form form)
{
    int first = form.pits - 1 - i + form.store - more % form.lap;
    int end = first + form.pits;
    if (at_least == NULL)
        return first <= 0 && end > 0 ? bits_all() : bits_none();
    return (has_least(at_least, first, form) & ~has_least(at_least, end, form)) |
           (has_least(at_least, first + form.lap, form) &
            ~has_least(at_least, end + form.lap, form));
}

/** Updates @p sum for a move that gives the row its laps and @p share and empties the
 *  pits of @p taken. For the mover's row @p origin is the pit that was sown, else it is
 *  -1. */
SOW_INLINE void renew_crossings(const struct sow_crossings *crossings,
                                const struct sow_move *move, const sow_bits *share,
                                const sow_bits *taken, int origin, sow_bits *sum,
                                const struct sow_form form)
{
    const bool own = origin >= 0;
    const int planes = own || form.place ? form.planes : form.takes;
    sow_bits gone[SOW_MAX_PITS];
    sow_bits less[SOW_PLANES_MAX];
    if (own && !takes_own(form)) {
        planes_copy(less, crossings->across + origin * form.planes, form.planes);
    } else {
        for (int i = 0; i < form.pits; i++)
            gone[i] = i == origin ? bits_all() : taken[i];
        sum_of(crossings->across, gone, planes, less, form);
    }
    for (int b = 0; b < form.planes; b++)
        sum[b] = ~less[b];
    planes_add_short(sum, crossings->sum, form.planes, bits_all(), form.planes);
    sow_bits laps = bits_all();
    for (int more = 0; more == 0 || bits_any(laps); more++) {
        sow_bits next = planes_above(move->laps, (unsigned)more, form.laps);
        sow_bits count[4];
#pragma GCC unroll 1
        for (int i = 0; i < form.pits; i++) {
            const sow_bits *at_least = i == origin ? NULL : crossings->at_least[i];
            gone[i] =
                crosses(at_least, i, more, form) & (next | (laps & share[i])) & ~taken[i];
        }
        if (own && form.lap < form.ring)
            gone[origin] = bits_none();
        planes_count(gone, form.pits, count, 4);
        planes_add_short(sum, count, form.pits < 8 ? 3 : 4, bits_none(), form.planes);
        laps = next;
    }
}

/* --- the position after a move --- */

/** A position after a move. */
struct sow_after {
    struct sow_rows rows;                  /**< the rows */
    sow_bits store[2][SOW_PLANES_MAX];     /**< stores: the mover's, the other player's */
    sow_bits again;                        /**< lanes in which the mover moves again */
    struct sow_prospect prospect[2];       /**< results of the sowings, by side */
    sow_bits crossings[2][SOW_PLANES_MAX]; /**< crossings, by side */
};

/** Returns the lanes whose games end by the rules. @p row and @p store are those of the
 *  mover and of the other player. In @p again, the lanes in which the mover moves again,
 *  it changes those in which the next player has no seeds and has to pass. */
SOW_INLINE sow_bits find_ended(const struct sow_plan *plan, const sow_bits *const row[2],
                               const sow_bits *const store[2], sow_bits *again,
                               const struct sow_form form)
{
    const struct sow_rules *rules = plan->rules;
    unsigned half = (unsigned)plan->seeds / 2;
    sow_bits own_empty = ~row_occupied(row[0], form);
    sow_bits other_empty = ~row_occupied(row[1], form);
    sow_bits stuck = bits_select(*again, own_empty, other_empty);
    sow_bits decided = bits_none();
    sow_bits ended = own_empty | other_empty;
    if (rules->early_end)
        decided = planes_above(store[0], half, form.planes) |
                  planes_above(store[1], half, form.planes);
    if (rules->end == SOW_END_MOVER_STUCK)
        ended = stuck;
    if (rules->end == SOW_END_ALL_STUCK) {
        ended = own_empty & other_empty;
        *again ^= stuck & ~ended & ~decided;
    }
    return ended | decided;
}

/** Adds the seeds of each row to its player's store, and empties the row, in the lanes
 *  where the game has @p ended. That is right also if the rules give a stuck player's row
 *  to the other player: that row is empty. */
SOW_INLINE void settle(struct sow_after *after, sow_bits ended,
                       const struct sow_form form)
{
    sow_bits *const row[2] = {after->rows.own, after->rows.other};
    for (int side = 0; side < 2; side++) {
        sow_bits sum[SOW_PLANES_MAX];
        row_sum(row[side], sum, form);
        planes_add_masked(after->store[side], sum, form.planes, ended, form.planes);
        planes_keep(after->crossings[side], ~ended, form.planes);
        planes_keep(row[side], ~ended, form.pits * form.planes);
    }
}

/** Computes the position after the move of one pit, from the move that was made on the
 *  side. At the beginning, @p after has the stores before the move and the crossings
 *  after it. The remaining seeds of an ended game are given out. */
SOW_INLINE void make_after(const struct sow_plan *plan, const struct sow_rows *board,
                           const struct sow_move *move, int pit, struct sow_after *after,
                           const struct sow_form form)
{
    sow_bits *own = after->rows.own;
    sow_bits *other = after->rows.other;
    sow_own_row(board->own, move, pit, own, form);
    sow_row(board->other, move, other_share(move, pit, form), other, form);
    for (int i = 0; i < form.pits; i++) {
        if (takes_own(form))
            planes_keep(own + i * form.planes, ~move->own_taken[i], form.planes);
        planes_keep(other + i * form.planes, ~move->other_taken[i], form.planes);
    }
    planes_add(after->store[0], move->gain, form.planes);
    const sow_bits *const row[2] = {own, other};
    const sow_bits *const store[2] = {after->store[0], after->store[1]};
    after->again = plan->rules->extra_turn ? move->again : bits_none();
    sow_bits ended = find_ended(plan, row, store, &after->again, form);
    if (plan->rules->leftovers != SOW_LEFT_NOBODY && bits_any(ended))
        settle(after, ended, form);
}

/* --- counts --- */

/** Sets @p mask[i] to the lanes in which a count of pits (enum sow_count) includes pit i
 *  of a row. */
SOW_INLINE void find_pits(int count, const sow_bits *row,
                          const struct sow_prospect *prospect, sow_bits *mask,
                          const struct sow_form form)
{
    for (int i = 0; i < form.pits; i++) {
        const sow_bits *cell = row + i * form.planes;
        unsigned before = (unsigned)(form.pits - 1 - i + form.store);
        mask[i] = count == SOW_COUNT_HEAVY
                      ? planes_above(cell, 2 * (unsigned)form.pits, form.planes)
                  : count == SOW_COUNT_REACHING_PITS
                      ? planes_above(cell, before, form.planes)
                  : count == SOW_COUNT_MOVES           ? prospect->may[i]
                  : count == SOW_COUNT_FREE_MOVES      ? prospect->again[i]
                  : count == SOW_COUNT_CAPTURING_MOVES ? prospect->captures[i]
                  : count == SOW_COUNT_EMPTY ? ~planes_nonzero(cell, form.planes)
                                             : planes_nonzero(cell, form.planes);
    }
}

/** Sets @p x to the count of one view in the position @p after. */
SOW_INLINE void count_view(const struct sow_plan *plan, const struct sow_after *after,
                           struct sow_view view, sow_bits x[SOW_PLANES_MAX],
                           const struct sow_form form)
{
    const sow_bits *const rows[2] = {after->rows.own, after->rows.other};
    const sow_bits *row = rows[view.side];
    const sow_bits *other = rows[1 - view.side];
    const struct sow_prospect *prospect = &after->prospect[view.side];
    const int last = form.pits - 1;
    const int pit = view.count == SOW_COUNT_PIT ? view.pit : last;
    sow_bits mask[SOW_MAX_PITS];
    planes_clear(x, SOW_PLANES_MAX);
    switch (view.count) {
    case SOW_COUNT_PIT:
    case SOW_COUNT_LAST_PIT:
        planes_copy(x, row + pit * form.planes, form.planes);
        break;
    case SOW_COUNT_IN_PLAY:
        row_sum(other, mask, form);
        row_sum(row, x, form);
        planes_add(x, mask, form.planes);
        break;
    case SOW_COUNT_ROW:
        row_sum(row, x, form);
        break;
    case SOW_COUNT_STORE:
        planes_copy(x, after->store[view.side], form.planes);
        break;
    case SOW_COUNT_LAST_PIT_EMPTY:
        x[0] = ~planes_nonzero(row + last * form.planes, form.planes);
        break;
    case SOW_COUNT_TO_MOVE:
        x[0] = view.side == 0 ? after->again : ~after->again;
        break;
    case SOW_COUNT_MAJORITY:
        x[0] =
            planes_above(after->store[view.side], (unsigned)plan->seeds / 2, form.planes);
        break;
    case SOW_COUNT_FULLEST:
        for (int i = 0; i < form.pits; i++)
            planes_raise(x, row + i * form.planes, bits_all(), form.planes);
        break;
    case SOW_COUNT_REACHING_SEEDS:
        planes_copy(x, after->crossings[view.side], form.planes);
        break;
    case SOW_COUNT_EXPOSED:
        for (int i = 0; i < form.pits; i++)
            mask[last - i] = ~planes_nonzero(other + i * form.planes, form.planes);
        sum_of(row, mask, form.planes, x, form);
        break;
    case SOW_COUNT_TAKEABLE:
        sum_of(other, prospect->taken, form.place ? form.planes : form.takes, x, form);
        break;
    case SOW_COUNT_BEST_GAIN:
        planes_copy(x, prospect->gain, form.planes);
        break;
    case SOW_COUNT_BEST_CAPTURE:
        planes_copy(x, prospect->capture, form.planes);
        break;
    default:
        find_pits(view.count, row, prospect, mask, form);
        planes_count(mask, form.pits, x, 4);
        break;
    }
}

/* --- the weighted sum f --- */

/** Adds the weighted counts of four views to f, one sum for each lane. The views are
 *  @p first, a multiple of 4, and the next three. Each has eight planes in @p plane,
 * which are destroyed. If @p first is 0, f is set instead: its old value is ignored. */
static __attribute__((noinline)) void weigh_four(const struct sow_leaning *leaning,
                                                 int first, sow_uwords plane[32],
                                                 sow_words f[32])
{
    const sow_words(*pair)[32] = &leaning->pair[first / 2];
    for (int i = 0; i < 4; i++)
        planes_transpose_bytes(plane + 8 * i);
    for (int s = 0; s < 8; s++) {
        sow_uwords word[4];
        gather_words(plane + s, word);
        for (int q = 0; q < 4; q++) {
            int at = 4 * s + q;
            sow_words sum = first == 0 ? (sow_words){0} : f[at];
            sum += multiply_halves(word[q] & 0x00ff00ffU, pair[0][at]);
            f[at] = sum + multiply_halves(word[q] >> 8 & 0x00ff00ffU, pair[1][at]);
        }
    }
}

/** Sets @p f to the weighted sum of the position after a move, for agents that evaluate
 *  positions in the role @p role. Other agents have weights of 0. */
SOW_INLINE void value_after(const struct sow_plan *plan, const struct sow_views *views,
                            sow_gains_fn *gains, int role, struct sow_after *after,
                            sow_words f[32], const struct sow_form form)
{
    const sow_bits *const row[2] = {after->rows.own, after->rows.other};
#pragma GCC unroll 1
    for (int side = 0; side < 2; side++)
        find_prospect(plan, gains, row[side], row[1 - side], views->counted[side],
                      &after->prospect[side], form);
    for (int first = 0; first < views->count; first += 4) {
        sow_uwords plane[32];
#pragma GCC unroll 1
        for (int i = 0; i < 4; i++) {
            sow_bits x[SOW_PLANES_MAX];
            if (first + i < views->count)
                count_view(plan, after, views->view[first + i], x, form);
            else
                planes_clear(x, SOW_PLANES_MAX);
            for (int b = 0; b < SOW_PLANES_MAX; b++)
                plane[8 * i + b] = (sow_uwords)x[b];
        }
        weigh_four(&views->leaning[role], first, plane, f);
    }
}

#endif
