/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rule vocabulary: keys, values, and combinations that are refused. */
#include "sample.h"
#include "sow/game/rules.h"
#include "suite.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void set(struct sow_rules *rules, const char *key, const char *value)
{
    struct sow_err err;
    ck_assert_msg(sow_param_set_named(&sow_rules_table, rules, key, value, &err) ==
                      SOW_OK,
                  "%s", err.text);
}

static void expect_value(const struct sow_rules *rules, const char *key,
                         const char *value)
{
    OWNED(text) char *text = sow_param_get(sow_param_find(&sow_rules_table, key), rules);
    ck_assert_str_eq(text, value);
}

/* --- keys and values --- */

struct fallback {
    const char *key;
    const char *value;
};

static const struct fallback FALLBACKS[] = {
    {"pits", "6"},
    {"seeds_per_pit", "4"},
    {"start", "even"},
    {"direction", "counter-clockwise"},
    {"own_store_sown", "no"},
    {"lap_origin", "skipped"},
    {"laps", "single"},
    {"lap_limit", "0"},
    {"extra_turn", "no"},
    {"number_capture", "none"},
    {"number_where", "opponent"},
    {"number_chain", "none"},
    {"place_capture", "none"},
    {"place_opposite_empty", "takes-last"},
    {"place_chain", "no"},
    {"en_passant_capture", "none"},
    {"feeding", "none"},
    {"grand_slam", "legal"},
    {"end", "row-empty"},
    {"leftovers", "owner"},
    {"repetition", "none"},
    {"ply_cap", "0"},
    {"cap_leftovers", "owner"},
    {"pie_rule", "no"},
    {"early_end", "no"},
};

TEST(keys, defaults)
{
    struct sow_rules rules;
    sow_rules_defaults(&rules);
    ck_assert_uint_eq(sow_rules_table.count, sizeof FALLBACKS / sizeof FALLBACKS[0]);
    for (size_t i = 0; i < sow_rules_table.count; i++) {
        ck_assert_str_eq(sow_rules_table.rows[i].name, FALLBACKS[i].key);
        expect_value(&rules, FALLBACKS[i].key, FALLBACKS[i].value);
        ck_assert_uint_gt(strlen(sow_rules_table.rows[i].help), 5);
    }
}

/* Every value of a choice or flag is read and written, and changes no other option. */
TEST_EACH(keys, choices, FALLBACKS)
{
    static const char *const FLAG[] = {"no", "yes", NULL};
    const struct sow_param *param = &sow_rules_table.rows[_i];
    bool flag = param->type == &sow_param_flag;
    if (!flag && param->words == NULL)
        return;
    const char *const *words = flag ? FLAG : param->words;
    for (int k = 0; words[k] != NULL; k++) {
        struct sow_rules rules;
        sow_rules_defaults(&rules);
        set(&rules, param->name, words[k]);
        expect_value(&rules, param->name, words[k]);
        for (size_t other = 0; other < sow_rules_table.count; other++)
            if (other != (size_t)_i)
                expect_value(&rules, FALLBACKS[other].key, FALLBACKS[other].value);
    }
}

struct value {
    const char *key;
    const char *value;
    const char *result; /* value as written, or the message if `bad` */
    bool bad;
};

#define COUNTS "allowed is none, or counts from 1 to 255 such as 2,3 or 2-4"

static const struct value VALUES[] = {
    {"number_capture", "none", "none", false},
    {"number_capture", "2,3", "2,3", false},
    {"number_capture", "3, 2", "2,3", false},
    {"number_capture", "2-3", "2,3", false},
    {"number_capture", "2,3,4", "2-4", false},
    {"number_capture", "1-255", "1-255", false},
    {"number_capture", "255", "255", false},
    {"number_capture", "7,1-3,5,2,6", "1-3,5-7", false},
    {"number_capture", "002", "2", false},
    {"number_capture", "", "'' is not a value of 'number_capture': " COUNTS, true},
    {"number_capture", "0", "'0' is not a value of 'number_capture': " COUNTS, true},
    {"number_capture", "256", "'256' is not a value of 'number_capture': " COUNTS, true},
    {"place_capture", "3-2", "'3-2' is not a value of 'place_capture': " COUNTS, true},
    {"place_capture", "2,", "'2,' is not a value of 'place_capture': " COUNTS, true},
    {"place_capture", ",2", "',2' is not a value of 'place_capture': " COUNTS, true},
    {"place_capture", "2-", "'2-' is not a value of 'place_capture': " COUNTS, true},
    {"place_capture", "-2", "'-2' is not a value of 'place_capture': " COUNTS, true},
    {"place_capture", "2;3", "'2;3' is not a value of 'place_capture': " COUNTS, true},
    {"place_capture", "2,none", "'2,none' is not a value of 'place_capture': " COUNTS,
     true},
    {"place_capture", "none,2", "'none,2' is not a value of 'place_capture': " COUNTS,
     true},
    {"place_capture", "2 3", "'2 3' is not a value of 'place_capture': " COUNTS, true},
    {"place_capture", "4294967298",
     "'4294967298' is not a value of 'place_capture': " COUNTS, true},
    {"pits", "12", "12", false},
    {"pits", "1", "1", false},
    {"pits", "0", "'0' is not a value of 'pits': allowed is a whole number from 1 to 12",
     true},
    {"pits", "13",
     "'13' is not a value of 'pits': allowed is a whole number from 1 to 12", true},
    {"pits", "six",
     "'six' is not a value of 'pits': allowed is a whole number from 1 to 12", true},
    {"pits", "6.0",
     "'6.0' is not a value of 'pits': allowed is a whole number from 1 to 12", true},
    {"seeds", "-1",
     "'-1' is not a value of 'seeds_per_pit': allowed is a whole number from 0 to 255",
     true},
    {"ply_cap", "10001",
     "'10001' is not a value of 'ply_cap': allowed is a whole number from 0 to 10000",
     true},
    {"direction", "Clockwise", "clockwise", false},
    {"direction", "left",
     "'left' is not a value of 'direction': allowed is counter-clockwise | "
     "clockwise",
     true},
    {"grand_slam", "forbidden",
     "'forbidden' is not a value of 'grand_slam': allowed is legal | captures-nothing | "
     "illegal",
     true},
    {"pie_rule", "true", "'true' is not a value of 'pie_rule': allowed is yes | no",
     true},
    {"ply_caps", "5", "unknown key 'ply_caps'; did you mean 'ply_cap'?", true},
    {"frobnicate", "5",
     "unknown key 'frobnicate'; known are pits, seeds_per_pit, start, direction, own_store_sown, "
     "lap_origin, laps, lap_limit, extra_turn, number_capture, number_where, "
     "number_chain, place_capture, place_opposite_empty, place_chain, "
     "en_passant_capture, feeding, grand_slam, end, leftovers, repetition, ply_cap, "
     "cap_leftovers, pie_rule, early_end",
     true},
    {"own-store-sown", "yes", "yes", false},
};

TEST_EACH(keys, values, VALUES)
{
    const struct value *row = &VALUES[_i];
    struct sow_rules rules;
    sow_rules_defaults(&rules);
    struct sow_rules before = rules;
    enum sow_status status =
        sow_param_set_named(&sow_rules_table, &rules, row->key, row->value, &err);
    if (row->bad) {
        ck_assert_int_eq(status, SOW_BAD_DATA);
        ck_assert_str_eq(err.text, row->result);
        ck_assert_mem_eq(&rules, &before, sizeof rules);
    } else {
        ck_assert_int_eq(status, SOW_OK);
        expect_value(&rules, row->key, row->result);
    }
}

/* A set too long for one line of a file is refused when a user gives it. Otherwise
   reading a stored run would fail. */
TEST(keys, long_counts)
{
    char text[1024] = "1";
    char longest[1024] = "";
    struct sow_rules rules;
    sow_rules_defaults(&rules);
    size_t length = 1;
    for (int count = 3; count <= SOW_MAX_SEEDS; count += 2) {
        if (sow_param_set_named(&sow_rules_table, &rules, "en_passant_capture", text,
                                NULL) == SOW_OK)
            memcpy(longest, text, length + 1);
        length += (size_t)snprintf(text + length, sizeof text - length, ",%d", count);
    }
    ck_assert_uint_gt(strlen(longest), 140);
    expect_value(&rules, "en_passant_capture", longest);
    ck_assert_int_eq(
        sow_param_set_named(&sow_rules_table, &rules, "en_passant_capture", text, &err),
        SOW_BAD_DATA);
    ck_assert_str_eq(err.text,
                     "'en_passant_capture' lists too many counts: its text may have at "
                     "most 150 characters; leave out counts that cannot occur");
}

/* --- the check --- */

struct check {
    const char *settings[6]; /* key, value, ... on top of Kalah */
    const char *message;     /* NULL = accepted */
    const char *culprit;
};

#define ENDLESS "a game by these rules may never end: set 'ply_cap' or 'repetition'"
#define CROWDED "more than 255 seeds on the board: lower 'seeds_per_pit' or 'pits'"

static const struct check CHECKS[] = {
    {{NULL}, NULL, NULL},
    {{"seeds", "21"}, NULL, NULL},
    {{"seeds", "22"}, CROWDED, "seeds_per_pit"},
    {{"pits", "12", "seeds", "11"}, CROWDED, "seeds_per_pit"},
    {{"pits", "1", "seeds", "127"}, NULL, NULL},
    {{"pits", "1", "seeds", "128"}, CROWDED, "seeds_per_pit"},
    {{"seeds", "0"},
     "a board without seeds: set 'seeds_per_pit' to 1 or more, or give a 'start'",
     "seeds_per_pit"},
    {{"own_store_sown", "no"},
     "'extra_turn = yes' needs 'own_store_sown = yes'",
     "extra_turn"},
    {{"own_store_sown", "no", "extra_turn", "no"}, ENDLESS, "ply_cap"},
    {{"own_store_sown", "no", "extra_turn", "no", "ply_cap", "1"}, NULL, NULL},
    {{"own_store_sown", "no", "extra_turn", "no", "repetition", "split"}, NULL, NULL},
    {{"laps", "multiple"}, "'laps = multiple' needs a 'lap_limit' of 1 or more", "laps"},
    {{"laps", "multiple", "lap_limit", "1"}, NULL, NULL},
    {{"start", "4,4/4,4:s"},
     "start '4,4/4,4:s': '/' at character 4 of the position: expected ',' (a row of this "
     "variant has more pits, then the store)",
     "start"},
    {{"start", "0,0,0,0,0,0,1/1,1,1,1,1,1,0:s"},
     "start '0,0,0,0,0,0,1/1,1,1,1,1,1,0:s': the side to move has no seed to sow",
     "start"},
    {{"start", "0,0,0,0,0,0,1/1,1,1,1,1,1,0:n"}, NULL, NULL},
    {{"start", "0,0,0,0,0,9,1/200,46,0,0,0,0,0:n"},
     "start '0,0,0,0,0,9,1/200,46,0,0,0,0,0:n': position has 256 seeds: at most 255 are "
     "allowed",
     "start"},
    {{"start", "2,1/0,1:s", "pits", "1"}, NULL, NULL},
};

TEST_EACH(check, checks, CHECKS)
{
    const struct check *row = &CHECKS[_i];
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    for (int i = 0; i < 6 && row->settings[i] != NULL; i += 2)
        set(&rules, row->settings[i], row->settings[i + 1]);
    const char *const *culprits = NULL;
    struct sow_rules copy = rules;
    enum sow_status status = sow_rules_check(&rules, &culprits, &err);
    ck_assert_int_eq(status, sow_rules_check(&copy, NULL, NULL));
    if (row->message == NULL) {
        ck_assert_int_eq(status, SOW_OK);
        return;
    }
    ck_assert_int_eq(status, SOW_BAD_DATA);
    ck_assert_str_eq(err.text, row->message);
    ck_assert_str_eq(culprits[0], row->culprit);
    for (; *culprits != NULL; culprits++)
        ck_assert(sow_param_find(&sow_rules_table, *culprits) != NULL);
}

TEST(check, start_position)
{
    struct sow_rules rules;
    sample_variant("vai-lung-thlan", &rules);
    set(&rules, "start", "01,2,3,4,5,6,0/0,0,0,0,0,9,1:n");
    ck_assert(sow_rules_check(&rules, NULL, NULL) == SOW_OK);
    sample_expect(&rules, NULL, &rules.start, "1,2,3,4,5,6,0/0,0,0,0,0,9,1:n");
    expect_value(&rules, "start", "1,2,3,4,5,6,0/0,0,0,0,0,9,1:n");
    ck_assert_int_eq(rules.start.pit[SOW_NORTH][0], 9);
    ck_assert_int_eq(rules.start.side, SOW_NORTH);
    /* The position determines the number of seeds. */
    expect_value(&rules, "seeds", "0");
    struct sow_rules again = rules;
    ck_assert(sow_rules_check(&again, NULL, NULL) == SOW_OK);
    ck_assert_mem_eq(&again, &rules, sizeof rules);
}

/* Options without effect are cleared, so that equal rules are equal in memory. */
TEST(check, idle_options)
{
    struct sow_rules plain;
    struct sow_rules idle;
    sample_variant("kalah", &plain);
    set(&plain, "place_capture", "none");
    idle = plain;
    set(&idle, "lap_limit", "7");
    set(&idle, "number_where", "either");
    set(&idle, "number_chain", "across");
    set(&idle, "place_opposite_empty", "takes-nothing");
    set(&idle, "place_chain", "yes");
    ck_assert(sow_rules_check(&plain, NULL, NULL) == SOW_OK);
    ck_assert(sow_rules_check(&idle, NULL, NULL) == SOW_OK);
    ck_assert_mem_eq(&plain, &idle, sizeof plain);
    /* Options that have an effect stay. */
    set(&idle, "number_capture", "2");
    set(&idle, "number_chain", "across");
    set(&idle, "place_capture", "1");
    set(&idle, "place_chain", "yes");
    set(&idle, "laps", "multiple");
    set(&idle, "lap_limit", "7");
    ck_assert(sow_rules_check(&idle, NULL, NULL) == SOW_OK);
    expect_value(&idle, "number_chain", "across");
    expect_value(&idle, "place_chain", "yes");
    expect_value(&idle, "lap_limit", "7");
}
