/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arranges stored runs with one label as the tasks of a plan. */
#include "sow/queries/stored_sweep.h"

#include "sow/base/array.h"
#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/support/utf8.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most settings in which runs may differ, besides variant and random seed. */
enum { SETTINGS_MAX = 128 };

/* Columns of a table of runs before those of the settings. */
enum { VARIANT, SEED, KIND, FIXED };

/* A column: a property in which the runs may differ. */
struct column {
    char *name;    /* owned */
    size_t count;  /* number of different values */
    char **values; /* the different values in their order; owned, as each of them is */
    bool numbers;  /* true if runs that have the setting have a number there */
};

/* Runs with a label, and their values by column. */
struct table {
    size_t runs;
    struct sow_sweep_place *run; /* numbers and states */
    size_t columns;
    struct column column[FIXED + SETTINGS_MAX];
    char **text;   /* value of a run in a column: text[column * runs + run]; owned */
    size_t *place; /* index of that value among those of its column */
};

/* ---- Reading ---- */

/* Frees a table. */
static void free_table(struct table *table)
{
    for (size_t i = 0; i < table->columns; i++) {
        for (size_t k = 0; k < table->runs && table->text != NULL; k++)
            free(table->text[i * table->runs + k]);
        for (size_t k = 0; k < table->column[i].count; k++)
            free(table->column[i].values[k]);
        free(table->column[i].values);
        free(table->column[i].name);
    }
    free(table->run);
    free(table->text);
    free(table->place);
    free(table);
}

/* Appends a run from a row (number, status) to the struct table @p context. Returns
   SOW_NO_MEMORY. Callback of sow_store_answer. */
static enum sow_status take_run(void *context, const struct sow_cells *cells,
                                struct sow_err *err)
{
    struct table *table = context;
    const char *status = cells->text[1];
    struct sow_sweep_place *grown =
        sow_array_grow(table->run, table->runs, sizeof *grown);
    if (grown == NULL)
        return sow_err_no_memory(err);
    table->run = grown;
    table->run[table->runs++] = (struct sow_sweep_place){
        (int64_t)cells->number[0], strcmp(status, "done") == 0      ? SOW_RUN_DONE
                                   : strcmp(status, "running") == 0 ? SOW_RUN_BUSY
                                                                    : SOW_RUN_LEFT};
    return SOW_OK;
}

/* Returns the index of the run with number @p id. The runs are sorted by number. */
static size_t find_run(const struct table *table, int64_t id)
{
    size_t low = 0;
    size_t high = table->runs - 1;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (table->run[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Stores a value of a run from a row (name of the column, number of the run, value) in
   the struct table @p context. The rows come column by column. Returns SOW_BAD_DATA for
   too many columns, or SOW_NO_MEMORY. Callback of sow_store_answer. */
static enum sow_status take_value(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct table *table = context;
    const char *name = cells->text[0];
    size_t last = table->columns;
    if (last == 0 || strcmp(table->column[last - 1].name, name) != 0) {
        if (last == FIXED + SETTINGS_MAX)
            return sow_err_set(err, SOW_BAD_DATA,
                               "the runs with this label differ in more than %d "
                               "settings: give fewer runs the same label",
                               (int)SETTINGS_MAX);
        char **grown =
            realloc(table->text, (last + 1) * table->runs * sizeof *table->text);
        if (grown == NULL)
            return sow_err_no_memory(err);
        table->text = grown;
        memset(grown + last * table->runs, 0, table->runs * sizeof *grown);
        table->column[last].name = strdup(name);
        table->columns = ++last;
        if (table->column[last - 1].name == NULL)
            return sow_err_no_memory(err);
    }
    char **text = &table->text[(last - 1) * table->runs +
                               find_run(table, (int64_t)cells->number[1])];
    free(*text);
    *text = strdup(cells->text[2] != NULL ? cells->text[2] : "");
    return *text != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Reads the runs with a label, the columns VARIANT, SEED and KIND, and a column for each
   setting in which they differ. A variant whose name stands for several rules has a
   number behind it. Returns SOW_NOT_FOUND without runs, or the failure of the database.
 */
static enum sow_status read_table(struct sow_store *store, const char *label,
                                  struct table *table, struct sow_err *err)
{
    static const char RUNS[] = "SELECT id, sowlab_status(status, owner, heartbeat)"
                               " FROM runs WHERE label = ?1 ORDER BY id";
    static const char VALUES[] =
        "SELECT * FROM (SELECT 'variant' AS name, id, variant || iif((SELECT"
        " count(DISTINCT o.rules) FROM runs o WHERE o.label = ?1 AND o.variant ="
        " r.variant) = 1, '', ' ' || dense_rank() OVER (PARTITION BY variant"
        " ORDER BY rules)) FROM runs r WHERE label = ?1 ORDER BY id)"
        " UNION ALL SELECT * FROM (SELECT 'seed', id, seed FROM runs WHERE label = ?1)"
        " UNION ALL SELECT * FROM (SELECT 'kind', id, kind FROM runs WHERE label = ?1)"
        " UNION ALL SELECT * FROM (SELECT e.key AS name, r.id,"
        " CAST(e.value AS TEXT) AS value FROM runs r, json_each(r.parameters) e"
        " WHERE r.label = ?1 AND e.key IN (SELECT e.key FROM runs r,"
        " json_each(r.parameters) e WHERE r.label = ?1 GROUP BY e.key"
        " HAVING count(DISTINCT CAST(e.value AS TEXT)) > 1 OR count(e.value) <"
        " (SELECT count(*) FROM runs WHERE label = ?1)) ORDER BY min(e.id)"
        " OVER (PARTITION BY e.key), e.key)";
    enum sow_status status =
        sow_store_answer(store, RUNS, SOW_VALUES(sow_text(label)), take_run, table, err);
    if (status == SOW_OK && table->runs == 0)
        status = sow_err_set(err, SOW_NOT_FOUND, "no run has the label '%.60s'", label);
    if (status == SOW_OK)
        status = sow_store_answer(store, VALUES, SOW_VALUES(sow_text(label)), take_value,
                                  table, err);
    return status;
}

/* ---- Values ---- */

/* Compares two texts for qsort: numbers by their size and before other texts, which go by
   their bytes. */
static int compare_values(const void *a, const void *b)
{
    const char *const *x = a;
    const char *const *y = b;
    double one = 0;
    double other = 0;
    bool first = sow_text_to_real(*x, &one);
    bool second = sow_text_to_real(*y, &other);
    if (first != second)
        return first ? -1 : 1;
    if (first && (one < other || one > other))
        return one < other ? -1 : 1;
    return strcmp(*x, *y);
}

/* Sets the different values of a column, and the place of each run's value among them. A
   run without the setting gets its kind as the value. @p sorted has room for all runs.
   Returns SOW_NO_MEMORY. */
static enum sow_status find_values(struct table *table, size_t column,
                                   const char **sorted, struct sow_err *err)
{
    struct column *of = &table->column[column];
    char **text = &table->text[column * table->runs];
    of->values = calloc(table->runs, sizeof *of->values);
    if (of->values == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < table->runs; i++) {
        const char *kind = table->text[KIND * table->runs + i];
        if (text[i] == NULL && kind != NULL)
            text[i] = strdup(kind);
        if (text[i] == NULL)
            return sow_err_no_memory(err);
        sorted[i] = text[i];
    }
    qsort(sorted, table->runs, sizeof *sorted, compare_values);
    double number = 0;
    of->numbers = sow_text_to_real(sorted[0], &number);
    for (size_t i = 0; i < table->runs; i++) {
        if (i > 0 && strcmp(sorted[i], sorted[i - 1]) == 0)
            continue;
        of->values[of->count] = strdup(sorted[i]);
        if (of->values[of->count++] == NULL)
            return sow_err_no_memory(err);
    }
    for (size_t i = 0; i < table->runs; i++) {
        const char *const *found =
            bsearch(&text[i], of->values, of->count, sizeof *of->values, compare_values);
        table->place[column * table->runs + i] =
            (size_t)(found - (const char *const *)of->values);
    }
    return SOW_OK;
}

/* Finds the values of all columns. Returns SOW_NO_MEMORY. */
static enum sow_status find_all_values(struct table *table, struct sow_err *err)
{
    const char **sorted = calloc(table->runs, sizeof *sorted);
    enum sow_status status = SOW_OK;
    table->place = calloc(table->columns * table->runs, sizeof *table->place);
    if (sorted == NULL || table->place == NULL)
        status = sow_err_no_memory(err);
    else
        for (size_t i = 0; i < table->columns && status == SOW_OK; i++)
            status = find_values(table, i, sorted, err);
    free(sorted);
    return status;
}

/* ---- Short values ---- */

/* Longest value that is shown whole, and the part that is shown of a longer one. */
enum { WHOLE = 48, PART = 16 };

/* Returns the length of the beginning that is shown of a long value. It ends behind a
   comma if it has one. */
static size_t begin_of(const char *value)
{
    int columns;
    size_t length = sow_utf8_fit(value, PART, &columns);
    while (length > PART)
        length = sow_utf8_fit(value, --columns, &columns);
    for (size_t i = length; i > 0; i--)
        if (value[i - 1] == ',')
            return i;
    return length;
}

/* Returns a short form of value @p at of a column, on the heap, or NULL without memory. A
   list begins with its first words and tells their number. Forms of values that begin
   alike have numbers, so no two forms are the same. */
static char *shorten(const struct column *of, size_t at)
{
    enum { ROOM = 64 };
    const char *value = of->values[at];
    int length = (int)begin_of(value);
    size_t words = 1;
    size_t alike = 1; /* values up to this one that begin like it */
    char total[32] = "";
    char number[32] = "";
    char *shortened = malloc(PART + ROOM);
    for (const char *comma = strchr(value, ','); comma != NULL;
         comma = strchr(comma + 1, ','))
        words++;
    for (size_t i = 0; i < at; i++)
        alike += strncmp(of->values[i], value, (size_t)length) == 0;
    if (words > 1)
        (void)snprintf(total, sizeof total, " %zu in all", words);
    if (alike > 1)
        (void)snprintf(number, sizeof number, " (%zu)", alike);
    if (shortened != NULL)
        (void)snprintf(shortened, PART + ROOM, "%.*s...%s%s", length, value, total,
                       number);
    return shortened;
}

/* Shortens the long values of a column, such as lists of features: on a chart their ends
   would be cut, and several would look the same. Returns SOW_NO_MEMORY. */
static enum sow_status shorten_values(struct column *of, struct sow_err *err)
{
    for (size_t i = of->count; i-- > 0;) {
        if (strlen(of->values[i]) <= WHOLE)
            continue;
        char *shortened = shorten(of, i);
        if (shortened == NULL)
            return sow_err_no_memory(err);
        free(of->values[i]);
        of->values[i] = shortened;
    }
    return SOW_OK;
}

/* ---- Lists ---- */

/* Counts the different combinations of values that runs have in some columns. @p room has
   a place for each run. */
static size_t count_combinations(const struct table *table, const bool *chosen,
                                 int64_t *room)
{
    static const uint64_t BASIS = 14695981039346656037U;
    static const uint64_t PRIME = 1099511628211U;
    size_t count = 0;
    for (size_t run = 0; run < table->runs; run++) {
        uint64_t hash = BASIS;
        for (size_t i = 0; i < table->columns; i++)
            if (chosen[i])
                hash = (hash ^ table->place[i * table->runs + run]) * PRIME ^ hash >> 29U;
        room[run] = (int64_t)(hash >> 1U);
    }
    qsort(room, table->runs, sizeof *room, sow_compare_integers);
    for (size_t run = 0; run < table->runs; run++)
        count += run == 0 || room[run] != room[run - 1];
    return count;
}

/* Returns true if column @p a is to be dropped before column @p b. Numbers are dropped
   before words. Numbers with many values are dropped first, and words with few. The last
   test is the place: later columns are dropped first. */
static bool goes_first(const struct table *table, size_t a, size_t b)
{
    const struct column *x = &table->column[a];
    const struct column *y = &table->column[b];
    if (x->numbers != y->numbers)
        return x->numbers;
    return x->count != y->count ? (x->count > y->count) == x->numbers : a > b;
}

/* Chooses the columns that tell the combinations of settings apart in each variant: drops
   those that follow from the others, in the order of goes_first. Leaves VARIANT and SEED
   out. @p room has a place for each run. */
static void choose_columns(const struct table *table, bool *chosen, int64_t *room)
{
    bool tried[FIXED + SETTINGS_MAX] = {false};
    for (size_t i = 0; i < table->columns; i++)
        chosen[i] = i == VARIANT || (i != SEED && table->column[i].count > 1);
    size_t all = count_combinations(table, chosen, room);
    for (;;) {
        size_t next = VARIANT;
        for (size_t i = KIND; i < table->columns; i++)
            if (chosen[i] && !tried[i] && (next == VARIANT || goes_first(table, i, next)))
                next = i;
        if (next == VARIANT)
            break;
        tried[next] = true;
        chosen[next] = false;
        chosen[next] = count_combinations(table, chosen, room) < all;
    }
    chosen[VARIANT] = false;
}

/* Notes in `along` which settings differ, but have no list. */
static void note_along(const struct table *table, const bool *chosen,
                       struct sow_stored_sweep *sweep)
{
    size_t length = 0;
    for (size_t i = KIND + 1; i < table->columns; i++)
        if (!chosen[i] && table->column[i].count > 1 && length < sizeof sweep->along)
            length +=
                (size_t)snprintf(sweep->along + length, sizeof sweep->along - length,
                                 "%s%s", length == 0 ? "" : ", ", table->column[i].name);
}

/* Returns the names and values of a run in the chosen columns, on the heap, or NULL
   without memory. */
static char *join_values(const struct table *table, const bool *chosen, size_t run)
{
    char *joined = NULL;
    size_t size = 0;
    const char *before = "";
    FILE *out = sow_stream_open(&joined, &size);
    if (out == NULL)
        return NULL;
    for (size_t i = 0; i < table->columns; i++) {
        const struct column *of = &table->column[i];
        if (!chosen[i])
            continue;
        const char *value = of->values[table->place[i * table->runs + run]];
        (void)fprintf(out, "%s%s %s", before, of->name,
                      value[0] == '\0' ? "(empty)" : value);
        before = ", ";
    }
    if (fclose(out) == 0)
        return joined;
    free(joined);
    return NULL;
}

/* Joins the chosen columns in the column KIND, whose values name them all, such as
   "optimizer cma-es, population 50". Returns SOW_NO_MEMORY. */
static enum sow_status join_columns(struct table *table, bool *chosen,
                                    struct sow_err *err)
{
    const char **sorted = calloc(table->runs, sizeof *sorted);
    char **joined = calloc(table->runs, sizeof *joined);
    enum sow_status status =
        sorted != NULL && joined != NULL ? SOW_OK : sow_err_no_memory(err);
    bool room = sorted != NULL && joined != NULL;
    for (size_t run = 0; run < table->runs && room && status == SOW_OK; run++) {
        joined[run] = join_values(table, chosen, run);
        status = joined[run] != NULL ? SOW_OK : sow_err_no_memory(err);
    }
    struct column *kind = &table->column[KIND];
    for (size_t run = 0; run < table->runs && joined != NULL; run++) {
        free(table->text[KIND * table->runs + run]);
        table->text[KIND * table->runs + run] = joined[run];
    }
    while (kind->count > 0)
        free(kind->values[--kind->count]);
    free(kind->values);
    kind->values = NULL;
    if (room && status == SOW_OK)
        status = find_values(table, KIND, sorted, err);
    memset(chosen, 0, table->columns * sizeof *chosen);
    chosen[KIND] = true;
    free(sorted);
    free(joined);
    return status;
}

/* Moves a column to the end of the plan's lists. Returns SOW_BAD_DATA if there are too
   many lists or tasks. */
static enum sow_status add_list(struct table *table, size_t column, const char *name,
                                struct sow_sweep_plan *plan, struct sow_err *err)
{
    struct column *of = &table->column[column];
    if (plan->list_count == SOW_SWEEP_LISTS_MAX ||
        (uint64_t)plan->tasks * of->count > SOW_SWEEP_TASKS_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "the runs with this label have too many combinations of "
                           "settings: give fewer runs the same label");
    struct sow_sweep_list *list = &plan->lists[plan->list_count];
    list->name = strdup(name);
    if (list->name == NULL)
        return sow_err_no_memory(err);
    plan->list_count++;
    list->count = of->count;
    list->values = of->values;
    plan->tasks *= of->count;
    of->values = NULL;
    of->count = 0;
    return SOW_OK;
}

/* Places the runs in their tasks. Where several runs have one task, a finished one stays,
   and of several the first. */
static enum sow_status place_runs(const struct table *table, const size_t *columns,
                                  struct sow_stored_sweep *sweep, struct sow_err *err)
{
    const struct sow_sweep_plan *plan = &sweep->plan;
    sweep->places = calloc(plan->tasks, sizeof *sweep->places);
    if (sweep->places == NULL)
        return sow_err_no_memory(err);
    for (size_t run = 0; run < table->runs; run++) {
        size_t task = 0;
        for (size_t i = 0; i < plan->list_count; i++)
            task = task * plan->lists[i].count +
                   table->place[columns[i] * table->runs + run];
        struct sow_sweep_place *place = &sweep->places[task];
        const struct sow_sweep_place *found = &table->run[run];
        sweep->twins += place->id != 0;
        if (place->id == 0 ||
            (place->presence != SOW_RUN_DONE && found->presence == SOW_RUN_DONE))
            *place = *found;
        sweep->done += found->presence == SOW_RUN_DONE;
        sweep->active += found->presence == SOW_RUN_BUSY;
    }
    return SOW_OK;
}

/* Makes the plan of a table, whose columns are chosen, and places the runs. */
static enum sow_status make_plan(struct table *table, const bool *chosen, bool joined,
                                 struct sow_stored_sweep *sweep, struct sow_err *err)
{
    size_t columns[SOW_SWEEP_LISTS_MAX];
    enum sow_status status = SOW_OK;
    sweep->plan.tasks = 1;
    for (size_t i = 0; i <= table->columns && status == SOW_OK; i++) {
        size_t column = i == table->columns ? SEED : i;
        bool is_list = i == VARIANT || i == table->columns || chosen[i];
        if (!is_list)
            continue;
        size_t at = sweep->plan.list_count;
        status =
            add_list(table, column,
                     joined && column == KIND ? "setting" : table->column[column].name,
                     &sweep->plan, err);
        if (status == SOW_OK)
            columns[at] = column;
    }
    return status == SOW_OK ? place_runs(table, columns, sweep, err) : status;
}

/* Arranges the runs of a table. */
static enum sow_status arrange(struct table *table, struct sow_stored_sweep *sweep,
                               struct sow_err *err)
{
    bool chosen[FIXED + SETTINGS_MAX] = {false};
    int64_t *room = calloc(table->runs, sizeof *room);
    size_t length = 0;
    size_t free_count = 1;
    size_t several = 0;
    if (room == NULL)
        return sow_err_no_memory(err);
    const struct column *kind = &table->column[KIND];
    for (size_t i = 0; i < kind->count && length < sizeof sweep->kinds; i++)
        length += (size_t)snprintf(sweep->kinds + length, sizeof sweep->kinds - length,
                                   "%s%s", length == 0 ? "" : ", ", kind->values[i]);
    choose_columns(table, chosen, room);
    note_along(table, chosen, sweep);
    for (size_t i = 0; i < table->columns; i++)
        if (chosen[i] && free_count <= SOW_SWEEP_TASKS_MAX) {
            free_count *= table->column[i].count;
            several++;
        }
    bool joined = several > 1 && count_combinations(table, chosen, room) < free_count;
    free(room);
    enum sow_status status = SOW_OK;
    for (size_t i = KIND; i < table->columns && status == SOW_OK; i++)
        if (chosen[i])
            status = shorten_values(&table->column[i], err);
    if (status == SOW_OK && joined)
        status = join_columns(table, chosen, err);
    return status == SOW_OK ? make_plan(table, chosen, joined, sweep, err) : status;
}

enum sow_status sow_stored_sweep_read(struct sow_store *store, const char *label,
                                      struct sow_stored_sweep *sweep, struct sow_err *err)
{
    struct table *table = calloc(1, sizeof *table);
    *sweep = (struct sow_stored_sweep){.runs = 0};
    sweep->plan.label = strdup(label);
    if (table == NULL || sweep->plan.label == NULL) {
        free(table);
        return sow_err_no_memory(err);
    }
    enum sow_status status = read_table(store, label, table, err);
    sweep->runs = table->runs;
    if (status == SOW_OK)
        status = find_all_values(table, err);
    if (status == SOW_OK)
        status = arrange(table, sweep, err);
    free_table(table);
    return status;
}

void sow_stored_sweep_release(struct sow_stored_sweep *sweep)
{
    sow_sweep_plan_release(&sweep->plan);
    free(sweep->places);
    *sweep = (struct sow_stored_sweep){.runs = 0};
}
