# SPDX-License-Identifier: GPL-3.0-or-later
# The library sow_build_info: the values of this build for
# experiments/lab/support/include/sow/support/build_info.h.
#
# When included, this file defines the target. When run as a script (cmake -P), which
# every build does, it writes the library's source. An unchanged source keeps its time, so
# nothing is compiled or linked again until the revision changes.

if(CMAKE_SCRIPT_MODE_FILE)
  # "git archive" writes the commit here (.gitattributes: export-subst).
  set(REVISION "$Format:%H$")
  string(SUBSTRING ${REVISION} 0 12 REVISION)
  if(NOT REVISION MATCHES "^[0-9a-f]+$")
    set(REVISION "unknown")
  endif()
  # A tarball must not get the revision of a repository around it, so .git must exist
  # here.
  find_program(GIT git)
  if(GIT AND EXISTS ${SOURCE_DIR}/.git)
    execute_process(
      COMMAND ${GIT} -C ${SOURCE_DIR} describe --always --exclude=* --abbrev=12 --dirty
      OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE
      ERROR_QUIET RESULT_VARIABLE failed)
    if(NOT failed)
      set(REVISION ${described})
    endif()
  endif()
  configure_file(${TEMPLATE} ${OUTPUT} @ONLY)
  return()
endif()

set(build_info_source ${PROJECT_BINARY_DIR}/build_info.c)
set(build_info_type ${CMAKE_BUILD_TYPE})
if(SOW_SANITIZE)
  string(APPEND build_info_type ", ${SOW_SANITIZE}")
endif()
add_custom_target(sow_build_revision
  COMMAND ${CMAKE_COMMAND}
    -DSOURCE_DIR=${PROJECT_SOURCE_DIR}
    -DTEMPLATE=${CMAKE_CURRENT_LIST_DIR}/build_info.c.in
    -DOUTPUT=${build_info_source}
    -DVERSION=${PROJECT_VERSION}
    "-DCOMPILER=${CMAKE_C_COMPILER_ID} ${CMAKE_C_COMPILER_VERSION}"
    "-DTYPE=${build_info_type}"
    -P ${CMAKE_CURRENT_LIST_FILE}
  BYPRODUCTS ${build_info_source}
  COMMENT "Looking up the revision"
  VERBATIM)

add_library(sow_build_info STATIC ${build_info_source})
target_include_directories(sow_build_info PUBLIC ${PROJECT_SOURCE_DIR}/experiments/lab/support/include)
target_link_libraries(sow_build_info PRIVATE sow_flags)
add_dependencies(sow_build_info sow_build_revision)
