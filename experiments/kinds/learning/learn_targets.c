/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the targets of a fit. */
#include "learn_targets.h"

#include "sow/players/search_label.h"

#include <stdlib.h>
#include <string.h>

/* Texts of sources without a search. */
static const char *const WORDS[LEARN_SOURCES] = {
    [LEARN_OUTCOME] = "outcome", [LEARN_EXACT] = "exact"};

enum learn_source sow_learn_source_of(const char *text)
{
    if (sow_target_search(text) != NULL)
        return LEARN_SEARCH;
    int source = 0;
    while (source < LEARN_SOURCES &&
           (WORDS[source] == NULL || strcmp(WORDS[source], text) != 0))
        source++;
    return (enum learn_source)source;
}

/* Reads the search of the target @p text into template and labeller of @p targets. Fails
   with SOW_USAGE if its values are not in the unit of its weights. */
static enum sow_status read_search(const char *text, struct learn_targets *targets,
                                   struct sow_err *err)
{
    targets->template = sow_target_search(text);
    return sow_target_read(text, SOW_TARGET_TEMPLATE, &targets->labeller, err);
}

/* Reads the value @p text of the option @p name as a source into @p source. A search also
   sets template and labeller of @p targets, and exact values set its `solves`. Fails with
   SOW_USAGE, with the option at fault, for an unknown source or a search that read_search
   refuses. */
static enum sow_status read_source(const char *text, const char *name,
                                   enum learn_source *source,
                                   struct learn_targets *targets, struct sow_err *err)
{
    enum sow_status status = SOW_OK;
    *source = sow_learn_source_of(text);
    if (*source == LEARN_SOURCES || strcmp(text, "search:") == 0)
        status = sow_err_set(err, SOW_USAGE,
                             "target '%.100s' is unknown: write outcome, or exact, or "
                             "search:SPEC as in search:alphabeta:depth=4,eval=[weights]",
                             text);
    else if (*source == LEARN_SEARCH)
        status = read_search(text, targets, err);
    targets->solves = targets->solves || *source == LEARN_EXACT;
    return sow_err_blame(err, status, name);
}

enum sow_status sow_learn_targets_read(const struct sow_learn_options *options,
                                       struct learn_targets *targets, struct sow_err *err)
{
    *targets = (struct learn_targets){.share = options->target_mix};
    enum sow_status status =
        read_source(options->target, "target", &targets->source[0], targets, err);
    if (status == SOW_OK)
        status = read_source(options->other_target, "other_target", &targets->source[1],
                             targets, err);
    if (status == SOW_OK && targets->source[0] == targets->source[1] &&
        targets->source[0] != LEARN_OUTCOME)
        status = sow_err_blame(err,
                               sow_err_set(err, SOW_USAGE,
                                           "'--other-target %.100s' is of the same kind "
                                           "as --target: name another kind, or leave "
                                           "--other-target out",
                                           options->other_target),
                               "other_target");
    return status;
}

/* Replaces a search by its canonical text; leaves another target as it is. Fails as
   sow_target_resolve, with the option @p name at fault. */
static enum sow_status resolve_search(char **text, const char *name,
                                      const struct sow_rules *rules, struct sow_err *err)
{
    if (sow_learn_source_of(*text) != LEARN_SEARCH)
        return SOW_OK;
    return sow_err_blame(
        err, sow_target_resolve(text, SOW_TARGET_TEMPLATE, NULL, rules, err), name);
}

enum sow_status sow_learn_targets_resolve(struct sow_learn_options *options,
                                          const struct sow_rules *rules,
                                          struct sow_err *err)
{
    struct learn_targets targets;
    enum sow_status status = sow_learn_targets_read(options, &targets, err);
    if (status == SOW_OK)
        status = resolve_search(&options->target, "target", rules, err);
    if (status == SOW_OK)
        status = resolve_search(&options->other_target, "other_target", rules, err);
    return status;
}
