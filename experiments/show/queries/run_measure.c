/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/run_measure.h"

#include "sow/base/text.h"
#include "sow/statistics/statistics_blocks.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Properties of measures; others are larger for better players, without bounds. */
static const struct {
    const char *name;
    bool is_score;        /* true for a mean score, from 0 to 1 */
    bool lower_is_better; /* true if small values are good */
    bool from_zero;       /* true if no value is below 0 */
    double equivalent;    /* largest difference that counts as none, in the unit of the
                             measure; 0 = no difference */
} KNOWN[] = {
    {"score", true, false, true, SOW_EQUIVALENT},
    {"validation", true, false, true, SOW_EQUIVALENT},
    {"strength", true, false, true, SOW_EQUIVALENT},
    {"regret", false, true, true, 0},   /* seeds a choice */
    {"rating", false, false, false, 0}, /* Elo */
    {"r2", false, false, false, 0},
};

/* Name of the measure that is chosen before others, and whose panels have versions. */
static const char STRENGTH[] = "strength";

/* Beginning of the names of strengths at one depth. */
static const char AT_DEPTH[] = "strength_depth_";

/* End of the name of a measure at one depth, before the number. */
static const char DEPTH[] = "_depth_";

/* Returns the index of a measure in KNOWN, or -1 if it is not there. A measure at one
   depth (`strength_depth_D`, `regret_depth_D_on_N`) counts as the one without it. */
static int known_index(const char *name)
{
    const char *depth = strstr(name, DEPTH);
    size_t length = depth != NULL ? (size_t)(depth - name) : strlen(name);
    for (int i = 0; i < (int)(sizeof KNOWN / sizeof KNOWN[0]); i++)
        if (strlen(KNOWN[i].name) == length && strncmp(KNOWN[i].name, name, length) == 0)
            return i;
    return -1;
}

int sow_measure_depth(const char *name)
{
    int64_t depth;
    if (strcmp(name, STRENGTH) == 0)
        return 0;
    return strncmp(name, AT_DEPTH, strlen(AT_DEPTH)) == 0 &&
                   sow_text_to_int(name + strlen(AT_DEPTH), &depth) && depth > 0 &&
                   depth < 100
               ? (int)depth
               : -1;
}

const char *sow_measure_words(const char *name, char room[SOW_MEASURE_WORDS_MAX + 1])
{
    static const char ON[] = "_on_";
    const char *depth = strstr(name, DEPTH);
    const char *on = depth != NULL ? strstr(depth, ON) : NULL;
    if (depth == NULL)
        (void)snprintf(room, SOW_MEASURE_WORDS_MAX + 1, "%s", name);
    else if (on == NULL)
        (void)snprintf(room, SOW_MEASURE_WORDS_MAX + 1, "%.*s at depth %s",
                       (int)(depth - name), name, depth + strlen(DEPTH));
    else
        (void)snprintf(room, SOW_MEASURE_WORDS_MAX + 1,
                       "%.*s at depth %.*s, at most %s seeds", (int)(depth - name), name,
                       (int)(on - depth - (int)strlen(DEPTH)), depth + strlen(DEPTH),
                       on + strlen(ON));
    return room;
}

double sow_measure_equivalent(const char *name)
{
    int index = known_index(name);
    return index >= 0 ? KNOWN[index].equivalent : 0.0;
}

bool sow_measure_lower_is_better(const char *name)
{
    int index = known_index(name);
    return index >= 0 && KNOWN[index].lower_is_better;
}

bool sow_measure_is_score(const char *name)
{
    int index = known_index(name);
    return index >= 0 && KNOWN[index].is_score;
}

bool sow_measure_is_from_zero(const char *name)
{
    int index = known_index(name);
    return index >= 0 && KNOWN[index].from_zero;
}

/* ---- Reading ---- */

/* Adds a measure from a row: name, value, both bounds. Ignores a second one of the same
   name, one without a finite value, and those above SOW_MEASURES_MAX. Never fails.
   @p context is a struct sow_run_measures. Callback of sow_store_answer. */
static enum sow_status take_measure(void *context, const struct sow_cells *cells,
                                    struct sow_err *err)
{
    (void)err;
    struct sow_run_measures *measures = context;
    if (measures->count == SOW_MEASURES_MAX || !isfinite(cells->number[1]))
        return SOW_OK;
    for (size_t i = 0; i < measures->count; i++)
        if (strcmp(measures->measure[i].name, cells->text[0]) == 0)
            return SOW_OK;
    struct sow_run_measure *measure = &measures->measure[measures->count++];
    (void)snprintf(measure->name, sizeof measure->name, "%s", cells->text[0]);
    measure->value = cells->number[1];
    measure->low = cells->number[2];
    measure->high = cells->number[3];
    return SOW_OK;
}

/* Adds a panel from a row: name, depth, whether the depth is the main one of its player.
   A main one has the depth 0 in the list, and sets the depth of the strength. Ignores
   another depth against the same panel, and panels above SOW_RUN_PANELS_MAX. Never fails.
   @p context is a struct sow_run_measures. Callback of sow_store_answer. */
static enum sow_status take_panel(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    (void)err;
    struct sow_run_measures *measures = context;
    bool main = cells->number[2] > 0;
    size_t at = measures->panels;
    if (main)
        measures->depth = (int)cells->number[1];
    for (size_t i = 0; i < measures->panels && !main; i++)
        if (measures->panel_depth[i] == 0 &&
            strcmp(measures->panel[i], cells->text[0]) == 0)
            return SOW_OK;
    if (at == SOW_RUN_PANELS_MAX)
        return SOW_OK;
    measures->panel_depth[at] = main ? 0 : (int)cells->number[1];
    (void)snprintf(measures->panel[at], sizeof measures->panel[0], "%s", cells->text[0]);
    measures->panels++;
    return SOW_OK;
}

enum sow_status sow_run_measures_read(struct sow_store *store, int64_t id,
                                      struct sow_run_measures *measures,
                                      struct sow_err *err)
{
    static const char ASK[] =
        "SELECT measure, value, low, high FROM run_measures WHERE run_id = ?1";
    static const char ASK_DEPTHS[] =
        "SELECT 'strength_depth_' || depth, avg(score), iif(count(*) = 1, min(low), NULL),"
        " iif(count(*) = 1, max(high), NULL) FROM strengths"
        " WHERE run_id = ?1 AND generation = -1 GROUP BY depth ORDER BY depth DESC";
    /* The seeds on the board are part of the name, so that regrets of other positions
       are never compared. */
    static const char ASK_REGRETS[] =
        "SELECT 'regret_depth_' || depth || '_on_' || regret_on_board, regret,"
        " regret_low, regret_high FROM strengths"
        " WHERE run_id = ?1 AND generation = -1 AND regret IS NOT NULL"
        " ORDER BY depth DESC";
    static const char ASK_PANELS[] =
        "SELECT DISTINCT panel, depth, main FROM strengths"
        " WHERE run_id = ?1 AND generation = -1 ORDER BY main DESC, depth";
    *measures = (struct sow_run_measures){.run_id = id};
    enum sow_status status = sow_store_answer(store, ASK, SOW_VALUES(sow_integer(id)),
                                              take_measure, measures, err);
    if (status == SOW_OK)
        status = sow_store_answer(store, ASK_DEPTHS, SOW_VALUES(sow_integer(id)),
                                  take_measure, measures, err);
    if (status == SOW_OK)
        status = sow_store_answer(store, ASK_REGRETS, SOW_VALUES(sow_integer(id)),
                                  take_measure, measures, err);
    return status == SOW_OK
               ? sow_store_answer(store, ASK_PANELS, SOW_VALUES(sow_integer(id)),
                                  take_panel, measures, err)
               : status;
}

struct sow_run_measure sow_run_measures_find(const struct sow_run_measures *measures,
                                             const char *name)
{
    for (size_t i = 0; i < measures->count; i++)
        if (name[0] == '\0' || strcmp(measures->measure[i].name, name) == 0)
            return measures->measure[i];
    return (struct sow_run_measure){
        .name = "", .value = (double)NAN, .low = (double)NAN, .high = (double)NAN};
}

/* ---- Choosing ---- */

/* Returns true if all runs that have any measure have the one called @p name. */
static bool is_common(const struct sow_run_measures *runs, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (runs[i].count > 0 && sow_run_measures_find(&runs[i], name).name[0] == '\0')
            return false;
    return true;
}

/* Writes the different names of all measures to @p room, for example "validation,
   strength". A text that does not fit is cut. */
static void list_names(const struct sow_run_measures *runs, size_t count, char *room,
                       size_t size)
{
    const char *seen[16];
    size_t seen_count = 0;
    size_t length = 0;
    room[0] = '\0';
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < runs[i].count; k++) {
            const char *name = runs[i].measure[k].name;
            size_t at = 0;
            while (at < seen_count && strcmp(seen[at], name) != 0)
                at++;
            if (at < seen_count || at == sizeof seen / sizeof seen[0] || length >= size)
                continue;
            length += (size_t)snprintf(room + length, size - length, "%s%s",
                                       at == 0 ? "" : ", ", name);
            seen[seen_count++] = name;
        }
}

/* Sets @p name to the requested measure @p asked. Fails with SOW_USAGE, with all measures
   of the runs, if there are any but no run has this one. */
static enum sow_status take_asked(const struct sow_run_measures *runs, size_t count,
                                  const char *asked, char *name, struct sow_err *err)
{
    char names[256];
    bool found = false;
    for (size_t i = 0; i < count; i++)
        found = found || sow_run_measures_find(&runs[i], asked).name[0] != '\0';
    list_names(runs, count, names, sizeof names);
    if (!found && names[0] != '\0')
        return sow_err_set(err, SOW_USAGE,
                           "these runs have no measure '%s'; choose one that they have: "
                           "%s",
                           asked, names);
    (void)snprintf(name, SOW_MEASURE_NAME_MAX + 1, "%s", asked);
    return SOW_OK;
}

/* Returns true if two runs have strengths at different depths, and writes two such depths
   to @p depth. */
static bool find_depths(const struct sow_run_measures *runs, size_t count, int depth[2])
{
    depth[0] = 0;
    for (size_t i = 0; i < count; i++) {
        if (depth[0] == 0)
            depth[0] = runs[i].depth;
        depth[1] = runs[i].depth;
        if (depth[1] != 0 && depth[1] != depth[0])
            return true;
    }
    return false;
}

/* Sets @p name to the strength at the greatest depth at which all runs with a measure
   have one. Returns false, with @p name unchanged, if there is none. @p first is the
   first run with a measure. */
static bool take_deepest(const struct sow_run_measures *runs, size_t count,
                         const struct sow_run_measures *first, char *name)
{
    for (size_t k = 0; k < first->count; k++) {
        const char *at = first->measure[k].name;
        if (strncmp(at, AT_DEPTH, strlen(AT_DEPTH)) != 0 || !is_common(runs, count, at))
            continue;
        (void)snprintf(name, SOW_MEASURE_NAME_MAX + 1, "%s", at);
        return true;
    }
    return false;
}

/* Sets @p name to the measure @p asked. If that is "", chooses one that all runs with a
   measure have: `strength` if the depths do not differ, else the strength at the greatest
   common depth. Without these it takes the first measure that they share, or "". Fails as
   take_asked. */
static enum sow_status choose_name(const struct sow_run_measures *runs, size_t count,
                                   const char *asked, char name[SOW_MEASURE_NAME_MAX + 1],
                                   struct sow_err *err)
{
    const struct sow_run_measures *first = NULL;
    int depth[2];
    name[0] = '\0';
    if (asked[0] != '\0')
        return take_asked(runs, count, asked, name, err);
    for (size_t i = count; i-- > 0;)
        if (runs[i].count > 0)
            first = &runs[i];
    if (first == NULL)
        return SOW_OK;
    bool differ = find_depths(runs, count, depth);
    if (is_common(runs, count, STRENGTH) && !differ) {
        (void)snprintf(name, SOW_MEASURE_NAME_MAX + 1, "%s", STRENGTH);
        return SOW_OK;
    }
    if (differ && take_deepest(runs, count, first, name))
        return SOW_OK;
    for (size_t k = first->count; k-- > 0;)
        if ((!differ || strcmp(first->measure[k].name, STRENGTH) != 0) &&
            is_common(runs, count, first->measure[k].name))
            (void)snprintf(name, SOW_MEASURE_NAME_MAX + 1, "%s", first->measure[k].name);
    return SOW_OK;
}

bool sow_measure_panels_differ(const char *one, const char *other)
{
    const char *version = strrchr(one, '-');
    size_t length = version != NULL ? (size_t)(version - one) : strlen(one);
    return strncmp(one, other, length) == 0 && strrchr(other, '-') == other + length &&
           strcmp(one, other) != 0;
}

/* Returns true if a run has panels of its own at a depth. */
static bool has_panels(const struct sow_run_measures *run, int depth)
{
    for (size_t k = 0; k < run->panels; k++)
        if (run->panel_depth[k] == depth)
            return true;
    return false;
}

/* Checks that no two strengths at depth @p depth (0: those of the measure `strength`) are
   against different versions of one panel. A run without panels at the depth counts with
   those of depth 0. Fails with SOW_USAGE if they are. */
static enum sow_status check_panels(const struct sow_run_measures *runs, size_t count,
                                    int depth, struct sow_err *err)
{
    const char *seen[64];
    size_t seen_count = 0;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < runs[i].panels; k++) {
            const char *panel = runs[i].panel[k];
            if (runs[i].panel_depth[k] != (has_panels(&runs[i], depth) ? depth : 0))
                continue;
            bool known = seen_count == sizeof seen / sizeof seen[0];
            for (size_t at = 0; at < seen_count; at++) {
                if (sow_measure_panels_differ(seen[at], panel))
                    return sow_err_set(err, SOW_USAGE,
                                       "strengths against '%s' and '%s' cannot be "
                                       "compared: measure the older runs again with "
                                       "'sowlab measure ID..', or choose another measure",
                                       seen[at], panel);
                known = known || strcmp(seen[at], panel) == 0;
            }
            if (!known)
                seen[seen_count++] = panel;
        }
    return SOW_OK;
}

/* Checks that the strengths of all runs are at one depth. Fails with SOW_USAGE if they
   are not, with advice which measure to choose. */
static enum sow_status check_depths(const struct sow_run_measures *runs, size_t count,
                                    struct sow_err *err)
{
    int depth[2];
    if (!find_depths(runs, count, depth))
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "strengths at depth %d and at depth %d cannot be compared: choose "
                       "--measure strength_depth_2, and measure the others with "
                       "'sowlab measure ID.. --depth 2'",
                       depth[0], depth[1]);
}

enum sow_status sow_run_measures_choose(const struct sow_run_measures *runs, size_t count,
                                        const char *asked,
                                        char name[SOW_MEASURE_NAME_MAX + 1],
                                        struct sow_err *err)
{
    enum sow_status status = choose_name(runs, count, asked, name, err);
    if (status == SOW_OK && strcmp(name, STRENGTH) == 0)
        status = check_depths(runs, count, err);
    return status == SOW_OK && strncmp(name, STRENGTH, strlen(STRENGTH)) == 0
               ? check_panels(runs, count, sow_measure_depth(name), err)
               : status;
}

/* ---- Runs that were not measured ---- */

/* Returns true if a run before index @p at has the same number. */
static bool is_repeated(const struct sow_run_measures *runs, size_t at)
{
    for (size_t i = 0; i < at; i++)
        if (runs[i].run_id == runs[at].run_id)
            return true;
    return false;
}

void sow_run_measures_lacking(const struct sow_run_measures *runs, size_t count,
                              const char *asked, const char *name, char *room,
                              size_t size)
{
    enum { NUMBERS_MAX = 200, REPEATS_MAX = 2000 };
    char numbers[NUMBERS_MAX + 24] = "";
    size_t length = 0;
    size_t all = 0;
    size_t lacking = 0;
    room[0] = '\0';
    if (asked[0] != '\0' && strcmp(asked, STRENGTH) != 0)
        return;
    for (size_t i = 0; i < count; i++) {
        if (runs[i].run_id == 0 || (count <= REPEATS_MAX && is_repeated(runs, i)))
            continue;
        all++;
        if (sow_run_measures_find(&runs[i], STRENGTH).name[0] != '\0')
            continue;
        lacking++;
        if (length < NUMBERS_MAX)
            length += (size_t)snprintf(numbers + length, sizeof numbers - length, " %lld",
                                       (long long)runs[i].run_id);
    }
    if (lacking == 0 || lacking == all)
        return;
    int written = snprintf(room, size, "%zu of %zu finished runs have no %s", lacking,
                           all, STRENGTH);
    const char *follows = strcmp(name, STRENGTH) == 0 ? ", and are left out"
                          : name[0] != '\0'           ? ", so runs are compared by "
                                            : ", and no other measure is common";
    if (written > 0 && (size_t)written < size)
        (void)snprintf(room + written, size - (size_t)written,
                       "%s%s; 'sowlab measure %s%s' measures them", follows,
                       strcmp(name, STRENGTH) == 0 ? "" : name, numbers + 1,
                       length < NUMBERS_MAX ? "" : " ..");
}
