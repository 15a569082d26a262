/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Random rule settings and positions for property tests.
 */
#ifndef SOW_TESTS_SAMPLE_H
#define SOW_TESTS_SAMPLE_H

#include "sow/base/pcg.h"
#include "sow/game/rules.h"

#include <check.h>

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

/** Names what a test looked at when it failed: the built-in variant that is most like
 *  @p rules, each option in which it differs, and @p board (NULL: rules alone), such as
 *  "awari with grand_slam=illegal, 0,0,0,0,0,1,0/1,0,0,0,0,0,0:s". The text is valid
 * until the next call. */
const char *sample_scene(const struct sow_rules *rules, const struct sow_board *board);

/** Compares @p board with the position @p text. Returns NULL if they are the same, else a
 *  text that names both; it is valid until the next call. */
const char *sample_difference(const struct sow_rules *rules,
                              const struct sow_board *board, const char *text);

/** Asserts that a move from @p before (NULL: none) leads to @p after, written as @p text.
 *  A macro, so that Check names the line of the test. */
#define sample_expect(rules, before, after, text)                                        \
    ck_assert_msg(sample_difference(rules, after, text) == NULL, "%s: %s",               \
                  sample_scene(rules, before), sample_difference(rules, after, text))

#endif
