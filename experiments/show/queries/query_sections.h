/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What reports about a single run are made of; private to the query files.
 */
#ifndef SOW_EXPERIMENTS_QUERY_SECTIONS_H
#define SOW_EXPERIMENTS_QUERY_SECTIONS_H

#include "sow/sections/section.h"
#include "sow/store/store.h"

#include <stdio.h>

/** Which reports a section is part of: all about a run, or its results; or of the
 *  latter only what programs read. */
enum { SOW_IN_SHOW = 1, SOW_IN_RESULT = 2, SOW_IN_BOTH = 3, SOW_IN_WHOLE = 4 };

/** Where in a report a section stands, after the others of its place; without one of
 *  these with the results. SOW_MAIN: what CSV has, the first of several. */
enum {
    SOW_PLACE_FIRST = 8,       /**< the answer in short */
    SOW_PLACE_BACKGROUND = 16, /**< how it was got */
    SOW_MAIN = 32,
    SOW_WRITTEN = 64, /**< its SQL answers with the SQL of the section: one with a column
                           for every gene or player */
};

/** A section; left out of a report where it has no rows. `?1` is the run. */
struct sow_query_section {
    unsigned reports;
    struct sow_section section;
};

/** The players of run ?1 in the order of its options: `spec`, what they are, and `name`,
 *  as what they were asked for. */
#define SOW_LISTED                                                                       \
    "(SELECT n.key AS place, s.value AS spec, n.value AS name, kind FROM runs r,"        \
    " json_each('[' || replace(json_quote(parameters ->> 'names'), ' ', '\",\"')"        \
    " || ']') n JOIN json_each('[' || replace(json_quote(parameters ->> 'players'),"     \
    " ' ', '\",\"') || ']') s USING (key) WHERE r.id = ?1 ORDER BY n.key)"

/** Those that evolutions have; up to one without a name. */
extern const struct sow_query_section sow_query_evolve_sections[];

/** Those that fits have; up to one without a name. */
extern const struct sow_query_section sow_query_fit_sections[];

/** Those of fair starts; up to one without a name. */
extern const struct sow_query_section sow_query_fair_sections[];

/** Those of runs with a plan of matches; up to one without a name. */
extern const struct sow_query_section sow_query_study_sections[];

/** Those of play held against exact values; up to one without a name. */
extern const struct sow_query_section sow_query_regret_sections[];

/** Sections "answer", one for a kind of run: its result in a sentence, and the command
 * that helps next. The last entry has a NULL name. */
extern const struct sow_query_section sow_query_answers[];

/** Writes @p text as a string of SQL. */
void sow_query_quote(const char *text, FILE *out);

#endif
