// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/triangular_solve.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>

/// Systems that do not fit 32 bits, or whose rows are long. They need up to 20 GB of device memory,
/// and are built for CUDA only. Values and solutions are such that nothing is rounded.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
template <class T>
using Vector = Kokkos::View<T*, Space>;

/// A lower triangle whose row i has an entry -1 in each column i - k step, for k from 1 to `most`,
/// as far as there are such columns, and `pivot` on its diagonal.
struct Strided {
  std::int64_t step, most;
  double pivot;

  /// Entries of the rows before `row`.
  KOKKOS_FUNCTION std::int64_t offset(std::int64_t row) const {
    const std::int64_t full = step * most;  // the first row that has all of them
    const std::int64_t some = Kokkos::min(row, full);
    const std::int64_t strips = some / step, rest = some % step;
    return step * (strips * (strips + 1) / 2) + rest * (strips + 1) +
           Kokkos::max(row - full, std::int64_t(0)) * (most + 1);
  }
};

template <class T, class Offset>
struct WriteStrided {
  Strided pattern;
  Vector<Offset> offsets;
  Vector<std::int32_t> cols;
  Vector<T> values;
  Vector<T> row_sums;

  KOKKOS_FUNCTION void operator()(const std::int64_t row) const {
    const std::int64_t begin = pattern.offset(row), end = pattern.offset(row + 1);
    offsets(row + 1) = Offset(end);
    for (std::int64_t k = begin; k < end; ++k) {
      cols(k) = std::int32_t(row - (end - 1 - k) * pattern.step);
      values(k) = k == end - 1 ? T(pattern.pivot) : T(-1);
    }
    row_sums(row) = T(pattern.pivot) - T(end - 1 - begin);
  }
};

struct CountOthers {
  Vector<double> wide;
  Vector<float> narrow;

  KOKKOS_FUNCTION void operator()(const std::int64_t i, std::int64_t& count) const {
    if (wide.extent(0) > 0 ? wide(i) != 1 : narrow(i) != 1) ++count;
  }
};

template <class T, class Offset>
CsrMatrix<T, std::int32_t, Offset, Space> strided_matrix(const Exec& exec, std::int64_t rows,
                                                         const Strided& pattern,
                                                         const Vector<T>& row_sums) {
  const auto make = [](auto view, std::int64_t length) {
    return decltype(view)(Kokkos::view_alloc(Kokkos::WithoutInitializing, "array"),
                          std::size_t(length));
  };
  const std::int64_t nnz = pattern.offset(rows);
  const Vector<Offset> offsets("offsets", std::size_t(rows) + 1);
  const auto cols = make(Vector<std::int32_t>(), nnz);
  const auto values = make(Vector<T>(), nnz);
  Kokkos::parallel_for("write", Range(exec, 0, rows),
                       WriteStrided<T, Offset>{pattern, offsets, cols, values, row_sums});
  exec.fence();
  MatrixProperties properties{.type = MatrixType::triangular, .fill = FillMode::lower};
  return {rows, rows, offsets, cols, values, properties};
}

/// More entries than 32 bits count. All unknowns are 1.
TEST(SolveLarge, more_entries_than_32_bits_count) {
  const Exec exec;
  const std::int64_t rows = 5'500'000;
  const Strided pattern{4096, 512, 1024};
  ASSERT_GT(pattern.offset(rows), std::int64_t(std::numeric_limits<std::int32_t>::max()));
  const Vector<float> b("b", rows), x("x", rows);
  const auto A = strided_matrix<float, std::int64_t>(exec, rows, pattern, b);
  for (const char* const kernel : {"", "solve_levels_cuda", "solve_chunks_cuda"}) {
    SCOPED_TRACE(kernel);
    const auto plan = triangular_solve_plan(exec, Op::none, A, {.kernel = kernel});
    Kokkos::deep_copy(x, -7.0F);
    plan.apply(exec, 1.0F, A, b, x);
    std::int64_t others = 0;
    Kokkos::parallel_reduce("check", Range(exec, 0, rows), CountOthers{{}, x}, others);
    EXPECT_EQ(others, 0);
  }
}

/// 10,000 rows with up to 1,000 entries each, 10 right-hand sides, by rows and by columns.
template <class Layout>
void expect_long_rows() {
  const Exec exec;
  const std::int64_t rows = 10'000, columns = 10;
  const Strided pattern{3, 1000, 2048};
  const Vector<double> sums("sums", rows);
  const auto A = strided_matrix<double, std::int32_t>(exec, rows, pattern, sums);
  const Kokkos::View<double**, Layout, Space> B("B", rows, columns), X("X", rows, columns);
  for (std::int64_t c = 0; c < columns; ++c)
    Kokkos::deep_copy(exec, Kokkos::subview(B, Kokkos::ALL, c), sums);
  for (const char* const kernel : {"", "solve_chunks_cuda"}) {
    Kokkos::deep_copy(X, -7);
    const Kokkos::Timer timer;
    const auto plan = triangular_solve_plan(exec, Op::none, A, {.kernel = kernel});
    plan.apply(exec, 1.0, A, B, X);
    exec.fence();
    ::testing::Test::RecordProperty(std::string("milliseconds") + kernel,
                                    std::to_string(timer.seconds() * 1e3));
    const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), X);
    for (std::int64_t i = 0; i < rows; ++i)
      for (std::int64_t c = 0; c < columns; ++c) ASSERT_EQ(found(i, c), 1) << kernel << ' ' << i;
  }
}

TEST(SolveLarge, long_rows_for_ten_right_hand_sides) {
  expect_long_rows<Kokkos::LayoutRight>();
  expect_long_rows<Kokkos::LayoutLeft>();
}

}  // namespace
}  // namespace filigree::test
