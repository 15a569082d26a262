/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of changes of an ablation. */
#include "ablation.h"

#include <math.h>
#include <string.h>

const char *const sow_ablation_kind_names[ABLATION_KINDS + 1] = {
    [ABLATION_ORIGINAL] = "original",
    [ABLATION_ZERO] = "zero",
    [ABLATION_SIGN] = "sign",
    [ABLATION_DOWN] = "down",
    [ABLATION_UP] = "up",
    [ABLATION_REFIT] = "refit",
    [ABLATION_FORWARD] = "forward",
    [ABLATION_CURVE] = "curve"};

/* Words of --changes and the kinds that each stands for. */
static const struct {
    const char *word;
    enum ablation_kind kinds[2];
} WORDS[] = {{"zero", {ABLATION_ZERO, ABLATION_ZERO}},
             {"sign", {ABLATION_SIGN, ABLATION_SIGN}},
             {"step", {ABLATION_DOWN, ABLATION_UP}}};

/* A list of changes in the making. */
struct listing {
    const struct ablation *ablation;
    struct ablation_change *changes; /* NULL: changes are only counted */
    size_t count;
    unsigned words; /* words of --changes so far, a bit for each of WORDS */
};

/* Adds a change. */
static void add(struct listing *listing, struct ablation_change change)
{
    if (listing->changes != NULL)
        listing->changes[listing->count] = change;
    listing->count++;
}

/* Returns the weight with which a term has the mean effect of all terms, or 0 if the
   term never differs. */
static double unit_of(const struct ablation *ablation, int term)
{
    double spread = ablation->spread[term];
    return spread > 0.0 ? ablation->effect / spread : 0.0;
}

/* Returns the weight of a term after a change of a kind. */
static double changed_weight(const struct ablation *ablation, enum ablation_kind kind,
                             int term)
{
    double weight = ablation->vector.weight[term];
    double unit = unit_of(ablation, term);
    double step = ablation->options->step * unit;
    if (kind == ABLATION_SIGN)
        return unit > 0.0 && weight != 0.0 ? copysign(unit, weight) : weight;
    if (kind == ABLATION_ZERO)
        return 0.0;
    return kind == ABLATION_DOWN ? weight - step : weight + step;
}

/* Adds a kind of change for each of some terms, except where the weight stays. */
static void add_kind(struct listing *listing, enum ablation_kind kind, const int *terms,
                     int count)
{
    const struct ablation *ablation = listing->ablation;
    for (int i = 0; i < count; i++) {
        double weight = changed_weight(ablation, kind, terms[i]);
        if (weight != ablation->vector.weight[terms[i]])
            add(listing, (struct ablation_change){
                             .kind = kind, .term = terms[i], .weight = weight});
    }
}

/* Adds the changes that one word of --changes stands for. Returns SOW_USAGE for an
   unknown word and for one that is there twice. */
static enum sow_status add_word(struct listing *listing, const char *word, size_t length,
                                const int *terms, int count, struct sow_err *err)
{
    for (size_t i = 0; i < sizeof WORDS / sizeof WORDS[0]; i++) {
        if (strncmp(WORDS[i].word, word, length) != 0 || WORDS[i].word[length] != '\0')
            continue;
        if ((listing->words & 1U << i) != 0)
            return sow_err_set(err, SOW_USAGE, "'%s' is there twice: name it once",
                               WORDS[i].word);
        listing->words |= 1U << i;
        add_kind(listing, WORDS[i].kinds[0], terms, count);
        if (WORDS[i].kinds[1] != WORDS[i].kinds[0])
            add_kind(listing, WORDS[i].kinds[1], terms, count);
        return SOW_OK;
    }
    return sow_err_set(err, SOW_USAGE,
                       "change '%.*s' is unknown: give some of zero, sign and step, with "
                       "commas between them, or none",
                       (int)(length < 64 ? length : 64), word);
}

/* Adds the changes of all words of --changes. */
static enum sow_status add_words(struct listing *listing, const char *words,
                                 const int *terms, int count, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    if (strcmp(words, "none") == 0)
        return SOW_OK;
    for (;; words++) {
        size_t length = strcspn(words, ",");
        status = add_word(listing, words, length, terms, count, err);
        words += length;
        if (status != SOW_OK || *words == '\0')
            return status;
    }
}

/* Adds a refit of all features, and one without each of some terms. The latter are
   compared with the former. */
static void add_refits(struct listing *listing, const int *terms, int count)
{
    size_t all = listing->count;
    add(listing, (struct ablation_change){.kind = ABLATION_REFIT,
                                          .term = ABLATION_NO_TERM,
                                          .weight = (double)NAN});
    for (int i = 0; i < count; i++)
        add(listing, (struct ablation_change){.kind = ABLATION_REFIT,
                                              .term = terms[i],
                                              .weight = (double)NAN,
                                              .base = all});
}

/* Adds the steps of a forward selection: the first feature of --forward alone, the first
   two, and so on. The term of a step is the feature that it adds. */
static void add_forward(struct listing *listing)
{
    const struct ablation *ablation = listing->ablation;
    for (int i = 0; i < ablation->ordered; i++)
        add(listing, (struct ablation_change){.kind = ABLATION_FORWARD,
                                              .term = ablation->order[i],
                                              .kept = i + 1,
                                              .weight = (double)NAN});
}

/* Adds the values of a curve, evenly to both sides of the weight. The middle one is the
   weight itself. */
static void add_curve(struct listing *listing, int term)
{
    const struct ablation *ablation = listing->ablation;
    const struct sow_ablate_options *options = ablation->options;
    double weight = ablation->vector.weight[term];
    double reach = options->reach * fmax(unit_of(ablation, term), fabs(weight));
    int half = options->grid / 2;
    for (int i = -half; i <= half; i++)
        add(listing, (struct ablation_change){
                         .kind = ABLATION_CURVE,
                         .term = term,
                         .weight = i == 0 ? weight : weight + reach * i / half});
}

/* Reads a list of terms that an option names, and blames the option for a failure. */
static enum sow_status read_terms(const struct ablation *ablation, const char *option,
                                  const char *list, int *terms, int *count,
                                  struct sow_err *err)
{
    return sow_err_blame(
        err, sow_ablation_terms_read(&ablation->vector, list, terms, count, err), option);
}

enum sow_status sow_ablation_changes_list(const struct ablation *ablation,
                                          struct ablation_change *changes, size_t *count,
                                          struct sow_err *err)
{
    const struct sow_ablate_options *options = ablation->options;
    struct listing listing = {.ablation = ablation, .changes = changes};
    int terms[SOW_AGENT_TERMS_MAX];
    int used = 0;
    enum sow_status status =
        read_terms(ablation, "features", options->features, terms, &used, err);
    add(&listing, (struct ablation_change){.kind = ABLATION_ORIGINAL,
                                           .term = ABLATION_NO_TERM,
                                           .weight = (double)NAN});
    if (status == SOW_OK)
        status = sow_err_blame(
            err, add_words(&listing, options->changes, terms, used, err), "changes");
    if (status == SOW_OK && sow_ablation_has_learner(options))
        add_refits(&listing, terms, used);
    add_forward(&listing);
    if (status == SOW_OK && options->curve[0] != '\0')
        status = read_terms(ablation, "curve", options->curve, terms, &used, err);
    for (int i = 0; i < used && status == SOW_OK && options->curve[0] != '\0'; i++)
        add_curve(&listing, terms[i]);
    *count = listing.count;
    return status;
}
