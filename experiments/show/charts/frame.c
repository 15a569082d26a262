/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Data of charts: reading, and the range of the axis of values. */
#include "sow/charts/chart.h"

#include "sow/base/array.h"

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

enum sow_status sow_frame_read(struct sow_store *store, const struct sow_chart *chart,
                               int64_t id, struct sow_frame *frame, struct sow_err *err)
{
    *frame = (struct sow_frame){.chart = chart};
    return sow_store_answer(store, chart->sql, SOW_VALUES(sow_integer(id)), add_cells,
                            frame, err);
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
        [SOW_MARK_STRIP] = {0, 1},
        [SOW_MARK_AGAINST] = {0, SOW_POINT_VALUES},
        [SOW_MARK_HISTOGRAM] = {0, 2},
        [SOW_MARK_PARALLEL] = {0, 1},
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
