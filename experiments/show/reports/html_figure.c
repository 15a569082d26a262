/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chart as a part of a page. From gnuplot's picture it leaves out the parts that
   only a file needs, and the identifiers, which would repeat. Colours become those of
   the page. */
#include "sow/reports/html.h"

#include "sow/base/stream.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Colours ---- */

/* Colours of charts/chart_gnuplot.c that the style of the page replaces. */
static const struct {
    const char *colour;   /* as gnuplot writes it, but for blanks */
    const char *variable; /* name of the style's variable */
} COLOURS[] = {
    {"rgb(11,98,168)", "--c0"},     {"rgb(194,65,12)", "--c1"},
    {"rgb(4,120,87)", "--c2"},      {"rgb(157,23,77)", "--c3"},
    {"rgb(124,90,0)", "--c4"},      {"rgb(91,63,166)", "--c5"},
    {"rgb(31,41,51)", "--ink"},     {"rgb(91,100,112)", "--dim"},
    {"rgb(217,222,228)", "--line"}, {"black", "--ink"},
    {"#FFFFFF", "--page"},
};

/* Returns the bytes of a colour, with blanks, at the beginning of @p text, or 0 if it
   is not there. */
static size_t colour_length(const char *text, const char *colour)
{
    const char *at = text;
    for (; *colour != '\0'; colour++, at++) {
        at += strspn(at, " ");
        if (*at != *colour)
            return 0;
    }
    return (size_t)(at - text);
}

/* Writes the style variable for the colour that begins at @p text, if there is one.
   Returns the text after the colour, or @p text if there is none. */
static const char *put_colour(const char *text, FILE *out)
{
    for (size_t i = 0; i < sizeof COLOURS / sizeof COLOURS[0]; i++) {
        size_t length = colour_length(text, COLOURS[i].colour);
        if (length == 0)
            continue;
        (void)fprintf(out, "var(%s)", COLOURS[i].variable);
        return text + length;
    }
    return text;
}

/* ---- Lines of a picture ---- */

/* Returns true if @p text begins with @p with. */
static bool begins(const char *text, const char *with)
{
    return strncmp(text, with, strlen(with)) == 0;
}

/* Writes a line of SVG with the colours of the page. References to gnuplot's symbol of a
   dot become circles. */
static void put_markup(const char *line, FILE *out)
{
    static const char DOT[] = "<use xlink:href='#gpPt6'";
    while (*line != '\0') {
        const char *after = put_colour(line, out);
        if (after > line) {
            line = after;
        } else if (begins(line, DOT)) {
            (void)fputs("<circle r='1' fill='currentColor'", out);
            line += strlen(DOT);
        } else {
            (void)fputc(*line++, out);
        }
    }
}

/* Returns true for a line that a page does not need: the background, titles, descriptions
   and empty lines. Titles of gnuplot's groups are its own commands. */
static bool is_left_out(const char *line)
{
    static const char *const USELESS[] = {"<rect x=\"0\" y=\"0\"", "<title>", "<desc>"};
    for (size_t i = 0; i < sizeof USELESS / sizeof USELESS[0]; i++)
        if (begins(line, USELESS[i]))
            return true;
    return *line == '\0';
}

/* Writes the beginning of a group that was kept in @p group, and forgets it. Does nothing
   if that is NULL. */
static void put_group(char **group, FILE *out)
{
    if (*group != NULL)
        put_markup(*group, out);
    if (*group != NULL)
        (void)fputc('\n', out);
    *group = NULL;
}

/* Writes a line of a picture. Keeps the beginning of a group in @p group until the next
   line shows if the group is empty; an empty group is left out. Groups lose their
   identifiers. Lines of text keep their colours. */
static void put_line(char *line, char **group, FILE *out)
{
    bool ends = strcmp(line, "</g>") == 0;
    if (ends && *group != NULL) {
        *group = NULL;
        return;
    }
    put_group(group, out);
    if (begins(line, "<g id=")) {
        (void)fputs("<g>\n", out);
    } else if (begins(line, "<g ") && strcmp(strchr(line, '>'), ">") == 0) {
        *group = line;
    } else if (begins(line, "<text")) {
        (void)fprintf(out, "%s\n", line);
    } else {
        put_markup(line, out);
        (void)fputc('\n', out);
    }
}

/* Writes the inside of a picture line by line, without the definitions of symbols. Cuts
   @p text up. */
static void put_lines(char *text, FILE *out)
{
    char *group = NULL;
    bool symbols = false;
    for (char *line = strsep(&text, "\n"); line != NULL; line = strsep(&text, "\n")) {
        line += strspn(line, "\t ");
        symbols |= begins(line, "<defs>");
        if (!symbols && !is_left_out(line))
            put_line(line, &group, out);
        symbols &= !begins(line, "</defs>");
    }
}

/* Returns the part of @p text between the first @p from and the next @p to, or NULL if it
   has none. The part lies in @p text, where a zero byte replaces the beginning of
   @p to. */
static char *between(char *text, const char *from, const char *to)
{
    char *start = strstr(text, from);
    char *end = start != NULL ? strstr(start + strlen(from), to) : NULL;
    if (end == NULL)
        return NULL;
    *end = '\0';
    return start + strlen(from);
}

/* Writes gnuplot's picture, which it cuts up, as an SVG element of a page, with the title
   of @p chart as its label. Returns SOW_IO, and writes nothing, if the picture has
   another form. */
static enum sow_status put_svg(const struct sow_chart *chart, char *picture, FILE *out,
                               struct sow_err *err)
{
    char *canvas = strstr(picture, "<g id=\"gnuplot_canvas\">\n");
    char *inside = canvas != NULL ? between(canvas, "\n", "</g>\n</svg>") : NULL;
    char *box = between(picture, "viewBox=\"", "\"");
    if (inside == NULL || box == NULL)
        return sow_err_set(err, SOW_IO,
                           "gnuplot's picture is not as expected; '--format text' draws "
                           "in characters");
    (void)fprintf(out,
                  "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%s\" "
                  "role=\"img\" aria-label=\"",
                  box);
    sow_html_write(out, chart->title);
    (void)fputs("\">\n", out);
    put_lines(inside, out);
    (void)fputs("</svg>\n", out);
    return SOW_OK;
}

/* Draws a chart with gnuplot, without its title, and writes it as SVG. Returns
   SOW_NO_MEMORY or an error of sow_chart_draw or put_svg. */
static enum sow_status put_picture(const struct sow_frame *frame, FILE *out,
                                   struct sow_err *err)
{
    char *picture = NULL;
    size_t size = 0;
    struct sow_frame untitled = *frame; /* the page shows the title itself */
    struct sow_chart chart = *frame->chart;
    FILE *drawn = sow_stream_open(&picture, &size);
    if (drawn == NULL)
        return sow_err_no_memory(err);
    chart.title = "";
    untitled.chart = &chart;
    enum sow_status status = sow_chart_draw(&untitled, SOW_PICTURE_SVG, drawn, err);
    if (fclose(drawn) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = put_svg(frame->chart, picture, out, err);
    free(picture);
    return status;
}

/* Writes a chart in characters, 100 columns wide, as `<pre>`. The only failure is
   SOW_NO_MEMORY. */
static enum sow_status put_characters(const struct sow_frame *frame, FILE *out,
                                      struct sow_err *err)
{
    enum { COLUMNS = 100 };
    char *text = NULL;
    size_t size = 0;
    FILE *drawn = sow_stream_open(&text, &size);
    if (drawn == NULL)
        return sow_err_no_memory(err);
    sow_chart_print(frame, COLUMNS, drawn);
    if (fclose(drawn) != 0)
        return sow_err_no_memory(err);
    (void)fputs("<pre>", out);
    sow_html_write(out, text);
    (void)fputs("</pre>\n", out);
    free(text);
    return SOW_OK;
}

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
    bool heat = sow_mark_is_heat(chart->mark);
    const char *const titles[SOW_MARKS][SOW_POINT_VALUES] = {
        [SOW_MARK_LINE] = {chart->x, chart->y, "low", "high"},
        [SOW_MARK_FOREST] = {chart->x, "low", "high", ""},
        [SOW_MARK_HEAT] = {"value", "marked", "", ""},
        [SOW_MARK_STRIP] = {chart->x, "", "", ""},
        [SOW_MARK_AGAINST] = {chart->x, chart->y, "low", "high"},
        [SOW_MARK_HISTOGRAM] = {"from", "to", chart->y, ""},
        [SOW_MARK_CLUSTERS] = {"distance", "", "", ""},
        [SOW_MARK_SCATTER] = {chart->x, chart->y, "", ""},
    };
    int count = 0;
    if (has_texts(&frame->rows))
        columns[count++] =
            (struct column){heat ? chart->y : "name", &frame->rows, 0, false};
    if (has_texts(&frame->columns))
        columns[count++] =
            (struct column){heat ? chart->x : "group", &frame->columns, 0, false};
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

/* Writes the numbers of a chart as a folded table. The summary has the number of rows,
   and that of all points if it is greater. Returns SOW_NO_MEMORY or an error of
   sow_report_print. */
static enum sow_status put_numbers(const struct sow_frame *frame, FILE *out,
                                   struct sow_err *err)
{
    struct column columns[COLUMNS_MOST];
    const char *titles[COLUMNS_MOST];
    int count = columns_of(frame, columns);
    for (int i = 0; i < count; i++)
        titles[i] = columns[i].title;
    struct sow_report *report = sow_report_new();
    if (report == NULL)
        return sow_err_no_memory(err);
    sow_report_table(report, "", titles, count); /* folded with the summary */
    size_t rows = add_rows(report, frame, columns, count);
    (void)fprintf(out, "<details><summary>%zu", rows);
    if (rows < frame->count)
        (void)fprintf(out, " of the %zu", frame->count);
    (void)fputs(" numbers</summary>\n", out);
    enum sow_status status = sow_report_print(report, SOW_FORMAT_HTML, out, err);
    (void)fputs("</details>\n", out);
    sow_report_free(report);
    return status;
}

/* ---- The figure ---- */

enum sow_status sow_html_figure(const struct sow_frame *frame,
                                enum sow_html_charts charts, FILE *out,
                                struct sow_err *err)
{
    const struct sow_chart *chart = frame->chart;
    (void)fputs("<figure>\n<figcaption>", out);
    sow_html_write(out, chart->title);
    (void)fputs("</figcaption>\n<p>", out);
    sow_html_write(out, chart->reading);
    (void)fputs("</p>\n<div class=\"scroll\" tabindex=\"0\">\n", out);
    enum sow_status status = charts == SOW_HTML_PICTURES
                                 ? put_picture(frame, out, err)
                                 : put_characters(frame, out, err);
    (void)fputs("</div>\n", out);
    if (status == SOW_OK)
        status = put_numbers(frame, out, err);
    (void)fputs("</figure>\n", out);
    return status;
}
