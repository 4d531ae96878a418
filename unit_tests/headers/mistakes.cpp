// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One mistake for each number, compiled to see what the compiler says first:
// docs/getting_started.md shows the same.
#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>

#include <vector>

void call(const Kokkos::DefaultExecutionSpace& exec, const filigree::CsrMatrix<double>& A,
          const Kokkos::View<double*>& x, const Kokkos::View<double*>& y,
          [[maybe_unused]] const std::vector<double>& numbers,
          [[maybe_unused]] const Kokkos::View<int*>& integers,
          [[maybe_unused]] const Kokkos::View<const double*>& fixed,
          [[maybe_unused]] const Kokkos::View<double**>& matrix) {
  using filigree::Op;
#if MISTAKE == 0  // none
  filigree::spmv(exec, Op::none, 1.0, A, x, 0.0, y);
#elif MISTAKE == 1  // no View
  filigree::spmv(exec, Op::none, 1.0, A, numbers, 0.0, y);
#elif MISTAKE == 2  // scalar types
  filigree::spmv(exec, Op::none, 1.0, A, integers, 0.0, y);
#elif MISTAKE == 3  // a result that cannot be written
  filigree::spmv(exec, Op::none, 1.0, A, x, 0.0, fixed);
#elif MISTAKE == 4  // a matrix where a vector is asked for
  filigree::spmv(exec, Op::none, 1.0, A, matrix, 0.0, y);
#elif MISTAKE == 5  // a vector where a matrix is asked for
  filigree::spmm(exec, Op::none, 1.0, A, x, 0.0, matrix);
#endif
}
