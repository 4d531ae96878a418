// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstdint>
#include <iterator>
#include <type_traits>

#include <filigree/detail/array_argument.hpp>

/// \file
/// Contiguous ranges of the host, such as std::vector and std::span, where operations take Views.

namespace filigree {

namespace detail {

/// std::complex as Kokkos::complex, which has its layout.
template <class T>
struct ViewEntry {
  using type = T;
};
template <class R>
struct ViewEntry<std::complex<R>> {
  using type = Kokkos::complex<R>;
};
template <class R>
struct ViewEntry<const std::complex<R>> {
  using type = const Kokkos::complex<R>;
};

/// What an operation makes of a vector: of a range a View, of all else what it is.
template <class Vector>
struct VectorArgument {
  using type = std::remove_const_t<Vector>;
};
template <class Range>
requires host_range<std::remove_const_t<Range>>
struct VectorArgument<Range> {
  using entry_type = typename ViewEntry<range_entry_t<Range>>::type;
  using type = Kokkos::View<entry_type*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>;
};
template <class Vector>
using vector_argument_t = typename VectorArgument<Vector>::type;

template <class Vector>
requires(!host_range<Vector>) const Vector& vector_argument(const Vector& vector) { return vector; }
template <class Range>
requires host_range<std::remove_const_t<Range>>
auto vector_argument(Range& range) {
  using Entry = typename VectorArgument<Range>::entry_type;
  return vector_argument_t<Range>(reinterpret_cast<Entry*>(std::data(range)), std::size(range));
}

}  // namespace detail

/// A View of rank 1 of a range's memory, which it does not own: const where the range's entries
/// are; of Kokkos::complex where they are std::complex. The range must outlive it.
template <class Range>
requires detail::host_range<std::remove_cvref_t<Range>>
auto vector_view(Range&& range) { return detail::vector_argument(range); }

}  // namespace filigree
