/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Stored runs as HTML: a whole page, or parts for pages of others. Texts are escaped
 * (sow/support/html_text.h), tables are those of sow_report_print with SOW_FORMAT_HTML.
 *
 *     sow_html_begin(out, &(struct sow_html_page){.title = "Runs"});
 *     status = sow_report_print(report, SOW_FORMAT_HTML, out, err);
 *     sow_html_end(out);
 *
 * Errors: SOW_NOT_FOUND for a run that is not there, SOW_IO if gnuplot does not draw or
 * the stream takes no more; the stream then holds what came before. Ownership: everything
 * is borrowed for the call.
 */
#ifndef SOW_REPORTS_HTML_H
#define SOW_REPORTS_HTML_H

#include "sow/charts/chart.h"
#include "sow/sections/report.h"
#include "sow/support/html_text.h"

/** The least a page needs: nothing but its own style. */
#define SOW_HTML_POLICY                                                                  \
    "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

/** The style of all pages: light, dark and printed. The colours of charts are variables
 *  of it. */
const char *sow_html_style(void);

struct sow_html_page {
    const char *title; /**< any text */
    /** What stands in the head besides title, character set and viewport: trusted HTML.
     *  NULL: SOW_HTML_POLICY and the style, so that the page needs no other file. */
    const char *head;
};

/** Writes a page up to the beginning of `<main>`, and from its end on. */
void sow_html_begin(FILE *out, const struct sow_html_page *page);
void sow_html_end(FILE *out);

/** How charts are drawn. */
enum sow_html_charts {
    SOW_HTML_PICTURES,  /**< by gnuplot, which has to be there */
    SOW_HTML_CHARACTERS /**< as on a terminal */
};

/** Writes a chart as `<figure>`, with how to read it and its numbers, folded away. A
 *  picture is SVG without identifiers, whose colours are those of sow_html_style. */
SOW_MUST_USE enum sow_status sow_html_figure(const struct sow_frame *frame,
                                             enum sow_html_charts charts, FILE *out,
                                             struct sow_err *err);

/** Writes all about @p count runs, at least one: a `<section>` each, with its charts, its
 *  results, what was asked and how it was made; before them, if there are several, how
 *  they compare. The same runs give the same bytes. */
SOW_MUST_USE enum sow_status sow_html_runs(struct sow_store *store, const int64_t *ids,
                                           size_t count, enum sow_html_charts charts,
                                           FILE *out, struct sow_err *err);

#endif
