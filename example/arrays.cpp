// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// arrays: y = A x with std::vectors of the program's own. The README shows this program.

#include <Kokkos_Core.hpp>

#include <cstdio>
#include <vector>

#include <filigree/spmv.hpp>

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const Kokkos::DefaultHostExecutionSpace host;

  // rows (4 1 0), (1 4 1), (0 1 4)
  std::vector<int> offsets{0, 2, 5, 7}, columns{0, 1, 0, 1, 2, 1, 2};
  std::vector<double> values{4, 1, 1, 4, 1, 1, 4}, x{1, 2, 3}, y(3);

  using Matrix = filigree::CsrMatrix<double, int, int, Kokkos::HostSpace>;
  const auto A = Matrix::wrap(3, 3, 7, offsets, columns, values);  // copies nothing
  filigree::spmv(host, filigree::Op::none, 1.0, A, x, 0.0, y);     // y = 1 A x + 0 y
  host.fence();
  std::printf("%g %g %g\n", y[0], y[1], y[2]);  // 6 12 14
}
