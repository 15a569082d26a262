/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/replay.h"

#include "sow/game/transcript.h"

#include <stdlib.h>
#include <string.h>

bool sow_game_allows(const struct sow_game *game, int move)
{
    int moves[SOW_MOVES_MAX];
    int count = sow_game_moves(game, moves);
    for (int i = 0; i < count; i++)
        if (moves[i] == move)
            return true;
    return false;
}

/* Makes one written move, after it has been checked and announced to @p told. Returns
   SOW_BAD_DATA, with the game unchanged, if it is unreadable or not legal. */
static enum sow_status replay_move(struct sow_game *game, const char *text,
                                   sow_moved_fn *told, void *context, struct sow_err *err)
{
    int move = sow_move_parse(game->rules, text);
    if (!sow_game_allows(game, move))
        return sow_err_set(err, SOW_BAD_DATA, "move %d is '%.20s', which %s",
                           game->ply + 1, text,
                           game->ended ? "comes after the end of the game"
                           : move < 0  ? "is neither a pit nor a swap"
                                       : "is not legal there");
    if (told != NULL)
        told(context, game, move);
    sow_game_play(game, move);
    return SOW_OK;
}

enum sow_status sow_game_replay(struct sow_game *game, const char *moves,
                                sow_moved_fn *told, void *context, struct sow_err *err)
{
    char *copy = strdup(moves);
    char *rest = copy;
    enum sow_status status = copy != NULL ? SOW_OK : sow_err_no_memory(err);
    sow_game_pass(game);
    while (status == SOW_OK && rest != NULL && *rest != '\0')
        status = replay_move(game, strsep(&rest, " "), told, context, err);
    free(copy);
    return status;
}
