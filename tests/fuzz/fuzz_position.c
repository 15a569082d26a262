/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Positions, and settings of start positions. The first byte selects the variant. */
#include "fuzz.h"

#include "sow/game/moves.h"
#include "sow/variants/start_set.h"
#include "sow/variants/variant.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    struct sow_board board;
    struct sow_board again;
    const struct sow_rules *rules = &fuzz_variant(fuzz_take(&data, &size))->rules;
    enum sow_direction direction = (enum sow_direction)rules->direction;
    char *text = fuzz_text(data, size);
    if (sow_board_parse(text, rules->pits, direction, &board, &err) == SOW_OK) {
        char form[SOW_POSITION_MAX];
        (void)sow_board_format(&board, rules->pits, direction, form);
        FUZZ_REQUIRE(sow_board_parse(form, rules->pits, direction, &again, &err) ==
                     SOW_OK);
        FUZZ_REQUIRE(memcmp(&board, &again, sizeof board) == 0);
        fuzz_play(rules, &board);
    }
    struct sow_starts starts;
    if (sow_starts_load(text, rules, &starts, &err) == SOW_OK) {
        for (size_t i = 0; i < starts.count; i++)
            FUZZ_REQUIRE(sow_legal(rules, &starts.boards[i]) != 0);
        sow_starts_release(&starts);
    }
    free(text);
    return 0;
}
