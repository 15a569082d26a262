/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "pekar_people.h"

#include "sow/statistics/statistics_analysis.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <string.h>

/* Returns the printed value of a table, row and column among @p figures; NaN if there is
   none. */
static double value_of(const struct sow_published *figures, size_t count,
                       const char *table, const char *row, const char *column)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(figures[i].table, table) == 0 && strcmp(figures[i].row, row) == 0 &&
            strcmp(figures[i].column, column) == 0)
            return figures[i].value;
    return (double)NAN;
}

double sow_pekar_value(const struct sow_evidence *evidence, const char *table,
                       const char *row, const char *column)
{
    return value_of(evidence->figures, evidence->figure_count, table, row, column);
}

int sow_pekar_games(const struct sow_published *figures, size_t count, const char *row,
                    double computer[SOW_PEKAR_GAMES], double human[SOW_PEKAR_GAMES])
{
    int games = 0;
    for (int i = 1; i <= SOW_PEKAR_GAMES; i++) {
        char name[2 * SOW_PUBLISHED_WORD_MAX];
        (void)snprintf(name, sizeof name, "%.40s game %d", row, i);
        double seeds = value_of(figures, count, "1", name, "computer");
        if (isnan(seeds))
            break;
        computer[games] = seeds;
        human[games++] = value_of(figures, count, "1", name, "human");
    }
    return games;
}

/* Returns the final seeds of the computer less those of the person in the games of a row
   of Table 1. The sample has its values in @p values. It is empty if the row has no
   games. */
static struct sow_sample differences(const struct sow_evidence *evidence, const char *row,
                                     double values[SOW_PEKAR_GAMES])
{
    double human[SOW_PEKAR_GAMES];
    int games =
        sow_pekar_games(evidence->figures, evidence->figure_count, row, values, human);
    for (int i = 0; i < games; i++)
        values[i] -= human[i];
    return (struct sow_sample){values, (size_t)games};
}

/* Sets the error for a row of Table 1 without games and returns SOW_BAD_DATA. */
static enum sow_status no_games(const char *row, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA, "table 1 has no games '%s'", row);
}

/* --- Table 3 --- */

/* Printed figures that R does not give for the printed games either
   (docs/findings/pekar2020.md). */
static const struct {
    const char *row;
    const char *column;
} KNOWN[] = {
    {"1 computer first", "p"},
    {"3(1) human first", "low"},
    {"3(1) human first", "high"},
    {"3(2) computer first", "low"},
};

/* Returns true for a printed figure that R does not give either (KNOWN). */
static bool is_known(const struct sow_published *figure)
{
    for (size_t i = 0; i < sizeof KNOWN / sizeof KNOWN[0]; i++)
        if (strcmp(KNOWN[i].row, figure->row) == 0 &&
            strcmp(KNOWN[i].column, figure->column) == 0)
            return true;
    return false;
}

/* Fills a figure of Table 3 (pekar_people.h). The paper prints whole seeds, and p to
   three digits. The row of the median also receives the interval. */
enum sow_status sow_fill_signed_rank(const struct sow_figure_task *task,
                                     struct sow_err *err)
{
    const double in_seeds = 0.25;
    const double in_p = 0.00051;
    double values[SOW_PEKAR_GAMES];
    struct sow_signed_rank rank;
    struct sow_sample sample = differences(task->evidence, task->figure->row, values);
    if (sample.count == 0)
        return no_games(task->figure->row, err);
    enum sow_status status = sow_signed_rank_test(&sample, SOW_LEVEL, &rank, err);
    if (status != SOW_OK)
        return status;
    const struct {
        const char *column;
        double ours;
    } columns[] = {{"median", rank.median},
                   {"low", rank.interval.low},
                   {"high", rank.interval.high},
                   {"p", rank.p}};
    task->row->published_games = task->row->ours_games = (int64_t)sample.count;
    task->row->verdict = is_known(task->figure) ? "differs as known" : "differs";
    for (size_t i = 0; i < sizeof columns / sizeof columns[0]; i++)
        if (strcmp(columns[i].column, task->figure->column) == 0)
            sow_comparison_fill_exact(task->row, task->figure->value, columns[i].ours,
                                      strcmp(task->figure->column, "p") == 0 ? in_p
                                                                             : in_seeds);
    if (strcmp(task->figure->column, "median") == 0) {
        task->row->low = sow_settled(rank.interval.low);
        task->row->high = sow_settled(rank.interval.high);
    }
    return SOW_OK;
}

/* --- points --- */

enum sow_status sow_fill_points(const struct sow_figure_task *task, struct sow_err *err)
{
    double values[SOW_PEKAR_GAMES];
    struct sow_sample sample = differences(task->evidence, task->figure->row, values);
    struct sow_tally tally = {0, 0, 0};
    if (sample.count == 0)
        return no_games(task->figure->row, err);
    for (size_t i = 0; i < sample.count; i++) {
        tally.wins += values[i] > 0.0;
        tally.losses += values[i] < 0.0;
        tally.draws += !(values[i] > 0.0 || values[i] < 0.0);
    }
    sow_comparison_fill_score(task->row, &tally);
    task->row->published_games = (int64_t)sample.count;
    sow_comparison_fill_exact(task->row, task->figure->value, task->row->ours, 0.01);
    return SOW_OK;
}

/* --- the analysis of Table 2 --- */

/* Number of groups of the analysis, and number of opponents of a player in Table 2. */
enum { GROUPS = 5, OPPONENTS = 8 };

/* Players of Table 2 that are groups of the analysis, and all players of Table 2. */
static const char *const GROUP_NAMES[GROUPS] = {"1", "2(1)", "2(2)", "3(1)", "3(2)"};
static const char *const PLAYERS[OPPONENTS + 1] = {"1",    "2(1)", "2(2)", "2(4)", "2(6)",
                                                   "3(1)", "3(2)", "3(4)", "3(6)"};

/* Returns the printed seeds of a player that moves first, against each other player of
   Table 2. The sample has its values in @p values. */
static struct sow_sample scores_of(const struct sow_evidence *evidence,
                                   const char *player, double values[OPPONENTS])
{
    struct sow_sample sample = {values, 0};
    for (int i = 0; i <= OPPONENTS; i++) {
        char row[2 * SOW_PUBLISHED_WORD_MAX];
        (void)snprintf(row, sizeof row, "%s v %s", player, PLAYERS[i]);
        if (strcmp(player, PLAYERS[i]) != 0)
            values[sample.count++] = sow_pekar_value(evidence, "2", row, "first");
    }
    return sample;
}

/* Appends a row with our figure, rounded as stored, and neither a printed figure nor p.
   Returns SOW_NO_MEMORY. */
static enum sow_status add(struct sow_comparison_list *list,
                           const struct sow_reproduction *table, const char *row_name,
                           const char *column, double ours, struct sow_err *err)
{
    struct sow_reproduced_row *row = sow_table_add(table, list, row_name, column, err);
    if (row == NULL)
        return SOW_NO_MEMORY;
    row->ours = sow_settled(ours);
    return SOW_OK;
}

/* Appends the p value of the Shapiro-Wilk test of a normal distribution for the games of
   each row of Table 3, then for each group. Returns SOW_NO_MEMORY, or the error of the
   first test that fails. */
static enum sow_status add_normality(struct sow_comparison_list *list,
                                     const struct sow_reproduction *table,
                                     const struct sow_evidence *evidence,
                                     const struct sow_sample groups[GROUPS],
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    double w;
    double p;
    for (size_t i = 0; i < evidence->figure_count && status == SOW_OK; i++) {
        const struct sow_published *figure = &evidence->figures[i];
        double values[SOW_PEKAR_GAMES];
        if (strcmp(figure->table, "3") != 0 || strcmp(figure->column, "median") != 0)
            continue;
        struct sow_sample sample = differences(evidence, figure->row, values);
        status = sow_shapiro_wilk(&sample, &w, &p, err);
        if (status == SOW_OK)
            status = add(list, table, figure->row, "Shapiro-Wilk p", p, err);
    }
    for (int i = 0; i < GROUPS && status == SOW_OK; i++) {
        status = sow_shapiro_wilk(&groups[i], &w, &p, err);
        if (status == SOW_OK)
            status = add(list, table, GROUP_NAMES[i], "Shapiro-Wilk p", p, err);
    }
    return status;
}

/* Appends the p value of Tukey's test for each pair of groups, 1 - 2(1) first. Returns
   SOW_NO_MEMORY. */
static enum sow_status add_tukey(struct sow_comparison_list *list,
                                 const struct sow_reproduction *table,
                                 const struct sow_anova *anova,
                                 const struct sow_sample groups[GROUPS],
                                 struct sow_err *err)
{
    static const char *const PAIRS[GROUPS][GROUPS] = {
        {"", "1 - 2(1)", "1 - 2(2)", "1 - 3(1)", "1 - 3(2)"},
        {"", "", "2(1) - 2(2)", "2(1) - 3(1)", "2(1) - 3(2)"},
        {"", "", "", "2(2) - 3(1)", "2(2) - 3(2)"},
        {"", "", "", "", "3(1) - 3(2)"},
    };
    enum sow_status status = SOW_OK;
    for (size_t a = 0; a < GROUPS; a++)
        for (size_t b = a + 1; b < GROUPS && status == SOW_OK; b++)
            status = add(list, table, PAIRS[a][b], "Tukey p",
                         sow_tukey(anova, groups, GROUPS, a, b), err);
    return status;
}

enum sow_status sow_compare_analysis(const struct sow_reproduction *table,
                                     const struct sow_evidence *evidence,
                                     struct sow_comparison_list *list,
                                     struct sow_err *err)
{
    double values[GROUPS][OPPONENTS];
    struct sow_sample groups[GROUPS];
    for (int i = 0; i < GROUPS; i++)
        groups[i] = scores_of(evidence, GROUP_NAMES[i], values[i]);
    struct sow_anova anova = sow_anova(groups, GROUPS);
    const struct {
        const char *column;
        double ours;
        double tolerance;
    } figures[] = {{"F", anova.f, 0.00051}, {"p", anova.p, 0.000051}};
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < sizeof figures / sizeof figures[0] && status == SOW_OK; i++) {
        const char *const name = "one-way analysis of Table 2";
        status = add(list, table, name, figures[i].column, 0.0, err);
        if (status != SOW_OK)
            break;
        struct sow_reproduced_row *row = &list->rows[list->count - 1];
        row->verdict = "differs";
        sow_comparison_fill_exact(
            row, sow_pekar_value(evidence, table->name, name, figures[i].column),
            figures[i].ours, figures[i].tolerance);
    }
    if (status == SOW_OK)
        status = add(list, table, "equal variances in Table 2", "Bartlett p",
                     sow_bartlett_test(groups, GROUPS), err);
    if (status == SOW_OK)
        status = add_normality(list, table, evidence, groups, err);
    return status == SOW_OK ? add_tukey(list, table, &anova, groups, err) : status;
}
