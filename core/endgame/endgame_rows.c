/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "endgame_rows.h"

#include <stdlib.h>
#include <string.h>

/* Largest number of entries of the table of steps, and number of rows between two looks
   at the stop request. */
enum { STEPS_MOST = 1 << 24, LOOK_EVERY = 1 << 12 };

/* Kind of effect on the opponent's row: none, a number capture, or a place capture by the
   mover. A place capture at pit P has the kind AT_PIT + P. */
enum kind { DROP, HIT, AT_PIT };

bool sow_endgame_rows_cover(const struct sow_rules *rules,
                            const struct endgame_index *index, int seeds)
{
    return rules->laps == SOW_LAPS_SINGLE && rules->number_chain != SOW_CHAIN_ACROSS &&
           !rules->place_chain &&
           (uint64_t)index->first[seeds + 1] * (unsigned)index->pits <= STEPS_MOST;
}

/* Returns the number of a row, counted from 0, among the rows of all numbers of seeds. */
static uint32_t number_of(const struct endgame_index *index, const uint8_t *row)
{
    int seeds;
    uint32_t rank = sow_endgame_rank(index, row, &seeds);
    return index->first[seeds] + rank;
}

/* Returns the seeds in a row. */
static int sum_of(const struct endgame_index *index, const uint8_t *row)
{
    int sum = 0;
    for (int pit = 0; pit < index->pits; pit++)
        sum += row[pit];
    return sum;
}

/* Empties the pits of a number capture that starts at pit @p last and goes backwards in
   the row if the rules chain captures. Does nothing if the count of that pit does not
   capture. */
static void take_by_number(const struct sow_rules *rules, uint8_t *row, int last)
{
    bool chain = rules->number_chain == SOW_CHAIN_ROW;
    for (int pit = last; pit >= 0; pit--) {
        if (!sow_counts_has(&rules->number_capture, row[pit]))
            return;
        row[pit] = 0;
        if (!chain)
            return;
    }
}

/* --- the mover's row --- */

/* Sowing in progress. Its places are the own pits, the store, and the opponent's pits. */
struct sowing {
    const struct sow_rules *rules; /* rules of the game */
    uint8_t *row;                  /* the mover's row, which the sowing changes */
    int origin;                    /* pit that is sown */
    int at;                        /* place of the latest seed */
    int dropped;                   /* seeds dropped into the opponent's row */
};

/* Moves to the place of the next seed: 0 to pits - 1 are the mover's pits, `pits` is the
   store, larger ones are the opponent's pits. */
static void step(struct sowing *sowing)
{
    int pits = sowing->rules->pits;
    do {
        sowing->at = (sowing->at + 1) % (2 * pits + 1);
        sowing->at += sowing->at == pits && !sowing->rules->own_store_sown;
    } while (sowing->at == sowing->origin &&
             sowing->rules->lap_origin == SOW_ORIGIN_SKIPPED);
}

/* Sows all seeds of the pit `origin` into the mover's row, with en-passant captures, and
   counts the seeds dropped into the opponent's row. `at` becomes the place of the last
   seed. */
static void sow(struct sowing *sowing)
{
    int pits = sowing->rules->pits;
    int seeds = sowing->row[sowing->origin];
    sowing->row[sowing->origin] = 0;
    for (; seeds > 0; seeds--) {
        step(sowing);
        sowing->dropped += sowing->at > pits;
        if (sowing->at >= pits)
            continue;
        uint8_t *pit = &sowing->row[sowing->at];
        ++*pit;
        if (sow_counts_has(&sowing->rules->en_passant_capture, *pit))
            *pit = 0;
    }
}

/* Returns the number of the action that drops @p dropped seeds and has the given @p kind.
   Adds the action, without its tables, if it is new; the list has room for all. Number 0
   is no action: nothing dropped and nothing captured. */
static uint8_t action_of(struct endgame_rows *rows, int dropped, int kind)
{
    int i = 0;
    while (i < rows->actions &&
           (rows->action[i].dropped != dropped || rows->action[i].kind != kind))
        i++;
    if (i == rows->actions)
        rows->action[rows->actions++] =
            (struct endgame_action){.dropped = dropped, .kind = kind};
    return (uint8_t)i;
}

/* Applies the captures of the last seed to the mover's row. A number capture there
   empties pits of the row. A place capture leaves the row, and sets @p taken to the row
   after it. Returns the kind of the effect on the opponent's row (enum kind). */
static int finish(const struct sowing *sowing, uint8_t *taken)
{
    const struct sow_rules *rules = sowing->rules;
    int last = sowing->at;
    if (last >= rules->pits)
        return last > rules->pits && rules->number_where != SOW_WHERE_OWN ? HIT : DROP;
    uint8_t *row = sowing->row;
    bool by_number = rules->number_where != SOW_WHERE_OPPONENT &&
                     sow_counts_has(&rules->number_capture, row[last]);
    if (by_number)
        take_by_number(rules, row, last);
    if (by_number || !sow_counts_has(&rules->place_capture, row[last]))
        return DROP;
    memcpy(taken, row, (size_t)rules->pits);
    taken[last] = 0;
    return AT_PIT + rules->pits - 1 - last;
}

/* Makes the entry of one pit, which has seeds, of the mover's row @p row with number
   @p number. Sows the pit, applies the captures in the mover's row, and finds the action
   for the opponent's row. */
static void make_step(struct endgame_rows *rows, const struct sow_rules *rules,
                      const struct endgame_index *index, uint32_t number,
                      const uint8_t *row, int pit)
{
    struct endgame_step *made =
        &rows->step[(size_t)number * (unsigned)rules->pits + (unsigned)pit];
    uint8_t plain[SOW_MAX_PITS];
    uint8_t taken[SOW_MAX_PITS];
    memcpy(plain, row, sizeof plain);
    struct sowing sowing = {.rules = rules, .row = plain, .origin = pit, .at = pit};
    sow(&sowing);
    int kind = finish(&sowing, taken);
    const uint8_t *after = kind >= AT_PIT ? taken : plain;
    made->playable = true;
    made->again = rules->extra_turn && sowing.at == rules->pits;
    made->dropped = (uint8_t)sowing.dropped;
    made->action = action_of(rows, sowing.dropped, kind);
    made->plain = number_of(index, plain);
    made->taken = number_of(index, after);
    made->plain_seeds = (uint8_t)sum_of(index, plain);
    made->taken_seeds = (uint8_t)sum_of(index, after);
}

/* --- the opponent's row --- */

/* Applies the capture of an action to the opponent's row after the drops. Returns
   ENDGAME_ILLEGAL, with the row unchanged, for a forbidden grand slam. Returns
   ENDGAME_PLAIN if a place capture does not happen, so that the mover's row stays
   `plain`. Otherwise returns 0. */
static int capture(const struct sow_rules *rules, const struct endgame_action *action,
                   uint8_t *row)
{
    uint8_t taken[SOW_MAX_PITS];
    memcpy(taken, row, sizeof taken);
    if (action->kind == HIT) {
        take_by_number(rules, taken, (action->dropped - 1) % rules->pits);
    } else if (action->kind >= AT_PIT) {
        uint8_t *pit = &taken[action->kind - AT_PIT];
        if (*pit == 0)
            return rules->place_opposite_empty == SOW_EMPTY_TAKES_LAST ? 0
                                                                       : ENDGAME_PLAIN;
        *pit = 0;
    }
    static const uint8_t EMPTY[SOW_MAX_PITS];
    bool slam =
        memcmp(taken, EMPTY, sizeof taken) == 0 && memcmp(row, EMPTY, sizeof taken) != 0;
    if (slam && rules->grand_slam == SOW_SLAM_ILLEGAL)
        return ENDGAME_ILLEGAL;
    if (slam && rules->grand_slam == SOW_SLAM_CAPTURES_NOTHING)
        return action->kind >= AT_PIT ? ENDGAME_PLAIN : 0;
    memcpy(row, taken, sizeof taken);
    return 0;
}

/* Returns true after a stop request. Looks only if @p rank is a multiple of LOOK_EVERY,
   because the tables of a large layer take seconds. */
static bool is_stopped(const struct endgame_rows *rows, uint32_t rank)
{
    return rank % LOOK_EVERY == 0 && sow_stop_requested(rows->with->stop);
}

/* Makes the tables `row` and `code` of one action for all rows that can occur before the
   drops. Returns false without memory, and after a stop request. */
static bool make_action(struct endgame_rows *rows, const struct sow_rules *rules,
                        const struct endgame_index *index, struct endgame_action *action)
{
    int seeds = rows->seeds;
    uint32_t count = index->first[seeds - action->dropped + 1];
    action->row = malloc(count * sizeof *action->row);
    action->code = malloc(count);
    if (action->row == NULL || action->code == NULL)
        return false;
    for (int k = 0; k <= seeds - action->dropped; k++) {
        for (uint32_t rank = 0; rank < index->rows[k]; rank++) {
            uint8_t row[SOW_MAX_PITS] = {0};
            if (is_stopped(rows, rank))
                return false;
            sow_endgame_unrank(index, k, rank, row);
            for (int i = 0; i < action->dropped; i++)
                row[i % rules->pits]++;
            int code = capture(rules, action, row);
            uint32_t number = index->first[k] + rank;
            action->row[number] = number_of(index, row);
            action->code[number] =
                (uint8_t)(code == ENDGAME_ILLEGAL ? code : code + sum_of(index, row));
        }
    }
    return true;
}

/* --- both --- */

/* Makes the entries of all rows of the mover, by number of seeds and rank. Returns false
   after a stop request. */
static bool make_steps(struct endgame_rows *rows, const struct sow_rules *rules,
                       const struct endgame_index *index)
{
    for (int k = 0; k <= rows->seeds; k++) {
        for (uint32_t rank = 0; rank < index->rows[k]; rank++) {
            uint8_t row[SOW_MAX_PITS] = {0};
            if (is_stopped(rows, rank))
                return false;
            sow_endgame_unrank(index, k, rank, row);
            for (int pit = 0; pit < rules->pits; pit++)
                if (row[pit] > 0)
                    make_step(rows, rules, index, index->first[k] + rank, row, pit);
        }
    }
    return true;
}

bool sow_endgame_rows_init(struct endgame_rows *rows, const struct sow_rules *rules,
                           const struct endgame_index *index, int seeds,
                           const struct sow_context *with)
{
    *rows = (struct endgame_rows){.seeds = seeds, .actions = 1, .with = with};
    rows->step = calloc((size_t)index->first[seeds + 1] * (unsigned)rules->pits,
                        sizeof *rows->step);
    if (rows->step == NULL || !make_steps(rows, rules, index))
        return false;
    for (int i = 1; i < rows->actions; i++)
        if (!make_action(rows, rules, index, &rows->action[i]))
            return false;
    return true;
}

void sow_endgame_rows_release(struct endgame_rows *rows)
{
    for (int i = 0; i < rows->actions; i++) {
        free(rows->action[i].row);
        free(rows->action[i].code);
    }
    free(rows->step);
}
