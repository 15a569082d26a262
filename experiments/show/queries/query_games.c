/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of stored games. */
#include "sow/queries/query.h"

#include "sow/base/stream.h"
#include "sow/queries/query_sections.h"

#include <stdlib.h>

enum sow_status sow_query_games(struct sow_store *store,
                                const struct sow_query_games *games,
                                struct sow_report *report, struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < games->count && status == SOW_OK; i++)
        status = sow_store_require_run(store, games->ids[i], err);
    FILE *out = status == SOW_OK ? sow_stream_open(&sql, &size) : NULL;
    if (status != SOW_OK)
        return status;
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fprintf(out,
                  "SELECT id, variant, first, second, first_store, second_store, winner, "
                  "plies, ending%s FROM kept_games",
                  games->whole ? ", first_seconds, second_seconds, start, opening, moves"
                               : "");
    for (size_t i = 0; i < games->count; i++)
        (void)fprintf(out, "%s%lld", i == 0 ? " WHERE run_id IN (" : ", ",
                      (long long)games->ids[i]);
    (void)fprintf(out, "%s ORDER BY run_id, match, game", games->count > 0 ? ")" : "");
    if (fclose(out) != 0)
        status = sow_err_no_memory(err);
    struct sow_section section = {"games", false, sql};
    if (status == SOW_OK)
        status = sow_section_add(store, &section, 0, report, err);
    free(sql);
    return status == SOW_OK ? sow_query_names(store, 0, report, err) : status;
}
