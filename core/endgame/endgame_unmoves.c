/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_unmoves.h"

#include "endgame_bits.h"

#include <stdlib.h>

/* Makes the moves backwards of one action. @p taking is true if the action may take seeds
   of the mover's row too, which changes the code of no capture. Returns false
   without memory. */
static bool make_undo(struct endgame_unmoves *unmoves, const struct endgame_index *index,
                      int number, bool taking)
{
    struct endgame_undo *undo = &unmoves->undo[number];
    const struct endgame_action *action = &unmoves->rows->action[number];
    int seeds = unmoves->rows->seeds;
    uint32_t words = unmoves->word[seeds + 1];
    undo->image = calloc(words, sizeof *undo->image);
    undo->stays = calloc(words, sizeof *undo->stays);
    undo->place = calloc(words, sizeof *undo->place);
    if (undo->image == NULL || undo->stays == NULL || undo->place == NULL)
        return false;
    for (int k = 0; k <= seeds - action->dropped; k++) {
        int left = k + action->dropped;
        int stays = taking ? ENDGAME_PLAIN + left : left;
        for (uint32_t rank = 0; rank < index->rows[k]; rank++) {
            uint8_t row[SOW_MAX_PITS];
            int sum;
            sow_endgame_unrank(index, k, rank, row);
            for (int i = 0; i < action->dropped; i++)
                row[i % index->pits]++;
            uint32_t after = sow_endgame_rank(index, row, &sum);
            uint32_t word = unmoves->word[left] + after / ENDGAME_WORD;
            uint64_t bit = UINT64_C(1) << after % ENDGAME_WORD;
            undo->image[word] |= bit;
            if (action->code[index->first[k] + rank] == stays)
                undo->stays[word] |= bit;
        }
        uint32_t place = 0;
        for (uint32_t word = unmoves->word[left]; word < unmoves->word[left + 1];
             word++) {
            undo->place[word] = place;
            place += (uint32_t)__builtin_popcountll(undo->image[word]);
        }
    }
    return true;
}

/* Makes the moves of the mover's rows, and notes which actions take seeds of the mover's
   row. Returns false without memory. */
static bool make_moves(struct endgame_unmoves *unmoves, const struct endgame_index *index,
                       bool *taking)
{
    int seeds = unmoves->rows->seeds;
    size_t count = (size_t)index->first[seeds + 1] * (unsigned)index->pits;
    unmoves->move = malloc(count * sizeof *unmoves->move);
    if (unmoves->move == NULL)
        return false;
    const struct endgame_step *step = unmoves->rows->step;
    struct endgame_move *move = unmoves->move;
    for (int k = 0; k <= seeds; k++) {
        for (size_t i = (size_t)index->rows[k] * (unsigned)index->pits; i > 0; i--) {
            bool stays = endgame_step_stays(step, k);
            *move = (struct endgame_move){step->plain, step->plain_seeds, step->action,
                                          stays};
            if (stays)
                taking[step->action] = step->taken != step->plain;
            step++;
            move++;
        }
    }
    unmoves->move[0] = (struct endgame_move){.stays = true};
    return true;
}

/* Lists the moves that lead to each row. Returns false without memory. */
static bool list_before(struct endgame_unmoves *unmoves,
                        const struct endgame_index *index)
{
    uint32_t rows = index->first[unmoves->rows->seeds + 1];
    uint32_t pits = (uint32_t)index->pits;
    uint32_t *begin = calloc((size_t)rows + 2, sizeof *begin);
    unmoves->begin = begin;
    if (begin == NULL)
        return false;
    for (uint32_t i = 0; i < rows * pits; i++)
        begin[unmoves->move[i].row + 2] += unmoves->move[i].stays;
    for (uint32_t row = 0; row < rows; row++)
        begin[row + 2] += begin[row + 1];
    unmoves->before = malloc(((size_t)begin[rows + 1] + 1) * sizeof *unmoves->before);
    if (unmoves->before == NULL)
        return false;
    /* The moves to a row begin at the element after its own, which becomes their end. */
    for (uint32_t i = 0; i < rows * pits; i++)
        if (unmoves->move[i].stays)
            unmoves->before[begin[unmoves->move[i].row + 1]++] =
                i / pits * ENDGAME_PITS + i % pits;
    return true;
}

bool sow_endgame_unmoves_init(struct endgame_unmoves *unmoves,
                              const struct endgame_rows *rows,
                              const struct endgame_index *index)
{
    bool taking[256] = {false};
    *unmoves = (struct endgame_unmoves){.rows = rows};
    for (int k = 0; k <= rows->seeds; k++)
        unmoves->word[k + 1] =
            unmoves->word[k] + (index->rows[k] + ENDGAME_WORD - 1) / ENDGAME_WORD;
    if (!make_moves(unmoves, index, taking) || !list_before(unmoves, index))
        return false;
    for (int i = 1; i < rows->actions; i++)
        if (!make_undo(unmoves, index, i, taking[i]))
            return false;
    return true;
}

void sow_endgame_unmoves_release(struct endgame_unmoves *unmoves)
{
    for (int i = 0; unmoves->rows != NULL && i < unmoves->rows->actions; i++) {
        free(unmoves->undo[i].image);
        free(unmoves->undo[i].stays);
        free(unmoves->undo[i].place);
    }
    free(unmoves->move);
    free(unmoves->begin);
    free(unmoves->before);
}
