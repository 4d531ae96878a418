// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "spmm_support.hpp"

/// The three modes of strided batches: A B_i, A_i B and A_i B_i.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Index = std::int32_t;

constexpr std::int64_t count = 3;

template <class Matrix>
class BatchTest {
 public:
  using T = typename Matrix::scalar_type;
  using Values = Kokkos::View<T**, Kokkos::LayoutRight, Space>;

  BatchTest() {
    std::mt19937 random(3);
    triplets_.push_back(random_triplets<T>(random, {25, 25, 3, 5, false}));
    for (std::int64_t b = 1; b < count; ++b) {
      triplets_.push_back(triplets_[0]);
      for (Entry& e : triplets_.back().entries) e.value = widen(random_scalar<T>(random));
    }
    for (const Triplets& t : triplets_)
      matrices_.push_back(MatrixFrom<Matrix>::make(t, {}, Order::shuffled));
    // Rows of the values with something behind each.
    const auto length = matrices_[0].values().extent(0);
    const Values padded("values", count, length + 7);
    Kokkos::deep_copy(padded, poison<T>());
    for (std::int64_t b = 0; b < count; ++b)
      Kokkos::deep_copy(Kokkos::subview(padded, b, std::pair<std::size_t, std::size_t>(0, length)),
                        matrices_[std::size_t(b)].values());
    values_ = Kokkos::subview(padded, Kokkos::ALL, std::pair<std::size_t, std::size_t>(0, length));
  }

  void run(Op op, bool many_a, bool many_b, Layout layout, const SpmmOptions& options,
           bool planned) {
    SCOPED_TRACE(std::string(name(op)) + (many_a ? " A_i" : " A") + (many_b ? " B_i " : " B ") +
                 layout_name(layout));
    std::mt19937 random(9);
    const auto [alpha, beta] = alpha_beta<T>(1);
    const auto b = random_dense<T>(random, many_b ? count : 1, 25, 6);
    const auto before = random_dense<T>(random, count, 25, 6);
    const DeviceDense<T, Space> b_view(b, layout, poison<T>());
    const DeviceDense<T, Space> c_view(before, layout, narrow<T>(7));
    const auto product = [&](const auto& a, const auto& right) {
      if (planned)
        spmm_plan(exec_, op, matrices_[0], options)
            .apply(exec_, alpha, a, right, beta, c_view.batch());
      else
        spmm(exec_, op, alpha, a, right, beta, c_view.batch(), options);
    };
    const auto with_b = [&](const auto& a) {
      many_b ? product(a, b_view.batch()) : product(a, b_view.single());
    };
    if (many_a)
      with_b(StridedBatch<Matrix>(matrices_[0], values_));
    else
      with_b(matrices_[0]);
    exec_.fence();
    const auto after = c_view.get();
    for (std::int64_t i = 0; i < count; ++i)
      EXPECT_TRUE(is_product(op, triplets_[std::size_t(many_a ? i : 0)], {}, alpha, b,
                             many_b ? i : 0, beta, before, after, i))
          << "matrix " << i;
  }

  void run_all() {
    for (const Op op : {Op::none, Op::transpose})
      for (const auto& [many_a, many_b] :
           {std::pair(false, true), std::pair(true, false), std::pair(true, true)})
        for (const Layout layout : {Layout::padded_row_major, Layout::padded_column_major})
          for (const bool planned : {false, true})
            for (const Backend backend : {Backend::generic, Backend::automatic})
              run(op, many_a, many_b, layout, {.backend = backend}, planned);
  }

 private:
  Exec exec_;
  std::vector<Triplets> triplets_;
  std::vector<Matrix> matrices_;
  Kokkos::View<T**, Kokkos::LayoutStride, Space> values_;
};

/// More matrices than a grid's second dimension holds: 65,535.
TEST(SpmmBatch, many_small_ones) {
  constexpr std::int64_t many = 65'537;
  using Matrix = CsrMatrix<double, Index, Index, Space>;
  const auto A =
      MatrixFrom<Matrix>::make({2, 2, {{0, 0, 1}, {0, 1, 1}, {1, 0, 1}}}, {}, Order::sorted);
  std::mt19937 random(9);
  const auto values = random_dense<double>(random, many, 1, 3);
  const auto b = random_dense<double>(random, many, 2, 2);
  const DeviceDense<double, Space> a_view(values, Layout::row_major, 0),
      b_view(b, Layout::row_major, 0);
  const auto rows = a_view.batch();
  const StridedBatch<Matrix> a(A, Kokkos::subview(rows, Kokkos::ALL, 0, Kokkos::ALL));
  const Exec exec;
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const DeviceDense<double, Space> c_view(b, Layout::row_major, 0);
    spmm_plan(exec, Op::none, A, {.backend = backend})
        .apply(exec, 1.0, a, b_view.batch(), 0.0, c_view.batch());
    exec.fence();
    const auto c = c_view.get();
    for (std::int64_t i = 0; i < many; ++i)
      for (std::int64_t j = 0; j < 2; ++j) {
        ASSERT_EQ(c.at(i, 0, j),
                  values.at(i, 0, 0) * b.at(i, 0, j) + values.at(i, 0, 1) * b.at(i, 1, j))
            << "matrix " << i;
        ASSERT_EQ(c.at(i, 1, j), values.at(i, 0, 2) * b.at(i, 0, j)) << "matrix " << i;
      }
  }
}

TEST(SpmmBatch, csr) { BatchTest<CsrMatrix<double, Index, Index, Space>>().run_all(); }
TEST(SpmmBatch, coo) { BatchTest<CooMatrix<complex_float, Index, Space>>().run_all(); }
TEST(SpmmBatch, bsr) { BatchTest<BsrMatrix<float, Index, Index, Space>>().run_all(); }

}  // namespace
}  // namespace filigree::test
