/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What the fuzz targets share. A target is tests/fuzz/fuzz_NAME.c, which defines
 * LLVMFuzzerTestOneInput, a line in CMakeLists.txt and seeds in corpus/NAME. The preset
 * `fuzz` links it with libFuzzer; every other build links it with fuzz_main.c, which runs
 * the seeds and some thousand fixed mutations of them.
 */
#ifndef SOW_TESTS_FUZZ_H
#define SOW_TESTS_FUZZ_H

#include "sow/game/rules.h"

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct sow_store;
struct sow_variant;

/** Feeds one input to the code under test; returns 0. */
/* NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Ends the process, as a crash would, unless @p condition holds. */
#define FUZZ_REQUIRE(condition)                                                          \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                     \
        }                                                                                \
    } while (0)

/** The input as text on the heap; a NUL byte ends it early. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_REQUIRE(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/** Takes the first byte off the input; 0 if there is none. */
static inline unsigned fuzz_take(const uint8_t **data, size_t *size)
{
    if (*size == 0)
        return 0;
    (*size)--;
    return *(*data)++;
}

/** One of the built-in variants; any number chooses one. Static. */
const struct sow_variant *fuzz_variant(unsigned choice);

/** Plays a game by accepted rules from @p board: seeds must be conserved, and the fast
 *  engine must agree with the plain one. */
void fuzz_play(const struct sow_rules *rules, const struct sow_board *board);

/** Makes SQLite cheaper to run under the address sanitizer; before its first use. */
void fuzz_lighten_sqlite(void);

/** A path for a database, in memory if there is a place for that; its files are removed
 *  now and at the end. */
const char *fuzz_database_path(void);

/** Stores small runs of several kinds: runs 1 to FUZZ_RUNS. */
void fuzz_fill_store(struct sow_store *store);

enum { FUZZ_RUNS = 5 };

/** A run as a document, which must succeed; free it. */
char *fuzz_export(struct sow_store *store, int64_t id);

/** Keeps all runs as documents; once. */
void fuzz_remember(struct sow_store *store);

/** Ends the process unless all runs are as they were remembered. */
void fuzz_require_unchanged(struct sow_store *store);

#endif
