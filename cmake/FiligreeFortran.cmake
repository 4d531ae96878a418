# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Target Filigree::fortran: the modules filigree and filigree_c, compiled where they are used, since files of modules are
# each compiler's own. Part of Filigree's build and, as component "fortran", of its package. So is, where hipSPARSE's
# interface is there, Filigree::hipsparse_fortran, the module hipsparse.

# The sources in the order in which a compiler wants them.
set(FILIGREE_FORTRAN_SOURCES
    filigree_c.f90
    filigree_base.f90
    filigree_arrays.f90
    filigree_matrices.f90
    filigree_plans.f90
    filigree_systems.f90
    filigree_vectors.f90
    filigree.f90)

# filigree_add_fortran(<folder of the modules' sources> <whether Filigree::hipsparse is there, or will be>)
function(filigree_add_fortran sources has_hipsparse)
  if(TARGET Filigree::fortran)
    return()
  endif()
  list(TRANSFORM FILIGREE_FORTRAN_SOURCES PREPEND "${sources}/" OUTPUT_VARIABLE files)
  filigree_add_modules(fortran Filigree::c ${files})
  if(has_hipsparse)
    filigree_add_modules(hipsparse_fortran Filigree::hipsparse "${sources}/hipsparse.f90")
  endif()
endfunction()

# filigree_add_modules(<name> <library> <source>...): Filigree::<name>, modules for a library.
function(filigree_add_modules name library)
  add_library(filigree_${name} STATIC EXCLUDE_FROM_ALL ${ARGN})
  set(modules "${CMAKE_CURRENT_BINARY_DIR}/filigree_modules/${name}")
  set_target_properties(filigree_${name} PROPERTIES Fortran_MODULE_DIRECTORY "${modules}" POSITION_INDEPENDENT_CODE ON)
  target_include_directories(filigree_${name} INTERFACE "${modules}")
  target_link_libraries(filigree_${name} PUBLIC ${library})
  add_library(Filigree::${name} ALIAS filigree_${name})
endfunction()
