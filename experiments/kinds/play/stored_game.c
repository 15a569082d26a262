/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading and replaying of a kept game. */
#include "sow/play/stored_game.h"

#include "sow/base/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- Finding a game ---- */

/* Reads "17", "17.3" or "17.0.3" as up to three numbers into @p number: the first is at
   least 1, the others at least 0. Returns how many there are. Returns 0 for any other
   text; @p number may then be changed. */
static int numbers_of(const char *id, int64_t number[3])
{
    char copy[64];
    char *rest = copy;
    int count = 0;
    if (strlen(id) >= sizeof copy)
        return 0;
    memcpy(copy, id, strlen(id) + 1);
    while (rest != NULL) {
        if (count == 3 || !sow_text_to_int(strsep(&rest, "."), &number[count]) ||
            number[count++] < 0)
            return 0;
    }
    return number[0] > 0 ? count : 0;
}

/* Reads a column of table kept_games for the game with the numbers in @p game. The caller
   frees @p text, which is NULL if the column is NULL or there is no such game. Returns an
   error of the database. */
static enum sow_status read_column(struct sow_store *store,
                                   const struct sow_stored_game *game, const char *column,
                                   char **text, struct sow_err *err)
{
    char sql[200];
    (void)snprintf(
        sql, sizeof sql,
        "SELECT %s FROM kept_games WHERE run_id = ?1 AND match = %lld AND game "
        "= %lld",
        column, (long long)game->match, (long long)game->game);
    return sow_store_written(store, sql, game->run, text, err);
}

/* Sets match and game to those of the last kept game of the run, by match and then by
   game. Fails with SOW_USAGE if it has none, or as the database does. */
static enum sow_status find_latest(struct sow_store *store, struct sow_stored_game *game,
                                   struct sow_err *err)
{
    char *text = NULL;
    int64_t number[3] = {0};
    enum sow_status status = sow_store_written(
        store,
        "SELECT id FROM kept_games WHERE run_id = ?1 ORDER BY match DESC, game DESC "
        "LIMIT 1",
        game->run, &text, err);
    if (status == SOW_OK && text != NULL && numbers_of(text, number) == 3) {
        game->match = number[1];
        game->game = number[2];
    }
    if (status == SOW_OK && text == NULL)
        status = sow_err_set(err, SOW_USAGE,
                             "run %lld has no kept games: --keep-games keeps those of a "
                             "new run",
                             (long long)game->run);
    free(text);
    return status;
}

/* Reads @p id into the numbers of run, match and game. RUN.GAME means match 0, and RUN
   the run's last kept game. Fails with SOW_USAGE if @p id is not of these forms or the
   run has no game, or as sow_store_require_run without such a run. Does
   not look for the game itself. */
static enum sow_status find(struct sow_store *store, const char *id,
                            struct sow_stored_game *game, struct sow_err *err)
{
    int64_t number[3] = {0};
    int count = numbers_of(id, number);
    if (count == 0)
        return sow_err_set(err, SOW_USAGE,
                           "'%.40s' does not name a game: write RUN.MATCH.GAME, as "
                           "'sowlab games list' shows it, or RUN",
                           id);
    game->run = number[0];
    game->match = count == 3 ? number[1] : 0;
    game->game = number[count - 1];
    enum sow_status status = sow_store_require_run(store, game->run, err);
    return status == SOW_OK && count == 1 ? find_latest(store, game, err) : status;
}

/* ---- Reading a game ---- */

/* Reads the players, moves, ending and winner of a game into it. Fails with SOW_USAGE if
   there is no such game, and with SOW_BAD_DATA if a text other than the winner is
   missing. The texts are freed by sow_stored_game_release, also after a failure. */
static enum sow_status read_texts(struct sow_store *store, struct sow_stored_game *game,
                                  const char *id, struct sow_err *err)
{
    const struct {
        const char *column;
        char **text;
    } columns[] = {{"first", &game->first},
                   {"second", &game->second},
                   {"moves", &game->moves},
                   {"ending", &game->ending},
                   {"winner", &game->winner}};
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sizeof columns / sizeof columns[0] && status == SOW_OK; i++)
        status = read_column(store, game, columns[i].column, columns[i].text, err);
    if (status == SOW_OK && game->ending == NULL)
        status = sow_err_set(err, SOW_USAGE,
                             "there is no game '%.40s': 'sowlab games list %lld' shows "
                             "the games that were kept (--keep-games)",
                             id, (long long)game->run);
    if (status == SOW_OK &&
        (game->first == NULL || game->second == NULL || game->moves == NULL))
        status = sow_err_set(err, SOW_BAD_DATA, "game '%.40s' is damaged", id);
    return status;
}

/* Reads a column of table kept_games as an integer. Fails with SOW_BAD_DATA if it is not
   an integer; @p number is then 0. */
static enum sow_status read_number(struct sow_store *store,
                                   const struct sow_stored_game *game, const char *column,
                                   int *number, struct sow_err *err)
{
    char *text = NULL;
    int64_t value = 0;
    enum sow_status status = read_column(store, game, column, &text, err);
    if (status == SOW_OK && (text == NULL || !sow_text_to_int(text, &value)))
        status = sow_err_set(err, SOW_BAD_DATA, "'%s' of the game is damaged", column);
    *number = (int)value;
    free(text);
    return status;
}

/* Reads the variant, its name, its rules and the start position of a game into it. The
   start is that of the rules if its column is empty. Fails as the database,
   sow_variant_read_text or sow_board_parse does. */
static enum sow_status read_rules(struct sow_store *store, struct sow_stored_game *game,
                                  struct sow_err *err)
{
    char *name = NULL;
    char *rules = NULL;
    char *start = NULL;
    enum sow_status status = read_column(store, game, "variant", &name, err);
    if (status == SOW_OK)
        status = read_column(store, game, "rules", &rules, err);
    if (status == SOW_OK)
        status = read_column(store, game, "start", &start, err);
    if (status == SOW_OK)
        status = sow_variant_read_text(rules, name, &game->variant, err);
    game->start = game->variant.rules.start;
    if (status == SOW_OK && start[0] != '\0')
        status = sow_board_parse(start, game->variant.rules.pits,
                                 (enum sow_direction)game->variant.rules.direction,
                                 &game->start, err);
    free(name);
    free(rules);
    free(start);
    return status;
}

enum sow_status sow_stored_game_read(struct sow_store *store, const char *id,
                                     struct sow_stored_game *game, struct sow_err *err)
{
    *game = (struct sow_stored_game){.run = 0};
    enum sow_status status = find(store, id, game, err);
    if (status == SOW_OK)
        status = read_texts(store, game, id, err);
    if (status == SOW_OK)
        status = read_rules(store, game, err);
    if (status == SOW_OK)
        status = read_number(store, game, "opening", &game->opening, err);
    if (status == SOW_OK)
        status = read_number(store, game, "first_store", &game->store[0], err);
    if (status == SOW_OK)
        status = read_number(store, game, "second_store", &game->store[1], err);
    return status;
}

void sow_stored_game_release(struct sow_stored_game *game)
{
    free(game->first);
    free(game->second);
    free(game->moves);
    free(game->ending);
    free(game->winner);
}

/* ---- Replaying a game ---- */

/* Returns the ending with this name (sow_ending_names), or SOW_ENDINGS if there is
   none. */
static enum sow_ending ending_called(const char *name)
{
    int ending = 0;
    while (ending < SOW_ENDINGS && strcmp(sow_ending_names[ending], name) != 0)
        ending++;
    return (enum sow_ending)ending;
}

enum sow_status sow_stored_game_replay(const struct sow_stored_game *stored,
                                       struct sow_game *game, sow_moved_fn *told,
                                       void *context, struct sow_err *err)
{
    enum sow_ending ending = ending_called(stored->ending);
    sow_game_init(game, &stored->variant.rules, &stored->start);
    enum sow_status status = sow_game_replay(game, stored->moves, told, context, err);
    if (status != SOW_OK)
        return sow_err_prefix(err, "the stored game is damaged");
    if (!game->ended && ending >= SOW_FORFEIT_CLOCK && ending < SOW_ENDINGS)
        sow_game_forfeit(game, ending);
    bool same = game->ending == ending &&
                game->board.store[game->first] == stored->store[0] &&
                game->board.store[1 - game->first] == stored->store[1];
    return same ? SOW_OK
                : sow_err_set(err, SOW_BAD_DATA,
                              "the stored game is damaged: its moves give %d - %d (%s) "
                              "instead of %d - %d (%s)",
                              game->board.store[game->first],
                              game->board.store[1 - game->first],
                              sow_ending_names[game->ending], stored->store[0],
                              stored->store[1], stored->ending);
}
