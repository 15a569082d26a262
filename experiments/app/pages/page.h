/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Manual pages and completion for shells, made from the tables of commands and options
 * when the program is built. A new command or option needs nothing here, unless its
 * values have names of a new kind (page_offer.c).
 *
 * Ownership: an offer is caller storage.
 */
#ifndef SOW_EXPERIMENTS_PAGE_H
#define SOW_EXPERIMENTS_PAGE_H

#include "sow/cli/cli_options.h"

enum { SOW_OFFER_MAX = 8 * 1024 };

/** What a shell can offer for an option's value or for the operands of a command. */
struct sow_offer {
    char words[SOW_OFFER_MAX]; /**< with blanks between them; one that ends in a colon is
                                    to be continued */
    const char *files;         /**< the files whose names match this, or NULL */
    bool runs;                 /**< the numbers of stored runs, the newest first */
};

/** Asks the database for these numbers. */
#define SOW_OFFER_RUNS "SELECT id FROM runs ORDER BY id DESC LIMIT 50"

/** Whether a shell has nothing to offer. */
bool sow_offer_is_empty(const struct sow_offer *offer);

/** What @p option takes; nothing for a number or free text. Not for a flag. */
void sow_offer_option(const struct sow_param *option, struct sow_offer *offer);

/** What stands behind the name of @p command: all that one of its operands can be. */
void sow_offer_operands(const struct sow_command *command, struct sow_offer *offer);

/** The first words of all commands, each once. */
void sow_offer_commands(struct sow_offer *offer);

/** The second words of the commands that start with the word @p group. */
void sow_offer_group(const char *group, struct sow_offer *offer);

/** The manual page of the whole program. */
void sow_page_program(FILE *out);

/** The manual page of one command. */
void sow_page_command(const struct sow_command *command, FILE *out);

/** The name of a command's page: "sowlab-runs-show". */
void sow_page_name(const struct sow_command *command, char *room, size_t size);

/** Completion for one shell. */
void sow_page_bash(FILE *out);
void sow_page_zsh(FILE *out);
void sow_page_fish(FILE *out);

/** Writes @p text between single quotes, with "'" as a shell needs it there and a
 *  backslash before each of the characters @p special. */
void sow_page_quote(const char *text, const char *special, FILE *out);

#endif
