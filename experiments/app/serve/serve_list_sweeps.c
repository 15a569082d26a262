/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sweeps in the list of runs: each is one line. */
#include "run_filter.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Columns of the answer to the question for sweeps. */
enum {
    LABEL, /* 0, as columns of a line without a text have */
    NEWEST,
    RUNS,
    DONE,
    ACTIVE,
    KINDS,
    VARIANTS,
    STARTED,
    LEFT,
};

/* Lines that are being read. */
struct reading {
    struct sow_line *lines;
    size_t *count;
};

/* Adds a line from a row of the answer to the struct reading @p context. Callback of
   sow_store_answer. Returns SOW_NO_MEMORY. */
static enum sow_status take_sweep(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    static const int TEXTS[SOW_LINE_COLUMNS] = {[SOW_LINE_KIND] = KINDS,
                                                [SOW_LINE_VARIANT] = VARIANTS,
                                                [SOW_LINE_STARTED] = STARTED};
    struct reading *reading = context;
    struct sow_line *line = &reading->lines[(*reading->count)++];
    *line = (struct sow_line){.id = (int64_t)cells->number[NEWEST],
                              .runs = (int64_t)cells->number[RUNS],
                              .done = (int64_t)cells->number[DONE],
                              .active = (int64_t)cells->number[ACTIVE],
                              .left = cells->number[LEFT],
                              .seconds = (double)NAN};
    for (int i = 0; i < SOW_LINE_COLUMNS; i++) {
        const char *text =
            TEXTS[i] > 0 || i == SOW_LINE_LABEL ? cells->text[TEXTS[i]] : NULL;
        line->text[i] = strdup(text != NULL ? text : "");
        if (line->text[i] == NULL)
            return sow_err_no_memory(err);
    }
    return SOW_OK;
}

/* The time left is that of the runs under way, if each takes as long as those that are
   done on average. A database does not know how many runs of a plan are still to come. */
enum sow_status sow_list_sweeps(struct sow_store *store, const struct sow_list *list,
                                const struct sow_list_part *part, struct sow_line *lines,
                                size_t *count, struct sow_err *err)
{
    static const char SQL[] =
        "SELECT label, max(id), count(*), sum(state = 'done'), sum(state = 'running'),"
        " group_concat(DISTINCT kind), group_concat(DISTINCT variant),"
        " min(started), avg(iif(state = 'done', seconds, NULL))"
        " - min(iif(state = 'running', coalesce(seconds, 0), NULL)) FROM (SELECT *, sowlab_status(status, owner, heartbeat) AS state"
        " FROM runs WHERE label IN (" SOW_QUERY_SWEEPS ")"
        " AND instr(lower(label), lower(?4)) > 0 AND (?1 = '' OR kind = ?1)"
        " AND (?2 = '' OR instr(' ' || replace(variant, ',', ' ') || ' ',"
        " ' ' || ?2 || ' ') > 0)) WHERE ?3 = '' OR state = ?3 GROUP BY label"
        " HAVING (?5 = 0 OR max(id) < ?5) AND (sum(state = 'running') > 0) = ?6"
        " ORDER BY 2 DESC LIMIT ?7";
    const struct sow_query_runs *runs = &list->runs;
    struct reading reading = {lines, count};
    *count = 0;
    return sow_store_answer(store, SQL,
                            SOW_VALUES(sow_text(runs->kind), sow_text(runs->variant),
                                       sow_text(runs->status), sow_text(runs->find),
                                       sow_integer(runs->before),
                                       sow_integer(part->active == SOW_QUERY_ACTIVE),
                                       sow_integer(part->limit + 1)),
                            take_sweep, &reading, err);
}
