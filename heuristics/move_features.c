/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/heuristics/move_features.h"

#include "fast_kernel.h"
#include "sow/base/text.h"

#include <string.h>

int sow_threat(const struct sow_rules *rules, const struct sow_board *board, int seat)
{
    struct sow_board turned = *board;
    turned.side = (uint8_t)seat;
    unsigned legal = sow_legal(rules, &turned);
    int threat = 0;
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        struct sow_sowing reply;
        sow_sow(rules, &turned, pit, &reply);
        if (reply.gain > threat)
            threat = reply.gain;
    }
    return threat;
}

/* Returns the greatest gain, in seeds, of one sowing by the side to move. */
static int fast_gain(const struct sow_fast *fast, struct sow_fast_board board)
{
    uint64_t before = board.own >> SOW_FAST_STORE_SHIFT;
    uint64_t most = before;
    uint64_t flags = sow_fast_legal_flags(fast, board);
    for (; flags != 0; flags &= flags - 1) {
        struct sow_fast_play play = sow_fast_play(fast, board, sow_fast_first(flags));
        uint64_t store = play.board.own >> SOW_FAST_STORE_SHIFT;
        most = store > most ? store : most;
    }
    return (int)(most - before);
}

/* Returns H1: the seeds in the seat's pit nearest the opponent. */
static int nearest_pit(const struct sow_game *game, const struct sow_board *board,
                       int seat)
{
    return board->pit[seat][game->rules->pits - 1];
}

/* Returns H1 of a fast board. */
static int fast_nearest_pit(const struct sow_fast *fast, struct sow_fast_board board)
{
    (void)fast;
    return (int)(board.own & 0xffU);
}

/* Returns H2: the seeds in the seat's row. */
static int own_row(const struct sow_game *game, const struct sow_board *board, int seat)
{
    (void)game;
    return sow_board_row(board, seat);
}

/* Returns H2 of a fast board. */
static int fast_own_row(const struct sow_fast *fast, struct sow_fast_board board)
{
    (void)fast;
    return (int)sow_fast_sum(sow_fast_row(board.own));
}

/* Returns H3: the number of the seat's pits that are not empty. */
static int own_pits(const struct sow_game *game, const struct sow_board *board, int seat)
{
    return sow_occupied_pits(game->rules, board, seat);
}

/* Returns H3 of a fast board. */
static int fast_own_pits(const struct sow_fast *fast, struct sow_fast_board board)
{
    (void)fast;
    return sow_fast_flags(sow_fast_occupied(board.own));
}

/* Returns H6: the greatest gain, in seeds, of one sowing by the other seat. */
static int opponents_threat(const struct sow_game *game, const struct sow_board *board,
                            int seat)
{
    return sow_threat(game->rules, board, 1 - seat);
}

/* Returns H6 of a fast board. */
static int fast_opponents_threat(const struct sow_fast *fast, struct sow_fast_board board)
{
    return fast_gain(fast, sow_fast_turned(board));
}

/* Returns H4: the increase of the own store, in seeds, by the candidate's sowing. */
static int gain(const struct sow_candidate *candidate)
{
    return candidate->sowing.gain;
}

/* Returns H5: 1 for the playable pit nearest the opponent, else 0. It is the last pit of
   the ascending list, before a swap. A swap itself gets 0. */
static int nearest_playable(const struct sow_candidate *candidate)
{
    int last = candidate->moves[candidate->count - 1];
    if (last == SOW_SWAP && candidate->count > 1)
        last = candidate->moves[candidate->count - 2];
    return candidate->move != SOW_SWAP && candidate->move == last;
}

/* Returns H7: 1 if the last seed falls into the own store, even if the game ends there;
   else 0. */
static int extra_turn(const struct sow_candidate *candidate)
{
    return candidate->sowing.again;
}

const struct sow_heuristic_row sow_heuristic_rows[SOW_HEURISTICS] = {
    [SOW_H1] = {"h1", +1, "seeds in the own pit nearest the opponent",
                "the heuristic H1 alone: most seeds in the pit nearest the opponent",
                .of_board = nearest_pit, .of_fast = fast_nearest_pit},
    [SOW_H2] = {"h2", +1, "seeds in the own row", "H2 alone: most seeds in the own row",
                .of_board = own_row, .of_fast = fast_own_row},
    [SOW_H3] = {"h3", +1, "own non-empty pits", "H3 alone: most non-empty pits",
                .of_board = own_pits, .of_fast = fast_own_pits},
    [SOW_H4] = {"h4", +1, "increase of the own store by this sowing",
                "H4 alone: greatest gain of this sowing", .of_move = gain},
    [SOW_H5] = {"h5", +1, "1 for the playable pit nearest the opponent, else 0",
                "H5 alone: the playable pit nearest the opponent",
                .of_move = nearest_playable},
    [SOW_H6] = {"h6", -1,
                "the greatest increase of the opponent's store by one sowing in reply",
                "H6 alone: least gain of the opponent's best reply",
                .of_board = opponents_threat, .of_fast = fast_opponents_threat},
    /* LastSeedToKalaha of Pekar et al. 2020, the first rule of Algorithm 1. */
    [SOW_H7] = {"h7", +1, "1 if the move gives another turn, else 0",
                "H7 alone: a move that gives another turn", .of_move = extra_turn,
                .needs = &sow_needs_extra_turns},
};

int sow_heuristic_find(const char *name)
{
    for (int h = 0; h < SOW_HEURISTICS; h++)
        if (strcmp(sow_heuristic_rows[h].name, name) == 0)
            return h;
    return -1;
}

const char *sow_heuristic_refusal(int heuristic, const struct sow_rules *rules)
{
    const struct sow_feature_condition *needs = sow_heuristic_rows[heuristic].needs;
    return needs == NULL || needs->met(rules, 0) ? NULL : needs->refusal;
}

/* --- lists --- */

const struct sow_heuristic_group sow_heuristic_groups[] = {
    {"heuristics", SOW_PAPER_HEURISTICS, "the heuristics of Divilly et al. 2013"},
    {"all-heuristics", SOW_HEURISTICS, "all heuristics"},
    {NULL, 0, NULL},
};

enum sow_status sow_heuristic_named(const char *name, int *heuristic, struct sow_err *err)
{
    *heuristic = sow_heuristic_find(name);
    if (*heuristic >= 0)
        return SOW_OK;
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (int h = 0; h < SOW_HEURISTICS; h++)
        sow_nearest_offer(&nearest, sow_heuristic_rows[h].name);
    char hint[96];
    return sow_err_set(err, SOW_USAGE, "no heuristic is called '%.60s'%s (see 'players')",
                       name, sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* A list of heuristics while it is being read. */
struct list {
    const struct sow_rules *rules; /* rules that heuristics have to suit; NULL: any */
    unsigned listed;               /* heuristics in the list, by bit */
    int *heuristics;               /* receives the heuristics (enum sow_heuristic) */
    int *count;                    /* number of heuristics so far */
};

/* Returns why a heuristic makes no sense under the rules of the list; NULL if it does, or
 * the list is for any rules. */
static const char *refusal_in(const struct list *list, int heuristic)
{
    return list->rules == NULL ? NULL : sow_heuristic_refusal(heuristic, list->rules);
}

/* Appends a heuristic to the list and marks it as listed. */
static void add_heuristic(struct list *list, int heuristic)
{
    list->listed |= 1U << heuristic;
    list->heuristics[(*list->count)++] = heuristic;
}

/* Adds a heuristic by its name in lower case. Returns SOW_USAGE, with a message, if it is
   unknown, makes no sense under the rules or is listed already. */
static enum sow_status add_name(struct list *list, const char *name, struct sow_err *err)
{
    int heuristic;
    enum sow_status status = sow_heuristic_named(name, &heuristic, err);
    if (status != SOW_OK)
        return status;
    const char *refusal = refusal_in(list, heuristic);
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE,
                           "heuristic '%s' makes no sense in this variant: %s", name,
                           refusal);
    if ((list->listed >> heuristic & 1U) != 0)
        return sow_err_set(err, SOW_USAGE, "heuristic '%s' is listed twice", name);
    add_heuristic(list, heuristic);
    return SOW_OK;
}

/* Adds one word of the list: a heuristic, or those of a group that make sense and are not
   listed yet. Fails as add_name does; a group never fails. */
static enum sow_status add_word(struct list *list, const char *word, struct sow_err *err)
{
    const struct sow_heuristic_group *group = sow_heuristic_groups;
    while (group->name != NULL && strcmp(group->name, word) != 0)
        group++;
    if (group->name == NULL)
        return add_name(list, word, err);
    for (int h = 0; h < group->count; h++)
        if ((list->listed >> h & 1U) == 0 && refusal_in(list, h) == NULL)
            add_heuristic(list, h);
    return SOW_OK;
}

enum sow_status sow_heuristic_list(const char *text, const struct sow_rules *rules,
                                   int *heuristics, int *count, struct sow_err *err)
{
    struct list list = {.rules = rules, .heuristics = heuristics, .count = count};
    enum sow_status status = SOW_OK;
    *count = 0;
    for (bool more = true; more && status == SOW_OK;) {
        char word[64];
        size_t length = strcspn(text, ",");
        (void)snprintf(word, sizeof word, "%.*s", (int)length, text);
        sow_text_lower(word);
        status = add_word(&list, word, err);
        text += length;
        more = *text != '\0';
        text += more;
    }
    return status;
}

/* --- values --- */

/* Makes the sowing of a candidate move, and returns the fast board after it, seen from
   the seat that moved. The sowing of the candidate gets no board. The move is no swap. */
static struct sow_fast_board fast_preview(struct sow_candidate *candidate)
{
    const struct sow_fast *fast = candidate->game->fast;
    struct sow_fast_board before = sow_fast_from_board(fast, &candidate->game->board);
    struct sow_fast_play play =
        sow_fast_play(fast, before, (unsigned)(fast->pits - 1 - candidate->move));
    candidate->sowing.gain = (int)((play.board.own >> SOW_FAST_STORE_SHIFT) -
                                   (before.own >> SOW_FAST_STORE_SHIFT));
    candidate->sowing.again = play.again;
    return play.board;
}

/* Computes one heuristic of a candidate move whose sowing has been made. @p words is the
   fast board after it; NULL: the candidate has the board. */
static int value_of(const struct sow_heuristic_row *row,
                    const struct sow_candidate *candidate,
                    const struct sow_fast_board *words)
{
    const struct sow_board *board = &candidate->sowing.board;
    if (row->of_move != NULL)
        return row->of_move(candidate);
    return words != NULL ? row->of_fast(candidate->game->fast, *words)
                         : row->of_board(candidate->game, board, board->side);
}

void sow_move_features(const struct sow_game *game, const int *moves, int count, int move,
                       unsigned mask, int *value)
{
    struct sow_candidate candidate = {
        .game = game, .moves = moves, .count = count, .move = move};
    struct sow_fast_board words;
    bool fast = game->fast != NULL && move != SOW_SWAP;
    if (fast)
        words = fast_preview(&candidate);
    else
        sow_game_preview(game, move, &candidate.sowing);
    for (int h = 0; h < SOW_HEURISTICS; h++)
        if ((mask & 1U << h) != 0)
            value[h] = value_of(&sow_heuristic_rows[h], &candidate, fast ? &words : NULL);
}

int sow_present_value(const struct sow_game *game, int heuristic)
{
    const struct sow_heuristic_row *row = &sow_heuristic_rows[heuristic];
    const struct sow_board *board = &game->board;
    if (row->of_board == NULL)
        return 0;
    return game->fast != NULL
               ? row->of_fast(game->fast, sow_fast_from_board(game->fast, board))
               : row->of_board(game, board, board->side);
}
