// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/convert.hpp>
#include <filigree/convert_options.hpp>
#include <filigree/detail/format_types.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/hyb.hpp>
#include <filigree/format/sell.hpp>

/// \file
/// Conversions to and from the padded and diagonal formats, and between any two formats that own
/// their arrays.
///
/// What convert.hpp says of its conversions holds here too: all scalars and integer types, results
/// that own their arrays and are the same, bit by bit, everywhere. All wait for the device, since
/// the size of a result depends on the pattern. While a pattern is made, a map takes 8 bytes a
/// place of the result; a ConversionPlan keeps it.
///
/// A format that pads may need far more memory than the Csr matrix: conversions to it compute the
/// bytes of result and map first and throw Error insufficient_resources, which names them, before
/// anything large is allocated where they pass `memory_limit_bytes` (where empty: where those of
/// the result alone pass 10 times the Csr matrix + 1 MiB).

namespace filigree {

/// A conversion between two formats, its pattern made once and used for any number of values:
/// symbolic and numeric conversion apart. Shallow and immutable; may be used by many threads at
/// once. `From` and `To` are containers of the same scalar and memory space; conversion_plan()
/// makes one.
template <class From, class To>
class ConversionPlan {
 public:
  ///@{
  /// The formats, From with const values, and what a conversion to To can be told.
  using from_type = detail::constant_t<From>;
  using to_type = To;
  using options_type = detail::target_options_t<To>;
  ///@}
  /// See places().
  using place_view = Kokkos::View<const std::int64_t*, typename To::memory_space>;

  /// An empty plan, to be assigned later: applying it is an error (stale_plan).
  ConversionPlan() = default;
  /// Reads no values, but for ZeroEntries::drop.
  template <execution_space Exec>
  ConversionPlan(const Exec& exec, const from_type& A, const options_type& options = {});

  /// The values of a `From` into those of a `To`, as they lie in the containers: Views of rank 1 of
  /// one scalar type that do not overlap. Allocates nothing and does not wait. Not for Hyb, whose
  /// values are two arrays.
  /// \throws Error invalid_value where a length does not fit or the arrays overlap
  template <execution_space Exec, class FromView, class ToView>
  void apply_values(const Exec& exec, const FromView& from_values, const ToView& to_values) const;

  /// A, whose pattern this was made for, in the other format. It shares the pattern arrays of this
  /// object; the values are new. Does not wait.
  /// \throws Error stale_plan where A has other sizes, properties or pattern arrays. Indices that
  ///   were changed in place are not noticed.
  template <execution_space Exec>
  To apply(const Exec& exec, const from_type& A) const;

  /// Converts into the values of B, which came from apply(). Allocates nothing and does not wait.
  /// \throws Error stale_plan as above; invalid_value where B has not this object's pattern
  template <execution_space Exec>
  void apply(const Exec& exec, const from_type& A, const To& B) const;

  /// The pattern of the result. It has no values: they must not be read.
  const To& pattern() const noexcept { return built_.pattern; }
  /// places()[k]: the place of `From` that place k of `To` takes its value from, counted from 0; -1
  /// for a zero. No entries where every place keeps its position.
  const place_view& places() const noexcept { return built_.places; }

 private:
  from_type source_;  ///< without its values; holds its pattern, so that no other lies there
  detail::BuiltConversion<To> built_;
};

/// Makes a plan of A's pattern, as the constructor does: conversion_plan<EllMatrix<double>>(exec,
/// A). For formats with a direct way from one to the other: others do not compile, and say so.
/// \throws Error as the one-shot conversion to the format of To
template <class To, execution_space Exec, class From>
ConversionPlan<From, To> conversion_plan(const Exec& exec, const From& A,
                                         const detail::target_options_t<To>& options = {});

// One-shot conversions, plan and apply in one. Entries of a row keep their order. Unsorted rows are
// taken everywhere, duplicates by Ell, Sell and Hyb; Dia and Hdia have one place for each entry and
// throw Error invalid_value for the first one that repeats another.

/// O(num_rows * ell_width).
/// \throws Error insufficient_resources; invalid_value where ell_width is less than a row needs
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
EllMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_ell(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const EllOptions& options = {});

/// With slice offsets of type NewOffset (void: Offset). O(places), and a sort of the rows where
/// they are sorted. \throws Error insufficient_resources; invalid_value where the places do not fit
///   the offset type
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_sell(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 const SellOptions& options = {})
    -> SellMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                  MemorySpace>;
/// csr_to_sell under the names of the hacked ELLPACK format.
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_hll(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const HllOptions& options = {})
    -> HllMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                 MemorySpace>;

/// O(num_rows * ell_width + nnz). \throws Error insufficient_resources
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
HybMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_hyb(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const HybOptions& options = {});

/// Diagonals in ascending order. O(places + nnz log num_diagonals + num_cols).
/// \throws Error insufficient_resources; invalid_value for duplicates
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
DiaMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> csr_to_dia(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const DiaOptions& options = {});

/// Diagonals of each hack in ascending order. Time and scratch memory as coo_to_csr, and O(places).
/// \throws Error insufficient_resources; invalid_value for duplicates, and where the diagonals do
///   not fit the offset type
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto csr_to_hdia(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 const HdiaOptions& options = {})
    -> HdiaMatrix<std::remove_const_t<Scalar>, Index, detail::offset_or_t<NewOffset, Offset>,
                  MemorySpace>;

/// Any format that walks by rows (Ell, Sell, Hyb, Dia, Hdia and the block formats) as a Csr matrix
/// with offsets of type NewOffset (void: the format's own, which is Index where it has none).
/// Entries come in the order of storage; rows of a permuted Sell matrix come home. O(places).
/// \throws Error invalid_value where nnz does not fit the offset type
template <class NewOffset = void, execution_space Exec, class Matrix>
auto format_to_csr(const Exec& exec, const Matrix& A, const ToCsrOptions& options = {})
    -> detail::csr_of_t<Matrix, NewOffset>;

///@{
/// format_to_csr under the name of each format.
template <class NewOffset = void, execution_space Exec, class Scalar, class Index,
          class MemorySpace>
auto ell_to_csr(const Exec& exec, const EllMatrix<Scalar, Index, MemorySpace>& A,
                const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto sell_to_csr(const Exec& exec, const SellMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}
template <class NewOffset = void, execution_space Exec, class Scalar, class Index,
          class MemorySpace>
auto hyb_to_csr(const Exec& exec, const HybMatrix<Scalar, Index, MemorySpace>& A,
                const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}
template <class NewOffset = void, execution_space Exec, class Scalar, class Index,
          class MemorySpace>
auto dia_to_csr(const Exec& exec, const DiaMatrix<Scalar, Index, MemorySpace>& A,
                const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}
template <class NewOffset = void, execution_space Exec, class Scalar, class Index, class Offset,
          class MemorySpace>
auto hdia_to_csr(const Exec& exec, const HdiaMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 const ToCsrOptions& options = {}) {
  return format_to_csr<NewOffset>(exec, A, options);
}
///@}

///@{
/// The two forms of the coordinate format. O(nnz); entries stay in order.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooAosMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> coo_to_coo_aos(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> coo_aos_to_coo(
    const Exec& exec, const CooAosMatrix<Scalar, Index, MemorySpace>& A,
    const ConvertOptions& options = {});
///@}

/// An Ell matrix whose padding repeats the row's last column, with padding that is marked by -1;
/// its values are shared. A row without entries keeps one, of the column that it repeats. Does not
/// wait.
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
EllMatrix<Scalar, Index, MemorySpace> mark_padding(const Exec& exec,
                                                   const EllMatrix<Scalar, Index, MemorySpace>& A);

/// A in the format, index and offset types of `To`, a container of the same scalar and memory
/// space: convert_to<DiaMatrix<double>>(exec, A). `options` are those of the conversion to the
/// target's format. Where there is no direct way, it goes through Csr, without the zeros of formats
/// that cannot tell them from fill. A matrix that has the target's format already is made anew.
/// \throws Error what the conversions on the way throw
template <class To, execution_space Exec, class From>
To convert_to(const Exec& exec, const From& A, const detail::target_options_t<To>& options = {});

}  // namespace filigree

#include <filigree/detail/format_calls.hpp>

// The block formats, which convert_to and ConversionPlan know too.
#include <filigree/convert_blocks.hpp>
