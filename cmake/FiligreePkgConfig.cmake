# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# filigree.pc. Kokkos has no .pc file of its own, so what it needs is written here from its CMake targets.

# What lies behind the prefix in the paths of an installed Kokkos, e.g. "lib/x86_64-linux-gnu" and "include/kokkos".
string(REGEX REPLACE "^.*/(lib[^/]*(/[^/]+)?)/cmake/Kokkos/?$" "\\1" FILIGREE_PC_KOKKOS_LIBDIR "${Kokkos_DIR}")
get_target_property(include_dir Kokkos::kokkoscore INTERFACE_INCLUDE_DIRECTORIES)
if(NOT include_dir)
  set(include_dir "include")
endif()
list(GET include_dir 0 include_dir)
string(REGEX REPLACE "^.*/(include(/[^/]+)?)/?$" "\\1" FILIGREE_PC_KOKKOS_INCLUDEDIR "${include_dir}")

set(libs "")
foreach(target Kokkos::kokkoscontainers Kokkos::kokkoscore)
  get_target_property(configuration ${target} IMPORTED_CONFIGURATIONS)
  list(GET configuration 0 configuration)
  get_target_property(location ${target} IMPORTED_LOCATION_${configuration})
  get_filename_component(name "${location}" NAME_WE)
  string(REGEX REPLACE "^lib" "-l" name "${name}")
  string(APPEND libs " ${name}")
endforeach()

set(FILIGREE_PC_CFLAGS "-std=c++20")
if(Kokkos_ENABLE_OPENMP)
  string(APPEND FILIGREE_PC_CFLAGS " ${OpenMP_CXX_FLAGS}")
  string(APPEND libs " ${OpenMP_CXX_FLAGS}")
endif()
if(Kokkos_ENABLE_CUDA)
  # for nvcc_wrapper, which a user of a CUDA-enabled Kokkos has to compile with
  list(GET Kokkos_CUDA_ARCHITECTURES 0 architecture)
  string(APPEND FILIGREE_PC_CFLAGS " -extended-lambda -arch=sm_${architecture}")
  string(APPEND libs " -lcuda")
endif()

set(private "-ldl -lpthread")
if(ZLIB_FOUND)
  string(APPEND private " -lz")
endif()
if(BUILD_SHARED_LIBS)
  string(STRIP "${libs}" FILIGREE_PC_LIBS)
  set(FILIGREE_PC_LIBS_PRIVATE "${private}")
else()
  # only the static library is installed, so --static goes without saying
  string(STRIP "${libs} ${private}" FILIGREE_PC_LIBS)
  set(FILIGREE_PC_LIBS_PRIVATE "")
endif()

# The file finds its prefix from where it lies, <prefix>/<libdir>/pkgconfig; an absolute libdir cannot be moved.
if(IS_ABSOLUTE "${CMAKE_INSTALL_LIBDIR}")
  set(FILIGREE_PC_PREFIX "${CMAKE_INSTALL_PREFIX}")
else()
  file(RELATIVE_PATH up "/prefix/${CMAKE_INSTALL_LIBDIR}/pkgconfig" "/prefix")
  string(REGEX REPLACE "/$" "" up "${up}")
  set(FILIGREE_PC_PREFIX "\${pcfiledir}/${up}")
endif()
foreach(dir LIBDIR INCLUDEDIR)
  if(IS_ABSOLUTE "${CMAKE_INSTALL_${dir}}")
    set(FILIGREE_PC_${dir} "${CMAKE_INSTALL_${dir}}")
  else()
    set(FILIGREE_PC_${dir} "\${prefix}/${CMAKE_INSTALL_${dir}}")
  endif()
endforeach()
# pkg-config escapes blanks in pcfiledir alone
foreach(path FILIGREE_PC_PREFIX FILIGREE_PC_LIBDIR FILIGREE_PC_INCLUDEDIR)
  string(REPLACE " " "\\ " ${path} "${${path}}")
endforeach()

configure_file("${PROJECT_SOURCE_DIR}/filigree.pc.in" "${PROJECT_BINARY_DIR}/filigree.pc" @ONLY)
install(FILES "${PROJECT_BINARY_DIR}/filigree.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")

# filigree_c.pc, for C programs: they see no flags of C++. With a shared library its own dependencies are its business;
# with a static one they are named, and the C++ library.
if(TARGET filigree_c)
  if(BUILD_SHARED_LIBS)
    set(FILIGREE_PC_C_CFLAGS "")
    set(FILIGREE_PC_C_LIBS "")
  else()
    set(FILIGREE_PC_C_CFLAGS "-DFILIGREE_C_STATIC_DEFINE")
    set(FILIGREE_PC_C_LIBS "-lfiligree -L\${kokkos_libdir} ${FILIGREE_PC_LIBS} -lstdc++ -lm")
  endif()
  configure_file("${PROJECT_SOURCE_DIR}/filigree_c.pc.in" "${PROJECT_BINARY_DIR}/filigree_c.pc" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/filigree_c.pc" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endif()
