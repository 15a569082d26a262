/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Status codes and error texts.
 *
 * A function that can meet bad input or failing I/O returns enum sow_status and fills
 * the caller's struct sow_err (last parameter, may be NULL). The values are the
 * program's exit codes, so that one table serves both. They are those of sysexits.h where
 * one fits; 67 has no meaning outside mail there, so that nothing else returns it. A
 * caller's bug is an assert; "no move", "a draw" or "did not converge" are ordinary
 * results, never a status.
 *
 * Messages are lower case, name the fault first, quote the subject, and end with what
 * to do about it. Ownership: struct sow_err is plain caller storage, nothing to release.
 */
#ifndef SOW_BASE_ERR_H
#define SOW_BASE_ERR_H

/** What stands between these two in a public header is C for C++, too. */
#ifdef __cplusplus
#define SOW_C_BEGIN extern "C" {
#define SOW_C_END }
#else
#define SOW_C_BEGIN
#define SOW_C_END
#endif

/** Marks a result that must not be dropped. */
#define SOW_MUST_USE __attribute__((warn_unused_result))
/** Lets the compiler check printf-like arguments (1-based positions). */
#define SOW_PRINTF(text, first) __attribute__((format(printf, text, first)))

SOW_C_BEGIN

/** Outcome of a fallible call; each value is also the program's exit code. */
enum sow_status {
    SOW_OK = 0,            /**< done */
    SOW_USAGE = 64,        /**< the request is wrong: unknown option, player, variant */
    SOW_BAD_DATA = 65,     /**< input data are malformed, damaged or contradictory */
    SOW_NOT_FOUND = 66,    /**< what a number stands for (a stored run) is not there */
    SOW_NOTHING_LEFT = 67, /**< what is asked for is done already */
    SOW_NO_MEMORY = 71,    /**< an allocation failed */
    SOW_IO = 74,           /**< a file or database cannot be read or written */
    SOW_BUSY = 75,         /**< another process works on it: it may be tried again */
    SOW_INTERRUPTED = 130, /**< stopped on request; what was finished is kept */
};

enum { SOW_ERR_TEXT_MAX = 4096, SOW_ERR_OPTION_MAX = 64 };

/** The reason for the latest failure, as text for a person: a line, or one for each fault
 *  of a file, with newlines between them. */
struct sow_err {
    enum sow_status status;
    char text[SOW_ERR_TEXT_MAX];
    char option[SOW_ERR_OPTION_MAX]; /**< at fault, as rows call it: "hall_size"; "":
                                        none, or it is not known */
};

/** Fills @p err (may be NULL; a long text is cut) with one line and returns @p status:
 *  newlines, which only a name from elsewhere can bring, become "\n". No option is at
 *  fault. */
enum sow_status sow_err_set(struct sow_err *err, enum sow_status status,
                            const char *format, ...) SOW_PRINTF(3, 4);

/** Notes in @p err (may be NULL) that @p option is at fault, a name with underscores or
 * as it is typed ("--hall-size"); returns @p status. */
enum sow_status sow_err_blame(struct sow_err *err, enum sow_status status,
                              const char *option);

/** Adds a line to the text in @p err (not NULL) as far as there is room. */
void sow_err_add_line(struct sow_err *err, const char *format, ...) SOW_PRINTF(2, 3);

/** Puts "text: " before the text in @p err (not NULL); returns the status it holds. */
enum sow_status sow_err_prefix(struct sow_err *err, const char *format, ...)
    SOW_PRINTF(2, 3);

/** The usual report of a failed allocation. */
enum sow_status sow_err_no_memory(struct sow_err *err);

SOW_C_END

#endif
