// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/format/host_device_matrix.hpp>

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <vector>

#include <filigree/convert_formats.hpp>
#include <filigree/spmv.hpp>

#include "test_matrix.hpp"

namespace filigree::test {
namespace {

using Csr = CsrMatrix<double>;
using Matrix = HostDeviceMatrix<Csr>;
using Vector = HostDevice<double>;

/// (1 2 0; 0 3 0; 4 0 5)
Csr example() {
  return {3,
          3,
          array<DefaultMemorySpace>(std::vector<int32_t>{0, 2, 3, 5}),
          array<DefaultMemorySpace>(std::vector<int32_t>{0, 1, 1, 0, 2}),
          array<DefaultMemorySpace>(std::vector<double>{1, 2, 3, 4, 5}),
          {}};
}

/// Transfers that must have happened: none where both sides are one.
TransferCount transfers(int uploads, int downloads, int entries) {
  if (Matrix::is_shared) return {};
  return {uploads, downloads, uploads * entries * 8, downloads * entries * 8};
}

class HostDeviceMatrices : public ::testing::Test {
 protected:
  const Device exec{};
};

TEST_F(HostDeviceMatrices, DownloadsOnceWhenAsked) {
  const Csr device = example();
  const Matrix A(device);
  EXPECT_TRUE(A.device_is_current());
  EXPECT_EQ(A.host_is_current(), Matrix::is_shared);
  EXPECT_EQ(A.device_read(exec).values().data(), device.values().data());
  EXPECT_EQ(A.transfers(), TransferCount{});
  for (int i = 0; i < 2; ++i) {
    const auto host = A.host_read(exec);
    EXPECT_EQ(host.row_offsets()(3), 5);
    EXPECT_EQ(host.col_indices()(4), 2);
    EXPECT_EQ(host.values()(3), 4);
  }
  EXPECT_TRUE(A.host_is_current());
  EXPECT_EQ(A.transfers(), transfers(0, 1, 5));
}

TEST_F(HostDeviceMatrices, UploadsOnceWhenAsked) {
  const Matrix::host_matrix host = copy_to<Matrix::host_memory_space>(example());
  Matrix A(host);
  EXPECT_EQ(A.device_is_current(), Matrix::is_shared);
  EXPECT_EQ(A.host_read(exec).values().data(), host.values().data());
  for (int i = 0; i < 2; ++i)
    EXPECT_EQ(entries_of(A.device_read(exec).col_indices()), (std::vector<int32_t>{0, 1, 1, 0, 2}));
  EXPECT_EQ(A.transfers(), transfers(1, 0, 5));
  // New values on the host go up, the pattern stays there.
  const auto* const columns = A.device_read(exec).col_indices().data();
  A.host_update(exec).values()(1) = 9;
  EXPECT_EQ(A.device_is_current(), Matrix::is_shared);
  EXPECT_EQ(entries_of(A.device_read(exec).values()), (std::vector<double>{1, 9, 3, 4, 5}));
  EXPECT_EQ(A.device_read(exec).col_indices().data(), columns);
  EXPECT_EQ(A.transfers(), transfers(2, 0, 5));
}

TEST_F(HostDeviceMatrices, ValuesWrittenOnTheDeviceStayThere) {
  Matrix A(example());
  Matrix copy = A;
  for (int round = 1; round <= 3; ++round)
    Kokkos::deep_copy(exec, A.device_overwrite(exec).values(), double(round));
  EXPECT_EQ(copy.host_is_current(), Matrix::is_shared);
  EXPECT_EQ(copy.transfers(), TransferCount{});
  EXPECT_EQ(copy.host_read(exec).values()(4), 3);
  EXPECT_EQ(A.transfers(), transfers(0, 1, 5));
}

TEST_F(HostDeviceMatrices, OtherFormats) {
  const auto dia = csr_to_dia(exec, example());
  HostDeviceMatrix<DiaMatrix<double>> A(dia);
  EXPECT_EQ(A.host_read(exec).diagonal_offsets()(0), -2);
  A.host_update(exec).values()(dia.row_stride()) = 7;  // (0, 0)
  EXPECT_EQ(entries_of(A.device_read(exec).values())[std::size_t(dia.row_stride())], 7);
  EXPECT_EQ((HostDeviceMatrix<DiaMatrix<double>>::is_shared ? 1 : A.transfers().uploads), 1);
}

TEST_F(HostDeviceMatrices, ProductsRunWhereTheOperandsAre) {
  const Matrix A(example());
  Vector x(3), y(3);
  const auto x_host = x.host_overwrite(exec);
  for (int i = 0; i < 3; ++i) x_host(i) = 1;
  const auto plan = spmv_plan(exec, Op::none, A.device_read(exec));
  for (int round = 0; round < 4; ++round) {
    plan.apply(exec, 1.0, A.device_read(exec), x.device_read(exec), 0.0, y.device_overwrite(exec));
    std::swap(x, y);
  }
  EXPECT_EQ(x.host_is_current(), Vector::is_shared) << "the result was fetched though nobody asked";
  EXPECT_EQ(A.transfers(), TransferCount{});
  EXPECT_EQ(y.transfers().downloads + x.transfers().downloads, 0);
  EXPECT_EQ(x.transfers().uploads + y.transfers().uploads, Vector::is_shared ? 0 : 1);
  // A^4 (1 1 1): (3 3 9), (9 9 57), (27 27 321), (81 81 1713).
  const auto result = x.host_read(exec);
  EXPECT_EQ(result(0), 81);
  EXPECT_EQ(result(1), 81);
  EXPECT_EQ(result(2), 1713);
  EXPECT_EQ(x.transfers().downloads, Vector::is_shared ? 0 : 1);
}

}  // namespace
}  // namespace filigree::test
