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
 * A ply. Each pit is sown on the side and the move valued (bitslice_moves.h,
 * bitslice_replies.h), then f of all moves decides (bitslice_choice.h). f needs a
 * multiplication per heuristic, with weights that differ between lanes; there the planes
 * are transposed into 32-bit words, and the best moves come back as a byte per lane and
 * as one mask per pit, the lanes that play it. Ties are drawn lane by lane from each
 * game's own stream. Then all lanes make their moves from what was found on the side, and
 * turn the board round: boards are always seen from who moves (bitslice_ply.h). A lane
 * whose game has ended is given the next one at once (bitslice_group.h).
 *
 * Forms. The rules are arguments: a struct sow_form of constants for the usual games, of
 * which the compiler leaves what such a game needs; the general form for all others. One
 * function per form tries a move, with the pit as an argument, as code has to fit the
 * processor's cache of instructions.
 *
 * bitslice_planes.h has the arithmetic, bitslice_plan.h the rules.
 */
#ifndef SOW_HEURISTICS_BITSLICE_H
#define SOW_HEURISTICS_BITSLICE_H

#include "bitslice_ply.h"

/* Plays the group's games. */
SOW_INLINE void play_games(struct sow_group *group, struct sow_steps steps,
                           const struct sow_form form)
{
    group->steps = steps;
    struct sow_ply ply;
    refill(group, bits_all(), form);
    while (bits_any(group->live)) {
        try_all(group, &ply, group->views.count > 0, form);
        choose_moves(group, &ply, form);
        make_moves(group, &ply, form);
    }
}

/* --- forms --- */

#define SOW_NOINLINE static __attribute__((noinline))

/* The usual sizes, with all else as the game has it. */
SOW_INLINE struct sow_form like_awari(struct sow_form form)
{
    form.planes = form.pits = 6;
    form.store = 0;
    form.ring = 12;
    form.lap = 11;
    form.laps = 3;
    return form;
}

SOW_INLINE struct sow_form like_kalah(struct sow_form form)
{
    form.planes = form.pits = 6;
    form.store = 1;
    form.ring = form.lap = 13;
    form.laps = 2;
    return form;
}

/* Whole forms. */
SOW_INLINE struct sow_form form_of_few(int set)
{
    return like_awari((struct sow_form){.takes = set < 4    ? 1
                                                 : set < 16 ? 2
                                                            : 3,
                                        .few = set,
                                        .chain = SOW_CHAIN_ROW,
                                        .threat = SOW_THREAT_OF_FEW});
}

SOW_INLINE struct sow_form form_of_singles(void)
{
    return like_awari((struct sow_form){.takes = 1,
                                        .few = 2,
                                        .where = SOW_WHERE_EITHER,
                                        .chain = SOW_CHAIN_ACROSS,
                                        .threat = SOW_THREAT_OF_SINGLES});
}

SOW_INLINE struct sow_form form_of_places(int any)
{
    return like_kalah((struct sow_form){.few = 2,
                                        .where = -1,
                                        .place = 1,
                                        .place_any = any,
                                        .threat = SOW_THREAT_OF_PLACES});
}

/* The game's own form, read at run time. */
SOW_INLINE struct sow_form form_of_plan(const struct sow_plan *plan)
{
    struct sow_form form = plan->form;
    form.few = 0;
    return form;
}

/* With less than 64 seeds. */
SOW_INLINE struct sow_form form_of_small(const struct sow_plan *plan)
{
    struct sow_form form = form_of_plan(plan);
    form.planes = 6;
    return form;
}

SOW_INLINE struct sow_form form_of_any(const struct sow_plan *plan)
{
    struct sow_form form = form_of_plan(plan);
    form.planes = SOW_PLANES_MAX;
    return form;
}

#define SOW_STEP(name, step, form)                                                       \
    SOW_NOINLINE void name(const struct sow_group *group, struct sow_ply *ply, int pit)  \
    {                                                                                    \
        step(group, ply, pit, form);                                                     \
    }
#define SOW_GAINS(name, form)                                                            \
    SOW_NOINLINE void name(const struct sow_plan *plan, const sow_bits *own,             \
                           const sow_bits *other, struct sow_prospect *prospect)         \
    {                                                                                    \
        find_gains(plan, own, other, prospect, form);                                    \
    }
#define SOW_TRY_FEW(set) SOW_STEP(try_few_##set, try_move, form_of_few(set))
#define SOW_GAINS_FEW(set) SOW_GAINS(gains_few_##set, form_of_few(set))

SOW_TRY_FEW(2)
SOW_TRY_FEW(4)
SOW_TRY_FEW(6)
SOW_TRY_FEW(8)
SOW_TRY_FEW(10)
SOW_TRY_FEW(12)
SOW_TRY_FEW(14)
SOW_TRY_FEW(16)
SOW_TRY_FEW(18)
SOW_TRY_FEW(20)
SOW_TRY_FEW(22)
SOW_TRY_FEW(24)
SOW_TRY_FEW(26)
SOW_TRY_FEW(28)
SOW_TRY_FEW(30)
SOW_GAINS_FEW(12)
SOW_GAINS_FEW(20)
SOW_GAINS_FEW(28)
SOW_STEP(try_singles, try_move, form_of_singles())
SOW_GAINS(gains_singles, form_of_singles())
SOW_STEP(try_like_awari, try_move, like_awari(form_of_plan(&group->plan)))
SOW_GAINS(gains_like_awari, like_awari(form_of_plan(plan)))
SOW_STEP(value_awari, value_move, like_awari(form_of_plan(&group->plan)))
SOW_STEP(try_places, try_move, form_of_places(0))
SOW_STEP(try_places_any, try_move, form_of_places(1))
SOW_STEP(try_like_kalah, try_move, like_kalah(form_of_plan(&group->plan)))
SOW_GAINS(gains_kalah, like_kalah(form_of_plan(plan)))
SOW_STEP(value_kalah, value_move, like_kalah(form_of_plan(&group->plan)))
SOW_STEP(try_small, try_move, form_of_small(&group->plan))
SOW_GAINS(gains_small, form_of_small(plan))
SOW_STEP(value_small, value_move, form_of_small(&group->plan))
SOW_STEP(try_any, try_move, form_of_any(&group->plan))
SOW_GAINS(gains_any, form_of_any(plan))
SOW_STEP(value_any, value_move, form_of_any(&group->plan))

/* By the set of counts captured in the other row, bit n - 1 for n seeds. Agents that
   value positions have code of their own for the sets of the built-in games. */
static sow_step_fn *const TRY_FEW[16] = {NULL,       try_few_2,  try_few_4,  try_few_6,
                                         try_few_8,  try_few_10, try_few_12, try_few_14,
                                         try_few_16, try_few_18, try_few_20, try_few_22,
                                         try_few_24, try_few_26, try_few_28, try_few_30};
static sow_gains_fn *const GAINS_FEW[16] = {
    [6] = gains_few_12, [10] = gains_few_20, [14] = gains_few_28};

/* Is the game of this form? Planes for more laps than it can have do no harm. */
static bool has_form(const struct sow_group *group, struct sow_form form)
{
    struct sow_form own = group->plan.form;
    if (own.laps < form.laps)
        own.laps = form.laps;
    return memcmp(&own, &form, sizeof form) == 0;
}

static struct sow_steps steps_of_awari(const struct sow_group *group)
{
    struct sow_steps steps = {try_like_awari, value_awari, gains_like_awari, false};
    int set = group->plan.form.few & 30;
    if (has_form(group, form_of_few(set))) {
        steps.try_pit = TRY_FEW[set >> 1];
        steps.few = true;
        if (GAINS_FEW[set >> 1] != NULL)
            steps.gains = GAINS_FEW[set >> 1];
    }
    if (has_form(group, form_of_singles())) {
        steps.try_pit = try_singles;
        steps.gains = gains_singles;
    }
    return steps;
}

static struct sow_steps steps_of_kalah(const struct sow_group *group)
{
    struct sow_steps steps = {try_like_kalah, value_kalah, gains_kalah, false};
    if (has_form(group, form_of_places(0)))
        steps.try_pit = try_places;
    if (has_form(group, form_of_places(1)))
        steps.try_pit = try_places_any;
    return steps;
}

SOW_NOINLINE void play_awari(struct sow_group *group)
{
    play_games(group, steps_of_awari(group), like_awari(form_of_plan(&group->plan)));
}

SOW_NOINLINE void play_kalah(struct sow_group *group)
{
    play_games(group, steps_of_kalah(group), like_kalah(form_of_plan(&group->plan)));
}

SOW_NOINLINE void play_small(struct sow_group *group)
{
    play_games(group, (struct sow_steps){try_small, value_small, gains_small, false},
               form_of_small(&group->plan));
}

SOW_NOINLINE void play_any(struct sow_group *group)
{
    play_games(group, (struct sow_steps){try_any, value_any, gains_any, false},
               form_of_any(&group->plan));
}

static void play_batch(const struct sow_batch *batch, size_t begin, size_t end,
                       struct sow_game_result *results)
{
    struct sow_group group;
    struct sow_game untouched;
    memset(&group, 0, offsetof(struct sow_group, plan));
    sow_plan_make(&group.plan, batch->rules);
    group.batch = batch;
    sow_game_init(&untouched, batch->rules, NULL);
    group.no_moves = untouched.line;
    group.results = results;
    group.next = begin;
    group.end = end;
    group.now = SOW_PLIES_MAX;
    memset(&group.views, 0, offsetof(struct sow_views, leaning));
    group.cap_check = SOW_PLIES_MAX + (uint32_t)batch->rules->ply_cap;
    if (has_form(&group, like_awari(group.plan.form)))
        play_awari(&group);
    else if (has_form(&group, like_kalah(group.plan.form)))
        play_kalah(&group);
    else if (group.plan.form.planes == 6)
        play_small(&group);
    else
        play_any(&group);
}

#endif
