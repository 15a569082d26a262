/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/base/param.h"

#include "suite.h"

#include <string.h>

enum { NAME_MAX_LENGTH = 8 };

struct options {
    int games;
    uint64_t seed;
    double rate;
    int direction;
    bool pie_rule;
    char name[NAME_MAX_LENGTH + 1];
    int untouched;
};

static const char *const DIRECTIONS[] = {"clockwise", "counter-clockwise", NULL};

static const struct sow_param ROWS[] = {
    {.name = "games",
     .type = &sow_param_integer,
     .offset = offsetof(struct options, games),
     .min = -5,
     .max = 1000,
     .fallback = "10"},
    {.name = "seed",
     .type = &sow_param_seed,
     .offset = offsetof(struct options, seed),
     .fallback = "1"},
    {.name = "crossover_rate",
     .type = &sow_param_real,
     .offset = offsetof(struct options, rate),
     .min = 0.0,
     .max = 1.5,
     .fallback = "0.5"},
    {.name = "direction",
     .type = &sow_param_choice,
     .offset = offsetof(struct options, direction),
     .words = DIRECTIONS,
     .fallback = "counter-clockwise"},
    {.name = "pie_rule",
     .type = &sow_param_flag,
     .offset = offsetof(struct options, pie_rule),
     .fallback = "no"},
    {.name = "name",
     .type = &sow_param_text,
     .offset = offsetof(struct options, name),
     .max = NAME_MAX_LENGTH,
     .fallback = "kalah"},
};

static const struct sow_param_table TABLE = {ROWS, sizeof ROWS / sizeof ROWS[0]};

static struct options default_options(void)
{
    struct options options;
    memset(&options, 0x5a, sizeof options);
    sow_param_defaults(&TABLE, &options);
    return options;
}

TEST(values, defaults)
{
    struct options options = default_options();
    ck_assert_int_eq(options.games, 10);
    ck_assert_uint_eq(options.seed, 1);
    ck_assert_double_eq_tol(options.rate, 0.5, 1e-15);
    ck_assert_int_eq(options.direction, 1);
    ck_assert(!options.pie_rule);
    ck_assert_str_eq(options.name, "kalah");
    ck_assert_int_eq(options.untouched, 0x5a5a5a5a);
}

/* Texts that are accepted, and their written form. NULL: it is the same. */
static const struct {
    const char *name, *text, *written;
} ACCEPTED[] = {
    {"games", "-5", NULL},
    {"games", "1000", NULL},
    {"games", "007", "7"},
    {"seed", "0", NULL},
    {"seed", "9223372036854775807", NULL},
    {"crossover_rate", "0", NULL},
    {"crossover_rate", "1.5", NULL},
    {"crossover_rate", "0.1", NULL},
    {"crossover_rate", "0.3333333333333333", NULL},
    {"crossover_rate", "5e-1", "0.5"},
    {"direction", "clockwise", NULL},
    {"direction", "counter-clockwise", NULL},
    {"pie_rule", "yes", NULL},
    {"pie_rule", "no", NULL},
    {"pie_rule", "YES", "yes"},
    {"direction", "Clockwise", "clockwise"},
    {"name", "", NULL},
    {"name", "8 signs!", NULL},
};

TEST_EACH(values, accepted_values, ACCEPTED)
{
    const struct sow_param *param = sow_param_find(&TABLE, ACCEPTED[_i].name);
    ck_assert_ptr_nonnull(param);
    struct options options = default_options();
    ck_assert_int_eq(sow_param_set(param, &options, ACCEPTED[_i].text, &err), SOW_OK);
    OWNED(text) char *written = sow_param_get(param, &options);
    const char *expected =
        ACCEPTED[_i].written != NULL ? ACCEPTED[_i].written : ACCEPTED[_i].text;
    ck_assert_str_eq(written, expected);

    struct options again = default_options();
    ck_assert_int_eq(sow_param_set(param, &again, written, &err), SOW_OK);
    ck_assert(sow_param_equal(param, &options, &again));
}

static const struct {
    const char *name, *text, *allowed;
} REFUSED[] = {
    {"games", "-6", "a whole number from -5 to 1000"},
    {"games", "1001", "a whole number from -5 to 1000"},
    {"games", "4294967297", "a whole number from -5 to 1000"},
    {"games", "9223372036854775808", "a whole number from -5 to 1000"},
    {"games", "1.5", "a whole number from -5 to 1000"},
    {"games", "", "a whole number from -5 to 1000"},
    {"seed", "-1", "a whole number from 0 to 9223372036854775807"},
    {"seed", "9223372036854775808", "a whole number from 0 to 9223372036854775807"},
    {"crossover_rate", "-0.1", "a number from 0 to 1.5"},
    {"crossover_rate", "1.5000000000000002", "a number from 0 to 1.5"},
    {"crossover_rate", "nan", "a number from 0 to 1.5"},
    {"crossover_rate", "0,5", "a number from 0 to 1.5"},
    {"direction", "clockwis", "clockwise | counter-clockwise"},
    {"direction", "", "clockwise | counter-clockwise"},
    {"pie_rule", "true", "yes | no"},
    {"name", "nine sign", "a text of up to 8 characters"},
};

TEST_EACH(refusals, refused_values, REFUSED)
{
    const struct sow_param *param = sow_param_find(&TABLE, REFUSED[_i].name);
    struct options options = default_options();
    struct options before = options;
    ck_assert_int_eq(sow_param_set(param, &options, REFUSED[_i].text, &err),
                     SOW_BAD_DATA);
    char expected[SOW_ERR_TEXT_MAX];
    (void)snprintf(expected, sizeof expected,
                   "'%s' is not a value of '%s': allowed is %s", REFUSED[_i].text,
                   REFUSED[_i].name, REFUSED[_i].allowed);
    ck_assert_str_eq(err.text, expected);
    ck_assert_int_eq(err.status, SOW_BAD_DATA);
    ck_assert_mem_eq(&options, &before, sizeof options);
}

TEST(refusals, refusal_without_a_reader)
{
    struct options options = default_options();
    ck_assert_int_eq(sow_param_set_named(&TABLE, &options, "games", "x", NULL),
                     SOW_BAD_DATA);
    ck_assert_int_eq(sow_param_set_named(&TABLE, &options, "gamse", "1", NULL),
                     SOW_BAD_DATA);
}

TEST(names, hyphens_are_underscores)
{
    const struct sow_param *rate = sow_param_find(&TABLE, "crossover_rate");
    ck_assert_ptr_eq(rate, &ROWS[2]);
    ck_assert_ptr_eq(sow_param_find(&TABLE, "crossover-rate"), rate);
    ck_assert_ptr_null(sow_param_find(&TABLE, "crossover"));
    ck_assert_ptr_null(sow_param_find(&TABLE, "crossover_rates"));
    ck_assert_ptr_null(sow_param_find(&TABLE, ""));
}

static const struct {
    const char *name, *message;
} UNKNOWN[] = {
    {"gamse", "unknown key 'gamse'; did you mean 'games'?"},
    {"directoin", "unknown key 'directoin'; did you mean 'direction'?"},
    {"crossover-rat", "unknown key 'crossover-rat'; did you mean 'crossover_rate'?"},
    {"temperature", "unknown key 'temperature'; known are games, seed, crossover_rate, "
                    "direction, pie_rule, name"},
};

TEST_EACH(refusals, unknown_names, UNKNOWN)
{
    struct options options = default_options();
    struct options before = options;
    ck_assert_int_eq(sow_param_set_named(&TABLE, &options, UNKNOWN[_i].name, "1", &err),
                     SOW_BAD_DATA);
    ck_assert_str_eq(err.text, UNKNOWN[_i].message);
    ck_assert_mem_eq(&options, &before, sizeof options);
}

TEST(values, named_values)
{
    struct options options = default_options();
    ck_assert_int_eq(sow_param_set_named(&TABLE, &options, "pie-rule", "yes", NULL),
                     SOW_OK);
    ck_assert(options.pie_rule);
}

TEST(values, equality_is_per_field)
{
    struct options a = default_options();
    struct options b = default_options();
    b.games = 11;
    ck_assert(!sow_param_equal(&ROWS[0], &a, &b));
    for (size_t i = 1; i < TABLE.count; i++)
        ck_assert(sow_param_equal(&ROWS[i], &a, &b));
}

/* A struct that contains another one, to which the tested option belongs. */
struct larger {
    bool used;
    struct options inner;
};

static bool is_used(const void *context)
{
    const struct larger *larger = context;
    return larger->used;
}

TEST(refusals, options_without_effect_are_refused)
{
    static const struct sow_param OUTER_ROWS[] = {
        {.name = "used",
         .type = &sow_param_flag,
         .offset = offsetof(struct larger, used),
         .fallback = "no"},
    };
    static const struct sow_param_table OUTER = {OUTER_ROWS, 1};
    static const struct sow_param_group GROUPS[] = {
        {.table = &OUTER},
        {.table = &TABLE, .offset = offsetof(struct larger, inner)},
        {.table = NULL}};
    static const struct sow_param_need NEEDS[] = {{"games", is_used, "--used"},
                                                  {NULL, NULL, NULL}};
    struct larger larger = {.inner = default_options()};
    ck_assert_int_eq(sow_param_refuse_idle(GROUPS, NEEDS, &larger, &err), SOW_OK);
    larger.inner.games = 11;
    ck_assert_int_eq(sow_param_refuse_idle(GROUPS, NEEDS, &larger, &err), SOW_USAGE);
    ck_assert_str_eq(err.text,
                     "'--games' has no effect here: it needs --used; give that or "
                     "leave it out");
    larger.used = true;
    ck_assert_int_eq(sow_param_refuse_idle(GROUPS, NEEDS, &larger, &err), SOW_OK);
    larger.used = false;
    larger.inner.games = 10;
    larger.inner.rate = 0.25;
    ck_assert_int_eq(sow_param_refuse_idle(GROUPS, NEEDS, &larger, &err), SOW_OK);
}
