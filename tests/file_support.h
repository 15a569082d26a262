/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Files that tests write.
 */
#ifndef SOW_TESTS_FILE_SUPPORT_H
#define SOW_TESTS_FILE_SUPPORT_H

#include "suite.h"

#include <stdio.h>
#include <string.h>

/** Writes @p size bytes as the file @p path. Replaces an older one. */
static inline void write_bytes(const char *path, const char *bytes, size_t size)
{
    FILE *out = fopen(path, "wb");
    ck_assert_ptr_nonnull(out);
    ck_assert_uint_eq(fwrite(bytes, 1, size, out), size);
    ck_assert_int_eq(fclose(out), 0);
}

/** Writes a text as the file @p path. Replaces an older one. */
static inline void write_text(const char *path, const char *text)
{
    write_bytes(path, text, strlen(text));
}

#endif
