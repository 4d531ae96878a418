// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Calls one small operation, so that little of the library is compiled for this program: what is
// tested is the build, not the code.
#include <filigree/core/version.hpp>
#include <filigree/format/sparse_vector.hpp>
#include <filigree/gemvi.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace {

// 1 2 3     5
//        *  0  =  11
// 4 5 6     2     32
int run() {
  const Kokkos::DefaultExecutionSpace exec;
  const Kokkos::View<double**, Kokkos::LayoutLeft> A("A", 2, 3);
  const Kokkos::View<int*> indices("indices", 2);
  const Kokkos::View<double*> values("values", 2);
  const auto host_A = Kokkos::create_mirror_view(A);
  for (int i = 0; i < 6; ++i) host_A(i / 3, i % 3) = i + 1;
  const auto host_indices = Kokkos::create_mirror_view(indices);
  host_indices(0) = 0;
  host_indices(1) = 2;
  const auto host_values = Kokkos::create_mirror_view(values);
  host_values(0) = 5;
  host_values(1) = 2;
  Kokkos::deep_copy(A, host_A);
  Kokkos::deep_copy(indices, host_indices);
  Kokkos::deep_copy(values, host_values);

  const filigree::SparseVector<double> x(3, indices, values);
  const Kokkos::View<double*> y("y", 2);
  filigree::gemvi(exec, filigree::Op::none, 1.0, A, x, 0.0, y);
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  if (result(0) == 11 && result(1) == 32) return 0;
  std::printf("wrong product: %g %g\n", result(0), result(1));
  return 1;
}

}  // namespace

int main(int argc, char** argv) {
  if (filigree::version().number() != FILIGREE_VERSION) {
    std::puts("headers and library are of different versions");
    return 1;
  }
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int status = run();
  if (status == 0) std::puts("consumer: product as expected");
  return status;
}
