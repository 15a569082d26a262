/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The comment lines at the head of a CSV file of positions (docs/fitting.md), which may
 * name the variant of the file.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_HEAD_H
#define SOW_EXPERIMENTS_IMPORT_HEAD_H

#include "sow/base/err.h"
#include "sow/variants/variant.h"

/**
 * Compares the variant in the head of a file with the variant of an import. If the head
 * has rules (`dataset export` writes them), these are compared, else the variant of its
 * line `# variant NAME`. A head without either agrees with every variant.
 * @param path name of the CSV file.
 * @param asked the variant of --variant, --pits, --rule and so on.
 * @param[out] err receives the reason of a failure, and what to do; may be NULL.
 * @returns SOW_OK if both agree or if the file cannot be opened, SOW_NO_MEMORY, or
 * SOW_BAD_DATA if they differ or the rules in the head cannot be read.
 */
SOW_MUST_USE enum sow_status sow_import_head_check(const char *path,
                                                   const struct sow_variant *asked,
                                                   struct sow_err *err);

#endif
