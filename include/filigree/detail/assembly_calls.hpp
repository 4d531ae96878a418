// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/assembly.hpp>
#include <filigree/detail/convert_front.hpp>

/// The calls of assembly.hpp.

namespace filigree {

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
  exec.fence("filigree::CooToCsr");
  properties_ = pattern.properties;
  offsets_ = pattern.offsets;
  indices_ = pattern.indices;
  const auto kept = std::make_shared<detail::EntryOrder<Exec>>(pattern.order);
  order_ = {kept->num_entries,        kept->identity,        kept->merged,
            kept->permutation.data(), kept->segments.data(), kept};
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
  if (order_.permutation != nullptr)
    result.permutation = Positions(order_.permutation, std::size_t(num_coordinates()));
  if (order_.segments != nullptr)
    result.segments = Positions(order_.segments, std::size_t(order_.num_entries + 1));
  return result;
}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class FromView, class ToView>
void CooToCsr<Index, Offset, MemorySpace>::apply(const Exec& exec, const FromView& coo_values,
                                                 const ToView& csr_values) const try {
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
