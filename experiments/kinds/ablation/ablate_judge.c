/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conclusions of an ablation: paired differences of strength, and the worst cells. */
#include "ablation.h"

#include "sow/statistics/statistics_blocks.h"
#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/tables/ablations.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A row of `ablations` in the making. */
struct line {
    size_t change;
    size_t base;
    size_t view; /* variant, or the number of variants for all of them */
    struct sow_paired paired;
    double p_adjusted;
};

/* The worst cell of a change, and its fresh games. */
struct worst {
    struct ablation_cell cell;
    double *points; /* points in the fresh games, by opening; owned */
    struct sow_paired paired;
    double p_adjusted;
};

/* All conclusions. */
struct judging {
    const struct ablation *ablation;
    size_t openings;
    size_t views; /* variants, and one for all if there are several */
    size_t count;
    struct line *lines;
    struct worst *worst; /* by change */
    double *room;        /* memory for three lists of openings */
};

/* ---- Points ---- */

/* Some opponents. */
struct opponents {
    size_t begin;
    size_t end; /* the one after the last */
};

/* Adds the mean points of a game to @p points, by opening: over some opponents and both
   seats in a variant, divided by the number of variants of @p view. */
static void add_points(const struct judging *judging, size_t change, size_t variant,
                       size_t view, const struct opponents *met, double *points)
{
    const struct ablation *ablation = judging->ablation;
    double share = view == ablation->variants ? 1.0 / (double)ablation->variants : 1.0;
    for (size_t o = met->begin; o < met->end; o++) {
        const int8_t *signs =
            &ablation->changes[change].signs[sow_ablation_at(ablation, variant, o)];
        for (size_t k = 0; k < judging->openings; k++)
            points[k] += share * (1.0 + 0.5 * (signs[2 * k] + signs[2 * k + 1])) / 2.0 /
                         (double)(met->end - met->begin);
    }
}

/* Computes the mean points of a game by opening, over some opponents and the variants of
   a view. */
static void points_of(const struct judging *judging, size_t change, size_t view,
                      const struct opponents *met, double *points)
{
    bool all = view == judging->ablation->variants;
    size_t last = all ? judging->ablation->variants : view + 1;
    memset(points, 0, judging->openings * sizeof *points);
    for (size_t v = all ? 0 : view; v < last; v++)
        add_points(judging, change, v, view, met, points);
}

/* Computes the points against the opponents, without the original. */
static void strength_points(const struct judging *judging, size_t change, size_t view,
                            double *points)
{
    const struct opponents panel = {0, judging->ablation->opponents};
    points_of(judging, change, view, &panel, points);
}

/* Returns the mean of the points of a change in a view. */
static double mean_of(const struct judging *judging, size_t change, size_t view)
{
    double sum = 0.0;
    strength_points(judging, change, view, judging->room);
    for (size_t k = 0; k < judging->openings; k++)
        sum += judging->room[k];
    return sum / (double)judging->openings;
}

/* ---- Differences ---- */

/* Tests the paired differences of two lists of points. */
static enum sow_status test_pairs(const struct judging *judging, const double *a,
                                  const double *b, struct sow_paired *paired,
                                  struct sow_err *err)
{
    double *differences = &judging->room[2 * judging->openings];
    for (size_t k = 0; k < judging->openings; k++)
        differences[k] = a[k] - b[k];
    return sow_paired_test(differences, judging->openings, paired, err);
}

/* Returns the value of a curve with the best score in a view; the first of equals.
   Returns @p change if it is of no curve. */
static size_t best_of_curve(const struct judging *judging, size_t change, size_t view)
{
    const struct ablation *ablation = judging->ablation;
    const struct ablation_change *asked = &ablation->changes[change];
    size_t best = change;
    double most = -1.0;
    for (size_t c = 0; c < ablation->count; c++) {
        const struct ablation_change *other = &ablation->changes[c];
        if (other->kind != ABLATION_CURVE || other->term != asked->term)
            continue;
        double mean = mean_of(judging, c, view);
        if (mean > most) {
            most = mean;
            best = c;
        }
    }
    return best;
}

/* Finds the base of a line and tests its difference. A line that is its own base has no
   test. */
static enum sow_status test_line(const struct judging *judging, struct line *line,
                                 struct sow_err *err)
{
    static const struct sow_paired NONE = {
        .mean = NAN, .sd = NAN, .interval = {NAN, NAN}, .p = NAN, .wins = NAN};
    const struct ablation_change *change = &judging->ablation->changes[line->change];
    double *a = judging->room;
    double *b = &judging->room[judging->openings];
    line->base = change->kind == ABLATION_CURVE
                     ? best_of_curve(judging, line->change, line->view)
                     : change->base;
    line->paired = NONE;
    if (line->base == line->change)
        return SOW_OK;
    strength_points(judging, line->change, line->view, a);
    strength_points(judging, line->base, line->view, b);
    return test_pairs(judging, a, b, &line->paired, err);
}

/* Makes and tests all lines: each change in each variant, and then in all of them. */
static enum sow_status test_lines(struct judging *judging, struct sow_err *err)
{
    const struct ablation *ablation = judging->ablation;
    enum sow_status status = SOW_OK;
    for (size_t c = 0; c < ablation->count && status == SOW_OK; c++)
        for (size_t v = 0; v < judging->views && status == SOW_OK; v++) {
            struct line *line = &judging->lines[judging->count++];
            *line = (struct line){.change = c, .view = v};
            status = test_line(judging, line, err);
        }
    return status;
}

/* Returns the number of a line's family of tests: 0, or that of its curve. */
static int family_of(const struct judging *judging, const struct line *line)
{
    const struct ablation_change *change = &judging->ablation->changes[line->change];
    return change->kind == ABLATION_CURVE ? 1 + change->term : 0;
}

/* Adjusts the p values of the lines from @p begin to before @p end, which are a family.
 */
static enum sow_status adjust_family(struct judging *judging, size_t begin, size_t end,
                                     struct sow_err *err)
{
    double *p = calloc(end - begin, sizeof *p);
    if (p == NULL)
        return sow_err_no_memory(err);
    for (size_t i = begin; i < end; i++)
        p[i - begin] = judging->lines[i].paired.p;
    enum sow_status status = sow_holm_adjust(p, end - begin, p, err);
    for (size_t i = begin; i < end; i++)
        judging->lines[i].p_adjusted = p[i - begin];
    free(p);
    return status;
}

/* Adjusts the p values of all families. The lines of a family follow each other. */
static enum sow_status adjust_all(struct judging *judging, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t begin = 0, end = 0; end < judging->count && status == SOW_OK;
         begin = end) {
        int family = family_of(judging, &judging->lines[begin]);
        while (end < judging->count && family_of(judging, &judging->lines[end]) == family)
            end++;
        status = adjust_family(judging, begin, end, err);
    }
    return status;
}

/* ---- The worst cells ---- */

/* Returns the sum of the signs in a cell. */
static int64_t sum_of_cell(const struct ablation *ablation, size_t change,
                           const struct ablation_cell *cell)
{
    const int8_t *signs =
        &ablation->changes[change]
             .signs[sow_ablation_at(ablation, cell->variant, cell->opponent)];
    int64_t sum = 0;
    for (int k = 0; k < ablation->options->openings; k++)
        sum += signs[2 * k + cell->seat];
    return sum;
}

/* Finds the cell with the fewest points, the first of equals. */
static struct ablation_cell worst_cell(const struct ablation *ablation, size_t change)
{
    struct ablation_cell worst = {0, 0, 0};
    int64_t least = sum_of_cell(ablation, change, &worst);
    for (size_t v = 0; v < ablation->variants; v++)
        for (size_t o = 0; o < ablation->opponents; o++)
            for (int seat = 0; seat < 2; seat++) {
                struct ablation_cell cell = {v, o, seat};
                int64_t sum = sum_of_cell(ablation, change, &cell);
                if (sum < least) {
                    least = sum;
                    worst = cell;
                }
            }
    return worst;
}

/* Finds the worst cell of a change and plays it again in fresh games. */
static enum sow_status play_worst(struct judging *judging, size_t change,
                                  struct sow_err *err)
{
    const struct ablation *ablation = judging->ablation;
    struct worst *worst = &judging->worst[change];
    worst->cell = worst_cell(ablation, change);
    worst->points = calloc(judging->openings, sizeof *worst->points);
    return worst->points == NULL
               ? sow_err_no_memory(err)
               : sow_ablation_play_fresh(ablation, &ablation->changes[change],
                                         &worst->cell, worst->points, err);
}

/* Plays the worst cells of all changes but curves, and tests each against that of its
   base. */
static enum sow_status test_worst(struct judging *judging, struct sow_err *err)
{
    const struct ablation *ablation = judging->ablation;
    enum sow_status status = SOW_OK;
    double *p = calloc(ablation->count, sizeof *p);
    if (p == NULL)
        return sow_err_no_memory(err);
    for (size_t c = 0; c < ablation->count && status == SOW_OK; c++) {
        const struct ablation_change *change = &ablation->changes[c];
        struct worst *worst = &judging->worst[c];
        worst->paired.p = (double)NAN;
        if (change->kind == ABLATION_CURVE)
            continue;
        status = play_worst(judging, c, err);
        if (status == SOW_OK && change->base != c)
            status = test_pairs(judging, worst->points,
                                judging->worst[change->base].points, &worst->paired, err);
    }
    for (size_t c = 0; c < ablation->count; c++)
        p[c] = judging->worst[c].paired.p;
    if (status == SOW_OK)
        status = sow_holm_adjust(p, ablation->count, p, err);
    for (size_t c = 0; c < ablation->count; c++)
        judging->worst[c].p_adjusted = p[c];
    free(p);
    return status;
}

/* ---- Rows ---- */

/* Returns the verdict on a difference; "base" if there is none. */
static const char *verdict_of(const struct ablation *ablation,
                              const struct sow_paired *paired, double p_adjusted,
                              bool is_base)
{
    return is_base ? "base"
                   : sow_verdict_names[sow_paired_verdict(paired, p_adjusted, false,
                                                          ablation->options->equivalent)];
}

/* Fills in the columns of the worst cell. */
static void fill_worst(const struct judging *judging, size_t change,
                       struct sow_ablation_row *row)
{
    const struct ablation *ablation = judging->ablation;
    const struct worst *worst = &judging->worst[change];
    struct sow_interval interval;
    bool is_base = ablation->changes[change].base == change;
    row->worst_variant = ablation->list[worst->cell.variant].name;
    (void)sow_ablation_opponent(ablation, worst->cell.variant, worst->cell.opponent,
                                &row->worst_opponent);
    row->worst_seat = worst->cell.seat == 0 ? "first" : "second";
    row->worst_score = sow_strength_score(worst->points, judging->openings, &interval);
    row->worst_low = interval.low;
    row->worst_high = interval.high;
    row->worst_verdict = verdict_of(ablation, &worst->paired, worst->p_adjusted, is_base);
    if (is_base)
        return;
    row->worst_difference = sow_settled(worst->paired.mean);
    row->worst_difference_low = sow_settled(worst->paired.interval.low);
    row->worst_difference_high = sow_settled(worst->paired.interval.high);
    row->worst_p_adjusted = worst->p_adjusted;
}

/* Adds a row. */
static enum sow_status store_line(const struct judging *judging, size_t number,
                                  struct sow_err *err)
{
    const struct ablation *ablation = judging->ablation;
    const struct line *line = &judging->lines[number];
    const struct ablation_change *change = &ablation->changes[line->change];
    const struct sow_paired *paired = &line->paired;
    const double none = (double)NAN;
    struct sow_interval interval;
    struct sow_interval duel;
    const struct opponents original = {ablation->opponents, ablation->opponents + 1};
    strength_points(judging, line->change, line->view, judging->room);
    double score = sow_strength_score(judging->room, judging->openings, &interval);
    points_of(judging, line->change, line->view, &original, judging->room);
    double against = sow_strength_score(judging->room, judging->openings, &duel);
    struct sow_ablation_row row = {
        .run_id = ablation->run->id,
        .line = (int)number,
        .change = (int)line->change,
        .kind = sow_ablation_kind_names[change->kind],
        .feature = change->term == ABLATION_NO_TERM
                       ? NULL
                       : sow_ablation_term_name(&ablation->vector, change->term),
        .variant =
            line->view == ablation->variants ? NULL : ablation->list[line->view].name,
        .weight = sow_settled(change->weight),
        .player = change->spec,
        .base = (int)line->base,
        .score = score,
        .low = interval.low,
        .high = interval.high,
        .difference = sow_settled(paired->mean),
        .difference_low = sow_settled(paired->interval.low),
        .difference_high = sow_settled(paired->interval.high),
        .p = paired->p,
        .p_adjusted = line->p_adjusted,
        .verdict =
            verdict_of(ablation, paired, line->p_adjusted, line->base == line->change),
        .duel = against,
        .duel_low = duel.low,
        .duel_high = duel.high,
        .worst_score = none,
        .worst_low = none,
        .worst_high = none,
        .worst_difference = none,
        .worst_difference_low = none,
        .worst_difference_high = none,
        .worst_p_adjusted = none,
    };
    if (change->kind != ABLATION_CURVE && line->view + 1 == judging->views)
        fill_worst(judging, line->change, &row);
    return sow_store_add(ablation->run->sink, ablation, &row, err);
}

/* Adds all rows in one transaction. */
static enum sow_status store_lines(const struct judging *judging, struct sow_err *err)
{
    struct sow_store *sink = judging->ablation->run->sink;
    enum sow_status status = sow_store_begin(sink, err);
    if (status != SOW_OK)
        return status;
    for (size_t i = 0; i < judging->count && status == SOW_OK; i++)
        status = store_line(judging, i, err);
    return sow_store_end(sink, status, err);
}

enum sow_status sow_ablation_judge(struct ablation *ablation, struct sow_err *err)
{
    size_t variants = ablation->variants;
    size_t openings = (size_t)ablation->options->openings;
    struct judging judging = {.ablation = ablation,
                              .openings = openings,
                              .views = variants > 1 ? variants + 1 : variants};
    enum sow_status status = SOW_OK;
    judging.lines = calloc(ablation->count * judging.views, sizeof *judging.lines);
    judging.worst = calloc(ablation->count, sizeof *judging.worst);
    judging.room = calloc(3 * openings, sizeof *judging.room);
    if (judging.lines == NULL || judging.worst == NULL || judging.room == NULL) {
        (void)sow_err_no_memory(err);
        status = SOW_NO_MEMORY;
    }
    if (status == SOW_OK)
        status = test_lines(&judging, err);
    if (status == SOW_OK)
        status = adjust_all(&judging, err);
    if (status == SOW_OK)
        status = test_worst(&judging, err);
    if (status == SOW_OK)
        status = store_lines(&judging, err);
    for (size_t c = 0; judging.worst != NULL && c < ablation->count; c++)
        free(judging.worst[c].points);
    free(judging.lines);
    free(judging.worst);
    free(judging.room);
    return status;
}
