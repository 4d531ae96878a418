// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
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

/// What of the execution space the choice rests on.
struct Machine {
  bool is_host = false;
  bool is_cuda = false;
  bool has_wgmma = false;  ///< compute capability 9.0, and a library that was built for it
};

/// The tuned kernels that take a product.
struct Candidates {
  static constexpr std::size_t limit = 8;

  detail::KernelCandidate kernels[limit] = {};
  std::size_t count = 0;

  void add(std::string_view name, double cost) { kernels[count++] = {name, cost}; }
  std::span<const detail::KernelCandidate> span() const { return {kernels, count}; }
};

/// One line a tuned kernel: whether it takes the product, and its place among those that do.
template <class In, class Out>
Candidates tuned_candidates(const Machine& machine, const MatmulArguments& arguments) {
  Candidates candidates;
  if (machine.is_host) candidates.add(HostMatmul<In, Out>::name, 1);
  if (arguments.kind != OwnKind<In>::value()) return candidates;
  if (machine.has_wgmma && cuda::small_n_takes<In>(arguments)) candidates.add(small_n_name, 1);
  if (machine.has_wgmma && cuda::wgmma_matmul_takes<In>(arguments)) candidates.add(wgmma_name, 2);
  if (machine.is_cuda && cuda::tiled_matmul_takes(arguments)) candidates.add(tiled_name, 3);
  return candidates;
}

}  // namespace filigree::structured
