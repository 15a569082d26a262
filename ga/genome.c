/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/genome.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

/* Returns true for a positive power of two; never for 0, NaN and the infinities. */
static bool is_power_of_two(double step)
{
    int exponent;
    return isnormal(step) && step > 0.0 && !(frexp(step, &exponent) > 0.5);
}

/* Returns the multiple of the step, which is not 0, that is nearest to @p value; ties go
 * to even multiples. */
static double round_to_step(double value, double step)
{
    return nearbyint(value / step) * step;
}

/* Returns true for a multiple of the step; never for NaN and the infinities, if the step
   is above 0. Returns true for every value if the step is 0. */
static bool on_grid(double value, double step)
{
    return !(step > 0.0) || fabs(round_to_step(value, step) - value) <= 0.0;
}

/* Returns the number of multiples of @p step, which is not 0, in a range, its bounds
   included. The bounds are multiples themselves. */
static double values_in(struct sow_genome_range range, double step)
{
    return (range.upper - range.lower) / step + 1.0;
}

/* Returns SOW_BAD_DATA if the step is not a power of two, does not divide the bounds, or
 * gives more than 2^32 - 1 values. */
static enum sow_status check_grid(const struct sow_genome_spec *spec, struct sow_err *err)
{
    if (!is_power_of_two(spec->step))
        return sow_err_set(
            err, SOW_BAD_DATA,
            "genome step '%g' is not a power of two; use one, or 0 for continuous genes",
            spec->step);
    if (!on_grid(spec->lower, spec->step) || !on_grid(spec->upper, spec->step))
        return sow_err_set(
            err, SOW_BAD_DATA,
            "genome bounds '%g' and '%g' are not multiples of the step '%g'; "
            "move them or use a finer step",
            spec->lower, spec->upper, spec->step);
    struct sow_genome_range all = {spec->lower, spec->upper};
    if (values_in(all, spec->step) > (double)UINT32_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "genome step '%g' is too fine for genes from '%g' to '%g'; "
                           "use a coarser one, or 0 for continuous genes",
                           spec->step, spec->lower, spec->upper);
    return SOW_OK;
}

/* Returns SOW_BAD_DATA unless step, bounds and length describe a permutation: step 1, one
   gene for each whole number, not too many. */
static enum sow_status check_permutation(const struct sow_genome_spec *spec,
                                         struct sow_err *err)
{
    bool unit = fabs(spec->step - 1.0) <= 0.0;
    bool fits = fabs(spec->upper - spec->lower + 1.0 - spec->length) <= 0.0;
    if (unit && fits && spec->length <= SOW_PERMUTATION_LENGTH_MAX)
        return check_grid(spec, err);
    return sow_err_set(err, SOW_BAD_DATA,
                       "%d genes from '%g' to '%g' with step '%g' are not a permutation: "
                       "give one gene for every whole number, at most %d",
                       spec->length, spec->lower, spec->upper, spec->step,
                       SOW_PERMUTATION_LENGTH_MAX);
}

/* Returns SOW_BAD_DATA with the first gene whose own range is not within the common one,
 * or not on the grid. Accepts genomes without own ranges. */
static enum sow_status check_ranges(const struct sow_genome_spec *spec,
                                    struct sow_err *err)
{
    for (int i = 0; spec->ranges != NULL && i < spec->length; i++) {
        struct sow_genome_range range = spec->ranges[i];
        bool inside = range.lower >= spec->lower && range.lower <= range.upper &&
                      range.upper <= spec->upper;
        if (!inside || !on_grid(range.lower, spec->step) ||
            !on_grid(range.upper, spec->step))
            return sow_err_set(
                err, SOW_BAD_DATA,
                "bounds '%g' and '%g' of gene %d must be multiples of the step '%g' "
                "from '%g' to '%g', the lower one first",
                range.lower, range.upper, i, spec->step, spec->lower, spec->upper);
    }
    return SOW_OK;
}

enum sow_status sow_genome_check(const struct sow_genome_spec *spec, struct sow_err *err)
{
    if (spec->length < 1 || spec->length > SOW_GENOME_LENGTH_MAX)
        return sow_err_set(err, SOW_BAD_DATA, "genome length '%d' is not from 1 to %d",
                           spec->length, SOW_GENOME_LENGTH_MAX);
    if (!(fabs(spec->lower) <= SOW_GENOME_BOUND_MAX) ||
        !(fabs(spec->upper) <= SOW_GENOME_BOUND_MAX) || !(spec->lower < spec->upper))
        return sow_err_set(
            err, SOW_BAD_DATA,
            "genome bounds '%g' and '%g' are not two numbers of size up to %g, the lower one first",
            spec->lower, spec->upper, SOW_GENOME_BOUND_MAX);
    if (spec->permutation)
        return check_permutation(spec, err);
    bool continuous = fabs(spec->step) <= 0.0;
    enum sow_status status = continuous ? SOW_OK : check_grid(spec, err);
    return status == SOW_OK ? check_ranges(spec, err) : status;
}

double sow_genome_snap(const struct sow_genome_spec *spec, int index, double value)
{
    assert(!isnan(value));
    struct sow_genome_range range = sow_genome_range_of(spec, index);
    double clipped = value < range.lower ? range.lower : value;
    clipped = clipped > range.upper ? range.upper : clipped;
    double snapped = spec->step > 0.0 ? round_to_step(clipped, spec->step) : clipped;
    return snapped + 0.0; /* minus zero plus zero is zero */
}

double sow_genome_draw(const struct sow_genome_spec *spec, int index, struct sow_pcg *rng)
{
    struct sow_genome_range range = sow_genome_range_of(spec, index);
    double drawn = 0.0;
    if (spec->step > 0.0)
        drawn = spec->step *
                (double)sow_pcg_below(rng, (uint32_t)values_in(range, spec->step));
    else
        drawn = sow_pcg_unit(rng) * (range.upper - range.lower);
    return sow_genome_snap(spec, index, range.lower + drawn);
}

/* Fills @p genes with a random permutation of the whole numbers from the lower bound on,
   by the method of Fisher and Yates. Draws length - 1 numbers. */
static void shuffle(const struct sow_genome_spec *spec, struct sow_pcg *rng,
                    double *genes)
{
    for (int i = 0; i < spec->length; i++)
        genes[i] = spec->lower + i;
    for (int i = spec->length - 1; i > 0; i--) {
        int other = (int)sow_pcg_below(rng, (uint32_t)i + 1U);
        double gene = genes[i];
        genes[i] = genes[other];
        genes[other] = gene;
    }
}

void sow_genome_random(const struct sow_genome_spec *spec, struct sow_pcg *rng,
                       double *genes)
{
    if (spec->permutation) {
        shuffle(spec, rng, genes);
        return;
    }
    for (int i = 0; i < spec->length; i++)
        genes[i] = sow_genome_draw(spec, i, rng);
}

/* Returns true if gene @p index equals an earlier gene. */
static bool repeats(const double *genes, int index)
{
    for (int i = 0; i < index; i++)
        if (fabs(genes[i] - genes[index]) <= 0.0)
            return true;
    return false;
}

int sow_genome_first_invalid(const struct sow_genome_spec *spec, const double *genes)
{
    for (int i = 0; i < spec->length; i++) {
        struct sow_genome_range range = sow_genome_range_of(spec, i);
        bool inside = genes[i] >= range.lower && genes[i] <= range.upper;
        if (!inside || !on_grid(genes[i], spec->step))
            return i;
        if (spec->permutation && repeats(genes, i))
            return i;
    }
    return -1;
}
