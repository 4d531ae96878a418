// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// recipes: what programs do again and again, each part checked against the known result.
// docs/recipes.md and docs/coming_from.md show these lines.

#include <Kokkos_Core.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <utility>
#include <vector>

#include <filigree/assembly.hpp>
#include <filigree/convert.hpp>
#include <filigree/geam.hpp>
#include <filigree/spgemm.hpp>
#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>
#include <filigree/triangular_solve.hpp>
#include <filigree/validate.hpp>

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Matrix = filigree::CsrMatrix<double>;
using Vector = Kokkos::View<double*>;
using filigree::Op;

int failures = 0;

void expect(const char* what, double found, double expected) {
  if (std::abs(found - expected) <= 1e-12 * std::abs(expected)) return;
  std::printf("%s: %.17g, expected %.17g\n", what, found, expected);
  ++failures;
}

/// An entry of a View, wherever its memory is.
template <class View, class... Places>
double entry(const View& view, Places... places) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, view)(places...);
}

struct SetRow {
  Matrix::offset_view offsets;
  Matrix::index_view columns;
  Matrix::value_view values;
  double diffusion;

  /// Row i of 1 + diffusion * (2 -1; -1 2 -1; ...), whose entries lie in ascending columns.
  KOKKOS_FUNCTION void operator()(const int i) const {
    for (auto k = offsets(i); k < offsets(i + 1); ++k)
      values(k) = columns(k) == i ? 1 + 2 * diffusion : -diffusion;
  }
};

/// The pattern of a tridiagonal matrix, from arrays of the host.
Matrix tridiagonal(const Exec& exec, int n) {
  std::vector<std::int32_t> rows, columns;
  for (int i = 0; i < n; ++i)
    for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < n; ++j) {
      rows.push_back(i);
      columns.push_back(j);
    }
  std::vector<double> values(rows.size(), 1.0);
  using Entries = filigree::CooMatrix<double, std::int32_t, Kokkos::HostSpace>;
  const auto entries = Entries::wrap(n, n, std::int64_t(values.size()), rows, columns, values);
  return filigree::coo_to_csr(exec, filigree::mirror_in<filigree::DefaultMemorySpace>(entries));
}

void time_steps(const Exec& exec) {
  const int n = 1000;
  const Matrix A = tridiagonal(exec, n);
  const Vector x("x", n), y("y", n);
  Kokkos::deep_copy(exec, x, 1.0);

  const auto plan = filigree::spmv_plan(exec, Op::none, A);  // once: of the pattern
  const Kokkos::View<std::byte*, Exec::memory_space> workspace("workspace", plan.workspace_bytes());
  for (int step = 0; step < 10; ++step) {
    const SetRow set_row{A.row_offsets(), A.col_indices(), A.values(), 0.1 * step};
    Kokkos::parallel_for("assemble", Kokkos::RangePolicy<Exec>(exec, 0, n), set_row);
    plan.apply(exec, 1.0, A, x, 0.0, y, workspace);  // the new values, no waiting
  }
  exec.fence();  // before the host looks at y
  expect("time steps, first row", entry(y, 0), 1.9);
  expect("time steps, others", entry(y, n / 2), 1.0);
}

void reassembled(const Exec& exec) {
  const Matrix A = tridiagonal(exec, 50), B = tridiagonal(exec, 50);
  const Vector x("x", 50), y("y", 50);
  Kokkos::deep_copy(exec, x, 1.0);

  auto plan = filigree::spmv_plan(exec, Op::none, A);
  plan = plan.bound_to(exec, B);  // the same pattern in other arrays
  plan.apply(exec, 1.0, B, x, 0.0, y);

  exec.fence();
  expect("reassembled", entry(y, 1), 3);
}

/// Elements of a line: element e adds (1 -1; -1 1) times its value to rows and columns e, e + 1.
filigree::CooMatrix<double> element_entries(int elements) {
  std::vector<std::int32_t> rows, columns;
  for (int e = 0; e < elements; ++e)
    for (const auto& [i, j] :
         {std::pair(0, 0), std::pair(0, 1), std::pair(1, 0), std::pair(1, 1)}) {
      rows.push_back(e + i);
      columns.push_back(e + j);
    }
  const std::vector<double> values(rows.size(), 1.0);
  using Entries = filigree::CooMatrix<const double, std::int32_t, Kokkos::HostSpace>;
  const auto entries =
      Entries::wrap(elements + 1, elements + 1, std::int64_t(values.size()), rows, columns, values);
  return filigree::copy_to<filigree::DefaultMemorySpace>(entries);
}

void finite_elements(const Exec& exec) {
  const int n = 101;
  const auto elements = element_entries(n - 1);
  const Vector x("x", n), y("y", n);
  Kokkos::deep_copy(exec, x, 1.0);

  const filigree::CooToCsr assembly(exec, elements);  // once: of the coordinates
  const Matrix A = assembly.apply(exec, elements);
  const auto plan = filigree::spmv_plan(exec, Op::none, A);
  for (int step = 1; step <= 3; ++step) {
    Kokkos::deep_copy(exec, elements.values(), double(step));  // what your elements contribute
    assembly.apply(exec, elements.values(), A.values());       // sums of equal coordinates
    plan.apply(exec, 1.0, A, x, 0.0, y);
  }

  exec.fence();
  expect("finite elements, first row", entry(y, 0), 6);  // two entries of 3
  expect("finite elements, others", entry(y, 1), 12);    // 3, 3 + 3, 3
}

void many_small_matrices(const Exec& exec) {
  const int count = 100, n = 8;
  const Matrix A = tridiagonal(exec, n);

  // one pattern, the values of matrix i in row i; vector i in column 0 of layer i
  const Kokkos::View<double**, Kokkos::LayoutRight> values("values", count, A.nnz());
  const Kokkos::View<double***, Kokkos::LayoutRight> X("X", count, n, 1), Y("Y", count, n, 1);
  Kokkos::deep_copy(exec, values, 2.0);
  Kokkos::deep_copy(exec, X, 1.0);
  const filigree::StridedBatch batch(A, values);
  const auto plan = filigree::spmm_plan(exec, Op::none, A);
  plan.apply(exec, 1.0, batch, X, 0.0, Y);  // all of them in one launch

  exec.fence();
  expect("batch, first row", entry(Y, count - 1, 0, 0), 4);
  expect("batch, second row", entry(Y, count - 1, 1, 0), 6);
}

void several_right_hand_sides(const Exec& exec) {
  const int n = 100, columns = 4;
  const Matrix A = tridiagonal(exec, n);

  // row-major: the columns of a row lie side by side
  const Kokkos::View<double**, Kokkos::LayoutRight> X("X", n, columns), Y("Y", n, columns);
  Kokkos::deep_copy(exec, X, 1.0);
  const auto plan = filigree::spmm_plan(exec, Op::none, A);
  plan.apply(exec, 1.0, A, X, 0.0, Y);

  exec.fence();
  expect("right-hand sides", entry(Y, 5, columns - 1), 3);
}

void own_instances(const Exec& exec) {
  const Matrix A = tridiagonal(exec, 100);
  const auto plan = filigree::spmv_plan(exec, Op::none, A);
  const Vector x("x", 100), y("y", 100), z("z", 100);
  Kokkos::deep_copy(x, 1.0);

  // on a device two streams; on a host half of the threads each, for two threads to call with
  const auto instances = Kokkos::Experimental::partition_space(Exec(), 1, 1);
  plan.apply(instances[0], 1.0, A, x, 0.0, y);
  plan.apply(instances[1], 2.0, A, x, 0.0, z);  // a device may run both at the same time
  instances[0].fence();                         // y is complete, z need not be
  expect("first instance", entry(y, 1), 3);
  instances[1].fence();
  expect("second instance", entry(z, 1), 6);
}

/// The calls that docs/coming_from.md sets beside those of other libraries.
void twins(const Exec& exec) {
  const int n = 50;
  const Matrix A = tridiagonal(exec, n);
  const SetRow set_row{A.row_offsets(), A.col_indices(), A.values(), 1};
  Kokkos::parallel_for("assemble", Kokkos::RangePolicy<Exec>(exec, 0, n), set_row);
  const Vector b("b", n), x("x", n), y("y", n);
  const Kokkos::View<double**, Kokkos::LayoutRight> X("X", n, 2), Y("Y", n, 2);
  Kokkos::deep_copy(exec, x, 1.0);
  Kokkos::deep_copy(exec, b, 1.0);
  Kokkos::deep_copy(exec, X, 1.0);

  filigree::validate_or_throw(exec, A);
  filigree::spmv(exec, Op::none, 1.0, A, x, 0.0, y);              // y = A x
  filigree::spmv(exec, Op::transpose, 1.0, A, x, 1.0, y);         // y = A^T x + y
  filigree::spmm(exec, Op::none, 1.0, A, X, 0.0, Y);              // Y = A X
  const Matrix square = filigree::spgemm(exec, A, A);             // A A
  const Matrix sum = filigree::geam(exec, 1.0, square, -1.0, A);  // A A - A
  const auto columns = filigree::csr_to_csc(exec, sum);           // by columns
  const auto upper =
      filigree::triangular_solve_plan(exec, Op::none, A, {.fill = filigree::FillMode::upper});
  upper.apply(exec, 1.0, A, b, x);  // U x = b, U the triangle of A

  exec.fence();
  expect("y = A x + A^T x", entry(y, 1), 2);
  expect("Y = A X", entry(Y, 1, 1), 1);
  expect("entries of A A - A", double(columns.nnz()), 5 * n - 6);
  expect("U x = b", entry(x, n - 1), 1.0 / 3);
}

}  // namespace

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const Exec exec;
  time_steps(exec);
  reassembled(exec);
  finite_elements(exec);
  many_small_matrices(exec);
  several_right_hand_sides(exec);
  own_instances(exec);
  twins(exec);
  std::puts(failures == 0 ? "ok" : "wrong");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
