// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/spmm_op.hpp>

#include "spmm/spmm_support.hpp"

/// Products with dense matrices: layouts, ops, widths, masks of all kinds. Values are whole
/// numbers, so that sums are exact in any order.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::DefaultHostExecutionSpace;

template <class E, class M, class B, class C>
struct Kind {
  using Exec = E;
  using Matrix = M;
  using BScalar = B;
  using CScalar = C;
};

template <class T>
class SpmmOp : public ::testing::Test {};
using Kinds = ::testing::Types<
    Kind<Exec, CsrMatrix<double, std::int32_t, std::int32_t, Space>, double, double>,
    Kind<Exec, CscMatrix<float, std::int64_t, std::int32_t, Space>, std::int32_t, double>,
    Kind<Host, CsrMatrix<std::int8_t, std::int32_t, std::int64_t, Host::memory_space>, float,
         std::int32_t>>;
TYPED_TEST_SUITE(SpmmOp, Kinds);

template <class T>
HostDense<T> small_numbers(std::int64_t rows, std::int64_t cols, unsigned seed) {
  std::mt19937 random(seed);
  HostDense<T> result{1, rows, cols, {}};
  for (std::int64_t i = 0; i < rows * cols; ++i) result.entries.push_back(T(int(random() % 9) + 1));
  return result;
}

Triplets whole_numbers(const Shape& shape) {
  std::mt19937 random(9);
  Triplets result = random_triplets<std::int8_t>(random, shape);
  for (Entry& e : result.entries) e.value = std::abs(e.value.real()) + 1;
  return result;
}

/// t = A (+).(x) B in T, term by term.
template <class Semiring, class B>
HostDense<typename Semiring::value_type> plain_product(const Semiring& semiring, const Triplets& A,
                                                       const HostDense<B>& b) {
  using T = typename Semiring::value_type;
  HostDense<T> t{1, A.num_rows, b.cols, std::vector<T>(A.num_rows * b.cols, semiring.zero)};
  for (const Entry& e : A.entries)
    for (std::int64_t j = 0; j < b.cols; ++j)
      t.at(0, e.row, j) = semiring.add(
          t.at(0, e.row, j), semiring.multiply(double(e.value.real()), b.at(0, e.col, j)));
  return t;
}

TYPED_TEST(SpmmOp, layouts_ops_widths) {
  using Matrix = typename TypeParam::Matrix;
  using B = typename TypeParam::BScalar;
  using C = typename TypeParam::CScalar;
  using Memory = typename TypeParam::Exec::memory_space;
  const typename TypeParam::Exec exec;
  const auto semiring = semirings::plus_times<double>();
  const Triplets triplets = whole_numbers({90, 70, 4, 31, true});
  const bool is_csc = detail::is_csc_v<Matrix>;
  Triplets stored = triplets;
  if (is_csc) {
    std::swap(stored.num_rows, stored.num_cols);
    for (Entry& e : stored.entries) std::swap(e.row, e.col);
  }
  const auto A = MatrixFrom<Matrix>::make(stored, {IndexBase::one}, Order::shuffled);
  const Op op_a = is_csc ? Op::transpose : Op::none;
  int variant = 0;
  for (const std::int64_t n : {1, 3, 8, 17, 40}) {
    for (const Layout b_layout : all_layouts) {
      const Layout c_layout = all_layouts[variant++ % 5 == 0 ? 2 : (variant + 1) % 5];
      const Op op_b = variant % 2 == 0 ? Op::none : Op::transpose;
      SCOPED_TRACE((SpmmSetup{op_a, op_b, b_layout, c_layout, n}.text()));
      const auto b = small_numbers<B>(op_b == Op::none ? 70 : n, op_b == Op::none ? n : 70, 3);
      const HostDense<C> before{1, 90, n, std::vector<C>(90 * n, poison<C>())};
      const DeviceDense<B, Memory> b_view(b, b_layout, poison<B>());
      const DeviceDense<C, Memory> c_view(before, c_layout, C(7));
      EXPECT_EQ(spmm_op(exec, op_a, op_b, semiring, A, b_view.single(), c_view.single()).name,
                "spmm_op_generic");
      exec.fence();
      const auto expected = plain_product(semiring, triplets, turned(b, op_b));
      const auto result = c_view.get();
      for (std::size_t k = 0; k < result.entries.size(); ++k)
        ASSERT_EQ(result.entries[k], C(expected.entries[k])) << "entry " << k;
    }
  }
}

using Plain = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using View = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

struct AddPlace {
  KOKKOS_FUNCTION double operator()(std::int64_t row, std::int64_t col, double value) const {
    return value + 1000 * double(row) + 10000 * double(col);
  }
};
struct BelowDiagonal {
  KOKKOS_FUNCTION bool operator()(std::int64_t row, std::int64_t col) const { return row > col; }
};

/// A 50 x 40 matrix times 40 x 11, and what the rules make of it.
class SpmmOpOutput : public ::testing::Test {
 protected:
  static constexpr std::int64_t m = 50, k = 40, n = 11;

  template <class Output>
  std::vector<double> run(const Output& output) const {
    const DeviceDense<double, Space> b_view(b, Layout::column_major, 0);
    const DeviceDense<double, Space> c_view(before, Layout::padded_row_major, 5);
    spmm_op(exec, Op::none, semiring, A, b_view.single(), c_view.single(), output);
    exec.fence();
    return c_view.get().entries;
  }
  /// value(entry) where kept(i, j), else(entry) elsewhere.
  template <class Kept, class Value, class Else>
  static std::vector<double> choose(const Kept& kept, const Value& value, const Else& otherwise) {
    std::vector<double> result;
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j)
        result.push_back(kept(i, j) ? value(std::size_t(i * n + j))
                                    : otherwise(std::size_t(i * n + j)));
    return result;
  }

  Exec exec;
  Triplets triplets = whole_numbers({m, k, 3, 20});
  Plain A = MatrixFrom<Plain>::make(triplets, {}, Order::sorted);
  HostDense<double> b = small_numbers<double>(k, n, 1), before = small_numbers<double>(m, n, 2);
  decltype(semirings::min_plus<double>()) semiring = semirings::min_plus<double>();
  std::vector<double> product = plain_product(semiring, triplets, b).entries;
};

TEST_F(SpmmOpOutput, masks) {
  const Triplets marked = whole_numbers({m, n, 4});
  Plain pattern = MatrixFrom<Plain>::make(marked, {}, Order::sorted);
  std::vector<double> values;
  for (std::size_t e = 0; e < marked.entries.size(); ++e) values.push_back(double(e % 2));
  pattern = pattern.with_values(upload<Space>(values));
  std::vector<int> kinds(m * n, 0);  // 1: stored with 0, 2: with 1
  for (std::size_t e = 0; e < marked.entries.size(); ++e)
    kinds[std::size_t(marked.entries[e].row * n + marked.entries[e].col)] = int(e % 2) + 1;
  const View flags("flags", m, n);
  const auto host_flags = Kokkos::create_mirror_view(flags);
  for (std::int64_t i = 0; i < m; ++i)
    for (std::int64_t j = 0; j < n; ++j)
      host_flags(i, j) = kinds[std::size_t(i * n + j)] == 2 ? 0.5 : 0;
  Kokkos::deep_copy(flags, host_flags);

  const auto kind_is = [&](int least, bool kept) {
    return [&kinds, least, kept](std::int64_t i, std::int64_t j) {
      return (kinds[std::size_t(i * n + j)] >= least) == kept;
    };
  };
  const auto t = [&](std::size_t e) { return product[e]; };
  const auto old = [&](std::size_t e) { return before.entries[e]; };
  const auto zero = [&](std::size_t) { return semiring.zero; };
  const ProductOutput plain;
  const auto flagged = mask_by_value(flags);
  EXPECT_EQ(run(plain.with_mask(flagged)), choose(kind_is(2, true), t, old));
  EXPECT_EQ(run(plain.with_mask(complement(flagged)).with_replace()),
            choose(kind_is(2, false), t, zero));
  const auto by_value = mask_by_value(pattern);
  EXPECT_EQ(run(plain.with_mask(by_value)), choose(kind_is(2, true), t, old));
  EXPECT_EQ(run(plain.with_mask(complement(by_value))), choose(kind_is(2, false), t, old));
  const auto by_structure = mask_by_structure(pattern);
  EXPECT_EQ(run(plain.with_mask(by_structure)), choose(kind_is(1, true), t, old));
  EXPECT_EQ(run(plain.with_mask(complement(by_structure)).with_replace()),
            choose(kind_is(1, false), t, zero));
  EXPECT_EQ(run(plain.with_mask(
                complement(mask_by_structure(pattern.with_properties({.sorted = true}))))),
            choose(kind_is(1, false), t, old));
}

TEST_F(SpmmOpOutput, accumulators_and_epilogues) {
  const auto every = [](std::int64_t, std::int64_t) { return true; };
  const auto below = [](std::int64_t i, std::int64_t j) { return i > j; };
  const auto old = [&](std::size_t e) { return before.entries[e]; };
  const auto lesser = [&](std::size_t e) { return std::min(before.entries[e], product[e]); };
  const auto place = [](std::size_t e) {
    return 1000 * double(e / std::size_t(n)) + 10000 * double(e % std::size_t(n));
  };
  const auto min = ProductOutput{}.with_accumulate(operators::Min{});
  EXPECT_EQ(run(min), choose(every, lesser, old));
  EXPECT_EQ(run(min.with_mask(mask_where(BelowDiagonal{})).with_epilogue(AddPlace{})),
            choose(
                below, [&](std::size_t e) { return lesser(e) + place(e); }, old));
  EXPECT_EQ(run(ProductOutput{}.with_epilogue(AddPlace{})),
            choose(
                every, [&](std::size_t e) { return product[e] + place(e); }, old));
}

/// Both are columns of one row-major matrix.
TEST_F(SpmmOpOutput, neighbours_in_memory) {
  const Kokkos::View<double*, Space> memory("memory", 40 * 8);
  Kokkos::deep_copy(memory, 1.0);
  const auto square = MatrixFrom<Plain>::make(whole_numbers({40, 40, 3}), {}, Order::sorted);
  using Strided = Kokkos::View<double**, Kokkos::LayoutStride, Space>;
  const Kokkos::LayoutStride layout(40, 8, 4, 1);
  spmm_op(exec, Op::none, semirings::plus_second<double>(), square, Strided(memory.data(), layout),
          Strided(memory.data() + 4, layout));
  const auto lengths = download(square.row_offsets());
  const auto result = download(memory);
  for (std::size_t i = 0; i < 40; ++i) {
    EXPECT_EQ(result[8 * i + 3], 1);
    EXPECT_EQ(result[8 * i + 4], lengths[i + 1] - lengths[i]);
  }
}

TEST(SpmmOpEmpty, no_rows_columns_entries) {
  const Exec exec;
  const auto semiring = semirings::max_plus<double>();
  spmm_op(exec, Op::none, semiring, Plain(), View(),
          View("C", 0, 3).data() == nullptr ? View() : View("C", 0, 0));
  spmm_op(exec, Op::none, semiring, Plain::wrap(0, 4, 0, nullptr, nullptr, nullptr),
          View("B", 4, 3), View("C", 0, 3));
  const auto offsets = upload<Space>(std::vector<std::int32_t>(4, 0));
  const View c("C", 3, 2);
  spmm_op(exec, Op::none, semiring, Plain::wrap(3, 0, 0, offsets.data(), nullptr, nullptr),
          View("B", 0, 2), c);
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, c);
  EXPECT_EQ(result(2, 1), -std::numeric_limits<double>::infinity());
  spmm_op(exec, Op::none, semiring, Plain::wrap(3, 4, 0, offsets.data(), nullptr, nullptr),
          View("B", 4, 0), View("C", 3, 0));
}

}  // namespace
}  // namespace filigree::test
