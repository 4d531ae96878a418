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
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/sell.hpp>
#include <filigree/validate.hpp>
#include <runtime/operands.hpp>
#include <runtime/plan.hpp>
#include <runtime/target.hpp>

/// From operands to what compiled products take.

namespace filigree::runtime {

/// Throws not_supported unless the format is CSR, CSC or COO.
void check_format(std::string_view operation, std::string_view argument, Format format);
/// Throws not_supported for a format that SparseOperand has not, invalid_value where an array is
/// missing, of the values only if `with_values`.
void check_arrays(std::string_view operation, std::string_view argument, const SparseOperand& A,
                  bool with_values = true);
/// Throws not_supported in a parallel region in which Kokkos would end the program.
void check_region(std::string_view operation, const Target& target);
/// Throws invalid_value where the result shares memory with an array of A, or, on a host, the ends
/// of the arrays are not those of a matrix with A's index base; of all entries where operands are
/// to be validated (set_validation); as check_region. `with_values`: whether the result is to be
/// apart from A's values too.
void check_operand(std::string_view operation, std::string_view argument, const Target& target,
                   const SparseOperand& A, const detail::ResultMemory& result = {},
                   bool with_values = true);
/// Throws invalid_value with the first offence among the entries that validate() finds; waits.
FILIGREE_EXPORT void validate_entries(std::string_view operation, std::string_view argument,
                                      const Target& target, const SparseOperand& A,
                                      const ValidateOptions& options = {});
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

/// What a format is that check_arrays lets pass.
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

/// Whether the format is one of CSR, CSC and COO, which have a StoredPattern.
inline bool has_pattern(Format format) {
  return format == Format::csr || format == Format::csc || format == Format::coo;
}

/// Whether visit_container knows the format.
inline bool has_container(Format format) {
  return format == Format::bsr || format == Format::sell || format == Format::blocked_ell ||
         format == Format::ell || format == Format::dia || format == Format::hdia;
}

/// f(exec, std::type_identity of the offsets, and of the indices)
template <class F>
auto visit_integers(const Target& target, const SparseOperand& A, const F& f) {
  using Narrow = std::type_identity<std::int32_t>;
  using Wide = std::type_identity<std::int64_t>;
  return target.visit([&](const auto& exec) {
    if (A.index == IndexType::int64) return f(exec, Wide(), Wide());
    if (A.offset == IndexType::int64) return f(exec, Wide(), Narrow());
    return f(exec, Narrow(), Narrow());
  });
}

/// What stands for the values in a container that has only the pattern to tell: nobody reads them,
/// and a matrix may have none yet.
using AnyValue = const std::int8_t;
inline AnyValue* any_values(const SparseOperand& A) {
  return static_cast<AnyValue*>(A.col_indices);
}

template <class Value, class MemorySpace, class Offset, class Index>
auto csr_container(const SparseOperand& A) {
  const auto* values = static_cast<Value*>(A.values);
  if constexpr (std::is_same_v<Value, AnyValue>) values = any_values(A);
  return CsrMatrix<Value, Index, Offset, MemorySpace>::wrap(
      A.num_rows, A.num_cols, A.nnz, static_cast<const Offset*>(A.offsets),
      static_cast<const Index*>(A.col_indices), values, A.properties);
}
template <class MemorySpace, class Offset, class Index>
auto bsr_container(const SparseOperand& A) {
  return BsrMatrix<AnyValue, Index, Offset, MemorySpace>::wrap(
      A.num_rows, A.num_cols, A.block, A.num_indices(), static_cast<const Offset*>(A.offsets),
      static_cast<const Index*>(A.col_indices), any_values(A), A.properties);
}
template <class MemorySpace, class Offset, class Index>
auto sell_container(const SparseOperand& A) {
  return SellMatrix<AnyValue, Index, Offset, MemorySpace>::wrap(
      A.num_rows, A.num_cols, A.nnz, A.slice_size, A.num_places,
      static_cast<const Offset*>(A.offsets), static_cast<const Index*>(A.col_indices),
      any_values(A), A.properties);
}
template <class MemorySpace, class Index>
auto blocked_ell_container(const SparseOperand& A) {
  return BlockedEllMatrix<AnyValue, Index, MemorySpace>::wrap(
      A.num_rows, A.num_cols, A.block.rows, A.ell_cols, static_cast<const Index*>(A.col_indices),
      any_values(A), A.properties);
}

template <class MemorySpace, class Index>
auto ell_container(const SparseOperand& A) {
  return EllMatrix<AnyValue, Index, MemorySpace>::wrap(
      A.num_rows, A.num_cols, A.nnz, A.ell_cols, A.row_stride,
      static_cast<const Index*>(A.col_indices), any_values(A), A.properties);
}
template <class MemorySpace, class Index>
auto dia_container(const SparseOperand& A) {
  return DiaMatrix<AnyValue, Index, MemorySpace>::wrap(
      A.num_rows, A.num_cols, A.nnz, A.num_diagonals, A.row_stride,
      static_cast<const Index*>(A.col_indices), any_values(A), A.properties);
}
template <class MemorySpace, class Offset, class Index>
auto hdia_container(const SparseOperand& A) {
  return HdiaMatrix<AnyValue, Index, Offset, MemorySpace>::wrap(
      A.num_rows, A.num_cols, A.nnz, A.slice_size, A.num_diagonals,
      static_cast<const Offset*>(A.offsets), static_cast<const Index*>(A.col_indices),
      any_values(A), A.properties);
}

/// f(exec, the container of the pattern) of a matrix of blocks, slices or diagonals.
template <class F>
auto visit_container(const Target& target, const SparseOperand& A, const F& f) {
  return visit_integers(
      target, A,
      [&]<class Exec, class Offset, class Index>(const Exec& exec, std::type_identity<Offset>,
                                                 std::type_identity<Index>) {
        using Space = typename Exec::memory_space;
        switch (A.format) {
          case Format::sell:
            return f(exec, sell_container<Space, Offset, Index>(A));
          case Format::bsr:
            return f(exec, bsr_container<Space, Offset, Index>(A));
          case Format::ell:
            return f(exec, ell_container<Space, Index>(A));
          case Format::dia:
            return f(exec, dia_container<Space, Index>(A));
          case Format::hdia:
            return f(exec, hdia_container<Space, Offset, Index>(A));
          default:
            return f(exec, blocked_ell_container<Space, Index>(A));
        }
      });
}

/// The column indices of a CSR matrix, the row indices of a CSC matrix.
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
  return {argument, A.values, std::size_t(A.num_values()) * size_of(A.scalar)};
}

/// f(exec, the pattern with its types)
template <class F>
auto visit(const Target& target, const SparseOperand& A, const F& f) {
  return target.visit([&](const auto& exec) {
    return visit_pattern(A, [&](const auto& pattern) { return f(exec, pattern); });
  });
}

/// f(exec, the pattern with its types) of any format: a StoredPattern or StoredRows.
template <class F>
auto visit_stored(const Target& target, const SparseOperand& A, const F& f) {
  if (has_pattern(A.format)) return visit(target, A, f);
  return visit_container(target, A, [&](const auto& exec, const auto& container) {
    return f(exec, detail::stored_pattern(container));
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
