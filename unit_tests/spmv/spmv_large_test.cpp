// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// More than 2^31 entries, with 64-bit offsets and 32-bit columns. It needs 22 GB of device memory,
// and is built for CUDA only.

#include <gtest/gtest.h>

#include <filigree/spmv.hpp>

#include <cmath>
#include <cstdint>
#include <string_view>

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using Large = CsrMatrix<float, std::int32_t, std::int64_t, Space>;
using Rows = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

constexpr std::int64_t num_rows = 80'000'000;
constexpr std::int64_t row_length = 27;
static_assert(num_rows * row_length > std::int64_t(1) << 31);

/// Unsorted, and spread over a third of the matrix.
KOKKOS_FUNCTION std::int32_t column(std::int64_t row, std::int64_t k) {
  return std::int32_t((row + (row_length - k) * k * 150'001) % num_rows);
}
KOKKOS_FUNCTION float value(std::int64_t row, std::int64_t k) {
  return float((row * 31 + k * 17) % 1009) / 1009.0f - 0.4f;
}
KOKKOS_FUNCTION float x_at(std::int64_t i) { return float((i * 7) % 1013) / 1013.0f - 0.6f; }

Large make_matrix(const Exec& exec) {
  const Kokkos::View<std::int64_t*, Space> offsets("offsets", num_rows + 1);
  const Kokkos::View<std::int32_t*, Space> columns("columns", num_rows * row_length);
  const Kokkos::View<float*, Space> values("values", num_rows * row_length);
  Kokkos::parallel_for(
      "make_matrix", Rows(exec, 0, num_rows + 1), KOKKOS_LAMBDA(std::int64_t row) {
        offsets(row) = row * row_length;
        if (row == num_rows) return;
        for (std::int64_t k = 0; k < row_length; ++k) {
          columns(row * row_length + k) = column(row, k);
          values(row * row_length + k) = value(row, k);
        }
      });
  return {num_rows, num_rows, offsets, columns, values};
}

/// The largest error over the rows, scaled by sum |a| |x|; recomputed from the formulas, in double.
double largest_error(const Exec& exec, const Kokkos::View<float*, Space>& y) {
  double worst = 0;
  Kokkos::parallel_reduce(
      "largest_error", Rows(exec, 0, num_rows),
      KOKKOS_LAMBDA(std::int64_t row, double& largest) {
        double sum = 0;
        double scale = 0;
        for (std::int64_t k = 0; k < row_length; ++k) {
          const double product = double(value(row, k)) * double(x_at(column(row, k)));
          sum += product;
          scale += Kokkos::abs(product);
        }
        const double error = Kokkos::abs(double(y(row)) - sum) / scale;
        if (!(error <= largest)) largest = error;  // NaN counts
      },
      Kokkos::Max<double>(worst));
  return worst;
}

Kokkos::View<float*, Space> make_x(const Exec& exec) {
  const Kokkos::View<float*, Space> x("x", num_rows);
  Kokkos::parallel_for(
      "make_x", Rows(exec, 0, num_rows), KOKKOS_LAMBDA(std::int64_t i) { x(i) = x_at(i); });
  return x;
}

TEST(SpmvLarge, more_entries_than_32_bits_count) {
  const Exec exec;
  const Large A = make_matrix(exec);
  const Kokkos::View<float*, Space> x = make_x(exec);
  const Kokkos::View<float*, Space> y("y", num_rows);
  const auto expect_right = [&](const char* what, const KernelId& ran, std::string_view expected) {
    SCOPED_TRACE(what);
    EXPECT_EQ(ran.name, expected);
    EXPECT_LT(largest_error(exec, y), 27 * 6e-8);
    Kokkos::deep_copy(exec, y, NAN);
  };
  Kokkos::deep_copy(exec, y, NAN);
  const auto run = [&](const SpmvOptions& options) {
    return spmv_plan(exec, Op::none, A, options).apply(exec, 1.0f, A, x, 0.0f, y);
  };
  expect_right("compressed", run({}), "csr_compressed_cuda");
  expect_right("raw", run({.compress = false}), "csr_stream_cuda");
  expect_right("generic", run({.backend = Backend::generic}), "csr_generic");
  expect_right("one-shot", spmv(exec, Op::none, 1.0f, A, x, 0.0f, y), "csr_stream_cuda");
}

}  // namespace
}  // namespace filigree::test
