/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Users' SQL: a guard bounds what it may read, call and cost. */
#include "store_private.h"

#include "sow/base/parallel.h"
#include "sow/support/doc_pages.h"
#include "sow/support/progress.h"

#include <string.h>

const struct sow_query_limits sow_query_limits_default = {100000, 30.0, 256};

/* Bytes of one value, and of a whole answer. */
enum { VALUE_BYTES_MAX = 1 << 20, ANSWER_BYTES_MAX = 64 << 20 };

/* Bounds on what a question may need (docs/reference/schema.md, "Limits"). SQLite looks
   at the clock between steps only, so none may be long; and not at all while it reads a
   statement. The columns and depths are several times those of the widest view. */
static const struct bound {
    int id;   /* SQLITE_LIMIT_.. */
    int most; /* largest value during a question */
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

/* SQLite's functions that read nothing but their arguments. All other functions are
   refused: they load extensions, are tokenizers, or belong to a later SQLite. Sorted by
   group, not by name: the list is short and read once per call in a statement. */
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
    bool takes_value; /* true if it may have a value: the name of a table or index */
};

static const struct pragma PRAGMAS[] = {
    {"table_info", true},       {"table_xinfo", true},   {"table_list", true},
    {"foreign_key_list", true}, {"index_list", true},    {"index_info", true},
    {"user_version", false},    {"page_size", false},    {"page_count", false},
    {"application_id", false},  {"journal_mode", false},
};

/* Returns SQLITE_OK if a question may call the SQL function @p name, else SQLITE_DENY.
   Ignores upper and lower case. */
static int allow_function(const char *name)
{
    for (size_t i = 0; FUNCTIONS[i] != NULL; i++)
        if (sqlite3_stricmp(FUNCTIONS[i], name) == 0)
            return SQLITE_OK;
    return SQLITE_DENY;
}

/* Returns SQLITE_OK if a question may use the pragma @p name with @p value (NULL:
   without a value), else SQLITE_DENY. */
static int allow_pragma(const char *name, const char *value)
{
    for (size_t i = 0; i < sizeof PRAGMAS / sizeof PRAGMAS[0]; i++)
        if (sqlite3_stricmp(PRAGMAS[i].name, name) == 0 &&
            (value == NULL || PRAGMAS[i].takes_value))
            return SQLITE_OK;
    return SQLITE_DENY;
}

/* Tells SQLite whether a question may do @p action: SQLITE_OK for reading and for the
   functions and pragmas in the lists above, else SQLITE_DENY. For a function @p second is
   the name, for a pragma @p first the name and @p second the value. Authorizer callback
   of SQLite. */
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
    double deadline;          /* time at which it is interrupted (sow_clock_seconds) */
    int64_t bytes;            /* estimated memory of the answer so far */
    int before[BOUNDS_COUNT]; /* bounds of the connection outside the question */
};

/* Returns the memory limit of a question in bytes; `memory` of @p limits counts MiB. */
static int64_t heap_bytes(const struct sow_query_limits *limits)
{
    return (int64_t)limits->memory << 20;
}

/* Returns non-zero, which interrupts the statement, after a stop request or the
   deadline. Progress callback of SQLite; @p context is the question. */
static int look_at_clock(void *context)
{
    const struct question *question = context;
    return sow_stop_requested(question->store->stop) ||
           sow_clock_seconds() > question->deadline;
}

/* Sets where SQLite keeps sorting and other interim results: @p where is "memory" or
   "default". Questions keep them in memory, where they are limited; files would only be
   limited by the disk. */
static void set_temp_store(sqlite3 *db, const char *where)
{
    char sql[64];
    (void)snprintf(sql, sizeof sql, "PRAGMA temp_store = %s", where);
    (void)sqlite3_exec(db, sql, NULL, NULL, NULL);
}

/* Counts a question as begun (@p change 1) or ended (-1). Sets SQLite's memory limit
   with the first question and removes it with the last. SQLite has one limit for the
   whole process: if stores of several threads answer questions at the same time, the
   limit of the first holds for all. */
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

/* Sets up the limits of a question on its connection: deadline, authorizer, bounds,
   memory and progress callback. Interim results stay in memory. lower_guard removes all
   this. */
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

/* Removes the limits that raise_guard set. Restores the connection's own bounds, and its
   check for stop requests (sow_store_heed). */
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

/* ---- A user's question ---- */

enum sow_status sow_query_late(const struct sow_query_limits *limits, struct sow_err *err)
{
    return sow_err_set(err, SOW_USAGE,
                       "the question takes longer than the %g s allowed; "
                       "narrow it, or allow more with 'sowlab sql --seconds'",
                       limits->seconds);
}

/* Sets the error for SQLITE_NOMEM. SQLite does not say whether the limit of memory, the
   machine's memory or the number of steps was exceeded. Returns SOW_USAGE if more than
   half of the allowed memory was used, else SOW_NO_MEMORY. */
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

/* Turns result code @p code of a user's SQL into an error. Returns SOW_USAGE for wrong
   SQL, for SQL that would change something, and if a limit is exceeded. Returns
   SOW_INTERRUPTED after a stop request, else as sow_store_fail. */
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
                           "the question has an error: %s; " SOW_DOC_SCHEMA
                           " names the tables, views and columns",
                           reason);
    default:
        return sow_store_fail(question->store, code, err);
    }
}

/* Returns SOW_USAGE if @p rest, the text after the first statement, holds more than
   blanks and comments. */
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

/* Prepares a user's SQL, with the guard up. Returns SOW_USAGE if it is empty, wrong, more
   than one statement, or would change anything. The caller finalizes @p statement, also
   after a failure. */
static enum sow_status prepare_question(const struct question *question, const char *sql,
                                        sqlite3_stmt **statement, struct sow_err *err)
{
    const char *rest;
    int code = sqlite3_prepare_v2(question->store->db, sql, -1, statement, &rest);
    if (code != SQLITE_OK)
        return question_fail(question, code, err);
    if (*statement == NULL)
        return sow_err_set(err, SOW_USAGE, "the question is empty; ask with one SELECT");
    /* The authorizer lets only reading through. This is a second lock. */
    if (sqlite3_stmt_readonly(*statement) == 0)
        return sow_err_set(err, SOW_USAGE,
                           "only questions are answered, and this would "
                           "change something; ask with one SELECT");
    return refuse_more(question, rest, err);
}

/* Estimates the memory that the current row takes in an answer: 40 bytes a cell, and the
   bytes of texts (blobs twice). */
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

/* Returns SOW_USAGE if @p rows, the rows so far, or the bytes of the answer exceed their
   limits. */
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

/* Hands all rows of @p answer to its callback. Stops with SOW_USAGE at a limit of @p
   question, and at the first failure of the callback. */
static enum sow_status hand_on(struct question *question, struct sow_answer *answer,
                               struct sow_err *err)
{
    for (int64_t rows = 1;; rows++) {
        int code = sqlite3_step(answer->statement);
        if (code == SQLITE_DONE)
            return SOW_OK;
        if (code != SQLITE_ROW)
            return question_fail(question, code, err);
        question->bytes += row_bytes(answer->statement);
        enum sow_status status = refuse_long(question, rows, err);
        if (status == SOW_OK)
            status = sow_answer_hand_on(answer, err);
        if (status != SOW_OK)
            return status;
    }
}

enum sow_status sow_store_ask(struct sow_store *store, const char *sql,
                              const struct sow_query_limits *limits, sow_row_taker *take,
                              void *context, struct sow_err *err)
{
    struct question question = {.store = store, .limits = limits};
    struct sow_answer answer = {.take = take, .context = context};
    raise_guard(&question);
    enum sow_status status = prepare_question(&question, sql, &answer.statement, err);
    if (status == SOW_OK)
        status = sow_answer_begin(&answer, err);
    if (status == SOW_OK)
        status = hand_on(&question, &answer, err);
    sow_answer_end(&answer);
    lower_guard(&question);
    return status;
}
