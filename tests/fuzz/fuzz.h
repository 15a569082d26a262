/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Functions that the fuzz targets share.
 *
 * A target consists of tests/fuzz/fuzz_NAME.c, which defines LLVMFuzzerTestOneInput, a
 * line in CMakeLists.txt, and example inputs in corpus/NAME. The preset `fuzz` links it
 * with libFuzzer. All other builds link it with fuzz_main.c, which tries the example
 * inputs and some thousand fixed mutations of them.
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

/** Tests the code with one input. Returns 0. */
/* NOLINTNEXTLINE(readability-identifier-naming): libFuzzer's name */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/** Checks that @p condition is true; else it ends the process like a crash. */
#define FUZZ_REQUIRE(condition)                                                          \
    do {                                                                                 \
        if (!(condition)) {                                                              \
            (void)fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);        \
            abort();                                                                     \
        }                                                                                \
    } while (0)

/** Returns the input as a text, which the caller frees. A NUL byte ends it early. */
static inline char *fuzz_text(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    FUZZ_REQUIRE(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/** Removes the first byte from the input and returns it; 0 if there is none. */
static inline unsigned fuzz_take(const uint8_t **data, size_t *size)
{
    if (*size == 0)
        return 0;
    (*size)--;
    return *(*data)++;
}

/** Returns one of the built-in variants, which is static. Any number selects one. */
const struct sow_variant *fuzz_variant(unsigned choice);

/** Plays a game from @p board by valid rules. Seeds must be conserved, and the fast
 * engine must agree with the plain one. */
void fuzz_play(const struct sow_rules *rules, const struct sow_board *board);

/** Makes SQLite faster under the address sanitizer. Call it before the first use of
 *  SQLite. */
void fuzz_lighten_sqlite(void);

/** Returns the path of a database, in memory if the system has a folder for that. Its
 * files are removed now and at the end of the process. */
const char *fuzz_database_path(void);

/** Stores small runs of several kinds, numbered from 1. */
void fuzz_fill_store(struct sow_store *store);

/** Number of the runs that the targets export and compare. */
enum { FUZZ_RUNS = 8 };

/** Exports a run as a document, which the caller frees. The export must succeed. */
char *fuzz_export(struct sow_store *store, int64_t id);

/** Remembers runs 1 to FUZZ_RUNS as documents. Call it once. */
void fuzz_remember(struct sow_store *store);

/** Checks that runs 1 to FUZZ_RUNS are as they were when fuzz_remember was called. */
void fuzz_require_unchanged(struct sow_store *store);

#endif
