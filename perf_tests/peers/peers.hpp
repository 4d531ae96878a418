// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <vector>

#include "absent_peers.hpp"  // made by CMake
#include "contender.hpp"

// Which peers there are is found by CMake: perf_tests/peers/CMakeLists.txt.
#ifdef FILIGREE_PEER_MKL
#include "peers/mkl.hpp"
#endif
#ifdef FILIGREE_PEER_EIGEN
#include "peers/eigen.hpp"
#endif
#ifdef FILIGREE_PEER_LIBRSB
#include "peers/librsb.hpp"
#endif
#ifdef FILIGREE_PEER_KOKKOS_KERNELS
#include "peers/kokkos_kernels.hpp"
#endif
#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse.hpp"
#endif

namespace perf {

/// All peers that this build and this machine have.
template <class Scalar>
void add_peers([[maybe_unused]] std::vector<Entrant<Scalar>>& entrants) {
#ifdef FILIGREE_PEER_MKL
  mkl::add(entrants);
#endif
#ifdef FILIGREE_PEER_KOKKOS_KERNELS
  kokkos_kernels::add(entrants);
#endif
#ifdef FILIGREE_PEER_EIGEN
  eigen::add(entrants);
#endif
#ifdef FILIGREE_PEER_LIBRSB
  librsb::add(entrants);
#endif
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add(entrants);
#endif
}

/// Who took part, and who did not and why.
inline std::vector<Peer> peer_list() {
  std::vector<Peer> peers;
#ifdef FILIGREE_PEER_MKL
  peers.push_back(mkl::description());
#endif
#ifdef FILIGREE_PEER_KOKKOS_KERNELS
  peers.push_back(kokkos_kernels::description());
#endif
#ifdef FILIGREE_PEER_EIGEN
  peers.push_back(eigen::description());
#endif
#ifdef FILIGREE_PEER_LIBRSB
  peers.push_back(librsb::description());
#endif
#ifdef FILIGREE_PEER_CUSPARSE
  for (const Peer& peer : cusparse::descriptions()) peers.push_back(peer);
#endif
  // "library: reason | library: reason"
  const std::string absent = FILIGREE_ABSENT_PEERS;
  for (std::size_t begin = 0; begin < absent.size();) {
    const std::size_t colon = absent.find(": ", begin);
    const std::size_t end = std::min(absent.find(" | ", begin), absent.size());
    peers.push_back(
        {absent.substr(begin, colon - begin), "", absent.substr(colon + 2, end - colon - 2)});
    begin = end + 3;
  }
  return peers;
}

/// The cuSPARSE libraries to load, separated by colons. Elsewhere it has no meaning.
inline void choose_cusparse([[maybe_unused]] const std::string& libraries) {
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::choose(libraries);
#else
  throw std::runtime_error("--cusparse: this build runs on the host");
#endif
}

}  // namespace perf
