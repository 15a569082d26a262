/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "evolve_genes.h"

#include "sow/base/stream.h"
#include "sow/players/bounds.h"
#include "sow/players/player_template.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* Type of functions that read a list of names by the rules of a variant, or of any
   variant if @p rules is NULL. They write the features, at most SOW_AGENT_TERMS_MAX, and
   their number, and return SOW_USAGE for a list that makes no sense. */
typedef enum sow_status list_fn(const char *list, const struct sow_rules *rules,
                                int *features, int *count, struct sow_err *err);

/* Number of features and heuristics that there is room for: more than there are. */
enum { ROOM = 256 };

/* Features, or heuristics, of all variants together. */
struct chosen {
    const char *list;  /* list as typed */
    list_fn *read;     /* reader of the list */
    int count;         /* number of features */
    int feature[ROOM]; /* features in the order of the genes */
    bool listed[ROOM]; /* true for each feature in `feature` */
};

_Static_assert(ROOM > UINT8_MAX, "an agent's index is less");

/* Reads chosen->list by @p rules, and adds its features or heuristics that are not there
   yet. On failure adds nothing and returns the error of the reader. */
static enum sow_status add_list(struct chosen *chosen, const struct sow_rules *rules,
                                struct sow_err *err)
{
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    enum sow_status status = chosen->read(chosen->list, rules, features, &count, err);
    for (int i = 0; status == SOW_OK && i < count; i++) {
        if (!chosen->listed[features[i]])
            chosen->feature[chosen->count++] = features[i];
        chosen->listed[features[i]] = true;
    }
    return status;
}

/* Returns true if the list makes sense in some variant: its reader accepts it without
   rules. Adds nothing. */
static bool depends_on_game(const struct chosen *chosen)
{
    int features[SOW_AGENT_TERMS_MAX];
    int count = 0;
    return chosen->read(chosen->list, NULL, features, &count, NULL) == SOW_OK;
}

/* Adds the features that the list means in any of the variants, variant by variant, each
   once. Variants that refuse the list add nothing. Returns SOW_USAGE, with the message of
   the first variant, if all refuse it, or another error of the reader. */
static enum sow_status add_of_set(struct chosen *chosen,
                                  const struct sow_variant_set *set, struct sow_err *err)
{
    struct sow_err first = {.text = ""};
    for (size_t v = 0; v < set->count; v++) {
        struct sow_err fault;
        enum sow_status status = add_list(chosen, &set->variants[v].rules, &fault);
        if (status != SOW_OK && status != SOW_USAGE)
            return sow_err_set(err, status, "%s", fault.text);
        if (status != SOW_OK && first.text[0] == '\0')
            first = fault;
    }
    if (chosen->count > 0)
        return SOW_OK;
    if (set->count == 1 || !depends_on_game(chosen))
        return sow_err_set(err, SOW_USAGE, "%s", first.text);
    return sow_err_set(err, SOW_USAGE, "%s (in '%s'; no other variant accepts the list)",
                       first.text, set->variants[0].name);
}

/* Adds the features that the list means by @p rules or, if the options name variants, by
   the rules of any of these. Returns the error of add_list or add_of_set. */
static enum sow_status read_lists(const struct sow_evolve_options *options,
                                  const struct sow_rules *rules, struct chosen *chosen,
                                  struct sow_err *err)
{
    const struct sow_variant_set *set = &options->choice.set;
    return set->count == 0 ? add_list(chosen, rules, err) : add_of_set(chosen, set, err);
}

/* Returns the static name of the chosen feature or heuristic with this index in the order
   of the genes. */
static const char *name_of(const struct chosen *chosen, int index)
{
    int feature = chosen->feature[index];
    return chosen->read == sow_heuristic_list ? sow_heuristic_rows[feature].name
                                              : sow_evolve_feature_name(feature);
}

/* Writes the chosen names with commas between them into a new text @p names; the caller
   frees it, also after a failure. Returns SOW_USAGE for more names than an agent has
   terms, or SOW_NO_MEMORY. */
static enum sow_status write_names(const struct chosen *chosen, char **names,
                                   struct sow_err *err)
{
    if (chosen->count > SOW_AGENT_TERMS_MAX)
        return sow_err_set(
            err, SOW_USAGE,
            "%d features are too many: at most %d; leave some out, as in all,-pits",
            chosen->count, SOW_AGENT_TERMS_MAX);
    size_t size = 0;
    FILE *out = sow_stream_open(names, &size);
    if (out == NULL)
        return sow_err_no_memory(err);
    for (int i = 0; i < chosen->count; i++)
        (void)fprintf(out, "%s%s", i == 0 ? "" : ",", name_of(chosen, i));
    return fclose(out) == 0 ? SOW_OK : sow_err_no_memory(err);
}

/* Replaces `features` by all names that the typed list means (NULL and "" mean
   `default`), and moves the typed list to `feature_list`. Does nothing if `feature_list`
   is set: the options were recorded. Returns SOW_NO_MEMORY, or an error of read_lists or
   write_names. */
static enum sow_status resolve_features(struct sow_evolve_options *options,
                                        const struct sow_rules *rules,
                                        struct sow_err *err)
{
    struct sow_evolve_reading *reading = &options->reading;
    if (reading->feature_list != NULL && reading->feature_list[0] != '\0')
        return SOW_OK;
    bool typed = reading->features != NULL && reading->features[0] != '\0';
    char *list = strdup(typed ? reading->features : "default");
    if (list == NULL)
        return sow_err_no_memory(err);
    free(reading->feature_list);
    reading->feature_list = list;
    struct chosen chosen = {.list = list, .read = sow_evolve_feature_list};
    char *names = NULL;
    enum sow_status status = read_lists(options, rules, &chosen, err);
    if (status == SOW_OK)
        status = write_names(&chosen, &names, err);
    if (names != NULL) {
        free(reading->features);
        reading->features = names;
    }
    return status;
}

/* Returns true if the chosen heuristics are the paper's, in their order. These are
   recorded as an empty list: so the same evolution has the same results, whatever was
   typed. */
static bool is_default(const struct chosen *chosen)
{
    bool same = chosen->count == SOW_PAPER_HEURISTICS;
    for (int i = 0; i < chosen->count && same; i++)
        same = chosen->feature[i] == i;
    return same;
}

/* Replaces `heuristics` by all their names, or by "" for the paper's six. Does nothing
   for "". Returns an error of read_lists or write_names, or SOW_USAGE for an order of
   one heuristic. */
static enum sow_status resolve_heuristics(struct sow_evolve_options *options,
                                          const struct sow_rules *rules,
                                          struct sow_err *err)
{
    struct sow_evolve_reading *reading = &options->reading;
    struct chosen chosen = {.list = reading->heuristics, .read = sow_heuristic_list};
    char *names = NULL;
    if (reading->heuristics[0] == '\0')
        return SOW_OK;
    enum sow_status status = read_lists(options, rules, &chosen, err);
    if (status == SOW_OK && reading->genome == SOW_EVOLVE_ORDER && chosen.count < 2)
        status = sow_err_set(err, SOW_USAGE,
                             "an order needs two heuristics or more, not '%s' alone",
                             name_of(&chosen, 0));
    if (status == SOW_OK && is_default(&chosen))
        reading->heuristics[0] = '\0';
    else if (status == SOW_OK)
        status = write_names(&chosen, &names, err);
    if (names != NULL)
        (void)snprintf(reading->heuristics, sizeof reading->heuristics, "%s", names);
    free(names);
    return status;
}

/* Replaces the bounds in @p text by their shortest form (sow_bounds_write), so that the
   same evolution has the same record, however its bounds were typed. The text is
   unchanged on failure: an error of sow_bounds_find, or SOW_NO_MEMORY. */
static enum sow_status settle_bounds(const struct sow_evolve_reading *reading,
                                     char **text, struct sow_err *err)
{
    double bounds[SOW_AGENT_TERMS_MAX];
    const char *names[SOW_AGENT_TERMS_MAX];
    for (int i = 0; i < reading->feature_count; i++)
        names[i] = sow_evolve_gene_name(reading, i);
    enum sow_status status =
        sow_bounds_find(*text, names, reading->feature_count, bounds, err);
    if (status != SOW_OK)
        return status;
    char *settled = sow_bounds_write(bounds, reading->feature_count);
    if (settled == NULL)
        return sow_err_no_memory(err);
    free(*text);
    *text = settled;
    return SOW_OK;
}

enum sow_status sow_evolve_genes_resolve(struct sow_evolve_options *options,
                                         const struct sow_rules *rules,
                                         struct sow_err *err)
{
    struct sow_evolve_reading *reading = &options->reading;
    enum sow_status status =
        reading->genome == SOW_EVOLVE_FEATURES
            ? sow_err_blame(err, resolve_features(options, rules, err), "features")
            : sow_err_blame(err, resolve_heuristics(options, rules, err), "heuristics");
    if (status == SOW_OK)
        status = sow_err_blame(err, sow_template_resolve(&reading->player, rules, err),
                               "player");
    if (status == SOW_OK)
        status = sow_evolve_genes_find(reading, err);
    if (status == SOW_OK && reading->genome != SOW_EVOLVE_ORDER)
        status = sow_err_blame(err, settle_bounds(reading, &reading->weight_min, err),
                               "weight_min");
    if (status == SOW_OK && reading->genome != SOW_EVOLVE_ORDER)
        status = sow_err_blame(err, settle_bounds(reading, &reading->weight_max, err),
                               "weight_max");
    return status;
}

/* ---- References ---- */

/* Appends the best champion that was evolved by @p rules, as run:ID, to the text of the
   references. Leaves the text as it is if the database has none. Returns SOW_NO_MEMORY or
   an error of the database. */
static enum sow_status add_champion(struct sow_player_list *references,
                                    struct sow_store *source, const char *rules,
                                    struct sow_err *err)
{
    int64_t run;
    char *longer = NULL;
    enum sow_status status = sow_store_best_champion(source, rules, &run, err);
    if (status != SOW_OK || run == 0)
        return status;
    if (asprintf(&longer, "%s run:%" PRId64, references->text, run) < 0)
        return sow_err_no_memory(err);
    free(references->text);
    references->text = longer;
    return SOW_OK;
}

enum sow_status sow_evolve_references_type(struct sow_evolve_options *options,
                                           struct sow_store *source,
                                           const struct sow_rules *rules,
                                           struct sow_err *err)
{
    const struct sow_variant_set *set = &options->choice.set;
    enum sow_status status =
        sow_player_list_type(&options->references, "divilly2013", err);
    for (size_t i = 0; i < set->count && status == SOW_OK; i++)
        status = add_champion(&options->references, source, set->rules[i], err);
    if (status != SOW_OK || set->count > 0)
        return status;
    char *text = sow_variant_rules_text(rules);
    status = text != NULL ? add_champion(&options->references, source, text, err)
                          : sow_err_no_memory(err);
    free(text);
    return status;
}
