#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs hipSPARSE's client tests, which Debian ships as a program (package libhipsparse4-tests of experimental), against
# this library. The program wants glibc 2.38, as in the private root of cmake/bootstrap.sh. Nothing of it is kept.
#
#   run_client_tests.sh LIBRARIES [FOLDER] [OPERATION...]
#
# LIBRARIES: folders with libhipsparse.so.4 and libamdhip64.so.7, with colons between them; FOLDER: the program's, by
# default that of a fresh package. Without operations, all of them run, but for the tests that read matrix files.
# JOBS: programs at once, one by default; LIMIT: the seconds that one may take, 600 by default; LOGS: a folder that keeps
# what they print.
#
# Prints a line for each operation: how many tests passed, failed, or met a call that is not there. The program says "OK"
# of most tests whatever the calls answered, and prints what that was: such a test counts for its answer. Fails where a
# test failed that is not in client_failures.txt, or one passed that is. Tests of bad arguments count, but do not decide:
# many pass arrays that were never written, and what calls find there is chance. Refusals are tested by
# cusparse_interface/bad_arguments.c.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
libraries=$1
folder=${2:-}
[ $# -gt 2 ] && shift 2 || shift $#
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/debian_lists.sh"

# Downloads the package with lists of its own.
fetch() {
  # shellcheck disable=SC2086
  (debian_lists "$work" deb experimental && cd "$work" && apt-get $apt_options download libhipsparse4-tests) \
    >"$work/log" 2>&1 || {
    tail -n 20 "$work/log" >&2
    exit 2
  }
  dpkg-deb -x "$work"/libhipsparse4-tests_*.deb "$work/package"
  folder=$work/package/usr/libexec/rocm/libhipsparse4-tests
}

[ -n "$folder" ] || fetch
export LD_LIBRARY_PATH="$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export OMP_NUM_THREADS="${OMP_NUM_THREADS:-2}" OMP_PROC_BIND=false OMP_WAIT_POLICY=passive
logs=${LOGS:-$work/logs}
mkdir -p "$logs"
logs=$(cd "$logs" && pwd)
cd "$folder" # where it looks for its data

# "operation suite" of each suite: quick/spmv_csr and parameterized_spmv_csr belong to spmv_csr. Bad arguments are a
# suite of their own, since some of them bring the program to its end.
./hipsparse-test --gtest_list_tests --gtest_filter='-*_bin*' 2>/dev/null |
  sed -n 's/^\([A-Za-z0-9_/]*\)\.\( .*\)\{0,1\}$/\1/p' | sort -u | awk '
    { name = $1; sub(/.*\//, "", name); sub(/^parameterized_/, "", name); sub(/_bad_arg$/, "", name); print name, $1 }
  ' >"$work/suites"
all=
[ $# -gt 0 ] || {
  all=yes
  # shellcheck disable=SC2046
  set -- $(cut -d ' ' -f 1 "$work/suites" | sort -u)
}

# A suite's output is in a file of its name, with commas for slashes.
for operation in "$@"; do awk -v name="$operation" '$1 == name { print $2 }' "$work/suites"; done |
  xargs -P "${JOBS:-1}" -I SUITE sh -c '
    timeout "$3" ./hipsparse-test --gtest_filter="$1.*-*_bin*" >"$2/$(echo "$1" | tr / ,)" 2>&1 || :
  ' sh SUITE "$logs" "${LIMIT:-600}"

# Of a run's output: how many tests passed, failed, met a call that is not there, ended the program; the names of those
# that failed or ended it go to a file.
count='
  /^\[ RUN      \]/ { test = $4; answer = "" }
  /^\[  SKIPPED \]/ { test = "" } # needs a matrix file
  /hipSPARSE error: / && answer == "" { answer = $NF }
  /^  status$/ { says = 1; next } # what a call answered, which stands before what was expected
  says && /Which is: 10$/ && answer == "" { answer = "HIPSPARSE_STATUS_NOT_SUPPORTED" }
  { says = 0 }
  (/^\[       OK \]/ || (/^\[  FAILED  \]/ && test != "")) {
    if (answer ~ /NOT_SUPPORTED/) missing++
    else if (answer != "" || /FAILED/) { failed++; print test >failures }
    else passed++
    test = ""
  }
  END { if (test != "") { ended++; print test >failures }
        print passed + 0, failed + 0, missing + 0, ended + 0 }
'
: >"$work/failures"
printf '%-32s %7s %7s %7s %7s\n' operation passed failed missing ended
for operation in "$@"; do
  sums="0 0 0 0"
  for suite in $(awk -v name="$operation" '$1 == name { print $2 }' "$work/suites"); do
    : >"$work/failed"
    found=$(awk -v failures="$work/failed" "$count" "$logs/$(echo "$suite" | tr / ,)")
    cat "$work/failed" >>"$work/failures"
    sums=$(echo "$sums $found" | awk '{ print $1 + $5, $2 + $6, $3 + $7, $4 + $8 }')
  done
  # shellcheck disable=SC2086
  printf '%-32s %7d %7d %7d %7d\n' "$operation" $sums
  echo "$sums" >>"$work/sums"
done
awk '{ for (i = 1; i <= 4; i++) sum[i] += $i }
     END { printf "%-32s %7d %7d %7d %7d\n", "all", sum[1], sum[2], sum[3], sum[4] }' "$work/sums"

grep -v bad_arg "$work/failures" | sort -u >"$work/found" || :
grep -v '^#' "$here/client_failures.txt" | sort -u >"$work/expected"
if comm -23 "$work/found" "$work/expected" | grep .; then
  echo "these failed and are not in client_failures.txt"
  exit 1
fi
if [ -n "$all" ] && comm -13 "$work/found" "$work/expected" | grep .; then
  echo "these are in client_failures.txt and did not fail"
  exit 1
fi
