/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Check of --starts: games that begin at given positions have the seeds of these
   positions, and ignore the number of seeds in the rules. */
#include "cli_run.h"
#include "sow/cli/cli_options.h"
#include "sow/matches/openings.h"
#include "sow/variants/variant_set.h"

#include <assert.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* Returns the value of the option `starts` of a kind, which the caller frees. Returns
   NULL if it names no positions or asks for random ones, if the kind has no such option,
   or without memory. */
static char *positions_named(const struct sow_run_kind *kind, const void *options)
{
    static const char RANDOM[] = "random:";
    for (const struct sow_param_group *group = kind->groups; group->table != NULL;
         group++) {
        const struct sow_param *row = sow_param_find(group->table, "starts");
        char *text = row != NULL
                         ? sow_param_get(row, (const char *)options + group->offset)
                         : NULL;
        if (text != NULL && text[0] != '\0' && strncmp(text, RANDOM, strlen(RANDOM)) != 0)
            return text;
        free(text);
    }
    return NULL;
}

/* Returns true if the positions have as many seeds as all variants of the options. The
   set may be resolved or only typed. A word that names no variant is refused later:
   then, and without memory, returns true. */
static bool fit_all(const char *starts, const struct sow_variant_set *typed)
{
    static_assert(offsetof(struct sow_variant_choice, set) == 0,
                  "the option of a choice is where the choice is");
    const struct sow_variant_choice *choice = (const struct sow_variant_choice *)typed;
    struct sow_variant_choice games = *choice;
    bool fits = true;
    if (typed->count == 0)
        games.set = (struct sow_variant_set){.text = strdup(typed->text)};
    if (games.set.count > 0 ||
        (games.set.text != NULL && sow_variant_choice_resolve(&games, NULL) == SOW_OK))
        for (size_t i = 0; i < games.set.count; i++)
            fits = fits && sow_openings_fit(starts, &games.set.variants[i].rules);
    if (typed->count == 0)
        sow_variant_set_release(&games.set);
    return fits;
}

/* Sets the error that @p option has no effect beside --starts, and returns SOW_USAGE. */
static enum sow_status refuse(const char *option, const char *starts, struct sow_err *err)
{
    return sow_err_blame(err,
                         sow_err_set(err, SOW_USAGE,
                                     "'%s' has no effect here: games begin at the "
                                     "positions of '--starts %.200s'; leave one of "
                                     "them out",
                                     option, starts),
                         option);
}

enum sow_status sow_cli_check_starts(const struct sow_cli *cli, const void *options,
                                     const struct sow_variant *game, struct sow_err *err)
{
    const struct sow_run_kind *kind = cli->command->kind;
    char *starts = positions_named(kind, options);
    if (starts == NULL)
        return SOW_OK;
    enum sow_status status = SOW_OK;
    if (sow_options_given(cli->options, "--start"))
        status = refuse("--start", starts, err);
    else if (sow_options_given(cli->options, "--seeds-per-pit")) {
        const struct sow_variant_set *set =
            sow_param_of_type(kind->groups, &sow_param_variants, options);
        bool several = set != NULL && !sow_variant_set_is_empty(set);
        if (several ? !fit_all(starts, set)
                    : game != NULL && !sow_openings_fit(starts, &game->rules))
            status = refuse("--seeds-per-pit", starts, err);
    }
    free(starts);
    return status;
}
