// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <variant>

#include <filigree/detail/spmv_stored.hpp>
#include <filigree/format/any_matrix.hpp>

namespace filigree::detail {

/// Coordinates count their entries in 64 bits: with 64-bit offsets they are what Csr is.
template <class Index, class Offset, class... Rest>
struct DistinctPatterns {
  using type =
      std::variant<StoredPattern<Offset, Index>, StoredPattern<std::int64_t, Index>, Rest...>;
};
template <class Index, class... Rest>
struct DistinctPatterns<Index, std::int64_t, Rest...> {
  using type = std::variant<StoredPattern<std::int64_t, Index>, Rest...>;
};

/// The pattern of an AnyMatrix: that of the container that it holds.
template <class Index, class Offset>
struct StoredAny {
  using variant = typename DistinctPatterns<
      Index, Offset, StoredRows<EllRows<Index>>, StoredRows<SellRows<Index, Offset>>,
      StoredRows<BsrRows<Index, Offset>>, StoredRows<BlockedEllRows<Index>>,
      StoredRows<DiaRows<Index>>, StoredRows<HdiaRows<Index, Offset>>, StoredHyb<Index>>::type;

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
