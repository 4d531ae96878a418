// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/convert_front.hpp>

/// The calls of convert.hpp that change the format or the order of entries.

namespace filigree {

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class Scalar>
CsrToCsc<Index, Offset, MemorySpace>::CsrToCsc(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options)
    : transposed_(detail::make_transposed("filigree::CsrToCsc", exec, A, A.row_offsets(),
                                          A.col_indices(), options)) {}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class FromView, class ToView>
void CsrToCsc<Index, Offset, MemorySpace>::apply(const Exec& exec, const FromView& csr_values,
                                                 const ToView& csc_values) const try {
  const detail::ScopedRegion region("filigree::CsrToCsc::apply");
  detail::apply_transposed("CsrToCsc::apply", exec, transposed_, "csr_values", csr_values,
                           "csc_values", csc_values);
} catch (...) {
  detail::rethrow_as_error("CsrToCsc::apply");
}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class Scalar>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>
CsrToCsc<Index, Offset, MemorySpace>::apply(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A) const try {
  const detail::ConversionCall call("filigree::CsrToCsc::apply", exec, A, false);
  detail::check_same_pattern(call.operation(), A, A.row_offsets().data(), A.col_indices().data(),
                             transposed_);
  return {
      A.num_rows(),
      A.num_cols(),
      transposed_.offsets,
      transposed_.indices,
      detail::reordered_values(call.operation(), exec, A.values(), transposed_.permutation.data()),
      transposed_.properties};
} catch (...) {
  detail::rethrow_as_error("CsrToCsc::apply");
}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class Scalar>
CscToCsr<Index, Offset, MemorySpace>::CscToCsr(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options)
    : transposed_(detail::make_transposed("filigree::CscToCsr", exec, A, A.col_offsets(),
                                          A.row_indices(), options)) {}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class FromView, class ToView>
void CscToCsr<Index, Offset, MemorySpace>::apply(const Exec& exec, const FromView& csc_values,
                                                 const ToView& csr_values) const try {
  const detail::ScopedRegion region("filigree::CscToCsr::apply");
  detail::apply_transposed("CscToCsr::apply", exec, transposed_, "csc_values", csc_values,
                           "csr_values", csr_values);
} catch (...) {
  detail::rethrow_as_error("CscToCsr::apply");
}

template <index_integer Index, index_integer Offset, class MemorySpace>
template <execution_space Exec, class Scalar>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>
CscToCsr<Index, Offset, MemorySpace>::apply(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A) const try {
  const detail::ConversionCall call("filigree::CscToCsr::apply", exec, A, false);
  detail::check_same_pattern(call.operation(), A, A.col_offsets().data(), A.row_indices().data(),
                             transposed_);
  return {
      A.num_rows(),
      A.num_cols(),
      transposed_.offsets,
      transposed_.indices,
      detail::reordered_values(call.operation(), exec, A.values(), transposed_.permutation.data()),
      transposed_.properties};
} catch (...) {
  detail::rethrow_as_error("CscToCsr::apply");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csr_to_csc(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) {
  return detail::transpose_once<CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::csr_to_csc", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csc_to_csr(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) {
  return detail::transpose_once<CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::csc_to_csr", exec, A, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class OffsetView, class IndexView, class ValueView>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csr_to_csc(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const OffsetView& col_offsets, const IndexView& row_indices, const ValueView& values,
    const ConvertOptions& options) {
  return detail::transpose_given<
      CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::csr_to_csc", exec, A, options, "A.num_cols + 1",
      detail::GivenArray<OffsetView>{"col_offsets", col_offsets},
      detail::GivenArray<IndexView>{"row_indices", row_indices},
      detail::GivenArray<ValueView>{"values", values});
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class OffsetView, class IndexView, class ValueView>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> csc_to_csr(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const OffsetView& row_offsets, const IndexView& col_indices, const ValueView& values,
    const ConvertOptions& options) {
  return detail::transpose_given<
      CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::csc_to_csr", exec, A, options, "A.num_rows + 1",
      detail::GivenArray<OffsetView>{"row_offsets", row_offsets},
      detail::GivenArray<IndexView>{"col_indices", col_indices},
      detail::GivenArray<ValueView>{"values", values});
}

template <class Offset, execution_space Exec, class Scalar, class Index, class MemorySpace>
auto coo_to_csr(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                const CooOptions& options)
    -> CsrMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<Offset, Index>,
                 MemorySpace> try {
  using Value = std::remove_const_t<Scalar>;
  const detail::ConversionCall call("filigree::coo_to_csr", exec, A, options.validate);
  const auto csr =
      detail::assemble<detail::offset_or_t<Offset, Index>, Exec, Value, Index, MemorySpace>(
          call.operation(), exec, A, CooOrder::by_row, options.duplicates,
          options.index_base.value_or(A.index_base()));
  return {A.num_rows(), A.num_cols(), csr.offsets, csr.indices, csr.values, csr.properties};
} catch (...) {
  detail::rethrow_as_error("coo_to_csr");
}

template <class Offset, execution_space Exec, class Scalar, class Index, class MemorySpace>
auto coo_to_csc(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                const CooOptions& options)
    -> CscMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<Offset, Index>,
                 MemorySpace> try {
  using Value = std::remove_const_t<Scalar>;
  const detail::ConversionCall call("filigree::coo_to_csc", exec, A, options.validate);
  const auto csc =
      detail::assemble<detail::offset_or_t<Offset, Index>, Exec, Value, Index, MemorySpace>(
          call.operation(), exec, A, CooOrder::by_column, options.duplicates,
          options.index_base.value_or(A.index_base()));
  return {A.num_rows(), A.num_cols(), csc.offsets, csc.indices, csc.values, csc.properties};
} catch (...) {
  detail::rethrow_as_error("coo_to_csc");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_coo(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) try {
  const detail::ConversionCall call("filigree::csr_to_coo", exec, A, options.validate);
  const MatrixProperties properties = detail::converted(
      A.properties(), options.index_base, A.properties().sorted, A.properties().unique);
  const int shift = int(properties.index_base) - int(A.index_base());
  return {A.num_rows(),
          A.num_cols(),
          detail::major_indices<MemorySpace>(call.operation(), exec, detail::compressed(A),
                                             properties.index_base),
          detail::shifted<Index, MemorySpace>(call.operation(), exec, "filigree::col_indices",
                                              A.col_indices(), shift),
          detail::copied_values(call.operation(), exec, A.values()),
          properties};
} catch (...) {
  detail::rethrow_as_error("csr_to_coo");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csc_to_coo(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) try {
  const detail::ConversionCall call("filigree::csc_to_coo", exec, A, options.validate);
  const MatrixProperties properties =
      detail::converted(A.properties(), options.index_base, false, A.properties().unique);
  const int shift = int(properties.index_base) - int(A.index_base());
  return {A.num_rows(),
          A.num_cols(),
          detail::shifted<Index, MemorySpace>(call.operation(), exec, "filigree::row_indices",
                                              A.row_indices(), shift),
          detail::major_indices<MemorySpace>(call.operation(), exec, detail::compressed(A),
                                             properties.index_base),
          detail::copied_values(call.operation(), exec, A.values()),
          properties};
} catch (...) {
  detail::rethrow_as_error("csc_to_coo");
}

namespace detail {

/// Where each entry in order comes from, as an array that the caller keeps.
template <class M, class Exec, class I>
Kokkos::View<std::int64_t*, M> ordering(std::string_view operation, const Exec& exec,
                                        const EntryList<I>& entries) {
  const EntryOrder<Exec> order = order_entries(exec, entries, EqualEntries::keep);
  auto positions =
      allocate<std::int64_t, M>(operation, exec, "filigree::permutation", entries.count);
  if (order.identity)
    fill_positions(exec, entries.count, positions.data());
  else
    copy_bytes(exec, std::size_t(entries.count) * sizeof(std::int64_t), order.permutation.data(),
               positions.data());
  return positions;
}

template <class M, class I, class Exec>
Kokkos::View<I*, M> reordered_indices(std::string_view operation, const Exec& exec,
                                      const Kokkos::View<const I*, M>& indices, std::int64_t shift,
                                      const std::int64_t* permutation) {
  const auto count = std::int64_t(indices.extent(0));
  auto result = allocate<I, M>(operation, exec, "filigree::indices", count);
  gather_bytes(exec, sizeof(I), count, permutation, indices.data(), result.data());
  if (shift != 0) shift_integers<Exec, I, I>(exec, count, result.data(), shift, result.data());
  return result;
}

/// Sorts the entries within the rows of a Csr, the columns of a Csc matrix.
template <class Matrix, class Exec, class Source, class O, class I, class M>
Sorted<Matrix> sorted_compressed(const char* label, const Exec& exec, const Source& A,
                                 const Kokkos::View<const O*, M>& offsets,
                                 const Kokkos::View<const I*, M>& indices,
                                 const ConvertOptions& options) try {
  const ConversionCall call(label, exec, A, options.validate);
  const std::string_view operation = call.operation();
  const auto pattern = compressed(A);
  const auto majors = major_indices<M>(operation, exec, pattern, pattern.base);
  const auto order = ordering<M>(operation, exec,
                                 EntryList<I>{pattern.num_major, pattern.num_minor, pattern.nnz,
                                              pattern.base, majors.data(), pattern.indices});
  const MatrixProperties properties =
      converted(A.properties(), options.index_base, true, A.properties().unique);
  const int shift = int(properties.index_base) - int(A.index_base());
  return {Matrix(A.num_rows(), A.num_cols(),
                 shifted<O, M>(operation, exec, "filigree::offsets", offsets, shift),
                 reordered_indices<M, I>(operation, exec, indices, shift, order.data()),
                 reordered_values(operation, exec, A.values(), order.data()), properties),
          order};
} catch (...) {
  rethrow_as_error(label);
}

}  // namespace detail

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
Sorted<CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>> sort_entries(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A, CooOrder order,
    const ConvertOptions& options) try {
  const detail::ConversionCall call("filigree::sort_entries", exec, A, options.validate);
  const std::string_view operation = call.operation();
  const auto from = detail::ordering<MemorySpace>(operation, exec, detail::entry_list(A, order));
  const MatrixProperties properties = detail::converted(
      A.properties(), options.index_base, order == CooOrder::by_row, A.properties().unique);
  const int shift = int(properties.index_base) - int(A.index_base());
  return {{A.num_rows(), A.num_cols(),
           detail::reordered_indices<MemorySpace, Index>(operation, exec, A.row_indices(), shift,
                                                         from.data()),
           detail::reordered_indices<MemorySpace, Index>(operation, exec, A.col_indices(), shift,
                                                         from.data()),
           detail::reordered_values(operation, exec, A.values(), from.data()), properties},
          from};
} catch (...) {
  detail::rethrow_as_error("sort_entries");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Sorted<CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> sort_entries(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) {
  return detail::sorted_compressed<
      CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::sort_entries", exec, A, A.row_offsets(), A.col_indices(), options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Sorted<CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> sort_entries(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) {
  return detail::sorted_compressed<
      CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>>(
      "filigree::sort_entries", exec, A, A.col_offsets(), A.row_indices(), options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> expand_to_general(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    const ConvertOptions& options) try {
  using Value = std::remove_const_t<Scalar>;
  const detail::ConversionCall call("filigree::expand_to_general", exec, A, options.validate);
  if (A.properties().type == MatrixType::general)
    return cast_indices<Index>(exec, A, options.index_base);
  const auto full = detail::expanded<Exec, Value, Index, MemorySpace>(call.operation(), exec, A);
  if (options.index_base.value_or(A.index_base()) == A.index_base()) return full;
  return cast_indices<Index>(exec, full, options.index_base);
} catch (...) {
  detail::rethrow_as_error("expand_to_general");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> expand_to_general(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) try {
  using Value = std::remove_const_t<Scalar>;
  const detail::ConversionCall call("filigree::expand_to_general", exec, A, options.validate);
  const std::string_view operation = call.operation();
  if (A.properties().type == MatrixType::general)
    return cast_indices<Index, Offset>(exec, A, options.index_base);
  const auto full = detail::expanded<Exec, Value, Index, MemorySpace>(
      operation, exec, detail::sharing_coo(operation, exec, A));
  const auto csr = detail::assemble<Offset, Exec, Value, Index, MemorySpace>(
      operation, exec, full, CooOrder::by_row, Duplicates::keep,
      options.index_base.value_or(A.index_base()));
  return {A.num_rows(), A.num_cols(), csr.offsets, csr.indices, csr.values, csr.properties};
} catch (...) {
  detail::rethrow_as_error("expand_to_general");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> expand_to_general(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options) try {
  using Value = std::remove_const_t<Scalar>;
  const detail::ConversionCall call("filigree::expand_to_general", exec, A, options.validate);
  const std::string_view operation = call.operation();
  if (A.properties().type == MatrixType::general)
    return cast_indices<Index, Offset>(exec, A, options.index_base);
  const auto full = detail::expanded<Exec, Value, Index, MemorySpace>(
      operation, exec, detail::sharing_coo(operation, exec, A));
  const auto csc = detail::assemble<Offset, Exec, Value, Index, MemorySpace>(
      operation, exec, full, CooOrder::by_column, Duplicates::keep,
      options.index_base.value_or(A.index_base()));
  return {A.num_rows(), A.num_cols(), csc.offsets, csc.indices, csc.values, csc.properties};
} catch (...) {
  detail::rethrow_as_error("expand_to_general");
}

}  // namespace filigree
