/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sections of reports that queries fill. A section is a name and an SQL query. The
 * columns of the answer are the keys of the section.
 *
 * Ownership: everything is borrowed for the call; the report copies what it gets.
 */
#ifndef SOW_EXPERIMENTS_SECTION_H
#define SOW_EXPERIMENTS_SECTION_H

#include "sow/store/store.h"

struct sow_report;

/** A section. The program's own sections are rows of tables. */
struct sow_section {
    const char *name; /**< title of the section and its key in JSON */
    bool record;      /**< true if the answer has one row, which is shown as a record */
    const char *sql;  /**< a query of the program, or of a user (sow_section_ask) */
};

/**
 * SQL of the columns `low` and `high`: the 95 % interval of @p figure, which is "regret"
 * or "optimal". They are NULL if fewer than 100 choices were drawn. Such an interval
 * holds the true value in 84 to 95 % of samples (docs/reference/truth.md, "Regret"). An
 * interval without length is shown: it is exact, because all positions were examined.
 */
#define SOW_REGRET_INTERVAL(figure)                                                      \
    " iif(choices >= 100 OR " figure "_low = " figure "_high, " figure "_low, NULL)"     \
    " AS low, iif(choices >= 100 OR " figure "_low = " figure "_high, " figure           \
    "_high, NULL) AS high"

/** SQL for the name by which run ?1 was asked for player @p player, a column of specs;
 * the spec itself for a player that its options do not name. */
#define SOW_PLAYER_NAME(player)                                                          \
    "coalesce((SELECT name FROM run_players named WHERE named.run_id = ?1"               \
    " AND named.spec = " player " ORDER BY number LIMIT 1), " player ")"

/**
 * Adds the answer to a query of the program. An empty answer adds nothing.
 * @param store the database
 * @param section name and query
 * @param id bound to `?1`
 * @param[in,out] report receives the section
 * @param err receives the reason of a failure
 * @returns the errors of sow_store_rows, or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_section_add(struct sow_store *store,
                                             const struct sow_section *section,
                                             int64_t id, struct sow_report *report,
                                             struct sow_err *err);

/**
 * Adds the answer to a query of a user. An empty answer adds a table without rows.
 * @param store the database
 * @param section name and query of a table; its `record` is false
 * @param limits limits of time, rows and size
 * @param[in,out] report receives the section
 * @param err receives the reason of a failure
 * @returns the errors of sow_store_ask, or SOW_NO_MEMORY.
 */
SOW_MUST_USE enum sow_status sow_section_ask(struct sow_store *store,
                                             const struct sow_section *section,
                                             const struct sow_query_limits *limits,
                                             struct sow_report *report,
                                             struct sow_err *err);

/**
 * Gives the players of a report names that a query finds.
 * @param store the database
 * @param sql a query for rows of a spec and a name
 * @param id bound to `?1`
 * @param players JSON array of specs, bound to `?2`; may be NULL
 * @param[in,out] report receives the names
 * @param err receives the reason of a failure
 * @returns the errors of sow_store_rows.
 */
SOW_MUST_USE enum sow_status sow_section_names(struct sow_store *store, const char *sql,
                                               int64_t id, const char *players,
                                               struct sow_report *report,
                                               struct sow_err *err);

#endif
