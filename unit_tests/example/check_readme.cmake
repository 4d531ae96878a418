# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# cmake -DREADME=<file> -DPROGRAM=<file> [-DSTART=<its first words>] -P check_readme.cmake
# The README shows the main function of the program, word for word.
if(NOT DEFINED START)
  set(START "int main")
endif()
file(READ "${README}" readme)
file(READ "${PROGRAM}" program)
string(FIND "${program}" "${START}" begin)
string(SUBSTRING "${program}" ${begin} -1 shown)
string(FIND "${readme}" "${shown}" found)
if(begin LESS 0 OR found LESS 0)
  message(FATAL_ERROR "${README} does not show ${PROGRAM} from '${START}' on as it is")
endif()
