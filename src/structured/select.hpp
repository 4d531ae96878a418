// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <span>

#include <filigree/core/execution.hpp>
#include <spmm/select.hpp>

#include "structured/generic_matmul.hpp"
#include "structured/host_matmul.hpp"

namespace filigree::structured {

/// The tuned kernels that take a product.
struct Candidates {
  static constexpr std::size_t limit = 8;

  detail::KernelCandidate kernels[limit] = {};
  std::size_t count = 0;

  void add(std::string_view name, double cost) { kernels[count++] = {name, cost}; }
  std::span<const detail::KernelCandidate> span() const { return {kernels, count}; }
};

/// One line a tuned kernel: whether it takes the product, and at which cost.
template <class Exec, class In, class Out>
Candidates tuned_candidates(const MatmulArguments&) {
  Candidates candidates;
  if constexpr (detail::is_host_execution_v<Exec>) candidates.add(HostMatmul<In, Out>::name, 1);
  return candidates;
}

}  // namespace filigree::structured
