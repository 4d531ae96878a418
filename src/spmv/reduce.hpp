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
    const auto rows =
        light_weight(Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, num_rows));
    reduce_into("filigree::spmv::reduce", exec, rows, num_rows, *this, result);
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t row, Reduction& reduction) const {
    reduction += Reduction::of_row(z[row], dot_with, row);
  }
  KOKKOS_INLINE_FUNCTION static void init(Reduction& reduction) { reduction = Reduction{}; }
  KOKKOS_INLINE_FUNCTION static void join(Reduction& reduction, const Reduction& other) {
    reduction += other;
  }
};

/// Whether a product may make its reductions: a dot product with z itself is of the new z, so that
/// it cannot ride on a product that reads it early.
template <class Operands>
bool reductions_may_ride(const Operands& operands) {
  return static_cast<const void*>(operands.dot_with) != operands.z;
}

/// The reductions of a product whose kernel did not make them: one pass over z.
template <class Exec, class A, class X, class Y, class Compute>
void run_reductions(const Exec& exec, std::int64_t num_rows,
                    const SpmvOperands<A, X, Y, Compute>& operands) {
  if constexpr (!std::is_integral_v<Compute>)
    SpmvReduceResult<Exec, Y, Compute>{num_rows, operands.z, operands.dot_with, operands.reductions}
        .launch(exec);
}

}  // namespace filigree::detail
