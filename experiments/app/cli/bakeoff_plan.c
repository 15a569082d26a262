/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/cli/bakeoff_plan.h"

#include "sow/base/text.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- The learners ---- */

/* The player of track 2, and the opponents of its panel. */
#define TWO_PLIES "player = 'alphabeta:depth=2,hash=0,eval=[weights]'\n"
#define ONE_PLY "player = 'alphabeta:depth=1,hash=0,eval=[weights]'\n"
#define OPENINGS "starts = random:6\n"
#define FEW "candidates = 3\ncandidate_games = 2\nvalidation_games = 1\n"
#define USUAL "validation_games = 1\n"

/* Fitness against a panel, at one ply and at two. */
#define PANEL_1                                                                          \
    "fitness = panel\nopponents = paper,divilly2013\nweight_min = -1\n" OPENINGS USUAL
#define PANEL_2                                                                          \
    TWO_PLIES "genome = features\nview = to-move\nfitness = panel\nopponents = "         \
              "'alphabeta:depth=2,hash=0,eval=[state:store_difference=1] "               \
              "alphabeta:depth=2,hash=0,eval=[divilly2013]'\n"                           \
              "weight_min = -1\ngames = 5\n" OPENINGS FEW
#define FEATURES "genome = features\n"

/* The genetic algorithm of docs/findings/results.md. */
#define BREEDING                                                                         \
    "selection = truncation\ntruncation_share = 0.2\nmutation_rate = 0.5\n"              \
    "mutation_sigma = 0.3\n"
#define GA_1 "population = 50\nelitism = 10\n" BREEDING
#define GA_2 "population = 12\nelitism = 2\n" BREEDING

#define LEARN "command = learn\ntest_games = 0\n"
#define ROUNDS "rounds = 3\n"
#define ONCE "rounds = 1\n"
#define SEARCH_1 "target = 'search:alphabeta:depth=3,hash=0,eval=[weights]'\n"

/* Steps and fixed numbers of games: individuals times opponents times games in both
   seats; candidates and one game with each of eight players in both seats. */
enum {
    ALL_1 = 50 * 50 * 10,
    ISLANDS_1 = 4 * 25 * 25 * 10,
    ALL_2 = 12 * 12 * 2,
    ISLANDS_2 = 4 * 6 * 6 * 2,
    OPPONENTS_1 = 8 * 10,
    OPPONENTS_2 = 2 * 10,
    MOST_1 = 10 * 50 * 100 + 16,
    MOST_ISLAND_1 = 10 * 25 * 100 + 16,
    MOST_2 = 3 * 12 * 4 + 16,
    CHOICE_1 = 10 * 8 * 100 + 16,
    CHOICE_2 = 3 * 2 * 4 + 16,
    GENERATIONS = 4,  /* least number */
    POSITIONS = 1650, /* least number for the features of any variant, in three rounds */
    POSITIONS_FIT = 550 /* such a number in one round */
};

#define EVOLVE(rate, step, fixed, options)                                               \
    {                                                                                    \
        options, "generations", rate, step, fixed, GENERATIONS, 1000000                  \
    }
#define LEARNT(rate, least, options)                                                     \
    {                                                                                    \
        LEARN options, "budget", rate, 1, 0, least, 10000000                             \
    }

const struct sow_bakeoff_learner sow_bakeoff_learners[] = {
    {"co-evolution",
     "weights of H1 to H6 evolve against each other, as published in 2013",
     {EVOLVE(SOW_BAKEOFF_GAME_1, ALL_1, MOST_1, "population = 50\n" USUAL),
      EVOLVE(SOW_BAKEOFF_GAME_2, ALL_2, MOST_2,
             TWO_PLIES "population = 12\ngames = 1\n" OPENINGS FEW)}},
    {"islands",
     "co-evolution on four islands, whose best migrate on a ring",
     {EVOLVE(SOW_BAKEOFF_GAME_1, ISLANDS_1, MOST_ISLAND_1,
             "population = 25\nislands = 4\n" USUAL),
      EVOLVE(SOW_BAKEOFF_GAME_2, ISLANDS_2, MOST_2,
             TWO_PLIES "population = 6\nislands = 4\ngames = 1\n" OPENINGS FEW)}},
    {"panel-ga",
     "genetic algorithm with fitness against a fixed panel",
     {EVOLVE(SOW_BAKEOFF_PANEL_1, 50 * OPPONENTS_1, CHOICE_1, PANEL_1 GA_1),
      EVOLVE(SOW_BAKEOFF_FEATURES_2, 12 * OPPONENTS_2, CHOICE_2, PANEL_2 GA_2)}},
    {"panel-ga-features",
     "the same for 14 features of positions",
     {EVOLVE(SOW_BAKEOFF_FEATURES_1, 50 * OPPONENTS_1, CHOICE_1, FEATURES PANEL_1 GA_1),
      {.options = NULL}}},
    {"cma-es",
     "covariance matrix adaptation against the panel",
     {EVOLVE(SOW_BAKEOFF_PANEL_1, 50 * OPPONENTS_1, CHOICE_1,
             PANEL_1 "optimizer = cma-es\npopulation = 50\n"),
      EVOLVE(SOW_BAKEOFF_FEATURES_2, 12 * OPPONENTS_2, CHOICE_2,
             PANEL_2 "optimizer = cma-es\npopulation = 12\n")}},
    {"cma-es-features",
     "the same for 14 features of positions",
     {EVOLVE(SOW_BAKEOFF_FEATURES_1, 50 * OPPONENTS_1, CHOICE_1,
             FEATURES PANEL_1 "optimizer = cma-es\npopulation = 50\n"),
      {.options = NULL}}},
    {"spsa",
     "stochastic gradient against the panel",
     {EVOLVE(SOW_BAKEOFF_PANEL_1, 10 * OPPONENTS_1, CHOICE_1,
             PANEL_1 "optimizer = spsa\npopulation = 10\n"),
      EVOLVE(SOW_BAKEOFF_FEATURES_2, 10 * OPPONENTS_2, CHOICE_2,
             PANEL_2 "optimizer = spsa\npopulation = 10\n")}},
    {"random",
     "random search against the panel",
     {EVOLVE(SOW_BAKEOFF_PANEL_1, 50 * OPPONENTS_1, CHOICE_1,
             PANEL_1 "optimizer = random\npopulation = 50\n"),
      EVOLVE(SOW_BAKEOFF_FEATURES_2, 12 * OPPONENTS_2, CHOICE_2,
             PANEL_2 "optimizer = random\npopulation = 12\n")}},
    {"learn-outcome",
     "three rounds of play and fit, with outcomes of games as targets",
     {LEARNT(SOW_BAKEOFF_OUTCOME_1, POSITIONS, ROUNDS ONE_PLY "target = outcome\n"),
      LEARNT(SOW_BAKEOFF_OUTCOME_2, POSITIONS, ROUNDS "target = outcome\n")}},
    {"learn-search",
     "the same with values by search as targets",
     {LEARNT(SOW_BAKEOFF_SEARCH_1, POSITIONS, ROUNDS ONE_PLY SEARCH_1 "target_mix = 0\n"),
      LEARNT(SOW_BAKEOFF_SEARCH_2, POSITIONS, ROUNDS "target_mix = 0\n")}},
    {"learn-mixed",
     "the same with half of both, as 'learn' does by default",
     {LEARNT(SOW_BAKEOFF_SEARCH_1, POSITIONS, ROUNDS ONE_PLY SEARCH_1),
      LEARNT(SOW_BAKEOFF_SEARCH_2, POSITIONS, ROUNDS)}},
    {"fit-outcome",
     "one fit to outcomes of games of a player that values stores",
     {LEARNT(SOW_BAKEOFF_FIT_OUTCOME_1, POSITIONS_FIT, ONE_PLY ONCE "target = outcome\n"),
      LEARNT(SOW_BAKEOFF_FIT_OUTCOME_2, POSITIONS_FIT, ONCE "target = outcome\n")}},
    {"fit-search",
     "one fit to values by search in such games",
     {LEARNT(SOW_BAKEOFF_FIT_SEARCH_1, POSITIONS_FIT,
             ONE_PLY SEARCH_1 ONCE "target_mix = 0\n"),
      LEARNT(SOW_BAKEOFF_FIT_SEARCH_2, POSITIONS_FIT, ONCE "target_mix = 0\n")}},
    {.name = NULL}};

/* ---- The rates ---- */

/* Cost of a kind of work, in units. */
struct rate {
    double each; /* cost of a game or a position */
    double run;  /* cost of a run whatever its size; 0 for games */
};

/* Rates of a variant. */
struct rates {
    const char *variant;
    double seconds; /* processor seconds of a million units */
    struct rate of[SOW_BAKEOFF_RATES];
};

#define RATES(variant, seconds, ...) {variant, seconds, {__VA_ARGS__}},
static const struct rates RATES_OF[] = {
#include "bakeoff_rates.def"
};

/* Returns the rates of a variant, or NULL. */
static const struct rates *find_rates(const char *variant)
{
    for (size_t i = 0; i < sizeof RATES_OF / sizeof RATES_OF[0]; i++)
        if (strcmp(RATES_OF[i].variant, variant) == 0)
            return &RATES_OF[i];
    return NULL;
}

/* Returns the value of the option that the budget pays for; it may be too small. */
static int64_t find_size(const struct sow_bakeoff_form *form, const struct rates *rates,
                         int64_t budget)
{
    const struct rate *rate = &rates->of[form->rate];
    double steps = ((double)budget - rate->run) / rate->each - form->fixed;
    return steps > 0 ? (int64_t)(steps / form->step) : 0;
}

/* ---- Checks ---- */

/* Returns true if a learner takes part in a track. */
static bool takes_part(const struct sow_bakeoff *bakeoff, size_t learner, int track)
{
    return bakeoff->learner[learner] && bakeoff->track[track] &&
           sow_bakeoff_learners[learner].form[track].options != NULL;
}

bool sow_bakeoff_has(const struct sow_bakeoff *bakeoff, size_t learner)
{
    bool has = false;
    for (int t = 0; t < SOW_BAKEOFF_TRACKS; t++)
        has = has || (bakeoff->track[t] &&
                      sow_bakeoff_learners[learner].form[t].options != NULL);
    return has;
}

/* Writes units rounded up to two figures, such as 620k. */
static void write_units(double units, char *text, size_t size)
{
    double scale = pow(10, floor(log10(fmax(units, 1))) - 1);
    double rounded = ceil(units / fmax(scale, 1)) * fmax(scale, 1);
    if (rounded >= 1e6)
        (void)snprintf(text, size, "%gM", rounded / 1e6);
    else
        (void)snprintf(text, size, "%gk", ceil(rounded / 1e3));
}

/* Returns SOW_USAGE if the budget is too small or too large for a learner in a variant.
 */
static enum sow_status check_budget(const struct sow_bakeoff *bakeoff, size_t learner,
                                    int track, const struct rates *rates,
                                    struct sow_err *err)
{
    char text[32];
    const struct sow_bakeoff_form *form = &sow_bakeoff_learners[learner].form[track];
    int64_t size = find_size(form, rates, bakeoff->budget);
    bool is_few = size < form->least;
    if (!is_few && size <= form->most)
        return SOW_OK;
    double steps = (double)(is_few ? form->least : form->most) * form->step + form->fixed;
    double units = steps * rates->of[form->rate].each + rates->of[form->rate].run;
    /* write_units rounds up by a tenth at most. */
    write_units(units * (is_few ? 1 : 0.9), text, sizeof text);
    return sow_err_blame(
        err,
        sow_err_set(err, SOW_USAGE,
                    "%" PRId64 " units are too %s for '%s@%d' in '%s': give --budget %s "
                    "or %s, or leave this learner out",
                    bakeoff->budget, is_few ? "few" : "many",
                    sow_bakeoff_learners[learner].name, track + 1, rates->variant, text,
                    is_few ? "more" : "less"),
        "budget");
}

/* Returns SOW_USAGE if a learner that was named is in none of the tracks. */
static enum sow_status check_tracks(const struct sow_bakeoff *bakeoff,
                                    struct sow_err *err)
{
    for (size_t i = 0; sow_bakeoff_learners[i].name != NULL; i++)
        if (bakeoff->learner[i] && !sow_bakeoff_has(bakeoff, i))
            return sow_err_blame(
                err,
                sow_err_set(err, SOW_USAGE,
                            "learner '%s' learns only for one ply: give --tracks 1,2, or "
                            "leave it out",
                            sow_bakeoff_learners[i].name),
                "learners");
    return sow_bakeoff_ways(bakeoff) > 1
               ? SOW_OK
               : sow_err_blame(
                     err,
                     sow_err_set(err, SOW_USAGE,
                                 "a single learner has nothing to compare with: "
                                 "name at least two --learners"),
                     "learners");
}

/* Returns the rates of a built-in variant, or NULL for another one, also if it has the
   name of a built-in variant. */
static const struct rates *find_builtin(const struct sow_variant *variant)
{
    struct sow_variant own;
    if (sow_variant_builtin(variant->name, &own, NULL) != SOW_OK ||
        !sow_rules_equal(&own.rules, &variant->rules))
        return NULL;
    return find_rates(variant->name);
}

/* Reports that the rates of a variant are not known, and which are. Returns SOW_USAGE. */
static enum sow_status unknown_rates(const char *variant, struct sow_err *err)
{
    char names[256];
    size_t length = 0;
    for (size_t i = 0; i < sizeof RATES_OF / sizeof RATES_OF[0]; i++)
        if (length < sizeof names)
            length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                       i == 0 ? "" : ", ", RATES_OF[i].variant);
    return sow_err_blame(err,
                         sow_err_set(err, SOW_USAGE,
                                     "the rates of work in '%s' are not known: choose "
                                     "among %s",
                                     variant, names),
                         "variants");
}

enum sow_status sow_bakeoff_check(const struct sow_bakeoff *bakeoff, struct sow_err *err)
{
    enum sow_status status = check_tracks(bakeoff, err);
    for (size_t v = 0; v < bakeoff->variants->count && status == SOW_OK; v++) {
        const struct sow_variant *variant = &bakeoff->variants->variants[v];
        const struct rates *rates = find_builtin(variant);
        if (rates == NULL)
            return unknown_rates(variant->name, err);
        for (size_t i = 0; sow_bakeoff_learners[i].name != NULL; i++)
            for (int t = 0; t < SOW_BAKEOFF_TRACKS && status == SOW_OK; t++)
                if (takes_part(bakeoff, i, t))
                    status = check_budget(bakeoff, i, t, rates, err);
    }
    return status;
}

size_t sow_bakeoff_ways(const struct sow_bakeoff *bakeoff)
{
    size_t count = 0;
    for (size_t i = 0; sow_bakeoff_learners[i].name != NULL; i++)
        for (int t = 0; t < SOW_BAKEOFF_TRACKS; t++)
            count += takes_part(bakeoff, i, t);
    return count;
}

double sow_bakeoff_seconds(const struct sow_bakeoff *bakeoff)
{
    double seconds = 0;
    for (size_t v = 0; v < bakeoff->variants->count; v++)
        seconds += find_rates(bakeoff->variants->variants[v].name)->seconds;
    return seconds * (double)bakeoff->budget / 1e6 * (double)sow_bakeoff_ways(bakeoff) *
           bakeoff->replicates;
}

bool sow_bakeoff_read_units(const char *text, int64_t *units)
{
    char number[32];
    double value;
    size_t length = strlen(text);
    double factor = 1;
    if (length == 0 || length >= sizeof number)
        return false;
    if (strchr("kK", text[length - 1]) != NULL)
        factor = 1e3;
    else if (strchr("mM", text[length - 1]) != NULL)
        factor = 1e6;
    (void)snprintf(number, sizeof number, "%.*s", (int)(length - (factor > 1)), text);
    if (!sow_text_to_real(number, &value) || !(value * factor >= 1) ||
        value * factor > 1e12)
        return false;
    *units = (int64_t)llround(value * factor);
    return true;
}

/* ---- Writing ---- */

/* Writes the rates of all variants as comments. */
static void write_rates(const struct sow_bakeoff *bakeoff, FILE *out)
{
    static const char *const NAMES[SOW_BAKEOFF_RATES] = {
        [SOW_BAKEOFF_GAME_1] = "game@1",
        [SOW_BAKEOFF_PANEL_1] = "panel@1",
        [SOW_BAKEOFF_FEATURES_1] = "features@1",
        [SOW_BAKEOFF_OUTCOME_1] = "outcome@1",
        [SOW_BAKEOFF_SEARCH_1] = "search@1",
        [SOW_BAKEOFF_FIT_OUTCOME_1] = "fit-outcome@1",
        [SOW_BAKEOFF_FIT_SEARCH_1] = "fit-search@1",
        [SOW_BAKEOFF_GAME_2] = "game@2",
        [SOW_BAKEOFF_FEATURES_2] = "features@2",
        [SOW_BAKEOFF_OUTCOME_2] = "outcome@2",
        [SOW_BAKEOFF_SEARCH_2] = "search@2",
        [SOW_BAKEOFF_FIT_OUTCOME_2] = "fit-outcome@2",
        [SOW_BAKEOFF_FIT_SEARCH_2] = "fit-search@2"};
    (void)fprintf(
        out,
        "; Rates: units of a game, or of a position + those of a run whatever its\n"
        "; size. A game of two players with weights of H1 to H6 at one ply is a unit.\n");
    for (size_t v = 0; v < bakeoff->variants->count; v++) {
        const struct rates *rates = find_rates(bakeoff->variants->variants[v].name);
        (void)fprintf(out, "; %s:", rates->variant);
        for (int i = 0; i < SOW_BAKEOFF_RATES; i++) {
            (void)fprintf(out, "%s%s %g", i % 4 == 3 ? "\n;     " : " ", NAMES[i],
                          rates->of[i].each);
            if (rates->of[i].run > 0)
                (void)fprintf(out, " + %g", rates->of[i].run);
        }
        (void)fputc('\n', out);
    }
}

/* Writes the way of a learner in a track. */
static void write_way(const struct sow_bakeoff *bakeoff, size_t learner, int track,
                      FILE *out)
{
    const struct sow_bakeoff_form *form = &sow_bakeoff_learners[learner].form[track];
    (void)fprintf(
        out, "[way %s@%d]\n; %s\n%s%s by variant =", sow_bakeoff_learners[learner].name,
        track + 1, sow_bakeoff_learners[learner].meaning, form->options, form->size);
    for (size_t v = 0; v < bakeoff->variants->count; v++) {
        const char *name = bakeoff->variants->variants[v].name;
        (void)fprintf(out, "%s%" PRId64, v % 8 == 7 ? "\n    " : " ",
                      find_size(form, find_rates(name), bakeoff->budget));
    }
    (void)fputc('\n', out);
}

void sow_bakeoff_write(const struct sow_bakeoff *bakeoff, FILE *out)
{
    (void)fprintf(out,
                  "; A plan of 'sowlab bakeoff': learners with equal work, %" PRId64
                  " units each.\n",
                  bakeoff->budget);
    write_rates(bakeoff, out);
    (void)fprintf(out,
                  "[sweep]\ncommand = evolve\nlabel = bakeoff\ndepths = 1 2 4\n"
                  "openings = %d\n",
                  bakeoff->openings);
    if (bakeoff->curve > 0)
        (void)fprintf(out, "curve = %d\n", bakeoff->curve);
    (void)fputs("[options]\nvariant =", out);
    for (size_t v = 0; v < bakeoff->variants->count; v++)
        (void)fprintf(out, "%s%s", v % 8 == 7 ? "\n    " : " ",
                      bakeoff->variants->variants[v].name);
    (void)fprintf(out, "\nseed = 1..%d\nmeasure = no\n", bakeoff->replicates);
    for (size_t i = 0; sow_bakeoff_learners[i].name != NULL; i++)
        for (int t = 0; t < SOW_BAKEOFF_TRACKS; t++)
            if (takes_part(bakeoff, i, t))
                write_way(bakeoff, i, t, out);
}
