/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/game.h"

#include "sow/base/parallel.h"
#include "sow/game/repetition.h"

#include <assert.h>
#include <string.h>

/* Hash of no moves: the start value of FNV-1a, 64 bits. */
static const uint64_t FNV_OFFSET = UINT64_C(14695981039346656037);

/* Returns true if the rules need the list of earlier positions. */
static bool keeps_history(const struct sow_game *game)
{
    return game->rules->repetition != SOW_REPEAT_NONE;
}

void sow_game_init(struct sow_game *game, const struct sow_rules *rules,
                   const struct sow_board *start)
{
    game->rules = rules;
    game->fast = NULL;
    game->transcript = NULL;
    game->shape = NULL;
    game->board = start != NULL ? *start : rules->start;
    game->first = game->board.side;
    game->ply = 0;
    game->line = FNV_OFFSET;
    game->swap_open = rules->pie_rule;
    game->ended = false;
    game->ending = SOW_NOT_ENDED;
    game->memory[0] = game->memory[1] = NULL;
    game->history_count = 0;
    if (keeps_history(game))
        game->history[game->history_count++] = game->board;
}

void sow_game_record(struct sow_game *game, struct sow_transcript *transcript)
{
    game->transcript = transcript;
    if (transcript != NULL)
        sow_transcript_begin(transcript, game, &game->board);
}

int sow_game_moves(const struct sow_game *game, int moves[SOW_MOVES_MAX])
{
    if (game->ended)
        return 0;
    unsigned legal = sow_legal(game->rules, &game->board);
    int count = 0;
    for (int pit = 0; pit < game->rules->pits; pit++)
        if ((legal >> pit & 1U) != 0)
            moves[count++] = pit;
    if (game->swap_open && game->ply > 0 && game->board.side != game->first)
        moves[count++] = SOW_SWAP;
    return count;
}

/* Returns the position with the rows and stores of the sides exchanged. The side to move
   stays the same. */
static struct sow_board swapped(const struct sow_board *board)
{
    struct sow_board exchanged = *board;
    for (int seat = 0; seat < 2; seat++) {
        memcpy(exchanged.pit[seat], board->pit[1 - seat], sizeof exchanged.pit[seat]);
        exchanged.store[seat] = board->store[1 - seat];
    }
    return exchanged;
}

void sow_game_preview(const struct sow_game *game, int move, struct sow_sowing *sowing)
{
    if (move != SOW_SWAP) {
        sow_sow(game->rules, &game->board, move, sowing);
        return;
    }
    int mover = game->board.side;
    sowing->board = swapped(&game->board);
    sowing->gain = sowing->board.store[mover] - game->board.store[mover];
    sowing->again = false;
    sowing->slam = false;
}

enum sow_share sow_share_at_repetition(const struct sow_rules *rules)
{
    return rules->repetition == SOW_REPEAT_SPLIT ? SOW_SHARE_SPLIT : SOW_SHARE_ROWS;
}

enum sow_share sow_share_at_cap(const struct sow_rules *rules)
{
    return rules->cap_leftovers == SOW_CAP_NOBODY ? SOW_SHARE_NOBODY : SOW_SHARE_ROWS;
}

void sow_board_stop(struct sow_board *board, enum sow_share share)
{
    if (share == SOW_SHARE_NOBODY)
        return;
    int rows[2] = {sow_board_row(board, SOW_SOUTH), sow_board_row(board, SOW_NORTH)};
    int half = (rows[0] + rows[1]) / 2;
    for (int seat = 0; seat < 2; seat++)
        board->store[seat] = (uint8_t)(board->store[seat] +
                                       (share == SOW_SHARE_SPLIT ? half : rows[seat]));
    memset(board->pit, 0, sizeof board->pit);
}

/* Marks the game as ended, for the reason @p ending. */
static void end(struct sow_game *game, enum sow_ending ending)
{
    game->ended = true;
    game->ending = ending;
}

/* Returns true if the position occurred before, or if the list of positions is full. Adds
   it to the list otherwise. Seeds never leave a store, so positions before the latest
   change of a store cannot occur again and are dropped. */
static bool repeated(struct sow_game *game)
{
    const struct sow_board *board = &game->board;
    if (game->history_count > 0 &&
        memcmp(game->history[0].store, board->store, sizeof board->store) != 0)
        game->history_count = 0;
    for (int i = 0; i < game->history_count; i++)
        if (memcmp(&game->history[i], board, sizeof *board) == 0)
            return true;
    /* DEVIATION: a full list also ends the game, so that the list stays bounded. */
    if (game->history_count == SOW_HISTORY_MAX)
        return true;
    game->history[game->history_count++] = *board;
    return false;
}

/* A sowing either adds seeds to the store, which never loses any, or moves seeds forward
   within a row. There can be fewer sowings of the second kind in succession than the list
   of earlier positions has room for. */
bool sow_game_never_repeats(const struct sow_rules *rules)
{
    return rules->own_store_sown && !rules->pie_rule &&
           sow_board_seeds(&rules->start) * (rules->pits - 1) < SOW_HISTORY_MAX;
}

/* Counts the move as a ply. If the game has not ended, ends it by a repeated position or
   by the ply cap, and gives out the seeds in pits. */
static void after_move(struct sow_game *game)
{
    game->ply++;
    if (game->ended)
        return;
    if (keeps_history(game) && repeated(game)) {
        sow_board_stop(&game->board, sow_share_at_repetition(game->rules));
        end(game, SOW_ENDED_BY_REPETITION);
    } else if (game->rules->ply_cap > 0 && game->ply >= game->rules->ply_cap) {
        sow_board_stop(&game->board, sow_share_at_cap(game->rules));
        end(game, SOW_ENDED_BY_CAP);
    }
}

/* Sets the position after a move or pass, and marks the game as ended normally if
   @p outcome says so. */
static void take_outcome(struct sow_game *game, const struct sow_outcome *outcome)
{
    game->board = outcome->board;
    if (outcome->ended)
        end(game, SOW_ENDED_NORMALLY);
}

void sow_game_play(struct sow_game *game, int move)
{
    assert(!game->ended);
    if (game->board.side != game->first)
        game->swap_open = false;
    game->line = sow_game_line_after(game->line, move);
    if (game->transcript != NULL && game->transcript->game == game)
        sow_transcript_add(game->transcript, move);
    if (move == SOW_SWAP) {
        game->board = swapped(&game->board);
        game->board.side = (uint8_t)game->first;
    } else {
        struct sow_outcome outcome;
        sow_move(game->rules, &game->board, move, &outcome);
        take_outcome(game, &outcome);
    }
    after_move(game);
}

void sow_game_pass(struct sow_game *game)
{
    struct sow_outcome outcome;
    if (game->ended || sow_legal(game->rules, &game->board) != 0)
        return;
    sow_no_move(game->rules, &game->board, &outcome);
    take_outcome(game, &outcome);
}

/* Gives all seeds, also those in the loser's store, to the opponent of the side to move.
   So a forfeit never scores better than playing on. */
void sow_game_forfeit(struct sow_game *game, enum sow_ending reason)
{
    assert(reason >= SOW_FORFEIT_CLOCK && reason < SOW_ENDINGS);
    int seeds = sow_board_seeds(&game->board);
    int loser = game->board.side;
    game->board = (struct sow_board){.side = (uint8_t)loser};
    game->board.store[1 - loser] = (uint8_t)seeds;
    end(game, reason);
}

/* --- players --- */

void sow_game_seat(struct sow_game *game, const struct sow_player *const players[2])
{
    for (int seat = 0; seat < 2; seat++)
        if (game->memory[seat] == NULL && players[seat]->begin != NULL)
            game->memory[seat] = players[seat]->begin(players[seat]->context);
}

void sow_game_unseat(struct sow_game *game, const struct sow_player *const players[2])
{
    for (int seat = 0; seat < 2; seat++) {
        if (game->memory[seat] != NULL)
            players[seat]->end(game->memory[seat]);
        game->memory[seat] = NULL;
    }
}

/* Asks the player for a choice among @p count legal @p moves, and adds its time to the
   transcript if that times this player. Returns an index into @p moves, or -r to forfeit
   for reason r (enum sow_ending). */
static int choose_timed(const struct sow_game *game, const struct sow_player *player,
                        const int *moves, int count, struct sow_pcg *rng)
{
    struct sow_transcript *transcript = game->transcript;
    int role = game->board.side != game->first;
    bool timed = transcript != NULL && transcript->now != NULL && transcript->timed[role];
    double began = timed ? transcript->now() : 0.0;
    int choice = player->choose(player->context, game, moves, count, rng);
    if (timed)
        transcript->seconds[role] += transcript->now() - began;
    return choice;
}

/* Counts a position with @p count legal moves in its phase. More than 2/3 of all seeds in
   the rows: opening. More than 1/3: middle. Else: end. */
static void count_choices(const struct sow_game *game, int count)
{
    const struct sow_board *board = &game->board;
    int rows = sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH);
    int seeds = sow_board_seeds(board);
    enum sow_phase phase = 3 * rows > 2 * seeds ? SOW_PHASE_OPENING
                           : 3 * rows > seeds   ? SOW_PHASE_MIDDLE
                                                : SOW_PHASE_END;
    game->shape->plies[phase]++;
    game->shape->choices[phase] += (uint32_t)count;
}

int sow_game_turn(struct sow_game *game, const struct sow_player *player,
                  struct sow_pcg *rng)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    if (count == 0) {
        sow_game_pass(game);
        return -1;
    }
    if (game->shape != NULL)
        count_choices(game, count);
    int choice = choose_timed(game, player, moves, count, rng);
    assert(choice < count);
    /* A choice made after the stop request is not played: it would depend on when the
       request came. */
    if (sow_stopping())
        return -1;
    if (choice < 0) {
        sow_game_forfeit(game, (enum sow_ending)(-choice));
        return -1;
    }
    sow_game_play(game, moves[choice]);
    return moves[choice];
}

struct sow_score sow_game_finish(struct sow_game *game,
                                 const struct sow_player *const players[2],
                                 struct sow_pcg *rng)
{
    sow_game_seat(game, players);
    while (!game->ended && !sow_stopping())
        (void)sow_game_turn(game, players[game->board.side], rng);
    sow_game_unseat(game, players);
    return (struct sow_score){
        .store = {game->board.store[SOW_SOUTH], game->board.store[SOW_NORTH]},
        .plies = (uint16_t)game->ply};
}
