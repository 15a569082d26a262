/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Critical-difference diagrams (Demsar 2006): mean ranks of the values of a list, and
   which of them are not shown to differ. */
#include "block_contrast.h"

#include "sow/charts/chart.h"
#include "sow/queries/run_measure.h"
#include "sow/statistics/statistics_ranks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

/* Probability that a list without any effect has values that are shown to differ. */
static const double ALPHA = 0.05;

/* Longest line of a diagram that names a value, a group or a difference. */
enum { LABEL_MAX = 160 };

/* Value of a list with its mean rank. */
struct ranked {
    double rank;  /* mean rank */
    size_t value; /* index in the list */
};

/* Diagram of one list. */
struct diagram {
    const struct sow_compared *compared;
    const struct sow_compared_list *list;
    struct sow_ranks test;
    struct ranked *order;          /* values, the best first; owned */
    double *ranks;                 /* mean ranks in this order; owned */
    struct sow_rank_group *groups; /* groups that are not shown to differ; owned */
    size_t group_count;
};

/* Compares two values by mean rank for qsort; equal ones stay in the order of the list.
 */
static int by_rank(const void *a, const void *b)
{
    const struct ranked *x = a;
    const struct ranked *y = b;
    return x->rank != y->rank ? (x->rank > y->rank) - (x->rank < y->rank)
                              : (x->value > y->value) - (x->value < y->value);
}

/* Ranks the values of a list, and finds their order and groups. @p mean has the mean of
   each value in each block. Changes its signs if low values are good. */
static enum sow_status fill_diagram(struct diagram *diagram, double *mean,
                                    struct sow_err *err)
{
    size_t count = diagram->list->count;
    size_t blocks = diagram->compared->blocks;
    if (sow_measure_lower_is_better(diagram->compared->measure))
        for (size_t i = 0; i < count * blocks; i++)
            mean[i] = -mean[i];
    if (!sow_ranks_test(mean, count, blocks, ALPHA, diagram->ranks, &diagram->test))
        return sow_err_no_memory(err);
    for (size_t i = 0; i < count; i++)
        diagram->order[i] = (struct ranked){diagram->ranks[i], i};
    qsort(diagram->order, count, sizeof *diagram->order, by_rank);
    for (size_t i = 0; i < count; i++)
        diagram->ranks[i] = diagram->order[i].rank;
    diagram->group_count =
        sow_ranks_groups(diagram->ranks, count, diagram->test.critical, diagram->groups);
    return SOW_OK;
}

/* Writes the name of a line: @p text, after the name of the list if there are several. */
static void name_line(const struct diagram *diagram, const char *sign, const char *text,
                      char label[LABEL_MAX])
{
    (void)snprintf(label, LABEL_MAX, "%s%s%s",
                   diagram->compared->list_count > 1 ? diagram->list->name : "",
                   diagram->compared->list_count > 1 ? sign : "", text);
}

/* Adds a line with a bar and no value. The bar joins the mean ranks @p ends. */
static enum sow_status draw_bar(const struct diagram *diagram, const char *text,
                                const char *meaning, const double ends[2],
                                struct sow_frame *frame, struct sow_err *err)
{
    const double numbers[] = {(double)NAN, ends[0], ends[1]};
    char label[LABEL_MAX];
    name_line(diagram, ": ", text, label);
    return sow_frame_add(frame, label, meaning, numbers, 3, err);
}

/* Adds the first line of a diagram: the critical difference, as a bar from the best mean
   rank, with the p value of Friedman's test. */
static enum sow_status draw_critical(const struct diagram *diagram,
                                     struct sow_frame *frame, struct sow_err *err)
{
    const double least = 0.001;
    char text[LABEL_MAX];
    double critical = diagram->test.critical;
    const double ends[] = {diagram->ranks[0], diagram->ranks[0] + critical};
    (void)snprintf(text, sizeof text, "critical %.3g, p %s %.3g", critical,
                   diagram->test.p < least ? "<" : "=", fmax(diagram->test.p, least));
    return draw_bar(diagram, text, "critical difference", ends, frame, err);
}

/* Adds the lines of a diagram. The bar of a group is below the last of its values. */
static enum sow_status draw_diagram(const struct diagram *diagram,
                                    struct sow_frame *frame, struct sow_err *err)
{
    const struct sow_rank_group *group = diagram->groups;
    const struct sow_rank_group *end = group + diagram->group_count;
    char text[LABEL_MAX];
    enum sow_status status = draw_critical(diagram, frame, err);
    for (size_t i = 0; i < diagram->list->count && status == SOW_OK; i++) {
        name_line(diagram, " = ", diagram->list->values[diagram->order[i].value], text);
        status = sow_frame_add(frame, text, "rank", &diagram->ranks[i], 1, err);
        if (status != SOW_OK || group == end || group->last != i)
            continue;
        (void)snprintf(text, sizeof text, "places %zu to %zu", group->first + 1,
                       group->last + 1);
        const double ends[] = {diagram->ranks[group->first], diagram->ranks[group->last]};
        status = draw_bar(diagram, text, "not shown to differ", ends, frame, err);
        group++;
    }
    return status;
}

/* Adds the diagram of a list. */
static enum sow_status draw_list(const struct sow_compared *compared, size_t at,
                                 struct sow_frame *frame, struct sow_err *err)
{
    const struct sow_compared_list *list = &compared->lists[at];
    double *mean = calloc(list->count * compared->blocks, sizeof *mean);
    struct diagram diagram = {.compared = compared,
                              .list = list,
                              .order = calloc(list->count, sizeof *diagram.order),
                              .ranks = calloc(list->count, sizeof *diagram.ranks),
                              .groups = calloc(list->count, sizeof *diagram.groups)};
    enum sow_status status = SOW_OK;
    if (mean == NULL || diagram.order == NULL || diagram.ranks == NULL ||
        diagram.groups == NULL) {
        status = sow_err_no_memory(err);
    } else {
        sow_compared_average(compared, at, mean);
        status = fill_diagram(&diagram, mean, err);
        if (status == SOW_OK)
            status = draw_diagram(&diagram, frame, err);
    }
    free(mean);
    free(diagram.order);
    free(diagram.ranks);
    free(diagram.groups);
    return status;
}

enum sow_status sow_compared_draw_ranks(const struct sow_compared *compared,
                                        struct sow_frame *frame, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < compared->list_count && compared->blocks > 0; i++)
        if (status == SOW_OK && compared->lists[i].count <= SOW_COMPARED_VALUES_MAX)
            status = draw_list(compared, i, frame, err);
    return status;
}
