# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# expect_failure(<status> <regex of the one line on stderr> <argument>...)
function(expect_failure expected_status regex)
  run(${ARGN})
  if(NOT status STREQUAL expected_status OR NOT err MATCHES "^filigree[a-z ]*: [^\n]+\n\$" OR NOT err MATCHES "${regex}")
    message(FATAL_ERROR "filigree ${ARGN}: status ${status}, expected ${expected_status} and '${regex}'\n${out}${err}")
  endif()
  if(NOT out STREQUAL "")
    message(FATAL_ERROR "filigree ${ARGN} failed and printed\n${out}")
  endif()
endfunction()

file(WRITE "${WORK}/A.mtx" "${symmetric}")
set(header "%%MatrixMarket matrix coordinate real general")
file(WRITE "${WORK}/letters.mtx" "${header}\n2 2 2\n1 1 1\n2 two 1\n")
file(WRITE "${WORK}/short.mtx" "${header}\n2 2 3\n1 1 1\n")
file(WRITE "${WORK}/nothing.mtx" "")
file(WRITE "${WORK}/unknown.txt" "no matrix\n")
file(WRITE "${WORK}/damaged.bin" "no binary matrix\n")
file(WRITE "${WORK}/huge.mtx" "${header}\n9223372036854775807 9223372036854775807 9223372036854775807\n1 1 1\n")

# 2: the command line
expect_failure(2 "no command")
expect_failure(2 "unknown command 'draw' \\(known: info, spy, convert, multiply, add, solve, bench" draw A.mtx)
expect_failure(2 "unknown option '--bogus'" --bogus)
expect_failure(2 "unknown option '--bogus' \\(known: --json, --lenient, --help\\)" info A.mtx --bogus)
expect_failure(2 "no matrix file" info)
expect_failure(2 "one matrix file.*'A.mtx' and 'B.mtx'" info A.mtx B.mtx)
expect_failure(2 "'--json' needs a value" info A.mtx --json)
expect_failure(2 "given twice" info A.mtx --json a --json b)
expect_failure(2 "no output file" spy A.mtx)
expect_failure(2 "'--bins': '0', expected an integer from 1 to 4000" spy A.mtx -o x.svg --bins 0)
expect_failure(2 "'--stored' takes no value" spy A.mtx -o x.svg --stored=yes)
expect_failure(2 "no output file" convert A.mtx)
expect_failure(2 "'A.png' is not known" convert A.mtx -o A.png)
expect_failure(2 "'--layout': 'ell' \\(known: csr, csc, coo\\)" convert A.mtx -o A.bin --layout ell)
expect_failure(2 "'--compression': '10'" convert A.mtx -o A.mtx.gz --compression 10)
expect_failure(2 "'--formats': 'cxr' \\(known: csr, " bench A.mtx --formats ell,cxr)
expect_failure(2 "'--samples': 'many'" bench A.mtx --samples many)
expect_failure(2 "cannot both be '-'" bench A.mtx --svg - --json -)

expect_failure(2 "two matrix files are expected, not 1" multiply A.mtx -o x.mtx)
expect_failure(2 "two matrix files are expected, not 3" add A.mtx A.mtx A.mtx -o x.mtx)
expect_failure(2 "no output file" multiply A.mtx A.mtx)
expect_failure(2 "'A.png' is not known" add A.mtx A.mtx -o A.png)
foreach(cap 2X 0 -5 G 9999999T)
  expect_failure(2 "'--cap': '${cap}', expected a number of bytes" multiply A.mtx A.mtx -o x.mtx --cap=${cap})
endforeach()
expect_failure(2 "'--beta': 'one', expected a number" add A.mtx A.mtx -o x.mtx --beta one)

expect_failure(2 "no matrix file" solve)
expect_failure(2 "'--method': 'lu' \\(known: cg, bicgstab, gmres\\)" solve A.mtx --method lu)
expect_failure(2 "'--preconditioner': 'ilu' \\(known: none, jacobi, sgs, ilu0, ic0\\)" solve A.mtx --preconditioner ilu)
foreach(tolerance 0 1 -1e-3 nan)
  expect_failure(2 "'--tolerance': '${tolerance}', expected a number between 0 and 1" solve A.mtx
                 --tolerance=${tolerance})
endforeach()
expect_failure(2 "'--restart': '0', expected an integer from 1" solve A.mtx --restart 0)
expect_failure(2 "'--restart' is for gmres, not cg" solve A.mtx --method cg --restart 5)
expect_failure(2 "'--max-iterations': '0'" solve A.mtx --max-iterations 0)
expect_failure(2 "'x.bin' does not end in .mtx" solve A.mtx -o x.bin)
expect_failure(2 "cannot both be '-'" solve A.mtx --plot - --json -)

# 3: the input
file(WRITE "${WORK}/rectangle.mtx" "${header}\n4 2 1\n1 1 1\n")
expect_failure(3 "'A.mtx' is 4 x 4, but 'rectangle.mtx' is 4 x 2: B must have" multiply rectangle.mtx A.mtx -o x.mtx)
expect_failure(3 "'rectangle.mtx' is 4 x 2, but 'A.mtx' is 4 x 4: sizes must agree" add A.mtx rectangle.mtx -o x.mtx)
expect_failure(3 "missing.mtx" multiply A.mtx missing.mtx -o x.mtx)
expect_failure(3 "short.mtx" add short.mtx short.mtx -o x.mtx)
file(WRITE "${WORK}/pattern.mtx" "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n")
file(WRITE "${WORK}/nan.mtx" "${header}\n2 2 2\n1 1 1\n2 2 nan\n")
file(WRITE "${WORK}/unsymmetric.mtx" "${header}\n2 2 3\n1 1 4\n2 2 4\n2 1 1\n")
set(array "%%MatrixMarket matrix array real general")
file(WRITE "${WORK}/b3.mtx" "${array}\n3 1\n1\n2\n3\n")
file(WRITE "${WORK}/b_inf.mtx" "${array}\n4 1\n1\n2\n-inf\n3\n")
file(WRITE "${WORK}/b_two.mtx" "${array}\n4 2\n1\n2\n3\n4\n1\n2\n3\n4\n")
expect_failure(3 "'rectangle.mtx' is 4 x 2, expected a square matrix" solve rectangle.mtx -o x.mtx)
expect_failure(3 "'pattern.mtx' is a pattern" solve pattern.mtx -o x.mtx)
expect_failure(3 "'nan.mtx' has entries that are infinite or not a number: 1" solve nan.mtx -o x.mtx)
expect_failure(3 "'unsymmetric.mtx' is not symmetric, as cg needs" solve unsymmetric.mtx --method cg -o x.mtx)
expect_failure(3 "'unsymmetric.mtx' is not symmetric, as ic0 needs" solve unsymmetric.mtx --preconditioner ic0)
expect_failure(3 "'b3.mtx' has 3 entries, but 'A.mtx' has 4 rows" solve A.mtx -b b3.mtx -o x.mtx)
expect_failure(3 "'b_inf.mtx': entry 3 is infinite or not a number" solve A.mtx -b b_inf.mtx -o x.mtx)
expect_failure(3 "b_two.mtx" solve A.mtx -b b_two.mtx -o x.mtx)
expect_failure(3 "missing.mtx" solve A.mtx -b missing.mtx -o x.mtx)
foreach(command info solve bench)
  expect_failure(3 "filigree ${command}: 'missing.mtx'" ${command} missing.mtx)
endforeach()
expect_failure(3 "line 4" info letters.mtx)
expect_failure(3 "short.mtx" info short.mtx)
expect_failure(3 "nothing.mtx" info nothing.mtx)
expect_failure(3 "unknown.txt" spy unknown.txt -o x.svg)
expect_failure(3 "damaged.bin" convert damaged.bin -o x.mtx)
expect_failure(3 "huge.mtx" info huge.mtx)

# opening a pipe would wait for somebody who writes, and the matrix is needed twice
execute_process(COMMAND mkfifo "${WORK}/pipe.mtx" RESULT_VARIABLE status)
if(status EQUAL 0)
  foreach(command info bench "spy;-o;x.svg" "convert;-o;x.bin")
    expect_failure(3 "'pipe.mtx': a pipe or a device, expected a regular file.*write the matrix to a file first" ${command}
                   pipe.mtx)
  endforeach()
endif()

# 4: the output; nothing is left behind
expect_failure(4 "none/x.svg" spy A.mtx -o none/x.svg)
expect_failure(4 "none/x.mtx" convert A.mtx -o none/x.mtx)
expect_failure(4 "none/x.bin" convert A.mtx -o none/x.bin)
expect_failure(4 "none/x.bin" multiply A.mtx A.mtx -o none/x.bin)
expect_failure(4 "none/x.mtx" add A.mtx A.mtx -o none/x.mtx)
expect_failure(4 "none/x.mtx" solve A.mtx -o none/x.mtx)
expect_failure(4 "none/x.svg" solve A.mtx --plot none/x.svg)

# 5: the memory that was allowed
expect_failure(5 "'options.memory_limit_bytes'.*at least [0-9]+ bytes" multiply A.mtx A.mtx -o x.mtx --cap 10)

# sizes that no memory holds: an error before anything is touched
file(WRITE "${WORK}/vast.mtx" "${header}\n4611686018427387904 4611686018427387904 1\n1 1 1\n")
foreach(command bench "convert;-o;x.bin;--layout;csr" "multiply;vast.mtx;-o;x.mtx" "add;vast.mtx;-o;x.mtx")
  list(POP_FRONT command name)
  expect_failure(5 "filigree ${name}: .*(no memory|failed to allocate|beyond)" ${name} vast.mtx ${command})
endforeach()
file(GLOB left "${WORK}/x.*")
if(left)
  message(FATAL_ERROR "left behind: ${left}")
endif()

# Lenient reading is named where it helps, and notes what it took; signals leave nothing behind.
file(WRITE "${WORK}/loose.mtx" "%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1 1\n2 2 1 % x\n")
expect_failure(3 "--lenient" convert loose.mtx -o x.mtx)
run(convert loose.mtx --lenient -o loose.out.mtx)
file(READ "${WORK}/loose.out.mtx" loose)
if(NOT status EQUAL 0 OR NOT err MATCHES "convert: note: 'loose.mtx': the first line.*note: 'loose.mtx': values of the entries"
   OR NOT loose STREQUAL "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n")
  message(FATAL_ERROR "status ${status}\n${loose}\n${err}")
endif()
set(entries "")
foreach(i RANGE 1 2000)
  string(APPEND entries "${i} 1 0.1234567890123\n")
endforeach()
file(WRITE "${WORK}/long.mtx" "${header}\n2000 1 2000\n${entries}")
file(MAKE_DIRECTORY "${WORK}/ended")
execute_process(
  COMMAND sh -c "ulimit -c 0; ulimit -f 1; exec \"$@\"" sh "${TOOL}" convert long.mtx -o ended/x.mtx
  WORKING_DIRECTORY "${WORK}"
  RESULT_VARIABLE status
  OUTPUT_QUIET ERROR_QUIET)
file(GLOB left "${WORK}/ended/*" "${WORK}/ended/.*")
if(status EQUAL 0 OR left)
  message(FATAL_ERROR "ended by a signal: status ${status}, left behind: ${left}")
endif()

# A write that fails in between, as on a full disk, leaves the former file and nothing else.
file(MAKE_DIRECTORY "${WORK}/full")
foreach(arguments "spy;A.mtx;-o" "info;A.mtx;--json" "convert;A.mtx;--layout;csr;-o")
  set(target full/former.bin)
  file(WRITE "${WORK}/${target}" "former")
  execute_process(
    COMMAND sh -c "trap '' XFSZ; ulimit -f 0; exec \"$@\"" sh "${TOOL}" ${arguments} ${target}
    WORKING_DIRECTORY "${WORK}"
    RESULT_VARIABLE status
    OUTPUT_VARIABLE out
    ERROR_VARIABLE err)
  file(READ "${WORK}/${target}" content)
  file(GLOB left "${WORK}/full/*")
  if(NOT status EQUAL 4 OR NOT err MATCHES "'[^']*${target}'" OR NOT content STREQUAL "former"
     OR NOT left STREQUAL "${WORK}/${target}")
    message(FATAL_ERROR "${arguments}: status ${status}, '${content}' in ${left}\n${err}")
  endif()
endforeach()
