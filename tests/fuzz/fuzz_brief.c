/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/store/store.h"

/* The linker redirects every call of sow_store_ask to __wrap_sow_store_ask. It limits the
   time and rows of a query far more than for users. */
/* NOLINTBEGIN(bugprone-reserved-identifier,readability-identifier-naming) */
enum sow_status __real_sow_store_ask(struct sow_store *asked, const char *sql,
                                     const struct sow_query_limits *limits,
                                     sow_row_taker *take, void *context,
                                     struct sow_err *err);
enum sow_status __wrap_sow_store_ask(struct sow_store *asked, const char *sql,
                                     const struct sow_query_limits *limits,
                                     sow_row_taker *take, void *context,
                                     struct sow_err *err);

enum sow_status __wrap_sow_store_ask(struct sow_store *asked, const char *sql,
                                     const struct sow_query_limits *limits,
                                     sow_row_taker *take, void *context,
                                     struct sow_err *err)
{
    static const struct sow_query_limits LEAST = {100, 0.002, 256};
    (void)limits;
    return __real_sow_store_ask(asked, sql, &LEAST, take, context, err);
}

/* NOLINTEND(bugprone-reserved-identifier,readability-identifier-naming) */
