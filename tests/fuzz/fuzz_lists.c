/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of players and of variants, as in the settings of runs. The first byte selects
   the kind of list. An accepted list must mean the same after it is written out. */
#include "fuzz.h"

#include "sow/players/player_list.h"
#include "sow/players/run_players.h"
#include "sow/store/store.h"
#include "sow/variants/variant_set.h"

static struct sow_store *store;

/* Returns the setting that stores a list of players, or a choice of variants. */
static char *recorded(const struct sow_param_type *type, const void *field)
{
    const struct sow_param row = {.name = "list", .type = type};
    char *text = sow_param_get(&row, field);
    FUZZ_REQUIRE(text != NULL);
    return text;
}

/* Checks that the stored setting of a list gives the same players. */
static void is_recorded(const struct sow_player_list *list)
{
    struct sow_err err;
    struct sow_player_list again = {.text = recorded(&sow_param_players, list),
                                    .name_text = recorded(&sow_param_player_names, list)};
    FUZZ_REQUIRE(list->count > 0 && list->count <= SOW_PLAYERS_MAX);
    FUZZ_REQUIRE(sow_player_list_resolve(&again, store, &err) == SOW_OK);
    FUZZ_REQUIRE(again.count == list->count);
    for (size_t i = 0; i < list->count; i++) {
        FUZZ_REQUIRE(strcmp(list->specs[i], again.specs[i]) == 0);
        FUZZ_REQUIRE(strcmp(list->names[i], again.names[i]) == 0);
    }
    sow_player_list_release(&again);
}

static void try_players(const char *text)
{
    struct sow_player_list list = {.text = NULL};
    struct sow_err err;
    FUZZ_REQUIRE(sow_player_list_type(&list, text, &err) == SOW_OK);
    if (sow_player_list_resolve(&list, store, &err) == SOW_OK)
        is_recorded(&list);
    sow_player_list_release(&list);
}

/* Tries a choice of variants with their rules. Names of variants are not tried, because
   they would be looked up in the file system. */
static void try_variants(const char *text)
{
    struct sow_err err;
    struct sow_variant_set set;
    struct sow_variant_set again;
    if (sow_variant_set_read(text, &set, &err) != SOW_OK)
        return;
    FUZZ_REQUIRE(set.count > 0 && set.count <= SOW_VARIANT_SET_MAX);
    char *written = recorded(&sow_param_variants, &set);
    FUZZ_REQUIRE(strcmp(written, text) == 0);
    FUZZ_REQUIRE(sow_variant_set_read(written, &again, &err) == SOW_OK);
    FUZZ_REQUIRE(again.count == set.count);
    fuzz_play(&set.variants[0].rules, &set.variants[0].rules.start);
    free(written);
    sow_variant_set_release(&again);
    sow_variant_set_release(&set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    if (store == NULL) {
        sow_store_read_players_by(sow_run_players_read);
        fuzz_lighten_sqlite();
        FUZZ_REQUIRE(sow_store_open("", SOW_STORE_SCRATCH, &store, &err) == SOW_OK);
        fuzz_fill_store(store);
    }
    unsigned choice = fuzz_take(&data, &size) % 2;
    char *text = fuzz_text(data, size);
    if (choice == 0)
        try_players(text);
    else
        try_variants(text);
    free(text);
    return 0;
}
