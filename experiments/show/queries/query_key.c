/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/query_key.h"

#include "sow/queries/query_sections.h"
#include "sow/runs/run.h"

#include <math.h>
#include <string.h>

/* A key result that is being read. */
struct reading {
    struct sow_store *store;
    int64_t id; /* number of the run */
    struct sow_query_key *key;
    bool found;  /* true after the first row */
    bool valued; /* true if the columns after the first are value, low and high */
};

/* Stores the first row of an answer in the struct reading @p context. Callback of
   sow_store_answer. Never fails. */
static enum sow_status take_key(void *context, const struct sow_cells *cells,
                                struct sow_err *err)
{
    struct reading *reading = context;
    struct sow_query_key *key = reading->key;
    (void)err;
    if (reading->found || cells->text[0] == NULL)
        return SOW_OK;
    reading->found = true;
    (void)snprintf(key->words, sizeof key->words, "%s", cells->text[0]);
    if (reading->valued) {
        key->value = cells->number[1];
        key->low = cells->number[2];
        key->high = cells->number[3];
    }
    return SOW_OK;
}

/* Reads the first section with @p reports and the name @p name that has a row. Returns
   the failure of the database. */
static enum sow_status read_sections(struct reading *reading,
                                     const struct sow_query_section *sections,
                                     unsigned reports, const char *name,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (; sections->section.name != NULL && status == SOW_OK && !reading->found;
         sections++)
        if ((sections->reports & reports) != 0 &&
            strcmp(sections->section.name, name) == 0)
            status = sow_store_answer(reading->store, sections->section.sql,
                                      SOW_VALUES(sow_integer(reading->id)), take_key,
                                      reading, err);
    return status;
}

enum sow_status sow_query_key(struct sow_store *store, int64_t id, const char *kind,
                              struct sow_query_key *key, struct sow_err *err)
{
    const struct sow_run_kind *found = sow_run_kind_find(kind);
    struct reading reading = {.store = store, .id = id, .key = key, .valued = true};
    *key = (struct sow_query_key){
        .value = (double)NAN, .low = (double)NAN, .high = (double)NAN};
    if (found == NULL || found->sections == NULL)
        return SOW_OK;
    enum sow_status status =
        read_sections(&reading, found->sections, SOW_IN_LINE, "key", err);
    if (status != SOW_OK || reading.found)
        return status;
    reading.valued = false;
    return read_sections(&reading, found->sections, SOW_IN_HEAD, "answer", err);
}
