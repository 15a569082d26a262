/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "query.h"

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

/* Which reports a section is part of: all about a run, or what it came to. */
enum { IN_SHOW = 1, IN_RESULT = 2, IN_BOTH = 3 };

/* The sections of a run, in this order; those without rows are left out. */
static const struct {
    unsigned reports;
    struct sow_section section;
} SECTIONS[] = {
    {IN_SHOW,
     {"run", true,
      "SELECT id, kind, label, variant,"
      " sowlab_status(status, owner, heartbeat) AS status, stop_reason, seed, started,"
      " finished, seconds, resumed, heartbeat, digest, version, revision, compiler, "
      "build_type, kernel, threads, host, rules"
      " FROM runs WHERE id = ?1"}},
    {IN_RESULT,
     {"run", true,
      "SELECT id, kind, label, variant, seed, seconds, kernel, threads FROM runs"
      " WHERE id = ?1"}},
    {IN_BOTH,
     {"settings", false,
      "SELECT name, value FROM run_settings WHERE run_id = ?1 AND source = "
      "'parameters'"}},
    {IN_BOTH,
     {"convergence", false,
      "WITH last (n) AS (SELECT max(generation) FROM generations WHERE run_id = ?1)"
      " SELECT generation, best, mean, sd, worst, spread FROM generations, last"
      " WHERE run_id = ?1 AND (generation % max(1, (n + 1) / 10) = 0 OR generation = n)"
      " ORDER BY generation"}},
    {IN_BOTH,
     {"timing", true,
      "SELECT count(*) AS generations, sum(games) AS games, sum(seconds) AS seconds,"
      " sum(games) / nullif(sum(seconds), 0) AS games_per_second,"
      " sum(store_seconds) / nullif(sum(seconds), 0) AS store_share"
      " FROM convergence WHERE run_id = ?1 HAVING count(*) > 0"}},
    {IN_SHOW,
     {"candidates", false,
      "SELECT candidate, generation, individual, fitness, games, score FROM candidates"
      " WHERE run_id = ?1 ORDER BY candidate"}},
    {IN_BOTH,
     {"champion", true,
      "SELECT c.generation, c.individual, w.h1, w.h2, w.h3, w.h4, w.h5, w.h6, c.fitness,"
      " c.score, w.validation FROM champions c JOIN champion_weights w USING (run_id)"
      " WHERE c.run_id = ?1"}},
    {IN_BOTH,
     {"dataset", true,
      "SELECT count(*) AS positions, count(DISTINCT game) AS games,"
      " avg(margin) AS mean_margin, min(margin) AS least_margin,"
      " max(margin) AS greatest_margin FROM positions WHERE run_id = ?1"
      " HAVING count(*) > 0"}},
    {IN_BOTH,
     {"fit", true,
      "SELECT dataset_id, method, observations, terms, r2, adjusted_r2, rmse FROM fits"
      " WHERE run_id = ?1"}},
    {IN_BOTH,
     {"coefficients", false,
      "SELECT feature, value, standard_error, t, p, low, high, note FROM coefficients"
      " WHERE run_id = ?1 ORDER BY term"}},
    {IN_BOTH,
     {"match", true,
      "SELECT player, opponent, mean_margin, mean_plies FROM match_scores"
      " WHERE run_id = ?1 AND purpose = 'match'"}},
    {IN_BOTH,
     {"scores", false,
      "SELECT seat, games, wins, draws, losses, score, low, high FROM seat_scores"
      " WHERE run_id = ?1 AND purpose = 'match'"
      " ORDER BY match, CASE seat WHEN 'first' THEN 1 WHEN 'second' THEN 2 ELSE 3 END"}},
    {IN_BOTH,
     {"validation", false,
      "SELECT opponent, games, wins, draws, losses, first_score, second_score, score, "
      "low,"
      " high FROM match_scores WHERE run_id = ?1 AND purpose = 'validation'"
      " ORDER BY match"}},
};

static enum sow_status add_sections(struct sow_store *store, int64_t id,
                                    unsigned report_of, struct sow_report *report,
                                    struct sow_err *err)
{
    enum sow_status status = sow_store_require_run(store, id, err);
    for (size_t i = 0; i < sizeof SECTIONS / sizeof SECTIONS[0] && status == SOW_OK; i++)
        if ((SECTIONS[i].reports & report_of) != 0)
            status = sow_store_section(store, &SECTIONS[i].section, id, report, err);
    return status;
}

enum sow_status sow_query_show(struct sow_store *store, int64_t id,
                               struct sow_report *report, struct sow_err *err)
{
    return add_sections(store, id, IN_SHOW, report, err);
}

enum sow_status sow_query_result(struct sow_store *store, int64_t id,
                                 struct sow_report *report, struct sow_err *err)
{
    return add_sections(store, id, IN_RESULT, report, err);
}

enum sow_status sow_query_champions(struct sow_store *store, const int64_t *ids,
                                    size_t count, struct sow_report *report,
                                    struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fputs("SELECT run_id, seed, h1, h2, h3, h4, h5, h6, fitness, score, validation"
                " FROM champion_weights WHERE run_id IN (",
                out);
    for (size_t i = 0; i < count; i++)
        (void)fprintf(out, "%s%lld", i == 0 ? "" : ", ", (long long)ids[i]);
    (void)fputs(") ORDER BY run_id", out);
    enum sow_status status = SOW_NO_MEMORY;
    if (fclose(out) == 0)
        status = sow_store_query(store, "champions", sql, &sow_query_limits_default,
                                 report, err);
    else
        (void)sow_err_no_memory(err);
    free(sql);
    return status;
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
