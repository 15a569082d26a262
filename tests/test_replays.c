/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Retests of the worst cells of a robustness run: which cells are chosen, that their
   games are new, and the report. */
#include "batch_watch.h"
#include "run_support.h"
#include "sow/store/tables/replays.def"
#include "sow/studies/robustness.h"

#include <string.h>

enum { GAMES = 40 };

static struct sow_robustness_options options;

static void small(void)
{
    sow_params_release(sow_robustness_kind.groups, &options);
    sow_run_kind_defaults(&sow_robustness_kind, &options);
    type_option(&sow_robustness_kind, &options, "players", "divilly2013 state:h4=1");
    type_option(&sow_robustness_kind, &options, "opponents", "h1,random");
    type_option(&sow_robustness_kind, &options, "variants", "awari,kalah,oware-abapa");
    options.study.games = GAMES;
}

static enum sow_status execute(struct sow_store *store, int64_t *id, struct sow_err *err)
{
    const struct asked asked = {.kind = &sow_robustness_kind,
                                .rules = "awari",
                                .name = "several",
                                .options = &options,
                                .kernel = "plain",
                                .seed = 7};
    return try_run(store, &asked, id, err);
}

static int64_t made(struct sow_store *store)
{
    struct sow_err err;
    int64_t id;
    small();
    ck_ok(execute(store, &id, &err));
    return id;
}

/* ---- Games ---- */

/* One seat of a cell. */
struct lone {
    uint64_t key;
    enum sow_purpose purpose;
    bool second;
};

static struct sow_pairing pairing_of(const void *context, size_t index)
{
    const struct lone *lone = context;
    uint64_t game = 2 * index + lone->second;
    return (struct sow_pairing){
        lone->second, !lone->second, {lone->purpose, {lone->key, 0, 1, game}}};
}

/* Counts the games won in the seat of a retest, with the streams of a purpose. */
static int64_t wins_of(const struct sow_replay_row *row, enum sow_purpose purpose)
{
    struct sow_err err;
    ck_ok(sow_variant_choice_resolve(&options.study.choice, &err));
    struct sow_variant_set set = options.study.choice.set;
    size_t variant = 0;
    while (strcmp(set.variants[variant].name, row->variant) != 0)
        variant++;
    struct lone lone = {sow_study_key(set.rules[variant], row->player, row->opponent),
                        purpose, strcmp(row->seat, "second") == 0};
    struct sow_agent agents[2];
    ck_ok(sow_agent_parse(row->player, NULL, &agents[0], &err));
    ck_ok(sow_agent_parse(row->opponent, NULL, &agents[1], &err));
    struct sow_game_result results[GAMES];
    struct sow_batch batch = {.rules = &set.variants[variant].rules,
                              .agents = agents,
                              .agent_count = 2,
                              .seed = 7,
                              .games = GAMES,
                              .pairing = pairing_of,
                              .context = &lone,
                              .with.threads = 1,
                              .with.kernel = "plain"};
    ck_assert(sow_batch_play(&batch, results));
    int64_t wins = 0;
    for (int i = 0; i < GAMES; i++)
        wins += sow_game_sign(results[i]) == (lone.second ? -1 : 1);
    return wins;
}

static enum sow_status look_at_replay(void *context, const struct sow_replay_row *row,
                                      struct sow_err *err)
{
    bool *fresh = context;
    (void)err;
    if (strcmp(row->player, "divilly2013") != 0)
        return SOW_OK;
    int64_t old = wins_of(row, SOW_PURPOSE_PANEL);
    ck_assert_int_eq(row->wins, wins_of(row, SOW_PURPOSE_REPLAY));
    ck_assert_double_eq_tol(row->chosen_rate, (double)old / GAMES, 1e-9);
    *fresh = *fresh || row->wins != old;
    return SOW_OK;
}

TEST(worst, replay_has_games_of_its_own)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = made(store);
    bool fresh = false;
    ck_ok(sow_store_each(store, replay, id, look_at_replay, &fresh, &err));
    ck_assert(fresh);
}

/* A retest is of one seat. The plain kernel takes games one by one, so it plays only the
   reported games. */
TEST(worst, replay_plays_one_seat)
{
    enum { CELLS = 12, REPLAYS = 6, AGAIN = 60 };
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id;
    small();
    options.replay_games = AGAIN;
    games_played = 0;
    ck_ok(execute(store, &id, &err));
    ck_assert_uint_eq(games_played, 2 * CELLS * GAMES + REPLAYS * AGAIN);
    is_close(store, "SELECT count(*) FROM replays WHERE distinct_games > 0", REPLAYS);
}

/* ---- Report ---- */

TEST(worst, worst_cells_are_replayed)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = made(store);
    is_close(store, "SELECT count(*) FROM replays", 6);
    is_close(store,
             "SELECT count(*) FROM replays WHERE games = 40 AND wins = 40 * win_rate", 6);
    /* The retested seats are the worst: no other seat is worse than one of them. */
    is_close(store,
             "WITH ranked AS (SELECT *, row_number() OVER (PARTITION BY player ORDER BY"
             " win_rate) AS place FROM seat_scores WHERE seat <> 'both') SELECT count(*)"
             " FROM replays p JOIN ranked s USING (player, place) WHERE p.chosen_rate ="
             " s.win_rate",
             6);
    is_close(store,
             "SELECT count(*) FROM replays p JOIN seat_scores s USING (player, opponent,"
             " variant, seat) WHERE p.chosen_rate = s.win_rate",
             6);
    /* The line for all variants has the lowest rate and its interval. */
    is_close(store, "SELECT count(*) FROM robustness WHERE replayed_rate IS NULL", 6);
    is_close(store,
             "SELECT count(*) FROM robustness b WHERE variant IS NULL AND"
             " replayed_rate = (SELECT min(win_rate) FROM replays p WHERE p.player ="
             " b.player) AND replayed_low = (SELECT min(low) FROM replays p WHERE"
             " p.player = b.player) AND replayed_high = (SELECT min(high) FROM replays p"
             " WHERE p.player = b.player)",
             2);
    small();
    options.replay_worst = 100;
    options.replay_games = 60;
    ck_ok(execute(store, &id, &err));
    is_close(store, "SELECT count(*) FROM replays WHERE run_id = 2 AND games = 60", 24);
    small();
    options.replay_worst = 0;
    ck_ok(execute(store, &id, &err));
    is_close(store, "SELECT count(*) FROM replays WHERE run_id = 3", 0);
    is_close(store, "SELECT count(replayed_rate) FROM robustness WHERE run_id = 3", 0);
    small();
    options.replay_worst = 0;
    options.replay_games = 60;
    ck_fails(execute(store, &id, &err), SOW_USAGE, "it needs --replay-worst above 0");
}
