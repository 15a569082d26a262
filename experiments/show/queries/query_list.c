/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of runs. */
#include "sow/queries/query_sections.h"

#include "sow/base/stream.h"
#include "sow/base/text.h"
#include "sow/players/players.h"
#include "sow/queries/query.h"
#include "sow/queries/query_words.h"

#include <stdlib.h>
#include <string.h>

/* Returns true if a text is NULL or has blanks only. */
static bool is_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\n")] == '\0';
}

/* Writes SQL for the column `about`: the players of run r, or the data that was
   fitted. */
static void write_about(FILE *out)
{
    sow_query_write_words(SOW_WORDS_SUBJECT, out);
}

/* Writes SQL for the column `progress`, a text: `50 generations` when run r is complete,
   `12/50 generations` before; NULL if its kind has no parts. */
static void write_progress(FILE *out)
{
    (void)fputs("(SELECT CASE WHEN n IS NULL THEN NULL WHEN n = wanted THEN n || unit"
                " ELSE n || '/' || wanted || unit END FROM (SELECT ",
                out);
    sow_query_write_words(SOW_WORDS_DONE, out);
    (void)fputs(" AS n, ", out);
    sow_query_write_words(SOW_WORDS_WANTED, out);
    (void)fputs(" AS wanted, ", out);
    sow_query_write_words(SOW_WORDS_UNIT, out);
    (void)fputs(" AS unit))", out);
}

/* SQL for the progress of an evolution, drawn with a dozen characters. They are the
   strength of the best individuals of generations where that was measured. Elsewhere they
   are relative fitness, and the word "fitness" follows. The lowest and the highest block
   are the least and the greatest value shown. */
#define BLOCKS "▁▂▃▄▅▆▇█"
#define FITNESS_TREND                                                                    \
    "(SELECT group_concat(substr('" BLOCKS "', 1 + coalesce(CAST(7.99 * (best - low)"    \
    " / nullif(high - low, 0) AS INTEGER), 0), 1), '') FROM (SELECT g.best,"             \
    " min(g.best) OVER () AS low, max(g.best) OVER () AS high FROM"                      \
    " json_each('[0,1,2,3,4,5,6,7,8,9,10,11]') k JOIN generations g"                     \
    " ON g.run_id = r.id AND g.generation = k.value * (o.generations - 1) / 11"          \
    " WHERE o.generations > 1 ORDER BY k.value))"
#define STRENGTH_TREND                                                                              \
    "(SELECT group_concat(substr('" BLOCKS "', 1 + coalesce(CAST(7.99 * (score - low)"              \
    " / nullif(high - low, 0) AS INTEGER), 0), 1), '') FROM (SELECT score,"                         \
    " min(score) OVER () AS low, max(score) OVER () AS high FROM (SELECT stage,"                    \
    " coalesce(max(score) FILTER (WHERE champion), avg(score)) AS score, row_number()"              \
    " OVER (ORDER BY stage) - 1 AS place, count(*) OVER () - 1 AS last"                             \
    " FROM " SOW_SQL_PROGRESS(                                                                      \
        "= r.id") " GROUP BY stage)"                                                                \
                  " WHERE place = last OR place * 11 / last > (place - 1) * 11 / last OR place = 0" \
                  " ORDER BY stage))"
#define TREND "coalesce(" STRENGTH_TREND ", " FITNESS_TREND " || ' fitness')"

/* Columns of a list, each as SQL or as a function that writes it. The columns up to SHOWN
   are shown by default. */
static const struct {
    const char *name;
    const char *sql;
    void (*write)(FILE *out);
} COLUMNS[] = {
    {"id", "o.id", NULL},
    {"kind", "o.kind", NULL},
    {"label", "o.label", NULL},
    {"variant", "o.variant", NULL},
    {"about", NULL, write_about},
    {"progress", NULL, write_progress},
    {"status", "sowlab_status(r.status, r.owner, r.heartbeat)", NULL},
    {"generations", "o.generations", NULL},
    {"best", "o.best", NULL},
    {"trend", TREND, NULL},
    {"strength", "(SELECT s.score FROM run_strengths s WHERE s.run_id = o.id)", NULL},
    {"panel",
     "(SELECT s.panel || coalesce(', depth ' || s.depth, '') FROM run_strengths s"
     " WHERE s.run_id = o.id)",
     NULL},
    {"validation", "o.validation", NULL},
    {"r2", "o.r2", NULL},
    {"seed", "o.seed", NULL},
    {"started", "o.started", NULL},
    {"seconds", "o.seconds", NULL},
    {"version", "o.version", NULL},
    {"kernel", "o.kernel", NULL},
    {"threads", "o.threads", NULL},
    {"resumed", "o.resumed", NULL},
};

enum { COLUMNS_COUNT = sizeof COLUMNS / sizeof COLUMNS[0], SHOWN = 17 };

/* Returns true if @p name is in COLUMNS. Settings are not. */
static bool is_column(const char *name)
{
    for (size_t i = 0; i < COLUMNS_COUNT; i++)
        if (strcmp(COLUMNS[i].name, name) == 0)
            return true;
    return false;
}

/* Writes the beginning of the query: WITH and the table `listed`, which has the columns,
   and also the settings if the user gave a condition, an order or columns. A setting with
   the name of a column is left out. */
static void write_listed(const struct sow_query_runs *runs, FILE *out)
{
    bool free_words =
        !is_blank(runs->where) || !is_blank(runs->sort) || !is_blank(runs->columns);
    (void)fputs("WITH listed AS (SELECT", out);
    for (size_t i = 0; i < COLUMNS_COUNT; i++) {
        (void)fputs(i == 0 ? " " : ", ", out);
        if (COLUMNS[i].write != NULL)
            COLUMNS[i].write(out);
        else
            (void)fputs(COLUMNS[i].sql, out);
        (void)fprintf(out, " AS %s", COLUMNS[i].name);
    }
    for (const char *const *name = runs->settings;
         free_words && name != NULL && *name != NULL; name++)
        if (!is_column(*name))
            (void)fprintf(out, ", r.parameters ->> '%s' AS \"%s\"", *name, *name);
    (void)fputs(" FROM runs_overview o JOIN runs r USING (id))", out);
}

/* ---- Columns asked for ---- */

/* Sets the error for an unknown column, with the nearest name, and returns SOW_USAGE. */
static enum sow_status unknown_column(const struct sow_query_runs *runs, const char *name,
                                      struct sow_err *err)
{
    char hint[80];
    struct sow_nearest nearest;
    sow_nearest_init(&nearest, name);
    for (size_t i = 0; i < COLUMNS_COUNT; i++)
        sow_nearest_offer(&nearest, COLUMNS[i].name);
    for (const char *const *known = runs->settings; known != NULL && *known != NULL;
         known++)
        sow_nearest_offer(&nearest, *known);
    return sow_err_set(err, SOW_USAGE, "'%s' is neither a column nor a setting%s", name,
                       sow_nearest_hint(&nearest, hint, sizeof hint));
}

/* Writes the column or setting whose name begins at @p text and has @p length characters,
   in quotes. Returns SOW_USAGE if it is neither. */
static enum sow_status write_column(const struct sow_query_runs *runs, const char *text,
                                    size_t length, FILE *out, struct sow_err *err)
{
    char name[64];
    (void)snprintf(name, sizeof name, "%.*s", (int)length, text);
    const char *const *known = runs->settings;
    while (known != NULL && *known != NULL && strcmp(*known, name) != 0)
        known++;
    if (!is_column(name) && (known == NULL || *known == NULL))
        return unknown_column(runs, name, err);
    (void)fprintf(out, "\"%s\"", name);
    return SOW_OK;
}

/* Writes SELECT and the columns asked for (separated by commas or blanks), or the usual
   ones. Returns SOW_USAGE for an unknown one; its text is then incomplete. */
static enum sow_status write_columns(const struct sow_query_runs *runs, FILE *out,
                                     struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    (void)fputs(" SELECT ", out);
    for (size_t i = 0; is_blank(runs->columns) && i < SHOWN; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : ", ", COLUMNS[i].name);
    for (const char *at = runs->columns; !is_blank(at) && status == SOW_OK;) {
        size_t length = strcspn(at, ", ");
        (void)fputs(at == runs->columns ? "" : ", ", out);
        status = write_column(runs, at, length, out, err);
        at += length;
        at += strspn(at, ", ");
    }
    return status;
}

/* ---- Conditions ---- */

/* Writes the condition " AND COLUMN = 'VALUE'", with the value quoted; nothing for a
   blank value. @p column is SQL. */
static void write_equal(const char *column, const char *value, FILE *out)
{
    if (is_blank(value))
        return;
    (void)fprintf(out, " AND %s = ", column);
    sow_query_quote(value, out);
}

/* Writes an AND condition that @p value is one of the words, with blanks between them, of
   the SQL expression @p words. Writes nothing for a blank value. */
static void write_word(const char *words, const char *value, FILE *out)
{
    if (is_blank(value))
        return;
    (void)fprintf(out, " AND instr(' ' || %s || ' ', ' ' || ", words);
    sow_query_quote(value, out);
    (void)fputs(" || ' ') > 0", out);
}

/* Writes an AND condition that an option of the run names @p player: by its player spec,
   or by its name. A name such as `learnt:awari` or `run:17` also finds its spec, for
   which it may read @p store. Writes nothing for a blank one. */
static void write_player(struct sow_store *store, const char *player, FILE *out)
{
    struct sow_agent agent;
    if (is_blank(player))
        return;
    bool known = sow_players_parse(store, player, &agent, NULL) == SOW_OK;
    char *spec = known ? sow_agent_spec(&agent) : NULL;
    (void)fputs(
        " AND EXISTS (SELECT 1 FROM run_players p WHERE p.run_id = listed.id AND (", out);
    sow_query_quote(player, out);
    (void)fputs(" IN (p.spec, p.name) OR p.spec = ", out);
    sow_query_quote(spec != NULL ? spec : player, out);
    (void)fputs("))", out);
    free(spec);
}

/* Writes an AND condition that a run has the number @p text, or the text in its label or
   in a player, in upper or lower case. Writes nothing for a blank one. */
static void write_find(const char *text, FILE *out)
{
    if (is_blank(text))
        return;
    (void)fputs(" AND EXISTS (SELECT 1 FROM (SELECT ", out);
    sow_query_quote(text, out);
    (void)fputs(" AS text) f WHERE CAST(id AS TEXT) = f.text"
                " OR instr(lower(label), lower(f.text)) > 0"
                " OR EXISTS (SELECT 1 FROM run_players p WHERE p.run_id = listed.id"
                " AND instr(lower(p.name || ' ' || p.spec), lower(f.text)) > 0))",
                out);
}

/* Writes an AND condition that a run belongs to no sweep, or with @p find to none whose
   label has this text. */
static void write_folded(const char *find, FILE *out)
{
    (void)fputs(" AND label NOT IN (" SOW_QUERY_SWEEPS, out);
    if (!is_blank(find)) {
        (void)fputs(" AND instr(lower(label), lower(", out);
        sow_query_quote(find, out);
        (void)fputs(")) > 0", out);
    }
    (void)fputs(")", out);
}

/* Conditions of enum sow_query_active. */
static const char *const ACTIVE[] = {
    [SOW_QUERY_ALL] = "",
    [SOW_QUERY_ACTIVE] = " AND status = 'running'",
    [SOW_QUERY_ENDED] = " AND status <> 'running'",
};

/* Writes the SQL of a list. The caller frees it. Returns SOW_USAGE for an unknown column,
   or SOW_NO_MEMORY; @p sql is then NULL. */
static enum sow_status write_list(struct sow_store *store,
                                  const struct sow_query_runs *runs, char **sql,
                                  struct sow_err *err)
{
    size_t size = 0;
    FILE *out = sow_stream_open(sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    write_listed(runs, out);
    enum sow_status status = write_columns(runs, out, err);
    /* The condition is on lines of its own, so that a comment in it ends there. */
    (void)fprintf(out, " FROM listed WHERE (\n%s\n)",
                  is_blank(runs->where) ? "true" : runs->where);
    write_equal("kind", runs->kind, out);
    write_equal("status", runs->status, out);
    write_word("replace(variant, ',', ' ')", runs->variant, out);
    write_player(store, runs->player, out);
    write_find(runs->find, out);
    write_equal("label", runs->label, out);
    if (runs->folded)
        write_folded(runs->find, out);
    (void)fputs(ACTIVE[runs->active], out);
    if (runs->before > 0)
        (void)fprintf(out, " AND id < %lld", (long long)runs->before);
    (void)fprintf(out, " ORDER BY\n%s\n", is_blank(runs->sort) ? "id" : runs->sort);
    if (runs->limit > 0)
        (void)fprintf(out, "LIMIT %lld", (long long)runs->limit);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status != SOW_OK) {
        free(*sql);
        *sql = NULL;
    }
    return status;
}

/* Returns the limits of a list. */
static const struct sow_query_limits *limits_of(const struct sow_query_runs *runs)
{
    return runs->limits != NULL ? runs->limits : &sow_query_limits_default;
}

enum sow_status sow_query_list(struct sow_store *store, const struct sow_query_runs *runs,
                               struct sow_report *report, struct sow_err *err)
{
    char *sql = NULL;
    enum sow_status status = write_list(store, runs, &sql, err);
    if (status == SOW_OK)
        status = sow_section_ask(store, &(struct sow_section){"runs", false, sql},
                                 limits_of(runs), report, err);
    free(sql);
    return status == SOW_OK && !runs->plain ? sow_query_names(store, 0, report, err)
                                            : status;
}

enum sow_status sow_query_list_rows(struct sow_store *store,
                                    const struct sow_query_runs *runs,
                                    sow_row_taker *take, void *context,
                                    struct sow_err *err)
{
    char *sql = NULL;
    enum sow_status status = write_list(store, runs, &sql, err);
    if (status == SOW_OK)
        status = sow_store_ask(store, sql, limits_of(runs), take, context, err);
    free(sql);
    return status;
}
