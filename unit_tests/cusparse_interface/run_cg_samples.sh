#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Builds the conjugate gradient programs of NVIDIA's cuda-samples that call cuSPARSE against this library's interface,
# unchanged, runs them, and reads whether they converge. Nothing of theirs is kept.
#
#   run_cg_samples.sh INCLUDES LIBRARIES [FOLDER]
#
# INCLUDES: options of the compiler; LIBRARIES: options of the linker; FOLDER: a checkout of
# https://github.com/NVIDIA/cuda-samples, by default a fresh one. The one that has kernels of its own is built where NVCC
# names the compiler. Fails where one does not converge.
set -u
includes=$1
libraries=$2
folder=${3:-}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -z "$folder" ]; then
  git clone --quiet --depth 1 --filter=blob:none --sparse https://github.com/NVIDIA/cuda-samples "$work/samples" &&
    git -C "$work/samples" sparse-checkout set Common Samples/4_CUDA_Libraries || exit 2
  folder=$work/samples
fi

# converges OUTPUT: whether the last residual that was printed is small, and no errors were counted.
converges() {
  residual=$(sed -n 's/.*residual[^=:]*[=:] *\([0-9.e+-]*\).*/\1/p' "$1" | tail -n 1)
  awk -v residual="${residual:-1}" 'BEGIN { exit !(residual + 0 < 1e-5) }' && ! grep -q -E 'FAIL|[1-9][0-9]* errors' "$1"
}

failed=0
for name in conjugateGradient conjugateGradientPrecond conjugateGradientUM conjugateGradientCudaGraphs; do
  compiler=${CXX:-c++}
  source=$(ls "$folder/Samples/4_CUDA_Libraries/$name"/*.cpp "$folder/Samples/4_CUDA_Libraries/$name"/*.cu 2>/dev/null)
  case $source in
    *.cu)
      [ -n "${NVCC:-}" ] || { echo "left out: $name: it has kernels, and NVCC is not set"; continue; }
      compiler=$NVCC
      ;;
  esac
  rm -f "$work/program"
  # shellcheck disable=SC2086
  if "$compiler" -w $includes -I"$folder/Common" -o "$work/program" "$source" $libraries >"$work/log" 2>&1 &&
    "$work/program" >"$work/output" 2>&1 && converges "$work/output"; then
    echo "passed: $name"
  else
    failed=1
    echo "not passed: $name: $([ -e "$work/program" ] && tail -n 1 "$work/output" || grep -m 1 error "$work/log")"
  fi
done
exit $failed
