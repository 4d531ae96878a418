// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>

#include <filigree/spmm.hpp>

#include "blocks.hpp"

namespace perf {

/// C's entries where A and B have S, and what they are computed in.
template <class S>
using BlockedResult = std::conditional_t<std::is_same_v<S, std::int8_t>, std::int32_t, S>;
template <class S>
using BlockedCompute = filigree::spmm_compute_t<S, S, BlockedResult<S>>;

/// C = A B, B and C contiguous in Layout.
template <class Layout, class ScalarType>
struct BlockedProduct {
  using Scalar = ScalarType;
  using Dense = Kokkos::View<Scalar**, Layout, Space>;
  using Result = Kokkos::View<BlockedResult<Scalar>**, Layout, Space>;
  static constexpr bool row_major = std::is_same_v<Layout, Kokkos::LayoutRight>;

  Exec exec;
  BlockedMatrix<Scalar> A;
  Dense B;
  Result C;

  /// From a row (column) of B or C to the next.
  std::int64_t ld_b() const { return std::int64_t(row_major ? B.extent(1) : B.extent(0)); }
  std::int64_t ld_c() const { return std::int64_t(row_major ? C.extent(1) : C.extent(0)); }
  double flops() const { return 2.0 * double(A.nnz()) * double(C.extent(1)); }
  /// Everything once.
  double bytes() const {
    return double(sizeof(Scalar)) * double(A.nnz() + std::int64_t(B.size())) +
           4.0 * double(A.col_indices().extent(0)) +
           double(sizeof(BlockedResult<Scalar>)) * double(C.size());
  }
};

template <class Product>
struct BlockedEntrant {
  std::string library;
  std::string name;
  std::function<Contender(const Product&)> prepare;
};

}  // namespace perf
