/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs with a plan of matches: robustness, tournaments, reproductions, transfers. */
#include "query_sections.h"

#include "sow/base/stream.h"
#include "sow/support/report.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Seats of the matches behind a line t in which one game was played over and over; the
   second form is all of those of a player who is first in its matches. */
#define REPEATED                                                                         \
    " (SELECT count(*) FROM repeated_games g WHERE g.run_id = ?1"                        \
    " AND g.variant = coalesce(t.variant, g.variant)"
#define REPEATED_AS_PLAYER REPEATED " AND g.player = t.player) AS repeated"

/* A measure of the rules and of each change of them, what matters most first. */
#define SENSITIVITY(measure)                                                             \
    "SELECT rules, value AS " measure ", low, high, difference, difference_low,"         \
    " difference_high, p_adjusted AS p, verdict FROM sensitivities"                      \
    " WHERE run_id = ?1 AND measure = '" measure                                         \
    "' ORDER BY rules <> 'base', abs(difference) DESC, line"

/* The run, if it is a reproduction. */
#define REPRODUCTION "(SELECT id FROM runs WHERE id = ?1 AND kind = 'reproduce')"

/* Of the measures of a sensitivity, the evolved weights. */
#define OF_WEIGHTS "measure NOT IN ('score', 'advantage', 'refit_score', 'duel', 'gain')"

/* Published figures and claims beside ours; those that do not agree or hold. */
#define REPRODUCED                                                                       \
    "SELECT table_name, variant, row_name, column_name, published, published_games,"     \
    " ours, ours_games, low, high, p_adjusted, visible, verdict FROM reproduced"
#define EXCEPTIONS                                                                       \
    "SELECT table_name, variant, row_name || ', ' || column_name AS figure, published,"  \
    " published_games, ours, ours_games, low, high, p_adjusted, visible, verdict"        \
    " FROM reproduced WHERE run_id = ?1 AND verdict NOT IN ('agrees', 'holds')"

const struct sow_query_section sow_query_study_sections[] = {
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"variants", false,
      "SELECT variant, count(*) AS matches FROM match_variants WHERE run_id = ?1"
      " GROUP BY variant ORDER BY min(match)"}},
    {SOW_IN_BOTH,
     {"cells", false,
      "WITH tested (player, name) AS (SELECT DISTINCT player, name FROM robustness"
      " WHERE run_id = ?1)"
      " SELECT variant, name, opponent, seat, games, wins, draws, losses, win_rate,"
      " win_low AS low, win_high AS high, distinct_games"
      " FROM seat_scores s JOIN tested USING (player)"
      " WHERE run_id = ?1 AND seat <> 'both'"
      " ORDER BY match, seat"}},
    {SOW_IN_BOTH,
     {"worst", false,
      "SELECT coalesce(variant, 'all') AS variant, name, cells, worst_variant,"
      " worst_opponent, worst_seat, worst_rate, worst_low, worst_high, floor_low,"
      " floor_high, replayed_rate, replayed_low, replayed_high FROM robustness"
      " WHERE run_id = ?1 ORDER BY line"}},
    {SOW_IN_BOTH,
     {"replays", false,
      "SELECT name, place, variant, opponent, seat, chosen_rate, games, wins, draws,"
      " losses, win_rate, low, high, distinct_games FROM replays"
      " WHERE run_id = ?1 ORDER BY replay"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"robustness", false,
      "SELECT coalesce(variant, 'all') AS variant, name, cells, games, win_rate, score,"
      " low, high, worst_rate, floor_low, replayed_rate, replayed_low, "
      "replayed_high," REPEATED_AS_PLAYER " FROM robustness t"
      " WHERE run_id = ?1"
      " ORDER BY line"}},
    {SOW_IN_BOTH,
     {"cycles", false,
      "SELECT coalesce(variant, 'all') AS variant, first, second, third, first_score,"
      " second_score, third_score, p FROM cycles WHERE run_id = ?1 ORDER BY line"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST | SOW_MAIN,
     {"ratings", false,
      "SELECT coalesce(variant, 'all') AS variant, place, name, games, wins, draws,"
      " losses, score, rating, low, high, prior," REPEATED
      " AND t.player IN (g.player, g.opponent) AND g.player <> g.opponent) AS repeated"
      " FROM ratings t WHERE run_id = ?1"
      " ORDER BY line"}},
    {SOW_IN_BOTH,
     {"transfers", false,
      "SELECT variant, name, origin, score, low, high, best, regret, regret_low,"
      " regret_high, regret_p, home, duel_score, duel_low, duel_high, duel_p, "
      "verdict," REPEATED_AS_PLAYER " FROM transfers t WHERE run_id = ?1 ORDER BY line"}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"left_out", false,
      "SELECT option || ': ' || old_value || ' -> ' || new_value AS rules, left_out"
      " FROM flips WHERE run_id = ?1 AND left_out NOT NULL ORDER BY flip"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE,
     {"weight_intervals", false,
      "SELECT measure AS weight, rules, value, low, high, difference, difference_low,"
      " difference_high, p_adjusted AS p, verdict FROM sensitivities WHERE run_id = ?1"
      " AND " OF_WEIGHTS " ORDER BY line"}},
    {SOW_IN_BOTH | SOW_WRITTEN,
     {"weights", false,
      "SELECT 'SELECT rules, ' || group_concat(printf('max(CASE measure WHEN %Q THEN"
      " value END) AS \"%w\"', measure, measure), ', ') || ' FROM sensitivities"
      " WHERE run_id = ?1 AND measure IN (' || group_concat(quote(measure), ', ') ||"
      " ') GROUP BY rules ORDER BY min(line)'"
      " FROM (SELECT measure FROM sensitivities WHERE run_id = ?1 AND " OF_WEIGHTS
      " GROUP BY measure ORDER BY min(line))"}},
    {SOW_IN_BOTH,
     {"changed_weights", false,
      "SELECT s.rules, s.measure AS weight, b.value AS base, s.value, s.difference,"
      " s.difference_low, s.difference_high, s.p_adjusted AS p, s.verdict"
      " FROM sensitivities s JOIN sensitivities b ON b.run_id = s.run_id AND"
      " b.measure = s.measure AND b.rules = 'base' WHERE s.run_id = ?1 AND"
      " s.verdict IN ('higher', 'lower') AND"
      " s." OF_WEIGHTS " ORDER BY abs(s.difference) DESC, s.line"}},
    {SOW_IN_BOTH, {"gain", false, SENSITIVITY("gain")}},
    {SOW_IN_BOTH,
     {"duels", false,
      "SELECT rules, value AS score, low, high, p_adjusted AS p, verdict, player"
      " FROM sensitivities WHERE run_id = ?1 AND measure = 'duel' ORDER BY line"}},
    {SOW_IN_BOTH, {"refit_score", false, SENSITIVITY("refit_score")}},
    {SOW_IN_BOTH, {"advantage", false, SENSITIVITY("advantage")}},
    {SOW_IN_BOTH, {"replay", false, SENSITIVITY("score")}},
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND | SOW_WRITTEN,
     {"evolved", false,
      "SELECT 'SELECT evolution + 1 AS run, seed' || group_concat(printf("
      "', round(json_extract(weights, ''$[%d]''), 3) AS w%d', key, key + 1), '') ||"
      " ', round(100 * fitness, 1) AS fitness FROM evolutions WHERE run_id = ?1"
      " ORDER BY evolution' FROM json_each((SELECT weights FROM evolutions"
      " WHERE run_id = " REPRODUCTION " LIMIT 1))"}},
    /* Who meets the best order, as planned: the evolved strategy, the printed vectors 1
       to 20, ours. Where that order is the hardest too, the evolved strategy meets it
       once more, which is left out. */
    {SOW_IN_BOTH | SOW_PLACE_BACKGROUND,
     {"selection", false,
      "WITH met AS (SELECT *, match - min(match) OVER (PARTITION BY opponent) AS nth,"
      " min(match) OVER (PARTITION BY opponent) AS began FROM match_scores"
      " WHERE run_id = " REPRODUCTION " AND opponent LIKE 'order:%')"
      " SELECT opponent, CASE WHEN nth = 0 THEN player WHEN nth <= 20 THEN"
      " 'printed run ' || nth ELSE 'ours ' || (SELECT min(evolution) + 1 FROM evolutions"
      " e WHERE e.run_id = m.run_id AND e.player = m.player) END AS player, games, wins,"
      " draws, losses, score, low, high FROM met m"
      " WHERE nth = 0 OR player <> 'divilly2013' ORDER BY began, score DESC, match"}},
    {SOW_IN_RESULT, {"exceptions", false, EXCEPTIONS " ORDER BY cell"}},
    {SOW_IN_BOTH | SOW_PLACE_FIRST,
     {"tables", false,
      "SELECT table_name, variant, cells, agree, differ, known, undecided,"
      " mean_deviation, greatest_deviation, verdict FROM reproduced_tables t WHERE "
      "run_id = ?1"
      " ORDER BY (SELECT min(cell) FROM reproduced r WHERE r.run_id = t.run_id"
      " AND r.table_name = t.table_name AND r.variant = t.variant)"}},
    {SOW_IN_SHOW | SOW_IN_WHOLE,
     {"reproduced", false, REPRODUCED " WHERE run_id = ?1 ORDER BY cell"}},
    {0, {NULL, false, NULL}},
};

/* --- tables with a column for every player --- */

/* More columns than this help nobody. */
enum { CROSS_PLAYERS_MAX = 40 };

/* The players in the order of the run's options. */
struct cross {
    char *specs; /* cut at their blanks */
    char *names;
    char *spec[CROSS_PLAYERS_MAX];
    char *name[CROSS_PLAYERS_MAX];
    int count;
};

/* Cuts a list of words in place; 0 if there are too many. */
static int cut_words(char *text, char *words[CROSS_PLAYERS_MAX])
{
    int count = 0;
    for (char *word; (word = strsep(&text, " ")) != NULL; count++) {
        if (count == CROSS_PLAYERS_MAX)
            return 0;
        words[count] = word;
    }
    return count;
}

static void cross_release(struct cross *cross)
{
    free(cross->specs);
    free(cross->names);
}

/* Has count 0 if there are too many for a page. */
static enum sow_status cross_init(struct cross *cross, const struct sow_run_row *run,
                                  struct sow_err *err)
{
    *cross = (struct cross){.count = 0};
    json_t *options = json_loads(run->parameters, 0, NULL);
    const char *specs = json_string_value(json_object_get(options, "players"));
    const char *names = json_string_value(json_object_get(options, "names"));
    if (specs != NULL && names != NULL) {
        cross->specs = strdup(specs);
        cross->names = strdup(names);
    }
    json_decref(options);
    if (cross->specs == NULL || cross->names == NULL)
        return sow_err_no_memory(err);
    int named = cut_words(cross->names, cross->name);
    cross->count = cut_words(cross->specs, cross->spec) == named ? named : 0;
    return SOW_OK;
}

/* A text or a name in SQL, between @p quote. */
static void write_quoted(FILE *out, const char *text, char quote)
{
    (void)fputc(quote, out);
    for (; *text != '\0'; text++) {
        if (*text == quote)
            (void)fputc(quote, out);
        (void)fputc(*text, out);
    }
    (void)fputc(quote, out);
}

/* The row's score against the column; on the diagonal that of the first player. */
static void write_cross(FILE *out, const struct cross *cross)
{
    (void)fputs("WITH listed (place, spec, name) AS (VALUES ", out);
    for (int i = 0; i < cross->count; i++) {
        (void)fprintf(out, "%s(%d, ", i == 0 ? "" : ", ", i);
        write_quoted(out, cross->spec[i], '\'');
        (void)fputs(", ", out);
        write_quoted(out, cross->name[i], '\'');
        (void)fputc(')', out);
    }
    (void)fputs("), seen AS (SELECT variant, player, opponent, score,"
                " (first_score + 1 - second_score) / 2 AS moved_first FROM match_scores"
                " WHERE run_id = ?1)"
                ", faced AS (SELECT variant, player, opponent, CASE player WHEN opponent"
                " THEN moved_first ELSE score END AS score FROM seen UNION ALL"
                " SELECT variant, opponent, player, 1 - score FROM seen"
                " WHERE player <> opponent)"
                " SELECT variant, name AS player",
                out);
    for (int i = 0; i < cross->count; i++) {
        (void)fputs(", round(max(CASE opponent WHEN ", out);
        write_quoted(out, cross->spec[i], '\'');
        (void)fputs(" THEN score END), 6) AS ", out);
        write_quoted(out, cross->name[i], '"');
    }
    (void)fputs(", avg(CASE WHEN opponent <> player THEN score END) AS score"
                " FROM faced JOIN listed ON spec = player GROUP BY variant, place"
                " ORDER BY (SELECT min(match) FROM match_variants v WHERE v.run_id = ?1"
                " AND v.variant = faced.variant), place",
                out);
}

/* A variant a row, a vector a column. */
static void write_matrix(FILE *out, const struct cross *cross)
{
    (void)fputs("SELECT variant", out);
    for (int i = 0; i < cross->count; i++) {
        (void)fputs(", max(CASE player WHEN ", out);
        write_quoted(out, cross->spec[i], '\'');
        (void)fputs(" THEN score END) AS ", out);
        write_quoted(out, cross->name[i], '"');
    }
    (void)fputs(" FROM transfers WHERE run_id = ?1 GROUP BY variant ORDER BY min(line)",
                out);
}

/* Tables with a column for every player, by kind of run. */
static const struct {
    const char *kind;
    const char *section;
    void (*write)(FILE *out, const struct cross *cross);
} WIDE[] = {
    {"tournament", "crosstable", write_cross},
    {"transfer", "matrix", write_matrix},
};

enum { WIDE_COUNT = sizeof WIDE / sizeof WIDE[0] };

/* Which of these a run has, or WIDE_COUNT. */
static size_t find_wide(const struct sow_run_row *run)
{
    size_t wide = 0;
    while (wide < WIDE_COUNT && strcmp(WIDE[wide].kind, run->kind) != 0)
        wide++;
    return wide;
}

static enum sow_status add_wide(struct sow_store *store, const struct sow_run_row *run,
                                const struct cross *cross, struct sow_report *report,
                                struct sow_err *err)
{
    size_t wide = find_wide(run);
    char *sql = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&sql, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    WIDE[wide].write(out, cross);
    struct sow_section section = {WIDE[wide].section, false, NULL};
    enum sow_status status = SOW_NO_MEMORY;
    bool written = fclose(out) == 0;
    section.sql = sql;
    if (written)
        status = sow_store_section(store, &section, run->id, report, err);
    else
        (void)sow_err_no_memory(err);
    free(sql);
    return status;
}

enum sow_status sow_query_wide_table(struct sow_store *store, int64_t id,
                                     struct sow_report *report, struct sow_err *err)
{
    struct sow_run_row run;
    struct cross cross = {.count = 0};
    enum sow_status status = sow_store_read_run(store, id, &run, err);
    if (status != SOW_OK)
        return status;
    if (find_wide(&run) < WIDE_COUNT)
        status = cross_init(&cross, &run, err);
    if (status == SOW_OK && cross.count > 0)
        status = add_wide(store, &run, &cross, report, err);
    cross_release(&cross);
    sow_run_row_release(&run);
    return status;
}
