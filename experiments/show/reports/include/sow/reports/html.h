/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Stored runs as HTML: a whole page, or parts for other pages. Texts are escaped
 * (sow/support/html_text.h). Tables are those of sow_report_print with SOW_FORMAT_HTML.
 *
 * Errors are SOW_NOT_FOUND for a missing run, and SOW_IO if the stream cannot be written.
 * The stream then holds the part before the error. Ownership: everything is borrowed for
 * the call. Example:
 *
 *     sow_html_begin(out, &(struct sow_html_page){.title = "Runs"});
 *     status = sow_report_print(report, SOW_FORMAT_HTML, out, err);
 *     sow_html_end(out);
 */
#ifndef SOW_REPORTS_HTML_H
#define SOW_REPORTS_HTML_H

#include "sow/charts/chart.h"
#include "sow/sections/report.h"
#include "sow/support/html_text.h"

/** Content security policy of a page that needs only its own style. */
#define SOW_HTML_POLICY                                                                  \
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/**
 * Returns the style sheet of all pages, for light and dark screens and for print. Charts
 * need sow_chart_style in addition.
 */
const char *sow_html_style(void);

/** Head of a page. */
struct sow_html_page {
    const char *title; /**< the title, escaped when written */
    /** Trusted HTML of the head besides title, character set and viewport. NULL:
     *  SOW_HTML_POLICY and the style, so that the page needs no other file. */
    const char *head;
};

/** Writes a page from its beginning to the start of `<main>`. Errors of @p out are not
 *  reported: the caller checks the stream. */
void sow_html_begin(FILE *out, const struct sow_html_page *page);
/** Writes the end of a page, from the end of `<main>` on. */
void sow_html_end(FILE *out);

/** Options of charts in a page. */
struct sow_html_charts {
    int width; /**< width of pictures in pixels */
    /** True if the page has two columns of this width. A chart that needs more room has
     *  both. */
    bool columns;
    /** True if a server can draw the charts again: a figure then names its runs and its
     *  chart in the attributes `data-id` and `data-chart`. */
    bool served;
    /** Label of the sweep that a served chart is about, for the attribute
     *  `data-label`; NULL: it is about runs. */
    const char *label;
    const char *measure; /**< measure of that sweep, for `data-measure`; may be "" */
    bool spots;          /**< see struct sow_svg_options */
    /** Words for the state of the run in a figure that has no generations, such as
     *  "at generation 12"; NULL: none. */
    const char *state;
};

/**
 * Writes a chart as `<figure>`, with an explanation and its numbers, which are folded.
 * The page needs sow_chart_style.
 * @param frame the data of the chart
 * @param charts how it is drawn
 * @param ids the number of its run, or a JSON array of numbers
 * @param out receives the HTML
 * @param err receives the reason of a failure
 * @returns see the head of this file; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_html_figure(const struct sow_frame *frame,
                                             const struct sow_html_charts *charts,
                                             const char *ids, FILE *out,
                                             struct sow_err *err);

/**
 * Writes all charts of a run that have something to draw, from one state of the database.
 * Each says up to which generation or round it is. A `<div class="charts">` has them.
 * @param store the database
 * @param id the number of the run
 * @param charts how charts are drawn; its `state` is not used
 * @param out receives the HTML
 * @param err receives the reason of a failure
 * @returns see the head of this file; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_html_charts(struct sow_store *store, int64_t id,
                                             const struct sow_html_charts *charts,
                                             FILE *out, struct sow_err *err);

/**
 * Writes a report of runs. Each run is a `<section>` with its charts, results, settings
 * and provenance. A comparison comes first if there are several runs. The same runs give
 * the same bytes.
 * @param store the database
 * @param ids the numbers of the runs
 * @param count the number of runs, at least 1
 * @param charts how charts are drawn
 * @param out receives the HTML
 * @param err receives the reason of a failure
 * @returns see the head of this file; SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_html_runs(struct sow_store *store, const int64_t *ids,
                                           size_t count,
                                           const struct sow_html_charts *charts,
                                           FILE *out, struct sow_err *err);

#endif
