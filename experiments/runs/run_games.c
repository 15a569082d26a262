/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/runs/run_games.h"

#include <jansson.h>
#include <stdlib.h>

/* Copies the parameter `variants`, empty where there is none; false if it is too long. */
static bool copy_games(const struct sow_run_row *run, struct sow_variant_choice *choice)
{
    json_t *parameters = json_loads(run->parameters, 0, NULL);
    const char *games = json_string_value(json_object_get(parameters, "variants"));
    size_t size = sizeof choice->variants;
    int length = snprintf(choice->variants, size, "%s", games != NULL ? games : "");
    json_decref(parameters);
    return length >= 0 && (size_t)length < size;
}

enum sow_status sow_run_games_read(const struct sow_run_row *run,
                                   struct sow_variant_set *set, struct sow_err *err)
{
    *set = (struct sow_variant_set){.count = 0};
    struct sow_variant_choice *choice = calloc(1, sizeof *choice);
    if (choice == NULL)
        return sow_err_no_memory(err);
    enum sow_status status = SOW_OK;
    if (!copy_games(run, choice))
        status =
            sow_err_set(err, SOW_BAD_DATA,
                        "run %lld has too long a text of variants; the record is damaged",
                        (long long)run->id);
    else if (choice->variants[0] != '\0')
        status = sow_variant_set_read(choice, set, err);
    free(choice);
    return status;
}
