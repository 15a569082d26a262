/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Comparison of runs side by side. The SQL consists of run numbers and fixed text
   only. */
#include "sow/queries/query.h"

#include "sow/queries/query_sections.h"

#include "sow/base/array.h"
#include "sow/base/stream.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics.h"
#include "sow/statistics/statistics_multiple.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Runs to compare, in the order of the command line. */
struct asked {
    const int64_t *ids;
    size_t count;
};

/* Writes the beginning of every statement: WITH and the table "asked (place, id)", the
   runs numbered from 0. */
static void write_asked(FILE *out, const struct asked *asked)
{
    (void)fputs("WITH asked (place, id) AS (VALUES ", out);
    for (size_t i = 0; i < asked->count; i++)
        (void)fprintf(out, "%s(%zu, %lld)", i == 0 ? "" : ", ", i,
                      (long long)asked->ids[i]);
    (void)fputc(')', out);
}

/* Writes one column for each run, after a comma: the value of the SQL @p expression in
   the run's row of a group, named `run_ID`. */
static void write_columns(FILE *out, const struct asked *asked, const char *expression)
{
    for (size_t i = 0; i < asked->count; i++)
        (void)fprintf(out, ", max(CASE WHEN place = %zu THEN %s END) AS run_%lld", i,
                      expression, (long long)asked->ids[i]);
}

/* SQL for a value of many lines in one line: the names `[NAME]` of recorded variants, or
   all lines that are not empty. */
#define SETTING                                                                          \
    "CASE WHEN instr(value, char(10)) = 0 THEN value ELSE (SELECT"                       \
    " group_concat(trim(line.value, '[]'), ',') FROM json_each('[' ||"                   \
    " replace(json_quote(s.value), '\\n', '\",\"') || ']') AS line"                      \
    " WHERE line.value <> '' AND (substr(s.value, 1, 1) <> '[' OR"                       \
    " substr(line.value, 1, 1) = '[')) END"

/* Writes the settings of the runs as the FROM clause of `settings`. A join would split
   the settings of every run of the database. */
static void write_settings(FILE *out, const struct asked *asked)
{
    (void)fputs(" FROM asked JOIN (", out);
    for (size_t i = 0; i < asked->count; i++)
        (void)fprintf(out, "%sSELECT * FROM run_settings WHERE run_id = %lld",
                      i == 0 ? "" : " UNION ", (long long)asked->ids[i]);
    (void)fputs(") s ON s.run_id = asked.id", out);
}

/* SQL condition that excludes studies: they are compared by their conclusions. */
#define UNPLANNED " WHERE asked.id NOT IN (SELECT run_id FROM match_variants)"

/* A section. Its SQL consists of the parts that are not NULL, in their order. */
struct section {
    const char *name;
    const char *select; /* first part: the columns that do not depend on the runs */
    const char *value;  /* expression for which each run has a column */
    /* writes the tables that depend on the runs */
    void (*write)(FILE *out, const struct asked *asked);
    const char *from; /* last part: tables, conditions and order */
};

static const struct section SECTIONS[] = {
    /* Settings that differ between the runs. */
    {"settings", " SELECT source, name", SETTING, write_settings,
     " GROUP BY source, name HAVING count(DISTINCT value) > 1"
     " OR count(*) < (SELECT count(*) FROM asked) ORDER BY source DESC, name"},
    {"champions",
     " SELECT p.run_id, variant, label, seed, genome, fitness, score, validation", NULL,
     NULL, " FROM asked JOIN champion_players p ON p.run_id = asked.id ORDER BY place"},
    /* Strengths of players. Two versions of a panel have rows of their own.
     */
    {"strength", " SELECT s.variant, panel, depth", "score", NULL,
     " FROM asked JOIN strengths s ON s.run_id = asked.id WHERE generation = -1"
     " GROUP BY s.variant, panel, depth ORDER BY s.variant, panel, depth"},
    /* Champions that are linear orders. */
    {"champion_orders", " SELECT p.run_id, player", NULL, NULL,
     " FROM asked JOIN champion_players p ON p.run_id = asked.id"
     " WHERE genome = 'order' ORDER BY place"},
    {"champion_weights", " SELECT gene", "weight", NULL,
     " FROM asked JOIN (SELECT run_id, place AS term, gene, weight"
     " FROM champion_weights) w ON w.run_id = asked.id"
     " GROUP BY gene ORDER BY min(term), gene"},
    {"fits", " SELECT f.*", NULL, NULL,
     " FROM asked JOIN fits_overview f ON f.run_id = asked.id ORDER BY place"},
    /* Measures of fits that samples share. */
    {"performance", " SELECT sample, measure", "value", NULL,
     " FROM asked JOIN fit_measures m ON m.run_id = asked.id"
     " WHERE measure IN ('rmse', 'r2', 'bias', 'log_loss', 'pseudo_r2', 'accuracy',"
     " 'brier') GROUP BY sample, measure ORDER BY sample, measure"},
    {"coefficients", " SELECT feature", "value", NULL,
     " FROM asked JOIN coefficients c ON c.run_id = asked.id"
     " GROUP BY feature ORDER BY min(term), feature"},
    /* Mean scores by opponent. */
    {"scores", " SELECT purpose, opponent", "score", NULL,
     " FROM asked JOIN match_scores m ON m.run_id = asked.id" UNPLANNED
     " GROUP BY purpose, opponent ORDER BY purpose, min(match), opponent"},
    /* Differences of mean scores against the same opponent, with normal 95 % intervals.
       The variance of a game's points is E[points^2] - score^2. */
    {"differences",
     ", scores AS (SELECT place, purpose, opponent, m.run_id, min(match) AS match,"
     " sum(games) AS games, sum(wins) AS wins, sum(draws) AS draws,"
     " (sum(wins) + 0.5 * sum(draws)) / sum(games) AS score"
     " FROM asked JOIN match_scores m ON m.run_id = asked.id" UNPLANNED
     " GROUP BY place, purpose, opponent)"
     ", pairs AS (SELECT b.purpose, b.opponent, b.match, b.place, b.run_id,"
     " a.run_id AS against, b.score - a.score AS difference, 1.959964 * sqrt("
     "max(0, (a.wins + 0.25 * a.draws) / a.games - a.score * a.score) / a.games"
     " + max(0, (b.wins + 0.25 * b.draws) / b.games - b.score * b.score) / b.games)"
     " AS half FROM scores a JOIN scores b USING (purpose, opponent)"
     " JOIN runs ra ON ra.id = a.run_id JOIN runs rb ON rb.id = b.run_id"
     " WHERE a.place = 0 AND b.place > 0 AND ra.rules = rb.rules)"
     " SELECT purpose, opponent, run_id, against, difference, difference - half AS low,"
     " difference + half AS high",
     NULL, NULL, " FROM pairs ORDER BY purpose, match, opponent, place"},
    /* Validations of champions of several variants. */
    {"validations", " SELECT m.variant, opponent", "m.score", NULL,
     " FROM asked JOIN match_scores m ON m.run_id = asked.id"
     " JOIN champions c ON c.run_id = asked.id"
     " WHERE asked.id IN (SELECT run_id FROM match_variants)"
     " GROUP BY m.variant, opponent ORDER BY min(match), m.variant, opponent"},
    /* Scores of robustness runs with one player each. */
    {"robustness", " SELECT coalesce(variant, 'all') AS variant", "score", NULL,
     " FROM asked JOIN robustness b ON b.run_id = asked.id"
     " WHERE (SELECT count(DISTINCT player) FROM robustness o"
     " WHERE o.run_id = b.run_id) = 1"
     " GROUP BY variant ORDER BY variant IS NULL, min(line)"},
    {"ratings", " SELECT coalesce(variant, 'all') AS variant, name", "rating", NULL,
     " FROM asked JOIN (SELECT run_id, line, variant, name, rating FROM ratings) r"
     " ON r.run_id = asked.id"
     " GROUP BY variant, name ORDER BY variant IS NULL, variant, min(line)"},
    /* Our figures beside the published ones. */
    {"reproduced", " SELECT table_name, variant, row_name, column_name, published",
     "ours", NULL,
     " FROM asked JOIN reproduced r ON r.run_id = asked.id"
     " GROUP BY table_name, variant, row_name, column_name ORDER BY min(cell)"},
    {"runs", " SELECT o.*", NULL, NULL,
     " FROM asked JOIN runs_overview o USING (id) ORDER BY place"},
};

/* Writes the query of a section and adds its answer to the report; nothing if it has no
   rows. Returns SOW_NO_MEMORY or an error of the database. */
static enum sow_status add_section(struct sow_store *store, const struct section *section,
                                   const struct asked *asked, struct sow_report *report,
                                   struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    write_asked(out, asked);
    (void)fputs(section->select, out);
    if (section->value != NULL)
        write_columns(out, asked, section->value);
    if (section->write != NULL)
        section->write(out, asked);
    (void)fputs(section->from, out);
    enum sow_status status = SOW_NO_MEMORY;
    if (fclose(out) == 0)
        status = sow_section_add(store, &(struct sow_section){section->name, false, sql},
                                 0, report, err);
    else
        (void)sow_err_no_memory(err);
    free(sql);
    return status;
}

/* Checks the run at @p place of the list. Returns SOW_USAGE if it is earlier in the list
   too, and SOW_NOT_FOUND if the store does not have it. */
static enum sow_status require_new(struct sow_store *store, const int64_t *ids,
                                   size_t place, struct sow_err *err)
{
    for (size_t i = 0; i < place; i++)
        if (ids[i] == ids[place])
            return sow_err_set(err, SOW_USAGE, "run %lld is named twice",
                               (long long)ids[place]);
    return sow_store_require_run(store, ids[place], err);
}

/* Sections of SECTIONS: from the first to before the end. */
struct span {
    size_t first;
    size_t end;
};

/* Checks the runs to compare. Fails as sow_query_compare. */
static enum sow_status check_asked(struct sow_store *store, const struct asked *asked,
                                   struct sow_err *err)
{
    if (asked->count < 2)
        return sow_err_set(err, SOW_USAGE,
                           "one run cannot be compared; name two or more, or a second "
                           "group with --with");
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < asked->count && status == SOW_OK; i++)
        status = require_new(store, asked->ids, i, err);
    return status;
}

/* Adds the sections of a span. Fails as sow_query_compare. */
static enum sow_status add_sections(struct sow_store *store, const struct asked *asked,
                                    struct span span, struct sow_report *report,
                                    struct sow_err *err)
{
    enum sow_status status = check_asked(store, asked, err);
    for (size_t i = span.first; i < span.end && status == SOW_OK; i++)
        status = add_section(store, &SECTIONS[i], asked, report, err);
    return status == SOW_OK ? sow_query_names(store, asked->ids[0], report, err) : status;
}

/* Number of all sections. The first of them has the settings. */
enum { SECTION_COUNT = sizeof SECTIONS / sizeof SECTIONS[0] };

enum sow_status sow_query_compare_settings(struct sow_store *store, const int64_t *ids,
                                           size_t count, struct sow_report *report,
                                           struct sow_err *err)
{
    struct asked asked = {ids, count};
    return add_sections(store, &asked, (struct span){0, 1}, report, err);
}

enum sow_status sow_query_compare_results(struct sow_store *store, const int64_t *ids,
                                          size_t count, struct sow_report *report,
                                          struct sow_err *err)
{
    struct asked asked = {ids, count};
    return add_sections(store, &asked, (struct span){1, SECTION_COUNT}, report, err);
}

/* ---- Verdicts in words ---- */

/* Query for differences to the first run, after write_asked. Its columns are the run, the
   first run, measure, number of opponents, difference, and the distances to both ends of
   its 95 % interval. Strengths are compared in the same variant, against the same panel
   at the same depth. Validations are compared over the same opponents under the same
   rules. The ends are by Zou and Donner (2008) from those of both scores. */
static const char DIFFERENCES[] =
    ", scores AS (SELECT place, id, 'strength against the panel ' || panel ||"
    " ' at depth ' || depth || ' in ' || s.variant AS measure, '' AS opponent, score, low,"
    " high FROM asked JOIN strengths s ON s.run_id = asked.id WHERE generation = -1 AND"
    " main = 1 UNION ALL SELECT place, asked.id, 'validation', opponent, score, low, high"
    " FROM asked JOIN match_scores m ON m.run_id = asked.id WHERE purpose = 'validation'"
    " AND asked.id NOT IN (SELECT run_id FROM match_variants)"
    " GROUP BY place, opponent HAVING count(*) = 1)"
    ", pairs AS (SELECT a.id AS one, b.id AS other, b.place, b.measure,"
    " count(*) AS opponents, avg(b.score - a.score) AS difference,"
    " sqrt(sum((b.score - b.low) * (b.score - b.low) + (a.high - a.score) *"
    " (a.high - a.score))) / count(*) AS down,"
    " sqrt(sum((b.high - b.score) * (b.high - b.score) + (a.score - a.low) *"
    " (a.score - a.low))) / count(*) AS up"
    " FROM scores a JOIN scores b USING (measure, opponent)"
    " JOIN runs ra ON ra.id = a.id JOIN runs rb ON rb.id = b.id"
    " WHERE a.place = 0 AND b.place > 0 AND ra.rules = rb.rules"
    " GROUP BY b.place, b.measure HAVING count(a.low) = count(*) AND"
    " count(b.low) = count(*) AND (b.measure <> 'validation' OR count(*) ="
    " (SELECT count(DISTINCT opponent) FROM scores s WHERE s.measure = 'validation'"
    " AND s.place IN (0, b.place))))"
    " SELECT other, one, measure, opponents, difference, down, up FROM pairs"
    " ORDER BY measure = 'validation', measure, place";

/* Longest number with a sign, in bytes with the end. */
enum { SIGNED_MAX = 32 };

/* Difference of a run to the first one. */
struct difference {
    int64_t run;
    int64_t against;
    char *measure; /* owned */
    int opponents; /* opponents over which `value` is a mean */
    double value;
    double down; /* distances to the ends of the 95 % interval */
    double up;
};

/* All differences. Release it by free_differences. */
struct differences {
    struct difference *of;
    double *p; /* p values of all differences, corrected by Holm */
    size_t count;
};

/* Frees what the differences have. */
static void free_differences(struct differences *differences)
{
    for (size_t i = 0; i < differences->count; i++)
        free(differences->of[i].measure);
    free(differences->of);
    free(differences->p);
}

/* Adds a row of DIFFERENCES. @p context is a struct differences. Returns SOW_NO_MEMORY.
   Callback of sow_store_answer. */
static enum sow_status add_difference(void *context, const struct sow_cells *cells,
                                      struct sow_err *err)
{
    struct differences *differences = context;
    const double *number = cells->number;
    struct difference *grown =
        sow_array_grow(differences->of, differences->count, sizeof *grown);
    if (grown == NULL)
        return sow_err_no_memory(err);
    differences->of = grown;
    struct difference *added = &grown[differences->count++];
    *added = (struct difference){.run = (int64_t)number[0],
                                 .against = (int64_t)number[1],
                                 .measure = strdup(cells->text[2]),
                                 .opponents = (int)number[3],
                                 .value = number[4],
                                 .down = number[5],
                                 .up = number[6]};
    return added->measure != NULL ? SOW_OK : sow_err_no_memory(err);
}

/* Returns the p value of a difference: that of the confidence level at which the interval
   would end at 0. */
static double p_of(const struct difference *difference)
{
    double away = fabs(difference->value);
    double towards = difference->value > 0 ? difference->down : difference->up;
    if (towards > 0)
        return sow_normal_outside(away / towards * sow_normal_quantile(SOW_LEVEL));
    return away > 0 ? 0 : 1;
}

/* Works out and corrects the p values of all differences. Returns SOW_NO_MEMORY. */
static enum sow_status correct(struct differences *differences, struct sow_err *err)
{
    differences->p = malloc((differences->count + 1) * sizeof *differences->p);
    if (differences->p == NULL)
        return sow_err_no_memory(err);
    for (size_t i = 0; i < differences->count; i++)
        differences->p[i] = p_of(&differences->of[i]);
    return sow_holm_adjust(differences->p, differences->count, differences->p, err);
}

/* Reads the differences of all runs to the first one. Release them also after a failure,
   which is that of the database or SOW_NO_MEMORY. */
static enum sow_status read_differences(struct sow_store *store,
                                        const struct asked *asked,
                                        struct differences *differences,
                                        struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    write_asked(out, asked);
    (void)fputs(DIFFERENCES, out);
    enum sow_status status =
        fclose(out) == 0 ? sow_store_answer(store, sql, SOW_VALUES(sow_integer(0)),
                                            add_difference, differences, err)
                         : sow_err_no_memory(err);
    free(sql);
    return status == SOW_OK ? correct(differences, err) : status;
}

/* Writes a number with its sign, a true minus, and three digits, and returns it. */
static const char *put_signed(double value, char room[SIGNED_MAX])
{
    (void)snprintf(room, SIGNED_MAX, "%s%.3f", value < 0 ? "\xe2\x88\x92" : "+",
                   fabs(value));
    return room;
}

/* Returns the sentence of the verdict @p side on a difference, which the caller frees, or
   NULL without memory. */
static char *verdict_words(const struct difference *difference, int side)
{
    static const char *const SIDES[2][3] = {
        {"is weaker than run", "or run", "is stronger than run"},
        {"scores less than run", "or run", "scores more than run"}};
    char value[SIGNED_MAX];
    char low[SIGNED_MAX];
    char high[SIGNED_MAX];
    char *words = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&words, &size);
    if (out == NULL)
        return NULL;
    (void)fprintf(out, "Run %" PRId64 " %s %" PRId64 "%s; %s", difference->run,
                  SIDES[difference->opponents > 1][side + 1], difference->against,
                  side == 0 ? ": undecided" : "", difference->measure);
    if (difference->opponents > 1)
        (void)fprintf(out, ", mean over %d opponents,", difference->opponents);
    (void)fprintf(out, " %s (95 %% interval %s to %s)",
                  put_signed(difference->value, value),
                  put_signed(difference->value - difference->down, low),
                  put_signed(difference->value + difference->up, high));
    if (fclose(out) == 0)
        return words;
    free(words);
    return NULL;
}

/* Passes the verdict on a difference, whose corrected p value is @p p, to the receiver.
   Returns SOW_NO_MEMORY or a failure of @p tell. */
static enum sow_status judge(const struct difference *difference, double p,
                             sow_query_verdict_fn *tell, void *context,
                             struct sow_err *err)
{
    int side = p >= 1 - SOW_LEVEL ? 0 : difference->value > 0 ? 1 : -1;
    char *words = verdict_words(difference, side);
    const struct sow_query_verdict verdict = {difference->run, side, p, words};
    enum sow_status status =
        words != NULL ? tell(context, &verdict, err) : sow_err_no_memory(err);
    free(words);
    return status;
}

enum sow_status sow_query_verdicts(struct sow_store *store, const int64_t *ids,
                                   size_t count, sow_query_verdict_fn *tell,
                                   void *context, struct sow_err *err)
{
    struct asked asked = {ids, count};
    struct differences differences = {NULL, NULL, 0};
    enum sow_status status = read_differences(store, &asked, &differences, err);
    for (size_t i = 0; i < differences.count && status == SOW_OK; i++)
        status = judge(&differences.of[i], differences.p[i], tell, context, err);
    free_differences(&differences);
    return status;
}

/* The table "verdicts" of a report. */
struct verdict_table {
    struct sow_report *report;
    bool open; /* true if it has a row */
};

/* Adds a verdict as a row of the table "verdicts", which is opened for the first one. The
   table is @p context, a struct verdict_table. Never fails. It is a
   sow_query_verdict_fn. */
static enum sow_status add_verdict(void *context, const struct sow_query_verdict *verdict,
                                   struct sow_err *err)
{
    static const char *const COLUMNS[] = {"run_id", "verdict", "p_adjusted"};
    struct verdict_table *table = context;
    (void)err;
    if (!table->open)
        sow_report_table(table->report, "verdicts", COLUMNS,
                         (int)(sizeof COLUMNS / sizeof COLUMNS[0]));
    table->open = true;
    sow_report_int(table->report, NULL, verdict->run);
    sow_report_text(table->report, NULL, verdict->words);
    sow_report_real(table->report, NULL, verdict->p_adjusted, SOW_REPORT_SHORT);
    return SOW_OK;
}

enum sow_status sow_query_compare(struct sow_store *store, const int64_t *ids,
                                  size_t count, struct sow_report *report,
                                  struct sow_err *err)
{
    struct asked asked = {ids, count};
    struct verdict_table table = {report, false};
    enum sow_status status = check_asked(store, &asked, err);
    if (status == SOW_OK)
        status = sow_query_verdicts(store, ids, count, add_verdict, &table, err);
    return status == SOW_OK
               ? add_sections(store, &asked, (struct span){0, SECTION_COUNT}, report, err)
               : status;
}
