// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <concepts>
#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

namespace filigree {

///@{
/// Complex numbers of 8 and 16 bytes, real part first.
using complex_float = Kokkos::complex<float>;
using complex_double = Kokkos::complex<double>;
///@}

/// The scalar types a container may store. Which of them an operation takes is answered by that
/// operation's `supports`.
template <class T>
concept storage_scalar =
    std::same_as<T, float> || std::same_as<T, double> || std::same_as<T, complex_float> ||
    std::same_as<T, complex_double> || std::same_as<T, float16> || std::same_as<T, bfloat16> ||
    std::same_as<T, complex_half> || std::same_as<T, complex_bfloat16> ||
    std::same_as<T, std::int8_t> || std::same_as<T, std::int32_t>;

/// What Csr and Csc may store: a storage scalar, or any type that is copied byte by byte (bool,
/// std::int64_t, a struct), which products over semirings take and nothing else does.
template <class T>
concept container_value = storage_scalar<T> || std::is_trivially_copyable_v<T>;

/// Column and row indices, and row and column offsets: 32 or 64 bits, chosen apart.
template <class T>
concept index_integer = std::same_as<T, std::int32_t> || std::same_as<T, std::int64_t>;

///@{
/// Whether T is one of the complex storage types; false for a const one.
template <class T>
inline constexpr bool is_complex_v = false;
template <class T>
inline constexpr bool is_complex_v<Kokkos::complex<T>> = true;
template <class T>
inline constexpr bool is_complex_v<complex_storage<T>> = true;
///@}

namespace detail {
/// The type that values of a storage type are added and multiplied in where they all have that
/// type: float for the 16-bit types, their own for all others.
template <class T>
struct ArithmeticType {
  using type = T;
};
template <>
struct ArithmeticType<float16> {
  using type = float;
};
template <>
struct ArithmeticType<bfloat16> {
  using type = float;
};
template <>
struct ArithmeticType<complex_half> {
  using type = complex_float;
};
template <>
struct ArithmeticType<complex_bfloat16> {
  using type = complex_float;
};

template <class T>
struct ScalarName {
  static_assert(storage_scalar<T>,
                "not a storage scalar of Filigree: matrices of this type are "
                "only taken by the products over semirings");
  static constexpr const char* value = "";
};
#define FILIGREE_SCALAR_NAME(type, text)       \
  template <>                                  \
  struct ScalarName<type> {                    \
    static constexpr const char* value = text; \
  }
FILIGREE_SCALAR_NAME(float, "float");
FILIGREE_SCALAR_NAME(double, "double");
FILIGREE_SCALAR_NAME(complex_float, "complex_float");
FILIGREE_SCALAR_NAME(complex_double, "complex_double");
FILIGREE_SCALAR_NAME(float16, "half");
FILIGREE_SCALAR_NAME(bfloat16, "bfloat16");
FILIGREE_SCALAR_NAME(complex_half, "complex_half");
FILIGREE_SCALAR_NAME(complex_bfloat16, "complex_bfloat16");
FILIGREE_SCALAR_NAME(std::int8_t, "int8");
FILIGREE_SCALAR_NAME(std::int32_t, "int32");
FILIGREE_SCALAR_NAME(std::int64_t, "int64");
FILIGREE_SCALAR_NAME(std::uint64_t, "uint64");
#undef FILIGREE_SCALAR_NAME
}  // namespace detail

/// The name that messages and logs use for a type.
template <class T>
inline constexpr const char* scalar_name = detail::ScalarName<std::remove_const_t<T>>::value;

namespace detail {

/// Conversion between storage and compute types, one definition for every kernel. Real values
/// become complex with a zero imaginary part; 16-bit types go through float.
template <class To, class From>
KOKKOS_INLINE_FUNCTION constexpr To convert(const From& from) {
  if constexpr (std::is_same_v<To, From>) {
    return from;
  } else if constexpr (std::is_same_v<From, complex_half> ||
                       std::is_same_v<From, complex_bfloat16>) {
    return convert<To>(complex_float(float(from.re), float(from.im)));
  } else if constexpr (std::is_same_v<To, complex_half> || std::is_same_v<To, complex_bfloat16>) {
    using Part = decltype(To::re);
    const auto wide = convert<complex_float>(from);
    return To{Part(wide.real()), Part(wide.imag())};
  } else if constexpr (is_complex_v<To>) {
    using Real = typename To::value_type;
    if constexpr (is_complex_v<From>)
      return To(Real(from.real()), Real(from.imag()));
    else
      return To(Real(from), Real(0));
  } else if constexpr (std::is_same_v<From, float16> || std::is_same_v<From, bfloat16>) {
    return convert<To>(float(from));
  } else if constexpr (std::is_same_v<To, float16> || std::is_same_v<To, bfloat16>) {
    return To(float(from));
  } else {
    static_assert(!is_complex_v<From>, "a complex value does not convert to a real type");
    return static_cast<To>(from);
  }
}

/// The complex conjugate; the value itself for real types.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T conjugate(const T& value) {
  if constexpr (std::is_same_v<T, complex_half> || std::is_same_v<T, complex_bfloat16>)
    return T{value.re, decltype(T::im)(-float(value.im))};
  else if constexpr (is_complex_v<T>)
    return T(value.real(), -value.imag());
  else
    return value;
}

}  // namespace detail
}  // namespace filigree
