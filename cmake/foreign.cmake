# SPDX-License-Identifier: GPL-3.0-or-later
# Toolchain file of the presets aarch64, i386 and s390x, which compile for another
# architecture. SOW_FOREIGN is Debian's name of it. The libraries are those of Debian, in
# build/foreign (cmake/foreign.sh). QEMU runs the programs.
set(CMAKE_TRY_COMPILE_PLATFORM_VARIABLES SOW_FOREIGN)
set(CMAKE_SYSTEM_NAME Linux)

# Rows: Debian's name, the processor in names of compilers, folder of libraries, QEMU.
set(rows
  "arm64 aarch64 aarch64-linux-gnu qemu-aarch64"
  "i386 i686 i386-linux-gnu qemu-i386"
  "s390x s390x s390x-linux-gnu qemu-s390x")
list(FILTER rows INCLUDE REGEX "^${SOW_FOREIGN} ")
separate_arguments(row UNIX_COMMAND "${rows}")
list(POP_FRONT row name CMAKE_SYSTEM_PROCESSOR CMAKE_LIBRARY_ARCHITECTURE emulator)

cmake_path(SET CMAKE_SYSROOT NORMALIZE ${CMAKE_CURRENT_LIST_DIR}/../build/foreign/${name})
set(CMAKE_C_COMPILER ${CMAKE_SYSTEM_PROCESSOR}-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR ${emulator} -L ${CMAKE_SYSROOT})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
foreach(kind LIBRARY INCLUDE PACKAGE)
  set(CMAKE_FIND_ROOT_PATH_MODE_${kind} ONLY)
endforeach()
set(ENV{PKG_CONFIG_SYSROOT_DIR} ${CMAKE_SYSROOT})
set(ENV{PKG_CONFIG_LIBDIR} ${CMAKE_SYSROOT}/usr/lib/${CMAKE_LIBRARY_ARCHITECTURE}/pkgconfig)
