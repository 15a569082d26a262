/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pekar_people.h"
#include "sow/reproduction/works.h"
#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define GAME "kalah-no-empty-capture"

/* Rows of Table 1, and for each the row of Table 1 of 2020 with the same games; NULL:
   2020 has none. */
static const struct {
    const char *row;
    const char *later;
} ROWS[] = {
    {"deterministic human first", NULL},
    {"deterministic computer first", NULL},
    {"tree 1 human first", "3(1) human first"},
    {"tree 1 computer first", "3(1) computer first"},
    {"tree 2 human first", "3(2) human first"},
    {"tree 2 computer first", "3(2) computer first"},
    {"tree 3 human first", NULL},
    {"tree 3 computer first", NULL},
    {"tree 4 human first", "3(4) human first"},
    {"tree 4 computer first", "3(4) computer first"},
};

/* A printed figure and ours, with the names of their row. */
struct fact {
    const char *row;
    const char *column;
    double printed;
    double ours;
};

/* Appends a row that compares a printed figure with ours, which has to be equal. The
   verdict is "differs", for the case that it is not. Returns SOW_NO_MEMORY. */
static enum sow_status add(struct sow_comparison_list *list,
                           const struct sow_reproduction *table, const struct fact *fact,
                           struct sow_err *err)
{
    struct sow_reproduced_row *row =
        sow_table_add(table, list, fact->row, fact->column, err);
    if (row == NULL)
        return SOW_NO_MEMORY;
    row->verdict = "differs";
    sow_comparison_fill_exact(row, fact->printed, fact->ours, 0.0);
    return SOW_OK;
}

/* Appends a row for each row of Table 1. It compares the number of printed games with
   the number of those in which the seeds of both players add up to 48. Returns
   SOW_NO_MEMORY. */
static enum sow_status compare_sums(const struct sow_reproduction *table,
                                    const struct sow_evidence *evidence,
                                    struct sow_comparison_list *list, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0] && status == SOW_OK; i++) {
        double computer[SOW_PEKAR_GAMES];
        double human[SOW_PEKAR_GAMES];
        int games = sow_pekar_games(evidence->figures, evidence->figure_count,
                                    ROWS[i].row, computer, human);
        int whole = 0;
        for (int k = 0; k < games; k++)
            whole += (int)(computer[k] + human[k]) == 48;
        struct fact fact = {ROWS[i].row, "games of 48 seeds", games, whole};
        status = add(list, table, &fact, err);
    }
    return status;
}

/* Appends a row for each row of Table 1 that the paper of 2020 has, too. It compares the
   number of printed games with the number of those that 2020 prints with the same seeds.
   Returns SOW_NO_MEMORY, or an error of sow_published_load. */
static enum sow_status compare_later(const struct sow_reproduction *table,
                                     const struct sow_evidence *evidence,
                                     struct sow_comparison_list *list,
                                     struct sow_err *err)
{
    struct sow_published *later;
    size_t count;
    enum sow_status status = sow_published_load("pekar2020", &later, &count, err);
    for (size_t i = 0; i < sizeof ROWS / sizeof ROWS[0] && status == SOW_OK; i++) {
        double computer[2][SOW_PEKAR_GAMES];
        double human[2][SOW_PEKAR_GAMES];
        if (ROWS[i].later == NULL)
            continue;
        int games = sow_pekar_games(evidence->figures, evidence->figure_count,
                                    ROWS[i].row, computer[0], human[0]);
        int same = 0;
        (void)sow_pekar_games(later, count, ROWS[i].later, computer[1], human[1]);
        for (int k = 0; k < games; k++)
            same += (int)computer[0][k] == (int)computer[1][k] &&
                    (int)human[0][k] == (int)human[1][k];
        struct fact fact = {ROWS[i].row, ROWS[i].later, games, same};
        status = add(list, table, &fact, err);
    }
    free(later);
    return status;
}

/* --- how long games are, and how much there is to choose from --- */

/* Returns the mean number of plies of the games of a duel, both seats together. The duel
   must have games. */
static double length_of(const struct sow_duel *duel)
{
    return (double)duel->plies /
           (double)(sow_tally_games(&duel->first) + sow_tally_games(&duel->second));
}

/* Returns the mean number of legal moves before each move, in the games of a duel whose
   shape is counted. NaN if none is counted. */
static double branching_of(const struct sow_duel *duel)
{
    int64_t plies = 0;
    int64_t choices = 0;
    for (int phase = 0; phase < SOW_PHASES; phase++) {
        plies += duel->shape.plies[phase];
        choices += duel->shape.choices[phase];
    }
    return (double)choices / (double)plies;
}

/* Appends a row for the length of games and one for the branching factor. Our figure is
   the mean over all pairs of players, with its interval. The paper does not say to which
   games its figures belong, so there is no test and the verdict is "undecided". Returns
   SOW_NO_MEMORY. */
static enum sow_status compare_shape(const struct sow_reproduction *table,
                                     const struct sow_evidence *evidence,
                                     struct sow_comparison_list *list,
                                     struct sow_err *err)
{
    static const struct {
        const char *row;
        const char *column;
        double (*of)(const struct sow_duel *duel);
    } SHAPES[] = {{"game length", "plies", length_of},
                  {"branching factor", "moves", branching_of}};
    enum { SHAPE_COUNT = sizeof SHAPES / sizeof SHAPES[0], PRINTED_GAMES = 100 };
    double *values = calloc(evidence->pairs, sizeof *values);
    if (values == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (size_t s = 0; s < SHAPE_COUNT && status == SOW_OK; s++) {
        struct sow_interval interval;
        for (size_t i = 0; i < evidence->pairs; i++)
            values[i] = SHAPES[s].of(&evidence->duels[i]);
        double mean = sow_sample_mean(&(struct sow_sample){values, evidence->pairs},
                                      SOW_LEVEL, &interval);
        struct fact fact = {
            SHAPES[s].row, SHAPES[s].column,
            sow_pekar_value(evidence, table->name, SHAPES[s].row, SHAPES[s].column),
            mean};
        status = add(list, table, &fact, err);
        if (status != SOW_OK)
            break;
        struct sow_reproduced_row *row = &list->rows[list->count - 1];
        row->published_games = PRINTED_GAMES;
        row->low = sow_settled(interval.low);
        row->high = sow_settled(interval.high);
        row->p = (double)NAN;
        row->verdict = "undecided";
    }
    free(values);
    return status;
}

static const struct sow_reproduction TABLES[] = {
    {"1", GAME, .compare = compare_sums},
    {"same games", GAME, .compare = compare_later},
    {"shape", GAME, .compare = compare_shape},
    {.name = NULL},
};

const struct sow_work sow_work_pekar2018 = {
    .name = "pekar2018",
    .players = "pekar:1 pekar:3,depth=1 pekar:3,depth=2 pekar:3,depth=3 "
               "pekar:3,depth=4",
    .variants = GAME,
    .games = 100,
    .quick_games = 10,
    .random_plies = 2,
    .tables = TABLES,
};
