/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The latest charts of runs that go on, for the many who look at them at once: each is
 * drawn once a second at most, and for a twentieth of the time.
 *
 * Any thread may call these at any time. Ownership: texts are copied.
 */
#ifndef SOW_SERVE_LIVE_CHARTS_H
#define SOW_SERVE_LIVE_CHARTS_H

#include "sow/charts/chart.h"

struct sow_live_charts;

/** NULL without memory. */
struct sow_live_charts *sow_live_charts_new(void);
void sow_live_charts_free(struct sow_live_charts *charts);

/** Writes what was drawn a moment ago. False: it is to be drawn now, and kept; meanwhile
 *  others get what there was. */
bool sow_live_charts_write(struct sow_live_charts *charts, int64_t id,
                           const struct sow_chart *chart, FILE *out);

/** @p seconds: what drawing took. */
void sow_live_charts_keep(struct sow_live_charts *charts, int64_t id,
                          const struct sow_chart *chart, const char *text,
                          double seconds);

#endif
