# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Finds what the library itself needs: Kokkos, threads, zlib.

if(TARGET Kokkos::kokkos)
  # the project above has brought its own Kokkos, by add_subdirectory, FetchContent or find_package
  set(FILIGREE_KOKKOS_FROM_PARENT ON)
else()
  set(FILIGREE_KOKKOS_FROM_PARENT OFF)
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
endif()

if(Kokkos_DIR)
  message(STATUS "Kokkos ${Kokkos_VERSION}: ${Kokkos_DIR}; devices: ${Kokkos_DEVICES}")
endif()
if(FILIGREE_REQUIRE_DEVICES)
  kokkos_check(DEVICES ${FILIGREE_REQUIRE_DEVICES})
endif()

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
  endif()
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
