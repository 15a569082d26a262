/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * The comment lines at the head of a CSV file of positions (docs/fitting.md). Nothing is
 * owned by the caller.
 */
#ifndef SOW_EXPERIMENTS_IMPORT_HEAD_H
#define SOW_EXPERIMENTS_IMPORT_HEAD_H

#include "sow/base/err.h"
#include "sow/variants/variant.h"

/**
 * Compares the variant that the head of a file names with the variant to import it as.
 * The head's rules decide if it has them (`dataset export` writes them), else its line
 * `# variant NAME`. A head without either passes.
 *
 * @param path  the CSV file
 * @param asked the variant of --variant, --pits, --rule and so on
 * @returns SOW_OK if they agree; SOW_BAD_DATA, with what to do, if they differ or if the
 *          rules of the X */
SOW_MUST_USE enum sow_status sow_import_head_check(const char *path,
                                                   const struct sow_variant *asked,
                                                   struct sow_err *err);

#endif
