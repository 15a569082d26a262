/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pekar et al. 2020: games between its players, and what the paper counts and quotes. */
#include "pekar_people.h"
#include "sow/game/game.h"
#include "sow/reproduction/works.h"
#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAME "kalah-no-empty-capture"

/* Most cells of Table 2: nine players against nine. */
enum { CELLS_MAX = 81 };

/* State of the work: the results of the games of Table 2, once they are played. A cell
   is one game. */
struct cells {
    size_t count;
    const char *cell[CELLS_MAX]; /* name of each cell, such as "1 v 2(4)"; borrowed */
    struct sow_score score[CELLS_MAX];
};

/* --- who plays --- */

#define EVOLVED(depth) "alphabeta:depth=" depth ",eval=[divilly2013]"
#define STORES(depth) "alphabeta:depth=" depth ",eval=[state:store_difference=1]"

/* Pairs of players whose rates the paper quotes: name of the printed row, and both
   player specs. */
static const struct {
    const char *row;
    const char *player;
    const char *opponent;
} QUOTED[] = {
    {"divilly2013 at depth 8 v random", EVOLVED("8"), "random"},
    {"divilly2013 v stores at depth 1", EVOLVED("1"), STORES("1")},
    {"divilly2013 v stores at depth 4", EVOLVED("4"), STORES("4")},
    {"divilly2013 at depth 4 v MCTS", EVOLVED("4"), "mcts:iterations=4500"},
};

/* Number of these pairs, and number of games of a printed rate. */
enum { QUOTED_PAIRS = sizeof QUOTED / sizeof QUOTED[0], QUOTED_GAMES = 200 };

/* Lists further matches of the study. Each player of the paper's table meets itself.
   Then each player of a QUOTED pair meets the other; these players are agents behind
   those of the table. It is the `begin` of the work; never fails. */
static enum sow_status list_games(struct sow_study *study, struct sow_err *err)
{
    (void)err;
    size_t players = study->players.count;
    for (size_t i = 0; i < players; i++)
        sow_study_add_cell(study, 0, i, i);
    for (size_t i = 0; i < QUOTED_PAIRS; i++)
        sow_study_add_cell(study, 0, players + 2 * i, players + 2 * i + 1);
    return SOW_OK;
}

/* Adds the players of the quoted pairs to the agents: player, opponent, pair by pair. It
   is the `enter` of the work. Returns SOW_NO_MEMORY, or an error of sow_agent_parse. */
static enum sow_status add_quoted_players(struct sow_study *study, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < 2 * (size_t)QUOTED_PAIRS && status == SOW_OK; i++) {
        struct sow_agent agent;
        status =
            sow_agent_parse(i % 2 == 0 ? QUOTED[i / 2].player : QUOTED[i / 2].opponent,
                            NULL, &agent, err);
        if (status == SOW_OK)
            status = sow_study_add_agent(study, &agent, err);
    }
    return status;
}

/* --- Table 2 --- */

/* Makes the agent of a player of the table from its name: "1" is `pekar:1`, and "2(4)"
   is `pekar:2,depth=4`. Returns the error of sow_agent_parse for another name. */
static enum sow_status take_player(const char *name, struct sow_agent *agent,
                                   struct sow_err *err)
{
    char spec[64];
    if (name[1] == '(')
        (void)snprintf(spec, sizeof spec, "pekar:%c,depth=%c", name[0], name[2]);
    else
        (void)snprintf(spec, sizeof spec, "pekar:%c", name[0]);
    return sow_agent_parse(spec, NULL, agent, err);
}

/* Plays the one game of a cell, such as "1 v 2(4)", from the standard start, and sets
   @p score to its result. Neither player uses random numbers. Returns SOW_BAD_DATA
   for a name without " v ", an error of take_player, or SOW_INTERRUPTED after a stop
   request. */
static enum sow_status play_cell(const struct sow_evidence *evidence, const char *cell,
                                 struct sow_score *score, struct sow_err *err)
{
    struct sow_agent agents[2];
    const char *second = strstr(cell, " v ");
    if (second == NULL)
        return sow_err_set(err, SOW_BAD_DATA, "'%s' is not a cell of table 2", cell);
    enum sow_status status = take_player(cell, &agents[0], err);
    if (status == SOW_OK)
        status = take_player(second + strlen(" v "), &agents[1], err);
    if (status != SOW_OK)
        return status;
    struct sow_player players[2] = {sow_agent_player(&agents[0]),
                                    sow_agent_player(&agents[1])};
    const struct sow_player *const seats[2] = {&players[0], &players[1]};
    struct sow_game game;
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 0, 0);
    sow_game_init(&game, &evidence->set->variants[0].rules, NULL);
    *score = sow_game_finish(&game, seats, &rng);
    return sow_stopping() ? sow_err_set(err, SOW_INTERRUPTED, "stopped on request")
                          : SOW_OK;
}

/* Plays the games of Table 2, one for each printed cell, and keeps names and results in
   the state of the work. Appends no rows. It is the `compare` of Table 2, so it is
   called before its figures are compared. Fails as play_cell. */
static enum sow_status play_cells(const struct sow_reproduction *table,
                                  const struct sow_evidence *evidence,
                                  struct sow_comparison_list *list, struct sow_err *err)
{
    struct cells *cells = sow_work_own(evidence->study);
    (void)list;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < evidence->figure_count && status == SOW_OK; i++) {
        const struct sow_published *figure = &evidence->figures[i];
        if (strcmp(figure->table, table->name) != 0 ||
            strcmp(figure->column, "first") != 0 || cells->count == CELLS_MAX)
            continue;
        cells->cell[cells->count] = figure->row;
        status = play_cell(evidence, figure->row, &cells->score[cells->count++], err);
    }
    return status;
}

/* Fills a row of Table 2 with the final seeds of a player (column "first" or "second")
   in the game of the cell. The seeds have to be equal. The verdict is "differs" for the
   first cell and "differs as known" for all others, which no reading of the paper gives
   (docs/findings/pekar2020.md). Never fails. */
static enum sow_status fill_cell(const struct sow_figure_task *task, struct sow_err *err)
{
    const struct cells *cells = sow_work_own(task->evidence->study);
    (void)err;
    task->row->published_games = task->row->ours_games = 1;
    task->row->verdict =
        strcmp(task->figure->row, "1 v 1") == 0 ? "differs" : "differs as known";
    for (size_t i = 0; i < cells->count; i++)
        if (strcmp(cells->cell[i], task->figure->row) == 0)
            sow_comparison_fill_exact(
                task->row, task->figure->value,
                cells->score[i].store[strcmp(task->figure->column, "second") == 0], 0.0);
    return SOW_OK;
}

/* --- sums of the table --- */

/* Returns the wins, draws and losses of the first player over all cells of Table 2, each
   a single game. */
static struct sow_tally count_cells(const struct cells *cells)
{
    struct sow_tally tally = {0, 0, 0};
    for (size_t i = 0; i < cells->count; i++) {
        int sign = sow_score_sign(&cells->score[i], SOW_SOUTH);
        tally.wins += sign > 0;
        tally.draws += sign == 0;
        tally.losses += sign < 0;
    }
    return tally;
}

/* Appends rows for the wins, draws and losses of the first player in Table 2: the
   printed number of cells beside ours, both in percent of our cells. Returns
   SOW_NO_MEMORY. */
static enum sow_status compare_sums(const struct sow_reproduction *table,
                                    const struct sow_evidence *evidence,
                                    struct sow_comparison_list *list, struct sow_err *err)
{
    static const char *const NAMES[] = {"first player wins", "draws",
                                        "first player loses"};
    struct sow_tally tally = count_cells(sow_work_own(evidence->study));
    const int64_t counts[] = {tally.wins, tally.draws, tally.losses};
    for (size_t i = 0; i < 3; i++) {
        struct sow_rate ours = {counts[i], sow_tally_games(&tally)};
        struct sow_reproduced_row *row =
            sow_table_add(table, list, NAMES[i], "cells, %", err);
        if (row == NULL)
            return SOW_NO_MEMORY;
        row->verdict = "differs";
        double printed = sow_pekar_value(evidence, table->name, NAMES[i], "cells");
        sow_comparison_fill_rate(row, 100.0 * printed / (double)ours.trials, ours.trials,
                                 &ours);
        sow_comparison_rates(list);
    }
    return SOW_OK;
}

/* --- the first move --- */

/* Returns the results of player @p i in the games in which it moves first against player
   @p j. Both are indices of the roster and may be equal. */
static struct sow_tally games_of(const struct sow_evidence *evidence, size_t i, size_t j)
{
    size_t players = evidence->roster->count;
    if (i == j)
        return evidence->duels[evidence->pairs + i].first;
    if (i < j)
        return evidence->duels[sow_evidence_pair(players, i, j)].first;
    return sow_tally_mirrored(&evidence->duels[sow_evidence_pair(players, j, i)].second);
}

/* Returns the score of a tally in percent: a win counts 1, a draw 1/2. The tally must
   have games. */
static double score_of(const struct sow_tally *tally)
{
    return 100.0 * ((double)tally->wins + (double)tally->draws / 2.0) /
           (double)sow_tally_games(tally);
}

/* Fills a row with the mean of @p cells, the scores of the first player in percent, its
   95 % interval within 0 to 100, and the number of games. The p value is that of a
   normal test against 50 %. Without any variance it is 0 for a mean above 50 %, else 1.
   The verdict is "holds" above 50 %, else "fails". */
static void fill_first(struct sow_reproduced_row *row, const struct sow_sample *cells,
                       int64_t games)
{
    struct sow_interval interval;
    double mean = sow_sample_mean(cells, SOW_LEVEL, &interval);
    double error =
        (interval.high - interval.low) / (2.0 * sow_normal_quantile(SOW_LEVEL));
    row->ours = sow_settled(mean);
    row->ours_games = games;
    row->low = sow_settled(fmax(interval.low, 0.0));
    row->high = sow_settled(fmin(interval.high, 100.0));
    row->p = error > 0.0 ? sow_settled(sow_normal_outside((mean - 50.0) / error))
                         : (double)(mean <= 50.0);
    row->verdict = mean > 50.0 ? "holds" : "fails";
}

/* Appends the claim that the first player has an advantage: for each player in its games
   as first, then for all together. Each pair of players is one cell, also a player and
   itself. Returns SOW_NO_MEMORY. */
static enum sow_status compare_first_moves(const struct sow_reproduction *table,
                                           const struct sow_evidence *evidence,
                                           struct sow_comparison_list *list,
                                           struct sow_err *err)
{
    size_t players = evidence->roster->count;
    double *scores = calloc(players * players + 1, sizeof *scores);
    if (scores == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    int64_t games = 0;
    for (size_t i = 0; i < players * players; i++) {
        struct sow_tally tally = games_of(evidence, i / players, i % players);
        scores[i] = score_of(&tally);
        games += sow_tally_games(&tally);
    }
    for (size_t i = 0; i <= players && status == SOW_OK; i++) {
        struct sow_reproduced_row *row = sow_table_add(
            table, list, i == players ? "everyone" : evidence->roster->names[i],
            "first player's score, %", err);
        struct sow_sample all = {scores, players * players};
        struct sow_sample own = {&scores[i * players], players};
        if (row == NULL) {
            status = SOW_NO_MEMORY;
            continue;
        }
        fill_first(row, i == players ? &all : &own,
                   i == players ? games : games / (int64_t)players);
    }
    free(scores);
    return status;
}

/* --- closed forms --- */

/* Returns the number of ways to choose @p k of @p n things. It is exact while all
   products fit 64 bits, which is not checked. */
static double binomial(int n, int k)
{
    uint64_t ways = 1;
    for (int i = 1; i <= k; i++)
        ways = ways * (uint64_t)(n - k + i) / (uint64_t)i;
    return (double)ways;
}

/* Returns the number of positions with @p seeds seeds in two rows of @p pits pits and
   two stores, times two for the player to move. */
static double all_positions(int pits, int seeds)
{
    return 2.0 * binomial(seeds + 2 * pits + 1, 2 * pits + 1);
}

/* Returns the number of positions with at most @p seeds seeds in two rows of @p pits
   pits, neither of them empty. */
static double active_positions(int pits, int seeds)
{
    double sum = 0.0;
    for (int n = 1; n <= seeds; n++)
        sum += binomial(n + 2 * pits - 1, 2 * pits - 1) -
               2.0 * binomial(n + pits - 1, pits - 1);
    return sum;
}

/* Returns the number of nodes below the root of a tree of @p depth plies in which each
   node has @p moves moves. */
static double nodes(int moves, int depth)
{
    double sum = 0.0;
    for (int i = 1; i <= depth; i++)
        sum += pow(moves, i);
    return sum;
}

/* Fills a printed count of positions or nodes with its closed form, which may differ by
   0.5. Leaves other rows as they are. Never fails. */
static enum sow_status fill_count(const struct sow_figure_task *task, struct sow_err *err)
{
    static const struct {
        const char *row;
        double (*count)(int, int);
        int a;
        int b;
    } FORMS[] = {{"p(6;48)", all_positions, 6, 48},
                 {"s(6;24)", active_positions, 6, 24},
                 {"s(6;35)", active_positions, 6, 35},
                 {"nodes to depth 12", nodes, 6, 12}};
    (void)err;
    for (size_t i = 0; i < sizeof FORMS / sizeof FORMS[0]; i++)
        if (strcmp(FORMS[i].row, task->figure->row) == 0)
            sow_comparison_fill_exact(task->row, task->figure->value,
                                      FORMS[i].count(FORMS[i].a, FORMS[i].b), 0.5);
    return SOW_OK;
}

/* --- chains --- */

/* Chains of moves: the seeds in pits 6 to 1 of the player, and the pits played, one
   after the other. Pits count from the store. */
static const struct {
    const char *row;
    const char *pits;
} CHAINS[] = {{"6-5-4-3-2-1", "12131412151612131"}, {"6-4-2-3-1-1", "13121615121413121"}};

/* Plays a chain from a board with the player's seeds of @p row (such as "6-5-4-3-2-1")
   and one seed in each pit of the opponent. Stops before a move that does not give
   another turn, at the end of the game, or at the end of @p pits. Writes to @p counts
   the number of moves, the seeds that left the player's pits, and the seeds left in
   them. */
static void play_chain(const struct sow_rules *rules, const char *row, const char *pits,
                       double counts[3])
{
    struct sow_board board = {.side = SOW_SOUTH};
    struct sow_game game;
    for (int i = 0; i < 6; i++) {
        board.pit[SOW_SOUTH][i] = (uint8_t)(row[2 * (size_t)i] - '0');
        board.pit[SOW_NORTH][i] = 1;
    }
    int seeds = sow_board_row(&board, SOW_SOUTH);
    int moves = 0;
    int left = seeds;
    sow_game_init(&game, rules, &board);
    for (; pits[moves] != '\0' && !game.ended && game.board.side == SOW_SOUTH; moves++) {
        struct sow_sowing sowing;
        int pit = 6 - (pits[moves] - '0');
        sow_game_preview(&game, pit, &sowing);
        if (!sowing.again)
            break;
        left = sow_board_row(&sowing.board, SOW_SOUTH);
        sow_game_play(&game, pit);
    }
    counts[0] = moves;
    counts[1] = seeds - left;
    counts[2] = left;
}

/* Fills a figure about a chain of moves ("moves", "seeds stored" or "seeds left"), if
   the row is one of CHAINS. Ours has to be equal. Leaves other rows as they are. Never
   fails. */
static enum sow_status fill_chain(const struct sow_figure_task *task, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"moves", "seeds stored", "seeds left"};
    const struct sow_rules *rules = &task->evidence->set->variants[0].rules;
    (void)err;
    for (size_t i = 0; i < sizeof CHAINS / sizeof CHAINS[0]; i++) {
        double counts[3];
        if (strcmp(CHAINS[i].row, task->figure->row) != 0)
            continue;
        play_chain(rules, CHAINS[i].row, CHAINS[i].pits, counts);
        for (size_t k = 0; k < 3; k++)
            if (strcmp(COLUMNS[k], task->figure->column) == 0)
                sow_comparison_fill_exact(task->row, task->figure->value, counts[k], 0.0);
    }
    return SOW_OK;
}

/* --- quoted rates --- */

/* Fills a quoted rate ("wins" or "losses", in percent of 200 games) with the rate of the
   same pair of players, both seats together. Leaves rows of other pairs without a
   figure. Never fails. */
static enum sow_status fill_quoted(const struct sow_figure_task *task,
                                   struct sow_err *err)
{
    const struct sow_duel *duels =
        &task->evidence->duels[task->evidence->pairs + task->evidence->roster->count];
    (void)err;
    for (size_t i = 0; i < QUOTED_PAIRS; i++) {
        struct sow_tally tally = sow_tally_sum(&duels[i].first, &duels[i].second);
        bool losses = strcmp(task->figure->column, "losses") == 0;
        struct sow_rate ours = {losses ? tally.losses : tally.wins,
                                sow_tally_games(&tally)};
        if (strcmp(QUOTED[i].row, task->figure->row) == 0)
            sow_comparison_fill_rate(task->row, task->figure->value, QUOTED_GAMES, &ours);
    }
    sow_comparison_rates(task->list);
    return SOW_OK;
}

/* --- the work --- */

static const struct sow_reproduction TABLES[] = {
    {"2", GAME, .compare = play_cells, .fill = fill_cell},
    {"2 sums", GAME, .compare = compare_sums},
    {"3", GAME, .fill = sow_fill_signed_rank},
    {"tests", GAME, .compare = sow_compare_analysis},
    {"points", GAME, .fill = sow_fill_points},
    {"first move", GAME, .compare = compare_first_moves},
    {"counts", GAME, .fill = fill_count},
    {"chains", GAME, .fill = fill_chain},
    {"Rovaris", GAME, .fill = fill_quoted},
    {.name = NULL},
};

#define SEARCH(algorithm, depth) " pekar:" algorithm ",depth=" depth

const struct sow_work sow_work_pekar2020 = {
    .name = "pekar2020",
    .players = "pekar:1" SEARCH("2", "1") SEARCH("2", "2") SEARCH("2", "4") SEARCH(
        "2", "6") SEARCH("3", "1") SEARCH("3", "2") SEARCH("3", "4") SEARCH("3", "6"),
    .variants = GAME,
    .games = 100,
    .quick_games = 10,
    .random_plies = 2, /* without, two of its algorithms have but one game */
    .begin = list_games,
    .enter = add_quoted_players,
    .own_size = sizeof(struct cells),
    .tables = TABLES,
};
