# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Tuned CUDA kernels: .cu files that include no Kokkos header. With a CUDA-enabled Kokkos they become part of the
# library; wherever nvcc is, they can be compiled alone (target filigree_tuned_cuda_check).

# filigree_add_cuda_sources([SM90A] <file.cu>...)
#
# SM90A: the files use instructions of compute_90a (wgmma, setmaxnreg) and are compiled for it alone.
function(filigree_add_cuda_sources)
  cmake_parse_arguments(PARSE_ARGV 0 arg "SM90A" "" "")
  foreach(file IN LISTS arg_UNPARSED_ARGUMENTS)
    get_filename_component(file "${file}" ABSOLUTE BASE_DIR "${CMAKE_CURRENT_SOURCE_DIR}")
    if(arg_SM90A)
      set_property(GLOBAL APPEND PROPERTY FILIGREE_CUDA_SOURCES_SM90A "${file}")
    else()
      set_property(GLOBAL APPEND PROPERTY FILIGREE_CUDA_SOURCES "${file}")
    endif()
  endforeach()
endfunction()

# An object library of some architecture flags. It does not link Kokkos: Kokkos' own -arch flag would come with it,
# and nvcc_wrapper accepts one architecture flag only.
function(filigree_cuda_object_library target architecture)
  add_library(${target} OBJECT ${ARGN})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/include" "${PROJECT_BINARY_DIR}/include"
                                               "${PROJECT_SOURCE_DIR}/src")
  target_compile_features(${target} PRIVATE cxx_std_20)
  set_target_properties(
    ${target} PROPERTIES CXX_VISIBILITY_PRESET hidden CUDA_VISIBILITY_PRESET hidden VISIBILITY_INLINES_HIDDEN ON
                         POSITION_INDEPENDENT_CODE ON CUDA_STANDARD 20)
  if(FILIGREE_CUDA_MODE STREQUAL "wrapper")
    # As C++: CMake before 3.25.2 refuses language CUDA with C++20, and nvcc_wrapper says "-x cu" by itself.
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CXX)
    target_compile_options(${target} PRIVATE "-gencode=arch=compute_${architecture},code=sm_${architecture}")
  else()
    set_target_properties(${target} PROPERTIES CUDA_ARCHITECTURES "${architecture}-real")
  endif()
endfunction()

# filigree_add_instruction_test(<name> <file.cu>...): a GoogleTest binary of .cu files that use instructions of
# compute_90a; made where Kokkos is built for compute capability 9.0.
function(filigree_add_instruction_test name)
  if(NOT FILIGREE_CUDA_MODE OR NOT Kokkos_CUDA_ARCHITECTURES MATCHES "^90")
    return()
  endif()
  set(target filigree_test_${name})
  filigree_cuda_object_library(${target}_objects 90a ${ARGN})
  target_link_libraries(${target}_objects PRIVATE GTest::gtest)
  add_executable(${target} "$<TARGET_OBJECTS:${target}_objects>")
  target_link_libraries(${target} PRIVATE filigree_test_main Kokkos::kokkos GTest::gtest)
  set_target_properties(${target} PROPERTIES LINKER_LANGUAGE CXX)
  add_test(NAME ${name} COMMAND ${target})
endfunction()

# Lists the tuned files with their architecture flags in <build>/tuned_cuda.txt, and makes a target that compiles each
# with plain nvcc. The list also serves where this build has no nvcc but another place has (cmake/check_cuda.sh).
function(filigree_cuda_check_target)
  set(manifest "")
  foreach(kind "" "_SM90A")
    get_property(files GLOBAL PROPERTY FILIGREE_CUDA_SOURCES${kind})
    if(kind STREQUAL "")
      set(architecture -arch=${FILIGREE_CUDA_CHECK_ARCH})
    else()
      set(architecture -gencode=arch=compute_90a,code=sm_90a)
    endif()
    foreach(file IN LISTS files)
      file(RELATIVE_PATH name "${PROJECT_SOURCE_DIR}" "${file}")
      string(APPEND manifest "${architecture} ${name}\n")
    endforeach()
  endforeach()
  file(WRITE "${PROJECT_BINARY_DIR}/tuned_cuda.txt" "${manifest}")

  find_program(FILIGREE_NVCC nvcc HINTS ENV CUDA_HOME ENV CUDA_PATH PATHS /usr/local/cuda PATH_SUFFIXES bin)
  if(NOT FILIGREE_NVCC)
    message(STATUS "nvcc is absent: the tuned CUDA kernels cannot be compiled here (target filigree_tuned_cuda_check)")
    return()
  endif()
  add_custom_target(
    filigree_tuned_cuda_check
    COMMAND "${CMAKE_COMMAND}" -E env "NVCC=${FILIGREE_NVCC}" sh "${PROJECT_SOURCE_DIR}/cmake/check_cuda.sh"
            "${PROJECT_BINARY_DIR}"
    USES_TERMINAL VERBATIM)
  message(STATUS "nvcc: ${FILIGREE_NVCC}; target filigree_tuned_cuda_check compiles the tuned kernels with it")
endfunction()

# Called once, when all parts have listed their files.
function(filigree_finish_cuda_sources)
  if(FILIGREE_CUDA_MODE)
    list(GET Kokkos_CUDA_ARCHITECTURES 0 architecture)
    get_property(files GLOBAL PROPERTY FILIGREE_CUDA_SOURCES)
    if(files) # FILIGREE_PARTS may name none that has any
      filigree_cuda_object_library(filigree_tuned_cuda "${architecture}" ${files})
      target_sources(filigree PRIVATE "$<TARGET_OBJECTS:filigree_tuned_cuda>")
    endif()
    get_property(files GLOBAL PROPERTY FILIGREE_CUDA_SOURCES_SM90A)
    if(files AND architecture MATCHES "^90")
      filigree_cuda_object_library(filigree_tuned_cuda_sm90a 90a ${files})
      target_sources(filigree PRIVATE "$<TARGET_OBJECTS:filigree_tuned_cuda_sm90a>")
    endif()
  endif()
  if(PROJECT_IS_TOP_LEVEL)
    set(FILIGREE_CUDA_CHECK_ARCH sm_90 CACHE STRING "Architecture for target filigree_tuned_cuda_check")
    filigree_cuda_check_target()
  endif()
endfunction()
