/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query.h"

#include "query_match.h"
#include "query_sections.h"
#include "report.h"
#include "sow/base/stream.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool is_blank(const char *text)
{
    return text == NULL || text[strspn(text, " \t\n")] == '\0';
}

enum sow_status sow_query_list(struct sow_store *store, const struct sow_query_runs *runs,
                               struct sow_report *report, struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    /* The condition stands on lines of its own: a comment in it ends there. */
    (void)fprintf(
        out,
        "WITH listed AS (SELECT o.id, o.kind, o.label, o.variant,"
        " sowlab_status(r.status, r.owner, r.heartbeat) AS status, o.generations, o.best,"
        " o.validation, o.r2, o.seed, o.version, o.kernel, o.threads, o.started,"
        " o.seconds, o.resumed FROM runs_overview o JOIN runs r USING (id))"
        " SELECT id, kind, label, variant, status, generations, best, validation,"
        " r2, seed, started, seconds FROM listed WHERE (\n%s\n)"
        " ORDER BY\n%s\n",
        is_blank(runs->where) ? "true" : runs->where,
        is_blank(runs->sort) ? "id" : runs->sort);
    if (runs->limit > 0)
        (void)fprintf(out, "LIMIT %lld", (long long)runs->limit);
    enum sow_status status = SOW_NO_MEMORY;
    if (fclose(out) == 0)
        status =
            sow_store_query(store, "runs", sql, &sow_query_limits_default, report, err);
    else
        (void)sow_err_no_memory(err);
    free(sql);
    return status;
}

/* Matches of a plan have sections of their own. */
#define UNPLANNED " AND NOT EXISTS (SELECT 1 FROM match_variants v WHERE v.run_id = ?1)"

/* The sections of any run, in this order; those of its kind follow. */
static const struct sow_query_section SECTIONS[] = {
    {SOW_IN_SHOW,
     {"run", true,
      "SELECT id, kind, label, variant,"
      " sowlab_status(status, owner, heartbeat) AS status, stop_reason, seed, started,"
      " finished, seconds, resumed, heartbeat, digest, version, revision, compiler, "
      "build_type, kernel, threads, host, rules"
      " FROM runs WHERE id = ?1"}},
    {SOW_IN_RESULT,
     {"run", true,
      "SELECT id, kind, label, variant, seed, seconds, kernel, threads FROM runs"
      " WHERE id = ?1"}},
    {SOW_IN_BOTH,
     {"settings", false,
      "SELECT name, value FROM run_settings WHERE run_id = ?1 AND source = "
      "'parameters' AND instr(value, char(10)) = 0"}},
    {SOW_IN_BOTH,
     {"convergence", false,
      "WITH last (n) AS (SELECT max(generation) FROM generations WHERE run_id = ?1)"
      " SELECT generation, best, mean, sd, worst, spread FROM generations, last"
      " WHERE run_id = ?1 AND (generation % max(1, (n + 1) / 10) = 0 OR generation = n)"
      " ORDER BY generation"}},
    {SOW_IN_BOTH,
     {"timing", true,
      "SELECT count(*) AS generations, sum(games) AS games, sum(seconds) AS seconds,"
      " sum(games) / nullif(sum(seconds), 0) AS games_per_second,"
      " sum(store_seconds) / nullif(sum(seconds), 0) AS store_share"
      " FROM convergence WHERE run_id = ?1 HAVING count(*) > 0"}},
    {SOW_IN_BOTH,
     {"dataset", true,
      "SELECT count(*) AS positions, count(DISTINCT game) AS games,"
      " avg(margin) AS mean_margin, min(margin) AS least_margin,"
      " max(margin) AS greatest_margin FROM positions WHERE run_id = ?1"
      " HAVING count(*) > 0"}},
    {SOW_IN_BOTH,
     {"match", true,
      "SELECT player, opponent, mean_margin, mean_plies FROM match_scores"
      " WHERE run_id = ?1 AND purpose = 'match'" UNPLANNED}},
    {SOW_IN_BOTH,
     {"scores", false,
      "SELECT seat, games, wins, draws, losses, score, low, high FROM seat_scores"
      " WHERE run_id = ?1 AND purpose = 'match'" UNPLANNED
      " ORDER BY match, CASE seat WHEN 'first' THEN 1 WHEN 'second' THEN 2 ELSE 3 END"}},
    {0, {NULL, false, NULL}},
};

static enum sow_status add_list(struct sow_store *store, int64_t id, unsigned report_of,
                                const struct sow_query_section *list,
                                struct sow_report *report, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (; list->section.name != NULL && status == SOW_OK; list++)
        if ((list->reports & report_of) != 0)
            status = sow_store_section(store, &list->section, id, report, err);
    return status;
}

static enum sow_status add_sections(struct sow_store *store, int64_t id,
                                    unsigned report_of, struct sow_report *report,
                                    struct sow_err *err)
{
    enum sow_status status = sow_store_require_run(store, id, err);
    if (status == SOW_OK)
        status = add_list(store, id, report_of, SECTIONS, report, err);
    if (status == SOW_OK)
        status = add_list(store, id, report_of, sow_query_evolve_sections, report, err);
    if (status == SOW_OK)
        status = sow_query_elo(store, id, report, err);
    if (status == SOW_OK)
        status = add_list(store, id, report_of, sow_query_fit_sections, report, err);
    if (status == SOW_OK)
        status = sow_query_wide_table(store, id, report, err);
    if (status == SOW_OK)
        status = add_list(store, id, report_of, sow_query_panel_sections, report, err);
    return status;
}

enum sow_status sow_query_show(struct sow_store *store, int64_t id,
                               struct sow_report *report, struct sow_err *err)
{
    return add_sections(store, id, SOW_IN_SHOW, report, err);
}

enum sow_status sow_query_result(struct sow_store *store, int64_t id,
                                 struct sow_report *report, struct sow_err *err)
{
    return add_sections(store, id, SOW_IN_RESULT, report, err);
}

enum sow_status sow_query_sql(struct sow_store *store, const char *sql,
                              const struct sow_query_limits *limits,
                              struct sow_report *report, struct sow_err *err)
{
    return sow_store_query(store, "answer", sql, limits, report, err);
}

static enum sow_status write_part(struct sow_store *store, int64_t id, const char *part,
                                  struct sow_err *err)
{
    FILE *out = fopen(part, "w");
    if (out == NULL)
        return sow_err_set(err, SOW_IO, "cannot write '%s': %s", part, strerror(errno));
    enum sow_status status = sow_store_export(store, id, out, err);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_set(err, SOW_IO, "cannot write '%s': %s", part, strerror(errno));
    return status;
}

enum sow_status sow_query_export_file(struct sow_store *store, int64_t id,
                                      const char *path, struct sow_err *err)
{
    static const char SUFFIX[] = ".part";
    size_t length = strlen(path);
    char *part = malloc(length + sizeof SUFFIX);
    if (part == NULL)
        return sow_err_no_memory(err);
    memcpy(part, path, length);
    memcpy(part + length, SUFFIX, sizeof SUFFIX);
    enum sow_status status = write_part(store, id, part, err);
    if (status == SOW_OK && rename(part, path) != 0)
        status = sow_err_set(err, SOW_IO, "cannot write '%s': %s", path, strerror(errno));
    if (status != SOW_OK)
        (void)remove(part);
    free(part);
    return status;
}
