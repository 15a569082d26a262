/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * An evaluator as a program in the small form, and its translation.
 *
 * The small form has lines. Four blanks more begin a block. A line at the left margin is
 * a comment (`# text`), a constant (`const NAME = VALUE`) or the head of a function with
 * its types. Other lines are statements: `int`, `bool`, `double` and `array` declare,
 * `for i in A to B` counts from A to B - 1, and `if`, `elif`, `else`, `while`, `return`
 * and `continue` are as in Python. Expressions have the operators of C and Python alike,
 * and the words `and`, `or`, `not`, `true` and `false`.
 */
#ifndef SOW_EXPERIMENTS_EXPORT_PROGRAM_H
#define SOW_EXPERIMENTS_EXPORT_PROGRAM_H

#include "export_terms.h"

#include <stdio.h>

/** Writes the constants, the functions that the terms need, and the function of the
 *  evaluator, in the small form. @returns SOW_OK or SOW_NO_MEMORY. */
SOW_MUST_USE enum sow_status sow_export_program(const struct sow_export_terms *terms,
                                                const struct sow_rules *rules, FILE *out,
                                                struct sow_err *err);

/** Translates a program of the small form. @p form is SOW_EXPORT_C, _PYTHON or _JAVA;
 *  for Java the functions are those of a class, which the caller opens and closes. */
void sow_export_translate(const char *program, int form, FILE *out);

/** Writes lines of text as comments of a language. @p text ends with a line end. */
void sow_export_comment(const char *text, int form, FILE *out);

#endif
