/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of the language of player specs. */
#include "sample.h"
#include "scale.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/learnt.h"
#include "sow/heuristics/state_features.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct sow_agent agent_of(const char *spec)
{
    struct sow_agent agent;
    struct sow_err err;
    ck_assert_msg(sow_agent_parse(spec, NULL, &agent, &err) == SOW_OK, "%s", err.text);
    return agent;
}

/* --- reading and writing --- */

struct spelling {
    const char *spec;
    const char *written; /* form in which it is written; NULL = the same */
};

static const struct spelling SPELLINGS[] = {
    {"random", NULL},
    {"h1", NULL},
    {"h6", NULL},
    {"divilly2013", NULL},
    {"weights:0.198649,0.190084,0.370793,1,0.418841,0.565937", "divilly2013"},
    {"weights:0,0,0,1,0,0", "h4"},
    {"weights:0,0,0,2,0,0", NULL},
    {"weights:0,0,0,0,0,0", NULL},
    {"weights:1,0.5,0.25,-1,0,0.125", NULL},
    {"weights:+1,5e-1,.25,-1.0,0e9,00.125", "weights:1,0.5,0.25,-1,0,0.125"},
    {"weights:1,0.1,0,0,0,0", "weights:1,0.0999755859375,0,0,0,0"},
    {"weights:0,0,0,1,0,0,0", "h4"},
    {"weights:1,0.5,0.25,-1,0,0.125,0", "weights:1,0.5,0.25,-1,0,0.125"},
    {"weights:1,0.5,0.25,-1,0,0.125,2",
     "weights:h1=1,h2=0.5,h3=0.25,h4=-1,h6=0.125,h7=2"},
    {"weights:h7=1", "h7"},
    {"weights:h7=0.5,h1=-1", "weights:h1=-1,h7=0.5"},
    {"weights:h6=-2,h4=0.5", "weights:0,0,0,0.5,0,-2"},
    {"weights:H4=1", "h4"},
    {"weights:h3=0", "weights:0,0,0,0,0,0"},
    {"order:h4", NULL},
    {"order:h4,h6,h1", NULL},
    {"order:h1,h2,h3,h4,h5,h6", NULL},
    {"order:h4,h6,reading=filter", "order:h4,h6"},
    {"order:reading=first-improving,h4,h6", "order:h4,h6,reading=first-improving"},
    {"state:h4=1,h6=-1", NULL},
    {"state:opponent_h1=0.5,to_move=-0.125", NULL},
    {"state:view=to-move,opponent_h1=0.5,h4=-0.125", NULL},
    {"state:VIEW=own,h4=1,h6=-1", "state:h4=1,h6=-1"},
    {"alphabeta:depth=2,eval=[state:view=to-move,h4=1]", NULL},
    {"state:score_dif=1,opponent_pit12=0.5",
     "state:store_difference=1,opponent_pit12=0.5"},
    {"minimax:depth=4,eval=h4", "minimax:depth=4,eval=[h4]"},
    {"alphabeta:depth=8,eval=[divilly2013]", NULL},
    {"alphabeta:eval=[weights:0.5,0,0,1,0,1],depth=8",
     "alphabeta:depth=8,eval=[weights:0.5,0,0,1,0,1]"},
    {"alphabeta:depth=3,nodes=5000,ms=20,hash=0,extra_costs_depth=yes,eval=[state:h4=1,"
     "h6=-1]",
     NULL},
    {"alphabeta:nodes=100,hash=64,extra_costs_depth=no,depth=0,eval=[state:score_dif=1]",
     "alphabeta:nodes=100,eval=[state:store_difference=1]"},
    {"mcts:iterations=1000", NULL},
    {"mcts:ms=20,reward=margin,eval=[state:h4=1,h6=-1]", NULL},
    {"AlphaBeta:MS=500,Eval=[H1]", "alphabeta:ms=500,eval=[h1]"},
    {"AlphaBeta:Depth=1,EndGame=/A/B:C@3-0123456789ABCDEF,Eval=H1",
     "alphabeta:depth=1,endgame=/A/B:C@3-0123456789abcdef,eval=[h1]"},
    {"MCTS:Iterations=9,Endgame=x@y@3-0123456789abcdef",
     "mcts:iterations=9,endgame=x@y@3-0123456789abcdef"},
};

TEST_EACH(texts, spellings, SPELLINGS)
{
    const struct spelling *row = &SPELLINGS[_i];
    struct sow_agent agent = agent_of(row->spec);
    OWNED(text) char *written = sow_agent_spec(&agent);
    ck_assert_str_eq(written, row->written != NULL ? row->written : row->spec);
    struct sow_agent back = agent_of(written);
    ck_assert_mem_eq(&back, &agent, sizeof agent);
}

struct refusal {
    const char *spec;
    const char *message;
};

static const struct refusal REFUSALS[] = {
    {"", "unknown player '' (see 'players')"},
    {"h0", "unknown player 'h0'; did you mean 'h1'? (see 'players')"},
    {"H0", "unknown player 'H0'; did you mean 'h1'? (see 'players')"},
    {"randon", "unknown player 'randon'; did you mean 'random'? (see 'players')"},
    {"divilly:1",
     "unknown player 'divilly'; did you mean 'divilly2013'? (see 'players')"},
    {"negamax:depth=3", "unknown player 'negamax' (see 'players')"},
    {"alphabeta", "player 'alphabeta': needs a colon and its values; see 'players'"},
    {"alphabeta:eval=h4",
     "player 'alphabeta:eval=h4': needs a limit: depth=8, nodes=100000, ms=500 or clock=60"},
    {"mcts:reward=win",
     "player 'mcts:reward=win': needs a limit: iterations=1000, ms=500 or clock=60"},
    {"mcts:depth=3",
     "player 'mcts:depth=3': 'depth' is not an item of mcts: give ms=.., "
     "iterations=.., reward=.., clock=.., time=.., keep=.., endgame=.., ponder=.., and "
     "eval=[..]"},
    {"alphabeta:depth=2,endgame=,eval=h4",
     "player 'alphabeta:depth=2,endgame=,eval=h4': '' is not a value of 'endgame': allowed is "
     "a file of 'sowlab solve', its name of at most 199 characters"},
    {"minimax:eval=h4", "player 'minimax:eval=h4': needs a depth, such as depth=4"},
    {"minimax:depth=4", "player 'minimax:depth=4': needs an evaluator of positions, "
                        "such as eval=[state:store_difference=1]"},
    {"minimax:depth=4,nodes=7,eval=h4",
     "player 'minimax:depth=4,nodes=7,eval=h4': 'nodes' is not an item of minimax: "
     "give depth=.., extra_costs_depth=.., ties=.., swap=.., endgame=.., greedy=.., "
     "and eval=[..]"},
    {"alphabeta:depth",
     "player 'alphabeta:depth': 'depth' is not an item of alphabeta: give depth=.., "
     "nodes=.., ms=.., hash=.., extra_costs_depth=.., clock=.., time=.., ties=.., "
     "swap=.., endgame=.., greedy=.., ponder=.., and eval=[..]"},
    {"alphabeta:depth=100,eval=h4",
     "player 'alphabeta:depth=100,eval=h4': '100' is not a value of 'depth': allowed is a whole number from 0 to 99"},
    {"alphabeta:depth=2,depth=2,eval=h4",
     "player 'alphabeta:depth=2,depth=2,eval=h4': give every item only once"},
    {"alphabeta:depth=2,eval=[h4",
     "player 'alphabeta:depth=2,eval=[h4': an evaluator is one "
     "player in brackets, such as eval=[h4]"},
    {"alphabeta:depth=2,eval=[h4],x]",
     "player 'alphabeta:depth=2,eval=[h4],x]': 'x]' is not an item of alphabeta: give "
     "depth=.., nodes=.., ms=.., hash=.., extra_costs_depth=.., clock=.., time=.., "
     "ties=.., swap=.., endgame=.., greedy=.., ponder=.., and eval=[..]"},
    {"alphabeta:depth=2,eval=[alphabeta:depth=2,eval=[h4]]",
     "player 'alphabeta:depth=2,eval=[alphabeta:depth=2,eval=[h4]]': an evaluator is one "
     "player in brackets, such as eval=[h4]"},
    {"alphabeta:depth=2,eval=[h9]",
     "unknown player 'h9'; did you mean 'h1'? (see 'players')"},
    {"alphabeta:depth=2,eval=random",
     "player 'alphabeta:depth=2,eval=random': 'random' cannot value positions: it says "
     "nothing about a position; give weights of h1 to h6 or a state, such as "
     "eval=[state:store_difference=1]"},
    {"alphabeta:depth=2,eval=[order:h4,h6]",
     "player 'alphabeta:depth=2,eval=[order:h4,h6]': 'order:h4,h6' cannot value "
     "positions: it says nothing about a position; give weights of h1 to h6 or a "
     "state, such as eval=[state:store_difference=1]"},
    {"alphabeta:depth=2,eval=[h7]",
     "player 'alphabeta:depth=2,eval=[h7]': 'h7' cannot value positions: it has a weight for "
     "a heuristic that only a move has; give weights of h1 to h6 or a state, such as "
     "eval=[state:store_difference=1]"},
    {" random", "unknown player ' random'; did you mean 'random'? (see 'players')"},
    {"random:", "player 'random:': takes nothing after the name"},
    {"h1:1", "player 'h1:1': takes nothing after the name"},
    {"weights", "player 'weights': needs a colon and its values; see 'players'"},
    {"run", "player 'run': needs a colon and its values; see 'players'"},
    {"weights:", "player 'weights:': has 0 weights; give 6, of h1 to h6, or 7, of h1 to "
                 "h7, or name them, as in weights:h4=1,h6=0.5"},
    {"weights:1", "player 'weights:1': has 1 weight; give 6, of h1 to h6, or 7, of h1 to "
                  "h7, or name them, as in weights:h4=1,h6=0.5"},
    {"weights:1,2,3,4,5",
     "player 'weights:1,2,3,4,5': has 5 weights; give 6, of h1 to h6, or 7, of h1 to h7, "
     "or name them, as in weights:h4=1,h6=0.5"},
    {"weights:1,2,3,4,5,6,7,8,9,10,11,12",
     "player 'weights:1,2,3,4,5,6,7,8,9,10,11,12': has 12 weights; give 6, of h1 to h6, "
     "or 7, of h1 to h7, or name them, as in weights:h4=1,h6=0.5"},
    {"weights:1,2,3,4,5,",
     "player 'weights:1,2,3,4,5,': '' is not a weight; give a finite decimal number"},
    {"weights:1,2,3,4,5,nan", "player 'weights:1,2,3,4,5,nan': 'nan' is not a weight; "
                              "give a finite decimal number"},
    {"weights:1,2,3,4,5,inf", "player 'weights:1,2,3,4,5,inf': 'inf' is not a weight; "
                              "give a finite decimal number"},
    {"weights:1,2,3,4,5,1e308",
     "player 'weights:1,2,3,4,5,1e308': '1e308' is not a weight; "
     "give a finite decimal number"},
    {"weights:1,2,3,4,5,1e999",
     "player 'weights:1,2,3,4,5,1e999': '1e999' is not a weight; "
     "give a finite decimal number"},
    {"weights:1,2,3,4,5,0x1", "player 'weights:1,2,3,4,5,0x1': '0x1' is not a weight; "
                              "give a finite decimal number"},
    {"weights:1, 2,3,4,5,6",
     "player 'weights:1, 2,3,4,5,6': ' 2' is not a weight; give a finite decimal number"},
    {"weights:h4=1,2", "player 'weights:h4=1,2': write every term as heuristic=weight, "
                       "such as h4=1.25"},
    {"weights:h4=",
     "player 'weights:h4=': '' is not a weight; give a finite decimal number"},
    {"weights:h4=nan",
     "player 'weights:h4=nan': 'nan' is not a weight; give a finite decimal number"},
    {"weights:h4=inf",
     "player 'weights:h4=inf': 'inf' is not a weight; give a finite decimal number"},
    {"weights:h4=1e308",
     "player 'weights:h4=1e308': '1e308' is not a weight; give a finite decimal number"},
    {"weights:h4=0x10",
     "player 'weights:h4=0x10': '0x10' is not a weight; give a finite decimal number"},
    {"weights:h4=1,h4=1",
     "player 'weights:h4=1,h4=1': give every heuristic at most one term"},
    {"weights:mobility=1", "no heuristic is called 'mobility' (see 'players')"},
    {"weights:h44=1", "no heuristic is called 'h44'; did you mean 'h4'? (see 'players')"},
    {"order:",
     "player 'order:': an order takes heuristics (see 'players') and reading=filter "
     "or reading=first-improving"},
    {"order:h4,h9", "player 'order:h4,h9': an order takes heuristics (see 'players') "
                    "and reading=filter or reading=first-improving"},
    {"order:h4,reading=last",
     "player 'order:h4,reading=last': an order takes heuristics (see 'players') "
     "and reading=filter or reading=first-improving"},
    {"order:h4,h4", "player 'order:h4,h4': an order names each heuristic once"},
    {"order:reading=filter", "player 'order:reading=filter': name at least one "
                             "heuristic, such as order:h4,h6,h1"},
    {"state:view=to_move,h4=1",
     "player 'state:view=to_move,h4=1': the view is to-move (the player to move sees the "
     "position) or own (the player itself)"},
    {"state:view=to-move",
     "player 'state:view=to-move': name a feature after the view, such as h4=1"},
    {"state:h4=1,view=to-move",
     "player 'state:h4=1,view=to-move': 'to-move' is not a weight; give a finite decimal "
     "number"},
    {"alphabeta:depth=2,eval=[path:view=own,h4=1]",
     "player 'path:view=own,h4=1': a line of play is seen by the player itself: leave out "
     "view="},
    {"state:", "player 'state:': write every term as feature=weight, such as h4=1.25"},
    {"state:h4", "player 'state:h4': write every term as feature=weight, such as "
                 "h4=1.25"},
    {"state:h4=", "player 'state:h4=': '' is not a weight; give a finite decimal number"},
    {"state:h4=nan",
     "player 'state:h4=nan': 'nan' is not a weight; give a finite decimal number"},
    {"state:h4=1,h6=-1,h4=2",
     "player 'state:h4=1,h6=-1,h4=2': give every feature at most one term"},
    {"state:h6=-1,opponent_h4=1",
     "player 'state:h6=-1,opponent_h4=1': give every feature at most one term"},
    {"run:",
     "player 'run:': give the number of a stored run, such as run:17 or run:17@50"},
    {"run:x",
     "player 'run:x': give the number of a stored run, such as run:17 or run:17@50"},
    {"run:0",
     "player 'run:0': give the number of a stored run, such as run:17 or run:17@50"},
    {"run:-4",
     "player 'run:-4': give the number of a stored run, such as run:17 or run:17@50"},
    {"run:1,2",
     "player 'run:1,2': give the number of a stored run, such as run:17 or run:17@50"},
    {"learnt:",
     "player 'learnt:': give a variant that has a learnt player, such as learnt:kalah"},
    {"learnt:awary", "player 'learnt:awary': give a variant that has a learnt player, "
                     "such as learnt:kalah; did you mean 'awari'?"},
    {"learnt:kalah,awari", "player 'learnt:kalah,awari': give a variant that has a "
                           "learnt player, such as learnt:kalah"},
    {"run:17", "player 'run:17': a stored run cannot be used here; give its weights"},
    {"order:"
     ",,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,",
     "player "
     "'order:,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,,' "
     "has too many items; give at most 65"},
};

TEST_EACH(errors, refusals, REFUSALS)
{
    const struct refusal *row = &REFUSALS[_i];
    struct sow_agent agent = {.exponent = 77};
    ck_assert_int_eq(sow_agent_parse(row->spec, NULL, &agent, &err), SOW_USAGE);
    ck_assert_str_eq(err.text, row->message);
    ck_assert_int_eq(agent.exponent, 77);
    ck_assert_int_eq(sow_agent_parse(row->spec, NULL, &agent, NULL), SOW_USAGE);
}

TEST(errors, long_specs)
{
    char spec[5000];
    struct sow_agent agent;
    memset(spec, '0', sizeof spec);
    (void)memcpy(spec, "weights:1,2,3,4,5,", 18);
    spec[SOW_AGENT_SPEC_MAX] = '\0';
    ck_assert(sow_agent_parse(spec, NULL, &agent, NULL) == SOW_OK);
    spec[SOW_AGENT_SPEC_MAX] = '0';
    spec[SOW_AGENT_SPEC_MAX + 1] = '\0';
    ck_assert(sow_agent_parse(spec, NULL, &agent, &err) == SOW_USAGE);
    ck_assert_str_eq(err.text,
                     "player 'weights:1,2,3,4,5,0000000000000000000000...' is too "
                     "long: at most 4095 characters");
    /* The message for an unknown feature suggests a known one. */
    ck_assert(sow_agent_parse("state:h4=1,oponent_h1=2", NULL, &agent, &err) ==
              SOW_USAGE);
    ck_assert(strstr(err.text, "'oponent_h1'; did you mean 'opponent_h1'?") != NULL);
}

/* The spec of an agent reads back as the same agent, for all weights. */
TEST(texts, round_trips)
{
    struct sow_pcg rng;
    sample_stream(&rng, 830);
    for (int i = 0; i < sow_scaled(20000); i++) {
        struct sow_agent agent;
        double weight[SOW_HEURISTICS];
        int scale = sample_between(&rng, -1060, 990) * (i % 3 == 0);
        for (int h = 0; h < SOW_HEURISTICS; h++)
            weight[h] = sow_pcg_below(&rng, 5) == 0
                            ? 0
                            : ldexp(2 * sow_pcg_unit(&rng) - 1, scale);
        if (i % 2 == 0)
            sow_agent_weighted(&agent, weight);
        else
            sow_agent_state(&agent, (const int[]){8, 1, 2, 10, 4, 0}, weight, 6);
        OWNED(text) char *spec = sow_agent_spec(&agent);
        struct sow_agent back;
        ck_assert_msg(sow_agent_parse(spec, NULL, &back, NULL) == SOW_OK, "%s", spec);
        ck_assert_mem_eq(&back, &agent, sizeof agent);
    }
}

/* A spec has room for the largest number of features, each with a weight of the greatest
   length. Every feature is tested. */
TEST(texts, full_states)
{
    for (int first = 0; first < sow_state_features.count; first++) {
        int feature[SOW_AGENT_TERMS_MAX];
        double weight[SOW_AGENT_TERMS_MAX];
        for (int i = 0; i < SOW_AGENT_TERMS_MAX; i++) {
            feature[i] = (first + i) % sow_state_features.count;
            weight[i] = ldexp(i % 2 == 0 ? -32767 + i : 32713 - i, -1040);
        }
        struct sow_agent agent;
        sow_agent_state(&agent, feature, weight, SOW_AGENT_TERMS_MAX);
        OWNED(text) char *spec = sow_agent_spec(&agent);
        ck_assert_uint_gt(strlen(spec), 2000);
        struct sow_agent back = agent_of(spec);
        ck_assert_mem_eq(&back, &agent, sizeof agent);
    }
}

TEST(texts, named_specs)
{
    const char *const changed = "alphabeta:depth=3,ties=lowest,swap=always,eval=[h4]";
    struct sow_agent named = agent_of("Kalah-AI");
    ck_assert_double_eq_tol(sow_fixed_to_weight(named.weight[5], named.exponent), -80,
                            1e-12);
    OWNED(text) char *spec = sow_agent_spec(&named);
    ck_assert_ptr_nonnull(strstr(spec, "alphabeta:depth=5,extra_costs_depth=yes,"
                                       "ties=lowest,swap=always,eval=[path:pit1=15,h2="));
    struct sow_agent other = agent_of(changed);
    OWNED(text) char *back = sow_agent_spec(&other);
    ck_assert_str_eq(back, changed);
}

/* A learnt player stands for an evaluator, which is written out in full. */
TEST(texts, learnt_players)
{
    size_t count = 0;
    for (; sow_learnt_variant(count) != NULL; count++) {
        char name[80];
        (void)snprintf(name, sizeof name, "learnt:%s", sow_learnt_variant(count));
        struct sow_agent learnt = agent_of(name);
        ck_assert_int_eq(learnt.kind, SOW_AGENT_STATE);
        ck_assert(learnt.of_mover);
        ck_assert_int_gt(learnt.count, 30);
        OWNED(text) char *spec = sow_agent_spec(&learnt);
        ck_assert_ptr_eq(strstr(spec, "state:view=to-move,"), spec);
        struct sow_agent same = agent_of(spec);
        ck_assert(sow_agent_alike(&same, &learnt));
    }
    ck_assert_uint_ge(count, 9);
    struct sow_agent deep = agent_of("alphabeta:depth=2,eval=[Learnt:Awari]");
    struct sow_agent awari = agent_of("learnt:awari");
    ck_assert_int_eq(deep.value_kind, SOW_AGENT_STATE);
    ck_assert_mem_eq(deep.weight, awari.weight, sizeof awari.weight);
}

/* An agent plays the weights it was given. */
TEST(texts, played_weights)
{
    struct sow_agent agent = agent_of("divilly2013");
    double weight[SOW_HEURISTICS];
    struct sow_agent again;
    for (int h = 0; h < SOW_HEURISTICS; h++)
        weight[h] = sow_fixed_to_weight(agent.weight[h], agent.exponent);
    sow_agent_weighted(&again, weight);
    ck_assert_mem_eq(&agent, &again, sizeof agent);
    static const double PAPER[] = {0.198649, 0.190084, 0.370793, 1.0, 0.418841, 0.565937};
    for (int h = 0; h < SOW_HEURISTICS; h++)
        ck_assert_double_eq_tol(weight[h], h < SOW_PAPER_HEURISTICS ? PAPER[h] : 0,
                                0x1p-15);
}

/* --- specs of stored runs --- */

static enum sow_status find_run(void *context, int64_t run, int generation, char **spec,
                                struct sow_err *err)
{
    static const char *const STORED[] = {"h4", "run:1", "nonsense"};
    int *calls = context;
    ++*calls;
    if (generation != SOW_RUN_OUTCOME)
        return sow_err_set(err, SOW_USAGE, "run %d, generation %d", (int)run, generation);
    if (run > 3)
        return sow_err_set(err, SOW_USAGE, "no run has the number %d", (int)run);
    *spec = strdup(STORED[run - 1]);
    return *spec != NULL ? SOW_OK : sow_err_no_memory(err);
}

TEST(runs, stored_runs)
{
    int calls = 0;
    struct sow_run_lookup lookup = {.spec = find_run, .context = &calls};
    struct sow_agent agent;
    ck_assert(sow_agent_parse("run:1", &lookup, &agent, &err) == SOW_OK);
    struct sow_agent h4 = agent_of("h4");
    ck_assert_mem_eq(&agent, &h4, sizeof agent);
    ck_assert(sow_agent_parse("run:4", &lookup, &agent, &err) == SOW_USAGE);
    ck_assert_str_eq(err.text, "no run has the number 4");
    /* A stored spec cannot refer to another run, so there are no circles either. */
    ck_assert(sow_agent_parse("run:2", &lookup, &agent, &err) == SOW_USAGE);
    ck_assert_str_eq(
        err.text, "player 'run:1': a stored run cannot be used here; give its weights");
    ck_assert(sow_agent_parse("run:3", &lookup, &agent, &err) == SOW_USAGE);
    ck_assert_int_eq(calls, 4);
}

TEST(runs, generations_of_stored_runs)
{
    int calls = 0;
    struct sow_run_lookup lookup = {.spec = find_run, .context = &calls};
    struct sow_agent agent;
    ck_assert(sow_agent_parse("run:1@0", &lookup, &agent, &err) == SOW_USAGE);
    ck_assert_str_eq(err.text, "run 1, generation 0");
    ck_assert(sow_agent_parse("run:2@2147483647", &lookup, &agent, &err) == SOW_USAGE);
    ck_assert_str_eq(err.text, "run 2, generation 2147483647");
    static const char *const BAD[] = {"run:1@",           "run:@1",   "run:1@-1",
                                      "run:1@2147483648", "run:1@x",  "run:1@1@2",
                                      "run:0@1",          "run:1@1,2"};
    for (size_t i = 0; i < sizeof BAD / sizeof BAD[0]; i++) {
        ck_assert(sow_agent_parse(BAD[i], &lookup, &agent, &err) == SOW_USAGE);
        ck_assert_ptr_nonnull(strstr(err.text, "give the number of a stored run"));
    }
    ck_assert_int_eq(calls, 2);
}

/* A stored run can be the evaluator of another player. */
TEST(runs, run_as_evaluator)
{
    int calls = 0;
    struct sow_run_lookup lookup = {.spec = find_run, .context = &calls};
    struct sow_agent agent;
    ck_assert(sow_agent_parse("alphabeta:depth=2,eval=[run:1]", &lookup, &agent, &err) ==
              SOW_OK);
    OWNED(text) char *spec = sow_agent_spec(&agent);
    ck_assert_str_eq(spec, "alphabeta:depth=2,eval=[h4]");
}

TEST(texts, forms)
{
    int count = 0;
    struct sow_agent_form form;
    for (int i = 0; sow_agent_form_at(i, &form); i++) {
        struct sow_agent agent;
        enum sow_status status = sow_agent_parse(form.name, NULL, &agent, NULL);
        ck_assert_int_eq(status, form.arguments[0] == '\0' ? SOW_OK : SOW_USAGE);
        ck_assert_uint_gt(strlen(form.summary), 5);
        count++;
    }
    ck_assert_int_eq(count, 15 + SOW_HEURISTICS);
}
