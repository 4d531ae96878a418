// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>

/// Types that belong to a container type.

namespace filigree::detail {

template <class Matrix>
struct ContainerTraits;
/// Containers without offsets of a type of their own: Coo, Ell, Dia, ...
template <template <class, class, class> class Format, class Scalar, class Index, class MemorySpace>
struct ContainerTraits<Format<Scalar, Index, MemorySpace>> {
  template <class NewScalar>
  using with_scalar = Format<NewScalar, Index, MemorySpace>;
  using natural_offset = Index;
};
/// Containers with them: Csr, Sell, Bsr, ...
template <template <class, class, class, class> class Format, class Scalar, class Index,
          class Offset, class MemorySpace>
struct ContainerTraits<Format<Scalar, Index, Offset, MemorySpace>> {
  template <class NewScalar>
  using with_scalar = Format<NewScalar, Index, Offset, MemorySpace>;
  using natural_offset = Offset;
};

template <class Matrix, class NewScalar>
using with_scalar_t = typename ContainerTraits<Matrix>::template with_scalar<NewScalar>;

/// The container with constant values.
template <class Matrix>
using constant_t = with_scalar_t<Matrix, const typename Matrix::scalar_type>;

template <class Matrix>
inline constexpr bool is_csr = false;
template <class S, class I, class O, class M>
inline constexpr bool is_csr<CsrMatrix<S, I, O, M>> = true;
/// Csr or Csc: offsets, indices and values, which sums and products of sparse matrices read as they
/// are.
template <class Matrix>
inline constexpr bool is_compressed = is_csr<Matrix>;
template <class S, class I, class O, class M>
inline constexpr bool is_compressed<CscMatrix<S, I, O, M>> = true;

/// The Csr matrix that a matrix becomes: with offsets of type NewOffset; void: those it has.
template <class Matrix, class NewOffset>
using csr_of_t =
    CsrMatrix<typename Matrix::scalar_type, typename Matrix::index_type,
              std::conditional_t<std::is_void_v<NewOffset>,
                                 typename ContainerTraits<Matrix>::natural_offset, NewOffset>,
              typename Matrix::memory_space>;

/// The options of the conversions to a format; `type` is specialised for each.
template <class To>
struct TargetOptions;
template <class To>
using target_options_t = typename TargetOptions<To>::type;

/// The symbolic part of a conversion. It is built by
///   build_conversion(operation, exec, A, target<To>, options) -> BuiltConversion<To>
/// of which there is one overload for each pair of formats with a direct way.
template <class To>
struct BuiltConversion {
  To pattern;  ///< with absent_values
  /// For each place of `To` the one of the source, -1 for a zero; no entries: each place's own.
  Kokkos::View<const std::int64_t*, typename To::memory_space> places;
};

/// Says which result an overload is for.
template <class To>
struct Target {};
template <class To>
inline constexpr Target<To> target{};

}  // namespace filigree::detail
