// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <complex>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/core/export.hpp>

/// Arrays of a user's that wrap() takes: pointers, or contiguous ranges of the host.

namespace filigree::detail {

/// Throws invalid_value where an array that knows its length (-1: does not) is too short.
FILIGREE_EXPORT void check_range_length(std::string_view operation, std::string_view argument,
                                        std::int64_t length, std::int64_t needed);

// (Without <ranges>, which takes longer to read than all else that a header adds to Kokkos'.)
template <class Range>
concept host_range =
    !Kokkos::is_view_v<Range> && !std::is_array_v<Range> && requires(const Range& range) {
  requires std::is_pointer_v<decltype(std::data(range))>;
  requires std::is_integral_v<decltype(std::size(range))>;
};

/// The entry of a range, const where the range does not let it be written.
template <class Range>
using range_entry_t = std::remove_pointer_t<decltype(std::data(std::declval<Range&>()))>;

/// Offsets or indices: of Integer, or of another signed integer of its width.
template <class Integer>
class IntegerArray {
 public:
  IntegerArray(std::nullptr_t) {}
  template <class T>
  IntegerArray(const T* data) : data_(reinterpret_cast<const Integer*>(data)) {
    check<T>();
  }
  template <host_range Range>
  IntegerArray(const Range& range)
      : data_(reinterpret_cast<const Integer*>(std::data(range))),
        length_(std::int64_t(std::size(range))) {
    check<std::remove_const_t<range_entry_t<const Range>>>();
  }

  operator const Integer*() const { return data_; }
  std::int64_t length() const { return length_; }

 private:
  template <class T>
  static constexpr void check() {
    static_assert(std::is_integral_v<T> && std::is_signed_v<T> && sizeof(T) == sizeof(Integer),
                  "offsets and indices are signed integers of the width of the matrix's index (or "
                  "offset) type: name a type of 32 or 64 bits as the arrays have, convert unsigned "
                  "ones");
  }

  const Integer* data_ = nullptr;
  std::int64_t length_ = -1;
};

/// Whether an array of T is one of Scalar: the same type, std::complex for Kokkos::complex, and not
/// const where Scalar is not.
template <class T, class Scalar>
inline constexpr bool is_scalar_array =
    std::is_same_v<T, Scalar> || std::is_same_v<const T, Scalar>;
template <class R, class S>
inline constexpr bool is_scalar_array<std::complex<R>, Kokkos::complex<S>> = std::is_same_v<R, S>;
template <class R, class S>
inline constexpr bool is_scalar_array<std::complex<R>, const Kokkos::complex<S>> =
    std::is_same_v<R, S>;
template <class R, class S>
inline constexpr bool is_scalar_array<const std::complex<R>, const Kokkos::complex<S>> =
    std::is_same_v<R, S>;

template <class Scalar>
class ValueArray {
 public:
  ValueArray(std::nullptr_t) {}
  template <class T>
  ValueArray(T* data) : data_(reinterpret_cast<Scalar*>(checked(data))) {}
  template <class Range>
  requires host_range<std::remove_reference_t<Range>> ValueArray(Range&& range)
      : data_(reinterpret_cast<Scalar*>(checked(std::data(range)))),
        length_(std::int64_t(std::size(range))) {}

  operator Scalar*() const { return data_; }
  std::int64_t length() const { return length_; }

 private:
  template <class T>
  static auto* checked(T* data) {
    static_assert(std::is_const_v<Scalar> || !std::is_const_v<T>,
                  "the values are const: name a matrix of const values, such as CsrMatrix<const "
                  "double, ...>");
    static_assert(is_scalar_array<T, Scalar> || is_scalar_array<std::remove_const_t<T>, Scalar>,
                  "the values have another type than the matrix's Scalar: name theirs, or convert "
                  "them");
    if constexpr (std::is_const_v<T> && !std::is_const_v<Scalar>)
      return static_cast<Scalar*>(nullptr);  // refused above
    else
      return data;
  }

  Scalar* data_ = nullptr;
  std::int64_t length_ = -1;
};

}  // namespace filigree::detail
