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

#include <filigree/core/operation.hpp>

#include "contender.hpp"
#include "generators.hpp"
#include "sparse_results.hpp"

/// Triangular systems whose solutions are compared with those of a plain loop.

namespace perf {

/// One triangle of a matrix; entries outside it are to be ignored.
struct Triangle {
  std::string name;
  Pattern pattern;
  filigree::FillMode fill = filigree::FillMode::lower;
  filigree::DiagonalType diagonal = filigree::DiagonalType::non_unit;

  bool is_lower() const { return fill == filigree::FillMode::lower; }
  bool needs(std::int64_t row, std::int64_t col) const {
    return is_lower() ? col < row : col > row;
  }
};

/// The rows of a triangle, those that another needs before it.
template <class Visit>
void visit_rows(const Triangle& triangle, bool backwards, const Visit& visit) {
  const std::int64_t n = triangle.pattern.num_rows();
  for (std::int64_t step = 0; step < n; ++step)
    visit(triangle.is_lower() != backwards ? step : n - 1 - step);
}

/// op(A) x = b on the host: for op(A) = A row after row, else column after column. A vector's
/// entries are `stride` apart; x may be b.
template <class Scalar, class X>
void solve_plainly(const Triangle& triangle, const Scalar* values, filigree::Op op, X* x,
                   std::int64_t stride) {
  const Pattern& pattern = triangle.pattern;
  const bool transposed = op != filigree::Op::none;
  const bool is_unit = triangle.diagonal == filigree::DiagonalType::unit;
  visit_rows(triangle, transposed, [&](std::int64_t row) {
    const auto begin = pattern.offsets[std::size_t(row)];
    const auto end = pattern.offsets[std::size_t(row) + 1];
    X sum = x[row * stride], pivot = 1;
    for (auto k = begin; k < end; ++k) {
      const std::int64_t col = pattern.columns[std::size_t(k)];
      if (col == row && !is_unit) pivot = X(values[k]);
      if (!transposed && triangle.needs(row, col)) sum -= X(values[k]) * x[col * stride];
    }
    x[row * stride] = sum /= pivot;
    for (auto k = begin; transposed && k < end; ++k) {
      const std::int64_t col = pattern.columns[std::size_t(k)];
      if (triangle.needs(row, col)) x[col * stride] -= X(values[k]) * sum;
    }
  });
}

/// op(A) X = B. Rows and columns of the triangle sum up to less than one half, so that solutions
/// stay tame.
template <class Scalar>
struct System {
  Triangle setup;
  filigree::Op op = filigree::Op::none;
  std::int64_t num_columns = 1;
  bool by_columns = false;
  std::vector<Scalar> values;
  Matrix<Scalar> A;
  Vector<Scalar> b, x;

  explicit System(Triangle triangle)
      : setup(std::move(triangle)), values(setup.pattern.columns.size()) {
    const Pattern& pattern = setup.pattern;
    const std::int64_t n = pattern.num_rows();
    std::vector<std::int32_t> lengths(std::size_t(n), 0);
    for (const auto col : pattern.columns) ++lengths[std::size_t(col)];
    for (std::int64_t row = 0; row < n; ++row) {
      const auto begin = pattern.offsets[std::size_t(row)];
      const auto end = pattern.offsets[std::size_t(row) + 1];
      for (auto k = begin; k < end; ++k) {
        const auto col = std::size_t(pattern.columns[std::size_t(k)]);
        const double u = uniform(3, std::uint64_t(k), 0);
        const double bound = std::max(end - begin, lengths[col]);
        values[std::size_t(k)] =
            Scalar(std::int64_t(col) == row ? 1 + u : -0.5 * (0.2 + 0.8 * u) / bound);
      }
    }
    A = Matrix<Scalar>(n, n, to_device(pattern.offsets), to_device(pattern.columns),
                       to_device(values), {.sorted = true, .unique = true});
  }

  /// Makes it a system with that op and that many right-hand sides.
  void set(filigree::Op new_op, std::int64_t columns, bool in_columns) {
    op = new_op;
    num_columns = columns;
    by_columns = in_columns;
    std::vector<Scalar> entries(std::size_t(setup.pattern.num_rows() * columns));
    for (std::size_t k = 0; k < entries.size(); ++k)
      entries[k] = Scalar(2 * uniform(4, std::uint64_t(k), 0) - 1);
    b = {};
    x = {};
    b = to_device(entries);
    x = Vector<Scalar>("x", entries.size());
    checked_ = {0, columns / 2, columns - 1};
    checked_.erase(std::unique(checked_.begin(), checked_.end()), checked_.end());
    expected_.clear();
    for (const std::int64_t column : checked_) {
      std::vector<double> solution;
      for (std::int64_t row = 0; row < setup.pattern.num_rows(); ++row)
        solution.push_back(double(entries[std::size_t(place(row, column))]));
      solve_plainly(setup, values.data(), op, solution.data(), 1);
      expected_.push_back(std::move(solution));
    }
  }

  /// Whether the first column of x, one in the middle and the last one are right. Poisons x.
  bool is_right() const {
    const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), x);
    const double tolerance = 1000 * double(std::numeric_limits<Scalar>::epsilon());
    bool right = true;
    for (std::size_t c = 0; c < checked_.size(); ++c)
      for (std::int64_t row = 0; row < setup.pattern.num_rows(); ++row)
        right = right && std::abs(double(found(place(row, checked_[c]))) -
                                  expected_[c][std::size_t(row)]) <= tolerance;
    Kokkos::deep_copy(x, std::numeric_limits<Scalar>::quiet_NaN());
    return right;
  }

  std::int64_t place(std::int64_t row, std::int64_t column) const {
    return by_columns ? column * setup.pattern.num_rows() + row : row * num_columns + column;
  }
  std::int64_t row_stride() const { return by_columns ? 1 : num_columns; }
  std::int64_t column_stride() const { return by_columns ? setup.pattern.num_rows() : 1; }

 private:
  std::vector<std::int64_t> checked_;
  std::vector<std::vector<double>> expected_;
};

}  // namespace perf
