// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/dense_problem.hpp>
#include <filigree/detail/format_problem.hpp>
#include <filigree/detail/prune_front.hpp>
#include <runtime/convert.hpp>
#include <runtime/dense.hpp>
#include <runtime/pattern.hpp>
#include <runtime/prune.hpp>

namespace filigree::runtime {
namespace {

/// Its rows are those of a CSR or COO matrix, or the columns of a CSC one.
detail::StridedShape strided_shape(const DenseOperand& A, Format format) {
  if (format == Format::csc) return {A.num_cols, A.num_rows, A.col_stride(), A.row_stride()};
  return {A.num_rows, A.num_cols, A.row_stride(), A.col_stride()};
}

void check_to_dense(std::string_view operation, const Target& target, const SparseOperand& A,
                    const DenseOperand& B) {
  check_arrays(operation, "A", A);
  detail::check_pointer(operation, "B", B.values, B.num_rows * B.num_cols);
  if (A.properties.type != MatrixType::general)
    detail::throw_error(Status::matrix_type_not_supported,
                        {operation, "A", "a matrix that is not general", "a general matrix",
                         "store both triangles"});
  if (A.num_rows != B.num_rows || A.num_cols != B.num_cols)
    detail::throw_error(
        Status::invalid_value,
        {operation, "B", std::to_string(B.num_rows) + " x " + std::to_string(B.num_cols),
         std::to_string(A.num_rows) + " x " + std::to_string(A.num_cols) + ", as A has",
         "pass a dense matrix of that size"});
  if (A.scalar != B.scalar)
    detail::throw_error(Status::not_supported,
                        {operation, "B", "values of " + std::string(name(B.scalar)),
                         "values of " + std::string(name(A.scalar)) + ", as A has",
                         "pass a dense matrix of that type"});
  check_operand(operation, "A", target, A, memory_of("B", B));
  if (!A.properties.unique && has_pattern(A.format)) check_unique(operation, "A", target, A);
}

template <class Exec, class Offset, class Index>
struct State {
  using Space = typename Exec::memory_space;

  detail::StridedShape shape;
  Kokkos::View<Offset*, Space> offsets;
  Kokkos::View<Index*, Space> majors;  ///< of COO
  Kokkos::View<Index*, Space> minors;
  Kokkos::View<std::int64_t*, Space> places;  ///< of the entries, in A
};

template <class Exec>
auto mark_kept(std::string_view operation, const Exec& exec, const detail::StridedShape& shape,
               const DenseOperand& A, const PruneRule& rule) {
  return visit_scalar(A.scalar, [&]<class Scalar>(std::type_identity<Scalar>) {
    return detail::marked<typename Exec::memory_space, Exec, Scalar>(
        operation, exec, shape, static_cast<const Scalar*>(A.values), rule);
  });
}

template <class Offset, class Index, class Exec>
auto find_kept(const Exec& exec, const DenseOperand& A, const PruneRule& rule,
               SparseOperand& result) {
  using Space = typename Exec::memory_space;
  constexpr std::string_view operation = "dense_to_sparse_plan";
  const auto state = std::make_shared<State<Exec, Offset, Index>>();
  const auto shape = state->shape = strided_shape(A, result.format);
  const IndexBase base = result.properties.index_base;
  const auto marks = mark_kept(operation, exec, shape, A, rule);
  result.nnz = detail::read_count(exec, marks.count());
  check(operation, result);  // more entries than its offsets count
  state->minors = detail::allocate<Index, Space>(operation, exec, "filigree::indices", result.nnz);
  state->places =
      detail::allocate<std::int64_t, Space>(operation, exec, "filigree::places", result.nnz);
  const bool by_columns = result.format == Format::csc;
  if (result.format == Format::coo) {
    state->majors =
        detail::allocate<Index, Space>(operation, exec, "filigree::indices", result.nnz);
    result.row_indices = state->majors.data();
  } else {
    state->offsets =
        detail::allocate<Offset, Space>(operation, exec, "filigree::offsets", shape.num_major + 1);
    detail::major_offsets(exec, shape, marks.starts.data(), base, state->offsets.data());
    result.offsets = state->offsets.data();
  }
  (by_columns ? result.row_indices : result.col_indices) = state->minors.data();
  detail::list_marks(exec, shape, marks.words.data(), marks.starts.data(), base,
                     state->majors.data(), state->minors.data(), state->places.data());
  exec.fence("filigree::dense_to_sparse_plan");  // the marks go
  return state;
}

/// Where each entry of a matrix of blocks or slices lies in its values, and in a dense matrix.
template <class Exec>
struct EntryPlaces {
  using Integers = Kokkos::View<std::int64_t*, typename Exec::memory_space>;

  Integers sparse;
  Integers dense;

  std::int64_t count() const { return std::int64_t(sparse.extent(0)); }
};

/// Throws invalid_value for an entry outside the matrix. Waits.
template <class Exec, class Rows>
EntryPlaces<Exec> list_places(std::string_view operation, const Exec& exec, const Rows& rows,
                              const detail::StridedShape& shape) {
  using Index = typename Rows::index_type;
  using Space = typename Exec::memory_space;
  const auto offsets = detail::allocate<std::int64_t, Space>(operation, exec, "filigree::offsets",
                                                             rows.num_rows + 1);
  const std::int64_t count = detail::count_row_entries(operation, exec, rows, {}, offsets.data());
  const auto indices = detail::allocate<Index, Space>(operation, exec, "filigree::indices", count);
  EntryPlaces<Exec> places{
      detail::allocate<std::int64_t, Space>(operation, exec, "filigree::places", count),
      detail::allocate<std::int64_t, Space>(operation, exec, "filigree::places", count)};
  detail::fill_row_entries(exec, rows, {}, offsets.data(), IndexBase::zero, indices.data(),
                           places.sparse.data());
  detail::dense_places(
      exec,
      detail::CompressedPattern<Index, std::int64_t>{
          rows.num_rows, rows.num_cols, count, IndexBase::zero, offsets.data(), indices.data()},
      shape, places.dense.data());
  exec.fence("filigree::list_places");  // the offsets and indices go
  return places;
}

/// Moves the entries of a matrix of blocks or slices to a dense one, or from it. Waits.
void move_entries(std::string_view operation, const Target& target, const SparseOperand& A,
                  const DenseOperand& B, bool to_dense) {
  const auto shape = strided_shape(B, A.format);
  const std::size_t bytes = size_of(A.scalar);
  visit_container(target, A, [&]<class Exec>(const Exec& exec, const auto& container) {
    const auto places = list_places(operation, exec, detail::format_rows(container), shape);
    const auto moved = detail::allocate<std::byte, typename Exec::memory_space>(
        operation, exec, "filigree::values", places.count() * std::int64_t(bytes));
    if (to_dense) detail::zero_dense(exec, shape, bytes, B.values);
    detail::gather_bytes(exec, bytes, places.count(),
                         (to_dense ? places.sparse : places.dense).data(),
                         to_dense ? A.values : B.values, moved.data());
    detail::scatter_bytes(exec, bytes, places.count(),
                          (to_dense ? places.dense : places.sparse).data(), moved.data(),
                          to_dense ? B.values : A.values);
    exec.fence("filigree::move_entries");  // the scratch memory goes
  });
}

}  // namespace

void to_dense(const Target& target, const SparseOperand& A, const DenseOperand& B) try {
  constexpr std::string_view operation = "to_dense";
  const detail::ScopedRegion region("filigree::to_dense");
  check_to_dense(operation, target, A, B);
  if (!has_pattern(A.format)) return move_entries(operation, target, A, B, true);
  const auto shape = strided_shape(B, A.format);
  const std::size_t bytes = size_of(A.scalar);
  visit(target, A,
        [&]<class Exec, class Offset, class Index>(
            const Exec& exec, const detail::StoredPattern<Offset, Index>& pattern) {
          detail::zero_dense(exec, shape, bytes, B.values);
          if (A.format == Format::coo)
            detail::scatter_entries(
                exec,
                detail::EntryList<Index>{A.num_rows, A.num_cols, A.nnz, A.properties.index_base,
                                         pattern.row_indices, pattern.col_indices},
                shape, bytes, A.values, B.values);
          else
            detail::scatter_compressed(
                exec,
                detail::CompressedPattern<Index, Offset>{
                    shape.num_major, shape.num_minor, A.nnz, A.properties.index_base,
                    pattern.offsets, static_cast<const Index*>(minor_indices(A))},
                shape, bytes, A.values, B.values);
        });
} catch (...) {
  detail::rethrow_as_error("to_dense");
}

void sample_dense(const Target& target, const DenseOperand& A, const SparseOperand& C) try {
  constexpr std::string_view operation = "sample_dense";
  const detail::ScopedRegion region("filigree::sample_dense");
  if (has_pattern(C.format))
    detail::throw_error(Status::not_supported,
                        {operation, "C", "format " + std::string(filigree::name(C.format)),
                         "a format of blocks or slices", "make a plan of dense_to_sparse"});
  check_to_dense(operation, target, C, A);
  move_entries(operation, target, C, A, false);
} catch (...) {
  detail::rethrow_as_error("sample_dense");
}

ResultPlan make_dense_to_sparse_plan(const Target& target, const DenseOperand& A, Format format,
                                     IndexType offset, IndexType index, IndexBase base) {
  return make_dense_prune_plan(target, A, Threshold{0}, format, offset, index, base);
}

std::int64_t count_nonzeros(const Target& target, const DenseOperand& A, bool by_rows,
                            std::int32_t* counts) try {
  constexpr std::string_view operation = "count_nonzeros";
  check_region(operation, target);
  detail::check_pointer(operation, "A", A.values, A.num_rows * A.num_cols);
  const auto shape = strided_shape(A, by_rows ? Format::csr : Format::csc);
  detail::check_pointer(operation, "counts", counts, shape.num_major);
  return target.visit([&](const auto& exec) {
    const auto marks = mark_kept(operation, exec, shape, A, Threshold{0});
    if (shape.num_major > 0) detail::count_major_marks(exec, shape, marks.starts.data(), counts);
    return detail::read_count(exec, marks.count());
  });
} catch (...) {
  detail::rethrow_as_error("count_nonzeros");
}

ResultPlan make_dense_prune_plan(const Target& target, const DenseOperand& A, const PruneRule& rule,
                                 Format format, IndexType offset, IndexType index,
                                 IndexBase base) try {
  constexpr std::string_view operation = "dense_to_sparse_plan";
  const detail::ScopedRegion region("filigree::dense_to_sparse_plan");
  ResultPlan plan{target, {}, {}, {}, false, {}, nullptr};
  SparseOperand& result = plan.result;
  result.format = format;
  result.scalar = A.scalar;
  result.index = index;
  result.offset = offset;
  result.num_rows = A.num_rows;
  result.num_cols = A.num_cols;
  result.properties = {.index_base = base, .sorted = true, .unique = true};
  check_region(operation, target);
  check_format(operation, "format", format);
  check(operation, result);
  detail::check_pointer(operation, "A", A.values, A.num_rows * A.num_cols);
  visit(target, SparseOperand(result),
        [&]<class Exec, class Offset, class Index>(const Exec& exec,
                                                   const detail::StoredPattern<Offset, Index>&) {
          plan.state = find_kept<Offset, Index>(exec, A, rule, result);
        });
  return plan;
} catch (...) {
  detail::rethrow_as_error("dense_to_sparse_plan");
}

void dense_to_sparse(const Target& target, const ResultPlan& plan, const DenseOperand& A,
                     const SparseOperand& C) try {
  constexpr std::string_view operation = "dense_to_sparse";
  const detail::ScopedRegion region("filigree::dense_to_sparse");
  check_region(operation, target);
  check_plan_target(operation, plan.target, target);
  check_result(operation, plan, C, true);
  if (A.scalar != plan.result.scalar || C.scalar != plan.result.scalar)
    detail::throw_error(Status::stale_plan,
                        {operation, "A", "another scalar type than the plan's",
                         std::string(name(plan.result.scalar)), "make a plan for it"});
  detail::check_pointer(operation, "A", A.values, A.num_rows * A.num_cols);
  const detail::ResultMemory of_a = memory_of("A", A), of_c = memory_of_values("C", C);
  detail::check_disjoint(operation, "A", of_a.data, of_a.bytes, "C", of_c.data, of_c.bytes);
  visit(target, plan.result,
        [&]<class Exec, class Offset, class Index>(const Exec& exec,
                                                   const detail::StoredPattern<Offset, Index>&) {
          const auto& state = plan.as<State<Exec, Offset, Index>>();
          detail::check_same_shape(operation, "A", state.shape,
                                   strided_shape(A, plan.result.format));
          detail::gather_bytes(exec, size_of(A.scalar), C.nnz, state.places.data(), A.values,
                               C.values);
        });
} catch (...) {
  detail::rethrow_as_error("dense_to_sparse");
}

}  // namespace filigree::runtime
