/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of charts: reading, and the range of the axis of values. */
#include "sow/charts/chart.h"

#include "sow/base/array.h"
#include "sow/statistics/statistics_distances.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Returns the index of @p text in the labels, to which a copy is added if necessary; -1
   without memory. */
static int label_of(struct sow_labels *labels, const char *text)
{
    /* Rows are sorted, so the text is usually one of the last. */
    for (int i = labels->count - 1; i >= 0; i--)
        if (strcmp(labels->text[i], text) == 0)
            return i;
    char **grown =
        sow_array_grow(labels->text, (size_t)labels->count, sizeof *labels->text);
    if (grown == NULL)
        return -1;
    labels->text = grown;
    labels->text[labels->count] = strdup(text);
    return labels->text[labels->count] != NULL ? labels->count++ : -1;
}

/* Sets the error for a chart with too many points or names, and returns SOW_BAD_DATA. */
static enum sow_status too_many(const struct sow_frame *frame, struct sow_err *err)
{
    return sow_err_set(err, SOW_BAD_DATA,
                       "chart '%s' would have more than %d points or %d names: select "
                       "some of them with 'sowlab sql'",
                       frame->chart->name, SOW_FRAME_POINTS, SOW_FRAME_LABELS);
}

/* Returns the value of a cell of a heat map, which has two decimals. A value that rounds
   to 0 is 0: it has no sign. */
static double cell_of(double value)
{
    const double half = 0.005;
    return value < half && value > -half ? 0.0 : value;
}

enum sow_status sow_frame_add(struct sow_frame *frame, const char *row,
                              const char *column, const double *value, int count,
                              struct sow_err *err)
{
    if (frame->count == SOW_FRAME_POINTS || frame->rows.count == SOW_FRAME_LABELS ||
        frame->columns.count == SOW_FRAME_LABELS)
        return too_many(frame, err);
    struct sow_point *points =
        sow_array_grow(frame->points, frame->count, sizeof *points);
    if (points == NULL)
        return sow_err_no_memory(err);
    frame->points = points;
    struct sow_point *point = &points[frame->count];
    point->row = label_of(&frame->rows, row);
    point->column = label_of(&frame->columns, column);
    for (int i = 0; i < SOW_POINT_VALUES; i++)
        point->value[i] = i < count ? value[i] : (double)NAN;
    if (sow_mark_is_heat(frame->chart->mark))
        point->value[0] = cell_of(point->value[0]);
    frame->count++;
    return point->row < 0 || point->column < 0 ? sow_err_no_memory(err) : SOW_OK;
}

/* Adds a row of an answer as a point to the frame @p context: two texts, then numbers. A
   NULL text is "". Fails as sow_frame_add. Callback of sow_store_answer. */
static enum sow_status add_cells(void *context, const struct sow_cells *cells,
                                 struct sow_err *err)
{
    const char *row = cells->text[0] != NULL ? cells->text[0] : "";
    const char *column = cells->text[1] != NULL ? cells->text[1] : "";
    return sow_frame_add(context, row, column, cells->number + 2, cells->count - 2, err);
}

/* Compares two points for qsort: by row, then by column. */
static int by_place(const void *a, const void *b)
{
    const struct sow_point *x = a;
    const struct sow_point *y = b;
    int order = (x->row > y->row) - (x->row < y->row);
    return order != 0 ? order : (x->column > y->column) - (x->column < y->column);
}

/* Sorts the rows and the columns of a frame by @p order, and then its points. Text i of
   the rows is also text i of the columns. @p room has room for as many texts. */
static void sort_labels(struct sow_frame *frame, const size_t *order, char **room)
{
    size_t count = (size_t)frame->rows.count;
    struct sow_labels *const both[] = {&frame->rows, &frame->columns};
    for (int axis = 0; axis < 2; axis++) {
        for (size_t i = 0; i < count; i++)
            room[i] = both[axis]->text[order[i]];
        memcpy(both[axis]->text, room, count * sizeof *room);
    }
    for (size_t k = 0; k < frame->count; k++) {
        struct sow_point *point = &frame->points[k];
        size_t row = 0;
        size_t column = 0;
        while (order[row] != (size_t)point->row)
            row++;
        while (order[column] != (size_t)point->column)
            column++;
        point->row = (int)row;
        point->column = (int)column;
    }
    qsort(frame->points, frame->count, sizeof *frame->points, by_place);
}

/* Puts the things of a frame of distances in the order of their clusters. The query has a
   row for each ordered pair of things, so rows and columns have the same texts in the
   same order. Fails with SOW_NO_MEMORY. */
static enum sow_status sort_clusters(struct sow_frame *frame, struct sow_err *err)
{
    size_t count = (size_t)frame->rows.count;
    double *distances = calloc(count * count, sizeof *distances);
    size_t *order = calloc(count, sizeof *order);
    char **room = calloc(count, sizeof *room);
    enum sow_status status = SOW_OK;
    if (distances == NULL || order == NULL || room == NULL) {
        status = sow_err_no_memory(err);
    } else {
        for (size_t k = 0; k < frame->count; k++) {
            const struct sow_point *point = &frame->points[k];
            distances[(size_t)point->row * count + (size_t)point->column] =
                point->value[0];
        }
        status = sow_cluster_order(distances, count, order, err);
        if (status == SOW_OK)
            sort_labels(frame, order, room);
    }
    free(distances);
    free(order);
    free(room);
    return status;
}

enum sow_status sow_frame_read(struct sow_store *store, const struct sow_chart *chart,
                               int64_t id, struct sow_frame *frame, struct sow_err *err)
{
    *frame = (struct sow_frame){.chart = chart};
    enum sow_status status = sow_store_answer(
        store, chart->sql, SOW_VALUES(sow_integer(id)), add_cells, frame, err);
    return status == SOW_OK && chart->mark == SOW_MARK_CLUSTERS && frame->count > 0
               ? sort_clusters(frame, err)
               : status;
}

enum sow_status sow_frame_read_runs(struct sow_store *store,
                                    const struct sow_chart *chart, const char *ids,
                                    struct sow_frame *frame, struct sow_err *err)
{
    *frame = (struct sow_frame){.chart = chart};
    return sow_store_answer(store, chart->sql, SOW_VALUES(sow_text(ids)), add_cells,
                            frame, err);
}

/* Frees all labels and empties the list. */
static void release_labels(struct sow_labels *labels)
{
    while (labels->count > 0)
        free(labels->text[--labels->count]);
    free(labels->text);
    *labels = (struct sow_labels){.text = NULL};
}

void sow_frame_release(struct sow_frame *frame)
{
    release_labels(&frame->rows);
    release_labels(&frame->columns);
    free(frame->points);
    *frame = (struct sow_frame){.points = NULL};
}

void sow_frame_range(const struct sow_frame *frame, double *low, double *high)
{
    /* Values of a point that belong to this axis: from `first` to `end` - 1. */
    static const struct {
        int first, end;
    } ALONG[SOW_MARKS] = {
        [SOW_MARK_LINE] = {1, SOW_POINT_VALUES},
        [SOW_MARK_FOREST] = {0, SOW_POINT_VALUES},
        [SOW_MARK_HEAT] = {0, 1},
        [SOW_MARK_STRIP] = {0, SOW_POINT_VALUES},
        [SOW_MARK_AGAINST] = {0, SOW_POINT_VALUES},
        [SOW_MARK_HISTOGRAM] = {0, 2},
        [SOW_MARK_PARALLEL] = {0, 1},
        [SOW_MARK_SCATTER] = {1, 2},
    };
    const struct sow_chart *chart = frame->chart;
    *low = (double)INFINITY;
    *high = -(double)INFINITY;
    if (chart->low < chart->high) {
        *low = chart->low;
        *high = chart->high;
    }
    if (!isnan(chart->reference)) {
        *low = fmin(*low, chart->reference);
        *high = fmax(*high, chart->reference);
    }
    for (size_t i = 0; i < frame->count; i++)
        for (int k = ALONG[chart->mark].first; k < ALONG[chart->mark].end; k++)
            if (isfinite(frame->points[i].value[k])) {
                *low = fmin(*low, frame->points[i].value[k]);
                *high = fmax(*high, frame->points[i].value[k]);
            }
    if (!(*low < *high)) {
        *low = isfinite(*low) ? *low - 0.5 : 0;
        *high = *low + 1;
    }
}
