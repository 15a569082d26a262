/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regret of moves against perfect play. The figures are compared with those of a rules
   engine and a solver in the tests. Players that know perfect play lose nothing, and
   random players draw at random. */
#include "naive.h"
#include "run_support.h"
#include "sow/endgame/database.h"
#include "sow/truth/move_regret.h"

enum { PITS = 3, ON_BOARD = 5, START = 3 };

/* ---- Kalah on few pits, computed by the tests alone ---- */

/* Returns the final margin of the stores for the side to move. These games have no
   cycles. */
static int value_of(const struct sow_rules *rules, const struct naive_board *board);

static int value_of_move(const struct sow_rules *rules, const struct naive_board *board,
                         int number)
{
    struct naive_result result;
    int side = board->side;
    naive_move(rules, board, number, &result);
    if (result.ended)
        return result.board.store[side] - result.board.store[1 - side];
    int value = value_of(rules, &result.board);
    return result.board.side == side ? value : -value;
}

static int value_of(const struct sow_rules *rules, const struct naive_board *board)
{
    bool legal[SOW_MAX_PITS + 1];
    int best = -1000;
    naive_legal(rules, board, legal);
    for (int k = 1; k <= PITS; k++)
        if (legal[k] && value_of_move(rules, board, k) > best)
            best = value_of_move(rules, board, k);
    return best;
}

/* Sums over the choices of a player: -1 is the random player, else a heuristic alone. */
struct tally {
    int choices;
    double optimal, regret;
};

static void take_position(const struct sow_rules *rules, const struct naive_board *board,
                          int heuristic, struct tally *tally)
{
    bool legal[SOW_MAX_PITS + 1];
    int value[SOW_HEURISTICS];
    int loss[PITS + 1];
    int merit[PITS + 1];
    int moves = 0;
    int top = -1000;
    int best = value_of(rules, board);
    naive_legal(rules, board, legal);
    for (int k = 1; k <= PITS; k++) {
        if (!legal[k])
            continue;
        moves++;
        naive_heuristics(rules, board, k, value);
        merit[k] = heuristic < 0 ? 0 : value[heuristic] * (heuristic == 5 ? -1 : 1);
        loss[k] = best - value_of_move(rules, board, k);
        top = merit[k] > top ? merit[k] : top;
    }
    if (moves < 2)
        return;
    double drawn = 0;
    double good = 0;
    double lost = 0;
    for (int k = 1; k <= PITS; k++)
        if (legal[k] && merit[k] == top) {
            drawn++;
            good += loss[k] == 0;
            lost += loss[k];
        }
    tally->choices++;
    tally->optimal += good / drawn;
    tally->regret += lost / drawn;
}

/* Visits all positions with @p seeds seeds, pit after pit. */
static void lay_out(const struct sow_rules *rules, struct naive_board *board, int pit,
                    int seeds, int heuristic, struct tally *tally)
{
    int *here = &board->row[pit / PITS][pit % PITS + 1];
    if (pit == 2 * PITS - 1) {
        *here = seeds;
        take_position(rules, board, heuristic, tally);
        return;
    }
    for (*here = 0; *here <= seeds; ++*here)
        lay_out(rules, board, pit + 1, seeds - *here, heuristic, tally);
}

/* ---- Runs ---- */

static struct sow_variant small_kalah(void)
{
    struct sow_err err;
    struct sow_variant variant;
    ck_ok(sow_variant_builtin("kalah", &variant, &err));
    variant.rules.pits = PITS;
    variant.rules.seeds = START;
    ck_ok(sow_rules_check(&variant.rules, NULL, &err));
    return variant;
}

static int64_t measure(struct sow_store *store, const struct sow_variant *variant,
                       const char *const settings[][2])
{
    struct sow_err err;
    struct sow_regret_options options;
    int64_t id = 0;
    memset(&options, 0, sizeof options);
    sow_run_kind_defaults(&sow_regret_kind, &options);
    for (int i = 0; settings[i][0] != NULL; i++)
        type_option(&sow_regret_kind, &options, settings[i][0], settings[i][1]);
    keep_options(&sow_regret_kind, &options);
    struct sow_run_request request = {.kind = &sow_regret_kind,
                                      .variant = variant->name,
                                      .rules = &variant->rules,
                                      .options = &options,
                                      .label = "",
                                      .seed = 7,
                                      .with.threads = 1,
                                      .with.kernel = "auto"};
    ck_ok(sow_run_execute(store, &request, &id, &err));
    return id;
}

static double figure_of(struct sow_store *store, const char *column, const char *where)
{
    char sql[300];
    (void)snprintf(sql, sizeof sql, "SELECT %s FROM regrets WHERE %s", column, where);
    return real_of(store, sql);
}

static const char *const WHOLE[][2] = {{"players", "h1 h4 h6"},
                                       {"on_board", "5"},
                                       {"games", "0"},
                                       {"sample", "0"},
                                       {NULL, NULL}};

/* All positions of every number of seeds are compared, with ties of each player. */
TEST(whole, is_that_of_another_engine)
{
    static const struct {
        const char *name;
        int heuristic;
    } PLAYERS[] = {{"h1", 0}, {"h4", 3}, {"h6", 5}, {"random", -1}};
    struct sow_variant variant = small_kalah();
    struct sow_store *store = open_scratch();
    (void)measure(store, &variant, WHOLE);
    is_close(store, "SELECT count(*) FROM regrets WHERE positions = 'play'", 0);
    for (int i = 0; i < COUNT(PLAYERS); i++) {
        struct tally all = {0};
        for (int n = 1; n <= ON_BOARD; n++) {
            char where[100];
            struct tally tally = {0};
            int others = 2 * PITS * START - n;
            struct naive_board board = {.store = {others / 2, others - others / 2}};
            lay_out(&variant.rules, &board, 0, n, PLAYERS[i].heuristic, &tally);
            lay_out(&variant.rules, &board, 0, n, PLAYERS[i].heuristic, &all);
            if (tally.choices == 0)
                continue;
            (void)snprintf(where, sizeof where, "name = '%s' AND on_board = %d",
                           PLAYERS[i].name, n);
            ck_assert_double_eq_tol(figure_of(store, "choices", where), tally.choices,
                                    1e-9);
            ck_assert_double_eq_tol(figure_of(store, "optimal", where),
                                    tally.optimal / tally.choices, 1e-9);
            ck_assert_double_eq_tol(figure_of(store, "regret", where),
                                    tally.regret / tally.choices, 1e-9);
        }
        char where[100];
        (void)snprintf(where, sizeof where, "name = '%s' AND on_board = 0",
                       PLAYERS[i].name);
        ck_assert_double_eq_tol(figure_of(store, "optimal", where),
                                all.optimal / all.choices, 1e-9);
        ck_assert_double_eq_tol(figure_of(store, "regret", where),
                                all.regret / all.choices, 1e-9);
        ck_assert_double_eq_tol(figure_of(store, "regret_high - regret_low", where), 0,
                                1e-12);
    }
    sow_store_close(store);
}

/* Makes an endgame file, for a player that uses it and for the measurement itself. */
static const char *solved_file(const struct sow_variant *variant, int on_board)
{
    struct sow_err err;
    struct sow_endgame *endgame = NULL;
    const char *path = test_path("regret.endgame");
    (void)remove(path);
    struct sow_endgame_work work = {.with = {.threads = 1}};
    ck_ok(sow_endgame_continue(path, &variant->rules, &endgame, &err));
    ck_ok(sow_endgame_grow(endgame, &work, on_board, &err));
    sow_endgame_close(endgame);
    return path;
}

FIXTURE(known, enter_folder, leave_folder)

static const char *const GAMES[] = {"kalah", "awari", "erherhe"};

/* A player that uses the endgame file and looks one move ahead loses nothing. Awari and
   erherhe have a ply cap, but no game reaches it. */
TEST_EACH(known, who_knows_loses_nothing, GAMES)
{
    struct sow_variant variant;
    char players[300];
    ck_ok(sow_variant_builtin(GAMES[_i], &variant, &err));
    const char *path = solved_file(&variant, 6);
    (void)snprintf(players, sizeof players,
                   "h1 alphabeta:depth=1,endgame=%s,eval=[state:store_difference=1]",
                   path);
    struct sow_store *store = open_scratch();
    const char *const settings[][2] = {{"players", players}, {"endgame", path},
                                       {"games", "20"},      {"opponents", "random"},
                                       {"sample", "300"},    {NULL, NULL}};
    (void)measure(store, &variant, settings);
    is_close(store, "SELECT max(on_board) FROM regrets", 6);
    is_close(store,
             "SELECT count(DISTINCT positions) FROM regrets WHERE name LIKE 'alpha%'", 2);
    is_close(
        store,
        "SELECT max(regret) + max(1 - optimal) FROM regrets WHERE name LIKE 'alpha%'", 0);
    /* The random player equals the random choice, position by position. */
    is_close(store,
             "SELECT max(abs(regret - random_regret) + abs(optimal - random_optimal))"
             " FROM regrets WHERE name = 'random'",
             0);
    is_close(store,
             "SELECT min(regret) > 0 FROM regrets WHERE name = 'random'"
             " AND on_board = 6",
             1);
    /* The figures by number of seeds add up to the figures of all positions. */
    is_close(store,
             "SELECT max(abs(whole.choices - parts.n) + abs(whole.regret - parts.lost))"
             " FROM regrets whole JOIN (SELECT player, sum(choices) AS n,"
             " sum(choices * regret) / sum(choices) AS lost FROM regrets"
             " WHERE positions = 'play' AND on_board > 0 GROUP BY player) parts"
             " USING (player) WHERE positions = 'play' AND on_board = 0",
             0);
    sow_store_close(store);
}

/* The interval of a sample contains the value of all positions. */
TEST(known, a_sample_tells_of_all)
{
    static const char *const SAMPLE[][2] = {{"players", "h4"},
                                            {"on_board", "8"},
                                            {"games", "0"},
                                            {"sample", "400"},
                                            {NULL, NULL}};
    static const char *const ALL[][2] = {{"players", "h4"},
                                         {"on_board", "8"},
                                         {"games", "0"},
                                         {"sample", "0"},
                                         {NULL, NULL}};
    struct sow_variant variant;
    ck_ok(sow_variant_builtin("kalah", &variant, &err));
    variant.rules.pits = 4;
    ck_ok(sow_rules_check(&variant.rules, NULL, &err));
    struct sow_store *store = open_scratch();
    int64_t sampled = measure(store, &variant, SAMPLE);
    int64_t whole = measure(store, &variant, ALL);
    char sql[400];
    (void)snprintf(sql, sizeof sql,
                   "SELECT count(*) FROM regrets a JOIN regrets s USING (name, on_board)"
                   " WHERE a.run_id = %d AND s.run_id = %d AND on_board IN (0, 8) AND"
                   " a.regret BETWEEN s.regret_low AND s.regret_high AND a.optimal"
                   " BETWEEN s.optimal_low AND s.optimal_high AND s.regret_low <"
                   " s.regret_high AND a.choices > s.choices",
                   (int)whole, (int)sampled);
    is_close(store, sql, 4);
    sow_store_close(store);
}
