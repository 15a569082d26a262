/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rankings of the values of lists over blocks. */
#include "block_contrast.h"
#include "sow/queries/run_measure.h"
#include "sow/sections/report.h"

#include <math.h>
#include <stdlib.h>

const char *const sow_compared_rank_columns[SOW_RANK_COLUMNS] = {
    "measure", "variant", "list", "rank",   "value",      "random_seeds_by_variant",
    "mean",    "low",     "high", "behind", "p_adjusted", "verdict"};

/* A value of a list with its mean. */
struct ranked {
    size_t value;      /* index of the value */
    double merit;      /* the mean; its negative if lower is better */
    double numbers[3]; /* mean, and the bounds of its interval */
};

/* Compares two values for qsort: the greater merit first, then the earlier value. */
static int compare_ranked(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;
    int order = (x->merit < y->merit) - (x->merit > y->merit);
    return order != 0 ? order : (x->value > y->value) - (x->value < y->value);
}

/* Returns the difference between value @p value and value @p best of a list. They
   differ. */
static struct sow_contrast find_contrast(const struct sow_contrasts *all, size_t list,
                                         size_t value, size_t best)
{
    size_t i = 0;
    while (all->of[i].list != list || !((all->of[i].a == value && all->of[i].b == best) ||
                                        (all->of[i].a == best && all->of[i].b == value)))
        i++;
    struct sow_contrast contrast = all->of[i];
    if (contrast.a == best)
        sow_contrast_swap(&contrast);
    return contrast;
}

/* Adds the difference from the best value, and the verdict on it. The best value itself
   has neither. */
static void add_difference(const struct sow_compared *compared,
                           const struct sow_contrasts *all, size_t list, size_t value,
                           size_t best, struct sow_report *report)
{
    int digits = sow_measure_is_score(compared->measure) ? 4 : SOW_REPORT_SHORT;
    char room[SOW_VERDICT_MAX];
    if (value == best) {
        sow_report_null(report, NULL);
        sow_report_null(report, NULL);
        sow_report_text(report, NULL, "best");
        return;
    }
    struct sow_contrast contrast = find_contrast(all, list, value, best);
    sow_report_real(report, NULL, fabs(contrast.paired.mean), digits);
    sow_report_real(report, NULL, contrast.p_adjusted, SOW_REPORT_SHORT);
    sow_report_text(report, NULL, sow_contrast_verdict(compared, &contrast, room));
}

/* Adds a row for each value of a list, which are in order. */
static void add_rows(const struct sow_compared *compared, const struct sow_contrasts *all,
                     size_t list, const char *variant, const struct ranked *ranked,
                     struct sow_report *report)
{
    const struct sow_compared_list *of = &compared->lists[list];
    int digits = sow_measure_is_score(compared->measure) ? 4 : SOW_REPORT_SHORT;
    for (size_t i = 0; i < of->count; i++) {
        sow_report_text(report, NULL, compared->measure);
        sow_report_text(report, NULL, variant);
        sow_report_text(report, NULL, of->name);
        sow_report_int(report, NULL, (int64_t)i + 1);
        sow_report_text(report, NULL, of->values[ranked[i].value]);
        sow_report_int(report, NULL, (int64_t)compared->blocks);
        for (int k = 0; k < 3; k++)
            sow_report_real(report, NULL, ranked[i].numbers[k], digits);
        add_difference(compared, all, list, ranked[i].value, ranked[0].value, report);
    }
}

/* Ranks the values of a list. */
static enum sow_status rank_list(const struct sow_compared *compared,
                                 const struct sow_contrasts *all, size_t list,
                                 const char *variant, struct sow_report *report,
                                 struct sow_err *err)
{
    size_t count = compared->lists[list].count;
    size_t means = count * compared->blocks;
    bool lower = sow_measure_lower_is_better(compared->measure);
    struct ranked *ranked = calloc(count, sizeof *ranked);
    double *room = calloc(means + 2 * compared->stratum_count, sizeof *room);
    if (ranked != NULL && room != NULL) {
        sow_compared_average(compared, list, room);
        for (size_t i = 0; i < count; i++) {
            ranked[i].value = i;
            sow_compared_mean(compared, room + i * compared->blocks, room + means,
                              ranked[i].numbers);
            ranked[i].merit = lower ? -ranked[i].numbers[0] : ranked[i].numbers[0];
        }
        qsort(ranked, count, sizeof *ranked, compare_ranked);
        add_rows(compared, all, list, variant, ranked, report);
    }
    bool enough = ranked != NULL && room != NULL;
    free(ranked);
    free(room);
    return enough ? SOW_OK : sow_err_no_memory(err);
}

enum sow_status sow_compared_rank(const struct sow_compared *compared,
                                  const char *variant, struct sow_report *report,
                                  struct sow_err *err)
{
    struct sow_contrasts all;
    enum sow_status status = sow_contrast_all(compared, &all, err);
    for (size_t i = 0; i < compared->list_count && status == SOW_OK; i++)
        if (all.is_compared[i])
            status = rank_list(compared, &all, i, variant, report, err);
    sow_contrasts_release(&all);
    return status;
}
