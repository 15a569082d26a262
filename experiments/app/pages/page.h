/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Manual pages and completion for shells. They are made from the tables of commands and
 * options when the program is built. A new command or option needs nothing here, unless
 * its values have names of a new kind (page_offer.c).
 *
 * Ownership: an offer is the caller's.
 */
#ifndef SOW_EXPERIMENTS_PAGE_H
#define SOW_EXPERIMENTS_PAGE_H

#include "sow/cli/cli_options.h"

/** Most characters of the words of an offer. */
enum { SOW_OFFER_MAX = 8 * 1024 };

/** Completions of the value of an option, or of the operands of a command. */
struct sow_offer {
    /** Words, with blanks between them. A word that ends in a colon or in "=" has to be
     *  continued. */
    char words[SOW_OFFER_MAX];
    const char *files; /**< pattern of file names, or NULL for no files */
    /** True for the numbers of stored runs, the newest first. */
    bool runs;
};

/** SQL that finds the numbers of runs. */
#define SOW_OFFER_RUNS "SELECT id FROM runs ORDER BY id DESC LIMIT 50"

/** Returns true if there is nothing to offer. */
bool sow_offer_is_empty(const struct sow_offer *offer);

/**
 * Replaces @p offer by the completions of the value of an option that is not a flag.
 * They follow from the name of the option (KINDS of page_offer.c), else from the choices
 * of its type. There are none for a number or free text, and no choices without memory.
 */
void sow_offer_option(const struct sow_param *option, struct sow_offer *offer);

/** Replaces @p offer by the completions of all operands of a command together. */
void sow_offer_operands(const struct sow_command *command, struct sow_offer *offer);

/** Adds the first words of the names of all commands to @p offer, each once. */
void sow_offer_commands(struct sow_offer *offer);

/** Adds the second words of the commands whose name begins with the word @p group. Adds
 *  nothing if there are none. */
void sow_offer_group(const char *group, struct sow_offer *offer);

/** Writes the manual page of the whole program in roff: all commands, player specs,
 *  built-in variants and exit statuses. */
void sow_page_program(FILE *out);

/** Writes the manual page of a command in roff, from its row and its table of options. */
void sow_page_command(const struct sow_command *command, FILE *out);

/**
 * Writes the name of a command's page, for example "sowlab-runs-show".
 * @param command the command
 * @param[out] room receives the name
 * @param size bytes of @p room; a longer name is cut
 */
void sow_page_name(const struct sow_command *command, char *room, size_t size);

/** Writes docs/reference/commands.md: all commands with their options, and the exit
 *  statuses. */
void sow_page_commands(FILE *out);

/** Writes the completion script for bash. */
void sow_page_bash(FILE *out);
/** Writes the completion script for zsh. */
void sow_page_zsh(FILE *out);
/** Writes the completion script for fish. */
void sow_page_fish(FILE *out);

/**
 * Writes text between single quotes for a shell. Single quotes in the text are escaped.
 * @param text the text
 * @param special characters that get a backslash before them
 * @param out receives the quoted text
 */
void sow_page_quote(const char *text, const char *special, FILE *out);

#endif
