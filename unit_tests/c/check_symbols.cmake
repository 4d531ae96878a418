# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DNM=<nm> -DLIBRARY=<shared library> -DEXPECTED=<list> -P check_symbols.cmake
# The shared library of the C API exports the functions of the table, and nothing else.
execute_process(COMMAND "${NM}" --dynamic --defined-only --format=posix "${LIBRARY}" OUTPUT_VARIABLE lines
                COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCHALL "[^\n]+" lines "${lines}")
set(found "")
foreach(line IN LISTS lines)
  string(REGEX REPLACE " .*" "" name "${line}")
  list(APPEND found "${name}")
endforeach()
list(SORT found)
file(STRINGS "${EXPECTED}" expected)
list(SORT expected)
if(NOT found STREQUAL expected)
  set(missing ${expected})
  list(REMOVE_ITEM missing ${found})
  list(REMOVE_ITEM found ${expected})
  message(FATAL_ERROR "${LIBRARY}\nlacks: ${missing}\nand exports besides: ${found}")
endif()
list(LENGTH found count)
message(STATUS "${count} functions are exported, and nothing else")
