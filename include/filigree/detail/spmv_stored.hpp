// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/operation.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/hyb.hpp>

/// Matrices as products see them: plain structs of pointers and sizes. Csr, Csc and coordinates are
/// one kind, which CSR kernels read; formats with a row visitor are another; a Hyb matrix is the
/// sum of one of each.

namespace filigree::detail {

/// The matrix type with constant values.
template <class Matrix>
struct ConstMatrix;
template <template <class...> class Matrix, class Scalar, class... Rest>
struct ConstMatrix<Matrix<Scalar, Rest...>> {
  using type = Matrix<const Scalar, Rest...>;
};
template <class Matrix>
using const_matrix_t = typename ConstMatrix<Matrix>::type;

/// coo_aos: pairs of row and column, interleaved.
enum class StoredFormat { csr, csc, coo, coo_aos };

constexpr std::string_view format_name(StoredFormat format) {
  switch (format) {
    case StoredFormat::csr:
      return "csr";
    case StoredFormat::csc:
      return "csc";
    case StoredFormat::coo:
      return "coo";
    case StoredFormat::coo_aos:
      return "coo_aos";
  }
  return "invalid";
}

/// The pattern of a Csr, Csc, Coo or CooAos matrix as it is stored.
template <class Offset, class Index>
struct FILIGREE_EXPORT StoredPattern {
  StoredFormat format = StoredFormat::csr;
  MatrixProperties properties{};
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  const Offset* offsets = nullptr;     ///< csr: of rows, csc: of columns, coo: none
  const Index* row_indices = nullptr;  ///< csc, coo; coo_aos: every other one
  const Index* col_indices = nullptr;  ///< csr, coo; coo_aos: every other one

  bool is_coo() const { return format == StoredFormat::coo || format == StoredFormat::coo_aos; }
  /// From one entry's index to the next one's.
  KOKKOS_FUNCTION std::int64_t index_stride() const {
    return format == StoredFormat::coo_aos ? 2 : 1;
  }

  friend bool operator==(const StoredPattern&, const StoredPattern&) = default;
};

/// The pattern of a matrix that a row visitor walks.
template <class Rows_>
struct FILIGREE_EXPORT StoredRows {
  using rows_type = Rows_;
  using index_type = typename Rows_::index_type;

  std::string_view format;
  MatrixProperties properties{};
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  std::int64_t num_places = 0;     ///< values, padding included
  std::int64_t pattern_bytes = 0;  ///< of offsets and indices
  bool by_columns = false;         ///< whether the visitor walks columns: rows of A^T
  /// Whether the product adds x for a unit diagonal: not where another part of a sum does.
  bool adds_unit_diagonal = true;
  bool masked = false;  ///< whether only the block rows in `mask` take part
  std::int64_t mask_size = 0;
  const index_type* mask = nullptr;
  Rows_ rows;

  friend bool operator==(const StoredRows&, const StoredRows&) = default;
};

/// A Hyb matrix. Its coordinates' values are no part of the pattern.
template <class Index>
struct StoredHyb {
  StoredRows<EllRows<Index>> ell;
  StoredPattern<std::int64_t, Index> coo;
  const void* coo_values = nullptr;
};

template <class Offset, class Index>
std::string_view stored_format(const StoredPattern<Offset, Index>& stored) {
  return format_name(stored.format);
}
template <class Rows>
std::string_view stored_format(const StoredRows<Rows>& stored) {
  return stored.format;
}

// --- from containers -----------------------------------------------------------------------------

template <class S, class I, class O, class M>
StoredPattern<O, I> stored_pattern(const CsrMatrix<S, I, O, M>& A) {
  return {StoredFormat::csr, A.properties(),         A.num_rows(), A.num_cols(),
          A.nnz(),           A.row_offsets().data(), nullptr,      A.col_indices().data()};
}
template <class S, class I, class O, class M>
StoredPattern<O, I> stored_pattern(const CscMatrix<S, I, O, M>& A) {
  return {StoredFormat::csc, A.properties(),         A.num_rows(),           A.num_cols(),
          A.nnz(),           A.col_offsets().data(), A.row_indices().data(), nullptr};
}
template <class S, class I, class M>
StoredPattern<std::int64_t, I> stored_pattern(const CooMatrix<S, I, M>& A) {
  return {StoredFormat::coo, A.properties(), A.num_rows(),           A.num_cols(),
          A.nnz(),           nullptr,        A.row_indices().data(), A.col_indices().data()};
}
template <class S, class I, class M>
StoredPattern<std::int64_t, I> stored_pattern(const CooAosMatrix<S, I, M>& A) {
  const I* const pairs = A.indices().data();
  return {StoredFormat::coo_aos,
          A.properties(),
          A.num_rows(),
          A.num_cols(),
          A.nnz(),
          nullptr,
          pairs,
          A.nnz() == 0 ? pairs : pairs + 1};
}

template <class View>
std::int64_t bytes_of(const View& view) {
  return std::int64_t(view.extent(0) * sizeof(typename View::value_type));
}

/// What all formats with a visitor have in common.
template <class Matrix, class Rows, class... Arrays>
StoredRows<Rows> make_stored_rows(const Matrix& A, const Rows& rows, const Arrays&... arrays) {
  StoredRows<Rows> stored;
  stored.format = Matrix::format_name;
  stored.properties = A.properties();
  stored.num_rows = A.num_rows();
  stored.num_cols = A.num_cols();
  stored.nnz = A.nnz();
  stored.num_places = std::int64_t(A.values().extent(0));
  stored.pattern_bytes = (std::int64_t(0) + ... + bytes_of(arrays));
  stored.rows = rows;
  return stored;
}

template <class S, class I, class M>
StoredRows<EllRows<I>> stored_pattern(const EllMatrix<S, I, M>& A) {
  return make_stored_rows(A, format_rows(A), A.col_indices());
}
template <class S, class I, class O, class M>
StoredRows<SellRows<I, O>> stored_pattern(const SellMatrix<S, I, O, M>& A) {
  return make_stored_rows(A, format_rows(A), A.slice_offsets(), A.col_indices(),
                          A.row_permutation());
}
template <class S, class I, class O, class M>
StoredRows<BsrRows<I, O>> stored_pattern(const BsrMatrix<S, I, O, M>& A) {
  return make_stored_rows(A, format_rows(A), A.row_offsets(), A.col_indices());
}
template <class S, class I, class O, class M>
StoredRows<BsrRows<I, O>> stored_pattern(const BscMatrix<S, I, O, M>& A) {
  auto stored = make_stored_rows(A, format_columns(A), A.col_offsets(), A.row_indices());
  stored.by_columns = true;
  return stored;
}
template <class S, class I, class O, class M>
StoredRows<BsrRows<I, O>> stored_pattern(const BsrxView<S, I, O, M>& A) {
  auto stored =
      make_stored_rows(A, format_rows(A), A.begin_offsets(), A.end_offsets(), A.col_indices());
  stored.masked = A.is_masked();
  stored.mask_size = std::int64_t(A.mask().extent(0));
  stored.mask = A.mask().data();
  return stored;
}
template <class S, class I, class M>
StoredRows<BlockedEllRows<I>> stored_pattern(const BlockedEllMatrix<S, I, M>& A) {
  return make_stored_rows(A, format_rows(A), A.col_indices());
}
template <class S, class I, class M>
StoredRows<DiaRows<I>> stored_pattern(const DiaMatrix<S, I, M>& A) {
  return make_stored_rows(A, format_rows(A), A.diagonal_offsets());
}
template <class S, class I, class O, class M>
StoredRows<HdiaRows<I, O>> stored_pattern(const HdiaMatrix<S, I, O, M>& A) {
  return make_stored_rows(A, format_rows(A), A.hack_offsets(), A.diagonal_offsets());
}
template <class S, class I, class M>
StoredHyb<I> stored_pattern(const HybMatrix<S, I, M>& A) {
  StoredHyb<I> stored{stored_pattern(A.ell()), stored_pattern(A.coo()), A.coo().values().data()};
  stored.ell.format = A.format_name;
  stored.ell.adds_unit_diagonal = false;
  return stored;
}

template <class Matrix>
const typename Matrix::scalar_type* stored_values(const Matrix& A) {
  return A.values().data();
}
/// The values of the Ell part.
template <class S, class I, class M>
const std::remove_const_t<S>* stored_values(const HybMatrix<S, I, M>& A) {
  return A.ell().values().data();
}

// --- what kernels walk ---------------------------------------------------------------------------

/// The visitor that a format's kernels are compiled for: with offsets of either width, and a mask
/// where the format may have one.
template <class Index>
EllRows<Index> kernel_rows(const StoredRows<EllRows<Index>>& stored) {
  return stored.rows;
}
template <class Index>
BlockedEllRows<Index> kernel_rows(const StoredRows<BlockedEllRows<Index>>& stored) {
  return stored.rows;
}
template <class Index>
DiaRows<Index> kernel_rows(const StoredRows<DiaRows<Index>>& stored) {
  return stored.rows;
}
template <class Index, class Offset>
SellRows<Index, AnyOffsets> kernel_rows(const StoredRows<SellRows<Index, Offset>>& stored) {
  const auto& rows = stored.rows;
  return {rows.num_rows,      rows.num_cols,    rows.base,           rows.slice_size,
          rows.slice_offsets, rows.col_indices, rows.row_permutation};
}
template <class Index, class Offset>
HdiaRows<Index, AnyOffsets> kernel_rows(const StoredRows<HdiaRows<Index, Offset>>& stored) {
  const auto& rows = stored.rows;
  return {{rows.num_rows, rows.num_cols}, rows.hack_size, rows.hack_offsets, rows.diagonal_offsets};
}
template <class Index, class Offset>
BsrxRows<Index> kernel_rows(const StoredRows<BsrRows<Index, Offset>>& stored) {
  const auto& rows = stored.rows;
  BsrxRows<Index> result;
  static_cast<BsrRows<Index, AnyOffsets>&>(result) = {{rows.num_rows, rows.num_cols},
                                                      rows.base,
                                                      rows.block,
                                                      rows.begin_offsets,
                                                      rows.end_offsets,
                                                      rows.col_indices};
  result.masked = stored.masked;
  result.num_stored = stored.mask_size * rows.block.rows;
  result.mask = stored.mask;
  return result;
}

}  // namespace filigree::detail

#include <filigree/detail/spmv_any_stored.hpp>
