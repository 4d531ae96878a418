// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include <filigree/spmv_op.hpp>

#include "operator_support.hpp"

/// Products with vectors: patterns of all kinds, masks, accumulators, epilogues, replacement.

namespace filigree::test {
namespace {

template <class T>
class SpmvOp : public ::testing::Test {};
using Kinds = ::testing::Types<
    Types<Device, double, int32_t, int32_t>, Types<Device, double, int32_t, int64_t>,
    Types<Device, float, int64_t, int64_t>, Types<Host, int32_t, int64_t, int32_t>>;
TYPED_TEST_SUITE(SpmvOp, Kinds);

template <class T>
void expect_products(int64_t num_rows, int64_t num_cols, int64_t full_row) {
  using S = typename T::Scalar;
  using Space = typename T::Space;
  const typename T::Exec exec;
  const auto semiring = semirings::plus_times<double>();
  auto entries = ragged_entries<S>(num_rows, num_cols, full_row, 5);
  if (num_cols > 0) entries.insert(entries.end(), {{0, 0, S(3)}, {0, 0, S(4)}});  // repeated
  std::mt19937_64 random(3);
  std::shuffle(entries.begin(), entries.end(), random);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.row < b.row; });
  const auto x = small_numbers<float>(num_cols, 8);
  const auto expected = plain_product(semiring, entries, num_rows, x);

  for (const auto base : {IndexBase::zero, IndexBase::one}) {
    SCOPED_TRACE(std::to_string(num_rows) + " x " + std::to_string(num_cols) + ", base " +
                 std::to_string(int(base)));
    const auto A = make_csr<T>(entries, num_rows, num_cols, {base});
    const auto y = poisoned<double, Space>(num_rows);
    spmv_op(exec, Op::none, semiring, A, array<Space>(x), y);
    EXPECT_EQ(entries_of(y), expected);

    // the same arrays as a Csc matrix: the transpose
    const CscMatrix<const S, typename T::Index, typename T::Offset, Space> At(
        num_cols, num_rows, A.row_offsets(), A.col_indices(), A.values(), A.properties());
    const auto yt = poisoned<double, Space>(num_rows);
    spmv_op(exec, Op::transpose, semiring, At, array<Space>(x), yt);
    EXPECT_EQ(entries_of(yt), expected);
  }
}

TYPED_TEST(SpmvOp, patterns) {
  expect_products<TypeParam>(700, 500, -1);
  expect_products<TypeParam>(60, 20000, 31);  // much longer than the others
  expect_products<TypeParam>(3000, 40, 2999);
  expect_products<TypeParam>(1, 3000, 0);
  expect_products<TypeParam>(1, 1, 0);
}

using Plain = Types<Device, double, int32_t, int32_t>;
using Space = Plain::Space;

TEST(SpmvOpEmpty, no_rows_columns_entries) {
  const Device exec;
  const auto semiring = semirings::min_plus<double>();
  using Matrix = CsrMatrix<double, int32_t, int32_t, Space>;
  const Kokkos::View<double*, Space> none;
  spmv_op(exec, Op::none, semiring, Matrix(), none, none);
  spmv_op(exec, Op::none, semiring, Matrix::wrap(0, 4, 0, nullptr, nullptr, nullptr),
          array<Space>(std::vector<double>(4, 1)), none);

  const auto offsets = array<Space>(std::vector<int32_t>(4, 0));
  const auto A = Matrix::wrap(3, 0, 0, offsets.data(), nullptr, nullptr);
  const auto y = poisoned<double, Space>(3);
  spmv_op(exec, Op::none, semiring, A, none, y);
  EXPECT_EQ(entries_of(y), std::vector<double>(3, std::numeric_limits<double>::infinity()));
}

// Functors, since nvcc takes no lambdas for kernels in the body of a TEST.
struct AddRow {
  KOKKOS_FUNCTION double operator()(std::int64_t row, double value) const {
    return value + double(row);
  }
};
struct DoubleAndAddRow {
  KOKKOS_FUNCTION double operator()(std::int64_t row, double value) const {
    return 2 * value + double(row);
  }
};
struct IsOdd {
  KOKKOS_FUNCTION bool operator()(std::int64_t row) const { return row % 2 == 1; }
};

TEST(SpmvOpEmpty, rows_have_an_epilogue) {
  const auto offsets = array<Space>(std::vector<int32_t>(4, 0));
  const auto y = poisoned<double, Space>(3);
  spmv_op(
      Device(), Op::none, semirings::plus_times<double>(),
      CsrMatrix<double, int32_t, int32_t, Space>::wrap(3, 5, 0, offsets.data(), nullptr, nullptr),
      array<Space>(std::vector<double>(5, 1)), y, ProductOutput{}.with_epilogue(AddRow{}));
  EXPECT_EQ(entries_of(y), (std::vector<double>{0, 1, 2}));
}

/// A 400 x 300 product with a full row, and what the rules make of it.
class SpmvOpOutput : public ::testing::Test {
 protected:
  static constexpr int64_t rows = 400, cols = 300;
  using Results = std::vector<double>;

  template <class Output>
  Results run(const Output& output) const {
    const auto y = array<Space>(before);
    spmv_op(exec, Op::none, semiring, A, array<Space>(x), y, output);
    return entries_of(y);
  }
  /// value(i) where kept(i), else(i) elsewhere.
  template <class Kept, class Value, class Else>
  static Results choose(const Kept& kept, const Value& value, const Else& otherwise) {
    Results result;
    for (int64_t i = 0; i < rows; ++i) result.push_back(kept(i) ? value(i) : otherwise(i));
    return result;
  }

  Device exec;
  Entries<double> entries = ragged_entries<double>(rows, cols, 77, 6);
  std::vector<double> x = small_numbers<double>(cols, 4);
  decltype(semirings::max_plus<double>()) semiring = semirings::max_plus<double>();
  CsrMatrix<double, int32_t, int32_t, Space> A = make_csr<Plain>(entries, rows, cols);
  Results before = small_numbers<double>(rows, 12);
  Results product = plain_product(semiring, entries, rows, x);
  std::vector<int32_t> flag = [] {
    std::vector<int32_t> flags = small_numbers<int32_t>(rows, 2);
    for (int32_t& f : flags) f = f > 4 ? f : 0;
    return flags;
  }();
  Kokkos::View<int32_t*, Space> flags = array<Space>(flag);
};

TEST_F(SpmvOpOutput, masks) {
  const auto is_flagged = [&](int64_t i) { return flag[i] != 0; };
  const auto is_not = [&](int64_t i) { return flag[i] == 0; };
  const auto t = [&](int64_t i) { return product[i]; };
  const auto old = [&](int64_t i) { return before[i]; };
  const auto zero = [&](int64_t) { return semiring.zero; };
  const auto mask = mask_by_value(flags);
  const ProductOutput plain;
  EXPECT_EQ(run(plain.with_mask(mask)), choose(is_flagged, t, old));
  EXPECT_EQ(run(plain.with_mask(mask).with_replace()), choose(is_flagged, t, zero));
  EXPECT_EQ(run(plain.with_mask(complement(mask))), choose(is_not, t, old));
  EXPECT_EQ(run(plain.with_mask(complement(mask)).with_replace()), choose(is_not, t, zero));
  EXPECT_EQ(run(plain.with_mask(complement(complement(mask)))), choose(is_flagged, t, old));
  EXPECT_EQ(run(plain.with_replace()), product) << "nothing to replace";
}

TEST_F(SpmvOpOutput, masks_of_all_and_of_none) {
  const ProductOutput plain;
  for (const int32_t all : {0, 1}) {
    const auto mask = mask_by_value(array<Space>(std::vector<int32_t>(rows, all)));
    EXPECT_EQ(run(plain.with_mask(mask)), all ? product : before);
    EXPECT_EQ(run(plain.with_mask(complement(mask))), all ? before : product);
    EXPECT_EQ(run(plain.with_mask(mask).with_replace()),
              all ? product : Results(rows, semiring.zero));
  }
}

TEST_F(SpmvOpOutput, accumulators_and_epilogues) {
  const auto every = [](int64_t) { return true; };
  const auto odd = [](int64_t i) { return i % 2 == 1; };
  const auto old = [&](int64_t i) { return before[i]; };
  const auto greater = [&](int64_t i) { return before[i] < product[i] ? product[i] : before[i]; };
  const auto odd_rows = mask_where(IsOdd{});
  const auto max = ProductOutput{}.with_accumulate(operators::Max{});
  EXPECT_EQ(run(max), choose(every, greater, old));
  EXPECT_EQ(run(ProductOutput{}.with_accumulate(operators::Minus{}).with_mask(odd_rows)),
            choose(
                odd, [&](int64_t i) { return before[i] - product[i]; }, old))
      << "the old entry comes first";
  EXPECT_EQ(run(max.with_epilogue(DoubleAndAddRow{}).with_mask(odd_rows)),
            choose(
                odd, [&](int64_t i) { return 2 * greater(i) + double(i); }, old))
      << "the epilogue comes last";
  EXPECT_EQ(run(max.with_mask(odd_rows).with_replace()),
            choose(odd, greater, [&](int64_t) { return semiring.zero; }));
}

/// Flags that are the output itself are read before their entry is written.
TEST_F(SpmvOpOutput, masked_by_itself) {
  std::vector<double> levels(rows, 0);
  for (int64_t i = 0; i < rows; ++i) levels[i] = i % 3 == 0 || i == 77 ? 0 : double(i);
  for (const bool replace : {false, true}) {
    const auto y = array<Space>(levels);
    auto output = ProductOutput{}.with_mask(complement(mask_by_value(y)));
    if (replace) output = output.with_replace();
    spmv_op(exec, Op::none, semiring, A, array<Space>(x), y, output);
    EXPECT_EQ(
        entries_of(y),
        choose([&](int64_t i) { return levels[i] == 0; }, [&](int64_t i) { return product[i]; },
               [&](int64_t i) { return replace ? semiring.zero : levels[i]; }));
  }
}

TEST(SpmvOpRepeats, bitwise) {
  const int64_t n = 4000;
  std::mt19937_64 generate(1);
  Entries<float> entries = ragged_entries<float>(n, n, 17, 2);
  for (auto& entry : entries) entry.value = float(double(generate() % 1000003) / 1000003.0 - 0.5);
  std::vector<float> x;
  for (int64_t i = 0; i < n; ++i) x.push_back(float(double(generate() % 999983) / 999983.0));
  const auto A = make_csr<Types<Device, float, int32_t, int32_t>>(entries, n, n);
  const auto x_view = array<Space>(x);
  std::vector<float> first;
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto y = poisoned<float, Space>(n);
    spmv_op(Device(), Op::none, semirings::plus_times<float>(), A, x_view, y);
    if (repeat == 0) first = entries_of(y);
    ASSERT_EQ(entries_of(y), first);
  }
}

}  // namespace
}  // namespace filigree::test
