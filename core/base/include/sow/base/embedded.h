/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Text files compiled into the program. cmake/SowEmbed.cmake makes the tables.
 */
#ifndef SOW_BASE_EMBEDDED_H
#define SOW_BASE_EMBEDDED_H

#include "sow/base/err.h"

SOW_C_BEGIN

/**
 * One embedded file. A table of files ends with a row whose name is NULL. Ownership:
 * names and texts are static.
 */
struct sow_embedded {
    const char *name; /**< file name without folder and last extension */
    const char *text; /**< NUL-terminated contents */
};

SOW_C_END

#endif
