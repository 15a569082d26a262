/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Transfers of vectors that were evolved in several variants at once. */
#include "sow/sections/section.h"
#include "sow/studies/transfer.h"

#include "run_support.h"
#include "sow/runs/run.h"
#include "sow/runs/run_games.h"
#include "sow/store/tables/candidates.def"
#include "sow/store/tables/champions.def"
#include "sow/store/tables/generations.def"
#include "sow/store/tables/individuals.def"
#include "sow/store/tables/runs.def"
#include "sow/variants/variant.h"

#include <stdlib.h>
#include <string.h>

#define AWARI "[awari]\\npits = 6\\nseeds = 4\\nply_cap = 900\\n"
#define KALAH "[kalah]\\npits = 6\\nseeds = 4\\nown_store_sown = yes\\nply_cap = 900\\n"

static struct sow_transfer_options options;

/* Adds an evolution in these variants (as JSON). The first one is the record's own
   variant. */
static int64_t add_evolved(struct sow_store *store, const char *title, const char *games,
                           const double weights[6])
{
    struct sow_err err;
    char parameters[400];
    struct sow_run_row row = a_run("evolve");
    (void)snprintf(parameters, sizeof parameters, "{\"variants\":\"%s\"}", games);
    row.parameters = parameters;
    row.variant = title;
    int64_t id = 0;
    ck_ok(sow_store_add_run(store, &row, &id, &err));
    struct sow_generation_row generation = {id, 0, 0.6, 0, 0.5, 0, 0.4, 0, 1, NULL};
    ck_ok(sow_store_add(store, generation, &generation, &err));
    struct sow_individual_row individual = {id, 0, 0, {weights, 6}, 0.6};
    ck_ok(sow_store_add(store, individual, &individual, &err));
    struct sow_candidate_row candidate = {id, 0, 0, 0, {weights, 6}, 0.6, 10, 6, 1, 3};
    ck_ok(sow_store_add(store, candidate, &candidate, &err));
    struct sow_champion_row champion = {id, 0, 0, 0, {weights, 6}, 0.6, 0.65};
    ck_ok(sow_store_add(store, champion, &champion, &err));
    finish_run(store, id);
    return id;
}

static const double FIRST[6] = {0.5, 0, 0, 1, 0, 0};
static const double SECOND[6] = {0, 0, 0, 0.25, 0, 1};
static const double THIRD[6] = {0, 1, 0, 0, 0, 0};

static void defaults(const char *variants)
{
    sow_params_release(sow_transfer_kind.groups, &options);
    sow_run_kind_defaults(&sow_transfer_kind, &options);
    type_option(&sow_transfer_kind, &options, "variants", variants);
    type_option(&sow_transfer_kind, &options, "opponents", "h1 random");
    options.study.games = 10;
}

static int64_t transfer(struct sow_store *store)
{
    const struct asked asked = {.kind = &sow_transfer_kind,
                                .rules = "awari",
                                .name = "several",
                                .options = &options,
                                .seed = 7};
    return make_run(store, &asked);
}

/* Asserts that a question whose answer is one number has this answer. */
static void counts(struct sow_store *store, const char *sql, int wanted)
{
    ck_assert_msg((int)real_of(store, sql) == wanted, "%s is not %d", sql, wanted);
}

TEST(several, union_of_games_is_tested)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)add_evolved(store, "awari,kalah", AWARI KALAH, FIRST);
    (void)add_evolved(store, "awari", AWARI, SECOND);
    (void)add_evolved(store, "kalah", KALAH, THIRD);
    defaults("");
    ck_ok(take_words(&sow_transfer_kind, &options, store, "1 2 3", &err));
    ck_assert_str_eq(options.origins, "awari\tkalah\nawari\nkalah\n");
    option_is(&sow_transfer_kind, &options, "variants",
              "[awari]\npits = 6\nseeds = 4\nply_cap = 900\n"
              "[kalah]\npits = 6\nseeds = 4\nown_store_sown = yes\nply_cap = 900\n");
    int64_t id = transfer(store);
    counts(store, "SELECT count(DISTINCT variant) FROM transfers", 2);
    counts(store, "SELECT count(*) FROM transfers WHERE origin = 'awari,kalah'", 2);
    counts(store, "SELECT count(*) FROM transfers WHERE instr(variant, ',')", 0);
    struct sow_run_verdict verdict;
    struct sow_run_replay replay = {.id = id, .with.threads = 1, .with.kernel = "plain"};
    ck_ok(sow_run_verify(store, &replay, &verdict, &err));
    ck_assert_msg(verdict.same, "%s", verdict.difference);
}

/* The best vector of a variant is one of all vectors evolved in it, alone or with other
   variants. */
TEST(several, vector_of_several_games_is_at_home_in_each)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)add_evolved(store, "awari,kalah", AWARI KALAH, FIRST);
    (void)add_evolved(store, "oware", "[oware]\\nply_cap = 900\\n", SECOND);
    defaults("awari,kalah,erherhe,oware");
    ck_ok(take_words(&sow_transfer_kind, &options, store, "1 2", &err));
    (void)transfer(store);
    counts(store,
           "SELECT count(*) FROM transfers WHERE variant IN ('awari', 'kalah')"
           " AND home = 'run:1'",
           4);
    counts(store,
           "SELECT count(*) FROM transfers WHERE variant = 'oware' AND home = 'run:2'",
           2);
    counts(store,
           "SELECT count(*) FROM transfers WHERE variant = 'erherhe' AND home IS NULL",
           2);
    counts(store, "SELECT count(*) FROM transfers WHERE duel_score IS NOT NULL", 3);
}

TEST(several, other_rules_of_one_name_are_refused)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)add_evolved(store, "awari,kalah", AWARI KALAH, FIRST);
    (void)add_evolved(store, "oware,kalah",
                      "[oware]\\nply_cap = 900\\n[kalah]\\nply_cap = 900\\n", SECOND);
    defaults("");
    ck_fails(take_words(&sow_transfer_kind, &options, store, "1 2", &err), SOW_USAGE,
             "other rules for 'kalah'");
    defaults("awari");
    ck_ok(take_words(&sow_transfer_kind, &options, store, "1 2", &err));
}

TEST(several, damaged_games_are_refused)
{
    OWNED(store) struct sow_store *store = open_scratch();
    int64_t id = add_evolved(store, "awari,kalah", "awari,kalah", FIRST);
    struct sow_run_row row;
    struct sow_variant_set set;
    ck_ok(sow_store_read_run(store, id, &row, &err));
    ck_fails(sow_run_games_read(&row, &set, &err), SOW_BAD_DATA, "the record is damaged");
    sow_run_row_release(&row);
}

/* Runs with the same champion are one vector. It belongs to each variant in which one of
   them was made. */
TEST(several, one_champion_of_several_runs_is_one_vector)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)add_evolved(store, "awari,kalah", AWARI KALAH, FIRST);
    (void)add_evolved(store, "kalah", KALAH, SECOND);
    (void)add_evolved(store, "oware,awari", "[oware]\\nply_cap = 900\\n" AWARI, FIRST);
    defaults("");
    ck_ok(take_words(&sow_transfer_kind, &options, store, "1 2 3", &err));
    option_is(&sow_transfer_kind, &options, "names", "run:1=run:3 run:2");
    ck_assert_str_eq(options.origins, "awari\tkalah\toware\nkalah\n");
    (void)transfer(store);
    counts(store, "SELECT count(*) FROM transfers WHERE origin = 'awari,kalah,oware'", 3);
}

TEST(several, one_champion_alone_is_named_as_such)
{
    OWNED(store) struct sow_store *store = open_scratch();
    (void)add_evolved(store, "awari", AWARI, FIRST);
    (void)add_evolved(store, "kalah", KALAH, FIRST);
    defaults("");
    ck_fails(take_words(&sow_transfer_kind, &options, store, "1 2", &err), SOW_USAGE,
             "run:1=run:2: these are the same player");
    ck_assert_str_eq(options.origins, "awari\tkalah\n");
}
