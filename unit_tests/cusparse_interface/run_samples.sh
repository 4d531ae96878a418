#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds NVIDIA's samples of cuSPARSE against this library's interface, unchanged, runs them, and reads what they print:
# most of them end with 0 whatever came out. Nothing of theirs is kept.
#
#   run_samples.sh INCLUDES LIBRARIES [FOLDER] [SAMPLE...]
#
# INCLUDES: options of the compiler; LIBRARIES: options of the linker; FOLDER: cuSPARSE/ of a checkout of
# https://github.com/NVIDIA/CUDALibrarySamples, by default a fresh one. Names the samples that pass, and those that do
# not with the reason. With samples named, fails where one of these does not pass; else where none passes.
set -u
includes=$1
libraries=$2
folder=${3:-}
[ $# -gt 3 ] && shift 3 || shift $#
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "$folder" ]; then
  git clone --quiet --depth 1 --filter=blob:none --sparse https://github.com/NVIDIA/CUDALibrarySamples "$work/samples" &&
    git -C "$work/samples" sparse-checkout set cuSPARSE || exit 2
  folder=$work/samples/cuSPARSE
fi

# last_number: the last number that standard input has.
last_number() {
  grep -o -E '[-+]?[0-9]+(\.[0-9]*)?([eE][-+]?[0-9]+)?' | tail -n 1
}

# below LIMIT NUMBER
below() {
  awk -v limit="$1" -v number="$2" 'BEGIN { exit !(number != "" && number + 0 <= limit + 0) }'
}

# is_right NAME OUTPUT: whether the sample printed what it should.
is_right() {
  case $1 in
    cg | bicgstab) below 1e-6 "$(grep -i 'final' "$2" | last_number)" ;;
    gpsvInterleavedBatch) # the residual of each system
      grep '^|b' "$2" >"$work/residuals" && [ -s "$work/residuals" ] &&
        while read -r line; do below 1e-4 "$(echo "$line" | last_number)" || return 1; done <"$work/residuals"
      ;;
    compression | graph_capture) # print times, and nothing else
      grep -q 'Perf improvement' "$2" && ! grep -q failed "$2" ;;
    *) grep -q PASSED "$2" && ! grep -q FAILED "$2" ;;
  esac
}

# failure NAME: says why a sample did not pass.
failure() {
  if [ ! -e "$work/program" ]; then
    sed -n 's/.*error: //p' "$work/log" | head -n 1
  else
    grep . "$work/output" | tail -n 1
  fi
}

passed=""
for source in "$folder"/*/*_example.c "$folder"/*/*_example.cpp; do
  name=$(basename "$(dirname "$source")")
  compiler=${CC:-cc}
  case $source in *.cpp) compiler=${CXX:-c++} ;; esac
  rm -f "$work/program"
  # shellcheck disable=SC2086
  if "$compiler" $includes -I"$folder" -o "$work/program" "$source" $libraries >"$work/log" 2>&1 &&
    (cd "$(dirname "$source")" && "$work/program" >"$work/output" 2>&1) && is_right "$name" "$work/output"; then
    passed="$passed $name"
    echo "passed: $name"
  else
    echo "not passed: $name: $(failure)"
  fi
done
# shellcheck disable=SC2086
set -- "$@"
echo "$(echo $passed | wc -w) samples passed"
[ -n "$passed" ] || exit 1
for name in "$@"; do
  case " $passed " in *" $name "*) ;; *) echo "$name is to pass"; exit 1 ;; esac
done
