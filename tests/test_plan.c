/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs with a match list: their cells, that results do not depend on threads, kernel and
   interruptions, and their conclusions. */
#include "commits.h"
#include "run_support.h"
#include "sow/evolution/evolve.h"
#include "sow/reproduction/reproduce.h"
#include "sow/store/tables/match_variants.def"
#include "sow/store/tables/matches.def"
#include "sow/studies/robustness.h"
#include "sow/studies/tournament.h"
#include "sow/studies/transfer.h"

#include <stdlib.h>
#include <string.h>

/* ---- Small runs of every kind ---- */

static union {
    struct sow_robustness_options robustness;
    struct sow_tournament_options tournament;
    struct sow_reproduce_options reproduce;
    struct sow_transfer_options transfer;
} options;

static void defaults(const struct sow_run_kind *kind)
{
    static const struct sow_run_kind *before;
    if (before != NULL)
        sow_params_release(before->groups, &options);
    before = kind;
    sow_run_kind_defaults(kind, &options);
}

static void small_robustness(void)
{
    defaults(&sow_robustness_kind);
    type_option(&sow_robustness_kind, &options, "players", "divilly2013 state:h4=1");
    type_option(&sow_robustness_kind, &options, "opponents", "h1,random");
    type_option(&sow_robustness_kind, &options, "variants", "awari,kalah,oware-abapa");
    options.robustness.study.games = 40;
}

static void small_tournament(void)
{
    defaults(&sow_tournament_kind);
    type_option(&sow_tournament_kind, &options, "players", "h1 state:h4=1 h4 random");
    type_option(&sow_tournament_kind, &options, "variants", "kalah,awari");
    type_option(&sow_tournament_kind, &options, "pits", "4..5");
    options.tournament.study.games = 50;
}

static void small_reproduction(void)
{
    defaults(&sow_reproduce_kind);
    options.reproduce.study.games = 60;
    options.reproduce.evolutions = options.reproduce.generations = 2;
    options.reproduce.population = 4;
    options.reproduce.orders = 2;
}

static void small_transfer(void)
{
    defaults(&sow_transfer_kind);
    type_option(&sow_transfer_kind, &options, "players",
                "divilly2013 h4 weights:1,0,0,1,0,0");
    free(options.transfer.origins);
    options.transfer.origins = strdup("erherhe\nawari\nawari\n");
    type_option(&sow_transfer_kind, &options, "opponents", "h1 random");
    type_option(&sow_transfer_kind, &options, "variants", "awari,erherhe,kalah");
    options.transfer.study.games = 40;
}

static const struct {
    const struct sow_run_kind *kind;
    void (*fill)(void);
    int commits; /* number of commits: record, evolutions, match list, slices, replays,
                    conclusions, end */
} KINDS[] = {
    {&sow_robustness_kind, small_robustness, 16},
    {&sow_tournament_kind, small_tournament, 20},
    {&sow_reproduce_kind, small_reproduction, 12},
    {&sow_transfer_kind, small_transfer, 7},
};

enum { KIND_COUNT = sizeof KINDS / sizeof KINDS[0] };

/* Threads and kernel of a run. */
struct manner {
    int threads;
    const char *kernel;
};

static enum sow_status execute(struct sow_store *store, const struct sow_run_kind *kind,
                               struct manner manner, int64_t *id, struct sow_err *err)
{
    const struct asked asked = {kind, "awari",        "several",     &options,     NULL,
                                7,    manner.threads, manner.kernel, &commits.stop};
    return try_run(store, &asked, id, err);
}

static int64_t made(struct sow_store *store, int kind, struct manner manner)
{
    struct sow_err err;
    int64_t id;
    KINDS[kind].fill();
    ck_ok(execute(store, KINDS[kind].kind, manner, &id, &err));
    return id;
}

static const struct manner PLAINLY = {1, "plain"};
static const struct manner AS_USUAL = {2, "auto"};

TEST_LOOP(same, same_content_for_any_threads_and_kernel, 0, KIND_COUNT)
{
    static const struct manner MANNERS[] = {
        {1, "auto"}, {2, "auto"}, {3, "auto"}, {3, "portable"}};
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t plain = made(store, _i, PLAINLY);
    for (size_t i = 0; i < sizeof MANNERS / sizeof MANNERS[0]; i++)
        has_digest_of(store, made(store, _i, MANNERS[i]), plain);
}

TEST_LOOP(resumed, stopped_run_goes_on, 0, KIND_COUNT)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t whole = made(store, _i, AS_USUAL);
    int stops = 0;
    /* A stop at the last two commits leaves no work to resume. */
    for (int commit = 2; commit <= KINDS[_i].commits - 2; commit++) {
        int64_t id;
        KINDS[_i].fill();
        commits.countdown = commit;
        enum sow_status status = execute(store, KINDS[_i].kind, AS_USUAL, &id, &err);
        commits.countdown = 0;
        commits.stop.requested = false;
        if (status == SOW_OK)
            break;
        ck_assert_int_eq(status, SOW_INTERRUPTED);
        stops++;
        struct sow_run_replay replay = {
            .id = id, .with.threads = 1, .with.kernel = "portable"};
        ck_ok(sow_run_resume(store, &replay, &err));
        has_digest_of(store, id, whole);
    }
    ck_assert_int_ge(stops, 3);
}

TEST_LOOP(resumed, run_is_replayed, 0, KIND_COUNT)
{
    struct sow_run_verdict verdict;
    OWNED(store) struct sow_store *store = open_scratch();
    struct sow_run_replay replay = {
        .id = made(store, _i, AS_USUAL), .with.threads = 1, .with.kernel = "auto"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same, "%s", verdict.difference);
    ck_assert_int_gt(verdict.rows, 10);
}

/* ---- Cells ---- */

/* A search for the match of two players in a variant. */
struct search {
    const char *variant;
    const char *player;
    const char *opponent;
    int match; /* number of the first such match in the match list of the variant */
    int last;
    struct sow_match_row found;
    int count;
};

static enum sow_status
look_at_plan(void *context, const struct sow_match_variant_row *row, struct sow_err *err)
{
    (void)err;
    struct search *search = context;
    if (strcmp(row->variant, search->variant) == 0) {
        search->match = search->match < 0 ? row->match : search->match;
        search->last = row->match;
    }
    return SOW_OK;
}

static enum sow_status look_at_match(void *context, const struct sow_match_row *row,
                                     struct sow_err *err)
{
    (void)err;
    struct search *search = context;
    if (row->match >= search->match && row->match <= search->last &&
        strcmp(row->player, search->player) == 0 &&
        strcmp(row->opponent, search->opponent) == 0) {
        search->found = *row;
        search->count++;
    }
    return SOW_OK;
}

static struct sow_match_row match_of(struct sow_store *store, int64_t id,
                                     const char *variant, const char *player,
                                     const char *opponent)
{
    struct sow_err err;
    struct search search = {variant, player, opponent, -1, -1, {.run_id = 0}, 0};
    ck_ok(sow_store_each(store, match_variant, id, look_at_plan, &search, &err));
    ck_ok(sow_store_each(store, match, id, look_at_match, &search, &err));
    ck_assert_int_eq(search.count, 1);
    return search.found;
}

static void are_same_games(const struct sow_match_row *a, const struct sow_match_row *b)
{
    ck_assert_int_eq(a->first_wins, b->first_wins);
    ck_assert_int_eq(a->first_draws, b->first_draws);
    ck_assert_int_eq(a->second_wins, b->second_wins);
    ck_assert_int_eq(a->second_draws, b->second_draws);
    ck_assert_int_eq(a->plies, b->plies);
    ck_assert_int_eq(a->margin, b->margin);
}

TEST(cells, cell_does_not_depend_on_its_place)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = made(store, 0, AS_USUAL);
    struct sow_match_row among = match_of(store, id, "kalah", "divilly2013", "random");
    defaults(&sow_tournament_kind);
    type_option(&sow_tournament_kind, &options, "players", "h6 divilly2013 h2 random");
    type_option(&sow_tournament_kind, &options, "variants", "kalah");
    options.tournament.study.games = options.robustness.study.games = 40;
    ck_ok(execute(store, &sow_tournament_kind, PLAINLY, &id, &err));
    struct sow_match_row elsewhere =
        match_of(store, id, "kalah", "divilly2013", "random");
    are_same_games(&among, &elsewhere);
    ck_assert_int_ne(among.match, elsewhere.match);
    /* Another pair, or other rules, has other games. */
    struct sow_match_row other = match_of(store, id, "kalah", "h6", "random");
    ck_assert_int_ne(other.plies, among.plies);
}

/* Computes the FNV-1a hash by its description in plan.h. */
static uint64_t key_of(const char *const texts[3])
{
    uint64_t key = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < 3; i++)
        for (size_t k = 0; k <= strlen(texts[i]); k++)
            key = (key ^ (unsigned char)texts[i][k]) * UINT64_C(0x100000001b3);
    return key;
}

static uint64_t lone_key;

static struct sow_pairing lone_pairing(const void *context, size_t index)
{
    (void)context;
    uint32_t second = index % 2 == 1;
    return (struct sow_pairing){
        second, !second, {SOW_PURPOSE_PANEL, {lone_key, 0, 1, index}}};
}

TEST(cells, cell_is_a_match)
{
    enum { GAMES = 40 };
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = made(store, 0, AS_USUAL);
    struct sow_match_row row = match_of(store, id, "awari", "divilly2013", "h1");
    ck_assert_int_eq(row.games, GAMES);
    ck_ok(sow_variant_choice_resolve(&options.robustness.study.choice, &err));
    struct sow_variant_set set = options.robustness.study.choice.set;
    lone_key = key_of((const char *const[]){set.rules[0], "divilly2013", "h1"});
    struct sow_agent agents[2];
    ck_ok(sow_agent_parse("divilly2013", NULL, &agents[0], &err));
    ck_ok(sow_agent_parse("h1", NULL, &agents[1], &err));
    struct sow_game_result results[2 * GAMES];
    struct sow_batch batch = {.rules = &set.variants[0].rules,
                              .agents = agents,
                              .agent_count = 2,
                              .seed = 7,
                              .games = 2 * GAMES,
                              .pairing = lone_pairing,
                              .with.threads = 1,
                              .with.kernel = "plain"};
    ck_assert(sow_batch_play(&batch, results));
    int64_t wins[2] = {0, 0};
    int64_t plies = 0;
    for (int i = 0; i < 2 * GAMES; i++) {
        wins[i % 2] += sow_game_sign(results[i]) == (i % 2 == 0 ? 1 : -1);
        plies += results[i].plies;
    }
    ck_assert_int_eq(row.first_wins, wins[0]);
    ck_assert_int_eq(row.second_wins, wins[1]);
    ck_assert_int_eq(row.plies, plies);
}

/* ---- Conclusions ---- */

TEST(conclusions, robustness_is_summed_up)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)made(store, 0, AS_USUAL);
    /* There are two players and three variants. Each player also has a line for all
       variants. */
    is_close(store, "SELECT count(*) FROM robustness", 8);
    is_close(store, "SELECT count(*) FROM match_variants", 12);
    is_close(store, "SELECT cells FROM robustness WHERE line = 0", 4);
    is_close(store, "SELECT cells FROM robustness WHERE line = 3", 12);
    is_close(store, "SELECT variant IS NULL FROM robustness WHERE line = 3", 1);
    is_close(store,
             "SELECT sum(abs(b.worst_rate - (SELECT min(win_rate) FROM seat_scores s"
             " WHERE s.player = b.player AND seat <> 'both' AND s.variant ="
             " coalesce(b.variant, s.variant)))) FROM robustness b",
             0);
    is_close(store,
             "SELECT sum(abs(b.win_rate - (SELECT avg(win_rate) FROM seat_scores s"
             " WHERE s.player = b.player AND seat <> 'both' AND s.variant ="
             " coalesce(b.variant, s.variant)))) FROM robustness b",
             0);
    is_close(store,
             "SELECT count(*) FROM robustness WHERE NOT (floor_low <= worst_low AND"
             " worst_low <= worst_rate AND worst_rate <= worst_high AND worst_high <="
             " floor_high AND low <= score AND score <= high)",
             0);
}

TEST(conclusions, matches_count_under_their_own_variant)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)made(store, 0, AS_USUAL);
    is_close(store, "SELECT count(DISTINCT variant) FROM opponent_rates", 3);
    is_close(store,
             "SELECT games FROM opponent_rates WHERE variant = 'kalah' AND seat = 'both'"
             " AND player = 'divilly2013' AND opponent = 'h1'",
             80);
    /* Another run plays the same games. They count once. */
    defaults(&sow_tournament_kind);
    type_option(&sow_tournament_kind, &options, "players", "divilly2013 h1");
    type_option(&sow_tournament_kind, &options, "variants", "kalah");
    options.tournament.study.games = 50;
    int64_t id;
    ck_ok(execute(store, &sow_tournament_kind, AS_USUAL, &id, &err));
    is_close(store,
             "SELECT games FROM opponent_rates WHERE variant = 'kalah' AND seat = 'both'"
             " AND player = 'divilly2013' AND opponent = 'h1'",
             100);
}

TEST(conclusions, tournament_is_rated)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)made(store, 1, AS_USUAL);
    /* There are four sizes and a line for all of them, and four players. */
    is_close(store, "SELECT count(*) FROM ratings", 20);
    is_close(store, "SELECT count(*) FROM match_variants", 40);
    is_close(store,
             "SELECT max(abs(total)) FROM (SELECT sum(rating) AS total FROM ratings"
             " GROUP BY variant)",
             0);
    is_close(store,
             "SELECT count(*) FROM ratings WHERE games <> 300 AND variant NOT NULL", 0);
    is_close(store, "SELECT sum(wins - losses) FROM ratings", 0);
    is_close(store,
             "SELECT count(*) FROM ratings a JOIN ratings b ON a.variant IS b.variant"
             " WHERE a.place < b.place AND a.rating < b.rating",
             0);
}

TEST(conclusions, cycle_is_found)
{
    /* In Awari, h1 clearly beats h6, h6 beats h4, and h4 beats h1. */
    OWNED(store) struct sow_store *store = open_scratch();
    defaults(&sow_tournament_kind);
    type_option(&sow_tournament_kind, &options, "players", "h4 h6 h1 h3");
    type_option(&sow_tournament_kind, &options, "variants", "awari");
    options.tournament.study.games = 300;
    int64_t id;
    ck_ok(execute(store, &sow_tournament_kind, AS_USUAL, &id, &err));
    is_close(store, "SELECT count(*) FROM cycles", 1);
    is_close(store, "SELECT first = 'h4' AND second = 'h1' AND third = 'h6' FROM cycles",
             1);
    is_close(store,
             "SELECT min(first_score, second_score, third_score) > 0.5 AND p < 0.05"
             " FROM cycles",
             1);
    is_close(store, "SELECT variant = 'awari' FROM cycles", 1);
}

TEST(conclusions, transfer_is_summed_up)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)made(store, 3, AS_USUAL);
    is_close(store, "SELECT count(*) FROM transfers", 9);
    is_close(store, "SELECT count(*) FROM transfers WHERE verdict = 'best'", 3);
    is_close(store, "SELECT count(*) FROM transfers WHERE regret < 0", 0);
    is_close(store, "SELECT count(*) FROM transfers WHERE home IS NULL", 3);
    is_close(store,
             "SELECT count(*) FROM transfers WHERE variant = 'erherhe' AND home ="
             " 'divilly2013'",
             3);
    is_close(store, "SELECT count(*) FROM transfers WHERE duel_score IS NULL", 5);
    is_close(store,
             "SELECT sum(abs(t.score - (SELECT avg(score) FROM seat_scores s WHERE"
             " s.player = t.player AND s.variant = t.variant AND seat <> 'both' AND"
             " s.opponent IN ('h1', 'random')))) FROM transfers t",
             0);
}

TEST(conclusions, transfer_takes_what_runs_made)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)add_evolution(store);
    (void)add_dataset(store);
    defaults(&sow_transfer_kind);
    ck_fails(take_words(&sow_transfer_kind, &options, store, "1", &err), SOW_USAGE,
             "one vector cannot be compared");
    option_is(&sow_transfer_kind, &options, "names", "run:1");
    ck_assert_str_eq(options.transfer.origins, "kalah\n");
    option_is(&sow_transfer_kind, &options, "variants",
              "[kalah]\npits = 6\nseeds = 4\nply_cap = 900\n");
    defaults(&sow_transfer_kind);
    ck_fails(take_words(&sow_transfer_kind, &options, store, "99", &err), SOW_NOT_FOUND,
             "no run 99");
    defaults(&sow_transfer_kind);
    ck_fails(take_words(&sow_transfer_kind, &options, store, "1 2", &err), SOW_USAGE,
             "made no player");
    defaults(&sow_transfer_kind);
    ck_fails(take_words(&sow_transfer_kind, &options, store, "1 x", &err), SOW_USAGE,
             "ID 'x' is not a whole number");
}

TEST(conclusions, lonely_players_are_refused)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id;
    small_tournament();
    type_option(&sow_tournament_kind, &options, "players", "h1");
    ck_fails(execute(store, &sow_tournament_kind, AS_USUAL, &id, &err), SOW_USAGE,
             "a tournament needs two players or more");
    ck_assert_int_eq(id, 0);
    small_reproduction();
    TYPE(options.reproduce.work, "divily2013");
    ck_fails(execute(store, &sow_reproduce_kind, AS_USUAL, &id, &err), SOW_USAGE,
             "did you mean 'divilly2013'");
}

/* The games of a match list are those of the run's options, and the run's name is made
   of them. The exception is an evolution, whose name is made of the first of its
   variants. */
TEST(conclusions, every_kind_with_a_plan_is_a_study)
{
    int studies = 0;
    for (int k = 0; sow_run_kinds[k] != NULL; k++) {
        const struct sow_run_kind *kind = sow_run_kinds[k];
        bool plan = false;
        for (const char *const *table = kind->content; *table != NULL; table++)
            plan = plan || strcmp(*table, "match_variants") == 0;
        plan = plan && kind != &sow_evolve_kind;
        ck_assert_msg((kind->design != NULL) == plan, "'%s'", kind->name);
        studies += plan;
    }
    ck_assert_int_ge(studies, 5);
}
