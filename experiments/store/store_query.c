/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Questions to the store: users' SQL behind a guard, and the program's own. */
#include "store_private.h"

#include "sow/base/parallel.h"
#include "sow/support/json.h"
#include "sow/support/progress.h"
#include "sow/support/report.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

const struct sow_query_limits sow_query_limits_default = {100000, 30.0, 256};

/* Bytes of one value, and of a whole answer. */
enum { VALUE_BYTES_MAX = 1 << 20, ANSWER_BYTES_MAX = 64 << 20 };

/* What a question may ask of SQLite (docs/schema.md, "Limits"). SQLite looks at the clock
   between steps only, so none may be long; and not at all while it reads a statement. The
   columns and depths are several times those of the widest view. */
static const struct bound {
    int id;
    int most;
} BOUNDS[] = {
    {SQLITE_LIMIT_LENGTH, VALUE_BYTES_MAX},
    {SQLITE_LIMIT_SQL_LENGTH, 100000},
    {SQLITE_LIMIT_COLUMN, 500},
    {SQLITE_LIMIT_EXPR_DEPTH, 200},
    {SQLITE_LIMIT_COMPOUND_SELECT, 100},
    {SQLITE_LIMIT_VDBE_OP, 250000},
    {SQLITE_LIMIT_FUNCTION_ARG, 100},
    {SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 200},
    {SQLITE_LIMIT_VARIABLE_NUMBER, 100},
};

enum { BOUNDS_COUNT = sizeof BOUNDS / sizeof BOUNDS[0] };

/* SQLite's functions that read nothing but their arguments. What is not here (loading
   extensions, tokenizers, functions of a later SQLite) is refused. Sorted by group, not
   by name: the list is short and read once per call in a statement. */
static const char *const FUNCTIONS[] = {
    /* core */
    "abs", "char", "coalesce", "format", "glob", "hex", "ifnull", "iif", "instr",
    "length", "like", "likelihood", "likely", "lower", "ltrim", "max", "min", "nullif",
    "printf", "quote", "random", "replace", "round", "rtrim", "sign", "substr",
    "substring", "trim", "typeof", "unicode", "unlikely", "upper", "sqlite_version",
    "soundex", "zeroblob",
    /* aggregate and window */
    "avg", "count", "group_concat", "sum", "total", "cume_dist", "dense_rank",
    "first_value", "lag", "last_value", "lead", "nth_value", "ntile", "percent_rank",
    "rank", "row_number",
    /* mathematics */
    "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "ceil", "ceiling", "cos",
    "cosh", "degrees", "exp", "floor", "ln", "log", "log10", "log2", "mod", "pi", "pow",
    "power", "radians", "sin", "sinh", "sqrt", "tan", "tanh", "trunc",
    /* dates */
    "date", "datetime", "julianday", "strftime", "time", "unixepoch", "current_date",
    "current_time", "current_timestamp",
    /* JSON */
    "json", "json_array", "json_array_length", "json_each", "json_extract",
    "json_group_array", "json_group_object", "json_insert", "json_object", "json_patch",
    "json_quote", "json_remove", "json_replace", "json_set", "json_tree", "json_type",
    "json_valid", "->", "->>",
    /* sowlab's own */
    "sowlab_status", NULL};

/* Pragmas that only describe; those with a value must not be given one. */
struct pragma {
    const char *name;
    bool takes_value;
};

static const struct pragma PRAGMAS[] = {
    {"table_info", true},       {"table_xinfo", true},   {"table_list", true},
    {"foreign_key_list", true}, {"index_list", true},    {"index_info", true},
    {"user_version", false},    {"page_size", false},    {"page_count", false},
    {"application_id", false},  {"journal_mode", false},
};

static int allow_function(const char *name)
{
    for (size_t i = 0; FUNCTIONS[i] != NULL; i++)
        if (sqlite3_stricmp(FUNCTIONS[i], name) == 0)
            return SQLITE_OK;
    return SQLITE_DENY;
}

static int allow_pragma(const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof PRAGMAS / sizeof PRAGMAS[0]; i++)
        if (sqlite3_stricmp(PRAGMAS[i].name, name) == 0 &&
            (value == NULL || PRAGMAS[i].takes_value))
            return SQLITE_OK;
    return SQLITE_DENY;
}

static int authorize(void *context, int action, const char *first, const char *second,
                     const char *database, const char *trigger)
{
    (void)context;
    (void)database;
    (void)trigger;
    switch (action) {
    case SQLITE_SELECT:
    case SQLITE_READ:
    case SQLITE_RECURSIVE:
        return SQLITE_OK;
    case SQLITE_FUNCTION:
        return allow_function(second);
    case SQLITE_PRAGMA:
        return allow_pragma(first, second);
    case SQLITE_UPDATE:
        /* SQLite says so when it meets json_each and the like for the first time. A real
           update of the schema is impossible in defensive mode, and is not read-only. */
        return strcmp(first, "sqlite_master") == 0 ? SQLITE_OK : SQLITE_DENY;
    default:
        return SQLITE_DENY;
    }
}

/* A user's question while it is answered. */
struct question {
    struct sow_store *store;
    const struct sow_query_limits *limits;
    double deadline;
    int64_t bytes;            /* of the answer so far */
    int before[BOUNDS_COUNT]; /* the bounds outside the question */
};

static int64_t heap_bytes(const struct sow_query_limits *limits)
{
    return (int64_t)limits->memory << 20;
}

static int look_at_clock(void *context)
{
    const struct question *question = context;
    return sow_stop_requested(question->store->stop) ||
           sow_clock_seconds() > question->deadline;
}

/* Sorting and other interim results stay in memory, where they are limited: files would
   only be limited by the disk. */
static void set_temp_store(sqlite3 *db, const char *where)
{
    char sql[64];
    (void)snprintf(sql, sizeof sql, "PRAGMA temp_store = %s", where);
    (void)sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* SQLite has one limit of memory for the whole process: that of the first of the
   questions which are answered at the same time (by stores of several threads) holds for
   all. */
static void count_questions(int change, const struct sow_query_limits *limits)
{
    static int asked;
    sqlite3_mutex *mutex = sqlite3_mutex_alloc(SQLITE_MUTEX_STATIC_APP1);
    sqlite3_mutex_enter(mutex);
    if (asked == 0 || asked + change == 0) {
        (void)sqlite3_memory_highwater(1);
        (void)sqlite3_hard_heap_limit64(change > 0 ? heap_bytes(limits) : 0);
        if (change < 0) /* a hard limit sets the soft one too */
            (void)sqlite3_soft_heap_limit64(0);
    }
    asked += change;
    sqlite3_mutex_leave(mutex);
}

static void raise_guard(struct question *question)
{
    sqlite3 *db = question->store->db;
    question->deadline = sow_clock_seconds() + question->limits->seconds;
    set_temp_store(db, "memory");
    (void)sqlite3_set_authorizer(db, authorize, NULL);
    for (int i = 0; i < BOUNDS_COUNT; i++)
        question->before[i] = sqlite3_limit(db, BOUNDS[i].id, BOUNDS[i].most);
    count_questions(1, question->limits);
    sqlite3_progress_handler(db, SOW_STEPS_PER_LOOK, look_at_clock, question);
}

static void lower_guard(struct question *question)
{
    sqlite3 *db = question->store->db;
    count_questions(-1, question->limits);
    for (int i = 0; i < BOUNDS_COUNT; i++)
        (void)sqlite3_limit(db, BOUNDS[i].id, question->before[i]);
    (void)sqlite3_set_authorizer(db, NULL, NULL);
    set_temp_store(db, "default");
    sow_store_heed(question->store);
}

/* ---- An answer as a section of a report ---- */

static void add_blob(struct sow_report *report, const char *key, sqlite3_stmt *statement,
                     int column)
{
    static const char DIGITS[] = "0123456789abcdef";
    const unsigned char *blob = sqlite3_column_blob(statement, column);
    size_t bytes = (size_t)sqlite3_column_bytes(statement, column);
    char *hex = malloc(2 * bytes + 1);
    for (size_t i = 0; hex != NULL && i < bytes; i++) {
        hex[2 * i] = DIGITS[blob[i] >> 4U];
        hex[2 * i + 1] = DIGITS[blob[i] & 15U];
    }
    if (hex != NULL)
        hex[2 * bytes] = '\0';
    if (hex == NULL)
        sow_report_fail(report);
    else
        sow_report_text(report, key, hex);
    free(hex);
}

static void add_text(struct sow_report *report, const char *key, const char *column,
                     const char *text)
{
    if (sow_json_is_column(column, text))
        sow_report_json(report, key, text);
    else
        sow_report_text(report, key, text);
}

static void add_value(struct sow_report *report, const char *key, sqlite3_stmt *statement,
                      int column)
{
    switch (sqlite3_column_type(statement, column)) {
    case SQLITE_INTEGER:
        sow_report_int(report, key, sqlite3_column_int64(statement, column));
        break;
    case SQLITE_FLOAT:
        sow_report_real(report, key, sqlite3_column_double(statement, column),
                        SOW_REPORT_SHORT);
        break;
    case SQLITE_TEXT:
        add_text(report, key, sqlite3_column_name(statement, column),
                 (const char *)sqlite3_column_text(statement, column));
        break;
    case SQLITE_BLOB:
        add_blob(report, key, statement, column);
        break;
    default:
        sow_report_null(report, key);
        break;
    }
}

static bool is_taken(char *const *names, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (strcmp(names[i], name) == 0)
            return true;
    return false;
}

/* Column names are keys in JSON: a second "id" becomes "id_2". */
static char *unique_name(char *const *names, int count, const char *name)
{
    char *unique = sqlite3_mprintf("%s", name);
    for (int copy = 2; unique != NULL && is_taken(names, count, unique); copy++) {
        sqlite3_free(unique);
        unique = sqlite3_mprintf("%s_%d", name, copy);
    }
    return unique;
}

/* The names of a statement's columns; free_names them. */
static char **column_names(sqlite3_stmt *statement)
{
    int count = sqlite3_column_count(statement);
    char **names = calloc((size_t)count + 1, sizeof *names);
    for (int i = 0; names != NULL && i < count; i++) {
        const char *name = sqlite3_column_name(statement, i);
        names[i] = name == NULL ? NULL : unique_name(names, i, name);
        if (names[i] == NULL) {
            free(names);
            return NULL;
        }
    }
    return names;
}

static void free_names(char **names)
{
    for (int i = 0; names != NULL && names[i] != NULL; i++)
        sqlite3_free(names[i]);
    free(names);
}

static void add_row(struct sow_report *report, bool record, char **names,
                    sqlite3_stmt *statement)
{
    for (int i = 0; names[i] != NULL; i++)
        add_value(report, record ? names[i] : NULL, statement, i);
}

static void start_section(struct sow_report *report, bool record, const char *name,
                          char **names, int columns)
{
    if (record)
        sow_report_record(report, name);
    else
        sow_report_table(report, name, (const char *const *)names, columns);
}

/* ---- A user's question ---- */

enum sow_status sow_query_late(const struct sow_query_limits *limits, struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE,
                       "the question takes longer than the %g s allowed; "
                       "narrow it, or allow more with 'sowlab sql --seconds'",
                       limits->seconds);
}

/* SQLite tells a statement of too many steps from a lack of memory as little as the two
   kinds of that. */
static enum sow_status question_too_big(const struct question *question,
                                        struct sow_err *err)
{
    if (sqlite3_memory_highwater(0) > heap_bytes(question->limits) / 2)
        return sow_err_set(err, SOW_USAGE,
                           "the question needs more than the %d MiB of memory allowed; "
                           "narrow it, or allow more with 'sowlab sql --memory'",
                           question->limits->memory);
    return sow_err_set(err, SOW_NO_MEMORY,
                       "out of memory, or the question is too large: ask for less");
}

static enum sow_status question_fail(const struct question *question, int code,
                                     struct sow_err *err)
{
    const char *reason = sqlite3_errmsg(question->store->db);
    switch (code & 0xff) {
    case SQLITE_AUTH:
        return sow_err_set(err, SOW_USAGE,
                           "only questions are answered, and this does more (%s); ask "
                           "with one SELECT",
                           reason);
    case SQLITE_INTERRUPT:
        if (sow_stop_requested(question->store->stop))
            return sow_err_set(err, SOW_INTERRUPTED, "the question was stopped");
        return sow_query_late(question->limits, err);
    case SQLITE_NOMEM:
        return question_too_big(question, err);
    case SQLITE_TOOBIG:
        return sow_err_set(err, SOW_USAGE,
                           "the question or a value in it is longer than allowed (%s: "
                           "%d bytes of SQL, %d of a value); ask for less",
                           reason, BOUNDS[1].most, VALUE_BYTES_MAX);
    case SQLITE_ERROR:
    case SQLITE_RANGE:
    case SQLITE_MISMATCH:
        return sow_err_set(err, SOW_USAGE,
                           "the question is not understood: %s; "
                           "docs/schema.md names the tables, views and columns",
                           reason);
    default:
        return sow_store_fail(question->store, code, err);
    }
}

/* Only blanks and comments may follow the statement. */
static enum sow_status refuse_more(const struct question *question, const char *rest,
                                   struct sow_err *err)
{
    while (*rest != '\0') {
        sqlite3_stmt *second = NULL;
        int code = sqlite3_prepare_v2(question->store->db, rest, -1, &second, &rest);
        bool more = code != SQLITE_OK || second != NULL;
        (void)sqlite3_finalize(second);
        if (more)
            return sow_err_set(err, SOW_USAGE,
                               "more than one statement; ask one question at a time");
    }
    return SOW_OK;
}

static enum sow_status prepare_question(const struct question *question, const char *sql,
                                        sqlite3_stmt **statement, struct sow_err *err)
{
    const char *rest;
    int code = sqlite3_prepare_v2(question->store->db, sql, -1, statement, &rest);
    if (code != SQLITE_OK)
        return question_fail(question, code, err);
    if (*statement == NULL)
        return sow_err_set(err, SOW_USAGE, "the question is empty; ask with one SELECT");
    /* What the authorizer lets through is read-only already: a second lock. */
    if (sqlite3_stmt_readonly(*statement) == 0)
        return sow_err_set(err, SOW_USAGE,
                           "only questions are answered, and this would "
                           "change something; ask with one SELECT");
    return refuse_more(question, rest, err);
}

static int64_t row_bytes(sqlite3_stmt *statement)
{
    enum { CELL_BYTES = 40 };
    int64_t bytes = 0;
    for (int i = 0; i < sqlite3_column_count(statement); i++) {
        int type = sqlite3_column_type(statement, i);
        bytes += CELL_BYTES;
        /* Asking a number for its bytes would turn it into text. */
        if (type == SQLITE_TEXT || type == SQLITE_BLOB)
            bytes += (type == SQLITE_BLOB ? 2 : 1) * sqlite3_column_bytes(statement, i);
    }
    return bytes;
}

static enum sow_status refuse_long(const struct question *question, int64_t rows,
                                   struct sow_err *err)
{
    if (rows > question->limits->rows)
        return sow_err_set(err, SOW_USAGE,
                           "the answer has more than the %lld rows allowed; "
                           "narrow the question, add a LIMIT, or allow more with --rows",
                           (long long)question->limits->rows);
    if (question->bytes > ANSWER_BYTES_MAX)
        return sow_err_set(
            err, SOW_USAGE,
            "the answer is longer than %d MiB; narrow the question or add a LIMIT",
            ANSWER_BYTES_MAX >> 20);
    return SOW_OK;
}

static enum sow_status answer(struct question *question, const char *name,
                              sqlite3_stmt *statement, struct sow_report *report,
                              struct sow_err *err)
{
    char **names = column_names(statement);
    if (names == NULL)
        return sow_err_no_memory(err);
    start_section(report, false, name, names, sqlite3_column_count(statement));
    enum sow_status status = SOW_OK;
    for (int64_t rows = 1; status == SOW_OK; rows++) {
        int code = sqlite3_step(statement);
        if (code == SQLITE_DONE)
            break;
        if (code != SQLITE_ROW) {
            status = question_fail(question, code, err);
            break;
        }
        question->bytes += row_bytes(statement);
        status = refuse_long(question, rows, err);
        if (status == SOW_OK)
            add_row(report, false, names, statement);
    }
    free_names(names);
    return status;
}

enum sow_status sow_store_query(struct sow_store *store, const char *name,
                                const char *sql, const struct sow_query_limits *limits,
                                struct sow_report *report, struct sow_err *err)
{
    struct question question = {.store = store, .limits = limits};
    sqlite3_stmt *statement = NULL;
    raise_guard(&question);
    enum sow_status status = prepare_question(&question, sql, &statement, err);
    if (status == SOW_OK)
        status = answer(&question, name, statement, report, err);
    (void)sqlite3_finalize(statement);
    lower_guard(&question);
    return status;
}

/* ---- The program's own questions ---- */

static enum sow_status add_rows(struct sow_store *store,
                                const struct sow_section *section,
                                sqlite3_stmt *statement, struct sow_report *report,
                                struct sow_err *err)
{
    char **names = column_names(statement);
    if (names == NULL)
        return sow_err_no_memory(err);
    enum sow_status status;
    bool started = false;
    for (;;) {
        bool more;
        status = sow_store_step(store, statement, &more, err);
        if (status != SOW_OK || !more)
            break;
        if (!started)
            start_section(report, section->record, section->name, names,
                          sqlite3_column_count(statement));
        started = true;
        add_row(report, section->record, names, statement);
    }
    free_names(names);
    return status;
}

enum sow_status sow_store_section(struct sow_store *store,
                                  const struct sow_section *section, int64_t id,
                                  struct sow_report *report, struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(store, section->sql, &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, id);
    status = add_rows(store, section, statement, report, err);
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_written(struct sow_store *store, const char *sql, int64_t id,
                                  char **text, struct sow_err *err)
{
    char *answer;
    *text = NULL;
    enum sow_status status =
        sow_store_text(store, sql, SOW_VALUES(sow_integer(id)), &answer, err);
    if (status == SOW_OK && answer != NULL) {
        *text = strdup(answer);
        status = *text != NULL ? SOW_OK : sow_err_no_memory(err);
    }
    sqlite3_free(answer);
    return status;
}

static void read_cells(sqlite3_stmt *statement, struct sow_cells *cells)
{
    cells->count = sqlite3_column_count(statement);
    for (int i = 0; i < cells->count; i++) {
        int type = sqlite3_column_type(statement, i);
        cells->number[i] = type == SQLITE_INTEGER || type == SQLITE_FLOAT
                               ? sqlite3_column_double(statement, i)
                               : (double)NAN;
        cells->text[i] = (const char *)sqlite3_column_text(statement, i);
    }
}

/* Hands on the rows of @p statement, which ends with it. */
static enum sow_status hand_on(struct sow_store *store, sqlite3_stmt *statement,
                               sow_cells_fn *take, void *context, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    assert(sqlite3_column_count(statement) <= SOW_CELLS_MAX);
    for (bool more = true; status == SOW_OK && more;) {
        struct sow_cells cells = {.count = 0};
        status = sow_store_step(store, statement, &more, err);
        if (status != SOW_OK || !more)
            continue;
        read_cells(statement, &cells);
        status = take(context, &cells, err);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

enum sow_status sow_store_answer(struct sow_store *store, const char *sql, int64_t id,
                                 sow_cells_fn *take, void *context, struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(store, sql, &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, id);
    return hand_on(store, statement, take, context, err);
}

enum sow_status sow_store_answer_text(struct sow_store *store, const char *sql,
                                      const char *text, sow_cells_fn *take, void *context,
                                      struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(store, sql, &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_text(statement, 1, text, -1, SQLITE_STATIC);
    return hand_on(store, statement, take, context, err);
}

static enum sow_status add_alias(void *context, const struct sow_cells *cells,
                                 struct sow_err *err)
{
    (void)err;
    sow_report_alias(context, cells->text[0], cells->text[1]);
    return SOW_OK;
}

enum sow_status sow_store_names(struct sow_store *store, const char *sql, int64_t id,
                                const char *players, struct sow_report *report,
                                struct sow_err *err)
{
    sqlite3_stmt *statement;
    enum sow_status status = sow_store_prepare(store, sql, &statement, err);
    if (status != SOW_OK)
        return status;
    (void)sqlite3_bind_int64(statement, 1, id);
    if (players != NULL)
        (void)sqlite3_bind_text(statement, 2, players, -1, SQLITE_STATIC);
    return hand_on(store, statement, add_alias, report, err);
}
