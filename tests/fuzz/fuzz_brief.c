/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query.h"
#include "sow/support/report.h"

/* The linker hands every call of sow_store_query to this one: no question may take as
   long as users may. */
/* NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming) */
enum sow_status __real_sow_store_query(struct sow_store *asked, const char *name,
                                       const char *sql,
                                       const struct sow_query_limits *limits,
                                       struct sow_report *report, struct sow_err *err);
enum sow_status __wrap_sow_store_query(struct sow_store *asked, const char *name,
                                       const char *sql,
                                       const struct sow_query_limits *limits,
                                       struct sow_report *report, struct sow_err *err);

enum sow_status __wrap_sow_store_query(struct sow_store *asked, const char *name,
                                       const char *sql,
                                       const struct sow_query_limits *limits,
                                       struct sow_report *report, struct sow_err *err)
{
    static const struct sow_query_limits LEAST = {100, 0.002, 256};
    (void)limits;
    return __real_sow_store_query(asked, name, sql, &LEAST, report, err);
}

/* NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming) */
