// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Kernels as a second opinion on products of a CSR matrix and a dense one.
#include <reference/kokkos_kernels.hpp>
#include <spmm/spmm_support.hpp>

#include <KokkosSparse_spmv.hpp>

#include <gtest/gtest.h>

#include <random>

namespace filigree::test {
namespace {

template <class Scalar>
class ReferenceSpmm : public ::testing::Test {};

using Scalars = ::testing::Types<float, double, complex_double>;
TYPED_TEST_SUITE(ReferenceSpmm, Scalars);

/// C of both, B and C in one layout, for every op.
template <class Scalar, class DenseLayout>
void compare(const Shape& shape, int num_columns, std::mt19937& random) {
  using Exec = Kokkos::DefaultExecutionSpace;
  using Dense = Kokkos::View<Scalar**, DenseLayout, Exec::memory_space>;
  const Exec exec;
  const auto A = MatrixFrom<CsrMatrix<Scalar, int>>::make(random_triplets<Scalar>(random, shape),
                                                          {}, Order::sorted);
  const auto dense = [&](std::int64_t rows, const char* label) {
    const Dense result(label, std::size_t(rows), std::size_t(num_columns));
    const auto on_host = Kokkos::create_mirror_view(result);
    const auto entries = random_vector<Scalar>(random, rows * num_columns);
    for (std::int64_t i = 0; i < rows; ++i)
      for (int j = 0; j < num_columns; ++j)
        on_host(i, j) = entries[std::size_t(i * num_columns + j)];
    Kokkos::deep_copy(result, on_host);
    return result;
  };
  for (const auto& [op, mode] :
       {std::pair{Op::none, "N"}, {Op::transpose, "T"}, {Op::conjugate_transpose, "H"}}) {
    const bool plain = op == Op::none;
    const auto B = dense(plain ? shape.num_cols : shape.num_rows, "B");
    const auto expected = dense(plain ? shape.num_rows : shape.num_cols, "expected");
    const Dense once("once", expected.extent(0), expected.extent(1));
    const Dense planned("planned", expected.extent(0), expected.extent(1));
    Kokkos::deep_copy(once, expected);
    Kokkos::deep_copy(planned, expected);
    const Scalar alpha(1.25), beta(-0.5);
    KokkosSparse::spmv(mode, alpha, kernels_csr(A), B, beta, expected);
    spmm(exec, op, alpha, A, B, beta, once);
    spmm_plan(exec, op, A).apply(exec, alpha, A, B, beta, planned);
    exec.fence();
    const auto wanted = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), expected);
    for (const Dense& result : {once, planned}) {
      const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), result);
      for (std::size_t i = 0; i < found.extent(0); ++i)
        for (std::size_t j = 0; j < found.extent(1); ++j)
          // every row of these has at most 1000 terms of size <= 5
          ASSERT_LE(std::abs(widen(found(i, j)) - widen(wanted(i, j))),
                    1000 * epsilon<Scalar>() * (1 + std::abs(widen(wanted(i, j)))))
              << mode << ", " << shape.num_rows << " x " << shape.num_cols << ", entry " << i
              << ", " << j;
    }
  }
}

TYPED_TEST(ReferenceSpmm, AgreesForEveryOpAndLayout) {
  std::mt19937 random(2026);
  for (const Shape& shape : {Shape{7, 5, 2}, Shape{1000, 40, 9}, Shape{700, 700, 7, 17}})
    for (const int num_columns : {1, 3, 8, 33}) {
      compare<TypeParam, Kokkos::LayoutLeft>(shape, num_columns, random);
      compare<TypeParam, Kokkos::LayoutRight>(shape, num_columns, random);
    }
}

}  // namespace
}  // namespace filigree::test
