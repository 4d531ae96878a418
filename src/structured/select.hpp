// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <iterator>
#include <limits>
#include <span>
#include <string_view>

#include <spmm/select.hpp>

#include "structured/cuda/takes.hpp"
#include "structured/host_matmul.hpp"

/// Which kernels take a product: a pure function of the machine, sizes, strides and addresses.

namespace filigree::structured {

/// Names of the CUDA kernels. Like all names of kernels they never change: choices that were saved
/// hold them.
inline constexpr std::string_view small_n_name = "structured_matmul_small_n_cuda";
inline constexpr std::string_view wgmma_name = "structured_matmul_wgmma_cuda";
inline constexpr std::string_view tiled_name = "structured_matmul_tiled_cuda";

/// The wgmma kernel with k in parts. Products that run it need a workspace for their sums.
struct SplitKernel {
  std::string_view name;
  int parts;
};
inline constexpr SplitKernel split_kernels[] = {
    {"structured_matmul_wgmma_split2_cuda", 2},   {"structured_matmul_wgmma_split3_cuda", 3},
    {"structured_matmul_wgmma_split4_cuda", 4},   {"structured_matmul_wgmma_split6_cuda", 6},
    {"structured_matmul_wgmma_split8_cuda", 8},   {"structured_matmul_wgmma_split12_cuda", 12},
    {"structured_matmul_wgmma_split16_cuda", 16}, {"structured_matmul_wgmma_split24_cuda", 24},
    {"structured_matmul_wgmma_split32_cuda", 32}, {"structured_matmul_wgmma_split64_cuda", 64}};

/// In how many parts a kernel cuts k; 1 where it is none of these.
constexpr int parts_of(std::string_view kernel) {
  for (const SplitKernel& split : split_kernels)
    if (split.name == kernel) return split.parts;
  return 1;
}

/// The workspace that a kernel needs for a product that it takes.
inline std::size_t workspace_bytes(std::string_view kernel, const MatmulArguments& arguments) {
  const int parts = parts_of(kernel);
  return parts == 1 ? 0 : std::size_t(cuda::partial_sums_bytes(arguments, parts));
}

/// What of the execution space the choice rests on.
struct Machine {
  bool is_host = false;
  bool is_cuda = false;
  bool has_wgmma = false;  ///< compute capability 9.0, and a library that was built for it
  int multiprocessors = 1;
};

/// The tuned kernels that take a product.
struct Candidates {
  static constexpr std::size_t limit = 3 + std::size(split_kernels);

  detail::KernelCandidate kernels[limit] = {};
  std::size_t count = 0;

  /// The cheapest stay first.
  void add(std::string_view name, double cost) {
    std::size_t at = count++;
    for (; at > 0 && kernels[at - 1].seconds > cost; --at) kernels[at] = kernels[at - 1];
    kernels[at] = {name, cost};
  }
  std::span<const detail::KernelCandidate> span() const { return {kernels, count}; }
};

/// Expected time of the wgmma kernel with k in parts, in steps of two stages (0.7 us on an H200, to
/// whose times the constants are fitted). Clusters of two multiprocessors take turns; the sums of
/// parts are written and read once.
template <class In>
double wgmma_cost(const Machine& machine, const MatmulArguments& arguments, int parts) {
  constexpr double rows = 256, cols = 256;  // of a cluster's tile
  constexpr double start = 9, finish = 4.7, bytes_per_step = 0.89e6;
  const double tiles = std::ceil(double(arguments.m) / rows) *
                       std::ceil(double(arguments.n) / cols) * double(arguments.batches);
  const double rounds = std::ceil(tiles * parts / std::max(machine.multiprocessors / 2, 1));
  const double steps = std::ceil(double(cuda::split_steps<In>(arguments)) / parts);
  const double time = rounds * (start + steps);
  if (parts == 1) return time;
  return time + finish + cuda::partial_sums_bytes(arguments, parts) / bytes_per_step;
}

/// One line a tuned kernel: whether it takes the product, and its place among those that do.
template <class In, class Out>
Candidates tuned_candidates(const Machine& machine, const MatmulArguments& arguments) {
  Candidates candidates;
  if (machine.is_host) candidates.add(HostMatmul<In, Out>::name, 1);
  if (arguments.kind != OwnKind<In>::value()) return candidates;
  if (machine.has_wgmma && cuda::small_n_takes<In>(arguments)) candidates.add(small_n_name, 1);
  if (machine.has_wgmma && cuda::wgmma_matmul_takes<In>(arguments)) {
    candidates.add(wgmma_name, wgmma_cost<In>(machine, arguments, 1));
    for (const SplitKernel& split : split_kernels)
      if (cuda::split_takes<In>(arguments, split.parts))
        candidates.add(split.name, wgmma_cost<In>(machine, arguments, split.parts));
  }
  if (machine.is_cuda && cuda::tiled_matmul_takes(arguments))
    candidates.add(tiled_name, std::numeric_limits<double>::infinity());
  return candidates;
}

}  // namespace filigree::structured
