# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DEXPECTED=<regex> -P check_failure.cmake -- <program> <argument>...
# The program must end with a status other than 0 and one line on stderr that matches.
set(command "")
math(EXPR last "${CMAKE_ARGC} - 1")
set(seen_separator OFF)
foreach(i RANGE ${last})
  if(seen_separator)
    list(APPEND command "${CMAKE_ARGV${i}}")
  elseif(CMAKE_ARGV${i} STREQUAL "--")
    set(seen_separator ON)
  endif()
endforeach()
execute_process(
  COMMAND ${command}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE out
  ERROR_VARIABLE err)
if(NOT status MATCHES "^[1-9][0-9]*$")
  message(FATAL_ERROR "ended with '${status}', not with a status above 0\n${out}${err}")
endif()
if(NOT err MATCHES "^[^\n]+\n$")
  message(FATAL_ERROR "not one line on stderr:\n${err}")
endif()
if(NOT err MATCHES "${EXPECTED}")
  message(FATAL_ERROR "stderr does not match '${EXPECTED}':\n${err}")
endif()
