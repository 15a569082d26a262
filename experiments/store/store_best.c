/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "store_private.h"

enum sow_status sow_store_best_champion(struct sow_store *store, const char *rules,
                                        int64_t *run_id, struct sow_err *err)
{
    *run_id = 0;
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(
        store,
        "SELECT b.run_id FROM best_vectors b JOIN runs r ON r.id = b.run_id"
        " WHERE r.rules = ?1 AND NOT EXISTS"
        " (SELECT 1 FROM match_variants v WHERE v.run_id = b.run_id) ORDER BY "
        "b.validation DESC, b.run_id LIMIT 1",
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
