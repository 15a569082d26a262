/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs: its filter, its lines and their key results. */
#include "routes.h"
#include "run_filter.h"

#include "sow/queries/sweep_key.h"
#include "sow/reports/html.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Most lines of a page. */
enum { LINES_MAX = 1000 };

/* ---- The filter ---- */

/* Reads the filter of a list from the arguments of a request. Returns SOW_USAGE for a bad
   number, and for a page of older runs in another order. */
static enum sow_status read_filter(struct sow_request *request,
                                   struct sow_request_range limits,
                                   struct sow_query_runs *runs, struct sow_err *err)
{
    *runs = (struct sow_query_runs){.kind = sow_request_text(request, "kind", ""),
                                    .variant = sow_request_text(request, "variant", ""),
                                    .status = sow_request_text(request, "status", ""),
                                    .find = sow_request_text(request, "find", ""),
                                    .label = sow_request_text(request, "label", ""),
                                    .where = sow_request_text(request, "where", ""),
                                    .sort = sow_request_text(request, "sort", "id DESC"),
                                    .limits = &sow_request_limits,
                                    .plain = true};
    enum sow_status status = sow_request_int(request, "limit", limits, &runs->limit, err);
    if (status == SOW_OK)
        status = sow_request_int(request, "before",
                                 (struct sow_request_range){1, INT64_MAX, 0},
                                 &runs->before, err);
    if (status == SOW_OK && runs->before > 0 && strcmp(runs->sort, "id DESC") != 0)
        status = sow_err_set(err, SOW_USAGE,
                             "'before' is for the usual order: leave out 'sort'");
    return status;
}

/* Adds a value of a filter to the struct sow_list @p context. Callback of
   sow_store_answer. Never fails. */
static enum sow_status take_value(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct sow_list *list = context;
    (void)err;
    if (list->values_count == SOW_CHIP_VALUES || cells->text[1] == NULL)
        return SOW_OK;
    struct sow_chip_value *value = &list->values[list->values_count++];
    value->chip = (enum sow_chip)cells->number[0];
    (void)snprintf(value->text, sizeof value->text, "%s", cells->text[1]);
    value->runs = (int64_t)cells->number[2];
    return SOW_OK;
}

/* Reads the values of the filters with chips, the most frequent ones first: all kinds and
   statuses, and 30 variants, the chosen one among them. Returns the failure of the
   database. */
static enum sow_status read_values(struct sow_store *store, struct sow_list *list,
                                   struct sow_err *err)
{
    static const char SQL[] =
        "SELECT 0, kind, count(*) AS n FROM runs GROUP BY kind UNION ALL"
        " SELECT 2, sowlab_status(status, owner, heartbeat), count(*) FROM runs"
        " GROUP BY 2 UNION ALL SELECT * FROM (SELECT 1, word, sum(n)"
        " FROM (SELECT DISTINCT v.variant, w.value AS word, v.n FROM"
        " (SELECT variant, count(*) AS n FROM runs GROUP BY variant) v,"
        " json_each('[' || replace(replace(json_quote(v.variant), ',', '\",\"'), ' ',"
        " '\",\"') || ']') w) WHERE word <> '' AND NOT instr(word, '=') GROUP BY word"
        " ORDER BY word = ?1 DESC, 3 DESC, 2 LIMIT 30) ORDER BY n DESC, 2";
    return sow_store_answer(store, SQL, SOW_VALUES(sow_text(list->runs.variant)),
                            take_value, list, err);
}

/* Returns true if runs have the value that is chosen for a filter. */
static bool has_chosen(const struct sow_list *list, enum sow_chip chip)
{
    const char *chosen = sow_list_chosen(list, chip);
    for (size_t i = 0; i < list->values_count; i++)
        if (list->values[i].chip == chip &&
            strncmp(list->values[i].text, chosen, sizeof list->values[i].text - 1) == 0)
            return true;
    return chosen[0] == '\0';
}

/* Checks the chosen values of filters with chips. Returns SOW_USAGE, and names the values
   that there are, for one that no run has. */
static enum sow_status check_chosen(const struct sow_list *list, struct sow_err *err)
{
    for (int chip = 0; chip < SOW_CHIPS; chip++) {
        char known[160] = "";
        size_t used = 0;
        if (has_chosen(list, (enum sow_chip)chip))
            continue;
        for (size_t i = 0; i < list->values_count && used < sizeof known; i++)
            if (list->values[i].chip == (enum sow_chip)chip)
                used += (size_t)snprintf(known + used, sizeof known - used, "%s%s",
                                         used > 0 ? ", " : "", list->values[i].text);
        return sow_err_set(err, SOW_USAGE, "no run has the %s '%.60s'; runs have: %s",
                           sow_chip_names[chip],
                           sow_list_chosen(list, (enum sow_chip)chip), known);
    }
    return SOW_OK;
}

/* ---- Lines ---- */

/* Frees the texts of @p count lines. */
static void free_texts(struct sow_line *lines, size_t count)
{
    for (size_t i = 0; i < count; i++)
        for (int k = 0; k < SOW_LINE_COLUMNS; k++)
            free(lines[i].text[k]);
}

/* Frees the lines of a list. */
static void free_lines(struct sow_list *list)
{
    if (list->lines != NULL)
        free_texts(list->lines, list->count);
    for (size_t i = 0; list->lines != NULL && i < list->count; i++)
        free(list->lines[i].trend.points);
    free(list->lines);
}

/* Adds a line to the struct sow_list @p context; after the last line of the page it only
   notes that there are more. Callback of sow_query_list_rows. Returns SOW_NO_MEMORY. */
static enum sow_status take_line(void *context, const struct sow_answer_row *row,
                                 struct sow_err *err)
{
    struct sow_list *list = context;
    if (row->values == NULL)
        return SOW_OK;
    list->more = list->count == list->room;
    if (list->more)
        return SOW_OK;
    struct sow_line *line = &list->lines[list->count++];
    line->id = row->values[SOW_LINE_ID].integer;
    const struct sow_value *seconds = &row->values[SOW_LINE_SECONDS];
    line->seconds = seconds->type == SOW_VALUE_REAL ? seconds->real : (double)NAN;
    for (int i = 0; i < SOW_LINE_COLUMNS; i++) {
        const struct sow_value *value = &row->values[i];
        line->text[i] = strdup(
            value->type == SOW_VALUE_TEXT && value->text != NULL ? value->text : "");
        if (line->text[i] == NULL)
            return sow_err_no_memory(err);
    }
    return SOW_OK;
}

/* Sets the state of the list in the struct sow_list @p context: a hash of the row.
   Callback of sow_store_answer. Never fails. */
static enum sow_status take_state(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    static const uint64_t BASIS = 14695981039346656037U;
    static const uint64_t PRIME = 1099511628211U;
    static const uint64_t EXACT = (UINT64_C(1) << 53U) - 1; /* a number in a script */
    struct sow_list *list = context;
    uint64_t hash = BASIS;
    (void)err;
    for (const char *at = cells->text[0]; at != NULL && *at != '\0'; at++)
        hash = (hash ^ (unsigned char)*at) * PRIME;
    list->state = (int64_t)(hash & EXACT);
    return SOW_OK;
}

/* Reads the state of the list: a number that changes when a run arrives or ends, and when
   a run that is under way has got further. Returns the failure of the database. */
static enum sow_status read_state(struct sow_store *store, struct sow_list *list,
                                  struct sow_err *err)
{
    static const char SQL[] =
        "SELECT (SELECT count(*) || ' ' || max(id) || ' ' || group_concat(DISTINCT status)"
        " FROM runs) || coalesce((SELECT group_concat(r.id || sowlab_status(r.status,"
        " r.owner, r.heartbeat) || coalesce((SELECT max(generation) FROM generations g"
        " WHERE g.run_id = r.id), (SELECT max(round) FROM learn_rounds l"
        " WHERE l.run_id = r.id), (SELECT count(*) FROM matches m WHERE m.run_id = r.id)))"
        " FROM runs r WHERE r.status = 'running'), '')";
    return sow_store_answer(store, SQL, SOW_VALUES(sow_integer(0)), take_state, list,
                            err);
}

/* Returns true if sweeps are one line each: in the usual order, unless a condition in SQL
   or a label chooses runs. */
static bool is_folded(const struct sow_list *list)
{
    const struct sow_query_runs *runs = &list->runs;
    return strcmp(runs->sort, "id DESC") == 0 && runs->where[0] == '\0' &&
           runs->label[0] == '\0';
}

/* Compares two lines for qsort: the one with the higher number is first. */
static int compare_lines(const void *left, const void *right)
{
    const struct sow_line *one = left;
    const struct sow_line *other = right;
    return (one->id < other->id) - (one->id > other->id);
}

/* Adds the sweeps of a part of the list to its lines from @p first on, in order. Notes
   that there are more lines than the list has room for. Returns the failure of the
   database; SOW_NO_MEMORY. */
static enum sow_status add_sweeps(struct sow_request *request, struct sow_list *list,
                                  const struct sow_list_part *part, size_t first,
                                  struct sow_err *err)
{
    size_t count = 0;
    size_t runs = list->count - first;
    struct sow_line *lines = calloc(runs + (size_t)part->limit + 1, sizeof *lines);
    if (lines == NULL)
        return sow_err_no_memory(err);
    enum sow_status status =
        sow_list_sweeps(request->store, list, part, lines, &count, err);
    memcpy(lines + count, list->lines + first, runs * sizeof *lines);
    qsort(lines, count + runs, sizeof *lines, compare_lines);
    size_t kept = count + runs < list->room - first ? count + runs : list->room - first;
    memcpy(list->lines + first, lines, kept * sizeof *lines);
    free_texts(lines + kept, count + runs - kept);
    list->count = first + kept;
    list->more = list->more || count + runs > kept;
    free(lines);
    return status;
}

/* Reads a part of the list: its runs, then its sweeps if they are folded. Fails as
   read_runs. */
static enum sow_status read_part(struct sow_request *request, struct sow_list *list,
                                 struct sow_list_part part, struct sow_err *err)
{
    struct sow_query_runs runs = list->runs;
    size_t first = list->count;
    runs.columns = "id,kind,variant,about,label,status,progress,started,seconds";
    runs.folded = is_folded(list);
    runs.active = part.active;
    runs.limit = part.limit + 1;
    list->room = first + (size_t)part.limit;
    list->more = false;
    enum sow_status status =
        sow_query_list_rows(request->store, &runs, take_line, list, err);
    return status == SOW_OK && runs.folded ? add_sweeps(request, list, &part, first, err)
                                           : status;
}

/* Reads the runs of a page of the list. In the usual order those that are under way come
   first, and only on the first page. Returns SOW_USAGE for bad SQL of the user, or the
   failure of the database. */
static enum sow_status read_runs(struct sow_request *request, struct sow_list *list,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    bool usual = strcmp(list->runs.sort, "id DESC") == 0;
    if (usual && list->runs.before == 0)
        status = read_part(request, list,
                           (struct sow_list_part){SOW_QUERY_ACTIVE, LINES_MAX}, err);
    list->active = list->count;
    if (status == SOW_OK)
        status = read_part(request, list,
                           (struct sow_list_part){usual ? SOW_QUERY_ENDED : SOW_QUERY_ALL,
                                                  list->runs.limit},
                           err);
    return status;
}

/* Reads the key result of a line. Returns the failure of the database. */
static enum sow_status read_key(struct sow_store *store, struct sow_line *line,
                                struct sow_err *err)
{
    return line->runs > 0
               ? sow_query_sweep_key(store, line->text[SOW_LINE_LABEL], &line->key, err)
               : sow_query_key(store, line->id, line->text[SOW_LINE_KIND], &line->key,
                               err);
}

/* Reads the lines of a page of the list, then their key results and trends. Returns
   SOW_USAGE for bad SQL of the user, or the failure of the database. */
static enum sow_status read_lines(struct sow_request *request, struct sow_list *list,
                                  struct sow_err *err)
{
    list->lines = calloc(LINES_MAX + (size_t)list->runs.limit, sizeof *list->lines);
    if (list->lines == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = read_runs(request, list, err);
    sow_request_asked(request);
    for (size_t i = 0; i < list->count && status == SOW_OK; i++)
        status = read_key(request->store, &list->lines[i], err);
    return status == SOW_OK ? sow_list_trends(request->store, list, err) : status;
}

/* ---- Answers ---- */

/* Reads and checks the filter of a list. Returns SOW_USAGE for a bad one, or the failure
   of the database. */
static enum sow_status open_list(struct sow_request *request,
                                 struct sow_request_range limits, struct sow_list *list,
                                 struct sow_err *err)
{
    enum sow_status status = read_filter(request, limits, &list->runs, err);
    if (status == SOW_OK)
        status = read_values(request->store, list, err);
    return status == SOW_OK ? check_chosen(list, err) : status;
}

/* Writes the page /: a page of the list of runs. Returns SOW_USAGE for a bad filter, or
   the failure of the database. */
enum sow_status sow_page_runs(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = open_list(
        request, (struct sow_request_range){1, LINES_MAX, SOW_LIST_LINES}, list, err);
    if (status == SOW_OK)
        status = read_state(request->store, list, err);
    if (status == SOW_OK)
        status = read_lines(request, list, err);
    if (status == SOW_OK) {
        list->db = request->db;
        list->absent = request->absent;
        sow_page_begin(out, "Runs", "runs");
        sow_list_put(list, out);
        sow_html_end(out);
    }
    free_lines(list);
    free(list);
    return status;
}

/* Answers /api/runs with the runs that the same filter chooses, the newest first by
   default, as JSON or CSV. Returns SOW_USAGE for bad arguments, or the failure of the
   database. */
enum sow_status sow_api_runs(struct sow_request *request, FILE *out, struct sow_err *err)
{
    struct sow_list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return sow_err_no_memory(err);
    struct sow_report *report = sow_report_new();
    enum sow_status status = open_list(
        request,
        (struct sow_request_range){1, sow_request_limits.rows, sow_request_limits.rows},
        list, err);
    if (status == SOW_OK && report != NULL)
        status = sow_query_list(request->store, &list->runs, report, err);
    sow_request_asked(request);
    free(list);
    return sow_request_print(request, report, status, out, err);
}

enum sow_status sow_list_live(struct sow_request *request, int64_t seen, FILE *out,
                              struct sow_err *err)
{
    struct sow_list *list = calloc(1, sizeof *list);
    if (list == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = read_state(request->store, list, err);
    if (status == SOW_OK && list->state != seen)
        (void)fprintf(out, "id: %" PRId64 "\ndata: {}\n", list->state);
    free(list);
    return status;
}
