#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds NVIDIA's samples of cuSPARSELt against this library's interface, runs them, and reads what they print: they end
# with 0 whatever came out. Each is built as it is, and for the other types that its first lines offer. Nothing of
# theirs is kept.
#
#   run_samples.sh INCLUDES LIBRARIES [FOLDER]
#
# INCLUDES: options of the compiler; LIBRARIES: options of the linker; FOLDER: cuSPARSELt/ of a checkout of
# https://github.com/NVIDIA/CUDALibrarySamples, by default a fresh one. Fails where a sample does not pass.
set -u
includes=$1
libraries=$2
folder=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "$folder" ]; then
  git clone --quiet --depth 1 --filter=blob:none --sparse https://github.com/NVIDIA/CUDALibrarySamples "$work/samples" &&
    git -C "$work/samples" sparse-checkout set cuSPARSELt || exit 2
  folder=$work/samples/cuSPARSELt
fi

passed=0 failed=0
for source in "$folder"/*/*_example.cpp; do
  for type in $(sed -n 's/^\(\/\/ \)\{0,1\}#define AB_TYPE \([A-Z0-9]*\)$/\2/p' "$source"); do
    name="$(basename "$(dirname "$source")") $type"
    sed "s/^#define AB_TYPE .*/#define AB_TYPE $type/" "$source" >"$work/sample.cpp"
    rm -f "$work/program"
    # shellcheck disable=SC2086
    if "${CXX:-c++}" $includes -o "$work/program" "$work/sample.cpp" $libraries >"$work/log" 2>&1 &&
      "$work/program" >"$work/output" 2>&1 && grep -q PASSED "$work/output" && ! grep -q FAILED "$work/output"; then
      passed=$((passed + 1))
      echo "passed: $name"
    else
      failed=$((failed + 1))
      echo "not passed: $name: $(if [ -e "$work/program" ]; then tail -n 1 "$work/output"; else grep error "$work/log" | head -n 1; fi)"
    fi
  done
done
echo "$passed passed, $failed not"
[ "$failed" -eq 0 ] && [ "$passed" -gt 0 ]
