/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Random rules and positions for property tests.
 */
#ifndef SOW_TESTS_SAMPLE_H
#define SOW_TESTS_SAMPLE_H

#include "sow/base/pcg.h"
#include "sow/game/rules.h"

#include <check.h>

/** Starts the random stream of a test. Each test has a @p number of its own. */
void sample_stream(struct sow_pcg *rng, uint64_t number);

/** Returns a uniform integer in [least, most]. */
int sample_between(struct sow_pcg *rng, int least, int most);

/** Makes random rules that sow_rules_check() accepts, with any options. */
void sample_rules(struct sow_pcg *rng, struct sow_rules *rules);

/** Makes a random position of 1 to 255 seeds. Either row may be empty. */
void sample_board(struct sow_pcg *rng, int pits, struct sow_board *board);

/** Sets the rules of a built-in variant. */
void sample_variant(const char *name, struct sow_rules *rules);

/** Reads a position that must be well-formed. */
struct sow_board sample_position(const struct sow_rules *rules, const char *text);

/**
 * Names the rules and the position of a failed test. The text has the built-in variant
 * most similar to @p rules, each option that differs from it, and @p board unless that is
 * NULL. An example is "awari with grand_slam=illegal, 0,0,0,0,0,1,0/1,0,0,0,0,0,0:s". The
 * text is valid until the next call.
 */
const char *sample_scene(const struct sow_rules *rules, const struct sow_board *board);

/**
 * Compares @p board with the position @p text. Returns NULL if they are the same, else a
 * text that names both. The text is valid until the next call.
 */
const char *sample_difference(const struct sow_rules *rules,
                              const struct sow_board *board, const char *text);

/**
 * Asserts that a move from @p before (NULL: none) leads to @p after, written as @p text.
 * This is a macro so that Check names the line of the test.
 */
#define sample_expect(rules, before, after, text)                                        \
    ck_assert_msg(sample_difference(rules, after, text) == NULL, "%s: %s",               \
                  sample_scene(rules, before), sample_difference(rules, after, text))

#endif
