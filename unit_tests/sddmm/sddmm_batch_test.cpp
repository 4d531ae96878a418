// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "sddmm_support.hpp"

/// The four modes of strided batches: C_i = A B, A_i B, A B_i and A_i B_i, sampled and added to
/// C_i.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Index = std::int32_t;

constexpr std::int64_t count = 3, inner = 6;

template <class Matrix>
class BatchTest {
 public:
  using T = typename Matrix::scalar_type;
  using Values = Kokkos::View<T**, Kokkos::LayoutStride, Space>;

  BatchTest() {
    std::mt19937 random(3);
    const auto triplets = random_triplets<T>(random, {25, 22, 3, 5, false});
    pattern_ = MatrixFrom<Matrix>::make(triplets, {}, Order::shuffled);
    places_ = places_of(pattern_);
  }

  void run_all() {
    for (const Op op_b : {Op::none, Op::transpose})
      for (const bool many_a : {false, true})
        for (const bool many_b : {false, true})
          for (const bool planned : {false, true})
            for (const Backend backend : {Backend::generic, Backend::automatic})
              run(op_b, many_a, many_b, {.backend = backend}, planned);
  }

 private:
  void run(Op op_b, bool many_a, bool many_b, const SddmmOptions& options, bool planned) {
    SCOPED_TRACE(std::string(name(op_b)) + (many_a ? " A_i" : " A") + (many_b ? " B_i" : " B"));
    std::mt19937 random(9);
    const auto [alpha, beta] = alpha_beta<T>(1);
    const auto a = random_dense<T>(random, many_a ? count : 1, 25, inner);
    const auto b = random_operand<T>(random, op_b, many_b ? count : 1, inner, 22);
    const DeviceDense<T, Space> a_view(a, Layout::padded_row_major, poison<T>());
    const DeviceDense<T, Space> b_view(b, Layout::padded_row_major, poison<T>());
    // Rows of the values with something behind each.
    const auto length = std::int64_t(places_.size());
    const auto before = random_dense<T>(random, count, 1, length);
    const DeviceDense<T, Space> c_view(before, Layout::padded_row_major, narrow<T>(7));
    const auto batch = c_view.batch();
    const StridedBatch c(pattern_, Values(Kokkos::subview(batch, Kokkos::ALL, 0, Kokkos::ALL)));
    const auto product = [&](const auto& left, const auto& right) {
      if (planned)
        sddmm_plan(exec_, pattern_, options)
            .apply(exec_, Op::none, op_b, alpha, left, right, beta, c);
      else
        sddmm(exec_, Op::none, op_b, alpha, left, right, beta, c, options);
    };
    const auto with_b = [&](const auto& left) {
      many_b ? product(left, b_view.batch()) : product(left, b_view.single());
    };
    many_a ? with_b(a_view.batch()) : with_b(a_view.single());
    exec_.fence();
    const auto after = c_view.get();
    const auto row = [&](const HostDense<T>& values, std::int64_t i) {
      return std::vector<T>(values.entries.begin() + i * length,
                            values.entries.begin() + (i + 1) * length);
    };
    for (std::int64_t i = 0; i < count; ++i)
      EXPECT_TRUE(is_sampled_product(places_, alpha, a, many_a ? i : 0, turned(b, op_b),
                                     many_b ? i : 0, beta, row(before, i), row(after, i)))
          << "matrix " << i;
  }

  Exec exec_;
  Matrix pattern_;
  std::vector<Place> places_;
};

TEST(SddmmBatch, csr) { BatchTest<CsrMatrix<double, Index, Index, Space>>().run_all(); }
TEST(SddmmBatch, csr_complex) {
  BatchTest<CsrMatrix<complex_float, Index, Index, Space>>().run_all();
}
TEST(SddmmBatch, bsr) { BatchTest<BsrMatrix<float, Index, Index, Space>>().run_all(); }

/// More matrices than a grid's second dimension holds: 65,535.
TEST(SddmmBatch, many_small_ones) {
  constexpr std::int64_t many = 65'537;
  using Matrix = CsrMatrix<double, Index, Index, Space>;
  const auto pattern = MatrixFrom<Matrix>::make({2, 2, {{0, 1, 1}, {1, 0, 1}}}, {}, Order::sorted);
  std::mt19937 random(9);
  const auto a = random_dense<double>(random, many, 2, 1);
  const auto b = random_dense<double>(random, many, 1, 2);
  const DeviceDense<double, Space> a_view(a, Layout::row_major, 0), b_view(b, Layout::row_major, 0);
  const Exec exec;
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const DeviceDense<double, Space> c_view(b, Layout::row_major, 0);
    const auto rows = c_view.batch();
    const StridedBatch c(pattern, Kokkos::View<double**, Kokkos::LayoutStride, Space>(
                                      Kokkos::subview(rows, Kokkos::ALL, 0, Kokkos::ALL)));
    sddmm(exec, Op::none, Op::none, 1.0, a_view.batch(), b_view.batch(), 0.0, c,
          {.backend = backend});
    exec.fence();
    const auto found = c_view.get();
    for (std::int64_t i = 0; i < many; ++i) {
      ASSERT_EQ(found.at(i, 0, 0), a.at(i, 0, 0) * b.at(i, 0, 1)) << "matrix " << i;
      ASSERT_EQ(found.at(i, 0, 1), a.at(i, 1, 0) * b.at(i, 0, 0)) << "matrix " << i;
    }
  }
}

TEST(SddmmBatch, none) {
  using Matrix = CsrMatrix<double, Index, Index, Space>;
  std::mt19937 random(3);
  const auto pattern =
      MatrixFrom<Matrix>::make(random_triplets<double>(random, {5, 4, 2}), {}, Order::sorted);
  const StridedBatch c(pattern, Kokkos::View<double**, Kokkos::LayoutRight, Space>(
                                    "values", 0, pattern.values().extent(0)));
  const Kokkos::View<double***, Space> a("A", 0, 5, 3);
  const Kokkos::View<double**, Space> b("B", 3, 4);
  EXPECT_NO_THROW(sddmm(Exec(), 1.0, a, b, 0.0, c));
}

}  // namespace
}  // namespace filigree::test
