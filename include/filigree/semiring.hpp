// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <limits>
#include <type_traits>

#include <filigree/core/types.hpp>

/// \file
/// Semirings: what spmv_op, spmm_op, sddmm_op and masked_spgemm add and multiply by, instead of the
/// plus and times of numbers. With min and plus a product makes a step of all shortest paths, with
/// or and and one of a breadth-first search.
///
/// A semiring is a plain struct of functors (Semiring), ready-made below or from lambdas by
/// make_semiring. Its value type, the type of a sum, is any type that is copied byte by byte: bool,
/// integers, floating-point, complex, a struct; the matrix, the dense operand and the result may
/// each have another.
///
/// Sources: B. Brock, A. Buluc, T. Mattson, S. McMillan, J. Moreira, The GraphBLAS C API
/// Specification, version 2.1 (names and meaning of the predefined operators, monoids and
/// semirings); J. Kepner and J. Gilbert (eds.), Graph Algorithms in the Language of Linear Algebra,
/// SIAM, 2011; T. A. Davis, Algorithm 1000: SuiteSparse:GraphBLAS, ACM Transactions on Mathematical
/// Software 45 (4), 2019 (the first, second and pair semirings, terminal values).

namespace filigree {

/// Binary operators under their GraphBLAS names: for semirings, and to accumulate results with.
namespace operators {

/// The sum of numbers.
struct Plus {
  /// a + b, of type T.
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return T(a + b);
  }
};

/// The difference: to accumulate with. It is not associative, so that it is no `add` of a semiring.
struct Minus {
  /// a - b, of type T.
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return T(a - b);
  }
};

/// The product of numbers.
struct Times {
  /// a b, of type T.
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return T(a * b);
  }
};

/// The lesser; a where b is NaN.
struct Min {
  /// b where b < a, and else a.
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return b < a ? b : a;
  }
};

/// The greater; a where b is NaN.
struct Max {
  /// b where a < b, and else a.
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return a < b ? b : a;
  }
};

/// is_terminal(a): whether a + b is a for every b. A sum that has come there is not added to any
/// more; an operator need not have it.
struct LogicalOr {
  /// T(1) where a or b is not 0, and else T(0).
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return T(bool(a) || bool(b));
  }
  /// Whether a is not 0.
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr bool is_terminal(const T& a) const {
    return bool(a);
  }
};

/// True where both are; has is_terminal as LogicalOr.
struct LogicalAnd {
  /// T(1) where neither a nor b is 0, and else T(0).
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return T(bool(a) && bool(b));
  }
  /// Whether a is 0.
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr bool is_terminal(const T& a) const {
    return !bool(a);
  }
};

/// True where one is and the other is not. Has no is_terminal.
struct LogicalXor {
  /// T(1) where just one of a and b is 0, and else T(0).
  template <class T>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const T& a, const T& b) const {
    return T(bool(a) != bool(b));
  }
};

/// The first operand: a value of the matrix; accumulating with it keeps the old output.
struct First {
  /// a, of its own type.
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION constexpr A operator()(const A& a, const B&) const {
    return a;
  }
};

/// The second operand: an entry of the dense operand.
struct Second {
  /// b, of its own type.
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION constexpr B operator()(const A&, const B& b) const {
    return b;
  }
};

/// 1, whatever the operands: a product of patterns (GrB_ONEB).
struct Pair {
  /// 1 of the first operand's type.
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION constexpr A operator()(const A&, const B&) const {
    return A(1);
  }
};

}  // namespace operators

/// What a product adds and multiplies by.
/// - `add(T, T)` returns T, is associative and commutative: sums are made in an order that depends
///   on the machine, though not on the run. It may have `bool is_terminal(T)`, see
///   operators::LogicalOr.
/// - `multiply(a, b)` takes a stored value of the sparse matrix (sddmm_op: an entry of A) and an
///   entry of the other operand, each in its storage type; what it returns converts to T.
/// - `zero` is the identity of add: what a sum begins with, and all of it where a row is empty.
///   It need not annihilate multiply, since entries that are not stored are not multiplied.
///
/// The functors are copied to the kernel and called there: KOKKOS_FUNCTION, const.
template <class T, class Add, class Multiply>
struct Semiring {
  ///@{
  /// The type of a sum, and of what makes it.
  using value_type = T;
  using add_type = Add;
  ///@}

  ///@{
  /// The functors, and the identity of `add`, with which a sum begins.
  Add add;
  Multiply multiply;
  T zero;
  ///@}
};

/// A semiring made of functors or of KOKKOS_LAMBDAs; its value type is that of `zero`.
template <class T, class Add, class Multiply>
constexpr Semiring<T, Add, Multiply> make_semiring(const T& zero, const Add& add,
                                                   const Multiply& multiply) {
  static_assert(std::is_invocable_r_v<T, const Add&, const T&, const T&>,
                "add is called as T operator()(T, T) const, T being the type of zero");
  return {add, multiply, zero};
}

namespace detail {

/// An operator on T as multiply, for operands of any types that convert to T.
template <class T, class Operator>
struct ConvertingMultiply {
  template <class A, class B>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const A& a, const B& b) const {
    if constexpr (std::is_same_v<Operator, operators::First>)
      return convert<T>(a);
    else if constexpr (std::is_same_v<Operator, operators::Second>)
      return convert<T>(b);
    else if constexpr (std::is_same_v<Operator, operators::Pair>)
      return T(1);
    else
      return Operator{}(convert<T>(a), convert<T>(b));
  }
};

/// Plus with an infinity that absorbs what is added to it, also where T is an integer type.
template <class T>
struct TropicalPlus {
  T infinity;

  template <class A, class B>
  KOKKOS_INLINE_FUNCTION constexpr T operator()(const A& a, const B& b) const {
    const T p = convert<T>(a), q = convert<T>(b);
    if constexpr (std::is_integral_v<T>)
      if (p == infinity || q == infinity) return infinity;
    return T(p + q);
  }
};

/// The identities of min and max: the infinities, or the ends of an integer type's range.
template <class T>
inline constexpr T min_identity = std::numeric_limits<T>::has_infinity
                                      ? std::numeric_limits<T>::infinity()
                                      : std::numeric_limits<T>::max();
template <class T>
inline constexpr T max_identity = std::numeric_limits<T>::has_infinity
                                      ? -std::numeric_limits<T>::infinity()
                                      : std::numeric_limits<T>::lowest();

template <class Add, class Multiply, class T>
constexpr auto ready_semiring(const T& zero) {
  return Semiring<T, Add, ConvertingMultiply<T, Multiply>>{{}, {}, zero};
}

}  // namespace detail

/// The ready-made semirings, ADD_MULTIPLY, of a value type: semirings::min_plus<float>(). Operands
/// are converted to the value type before they are multiplied.
namespace semirings {

/// Sum of products: linear algebra.
template <class T>
constexpr auto plus_times() {
  return detail::ready_semiring<operators::Plus, operators::Times>(T(0));
}
/// Sum of the matrix's values, whatever the other operand's.
template <class T>
constexpr auto plus_first() {
  return detail::ready_semiring<operators::Plus, operators::First>(T(0));
}
/// Sum of the other operand over the matrix's pattern.
template <class T>
constexpr auto plus_second() {
  return detail::ready_semiring<operators::Plus, operators::Second>(T(0));
}
/// The number of terms (GxB_PLUS_PAIR, GrB_ONEB): common neighbours, triangles.
template <class T>
constexpr auto plus_pair() {
  return detail::ready_semiring<operators::Plus, operators::Pair>(T(0));
}
/// Shortest paths (the tropical semiring). In integer types the largest number stands for infinity
/// and absorbs what is added to it; other sums beyond the type's range are the caller's error.
template <class T>
constexpr auto min_plus() {
  return Semiring<T, operators::Min, detail::TropicalPlus<T>>{
      {}, {detail::min_identity<T>}, detail::min_identity<T>};
}
/// Longest (critical) paths; the lowest integer stands for minus infinity as above.
template <class T>
constexpr auto max_plus() {
  return Semiring<T, operators::Max, detail::TropicalPlus<T>>{
      {}, {detail::max_identity<T>}, detail::max_identity<T>};
}
/// The least of products.
template <class T>
constexpr auto min_times() {
  return detail::ready_semiring<operators::Min, operators::Times>(detail::min_identity<T>);
}
/// Most reliable paths, of probabilities.
template <class T>
constexpr auto max_times() {
  return detail::ready_semiring<operators::Max, operators::Times>(detail::max_identity<T>);
}
/// Bottlenecks: the least of the largest.
template <class T>
constexpr auto min_max() {
  return detail::ready_semiring<operators::Min, operators::Max>(detail::min_identity<T>);
}
/// Capacities: the largest of the least.
template <class T>
constexpr auto max_min() {
  return detail::ready_semiring<operators::Max, operators::Min>(detail::max_identity<T>);
}
/// The least of the matrix's values, whatever the other operand's.
template <class T>
constexpr auto min_first() {
  return detail::ready_semiring<operators::Min, operators::First>(detail::min_identity<T>);
}
/// The least of the neighbours' entries: parents, labels of components.
template <class T>
constexpr auto min_second() {
  return detail::ready_semiring<operators::Min, operators::Second>(detail::min_identity<T>);
}
/// The greatest of the matrix's values, whatever the other operand's.
template <class T>
constexpr auto max_first() {
  return detail::ready_semiring<operators::Max, operators::First>(detail::max_identity<T>);
}
/// The greatest of the neighbours' entries.
template <class T>
constexpr auto max_second() {
  return detail::ready_semiring<operators::Max, operators::Second>(detail::max_identity<T>);
}
/// Reachability. A sum that is true is not added to any more.
template <class T = bool>
constexpr auto or_and() {
  return detail::ready_semiring<operators::LogicalOr, operators::LogicalAnd>(T(false));
}
/// Reachability over the pattern, whatever the matrix's values.
template <class T = bool>
constexpr auto or_second() {
  return detail::ready_semiring<operators::LogicalOr, operators::Second>(T(false));
}
/// Linear algebra over the field of two elements.
template <class T = bool>
constexpr auto xor_and() {
  return detail::ready_semiring<operators::LogicalXor, operators::LogicalAnd>(T(false));
}

}  // namespace semirings
}  // namespace filigree
