/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_features.h"

#include "sow/base/stream.h"

#include <stdlib.h>
#include <string.h>

/* The features of all games together. Room for every feature there is. */
enum { ROOM = 256 };

struct chosen {
    int count;
    int feature[ROOM];
    bool listed[ROOM]; /* by feature */
};

_Static_assert(ROOM > UINT8_MAX, "an agent's index is less");

/* Adds what the list means by some rules. */
static enum sow_status add_list(struct chosen *chosen, const char *list,
                                const struct sow_rules *rules, struct sow_err *err)
{
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    enum sow_status status = sow_state_feature_list(list, rules, features, &count, err);
    for (int i = 0; status == SOW_OK && i < count; i++) {
        if (!chosen->listed[features[i]])
            chosen->feature[chosen->count++] = features[i];
        chosen->listed[features[i]] = true;
    }
    return status;
}

/* A feature that makes sense in one of the games will do. */
static enum sow_status add_of_set(struct chosen *chosen, const char *list,
                                  const struct sow_variant_set *set, struct sow_err *err)
{
    struct sow_err first = {.text = ""};
    for (size_t v = 0; v < set->count; v++) {
        struct sow_err fault;
        enum sow_status status = add_list(chosen, list, &set->variants[v].rules, &fault);
        if (status != SOW_OK && first.text[0] == '\0')
            first = fault;
    }
    if (chosen->count > 0)
        return SOW_OK;
    return sow_err_set(err, SOW_USAGE,
                       "%s (in '%s'; no other of the games takes the list)", first.text,
                       set->variants[0].name);
}

static enum sow_status choose(const struct sow_evolve_options *options,
                              const struct sow_rules *rules, struct chosen *chosen,
                              struct sow_err *err)
{
    const char *list = options->reading.feature_list;
    if (options->choice.variants[0] == '\0')
        return add_list(chosen, list, rules, err);
    struct sow_variant_set set;
    enum sow_status status = sow_variant_set_read(&options->choice, &set, err);
    if (status == SOW_OK)
        status = add_of_set(chosen, list, &set, err);
    sow_variant_set_release(&set);
    return status;
}

static enum sow_status write_names(const struct chosen *chosen,
                                   char names[SOW_FEATURE_LIST_MAX + 1],
                                   struct sow_err *err)
{
    if (chosen->count > SOW_AGENT_TERMS_MAX)
        return sow_err_set(
            err, SOW_USAGE,
            "%d features are too many: at most %d; leave some out, as in all,-pits",
            chosen->count, SOW_AGENT_TERMS_MAX);
    char *text = NULL;
    size_t size = 0;
    FILE *out = sow_stream_open(&text, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < chosen->count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : ",",
                      sow_state_features.rows[chosen->feature[i]].name);
    enum sow_status status = fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
    if (status == SOW_OK)
        (void)snprintf(names, SOW_FEATURE_LIST_MAX + 1, "%s", text);
    free(text);
    return status;
}

enum sow_status sow_evolve_features_resolve(struct sow_evolve_options *options,
                                            const struct sow_rules *rules,
                                            struct sow_err *err)
{
    struct sow_evolve_reading *reading = &options->reading;
    enum sow_status status = SOW_OK;
    if (reading->genome != SOW_EVOLVE_FEATURES)
        return SOW_OK;
    if (reading->feature_list[0] == '\0') {
        struct chosen chosen = {.count = 0};
        bool typed = reading->features[0] != '\0';
        (void)snprintf(reading->feature_list, sizeof reading->feature_list, "%s",
                       typed ? reading->features : "default");
        status = choose(options, rules, &chosen, err);
        if (status == SOW_OK)
            status = write_names(&chosen, reading->features, err);
    }
    return status == SOW_OK ? sow_evolve_features_find(reading, err) : status;
}
