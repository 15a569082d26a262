/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "bitslice_plan.h"

#include <string.h>

/* --- what is not covered --- */

const char *sow_plan_refusal(const struct sow_rules *rules)
{
    const struct {
        bool found;
        const char *reason;
    } refusals[] = {
        {rules->repetition != SOW_REPEAT_NONE, "a repetition rule"},
        {rules->pie_rule, "the pie rule"},
        {rules->laps == SOW_LAPS_MULTIPLE, "relay sowing"},
        {!sow_counts_empty(&rules->en_passant_capture), "captures en passant"},
    };
    for (size_t i = 0; i < sizeof refusals / sizeof refusals[0]; i++)
        if (refusals[i].found)
            return refusals[i].reason;
    return NULL;
}

const char *sow_plan_agent_refusal(const struct sow_agent *agent)
{
    if (agent->kind == SOW_AGENT_STATE)
        return "an agent that values positions";
    if (agent->kind == SOW_AGENT_ORDER && agent->reading == SOW_ORDER_FIRST_IMPROVING)
        return "a first-improving order";
    bool weighted = agent->kind == SOW_AGENT_WEIGHTED;
    for (int i = 0; i < agent->count; i++)
        if (agent->index[i] >= SOW_SLICED_HEURISTICS &&
            (!weighted || agent->weight[i] != 0))
            return "a heuristic without a bit-sliced form";
    return NULL;
}

/* --- capture sets --- */

static int bits_of(unsigned value)
{
    int bits = 0;
    for (; value != 0; value >>= 1U)
        bits++;
    return bits;
}

static struct sow_constant constant_of(int number)
{
    struct sow_constant constant;
    for (int bit = 0; bit < SOW_PLANES_MAX; bit++)
        constant.zero[bit] = ((unsigned)number >> bit & 1U) != 0 ? 0 : ~UINT64_C(0);
    return constant;
}

static void add_cube(struct sow_plan *plan, struct sow_cubes *cubes, int first, int free)
{
    struct sow_cube *cube = &plan->cubes[plan->cubes_used++];
    cube->count = constant_of(first);
    cube->free = free;
    cubes->count++;
}

/* Adds the members among the 2^bits counts from @p first on; whole blocks are cubes. */
static void add_block(struct sow_plan *plan, struct sow_cubes *cubes, const bool *member,
                      int first, int bits)
{
    int size = 1 << bits;
    int members = 0;
    for (int i = 0; i < size; i++)
        members += member[first + i];
    if (members == 0)
        return;
    if (members == size) {
        add_cube(plan, cubes, first, bits);
        return;
    }
    add_block(plan, cubes, member, first, bits - 1);
    add_block(plan, cubes, member, first + size / 2, bits - 1);
}

/* The counts that are in @p set once @p more seeds have been added. */
static void make_cubes(struct sow_plan *plan, struct sow_cubes *cubes,
                       const struct sow_counts *set, int more)
{
    bool member[1 << SOW_PLANES_MAX] = {false};
    unsigned greatest = 0;
    for (int count = 0; count + more <= plan->seeds; count++) {
        member[count] = sow_counts_has(set, (unsigned)(count + more));
        if (member[count])
            greatest = (unsigned)count;
    }
    *cubes = (struct sow_cubes){.cube = &plan->cubes[plan->cubes_used],
                                .small = greatest < SOW_SMALL,
                                .greatest = (int)greatest};
    for (int count = 0; count < SOW_SMALL; count++)
        cubes->table[count] = member[count] ? ~UINT64_C(0) : 0;
    add_block(plan, cubes, member, 0, bits_of(greatest));
}

static bool only_singles(const struct sow_counts *set)
{
    return set->word[0] == 2 && (set->word[1] | set->word[2] | set->word[3]) == 0;
}

/* Replies can be told by where they end if a lane has one number of laps beyond 1, and no
   move adds more than a lap to a pit. */
static bool few_laps(const struct sow_plan *plan)
{
    int two = 2 * plan->lap + 1;
    int three = 3 * plan->lap + 1;
    return plan->seeds < two + three && 1 << plan->laps <= 2 * plan->lap;
}

static enum sow_threat_method threat_method(const struct sow_plan *plan)
{
    const struct sow_rules *rules = plan->rules;
    if (plan->filters || plan->slams)
        return SOW_THREAT_BY_SOWING;
    if (plan->store && plan->lap == plan->ring && !plan->number && !rules->place_chain &&
        only_singles(&rules->place_capture))
        return SOW_THREAT_OF_PLACES;
    if (plan->store || plan->place || !plan->number)
        return SOW_THREAT_BY_SOWING;
    if (rules->number_where == SOW_WHERE_OPPONENT &&
        rules->number_chain != SOW_CHAIN_ACROSS && few_laps(plan))
        return SOW_THREAT_BY_LANDING;
    if (only_singles(&rules->number_capture) && rules->number_where == SOW_WHERE_EITHER &&
        rules->number_chain == SOW_CHAIN_ACROSS &&
        rules->lap_origin == SOW_ORIGIN_SKIPPED)
        return SOW_THREAT_OF_SINGLES;
    return SOW_THREAT_BY_SOWING;
}

void sow_plan_make(struct sow_plan *plan, const struct sow_rules *rules)
{
    plan->rules = rules;
    plan->pits = rules->pits;
    plan->store = rules->own_store_sown;
    plan->ring = 2 * rules->pits + plan->store;
    plan->lap = plan->ring - (rules->lap_origin == SOW_ORIGIN_SKIPPED);
    plan->seeds = sow_board_seeds(&rules->start);
    int most_laps = plan->seeds > 0 ? (plan->seeds - 1) / plan->lap : 0;
    plan->laps = bits_of((unsigned)most_laps);
    for (int bit = 0; bit < plan->laps; bit++)
        plan->lap_seeds[bit] = constant_of(plan->lap << bit);
    plan->half = constant_of(plan->seeds / 2);
    int planes = bits_of((unsigned)plan->seeds);
    plan->planes = planes < 6 ? 6 : planes;
    plan->number = !sow_counts_empty(&rules->number_capture);
    plan->place = !sow_counts_empty(&rules->place_capture);
    plan->slams = rules->grand_slam != SOW_SLAM_LEGAL;
    plan->filters =
        rules->grand_slam == SOW_SLAM_ILLEGAL || rules->feeding == SOW_FEEDING_MUST;
    plan->cubes_used = 0;
    make_cubes(plan, &plan->number_set, &rules->number_capture, 0);
    make_cubes(plan, &plan->place_set, &rules->place_capture, 0);
    plan->small_takes = !plan->place && plan->number_set.small;
    plan->threat = threat_method(plan);
    plan->small_threats = plan->laps <= SOW_SMALL_PLANES && plan->number_set.small &&
                          plan->pits * plan->number_set.greatest < SOW_SMALL_THREAT;
    make_cubes(plan, &plan->reply_set, &rules->number_capture, 1);
}
