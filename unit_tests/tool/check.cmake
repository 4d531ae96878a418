# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# validate and compare: what they find, where, and the status that they end with.
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# run_found(<regex of the line on stderr> <argument>...): it must end with status 8
macro(run_found regex)
  run(${ARGN})
  if(NOT status EQUAL 8 OR NOT err MATCHES "^filigree [a-z]+: [^\n]*${regex}[^\n]*\n\$")
    message(FATAL_ERROR "filigree ${ARGN}: status ${status}, expected 8 and '${regex}'\n${out}${err}")
  endif()
endmacro()

set(header "%%MatrixMarket matrix coordinate real general")
file(WRITE "${WORK}/good.mtx" "${header}\n3 4 4\n3 1 1\n1 1 2\n2 2 0\n3 4 1e300\n")
run_well(validate good.mtx)
if(NOT out STREQUAL "good.mtx: 3 x 4, 4 entries, no findings\n")
  message(FATAL_ERROR "${out}")
endif()
run_well(validate good.mtx --json -)
expect_json("${out}" "ON" valid)
expect_json("${out}" "0" count)

# entry 3 repeats entry 1, entry 6, too; two values are none; where order counts, entries 2, 3 and 6 come too late
file(WRITE "${WORK}/bad.mtx" "${header}\n3 4 6\n2 3 1\n1 1 nan\n2 3 2\n3 1 -inf\n3 2 1\n2 3 5\n")
run_found("'bad.mtx': 4 findings: 2 duplicate, 1 not_a_number, 1 infinite" validate bad.mtx)
set(expected "bad.mtx: entry 2, row 1, column 1: not_a_number
bad.mtx: entry 3, row 2, column 3: duplicate of entry 1
bad.mtx: entry 4, row 3, column 1: infinite
bad.mtx: entry 6, row 2, column 3: duplicate of entry 1
bad.mtx: 3 x 4, 6 entries, 4 findings: 2 duplicate, 1 not_a_number, 1 infinite
")
if(NOT out STREQUAL expected)
  message(FATAL_ERROR "${out}")
endif()
run_found("4 findings" validate bad.mtx --json -)
expect_json("${out}" "OFF" valid)
expect_json("${out}" "4" count)
expect_json("${out}" "2" counts duplicate)
expect_json("${out}" "duplicate" findings 3 finding)
expect_json("${out}" "6" findings 3 entry)
expect_json("${out}" "2" findings 3 row)
expect_json("${out}" "3" findings 3 column)
expect_json("${out}" "1" findings 3 other_entry)
run_found("4 findings" validate bad.mtx --limit 1)
expect_contains("validate" "${out}" "not_a_number\nbad.mtx: 3 more (--limit)\n")
run_found("6 findings: 2 order, 2 duplicate" validate bad.mtx --sorted)
expect_contains("validate" "${out}" "entry 2, row 1, column 1: order, it follows entry 1\n")

# a binary file keeps what the text had; complex values, patterns, no entries
run_well(convert bad.mtx --layout coo -o bad.bin)
run_found("4 findings" validate bad.bin)
file(WRITE "${WORK}/complex.mtx" "%%MatrixMarket matrix coordinate complex hermitian\n2 2 2\n1 1 1 0\n2 1 0 inf\n")
run_found("1 finding: 1 infinite" validate complex.mtx)
expect_contains("validate" "${out}" "entry 2, row 2, column 1: infinite\n")
# of a skew-symmetric file the entries that it holds, not their mirror images
file(WRITE "${WORK}/skew.mtx" "%%MatrixMarket matrix coordinate real skew-symmetric\n4 4 3\n2 1 1\n3 1 nan\n3 1 2\n")
run_found("2 findings: 1 duplicate, 1 not_a_number" validate skew.mtx)
expect_contains("validate" "${out}" "skew.mtx: entry 3, row 3, column 1: duplicate of entry 2\nskew.mtx: 4 x 4, 3 entries")
# Harwell-Boeing: an element with all entries of three unknowns; a skew-symmetric matrix, whose images lie among its entries
string(REPEAT " " 71 title)
set(counts "             3             1             1             1             0\n")
set(formats "(10I4)          (10I4)          (10F8.0)            \n")
file(WRITE "${WORK}/elements.rue" "t${title}k\n${counts}RUE                        3             1             3             9\n"
     "${formats}   1   4\n   1   2   3\n      1.      2.      3.      4.      5.      6.      7.      8.     nan\n")
run_found("1 finding: 1 not_a_number" validate elements.rue)
expect_contains("validate" "${out}" "elements.rue: 3 x 3, 9 entries")
file(WRITE "${WORK}/skew.rza" "t${title}k\n${counts}RZA                        3             3             3             0\n"
     "${formats}   1   3   4   4\n   2   3   3\n      1.      2.     nan\n")
run_found("1 finding: 1 not_a_number" validate skew.rza)
expect_contains("validate" "${out}" "skew.rza: entry 3, row 3, column 2: not_a_number\nskew.rza: 3 x 3, 3 entries")
file(WRITE "${WORK}/array.mtx" "%%MatrixMarket matrix array real general\n2 2\n1\n0\ninf\n2\n")
run_found("1 infinite" validate array.mtx)
expect_contains("validate" "${out}" "entry 3, row 1, column 2: infinite\n")
file(WRITE "${WORK}/pattern.mtx" "%%MatrixMarket matrix coordinate pattern general\n2 2 2\n1 1\n2 2\n")
run_well(validate pattern.mtx)
file(WRITE "${WORK}/empty.mtx" "${header}\n0 0 0\n")
run_well(validate empty.mtx)
# far more rows than entries
file(WRITE "${WORK}/vast.mtx" "${header}\n4611686018427387904 5 2\n7 5 1\n7 5 1\n")
run_found("1 duplicate" validate vast.mtx)

# --- compare

file(WRITE "${WORK}/A.mtx" "${header}\n3 3 4\n1 1 1\n2 2 -8\n3 1 2\n3 3 4\n")
file(WRITE "${WORK}/B.mtx" "${header}\n3 3 4\n3 3 4\n1 1 1\n2 2 -8.5\n1 3 1e-3\n")
run_well(compare A.mtx A.mtx)
expect_contains("compare" "${out}" "  equal:                true\n")
run_found("3 entries differ, by up to 0.235 of the largest one, in row 3, column 1" compare A.mtx B.mtx --json -)
expect_json("${out}" "1" pattern only_in_a)
expect_json("${out}" "1" pattern only_in_b)
expect_json("${out}" "3" values different)
expect_json("${out}" "2" values largest_difference)
expect_json("${out}" "3" values row)
expect_json("${out}" "1" values column)
expect_json("${out}" "2" values a)
expect_json("${out}" "0" values b)
expect_json("${out}" "OFF" result equal)
string(JSON scaled GET "${out}" values scaled)
if(NOT scaled MATCHES "^0.23529411764705") # 2 of 8.5
  message(FATAL_ERROR "scaled: ${scaled}")
endif()
run_well(compare A.mtx B.mtx --tolerance 0.24)
expect_contains("compare" "${out}" "  only_in_b:            1  # the first in row 1, column 3\n")
run_found("the patterns differ: 1 entries only in 'A.mtx', 1 only in 'B.mtx'" compare A.mtx B.mtx --tolerance 0.24 --pattern)

# the format, the order, stored zeros, repeated entries and triangles do not count
run_well(convert A.mtx --layout csc -o A.bin)
run_well(compare A.mtx A.bin)
file(WRITE "${WORK}/again.mtx" "${header}\n3 3 6\n3 3 1\n3 1 2\n2 2 -8\n1 1 1\n3 3 3\n1 2 0\n")
run_well(compare A.mtx again.mtx)
run_found("the patterns differ: 0 entries only in 'A.mtx', 1 only" compare A.mtx again.mtx --pattern)
file(WRITE "${WORK}/S.mtx" "${symmetric}")
run_well(convert S.mtx --expand -o full.mtx)
run_well(compare S.mtx full.mtx --pattern)

# the last bit of 64-bit integers, and of doubles; what is not a number equals its like
file(WRITE "${WORK}/I.mtx" "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 9007199254740993\n1 2 -9223372036854775807\n")
file(WRITE "${WORK}/J.mtx" "%%MatrixMarket matrix coordinate integer general\n1 2 2\n1 1 9007199254740992\n1 2 -9223372036854775807\n")
run_well(compare I.mtx I.mtx)
run_found("1 entries differ" compare I.mtx J.mtx --json -)
expect_json("${out}" "9007199254740993" values a)
expect_json("${out}" "1" values largest_difference)
file(WRITE "${WORK}/N.mtx" "${header}\n2 2 2\n1 1 nan\n2 2 inf\n")
file(WRITE "${WORK}/M.mtx" "${header}\n2 2 2\n1 1 nan\n2 2 -inf\n")
run_well(compare N.mtx N.mtx)
run_found("1 entries differ, by up to inf .*in row 2, column 2" compare N.mtx M.mtx --tolerance 1e9)
file(WRITE "${WORK}/Z.mtx" "%%MatrixMarket matrix coordinate complex general\n3 3 1\n1 1 1 2\n")
run_found("entries differ" compare A.mtx Z.mtx --json -)
expect_json("${out}" "-8" values a)
expect_json("${out}" "0" values a_imaginary)

run_found("'A.mtx' is 3 x 3, but 'good.mtx' is 3 x 4" compare A.mtx good.mtx --json -)
expect_json("${out}" "3 x 4" sizes b)
expect_json("${out}" "OFF" result equal)
run_well(compare empty.mtx empty.mtx)
run_well(compare vast.mtx vast.mtx)
