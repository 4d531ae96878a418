// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products that users of peers have run out of memory or of 32 bits with. They need up to 40 GB of
// device memory, and are built for CUDA only. All values are small integers, so that sums are
// exact.

#include <gtest/gtest.h>

#include <filigree/spgemm.hpp>
#include <filigree/spmv.hpp>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <random>
#include <vector>

#include "core/peak_bytes.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
template <class S, class Offset = std::int32_t>
using Csr = CsrMatrix<S, std::int32_t, Offset, Space>;
using Vector = Kokkos::View<double*, Space>;

template <class T>
Kokkos::View<T*, Space> on_device(const std::vector<T>& host) {
  const Kokkos::View<T*, Space> result(Kokkos::view_alloc(Kokkos::WithoutInitializing, "array"),
                                       host.size());
  Kokkos::deep_copy(result, Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                                host.data(), host.size()));
  return result;
}

/// Rows of `row_length` random columns each, at least 1, in order; values from 1 to 3.
Csr<double> random_matrix(std::int64_t num_rows, std::int64_t num_cols, std::int64_t row_length) {
  std::mt19937_64 random(3);
  std::vector<std::int32_t> offsets{0}, columns;
  std::vector<double> values;
  for (std::int64_t row = 0; row < num_rows; ++row) {
    // One in each stretch of columns, so that they are in order and none comes twice.
    for (std::int64_t k = 0; k < row_length; ++k) {
      const std::int64_t begin = k * num_cols / row_length, end = (k + 1) * num_cols / row_length;
      columns.push_back(std::int32_t(begin + std::int64_t(random() % std::uint64_t(end - begin))));
      values.push_back(double(1 + random() % 3));
    }
    offsets.push_back(std::int32_t(columns.size()));
  }
  return {num_rows,           num_cols,          on_device(offsets),
          on_device(columns), on_device(values), {.sorted = true, .unique = true}};
}

/// The largest difference of C 1 from op_a(A) (B 1).
template <class A, class B, class C>
double difference(const Exec& exec, Op op_a, const A& a, const B& b, const C& c) {
  const Vector ones("ones", c.num_cols()), inner("inner", b.num_rows());
  const Vector expected("expected", c.num_rows()), got("got", c.num_rows());
  Kokkos::deep_copy(exec, ones, 1.0);
  spmv(exec, Op::none, 1, b, ones, 0, inner);
  spmv(exec, op_a, 1, a, inner, 0, expected);
  spmv(exec, Op::none, 1, c, ones, 0, got);
  double largest = 0;
  Kokkos::parallel_reduce(
      "difference", Rows(exec, 0, c.num_rows()),
      KOKKOS_LAMBDA(std::int64_t row, double& most) {
        most = Kokkos::max(most, Kokkos::abs(got(row) - expected(row)));
      },
      Kokkos::Max<double>(largest));
  return largest;
}

template <class C>
std::int64_t differing_entries(const Exec& exec, const C& a, const C& b) {
  const auto a_values = a.values(), b_values = b.values();
  const auto a_columns = a.col_indices(), b_columns = b.col_indices();
  std::int64_t differing = 0;
  Kokkos::parallel_reduce(
      "differing", Rows(exec, 0, a.nnz()),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & count) {
        count += a_values(k) != b_values(k) || a_columns(k) != b_columns(k);
      },
      differing);
  return differing;
}

/// An entry of the full matrices below.
KOKKOS_FUNCTION float full_value(std::int64_t row, std::int64_t col) {
  return float(1 + (3 * row + 5 * col) % 7);
}
/// Entries of a full n x n matrix that are not those of the product of such matrices.
template <class C>
std::int64_t wrong_entries(const Exec& exec, const C& c, std::int64_t n, std::int64_t depth) {
  const auto values = c.values();
  const auto columns = c.col_indices();
  std::int64_t wrong = 0;
  Kokkos::parallel_reduce(
      "wrong", Rows(exec, 0, c.nnz()),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & count) {
        const std::int64_t row = k / n, col = k % n;
        float expected = 0;
        for (std::int64_t d = 0; d < depth; ++d)
          expected += full_value(row, d) * full_value(d, col);
        count += values(k) != expected || columns(k) != col;
      },
      wrong);
  return wrong;
}

/// How many of the coordinates c - 1, c, c + 1 lie on an edge of n points.
KOKKOS_FUNCTION std::int64_t width(std::int64_t c, std::int64_t n) {
  return 1 + (c > 0) + (c + 1 < n);
}

/// The 27-point neighbourhood on n^3 points.
Csr<double> grid_matrix(const Exec& exec, std::int64_t n) {
  const std::int64_t num_rows = n * n * n;
  const Kokkos::View<std::int32_t*, Space> offsets("offsets", num_rows + 1);
  std::int64_t nnz = 0;
  Kokkos::parallel_scan(
      "offsets", Rows(exec, 0, num_rows),
      KOKKOS_LAMBDA(std::int64_t row, std::int64_t & sum, bool final) {
        sum += width(row / (n * n), n) * width(row / n % n, n) * width(row % n, n);
        if (final) offsets(row + 1) = std::int32_t(sum);
      },
      nnz);
  const Kokkos::View<std::int32_t*, Space> columns("columns", nnz);
  const Vector values("values", nnz);
  Kokkos::parallel_for(
      "fill", Rows(exec, 0, num_rows), KOKKOS_LAMBDA(std::int64_t row) {
        const std::int64_t z = row / (n * n), y = row / n % n, x = row % n;
        std::int64_t place = offsets(row);
        for (std::int64_t k = 0; k < 27; ++k) {
          const std::int64_t cz = z + k / 9 - 1, cy = y + k / 3 % 3 - 1, cx = x + k % 3 - 1;
          if (cx < 0 || cy < 0 || cz < 0 || cx >= n || cy >= n || cz >= n) continue;
          const std::int64_t col = (cz * n + cy) * n + cx;
          columns(place) = std::int32_t(col);
          values(place++) = double(1 + (row + 3 * col) % 5);
        }
      });
  return {num_rows, num_rows, offsets, columns, values, {.sorted = true, .unique = true}};
}

template <class C>
std::int64_t bytes_of(const C& c) {
  return c.nnz() * std::int64_t(sizeof(typename C::scalar_type) + sizeof(std::int32_t)) +
         (c.num_rows() + 1) * std::int64_t(sizeof(typename C::offset_type));
}

/// The least seconds of so many calls.
template <class F>
double least_seconds(const Exec& exec, const F& f) {
  double least = std::numeric_limits<double>::max();
  for (int i = 0; i < 20; ++i) {
    exec.fence();
    const Kokkos::Timer timer;
    f();
    exec.fence();
    least = std::min(least, timer.seconds());
  }
  return least;
}

/// 39 million entries times a diagonal: new values take no more than 1.5 times as long as a copy of
/// as many bytes.
TEST(SpgemmLarge, a_product_by_a_diagonal_streams) {
  const Exec exec;
  const auto A = grid_matrix(exec, 114);
  std::vector<std::int32_t> offsets{0}, columns;
  for (std::int32_t row = 0; row < std::int32_t(A.num_rows()); ++row) {
    columns.push_back(row);
    offsets.push_back(row + 1);
  }
  const Csr<double> B(A.num_rows(), A.num_rows(), on_device(offsets), on_device(columns),
                      on_device(std::vector<double>(columns.size(), 2)),
                      {.sorted = true, .unique = true});
  const auto plan = spgemm_plan(exec, A, B);
  const auto C = plan.make_result(exec);
  const double copy = least_seconds(exec, [&] { Kokkos::deep_copy(exec, C.values(), A.values()); });
  const double product = least_seconds(exec, [&] { plan.apply(exec, 1.0, A, B, C); });
  EXPECT_EQ(difference(exec, Op::none, A, B, C), 0);
  const double bytes_copied = 2 * 8, bytes_needed = 2 * 8 + 4;  // of an entry
  EXPECT_LE(product, 1.5 * copy * bytes_needed / bytes_copied);
  std::printf("A times a diagonal: %.3f ms, a copy %.3f ms\n", product * 1e3, copy * 1e3);
}

/// X^T X, X n x 5000 with 5% of its entries.
TEST(SpgemmLarge, a_tall_matrix_s_transpose_times_itself) {
  const Exec exec;
  for (const std::int64_t rows : {10'000, 20'000, 50'000}) {
    const auto X = random_matrix(rows, 5000, 250);
    const auto C = spgemm(exec, Op::transpose, Op::none, 1, X, X);
    EXPECT_EQ(difference(exec, Op::transpose, X, X, C), 0);
    std::printf("X^T X, %lld x 5000: %lld entries\n", (long long)rows, (long long)C.nnz());
  }
}

/// 600 x 600 and 1000 x 1000 matrices that are full.
TEST(SpgemmLarge, full_matrices_need_no_more_than_twice_the_result) {
  const Exec exec;
  for (const std::int64_t n : {600, 1000}) {
    const auto A = random_matrix(n, n, n);
    const PeakBytes bytes;
    const auto C = spgemm(exec, A, A);
    EXPECT_LE(bytes.peak(), 3 * bytes_of(C));
    EXPECT_EQ(difference(exec, Op::none, A, A, C), 0);
  }
}

/// A graph of 9000 vertices and 10 million edges, squared under caps: the same bits.
TEST(SpgemmLarge, a_dense_graph_under_a_cap) {
  const Exec exec;
  const auto A = random_matrix(9000, 9000, 1111);
  const auto free = spgemm(exec, A, A);
  EXPECT_EQ(difference(exec, Op::none, A, A, free), 0);
  for (const std::int64_t cap : {std::int64_t(1) << 30, std::int64_t(64) << 20}) {
    const PeakBytes bytes;
    const auto C = spgemm(exec, Op::none, Op::none, 1, A, A, {.memory_limit_bytes = cap});
    EXPECT_LE(bytes.peak(), bytes_of(C) + cap + 4096);
    EXPECT_EQ(differing_entries(exec, C, free), 0) << cap;
  }
}

/// More than 2^31 products and as many entries, with 32-bit columns: 64-bit offsets take them,
/// under a cap of 8 GiB; 32-bit offsets are refused before C is allocated.
TEST(SpgemmLarge, more_than_two_to_the_31_entries) {
  const Exec exec;
  constexpr std::int64_t n = 46'500, depth = 2;
  static_assert(n * n > std::int64_t(1) << 31);
  const auto full = [](std::int64_t rows, std::int64_t cols) {
    std::vector<std::int32_t> offsets{0}, columns;
    std::vector<float> values;
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t col = 0; col < cols; ++col) {
        columns.push_back(std::int32_t(col));
        values.push_back(full_value(row, col));
      }
      offsets.push_back(std::int32_t(columns.size()));
    }
    return Csr<float>(rows, cols, on_device(offsets), on_device(columns), on_device(values),
                      {.sorted = true, .unique = true});
  };
  const auto A = full(n, depth), B = full(depth, n);
  {
    const PeakBytes bytes;
    EXPECT_THROW(spgemm(exec, A, B), Error);
    EXPECT_LE(bytes.peak(), std::int64_t(1) << 30);
  }
  const PeakBytes bytes;
  const auto C = spgemm<std::int64_t>(exec, Op::none, Op::none, 1, A, B,
                                      {.memory_limit_bytes = std::int64_t(8) << 30});
  EXPECT_EQ(C.nnz(), n * n);
  EXPECT_LE(bytes.peak(), bytes_of(C) + (std::int64_t(8) << 30));
  EXPECT_EQ(wrong_entries(exec, C, n, depth), 0);
  std::printf("%lld entries: %.2f GB beside the result's %.2f\n", (long long)C.nnz(),
              double(bytes.peak() - bytes_of(C)) / 1e9, double(bytes_of(C)) / 1e9);
}

/// A 256^3 grid's 27-point matrix squared, under a cap of 4 GiB: 2.07e9 entries.
TEST(SpgemmLarge, a_large_grid_under_a_cap) {
  const Exec exec;
  constexpr std::int64_t n = 256;
  const auto A = grid_matrix(exec, n);
  constexpr std::int64_t cap = std::int64_t(4) << 30;
  const PeakBytes bytes;
  const Kokkos::Timer timer;
  const auto C = spgemm(exec, Op::none, Op::none, 1, A, A, {.memory_limit_bytes = cap});
  exec.fence();
  const double seconds = timer.seconds();
  EXPECT_EQ(C.nnz(), (5 * n - 6) * (5 * n - 6) * (5 * n - 6));
  EXPECT_LE(bytes.peak(), bytes_of(C) + cap);
  std::printf("%lld entries in %.3f s: %.2f GB beside the result's %.2f\n", (long long)C.nnz(),
              seconds, double(bytes.peak() - bytes_of(C)) / 1e9, double(bytes_of(C)) / 1e9);
  EXPECT_EQ(difference(exec, Op::none, A, A, C), 0);
}

}  // namespace
}  // namespace filigree::test
