/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * A filter of system calls, under which a process can compute, read files and write to
 * what is open, and no more.
 */
#ifndef SOW_CHARTS_GNUPLOT_FILTER_H
#define SOW_CHARTS_GNUPLOT_FILTER_H

/** Sets the filter for the calling thread and whatever it executes, for good. Only system
 *  calls are made, so that it may be called between fork and exec. Does nothing where the
 *  kernel or the processor is not known to have such filters. */
void sow_gnuplot_filter(void);

#endif
