# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Install rules, the CMake package (also for the build tree) and the pkg-config file.

include(CMakePackageConfigHelpers)

set(FILIGREE_PACKAGE_DIR "${CMAKE_INSTALL_LIBDIR}/cmake/Filigree")
set(FILIGREE_STATIC_DEPENDENCIES "")
if(NOT BUILD_SHARED_LIBS)
  # A static library passes on what it links privately.
  set(FILIGREE_STATIC_DEPENDENCIES "set(THREADS_PREFER_PTHREAD_FLAG ON)\nfind_dependency(Threads)\n")
  if(ZLIB_FOUND)
    string(APPEND FILIGREE_STATIC_DEPENDENCIES "find_dependency(ZLIB)\n")
  endif()
endif()

# The library is compiled for one Kokkos; its package refuses another (FiligreeConfig.cmake.in).
string(REGEX MATCH "^[0-9]+\\.[0-9]+" FILIGREE_PACKAGE_KOKKOS "${Kokkos_VERSION}")
string(TOUPPER "${Kokkos_DEVICES}" FILIGREE_PACKAGE_DEVICES)
list(SORT FILIGREE_PACKAGE_DEVICES)

set(FILIGREE_FORTRAN_DIR "${CMAKE_INSTALL_DATADIR}/filigree/fortran")
configure_package_config_file("${PROJECT_SOURCE_DIR}/cmake/FiligreeConfig.cmake.in"
                              "${PROJECT_BINARY_DIR}/FiligreeConfig.cmake"
                              INSTALL_DESTINATION "${FILIGREE_PACKAGE_DIR}" PATH_VARS FILIGREE_FORTRAN_DIR)
write_basic_package_version_file("${PROJECT_BINARY_DIR}/FiligreeConfigVersion.cmake" COMPATIBILITY SameMinorVersion)

if(FILIGREE_INSTALL AND FILIGREE_KOKKOS_IN_BUILD)
  message(WARNING "FILIGREE_INSTALL: no install rules for Filigree, since Kokkos is built in the same project. "
                  "They are there where the project finds an installed Kokkos, by find_package")
elseif(FILIGREE_INSTALL)
  set(libraries filigree)
  foreach(interface IN ITEMS filigree_c filigree_fortran77 filigree_cusparse filigree_cusparselt)
    if(TARGET ${interface})
      list(APPEND libraries ${interface})
      # The library that it needs lies beside it, Kokkos where it was.
      set_target_properties(${interface} PROPERTIES INSTALL_RPATH "$ORIGIN" INSTALL_RPATH_USE_LINK_PATH ON)
    endif()
  endforeach()
  if(TARGET filigree_fortran77)
    include(FiligreeFortran)
    set(fortran_sources ${FILIGREE_FORTRAN_SOURCES} ${FILIGREE_HIPSPARSE_FORTRAN_SOURCES})
    list(TRANSFORM fortran_sources PREPEND "${PROJECT_SOURCE_DIR}/src/fortran/")
    install(FILES ${fortran_sources} DESTINATION "${FILIGREE_FORTRAN_DIR}")
    install(FILES "${PROJECT_SOURCE_DIR}/cmake/FiligreeFortran.cmake" DESTINATION "${FILIGREE_PACKAGE_DIR}")
    # for the build tree's package
    file(COPY "${PROJECT_SOURCE_DIR}/cmake/FiligreeFortran.cmake" DESTINATION "${PROJECT_BINARY_DIR}")
    file(COPY ${fortran_sources} DESTINATION "${PROJECT_BINARY_DIR}/fortran")
  endif()
  install(
    TARGETS ${libraries}
    EXPORT FiligreeTargets
    RUNTIME DESTINATION "${CMAKE_INSTALL_BINDIR}"
    LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}"
    INCLUDES
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}")
  foreach(dropin IN ITEMS filigree_cusparse_dropin filigree_cusparselt_dropin filigree_hipsparse_dropin)
    if(TARGET ${dropin}) # no search path is to find these by accident, and no package is to name them
      set_target_properties(${dropin} PROPERTIES INSTALL_RPATH "" INSTALL_RPATH_USE_LINK_PATH OFF)
      install(TARGETS ${dropin} LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/filigree/dropin" NAMELINK_SKIP)
    endif()
  endforeach()
  if(TARGET filigree_hipsparse)
    # Its name is hipSPARSE's, which may be there already.
    set_target_properties(filigree_hipsparse PROPERTIES INSTALL_RPATH "$ORIGIN/.." INSTALL_RPATH_USE_LINK_PATH ON)
    install(
      TARGETS filigree_hipsparse
      EXPORT FiligreeTargets
      LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}/filigree"
      ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}/filigree")
  endif()
  install(
    DIRECTORY "${PROJECT_SOURCE_DIR}/include/" "${PROJECT_BINARY_DIR}/include/"
    DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}"
    FILES_MATCHING
    PATTERN "*.hpp"
    PATTERN "*.h"
    PATTERN "*.inc")
  install(EXPORT FiligreeTargets NAMESPACE Filigree:: DESTINATION "${FILIGREE_PACKAGE_DIR}")
  install(FILES "${PROJECT_BINARY_DIR}/FiligreeConfig.cmake" "${PROJECT_BINARY_DIR}/FiligreeConfigVersion.cmake"
                "${PROJECT_SOURCE_DIR}/cmake/FiligreeRsb.cmake"
          DESTINATION "${FILIGREE_PACKAGE_DIR}")
  # The examples go along as sources: the smoke test of a package builds and runs them.
  install(
    DIRECTORY "${PROJECT_SOURCE_DIR}/example/"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/filigree/example"
    FILES_MATCHING
    PATTERN "*.c"
    PATTERN "*.cpp"
    PATTERN "*.f90"
    PATTERN "*.hpp"
    PATTERN "CMakeLists.txt")
  install(FILES "${PROJECT_SOURCE_DIR}/LICENSE" DESTINATION "${CMAKE_INSTALL_DOCDIR}")
  file(COPY "${PROJECT_SOURCE_DIR}/cmake/FiligreeRsb.cmake" DESTINATION "${PROJECT_BINARY_DIR}") # for the build tree's package
  export(EXPORT FiligreeTargets NAMESPACE Filigree:: FILE "${PROJECT_BINARY_DIR}/FiligreeTargets.cmake")
  include(FiligreePkgConfig)
endif()
