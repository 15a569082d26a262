/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Player specs: the tables of published players and limits, and the writers. */
#include "agent_spec.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/heuristics/state_features.h"

#include <stdlib.h>
#include <string.h>

const struct sow_named_vector sow_named_vectors[SOW_NAMED_VECTORS] = {
    /* Run 4 of Table II of the paper. */
    {"divilly2013",
     "the evolved strategy of Divilly et al. 2013",
     {0.198649, 0.190084, 0.370793, 1.0, 0.418841, 0.565937}},
};

const struct sow_named_spec sow_named_specs[SOW_NAMED_SPECS] = {
    /* Depth 5: the root's move, and a depth of 4 after it. */
    {"kalah-ai", "the player of kalah-ai with its weights, for kalah-7-7",
     "alphabeta:depth=5,extra_costs_depth=yes,ties=lowest,swap=always,eval=[path:pit1=15,"
     "h2=15,h3=35,h4=100,later_right_most=40,h6=-80,opponent_h2=-20]"},
};

/* The offset of a limit in struct sow_agent. */
#define AT(field) offsetof(struct sow_agent, limits.field)

/* Words of limits that are choices, in the order of their enum. */
static const char *const REWARDS[] = {"win", "margin", NULL};
static const char *const TIES[] = {"random", "lowest", "highest", NULL};
static const char *const SWAPS[] = {"valued", "always", NULL};
static const char *const TIMES[] = {"settled", "expected", "share", "equal", NULL};

const struct sow_param sow_limit_rows[SOW_LIMIT_ROWS] = {
    {"depth", &sow_param_integer, AT(depth), 0, SOW_SEARCH_DEPTH_MAX, NULL, "0",
     "moves to look ahead; an extra turn costs nothing"},
    {"nodes", &sow_param_seed, AT(nodes), 0, 0, NULL, "0",
     "positions searched for each move"},
    {"ms", &sow_param_integer, AT(ms), 0, 86400000, NULL, "0", "milliseconds a move"},
    {"hash", &sow_param_integer, AT(hash), 0, 65536, NULL, "64",
     "largest size of the transposition table in megabytes; 0 = no table"},
    {"extra_costs_depth", &sow_param_flag, AT(extra_costs_depth), 0, 0, NULL, "no",
     "an extra turn uses up depth like any move"},
    {"iterations", &sow_param_seed, AT(nodes), 0, 0, NULL, "0",
     "iterations of Monte Carlo tree search for each move"},
    {"reward", &sow_param_choice, AT(reward), 0, 0, REWARDS, "win",
     "value of a game that was played to its end"},
    {"clock", &sow_param_clock, AT(clock), 0, 0, NULL, "none",
     "seconds for all moves of a game, and seconds added with each move"},
    {"time", &sow_param_choice, AT(time), 0, 0, TIMES, "settled",
     "division of the clock among the moves"},
    {"keep", &sow_param_flag, AT(keep), 0, 0, NULL, "no",
     "the tree is kept from move to move"},
    {"ties", &sow_param_choice, AT(ties), 0, 0, TIES, "random",
     "choice among several best moves: any, the lowest pit's or the highest's"},
    {"swap", &sow_param_choice, AT(swap), 0, 0, SWAPS, "valued",
     "the swap of the pie rule: valued like any other move, or always made"},
    {"endgame", &sow_param_endgame, offsetof(struct sow_agent, endgame), 0, 0, NULL, "",
     "endgame file of 'sowlab solve' with exact values"},
    {"greedy", &sow_param_flag, AT(greedy), 0, 0, NULL, "no",
     "an extra turn, else a capture within the row, is made without a search"},
    {"ponder", &sow_param_flag, AT(ponder), 0, 0, NULL, "no",
     "thinking while the opponent thinks, on a separate thread"},
};

/* Rows of sow_limit_rows by bit, for `takes` of struct sow_method_row. */
enum {
    DEPTH = 1U << 0U,
    NODES = 1U << 1U,
    MS = 1U << 2U,
    HASH = 1U << 3U,
    EXTRA = 1U << 4U,
    ITERATIONS = 1U << 5U,
    REWARD = 1U << 6U,
    CLOCKED = 3U << 7U,
    KEEP = 1U << 9U,
    CHOICE = 3U << 10U | 1U << 13U,
    ENDGAME = 1U << 12U,
    PONDER = 1U << 14U
};

const struct sow_method_row sow_method_rows[] = {
    [SOW_SEARCH_MINIMAX] = {"minimax", DEPTH | EXTRA | CHOICE | ENDGAME,
                            "needs a depth, such as depth=4", true},
    [SOW_SEARCH_ALPHABETA] = {"alphabeta",
                              DEPTH | NODES | MS | HASH | EXTRA | CLOCKED | CHOICE |
                                  ENDGAME | PONDER,
                              "needs a limit: depth=8, nodes=100000, ms=500 or clock=60",
                              true},
    [SOW_SEARCH_MCTS] = {"mcts",
                         ITERATIONS | MS | REWARD | CLOCKED | KEEP | ENDGAME | PONDER,
                         "needs a limit: iterations=1000, ms=500 or clock=60", false},
};

bool sow_agent_alike(const struct sow_agent *one, const struct sow_agent *other)
{
    bool same = one->kind == other->kind && one->count == other->count &&
                one->reading == other->reading && one->of_mover == other->of_mover &&
                memcmp(one->index, other->index, sizeof one->index) == 0 &&
                memcmp(one->weight, other->weight, sizeof one->weight) == 0;
    if (!same || one->kind != SOW_AGENT_SEARCH)
        return same && one->kind != SOW_AGENT_OUTSIDE;
    for (int i = 0; i < SOW_LIMIT_ROWS && same; i++)
        same = sow_param_equal(&sow_limit_rows[i], one, other);
    return same && one->limits.method == other->limits.method &&
           one->value_kind == other->value_kind;
}

/* --- writing --- */

static void write_agent(const struct sow_agent *agent, FILE *out);

/* Writes the weight of term @p i, counted from 0, as a real number. */
static void write_weight(const struct sow_agent *agent, int i, FILE *out)
{
    char text[SOW_REAL_TEXT_MAX];
    sow_text_from_real(sow_fixed_to_weight(agent->weight[i], agent->exponent), text);
    (void)fputs(text, out);
}

/* Returns the heuristic (enum sow_heuristic) of an agent with a single weight, which is
   exactly 1. Returns -1 for other agents. */
static int single_heuristic(const struct sow_agent *agent)
{
    enum { ONE = 1 << 14, EXPONENT_OF_ONE = 14 };
    int found = -1;
    for (int i = 0; i < SOW_HEURISTICS; i++) {
        if (agent->weight[i] == 0)
            continue;
        if (found >= 0 || agent->weight[i] != ONE || agent->exponent != EXPONENT_OF_ONE)
            return -1;
        found = i;
    }
    return found;
}

/* Returns the name of the published vector whose weights an agent has, a static text;
   NULL if there is none. */
static const char *published_name(const struct sow_agent *agent)
{
    for (size_t i = 0; i < sizeof sow_named_vectors / sizeof sow_named_vectors[0]; i++) {
        struct sow_agent named;
        sow_agent_weighted(&named, sow_named_vectors[i].weights);
        if (named.exponent == agent->exponent &&
            memcmp(named.weight, agent->weight, sizeof named.weight) == 0)
            return sow_named_vectors[i].name;
    }
    return NULL;
}

/* Returns true if the agent has a weight other than 0 for a heuristic that the paper does
   not have. */
static bool goes_further(const struct sow_agent *agent)
{
    for (int i = SOW_PAPER_HEURISTICS; i < SOW_HEURISTICS; i++)
        if (agent->weight[i] != 0)
            return true;
    return false;
}

/* Writes a `weights:` spec: the weights of the paper's six heuristics in their order. If
   the agent has a weight for another heuristic, all weights other than 0 are written by
   name. */
static void write_vector(const struct sow_agent *agent, FILE *out)
{
    bool named = goes_further(agent);
    const char *before = "weights:";
    for (int i = 0; i < (named ? SOW_HEURISTICS : SOW_PAPER_HEURISTICS); i++) {
        if (named && agent->weight[i] == 0)
            continue;
        (void)fprintf(out, "%s%s%s", before, named ? sow_heuristic_rows[i].name : "",
                      named ? "=" : "");
        write_weight(agent, i, out);
        before = ",";
    }
}

/* Writes a weighted agent: the name of a published vector with its weights, the name of a
   single heuristic, or the weights. */
static void write_weighted(const struct sow_agent *agent, FILE *out)
{
    const char *name = published_name(agent);
    int single = single_heuristic(agent);
    if (name == NULL && single >= 0)
        name = sow_heuristic_rows[single].name;
    if (name != NULL)
        (void)fputs(name, out);
    else
        write_vector(agent, out);
}

/* Writes an `order:` spec. The reading is written only if it is not `filter`, the
   default. */
static void write_order(const struct sow_agent *agent, FILE *out)
{
    for (int i = 0; i < agent->count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "order:" : ",",
                      sow_heuristic_rows[agent->index[i]].name);
    if (agent->reading == SOW_ORDER_FIRST_IMPROVING)
        (void)fputs(",reading=first-improving", out);
}

/* Writes a `state:` or `path:` spec, with the view if it is `to-move`. */
static void write_state(const struct sow_agent *agent, FILE *out)
{
    bool of_path = agent->kind == SOW_AGENT_PATH;
    for (int i = 0; i < agent->count; i++) {
        int index = agent->index[i];
        const char *before = of_path           ? "path:"
                             : agent->of_mover ? "state:view=to-move,"
                                               : "state:";
        (void)fprintf(out, "%s%s=", i == 0 ? before : ",",
                      of_path && index >= SOW_PATH_INDEX
                          ? sow_path_feature_names[index - SOW_PATH_INDEX]
                          : sow_state_features.rows[index].name);
        write_weight(agent, i, out);
    }
}

/* Writes the spec of a player that moves at random. */
static void write_random(const struct sow_agent *agent, FILE *out)
{
    (void)agent;
    (void)fputs("random", out);
}

/* Writes the text @p before, then `name=value` of the parameter @p row of the agent. */
static void write_item(const struct sow_param *row, const struct sow_agent *agent,
                       const char *before, FILE *out)
{
    (void)fprintf(out, "%s%s=", before, row->name);
    row->type->format(row, (const char *)agent + row->offset, out);
}

/* Writes a search: the method, limits that differ from their defaults, and the
   evaluator. */
static void write_search(const struct sow_agent *agent, FILE *out)
{
    const struct sow_method_row *method = &sow_method_rows[agent->limits.method];
    const struct sow_param_table table = {sow_limit_rows, SOW_LIMIT_ROWS};
    struct sow_agent fallback = {.kind = SOW_AGENT_SEARCH};
    struct sow_agent value = *agent;
    sow_param_defaults(&table, &fallback);
    value.kind = agent->value_kind;
    const char *before = ":";
    (void)fputs(method->name, out);
    for (int i = 0; i < SOW_LIMIT_ROWS; i++) {
        if ((method->takes >> i & 1U) == 0 ||
            sow_param_equal(&sow_limit_rows[i], agent, &fallback))
            continue;
        write_item(&sow_limit_rows[i], agent, before, out);
        before = ",";
    }
    if (value.kind == SOW_AGENT_RANDOM)
        return;
    (void)fprintf(out, "%seval=[", before);
    write_agent(&value, out);
    (void)fputc(']', out);
}

/* Writes the spec of Algorithm 1 of Pekar et al. 2020. */
static void write_pekar(const struct sow_agent *agent, FILE *out)
{
    (void)agent;
    (void)fputs("pekar:1", out);
}

/* Writes the canonical spec of an agent of any kind, evaluators included. */
static void write_agent(const struct sow_agent *agent, FILE *out)
{
    static void (*const WRITE[])(const struct sow_agent *, FILE *) = {
        [SOW_AGENT_RANDOM] = write_random,       [SOW_AGENT_WEIGHTED] = write_weighted,
        [SOW_AGENT_ORDER] = write_order,         [SOW_AGENT_STATE] = write_state,
        [SOW_AGENT_PATH] = write_state,          [SOW_AGENT_SEARCH] = write_search,
        [SOW_AGENT_OUTSIDE] = sow_outside_write, [SOW_AGENT_PEKAR] = write_pekar,
    };
    WRITE[agent->kind](agent, out);
}

char *sow_agent_spec(const struct sow_agent *agent)
{
    char *spec = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&spec, &size);
    if (out == NULL)
        return NULL;
    write_agent(agent, out);
    if (fclose(out) != 0) {
        free(spec);
        return NULL;
    }
    return spec;
}
