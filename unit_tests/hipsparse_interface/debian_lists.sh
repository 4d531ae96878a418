# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
# For scripts that fetch something of Debian's without installing it.

# debian_lists FOLDER TYPE SUITE: reads the lists of a suite of apt's mirror into a folder, which has no blanks in its name.
# TYPE: deb, or deb-src for sources. Sets apt_options, with which apt-get and apt-cache use these lists and no others.
debian_lists() {
  mkdir -p "$1/lists/partial" "$1/cache/archives/partial"
  mirror=$(apt-get update --print-uris | sed -n "s|^'\([^']*\)/dists/[^']*'.*|\1|p" | head -n 1)
  echo "$2 $mirror $3 main" >"$1/sources.list"
  apt_options="-q -o Dir::Etc::sourcelist=$1/sources.list -o Dir::Etc::sourceparts=- -o Dir::State::lists=$1/lists
    -o Dir::Cache=$1/cache -o APT::Sandbox::User=root -o Acquire::Check-Valid-Until=false"
  # shellcheck disable=SC2086
  apt-get $apt_options update
}
