/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A second rules engine, written from docs/rules.md for the tests alone: seed by seed,
 * over an explicit list of the places a sowing visits, on rows as they are printed (pit
 * numbers from the owner's left), with the direction spelt out. It shares no code with
 * core/game, only the rules struct, and exchanges positions with it as text.
 */
#ifndef SOW_TESTS_NAIVE_H
#define SOW_TESTS_NAIVE_H

#include "sow/game/rules.h"

#include <stdbool.h>

/** A position; row[seat][k] is pit number k, from 1. */
struct naive_board {
    int row[2][SOW_MAX_PITS + 1];
    int store[2];
    int side;
};

/** What a move did. */
struct naive_result {
    struct naive_board board;
    int gain;
    bool again;
    bool slam;
    bool ended; /**< naive_move only */
};

/** Reads a well-formed position. */
void naive_read(const char *text, int pits, struct naive_board *board);

void naive_write(const struct naive_board *board, int pits, char *text, size_t size);

int naive_row(const struct naive_board *board, int seat);

/** One sowing from pit @p number of the side to move, and its captures. */
void naive_sow(const struct sow_rules *rules, const struct naive_board *board, int number,
               struct naive_result *result);

/** legal[number] for the side to move. */
void naive_legal(const struct sow_rules *rules, const struct naive_board *board,
                 bool legal[SOW_MAX_PITS + 1]);

/** A whole move: sowing, captures, end and left-overs. */
void naive_move(const struct sow_rules *rules, const struct naive_board *board,
                int number, struct naive_result *result);

/** All heuristics of a legal move from pit @p number (docs/players.md). */
void naive_heuristics(const struct sow_rules *rules, const struct naive_board *board,
                      int number, int *value);

#endif
