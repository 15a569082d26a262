/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Strength: the panels, the games against them, and what follows from the points. */
#include "sow/heuristics/batch.h"
#include "sow/heuristics/learnt.h"
#include "sow/strength/strength.h"
#include "sow/variants/variant.h"
#include "suite.h"

#include <math.h>
#include <string.h>

static void release_panel(struct sow_panel *panel)
{
    sow_panel_release(panel);
}

/* Returns the rules of a built-in variant. */
static struct sow_rules rules_of(const char *name)
{
    struct sow_variant variant;
    ck_assert_int_eq(sow_variant_builtin(name, &variant, NULL), SOW_OK);
    return variant.rules;
}

static struct sow_agent agent_of(const char *spec)
{
    struct sow_err err;
    struct sow_agent agent;
    ck_assert_msg(sow_agent_parse(spec, NULL, &agent, &err) == SOW_OK, "%s", err.text);
    return agent;
}

/* ---- Panels ---- */

/* Asserts that a member plays at each depth, and that its spec is complete. */
static void is_complete(const struct sow_panel_member *member)
{
    struct sow_agent deep;
    OWNED(text) char *spec = sow_agent_spec(&member->agent);
    ck_assert_ptr_null(sow_strength_deepen(&member->agent, 4, &deep));
    ck_assert_str_eq(spec, member->spec);
}

/* Versions of the panels, and the version of the panel that is found; 0 asks for the
   newest. */
static const int VERSIONS[][2] = {{0, 2}, {1, 1}, {2, 2}};

TEST_EACH(panels, every_variant_has_each_version, VERSIONS)
{
    for (size_t i = 0; i < sow_variant_count(); i++) {
        char name[SOW_PANEL_NAME_MAX + 1];
        double sum[SOW_PANEL_DEPTHS] = {0};
        OWNED(panel) struct sow_panel panel = {.count = 0};
        struct sow_rules rules = rules_of(sow_variant_name(i));
        ck_ok(sow_panel_of(&rules, VERSIONS[_i][0], &panel, &err));
        (void)snprintf(name, sizeof name, "%s-%d", sow_variant_name(i), VERSIONS[_i][1]);
        ck_assert_int_eq(panel.version, VERSIONS[_i][1]);
        ck_assert_str_eq(panel.name, name);
        ck_assert_uint_eq(panel.count, SOW_PANEL_MEMBERS);
        ck_assert(panel.rated);
        for (size_t k = 0; k < panel.count; k++) {
            is_complete(&panel.member[k]);
            for (int d = 0; d < SOW_PANEL_DEPTHS; d++)
                sum[d] += panel.member[k].rating[d];
        }
        for (int d = 0; d < SOW_PANEL_DEPTHS; d++)
            ck_assert_double_eq_tol(sum[d], 0.0, 0.5 * SOW_PANEL_MEMBERS);
    }
}

/* Every built-in variant has a learnt player, in the order of listings. */
TEST(learnt, variants_have_one_each)
{
    size_t i = 0;
    for (; i < sow_variant_count() && sow_learnt_variant(i) != NULL; i++)
        ck_assert_str_eq(sow_learnt_variant(i), sow_variant_name(i));
    ck_assert_uint_eq(i, sow_variant_count());
    ck_assert_ptr_null(sow_learnt_variant(i));
}

/* The rules decide, not the name of the variant. */
TEST(panels, changed_rules_have_the_general_one)
{
    OWNED(panel) struct sow_panel panel = {.count = 0};
    struct sow_rules rules = rules_of("kalah");
    rules.ply_cap++;
    ck_assert_int_eq(sow_panel_of(&rules, 0, &panel, &err), SOW_OK);
    ck_assert_str_eq(panel.name, "general-1");
    ck_fails(sow_panel_of(&rules, 2, &panel, &err), SOW_USAGE, "no panel of version 2");
    ck_assert_uint_eq(panel.count, 4);
    ck_assert(!panel.rated);
}

#define MEMBER "member = h4\nratings = 1 2 3\n"
#define SEVEN MEMBER MEMBER MEMBER MEMBER MEMBER MEMBER MEMBER
#define HEAD "variant = kalah\nversion = 1\n"

static const struct {
    const char *text;
    const char *fault;
} FAULTS[] = {
    {"", "needs a variant"},
    {HEAD SEVEN, "needs a variant, a version and 8 members"},
    {"version = 1\n" SEVEN MEMBER, "needs a variant"},
    {"variant = kalah\n" SEVEN MEMBER, "needs a variant"},
    {HEAD SEVEN MEMBER MEMBER, "line 19: write 8 members"},
    {HEAD "member = h4\nmember = h5\n", "line 4: write 8 members"},
    {HEAD "member = h4\nratings = 1 2\n", "three ratings"},
    {HEAD "member = h4\nratings = 1 2 x\n", "three ratings"},
    {HEAD "member = h4\nratings = 1 2 3 4\n", "three ratings"},
    {HEAD "ratings = 1 2 3\n", "three ratings"},
    {HEAD "member = h99\n", "h99"},
    {HEAD "member = run:1\n", "run"},
    {HEAD "member = alphabeta:ms=5,eval=[h4]\n", "neither on time nor on a file"},
    {HEAD "version = 2\n", "one line 'version"},
    {"version = 0\n", "one line 'version"},
    {HEAD "variant = awari\n", "one line 'variant"},
    {HEAD "players = h4\n", "line 3: expected"},
};

TEST_EACH(panels, faults_are_named, FAULTS)
{
    struct sow_panel panel = {.count = 0};
    ck_assert_int_ne(sow_panel_read(FAULTS[_i].text, "kalah-9", &panel, &err), SOW_OK);
    ck_assert_msg(strstr(err.text, FAULTS[_i].fault) != NULL, "%s", err.text);
    ck_assert_uint_eq(panel.count, 0);
}

/* ---- Players that look ahead ---- */

TEST(depth, weights_become_leaf_values)
{
    struct sow_agent deep;
    struct sow_agent weights = agent_of("divilly2013");
    ck_assert_ptr_null(sow_strength_deepen(&weights, 1, &deep));
    ck_assert(sow_agent_alike(&weights, &deep));
    ck_assert_ptr_null(sow_strength_deepen(&weights, 4, &deep));
    ck_assert_int_eq(deep.kind, SOW_AGENT_SEARCH);
    ck_assert_int_eq(deep.limits.depth, 4);
    struct sow_agent same = agent_of("alphabeta:depth=4,hash=1,eval=[divilly2013]");
    ck_assert(sow_agent_alike(&same, &deep));
}

TEST(depth, a_search_plays_as_it_is)
{
    struct sow_agent deep;
    struct sow_agent search = agent_of("alphabeta:depth=3,eval=[h4]");
    ck_assert_ptr_null(sow_strength_deepen(&search, 4, &deep));
    ck_assert(sow_agent_alike(&search, &deep));
}

TEST(depth, some_players_play_at_depth_one_only)
{
    struct sow_agent deep;
    struct sow_agent random = agent_of("random");
    struct sow_agent order = agent_of("order:h4,h6");
    ck_assert_ptr_null(sow_strength_deepen(&random, 1, &deep));
    ck_assert_ptr_null(sow_strength_deepen(&order, 1, &deep));
    ck_assert_ptr_nonnull(sow_strength_deepen(&random, 2, &deep));
    ck_assert_ptr_nonnull(sow_strength_deepen(&order, 2, &deep));
}

/* ---- Ratings ---- */

TEST(elo, expected_score_is_the_score)
{
    static const double SAME[] = {0, 0, 0};
    static const double APART[] = {-100, 100};
    static const double AWAY[] = {250};
    ck_assert_double_eq_tol(sow_strength_elo(SAME, 3, 0.5), 0, 1e-6);
    ck_assert_double_eq_tol(sow_strength_elo(SAME, 3, 10.0 / 11), 400, 1e-6);
    ck_assert_double_eq_tol(sow_strength_elo(APART, 2, 0.5), 0, 1e-6);
    ck_assert_double_eq_tol(sow_strength_elo(AWAY, 1, 1.0 / 11), -150, 1e-6);
    ck_assert_double_nan(sow_strength_elo(SAME, 3, 0.0));
    ck_assert_double_nan(sow_strength_elo(SAME, 3, 1.0));
    ck_assert_double_nan(sow_strength_elo(SAME, 0, 0.5));
}

/* ---- Games ---- */

/* Measures a player with few openings. */
static struct sow_strength measure(const char *spec, int depth, int threads,
                                   const char *kernel)
{
    struct sow_err err;
    OWNED(panel) struct sow_panel panel = {.count = 0};
    struct sow_rules rules = rules_of("kalah");
    struct sow_agent agent = agent_of(spec);
    struct sow_strength strength;
    ck_assert_int_eq(sow_panel_of(&rules, 0, &panel, &err), SOW_OK);
    struct sow_strength_request request = {
        .panel = &panel,
        .rules = &rules,
        .player = &agent,
        .depth = depth,
        .openings = 20,
        .with = {.threads = threads, .kernel = kernel}};
    ck_assert_msg(sow_strength_measure(&request, &strength, &err) == SOW_OK, "%s",
                  err.text);
    return strength;
}

static void same_strength(const struct sow_strength *a, const struct sow_strength *b)
{
    ck_assert_double_eq_tol(a->score, b->score, 1e-15);
    ck_assert_double_eq_tol(a->low, b->low, 1e-15);
    ck_assert_double_eq_tol(a->high, b->high, 1e-15);
    ck_assert_double_eq_tol(a->elo, b->elo, 1e-12);
}

TEST(games, threads_and_kernels_do_not_matter)
{
    struct sow_strength one = measure("divilly2013", 1, 1, "plain");
    struct sow_strength deep = measure("divilly2013", 2, 1, "plain");
    for (int threads = 2; threads <= 3; threads++) {
        struct sow_strength more = measure("divilly2013", 1, threads, "auto");
        same_strength(&one, &more);
        more = measure("divilly2013", 2, threads, "portable");
        same_strength(&deep, &more);
    }
    ck_assert_int_eq(one.games, 2 * 20 * SOW_PANEL_MEMBERS);
    ck_assert_int_eq(one.openings, 20);
    ck_assert(one.low < one.score && one.score < one.high);
    ck_assert(one.elo_low < one.elo && one.elo < one.elo_high);
}

TEST(games, random_is_weak)
{
    struct sow_strength random = measure("random", 1, 1, "auto");
    struct sow_strength evolved = measure("divilly2013", 1, 1, "auto");
    ck_assert_double_lt(random.high, evolved.low);
    ck_assert_double_ge(random.low, 0.0);
}

/* Players that draw nothing at random play the same games from both points of view. */
TEST(games, points_of_both_sides_add_up)
{
    enum { OPENINGS = 30 };
    double mine[OPENINGS];
    double theirs[OPENINGS];
    struct sow_rules rules = rules_of("oware");
    struct sow_agent a = agent_of("alphabeta:depth=1,ties=lowest,eval=[h4]");
    struct sow_agent b = agent_of("alphabeta:depth=2,ties=highest,eval=[h2]");
    struct sow_strength_request request = {.rules = &rules, .openings = OPENINGS};
    ck_assert_int_eq(
        sow_strength_play(&request, (struct sow_agent[]){a, b}, 3, mine, &err), SOW_OK);
    ck_assert_int_eq(
        sow_strength_play(&request, (struct sow_agent[]){b, a}, 4, theirs, &err), SOW_OK);
    for (int k = 0; k < OPENINGS; k++)
        ck_assert_double_eq_tol(mine[k] + theirs[k], 2.0, 1e-12);
}

TEST(games, a_player_by_time_is_refused)
{
    OWNED(panel) struct sow_panel panel = {.count = 0};
    struct sow_rules rules = rules_of("kalah");
    struct sow_agent agent = agent_of("alphabeta:ms=5,eval=[h4]");
    struct sow_strength strength;
    ck_assert_int_eq(sow_panel_of(&rules, 0, &panel, &err), SOW_OK);
    struct sow_strength_request request = {
        .panel = &panel, .rules = &rules, .player = &agent, .depth = 1, .openings = 2};
    ck_assert_int_eq(sow_strength_measure(&request, &strength, &err), SOW_USAGE);
    ck_assert_msg(strstr(err.text, "depend on time") != NULL, "%s", err.text);
}
