/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts with two axes of values in SVG: lines, points, histograms. */
#include "chart_svg.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Axes ---- */

/* A plot with two axes. */
struct plot {
    struct sow_svg_scale across, down;
    struct sow_svg_ticks x, y;
    bool whole; /* true if all x are whole numbers */
};

/* Returns the width of the widest label of ticks. */
static double widest_tick(const struct sow_svg_ticks *ticks)
{
    double width = 0;
    char number[SOW_SVG_BYTES];
    for (int i = 0; i < ticks->count; i++)
        width = fmax(width,
                     sow_svg_width(sow_svg_number(number, ticks->value[i], ticks->step)));
    return width;
}

/* Gives a plot its place: from @p left, where the labels of axis y begin, to @p right,
   and
   @p height pixels down from @p top. Finds its ticks. */
static void place_plot(struct plot *plot, double left, double right, double top,
                       double height)
{
    enum { APART_DOWN = 34, APART = 54, SPACE = 14, AFTER = 8 };
    plot->down.from = top + height;
    plot->down.to = top;
    sow_svg_find_ticks(&plot->down, APART_DOWN, false, &plot->y);
    plot->across.from = left + widest_tick(&plot->y) + AFTER;
    plot->across.to = right;
    double apart = APART;
    do {
        sow_svg_find_ticks(&plot->across, apart, plot->whole, &plot->x);
        apart = fmax(1.5 * apart, widest_tick(&plot->x) + SPACE);
    } while (plot->x.count > 1 && sow_svg_at(&plot->across, plot->x.value[1]) -
                                          sow_svg_at(&plot->across, plot->x.value[0]) <
                                      widest_tick(&plot->x) + SPACE);
}

/* Draws the lines and labels of a plot's ticks, and names below and above the axes. */
static void put_axes(const struct sow_svg *svg, const struct plot *plot,
                     const char *x_name, const char *y_name)
{
    enum { BELOW = 16, NAME = 32, ABOVE = 10, BESIDE = 6, MIDDLE = 4 };
    char number[SOW_SVG_BYTES];
    double left = plot->across.from;
    double right = plot->across.to;
    (void)fputs("<path class=\"grid\" d=\"", svg->out);
    for (int i = 0; i < plot->y.count; i++) {
        sow_svg_path(svg->out, "M", left, sow_svg_at(&plot->down, plot->y.value[i]));
        (void)fprintf(svg->out, "h%.0f", right - left);
    }
    for (int i = 0; i < plot->x.count; i++) {
        sow_svg_path(svg->out, "M", sow_svg_at(&plot->across, plot->x.value[i]),
                     plot->down.from);
        (void)fputs("v4", svg->out);
    }
    (void)fputs("\"/>\n", svg->out);
    for (int i = 0; i < plot->y.count; i++)
        sow_svg_text(svg, left - BESIDE,
                     sow_svg_at(&plot->down, plot->y.value[i]) + MIDDLE, SOW_SVG_LEFT_OF,
                     "dim", sow_svg_number(number, plot->y.value[i], plot->y.step));
    for (int i = 0; i < plot->x.count; i++) {
        (void)sow_svg_number(number, plot->x.value[i], plot->x.step);
        double half = sow_svg_width(number) / 2;
        double x = sow_svg_at(&plot->across, plot->x.value[i]);
        sow_svg_text(svg, fmin(fmax(x, half), svg->width - half), plot->down.from + BELOW,
                     SOW_SVG_AROUND, "dim", number);
    }
    sow_svg_fit(number, x_name, svg->width);
    double half = sow_svg_width(number) / 2;
    if (number[0] != '\0')
        sow_svg_text(svg, fmin(fmax((left + right) / 2, half), svg->width - half),
                     plot->down.from + NAME, SOW_SVG_AROUND, "dim", number);
    sow_svg_fit(number, y_name, svg->width);
    if (number[0] != '\0')
        sow_svg_text(svg, 0, plot->down.to - ABOVE, SOW_SVG_RIGHT_OF, "dim", number);
}

/* Draws the chart's reference, if there is one, as a dashed line: level if @p level, else
   upright. */
static void put_reference(const struct sow_svg *svg, const struct plot *plot,
                          double reference, bool level)
{
    if (isnan(reference))
        return;
    (void)fputs("<path class=\"ref\" d=\"", svg->out);
    if (level) {
        sow_svg_path(svg->out, "M", plot->across.from,
                     sow_svg_at(&plot->down, reference));
        (void)fprintf(svg->out, "h%.0f\"/>\n", plot->across.to - plot->across.from);
    } else {
        sow_svg_path(svg->out, "M", sow_svg_at(&plot->across, reference), plot->down.to);
        (void)fprintf(svg->out, "v%.0f\"/>\n", plot->down.from - plot->down.to);
    }
}

/* Sets both scales of a plot: axis y by sow_frame_range, axis x by the first values. */
static void scale_plot(struct plot *plot, const struct sow_frame *frame)
{
    *plot = (struct plot){
        .whole = true,
        .across = {(double)INFINITY, -(double)INFINITY, 0, 0, frame->decades}};
    sow_frame_range(frame, &plot->down.low, &plot->down.high);
    for (size_t i = 0; i < frame->count; i++) {
        double x = frame->points[i].value[0];
        if (!isfinite(x))
            continue;
        plot->across.low = fmin(plot->across.low, x);
        plot->across.high = fmax(plot->across.high, x);
        plot->whole = plot->whole && !(floor(x) < x);
    }
    if (!(plot->across.low < plot->across.high)) {
        double x = isfinite(plot->across.low) ? plot->across.low : 0;
        plot->across.low = frame->decades ? x / 2 : x - 1;
        plot->across.high = frame->decades ? x * 2 : x + 1;
    }
    if (frame->chart->low >= frame->chart->high) {
        double room = 0.03 * (plot->down.high - plot->down.low);
        plot->down.low -= room;
        plot->down.high += room;
    }
}

/* ---- Lines ---- */

/* A series: the points of a line, one after the other. */
struct series {
    const struct sow_point *points;
    size_t count;
    size_t step; /* every n-th point is drawn, and the last */
    const struct plot *plot;
};

/* Finds the next series of a frame from point @p *from on, and moves @p *from behind it.
   Returns false if there is none. */
static bool next_series(const struct sow_frame *frame, const struct plot *plot,
                        size_t *from, struct series *series)
{
    size_t end = *from;
    if (end == frame->count)
        return false;
    while (end < frame->count && frame->points[end].row == frame->points[*from].row)
        end++;
    *series = (struct series){frame->points + *from, end - *from, 1, plot};
    *from = end;
    return true;
}

/* Thins out a series in a plot that has its place: a point every three pixels is enough.
 */
static void thin_out(struct series *series)
{
    const struct sow_svg_scale *across = &series->plot->across;
    size_t most = (size_t)((across->to - across->from) / 3);
    series->step = series->count / (most > 0 ? most : 1) + 1;
}

/* Returns the number of the drawn point behind point @p i of a series. */
static size_t following(const struct series *series, size_t i)
{
    size_t last = series->count - 1;
    return i < last && i + series->step > last ? last : i + series->step;
}

/* Returns the place of the next point of a series that has values. A sow_dots_fn. */
static bool series_dot(const void *context, size_t *i, double *x, double *y)
{
    const struct series *series = context;
    for (; *i < series->count; *i = following(series, *i)) {
        const double *value = series->points[*i].value;
        if (!isfinite(value[0]) || !isfinite(value[1]))
            continue;
        *x = sow_svg_at(&series->plot->across, value[0]);
        *y = sow_svg_at(&series->plot->down, value[1]);
        *i = following(series, *i);
        return true;
    }
    return false;
}

/* Returns true if a point of a series has a band. */
static bool has_band(const struct sow_point *point)
{
    return isfinite(point->value[0]) && isfinite(point->value[2]) &&
           isfinite(point->value[3]);
}

/* Writes the band from point @p from of a series up to before @p end, all of which have
   one: an area, or a bar for a single point. */
static void put_band(const struct sow_svg *svg, const struct series *series,
                     const char *role, size_t from, size_t end)
{
    const struct plot *plot = series->plot;
    bool alone = following(series, from) >= end;
    const char *command = "M";
    (void)fprintf(svg->out, "<path class=\"%s %s\" d=\"", alone ? "bar" : "band", role);
    for (int side = 3; side >= 2; side--) {
        size_t last = from;
        for (size_t i = from; i < end; i = following(series, i))
            last = i;
        size_t i = side == 3 ? from : last;
        for (;;) {
            const double *value = series->points[i].value;
            sow_svg_path(svg->out, command, sow_svg_at(&plot->across, value[0]),
                         sow_svg_at(&plot->down, value[side]));
            command = "L";
            if (i == (side == 3 ? last : from))
                break;
            /* Points have equal distances but for the last one. */
            i = side == 3                                         ? following(series, i)
                : i == series->count - 1 && i % series->step != 0 ? i - i % series->step
                                                                  : i - series->step;
        }
    }
    (void)fputs("\"/>\n", svg->out);
}

/* Writes the bands of a series. A point without a band interrupts them. */
static void put_bands(const struct sow_svg *svg, const struct series *series,
                      const char *role)
{
    for (size_t i = 0; i < series->count;) {
        size_t end = i;
        while (end < series->count && has_band(&series->points[end]))
            end = following(series, end);
        if (end > i)
            put_band(svg, series, role, i, end);
        i = end > i ? end : following(series, i);
    }
}

/* Notes the values of a series that can be read. */
static void put_series_spots(const struct sow_svg *svg, const struct sow_frame *frame,
                             const struct series *series)
{
    const struct plot *plot = series->plot;
    double range = plot->down.high - plot->down.low;
    for (size_t i = 0; i < series->count && svg->spots != NULL;
         i = following(series, i)) {
        const struct sow_point *point = &series->points[i];
        const double *value = point->value;
        char words[SOW_SVG_BYTES];
        if (!isfinite(value[0]) || !isfinite(value[1]) ||
            !sow_svg_spot(svg, sow_svg_at(&plot->across, value[0]),
                          sow_svg_at(&plot->down, value[1])))
            continue;
        sow_svg_escape(svg->spots, frame->chart->x);
        (void)fprintf(
            svg->spots, " %s: ",
            sow_svg_number(words, value[0], plot->whole ? 1 : plot->x.step / 10));
        sow_svg_escape(svg->spots, frame->rows.text[point->row]);
        sow_svg_words(words, value[1], value[2], value[3], range);
        (void)fprintf(svg->spots, " %s", words);
    }
}

/* Draws a series: its band, its line, and its points if they are few. */
static void draw_series(const struct sow_svg *svg, const struct sow_frame *frame,
                        const struct series *series, const struct sow_look *look)
{
    enum { MARKED_MOST = 40 };
    const char *command = "M";
    put_bands(svg, series, look->role);
    (void)fprintf(svg->out, "<path class=\"line %s\"", look->role);
    if (look->dash[0] != '\0')
        (void)fprintf(svg->out, " stroke-dasharray=\"%s\"", look->dash);
    (void)fputs(" d=\"", svg->out);
    for (size_t i = 0; i < series->count; i = following(series, i)) {
        const double *value = series->points[i].value;
        if (isfinite(value[0]) && isfinite(value[1]))
            sow_svg_path(svg->out, command, sow_svg_at(&series->plot->across, value[0]),
                         sow_svg_at(&series->plot->down, value[1]));
        command = isfinite(value[1]) ? "L" : "M";
    }
    (void)fputs(command[0] == 'L' ? "\"/>\n" : "M0 0\"/>\n", svg->out);
    if (series->count <= MARKED_MOST)
        sow_svg_dots(svg, look, series_dot, series);
    put_series_spots(svg, frame, series);
}

/* Most lines that share a plot. */
enum { TOGETHER = 5 };

/* A name at the end of a line. */
struct ending {
    double y;
    int row;
};

/* Compares two endings for qsort: from the top. */
static int by_height(const void *a, const void *b)
{
    const struct ending *x = a;
    const struct ending *y = b;
    return x->y != y->y ? (x->y > y->y) - (x->y < y->y) : x->row - y->row;
}

/* Writes names at the ends of lines, @p x pixels from the left, far enough apart. */
static void put_endings(const struct sow_svg *svg, const struct sow_frame *frame,
                        const struct plot *plot, double x)
{
    enum { APART = 15, MIDDLE = 4 };
    struct ending endings[TOGETHER];
    struct series series;
    int count = 0;
    for (size_t from = 0; count < TOGETHER && next_series(frame, plot, &from, &series);) {
        double y = plot->down.from;
        for (size_t i = 0; i < series.count; i++)
            if (isfinite(series.points[i].value[1]))
                y = sow_svg_at(&plot->down, series.points[i].value[1]);
        endings[count++] = (struct ending){y, series.points[0].row};
    }
    qsort(endings, (size_t)count, sizeof endings[0], by_height);
    for (int i = 1; i < count; i++)
        endings[i].y = fmax(endings[i].y, endings[i - 1].y + APART);
    double over = count > 0 ? fmax(0, endings[count - 1].y - plot->down.from) : 0;
    for (int i = 0; i < count; i++) {
        char role[64];
        char shown[SOW_SVG_BYTES];
        const char *name = frame->rows.text[endings[i].row];
        sow_svg_fit(shown, name, svg->width - x);
        (void)snprintf(role, sizeof role, "name %s",
                       sow_look_of(name, endings[i].row).role);
        sow_svg_text(svg, x, endings[i].y - over + MIDDLE, SOW_SVG_RIGHT_OF, role, shown);
    }
}

/* Draws up to five lines in one plot. Their names are at their ends, or above if they
   are long. */
static void draw_together(struct sow_svg *svg, const struct sow_frame *frame,
                          struct plot *plot)
{
    enum { HEIGHT = 220, NARROW = 480, NARROW_HEIGHT = 190, ABOVE = 24, BELOW = 36 };
    enum { GAP = 8, EDGE = 8 };
    double names = sow_svg_widest(&frame->rows, svg->width);
    bool beside = names <= svg->width * 0.28 && frame->rows.count > 1;
    if (!beside && names > 0 && frame->rows.count > 1)
        sow_svg_key(svg, &frame->rows, true);
    double right = svg->width - (beside ? names * 1.12 + GAP : EDGE);
    double height = svg->width < NARROW ? NARROW_HEIGHT : HEIGHT;
    place_plot(plot, 0, right, svg->y + ABOVE, height);
    put_axes(svg, plot, frame->chart->x, frame->chart->y);
    put_reference(svg, plot, frame->chart->reference, true);
    struct series series;
    for (size_t from = 0; next_series(frame, plot, &from, &series);) {
        int row = series.points[0].row;
        struct sow_look look = frame->rows.count > 1
                                   ? sow_look_of(frame->rows.text[row], row)
                                   : sow_look_of("best", 0);
        thin_out(&series);
        draw_series(svg, frame, &series, &look);
    }
    sow_svg_reference(svg, frame, &plot->across, &plot->down);
    if (beside)
        put_endings(svg, frame, plot, right + GAP);
    svg->y = plot->down.from + BELOW;
}

/* Draws each line in a panel of its own; all panels have the same scales. */
static void draw_panels(struct sow_svg *svg, const struct sow_frame *frame,
                        struct plot *plot)
{
    enum { PANEL = 210, HEIGHT = 90, TITLE = 26, BELOW = 26, GAP = 16, NAME = 16 };
    static const struct sow_look OWN = {"this", "", false};
    int across = (int)((svg->width + GAP) / (PANEL + GAP));
    across = across < 2 ? 2 : across > 4 ? 4 : across;
    double wide = (svg->width + GAP) / across - GAP;
    double top = svg->y;
    int nth = 0;
    struct series series;
    for (size_t from = 0; next_series(frame, plot, &from, &series); nth++) {
        char shown[SOW_SVG_BYTES];
        double left = nth % across * (wide + GAP);
        if (nth > 0 && nth % across == 0)
            top += TITLE + HEIGHT + BELOW;
        place_plot(plot, left, left + wide - 4, top + TITLE, HEIGHT);
        sow_svg_fit(shown, frame->rows.text[series.points[0].row], wide / 1.12);
        sow_svg_text(svg, left, top + SOW_SVG_SIZE, SOW_SVG_RIGHT_OF, "name", shown);
        put_axes(svg, plot, "", "");
        put_reference(svg, plot, frame->chart->reference, true);
        thin_out(&series);
        draw_series(svg, frame, &series, &OWN);
    }
    svg->y = top + TITLE + HEIGHT + BELOW;
    char words[SOW_SVG_BYTES];
    (void)snprintf(words, sizeof words, "across: %s; up: %s", frame->chart->x,
                   frame->chart->y);
    sow_svg_paragraph(svg, "dim", SOW_SVG_SIZE, words);
}

void sow_svg_lines(struct sow_svg *svg, const struct sow_frame *frame)
{
    struct plot plot;
    scale_plot(&plot, frame);
    if (frame->rows.count > TOGETHER)
        draw_panels(svg, frame, &plot);
    else
        draw_together(svg, frame, &plot);
}

/* ---- Points ---- */

/* Context of plain_dot. */
struct plotted {
    const struct sow_frame *frame;
    const struct plot *plot;
};

/* Returns the place of the next point that has two values. A sow_dots_fn. */
static bool plain_dot(const void *context, size_t *i, double *x, double *y)
{
    const struct plotted *plotted = context;
    while (*i < plotted->frame->count) {
        const double *value = plotted->frame->points[(*i)++].value;
        if (!isfinite(value[0]) || !isfinite(value[1]))
            continue;
        *x = sow_svg_at(&plotted->plot->across, value[0]);
        *y = sow_svg_at(&plotted->plot->down, value[1]);
        return true;
    }
    return false;
}

/* Draws the intervals of points, upright. */
static void put_bars(const struct sow_svg *svg, const struct sow_frame *frame,
                     const struct plot *plot)
{
    (void)fputs("<path class=\"bar this\" d=\"M0 0", svg->out);
    for (size_t i = 0; i < frame->count; i++) {
        const double *value = frame->points[i].value;
        if (!has_band(&frame->points[i]))
            continue;
        double x = sow_svg_at(&plot->across, value[0]);
        sow_svg_path(svg->out, "M", x, sow_svg_at(&plot->down, value[2]));
        sow_svg_path(svg->out, "L", x, sow_svg_at(&plot->down, value[3]));
    }
    (void)fputs("\"/>\n", svg->out);
}

/* Returns true if a text would touch another text of @p taken, boxes of four numbers:
   left, right, top and bottom. */
static bool touches(const double *box, double (*taken)[4], int count)
{
    for (int i = 0; i < count; i++)
        if (box[0] < taken[i][1] && box[1] > taken[i][0] && box[2] < taken[i][3] &&
            box[3] > taken[i][2])
            return true;
    return false;
}

/* Writes the names of points beside them, left or right, as far as there is room. */
static void put_names(const struct sow_svg *svg, const struct sow_frame *frame,
                      const struct plot *plot)
{
    enum { MOST = 60, BESIDE = 8, HALF = 6, MIDDLE = 4 };
    double taken[2 * MOST][4];
    struct plotted plotted = {frame, plot};
    int count = 0;
    double x;
    double y;
    for (size_t i = 0; count < MOST && plain_dot(&plotted, &i, &x, &y); count++)
        memcpy(taken[count], (double[]){x - HALF, x + HALF, y - HALF, y + HALF},
               sizeof taken[count]);
    for (size_t i = 0; count < 2 * MOST && plain_dot(&plotted, &i, &x, &y);) {
        char shown[SOW_SVG_BYTES];
        sow_svg_fit(shown, frame->rows.text[frame->points[i - 1].row], svg->width / 4);
        double wide = sow_svg_width(shown);
        for (int left = 0; left < 2 && wide > 0; left++) {
            double at = left ? x - BESIDE - wide : x + BESIDE;
            double box[] = {at, at + wide, y - HALF, y + HALF};
            if (at < plot->across.from || at + wide > svg->width ||
                touches(box, taken, count))
                continue;
            memcpy(taken[count++], box, sizeof box);
            sow_svg_text(svg, at, y + MIDDLE, SOW_SVG_RIGHT_OF, NULL, shown);
            break;
        }
    }
}

/* Notes the values of points that can be read. */
static void put_point_spots(const struct sow_svg *svg, const struct sow_frame *frame,
                            const struct plot *plot)
{
    struct plotted plotted = {frame, plot};
    double x;
    double y;
    for (size_t i = 0; svg->spots != NULL && plain_dot(&plotted, &i, &x, &y);) {
        const struct sow_point *point = &frame->points[i - 1];
        char words[SOW_SVG_BYTES];
        (void)sow_svg_spot(svg, x, y);
        sow_svg_escape(svg->spots, frame->rows.text[point->row]);
        (void)fputs(frame->rows.text[point->row][0] != '\0' ? ": " : "", svg->spots);
        sow_svg_escape(svg->spots, frame->chart->x);
        sow_svg_words(words, point->value[0], NAN, NAN,
                      plot->across.high - plot->across.low);
        (void)fprintf(svg->spots, " %s, ", words);
        sow_svg_escape(svg->spots, frame->chart->y);
        sow_svg_words(words, point->value[1], point->value[2], point->value[3],
                      plot->down.high - plot->down.low);
        (void)fprintf(svg->spots, " %s", words);
    }
}

void sow_svg_points(struct sow_svg *svg, const struct sow_frame *frame)
{
    enum { ABOVE = 24, BELOW = 36, EDGE = 8, SIDE = 400, HEIGHT = 260, AXIS = 60 };
    static const struct sow_look OWN = {"this", "", false};
    struct plot plot;
    bool diagonal = frame->chart->mark == SOW_MARK_AGAINST;
    double right = svg->width - EDGE;
    scale_plot(&plot, frame);
    if (diagonal) {
        plot.across = plot.down;
        right = fmin(right, SIDE + AXIS);
    }
    double height = diagonal ? right - AXIS : HEIGHT;
    place_plot(&plot, 0, right, svg->y + ABOVE, height);
    put_axes(svg, &plot, frame->chart->x, frame->chart->y);
    if (diagonal) {
        (void)fputs("<path class=\"ref\" d=\"", svg->out);
        sow_svg_path(svg->out, "M", plot.across.from, plot.down.from);
        sow_svg_path(svg->out, "L", plot.across.to, plot.down.to);
        (void)fputs("\"/>\n", svg->out);
    }
    put_bars(svg, frame, &plot);
    sow_svg_dots(svg, &OWN, plain_dot, &(struct plotted){frame, &plot});
    put_names(svg, frame, &plot);
    put_point_spots(svg, frame, &plot);
    svg->y = plot.down.from + BELOW;
}

/* ---- Histograms ---- */

void sow_svg_histogram(struct sow_svg *svg, const struct sow_frame *frame)
{
    enum { ABOVE = 24, BELOW = 36, HEIGHT = 200, EDGE = 12 };
    struct plot plot = {.down = {.low = 0, .high = 1}};
    char from[SOW_SVG_BYTES];
    char to[SOW_SVG_BYTES];
    sow_frame_range(frame, &plot.across.low, &plot.across.high);
    double room = 0.02 * (plot.across.high - plot.across.low);
    plot.across.low -= room;
    plot.across.high += room;
    for (size_t i = 0; i < frame->count; i++)
        if (isfinite(frame->points[i].value[2]))
            plot.down.high = fmax(plot.down.high, frame->points[i].value[2]);
    place_plot(&plot, 0, svg->width - EDGE, svg->y + ABOVE, HEIGHT);
    put_axes(svg, &plot, frame->chart->x, frame->chart->y);
    (void)fputs("<path class=\"fill this\" d=\"", svg->out);
    for (size_t i = 0; i < frame->count; i++) {
        const double *value = frame->points[i].value;
        if (!isfinite(value[0]) || !isfinite(value[1]) || !(value[2] > 0))
            continue;
        double left = sow_svg_at(&plot.across, value[0]);
        double right = sow_svg_at(&plot.across, value[1]);
        double top = sow_svg_at(&plot.down, value[2]);
        double gap = right - left > 3 ? 0.5 : 0;
        sow_svg_path(svg->out, "M", left + gap, plot.down.from);
        sow_svg_path(svg->out, "L", left + gap, top);
        sow_svg_path(svg->out, "L", right - gap, top);
        sow_svg_path(svg->out, "L", right - gap, plot.down.from);
        if (sow_svg_spot(svg, (left + right) / 2, top))
            (void)fprintf(svg->spots, "%s to %s: %.0f",
                          sow_svg_number(from, value[0], plot.x.step / 10),
                          sow_svg_number(to, value[1], plot.x.step / 10), value[2]);
    }
    (void)fputs("\"/>\n", svg->out);
    put_reference(svg, &plot, frame->chart->reference, false);
    svg->y = plot.down.from + BELOW;
}
