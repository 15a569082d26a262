/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sensitivity_measures.h"

#include "sow/statistics/statistics_multiple.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/store.h"
#include "sow/store/tables/flips.def"
#include "sow/store/tables/sensitivity.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Value of a measure under some rules. */
struct finding {
    struct sow_sensitivity_row row; /* row to store; line, p_adjusted and verdict are
                                       filled in last */
    /* True if the measure has a value under these rules. */
    bool there;
};

/* Context of measures. Rules and champions are indices, as in struct sow_sensitivity. */
struct measuring {
    const struct sow_sensitivity *sensitivity;
    int weight;     /* index of the weight that is measured */
    double *values; /* memory for one value of each evolution */
};

/* Score of an even match, without an error. */
static const struct sow_mean_score EVEN = {.mean = 0.5, .interval = {0.5, 0.5}};

/* --- cells --- */

bool sow_sensitivity_refits(const struct sow_sensitivity *sensitivity, size_t rules)
{
    return sensitivity->refits[rules] == '1';
}

size_t sow_sensitivity_champions(const struct sow_sensitivity *sensitivity, size_t rules)
{
    size_t before = 0;
    for (size_t i = 0; i < rules; i++)
        before += sow_sensitivity_refits(sensitivity, i);
    return before * sensitivity->evolutions;
}

/* Returns the duel of the first cell of some rules. The cells of the same rules are
   consecutive: first the player against every opponent and against itself. With
   evolutions, each champion follows: against every opponent, against the player and,
   under a rule change, against the champion of the base with the same random seed. */
static const struct sow_duel *first_cell(const struct measuring *measuring, size_t rules)
{
    const struct sow_study *study = measuring->sensitivity->study;
    size_t cell = 0;
    while (study->cells[cell].variant != rules)
        cell++;
    return &study->duels[cell];
}

/* Returns the first duel of a champion under some rules. The duels of a champion are
   consecutive: against each opponent, against the player and, under a rule change,
   against the champion of the base with the same random seed. */
static const struct sow_duel *champion_cell(const struct measuring *measuring,
                                            size_t rules, size_t champion)
{
    size_t opponents = measuring->sensitivity->study->opponents.count;
    size_t each = opponents + 1 + (rules > 0);
    return first_cell(measuring, rules) + opponents + 1 + champion * each;
}

/* Returns the mean score over the duels, one for each opponent, that begin at @p
   duels. */
static struct sow_mean_score replay_of(const struct measuring *measuring,
                                       const struct sow_duel *duels)
{
    return sow_score_of_duels(duels, measuring->sensitivity->study->opponents.count,
                              SOW_LEVEL);
}

/* --- findings --- */

/* Sets value and interval of a finding, rounded as stored, and marks the finding as
   there. */
static void set_value(struct finding *finding, double value, struct sow_interval interval)
{
    finding->there = true;
    finding->row.value = sow_settled(value);
    finding->row.low = sow_settled(interval.low);
    finding->row.high = sow_settled(interval.high);
}

/* Sets difference, its interval and its p value of a finding, rounded as stored. */
static void set_difference(struct finding *finding,
                           const struct sow_difference *difference)
{
    finding->row.difference = sow_settled(difference->value);
    finding->row.difference_low = sow_settled(difference->interval.low);
    finding->row.difference_high = sow_settled(difference->interval.high);
    finding->row.p = sow_settled(difference->p);
}

/* Sets the difference of @p score from @p other: positive if @p score is higher. */
static void compare_scores(struct finding *finding, const struct sow_mean_score *score,
                           const struct sow_mean_score *other)
{
    struct sow_difference difference = sow_scores_difference(score, other, SOW_LEVEL);
    set_difference(finding, &difference);
}

/* Sets the value of a finding to the mean of `values` over the evolutions, with its
   interval. */
static void set_mean(const struct measuring *measuring, struct finding *finding)
{
    struct sow_interval interval;
    struct sow_sample sample = {measuring->values, measuring->sensitivity->evolutions};
    double mean = sow_sample_mean(&sample, SOW_LEVEL, &interval);
    set_value(finding, mean, interval);
}

/* Sets the difference of a finding to the mean of `values` over the evolutions less @p
   expected, with interval and p. The caller gives in @p expected their mean if a rule
   change has no effect. */
static void set_mean_difference(const struct measuring *measuring,
                                struct finding *finding, double expected)
{
    struct sow_sample sample = {measuring->values, measuring->sensitivity->evolutions};
    struct sow_difference difference =
        sow_sample_difference(&sample, expected, SOW_LEVEL);
    set_difference(finding, &difference);
}

/* --- the player --- */

/* Returns the spec of the player, the only one of the study, which owns it. */
static const char *player_of(const struct measuring *measuring)
{
    return measuring->sensitivity->study->players.specs[0];
}

/* Sets a finding to the mean score of the player against the opponents under these
   rules. The difference, if the rules are not the base, is to the score under the
   base. */
static void measure_score(const struct measuring *measuring, size_t rules,
                          struct finding *finding)
{
    struct sow_mean_score score = replay_of(measuring, first_cell(measuring, rules));
    struct sow_mean_score base = replay_of(measuring, first_cell(measuring, 0));
    set_value(finding, score.mean, score.interval);
    finding->row.games = score.games;
    finding->row.player = player_of(measuring);
    if (rules > 0)
        compare_scores(finding, &score, &base);
}

/* Returns the score of the first player when the player plays against itself. With
   random openings, games g of both seats are two games of the player against itself from
   one opening. Without openings, both seats may have the same games. Then the effective
   number of games of both seats is that of one seat. */
static struct sow_mean_score score_of_first(const struct measuring *measuring,
                                            size_t rules)
{
    const struct sow_duel *duel =
        first_cell(measuring, rules) + measuring->sensitivity->study->opponents.count;
    struct sow_stratum first = sow_duel_stratum(duel, 0);
    struct sow_stratum second = sow_duel_stratum(duel, 1);
    struct sow_tally mirrored = sow_tally_mirrored(&second.tally);
    struct sow_stratum both = sow_stratum_of(sow_tally_sum(&first.tally, &mirrored));
    double least = fmin(first.effective, second.effective);
    if (least < (double)sow_tally_games(&first.tally))
        both.effective = least;
    return measuring->sensitivity->study->random_plies > 0
               ? sow_score_of_twins(&both.tally, SOW_LEVEL)
               : sow_score_of_strata(&both, 1, SOW_LEVEL);
}

/* Sets a finding to the score of the first player, less 0.5, when the player plays
   against itself under these rules. The difference, if the rules are not the base, is to
   the advantage under the base. */
static void measure_advantage(const struct measuring *measuring, size_t rules,
                              struct finding *finding)
{
    struct sow_mean_score score = score_of_first(measuring, rules);
    struct sow_mean_score base = score_of_first(measuring, 0);
    struct sow_interval interval = {score.interval.low - 0.5, score.interval.high - 0.5};
    set_value(finding, score.mean - 0.5, interval);
    finding->row.games = score.games;
    finding->row.player = player_of(measuring);
    if (rules > 0)
        compare_scores(finding, &score, &base);
}

/* --- champions --- */

/* Sets a finding to the mean score of the champions of these rules against the
   opponents. The difference, if the rules are not the base, is to the champions of the
   base, by pairs with the same random seed. Overwrites `values`. */
static void measure_refit_score(const struct measuring *measuring, size_t rules,
                                struct finding *finding)
{
    size_t count = measuring->sensitivity->evolutions;
    for (size_t e = 0; e < count; e++) {
        struct sow_mean_score score =
            replay_of(measuring, champion_cell(measuring, rules, e));
        measuring->values[e] = score.mean;
        finding->row.games += score.games;
    }
    set_mean(measuring, finding);
    if (rules == 0)
        return;
    for (size_t e = 0; e < count; e++)
        measuring->values[e] -= replay_of(measuring, champion_cell(measuring, 0, e)).mean;
    set_mean_difference(measuring, finding, 0.0);
}

/* Returns the number of the evolution, counted from 0, whose champion has the best score
   against the opponents under these rules; the first of equals. */
static size_t best_champion(const struct measuring *measuring, size_t rules)
{
    size_t best = 0;
    double best_score = -1.0;
    for (size_t e = 0; e < measuring->sensitivity->evolutions; e++) {
        double score = replay_of(measuring, champion_cell(measuring, rules, e)).mean;
        if (score > best_score) {
            best = e;
            best_score = score;
        }
    }
    return best;
}

/* Sets a finding to the score, against the player, of the best champion of these rules.
   The difference is to 0.5. */
static void measure_duel(const struct measuring *measuring, size_t rules,
                         struct finding *finding)
{
    const struct sow_sensitivity *sensitivity = measuring->sensitivity;
    size_t best = best_champion(measuring, rules);
    const struct sow_duel *duel =
        champion_cell(measuring, rules, best) + sensitivity->study->opponents.count;
    struct sow_mean_score score = sow_score_of_duels(duel, 1, SOW_LEVEL);
    set_value(finding, score.mean, score.interval);
    finding->row.games = score.games;
    finding->row.player =
        sensitivity->study->specs[1 + sensitivity->study->opponents.count +
                                  sow_sensitivity_champions(sensitivity, rules) + best];
    compare_scores(finding, &score, &EVEN);
}

/* Sets a finding to the mean score of the champions of these rules against those of the
   base with the same random seed. The difference is to 0.5. Leaves the finding empty for
   the base. Overwrites `values`. */
static void measure_gain(const struct measuring *measuring, size_t rules,
                         struct finding *finding)
{
    size_t count = measuring->sensitivity->evolutions;
    if (rules == 0)
        return;
    for (size_t e = 0; e < count; e++) {
        const struct sow_duel *duel = champion_cell(measuring, rules, e) +
                                      measuring->sensitivity->study->opponents.count + 1;
        struct sow_mean_score score = sow_score_of_duels(duel, 1, SOW_LEVEL);
        measuring->values[e] = score.mean;
        finding->row.games += score.games;
    }
    set_mean(measuring, finding);
    set_mean_difference(measuring, finding, EVEN.mean);
}

/* Returns a weight of a champion, scaled so that its greatest weight is 1: only the
   ratios of weights matter. Returns 0 if no weight is positive. */
static double weight_of(const struct measuring *measuring, size_t rules, size_t champion)
{
    const struct sow_sensitivity *sensitivity = measuring->sensitivity;
    size_t first = sow_sensitivity_champions(sensitivity, rules);
    const double *genes = sensitivity->champions[first + champion].genes;
    double greatest = 0.0;
    for (int i = 0; i < sensitivity->gene_count; i++)
        greatest = fmax(greatest, genes[i]);
    return greatest > 0.0 ? genes[measuring->weight] / greatest : 0.0;
}

/* Sets a finding to the mean of a scaled weight over the champions of these rules. The
   difference, if the rules are not the base, is to the base, by pairs with the same
   random seed. Overwrites `values`. */
static void measure_weight(const struct measuring *measuring, size_t rules,
                           struct finding *finding)
{
    size_t count = measuring->sensitivity->evolutions;
    for (size_t e = 0; e < count; e++)
        measuring->values[e] = weight_of(measuring, rules, e);
    set_mean(measuring, finding);
    if (rules == 0)
        return;
    for (size_t e = 0; e < count; e++)
        measuring->values[e] -= weight_of(measuring, 0, e);
    set_mean_difference(measuring, finding, 0.0);
}

/* --- all measures --- */

/* Measures but for the weights. The p values of a family are adjusted together; families
   are consecutive. `of_champions` is true if only rules with evolutions have the
   measure. */
static const struct measure {
    const char *name;
    int family;
    bool of_champions;
    int weight;
    void (*measure)(const struct measuring *measuring, size_t rules,
                    struct finding *finding);
} MEASURES[] = {
    {"score", 0, false, 0, measure_score},
    {"advantage", 1, false, 0, measure_advantage},
    {"refit_score", 2, true, 0, measure_refit_score},
    {"duel", 3, true, 0, measure_duel},
    {"gain", 4, true, 0, measure_gain},
};

enum { PLAIN_MEASURES = sizeof MEASURES / sizeof MEASURES[0] };

/* Returns the number of measures: those of the table, then one for each weight. The
   weights are one more family. */
static size_t measure_count(const struct sow_sensitivity *sensitivity)
{
    return PLAIN_MEASURES + (size_t)sensitivity->gene_count;
}

/* Returns a measure by its index: those of the table, then one for each weight. */
static struct measure measure_at(const struct sow_sensitivity *sensitivity, size_t index)
{
    if (index < PLAIN_MEASURES)
        return MEASURES[index];
    int weight = (int)(index - PLAIN_MEASURES);
    return (struct measure){sow_heuristic_rows[sensitivity->heuristic[weight]].name,
                            PLAIN_MEASURES, true, weight, measure_weight};
}

/* Writes the findings of all measures under all rules, measure by measure. Finding i has
   the measure i / rules and the rules i % rules. A finding is not `there` if the measure
   has no value under these rules; figures that it does not have are NaN. */
static void measure_all(struct measuring *measuring, struct finding *findings)
{
    const struct sow_sensitivity *sensitivity = measuring->sensitivity;
    size_t rules = sensitivity->study->set.count;
    const double none = (double)NAN;
    for (size_t i = 0; i < measure_count(sensitivity) * rules; i++) {
        struct measure measure = measure_at(sensitivity, i / rules);
        measuring->weight = measure.weight;
        findings[i].row = (struct sow_sensitivity_row){
            .run_id = sensitivity->study->run->id,
            .flip = (int)(i % rules),
            .measure = measure.name,
            .low = none,
            .high = none,
            .difference = none,
            .difference_low = none,
            .difference_high = none,
            .p = none,
        };
        if (!measure.of_champions || sow_sensitivity_refits(sensitivity, i % rules))
            measure.measure(measuring, i % rules, &findings[i]);
    }
}

/* Returns the verdict on a difference: "base" without one, "higher" or "lower" if its
   adjusted p value is below 5 %, else "undecided". */
static const char *verdict_of(const struct sow_sensitivity_row *row)
{
    if (isnan(row->difference))
        return "base";
    if (!(row->p_adjusted < 1.0 - SOW_LEVEL))
        return "undecided";
    return row->difference > 0.0 ? "higher" : "lower";
}

/* Returns the index behind the last finding of the family that begins at index @p
   begin. */
static size_t family_end(const struct sow_sensitivity *sensitivity, size_t begin)
{
    size_t rules = sensitivity->study->set.count;
    int family = measure_at(sensitivity, begin / rules).family;
    size_t end = begin;
    while (end < measure_count(sensitivity) * rules &&
           measure_at(sensitivity, end / rules).family == family)
        end++;
    return end;
}

/* Adjusts the p values of each family together (Holm), and sets adjusted p and verdict
   of all findings. @p room has a number for each finding and is overwritten. Returns
   SOW_NO_MEMORY. */
static enum sow_status adjust(const struct sow_sensitivity *sensitivity,
                              struct finding *findings, double *room, struct sow_err *err)
{
    size_t count = measure_count(sensitivity) * sensitivity->study->set.count;
    enum sow_status status = SOW_OK;
    for (size_t begin = 0, end; begin < count && status == SOW_OK; begin = end) {
        end = family_end(sensitivity, begin);
        for (size_t i = begin; i < end; i++)
            room[i] = findings[i].row.p;
        status = sow_holm_adjust(&room[begin], end - begin, &room[begin], err);
        for (size_t i = begin; i < end && status == SOW_OK; i++) {
            findings[i].row.p_adjusted = sow_settled(room[i]);
            findings[i].row.verdict = verdict_of(&findings[i].row);
        }
    }
    return status;
}

/* --- rows --- */

/* Adds row @p flip to table `flips`: 0 is the base, and the rule changes follow. Returns
   an error of the database. */
static enum sow_status store_flip(const struct sow_sensitivity *sensitivity, size_t flip,
                                  struct sow_err *err)
{
    struct sow_flip_row row = {.run_id = sensitivity->study->run->id, .flip = (int)flip};
    if (flip < sensitivity->study->set.count)
        row.variant = sensitivity->study->set.variants[flip].name;
    if (flip > 0) {
        const struct sow_flip_text *text = &sensitivity->flips[flip - 1];
        row.option = text->option;
        row.old_value = text->old_value;
        row.new_value = text->new_value;
        row.left_out = row.variant == NULL ? text->left_out : NULL;
    }
    return sow_store_add(sensitivity->study->run->sink, flip, &row, err);
}

/* Stores the base and all rule changes in table `flips`, then the findings that are
   there, numbered from 0, in table `sensitivity`. Returns an error of the database. */
static enum sow_status store_all(const struct sow_sensitivity *sensitivity,
                                 struct finding *findings, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    int line = 0;
    for (size_t i = 0; i <= sensitivity->flip_count && status == SOW_OK; i++)
        status = store_flip(sensitivity, i, err);
    size_t count = measure_count(sensitivity) * sensitivity->study->set.count;
    for (size_t i = 0; i < count && status == SOW_OK; i++) {
        if (!findings[i].there)
            continue;
        findings[i].row.line = line++;
        status = sow_store_add(sensitivity->study->run->sink, sensitivity,
                               &findings[i].row, err);
    }
    return status;
}

enum sow_status sow_sensitivity_conclude(const struct sow_study *study,
                                         struct sow_err *err)
{
    const struct sow_sensitivity *sensitivity = study->state;
    size_t count = measure_count(sensitivity) * study->set.count;
    struct measuring measuring = {
        .sensitivity = sensitivity,
        .values = calloc(sensitivity->evolutions, sizeof *measuring.values)};
    struct finding *findings = calloc(count, sizeof *findings);
    double *room = calloc(count, sizeof *room);
    enum sow_status status = SOW_NO_MEMORY;
    if (measuring.values == NULL || findings == NULL || room == NULL) {
        (void)sow_err_no_memory(err);
        goto done;
    }
    measure_all(&measuring, findings);
    status = adjust(sensitivity, findings, room, err);
    if (status == SOW_OK)
        status = store_all(sensitivity, findings, err);
done:
    free(measuring.values);
    free(findings);
    free(room);
    return status;
}
