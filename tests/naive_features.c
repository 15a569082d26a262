/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "naive_features.h"

#include "sow/base/text.h"

#include <check.h>
#include <string.h>

/* A position, and the player for whom features are counted. */
struct view {
    const struct sow_rules *rules;
    const struct naive_board *board;
    int seat;
};

/* Returns the number on the drawn board of pit @p k of a row; pit 1 is the farthest from
   the opponent. */
static int printed(const struct view *view, int k)
{
    return view->rules->direction == SOW_CLOCKWISE ? view->rules->pits + 1 - k : k;
}

static int seeds_in(const struct view *view, int k)
{
    return view->board->row[view->seat][printed(view, k)];
}

static int count_h1(const struct view *view)
{
    return seeds_in(view, view->rules->pits);
}

static int count_h2(const struct view *view)
{
    return naive_row(view->board, view->seat);
}

static int count_empty(const struct view *view)
{
    int empty = 0;
    for (int k = 1; k <= view->rules->pits; k++)
        empty += seeds_in(view, k) == 0 ? 1 : 0;
    return empty;
}

static int count_h3(const struct view *view)
{
    return view->rules->pits - count_empty(view);
}

static int count_h4(const struct view *view)
{
    return view->board->store[view->seat];
}

static int count_h5(const struct view *view)
{
    return count_h1(view) > 0 ? 0 : 1;
}

static int count_to_move(const struct view *view)
{
    return view->board->side == view->seat ? 1 : 0;
}

static int count_in_play(const struct view *view)
{
    return naive_row(view->board, SOW_SOUTH) + naive_row(view->board, SOW_NORTH);
}

static int count_majority(const struct view *view)
{
    int stores = view->board->store[SOW_SOUTH] + view->board->store[SOW_NORTH];
    return 2 * count_h4(view) > count_in_play(view) + stores ? 1 : 0;
}

static int count_hoard(const struct view *view)
{
    int most = 0;
    for (int k = 1; k <= view->rules->pits; k++)
        most = seeds_in(view, k) > most ? seeds_in(view, k) : most;
    return most;
}

static int count_heavy(const struct view *view)
{
    int heavy = 0;
    for (int k = 1; k <= view->rules->pits; k++)
        heavy += seeds_in(view, k) > 2 * view->rules->pits ? 1 : 0;
    return heavy;
}

static int count_exposed(const struct view *view)
{
    struct view other = {view->rules, view->board, 1 - view->seat};
    int seeds = 0;
    for (int k = 1; k <= view->rules->pits; k++)
        if (seeds_in(&other, view->rules->pits + 1 - k) == 0)
            seeds += seeds_in(view, k);
    return seeds;
}

/* --- sowings --- */

/* Returns the board after one lap from a pit, without captures. */
static struct naive_board sown_only(const struct view *view, int number)
{
    struct sow_rules rules = *view->rules;
    memset(&rules.number_capture, 0, sizeof rules.number_capture);
    memset(&rules.place_capture, 0, sizeof rules.place_capture);
    memset(&rules.en_passant_capture, 0, sizeof rules.en_passant_capture);
    rules.laps = SOW_LAPS_SINGLE;
    struct naive_board board = *view->board;
    board.side = view->seat;
    struct naive_result result;
    naive_sow(&rules, &board, number, &result);
    return result.board;
}

static int across_from(const struct view *view, int number)
{
    if (view->board->row[view->seat][number] == 0)
        return 0;
    struct naive_board sown = sown_only(view, number);
    return naive_row(&sown, 1 - view->seat) - naive_row(view->board, 1 - view->seat);
}

static int count_reaching_pits(const struct view *view)
{
    int pits = 0;
    for (int number = 1; number <= view->rules->pits; number++)
        pits += across_from(view, number) > 0 ? 1 : 0;
    return pits;
}

static int count_reaching_seeds(const struct view *view)
{
    int seeds = 0;
    for (int number = 1; number <= view->rules->pits; number++)
        seeds += across_from(view, number);
    return seeds;
}

/* Counts over all legal sowings. */
struct tally {
    int moves, free_moves, best_gain, best_capture, capturing, takeable;
};

static struct tally tally_of(const struct view *view)
{
    struct tally tally = {0};
    struct naive_board turned = *view->board;
    turned.side = view->seat;
    bool legal[SOW_MAX_PITS + 1];
    bool taken[SOW_MAX_PITS + 1] = {false};
    int other = 1 - view->seat;
    naive_legal(view->rules, &turned, legal);
    for (int number = 1; number <= view->rules->pits; number++) {
        if (!legal[number])
            continue;
        struct naive_result result;
        naive_sow(view->rules, &turned, number, &result);
        struct naive_board sown = sown_only(view, number);
        int captured = result.board.store[view->seat] - sown.store[view->seat];
        tally.moves += 1;
        tally.free_moves += result.again ? 1 : 0;
        tally.capturing += captured > 0 ? 1 : 0;
        if (captured > tally.best_capture)
            tally.best_capture = captured;
        if (result.gain > tally.best_gain)
            tally.best_gain = result.gain;
        for (int pit = 1; pit <= view->rules->pits; pit++)
            taken[pit] = taken[pit] ||
                         (sown.row[other][pit] > 0 && result.board.row[other][pit] == 0);
    }
    for (int pit = 1; pit <= view->rules->pits; pit++)
        tally.takeable += taken[pit] ? view->board->row[other][pit] : 0;
    return tally;
}

static int count_moves(const struct view *view)
{
    return tally_of(view).moves;
}

static int count_free_moves(const struct view *view)
{
    return tally_of(view).free_moves;
}

static int count_best_gain(const struct view *view)
{
    return tally_of(view).best_gain;
}

static int count_best_capture(const struct view *view)
{
    return tally_of(view).best_capture;
}

static int count_capturing(const struct view *view)
{
    return tally_of(view).capturing;
}

static int count_takeable(const struct view *view)
{
    return tally_of(view).takeable;
}

/* --- names --- */

/* Names of a count for the own side, for the opponent's, and for the difference. NULL:
   none. */
static const struct {
    const char *own, *opponent, *difference;
    int (*count)(const struct view *view);
} COUNTS[] = {
    {"h1", "opponent_h1", "diff_h1", count_h1},
    {"h2", "opponent_h2", "diff_h2", count_h2},
    {"h3", "opponent_h3", "diff_h3", count_h3},
    {"h4", "h6", "store_difference", count_h4},
    {"h5", "opponent_h5", "diff_h5", count_h5},
    {"to_move", NULL, NULL, count_to_move},
    {NULL, NULL, "majority", count_majority},
    {"seeds_in_play", NULL, NULL, count_in_play},
    {"mobility", "opponent_mobility", "relative_mobility", count_moves},
    {"free_moves", "opponent_free_moves", "diff_free_moves", count_free_moves},
    {"best_gain", "opponent_best_gain", "diff_best_gain", count_best_gain},
    {"best_capture", "opponent_best_capture", NULL, count_best_capture},
    {"capturing_moves", "opponent_capturing_moves", NULL, count_capturing},
    {"capturable_seeds", "seeds_at_risk", NULL, count_takeable},
    {"exposed_seeds", "opponent_exposed_seeds", NULL, count_exposed},
    {"reaching_pits", "opponent_reaching_pits", NULL, count_reaching_pits},
    {"reaching_seeds", "opponent_reaching_seeds", NULL, count_reaching_seeds},
    {"heavy_pits", "opponent_heavy_pits", NULL, count_heavy},
    {"hoard", "opponent_hoard", NULL, count_hoard},
    {"empty_pits", "opponent_empty_pits", NULL, count_empty},
};

static bool is_name(const char *name, const char *wanted)
{
    return name != NULL && strcmp(name, wanted) == 0;
}

static int number_of(const char *text)
{
    int64_t number = 0;
    ck_assert_msg(sow_text_to_int(text, &number), "no naive feature of pit '%s'", text);
    return (int)number;
}

int naive_feature(const char *name, const struct sow_rules *rules,
                  const struct naive_board *board, int seat)
{
    struct view own = {rules, board, seat};
    struct view other = {rules, board, 1 - seat};
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        if (is_name(COUNTS[i].own, name))
            return COUNTS[i].count(&own);
        if (is_name(COUNTS[i].opponent, name))
            return COUNTS[i].count(&other);
        if (is_name(COUNTS[i].difference, name))
            return COUNTS[i].count(&own) - COUNTS[i].count(&other);
    }
    if (strncmp(name, "pit", 3) == 0)
        return seeds_in(&own, number_of(name + 3));
    if (strncmp(name, "opponent_pit", 12) == 0)
        return seeds_in(&other, number_of(name + 12));
    ck_abort_msg("no naive feature '%s'", name);
    return 0;
}
