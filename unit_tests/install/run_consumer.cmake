# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Builds and runs one consumer; a ctest entry calls it.
#
#   cmake -D KIND=<kind> -D WORK=<folder> -D SOURCE=<Filigree's sources> -D BINARY=<its build tree> ... -P run_consumer.cmake
#
# KIND: static, shared      the package is installed, moved to another place, and found there
#       build_tree          the package is found in the build tree
#       add_subdirectory, FetchContent
#       parent_kokkos       a project brings Kokkos, then Filigree's sources; configured only
#       pkg_config_static, pkg_config_shared   after static, shared: those install what these use
# FORTRAN: the Fortran compiler, or nothing

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    list(JOIN ARGN " " command)
    message(FATAL_ERROR "failed (${status}): ${command}")
  endif()
endfunction()

# refused(<regular expression> <command>...): the command fails with a message that matches.
function(refused expected)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT RESULT_VARIABLE status OUTPUT_VARIABLE out ERROR_VARIABLE out)
  string(REGEX REPLACE "[ \n]+" " " out "${out}") # CMake breaks the lines of messages
  if(status EQUAL 0 OR NOT out MATCHES "${expected}")
    message(FATAL_ERROR "expected a failure (this: ${status}) with '${expected}', not:\n${out}")
  endif()
endfunction()

set(common -G "${GENERATOR}" "-DCMAKE_CXX_COMPILER=${COMPILER}" "-DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER}"
           "-DCMAKE_BUILD_TYPE=${BUILD_TYPE}" "-DKokkos_DIR=${KOKKOS_DIR}")
# Where the library is built once more, the build is what is tested, not the code: without optimisation it takes half
# the time.
set(fast -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0)
set(consumers "${SOURCE}/unit_tests/install")
set(build "${WORK}/${KIND}")
file(REMOVE_RECURSE "${build}")
file(MAKE_DIRECTORY "${build}")

# No file of an installation may name the folders it was made in.
function(check_relocatable prefix)
  file(GLOB_RECURSE files "${prefix}/*.cmake" "${prefix}/*.pc" "${prefix}/*.hpp")
  foreach(file IN LISTS files)
    file(READ "${file}" text)
    foreach(path "${SOURCE}" "${BINARY}" "${WORK}" "${KOKKOS_DIR}")
      string(FIND "${text}" "${path}" position)
      if(NOT position EQUAL -1)
        message(FATAL_ERROR "${file} names ${path}")
      endif()
    endforeach()
  endforeach()
endfunction()

# Installs from a build tree and moves the result, so that nothing can rely on where it was installed.
function(install_and_move from kind)
  file(REMOVE_RECURSE "${WORK}/prefix-${kind}" "${WORK}/moved-${kind}")
  run("${CMAKE_COMMAND}" --install "${from}" --prefix "${WORK}/prefix-${kind}")
  file(RENAME "${WORK}/prefix-${kind}" "${WORK}/moved-${kind}")
  check_relocatable("${WORK}/moved-${kind}")
endfunction()

function(build_and_run source)
  run("${CMAKE_COMMAND}" -S "${source}" -B "${build}/consumer" ${common} ${ARGN})
  run("${CMAKE_COMMAND}" --build "${build}/consumer")
  run("${build}/consumer/consumer")
  foreach(interface c cusparse cusparselt hipsparse)
    if(EXISTS "${build}/consumer/consumer_${interface}")
      run("${build}/consumer/consumer_${interface}")
    endif()
  endforeach()
  if(FORTRAN AND source MATCHES "find_package$")
    foreach(consumer fortran hipsparse_fortran fortran77)
      run("${build}/consumer/consumer_${consumer}")
    endforeach()
  endif()
endfunction()

# Of the library's own names a shared library shows those that are marked for export, and no kernel.
function(check_visibility library)
  execute_process(COMMAND "${NM}" -DC --defined-only "${library}" OUTPUT_VARIABLE names COMMAND_ERROR_IS_FATAL ANY)
  if(NOT names MATCHES "filigree::version\\(\\)")
    message(FATAL_ERROR "filigree::version() is not exported")
  endif()
  if(names MATCHES "filigree::[^\n]*\\(anonymous namespace\\)[^\n]*")
    message(FATAL_ERROR "exported, but internal: ${CMAKE_MATCH_0}")
  endif()
endfunction()

# list_symbols(<result> <argument of nm>...): the mangled names with filigree in them.
function(list_symbols result)
  execute_process(COMMAND "${NM}" --format=posix ${ARGN} OUTPUT_VARIABLE lines COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "_Z[^ \n]*8filigree[^ \n]*" symbols "${lines}")
  set(${result} "${symbols}" PARENT_SCOPE)
endfunction()

# A shared library exports all that the unit tests need of it, except those that say that they look inside. An instantiation
# has the least visibility of its template arguments: a type among them that is not marked for export hides it.
function(check_exports library)
  file(GLOB lists "${WORK}/public_tests/*.txt")
  set(objects "")
  foreach(list IN LISTS lists)
    file(STRINGS "${list}" of_test)
    list(APPEND objects ${of_test})
  endforeach()
  list(LENGTH objects count)
  if(count EQUAL 0)
    message(FATAL_ERROR "no objects of unit tests are listed in ${WORK}/public_tests")
  endif()
  list_symbols(exported --dynamic --defined-only "${library}")
  foreach(symbol IN LISTS exported)
    set("exported_${symbol}" ON)
  endforeach()
  list_symbols(needed --undefined-only ${objects})
  list(REMOVE_DUPLICATES needed)
  # a test of several files defines some for itself
  execute_process(COMMAND "${NM}" --format=posix --defined-only ${objects} OUTPUT_VARIABLE own COMMAND_ERROR_IS_FATAL ANY)
  set(missing "")
  foreach(symbol IN LISTS needed)
    if(NOT DEFINED "exported_${symbol}")
      string(FIND "${own}" "\n${symbol} " position)
      if(position EQUAL -1)
        string(APPEND missing "\n  ${symbol}")
      endif()
    endif()
  endforeach()
  if(missing)
    message(FATAL_ERROR "unit tests need what the shared library does not export (c++filt reads the names):${missing}")
  endif()
  list(LENGTH needed needed_count)
  message(STATUS "the shared library exports all ${needed_count} symbols that ${count} objects of unit tests need")
endfunction()

if(KIND STREQUAL "static")
  install_and_move("${BINARY}" static)
  build_and_run("${consumers}/find_package" "-DFiligree_ROOT=${WORK}/moved-static")
  # a package that was built with one device more
  file(COPY "${WORK}/moved-static/" DESTINATION "${build}/other")
  file(GLOB_RECURSE config "${build}/other/FiligreeConfig.cmake")
  file(READ "${config}" text)
  string(REPLACE "set(_filigree_devices \"" "set(_filigree_devices \"SYCL;" text "${text}")
  file(WRITE "${config}" "${text}")
  refused("built with Kokkos.*SYCL.*was found" "${CMAKE_COMMAND}" -S "${consumers}/find_package" -B
          "${build}/refused" ${common} "-DFiligree_ROOT=${build}/other")
elseif(KIND STREQUAL "shared")
  # ccache has the objects of a static library that was built with FILIGREE_STATIC_EXPORTS
  if(STATIC_EXPORTS AND LAUNCHER MATCHES "ccache")
    set(fast "")
  endif()
  run("${CMAKE_COMMAND}" -S "${SOURCE}" -B "${build}/filigree" ${common} ${fast} -DBUILD_SHARED_LIBS=ON -DBUILD_TESTING=OFF
      -DFILIGREE_BUILD_EXAMPLES=OFF)
  run("${CMAKE_COMMAND}" --build "${build}/filigree" --parallel "${JOBS}")
  install_and_move("${build}/filigree" shared)
  file(GLOB_RECURSE library "${WORK}/moved-shared/libfiligree.so")
  find_program(NM nm)
  if(NOT NM)
    message(FATAL_ERROR "nm is needed to look at the shared library's names")
  endif()
  check_visibility("${library}")
  check_exports("${library}")
  file(GLOB_RECURSE c_library "${WORK}/moved-shared/libfiligree_c.so")
  run("${CMAKE_COMMAND}" "-DNM=${NM}" "-DLIBRARY=${c_library}" "-DEXPECTED=${SOURCE}/unit_tests/c/symbols.txt" -P
      "${SOURCE}/unit_tests/c/check_symbols.cmake")
  foreach(file man/man1/filigree.1 bash-completion/completions/filigree zsh/site-functions/_filigree
               fish/vendor_completions.d/filigree.fish)
    if(NOT EXISTS "${WORK}/moved-shared/share/${file}")
      message(FATAL_ERROR "share/${file} is not installed")
    endif()
  endforeach()
  # the tool uses most of the library: it runs where everything that it needs is exported
  run("${CMAKE_COMMAND}" -E env "XDG_CACHE_HOME=${WORK}/cache" "${WORK}/moved-shared/bin/filigree" info
      "${SOURCE}/fuzz/corpus/matrix_market/real_general.mtx")
  build_and_run("${consumers}/find_package" "-DFiligree_ROOT=${WORK}/moved-shared")
elseif(KIND STREQUAL "build_tree")
  build_and_run("${consumers}/find_package" "-DFiligree_DIR=${BINARY}")
elseif(KIND STREQUAL "add_subdirectory" OR KIND STREQUAL "FetchContent")
  # The parts that the consumer needs; no precompiled headers, so that the second build finds the first's objects in
  # ccache.
  run("${CMAKE_COMMAND}" -S "${consumers}/subdirectory" -B "${build}/consumer" ${common} ${fast} "-DHOW=${KIND}"
      "-DFILIGREE_SOURCE_DIR=${SOURCE}" "-DFILIGREE_PARTS=core\\;format\\;convert\\;validate\\;gemvi"
      -DFILIGREE_PRECOMPILE_HEADERS=OFF)
  run("${CMAKE_COMMAND}" --build "${build}/consumer" --parallel "${JOBS}")
  run("${build}/consumer/consumer")
elseif(KIND STREQUAL "parent_kokkos")
  set(configure "${CMAKE_COMMAND}" -S "${consumers}/parent_kokkos" ${common} "-DFILIGREE_SOURCE_DIR=${SOURCE}"
                -DFILIGREE_PARTS=core)
  run(${configure} -B "${build}/find_package" -DHOW=find_package)
  set(stand_in ${configure} -B "${build}/add_subdirectory" -DHOW=add_subdirectory -DSTAND_IN_VERSION=5.0.2)
  run(${stand_in} -DFILIGREE_REQUIRE_DEVICES=OpenMP)
  refused("asks for CUDA, which this Kokkos does not have" ${stand_in} -DFILIGREE_REQUIRE_DEVICES=CUDA)
  refused("needs Kokkos >= 5.0" ${stand_in} -DSTAND_IN_VERSION=4.7.1)
  if(NOT COMPILER MATCHES "nvcc_wrapper")
    refused("-DCMAKE_CXX_COMPILER=.*nvcc_wrapper" ${stand_in} -DSTAND_IN_DEVICES=CUDA -DFILIGREE_REQUIRE_DEVICES=CUDA)
  endif()
elseif(KIND MATCHES "^pkg_config_(static|shared)$")
  set(prefix "${WORK}/moved-${CMAKE_MATCH_1}")
  file(GLOB_RECURSE pc_file "${prefix}/filigree.pc")
  if(NOT pc_file)
    message(FATAL_ERROR "no filigree.pc under ${prefix}")
  endif()
  get_filename_component(pc_dir "${pc_file}" DIRECTORY)
  string(REGEX REPLACE "/lib[^/]*(/[^/]+)?/cmake/Kokkos/?$" "" kokkos_prefix "${KOKKOS_DIR}")
  string(REPLACE " " "\\ " kokkos_prefix "${kokkos_prefix}")
  find_program(PKG_CONFIG NAMES pkg-config pkgconf)
  if(NOT PKG_CONFIG)
    message(FATAL_ERROR "pkg-config is needed to test filigree.pc")
  endif()
  execute_process(
    COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${pc_dir}" "${PKG_CONFIG}"
            "--define-variable=kokkos_prefix=${kokkos_prefix}" --cflags --libs filigree
    OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(flags UNIX_COMMAND "${flags}")
  get_filename_component(lib_dir "${pc_dir}" DIRECTORY)
  run("${COMPILER}" "${consumers}/consumer.cpp" -o "${build}/consumer" ${flags})
  run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${lib_dir}:$ENV{LD_LIBRARY_PATH}" "${build}/consumer")
  # the C API and the interfaces, by a C compiler alone; with CUDA the latter want the toolkit, which no .pc file names
  find_program(C_COMPILER NAMES cc gcc REQUIRED)
  set(interfaces c)
  if(NOT COMPILER MATCHES "nvcc_wrapper")
    list(APPEND interfaces cusparse cusparselt hipsparse)
  endif()
  set(standard_c c99)
  set(standard_cusparse c11)
  set(standard_cusparselt c11)
  set(standard_hipsparse c11)
  foreach(interface IN LISTS interfaces)
    execute_process(
      COMMAND "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${pc_dir}" "${PKG_CONFIG}"
              "--define-variable=kokkos_prefix=${kokkos_prefix}" --cflags --libs filigree_${interface}
      OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
    separate_arguments(flags UNIX_COMMAND "${flags}")
    run("${C_COMPILER}" -std=${standard_${interface}} "${SOURCE}/example/${interface}_product.c" -o "${build}/consumer_${interface}" ${flags})
    run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${lib_dir}:${lib_dir}/filigree:$ENV{LD_LIBRARY_PATH}"
        "${build}/consumer_${interface}")
  endforeach()
  # the Fortran modules, by a Fortran compiler alone
  if(FORTRAN)
    set(pkg_config "${CMAKE_COMMAND}" -E env "PKG_CONFIG_PATH=${pc_dir}" "${PKG_CONFIG}"
                   "--define-variable=kokkos_prefix=${kokkos_prefix}")
    # fortran_consumer(<name> <variable of filigree_fortran.pc, or nothing> <program> <package> <option>...)
    function(fortran_consumer name variable program package)
      set(modules "")
      if(variable)
        execute_process(COMMAND ${pkg_config} --variable=${variable} filigree_fortran OUTPUT_VARIABLE modules
                        OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
      endif()
      execute_process(COMMAND ${pkg_config} --cflags --libs ${package} OUTPUT_VARIABLE flags OUTPUT_STRIP_TRAILING_WHITESPACE
                                                                                     COMMAND_ERROR_IS_FATAL ANY)
      separate_arguments(modules UNIX_COMMAND "${modules}")
      separate_arguments(flags UNIX_COMMAND "${flags}")
      run("${CMAKE_COMMAND}" -E chdir "${build}" "${FORTRAN}" ${modules} "${program}" -o consumer_${name} ${ARGN} ${flags})
      run("${CMAKE_COMMAND}" -E env "LD_LIBRARY_PATH=${lib_dir}:${lib_dir}/filigree:$ENV{LD_LIBRARY_PATH}"
          "${build}/consumer_${name}")
    endfunction()
    fortran_consumer(fortran sources "${SOURCE}/example/fortran/block.f90" filigree_fortran)
    fortran_consumer(fortran77 "" "${SOURCE}/unit_tests/fortran/names77.f" filigree_fortran -lfiligree_fortran77)
    if(NOT COMPILER MATCHES "nvcc_wrapper")
      fortran_consumer(hipsparse_fortran hipsparse_sources "${SOURCE}/unit_tests/hipsparse_interface/calls.f90"
                       filigree_hipsparse)
    endif()
  endif()
else()
  message(FATAL_ERROR "KIND=${KIND}?")
endif()
