/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Random rule settings and positions for property tests.
 */
#ifndef SOW_TESTS_SAMPLE_H
#define SOW_TESTS_SAMPLE_H

#include "sow/base/pcg.h"
#include "sow/game/rules.h"

/** The stream of a test; @p number tells tests apart. */
void sample_stream(struct sow_pcg *rng, uint64_t number);

/** A uniform integer in [least, most]. */
int sample_between(struct sow_pcg *rng, int least, int most);

/** Rules that sow_rules_check accepts, from the whole vocabulary. */
void sample_rules(struct sow_pcg *rng, struct sow_rules *rules);

/** Any position of 1..255 seeds; either row may be empty. */
void sample_board(struct sow_pcg *rng, int pits, struct sow_board *board);

/** The built-in variant's rules. */
void sample_variant(const char *name, struct sow_rules *rules);

/** Parses a position that must be well-formed. */
struct sow_board sample_position(const struct sow_rules *rules, const char *text);

/** Asserts that @p board is written as @p text. */
void sample_expect(const struct sow_rules *rules, const struct sow_board *board,
                   const char *text);

#endif
