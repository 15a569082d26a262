/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing of the games of a data set, and the samples that become its rows. */
#include "dataset_games.h"

#include "sow/game/game.h"

#include <stdlib.h>

/* A player's turn, after it has ended. */
struct turn {
    struct sow_board before;
    int ply;   /* ply before the turn */
    int moves; /* number of possible moves */
    bool swap; /* true if a swap was possible */
    int move;  /* the move made */
};

/* Returns true if the options want rows of a table. */
static bool is_wanted(const struct sow_dataset_options *options, int table)
{
    static const int ALONE[TABLE_COUNT] = {
        [OF_POSITIONS] = SOW_RECORD_POSITIONS, [OF_CHOICES] = SOW_RECORD_CHOICES};
    return options->record == SOW_RECORD_BOTH || options->record == ALONE[table];
}

/* ---- Samples ---- */

/* Makes a sample of the position after a turn, seen by the player who moved. Returns
   false if the game has ended. */
static bool sample_position(const struct turn *turn, const struct sow_game *game,
                            struct sample *sample)
{
    *sample = (struct sample){
        .board = game->board, .seat = turn->before.side, .ply = (uint16_t)game->ply};
    return !game->ended;
}

/* Makes a sample of the choice in a turn. With a single move there is no choice. A
   turn with a possible swap is left out, because a swap is not a pit. Returns false if
   there is no sample. */
static bool sample_choice(const struct turn *turn, const struct sow_game *game,
                          struct sample *sample)
{
    (void)game;
    if (turn->moves < 2 || turn->swap)
        return false;
    *sample = (struct sample){.board = turn->before,
                              .seat = turn->before.side,
                              .moves = (sow_pits)(1U << (unsigned)turn->move),
                              .ply = (uint16_t)turn->ply};
    return true;
}

typedef bool sample_fn(const struct turn *turn, const struct sow_game *game,
                       struct sample *sample);

/* Functions by table that make a sample of a turn. @p game is the game after the turn.
   They return false if the turn gives no sample. */
static sample_fn *const SAMPLE[TABLE_COUNT] = {
    [OF_POSITIONS] = sample_position, [OF_CHOICES] = sample_choice};

/* Copies a sample to the end of a list. Returns false without memory; the list is then
   unchanged. */
static bool keep_sample(struct samples *samples, const struct sample *sample)
{
    if (samples->count == samples->room) {
        size_t room = samples->room == 0 ? 128 : 2 * samples->room;
        struct sample *longer = realloc(samples->sample, room * sizeof *longer);
        if (longer == NULL)
            return false;
        samples->sample = longer;
        samples->room = room;
    }
    samples->sample[samples->count++] = *sample;
    return true;
}

/* Adds the samples of a turn to the record of its game. Without memory sets `failed`. */
static void keep_turn(const struct dataset_games *games, const struct turn *turn,
                      const struct sow_game *game, struct record *record)
{
    struct sample sample;
    for (int i = 0; i < TABLE_COUNT; i++)
        if (is_wanted(games->options, i) && SAMPLE[i](turn, game, &sample))
            record->failed = !keep_sample(&record->samples[i], &sample) || record->failed;
}

/* ---- Play ---- */

/* Plays one turn of @p player and describes it in @p turn. Returns false if there is
   no move, or if the player made none. */
static bool play_turn(struct sow_game *game, const struct sow_player *player,
                      struct sow_pcg *rng, struct turn *turn)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    if (count == 0)
        return false;
    *turn = (struct turn){.before = game->board,
                          .ply = game->ply,
                          .moves = count,
                          .swap = moves[count - 1] == SOW_SWAP};
    turn->move = sow_game_turn(game, player, rng);
    return turn->move >= 0;
}

/* Starts game @p number. Two successive games, 2g and 2g + 1, have the same start
   position. */
static void start_game(const struct dataset_games *games, uint64_t number,
                       struct sow_game *game)
{
    const struct sow_board *start = NULL;
    if (games->starts.count > 0)
        start = &games->starts.boards[number / 2 % games->starts.count];
    sow_game_init(game, games->rules, start);
}

/* Plays game @p number and keeps its samples and its score in @p record, which has no
   samples yet. The random moves at its beginning give no samples. */
static void play_game(const struct dataset_games *games, uint64_t number,
                      struct record *record)
{
    static const struct sow_agent AT_RANDOM = {.kind = SOW_AGENT_RANDOM};
    struct sow_stream stream = {SOW_PURPOSE_DATASET, {number, 0, 0, 0}};
    struct sow_pcg rng;
    sow_pcg_derive(&rng, games->seed, &stream);
    struct sow_game game;
    start_game(games, number, &game);
    struct sow_player random = sow_agent_player(&AT_RANDOM);
    struct turn turn;
    while (!game.ended && game.ply < games->options->random_plies)
        if (!play_turn(&game, &random, &rng, &turn))
            break;
    /* The player moves first in even games, the opponent in odd ones. */
    struct sow_player players[2];
    const struct sow_player *seats[2];
    for (int agent = 0; agent < 2; agent++) {
        players[agent] = sow_agent_player(&games->agents[agent]);
        seats[game.first ^ agent ^ (int)(number & 1U)] = &players[agent];
    }
    sow_game_seat(&game, seats);
    while (!game.ended && play_turn(&game, seats[game.board.side], &rng, &turn))
        keep_turn(games, &turn, &game, record);
    sow_game_unseat(&game, seats);
    record->score = (struct sow_score){
        .store = {game.board.store[SOW_SOUTH], game.board.store[SOW_NORTH]}};
}

/* ---- Perfect play ---- */

/* Returns the ply of the last of the first @p count samples, -1 if there are none. */
static int last_ply(const struct samples *samples, size_t count)
{
    return count > 0 ? samples->sample[count - 1].ply : -1;
}

/* Solves the positions and choices of a game, the latest first. A position that is a
   sample of both tables is solved once. Copies the samples without an answer to
   `unsolved`. */
static void solve_samples(const struct dataset_games *games, struct record *record)
{
    struct sow_exact_game game = sow_exact_begin(games->exact);
    struct samples *positions = &record->samples[OF_POSITIONS];
    struct samples *choices = &record->samples[OF_CHOICES];
    size_t position = positions->count;
    size_t choice = choices->count;
    while (position + choice > 0) {
        int ply = last_ply(positions, position);
        int choice_ply = last_ply(choices, choice);
        bool chooses = choice_ply >= ply;
        struct sample *sample =
            chooses ? &choices->sample[--choice] : &positions->sample[--position];
        int margin = 0;
        sample->unsolved = !sow_exact_solve(&game, &sample->board, &margin,
                                            chooses ? &sample->moves : NULL);
        sample->margin = (int16_t)margin;
        if (sample->unsolved)
            record->failed = !keep_sample(&record->unsolved, sample) || record->failed;
        if (!chooses || choice_ply > ply)
            continue;
        positions->sample[--position].margin = sample->margin;
        positions->sample[position].unsolved = sample->unsolved;
    }
    record->failed = game.failed || record->failed;
    sow_exact_end(&game);
}

void sow_dataset_play(void *context, size_t begin, size_t end)
{
    const struct dataset_games *games = context;
    for (size_t i = begin; i < end; i++) {
        for (int table = 0; table < TABLE_COUNT; table++)
            games->records[i].samples[table].count = 0;
        games->records[i].unsolved.count = 0;
        play_game(games, games->first + i, &games->records[i]);
        if (games->exact != NULL)
            solve_samples(games, &games->records[i]);
    }
}
