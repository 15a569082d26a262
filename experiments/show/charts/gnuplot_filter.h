/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Filter of system calls. Under it a process can compute, read files and write to open
 * files, and nothing else.
 */
#ifndef SOW_CHARTS_GNUPLOT_FILTER_H
#define SOW_CHARTS_GNUPLOT_FILTER_H

/** Sets the filter for the calling thread and every program that it executes, for good.
 *  Makes only system calls, so it may be called between fork and exec. Does nothing,
 *  without an error, if the kernel or the processor is not known to have such filters. */
void sow_gnuplot_filter(void);

#endif
