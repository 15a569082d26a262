/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_unmoves.h"

#include "endgame_bits.h"

#include <stdlib.h>

/* Makes the moves backwards of one action, whose `taking` is known. Returns false without
   memory. */
static bool make_undo(struct endgame_unmoves *unmoves, const struct endgame_index *index,
                      int number)
{
    struct endgame_undo *undo = &unmoves->undo[number];
    const struct endgame_action *action = &unmoves->rows->action[number];
    int seeds = unmoves->rows->seeds;
    uint32_t words = unmoves->word[seeds + 1];
    undo->drop = calloc(words, sizeof *undo->drop);
    undo->open = calloc(words, sizeof *undo->open);
    if (undo->drop == NULL || undo->open == NULL)
        return false;
    for (int k = 0; k <= seeds - action->dropped; k++) {
        int left = k + action->dropped;
        int stays = undo->taking ? ENDGAME_PLAIN + left : left;
        for (uint32_t rank = 0; rank < index->rows[k]; rank++) {
            uint8_t row[SOW_MAX_PITS];
            int sum;
            sow_endgame_unrank(index, k, rank, row);
            for (int i = 0; i < action->dropped; i++)
                row[i % index->pits]++;
            uint32_t after = sow_endgame_rank(index, row, &sum);
            uint32_t word = unmoves->word[left] + after / ENDGAME_WORD;
            uint64_t bit = UINT64_C(1) << after % ENDGAME_WORD;
            undo->drop[word].image |= bit;
            if (action->code[index->first[k] + rank] != stays)
                continue;
            undo->drop[word].stays |= bit;
            undo->open[unmoves->word[k] + rank / ENDGAME_WORD] |= UINT64_C(1)
                                                                  << rank % ENDGAME_WORD;
        }
        uint32_t place = 0;
        for (uint32_t word = unmoves->word[left]; word < unmoves->word[left + 1];
             word++) {
            undo->drop[word].place = place;
            place += (uint32_t)__builtin_popcountll(undo->drop[word].image);
        }
    }
    return true;
}

/* Calls @p treat for the moves that stay within the layer, by row of the mover. */
static void for_stays(struct endgame_unmoves *unmoves, const struct endgame_index *index,
                      void (*treat)(struct endgame_unmoves *unmoves, uint32_t row,
                                    int pit, const struct endgame_step *step))
{
    const struct endgame_step *step = unmoves->rows->step;
    for (int k = 0; k <= unmoves->rows->seeds; k++)
        for (uint32_t row = index->first[k]; row < index->first[k + 1]; row++)
            for (int pit = 0; pit < index->pits; pit++, step++)
                if (endgame_step_stays(step, k))
                    treat(unmoves, row, pit, step);
}

/* Counts a move, at the element of `begin` two after that of the row it leads to. */
static void count_before(struct endgame_unmoves *unmoves, uint32_t row, int pit,
                         const struct endgame_step *step)
{
    (void)row;
    (void)pit;
    unmoves->begin[step->plain + 2]++;
}

/* Adds a move to the list. The moves to a row begin at the element after its own, which
   becomes their end. */
static void add_before(struct endgame_unmoves *unmoves, uint32_t row, int pit,
                       const struct endgame_step *step)
{
    unmoves->before[unmoves->begin[step->plain + 1]++] =
        (struct endgame_before){row, (uint8_t)pit, step->action, step->dropped};
    unmoves->undo[step->action].taking = step->taken != step->plain;
}

/* Lists the moves that lead to each row. A pass leads from the row without seeds to
   itself. Returns false without memory. */
static bool list_before(struct endgame_unmoves *unmoves,
                        const struct endgame_index *index)
{
    uint32_t rows = index->first[unmoves->rows->seeds + 1];
    uint32_t *begin = calloc((size_t)rows + 2, sizeof *begin);
    unmoves->begin = begin;
    if (begin == NULL)
        return false;
    begin[2] = 1;
    for_stays(unmoves, index, count_before);
    for (uint32_t row = 0; row < rows; row++)
        begin[row + 2] += begin[row + 1];
    unmoves->before = malloc(((size_t)begin[rows + 1] + 1) * sizeof *unmoves->before);
    if (unmoves->before == NULL)
        return false;
    unmoves->before[begin[1]++] = (struct endgame_before){.row = 0};
    for_stays(unmoves, index, add_before);
    return true;
}

bool sow_endgame_unmoves_init(struct endgame_unmoves *unmoves,
                              const struct endgame_rows *rows,
                              const struct endgame_index *index)
{
    *unmoves = (struct endgame_unmoves){.rows = rows};
    for (int k = 0; k <= rows->seeds; k++)
        unmoves->word[k + 1] =
            unmoves->word[k] + (index->rows[k] + ENDGAME_WORD - 1) / ENDGAME_WORD;
    if (!list_before(unmoves, index))
        return false;
    for (int i = 1; i < rows->actions; i++)
        if (!make_undo(unmoves, index, i))
            return false;
    return true;
}

void sow_endgame_unmoves_release(struct endgame_unmoves *unmoves)
{
    for (int i = 0; unmoves->rows != NULL && i < unmoves->rows->actions; i++) {
        free(unmoves->undo[i].drop);
        free(unmoves->undo[i].open);
    }
    free(unmoves->begin);
    free(unmoves->before);
}
