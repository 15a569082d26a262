# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that register tests: Check suites, and scripts that run the program.

pkg_check_modules(CHECK REQUIRED IMPORTED_TARGET check)

set(SOW_TESTS_DIR ${PROJECT_SOURCE_DIR}/tests)
# Time limit that ends a test that hangs. The longest test takes a fiftieth of it.
set(SOW_TEST_SECONDS 1800)
# Runs of tests are not measured: that would take most of their time (docs/reference/strength.md).
# Idle threads sleep, because tests share the processors.
set(SOW_TEST_ENVIRONMENT SOWLAB_MEASURE=no OMP_WAIT_POLICY=passive)
# Programs of another processor run in an emulator (cmake/foreign.cmake).
set(SOW_TEST_LAUNCHER ${CMAKE_CROSSCOMPILING_EMULATOR})
if(SOW_SANITIZE)
  set(SOW_TEST_SECONDS 3600)
endif()
if(SOW_SANITIZE MATCHES address)
  # Memory that is used again soon after it was freed spares up to a third of the processor time,
  # because fresh pages cost more than the checks. By default 256 MB of it wait, so that uses after
  # a free are found.
  list(APPEND SOW_TEST_ENVIRONMENT ASAN_OPTIONS=quarantine_size_mb=16:malloc_context_size=10)
endif()
if(SOW_SANITIZE STREQUAL thread)
  # Archer tells ThreadSanitizer how OpenMP synchronises. Without it every loop is a race.
  string(REGEX MATCH "^[0-9]+" clang_major ${CMAKE_C_COMPILER_VERSION})
  find_file(SOW_ARCHER libarcher.so PATHS /usr/lib/llvm-${clang_major}/lib REQUIRED)
  list(APPEND SOW_TEST_ENVIRONMENT OMP_TOOL_LIBRARIES=${SOW_ARCHER})
  # Older ThreadSanitizers stop if the kernel spreads addresses widely (vm.mmap_rnd_bits
  # above 28). Some containers do not permit setarch.
  execute_process(COMMAND setarch --addr-no-randomize true
    RESULT_VARIABLE refused ERROR_QUIET)
  if(NOT refused)
    set(SOW_TEST_LAUNCHER setarch --addr-no-randomize)
  endif()
endif()

# Tests that repeat, often or at random moments, what shorter tests do. They have the label
# "long". The preset asan leaves them out.
set(SOW_LONG_TESTS faults.disk faults.full faults.sqlite needs.needs evolve_runs.resumed
  exact_labels.labels fit.sameness learning.repeats migrate.disturbed plan.resumed
  resume.killed resume.stopped sensitivity.resumed
  statistics_scores.sprt_errors program.determinism program.endgame_changes program.golden
  program.hostile_text program.interrupt program.kill program.stopping
  program.sweep_compare program.upgrade program.writers)

# Tests that start many processes or compute for long, and reach hardly any code that no other test
# reaches: tests/coverage_alone.sh counts it. They have the label "covered". The preset asan leaves
# them out. Tests of hostile or random inputs are none of them.
set(SOW_COVERED_TESTS blame.blame dataset_import.columns docs.stale endgame.variants
  evolve_distinct.alike export.c factor.triangle ga_operators.selection match_report.told plan.same
  program.advice program.again program.dispatch program.evolve program.exec program.fair program.fit
  program.flips program.learn program.match program.moves program.options program.output
  program.places program.runs program.suite program.variants reproduce.orders
  statistics_blocks.simulated)

# Tests that take longest. They begin first, so that none of them runs alone at the end.
set(SOW_FIRST_TESTS evolve_runs.resumed sensitivity.resumed program.determinism program.fit
  program.measure program.plot program.stopping program.sweep)

# The main function of all suites.
add_library(sow_suite STATIC ${SOW_TESTS_DIR}/suite.c)
target_link_libraries(sow_suite PRIVATE sow_flags PUBLIC sow_base PkgConfig::CHECK)

# Compiler settings of suites and of the sources that they share. Some suites make damaged
# databases with private headers of the store.
function(sow_suite_target target)
  target_link_libraries(${target} PRIVATE sow_flags sow_suite ${ARGN})
  target_include_directories(${target} PRIVATE ${SOW_TESTS_DIR}
    ${PROJECT_SOURCE_DIR}/experiments/lab/store ${PROJECT_SOURCE_DIR}/core/game)
  target_compile_definitions(${target} PRIVATE SOW_TEST_DATA="${SOW_TESTS_DIR}/data")
endfunction()

# sow_suite_program(SOURCE ...)
# Makes sow_tests, the program of all suites that need no program of their own. Sources
# are what its suites share. When it is linked, each of its suites gets a link of the name
# test_TOPIC to it: this name selects the suite (tests/suite.c).
function(sow_suite_program)
  add_executable(sow_tests ${ARGN})
  sow_suite_target(sow_tests sow_cli m PkgConfig::JANSSON)
  add_custom_command(TARGET sow_tests POST_BUILD
    COMMAND sh -c "for topic in $<JOIN:$<TARGET_PROPERTY:sow_tests,SOW_TOPICS>, >; do ln -sf sow_tests test_$topic; done"
    WORKING_DIRECTORY ${CMAKE_RUNTIME_OUTPUT_DIRECTORY} VERBATIM)
endfunction()

# sow_suite(TOPIC [THREADS] [FORKS] [WRAPS function] [INCLUDES directory] [SOURCES extra.c ...]
#   [LINKS library ...])
# Adds test_TOPIC.c to sow_tests and makes a ctest entry, TOPIC.GROUP, for every group of
# its tests. THREADS means that the suite runs code with several threads: the thread
# sanitizer has only such suites. FORKS means that each of its tests needs a process of its own,
# also with sanitizers: a test leaves something behind, such as a request to stop or a limit of
# the process, or it forks, which a process must not do after it had threads. With a sanitizer a
# process takes a tenth of a second, so the tests of other suites, which are many, share the
# process of their group. A suite with LINKS is a program of its own, with these
# libraries and extra sources. WRAPS names a function that it replaces (--wrap of the
# linker). INCLUDES names a directory of headers that are not public.
function(sow_suite topic)
  cmake_parse_arguments(PARSE_ARGV 1 ARG "THREADS;FORKS" "WRAPS;INCLUDES" "SOURCES;LINKS")
  if(SOW_SANITIZE STREQUAL thread AND NOT ARG_THREADS)
    return()
  endif()
  set(source ${CMAKE_CURRENT_SOURCE_DIR}/test_${topic}.c)
  if(ARG_LINKS)
    add_executable(test_${topic} ${source})
    sow_suite_target(test_${topic} ${ARG_LINKS})
    list(TRANSFORM ARG_WRAPS PREPEND LINKER:--wrap=)
    target_link_options(test_${topic} PRIVATE ${ARG_WRAPS})
    target_include_directories(test_${topic} PRIVATE ${ARG_INCLUDES})
    sow_suite_sources(test_${topic} "${ARG_SOURCES}" "${ARG_LINKS}")
  else()
    target_sources(sow_tests PRIVATE ${source})
    set_property(TARGET sow_tests APPEND PROPERTY SOW_TOPICS ${topic})
    add_custom_target(test_${topic} DEPENDS sow_tests)
  endif()

  set(fork yes)
  if(SOW_SANITIZE AND NOT ARG_FORKS)
    set(fork no)
  endif()
  sow_suite_cases(${source} cases)
  foreach(case IN LISTS cases)
    set(name ${topic}.${case})
    add_test(NAME ${name} COMMAND ${SOW_TEST_LAUNCHER} ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/test_${topic})
    # Check passes if CK_RUN_CASE matches no test.
    set_tests_properties(${name} PROPERTIES
      ENVIRONMENT "CK_RUN_CASE=${case};CK_FORK=${fork};CK_DEFAULT_TIMEOUT=${SOW_TEST_SECONDS};${SOW_TEST_ENVIRONMENT}"
      FAIL_REGULAR_EXPRESSION "Checks: 0,"
      SKIP_RETURN_CODE 77
      TIMEOUT ${SOW_TEST_SECONDS})
    sow_sort(${name})
  endforeach()
endfunction()

# sow_suite_sources(TARGET SOURCES LINKS)
# Adds extra sources to a suite with LINKS. Each is compiled once for all of them.
function(sow_suite_sources target sources links)
  foreach(extra IN LISTS sources)
    cmake_path(GET extra STEM name)
    if(NOT TARGET suites_${name})
      add_library(suites_${name} STATIC ${extra})
      sow_suite_target(suites_${name} ${links})
    endif()
    target_link_libraries(${target} PRIVATE suites_${name})
  endforeach()
endfunction()

# sow_sort(TEST)
# Gives a test its label, if it is a long or a covered one, and its place if it has to begin first.
function(sow_sort test)
  foreach(label LONG COVERED)
    if(test IN_LIST SOW_${label}_TESTS)
      string(TOLOWER ${label} name)
      set_tests_properties(${test} PROPERTIES LABELS ${name})
    endif()
  endforeach()
  if(test IN_LIST SOW_FIRST_TESTS)
    set_tests_properties(${test} PROPERTIES COST 1000)
  endif()
endfunction()

# sow_suite_cases(SOURCE RESULT)
# Sets RESULT to the groups of the tests in SOURCE (tests/suite.h).
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
# Registers a shell script that uses the program. script_test.sh says what a script can
# use. The thread sanitizer has only the scripts whose program has several threads.
set(SOW_THREADED_SCRIPTS determinism dispatch fair kgp moves stopping)
function(sow_script_test name script)
  cmake_path(GET script STEM topic)
  if(SOW_SANITIZE STREQUAL thread AND NOT topic IN_LIST SOW_THREADED_SCRIPTS)
    return()
  endif()
  cmake_path(ABSOLUTE_PATH script BASE_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  add_test(NAME ${name}
    COMMAND ${SOW_TEST_LAUNCHER} sh ${SOW_TESTS_DIR}/script_test.sh ${script} ${ARGN})
  set_tests_properties(${name} PROPERTIES
    ENVIRONMENT "SOWLAB=$<TARGET_FILE:sowlab>;SOW_COLUMNS=$<TARGET_FILE:sow_columns>;SOW_PAGES=$<TARGET_FILE:sow_pages>;SOW_TEST_DATA=${SOW_TESTS_DIR}/data;${SOW_TEST_ENVIRONMENT}"
    SKIP_RETURN_CODE 77
    TIMEOUT ${SOW_TEST_SECONDS})
  sow_sort(${name})
endfunction()

# sow_canary(ACT REPORT)
# Registers a test that the sanitizer works: tests/canary.c, which does ACT, must get a
# REPORT from it. Otherwise a clean run of the other tests would prove nothing.
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
