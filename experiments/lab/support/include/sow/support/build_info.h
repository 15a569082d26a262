/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * Facts about the build of this program, for --version and for the provenance of a run.
 * cmake/BuildInfo.cmake writes the values when the program is built.
 */
#ifndef SOW_EXPERIMENTS_BUILD_INFO_H
#define SOW_EXPERIMENTS_BUILD_INFO_H

/** Version of the release, for example "0.1.0". */
extern const char sow_build_version[];

/** Git commit, for example "2a05d0c1e8b4". "-dirty" follows if tracked files differed
 * from it. "unknown" if the sources came without their history. */
extern const char sow_build_revision[];

/** Compiler and its version, for example "GNU 12.2.0". */
extern const char sow_build_compiler[];

/** Build type and any sanitizers, for example "Release" or "Debug, address,undefined". */
extern const char sow_build_type[];

#endif
