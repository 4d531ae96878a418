// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/types.hpp>

/// Types as values of a program, and the step back to types of the language.

namespace filigree::runtime {

/// The storage scalars, each with the type that it stands for.
enum class ScalarType {
  float32,
  float64,
  complex_float32,
  complex_float64,
  float16,
  bfloat16,
  complex_float16,
  complex_bfloat16,
  int8,
  int32,
};
inline constexpr int num_scalar_types = 10;

/// The integers of indices and offsets.
enum class IndexType { int32, int64 };

/// How the entries of a dense matrix lie in memory.
enum class Layout { row_major, column_major };

/// The name that messages use, as scalar_name has it.
FILIGREE_EXPORT std::string_view name(ScalarType type);
FILIGREE_EXPORT std::string_view name(IndexType type);

/// The bytes of a value, and whether it has an imaginary part.
FILIGREE_EXPORT std::size_t size_of(ScalarType type);
FILIGREE_EXPORT bool is_complex(ScalarType type);
inline std::size_t size_of(IndexType type) { return type == IndexType::int32 ? 4 : 8; }

template <class T>
struct ScalarTypeOf;
#define FILIGREE_SCALAR_TYPE(type, value) \
  template <>                             \
  struct ScalarTypeOf<type> : std::integral_constant<ScalarType, ScalarType::value> {}
FILIGREE_SCALAR_TYPE(float, float32);
FILIGREE_SCALAR_TYPE(double, float64);
FILIGREE_SCALAR_TYPE(complex_float, complex_float32);
FILIGREE_SCALAR_TYPE(complex_double, complex_float64);
FILIGREE_SCALAR_TYPE(half, float16);
FILIGREE_SCALAR_TYPE(filigree::bfloat16, bfloat16);
FILIGREE_SCALAR_TYPE(complex_half, complex_float16);
FILIGREE_SCALAR_TYPE(complex_bfloat16, complex_bfloat16);
FILIGREE_SCALAR_TYPE(std::int8_t, int8);
FILIGREE_SCALAR_TYPE(std::int32_t, int32);
#undef FILIGREE_SCALAR_TYPE

/// f(std::type_identity of the type)
template <class F>
auto visit_scalar(ScalarType type, const F& f) {
  switch (type) {
    case ScalarType::float32:
      return f(std::type_identity<float>());
    case ScalarType::float64:
      return f(std::type_identity<double>());
    case ScalarType::complex_float32:
      return f(std::type_identity<complex_float>());
    case ScalarType::complex_float64:
      return f(std::type_identity<complex_double>());
    case ScalarType::float16:
      return f(std::type_identity<half>());
    case ScalarType::bfloat16:
      return f(std::type_identity<filigree::bfloat16>());
    case ScalarType::complex_float16:
      return f(std::type_identity<complex_half>());
    case ScalarType::complex_bfloat16:
      return f(std::type_identity<complex_bfloat16>());
    case ScalarType::int8:
      return f(std::type_identity<std::int8_t>());
    case ScalarType::int32:
      break;
  }
  return f(std::type_identity<std::int32_t>());
}

/// The scalar types of a product's operands.
struct ScalarTypes {
  ScalarType a;  ///< of the sparse matrix
  ScalarType x;  ///< of the dense operand
  ScalarType y;  ///< of the result

  friend bool operator==(const ScalarTypes&, const ScalarTypes&) = default;
};

/// A combination that a product is compiled for, and the type that it computes in.
template <class A_, class X_, class Y_, class Compute_>
struct ProductTypes {
  using A = A_;
  using X = X_;
  using Y = Y_;
  using Compute = Compute_;
  static constexpr ScalarTypes values{ScalarTypeOf<A>::value, ScalarTypeOf<X>::value,
                                      ScalarTypeOf<Y>::value};
};

/// Throws not_supported, naming the types.
[[noreturn]] FILIGREE_EXPORT void throw_types_not_supported(std::string_view operation,
                                                            const ScalarTypes& types);

}  // namespace filigree::runtime
