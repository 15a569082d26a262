/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stored games, as a database may have them. The first byte selects the variant. The
   lines are moves, ending, start position and the two stores. If a replay gives the
   stored result, every move must be legal. */
#include "fuzz.h"

#include "sow/base/text.h"
#include "sow/play/stored_game.h"

static void require_legal(void *context, const struct sow_game *game, int move)
{
    int *made = context;
    FUZZ_REQUIRE(sow_game_allows(game, move) && !game->ended);
    (*made)++;
}

static void take_line(char **rest, char **line)
{
    static char none[] = "";
    *line = strsep(rest, "\n");
    if (*line == NULL)
        *line = none;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_game game;
    struct sow_stored_game stored = {.variant = *fuzz_variant(fuzz_take(&data, &size))};
    const struct sow_rules *rules = &stored.variant.rules;
    char *text = fuzz_text(data, size);
    char *rest = text;
    char *line;
    int made = 0;
    take_line(&rest, &stored.moves);
    take_line(&rest, &stored.ending);
    take_line(&rest, &line);
    if (sow_board_parse(line, rules->pits, (enum sow_direction)rules->direction,
                        &stored.start, &err) != SOW_OK)
        stored.start = rules->start;
    for (int i = 0; i < 2; i++) {
        int64_t seeds;
        take_line(&rest, &line);
        stored.store[i] = sow_text_to_int(line, &seeds) ? (int)seeds : 0;
    }
    if (sow_stored_game_replay(&stored, &game, require_legal, &made, &err) == SOW_OK)
        FUZZ_REQUIRE(game.board.store[game.first] == stored.store[0]);
    else
        FUZZ_REQUIRE(err.status == SOW_BAD_DATA && err.text[0] != '\0');
    FUZZ_REQUIRE((size_t)made <= strlen(stored.moves));
    free(text);
    return 0;
}
