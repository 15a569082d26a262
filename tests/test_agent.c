/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of players stored as data: the moves they choose, their text form, and unchanged
   games. */
#include "naive.h"
#include "sample.h"
#include "scale.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/state_features.h"
#include "sow/variants/variant.h"
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

/* --- choices, compared with brute force --- */

/* Position to choose in, with the value of each legal move by each heuristic (H6 with its
   sign), in the order of the moves. */
struct problem {
    struct sow_rules rules;
    struct sow_game game;
    int count;
    int moves[SOW_MOVES_MAX];
    int value[SOW_MOVES_MAX][SOW_HEURISTICS];
    int present[SOW_HEURISTICS]; /* values of the position before the move */
};

static void value_moves(struct problem *problem, const struct naive_board *twin)
{
    const struct sow_rules *rules = &problem->rules;
    for (int i = 0; i < problem->count; i++) {
        int pit = problem->moves[i];
        int number =
            sow_pit_number(rules->pits, (enum sow_direction)rules->direction, pit);
        naive_heuristics(rules, twin, number, problem->value[i]);
        problem->value[i][SOW_H6] *= -1;
    }
}

static void value_present(struct problem *problem, const struct naive_board *twin)
{
    const struct sow_rules *rules = &problem->rules;
    int nearest = rules->direction == SOW_COUNTER_CLOCKWISE ? rules->pits : 1;
    memset(problem->present, 0, sizeof problem->present);
    problem->present[SOW_H1] = twin->row[twin->side][nearest];
    problem->present[SOW_H2] = naive_row(twin, twin->side);
    for (int number = 1; number <= rules->pits; number++)
        problem->present[SOW_H3] += twin->row[twin->side][number] > 0;
    problem->present[SOW_H6] =
        -sow_threat(rules, &problem->game.board, 1 - problem->game.board.side);
}

/* Makes a random position with at least one move. Every other one uses a built-in
   variant. */
static void pose(struct sow_pcg *rng, struct problem *problem)
{
    static const char *const NAMES[] = {"kalah", "awari", "vai-lung-thlan",
                                        "oware-abapa"};
    struct sow_rules *rules = &problem->rules;
    if (sow_pcg_below(rng, 2) == 0)
        sample_rules(rng, rules);
    else
        sample_variant(NAMES[sow_pcg_below(rng, 4)], rules);
    rules->pie_rule = false;
    do {
        struct sow_board board;
        sample_board(rng, rules->pits, &board);
        sow_game_init(&problem->game, rules, &board);
        problem->count = sow_game_moves(&problem->game, problem->moves);
    } while (problem->count == 0);
    char text[SOW_POSITION_MAX];
    struct naive_board twin;
    naive_read(sow_board_format(&problem->game.board, rules->pits,
                                (enum sow_direction)rules->direction, text),
               rules->pits, &twin);
    value_moves(problem, &twin);
    value_present(problem, &twin);
}

/* Returns the set of moves that an agent chooses in 230 tries. There are at most 13
   moves, so one is missed with a probability below 1e-8. */
static unsigned chosen(const struct sow_agent *agent, const struct problem *problem,
                       struct sow_pcg *rng)
{
    struct sow_player player = sow_agent_player(agent);
    unsigned set = 0;
    for (int i = 0; i < 230; i++)
        set |= 1U << (unsigned)player.choose(player.context, &problem->game,
                                             problem->moves, problem->count, rng);
    return set;
}

/* Returns the members of `kept` with the greatest f. */
static unsigned best_of(const int64_t *f, int count, unsigned kept)
{
    unsigned best = 0;
    int64_t most = INT64_MIN;
    for (int i = 0; i < count; i++)
        if ((kept >> i & 1U) != 0 && f[i] > most)
            most = f[i];
    for (int i = 0; i < count; i++)
        best |= (unsigned)((kept >> i & 1U) != 0 && f[i] == most) << i;
    return best;
}

static unsigned everything(const struct problem *problem)
{
    return (1U << (unsigned)problem->count) - 1;
}

static void expect_choice(const struct sow_agent *agent, const struct problem *problem,
                          struct sow_pcg *rng, unsigned expected)
{
    unsigned found = chosen(agent, problem, rng);
    if (found == expected)
        return;
    char *spec = sow_agent_spec(agent);
    ck_abort_msg("%s chooses %x, not %x: %s", spec, found, expected,
                 sample_scene(&problem->rules, &problem->game.board));
}

/* f is exact: the weights are k / 2^14 and one of them is 1, so f is compared in
   integers. */
TEST(choices, weighted)
{
    struct sow_pcg rng;
    sample_stream(&rng, 800);
    for (int i = 0; i < sow_scaled(5000); i++) {
        struct problem problem;
        struct sow_agent agent;
        int k[SOW_HEURISTICS];
        double weight[SOW_HEURISTICS];
        for (int h = 0; h < SOW_HEURISTICS; h++) {
            k[h] = i % 2 == 0 ? sample_between(&rng, -16384, 16384)
                              : 4096 * sample_between(&rng, -4, 4);
            k[h] = i % 3 == 0 ? abs(k[h]) : k[h];
        }
        k[sow_pcg_below(&rng, SOW_HEURISTICS)] = 16384;
        for (int h = 0; h < SOW_HEURISTICS; h++)
            weight[h] = k[h] * 0x1p-14;
        pose(&rng, &problem);
        int64_t f[SOW_MOVES_MAX] = {0};
        for (int m = 0; m < problem.count; m++)
            for (int h = 0; h < SOW_HEURISTICS; h++)
                f[m] += (int64_t)k[h] * problem.value[m][h];
        sow_agent_weighted(&agent, weight);
        expect_choice(&agent, &problem, &rng,
                      best_of(f, problem.count, everything(&problem)));
    }
}

TEST(choices, single)
{
    struct sow_pcg rng;
    sample_stream(&rng, 801);
    for (int i = 0; i < sow_scaled(3000); i++) {
        struct problem problem;
        int h = i % SOW_HEURISTICS;
        struct sow_agent agent = agent_of(sow_heuristic_rows[h].name);
        pose(&rng, &problem);
        int64_t f[SOW_MOVES_MAX];
        for (int m = 0; m < problem.count; m++)
            f[m] = problem.value[m][h];
        expect_choice(&agent, &problem, &rng,
                      best_of(f, problem.count, everything(&problem)));
    }
}

/* Makes a random order of some heuristics. Returns their number. */
static int any_order(struct sow_pcg *rng, int order[SOW_HEURISTICS], char *spec,
                     size_t size)
{
    int count = sample_between(rng, 1, SOW_HEURISTICS);
    for (int h = 0; h < SOW_HEURISTICS; h++) {
        int at = sample_between(rng, 0, h);
        order[h] = order[at];
        order[at] = h;
    }
    size_t length = (size_t)snprintf(spec, size, "order");
    for (int i = 0; i < count; i++)
        length += (size_t)snprintf(spec + length, size - length, "%c%s",
                                   i == 0 ? ':' : ',', sow_heuristic_rows[order[i]].name);
    return count;
}

static unsigned best_by(const struct problem *problem, int heuristic, unsigned kept)
{
    int64_t f[SOW_MOVES_MAX];
    for (int m = 0; m < problem->count; m++)
        f[m] = problem->value[m][heuristic];
    return best_of(f, problem->count, kept);
}

static bool improves(const struct problem *problem, int heuristic)
{
    for (int m = 0; m < problem->count; m++)
        if (problem->value[m][heuristic] > problem->present[heuristic])
            return true;
    return false;
}

TEST(choices, orders)
{
    struct sow_pcg rng;
    sample_stream(&rng, 802);
    for (int i = 0; i < sow_scaled(3000); i++) {
        struct problem problem;
        int order[SOW_HEURISTICS];
        char spec[96];
        int count = any_order(&rng, order, spec, sizeof spec);
        pose(&rng, &problem);
        unsigned filtered = everything(&problem);
        for (int k = 0; k < count; k++)
            filtered = best_by(&problem, order[k], filtered);
        struct sow_agent agent = agent_of(spec);
        expect_choice(&agent, &problem, &rng, filtered);

        unsigned decided = everything(&problem);
        int k = 0;
        while (k < count && !improves(&problem, order[k]))
            k++;
        if (k < count)
            decided = best_by(&problem, order[k], decided);
        (void)snprintf(spec + strlen(spec), sizeof spec - strlen(spec),
                       ",reading=first-improving");
        agent = agent_of(spec);
        expect_choice(&agent, &problem, &rng, decided);
    }
}

/* Makes a state agent with a random number of terms and a random view. k holds its
   weights in units of 2^-14; one weight is 1. */
static void any_state_agent(struct sow_pcg *rng, struct sow_agent *agent, int *feature,
                            int *k)
{
    double weight[SOW_AGENT_TERMS_MAX];
    int count = sample_between(rng, 1, SOW_AGENT_TERMS_MAX);
    int first = sample_between(rng, 0, sow_state_features.count - 1);
    for (int t = 0; t < count; t++) {
        feature[t] = (first + t) % sow_state_features.count;
        k[t] = t == 0 ? -16384 : sample_between(rng, -16384, 16384);
        weight[t] = k[t] * 0x1p-14;
    }
    sow_agent_state(agent, feature, weight, count);
    agent->of_mover = sample_between(rng, 0, 1) == 1;
}

/* A state agent values the next position, with remaining seeds given out. It uses the
   fast engine if the game has one. */
TEST(choices, states)
{
    struct sow_pcg rng;
    sample_stream(&rng, 803);
    int engines = 0;
    for (int i = 0; i < sow_scaled(3000); i++) {
        struct problem problem;
        struct sow_agent agent;
        int feature[SOW_AGENT_TERMS_MAX] = {0};
        int k[SOW_AGENT_TERMS_MAX] = {0};
        any_state_agent(&rng, &agent, feature, k);
        pose(&rng, &problem);
        struct sow_fast fast;
        if (i % 2 == 1 && sow_fast_covers(&problem.rules)) {
            sow_fast_prepare(&fast, &problem.rules);
            problem.game.fast = &fast;
            engines++;
        }
        int own = problem.game.board.side;
        int64_t f[SOW_MOVES_MAX] = {0};
        for (int m = 0; m < problem.count; m++) {
            struct sow_outcome outcome;
            sow_move(&problem.rules, &problem.game.board, problem.moves[m], &outcome);
            int seen_by = agent.of_mover && !outcome.ended ? outcome.board.side : own;
            for (int t = 0; t < agent.count; t++)
                f[m] += (seen_by == own ? 1 : -1) * (int64_t)k[t] *
                        sow_state_feature_value(feature[t], &problem.rules,
                                                &outcome.board, seen_by);
        }
        expect_choice(&agent, &problem, &rng,
                      best_of(f, problem.count, everything(&problem)));
    }
    ck_assert_int_gt(engines, sow_scaled(3000) / 20);
}

/* A search of one move and a state player choose the same moves from the same stream, in
   positions where a turn is one move. */
TEST(choices, one_move_ahead)
{
    static const int METHODS[] = {SOW_SEARCH_MINIMAX, SOW_SEARCH_ALPHABETA};
    struct sow_pcg rng;
    sample_stream(&rng, 814);
    int compared = 0;
    for (int i = 0; i < sow_scaled(3000); i++) {
        struct problem problem;
        struct sow_agent agent;
        int feature[SOW_AGENT_TERMS_MAX];
        int k[SOW_AGENT_TERMS_MAX];
        any_state_agent(&rng, &agent, feature, k);
        pose(&rng, &problem);
        /* Only a search ends the game at the ply cap. */
        if (problem.rules.extra_turn || problem.rules.repetition != SOW_REPEAT_NONE ||
            problem.rules.ply_cap == 1)
            continue;
        struct sow_agent ahead = agent;
        ahead.kind = SOW_AGENT_SEARCH;
        ahead.value_kind = SOW_AGENT_STATE;
        ahead.limits = (struct sow_search_limits){.method = METHODS[i % 2], .depth = 1};
        struct sow_player players[] = {sow_agent_player(&agent),
                                       sow_agent_player(&ahead)};
        int choice[2];
        for (int p = 0; p < 2; p++) {
            struct sow_pcg own = rng;
            choice[p] = players[p].choose(players[p].context, &problem.game,
                                          problem.moves, problem.count, &own);
        }
        ck_assert_int_eq(choice[0], choice[1]);
        compared++;
    }
    ck_assert_int_gt(compared, sow_scaled(3000) / 10);
}

/* Weights of heuristics value a position by the features of the same names. */
TEST(choices, weights_as_leaf)
{
    struct sow_agent weighted = agent_of("weights:1,0.5,-0.25,0.75,0.125,-0.5");
    struct sow_agent state =
        agent_of("state:h1=1,h2=0.5,h3=-0.25,h4=0.75,h5=0.125,h6=0.5");
    struct sow_agent_leaf leaf[2];
    ck_assert_ptr_null(sow_agent_leaf_of(&weighted, &leaf[0]));
    ck_assert_ptr_null(sow_agent_leaf_of(&state, &leaf[1]));
    ck_assert_int_eq(leaf[0].count, leaf[1].count);
    for (int i = 0; i < leaf[0].count; i++) {
        ck_assert_int_eq(leaf[0].feature[i], leaf[1].feature[i]);
        ck_assert_int_eq(leaf[0].weight[i], leaf[1].weight[i]);
    }
}

/* A swap is a move as any other. It is valued by the board that it leaves. */
TEST(choices, swap_choice)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    rules.pie_rule = true;
    struct sow_game game;
    struct sow_pcg rng;
    sample_stream(&rng, 804);
    sow_game_init(&game, &rules, NULL);
    sow_game_play(&game, 2);
    sow_game_play(&game, 5);
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(&game, moves);
    static const char *const SPECS[] = {"h4", "state:h4=1,h6=-1"};
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        struct sow_agent agent = agent_of(SPECS[i]);
        struct sow_player player = sow_agent_player(&agent);
        for (int k = 0; k < 20; k++)
            ck_assert_int_eq(
                moves[player.choose(player.context, &game, moves, count, &rng)],
                SOW_SWAP);
    }
}

/* --- ties --- */

struct tie {
    const char *spec;
    const char *position;
    int tied;
};

static const struct tie TIES[] = {
    {"random", "1,2,3,4,5,6,0/1,2,3,4,5,6,0:s", 6},
    {"weights:0,0,0,0,0,0", "1,2,3,4,5,6,0/1,2,3,4,5,6,0:s", 6},
    {"h4", "1,1,1,0,0,0,0/4,4,4,0,0,0,0:s", 3},
    {"h6", "1,1,1,1,0,0,0/4,0,0,0,0,0,0:s", 4},
    {"order:h4,h6", "1,1,1,1,1,0,0/4,0,0,0,0,0,0:s", 5},
    {"order:h4,reading=first-improving", "1,1,0,0,0,0,0/4,0,0,0,0,0,0:s", 2},
    {"state:h4=1", "1,1,1,0,0,0,0/4,4,4,0,0,0,0:s", 3},
};

/* Pearson's chi-square of the choices among tied moves stays below its 99.99 % quantile
   for the degrees of freedom. The stream is fixed, so the result is always the same. */
TEST_EACH(ties, ties, TIES)
{
    static const double QUANTILE[] = {0, 15.14, 18.42, 21.11, 23.51, 25.74};
    enum { DRAWS = 60000 };
    const struct tie *row = &TIES[_i];
    struct sow_rules rules;
    sample_variant("awari", &rules);
    struct sow_board board = sample_position(&rules, row->position);
    struct sow_agent agent = agent_of(row->spec);
    struct sow_player player = sow_agent_player(&agent);
    struct sow_game game;
    struct sow_pcg rng;
    int moves[SOW_MOVES_MAX];
    int found[SOW_MOVES_MAX] = {0};
    sample_stream(&rng, 810 + (uint64_t)_i);
    sow_game_init(&game, &rules, &board);
    int count = sow_game_moves(&game, moves);
    for (int i = 0; i < DRAWS; i++)
        found[player.choose(player.context, &game, moves, count, &rng)]++;
    double expected = (double)DRAWS / row->tied;
    double chi_square = 0;
    int tied = 0;
    for (int i = 0; i < count; i++) {
        if (found[i] == 0)
            continue;
        tied++;
        chi_square += (found[i] - expected) * (found[i] - expected) / expected;
    }
    ck_assert_int_eq(tied, row->tied);
    ck_assert_double_lt(chi_square, QUANTILE[tied - 1]);
}

/* Without a tie, a choice draws no random number. */
TEST(ties, no_draw)
{
    static const char *const SPECS[] = {"random", "h1", "order:h2", "state:h4=1"};
    struct sow_rules rules;
    sample_variant("awari", &rules);
    struct sow_board board = sample_position(&rules, "0,0,3,0,0,0,0/4,4,4,0,0,0,0:s");
    struct sow_game game;
    struct sow_pcg rng;
    sample_stream(&rng, 820);
    struct sow_pcg before = rng;
    int moves[SOW_MOVES_MAX];
    sow_game_init(&game, &rules, &board);
    ck_assert_int_eq(sow_game_moves(&game, moves), 1);
    for (size_t i = 0; i < sizeof SPECS / sizeof SPECS[0]; i++) {
        struct sow_agent agent = agent_of(SPECS[i]);
        struct sow_player player = sow_agent_player(&agent);
        ck_assert_int_eq(player.choose(player.context, &game, moves, 1, &rng), 0);
        ck_assert(rng.state == before.state && rng.increment == before.increment);
    }
}

/* --- golden transcripts --- */

struct golden_variant {
    const char *name;
    const char *text; /* text of a variant file */
};

static const struct golden_variant VARIANTS[] = {
    {"kalah", "base = kalah"},
    {"kalah-no-empty-capture", "base = kalah-no-empty-capture"},
    {"awari", "base = awari"},
    {"oware", "base = oware"},
    {"erherhe", "base = erherhe"},
    {"vai-lung-thlan", "base = vai-lung-thlan"},
    {"oware-abapa", "base = oware-abapa"},
    {"awari-solved", "base = awari-solved"},
    {"pie", "base = kalah\npits = 7\nseeds = 7\npie_rule = yes\nearly_end = yes"},
    {"relay", "base = kalah\nlaps = multiple\nlap_limit = 50\npits = 7\nseeds = 7"},
    {"traditional-vai-lung-thlan",
     "base = vai-lung-thlan\nlap_origin = sown\nend = all-stuck\nleftovers = nobody"},
};

/* First and second player of each pair. */
static const char *const PAIRS[][2] = {
    {"divilly2013", "h1"},
    {"order:h4,h6,h1", "order:h6,h4,h2,reading=first-improving"},
    {"random", "state:h4=1,h6=-1,h3=0.25,opponent_h1=-0.125"},
};

static void write_move(const struct sow_rules *rules, int move, FILE *out)
{
    if (move == SOW_SWAP)
        (void)fputs(" swap", out);
    else
        (void)fprintf(
            out, " %d",
            sow_pit_number(rules->pits, (enum sow_direction)rules->direction, move));
}

/* Writes one game as a line: variant, players, moves by printed numbers, stores,
   plies. */
static void write_game(const struct golden_variant *row, const char *const pair[2],
                       uint64_t number, FILE *out)
{
    struct sow_variant variant;
    struct sow_game game;
    struct sow_pcg rng;
    ck_assert(sow_variant_read_text(row->text, row->name, &variant, NULL) == SOW_OK);
    sow_pcg_derive(&rng, 2013, &(struct sow_stream){SOW_PURPOSE_TEST, {number}});
    struct sow_agent agents[2] = {agent_of(pair[0]), agent_of(pair[1])};
    (void)fprintf(out, "%s %s %s:", row->name, pair[0], pair[1]);
    sow_game_init(&game, &variant.rules, NULL);
    while (!game.ended) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(&game, moves);
        struct sow_player player = sow_agent_player(&agents[game.board.side]);
        int move = moves[player.choose(player.context, &game, moves, count, &rng)];
        write_move(&variant.rules, move, out);
        sow_game_play(&game, move);
    }
    (void)fprintf(out, " = %d:%d in %d\n", game.board.store[SOW_SOUTH],
                  game.board.store[SOW_NORTH], game.ply);
}

static void write_games(FILE *out)
{
    uint64_t number = 0;
    for (size_t v = 0; v < sizeof VARIANTS / sizeof VARIANTS[0]; v++)
        for (size_t p = 0; p < sizeof PAIRS / sizeof PAIRS[0]; p++)
            write_game(&VARIANTS[v], PAIRS[p], number++, out);
}

/* The games are the same as in earlier versions. A change here changes the results of
   stored runs. With SOW_GOLDEN=FILE the test writes the new transcript to FILE, to
   replace the old one. */
TEST(golden, transcripts)
{
    OWNED(text) char *played = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&played, &size);
    ck_assert(out != NULL);
    write_games(out);
    ck_assert_int_eq(fclose(out), 0);
    const char *path = getenv("SOW_GOLDEN");
    FILE *file =
        fopen(path != NULL ? path : SOW_DATA_FILE("games.txt"), path != NULL ? "w" : "r");
    ck_assert(file != NULL);
    if (path != NULL)
        (void)fputs(played, file);
    char line[8192];
    char *at = played;
    while (path == NULL && fgets(line, sizeof line, file) != NULL) {
        size_t length = strcspn(at, "\n") + 1;
        ck_assert_msg(strncmp(line, at, strlen(line)) == 0, "%.*s was\n%s", (int)length,
                      at, line);
        at += length;
    }
    ck_assert(path != NULL || *at == '\0');
    (void)fclose(file);
}
