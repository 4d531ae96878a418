# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Target Filigree::fortran: the modules filigree and filigree_c, compiled where they are used, since files of modules are
# each compiler's own. Part of Filigree's build and, as component "fortran", of its package.

# filigree_add_fortran(<folder of the modules' sources>)
function(filigree_add_fortran sources)
  if(TARGET Filigree::fortran)
    return()
  endif()
  add_library(filigree_fortran STATIC EXCLUDE_FROM_ALL "${sources}/filigree_c.f90" "${sources}/filigree.f90")
  set(modules "${CMAKE_CURRENT_BINARY_DIR}/filigree_modules")
  set_target_properties(filigree_fortran PROPERTIES Fortran_MODULE_DIRECTORY "${modules}" POSITION_INDEPENDENT_CODE ON)
  target_include_directories(filigree_fortran INTERFACE "${modules}")
  target_link_libraries(filigree_fortran PUBLIC Filigree::c)
  add_library(Filigree::fortran ALIAS filigree_fortran)
endfunction()
