// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstring>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <filigree/spgemm.hpp>

#include "spmv/spmv_support.hpp"

/// Products of sparse matrices worked out product by product in long double.

namespace filigree::test {

using SparseKey = std::pair<std::int64_t, std::int64_t>;
struct SparseSum {
  Wide value = 0;
  long double scale = 0;
  std::int64_t terms = 0;

  void add(const Wide& term) {
    value += term;
    scale += std::abs(term);
    ++terms;
  }
};
/// Row and column to what is there.
using SparseSums = std::map<SparseKey, SparseSum>;

/// An operand: what is stored, how it is to be taken, and what it is multiplied as.
struct Operand {
  Triplets stored;
  MatrixProperties properties{};
  Op op = Op::none;
  Order order = Order::sorted;

  std::string text() const { return describe(op, properties); }
  std::int64_t rows() const { return op == Op::none ? stored.num_rows : stored.num_cols; }
  std::int64_t cols() const { return op == Op::none ? stored.num_cols : stored.num_rows; }
  /// The entries of op(matrix).
  std::vector<Entry> entries() const {
    auto result = full_entries(stored, properties);
    for (Entry& e : result) {
      if (op != Op::none) std::swap(e.row, e.col);
      if (op == Op::conjugate_transpose) e.value = std::conj(e.value);
    }
    return result;
  }
};

inline SparseSums sparse_product(const Wide& alpha, const Operand& A, const Operand& B,
                                 const Wide& beta = 0, const Operand* D = nullptr) {
  std::vector<std::vector<Entry>> b_rows(static_cast<std::size_t>(B.rows()));
  for (const Entry& e : B.entries()) b_rows.at(static_cast<std::size_t>(e.row)).push_back(e);
  SparseSums result;
  for (const Entry& a : A.entries())
    for (const Entry& b : b_rows.at(static_cast<std::size_t>(a.col)))
      result[{a.row, b.col}].add(alpha * a.value * b.value);
  if (D != nullptr)
    for (const Entry& d : D->entries()) result[{d.row, d.col}].add(beta * d.value);
  return result;
}

/// Fails unless C has these entries, sorted, and values as close as the types allow.
template <class Compute, class C>
::testing::AssertionResult is_product(const C& matrix, const SparseSums& expected) {
  using Scalar = typename C::scalar_type;
  const auto offsets = download(matrix.row_offsets());
  const auto columns = download(matrix.col_indices());
  const auto values = download(matrix.values());
  const auto base = std::int64_t(matrix.index_base());
  if (!matrix.properties().sorted || !matrix.properties().unique)
    return ::testing::AssertionFailure() << "C is not flagged sorted and unique";
  if (columns.size() != expected.size())
    return ::testing::AssertionFailure()
           << columns.size() << " entries, expected " << expected.size();
  Reference reference;
  std::size_t place = 0;
  for (const auto& [key, sum] : expected) {
    const auto [row, col] = key;
    const auto begin = std::int64_t(offsets[std::size_t(row)]) - base;
    const auto end = std::int64_t(offsets[std::size_t(row) + 1]) - base;
    if (std::int64_t(place) < begin || std::int64_t(place) >= end)
      return ::testing::AssertionFailure() << "place " << place << " is not in row " << row;
    if (std::int64_t(columns[place]) - base != col)
      return ::testing::AssertionFailure() << "place " << place << " of row " << row << ": column "
                                           << columns[place] << ", expected " << col + base;
    reference.value.push_back(sum.value);
    reference.scale.push_back(sum.scale);
    reference.terms.push_back(sum.terms);
    ++place;
  }
  return is_close<Scalar, Compute>(values, reference);
}

template <class T>
Operand random_operand(std::int64_t rows, std::int64_t cols, double entries_per_row, unsigned seed,
                       bool duplicates = false) {
  std::mt19937 random(seed);
  return {random_triplets<T>(random, {rows, cols, entries_per_row, -1, duplicates})};
}

/// An operand whose op(matrix) is rows x cols.
template <class T>
Operand turned_operand(std::int64_t rows, std::int64_t cols, double entries_per_row, unsigned seed,
                       Op op, bool duplicates = false) {
  Operand result = op == Op::none
                       ? random_operand<T>(rows, cols, entries_per_row, seed, duplicates)
                       : random_operand<T>(cols, rows, entries_per_row, seed, duplicates);
  result.op = op;
  return result;
}

template <class Matrix>
Matrix make(const Operand& operand) {
  return MatrixFrom<Matrix>::make(operand.stored, operand.properties, operand.order);
}

/// An n x n x n grid's 27-point stencil, values of no pattern.
inline Operand stencil27(std::int64_t n) {
  Operand result{{n * n * n, n * n * n, {}}};
  std::mt19937 random(5);
  for (std::int64_t z = 0; z < n; ++z)
    for (std::int64_t y = 0; y < n; ++y)
      for (std::int64_t x = 0; x < n; ++x)
        for (std::int64_t k = 0; k < 27; ++k) {
          const std::int64_t cz = z + k / 9 - 1, cy = y + k / 3 % 3 - 1, cx = x + k % 3 - 1;
          if (std::min({cx, cy, cz}) < 0 || std::max({cx, cy, cz}) >= n) continue;
          result.stored.entries.push_back(
              {(z * n + y) * n + x, (cz * n + cy) * n + cx, widen(random_scalar<double>(random))});
        }
  return result;
}

/// A matrix with values whose sums round.
template <class M>
M with_rounding_values(const M& A, int seed) {
  using Scalar = typename M::scalar_type;
  std::vector<Scalar> values;
  for (std::int64_t k = 0; k < A.nnz(); ++k)
    values.push_back(Scalar(1.0 / double(1 + (k * 7 + seed) % 97)));
  return A.with_values(upload<typename M::memory_space>(values));
}

template <class T>
bool same_bits(const std::vector<T>& a, const std::vector<T>& b) {
  return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(T)) == 0;
}

template <class C>
void poison_values(const C& matrix) {
  Kokkos::deep_copy(matrix.values(), std::numeric_limits<typename C::scalar_type>::quiet_NaN());
}

/// Rows of very different lengths: row i has about `most` / (i + 1) entries, at least one.
inline Operand skewed(std::int64_t rows, std::int64_t cols, std::int64_t most, unsigned seed) {
  Operand result{{rows, cols, {}}};
  std::mt19937 random(seed);
  for (std::int64_t row = 0; row < rows; ++row) {
    const std::int64_t count = std::max<std::int64_t>(1, most / (row + 1));
    std::vector<std::int64_t> columns;
    for (std::int64_t k = 0; k < count; ++k)
      columns.push_back(std::int64_t(random() % std::uint64_t(cols)));
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const auto col : columns)
      result.stored.entries.push_back({row, col, widen(random_scalar<double>(random))});
  }
  return result;
}

}  // namespace filigree::test
