/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/ga/genome.h"

#include <assert.h>
#include <math.h>
#include <stdint.h>

static bool is_power_of_two(double step)
{
    int exponent;
    return isnormal(step) && step > 0.0 && !(frexp(step, &exponent) > 0.5);
}

static double round_to_step(double value, double step)
{
    return nearbyint(value / step) * step;
}

/* NaN and the infinities are never on the grid. */
static bool on_grid(double value, double step)
{
    return !(step > 0.0) || fabs(round_to_step(value, step) - value) <= 0.0;
}

static double values_from_lower_to_upper(const struct sow_genome_spec *spec)
{
    return (spec->upper - spec->lower) / spec->step + 1.0;
}

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
    if (values_from_lower_to_upper(spec) > (double)UINT32_MAX)
        return sow_err_set(err, SOW_BAD_DATA,
                           "genome step '%g' is too fine for genes from '%g' to '%g'; "
                           "use a coarser one, or 0 for continuous genes",
                           spec->step, spec->lower, spec->upper);
    return SOW_OK;
}

static enum sow_status check_permutation(const struct sow_genome_spec *spec,
                                         struct sow_err *err)
{
    bool unit = fabs(spec->step - 1.0) <= 0.0;
    bool fits = fabs(spec->upper - spec->lower + 1.0 - spec->length) <= 0.0;
    if (unit && fits && spec->length <= SOW_PERMUTATION_LENGTH_MAX)
        return check_grid(spec, err);
    return sow_err_set(
        err, SOW_BAD_DATA,
        "a permutation of %d genes from '%g' to '%g' with step '%g' is none; "
        "give it one gene for every whole number, at most %d",
        spec->length, spec->lower, spec->upper, spec->step, SOW_PERMUTATION_LENGTH_MAX);
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
    return continuous ? SOW_OK : check_grid(spec, err);
}

double sow_genome_snap(const struct sow_genome_spec *spec, double value)
{
    assert(!isnan(value));
    double clipped = value < spec->lower ? spec->lower : value;
    clipped = clipped > spec->upper ? spec->upper : clipped;
    double snapped = spec->step > 0.0 ? round_to_step(clipped, spec->step) : clipped;
    return snapped + 0.0; /* minus zero plus zero is zero */
}

double sow_genome_draw(const struct sow_genome_spec *spec, struct sow_pcg *rng)
{
    if (!(spec->step > 0.0)) {
        double range = spec->upper - spec->lower;
        return sow_genome_snap(spec, spec->lower + sow_pcg_unit(rng) * range);
    }
    uint32_t values = (uint32_t)values_from_lower_to_upper(spec);
    double steps = (double)sow_pcg_below(rng, values);
    return sow_genome_snap(spec, spec->lower + steps * spec->step);
}

/* Fisher and Yates. */
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
        genes[i] = sow_genome_draw(spec, rng);
}

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
        bool inside = genes[i] >= spec->lower && genes[i] <= spec->upper;
        if (!inside || !on_grid(genes[i], spec->step))
            return i;
        if (spec->permutation && repeats(genes, i))
            return i;
    }
    return -1;
}
