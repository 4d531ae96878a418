// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "sparse_results.hpp"

/// What a product should be.

namespace perf {

/// The product by Gustavson's algorithm in double, and for each entry the sum of |a| |b|.
template <class Scalar>
struct Expected {
  Pattern pattern;
  std::vector<double> values, sizes;
  double products = 0;

  Expected(const Operand<Scalar>& A, const Operand<Scalar>& B)
      : pattern{B.pattern.num_cols},
        value_(std::size_t(B.pattern.num_cols)),
        size_(std::size_t(B.pattern.num_cols)),
        seen_(std::size_t(B.pattern.num_cols), -1) {
    for (std::int64_t row = 0; row < A.pattern.num_rows(); ++row) add_row(A, B, row);
  }

  /// Whether a result is the product; rows may be in any order, as cuSPARSE's may.
  template <class Offsets, class Columns, class Values>
  bool is(const Offsets& offsets, const Columns& columns, const Values& result) const {
    const Kokkos::HostSpace host;
    const auto o = Kokkos::create_mirror_view_and_copy(host, offsets);
    const auto c = Kokkos::create_mirror_view_and_copy(host, columns);
    const auto v = Kokkos::create_mirror_view_and_copy(host, result);
    if (v.extent(0) != values.size() || c.extent(0) != values.size()) return false;
    const double tolerance = 64 * double(std::numeric_limits<Scalar>::epsilon());
    std::vector<std::size_t> order;
    for (std::int64_t row = 0; row < pattern.num_rows(); ++row) {
      const auto begin = std::size_t(pattern.offsets[std::size_t(row)]);
      const auto end = std::size_t(pattern.offsets[std::size_t(row) + 1]);
      if (std::size_t(o(row)) != begin || std::size_t(o(row + 1)) != end) return false;
      order.resize(end - begin);
      std::iota(order.begin(), order.end(), begin);
      const auto before = [&](std::size_t i, std::size_t j) { return c(i) < c(j); };
      if (!std::is_sorted(order.begin(), order.end(), before))
        std::sort(order.begin(), order.end(), before);
      for (std::size_t k = begin; k < end; ++k) {
        const std::size_t at = order[k - begin];
        if (c(at) != pattern.columns[k] ||
            !(std::abs(double(v(at)) - values[k]) <= tolerance * sizes[k]))
          return false;
      }
    }
    return true;
  }

 private:
  void add_row(const Operand<Scalar>& A, const Operand<Scalar>& B, std::int64_t row) {
    const auto begin = pattern.columns.size();
    for (auto k = A.pattern.offsets[std::size_t(row)]; k < A.pattern.offsets[std::size_t(row) + 1];
         ++k) {
      const auto inner = std::size_t(A.pattern.columns[std::size_t(k)]);
      const auto a = double(A.values[std::size_t(k)]);
      for (auto p = B.pattern.offsets[inner]; p < B.pattern.offsets[inner + 1]; ++p) {
        const auto column = std::size_t(B.pattern.columns[std::size_t(p)]);
        const double product = a * double(B.values[std::size_t(p)]);
        if (seen_[column] != row) {
          seen_[column] = row;
          value_[column] = size_[column] = 0;
          pattern.columns.push_back(std::int32_t(column));
        }
        value_[column] += product;
        size_[column] += std::abs(product);
        ++products;
      }
    }
    std::sort(pattern.columns.begin() + std::ptrdiff_t(begin), pattern.columns.end());
    for (auto k = begin; k < pattern.columns.size(); ++k) {
      values.push_back(value_[std::size_t(pattern.columns[k])]);
      sizes.push_back(size_[std::size_t(pattern.columns[k])]);
    }
    pattern.end_row();
  }

  std::vector<double> value_, size_;
  std::vector<std::int64_t> seen_;
};

}  // namespace perf
