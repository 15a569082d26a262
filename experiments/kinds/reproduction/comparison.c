/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/comparison.h"

#include "sow/reproduction/comparison_visible.h"
#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Holm's adjusted p below which a figure differs, or a claim is decided. */
static const double BOUND = 0.01;

struct sow_reproduced_row *sow_comparison_add(struct sow_comparison_list *list,
                                              const char *table, const char *variant,
                                              struct sow_err *err)
{
    struct sow_reproduced_row *rows =
        realloc(list->rows, (list->count + 1) * sizeof *rows);
    if (rows != NULL)
        list->rows = rows;
    struct sow_comparison_test *tests =
        realloc(list->tests, (list->count + 1) * sizeof *tests);
    if (tests != NULL)
        list->tests = tests;
    if (rows == NULL || tests == NULL) {
        (void)sow_err_no_memory(err);
        return NULL;
    }
    tests[list->count] = (struct sow_comparison_test){.least = 0.0};
    rows += list->count++;
    *rows = (struct sow_reproduced_row){.table_name = table,
                                        .variant = variant,
                                        .published = (double)NAN,
                                        .ours = (double)NAN,
                                        .low = (double)NAN,
                                        .high = (double)NAN,
                                        .p = (double)NAN,
                                        .p_adjusted = (double)NAN,
                                        .visible = (double)NAN,
                                        .verdict = "undecided"};
    return rows;
}

void sow_comparison_release(struct sow_comparison_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->tests[i].values);
    free(list->rows);
    free(list->tests);
    *list = (struct sow_comparison_list){.rows = NULL};
}

void sow_comparison_limit(struct sow_comparison_list *list, double least)
{
    assert(list->count > 0);
    list->tests[list->count - 1].least = least;
}

void sow_comparison_rates(struct sow_comparison_list *list)
{
    assert(list->count > 0);
    list->tests[list->count - 1].is_rate = true;
}

enum sow_status sow_comparison_samples(struct sow_comparison_list *list,
                                       const struct sow_sample *theirs,
                                       const struct sow_sample *ours, double greatest,
                                       struct sow_err *err)
{
    assert(list->count > 0);
    struct sow_comparison_test *test = &list->tests[list->count - 1];
    test->values = calloc(theirs->count + ours->count, sizeof *test->values);
    if (test->values == NULL)
        return sow_err_no_memory(err);
    memcpy(test->values, theirs->values, theirs->count * sizeof *test->values);
    memcpy(test->values + theirs->count, ours->values,
           ours->count * sizeof *test->values);
    test->theirs = theirs->count;
    test->ours = ours->count;
    test->greatest = greatest;
    return SOW_OK;
}

/* Returns a printed rate, in percent of @p trials games, as a rate with a whole number
   of successes, rounded. */
static struct sow_rate printed_rate(double published, int64_t trials)
{
    return (struct sow_rate){llround(published / 100.0 * (double)trials), trials};
}

void sow_comparison_fill_ours(struct sow_reproduced_row *row, double scale, double value,
                              const struct sow_interval *interval, int64_t games)
{
    row->ours = sow_settled(scale * value);
    row->ours_games = games;
    row->low = sow_settled(scale * interval->low);
    row->high = sow_settled(scale * interval->high);
}

void sow_comparison_fill_rate(struct sow_reproduced_row *row, double published,
                              int64_t trials, const struct sow_rate *ours)
{
    struct sow_rate theirs = printed_rate(published, trials);
    struct sow_interval interval = sow_rate_interval(ours, SOW_LEVEL);
    row->published = published;
    row->published_games = trials;
    sow_comparison_fill_ours(row, 100.0, sow_rate_value(ours), &interval, ours->trials);
    row->p = sow_settled(sow_rates_fisher(&theirs, ours));
}

void sow_comparison_fill_exact(struct sow_reproduced_row *row, double published,
                               double ours, double tolerance)
{
    row->published = published;
    row->ours = floor(ours) < ours ? sow_settled(ours) : ours;
    if (!isnan(published))
        row->p = fabs(ours - published) <= tolerance ? 1.0 : 0.0;
}

void sow_comparison_fill_score(struct sow_reproduced_row *row,
                               const struct sow_tally *tally)
{
    struct sow_stratum games = sow_stratum_of(*tally);
    struct sow_mean_score score = sow_score_of_strata(&games, 1, SOW_LEVEL);
    sow_comparison_fill_ours(row, 100.0, score.mean, &score.interval, score.games);
    row->p = sow_settled(sow_tally_sign_test(tally));
}

/* Tests of the rows of one table, which Holm's adjustment takes together. Everything is
   borrowed. */
struct family {
    /* Unadjusted p value of each row; NaN: no test. */
    const double *p;
    /* Test of each row. */
    const struct sow_comparison_test *tests;
    /* Room for the p value of each row, to be overwritten. */
    double *room;
    size_t count;
};

/* Sets @p could to true if some outcome of our games could have given test @p i an
   adjusted p below 1 %, with the other tests as they are. Overwrites `room`. Returns an
   error of sow_holm_adjust. */
static enum sow_status could_decide(const struct family *family, size_t i, bool *could,
                                    struct sow_err *err)
{
    memcpy(family->room, family->p, family->count * sizeof *family->room);
    family->room[i] = family->tests[i].least;
    enum sow_status status =
        sow_holm_adjust(family->room, family->count, family->room, err);
    *could = status == SOW_OK && family->room[i] < BOUND;
    return status;
}

/* Sets the verdict on row @p i, whose adjusted p is not below 1 %. A figure (verdict
   "differs..") agrees if another outcome could have made it differ. Anything else is
   undecided. Returns an error of sow_holm_adjust. */
static enum sow_status judge_open(const struct family *family, size_t i,
                                  struct sow_reproduced_row *row, struct sow_err *err)
{
    bool could = false;
    enum sow_status status = SOW_OK;
    if (strncmp(row->verdict, "differs", strlen("differs")) == 0)
        status = could_decide(family, i, &could, err);
    row->verdict = could ? "agrees" : "undecided";
    return status;
}

/* Returns the p value below which an open test would decide, if the others stay as they
   are. It is BOUND over the number of open tests, Holm's next step. A test is open if
   its adjusted p value is at least BOUND; a row without a test (NaN) is not. Returns
   infinity if no test is open. */
static double critical_p(const struct family *family, const double *adjusted)
{
    size_t open = 0;
    for (size_t i = 0; i < family->count; i++)
        open += adjusted[i] >= BOUND;
    return BOUND / (double)open;
}

/* Sets `visible` of a row to the least difference that its test would have called one,
   rounded as stored. For rates it is in percentage points. Stays NaN for rows without
   such a test. Returns an error of sow_means_visible. */
static enum sow_status see(struct sow_reproduced_row *row,
                           const struct sow_comparison_test *test, double critical,
                           struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (test->is_rate) {
        struct sow_rate theirs = printed_rate(row->published, row->published_games);
        row->visible = 100.0 * sow_rates_visible(&theirs, row->ours_games, critical);
    } else if (test->values != NULL) {
        struct sow_sample theirs = {test->values, test->theirs};
        struct sow_sample ours = {test->values + test->theirs, test->ours};
        status = sow_means_visible(&theirs, &ours, test->greatest, critical,
                                   &row->visible, err);
    }
    row->visible = sow_settled(row->visible);
    return status;
}

enum sow_status sow_comparison_judge(struct sow_comparison_list *list, size_t begin,
                                     struct sow_err *err)
{
    size_t count = list->count - begin;
    struct sow_reproduced_row *rows = &list->rows[begin];
    double *p = calloc(3 * count + 1, sizeof *p);
    if (p == NULL)
        return sow_err_no_memory(err);
    double *adjusted = &p[count];
    struct family family = {p, &list->tests[begin], &p[2 * count], count};
    for (size_t i = 0; i < count; i++)
        p[i] = rows[i].p;
    enum sow_status status = sow_holm_adjust(p, count, adjusted, err);
    for (size_t i = 0; i < count && status == SOW_OK; i++) {
        rows[i].p_adjusted = sow_settled(adjusted[i]);
        if (!(rows[i].p_adjusted < BOUND))
            status = judge_open(&family, i, &rows[i], err);
        if (status == SOW_OK && !(rows[i].p_adjusted < BOUND))
            status = see(&rows[i], &list->tests[begin + i], critical_p(&family, adjusted),
                         err);
    }
    free(p);
    return status;
}
