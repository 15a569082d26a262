/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/studies/tournament.h"

#include "sow/matches/openings.h"
#include "standings.h"

#include <stdlib.h>
#include <string.h>

#define AT(field) offsetof(struct sow_tournament_options, field)

static const struct sow_param ROWS[] = {
    SOW_PLAN_GAMES_ROW(AT(games), "1000"),
    SOW_OPENINGS_ROW(AT(random_plies)),
};

const struct sow_param_table sow_tournament_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

/* One game or several. */

static const struct sow_param ONE_GAME_ROWS[] = {
    {"variant", &sow_param_text, AT(variant), 0, SOW_VARIANT_PATH_MAX, NULL, "erherhe",
     "the game, if it is one"},
};

static const struct sow_param_table ONE_GAME = {ONE_GAME_ROWS, 1};

static const struct sow_param GAMES_ROWS[] = {
    {"variants", &sow_param_text, AT(choice.variants), 0, SOW_VARIANT_SET_TEXT_MAX, NULL,
     "",
     "the games, if they are several: names, variant files and groups (paper = erherhe, "
     "oware, awari, vai-lung-thlan; five = these and kalah; all)"},
    {"pits", &sow_param_text, AT(choice.pits), 0, 31, NULL, "",
     "every game with so many pits a row: a number, or a range"},
    {"seeds", &sow_param_text, AT(choice.seeds), 0, 31, NULL, "",
     "every game with so many seeds a pit: a number, or a range"},
};

static const struct sow_param_table GAMES = {GAMES_ROWS,
                                             sizeof GAMES_ROWS / sizeof GAMES_ROWS[0]};

static enum sow_status take(void *options, const struct sow_words *words,
                            struct sow_err *err)
{
    struct sow_tournament_options *tournament = options;
    char *games = tournament->choice.variants;
    if (games[0] != '\0' && strcmp(tournament->variant, ONE_GAME_ROWS[0].fallback) != 0)
        return sow_err_set(err, SOW_USAGE,
                           "both '--variant' and '--variants' are given: choose one");
    if (games[0] == '\0')
        memcpy(games, tournament->variant, strlen(tournament->variant) + 1);
    return sow_player_list_take(&tournament->players, words->count, words->words, err);
}

static const struct sow_param RECORDED_ROWS[] = {
    {"players", &sow_param_text, AT(players.specs), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "who takes part"},
    {"names", &sow_param_text, AT(players.names), 0, SOW_PLAYER_LIST_MAX, NULL, "",
     "the players as they were asked for"},
};

static const struct sow_param_table RECORDED = {
    RECORDED_ROWS, sizeof RECORDED_ROWS / sizeof RECORDED_ROWS[0]};

static size_t pairs_of(size_t players)
{
    return players * (players + 1) / 2;
}

/* A tournament under way. */
struct event {
    struct sow_run *run;
    struct sow_variant_set set;
    struct sow_roster roster;
    struct sow_plan_cell *cells;
    struct sow_duel *duels;
    size_t count; /* of the cells */
};

/* Player i against itself and those behind it in the list. */
static void list_cells(struct event *event)
{
    size_t count = 0;
    for (size_t v = 0; v < event->set.count; v++)
        for (size_t i = 0; i < event->roster.count; i++)
            for (size_t j = i; j < event->roster.count; j++)
                event->cells[count++] = (struct sow_plan_cell){
                    .variant = v, .player = (uint32_t)i, .opponent = (uint32_t)j};
}

static enum sow_status event_init(struct event *event, struct sow_run *run,
                                  const struct sow_tournament_options *options,
                                  struct sow_err *err)
{
    *event = (struct event){.run = run};
    enum sow_status status = sow_variant_set_read(&options->choice, &event->set, err);
    if (status == SOW_OK)
        status = sow_roster_read(&options->players, &event->roster, err);
    if (status != SOW_OK)
        return status;
    event->count = event->set.count * pairs_of(event->roster.count);
    event->cells = calloc(event->count, sizeof *event->cells);
    event->duels = calloc(event->count, sizeof *event->duels);
    if (event->cells == NULL || event->duels == NULL)
        return sow_err_no_memory(err);
    list_cells(event);
    return SOW_OK;
}

static void event_release(struct event *event)
{
    sow_variant_set_release(&event->set);
    sow_roster_release(&event->roster);
    free(event->cells);
    free(event->duels);
}

static struct sow_plan plan_of(const struct event *event,
                               const struct sow_tournament_options *tournament)
{
    return (struct sow_plan){.set = &event->set,
                             .agents = event->roster.agents,
                             .specs = event->roster.specs,
                             .agent_count = event->roster.count,
                             .cells = event->cells,
                             .count = event->count,
                             .games = tournament->games,
                             .random_plies = tournament->random_plies};
}

/* Openings at random if players repeat a few games without. */
static enum sow_status resolve_openings(struct sow_tournament_options *tournament,
                                        struct sow_err *err)
{
    struct event event;
    if (tournament->random_plies != SOW_RANDOM_PLIES_ASKED)
        return SOW_OK;
    enum sow_status status = event_init(&event, NULL, tournament, err);
    struct sow_plan plan = plan_of(&event, tournament);
    if (status == SOW_OK)
        tournament->random_plies = sow_plan_openings(&plan);
    event_release(&event);
    return status;
}

static enum sow_status prepare(void *options, struct sow_store *source,
                               const struct sow_rules *rules, struct sow_err *err)
{
    (void)rules;
    struct sow_tournament_options *tournament = options;
    enum sow_status status = sow_player_list_resolve(&tournament->players, source, err);
    if (status == SOW_OK)
        status = sow_variant_choice_resolve(&tournament->choice, err);
    if (status != SOW_OK)
        return status;
    size_t players = sow_player_list_count(&tournament->players);
    if (players < 2)
        return sow_err_set(err, SOW_USAGE,
                           "one player makes no tournament: name two or more, such as "
                           "'heuristics random'");
    status = sow_plan_admit(&tournament->choice, pairs_of(players), err);
    return status == SOW_OK ? resolve_openings(tournament, err) : status;
}

/* Results of a variant, or of all of them together. */
static void fill_standings(const struct event *event, size_t begin, size_t end,
                           struct sow_standings *standings)
{
    size_t pairs = pairs_of(event->roster.count);
    for (size_t i = begin * pairs; i < end * pairs; i++)
        sow_standings_add(standings, event->cells[i].player, event->cells[i].opponent,
                          &event->duels[i]);
}

static enum sow_status conclude_variants(const struct event *event, size_t begin,
                                         size_t end, struct sow_standing_lines *lines,
                                         struct sow_err *err)
{
    bool all = end - begin > 1;
    struct sow_standings standings;
    enum sow_status status = sow_standings_init(
        &standings, &event->roster, all ? NULL : event->set.variants[begin].name, err);
    if (status != SOW_OK)
        return status;
    fill_standings(event, begin, end, &standings);
    status = sow_standings_conclude(&standings, lines, err);
    sow_standings_release(&standings);
    return status;
}

static enum sow_status conclude(void *context, struct sow_err *err)
{
    const struct event *event = context;
    size_t variants = event->set.count;
    struct sow_standing_lines lines;
    sow_standing_lines_init(&lines);
    enum sow_status status = SOW_OK;
    for (size_t v = 0; v < variants && status == SOW_OK; v++)
        status = conclude_variants(event, v, v + 1, &lines, err);
    if (status == SOW_OK && variants > 1)
        status = conclude_variants(event, 0, variants, &lines, err);
    if (status == SOW_OK)
        status = sow_standing_lines_store(&lines, event->run, err);
    sow_standing_lines_release(&lines);
    return status;
}

static enum sow_status execute(struct sow_run *run, const void *options,
                               struct sow_err *err)
{
    const struct sow_tournament_options *tournament = options;
    struct event event;
    enum sow_status status = event_init(&event, run, tournament, err);
    struct sow_plan plan = plan_of(&event, tournament);
    if (status == SOW_OK)
        status = sow_plan_play(run, &plan, event.duels, err);
    if (status == SOW_OK)
        status = sow_plan_conclude(run, "ratings", conclude, &event, err);
    event_release(&event);
    run->stop_reason = "all games played";
    return status;
}

static const char *const CONTENT[] = {"match_variants", "matches", "match_pairs",
                                      "ratings",        "cycles",  NULL};

const struct sow_run_kind sow_tournament_kind = {
    .name = "tournament",
    .groups = {{.table = &RECORDED, .use = SOW_RECORDED},
               {.table = &sow_tournament_params},
               {.table = &ONE_GAME, .title = "Variants", .use = SOW_TYPED},
               {.table = &GAMES, .title = "Variants"}},
    .options_size = sizeof(struct sow_tournament_options),
    .command =
        {
            .kind = &sow_tournament_kind,
            .section = "Playing",
            .name = "tournament",
            .operands = "PLAYER...",
            .summary = "everyone meets everyone: cross-table, ratings, cycles",
            .examples =
                "sowlab tournament heuristics random divilly2013\n"
                "sowlab tournament run:17 run:18 divilly2013 --variant kalah\n"
                "sowlab tournament heuristics random --variants five --games 5000",
            .details =
                "A player is a spec or one of the groups 'heuristics' (h1 to h6) and "
                "'paper' "
                "(these and random). 'crosstable' has the score of the row's player "
                "against "
                "the column's, both seats together; on the diagonal the score of whoever "
                "moves first in games against itself. 'ratings' are of the model of "
                "Bradley "
                "and Terry on the Elo scale with mean 0 and 95 % intervals. 'cycles' are "
                "three players of which each beats the next: sign tests of wins against "
                "losses, 5 % after Holm over all pairs of the variant.\n",
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
