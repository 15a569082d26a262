/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Sections of the reports about a single run; private to the query files.
 */
#ifndef SOW_EXPERIMENTS_QUERY_SECTIONS_H
#define SOW_EXPERIMENTS_QUERY_SECTIONS_H

#include "sow/sections/section.h"
#include "sow/store/store.h"

#include <stdio.h>

/** Reports that a section belongs to: everything about a run (show), its results, both,
 *  or only the results that programs read. */
enum { SOW_IN_SHOW = 1, SOW_IN_RESULT = 2, SOW_IN_BOTH = 3, SOW_IN_WHOLE = 4 };

/** Place of a section in a report, behind earlier sections of the same place. Sections
 *  without a place stand with the results. SOW_MAIN marks the section that CSV output
 *  has; of several, the first one counts. */
enum {
    SOW_PLACE_FIRST = 8,       /**< the answer in short */
    SOW_PLACE_BACKGROUND = 16, /**< how the result was computed */
    SOW_MAIN = 32,
    /** the section's SQL returns the SQL to run, which has a column for every gene or
     *  player */
    SOW_WRITTEN = 64,
};

/** A section of a report. It is left out if it has no rows. In its SQL `?1` is the
 *  run. */
struct sow_query_section {
    unsigned reports;
    struct sow_section section;
};

/** SQL for the players in the option `players` of run ?1, in their order. The columns are
 *  `place`, `spec`, `name` and `run_kind`. */
#define SOW_LISTED                                                                       \
    "(SELECT number AS place, spec, name, r.kind AS run_kind FROM run_players p"         \
    " JOIN runs r ON r.id = p.run_id WHERE p.run_id = ?1 AND origin = 'players'"         \
    " ORDER BY number)"

/** Section with the variants of a run's matches. */
#define SOW_SECTION_VARIANTS                                                             \
    {                                                                                    \
        SOW_IN_BOTH | SOW_PLACE_BACKGROUND,                                              \
        {                                                                                \
            "variants", false,                                                           \
                "SELECT variant, count(*) AS matches FROM match_variants"                \
                " WHERE run_id = ?1 GROUP BY variant ORDER BY min(match)"                \
        }                                                                                \
    }

/** Sections "answer", one for each kind of run: its result in a sentence, and a useful
 *  next command. The last entry has a NULL name. */
extern const struct sow_query_section sow_query_answers[];

/** Writes @p text as an SQL string. */
void sow_query_quote(const char *text, FILE *out);

#endif
