/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the variants of a stored run. */
#include "sow/runs/run_games.h"
#include "sow/store/tables/runs.def"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

/* Adds the run's own variant to @p set, with the name and rules of the record. Fails with
   SOW_BAD_DATA if the rules cannot be read. */
static enum sow_status add_own(const struct sow_run_row *run, struct sow_variant_set *set,
                               struct sow_err *err)
{
    struct sow_variant variant;
    enum sow_status status =
        sow_variant_read_text(run->rules, run->variant, &variant, err);
    (void)snprintf(variant.name, sizeof variant.name, "%s", run->variant);
    return status == SOW_OK ? sow_variant_set_add(set, &variant, run->rules, err)
                            : status;
}

enum sow_status sow_run_games_read(const struct sow_run_row *run,
                                   struct sow_variant_set *set, struct sow_err *err)
{
    *set = (struct sow_variant_set){.count = 0};
    json_t *parameters = json_loads(run->parameters, 0, NULL);
    const char *games = json_string_value(json_object_get(parameters, "variants"));
    enum sow_status status = SOW_OK;
    if (games == NULL || games[0] == '\0')
        status = add_own(run, set, err);
    else if (strlen(games) > SOW_VARIANT_SET_TEXT_MAX)
        status =
            sow_err_set(err, SOW_BAD_DATA,
                        "run %lld has too long a text of variants; the record is damaged",
                        (long long)run->id);
    else
        status = sow_variant_set_read(games, set, err);
    json_decref(parameters);
    return status;
}
