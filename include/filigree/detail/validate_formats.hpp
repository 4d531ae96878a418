// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/detail/allocate.hpp>
#include <filigree/detail/validate_problem.hpp>
#include <filigree/validate.hpp>

/// From padded, block and diagonal containers to the compiled checks.

namespace filigree {
namespace detail {

/// What the lines of all containers have.
template <class Matrix>
CheckedLines<typename Matrix::index_type> checked_lines(Container container, const Matrix& A) {
  CheckedLines<typename Matrix::index_type> lines;
  lines.container = container;
  lines.properties = A.properties();
  lines.num_rows = lines.num_lines = A.num_rows();
  lines.num_cols = lines.num_minor = A.num_cols();
  return lines;
}

template <class S, class I, class M>
CheckedLines<I> ell_lines(const EllMatrix<S, I, M>& A) {
  CheckedLines<I> lines = checked_lines(Container::ell, A);
  lines.num_places = std::int64_t(A.col_indices().extent(0));
  lines.indices = A.col_indices().data();
  lines.width = A.ell_width();
  lines.step = A.row_stride();
  lines.padded = lines.padding_last = true;
  lines.nnz = A.nnz();
  return lines;
}

template <class S, class I, class O, class M>
CheckedLines<I> sell_lines(const SellMatrix<S, I, O, M>& A) {
  CheckedLines<I> lines = checked_lines(Container::sell, A);
  const O* const offsets = A.slice_offsets().data();
  lines.num_places = std::int64_t(A.col_indices().extent(0));
  lines.indices = A.col_indices().data();
  lines.has_offsets = true;
  lines.num_offsets = std::int64_t(A.slice_offsets().extent(0));
  lines.begin_offsets = AnyOffsets(offsets);
  lines.end_offsets = AnyOffsets(offsets == nullptr ? nullptr : offsets + 1);
  lines.group_size = lines.step = A.slice_size();
  lines.padded = lines.padding_last = true;
  lines.nnz = A.nnz();
  lines.row_list = A.is_permuted() ? A.row_permutation().data() : nullptr;
  lines.row_list_length = std::int64_t(A.row_permutation().extent(0));
  return lines;
}

template <class S, class I, class O, class M>
CheckedLines<I> bsrx_lines(const BsrxView<S, I, O, M>& A) {
  CheckedLines<I> lines = checked_lines(Container::bsrx, A);
  lines.num_lines = A.num_block_rows();
  lines.num_minor = A.num_block_cols();
  lines.num_places = A.num_blocks();
  lines.indices = A.col_indices().data();
  lines.has_offsets = true;
  lines.num_offsets = A.num_block_rows();
  lines.begin_offsets = AnyOffsets(A.begin_offsets().data());
  lines.end_offsets = AnyOffsets(A.end_offsets().data());
  lines.offset_base = std::int64_t(A.index_base());
  lines.line_rows = A.block().rows;
  lines.index_cols = A.block().cols;
  lines.row_list = A.mask().data();
  lines.row_list_length = std::int64_t(A.mask().extent(0));
  return lines;
}

template <class S, class I, class M>
CheckedLines<I> blocked_ell_lines(const BlockedEllMatrix<S, I, M>& A) {
  CheckedLines<I> lines = checked_lines(Container::blocked_ell, A);
  lines.num_lines = A.num_block_rows();
  lines.num_minor = A.num_block_cols();
  lines.num_places = std::int64_t(A.col_indices().extent(0));
  lines.indices = A.col_indices().data();
  lines.width = lines.line_step = A.blocks_per_row();
  lines.padded = true;
  lines.line_rows = lines.index_cols = A.block_size();
  return lines;
}

template <class S, class I, class M>
CheckedLines<I> dia_lines(const DiaMatrix<S, I, M>& A) {
  CheckedLines<I> lines = checked_lines(Container::dia, A);
  lines.num_lines = 1;
  lines.num_places = lines.width = A.num_diagonals();
  lines.indices = A.diagonal_offsets().data();
  return lines;
}

template <class S, class I, class O, class M>
CheckedLines<I> hdia_lines(const HdiaMatrix<S, I, O, M>& A) {
  CheckedLines<I> lines = checked_lines(Container::hdia, A);
  const O* const offsets = A.hack_offsets().data();
  lines.num_lines = A.num_hacks();
  lines.num_places = A.num_diagonals();
  lines.indices = A.diagonal_offsets().data();
  lines.has_offsets = true;
  lines.num_offsets = std::int64_t(A.hack_offsets().extent(0));
  lines.begin_offsets = AnyOffsets(offsets);
  lines.end_offsets = AnyOffsets(offsets == nullptr ? nullptr : offsets + 1);
  return lines;
}

/// The visitor with which values are looked at: one type for both widths of offsets.
template <class Rows>
Rows any_offset_rows(const Rows& rows) {
  return rows;
}
template <class I, class O>
SellRows<I, AnyOffsets> any_offset_rows(const SellRows<I, O>& rows) {
  return {rows.num_rows,      rows.num_cols,    rows.base,           rows.slice_size,
          rows.slice_offsets, rows.col_indices, rows.row_permutation};
}
template <class I, class O>
BsrRows<I, AnyOffsets> any_offset_rows(const BsrRows<I, O>& rows) {
  return {{rows.num_rows, rows.num_cols},
          rows.base,
          rows.block,
          rows.begin_offsets,
          rows.end_offsets,
          rows.col_indices};
}
template <class I, class O>
HdiaRows<I, AnyOffsets> any_offset_rows(const HdiaRows<I, O>& rows) {
  return {{rows.num_rows, rows.num_cols}, rows.hack_size, rows.hack_offsets, rows.diagonal_offsets};
}

/// The values, once nothing else is wrong.
template <class Exec, class Matrix, class Rows>
ValidateReport check_values(const Exec& exec, const Matrix& A, const Rows& rows, bool transposed,
                            const ValidateOptions& options) {
  using S = typename Matrix::scalar_type;
  const auto count = std::int64_t(A.values().extent(0));
  const S* const values = A.values().data();
  if (!options.finite || first_not_finite<Exec, S>(exec, count, values) < 0) return {};
  const auto marks = allocate<std::int8_t, typename Matrix::memory_space>(
      "validate", exec, "filigree::validate::marks", count);
  mark_not_finite<Exec, S>(exec, count, values, marks.data());
  return report_marked(exec, any_offset_rows(rows), A.index_base(), transposed, marks.data());
}

template <class Exec, class Matrix, class I, class Rows>
ValidateReport validate_lines(const Exec& exec, const Matrix& A, const CheckedLines<I>& lines,
                              const Rows& rows, const ValidateOptions& options) try {
  check_reachable<Exec, Matrix>();
  const ScopedRegion region("filigree::validate");
  const ValidateReport report = check_lines(exec, lines, options);
  return report.ok ? check_values(exec, A, rows, false, options) : report;
} catch (...) {
  rethrow_as_error("validate");
}

/// A Bsr or Bsc matrix: its blocks are checked as entries.
template <class Exec, class Matrix, class I, class O, class Rows>
ValidateReport validate_blocks(const Exec& exec, const Matrix& A,
                               const CheckedPattern<I, O>& blocks, const Rows& rows,
                               const ValidateOptions& options) try {
  check_reachable<Exec, Matrix>();
  const ScopedRegion region("filigree::validate");
  const ValidateReport report = check_pattern(exec, blocks, options, -1);
  return report.ok ? check_values(exec, A, rows, blocks.container == Container::bsc, options)
                   : report;
} catch (...) {
  rethrow_as_error("validate");
}

}  // namespace detail

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const CooAosMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options) {
  detail::check_reachable<Exec, CooAosMatrix<Scalar, Index, MemorySpace>>();
  detail::CheckedPattern<Index, std::int64_t> pattern{detail::Container::coo, A.properties(),
                                                      A.num_rows(), A.num_cols(), A.nnz()};
  if (A.nnz() > 0) {
    pattern.major_indices = A.indices().data();
    pattern.minor_indices = A.indices().data() + 1;
    pattern.index_step = 2;
  }
  return detail::validate_pattern<Exec, std::remove_const_t<Scalar>>(exec, pattern,
                                                                     A.values().data(), options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const EllMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options) {
  return detail::validate_lines(exec, A, detail::ell_lines(A), detail::format_rows(A), options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const SellMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options) {
  return detail::validate_lines(exec, A, detail::sell_lines(A), detail::format_rows(A), options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const HybMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options) try {
  ValidateReport report = detail::in_part("Ell part", validate(exec, A.ell(), options));
  if (report.ok) report = detail::in_part("Coo part", validate(exec, A.coo(), options));
  const bool distinct = options.duplicates == Check::always ||
                        (options.duplicates == Check::flagged && A.properties().unique);
  if (!report.ok || !distinct || A.coo().nnz() == 0) return report;
  return detail::check_hyb_repeats(exec, detail::ell_lines(A.ell()), A.coo().nnz(),
                                   A.coo().row_indices().data(), A.coo().col_indices().data());
} catch (...) {
  detail::rethrow_as_error("validate");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const BsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options) {
  const detail::CheckedPattern<Index, Offset> blocks{
      detail::Container::bsr, A.properties(),
      A.num_block_rows(),     A.num_block_cols(),
      A.num_blocks(),         std::int64_t(A.row_offsets().extent(0)),
      A.row_offsets().data(), nullptr,
      A.col_indices().data(), 1,
      A.block().rows,         A.block().cols};
  return detail::validate_blocks(exec, A, blocks, detail::format_rows(A), options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const BscMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options) {
  const detail::CheckedPattern<Index, Offset> blocks{
      detail::Container::bsc, A.properties(),
      A.num_block_cols(),     A.num_block_rows(),
      A.num_blocks(),         std::int64_t(A.col_offsets().extent(0)),
      A.col_offsets().data(), nullptr,
      A.row_indices().data(), 1,
      A.block().cols,         A.block().rows};
  return detail::validate_blocks(exec, A, blocks, detail::format_columns(A), options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const BsrxView<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options) {
  return detail::validate_lines(exec, A, detail::bsrx_lines(A), detail::format_rows(A), options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const BlockedEllMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options) {
  return detail::validate_lines(exec, A, detail::blocked_ell_lines(A), detail::format_rows(A),
                                options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
ValidateReport validate(const Exec& exec, const DiaMatrix<Scalar, Index, MemorySpace>& A,
                        const ValidateOptions& options) {
  return detail::validate_lines(exec, A, detail::dia_lines(A), detail::format_rows(A), options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
ValidateReport validate(const Exec& exec, const HdiaMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const ValidateOptions& options) {
  return detail::validate_lines(exec, A, detail::hdia_lines(A), detail::format_rows(A), options);
}

}  // namespace filigree
