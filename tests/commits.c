/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "commits.h"

#include <stddef.h>

struct commits commits;

static bool is_awaited(void)
{
    int left = atomic_load(&commits.countdown);
    while (left > 0 && !atomic_compare_exchange_weak(&commits.countdown, &left, left - 1))
        ;
    return left == 1;
}

/* The linker gives these two names to sow_store_end: __wrap_ for its callers, __real_ for
   itself. */
/* NOLINTBEGIN(bugprone-reserved-identifier) */
enum sow_status __real_sow_store_end(struct sow_store *store, enum sow_status status,
                                     struct sow_err *err);
enum sow_status __wrap_sow_store_end(struct sow_store *store, enum sow_status status,
                                     struct sow_err *err);

enum sow_status __wrap_sow_store_end(struct sow_store *store, enum sow_status status,
                                     struct sow_err *err)
{
    atomic_fetch_add(&commits.seen, 1);
    bool now = is_awaited();
    if (now && commits.before != NULL)
        commits.before();
    status = __real_sow_store_end(store, status, err);
    if (now && commits.after != NULL)
        commits.after();
    else if (now)
        sow_stop_request(&commits.stop);
    return status;
}
/* NOLINTEND(bugprone-reserved-identifier) */
