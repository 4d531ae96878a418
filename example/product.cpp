// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// product FILE: y = A x with a matrix from a file. The README shows this program.

#include <Kokkos_Core.hpp>

#include <cstdio>

#include <filigree/convert.hpp>
#include <filigree/io/read.hpp>
#include <filigree/spmv.hpp>

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  if (argc != 2) return 2;
  const Kokkos::DefaultExecutionSpace exec;

  const auto entries = filigree::read_matrix<double>(argv[1], {.expand_symmetry = true});
  const auto A =
      filigree::coo_to_csr(exec, filigree::mirror_in<filigree::DefaultMemorySpace>(entries));
  const Kokkos::View<double*> x("x", A.num_cols());
  const Kokkos::View<double*> y("y", A.num_rows());
  Kokkos::deep_copy(x, 1.0);

  const auto plan = filigree::spmv_plan(exec, filigree::Op::none, A);
  plan.apply(exec, 1.0, A, x, 0.0, y);  // y = 1 A x + 0 y

  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  std::printf("%s\ny(0) = %g\n", plan.explain().text().c_str(), result(0));
}
