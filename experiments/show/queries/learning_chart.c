/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/queries/learning_chart.h"

#include "sow/base/array.h"
#include "sow/queries/run_measure.h"
#include "sow/statistics/statistics_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Number of stages that make a line. */
enum { POINTS_LEAST = 2 };

/* Ratio of the games of two lines from which the axis is logarithmic. */
static const double FAR_APART = 10;

/* A measured stage of a run. */
struct stage {
    double number; /* generation or round */
    double games;  /* games played up to and including the stage */
    double score;  /* strength of the best of the stage */
};

/* Measured stages of several runs. */
struct stages {
    size_t count;
    struct stage *stage;
};

/* Appends a stage from a row (number, games, score). @p context is a struct stages, whose
   array may move. Fails with SOW_NO_MEMORY. Callback of sow_store_answer. */
static enum sow_status take_stage(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct stages *stages = context;
    struct stage *grown = sow_array_grow(stages->stage, stages->count, sizeof *grown);
    if (grown == NULL)
        return sow_err_no_memory(err);
    stages->stage = grown;
    stages->stage[stages->count++] =
        (struct stage){cells->number[0], cells->number[1], cells->number[2]};
    return SOW_OK;
}

/* Appends the stages of run @p id that were measured at depth @p depth, in their order.
   The score of a stage is its mean over the variants. The strength of the last round is
   that of the run itself, unless the round was measured. */
static enum sow_status read_stages(struct sow_store *store, int64_t id, int depth,
                                   struct stages *stages, struct sow_err *err)
{
    static const char SQL[] =
        "WITH played AS (SELECT generation AS stage, sum(games) OVER (ORDER BY generation)"
        " AS games FROM generations WHERE run_id = ?1 UNION ALL SELECT round, sum(games)"
        " OVER (ORDER BY round) FROM learn_rounds WHERE run_id = ?1),"
        " measured AS (SELECT generation AS stage, avg(score) AS score FROM strengths"
        " WHERE run_id = ?1 AND depth = ?2 GROUP BY generation),"
        " last AS (SELECT max(round) AS stage FROM learn_rounds WHERE run_id = ?1)"
        " SELECT stage, games, score FROM played JOIN measured USING (stage) UNION ALL"
        " SELECT l.stage, p.games, m.score FROM last l JOIN played p USING (stage)"
        " JOIN measured m ON m.stage = -1 WHERE l.stage NOT IN"
        " (SELECT stage FROM measured) ORDER BY 1";
    return sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id), sow_integer(depth)),
                            take_stage, stages, err);
}

/* ---- Runs ---- */

/* Stores the first number of the answer in the double @p context. Never fails. Callback
   of sow_store_answer. */
static enum sow_status take_number(void *context, const struct sow_cells *cells,
                                   struct sow_err *err)
{
    (void)err;
    *(double *)context = cells->number[0];
    return SOW_OK;
}

/* Sets @p has to true if run @p id has the stages of a curve: two generations or rounds.
   False on failure. */
static enum sow_status has_stages(struct sow_store *store, int64_t id, bool *has,
                                  struct sow_err *err)
{
    static const char SQL[] =
        "SELECT (SELECT count(*) FROM generations WHERE run_id = ?1)"
        " + (SELECT count(*) FROM learn_rounds WHERE run_id = ?1)";
    double answer = 0;
    enum sow_status status = sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id)),
                                              take_number, &answer, err);
    *has = answer >= POINTS_LEAST;
    return status;
}

/* Counts a run with too few measured stages, and adds its number to the list of such runs
   while there is room. */
static void note_unmeasured(struct sow_learning *learning, int64_t id)
{
    size_t length = strlen(learning->runs);
    char number[24];
    (void)snprintf(number, sizeof number, "%s%lld", length > 0 ? " " : "", (long long)id);
    learning->unmeasured++;
    if (learning->listed + 1 < learning->unmeasured ||
        length + strlen(number) >= sizeof learning->runs)
        return;
    (void)snprintf(learning->runs + length, sizeof learning->runs - length, "%s", number);
    learning->listed++;
}

/* Sets the value of a finished run to 1 if it has a curve at the depth of @p learning:
   two measured stages or more. Else leaves it, and counts the run in @p learning as
   stageless or unmeasured. Fails as the database does. */
static enum sow_status judge_run(struct sow_store *store, int64_t id, double *value,
                                 struct sow_learning *learning, struct sow_err *err)
{
    struct stages stages = {.count = 0};
    bool has = false;
    enum sow_status status = has_stages(store, id, &has, err);
    if (status == SOW_OK && has)
        status = read_stages(store, id, learning->depth, &stages, err);
    if (status == SOW_OK && !has)
        learning->stageless++;
    else if (status == SOW_OK && stages.count < POINTS_LEAST)
        note_unmeasured(learning, id);
    else if (status == SOW_OK)
        *value = 1;
    free(stages.stage);
    return status;
}

/* ---- The depth ---- */

/* Number of depths in a set; greater depths are ignored. */
enum { DEPTHS_MAX = 32 };

/* Depths at which the runs of a plan were measured. A bit of a set stands for a depth. */
struct depths {
    uint32_t own;    /* depths that stand for a run */
    uint32_t common; /* depths at which each run has a curve */
    uint32_t run;    /* depths at which the present run has a curve */
};

/* Adds a depth at which a run has a curve to the set of the run. If the depth stands for
   the run, adds it to @c own, too. @p context is a struct depths. Never fails. Callback
   of sow_store_answer. */
static enum sow_status take_depth(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct depths *depths = context;
    uint32_t bit = cells->number[0] < DEPTHS_MAX ? 1U << (int)cells->number[0] : 0;
    (void)err;
    depths->run |= bit;
    depths->own |= cells->number[1] > 0 ? bit : 0;
    return SOW_OK;
}

/* Returns the greatest depth of a set, or 0 for an empty one. */
static int deepest(uint32_t set)
{
    int depth = 0;
    while (set >> 1 >> depth != 0)
        depth++;
    return depth;
}

/* Sets @p depth to one depth for all curves: the one that stands for all runs, or else
   the greatest one at which all measured runs have a curve. It is 1 if no run was
   measured. Fails with SOW_NOT_FOUND if there is no such depth, or as the database
   does. */
static enum sow_status choose_depth(const struct sow_sweep_plan *plan,
                                    const struct sow_sweep_place *places,
                                    struct sow_store *store, int *depth,
                                    struct sow_err *err)
{
    static const char SQL[] =
        "SELECT depth, max(main) FROM strengths WHERE run_id = ?1 AND (generation >= 0"
        " OR EXISTS (SELECT 1 FROM learn_rounds WHERE run_id = ?1))"
        " GROUP BY depth HAVING count(DISTINCT generation) > 1";
    struct depths depths = {.common = UINT32_MAX};
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->tasks && status == SOW_OK; i++) {
        depths.run = 0;
        if (places[i].presence == SOW_RUN_DONE)
            status = sow_store_answer(store, SQL, SOW_VALUES(sow_integer(places[i].id)),
                                      take_depth, &depths, err);
        depths.common &= depths.run != 0 ? depths.run : UINT32_MAX;
    }
    bool alike = (depths.own & (depths.own - 1)) == 0;
    uint32_t fit = alike && depths.own != 0 ? depths.own : depths.common;
    if (status == SOW_OK && fit == 0)
        status = sow_err_set(err, SOW_NOT_FOUND,
                             "the generations or rounds of these runs were measured at "
                             "different depths: measure all with 'sowlab measure ID.. "
                             "--every N --depth 1'");
    *depth = depths.common == UINT32_MAX ? 1 : deepest(fit);
    return status;
}

/* ---- The panel ---- */

/* Most panels that are compared; bytes of a name, with its NUL. */
enum { PANELS_MAX = 32, PANEL_NAME_MAX = 80 };

/* Panels against which the stages of a plan's runs were measured. */
struct panels {
    char name[PANELS_MAX][PANEL_NAME_MAX];
    size_t count;
};

/* Adds a panel, once. Fails with SOW_NOT_FOUND if it is another version of one that was
   added before. @p context is a struct panels. Callback of sow_store_answer. */
static enum sow_status take_panel(void *context, const struct sow_cells *cells,
                                  struct sow_err *err)
{
    struct panels *panels = context;
    const char *name = cells->text[0];
    for (size_t i = 0; i < panels->count; i++) {
        if (strcmp(panels->name[i], name) == 0)
            return SOW_OK;
        if (sow_measure_panels_differ(panels->name[i], name))
            return sow_err_set(err, SOW_NOT_FOUND,
                               "strengths against '%s' and '%s' make no common curve: "
                               "measure all again with 'sowlab measure ID.. --every N'",
                               panels->name[i], name);
    }
    if (panels->count < PANELS_MAX)
        (void)snprintf(panels->name[panels->count++], PANEL_NAME_MAX, "%s", name);
    return SOW_OK;
}

/* Checks the panels of strengths at @p depth of the runs that are done. Returns
   SOW_NOT_FOUND if they are against two versions of a panel, or the failure of the
   database. */
static enum sow_status check_panels(const struct sow_sweep_plan *plan,
                                    const struct sow_sweep_place *places,
                                    struct sow_store *store, int depth,
                                    struct sow_err *err)
{
    static const char SQL[] =
        "SELECT DISTINCT panel FROM strengths WHERE run_id = ?1 AND depth = ?2"
        " AND (generation >= 0 OR EXISTS (SELECT 1 FROM learn_rounds WHERE run_id = ?1))";
    struct panels panels = {.count = 0};
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < plan->tasks && status == SOW_OK; i++)
        if (places[i].presence == SOW_RUN_DONE)
            status = sow_store_answer(
                store, SQL, SOW_VALUES(sow_integer(places[i].id), sow_integer(depth)),
                take_panel, &panels, err);
    return status;
}

/* ---- Lines ---- */

/* Curves while they are drawn. */
struct drawing {
    struct sow_store *store;
    struct sow_frame *frame;
    struct sow_learning *learning;
    double fewest_games; /* games at the end of the line that has the fewest */
    double most_games;   /* games at the end of the line that has the most */
};

/* Compares two stages by number, then by score, for qsort. */
static int by_number(const void *a, const void *b)
{
    const struct stage *x = a;
    const struct stage *y = b;
    int order = (x->number > y->number) - (x->number < y->number);
    return order != 0 ? order : (x->score > y->score) - (x->score < y->score);
}

/* Summarises stages of @p count runs with the same number, sorted by score. Writes to @p
   point: the median of games, the median of scores, and the quartiles of scores (NaN for
   a single run). @p room has room for @p count numbers. */
static void summarise(const struct stage *stage, size_t count, double *room,
                      double point[SOW_POINT_VALUES])
{
    struct sow_sample sample = {room, count};
    for (size_t i = 0; i < count; i++)
        room[i] = stage[i].games;
    qsort(room, count, sizeof *room, sow_compare_reals);
    point[0] = sow_sample_quantile(&sample, 0.5);
    for (size_t i = 0; i < count; i++)
        room[i] = stage[i].score;
    point[1] = sow_sample_quantile(&sample, 0.5);
    point[2] = count > 1 ? sow_sample_quantile(&sample, 0.25) : (double)NAN;
    point[3] = count > 1 ? sow_sample_quantile(&sample, 0.75) : (double)NAN;
}

/* Writes a point for each stage that all @p runs runs have to @p point, which has room
   for all stages. Returns the number of points. The memory @p room is for @p runs
   numbers. */
static size_t find_points(const struct stages *stages, size_t runs, double *room,
                          double (*point)[SOW_POINT_VALUES])
{
    size_t points = 0;
    for (size_t i = 0; i < stages->count;) {
        const struct stage *first = &stages->stage[i];
        size_t same = 1;
        while (i + same < stages->count && !(first[same].number > first->number))
            same++;
        if (same == runs)
            summarise(first, runs, room, point[points++]);
        i += same;
    }
    return points;
}

/* Counts a line of @p runs runs, which ends at @p games games, in the facts and in the
   range of games. */
static void count_line(struct drawing *drawing, size_t runs, double games)
{
    struct sow_learning *learning = drawing->learning;
    bool first = learning->lines == 0;
    learning->fewest = first || runs < learning->fewest ? runs : learning->fewest;
    learning->most = runs > learning->most ? runs : learning->most;
    drawing->fewest_games = first ? games : fmin(drawing->fewest_games, games);
    drawing->most_games = fmax(drawing->most_games, games);
    learning->single += runs == 1;
    learning->lines++;
}

/* Adds the line of a group to the frame. If its runs have too few stages in common,
   counts the group as left out instead. @p context is a struct drawing. Callback of
   sow_sweep_groups. */
static enum sow_status draw_group(void *context, const struct sow_sweep_plan *plan,
                                  const struct sow_sweep_group *group,
                                  struct sow_err *err)
{
    struct drawing *drawing = context;
    struct stages stages = {.count = 0};
    char name[160];
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < group->count && status == SOW_OK; i++)
        status = read_stages(drawing->store, group->ids[i], drawing->learning->depth,
                             &stages, err);
    double *room = malloc((group->count + 1) * sizeof *room);
    double(*point)[SOW_POINT_VALUES] = calloc(stages.count + 1, sizeof *point);
    size_t points = 0;
    if (room == NULL || point == NULL) {
        status = sow_err_no_memory(err);
    } else if (status == SOW_OK && stages.count > 0) {
        qsort(stages.stage, stages.count, sizeof *stages.stage, by_number);
        points = find_points(&stages, group->count, room, point);
        sow_sweep_group_name(plan, group, name, sizeof name);
        if (points < POINTS_LEAST)
            drawing->learning->apart++;
        else
            count_line(drawing, group->count, point[points - 1][0]);
        for (size_t i = 0; points >= POINTS_LEAST && i < points && status == SOW_OK; i++)
            status =
                sow_frame_add(drawing->frame, name, "", point[i], SOW_POINT_VALUES, err);
    }
    free(point);
    free(room);
    free(stages.stage);
    return status;
}

/* Returns true if lines end at very different numbers of games, so that a logarithmic
   axis of games shows them better. False without points, or with a point at 0 games. */
static bool needs_decades(const struct drawing *drawing)
{
    const struct sow_frame *frame = drawing->frame;
    for (size_t i = 0; i < frame->count; i++)
        if (!(frame->points[i].value[0] > 0))
            return false;
    return frame->count > 0 && drawing->most_games > FAR_APART * drawing->fewest_games;
}

enum sow_status sow_learning_fill(const struct sow_sweep_plan *plan,
                                  const struct sow_sweep_place *places,
                                  struct sow_store *store, struct sow_frame *frame,
                                  struct sow_learning *learning, struct sow_err *err)
{
    struct drawing drawing = {.store = store, .frame = frame, .learning = learning};
    /* A measure that only says whether a run has a curve makes the groups. */
    struct sow_sweep_measures curves = {.name = "curve",
                                        .of = calloc(plan->tasks, sizeof *curves.of)};
    enum sow_status status = SOW_OK;
    *learning = (struct sow_learning){.depth = learning->depth};
    if (curves.of == NULL)
        return sow_err_no_memory(err);
    if (learning->depth == 0)
        status = choose_depth(plan, places, store, &learning->depth, err);
    if (status == SOW_OK)
        status = check_panels(plan, places, store, learning->depth, err);
    for (size_t i = 0; i < plan->tasks && status == SOW_OK; i++) {
        curves.of[i].value = (double)NAN;
        if (places[i].presence == SOW_RUN_DONE)
            status = judge_run(store, places[i].id, &curves.of[i].value, learning, err);
    }
    if (status == SOW_OK)
        status = sow_sweep_groups(plan, places, &curves, draw_group, &drawing, err);
    frame->decades = needs_decades(&drawing);
    free(curves.of);
    return status;
}
