# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Generated headers: export macro and version numbers (public), build options (private to src/core/version.cpp).

if(BUILD_SHARED_LIBS OR FILIGREE_STATIC_EXPORTS)
  set(FILIGREE_EXPORT_ATTRIBUTE "__attribute__((visibility(\"default\")))")
else()
  set(FILIGREE_EXPORT_ATTRIBUTE "")
endif()
configure_file("${PROJECT_SOURCE_DIR}/include/filigree/core/export.hpp.in"
               "${PROJECT_BINARY_DIR}/include/filigree/core/export.hpp" @ONLY)
configure_file("${PROJECT_SOURCE_DIR}/include/filigree/core/config.hpp.in"
               "${PROJECT_BINARY_DIR}/include/filigree/core/config.hpp" @ONLY)

set(FILIGREE_GIT_HASH "")
find_package(Git QUIET)
if(Git_FOUND AND EXISTS "${PROJECT_SOURCE_DIR}/.git")
  # As of the last configure run, not of the last commit: a hash that changed with every commit would make every
  # commit relink everything.
  execute_process(
    COMMAND "${GIT_EXECUTABLE}" -C "${PROJECT_SOURCE_DIR}" rev-parse --short=12 HEAD
    OUTPUT_VARIABLE FILIGREE_GIT_HASH
    OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()

# filigree_write_build_info(<build type>): its flags go with it, into <build>/private/<build type>/build_info.hpp.
function(filigree_write_build_info CMAKE_BUILD_TYPE)
  string(TOUPPER "${CMAKE_BUILD_TYPE}" build_type_upper)
  string(STRIP "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_${build_type_upper}}" FILIGREE_CXX_FLAGS)
  set(FILIGREE_COMPILER "${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}")
  string(REPLACE ";" " " FILIGREE_KOKKOS_DEVICES "${Kokkos_DEVICES}")
  string(REPLACE ";" " " FILIGREE_KOKKOS_ARCH "${Kokkos_ARCH}")
  foreach(variable FILIGREE_CXX_FLAGS FILIGREE_COMPILER)
    string(REPLACE "\\" "\\\\" ${variable} "${${variable}}")
    string(REPLACE "\"" "\\\"" ${variable} "${${variable}}")
  endforeach()
  configure_file("${PROJECT_SOURCE_DIR}/src/core/build_info.hpp.in"
                 "${PROJECT_BINARY_DIR}/private/${CMAKE_BUILD_TYPE}/build_info.hpp" @ONLY)
endfunction()

get_property(multi_config GLOBAL PROPERTY GENERATOR_IS_MULTI_CONFIG)
if(multi_config) # the build type is chosen after this
  foreach(build_type IN LISTS CMAKE_CONFIGURATION_TYPES)
    filigree_write_build_info("${build_type}")
  endforeach()
else()
  filigree_write_build_info("${CMAKE_BUILD_TYPE}")
endif()
set_property(SOURCE "${PROJECT_SOURCE_DIR}/src/core/version.cpp" APPEND PROPERTY INCLUDE_DIRECTORIES
                                                                           "${PROJECT_BINARY_DIR}/private/$<CONFIG>")
target_sources(filigree PRIVATE "${PROJECT_SOURCE_DIR}/src/core/version.cpp")
