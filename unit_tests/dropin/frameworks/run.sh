#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Runs what calls cuSPARSE through CuPy, PyTorch and JAX on this machine's GPU, on the vendor's library and on the drop-in
# one, and compares the outcomes. What is not installed is left out, and said.
#
#   run.sh DROPIN VENDOR OUT [CUPY_TESTS]
#
# DROPIN: the path of our libcusparse.so.12; VENDOR: that of the vendor's, which takes the calls that ours refuses, or
# none. OUT: a folder for outcomes and logs. CUPY_TESTS: the folder tests/ of CuPy's sources, of the installed version.
# SHARE=K/N: a part of CuPy's tests. JOBS: processes at once, for each library. ONLY="cupy torch jax": some of them.
# Fails where an outcome differs.
set -u
here=$(cd "$(dirname "$0")" && pwd)
dropin=$1 vendor=$2 out=$3 cupy_tests=${4:-}
mkdir -p "$out"
out=$(cd "$out" && pwd)
only=${ONLY:-cupy torch jax}
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
  python3 "$here/${framework}_sparse.py" "$out/$framework.vendor" >"$out/$framework.vendor.log" 2>&1
  with_dropin $framework python3 "$here/${framework}_sparse.py" "$out/$framework.dropin" >"$out/$framework.dropin.log" 2>&1
  compare $framework
done

case " $only " in *" cupy "*) ;; *) exit $status ;; esac
if [ -z "$cupy_tests" ] || ! python3 -c "import cupy, pytest" 2>/dev/null; then
  echo "--- cupy: its tests, CuPy or pytest are not there"
  exit $status
fi
parallel=
python3 -c "import xdist" 2>/dev/null && parallel="-n ${JOBS:-8}"

cupy() { # cupy KIND COMMAND...
  kind=$1
  shift
  # shellcheck disable=SC2086
  (cd "$cupy_tests/.." && OUTCOMES="$out/cupy.$kind" PYTHONPATH="$here${PYTHONPATH:+:$PYTHONPATH}" "$@" \
    python3 -m pytest -q -p pytest_outcomes -p no:cacheprovider --tb=short -W ignore::DeprecationWarning $parallel \
    ${CUPY_FILES:-tests/cupy_tests/cuda_tests/test_cusparse.py tests/cupyx_tests/test_cusparse.py \
    tests/cupyx_tests/scipy_tests/sparse_tests tests/cupyx_tests/linalg_tests/sparse_tests} \
    >"$out/cupy.$kind.log" 2>&1)
}
# At once, so that a run which is cut short has the same tests of both.
cupy dropin with_dropin cupy &
cupy vendor env
wait
compare cupy
exit $status
