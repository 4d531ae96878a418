#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fails where a header makes a device lambda. nvcc wraps one in pointers to functions that each translation unit has of
# its own. Where several units instantiate the function around it, the linker may merge the wrapper's constructor of one
# with the copy constructor of another, and the copy calls a null pointer.
#
#   sh cmake/check_headers.sh
set -eu
cd "$(dirname "$0")/.."
files=$(find include src app example perf_tests unit_tests fuzz -name '*.hpp' -o -name '*.inc')

# shellcheck disable=SC2086
awk '
  /KOKKOS_(CLASS_)?LAMBDA/ && !/^[ \t]*\/\// {
    printf "%s:%d: a device lambda in a header; write a struct with a KOKKOS_FUNCTION operator() const\n", FILENAME, FNR
    found = 1
  }
  END { exit found }' $files >&2
echo "check_headers: no device lambda in $(printf '%s\n' "$files" | wc -l) headers"
