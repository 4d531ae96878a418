// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstdint>
#include <type_traits>

#include <filigree/core/types.hpp>

/// What iterative methods do with dense vectors, real or complex: dot products, norms, sums of
/// multiples. The kernels are functors because lambdas for devices are not safe in a header: where
/// several source files compile the function around one with nvcc, the linker may mix up what each
/// file has made of it.

namespace example {

template <class Scalar>
KOKKOS_FUNCTION Scalar conjugate_of(const Scalar& value) {
  if constexpr (filigree::is_complex_v<Scalar>)
    return Kokkos::conj(value);
  else
    return value;
}

template <class Scalar>
KOKKOS_FUNCTION double real_part_of(const Scalar& value) {
  if constexpr (filigree::is_complex_v<Scalar>)
    return value.real();
  else
    return value;
}

template <class Scalar>
bool is_finite_number(const Scalar& value) {
  return std::isfinite(Kokkos::abs(value));
}

/// factor v
template <class Vector>
struct Term {
  typename Vector::non_const_value_type factor;
  Vector v;
};

namespace vector_kernels {

template <class Vector>
struct Dot {
  using value_type = typename Vector::non_const_value_type;
  Vector a, b;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, value_type& sum) const {
    sum += conjugate_of(a(i)) * b(i);
  }
};

template <class Vector>
struct SumOfSquares {
  Vector v;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, double& sum) const {
    sum += real_part_of(conjugate_of(v(i)) * v(i));
  }
};

template <class Vector, int count>
struct Assign {
  Vector result;
  Term<Vector> terms[count];

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    typename Vector::non_const_value_type sum = terms[0].factor * terms[0].v(i);
    for (int k = 1; k < count; ++k) sum += terms[k].factor * terms[k].v(i);
    result(i) = sum;
  }
};

/// z = d v, entry by entry.
template <class Vector>
struct MultiplyEntries {
  Vector d, v, z;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { z(i) = d(i) * v(i); }
};

}  // namespace vector_kernels

template <class Exec, class Vector>
auto entries_of(const Exec& exec, const Vector& v) {
  return Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, v.extent(0));
}

/// a^H b
template <class Exec, class Vector>
auto dot(const Exec& exec, const Vector& a, const Vector& b) {
  typename Vector::non_const_value_type sum(0);
  Kokkos::parallel_reduce("example::dot", entries_of(exec, a), vector_kernels::Dot<Vector>{a, b},
                          sum);
  return sum;
}

/// The Euclidean norm.
template <class Exec, class Vector>
double norm(const Exec& exec, const Vector& v) {
  double sum = 0;
  Kokkos::parallel_reduce("example::norm", entries_of(exec, v),
                          vector_kernels::SumOfSquares<Vector>{v}, sum);
  return std::sqrt(sum);
}

/// result = the sum of the terms, which may name it too: assign(exec, p, {{1.0, r}, {beta, p}}).
template <class Exec, class Vector, int count>
void assign(const Exec& exec, const Vector& result,
            const Term<std::type_identity_t<Vector>> (&terms)[count]) {
  vector_kernels::Assign<Vector, count> kernel{result, {}};
  for (int k = 0; k < count; ++k) kernel.terms[k] = terms[k];
  Kokkos::parallel_for("example::assign", entries_of(exec, result), kernel);
}

/// z = d v, entry by entry; z may be either.
template <class Exec, class Vector>
void multiply_entries(const Exec& exec, const Vector& d, const Vector& v, const Vector& z) {
  Kokkos::parallel_for("example::multiply_entries", entries_of(exec, z),
                       vector_kernels::MultiplyEntries<Vector>{d, v, z});
}

}  // namespace example
