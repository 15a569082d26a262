/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing of a board with characters. */
#include "sow/play/drawing.h"

#include "sow/support/terminal.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Characters of lines: along and across, and the corners and crossings of the three
   horizontal lines, from left to right. */
struct strokes {
    const char *along, *across;
    const char *cross[3][3];
};

static const struct strokes UNICODE = {
    "─", "│", {{"┌", "┬", "┐"}, {"├", "┼", "┤"}, {"└", "┴", "┘"}}};
static const struct strokes ASCII = {
    "-", "|", {{"+", "+", "+"}, {"+", "+", "+"}, {"+", "+", "+"}}};

/* Width in columns of a pit and of each margin in a wide drawing. A narrow drawing has no
   lines between the pits, and both are smaller. */
enum { CELL = 4, MARGIN = 6 };

/* Returns true if the environment asks for UTF-8. The first of LC_ALL, LC_CTYPE and
   LANG that is not empty decides. */
static bool is_utf8(void)
{
    static const char *const NAMES[] = {"LC_ALL", "LC_CTYPE", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(NAMES[i]);
        if (value != NULL && value[0] != '\0')
            return strstr(value, "UTF-8") != NULL || strstr(value, "utf8") != NULL;
    }
    return false;
}

struct sow_drawing sow_drawing_for(FILE *out, const struct sow_rules *rules, int below)
{
    return (struct sow_drawing){.rules = rules,
                                .below = below,
                                .lines = isatty(fileno(out)) && is_utf8(),
                                .columns = sow_terminal_columns(out)};
}

/* A board that is being drawn. */
struct picture {
    const struct sow_drawing *drawing;
    const struct strokes *strokes;
    const struct sow_board *board;
    int seat, pit;    /* the last move, or a negative pit */
    int cell, margin; /* width of a pit and of each margin, in columns */
    FILE *out;        /* receives the text */
};

/* Returns the index of a pit in sowing order. @p place is its number in the drawn row of
   the seat, from 0, counted from the left. The row above is drawn in the other direction
   than the row below. */
static int pit_at(const struct picture *picture, int seat, int place)
{
    const struct sow_rules *rules = picture->drawing->rules;
    bool mirrored = (seat != picture->drawing->below) != (rules->direction != 0);
    return mirrored ? rules->pits - 1 - place : place;
}

/* Draws a line of text with the printed pit numbers, from 1, of a seat's row. The caller
   puts it above or below that row. */
static void draw_numbers(const struct picture *picture, int seat)
{
    const struct sow_rules *rules = picture->drawing->rules;
    (void)fprintf(picture->out, "%*s", picture->margin, "");
    for (int i = 0; i < rules->pits; i++)
        (void)fprintf(picture->out, "%*d%s", picture->cell,
                      sow_pit_number(rules->pits, (enum sow_direction)rules->direction,
                                     pit_at(picture, seat, i)),
                      i + 1 < rules->pits && picture->cell == CELL ? " " : "");
    (void)fputc('\n', picture->out);
}

/* Draws a line of text with the seeds in the pits of a seat's row, and a star at the pit
   that was sown last. In a wide drawing, strokes separate the pits. */
static void draw_row(const struct picture *picture, int seat)
{
    const char *across = picture->cell == CELL ? picture->strokes->across : "";
    (void)fprintf(picture->out, "%*s%s", picture->margin, "", across);
    for (int i = 0; i < picture->drawing->rules->pits; i++) {
        int pit = pit_at(picture, seat, i);
        bool last = seat == picture->seat && pit == picture->pit;
        (void)fprintf(picture->out, "%*d%s%s", picture->cell - 1,
                      picture->board->pit[seat][pit], last ? "*" : " ", across);
    }
    (void)fputc('\n', picture->out);
}

/* Draws one of the three horizontal lines of a wide drawing, without margin and line end.
   The upper line has @p row 0, the middle one 1 and the lower one 2. */
static void draw_line(const struct picture *picture, int row)
{
    const struct strokes *strokes = picture->strokes;
    const char *const *cross = strokes->cross[row];
    int pits = picture->drawing->rules->pits;
    for (int i = 0; i < pits; i++) {
        (void)fputs(cross[i > 0], picture->out);
        for (int k = 0; k < CELL; k++)
            (void)fputs(strokes->along, picture->out);
    }
    (void)fputs(cross[2], picture->out);
}

/* Draws the line of text between the rows: one store at each end, and the middle line or
   blanks between them. The seat that sows towards the right has its store there. */
static void draw_middle(const struct picture *picture)
{
    const struct sow_drawing *drawing = picture->drawing;
    int right = drawing->rules->direction == SOW_COUNTER_CLOCKWISE ? drawing->below
                                                                   : 1 - drawing->below;
    const uint8_t *store = picture->board->store;
    (void)fprintf(picture->out, "%*d  ", picture->margin - 2, store[1 - right]);
    if (picture->cell == CELL)
        draw_line(picture, 1);
    else
        (void)fprintf(picture->out, "%*s", picture->cell * drawing->rules->pits, "");
    (void)fprintf(picture->out, "  %d\n", store[right]);
}

void sow_drawing_board(const struct sow_drawing *drawing, const struct sow_board *board,
                       int seat, int pit, FILE *out)
{
    int above = 1 - drawing->below;
    bool wide = drawing->columns >= (CELL + 1) * drawing->rules->pits + 2 * MARGIN;
    struct picture picture = {.drawing = drawing,
                              .strokes = drawing->lines ? &UNICODE : &ASCII,
                              .board = board,
                              .seat = seat,
                              .pit = pit,
                              .cell = wide ? CELL : 3,
                              .margin = wide ? MARGIN : 4,
                              .out = out};
    draw_numbers(&picture, above);
    if (wide) {
        (void)fprintf(out, "%*s", MARGIN, "");
        draw_line(&picture, 0);
        (void)fputc('\n', out);
    }
    draw_row(&picture, above);
    draw_middle(&picture);
    draw_row(&picture, drawing->below);
    if (wide) {
        (void)fprintf(out, "%*s", MARGIN, "");
        draw_line(&picture, 2);
        (void)fputc('\n', out);
    }
    draw_numbers(&picture, drawing->below);
}
