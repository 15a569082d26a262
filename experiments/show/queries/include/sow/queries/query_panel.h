/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Names of the members of the panels that measure strength. The caller owns all memory.
 */
#ifndef SOW_QUERIES_QUERY_PANEL_H
#define SOW_QUERIES_QUERY_PANEL_H

#include <stddef.h>

/**
 * Lists the members of a panel that the program has.
 * @param panel the name of the panel, for example `kalah-2`
 * @param[out] names receives the labels of the members with commas between them, for
 *     example `learn-3, fitted-ridge`; "" if there are none. A text that does not fit is
 *     cut.
 * @param size bytes of @p names, at least 1
 * @returns the number of members, 0 for a panel that is not a file of the program.
 */
size_t sow_query_panel(const char *panel, char *names, size_t size);

#endif
