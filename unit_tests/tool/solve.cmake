# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# expect_vector(<name> <number>...): the numbers of a file, all but rounding; 0 stands for a tiny number too
function(expect_vector name)
  file(READ "${WORK}/${name}" text)
  string(REGEX REPLACE "(^|\n)%[^\n]*" "" text "${text}")
  string(STRIP "${text}" text)
  string(REGEX REPLACE "\n| " ";" found "${text}")
  list(LENGTH found count)
  list(LENGTH ARGN expected_count)
  if(NOT count EQUAL expected_count)
    message(FATAL_ERROR "${name}: ${found}, expected ${ARGN}")
  endif()
  foreach(value expected IN ZIP_LISTS found ARGN)
    math(EXPR below "${expected} - 1")
    if(NOT value STREQUAL expected AND NOT value MATCHES "^(${expected}\\.00000|${below}\\.99999)[0-9]*$"
       AND NOT (expected EQUAL 0 AND value MATCHES "^-?[0-9.]+e-[0-9]+$"))
      message(FATAL_ERROR "${name}: ${value}, expected ${expected}, in ${found}")
    endif()
  endforeach()
endfunction()

# expect_end(<status> <regex of stderr> <argument>...): what is on stdout is JSON
function(expect_end expected_status regex)
  run(solve ${ARGN} --json -)
  if(NOT status STREQUAL ${expected_status} OR NOT err MATCHES "${regex}")
    message(FATAL_ERROR "filigree solve ${ARGN}: status ${status}, not ${expected_status} with '${regex}'\n${out}${err}")
  endif()
  set(out "${out}" PARENT_SCOPE)
endfunction()

set(real "%%MatrixMarket matrix coordinate real")
set(array "%%MatrixMarket matrix array real general")
file(WRITE "${WORK}/A.mtx" "${symmetric}")
file(WRITE "${WORK}/b.mtx" "${array}\n4 1\n2\n9\n10\n22\n")

# b is A times ones unless it is given, as is said; of x the distance from ones is known then
run_well(solve A.mtx --method cg -o ones.mtx)
expect_vector(ones.mtx 4 1 1 1 1 1)
foreach(line "matrix: +A.mtx" "right_hand_side: +A times ones" "name: +cg" "preconditioner: +none" "outcome: +converged"
             "iterations: +[34]" "residual: +[^ ]+ +#.*from x" "recursive_residual: +[^ ]" "largest_error: +[^ ]")
  if(NOT out MATCHES "\n  ${line}")
    message(FATAL_ERROR "no line '${line}' in\n${out}")
  endif()
endforeach()
run_well(solve A.mtx -b b.mtx)
if(NOT out MATCHES "right_hand_side: +b.mtx\n" OR out MATCHES "largest_error" OR NOT out MATCHES "restart: +30\n")
  message(FATAL_ERROR "solve -b b.mtx prints\n${out}")
endif()

# every method and preconditioner, and a sparse b; 2 x 2 blocks have no fill, so that factors are exact
file(WRITE "${WORK}/sparse_b.mtx" "${real} general\n4 1 4\n4 1 22\n2 1 9\n3 1 10\n1 1 2\n")
foreach(arguments "cg;ic0" "cg;sgs" "cg;sgs_color" "bicgstab;jacobi" "bicgstab;ilu0" "gmres;ilu0;--restart;2" "gmres;sgs;--restart;3"
                  "bicgstab;ilut" "gmres;ilut;--fill;2;--drop-tolerance;0")
  list(POP_FRONT arguments method preconditioner)
  run_well(
    solve
    A.mtx
    -b
    sparse_b.mtx
    --method
    ${method}
    --preconditioner
    ${preconditioner}
    ${arguments}
    --tolerance
    1e-12
    -o
    x.mtx
    --json
    -)
  expect_vector(x.mtx 4 1 1 2 3 4)
  expect_json("${out}" "converged" result outcome)
  expect_json("${out}" "${method}" method name)
  expect_json("${out}" "sparse_b.mtx" system right_hand_side)
  string(JSON iterations GET "${out}" result iterations)
  string(JSON residual GET "${out}" result residual)
  string(JSON count LENGTH "${out}" result residuals)
  math(EXPR expected_count "${iterations} + 1")
  if(preconditioner MATCHES "^i" AND NOT iterations EQUAL 1)
    message(FATAL_ERROR "${method} with ${preconditioner} takes ${iterations} iterations")
  endif()
  if(iterations GREATER 6 OR residual GREATER 1e-12 OR NOT count EQUAL expected_count)
    message(FATAL_ERROR "${method} with ${preconditioner}:\n${out}")
  endif()
endforeach()

# complex: Hermitian, of no symmetry, and a complex b for a real matrix
file(WRITE "${WORK}/H.mtx"
     "%%MatrixMarket matrix coordinate complex hermitian\n3 3 5\n1 1 4 0\n2 1 1 1\n2 2 5 0\n3 2 0 -2\n3 3 6 0\n")
file(WRITE "${WORK}/Z.mtx"
     "%%MatrixMarket matrix coordinate complex general\n3 3 6\n1 1 4 1\n1 3 1 -1\n2 1 1 1\n2 2 5 0\n3 2 0 -2\n3 3 6 -3\n")
foreach(arguments "H.mtx;--method;cg" "H.mtx;--method;cg;--preconditioner;ic0" "Z.mtx;--method;gmres;--restart;2"
                  "Z.mtx;--method;bicgstab;--preconditioner;sgs" "Z.mtx;--preconditioner;sgs_color" "Z.mtx;--preconditioner;ilu0")
  run_well(solve ${arguments} --tolerance 1e-12 -o x.mtx)
  expect_vector(x.mtx 3 1 1 0 1 0 1 0)
endforeach()
file(WRITE "${WORK}/complex_b.mtx" "%%MatrixMarket matrix array complex general\n4 1\n2 3\n9 4\n10 4\n22 5\n")
run_well(solve A.mtx -b complex_b.mtx --method cg --tolerance 1e-12 -o x.mtx)
expect_vector(x.mtx 4 1 1 1 2 1 3 1 4 1)
expect_end(3 "'Z.mtx' is not Hermitian" Z.mtx --method cg)

# a right-hand side of zeros, and no unknowns
file(WRITE "${WORK}/zeros.mtx" "${real} general\n4 1 0\n")
run_well(solve A.mtx -b zeros.mtx -o x.mtx)
expect_vector(x.mtx 4 1 0 0 0 0)
file(WRITE "${WORK}/empty.mtx" "${real} general\n0 0 0\n")
run_well(solve empty.mtx --method bicgstab --preconditioner ilu0)

# 6: the last x is there. Along a cycle GMRES gains nothing before it has been around.
expect_end(6 "not converged: residual [^ ]+ after 1 iteration \\(--max-iterations\\)\n$" A.mtx --method cg
           --max-iterations 1 -o limit.mtx)
expect_json("${out}" "iteration limit" result outcome)
if(NOT EXISTS "${WORK}/limit.mtx")
  message(FATAL_ERROR "the last x is not written")
endif()
file(WRITE "${WORK}/cycle.mtx" "${real} general\n4 4 4\n1 2 1\n2 3 1\n3 4 1\n4 1 1\n")
file(WRITE "${WORK}/e1.mtx" "${real} general\n4 1 1\n1 1 1\n")
expect_end(6 "stalled: residual 1 after 15 iterations.*larger --restart" cycle.mtx -b e1.mtx --restart 3)
expect_json("${out}" "stalled" result outcome)
run_well(solve cycle.mtx -b e1.mtx --restart 4 -o x.mtx)
expect_vector(x.mtx 4 1 0 1 0 0)

# 7: rows count as in the file; there is no x
file(WRITE "${WORK}/indefinite.mtx" "${real} symmetric\n3 3 4\n1 1 1\n2 2 1\n3 3 -1\n3 2 2\n")
file(WRITE "${WORK}/skew.mtx" "${real} skew-symmetric\n2 2 1\n2 1 3\n")
file(WRITE "${WORK}/missing.mtx" "${real} general\n3 3 4\n1 1 1\n1 2 1\n2 1 1\n3 3 1\n")
file(WRITE "${WORK}/zero.mtx" "${real} general\n3 3 5\n1 1 1\n1 2 1\n2 1 1\n2 2 0\n3 3 0\n")
file(WRITE "${WORK}/zero_pivot.mtx" "${real} general\n3 3 5\n1 1 1\n1 2 1\n2 1 1\n2 2 1\n3 3 1\n")
file(WRITE "${WORK}/singular.mtx" "${real} general\n2 2 3\n1 1 1\n1 2 1\n2 2 0\n")
file(WRITE "${WORK}/e2.mtx" "${real} general\n2 1 1\n2 1 1\n")
file(WRITE "${WORK}/b3.mtx" "${array}\n3 1\n0\n1\n-1\n")
expect_end(7 "iteration 1: the matrix is not positive definite: p'Ap = -4 is not positive; residual 1\n$" indefinite.mtx
           --method cg -b b3.mtx -o none.mtx --plot broken.svg)
expect_json("${out}" "breakdown" result outcome)
expect_json("${out}" "the matrix is not positive definite: p'Ap = -4 is not positive" result breakdown)
expect_end(7 "iteration 1: r0'A p vanishes" skew.mtx --method bicgstab -o none.mtx)
expect_end(7 "iteration 2: A M\\^-1 is singular" singular.mtx -b e2.mtx -o none.mtx)
foreach(preconditioner jacobi sgs sgs_color ilu0)
  expect_end(7 "solve: ${preconditioner}: row 2 \\(the first is 1\\) has no entry on the diagonal\n$" missing.mtx
             --preconditioner ${preconditioner} -o none.mtx)
  expect_json("${out}" 2 result breakdown_row)
endforeach()
expect_end(7 "jacobi: row 2 .* has a zero on the diagonal" zero.mtx --preconditioner jacobi -o none.mtx)
expect_end(7 "ilu0: row 2 .* has a pivot of zero" zero_pivot.mtx --preconditioner ilu0 -o none.mtx)
expect_end(7 "ilut: row 2 .* has a pivot of zero" zero_pivot.mtx --preconditioner ilut -o none.mtx)
expect_end(7 "ic0: row 2 .* has a pivot that is not positive" zero_pivot.mtx --preconditioner ic0 -o none.mtx)
# where the diagonal fills in there is a pivot
run_well(solve missing.mtx --preconditioner ilut -o x.mtx)
expect_vector(x.mtx 3 1 1 1 1)
run_well(convert missing.mtx -o missing.bin)
expect_end(7 "ilu0: row 1 \\(the first is 0\\) has no entry" missing.bin --preconditioner ilu0 -o none.mtx)
expect_json("${out}" 1 result breakdown_row)
if(EXISTS "${WORK}/none.mtx")
  message(FATAL_ERROR "an x is written where something broke down")
endif()

# the plot
run_well(solve A.mtx --method cg --plot -)
if(NOT out MATCHES "^<svg .*<title>A x = b, A.mtx</title>.*tolerance 1e-08.*<polyline points=\"70,[0-9.]+ .*</svg>\n\$")
  message(FATAL_ERROR "not a plot:\n${out}")
endif()
expect_contains("the plot" "${out}" "4 rows, 8 entries; cg: converged, ")
