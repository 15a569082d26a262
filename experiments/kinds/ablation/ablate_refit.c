/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Learners of an ablation: weights of some features, learnt again. */
#include "ablation.h"

#include "sow/base/stream.h"
#include "sow/evolution/evolve.h"
#include "sow/ga/optimizer.h"
#include "sow/learning/learn.h"
#include "sow/runs/trial.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Options of a learner in the making. */
struct settings {
    const struct sow_run_kind *kind;
    void *options; /* struct of the kind; owned */
};

bool sow_ablation_has_learner(const struct sow_ablate_options *options)
{
    return strcmp(options->refit, "none") != 0;
}

/* Returns the kind of run of a learner, or NULL. */
static const struct sow_run_kind *kind_of(const char *learner)
{
    if (strcmp(learner, "learn") == 0)
        return &sow_learn_kind;
    for (size_t i = 0; sow_optimizers[i] != NULL; i++)
        if (strcmp(sow_optimizers[i]->name, learner) == 0)
            return &sow_evolve_kind;
    return NULL;
}

/* Sets an option of a learner by its name, also with a hyphen. Fails with SOW_USAGE if
   the learner has no such option, or as the option does. */
static enum sow_status set(struct settings *settings, const char *name, const char *value,
                           struct sow_err *err)
{
    for (const struct sow_param_group *group = settings->kind->groups;
         group->table != NULL; group++) {
        const struct sow_param *param = sow_param_find(group->table, name);
        if (param != NULL)
            return sow_param_set(param, (char *)settings->options + group->offset, value,
                                 err);
    }
    return sow_err_set(err, SOW_USAGE,
                       "'%s' has no option '%.60s': 'sowlab %s --help' lists them",
                       settings->kind->command.name, name, settings->kind->command.name);
}

/* Sets an option that --refit-options names. Returns SOW_USAGE for an option that follows
   from the player, and for a stored run, which the learner's own database lacks. */
static enum sow_status set_free(struct settings *settings, const char *name,
                                const char *value, struct sow_err *err)
{
    static const char *const TAKEN[] = {"optimizer", "genome",   "heuristics", "features",
                                        "view",      "variants", NULL};
    for (size_t i = 0; TAKEN[i] != NULL; i++)
        if (strcmp(name, TAKEN[i]) == 0)
            return sow_err_set(err, SOW_USAGE,
                               "'%s' follows from the player and --refit: leave it out",
                               name);
    return strstr(value, "run:") == NULL
               ? set(settings, name, value, err)
               : sow_err_set(err, SOW_USAGE,
                             "'%.60s' names a stored run, which a learner does not see: "
                             "write the spec of its player, as 'runs show' prints it",
                             value);
}

/* Sets the options that the user gave, NAME=VALUE with blanks between them. */
static enum sow_status set_given(struct settings *settings, const char *given,
                                 struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    char *copy = strdup(given);
    if (copy == NULL)
        return sow_err_no_memory(err);
    char *rest = copy;
    for (char *word; status == SOW_OK && (word = strsep(&rest, " ")) != NULL;) {
        char *value = word;
        const char *name = strsep(&value, "=");
        if (*word == '\0' && value == NULL)
            continue;
        status = value == NULL
                     ? sow_err_set(err, SOW_USAGE,
                                   "'%.60s' has no value: write NAME=VALUE, with "
                                   "blanks between several",
                                   name)
                     : set_free(settings, name, value, err);
    }
    free(copy);
    return sow_err_blame(err, status, "refit_options");
}

/* Writes the names of the kept terms, with commas between them. Returns text on the heap,
   or NULL. */
static char *write_names(const struct ablation_vector *vector,
                         const bool kept[SOW_AGENT_TERMS_MAX])
{
    char *text = NULL;
    size_t size = 0;
    bool several = false;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return NULL;
    for (int i = 0; i < vector->count; i++)
        if (kept[i]) {
            (void)fprintf(out, "%s%s", several ? "," : "",
                          sow_ablation_term_name(vector, i));
            several = true;
        }
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* A default of a learner: an option and its value. */
struct preset {
    const char *name;
    const char *value;
};

/* Defaults of evolutions. Fixed opponents make the fitness of all of them comparable. */
static const struct preset EVOLVED[] = {
    {"fitness", "panel"},      {"opponents", "paper,divilly2013"},
    {"weight_min", "-1"},      {"games", "20"},
    {"generations", "40"},     {"population", "40"},
    {"validation_games", "1"}, {NULL, NULL}};

/* Defaults of learning. */
static const struct preset LEARNT[] = {{"test_games", "0"}, {NULL, NULL}};

/* Sets a list of options. */
static enum sow_status set_all(struct settings *settings, const struct preset *preset,
                               struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    for (; preset->name != NULL && status == SOW_OK; preset++)
        status = set(settings, preset->name, preset->value, err);
    return status;
}

/* Sets the weights that an evolution searches. */
static enum sow_status set_genome(struct settings *settings, bool of_moves, bool of_mover,
                                  const char *learner, const char *names,
                                  struct sow_err *err)
{
    const struct preset presets[] = {
        {"optimizer", learner},
        {"genome", of_moves ? "weights" : "features"},
        {of_moves ? "heuristics" : "features", names},
        {"view", of_mover ? "to-move" : "own"},
        {NULL, NULL},
    };
    return set_all(settings, presets, err);
}

/* Fills in the options of the learner. Release them in any case. */
static enum sow_status fill(struct settings *settings, const struct ablation *ablation,
                            const char *names, struct sow_err *err)
{
    const struct sow_ablate_options *options = ablation->options;
    bool evolves = settings->kind == &sow_evolve_kind;
    enum sow_status status = set_all(settings, evolves ? EVOLVED : LEARNT, err);
    if (status == SOW_OK && evolves)
        status = set_genome(settings, ablation->vector.of_moves,
                            ablation->original.of_mover, options->refit, names, err);
    else if (status == SOW_OK)
        status = set(settings, "features", names, err);
    if (status == SOW_OK)
        status = set_given(settings, options->refit_options, err);
    struct sow_evolve_options *evolve = settings->options;
    for (size_t v = 0;
         status == SOW_OK && evolves && ablation->variants > 1 && v < ablation->variants;
         v++)
        status =
            sow_variant_set_add(&evolve->choice.set, &options->choice.set.variants[v],
                                options->choice.set.rules[v], err);
    return status;
}

/* Makes the options of the learner for the kept terms. Release them in any case. */
static enum sow_status make_settings(struct settings *settings,
                                     const struct ablation *ablation,
                                     const bool kept[SOW_AGENT_TERMS_MAX],
                                     struct sow_err *err)
{
    *settings = (struct settings){.kind = kind_of(ablation->options->refit)};
    char *names = write_names(&ablation->vector, kept);
    assert(settings->kind != NULL);
    settings->options = malloc(settings->kind->options_size);
    enum sow_status status = SOW_OK;
    if (names == NULL || settings->options == NULL) {
        free(settings->options);
        settings->options = NULL;
        status = sow_err_no_memory(err);
    } else {
        sow_run_kind_defaults(settings->kind, settings->options);
        status = fill(settings, ablation, names, err);
    }
    free(names);
    return status;
}

/* Frees the options of a learner. */
static void release_settings(struct settings *settings)
{
    if (settings->options != NULL)
        sow_params_release(settings->kind->groups, settings->options);
    free(settings->options);
}

/* Runs the learner in a database of its own in memory, and reads its player. */
static enum sow_status run_learner(const struct ablation *ablation,
                                   const struct settings *settings,
                                   struct sow_agent *learnt, struct sow_err *err)
{
    struct sow_trial trial = {.kind = settings->kind,
                              .variant = ablation->list[0].name,
                              .rules = ablation->list[0].rules,
                              .options = settings->options,
                              .seed = ablation->run->seed,
                              .with = ablation->run->with};
    struct sow_store *trials = NULL;
    char spec[32];
    int64_t id;
    enum sow_status status = sow_trial_store(ablation->run, &trials, err);
    if (status == SOW_OK)
        status = sow_trial_execute(trials, &trial, &id, err);
    if (status == SOW_OK) {
        (void)snprintf(spec, sizeof spec, "run:%lld", (long long)id);
        status = sow_players_parse(trials, spec, learnt, err);
    }
    sow_store_close(trials);
    return status;
}

/* Puts learnt weights into a search, if the player is one. */
static enum sow_status seat_learnt(const struct sow_agent *original,
                                   struct sow_agent *learnt, struct sow_err *err)
{
    struct sow_agent search = *original;
    if (original->kind != SOW_AGENT_SEARCH)
        return SOW_OK;
    const char *refusal = sow_agent_value_by(&search, learnt);
    if (refusal != NULL)
        return sow_err_set(err, SOW_USAGE, "the learnt player cannot search: %s",
                           refusal);
    *learnt = search;
    return SOW_OK;
}

enum sow_status sow_ablation_learn(const struct ablation *ablation,
                                   const bool kept[SOW_AGENT_TERMS_MAX],
                                   struct sow_agent *learnt, struct sow_err *err)
{
    struct settings settings;
    enum sow_status status = make_settings(&settings, ablation, kept, err);
    if (status == SOW_OK)
        status = run_learner(ablation, &settings, learnt, err);
    if (status == SOW_OK)
        status = seat_learnt(&ablation->original, learnt, err);
    release_settings(&settings);
    return status;
}

/* Sets the error for an unknown learner, and returns SOW_USAGE. */
static enum sow_status refuse_learner(const char *learner, struct sow_err *err)
{
    char names[160] = "none, learn";
    size_t used = strlen(names);
    for (size_t i = 0; sow_optimizers[i] != NULL && used < sizeof names; i++)
        used += (size_t)snprintf(names + used, sizeof names - used, ", %s",
                                 sow_optimizers[i]->name);
    return sow_err_blame(err,
                         sow_err_set(err, SOW_USAGE,
                                     "learner '%s' is unknown: give one of %s", learner,
                                     names),
                         "refit");
}

enum sow_status sow_ablation_learner_check(const struct ablation *ablation,
                                           struct sow_store *source, struct sow_err *err)
{
    const char *learner = ablation->options->refit;
    bool kept[SOW_AGENT_TERMS_MAX] = {false};
    struct settings settings;
    if (kind_of(learner) == NULL)
        return refuse_learner(learner, err);
    if (kind_of(learner) == &sow_learn_kind && ablation->variants > 1)
        return sow_err_blame(err,
                             sow_err_set(err, SOW_USAGE,
                                         "'learn' learns in one variant: name one, or "
                                         "give an optimiser as --refit"),
                             "refit");
    for (int i = 0; i < ablation->vector.count; i++)
        kept[i] = ablation->vector.weight[i] != 0.0;
    enum sow_status status = make_settings(&settings, ablation, kept, err);
    if (status == SOW_OK && settings.kind->prepare != NULL)
        status = settings.kind->prepare(settings.options, source, ablation->list[0].rules,
                                        err);
    release_settings(&settings);
    return status;
}
