// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdlib>
#include <vector>

#include "host_case.hpp"
#include "spmv/host/csr_transposed_host.hpp"

/// Runs the problems of host_case.hpp with the kernel that adds to sums of columns.

namespace filigree::test {

/// Windows for `parts` parts; below 0 none for -parts of them, as in a one-shot product.
template <class Problem>
struct Windows {
  detail::PlannedColumnWindows<Memory> planned;
  detail::ColumnWindows all;
  std::int64_t sums = 0;

  Windows(const Problem& problem, std::int64_t parts) {
    const auto& pattern = problem.device.pattern;
    if (parts < 0) {
      sums = -parts * detail::whole_window(0, pattern.num_cols).num_sums();
      return;
    }
    planned = detail::plan_column_windows(Exec(), pattern, parts, problem.mirroring.mirrored);
    sums = planned.num_sums;
    all = planned.windows();
  }

  int sliding() const {
    int count = 0;
    for (std::int64_t p = 0; p < all.parts; ++p) count += all.windows()[p].slides() ? 1 : 0;
    return count;
  }
};

template <class A, class X, class Y, class Compute, class Offset, class Index>
int run(Case<A, X, Y, Compute, Offset, Index>& problem, const detail::CompressedIndices& compressed,
        bool reduce, std::int64_t parts) {
  using Product = detail::CsrTransposedHost<Exec, A, X, Y, Compute, Offset, Index>;
  const Windows windows(problem, parts);
  parts = std::abs(parts);
  // Sums must not depend on what was in the workspace: all ones are a NaN.
  std::vector<unsigned char> workspace(Product::workspace_bytes(parts, windows.sums), 0xff);
  auto arguments = problem.problem(reduce);
  arguments.workspace = workspace.data();
  Product(arguments, compressed, windows.all, parts, problem.mirroring).launch(Exec());
  Exec().fence();
  return windows.sliding();
}

}  // namespace filigree::test
