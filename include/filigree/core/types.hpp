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

/// FILIGREE_STORAGE_SCALARS(APPLY, ...) expands APPLY(type, name, arithmetic, value, ...) for each
/// scalar that a container may store. What the library does for all scalars is made from this list.
/// `name` is what messages and logs call the type, `arithmetic` the type that its values are added
/// and multiplied in where they all have that type, `value` stands for it in runtime::ScalarType.
#define FILIGREE_STORAGE_SCALARS(APPLY, ...)  \
  FILIGREE_MATRIX_SCALARS(APPLY, __VA_ARGS__) \
  APPLY(std::int32_t, "int32", std::int32_t, int32, __VA_ARGS__)
/// Likewise for those that products take in a matrix.
#define FILIGREE_MATRIX_SCALARS(APPLY, ...)     \
  FILIGREE_FLOATING_SCALARS(APPLY, __VA_ARGS__) \
  APPLY(std::int8_t, "int8", std::int8_t, int8, __VA_ARGS__)
/// Likewise for those that are no integers.
#define FILIGREE_FLOATING_SCALARS(APPLY, ...)                                           \
  APPLY(float, "float", float, float32, __VA_ARGS__)                                    \
  APPLY(double, "double", double, float64, __VA_ARGS__)                                 \
  APPLY(complex_float, "complex_float", complex_float, complex_float32, __VA_ARGS__)    \
  APPLY(complex_double, "complex_double", complex_double, complex_float64, __VA_ARGS__) \
  APPLY(float16, "half", float, float16, __VA_ARGS__)                                   \
  APPLY(bfloat16, "bfloat16", float, bfloat16, __VA_ARGS__)                             \
  APPLY(complex_half, "complex_half", complex_float, complex_float16, __VA_ARGS__)      \
  APPLY(complex_bfloat16, "complex_bfloat16", complex_float, complex_bfloat16, __VA_ARGS__)

namespace detail {
template <class T>
struct ScalarTraits {
  static constexpr bool is_stored = false;
  using arithmetic = T;
};
template <class T>
struct ScalarName {
  static_assert(ScalarTraits<T>::is_stored,
                "not a storage scalar of Filigree: matrices of this type are "
                "only taken by the products over semirings");
  static constexpr const char* value = "";
};
#define FILIGREE_SCALAR_NAME(type, name)       \
  template <>                                  \
  struct ScalarName<type> {                    \
    static constexpr const char* value = name; \
  };
#define FILIGREE_SCALAR(type, name, arithmetic_type, ...) \
  template <>                                             \
  struct ScalarTraits<type> {                             \
    static constexpr bool is_stored = true;               \
    using arithmetic = arithmetic_type;                   \
  };                                                      \
  FILIGREE_SCALAR_NAME(type, name)
FILIGREE_STORAGE_SCALARS(FILIGREE_SCALAR)
FILIGREE_SCALAR_NAME(std::int64_t, "int64")
FILIGREE_SCALAR_NAME(std::uint64_t, "uint64")
#undef FILIGREE_SCALAR
#undef FILIGREE_SCALAR_NAME

/// The type that values of a storage type are added and multiplied in where they all have that
/// type: float for the 16-bit types, their own for all others.
template <class T>
using arithmetic_t = typename ScalarTraits<T>::arithmetic;

/// Whether values of the type are widened before they are computed with.
template <class T>
inline constexpr bool is_storage_only_v = !std::is_same_v<T, arithmetic_t<T>>;
}  // namespace detail

/// The scalar types a container may store: float, double, 16-bit floating-point numbers, complex
/// numbers of each of these, std::int8_t and std::int32_t. Which of them an operation takes is
/// answered by that operation's `supports`.
template <class T>
concept storage_scalar = detail::ScalarTraits<T>::is_stored;

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
  } else if constexpr (is_complex_v<From> && is_storage_only_v<From>) {
    return convert<To>(complex_float(float(from.re), float(from.im)));
  } else if constexpr (is_complex_v<To> && is_storage_only_v<To>) {
    using Part = decltype(To::re);
    const auto wide = convert<complex_float>(from);
    return To{Part(wide.real()), Part(wide.imag())};
  } else if constexpr (is_complex_v<To>) {
    using Real = typename To::value_type;
    if constexpr (is_complex_v<From>)
      return To(Real(from.real()), Real(from.imag()));
    else
      return To(Real(from), Real(0));
  } else if constexpr (is_storage_only_v<From>) {
    return convert<To>(float(from));
  } else if constexpr (is_storage_only_v<To>) {
    return To(float(from));
  } else {
    static_assert(!is_complex_v<From>, "a complex value does not convert to a real type");
    return static_cast<To>(from);
  }
}

/// The complex conjugate; the value itself for real types.
template <class T>
KOKKOS_INLINE_FUNCTION constexpr T conjugate(const T& value) {
  if constexpr (is_complex_v<T> && is_storage_only_v<T>)
    return T{value.re, decltype(T::im)(-float(value.im))};
  else if constexpr (is_complex_v<T>)
    return T(value.real(), -value.imag());
  else
    return value;
}

}  // namespace detail
}  // namespace filigree
