// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/format/matrix_base.hpp>
#include <filigree/spmv_options.hpp>

/// \file
/// What products of sparse with dense matrices are asked for.

namespace filigree {

/// On which side of the dense matrix the sparse one stands.
enum class Side {
  left,   ///< C = alpha op(A) op(B) + beta C
  right,  ///< C = alpha op(B) op(A) + beta C
};

/// What products of floats may be made of.
enum class MathMode {
  standard,  ///< the floats as they are
  /// Kernels may round A and B (and only these) to tf32, 10 fraction bits, to nearest with ties to
  /// even, and add up in float: a product of entries is off by up to 2^-10 of its size. Those that
  /// do not, and all other types, compute as in standard mode.
  tf32,
};

/// What a product of a sparse with a dense matrix is asked for.
struct SpmmOptions {
  /// Bitwise repeatable results. A plan's product always is; a one-shot product whose entries do
  /// not lie row by row then goes through a plan of its own.
  bool deterministic = false;
  /// Kernels that may run; tuned throws not_supported where there is none for the product.
  Backend backend = Backend::automatic;
  /// How apply() of a plan notices that the matrix has another pattern.
  PatternCheck pattern_check = PatternCheck::identity;
  Side side = Side::left;                   ///< of the dense matrix that the sparse one stands on
  MathMode math_mode = MathMode::standard;  ///< of floats; nothing to other types
  /// The name of the kernel to run, as KernelId gives it, instead of the library's choice. Throws
  /// not_supported where that kernel does not take the product.
  std::string_view kernel = {};
};

/// Matrices of one pattern: matrix b has the pattern of `pattern` and row b of `values` for its
/// values. Where the batch is a result, the values are not const. (MatrixBatch is the batch of
/// matrices that each have a pattern of their own.)
template <class Matrix_, class Value = const typename Matrix_::scalar_type>
struct StridedBatch {
  static_assert(std::is_same_v<std::remove_const_t<Value>, typename Matrix_::scalar_type>,
                "the values have the scalar type of the matrix");
  ///@{
  /// The format of the matrices, their scalar without const and as the values have it, the memory.
  using matrix_type = Matrix_;
  using scalar_type = typename Matrix_::scalar_type;
  using value_type = Value;
  using memory_space = typename Matrix_::memory_space;
  ///@}
  /// A row for each matrix.
  using value_view = Kokkos::View<Value**, Kokkos::LayoutStride, memory_space>;

  Matrix_ pattern;    ///< a matrix of the pattern with as many values, which are not read
  value_view values;  ///< batch x stored values of a matrix (padding included)

  /// \throws Error invalid_value where a row of the values is not contiguous or has not as many
  ///   entries as the matrix has values.
  StridedBatch(const Matrix_& matrix, const value_view& all_values)
      : pattern(matrix), values(all_values) {
    detail::check_length("StridedBatch", "values", std::int64_t(values.extent(1)),
                         std::int64_t(pattern.values().extent(0)), "the values of the matrix");
    if (values.extent(1) > 1 && values.stride(1) != 1)
      detail::throw_error(Status::invalid_value,
                          {"StridedBatch", "values", "rows that are not contiguous",
                           "contiguous rows", "use LayoutRight, or a stride of 1 in a row"});
  }

  /// Matrices of the batch; may be 0.
  std::int64_t count() const { return std::int64_t(values.extent(0)); }
};

/// StridedBatch(A, values) takes the type of the values from the View, whatever its layout.
template <class Matrix, class Value, class... Properties>
StridedBatch(const Matrix&, const Kokkos::View<Value**, Properties...>&)
    -> StridedBatch<Matrix, Value>;

}  // namespace filigree
