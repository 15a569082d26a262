/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Facts about the build of this program, for --version and for the provenance of a run.
 * cmake/BuildInfo.cmake writes the values when the program is built.
 */
#ifndef SOW_EXPERIMENTS_BUILD_INFO_H
#define SOW_EXPERIMENTS_BUILD_INFO_H

/** Version of the release that the sources are of or lead to, for example "0.2.0". Runs
 * store it, and are resumed by this version only. */
extern const char sow_build_version[];

/** Version of these sources: that of the release, or between releases for example
 * "0.2.0+17.g2a05d0c1e8b4". cmake/BuildInfo.cmake says how it is made. */
extern const char sow_build_full_version[];

/** Git commit, for example "2a05d0c1e8b4". "-dirty" follows if tracked files differed
 * from it. "unknown" if the sources came without their history. */
extern const char sow_build_revision[];

/** Date of the commit, for example "2026-01-31". Empty if the sources came without their
 * history. */
extern const char sow_build_date[];

/** Compiler and its version, for example "GNU 12.2.0". */
extern const char sow_build_compiler[];

/** Build type and any sanitizers, for example "Release" or "Debug, address,undefined". */
extern const char sow_build_type[];

#endif
