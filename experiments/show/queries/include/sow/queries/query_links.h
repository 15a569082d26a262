/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Links between stored runs: what a run uses, and what uses it.
 */
#ifndef SOW_EXPERIMENTS_QUERY_LINKS_H
#define SOW_EXPERIMENTS_QUERY_LINKS_H

#include "sow/store/store.h"

/** A link of a run. The texts are borrowed for the call. */
struct sow_query_link {
    /** Side: "uses", "used by", "generations", "same label" or "kept games". */
    const char *side;
    const char *address; /**< address on the server; "": the name is a command */
    const char *where;   /**< SQL condition for the argument `where`; "": no argument */
    const char *name;    /**< words of the link itself, such as "run 3" */
    const char *about;   /**< kind, variant and label of the run */
};

/** Takes a link of a run. Fails as it likes, which ends the list. */
typedef enum sow_status
sow_query_link_fn(void *context, const struct sow_query_link *link, struct sow_err *err);

/**
 * Finds the links of a run, side by side. First come the runs that it uses, then those
 * that use it. Then come the tournament of its generations, or the command for one, and
 * the list of runs with its label. Its first kept game is last. Each side has at most 20
 * links to a run; a further link has the others, at most 1,000, in the list of runs.
 *
 * A run uses another one if its record names it (`run:17`, or the number of a data set),
 * or has the weights of its player. If several players have these weights, the first run
 * counts. A record that was imported has numbers of another database. So a name of an
 * evolution of weights of H1 to H6 counts only beside such weights.
 * @param store database
 * @param id number of the run
 * @param take receives each link
 * @param context passed to @p take
 * @param[out] err reason of a failure
 * @returns the failure of the database or of @p take
 */
SOW_MUST_USE enum sow_status sow_query_links(struct sow_store *store, int64_t id,
                                             sow_query_link_fn *take, void *context,
                                             struct sow_err *err);

#endif
