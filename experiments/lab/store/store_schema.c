/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables as SQL and as documentation, and the check of a file's schema. */
#include "store_private.h"

#include "sow/base/stream.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Declarations of a column of each type, in SQL and in words. */
static const struct {
    const char *sql;   /* SQL behind the name of the column */
    const char *words; /* type in docs/reference/columns.md */
} DECLARATIONS[] = {
    [SOW_FIELD_ID] = {"INTEGER", "INTEGER"},
    [SOW_FIELD_INT] = {"INTEGER NOT NULL", "INTEGER"},
    [SOW_FIELD_INT64] = {"INTEGER NOT NULL", "INTEGER"},
    [SOW_FIELD_RUN] = {"INTEGER NOT NULL", "INTEGER"},
    [SOW_FIELD_REAL] = {"REAL NOT NULL", "REAL"},
    [SOW_FIELD_REAL_OR_NULL] = {"REAL", "REAL or NULL"},
    [SOW_FIELD_TEXT] = {"TEXT NOT NULL", "TEXT"},
    [SOW_FIELD_TEXT_OR_NULL] = {"TEXT", "TEXT or NULL"},
    [SOW_FIELD_DIGEST] = {"TEXT", "TEXT"},
    [SOW_FIELD_WEIGHTS] = {"TEXT NOT NULL CHECK (json_valid(weights))", "TEXT (JSON)"},
    [SOW_FIELD_COMPUTED] = {"REAL GENERATED ALWAYS AS", "REAL"},
};

/* Writes @p before and then @p constraints, which are SQL; nothing if @p constraints is
   empty. */
static void write_constraints(const char *before, const char *constraints, FILE *out)
{
    if (constraints[0] != '\0')
        (void)fprintf(out, "%s%s", before, constraints);
}

/* Writes the PRIMARY KEY clause of a table, after a comma; nothing if it has no key
   columns. */
static void write_key(const struct sow_field *fields, FILE *out)
{
    const char *before = ",\n    PRIMARY KEY (";
    for (const struct sow_field *field = fields; field->is_key; field++) {
        (void)fprintf(out, "%s%s", before, field->column);
        before = ", ";
    }
    (void)fputs(fields->is_key ? ")" : "", out);
}

/* Writes CREATE TABLE for @p table. A table with key columns is WITHOUT ROWID, in the
   order of its key. Another one is stored by its row number, which is its run_id (or
   id). */
static void write_table(const struct sow_table *table, FILE *out)
{
    const struct sow_field *fields = table->fields();
    const struct sow_field *field = fields;
    (void)fprintf(out, "CREATE TABLE IF NOT EXISTS %s (", table->name);
    for (; field->column != NULL; field++) {
        (void)fprintf(out, "%s\n    %s %s", field == fields ? "" : ",", field->column,
                      DECLARATIONS[field->type].sql);
        write_constraints(" ", field->constraints, out);
    }
    write_key(fields, out);
    write_constraints(",\n    ", field->constraints, out);
    (void)fprintf(out, "\n) STRICT%s;\n", fields->is_key ? ", WITHOUT ROWID" : "");
}

/* Returns the statements that make all tables, on the heap; NULL if there is no memory.
 */
static char *write_tables(void)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return NULL;
    for (int id = 0; id < SOW_TABLES_COUNT; id++)
        write_table(&sow_tables[id], out);
    if (fclose(out) == 0)
        return sql;
    free(sql);
    return NULL;
}

enum sow_status sow_store_make_tables(struct sow_store *store, struct sow_err *err)
{
    char *sql = write_tables();
    enum sow_status status =
        sql == NULL ? sow_err_no_memory(err) : sow_store_exec(store, sql, err);
    free(sql);
    return status;
}

void sow_table_describe(enum sow_table_id id, FILE *out)
{
    for (const struct sow_field *field = sow_tables[id].fields(); field->column != NULL;
         field++)
        (void)fprintf(out, "| `%s` | %s | %s | %s%s |\n", field->column,
                      DECLARATIONS[field->type].words, field->unit,
                      field->is_key ? "key; " : "", field->meaning);
}

/* ---- The objects that the program makes ---- */

/* Most objects of the schema; bytes of a name, with its NUL. */
enum { OBJECTS_MAX = 128, OBJECT_NAME = 64 };

/* A table, view or index. */
struct object {
    const char *type; /* "table", "index" or "view" */
    char name[OBJECT_NAME];
    char table[OBJECT_NAME]; /* table of an index; else the name again */
    char *sql; /* statement that makes it, squeezed; NULL: index of a UNIQUE constraint */
    bool found; /* true if the file has the same object */
};

/* All objects that the program makes in a file. */
struct schema {
    int count;
    struct object objects[OBJECTS_MAX];
};

/* Statements that make objects: their beginnings in scripts and in sqlite_schema. */
static const struct maker {
    const char *type;    /* type of the object */
    const char *written; /* beginning in the program's scripts */
    const char *kept;    /* beginning in sqlite_schema */
} MAKERS[] = {
    {"table", "CREATE TABLE IF NOT EXISTS ", "CREATE TABLE "},
    {"index", "CREATE INDEX IF NOT EXISTS ", "CREATE INDEX "},
    {"view", "CREATE VIEW ", "CREATE VIEW "},
};

/* Says whether a character is a blank or the end of a line. */
static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/* Copies SQL with one blank in each place where there are several blanks or line ends,
   and with none beside brackets and commas. Columns that were added later then look like
   others. Quoted text stays as it is. The caller frees the copy; NULL without memory. */
static char *squeeze(const char *sql)
{
    char *text = malloc(strlen(sql) + 1);
    size_t used = 0;
    char quote = '\0';
    for (; text != NULL && *sql != '\0'; sql++) {
        if (quote == '\0' && is_blank(*sql)) {
            while (is_blank(sql[1]))
                sql++;
            if (used > 0 && strchr("(),", text[used - 1]) == NULL &&
                strchr("(),", sql[1]) == NULL)
                text[used++] = ' ';
            continue;
        }
        text[used++] = *sql;
        if (quote == *sql)
            quote = '\0';
        else if (quote == '\0' && *sql == '[')
            quote = ']';
        else if (quote == '\0' && strchr("'\"`", *sql) != NULL)
            quote = *sql;
    }
    if (text != NULL)
        text[used] = '\0';
    return text;
}

/* Copies the first word of @p text, which ends at a blank, bracket or line end, into @p
   word. A longer word is cut. */
static void copy_word(const char *text, char word[OBJECT_NAME])
{
    (void)snprintf(word, OBJECT_NAME, "%.*s", (int)strcspn(text, " (\n"), text);
}

/* Adds an object that is not found yet to @p schema. Takes only the first word of @p name
   and of @p table. The schema then owns @p sql, squeezed or NULL. @p type must outlive
   the schema. */
static void add_object(struct schema *schema, const char *type, const char *name,
                       const char *table, char *sql)
{
    assert(schema->count < OBJECTS_MAX);
    struct object *object = &schema->objects[schema->count++];
    *object = (struct object){.type = type, .sql = sql};
    copy_word(name, object->name);
    copy_word(table, object->table);
}

/* Adds the object that the statement at @p text makes. The statement begins as @p maker
   says and ends at the next semicolon before a line end. The only failure is
   SOW_NO_MEMORY. */
static enum sow_status add_statement(struct schema *schema, const struct maker *maker,
                                     const char *text, struct sow_err *err)
{
    static const char ON[] = " ON ";
    const char *name = text + strlen(maker->written);
    char *kept =
        sqlite3_mprintf("%s%.*s", maker->kept, (int)(strstr(name, ";\n") - name), name);
    char *sql = kept != NULL ? squeeze(kept) : NULL;
    sqlite3_free(kept);
    if (sql == NULL)
        return sow_err_no_memory(err);
    const char *table = name;
    if (strcmp(maker->type, "index") == 0)
        table = strstr(name, ON) + strlen(ON);
    add_object(schema, maker->type, name, table, sql);
    return SOW_OK;
}

/* Adds the objects that a script makes, in its order. Each of its statements that makes
   one begins a line as MAKERS says and ends with a semicolon at the end of a line. Other
   statements are ignored. The only failure is SOW_NO_MEMORY. */
static enum sow_status add_script(struct schema *schema, const char *script,
                                  struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    const char *line = script;
    while (line != NULL && status == SOW_OK) {
        for (size_t i = 0; i < sizeof MAKERS / sizeof MAKERS[0]; i++)
            if (strncmp(line, MAKERS[i].written, strlen(MAKERS[i].written)) == 0)
                status = add_statement(schema, &MAKERS[i], line, err);
        line = strchr(line, '\n');
        line = line != NULL ? line + 1 : NULL;
    }
    return status;
}

/* Adds the objects that SQLite makes itself: the table for AUTOINCREMENT, and an index
   for each UNIQUE constraint. The name of such an index ends with 2 if the table has a
   key, because SQLite counts the index of the key, else with 1. The only failure is
   SOW_NO_MEMORY. */
static enum sow_status add_implied(struct schema *schema, struct sow_err *err)
{
    char *sequence = squeeze("CREATE TABLE sqlite_sequence(name,seq)");
    if (sequence == NULL)
        return sow_err_no_memory(err);
    add_object(schema, "table", "sqlite_sequence", "sqlite_sequence", sequence);
    for (int id = 0; id < SOW_TABLES_COUNT; id++) {
        char name[OBJECT_NAME];
        const struct sow_field *fields = sow_tables[id].fields();
        const struct sow_field *end = fields;
        while (end->column != NULL)
            end++;
        (void)snprintf(name, sizeof name, "sqlite_autoindex_%.40s_%d",
                       sow_tables[id].name, fields->is_key ? 2 : 1);
        if (strncmp(end->constraints, "UNIQUE", 6) == 0)
            add_object(schema, "index", name, sow_tables[id].name, NULL);
    }
    return SOW_OK;
}

/* Frees a schema; NULL is allowed. */
static void schema_free(struct schema *schema)
{
    for (int i = 0; schema != NULL && i < schema->count; i++)
        free(schema->objects[i].sql);
    free(schema);
}

/* Makes the expected schema on the heap: the objects of a file that the program has just
   made, tables, views and indices. Needs no database. Call schema_free for it, also after
   a failure, which can only be SOW_NO_MEMORY. */
static enum sow_status schema_make(struct schema **schema, struct sow_err *err)
{
    char *tables = write_tables();
    *schema = calloc(1, sizeof **schema);
    if (tables == NULL || *schema == NULL) {
        free(tables);
        return sow_err_no_memory(err);
    }
    enum sow_status status = add_script(*schema, tables, err);
    if (status == SOW_OK)
        status = add_script(*schema, sow_schema_files[0].text, err);
    if (status == SOW_OK)
        status = add_implied(*schema, err);
    free(tables);
    return status;
}

/* ---- Is the file's schema the same? ---- */

static const char OBJECTS[] = "SELECT type, name, tbl_name, sql FROM sqlite_schema";
/* Triggers are not run here, but in every other program. */
static const char TRIGGERS[] =
    "SELECT tbl_name FROM sqlite_schema WHERE type = 'trigger'";
/* SQLite computes the values of these indices for every row that is written or checked.
 */
static const char COMPUTED_INDICES[] =
    "SELECT t.name FROM sqlite_schema t, pragma_index_list(t.name) l"
    " WHERE t.type = 'table' AND l.origin = 'c' AND (l.partial = 1 OR"
    " EXISTS (SELECT 1 FROM pragma_index_xinfo(l.name) x WHERE x.cid = -2))";
/* SQLite itself answers; no table of the file can take its place. */
static const char TABLES[] = "PRAGMA main.table_list";

/* Sets the error that @p what (such as "table") @p name is not as expected. Returns
   SOW_BAD_DATA. */
static enum sow_status refuse_schema(const struct sow_store *store, const char *what,
                                     const char *name, struct sow_err *err)
{
    return sow_err_set(
        err, SOW_BAD_DATA,
        "database '%s' is damaged or older than the first release: %s '%.100s' is not "
        "as expected; go back to a copy, or name another file",
        store->path, what, name);
}

/* Returns the first object named @p name, in any case of letters; NULL if there is none.
 */
static const struct object *find_named(const struct schema *schema, const char *name)
{
    for (int i = 0; i < schema->count; i++)
        if (sqlite3_stricmp(schema->objects[i].name, name) == 0)
            return &schema->objects[i];
    return NULL;
}

/* Returns the first expected object with this type, name and table that is not marked as
   found; NULL if there is none, or if one of the texts is NULL. */
static struct object *find_object(struct schema *schema, const char *type,
                                  const char *name, const char *table)
{
    for (int i = 0; i < schema->count && type != NULL && name != NULL && table != NULL;
         i++) {
        struct object *object = &schema->objects[i];
        if (!object->found && strcmp(object->name, name) == 0 &&
            strcmp(object->type, type) == 0 && strcmp(object->table, table) == 0)
            return object;
    }
    return NULL;
}

/* Compares the object at which @p statement (OBJECTS) stands with the expected schema.
   Marks it as found if it is the same, else sets @p foreign to true, which stays true.
   The only failure is SOW_NO_MEMORY. */
static enum sow_status take_object(struct schema *schema, sqlite3_stmt *statement,
                                   bool *foreign, struct sow_err *err)
{
    struct object *object =
        find_object(schema, (const char *)sqlite3_column_text(statement, 0),
                    (const char *)sqlite3_column_text(statement, 1),
                    (const char *)sqlite3_column_text(statement, 2));
    const char *sql = (const char *)sqlite3_column_text(statement, 3);
    char *theirs = NULL;
    if (object != NULL && object->sql != NULL && sql != NULL) {
        theirs = squeeze(sql);
        if (theirs == NULL)
            return sow_err_no_memory(err);
        object->found = strcmp(object->sql, theirs) == 0;
    } else if (object != NULL) {
        object->found = object->sql == NULL && sql == NULL;
    }
    free(theirs);
    *foreign = *foreign || object == NULL || !object->found;
    return SOW_OK;
}

/* Compares all objects of the file with the expected schema by take_object. Sets @p
   foreign to true if there is any other object. */
static enum sow_status take_objects(struct sow_store *store, struct schema *schema,
                                    bool *foreign, struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool more = false;
    enum sow_status status = sow_store_prepare(store, OBJECTS, &statement, err);
    if (status == SOW_OK)
        status = sow_store_step(store, statement, &more, err);
    while (status == SOW_OK && more) {
        status = take_object(schema, statement, foreign, err);
        if (status == SOW_OK)
            status = sow_store_step(store, statement, &more, err);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

/* Sets the error that an expected object was not found in the file, for the first such
   object. Returns SOW_BAD_DATA, or SOW_OK if all were found. */
static enum sow_status refuse_absent(const struct sow_store *store,
                                     const struct schema *schema, struct sow_err *err)
{
    for (int i = 0; i < schema->count; i++)
        if (!schema->objects[i].found)
            return refuse_schema(store, schema->objects[i].type, schema->objects[i].name,
                                 err);
    return SOW_OK;
}

/* Runs @p sql, whose rows hold names of tables. Returns SOW_BAD_DATA if one is the name
   of an expected object, in any case of letters. The phrase @p what, such as "a trigger
   of", stands before the name in the message. */
static enum sow_status refuse_attached(struct sow_store *store,
                                       const struct schema *schema, const char *sql,
                                       const char *what, struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool more = false;
    enum sow_status status = sow_store_prepare(store, sql, &statement, err);
    if (status == SOW_OK)
        status = sow_store_step(store, statement, &more, err);
    while (status == SOW_OK && more) {
        const char *name = (const char *)sqlite3_column_text(statement, 0);
        const struct object *object = name != NULL ? find_named(schema, name) : NULL;
        status = object != NULL ? refuse_schema(store, what, object->name, err)
                                : sow_store_step(store, statement, &more, err);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

/* Returns SOW_BAD_DATA if the file has a virtual table, or a table or view named json_*
   or pragma_*, which SQL of the program would take for a function of SQLite. */
static enum sow_status refuse_impostors(struct sow_store *store, struct sow_err *err)
{
    sqlite3_stmt *statement;
    bool more = false;
    enum sow_status status = sow_store_prepare(store, TABLES, &statement, err);
    if (status != SOW_OK)
        return status;
    status = sow_store_step(store, statement, &more, err);
    while (status == SOW_OK && more) {
        const char *name = (const char *)sqlite3_column_text(statement, 1);
        const char *type = (const char *)sqlite3_column_text(statement, 2);
        if (strcmp(type, "virtual") == 0 || sqlite3_strnicmp(name, "json_", 5) == 0 ||
            sqlite3_strnicmp(name, "pragma_", 7) == 0)
            status = refuse_schema(store, strcmp(type, "view") == 0 ? "view" : "table",
                                   name, err);
        else
            status = sow_store_step(store, statement, &more, err);
    }
    (void)sqlite3_finalize(statement);
    return status;
}

/* Compares the file's schema with the expected one; SOW_BAD_DATA if they differ
   (sow_store_check_schema). Marks objects of @p schema as found. Most files hold only the
   program's objects, and one statement shows that. Other files need more statements, by
   which SQLite describes the foreign objects. */
static enum sow_status compare_schema(struct sow_store *store, struct schema *schema,
                                      struct sow_err *err)
{
    bool foreign = false;
    enum sow_status status = take_objects(store, schema, &foreign, err);
    if (status != SOW_OK || !foreign)
        return status == SOW_OK ? refuse_absent(store, schema, err) : status;
    status = refuse_impostors(store, err);
    if (status == SOW_OK)
        status = refuse_absent(store, schema, err);
    if (status == SOW_OK)
        status = refuse_attached(store, schema, TRIGGERS, "a trigger of", err);
    return status == SOW_OK ? refuse_attached(store, schema, COMPUTED_INDICES,
                                              "a computed index of", err)
                            : status;
}

enum sow_status sow_store_check_schema(struct sow_store *store, struct sow_err *err)
{
    struct schema *schema;
    enum sow_status status = schema_make(&schema, err);
    if (status == SOW_OK)
        status = compare_schema(store, schema, err);
    schema_free(schema);
    return status;
}
