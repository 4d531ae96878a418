# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds what the library itself needs: Kokkos, threads, zlib.

# Kokkos is part of the build of the project above (add_subdirectory, FetchContent): nothing of it is installed with
# Filigree. An imported one, whoever found it, is a package like any other.
set(FILIGREE_KOKKOS_IN_BUILD OFF)
if(TARGET Kokkos::kokkos)
  include(FiligreeParentKokkos)
else()
  find_package(Kokkos 5.0 CONFIG QUIET)
  if(NOT Kokkos_FOUND)
    set(kokkos_seen "")
    foreach(config version IN ZIP_LISTS Kokkos_CONSIDERED_CONFIGS Kokkos_CONSIDERED_VERSIONS)
      string(APPEND kokkos_seen "\n    seen, not usable: ${config} (version ${version})")
    endforeach()
    message(
      FATAL_ERROR
        "Filigree needs Kokkos >= 5.0, and find_package found none.${kokkos_seen}\n"
        "  - Kokkos is installed somewhere: cmake -S . -B build -DKokkos_ROOT=/path/to/its/prefix\n"
        "  - it is not:                     sh cmake/bootstrap.sh test\n"
        "    (brings a Kokkos under build/, touches nothing else)")
  endif()
  set(kokkos_from "${Kokkos_DIR}")
endif()

message(STATUS "Kokkos ${Kokkos_VERSION}: ${kokkos_from}; devices: ${Kokkos_DEVICES}")
# Not kokkos_check(): only Kokkos' installed package has that.
string(TOUPPER "${Kokkos_DEVICES}" kokkos_devices_upper)
foreach(device IN LISTS FILIGREE_REQUIRE_DEVICES)
  string(TOUPPER "${device}" device_upper)
  if(NOT device_upper IN_LIST kokkos_devices_upper)
    message(FATAL_ERROR "FILIGREE_REQUIRE_DEVICES asks for ${device}, which this Kokkos does not have "
                        "(${kokkos_from}; devices: ${Kokkos_DEVICES})")
  endif()
endforeach()

# In wrapper mode every file goes through CMAKE_CXX_COMPILER, the .cu files too: a host compiler fails there, with
# messages that do not say why.
function(filigree_require_cuda_compiler)
  separate_arguments(arguments UNIX_COMMAND "${CMAKE_CXX_COMPILER_ARG1}")
  set(command "${CMAKE_CXX_COMPILER}" ${arguments})
  if(command MATCHES "nvcc_wrapper[^/;]*(;|$)")
    return()
  endif()
  # Clang compiles CUDA by itself, with flags that only a Kokkos built by Clang hands on.
  if(CMAKE_CXX_COMPILER_ID MATCHES "Clang" AND NOT Kokkos_CXX_COMPILER_ID STREQUAL "NVIDIA")
    return()
  endif()
  # a wrapper around nvcc_wrapper, by whatever name
  execute_process(COMMAND ${command} --version OUTPUT_VARIABLE version ERROR_QUIET)
  if(version MATCHES "nvcc")
    return()
  endif()
  set(wrapper "<Kokkos>/bin/nvcc_wrapper")
  foreach(file "${kokkos_source_dir}/bin/nvcc_wrapper" "${Kokkos_DIR}/../../../bin/nvcc_wrapper"
               "${Kokkos_DIR}/../../../../bin/nvcc_wrapper" "${Kokkos_CXX_COMPILER}")
    if(file MATCHES "nvcc_wrapper$" AND EXISTS "${file}")
      get_filename_component(wrapper "${file}" ABSOLUTE)
      break()
    endif()
  endforeach()
  message(FATAL_ERROR "This Kokkos compiles CUDA through nvcc_wrapper (or Clang, where that built it), but the C++ "
                      "compiler is ${CMAKE_CXX_COMPILER}. Start in a new build tree with\n"
                      "  -DCMAKE_CXX_COMPILER=${wrapper}")
endfunction()

# How Kokkos wants its users' files to be compiled. "language": as CMake language CUDA (Kokkos was configured with
# Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE); "wrapper": as C++, through nvcc_wrapper or clang; empty: no CUDA.
set(FILIGREE_CUDA_MODE "")
if(Kokkos_ENABLE_CUDA)
  if(Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA")
    set(FILIGREE_CUDA_MODE "language")
    if(CMAKE_VERSION VERSION_LESS 3.25.2)
      message(FATAL_ERROR "This Kokkos was built in CUDA-language mode. CMake ${CMAKE_VERSION} cannot pass C++20 to "
                          "nvcc; 3.25.2 or newer can.")
    endif()
    if(NOT CMAKE_CUDA_ARCHITECTURES)
      set(CMAKE_CUDA_ARCHITECTURES ${Kokkos_CUDA_ARCHITECTURES})
    endif()
    enable_language(CUDA)
    set(CMAKE_CUDA_STANDARD 20)
    set(CMAKE_CUDA_STANDARD_REQUIRED ON)
    set(CMAKE_CUDA_EXTENSIONS OFF)
  else()
    set(FILIGREE_CUDA_MODE "wrapper")
    filigree_require_cuda_compiler()
  endif()
endif()

if(FILIGREE_CUDA_MODE AND NOT Kokkos_CUDA_ARCHITECTURES)
  message(FATAL_ERROR "Kokkos does not say which CUDA architecture it is built for. Set it, e.g. "
                      "-DKokkos_CUDA_ARCHITECTURES=90 for compute capability 9.0")
endif()

set(THREADS_PREFER_PTHREAD_FLAG ON)
find_package(Threads REQUIRED)

find_package(ZLIB QUIET)
if(ZLIB_FOUND)
  message(STATUS "zlib ${ZLIB_VERSION_STRING}: .gz files can be read")
elseif(FILIGREE_REQUIRE_ZLIB)
  message(FATAL_ERROR "zlib is absent (Debian: apt-get install zlib1g-dev)")
else()
  message(STATUS "zlib is absent: .gz files will be refused at run time (Debian: apt-get install zlib1g-dev)")
endif()
