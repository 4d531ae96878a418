# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Functions that the folders of the tree use to declare their targets.

# filigree_compile_options(<target> [PLAIN]): warnings and sanitizers. Private to our targets: a user's flags are the user's.
# PLAIN: code that is linked with a sanitizer's library, and not instrumented itself.
function(filigree_compile_options target)
  cmake_parse_arguments(PARSE_ARGV 1 arg "PLAIN" "" "")
  set(host_cxx "$<COMPILE_LANGUAGE:CXX>")
  target_compile_options(${target} PRIVATE "$<${host_cxx}:-Wall>" "$<${host_cxx}:-Wextra>")
  if(FILIGREE_WERROR)
    # Through nvcc_wrapper a bare -Werror would swallow the word behind it.
    if(FILIGREE_CUDA_MODE STREQUAL "")
      target_compile_options(${target} PRIVATE "$<${host_cxx}:-Werror>")
    endif()
  endif()
  if(FILIGREE_SANITIZE STREQUAL "address-undefined")
    # Signed overflow is named although "undefined" has it: it is what this library must never do with sizes.
    set(flags -fsanitize=address,undefined,signed-integer-overflow -fno-sanitize-recover=all -fno-omit-frame-pointer)
    # These look at each access to memory, which AddressSanitizer does, and double the objects. Alignment, which it does not
    # look at, is checked by every device.
    list(APPEND flags -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow)
    # gfortran reads the first entry's address of an optional array that is absent, where it is passed on
    list(APPEND flags "$<$<COMPILE_LANGUAGE:Fortran>:-fno-sanitize=null>")
  elseif(FILIGREE_SANITIZE STREQUAL "thread")
    set(flags -fsanitize=thread -fno-omit-frame-pointer)
  elseif(FILIGREE_SANITIZE)
    message(FATAL_ERROR "FILIGREE_SANITIZE: '${FILIGREE_SANITIZE}' is none of address-undefined, thread")
  else()
    set(flags "")
  endif()
  if(FILIGREE_BUILD_FUZZERS)
    list(APPEND flags -fsanitize=fuzzer-no-link)
  endif()
  if(flags)
    if(NOT arg_PLAIN)
      target_compile_options(${target} PRIVATE ${flags})
    endif()
    target_link_options(${target} PRIVATE ${flags})
  endif()
endfunction()

# filigree_precompile_headers(<target> <header>...) or (<target> REUSE_FROM <other target>)
function(filigree_precompile_headers target)
  if(FILIGREE_PRECOMPILE_HEADERS)
    target_precompile_headers(${target} ${ARGN})
    # for ccache
    target_compile_options(${target} PRIVATE "$<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>")
  endif()
endfunction()

# In CUDA-language mode every file that includes Kokkos is compiled as CUDA; elsewhere there is nothing to do.
function(filigree_set_language target)
  if(FILIGREE_CUDA_MODE STREQUAL "language")
    get_target_property(sources ${target} SOURCES)
    list(FILTER sources INCLUDE REGEX "\\.cpp$")
    set_source_files_properties(${sources} PROPERTIES LANGUAGE CUDA)
  endif()
endfunction()

# filigree_test_options(<target> <main>): of a test, or of the library <main> that has its main() and its precompiled headers.
# Under AddressSanitizer the code of most tests is <main> filigree_test_main's kind, plain: what they test is instrumented in
# the library, and a compiler cache has them from another build. <main> filigree_test_main_instrumented: the test compiles
# kernels itself, for fewer types, since all would take minutes.
function(filigree_test_options target main)
  if(FILIGREE_SANITIZE STREQUAL "thread" OR main STREQUAL "filigree_test_main_instrumented")
    filigree_compile_options(${target})
    target_compile_definitions(${target} PRIVATE FILIGREE_TEST_FEW_TYPES)
  else()
    filigree_compile_options(${target} PLAIN)
  endif()
  # What tests test is optimised in the library; they need not be, and compile in half the time. (nvcc_wrapper takes one -O
  # only.)
  if(FILIGREE_SANITIZE)
    target_compile_options(${target} PRIVATE -O0)
  elseif(FILIGREE_CUDA_MODE STREQUAL "")
    target_compile_options(${target} PRIVATE "$<$<CONFIG:Release>:-O0>")
  endif()
endfunction()

# filigree_add_test(<name> [INTERNAL] [KERNELS] [LABELS <label>...] [LIBRARIES <target>...] <source>...)
#
# One GoogleTest binary, filigree_test_<name>, and one ctest entry <name>. main() comes from unit_tests/main.cpp, which
# starts Kokkos. INTERNAL: the test calls functions that a shared library hides; it is built with a static one only. KERNELS:
# it compiles kernels of the headers, as those with INTERNAL do, which sanitizers are to see.
# Label "concurrency", which names that end in it imply: several threads call the library at once; ThreadSanitizer runs these (target
# filigree_concurrency_tests builds them alone).
function(filigree_add_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "INTERNAL;KERNELS" "" "LABELS;LIBRARIES")
  if(arg_INTERNAL AND BUILD_SHARED_LIBS)
    message(STATUS "unit test ${name} is left out: it needs internals, which the shared library hides")
    return()
  endif()
  set(target filigree_test_${name})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  set(main filigree_test_main)
  if(FILIGREE_SANITIZE STREQUAL "address-undefined" AND (arg_INTERNAL OR arg_KERNELS))
    set(main filigree_test_main_instrumented)
  endif()
  target_link_libraries(
    ${target} PRIVATE ${main} Filigree::filigree GTest::gtest Threads::Threads ${arg_LIBRARIES})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/unit_tests" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(
    ${target} PRIVATE "FILIGREE_TEST_DATA_DIR=\"${PROJECT_SOURCE_DIR}/unit_tests/data\""
                      "FILIGREE_SHARED_DIR=\"${PROJECT_SOURCE_DIR}/../shared\"")
  filigree_test_options(${target} ${main})
  filigree_precompile_headers(${target} REUSE_FROM ${main})
  filigree_set_language(${target})
  if(name MATCHES "concurrency$" AND NOT "concurrency" IN_LIST arg_LABELS)
    list(APPEND arg_LABELS concurrency)
  endif()
  if(FILIGREE_PACKAGE_TESTS AND NOT arg_INTERNAL)
    # what these objects need of the library is what a shared one must export: unit_tests/install/run_consumer.cmake
    file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/consumers/public_tests/${name}.txt"
         CONTENT "$<JOIN:$<TARGET_OBJECTS:${target}>,\n>\n")
  endif()
  if("reference" IN_LIST arg_LABELS)
    add_dependencies(filigree_reference_tests ${target})
  endif()
  if("concurrency" IN_LIST arg_LABELS)
    add_dependencies(filigree_concurrency_tests ${target})
  endif()
  add_test(NAME ${name} COMMAND ${target})
  # Two threads: enough for races and partitions to show, and no more than the smallest machine has. One under
  # ThreadSanitizer, which does not see libgomp's barriers: the concurrency tests bring threads of their own.
  if(FILIGREE_SANITIZE STREQUAL "thread")
    set(threads OMP_NUM_THREADS=1)
  else()
    set(threads OMP_NUM_THREADS=2)
  endif()
  set_tests_properties(
    ${name} PROPERTIES TIMEOUT 900 LABELS "${arg_LABELS}"
                       # One processor each, since most of a test's time is its plain reference, which one thread computes.
                       # Threads that wait must not take the cores from those that work, here or elsewhere; but sleeping
                       # at once makes thousands of tiny kernels five times as slow (libgomp's count goes before its policy).
                       ENVIRONMENT "${threads};OMP_PROC_BIND=false;OMP_WAIT_POLICY=passive;GOMP_SPINCOUNT=2000")
endfunction()

# filigree_add_reference_test(<name> <source>...)
#
# A test against Kokkos Kernels, where FILIGREE_REFERENCE_TESTS asks for it. Kokkos Kernels brings the Kokkos that it was
# built with, so these are a build of their own.
function(filigree_add_reference_test name)
  if(FILIGREE_REFERENCE_TESTS)
    filigree_add_test(${name} ${ARGN} LABELS reference LIBRARIES filigree_kokkos_kernels)
  endif()
endfunction()

# filigree_add_perf_test(<name> [LIBRARIES <target>...] [DEFINITIONS <definition>...] <source>...)
#
# One Google Benchmark binary, filigree_perf_<name>, with a main() of its own. Nothing is added to ctest: timings are
# not pass or fail.
function(filigree_add_perf_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "LIBRARIES;DEFINITIONS")
  set(target filigree_perf_${name})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE Filigree::filigree benchmark::benchmark Threads::Threads ${arg_LIBRARIES})
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/perf_tests" "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(${target} PRIVATE ${arg_DEFINITIONS}
                                               "FILIGREE_SHARED_DIR=\"${PROJECT_SOURCE_DIR}/../shared\"")
  filigree_compile_options(${target})
  filigree_set_language(${target})
endfunction()

# filigree_add_fuzzer(<name> <source>...)
#
# One libFuzzer binary, filigree_fuzz_<name>. Its seeds lie in fuzz/corpus/<name>/. The library is instrumented too.
function(filigree_add_fuzzer name)
  if(NOT CMAKE_CXX_COMPILER_ID MATCHES "Clang")
    message(FATAL_ERROR "FILIGREE_BUILD_FUZZERS needs clang (this is ${CMAKE_CXX_COMPILER_ID}): libFuzzer is part of it")
  endif()
  set(target filigree_fuzz_${name})
  add_executable(${target} ${ARGN})
  target_link_libraries(${target} PRIVATE Filigree::filigree)
  target_include_directories(${target} PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_compile_options(${target} PRIVATE -fsanitize=fuzzer)
  target_link_options(${target} PRIVATE -fsanitize=fuzzer)
  filigree_compile_options(${target})
endfunction()

# filigree_add_interface(<target> <name> <source>...): a library beside the library, Filigree::<name>, for programs in other
# languages or of other libraries. Shared, it shows what the exports.map beside its sources says, where there is one.
function(filigree_add_interface target name)
  add_library(${target} ${ARGN})
  add_library(Filigree::${name} ALIAS ${target})
  set_target_properties(
    ${target}
    PROPERTIES EXPORT_NAME ${name}
               VERSION ${PROJECT_VERSION}
               SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR}
               CXX_VISIBILITY_PRESET hidden
               VISIBILITY_INLINES_HIDDEN ON
               POSITION_INDEPENDENT_CODE ON
               # reading Kokkos' headers is most of each file's time
               UNITY_BUILD ON
               UNITY_BUILD_BATCH_SIZE 0)
  target_compile_options(${target} PRIVATE "$<$<COMPILE_LANGUAGE:CXX>:${FILIGREE_LIBRARY_OPTIONS}>")
  set(map "${CMAKE_CURRENT_SOURCE_DIR}/exports.map")
  if(BUILD_SHARED_LIBS AND EXISTS "${map}")
    # What the compiler makes of templates of the standard library is visible whatever the options say.
    target_link_options(${target} PRIVATE "LINKER:--version-script=${map}")
    set_property(TARGET ${target} APPEND PROPERTY LINK_DEPENDS "${map}")
  endif()
  filigree_compile_options(${target})
endfunction()
