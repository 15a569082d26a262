/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bitslice_plan.h"

#include "sow/game/fast_rules.h"

#include <string.h>

/* --- games that the kernels do not play --- */

const char *sow_plan_refusal(const struct sow_rules *rules)
{
    return sow_rules_obstacle(rules);
}

const char *sow_plan_agent_refusal(const struct sow_agent *agent)
{
    if (agent->kind == SOW_AGENT_SEARCH)
        return "an agent that looks ahead";
    if (agent->kind == SOW_AGENT_OUTSIDE)
        return "an outside program";
    if (agent->kind == SOW_AGENT_PEKAR)
        return "an agent that plays by rules of its own";
    if (agent->kind == SOW_AGENT_STATE)
        return agent->of_mover ? "values seen by the player to move" : NULL;
    bool weighted = agent->kind == SOW_AGENT_WEIGHTED;
    for (int i = 0; i < agent->count; i++)
        if (agent->index[i] >= SOW_SLICED_HEURISTICS &&
            (!weighted || agent->weight[i] != 0))
            return "a heuristic without a bit-sliced form";
    return NULL;
}

/* --- capture sets --- */

/* Returns the number of binary digits of a value. */
static int bits_of(unsigned value)
{
    int bits = 0;
    for (; value != 0; value >>= 1U)
        bits++;
    return bits;
}

/* Appends the cube of 2^free counts from @p first on to the set @p cubes, whose cubes
   must be the last of the plan. The plan must have room. */
static void add_cube(struct sow_plan *plan, struct sow_cubes *cubes, int first, int free)
{
    plan->cubes[plan->cubes_used++] = (struct sow_cube){.count = first, .free = free};
    cubes->count++;
}

/* Adds to @p cubes the members of @p set among the 2^bits counts from @p first on. A
   block without gaps is one cube, others are halved. */
static void add_block(struct sow_plan *plan, struct sow_cubes *cubes,
                      const struct sow_counts *set, int first, int bits)
{
    int size = 1 << bits;
    int members = 0;
    for (int i = 0; i < size; i++)
        members += sow_counts_has(set, (unsigned)(first + i));
    if (members == 0)
        return;
    if (members == size) {
        add_cube(plan, cubes, first, bits);
        return;
    }
    add_block(plan, cubes, set, first, bits - 1);
    add_block(plan, cubes, set, first + size / 2, bits - 1);
}

/* Sets @p cubes to the counts of a capture set, as a union of cubes. The cubes are
   appended to those of the plan. */
static void make_cubes(struct sow_plan *plan, struct sow_cubes *cubes,
                       const struct sow_counts *set)
{
    *cubes = (struct sow_cubes){.cube = &plan->cubes[plan->cubes_used]};
    add_block(plan, cubes, set, 0, plan->form.planes);
}

/* --- the form --- */

/* Returns a set of counts as a mask (bit n for n seeds) if it has only counts up to
   @p greatest. Returns 0 for an empty set or one with greater counts. */
static unsigned small_set(const struct sow_counts *set, unsigned greatest)
{
    if ((set->word[1] | set->word[2] | set->word[3]) != 0 ||
        set->word[0] >= UINT64_C(2) << greatest)
        return 0;
    return (unsigned)set->word[0];
}

/* Returns the greatest count in a set, or 0. */
static unsigned greatest_count(const struct sow_counts *set)
{
    unsigned count = SOW_MAX_SEEDS;
    while (count > 0 && !sow_counts_has(set, count))
        count--;
    return count;
}

/* Chooses the fastest method for H6 that is correct under the rules. */
static enum sow_threat_method threat_method(const struct sow_rules *rules,
                                            const struct sow_form *form)
{
    if (form->feeding != SOW_FEEDING_NONE || form->slam != SOW_SLAM_LEGAL)
        return SOW_THREAT_BY_SOWING;
    if (form->store && form->lap == form->ring && form->where < 0 && form->place == 1 &&
        !form->place_chain)
        return SOW_THREAT_OF_PLACES;
    if (form->store || form->place || form->where < 0)
        return SOW_THREAT_BY_SOWING;
    bool skipped = form->lap < form->ring;
    if (form->where == SOW_WHERE_OPPONENT && form->chain == SOW_CHAIN_ROW && skipped &&
        small_set(&rules->number_capture, 4) != 0)
        return SOW_THREAT_OF_FEW;
    if (form->where == SOW_WHERE_OPPONENT && form->chain != SOW_CHAIN_ACROSS)
        return SOW_THREAT_BY_LANDING;
    if (small_set(&rules->number_capture, 1) != 0 && form->where == SOW_WHERE_EITHER &&
        form->chain == SOW_CHAIN_ACROSS && skipped)
        return SOW_THREAT_OF_SINGLES;
    return SOW_THREAT_BY_SOWING;
}

/* Sets the fields of the form that describe captures: takes, where, chain, place,
   place_chain and place_any. Reads form->planes. */
static void set_captures(struct sow_form *form, const struct sow_rules *rules)
{
    form->where = -1;
    if (!sow_counts_empty(&rules->number_capture)) {
        form->where = rules->number_where;
        form->chain = rules->number_chain;
        int takes = bits_of(greatest_count(&rules->number_capture));
        form->takes = takes < form->planes ? takes : form->planes;
    }
    if (!sow_counts_empty(&rules->place_capture)) {
        form->place = small_set(&rules->place_capture, 1) != 0 ? 1 : 2;
        form->place_chain = rules->place_chain;
        form->place_any = rules->place_opposite_empty == SOW_EMPTY_TAKES_LAST;
    }
}

void sow_plan_make(struct sow_plan *plan, const struct sow_rules *rules)
{
    plan->rules = rules;
    plan->seeds = sow_board_seeds(&rules->start);
    struct sow_form *form = &plan->form;
    *form = (struct sow_form){.pits = rules->pits,
                              .store = rules->own_store_sown,
                              .slam = rules->grand_slam,
                              .feeding = rules->feeding};
    form->planes = plan->seeds < 64 ? 6 : SOW_PLANES_MAX;
    form->ring = 2 * form->pits + form->store;
    form->lap = form->ring - (rules->lap_origin == SOW_ORIGIN_SKIPPED);
    plan->most_laps = plan->seeds > 0 ? (plan->seeds - 1) / form->lap : 0;
    form->laps = bits_of((unsigned)plan->most_laps);
    set_captures(form, rules);
    form->threat = (int)threat_method(rules, form);
    if (form->threat == SOW_THREAT_OF_FEW || form->threat == SOW_THREAT_OF_SINGLES)
        form->few = (int)rules->number_capture.word[0];
    if (form->threat == SOW_THREAT_OF_PLACES)
        form->few = (int)rules->place_capture.word[0];
    for (unsigned n = 0; n < 8; n++)
        plan->low_taken[n] = sow_counts_has(&rules->number_capture, n) ? UINT64_MAX : 0;
    plan->cubes_used = 0;
    make_cubes(plan, &plan->number_set, &rules->number_capture);
    make_cubes(plan, &plan->place_set, &rules->place_capture);
}
