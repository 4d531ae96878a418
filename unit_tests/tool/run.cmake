# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# What the scripts of this folder share. TOOL is the program, WORK a folder that is theirs.

file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")

# run(<argument>...): sets status, out, err
macro(run)
  execute_process(
    COMMAND "${TOOL}" ${ARGN}
    WORKING_DIRECTORY "${WORK}"
    RESULT_VARIABLE status
    OUTPUT_VARIABLE out
    ERROR_VARIABLE err)
endmacro()

# run_well(<argument>...): it must end with status 0 and nothing on stderr.
macro(run_well)
  run(${ARGN})
  if(NOT status EQUAL 0 OR NOT err STREQUAL "")
    message(FATAL_ERROR "filigree ${ARGN}: status ${status}\n${out}${err}")
  endif()
endmacro()

function(expect_contains what text part)
  string(FIND "${text}" "${part}" found)
  if(found LESS 0)
    message(FATAL_ERROR "${what} has no\n${part}\nin\n${text}")
  endif()
endfunction()

# expect_json(<text> <value> <key or index>...)
function(expect_json text value)
  string(JSON found ERROR_VARIABLE error GET "${text}" ${ARGN})
  if(error OR NOT found STREQUAL value)
    message(FATAL_ERROR "${ARGN} is '${found}', not '${value}' ${error}\n${text}")
  endif()
endfunction()

# 4 x 4, 8 entries, symmetric: its lower triangle
set(symmetric "%%MatrixMarket matrix coordinate real symmetric
4 4 6
1 1 4
2 1 -1
2 2 5
3 3 6
4 3 -2
4 4 7
")
