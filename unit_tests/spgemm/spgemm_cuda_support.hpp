// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <array>
#include <numeric>

#include "spgemm_support.hpp"

/// What tests of the tuned CUDA kernel have in common.

namespace filigree::test {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

inline constexpr const char* kernel = "spgemm_hash_cuda";

/// A matrix whose row i has `length` columns, `step` apart, from one that depends on i.
inline Operand strided(std::int64_t rows, std::int64_t cols, std::int64_t length,
                       std::int64_t step) {
  Operand result{{rows, cols, {}}};
  std::mt19937 random(11);
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<std::int64_t> columns;
    for (std::int64_t k = 0; k < length; ++k) columns.push_back((7 * row + k * step) % cols);
    std::sort(columns.begin(), columns.end());
    columns.erase(std::unique(columns.begin(), columns.end()), columns.end());
    for (const std::int64_t col : columns)
      result.stored.entries.push_back({row, col, widen(random_scalar<double>(random))});
  }
  return result;
}

/// A grid's matrix: neighbours at most `reach` away along each axis, without a few of the entries
/// where `every` says so. Rows inside the grid repeat the ones before them.
inline Operand grid(std::array<std::int64_t, 3> sides, std::int64_t reach, unsigned every = 0) {
  const auto [nx, ny, nz] = sides;
  Operand result{{nx * ny * nz, nx * ny * nz, {}}};
  std::mt19937 random(21);
  const auto from = [&](std::int64_t at) { return std::max<std::int64_t>(at - reach, 0); };
  const auto to = [&](std::int64_t at, std::int64_t side) {
    return std::min(at + reach, side - 1);
  };
  for (std::int64_t z = 0; z < nz; ++z)
    for (std::int64_t y = 0; y < ny; ++y)
      for (std::int64_t x = 0; x < nx; ++x)
        for (std::int64_t cz = from(z); cz <= to(z, nz); ++cz)
          for (std::int64_t cy = from(y); cy <= to(y, ny); ++cy)
            for (std::int64_t cx = from(x); cx <= to(x, nx); ++cx)
              if (every == 0 || random() % every != 0)
                result.stored.entries.push_back({(z * ny + y) * nx + x, (cz * ny + cy) * nx + cx,
                                                 widen(random_scalar<double>(random))});
  return result;
}

/// The 5-point matrix of a grid of two axes.
inline Operand star(std::int64_t nx, std::int64_t ny, unsigned every) {
  Operand result = grid({nx, ny, 1}, 1, every);
  std::erase_if(result.stored.entries, [nx](const Entry& e) {
    return e.row % nx != e.col % nx && e.row / nx != e.col / nx;
  });
  return result;
}

/// Row i of A and of B has the columns of `rows[i]`.
inline Operand listed(std::int64_t cols, const std::vector<std::vector<std::int64_t>>& rows) {
  Operand result{{std::int64_t(rows.size()), cols, {}}};
  std::mt19937 random(31);
  for (std::size_t row = 0; row < rows.size(); ++row)
    for (const std::int64_t col : rows[row])
      result.stored.entries.push_back(
          {std::int64_t(row), col, widen(random_scalar<double>(random))});
  return result;
}
inline std::vector<std::int64_t> counted(std::int64_t first, std::int64_t count) {
  std::vector<std::int64_t> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), first);
  return result;
}

/// A product in one call has the bits of a plan's, with a list or without one.
template <class T, class Index = std::int32_t>
void expect_in_one_call(const Operand& A, const Operand& B) {
  const Exec exec;
  using Compute = spgemm_compute_t<T, T, T>;
  const auto a = make<Csr<T, Index>>(A), b = make<Csr<T, Index>>(B);
  const auto plan =
      spgemm_plan(exec, A.op, B.op, a, b, {.kernel = kernel, .lists_products = false});
  const auto expected = plan.template make_result<T>(exec);
  plan.apply(exec, Compute(2), a, b, expected);
  const SpgemmOptions any{.kernel = kernel}, none{.kernel = kernel, .lists_products = false};
  for (const SpgemmOptions& options : {any, none}) {
    const auto C = spgemm(exec, A.op, B.op, Compute(2), a, b, options);
    exec.fence();
    EXPECT_TRUE(download(C.row_offsets()) == download(expected.row_offsets()));
    EXPECT_TRUE(download(C.col_indices()) == download(expected.col_indices()));
    EXPECT_TRUE(download(C.values()) == download(expected.values()));
  }
}

}  // namespace filigree::test
