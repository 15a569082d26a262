/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Checks that a run is a data set, and facts about data sets. */
#include "sow/fitting/dataset.h"

#include "sow/store/store.h"
#include "sow/store/tables/runs.def"
#include "sow/support/json.h"

#include <jansson.h>
#include <string.h>

const char *const sow_dataset_records[] = {"positions", "choices", "both", NULL};
const char *const sow_dataset_duplicates[] = {"drop", "keep", NULL};
const char *const sow_dataset_labels[] = {"margin", "result", "exact", "none", NULL};

const char *const sow_dataset_views[] = {"own", SOW_VIEW_WORD, NULL};

/* Kinds of run that are data sets. */
static const char *const KINDS[] = {"dataset", "import", NULL};

/* Checks that a run is a data set. Fails with SOW_USAGE, and says how to make one, if it
   is of another kind. */
static enum sow_status require_kind(const struct sow_run_row *row, struct sow_err *err)
{
    for (size_t i = 0; KINDS[i] != NULL; i++)
        if (strcmp(row->kind, KINDS[i]) == 0)
            return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "run %lld is of kind '%s', not a data set; make one "
                       "with 'dataset make' or 'dataset import'",
                       (long long)row->id, row->kind);
}

/* Checks that a data set is finished; an unfinished one does not have all rows. Fails
   with SOW_USAGE. */
static enum sow_status require_finished(const struct sow_run_row *row,
                                        struct sow_err *err)
{
    if (strcmp(row->status, "done") == 0)
        return SOW_OK;
    return sow_err_set(
        err, SOW_USAGE,
        "data set %lld is not finished (status '%s'); continue it with 'sowlab "
        "resume %lld'",
        (long long)row->id, row->status, (long long)row->id);
}

/* Returns the index in @p words of the word that the settings have for @p name. Returns 0
   if they do not have it, or have another word. */
static int word_of(const json_t *parameters, const char *name, const char *const *words)
{
    const char *word = json_string_value(json_object_get(parameters, name));
    for (int i = 0; word != NULL && words[i] != NULL; i++)
        if (strcmp(word, words[i]) == 0)
            return i;
    return 0;
}

/* Reads the fields `label` and `view` of the facts from a run's settings. Settings that
   do not name them mean margins and the own view. Fails with SOW_BAD_DATA if the settings
   cannot be read. */
static enum sow_status read_words(const struct sow_run_row *row,
                                  struct sow_dataset_facts *facts, struct sow_err *err)
{
    json_error_t fault;
    json_t *parameters = json_loads(row->parameters, 0, &fault);
    if (parameters == NULL)
        return sow_err_set(err, SOW_BAD_DATA, "the parameters of run %lld: %s",
                           (long long)row->id, fault.text);
    facts->label =
        (enum sow_dataset_label)word_of(parameters, "outcome", sow_dataset_labels);
    facts->view = (enum sow_view)word_of(parameters, "view", sow_dataset_views);
    json_decref(parameters);
    return SOW_OK;
}

bool sow_dataset_has_outcomes(const struct sow_run_row *row)
{
    struct sow_dataset_facts facts = {.label = SOW_LABEL_MARGIN};
    return read_words(row, &facts, NULL) != SOW_OK || facts.label != SOW_LABEL_NONE;
}

/* Checks that a run is a finished data set, and reads from its record all facts but the
   numbers of its rows. Fails as sow_dataset_require. */
static enum sow_status read_record(const struct sow_run_row *row,
                                   struct sow_dataset_facts *facts, struct sow_err *err)
{
    enum sow_status status = require_kind(row, err);
    if (status == SOW_OK)
        status = require_finished(row, err);
    if (status == SOW_OK)
        status = sow_variant_read_text(row->rules, row->variant, &facts->variant, err);
    if (status == SOW_OK)
        status = read_words(row, facts, err);
    if (status == SOW_OK)
        (void)snprintf(facts->variant.name, sizeof facts->variant.name, "%s",
                       row->variant);
    return status;
}

enum sow_status sow_dataset_describe(struct sow_store *store, int64_t id,
                                     struct sow_dataset_facts *facts, struct sow_err *err)
{
    struct sow_run_row row;
    *facts = (struct sow_dataset_facts){.id = id};
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    status = read_record(&row, facts, err);
    sow_run_row_release(&row);
    return status;
}

enum sow_status sow_dataset_require(struct sow_store *store, int64_t id,
                                    struct sow_dataset_facts *facts, struct sow_err *err)
{
    enum sow_status status = sow_dataset_describe(store, id, facts, err);
    if (status == SOW_OK)
        status =
            sow_store_count_positions(store, id, &facts->positions, &facts->labels, err);
    if (status == SOW_OK)
        status = sow_store_count(store, "choices", id, &facts->choices, err);
    return status;
}

/* Takes the numbers of positions, choices and labels of the struct sow_dataset_facts in
   @p context from @p cells. Callback of sow_store_answer; never fails. */
static enum sow_status take_numbers(void *context, const struct sow_cells *cells,
                                    struct sow_err *err)
{
    struct sow_dataset_facts *facts = context;
    (void)err;
    facts->positions = (int64_t)cells->number[0];
    facts->choices = (int64_t)cells->number[1];
    facts->labels = (int64_t)cells->number[2];
    return SOW_OK;
}

enum sow_status sow_dataset_probe(struct sow_store *store, int64_t id,
                                  struct sow_dataset_facts *facts, struct sow_err *err)
{
    /* If no labels were asked for, a look for one would read all rows. */
    static const char SQL[] =
        "SELECT EXISTS (SELECT 1 FROM positions WHERE run_id = ?1),"
        " EXISTS (SELECT 1 FROM choices WHERE run_id = ?1),"
        " iif(kind = 'dataset' AND coalesce(parameters ->> 'target', 'outcome') ="
        " 'outcome', 0, EXISTS (SELECT 1 FROM positions WHERE run_id = ?1"
        " AND label NOT NULL)) FROM runs WHERE id = ?1";
    enum sow_status status = sow_dataset_describe(store, id, facts, err);
    return status == SOW_OK ? sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id)),
                                               take_numbers, facts, err)
                            : status;
}

enum sow_status sow_dataset_is_one(struct sow_store *store, int64_t id,
                                   struct sow_err *err)
{
    struct sow_run_row row;
    enum sow_status status = sow_store_read_run(store, id, &row, err);
    if (status != SOW_OK)
        return status;
    status = require_kind(&row, err);
    sow_run_row_release(&row);
    return status;
}
