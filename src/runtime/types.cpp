// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/types.hpp>

namespace filigree::runtime {
namespace {

struct ScalarTraits {
  std::string_view name;
  std::size_t bytes;
  bool is_complex;
};

template <class T>
constexpr ScalarTraits traits_of{scalar_name<T>, sizeof(T), is_complex_v<T>};

/// In the order of the enumeration.
#define FILIGREE_TRAITS(type, ...) traits_of<type>,
constexpr std::array scalar_traits{FILIGREE_STORAGE_SCALARS(FILIGREE_TRAITS)};
#undef FILIGREE_TRAITS

}  // namespace

std::string_view name(ScalarType type) { return scalar_traits.at(std::size_t(type)).name; }
std::size_t size_of(ScalarType type) { return scalar_traits.at(std::size_t(type)).bytes; }
bool is_complex(ScalarType type) { return scalar_traits.at(std::size_t(type)).is_complex; }

std::string_view name(IndexType type) { return type == IndexType::int32 ? "int32" : "int64"; }

void throw_types_not_supported(std::string_view operation, const ScalarTypes& types) {
  const auto text = [](ScalarType type) { return std::string(name(type)); };
  detail::throw_error(
      Status::not_supported,
      {operation, "A", text(types.a) + " times " + text(types.x) + " to " + text(types.y),
       "a combination of scalar types that the operation is compiled for",
       "use one of float, double, complex_float and complex_double for all operands, or see the "
       "operation's documentation"});
}

}  // namespace filigree::runtime
