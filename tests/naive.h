/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A second rules engine, written from docs/reference/rules.md for the tests alone. It
 * shares only the rules struct with core/game, and exchanges positions with it as text.
 *
 * It works seed by seed, on an explicit list of the places that a sowing visits. Its rows
 * are as they are printed: pits have numbers from the owner's left, and the direction of
 * sowing is explicit.
 */
#ifndef SOW_TESTS_NAIVE_H
#define SOW_TESTS_NAIVE_H

#include "sow/game/rules.h"

#include <stdbool.h>

/** Position. row[seat][k] is pit number k, counted from 1. */
struct naive_board {
    int row[2][SOW_MAX_PITS + 1];
    int store[2];
    int side;
};

/** Result of a move. */
struct naive_result {
    struct naive_board board;
    int gain;
    bool again;
    bool slam;
    bool ended; /**< set by naive_move() only */
};

/** Reads a well-formed position. */
void naive_read(const char *text, int pits, struct naive_board *board);

/** Writes a position as text. */
void naive_write(const struct naive_board *board, int pits, char *text, size_t size);

/** Returns the seeds in a row. */
int naive_row(const struct naive_board *board, int seat);

/** Sows pit @p number of the side to move, and captures. */
void naive_sow(const struct sow_rules *rules, const struct naive_board *board, int number,
               struct naive_result *result);

/** Sets legal[number] for the pits of the side to move. */
void naive_legal(const struct sow_rules *rules, const struct naive_board *board,
                 bool legal[SOW_MAX_PITS + 1]);

/** Makes a whole move: sowing, captures, end of the game and remaining seeds. */
void naive_move(const struct sow_rules *rules, const struct naive_board *board,
                int number, struct naive_result *result);

/** Computes all heuristics of the legal move from pit @p number
 * (docs/reference/players.md). */
void naive_heuristics(const struct sow_rules *rules, const struct naive_board *board,
                      int number, int *value);

#endif
