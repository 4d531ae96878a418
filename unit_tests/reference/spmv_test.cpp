// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Kernels as a second opinion on products with a CSR matrix.
#include <reference/kokkos_kernels.hpp>
#include <spmv/spmv_support.hpp>

#include <KokkosSparse_spmv.hpp>

#include <gtest/gtest.h>

#include <cstdio>
#include <random>

namespace {

using filigree::Op;
using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

template <class Case>
class ReferenceSpmv : public ::testing::Test {};

template <class ScalarType, class OffsetType>
struct Case {
  using Scalar = ScalarType;
  using Offset = OffsetType;
};

using Cases =
    ::testing::Types<Case<float, int>, Case<double, int>, Case<filigree::complex_float, int>,
                     Case<filigree::complex_double, int>, Case<double, std::int64_t>,
                     Case<filigree::complex_double, std::int64_t>>;
TYPED_TEST_SUITE(ReferenceSpmv, Cases);

template <class Scalar, class Offset>
void kokkos_kernels_product(const char* mode, const Scalar& alpha,
                            const filigree::CsrMatrix<Scalar, int, Offset>& A,
                            const Kokkos::View<Scalar*, Space>& x, const Scalar& beta,
                            const Kokkos::View<Scalar*, Space>& y) {
  KokkosSparse::spmv(mode, alpha, filigree::test::kernels_csr(A), x, beta, y);
}

/// Largest |a - b| over epsilon times (1 + |a|).
template <class Scalar>
double scaled_difference(const Kokkos::View<Scalar*, Space>& a,
                         const Kokkos::View<Scalar*, Space>& b) {
  const auto left = filigree::test::download(a);
  const auto right = filigree::test::download(b);
  long double largest = 0;
  for (std::size_t i = 0; i < left.size(); ++i) {
    const auto wide = filigree::test::widen(left[i]);
    const long double difference = std::abs(wide - filigree::test::widen(right[i]));
    largest =
        std::max(largest, difference / (filigree::test::epsilon<Scalar>() * (1 + std::abs(wide))));
  }
  return double(largest);
}

TYPED_TEST(ReferenceSpmv, AgreesForEveryOp) {
  using Scalar = typename TypeParam::Scalar;
  using Offset = typename TypeParam::Offset;
  using Matrix = filigree::CsrMatrix<Scalar, int, Offset>;
  const Exec exec;
  std::mt19937 random(2026);
  double largest = 0;
  int products = 0;
  for (const filigree::test::Shape& shape : {filigree::test::Shape{1, 1, 1},
                                             {7, 5, 2},
                                             {300, 300, 4},
                                             {1000, 40, 9},
                                             {40, 1000, 60},
                                             {5000, 5000, 7, 17}}) {
    const auto triplets = filigree::test::random_triplets<Scalar>(random, shape);
    const auto A =
        filigree::test::MatrixFrom<Matrix>::make(triplets, {}, filigree::test::Order::sorted);
    for (const auto& [op, mode] :
         {std::pair{Op::none, "N"}, {Op::transpose, "T"}, {Op::conjugate_transpose, "H"}}) {
      const auto rows = op == Op::none ? shape.num_rows : shape.num_cols;
      const auto cols = op == Op::none ? shape.num_cols : shape.num_rows;
      for (const Scalar& beta : {Scalar(0), Scalar(-0.5)}) {
        const auto x =
            filigree::test::upload<Space>(filigree::test::random_vector<Scalar>(random, cols), "x");
        const auto start = filigree::test::random_vector<Scalar>(random, rows);
        const auto expected = filigree::test::upload<Space>(start, "expected");
        const auto once = filigree::test::upload<Space>(start, "once");
        const auto planned = filigree::test::upload<Space>(start, "planned");
        const Scalar alpha(1.25);
        kokkos_kernels_product<Scalar, Offset>(mode, alpha, A, x, beta, expected);
        filigree::spmv(exec, op, alpha, A, x, beta, once);
        filigree::spmv_plan(exec, op, A).apply(exec, alpha, A, x, beta, planned);
        exec.fence();
        for (const auto& result : {once, planned}) {
          const double difference = scaled_difference<Scalar>(expected, result);
          // every row of these has at most 5000 terms of size <= 5
          EXPECT_LE(difference, 5000.0)
              << mode << ", " << shape.num_rows << " x " << shape.num_cols;
          largest = std::max(largest, difference);
          ++products;
        }
      }
    }
  }
  this->RecordProperty("products", products);
  std::printf("%d products compared, largest difference %.1f epsilon (1 + |y|)\n", products,
              largest);
}

}  // namespace
