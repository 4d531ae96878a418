#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# One command from a clone to a result, on a bare machine too. Everything it makes lies under build/.
#
#   sh cmake/bootstrap.sh quickstart [FILE.mtx|FILE.mtx.gz|FILE.rb]   build, then solve a sparse system
#   sh cmake/bootstrap.sh test                                        build, then run the unit tests
#   sh cmake/bootstrap.sh run COMMAND...                              run a command where the build runs
#
# What is missing is Kokkos, mostly. It is looked for in this order:
#   1 installed    Kokkos_ROOT, CMAKE_PREFIX_PATH, the system
#   2 package      the distribution's package, where it is 5.0 or newer
#   3 upstream     the pinned release, checked by SHA-256, built under build/deps/
#   4 root         a private Debian root file system, build/debian-root/, in which the same build then runs
#
# Environment: FILIGREE_WAY=installed|package|upstream|root takes that way and no other. JOBS=N compilations at once.
# CMAKE_ARGS="-D..." goes to the configure step.

set -eu

kokkos_minimum=5.0
kokkos_version=5.0.2
# As Spack's and Homebrew's recipes for the same file have it.
kokkos_sha256=188817bb452ca805ee8701f1c5adbbb4fb83dc8d1c50624566a18a719ba0fa5e
kokkos_url=https://github.com/kokkos/kokkos/releases/download/$kokkos_version/kokkos-$kokkos_version.tar.gz

root_packages="g++ gfortran cmake ninja-build make pkgconf ccache libkokkos-dev libgtest-dev libbenchmark-dev zlib1g-dev libpng-dev"
# Suites that may have Kokkos >= 5.0. The first one that installs is taken.
root_suites="unstable testing"

say() { echo "bootstrap: $*"; }
warn() { echo "bootstrap: $*" >&2; }
die() {
  echo "bootstrap: error: $*" >&2
  exit 1
}
have() { command -v "$1" >/dev/null 2>&1; }
is_root() { [ "$(id -u)" -eq 0 ]; }

usage() { sed -n '5,9p' "$0" | sed 's/^# \{0,1\}//'; }

# Runs a command with its output in build/bootstrap/NAME.log; on failure the log's end is shown.
logged() {
  log=$state/$1.log
  shift
  if ! "$@" >"$log" 2>&1; then
    tail -n 25 "$log" >&2
    warn "the whole log: $(shown "$log")"
    return 1
  fi
}

# A path as the user sees it: what runs in the private root has another view of it.
shown() { echo "${FILIGREE_ROOT_PATH:-}$1"; }

job_count() {
  cores=$(nproc 2>/dev/null || getconf _NPROCESSORS_ONLN 2>/dev/null || echo 2)
  # a compiler process on a Kokkos file takes up to 1.5 GB
  memory=$(awk '/^MemAvailable:/ { print int($2 / 1500000) }' /proc/meminfo 2>/dev/null || :)
  [ "${memory:-$cores}" -lt "$cores" ] && cores=$memory
  [ "$cores" -ge 1 ] || cores=1
  echo "$cores"
}

# ---- packages of the machine's own distribution ------------------------------------------------------------------

apt_lists_done=
apt_lists() {
  [ -z "$apt_lists_done" ] || return 0
  apt_lists_done=1
  # One day: long enough for second runs to be quick, short enough for the mirror to still have what the lists name.
  [ -z "$(find "$state/apt-lists-read" -mtime -1 2>/dev/null)" ] || return 0
  say "reading the distribution's package lists (apt-get update)"
  if ! logged apt-update apt-get update; then
    say "once more, without regard to the lists' expiry date"
    logged apt-update apt-get -o Acquire::Check-Valid-Until=false update || return 1
  fi
  touch "$state/apt-lists-read"
}

# apt_install PACKAGE...: installs new packages only. What would upgrade or remove anything is not done.
apt_install() {
  is_root || { warn "not root: cannot install $*"; return 1; }
  have apt-get || { warn "no apt-get on this machine: cannot install $*"; return 1; }
  apt_lists || return 1
  plan=$(apt-get install --no-install-recommends --simulate "$@" 2>/dev/null) || {
    warn "the distribution does not have all of: $*"
    return 1
  }
  # "Inst name [old version] (new version ...)" is an upgrade
  touched=$(echo "$plan" | sed -n -e 's/^Inst \([^ ]*\) \[.*/\1/p' -e 's/^Remv \([^ ]*\).*/\1/p' | tr '\n' ' ')
  if [ -n "$touched" ]; then
    warn "installing $* would upgrade or remove: $touched- not done"
    return 1
  fi
  say "installing from the distribution: $*"
  logged apt-install env DEBIAN_FRONTEND=noninteractive \
    apt-get install --yes --no-install-recommends --no-upgrade --no-remove "$@"
}

# Compiler, CMake and build tool of the machine itself (ways 1 to 3).
host_tools() {
  missing=
  have "${CXX:-c++}" || have g++ || missing="$missing g++"
  have cmake || missing="$missing cmake"
  have ninja || have make || missing="$missing ninja-build"
  [ -z "$missing" ] || apt_install $missing || die "these are needed:$missing. Install them and start again."
  ! have ninja || generator="-G Ninja"
}

# ---- where is Kokkos? --------------------------------------------------------------------------------------------

# probe PREFIX: is there a Kokkos that CMake can use (PREFIX may be empty)? Sets kokkos_found and probe_cxx.
probe() {
  mkdir -p "$state/probe"
  cat >"$state/probe/CMakeLists.txt" <<'CMAKE'
cmake_minimum_required(VERSION 3.22)
project(probe CXX)
set(CMAKE_CXX_EXTENSIONS OFF)
find_package(Kokkos ${MINIMUM} CONFIG QUIET)
if(NOT Kokkos_FOUND)
  foreach(config version IN ZIP_LISTS Kokkos_CONSIDERED_CONFIGS Kokkos_CONSIDERED_VERSIONS)
    message(STATUS "SEEN ${config} version ${version}")
  endforeach()
  message(FATAL_ERROR "none")
endif()
message(STATUS "FOUND ${Kokkos_VERSION} devices ${Kokkos_DEVICES} at ${Kokkos_DIR}")
if(Kokkos_ENABLE_CUDA AND NOT Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA")
  find_program(WRAPPER nvcc_wrapper HINTS "${Kokkos_DIR}/../../../bin" NO_DEFAULT_PATH)
  if(NOT WRAPPER)
    set(WRAPPER "${Kokkos_CXX_COMPILER}")
  endif()
  message(STATUS "COMPILER ${WRAPPER}")
endif()
CMAKE
  rm -f "$state/probe/build/CMakeCache.txt"
  set -- -S "$state/probe" -B "$state/probe/build" $generator -DMINIMUM=$kokkos_minimum ${1:+"-DKokkos_ROOT=$1"}
  if ! cmake "$@" >"$state/probe.log" 2>&1; then
    sed -n 's/^-- SEEN /bootstrap: not usable, 5.0 is needed: /p' "$state/probe.log"
    return 1
  fi
  kokkos_found=$(sed -n 's/^-- FOUND //p' "$state/probe.log")
  kokkos_dir=${kokkos_found##* at }
  probe_cxx=$(sed -n 's/^-- COMPILER //p' "$state/probe.log")
}

version_at_least() { # version_at_least 5.2.2 5.0
  [ "$(printf '%s\n%s\n' "$2" "$1" | sort -V | head -n 1)" = "$2" ]
}

# Debian's CMake package names libkokkosalgorithms.a and libkokkossimd.a, empty archives upstream, which it does not
# ship; find_package then fails. A prefix of links under build/ has them, and the system stays as it is.
debian_shim() {
  config=$(dpkg -L libkokkos-dev 2>/dev/null | grep '/KokkosConfig\.cmake$') || return 1
  config_dir=$(dirname "$config") # /usr/lib/<triplet>/cmake/Kokkos
  lib_dir=$(dirname "$(dirname "$config_dir")")
  shim=$deps/kokkos-debian
  rm -rf "$shim"
  mkdir -p "$shim$lib_dir/cmake"
  cp -r "$config_dir" "$shim$lib_dir/cmake/"
  for file in "$lib_dir"/libkokkos*; do ln -s "$file" "$shim$lib_dir/"; done
  ln -s /usr/include "$shim/usr/include"
  [ ! -d /usr/bin ] || ln -s /usr/bin "$shim/usr/bin"
  for target in $(grep -ho 'libkokkos[a-z]*\.a' "$config_dir"/*.cmake | sort -u); do
    # an archive without members is these eight bytes
    [ -e "$shim$lib_dir/$target" ] || printf '!<arch>\n' >"$shim$lib_dir/$target"
  done
}

way_installed() {
  hint=${Kokkos_ROOT:-${KOKKOS_ROOT:-}}
  if [ -z "$hint${Kokkos_DIR:-}${CMAKE_PREFIX_PATH:-}" ] && ! have cmake; then
    # Nobody names a Kokkos and nothing is here to build with: look before installing tools.
    ls /usr/lib/*/cmake/Kokkos/KokkosConfig.cmake /usr/lib*/cmake/Kokkos/KokkosConfig.cmake \
      /usr/local/lib*/cmake/Kokkos/KokkosConfig.cmake >"$state/looked" 2>/dev/null || :
    if [ ! -s "$state/looked" ]; then
      say "1 installed: no (Kokkos_ROOT and CMAKE_PREFIX_PATH are not set, none in /usr or /usr/local)"
      return 1
    fi
  fi
  host_tools
  if probe "$hint"; then
    :
  elif [ -z "$hint" ] && package_version=$(dpkg-query -W -f '${Version}' libkokkos-dev 2>/dev/null) &&
    version_at_least "$package_version" $kokkos_minimum && debian_shim && probe "$shim/usr"; then
    :
  else
    say "1 installed: no${hint:+ (not in Kokkos_ROOT=$hint either)}"
    return 1
  fi
  way=installed
  say "1 installed: yes, Kokkos $kokkos_found"
}

way_package() {
  if ! have apt-get; then
    say "2 package: no (no apt-get here; another package manager's Kokkos >= 5.0 is found once it is installed)"
    return 1
  fi
  if is_root && ! apt_lists; then
    say "2 package: no (the package lists cannot be read)"
    return 1
  fi
  candidate=$(apt-cache policy libkokkos-dev 2>/dev/null | sed -n 's/^ *Candidate: //p')
  case ${candidate:-"(none)"} in
    "(none)")
      say "2 package: no (the distribution has no libkokkos-dev)"
      return 1
      ;;
  esac
  if ! version_at_least "$candidate" $kokkos_minimum; then
    say "2 package: no (the distribution's libkokkos-dev is $candidate, 5.0 is needed)"
    return 1
  fi
  if ! apt_install libkokkos-dev; then
    say "2 package: no (libkokkos-dev $candidate is there, but cannot be installed as said above)"
    return 1
  fi
  host_tools
  debian_shim && probe "$shim/usr" || { say "2 package: no (CMake cannot use it: $(shown "$state/probe.log"))"; return 1; }
  way=package
  say "2 package: yes, Kokkos $kokkos_found"
}

sha256_of() {
  if have sha256sum; then sha256sum "$1" | cut -d ' ' -f 1; else shasum -a 256 "$1" | cut -d ' ' -f 1; fi
}

# download URL FILE: an unreachable host fails in seconds
download() {
  if have curl; then
    logged download curl --fail --silent --show-error --location --connect-timeout 8 --speed-time 20 \
      --speed-limit 1000 --output "$2" "$1"
  elif have wget; then
    logged download wget --quiet --connect-timeout=8 --dns-timeout=8 --read-timeout=20 --tries=1 -O "$2" "$1"
  else
    return 1
  fi
}

way_upstream() {
  prefix=$deps/kokkos-$kokkos_version
  if [ ! -e "$prefix/complete" ]; then
    archive=$deps/kokkos-$kokkos_version.tar.gz
    if [ ! -e "$archive" ]; then
      host=${kokkos_url#https://}
      host=${host%%/*}
      if [ -z "${https_proxy:-}${HTTPS_PROXY:-}${all_proxy:-}${ALL_PROXY:-}" ] && have getent &&
        ! timeout 10 getent hosts "$host" >/dev/null 2>&1; then
        say "3 upstream: no ($host cannot be reached from here, its name does not resolve)"
        return 1
      fi
      have curl || have wget || apt_install curl ca-certificates || {
        say "3 upstream: no (neither curl nor wget is here)"
        return 1
      }
      say "3 upstream: downloading Kokkos $kokkos_version"
      if ! download "$kokkos_url" "$archive.part"; then
        rm -f "$archive.part"
        say "3 upstream: no ($host cannot be reached from here)"
        return 1
      fi
      mv "$archive.part" "$archive"
    fi
    if [ "$(sha256_of "$archive")" != $kokkos_sha256 ]; then
      rm -f "$archive"
      die "the downloaded Kokkos has another SHA-256 than the pinned one; it is thrown away, nothing of it was run"
    fi
    host_tools
    say "3 upstream: building Kokkos $kokkos_version under build/deps (about two minutes on two cores)"
    rm -rf "$deps/kokkos-source" "$deps/kokkos-build"
    mkdir -p "$deps/kokkos-source"
    tar -xzf "$archive" -C "$deps/kokkos-source" --strip-components 1
    logged kokkos-configure cmake -S "$deps/kokkos-source" -B "$deps/kokkos-build" $generator \
      -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_STANDARD=20 -DCMAKE_POSITION_INDEPENDENT_CODE=ON \
      -DKokkos_ENABLE_SERIAL=ON -DKokkos_ENABLE_OPENMP=ON "-DCMAKE_INSTALL_PREFIX=$prefix" &&
      logged kokkos-build cmake --build "$deps/kokkos-build" --parallel "$jobs" &&
      logged kokkos-install cmake --install "$deps/kokkos-build" || die "Kokkos $kokkos_version does not build here"
    touch "$prefix/complete"
    rm -rf "$deps/kokkos-source" "$deps/kokkos-build"
  fi
  host_tools
  probe "$prefix" || die "the Kokkos built in $prefix cannot be used: $(shown "$state/probe.log")"
  way=upstream
  say "3 upstream: yes, Kokkos $kokkos_found"
}

# ---- the private root file system --------------------------------------------------------------------------------

# Address of the Debian mirror that the machine's own apt configuration names. apt itself reads that configuration, so
# both of its formats and every place it may lie in are right.
debian_mirror() {
  # Only main archives: the security one has no unstable suite.
  addresses=$(apt-get update --print-uris 2>/dev/null | sed -n "s|^'\([^']*\)/dists/[^']*'.*|\1|p" | grep -v -i security)
  mirror=$(echo "$addresses" | grep -i debian | head -n 1)
  if [ -z "$mirror" ] && grep -q '^ID=debian$' /etc/os-release 2>/dev/null; then
    mirror=$(echo "$addresses" | head -n 1)
  fi
  echo "$mirror"
}

# mmdebstrap from the machine or, without installing it, unpacked under build/.
find_mmdebstrap() {
  mmdebstrap_lib=
  if have mmdebstrap; then
    mmdebstrap=mmdebstrap
    return 0
  fi
  apt_lists || return 1
  tools=$deps/mmdebstrap
  if [ ! -e "$tools/usr/bin/mmdebstrap" ]; then
    say "4 root: mmdebstrap is not installed; unpacking the distribution's package under build/deps"
    perl_series=$(perl -e 'printf "%vd", $^V' | cut -d . -f 1,2) || return 1
    rm -rf "$tools" "$deps/debs"
    mkdir -p "$tools" "$deps/debs"
    # The minimal perl of a bare machine lacks modules that mmdebstrap uses; these packages have them.
    (cd "$deps/debs" && logged mmdebstrap-download apt-get -o APT::Sandbox::User=root download \
      mmdebstrap "perl-modules-$perl_series" "libperl$perl_series") || return 1
    for package in "$deps"/debs/*.deb; do dpkg-deb -x "$package" "$tools" || return 1; done
    rm -rf "$deps/debs"
  fi
  mmdebstrap=$tools/usr/bin/mmdebstrap
  for dir in "$tools"/usr/share/perl/* "$tools"/usr/lib/*/perl/* "$tools/usr/share/perl5"; do
    [ ! -d "$dir" ] || mmdebstrap_lib=$mmdebstrap_lib${mmdebstrap_lib:+:}$dir
  done
}

make_root() {
  is_root || { say "4 root: no (making a root file system needs root)"; return 1; }
  have apt-get && have dpkg || { say "4 root: no (this machine has no apt)"; return 1; }
  mirror=$(debian_mirror)
  [ -n "$mirror" ] || { say "4 root: no (the machine's apt configuration names no Debian mirror)"; return 1; }
  find_mmdebstrap || { say "4 root: no (mmdebstrap cannot be had)"; return 1; }
  rm -rf "$root" # never anything mounted in it: see in_root

  # Proxies and the like of the machine's apt, for the apt that works in the new root.
  apt-config dump 2>/dev/null | grep -E '^Acquire::(http|https|ftp)::' | grep -v ' "";$' >"$state/apt-options" || :
  include=$(echo "$root_packages" | tr ' ' ',')
  for suite in $root_suites; do
    for expiry in true false; do
      say "4 root: making a private Debian $suite from $mirror (some 600 MB, about a minute)"
      set -- --mode=root --variant=apt "--include=$include" "--aptopt=Acquire::Check-Valid-Until \"$expiry\"" \
        "--aptopt=Acquire::Languages \"none\""
      while read -r option; do set -- "$@" "--aptopt=$option"; done <"$state/apt-options"
      if env ${mmdebstrap_lib:+"PERL5LIB=$mmdebstrap_lib"} "$mmdebstrap" "$@" "$suite" "$root" "$mirror" \
        >"$state/root.log" 2>&1; then
        echo "$root_packages" >"$root/.complete"
        return 0
      fi
      rm -rf "$root"
      grep -q -i 'is expired' "$state/root.log" || break
      say "4 root: the mirror's Release file is past its expiry date; once more without regard to it"
    done
    tail -n 12 "$state/root.log" >&2
    warn "Debian $suite could not be made; the whole log: $state/root.log"
  done
  return 1
}

way_root() {
  if [ "$(cat "$root/.complete" 2>/dev/null)" = "$root_packages" ] || make_root; then
    way=root
    say "4 root: yes, the build runs in the private root file system build/debian-root"
  else
    return 1
  fi
}

# in_root INPUT COMMAND...: runs COMMAND in the private root, in its copy or mount of this tree; INPUT, a file or
# nothing, is there as /work/input/<name>.
#
# Mounts are made in a mount namespace of their own and end with it, even after a crash: no later "rm -rf build" can
# reach the source tree through them.
in_root() {
  input=$1
  shift
  mkdir -p "$root/work/filigree" "$root/work/build" "$root/work/input"
  [ -z "$input" ] || : >"$root/work/input/$(basename "$input")"
  [ ! -d "$source/../shared" ] || mkdir -p "$root/work/shared"
  for file in resolv.conf hosts; do
    [ ! -e "/etc/$file" ] || cat "/etc/$file" >"$root/etc/$file"
  done
  set -- /usr/bin/env -i HOME=/root TERM="${TERM:-dumb}" LANG=C.UTF-8 PATH=/usr/sbin:/usr/bin:/sbin:/bin \
    ${OMP_NUM_THREADS:+"OMP_NUM_THREADS=$OMP_NUM_THREADS"} ${OMP_PROC_BIND:+"OMP_PROC_BIND=$OMP_PROC_BIND"} \
    ${CXXFLAGS:+"CXXFLAGS=$CXXFLAGS"} FILIGREE_ROOT_PATH="$root" \
    ${CMAKE_ARGS:+"CMAKE_ARGS=$CMAKE_ARGS"} ${CI:+"CI=$CI"} JOBS="$jobs" FILIGREE_IN_ROOT=1 FILIGREE_WAY=installed "$@"
  if unshare --mount true 2>/dev/null && unshare --mount sh -c "mount --bind '$source' '$root/work/filigree'" 2>/dev/null
  then
    FILIGREE_SOURCE=$source FILIGREE_ROOT=$root FILIGREE_INPUT=$input unshare --mount sh -c '
      set -e
      mount --make-rprivate / 2>/dev/null || :
      root=$FILIGREE_ROOT
      mount --bind "$FILIGREE_SOURCE" "$root/work/filigree"
      [ ! -d "$root/work/shared" ] || [ ! -d "$FILIGREE_SOURCE/../shared" ] ||
        mount --bind "$FILIGREE_SOURCE/../shared" "$root/work/shared"
      [ -z "$FILIGREE_INPUT" ] || mount --bind "$FILIGREE_INPUT" "$root/work/input/$(basename "$FILIGREE_INPUT")"
      mount --rbind /dev "$root/dev"
      mount -t proc proc "$root/proc" 2>/dev/null || mount --rbind /proc "$root/proc"
      [ ! -d /sys/devices ] || mount --rbind /sys "$root/sys"
      cd /
      exec chroot "$root" "$@"' sh "$@"
  else
    say "mounting is not allowed here: the build works on a copy of the tree"
    rm -rf "$root/work/filigree" "$root/work/shared"
    mkdir -p "$root/work/filigree"
    tar -C "$source" --exclude=./build --exclude=./.git -cf - . | tar -C "$root/work/filigree" -xf -
    [ ! -d "$source/../shared" ] || cp -rL "$source/../shared" "$root/work/shared"
    [ -z "$input" ] || cp -L "$input" "$root/work/input/"
    [ -c "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3 2>/dev/null || :
    chroot "$root" "$@"
  fi
}

# ---- which way ---------------------------------------------------------------------------------------------------

choose_way() {
  way=
  kokkos_dir=
  probe_cxx=
  if [ -n "${FILIGREE_WAY:-}" ]; then
    [ -n "${FILIGREE_IN_ROOT:-}" ] || say "FILIGREE_WAY=$FILIGREE_WAY: no other way is tried"
    "way_$FILIGREE_WAY" || die "Kokkos is not to be had this way"
    return 0
  fi
  way_installed && return 0
  # What an earlier run made stands for the ways that it had tried in vain.
  earlier=$(cat "$state/way" 2>/dev/null || :)
  case $earlier in
    upstream) [ -e "$deps/kokkos-$kokkos_version/complete" ] || earlier= ;;
    root) [ "$(cat "$root/.complete" 2>/dev/null)" = "$root_packages" ] || earlier= ;;
    *) earlier= ;;
  esac
  if [ -n "$earlier" ]; then
    say "2 package, 3 upstream: as found in an earlier run (rm $state/way to look again)"
    "way_$earlier"
    return 0
  fi
  way_package && return 0
  way_upstream && return 0
  way_root && { echo root >"$state/way"; return 0; }
  die "Kokkos >= $kokkos_minimum is not to be had. Install it (https://kokkos.org), then:
  Kokkos_ROOT=/its/prefix sh cmake/bootstrap.sh ${command:-test}"
}

# ---- build and run -----------------------------------------------------------------------------------------------

configure() {
  if [ ! -e /usr/include/zlib.h ] && [ ! -e "$build/CMakeCache.txt" ]; then
    apt_install zlib1g-dev || say "zlib is not installed: .gz files cannot be read"
  fi
  # CMake's cache remembers Kokkos and its compiler: with another one, it starts afresh
  if [ "$(cat "$build/kokkos" 2>/dev/null)" != "$kokkos_dir $probe_cxx" ]; then
    rm -rf "$build"
    mkdir -p "$build"
    echo "$kokkos_dir $probe_cxx" >"$build/kokkos"
  fi
  set -- -S "$source" -B "$build" "-DKokkos_DIR=$kokkos_dir" "$@"
  [ -e "$build/CMakeCache.txt" ] || set -- "$@" $generator ${probe_cxx:+"-DCMAKE_CXX_COMPILER=$probe_cxx"}
  if have ccache; then
    set -- "$@" -DCMAKE_CXX_COMPILER_LAUNCHER=ccache
    # the same file compiled in another folder of build/ is the same
    export CCACHE_BASEDIR="$base" CCACHE_NOHASHDIR=1 CCACHE_SLOPPINESS=pch_defines,time_macros
  fi
  logged configure cmake "$@" ${CMAKE_ARGS:-} || die "the configure step failed"
}

compile() {
  say "compiling with $jobs jobs (log: $(shown "$state/compile.log"))"
  logged compile cmake --build "$build" --parallel "$jobs" "$@" || die "the build failed"
}

threads() {
  # Kokkos asks for these; without them OpenMP lets its threads wander.
  export OMP_NUM_THREADS="${OMP_NUM_THREADS:-$(nproc 2>/dev/null || echo 2)}"
  export OMP_PROC_BIND="${OMP_PROC_BIND:-spread}" OMP_PLACES="${OMP_PLACES:-threads}"
}

do_quickstart() {
  if [ ! -e "$build/CMakeCache.txt" ]; then configure -DBUILD_TESTING=OFF; else configure; fi
  compile --target filigree_example_quickstart
  threads
  exec "$build/example/filigree_example_quickstart" "$@"
}

do_test() {
  if ! [ -e /usr/include/gtest/gtest.h ] && ! [ -n "${GTest_ROOT:-}${CMAKE_PREFIX_PATH:-}" ]; then
    apt_install libgtest-dev || warn "GoogleTest is not installed; the configure step tells what to do"
  fi
  have gfortran || apt_install gfortran || warn "gfortran is not installed: the tests of the Fortran modules are left out"
  configure -DBUILD_TESTING=ON
  compile
  exec ctest --test-dir "$build" --parallel "$jobs" --output-on-failure --no-tests=error "$@"
}

do_run() {
  export FILIGREE_KOKKOS_DIR="$kokkos_dir" FILIGREE_KOKKOS_CXX="$probe_cxx"
  exec "$@"
}

# ---- the command -------------------------------------------------------------------------------------------------

command=${1:-}
[ $# -eq 0 ] || shift
case $command in
  quickstart)
    [ $# -le 1 ] || die "quickstart takes one file at most"
    if [ $# -eq 1 ]; then
      # told now, not after minutes of building
      [ -e "$1" ] || die "there is no file '$1'"
      [ -f "$1" ] && [ -r "$1" ] || die "'$1' is not a file that can be read"
      set -- "$(cd "$(dirname "$1")" && pwd)/$(basename "$1")"
    fi
    ;;
  test) ;;
  run) [ $# -ge 1 ] || die "run: a command is missing" ;;
  "" | help | -h | --help)
    usage
    exit 0
    ;;
  *)
    usage >&2
    die "'$command' is none of quickstart, test, run"
    ;;
esac

case ${FILIGREE_WAY:-installed} in
  installed | package | upstream | root) ;;
  *) die "FILIGREE_WAY=$FILIGREE_WAY: that is none of installed, package, upstream, root" ;;
esac

source=$(cd "$(dirname "$0")/.." && pwd)
base=$source/build
[ -z "${FILIGREE_IN_ROOT:-}" ] || base=/work/build # the build in the private root has a folder of its own there
state=$base/bootstrap
deps=$base/deps
root=$base/debian-root
mkdir -p "$state" "$deps"
jobs=${JOBS:-$(job_count)}
generator= # host_tools chooses

choose_way
if [ "$way" = root ]; then
  input=
  if [ "$command" = quickstart ] && [ $# -eq 1 ]; then
    input=$1
    set -- "/work/input/$(basename "$1")"
  fi
  if [ "$command" = run ]; then
    in_root "$input" sh -c 'cd /work/filigree && exec sh cmake/bootstrap.sh "$@"' sh run "$@"
  else
    in_root "$input" sh /work/filigree/cmake/bootstrap.sh "$command" "$@"
  fi
  exit
fi
build=$base/main
"do_$command" "$@"
