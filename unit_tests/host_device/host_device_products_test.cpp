// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/host_device.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <limits>
#include <utility>
#include <vector>

#include <filigree/convert_formats.hpp>

#include "format/test_matrix.hpp"
#include "spmv/event_counts.hpp"

namespace filigree::test {
namespace {

using Csr = CsrMatrix<double>;
using Vector = HostDevice<double>;
using ColumnMajor = HostDeviceDense<double, Kokkos::LayoutLeft>;
using RowMajor = HostDeviceDense<double, Kokkos::LayoutRight>;
constexpr bool is_shared = Vector::is_shared;
const double nan = std::numeric_limits<double>::quiet_NaN();

/// (1 2 0; 0 3 0; 4 0 5; 0 0 6)
template <class S = double>
CsrMatrix<S> example() {
  std::vector<S> values;
  for (int k = 1; k <= 6; ++k) values.push_back(detail::convert<S>(float(k)));
  return {4,
          3,
          array<DefaultMemorySpace>(std::vector<int32_t>{0, 2, 3, 5, 6}),
          array<DefaultMemorySpace>(std::vector<int32_t>{0, 1, 1, 0, 2, 2}),
          array<DefaultMemorySpace>(values),
          {}};
}

/// A matrix whose device side is out of date, where it has one of its own.
template <class Matrix>
HostDeviceMatrix<Matrix> on_the_host(const Matrix& A) {
  return HostDeviceMatrix<Matrix>(copy_to<typename HostDeviceMatrix<Matrix>::host_memory_space>(A));
}

/// Transfers of 8-byte entries that must have happened: none where both sides are one.
TransferCount transfers(int uploads, int downloads, int entries) {
  if (is_shared) return {};
  return {uploads, downloads, uploads * entries * 8, downloads * entries * 8};
}

class HostDeviceProducts : public ::testing::Test {
 protected:
  const Device exec{};

  /// A vector that the host has written.
  Vector written(const std::vector<double>& entries) const {
    Vector x(int64_t(entries.size()));
    const auto host = x.host_overwrite(exec);
    for (std::size_t i = 0; i < entries.size(); ++i) host(i) = entries[i];
    return x;
  }
  /// A matrix, whose entries are given column by column.
  template <class Dense>
  Dense written(const std::vector<double>& entries, int64_t rows, int64_t cols) const {
    Dense b(rows, cols);
    const auto host = b.host_overwrite(exec);
    for (int64_t j = 0; j < cols; ++j)
      for (int64_t i = 0; i < rows; ++i) host(i, j) = entries[j * rows + i];
    return b;
  }
  std::vector<double> fetched(const Vector& x) const {
    const auto host = x.host_read(exec);
    return {host.data(), host.data() + host.extent(0)};
  }
  template <class Dense>
  std::vector<double> fetched_matrix(const Dense& c) const {
    std::vector<double> entries;
    const auto host = c.host_read(exec);
    for (int64_t j = 0; j < c.num_cols(); ++j)
      for (int64_t i = 0; i < c.num_rows(); ++i) entries.push_back(host(i, j));
    return entries;
  }
};

/// Counted by Kokkos: what was written on the other side, once, and nothing where sides are one.
TEST_F(HostDeviceProducts, KokkosMakesTheCopiesThatAreCounted) {
  const auto A = on_the_host(example());
  Vector x = written({1, 2, 3}), y(4);
  const auto product = [&] {
    spmv(exec, Op::none, 1.0, A, x, 0.0, y);
    return fetched(y);
  };
  product();  // all sides are there
  const EventCounts events;
  x.host_update(exec)(0) = 5;
  EXPECT_EQ(product(), (std::vector<double>{9, 6, 35, 18}));
  EXPECT_EQ(product(), (std::vector<double>{9, 6, 35, 18}));
  EXPECT_EQ(events.copies(), is_shared ? 0 : 3) << "x once, y twice";
  EXPECT_EQ(events.allocations(), 0) << events.last_allocation();
}

TEST_F(HostDeviceProducts, UploadOnceAndLeaveResultsOnTheDevice) {
  const auto A = on_the_host(example());
  EXPECT_EQ(A.device_is_current(), is_shared);
  const Vector x = written({1, 10, 100});
  Vector y(4), z(3);
  for (int round = 0; round < 3; ++round) {
    const KernelId kernel = spmv(exec, Op::none, 1.0, A, x, 0.0, y);
    EXPECT_EQ(kernel, spmv(exec, Op::none, 1.0, A.device_read(exec), x.device_read(exec), 0.0,
                           y.device_update(exec)));
    spmv(exec, Op::transpose, 1.0, A, y, 0.0, z);  // y is not fetched in between
  }
  EXPECT_EQ(A.transfers(), transfers(1, 0, 6));
  EXPECT_EQ(x.transfers(), transfers(1, 0, 3));
  EXPECT_EQ(y.transfers(), TransferCount{});
  EXPECT_EQ(z.transfers(), TransferCount{});
  EXPECT_TRUE(y.device_is_current() && z.device_is_current());
  EXPECT_EQ(y.host_is_current(), is_shared);
  EXPECT_EQ(fetched(y), (std::vector<double>{21, 30, 504, 600}));
  EXPECT_EQ(fetched(z), (std::vector<double>{2037, 132, 6120}));
  EXPECT_EQ(y.transfers(), transfers(0, 1, 4));
  EXPECT_EQ(z.transfers(), transfers(0, 1, 3));
}

TEST_F(HostDeviceProducts, UploadTheResultWhereItIsRead) {
  const auto A = on_the_host(example());
  const Vector x = written({1, 10, 100});
  Vector overwritten = written({nan, nan, nan, nan}), added = written({1, 2, 3, 4}),
         in_memory = written({1, 2, 3, 4});
  spmv(exec, Op::none, 2.0, A, x, 0.0, overwritten);
  EXPECT_EQ(overwritten.transfers(), TransferCount{});
  EXPECT_EQ(fetched(overwritten), (std::vector<double>{42, 60, 1008, 1200}));
  spmv(exec, Op::none, 1.0, A, x, -1.0, added);
  EXPECT_EQ(added.transfers(), transfers(1, 0, 4));
  EXPECT_EQ(fetched(added), (std::vector<double>{20, 28, 501, 596}));
  // A beta in device memory is not known when the product is called.
  const Kokkos::View<double, DefaultMemorySpace> beta("beta");
  Kokkos::deep_copy(exec, beta, -1.0);
  spmv(exec, Op::none, 1.0, A, x, beta, in_memory);
  EXPECT_EQ(in_memory.transfers(), transfers(1, 0, 4));
  EXPECT_EQ(fetched(in_memory), (std::vector<double>{20, 28, 501, 596}));
}

TEST_F(HostDeviceProducts, OutOfPlace) {
  const auto A = on_the_host(example());
  const Vector x = written({1, 10, 100}), y = written({1, 2, 3, 4});
  Vector z = written({nan, nan, nan, nan});
  spmv(exec, Op::none, 1.0, A, x, 0, y, z);
  EXPECT_EQ(y.transfers(), TransferCount{});
  EXPECT_EQ(fetched(z), (std::vector<double>{21, 30, 504, 600}));
  spmv(exec, Op::none, 1.0, A, x, 10, y, z);
  EXPECT_EQ(y.transfers(), transfers(1, 0, 4));
  EXPECT_EQ(y.host_is_current(), true);
  EXPECT_EQ(z.host_is_current(), is_shared);
  EXPECT_EQ(fetched(z), (std::vector<double>{31, 50, 534, 640}));
  EXPECT_EQ(z.transfers(), transfers(0, 2, 4));
  Vector both = written({1, 2, 3, 4});
  spmv(exec, Op::none, 1.0, A, x, 10, both, both);
  EXPECT_EQ(fetched(both), (std::vector<double>{31, 50, 534, 640}));
}

TEST_F(HostDeviceProducts, Plans) {
  auto A = on_the_host(example());
  const auto plan = spmv_plan(exec, Op::none, A);
  const Vector x = written({1, 10, 100});
  Vector y(4);
  EXPECT_EQ(spmv(exec, plan, 1.0, A, x, 0.0, y), plan.kernel());
  EXPECT_EQ(fetched(y), (std::vector<double>{21, 30, 504, 600}));
  // New values from the host: uploaded, and the plan is still that of A.
  A.host_update(exec).values()(0) = 7;
  spmv(exec, plan, 1.0, A, x, 1.0, y);
  EXPECT_EQ(A.transfers(), transfers(2, 0, 6));
  EXPECT_EQ(fetched(y), (std::vector<double>{48, 60, 1008, 1200}));
  EXPECT_EQ(y.transfers(), transfers(0, 2, 4));
}

TEST_F(HostDeviceProducts, ErrorsChangeNothing) {
  const auto A = on_the_host(example());
  const Vector x = written({1, 10, 100});
  Vector wrong = written({1, 2, 3});
  EXPECT_THROW(spmv(exec, Op::none, 1.0, A, x, 0.0, wrong), Error);
  EXPECT_TRUE(wrong.host_is_current());
  EXPECT_EQ(wrong.device_is_current(), is_shared);
  EXPECT_THROW(spmv(exec, Op::none, 1.0, A, x, 1.0, wrong), Error);
  EXPECT_TRUE(wrong.host_is_current());
  EXPECT_EQ(fetched(wrong), (std::vector<double>{1, 2, 3}));
  Vector y = written({1, 2, 3, 4});
  EXPECT_THROW(spmv(exec, Op::none, 1.0, A, wrong, 0.0, wrong), Error);
  EXPECT_THROW(spmv(exec, Op::none, 1.0, A, y, 0.0, y), Error);
  EXPECT_THROW(spmv(exec, Op::none, 1.0, A, x, 0.0, y, wrong), Error);
  const auto plan = spmv_plan(exec, Op::none, A);
  EXPECT_THROW(spmv(exec, plan, 1.0, A, y, 0.0, y), Error);
  auto c = written<ColumnMajor>({1, 2, 3, 4}, 2, 2);
  EXPECT_THROW(spmm(exec, Op::none, 1.0, A, c, 0.0, c), Error);
  EXPECT_EQ(fetched(y), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(fetched(wrong), (std::vector<double>{1, 2, 3}));
  EXPECT_EQ(fetched_matrix(c), (std::vector<double>{1, 2, 3, 4}));
  EXPECT_EQ(y.transfers().downloads, 0);
  EXPECT_EQ(wrong.transfers().downloads, 0);
}

TEST_F(HostDeviceProducts, DenseMatrices) {
  const auto A = on_the_host(example());
  const auto b = written<ColumnMajor>({1, 10, 100, 0, 1, 2}, 3, 2);
  auto c = written<RowMajor>({nan, nan, nan, nan, nan, nan, nan, nan}, 4, 2);
  const std::vector<double> expected{21, 30, 504, 600, 2, 3, 10, 12};
  spmm(exec, Op::none, 1.0, A, b, 0.0, c);
  EXPECT_EQ(c.entries().transfers(), TransferCount{});
  EXPECT_EQ(c.entries().host_is_current(), is_shared);
  EXPECT_EQ(b.entries().transfers(), transfers(1, 0, 6));
  EXPECT_EQ(fetched_matrix(c), expected);
  EXPECT_EQ(c.entries().transfers(), transfers(0, 1, 8));
  // op(B) = B^T of the transpose, and a result that is read
  const auto transposed = written<RowMajor>({1, 0, 10, 1, 100, 2}, 2, 3);
  auto added = written<ColumnMajor>({1, 2, 3, 4, 5, 6, 7, 8}, 4, 2);
  spmm(exec, Op::none, Op::transpose, 1.0, A, transposed, 2.0, added);
  EXPECT_EQ(added.entries().transfers(), transfers(1, 0, 8));
  EXPECT_EQ(fetched_matrix(added), (std::vector<double>{23, 34, 510, 608, 12, 15, 24, 28}));
  EXPECT_EQ(A.transfers(), transfers(1, 0, 6));
}

TEST_F(HostDeviceProducts, DenseMatricesShareTheirEntries) {
  const Vector entries = written({1, 2, 3, 4, 5, 6});
  ColumnMajor by_columns(entries, 2, 3);
  const RowMajor by_rows(entries, 2, 3);
  EXPECT_EQ(by_columns.host_read(exec)(1, 2), 6);
  EXPECT_EQ(by_rows.host_read(exec)(1, 0), 4);
  Kokkos::deep_copy(exec, by_columns.device_update(exec), 7.0);
  EXPECT_EQ(by_rows.entries().host_is_current(), is_shared);
  EXPECT_EQ(by_rows.host_read(exec)(0, 1), 7);
  by_columns.host_update(exec)(0, 1) = 8;
  EXPECT_EQ(fetched(entries), (std::vector<double>{7, 7, 8, 7, 7, 7}));
  Kokkos::deep_copy(exec, by_columns.device_overwrite(exec), 9.0);
  EXPECT_EQ(fetched(entries), std::vector<double>(6, 9));
  EXPECT_EQ(entries.transfers(), transfers(1, 2, 6));
  EXPECT_EQ(ColumnMajor().num_rows(), 0);
  EXPECT_THROW(ColumnMajor(entries, 2, 2), Error);
  EXPECT_THROW(ColumnMajor(-1, 2), Error);
}

TEST_F(HostDeviceProducts, HybridMatrices) {
  const auto hyb = csr_to_hyb(exec, example(), {.partition = HybPartition::user, .ell_width = 1});
  ASSERT_EQ(hyb.coo().nnz(), 2);
  ASSERT_EQ(hyb.ell().values().extent(0), 4u);
  auto A = on_the_host(hyb);
  EXPECT_TRUE(A.host_is_current());
  EXPECT_EQ(A.device_is_current(), is_shared);
  const Vector x = written({1, 10, 100});
  Vector y(4);
  for (int round = 0; round < 2; ++round) spmv(exec, Op::none, 1.0, A, x, 0.0, y);
  EXPECT_EQ(A.transfers(), (is_shared ? TransferCount{} : TransferCount{2, 0, 6 * 8, 0}));
  EXPECT_TRUE(A.device_is_current());
  EXPECT_EQ(fetched(y), (std::vector<double>{21, 30, 504, 600}));
  // Values that the host changes in one part, the device in both.
  A.host_update(exec).coo().values()(0) = 7;  // (0, 1)
  EXPECT_EQ(A.device_is_current(), is_shared);
  spmv(exec, Op::none, 1.0, A, x, 0.0, y);
  EXPECT_EQ(fetched(y), (std::vector<double>{71, 30, 504, 600}));
  const auto device = A.device_overwrite(exec);
  Kokkos::deep_copy(exec, device.ell().values(), 1.0);
  Kokkos::deep_copy(exec, device.coo().values(), 2.0);
  EXPECT_EQ(A.host_is_current(), is_shared);
  const auto host = A.host_read(exec);
  EXPECT_EQ(host.ell().values()(3), 1);
  EXPECT_EQ(host.coo().values()(1), 2);
  EXPECT_EQ(A.transfers(), (is_shared ? TransferCount{} : TransferCount{4, 2, 12 * 8, 6 * 8}));
  spmv(exec, Op::none, 1.0, HostDeviceMatrix<HybMatrix<double>>(hyb), x, 0.0, y);
  EXPECT_EQ(y.host_is_current(), is_shared);
  auto c = written<ColumnMajor>({nan, nan, nan, nan}, 4, 1);
  spmm(exec, Op::none, 1.0, A, ColumnMajor(x, 3, 1), 0.0, c);
  EXPECT_EQ(fetched_matrix(c), (std::vector<double>{21, 10, 201, 100}));
}

TEST_F(HostDeviceProducts, ScalarTypes) {
  const HostDeviceMatrix<CsrMatrix<half>> narrow(example<half>());
  HostDevice<half> x(3);
  HostDevice<float> y(4);
  for (int i = 0; i < 3; ++i) x.host_update(exec)(i) = half(float(i + 1));
  spmv(exec, Op::none, 2, narrow, x, 0, y);
  EXPECT_EQ(y.host_read(exec)(2), 38);
  const HostDeviceMatrix<CsrMatrix<complex_double>> A(example<complex_double>());
  HostDevice<complex_double> u(3), v(4);
  const auto host = u.host_overwrite(exec);
  for (int i = 0; i < 3; ++i) host(i) = complex_double(0, 1);
  spmv(exec, Op::none, 1.0, A, u, 0.0, v);
  EXPECT_EQ(v.host_read(exec)(0), complex_double(0, 3));
}

}  // namespace
}  // namespace filigree::test
