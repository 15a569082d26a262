/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Commands and boards of the Kalah Game Protocol as text.
 */
#ifndef SOW_KGP_WORDS_H
#define SOW_KGP_WORDS_H

#include "sow/game/board.h"

#include <stdbool.h>

/** A command. It borrows the line it was read from. */
struct words {
    int64_t id;        /**< ID of the command; -1: none */
    int64_t reference; /**< ID of the command that it answers; -1: none */
    const char *name;  /**< name of the command; "" for a blank line */
    char *arguments;   /**< text after the name, without blanks at the ends */
};

/** Cuts a line `[ID][@REFERENCE] name arguments` into a command, in place. A blank line
 *  is a command without a name. Returns false if the line breaks the protocol. */
bool sow_words_read(char *line, struct words *words);

/** Removes the quotes around an argument, if any, in place. Returns the argument. */
char *sow_words_string(char *arguments);

/** Room for the text of a board. */
enum { WORDS_BOARD_MAX = 128 };

/** Writes a board as `<pits,own store,other store,own pits..,other pits..>`. The player
 *  to move is the own one. Returns @p text. */
char *sow_words_write_board(const struct sow_board *board, int pits,
                            char text[WORDS_BOARD_MAX]);

/** Reads a board with south to move, and its number of pits in a row. Returns false if it
 *  is malformed or too large for sowlab; the outputs then have no meaning. */
bool sow_words_read_board(const char *text, struct sow_board *board, int *pits);

#endif
