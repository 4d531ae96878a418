# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# expect_file(<name> <text>): the lines of a Matrix Market file behind its comments
function(expect_file name text)
  file(READ "${WORK}/${name}" found)
  string(REGEX REPLACE "(^|\n)%[^\n]*" "" found "${found}")
  string(STRIP "${found}" found)
  if(NOT found STREQUAL text)
    message(FATAL_ERROR "${name}:\n${found}\nexpected\n${text}")
  endif()
endfunction()

set(header "%%MatrixMarket matrix coordinate real general")
# [1 2 0]   [4 0]   [4 10]
# [0 0 3] * [0 5] = [ .  .]
file(WRITE "${WORK}/A.mtx" "${header}\n2 3 3\n1 1 1\n1 2 2\n2 3 3\n")
file(WRITE "${WORK}/B.mtx" "${header}\n3 2 2\n1 1 4\n2 2 5\n")
run_well(multiply A.mtx B.mtx -o C.mtx)
expect_contains("multiply" "${out}" "C.mtx: 2 x 2, 2 entries, ")
expect_contains("multiply" "${out}" "\n2 products, 1 per entry; pattern ")
expect_file(C.mtx "2 2 2\n1 1 4\n1 2 10")

# through binary files, and with as little memory as one of these takes
run_well(multiply A.mtx B.mtx -o C.bin --cap 64k)
run_well(convert C.bin -o C.again.mtx)
expect_file(C.again.mtx "2 2 2\n1 1 4\n1 2 10")

# symmetric files stand for the whole matrix; complex and real ones mix
file(WRITE "${WORK}/S.mtx" "${symmetric}")
run_well(multiply S.mtx S.mtx -o SS.mtx)
expect_file(SS.mtx "4 4 8\n1 1 17\n1 2 -9\n2 1 -9\n2 2 26\n3 3 40\n3 4 -26\n4 3 -26\n4 4 53")
file(WRITE "${WORK}/Z.mtx" "%%MatrixMarket matrix coordinate complex general\n3 2 1\n1 2 0 1\n")
run_well(multiply A.mtx Z.mtx -o AZ.mtx)
expect_file(AZ.mtx "2 2 1\n1 2 0 1")

run_well(add B.mtx B.mtx -o sum.mtx --alpha 0.5 --beta=-1)
expect_contains("add" "${out}" "sum.mtx: 3 x 2, 2 entries, ")
expect_file(sum.mtx "3 2 2\n1 1 -2\n2 2 -2.5")
run_well(add B.mtx Z.mtx -o BZ.mtx)
expect_file(BZ.mtx "3 2 3\n1 1 4 0\n1 2 0 1\n2 2 5 0")
