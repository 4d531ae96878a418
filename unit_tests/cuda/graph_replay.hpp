// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <random>
#include <string_view>
#include <vector>

#include "spmv/graph_capture.hpp"

/// Calls that are captured once and replayed with other operands.

namespace filigree::test {

/// Small whole numbers, whose sums are exact in any order; a scalar is none of 0.
template <class View>
void fill(const View& view, unsigned seed) {
  using T = typename View::non_const_value_type;
  const auto host = Kokkos::create_mirror_view(view);
  std::mt19937 random(seed);
  for (std::size_t i = 0; i < host.span(); ++i)
    host.data()[i] = T(View::rank() == 0 ? float(1 + seed % 7) : float(int(random() % 5) - 2));
  Kokkos::deep_copy(view, host);
}

template <class View>
std::vector<double> entries_of(const View& view) {
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
  std::vector<double> result;
  for (std::size_t i = 0; i < host.span(); ++i) result.push_back(double(host.data()[i]));
  return result;
}

/// `call(exec)`, captured after a first call without an allocation, a wait or a copy, makes of
/// other inputs what a direct call makes of them. Views are contiguous.
template <class Call, class Output, class... Inputs>
void expect_replay(std::string_view what, const Call& call, const Output& output,
                   const Inputs&... inputs) {
  SCOPED_TRACE(what);
  const Stream stream;
  const Kokkos::Cuda exec(stream.stream);
  const auto result = [&](unsigned seed, const auto& run) {
    (fill(inputs, seed++), ...);
    fill(output, seed);
    Kokkos::fence();
    run();
    EXPECT_CUDA(cudaStreamSynchronize(stream.stream));
    return entries_of(output);
  };
  const auto directly = [&] { call(exec); };
  const auto before = result(1, directly);
  cudaGraphExec_t graph = nullptr;
  capture(stream, directly, graph);
  ASSERT_NE(graph, nullptr);
  const auto replayed = result(100, [&] { EXPECT_CUDA(cudaGraphLaunch(graph, stream.stream)); });
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
  EXPECT_EQ(replayed, result(100, directly));
  EXPECT_NE(replayed, before);
}

}  // namespace filigree::test
