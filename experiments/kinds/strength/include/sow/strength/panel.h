/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Panels: the fixed opponents by which the strength of players is measured. Each built-in
 * variant has a panel in variants/panels/. A panel file never changes: a better panel is
 * a new file with the next version in its name. docs/developers/panels.md says how the
 * members were chosen.
 *
 * Ownership: a panel owns its specs until sow_panel_release.
 */
#ifndef SOW_EXPERIMENTS_PANEL_H
#define SOW_EXPERIMENTS_PANEL_H

#include "sow/base/err.h"
#include "sow/game/rules.h"
#include "sow/heuristics/agent.h"

#include <stddef.h>

enum {
    SOW_PANEL_MEMBERS = 8,  /**< members of a panel in a file */
    SOW_PANEL_DEPTHS = 3,   /**< depths at which a panel plays */
    SOW_PANEL_NAME_MAX = 79 /**< longest name, in bytes without the NUL */
};

/** Depths at which a panel plays, ascending: 1, 2 and 4. */
extern const int sow_panel_depths[SOW_PANEL_DEPTHS];

/** Member of a panel. */
struct sow_panel_member {
    char *spec;                      /**< complete player spec */
    struct sow_agent agent;          /**< the player itself */
    double rating[SOW_PANEL_DEPTHS]; /**< Elo by index of the depth; the mean over the
                                          members is about 0. 0 without ratings */
};

/** Panel of a variant. */
struct sow_panel {
    char name[SOW_PANEL_NAME_MAX + 1];    /**< name with version, for example `kalah-1` */
    char variant[SOW_PANEL_NAME_MAX + 1]; /**< variant of the panel; "": any */
    int version;                          /**< number of the version, from 1 */
    bool rated;                           /**< true if the members have ratings */
    size_t count;                         /**< number of members */
    struct sow_panel_member member[SOW_PANEL_MEMBERS];
};

/**
 * Reads a panel file. It has lines `variant = NAME`, `version = N` and, for each of the
 * SOW_PANEL_MEMBERS members, `member = SPEC` and then `ratings = R1 R2 R4`, its Elo at
 * each depth. A comment starts with `;` at the start of a line.
 * @param text contents of the file
 * @param name name of the panel, also for messages
 * @param[out] panel the panel, to be released; unchanged on failure
 * @param[out] err reason of a failure
 * @returns SOW_BAD_DATA for a fault of the text, with its line; SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_panel_read(const char *text, const char *name,
                                            struct sow_panel *panel, struct sow_err *err);

/**
 * Finds the panel for rules. The rules decide, not the name of the variant. Rules of no
 * built-in variant have the panel `general-1`, which has no ratings.
 * @param rules rules of the games
 * @param version number of the version; 0: the newest
 * @param[out] panel the panel, to be released; unchanged on failure
 * @param[out] err reason of a failure
 * @returns SOW_OK, SOW_USAGE if there is no such version, or SOW_NO_MEMORY
 */
SOW_MUST_USE enum sow_status sow_panel_of(const struct sow_rules *rules, int version,
                                          struct sow_panel *panel, struct sow_err *err);

/** Frees the specs of a panel and clears it. */
void sow_panel_release(struct sow_panel *panel);

/** Returns the index of a depth in sow_panel_depths, or -1 if no panel plays at it. */
int sow_panel_depth_index(int depth);

#endif
