/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of variants and of players as options of a run. */
#include "file_support.h"
#include "sow/game/fast_rules.h"
#include "sow/players/player_list.h"
#include "sow/variants/variant_set.h"
#include "store_support.h"

#include <stdlib.h>
#include <string.h>

static struct sow_variant_choice choice;
static struct sow_player_list list;

static void type_one(const char *name, const char *text)
{
    struct sow_err err;
    ck_ok(sow_param_set_named(&sow_variant_choice_params, &choice, name, text, &err));
}

static void type_variants(const char *variants, const char *pits, const char *seeds)
{
    type_one("variants", variants);
    type_one("pits", pits);
    type_one("seeds", seeds);
}

/* Returns the names of a resolved choice, with a bar between them. */
static const char *names_of(void)
{
    static char names[4096];
    names[0] = '\0';
    for (size_t i = 0; i < choice.set.count; i++) {
        size_t length = strlen(names);
        (void)snprintf(names + length, sizeof names - length, "%s%s", i == 0 ? "" : "|",
                       choice.set.variants[i].name);
    }
    return names;
}

static const char *resolved(const char *variants, const char *pits, const char *seeds)
{
    struct sow_err err;
    type_variants(variants, pits, seeds);
    ck_ok(sow_variant_choice_resolve(&choice, &err));
    return names_of();
}

TEST(variants, names_and_groups)
{
    ck_assert_str_eq(resolved("awari", "", ""), "awari");
    ck_assert_str_eq(resolved(" kalah, awari ,", "", ""), "kalah|awari");
    ck_assert_str_eq(resolved("paper", "", ""), "erherhe|oware|awari|vai-lung-thlan");
    ck_assert_str_eq(resolved("paper,kalah", "", ""), resolved("five", "", ""));
    (void)resolved("all", "", "");
    ck_assert_uint_eq(choice.set.count, sow_variant_count());
}

/* A record of variants has several lines; a file name has only one. */
TEST(variants, file_name_may_begin_like_a_record)
{
    type_variants("[x].ini", "", "");
    ck_fails(sow_variant_choice_resolve(&choice, &err), SOW_IO, "'[x].ini'");
}

TEST(variants, sizes)
{
    ck_assert_str_eq(resolved("kalah", "5..6", "4"), "kalah pits=5|kalah");
    ck_assert_str_eq(resolved("awari", "", "3..4"), "awari seeds=3|awari");
    ck_assert_str_eq(resolved("kalah,awari", "4", "3"),
                     "kalah pits=4 seeds=3|awari pits=4 seeds=3");
    const struct sow_rules *rules = &choice.set.variants[0].rules;
    ck_assert_int_eq(rules->pits, 4);
    ck_assert_int_eq(rules->seeds, 3);
    ck_assert_int_eq(rules->start.pit[0][3], 3);
    ck_assert_int_eq(rules->extra_turn, true);
}

TEST(variants, files)
{
    enter_folder();
    const char *path = test_path("a.db");
    write_text(path, "base = oware\npits = 5\n");
    char both[2 * PATH_ROOM];
    (void)snprintf(both, sizeof both, "%s,oware", path);
    ck_assert_str_eq(resolved(both, "", ""), "a|oware");
    /* A recorded choice does not need the file. */
    ck_assert_int_eq(remove(path), 0);
    ck_ok(sow_variant_choice_resolve(&choice, &err));
    ck_assert_str_eq(names_of(), "a|oware");
    leave_folder();
}

TEST(variants, recorded_form_is_kept)
{
    const struct sow_param *row = sow_param_find(&sow_variant_choice_params, "variants");
    (void)resolved("paper", "4..5", "");
    OWNED(text) char *before = sow_param_get(row, &choice);
    type_one("variants", before);
    ck_ok(sow_variant_choice_resolve(&choice, &err));
    OWNED(text) char *after = sow_param_get(row, &choice);
    ck_assert_str_eq(after, before);
    ck_assert_uint_eq(choice.set.count, 8);
    ck_assert_ptr_eq(strstr(choice.set.rules[3], "["), NULL);
    /* A line that this version does not write is kept, because a record of a later
       version may have it. */
    ck_assert_ptr_nonnull(strstr(before, choice.set.rules[3]));
    char title[64];
    sow_variant_set_title(&choice.set, title, sizeof title);
    ck_assert_str_eq(title, "erherhe pits=4,.. (8 variants)");
}

/* A resolved choice is not parsed again. */
TEST(variants, each_is_parsed_once)
{
    (void)resolved("paper", "", "");
    const struct sow_variant *variants = choice.set.variants;
    ck_ok(sow_variant_choice_resolve(&choice, &err));
    ck_assert_ptr_eq(choice.set.variants, variants);
}

/* A word is a part of a list, and only commas outside brackets end it. */
TEST(variants, random_ones)
{
    static char first[4096];
    static const char WORD[] = "random:[30, seed=7,from=[kalah,awari],changes=1..3]";
    (void)resolved(WORD, "", "");
    (void)snprintf(first, sizeof first, "%s", names_of());
    ck_assert_uint_eq(choice.set.count, 30);
    for (size_t i = 0; i < 30; i++) {
        const struct sow_variant *variant = &choice.set.variants[i];
        struct sow_rules rules = variant->rules;
        ck_ok(sow_rules_check(&rules, NULL, &err));
        ck_assert(strncmp(variant->name, "kalah+", 6) == 0 ||
                  strncmp(variant->name, "awari+", 6) == 0);
        ck_assert_ptr_nonnull(strstr(variant->summary, " after "));
        for (size_t k = 0; k < i; k++)
            ck_assert(!sow_rules_equal(&rules, &choice.set.variants[k].rules));
    }
    ck_assert_str_eq(resolved(WORD, "", ""), first);
    ck_assert_str_ne(
        resolved("random:[30,seed=8,from=[kalah,awari],changes=1..3]", "", ""), first);
    (void)resolved("random:[30,changes=8,fast=yes]", "", "");
    for (size_t i = 0; i < 30; i++)
        ck_assert(sow_rules_are_fast(&choice.set.variants[i].rules));
    (void)resolved("random:[count=2],random:[2,fast=yes],random:[2,changes=3]", "", "");
    ck_assert_uint_eq(choice.set.count, 6);
    (void)resolved("oware, random:[3],random:[2,seed=2],kalah", "", "");
    ck_assert_uint_eq(choice.set.count, 7);
    ck_assert_str_eq(choice.set.variants[0].name, "oware");
    ck_assert_str_eq(choice.set.variants[6].name, "kalah");
}

static const struct {
    const char *variants;
    const char *pits;
    const char *seeds;
    const char *words;
} WRONG_VARIANTS[] = {
    {"", "", "", "no variant is named"},
    {",", "", "", "no variant is named"},
    {"kalha", "", "", "did you mean 'kalah'"},
    {"awari,awari", "", "", "'awari' is named twice"},
    {"paper,oware", "", "", "'oware' is named twice"},
    {"kalah", "8..4", "", "is not a range of pits"},
    {"kalah", "0..4", "", "is not a range of pits"},
    {"kalah", "4..", "", "is not a range of pits"},
    {"kalah", "..4", "", "is not a range of pits"},
    {"kalah", "4...5", "", "is not a range of pits"},
    {"kalah", "", "x", "is not a range of seeds"},
    {"kalah", "", "99999999999", "is not a range of seeds"},
    {"kalah", "12", "11", "cannot have 12 pits of 11 seeds"},
    {"kalah", "13", "", "cannot have 13 pits"},
    {"paper", "1..12", "1..10", "too many variants: at most 200"},
    {"random:[0]", "", "", "a whole number from 1 to 200"},
    {"random:[201]", "", "", "a whole number from 1 to 200"},
    {"random:[5,seed=1,seed=2]", "", "", "'seed' is given twice"},
    {"random:[5,count=6]", "", "", "'count' is given twice"},
    {"random:[2,seed=3],random:[2, seed=3]", "", "", "give another seed here"},
    {"random:[2],random:[3,seed=1,changes=1..8]", "", "", "give another seed here"},
    {"random:[100],random:[100,seed=2],kalah", "", "", "too many variants"},
    {"random:[3,seed=-1]", "", "", "'-1' is not a value of 'seed'"},
    {"random:[3,sede=1]", "", "", "did you mean 'seed'"},
    {"random:[3,fast=maybe]", "", "", "yes"},
    {"random:[seed=1]", "", "", "the number of variants is missing"},
    {"random:[]", "", "", "the number of variants is missing"},
    {"random:[3,changes=0..0]", "", "", "'0..0' is not a number of changes"},
    {"random:[3,changes=8..1]", "", "", "'8..1' is not a number of changes"},
    {"random:[3,changes=1..51]", "", "", "is not a number of changes"},
    {"random:[3,from=kalha]", "", "", "did you mean 'kalah'"},
    {"random:[3,from=[random:[2]]]", "", "", "random variants cannot begin at"},
    {"random:[3,from=[kalah,awari]", "", "", "a bracket is not closed"},
    {"random:[3", "", "", "a bracket is not closed"},
    {"random:3", "", "", "write random variants as"},
    {"random:[3]x", "", "", "write random variants as"},
    {"random:[99,from=kalah,changes=1]", "", "", "random variants were found"},
    {"random:[3]", "4..8", "", "have sizes of their own"},
};

TEST_EACH(refused, wrong_variants_are_refused, WRONG_VARIANTS)
{
    type_variants(WRONG_VARIANTS[_i].variants, WRONG_VARIANTS[_i].pits,
                  WRONG_VARIANTS[_i].seeds);
    ck_fails(sow_variant_choice_resolve(&choice, &err), SOW_USAGE,
             WRONG_VARIANTS[_i].words);
}

TEST_LOOP(refused, damaged_records_are_refused, 0, 8)
{
    static const char *const TEXTS[] = {
        "[awari",          "[awari]",    "[]\npits = 6\n", "awari",
        "[a]\npits = x\n", "[a]\n[b]\n", "[a]\n\nfoo\n",   ""};
    struct sow_variant_set set;
    ck_assert_int_eq(sow_variant_set_read(TEXTS[_i], &set, &err), SOW_BAD_DATA);
    ck_assert_ptr_null(set.variants);
}

/* ---- Players ---- */

static enum sow_status resolve(struct sow_store *store, const char *typed,
                               struct sow_err *err)
{
    enum sow_status status = sow_player_list_type(&list, typed, err);
    ck_assert_int_eq(status, SOW_OK);
    return sow_player_list_resolve(&list, store, err);
}

static void is_recorded(const struct sow_param_type *type, const char *wanted)
{
    const struct sow_param row = {.name = "list", .type = type};
    OWNED(text) char *text = sow_param_get(&row, &list);
    ck_assert_str_eq(text, wanted);
}

static const struct {
    const char *typed;
    const char *specs;
    const char *names;
} LISTS[] = {
    {"h1", "h1", "h1"},
    {"h1,random", "h1 random", "h1 random"},
    {"heuristics", "h1 h2 h3 h4 h5 h6", "h1 h2 h3 h4 h5 h6"},
    {"paper,divilly2013", "h1 h2 h3 h4 h5 h6 random divilly2013",
     "h1 h2 h3 h4 h5 h6 random divilly2013"},
    {"order:h4,h6", "order:h4,h6", "order:h4,h6"},
    {"order:h4,h6 h4, random", "order:h4,h6 h4 random", "order:h4,h6 h4 random"},
    {"weights:0,0,0,1,0,0", "h4", "weights:0,0,0,1,0,0"},
};

TEST_EACH(players, player_lists, LISTS)
{
    OWNED(store) struct sow_store *store = open_scratch();
    ck_ok(resolve(store, LISTS[_i].typed, &err));
    is_recorded(&sow_param_players, LISTS[_i].specs);
    is_recorded(&sow_param_player_names, LISTS[_i].names);
    ck_ok(sow_player_list_resolve(&list, store, &err));
    is_recorded(&sow_param_players, LISTS[_i].specs);
    for (size_t i = 0; i < list.count; i++) {
        OWNED(text) char *spec = sow_agent_spec(&list.agents[i]);
        ck_assert_str_eq(spec, list.specs[i]);
    }
}

TEST(players, a_run_keeps_its_name)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)add_evolution(store);
    ck_ok(resolve(store, "run:1,random", &err));
    is_recorded(&sow_param_player_names, "run:1 random");
    ck_assert_int_eq(strncmp(list.specs[0], "weights:", 8), 0);
}

static const struct {
    const char *typed;
    const char *words;
    enum sow_status status;
} WRONG_PLAYERS[] = {
    {"", "no player is named", SOW_USAGE},
    {" , ", "unknown player", SOW_USAGE},
    {"h1 h0", "unknown player 'h0'", SOW_USAGE},
    {"h1,h1", "is in the list twice", SOW_USAGE},
    {"heuristics h4", "list twice", SOW_USAGE},
    {"h4 weights:0,0,0,1,0,0", "list twice", SOW_USAGE},
    {"h1,weights:1,2", "has 1 weight", SOW_USAGE},
    {"run:1", "no run 1", SOW_NOT_FOUND},
    {"weights:h4=1,h6=0.5,h2",
     "unknown player 'h6=0.5' (see 'players'); separate players that contain commas by "
     "blanks",
     SOW_USAGE},
    {"h2,order:h4,reading=filter", "that contain commas by blanks", SOW_USAGE},
};

/* The advice to use blanks is given only if a player has commas. */
TEST(players, blanks_are_advised_for_inner_commas)
{
    static const char *const OTHERS[] = {"h2,h0", "order:h4,h6 h0", "run:1,h1", "h0",
                                         "weights:h4=nan"};
    OWNED(store) struct sow_store *store = open_scratch();
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++) {
        ck_assert(resolve(store, OTHERS[i], &err) != SOW_OK);
        ck_assert_ptr_null(strstr(err.text, "blanks"));
    }
}

TEST_EACH(players, wrong_players_are_refused, WRONG_PLAYERS)
{
    OWNED(store) struct sow_store *store = open_scratch();
    ck_fails(resolve(store, WRONG_PLAYERS[_i].typed, &err), WRONG_PLAYERS[_i].status,
             WRONG_PLAYERS[_i].words);
}

TEST(players, long_lists_are_refused)
{
    static char word[SOW_PLAYER_LIST_MAX / 2 + 8];
    memset(word, 'x', sizeof word - 1);
    char *words[] = {word, word};
    ck_fails(sow_player_list_take(&list, 2, words, &err), SOW_USAGE, "too many players");
    ck_ok(sow_player_list_take(&list, 1, words, &err));
    OWNED(store) struct sow_store *store = open_scratch();
    ck_fails(sow_player_list_resolve(&list, store, &err), SOW_USAGE, "player");
}

TEST(players, damaged_lists_are_refused)
{
    static const struct {
        const char *specs;
        const char *names;
        const char *words;
    } DAMAGED[] = {{"h1 h2", "h1", "one name each"},
                   {"h1", "h1 h2", "one name each"},
                   {"h1 run:3", "h1 h2", "run:3"}};
    for (size_t i = 0; i < sizeof DAMAGED / sizeof DAMAGED[0]; i++) {
        ck_ok(sow_player_list_type(&list, DAMAGED[i].specs, &err));
        list.name_text = strdup(DAMAGED[i].names);
        ck_fails(sow_player_list_resolve(&list, NULL, &err), SOW_BAD_DATA,
                 DAMAGED[i].words);
        ck_assert_uint_eq(list.count, 0);
    }
}
