/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sections of reports that a question to the store fills. A section is a name and SQL;
 * the columns of the answer are the keys of the section.
 */
#ifndef SOW_EXPERIMENTS_SECTION_H
#define SOW_EXPERIMENTS_SECTION_H

#include "sow/store/store.h"

struct sow_report;

/** One section: its place in the program is a row of a table. */
struct sow_section {
    const char *name;
    bool record;     /**< one row, shown as a record instead of a table */
    const char *sql; /**< text of the program's own, or a user's (sow_section_ask) */
};

/**
 * The columns `low` and `high` of the 95 % interval of @p figure, "regret" or "optimal".
 * They are NULL where fewer than 100 choices were drawn: such an interval holds the true
 * value in 84 to 95 % of samples (docs/truth.md, "Regret"). An interval without length is
 * exact and is shown: all positions were looked at.
 */
#define SOW_REGRET_INTERVAL(figure)                                                      \
    " iif(choices >= 100 OR " figure "_low = " figure "_high, " figure "_low, NULL)"     \
    " AS low, iif(choices >= 100 OR " figure "_low = " figure "_high, " figure           \
    "_high, NULL) AS high"

/**
 * Adds what the program's own question answers.
 * @param id bound to `?1`
 * An empty answer adds nothing. Errors: those of sow_store_rows.
 */
SOW_MUST_USE enum sow_status sow_section_add(struct sow_store *store,
                                             const struct sow_section *section,
                                             int64_t id, struct sow_report *report,
                                             struct sow_err *err);

/**
 * Adds what a user's question answers. An empty answer adds a table without rows.
 * Errors: those of sow_store_ask.
 */
SOW_MUST_USE enum sow_status sow_section_ask(struct sow_store *store,
                                             const struct sow_section *section,
                                             const struct sow_query_limits *limits,
                                             struct sow_report *report,
                                             struct sow_err *err);

/**
 * Tells a report how to call players.
 * @param sql answers rows of a spec and a name
 * @param id bound to `?1`
 * @param players JSON array of specs bound to `?2`; may be NULL
 */
SOW_MUST_USE enum sow_status sow_section_names(struct sow_store *store, const char *sql,
                                               int64_t id, const char *players,
                                               struct sow_report *report,
                                               struct sow_err *err);

#endif
