# SPDX-License-Identifier: GPL-3.0-or-later
# Compiler settings of all targets, and the function that makes a folder's library.

option(BUILD_TESTING "Build the tests" ON)
enable_testing()
find_package(OpenMP REQUIRED COMPONENTS C)
find_package(PkgConfig REQUIRED)
find_package(SQLite3 REQUIRED)
pkg_check_modules(GSL REQUIRED IMPORTED_TARGET gsl)
pkg_check_modules(JANSSON REQUIRED IMPORTED_TARGET jansson)
pkg_check_modules(INIH REQUIRED IMPORTED_TARGET inih)
pkg_check_modules(NETTLE REQUIRED IMPORTED_TARGET nettle)
pkg_check_modules(MICROHTTPD REQUIRED IMPORTED_TARGET libmicrohttpd)

# sow_find_library(TARGET HEADER LIBRARY)
# Makes the imported TARGET of a library, found by the names of its header and its file.
function(sow_find_library target header library)
  find_path(${library}_INCLUDE ${header} REQUIRED)
  find_library(${library}_LIBRARY ${library} REQUIRED)
  mark_as_advanced(${library}_INCLUDE ${library}_LIBRARY)
  add_library(${target} UNKNOWN IMPORTED GLOBAL)
  set_target_properties(${target} PROPERTIES
    IMPORTED_LOCATION ${${library}_LIBRARY}
    INTERFACE_INCLUDE_DIRECTORIES ${${library}_INCLUDE})
endfunction()
# libcsv and libunistring have no file for pkg-config. Debian's libRmath.pc names a folder
# that only a complete R installs.
sow_find_library(LibCSV::LibCSV csv.h csv)
sow_find_library(Unistring::Unistring uniwidth.h unistring)
sow_find_library(Rmath::Rmath Rmath.h Rmath)
# Versions for `sowlab version`. Only the headers of these libraries state them.
file(STRINGS ${Rmath_INCLUDE}/Rmath.h RMATH_VERSION REGEX "define R_VERSION_STRING")
string(REGEX MATCH "[0-9.]+" RMATH_VERSION "${RMATH_VERSION}")
file(STRINGS ${csv_INCLUDE}/csv.h CSV_VERSION REGEX "define CSV_(MAJOR|MINOR|RELEASE) ")
string(REGEX REPLACE "[^0-9;]" "" CSV_VERSION "${CSV_VERSION}")
list(JOIN CSV_VERSION . CSV_VERSION)
file(STRINGS ${unistring_INCLUDE}/unistring/version.h UNISTRING_VERSION REGEX "define _LIBUNISTRING_VERSION 0x")
if(UNISTRING_VERSION MATCHES "0x(..)(..)(..)")
  math(EXPR UNISTRING_VERSION "0x${CMAKE_MATCH_1}")
  math(EXPR minor "0x${CMAKE_MATCH_2}")
  math(EXPR patch "0x${CMAKE_MATCH_3}")
  string(APPEND UNISTRING_VERSION .${minor}.${patch})
endif()

set(CMAKE_C_STANDARD 11)
set(CMAKE_C_STANDARD_REQUIRED ON)
set(CMAKE_C_EXTENSIONS OFF)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()
option(SOW_WERROR "Treat compiler warnings as errors" OFF)
option(SOW_MPI "Build sowlab-mpi, for clusters (docs/developers/clusters.md)" OFF)
option(SOW_SMALL_KERNELS "Compile kernels sooner, for builds that only test: they play slowly" OFF)
option(SOW_FUZZ "Link the fuzz targets with libFuzzer (preset fuzz)" OFF)
option(SOW_LINT "Add the lint tests that take long or need more tools (preset lint)" OFF)
set(SOW_SANITIZE "" CACHE STRING "Sanitizers for every target, as for -fsanitize=")

# All programs and test programs are built in one folder.
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)

add_library(sow_flags INTERFACE)
target_compile_definitions(sow_flags INTERFACE _GNU_SOURCE)
# Without contraction, a fused multiply-add cannot change the last bit of stored results.
target_compile_options(sow_flags INTERFACE
  -ffp-contract=off
  -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wstrict-prototypes -Wmissing-prototypes
  -Wcast-qual -Wwrite-strings -Wundef -Wvla -Wformat=2 -Wdouble-promotion -Wswitch-enum
  $<$<BOOL:${SOW_WERROR}>:-Werror>)
if(CMAKE_SIZEOF_VOID_P EQUAL 4 AND CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64|i[3-6]86)$")
  # The x87 unit of 32-bit processors keeps more digits than a double has.
  target_compile_options(sow_flags INTERFACE -msse2 -mfpmath=sse)
endif()
if(CMAKE_C_COMPILER_ID MATCHES Clang)
  # clang 14 warns that NAN and INFINITY are promoted floats.
  target_compile_options(sow_flags INTERFACE -Wno-double-promotion)
endif()
if(NOT SOW_SANITIZE)
  # Hardening options of Debian's packages. Sanitizers check more and do not work with
  # them.
  target_compile_options(sow_flags INTERFACE $<$<CONFIG:Release>:-fstack-protector-strong>
    $<$<CONFIG:Release>:-U_FORTIFY_SOURCE> $<$<CONFIG:Release>:-D_FORTIFY_SOURCE=2>)
  target_link_options(sow_flags INTERFACE LINKER:-z,relro LINKER:-z,now)
endif()
if(SOW_SANITIZE)
  set(sanitize -fsanitize=${SOW_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_compile_options(sow_flags INTERFACE ${sanitize})
  target_link_options(sow_flags INTERFACE ${sanitize})
endif()

# sow_library(NAME INCLUDE DIR SOURCES ... LINKS ... [PRIVATE_LINKS ...])
# Makes a folder's library. Only targets that link NAME see its public headers in DIR.
function(sow_library name)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "" "INCLUDE" "SOURCES;LINKS;PRIVATE_LINKS")
  add_library(${name} STATIC ${ARG_SOURCES})
  target_include_directories(${name} PUBLIC ${ARG_INCLUDE})
  target_link_libraries(${name} PUBLIC ${ARG_LINKS} PRIVATE sow_flags ${ARG_PRIVATE_LINKS})
  # The lint tests use these properties.
  cmake_path(ABSOLUTE_PATH ARG_INCLUDE)
  set_target_properties(${name} PROPERTIES SOW_HEADERS ${ARG_INCLUDE})
  set_property(GLOBAL APPEND PROPERTY SOW_LIBRARIES ${name})
endfunction()
