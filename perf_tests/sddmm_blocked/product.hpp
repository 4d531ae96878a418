// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <functional>
#include <string>
#include <type_traits>

#include "blocks.hpp"

namespace perf {

/// C = (A B) o spy(C) with C in square blocks of ResultScalar, A row-major and B contiguous in
/// Layout, both of ScalarType, sums in float.
template <class Layout, class ScalarType, class ResultScalar>
struct BlockedSample {
  using Scalar = ScalarType;
  using Result = ResultScalar;
  static constexpr bool row_major = std::is_same_v<Layout, Kokkos::LayoutRight>;

  Exec exec;
  BsrBlocks<Result> C;
  Kokkos::View<Scalar**, Kokkos::LayoutRight, Space> A;  ///< rows of C x inner
  Kokkos::View<Scalar**, Layout, Space> B;               ///< inner x columns of C

  std::int64_t inner() const { return std::int64_t(A.extent(1)); }
  std::int64_t ld_b() const { return std::int64_t(row_major ? B.extent(1) : B.extent(0)); }
  double flops() const { return 2.0 * double(C.values().extent(0)) * double(inner()); }
  /// Everything once.
  double bytes() const {
    return double(sizeof(Scalar)) * double(A.size() + B.size()) +
           double(sizeof(Result)) * double(C.values().extent(0)) +
           4.0 * double(C.row_offsets().extent(0) + C.col_indices().extent(0));
  }
};

template <class Product>
struct BlockedSampleEntrant {
  std::string library;
  std::string name;
  std::function<Contender(const Product&)> prepare;
};

}  // namespace perf
