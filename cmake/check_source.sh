#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# What no compiler notices about the sources. Names each offence and fails where there is one.
#
#   sh cmake/check_source.sh
set -eu
cd "$(dirname "$0")/.."
code="include src app example perf_tests unit_tests fuzz"
offences=$(mktemp)
trap 'rm -f "$offences"' EXIT

# refuse REASON: each line of standard input, if there is any, is the place of an offence.
refuse() {
  sed "s|\$|: $1|" >>"$offences"
}

# nvcc wraps a device lambda in pointers to functions that each translation unit has of its own. Where several units
# instantiate the function around it, the linker may merge the wrapper's constructor of one with the copy constructor of
# another, and the copy calls a null pointer. The wrapper also keeps the lambda in memory of its own, a `new` for each
# copy: Kokkos copies functors where a failing one ends the program, and each call on a host goes through a pointer. So
# headers have none, and neither has the library; programs that own all the code around theirs may.
# shellcheck disable=SC2086
{ find src include -type f; find $code -name '*.hpp' -o -name '*.inc'; } | sort -u | xargs awk '
  /KOKKOS_(CLASS_)?LAMBDA/ && !/^[ \t]*\/\// { printf "%s:%d\n", FILENAME, FNR }' |
  refuse "a device lambda; write a struct with a KOKKOS_FUNCTION operator() const"

# A View that Kokkos fills holds the execution space instance for as long as it lives.
grep -rn 'view_alloc(' src include | grep -v WithoutInitializing | cut -d : -f 1,2 |
  refuse "view_alloc( without WithoutInitializing on its line; allocate, or allocate_zeros"

# An operation knows of CUDA in one file, so that another device is one more list of kernels there.
grep -rn KOKKOS_ENABLE_CUDA include src app example fuzz | grep -v -E '^src/(core/|([a-z]+/)+tuned\.hpp:)' | cut -d : -f 1,2 |
  refuse "KOKKOS_ENABLE_CUDA outside of src/core and the tuned.hpp of an operation"

# docs/architecture.md is true file by file: what it names is there, and each operation's folder is named.
everything=$(find . -path ./build -prune -o -path ./.git -prune -o -print | sed 's|^\./||; s|$||')
grep -o '`[^` ]*`' docs/architecture.md | tr -d '`' | sort -u | while read -r name; do
  case $name in
    *'<'* | .cpp | .cu | .cuh | SM90A | cudaStream_t | compute_90a) ;; # patterns; kinds of files; other people's names
    */* | *.hpp | *.cpp | *.inc | *.md | *.sh | *.txt)
      pattern=$(printf '%s\n' "${name%/}" | sed 's|\.|\\.|g; s|\*|[^/]*|g')
      printf '%s\n' "$everything" | grep -q -E "(^|/)$pattern\$" || echo "docs/architecture.md: $name"
      ;;
    *)
      word=$(printf '%s\n' "$name" | sed 's|(.*||; s|.*::||; s|.*\.||; s|^-D||')
      # shellcheck disable=SC2086
      grep -rqw -- "$word" $code cmake CMakeLists.txt || echo "docs/architecture.md: $name"
      ;;
  esac
done | refuse "named there, and nowhere in the tree"
for folder in src/*/; do
  folder=$(basename "$folder")
  grep -q "\`$folder\`\|\`src/$folder/\`" docs/architecture.md || echo "src/$folder"
done | refuse "docs/architecture.md does not say what it is"

# What follows from the table of the C API's functions.
{ python3 src/c/generate.py --check || echo src/c/generate.py; } | refuse "not as src/c/functions.txt says; run python3 src/c/generate.py"

# What follows from that table and the templates of the Fortran modules.
{ python3 src/fortran/generate.py --check || echo src/fortran/generate.py; } |
  refuse "not as src/c/functions.txt and the templates in src/fortran say; run python3 src/fortran/generate.py"
# What follows from the table of cuSPARSE's functions.
{ python3 src/cusparse/generate.py --check || echo src/cusparse/generate.py; } |
  refuse "not as src/cusparse/functions.txt says; run python3 src/cusparse/generate.py"
# What follows from that table and hipSPARSE's.
{ python3 src/hipsparse/generate.py --check || echo src/hipsparse/generate.py; } |
  refuse "not as src/hipsparse/functions.txt and src/cusparse/functions.txt say; run python3 src/hipsparse/generate.py"

# hipSPARSE's Fortran module follows from the same.
{ python3 src/hipsparse/generate_fortran.py --check || echo src/hipsparse/generate_fortran.py; } |
  refuse "not as src/hipsparse/functions.txt and src/cusparse/functions.txt say; run python3 src/hipsparse/generate_fortran.py"

# What the drop-in libraries forward follows from the table of cuSPARSE's functions too.
{ python3 src/dropin/generate.py --check || echo src/dropin/generate.py; } |
  refuse "not as src/cusparse/functions.txt says; run python3 src/dropin/generate.py"

# The tests that unit_tests/findings.md names are there.
grep -E '^\| [ABC]?[0-9]' unit_tests/findings.md | grep -o '`[^`]*`' | tr -d '`' | sort -u | while read -r name; do
  case $name in
    */*) [ -e "unit_tests/$name" ] || [ -e "perf_tests/$name" ] || [ -e "$name" ] || echo "unit_tests/findings.md: $name" ;;
    *.*) grep -rqE "\(${name%%.*}, *${name#*.}\)" unit_tests --include='*.cpp' || echo "unit_tests/findings.md: $name" ;;
  esac
done | refuse "named there, and no test"

# Links between the pages, to headings too.
python3 cmake/check_links.py README.md CHANGELOG.md CONTRIBUTING.md docs/*.md docs/*/*.md | refuse "a link to nothing"

# The tables of results say what stored runs and the pages of operations say.
{ python3 cmake/check_figures.py || echo cmake/check_figures.py; } | refuse "see docs/performance/figures.txt"

# Tables and code that is set off by four spaces may be wider.
LC_ALL=C.UTF-8 grep -nE '^([^| ]| {1,3}[^ ]).{130,}' README.md CHANGELOG.md CONTRIBUTING.md docs/*.md docs/*/*.md |
  refuse "wider than 130 columns"

# Runs are kept for the pages that quote them and the tests that replay them.
for run in perf_tests/results/*; do
  grep -rqF "$(basename "$run" .json)" docs unit_tests || echo "$run"
done | refuse "no page and no test names this run"

cat "$offences" >&2
[ ! -s "$offences" ] || exit 1
echo "check_source: lambdas, devices, docs/architecture.md and links are as they should be"
