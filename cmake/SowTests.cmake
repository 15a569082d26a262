# SPDX-License-Identifier: GPL-3.0-or-later
# How tests are registered: Check suites, and scripts that run the program.

pkg_check_modules(CHECK REQUIRED IMPORTED_TARGET check)

set(SOW_TESTS_DIR ${PROJECT_SOURCE_DIR}/tests)
# A backstop for what hangs, no measure: the longest takes a fiftieth of it.
set(SOW_TEST_SECONDS 1800)
set(SOW_TEST_ENVIRONMENT "")
set(SOW_TEST_LAUNCHER "")
if(SOW_SANITIZE)
  set(SOW_TEST_SECONDS 3600)
endif()
if(SOW_SANITIZE STREQUAL thread)
  # Archer tells ThreadSanitizer how OpenMP synchronises; without it every loop is a race.
  string(REGEX MATCH "^[0-9]+" clang_major ${CMAKE_C_COMPILER_VERSION})
  find_file(SOW_ARCHER libarcher.so PATHS /usr/lib/llvm-${clang_major}/lib REQUIRED)
  set(SOW_TEST_ENVIRONMENT OMP_TOOL_LIBRARIES=${SOW_ARCHER})
  # Older ThreadSanitizers stop where the kernel spreads addresses widely
  # (vm.mmap_rnd_bits above 28); setarch is refused in some containers.
  execute_process(COMMAND setarch --addr-no-randomize true
    RESULT_VARIABLE refused ERROR_QUIET)
  if(NOT refused)
    set(SOW_TEST_LAUNCHER setarch --addr-no-randomize)
  endif()
endif()

# The main function of every suite.
add_library(sow_suite STATIC ${SOW_TESTS_DIR}/suite.c)
target_link_libraries(sow_suite PRIVATE sow_flags PUBLIC sow_base PkgConfig::CHECK)

# What suites and the sources that they share are compiled with. Some make damaged
# databases with what the store keeps to itself.
function(sow_suite_target target)
  target_link_libraries(${target} PRIVATE sow_flags sow_suite ${ARGN})
  target_include_directories(${target} PRIVATE ${SOW_TESTS_DIR}
    ${PROJECT_SOURCE_DIR}/experiments/lab/store)
  target_compile_definitions(${target} PRIVATE SOW_TEST_DATA="${SOW_TESTS_DIR}/data")
endfunction()

# sow_suite(TOPIC [COMMITS] [SOURCES extra.c ...] [LINKS library ...])
# Builds test_TOPIC.c and makes one ctest entry, TOPIC.GROUP, of every group of its tests.
# An extra source is compiled once for all suites.
# COMMITS: tests/commits.h sees what the store commits.
function(sow_suite topic)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "COMMITS" "" "SOURCES;LINKS")
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/test_${topic}.c)
  add_executable(test_${topic} ${source})
  sow_suite_target(test_${topic} ${ARG_LINKS})
  if(ARG_COMMITS)
    list(APPEND ARG_SOURCES commits.c)
    target_link_options(test_${topic} PRIVATE LINKER:--wrap=sow_store_end)
  endif()
  foreach(extra IN LISTS ARG_SOURCES)
    cmake_path(GET extra STEM name)
    if(NOT TARGET suites_${name})
      add_library(suites_${name} STATIC ${extra})
      sow_suite_target(suites_${name} ${ARG_LINKS})
    endif()
    target_link_libraries(test_${topic} PRIVATE suites_${name})
  endforeach()

  sow_suite_cases(${source} cases)
  foreach(case IN LISTS cases)
    set(name ${topic}.${case})
    add_test(NAME ${name} COMMAND ${SOW_TEST_LAUNCHER} $<TARGET_FILE:test_${topic}>)
    # Check passes when CK_RUN_CASE matches nothing.
    set_tests_properties(${name} PROPERTIES
      ENVIRONMENT "CK_RUN_CASE=${case};CK_DEFAULT_TIMEOUT=${SOW_TEST_SECONDS};${SOW_TEST_ENVIRONMENT}"
      FAIL_REGULAR_EXPRESSION "Checks: 0,"
      SKIP_RETURN_CODE 77
      TIMEOUT ${SOW_TEST_SECONDS})
  endforeach()
endfunction()

# The groups of the tests in SOURCE (tests/suite.h).
function(sow_suite_cases source result)
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${source})
  file(STRINGS ${source} cases REGEX "^TEST[A-Z_]*\\([a-z0-9_]+,")
  list(TRANSFORM cases REPLACE "^[A-Z_]+.([a-z0-9_]+),.*" "\\1")
  list(REMOVE_DUPLICATES cases)
  if(NOT cases)
    message(FATAL_ERROR "${source}: no TEST(group, name) found")
  endif()
  set(${result} ${cases} PARENT_SCOPE)
endfunction()

# sow_script_test(NAME SCRIPT [ARGUMENT ...])
# Runs a shell script that uses the program; script_test.sh says what it may rely on.
function(sow_script_test name script)
  cmake_path(ABSOLUTE_PATH script BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  add_test(NAME ${name}
    COMMAND ${SOW_TEST_LAUNCHER} sh ${SOW_TESTS_DIR}/script_test.sh ${script} ${ARGN})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "SOWLAB=$<TARGET_FILE:sowlab>;SOW_COLUMNS=$<TARGET_FILE:sow_columns>;SOW_TEST_DATA=${SOW_TESTS_DIR}/data;${SOW_TEST_ENVIRONMENT}"
    SKIP_RETURN_CODE 77
    TIMEOUT ${SOW_TEST_SECONDS})
endfunction()

# sow_canary(ACT REPORT): tests/canary.c doing ACT draws a REPORT from the sanitizer, or
# else a clean run of the tests would prove nothing.
function(sow_canary act report)
  if(NOT TARGET canary)
    add_executable(canary ${SOW_TESTS_DIR}/canary.c)
    target_link_libraries(canary PRIVATE sow_flags sow_base)
  endif()
  add_test(NAME canary.${act} COMMAND ${SOW_TEST_LAUNCHER} $<TARGET_FILE:canary> ${act})
  set_tests_properties(canary.${act} PROPERTIES
    ENVIRONMENT "${SOW_TEST_ENVIRONMENT}" PASS_REGULAR_EXPRESSION ${report})
endfunction()

if(SOW_SANITIZE MATCHES thread)
  sow_canary(race "ThreadSanitizer: data race")
endif()
if(SOW_SANITIZE MATCHES address)
  sow_canary(bounds "AddressSanitizer: heap-buffer-overflow")
endif()
if(SOW_SANITIZE MATCHES undefined)
  sow_canary(overflow "runtime error: signed integer overflow")
endif()
