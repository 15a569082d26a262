/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Charts of stored runs. A chart is a row of a const table: a mark, a question to the
 * store and its axes; whatever draws charts walks that table and knows no kind of run.
 *
 * Ownership: the table and its texts are static; a frame is the caller's, and
 * sow_frame_release frees what it holds.
 */
#ifndef SOW_CHARTS_CHART_H
#define SOW_CHARTS_CHART_H

#include "sow/store/store.h"

/** How numbers are shown, and which the question answers, after two texts. */
enum sow_mark {
    SOW_MARK_LINE,     /**< text 1: series; x, y, and low and high of its band or NULL */
    SOW_MARK_FOREST,   /**< text 1: label, text 2: group or NULL; value, low, high */
    SOW_MARK_HEAT,     /**< text 1: row, text 2: column; value, and not NULL: marked */
    SOW_MARK_STRIP,    /**< text 1: category; value */
    SOW_MARK_AGAINST,  /**< predicted, observed: as they should be the same, a diagonal;
                          low   and high of what was observed, or NULL */
    SOW_MARK_HISTOGRAM /**< from, to, count; no bin: a count of 0 */
};

enum { SOW_MARKS = SOW_MARK_HISTOGRAM + 1 };

/** Which runs a question is about. */
enum sow_chart_scope {
    SOW_SCOPE_RUN, /**< ?1 is a run */
    SOW_SCOPE_RUNS /**< ?1 is a run, which stands for all made alike but for their seed,
                      or a JSON array of runs, for these */
};

struct sow_chart {
    const char *kind; /**< of the runs that have it */
    const char *name; /**< of one word, unique in its kind */
    enum sow_chart_scope scope;
    enum sow_mark mark;
    const char *title;
    const char *x, *y;   /**< what the axes show; "" where names stand */
    const char *reading; /**< how to read it, in a sentence */
    double low, high;    /**< of the axis of values; as the data are if both are 0 */
    double reference;    /**< drawn as a line, and the middle of colours; NAN: none */
    const char *sql;     /**< trusted; see scope */
};

/** All charts, those of a kind one after the other, in the order of a report; the last
 *  has no name. */
extern const struct sow_chart sow_charts[];

/** The first of the charts of runs of @p kind, or the last of all, without a name. */
const struct sow_chart *sow_chart_first(const char *kind);

/** The chart @p name of runs of @p kind, or NULL. */
const struct sow_chart *sow_chart_find(const char *kind, const char *name);

/** Texts of a frame, each once, in the order in which they came. */
struct sow_labels {
    char **text;
    int count;
};

enum { SOW_POINT_VALUES = 4 };

struct sow_point {
    int row;                        /**< of text 1 in `rows` */
    int column;                     /**< of text 2 in `columns` */
    double value[SOW_POINT_VALUES]; /**< NAN where the store has none */
};

/** A chart with the numbers of one run. */
struct sow_frame {
    const struct sow_chart *chart;
    struct sow_labels rows, columns;
    struct sow_point *points;
    size_t count; /**< 0: this run has nothing to draw */
};

/** Fills @p frame, whatever it holds. What is drawn has at most SOW_FRAME_POINTS points
 *  and SOW_FRAME_LABELS labels: SOW_BAD_DATA for more. */
SOW_MUST_USE enum sow_status sow_frame_read(struct sow_store *store,
                                            const struct sow_chart *chart, int64_t id,
                                            struct sow_frame *frame, struct sow_err *err);

/** The same of a chart of several runs: @p ids is a JSON array. Nothing to draw: fewer
 *  than two of them are of its kind. */
SOW_MUST_USE enum sow_status sow_frame_read_runs(struct sow_store *store,
                                                 const struct sow_chart *chart,
                                                 const char *ids, struct sow_frame *frame,
                                                 struct sow_err *err);
void sow_frame_release(struct sow_frame *frame);

enum { SOW_FRAME_POINTS = 1000000, SOW_FRAME_LABELS = 2000 };

/** The least and greatest of what is drawn along the axis of values (which is x of
 * forests, strips and histograms, else y), the chart's own limits and its reference with
 * it; never equal. */
void sow_frame_range(const struct sow_frame *frame, double *low, double *high);

/** Draws in characters, @p columns wide (at least 40). */
void sow_chart_print(const struct sow_frame *frame, int columns, FILE *out);

/** What gnuplot makes. */
enum sow_picture { SOW_PICTURE_SVG, SOW_PICTURE_PDF, SOW_PICTURE_PNG };

/** Has gnuplot draw, and writes the picture to @p out. SOW_UNAVAILABLE where there is no
 *  gnuplot. */
SOW_MUST_USE enum sow_status sow_chart_draw(const struct sow_frame *frame,
                                            enum sow_picture picture, FILE *out,
                                            struct sow_err *err);

#endif
