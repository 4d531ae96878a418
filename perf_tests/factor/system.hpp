// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <utility>
#include <vector>

#include "contender.hpp"
#include "generators.hpp"
#include "sparse_results.hpp"

/// Matrices whose incomplete factors are compared with those of a plain loop.

namespace perf {

enum class Factors { ilu0, ic0 };

/// Factors the values of a pattern with ascending columns in place, on the host, row after row, the
/// places of a row's columns found by marks. Of ic0 what is right of the diagonal is not touched.
template <class Value>
class PlainFactors {
 public:
  explicit PlainFactors(const Pattern& pattern)
      : offsets_(pattern.offsets.data()),
        columns_(pattern.columns.data()),
        diagonals_(std::size_t(pattern.num_rows())),
        marks_(std::size_t(pattern.num_rows())) {
    for (std::size_t row = 0; row < diagonals_.size(); ++row)
      diagonals_[row] =
          std::int32_t(std::lower_bound(columns_ + offsets_[row], columns_ + offsets_[row + 1],
                                        std::int32_t(row)) -
                       columns_);
  }

  void run(Factors factors, Value* values) {
    std::fill(marks_.begin(), marks_.end(), -1);
    for (std::size_t row = 0; row < diagonals_.size(); ++row)
      factors == Factors::ilu0 ? factor_lu(row, values) : factor_cholesky(row, values);
  }

 private:
  void factor_lu(std::size_t row, Value* values) {
    const std::int32_t begin = offsets_[row], end = offsets_[row + 1];
    for (std::int32_t k = begin; k < end; ++k) marks_[std::size_t(columns_[k])] = k;
    for (std::int32_t k = begin; k < diagonals_[row]; ++k) {
      const auto other = std::size_t(columns_[k]);
      const Value multiple = values[k] / values[diagonals_[other]];
      values[k] = multiple;
      for (std::int32_t q = diagonals_[other] + 1; q < offsets_[other + 1]; ++q) {
        const std::int32_t to = marks_[std::size_t(columns_[q])];
        if (to >= begin) values[to] -= multiple * values[q];
      }
    }
  }

  void factor_cholesky(std::size_t row, Value* values) {
    const std::int32_t begin = offsets_[row], diagonal = diagonals_[row];
    for (std::int32_t k = begin; k <= diagonal; ++k) marks_[std::size_t(columns_[k])] = k;
    Value squares = 0;
    for (std::int32_t k = begin; k < diagonal; ++k) {
      const auto other = std::size_t(columns_[k]);
      Value sum = 0;
      for (std::int32_t q = offsets_[other]; q < diagonals_[other]; ++q) {
        const std::int32_t with = marks_[std::size_t(columns_[q])];
        if (with >= begin) sum += values[with] * values[q];
      }
      values[k] = (values[k] - sum) / values[diagonals_[other]];
      squares += values[k] * values[k];
    }
    values[diagonal] = std::sqrt(values[diagonal] - squares);
  }

  const std::int32_t* offsets_;
  const std::int32_t* columns_;
  std::vector<std::int32_t> diagonals_, marks_;
};

/// A symmetric matrix whose diagonal outweighs the rest of each row.
template <class Scalar>
struct System {
  using scalar_type = Scalar;

  std::string name;
  Pattern pattern;
  std::vector<Scalar> values;
  Matrix<Scalar> A;
  Vector<Scalar> factors;

  System(std::string title, Pattern from)
      : name(std::move(title)), pattern(std::move(from)), values(pattern.columns.size()) {
    for (std::int64_t row = 0; row < pattern.num_rows(); ++row) {
      std::size_t diagonal = 0;
      double sum = 0;
      for (auto k = std::size_t(pattern.offsets[std::size_t(row)]);
           k < std::size_t(pattern.offsets[std::size_t(row) + 1]); ++k) {
        const std::int64_t col = pattern.columns[k];
        if (col == row) diagonal = k;
        const double size = 0.1 + 0.9 * uniform(6, std::uint64_t(std::min(row, col)),
                                                std::uint64_t(std::max(row, col)));
        values[k] = Scalar(-size);
        if (col != row) sum += size;
      }
      values[diagonal] = Scalar(1.05 * sum + 0.1);
    }
    A = Matrix<Scalar>(pattern.num_rows(), pattern.num_rows(), to_device(pattern.offsets),
                       to_device(pattern.columns), to_device(values),
                       {.sorted = true, .unique = true});
    factors = Vector<Scalar>("factors", values.size());
    for (const Factors kind : {Factors::ilu0, Factors::ic0}) {
      auto& expected = expected_[std::size_t(kind)];
      expected.assign(values.begin(), values.end());
      PlainFactors<double>(pattern).run(kind, expected.data());
    }
  }

  /// Whether the factors are right. Poisons them.
  bool is_right(Factors kind) const {
    const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), factors);
    const auto& expected = expected_[std::size_t(kind)];
    const double tolerance = 1000 * double(std::numeric_limits<Scalar>::epsilon());
    bool right = true;
    for (std::int64_t row = 0; row < pattern.num_rows(); ++row)
      for (auto k = std::size_t(pattern.offsets[std::size_t(row)]);
           k < std::size_t(pattern.offsets[std::size_t(row) + 1]); ++k)
        if (kind == Factors::ilu0 || pattern.columns[k] <= row)
          right = right && std::abs(double(found(k)) - expected[k]) <=
                               tolerance * (1 + std::abs(expected[k]));
    Kokkos::deep_copy(factors, std::numeric_limits<Scalar>::quiet_NaN());
    return right;
  }

 private:
  std::vector<double> expected_[2];
};

}  // namespace perf
