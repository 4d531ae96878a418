// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/core/types.hpp>
#include <filigree/detail/mask_tests.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <filigree/product_output.hpp>

/// Products with user-given operators as kernels take them.

namespace filigree::detail {

/// The rows of op(A), as they are stored.
template <class A_, class Index, class Offset>
struct OperatorRows : CsrRows<Index, Offset> {
  using scalar_type = A_;

  std::int64_t nnz = 0;
  const A_* values = nullptr;
  bool conjugate = false;

  KOKKOS_INLINE_FUNCTION A_ value(std::int64_t k) const {
    if constexpr (is_complex_v<A_>)
      if (conjugate) return detail::conjugate(values[k]);
    return values[k];
  }

  /// With rows and entries numbered in one order, each row before its entries: the first
  /// row at or behind a place. It cuts rows of any lengths into even parts.
  KOKKOS_INLINE_FUNCTION std::int64_t first_row_behind(std::int64_t place) const {
    return partition_point(0, this->num_rows,
                           [&](std::int64_t row) { return this->begin(row) + row < place; });
  }
};

/// An entry of a dense operand as it takes part: in its storage type.
template <class T>
KOKKOS_INLINE_FUNCTION std::remove_const_t<T> operand_entry(const DenseOperand<T>& B,
                                                            std::int64_t row, std::int64_t col) {
  if constexpr (is_complex_v<std::remove_const_t<T>>)
    if (B.conjugate) return detail::conjugate(B.at(0, row, col));
  return B.at(0, row, col);
}

/// sum + a b of a semiring.
template <class Semiring, class A, class B>
KOKKOS_INLINE_FUNCTION void add_term(const Semiring& semiring, typename Semiring::value_type& sum,
                                     const A& a, const B& b) {
  using T = typename Semiring::value_type;
  sum = semiring.add(sum, convert<T>(semiring.multiply(a, b)));
}

/// Whether a sum will not change any more.
template <class Semiring>
KOKKOS_INLINE_FUNCTION bool is_terminal(const Semiring& semiring,
                                        const typename Semiring::value_type& sum) {
  if constexpr (requires { semiring.add.is_terminal(sum); })
    return semiring.add.is_terminal(sum);
  else
    return false;
}

/// Whether convert takes one type to the other.
template <class From, class To>
inline constexpr bool converts_v = std::is_constructible_v<To, From> ||
                                   (storage_scalar<To> &&
                                    (storage_scalar<From> || std::is_arithmetic_v<From>));

/// What a kernel does with a product: mask, accumulator, epilogue. Functors of a vector are not
/// called with a column.
template <bool is_vector, class Semiring, class Output>
struct ResultStore;

template <bool is_vector, class Semiring, class Test, class Accumulate, class Epilogue>
struct ResultStore<is_vector, Semiring, ProductOutput<Mask<Test>, Accumulate, Epilogue>> {
  using T = typename Semiring::value_type;
  static constexpr bool keeps_all = std::is_same_v<Test, EveryEntry>;

  T zero;
  ProductOutput<Mask<Test>, Accumulate, Epilogue> output;

  KOKKOS_INLINE_FUNCTION bool keeps(std::int64_t row, std::int64_t col) const {
    if constexpr (keeps_all)
      return true;
    else if constexpr (is_vector)
      return bool(output.mask.test(row)) != output.mask.complemented;
    else
      return bool(output.mask.test(row, col)) != output.mask.complemented;
  }

  template <class C>
  KOKKOS_INLINE_FUNCTION void store(C& entry, std::int64_t row, std::int64_t col, T product) const {
    if constexpr (!std::is_same_v<Accumulate, Overwrite>)
      product = convert<T>(output.accumulate(convert<T>(entry), product));
    if constexpr (std::is_same_v<Epilogue, StoreAsIs>)
      entry = convert<C>(product);
    else if constexpr (is_vector)
      entry = convert<C>(output.epilogue(row, product));
    else
      entry = convert<C>(output.epilogue(row, col, product));
  }

  /// An entry that the mask drops.
  template <class C>
  KOKKOS_INLINE_FUNCTION void drop(C& entry) const {
    if (!output.replace) return;
    if constexpr (converts_v<T, C>)
      entry = convert<C>(zero);
    else
      entry = C{};
  }
};

/// The reducer of Kokkos' parallel_reduce that adds as a semiring does.
template <class Semiring>
class SemiringSum {
 public:
  // Kokkos' names
  using reducer = SemiringSum;
  using value_type = typename Semiring::value_type;
  using result_view_type =
      Kokkos::View<value_type, Kokkos::AnonymousSpace, Kokkos::MemoryTraits<Kokkos::Unmanaged>>;

  KOKKOS_INLINE_FUNCTION SemiringSum(value_type& result, const Semiring& semiring)
      : result_(&result), semiring_(semiring) {}

  KOKKOS_INLINE_FUNCTION void join(value_type& sum, const value_type& other) const {
    sum = semiring_.add(sum, other);
  }
  KOKKOS_INLINE_FUNCTION void init(value_type& sum) const { sum = semiring_.zero; }
  KOKKOS_INLINE_FUNCTION value_type& reference() const { return *result_; }
  KOKKOS_INLINE_FUNCTION result_view_type view() const { return result_view_type(result_); }
  KOKKOS_INLINE_FUNCTION bool references_scalar() const { return true; }

 private:
  value_type* result_;
  Semiring semiring_;
};

}  // namespace filigree::detail
