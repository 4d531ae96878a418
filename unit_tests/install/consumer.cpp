// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// What a user's program does, through the public headers alone: products in double and, with
// another format, in half precision, and an error that crosses the library's boundary as an
// exception of its type. The library's own types among the template arguments of what is linked
// (half, ELL's rows) show whether a shared library exports them.
#include <filigree/convert_formats.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/half.hpp>
#include <filigree/core/version.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/ell.hpp>
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

// 2 0 1     1     5
// 0 3 0  *  2  =  6
// 4 0 5     3    19
template <class T>
filigree::CsrMatrix<T> example_matrix() {
  return {3, 3, device_copy<int>("row_offsets", {0, 2, 3, 5}),
          device_copy<int>("col_indices", {0, 2, 1, 0, 2}),
          device_copy<T>("values", {T(2), T(1), T(3), T(4), T(5)})};
}

template <class T>
bool is_example_product(const char* name, const Kokkos::View<T*>& y) {
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  if (result(0) == 5 && result(1) == 6 && result(2) == 19) return true;
  std::printf("wrong product (%s): %g %g %g\n", name, double(result(0)), double(result(1)),
              double(result(2)));
  return false;
}

int run() {
  const Kokkos::DefaultExecutionSpace exec;
  const auto A = example_matrix<double>();
  const auto x = device_copy<double>("x", {1, 2, 3});
  const Kokkos::View<double*> y("y", 3);
  filigree::spmv(exec, filigree::Op::none, 1.0, A, x, 0.0, y);
  if (!is_example_product("csr, double", y)) return 1;

  using filigree::half;
  const auto A16 = filigree::convert_to<filigree::EllMatrix<half>>(exec, example_matrix<half>());
  const auto x16 = device_copy<half>("x16", {half(1), half(2), half(3)});
  const Kokkos::View<float*> y32("y32", 3);
  filigree::spmv(exec, filigree::Op::none, 1.0f, A16, x16, 0.0f, y32);
  if (!is_example_product("ell, half", y32)) return 1;

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
  if (status == 0) std::puts("consumer: products and error as expected");
  return status;
}
