/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of endgame databases against published counts and against a plain solver. The
   solver uses the tests' own rules engine (naive.h). It finds which margins the winner
   can force, the largest first. It makes no moves backwards and iterates no values. */
#include "csv.h"
#include "naive.h"
#include "sample.h"
#include "scale.h"
#include "sow/endgame/database.h"
#include "sow/variants/variant.h"
#include "suite.h"

#include <signal.h>
#include <stdint.h>
#include <sys/resource.h>
#include <unistd.h>

static void release_endgame(struct sow_endgame **endgame)
{
    sow_endgame_close(*endgame);
}

/* --- the plain solver --- */

enum { SEEDS_MOST = 8, KEYS_MOST = 1 << 24 };

/* Result for a position. Its place is the number whose digits are the pits. */
struct fact {
    int value;
    bool known;
};

struct naive_solver {
    const struct sow_rules *rules;
    int base; /* base of the digits */
    struct fact *fact;
    struct naive_board *layer; /* positions of the layer; South is to move */
    int count;
};

/* Returns the number of a position as the player to move sees it. */
static uint32_t key_of(const struct naive_solver *solver, const struct naive_board *board)
{
    uint32_t key = 0;
    for (int seat = 0; seat < 2; seat++)
        for (int number = 1; number <= solver->rules->pits; number++)
            key = key * (uint32_t)solver->base +
                  (uint32_t)board->row[seat == 0 ? board->side : 1 - board->side][number];
    return key;
}

static void list_positions(struct naive_solver *solver, struct naive_board *board,
                           int place, int seeds)
{
    int pits = solver->rules->pits;
    int *pit = &board->row[place / pits][place % pits + 1];
    bool last = place == 2 * pits - 1;
    for (*pit = last ? seeds : 0; *pit <= seeds; ++*pit) {
        if (!last)
            list_positions(solver, board, place + 1, seeds - *pit);
        else if (naive_row(board, SOW_SOUTH) > 0)
            solver->layer[solver->count++] = *board;
    }
    *pit = 0;
}

/* Computes the bounds of a move's value for its mover, from the results known so far. */
static void value_move(const struct naive_solver *solver, const struct naive_board *board,
                       int number, int *least, int *most)
{
    struct naive_result result;
    naive_move(solver->rules, board, number, &result);
    int margin = result.board.store[SOW_SOUTH] - result.board.store[SOW_NORTH];
    *least = *most = margin;
    if (result.ended)
        return;
    const struct fact *fact = &solver->fact[key_of(solver, &result.board)];
    int rest = result.board.side == SOW_SOUTH ? fact->value : -fact->value;
    *least = fact->known ? margin + rest : INT8_MIN;
    *most = fact->known ? margin + rest : INT8_MAX;
}

/* Sets the value of a position to plus or minus @p margin if a player can force it.
   Returns true if so. */
static bool settle(const struct naive_solver *solver, const struct naive_board *board,
                   int margin)
{
    struct fact *fact = &solver->fact[key_of(solver, board)];
    bool legal[SOW_MAX_PITS + 1];
    int best_least = INT8_MIN;
    int best_most = INT8_MIN;
    if (fact->known)
        return false;
    naive_legal(solver->rules, board, legal);
    for (int number = 1; number <= solver->rules->pits; number++) {
        int least;
        int most;
        if (!legal[number])
            continue;
        value_move(solver, board, number, &least, &most);
        best_least = least > best_least ? least : best_least;
        best_most = most > best_most ? most : best_most;
    }
    fact->known = best_least >= margin || best_most <= -margin;
    fact->value = best_least >= margin ? margin : fact->known ? -margin : 0;
    return fact->known;
}

static void solve_naively(struct naive_solver *solver, int seeds)
{
    struct naive_board board = {.side = SOW_SOUTH};
    solver->count = 0;
    list_positions(solver, &board, 0, seeds);
    for (int margin = seeds; margin > 0; margin--) {
        bool changed = true;
        while (changed) {
            changed = false;
            for (int i = 0; i < solver->count; i++)
                changed = settle(solver, &solver->layer[i], margin) || changed;
        }
    }
    for (int i = 0; i < solver->count; i++)
        solver->fact[key_of(solver, &solver->layer[i])].known = true;
}

static void compare_layer(const struct naive_solver *solver,
                          const struct sow_endgame *endgame)
{
    const struct sow_rules *rules = solver->rules;
    for (int i = 0; i < solver->count; i++) {
        char text[SOW_POSITION_MAX];
        naive_write(&solver->layer[i], rules->pits, text, sizeof text);
        struct sow_board board = sample_position(rules, text);
        int expected = solver->fact[key_of(solver, &solver->layer[i])].value;
        int found = sow_endgame_value(endgame, &board);
        ck_assert_msg(found == expected, "value %d, expected %d: %s", found, expected,
                      sample_scene(rules, &board));
    }
}

/* Compares all layers up to @p most with a database, solved by the plain engine or by
   tables. */
static void compare(const struct sow_rules *rules, int most, bool plain)
{
    struct sow_err err;
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    struct sow_endgame_work work = {.with = {.threads = 2}, .plain = plain};
    struct naive_solver solver = {.rules = rules, .base = most + 1};
    size_t keys = 1;
    for (int i = 0; i < 2 * rules->pits; i++)
        keys *= (size_t)solver.base;
    ck_assert_uint_le(keys, KEYS_MOST);
    solver.fact = calloc(keys, sizeof *solver.fact);
    solver.layer = calloc(sow_endgame_positions(rules->pits, most), sizeof *solver.layer);
    ck_assert(solver.fact != NULL && solver.layer != NULL);
    solver.fact[0].known = true;
    ck_ok(sow_endgame_new(rules, &endgame, &err));
    ck_ok(sow_endgame_grow(endgame, &work, most, &err));
    ck_assert_int_eq(sow_endgame_seeds(endgame), most);
    for (int seeds = 1; seeds <= most; seeds++) {
        solve_naively(&solver, seeds);
        compare_layer(&solver, endgame);
    }
    free(solver.fact);
    free(solver.layer);
}

/* Sizes of boards: whole rows of six pits, and more seeds on smaller boards. */
static const struct {
    int pits;
    int most;
} SIZES[] = {{1, 8}, {2, 8}, {3, 8}, {4, 6}, {6, 3}};

TEST_EACH(variants, every_variant_is_solved, SIZES)
{
    for (int i = 0; i < (int)sow_variant_count(); i++) {
        struct sow_rules rules;
        sample_variant(sow_variant_name((size_t)i), &rules);
        rules.pits = SIZES[_i].pits;
        rules.early_end = false; /* values ignore the early end */
        ck_ok(sow_rules_check(&rules, NULL, &err));
        compare(&rules, SIZES[_i].most, true);
        compare(&rules, SIZES[_i].most, false);
    }
}

/* In half of the tests, the moves can be split into tables (endgame_rows.h). */
TEST_LOOP(random, any_rules_are_solved, 0, 120)
{
    struct sow_pcg rng;
    struct sow_rules rules;
    sample_stream(&rng, (uint64_t)_i);
    sample_rules(&rng, &rules);
    rules.pits = 1 + _i % 3;
    rules.seeds = 1;
    rules.early_end = false;
    if (_i >= 60) {
        rules.laps = SOW_LAPS_SINGLE;
        rules.number_chain %= SOW_CHAIN_ACROSS;
        rules.place_chain = false;
    }
    ck_ok(sow_rules_check(&rules, NULL, &err));
    compare(&rules, 6, true);
    compare(&rules, 6, false);
}

/* --- published counts --- */

enum { COMPARED = 34 };

TEST(awari, counts_are_those_published)
{
    struct sow_rules rules;
    struct csv csv;
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    struct sow_endgame_work work = {.with = {.threads = 2}};
    sample_variant("awari-solved", &rules);
    ck_ok(sow_endgame_new(&rules, &endgame, &err));
    csv_open(&csv, SOW_DATA_FILE("awari_solved_counts.csv"));
    while (csv_next(&csv, 5)) {
        struct sow_endgame_layer layer;
        ck_ok(sow_endgame_grow(endgame, &work, csv.rows, &err));
        sow_endgame_count(endgame, csv.rows, &layer);
        ck_assert_int_eq(csv_integer(&csv, 0), layer.on_board);
        ck_assert_int_eq(csv_integer(&csv, 1), (long)layer.positions);
        ck_assert_int_eq(csv_integer(&csv, 2), (long)layer.wins);
        ck_assert_int_eq(csv_integer(&csv, 3), (long)layer.draws);
        ck_assert_int_eq(csv_integer(&csv, 4), (long)layer.losses);
    }
    ck_assert_int_eq(csv.rows, 8);
}

/* Layers that are large enough for several threads have the same values with one. Builds
   without a sanitizer also solve them by the rules engine, which takes long. */
TEST(awari, large_layers_are_the_same_for_any_threads)
{
    static const struct sow_endgame_work WORK[] = {
        {.with = {.threads = 1}},
        {.with = {.threads = 3}},
        {.with = {.threads = 2}, .plain = true}};
    struct sow_rules rules;
    uint64_t first = 0;
    sample_variant("awari-solved", &rules);
    for (int i = 0; i < (sow_scaled(2) < 2 ? 2 : 3); i++) {
        OWNED(endgame) struct sow_endgame *endgame = NULL;
        ck_ok(sow_endgame_new(&rules, &endgame, &err));
        ck_ok(sow_endgame_grow(endgame, &WORK[i], 11, &err));
        if (i == 0)
            first = sow_endgame_checksum(endgame);
        ck_assert_uint_eq(sow_endgame_checksum(endgame), first);
    }
}

/* Values of starts that a small database covers are those published. */
TEST(kalah, starts_are_worth_what_is_published)
{
    struct csv csv;
    int compared = 0;
    csv_open(&csv, SOW_DATA_FILE("kalah_values.csv"));
    while (csv_next(&csv, 4)) {
        struct sow_rules rules;
        OWNED(endgame) struct sow_endgame *endgame = NULL;
        struct sow_endgame_work work = {.with = {.threads = 1}};
        sample_variant(csv.field[2], &rules);
        rules.pits = (int)csv_integer(&csv, 0);
        rules.seeds = (int)csv_integer(&csv, 1);
        ck_ok(sow_rules_check(&rules, NULL, &err));
        int seeds = 2 * rules.pits * rules.seeds;
        if (sow_endgame_positions(rules.pits, seeds) > 400000)
            continue;
        ck_ok(sow_endgame_new(&rules, &endgame, &err));
        ck_ok(sow_endgame_grow(endgame, &work, seeds, &err));
        ck_assert_int_eq(sow_endgame_value(endgame, &rules.start), csv_integer(&csv, 3));
        compared++;
    }
    ck_assert_int_eq(compared, COMPARED);
}

/* --- files --- */

static const char FILE_NAME[] = "test.endgame";

enum {
    PAGE = 4096,
    KALAH_LAYER_2 = 3 * PAGE
}; /* place where the values of layer 2
      begin */

static struct sow_rules kalah(void)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    return rules;
}

/* Grows a file to @p most seeds. It may be new or have layers already. */
static enum sow_status grow_file(int most, const struct sow_stop *stop,
                                 struct sow_err *err)
{
    struct sow_rules rules = kalah();
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    struct sow_endgame_work work = {.with = {.threads = 1, .stop = stop}};
    enum sow_status status = sow_endgame_continue(FILE_NAME, &rules, &endgame, err);
    return status == SOW_OK ? sow_endgame_grow(endgame, &work, most, err) : status;
}

/* Returns the largest number of seeds in the file. */
static int seeds_of_file(void)
{
    struct sow_err err;
    struct sow_rules rules = kalah();
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    ck_ok(sow_endgame_open(FILE_NAME, &rules, &endgame, &err));
    return sow_endgame_seeds(endgame);
}

static void change_byte(long at)
{
    FILE *file = fopen(FILE_NAME, "r+b");
    ck_assert(file != NULL && fseek(file, at, SEEK_SET) == 0);
    int byte = fgetc(file);
    ck_assert(fseek(file, at, SEEK_SET) == 0 && fputc(byte ^ 1, file) != EOF);
    ck_assert_int_eq(fclose(file), 0);
}

static void begin_files(void)
{
    (void)unlink(FILE_NAME);
}

FIXTURE(files, begin_files, begin_files)

TEST(files, a_file_goes_on_layer_by_layer)
{
    struct sow_rules rules = kalah();
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    OWNED(endgame) struct sow_endgame *other = NULL;
    ck_ok(grow_file(3, NULL, &err));
    ck_assert_int_eq(seeds_of_file(), 3);
    ck_ok(grow_file(5, NULL, &err));
    ck_ok(sow_endgame_open(FILE_NAME, &rules, &endgame, &err));
    ck_ok(sow_endgame_new(&rules, &other, &err));
    ck_ok(sow_endgame_grow(other, &(struct sow_endgame_work){.plain = true}, 5, &err));
    for (int n = 0; n <= 5; n++) {
        struct sow_endgame_layer found;
        struct sow_endgame_layer expected;
        sow_endgame_count(endgame, n, &found);
        sow_endgame_count(other, n, &expected);
        ck_assert_mem_eq(&found, &expected, sizeof found);
    }
}

static void cannot_be_opened(const char *reason)
{
    struct sow_err err;
    struct sow_rules rules = kalah();
    struct sow_endgame *endgame;
    uint64_t digest;
    int seeds;
    ck_fails(sow_endgame_open(FILE_NAME, &rules, &endgame, &err), SOW_BAD_DATA, reason);
    ck_fails(sow_endgame_look(FILE_NAME, &seeds, &digest, &err), SOW_BAD_DATA, reason);
}

/* The file is cut within a layer, or between two layers. */
TEST_LOOP(files, a_cut_file_is_refused_and_made_whole, 0, 2)
{
    ck_ok(grow_file(4, NULL, &err));
    ck_assert_int_eq(truncate(FILE_NAME, KALAH_LAYER_2 + 2 * PAGE + 100 * _i), 0);
    cannot_be_opened("has lost layers: it had up to 4 seeds and now has up to 3");
    ck_ok(grow_file(4, NULL, &err));
    ck_assert_int_eq(seeds_of_file(), 4);
}

/* The file is cut behind its head. */
TEST(files, a_file_without_layers_is_refused)
{
    ck_ok(grow_file(4, NULL, &err));
    ck_assert_int_eq(truncate(FILE_NAME, PAGE), 0);
    cannot_be_opened("has lost layers: it had up to 4 seeds and now has none");
}

/* Bytes after the last layer may belong to a layer that a process is writing, so they are
   ignored. */
TEST(files, an_unfinished_layer_is_left_out)
{
    ck_ok(grow_file(4, NULL, &err));
    FILE *file = fopen(FILE_NAME, "ab");
    ck_assert(file != NULL && fputs("values to come", file) != EOF);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(seeds_of_file(), 4);
}

/* Files of version 0.1.0 do not store their number of layers. */
TEST(files, a_file_of_before_is_read)
{
    static const char ZEROS[40];
    ck_ok(grow_file(4, NULL, &err));
    FILE *file = fopen(FILE_NAME, "r+b");
    ck_assert(file != NULL && fseek(file, PAGE - (long)sizeof ZEROS, SEEK_SET) == 0);
    ck_assert_uint_eq(fwrite(ZEROS, sizeof ZEROS, 1, file), 1);
    ck_assert_int_eq(fclose(file), 0);
    ck_assert_int_eq(seeds_of_file(), 4);
    ck_assert_int_eq(truncate(FILE_NAME, KALAH_LAYER_2 + 2 * PAGE + 100), 0);
    cannot_be_opened("ends within the layer of 4 seeds");
    ck_ok(grow_file(4, NULL, &err));
    ck_assert_int_eq(seeds_of_file(), 4);
}

/* Changes of a file that is in use. */
static void cut_file(void)
{
    ck_assert_int_eq(truncate(FILE_NAME, 0), 0);
}

static void overwrite_file(void)
{
    change_byte(KALAH_LAYER_2);
}

static void remove_file(void)
{
    ck_assert_int_eq(unlink(FILE_NAME), 0);
}

static void grow_on(void)
{
    struct sow_err err;
    ck_ok(grow_file(6, NULL, &err));
}

static void rewrite_file(void)
{
    change_byte(KALAH_LAYER_2);
    change_byte(KALAH_LAYER_2);
}

static const struct {
    void (*change)(void);
    bool harms;
} CHANGES[] = {{cut_file, true},
               {overwrite_file, true},
               {remove_file, true},
               {grow_on, false},
               {rewrite_file, false}};

TEST_LOOP(files, what_changes_during_use_changes_no_value, 0, COUNT(CHANGES))
{
    struct sow_rules rules = kalah();
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    ck_ok(grow_file(5, NULL, &err));
    ck_ok(sow_endgame_open(FILE_NAME, &rules, &endgame, &err));
    ck_ok(sow_endgame_check_files(&err));
    uint64_t before = sow_endgame_checksum(endgame);
    CHANGES[_i].change();
    ck_assert_uint_eq(sow_endgame_checksum(endgame), before);
    if (CHANGES[_i].harms)
        ck_fails(sow_endgame_check_files(&err), SOW_BAD_DATA, "was changed while");
    else
        ck_ok(sow_endgame_check_files(&err));
}

TEST(files, nothing_is_appended_to_a_changed_file)
{
    struct sow_rules rules = kalah();
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    struct sow_endgame_work work = {.with = {.threads = 1}};
    ck_ok(sow_endgame_continue(FILE_NAME, &rules, &endgame, &err));
    ck_ok(sow_endgame_grow(endgame, &work, 4, &err));
    ck_assert_int_eq(truncate(FILE_NAME, KALAH_LAYER_2), 0);
    ck_fails(sow_endgame_grow(endgame, &work, 5, &err), SOW_BAD_DATA,
             "was changed while");
    ck_assert_int_eq(sow_endgame_seeds(endgame), 4);
}

TEST(files, damage_is_refused)
{
    struct sow_rules rules = kalah();
    struct sow_endgame *endgame;
    ck_ok(grow_file(4, NULL, &err));
    change_byte(KALAH_LAYER_2);
    ck_fails(sow_endgame_open(FILE_NAME, &rules, &endgame, &err), SOW_BAD_DATA,
             "damaged in the layer of 2 seeds");
    ck_fails(grow_file(5, NULL, &err), SOW_BAD_DATA, "damaged");
    change_byte(KALAH_LAYER_2);
    change_byte(40);
    ck_fails(sow_endgame_open(FILE_NAME, &rules, &endgame, &err), SOW_BAD_DATA,
             "damaged at its head");
}

TEST(files, other_rules_are_refused)
{
    struct sow_rules rules = kalah();
    struct sow_endgame *endgame;
    ck_ok(grow_file(2, NULL, &err));
    rules.extra_turn = false;
    ck_fails(sow_endgame_open(FILE_NAME, &rules, &endgame, &err), SOW_BAD_DATA,
             "it has 'extra_turn = yes', this variant has 'extra_turn = no'");
}

/* Rules may differ in the start, in the direction, and in options about the course of a
   game. */
TEST(files, rules_that_do_not_count_may_differ)
{
    struct sow_rules rules = kalah();
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    ck_ok(grow_file(2, NULL, &err));
    rules.seeds = 6;
    rules.direction = SOW_CLOCKWISE;
    rules.ply_cap = 100;
    rules.pie_rule = true;
    rules.early_end = true;
    ck_ok(sow_rules_check(&rules, NULL, &err));
    ck_ok(sow_endgame_open(FILE_NAME, &rules, &endgame, &err));
}

TEST(files, a_full_disk_loses_no_layer)
{
    struct rlimit limit = {(rlim_t)40 * PAGE, (rlim_t)40 * PAGE};
    ck_assert(signal(SIGXFSZ, SIG_IGN) != SIG_ERR);
    ck_assert_int_eq(setrlimit(RLIMIT_FSIZE, &limit), 0);
    ck_fails(grow_file(9, NULL, &err), SOW_IO, "cannot write endgame file");
    ck_assert_int_eq(seeds_of_file(), 8);
}

TEST(files, an_interruption_loses_no_layer)
{
    struct sow_stop stop = {false};
    ck_ok(grow_file(3, &stop, &err));
    sow_stop_request(&stop);
    ck_fails(grow_file(5, &stop, &err), SOW_INTERRUPTED, "the layers before it are kept");
    ck_assert_int_eq(seeds_of_file(), 3);
}

TEST(files, one_process_grows_a_file)
{
    struct sow_rules rules = kalah();
    OWNED(endgame) struct sow_endgame *endgame = NULL;
    ck_ok(sow_endgame_continue(FILE_NAME, &rules, &endgame, &err));
    ck_fails(grow_file(2, NULL, &err), SOW_BUSY, "another process");
}
