// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <functional>
#include <string>
#include <vector>

#include "contender.hpp"

/// C = A B with dense B and C of one layout: what Filigree and its peers have in common.

namespace perf {

/// Contiguous matrices of Layout, LayoutRight (row-major) or LayoutLeft (column-major).
template <class Scalar, class Layout>
struct DenseProduct {
  using Dense = Kokkos::View<Scalar**, Layout, Space>;
  static constexpr bool row_major = std::is_same_v<Layout, Kokkos::LayoutRight>;

  Exec exec;
  Matrix<Scalar> A;
  Dense B;
  Dense C;

  std::int64_t num_columns() const { return std::int64_t(C.extent(1)); }
  /// From a row (column) of B or C to the next.
  std::int64_t ld_b() const { return std::int64_t(row_major ? B.extent(1) : B.extent(0)); }
  std::int64_t ld_c() const { return std::int64_t(row_major ? C.extent(1) : C.extent(0)); }
  /// Everything once.
  double bytes() const {
    return csr_bytes(A) +
           double(A.num_rows() + A.num_cols()) * double(num_columns() - 1) * sizeof(Scalar);
  }
};

template <class Scalar, class Layout>
struct DenseEntrant {
  std::string library;
  std::string name;
  std::function<Contender(const DenseProduct<Scalar, Layout>&)> prepare;
};

}  // namespace perf
