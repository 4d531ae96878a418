// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <limits>
#include <string_view>

#include <filigree/convert.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <filigree/validate.hpp>

/// From containers to plain structs of pointers: what stands between the calls of convert.hpp and
/// the compiled library.

namespace filigree {
namespace detail {

template <class S, class I, class O, class M>
CompressedPattern<I, O> compressed(const CsrMatrix<S, I, O, M>& A) {
  return {A.num_rows(),   A.num_cols(),           A.nnz(),
          A.index_base(), A.row_offsets().data(), A.col_indices().data()};
}
template <class S, class I, class O, class M>
CompressedPattern<I, O> compressed(const CscMatrix<S, I, O, M>& A) {
  return {A.num_cols(),   A.num_rows(),           A.nnz(),
          A.index_base(), A.col_offsets().data(), A.row_indices().data()};
}

template <class S, class I, class M>
EntryList<I> entry_list(const CooMatrix<S, I, M>& A, CooOrder order) {
  const I* const rows = A.row_indices().data();
  const I* const columns = A.col_indices().data();
  if (order == CooOrder::by_row)
    return {A.num_rows(), A.num_cols(), A.nnz(), A.index_base(), rows, columns};
  return {A.num_cols(), A.num_rows(), A.nnz(), A.index_base(), columns, rows};
}

template <class Matrix>
void log_call(std::string_view operation, const Matrix& A) {
  log_matrix_call(operation, A, Matrix::format_name, scalar_name<typename Matrix::scalar_type>,
                  sizeof(typename Matrix::index_type), sizeof(typename Matrix::offset_type));
}

/// Opens a public call: its region ("filigree::" and the operation), its log entry, its checks.
template <class Exec, class Matrix>
class ConversionCall {
 public:
  ConversionCall(const char* label, const Exec& exec, const Matrix& A, bool validated)
      : region_(label), operation_(std::string_view(label).substr(10)) {
    check_reachable<Exec, Matrix>();
    log_call(operation_, A);
    if (!validated) {
      if (validates_operands()) validate_operand(operation_, "A", exec, A);
      return;
    }
    const ValidateOptions structure{
        .order = Check::never, .duplicates = Check::never, .padding = false};
    throw_offence(operation_, "A", validate(exec, A, structure));
  }
  std::string_view operation() const { return operation_; }

 private:
  ScopedRegion region_;
  std::string_view operation_;
};

template <class Offset>
void check_nnz(std::string_view operation, std::int64_t nnz) {
  check_extent(operation, "A.nnz", nnz, std::int64_t(std::numeric_limits<Offset>::max()) - 1,
               "the offset type's range");
}

inline MatrixProperties converted(MatrixProperties properties, std::optional<IndexBase> base,
                                  bool sorted, bool unique) {
  properties.index_base = base.value_or(properties.index_base);
  properties.sorted = sorted;
  properties.unique = unique;
  return properties;
}

template <class Exec, class S, class M>
Kokkos::View<std::remove_const_t<S>*, M> copied_values(std::string_view operation, const Exec& exec,
                                                       const Kokkos::View<S*, M>& values) {
  auto result = allocate<std::remove_const_t<S>, M>(operation, exec, "filigree::values",
                                                    std::int64_t(values.extent(0)));
  copy_bytes(exec, values.extent(0) * sizeof(S), values.data(), result.data());
  return result;
}

template <class Exec, class S, class M, class Position>
Kokkos::View<std::remove_const_t<S>*, M> reordered_values(std::string_view operation,
                                                          const Exec& exec,
                                                          const Kokkos::View<S*, M>& values,
                                                          const Position* permutation) {
  const auto nnz = std::int64_t(values.extent(0));
  auto result = allocate<std::remove_const_t<S>, M>(operation, exec, "filigree::values", nnz);
  gather_bytes(exec, sizeof(S), nnz, permutation, values.data(), result.data());
  return result;
}

template <class New, class M, class Exec, class Old>
Kokkos::View<New*, M> shifted(std::string_view operation, const Exec& exec, const char* label,
                              const Kokkos::View<const Old*, M>& from, std::int64_t shift) {
  const auto length = std::int64_t(from.extent(0));
  auto result = allocate<New, M>(operation, exec, label, length);
  shift_integers(exec, length, from.data(), shift, result.data());
  return result;
}

// --- Csr <-> Csc ---------------------------------------------------------------------------------

template <class Exec, class Matrix, class I, class O, class M>
TransposedPattern<I, O, M> make_transposed(const char* label, const Exec& exec, const Matrix& A,
                                           const Kokkos::View<const O*, M>& offsets,
                                           const Kokkos::View<const I*, M>& indices,
                                           const ConvertOptions& options) try {
  const ConversionCall call(label, exec, A, options.validate);
  const CompressedPattern<I, O> pattern = compressed(A);
  TransposedPattern<I, O, M> result;
  result.num_rows = A.num_rows();
  result.num_cols = A.num_cols();
  result.source_properties = A.properties();
  result.source_offsets = offsets;
  result.source_indices = indices;
  result.properties = converted(A.properties(), options.index_base, true, A.properties().unique);
  const std::string_view operation = call.operation();
  const auto new_offsets =
      allocate<O, M>(operation, exec, "filigree::offsets", pattern.num_minor + 1);
  const auto new_indices = allocate<I, M>(operation, exec, "filigree::indices", pattern.nnz);
  const auto permutation = allocate<O, M>(operation, exec, "filigree::permutation", pattern.nnz);
  result.kernel = transpose_pattern(exec, pattern, result.properties.index_base, new_offsets.data(),
                                    new_indices.data(), permutation.data());
  result.offsets = new_offsets;
  result.indices = new_indices;
  result.permutation = permutation;
  return result;
} catch (...) {
  rethrow_as_error(label);
}

/// The arrays of a compressed matrix to be.
template <class S, class I, class O, class M>
struct CompressedArrays {
  Kokkos::View<O*, M> offsets;
  Kokkos::View<I*, M> indices;
  Kokkos::View<S*, M> values;
};
template <class Matrix>
using ArraysOf = CompressedArrays<typename Matrix::value_type, typename Matrix::index_type,
                                  typename Matrix::offset_type, typename Matrix::memory_space>;

template <class To, class Exec, class Matrix>
To transpose_into(const Exec& exec, const Matrix& A, const ConvertOptions& options,
                  const ArraysOf<To>& B) {
  const MatrixProperties properties =
      converted(A.properties(), options.index_base, true, A.properties().unique);
  transpose_entries(exec, compressed(A), properties.index_base, B.offsets.data(), B.indices.data(),
                    sizeof(typename To::value_type), A.values().data(), B.values.data());
  return {A.num_rows(), A.num_cols(), B.offsets, B.indices, B.values, properties};
}

/// One-shot: the entries without a permutation to keep.
template <class To, class Exec, class Matrix>
To transpose_once(const char* label, const Exec& exec, const Matrix& A,
                  const ConvertOptions& options) try {
  using M = typename To::memory_space;
  const ConversionCall call(label, exec, A, options.validate);
  const std::string_view operation = call.operation();
  const auto num_minor = compressed(A).num_minor;
  return transpose_into<To>(
      exec, A, options,
      {allocate<typename To::offset_type, M>(operation, exec, "filigree::offsets", num_minor + 1),
       allocate<typename To::index_type, M>(operation, exec, "filigree::indices", A.nnz()),
       allocate<typename To::value_type, M>(operation, exec, "filigree::values", A.nnz())});
} catch (...) {
  rethrow_as_error(label);
}

/// An array for a result, in a call's argument of that name.
template <class View>
struct GivenArray {
  std::string_view argument;
  const View& view;

  /// The entries that the result takes, as an array of T in memory space M.
  template <class T, class M>
  Kokkos::View<T*, M> leading(std::string_view operation, std::int64_t length,
                              std::string_view meaning) const {
    static_assert(Kokkos::is_view_v<View> && View::rank() == 1, "arrays are Views of rank 1");
    static_assert(std::is_same_v<typename View::value_type, T>,
                  "arrays have the types of the matrix and are not const");
    static_assert(std::is_same_v<typename View::memory_space, M>,
                  "arrays lie in the memory space of the matrix");
    check_room(operation, argument, std::int64_t(view.extent(0)), length, meaning);
    check_contiguous(operation, argument, view.span_is_contiguous());
    return Kokkos::subview(view, std::pair<std::int64_t, std::int64_t>(0, length));
  }
};

template <class View>
ArgumentArray argument_array(std::string_view argument, const View& view) {
  return {argument, view.data(), view.extent(0) * sizeof(typename View::value_type)};
}

/// One-shot, into arrays of the caller's. \param needed what the number of offsets means
template <class To, class Exec, class Matrix, class Offsets, class Indices, class Values>
To transpose_given(const char* label, const Exec& exec, const Matrix& A,
                   const ConvertOptions& options, std::string_view needed, const Offsets& offsets,
                   const Indices& indices, const Values& values) try {
  using M = typename To::memory_space;
  const ConversionCall call(label, exec, A, options.validate);
  const std::string_view operation = call.operation();
  const auto pattern = compressed(A);
  const ArraysOf<To> arrays{
      offsets.template leading<typename To::offset_type, M>(operation, pattern.num_minor + 1,
                                                            needed),
      indices.template leading<typename To::index_type, M>(operation, A.nnz(), "A.nnz"),
      values.template leading<typename To::value_type, M>(operation, A.nnz(), "A.nnz")};
  const std::size_t offset_bytes =
      pattern.offsets == nullptr ? 0
                                 : std::size_t(pattern.num_major + 1) * sizeof(*pattern.offsets);
  check_result_arrays(operation,
                      {{"A", pattern.offsets, offset_bytes},
                       {"A", pattern.indices, std::size_t(A.nnz()) * sizeof(*pattern.indices)},
                       argument_array("A", A.values())},
                      {argument_array(offsets.argument, arrays.offsets),
                       argument_array(indices.argument, arrays.indices),
                       argument_array(values.argument, arrays.values)});
  return transpose_into<To>(exec, A, options, arrays);
} catch (...) {
  rethrow_as_error(label);
}

/// Checks the arrays of a numeric conversion, which have that many places.
template <class Exec, class FromView, class ToView>
void check_value_views(std::string_view operation, std::string_view from_argument,
                       const FromView& from, std::int64_t from_count, std::string_view to_argument,
                       const ToView& to, std::int64_t to_count, std::string_view meaning) {
  using Scalar = typename ToView::value_type;
  static_assert(FromView::rank() == 1 && ToView::rank() == 1, "values are Views of rank 1");
  static_assert(std::is_same_v<typename FromView::non_const_value_type, Scalar>,
                "both arrays have the same scalar type, and the result is not const");
  static_assert(is_accessible_v<Exec, typename FromView::memory_space> &&
                    is_accessible_v<Exec, typename ToView::memory_space>,
                "the execution space cannot reach an array: copy it there first");
  check_length(operation, from_argument, std::int64_t(from.extent(0)), from_count, meaning);
  check_length(operation, to_argument, std::int64_t(to.extent(0)), to_count, meaning);
  check_contiguous(operation, from_argument, from.span_is_contiguous());
  check_contiguous(operation, to_argument, to.span_is_contiguous());
  check_disjoint(operation, from_argument, from.data(), std::size_t(from_count) * sizeof(Scalar),
                 to_argument, to.data(), std::size_t(to_count) * sizeof(Scalar));
}

template <class Exec, class I, class O, class M, class FromView, class ToView>
void apply_transposed(std::string_view operation, const Exec& exec,
                      const TransposedPattern<I, O, M>& pattern, std::string_view from_argument,
                      const FromView& from, std::string_view to_argument, const ToView& to) {
  static_assert(is_accessible_v<Exec, M>,
                "the execution space cannot reach the memory of the conversion's arrays");
  const auto nnz = std::int64_t(pattern.permutation.extent(0));
  check_value_views<Exec>(operation, from_argument, from, nnz, to_argument, to, nnz, "nnz");
  gather_bytes(exec, sizeof(typename ToView::value_type), nnz, pattern.permutation.data(),
               from.data(), to.data());
}

template <class Matrix, class I, class O, class M>
void check_same_pattern(std::string_view operation, const Matrix& A, const O* offsets,
                        const I* indices, const TransposedPattern<I, O, M>& pattern) {
  const bool same = A.num_rows() == pattern.num_rows && A.num_cols() == pattern.num_cols &&
                    A.nnz() == std::int64_t(pattern.permutation.extent(0)) &&
                    A.properties() == pattern.source_properties &&
                    offsets == pattern.source_offsets.data() &&
                    indices == pattern.source_indices.data();
  if (!same) throw_stale_conversion(operation);
}

// --- Coo -> Csr, Csc -----------------------------------------------------------------------------

/// Sorted offsets and indices, and the entries of the Coo matrix in their order.
template <class Exec, class I, class O, class M>
struct AssembledPattern {
  MatrixProperties properties;
  Kokkos::View<O*, M> offsets;
  Kokkos::View<I*, M> indices;
  EntryOrder<Exec> order;
};

template <class O, class Exec, class S, class I, class M>
AssembledPattern<Exec, I, O, M> assemble_pattern(std::string_view operation, const Exec& exec,
                                                 const CooMatrix<const S, I, M>& A, CooOrder by,
                                                 Duplicates duplicates, IndexBase base) {
  if (duplicates != Duplicates::sum) check_nnz<O>(operation, A.nnz());
  const EntryList<I> entries = entry_list(A, by);
  const EqualEntries equal = duplicates == Duplicates::sum      ? EqualEntries::merge
                             : duplicates == Duplicates::reject ? EqualEntries::find
                                                                : EqualEntries::keep;
  AssembledPattern<Exec, I, O, M> result;
  const EntryOrder<Exec>& order = result.order = order_entries(exec, entries, equal);
  if (order.first_duplicate >= 0)
    throw_duplicate(operation, exec, order.first_duplicate, A.row_indices().data(),
                    A.col_indices().data());
  const std::int64_t nnz = order.num_entries, num_major = entries.num_primary;
  check_nnz<O>(operation, nnz);
  check_at_most(operation, by == CooOrder::by_row ? "A.num_rows" : "A.num_cols", num_major,
                std::numeric_limits<std::int64_t>::max() - 1, "the offsets' number");

  result.properties = converted(A.properties(), base, true,
                                A.properties().unique || duplicates != Duplicates::keep);
  result.offsets = allocate<O, M>(operation, exec, "filigree::offsets", num_major + 1);
  result.indices = allocate<I, M>(operation, exec, "filigree::indices", nnz);
  const bool in_place = order.identity && !order.merged;
  Kokkos::View<I*, M> majors;
  if (!in_place) majors = allocate<I, M>(operation, exec, "filigree::major_indices", nnz);
  gather_entries(exec, entries, order, base, majors.data(), result.indices.data());
  compress_sorted(exec, num_major, nnz, in_place ? A.index_base() : base,
                  in_place ? entries.primary : majors.data(), base, result.offsets.data());
  return result;
}

/// The values in that order, those of entries that became one summed.
template <class Exec, class S>
void assemble_values(const Exec& exec, const EntryOrder<Exec>& order, const S* from, S* to) {
  if (order.merged)
    sum_segments(exec, order, from, to);
  else if (order.identity)
    copy_bytes(exec, std::size_t(order.num_entries) * sizeof(S), from, to);
  else
    gather_bytes(exec, sizeof(S), order.num_entries, order.permutation.data(), from, to);
}

template <class S, class I, class O, class M>
struct Assembled : CompressedArrays<S, I, O, M> {
  MatrixProperties properties;
};

template <class O, class Exec, class S, class I, class M>
Assembled<S, I, O, M> assemble(std::string_view operation, const Exec& exec,
                               const CooMatrix<const S, I, M>& A, CooOrder by,
                               Duplicates duplicates, IndexBase base) {
  const auto pattern = assemble_pattern<O>(operation, exec, A, by, duplicates, base);
  Assembled<S, I, O, M> result;
  result.properties = pattern.properties;
  result.offsets = pattern.offsets;
  result.indices = pattern.indices;
  result.values = allocate<S, M>(operation, exec, "filigree::values", pattern.order.num_entries);
  assemble_values(exec, pattern.order, A.values().data(), result.values.data());
  return result;
}

// --- Csr, Csc -> Coo -----------------------------------------------------------------------------

/// The row of each entry of a Csr matrix, the column of each of a Csc matrix.
template <class M, class Exec, class I, class O>
Kokkos::View<I*, M> major_indices(std::string_view operation, const Exec& exec,
                                  const CompressedPattern<I, O>& pattern, IndexBase base) {
  auto result = allocate<I, M>(operation, exec, "filigree::major_indices", pattern.nnz);
  expand_offsets(exec, pattern, base, result.data());
  return result;
}

/// A matrix as a Coo matrix that shares its indices and values.
template <class Exec, class S, class I, class O, class M>
CooMatrix<const S, I, M> sharing_coo(std::string_view operation, const Exec& exec,
                                     const CsrMatrix<S, I, O, M>& A) {
  return {A.num_rows(),
          A.num_cols(),
          major_indices<M>(operation, exec, compressed(A), A.index_base()),
          A.col_indices(),
          A.values(),
          A.properties()};
}
template <class Exec, class S, class I, class O, class M>
CooMatrix<const S, I, M> sharing_coo(std::string_view operation, const Exec& exec,
                                     const CscMatrix<S, I, O, M>& A) {
  MatrixProperties properties = A.properties();
  properties.sorted = false;
  return {A.num_rows(),    A.num_cols(),
          A.row_indices(), major_indices<M>(operation, exec, compressed(A), A.index_base()),
          A.values(),      properties};
}

/// The general matrix, its entries in the order of the stored ones.
template <class Exec, class S, class I, class M>
CooMatrix<S, I, M> expanded(std::string_view operation, const Exec& exec,
                            const CooMatrix<const S, I, M>& A) {
  const EntryList<I> entries = entry_list(A, CooOrder::by_row);
  const std::int64_t count = count_expanded(exec, entries, A.properties());
  const auto rows = allocate<I, M>(operation, exec, "filigree::row_indices", count);
  const auto columns = allocate<I, M>(operation, exec, "filigree::col_indices", count);
  const auto sources = allocate<std::int64_t, M>(operation, exec, "filigree::sources", count);
  const auto values = allocate<S, M>(operation, exec, "filigree::values", count);
  expand_entries(exec, entries, A.properties(), count, rows.data(), columns.data(), sources.data());
  expand_values(exec, count, sources.data(), A.properties().type == MatrixType::hermitian,
                A.values().data(), values.data());
  return {A.num_rows(), A.num_cols(),
          rows,         columns,
          values,       {.index_base = A.index_base(), .unique = A.properties().unique}};
}

}  // namespace detail
}  // namespace filigree

#include <filigree/detail/convert_calls.hpp>
#include <filigree/detail/copy_calls.hpp>
