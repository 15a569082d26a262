/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "fuzz.h"

#include "sow/game/game.h"
#include "sow/variants/variant.h"

enum { PLIES_MAX = 60, PERFT_DEPTH = 2 };

static struct sow_variant *load_variants(size_t count)
{
    struct sow_variant *variants = calloc(count, sizeof *variants);
    FUZZ_REQUIRE(variants != NULL);
    for (size_t i = 0; i < count; i++) {
        struct sow_err err;
        enum sow_status status =
            sow_variant_builtin(sow_variant_name(i), &variants[i], &err);
        FUZZ_REQUIRE(status == SOW_OK);
    }
    return variants;
}

const struct sow_variant *fuzz_variant(unsigned choice)
{
    static struct sow_variant *variants;
    size_t count = sow_variant_count();
    if (variants == NULL)
        variants = load_variants(count);
    return &variants[choice % count];
}

/* Checks that no seed is lost, unless the rules give remaining seeds, or the odd seed of
   a split, to nobody. */
static void require_conserved(const struct sow_rules *rules, int seeds,
                              const struct sow_board *board)
{
    int lost = seeds - sow_board_seeds(board);
    int split = rules->repetition == SOW_REPEAT_SPLIT;
    FUZZ_REQUIRE(lost >= 0 && (lost <= split || rules->leftovers == SOW_LEFT_NOBODY ||
                               rules->cap_leftovers == SOW_CAP_NOBODY));
}

void fuzz_play(const struct sow_rules *rules, const struct sow_board *board)
{
    int seeds = sow_board_seeds(board);
    if (rules->laps == SOW_LAPS_SINGLE)
        FUZZ_REQUIRE(sow_perft(rules, board, PERFT_DEPTH) ==
                     sow_perft_plain(rules, board, PERFT_DEPTH));
    struct sow_game *game = malloc(sizeof *game);
    FUZZ_REQUIRE(game != NULL);
    sow_game_init(game, rules, board);
    struct sow_pcg rng;
    sow_pcg_seed(&rng, (uint64_t)seeds, SOW_PURPOSE_TEST);
    for (int ply = 0; ply < PLIES_MAX && !game->ended; ply++) {
        int moves[SOW_MOVES_MAX];
        int count = sow_game_moves(game, moves);
        if (count == 0)
            break;
        sow_game_play(game, moves[sow_pcg_below(&rng, (uint32_t)count)]);
        require_conserved(rules, seeds, &game->board);
    }
    free(game);
}
