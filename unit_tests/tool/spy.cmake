# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
include("${CMAKE_CURRENT_LIST_DIR}/run.cmake")

# Each run of entries of a row is a stroke "M column row h length".
file(WRITE "${WORK}/A.mtx" "${symmetric}")
run_well(spy A.mtx -o A.svg)
file(READ "${WORK}/A.svg" svg)
expect_contains("the picture" "${svg}" "d=\"M0 0h2M0 1h2M2 2h2M2 3h2\"")
expect_contains("the picture" "${svg}" "<title>Pattern of A.mtx</title>")
expect_contains("the picture" "${svg}" "4 x 4, 8 entries, 50 % filled")
if(NOT svg MATCHES "^<svg .*</svg>\n\$")
  message(FATAL_ERROR "not a picture:\n${svg}")
endif()
run_well(spy A.mtx --stored --title "a < b & c" -o -)
expect_contains("the lower triangle" "${out}" "d=\"M0 0h1M0 1h2M2 2h1M2 3h2\"")
expect_contains("the title" "${out}" "<title>Pattern of a &lt; b &amp; c</title>")

# 1000 x 1000, the diagonal and (1, 1000), in 4 x 4 cells of 250 x 250 positions: 250 entries in each cell of the
# diagonal, one in the corner, which has the lightest shade.
set(entries "")
foreach(i RANGE 1 1000)
  string(APPEND entries "${i} ${i}\n")
endforeach()
file(WRITE "${WORK}/B.mtx" "%%MatrixMarket matrix coordinate pattern general\n1000 1000 1001\n${entries}1 1000\n")
run_well(spy B.mtx --bins 4 -o -)
expect_contains("the corner" "${out}" "d=\"M3 0h1\"")
expect_contains("the diagonal" "${out}" "d=\"M0 0h1M1 1h1M2 2h1M3 3h1\"")
expect_contains("the legend" "${out}" "250 x 250")
expect_contains("the legend" "${out}" "1 001 entries")

file(WRITE "${WORK}/empty.mtx" "%%MatrixMarket matrix coordinate real general\n0 0 0\n")
run_well(spy empty.mtx -o -)
expect_contains("an empty matrix" "${out}" "0 x 0, 0 entries")
