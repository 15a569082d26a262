/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "elementary.h"

#include <assert.h>
#include <math.h>

/* Two parts of log 2. The first has few digits, so its product with a small integer is
 * exact (Cody and Waite 1980, "Software Manual for the Elementary Functions",
 * chapter 6). */
static const double LOG2_HEAD = 0x1.62e42fefap-1;
static const double LOG2_TAIL = 0x1.cf79abc9e3b39p-40;
/* 1 / log 2, the square root of 1/2, and the least x whose exp has all its digits. */
static const double LOG2_INVERSE = 0x1.71547652b82fep+0;
static const double ROOT_HALF = 0x1.6a09e667f3bcdp-1;
static const double LEAST_EXPONENT = -708;

/* Numbers of terms after which the rest of each series below is a rounding error. */
enum { EXP_TERMS = 14, LOG_TERMS = 12, BEYOND_TERMS = 18 };

/* Uses exp(k log 2 + r) = 2^k exp(r), with |r| <= log(2) / 2. */
double sow_exp_falling(double x)
{
    assert(!(x > 0));
    if (!(x >= LEAST_EXPONENT)) /* true for NaN, too */
        return 0;
    double k = floor(x * LOG2_INVERSE + 0.5);
    double r = (x - k * LOG2_HEAD) - k * LOG2_TAIL;
    double sum = 0;
    for (int n = EXP_TERMS; n > 1; n--)
        sum = (sum + 1) * r / n;
    return ldexp(1 + (sum * r + r), (int)k);
}

/* Returns log((1 + s) / (1 - s)) = 2 (s + s^3 / 3 + s^5 / 5 + ...), from the first term
 * and @p terms more. */
static double log_ratio(double s, int terms)
{
    double square = s * s;
    double sum = 0;
    for (int n = terms; n > 0; n--)
        sum = (sum + 1.0 / (2 * n + 1)) * square;
    return 2 * s + 2 * s * sum;
}

double sow_log_beyond(double t)
{
    assert(t >= 0 && t <= 1);
    return log_ratio(t / (2 + t), BEYOND_TERMS);
}

double sow_log_of(double x)
{
    assert(x > 0);
    int exponent = 0;
    double m = frexp(x, &exponent);
    if (m < ROOT_HALF) {
        m *= 2;
        exponent--;
    }
    double k = exponent;
    return k * LOG2_HEAD + (k * LOG2_TAIL + log_ratio((m - 1) / (m + 1), LOG_TERMS));
}

/* Corrects the rounded length by its error, as Borges shows (2021, "Algorithm 1014: An
 * improved algorithm for hypot(x,y)", ACM TOMS 47). The error is computed from
 * differences that are exact. */
double sow_length_of(double a, double b)
{
    double x = fabs(a) > fabs(b) ? fabs(a) : fabs(b);
    double y = fabs(a) > fabs(b) ? fabs(b) : fabs(a);
    if (!(x > 0) || isinf(x))
        return x;
    int exponent = 0;
    x = frexp(x, &exponent);
    y = ldexp(y, -exponent);
    double length = sqrt(x * x + y * y);
    double error = 0; /* error of the square of the length */
    if (length <= 2 * y) {
        double delta = length - y;
        error = x * (2 * delta - x) + (delta - 2 * (x - y)) * delta;
    } else {
        double delta = length - x;
        error = 2 * delta * (x - 2 * y) + ((4 * delta - y) * y + delta * delta);
    }
    return ldexp(length - error / (2 * length), exponent);
}
