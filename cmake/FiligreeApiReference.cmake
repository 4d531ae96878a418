# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The target filigree_api_reference: HTML pages of the public headers and of docs/, in doxygen/html of the build folder. Where
# there is no Doxygen it says so.
find_program(FILIGREE_DOXYGEN doxygen)
mark_as_advanced(FILIGREE_DOXYGEN)
if(FILIGREE_DOXYGEN)
  file(READ "${PROJECT_SOURCE_DIR}/Doxyfile" settings)
  file(WRITE "${PROJECT_BINARY_DIR}/Doxyfile"
       "${settings}PROJECT_NUMBER = ${PROJECT_VERSION}\nOUTPUT_DIRECTORY = \"${PROJECT_BINARY_DIR}/doxygen\"\n")
  add_custom_target(
    filigree_api_reference
    COMMAND "${FILIGREE_DOXYGEN}" "${PROJECT_BINARY_DIR}/Doxyfile"
    COMMAND "${CMAKE_COMMAND}" -E echo "${PROJECT_BINARY_DIR}/doxygen/html/index.html"
    WORKING_DIRECTORY "${PROJECT_SOURCE_DIR}"
    VERBATIM)
else()
  add_custom_target(
    filigree_api_reference
    COMMAND "${CMAKE_COMMAND}" -E echo "The API reference needs Doxygen (Debian: apt-get install doxygen)"
    COMMAND "${CMAKE_COMMAND}" -E false
    VERBATIM)
endif()
