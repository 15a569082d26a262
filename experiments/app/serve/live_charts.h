/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Cache of the latest charts of active runs, for many viewers at once. A chart is drawn
 * at most once a second, and drawing takes at most a twentieth of the time.
 *
 * Ownership: the cache copies all texts.
 */
#ifndef SOW_SERVE_LIVE_CHARTS_H
#define SOW_SERVE_LIVE_CHARTS_H

#include <stddef.h>

/** A cache of charts. */
struct sow_live_charts;

/** Returns an empty cache, or NULL without memory. */
struct sow_live_charts *sow_live_charts_new(void);
/** Frees a cache; NULL is allowed. */
void sow_live_charts_free(struct sow_live_charts *charts);

/**
 * Finds the recent answer to a request.
 * @param charts the cache
 * @param block the bytes of the request (request.h)
 * @param size the number of bytes
 * @returns the answer, borrowed until the next call. NULL if there is none, or if it is
 *     too old: the caller has to draw the chart and to keep it with sow_live_charts_keep.
 *     For a second other callers get the old answer, if there is one.
 */
const char *sow_live_charts_find(struct sow_live_charts *charts, const char *block,
                                 size_t size);

/**
 * Stores a copy of an answer in the cache, valid for a second, or for twenty times @p
 * seconds if that is longer. Replaces the old answer to the request, or else the answer
 * that expires first. Does nothing without memory, or if the request is longer than 120
 * bytes.
 * @param charts the cache
 * @param block the bytes of the request
 * @param size the number of bytes
 * @param text the answer
 * @param seconds the time it took to make
 */
void sow_live_charts_keep(struct sow_live_charts *charts, const char *block, size_t size,
                          const char *text, double seconds);

#endif
