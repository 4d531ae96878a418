#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Compiles the library's sources as for a Kokkos with CUDA where there is only one for the host: with a copy of its
# headers whose configuration says CUDA. It goes as far as PTX; nothing is linked or run. What host builds do not see
# and check_cuda.sh, whose files know no Kokkos, does not either, fails here. The tests against cuSPARSE are compiled too
# where nvcc finds its header and GoogleTest's, and the C examples of the interfaces with the toolkit's headers.
#
#   sh cmake/check_cuda_kokkos.sh INCLUDE BUILD    INCLUDE: the folder of Kokkos_Core.hpp; BUILD: a configured build tree
#
# Environment: NVCC, CXX (the host compiler), JOBS.
set -eu
source=$(cd "$(dirname "$0")/.." && pwd)
include=$(cd "$1" && pwd)
build=$(cd "$2" && pwd)
nvcc=${NVCC:-$(command -v nvcc || echo /usr/local/cuda/bin/nvcc)}
[ -x "$nvcc" ] || { echo "check_cuda_kokkos: nvcc is absent, nothing was compiled" >&2; exit 1; }
[ -f "$include/Kokkos_Core.hpp" ] || { echo "check_cuda_kokkos: no Kokkos_Core.hpp in $include" >&2; exit 1; }
out=$(mktemp -d)
trap 'rm -rf "$out"' EXIT
headers=$out/kokkos
cp -r "$include" "$headers"

echo '#define KOKKOS_ENABLE_CUDA
#define KOKKOS_ARCH_HOPPER90' >>"$headers/KokkosCore_config.h"
echo '#include <setup/Kokkos_Setup_Cuda.hpp>' >>"$headers/KokkosCore_Config_SetupBackend.hpp"
echo '#include <fwd/Kokkos_Fwd_CUDA.hpp>' >>"$headers/KokkosCore_Config_FwdBackend.hpp"
echo '#include <decl/Kokkos_Declare_CUDA.hpp>' >>"$headers/KokkosCore_Config_DeclareBackend.hpp"
echo '#define DESUL_ATOMICS_ENABLE_CUDA' >>"$headers/desul/atomics/Config.hpp"
# Compiled first: whether that made a Kokkos with CUDA of it.
cat >"$out/probe.cpp" <<'EOF'
#include <Kokkos_Core.hpp>
static_assert(std::is_same_v<Kokkos::DefaultExecutionSpace, Kokkos::Cuda>);
EOF

# Files with kernels, of several index types one: the others instantiate the same templates.
# shellcheck disable=SC2046
files=$(cd "$source" && grep -l -E 'Kokkos::|FOR_EACH_EXECUTION_SPACE|_instances.inc|_types.inc' $(find src -name '*.cpp') |
  grep -v -E 'i64|src/(io/|core/version)' | sort)
# In the private root file system GoogleTest lies beside Kokkos.
[ ! -d "$include/../gtest" ] || cp -r "$include/../gtest" "$headers"
tests=
if printf '#include <cusparse.h>\n#include <gtest/gtest.h>\n' |
  "$nvcc" -x cu -std=c++20 -E ${CXX:+-ccbin "$CXX"} -isystem "$headers" -o /dev/null - >/dev/null 2>&1; then
  tests=$(cd "$source" && ls unit_tests/cusparse/*.cpp)
else
  echo "check_cuda_kokkos: the tests against cuSPARSE are left out: no cusparse.h or gtest.h"
fi
# A kernel that calls a host function compiles with a warning (20011, 20014) and reads garbage: an error here. (20013, of a
# constexpr function, is also given for lambdas that only the host calls.)
# Whether it compiles is the question here, and not how fast it runs (nvcc 12.9 and newer).
fast=
if "$nvcc" --help | grep -q -e --Ofast-compile; then fast=-Ofc=max; fi
export nvcc source build headers out fast
cd "$source"
# C programs with the toolkit's headers beside this library's of the interfaces: C knows fewer of their types.
programs="example/cusparse_product.c example/cusparselt_product.c example/hipsparse_product.c
unit_tests/hipsparse_interface/cusparse_legacy.c"
for program in $programs; do
  "$nvcc" -x c -c -Iinclude/filigree/cusparse -Iinclude/filigree/cusparselt -Iinclude/filigree/hipsparse \
    -o "$out/program.o" "$program" || { echo "$program does not compile with the toolkit's headers"; exit 1; }
done
# shellcheck disable=SC2086
printf '%s\n' "$out/probe.cpp" $files $tests | xargs -P "${JOBS:-$(nproc)}" -n 1 sh -c '
  log=$out/$(echo "$1" | tr / _).log
  # src/cusparselt has headers of its own. The tests against cuSPARSE need those of the vendor.
  interface=
  case $1 in src/cusparselt/*) interface="-Iinclude/filigree/cusparselt -Iinclude/filigree/cusparse" ;; esac
  if ! "$nvcc" -x cu -std=c++20 -extended-lambda -arch=sm_90 -ptx $fast ${CXX:+-ccbin "$CXX"} -Xcompiler=-fopenmp \
    -diag-error 20011,20014 -I "$source/include" $interface -I "$build/include" -I "$source/src" \
    -I "$source/unit_tests" -DFILIGREE_MATRICES_DIR=\"\" -isystem "$headers" -o /dev/null "$1" >"$log" 2>&1; then
    echo "$1 does not compile for CUDA:"
    grep -A 3 -E "error|fatal" "$log" | head -n 20
    exit 1
  fi' sh
echo "check_cuda_kokkos: all $(printf '%s\n' $files $tests | wc -l) files compile for a Kokkos with CUDA"
