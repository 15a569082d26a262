/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of runs that learn: their rounds, replays, interruptions and refusals. */
#include "resume_support.h"
#include "sow/heuristics/agent.h"
#include "sow/learning/learn.h"
#include "sow/players/players.h"
#include "sow/store/tables/learn_rounds.def"
#include "store_support.h"
#include "suite.h"

enum { ROUNDS = 3 };

/* Sets options of a run that takes a tenth of a second. */
static void small_options(struct sow_learn_options *options)
{
    sow_run_kind_defaults(&sow_learn_kind, options);
    options->rounds = ROUNDS;
    options->positions = 600;
    options->test_games = 10;
}

/* Replaces an owned text. */
static void set_text(char **text, const char *value)
{
    free(*text);
    *text = strdup(value);
}

/* Makes a run that must succeed, and returns its number. */
static int64_t learn_in(struct sow_store *store, const char *rules,
                        const struct sow_learn_options *options, int threads)
{
    return make_run(store, &(struct asked){.kind = &sow_learn_kind,
                                           .rules = rules,
                                           .options = options,
                                           .seed = 5,
                                           .threads = threads});
}

/* Makes a run in awari that must succeed, and returns its number. */
static int64_t learn(struct sow_store *store, const struct sow_learn_options *options,
                     int threads)
{
    return learn_in(store, "awari", options, threads);
}

/* The rounds of a run, as far as a test looks at them. */
struct rounds {
    int count;
    char *spec[ROUNDS + 1];
    double first_score[ROUNDS + 1];
    int positions;
};

static enum sow_status keep_round(void *context, const struct sow_learn_round_row *row,
                                  struct sow_err *err)
{
    (void)err;
    struct rounds *rounds = context;
    rounds->spec[row->round] = strdup(row->spec);
    rounds->first_score[row->round] = row->first_score;
    rounds->positions = row->positions;
    rounds->count++;
    return SOW_OK;
}

static void release_rounds(struct rounds *rounds)
{
    for (int i = 0; i <= ROUNDS; i++)
        free(rounds->spec[i]);
}

static void read_rounds(struct sow_store *store, int64_t id, struct rounds *rounds)
{
    struct sow_err err;
    *rounds = (struct rounds){.count = 0};
    ck_ok(sow_store_each(store, learn_round, id, keep_round, rounds, &err));
}

/* run:ID is the last round and run:ID@2 the second one. Each values positions as the
   player to move sees them. */
TEST(rounds, are_players)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    OWNED(rounds) struct rounds rounds;
    struct sow_agent agent;
    small_options(&options);
    int64_t id = learn(store, &options, 2);
    read_rounds(store, id, &rounds);
    ck_assert_int_eq(rounds.count, ROUNDS);
    ck_assert_int_eq(rounds.positions, 600);
    for (int i = 1; i <= ROUNDS; i++) {
        char name[32];
        struct sow_agent stored;
        (void)snprintf(name, sizeof name, i == ROUNDS ? "run:%lld" : "run:%lld@%d",
                       (long long)id, i);
        ck_ok(sow_players_parse(store, name, &agent, &err));
        ck_ok(sow_agent_parse(rounds.spec[i], NULL, &stored, &err));
        ck_assert(sow_agent_alike(&agent, &stored));
        ck_assert(agent.kind == SOW_AGENT_STATE && agent.of_mover);
    }
    ck_assert_int_eq(sow_players_parse(store, "run:1@9", &agent, &err), SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "no round 9"));
}

/* Learnt weights beat the first ones. */
TEST(rounds, improve)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    OWNED(rounds) struct rounds rounds = {.count = 0};
    small_options(&options);
    options.positions = 3000;
    options.test_games = 100;
    read_rounds(store, learn(store, &options, 2), &rounds);
    ck_assert_double_gt(rounds.first_score[ROUNDS], 0.7);
}

/* Variants and options that the tests go through. */
static const struct {
    const char *rules;
    const char *options[6][2]; /* names and values, up to a NULL name */
} WAYS[] = {
    {"awari",
     {{"target", "search:alphabeta:depth=2,hash=0,eval=[weights]"},
      {"random_plies", "0..12"}}},
    {"awari", {{"target", "outcome"}, {"random_plies", "3"}}},
    {"awari",
     {{"target", "search:minimax:depth=1,eval=[weights]"},
      {"target_mix", "0"},
      {"random_plies", "0..2"}}},
    {"awari", {{"target", "outcome"}, {"lambda", "0.7"}, {"sample", "1"}}},
    {"awari",
     {{"target", "search:alphabeta:depth=2,hash=0,eval=[weights]"},
      {"method", "logistic"}}},
    {"kalah",
     {{"target", "exact"}, {"nodes", "300"}, {"features", "h4,h6"}, {"positions", "30"}}},
    {"kalah",
     {{"target", "exact"},
      {"other_target", "search:alphabeta:depth=2,hash=0,eval=[weights]"},
      {"nodes", "300"},
      {"method", "logistic"},
      {"features", "h4,h6"},
      {"positions", "30"}}},
    {"kalah",
     {{"target", "outcome"},
      {"other_target", "exact"},
      {"target_mix", "1"},
      {"nodes", "300"},
      {"features", "h4,h6"},
      {"positions", "30"}}},
};

static void choose_way(struct sow_learn_options *options, int way)
{
    small_options(options);
    options->rounds = 2;
    options->positions = 500;
    for (int i = 0; i < 6 && WAYS[way].options[i][0] != NULL; i++)
        type_option(&sow_learn_kind, options, WAYS[way].options[i][0],
                    WAYS[way].options[i][1]);
}

/* A run has the same digest for any number of threads, and a replay repeats it. */
TEST_EACH(repeats, threads_and_replays, WAYS)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    struct sow_run_verdict verdict;
    choose_way(&options, _i);
    int64_t id = learn_in(store, WAYS[_i].rules, &options, 1);
    has_digest_of(store, learn_in(store, WAYS[_i].rules, &options, 3), id);
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "plain"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
    ck_assert_int_ge(verdict.rows, options.rounds);
}

/* A stopped run keeps its whole rounds. The strength of its player may still change. */
TEST(repeats, stopped)
{
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(rounds) struct rounds rounds;
    struct sow_learn_options options;
    int64_t id = 0;
    small_options(&options);
    struct asked asked = {.kind = &sow_learn_kind,
                          .rules = "awari",
                          .options = &options,
                          .stop = &commits.stop};
    commits.countdown = 3;
    ck_assert_int_eq(try_run(store, &asked, &id, &err), SOW_INTERRUPTED);
    commits.stop.requested = false;
    read_rounds(store, id, &rounds);
    ck_assert_int_gt(rounds.count, 0);
    ck_assert_int_lt(rounds.count, ROUNDS);
    struct sow_strength_plan plan = {.depth = {true}, .openings = 2};
    ck_assert_int_eq(sow_strength_measure_run(store, id, -1, &plan, &err), SOW_USAGE);
    ck_assert_ptr_nonnull(strstr(err.text, "sowlab resume"));
}

/* A stopped run goes on to the same result. */
TEST(repeats, resumed)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    small_options(&options);
    struct asked asked = {.kind = &sow_learn_kind,
                          .rules = "awari",
                          .options = &options,
                          .seed = 5,
                          .stop = &commits.stop};
    int64_t whole = learn(store, &options, 2);
    ck_assert_int_ge(
        stop_and_resume(store, &asked, (struct stop_points){ROUNDS + 2, 1}, whole), 2);
}

/* A resumed run is measured at its end, as other runs are. The board is small, so that
   games are short. */
TEST(repeats, resumed_is_measured)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    struct sow_variant variant;
    int64_t id = 0;
    small_options(&options);
    ck_ok(sow_variant_builtin("awari", &variant, &err));
    variant.rules.pits = 3;
    variant.rules.seeds = 2;
    ck_assert_int_eq(sow_rules_check(&variant.rules, NULL, NULL), SOW_OK);
    keep_options(&sow_learn_kind, &options);
    struct sow_run_request request = {.kind = &sow_learn_kind,
                                      .rules = &variant.rules,
                                      .variant = "awari",
                                      .options = &options,
                                      .label = "",
                                      .with.threads = 1,
                                      .with.kernel = "auto",
                                      .with.stop = &commits.stop};
    commits.countdown = 2;
    ck_assert_int_eq(sow_run_execute(store, &request, &id, &err), SOW_INTERRUPTED);
    commits.stop.requested = false;
    ck_assert_int_eq(setenv("SOWLAB_MEASURE", "yes", 1), 0);
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "auto"};
    ck_ok(sow_run_resume(store, &replay, &err));
    ck_assert_int_eq(setenv("SOWLAB_MEASURE", "no", 1), 0);
    ck_assert_double_eq(real_of(store, "SELECT count(*) FROM strengths"), 3);
}

/* Positions of few games are fitted, with fewer folds. */
TEST(repeats, few_games)
{
    (void)err;
    OWNED(store) struct sow_store *store = open_scratch();
    OWNED(rounds) struct rounds rounds = {.count = 0};
    struct sow_learn_options options;
    small_options(&options);
    options.sample = 1;
    options.positions = 450;
    options.test_games = 0;
    read_rounds(store, learn(store, &options, 1), &rounds);
    ck_assert_int_eq(rounds.count, ROUNDS);
}

/* ---- Targets and fits ---- */

/* Learns one round of 900 positions, and reads it. */
static void learn_round(const char *rules, const char *const (*changes)[2],
                        struct rounds *rounds)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    small_options(&options);
    options.rounds = 1;
    options.positions = 900;
    options.test_games = 0;
    set_text(&options.target, "outcome");
    for (; *changes[0] != NULL; changes++)
        type_option(&sow_learn_kind, &options, changes[0][0], changes[0][1]);
    read_rounds(store, learn_in(store, rules, &options, 2), rounds);
}

/* LSTD(1) is the regression of the outcomes, position by position. */
TEST(fits, lambda_1_is_outcome)
{
    (void)err;
    static const char *const LAMBDA_1[][2] = {{"lambda", "1.0"}, {NULL, NULL}};
    static const char *const LAMBDA_0[][2] = {{"lambda", "0"}, {NULL, NULL}};
    OWNED(rounds) struct rounds outcome = {.count = 0};
    OWNED(rounds) struct rounds one = {.count = 0};
    OWNED(rounds) struct rounds none = {.count = 0};
    learn_round("awari", &LAMBDA_1[1], &outcome);
    learn_round("awari", LAMBDA_1, &one);
    learn_round("awari", LAMBDA_0, &none);
    ck_assert_str_eq(one.spec[1], outcome.spec[1]);
    ck_assert_str_ne(none.spec[1], outcome.spec[1]);
}

/* If no position is solved, an exact target is the other one. Solved positions change the
   weights. */
TEST(fits, unsolved_positions_take_the_other_target)
{
    (void)err;
    static const char *const NONE[][2] = {{NULL, NULL}};
    static const char *const FEW[][2] = {
        {"target", "exact"}, {"nodes", "1"}, {"target_mix", "0"}, {NULL, NULL}};
    static const char *const MANY[][2] = {
        {"target", "exact"}, {"nodes", "300"}, {NULL, NULL}};
    static const char *const OTHER[][2] = {
        {"other_target", "exact"}, {"nodes", "300"}, {NULL, NULL}};
    OWNED(rounds) struct rounds outcome = {.count = 0};
    OWNED(rounds) struct rounds few = {.count = 0};
    OWNED(rounds) struct rounds many = {.count = 0};
    OWNED(rounds) struct rounds other = {.count = 0};
    learn_round("kalah", NONE, &outcome);
    learn_round("kalah", FEW, &few);
    learn_round("kalah", MANY, &many);
    learn_round("kalah", OTHER, &other);
    ck_assert_str_ne(few.spec[1], many.spec[1]);
    ck_assert_str_ne(many.spec[1], outcome.spec[1]);
    /* Half and half is the same from both sides. */
    ck_assert_str_eq(many.spec[1], other.spec[1]);
}

/* Weights of the logistic fit are in seeds, like those of the ridge fit. The bounds are
   wide: the two fits ask different questions. */
TEST(fits, logistic_weights_are_in_seeds)
{
    static const char *const RIDGE[][2] = {{"features", "store_difference"},
                                           {NULL, NULL}};
    static const char *const LOGISTIC[][2] = {
        {"features", "store_difference"}, {"method", "logistic"}, {NULL, NULL}};
    OWNED(rounds) struct rounds ridge = {.count = 0};
    OWNED(rounds) struct rounds logistic = {.count = 0};
    struct sow_agent agents[2];
    learn_round("kalah", RIDGE, &ridge);
    learn_round("kalah", LOGISTIC, &logistic);
    ck_ok(sow_agent_parse(ridge.spec[1], NULL, &agents[0], &err));
    ck_ok(sow_agent_parse(logistic.spec[1], NULL, &agents[1], &err));
    double one = sow_fixed_to_weight(agents[0].weight[0], agents[0].exponent);
    double other = sow_fixed_to_weight(agents[1].weight[0], agents[1].exponent);
    ck_assert_double_gt(other, 0.7 * one);
    ck_assert_double_lt(other, 1.4 * one);
}

/* A budget is divided among the rounds, and the record says so. */
TEST(fits, budget)
{
    (void)err;
    static const char *const CHANGES[][2] = {
        {"budget", "1501"}, {"rounds", "2"}, {"positions", "8000"}, {NULL, NULL}};
    OWNED(rounds) struct rounds rounds = {.count = 0};
    learn_round("awari", CHANGES, &rounds);
    ck_assert_int_eq(rounds.count, 2);
    ck_assert_int_eq(rounds.positions, 750);
}

/* ---- Refusals ---- */

/* Changes one option to a value that is refused. */
static void set_few_positions(struct sow_learn_options *options)
{
    options->positions = 200;
}

static void set_first(struct sow_learn_options *options)
{
    set_text(&options->first, "order:h4,h6");
}

static void set_label(struct sow_learn_options *options)
{
    set_text(&options->target, "margin");
}

static void set_timed_label(struct sow_learn_options *options)
{
    set_text(&options->target, "search:alphabeta:ms=5,eval=[weights]");
}

static void set_visits(struct sow_learn_options *options)
{
    set_text(&options->target, "search:mcts:iterations=9,eval=[weights]");
}

static void set_plies(struct sow_learn_options *options)
{
    (void)snprintf(options->random_plies, sizeof options->random_plies, "9..3");
}

static void set_constant(struct sow_learn_options *options)
{
    set_text(&options->features, "to_move");
}

static void set_budget(struct sow_learn_options *options)
{
    options->budget = 7000;
}

static void set_small_budget(struct sow_learn_options *options)
{
    options->positions = 8000;
    options->budget = 700;
}

static void set_lambda_of_search(struct sow_learn_options *options)
{
    type_option(&sow_learn_kind, options, "lambda", "0.5");
}

static void set_lambda_of_two(struct sow_learn_options *options)
{
    set_lambda_of_search(options);
    set_text(&options->target, "outcome");
    set_text(&options->other_target, "search:minimax:depth=1,eval=[weights]");
}

static void set_lambda_of_results(struct sow_learn_options *options)
{
    set_lambda_of_search(options);
    set_text(&options->target, "outcome");
    options->method = SOW_LEARN_LOGISTIC;
}

static void set_large_lambda(struct sow_learn_options *options)
{
    type_option(&sow_learn_kind, options, "lambda", "1.5");
}

static void set_two_searches(struct sow_learn_options *options)
{
    set_text(&options->other_target, "search:minimax:depth=1,eval=[weights]");
}

static void set_unsolved(struct sow_learn_options *options)
{
    set_text(&options->target, "exact");
}

static void set_timed_other(struct sow_learn_options *options)
{
    set_text(&options->target, "outcome");
    set_text(&options->other_target, "search:alphabeta:ms=5,eval=[weights]");
}

static const struct {
    void (*set)(struct sow_learn_options *options);
    const char *option; /* option at fault */
    const char *part;   /* part of the message */
} REFUSED[] = {
    {set_few_positions, "positions", "are too few for"},
    {set_first, "first", "cannot give the first weights"},
    {set_label, "target", "'margin' is unknown"},
    {set_timed_label, "target", "by time"},
    {set_visits, "target", "not a value in seeds"},
    {set_constant, "features", "it has no scale"},
    {set_budget, "budget", "2333 positions in each of 3 rounds"},
    {set_small_budget, "budget", "give --budget 1290 or more"},
    {set_lambda_of_search, "lambda", "add --target outcome"},
    {set_lambda_of_two, "lambda", "without --other-target"},
    {set_lambda_of_results, "lambda", "leave --method out"},
    {set_large_lambda, "lambda", "not a number from 0 to 1"},
    {set_two_searches, "other_target", "of the same kind as --target"},
    {set_unsolved, "endgame", "exact labels need '--endgame FILE'"},
    {set_timed_other, "other_target", "by time"},
    {set_plies, "random_plies", "'9..3' is not a number of random moves"},
};

/* A refusal names the option at fault, and no run is stored. */
TEST_EACH(refused, options_at_fault, REFUSED)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    int64_t id = 0;
    small_options(&options);
    REFUSED[_i].set(&options);
    struct asked asked = {.kind = &sow_learn_kind, .rules = "awari", .options = &options};
    ck_assert_int_eq(try_run(store, &asked, &id, &err), SOW_USAGE);
    ck_assert_msg(strstr(err.text, REFUSED[_i].part) != NULL, "%s", err.text);
    ck_assert_str_eq(err.option, REFUSED[_i].option);
    ck_assert_int_eq(id, 0);
}
