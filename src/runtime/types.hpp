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
#define FILIGREE_VALUE(type, name, arithmetic, value, ...) value,
  FILIGREE_STORAGE_SCALARS(FILIGREE_VALUE)
#undef FILIGREE_VALUE
};
#define FILIGREE_COUNT(...) +1
inline constexpr int num_scalar_types = FILIGREE_STORAGE_SCALARS(FILIGREE_COUNT);
#undef FILIGREE_COUNT

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
#define FILIGREE_SCALAR_TYPE(type, name, arithmetic, enumerator, ...) \
  template <>                                                         \
  struct ScalarTypeOf<type> : std::integral_constant<ScalarType, ScalarType::enumerator> {};
FILIGREE_STORAGE_SCALARS(FILIGREE_SCALAR_TYPE)
#undef FILIGREE_SCALAR_TYPE

/// f(std::type_identity of the type)
template <class F>
auto visit_scalar(ScalarType type, const F& f) {
  switch (type) {
#define FILIGREE_CASE(scalar, name, arithmetic, value, ...) \
  case ScalarType::value:                                   \
    return f(std::type_identity<scalar>());
    FILIGREE_STORAGE_SCALARS(FILIGREE_CASE)
#undef FILIGREE_CASE
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
