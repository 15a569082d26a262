/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The choice of the measure by which runs are compared. */
#include "sow/queries/run_measure.h"
#include "suite.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { RUNS_MAX = 3 };

/* Makes the measures of runs: names with blanks between them, "" for none. */
static size_t make_runs(const char *const names[RUNS_MAX], struct sow_run_measures *runs)
{
    size_t count = 0;
    for (; count < RUNS_MAX && names[count] != NULL; count++) {
        char room[80];
        char *rest;
        runs[count] = (struct sow_run_measures){.run_id = 10 * ((int64_t)count + 1)};
        (void)snprintf(room, sizeof room, "%s", names[count]);
        for (char *name = strtok_r(room, " ", &rest); name != NULL;
             name = strtok_r(NULL, " ", &rest)) {
            struct sow_run_measure *measure = &runs[count].measure[runs[count].count++];
            *measure = (struct sow_run_measure){.value = (double)count};
            (void)snprintf(measure->name, sizeof measure->name, "%s", name);
        }
    }
    return count;
}

static const struct {
    const char *runs[RUNS_MAX];
    const char *asked;
    const char *chosen; /* NULL: refused */
} CHOICES[] = {
    {{"validation", "validation"}, "", "validation"},
    {{"validation strength", "validation strength"}, "", "strength"},
    /* Strength comes first only if all runs have it. */
    {{"validation strength", "validation"}, "", "validation"},
    {{"validation strength", "strength r2"}, "", "strength"},
    /* The first one that all have. */
    {{"score validation r2", "r2 validation"}, "", "validation"},
    /* Runs without any measure do not count. */
    {{"", "score", ""}, "", "score"},
    {{"score", "rating"}, "", ""},
    {{"", ""}, "", ""},
    {{NULL}, "", ""},
    {{"validation strength", "validation"}, "strength", "strength"},
    {{"validation", "score"}, "score", "score"},
    {{"validation", "score"}, "r2", NULL},
    /* Without any measure, nothing can be refused. */
    {{"", ""}, "r2", "r2"},
};

TEST_EACH(choice, of_a_measure, CHOICES)
{
    struct sow_run_measures runs[RUNS_MAX];
    char name[SOW_MEASURE_NAME_MAX + 1];
    size_t count = make_runs(CHOICES[_i].runs, runs);
    enum sow_status status =
        sow_run_measures_choose(runs, count, CHOICES[_i].asked, name, &err);
    if (CHOICES[_i].chosen == NULL) {
        ck_fails(status, SOW_USAGE,
                 "these runs have no measure 'r2'; choose one that they have: "
                 "validation, score");
        return;
    }
    ck_assert_int_eq(status, SOW_OK);
    ck_assert_str_eq(name, CHOICES[_i].chosen);
}

/* Panels of two runs, and a part of the message; NULL: they can be compared. */
static const struct {
    const char *one;
    const char *other;
    const char *fault;
} PANELS[] = {
    {"kalah-1", "kalah-1", NULL},
    {"kalah-1", "awari-2", NULL},
    {"kalah-1", "kalah-7-7-2", NULL},
    {"kalah-7-7-2", "kalah-1", NULL},
    {"", "kalah-1", NULL},
    {"kalah-1", "kalah-2",
     "strengths against 'kalah-1' and 'kalah-2' cannot be compared"},
    {"kalah-7-7-2", "kalah-7-7-1", "'kalah-7-7-2' and 'kalah-7-7-1'"},
};

TEST_EACH(choice, of_panels, PANELS)
{
    static const char *const NAMES[RUNS_MAX] = {"validation strength", "strength",
                                                "strength validation"};
    struct sow_run_measures runs[RUNS_MAX];
    char name[SOW_MEASURE_NAME_MAX + 1];
    size_t count = make_runs(NAMES, runs);
    for (size_t i = 0; i < count; i++) {
        const char *panel = i == 0 ? PANELS[_i].one : PANELS[_i].other;
        runs[i].panels = panel[0] != '\0';
        (void)snprintf(runs[i].panel[0], sizeof runs[i].panel[0], "%s", panel);
    }
    enum sow_status status = sow_run_measures_choose(runs, count, "", name, &err);
    if (PANELS[_i].fault == NULL)
        ck_assert_int_eq(status, SOW_OK);
    else
        ck_fails(status, SOW_USAGE, PANELS[_i].fault);
    /* The panels have a part in the strength only. */
    runs[1].measure[0] = runs[2].measure[1];
    ck_assert_int_eq(sow_run_measures_choose(runs, count, "validation", name, &err),
                     SOW_OK);
}

/* A run whose main depth was measured again has rows of two versions. Each depth is
   compared by its own. */
TEST(choice, of_panels_by_depth)
{
    static const char *const NAMES[RUNS_MAX] = {"strength strength_depth_2",
                                                "strength strength_depth_2", ""};
    struct sow_run_measures runs[RUNS_MAX];
    char name[SOW_MEASURE_NAME_MAX + 1];
    size_t count = make_runs(NAMES, runs);
    for (size_t i = 0; i < 2; i++) {
        runs[i].panels = 1;
        (void)snprintf(runs[i].panel[0], sizeof runs[i].panel[0], "kalah-2");
    }
    ck_ok(sow_run_measures_choose(runs, count, "strength_depth_2", name, &err));
    runs[1].panels = 2;
    runs[1].panel_depth[1] = 2;
    (void)snprintf(runs[1].panel[1], sizeof runs[1].panel[1], "kalah-1");
    ck_ok(sow_run_measures_choose(runs, count, "strength", name, &err));
    ck_fails(sow_run_measures_choose(runs, count, "strength_depth_2", name, &err),
             SOW_USAGE, "'kalah-2' and 'kalah-1'");
}

/* Strengths of a learn run at depth 4 and of an evolution at depth 1 are compared at a
   depth that both have. */
TEST(choice, of_one_depth)
{
    static const char *const NAMES[RUNS_MAX] = {
        "strength strength_depth_4 strength_depth_2 strength_depth_1",
        "strength validation strength_depth_2 strength_depth_1"};
    struct sow_run_measures runs[RUNS_MAX];
    char name[SOW_MEASURE_NAME_MAX + 1];
    size_t count = make_runs(NAMES, runs);
    runs[0].depth = 4;
    runs[1].depth = 1;
    ck_ok(sow_run_measures_choose(runs, count, "", name, &err));
    ck_assert_str_eq(name, "strength_depth_2");
    ck_fails(sow_run_measures_choose(runs, count, "strength", name, &err), SOW_USAGE,
             "strengths at depth 4 and at depth 1 cannot be compared");
    ck_assert(sow_measure_is_score("strength_depth_2"));
    /* Without a depth in common, there is no measure. */
    runs[1].count = 2;
    ck_ok(sow_run_measures_choose(runs, count, "", name, &err));
    ck_assert_str_eq(name, "");
}

TEST(choice, finds_the_value)
{
    static const char *const NAMES[RUNS_MAX] = {"", "score r2"};
    struct sow_run_measures runs[RUNS_MAX];
    ck_assert_uint_eq(make_runs(NAMES, runs), 2);
    ck_assert_str_eq(sow_run_measures_find(&runs[1], "").name, "score");
    ck_assert_str_eq(sow_run_measures_find(&runs[1], "r2").name, "r2");
    struct sow_run_measure none = sow_run_measures_find(&runs[0], "r2");
    ck_assert_str_eq(none.name, "");
    ck_assert(isnan(none.value));
}

TEST(properties, of_measures)
{
    ck_assert(sow_measure_lower_is_better("regret"));
    ck_assert(!sow_measure_lower_is_better("rating"));
    ck_assert(sow_measure_is_score("strength") && sow_measure_is_score("validation"));
    ck_assert(!sow_measure_is_score("regret") && !sow_measure_is_score("rating"));
    ck_assert(sow_measure_is_from_zero("regret_depth_4_on_12"));
    ck_assert(sow_measure_is_from_zero("score") && !sow_measure_is_from_zero("rating"));
    /* A margin of scores says nothing about seeds or Elo. */
    ck_assert_double_eq_tol(sow_measure_equivalent("strength"), 0.02, 1e-12);
    ck_assert_double_eq_tol(sow_measure_equivalent("rating"), 0, 1e-12);
    ck_assert_double_eq_tol(sow_measure_equivalent("regret"), 0, 1e-12);
    ck_assert_double_eq_tol(sow_measure_equivalent("unknown"), 0, 1e-12);
}

/* The runs have the numbers 10, 20 and 30. */
static const struct {
    const char *runs[RUNS_MAX];
    const char *name;
    const char *note;
} LACKING[] = {
    {{"validation strength", "validation", "validation"},
     "validation",
     "2 of 3 finished runs have no strength, so runs are compared by validation; 'sowlab "
     "measure 20 30' measures them"},
    {{"strength", ""},
     "strength",
     "1 of 2 finished runs have no strength, and are left out; 'sowlab measure 20' "
     "measures them"},
    {{"strength", "r2"},
     "",
     "1 of 2 finished runs have no strength, and no other measure is common; 'sowlab "
     "measure 20' measures them"},
    {{"validation", "validation"}, "validation", ""},
    {{"strength", "strength"}, "strength", ""},
    {{NULL}, "", ""},
};

TEST_EACH(strength, is_missed, LACKING)
{
    struct sow_run_measures runs[RUNS_MAX];
    char note[256];
    size_t count = make_runs(LACKING[_i].runs, runs);
    sow_run_measures_lacking(runs, count, "", LACKING[_i].name, note, sizeof note);
    ck_assert_str_eq(note, LACKING[_i].note);
    sow_run_measures_lacking(runs, count, "score", "score", note, sizeof note);
    ck_assert_str_eq(note, "");
    /* Twice the same run, and a task without a run. */
    if (count == 3) {
        runs[2].run_id = runs[1].run_id;
        runs[0].run_id = 0;
        sow_run_measures_lacking(runs, count, "", LACKING[_i].name, note, sizeof note);
        ck_assert_str_eq(note, "");
    }
}

static const struct {
    const char *name, *words;
} WORDS[] = {
    {"strength", "strength"},
    {"strength_depth_4", "strength at depth 4"},
    {"regret_depth_2_on_12", "regret at depth 2, at most 12 seeds"},
    {"r2", "r2"},
};

/* People read measures in words. */
TEST_LOOP(words, of_names, 0, sizeof WORDS / sizeof WORDS[0])
{
    (void)err;
    char room[SOW_MEASURE_WORDS_MAX + 1];
    ck_assert_str_eq(sow_measure_words(WORDS[_i].name, room), WORDS[_i].words);
}
