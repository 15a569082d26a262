/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of runs that learn: their rounds, replays, interruptions and refusals. */
#include "commits.h"
#include "run_support.h"
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

/* Makes a run in awari that must succeed, and returns its number. */
static int64_t learn(struct sow_store *store, const struct sow_learn_options *options,
                     int threads)
{
    return make_run(store, &(struct asked){.kind = &sow_learn_kind,
                                           .rules = "awari",
                                           .options = options,
                                           .seed = 5,
                                           .threads = threads});
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

/* Labels, and settings of labels and games, that the tests go through. */
static const struct {
    const char *label;
    double mix;
    const char *plies;
} WAYS[] = {{"search:alphabeta:depth=2,hash=0,eval=[weights]", 0.5, "0..12"},
            {"outcome", 0.5, "3"},
            {"search:minimax:depth=1,eval=[weights]", 0, "0..2"}};

static void choose_way(struct sow_learn_options *options, int way)
{
    small_options(options);
    set_text(&options->target, WAYS[way].label);
    options->target_mix = WAYS[way].mix;
    (void)snprintf(options->random_plies, sizeof options->random_plies, "%s",
                   WAYS[way].plies);
}

/* A run has the same digest for any number of threads, and a replay repeats it. */
TEST_EACH(repeats, threads_and_replays, WAYS)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    struct sow_run_verdict verdict;
    choose_way(&options, _i);
    int64_t id = learn(store, &options, 1);
    has_digest_of(store, learn(store, &options, 3), id);
    struct sow_run_replay replay = {.id = id, .with.threads = 2, .with.kernel = "plain"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same && verdict.complete, "%s", verdict.difference);
    ck_assert_int_ge(verdict.rows, ROUNDS);
}

/* A stopped run keeps its whole rounds, and goes on to the same result. */
TEST(repeats, resumed)
{
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_learn_options options;
    small_options(&options);
    int64_t whole = learn(store, &options, 2);
    int stops = 0;
    for (int commit = 2; commit <= ROUNDS + 1; commit++) {
        int64_t id = 0;
        struct asked asked = {.kind = &sow_learn_kind,
                              .rules = "awari",
                              .options = &options,
                              .seed = 5,
                              .stop = &commits.stop};
        commits.countdown = commit;
        enum sow_status status = try_run(store, &asked, &id, &err);
        commits.countdown = 0;
        commits.stop.requested = false;
        if (status == SOW_OK)
            continue;
        ck_assert_int_eq(status, SOW_INTERRUPTED);
        stops++;
        OWNED(rounds) struct rounds rounds;
        read_rounds(store, id, &rounds);
        ck_assert_int_lt(rounds.count, ROUNDS);
        /* The strength of its player may still change. */
        struct sow_strength_plan plan = {.depth = {true}, .openings = 2};
        ck_assert_int_eq(sow_strength_measure_run(store, id, -1, &plan, &err), SOW_USAGE);
        ck_assert_ptr_nonnull(strstr(err.text, "sowlab resume"));
        struct sow_run_replay replay = {
            .id = id, .with.threads = 1, .with.kernel = "auto"};
        ck_ok(sow_run_resume(store, &replay, &err));
        has_digest_of(store, id, whole);
    }
    ck_assert_int_ge(stops, 2);
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
