/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The latest charts of runs that go on, for the many who look at them at once: each is
 * drawn once a second at most, and for a twentieth of the time.
 *
 * Ownership: texts are copied.
 */
#ifndef SOW_SERVE_LIVE_CHARTS_H
#define SOW_SERVE_LIVE_CHARTS_H

#include <stddef.h>

struct sow_live_charts;

/** NULL without memory. */
struct sow_live_charts *sow_live_charts_new(void);
void sow_live_charts_free(struct sow_live_charts *charts);

/** Returns what was answered to the request @p block a moment ago, borrowed until the
 * next call, or NULL: it is to be asked again, and kept; meanwhile others get what there
 *  was. */
const char *sow_live_charts_find(struct sow_live_charts *charts, const char *block,
                                 size_t size);

/** Keeps the answer @p text. @p seconds: what it took. */
void sow_live_charts_keep(struct sow_live_charts *charts, const char *block, size_t size,
                          const char *text, double seconds);

#endif
