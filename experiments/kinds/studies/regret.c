/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "regret.h"

#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/tables/transfers.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

bool sow_transfer_is_home(const struct sow_study *study, size_t variant, size_t vector)
{
    const char *name = study->set.variants[variant].name;
    const char *origin = ((const struct sow_transfer *)study->state)->origins[vector];
    size_t length = strcspn(origin, "\t");
    while (strncmp(origin, name, length) != 0 || name[length] != '\0') {
        if (origin[length] == '\0')
            return false;
        origin += length + 1;
        length = strcspn(origin, "\t");
    }
    return true;
}

/* Index of no vector. */
enum { NOBODY = -1 };

/* Conclusions while they are computed. A line is a vector in a variant; the lines of a
   variant are consecutive. All arrays are owned. */
struct regrets {
    const struct sow_study *study;
    /* Number of vectors. */
    size_t vectors;
    size_t lines; /* number of lines: variants x vectors */
    /* Score of each line against all opponents. */
    struct sow_mean_score *scores;
    int *best; /* for each variant, the vector with the best score */
    /* For each variant, the best vector that was evolved there, or NOBODY. */
    int *home;
    double *pair_p; /* adjusted p of every pair: variants x vectors x vectors */
    /* Adjusted p of the duel of each line with the best vector of the variant; NaN
       without a duel. */
    double *duel_p;
    double *scratch; /* memory for the p-values of all pairs */
};

/* --- scores against the panel --- */

/* Sets `scores`: the mean score of each vector in each variant over all opponents. The
   duels of a vector in a variant are consecutive. */
static void score_all(struct regrets *regrets)
{
    const struct sow_study *study = regrets->study;
    size_t opponents = study->opponents.count;
    for (size_t i = 0; i < study->count; i++) {
        const struct sow_study_cell *cell = &study->cells[i];
        if (cell->opponent == regrets->vectors)
            regrets->scores[cell->variant * regrets->vectors + cell->player] =
                sow_score_of_duels(&study->duels[i], opponents, SOW_LEVEL);
    }
}

/* Returns the vector with the best score in a variant, among all or, if @p at_home,
   among those that were evolved there. The first of equally good vectors is the best.
   Returns NOBODY if there is none. */
static int best_of(const struct regrets *regrets, size_t variant, bool at_home)
{
    const struct sow_mean_score *scores = &regrets->scores[variant * regrets->vectors];
    int best = NOBODY;
    for (size_t i = 0; i < regrets->vectors; i++) {
        if (at_home && !sow_transfer_is_home(regrets->study, variant, i))
            continue;
        if (best == NOBODY || scores[i].mean > scores[best].mean)
            best = (int)i;
    }
    return best;
}

/* Sets `best` and `home`: for each variant the best vector, and the best of those that
   were evolved there. */
static void choose_best(struct regrets *regrets)
{
    for (size_t v = 0; v < regrets->study->set.count; v++) {
        regrets->best[v] = best_of(regrets, v, false);
        regrets->home[v] = best_of(regrets, v, true);
    }
}

/* --- tests --- */

/* Returns the standard error of the difference of two independent scores. */
static double error_of_difference(const struct sow_mean_score *a,
                                  const struct sow_mean_score *b)
{
    return sqrt(a->standard_error * a->standard_error +
                b->standard_error * b->standard_error);
}

/* Returns the p value of the hypothesis that two independent scores are equal, by a
   normal test. It is 1 for equal means. Without any error it is 0 for different ones. */
static double p_of_difference(const struct sow_mean_score *a,
                              const struct sow_mean_score *b)
{
    double difference = fabs(a->mean - b->mean);
    double error = error_of_difference(a, b);
    if (!(difference > 0.0))
        return 1.0;
    return error > 0.0 ? sow_normal_outside(difference / error) : 0.0;
}

/* Tests for every pair of vectors in every variant whether the scores differ. Adjusts
   all p values together (Holm) and writes them to `pair_p`, for both orders of a pair.
   Returns SOW_NO_MEMORY. */
static enum sow_status test_pairs(struct regrets *regrets, struct sow_err *err)
{
    size_t n = regrets->vectors;
    size_t variants = regrets->study->set.count;
    size_t count = 0;
    for (size_t v = 0; v < variants; v++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = i + 1; j < n; j++)
                regrets->scratch[count++] = p_of_difference(&regrets->scores[v * n + i],
                                                            &regrets->scores[v * n + j]);
    enum sow_status status =
        sow_holm_adjust(regrets->scratch, count, regrets->scratch, err);
    count = 0;
    for (size_t v = 0; v < variants && status == SOW_OK; v++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = i + 1; j < n; j++, count++) {
                double *p = &regrets->pair_p[v * n * n];
                p[i * n + j] = p[j * n + i] = regrets->scratch[count];
            }
    return status;
}

/* Finds the duel of a vector with the best vector that was evolved in the variant, in
   the view of @p vector. Returns false, with @p duel unchanged, if there is no such
   vector or @p vector is that one. */
static bool find_duel(const struct regrets *regrets, size_t variant, size_t vector,
                      struct sow_duel *duel)
{
    const struct sow_study *study = regrets->study;
    int home = regrets->home[variant];
    if (home == NOBODY || (size_t)home == vector)
        return false;
    size_t low = vector < (size_t)home ? vector : (size_t)home;
    size_t high = vector < (size_t)home ? (size_t)home : vector;
    for (size_t i = 0; i < study->count; i++) {
        const struct sow_study_cell *cell = &study->cells[i];
        if (cell->variant != variant || cell->player != low || cell->opponent != high)
            continue;
        *duel = study->duels[i];
        if (low != vector)
            *duel = sow_duel_mirrored(duel);
        return true;
    }
    return false;
}

/* Score of an even match, without an error. */
static const struct sow_mean_score EVEN = {.mean = 0.5, .interval = {0.5, 0.5}};

/* Tests for each line whether the score of its duel differs from one half. Adjusts all p
   values together (Holm) and writes them to `duel_p`. Lines without a duel have NaN.
   Returns SOW_NO_MEMORY. */
static enum sow_status test_duels(struct regrets *regrets, struct sow_err *err)
{
    for (size_t line = 0; line < regrets->lines; line++) {
        struct sow_duel duel;
        regrets->duel_p[line] = (double)NAN;
        if (!find_duel(regrets, line / regrets->vectors, line % regrets->vectors, &duel))
            continue;
        struct sow_mean_score score = sow_score_of_duels(&duel, 1, SOW_LEVEL);
        regrets->duel_p[line] = sow_scores_difference(&score, &EVEN, SOW_LEVEL).p;
    }
    return sow_holm_adjust(regrets->duel_p, regrets->lines, regrets->duel_p, err);
}

/* --- rows --- */

/* Fills in the shortfall of a vector: the score of the best vector of the variant less
   its own, with interval, p and verdict. The interval holds for all pairs of vectors of
   the variant together (Bonferroni). The best vector has a shortfall of 0 and the
   verdict "best". Another is "worse" if p is below 5 %, else "undecided". */
static void fill_regret(const struct regrets *regrets, size_t variant, size_t vector,
                        struct sow_transfer_row *row)
{
    size_t n = regrets->vectors;
    size_t best = (size_t)regrets->best[variant];
    const struct sow_mean_score *own = &regrets->scores[variant * n + vector];
    const struct sow_mean_score *top = &regrets->scores[variant * n + best];
    double level = sow_level_of_each(SOW_LEVEL, n * (n - 1) / 2);
    double half = sow_normal_quantile(level) * error_of_difference(own, top);
    double regret = top->mean - own->mean;
    bool is_best = best == vector;
    row->best = regrets->study->players.names[best];
    row->regret = sow_settled(regret);
    row->regret_low = is_best ? 0.0 : sow_settled(regret - half);
    row->regret_high = is_best ? 0.0 : sow_settled(regret + half);
    row->regret_p =
        is_best ? 1.0 : sow_settled(regrets->pair_p[variant * n * n + best * n + vector]);
    row->verdict = is_best                           ? "best"
                   : row->regret_p < 1.0 - SOW_LEVEL ? "worse"
                                                     : "undecided";
}

/* Fills in the score, interval and p of a vector's duel with the best one that was
   evolved in the variant, and the name of that one. The figures are NaN without a duel,
   and `home` is NULL if no vector was evolved there. */
static void fill_duel(const struct regrets *regrets, size_t variant, size_t vector,
                      struct sow_transfer_row *row)
{
    struct sow_duel duel;
    int home = regrets->home[variant];
    row->home = home == NOBODY ? NULL : regrets->study->players.names[home];
    row->duel_score = row->duel_low = row->duel_high = row->duel_p = (double)NAN;
    if (!find_duel(regrets, variant, vector, &duel))
        return;
    struct sow_mean_score score = sow_score_of_duels(&duel, 1, SOW_LEVEL);
    row->duel_score = sow_settled(score.mean);
    row->duel_low = sow_settled(score.interval.low);
    row->duel_high = sow_settled(score.interval.high);
    row->duel_p = sow_settled(regrets->duel_p[variant * regrets->vectors + vector]);
}

/* Returns the variants of a vector, with commas between them, or NULL without memory.
   The caller frees the text. */
static char *origin_of(const struct sow_study *study, size_t vector)
{
    char *origin = strdup(((const struct sow_transfer *)study->state)->origins[vector]);
    char *at = origin;
    while (at != NULL && (at = strchr(at, '\t')) != NULL)
        *at = ',';
    return origin;
}

/* Adds the row of a line to table `transfers`: the vector, its variants, its score
   there, its shortfall and its duel. Returns SOW_NO_MEMORY or an error of the
   database. */
static enum sow_status store_line(const struct regrets *regrets, size_t line,
                                  struct sow_err *err)
{
    const struct sow_study *study = regrets->study;
    size_t variant = line / regrets->vectors;
    size_t vector = line % regrets->vectors;
    const struct sow_mean_score *score = &regrets->scores[line];
    char *origin = origin_of(study, vector);
    if (origin == NULL)
        return sow_err_no_memory(err);
    struct sow_transfer_row row = {
        .run_id = study->run->id,
        .line = (int)line,
        .variant = study->set.variants[variant].name,
        .name = study->players.names[vector],
        .player = study->players.specs[vector],
        .origin = origin,
        .games = score->games,
        .score = sow_settled(score->mean),
        .low = sow_settled(score->interval.low),
        .high = sow_settled(score->interval.high),
    };
    fill_regret(regrets, variant, vector, &row);
    fill_duel(regrets, variant, vector, &row);
    enum sow_status status = sow_store_add(study->run->sink, transfer, &row, err);
    free(origin);
    return status;
}

/* Allocates all arrays of @p regrets and sets sizes, but computes nothing. The caller
   releases it, also after SOW_NO_MEMORY. */
static enum sow_status regrets_init(struct regrets *regrets,
                                    const struct sow_study *study, struct sow_err *err)
{
    size_t n = study->players.count;
    size_t variants = study->set.count;
    *regrets = (struct regrets){.study = study,
                                .vectors = n,
                                .lines = variants * n,
                                .scores = calloc(variants * n, sizeof *regrets->scores),
                                .best = calloc(variants, sizeof *regrets->best),
                                .home = calloc(variants, sizeof *regrets->home),
                                .pair_p = calloc(variants * n * n, sizeof(double)),
                                .duel_p = calloc(variants * n, sizeof(double)),
                                .scratch = calloc(variants * n * n, sizeof(double))};
    bool whole = regrets->scores != NULL && regrets->best != NULL &&
                 regrets->home != NULL && regrets->pair_p != NULL &&
                 regrets->duel_p != NULL && regrets->scratch != NULL;
    return whole ? SOW_OK : sow_err_no_memory(err);
}

/* Frees the arrays, also after a failed allocation. */
static void regrets_release(struct regrets *regrets)
{
    free(regrets->scores);
    free(regrets->best);
    free(regrets->home);
    free(regrets->pair_p);
    free(regrets->duel_p);
    free(regrets->scratch);
}

enum sow_status sow_transfer_conclude(const struct sow_study *study, struct sow_err *err)
{
    struct regrets regrets;
    enum sow_status status = regrets_init(&regrets, study, err);
    if (status == SOW_OK) {
        score_all(&regrets);
        choose_best(&regrets);
        status = test_pairs(&regrets, err);
    }
    if (status == SOW_OK)
        status = test_duels(&regrets, err);
    for (size_t line = 0; line < regrets.lines && status == SOW_OK; line++)
        status = store_line(&regrets, line, err);
    regrets_release(&regrets);
    return status;
}
