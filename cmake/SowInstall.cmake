# SPDX-License-Identifier: GPL-3.0-or-later
# Installation by `cmake --install`: the programs with their manual pages, and the libraries
# that know no database, with their headers and a file for pkg-config.

include(GNUInstallDirs)

# Libraries in the order of linking: each may use those after it.
set(libraries sow_learn sow_ga sow_heuristics sow_search sow_outside sow_variants sow_endgame sow_game sow_base)

# Stop before anything is copied if something is missing.
set(needed ${SOW_PAGES}/made)
foreach(target IN LISTS libraries ITEMS sowlab sow_shared)
  if(TARGET ${target})
    list(APPEND needed $<TARGET_FILE:${target}>)
  endif()
endforeach()
install(CODE "
  foreach(file IN ITEMS ${needed})
    if(NOT EXISTS \"\${file}\")
      message(FATAL_ERROR \"not all is built: there is no '\${file}'; run 'cmake --build ${PROJECT_BINARY_DIR}' first\")
    endif()
  endforeach()")
install(TARGETS sowlab)
install(DIRECTORY ${SOW_PAGES}/man/ DESTINATION ${CMAKE_INSTALL_MANDIR})
if(TARGET sowlab-mpi)
  # `./lab` has no need of this program, so it may not be built.
  install(TARGETS sowlab-mpi OPTIONAL)
  install(FILES experiments/app/cluster/sowlab-mpi.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
endif()
foreach(shell bash-completion zsh fish)
  install(DIRECTORY ${SOW_PAGES}/${shell} DESTINATION ${CMAKE_INSTALL_DATADIR})
endforeach()

file(GLOB variants CONFIGURE_DEPENDS ${PROJECT_SOURCE_DIR}/variants/*.ini)
install(FILES ${variants} DESTINATION ${CMAKE_INSTALL_DATADIR}/sowlab/variants)
install(DIRECTORY variants/starts DESTINATION ${CMAKE_INSTALL_DATADIR}/sowlab/variants)

install(FILES LICENSE README.md CHANGELOG.md CONTRIBUTING.md RELEASING.md SECURITY.md CITATION.cff
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR})

# The libraries, with their headers.
install(TARGETS ${libraries})
foreach(library IN LISTS libraries)
  get_target_property(headers ${library} SOW_HEADERS)
  install(DIRECTORY ${headers}/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
endforeach()

# The shared library for other languages, its header, and the Python module, which looks for
# the library in the folder above its own.
if(TARGET sow_shared)
  install(TARGETS sow_shared)
  install(DIRECTORY experiments/app/library/include/ DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
  install(FILES experiments/app/library/sowlab.py DESTINATION ${CMAKE_INSTALL_LIBDIR}/sowlab)
endif()

# The archives have no shared form. So programs always need every library that the archives
# need, and none of them is private. The paths are relative, so the installed tree can be
# moved.
set(pkgconfig_dir ${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig)
cmake_path(RELATIVE_PATH CMAKE_INSTALL_PREFIX BASE_DIRECTORY ${pkgconfig_dir}
  OUTPUT_VARIABLE pkgconfig_prefix)
list(TRANSFORM libraries PREPEND -l OUTPUT_VARIABLE pkgconfig_libs)
list(JOIN pkgconfig_libs " " pkgconfig_libs)
list(TRANSFORM OpenMP_C_LIB_NAMES PREPEND -l OUTPUT_VARIABLE openmp_libs)
list(JOIN openmp_libs " " openmp_libs)
configure_file(${CMAKE_CURRENT_LIST_DIR}/sowlab.pc.in ${PROJECT_BINARY_DIR}/sowlab.pc @ONLY)
install(FILES ${PROJECT_BINARY_DIR}/sowlab.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
