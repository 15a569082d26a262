/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "sow/game/board.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

int sow_board_row(const struct sow_board *board, int seat)
{
    int seeds = 0;
    for (int i = 0; i < SOW_MAX_PITS; i++)
        seeds += board->pit[seat][i];
    return seeds;
}

int sow_board_seeds(const struct sow_board *board)
{
    return sow_board_row(board, SOW_SOUTH) + sow_board_row(board, SOW_NORTH) +
           board->store[SOW_SOUTH] + board->store[SOW_NORTH];
}

/* Converts an index in sowing order to a place counted from the owner's left, or back,
   both from 0. The map is its own inverse. */
static int mirrored(int pits, enum sow_direction direction, int pit)
{
    return direction == SOW_COUNTER_CLOCKWISE ? pit : pits - 1 - pit;
}

int sow_pit_number(int pits, enum sow_direction direction, int pit)
{
    return mirrored(pits, direction, pit) + 1;
}

/* Writes a count below 1,000 in decimal at @p at, without a NUL. Returns the end of
   the text. printf is too slow here: a data set holds very many positions. */
static char *write_count(char *at, int count)
{
    if (count >= 100)
        *at++ = (char)('0' + count / 100);
    if (count >= 10)
        *at++ = (char)('0' + count / 10 % 10);
    *at++ = (char)('0' + count % 10);
    return at;
}

char *sow_board_format(const struct sow_board *board, int pits,
                       enum sow_direction direction, char text[SOW_POSITION_MAX])
{
    char *at = text;
    for (int seat = 0; seat < 2; seat++) {
        for (int place = 0; place < pits; place++) {
            at = write_count(at, board->pit[seat][mirrored(pits, direction, place)]);
            *at++ = ',';
        }
        at = write_count(at, board->store[seat]);
        *at++ = seat == SOW_SOUTH ? '/' : ':';
    }
    *at++ = board->side == SOW_SOUTH ? 's' : 'n';
    *at = '\0';
    return text;
}

/* State of reading a position. */
struct scan {
    const char *text;    /* the whole text */
    const char *at;      /* next character to read */
    struct sow_err *err; /* receives the reason of a failure; may be NULL */
};

/* Reports that the text differs from what was @p expected at the current character.
   Always returns SOW_BAD_DATA. */
static enum sow_status refuse_text(const struct scan *scan, const char *expected)
{
    if (*scan->at == '\0')
        return sow_err_set(scan->err, SOW_BAD_DATA,
                           "position ends early after %d characters: expected %s",
                           (int)(scan->at - scan->text), expected);
    char shown[8];
    if (isprint((unsigned char)*scan->at))
        (void)snprintf(shown, sizeof shown, "'%c'", *scan->at);
    else
        (void)snprintf(shown, sizeof shown, "0x%02x", (unsigned char)*scan->at);
    return sow_err_set(scan->err, SOW_BAD_DATA,
                       "%s at character %d of the position: expected %s", shown,
                       (int)(scan->at - scan->text) + 1, expected);
}

/* Reads a number of seeds from 0 to SOW_MAX_SEEDS into @p count, and moves behind it.
   Returns SOW_BAD_DATA, with @p count unchanged, if there is no digit or the number is
   larger. */
static enum sow_status take_count(struct scan *scan, uint8_t *count)
{
    if (*scan->at < '0' || *scan->at > '9')
        return refuse_text(scan, "a number of seeds");
    int value = 0;
    while (*scan->at >= '0' && *scan->at <= '9' && value <= SOW_MAX_SEEDS)
        value = value * 10 + (*scan->at++ - '0');
    if (value > SOW_MAX_SEEDS)
        return sow_err_set(scan->err, SOW_BAD_DATA,
                           "more than %d seeds in one pit or store of the position",
                           SOW_MAX_SEEDS);
    *count = (uint8_t)value;
    return SOW_OK;
}

/* Moves behind the character @p sign, which @p expected describes in a message. Returns
   SOW_BAD_DATA, without moving on, if the next character is another. */
static enum sow_status take_sign(struct scan *scan, char sign, const char *expected)
{
    if (*scan->at != sign)
        return refuse_text(scan, expected);
    scan->at++;
    return SOW_OK;
}

/* Reads the half of player @p seat into @p board: @p pits numbers from the owner's left,
   each with a comma behind it, then the store. Returns SOW_BAD_DATA at the first fault;
   @p board is then partly filled. */
static enum sow_status take_half(struct scan *scan, int pits,
                                 enum sow_direction direction, struct sow_board *board,
                                 int seat)
{
    static const char *const COMMA =
        "',' (a row of this variant has more pits, then the store)";
    for (int place = 0; place < pits; place++) {
        uint8_t *pit = &board->pit[seat][mirrored(pits, direction, place)];
        enum sow_status status = take_count(scan, pit);
        if (status == SOW_OK)
            status = take_sign(scan, ',', COMMA);
        if (status != SOW_OK)
            return status;
    }
    return take_count(scan, &board->store[seat]);
}

enum sow_status sow_board_parse(const char *text, int pits, enum sow_direction direction,
                                struct sow_board *board, struct sow_err *err)
{
    struct scan scan = {.text = text, .at = text, .err = err};
    struct sow_board read = {.side = SOW_SOUTH};
    enum sow_status status = take_half(&scan, pits, direction, &read, SOW_SOUTH);
    if (status == SOW_OK)
        status = take_sign(&scan, '/', "'/' after south's store");
    if (status == SOW_OK)
        status = take_half(&scan, pits, direction, &read, SOW_NORTH);
    if (status == SOW_OK)
        status = take_sign(&scan, ':', "':' after north's store");
    if (status != SOW_OK)
        return status;
    if (*scan.at != 's' && *scan.at != 'n')
        return refuse_text(&scan, "the side to move, 's' or 'n'");
    read.side = *scan.at++ == 's' ? SOW_SOUTH : SOW_NORTH;
    if (*scan.at != '\0')
        return refuse_text(&scan, "the end of the position");
    int seeds = sow_board_seeds(&read);
    if (seeds > SOW_MAX_SEEDS)
        return sow_err_set(err, SOW_BAD_DATA,
                           "position has %d seeds: at most %d are allowed", seeds,
                           SOW_MAX_SEEDS);
    *board = read;
    return SOW_OK;
}
