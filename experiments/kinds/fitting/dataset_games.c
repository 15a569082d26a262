/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playing of the games of a data set, and the samples that become its rows. */
#include "dataset_games.h"

#include "sow/base/array.h"
#include "sow/game/game.h"

#include <stdlib.h>

/* A player's turn. */
struct turn {
    struct sow_board before; /* position before the move */
    int ply;                 /* ply before the turn */
    int moves;               /* number of possible moves */
    bool swap;               /* true if a swap was possible */
    bool is_taken;           /* true if the turn gives rows */
    bool is_random;          /* true if the move is drawn instead of chosen */
    int move;                /* the move made */
};

/* Returns true if the options want rows of the table with index @p table (OF_POSITIONS or
   OF_CHOICES). */
static bool is_wanted(const struct sow_dataset_options *options, int table)
{
    static const int ALONE[TABLE_COUNT] = {
        [OF_POSITIONS] = SOW_RECORD_POSITIONS, [OF_CHOICES] = SOW_RECORD_CHOICES};
    return options->record == SOW_RECORD_BOTH || options->record == ALONE[table];
}

/* ---- Samples ---- */

/* Returns a sample of the present position of a game, seen by @p seat. If there is a
   search, runs it to label the sample. */
static struct sample sample_of(const struct dataset_games *games,
                               const struct sow_game *game, uint8_t seat)
{
    struct sample sample = {
        .board = game->board, .seat = seat, .ply = (uint16_t)game->ply};
    if (games->labeller != NULL)
        sample.label = sow_labeller_value(games->labeller, game, seat);
    return sample;
}

/* Makes a sample of the choice in a turn that has ended: the position before, and the
   move made. Returns false if the turn gives no sample. With a single move, or with a
   random one, there is no choice, and a possible swap is not a pit. */
static bool sample_choice(const struct turn *turn, struct sample *sample)
{
    if (turn->moves < 2 || turn->swap || turn->is_random)
        return false;
    *sample = (struct sample){.board = turn->before,
                              .seat = turn->before.side,
                              .moves = (sow_pits)(1U << (unsigned)turn->move),
                              .ply = (uint16_t)turn->ply};
    return true;
}

/* Copies a sample to the end of a list. Returns false without memory; the list is then
   unchanged. */
static bool keep_sample(struct samples *samples, const struct sample *sample)
{
    struct sample *longer =
        sow_array_grow(samples->sample, samples->count, sizeof *longer);
    if (longer == NULL)
        return false;
    samples->sample = longer;
    samples->sample[samples->count++] = *sample;
    return true;
}

/* Adds a copy of a sample to the record of its game, for the table with index @p table.
   Without memory sets `failed`. */
static void keep(struct record *record, int table, const struct sample *sample)
{
    record->failed = !keep_sample(&record->samples[table], sample) || record->failed;
}

/* Adds the position before a turn to the record of its game, seen by the player to move.
   Does so only if the options have the view to-move and want positions, if the turn gives
   rows, and if no swap is possible. */
static void keep_before(const struct dataset_games *games, const struct turn *turn,
                        const struct sow_game *game, struct record *record)
{
    if (games->options->view != SOW_VIEW_TO_MOVE || !turn->is_taken || turn->swap ||
        !is_wanted(games->options, OF_POSITIONS))
        return;
    struct sample sample = sample_of(games, game, game->board.side);
    keep(record, OF_POSITIONS, &sample);
}

/* Adds the samples of a turn that has ended to the record of its game, if the turn gives
   rows. The position after it is one if the options have the own view and the game goes
   on. The choice is one if sample_choice makes it. */
static void keep_after(const struct dataset_games *games, const struct turn *turn,
                       const struct sow_game *game, struct record *record)
{
    struct sample sample;
    if (!turn->is_taken)
        return;
    if (games->options->view == SOW_VIEW_OWN && !game->ended &&
        is_wanted(games->options, OF_POSITIONS)) {
        sample = sample_of(games, game, turn->before.side);
        keep(record, OF_POSITIONS, &sample);
    }
    if (is_wanted(games->options, OF_CHOICES) && sample_choice(turn, &sample))
        keep(record, OF_CHOICES, &sample);
}

/* ---- Play ---- */

/* Describes the turn that begins, and decides whether it gives rows and whether its move
   is random. Shares `sample` and `epsilon` other than 0 and 1 take a random number each.
   Returns false if there is no legal move. */
static bool begin_turn(const struct sow_game *game,
                       const struct sow_dataset_options *options, struct sow_pcg *rng,
                       struct turn *turn)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    if (count == 0)
        return false;
    *turn = (struct turn){.before = game->board,
                          .ply = game->ply,
                          .moves = count,
                          .swap = moves[count - 1] == SOW_SWAP};
    turn->is_taken = options->sample >= 1 || sow_pcg_unit(rng) < options->sample;
    turn->is_random = options->epsilon > 0 && sow_pcg_unit(rng) < options->epsilon;
    return true;
}

/* Makes the random moves at the beginning of a game; they give no samples. Their number
   is the option's, or is drawn from its range. Stops early if the game ends or has no
   legal move. */
static void open_game(const struct dataset_games *games, struct sow_game *game,
                      const struct sow_player *random, struct sow_pcg *rng)
{
    const struct sow_plies *plies = &games->options->random_plies;
    int moves[SOW_MOVES_MAX];
    /* A fixed number takes no random number: games of older versions stay the same. */
    int count = plies->most > plies->least ? sow_plies_draw(plies, rng) : plies->least;
    while (!game->ended && game->ply < count && sow_game_moves(game, moves) > 0)
        if (sow_game_turn(game, random, rng) < 0)
            break;
}

/* Starts game @p number at the standard start, or at a start position if there are any.
   The starts take turns, and two successive games, 2g and 2g + 1, have the same one. */
static void start_game(const struct dataset_games *games, uint64_t number,
                       struct sow_game *game)
{
    const struct sow_board *start = NULL;
    if (games->starts.count > 0)
        start = &games->starts.boards[number / 2 % games->starts.count];
    sow_game_init(game, games->rules, start);
    game->fast = games->fast;
}

/* Plays game @p number, from its own random stream, and keeps its samples and its score
   in @p record, which has no samples yet. Agent 0 moves first in even games. */
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
    open_game(games, &game, &random, &rng);
    /* The player moves first in even games, the opponent in odd ones. */
    struct sow_player players[2];
    const struct sow_player *seats[2];
    struct turn turn;
    for (int agent = 0; agent < 2; agent++) {
        players[agent] = sow_agent_player(&games->agents[agent]);
        seats[game.first ^ agent ^ (int)(number & 1U)] = &players[agent];
    }
    sow_game_seat(&game, seats);
    while (!game.ended && begin_turn(&game, games->options, &rng, &turn)) {
        const struct sow_player *player =
            turn.is_random ? &random : seats[game.board.side];
        keep_before(games, &turn, &game, record);
        turn.move = sow_game_turn(&game, player, &rng);
        if (turn.move < 0)
            break;
        keep_after(games, &turn, &game, record);
    }
    sow_game_unseat(&game, seats);
    record->score = (struct sow_score){
        .store = {game.board.store[SOW_SOUTH], game.board.store[SOW_NORTH]}};
}

/* ---- Perfect play ---- */

/* Returns the ply of the last of the first @p count samples, or -1 if @p count is 0. */
static int last_ply(const struct samples *samples, size_t count)
{
    return count > 0 ? samples->sample[count - 1].ply : -1;
}

/* Solves the positions and choices of a game, the latest first, and writes margin, best
   moves or `unsolved` into them. A position that is a sample of both tables is solved
   once. Copies the samples without an answer to record->unsolved. Without memory sets
   `failed`. */
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
