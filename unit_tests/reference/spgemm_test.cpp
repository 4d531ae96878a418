// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Kernels as a second opinion on products of sparse matrices.
#include <reference/kokkos_kernels.hpp>
#include <spgemm/spgemm_support.hpp>

#include <KokkosSparse_spgemm.hpp>

#include <gtest/gtest.h>

#include <map>
#include <random>
#include <utility>

namespace filigree::test {
namespace {

template <class Scalar>
class ReferenceSpgemm : public ::testing::Test {};

using Scalars = ::testing::Types<float, double, complex_double>;
TYPED_TEST_SUITE(ReferenceSpgemm, Scalars);

/// Entries of a matrix of either library, whose rows may be in any order.
template <class Offsets, class Columns, class Values>
auto entries_of(const Offsets& offsets, const Columns& columns, const Values& values) {
  std::map<std::pair<int, int>, Wide> result;
  for (int row = 0; row + 1 < int(offsets.size()); ++row)
    for (auto k = std::size_t(offsets[std::size_t(row)]);
         k < std::size_t(offsets[std::size_t(row) + 1]); ++k)
      result[{row, int(columns[k])}] += widen(values[k]);
  return result;
}

/// The pattern is the same, and values are as close as sums of so many terms can be.
template <class Scalar>
void compare(const Operand& A, const Operand& B) {
  using Matrix = CsrMatrix<Scalar, int>;
  using Kernels = KernelsCsr<Scalar, int>;
  const Kokkos::DefaultExecutionSpace exec;
  const auto a = make<Matrix>(A), b = make<Matrix>(B);
  const auto C = spgemm(exec, a, b);
  const Kernels other = KokkosSparse::spgemm<Kernels>(kernels_csr(a), false, kernels_csr(b), false);
  const auto found = entries_of(read(C.row_offsets()), read(C.col_indices()), read(C.values()));
  const auto wanted =
      entries_of(read(other.graph.row_map), read(other.graph.entries), read(other.values));
  ASSERT_EQ(found.size(), wanted.size());
  const SparseSums sums = sparse_product(1, A, B);
  for (const auto& [place, value] : wanted) {
    ASSERT_TRUE(found.count(place)) << place.first << ", " << place.second;
    const auto& sum = sums.at({place.first, place.second});
    const auto terms = static_cast<long double>(sum.terms + 4);
    EXPECT_LE(std::abs(found.at(place) - value), 4 * terms * epsilon<Scalar>() * sum.scale)
        << place.first << ", " << place.second;
  }
}

TYPED_TEST(ReferenceSpgemm, products) {
  using T = TypeParam;
  compare<T>(random_operand<T>(300, 200, 5, 1), random_operand<T>(200, 400, 4, 2));
  compare<T>(random_operand<T>(1000, 30, 1, 3), random_operand<T>(30, 1000, 60, 4));
  compare<T>(stencil27(8), stencil27(8));
}

}  // namespace
}  // namespace filigree::test
