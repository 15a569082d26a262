/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of rules with one option changed: the list of changes, and that the changes left
   out really give the same game. */
#include "sow/variants/flips.h"

#include "sow/game/fast_rules.h"
#include "sow/heuristics/batch.h"
#include "sow/variants/variant.h"
#include "store_support.h"

/* Options that depend on another option. They are cleared, or set, together with it. */
static const struct {
    const char *option;
    const char *with;
} DEPENDENT[] = {
    {"laps", "lap_limit"},
    {"number_capture", "number_where"},
    {"number_capture", "number_chain"},
    {"place_capture", "place_opposite_empty"},
    {"place_capture", "place_chain"},
};

static bool comes_with(const char *option, const char *other)
{
    for (size_t i = 0; i < sizeof DEPENDENT / sizeof DEPENDENT[0]; i++)
        if (strcmp(DEPENDENT[i].option, option) == 0 &&
            strcmp(DEPENDENT[i].with, other) == 0)
            return true;
    return false;
}

static void is_single_change(const struct sow_rules *base, const struct sow_flip *flip)
{
    const struct sow_param *option = sow_param_find(&sow_rules_table, flip->option);
    for (size_t i = 0; i < sow_rules_table.count; i++) {
        const struct sow_param *row = &sow_rules_table.rows[i];
        if (row != option && !comes_with(flip->option, row->name))
            ck_assert_msg(sow_param_equal(row, base, &flip->rules), "%s -> %s changes %s",
                          flip->option, flip->new_value, row->name);
    }
    OWNED(text) char *old_value = sow_param_get(option, base);
    OWNED(text) char *new_value = sow_param_get(option, &flip->rules);
    ck_assert_str_eq(flip->old_value, old_value);
    ck_assert_str_eq(flip->new_value, new_value);
    ck_assert_str_ne(old_value, new_value);
}

static void is_valid(const struct sow_flip *flip)
{
    struct sow_err err;
    struct sow_rules again = flip->rules;
    ck_ok(sow_rules_check(&again, NULL, &err));
    ck_assert_mem_eq(&again, &flip->rules, sizeof again);
}

TEST_LOOP(flips, flips_change_one_option, 0, (int)sow_variant_count())
{
    struct sow_variant base;
    struct sow_flips flips;
    ck_ok(sow_variant_builtin(sow_variant_name((size_t)_i), &base, &err));
    ck_ok(sow_flips_list(&base.rules, "", &flips, &err));
    size_t played = 0;
    for (size_t i = 0; i < flips.count; i++) {
        if (flips.flips[i].left_out[0] != '\0')
            continue;
        played++;
        is_valid(&flips.flips[i]);
        is_single_change(&base.rules, &flips.flips[i]);
        for (size_t k = 0; k < i; k++)
            ck_assert(strcmp(flips.flips[k].option, flips.flips[i].option) != 0 ||
                      strcmp(flips.flips[k].new_value, flips.flips[i].new_value) != 0);
    }
    ck_assert_uint_ge(played, 20);
    sow_flips_release(&flips);
}

static const struct sow_flip *flip_to(const struct sow_flips *flips, const char *option,
                                      const char *value)
{
    for (size_t i = 0; i < flips->count; i++)
        if (strcmp(flips->flips[i].option, option) == 0 &&
            strcmp(flips->flips[i].new_value, value) == 0)
            return &flips->flips[i];
    ck_abort_msg("no flip %s -> %s", option, value);
    return NULL;
}

TEST(flips, neighbours_are_those_of_the_table)
{
    struct sow_variant base;
    struct sow_flips flips;
    ck_ok(sow_variant_builtin("erherhe", &base, &err));
    ck_ok(sow_flips_list(&base.rules, "pits, seeds number-capture ply_cap,laps", &flips,
                         &err));
    static const char *const WANTED[][2] = {
        {"pits", "5"},           {"pits", "7"},
        {"seeds", "3"},          {"seeds", "5"},
        {"laps", "multiple"},    {"number_capture", "1,2,4"},
        {"number_capture", "4"}, {"number_capture", "2-4"},
        {"number_capture", "2"}, {"number_capture", "2,4,5"},
        {"ply_cap", "125"},      {"ply_cap", "500"},
    };
    ck_assert_uint_eq(flips.count, sizeof WANTED / sizeof WANTED[0]);
    for (size_t i = 0; i < flips.count; i++) {
        ck_assert_str_eq(flips.flips[i].option, WANTED[i][0]);
        ck_assert_str_eq(flips.flips[i].new_value, WANTED[i][1]);
        ck_assert_str_eq(flips.flips[i].left_out, "");
    }
    ck_assert_int_eq(flip_to(&flips, "laps", "multiple")->rules.lap_limit, 100);
    sow_flips_release(&flips);
}

TEST(flips, what_is_no_game_is_left_out)
{
    struct sow_variant base;
    struct sow_flips flips;
    ck_ok(sow_variant_builtin("erherhe", &base, &err));
    ck_ok(sow_flips_list(&base.rules, "", &flips, &err));
    ck_assert_str_eq(flip_to(&flips, "extra_turn", "yes")->left_out,
                     "'extra_turn = yes' needs 'own_store_sown = yes'");
    ck_assert_str_eq(flip_to(&flips, "place_chain", "yes")->left_out,
                     "has no effect: what it depends on is off");
    sow_flips_release(&flips);
    ck_ok(sow_variant_builtin("kalah", &base, &err));
    ck_ok(sow_flips_list(&base.rules, "own_store_sown", &flips, &err));
    ck_assert_uint_eq(flips.count, 1);
    ck_assert_str_eq(flips.flips[0].left_out,
                     "'extra_turn = yes' needs 'own_store_sown = yes'");
    sow_flips_release(&flips);
    /* An option added later is tried only by name, so that random variants stay the same.
     */
    ck_ok(sow_variant_builtin("awari", &base, &err));
    ck_ok(sow_flips_list(&base.rules, "", &flips, &err));
    for (size_t i = 0; i < flips.count; i++)
        ck_assert_str_ne(flips.flips[i].option, "cap_leftovers");
    sow_flips_release(&flips);
    ck_ok(sow_flips_list(&base.rules, "cap_leftovers", &flips, &err));
    ck_assert_uint_eq(flips.count, 1);
    ck_assert_str_eq(flip_to(&flips, "cap_leftovers", "nobody")->left_out, "");
    sow_flips_release(&flips);
    ck_fails(sow_flips_list(&base.rules, "sedes", &flips, &err), SOW_USAGE,
             "the rules have no option 'sedes'");
    ck_fails(sow_flips_list(&base.rules, "pits,start", &flips, &err), SOW_USAGE,
             "no neighbouring values");
    ck_assert_ptr_null(flips.flips);
}

/* ---- Rule changes that give the same game ---- */

static struct sow_pairing pair_agents(const void *context, size_t index)
{
    const uint32_t *agents = context;
    return (struct sow_pairing){(uint32_t)(index % *agents),
                                (uint32_t)(index / *agents % *agents),
                                {SOW_PURPOSE_PANEL, {index}}};
}

enum { SAME_GAMES = 400 };

static void play(const struct sow_rules *rules, const char *kernel,
                 struct sow_game_result *results)
{
    static const char *const SPECS[] = {"random", "divilly2013", "h6", "h4", "h1"};
    struct sow_err err;
    struct sow_agent agents[sizeof SPECS / sizeof SPECS[0]];
    const uint32_t count = sizeof SPECS / sizeof SPECS[0];
    for (uint32_t i = 0; i < count; i++)
        ck_ok(sow_agent_parse(SPECS[i], NULL, &agents[i], &err));
    struct sow_batch batch = {.rules = rules,
                              .agents = agents,
                              .agent_count = count,
                              .seed = 5,
                              .games = SAME_GAMES,
                              .pairing = pair_agents,
                              .context = &count,
                              .with.threads = 1,
                              .with.kernel = kernel};
    ck_assert(sow_batch_play(&batch, results));
}

/* Rules for which each reason holds, and the rule change that is left out for it. */
static const struct {
    const char *base; /* text of a variant file */
    const char *option;
    const char *value;
    bool ends_earlier;
} SAME[] = {
    {"base = erherhe", "direction", "clockwise", false},
    {"base = vai-lung-thlan", "direction", "counter-clockwise", false},
    {"base = awari\nstart = 1,1,1,1,1,0,0/0,1,1,1,1,1,0:s", "lap_origin", "sown", false},
    {"base = awari\nnumber_capture = none\nen_passant_capture = 3", "grand_slam",
     "illegal", false},
    {"base = erherhe", "leftovers", "other-player", false},
    {"base = awari-solved", "leftovers", "owner", false},
    {"base = oware-abapa", "leftovers", "other-player", false},
    {"base = kalah\nearly_end = yes", "leftovers", "other-player", false},
    {"base = awari\nend = all-stuck", "leftovers", "nobody", false},
    {"base = kalah", "repetition", "split", false},
    {"base = kalah\nextra_turn = no", "repetition", "own-rows", false},
    {"base = kalah", "early_end", "yes", true},
    {"base = erherhe\nleftovers = nobody", "early_end", "yes", true},
    {"base = oware-abapa", "early_end", "yes", true},
};

TEST_EACH(same, same_game_has_the_same_results, SAME)
{
    struct sow_variant base;
    struct sow_flips flips;
    struct sow_game_result results[2][SAME_GAMES];
    ck_ok(sow_variant_read_text(SAME[_i].base, "base", &base, &err));
    ck_ok(sow_flips_list(&base.rules, SAME[_i].option, &flips, &err));
    const struct sow_flip *flip = flip_to(&flips, SAME[_i].option, SAME[_i].value);
    ck_assert_str_ne(flip->left_out, "");
    is_single_change(&base.rules, flip);
    play(&base.rules, "plain", results[0]);
    play(&flip->rules, "plain", results[1]);
    bool shorter = false;
    for (int i = 0; i < SAME_GAMES; i++) {
        ck_assert_int_eq(sow_game_sign(results[0][i]), sow_game_sign(results[1][i]));
        if (SAME[_i].ends_earlier)
            shorter = shorter || results[1][i].plies < results[0][i].plies;
        else
            ck_assert_mem_eq(&results[0][i], &results[1][i], sizeof results[0][i]);
    }
    ck_assert(shorter == SAME[_i].ends_earlier);
    sow_flips_release(&flips);
}

/* The fast kernels play where no position comes back, and only there. */
TEST(same, repetition_needs_no_plain_kernel)
{
    static const struct {
        const char *rules;
        bool fast;
    } RULES[] = {
        {"base = kalah\nrepetition = split", true},
        {"base = kalah\nextra_turn = no\nrepetition = own-rows", true},
        {"base = kalah\npie_rule = yes\nrepetition = split", false},
        {"base = kalah\npits = 12\nseeds_per_pit = 10\nrepetition = split", false},
        {"base = awari\nrepetition = split", false},
    };
    struct sow_variant variant;
    for (size_t i = 0; i < sizeof RULES / sizeof RULES[0]; i++) {
        ck_ok(sow_variant_read_text(RULES[i].rules, "rules", &variant, &err));
        ck_assert(sow_rules_are_fast(&variant.rules) == RULES[i].fast);
        if (!RULES[i].fast)
            continue;
        struct sow_game_result results[2][SAME_GAMES];
        play(&variant.rules, "plain", results[0]);
        play(&variant.rules, "portable", results[1]);
        for (int k = 0; k < SAME_GAMES; k++) {
            ck_assert_int_eq(sow_game_sign(results[0][k]), sow_game_sign(results[1][k]));
            ck_assert_int_eq(results[0][k].plies, results[1][k].plies);
        }
    }
}

/* If the reason does not hold, the same rule change gives another game. */
TEST(same, another_game_is_played)
{
    static const struct {
        const char *base;
        const char *option;
        const char *value;
    } OTHER[] = {
        {"base = awari\nstart = 4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", "direction", "clockwise"},
        {"base = awari", "lap_origin", "sown"},
        {"base = awari", "grand_slam", "illegal"},
        {"base = awari", "leftovers", "nobody"},
        {"base = awari", "repetition", "split"},
        {"base = kalah\npie_rule = yes", "early_end", "yes"},
    };
    for (size_t i = 0; i < sizeof OTHER / sizeof OTHER[0]; i++) {
        struct sow_variant base;
        struct sow_flips flips;
        ck_ok(sow_variant_read_text(OTHER[i].base, "base", &base, &err));
        ck_ok(sow_flips_list(&base.rules, OTHER[i].option, &flips, &err));
        const struct sow_flip *flip = flip_to(&flips, OTHER[i].option, OTHER[i].value);
        ck_assert_str_eq(flip->left_out, "");
        sow_flips_release(&flips);
    }
}

/* An early end before the second player could swap changes the winner. */
TEST(same, early_end_takes_the_swap)
{
    static const char BASE[] = "base = kalah\n"
                               "start = 1,0,0,0,0,3,0/1,1,1,1,20,1,0:s\n"
                               "pie_rule = yes";
    struct sow_variant base;
    struct sow_flips flips;
    struct sow_game_result results[2][SAME_GAMES];
    ck_ok(sow_variant_read_text(BASE, "base", &base, &err));
    ck_ok(sow_flips_list(&base.rules, "early_end", &flips, &err));
    const struct sow_flip *flip = flip_to(&flips, "early_end", "yes");
    ck_assert_str_eq(flip->left_out, "");
    play(&base.rules, "plain", results[0]);
    play(&flip->rules, "plain", results[1]);
    int changed = 0;
    for (int i = 0; i < SAME_GAMES; i++)
        changed += sow_game_sign(results[0][i]) != sow_game_sign(results[1][i]);
    ck_assert_int_gt(changed, 0);
    sow_flips_release(&flips);
}
