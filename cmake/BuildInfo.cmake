# SPDX-License-Identifier: GPL-3.0-or-later
# The library sow_build_info: the values of this build for
# experiments/lab/support/include/sow/support/build_info.h.
#
# When included, this file defines the target. When run as a script (cmake -P), which
# every build does, it writes the library's source. An unchanged source keeps its time, so
# nothing is compiled or linked again until the revision changes.

if(CMAKE_SCRIPT_MODE_FILE)
  # "git archive" writes the commit, its date and the last tag here (.gitattributes:
  # export-subst).
  set(REVISION "$Format:%H$")
  set(DATE "$Format:%cs$")
  set(described "$Format:%(describe:tags=true,match=v[0-9]*)$")
  string(SUBSTRING ${REVISION} 0 12 REVISION)
  if(NOT REVISION MATCHES "^[0-9a-f]+$")
    set(REVISION "unknown")
  endif()
  if(NOT DATE MATCHES "^[0-9-]+$")
    set(DATE "")
  endif()
  # A tarball must not get the revision of a repository around it, so .git must exist
  # here.
  find_program(GIT git)
  if(GIT AND EXISTS ${SOURCE_DIR}/.git)
    set(git ${GIT} -C ${SOURCE_DIR})
    set(output OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    execute_process(COMMAND ${git} describe --always --exclude=* --abbrev=12 --dirty
      OUTPUT_VARIABLE revision ${output})
    if(NOT failed)
      set(REVISION ${revision})
    endif()
    execute_process(COMMAND ${git} log -1 --format=%cs OUTPUT_VARIABLE DATE ${output})
    execute_process(COMMAND ${git} describe --tags --match v[0-9]* --long
      OUTPUT_VARIABLE described ${output})
    if(failed)
      execute_process(COMMAND ${git} rev-list --count HEAD OUTPUT_VARIABLE count ${output})
      set(described "v-${count}-g")
    endif()
  endif()

  # The release has its bare number: a clean commit with the tag vVERSION. Any other source
  # has VERSION+N.gREVISION, where N counts the commits since the last tag v*, or since the
  # first commit if there is no tag. VERSION is the release that CMakeLists.txt names. It
  # is the last one until a commit raises it, and the next one from then on. What follows
  # the + is build metadata of Semantic Versioning. An archive of "git archive" without a
  # tag does not know N and leaves it out; a copy without history has VERSION+unknown.
  string(REPLACE "-dirty" ".dirty" revision "g${REVISION}")
  if(REVISION STREQUAL "unknown")
    set(FULL_VERSION "${VERSION}+unknown")
  elseif(described MATCHES "^v${VERSION}(-0-g[0-9a-f]+)?$" AND NOT REVISION MATCHES "dirty")
    set(FULL_VERSION ${VERSION})
  elseif(described MATCHES "-([0-9]+)-g[0-9a-f]*$")
    set(FULL_VERSION "${VERSION}+${CMAKE_MATCH_1}.${revision}")
  elseif(described MATCHES "^v[0-9]")
    set(FULL_VERSION "${VERSION}+0.${revision}")
  else()
    set(FULL_VERSION "${VERSION}+${revision}")
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
