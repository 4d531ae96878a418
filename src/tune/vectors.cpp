// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <limits>

#include <core/execution_spaces.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/tune_problem.hpp>
#include <spmv/checksum.hpp>

namespace filigree::detail {
namespace {

template <class Exec>
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

/// From bits to [-1, 1).
template <class Real>
KOKKOS_INLINE_FUNCTION Real real_of(std::uint64_t bits) {
  return Real(std::int64_t(bits >> 40) - (std::int64_t(1) << 23)) / Real(std::int64_t(1) << 23);
}

template <class T>
KOKKOS_INLINE_FUNCTION T random_entry(std::int64_t k) {
  const std::uint64_t bits = mix(std::uint64_t(k));
  if constexpr (is_complex_v<T>)
    return T(real_of<typename T::value_type>(bits), real_of<typename T::value_type>(mix(bits)));
  else
    return real_of<T>(bits);
}

template <class T>
struct RandomEntries {
  T* entries;
  KOKKOS_FUNCTION void operator()(const std::int64_t k) const { entries[k] = random_entry<T>(k); }
};

template <class T>
struct Magnitudes {
  const T* from;
  T* to;
  KOKKOS_FUNCTION void operator()(const std::int64_t k) const { to[k] = T(Kokkos::abs(from[k])); }
};

template <class T>
struct Errors {
  const T* found;
  const T* expected;
  const T* scale;
  double rounding;

  KOKKOS_FUNCTION void operator()(const std::int64_t k, double& largest) const {
    if (!Kokkos::isfinite(double(Kokkos::abs(scale[k])))) return;
    const auto difference = double(Kokkos::abs(found[k] - expected[k]));
    const double bound = rounding * double(Kokkos::abs(scale[k]));
    // Written so that NaN is an error.
    const double error = difference == 0               ? 0
                         : difference <= bound * 1e300 ? difference / bound
                                                       : Kokkos::Experimental::infinity_v<double>;
    if (error > largest) largest = error;
  }
};

template <class T>
struct RealOf {
  using type = T;
};
template <class T>
struct RealOf<Kokkos::complex<T>> {
  using type = T;
};

}  // namespace

template <class Exec, tuned_scalar T>
void fill_random(const Exec& exec, std::int64_t count, T* entries) {
  Kokkos::parallel_for("filigree::tune::random", Range<Exec>(exec, 0, count),
                       RandomEntries<T>{entries});
}

template <class Exec, tuned_scalar T>
void take_magnitudes(const Exec& exec, std::int64_t count, const T* from, T* to) {
  Kokkos::parallel_for("filigree::tune::magnitudes", Range<Exec>(exec, 0, count),
                       Magnitudes<T>{from, to});
}

template <class Exec, tuned_scalar T>
double largest_error(const Exec& exec, std::int64_t count, const T* found, const T* expected,
                     const T* scale) {
  const double rounding = double(std::numeric_limits<typename RealOf<T>::type>::epsilon()) / 2;
  double largest = 0;
  Kokkos::parallel_reduce("filigree::tune::error", Range<Exec>(exec, 0, count),
                          Errors<T>{found, expected, scale, rounding},
                          Kokkos::Max<double>(largest));
  exec.fence("filigree::tune::error");
  return count == 0 ? 0 : largest;
}

#define FILIGREE_INSTANTIATE(Exec, T)                                                          \
  template FILIGREE_EXPORT void fill_random(const Exec&, std::int64_t, T*);                    \
  template FILIGREE_EXPORT void take_magnitudes(const Exec&, std::int64_t, const T*, T*);      \
  template FILIGREE_EXPORT double largest_error(const Exec&, std::int64_t, const T*, const T*, \
                                                const T*);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE, float)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE, double)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE, complex_float)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE, complex_double)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
