// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <type_traits>

#include <filigree/structured.hpp>
#include <filigree/structured_matmul.hpp>
#include <filigree/structured_search.hpp>

#include "program.hpp"

namespace perf {

struct Sizes {
  std::int64_t m, n, k;
};

template <class View>
struct FillRandom {
  View view;
  RandomValue value;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, const std::int64_t j) const {
    using Scalar = typename View::non_const_value_type;
    constexpr float largest = std::is_same_v<Scalar, std::int8_t> ? 127 : 1;
    view(i, j) = Scalar(largest * float(value(i, j)));
  }
};

/// The largest difference and the largest right entry; what is not a number differs by 1e30.
template <class Result>
struct CompareResults {
  Result found, right;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, const std::int64_t j, double& worst,
                                  double& largest) const {
    const double difference = double(float(found(i, j))) - double(float(right(i, j)));
    worst = Kokkos::max(worst, difference == difference ? Kokkos::abs(difference) : 1e30);
    largest = Kokkos::max(largest, Kokkos::abs(double(float(right(i, j)))));
  }
};

template <class View>
void fill_random(const Exec& exec, const View& view, std::uint64_t seed) {
  Kokkos::parallel_for(
      "perf::fill_random",
      Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>>(
          exec, {0, 0}, {std::int64_t(view.extent(0)), std::int64_t(view.extent(1))}),
      FillRandom<View>{view, RandomValue{seed}});
}

/// D = alpha A B with A structured; B and D column-major, as both libraries like them best. alpha
/// keeps int8 results in their range.
template <class InType, class OutType>
struct StructuredProduct {
  using In = InType;
  using Out = OutType;
  using RowMajor = Kokkos::View<In**, Kokkos::LayoutRight, Space>;
  using Result = Kokkos::View<Out**, Kokkos::LayoutLeft, Space>;

  Exec exec;
  Sizes sizes;
  RowMajor pruned;
  filigree::StructuredMatrix<In, Space> A;
  Kokkos::View<In**, Kokkos::LayoutLeft, Space> B;
  Result D;
  float alpha = std::is_same_v<Out, std::int8_t> ? 1.0f / 8192 : 1.0f;
  Kokkos::View<float, Space> alpha_in_memory{"alpha"};

  StructuredProduct(const Exec& on, const Sizes& all)
      : exec(on),
        sizes(all),
        pruned("A", all.m, all.k),
        B("B", all.k, all.n),
        D("D", all.m, all.n) {
    Kokkos::deep_copy(exec, alpha_in_memory, alpha);
    fill_random(exec, pruned, 1);
    fill_random(exec, B, 2);
    filigree::structured_prune(exec, pruned, pruned, filigree::StructuredPruneRule::strip);
    A = filigree::structured_compress(exec, pruned);
  }

  double bytes() const {
    return double(A.bytes().extent(0)) + double(B.span()) * sizeof(In) +
           double(D.span()) * sizeof(Out);
  }

  /// Largest error of the last columns of D, of the largest entry there.
  double error() const {
    constexpr auto none = filigree::Op::none;
    const auto last = Kokkos::make_pair(std::max<std::int64_t>(0, sizes.n - 8), sizes.n);
    const Result found = Kokkos::subview(D, Kokkos::ALL, last);
    const Result right("right", sizes.m, found.extent(1));
    filigree::structured_matmul(exec, none, none, alpha, A, Kokkos::subview(B, Kokkos::ALL, last),
                                right, {}, {.backend = filigree::Backend::generic});
    double worst = 0, largest = 0;
    const Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>> all(
        exec, {0, 0}, {sizes.m, std::int64_t(found.extent(1))});
    Kokkos::parallel_reduce("perf::error", all, CompareResults<Result>{found, right},
                            Kokkos::Max<double>(worst), Kokkos::Max<double>(largest));
    return worst / largest;
  }
};

}  // namespace perf
