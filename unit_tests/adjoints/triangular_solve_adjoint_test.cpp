// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <vector>

#include <filigree/adjoints.hpp>
#include <filigree/triangular_solve.hpp>

#include "solve/solve_support.hpp"

/// The gradients of triangular solves as docs/triangular_solve.md makes them of a solve and
/// spmm_adjoint_values, beside differences of the loss.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// L = Re sum conj(w) x for op(A) X = B, and its gradients.
template <class T>
class SolveLoss {
 public:
  using Matrix = CsrMatrix<T, std::int32_t, std::int32_t, Space>;
  using Dense = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
  using HostDense = Kokkos::View<T**, Kokkos::LayoutRight, Kokkos::HostSpace>;

  SolveLoss(Op op, FillMode fill) : op_(op) {
    std::mt19937 random(5);
    // only the triangle is stored
    Triplets triplets = random_triangle<T>(random, {n, n, 3}, fill, DiagonalType::non_unit);
    std::erase_if(triplets.entries, [&](const Entry& e) {
      return e.row != e.col && (e.col < e.row) != (fill == FillMode::lower);
    });
    const auto is_same = [](const Entry& a, const Entry& b) {
      return a.row == b.row && a.col == b.col;
    };
    triplets.entries.erase(std::unique(triplets.entries.begin(), triplets.entries.end(), is_same),
                           triplets.entries.end());
    A_ = MatrixFrom<Matrix>::make(triplets, triangular(fill), Order::sorted);
    for (auto* const view : {&b_, &w_}) {
      *view = HostDense("dense", n, columns);
      for (std::size_t k = 0; k < view->size(); ++k) view->data()[k] = random_scalar<T>(random);
    }
  }

  Matrix& matrix() { return A_; }
  HostDense& right_sides() { return b_; }

  Dense solution() const {
    const Dense x("x", n, columns);
    triangular_solve(Exec(), op_, T(1), A_, on_device(b_), x);
    return x;
  }
  double loss() const {
    const auto x = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, solution());
    double sum = 0;
    for (std::size_t k = 0; k < x.size(); ++k)
      sum += double(Kokkos::real(detail::conjugate(w_.data()[k]) * x.data()[k]));
    return sum;
  }

  /// Those with respect to B and to A's values.
  std::pair<HostDense, std::vector<T>> gradients() const {
    const Exec exec;
    const Op adjoint = op_ != Op::none   ? Op::none
                       : is_complex_v<T> ? Op::conjugate_transpose
                                         : Op::transpose;
    const Dense grad_b("grad_b", n, columns);
    triangular_solve(exec, adjoint, T(1), A_, on_device(w_), grad_b);
    const Kokkos::View<T*, Space> grad_values("grad_values", A_.nnz());
    spmm_adjoint_values(exec, op_, Op::none, T(-1), solution(), grad_b, T(0),
                        A_.with_values(grad_values).with_properties({A_.index_base()}));
    exec.fence();
    HostDense grad_b_host("grad_b", n, columns);
    Kokkos::deep_copy(grad_b_host, grad_b);
    return {grad_b_host, download(grad_values)};
  }

  static constexpr std::int64_t n = 25, columns = 3;

 private:
  static Dense on_device(const HostDense& from) {
    const Dense to("dense", n, columns);
    Kokkos::deep_copy(to, from);
    return to;
  }

  Op op_;
  Matrix A_;
  HostDense b_, w_;
};

/// dL along one entry, which `at` reads and writes: real and imaginary part.
template <class T, class Loss, class At>
T difference(const Loss& loss, const At& at) {
  constexpr double step = 1e-6;
  const T before = at();
  const auto along = [&](const T& direction) {
    at(before + direction);
    const double above = loss();
    at(before - direction);
    const double below = loss();
    at(before);
    return (above - below) / (2 * step);
  };
  if constexpr (is_complex_v<T>)
    return T(along(T(step, 0)), along(T(0, step)));
  else
    return along(T(step));
}

template <class T>
void test_gradients(Op op, FillMode fill) {
  SCOPED_TRACE(std::string(scalar_name<T>) + ", " + std::string(name(op)));
  SolveLoss<T> loss(op, fill);
  const auto [grad_b, grad_values] = loss.gradients();
  const auto value = [&] { return loss.loss(); };
  struct OfHost {
    T* entry;
    T operator()() const { return *entry; }
    void operator()(const T& other) const { *entry = other; }
  };
  struct OfDevice {
    Kokkos::View<T, Space> entry;
    T operator()() const {
      T result;
      Kokkos::deep_copy(result, entry);
      return result;
    }
    void operator()(const T& other) const { Kokkos::deep_copy(entry, other); }
  };
  const auto near = [](const T& a, const T& b) {
    return double(Kokkos::abs(a - b)) <= 1e-7 * (1 + double(Kokkos::abs(b)));
  };
  for (std::size_t k = 0; k < grad_b.size(); k += 7)
    EXPECT_TRUE(near(difference<T>(value, OfHost{loss.right_sides().data() + k}), grad_b.data()[k]))
        << "B " << k;
  for (std::size_t k = 0; k < grad_values.size(); k += 5)
    EXPECT_TRUE(near(difference<T>(value, OfDevice{Kokkos::subview(loss.matrix().values(), k)}),
                     grad_values[k]))
        << "A " << k;
}

TEST(TriangularSolveAdjoint, is_that_of_differences) {
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    for (const Op op : {Op::none, Op::transpose}) test_gradients<double>(op, fill);
    for (const Op op : {Op::none, Op::conjugate_transpose})
      test_gradients<complex_double>(op, fill);
  }
}

}  // namespace
}  // namespace filigree::test
