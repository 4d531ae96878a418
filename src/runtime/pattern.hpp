// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/spmv_stored.hpp>
#include <runtime/products.hpp>

/// From operands to what compiled products take.

namespace filigree::runtime {

/// Throws not_supported where products do not take the format, invalid_value where an array is
/// missing.
void check_arrays(std::string_view operation, const SparseOperand& A);
/// Throws invalid_value where the result shares memory with an array of A, or, on a host, the ends
/// of the arrays are not those of a matrix with A's index base; of all entries where operands are
/// to be validated (set_validation). Throws not_supported in a parallel region in which Kokkos
/// would end the program.
void check_operand(std::string_view operation, const Target& target, const SparseOperand& A,
                   const detail::ResultMemory& result = {});
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

/// f(exec, the pattern with its types)
template <class F>
auto visit(const Target& target, const SparseOperand& A, const F& f) {
  return target.visit([&](const auto& exec) {
    return visit_pattern(A, [&](const auto& pattern) { return f(exec, pattern); });
  });
}

template <class T>
ScalarArgument<T> scalar_argument(const ScalarOperand& scalar) {
  const auto* const value = static_cast<const T*>(scalar.value);
  if (!scalar.on_device) return *value;
  return Kokkos::View<const T, DefaultMemorySpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(value);
}

}  // namespace filigree::runtime
