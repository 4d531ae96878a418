// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <filigree/detail/spmv_gather.hpp>

namespace filigree::detail {

/// The reductions of a product that was stored without them.
template <class Exec, class Y, class Compute>
struct SpmvReduceResult {
  using Reduction = SpmvReduction<Compute>;
  using value_type = Reduction;

  std::int64_t num_rows;
  const Y* z;
  const Y* dot_with;
  Compute* result;

  void launch(const Exec& exec) const {
    const auto rows = light_weight(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows));
    reduce_into("filigree::spmv::reduce", exec, rows, num_rows, *this, result);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t row, Reduction& reduction) const {
    reduction += Reduction::of_row(z[row], dot_with, row);
  }
  KOKKOS_INLINE_FUNCTION static void init(Reduction& reduction) { reduction = Reduction{}; }
  KOKKOS_INLINE_FUNCTION static void join(Reduction& reduction, const Reduction& other) { reduction += other; }
};

}  // namespace filigree::detail
