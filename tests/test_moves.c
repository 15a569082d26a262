/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The rules engine: published counts and games, a second implementation, and
   properties. */
#include "csv.h"
#include "naive.h"
#include "sample.h"
#include "scale.h"
#include "sow/game/moves.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static sow_pits bit(int pit)
{
    return (sow_pits)(1U << (unsigned)pit);
}

/* --- leaf counts of the move tree, by three independent engines --- */

TEST(published, perft_counts)
{
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("perft.csv"));
    while (csv_next(&csv, 3)) {
        struct sow_rules rules;
        sample_variant(csv.field[0], &rules);
        int depth = (int)csv_integer(&csv, 1);
        uint64_t leaves = sow_perft_plain(&rules, &rules.start, depth);
        ck_assert_msg(leaves == (uint64_t)csv_integer(&csv, 2), "%s depth %d: %llu",
                      csv.field[0], depth, (unsigned long long)leaves);
        ck_assert_uint_eq(sow_perft(&rules, &rules.start, depth), leaves);
    }
    ck_assert_int_eq(csv.rows, 40);
}

TEST(published, perft_ends)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    /* South's only seed ends the game: it is a leaf at depth 1 and nowhere deeper. */
    struct sow_board board = sample_position(&rules, "0,0,0,0,0,1,20/1,0,0,0,0,0,26:s");
    ck_assert_uint_eq(sow_perft(&rules, &board, 0), 1);
    ck_assert_uint_eq(sow_perft(&rules, &board, 1), 1);
    ck_assert_uint_eq(sow_perft(&rules, &board, 2), 0);
}

/* --- the fair start positions of FairKalah (Neller and Neller) --- */

TEST(published, fair_boards)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    struct csv csv;
    csv_open(&csv, SOW_DATA_FILE("fairkalah_boards.csv"));
    while (csv_next(&csv, 15)) {
        char text[SOW_POSITION_MAX];
        char **f = csv.field;
        (void)snprintf(text, sizeof text, "%s,%s,%s,%s,%s,%s,%s/%s,%s,%s,%s,%s,%s,%s:s",
                       f[1], f[2], f[3], f[4], f[5], f[6], f[7], f[8], f[9], f[10], f[11],
                       f[12], f[13], f[14]);
        struct sow_board board = sample_position(&rules, text);
        ck_assert_int_eq(sow_board_seeds(&board), 48);
        sample_expect(&rules, NULL, &board, text);
        ck_assert(sow_legal(&rules, &board) != 0);
    }
    ck_assert_int_eq(csv.rows, 254);
}

/* --- the chains of extra turns of Kalah; Pekar et al. count pits from the store --- */

/* Returns the smallest pit, counted from the store, whose last seed reaches the store; -1
   if there is none (Pekar et al. 2020, Algorithm 1, first rule). */
static int last_seed_to_store(const struct sow_rules *rules,
                              const struct sow_board *board)
{
    for (int k = 1; k <= rules->pits; k++)
        if (board->pit[board->side][rules->pits - k] % (2 * rules->pits + 1) == k)
            return k;
    return -1;
}

struct chain {
    const char *position;
    const char *moves; /* counted from the store */
    int left;
};

static const struct chain CHAINS[] = {
    {"6,5,4,3,2,1,0/0,0,0,0,0,27,0:s", "1 2 1 3 1 4 1 2 1 5 1 6 1 2 1 3 1", 4},
    {"6,4,2,3,1,1,0/0,0,0,0,0,31,0:s", "1 3 1 2 1 6 1 5 1 2 1 4 1 3 1 2 1", 0},
};

TEST_EACH(published, kalah_chains, CHAINS)
{
    const struct chain *chain = &CHAINS[_i];
    struct sow_rules rules;
    sample_variant("kalah-no-empty-capture", &rules);
    struct sow_board board = sample_position(&rules, chain->position);
    char moves[128] = "";
    int count = 0;
    bool ended = false;
    for (int k; !ended && (k = last_seed_to_store(&rules, &board)) > 0; count++) {
        struct sow_outcome outcome;
        ck_assert(sow_legal(&rules, &board) & bit(rules.pits - k));
        sow_move(&rules, &board, rules.pits - k, &outcome);
        ck_assert_int_eq(outcome.gain, 1);
        size_t length = strlen(moves);
        (void)snprintf(moves + length, sizeof moves - length, "%s%d",
                       count > 0 ? " " : "", k);
        board = outcome.board;
        ended = outcome.ended;
        ck_assert(ended || board.side == SOW_SOUTH);
    }
    ck_assert_str_eq(moves, chain->moves);
    ck_assert_int_eq(count, 17);
    ck_assert_int_eq(ended, chain->left == 0);
    ck_assert_int_eq(board.store[SOW_SOUTH], 17);
    ck_assert_int_eq(sow_board_row(&board, SOW_SOUTH), chain->left);
}

/* --- hand-made positions --- */

/* A move under the rules of a variant with `extra` options. Playing pit `number` must
   lead to `next`. */
struct example {
    const char *variant;
    const char *extra; /* "key=value key=value" */
    const char *position;
    int number;
    int gain;
    bool ended;
    const char *next;
};

static const struct example EXAMPLES[] = {
    /* Kalah: the seed that reaches the store earns another turn. */
    {"kalah", "", "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s", 3, 1, false,
     "4,4,0,5,5,5,1/4,4,4,4,4,4,0:s"},
    /* The opponent's store is passed over. */
    {"kalah", "", "0,0,0,0,0,9,0/1,1,1,1,1,1,0:s", 6, 4, false,
     "1,0,0,0,0,0,4/2,2,2,2,0,2,0:n"},
    /* A lap of 13 seeds ends in its origin, which captures. */
    {"kalah", "", "0,0,13,0,0,0,0/1,1,1,1,1,1,0:s", 3, 4, false,
     "1,1,0,1,1,1,4/2,2,2,0,2,2,0:n"},
    /* The empty capture, and the same move without it. */
    {"kalah", "", "1,0,0,0,1,0,0/3,0,0,1,0,0,0:s", 5, 4, false,
     "1,0,0,0,0,0,4/0,0,0,1,0,0,0:n"},
    {"kalah", "", "1,0,0,0,1,0,0/0,3,0,0,0,0,0:s", 5, 1, false,
     "1,0,0,0,0,0,1/0,3,0,0,0,0,0:n"},
    {"kalah-no-empty-capture", "", "1,0,0,0,1,0,0/0,3,0,0,0,0,0:s", 5, 0, false,
     "1,0,0,0,0,1,0/0,3,0,0,0,0,0:n"},
    /* The extra turn is of no use to a player without seeds. */
    {"kalah", "", "0,0,0,0,0,1,20/1,0,0,0,0,0,26:s", 6, 1, true,
     "0,0,0,0,0,0,21/0,0,0,0,0,0,27:s"},
    /* Awari: a chain of 3 and 2, stopped by a pit of 5. */
    {"awari", "", "1,0,0,0,0,4,0/4,1,2,1,9,0,0:s", 6, 7, false,
     "1,0,0,0,0,0,7/5,0,0,0,9,0,0:n"},
    /* The chain stays in the opponent's row. */
    {"awari", "", "0,0,0,0,1,2,0/1,1,0,0,0,6,0:s", 6, 4, false,
     "0,0,0,0,1,0,4/0,0,0,0,0,6,0:n"},
    /* Twelve seeds: the origin is skipped. */
    {"awari", "", "0,0,0,0,0,12,0/4,4,4,4,4,0,0:s", 6, 0, false,
     "1,1,1,1,1,0,0/6,5,5,5,5,1,0:n"},
    /* Oware takes a 4, Erherhe not a 3. */
    {"oware", "", "1,0,0,0,0,2,0/3,3,1,0,0,0,0:s", 6, 8, false,
     "1,0,0,0,0,0,8/0,0,1,0,0,0,0:n"},
    {"erherhe", "", "1,0,0,0,0,2,0/3,2,1,0,0,0,0:s", 6, 0, false,
     "1,0,0,0,0,0,0/4,3,1,0,0,0,0:n"},
    /* Vai Lung Thlan sows clockwise; the chain of single seeds crosses the rows. */
    {"vai-lung-thlan", "", "2,0,4,0,0,0,0/0,0,5,0,0,0,0:s", 1, 2, false,
     "0,0,4,0,0,0,2/0,0,5,0,0,0,0:n"},
    {"vai-lung-thlan", "", "0,0,3,0,0,9,0/0,0,5,0,0,0,0:s", 3, 3, false,
     "0,0,0,0,0,9,3/0,0,5,0,0,0,0:n"},
    /* A grand slam, legal: the game ends and south keeps the own row. */
    {"awari", "", "5,0,0,0,0,2,0/1,1,0,0,0,0,0:s", 6, 4, true,
     "0,0,0,0,0,0,9/0,0,0,0,0,0,0:n"},
    {"oware-abapa", "", "5,0,0,0,0,2,0/1,1,0,0,0,0,0:s", 6, 0, false,
     "5,0,0,0,0,0,0/2,2,0,0,0,0,0:n"},
    /* The stuck player's opponent takes what is left. */
    {"awari-solved", "", "0,0,0,1,0,0,0/0,0,0,0,0,0,0:s", 4, 0, true,
     "0,0,0,0,0,0,1/0,0,0,0,0,0,0:n"},
    /* In games that end on either empty row, the empty row may be one's own. */
    {"awari", "leftovers=other-player", "0,0,0,0,0,1,0/4,0,0,0,0,0,0:s", 6, 0, true,
     "0,0,0,0,0,0,0/0,0,0,0,0,0,5:n"},
    {"awari", "", "0,0,0,0,0,1,0/4,0,0,0,0,0,0:s", 6, 0, true,
     "0,0,0,0,0,0,0/0,0,0,0,0,0,5:n"},
    {"awari", "leftovers=nobody", "0,0,0,0,0,1,0/4,0,0,0,0,0,0:s", 6, 0, true,
     "0,0,0,0,0,0,0/5,0,0,0,0,0,0:n"},
    /* A stuck player passes while the other can go on. */
    {"awari", "end=all-stuck", "1,0,0,0,1,0,0/0,0,0,0,0,0,0:s", 1, 0, false,
     "0,1,0,0,1,0,0/0,0,0,0,0,0,0:s"},
    {"awari", "end=all-stuck leftovers=nobody number_capture=1",
     "0,0,0,0,0,1,3/0,0,0,0,0,0,4:s", 6, 1, true, "0,0,0,0,0,0,4/0,0,0,0,0,0,4:n"},
    /* Relay sowing: 3 seeds end in an occupied pit, its 3 in an empty one. */
    {"awari", "laps=multiple lap_limit=20 number_capture=none",
     "3,0,0,2,0,0,0/4,4,0,0,0,0,0:s", 1, 0, false, "0,1,1,0,1,1,0/0,5,1,1,1,1,0:n"},
    {"awari", "laps=multiple lap_limit=2 number_capture=none",
     "3,0,0,2,0,0,0/4,4,0,0,0,0,0:s", 1, 0, false, "0,1,1,0,1,1,0/5,4,0,0,0,0,0:n"},
    /* A capture comes before the relay. */
    {"awari", "laps=multiple lap_limit=20", "0,0,0,0,1,2,0/1,1,0,0,0,4,0:s", 6, 4, false,
     "0,0,0,0,1,0,4/0,0,0,0,0,4,0:n"},
    /* En passant: own pits that reach 4 on the way, the opponent's do not. */
    {"awari", "en_passant_capture=4 number_capture=none", "5,3,0,3,3,0,0/3,3,0,0,0,0,0:s",
     1, 12, false, "0,0,1,0,0,1,12/3,3,0,0,0,0,0:n"},
    {"awari", "en_passant_capture=4 number_capture=none", "1,0,0,0,3,3,0/3,3,0,0,0,0,0:s",
     5, 4, false, "1,0,0,0,0,0,4/4,4,0,0,0,0,0:n"},
    /* Place capture with a chain: pits 3 and 2 hold single seeds, pit 1 none. */
    {"kalah", "place_chain=yes", "2,0,0,0,0,3,0/0,0,4,5,6,7,0:s", 1, 13, false,
     "0,0,0,0,0,3,13/0,0,4,0,0,7,0:n"},
    {"kalah", "place_chain=yes place_opposite_empty=takes-nothing lap_origin=skipped",
     "4,1,0,1,0,0,0/0,9,0,6,7,0,0:s", 4, 10, false, "4,1,0,0,0,0,10/0,0,0,6,7,0,0:n"},
    /* Place capture where the pit held a seed before. */
    {"kalah", "place_capture=2", "7,0,1,1,0,0,0/9,9,3,9,9,9,0:s", 3, 5, false,
     "7,0,0,0,0,0,5/9,9,0,9,9,9,0:n"},
    /* Number capture in the own row. */
    {"awari", "number_where=own", "0,1,1,2,5,0,0/1,1,1,1,1,1,0:s", 3, 3, false,
     "0,1,0,0,5,0,3/1,1,1,1,1,1,0:n"},
    /* Early end: 25 of 48 seeds. */
    {"kalah", "early_end=yes", "4,4,0,0,0,1,24/4,4,4,3,0,0,0:s", 6, 1, true,
     "0,0,0,0,0,0,33/0,0,0,0,0,0,15:s"},
};

static void set_rules(struct sow_rules *rules, const char *extra)
{
    char text[256];
    (void)snprintf(text, sizeof text, "%s", extra);
    struct sow_err err;
    for (char *at = text; *at != '\0';) {
        char *word = at;
        at += strcspn(at, " ");
        if (*at == ' ')
            *at++ = '\0';
        char *value = strchr(word, '=');
        ck_assert(value != NULL);
        *value++ = '\0';
        ck_assert_msg(sow_param_set_named(&sow_rules_table, rules, word, value, &err) ==
                          SOW_OK,
                      "%s", err.text);
    }
    ck_assert_msg(sow_rules_check(rules, NULL, &err) == SOW_OK, "%s", err.text);
}

TEST_EACH(examples, worked_examples, EXAMPLES)
{
    const struct example *example = &EXAMPLES[_i];
    struct sow_rules rules;
    sample_variant(example->variant, &rules);
    set_rules(&rules, example->extra);
    struct sow_board board = sample_position(&rules, example->position);
    int pit = rules.direction == SOW_COUNTER_CLOCKWISE ? example->number - 1
                                                       : rules.pits - example->number;
    ck_assert_int_eq(sow_pit_number(rules.pits, (enum sow_direction)rules.direction, pit),
                     example->number);
    struct sow_outcome outcome;
    ck_assert_msg(sow_legal(&rules, &board) & bit(pit), "pit %d is not legal: %s",
                  example->number, sample_scene(&rules, &board));
    sow_move(&rules, &board, pit, &outcome);
    sample_expect(&rules, &board, &outcome.board, example->next);
    ck_assert_msg(outcome.gain == example->gain && outcome.ended == example->ended,
                  "gain %d, ended %d: %s", outcome.gain, outcome.ended,
                  sample_scene(&rules, &board));
}

struct legality {
    const char *variant;
    const char *extra;
    const char *position;
    const char *legal; /* printed numbers */
};

static const struct legality LEGALITY[] = {
    {"awari", "", "1,0,3,0,0,1,0/1,0,0,0,0,0,0:s", "136"},
    {"vai-lung-thlan", "", "1,0,3,0,0,1,0/1,0,0,0,0,0,0:s", "136"},
    /* Must feed, where a move can. */
    {"awari", "", "1,0,3,0,0,1,0/0,0,0,0,0,0,0:s", "136"},
    {"oware-abapa", "", "1,0,3,0,0,1,0/0,0,0,0,0,0,0:s", "6"},
    {"oware-abapa", "", "1,0,4,0,0,1,0/0,0,0,0,0,0,0:s", "36"},
    {"oware-abapa", "", "1,0,3,0,0,0,0/0,0,0,0,0,0,0:s", "13"},
    /* A grand slam is illegal, unless every move is one. */
    {"awari-solved", "", "1,0,0,0,0,2,0/1,1,0,0,0,0,0:s", "1"},
    {"awari-solved", "", "0,0,0,0,0,2,0/1,1,0,0,0,0,0:s", "6"},
    {"awari-solved", "", "0,0,0,0,3,2,0/1,1,0,0,0,0,0:s", "56"},
    {"awari-solved", "", "0,0,0,0,3,2,0/1,1,1,0,0,0,0:s", "56"},
    {"oware-abapa", "", "1,0,0,0,0,2,0/1,1,0,0,0,0,0:s", "16"},
    /* A slam that captures nothing feeds. */
    {"oware-abapa", "", "1,0,0,0,0,20,0/0,0,0,0,0,0,0:s", "6"},
};

TEST_EACH(examples, legal_moves, LEGALITY)
{
    const struct legality *row = &LEGALITY[_i];
    struct sow_rules rules;
    sample_variant(row->variant, &rules);
    set_rules(&rules, row->extra);
    struct sow_board board = sample_position(&rules, row->position);
    char found[SOW_MAX_PITS + 1] = "";
    int count = 0;
    for (int number = 1; number <= rules.pits; number++) {
        int pit =
            rules.direction == SOW_COUNTER_CLOCKWISE ? number - 1 : rules.pits - number;
        if (sow_legal(&rules, &board) & bit(pit))
            found[count++] = (char)('0' + number);
    }
    found[count] = '\0';
    ck_assert_msg(strcmp(found, row->legal) == 0, "legal pits %s, expected %s: %s", found,
                  row->legal, sample_scene(&rules, &board));
}

/* In a given position without a legal move the player passes, or the game ends. */
TEST(examples, no_move)
{
    struct sow_rules rules;
    struct sow_outcome outcome;
    sample_variant("kalah", &rules);
    struct sow_board board = sample_position(&rules, "0,0,0,0,0,0,3/1,0,2,0,0,0,4:s");
    sow_no_move(&rules, &board, &outcome);
    ck_assert(outcome.ended);
    sample_expect(&rules, &board, &outcome.board, "0,0,0,0,0,0,3/0,0,0,0,0,0,7:s");
    rules.end = SOW_END_ALL_STUCK;
    sow_no_move(&rules, &board, &outcome);
    ck_assert(!outcome.ended);
    ck_assert_int_eq(outcome.gain, 0);
    sample_expect(&rules, &board, &outcome.board, "0,0,0,0,0,0,3/1,0,2,0,0,0,4:n");
    rules.end = SOW_END_MOVER_STUCK;
    rules.leftovers = SOW_LEFT_OTHER_PLAYER;
    sow_no_move(&rules, &board, &outcome);
    ck_assert(outcome.ended);
    sample_expect(&rules, &board, &outcome.board, "0,0,0,0,0,0,3/0,0,0,0,0,0,7:s");
}

/* --- against the second implementation --- */

/* Compares both engines' results of one move, each as one line of text. */
static void compare_move(const struct sow_rules *rules, const struct sow_board *board,
                         const struct naive_board *twin, int pit)
{
    enum sow_direction direction = (enum sow_direction)rules->direction;
    int number = direction == SOW_COUNTER_CLOCKWISE ? pit + 1 : rules->pits - pit;
    char text[SOW_POSITION_MAX];
    struct sow_sowing sowing;
    struct sow_outcome outcome;
    sow_sow(rules, board, pit, &sowing);
    sow_move(rules, board, pit, &outcome);
    char sown[2 * SOW_POSITION_MAX];
    int length = snprintf(sown, sizeof sown, "%d %d %d %s ", sowing.gain, sowing.again,
                          sowing.slam,
                          sow_board_format(&sowing.board, rules->pits, direction, text));
    (void)snprintf(sown + length, sizeof sown - (size_t)length, "%d %d %s", outcome.gain,
                   outcome.ended,
                   sow_board_format(&outcome.board, rules->pits, direction, text));

    struct naive_result result;
    char expected[2 * SOW_POSITION_MAX];
    naive_sow(rules, twin, number, &result);
    naive_write(&result.board, rules->pits, text, sizeof text);
    length = snprintf(expected, sizeof expected, "%d %d %d %s ", result.gain,
                      result.again, result.slam, text);
    naive_move(rules, twin, number, &result);
    naive_write(&result.board, rules->pits, text, sizeof text);
    (void)snprintf(expected + length, sizeof expected - (size_t)length, "%d %d %s",
                   result.gain, result.ended, text);
    if (strcmp(sown, expected) != 0)
        ck_abort_msg("move %d: %s\n%s, expected\n%s", number, sample_scene(rules, board),
                     sown, expected);
}

static void compare_position(const struct sow_rules *rules, const struct sow_board *board)
{
    char text[SOW_POSITION_MAX];
    enum sow_direction direction = (enum sow_direction)rules->direction;
    struct naive_board twin;
    bool legal[SOW_MAX_PITS + 1] = {false};
    (void)sow_board_format(board, rules->pits, direction, text);
    naive_read(text, rules->pits, &twin);
    naive_legal(rules, &twin, legal);
    unsigned pits = sow_legal(rules, board);
    for (int pit = 0; pit < rules->pits; pit++) {
        int number = direction == SOW_COUNTER_CLOCKWISE ? pit + 1 : rules->pits - pit;
        if (legal[number] != ((pits >> pit & 1U) != 0))
            ck_abort_msg("legality of %d: %s", number, sample_scene(rules, board));
        if (board->pit[board->side][pit] > 0)
            compare_move(rules, board, &twin, pit);
    }
}

TEST_LOOP(second_engine, second_engine, 0, 10)
{
    struct sow_pcg rng;
    sample_stream(&rng, (uint64_t)_i);
    for (int i = 0; i < sow_scaled(1000); i++) {
        struct sow_rules rules;
        sample_rules(&rng, &rules);
        for (int k = 0; k < 25; k++) {
            struct sow_board board;
            sample_board(&rng, rules.pits, &board);
            compare_position(&rules, &board);
        }
    }
}

/* --- properties --- */

static bool counts_none(const struct sow_board *board)
{
    return sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH) == 0;
}

static void check_properties(const struct sow_rules *rules, const struct sow_board *board)
{
    unsigned legal = sow_legal(rules, board);
    int seeds = sow_board_seeds(board);
    bool can_move = sow_board_row(board, board->side) > 0;
    bool good = (legal != 0) == can_move;
    for (int pit = 0; pit < rules->pits; pit++) {
        if ((legal >> pit & 1U) == 0)
            continue;
        struct sow_outcome outcome;
        sow_move(rules, board, pit, &outcome);
        good = good && board->pit[board->side][pit] > 0;
        good = good && sow_board_seeds(&outcome.board) == seeds;
        good = good && outcome.gain >= 0;
        bool cleared = counts_none(&outcome.board);
        good = good && (!outcome.ended || cleared || rules->leftovers == SOW_LEFT_NOBODY);
        good = good &&
               (outcome.ended || sow_board_row(&outcome.board, outcome.board.side) > 0);
    }
    if (!good)
        ck_abort_msg("%s", sample_scene(rules, board));
}

TEST(properties, conservation)
{
    struct sow_pcg rng;
    sample_stream(&rng, 100);
    for (int i = 0; i < sow_scaled(4000); i++) {
        struct sow_rules rules;
        sample_rules(&rng, &rules);
        for (int k = 0; k < 10; k++) {
            struct sow_board board;
            sample_board(&rng, rules.pits, &board);
            check_properties(&rules, &board);
        }
    }
}

static struct naive_board mirrored(const struct naive_board *board, int pits)
{
    struct naive_board image = *board;
    for (int seat = 0; seat < 2; seat++)
        for (int number = 1; number <= pits; number++)
            image.row[seat][number] = board->row[seat][pits + 1 - number];
    return image;
}

static struct naive_board turned(const struct naive_board *board)
{
    struct naive_board image = {.side = 1 - board->side};
    for (int seat = 0; seat < 2; seat++) {
        memcpy(image.row[seat], board->row[1 - seat], sizeof image.row[seat]);
        image.store[seat] = board->store[1 - seat];
    }
    return image;
}

/* Plays pit `number` of the position `before`; `after` receives the position. */
static void play_text(const struct sow_rules *rules, const struct naive_board *before,
                      int number, struct naive_board *after)
{
    char text[SOW_POSITION_MAX];
    enum sow_direction direction = (enum sow_direction)rules->direction;
    naive_write(before, rules->pits, text, sizeof text);
    struct sow_board board = sample_position(rules, text);
    int pit = 0;
    while (sow_pit_number(rules->pits, direction, pit) != number)
        pit++;
    struct sow_outcome outcome;
    sow_move(rules, &board, pit, &outcome);
    (void)sow_board_format(&outcome.board, rules->pits, direction, text);
    naive_read(text, rules->pits, after);
}

/* Clockwise play is the mirror image of counter-clockwise play, and both seats are
   equal. */
static void check_symmetry(struct sow_pcg *rng, const struct sow_rules *rules)
{
    struct sow_rules other = *rules;
    other.direction = 1 - rules->direction;
    struct sow_board board;
    char text[SOW_POSITION_MAX];
    sample_board(rng, rules->pits, &board);
    struct naive_board twin;
    struct naive_board next;
    (void)sow_board_format(&board, rules->pits, (enum sow_direction)rules->direction,
                           text);
    naive_read(text, rules->pits, &twin);
    struct naive_board mirror = mirrored(&twin, rules->pits);
    struct naive_board turn = turned(&twin);
    for (int number = 1; number <= rules->pits; number++) {
        if (twin.row[twin.side][number] == 0)
            continue;
        struct naive_board image;
        play_text(rules, &twin, number, &next);
        play_text(&other, &mirror, rules->pits + 1 - number, &image);
        image = mirrored(&image, rules->pits);
        ck_assert_mem_eq(&image, &next, sizeof next);
        play_text(rules, &turn, number, &image);
        image = turned(&image);
        ck_assert_mem_eq(&image, &next, sizeof next);
    }
}

TEST(properties, symmetry)
{
    struct sow_pcg rng;
    sample_stream(&rng, 200);
    for (int i = 0; i < sow_scaled(2000); i++) {
        struct sow_rules rules;
        sample_rules(&rng, &rules);
        check_symmetry(&rng, &rules);
    }
}
