/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/robustness.h"

#include "replays.h"
#include "sow/matches/openings.h"
#include "sow/statistics/statistics_rates.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"

#include <math.h>
#include <stdlib.h>

#define AT(field) offsetof(struct sow_robustness_options, field)

static const struct sow_param ROWS[] = {
    {"opponents", &sow_param_text, AT(opponents.specs), 0, SOW_PLAYER_LIST_MAX, NULL,
     "paper",
     "whom to meet: players and groups (heuristics = h1 to h6; paper = these and "
     "random), "
     "with commas between them, or blanks where a player has commas of its own"},
    SOW_PLAN_GAMES_ROW(AT(games), "1000"),
    SOW_RANDOM_PLIES_ROW(AT(random_plies)),
    {"replay_worst", &sow_param_integer, AT(replay_worst), 0, SOW_REPLAYS_MAX, NULL, "3",
     "the worst cells of each player to play again, in fresh games; 0: none"},
    {"replay_games", &sow_param_integer, AT(replay_games), 0, 100000000, NULL, "0",
     "games of each of them; 0: as many as --games"},
};

const struct sow_param_table sow_robustness_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static bool replays_some(const void *context)
{
    const struct sow_robustness_options *options = context;
    return options->replay_worst > 0;
}

static const struct sow_param_need NEEDS[] = {
    {"replay_games", replays_some, "--replay-worst above 0"},
    {NULL, NULL, NULL},
};

/* What is an operand on the command line, or not typed at all. */

static const struct sow_param RECORDED_ROWS[] = {
    {"players", &sow_param_text, AT(players.specs), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "who is tested"},
    {"names", &sow_param_text, AT(players.names), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the players as they were asked for"},
    {"opponent_names", &sow_param_text, AT(opponents.names), 0, SOW_PLAYER_LIST_MAX, NULL,
     "", "the opponents as they were asked for"},
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_robustness_options *robustness = options;
    enum sow_status status =
        sow_param_refuse_idle(sow_robustness_kind.groups, NEEDS, options, err);
    if (robustness->replay_worst > 0 && robustness->replay_games == 0)
        robustness->replay_games = robustness->games;
    if (status == SOW_OK)
        status = sow_player_list_resolve(&robustness->players, source, err);
    if (status == SOW_OK)
        status = sow_player_list_resolve(&robustness->opponents, source, err);
    if (status == SOW_OK)
        status = sow_variant_choice_resolve(&robustness->choice, err);
    size_t pairs = sow_player_list_count(&robustness->players) *
                   sow_player_list_count(&robustness->opponents);
    return status == SOW_OK ? sow_plan_admit(&robustness->choice, pairs, err) : status;
}

/* A test under way: who stands where among the agents, and what came of the cells. */
struct test {
    struct sow_run *run;
    struct sow_variant_set set;
    struct sow_roster players;
    struct sow_roster opponents;
    struct sow_plan_cell *cells;
    struct sow_duel *duels;
    struct sow_replays replays;
    struct sow_stratum *strata; /* room for the seats of a player */
    struct sow_agent *agents;   /* the players, then the opponents */
    const char **specs;
    size_t count; /* of the cells */
};

/* Cells by variant, in it by player, in it by opponent. */
static size_t cell_index(const struct test *test, size_t variant, size_t player)
{
    return (variant * test->players.count + player) * test->opponents.count;
}

static void list_cells(struct test *test)
{
    size_t count = 0;
    for (size_t v = 0; v < test->set.count; v++)
        for (size_t p = 0; p < test->players.count; p++)
            for (size_t o = 0; o < test->opponents.count; o++)
                test->cells[count++] = (struct sow_plan_cell){
                    .variant = v,
                    .player = (uint32_t)p,
                    .opponent = (uint32_t)(test->players.count + o)};
}

static void list_agents(struct test *test)
{
    const struct sow_roster *rosters[] = {&test->players, &test->opponents};
    size_t count = 0;
    for (int r = 0; r < 2; r++)
        for (size_t i = 0; i < rosters[r]->count; i++) {
            test->agents[count] = rosters[r]->agents[i];
            test->specs[count++] = rosters[r]->specs[i];
        }
}

static enum sow_status test_init(struct test *test, struct sow_run *run,
                                 const struct sow_robustness_options *options,
                                 struct sow_err *err)
{
    *test = (struct test){.run = run};
    enum sow_status status = sow_variant_set_read(&options->choice, &test->set, err);
    if (status == SOW_OK)
        status = sow_roster_read(&options->players, &test->players, err);
    if (status == SOW_OK)
        status = sow_roster_read(&options->opponents, &test->opponents, err);
    if (status != SOW_OK)
        return status;
    size_t agents = test->players.count + test->opponents.count;
    test->count = test->set.count * test->players.count * test->opponents.count;
    test->cells = calloc(test->count, sizeof *test->cells);
    test->duels = calloc(test->count, sizeof *test->duels);
    test->strata = calloc(2 * test->count, sizeof *test->strata);
    test->agents = calloc(agents, sizeof *test->agents);
    test->specs = calloc(agents, sizeof *test->specs);
    if (test->cells == NULL || test->duels == NULL || test->strata == NULL ||
        test->agents == NULL || test->specs == NULL)
        return sow_err_no_memory(err);
    list_agents(test);
    list_cells(test);
    return SOW_OK;
}

static void test_release(struct test *test)
{
    sow_variant_set_release(&test->set);
    sow_roster_release(&test->players);
    sow_roster_release(&test->opponents);
    free(test->cells);
    free(test->duels);
    free(test->strata);
    sow_replays_release(&test->replays);
    free(test->agents);
    free(test->specs);
}

/* --- conclusions --- */

/* A seat of a cell. */
struct seat {
    size_t variant;
    size_t opponent;
    bool second;
    struct sow_stratum stratum;
};

/* The seats of one player by the variants from `begin` to `end`, and the worst of them.
 */
struct summary {
    bool all; /* of the variants */
    size_t begin;
    size_t end;
    size_t seats;
    double win_rate; /* mean */
    struct sow_score_sum score;
    struct seat worst;
};

static void take_seat(const struct test *test, struct summary *summary,
                      const struct seat *seat)
{
    const struct sow_tally *tally = &seat->stratum.tally;
    test->strata[summary->seats] = seat->stratum;
    summary->win_rate += (double)tally->wins / (double)sow_tally_games(tally);
    if (summary->seats++ == 0 || tally->wins < summary->worst.stratum.tally.wins)
        summary->worst = *seat;
}

static void summarise(const struct test *test, size_t player, struct summary *summary)
{
    for (size_t v = summary->begin; v < summary->end; v++) {
        const struct sow_duel *duels = &test->duels[cell_index(test, v, player)];
        sow_duels_add(&summary->score, duels, test->opponents.count);
        for (size_t o = 0; o < test->opponents.count; o++)
            for (int seat = 0; seat < 2; seat++)
                take_seat(
                    test, summary,
                    &(struct seat){v, o, seat == 1, sow_duel_stratum(&duels[o], seat)});
    }
    summary->win_rate /= (double)summary->seats;
}

/* Replayed are the worst cells of all variants, and so the line of all of them. */
static struct sow_replayed replayed_of(const struct test *test, size_t player,
                                       const struct summary *summary)
{
    const double none = (double)NAN;
    bool whole = summary->end - summary->begin == test->set.count;
    return whole ? sow_replays_of(&test->replays, player)
                 : (struct sow_replayed){none, {none, none}};
}

static enum sow_status store_line(const struct test *test, int line, size_t player,
                                  const struct summary *summary, struct sow_err *err)
{
    const struct seat *worst = &summary->worst;
    const struct sow_tally *tally = &worst->stratum.tally;
    struct sow_rate rate = {tally->wins, sow_tally_games(tally)};
    struct sow_interval own = sow_win_limits(&worst->stratum, SOW_LEVEL);
    struct sow_interval least =
        sow_least_win_rate(test->strata, summary->seats, SOW_LEVEL);
    struct sow_replayed replayed = replayed_of(test, player, summary);
    struct sow_mean_score score = sow_score_sum_mean(&summary->score);
    struct sow_robustness_row row = {
        .run_id = test->run->id,
        .line = line,
        .player = test->players.specs[player],
        .name = test->players.names[player],
        .variant = summary->all ? NULL : test->set.variants[summary->begin].name,
        .cells = (int)summary->seats,
        .games = score.games,
        .win_rate = sow_settled(summary->win_rate),
        .score = sow_settled(score.mean),
        .low = sow_settled(score.interval.low),
        .high = sow_settled(score.interval.high),
        .worst_variant = test->set.variants[worst->variant].name,
        .worst_opponent = test->opponents.specs[worst->opponent],
        .worst_seat = worst->second ? "second" : "first",
        .worst_rate = sow_settled(sow_rate_value(&rate)),
        .worst_low = sow_settled(own.low),
        .worst_high = sow_settled(own.high),
        .floor_low = sow_settled(least.low),
        .floor_high = sow_settled(least.high),
        .replayed_rate = sow_settled(replayed.rate),
        .replayed_low = sow_settled(replayed.limits.low),
        .replayed_high = sow_settled(replayed.limits.high),
    };
    return sow_store_add(test->run->sink, robustness, &row, err);
}

/* A line for every variant and, where there are several, one for all of them. */
static enum sow_status store_player(const struct test *test, size_t player, int *line,
                                    struct sow_err *err)
{
    size_t variants = test->set.count;
    size_t lines = variants > 1 ? variants + 1 : 1;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < lines && status == SOW_OK; i++) {
        bool all = i == variants;
        struct summary summary = {
            .all = all,
            .begin = all ? 0 : i,
            .end = all ? variants : i + 1,
            .score = {.level = SOW_LEVEL},
        };
        summarise(test, player, &summary);
        status = store_line(test, (*line)++, player, &summary, err);
    }
    return status;
}

static enum sow_status conclude(void *context, struct sow_err *err)
{
    const struct test *test = context;
    int line = 0;
    enum sow_status status = SOW_OK;
    for (size_t p = 0; p < test->players.count && status == SOW_OK; p++)
        status = store_player(test, p, &line, err);
    return status;
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_robustness_options *robustness = options;
    struct test test;
    enum sow_status status = test_init(&test, run, robustness, err);
    struct sow_plan plan = {.set = &test.set,
                            .agents = test.agents,
                            .specs = test.specs,
                            .agent_count = test.players.count + test.opponents.count,
                            .cells = test.cells,
                            .count = test.count,
                            .games = robustness->games,
                            .random_plies = robustness->random_plies};
    if (status == SOW_OK)
        status = sow_plan_play(run, &plan, test.duels, err);
    test.replays = (struct sow_replays){.plan = &plan,
                                        .duels = test.duels,
                                        .names = test.players.names,
                                        .players = test.players.count,
                                        .worst = robustness->replay_worst,
                                        .games = robustness->replay_games};
    if (status == SOW_OK)
        status = sow_replays_play(run, &test.replays, err);
    if (status == SOW_OK)
        status = sow_plan_conclude(run, "robustness", conclude, &test, err);
    test_release(&test);
    run->stop_reason = "all games played";
    return status;
}

static enum sow_status take(void *options, const struct sow_words *words,
                            struct sow_err *err)
{
    struct sow_robustness_options *robustness = options;
    return sow_player_list_take(&robustness->players, words->count, words->words, err);
}

static const char *const CONTENT[] = {"match_variants", "matches",    "match_pairs",
                                      "replays",        "robustness", NULL};

const struct sow_run_kind sow_robustness_kind = {
    .name = "robustness",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &sow_robustness_params},
               {.table = &sow_variant_choice_params,
                .offset = AT(choice),
                .title = "Variants"}},
    .options_size = sizeof(struct sow_robustness_options),
    .command =
        {
            .kind = &sow_robustness_kind,
            .section = "Playing",
            .name = "robustness",
            .operands = "PLAYER...",
            .summary =
                "is a player good, or only good here? every variant, opponent and seat",
            .examples =
                "sowlab robustness divilly2013\n"
                "sowlab robustness run:17 divilly2013 --variants paper --games 10000\n"
                "sowlab robustness h4 --variants awari,mygame.ini --opponents h1,random\n"
                "sowlab robustness divilly2013 --variants kalah --pits 4..8 --seeds 3..6",
            .details =
                "The table 'cells' has the player's rates with Wilson's 95 % intervals "
                "(Tables IV to VII of Divilly, O'Riordan and Hill 2013, for any player "
                "and "
                "any games). 'robustness' has a line per variant and one for all: the "
                "mean "
                "over opponents and seats, and the worst cell. The worst of many cells "
                "is "
                "also the unluckiest: its own interval (worst_low, worst_high) is right "
                "only "
                "for a cell chosen beforehand. The least true win rate of all cells lies "
                "between floor_low and floor_high (95 %, Bonferroni). The worst cells "
                "are "
                "played again in games that had no part in choosing them ('replays'): "
                "replayed_rate is the lowest of these rates.\n",
            .takes = SOW_TAKES_RUN,
            .min_operands = 1,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .take = take,
    .prepare = prepare,
    .execute = execute,
    .goes_on = true,
    .content = CONTENT,
};
