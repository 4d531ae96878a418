// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/format_front.hpp>

/// The symbolic part of each direct conversion to Csr, and between the forms of Coo.

namespace filigree::detail {

/// A Csr matrix of what `rows` visits.
template <class To, class Exec, class Rows>
BuiltConversion<To> build_csr(std::string_view operation, const Exec& exec, const Rows& rows,
                              const ZeroTest& zeros, const MatrixProperties& properties) {
  using M = typename To::memory_space;
  using Offset = typename To::offset_type;
  const auto offsets = allocate_places<M>(operation, exec, rows.num_rows + 1);
  const std::int64_t nnz = count_row_entries(operation, exec, rows, zeros, offsets.data());
  check_nnz<Offset>(operation, nnz);
  const auto columns =
      allocate<typename To::index_type, M>(operation, exec, "filigree::col_indices", nnz);
  const auto places = allocate_places<M>(operation, exec, nnz);
  fill_row_entries(exec, rows, zeros, offsets.data(), properties.index_base, columns.data(),
                   places.data());
  return {To(rows.num_rows, rows.num_cols,
             shifted<Offset, M>(operation, exec, "filigree::row_offsets",
                                Kokkos::View<const std::int64_t*, M>(offsets),
                                std::int64_t(properties.index_base)),
             columns, absent_values<typename To::value_type, M>(nnz), properties),
          places};
}

/// The test that drops zeros, where it was asked for.
template <class Matrix>
ZeroTest zero_test(const Matrix& A, const ToCsrOptions& options) {
  if (options.zeros.value_or(ZeroEntries::keep) == ZeroEntries::keep) return {};
  using S = typename Matrix::scalar_type;
  return {value_arrays(A), sizeof(S), magnitude_bits<S>()};
}

/// Formats whose rows format_rows visits without more ado; Csr, too, whose zeros may go.
template <class Matrix, class Index>
concept walks_by_rows = requires(const Matrix& A) {
  requires !requires { A.mask(); };
  requires std::same_as<typename decltype(format_rows(A))::index_type, Index>;
};

template <class Exec, class Matrix, class S, class I, class O, class M>
requires walks_by_rows<Matrix, I> BuiltConversion<CsrMatrix<S, I, O, M>> build_conversion(
    std::string_view operation, const Exec& exec, const Matrix& A, Target<CsrMatrix<S, I, O, M>>,
    const ToCsrOptions& options) {
  return build_csr<CsrMatrix<S, I, O, M>>(
      operation, exec, format_rows(A), zero_test(A, options),
      converted(A.properties(), options.index_base, A.properties().sorted, A.properties().unique));
}

/// The Ell matrix with padding that is marked.
template <class Exec, class S, class I, class M>
EllMatrix<S, I, M> marked(std::string_view operation, const Exec& exec,
                          const EllMatrix<S, I, M>& A) {
  const auto count = std::int64_t(A.col_indices().extent(0));
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", count);
  if (count > 0) mark_repeated_columns(exec, format_rows(A), columns.data());
  return {A.num_rows(),   A.num_cols(), A.nnz(),    A.ell_width(),
          A.row_stride(), columns,      A.values(), A.properties()};
}

template <class Exec, class R, class S, class I, class O, class M>
BuiltConversion<CsrMatrix<S, I, O, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const EllMatrix<R, I, M>& A,
                                                        Target<CsrMatrix<S, I, O, M>>,
                                                        const ToCsrOptions& options) {
  const bool repeated = options.padding == EllPadding::repeated_column;
  const EllMatrix<R, I, M> ell = repeated ? marked(operation, exec, A) : A;
  return build_csr<CsrMatrix<S, I, O, M>>(
      operation, exec, format_rows(ell), zero_test(A, options),
      converted(A.properties(), options.index_base, A.properties().sorted, A.properties().unique));
}

template <class Exec, class R, class S, class I, class O, class M>
BuiltConversion<CsrMatrix<S, I, O, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const HybMatrix<R, I, M>& A,
                                                        Target<CsrMatrix<S, I, O, M>>,
                                                        const ToCsrOptions& options) {
  const bool repeated = options.padding == EllPadding::repeated_column;
  const EllMatrix<R, I, M> ell = repeated ? marked(operation, exec, A.ell()) : A.ell();
  const auto offsets = allocate_places<M>(operation, exec, A.num_rows() + 1);
  const auto permutation = allocate_places<M>(operation, exec, A.coo().nnz());
  order_by_primary(exec, entry_list(A.coo(), CooOrder::by_row), offsets.data(), permutation.data());
  const HybRows<I> rows{{A.num_rows(), A.num_cols()},
                        format_rows(ell),
                        offsets.data(),
                        permutation.data(),
                        A.coo().col_indices().data()};
  // The flag of Hyb speaks of each part alone, while a row's Ell entries come before its Coo ones.
  const bool sorted = A.properties().sorted && (A.coo().nnz() == 0 || A.ell().ell_width() == 0 ||
                                                parts_in_order(exec, rows));
  return build_csr<CsrMatrix<S, I, O, M>>(
      operation, exec, rows, zero_test(A, options),
      converted(A.properties(), options.index_base, sorted, A.properties().unique));
}

// --- Coo <-> CooAos ------------------------------------------------------------------------------

template <class Exec, class S, class R, class I, class M>
BuiltConversion<CooAosMatrix<S, I, M>> build_conversion(std::string_view operation,
                                                        const Exec& exec,
                                                        const CooMatrix<R, I, M>& A,
                                                        Target<CooAosMatrix<S, I, M>>,
                                                        const ConvertOptions& options) {
  const Rebase rebase(A, options.index_base);
  const auto pairs = allocate<I, M>(operation, exec, "filigree::indices", 2 * A.nnz());
  interleave_indices(exec, A.nnz(), rebase.shift, A.row_indices().data(), A.col_indices().data(),
                     pairs.data());
  return {{A.num_rows(), A.num_cols(), pairs, absent_values<S, M>(A.nnz()), rebase.properties}, {}};
}

template <class Exec, class S, class R, class I, class M>
BuiltConversion<CooMatrix<S, I, M>> build_conversion(std::string_view operation, const Exec& exec,
                                                     const CooAosMatrix<R, I, M>& A,
                                                     Target<CooMatrix<S, I, M>>,
                                                     const ConvertOptions& options) {
  const Rebase rebase(A, options.index_base);
  const auto rows = allocate<I, M>(operation, exec, "filigree::row_indices", A.nnz());
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", A.nnz());
  split_indices(exec, A.nnz(), rebase.shift, A.indices().data(), rows.data(), columns.data());
  return {
      {A.num_rows(), A.num_cols(), rows, columns, absent_values<S, M>(A.nnz()), rebase.properties},
      {}};
}

}  // namespace filigree::detail
