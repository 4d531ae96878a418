// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// One mistake for each number, compiled to see what the compiler says first:
// docs/getting_started.md shows the same.
#if MISTAKE == 10  // as cuda_fp16.h has it
#define FILIGREE_NO_HALF
struct half {};
#endif

#include <filigree/convert.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>

#include <deque>
#include <vector>

void call(const Kokkos::DefaultExecutionSpace& exec, const filigree::CsrMatrix<double>& A,
          const Kokkos::View<double*>& x, const Kokkos::View<double*>& y,
          [[maybe_unused]] const std::deque<double>& numbers,
          [[maybe_unused]] const std::vector<std::int32_t>& indices,
          [[maybe_unused]] const std::vector<std::uint32_t>& unsigned_indices,
          [[maybe_unused]] const std::vector<double>& fixed_values,
          [[maybe_unused]] const Kokkos::View<int*>& integers,
          [[maybe_unused]] const Kokkos::View<const double*>& fixed,
          [[maybe_unused]] const Kokkos::View<double**>& matrix) {
  using filigree::Op;
#if MISTAKE == 0  // none
  filigree::spmv(exec, Op::none, 1.0, A, x, 0.0, y);
#elif MISTAKE == 1   // no View
  filigree::spmv(exec, Op::none, 1.0, A, numbers, 0.0, y);
#elif MISTAKE == 2   // scalar types
  filigree::spmv(exec, Op::none, 1.0, A, integers, 0.0, y);
#elif MISTAKE == 3   // a result that cannot be written
  filigree::spmv(exec, Op::none, 1.0, A, x, 0.0, fixed);
#elif MISTAKE == 4   // a matrix where a vector is asked for
  filigree::spmv(exec, Op::none, 1.0, A, matrix, 0.0, y);
#elif MISTAKE == 5   // a vector where a matrix is asked for
  filigree::spmm(exec, Op::none, 1.0, A, x, 0.0, matrix);
#elif MISTAKE == 6   // const values in a matrix of values that are not
  filigree::CsrMatrix<double>::wrap(2, 2, 2, indices, indices, fixed_values);
#elif MISTAKE == 7   // unsigned indices
  filigree::CsrMatrix<const double>::wrap(2, 2, 2, indices, unsigned_indices, fixed_values);
#elif MISTAKE == 8   // a format that a call does not take
  filigree::sort_entries(exec, filigree::csr_to_ell(exec, A));
#elif MISTAKE == 9   // a plan of a conversion through Csr
  filigree::conversion_plan<filigree::DiaMatrix<double>>(exec, filigree::csr_to_ell(exec, A));
#elif MISTAKE == 10  // none
  using namespace filigree;
  [[maybe_unused]] const half theirs;
  [[maybe_unused]] const float16 ours(1.0f);
#endif
}
