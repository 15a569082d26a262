/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/learn/tails.h"

#include <gsl/gsl_cdf.h>
#include <math.h>

/* Uses the incomplete beta function instead of GSL's own tails. GSL computes the F tail
 * as 1 - P, which is 0 below 1e-16. Its t tail for many degrees of freedom is an
 * expansion with a relative error of up to 1e-7. On aarch64 and s390x, GSL 2.7's function
 * is NaN for some shares near 1, as for t = 2 with 1,000,000 degrees of freedom. Its
 * complement then has a value, to 1e-16. */
double sow_tail_fisher(double f, double upper, double lower)
{
    if (isnan(f))
        return f;
    double share = lower / (lower + upper * f);
    double tail = gsl_cdf_beta_P(share, lower / 2, upper / 2);
    if (isnan(tail) || tail > 0.5) {
        double rest = upper * f / (lower + upper * f);
        tail = gsl_cdf_beta_Q(rest, upper / 2, lower / 2);
    }
    return tail;
}

double sow_tail_student(double t, double freedom)
{
    return sow_tail_fisher(t * t, 1, freedom);
}

double sow_quantile_student(double level, double freedom)
{
    return gsl_cdf_tdist_Qinv((1 - level) / 2, freedom);
}

double sow_tail_normal(double z)
{
    return isnan(z) ? z : 2 * gsl_cdf_ugaussian_Q(fabs(z));
}

double sow_quantile_normal(double level)
{
    return gsl_cdf_ugaussian_Qinv((1 - level) / 2);
}
