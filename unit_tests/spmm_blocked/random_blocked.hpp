// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <type_traits>

#include "../cuda/device_array.hpp"
#include "nearest_tf32.hpp"
#include "spmm/cuda_blocked/launch.hpp"

/// Random products of Blocked-ELL and Bsr for the kernels themselves, and what they have to be.

namespace filigree::cuda {

template <class T>
T number_of(float x) {
  if constexpr (std::is_same_v<T, tf32>)
    return {x};
  else
    return T(x);
}

/// Integers from 0 on, negative ones apart, from `base` on and of either width on the device.
class IntegerArray {
 public:
  IntegerArray(const std::vector<std::int64_t>& integers, std::int64_t base, bool wide)
      : wide_(wide ? shifted<std::int64_t>(integers, base) : std::vector<std::int64_t>()),
        narrow_(wide ? std::vector<std::int32_t>() : shifted<std::int32_t>(integers, base)) {}

  const void* data() const {
    return wide_.data() != nullptr ? static_cast<const void*>(wide_.data()) : narrow_.data();
  }

 private:
  template <class T>
  static std::vector<T> shifted(const std::vector<std::int64_t>& integers, std::int64_t base) {
    std::vector<T> result;
    for (const std::int64_t i : integers) result.push_back(T(i < 0 ? i : i + base));
    return result;
  }

  DeviceArray<std::int64_t> wide_;
  DeviceArray<std::int32_t> narrow_;
};

struct BlockedCase {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  std::int64_t block_size;
  std::int64_t blocks_per_row;
  bool b_row_major = true;
  bool c_row_major = true;
  float alpha = 0.5f;
  float beta = 0;
  bool twice = false;   ///< some block columns come twice in a row
  bool uneven = false;  ///< four block rows of five have two blocks at most
  bool bsr = false;     ///< the same blocks, without the empty ones, as Bsr
};

/// A random product. Blocks in any order, about a third empty, all of one block row of seven. What
/// must not be read or multiplied is NaN (77 where there is none): values of empty blocks and past
/// the last row and column, padding of B; some entries of B are infinite, which only rows with a
/// block there may feel. Integers have four times the alpha and beta. Widths and base of offsets
/// and indices go by the sizes.
template <class In, class Out>
class RandomBlocked {
 public:
  explicit RandomBlocked(const BlockedCase& product)
      : p_(product),
        block_rows_((p_.m + p_.block_size - 1) / p_.block_size),
        block_cols_((p_.k + p_.block_size - 1) / p_.block_size),
        ell_cols_(p_.blocks_per_row * p_.block_size),
        ldb_(((p_.b_row_major ? p_.n : p_.k) + 15) / 16 * 16 + 16),
        ldc_((p_.c_row_major ? p_.n : p_.m) + (p_.m % 2 == 1 ? 3 : 8)),
        indices_(std::size_t(block_rows_ * p_.blocks_per_row), -1),
        b_(std::size_t((p_.b_row_major ? p_.k : p_.n) * ldb_), poison<In>()),
        c_(std::size_t((p_.c_row_major ? p_.m : p_.n) * ldc_), poison<Out>()) {
    std::vector<int> cols(std::size_t(block_cols_), 0);
    for (std::size_t i = 0; i < cols.size(); ++i) cols[i] = int(i);
    for (std::int64_t row = 0; row < block_rows_; ++row) {
      std::shuffle(cols.begin(), cols.end(), random_);
      for (std::int64_t j = 0; j < std::min(p_.blocks_per_row, block_cols_); ++j)
        if (random_() % 3 != 0 && row % 7 != 5 && (!p_.uneven || j < 2 || row % 5 == 2)) {
          const bool again = p_.twice && j > 0 && block(row, j - 1) >= 0 && j % 3 == 2;
          block(row, j) = again ? block(row, j - 1) : cols[std::size_t(j)];
        }
    }
    offsets_.push_back(0);
    for (std::int64_t row = 0; row < block_rows_; ++row) {
      for (std::int64_t j = 0; j < p_.blocks_per_row; ++j)
        if (block(row, j) >= 0) stored_cols_.push_back(block(row, j));
      offsets_.push_back(std::int64_t(stored_cols_.size()));
      longest_ = std::max(longest_, offsets_.back() - offsets_[std::size_t(row)]);
    }
    values_.assign(p_.bsr ? stored_cols_.size() * std::size_t(p_.block_size * p_.block_size)
                          : std::size_t(p_.m * ell_cols_),
                   poison<In>());
    for_each_entry([&](std::int64_t, std::int64_t, std::size_t at) { values_[at] = entry<In>(); });
    for (std::int64_t i = 0; i < p_.k; ++i)
      for (std::int64_t j = 0; j < p_.n; ++j) {
        const bool infinite = !integers && i == p_.block_size + 1 && j % 7 == 3;
        b_[b_at(i, j)] =
            infinite ? number_of<In>(std::numeric_limits<float>::infinity()) : entry<In>();
      }
    if (p_.beta != 0)
      for (auto& x : c_) x = entry<Out>();
  }

  /// The kernel of launch_blocked_ell. Few multiprocessors, so that a thread block computes several
  /// tiles.
  void check() {
    check([](const BlockedEllArguments& arguments, const auto& factors, void* prepared) {
      return launch_blocked_ell<In, Out>(arguments, factors, prepared, 4, nullptr);
    });
  }

  /// launch(arguments, factors, schedule as prepare_blocked_ell makes it).
  template <class Launch>
  void check(const Launch& launch) {
    const std::int64_t base = p_.n % 3 == 0 ? 1 : 0;
    const bool wide_offsets = p_.n % 2 == 0, wide_indices = p_.block_size % 64 == 0;
    const IntegerArray indices(p_.bsr ? stored_cols_ : indices_, base, wide_indices);
    const IntegerArray offsets(offsets_, base, wide_offsets);
    const DeviceArray<In> values(values_), b(b_);
    const DeviceArray<Out> c(c_);
    BlockedEllArguments arguments;
    arguments.m = p_.m;
    arguments.n = p_.n;
    arguments.k = p_.k;
    arguments.scalar_bytes = sizeof(In);
    arguments.block_size = p_.block_size;
    if (p_.bsr) {
      arguments.is_bsr = true;
      arguments.num_blocks = std::int64_t(stored_cols_.size());
      arguments.longest_block_row = longest_;
      arguments.row_offsets = offsets.data();
      arguments.wide_offsets = wide_offsets;
    } else {
      arguments.ell_cols = ell_cols_;
    }
    arguments.col_indices = indices.data();
    arguments.wide_indices = wide_indices;
    arguments.index_base = base;
    arguments.values = values.data();
    arguments.b = b.data();
    arguments.b_ld = ldb_;
    arguments.b_row_major = p_.b_row_major;
    arguments.c = c.data();
    arguments.c_ld = ldc_;
    arguments.c_row_major = p_.c_row_major;
    using Sum = blocked_ell_sum_t<In>;
    const BlockedEllFactors<Sum> factors{{Sum(alpha()), nullptr}, {Sum(beta()), nullptr}};
    const bool stores_none = p_.bsr && stored_cols_.empty();
    ASSERT_EQ(blocked_ell_takes(arguments), !stores_none);
    if (stores_none) return;
    const DeviceArray<char> prepared(std::vector<char>(blocked_ell_bytes(arguments), 0x5a));
    BlockedEllArguments pattern = arguments;
    if (p_.m % 2 == 0) pattern.b = nullptr;  // for both layouts of B, as a plan does
    ASSERT_EQ(prepare_blocked_ell(pattern, prepared.data(), nullptr), cudaSuccess);
    ASSERT_EQ(launch(arguments, factors, prepared.data()), cudaSuccess);
    ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
    compare(c.host());
  }

 private:
  static constexpr bool integers = std::is_integral_v<In>;

  template <class T>
  static T poison() {
    return number_of<T>(integers ? 77.0f : std::numeric_limits<float>::quiet_NaN());
  }
  /// A double that is no float, for tf32 a float that has to be rounded.
  template <class T>
  T entry() {
    const float number = float(random_() % 2001) - 1000.0f;
    if constexpr (integers) return T(int(number) / 8);
    if constexpr (std::is_same_v<T, double>) return number / 513.0;
    return number_of<T>(number / (std::is_same_v<T, tf32> ? 513.0f : 512.0f));
  }
  double alpha() const { return integers ? 4 * p_.alpha : p_.alpha; }
  double beta() const { return integers ? 4 * p_.beta : p_.beta; }
  std::int64_t& block(std::int64_t row, std::int64_t j) {
    return indices_[std::size_t(row * p_.blocks_per_row + j)];
  }
  std::size_t b_at(std::int64_t i, std::int64_t j) const {
    return std::size_t(p_.b_row_major ? i * ldb_ + j : i + j * ldb_);
  }
  std::size_t c_at(std::int64_t i, std::int64_t j) const {
    return std::size_t(p_.c_row_major ? i * ldc_ + j : i + j * ldc_);
  }

  /// visit(row, column, place of the value).
  template <class Visit>
  void for_each_entry(Visit&& visit) {
    for (std::int64_t row = 0; row < p_.m; ++row)
      for (std::int64_t j = 0, stored = offsets_[std::size_t(row / p_.block_size)];
           j < p_.blocks_per_row; ++j) {
        const std::int64_t first = block(row / p_.block_size, j) * p_.block_size;
        if (first < 0) continue;
        const std::int64_t at =
            p_.bsr ? (stored++ * p_.block_size + row % p_.block_size) * p_.block_size
                   : row * ell_cols_ + j * p_.block_size;
        for (std::int64_t q = 0; q < p_.block_size && first + q < p_.k; ++q)
          visit(row, first + q, std::size_t(at + q));
      }
  }

  template <class T>
  static double wide(const T& x) {
    if constexpr (std::is_arithmetic_v<T>)
      return double(x);
    else if constexpr (std::is_same_v<T, tf32>)
      return double(nearest_tf32(x.value));
    else
      return double(float(x));
  }

  void compare(std::vector<Out> result) {
    std::vector<double> sums(std::size_t(p_.m * p_.n)), sizes(sums.size());
    std::vector<double> wide_b(std::size_t(p_.k * p_.n));
    for (std::int64_t i = 0; i < p_.k; ++i)
      for (std::int64_t j = 0; j < p_.n; ++j)
        wide_b[std::size_t(i * p_.n + j)] = wide(b_[b_at(i, j)]);
    for_each_entry([&](std::int64_t i, std::int64_t k, std::size_t at) {
      const double value = wide(values_[at]);
      const double* const b = wide_b.data() + k * p_.n;
      for (std::int64_t j = 0; j < p_.n; ++j) {
        const double x = value * b[j];
        sums[std::size_t(i * p_.n + j)] += x;
        sizes[std::size_t(i * p_.n + j)] += std::abs(x);
      }
    });
    constexpr bool exact_types = integers || std::is_same_v<In, double>;
    constexpr double rounding = std::is_same_v<Out, half>    ? 0x1p-10
                                : exact_types                ? 1e-15
                                : std::is_same_v<Out, float> ? 1e-6
                                                             : 0x1p-7;
    constexpr double of_sum = exact_types ? 1e-14 : 1e-5, least = exact_types ? 1e-15 : 1e-6;
    for (std::int64_t i = 0; i < p_.m; ++i)
      for (std::int64_t j = 0; j < p_.n; ++j) {
        const auto at = std::size_t(i * p_.n + j), place = c_at(i, j);
        double exact = p_.alpha == 0 ? 0 : alpha() * sums[at];
        if (p_.beta != 0) exact += beta() * wide(c_[place]);
        const double got = wide(result[place]);
        if (!std::isfinite(exact))
          ASSERT_FALSE(std::isfinite(got)) << i << ' ' << j;
        else
          ASSERT_NEAR(got, exact, of_sum * sizes[at] + rounding * std::abs(exact) + least)
              << "row " << i << ", column " << j << ", block size " << p_.block_size;
        result[place] = c_[place];
      }
    ASSERT_EQ(std::memcmp(result.data(), c_.data(), c_.size() * sizeof(Out)), 0)
        << "padding of C was written";
  }

  BlockedCase p_;
  std::int64_t block_rows_, block_cols_, ell_cols_, ldb_, ldc_;
  std::vector<std::int64_t> indices_;                ///< of Blocked-ELL
  std::vector<std::int64_t> offsets_, stored_cols_;  ///< of Bsr
  std::int64_t longest_ = 0;
  std::vector<In> values_, b_;
  std::vector<Out> c_;
  std::mt19937 random_{7};
};

template <class InType, class OutType>
struct BlockedTypes {
  using In = InType;
  using Out = OutType;
};

}  // namespace filigree::cuda
