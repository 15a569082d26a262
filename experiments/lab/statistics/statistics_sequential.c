/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/statistics/statistics_sequential.h"

#include <math.h>
#include <stddef.h>

const char *const sow_sprt_verdict_names[] = {"undecided", "h0", "h1", NULL};

enum { KINDS_MAX = SOW_PAIR_SCORES };

/* Count of a kind of result that has not occurred. With a count of 0, a hypothesis that
   needs this kind would be impossible. Fishtest uses the same number. */
static const double UNSEEN = 1e-3;

/* Counts of the scores 0, 1 / (kinds - 1), .., 1 per game. */
struct results {
    int kinds;               /* number of kinds */
    double count[KINDS_MAX]; /* number of results of each kind; UNSEEN instead of 0 */
    double score[KINDS_MAX]; /* score of each kind, from 0 to 1 */
};

enum sow_status sow_sprt_check(const struct sow_sprt *sprt, struct sow_err *err)
{
    static const double MOST = 1000.0;
    if (!(fabs(sprt->elo0) <= MOST && fabs(sprt->elo1) <= MOST))
        return sow_err_set(err, SOW_USAGE,
                           "a sequential test between Elo %g and %g is out of range; "
                           "'elo0' and 'elo1' lie between -1000 and 1000",
                           sprt->elo0, sprt->elo1);
    if (sprt->elo0 >= sprt->elo1)
        return sow_err_set(
            err, SOW_USAGE,
            "a sequential test cannot tell Elo %g from %g; 'elo0' has to be less than 'elo1'",
            sprt->elo0, sprt->elo1);
    if (!(sprt->alpha > 0.0 && sprt->alpha < 0.5 && sprt->beta > 0.0 && sprt->beta < 0.5))
        return sow_err_set(
            err, SOW_USAGE,
            "error rates of %g and %g make no test; 'alpha' and 'beta' lie between 0 and 0.5",
            sprt->alpha, sprt->beta);
    return SOW_OK;
}

/* Converts counts of @p kinds results, the worst first, whose scores go evenly from 0 to
   1. A count of 0 becomes UNSEEN. */
static struct results results_of(int kinds, const int64_t *count)
{
    struct results results = {.kinds = kinds};
    for (int i = 0; i < kinds; i++) {
        results.count[i] = count[i] > 0 ? (double)count[i] : UNSEEN;
        results.score[i] = (double)i / (double)(kinds - 1);
    }
    return results;
}

/* Returns the x of the most likely distribution with mean @p mean. Let d = score - mean.
   Then kind i has the frequency count / total / (1 + x d), and x solves the equation
   sum count d / (1 + x d) = 0. The sum falls with x between the poles of the first and
   the last kind, so halving finds x. */
static double multiplier(const struct results *results, double mean)
{
    enum { HALVINGS = 100 };
    double low = -1.0 / (1.0 - mean);
    double high = 1.0 / mean;
    for (int step = 0; step < HALVINGS; step++) {
        double middle = low + (high - low) / 2.0;
        double sum = 0.0;
        for (int i = 0; i < results->kinds; i++) {
            double away = results->score[i] - mean;
            sum += results->count[i] * away / (1.0 + middle * away);
        }
        if (sum > 0.0)
            low = middle;
        else
            high = middle;
    }
    return low + (high - low) / 2.0;
}

/* Returns the log likelihood of mean score @p mean1 less that of @p mean0, each for its
   most likely distribution. */
static double log_likelihood_ratio(const struct results *results, double mean0,
                                   double mean1)
{
    double x0 = multiplier(results, mean0);
    double x1 = multiplier(results, mean1);
    double llr = 0.0;
    for (int i = 0; i < results->kinds; i++)
        llr += results->count[i] * (log1p(x0 * (results->score[i] - mean0)) -
                                    log1p(x1 * (results->score[i] - mean1)));
    return llr;
}

/* Returns the state of a test at a log likelihood ratio: its bounds, and the verdict at
   them. */
static struct sow_sprt_state judge(const struct sow_sprt *sprt, double llr)
{
    struct sow_sprt_state state = {
        .llr = llr,
        .lower = log(sprt->beta / (1.0 - sprt->alpha)),
        .upper = log((1.0 - sprt->beta) / sprt->alpha),
        .verdict = SOW_SPRT_UNDECIDED,
    };
    if (llr >= state.upper)
        state.verdict = SOW_SPRT_H1;
    else if (llr <= state.lower)
        state.verdict = SOW_SPRT_H0;
    return state;
}

/* Computes the state of a test from the counts of @p kinds results. Without results the
   ratio is 0. */
static struct sow_sprt_state test(const struct sow_sprt *sprt, int kinds,
                                  const int64_t *count)
{
    bool any = false;
    for (int i = 0; i < kinds; i++)
        any = any || count[i] > 0;
    if (!any)
        return judge(sprt, 0.0);
    struct results results = results_of(kinds, count);
    return judge(sprt, log_likelihood_ratio(&results, sow_score_of_elo(sprt->elo0),
                                            sow_score_of_elo(sprt->elo1)));
}

struct sow_sprt_state sow_sprt_of_pairs(const struct sow_sprt *sprt,
                                        const struct sow_pairs *pairs)
{
    return test(sprt, SOW_PAIR_SCORES, pairs->count);
}
