/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Number of repetitions of a randomised test. A plain build repeats it as written, and a
 * build with a sanitizer less often. The environment variable SOW_TEST_SCALE sets a
 * percentage for any build.
 */
#ifndef SOW_TESTS_SCALE_H
#define SOW_TESTS_SCALE_H

#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SOW_SCALE_PERCENT = 10 };
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
enum { SOW_SCALE_PERCENT = 10 };
#else
enum { SOW_SCALE_PERCENT = 100 };
#endif
#else
enum { SOW_SCALE_PERCENT = 100 };
#endif

/** Returns @p times scaled by the percentage, at least 1. */
static inline int sow_scaled(int times)
{
    const char *asked = getenv("SOW_TEST_SCALE");
    long percent = asked != NULL ? strtol(asked, NULL, 10) : SOW_SCALE_PERCENT;
    long scaled = times * percent / 100;
    return scaled < 1 ? 1 : (int)scaled;
}

#endif
