/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts with a line for each name in SVG: intervals and strips. */
#include "chart_svg.h"

#include <math.h>

/* Most lines that have their names, and heights of a line with and without one. */
enum { NAMED_MOST = 80, ROW = 22, THIN = 4 };

/* Width from which there is room for intervals in words, and the middle of a text above
   its base. */
enum { WIDE = 480, MIDDLE = 4 };

/* ---- The axis of values ---- */

/* Places of the lines of a chart: names are left of the scale, values right of it. */
struct rows {
    struct sow_svg_scale across;
    double top;    /* upper end of the first line */
    double height; /* height of a line */
    int count;     /* number of lines */
    bool named;    /* true if lines have their names */
    double names;  /* width of the names */
};

/* Returns the middle of line @p row. */
static double middle_of(const struct rows *rows, double row)
{
    return rows->top + (row + 0.5) * rows->height;
}

/* Places @p count lines below all that is drawn. @p right is the width of what is right
   of the scale. */
static void place_rows(struct sow_svg *svg, const struct sow_frame *frame, int count,
                       double right, struct rows *rows)
{
    enum { GAP = 12, LEAST = 80 };
    double most = fmin(svg->width * 0.42, svg->width - right - GAP - LEAST);
    *rows = (struct rows){.count = count, .named = count <= NAMED_MOST};
    rows->names = rows->named ? sow_svg_widest(&frame->rows, most) : 0;
    rows->height = rows->named ? ROW : THIN;
    rows->top = svg->y + 4;
    rows->across.from = rows->names > 0 ? rows->names + GAP : GAP;
    rows->across.to = svg->width - right - GAP;
    sow_frame_range(frame, &rows->across.low, &rows->across.high);
    svg->y = rows->top + count * rows->height;
}

/* Draws the ticks of the values, their name below, and the chart's reference. */
static void put_values(struct sow_svg *svg, const struct sow_frame *frame,
                       const struct rows *rows)
{
    enum { APART = 60, BELOW = 16, NAME = 32, SPACE = 12 };
    struct sow_svg_ticks ticks;
    char number[SOW_SVG_BYTES];
    double apart = APART;
    double widest;
    do {
        sow_svg_find_ticks(&rows->across, apart, false, &ticks);
        widest = 0;
        for (int i = 0; i < ticks.count; i++)
            widest =
                fmax(widest,
                     sow_svg_width(sow_svg_number(number, ticks.value[i], ticks.step)));
        apart *= 1.5;
    } while (ticks.count > 1 && sow_svg_at(&rows->across, ticks.value[1]) -
                                        sow_svg_at(&rows->across, ticks.value[0]) <
                                    widest + SPACE);
    double bottom = rows->top + rows->count * rows->height + 2;
    (void)fputs("<path class=\"grid\" d=\"M0 0", svg->out);
    for (int i = 0; i < ticks.count; i++) {
        sow_svg_path(svg->out, "M", sow_svg_at(&rows->across, ticks.value[i]), rows->top);
        (void)fprintf(svg->out, "V%.0f", bottom);
    }
    (void)fputs("\"/>\n", svg->out);
    for (int i = 0; i < ticks.count; i++) {
        (void)sow_svg_number(number, ticks.value[i], ticks.step);
        double half = sow_svg_width(number) / 2;
        double x = sow_svg_at(&rows->across, ticks.value[i]);
        sow_svg_text(svg, fmin(fmax(x, half), svg->width - half), bottom + BELOW,
                     SOW_SVG_AROUND, "dim", number);
    }
    sow_svg_fit(number, frame->chart->x, svg->width);
    double half = sow_svg_width(number) / 2;
    double x = (rows->across.from + rows->across.to) / 2;
    sow_svg_text(svg, fmin(fmax(x, half), svg->width - half), bottom + NAME,
                 SOW_SVG_AROUND, "dim", number);
    if (!isnan(frame->chart->reference)) {
        (void)fputs("<path class=\"ref\" d=\"", svg->out);
        sow_svg_path(svg->out, "M", sow_svg_at(&rows->across, frame->chart->reference),
                     rows->top - 4);
        (void)fprintf(svg->out, "V%.0f\"/>\n", bottom);
    }
    svg->y = bottom + NAME + 6;
}

/* Writes the name of line @p row, if lines have names. */
static void put_row_name(const struct sow_svg *svg, const struct rows *rows, int row,
                         const char *name)
{
    char shown[SOW_SVG_BYTES];
    if (!rows->named || name[0] == '\0')
        return;
    sow_svg_fit(shown, name, rows->names + 0.1);
    sow_svg_text(svg, 0, middle_of(rows, row) + MIDDLE, SOW_SVG_RIGHT_OF, NULL, shown);
}

/* ---- Intervals ---- */

/* Points of a chart of intervals that look alike; context of group_dot. */
struct group {
    const struct sow_frame *frame;
    const struct rows *rows;
    int number;
};

/* Sides of the reference. */
enum { ABOVE, BELOW, OPEN, SIDES };

/* Returns true if the chart names the groups of its points. */
static bool is_grouped(const struct sow_frame *frame)
{
    return frame->columns.count > 1 || frame->columns.text[0][0] != '\0';
}

/* Returns the number of the group of a point: of its second text, or the side of the
   reference on which its interval lies. */
static int group_of(const struct sow_frame *frame, const struct sow_point *point)
{
    const struct sow_chart *chart = frame->chart;
    if (is_grouped(frame))
        return point->column;
    if (chart->above != SOW_ABOVE_BETTER || isnan(chart->reference))
        return ABOVE;
    return point->value[1] > chart->reference   ? ABOVE
           : point->value[2] < chart->reference ? BELOW
                                                : OPEN;
}

/* Returns the look of a group. */
static struct sow_look look_of_group(const struct sow_frame *frame, int number)
{
    static const char *const VERDICTS[SIDES] = {"better", "worse", "undecided"};
    if (is_grouped(frame))
        return sow_look_of(frame->columns.text[number], number);
    return sow_look_of(
        frame->chart->above == SOW_ABOVE_BETTER ? VERDICTS[number] : "best", 0);
}

/* Returns the place of the next point of a group. A sow_dots_fn. */
static bool group_dot(const void *context, size_t *i, double *x, double *y)
{
    const struct group *group = context;
    while (*i < group->frame->count) {
        size_t row = (*i)++;
        const struct sow_point *point = &group->frame->points[row];
        if (group_of(group->frame, point) != group->number || !isfinite(point->value[0]))
            continue;
        *x = sow_svg_at(&group->rows->across, point->value[0]);
        *y = middle_of(group->rows, (double)row);
        return true;
    }
    return false;
}

/* Draws the intervals and points of a group. */
static void put_group(const struct sow_svg *svg, const struct group *group)
{
    static const struct sow_look SMALL = {"small", "", false};
    struct sow_look look = look_of_group(group->frame, group->number);
    const struct rows *rows = group->rows;
    bool any = false;
    for (size_t i = 0; i < group->frame->count; i++) {
        const struct sow_point *point = &group->frame->points[i];
        if (group_of(group->frame, point) != group->number ||
            !isfinite(point->value[1]) || !isfinite(point->value[2]))
            continue;
        if (!any)
            (void)fprintf(svg->out, "<path class=\"bar %s%s\" d=\"", look.role,
                          rows->named ? "" : " thin");
        any = true;
        double from = sow_svg_at(&rows->across, point->value[1]);
        sow_svg_path(svg->out, "M", from, middle_of(rows, (double)i));
        (void)fprintf(svg->out, "h%.1f",
                      sow_svg_at(&rows->across, point->value[2]) - from);
    }
    (void)fputs(any ? "\"/>\n" : "", svg->out);
    sow_svg_dots(svg, rows->named ? &look : &SMALL, group_dot, group);
}

/* Writes the words of a point's value: without its interval if @p narrow. */
static void words_of(char room[SOW_SVG_BYTES], const struct sow_point *point,
                     double range, bool narrow)
{
    const double *value = point->value;
    sow_svg_words(room, value[0], narrow ? (double)NAN : value[1],
                  narrow ? (double)NAN : value[2], range);
}

/* Returns the width of the widest value in words. */
static double widest_words(const struct sow_frame *frame, double range, bool narrow)
{
    double width = 0;
    for (size_t i = 0; i < frame->count; i++) {
        char words[SOW_SVG_BYTES];
        words_of(words, &frame->points[i], range, narrow);
        width = fmax(width, sow_svg_width(words));
    }
    return width;
}

void sow_svg_forest(struct sow_svg *svg, const struct sow_frame *frame)
{
    struct rows rows;
    char words[SOW_SVG_BYTES];
    bool narrow = svg->width < WIDE;
    double low;
    double high;
    sow_frame_range(frame, &low, &high);
    double range = high - low;
    if (is_grouped(frame))
        sow_svg_key(svg, &frame->columns, false);
    double right = frame->count <= NAMED_MOST ? widest_words(frame, range, narrow) : 0;
    place_rows(svg, frame, (int)frame->count, right, &rows);
    put_values(svg, frame, &rows);
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        double y = middle_of(&rows, (double)i);
        put_row_name(svg, &rows, (int)i, frame->rows.text[point->row]);
        words_of(words, point, range, narrow);
        if (rows.named && words[0] != '\0')
            sow_svg_text(svg, svg->width, y + MIDDLE, SOW_SVG_LEFT_OF, NULL, words);
        if (!isfinite(point->value[0]) ||
            !sow_svg_spot(svg, sow_svg_at(&rows.across, point->value[0]), y))
            continue;
        words_of(words, point, range, false);
        sow_svg_escape(svg->spots, frame->rows.text[point->row]);
        (void)fprintf(svg->spots, ": %s%s", words, is_grouped(frame) ? ", " : "");
        sow_svg_escape(svg->spots, frame->columns.text[point->column]);
    }
    int groups = is_grouped(frame) ? frame->columns.count : (int)SIDES;
    for (int i = 0; i < groups; i++)
        if (is_grouped(frame) || i == ABOVE || frame->chart->above == SOW_ABOVE_BETTER)
            put_group(svg, &(struct group){frame, &rows, i});
}

/* ---- Strips ---- */

/* Points of a strip chart that look alike; context of strip_dot. */
struct strip {
    const struct sow_frame *frame;
    const struct rows *rows;
    size_t step; /* every n-th point is drawn */
    int number;  /* group of the points: their second text */
};

/* Returns the height of point @p i of a strip chart: spread evenly over its line. */
static double strip_height(const struct strip *strip, size_t i)
{
    const double golden = 0.6180339887498949;
    double part = (double)i * golden;
    return middle_of(strip->rows,
                     strip->frame->points[i].row + 0.5 * (part - floor(part) - 0.5));
}

/* Returns the place of the next point of a group. A sow_dots_fn. */
static bool strip_dot(const void *context, size_t *i, double *x, double *y)
{
    const struct strip *strip = context;
    while (*i < strip->frame->count) {
        size_t at = *i;
        const struct sow_point *point = &strip->frame->points[at];
        *i += strip->step;
        if (point->column != strip->number || !isfinite(point->value[0]))
            continue;
        *x = sow_svg_at(&strip->rows->across, point->value[0]);
        *y = strip_height(strip, at);
        return true;
    }
    return false;
}

/* Draws the intervals of the points of a group. */
static void put_strip_bars(const struct sow_svg *svg, const struct strip *strip)
{
    const struct sow_svg_scale *across = &strip->rows->across;
    bool any = false;
    for (size_t i = 0; i < strip->frame->count; i += strip->step) {
        const struct sow_point *point = &strip->frame->points[i];
        if (point->column != strip->number || !isfinite(point->value[1]) ||
            !isfinite(point->value[2]))
            continue;
        if (!any)
            (void)fputs("<path class=\"bar thin best\" d=\"", svg->out);
        any = true;
        double from = sow_svg_at(across, point->value[1]);
        sow_svg_path(svg->out, "M", from, strip_height(strip, i));
        (void)fprintf(svg->out, "h%.1f", sow_svg_at(across, point->value[2]) - from);
    }
    (void)fputs(any ? "\"/>\n" : "", svg->out);
}

/* Notes the values of a strip chart that can be read. */
static void put_strip_spots(const struct sow_svg *svg, const struct strip *strip)
{
    const struct sow_frame *frame = strip->frame;
    const struct sow_svg_scale *across = &strip->rows->across;
    char words[SOW_SVG_BYTES];
    for (size_t i = 0; i < frame->count && svg->spots != NULL; i += strip->step) {
        const struct sow_point *point = &frame->points[i];
        if (!isfinite(point->value[0]) ||
            !sow_svg_spot(svg, sow_svg_at(across, point->value[0]),
                          strip_height(strip, i)))
            continue;
        sow_svg_words(words, point->value[0], point->value[1], point->value[2],
                      across->high - across->low);
        sow_svg_escape(svg->spots, frame->rows.text[point->row]);
        (void)fprintf(svg->spots, ": %s%s", words, is_grouped(frame) ? ", " : "");
        sow_svg_escape(svg->spots, frame->columns.text[point->column]);
    }
}

void sow_svg_strip(struct sow_svg *svg, const struct sow_frame *frame)
{
    enum { MOST = 100, ROLE_BYTES = 32 };
    struct rows rows;
    struct strip strip = {frame, &rows,
                          frame->count / (size_t)frame->rows.count / MOST + 1, 0};
    if (is_grouped(frame))
        sow_svg_key(svg, &frame->columns, false);
    place_rows(svg, frame, frame->rows.count, 0, &rows);
    put_values(svg, frame, &rows);
    for (int row = 0; row < frame->rows.count; row++)
        put_row_name(svg, &rows, row, frame->rows.text[row]);
    for (; strip.number < frame->columns.count; strip.number++) {
        char role[ROLE_BYTES];
        struct sow_look look = is_grouped(frame) ? look_of_group(frame, strip.number)
                                                 : sow_look_of("best", 0);
        (void)snprintf(role, sizeof role, "pale %s", look.role);
        look.role = role;
        put_strip_bars(svg, &strip);
        sow_svg_dots(svg, &look, strip_dot, &strip);
    }
    put_strip_spots(svg, &strip);
}
