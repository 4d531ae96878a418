# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# The project above has brought Kokkos: sets here what Kokkos' package sets where find_package is called, i.e.
# Kokkos_VERSION, Kokkos_DEVICES, Kokkos_ENABLE_<DEVICE>, Kokkos_ARCH, Kokkos_COMPILE_LANGUAGE and the like.

get_target_property(kokkos_target Kokkos::kokkos ALIASED_TARGET)
if(NOT kokkos_target)
  set(kokkos_target Kokkos::kokkos)
endif()
get_target_property(kokkos_imported ${kokkos_target} IMPORTED)

if(kokkos_imported)
  set(kokkos_from "${Kokkos_DIR}")
  if(NOT Kokkos_DEVICES AND Kokkos_DIR)
    # Targets reach further than variables: Kokkos was found in another scope. The same package once more, for these.
    find_package(Kokkos CONFIG QUIET)
  endif()
else()
  set(FILIGREE_KOKKOS_IN_BUILD ON)
  get_target_property(kokkos_source_dir ${kokkos_target} SOURCE_DIR)
  set(kokkos_from "${kokkos_source_dir}")
  # Kokkos' build keeps these to itself and writes them into its package: "<in the package> <in its build>".
  foreach(names "Kokkos_VERSION Kokkos_VERSION" "Kokkos_DEVICES KOKKOS_ENABLED_DEVICES"
                "Kokkos_ARCH KOKKOS_ENABLED_ARCH_LIST" "Kokkos_COMPILE_LANGUAGE KOKKOS_COMPILE_LANGUAGE"
                "Kokkos_CUDA_ARCHITECTURES KOKKOS_CUDA_ARCHITECTURES"
                "Kokkos_CXX_COMPILER_ID KOKKOS_CXX_COMPILER_ID")
    separate_arguments(names)
    list(GET names 0 name)
    list(GET names 1 its_name)
    if(NOT ${name})
      get_directory_property(${name} DIRECTORY "${kokkos_source_dir}" DEFINITION ${its_name})
    endif()
  endforeach()
  # Should another release name them differently: its options are in the cache.
  if(NOT Kokkos_DEVICES)
    foreach(device OPENMP THREADS HPX SERIAL CUDA HIP SYCL OPENACC OPENMPTARGET)
      if(Kokkos_ENABLE_${device})
        list(APPEND Kokkos_DEVICES ${device})
      endif()
    endforeach()
  endif()
  if(NOT Kokkos_COMPILE_LANGUAGE AND Kokkos_ENABLE_CUDA AND Kokkos_ENABLE_COMPILE_AS_CMAKE_LANGUAGE)
    set(Kokkos_COMPILE_LANGUAGE "CUDA")
  endif()
  if(NOT Kokkos_CUDA_ARCHITECTURES)
    foreach(arch MAXWELL50 MAXWELL52 MAXWELL53 PASCAL60 PASCAL61 VOLTA70 VOLTA72 TURING75 AMPERE80 AMPERE86 AMPERE87
                 ADA89 HOPPER90 BLACKWELL100 BLACKWELL103 BLACKWELL120 BLACKWELL121)
      if(Kokkos_ARCH_${arch})
        string(REGEX REPLACE "^[A-Z]+" "" Kokkos_CUDA_ARCHITECTURES "${arch}")
      endif()
    endforeach()
  endif()
endif()

if(NOT Kokkos_DEVICES)
  message(FATAL_ERROR "The project above has brought a Kokkos (${kokkos_from}) that does not say what devices it has. "
                      "Set them before Filigree is added, e.g. set(Kokkos_DEVICES OPENMP SERIAL)")
endif()
foreach(device IN LISTS Kokkos_DEVICES)
  string(TOUPPER "${device}" device)
  set(Kokkos_ENABLE_${device} ON)
endforeach()
if(Kokkos_VERSION AND Kokkos_VERSION VERSION_LESS 5.0)
  message(FATAL_ERROR "Filigree needs Kokkos >= 5.0; the project above has brought ${Kokkos_VERSION} (${kokkos_from})")
endif()
