// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/prune_problem.hpp>

namespace filigree::detail {

/// The entry number `e` of a matrix whose larger stride changes last: neighbours in memory are
/// neighbours here.
struct MemoryOrder {
  std::int64_t inner;
  std::int64_t inner_stride;
  std::int64_t outer_stride;

  explicit MemoryOrder(const StridedShape& shape) {
    const bool minor_inside = shape.minor_is_inside();
    inner = minor_inside ? shape.num_minor : shape.num_major;
    inner_stride = minor_inside ? shape.minor_stride : shape.major_stride;
    outer_stride = minor_inside ? shape.major_stride : shape.minor_stride;
  }
  KOKKOS_FUNCTION std::int64_t place(std::int64_t e) const {
    return e / inner * outer_stride + e % inner * inner_stride;
  }
};

}  // namespace filigree::detail
