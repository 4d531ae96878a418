// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/spmv.hpp>
#include <filigree/vector_operations.hpp>

#include "spmm_support.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Doubles = std::vector<double>;

/// The program of the cuSPARSE guide's section 7: one-based coordinates to CSR, a scatter, y = 2 A
/// x
/// + 3 y and Z = 5 A Y, into a Z with a row more. Its results are exact.
TEST(GuideProgram, section_7) {
  const Exec exec;
  const CooMatrix<double, std::int32_t, Space> coo(
      4, 4, upload<Space>(std::vector<std::int32_t>{1, 1, 1, 2, 3, 3, 3, 4, 4}, "rows"),
      upload<Space>(std::vector<std::int32_t>{1, 3, 4, 2, 1, 3, 4, 2, 4}, "columns"),
      upload<Space>(Doubles{1, 2, 3, 4, 5, 6, 7, 8, 9}, "values"), {IndexBase::one});
  const auto A = coo_to_csr(exec, coo);
  exec.fence();
  EXPECT_EQ(download(A.row_offsets()), (std::vector<std::int32_t>{1, 4, 5, 8, 10}));

  const auto y = upload<Space>(Doubles{10, 20, 30, 40, 50, 60, 70, 80}, "y");
  const auto first = Kokkos::subview(y, std::pair(0, 4)),
             second = Kokkos::subview(y, std::pair(4, 8));
  const SparseVector<double, std::int32_t, Space> x(
      4, upload<Space>(std::vector<std::int32_t>{1, 2, 4}, "indices"),
      upload<Space>(Doubles{100, 200, 400}, "x"), IndexBase::one);
  scatter(exec, x, second);
  exec.fence();
  EXPECT_EQ(download(y), (Doubles{10, 20, 30, 40, 100, 200, 70, 400}));

  spmv(exec, Op::none, 2.0, A, first, 3.0, second);
  exec.fence();
  EXPECT_EQ(download(y), (Doubles{10, 20, 30, 40, 680, 760, 1230, 2240}));

  const Kokkos::View<double*, Space> z("z", 10);
  const Kokkos::View<const double**, Kokkos::LayoutLeft, Space> Y(y.data(), 4, 2);
  const Kokkos::View<double**, Kokkos::LayoutStride, Space> Z(z.data(),
                                                              Kokkos::LayoutStride(4, 1, 2, 5));
  spmm(exec, Op::none, 5.0, A, Y, 0.0, Z);
  exec.fence();
  EXPECT_EQ(download(z), (Doubles{950, 400, 2550, 2600, 0, 49300, 15200, 132300, 131200, 0}));
}

}  // namespace
}  // namespace filigree::test
