/* SPDX-License-Identifier: GPL-3.0-or-later */
/**
 * @file
 * What this program was built from, for --version and for a run's provenance. The values
 * are written by cmake/BuildInfo.cmake when the program is built.
 */
#ifndef SOW_EXPERIMENTS_BUILD_INFO_H
#define SOW_EXPERIMENTS_BUILD_INFO_H

/** The release, as "0.1.0". */
extern const char sow_build_version[];

/** The git commit, as "2a05d0c1e8b4", with "-dirty" behind it if tracked files differed
 *  from it; "unknown" if the sources came without their history. */
extern const char sow_build_revision[];

/** The compiler and its version, as "GNU 12.2.0". */
extern const char sow_build_compiler[];

/** The build type and any sanitizers, as "Release" or "Debug, address,undefined". */
extern const char sow_build_type[];

#endif
