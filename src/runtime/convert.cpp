// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/convert.hpp>

#include <string>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/convert_problem.hpp>
#include <runtime/pattern.hpp>

namespace filigree::runtime {
namespace {

constexpr std::string_view operation = "convert";

detail::ArgumentArray first_array(std::string_view argument, const SparseOperand& A) {
  if (A.format == Format::coo)
    return {argument, A.row_indices, std::size_t(A.nnz) * size_of(A.index)};
  const std::int64_t lines = A.format == Format::csc ? A.num_cols : A.num_rows;
  const std::size_t length = A.offsets == nullptr ? 0 : std::size_t(lines) + 1;
  return {argument, A.offsets, length * size_of(A.offset)};
}
detail::ArgumentArray second_array(std::string_view argument, const SparseOperand& A) {
  return {argument, minor_indices(A), std::size_t(A.nnz) * size_of(A.index)};
}
detail::ArgumentArray values_of(std::string_view argument, const SparseOperand& A) {
  return {argument, A.values, std::size_t(A.nnz) * size_of(A.scalar)};
}

void check_result_of(const SparseOperand& A, const SparseOperand& B) {
  const auto refuse = [](Status status, const std::string& found, const std::string& expected) {
    detail::throw_error(status, {operation, "B", found, expected, "describe such a matrix"});
  };
  if (B.format == A.format)
    refuse(Status::not_supported, "format " + std::string(filigree::name(B.format)),
           "a format that A has not");
  const auto check = [&](std::int64_t found, std::int64_t expected, const char* meaning) {
    if (found != expected)
      refuse(Status::invalid_value, std::to_string(found) + meaning,
             std::to_string(expected) + meaning + " as A has");
  };
  check(B.num_rows, A.num_rows, " rows");
  check(B.num_cols, A.num_cols, " columns");
  check(B.nnz, A.nnz, " entries");
  if (B.scalar != A.scalar)
    refuse(Status::not_supported, "values of " + std::string(name(B.scalar)),
           "values of " + std::string(name(A.scalar)) + ", as A has");
  const bool both_compressed = A.format != Format::coo && B.format != Format::coo;
  if (B.index != A.index || (both_compressed && B.offset != A.offset))
    refuse(Status::not_supported, "other integer types", "those of A");
}

template <class Offset, class Index>
detail::CompressedPattern<Index, Offset> compressed(
    const detail::StoredPattern<Offset, Index>& pattern) {
  const bool by_columns = pattern.format == detail::StoredFormat::csc;
  return {by_columns ? pattern.num_cols : pattern.num_rows,
          by_columns ? pattern.num_rows : pattern.num_cols,
          pattern.nnz,
          pattern.properties.index_base,
          pattern.offsets,
          by_columns ? pattern.row_indices : pattern.col_indices};
}

template <class Index>
Index* minors_of(const SparseOperand& B) {
  return static_cast<Index*>(B.format == Format::csc ? B.row_indices : B.col_indices);
}

template <class Exec, class Offset, class Index>
void expand(const Exec& exec, const detail::StoredPattern<Offset, Index>& pattern,
            const SparseOperand& A, const SparseOperand& B) {
  const auto source = compressed(pattern);
  const bool by_columns = pattern.format == detail::StoredFormat::csc;
  const IndexBase base = B.properties.index_base;
  auto* const rows = static_cast<Index*>(B.row_indices);
  auto* const cols = static_cast<Index*>(B.col_indices);
  detail::expand_offsets(exec, source, base, by_columns ? cols : rows);
  detail::shift_integers(exec, source.nnz, source.indices,
                         std::int64_t(base) - std::int64_t(source.base), by_columns ? rows : cols);
  detail::copy_bytes(exec, std::size_t(A.nnz) * size_of(A.scalar), A.values, B.values);
}

/// Entries in any order, to rows or columns.
template <class Exec, class Index>
void compress(const Exec& exec, const SparseOperand& A, const SparseOperand& B) {
  const auto* const rows = static_cast<const Index*>(A.row_indices);
  const auto* const cols = static_cast<const Index*>(A.col_indices);
  const bool by_columns = B.format == Format::csc;
  const detail::EntryList<Index> entries{by_columns ? A.num_cols : A.num_rows,
                                         by_columns ? A.num_rows : A.num_cols,
                                         A.nnz,
                                         A.properties.index_base,
                                         by_columns ? cols : rows,
                                         by_columns ? rows : cols};
  const IndexBase base = B.properties.index_base;
  const auto majors = detail::allocate<Index, typename Exec::memory_space>(
      operation, exec, "filigree::indices", A.nnz);
  const auto order = detail::order_entries(exec, entries, detail::EqualEntries::keep);
  detail::gather_entries(exec, entries, order, base, majors.data(), minors_of<Index>(B));
  const auto write_offsets = [&](auto* offsets) {
    detail::compress_sorted(exec, entries.num_primary, A.nnz, base,
                            static_cast<const Index*>(majors.data()), base, offsets);
  };
  if (B.offset == IndexType::int64)
    write_offsets(static_cast<std::int64_t*>(B.offsets));
  else
    write_offsets(static_cast<std::int32_t*>(B.offsets));
  if (order.identity)
    detail::copy_bytes(exec, std::size_t(A.nnz) * size_of(A.scalar), A.values, B.values);
  else
    detail::gather_bytes(exec, size_of(A.scalar), A.nnz, order.permutation.data(), A.values,
                         B.values);
  exec.fence("filigree::convert");  // the scratch memory goes
}

}  // namespace

void convert(const Target& target, const SparseOperand& A, const SparseOperand& B) try {
  const detail::ScopedRegion region("filigree::convert");
  check_format(operation, "A", A.format);
  check_format(operation, "B", B.format);
  check_arrays(operation, "A", A);
  check_operand(operation, "A", target, A);
  check_arrays(operation, "B", B);
  check_result_of(A, B);
  detail::check_result_arrays(operation,
                              {first_array("A", A), second_array("A", A), values_of("A", A)},
                              {first_array("B", B), second_array("B", B), values_of("B", B)});
  visit(target, A,
        [&]<class Exec, class Offset, class Index>(
            const Exec& exec, const detail::StoredPattern<Offset, Index>& pattern) {
          if (A.format == Format::coo)
            compress<Exec, Index>(exec, A, B);
          else if (B.format == Format::coo)
            expand(exec, pattern, A, B);
          else
            detail::transpose_entries(exec, compressed(pattern), B.properties.index_base,
                                      static_cast<Offset*>(B.offsets), minors_of<Index>(B),
                                      size_of(A.scalar), A.values, B.values);
        });
} catch (...) {
  detail::rethrow_as_error("convert");
}

void row_offsets(const Target& target, const SparseOperand& A, void* offsets) try {
  const IndexBase base = A.properties.index_base;
  const auto write = [&]<class Index>(const auto& exec, std::type_identity<Index>) {
    detail::compress_sorted(exec, A.num_rows, A.nnz, base, static_cast<const Index*>(A.row_indices),
                            base, static_cast<Index*>(offsets));
  };
  target.visit([&](const auto& exec) {
    if (A.index == IndexType::int64)
      write(exec, std::type_identity<std::int64_t>());
    else
      write(exec, std::type_identity<std::int32_t>());
  });
} catch (...) {
  detail::rethrow_as_error("row_offsets");
}

}  // namespace filigree::runtime
