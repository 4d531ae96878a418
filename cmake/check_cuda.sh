#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles every tuned CUDA file with plain nvcc and with no Kokkos header in reach: a file that includes one fails.
#
#   sh cmake/check_cuda.sh BUILD        BUILD: a configured build tree; its tuned_cuda.txt lists the files
#
# Environment: NVCC, CXX (the host compiler), JOBS.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
build=$(cd "$1" && pwd)
list=$build/tuned_cuda.txt
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "check_cuda: nvcc is absent, nothing was compiled" >&2; exit 1; }
[ -s "$list" ] || { echo "check_cuda: $list lists no file" >&2; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT

"$nvcc" --version | tail -n 1
# Whether it compiles is the question here, and not how fast it runs: a third of the time (nvcc 12.9 and newer).
fast=
if "$nvcc" --help | grep -q -e --Ofast-compile; then fast=-Ofc=max; fi
export nvcc source build out fast
# one line of the list is one compilation: "<architecture flag> <file>"
xargs -P "${JOBS:-$(nproc)}" -L 1 sh -c '
  object=$out/$(echo "$2" | tr / _).o
  start=$(date +%s)
  "$nvcc" -std=c++20 $fast "$1" ${CXX:+-ccbin "$CXX"} -Xcompiler=-fPIC,-Wall -Werror all-warnings \
    -I "$source/include" -I "$build/include" -I "$source/src" -c "$source/$2" -o "$object" || exit 1
  echo "compiled $2 ($1, $(($(date +%s) - start)) s)"' sh <"$list"
echo "check_cuda: all $(wc -l <"$list") files compile without Kokkos"
