/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reports about a single run, and names of players. */
#include "sow/queries/query.h"

#include "query_match.h"
#include "query_similarity.h"
#include "query_spread.h"
#include "sow/base/stream.h"
#include "sow/heuristics/agent.h"
#include "sow/heuristics/learnt.h"
#include "sow/queries/query_sections.h"
#include "sow/queries/query_settings.h"
#include "sow/queries/query_words.h"
#include "sow/runs/run.h"
#include "sow/sections/report.h"
#include "sow/store/tables/runs.def"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* SQL for programs among the players of run ?1 that have a name of their own (`name=`).
   Options follow the last bracket of a spec. A name that several programs have names
   none. */
static const char PROGRAM_NAMES[] =
    "WITH program AS (SELECT DISTINCT spec, ',' || substr(spec, 2 + length(rtrim(spec,"
    " replace(spec, ']', '')))) || ',' AS options FROM run_players"
    " WHERE run_id = ?1 AND kind = 'exec'),"
    " named AS (SELECT spec, substr(options, instr(options, ',name=') + 6) AS rest"
    " FROM program WHERE instr(options, ',name=')),"
    " cut AS (SELECT spec, substr(rest, 1, instr(rest, ',') - 1) AS name FROM named)"
    " SELECT min(spec), name FROM cut GROUP BY name HAVING count(*) = 1";

/* SQL for the players whose name in run ?1 is not their player spec, with the first such
   name. */
static const char LISTED_NAMES[] =
    "SELECT spec, name, min(number) FROM run_players WHERE run_id = ?1 AND spec <> name"
    " GROUP BY spec";

/* SQL for champions among the players of list ?2 (NULL: all champions), each named by the
   first run that has it. Writing a champion's player spec takes a tenth of a millisecond.
   So only champions are written whose weights, or the first of them by name, occur in the
   list. */
static const char CHAMPION_NAMES[] =
    "WITH asked AS MATERIALIZED (SELECT value FROM json_each(?2)),"
    " wanted AS MATERIALIZED (SELECT run_id FROM champions c WHERE ?2 IS NULL"
    " OR (weights ->> 0) = 0 OR EXISTS (SELECT 1 FROM asked"
    " WHERE instr(value, trim(c.weights, '[]'))"
    " OR instr(value, '=' || printf('%.15g', c.weights ->> 0))))"
    " SELECT player, 'run:' || min(run_id) FROM"
    " (SELECT run_id, 'weights:' || trim(weights, '[]') AS player FROM champions"
    " JOIN champion_players USING (run_id) WHERE run_id IN wanted"
    " AND player LIKE 'weights:%' UNION ALL"
    " SELECT run_id, 'weights:' || group_concat(gene || '=' || printf('%.15g',"
    " weight), ',') FROM (SELECT * FROM champion_weights WHERE run_id IN wanted"
    " AND genome = 'weights' AND weight <> 0 ORDER BY run_id, place)"
    " JOIN champion_players USING (run_id)"
    " WHERE player LIKE 'weights:%' GROUP BY run_id UNION ALL"
    " SELECT run_id, replace(r.parameters ->> 'player', '[weights]',"
    " '[weights:' || trim(weights, '[]') || ']') FROM champions JOIN runs r"
    " ON r.id = run_id JOIN champion_players p USING (run_id) WHERE run_id IN wanted"
    " AND genome = 'weights' AND player NOT LIKE 'weights:%' UNION ALL"
    " SELECT run_id, player FROM champion_players WHERE run_id IN wanted"
    " AND genome = 'features')"
    " GROUP BY player";

/* SQL for learnt weights among the players of list ?2 (NULL: all), each named by the
   first round that has them. The last round of a run is the run's own player. Weights
   inside another player are named there. The table `built_in` has other weights with
   names. */
static const char LEARN_NAMES[] =
    ", named AS (SELECT * FROM built_in WHERE spec NOT NULL UNION ALL SELECT * FROM (SELECT spec,"
    " 'run:' || run_id || iif(round = (SELECT max(round) FROM learn_rounds m"
    " WHERE m.run_id = l.run_id), '', '@' || round) FROM learn_rounds l"
    " WHERE ?2 IS NULL OR EXISTS (SELECT 1 FROM json_each(?2) WHERE instr(value, l.spec))"
    " ORDER BY run_id, round))"
    " SELECT spec, name FROM named UNION ALL"
    " SELECT value, replace(value, '[' || spec || ']', '[' || name || ']')"
    " FROM json_each(coalesce(?2, '[]')) JOIN named ON instr(value, '[' || spec || ']')";

/* Writes the beginning of a query, WITH and the table `built_in` (spec, name): the learnt
   players of built-in variants, as `learnt:NAME`. Its first row is NULL. SOW_NO_MEMORY is
   the only failure. */
static enum sow_status write_built_in(FILE *out, struct sow_err *err)
{
    (void)fputs("WITH built_in (spec, name) AS (VALUES (NULL, NULL)", out);
    for (size_t i = 0; sow_learnt_variant(i) != NULL; i++) {
        char name[80];
        struct sow_agent agent;
        (void)snprintf(name, sizeof name, "learnt:%s", sow_learnt_variant(i));
        enum sow_status status = sow_agent_parse(name, NULL, &agent, err);
        char *spec = status == SOW_OK ? sow_agent_spec(&agent) : NULL;
        if (spec == NULL)
            return sow_err_no_memory(err);
        (void)fprintf(out, ", ('%s', '%s')", spec, name);
        free(spec);
    }
    (void)fputc(')', out);
    return SOW_OK;
}

/* Gives learnt weights in a report their names, by LEARN_NAMES. @p players is the list ?2
   of specs, a JSON array; NULL: all. Fails as sow_section_names, or with
   SOW_NO_MEMORY. */
static enum sow_status name_learnt(struct sow_store *store, int64_t id,
                                   const char *players, struct sow_report *report,
                                   struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = write_built_in(out, err);
    (void)fputs(LEARN_NAMES, out);
    if (fclose(out) != 0 && status == SOW_OK)
        status = sow_err_no_memory(err);
    if (status == SOW_OK)
        status = sow_section_names(store, sql, id, players, report, err);
    free(sql);
    return status;
}

enum sow_status sow_query_names(struct sow_store *store, int64_t id,
                                struct sow_report *report, struct sow_err *err)
{
    size_t count;
    char *players = sow_report_players(report, &count);
    if (players == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    if (id != 0)
        status = sow_section_names(store, PROGRAM_NAMES, id, NULL, report, err);
    if (status == SOW_OK && id != 0)
        status = sow_section_names(store, LISTED_NAMES, id, NULL, report, err);
    const char *asked = count > SOW_REPORT_PLAYERS_MAX ? NULL : players;
    if (status == SOW_OK && count > 0)
        status = sow_section_names(store, CHAMPION_NAMES, id, asked, report, err);
    if (status == SOW_OK && count > 0)
        status = name_learnt(store, id, asked, report, err);
    free(players);
    return status;
}

/* SQL for the settings of run ?1. Start positions fill many lines; only their first line
   is shown. */
#define SETTINGS                                                                         \
    "SELECT name, iif(name = 'starts', substr(value, 1, instr(value || char(10),"        \
    " char(10)) - 1), value) AS value FROM run_settings WHERE run_id = ?1 AND source ="  \
    " 'parameters' AND (name = 'starts' OR instr(value, char(10)) = 0)"

/* Report sections for all kinds of runs. The sections of the run's kind follow them. */
static const struct sow_query_section SECTIONS[] = {
    {SOW_IN_SHOW | SOW_PLACE_BACKGROUND,
     {"run", true,
      "SELECT id, kind, label, variant,"
      " sowlab_status(status, owner, heartbeat) AS status, stop_reason, seed, started,"
      " finished, seconds, resumed, heartbeat, digest, version, revision, compiler, "
      "build_type, kernel, threads, host, rules"
      " FROM runs WHERE id = ?1"}},
    {SOW_IN_RESULT | SOW_PLACE_BACKGROUND,
     {"run", true,
      "SELECT id, kind, label, variant, seed, seconds, kernel, threads FROM runs"
      " WHERE id = ?1"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND, {"settings", false, SETTINGS}},
    {0, {NULL, false, NULL}},
};

/* SQL for seats with few different games, the worst first. Players have the names that
   the user typed. */
#define REPEATED                                                                                 \
    "WITH listed AS (SELECT variant, " SOW_PLAYER_NAME("player") " AS player, " SOW_PLAYER_NAME( \
        "opponent") " AS opponent, seat, games, distinct_games, effective,"                      \
                    " match FROM repeated_games WHERE run_id = ?1 ORDER BY effective, match, seat)"

/* Report sections with remarks. They come last, where a reader sees them without
   searching. */
static const struct sow_query_section REMARKS[] = {
    {SOW_IN_BOTH,
     {"repeated", false,
      REPEATED " SELECT variant, player, opponent, seat, games, distinct_games,"
               " effective FROM listed LIMIT 12"}},
    {SOW_IN_BOTH | SOW_COMPUTED, {"warning", true, NULL}},
    {0, {NULL, false, NULL}},
};

/* Adds the record "warning" that seats have few different games, with the seat that has
   fewest. Adds nothing if the view repeated_games has none of run @p id. Returns
   SOW_NO_MEMORY or an error of the database. */
static enum sow_status add_warning(struct sow_store *store, int64_t id,
                                   struct sow_report *report, struct sow_err *err)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    (void)fputs(
        REPEATED
        " SELECT (SELECT count(*) FROM listed) AS repeated_seats,"
        " (SELECT sum(games) FROM listed) AS games,"
        " 'The ' || games || ' games of ' || player || ' against ' || opponent || ' in '"
        " || variant || ', moving ' || seat || ', are only ' || CASE distinct_games"
        " WHEN 1 THEN 'one game over and over' ELSE distinct_games || ' different ones'"
        " END || CASE (SELECT count(*) FROM listed) WHEN 1 THEN '' ELSE"
        " ', and so it is in ' || (SELECT count(*) FROM listed) || ' seats (the first are"
        " under repeated, all in the view repeated_games)' END || '. Intervals are"
        " corrected for this. They hold for games from the standard start only. ' ||"
        " (SELECT ",
        out);
    sow_query_write_words(SOW_WORDS_DIFFERENT, out);
    (void)fputs(" FROM runs r WHERE r.id = ?1) AS warning FROM listed LIMIT 1", out);
    enum sow_status status = fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
    if (status == SOW_OK)
        status = sow_section_add(store, &(struct sow_section){"warning", true, sql}, id,
                                 report, err);
    free(sql);
    return status;
}

/* A report that is being filled. */
struct asking {
    struct sow_store *store;
    int64_t id;         /* run that the report is about */
    unsigned report_of; /* bits SOW_IN_..: the report to fill */
    struct sow_report *report;
    const char *settings; /* SQL that replaces that of the section "settings", or NULL */
    const struct sow_query_section *sections; /* sections of the run's kind, or NULL */
};

/* Sections that C code computes (SOW_COMPUTED). */
static const struct {
    const char *name; /* name of the section */
    enum sow_status (*add)(struct sow_store *store, int64_t id, struct sow_report *report,
                           struct sow_err *err);
} COMPUTED[] = {{"elo", sow_query_elo},
                {"mantel", sow_query_mantel},
                {"similarity", sow_query_similarity},
                {"spread", sow_query_spread},
                {"warning", add_warning}};

/* Adds the section called @p name, one of COMPUTED, by its function. Returns an error of
   the database or SOW_NO_MEMORY. */
static enum sow_status add_computed(const struct asking *asking, const char *name,
                                    struct sow_err *err)
{
    size_t i = 0;
    while (strcmp(COMPUTED[i].name, name) != 0) {
        i++;
        assert(i < sizeof COMPUTED / sizeof COMPUTED[0]);
    }
    return COMPUTED[i].add(asking->store, asking->id, asking->report, err);
}

/* Adds a section, if it has rows: by its function (SOW_COMPUTED), or by its SQL. For a
   written section (SOW_WRITTEN) the SQL answers the SQL to run, and the section is left
   out if that is NULL. Returns an error of the database or SOW_NO_MEMORY. */
static enum sow_status add_section(const struct asking *asking,
                                   const struct sow_query_section *listed,
                                   struct sow_err *err)
{
    struct sow_section section = listed->section;
    if ((listed->reports & SOW_COMPUTED) != 0)
        return add_computed(asking, section.name, err);
    if (asking->settings != NULL && strcmp(section.name, "settings") == 0)
        section.sql = asking->settings;
    char *written = NULL;
    enum sow_status status = SOW_OK;
    if ((listed->reports & SOW_WRITTEN) != 0) {
        status = sow_store_written(asking->store, section.sql, asking->id, &written, err);
        section.sql = written;
    }
    if (status == SOW_OK && section.sql != NULL)
        status =
            sow_section_add(asking->store, &section, asking->id, asking->report, err);
    free(written);
    return status;
}

/* Adds the sections of a list that belong to the report and whose place is exactly
   @p place (0: with the results). Marks a section with SOW_MAIN as the main one. Returns
   the first error of the database. */
static enum sow_status add_list(const struct asking *asking, unsigned place,
                                const struct sow_query_section *list, struct sow_err *err)
{
    static const unsigned PLACES =
        SOW_PLACE_FIRST | SOW_PLACE_BACKGROUND | SOW_PLACE_REMARK | SOW_PLACE_ANSWER;
    enum sow_status status = SOW_OK;
    for (; list->section.name != NULL && status == SOW_OK; list++) {
        size_t before = sow_report_sections(asking->report);
        if ((list->reports & asking->report_of) == 0 || (list->reports & PLACES) != place)
            continue;
        status = add_section(asking, list, err);
        if ((list->reports & SOW_MAIN) != 0 &&
            sow_report_sections(asking->report) > before)
            sow_report_main(asking->report);
    }
    return status;
}

/* Adds the sections of a place: those of all runs, then those of the kind. */
static enum sow_status add_place(const struct asking *asking, unsigned place,
                                 struct sow_err *err)
{
    enum sow_status status = add_list(asking, place, SECTIONS, err);
    return status == SOW_OK && asking->sections != NULL
               ? add_list(asking, place, asking->sections, err)
               : status;
}

/* Adds the remarks of all runs, then those of the kind. */
static enum sow_status add_remarks(const struct asking *asking, struct sow_err *err)
{
    enum sow_status status = add_list(asking, 0, REMARKS, err);
    return status == SOW_OK ? add_place(asking, SOW_PLACE_REMARK, err) : status;
}

/* Finds the run, and the sections of its kind. A kind that this version does not know
   has none. Returns SOW_NOT_FOUND if there is no such run. */
static enum sow_status find_sections(struct asking *asking, struct sow_err *err)
{
    struct sow_run_row run;
    enum sow_status status = sow_store_read_run(asking->store, asking->id, &run, err);
    if (status != SOW_OK)
        return status;
    const struct sow_run_kind *kind = sow_run_kind_find(run.kind);
    asking->sections = kind != NULL ? kind->sections : NULL;
    sow_run_row_release(&run);
    return SOW_OK;
}

/* Adds all sections of a report for programs: the answer in short, results, then as
   remarks background and remarks. Names its players. Fails with SOW_NOT_FOUND if there is
   no such run. */
static enum sow_status add_sections(struct asking *asking, struct sow_err *err)
{
    enum sow_status status = find_sections(asking, err);
    if (status == SOW_OK)
        status = add_place(asking, SOW_PLACE_FIRST, err);
    if (status == SOW_OK)
        status = add_place(asking, 0, err);
    sow_report_remarks(asking->report);
    if (status == SOW_OK)
        status = add_place(asking, SOW_PLACE_BACKGROUND, err);
    if (status == SOW_OK)
        status = add_remarks(asking, err);
    return status == SOW_OK
               ? sow_query_names(asking->store, asking->id, asking->report, err)
               : status;
}

enum sow_status sow_query_show(struct sow_store *store, int64_t id,
                               struct sow_report *report, struct sow_err *err)
{
    return add_sections(&(struct asking){store, id, SOW_IN_SHOW, report, NULL, NULL},
                        err);
}

enum sow_status sow_query_head(struct sow_store *store, int64_t id,
                               struct sow_report *report, struct sow_err *err)
{
    struct asking asking = {store, id, SOW_IN_HEAD, report, NULL, NULL};
    enum sow_status status = find_sections(&asking, err);
    if (status == SOW_OK)
        status = add_place(&asking, SOW_PLACE_ANSWER, err);
    return status == SOW_OK ? sow_query_names(store, id, report, err) : status;
}

/* ---- For a person ---- */

/* SQL for the settings that differ, and a row "others" with the number of those that do
   not. */
static const char CHOSEN_SETTINGS[] =
    "SELECT name, value FROM found WHERE own UNION ALL"
    " SELECT 'others', count(*) || ' have their defaults; --full shows them'"
    " FROM found WHERE NOT own HAVING count(*) > 0";

/* SQL for all settings with their defaults. The settings that differ come first. */
static const char ALL_SETTINGS[] =
    "SELECT name, value, iif(own, usual, NULL) AS usually FROM found ORDER BY NOT own";

/* Returns SQL, which the caller frees, for the settings beside @p defaults. Its last part
   is @p chosen, which selects from the table `found` (name, value, own, usual). A setting
   is `own` if it differs from its default. NULL if memory is short. */
static char *write_settings(const struct sow_query_default *defaults, size_t count,
                            const char *chosen)
{
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return NULL;
    (void)fputs("WITH usual (name, value) AS (VALUES (NULL, NULL)", out);
    for (size_t i = 0; i < count; i++) {
        (void)fputs(", (", out);
        sow_query_quote(defaults[i].name, out);
        (void)fputs(", ", out);
        sow_query_quote(defaults[i].value, out);
        (void)fputc(')', out);
    }
    (void)fputs("), told AS (" SETTINGS
                "), found AS (SELECT t.name, t.value, u.value IS NOT t.value"
                " AS own, u.value AS usual FROM told t LEFT JOIN usual u"
                " ON u.name = t.name) ",
                out);
    (void)fputs(chosen, out);
    if (fclose(out) == 0)
        return sql;
    free(sql);
    return NULL;
}

/* Adds the sections for a person: background, remarks, results, the answer in short, the
   sentence "answer". Names the players. Returns the first error of the database. */
static enum sow_status add_for_person(const struct asking *asking, struct sow_err *err)
{
    enum sow_status status = add_place(asking, SOW_PLACE_BACKGROUND, err);
    if (status == SOW_OK)
        status = add_remarks(asking, err);
    if (status == SOW_OK)
        status = add_place(asking, 0, err);
    if (status == SOW_OK)
        status = add_place(asking, SOW_PLACE_FIRST, err);
    if (status == SOW_OK)
        status = add_place(asking, SOW_PLACE_ANSWER, err);
    return status == SOW_OK
               ? sow_query_names(asking->store, asking->id, asking->report, err)
               : status;
}

enum sow_status sow_query_result(struct sow_store *store, int64_t id,
                                 const struct sow_query_default *defaults, size_t count,
                                 struct sow_report *report, struct sow_err *err)
{
    char *settings = write_settings(defaults, count, CHOSEN_SETTINGS);
    if (settings == NULL)
        return sow_err_no_memory(err);
    struct asking asking = {store, id, SOW_IN_RESULT, report, settings, NULL};
    enum sow_status status = find_sections(&asking, err);
    if (status == SOW_OK)
        status = add_for_person(&asking, err);
    free(settings);
    return status;
}

enum sow_status sow_query_page(struct sow_store *store, int64_t id, const char *kind,
                               struct sow_report *report, struct sow_err *err)
{
    struct sow_query_default defaults[SOW_QUERY_DEFAULTS_MAX];
    size_t count = sow_query_defaults(kind, NULL, NULL, defaults);
    char *settings = write_settings(defaults, count, ALL_SETTINGS);
    if (settings == NULL)
        return sow_err_no_memory(err);
    struct asking asking = {store, id, SOW_IN_SHOW, report, settings, NULL};
    enum sow_status status = add_sections(&asking, err);
    free(settings);
    return status;
}

enum sow_status sow_query_whole_result(struct sow_store *store, int64_t id,
                                       struct sow_report *report, struct sow_err *err)
{
    return add_sections(
        &(struct asking){store, id, SOW_IN_RESULT | SOW_IN_WHOLE, report, NULL, NULL},
        err);
}

enum sow_status sow_query_sql(struct sow_store *store, const char *sql,
                              const struct sow_query_limits *limits,
                              struct sow_report *report, struct sow_err *err)
{
    return sow_section_ask(store, &(struct sow_section){"answer", false, sql}, limits,
                           report, err);
}
