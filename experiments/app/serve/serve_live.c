/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports progress since the browser last asked. The answer ends at once and the
   browser asks again a second later. So no page keeps a connection open. */
#include "serve_live.h"

#include "routes.h"
#include "sow/base/text.h"
#include "sow/support/json.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

enum { RETRY_MILLISECONDS = 1000 };

static enum sow_status take(void *context, const struct sow_cells *cells,
                            struct sow_err *err)
{
    struct sow_live *live = context;
    (void)err;
    (void)snprintf(live->status, sizeof live->status, "%s", cells->text[0]);
    (void)snprintf(live->kind, sizeof live->kind, "%s", cells->text[1]);
    live->step = cells->number[2];
    live->best = cells->number[3];
    return SOW_OK;
}

enum sow_status sow_live_read(struct sow_store *store, int64_t id, struct sow_live *live,
                              struct sow_err *err)
{
    static const char SQL[] =
        "SELECT sowlab_status(r.status, r.owner, r.heartbeat), r.kind,"
        " coalesce(g.generation, (SELECT nullif(count(*), 0) FROM matches m"
        " WHERE m.run_id = r.id)), g.best"
        " FROM runs r LEFT JOIN generations g ON g.run_id = r.id"
        " WHERE r.id = ?1 ORDER BY g.generation DESC LIMIT 1";
    *live = (struct sow_live){.step = (double)NAN, .best = (double)NAN};
    return sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id)), take, live, err);
}

static void put_event(FILE *out, const struct sow_live *live)
{
    (void)fprintf(out,
                  "id: %.0f\ndata: {\"status\": ", isnan(live->step) ? -1 : live->step);
    sow_json_write_text(out, live->status);
    (void)fputs(", \"kind\": ", out);
    sow_json_write_text(out, live->kind);
    (void)fputs(", \"step\": ", out);
    sow_json_write_real(out, live->step);
    (void)fputs(", \"best\": ", out);
    sow_json_write_real(out, live->best);
    (void)fputs("}\n", out);
}

enum sow_status sow_api_live(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_request_ids ids;
    struct sow_live live;
    int64_t seen = -1;
    const char *last = sow_request_last_event(request);
    enum sow_status status = sow_request_ids(request, 1, &ids, err);
    if (status == SOW_OK)
        status = sow_store_require_run(request->store, ids.id[0], err);
    if (status == SOW_OK && last != NULL && !sow_text_to_int(last, &seen))
        status = sow_err_set(err, SOW_USAGE, "Last-Event-ID is not a number");
    if (status == SOW_OK)
        status = sow_live_read(request->store, ids.id[0], &live, err);
    if (status != SOW_OK)
        return status;
    (void)fprintf(out, "retry: %d\n", (int)RETRY_MILLISECONDS);
    if (last == NULL || live.step > (double)seen || strcmp(live.status, "running") != 0)
        put_event(out, &live);
    (void)fputc('\n', out);
    return SOW_OK;
}
