/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Name of the processor, which figures of time need.
 */
#ifndef SOW_EXPERIMENTS_PROCESSOR_H
#define SOW_EXPERIMENTS_PROCESSOR_H

#include <stddef.h>

/** Writes Linux's name for the processor to @p name, or else the kind of machine, or
 *  "unknown". Cuts a name to @p size bytes. */
void sow_processor_name(char *name, size_t size);

#endif
