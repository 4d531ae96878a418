// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <type_traits>
#include <utility>
#include <variant>

#include <filigree/detail/spmv_stored.hpp>
#include <filigree/format/any_matrix.hpp>

namespace filigree::detail {

/// A variant of each type once.
template <class Variant, class... Types>
struct DistinctTypes {
  using type = Variant;
};
template <class... Kept, class First, class... Rest>
struct DistinctTypes<std::variant<Kept...>, First, Rest...>
    : DistinctTypes<std::conditional_t<(std::is_same_v<First, Kept> || ...), std::variant<Kept...>,
                                       std::variant<Kept..., First>>,
                    Rest...> {};

/// The patterns of containers.
template <class Variant>
struct StoredPatterns;
template <class... Containers>
struct StoredPatterns<std::variant<Containers...>>
    : DistinctTypes<std::variant<>,
                    decltype(stored_pattern(std::declval<const Containers&>()))...> {};

/// The pattern of an AnyMatrix: that of the container that it holds.
template <class Index, class Offset>
struct StoredAny {
  using variant = typename StoredPatterns<
      typename AnyMatrix<const float, Index, Offset, Kokkos::HostSpace>::container_type>::type;

  variant pattern;
};

template <class S, class I, class O, class M>
StoredAny<I, O> stored_pattern(const AnyMatrix<S, I, O, M>& A) {
  return A.visit([](const auto& held) { return StoredAny<I, O>{stored_pattern(held)}; });
}

template <class S, class I, class O, class M>
const std::remove_const_t<S>* stored_values(const AnyMatrix<S, I, O, M>& A) {
  return A.visit(
      [](const auto& held) -> const std::remove_const_t<S>* { return stored_values(held); });
}

}  // namespace filigree::detail
