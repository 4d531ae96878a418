// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/dense.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/dense_problem.hpp>

/// From Views and containers to plain pointers for dense.hpp.

namespace filigree {
namespace detail {

template <class Exec, class DenseView>
void check_dense_type() {
  static_assert(DenseView::rank() == 2, "a dense matrix is a View of rank 2");
  static_assert(storage_scalar<typename DenseView::non_const_value_type>,
                "the dense matrix's scalar is not a storage type of Filigree");
  static_assert(is_accessible_v<Exec, typename DenseView::memory_space>,
                "the execution space cannot reach the dense matrix: copy it there first");
}

template <class DenseView>
StridedShape dense_shape(const DenseView& A, bool by_row) {
  const auto rows = std::int64_t(A.extent(0)), columns = std::int64_t(A.extent(1));
  const auto row_stride = std::int64_t(A.stride(0)), column_stride = std::int64_t(A.stride(1));
  return by_row ? StridedShape{rows, columns, row_stride, column_stride}
                : StridedShape{columns, rows, column_stride, row_stride};
}

/// Opens a public call on a dense matrix: its region and its log entry.
template <class Exec, class DenseView>
class DenseCall {
 public:
  DenseCall(const char* label, const Exec&, const DenseView& A)
      : region_(label), operation_(std::string_view(label).substr(10)) {
    check_dense_type<Exec, DenseView>();
    log_dense_call(operation_, scalar_name<typename DenseView::non_const_value_type>,
                   std::int64_t(A.extent(0)), std::int64_t(A.extent(1)));
  }
  std::string_view operation() const { return operation_; }

 private:
  ScopedRegion region_;
  std::string_view operation_;
};

template <class Exec, class DenseView>
auto marked_dense(std::string_view operation, const Exec& exec, const DenseView& A, bool by_row,
                  const PruneRule& rule) {
  using Scalar = typename DenseView::non_const_value_type;
  return marked<typename DenseView::memory_space, Exec, Scalar>(
      operation, exec, dense_shape(A, by_row), A.data(), rule);
}

template <class Exec, class DenseView, class CountView>
auto counted_nonzeros(std::string_view operation, const Exec& exec, const DenseView& A, CountBy by,
                      const CountView& counts) {
  static_assert(is_accessible_v<Exec, typename CountView::memory_space>,
                "the execution space cannot reach the counts");
  const bool by_row = by == CountBy::row;
  check_counts(operation, counts, std::int64_t(A.extent(by_row ? 0 : 1)),
               by_row ? "the rows" : "the columns");
  check_disjoint(operation, "A", A.data(), A.span() * sizeof(typename DenseView::value_type),
                 "counts", counts.data(), counts.span() * sizeof(typename CountView::value_type));
  auto marks = marked_dense(operation, exec, A, by_row, PruneRule(Threshold{0}));
  count_major_marks(exec, marks.shape, marks.starts.data(), counts.data());
  return marks;
}

/// How a sparse format is filled from a dense matrix.
template <class Matrix>
struct DenseTarget;
template <class S, class I, class O, class M>
struct DenseTarget<CsrMatrix<S, I, O, M>> {
  static constexpr bool by_row = true, has_offsets = true;
};
template <class S, class I, class O, class M>
struct DenseTarget<CscMatrix<S, I, O, M>> {
  static constexpr bool by_row = false, has_offsets = true;
};
template <class S, class I, class M>
struct DenseTarget<CooMatrix<S, I, M>> {
  static constexpr bool by_row = true, has_offsets = false;
};

/// Checks B against A and, on request, A itself. Returns B's shape.
template <class Exec, class Matrix, class DenseView>
StridedShape check_to_dense(std::string_view operation, const Exec& exec, const Matrix& A,
                            const DenseView& B, bool by_row, bool validated) {
  check_dense_type<Exec, DenseView>();
  static_assert(std::is_same_v<typename DenseView::value_type, typename Matrix::scalar_type>,
                "the dense matrix has the sparse one's scalar type and is not const");
  check_length(operation, "B", std::int64_t(B.extent(0)), A.num_rows(), "A.num_rows (rows of B)");
  check_length(operation, "B", std::int64_t(B.extent(1)), A.num_cols(),
               "A.num_cols (columns of B)");
  const StridedShape shape = dense_shape(B, by_row);
  check_injective(operation, "B", shape);
  // B is zeroed before A's values are read.
  check_disjoint(operation, "A", A.values().data(),
                 A.values().extent(0) * sizeof(typename Matrix::scalar_type), "B", B.data(),
                 B.span() * sizeof(typename Matrix::scalar_type));
  check_operand(operation, "A", exec, A, result_memory("B", B), false);
  if (validated) {
    const Check duplicates = A.properties().unique ? Check::never : Check::always;
    throw_offence(operation, "A",
                  validate(exec, A, {.order = Check::never, .duplicates = duplicates}));
  }
  return shape;
}

template <class Exec, class Matrix, class DenseView>
void compressed_to_dense(const char* label, const Exec& exec, const Matrix& A, const DenseView& B,
                         bool by_row, const ToDenseOptions& options) try {
  const ConversionCall call(label, exec, A, false);
  const StridedShape shape = check_to_dense(call.operation(), exec, A, B, by_row, options.validate);
  const auto write = [&](const auto& full) {
    zero_dense(exec, shape, sizeof(typename Matrix::scalar_type), B.data());
    scatter_compressed(exec, compressed(full), shape, sizeof(typename Matrix::scalar_type),
                       full.values().data(), B.data());
  };
  if (A.properties().type == MatrixType::general)
    write(A);
  else
    write(expand_to_general(exec, A, {.validate = false}));
} catch (...) {
  rethrow_as_error(label);
}

}  // namespace detail

template <execution_space Exec, class DenseView, class CountView>
std::int64_t count_nonzeros(const Exec& exec, const DenseView& A, CountBy by,
                            const CountView& counts) try {
  const detail::DenseCall call("filigree::count_nonzeros", exec, A);
  return detail::read_count(
      exec, detail::counted_nonzeros(call.operation(), exec, A, by, counts).count());
} catch (...) {
  detail::rethrow_as_error("count_nonzeros");
}

template <execution_space Exec, class DenseView, class CountView, class TotalView>
void count_nonzeros(const Exec& exec, const DenseView& A, CountBy by, const CountView& counts,
                    const TotalView& total) try {
  static_assert(TotalView::rank() == 0 &&
                    std::is_same_v<typename TotalView::value_type, std::int64_t> &&
                    is_accessible_v<Exec, typename TotalView::memory_space>,
                "the total is a View of rank 0 of int64_t that the execution space reaches");
  const detail::DenseCall call("filigree::count_nonzeros", exec, A);
  const auto marks = detail::counted_nonzeros(call.operation(), exec, A, by, counts);
  detail::copy_bytes(exec, sizeof(std::int64_t), marks.count(), total.data());
} catch (...) {
  detail::rethrow_as_error("count_nonzeros");
}

template <class Matrix>
template <execution_space Exec, class DenseView>
DenseToSparse<Matrix>::DenseToSparse(const Exec& exec, const DenseView& A,
                                     const DenseOptions& options) try {
  static_assert(std::is_same_v<typename DenseView::non_const_value_type, scalar_type> &&
                    std::is_same_v<typename DenseView::memory_space, memory_space>,
                "the dense matrix has the scalar type and the memory space of the sparse one");
  using Target = detail::DenseTarget<Matrix>;
  using std::int64_t;
  const detail::DenseCall call("filigree::DenseToSparse", exec, A);
  const std::string_view operation = call.operation();
  detail::check_matrix_sizes<index_type>(operation, int64_t(A.extent(0)), int64_t(A.extent(1)), {});
  const auto marks = detail::marked_dense(operation, exec, A, Target::by_row, options.rule);
  const int64_t nnz = detail::read_count(exec, marks.count());
  if (Target::has_offsets) detail::check_nnz<offset_type>(operation, nnz);

  shape_ = marks.shape;
  properties_ = {.index_base = options.index_base, .sorted = true, .unique = true};
  minors_ = detail::allocate<index_type, memory_space>(operation, exec, "filigree::indices", nnz);
  places_ = detail::allocate<int64_t, memory_space>(operation, exec, "filigree::places", nnz);
  if constexpr (Target::has_offsets) {
    offsets_ = detail::allocate<offset_type, memory_space>(operation, exec, "filigree::offsets",
                                                           shape_.num_major + 1);
    detail::major_offsets(exec, shape_, marks.starts.data(), options.index_base, offsets_.data());
  } else {
    majors_ = detail::allocate<index_type, memory_space>(operation, exec, "filigree::indices", nnz);
  }
  detail::list_marks(exec, shape_, marks.words.data(), marks.starts.data(), options.index_base,
                     majors_.data(), minors_.data(), places_.data());
} catch (...) {
  detail::rethrow_as_error("DenseToSparse");
}

template <class Matrix>
template <execution_space Exec, class DenseView, class ValueView>
void DenseToSparse<Matrix>::apply(const Exec& exec, const DenseView& A,
                                  const ValueView& values) const try {
  static_assert(ValueView::rank() == 1 &&
                    std::is_same_v<typename ValueView::value_type, scalar_type> &&
                    std::is_same_v<typename DenseView::non_const_value_type, scalar_type>,
                "values are a View of rank 1 of the matrix's scalar type");
  const detail::DenseCall call("filigree::DenseToSparse::apply", exec, A);
  const std::string_view operation = call.operation();
  detail::check_same_shape(operation, "A", shape_,
                           detail::dense_shape(A, detail::DenseTarget<Matrix>::by_row));
  detail::check_length(operation, "values", std::int64_t(values.extent(0)), nnz(), "nnz");
  detail::check_contiguous(operation, "values", values.span_is_contiguous());
  detail::check_disjoint(operation, "A", A.data(), A.span() * sizeof(scalar_type), "values",
                         values.data(), values.extent(0) * sizeof(scalar_type));
  detail::gather_bytes(exec, sizeof(scalar_type), nnz(), places_.data(), A.data(), values.data());
} catch (...) {
  detail::rethrow_as_error("DenseToSparse::apply");
}

template <class Matrix>
template <execution_space Exec, class DenseView>
Matrix DenseToSparse<Matrix>::apply(const Exec& exec, const DenseView& A) const try {
  const auto values = detail::allocate<scalar_type, memory_space>("DenseToSparse::apply", exec,
                                                                  "filigree::values", nnz());
  apply(exec, A, values);
  const auto rows = std::int64_t(A.extent(0)), columns = std::int64_t(A.extent(1));
  if constexpr (detail::DenseTarget<Matrix>::has_offsets)
    return {rows, columns, offsets_, minors_, values, properties_};
  else
    return {rows, columns, majors_, minors_, values, properties_};
} catch (...) {
  detail::rethrow_as_error("DenseToSparse::apply");
}

template <class Index, class Offset, execution_space Exec, class DenseView>
auto dense_to_csr(const Exec& exec, const DenseView& A, const DenseOptions& options)
    -> CsrMatrix<typename DenseView::non_const_value_type, Index, Offset,
                 typename DenseView::memory_space> try {
  const detail::ScopedRegion region("filigree::dense_to_csr");
  using Matrix = CsrMatrix<typename DenseView::non_const_value_type, Index, Offset,
                           typename DenseView::memory_space>;
  return DenseToSparse<Matrix>(exec, A, options).apply(exec, A);
} catch (...) {
  detail::rethrow_as_error("dense_to_csr");
}

template <class Index, class Offset, execution_space Exec, class DenseView>
auto dense_to_csc(const Exec& exec, const DenseView& A, const DenseOptions& options)
    -> CscMatrix<typename DenseView::non_const_value_type, Index, Offset,
                 typename DenseView::memory_space> try {
  const detail::ScopedRegion region("filigree::dense_to_csc");
  using Matrix = CscMatrix<typename DenseView::non_const_value_type, Index, Offset,
                           typename DenseView::memory_space>;
  return DenseToSparse<Matrix>(exec, A, options).apply(exec, A);
} catch (...) {
  detail::rethrow_as_error("dense_to_csc");
}

template <class Index, execution_space Exec, class DenseView>
auto dense_to_coo(const Exec& exec, const DenseView& A, const DenseOptions& options)
    -> CooMatrix<typename DenseView::non_const_value_type, Index,
                 typename DenseView::memory_space> try {
  const detail::ScopedRegion region("filigree::dense_to_coo");
  using Matrix =
      CooMatrix<typename DenseView::non_const_value_type, Index, typename DenseView::memory_space>;
  return DenseToSparse<Matrix>(exec, A, options).apply(exec, A);
} catch (...) {
  detail::rethrow_as_error("dense_to_coo");
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class DenseView>
void csr_to_dense(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                  const DenseView& B, const ToDenseOptions& options) {
  detail::compressed_to_dense("filigree::csr_to_dense", exec, A, B, true, options);
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class DenseView>
void csc_to_dense(const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A,
                  const DenseView& B, const ToDenseOptions& options) {
  detail::compressed_to_dense("filigree::csc_to_dense", exec, A, B, false, options);
}

template <execution_space Exec, class Scalar, class Index, class MemorySpace, class DenseView>
void coo_to_dense(const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
                  const DenseView& B, const ToDenseOptions& options) try {
  const detail::ConversionCall call("filigree::coo_to_dense", exec, A, false);
  const detail::StridedShape shape =
      detail::check_to_dense(call.operation(), exec, A, B, true, options.validate);
  const auto write = [&](const auto& full) {
    detail::zero_dense(exec, shape, sizeof(Scalar), B.data());
    detail::scatter_entries(exec, detail::entry_list(full, CooOrder::by_row), shape, sizeof(Scalar),
                            full.values().data(), B.data());
  };
  if (A.properties().type == MatrixType::general)
    write(A);
  else
    write(expand_to_general(exec, A, {.validate = false}));
} catch (...) {
  detail::rethrow_as_error("coo_to_dense");
}

}  // namespace filigree
