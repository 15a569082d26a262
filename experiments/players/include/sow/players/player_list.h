/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Several players as one option of a run. What is typed may name groups (`heuristics`)
 * and stored runs; what is recorded are complete specs with blanks between them, and
 * beside them the words they were asked for by, which tables show.
 *
 * Ownership: a list is caller storage; sow_roster_release a roster that was read.
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

/** A list as options of a run. */
struct sow_player_list {
    char specs[SOW_PLAYER_LIST_MAX + 1]; /**< as typed, or complete specs */
    char names[SOW_PLAYER_LIST_MAX + 1]; /**< "", or the words typed for each of them */
};

/** Takes the @p count words of a command line as the list; SOW_USAGE if it is too long.
 */
SOW_MUST_USE enum sow_status sow_player_list_take(struct sow_player_list *list, int count,
                                                  char *const *words,
                                                  struct sow_err *err);

/**
 * Replaces groups, runs of @p store and abbreviations by complete specs, and fills in the
 * names; a list with names is left as it is. A list without blanks that is no spec itself
 * may have commas between its members. Stored runs (`run:`) that resolve to the same
 * player are one player with both names ("run:1@49=run:1@99"). SOW_USAGE for an unknown
 * player, for one that is there twice otherwise, and for an empty list.
 */
SOW_MUST_USE enum sow_status sow_player_list_resolve(struct sow_player_list *list,
                                                     struct sow_store *store,
                                                     struct sow_err *err);

/** Players in a resolved list. */
size_t sow_player_list_count(const struct sow_player_list *list);

/** The players of a resolved list. */
struct sow_roster {
    struct sow_agent *agents;
    const char **specs; /**< of each; texts in `room` */
    const char **names; /**< the same */
    size_t count;
    struct sow_player_list *room;
};

/** Reads a resolved list; SOW_BAD_DATA if it is none. */
SOW_MUST_USE enum sow_status sow_roster_read(const struct sow_player_list *list,
                                             struct sow_roster *roster,
                                             struct sow_err *err);

void sow_roster_release(struct sow_roster *roster);

#endif
