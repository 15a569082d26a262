/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_private.h"

enum sow_status sow_store_best_champion(struct sow_store *store, const char *rules,
                                        int64_t *run_id, struct sow_err *err)
{
    *run_id = 0;
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(
        store,
        "SELECT c.run_id FROM champion_weights c JOIN runs r ON r.id = c.run_id"
        " WHERE r.rules = ?1 AND c.validation IS NOT NULL AND NOT EXISTS"
        " (SELECT 1 FROM match_variants v WHERE v.run_id = c.run_id"
        " AND v.rules <> r.rules)"
        " ORDER BY c.validation DESC, c.run_id LIMIT 1",
        &statement, err);
    if (status != SOW_OK)
        return status;
    bool found = false;
    (void)sqlite3_bind_text(statement, 1, rules, -1, SQLITE_STATIC);
    status = sow_store_step(store, statement, &found, err);
    if (status == SOW_OK && found)
        *run_id = sqlite3_column_int64(statement, 0);
    (void)sqlite3_finalize(statement);
    return status;
}
