/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as a part of a page. */
#include "sow/reports/html.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Numbers ---- */

/* Most rows of the table of numbers, about the most for a chart of lines, and its most
   columns. */
enum { NUMBERS_MOST = 400, LINE_NUMBERS_MOST = 120, COLUMNS_MOST = 2 + SOW_POINT_VALUES };

/* A column of the table of numbers. */
struct column {
    const char *title;
    const struct sow_labels *labels; /* texts of the frame; NULL: it has numbers */
    int place;                       /* index of the numbers in a point */
    bool whole;                      /* true if all numbers are whole */
};

/* Returns true if the labels are more than a single empty one. */
static bool has_texts(const struct sow_labels *labels)
{
    return labels->count > 1 || (labels->count == 1 && labels->text[0][0] != '\0');
}

/* Appends value @p place of the points as a column to @p columns and counts it in
   @p count, unless it is missing in all points. */
static void add_column(const struct sow_frame *frame, const char *title, int place,
                       struct column *columns, int *count)
{
    bool any = false;
    bool whole = true;
    for (size_t i = 0; i < frame->count; i++) {
        double value = frame->points[i].value[place];
        any |= isfinite(value);
        whole &= !isfinite(value) || (fabs(value) < 1e15 && !(floor(value) < value));
    }
    if (any)
        columns[(*count)++] = (struct column){title, NULL, place, whole};
}

/* Writes the columns of the table of numbers to @p columns, and returns their number.
   First come the two texts of the points, each only if it is not always empty. Then come
   the values that are not missing in all points. */
static int columns_of(const struct sow_frame *frame, struct column columns[COLUMNS_MOST])
{
    const struct sow_chart *chart = frame->chart;
    const char *const titles[SOW_MARKS][SOW_POINT_VALUES] = {
        [SOW_MARK_LINE] = {chart->x, chart->y, "low", "high"},
        [SOW_MARK_FOREST] = {chart->x, "low", "high", ""},
        [SOW_MARK_STRIP] = {chart->x, "low", "high", ""},
        [SOW_MARK_AGAINST] = {chart->x, chart->y, "low", "high"},
        [SOW_MARK_HISTOGRAM] = {"from", "to", chart->y, ""},
        [SOW_MARK_PARALLEL] = {chart->x, "axis", "height", ""},
        [SOW_MARK_SCATTER] = {chart->x, chart->y, "", ""},
    };
    int count = 0;
    if (has_texts(&frame->rows))
        columns[count++] = (struct column){"name", &frame->rows, 0, false};
    if (has_texts(&frame->columns))
        columns[count++] = (struct column){"group", &frame->columns, 0, false};
    for (int i = 0; i < SOW_POINT_VALUES; i++)
        add_column(frame, titles[chart->mark][i], i, columns, &count);
    return count;
}

/* Adds the value that a point has in a column to a report: a text, a whole number or a
   real. */
static void add_cell(struct sow_report *report, const struct sow_frame *frame,
                     const struct sow_point *point, const struct column *column)
{
    double value = point->value[column->place];
    if (column->labels != NULL)
        sow_report_text(
            report, NULL,
            column->labels
                ->text[column->labels == &frame->rows ? point->row : point->column]);
    else if (column->whole && isfinite(value))
        sow_report_int(report, NULL, (int64_t)value);
    else
        sow_report_real(report, NULL, value, SOW_REPORT_SHORT);
}

/* Adds the points as rows of the open table. In a chart of lines with many points it adds
   every n-th point of each line and its last one; in others the first NUMBERS_MOST.
   Returns the number of rows. */
static size_t add_rows(struct sow_report *report, const struct sow_frame *frame,
                       const struct column *columns, int count)
{
    size_t step = (frame->count + LINE_NUMBERS_MOST - 1) / LINE_NUMBERS_MOST;
    size_t nth = 0;
    size_t rows = 0;
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        bool last = i + 1 == frame->count || point[1].row != point->row;
        nth = i > 0 && point[-1].row == point->row ? nth + 1 : 0;
        if (frame->chart->mark == SOW_MARK_LINE ? nth % step != 0 && !last
                                                : i >= NUMBERS_MOST)
            continue;
        rows++;
        for (int k = 0; k < count; k++)
            add_cell(report, frame, point, &columns[k]);
    }
    return rows;
}

/* Adds the open table of a heat map: a row for each of its rows, a column for each of its
   columns. Returns false without memory. */
static bool add_cross_table(struct sow_report *report, const struct sow_frame *frame)
{
    int columns = frame->columns.count;
    const char **titles = calloc((size_t)columns + 1, sizeof *titles);
    double *values = calloc((size_t)columns, sizeof *values);
    bool enough = titles != NULL && values != NULL;
    for (int i = 0; i < columns && enough; i++)
        titles[i + 1] = frame->columns.text[i];
    if (enough) {
        titles[0] = frame->chart->y;
        sow_report_table(report, "", titles, columns + 1);
    }
    for (int row = 0; row < frame->rows.count && enough; row++) {
        for (int i = 0; i < columns; i++)
            values[i] = (double)NAN;
        for (size_t i = 0; i < frame->count; i++)
            if (frame->points[i].row == row)
                values[frame->points[i].column] = frame->points[i].value[0];
        sow_report_text(report, NULL, frame->rows.text[row]);
        for (int i = 0; i < columns; i++)
            sow_report_real(report, NULL, values[i], SOW_REPORT_SHORT);
    }
    free(titles);
    free(values);
    return enough;
}

/* Adds the points of a chart as a table with a row for each. Sets @p rows to their
   number. */
static void add_points(struct sow_report *report, const struct sow_frame *frame,
                       size_t *rows)
{
    struct column columns[COLUMNS_MOST];
    const char *titles[COLUMNS_MOST];
    int count = columns_of(frame, columns);
    for (int i = 0; i < count; i++)
        titles[i] = columns[i].title;
    sow_report_table(report, "", titles, count); /* folded with the summary */
    *rows = add_rows(report, frame, columns, count);
}

/* Writes the numbers of a chart as a folded table. The summary has the number of points
   in it, and that of all points if it is greater. Returns SOW_NO_MEMORY or an error of
   sow_report_print. */
static enum sow_status put_numbers(const struct sow_frame *frame, FILE *out,
                                   struct sow_err *err)
{
    size_t rows = frame->count;
    struct sow_report *report = sow_report_new();
    bool enough = report != NULL;
    if (enough && sow_mark_is_heat(frame->chart->mark))
        enough = add_cross_table(report, frame);
    else if (enough)
        add_points(report, frame, &rows);
    enum sow_status status = enough ? SOW_OK : sow_err_no_memory(err);
    (void)fprintf(out, "<details><summary>%zu", rows);
    if (rows < frame->count)
        (void)fprintf(out, " of the %zu", frame->count);
    (void)fputs(" numbers</summary>\n", out);
    if (status == SOW_OK)
        status = sow_report_print(report, SOW_FORMAT_HTML, out, err);
    (void)fputs("</details>\n", out);
    sow_report_free(report);
    return status;
}

/* ---- The figure ---- */

/* Most columns of a heat map in one column of a page, and the gap between two columns in
   pixels, as in report.css. */
enum { NARROW_HEAT = 12, GAP = 16 };

/* Returns true if a chart needs both columns of a page. */
static bool is_wide(const struct sow_frame *frame)
{
    enum sow_mark mark = frame->chart->mark;
    return mark == SOW_MARK_PARALLEL ||
           (sow_mark_is_heat(mark) && frame->columns.count > NARROW_HEAT);
}

/* Writes the beginning of a figure: with its runs and its chart, if a server can draw it
   again. */
static void begin_figure(const struct sow_frame *frame,
                         const struct sow_html_charts *charts, const char *ids, FILE *out)
{
    (void)fputs(is_wide(frame) ? "<figure class=\"wide\"" : "<figure", out);
    if (charts->served && charts->label != NULL) {
        (void)fputs(" data-label=\"", out);
        sow_html_write(out, charts->label);
        (void)fputs("\" data-measure=\"", out);
        sow_html_write(out, charts->measure);
        (void)fprintf(out, "\" data-chart=\"%s\"", frame->chart->name);
    } else if (charts->served) {
        int inside = (int)strcspn(ids + strspn(ids, "["), "]");
        (void)fprintf(out, " data-id=\"%.*s\" data-chart=\"%s\"", inside,
                      ids + strspn(ids, "["), frame->chart->name);
    }
    (void)fputs(">\n<figcaption>", out);
    sow_html_write(out, frame->chart->title);
}

/* Writes up to which step a chart of lines is, if its axis has steps of the run; else the
   state of the run, if there is one. */
static void put_state(const struct sow_frame *frame, const struct sow_html_charts *charts,
                      FILE *out)
{
    const struct sow_chart *chart = frame->chart;
    double last = 0;
    bool steps = chart->mark == SOW_MARK_LINE &&
                 (strcmp(chart->x, "generation") == 0 || strcmp(chart->x, "round") == 0);
    for (size_t i = 0; i < frame->count && steps; i++)
        last = fmax(last, frame->points[i].value[0]);
    if (steps)
        (void)fprintf(out, " <small>up to %s %.0f</small>", chart->x, last);
    else if (charts->state != NULL)
        (void)fprintf(out, " <small>%s</small>", charts->state);
}

enum sow_status sow_html_figure(const struct sow_frame *frame,
                                const struct sow_html_charts *charts, const char *ids,
                                FILE *out, struct sow_err *err)
{
    const struct sow_chart *chart = frame->chart;
    const struct sow_svg_options options = {.width = charts->columns && is_wide(frame)
                                                         ? 2 * charts->width + GAP
                                                         : charts->width,
                                            .inside = true,
                                            .spots = charts->spots};
    begin_figure(frame, charts, ids, out);
    put_state(frame, charts, out);
    (void)fputs("</figcaption>\n<p>", out);
    sow_html_write(out, chart->reading);
    (void)fputs("</p>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"",
                out);
    sow_html_write(out, chart->title);
    (void)fputs("\">\n", out);
    enum sow_status status = sow_chart_svg(frame, &options, out, err);
    (void)fputs("</div>\n", out);
    if (status == SOW_OK)
        status = put_numbers(frame, out, err);
    (void)fputs("</figure>\n", out);
    return status;
}
