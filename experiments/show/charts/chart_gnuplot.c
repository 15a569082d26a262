/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Charts as gnuplot scripts. Every text that is not a constant is written by
   sow_gnuplot_put, which quotes it. */
#include "chart_svg.h"
#include "sow/charts/gnuplot.h"
#include "sow/support/utf8.h"

#include <math.h>
#include <string.h>

/* Most names on an axis of intervals or strips, and most characters of a name. */
enum { LABELLED_MOST = 80, KEY_LINE = 120, COLUMN_NAME = 18, KEY_NAME = 24 };

/* How the formats are drawn. A PDF is as wide as a column of a paper, 8.4 cm. Then
   figures are not scaled, and the texts of all figures have one size. */
static const struct {
    const char *name; /* terminal of gnuplot */
    const char *unit; /* text after a length in pixels, which makes it inches of a PDF */
    const char *rest; /* font and background */
    int width;        /* width of a picture in pixels */
    int row_name;     /* most characters of the name of a row */
} TERMINALS[] = {
    [SOW_PICTURE_PDF] = {"pdfcairo", "/160.0", "font 'Sans,7'", 529, 24},
    [SOW_PICTURE_PNG] = {"pngcairo", "", "font 'Sans,10' background '#ffffff'", 760, 40},
};

/* Colours of roles on white, as in chart.css. */
static const struct {
    const char *role;
    const char *colour;
} COLOURS[] = {
    {"this", "#0b62a8"}, {"good", "#00695a"},   {"bad", "#a83a06"}, {"open", "#5a6675"},
    {"mark", "#8a5a00"}, {"failed", "#b3261e"}, {"s1", "#7a3fb0"},  {"s2", "#8a5a00"},
    {"s3", "#9d174d"},   {"s4", "#4f5a69"},     {"s5", "#2f6f3a"},
};

/* Returns the colour of a series, a static text: that of the meaning of its name, or else
   one by its number. */
static const char *colour_of(const char *name, int number)
{
    const char *role = sow_look_of(name, number).role;
    size_t i = 0;
    while (strcmp(COLOURS[i].role, role) != 0)
        i++;
    return COLOURS[i].colour;
}

/* Writes a name as a gnuplot string. Replaces its middle by an ellipsis if it is wider
   than @p most columns. */
static void put_name(FILE *out, const char *name, int most)
{
    int width = sow_utf8_width(name);
    int taken = 0;
    if (width <= most) {
        sow_gnuplot_quote(out, name);
        return;
    }
    size_t head = sow_utf8_fit(name, most - most / 3 - 1, &taken);
    size_t tail = sow_utf8_fit(name, width - most / 3, &taken);
    (void)fputc('\'', out);
    sow_gnuplot_put(out, name, head, true);
    (void)fputs("…", out);
    sow_gnuplot_put(out, name + tail, strlen(name + tail), false);
    (void)fputc('\'', out);
}

/* Returns the width of the widest label, 0 without labels. */
static int widest(const struct sow_labels *labels)
{
    int width = 0;
    for (int i = 0; i < labels->count; i++) {
        int own = sow_utf8_width(labels->text[i]);
        width = own > width ? own : width;
    }
    return width;
}

/* Returns true if rows and columns have the same long names. Numbers then replace the
   names of columns. */
static bool is_numbered(const struct sow_frame *frame)
{
    const struct sow_labels *rows = &frame->rows;
    const struct sow_labels *columns = &frame->columns;
    bool same = rows->count == columns->count && widest(columns) > COLUMN_NAME;
    for (int i = 0; same && i < rows->count; i++)
        same = strcmp(rows->text[i], columns->text[i]) == 0;
    return same;
}

/* Returns true if the vertical axis of a chart has names. */
static bool has_names_down(const struct sow_chart *chart)
{
    return chart->mark == SOW_MARK_FOREST || chart->mark == SOW_MARK_STRIP ||
           sow_mark_is_heat(chart->mark);
}

/* Returns the number of lines on the axis of names: of points in a chart of intervals,
   else of different first texts. */
static int lines_of(const struct sow_frame *frame)
{
    return frame->chart->mark == SOW_MARK_FOREST ? (int)frame->count : frame->rows.count;
}

/* Returns the height of a picture in pixels: by the number of lines and long names for
   charts with names, else a fixed one. */
static int height_of(const struct sow_frame *frame)
{
    enum {
        LINE = 22,
        THIN = 4,
        HEADS = 160,
        MARGINS = 90,
        SQUARE = 520,
        WIDE = 360,
        KEY = 18
    };
    int lines = lines_of(frame);
    switch (frame->chart->mark) {
    case SOW_MARK_HEAT:
    case SOW_MARK_CLUSTERS:
        return (is_numbered(frame) ? MARGINS : HEADS) + LINE * lines;
    case SOW_MARK_FOREST:
    case SOW_MARK_STRIP:
        return MARGINS + (lines <= LABELLED_MOST ? LINE : THIN) * lines;
    case SOW_MARK_AGAINST:
        return SQUARE;
    case SOW_MARK_LINE:
        return WIDE + (widest(&frame->rows) > KEY_NAME ? KEY * lines : 0);
    case SOW_MARK_HISTOGRAM:
    case SOW_MARK_PARALLEL:
    case SOW_MARK_SCATTER:
        break;
    }
    return WIDE;
}

/* Ways to label an axis of names. */
enum naming { NAMES, NUMBERS, NUMBERED_NAMES };

/* Writes the labels of axis @p axis ("x" or "y"): names, cut to @p most columns, or
   numbers from 1, or both. */
static void put_tics(FILE *out, const char *axis, const struct sow_labels *labels,
                     enum naming naming, int most)
{
    (void)fprintf(out, "set %stics (", axis);
    for (int i = 0; i < labels->count; i++) {
        (void)fputs(i > 0 ? ", " : "", out);
        if (naming != NUMBERS)
            put_name(out, labels->text[i], most);
        if (naming != NAMES)
            (void)fprintf(out, "%s'%s%d'", naming == NUMBERS ? "" : ".",
                          naming == NUMBERS ? "" : "  ", i + 1);
        (void)fprintf(out, " %d", i);
    }
    (void)fputs(")\n", out);
}

/* Writes a label on axis y for each point of a chart of intervals, as labels may be
   equal. Cuts labels to @p most columns. Writes none for more than LABELLED_MOST. */
static void put_line_tics(FILE *out, const struct sow_frame *frame, int most)
{
    if (frame->count > LABELLED_MOST) {
        (void)fputs("unset ytics\n", out);
        return;
    }
    (void)fputs("set ytics (", out);
    for (size_t i = 0; i < frame->count; i++) {
        (void)fputs(i > 0 ? ", " : "", out);
        put_name(out, frame->rows.text[frame->points[i].row], most);
        (void)fprintf(out, " %zu", i);
    }
    (void)fputs(")\n", out);
}

/* Returns the offset across its category, in (-0.25, 0.25), of the @p nth point of a
   strip. The golden ratio spreads points evenly, always in the same way. */
static double spread_of(size_t nth)
{
    double golden = 0.6180339887498949;
    double part = (double)nth * golden;
    return 0.5 * (part - floor(part) - 0.5);
}

/* Returns n if only every n-th point of a series or category is drawn, as more could not
   be distinguished; 1 if all are. */
static size_t step_of(const struct sow_frame *frame)
{
    enum { LINE_MOST = 200, STRIP_MOST = 100 };
    size_t each = frame->rows.count > 0 ? frame->count / (size_t)frame->rows.count : 0;
    if (frame->chart->mark == SOW_MARK_LINE)
        return each / LINE_MOST + 1;
    return frame->chart->mark == SOW_MARK_STRIP ? each / STRIP_MOST + 1 : 1;
}

/* Returns true if a chart joins the points of a series by a line. */
static bool has_lines(const struct sow_chart *chart)
{
    return chart->mark == SOW_MARK_LINE || chart->mark == SOW_MARK_PARALLEL;
}

/* Writes the data $d: for each point its four values, the index of its second text, and
   its line (of a strip with an offset). Lines of a chart are separate blocks. Leaves out
   points by step_of, and without a first value. */
static void put_data(FILE *out, const struct sow_frame *frame)
{
    size_t step = step_of(frame);
    size_t nth = 0;
    (void)fputs("$d << EOD\n", out);
    for (size_t i = 0; i < frame->count; i++) {
        const struct sow_point *point = &frame->points[i];
        bool last = i + 1 == frame->count || point[1].row != point->row;
        nth = i > 0 && point[-1].row == point->row ? nth + 1 : 0;
        bool is_bar = frame->chart->mark == SOW_MARK_FOREST && isfinite(point->value[1]);
        if ((!isfinite(point->value[0]) && !is_bar) || (nth % step != 0 && !last))
            continue;
        if (has_lines(frame->chart) && i > 0 && nth == 0)
            (void)fputs("\n\n", out);
        for (int k = 0; k < SOW_POINT_VALUES; k++)
            if (isfinite(point->value[k]))
                (void)fprintf(out, "%.9g ", point->value[k]);
            else
                (void)fputs("NaN ", out);
        double line = frame->chart->mark == SOW_MARK_FOREST ? (double)i : point->row;
        (void)fprintf(out, "%d %.9g\n", point->column,
                      frame->chart->mark == SOW_MARK_STRIP ? line + spread_of(i) : line);
    }
    (void)fputs("EOD\n", out);
}

/* Writes terminal and size for the format @p picture, colours, title and labels of the
   axes. */
static void put_head(FILE *out, const struct sow_frame *frame, enum sow_picture picture)
{
    const char *unit = TERMINALS[picture].unit;
    (void)fprintf(out, "set terminal %s noenhanced size %d%s,%d%s %s",
                  TERMINALS[picture].name, TERMINALS[picture].width, unit,
                  height_of(frame), unit, TERMINALS[picture].rest);
    (void)fputs("\nset encoding utf8\nset border 3 lc rgb '#5b6470'\n"
                "set grid lc rgb '#d9dee4' lt 1\n"
                "set tics nomirror textcolor rgb '#1f2933'\nunset key\nset title ",
                out);
    sow_gnuplot_quote(out, frame->chart->title);
    (void)fputs("\nset xlabel ", out);
    sow_gnuplot_quote(out, frame->chart->x);
    (void)fputs("\nset ylabel ", out);
    sow_gnuplot_quote(out, has_names_down(frame->chart) ? "" : frame->chart->y);
    (void)fputc('\n', out);
}

/* Draws the chart's reference as a dashed line: level in a chart of lines, else
   upright. */
static void put_reference(FILE *out, const struct sow_chart *chart)
{
    double at = chart->reference;
    if (chart->mark == SOW_MARK_LINE)
        (void)fprintf(out, "set arrow from graph 0, first %.9g to graph 1, first %.9g",
                      at, at);
    else
        (void)fprintf(out, "set arrow from %.9g, graph 0 to %.9g, graph 1", at, at);
    (void)fputs(" nohead dt 2 lc rgb '#5b6470'\n", out);
}

/* Writes ranges, names and reference of the axes. The axis of values goes from @p low to
   @p high, with 2 % of room at both ends. */
static void put_axes(FILE *out, const struct sow_frame *frame, enum sow_picture picture,
                     double low, double high)
{
    const struct sow_chart *chart = frame->chart;
    double room = 0.02 * (high - low);
    if (chart->mark == SOW_MARK_PARALLEL)
        (void)fprintf(out, "set cbrange [%.9g:%.9g]\n", low, high);
    else if (chart->mark == SOW_MARK_HISTOGRAM)
        (void)fprintf(out, "set xrange [%.9g:%.9g]\nset yrange [0:]\nset grid noxtics\n",
                      low - room, high + room);
    else if (!sow_mark_is_heat(chart->mark))
        (void)fprintf(out, "set %srange [%.9g:%.9g]\n", has_names_down(chart) ? "x" : "y",
                      low - room, high + room);
    if (has_names_down(chart)) {
        (void)fprintf(out, "set yrange [%d-0.5:-0.5]\nset grid noytics\n",
                      lines_of(frame));
        if (chart->mark == SOW_MARK_FOREST)
            put_line_tics(out, frame, TERMINALS[picture].row_name);
        else
            put_tics(out, "y", &frame->rows,
                     sow_mark_is_heat(chart->mark) && is_numbered(frame) ? NUMBERED_NAMES
                                                                         : NAMES,
                     TERMINALS[picture].row_name);
    }
    if ((chart->mark == SOW_MARK_FOREST || chart->mark == SOW_MARK_HISTOGRAM ||
         chart->mark == SOW_MARK_LINE) &&
        !isnan(chart->reference))
        put_reference(out, chart);
    if (chart->mark == SOW_MARK_AGAINST)
        (void)fprintf(out, "set xrange [%.9g:%.9g]\nset size square\n", low - room,
                      high + room);
}

/* ---- Marks ---- */

/* Writes @p x as a whole number with a comma between thousands, and then @p after. */
static void put_whole(FILE *out, double x, const char *after)
{
    char digits[32];
    int length = snprintf(digits, sizeof digits, "%.0f", x);
    for (int i = 0; i < length; i++)
        (void)fprintf(out, "%s%c",
                      i > 0 && digits[i - 1] != '-' && (length - i) % 3 == 0 ? "," : "",
                      digits[i]);
    (void)fputs(after, out);
}

/* Labels the powers of ten in a range of axis x that is logarithmic. */
static void put_decades(FILE *out, double low, double high)
{
    (void)fprintf(out, "set logscale x\nset xrange [%.9g:%.9g]\nset xtics (", 0.9 * low,
                  1.1 * high);
    const char *before = "'";
    int last = (int)floor(log10(1.1 * high));
    for (int power = (int)ceil(log10(0.9 * low)); power <= last; power++) {
        double x = pow(10, power);
        (void)fputs(before, out);
        put_whole(out, x, "' ");
        (void)fprintf(out, "%.9g", x);
        before = ", '";
    }
    (void)fputs(")\n", out);
}

/* Labels axis x between @p low and @p high in steps of 1, 2 or 5 times a power of ten, at
   least 1000. There are at most six steps. */
static void put_thousands(FILE *out, double low, double high)
{
    static const double NEXT[] = {2, 2.5, 2};
    enum { MOST = 6, NEXT_COUNT = sizeof NEXT / sizeof NEXT[0] };
    double step = 1000;
    for (int i = 0; (high - low) / step > MOST; i++)
        step *= NEXT[i % NEXT_COUNT];
    (void)fputs("set xtics (", out);
    const char *before = "'";
    int last = (int)floor(high / step);
    for (int i = (int)ceil(low / step); i <= last; i++) {
        double x = i * step;
        (void)fputs(before, out);
        put_whole(out, x, "' ");
        (void)fprintf(out, "%.9g", x);
        before = ", '";
    }
    (void)fputs(")\n", out);
}

/* Sets the labels of axis x of a chart of lines. A logarithmic axis has powers of ten.
   Whole numbers have steps of 1 in a small range, and commas between thousands if they
   are large. Otherwise gnuplot chooses. */
static void put_steps(FILE *out, const struct sow_frame *frame)
{
    enum { FEW = 12, LARGE = 10000 };
    double low = (double)INFINITY;
    double high = -(double)INFINITY;
    bool whole = true;
    for (size_t i = 0; i < frame->count; i++) {
        double x = frame->points[i].value[0];
        whole = whole && !(floor(x) < x);
        low = fmin(low, x);
        high = fmax(high, x);
    }
    if (frame->decades)
        put_decades(out, low, high);
    else if (whole && high >= LARGE && 2 * (high - low) >= LARGE)
        put_thousands(out, low, high);
    else if (whole && high - low <= FEW)
        (void)fputs("set xtics 1\n", out);
}

/* Draws lines. Names are at the right, or above if they are long. Bands are paler if
   there are many lines. Lines of the same colour have different dashes. Points are
   marked if there are few of them, so that a single one is seen. */
static void plot_lines(FILE *out, const struct sow_frame *frame)
{
    enum { MARKED_MOST = 40, DASHES = 5 };
    bool is_long = widest(&frame->rows) > KEY_NAME;
    const char *density = frame->rows.count > 3 ? "0.07" : "0.16";
    const char *style = frame->count <= (size_t)frame->rows.count * MARKED_MOST
                            ? "linespoints pt 7 ps 0.4"
                            : "lines";
    put_steps(out, frame);
    (void)fprintf(out, "set key outside %s\nplot ",
                  is_long ? "above left Left reverse maxcols 1" : "right center");
    for (int i = 0; i < frame->rows.count; i++) {
        const char *colour = colour_of(frame->rows.text[i], i);
        (void)fprintf(out,
                      "%s$d index %d using 1:3:4 with filledcurves fc rgb '%s' fs "
                      "transparent solid %s notitle, ",
                      i > 0 ? ", " : "", i, colour, density);
        (void)fprintf(out, "$d index %d using 1:2 with %s lw 2 dt %d lc rgb '%s' title ",
                      i, style, 1 + i % DASHES, colour);
        put_name(out, frame->rows.text[i], KEY_LINE);
    }
    (void)fputc('\n', out);
}

/* Returns true if a point of this group has this value. gnuplot reports an error for a
   plot without any. */
static bool has_value(const struct sow_frame *frame, int group, int place)
{
    for (size_t i = 0; i < frame->count; i++)
        if (frame->points[i].column == group && isfinite(frame->points[i].value[place]))
            return true;
    return false;
}

/* Draws intervals and points, in a colour for each group, with a key if there are
   several. */
static void plot_forest(FILE *out, const struct sow_frame *frame)
{
    const char *size = frame->count > LABELLED_MOST ? "0.25" : "0.6";
    const char *width = frame->count > LABELLED_MOST ? "1" : "2";
    (void)fputs(frame->columns.count > 1 ? "set key above\nplot " : "plot ", out);
    for (int i = 0; i < frame->columns.count; i++) {
        const char *colour = colour_of(frame->columns.text[i], i);
        if (has_value(frame, i, 1))
            (void)fprintf(out,
                          "$d using ($5==%d?$2:NaN):6:2:3 with xerrorbars pt -1 lw "
                          "%s lc rgb '%s' notitle, ",
                          i, width, colour);
        (void)fprintf(out,
                      "$d using ($5==%d?$1:NaN):6 with points pt 7 ps %s lc rgb '%s' "
                      "title ",
                      i, size, colour);
        sow_gnuplot_quote(out, frame->columns.text[i]);
        (void)fputs(i + 1 < frame->columns.count ? ", " : "\n", out);
    }
}

/* Draws a heat map. Even its darkest colours are pale enough for dark figures (a
   contrast of 4.5:1). They are those of chart_svg_heat.c on white. */
static void plot_heat(FILE *out, const struct sow_frame *frame)
{
    double low;
    double high;
    sow_frame_range(frame, &low, &high);
    bool numbered = is_numbered(frame);
    bool judged = frame->chart->above == SOW_ABOVE_BETTER;
    put_tics(out, "x", &frame->columns, numbered ? NUMBERS : NAMES, COLUMN_NAME);
    (void)fputs(numbered ? "" : "set xtics rotate by -35\n", out);
    (void)fprintf(
        out,
        "set xrange [-0.5:%d-0.5]\n"
        "set tics scale 0\nset cbrange [%.9g:%.9g]\nset palette defined (0 %s1 '%s')\n"
        "unset colorbox\nunset grid\n"
        "plot $d using 5:6:(0.5):(0.5):1 with boxxyerror fc palette fs solid "
        "noborder, ",
        frame->columns.count, low, high,
        judged ? "'#d7a58e', 0.5 '#ffffff', " : "'#ffffff', ",
        judged ? "#8bbbb5" : "#90b8d7");
    for (int i = 0; i < frame->columns.count; i++)
        if (has_value(frame, i, 1))
            (void)fprintf(out,
                          "$d using ($5==%d&&$2==$2?$5:NaN):6:(0.47):(0.42) with "
                          "boxxyerror lc rgb '#18212d' lw 2 fs empty border notitle, ",
                          i);
    (void)fputs("$d using 5:6:(gprintf('%.2f', $1)) with labels tc rgb '#18212d'\n", out);
}

/* Draws the points of all categories, half transparent. */
static void plot_strip(FILE *out, const struct sow_frame *frame)
{
    (void)fputs("plot ", out);
    if (has_value(frame, 0, 1))
        (void)fputs("$d using 1:6:2:3 with xerrorbars pt -1 lw 0.7 lc rgb '#800b62a8', ",
                    out);
    (void)fputs("$d using 1:6 with points pt 7 ps 0.5 lc rgb '#800b62a8'\n", out);
}

/* Draws points, with the intervals of those that have one. Predicted against observed
   values have the diagonal behind them. */
static void plot_against(FILE *out, const struct sow_frame *frame)
{
    bool diagonal = frame->chart->mark == SOW_MARK_AGAINST;
    (void)fputs(diagonal ? "plot x with lines dt 2 lc rgb '#5b6470', " : "plot ", out);
    if (has_value(frame, 0, 2))
        (void)fputs("$d using 1:2:3:4 with yerrorbars pt -1 lw 1.5 lc rgb "
                    "'#0b62a8', ",
                    out);
    (void)fputs("$d using 1:2 with points pt 7 ps 0.7 lc rgb '#0b62a8'\n", out);
}

/* Draws each bin as a box. */
static void plot_histogram(FILE *out, const struct sow_frame *frame)
{
    (void)frame;
    (void)fputs("plot $d using (($1+$2)/2):3:(0.92*($2-$1)) with boxes fs solid noborder "
                "lc rgb '#0b62a8'\n",
                out);
}

/* Writes the name of a setting, or its value if @p value, from a label `name = value`. A
   label without " = " is written whole. */
static void put_setting(FILE *out, const char *label, bool value)
{
    const char *sign = strstr(label, " = ");
    char name[COLUMN_NAME * 4 + 1];
    if (value || sign == NULL) {
        put_name(out, sign != NULL ? sign + 3 : label, COLUMN_NAME);
        return;
    }
    (void)snprintf(name, sizeof name, "%.*s", (int)(sign - label), label);
    put_name(out, name, COLUMN_NAME);
}

/* Writes a vertical axis with its name for each setting, and each value at its height on
   the axis. */
static void put_settings(FILE *out, const struct sow_frame *frame)
{
    int axes = 0;
    for (int i = 0; i < frame->columns.count; i++) {
        const struct sow_point *point = frame->points;
        while (point->column != i)
            point++;
        int axis = (int)point->value[1];
        (void)fputs("set label ", out);
        put_setting(out, frame->columns.text[i], true);
        (void)fprintf(out, " at %d,%.9g right offset -1,0 front boxed tc rgb '#1f2933'\n",
                      axis, point->value[2]);
        if (axis < axes)
            continue;
        axes = axis + 1;
        (void)fprintf(out,
                      "set arrow from %d,-0.08 to %d,1.08 nohead lc rgb '#5b6470'\n"
                      "set xtics add (",
                      axis, axis);
        put_setting(out, frame->columns.text[i], false);
        (void)fprintf(out, " %d)\n", axis);
    }
    (void)fprintf(out, "set xrange [-0.6:%d-0.6]\nset yrange [-0.1:1.1]\n", axes);
}

/* Draws a line for each combination of settings, coloured by its value. Each line is
   moved a little, so that lines through the same values can be told apart. */
static void plot_parallel(FILE *out, const struct sow_frame *frame)
{
    (void)fputs("unset border\nunset ytics\nunset grid\nset xtics scale 0 ()\n"
                "set style textbox opaque fillcolor '#ffffff' noborder margins 0.4,0.2\n",
                out);
    put_settings(out, frame);
    (void)fputs("set palette defined (0 '#c2410c', 0.5 '#8a8f98', 1 '#0b62a8')\n"
                "set colorbox\nset cblabel ",
                out);
    sow_gnuplot_quote(out, frame->chart->y);
    (void)fputs("\nset ylabel ''\nplot $d using 2:($3+0.1*($6*0.618034-"
                "floor($6*0.618034)-0.5)):1 with lines lw 2 lc palette\n",
                out);
}

/* Writes the whole script of a picture: head, axes, data, and the plot of the chart's
   mark. */
static void write_script(FILE *out, const struct sow_frame *frame,
                         enum sow_picture picture)
{
    static void (*const PLOT[])(FILE *, const struct sow_frame *) = {
        [SOW_MARK_LINE] = plot_lines,        [SOW_MARK_FOREST] = plot_forest,
        [SOW_MARK_HEAT] = plot_heat,         [SOW_MARK_STRIP] = plot_strip,
        [SOW_MARK_AGAINST] = plot_against,   [SOW_MARK_HISTOGRAM] = plot_histogram,
        [SOW_MARK_PARALLEL] = plot_parallel, [SOW_MARK_CLUSTERS] = plot_heat,
        [SOW_MARK_SCATTER] = plot_against,
    };
    double low;
    double high;
    sow_frame_range(frame, &low, &high);
    put_head(out, frame, picture);
    put_axes(out, frame, picture, low, high);
    put_data(out, frame);
    PLOT[frame->chart->mark](out, frame);
}

/* Context of write_drawing. */
struct drawing {
    const struct sow_frame *frame;
    enum sow_picture picture;
};

/* Writes the script of a drawing (sow_gnuplot_fn). @p context is a struct drawing. */
static void write_drawing(void *context, FILE *script)
{
    const struct drawing *drawing = context;
    write_script(script, drawing->frame, drawing->picture);
}

enum sow_status sow_chart_draw(const struct sow_frame *frame, enum sow_picture picture,
                               FILE *out, struct sow_err *err)
{
    struct drawing drawing = {frame, picture};
    return sow_gnuplot_draw(write_drawing, &drawing, out, err);
}
