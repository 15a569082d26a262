/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "criterion.h"

#include "elementary.h"

#include <math.h>

/* Largest |eta| that is used as it is: beyond it the square of 1 / p would overflow. */
static const double ETA_MOST = 300;

/* Returns the scalar product of x and b. Adds up four sums, which processors can do in
 * parallel. */
static double dot(const double *x, const double *b, size_t count)
{
    double sum[4] = {0};
    size_t j = 0;
    for (; j + 4 <= count; j += 4)
        for (size_t k = 0; k < 4; k++)
            sum[k] += x[j + k] * b[j + k];
    for (; j < count; j++)
        sum[0] += x[j] * b[j];
    return (sum[0] + sum[1]) + (sum[2] + sum[3]);
}

void sow_eta_fill(const struct sow_observation *seen, const double *b, size_t columns,
                  double *eta)
{
    for (size_t i = 0; i < seen->count; i++)
        eta[i] = b[0] + dot(seen->x + i * columns, b + 1, columns);
}

/* ---- Squared errors ---- */

/* Fills pull with the residual y - eta, and returns its square as the loss of a row of
   weight 1. */
static double linear_pull(const struct sow_fitting *work, const struct sow_estimate *at,
                          const struct sow_observation *seen, const double *eta,
                          double *pull)
{
    (void)work;
    (void)at;
    pull[0] = seen->y[0] - eta[0];
    return pull[0] * pull[0];
}

/* Fills weight with 1 and gap with the residual y - eta. */
static void linear_reweigh(const struct sow_fitting *work, const struct sow_estimate *at,
                           const struct sow_observation *seen, const double *eta,
                           double *weight, double *gap)
{
    (void)work;
    (void)at;
    weight[0] = 1;
    gap[0] = seen->y[0] - eta[0];
}

const struct sow_criterion sow_criterion_linear = {linear_pull, linear_reweigh, NULL, 1};

/* ---- Bounded influence ---- */

/* Returns the weight psi(t) / t of a row by Huber's psi: 1 up to |t| = 1, then 1 /
   |t|. */
static double huber_weight(double t)
{
    return fabs(t) <= 1 ? 1 : 1 / fabs(t);
}

/* Returns psi'(t) of Huber's psi: 1 up to |t| = 1, then 0. */
static double huber_slope(double t)
{
    return fabs(t) <= 1 ? 1 : 0;
}

/* Returns psi(t) / t of the bisquare: (1 - t^2)^2 up to |t| = 1, then 0. */
static double bisquare_weight(double t)
{
    double rest = 1 - t * t;
    return fabs(t) <= 1 ? rest * rest : 0;
}

/* Returns psi'(t) of the bisquare, which is 0 beyond |t| = 1. */
static double bisquare_slope(double t)
{
    double square = t * t;
    return fabs(t) <= 1 ? (1 - square) * (1 - 5 * square) : 0;
}

const struct sow_psi sow_psis[SOW_LOSSES] = {
    [SOW_LOSS_HUBER] = {1.345, huber_weight, huber_slope},
    [SOW_LOSS_BISQUARE] = {4.685, bisquare_weight, bisquare_slope},
};

/* Returns the argument t of psi for a residual: sqrt(weight) * residual, divided by scale
 * and tuning. */
static double in_tunings(const struct sow_fitting *work, const struct sow_estimate *at,
                         const struct sow_observation *seen, double residual)
{
    return residual * sqrt(seen->weight) / (at->scale * work->psi.tuning);
}

/* Fills pull with the residual times psi(t) / t and returns the slope psi'(t). */
static double robust_pull(const struct sow_fitting *work, const struct sow_estimate *at,
                          const struct sow_observation *seen, const double *eta,
                          double *pull)
{
    double residual = seen->y[0] - eta[0];
    double t = in_tunings(work, at, seen, residual);
    pull[0] = residual * work->psi.weight(t);
    return work->psi.slope(t);
}

/* Fills weight with psi(t) / t and gap with the residual. */
static void robust_reweigh(const struct sow_fitting *work, const struct sow_estimate *at,
                           const struct sow_observation *seen, const double *eta,
                           double *weight, double *gap)
{
    gap[0] = seen->y[0] - eta[0];
    weight[0] = work->psi.weight(in_tunings(work, at, seen, gap[0]));
}

const struct sow_criterion sow_criterion_robust = {robust_pull, robust_reweigh, NULL, 1};

/* ---- Two classes ---- */

double sow_probability(double eta)
{
    double t = sow_exp_falling(-fabs(eta));
    return eta > 0 ? 1 / (1 + t) : t / (1 + t);
}

double sow_cross_entropy(double eta, double y)
{
    double rest = sow_log_beyond(sow_exp_falling(-fabs(eta)));
    return eta > 0 ? rest + (1 - y) * eta : rest - y * eta;
}

/* Fills pull with y - p, the outcome minus its predicted probability, and returns the
   cross-entropy. */
static double logistic_pull(const struct sow_fitting *work, const struct sow_estimate *at,
                            const struct sow_observation *seen, const double *eta,
                            double *pull)
{
    (void)work;
    (void)at;
    double size = fabs(eta[0]);
    double t = sow_exp_falling(-size);
    double p = eta[0] > 0 ? 1 / (1 + t) : t / (1 + t);
    double share = eta[0] > 0 ? 1 - seen->y[0] : seen->y[0];
    pull[0] = seen->y[0] - p;
    return sow_log_beyond(t) + share * size;
}

/* Fills weight with p (1 - p) and gap with (y - p) / weight. An |eta| above ETA_MOST
 * counts as ETA_MOST. */
static void logistic_reweigh(const struct sow_fitting *work,
                             const struct sow_estimate *at,
                             const struct sow_observation *seen, const double *eta,
                             double *weight, double *gap)
{
    (void)work;
    (void)at;
    double size = fabs(eta[0]) < ETA_MOST ? fabs(eta[0]) : ETA_MOST;
    double t = sow_exp_falling(-size);
    double likely = 1 / (1 + t);
    double unlikely = t / (1 + t);
    double p = eta[0] > 0 ? likely : unlikely;
    double rest = eta[0] > 0 ? unlikely : likely;
    weight[0] = p * rest;
    gap[0] = seen->y[0] / p - (1 - seen->y[0]) / rest;
}

/* Returns the margin by which eta has the sign of the class. For a draw it is -|eta|,
 * because only eta = 0 classifies a draw correctly. */
static double logistic_margin(const struct sow_observation *seen, const double *eta)
{
    double y = seen->y[0];
    double undecided = -fabs(eta[0]);
    if (y > 0 && y < 1)
        return undecided;
    return y > 0 ? eta[0] : -eta[0];
}

const struct sow_criterion sow_criterion_logistic = {logistic_pull, logistic_reweigh,
                                                     logistic_margin, 0.5};

/* ---- Choices ---- */

/* Subtracts one maximum of eta for all alternatives, and another for the preferred ones.
 * So the loss is finite even if the probability of a preferred alternative is 0. */
double sow_choice_fill(const struct sow_observation *seen, const double *eta, double *p,
                       double *q)
{
    double most = -INFINITY;
    double most_preferred = -INFINITY;
    for (size_t i = 0; i < seen->count; i++) {
        most = eta[i] > most ? eta[i] : most;
        if (seen->y[i] > 0 && eta[i] > most_preferred)
            most_preferred = eta[i];
    }
    double all = 0;
    double preferred = 0;
    for (size_t i = 0; i < seen->count; i++) {
        p[i] = sow_exp_falling(eta[i] - most);
        q[i] = seen->y[i] > 0 ? sow_exp_falling(eta[i] - most_preferred) : 0;
        all += p[i];
        preferred += q[i];
    }
    for (size_t i = 0; i < seen->count; i++) {
        p[i] /= all;
        q[i] /= preferred;
    }
    double loss = sow_log_of(all) - sow_log_of(preferred) + (most - most_preferred);
    return loss > 0 ? loss : 0;
}

/* Fills pull with q - p of each alternative, as sow_choice_fill gives them, and returns
   the loss of the set. */
static double preference_pull(const struct sow_fitting *work,
                              const struct sow_estimate *at,
                              const struct sow_observation *seen, const double *eta,
                              double *pull)
{
    (void)work;
    (void)at;
    double p[SOW_SET_MAX];
    double loss = sow_choice_fill(seen, eta, p, pull);
    for (size_t i = 0; i < seen->count; i++)
        pull[i] -= p[i];
    return loss;
}

/* Fills weight with p and gap with (q - p) / p of each alternative. For preferred
 * alternatives q / p is the same number, 1 / sum of p over the preferred. A loss above
 * ETA_MOST counts as ETA_MOST. */
static void preference_reweigh(const struct sow_fitting *work,
                               const struct sow_estimate *at,
                               const struct sow_observation *seen, const double *eta,
                               double *weight, double *gap)
{
    (void)work;
    (void)at;
    double loss = sow_choice_fill(seen, eta, weight, gap);
    double ratio = 1 / sow_exp_falling(loss < ETA_MOST ? -loss : -ETA_MOST);
    for (size_t i = 0; i < seen->count; i++)
        gap[i] = (seen->y[i] > 0 ? ratio : 0) - 1;
}

/* Returns the largest eta of the preferred alternatives less the largest of the others.
   It is infinite if one of these groups is empty. */
static double preference_margin(const struct sow_observation *seen, const double *eta)
{
    double preferred = -INFINITY;
    double others = -INFINITY;
    for (size_t i = 0; i < seen->count; i++) {
        double *most = seen->y[i] > 0 ? &preferred : &others;
        *most = eta[i] > *most ? eta[i] : *most;
    }
    return preferred - others;
}

const struct sow_criterion sow_criterion_preference = {
    preference_pull, preference_reweigh, preference_margin, 1};
