/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Status codes and error messages.
 *
 * A function that can meet bad input or failing input and output returns enum sow_status.
 * It writes the reason of a failure into the caller's struct sow_err, its last parameter,
 * which may be NULL. Three things are not errors of this kind. A caller's bug is an
 * assert. "No move", "a draw" and "did not converge" are ordinary results.
 *
 * The status values are also the exit codes of the program. They are those of sysexits.h
 * where one fits. Code 67 has no use in sysexits.h outside mail, so no other cause
 * produces it.
 *
 * Messages are lower case. They name the fault first, quote its subject, and end with
 * what to do. Ownership: struct sow_err is storage of the caller; there is nothing to
 * release.
 */
#ifndef SOW_BASE_ERR_H
#define SOW_BASE_ERR_H

/** Opens the part of a public header that C++ reads with C linkage; empty in C. */
#ifdef __cplusplus
#define SOW_C_BEGIN extern "C" {
#define SOW_C_END }
#else
#define SOW_C_BEGIN
/** Closes the part that SOW_C_BEGIN opened. */
#define SOW_C_END
#endif

/** Attribute of a function whose result must not be ignored: the compiler warns. */
#define SOW_MUST_USE __attribute__((warn_unused_result))
/**
 * Attribute of a function with printf-like arguments, which the compiler then checks.
 * Arguments count from 1: the format is number @p text, its first value number @p first.
 */
#define SOW_PRINTF(text, first) __attribute__((format(printf, text, first)))

SOW_C_BEGIN

/** Outcome of a call that can fail. Each value is also an exit code of the program. */
enum sow_status {
    SOW_OK = 0,            /**< success */
    SOW_USAGE = 64,        /**< the request is wrong: for example an unknown option,
                                player or variant */
    SOW_BAD_DATA = 65,     /**< the input data are malformed, damaged or contradictory */
    SOW_NOT_FOUND = 66,    /**< the named object, for example a stored run, does not
                                exist */
    SOW_NOTHING_LEFT = 67, /**< the requested work is already done */
    SOW_NO_MEMORY = 71,    /**< an allocation failed */
    SOW_IO = 74,           /**< a file or database cannot be read or written */
    SOW_BUSY = 75,         /**< another process is using the object; trying again may
                                succeed */
    SOW_INTERRUPTED = 130, /**< a stop request ended the work; finished parts are kept */
};

/** Sizes of the texts in struct sow_err, in bytes with the NUL. */
enum {
    SOW_ERR_TEXT_MAX = 4096, /**< the message */
    SOW_ERR_OPTION_MAX = 64  /**< the name of an option */
};

/**
 * Reason of the latest failure. The message is for a person: one line, or several lines
 * if a file has several faults.
 */
struct sow_err {
    enum sow_status status;          /**< status that the failed function returned */
    char text[SOW_ERR_TEXT_MAX];     /**< message, with '\n' between lines */
    char option[SOW_ERR_OPTION_MAX]; /**< name of the option at fault, with underscores
                                          ("hall_size"); "" if there is none or it is
                                          unknown */
};

/**
 * Writes a message of one line, and marks no option as being at fault. Newlines in the
 * result, which only a name from outside can contain, become "\n" in two characters.
 * @param[out] err receives the message, cut if too long; may be NULL
 * @param status status to store and return
 * @param format printf format of the message
 * @param ... values for @p format
 * @returns @p status
 */
enum sow_status sow_err_set(struct sow_err *err, enum sow_status status,
                            const char *format, ...) SOW_PRINTF(3, 4);

/**
 * Records which option is at fault in the latest failure. Does nothing if @p status is
 * SOW_OK, or if @p err already names an option. Leading hyphens are dropped, and other
 * hyphens become underscores.
 * @param[in,out] err error to complete; may be NULL
 * @param status status to return, SOW_OK if nothing failed; @p err keeps its own
 * @param option name with underscores, or as typed ("--hall-size")
 * @returns @p status
 */
enum sow_status sow_err_blame(struct sow_err *err, enum sow_status status,
                              const char *option);

/**
 * Adds a line at the end of the message, cut where the room ends. Newlines in the line
 * become "\n" in two characters. The status and the option stay as they are.
 * @param[in,out] err error with a message to extend; not NULL
 * @param format printf format of the line
 * @param ... values for @p format
 */
void sow_err_add_line(struct sow_err *err, const char *format, ...) SOW_PRINTF(2, 3);

/**
 * Puts a text and ": " before the message, which is cut where the room ends. Newlines in
 * the text become "\n" in two characters. The status and the option stay as they are.
 * @param[in,out] err error with a message to extend; not NULL
 * @param format printf format of the text
 * @param ... values for @p format
 * @returns the status that @p err holds
 */
enum sow_status sow_err_prefix(struct sow_err *err, const char *format, ...)
    SOW_PRINTF(2, 3);

/**
 * Reports a failed allocation, with a fixed message.
 * @param[out] err receives the message; may be NULL
 * @returns SOW_NO_MEMORY
 */
enum sow_status sow_err_no_memory(struct sow_err *err);

SOW_C_END

#endif
