/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_blocks.h"

#include "sow/base/pcg.h"
#include "sow/statistics/statistics_strata.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

/* ---- Means of subsets ---- */

/* Blocks are taken in groups of eight: a byte selects those of a group. */
enum { GROUP = 8, PATTERNS = 1 << GROUP };

/* Sums and sizes of all subsets of each group. */
struct groups {
    size_t count;                 /* number of groups */
    double *sum;                  /* sum[group * PATTERNS + byte] */
    unsigned char size[PATTERNS]; /* number of blocks that a byte selects */
};

/* Allocates and fills @p groups: the sums of the differences of all subsets of each group
   of blocks. The caller frees `sum`. Blocks beyond the last one count as 0. Fails with
   SOW_NO_MEMORY. */
static enum sow_status add_up(const double *differences, size_t blocks,
                              struct groups *groups, struct sow_err *err)
{
    groups->count = (blocks + GROUP - 1) / GROUP;
    groups->sum = calloc(groups->count * PATTERNS, sizeof *groups->sum);
    if (groups->sum == NULL) {
        (void)sow_err_no_memory(err);
        return SOW_NO_MEMORY;
    }
    groups->size[0] = 0;
    for (unsigned byte = 1; byte < PATTERNS; byte++) {
        unsigned top = GROUP - 1;
        while ((byte >> top & 1U) == 0)
            top--;
        unsigned others = byte & ~(1U << top);
        groups->size[byte] = (unsigned char)(groups->size[others] + 1);
        for (size_t g = 0; g < groups->count; g++) {
            double *sum = &groups->sum[g * PATTERNS];
            size_t block = g * GROUP + top;
            sum[byte] = sum[others] + (block < blocks ? differences[block] : 0.0);
        }
    }
    return SOW_OK;
}

/* Computes the mean of every non-empty subset of the blocks into @p means, and returns
   their number, 2^blocks - 1. */
static size_t list_all(const struct groups *groups, size_t blocks, double *means)
{
    size_t count = ((size_t)1 << blocks) - 1;
    for (size_t subset = 1; subset <= count; subset++) {
        double sum = 0.0;
        int size = 0;
        for (size_t g = 0; g < groups->count; g++) {
            size_t byte = subset >> (g * GROUP) & (PATTERNS - 1);
            sum += groups->sum[g * PATTERNS + byte];
            size += groups->size[byte];
        }
        means[subset - 1] = sum / size;
    }
    return count;
}

/* Draws a subset of the blocks, each with probability 1/2, and returns its size, which
   may be 0. @p sum receives the sum of its differences. */
static int draw_subset(const struct groups *groups, size_t blocks, struct sow_pcg *rng,
                       double *sum)
{
    int size = 0;
    uint32_t bits = 0;
    *sum = 0.0;
    for (size_t g = 0; g < groups->count; g++) {
        bits = g % sizeof bits == 0 ? sow_pcg_next(rng) : bits >> GROUP;
        size_t left = blocks - g * GROUP;
        size_t byte = bits & (left < GROUP ? ((size_t)1 << left) - 1 : PATTERNS - 1);
        *sum += groups->sum[g * PATTERNS + byte];
        size += groups->size[byte];
    }
    return size;
}

/* Computes the means of SOW_FLIP_SUBSETS random non-empty subsets into @p means, and
   returns their number. The stream is fixed, so that the same differences always have the
   same p. */
static size_t list_drawn(const struct groups *groups, size_t blocks, double *means)
{
    struct sow_pcg rng;
    sow_pcg_seed(&rng, 1969, 1);
    for (size_t i = 0; i < SOW_FLIP_SUBSETS; i++) {
        double sum;
        int size;
        do
            size = draw_subset(groups, blocks, &rng, &sum);
        while (size == 0);
        means[i] = sum / size;
    }
    return SOW_FLIP_SUBSETS;
}

/* ---- The test and its interval ---- */

/* Returns @p value, or 0 if its size is at most @p rounding. */
static double without_rounding(double value, double rounding)
{
    return fabs(value) <= rounding ? 0.0 : value;
}

/* Returns the two-sided p value if @p beyond of @p subsets means are on the other side of
   0. */
static double p_of(size_t beyond, size_t subsets)
{
    return fmin(1.0, 2.0 * ((double)beyond + 1.0) / ((double)subsets + 1.0));
}

/* Moves the values so that number @p rank, from 0 on, is in its place of the ascending
   order, and returns it (Hoare 1961). */
static double select_rank(double *values, size_t count, size_t rank)
{
    size_t low = 0;
    size_t high = count - 1;
    while (low < high) {
        double pivot = values[low + (high - low) / 2];
        size_t i = low;
        size_t j = high;
        for (;;) {
            while (values[i] < pivot)
                i++;
            while (values[j] > pivot)
                j--;
            if (i >= j)
                break;
            double swapped = values[i];
            values[i++] = values[j];
            values[j--] = swapped;
        }
        /* All up to j are at most the pivot, all above are at least the pivot. */
        if (rank <= j)
            high = j;
        else
            low = j + 1;
    }
    return values[rank];
}

/* Sets p and interval of @p result from the means of subsets, which it reorders. The
   interval stays as it is if there are too few means for its level. */
static void judge(double *means, size_t subsets, struct sow_paired *result)
{
    size_t at_most = 0;
    size_t at_least = 0;
    size_t rank = 0;
    for (size_t i = 0; i < subsets; i++) {
        at_most += means[i] <= 0.0;
        at_least += means[i] >= 0.0;
    }
    result->p = p_of(at_most < at_least ? at_most : at_least, subsets);
    while (p_of(rank, subsets) < 1.0 - SOW_LEVEL)
        rank++;
    if (rank == 0)
        return;
    result->interval.low = select_rank(means, subsets, rank - 1);
    result->interval.high = select_rank(means, subsets, subsets - rank);
}

/* Sets mean, standard deviation and wins of @p result. Returns the bound up to which a
   figure is only rounding. */
static double describe(const double *differences, size_t blocks,
                       struct sow_paired *result)
{
    double sum = 0.0;
    double largest = 1.0;
    double wins = 0.0;
    double squares = 0.0;
    for (size_t b = 0; b < blocks; b++) {
        sum += differences[b];
        largest = fmax(largest, fabs(differences[b]));
    }
    double rounding = SOW_ROUNDING * largest;
    double mean = sum / (double)blocks;
    for (size_t b = 0; b < blocks; b++) {
        double difference = without_rounding(differences[b], rounding);
        wins += difference > 0.0 ? 1.0 : (difference < 0.0 ? 0.0 : 0.5);
        squares += (differences[b] - mean) * (differences[b] - mean);
    }
    result->mean = without_rounding(mean, rounding);
    result->wins = wins / (double)blocks;
    if (blocks > 1)
        result->sd = without_rounding(sqrt(squares / (double)(blocks - 1)), rounding);
    return rounding;
}

/* Computes p and the interval from the sums of groups of blocks. A mean of at most
   @p rounding is 0. @p means has room for SOW_FLIP_SUBSETS means. */
static void judge_groups(const struct groups *groups, double rounding, double *means,
                         struct sow_paired *result)
{
    size_t subsets = result->blocks <= SOW_FLIP_EXACT_MAX
                         ? list_all(groups, result->blocks, means)
                         : list_drawn(groups, result->blocks, means);
    for (size_t i = 0; i < subsets; i++)
        means[i] = without_rounding(means[i], rounding);
    judge(means, subsets, result);
}

enum sow_status sow_paired_test(const double *differences, size_t blocks,
                                struct sow_paired *result, struct sow_err *err)
{
    static const double NONE = (double)NAN;
    *result = (struct sow_paired){.blocks = blocks,
                                  .mean = NONE,
                                  .sd = NONE,
                                  .interval = {NONE, NONE},
                                  .p = NONE,
                                  .wins = NONE};
    for (size_t b = 0; b < blocks; b++)
        if (!isfinite(differences[b]))
            return sow_err_set(err, SOW_BAD_DATA,
                               "difference %zu is not a finite number; leave out what is "
                               "missing",
                               b + 1);
    if (blocks == 0)
        return SOW_OK;
    struct groups groups = {.sum = NULL};
    double *means = calloc(SOW_FLIP_SUBSETS, sizeof *means);
    enum sow_status status = SOW_NO_MEMORY;
    if (means == NULL)
        (void)sow_err_no_memory(err);
    else
        status = add_up(differences, blocks, &groups, err);
    double rounding = describe(differences, blocks, result);
    /* Equal differences are copies: the blocks differ in nothing that matters, so they
       are no sample, unless nothing differs at all. */
    bool copies = blocks > 1 && result->sd == 0.0 && result->mean != 0.0;
    if (status == SOW_OK && !copies)
        judge_groups(&groups, rounding, means, result);
    free(groups.sum);
    free(means);
    return status;
}

/* ---- Verdicts and planning ---- */

const char *const sow_verdict_names[] = {[SOW_VERDICT_UNDECIDED] = "undecided",
                                         [SOW_VERDICT_BETTER] = "better",
                                         [SOW_VERDICT_WORSE] = "worse",
                                         [SOW_VERDICT_EQUIVALENT] = "equivalent",
                                         NULL};

enum sow_verdict sow_paired_verdict(const struct sow_paired *paired, double p_adjusted,
                                    bool lower_is_better, double equivalent)
{
    if (p_adjusted < 1.0 - SOW_LEVEL)
        return (paired->mean > 0.0) != lower_is_better ? SOW_VERDICT_BETTER
                                                       : SOW_VERDICT_WORSE;
    return equivalent > 0.0 && paired->interval.low >= -equivalent &&
                   paired->interval.high <= equivalent
               ? SOW_VERDICT_EQUIVALENT
               : SOW_VERDICT_UNDECIDED;
}

double sow_detectable_difference(double sd, size_t blocks, size_t tests)
{
    static const double POWER = 0.8;
    double reach = sow_normal_quantile(1.0 - (1.0 - SOW_LEVEL) / (double)tests) +
                   sow_normal_quantile(2.0 * POWER - 1.0);
    return blocks > 0 ? reach * sd / sqrt((double)blocks) : (double)NAN;
}

size_t sow_blocks_needed(size_t tests)
{
    size_t blocks = 1;
    double least = tests > 0 ? (double)tests : 1.0; /* adjusted p if all agree */
    while (least > 1.0 - SOW_LEVEL) {
        least /= 2.0;
        blocks++;
    }
    return blocks;
}

/* ---- Shares of variance ---- */

/* Sums of squares of a factorial, and room for sums of groups of its values. */
struct split {
    const struct sow_factorial *factorial; /* the values, borrowed */
    size_t cells;                          /* number of cells of a block */
    double mean;                           /* mean of all values */
    double *sum;                           /* sum of a group of values, less the mean */
    size_t *count;                         /* number of values of the group */
};

/* Returns the number of cells of a block: the product of the numbers of levels. */
static size_t count_cells(const struct sow_factorial *factorial)
{
    size_t cells = 1;
    for (size_t f = 0; f < factorial->factors; f++)
        cells *= factorial->levels[f];
    return cells;
}

/* Returns the number of levels of a factor, counted from 0. The factor behind the last
   one stands for the strata. */
static size_t levels_of(const struct sow_factorial *factorial, size_t factor)
{
    return factor < factorial->factors ? factorial->levels[factor]
                                       : factorial->stratum_count;
}

/* Returns the level of a factor, both counted from 0, in cell @p cell of block @p block.
   The factor behind the last one stands for the strata. */
static size_t level_of(const struct sow_factorial *factorial, size_t block, size_t cell,
                       size_t factor)
{
    if (factor >= factorial->factors)
        return factorial->strata != NULL ? factorial->strata[block] : 0;
    for (size_t f = factorial->factors - 1; f > factor; f--)
        cell /= factorial->levels[f];
    return cell % factorial->levels[factor];
}

/* Returns the sum of squares between the groups that two factors, counted from 0, make
   together. Overwrites the work space of @p split. */
static double between(const struct split *split, size_t first, size_t second)
{
    const struct sow_factorial *factorial = split->factorial;
    size_t width = levels_of(factorial, second);
    size_t groups = levels_of(factorial, first) * width;
    double squares = 0.0;
    for (size_t g = 0; g < groups; g++) {
        split->sum[g] = 0.0;
        split->count[g] = 0;
    }
    for (size_t block = 0; block < factorial->blocks; block++)
        for (size_t cell = 0; cell < split->cells; cell++) {
            size_t g = level_of(factorial, block, cell, first) * width +
                       level_of(factorial, block, cell, second);
            split->sum[g] += factorial->values[block * split->cells + cell] - split->mean;
            split->count[g]++;
        }
    for (size_t g = 0; g < groups; g++)
        if (split->count[g] > 0)
            squares += split->sum[g] * split->sum[g] / (double)split->count[g];
    return squares;
}

/* Returns the sum of squares between blocks. @p total receives the sum of squares of all
   values about their mean. */
static double between_blocks(const struct split *split, double *total)
{
    const struct sow_factorial *factorial = split->factorial;
    double squares = 0.0;
    *total = 0.0;
    for (size_t block = 0; block < factorial->blocks; block++) {
        double sum = 0.0;
        for (size_t cell = 0; cell < split->cells; cell++) {
            double away = factorial->values[block * split->cells + cell] - split->mean;
            sum += away;
            *total += away * away;
        }
        squares += sum * sum / (double)split->cells;
    }
    return squares;
}

/* Returns the number of factors; the strata count as one more if there are several. */
static size_t count_sources(const struct sow_factorial *factorial)
{
    return factorial->factors + (factorial->stratum_count > 1);
}

size_t sow_factorial_count(const struct sow_factorial *factorial)
{
    size_t sources = count_sources(factorial);
    return sources + sources * (sources - 1) / 2 + 2;
}

/* Fills in main effects and interactions in @p effects. Their `share` is the sum of
   squares. Returns their number. */
static size_t add_factors(const struct split *split, struct sow_effect *effects)
{
    const struct sow_factorial *factorial = split->factorial;
    size_t sources = count_sources(factorial);
    size_t count = 0;
    for (size_t f = 0; f < sources; f++)
        effects[count++] = (struct sow_effect){.kind = SOW_EFFECT_MAIN,
                                               .first = f,
                                               .second = f,
                                               .freedom = levels_of(factorial, f) - 1,
                                               .share = between(split, f, f)};
    for (size_t f = 0; f < sources; f++)
        for (size_t g = f + 1; g < sources; g++)
            effects[count++] = (struct sow_effect){
                .kind = SOW_EFFECT_INTERACTION,
                .first = f,
                .second = g,
                .freedom = effects[f].freedom * effects[g].freedom,
                .share = between(split, f, g) - effects[f].share - effects[g].share};
    return count;
}

/* Fills in all effects, and turns sums of squares into shares of the total. The array has
   room for all. */
static void fill_effects(const struct split *split, struct sow_effect *effects)
{
    const struct sow_factorial *factorial = split->factorial;
    size_t values = factorial->blocks * split->cells;
    double total;
    double blocks = between_blocks(split, &total);
    size_t count = add_factors(split, effects);
    bool stratified = factorial->stratum_count > 1;
    size_t strata = factorial->factors; /* place of their main effect */
    effects[count++] =
        (struct sow_effect){.kind = SOW_EFFECT_BLOCK,
                            .freedom = factorial->blocks - factorial->stratum_count,
                            .share = blocks - (stratified ? effects[strata].share : 0.0)};
    double rest = total;
    size_t freedom = values - 1;
    for (size_t i = 0; i < count; i++) {
        rest -= effects[i].share;
        freedom -= effects[i].freedom;
    }
    effects[count++] =
        (struct sow_effect){.kind = SOW_EFFECT_REST, .freedom = freedom, .share = rest};
    /* Squares of what is only rounding are no variance. */
    double scale = fmax(1.0, fabs(split->mean));
    bool flat = total <= (double)values * SOW_ROUNDING * SOW_ROUNDING * scale * scale;
    for (size_t i = 0; i < count; i++)
        effects[i].share =
            flat ? (double)NAN
                 : fmax(0.0, without_rounding(effects[i].share / total, SOW_ROUNDING));
}

enum sow_status sow_factorial_effects(const struct sow_factorial *factorial,
                                      struct sow_effect *effects, struct sow_err *err)
{
    size_t largest = 1;
    for (size_t f = 0; f <= factorial->factors; f++)
        if (levels_of(factorial, f) > largest)
            largest = levels_of(factorial, f);
    struct split split = {.factorial = factorial,
                          .cells = count_cells(factorial),
                          .sum = calloc(largest * largest, sizeof *split.sum),
                          .count = calloc(largest * largest, sizeof *split.count)};
    enum sow_status status = SOW_OK;
    if (split.sum == NULL || split.count == NULL) {
        status = sow_err_no_memory(err);
    } else {
        size_t values = factorial->blocks * split.cells;
        for (size_t i = 0; i < values; i++)
            split.mean += factorial->values[i] / (double)values;
        fill_effects(&split, effects);
    }
    free(split.sum);
    free(split.count);
    return status;
}
