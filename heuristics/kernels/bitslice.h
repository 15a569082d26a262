/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The source of the batch kernels: many games between agents at once, one *bit* per game.
 * For 128, 256 and 512 games at a time, it is compiled by kernel_portable.c,
 * kernel_avx2.c and kernel_avx512.c. The rules engine and the agents are the definition.
 * The kernels give the same stores and plies, game by game.
 *
 * **The idea.** A group of games advances in lock-step. Each game has its own *lane*. A
 * number in one game is an array of *bit planes* here: plane b holds bit b of that number
 * for every lane, in one machine word or vector. Rules become boolean logic, and one
 * instruction serves all lanes. In this example there are four lanes. The counts of one
 * pit are 3, 0, 2 and 1. Lane 0 is written last.
 * ```
 *               lane  3 2 1 0
 *     plane 0         1 0 0 1     Which lanes have an empty pit?  ~(plane 0 | plane 1)
 *     plane 1         0 1 0 1     Which have two or three?        plane 1
 *
 * ```
 * A seed falls into that pit in lanes 0 and 1, so the mask is 0011. Half adders add it:
 * ```
 *     carry   = plane 0 & mask  = 0001        plane 0 = 1001 ^ 0011 = 1010
 *     carry'  = plane 1 & carry = 0001        plane 1 = 0101 ^ 0001 = 0100
 *     plane 2 = carry' = 0001                 counts: lane 3: 1, 2: 2, 1: 1, 0: 4
 *
 * ```
 *
 * **Sowing** (bitslice_moves.h). A pit of n seeds reaches distance d if n >= d. There is
 * one plane for each d; together they are a *thermometer*, which two operations per plane
 * build. Such a plane is the mask with which the pit at that distance is incremented. The
 * last seed is where d is reached and d + 1 is not. Full laps are divided off first, and
 * are added to every pit in the lanes that have any. A capture chain is a mask that moves
 * backwards along the row. It survives where the count is in the capture set.
 *
 * **A ply.** First, each pit is sown on the side and the move is evaluated
 * (bitslice_moves.h, bitslice_replies.h). Then f, the weighted sum of all heuristics,
 * decides (bitslice_choice.h). f needs a multiplication for each heuristic, with weights
 * that differ between lanes. So the planes are transposed into 32-bit words. The best
 * moves come back as a byte per lane, and as one mask per pit for the lanes that play it.
 * Ties are drawn lane by lane, from each game's own stream. Then all lanes make their
 * moves, from the results on the side, and turn the board: boards are always seen from
 * the player to move (bitslice_ply.h). A lane whose game has ended gets the next game at
 * once (bitslice_group.h).
 *
 * **Forms.** The rules are an argument, a struct sow_form. For the usual games it
 * consists of constants, and the compiler keeps only the code that such a game needs. A
 * general form serves all others. Each form has one function that tries a move, with the
 * pit as an argument, because the code has to fit the processor's instruction cache.
 *
 * The arithmetic is in bitslice_planes.h, the rules are in bitslice_plan.h.
 */
#ifndef SOW_HEURISTICS_BITSLICE_H
#define SOW_HEURISTICS_BITSLICE_H

#include "bitslice_ply.h"

/* Plays all games of the group's part of the batch, ply by ply, until no lane has a game.
   @p steps are the functions of this form of the rules. */
SOW_INLINE void play_games(struct sow_group *group, struct sow_steps steps,
                           const struct sow_form form)
{
    group->steps = steps;
    struct sow_ply ply;
    struct sow_lane_list all;
    list_lanes(bits_all(), 2, &all);
    refill(group, &all, bits_all(), form);
    while (bits_any(group->live)) {
        try_all(group, &ply, group->views.count > 0, form);
        choose_moves(group, &ply, form);
        make_moves(group, &ply, form);
    }
}

/* --- forms --- */

/** A function that is never inlined. */
#define SOW_NOINLINE static __attribute__((noinline))

/* Returns the game's own form, read at run time. Its capture set is read from the plan
   (`few` is 0). */
SOW_INLINE struct sow_form form_of_plan(const struct sow_plan *plan)
{
    struct sow_form form = plan->form;
    form.few = 0;
    return form;
}

/** Returns the form of any other game: counts have 8 planes. All else is read at run
 *  time. */
SOW_INLINE struct sow_form form_of_any(const struct sow_plan *plan)
{
    struct sow_form form = form_of_plan(plan);
    form.planes = SOW_PLANES_MAX;
    return form;
}

/** The definition of a function `name` that handles one candidate move (sow_step_fn). It
 *  calls @p step, try_move or value_move, with this form. */
#define SOW_STEP(name, step, form)                                                       \
    SOW_NOINLINE void name(const struct sow_group *group, struct sow_ply *ply, int pit)  \
    {                                                                                    \
        step(group, ply, pit, form);                                                     \
    }
/** The definition of a function `name` that finds gains (sow_gains_fn) for this form. */
#define SOW_GAINS(name, form)                                                            \
    SOW_NOINLINE void name(const struct sow_plan *plan, const sow_bits *own,             \
                           const sow_bits *other, struct sow_prospect *prospect)         \
    {                                                                                    \
        find_gains(plan, own, other, prospect, form);                                    \
    }

SOW_STEP(try_any, try_move, form_of_any(&group->plan))
SOW_GAINS(gains_any, form_of_any(plan))
SOW_STEP(value_any, value_move, form_of_any(&group->plan))

/** Plays all games of a group, by any rules that the kernels cover. */
SOW_NOINLINE void play_any(struct sow_group *group)
{
    play_games(group, (struct sow_steps){try_any, value_any, gains_any, false},
               form_of_any(&group->plan));
}

/* --- forms for some rules --- */

#ifdef SOW_ONE_FORM
/* Plays all games of a group by the form of any rules: the others take most of the time
   to compile. */
static void play_group(struct sow_group *group)
{
    play_any(group);
}
#else
/* Returns @p form with the sizes of Awari: 6 pits, no store in the ring, at most 7 full
   laps, fewer than 64 seeds. The sower skips the origin. The other fields stay. */
SOW_INLINE struct sow_form like_awari(struct sow_form form)
{
    form.planes = form.pits = 6;
    form.store = 0;
    form.ring = 12;
    form.lap = 11;
    form.laps = 3;
    return form;
}

/** Returns @p form with the sizes of Kalah: 6 pits, the own store in the ring, at most 3
 *  full laps, fewer than 64 seeds. The origin is sown. The other fields stay. */
SOW_INLINE struct sow_form like_kalah(struct sow_form form)
{
    form.planes = form.pits = 6;
    form.store = 1;
    form.ring = form.lap = 13;
    form.laps = 2;
    return form;
}

/* Returns the form, of constants only, of a game with the sizes of Awari whose number
   captures take the counts in @p set from the other row, in chains. Bit n of @p set
   stands for n seeds, 1 to 4. */
SOW_INLINE struct sow_form form_of_few(int set)
{
    return like_awari((struct sow_form){.takes = set < 4    ? 1
                                                 : set < 16 ? 2
                                                            : 3,
                                        .few = set,
                                        .chain = SOW_CHAIN_ROW,
                                        .threat = SOW_THREAT_OF_FEW});
}

/** Returns the form, of constants only, of captures of single seeds in both rows, such as
 *  Vai Lung Thlan's. It has the sizes of Awari. */
SOW_INLINE struct sow_form form_of_singles(void)
{
    return like_awari((struct sow_form){.takes = 1,
                                        .few = 2,
                                        .where = SOW_WHERE_EITHER,
                                        .chain = SOW_CHAIN_ACROSS,
                                        .threat = SOW_THREAT_OF_SINGLES});
}

/** Returns the form, of constants only, of Kalah. @p any: 1 if the last seed is taken
 *  opposite an empty pit too, else 0. */
SOW_INLINE struct sow_form form_of_places(int any)
{
    return like_kalah((struct sow_form){.few = 2,
                                        .where = -1,
                                        .place = 1,
                                        .place_any = any,
                                        .threat = SOW_THREAT_OF_PLACES});
}

/* Returns the form of a game with fewer than 64 seeds: counts have 6 planes, a constant.
   All else is read at run time. */
SOW_INLINE struct sow_form form_of_small(const struct sow_plan *plan)
{
    struct sow_form form = form_of_plan(plan);
    form.planes = 6;
    return form;
}

/** The definitions of try_few_SET and gains_few_SET, for captures of the counts in a
 *  set. */
#define SOW_TRY_FEW(set) SOW_STEP(try_few_##set, try_move, form_of_few(set))
#define SOW_GAINS_FEW(set) SOW_GAINS(gains_few_##set, form_of_few(set))

SOW_TRY_FEW(12)
SOW_TRY_FEW(20)
SOW_TRY_FEW(28)
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

/* Functions by the set of counts captured in the other row: bit n - 1 for n seeds, 1 to
   4. NULL: there is none, and the function of like_awari serves. Only the sets of the
   built-in games have all functions. SOW_FEWER_FORMS leaves out those of other sets,
   which take a third of the time to compile. */
#ifdef SOW_FEWER_FORMS
static sow_step_fn *const TRY_FEW[16] = {
    [6] = try_few_12, [10] = try_few_20, [14] = try_few_28};
#else
SOW_TRY_FEW(2)
SOW_TRY_FEW(4)
SOW_TRY_FEW(6)
SOW_TRY_FEW(8)
SOW_TRY_FEW(10)
SOW_TRY_FEW(14)
SOW_TRY_FEW(16)
SOW_TRY_FEW(18)
SOW_TRY_FEW(22)
SOW_TRY_FEW(24)
SOW_TRY_FEW(26)
SOW_TRY_FEW(30)
static sow_step_fn *const TRY_FEW[16] = {NULL,       try_few_2,  try_few_4,  try_few_6,
                                         try_few_8,  try_few_10, try_few_12, try_few_14,
                                         try_few_16, try_few_18, try_few_20, try_few_22,
                                         try_few_24, try_few_26, try_few_28, try_few_30};
#endif
static sow_gains_fn *const GAINS_FEW[16] = {
    [6] = gains_few_12, [10] = gains_few_20, [14] = gains_few_28};

/* Returns true if the rules of the group have this form. A form may have planes for more
   full laps than the game can have. */
static bool has_form(const struct sow_group *group, struct sow_form form)
{
    struct sow_form own = group->plan.form;
    if (own.laps < form.laps)
        own.laps = form.laps;
    return memcmp(&own, &form, sizeof form) == 0;
}

/** Selects the functions for a game with the sizes of Awari: those of a form of constants
 *  that the game has, else those that read the form at run time. */
static struct sow_steps steps_of_awari(const struct sow_group *group)
{
    struct sow_steps steps = {try_like_awari, value_awari, gains_like_awari, false};
    int set = group->plan.form.few & 30;
    if (TRY_FEW[set >> 1] != NULL && has_form(group, form_of_few(set))) {
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

/** Selects the functions for a game with the sizes of Kalah, as steps_of_awari does. */
static struct sow_steps steps_of_kalah(const struct sow_group *group)
{
    struct sow_steps steps = {try_like_kalah, value_kalah, gains_kalah, false};
    if (has_form(group, form_of_places(0)))
        steps.try_pit = try_places;
    if (has_form(group, form_of_places(1)))
        steps.try_pit = try_places_any;
    return steps;
}

/** Plays all games of a group whose rules have the sizes of Awari. */
SOW_NOINLINE void play_awari(struct sow_group *group)
{
    play_games(group, steps_of_awari(group), like_awari(form_of_plan(&group->plan)));
}

/** Plays all games of a group whose rules have the sizes of Kalah. */
SOW_NOINLINE void play_kalah(struct sow_group *group)
{
    play_games(group, steps_of_kalah(group), like_kalah(form_of_plan(&group->plan)));
}

/** Plays all games of a group with fewer than 64 seeds a game, of any sizes. */
SOW_NOINLINE void play_small(struct sow_group *group)
{
    play_games(group, (struct sow_steps){try_small, value_small, gains_small, false},
               form_of_small(&group->plan));
}

/* Plays all games of a group by the fastest form that fits the rules. */
static void play_group(struct sow_group *group)
{
    if (has_form(group, like_awari(group->plan.form)))
        play_awari(group);
    else if (has_form(group, like_kalah(group->plan.form)))
        play_kalah(group);
    else if (group->plan.form.planes == 6)
        play_small(group);
    else
        play_any(group);
}
#endif /* SOW_ONE_FORM */

/** Plays games [begin, end) of a batch. Writes the results by index of the game, and
 *  lines and shapes if the batch asks for them. */
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
    play_group(&group);
}

#endif
