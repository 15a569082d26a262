/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Several players as one option of a run. What is typed may name groups (`heuristics`)
 * and stored runs; what is recorded are complete specs with blanks between them, and
 * beside them the words they were asked for by, which tables show.
 *
 * Ownership: a list is caller storage and owns what is in it; sow_player_list_release (or
 * sow_params_release of the options) frees it.
 */
#ifndef SOW_EXPERIMENTS_PLAYER_LIST_H
#define SOW_EXPERIMENTS_PLAYER_LIST_H

#include "sow/players/players.h"

enum {
    SOW_PLAYERS_MAX = 300,           /**< players in a list */
    SOW_PLAYER_LIST_MAX = 32 * 1024, /**< characters of a list */
};

/** A word that stands for several players. */
struct sow_player_group {
    const char *name;
    int heuristics;   /**< so many of the table, each alone, */
    const char *more; /**< and this player, if not NULL */
    const char *summary;
};

/** All groups; ends with a NULL name. */
extern const struct sow_player_group sow_player_groups[];

/** Players; all zeros: none. */
struct sow_player_list {
    char *text;      /**< until it is resolved: as typed, or complete specs */
    char *name_text; /**< of complete specs: the words typed for each of them */
    struct sow_agent *agents;
    char **specs; /**< of each, complete */
    char **names; /**< of each, as it was asked for */
    size_t count;
};

/** A list as an option: its text, of up to `max` characters, or, once it is resolved,
 *  complete specs with blanks between them. */
extern const struct sow_param_type sow_param_players;
/** A second row of the same list for its names. */
extern const struct sow_param_type sow_param_player_names;
/** The same two, left out of records while the list is empty. */
extern const struct sow_param_type sow_param_added_players;
extern const struct sow_param_type sow_param_added_player_names;

/** Nothing typed, nobody in it. */
bool sow_player_list_is_empty(const struct sow_player_list *list);

/** As if @p text had been typed. */
SOW_MUST_USE enum sow_status sow_player_list_type(struct sow_player_list *list,
                                                  const char *text, struct sow_err *err);

/** Takes the @p count words of a command line as the list; SOW_USAGE if it is too long.
 */
SOW_MUST_USE enum sow_status sow_player_list_take(struct sow_player_list *list, int count,
                                                  char *const *words,
                                                  struct sow_err *err);

/**
 * Puts the players that the text means in its place: groups, runs of @p store and
 * abbreviations by complete specs. A list that has players is left as it is. A list
 * without blanks that is no spec itself may have commas between its members. Stored runs
 * (`run:`) that resolve to the same player are one player with both names
 * ("run:1@49=run:1@99"). SOW_USAGE for an unknown player, for one that is there twice
 * otherwise, and for an empty list; SOW_BAD_DATA for a text with names that is damaged.
 */
SOW_MUST_USE enum sow_status sow_player_list_resolve(struct sow_player_list *list,
                                                     struct sow_store *store,
                                                     struct sow_err *err);

/** Adds a player or a group to a resolved list; one that is there already gets @p word as
 *  another name. Errors as above. */
SOW_MUST_USE enum sow_status sow_player_list_add(struct sow_player_list *list,
                                                 struct sow_store *store,
                                                 const char *word, struct sow_err *err);

/** Leaves an empty list. */
void sow_player_list_release(struct sow_player_list *list);

#endif
