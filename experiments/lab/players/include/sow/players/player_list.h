/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A list of players as one option of a run. A user may type groups (`heuristics`) and
 * stored runs. Records hold complete player specs separated by blanks. Beside the specs
 * they hold the words that the user typed, which tables show as names.
 *
 * Ownership: a list is caller storage and owns its content; sow_player_list_release (or
 * sow_params_release of the options) frees it.
 */
#ifndef SOW_EXPERIMENTS_PLAYER_LIST_H
#define SOW_EXPERIMENTS_PLAYER_LIST_H

#include "sow/players/players.h"

/** Limits of a list. */
enum {
    SOW_PLAYERS_MAX = 300,           /**< most players in a list */
    SOW_PLAYER_LIST_MAX = 32 * 1024, /**< most characters of a list */
};

/** A word for several players. */
struct sow_player_group {
    const char *name; /**< the word that users type */
    /** number of heuristics in the group, from h1 on, each a player */
    int heuristics;
    const char *more;    /**< one more player of the group, or NULL */
    const char *summary; /**< a phrase for listings */
};

/** All groups. The last entry has a NULL name. */
extern const struct sow_player_group sow_player_groups[];

/** A list of players. All zeros is an empty list. */
struct sow_player_list {
    char *text;               /**< text as typed, or complete player specs */
    char *name_text;          /**< names of complete player specs, in the same order */
    struct sow_agent *agents; /**< the players */
    char **specs;             /**< complete player specs */
    char **names;             /**< name of each player: the word that was typed */
    size_t count;             /**< number of players; 0 before resolving */
};

/** Type of a parameter that is a list. Its value is the text as typed, of up to `max`
 *  characters, or the complete player specs after resolving. */
extern const struct sow_param_type sow_param_players;
/** Type of a second parameter with the names of the same list. */
extern const struct sow_param_type sow_param_player_names;
/** Types like the two above. Records leave these parameters out while the list is
 *  empty. */
extern const struct sow_param_type sow_param_added_players;
extern const struct sow_param_type sow_param_added_player_names;

/** Returns true if the list has neither players nor text. */
bool sow_player_list_is_empty(const struct sow_player_list *list);

/** Sets the list to @p text, as if a user had typed it. @returns SOW_NO_MEMORY if memory
 *  is short; the list is then unchanged. */
SOW_MUST_USE enum sow_status sow_player_list_type(struct sow_player_list *list,
                                                  const char *text, struct sow_err *err);

/** Sets the list to @p count words of a command line. @returns SOW_USAGE if they are too
 *  long, or SOW_NO_MEMORY; the list is then unchanged. */
SOW_MUST_USE enum sow_status sow_player_list_take(struct sow_player_list *list, int count,
                                                  char *const *words,
                                                  struct sow_err *err);

/**
 * Resolves a list: replaces its groups, stored runs and abbreviations by complete player
 * specs. A list that already has players is not changed. Commas may separate the players
 * if the list has no blanks and is not a player spec itself. Stored runs (`run:`) with
 * the same player become one player with both names ("run:1@49=run:1@99").
 * @param[in,out] list the list
 * @param store database with the stored runs
 * @param[out] err reason of a failure
 * @returns SOW_USAGE for an unknown player, any other player that is there twice, or an
 *   empty list; SOW_BAD_DATA if a recorded list is damaged. The list is then unchanged
 */
SOW_MUST_USE enum sow_status sow_player_list_resolve(struct sow_player_list *list,
                                                     struct sow_store *store,
                                                     struct sow_err *err);

/**
 * Adds a player or a group to a resolved list. A player that is already in the list gets
 * @p word as another name.
 * @param[in,out] list the list
 * @param store database with the stored runs
 * @param word player spec or group
 * @param[out] err reason of a failure
 * @returns as sow_player_list_resolve; but the list may have some players of the group
 */
SOW_MUST_USE enum sow_status sow_player_list_add(struct sow_player_list *list,
                                                 struct sow_store *store,
                                                 const char *word, struct sow_err *err);

/** Frees the content of the list and leaves it empty. */
void sow_player_list_release(struct sow_player_list *list);

#endif
