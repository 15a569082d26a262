/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Charts of stored runs. A chart is a row of the table of its kind of run (`charts` of
 * run.h): a mark, a query and its axes. The code that draws charts reads that table and
 * knows no kind of run.
 *
 * Ownership: the tables and their texts are static. The caller owns a frame, and
 * sow_frame_release frees what it holds.
 */
#ifndef SOW_CHARTS_CHART_H
#define SOW_CHARTS_CHART_H

#include "sow/store/store.h"

#include <stdbool.h>

/**
 * Kinds of drawing. Each needs certain columns of the query: first two texts, then
 * numbers.
 */
enum sow_mark {
    /** Lines. Columns: series, none; x, y, low and high of a band or NULL. */
    SOW_MARK_LINE,
    /** Intervals. Columns: label, group or NULL; value, low, high. A row without a value
     * is a bar alone. */
    SOW_MARK_FOREST,
    /** Heat map. Columns: row, column; value, and a mark if it is not NULL. */
    SOW_MARK_HEAT,
    /** Points on one line per category. Columns: category, group or NULL; value, low,
     * high of an interval or NULL. Pictures in SVG give each group a look. */
    SOW_MARK_STRIP,
    /** Predicted against observed values, with a diagonal. Columns: two texts;
     *  predicted, observed, low and high of observed or NULL. */
    SOW_MARK_AGAINST,
    /** Histogram. Columns: two texts; from, to, count. A count of 0 is not a bin. */
    SOW_MARK_HISTOGRAM,
    /** Parallel coordinates: a line per combination of settings. Columns: line, setting
     *  as `name = value`; the value that gives the line its colour, number of the setting
     *  from 0, height of the value on its axis from 0 to 1. */
    SOW_MARK_PARALLEL,
    /** Heat map of distances between things, in the order of their clusters. Columns as
     * of SOW_MARK_HEAT, a row for each ordered pair of things. */
    SOW_MARK_CLUSTERS,
    /** Points. Columns: name, none; x, y. */
    SOW_MARK_SCATTER
};

/** Number of marks. */
enum { SOW_MARKS = SOW_MARK_SCATTER + 1 };

/** Returns true for a mark that is drawn as a heat map. */
static inline bool sow_mark_is_heat(enum sow_mark mark)
{
    return mark == SOW_MARK_HEAT || mark == SOW_MARK_CLUSTERS;
}

/** Meanings of a value above the reference. They choose the colours of a chart, and
 *  whether the reference has a label. */
enum sow_above {
    SOW_ABOVE_PLAIN,  /**< neither better nor worse */
    SOW_ABOVE_BETTER, /**< better than the reference; below it, worse */
    SOW_ABOVE_PANEL   /**< stronger than the panel; the reference is labelled */
};

/** Runs that a query is about. */
enum sow_chart_scope {
    SOW_SCOPE_RUN, /**< one run: ?1 is its number */
    /** One run, too. Pages fold the chart if they show one before it, which says more. */
    SOW_SCOPE_RUN_FOLDED,
    /** Several runs: ?1 is a run, for all runs that differ from it only by random
     *  seed, or a JSON array of runs. */
    SOW_SCOPE_RUNS
};

/** A chart. */
struct sow_chart {
    const char *name; /**< one word, unique in its kind; NULL: end of the list */
    enum sow_chart_scope scope; /**< runs that the query is about */
    enum sow_mark mark;         /**< kind of drawing */
    const char *title;          /**< title above the drawing */
    const char *x, *y;          /**< labels of the axes, "" for an axis of names */
    const char *reading;        /**< a sentence that says how to read the chart */
    /** Limits of the axis of values. Both 0: the limits of the data. */
    double low, high;
    /** Value that is drawn as a line, and the middle of the colours of a heat map; NAN:
     *  none. */
    double reference;
    const char *sql;      /**< query of the program; see `scope` for ?1 */
    enum sow_above above; /**< meaning of values above the reference */
};

/**
 * Returns the charts of runs of a kind, in the order of a report. The last entry has a
 * NULL name. The list is empty for a kind without charts, and for an unknown kind.
 */
const struct sow_chart *sow_charts_of(const char *kind_name);

/** Returns the chart called @p name of runs of a kind, or NULL. */
const struct sow_chart *sow_chart_find(const char *kind_name, const char *name);

/** Bytes of the label of a reference, with its NUL. */
enum { SOW_REFERENCE_BYTES = 48 };

/** Writes the label of a chart's reference, what its value means, to @p text. Returns
 *  false, with "", if it has none. */
bool sow_chart_reference(const struct sow_chart *chart, char text[SOW_REFERENCE_BYTES]);

/** Texts of a frame, each once, in the order of their first use. */
struct sow_labels {
    char **text; /**< the texts; they and the array are owned */
    int count;   /**< number of texts */
};

/** Most numbers of a point. */
enum { SOW_POINT_VALUES = 4 };

/** A point of a frame: a row of the answer to the chart's query. enum sow_mark says what
 *  its texts and numbers are. */
struct sow_point {
    int row;                        /**< index of text 1 in `rows` of the frame */
    int column;                     /**< index of text 2 in `columns` of the frame */
    double value[SOW_POINT_VALUES]; /**< the numbers, NAN for NULL */
};

/** A chart with the data of its runs. */
struct sow_frame {
    const struct sow_chart *chart;   /**< the chart; borrowed */
    struct sow_labels rows, columns; /**< first and second texts of the points */
    struct sow_point *points;        /**< points in the order of the query; owned */
    size_t count;                    /**< number of points; 0: there is nothing to draw */
    /** True if the axis x of lines is logarithmic. All x are then above 0. */
    bool decades;
};

/**
 * Adds a point to a frame, which begins as `{.chart = chart}`.
 * @param[in,out] frame the frame; release it in any case
 * @param row text 1
 * @param column text 2
 * @param value the numbers; NAN for one that is missing
 * @param count number of values; those that follow are NAN
 * @param err receives the reason of a failure
 * @returns SOW_BAD_DATA for more than SOW_FRAME_POINTS points or SOW_FRAME_LABELS labels,
 *     or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_frame_add(struct sow_frame *frame, const char *row,
                                           const char *column, const double *value,
                                           int count, struct sow_err *err);

/**
 * Reads the data of a chart for one run.
 * @param store the database
 * @param chart the chart
 * @param id the number of the run
 * @param[out] frame receives the data; release it in any case
 * @param err receives the reason of a failure
 * @returns SOW_BAD_DATA for more than SOW_FRAME_POINTS points or SOW_FRAME_LABELS labels,
 *     or an error of the database.
 */
SOW_MUST_USE enum sow_status sow_frame_read(struct sow_store *store,
                                            const struct sow_chart *chart, int64_t id,
                                            struct sow_frame *frame, struct sow_err *err);

/**
 * Reads the data of a chart of several runs. There is nothing to draw if fewer than two
 * of them are of the chart's kind.
 * @param store the database
 * @param chart a chart of the scope SOW_SCOPE_RUNS
 * @param ids the numbers of the runs, a JSON array
 * @param[out] frame receives the data; release it in any case
 * @param err receives the reason of a failure
 * @returns the errors of sow_frame_read.
 */
SOW_MUST_USE enum sow_status sow_frame_read_runs(struct sow_store *store,
                                                 const struct sow_chart *chart,
                                                 const char *ids, struct sow_frame *frame,
                                                 struct sow_err *err);
/** Frees the data of a chart and empties the frame, which has no chart then. */
void sow_frame_release(struct sow_frame *frame);

/** Most points and most labels of a frame. */
enum { SOW_FRAME_POINTS = 1000000, SOW_FRAME_LABELS = 2000 };

/**
 * Finds the range of the values that a chart shows. They are on axis x of intervals,
 * strips and histograms, on axis y of lines, and on both axes of predicted against
 * observed values. For heat maps and parallel coordinates they are the colours. The range
 * includes all values, the chart's own limits and its reference.
 * @param frame the data
 * @param[out] low the lower end
 * @param[out] high the upper end, always above @p low
 */
void sow_frame_range(const struct sow_frame *frame, double *low, double *high);

/**
 * Draws a chart in characters.
 * @param frame the data
 * @param columns the width, at least 40
 * @param out receives the drawing, with title and explanation
 */
void sow_chart_print(const struct sow_frame *frame, int columns, FILE *out);

/** Width of a picture in SVG in pixels: least, most and usual, that of one of two columns
 * of a page, and the edge around one that is a file. */
enum {
    SOW_SVG_LEAST = 280,
    SOW_SVG_MOST = 4000,
    SOW_SVG_USUAL = 720,
    SOW_SVG_COLUMN = 560,
    SOW_SVG_EDGE = 12
};

/** Options of a picture in SVG. */
struct sow_svg_options {
    int width; /**< width in pixels, SOW_SVG_LEAST to SOW_SVG_MOST */
    /** True for a part of a page, which has the style, the title and the explanation. */
    bool inside;
    /** True if the picture gets the attribute `data-spots`: places in pixels and the
     * words of the values there, a line each. */
    bool spots;
};

/**
 * Draws a chart as SVG, laid out for its width. The same data give the same bytes.
 * @param frame the data, with at least one point
 * @param options width and purpose
 * @param out receives the picture
 * @param err receives the reason of a failure
 * @returns SOW_NO_MEMORY, with nothing written. Errors of @p out are not reported.
 */
SOW_MUST_USE enum sow_status sow_chart_svg(const struct sow_frame *frame,
                                           const struct sow_svg_options *options,
                                           FILE *out, struct sow_err *err);

/** Returns the style sheet of charts in SVG, for light and dark screens and for print. */
const char *sow_chart_style(void);

/** Formats of pictures by gnuplot. */
enum sow_picture { SOW_PICTURE_PDF, SOW_PICTURE_PNG };

/**
 * Draws a chart with gnuplot (sow_gnuplot_draw).
 * @param frame the data, with at least one point
 * @param picture the format
 * @param out receives the picture, unless gnuplot fails
 * @param err receives the reason of a failure
 * @returns SOW_IO if gnuplot is not installed, fails, or @p out cannot be written;
 *   SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_chart_draw(const struct sow_frame *frame,
                                            enum sow_picture picture, FILE *out,
                                            struct sow_err *err);

#endif
