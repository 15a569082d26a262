/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A player of your own against one of sowlab's, one game:
     cc play.c -o play $(pkg-config --cflags --libs --static sowlab)
     ./play kalah divilly2013 */
#include <limits.h>
#include <sow/heuristics/agent.h>
#include <sow/heuristics/state_features.h>
#include <sow/variants/variant.h>
#include <stdio.h>

/* Returns the value of a board for a seat: seeds won, and choice. */
static int evaluate(const struct sow_rules *rules, const struct sow_board *board,
                    int seat)
{
    int won = sow_state_feature_find("store_difference");
    int choice = sow_state_feature_find("relative_mobility");
    return 3 * sow_state_feature_value(won, rules, board, seat) +
           sow_state_feature_value(choice, rules, board, seat);
}

/* The move to the best board, of equals the last; see struct sow_player. */
static int choose(const void *context, const struct sow_game *game, const int *moves,
                  int count, struct sow_pcg *rng)
{
    (void)context, (void)rng;
    int best = 0;
    int best_value = INT_MIN;
    for (int i = 0; i < count; i++) {
        struct sow_sowing sowing;
        sow_game_preview(game, moves[i], &sowing);
        int value = evaluate(game->rules, &sowing.board, game->board.side);
        best = value >= best_value ? i : best;
        best_value = value >= best_value ? value : best_value;
    }
    return best;
}

int main(int argc, char **argv)
{
    struct sow_variant variant;
    struct sow_agent agent;
    struct sow_err err;
    if (sow_variant_load(argc > 1 ? argv[1] : "kalah", &variant, &err) != SOW_OK ||
        sow_agent_parse(argc > 2 ? argv[2] : "divilly2013", NULL, &agent, &err) !=
            SOW_OK) {
        fprintf(stderr, "play: %s\n", err.text);
        return 1;
    }
    struct sow_player own = {.choose = choose};
    struct sow_player other = sow_agent_player(&agent);
    const struct sow_player *const players[2] = {&own, &other};
    struct sow_game game;
    struct sow_pcg rng;
    sow_game_init(&game, &variant.rules, NULL);
    sow_pcg_seed(&rng, 1, 1);
    printf("start: worth %d to south\n",
           evaluate(&variant.rules, &game.board, SOW_SOUTH));
    struct sow_score score = sow_game_finish(&game, players, &rng);
    printf("%d moves; south, your player: %d; north: %d\n", score.plies, score.store[0],
           score.store[1]);
    return 0;
}
