// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/assembly.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/convert_front.hpp>

/// The calls of assembly.hpp.

namespace filigree {
namespace detail {

/// An array in such memory: itself where it lies there, else a copy. Does not wait.
template <class MemorySpace, class Exec, class T, class From>
Kokkos::View<T*, MemorySpace> array_in([[maybe_unused]] std::string_view operation,
                                       [[maybe_unused]] const Exec& exec,
                                       const Kokkos::View<T*, From>& array) {
  if constexpr (std::is_same_v<From, MemorySpace>) {
    return array;
  } else {
    Kokkos::View<T*, MemorySpace> copy;
    if (array.extent(0) == 0) return copy;
    copy = allocate<T, MemorySpace>(operation, exec, "filigree::entry_order",
                                    std::int64_t(array.extent(0)));
    Kokkos::deep_copy(exec, copy, array);
    return copy;
  }
}

}  // namespace detail

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class Scalar>
CooToCsr<Index, Offset, MemorySpace>::CooToCsr(const Exec& exec,
                                               const CooMatrix<Scalar, Index, MemorySpace>& A,
                                               const CooOptions& options) try
    : num_rows_(A.num_rows()),
      num_cols_(A.num_cols()),
      source_properties_(A.properties()),
      row_indices_(A.row_indices()),
      source_col_indices_(A.col_indices()) {
  using Value = std::remove_const_t<Scalar>;
  const detail::ConversionCall call("filigree::CooToCsr", exec, A, options.validate);
  const auto pattern = detail::assemble_pattern<Offset, Exec, Value, Index, MemorySpace>(
      call.operation(), exec, A, CooOrder::by_row, options.duplicates,
      options.index_base.value_or(A.index_base()));
  properties_ = pattern.properties;
  offsets_ = pattern.offsets;
  indices_ = pattern.indices;
  const auto& order = pattern.order;
  order_ = {order.num_entries, order.identity, order.merged,
            detail::array_in<MemorySpace>(call.operation(), exec, order.permutation),
            detail::array_in<MemorySpace>(call.operation(), exec, order.segments)};
  exec.fence("filigree::CooToCsr");
} catch (...) {
  detail::rethrow_as_error("CooToCsr");
}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <class Exec>
detail::EntryOrder<Exec> CooToCsr<Index, Offset, MemorySpace>::order() const {
  using Positions = typename detail::EntryOrder<Exec>::Positions;
  detail::EntryOrder<Exec> result;
  result.num_entries = order_.num_entries;
  result.identity = order_.identity;
  result.merged = order_.merged;
  result.permutation = Positions(order_.permutation.data(), order_.permutation.extent(0));
  result.segments = Positions(order_.segments.data(), order_.segments.extent(0));
  return result;
}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class FromView, class ToView>
void CooToCsr<Index, Offset, MemorySpace>::apply(const Exec& exec, const FromView& coo_values,
                                                 const ToView& csr_values) const try {
  static_assert(is_accessible_v<Exec, MemorySpace>,
                "the execution space cannot reach the memory of the conversion's arrays");
  const detail::ScopedRegion region("filigree::CooToCsr::apply");
  detail::check_value_views<Exec>("CooToCsr::apply", "coo_values", coo_values, num_coordinates(),
                                  "csr_values", csr_values, num_entries(), "num_entries");
  detail::assemble_values<Exec, typename ToView::value_type>(exec, order<Exec>(), coo_values.data(),
                                                             csr_values.data());
} catch (...) {
  detail::rethrow_as_error("CooToCsr::apply");
}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class Scalar>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>
CooToCsr<Index, Offset, MemorySpace>::apply(const Exec& exec,
                                            const CooMatrix<Scalar, Index, MemorySpace>& A) const
    try {
  using Value = std::remove_const_t<Scalar>;
  const detail::ConversionCall call("filigree::CooToCsr::apply", exec, A, false);
  const bool same = A.num_rows() == num_rows_ && A.num_cols() == num_cols_ &&
                    A.properties() == source_properties_ && A.nnz() == num_coordinates() &&
                    A.row_indices().data() == row_indices_.data() &&
                    A.col_indices().data() == source_col_indices_.data();
  if (!same) detail::throw_stale_conversion(call.operation());
  const auto values = detail::allocate<Value, MemorySpace>(call.operation(), exec,
                                                           "filigree::values", num_entries());
  detail::assemble_values<Exec, Value>(exec, order<Exec>(), A.values().data(), values.data());
  return {num_rows_, num_cols_, offsets_, indices_, values, properties_};
} catch (...) {
  detail::rethrow_as_error("CooToCsr::apply");
}

}  // namespace filigree
