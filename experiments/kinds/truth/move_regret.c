/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "regret": their options, the measuring of players, and their rows. */
#include "sow/truth/move_regret.h"

#include "measure.h"
#include "regret_sections.h"
#include "sow/game/fast_board.h"
#include "sow/matches/openings.h"
#include "sow/matches/study.h"
#include "sow/store/store.h"
#include "sow/store/tables/regrets.def"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_regret_options, field)

/* Default of the largest number of seeds on the board, without an endgame file. */
enum { ON_BOARD = 10 };

static const struct sow_param ROWS[] = {
    {"on_board", &sow_param_integer, AT(on_board), 0, SOW_ENDGAME_SEEDS_MAX, NULL, "0",
     "largest number of seeds on the board; 0 = all that --endgame covers, or 10 "
     "without a file"},
    {"endgame", &sow_param_endgame, AT(endgame), 0, 0, NULL, "",
     "endgame file of 'sowlab solve' with exact values; by default the values are "
     "computed first and not kept"},
    {"opponents", &sow_param_players, AT(opponents), 0, SOW_PLAYER_LIST_MAX, NULL,
     "random",
     "opponents of each player: players and groups, separated by commas, or by blanks "
     "if a player contains commas"},
    {"games", &sow_param_integer, AT(games), 0, 10000000, NULL, "200",
     "games against each opponent in each seat (twice this number in all); 0 = none"},
    {"random_plies", &sow_param_integer, AT(random_plies), 0, SOW_RANDOM_PLIES_MAX, NULL,
     "4", "random moves that open each game"},
    {"sample", &sow_param_integer, AT(sample), 0, 100000000, NULL, "1000",
     "positions sampled for each number of seeds, with equal chances, or all if there "
     "are fewer; 0 = all"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static const struct sow_param RECORDED_ROWS[] = {
    {"players", &sow_param_players, AT(players), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "who is measured"},
    {"names", &sow_param_player_names, AT(players), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the players as written on the command line"},
    {"opponent_names", &sow_param_player_names, AT(opponents), 0, SOW_PLAYER_LIST_MAX,
     NULL, "", "the opponents as written on the command line"},
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

/* Returns true if --games is above 0, so that games are played. Condition of `opponents`
   and `random_plies` in NEEDS. @p context is a struct sow_regret_options. */
static bool plays(const void *context)
{
    const struct sow_regret_options *options = context;
    return options->games > 0;
}

static const struct sow_param_need NEEDS[] = {
    {"opponents", plays, "--games above 0"},
    {"random_plies", plays, "--games above 0"},
    {NULL, NULL, NULL},
};

/* ---- Before the run ---- */

/* Takes the players from the operands. Writes a note if the rules have something that
   the exact values ignore. It is the kind's `take`. Fails as sow_player_list_take. */
static enum sow_status take_regret(void *options, const struct sow_words *words,
                                   struct sow_err *err)
{
    struct sow_regret_options *asked = options;
    const char *substituted = sow_endgame_substituted(&words->game->rules);
    if (substituted != NULL)
        words->note(words->cli, "the values ignore %s", substituted);
    return sow_err_blame(
        err, sow_player_list_take(&asked->players, words->count, words->words, err),
        "operands");
}

/* Appends the player `random`, with which others are compared, if the list of players
   lacks it. @p source is the database in which players are looked up. Fails as
   sow_player_list_add. */
static enum sow_status add_random(struct sow_regret_options *asked,
                                  struct sow_store *source, struct sow_err *err)
{
    static const char RANDOM[] = "random";
    for (size_t i = 0; i < asked->players.count; i++)
        if (strcmp(asked->players.specs[i], RANDOM) == 0)
            return SOW_OK;
    return sow_player_list_add(&asked->players, source, RANDOM, err);
}

/* Opens each player of a list for the rules; @p now is as for sow_agent_open. Fails with
   SOW_USAGE if a player is limited by time, else as sow_agent_open. The choices of a
   program that sowlab starts are measured, though the run cannot be repeated. */
static enum sow_status open_players(const struct sow_player_list *list,
                                    const struct sow_rules *rules, bool now,
                                    struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < list->count && status == SOW_OK; i++) {
        const struct sow_agent *agent = &list->agents[i];
        bool started =
            agent->kind == SOW_AGENT_OUTSIDE && agent->outside.way == SOW_OUTSIDE_EXEC;
        if (!started && sow_agent_is_timed(agent))
            return sow_err_set(err, SOW_USAGE,
                               "player '%.200s' plays by time, so its choice cannot be "
                               "repeated: limit it by depth=, nodes= or iterations=",
                               list->names[i]);
        status = sow_agent_open(agent, rules, now, err);
    }
    return status;
}

/* Replaces `on_board` 0 by the number of seeds that the endgame file covers, or by 10
   without a file. Then opens the file, if there is one. Fails with SOW_USAGE if the file
   covers fewer seeds or only the empty board, or if there are too many positions; else
   as sow_endgame_choice_open. */
static enum sow_status resolve_seeds(struct sow_regret_options *asked,
                                     const struct sow_rules *rules, struct sow_err *err)
{
    bool filed = asked->endgame.file[0] != '\0';
    if (asked->on_board == 0)
        asked->on_board = filed ? asked->endgame.seeds : ON_BOARD;
    if (filed && asked->on_board > asked->endgame.seeds)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'%s' covers up to %d seeds: lower '--on-board', or solve "
                        "more with 'sowlab solve --on-board %d'",
                        asked->endgame.file, asked->endgame.seeds, asked->on_board),
            "on_board");
    if (asked->on_board == 0)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "'%s' covers only the empty board: solve more with "
                        "'sowlab solve --on-board 10'",
                        asked->endgame.file),
            "endgame");
    if (sow_endgame_positions(rules->pits, asked->on_board) >= SOW_ENDGAME_POSITIONS_MAX)
        return sow_err_blame(
            err,
            sow_err_set(err, SOW_USAGE,
                        "too many positions with up to %d seeds on the board: lower "
                        "'--on-board'",
                        asked->on_board),
            "on_board");
    return sow_err_blame(err, sow_endgame_choice_open(&asked->endgame, rules, err),
                         "endgame");
}

/* Resolves and opens all players and opponents, adds `random` to the players, and
   settles the number of seeds on the board. It is the kind's `prepare`. Returns the
   first failure, which names the operands or the option. */
static enum sow_status prepare_regret(void *options, struct sow_store *source,
                                      const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_regret_options *asked = options;
    enum sow_status status = sow_err_blame(
        err, sow_player_list_resolve(&asked->players, source, err), "operands");
    if (status == SOW_OK)
        status = add_random(asked, source, err);
    if (status == SOW_OK)
        status = sow_err_blame(
            err, sow_player_list_resolve(&asked->opponents, source, err), "opponents");
    if (status == SOW_OK)
        status = sow_err_blame(err, open_players(&asked->players, rules, false, err),
                               "operands");
    if (status == SOW_OK)
        status = sow_err_blame(err, open_players(&asked->opponents, rules, false, err),
                               "opponents");
    return status == SOW_OK ? resolve_seeds(asked, rules, err) : status;
}

/* ---- The run ---- */

/* State of a run, while one player after another is measured. */
struct measuring {
    struct sow_run *run;
    const struct sow_regret_options *options;
    struct sow_endgame *solved; /* computed values; NULL if a file has them */
    struct truth truth;
    struct sow_fast fast;
    size_t player;            /* index of the measured player; its rows are stored
                                 together */
    uint64_t first;           /* number of the first game or position of the present
                                 slice */
    struct measure *measures; /* measures of a slice; owned */
    struct measured in_play[MEASURES];
    struct measured anywhere[MEASURES];
    int line; /* number of the next row */
};

/* Plays games @p begin to @p end - 1 of a slice, each into its measures. The player
   meets one opponent after another, each in `games` pairs of games; it moves first in
   the even games. The random stream of a game depends on both players, the seat and the
   number of the pair. It is a sow_range_fn. @p context is a struct measuring. */
static void play_games(void *context, size_t begin, size_t end)
{
    const struct measuring *measuring = context;
    const struct sow_regret_options *options = measuring->options;
    uint64_t games = 2 * (uint64_t)options->games;
    size_t width = (size_t)options->on_board + 1;
    for (size_t i = begin; i < end; i++) {
        uint64_t number = measuring->first + i;
        size_t opponent = (size_t)(number / games);
        const char *spec = options->players.specs[measuring->player];
        uint64_t key = sow_study_key("", spec, options->opponents.specs[opponent]);
        struct bout bout = {
            .player = &options->players.agents[measuring->player],
            .opponent = &options->opponents.agents[opponent],
            .second = number % 2 == 1,
            .random_plies = options->random_plies,
            .stream = {SOW_PURPOSE_REGRET, {key, number % 2, number % games / 2, 0}},
        };
        sow_truth_play(&measuring->truth, &bout, &measuring->measures[i * width]);
    }
}

/* Returns the context of the run, with no more threads than the games that the measured
   player and the opponents play at a time. */
static struct sow_context with_for(const struct measuring *measuring)
{
    const struct sow_regret_options *options = measuring->options;
    struct sow_context with = measuring->run->with;
    with.threads =
        sow_agents_threads(&options->players.agents[measuring->player], 1, with.threads);
    with.threads = sow_agents_threads(options->opponents.agents, options->opponents.count,
                                      with.threads);
    return with;
}

/* Sets `in_play` to the sums of the current player's choices in games against all
   opponents. Fails as sow_slices_measure. */
static enum sow_status measure_play(struct measuring *measuring, struct sow_err *err)
{
    const struct sow_regret_options *options = measuring->options;
    struct slices slices = {.count =
                                2 * (uint64_t)options->games * options->opponents.count,
                            .width = (size_t)options->on_board + 1,
                            .look = play_games,
                            .context = measuring,
                            .first = &measuring->first,
                            .measures = measuring->measures,
                            .sums = measuring->in_play,
                            .run = measuring->run,
                            .with = with_for(measuring)};
    memset(measuring->in_play, 0, sizeof measuring->in_play);
    return sow_slices_measure(&slices, err);
}

/* Sets `anywhere` to the sums of the current player's choices in positions of each
   number of seeds from 1, whether they occur in games or not. Fails as
   sow_anywhere_measure. */
static enum sow_status measure_anywhere(struct measuring *measuring, struct sow_err *err)
{
    struct anywhere anywhere = {
        .truth = &measuring->truth,
        .player = &measuring->options->players.agents[measuring->player],
        .sample = measuring->options->sample,
        .run = measuring->run,
        .with = with_for(measuring),
        .measures = measuring->measures,
        .sums = measuring->anywhere};
    return sow_anywhere_measure(&anywhere, err);
}

/* ---- Rows ---- */

/* Strata from which the rates of one row are computed. Stratum i has the sums
   `measured[i]`, which are borrowed. */
struct lines {
    const struct measured *measured;
    struct sow_cluster_stratum strata[MEASURES];
    size_t count;
};

/* Returns the rate of one figure over all strata. Sets the `seen` of each stratum to the
   sums of that figure. */
static struct sow_cluster_rate rate_of(struct lines *lines, enum figure figure)
{
    for (size_t i = 0; i < lines->count; i++)
        lines->strata[i].seen = &lines->measured[i].sums[figure];
    return sow_cluster_rate_of(lines->strata, lines->count);
}

/* Stores one row of table `regrets` with the current player's figures over all strata of
   @p lines. These are the share of best moves and the regret, each with its interval,
   and both figures of a random move. The text @p positions is `play` or `all`. A 0 for
   @p seeds means all numbers of seeds. Advances `line`. Without any choice it stores no
   row and returns SOW_OK. */
static enum sow_status store_rates(struct measuring *measuring, const char *positions,
                                   int seeds, struct lines *lines, struct sow_err *err)
{
    const struct sow_player_list *players = &measuring->options->players;
    struct sow_regret_row row = {.run_id = measuring->run->id,
                                 .line = measuring->line,
                                 .player = players->specs[measuring->player],
                                 .name = players->names[measuring->player],
                                 .positions = positions,
                                 .on_board = seeds};
    for (size_t i = 0; i < lines->count; i++)
        row.choices += lines->measured[i].choices;
    if (row.choices == 0)
        return SOW_OK;
    struct sow_cluster_rate optimal = rate_of(lines, OPTIMAL);
    struct sow_cluster_rate regret = rate_of(lines, REGRET);
    struct sow_interval share = sow_cluster_share_interval(&optimal, SOW_LEVEL);
    struct sow_interval lost = sow_cluster_interval(&regret, SOW_LEVEL);
    row.clusters = optimal.clusters;
    row.optimal = sow_settled(optimal.rate);
    row.optimal_low = sow_settled(share.low);
    row.optimal_high = sow_settled(share.high);
    row.regret = sow_settled(regret.rate);
    row.regret_low = sow_settled(lost.low);
    row.regret_high = sow_settled(lost.high);
    row.random_optimal = sow_settled(rate_of(lines, RANDOM_OPTIMAL).rate);
    row.random_regret = sow_settled(rate_of(lines, RANDOM_REGRET).rate);
    measuring->line++;
    return sow_store_add(measuring->run->sink, regret, &row, err);
}

/* Stores the current player's rows for positions in games: one for all numbers of seeds
   together, then one for each number. Returns the first failure. */
static enum sow_status store_play(struct measuring *measuring, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (int n = 0; n <= measuring->options->on_board && status == SOW_OK; n++) {
        struct lines lines = {
            .measured = &measuring->in_play[n], .strata = {{.size = 1}}, .count = 1};
        status = store_rates(measuring, "play", n, &lines, err);
    }
    return status;
}

/* Stores the current player's rows for all positions, whether they occur in games or
   not. The first row is for all numbers of seeds together, in which each position has
   the same weight. Then each number has a row. Returns the first failure. */
static enum sow_status store_anywhere(struct measuring *measuring, struct sow_err *err)
{
    int most = measuring->options->on_board;
    enum sow_status status = SOW_OK;
    for (int n = 0; n <= most && status == SOW_OK; n++) {
        struct lines lines = {.measured = &measuring->anywhere[n == 0 ? 1 : n],
                              .count = n == 0 ? (size_t)most : 1};
        for (size_t i = 0; i < lines.count; i++) {
            int seeds = (n == 0 ? 1 : n) + (int)i;
            lines.strata[i] = sow_anywhere_stratum(&measuring->truth,
                                                   measuring->options->sample, seeds);
        }
        status = store_rates(measuring, "all", n, &lines, err);
    }
    return status;
}

/* Measures the current player and stores its rows in one transaction. On failure none
   is stored. */
static enum sow_status measure_player(struct measuring *measuring, struct sow_err *err)
{
    struct sow_store *sink = measuring->run->sink;
    sow_progress_advance(measuring->run->with.progress, 0,
                         measuring->options->players.names[measuring->player]);
    enum sow_status status = measure_play(measuring, err);
    if (status == SOW_OK)
        status = measure_anywhere(measuring, err);
    if (status == SOW_IO)
        (void)sow_err_prefix(err, "'%.100s'",
                             measuring->options->players.names[measuring->player]);
    if (status == SOW_OK)
        status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    status = store_play(measuring, err);
    if (status == SOW_OK)
        status = store_anywhere(measuring, err);
    return sow_store_end(sink, status, err);
}

/* ---- The whole ---- */

/* Counts a stored row of a resumed run: moves `player` to the row's player, and `line`
   behind the row. Rows come in the order of `line`, each player with all its rows. Fails
   with SOW_BAD_DATA if the row does not have the next number, or is neither of the
   current player nor of the next. @p context is a struct measuring. */
static enum sow_status take_row(void *context, const struct sow_regret_row *row,
                                struct sow_err *err)
{
    struct measuring *measuring = context;
    const struct sow_player_list *players = &measuring->options->players;
    if (measuring->player < players->count &&
        strcmp(row->player, players->specs[measuring->player]) != 0)
        measuring->player++;
    if (measuring->player >= players->count || row->line != measuring->line ||
        strcmp(row->player, players->specs[measuring->player]) != 0)
        return sow_err_set(err, SOW_BAD_DATA,
                           "row %d of run %lld belongs to none of its players; the "
                           "record is damaged",
                           row->line, (long long)row->run_id);
    measuring->line++;
    return SOW_OK;
}

/* Sets the exact values of `truth`: those of the endgame file, or without a file newly
   computed ones, which `solved` owns. Fails as sow_endgame_new and sow_endgame_grow. */
static enum sow_status find_values(struct measuring *measuring, struct sow_err *err)
{
    const struct sow_regret_options *options = measuring->options;
    const struct sow_run *run = measuring->run;
    struct sow_endgame_work work = {.with = run->with};
    measuring->truth.endgame = sow_endgame_choice_opened(&options->endgame, run->rules);
    if (options->endgame.file[0] != '\0')
        return SOW_OK;
    enum sow_status status = sow_endgame_new(run->rules, &measuring->solved, err);
    if (status == SOW_OK)
        status = sow_endgame_grow(measuring->solved, &work, options->on_board, err);
    measuring->truth.endgame = measuring->solved;
    return status;
}

/* Reads the stored rows, then measures and stores all players that have none. Computes
   the exact values first, unless no player is left. Shows the progress in games and
   positions. Returns the first failure, also SOW_INTERRUPTED; the rows of earlier
   players stay. */
static enum sow_status measure_players(struct measuring *measuring, struct sow_err *err)
{
    const struct sow_regret_options *options = measuring->options;
    struct sow_run *run = measuring->run;
    uint64_t each = 2 * (uint64_t)options->games * options->opponents.count;
    for (int n = 1; n <= options->on_board; n++)
        each += sow_anywhere_count(&measuring->truth, options->sample, n);
    enum sow_status status =
        sow_store_each(run->sink, regret, run->id, take_row, measuring, err);
    measuring->player += measuring->line > 0;
    if (status == SOW_OK && measuring->player < options->players.count)
        status = find_values(measuring, err);
    if (status == SOW_OK)
        status = open_players(&options->players, run->rules, true, err);
    if (status == SOW_OK)
        status = open_players(&options->opponents, run->rules, true, err);
    sow_progress_begin(run->with.progress, each * options->players.count,
                       "games, positions");
    sow_progress_advance(run->with.progress, each * measuring->player, NULL);
    for (; status == SOW_OK && measuring->player < options->players.count;
         measuring->player++)
        status = measure_player(measuring, err);
    sow_progress_end(run->with.progress);
    return status;
}

/* Measures all players and stores their rows. It is the kind's `execute`; a resumed run
   continues with the first player without rows. Fails with SOW_NO_MEMORY, or as
   measure_players. */
static enum sow_status execute_regret(struct sow_run *run, const void *options,
                                      struct sow_err *err)
{
    const struct sow_regret_options *asked = options;
    struct measuring *measuring = calloc(1, sizeof *measuring);
    size_t room = SLICE * ((size_t)asked->on_board + 1);
    enum sow_status status = SOW_NO_MEMORY;
    if (measuring != NULL)
        measuring->measures = calloc(room, sizeof *measuring->measures);
    if (measuring == NULL || measuring->measures == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    measuring->run = run;
    measuring->options = asked;
    measuring->truth = (struct truth){
        .rules = run->rules, .on_board = asked->on_board, .seed = run->seed};
    if (sow_fast_covers(run->rules)) {
        sow_fast_prepare(&measuring->fast, run->rules);
        measuring->truth.fast = &measuring->fast;
    }
    status = measure_players(measuring, err);
    run->kernel_used = "plain";
    run->stop_reason = "all players measured";
done:
    if (measuring != NULL) {
        sow_endgame_close(measuring->solved);
        free(measuring->measures);
    }
    free(measuring);
    return status;
}

static const char *const CONTENT[] = {"regrets", NULL};

static const char *const RUN_MEASURES[] = {"regret", NULL};

const struct sow_run_kind sow_regret_kind = {
    .name = "regret",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED}, {.table = &TABLE}},
    .needs = NEEDS,
    .options_size = sizeof(struct sow_regret_options),
    .again = "players",
    .command =
        {
            .kind = &sow_regret_kind,
            .section = "Playing",
            .name = "regret",
            .operands = "PLAYER...",
            .summary =
                "measure how many seeds a player's moves lose against perfect play",
            .examples =
                "sowlab regret divilly2013 heuristics --variant kalah --on-board 12\n"
                "sowlab regret run:17 --variant awari --opponents paper --games 1000\n"
                "sowlab regret h4 --variant kalah --on-board 8 --sample 0 --games 0",
            .details =
                "'regret' is the mean loss of a move, in seeds of the final margin, "
                "against the best move. 'optimal' is the share of moves that lose "
                "nothing. A player that draws between several moves is measured by "
                "their mean.\n"
                "Only positions with two or more moves and at most --on-board seeds on "
                "the board count. Source 'play' has the positions of the player's "
                "games against the opponents.\n"
                "Source 'all' has all positions, or a sample of them, with equal "
                "weight. Most of these have the largest number of seeds; the stores "
                "share the other seeds equally.\n"
                "The columns 'random_optimal' and 'random_regret' are the figures of a "
                "random move in the same positions. The 95 % intervals count games, "
                "not moves, as independent. The player 'random' is always measured "
                "too. " SOW_DOC_TRUTH " explains more.\n",
            .takes = (SOW_TAKES_RUN | SOW_TAKES_RULES) & ~SOW_TAKES_KERNEL,
            .min_operands = 1,
            .max_operands = SOW_ANY_OPERANDS,
        },
    .take = take_regret,
    .prepare = prepare_regret,
    .execute = execute_regret,
    .goes_on = true,
    .sections = sow_regret_sections,
    .charts = sow_regret_charts,
    .content = CONTENT,
    .measures = RUN_MEASURES,
};
