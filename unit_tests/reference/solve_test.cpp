// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Kernels as a second opinion on triangular solves and incomplete factors.
#include <factor/factor_support.hpp>
#include <reference/kokkos_kernels.hpp>

#include <KokkosKernels_Handle.hpp>
#include <KokkosSparse_spiluk.hpp>
#include <KokkosSparse_sptrsv.hpp>

#include <gtest/gtest.h>

#include <cstdint>
#include <random>

#include <filigree/iluk_pattern.hpp>

namespace filigree::test {
namespace {

template <class Scalar>
class ReferenceSolve : public ::testing::Test {};

using Scalars = ::testing::Types<float, double, complex_double>;
TYPED_TEST_SUITE(ReferenceSolve, Scalars);

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T>
using Matrix = CsrMatrix<T, int>;
template <class Matrix>
using Handle = KokkosKernels::Experimental::KokkosKernelsHandle<
    typename Matrix::size_type, typename Matrix::ordinal_type, typename Matrix::value_type, Exec,
    Space, Space>;

/// Fails unless both are as close as rounding of some hundred terms leaves them.
template <class T>
::testing::AssertionResult is_close(const Wide& found, const Wide& wanted) {
  const long double tolerance = 256 * epsilon<T>() * (1 + std::abs(wanted));
  if (std::abs(found - wanted) <= tolerance) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure()
         << double(found.real()) << " + " << double(found.imag()) << "i, wanted "
         << double(wanted.real()) << " + " << double(wanted.imag()) << 'i';
}

/// The triangle alone: their solves know no other entries.
template <class T>
Triplets triangle_of(const Shape& shape, FillMode fill) {
  std::mt19937 random(3);
  Triplets result = random_triangle<T>(random, shape, fill, DiagonalType::non_unit);
  std::erase_if(result.entries, [](const Entry& e) { return std::isnan(double(e.value.real())); });
  return result;
}

template <class T>
void compare_solves(const Shape& shape, FillMode fill) {
  const Exec exec;
  const auto A =
      MatrixFrom<Matrix<T>>::make(triangle_of<T>(shape, fill), triangular(fill), Order::sorted);
  std::mt19937 random(4);
  const auto b = upload<Space>(random_dense<T>(random, 1, shape.num_rows, 1).entries);
  const Kokkos::View<T*, Space> x("x", b.extent(0)), y("y", b.extent(0));
  triangular_solve(exec, Op::none, T(1), A, b, x);
  const auto other = kernels_csr(A);
  Handle<KernelsCsr<T, int>> handle;
  handle.create_sptrsv_handle(KokkosSparse::Experimental::SPTRSVAlgorithm::SEQLVLSCHD_TP1,
                              other.numRows(), fill == FillMode::lower);
  KokkosSparse::sptrsv_symbolic(&handle, other.graph.row_map, other.graph.entries, other.values);
  KokkosSparse::sptrsv_solve(&handle, other.graph.row_map, other.graph.entries, other.values, b, y);
  exec.fence();
  const auto found = read(x), wanted = read(y);
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_TRUE(is_close<T>(widen(found[i]), widen(wanted[i]))) << "row " << i;
}

TYPED_TEST(ReferenceSolve, triangles) {
  for (const FillMode fill : {FillMode::lower, FillMode::upper}) {
    compare_solves<TypeParam>({1, 1, 0}, fill);
    compare_solves<TypeParam>({700, 700, 4}, fill);
    compare_solves<TypeParam>({3000, 3000, 7, 1500}, fill);
  }
}

/// L, whose diagonal is ones, and U without the ones.
template <class Rows, class Columns, class Values>
void add_factor(const Rows& offsets, const Columns& columns, const Values& values, bool is_lower,
                HostRows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (auto k = std::size_t(offsets[i]); k < std::size_t(offsets[i + 1]); ++k)
      if (!is_lower || std::size_t(columns[k]) < i) rows[i][columns[k]] = widen(values[k]);
}

template <class T>
HostRows their_factors(const Matrix<T>& A, int level) {
  const auto other = kernels_csr(A);
  using Kernels = KernelsCsr<T, int>;
  const auto most = std::size_t(40 * A.num_rows());
  const int num_rows = int(A.num_rows());
  Handle<Kernels> handle;
  handle.create_spiluk_handle(KokkosSparse::Experimental::SPILUKAlgorithm::SEQLVLSCHD_TP1, num_rows,
                              int(most), int(most));
  const Kokkos::View<int*, Space> l_offsets("l", std::size_t(num_rows) + 1),
      u_offsets("u", std::size_t(num_rows) + 1), l_columns("l", most), u_columns("u", most);
  const Kokkos::View<T*, Space> l_values("l", most), u_values("u", most);
  KokkosSparse::spiluk_symbolic(&handle, level, other.graph.row_map, other.graph.entries, l_offsets,
                                l_columns, u_offsets, u_columns);
  KokkosSparse::spiluk_numeric(&handle, level, other.graph.row_map, other.graph.entries,
                               other.values, l_offsets, l_columns, l_values, u_offsets, u_columns,
                               u_values);
  Kokkos::fence();
  HostRows rows(static_cast<std::size_t>(num_rows));
  add_factor(read(l_offsets), read(l_columns), read(l_values), true, rows);
  add_factor(read(u_offsets), read(u_columns), read(u_values), false, rows);
  return rows;
}

/// The patterns are the same, and so are the factors but for rounding.
TYPED_TEST(ReferenceSolve, incomplete_factors) {
  using T = TypeParam;
  const Exec exec;
  std::mt19937 random(6);
  for (const int level : {0, 1, 2}) {
    const auto A = MatrixFrom<Matrix<T>>::make(
        random_system<T>(random, FactorKind::lu, {600, 600, 3}), {}, Order::sorted);
    const auto filled = iluk_pattern(exec, A, level);
    const Kokkos::View<T*, Space> factors("factors", std::size_t(filled.matrix.nnz()));
    ilu0(exec, filled.matrix, factors);
    const HostRows found = host_rows(filled.matrix, read(factors)),
                   wanted = their_factors(A, level);
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      ASSERT_EQ(found[i].size(), wanted[i].size()) << "level " << level << ", row " << i;
      for (const auto& [col, value] : wanted[i]) {
        ASSERT_TRUE(found[i].count(col)) << "level " << level << ", row " << i << ", col " << col;
        ASSERT_TRUE(is_close<T>(found[i].at(col), value)) << "row " << i << ", col " << col;
      }
    }
  }
}

}  // namespace
}  // namespace filigree::test
