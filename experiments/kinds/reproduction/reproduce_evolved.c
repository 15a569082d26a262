/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/reproduction/reproduce_evolved.h"

#include "sow/statistics/statistics_samples.h"
#include "sow/statistics/statistics_strata.h"
#include "sow/store/tables/reproduced.def"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- the vectors, as Table II prints them --- */

/* A column of Table II. Its least value is 0. */
struct column {
    const char *name;
    double steps; /* number of printed steps from 0 to 1 */
    /* Greatest value that there can be. */
    double greatest;
    const char *mean_verdict; /* verdict if the samples differ */
};

/* Index of the fitness behind the weights, and number of columns. */
enum { FITNESS = SOW_PAPER_HEURISTICS, COLUMNS = SOW_PAPER_HEURISTICS + 1 };

/* No reading of the paper's algorithm gives its w2
 * (docs/findings/divilly2013-readings.md). */
static const struct column COLUMN[COLUMNS] = {
    {"w1", 1000, 1, "differs"},
    {"w2", 1000, 1, "differs as known"},
    {"w3", 1000, 1, "differs"},
    {"w4", 1000, 1, "differs"},
    {"w5", 1000, 1, "differs"},
    {"w6", 1000, 1, "differs"},
    [FITNESS] = {"fitness", 10, 100, "differs"},
};

/* Reads the figure of Table II for a column of run @p run, counted from 0. Returns false
   if there is none; @p value then has no meaning. */
static bool find_printed(const struct sow_published *figures, size_t count, int run,
                         const char *column, double *value)
{
    char row[SOW_PUBLISHED_WORD_MAX + 1];
    (void)snprintf(row, sizeof row, "run %d", run + 1);
    for (size_t i = 0; i < count; i++) {
        *value = figures[i].value;
        if (strcmp(figures[i].table, "II") == 0 && strcmp(figures[i].row, row) == 0 &&
            strcmp(figures[i].column, column) == 0)
            return true;
    }
    return false;
}

bool sow_printed_vector(const struct sow_published *figures, size_t count, int run,
                        double weights[SOW_PAPER_HEURISTICS])
{
    bool found = true;
    for (int i = 0; i < SOW_PAPER_HEURISTICS; i++)
        found = find_printed(figures, count, run, COLUMN[i].name, &weights[i]) && found;
    return found;
}

/* Values of one column of Table II: printed ones and ours, one for each of our
   evolutions. `ours` has `count` values and is owned. */
struct samples {
    double printed[SOW_PRINTED_VECTORS];
    double *ours;
    size_t count;
};

/* Returns a value of ours rounded to the printed digits, so that further digits make no
   difference: a weight of 0.9998 is a 1. */
static double as_printed(double value, double steps)
{
    return round(value * steps) / steps;
}

/* Fills both samples with the values of a column: weights from 0 to 1, or the fitness
   in percent. Ours are rounded as printed. Returns false if a printed run lacks the
   column. */
static bool take_samples(const struct sow_evidence *evidence, int column,
                         struct samples *samples)
{
    bool found = true;
    for (int run = 0; run < SOW_PRINTED_VECTORS; run++)
        found = find_printed(evidence->figures, evidence->figure_count, run,
                             COLUMN[column].name, &samples->printed[run]) &&
                found;
    for (size_t i = 0; i < samples->count; i++) {
        const struct sow_evolution *evolution = &evidence->evolutions[i];
        double value =
            column == FITNESS ? 100.0 * evolution->fitness : evolution->genes[column];
        samples->ours[i] = as_printed(value, COLUMN[column].steps);
    }
    return found;
}

/* --- Table II --- */

/* Computes the least p value that a rank sum test of @p count values against the printed
   sample can have. All values are then 0, or all are @p greatest. Returns an error of
   sow_rank_sum_test or SOW_NO_MEMORY. */
static enum sow_status least_of_means(const struct sow_sample *theirs, double greatest,
                                      size_t count, double *least, struct sow_err *err)
{
    double *values = calloc(count, sizeof *values);
    if (values == NULL)
        return sow_err_no_memory(err);
    struct sow_sample end = {values, count};
    struct sow_rank_sum low;
    struct sow_rank_sum high;
    enum sow_status status = sow_rank_sum_test(theirs, &end, &low, err);
    for (size_t i = 0; i < count; i++)
        values[i] = greatest;
    if (status == SOW_OK)
        status = sow_rank_sum_test(theirs, &end, &high, err);
    if (status == SOW_OK)
        *least = fmin(low.p, high.p);
    free(values);
    return status;
}

/* Fills a row with the means of both samples, our 95 % interval and the numbers of runs.
   Uses the p value of the rank sum test, because weights that pile up at 1 are far from
   normal. The verdict is that of the column. Returns an error of sow_rank_sum_test. */
static enum sow_status fill_mean(struct sow_reproduced_row *row,
                                 const struct samples *samples, int column,
                                 struct sow_err *err)
{
    struct sow_sample theirs = {samples->printed, SOW_PRINTED_VECTORS};
    struct sow_sample ours = {samples->ours, samples->count};
    struct sow_interval interval;
    struct sow_rank_sum test;
    enum sow_status status = sow_rank_sum_test(&theirs, &ours, &test, err);
    if (status != SOW_OK)
        return status;
    row->row_name = COLUMN[column].name;
    row->column_name =
        column == FITNESS ? "mean, %; p of rank sum" : "mean; p of rank sum";
    row->published = sow_settled(sow_sample_mean(&theirs, SOW_LEVEL, &interval));
    row->published_games = SOW_PRINTED_VECTORS;
    double mean = sow_sample_mean(&ours, SOW_LEVEL, &interval);
    sow_comparison_fill_ours(row, 1.0, mean, &interval, (int64_t)samples->count);
    row->p = sow_settled(test.p);
    row->verdict = COLUMN[column].mean_verdict;
    return SOW_OK;
}

/* Properties that many of the printed runs have. The share of runs with such a property
   is compared. */
static const struct share {
    const char *name;
    int column;
    bool at_least; /* true for "at least the bound", false for "at most" */
    double bound;
    const char *verdict; /* verdict if the shares differ */
} SHARES[] = {
    {"w4 = 1", 3, true, 1.0, "differs"},
    {"w2 <= 0.332", 1, false, 0.332, "differs as known"},
    {"fitness >= 57.5", FITNESS, true, 57.5, "differs"},
    {"fitness <= 66.4", FITNESS, false, 66.4, "differs"},
};

enum { SHARE_COUNT = sizeof SHARES / sizeof SHARES[0] };

/* Returns the number of values that have the property of @p share: at least or at most
   its bound, with a tolerance of half a printed step. */
static int64_t count_inside(const double *values, size_t count, const struct share *share)
{
    double slack = 0.5 / COLUMN[share->column].steps;
    int64_t inside = 0;
    for (size_t i = 0; i < count; i++)
        inside += share->at_least ? values[i] > share->bound - slack
                                  : values[i] < share->bound + slack;
    return inside;
}

/* Returns the least p value that Fisher's test of a share of @p runs runs against the
   printed one can have. None of the runs has the property then, or all have. @p theirs
   is the number of printed runs with the property. */
static double least_of_shares(int64_t theirs, int64_t runs)
{
    struct sow_rate printed = {theirs, SOW_PRINTED_VECTORS};
    struct sow_rate none = {0, runs};
    struct sow_rate all = {runs, runs};
    return fmin(sow_rates_fisher(&printed, &none), sow_rates_fisher(&printed, &all));
}

/* Fills a row with the shares of printed runs and of ours that have a property, in
   percent. Returns the least p value that its test can have. */
static double fill_share(struct sow_reproduced_row *row, const struct samples *samples,
                         const struct share *share)
{
    int64_t theirs = count_inside(samples->printed, SOW_PRINTED_VECTORS, share);
    struct sow_rate ours = {count_inside(samples->ours, samples->count, share),
                            (int64_t)samples->count};
    row->row_name = share->name;
    row->column_name = "runs, %";
    row->verdict = share->verdict;
    sow_comparison_fill_rate(row, 100.0 * (double)theirs / SOW_PRINTED_VECTORS,
                             SOW_PRINTED_VECTORS, &ours);
    return least_of_shares(theirs, ours.trials);
}

/* Appends the rows of a column of Table II: the means, then a row for each share of the
   column. Overwrites @p samples. Returns SOW_BAD_DATA if a printed figure is missing,
   SOW_NO_MEMORY, or an error of a test. */
static enum sow_status compare_column(const struct sow_reproduction *table,
                                      const struct sow_evidence *evidence, int column,
                                      struct samples *samples,
                                      struct sow_comparison_list *list,
                                      struct sow_err *err)
{
    if (!take_samples(evidence, column, samples))
        return sow_err_set(err, SOW_BAD_DATA,
                           "table %s lacks figures of '%s'; the program is damaged",
                           table->name, COLUMN[column].name);
    struct sow_reproduced_row *row =
        sow_comparison_add(list, table->name, table->variant, err);
    struct sow_sample theirs = {samples->printed, SOW_PRINTED_VECTORS};
    double least = 0.0;
    enum sow_status status =
        row == NULL ? SOW_NO_MEMORY : fill_mean(row, samples, column, err);
    if (status == SOW_OK)
        status =
            least_of_means(&theirs, COLUMN[column].greatest, samples->count, &least, err);
    struct sow_sample ours = {samples->ours, samples->count};
    if (status == SOW_OK)
        status =
            sow_comparison_samples(list, &theirs, &ours, COLUMN[column].greatest, err);
    if (status == SOW_OK)
        sow_comparison_limit(list, least);
    for (int i = 0; i < SHARE_COUNT && status == SOW_OK; i++) {
        if (SHARES[i].column != column)
            continue;
        row = sow_comparison_add(list, table->name, table->variant, err);
        if (row == NULL)
            return SOW_NO_MEMORY;
        sow_comparison_limit(list, fill_share(row, samples, &SHARES[i]));
        sow_comparison_rates(list);
    }
    return status;
}

enum sow_status sow_compare_evolved_weights(const struct sow_reproduction *table,
                                            const struct sow_evidence *evidence,
                                            struct sow_comparison_list *list,
                                            struct sow_err *err)
{
    struct samples samples = {.count = evidence->evolution_count};
    if (samples.count == 0)
        return SOW_OK;
    samples.ours = calloc(samples.count, sizeof *samples.ours);
    if (samples.ours == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    for (int column = 0; column < COLUMNS && status == SOW_OK; column++)
        status = compare_column(table, evidence, column, &samples, list, err);
    free(samples.ours);
    return status;
}

/* --- Table III --- */

/* Returns the results of both seats of a duel together. */
static struct sow_tally sum_of(const struct sow_duel *duel)
{
    return sow_tally_sum(&duel->first, &duel->second);
}

/* Returns the index of our evolution whose vector has the most points against the best
   linear order of a reading, the first of equals. The paper chose its strategy in this
   way. */
static size_t choose_best_evolution(const struct sow_evidence *evidence, int reading)
{
    const struct sow_duel *duels = evidence->orders[reading].ours;
    size_t best = 0;
    for (size_t i = 1; i < evidence->evolution_count; i++) {
        struct sow_tally sum = sum_of(&duels[i]);
        struct sow_tally most = sum_of(&duels[best]);
        if (2 * sum.wins + sum.draws > 2 * most.wins + most.draws)
            best = i;
    }
    return best;
}

/* Texts of the rows for each reading of an order. */
static const struct {
    const char *chosen;
    const char *as_strong;
    const char *over_best;
    const char *over_hardest;
    const char *rank;
} WORDS[SOW_ORDER_READINGS] = {
    [SOW_ORDER_FILTER] = {"chosen by filter", "as strong as the printed, filter",
                          "over 87 % wins, best order, filter",
                          "over 87 % wins, hardest order, filter",
                          "run 4 is the best of 20, filter"},
    [SOW_ORDER_FIRST_IMPROVING] = {"chosen by first-improving",
                                   "as strong as the printed, first-improving",
                                   "over 87 % wins, best order, first-improving",
                                   "over 87 % wins, hardest order, first-improving",
                                   "run 4 is the best of 20, first-improving"},
};

/* Fills a row with one printed weight beside that of our evolution @p chosen. The name
   of the figure's column, "w1" to "w6", gives the weight. The row has no test: the place
   of a single vector among some 20 cannot be rare enough to decide anything. Such tests
   would only weaken the others (Holm). */
static void fill_weight(struct sow_reproduced_row *row,
                        const struct sow_evidence *evidence,
                        const struct sow_published *figure, size_t chosen)
{
    row->column_name = figure->column;
    row->published = figure->value;
    row->published_games = 1;
    row->ours = evidence->evolutions[chosen].genes[figure->column[1] - '1'];
    row->ours_games = (int64_t)evidence->evolution_count;
}

/* Appends the weights of the strategy that is chosen by one reading of linear orders,
   and the claim that it is as strong as the printed one. The claim has our score against
   the printed strategy, and fails if p is small. Returns SOW_NO_MEMORY. */
static enum sow_status compare_chosen(const struct sow_reproduction *table,
                                      const struct sow_evidence *evidence, int reading,
                                      struct sow_comparison_list *list,
                                      struct sow_err *err)
{
    size_t chosen = choose_best_evolution(evidence, reading);
    struct sow_reproduced_row *row;
    for (size_t i = 0; i < evidence->figure_count; i++) {
        const struct sow_published *figure = &evidence->figures[i];
        if (strcmp(figure->table, table->name) != 0)
            continue;
        row = sow_comparison_add(list, table->name, table->variant, err);
        if (row == NULL)
            return SOW_NO_MEMORY;
        row->row_name = WORDS[reading].chosen;
        fill_weight(row, evidence, figure, chosen);
    }
    row = sow_comparison_add(list, table->name, table->variant, err);
    if (row == NULL)
        return SOW_NO_MEMORY;
    struct sow_tally sum = sum_of(&evidence->evolved[chosen]);
    sow_comparison_fill_score(row, &sum);
    row->row_name = WORDS[reading].as_strong;
    row->column_name = "score of ours, %";
    row->verdict = "fails";
    return SOW_OK;
}

enum sow_status sow_compare_chosen_strategy(const struct sow_reproduction *table,
                                            const struct sow_evidence *evidence,
                                            struct sow_comparison_list *list,
                                            struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (evidence->evolution_count == 0 || evidence->orders == NULL)
        return status;
    for (int reading = 0; reading < SOW_ORDER_READINGS && status == SOW_OK; reading++)
        status = compare_chosen(table, evidence, reading, list, err);
    return status;
}

/* --- claims --- */

/* Percentage of wins in 1,000 games that the paper claims for its strategy against the
   best linear order. */
static const double CLAIMED_WINS = 87.0;

/* Number of games of that claim, and index of the printed vector that the paper chose
   (run 4). */
enum { CLAIMED_GAMES = 1000, CLAIMED_BEST = 3 };

/* Fills a row with the rate of wins in both seats of a duel, in percent, beside the wins
   that the paper claims. p is that of a normal test. The verdict is "holds" if our rate
   is above the claimed one, else "fails". */
static void fill_wins(struct sow_reproduced_row *row, const struct sow_duel *duel)
{
    struct sow_tally sum = sum_of(duel);
    struct sow_rate rate = {sum.wins, sow_tally_games(&sum)};
    struct sow_interval interval = sow_rate_interval(&rate, SOW_LEVEL);
    double claimed = CLAIMED_WINS / 100.0;
    double away = sow_rate_value(&rate) - claimed;
    double error = sqrt(claimed * (1.0 - claimed) / (double)rate.trials);
    row->published = CLAIMED_WINS;
    row->published_games = CLAIMED_GAMES;
    sow_comparison_fill_ours(row, 100.0, sow_rate_value(&rate), &interval, rate.trials);
    row->p = sow_settled(sow_normal_outside(away / error));
    row->verdict = away > 0.0 ? "holds" : "fails";
}

/* Returns the mean score of a duel, with equal weight for both seats. */
static struct sow_mean_score score_of(const struct sow_duel *duel)
{
    struct sow_stratum seats[] = {sow_stratum_of(duel->first),
                                  sow_stratum_of(duel->second)};
    return sow_score_of_strata(seats, 2, SOW_LEVEL);
}

/* Fills a row with the rank, by score, of the vector that the paper chose among all
   printed ones. @p duels has a duel of each printed vector. The interval counts only
   vectors that are surely better or worse, by tests against all others together. The
   verdict is "holds" for rank 1, with p as the greatest p value of the tests against the
   others. For a later rank it is "fails", with p as the least p value of a better vector
   times their number. */
static void fill_rank(struct sow_reproduced_row *row, const struct sow_duel *duels)
{
    struct sow_mean_score ours = score_of(&duels[CLAIMED_BEST]);
    const int others = SOW_PRINTED_VECTORS - 1;
    int above = 0;
    int surely_above = 0;
    int surely_below = 0;
    double least = 1.0;
    double greatest = 0.0;
    for (int i = 0; i < SOW_PRINTED_VECTORS; i++) {
        struct sow_mean_score other = score_of(&duels[i]);
        double p =
            i == CLAIMED_BEST ? 1.0 : sow_scores_difference(&other, &ours, SOW_LEVEL).p;
        bool better = other.mean > ours.mean;
        bool sure = p < (1.0 - SOW_LEVEL) / others;
        above += better;
        surely_above += sure && better;
        surely_below += sure && !better;
        least = better ? fmin(least, p) : least;
        greatest = i == CLAIMED_BEST ? greatest : fmax(greatest, p);
    }
    row->published = 1.0;
    row->published_games = CLAIMED_GAMES;
    row->ours = 1.0 + above;
    row->ours_games = ours.games;
    row->low = 1.0 + surely_above;
    row->high = (double)(SOW_PRINTED_VECTORS - surely_below);
    row->p = sow_settled(above == 0 ? greatest : fmin(1.0, others * least));
    row->verdict = above == 0 ? "holds" : "fails";
}

/* A claim about a duel, or about the duels of all printed vectors. Everything is
   borrowed. */
struct claim {
    const char *name;
    const char *column;
    /* Function that measures the claim, and the duels that it is given. */
    void (*fill)(struct sow_reproduced_row *row, const struct sow_duel *duels);
    const struct sow_duel *duels;
};

/* Appends a row named after a claim and fills it. Returns SOW_NO_MEMORY. */
static enum sow_status add_claim(const struct sow_reproduction *table,
                                 const struct claim *claim,
                                 struct sow_comparison_list *list, struct sow_err *err)
{
    struct sow_reproduced_row *row =
        sow_table_add(table, list, claim->name, claim->column, err);
    if (row == NULL)
        return SOW_NO_MEMORY;
    claim->fill(row, claim->duels);
    return SOW_OK;
}

/* Fills a row with the score of a duel. The verdict is "holds" if the player wins more
   often than it loses, else "fails". */
static void fill_meeting(struct sow_reproduced_row *row, const struct sow_duel *duel)
{
    struct sow_tally sum = sum_of(duel);
    sow_comparison_fill_score(row, &sum);
    row->verdict = sum.wins > sum.losses ? "holds" : "fails";
}

/* Appends the claim that h1 beats h2 in the variant of the table. Returns SOW_BAD_DATA
   if the record lacks variant or players, or SOW_NO_MEMORY. */
static enum sow_status claim_of_heuristics(const struct sow_reproduction *table,
                                           const struct sow_evidence *evidence,
                                           struct sow_comparison_list *list,
                                           struct sow_err *err)
{
    const struct sow_duel *duels = sow_evidence_duels(table, evidence, err);
    const struct sow_player_list *roster = evidence->roster;
    size_t h1 = 0;
    while (h1 + 1 < roster->count && strcmp(roster->names[h1], "h1") != 0)
        h1++;
    if (duels == NULL)
        return SOW_BAD_DATA;
    if (h1 + 1 == roster->count || strcmp(roster->names[h1 + 1], "h2") != 0)
        return sow_err_set(
            err, SOW_BAD_DATA,
            "the recorded players lack 'h1' and 'h2'; the record is damaged");
    struct claim claim = {"h1 beats h2", "score of h1, %", fill_meeting,
                          &duels[sow_evidence_pair(roster->count, h1, h1 + 1)]};
    return add_claim(table, &claim, list, err);
}

enum sow_status sow_compare_claims(const struct sow_reproduction *table,
                                   const struct sow_evidence *evidence,
                                   struct sow_comparison_list *list, struct sow_err *err)
{
    if (evidence->orders == NULL)
        return SOW_OK;
    enum sow_status status = claim_of_heuristics(table, evidence, list, err);
    if (strcmp(table->variant, SOW_REPRODUCE_EVOLVED_IN) != 0)
        return status;
    for (int i = 0; i < SOW_ORDER_READINGS; i++) {
        const struct sow_order_games *games = &evidence->orders[i];
        const struct claim claims[] = {
            {WORDS[i].over_best, games->best, fill_wins, games->evolved},
            {WORDS[i].over_hardest, games->hardest, fill_wins, games->evolved_hardest},
            {WORDS[i].rank, "rank", fill_rank, games->printed},
        };
        for (size_t k = 0; k < sizeof claims / sizeof claims[0] && status == SOW_OK; k++)
            status = add_claim(table, &claims[k], list, err);
    }
    return status;
}
