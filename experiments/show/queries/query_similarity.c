/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Distances of the variants of a run, and how they predict what a vector loses. */
#include "query_similarity.h"

#include "sow/base/array.h"
#include "sow/queries/query_sections.h"
#include "sow/sections/report.h"
#include "sow/statistics/statistics_distances.h"

#include <stdlib.h>
#include <string.h>

/* Fewest variants that are compared, and fewest of Mantel's test. */
enum { VARIANTS_LEAST = 3, TESTED_LEAST = 4 };

/* Profiles of the variants of a run. Both arrays and the names are owned. */
struct alike {
    char **names;   /* names of the variants */
    size_t count;   /* number of variants */
    double *values; /* profiles, variant by variant */
    size_t total;   /* number of values; all variants have as many */
};

/* Frees the members of a struct alike. */
static void release_alike(struct alike *alike)
{
    while (alike->count > 0)
        free(alike->names[--alike->count]);
    free(alike->names);
    free(alike->values);
}

/* Appends the name of a variant. Fails with SOW_NO_MEMORY. */
static enum sow_status add_variant(struct alike *alike, const char *name,
                                   struct sow_err *err)
{
    char **names = sow_array_grow(alike->names, alike->count, sizeof *names);
    if (names == NULL)
        return sow_err_no_memory(err);
    alike->names = names;
    names[alike->count] = strdup(name);
    if (names[alike->count] == NULL)
        return sow_err_no_memory(err);
    alike->count++;
    return SOW_OK;
}

/* Appends a value of a profile: variant, strength. Rows of a variant are consecutive. @p
   context is a struct alike. Fails with SOW_NO_MEMORY. Callback of sow_store_answer. */
static enum sow_status take_strength(void *context, const struct sow_cells *cells,
                                     struct sow_err *err)
{
    struct alike *alike = context;
    const char *name = cells->text[0];
    enum sow_status status = SOW_OK;
    if (alike->count == 0 || strcmp(alike->names[alike->count - 1], name) != 0)
        status = add_variant(alike, name, err);
    double *values = sow_array_grow(alike->values, alike->total, sizeof *values);
    if (values == NULL)
        return sow_err_no_memory(err);
    alike->values = values;
    values[alike->total++] = cells->number[1];
    return status;
}

/* Reads the profiles of run @p id in its order of variants. With @p at_home, reads only
   variants in which a vector of a transfer was evolved, and whose profiles are not all
   zeros. Release @p alike also after a failure: SOW_NO_MEMORY or the failure of the
   database. */
static enum sow_status read_profiles(struct sow_store *store, int64_t id, bool at_home,
                                     struct alike *alike, struct sow_err *err)
{
    static const char ALL[] = "WITH " SOW_PROFILES " SELECT variant, strength"
                              " FROM profile ORDER BY place, one, two";
    static const char HOMES[] =
        "WITH " SOW_PROFILES " SELECT variant, strength FROM profile WHERE variant IN"
        " (SELECT variant FROM transfers WHERE run_id = ?1 AND home IS NOT NULL)"
        " AND variant IN (SELECT variant FROM profile WHERE strength <> 0)"
        " ORDER BY place, one, two";
    return sow_store_answer(store, at_home ? HOMES : ALL, SOW_VALUES(sow_integer(id)),
                            take_strength, alike, err);
}

/* Returns the profiles for the functions of statistics, which borrow them. There is a
   variant at least. */
static struct sow_profiles profiles_of(const struct alike *alike)
{
    return (struct sow_profiles){alike->values, alike->count,
                                 alike->total / alike->count};
}

/* ---- Tournaments ---- */

/* Adds the row of a variant to the table "similarity". */
static void add_neighbour(struct sow_report *report, const struct alike *alike,
                          size_t variant, const struct sow_neighbour *neighbour)
{
    sow_report_text(report, NULL, alike->names[variant]);
    sow_report_text(report, NULL,
                    neighbour->other < alike->count ? alike->names[neighbour->other]
                                                    : NULL);
    sow_report_real(report, NULL, neighbour->distance, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, neighbour->interval.low, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, neighbour->interval.high, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, neighbour->share, SOW_REPORT_SHORT);
    sow_report_int(report, NULL, (int64_t)(alike->total / alike->count));
}

/* Adds the table "similarity" for at least VARIANTS_LEAST variants. Fails with
   SOW_NO_MEMORY. */
static enum sow_status add_neighbours(struct sow_report *report,
                                      const struct alike *alike, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"variant", "nearest",   "distance", "low",
                                          "high",    "stability", "pairs"};
    struct sow_profiles profiles = profiles_of(alike);
    struct sow_neighbour *neighbours = calloc(alike->count, sizeof *neighbours);
    if (neighbours == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = sow_profile_neighbours(&profiles, neighbours, err);
    if (status == SOW_OK)
        sow_report_table(report, "similarity", COLUMNS,
                         sizeof COLUMNS / sizeof COLUMNS[0]);
    for (size_t i = 0; i < alike->count && status == SOW_OK; i++)
        add_neighbour(report, alike, i, &neighbours[i]);
    free(neighbours);
    return status;
}

enum sow_status sow_query_similarity(struct sow_store *store, int64_t id,
                                     struct sow_report *report, struct sow_err *err)
{
    struct alike alike = {.count = 0};
    enum sow_status status = read_profiles(store, id, false, &alike, err);
    if (status == SOW_OK && alike.count >= VARIANTS_LEAST)
        status = add_neighbours(report, &alike, err);
    release_alike(&alike);
    return status;
}

/* ---- Transfers ---- */

/* Ways to score the best vector of a variant in another: against the opponents, or in
   matches against the best vector of the other variant. */
enum { BY_SCORE, BY_DUEL, WAYS };

static const char *const WAY_NAMES[WAYS] = {"score", "duel_score"};

/* Scores of the best vector of each variant in each variant, count x count for each way:
   row by the variant in which the vector was evolved. The arrays are owned. */
struct crossings {
    const struct alike *alike;
    double *score[WAYS];
    double *distances; /* distances of the variants, count x count */
    double *loss;      /* losses of the variants, count x count */
};

/* Returns the index of a variant, or the number of variants for an unknown one. */
static size_t find_variant(const struct alike *alike, const char *name)
{
    size_t i = 0;
    while (i < alike->count && strcmp(alike->names[i], name) != 0)
        i++;
    return i;
}

/* Takes the scores of a vector: its variant, variant of the games, score, score against
   the best vector there. @p context is a struct crossings. Never fails. Callback of
   sow_store_answer. */
static enum sow_status take_crossing(void *context, const struct sow_cells *cells,
                                     struct sow_err *err)
{
    const struct crossings *crossings = context;
    size_t count = crossings->alike->count;
    size_t from = find_variant(crossings->alike, cells->text[0]);
    size_t to = find_variant(crossings->alike, cells->text[1]);
    (void)err;
    for (int way = 0; from < count && to < count && way < WAYS; way++)
        crossings->score[way][from * count + to] = cells->number[2 + way];
    return SOW_OK;
}

/* Sets the losses of all pairs of variants by a way: the mean of both directions. */
static void set_losses(const struct crossings *crossings, int way)
{
    const double *score = crossings->score[way];
    size_t count = crossings->alike->count;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            crossings->loss[i * count + j] =
                (score[j * count + j] - score[i * count + j] + score[i * count + i] -
                 score[j * count + i]) /
                2.0;
}

/* Mean scores in a variant, over all variants. */
struct reuse {
    double own;     /* score of the best vector that was evolved there */
    double nearest; /* score of the best vector of the nearest variant */
    double others;  /* mean score of the best vectors of all other variants */
};

/* Returns the mean scores by a way. */
static struct reuse reuse_of(const struct crossings *crossings, int way)
{
    const double *score = crossings->score[way];
    const double *distances = crossings->distances;
    size_t count = crossings->alike->count;
    double variants = (double)count;
    struct reuse reuse = {0.0, 0.0, 0.0};
    for (size_t to = 0; to < count; to++) {
        size_t nearest = to == 0 ? 1 : 0;
        for (size_t from = 0; from < count; from++) {
            if (from == to)
                continue;
            reuse.others += score[from * count + to] / variants / (variants - 1.0);
            if (distances[from * count + to] < distances[nearest * count + to])
                nearest = from;
        }
        reuse.own += score[to * count + to] / variants;
        reuse.nearest += score[nearest * count + to] / variants;
    }
    return reuse;
}

/* Adds the row of a way to the table "mantel". */
static void add_mantel(struct sow_report *report, const struct crossings *crossings,
                       int way, const struct sow_mantel *mantel)
{
    size_t count = crossings->alike->count;
    struct reuse reuse = reuse_of(crossings, way);
    sow_report_text(report, NULL, WAY_NAMES[way]);
    sow_report_int(report, NULL, (int64_t)count);
    sow_report_int(report, NULL, (int64_t)(count * (count - 1) / 2));
    sow_report_real(report, NULL, mantel->r, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, mantel->interval.low, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, mantel->interval.high, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, mantel->p, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, reuse.own, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, reuse.nearest, SOW_REPORT_SHORT);
    sow_report_real(report, NULL, reuse.others, SOW_REPORT_SHORT);
}

/* Tests the losses by each way against the distances, and adds the table "mantel". Fails
   with SOW_NO_MEMORY. */
static enum sow_status test_losses(const struct crossings *crossings,
                                   struct sow_report *report, struct sow_err *err)
{
    static const char *const COLUMNS[] = {"loss_of", "variants", "pairs", "r",
                                          "low",     "high",     "p",     "own",
                                          "nearest", "others"};
    enum sow_status status = SOW_OK;
    for (int way = 0; way < WAYS && status == SOW_OK; way++) {
        struct sow_mantel mantel;
        set_losses(crossings, way);
        status = sow_mantel_test(crossings->distances, crossings->loss,
                                 crossings->alike->count, &mantel, err);
        if (status == SOW_OK && way == 0)
            sow_report_table(report, "mantel", COLUMNS,
                             sizeof COLUMNS / sizeof COLUMNS[0]);
        if (status == SOW_OK)
            add_mantel(report, crossings, way, &mantel);
    }
    return status;
}

/* Computes the distances, reads the scores of a transfer, and adds the table "mantel".
   The variants are at least TESTED_LEAST. Fails with SOW_NO_MEMORY or the failure of the
   database. */
static enum sow_status cross_variants(struct sow_store *store, int64_t id,
                                      const struct alike *alike,
                                      struct sow_report *report, struct sow_err *err)
{
    static const char SQL[] =
        "WITH played AS MATERIALIZED (SELECT variant, name, home, score,"
        " iif(name = home, 0.5, duel_score) AS duel FROM transfers WHERE run_id = ?1)"
        " SELECT h.variant, p.variant, p.score, p.duel FROM played h"
        " JOIN played p ON p.name = h.home WHERE h.home = h.name";
    size_t cells = alike->count * alike->count;
    struct sow_profiles profiles = profiles_of(alike);
    struct crossings crossings = {
        .alike = alike,
        .score = {calloc(cells, sizeof(double)), calloc(cells, sizeof(double))},
        .distances = calloc(cells, sizeof(double)),
        .loss = calloc(cells, sizeof(double))};
    enum sow_status status =
        crossings.score[BY_SCORE] != NULL && crossings.score[BY_DUEL] != NULL &&
                crossings.distances != NULL && crossings.loss != NULL
            ? sow_profile_distances(&profiles, crossings.distances, err)
            : sow_err_no_memory(err);
    if (status == SOW_OK)
        status = sow_store_answer(store, SQL, SOW_VALUES(sow_integer(id)), take_crossing,
                                  &crossings, err);
    if (status == SOW_OK)
        status = test_losses(&crossings, report, err);
    free(crossings.score[BY_SCORE]);
    free(crossings.score[BY_DUEL]);
    free(crossings.distances);
    free(crossings.loss);
    return status;
}

enum sow_status sow_query_mantel(struct sow_store *store, int64_t id,
                                 struct sow_report *report, struct sow_err *err)
{
    struct alike alike = {.count = 0};
    enum sow_status status = read_profiles(store, id, true, &alike, err);
    if (status == SOW_OK && alike.count >= TESTED_LEAST)
        status = cross_variants(store, id, &alike, report, err);
    release_alike(&alike);
    return status;
}
