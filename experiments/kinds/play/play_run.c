/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of kind "play": their options, their games, and the match of all games. */
#include "sow/play/play_run.h"

#include "sow/play/stored_game.h"
#include "sow/store/tables/games.def"
#include "sow/store/tables/matches.def"

#include <stdlib.h>
#include <string.h>

const char sow_play_person[] = "person";

/* Values of the option `begins`, by the enum of play_run.h. */
static const char *const BEGINNERS[] = {"player", "opponent", "by-turns", NULL};

#define AT(field) offsetof(struct sow_play_options, field)

static const struct sow_param ROWS[] = {
    {"games", &sow_param_integer, AT(games), 0, 10000, NULL, "0",
     "games in each seat of a series, evaluated like a match; 0 = no series, games "
     "until you stop"},
    {"begins", &sow_param_choice, AT(begins), 0, 0, BEGINNERS, "player",
     "player who moves first; a series alternates"},
    {"clock", &sow_param_real, AT(clock), 0, 1000000, NULL, "0",
     "time of a person for all moves of a game, in seconds; 0 = no limit"},
};

const struct sow_param_table sow_play_params = {ROWS, sizeof ROWS / sizeof ROWS[0]};

enum sow_status sow_play_prepare(void *options, struct sow_store *source,
                                 const struct sow_rules *rules, struct sow_err *err)
{
    struct sow_play_options *play = options;
    char **specs[2] = {&play->contestants.player, &play->contestants.opponent};
    enum sow_status status = SOW_OK;
    (void)rules;
    for (int i = 0; i < 2 && status == SOW_OK; i++)
        if (strcmp(*specs[i], sow_play_person) != 0)
            status = sow_player_resolve(source, specs[i], err);
    return status;
}

/* ---- Games ---- */

enum sow_status sow_play_store(const struct sow_run *run,
                               const struct sow_session *session, int number,
                               struct sow_err *err)
{
    const struct sow_game *game = &session->game;
    struct sow_kept kept = {.count = 0};
    struct sow_kept_game played = {
        .game = (uint64_t)number,
        .second = session->first == 1,
        .result = {.first = game->board.store[game->first],
                   .second = game->board.store[1 - game->first],
                   .plies = (uint16_t)game->ply},
        .transcript = session->transcript};
    played.transcript.ending = game->ending;
    if (played.transcript.lost)
        return sow_err_no_memory(err);
    kept.games = &played;
    kept.count = 1;
    return sow_kept_store(&kept, 0, run->rules, run, 0, err);
}

/* Replays a game of run->source and adds its row, unchanged, to the results of the run.
   Fails with SOW_BAD_DATA if the moves do not lead to the stored end, or with an error of
   the database. @p context is a struct sow_run. */
static enum sow_status replay_game(void *context, const struct sow_game_row *row,
                                   struct sow_err *err)
{
    const struct sow_run *run = context;
    char id[80];
    struct sow_stored_game stored;
    struct sow_game game;
    (void)snprintf(id, sizeof id, "%lld.%d.%lld", (long long)row->run_id, row->match,
                   (long long)row->game);
    enum sow_status status = sow_stored_game_read(run->source, id, &stored, err);
    if (status == SOW_OK)
        status = sow_stored_game_replay(&stored, &game, NULL, NULL, err);
    sow_stored_game_release(&stored);
    return status == SOW_OK ? sow_store_add(run->sink, game, row, err) : status;
}

/* ---- The match of all games ---- */

/* The games of a run, summed up. */
struct games {
    struct sow_duel duel;   /* sum of all pairs of games so far */
    bool waiting;           /* true if the game in `before` has no pair yet */
    struct sow_duel before; /* the latest ended game, as a duel of one game */
};

/* Returns the player's points in all games of a duel, both seats together, in halves: 2
   for a win, 1 for a draw. */
static int half_points(const struct sow_duel *duel)
{
    const struct sow_tally *first = &duel->first;
    const struct sow_tally *second = &duel->second;
    return (int)(2 * (first->wins + second->wins) + first->draws + second->draws);
}

/* Returns a single game as a duel, seen from the player: one win, draw or loss in the
   seat that the player had, with plies and margin. The final stores decide who won. */
static struct sow_duel duel_of(const struct sow_game_row *row)
{
    bool second = strcmp(row->first, "player") != 0;
    int margin = row->first_store - row->second_store;
    margin = second ? -margin : margin;
    struct sow_tally tally = {margin > 0, margin == 0, margin < 0};
    struct sow_duel duel = {.plies = row->plies, .margin = margin};
    *(second ? &duel.second : &duel.first) = tally;
    return duel;
}

/* Adds tallies, margin and plies of a duel to a sum, but neither its pairs nor its
   shape. */
static void add_duel(struct sow_duel *sum, const struct sow_duel *duel)
{
    sum->first = sow_tally_sum(&sum->first, &duel->first);
    sum->second = sow_tally_sum(&sum->second, &duel->second);
    sum->margin += duel->margin;
    sum->plies += duel->plies;
}

/* Counts a game in @p context, a struct games, in the order of play. Two successive games
   with exchanged seats form a pair, which is added to the sum. Unfinished games are
   skipped, and a game without a partner does not count. Always returns SOW_OK. */
static enum sow_status take_game(void *context, const struct sow_game_row *row,
                                 struct sow_err *err)
{
    (void)err;
    struct games *games = context;
    struct sow_duel duel = duel_of(row);
    if (strcmp(row->ending, sow_ending_names[SOW_NOT_ENDED]) == 0)
        return SOW_OK;
    bool pair = games->waiting &&
                sow_tally_games(&games->before.first) != sow_tally_games(&duel.first);
    if (pair) {
        add_duel(&games->duel, &games->before);
        add_duel(&games->duel, &duel);
        games->duel.pairs.count[half_points(&games->before) + half_points(&duel)]++;
    }
    games->waiting = !pair;
    games->before = duel;
    return SOW_OK;
}

/* Stores the sum of all pairs of games as match 0, and the results of the pairs, in one
   transaction. All its games count as different: people do not repeat their games.
   Returns an error of the database. */
static enum sow_status store_match(const struct sow_run *run,
                                   const struct sow_play_options *play,
                                   const struct sow_duel *duel, struct sow_err *err)
{
    struct sow_match_row row = sow_match_row_of(run, duel);
    row.purpose = "match";
    row.player = play->contestants.player;
    row.opponent = play->contestants.opponent;
    row.first_distinct = row.second_distinct = row.games;
    row.first_effective = row.second_effective = (double)row.games;
    enum sow_status status = sow_store_begin(run->sink, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_add(run->sink, match, &row, err);
    if (status == SOW_OK)
        status = sow_match_store_pairs(run, 0, &duel->pairs, err);
    return sow_store_end(run->sink, status, err);
}

/* Reads the games of the run from its sink, and stores the match of all their pairs. Does
   nothing if there is no pair, or if the run has a match already. Returns an error of the
   database. */
static enum sow_status store_all_games(const struct sow_run *run,
                                       const struct sow_play_options *play,
                                       struct sow_err *err)
{
    struct games games = {.waiting = false};
    int64_t matches = 0;
    enum sow_status status =
        sow_store_each(run->sink, game, run->id, take_game, &games, err);
    if (status == SOW_OK)
        status = sow_store_count(run->sink, "matches", run->id, &matches, err);
    if (status != SOW_OK || matches > 0 || sow_tally_games(&games.duel.first) == 0)
        return status;
    return store_match(run, play, &games.duel, err);
}

enum sow_status sow_play_execute(struct sow_run *run, const void *options,
                                 struct sow_err *err)
{
    const struct sow_play_options *play = options;
    enum sow_status status = SOW_OK;
    if (play->play != NULL)
        status = play->play(play->context, run, err);
    else if (run->sink != run->source)
        status = sow_store_each(run->source, game, run->id, replay_game, run, err);
    if (status == SOW_OK)
        status = store_all_games(run, play, err);
    run->stop_reason = "the games were played";
    return status;
}
