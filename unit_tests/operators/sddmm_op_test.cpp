// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/sddmm_op.hpp>

#include "spmm/spmm_support.hpp"

/// Dense times dense matrices where a sparse one has entries.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class E, class M, class A>
struct Kind {
  using Exec = E;
  using Matrix = M;
  using Scalar = A;
};

template <class T>
class SddmmOp : public ::testing::Test {};
using Kinds = ::testing::Types<
    Kind<Exec, CsrMatrix<double, std::int32_t, std::int32_t, Space>, double>,
    Kind<Host, CsrMatrix<float, std::int64_t, std::int32_t, Host::memory_space>, std::int32_t>>;
TYPED_TEST_SUITE(SddmmOp, Kinds);

template <class T>
HostDense<T> small_numbers(std::int64_t rows, std::int64_t cols, unsigned seed) {
  std::mt19937 random(seed);
  HostDense<T> result{1, rows, cols, {}};
  for (std::int64_t i = 0; i < rows * cols; ++i) result.entries.push_back(T(int(random() % 9) + 1));
  return result;
}

/// t of every stored entry, in the order in which the matrix stores them.
template <class Semiring, class Matrix, class T>
std::vector<double> plain_dots(const Semiring& semiring, const Matrix& C, const HostDense<T>& a,
                               const HostDense<T>& b) {
  const auto offsets = download(C.row_offsets());
  const auto columns = download(C.col_indices());
  const auto base = std::size_t(C.index_base());
  std::vector<double> result;
  for (std::int64_t i = 0; i < C.num_rows(); ++i)
    for (auto k = std::size_t(offsets[i]) - base; k < std::size_t(offsets[i + 1]) - base; ++k) {
      auto sum = semiring.zero;
      for (std::int64_t l = 0; l < a.cols; ++l)
        sum = semiring.add(
            sum, semiring.multiply(a.at(0, i, l), b.at(0, l, std::int64_t(columns[k] - base))));
      result.push_back(double(sum));
    }
  return result;
}

TYPED_TEST(SddmmOp, layouts_ops_depths) {
  using Matrix = typename TypeParam::Matrix;
  using C = typename Matrix::scalar_type;
  using T = typename TypeParam::Scalar;
  using Memory = typename TypeParam::Exec::memory_space;
  const typename TypeParam::Exec exec;
  std::mt19937 random(4);
  const auto pattern = MatrixFrom<Matrix>::make(random_triplets<C>(random, {120, 60, 5, 3, true}),
                                                {IndexBase::one}, Order::shuffled);
  int variant = 0;
  for (const std::int64_t depth : {0, 1, 5, 33})
    for (const Op op_a : {Op::none, Op::transpose})
      for (const Op op_b : {Op::none, Op::transpose}) {
        const Layout a_layout = all_layouts[++variant % 5], b_layout = all_layouts[variant * 3 % 5];
        SCOPED_TRACE((SpmmSetup{op_a, op_b, a_layout, b_layout, depth}.text()));
        const auto a = small_numbers<T>(120, depth, 1), b = small_numbers<T>(depth, 60, 2);
        const DeviceDense<T, Memory> a_view(turned(a, op_a), a_layout, poison<T>());
        const DeviceDense<T, Memory> b_view(turned(b, op_b), b_layout, poison<T>());
        const Matrix out = pattern.with_values(
            upload<Memory>(std::vector<C>(std::size_t(pattern.nnz()), poison<C>())));
        const auto expect = [&](const auto& semiring) {
          EXPECT_EQ(
              sddmm_op(exec, op_a, op_b, semiring, a_view.single(), b_view.single(), out).name,
              "sddmm_op_generic");
          exec.fence();
          const auto found = download(out.values());
          EXPECT_EQ(std::vector<double>(found.begin(), found.end()),
                    plain_dots(semiring, out, a, b));
        };
        expect(semirings::plus_times<double>());
        expect(semirings::min_first<double>());
      }
}

using Plain = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using View = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

struct AddPlace {
  KOKKOS_FUNCTION double operator()(std::int64_t row, std::int64_t col, double value) const {
    return value + 1000 * double(row) + 100 * double(col);
  }
};

/// A B is 4 5, 8 10, where (0, 1), (1, 0) and (1, 1) are stored.
TEST(SddmmOpOutput, mask_accumulator_epilogue) {
  const Exec exec;
  const View a("A", 2, 1), b("B", 1, 2);
  Kokkos::deep_copy(Kokkos::subview(a, 0, 0), 1.0);
  Kokkos::deep_copy(Kokkos::subview(a, 1, 0), 2.0);
  Kokkos::deep_copy(Kokkos::subview(b, 0, 0), 4.0);
  Kokkos::deep_copy(Kokkos::subview(b, 0, 1), 5.0);
  const auto pattern =
      MatrixFrom<Plain>::make(Triplets{2, 2, {{0, 1, 0}, {1, 0, 1}, {1, 1, 1}}}, {}, Order::sorted);
  using Results = std::vector<double>;
  const auto run = [&](const auto& output) {
    const auto C = pattern.with_values(upload<Space>(Results{10, 20, 30}));
    sddmm_op(exec, Op::none, Op::none, semirings::plus_times<double>(), a, b, C, output);
    return download(C.values());
  };
  const ProductOutput plain;
  EXPECT_EQ(run(plain), (Results{5, 8, 10}));
  EXPECT_EQ(run(plain.with_accumulate(operators::Minus{})), (Results{5, 12, 20}));
  EXPECT_EQ(run(plain.with_epilogue(AddPlace{})), (Results{105, 1008, 1110}));
  EXPECT_EQ(run(plain.with_mask(mask_by_value(pattern))), (Results{10, 8, 10}));
  EXPECT_EQ(run(plain.with_mask(complement(mask_by_value(pattern))).with_replace()),
            (Results{5, 0, 0}));
  const View flags("flags", 2, 2);
  Kokkos::deep_copy(Kokkos::subview(flags, 1, 0), -1.0);
  EXPECT_EQ(run(plain.with_mask(mask_by_value(flags))), (Results{10, 8, 30}));
}

TEST(SddmmOpEmpty, no_rows_columns_entries) {
  const Exec exec;
  const auto semiring = semirings::plus_times<double>();
  sddmm_op(exec, Op::none, Op::none, semiring, View("A", 0, 3), View("B", 3, 0), Plain());
  const auto offsets = upload<Space>(std::vector<std::int32_t>(3, 0));
  sddmm_op(exec, Op::none, Op::none, semiring, View("A", 2, 3), View("B", 3, 5),
           Plain::wrap(2, 5, 0, offsets.data(), nullptr, nullptr));
}

}  // namespace
}  // namespace filigree::test
