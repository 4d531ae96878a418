// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// From operands to what compiled products take.

namespace filigree::runtime {

/// Throws not_supported unless the format is CSR, CSC or COO.
void check_format(std::string_view operation, std::string_view argument, Format format);
/// The same, and invalid_value where an array is missing, of the values only if `with_values`.
/// `takes_blocks`: a BSR matrix will do, too.
void check_arrays(std::string_view operation, std::string_view argument, const SparseOperand& A,
                  bool with_values = true, bool takes_blocks = false);
/// Throws not_supported in a parallel region in which Kokkos would end the program.
void check_region(std::string_view operation, const Target& target);
/// Throws invalid_value where the result shares memory with an array of A, or, on a host, the ends
/// of the arrays are not those of a matrix with A's index base; of all entries where operands are
/// to be validated (set_validation); as check_region. `with_values`: whether the result is to be
/// apart from A's values too.
void check_operand(std::string_view operation, std::string_view argument, const Target& target,
                   const SparseOperand& A, const detail::ResultMemory& result = {},
                   bool with_values = true);
/// Throws invalid_value where an index is out of range or an entry is stored twice; waits.
void check_unique(std::string_view operation, std::string_view argument, const Target& target,
                  const SparseOperand& A);
/// Throws not_supported unless the matrix is CSR, or, if they are taken, CSC.
void check_compressed(std::string_view operation, std::string_view argument, const SparseOperand& A,
                      bool takes_columns);
/// Throws invalid_value unless C has the format, sizes, integer types and index base of a plan's
/// result, and, if `with_values`, an array for its values that is apart from its other arrays.
void check_result(std::string_view operation, const ResultPlan& plan, const SparseOperand& C,
                  bool with_values);
/// Throws invalid_value where a plan was made for another kind of target.
void check_plan_target(std::string_view operation, const Target& of_plan, const Target& target);
/// Throws stale_plan where a matrix has other types than the plan's.
void check_plan_matrix(std::string_view operation, std::string_view argument,
                       const SparseOperand& of_plan, const SparseOperand& A);
/// Throws invalid_value where the plan is for another kind of target, stale_plan where it is for a
/// matrix of other types.
void check_plan(std::string_view operation, const Target& target, const Plan& plan,
                const SparseOperand& A);

/// Of a format that check_arrays lets pass.
inline detail::StoredFormat stored_format(Format format) {
  if (format == Format::csc) return detail::StoredFormat::csc;
  return format == Format::coo ? detail::StoredFormat::coo : detail::StoredFormat::csr;
}

template <class Offset, class Index>
detail::StoredPattern<Offset, Index> stored_pattern(const SparseOperand& A) {
  return {stored_format(A.format),
          A.properties,
          A.num_rows,
          A.num_cols,
          A.nnz,
          static_cast<const Offset*>(A.offsets),
          static_cast<const Index*>(A.row_indices),
          static_cast<const Index*>(A.col_indices)};
}

/// f(the pattern with its types). Coordinates count in 64 bits, as their container does.
template <class F>
auto visit_pattern(const SparseOperand& A, const F& f) {
  if (A.index == IndexType::int64) return f(stored_pattern<std::int64_t, std::int64_t>(A));
  if (A.offset == IndexType::int64 || A.format == Format::coo)
    return f(stored_pattern<std::int64_t, std::int32_t>(A));
  return f(stored_pattern<std::int32_t, std::int32_t>(A));
}

template <class Offset, class Index>
detail::StoredRows<detail::BsrRows<Index, Offset>> stored_blocks(const SparseOperand& A) {
  const auto* const offsets = static_cast<const Offset*>(A.offsets);
  detail::StoredRows<detail::BsrRows<Index, Offset>> stored;
  stored.format = filigree::name(A.format);
  stored.properties = A.properties;
  stored.num_rows = A.num_rows;
  stored.num_cols = A.num_cols;
  stored.nnz = stored.num_places = A.nnz;
  stored.rows = {{A.num_rows, A.num_cols},
                 std::int64_t(A.properties.index_base),
                 A.block,
                 offsets,
                 offsets == nullptr ? nullptr : offsets + 1,
                 static_cast<const Index*>(A.col_indices)};
  return stored;
}

/// f(the pattern with its types), also of a BSR matrix.
template <class F>
auto visit_pattern_or_blocks(const SparseOperand& A, const F& f) {
  if (A.format != Format::bsr) return visit_pattern(A, f);
  if (A.index == IndexType::int64) return f(stored_blocks<std::int64_t, std::int64_t>(A));
  if (A.offset == IndexType::int64) return f(stored_blocks<std::int64_t, std::int32_t>(A));
  return f(stored_blocks<std::int32_t, std::int32_t>(A));
}

/// Of a CSR or CSC matrix.
inline const void* minor_indices(const SparseOperand& A) {
  return A.format == Format::csc ? A.row_indices : A.col_indices;
}
inline detail::AnyOffsets any_offsets(IndexType type, const void* data) {
  if (data == nullptr) return {};
  return type == IndexType::int64 ? detail::AnyOffsets(static_cast<const std::int64_t*>(data))
                                  : detail::AnyOffsets(static_cast<const std::int32_t*>(data));
}
inline IndexType wider(IndexType a, IndexType b) { return a == IndexType::int64 ? a : b; }
inline detail::ResultMemory memory_of_values(std::string_view argument, const SparseOperand& A) {
  return {argument, A.values, std::size_t(A.nnz) * size_of(A.scalar)};
}

/// f(exec, the pattern with its types)
template <class F>
auto visit(const Target& target, const SparseOperand& A, const F& f) {
  return target.visit([&](const auto& exec) {
    return visit_pattern(A, [&](const auto& pattern) { return f(exec, pattern); });
  });
}

template <class T>
ScalarArgument<T> scalar_argument(const ScalarOperand& scalar) {
  if (scalar.on_device)
    return Kokkos::View<const T, DefaultMemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
        static_cast<const T*>(scalar.value));
  T value{};  // a double complex of C is aligned as a double is
  std::memcpy(&value, scalar.value, sizeof value);
  return value;
}

}  // namespace filigree::runtime
