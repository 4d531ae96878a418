// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/detail/format_rows.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <filigree/detail/spmv_problem.hpp>

/// The generic product of every format whose rows a visitor walks.

namespace filigree::detail {

/// The names of a format's generic kernels.
template <class Rows>
struct RowKernelNames;
#define FILIGREE_ROW_KERNELS(name, ...)                                              \
  struct RowKernelNames<__VA_ARGS__> {                                               \
    static constexpr const char* gather = name "_generic";                           \
    static constexpr const char* scatter = name "_scatter";                          \
    static constexpr const char* transposed = name "_transposed_host";               \
    static constexpr const char* gather_label = "filigree::spmv::" name;             \
    static constexpr const char* scatter_label = "filigree::spmv::" name "_scatter"; \
    static constexpr const char* spmm = "spmm_" name "_generic";                     \
  }
template <class Index>
FILIGREE_ROW_KERNELS("ell", EllRows<Index>);
template <class Index, class Offset>
FILIGREE_ROW_KERNELS("sell", SellRows<Index, Offset>);
template <class Index>
FILIGREE_ROW_KERNELS("bsr", BsrxRows<Index>);
template <class Index>
FILIGREE_ROW_KERNELS("blocked_ell", BlockedEllRows<Index>);
template <class Index>
FILIGREE_ROW_KERNELS("dia", DiaRows<Index>);
template <class Index, class Offset>
FILIGREE_ROW_KERNELS("hdia", HdiaRows<Index, Offset>);
#undef FILIGREE_ROW_KERNELS

/// The stored rows of a visitor: all rows, or those that a mask names.
template <class Rows>
std::int64_t num_stored_rows(const Rows& rows) {
  return rows.num_rows;
}
template <class Index>
std::int64_t num_stored_rows(const BsrxRows<Index>& rows) {
  return rows.masked ? rows.num_stored : rows.num_rows;
}

/// z = alpha A x + beta y, a stored row a thread. Neighbouring threads read neighbouring places
/// where the format has rows side by side. Rows that are not stored keep their z.
template <class Exec, class Problem, class Epilogue = StoreResult>
class SpmvRowGather {
 public:
  using Compute = typename Problem::compute_type;
  using Reduction = SpmvReduction<Compute>;
  using value_type = Reduction;  // Kokkos' name for what a functor reduces

  explicit SpmvRowGather(const Problem& problem, const Epilogue& epilogue = {})
      : problem_(problem), epilogue_(epilogue) {}

  /// Returns whether the reductions, if any are wanted, were made as well. On a device other
  /// kernels are chosen, and this one would take twice as long to compile.
  bool launch(const Exec& exec) const {
    using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    const char* const label = RowKernelNames<typename Problem::rows_type>::gather_label;
    const std::int64_t count = num_stored_rows(problem_.rows);
    const auto policy = light_weight(Range(exec, 0, count));
    if constexpr (is_host_execution_v<Exec> && !std::is_integral_v<Compute>) {
      // They are of all rows, also of those that a mask leaves out.
      if (problem_.reductions != nullptr && count == problem_.rows.num_rows) {
        reduce_into(label, exec, policy, count, *this, problem_.reductions);
        return true;
      }
    }
    Kokkos::parallel_for(label, policy, *this);
    return false;
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t k) const {
    product(k, [](std::int64_t, const auto&) {});
  }

  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t k, Reduction& reduction) const {
    product(k, [&](const std::int64_t row, const auto& stored) {
      reduction += Reduction::of_row(stored, problem_.dot_with, row);
    });
  }

  KOKKOS_INLINE_FUNCTION static void init(Reduction& reduction) { reduction = Reduction{}; }
  KOKKOS_INLINE_FUNCTION static void join(Reduction& reduction, const Reduction& other) {
    reduction += other;
  }

 private:
  /// Calls use(row, what was stored there).
  template <class Use>
  KOKKOS_INLINE_FUNCTION void product(const std::int64_t k, const Use& use) const {
    const std::int64_t row = problem_.rows.row_of(k);
    if (row >= problem_.rows.num_rows) return;  // a cut-off block row in a mask
    Compute sum{};
    if (problem_.alpha.get() != Compute{}) {
      const bool keeps_all = problem_.filter.keeps_all();
      problem_.rows.for_each(k, [&](const std::int64_t col, const std::int64_t place) {
        if (keeps_all || problem_.filter.keeps(row, col))
          sum += spmv_term<Compute>(problem_.values[place], problem_.conjugate, problem_.x[col]);
      });
    }
    use(row, spmv_store(problem_, problem_.unit_diagonal, epilogue_, row, sum));
  }

  Problem problem_;
  Epilogue epilogue_;
};

}  // namespace filigree::detail
