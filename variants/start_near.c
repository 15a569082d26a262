/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Start positions near the standard start. */
#include "sow/game/moves.h"
#include "sow/variants/start_set.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Numbers of places (pits and stores), and of ways to move one seed. */
enum { PLACES = 2 * (SOW_MAX_PITS + 1), WAYS = PLACES * (PLACES - 1) };

/* Returns the count at a place. Places are numbered by rows: the pits, then the store. */
static uint8_t *place_of(struct sow_board *board, int pits, int place)
{
    int seat = place / (pits + 1);
    int at = place % (pits + 1);
    return at == pits ? &board->store[seat] : &board->pit[seat][at];
}

/* Adds all positions that differ from a position by the move of one seed. */
static void add_moved(struct sow_starts *starts, struct sow_board from, int pits)
{
    int places = 2 * (pits + 1);
    for (int taken = 0; taken < places; taken++)
        for (int put = 0; put < places; put++) {
            struct sow_board board = from;
            if (*place_of(&board, pits, taken) == 0 || put == taken)
                continue;
            --*place_of(&board, pits, taken);
            ++*place_of(&board, pits, put);
            starts->boards[starts->count++] = board;
        }
}

static int compare_boards(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(struct sow_board));
}

/* Sorts the positions and keeps each once. */
static void drop_twins(struct sow_starts *starts)
{
    size_t kept = 0;
    qsort(starts->boards, starts->count, sizeof *starts->boards, compare_boards);
    for (size_t i = 0; i < starts->count; i++)
        if (kept == 0 ||
            compare_boards(&starts->boards[i], &starts->boards[kept - 1]) != 0)
            starts->boards[kept++] = starts->boards[i];
    starts->count = kept;
}

/* Removes positions in which the side to move has no legal move. */
static void drop_ended(struct sow_starts *starts, const struct sow_rules *rules)
{
    size_t kept = 0;
    for (size_t i = 0; i < starts->count; i++)
        if (sow_legal(rules, &starts->boards[i]) != 0)
            starts->boards[kept++] = starts->boards[i];
    starts->count = kept;
}

enum sow_status sow_starts_near(const struct sow_rules *rules, int moved,
                                struct sow_starts *starts, struct sow_err *err)
{
    assert(moved >= 0 && moved <= SOW_STARTS_MOVED_MAX);
    size_t room = 1;
    for (int step = 0; step < moved; step++)
        room *= WAYS + 1;
    *starts = (struct sow_starts){.boards = calloc(room, sizeof *starts->boards)};
    if (starts->boards == NULL)
        return sow_err_no_memory(err);
    starts->boards[starts->count++] = rules->start;
    for (int step = 0; step < moved; step++) {
        size_t before = starts->count;
        for (size_t i = 0; i < before; i++)
            add_moved(starts, starts->boards[i], rules->pits);
        drop_twins(starts);
    }
    drop_ended(starts, rules);
    return SOW_OK;
}
