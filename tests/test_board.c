/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tests of positions as text. */
#include "sample.h"
#include "scale.h"
#include "sow/game/board.h"
#include "suite.h"

#include <stdio.h>
#include <string.h>

static const enum sow_direction DIRECTIONS[] = {SOW_COUNTER_CLOCKWISE, SOW_CLOCKWISE};

TEST(notation, start_of_kalah)
{
    struct sow_rules rules;
    sample_variant("kalah", &rules);
    sample_expect(&rules, NULL, &rules.start, "4,4,4,4,4,4,0/4,4,4,4,4,4,0:s");
    ck_assert_int_eq(sow_board_seeds(&rules.start), 48);
    ck_assert_int_eq(sow_board_row(&rules.start, SOW_NORTH), 24);
}

/* Index 0 is the first pit that gets a seed: the leftmost in counter-clockwise sowing,
   the rightmost in clockwise sowing. */
TEST(notation, order_of_pits)
{
    static const char TEXT[] = "1,2,3,10/4,5,6,20:n";
    struct sow_board board;
    ck_assert(sow_board_parse(TEXT, 3, SOW_COUNTER_CLOCKWISE, &board, NULL) == SOW_OK);
    ck_assert_mem_eq(board.pit[SOW_SOUTH], "\1\2\3\0", 4);
    ck_assert_mem_eq(board.pit[SOW_NORTH], "\4\5\6\0", 4);
    ck_assert_int_eq(board.store[SOW_SOUTH], 10);
    ck_assert_int_eq(board.store[SOW_NORTH], 20);
    ck_assert_int_eq(board.side, SOW_NORTH);
    ck_assert(sow_board_parse(TEXT, 3, SOW_CLOCKWISE, &board, NULL) == SOW_OK);
    ck_assert_mem_eq(board.pit[SOW_SOUTH], "\3\2\1\0", 4);
    ck_assert_mem_eq(board.pit[SOW_NORTH], "\6\5\4\0", 4);
    for (int pit = 0; pit < 3; pit++) {
        ck_assert_int_eq(sow_pit_number(3, SOW_COUNTER_CLOCKWISE, pit), pit + 1);
        ck_assert_int_eq(sow_pit_number(3, SOW_CLOCKWISE, pit), 3 - pit);
    }
}

TEST(notation, round_trips)
{
    struct sow_pcg rng;
    sample_stream(&rng, 300);
    for (int i = 0; i < sow_scaled(50000); i++) {
        int pits = sample_between(&rng, 1, SOW_MAX_PITS);
        enum sow_direction direction = DIRECTIONS[i % 2];
        struct sow_board board;
        struct sow_board back;
        char text[SOW_POSITION_MAX];
        sample_board(&rng, pits, &board);
        (void)sow_board_format(&board, pits, direction, text);
        if (sow_board_parse(text, pits, direction, &back, &err) != SOW_OK ||
            memcmp(&board, &back, sizeof board) != 0)
            ck_abort_msg("%s", text);
    }
}

/* The longest text of any position fits its room. */
TEST(notation, longest)
{
    struct sow_board board = {.side = SOW_NORTH};
    for (int pit = 0; pit < SOW_MAX_PITS; pit++) {
        board.pit[SOW_SOUTH][pit] = 10;
        board.pit[SOW_NORTH][pit] = 10;
    }
    board.store[SOW_SOUTH] = 10;
    char text[SOW_POSITION_MAX];
    ck_assert_uint_lt(strlen(sow_board_format(&board, SOW_MAX_PITS, SOW_CLOCKWISE, text)),
                      sizeof text - 1);
    struct sow_board back;
    ck_assert(sow_board_parse(text, SOW_MAX_PITS, SOW_CLOCKWISE, &back, NULL) == SOW_OK);
    ck_assert_mem_eq(&board, &back, sizeof board);
}

struct accepted {
    const char *text;
    const char *written;
};

static const struct accepted ACCEPTED[] = {
    {"0,0,0/0,0,0:n", "0,0,0/0,0,0:n"},
    {"04,004,0/0,000,0000000000000247:s", "4,4,0/0,0,247:s"},
    {"255,0,0/0,0,0:s", "255,0,0/0,0,0:s"},
    {"0,0,255/0,0,0:s", "0,0,255/0,0,0:s"},
};

TEST_EACH(notation, leading_zeros, ACCEPTED)
{
    const struct accepted *row = &ACCEPTED[_i];
    struct sow_board board;
    ck_assert(sow_board_parse(row->text, 2, SOW_COUNTER_CLOCKWISE, &board, NULL) ==
              SOW_OK);
    char text[SOW_POSITION_MAX];
    ck_assert_str_eq(sow_board_format(&board, 2, SOW_COUNTER_CLOCKWISE, text),
                     row->written);
}

struct refused {
    const char *text;
    const char *message;
};

#define NUMBER "a number of seeds"
#define COMMA "',' (a row of this variant has more pits, then the store)"

/* Texts for boards with two pits in a row. */
static const struct refused REFUSED[] = {
    {"", "position ends early after 0 characters: expected " NUMBER},
    {" 1,1,0/1,1,0:s", "' ' at character 1 of the position: expected " NUMBER},
    {"x", "'x' at character 1 of the position: expected " NUMBER},
    {"-1,1,0/1,1,0:s", "'-' at character 1 of the position: expected " NUMBER},
    {"+1,1,0/1,1,0:s", "'+' at character 1 of the position: expected " NUMBER},
    {"1,,0/1,1,0:s", "',' at character 3 of the position: expected " NUMBER},
    {"1,\t1,0/1,1,0:s", "0x09 at character 3 of the position: expected " NUMBER},
    {"1,\xc3\xbc,0/1,1,0:s", "0xc3 at character 3 of the position: expected " NUMBER},
    {"1", "position ends early after 1 characters: expected " COMMA},
    {"1,", "position ends early after 2 characters: expected " NUMBER},
    {"1,0/1,1,0:s", "'/' at character 4 of the position: expected " COMMA},
    {"1,1,0", "position ends early after 5 characters: expected '/' after south's store"},
    {"1,1,1,0/1,1,1,0:s",
     "',' at character 6 of the position: expected '/' after south's store"},
    {"1,1,0:1,1,0:s",
     "':' at character 6 of the position: expected '/' after south's store"},
    {"1,1,0/1,1", "position ends early after 9 characters: expected " COMMA},
    {"1,1,0/1,0:s", "':' at character 10 of the position: expected " COMMA},
    {"1,1,0/1,1,0",
     "position ends early after 11 characters: expected ':' after north's store"},
    {"1,1,0/1,1,0,0:s",
     "',' at character 12 of the position: expected ':' after north's store"},
    {"1,1,0/1,1,0:",
     "position ends early after 12 characters: expected the side to move, 's' or 'n'"},
    {"1,1,0/1,1,0:S",
     "'S' at character 13 of the position: expected the side to move, 's' or 'n'"},
    {"1,1,0/1,1,0:s ",
     "' ' at character 14 of the position: expected the end of the position"},
    {"1,1,0/1,1,0:south",
     "'o' at character 14 of the position: expected the end of the position"},
    {"1.0,1,0/1,1,0:s", "'.' at character 2 of the position: expected " COMMA},
    {"256,0,0/0,0,0:s", "more than 255 seeds in one pit or store of the position"},
    {"99999999999999999999,0,0/0,0,0:s",
     "more than 255 seeds in one pit or store of the position"},
    {"128,0,0/0,128,0:n", "position has 256 seeds: at most 255 are allowed"},
    {"255,255,255/255,255,255:n", "position has 1530 seeds: at most 255 are allowed"},
};

TEST_EACH(malformed, malformed, REFUSED)
{
    const struct refused *row = &REFUSED[_i];
    for (int d = 0; d < 2; d++) {
        struct sow_board board = {.side = 77};
        ck_assert_int_eq(sow_board_parse(row->text, 2, DIRECTIONS[d], &board, &err),
                         SOW_BAD_DATA);
        ck_assert_int_eq(err.status, SOW_BAD_DATA);
        ck_assert_str_eq(err.text, row->message);
        ck_assert_int_eq(board.side, 77);
        ck_assert(sow_board_parse(row->text, 2, DIRECTIONS[d], &board, NULL) ==
                  SOW_BAD_DATA);
    }
}

/* Copies a text without leading zeros of numbers. */
static void without_leading_zeros(const char *text, char *out)
{
    bool in_number = false;
    for (; *text != '\0'; text++) {
        bool leads = !in_number && *text == '0' && text[1] >= '0' && text[1] <= '9';
        if (leads)
            continue;
        in_number = *text >= '0' && *text <= '9';
        *out++ = *text;
    }
    *out = '\0';
}

/* A damaged text is refused, or gives a position that is written as the same text. */
TEST(malformed, damaged)
{
    static const char SIGNS[] = "0123456789,,,/:sn -+x.";
    struct sow_pcg rng;
    sample_stream(&rng, 301);
    int accepted = 0;
    for (int i = 0; i < sow_scaled(200000); i++) {
        struct sow_board board;
        char text[SOW_POSITION_MAX];
        char plain[SOW_POSITION_MAX];
        char back[SOW_POSITION_MAX];
        int pits = sample_between(&rng, 1, 3);
        sample_board(&rng, pits, &board);
        (void)sow_board_format(&board, pits, DIRECTIONS[i % 2], text);
        size_t length = strlen(text);
        for (int k = sample_between(&rng, 1, 3); k > 0; k--)
            text[sow_pcg_below(&rng, (uint32_t)length)] =
                SIGNS[sow_pcg_below(&rng, sizeof SIGNS - 1)];
        if (sow_board_parse(text, pits, DIRECTIONS[i % 2], &board, NULL) != SOW_OK)
            continue;
        without_leading_zeros(text, plain);
        (void)sow_board_format(&board, pits, DIRECTIONS[i % 2], back);
        if (strcmp(plain, back) != 0)
            ck_abort_msg("'%s' was read as '%s'", text, back);
        accepted++;
    }
    ck_assert_int_gt(accepted, 0);
}
