#!/bin/sh
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# Fetches the sources of hipSPARSE that Debian has, for FILIGREE_HIPSPARSE_DIR: its Fortran samples are in clients/samples.
#
#   fetch_samples.sh FOLDER     which is made, or left as it is where it has the samples already
set -eu
here=$(cd "$(dirname "$0")" && pwd)
folder=$1
[ ! -d "$folder/clients/samples" ] || exit 0
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
. "$here/debian_lists.sh"
# shellcheck disable=SC2086
(debian_lists "$work" deb-src unstable && cd "$work" && apt-get $apt_options source --download-only --tar-only hipsparse) \
  >"$work/log" 2>&1 || {
  tail -n 20 "$work/log" >&2
  exit 2
}
mkdir -p "$folder"
tar -xzf "$work"/hipsparse_*.orig.tar.gz -C "$folder" --strip-components=1
ls "$folder"/clients/samples/example_fortran_*.f90 >/dev/null
