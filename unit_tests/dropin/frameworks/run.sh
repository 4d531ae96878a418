#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs what calls cuSPARSE through CuPy, PyTorch and JAX on this machine's GPU, on the vendor's library and on the drop-in
# one, and compares the outcomes. What is not installed is left out, and said.
#
#   run.sh DROPIN VENDOR OUT [CUPY_TESTS [JAX_TESTS]]
#
# DROPIN: the path of our libcusparse.so.12; VENDOR: that of the vendor's, which takes the calls that ours refuses, or
# none. OUT: a folder for outcomes and logs. CUPY_TESTS, JAX_TESTS: the folders tests/ of CuPy's and JAX's sources, of
# the installed versions. SHARE=K/N: a part of these tests. JOBS: processes at once, for each library. BASELINE: the
# path of the vendor's library that the programs without ours run on, where it is not the one that they find.
# ONLY="torch jax cupy jax_tests": some of them. Fails where an outcome differs.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dropin=$1 vendor=$2 out=$3 cupy_tests=${4:-} jax_tests=${5:-}
mkdir -p "$out"
out=$(cd "$out" && pwd)
only=${ONLY:-torch jax cupy jax_tests}
status=0
[ "$vendor" = none ] && vendor=

# The other library where it lies beside the first one.
preload=$dropin
[ -e "$(dirname "$dropin")/libcusparseLt.so.0" ] && preload="$dropin $(dirname "$dropin")/libcusparseLt.so.0"

# with_dropin NAME COMMAND...: a report of each process is a line of NAME.report.
with_dropin() {
  name=$1
  shift
  env LD_PRELOAD="$preload" FILIGREE_CUSPARSE_FALLBACK="$vendor" FILIGREE_CUSPARSE_REPORT="$out/$name.report" "$@"
}

# with_vendor COMMAND...
with_vendor() {
  if [ -n "${BASELINE:-}" ]; then env LD_PRELOAD="$BASELINE" "$@"; else "$@"; fi
}

compare() { # compare NAME
  if [ -s "$out/$1.vendor" ] && [ -s "$out/$1.dropin" ]; then
    echo "--- $1"
    python3 "$here/compare_outcomes.py" "$out/$1.vendor" "$out/$1.dropin" || status=1
  else
    echo "--- $1: no outcomes; see $out/$1.*.log"
    status=1
  fi
}

for framework in torch jax; do
  case " $only " in *" $framework "*) ;; *) continue ;; esac
  if ! python3 -c "import $framework" 2>/dev/null; then
    echo "--- $framework: not installed"
    continue
  fi
  with_vendor python3 "$here/${framework}_sparse.py" "$out/$framework.vendor" >"$out/$framework.vendor.log" 2>&1
  with_dropin $framework python3 "$here/${framework}_sparse.py" "$out/$framework.dropin" >"$out/$framework.dropin.log" 2>&1
  compare $framework
done

# suite NAME MODULE TESTS FILES...: the files, below the folder above TESTS, by pytest. Both libraries at once, so that a
# run which is cut short has the same tests of both.
suite() {
  name=$1 module=$2 tests=$3
  shift 3
  case " $only " in *" $name "*) ;; *) return ;; esac
  if [ -z "$tests" ] || ! python3 -c "import $module, pytest" 2>/dev/null; then
    echo "--- $name: the tests, $module or pytest are not there"
    return
  fi
  parallel=
  python3 -c "import xdist" 2>/dev/null && parallel="-n ${JOBS:-8}"
  run_suite dropin with_dropin "$name" "$@" &
  run_suite vendor with_vendor "$@"
  wait
  compare "$name"
}

run_suite() { # run_suite KIND [with_dropin NAME | with_vendor] FILES...
  kind=$1 with="$2"
  shift 2
  [ "$with" = with_dropin ] && with="$with $1" && shift
  # shellcheck disable=SC2086
  (cd "$tests/.." && export OUTCOMES="$out/$name.$kind" PYTHONPATH="$here${PYTHONPATH:+:$PYTHONPATH}" &&
    $with python3 -m pytest -q -p pytest_outcomes -p no:cacheprovider --tb=short -W ignore::DeprecationWarning $parallel \
      "$@" >"$out/$name.$kind.log" 2>&1)
}

# shellcheck disable=SC2086
suite cupy cupy "$cupy_tests" ${CUPY_FILES:-tests/cupy_tests/cuda_tests/test_cusparse.py \
  tests/cupyx_tests/test_cusparse.py tests/cupyx_tests/scipy_tests/sparse_tests tests/cupyx_tests/linalg_tests/sparse_tests}
# Not all of the GPU's memory for the first process; cuSPARSE for BCOO and BCSR.
export XLA_PYTHON_CLIENT_PREALLOCATE=false JAX_BCOO_CUSPARSE_LOWERING=1
suite jax_tests jax "$jax_tests" tests/sparse_test.py tests/sparse_bcoo_bcsr_test.py tests/sparsify_test.py
exit $status
