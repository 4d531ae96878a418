// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>
#include <string_view>

#include <filigree/detail/block_builders.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/convert_once.hpp>

/// The calls of convert_blocks.hpp.

namespace filigree {

template <class NewOffset, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_bsr(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const BsrOptions& options)
    -> BsrMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                 MemorySpace> {
  return detail::convert_once<BsrMatrix<std::remove_const_t<Scalar>, Index,
                                        detail::offset_or_t<NewOffset, Offset>, MemorySpace>>(
      "filigree::csr_to_bsr", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsr_to_bsr(
    const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options) {
  return detail::convert_once<BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::bsr_to_bsr", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsr_to_bsc(
    const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options) {
  return detail::convert_once<BscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::bsr_to_bsc", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsc_to_bsr(
    const Exec& exec, const BscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options) {
  return detail::convert_once<BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::bsc_to_bsr", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BlockedEllMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_blocked_ell(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BlockedEllOptions& options) {
  return detail::convert_once<BlockedEllMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>>(
      "filigree::csr_to_blocked_ell", exec, A, options);
}

template <class Index, execution_space Exec, class DenseView>
auto dense_to_blocked_ell(const Exec& exec, const DenseView& A, const BlockedEllOptions& options,
                          const PruneRule& rule)
    -> BlockedEllMatrix<typename DenseView::non_const_value_type, Index,
                        typename DenseView::memory_space> try {
  const detail::ScopedRegion region("filigree::dense_to_blocked_ell");
  const auto csr = dense_to_csr<Index, std::int64_t>(exec, A, {.rule = rule});
  BlockedEllOptions checked = options;
  checked.validate = false;
  return csr_to_blocked_ell(exec, csr, checked);
} catch (...) {
  detail::rethrow_as_error("dense_to_blocked_ell");
}

template <execution_space Exec, class DenseView, class Scalar, class Index, class MemorySpace>
void dense_to_blocked_ell(const Exec& exec, const DenseView& A,
                          const BlockedEllMatrix<Scalar, Index, MemorySpace>& B) try {
  static_assert(std::is_same_v<typename DenseView::non_const_value_type, Scalar>,
                "the dense matrix has the Blocked-ELL matrix's scalar type, which is not const");
  detail::check_reachable<Exec, BlockedEllMatrix<Scalar, Index, MemorySpace>>();
  const detail::DenseCall call("filigree::dense_to_blocked_ell", exec, A);
  const std::string_view operation = call.operation();
  detail::check_length(operation, "A", std::int64_t(A.extent(0)), B.num_rows(), "the rows of B");
  detail::check_length(operation, "A", std::int64_t(A.extent(1)), B.num_cols(), "the columns of B");
  detail::check_disjoint(operation, "A", A.data(), A.span() * sizeof(Scalar), "B",
                         B.values().data(), B.values().extent(0) * sizeof(Scalar));
  detail::check_operand(operation, "B", exec, B, detail::result_memory("B.values()", B.values()),
                        false);
  const auto places = detail::allocate_places<MemorySpace>(operation, exec, B.nnz());
  detail::dense_block_places(exec,
                             detail::BlockedEllShape{B.num_rows(), B.block_size(), B.ell_cols()},
                             B.num_cols(), B.index_base(), B.col_indices().data(),
                             std::int64_t(A.stride(0)), std::int64_t(A.stride(1)), places.data());
  const detail::ValueArrays dense{A.data(), std::numeric_limits<std::int64_t>::max()};
  detail::gather_places(exec, sizeof(Scalar), B.nnz(), places.data(), dense, B.values().data());
} catch (...) {
  detail::rethrow_as_error("dense_to_blocked_ell");
}

template <execution_space Exec, class Matrix, class DenseView>
void format_to_dense(const Exec& exec, const Matrix& A, const DenseView& B,
                     const ToDenseOptions& options) try {
  const detail::ScopedRegion region("filigree::format_to_dense");
  detail::check_operand("format_to_dense", "A", exec, A, detail::result_memory("B", B));
  if constexpr (requires { A.format(); })  // AnyMatrix
    A.visit([&](const auto& held) { format_to_dense(exec, held, B, options); });
  else if constexpr (requires { A.indices(); })  // CooAos
    coo_to_dense(exec, coo_aos_to_coo(exec, A, {.validate = false}), B, options);
  else if constexpr (requires { coo_to_dense(exec, A, B, options); })
    coo_to_dense(exec, A, B, options);
  else if constexpr (requires { csc_to_dense(exec, A, B, options); })
    csc_to_dense(exec, A, B, options);
  else if constexpr (requires { csr_to_dense(exec, A, B, options); })
    csr_to_dense(exec, A, B, options);
  else
    csr_to_dense(exec, format_to_csr<std::int64_t>(exec, A, {.validate = options.validate}), B,
                 options);
} catch (...) {
  detail::rethrow_as_error("format_to_dense");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrxView<Scalar, Index, Offset, MemorySpace> bsr_window(
    const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const BlockWindow& window) try {
  const detail::ConversionCall call("filigree::bsr_window", exec, A, false);
  const std::string_view operation = call.operation();
  if (!A.properties().sorted)
    detail::throw_error(Status::invalid_value,
                        {operation, "A", "not flagged sorted", "blocks in ascending order",
                         "set the flag where they are, or convert with bsr_to_bsr"});
  const auto check = [&](std::string_view argument, std::int64_t first, std::int64_t count,
                         std::int64_t extent) {
    detail::check_at_most(operation, argument, first, extent, "the blocks of A");
    detail::check_at_most(operation, argument, count, extent - first, "the blocks of A");
  };
  check("window rows", window.first_row, window.num_rows, A.num_block_rows());
  check("window columns", window.first_col, window.num_cols, A.num_block_cols());
  const BsrxView<Scalar, Index, Offset, MemorySpace> whole(A);
  const auto begin =
      detail::allocate<Offset, MemorySpace>(operation, exec, "filigree::begin", A.num_block_rows());
  const auto end =
      detail::allocate<Offset, MemorySpace>(operation, exec, "filigree::end", A.num_block_rows());
  detail::find_window(exec, detail::block_ranges(whole),
                      detail::BlockBounds{window.first_row, window.first_row + window.num_rows,
                                          window.first_col, window.first_col + window.num_cols},
                      begin.data(), end.data());
  return {A.num_rows(), A.num_cols(),    A.block(),  begin,
          end,          A.col_indices(), A.values(), A.properties()};
} catch (...) {
  detail::rethrow_as_error("bsr_window");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> bsrx_to_bsr(
    const Exec& exec, const BsrxView<Scalar, Index, Offset, MemorySpace>& A,
    const BsrOptions& options) {
  return detail::convert_once<BsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::bsrx_to_bsr", exec, A, options);
}

}  // namespace filigree
