/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plays the games of a round, and labels positions in them. */
#include "learn_games.h"

#include "sow/base/array.h"
#include "sow/support/progress.h"

#include <time.h>

bool sow_learn_rows_add(struct learn_rows *rows, const struct learn_row *row)
{
    struct learn_row *grown = sow_array_grow(rows->row, rows->count, sizeof *grown);
    if (grown == NULL)
        return false;
    rows->row = grown;
    grown[rows->count++] = *row;
    return true;
}

/* A game that is being played. */
struct playing {
    const struct learn_games *games;
    struct sow_game game;
    struct sow_labeller labeller; /* search for labels, if there is one */
    struct sow_pcg rng;           /* random numbers of this game */
    struct learn_game *result;    /* receives rows and times; borrowed */
};

/* Returns the value by search of the present position for the player to move, in seeds.
   Adds the processor time of the search to the time for labels. */
static double search_value(struct playing *playing)
{
    double begun = sow_clock_read(CLOCK_THREAD_CPUTIME_ID);
    struct sow_label label =
        sow_labeller_value(&playing->labeller, &playing->game, playing->game.board.side);
    playing->result->seconds.label += sow_clock_read(CLOCK_THREAD_CPUTIME_ID) - begun;
    return label.value;
}

/* Adds the present position to the rows of the game: board, features and, if there is a
   search, its value, all seen by the player to move. The final margin and the number of
   the game come later (settle_rows). Sets `failed` without memory. */
static void take_position(struct playing *playing)
{
    const struct learn_games *games = playing->games;
    const struct sow_board *board = &playing->game.board;
    struct learn_row row = {.south = board->side == SOW_SOUTH, .board = *board};
    sow_state_columns_values(games->columns, board, board->side, row.value);
    if (games->labeller != NULL)
        row.searched = search_value(playing);
    if (!sow_learn_rows_add(&playing->result->rows, &row))
        playing->result->failed = true;
}

/* Makes the next turn: a random move with the probability epsilon, else a move of @p
   player. Before that, the position becomes a row with the probability `sample`, unless a
   swap is possible. A turn draws two random numbers for this. Returns false if there is
   no move, or if the player made none. */
static bool make_turn(struct playing *playing, const struct sow_player *player,
                      const struct sow_player *random)
{
    const struct sow_learn_options *options = playing->games->options;
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(&playing->game, moves);
    if (count == 0)
        return false;
    bool is_taken = sow_pcg_unit(&playing->rng) < options->sample;
    bool is_random = sow_pcg_unit(&playing->rng) < options->epsilon;
    if (is_taken && moves[count - 1] != SOW_SWAP)
        take_position(playing);
    return sow_game_turn(&playing->game, is_random ? random : player, &playing->rng) >= 0;
}

/* Plays a game to its end: a random number of random moves, which give no rows, then
   turns of the player in both seats. Random numbers come from playing->rng. */
static void play_game(struct playing *playing)
{
    static const struct sow_agent AT_RANDOM = {.kind = SOW_AGENT_RANDOM};
    const struct sow_plies *plies = &playing->games->plies;
    struct sow_player random = sow_agent_player(&AT_RANDOM);
    struct sow_player player = sow_agent_player(playing->games->player);
    struct sow_game *game = &playing->game;
    int moves[SOW_MOVES_MAX];
    int opening = sow_plies_draw(plies, &playing->rng);
    while (!game->ended && game->ply < opening && sow_game_moves(game, moves) > 0)
        if (sow_game_turn(game, &random, &playing->rng) < 0)
            return;
    const struct sow_player *seats[2] = {&player, &player};
    sow_game_seat(game, seats);
    while (!game->ended && make_turn(playing, &player, &random))
        continue;
    sow_game_unseat(game, seats);
}

/* Writes the number of the game and its final margin, seen by the player to move, into
   all rows of the game. */
static void settle_rows(struct playing *playing, int64_t number)
{
    const uint8_t *store = playing->game.board.store;
    int margin = store[SOW_SOUTH] - store[SOW_NORTH];
    for (size_t i = 0; i < playing->result->rows.count; i++) {
        struct learn_row *row = &playing->result->rows.row[i];
        row->game = number;
        row->margin = (int16_t)(row->south ? margin : -margin);
    }
}

/* Solves rows of a game, from the last one back to the first that cannot be solved:
   earlier ones are harder, and each would use up the search. Sets `solved` and `exact` of
   these rows, and `failed` without memory. Adds the processor time to the time for
   labels. */
static void solve_rows(struct playing *playing)
{
    struct learn_rows *rows = &playing->result->rows;
    double begun = sow_clock_read(CLOCK_THREAD_CPUTIME_ID);
    struct sow_exact_game work = sow_exact_begin(playing->games->exact);
    for (size_t i = rows->count; i-- > 0;) {
        struct learn_row *row = &rows->row[i];
        row->solved = sow_exact_solve(&work, &row->board, &row->exact, NULL);
        if (!row->solved)
            break;
    }
    playing->result->failed = playing->result->failed || work.failed;
    sow_exact_end(&work);
    playing->result->seconds.label += sow_clock_read(CLOCK_THREAD_CPUTIME_ID) - begun;
}

void sow_learn_play(void *context, size_t begin, size_t end)
{
    const struct learn_games *games = context;
    for (size_t i = begin; i < end; i++) {
        uint64_t number = games->first + i;
        struct sow_stream stream = {SOW_PURPOSE_LEARN,
                                    {(uint64_t)games->round, number, 0, 0}};
        struct playing playing = {.games = games, .result = &games->games[i]};
        double begun = sow_clock_read(CLOCK_THREAD_CPUTIME_ID);
        playing.result->rows.count = 0;
        playing.result->failed = false;
        playing.result->seconds = (struct learn_seconds){.label = 0};
        if (games->labeller != NULL)
            sow_labeller_init(&playing.labeller, games->labeller);
        sow_pcg_derive(&playing.rng, games->seed, &stream);
        sow_game_init(&playing.game, games->rules, NULL);
        playing.game.fast = games->columns->is_fast ? &games->columns->fast : NULL;
        if (games->labeller != NULL)
            sow_labeller_begin(&playing.labeller, &playing.game);
        play_game(&playing);
        if (games->labeller != NULL)
            sow_labeller_end(&playing.labeller);
        settle_rows(&playing, (int64_t)number);
        if (games->exact != NULL)
            solve_rows(&playing);
        playing.result->seconds.play = sow_clock_read(CLOCK_THREAD_CPUTIME_ID) - begun -
                                       playing.result->seconds.label;
    }
}
