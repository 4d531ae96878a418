// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <vector>

#include "contender.hpp"

namespace perf {

/// The right result of a product, and how far from it a result may be.
struct Reference {
  Vector<double> y;
  Vector<double> scale;  ///< sum |a||x| of each entry
  double limit = 0;  ///< on |y - reference| / scale: one rounding for each term of the longest sum
};

namespace detail {

template <class Scalar>
using Wide = std::conditional_t<std::is_same_v<Scalar, float>, double, long double>;

template <class View>
auto to_host(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view);
}

template <class W>
struct HostSums {
  std::vector<W> sum, scale;
  std::vector<std::int64_t> terms;

  explicit HostSums(std::int64_t size) : sum(size), scale(size), terms(size) {}
};

template <class Offsets, class Columns, class Values, class X, class Sums>
void add_rows(const Offsets& offsets, const Columns& columns, const Values& values, const X& x,
              Sums& sums) {
  using W = typename decltype(sums.sum)::value_type;
  using Host = Kokkos::DefaultHostExecutionSpace;
  const std::int64_t num_rows = std::int64_t(offsets.extent(0)) - 1;
  Kokkos::parallel_for("perf::reference", Kokkos::RangePolicy<Host>(0, num_rows),
                       [&](const std::int64_t row) {
                         W sum = 0, scale = 0;
                         for (std::int64_t k = offsets(row); k < offsets(row + 1); ++k) {
                           const W term = W(values(k)) * W(x(columns(k)));
                           sum += term;
                           scale += std::abs(term);
                         }
                         sums.sum[row] = sum;
                         sums.scale[row] = scale;
                         sums.terms[row] = offsets(row + 1) - offsets(row);
                       });
}

template <class Offsets, class Columns, class Values, class X, class Sums>
void add_columns(const Offsets& offsets, const Columns& columns, const Values& values, const X& x,
                 Sums& sums) {
  using W = typename decltype(sums.sum)::value_type;
  const std::int64_t num_rows = std::int64_t(offsets.extent(0)) - 1;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    for (std::int64_t k = offsets(row); k < offsets(row + 1); ++k) {
      const W term = W(values(k)) * W(x(row));
      const std::size_t col = std::size_t(columns(k));
      sums.sum[col] += term;
      sums.scale[col] += std::abs(term);
      ++sums.terms[col];
    }
  }
}

template <class Scalar>
struct LargestError {
  Vector<Scalar> y;
  Vector<double> right, scale;

  KOKKOS_FUNCTION void operator()(const std::size_t i, double& largest) const {
    const double difference = Kokkos::abs(double(y(i)) - right(i));
    const double error = difference == 0 ? 0 : difference / scale(i);
    // The negation takes NaN as well.
    if (!(error <= largest))
      largest = error == error ? error : Kokkos::Experimental::infinity_v<double>;
  }
};

}  // namespace detail

/// A plain loop on the host, in the next wider type.
template <class Scalar>
Reference make_reference(const Product<Scalar>& product) {
  const auto& A = product.A;
  const std::int64_t size = product.transposed() ? A.num_cols() : A.num_rows();
  detail::HostSums<detail::Wide<Scalar>> sums(size);
  const auto offsets = detail::to_host(A.row_offsets());
  const auto columns = detail::to_host(A.col_indices());
  const auto values = detail::to_host(A.values());
  const auto x = detail::to_host(product.x);
  if (product.transposed())
    detail::add_columns(offsets, columns, values, x, sums);
  else
    detail::add_rows(offsets, columns, values, x, sums);

  Reference reference{Vector<double>("reference", size), Vector<double>("scale", size), 0};
  const auto y = Kokkos::create_mirror_view(reference.y);
  const auto scale = Kokkos::create_mirror_view(reference.scale);
  std::int64_t longest = 0;
  for (std::int64_t i = 0; i < size; ++i) {
    y(i) = double(sums.sum[i]);
    scale(i) = double(sums.scale[i]);
    longest = std::max(longest, sums.terms[i]);
  }
  Kokkos::deep_copy(reference.y, y);
  Kokkos::deep_copy(reference.scale, scale);
  reference.limit = double(longest + 2) * double(std::numeric_limits<Scalar>::epsilon());
  return reference;
}

/// The largest |y - reference| / scale; infinite where y is not a number.
template <class Scalar>
double largest_error(const Exec& exec, const Vector<Scalar>& y, const Reference& reference) {
  double worst = 0;
  Kokkos::parallel_reduce("perf::largest_error", Kokkos::RangePolicy<Exec>(exec, 0, y.extent(0)),
                          detail::LargestError<Scalar>{y, reference.y, reference.scale},
                          Kokkos::Max<double>(worst));
  return worst;
}

}  // namespace perf
