// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <filigree/core/half.hpp>
#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsr.hpp>

#include "contender.hpp"
#include "generators.hpp"

/// Random matrices in square blocks, and the check of products with them.

namespace perf {

using filigree::bfloat16;
using filigree::half;

template <class S>
using BlockedMatrix = filigree::BlockedEllMatrix<S, std::int32_t, Space>;
template <class S>
using BsrBlocks = filigree::BsrMatrix<S, std::int32_t, std::int32_t, Space>;

template <class S>
KOKKOS_INLINE_FUNCTION S blocked_entry(double random) {
  if constexpr (std::is_same_v<S, std::int8_t>)
    return S(127 * random);
  else if constexpr (std::is_same_v<S, double>)
    return random;
  else
    return S(float(random));
}

template <class S>
struct FillBlocked {
  S* values;
  RandomValue value;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    values[i] = blocked_entry<S>(double(value(i, 0)));
  }
};

/// Random entries in all of a View, which is contiguous.
template <class View>
void fill_blocked(const Exec& exec, std::uint64_t seed, const View& view) {
  Kokkos::parallel_for("perf::fill", Kokkos::RangePolicy<Exec>(exec, 0, std::int64_t(view.size())),
                       FillBlocked<typename View::value_type>{view.data(), RandomValue{seed}});
}

struct EvenOffsets {
  Kokkos::View<std::int32_t*, Space> offsets;
  std::int64_t per_row;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    offsets(i) = std::int32_t(i * per_row);
  }
};

/// From the rows of Blocked-ELL, ell_cols long, to blocks that lie one after the other.
template <class S>
struct GatherBlocks {
  std::int64_t block_size, ell_cols;
  Kokkos::View<S*, Space> ell_values, values;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const {
    const std::int64_t bs = block_size, per_row = ell_cols / bs;
    const std::int64_t row = i / ell_cols, col = i % ell_cols;
    const std::int64_t block = row / bs * per_row + col / bs;
    values((block * bs + row % bs) * bs + col % bs) = ell_values(i);
  }
};

/// What a product is made of.
struct BlockedCase {
  std::int64_t m = 8192, k = 8192, n = 4096;
  std::int64_t block_size = 16;
  double density = 0.1;  ///< of the blocks, the same number in each block row

  std::string name() const {
    return "bs" + std::to_string(block_size) + "/density" +
           std::to_string(std::lround(100 * density));
  }
};

/// Random block columns in ascending order, random values.
template <class S>
BlockedMatrix<S> random_blocked(const BlockedCase& wanted) {
  const std::int64_t bs = wanted.block_size;
  const std::int64_t block_rows = (wanted.m + bs - 1) / bs, block_cols = (wanted.k + bs - 1) / bs;
  const std::int64_t per_row =
      std::max<std::int64_t>(1, std::lround(wanted.density * double(block_cols)));
  const Kokkos::View<std::int32_t*, Kokkos::HostSpace> blocks("blocks", block_rows * per_row);
  std::vector<std::int32_t> all(static_cast<std::size_t>(block_cols));
  std::iota(all.begin(), all.end(), 0);
  std::mt19937 random(1);
  for (std::int64_t row = 0; row < block_rows; ++row) {
    std::shuffle(all.begin(), all.end(), random);
    std::int32_t* const of_row = blocks.data() + row * per_row;
    std::copy_n(all.begin(), per_row, of_row);
    std::sort(of_row, of_row + per_row);
  }
  const Kokkos::View<S*, Space> values("values", wanted.m * per_row * bs);
  fill_blocked(Exec{}, 3, values);
  return {
      wanted.m, wanted.k, bs, per_row * bs, Kokkos::create_mirror_view_and_copy(Space{}, blocks),
      values};
}

/// A as Bsr; no block of it is empty.
template <class S>
BsrBlocks<S> blocks_as_bsr(const BlockedMatrix<S>& A) {
  const std::int64_t bs = A.block_size(), ell_cols = A.ell_cols(), per_row = ell_cols / bs;
  const std::int64_t num_rows = A.num_rows(), block_rows = (num_rows + bs - 1) / bs;
  const Kokkos::View<std::int32_t*, Space> offsets("offsets", block_rows + 1);
  Kokkos::parallel_for("perf::offsets", Kokkos::RangePolicy<Exec>(0, block_rows + 1),
                       EvenOffsets{offsets, per_row});
  const Kokkos::View<S*, Space> values("values", block_rows * per_row * bs * bs);
  Kokkos::parallel_for("perf::blocks", Kokkos::RangePolicy<Exec>(0, num_rows * ell_cols),
                       GatherBlocks<S>{bs, ell_cols, A.values(), values});
  return {num_rows, A.num_cols(), {bs, bs}, offsets, A.col_indices(), values};
}

template <class T>
T blocked_poison() {
  if constexpr (std::is_integral_v<T>)
    return T(77);
  else
    return T(Kokkos::Experimental::quiet_NaN_v<float>);
}

template <class T>
struct Poison {
  T* values;
  T poison;

  KOKKOS_FUNCTION void operator()(const std::int64_t i) const { values[i] = poison; }
};

template <class T, class Expected>
struct LargestDifference {
  const T* values;
  const Expected* expected;

  template <class S>
  KOKKOS_FUNCTION static double wide(const S& x) {
    if constexpr (std::is_arithmetic_v<S>)
      return double(x);
    else
      return double(float(x));
  }

  KOKKOS_FUNCTION void operator()(const std::int64_t i, double& error, double& largest) const {
    const double right = double(expected[i]);
    const double difference = Kokkos::abs(wide(values[i]) - right);
    const double found = difference <= 1e30 ? difference : 1e30;  // NaN too
    if (found > error) error = found;
    if (Kokkos::abs(right) > largest) largest = Kokkos::abs(right);
  }
};

/// The largest difference of one run into a poisoned result from what is expected, over the largest
/// entry of that. Both are contiguous Views of one size.
template <class Result, class Expected>
double error_of_run(const Exec& exec, const Contender& contender, const Result& result,
                    const Expected& expected) {
  using T = typename Result::value_type;
  const Kokkos::RangePolicy<Exec> all(exec, 0, std::int64_t(result.size()));
  Kokkos::parallel_for("perf::poison", all, Poison<T>{result.data(), blocked_poison<T>()});
  exec.fence();
  contender.run();
  exec.fence();
  double worst = 0, largest = 0;
  Kokkos::parallel_reduce(
      "perf::error", all,
      LargestDifference<T, typename Expected::value_type>{result.data(), expected.data()},
      Kokkos::Max<double>(worst), Kokkos::Max<double>(largest));
  return worst / largest;
}

}  // namespace perf
