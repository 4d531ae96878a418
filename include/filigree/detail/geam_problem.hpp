// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/format_rows.hpp>
#include <filigree/spmv_options.hpp>

/// Sums of sparse matrices as kernels take them: plain structs of pointers and sizes.
///
/// The entries of A and of B, taken row by row and in the order of their columns, come in C in that
/// very order. So C's pattern needs two bits an entry, whether A and whether B has it, and the
/// entry of A that belongs to an entry of C is found by counting A's bits before it: no row is
/// looked up, nothing is searched.

namespace filigree::detail {

/// The compute type of C = alpha op(A) + beta op(B) where A and B have one storage type; void where
/// the combination is not supported.
template <class AB, class C>
struct GeamComputeType {
  using type = void;
};
#define FILIGREE_GEAM_TYPES(ab, c, compute) \
  template <>                               \
  struct GeamComputeType<ab, c> {           \
    using type = compute;                   \
  }
#include <filigree/detail/geam_types.inc>
#undef FILIGREE_GEAM_TYPES

/// 32 entries of C: bit k is of the k-th one.
struct alignas(16) GeamWord {
  static constexpr std::int64_t entries = 32;

  std::uint32_t from_a = 0;
  std::uint32_t from_b = 0;
  std::uint32_t rank_a = 0;  ///< entries of A before these, modulo 2^32
  std::uint32_t rank_b = 0;
};

/// The entries of A and B before the words of a group.
struct GeamRanks {
  static constexpr std::int64_t words = 65536;  ///< of a group: fewer than 2^32 entries

  std::int64_t a = 0;
  std::int64_t b = 0;

  /// The whole number of which a word of the group has the lower 32 bits.
  KOKKOS_INLINE_FUNCTION static std::int64_t full(std::int64_t at_group, std::uint32_t low) {
    return at_group + std::int64_t(std::uint32_t(low - std::uint32_t(at_group)));
  }
};

/// Where the values of an operand's entries lie. They are counted row by row of op(A), each place
/// (row, column) once. Without places and codes, entry k's value is values[k].
struct GeamSource {
  AnyOffsets places;  ///< entry k's value is values[places[k]]
  /// 2 p: values[p]; 2 p + 1: its conjugate; -1: 1.
  const std::int64_t* codes = nullptr;
  /// Entry k is the sum of codes segments[k] .. segments[k + 1] - 1; null: code k alone.
  const std::int64_t* segments = nullptr;
  bool conjugate = false;  ///< all values

  bool is_direct() const { return places.data() == nullptr && codes == nullptr && !conjugate; }
};

/// The value that a code names.
template <class Compute, class A>
KOKKOS_INLINE_FUNCTION Compute coded_value(const GeamSource& source, const A* values,
                                           std::int64_t code) {
  if (code < 0) return Compute(1);
  const Compute value = convert<Compute>(values[code / 2]);
  return ((code & 1) != 0) != source.conjugate ? conjugate(value) : value;
}

/// Entry k of an operand.
template <class Compute, class A>
KOKKOS_INLINE_FUNCTION Compute operand_value(const GeamSource& source, const A* values,
                                             std::int64_t k) {
  if (source.codes == nullptr) {
    const Compute value =
        convert<Compute>(values[source.places.data() == nullptr ? k : source.places[k]]);
    return source.conjugate ? conjugate(value) : value;
  }
  if (source.segments == nullptr) return coded_value<Compute>(source, values, source.codes[k]);
  Compute sum{};
  for (std::int64_t s = source.segments[k]; s < source.segments[k + 1]; ++s)
    sum += coded_value<Compute>(source, values, source.codes[s]);
  return sum;
}

/// The values of C = alpha op(A) + beta op(B), the pattern known.
template <class AB, class C, class Compute>
struct GeamValues {
  using operand_scalar = AB;
  using c_scalar = C;
  using compute_type = Compute;

  std::int64_t nnz = 0;  ///< of C
  const GeamWord* words = nullptr;
  const GeamRanks* groups = nullptr;
  GeamSource a_source;
  GeamSource b_source;
  ScalarArgument<Compute> alpha;  ///< A's values are not read where it is 0
  ScalarArgument<Compute> beta;   ///< B's values are not read where it is 0
  const AB* a_values = nullptr;
  const AB* b_values = nullptr;
  C* c_values = nullptr;
};

/// An operand's pattern as the matrix stores it, types and all told apart when the program runs.
struct GeamOperand {
  bool by_columns = false;  ///< Csc
  MatrixProperties properties{};
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  AnyOffsets offsets;
  AnyOffsets indices;

  std::int64_t num_majors() const { return by_columns ? num_cols : num_rows; }
};

/// Whether the two are one pattern: sizes, properties and, where they are to be the same, arrays.
inline bool is_same_pattern(const GeamOperand& a, const GeamOperand& b, PatternCheck check) {
  const auto is_same_array = [&](const AnyOffsets& x, const AnyOffsets& y) {
    return (check == PatternCheck::content || x.data() == y.data()) && x.is_wide() == y.is_wide();
  };
  return a.by_columns == b.by_columns && a.properties == b.properties && a.num_rows == b.num_rows &&
         a.num_cols == b.num_cols && a.nnz == b.nnz && is_same_array(a.offsets, b.offsets) &&
         is_same_array(a.indices, b.indices);
}

}  // namespace filigree::detail
