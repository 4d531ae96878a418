// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user's program does, through the public headers alone: a product, and an error that
// crosses the library's boundary as an exception of its type.
#include <filigree/core/error.hpp>
#include <filigree/core/version.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/spmv.hpp>

#include <Kokkos_Core.hpp>

#include <cstdio>

namespace {

template <class T>
Kokkos::View<T*> device_copy(const char* label, std::initializer_list<T> list) {
  Kokkos::View<T*> view(label, list.size());
  auto host = Kokkos::create_mirror_view(view);
  std::size_t i = 0;
  for (const T& entry : list) host(i++) = entry;
  Kokkos::deep_copy(view, host);
  return view;
}

int run() {
  // 2 0 1     1     5
  // 0 3 0  *  2  =  6
  // 4 0 5     3    19
  const filigree::CsrMatrix<double> A(3, 3, device_copy<int>("row_offsets", {0, 2, 3, 5}),
                                      device_copy<int>("col_indices", {0, 2, 1, 0, 2}),
                                      device_copy<double>("values", {2, 1, 3, 4, 5}));
  const auto x = device_copy<double>("x", {1, 2, 3});
  const Kokkos::View<double*> y("y", 3);
  const Kokkos::DefaultExecutionSpace exec;
  filigree::spmv(exec, filigree::Op::none, 1.0, A, x, 0.0, y);
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  if (result(0) != 5 || result(1) != 6 || result(2) != 19) {
    std::printf("wrong product: %g %g %g\n", result(0), result(1), result(2));
    return 1;
  }

  try {
    filigree::spmv(exec, filigree::Op::none, 1.0, A, Kokkos::View<double*>("short x", 2), 0.0, y);
    std::puts("a vector of the wrong length was accepted");
    return 1;
  } catch (const filigree::Error& error) {
    if (error.status() != filigree::Status::invalid_value) {
      std::printf("wrong status: %s\n", error.what());
      return 1;
    }
  }
  return 0;
}

}  // namespace

int main(int argc, char** argv) {
  if (filigree::version().number() != FILIGREE_VERSION) {
    std::puts("headers and library are of different versions");
    return 1;
  }
  std::fputs(filigree::build_options().to_string().c_str(), stdout);
  Kokkos::ScopeGuard kokkos(argc, argv);
  const int status = run();
  if (status == 0) std::puts("consumer: product and error as expected");
  return status;
}
