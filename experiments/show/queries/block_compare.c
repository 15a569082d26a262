/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "block_compare.h"

#include "sow/charts/chart.h"
#include "sow/learn/tails.h"
#include "sow/queries/run_measure.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics_blocks.h"
#include "sow/statistics/statistics_multiple.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What is left out ---- */

void sow_omissions_add(struct sow_omissions *omissions, const char *what,
                       const char *reason, const char *name)
{
    static const char MORE[] = ", ...";
    size_t i = 0;
    while (i < omissions->count && (strcmp(omissions->of[i].what, what) != 0 ||
                                    strcmp(omissions->of[i].reason, reason) != 0))
        i++;
    if (i == SOW_OMISSIONS_MAX)
        return;
    struct sow_omission *omission = &omissions->of[i];
    if (i == omissions->count) {
        *omission = (struct sow_omission){.what = what, .reason = reason};
        omissions->count++;
    }
    size_t length = strlen(omission->names);
    size_t room = sizeof omission->names - length;
    bool full = omission->count > 0 && length >= sizeof MORE - 1 &&
                strcmp(omission->names + length - (sizeof MORE - 1), MORE) == 0;
    const char *comma = omission->count++ == 0 ? "" : ", ";
    if (!full && strlen(comma) + strlen(name) + sizeof MORE <= room)
        (void)snprintf(omission->names + length, room, "%s%s", comma, name);
    else if (!full)
        (void)snprintf(omission->names + length, room, "%s", MORE);
}

/* Adds the table "left_out", a row for each kind and reason, unless nothing is left
   out. */
static void report_omissions(const struct sow_omissions *omissions,
                             struct sow_report *report)
{
    static const char *const COLUMNS[] = {"left_out", "count", "reason", "names"};
    if (omissions->count == 0)
        return;
    sow_report_table(report, "left_out", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; i < omissions->count; i++) {
        sow_report_text(report, NULL, omissions->of[i].what);
        sow_report_int(report, NULL, (int64_t)omissions->of[i].count);
        sow_report_text(report, NULL, omissions->of[i].reason);
        sow_report_text(report, NULL, omissions->of[i].names);
    }
}

/* ---- Differences ---- */

/* A difference of two values of a list: a - b. */
struct contrast {
    size_t list;              /* index of the list */
    size_t a;                 /* index of a value; less than b before swap_values */
    size_t b;                 /* index of the other value */
    struct sow_paired paired; /* mean and test of the differences in the blocks */
    double p_adjusted;        /* p value, adjusted for all differences (Holm) */
};

/* All differences of a comparison. */
struct contrasts {
    size_t count;        /* number of differences */
    struct contrast *of; /* list by list, then by a, then by b; owned */
    bool *is_compared;   /* for each list: false if it is left out */
};

/* Returns the number of cells of a block: the product of the numbers of values. */
static size_t count_cells(const struct sow_compared *compared)
{
    size_t cells = 1;
    for (size_t i = 0; i < compared->list_count; i++)
        cells *= compared->lists[i].count;
    return cells;
}

/* Sets @c is_compared of each list, and adds its pairs of values to @c count, which is 0
   before. A list with too many values or pairs is added to the omissions instead. */
static void choose_lists(const struct sow_compared *compared, struct contrasts *all)
{
    for (size_t i = 0; i < compared->list_count; i++) {
        size_t values = compared->lists[i].count;
        size_t pairs = values * (values - 1) / 2;
        const char *reason = NULL;
        if (values > SOW_COMPARED_VALUES_MAX)
            reason = "more than 32 values";
        else if (all->count + pairs > SOW_FLIP_TESTS_MAX)
            reason = "too many differences with the lists before it";
        if (reason != NULL)
            sow_omissions_add(compared->omissions, "list", reason,
                              compared->lists[i].name);
        all->is_compared[i] = reason == NULL;
        all->count += reason == NULL ? pairs : 0;
    }
}

/* Fills mean[value * blocks + block] for the values of list @p list: the mean over those
   cells of a block that have the value. */
static void average(const struct sow_compared *compared, size_t list, double *mean)
{
    size_t cells = count_cells(compared);
    size_t values = compared->lists[list].count;
    size_t stride = 1;
    for (size_t i = list + 1; i < compared->list_count; i++)
        stride *= compared->lists[i].count;
    for (size_t i = 0; i < values * compared->blocks; i++)
        mean[i] = 0.0;
    for (size_t block = 0; block < compared->blocks; block++)
        for (size_t cell = 0; cell < cells; cell++)
            mean[cell / stride % values * compared->blocks + block] +=
                compared->values[block * cells + cell] * (double)values / (double)cells;
}

/* Compares all pairs of values of a list by sow_paired_test. Writes them to *contrast and
   moves it behind them. @p room has a place for the mean of each value in each block, and
   for a difference in each block. */
static enum sow_status compare_list(const struct sow_compared *compared, size_t list,
                                    double *room, struct contrast **contrast,
                                    struct sow_err *err)
{
    size_t values = compared->lists[list].count;
    size_t blocks = compared->blocks;
    double *differences = room + values * blocks;
    enum sow_status status = SOW_OK;
    average(compared, list, room);
    for (size_t a = 0; a < values; a++)
        for (size_t b = a + 1; b < values && status == SOW_OK; b++) {
            struct contrast *made = (*contrast)++;
            *made = (struct contrast){.list = list, .a = a, .b = b};
            for (size_t block = 0; block < blocks; block++)
                differences[block] = room[a * blocks + block] - room[b * blocks + block];
            status = sow_paired_test(differences, blocks, &made->paired, err);
        }
    return status;
}

/* Sets the adjusted p value of each difference, by Holm's method over all of them. Fails
   with SOW_NO_MEMORY. */
static enum sow_status adjust(struct contrasts *all, struct sow_err *err)
{
    double *p = calloc(all->count + 1, sizeof *p);
    if (p == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < all->count; i++)
        p[i] = all->of[i].paired.p;
    enum sow_status status = sow_holm_adjust(p, all->count, p, err);
    for (size_t i = 0; i < all->count; i++)
        all->of[i].p_adjusted = p[i];
    free(p);
    return status;
}

/* Makes all differences of the compared lists, with adjusted p values. Needs
   @c is_compared; free @c of also after a failure, which can only be SOW_NO_MEMORY. */
static enum sow_status contrast_all(const struct sow_compared *compared,
                                    struct contrasts *all, struct sow_err *err)
{
    size_t most = 0;
    choose_lists(compared, all);
    for (size_t i = 0; i < compared->list_count; i++)
        most = compared->lists[i].count > most ? compared->lists[i].count : most;
    double *room = calloc((most + 1) * (compared->blocks + 1), sizeof *room);
    all->of = calloc(all->count + 1, sizeof *all->of);
    enum sow_status status =
        room == NULL || all->of == NULL ? sow_err_no_memory(err) : SOW_OK;
    struct contrast *next = all->of;
    for (size_t i = 0; i < compared->list_count && status == SOW_OK; i++)
        if (all->is_compared[i])
            status = compare_list(compared, i, room, &next, err);
    free(room);
    return status == SOW_OK ? adjust(all, err) : status;
}

/* Returns the greatest difference that one of the comparisons could miss, as
   sow_detectable_difference gives it for all of them together; NaN if no deviation is
   known. */
static double greatest_detectable(const struct contrasts *all)
{
    double greatest = (double)NAN;
    for (size_t i = 0; i < all->count; i++)
        greatest = fmax(greatest,
                        sow_detectable_difference(all->of[i].paired.sd,
                                                  all->of[i].paired.blocks, all->count));
    return greatest;
}

/* Adds the record "comparison": measure, numbers of random seeds and differences, and the
   greatest difference that could be missed. Adds a note if the blocks are too few for a
   verdict. */
static void report_whole(const struct sow_compared *compared, const struct contrasts *all,
                         struct sow_report *report)
{
    size_t needed = sow_blocks_needed(all->count);
    sow_report_record(report, "comparison");
    sow_report_text(report, "measure", compared->measure);
    sow_report_int(report, "random_seeds", (int64_t)compared->seeds);
    if (compared->stratum_count > 1) {
        sow_report_int(report, "variants", (int64_t)compared->stratum_count);
        sow_report_int(report, "random_seeds_by_variant", (int64_t)compared->blocks);
    }
    sow_report_int(report, "left_out", (int64_t)compared->left_out);
    sow_report_int(report, "differences", (int64_t)all->count);
    sow_report_int(report, "random_seeds_needed", (int64_t)needed);
    sow_report_real(report, "detectable", greatest_detectable(all), SOW_REPORT_SHORT);
    if (compared->blocks >= needed)
        return;
    char text[160];
    (void)snprintf(text, sizeof text,
                   "%zu complete random %s too few for a verdict on %zu %s; use at "
                   "least %zu",
                   compared->blocks, compared->blocks == 1 ? "seed is" : "seeds are",
                   all->count, all->count == 1 ? "difference" : "differences", needed);
    sow_report_text(report, "note", text);
}

/* Bytes of a verdict with its margin. */
enum { VERDICT_MAX = 48 };

/* Returns the verdict on a difference, that is on its value a: a static word or, for an
   equivalence, a text in @p room that also gives its margin. */
static const char *write_verdict(const struct sow_compared *compared,
                                 const struct contrast *contrast, char room[VERDICT_MAX])
{
    bool lower = sow_measure_lower_is_better(compared->measure);
    enum sow_verdict verdict = sow_paired_verdict(&contrast->paired, contrast->p_adjusted,
                                                  lower, compared->equivalent);
    if (verdict != SOW_VERDICT_EQUIVALENT)
        return sow_verdict_names[verdict];
    (void)snprintf(room, VERDICT_MAX, "%s within %g", sow_verdict_names[verdict],
                   compared->equivalent);
    return room;
}

/* Adds the table "comparisons": a row for each difference, with its interval, p values
   and verdict. Its column a_wins is the share of blocks in which a is better. Marks it as
   the main section if @p main. */
static void report_contrasts(const struct sow_compared *compared,
                             const struct contrasts *all, bool main,
                             struct sow_report *report)
{
    static const char *const COLUMNS[] = {"list",    "a",      "b",         "difference",
                                          "low",     "high",   "p",         "p_adjusted",
                                          "verdict", "a_wins", "detectable"};
    bool lower = sow_measure_lower_is_better(compared->measure);
    /* Differences of scores are small. */
    int digits = sow_measure_is_score(compared->measure) ? 4 : SOW_REPORT_SHORT;
    sow_report_table(report, "comparisons", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    if (main)
        sow_report_main(report);
    for (size_t i = 0; i < all->count; i++) {
        const struct contrast *contrast = &all->of[i];
        const struct sow_paired *paired = &contrast->paired;
        const struct sow_compared_list *list = &compared->lists[contrast->list];
        char room[VERDICT_MAX];
        const double figures[] = {paired->mean, paired->interval.low,
                                  paired->interval.high};
        sow_report_text(report, NULL, list->name);
        sow_report_text(report, NULL, list->values[contrast->a]);
        sow_report_text(report, NULL, list->values[contrast->b]);
        for (size_t k = 0; k < sizeof figures / sizeof figures[0]; k++)
            sow_report_real(report, NULL, figures[k], digits);
        sow_report_real(report, NULL, paired->p, SOW_REPORT_SHORT);
        sow_report_real(report, NULL, contrast->p_adjusted, SOW_REPORT_SHORT);
        sow_report_text(report, NULL, write_verdict(compared, contrast, room));
        sow_report_real(report, NULL, lower ? 1.0 - paired->wins : paired->wins,
                        SOW_REPORT_SHORT);
        sow_report_real(report, NULL,
                        sow_detectable_difference(paired->sd, paired->blocks, all->count),
                        SOW_REPORT_SHORT);
    }
}

/* Adds the rows of a difference to the table "by_variant": its mean in each variant.
   @p mean has the mean of each value of its list in each block (average). */
static void report_strata(const struct sow_compared *compared,
                          const struct contrast *contrast, const double *mean,
                          struct sow_report *report)
{
    const struct sow_compared_list *list = &compared->lists[contrast->list];
    size_t blocks = compared->blocks;
    for (size_t stratum = 0; stratum < compared->stratum_count; stratum++) {
        double sum = 0.0;
        size_t count = 0;
        for (size_t i = 0; i < blocks; i++)
            if (compared->strata[i] == stratum) {
                sum += mean[contrast->a * blocks + i] - mean[contrast->b * blocks + i];
                count++;
            }
        sow_report_text(report, NULL, list->name);
        sow_report_text(report, NULL, list->values[contrast->a]);
        sow_report_text(report, NULL, list->values[contrast->b]);
        sow_report_text(report, NULL, compared->stratum_names[stratum]);
        sow_report_int(report, NULL, (int64_t)count);
        sow_report_real(report, NULL, sum / (double)count, SOW_REPORT_SHORT);
    }
}

/* Adds the table of mean differences in each variant, if there are several: scales of a
   measure may differ between variants, and so may the sign of a difference. Fails with
   SOW_NO_MEMORY. */
static enum sow_status report_variants(const struct sow_compared *compared,
                                       const struct contrasts *all,
                                       struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"list",         "a",         "b", "variant",
                                          "random_seeds", "difference"};
    size_t list = compared->list_count;
    size_t most = 0;
    if (compared->stratum_count < 2)
        return SOW_OK;
    for (size_t i = 0; i < compared->list_count; i++)
        most = compared->lists[i].count > most ? compared->lists[i].count : most;
    double *mean = calloc(most * compared->blocks + 1, sizeof *mean);
    if (mean == NULL)
        return sow_err_no_memory(err);
    sow_report_table(report, "by_variant", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; i < all->count; i++) {
        if (all->of[i].list != list)
            average(compared, all->of[i].list, mean);
        list = all->of[i].list;
        report_strata(compared, &all->of[i], mean, report);
    }
    free(mean);
    return SOW_OK;
}

/* ---- Effects ---- */

/* Returns the name of list @p list, which is borrowed; "variant" if @p list is the number
   of lists. */
static const char *source_name(const struct sow_compared *compared, size_t list)
{
    return list < compared->list_count ? compared->lists[list].name : "variant";
}

/* Adds a row of the table of effects: source ("A x B" for an interaction), degrees of
   freedom, share. */
static void report_effect(const struct sow_compared *compared,
                          const struct sow_effect *effect, struct sow_report *report)
{
    char name[160];
    switch (effect->kind) {
    case SOW_EFFECT_MAIN:
        (void)snprintf(name, sizeof name, "%s", source_name(compared, effect->first));
        break;
    case SOW_EFFECT_INTERACTION:
        (void)snprintf(name, sizeof name, "%s x %s", source_name(compared, effect->first),
                       source_name(compared, effect->second));
        break;
    case SOW_EFFECT_BLOCK:
        (void)snprintf(name, sizeof name, "random seed");
        break;
    case SOW_EFFECT_REST:
        (void)snprintf(name, sizeof name, "rest");
        break;
    }
    sow_report_text(report, NULL, name);
    sow_report_int(report, NULL, (int64_t)effect->freedom);
    sow_report_real(report, NULL, effect->share, SOW_REPORT_SHORT);
}

/* Adds the table "effects": the share of each source (list, pair of lists, variant,
   random seed, rest) in the squares of all values. Fails with SOW_NO_MEMORY. */
static enum sow_status report_effects(const struct sow_compared *compared,
                                      struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"source", "degrees_of_freedom", "share"};
    size_t *levels = calloc(compared->list_count, sizeof *levels);
    const struct sow_factorial factorial = {.values = compared->values,
                                            .blocks = compared->blocks,
                                            .strata = compared->strata,
                                            .stratum_count = compared->stratum_count,
                                            .levels = levels,
                                            .factors = compared->list_count};
    size_t count = sow_factorial_count(&factorial);
    struct sow_effect *effects = calloc(count, sizeof *effects);
    for (size_t i = 0; i < compared->list_count && levels != NULL; i++)
        levels[i] = compared->lists[i].count;
    enum sow_status status = SOW_NO_MEMORY;
    if (levels != NULL && effects != NULL)
        status = sow_factorial_effects(&factorial, effects, err);
    else
        (void)sow_err_no_memory(err);
    if (status == SOW_OK) {
        sow_report_table(report, "effects", COLUMNS, sizeof COLUMNS / sizeof COLUMNS[0]);
        for (size_t i = 0; i < count; i++)
            report_effect(compared, &effects[i], report);
    }
    free(levels);
    free(effects);
    return status;
}

enum sow_status sow_compared_report(const struct sow_compared *compared, bool main,
                                    struct sow_report *report, struct sow_err *err)
{
    struct contrasts all = {.is_compared =
                                calloc(compared->list_count, sizeof *all.is_compared)};
    enum sow_status status = all.is_compared != NULL ? contrast_all(compared, &all, err)
                                                     : sow_err_no_memory(err);
    if (status == SOW_OK)
        report_whole(compared, &all, report);
    if (status == SOW_OK && compared->blocks > 0 && all.count > 0) {
        report_contrasts(compared, &all, main, report);
        status = report_variants(compared, &all, report, err);
    }
    if (status == SOW_OK && compared->blocks > 1)
        status = report_effects(compared, report, err);
    if (status == SOW_OK)
        report_omissions(compared->omissions, report);
    free(all.is_compared);
    free(all.of);
    return status;
}

/* ---- Charts ---- */

/* Returns the sum of the squared deviations of the blocks from the mean of their variant.
   The values of the blocks are @p mean; @p room has a place for two numbers of each
   variant. */
static double squares_inside(const struct sow_compared *compared, const double *mean,
                             double *room)
{
    double *sum = room;
    double *count = room + compared->stratum_count;
    double squares = 0.0;
    memset(room, 0, 2 * compared->stratum_count * sizeof *room);
    for (size_t i = 0; i < compared->blocks; i++) {
        sum[compared->strata[i]] += mean[i];
        count[compared->strata[i]] += 1.0;
    }
    for (size_t i = 0; i < compared->blocks; i++) {
        size_t stratum = compared->strata[i];
        double deviation = mean[i] - sum[stratum] / count[stratum];
        squares += deviation * deviation;
    }
    return squares;
}

/* Writes the mean over the blocks, and the bounds of its interval, to @p numbers. The
   interval is Student's, from the deviations inside the variants, with blocks minus
   variants degrees of freedom. For a score it stays within 0 and 1. Without two blocks of
   a variant its bounds are NaN. The arguments @p mean and @p room are as in
   squares_inside. */
static void find_mean(const struct sow_compared *compared, const double *mean,
                      double *room, double numbers[3])
{
    double blocks = (double)compared->blocks;
    double whole = 0.0;
    for (size_t i = 0; i < compared->blocks; i++)
        whole += mean[i] / blocks;
    numbers[0] = whole;
    numbers[1] = numbers[2] = (double)NAN;
    if (compared->blocks <= compared->stratum_count)
        return;
    double freedom = (double)(compared->blocks - compared->stratum_count);
    double squares = squares_inside(compared, mean, room);
    double half =
        sow_quantile_student(SOW_LEVEL, freedom) * sqrt(squares / freedom / blocks);
    bool score = sow_measure_is_score(compared->measure);
    numbers[1] = score ? fmax(whole - half, 0.0) : whole - half;
    numbers[2] = score ? fmin(whole + half, 1.0) : whole + half;
}

/* Adds one value of a list to a chart: @p numbers has its mean and the bounds of its
   interval. Fails as sow_frame_add. */
static enum sow_status draw_mean(const struct sow_compared_list *list, size_t value,
                                 const double numbers[3], struct sow_frame *frame,
                                 struct sow_err *err)
{
    char label[160];
    (void)snprintf(label, sizeof label, "%s = %s", list->name, list->values[value]);
    return sow_frame_add(frame, label, list->name, numbers, 3, err);
}

enum sow_status sow_compared_draw_means(const struct sow_compared *compared,
                                        struct sow_frame *frame, struct sow_err *err)
{
    size_t most = 0;
    enum sow_status status = SOW_OK;
    if (compared->blocks == 0)
        return SOW_OK;
    for (size_t i = 0; i < compared->list_count; i++)
        most = compared->lists[i].count > most ? compared->lists[i].count : most;
    size_t means = most * compared->blocks;
    double *room = calloc(means + 2 * compared->stratum_count, sizeof *room);
    if (room == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < compared->list_count; i++) {
        average(compared, i, room);
        for (size_t k = 0; k < compared->lists[i].count && status == SOW_OK; k++) {
            double numbers[3];
            find_mean(compared, room + k * compared->blocks, room + means, numbers);
            status = draw_mean(&compared->lists[i], k, numbers, frame, err);
        }
    }
    free(room);
    return status;
}

/* Swaps the two values of a difference, and so the signs of its mean and interval. */
static void swap_values(struct contrast *contrast)
{
    struct sow_paired *paired = &contrast->paired;
    struct sow_interval interval = paired->interval;
    size_t a = contrast->a;
    contrast->a = contrast->b;
    contrast->b = a;
    paired->mean = -paired->mean;
    paired->interval.low = -interval.high;
    paired->interval.high = -interval.low;
    paired->wins = 1.0 - paired->wins;
}

/* Returns the index of the value of a list whose mean is best, the highest or the lowest
   by the measure. Returns the number of values if the list is not compared. */
static size_t find_best(const struct sow_compared *compared, const struct contrasts *all,
                        size_t list)
{
    bool lower = sow_measure_lower_is_better(compared->measure);
    size_t best = 0;
    if (!all->is_compared[list])
        return compared->lists[list].count;
    /* The differences are in the order of their first and second value. */
    for (size_t i = 0; i < all->count; i++) {
        const struct contrast *contrast = &all->of[i];
        if (contrast->list == list && contrast->a == best &&
            (lower ? contrast->paired.mean > 0.0 : contrast->paired.mean < 0.0))
            best = contrast->b;
    }
    return best;
}

/* Adds a difference to a chart, labelled `list: a - b`, with its verdict as the group.
   With more than two values in the list b is marked as the best. */
static enum sow_status draw_difference(const struct sow_compared *compared,
                                       const struct contrast *contrast,
                                       struct sow_frame *frame, struct sow_err *err)
{
    const struct sow_paired *paired = &contrast->paired;
    const struct sow_compared_list *list = &compared->lists[contrast->list];
    const double numbers[] = {paired->mean, paired->interval.low, paired->interval.high};
    char label[240];
    char room[VERDICT_MAX];
    (void)snprintf(label, sizeof label, "%s: %s - %s%s", list->name,
                   list->values[contrast->a], list->values[contrast->b],
                   list->count > 2 ? " (best)" : "");
    return sow_frame_add(frame, label, write_verdict(compared, contrast, room), numbers,
                         3, err);
}

/* Adds the differences of a list: that of its two values, or else those from the best
   value. */
static enum sow_status draw_list(const struct sow_compared *compared,
                                 const struct contrasts *all, size_t list,
                                 struct sow_frame *frame, struct sow_err *err)
{
    size_t best = find_best(compared, all, list);
    bool pair = compared->lists[list].count == 2;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < all->count && status == SOW_OK; i++) {
        struct contrast contrast = all->of[i];
        if (contrast.list != list || (!pair && contrast.a != best && contrast.b != best))
            continue;
        if (!pair && contrast.a == best)
            swap_values(&contrast);
        status = draw_difference(compared, &contrast, frame, err);
    }
    return status;
}

enum sow_status sow_compared_draw_differences(const struct sow_compared *compared,
                                              struct sow_frame *frame,
                                              struct sow_err *err)
{
    struct contrasts all = {.is_compared =
                                calloc(compared->list_count, sizeof *all.is_compared)};
    if (all.is_compared == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = contrast_all(compared, &all, err);
    for (size_t i = 0; i < compared->list_count && compared->blocks > 0; i++)
        if (status == SOW_OK)
            status = draw_list(compared, &all, i, frame, err);
    free(all.is_compared);
    free(all.of);
    return status;
}
