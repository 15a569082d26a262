/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Commands and boards of the Kalah Game Protocol as text.
 */
#ifndef SOW_KGP_WORDS_H
#define SOW_KGP_WORDS_H

#include "sow/game/board.h"

#include <stdbool.h>

/** A command; borrows the line it was read from. */
struct words {
    int64_t id;        /**< -1: none */
    int64_t reference; /**< -1: none */
    const char *name;  /**< "" of a blank line */
    char *arguments;   /**< without blanks at the ends */
};

/** Takes @p line apart in place; false if it is not of the protocol. */
bool sow_words_read(char *line, struct words *words);

/** The argument if it is one string, in quotes or not; in place. */
char *sow_words_string(char *arguments);

enum { WORDS_BOARD_MAX = 128 };

/** A board as the mover sees it: it is always south. Returns @p text. */
char *sow_words_write_board(const struct sow_board *board, int pits,
                            char text[WORDS_BOARD_MAX]);

/** Reads one, south to move; false if it is none, or greater than boards here. */
bool sow_words_read_board(const char *text, struct sow_board *board, int *pits);

#endif
