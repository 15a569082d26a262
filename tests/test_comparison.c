/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of printed figures and claims against invented results: Tables II and III, the
   claims, and the verdicts. */
#include "sow/reproduction/comparison_visible.h"
#include "sow/reproduction/reproduce_evolved.h"
#include "sow/reproduction/works.h"
#include "sow/store/tables/reproduced.def"
#include "store_support.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double NONE = (double)NAN;

/* Asserts that two values differ by at most a millionth of the expected value. */
static void near(double value, double expected)
{
    ck_assert_msg(fabs(value - expected) <= 1e-6 * fmax(fabs(expected), 1e-3),
                  "%.10g, not %.10g", value, expected);
}

/* ---- Verdicts ---- */

TEST(verdicts, verdicts_follow_the_tests)
{
    /* Holm's correction of four tests: 0.002 x 4, then 0.004 x 3, 0.3 x 2, 0.9. */
    static const struct {
        double p;
        double adjusted;
        const char *given;
        const char *verdict;
    } ROWS[] = {
        {0.002, 0.008, "differs as known", "differs as known"},
        {0.004, 0.012, "differs", "agrees"},
        {0.9, 0.9, "holds", "undecided"},
        {NONE, NONE, "undecided", "undecided"},
        {0.3, 0.6, "differs as known", "agrees"},
    };
    enum { COUNT = sizeof ROWS / sizeof ROWS[0] };
    struct sow_comparison_list list = {.rows = NULL};
    ck_assert_ptr_nonnull(sow_comparison_add(&list, "0", "before", &err));
    list.rows[0].p = 0.5;
    for (size_t i = 0; i < COUNT; i++) {
        struct sow_reproduced_row *row = sow_comparison_add(&list, "I", "awari", &err);
        ck_assert_str_eq(row->verdict, "undecided");
        row->p = ROWS[i].p;
        row->verdict = ROWS[i].given;
    }
    ck_ok(sow_comparison_judge(&list, 1, &err));
    ck_assert(isnan(list.rows[0].p_adjusted));
    for (size_t i = 0; i < COUNT; i++) {
        const struct sow_reproduced_row *row = &list.rows[i + 1];
        ck_assert_str_eq(row->verdict, ROWS[i].verdict);
        if (isnan(ROWS[i].adjusted))
            ck_assert(isnan(row->p_adjusted));
        else
            near(row->p_adjusted, ROWS[i].adjusted);
    }
    ck_ok(sow_comparison_judge(&list, list.count, &err));
    list.rows[1].p = 2;
    ck_fails(sow_comparison_judge(&list, 1, &err), SOW_BAD_DATA, "1");
    sow_comparison_release(&list);
    ck_assert_uint_eq(list.count, 0);
    ck_assert_ptr_null(list.rows);
}

TEST(verdicts, what_could_not_differ_is_undecided)
{
    /* Holm's correction of four tests. The least p of the first row, 0.0024, would be
       corrected to 4 x 0.0024. For the second row 4 x 0.0026 is too much, although 0.0026
       alone would be enough. */
    static const struct {
        double p;
        double least;
        const char *given;
        const char *verdict;
    } ROWS[] = {
        {0.2, 0.0024, "differs", "agrees"},
        {0.0026, 0.0026, "differs as known", "undecided"},
        {0.9, 0.5, "holds", "undecided"},
        {0.9, 0, "differs", "agrees"},
    };
    enum { COUNT = sizeof ROWS / sizeof ROWS[0] };
    struct sow_comparison_list list = {.rows = NULL};
    for (size_t i = 0; i < COUNT; i++) {
        struct sow_reproduced_row *row = sow_comparison_add(&list, "II", "awari", &err);
        row->p = ROWS[i].p;
        row->verdict = ROWS[i].given;
        sow_comparison_limit(&list, ROWS[i].least);
    }
    ck_ok(sow_comparison_judge(&list, 0, &err));
    for (size_t i = 0; i < COUNT; i++)
        ck_assert_str_eq(list.rows[i].verdict, ROWS[i].verdict);
    /* If another row is decided, three tests remain. */
    list.rows[1].verdict = "differs as known";
    list.rows[2].p = 0.0001;
    list.rows[2].verdict = "fails";
    ck_ok(sow_comparison_judge(&list, 0, &err));
    ck_assert_str_eq(list.rows[1].verdict, "differs as known");
    ck_assert_str_eq(list.rows[2].verdict, "fails");
    sow_comparison_release(&list);
}

/* ---- Invented results ---- */

static struct sow_evolution evolutions[5];
static struct sow_duel evolved[5];
static struct sow_order_games orders[SOW_ORDER_READINGS];
static struct sow_duel printed[SOW_PRINTED_VECTORS];
static struct sow_duel ours[5];
static struct sow_duel single[3];
static struct sow_evidence evidence;
static struct sow_comparison_list list;

/* Returns a match with the same wins, draws and losses in both seats. */
static struct sow_duel duel(int64_t wins, int64_t draws, int64_t losses)
{
    return (struct sow_duel){.first = {wins, draws, losses},
                             .second = {wins, draws, losses}};
}

/* Sets the results of all games by `filter`; the other reading gets the same. */
static void make_games(void)
{
    for (size_t i = 0; i < 5; i++) {
        ours[i] = duel(500 + (i == 3 ? 1 : 0), 0, 500);
        evolved[i] = duel(i == 3 ? 560 : 400, 40, i == 3 ? 400 : 560);
    }
    for (size_t i = 0; i < SOW_PRINTED_VECTORS; i++)
        printed[i] = duel(400, 0, 600);
    single[0] = duel(880, 20, 100);
    single[1] = duel(850, 0, 150);
    single[2] = duel(500, 0, 100);
    for (int i = 0; i < SOW_ORDER_READINGS; i++)
        orders[i] = (struct sow_order_games){.best = "order:h1",
                                             .hardest = "order:h2",
                                             .printed = printed,
                                             .evolved = &single[0],
                                             .evolved_hardest = &single[1],
                                             .ours = ours};
}

static void make_evidence(void)
{
    static const double OURS[5][SOW_PAPER_HEURISTICS + 1] = {
        {0.338, 0.766, 0.321, 1, 1, 1, 60.1},     {0.346, 0.89, 0.009, 1, 0.798, 1, 58.6},
        {0.191, 0.849, 0.109, 1, 0.616, 1, 59.4}, {0.338, 0.925, 0.03, 1, 1, 0.99, 58.8},
        {0.478, 0.391, 0.178, 0.9, 1, 1, 67},
    };
    static char h1[] = "h1";
    static char h2[] = "h2";
    static char *names[] = {h1, h2};
    static struct sow_player_list roster = {.names = names, .count = 2};
    static struct sow_variant variant = {.name = "erherhe"};
    static struct sow_variant_set set = {.variants = &variant, .count = 1};
    struct sow_err err;
    struct sow_published *figures;
    size_t count;
    ck_ok(sow_published_load("divilly2013", &figures, &count, &err));
    for (size_t i = 0; i < 5; i++) {
        memcpy(evolutions[i].genes, OURS[i], sizeof OURS[i] - sizeof OURS[i][0]);
        /* Digits that are not printed must not matter. */
        evolutions[i].genes[3] -= 0.0004;
        evolutions[i].fitness = OURS[i][SOW_PAPER_HEURISTICS] / 100.0 + 0.0004;
    }
    make_games();
    evidence = (struct sow_evidence){.figures = figures,
                                     .figure_count = count,
                                     .roster = &roster,
                                     .set = &set,
                                     .duels = &single[2],
                                     .pairs = 1,
                                     .evolutions = evolutions,
                                     .evolution_count = 5,
                                     .evolved = evolved,
                                     .orders = orders};
}

static void free_evidence(void)
{
    free((void *)(uintptr_t)evidence.figures);
    sow_comparison_release(&list);
}

FIXTURE(claims, make_evidence, free_evidence)
FIXTURE(vectors, make_evidence, free_evidence)

static const struct sow_reproduction *find_table(const char *name)
{
    const struct sow_reproduction *table = sow_work_divilly2013.tables;
    while (strcmp(table->name, name) != 0)
        table++;
    return table;
}

static void compare(const char *name)
{
    struct sow_err err;
    const struct sow_reproduction *table = find_table(name);
    sow_comparison_release(&list);
    ck_ok(table->compare(table, &evidence, &list, &err));
}

static const struct sow_reproduced_row *find_row(const char *name, const char *column)
{
    for (size_t i = 0; i < list.count; i++)
        if (strcmp(list.rows[i].row_name, name) == 0 &&
            (column == NULL || strcmp(list.rows[i].column_name, column) == 0))
            return &list.rows[i];
    ck_abort_msg("no row '%s'", name);
}

/* ---- Table II ---- */

TEST(vectors, weights_are_compared_as_samples)
{
    /* Reference values of R 4.2.2, for the printed vectors and these five: mean, t.test,
       and a share. The share is that of all choices of five ranks out of 25 (combn) that
       are as far from the middle. */
    static const struct {
        const char *name;
        double published;
        double ours;
        double low;
        double high;
        double p;
    } MEANS[] = {
        {"w1", 0.25413, 0.3382, 0.2120735826, 0.4643264174, 0.1655750047},
        {"w2", 0.17543, 0.7642, 0.494902858, 1.033497142, 3.76435159e-05},
        {"w3", 0.5041, 0.1294, -0.02749396249, 0.2862939625, 3.76435159e-05},
        {"w4", 0.9931, 0.98, 0.9244710979, 1.035528902, 0.3666666667},
        {"w5", 0.66245, 0.8828, 0.6681134581, 1.097486542, 0.1086391869},
        {"w6", 0.7094, 0.998, 0.9924471098, 1.00355289, 0.0004329004329},
        {"fitness", 61.65, 60.78, 56.40201177, 65.15798823, 0.2088838698},
    };
    compare("II");
    ck_assert_uint_eq(list.count, 11);
    for (size_t i = 0; i < sizeof MEANS / sizeof MEANS[0]; i++) {
        const struct sow_reproduced_row *row = find_row(MEANS[i].name, NULL);
        ck_assert_ptr_nonnull(strstr(row->column_name, "rank sum"));
        near(row->published, MEANS[i].published);
        near(row->ours, MEANS[i].ours);
        near(row->low, MEANS[i].low);
        near(row->high, MEANS[i].high);
        near(row->p, MEANS[i].p);
        ck_assert_int_eq(row->published_games, 20);
        ck_assert_int_eq(row->ours_games, 5);
    }
}

TEST(vectors, runs_in_common_are_counted)
{
    /* Reference values of R 4.2.2: fisher.test. */
    static const struct {
        const char *name;
        double published;
        double ours;
        double p;
    } SHARES[] = {
        {"w4 = 1", 95, 80, 0.3666666667},
        {"w2 <= 0.332", 100, 0, 1.882175795e-05},
        {"fitness >= 57.5", 100, 100, 1},
        {"fitness <= 66.4", 100, 80, 0.2},
    };
    compare("II");
    for (size_t i = 0; i < sizeof SHARES / sizeof SHARES[0]; i++) {
        const struct sow_reproduced_row *row = find_row(SHARES[i].name, "runs, %");
        near(row->published, SHARES[i].published);
        near(row->ours, SHARES[i].ours);
        near(row->p, SHARES[i].p);
    }
    ck_ok(sow_comparison_judge(&list, 0, &err));
    ck_assert_str_eq(find_row("w2", NULL)->verdict, "differs as known");
    ck_assert_str_eq(find_row("w2 <= 0.332", NULL)->verdict, "differs as known");
    ck_assert_str_eq(find_row("w3", NULL)->verdict, "differs");
    ck_assert_str_eq(find_row("w6", NULL)->verdict, "differs");
    ck_assert_str_eq(find_row("w1", NULL)->verdict, "agrees");
    ck_assert_str_eq(find_row("fitness", NULL)->verdict, "agrees");
}

TEST(vectors, few_evolutions_agree_in_nothing)
{
    /* With two evolutions, no sample can have p below 2 / 231, and no share p below 1 /
       231. With three, p is at least 2 / 1771 for w3, which is too much after nine of
       eleven tests. A share has p of at least 1 / 1771, which is enough. */
    evidence.evolution_count = 2;
    compare("II");
    ck_ok(sow_comparison_judge(&list, 0, &err));
    near(find_row("w2", NULL)->p, 2.0 / 231);
    near(find_row("w2 <= 0.332", NULL)->p, 1.0 / 231);
    for (size_t i = 0; i < list.count; i++)
        ck_assert_str_eq(list.rows[i].verdict, "undecided");
    evidence.evolution_count = 3;
    compare("II");
    ck_ok(sow_comparison_judge(&list, 0, &err));
    near(find_row("w3", NULL)->p, 2.0 / 1771);
    ck_assert_str_eq(find_row("w3", NULL)->verdict, "undecided");
    ck_assert_str_eq(find_row("w1", NULL)->verdict, "undecided");
    ck_assert_str_eq(find_row("w2 <= 0.332", NULL)->verdict, "differs as known");
    ck_assert_str_eq(find_row("fitness >= 57.5", NULL)->verdict, "agrees");
}

TEST(vectors, missing_figures_are_noticed)
{
    const struct sow_reproduction *table = find_table("II");
    evidence.figure_count = 139;
    list.count = 0;
    ck_fails(table->compare(table, &evidence, &list, &err), SOW_BAD_DATA, "'fitness'");
    double weights[SOW_PAPER_HEURISTICS];
    ck_assert(sow_printed_vector(evidence.figures, 139, 3, weights));
    near(weights[0], 0.199);
    near(weights[5], 0.566);
    ck_assert(!sow_printed_vector(evidence.figures, 139, 20, weights));
}

/* ---- Table III ---- */

TEST(vectors, chosen_strategy_is_the_best_of_ours)
{
    compare("III");
    ck_assert_uint_eq(list.count, 14);
    const struct sow_reproduced_row *w2 = find_row("chosen by filter", "w2");
    near(w2->published, 0.190084);
    near(w2->ours, 0.925);   /* the fourth has one point more */
    ck_assert(isnan(w2->p)); /* a single vector decides nothing */
    const struct sow_reproduced_row *strength =
        find_row("as strong as the printed, filter", NULL);
    near(strength->ours, 58);
    ck_ok(sow_comparison_judge(&list, 0, &err));
    ck_assert_str_eq(find_row("chosen by filter", "w2")->verdict, "undecided");
    ck_assert(isnan(find_row("chosen by filter", "w2")->p_adjusted));
    strength = find_row("as strong as the printed, filter", NULL);
    ck_assert_str_eq(strength->verdict, "fails");
    near(strength->p_adjusted, 2.0 * strength->p); /* corrected for two tests, not for
                                                      fourteen */
    evolved[3] = duel(485, 40, 475);
    compare("III");
    ck_ok(sow_comparison_judge(&list, 0, &err));
    ck_assert_str_eq(find_row("as strong as the printed, filter", NULL)->verdict,
                     "undecided");
}

/* ---- Visible differences ---- */

/* The test finds the reported difference, and does not find one that is a game
   smaller. */
TEST(claims, visible_differences_are_the_least)
{
    struct sow_rate theirs = {815, 1000};
    static const double CRITICAL = 0.01 / 42;
    double visible = sow_rates_visible(&theirs, 20000, CRITICAL);
    struct sow_rate own = {llround((0.815 - visible) * 20000), 20000};
    double below = sow_rates_fisher(&theirs, &own);
    own.successes = llround((0.815 + visible) * 20000);
    double above = sow_rates_fisher(&theirs, &own);
    ck_assert(below < CRITICAL && above < CRITICAL && visible > 0.03 && visible < 0.06);
    own.successes = llround((0.815 + visible) * 20000) - 1;
    above = sow_rates_fisher(&theirs, &own);
    own.successes = llround((0.815 - visible) * 20000) + 1;
    ck_assert(fmax(above, sow_rates_fisher(&theirs, &own)) >= CRITICAL);
    ck_assert(isnan(sow_rates_visible(&theirs, 2, CRITICAL)));
}

TEST(claims, visible_means_are_the_least)
{
    static const double THEIRS[] = {1, 2, 3, 4, 5, 6, 7, 8};
    static const double OURS[] = {1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5};
    struct sow_sample theirs = {THEIRS, 8};
    struct sow_sample own = {OURS, 8};
    double visible;
    ck_ok(sow_means_visible(&theirs, &own, 100, 0.01, &visible, &err));
    double shifted[8];
    struct sow_rank_sum test;
    struct sow_sample sample = {shifted, 8};
    for (int i = 0; i < 8; i++)
        shifted[i] = THEIRS[i] + visible + 0.02;
    ck_ok(sow_rank_sum_test(&theirs, &sample, &test, &err));
    ck_assert(test.p < 0.01);
    for (int i = 0; i < 8; i++)
        shifted[i] = THEIRS[i] + visible - 1.1;
    ck_ok(sow_rank_sum_test(&theirs, &sample, &test, &err));
    ck_assert(test.p >= 0.01);
    own.count = 2;
    ck_ok(sow_means_visible(&theirs, &own, 100, 0.01, &visible, &err));
    ck_assert(isnan(visible));
}

/* ---- Claims ---- */

TEST(claims, claims_are_tested)
{
    compare("claims");
    ck_assert_uint_eq(list.count, 7);
    const struct sow_reproduced_row *row =
        find_row("over 87 % wins, best order, filter", "order:h1");
    near(row->published, 87);
    near(row->ours, 88);
    ck_assert_int_eq(row->ours_games, 2000);
    /* Reference value of R 4.2.2: prop.test(1760, 2000, 0.87, correct = FALSE). Its upper
       limit is 89.35183; that of score() in statistics_reference.R is the one below. */
    near(row->p, 0.1835868332);
    near(row->low, 86.50247374);
    near(row->high, 89.36982401);
    ck_assert_str_eq(row->verdict, "holds");
    row = find_row("over 87 % wins, hardest order, filter", "order:h2");
    near(row->ours, 85);
    near(row->p, 0.007823724726);
    ck_assert_str_eq(row->verdict, "fails");
    row = find_row("h1 beats h2", NULL);
    near(row->ours, 100.0 * 500 / 600);
    ck_assert_str_eq(row->verdict, "holds");
}

/* Asserts the rank of the fourth vector, its limits and the verdict. */
static void has_rank(double rank, double low, double high, const char *verdict)
{
    struct sow_err err;
    compare("claims");
    ck_ok(sow_comparison_judge(&list, 0, &err));
    const struct sow_reproduced_row *row =
        find_row("run 4 is the best of 20, filter", "rank");
    near(row->ours, rank);
    near(row->low, low);
    near(row->high, high);
    ck_assert_str_eq(row->verdict, verdict);
}

TEST(claims, run_4_is_ranked)
{
    has_rank(1, 1, 20, "undecided"); /* all are equal */
    printed[3] = duel(500, 0, 500);
    has_rank(1, 1, 1, "holds");
    printed[7] = duel(505, 0, 495);
    has_rank(2, 1, 2, "undecided");
    printed[7] = duel(495, 20, 485); /* a draw counts as half a win */
    has_rank(2, 1, 2, "undecided");
    printed[7] = duel(600, 0, 400);
    has_rank(2, 2, 2, "fails");
    for (size_t i = 0; i < 3; i++)
        printed[i] = duel(490, 0, 510);
    has_rank(2, 2, 5, "fails");
    printed[3] = duel(1000, 0, 0); /* the rate has no error */
    has_rank(1, 1, 1, "holds");
    for (size_t i = 0; i < SOW_PRINTED_VECTORS; i++)
        printed[i] = duel(0, 0, 1000); /* the rates of the others have no error either */
    has_rank(1, 1, 20, "undecided");
    printed[3] = duel(1000, 0, 0);
    has_rank(1, 1, 1, "holds");
}

TEST(claims, what_was_not_asked_for_is_left_out)
{
    evidence.evolution_count = 0;
    compare("II");
    ck_assert_uint_eq(list.count, 0);
    compare("III");
    ck_assert_uint_eq(list.count, 0);
    compare("claims");
    ck_assert_uint_eq(list.count, 7);
    evidence.orders = NULL;
    evidence.evolution_count = 5;
    compare("claims");
    ck_assert_uint_eq(list.count, 0);
    compare("III");
    ck_assert_uint_eq(list.count, 0);
    compare("II");
    ck_assert_uint_eq(list.count, 11);
}

TEST(claims, damaged_records_are_noticed)
{
    const struct sow_reproduction *table = find_table("claims");
    struct sow_player_list roster = *evidence.roster;
    char h3[] = "h3";
    char *names[] = {evidence.roster->names[0], h3};
    roster.names = names;
    evidence.roster = &roster;
    list.count = 0;
    ck_fails(table->compare(table, &evidence, &list, &err), SOW_BAD_DATA,
             "lack 'h1' and 'h2'");
    struct sow_variant_set none = {.count = 0};
    evidence.set = &none;
    ck_fails(table->compare(table, &evidence, &list, &err), SOW_BAD_DATA,
             "lack 'erherhe'");
}
