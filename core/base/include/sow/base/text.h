/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Strict reading of numbers, comparison of words in any case, and suggestions for
 * misspelt words. Ownership: all texts are borrowed; nothing to release.
 */
#ifndef SOW_BASE_TEXT_H
#define SOW_BASE_TEXT_H

#include "sow/base/err.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

SOW_C_BEGIN

/**
 * Reads a whole text as a decimal integer. Blanks, a leading '+' and trailing characters
 * are refused.
 * @param text text to read
 * @param[out] value the number; unchanged on failure
 * @returns true if @p text is an integer of 64 bits
 */
bool sow_text_to_int(const char *text, int64_t *value);

/**
 * Reads a whole text as a range "A..B" of integers, or as one integer, which is a range
 * from and to itself. Does not compare A and B.
 * @param text text to read
 * @param[out] first A; no meaning on failure
 * @param[out] last B; no meaning on failure
 * @returns true if all numbers are as sow_text_to_int() reads them
 */
bool sow_text_to_range(const char *text, int64_t *first, int64_t *last);

/**
 * Reads a whole text as a finite real in the notation of the C locale, in every locale of
 * the process. Blanks, trailing characters, hexadecimal numbers, nan and inf are refused.
 * @param text text to read
 * @param[out] value the number; unchanged on failure
 * @returns true if @p text is a finite number
 */
bool sow_text_to_real(const char *text, double *value);

/** Bytes for any number that sow_text_from_real() writes, with the NUL. */
enum { SOW_REAL_TEXT_MAX = 32 };

/**
 * Writes a real as text, in the notation of the C locale. It uses the fewest of 15 to 17
 * digits that read back as the same bits, less trailing zeros. For a normal number no
 * shorter text reads back as the same bits.
 * @param value number to write
 * @param[out] text the text
 */
void sow_text_from_real(double value, char text[SOW_REAL_TEXT_MAX]);

/**
 * Writes a real with a fixed number of decimals, in the notation of the C locale. Every
 * number that a person reads is rounded by this function, as printf of C, Python and R
 * rounds: to the nearest decimal, and from halfway to an even digit. The real 0.2425 is
 * slightly less than its text, and gives 0.242. A value that rounds to 0 has no sign.
 * @param value number to write
 * @param digits number of decimals, at least 0
 * @param[out] text the text, cut to fit
 * @param size bytes of the text
 */
void sow_text_from_fixed(double value, int digits, char *text, size_t size);

/**
 * Returns true if two words differ at most in the case of ASCII letters.
 * @param a first word
 * @param b second word
 * @returns true if the words are the same
 */
bool sow_text_same(const char *a, const char *b);

/**
 * Turns the ASCII capitals of a text into small letters.
 * @param[in,out] text text to change
 */
void sow_text_lower(char *text);

/**
 * Counts the edits of single bytes that turn one word into another. An edit inserts,
 * deletes or replaces a byte, or swaps two neighbours. No other edit may touch or part
 * swapped neighbours. The case of ASCII letters does not matter.
 * @param a first word
 * @param b second word
 * @returns the least number of such edits; 1000 if a word has more than 63 bytes
 */
int sow_text_distance(const char *a, const char *b);

/** Search for the candidate that is closest to a word. */
struct sow_nearest {
    const char *word; /**< the word as typed */
    const char *best; /**< closest candidate so far, borrowed; NULL if none is close */
    int distance;     /**< edits between both; 1000 without `best` */
};

/**
 * Starts a search.
 * @param[out] nearest search to start
 * @param word word as typed; must outlive the search
 */
void sow_nearest_init(struct sow_nearest *nearest, const char *word);

/**
 * Offers a candidate, which becomes `best` if it is closer than all candidates before it.
 * It must also differ from the word by at most 1 + a third of its own length in edits
 * (sow_text_distance()).
 * @param[in,out] nearest running search
 * @param candidate word to compare; must outlive the search
 */
void sow_nearest_offer(struct sow_nearest *nearest, const char *candidate);

/**
 * Writes the suggestion "; did you mean 'x'?", or "" if no candidate was close. A text
 * that does not fit is cut.
 * @param nearest finished search
 * @param[out] room receives the text
 * @param size size of @p room in bytes, at least 1
 * @returns @p room
 */
const char *sow_nearest_hint(const struct sow_nearest *nearest, char *room, size_t size);

/**
 * Reads a line as fgets does, and finds out whether it contains a NUL character.
 * Functions for strings would take that character for the end of the line. The rest of a
 * line of @p size bytes or more stays in the stream.
 * @param[out] room receives the line with its newline and a NUL
 * @param size size of @p room in bytes
 * @param[in,out] in stream to read
 * @param[out] nul true if the line contains a NUL of its own
 * @returns true if a line was read; false at the end of the file and on an error
 */
bool sow_text_line(char *room, int size, FILE *in, bool *nul);

SOW_C_END

#endif
