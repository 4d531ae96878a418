// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/detail/mask_tests.hpp>
#include <filigree/format/csr.hpp>

/// \file
/// What becomes of the result of spmv_op, spmm_op, sddmm_op and masked_spgemm: a mask, an
/// accumulator, an epilogue, replacement. For an entry c of the output C at (i, j), of which t is
/// the product,
///
///     where the mask keeps (i, j):   c = epilogue(i, j, accumulate(c, t))
///     elsewhere:                     c stays, or with replace becomes the semiring's zero
///
/// This is C<M, r> = C (.) A (+).(x) B of the GraphBLAS C API Specification (version 2.1, section
/// 4.3), with an epilogue on top, for outputs that have every entry: a dense vector or
/// matrix, or the values of a fixed pattern. Two things follow from that. The product of an empty
/// row is the semiring's zero, and is accumulated like any other. An entry that GraphBLAS would
/// delete becomes the zero.

namespace filigree {

/// Which entries of an output take part: those that `test` names, or, complemented, the others.
template <class Test>
struct Mask {
  Test test;  ///< a functor of the caller's, or what mask_by_value and mask_by_structure make
  bool complemented = false;  ///< true: those that it does not name take part
};

/// The other entries.
template <class Test>
constexpr Mask<Test> complement(const Mask<Test>& mask) {
  return {mask.test, !mask.complemented};
}

/// Entries whose flag is true (not 0). `flags` is a View of the output's rank and size. It may be
/// the output itself, but not overlap it otherwise.
template <class View>
requires(Kokkos::is_view_v<View>) auto mask_by_value(const View& flags) {
  static_assert(View::rank() == 1 || View::rank() == 2, "flags are a View of rank 1 or 2");
  return Mask<detail::FlagTest<View>>{{flags}};
}

/// Entries that are stored in `pattern` (of the output's size, flagged sorted), whatever their
/// values. A binary search an entry.
template <class Scalar, class Index, class Offset, class Space>
auto mask_by_structure(const CsrMatrix<Scalar, Index, Offset, Space>& pattern) {
  return Mask<detail::PatternTest<std::remove_const_t<Scalar>, Index, Offset, Space>>{
      {pattern, false}};
}

/// Entries that are stored in `pattern` with a value that is true (not 0). Of an entry that is
/// stored more than once any one counts.
template <class Scalar, class Index, class Offset, class Space>
auto mask_by_value(const CsrMatrix<Scalar, Index, Offset, Space>& pattern) {
  return Mask<detail::PatternTest<std::remove_const_t<Scalar>, Index, Offset, Space>>{
      {pattern, true}};
}

/// Entries for which the functor (or KOKKOS_LAMBDA) `bool test(row)` of a vector, or
/// `bool test(row, column)` of a matrix, is true.
template <class Test>
Mask<Test> mask_where(const Test& test) {
  return {test};
}

/// How results are stored; ProductOutput{} stores them as they are. The functors are called in the
/// kernel: KOKKOS_FUNCTION, const, or KOKKOS_LAMBDA.
///
///     ProductOutput{}.with_mask(complement(mask_by_value(visited))).with_replace()
///     ProductOutput{}.with_accumulate(operators::Min{})
template <class Mask_ = Mask<detail::EveryEntry>, class Accumulate = detail::Overwrite,
          class Epilogue = detail::StoreAsIs>
struct ProductOutput {
  /// Which entries take part; every one by default.
  Mask_ mask{};
  /// How an entry and its product become one; by default the product replaces it.
  Accumulate accumulate{};
  /// What is stored of the result; itself by default.
  Epilogue epilogue{};
  /// Whether entries that the mask drops become the semiring's zero; by default they stay.
  bool replace = false;

  /// This output with another mask.
  template <class Test>
  ProductOutput<Mask<Test>, Accumulate, Epilogue> with_mask(const Mask<Test>& entries) const {
    return {entries, accumulate, epilogue, replace};
  }
  /// T operation(T old, T product), both of the semiring's value type, to which the old entry is
  /// converted. Without it old entries are not read.
  template <class Operation>
  ProductOutput<Mask_, Operation, Epilogue> with_accumulate(const Operation& operation) const {
    return {mask, operation, epilogue, replace};
  }
  /// function(row, value) of a vector, function(row, column, value) of a matrix; rows and columns
  /// are std::int64_t. Returns what converts to the output's type.
  template <class Function>
  ProductOutput<Mask_, Accumulate, Function> with_epilogue(const Function& function) const {
    return {mask, accumulate, function, replace};
  }
  /// Entries that the mask drops become the semiring's zero (or, of a type that it does not convert
  /// to, value-initialised).
  ProductOutput with_replace() const { return {mask, accumulate, epilogue, true}; }
};

/// ProductOutput{} stores all results as they are.
ProductOutput()->ProductOutput<>;

}  // namespace filigree
