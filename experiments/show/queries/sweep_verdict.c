/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verdicts of a sweep in words. */
#include "sow/queries/sweep_verdict.h"

#include "block_contrast.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Longest difference as a text, in bytes with the end. */
enum { NUMBER_MAX = 32 };

/* A receiver of verdicts. */
struct receiver {
    sow_sweep_verdict_fn *take;
    void *context; /* passed to `take` */
};

/* Writes a number with a true minus, and with @p plus also a plus. Scores have three
   decimals. */
static const char *put_number(const char *measure, double value, bool plus,
                              char room[NUMBER_MAX])
{
    char digits[24];
    (void)snprintf(digits, sizeof digits, sow_measure_is_score(measure) ? "%.3f" : "%.3g",
                   fabs(value));
    (void)snprintf(room, NUMBER_MAX, "%s%s",
                   value < 0 ? "\xe2\x88\x92"
                   : plus    ? "+"
                             : "",
                   digits);
    return room;
}

/* Writes the base of a verdict: the number of random seeds, in how many variants. */
static void put_base(const struct sow_compared *compared, char *room, size_t size)
{
    if (compared->stratum_count > 1)
        (void)snprintf(room, size, "%zu random seeds in %zu variants, n = %zu",
                       compared->seeds, compared->stratum_count, compared->blocks);
    else
        (void)snprintf(room, size, "%zu random seeds", compared->blocks);
}

/* Writes the sentence of a verdict, whose other members are set. @p word is the verdict
   of sow_contrast_verdict. */
static void put_words(const struct sow_compared *compared, const char *word,
                      struct sow_sweep_verdict *verdict)
{
    char difference[NUMBER_MAX];
    char low[NUMBER_MAX];
    char high[NUMBER_MAX];
    char base[80];
    char interval[2 * NUMBER_MAX + 8] = ", without an interval";
    char words[SOW_MEASURE_WORDS_MAX + 1];
    const char *measure = compared->measure;
    (void)put_number(measure, verdict->difference, true, difference);
    if (isfinite(verdict->low))
        (void)snprintf(interval, sizeof interval, " [%s, %s]",
                       put_number(measure, verdict->low, false, low),
                       put_number(measure, verdict->high, false, high));
    put_base(compared, base, sizeof base);
    bool strength = sow_measure_depth(measure) >= 0;
    if (verdict->decided)
        (void)snprintf(verdict->words, sizeof verdict->words,
                       "%s %.100s is %s than %.100s: %s %s%s, %s.", verdict->list,
                       verdict->best, strength ? "stronger" : "better", verdict->other,
                       sow_measure_words(measure, words), difference, interval, base);
    else
        (void)snprintf(verdict->words, sizeof verdict->words,
                       "%s %.100s or %.100s: %s; %s %s%s, %s.", verdict->list,
                       verdict->best, verdict->other, word,
                       sow_measure_words(measure, words), difference, interval, base);
}

/* Passes the verdicts on a list to the receiver: those that are decided, or the others.
 */
static enum sow_status judge_list(const struct sow_compared *compared,
                                  const struct sow_contrasts *all, size_t list,
                                  bool decided, const struct receiver *receiver,
                                  struct sow_err *err)
{
    const struct sow_compared_list *of = &compared->lists[list];
    size_t best = sow_contrast_best(compared, all, list);
    enum sow_status status = SOW_OK;
    for (size_t i = 0; i < all->count && status == SOW_OK; i++) {
        struct sow_contrast contrast = all->of[i];
        char room[SOW_VERDICT_MAX];
        if (contrast.list != list || (contrast.a != best && contrast.b != best))
            continue;
        if (contrast.b == best)
            sow_contrast_swap(&contrast);
        const char *word = sow_contrast_verdict(compared, &contrast, room);
        struct sow_sweep_verdict verdict = {
            .list = of->name,
            .best = of->values[best],
            .other = of->values[contrast.b],
            .difference = contrast.paired.mean,
            .low = contrast.paired.interval.low,
            .high = contrast.paired.interval.high,
            .p_adjusted = contrast.p_adjusted,
            .decided = strcmp(word, sow_verdict_names[SOW_VERDICT_BETTER]) == 0,
            .equivalent = word == room};
        if (verdict.decided != decided)
            continue;
        put_words(compared, word, &verdict);
        status = receiver->take(receiver->context, &verdict, err);
    }
    return status;
}

/* Judges complete blocks. @p context is a struct receiver. Callback of
   sow_sweep_blocks. */
static enum sow_status judge(void *context, const struct sow_compared *compared,
                             struct sow_err *err)
{
    struct sow_contrasts all;
    if (compared->blocks == 0)
        return SOW_OK;
    enum sow_status status = sow_contrast_all(compared, &all, err);
    for (size_t i = 0; i < 2 * compared->list_count && status == SOW_OK; i++)
        status = judge_list(compared, &all, i / 2, i % 2 == 0, context, err);
    sow_contrasts_release(&all);
    return status;
}

enum sow_status sow_sweep_verdicts(const struct sow_sweep_plan *plan,
                                   const struct sow_sweep_place *places,
                                   const struct sow_sweep_measures *measures,
                                   sow_sweep_verdict_fn *take, void *context,
                                   struct sow_err *err)
{
    struct receiver receiver = {take, context};
    return measures->name[0] != '\0'
               ? sow_sweep_blocks(plan, places, measures, judge, &receiver, err)
               : SOW_OK;
}
