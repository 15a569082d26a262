/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * How often a randomised test repeats: as written in a plain build, less under a
 * sanitizer, and in any build by a percentage from the environment (SOW_TEST_SCALE).
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

/** @p times, scaled; at least 1. */
static inline int sow_scaled(int times)
{
    const char *asked = getenv("SOW_TEST_SCALE");
    long percent = asked != NULL ? strtol(asked, NULL, 10) : SOW_SCALE_PERCENT;
    long scaled = times * percent / 100;
    return scaled < 1 ? 1 : (int)scaled;
}

#endif
