/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of players and of variants, as runs record them; the first byte chooses. What is
   accepted means the same once it is settled. */
#include "fuzz.h"

#include "sow/players/player_list.h"
#include "sow/store/store.h"
#include "sow/variants/variant_set.h"

static struct sow_store *store;

static void try_players(const char *text)
{
    static struct sow_player_list list;
    static struct sow_player_list again;
    struct sow_err err;
    struct sow_roster roster;
    (void)snprintf(list.specs, sizeof list.specs, "%s", text);
    list.names[0] = '\0';
    if (sow_player_list_resolve(&list, store, &err) != SOW_OK)
        return;
    again = list;
    FUZZ_REQUIRE(sow_player_list_resolve(&again, store, &err) == SOW_OK);
    FUZZ_REQUIRE(strcmp(list.specs, again.specs) == 0);
    FUZZ_REQUIRE(strcmp(list.names, again.names) == 0);
    FUZZ_REQUIRE(sow_roster_read(&list, &roster, &err) == SOW_OK);
    FUZZ_REQUIRE(roster.count > 0 && roster.count == sow_player_list_count(&list));
    sow_roster_release(&roster);
}

/* Names would be looked for among the files. */
static void try_variants(const char *text)
{
    static struct sow_variant_choice choice;
    struct sow_err err;
    struct sow_variant_set set;
    (void)snprintf(choice.variants, sizeof choice.variants, "%s", text);
    if (sow_variant_set_read(&choice, &set, &err) != SOW_OK)
        return;
    FUZZ_REQUIRE(set.count > 0 && set.count <= SOW_VARIANT_SET_MAX);
    for (size_t i = 0; i < set.count; i++)
        FUZZ_REQUIRE(set.rules[i] != NULL);
    fuzz_play(&set.variants[0].rules, &set.variants[0].rules.start);
    sow_variant_set_release(&set);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct sow_err err;
    if (store == NULL) {
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
