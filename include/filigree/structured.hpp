// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/structured_front.hpp>
#include <filigree/format/structured.hpp>
#include <filigree/structured_options.hpp>

/// \file
/// From dense matrices to N:M structured ones and back: pruning, checking, compression.
///
/// Dense matrices are Kokkos Views of rank 2 in any layout, batches of them Views of rank 3, batch
/// x rows x columns; those of float4_e2m1 are PackedMatrix, as are their batches. Results are the
/// same, bit by bit, on every back end and for any number of threads. Every call is one pass over
/// the matrix. docs/structured.md has the whole contract. Products: filigree/structured_matmul.hpp.
///
/// Source of the semantics: cuSPARSELt 0.8, where the direction follows from the product's ops.

namespace filigree {

/// `pruned` becomes A with zeros where the rule does not keep. It has A's type and sizes, and may
/// be A itself. Groups and tiles that the matrix's end cuts are completed with zeros. Every entry
/// of `pruned` is written. Allocates nothing and does not wait.
/// \param kind which groups keep what: 2:4, 1:2, 1:4, 2:8 or paired 4:8, for each scalar
/// \throws Error invalid_value where sizes or batches differ, or memory is shared in another way;
///   not_supported for a kind that there is not
template <execution_space Exec, class AView, class PrunedView>
void structured_prune(const Exec& exec, const AView& A, const PrunedView& pruned,
                      StructuredPruneRule rule,
                      GroupDirection direction = GroupDirection::along_rows,
                      const StructuredKind& kind = detail::kind_of_argument<PrunedView>) try {
  static_assert(detail::check_structured_arguments<Exec, AView, PrunedView>());
  using T = typename PrunedView::value_type;
  static_assert(std::is_same_v<typename AView::non_const_value_type, T>,
                "both matrices have one scalar type, and the pruned one is not const");
  const detail::ScopedRegion region("filigree::structured_prune");
  const auto from = detail::dense_shape(A), to = detail::dense_shape(pruned);
  detail::check_structured_kind("structured_prune", kind);
  detail::check_structured_prune(from, to);
  structured::prune<Exec, T>(exec, detail::structured_lines<const T>(A.data(), from, direction),
                             detail::structured_lines<T>(pruned.data(), to, direction), rule, kind);
} catch (...) {
  detail::rethrow_as_error("structured_prune");
}

/// Whether each group of A has as few entries that are not zero as are kept, and where the first
/// one lies that has not. A pair is zero where both entries are. NaN is not zero, -0 is. Waits for
/// the device. \throws Error not_supported for a kind that there is not
template <execution_space Exec, class AView>
StructuredCheck structured_check(const Exec& exec, const AView& A,
                                 GroupDirection direction = GroupDirection::along_rows,
                                 const StructuredKind& kind = detail::kind_of_argument<AView>) try {
  static_assert(detail::check_structured_arguments<Exec, AView>());
  using T = typename AView::non_const_value_type;
  const detail::ScopedRegion region("filigree::structured_check");
  detail::check_structured_kind("structured_check", kind);
  auto found = structured::check<Exec, T>(
      exec, detail::structured_lines<const T>(A.data(), detail::dense_shape(A), direction), kind);
  if (direction == GroupDirection::along_columns) std::swap(found.row, found.col);
  return found;
} catch (...) {
  detail::rethrow_as_error("structured_check");
}

/// The compressed form of A in bytes that are there already. Of a group with too many entries all
/// but the first that fit are lost: structured_check finds it. Floats are rounded to tf32, ties
/// away from zero. Allocates nothing and does not wait.
/// \throws Error invalid_value where sizes or batches differ, or memory is shared
template <execution_space Exec, class AView, class Scalar, class MemorySpace>
void structured_compress(const Exec& exec, const AView& A,
                         const StructuredMatrix<Scalar, MemorySpace>& compressed) try {
  using Matrix = StructuredMatrix<Scalar, MemorySpace>;
  static_assert(detail::check_structured_arguments<Exec, AView, Matrix>());
  static_assert(std::is_same_v<typename AView::non_const_value_type, Scalar>,
                "both matrices have one scalar type, and the structured one is not const");
  const detail::ScopedRegion region("filigree::structured_compress");
  const auto shape = detail::dense_shape(A);
  detail::check_structured_pair("structured_compress", shape, false,
                                detail::structured_shape(compressed));
  structured::compress<Exec, Scalar>(
      exec, detail::structured_lines<const Scalar>(A.data(), shape, compressed.direction()),
      compressed.kind(), compressed.bytes().data());
} catch (...) {
  detail::rethrow_as_error("structured_compress");
}

/// Into new memory. Waits for the device where it checks.
/// \throws Error invalid_value, naming the first group with too many entries, unless
///   options.check is false; alloc_failed; not_supported for a kind that there is not
template <execution_space Exec, class AView>
auto structured_compress(const Exec& exec, const AView& A,
                         GroupDirection direction = GroupDirection::along_rows,
                         const StructuredCompressOptions& options = {}) try {
  static_assert(detail::check_structured_arguments<Exec, AView>());
  using Matrix =
      StructuredMatrix<typename AView::non_const_value_type, typename AView::memory_space>;
  constexpr std::string_view operation = "structured_compress";
  const auto shape = detail::dense_shape(A);
  const StructuredKind kind = options.kind.value_or(detail::kind_of_argument<AView>);
  if (options.check) detail::throw_unstructured(structured_check(exec, A, direction, kind));
  const std::int64_t bytes = Matrix::compressed_bytes(shape.rows, shape.cols, direction, kind);
  const Matrix result(shape.rows, shape.cols, direction,
                      detail::allocate<std::byte, typename AView::memory_space>(
                          operation, exec, "filigree::StructuredMatrix",
                          detail::checked_product(operation, "A", bytes, shape.batch)),
                      shape.batch, kind);
  structured_compress(exec, A, result);
  return result;
} catch (...) {
  detail::rethrow_as_error("structured_compress");
}

/// A becomes the matrix that was compressed: every entry is written, the kept ones and zeros.
/// Allocates nothing and does not wait.
/// \throws Error invalid_value where sizes or batches differ, or memory is shared
template <execution_space Exec, class Scalar, class MemorySpace, class AView>
void structured_decompress(const Exec& exec,
                           const StructuredMatrix<Scalar, MemorySpace>& compressed,
                           const AView& A) try {
  using Matrix = StructuredMatrix<Scalar, MemorySpace>;
  static_assert(detail::check_structured_arguments<Exec, AView, Matrix>());
  using T = typename AView::value_type;
  static_assert(std::is_same_v<std::remove_const_t<Scalar>, T>,
                "both matrices have one scalar type, and the dense one is not const");
  const detail::ScopedRegion region("filigree::structured_decompress");
  const auto shape = detail::dense_shape(A);
  detail::check_structured_pair("structured_decompress", shape, true,
                                detail::structured_shape(compressed));
  structured::decompress<Exec, T>(
      exec, compressed.bytes().data(), compressed.kind(),
      detail::structured_lines<T>(A.data(), shape, compressed.direction()));
} catch (...) {
  detail::rethrow_as_error("structured_decompress");
}

}  // namespace filigree
