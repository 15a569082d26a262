/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pekar.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* The board as one player sees it. In this file, pits are counted from the store, from
   1. */
struct view {
    const uint8_t *own;   /* row of this player, in sowing order */
    const uint8_t *other; /* the other row, in sowing order */
    int pits;             /* pits in a row */
};

/* Returns the board as @p seat sees it. Borrows the board. */
static struct view view_of(const struct sow_board *board, int seat, int pits)
{
    return (struct view){board->pit[seat], board->pit[1 - seat], pits};
}

/* Returns the seeds in the own pit that is @p k steps from the store. */
static int own(const struct view *view, int k)
{
    return view->own[view->pits - k];
}

/* Returns the seeds opposite the own pit that is @p k steps from the store. */
static int opposite(const struct view *view, int k)
{
    return view->other[k - 1];
}

/* Returns the pit nearest the store whose last seed falls into the store, or 0
   (LastSeedToKalaha). */
static int last_seed_to_kalaha(const struct view *view)
{
    for (int k = 1; k <= view->pits; k++)
        if (own(view, k) > 0 && own(view, k) % (2 * view->pits + 1) == k)
            return k;
    return 0;
}

/* Returns true if the last seed of pit @p k falls alone into the own pit @p target. The
   sowing stays within the row. Unless @p simple, it may also make a full lap, or pass the
   other row and return. */
static bool reaches(const struct view *view, int k, int target, bool simple)
{
    int seeds = own(view, k);
    int lap = 2 * view->pits + 1;
    if (seeds == lap)
        return !simple && k == target;
    if (seeds == 0 || own(view, target) > 0)
        return false;
    return seeds == k - target || (!simple && k < target && seeds == k - target + lap);
}

/* Finds the pit whose last seed captures the most; @p target receives the pit where that
   seed falls. The comparisons are strict: among equal captures the target nearest the
   store is taken. Returns 0 if there is no capture. */
static int last_seed_to_target(const struct view *view, bool simple, int *target)
{
    int found = 0;
    int most = 0;
    for (int at = 1; at <= view->pits; at++)
        for (int k = 1; k <= view->pits && opposite(view, at) > most; k++)
            if (reaches(view, k, at, simple)) {
                found = k;
                *target = at;
                most = opposite(view, at);
            }
    return found;
}

/* Finds the own pit from which the opponent would capture the most, counted from the
   store. Returns 0 if the opponent can capture nothing. */
static int opponent_seed_to_stash(const struct view *view)
{
    struct view theirs = {view->other, view->own, view->pits};
    int target = 0;
    return last_seed_to_target(&theirs, false, &target) > 0 ? view->pits + 1 - target : 0;
}

/* Returns the non-empty pit nearest the store, counted from 1; the farthest pit if all
 * are empty. */
static int first_non_empty_pit(const struct view *view)
{
    int k = 1;
    while (k < view->pits && own(view, k) == 0)
        k++;
    return k;
}

const char *sow_pekar_refusal(const struct sow_rules *rules)
{
    if (!rules->own_store_sown || !rules->extra_turn)
        return "plays only variants with extra turns and sowing into the own store";
    if (rules->feeding != SOW_FEEDING_NONE || rules->grand_slam == SOW_SLAM_ILLEGAL)
        return "plays only variants in which any pit with seeds may be sown";
    return rules->pie_rule ? "does not know the pie rule" : NULL;
}

int sow_pekar_pit(const struct sow_board *board, int pits)
{
    struct view view = view_of(board, board->side, pits);
    int target = 0;
    int k = last_seed_to_kalaha(&view);
    if (k == 0)
        k = last_seed_to_target(&view, false, &target);
    if (k == 0)
        k = opponent_seed_to_stash(&view);
    if (k == 0)
        k = first_non_empty_pit(&view);
    return pits - k;
}

int sow_pekar_greedy_pit(const struct sow_board *board, int pits)
{
    struct view view = view_of(board, board->side, pits);
    int target = 0;
    int k = last_seed_to_kalaha(&view);
    if (k == 0)
        k = last_seed_to_target(&view, true, &target);
    return k == 0 ? -1 : pits - k;
}

/* --- specs --- */

/* Cost function of Algorithms 2 and 3: a times the difference of the stores, plus b times
   the own extra turns on the line, plus c times N_1. */
struct cost {
    const char *a;  /* weight of the difference of the stores */
    const char *b;  /* weight of extra turns */
    const char *c;  /* weight of N_1 */
    const char *n1; /* name of the feature that N_1 is */
};

/* Takes an item of the cost function, such as "a=10", into @p cost. The value is borrowed
   and not checked. Returns false if the item belongs to the search. */
static bool take_cost(struct cost *cost, const char *item)
{
    const struct {
        const char *name;
        const char **value;
    } items[] = {
        {"a=", &cost->a}, {"b=", &cost->b}, {"c=", &cost->c}, {"n1=", &cost->n1}};
    for (size_t i = 0; i < sizeof items / sizeof items[0]; i++)
        if (strncmp(item, items[i].name, strlen(items[i].name)) == 0) {
            *items[i].value = item + strlen(items[i].name);
            return true;
        }
    return false;
}

const char *sow_pekar_search(char *const *items, int count,
                             char search[SOW_PEKAR_SPEC_MAX + 1])
{
    enum { ROOM = SOW_PEKAR_SPEC_MAX + 1 };
    struct cost cost = {"10", "1", "5", "right_most"};
    bool greedy = strcmp(items[0], "3") == 0;
    bool ties = false;
    int used = snprintf(search, ROOM, "alphabeta:%s", greedy ? "greedy=yes," : "");
    if (strcmp(items[0], "1") == 0 && count == 1) {
        search[0] = '\0';
        return NULL;
    }
    if (!greedy && strcmp(items[0], "2") != 0)
        return "give pekar:1, or pekar:2,depth=N or pekar:3,depth=N with a=, b= and c= of "
               "the cost function";
    for (int i = 1; i < count; i++) {
        ties = ties || strncmp(items[i], "ties=", 5) == 0;
        if (!take_cost(&cost, items[i]) && used < ROOM)
            used += snprintf(search + used, (size_t)(ROOM - used), "%s,", items[i]);
    }
    if (used < ROOM)
        used += snprintf(search + used, (size_t)(ROOM - used),
                         "%seval=[path:h4=%s,h6=-%s,extra_turns=%s,%s=%s]",
                         ties ? "" : "ties=highest,", cost.a, cost.a, cost.b, cost.n1,
                         cost.c);
    return used < ROOM ? NULL : "is too long";
}
