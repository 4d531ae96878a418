// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>
#include <tuple>

#include <gtest/gtest.h>

#include <convert/formats.hpp>

/// Csr -> X -> Csr, exact to the last bit, and plans.

namespace filigree::test {
namespace {

constexpr int64_t no_limit = std::numeric_limits<int64_t>::max();

template <class T>
class FormatRoundTrips : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Offset = typename T::Offset;
  const typename T::Exec exec{};

  /// In the places of Ell, Sell and Hyb a row's entries keep their order, duplicates stay.
  template <class Csr>
  void padded(const Csr& A) {
    const ToCsrOptions base{.index_base = A.index_base()};
    const IndexBase other = A.index_base() == IndexBase::zero ? IndexBase::one : IndexBase::zero;
    for (const int64_t alignment : {1, 32}) {
      const auto B = csr_to_ell(
          exec, A,
          {.index_base = other, .memory_limit_bytes = no_limit, .row_alignment = alignment});
      EXPECT_EQ(B.nnz(), A.nnz());
      expect_same(entries_of(A), visited_entries(B));
      expect_same_csr(A, ell_to_csr<Offset>(exec, B, base));
    }
    for (const int64_t slice_size : {1, 7, 32})
      for (const int64_t window : {int64_t(1), int64_t(50), all_rows}) {
        const auto B = csr_to_sell(
            exec, A, {.index_base = other, .slice_size = slice_size, .sort_window = window});
        EXPECT_EQ(B.nnz(), A.nnz());
        expect_same_csr(A, sell_to_csr(exec, B, base));
      }
    for (const auto partition : {HybPartition::automatic, HybPartition::user, HybPartition::max}) {
      const auto B = csr_to_hyb(exec, A,
                                {.index_base = other,
                                 .memory_limit_bytes = no_limit,
                                 .partition = partition,
                                 .ell_width = 3});
      EXPECT_EQ(B.nnz(), A.nnz());
      expect_same_csr(A, hyb_to_csr<Offset>(exec, B, base));
    }
  }

  /// On diagonals they become sorted.
  void diagonal(const Entries<Scalar>& entries, int64_t num_rows, int64_t num_cols,
                IndexBase index_base) {
    const auto A = make_csr<T>(entries, num_rows, num_cols, {.index_base = index_base});
    const auto sorted = make_csr<T>(sorted_by_row(entries), num_rows, num_cols,
                                    {.index_base = index_base, .sorted = true, .unique = true});
    for (const int64_t alignment : {1, 32}) {
      const auto B =
          csr_to_dia(exec, A, {.memory_limit_bytes = no_limit, .row_alignment = alignment});
      EXPECT_EQ(B.nnz(), A.nnz());
      expect_same_csr(sorted, dia_to_csr<Offset>(exec, B));
    }
    for (const int64_t hack_size : {1, 5, 64}) {
      const auto B = csr_to_hdia(exec, A, {.memory_limit_bytes = no_limit, .hack_size = hack_size});
      EXPECT_EQ(B.nnz(), A.nnz());
      expect_same_csr(sorted, hdia_to_csr(exec, B));
    }
  }

  /// Entries in order of rows; within them as they come.
  void round_trips(Entries<Scalar> entries, int64_t num_rows, int64_t num_cols) {
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.row < b.row; });
    for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
      padded(make_csr<T>(entries, num_rows, num_cols, {.index_base = base, .unique = true}));
      padded(make_csr<T>(sorted_by_row(entries), num_rows, num_cols,
                         {.index_base = base, .sorted = true}));
      diagonal(entries, num_rows, num_cols, base);
    }
  }

  /// Half of the rows are empty.
  void random_unsorted() {
    auto entries = random_entries<Scalar>(150, 90, 1200, true, 1);
    for (auto& entry : entries) entry.row *= 2;
    round_trips(entries, 300, 90);
  }
};
TYPED_TEST_SUITE(FormatRoundTrips, SizedTypes);

TYPED_TEST(FormatRoundTrips, RandomUnsorted) { this->random_unsorted(); }

template <class T>
class FormatRoundTripsOfScalars : public FormatRoundTrips<T> {};
TYPED_TEST_SUITE(FormatRoundTripsOfScalars, OtherScalars);

TYPED_TEST(FormatRoundTripsOfScalars, RandomUnsorted) { this->random_unsorted(); }

TYPED_TEST(FormatRoundTrips, OneFullRow) {
  Entries<typename TestFixture::Scalar> entries;
  for (int64_t k = 0; k < 400; ++k)
    entries.push_back({17, k, value_of<typename TestFixture::Scalar>(int(k % 100 + 1))});
  entries.push_back({3, 2, value_of<typename TestFixture::Scalar>(5)});
  this->round_trips(entries, 70, 400);
}

TYPED_TEST(FormatRoundTrips, Empty) {
  for (const auto& [rows, columns] : {std::pair{0, 0}, {0, 7}, {7, 0}, {5, 4}})
    this->round_trips({}, rows, columns);
}

TYPED_TEST(FormatRoundTrips, Duplicates) {
  auto entries = random_entries<typename TestFixture::Scalar>(20, 15, 600, false, 2);
  std::stable_sort(entries.begin(), entries.end(),
                   [](const auto& a, const auto& b) { return a.row < b.row; });
  this->padded(make_csr<TypeParam>(entries, 20, 15));
}

// A wrapped Hyb matrix, its Coo part in any order.
TYPED_TEST(FormatRoundTrips, HybOfUnorderedParts) {
  using S = typename TestFixture::Scalar;
  const auto v = [](int k) { return value_of<S>(k); };
  const auto ell = csr_to_ell(this->exec, make_csr<TypeParam>({{0, 1, v(1)}, {2, 0, v(2)}}, 3, 3));
  const auto coo =
      make_coo<TypeParam>({{2, 2, v(3)}, {1, 1, v(4)}, {0, 0, v(5)}, {2, 1, v(6)}}, 3, 3);
  const HybMatrix<S, typename TypeParam::Index, typename TypeParam::Space> A(ell, coo);
  const Entries<S> expected{{0, 1, v(1)}, {0, 0, v(5)}, {1, 1, v(4)},
                            {2, 0, v(2)}, {2, 2, v(3)}, {2, 1, v(6)}};
  expect_same(expected, entries_of(hyb_to_csr(this->exec, A)));
}

// Two sorted parts are sorted rows only where the Ell entries of a row come first.
TYPED_TEST(FormatRoundTrips, HybOfSortedParts) {
  using S = typename TestFixture::Scalar;
  const auto v = [](int k) { return value_of<S>(k); };
  const MatrixProperties sorted{.index_base = IndexBase::one, .sorted = true, .unique = true};
  const auto ell = csr_to_ell(
      this->exec, make_csr<TypeParam>({{0, 1, v(1)}, {0, 3, v(2)}, {2, 0, v(3)}}, 3, 4, sorted));
  const auto converted = [&](const Entries<S>& entries) {
    const auto coo = make_coo<TypeParam>(entries, 3, 4, sorted);
    return hyb_to_csr(this->exec,
                      HybMatrix<S, typename TypeParam::Index, typename TypeParam::Space>(ell, coo));
  };
  const auto unordered = converted({{0, 0, v(4)}});
  EXPECT_FALSE(unordered.properties().sorted);
  EXPECT_TRUE(unordered.properties().unique);
  expect_same({{0, 1, v(1)}, {0, 3, v(2)}, {0, 0, v(4)}, {2, 0, v(3)}}, entries_of(unordered));
  EXPECT_FALSE(converted({{0, 2, v(4)}}).properties().sorted);
  EXPECT_EQ(converted({}).properties(), sorted);
  EXPECT_EQ(converted({{1, 0, v(4)}, {2, 1, v(5)}, {2, 3, v(6)}}).properties(), sorted);
}

// Zeros of both signs, and in halves of complex numbers.
TYPED_TEST(FormatRoundTrips, ZerosAreDroppedOnRequest) {
  using S = typename TestFixture::Scalar;
  const S zero{};
  S negative_zero{};
  if constexpr (std::is_same_v<S, bfloat16>)
    negative_zero = S(-0.0f);
  else if constexpr (!std::is_integral_v<S>)
    negative_zero = -zero;
  S tiny = value_of<S>(1);
  if constexpr (std::is_same_v<S, complex_double>)
    tiny = S(0.0, std::numeric_limits<double>::denorm_min());
  const auto A = make_csr<TypeParam>(
      {{0, 0, zero}, {0, 1, tiny}, {1, 0, negative_zero}, {1, 1, value_of<S>(-2)}}, 2, 2);
  const Entries<S> kept{{0, 1, tiny}, {1, 1, value_of<S>(-2)}};
  const auto ell = csr_to_ell(this->exec, A);
  EXPECT_EQ(ell_to_csr(this->exec, ell).nnz(), 4);
  expect_same(kept, entries_of(ell_to_csr(this->exec, ell, {.zeros = ZeroEntries::drop})));
  const auto hyb = csr_to_hyb(this->exec, A, {.partition = HybPartition::user, .ell_width = 1});
  expect_same(kept, entries_of(hyb_to_csr(this->exec, hyb, {.zeros = ZeroEntries::drop})));
  const auto dia = csr_to_dia(this->exec, A);
  expect_same(kept, entries_of(dia_to_csr(this->exec, dia)));
  EXPECT_EQ(dia_to_csr(this->exec, dia, {.zeros = ZeroEntries::keep}).nnz(), 4);
}

// Symbolic once, numeric many times; new values may be zero.
TYPED_TEST(FormatRoundTrips, PlansTakeNewValues) {
  using S = typename TestFixture::Scalar;
  using I = typename TypeParam::Index;
  using O = typename TypeParam::Offset;
  using M = typename TypeParam::Space;
  using Csr = CsrMatrix<S, I, O, M>;
  const auto entries = sorted_by_row(random_entries<S>(60, 80, 500, true, 3));
  const auto A = make_csr<TypeParam>(entries, 60, 80, {.sorted = true, .unique = true});
  const auto check = [&]<class X>(const auto& options) {
    const auto plan = conversion_plan<X>(this->exec, A, options);
    const X first = plan.apply(this->exec, A);
    const auto back = conversion_plan<Csr>(this->exec, first);
    std::vector<S> values;
    for (int k = 0; k < 500; ++k) values.push_back(k % 3 == 0 ? S{} : value_of<S>(k % 100));
    const auto B = A.with_values(array<M>(values));
    const X second = plan.apply(this->exec, B);
    plan.apply(this->exec, A, second);
    plan.apply(this->exec, B, second);
    const auto found = entries_of(back.apply(this->exec, second));
    for (const auto& entry : entries_of(B)) {
      const auto same = std::find_if(found.begin(), found.end(), [&](const auto& other) {
        return other.row == entry.row && other.column == entry.column;
      });
      ASSERT_NE(same, found.end());
      ASSERT_TRUE(same_bits(same->value, entry.value));
    }
  };
  check.template operator()<EllMatrix<S, I, M>>(EllOptions{});
  check.template operator()<SellMatrix<S, I, O, M>>(
      SellOptions{.slice_size = 8, .sort_window = 16});
  check.template operator()<HybMatrix<S, I, M>>(
      HybOptions{.partition = HybPartition::user, .ell_width = 4});
  check.template operator()<DiaMatrix<S, I, M>>(DiaOptions{.memory_limit_bytes = no_limit});
  check.template operator()<HdiaMatrix<S, I, O, M>>(HdiaOptions{.memory_limit_bytes = no_limit});
  // The values alone.
  const auto plan = conversion_plan<EllMatrix<S, I, M>>(this->exec, A);
  const auto ell = plan.apply(this->exec, A);
  const auto result = poisoned<S, M>(int64_t(ell.values().extent(0)));
  plan.apply_values(this->exec, A.values(), result);
  this->exec.fence();
  const auto expected = entries_of(ell.values()), found = entries_of(result);
  for (std::size_t k = 0; k < expected.size(); ++k) ASSERT_TRUE(same_bits(expected[k], found[k]));
  EXPECT_EQ(ell.col_indices().data(), plan.pattern().col_indices().data());
}

// Every format to every other, by way of Csr where there is no other.
TEST(ConvertTo, EveryPair) {
  using T = Types<Device, double, int32_t, int32_t>;
  using M = T::Space;
  const Device exec{};
  const auto entries = sorted_by_row(random_entries<double>(40, 30, 200, true, 4));
  const auto A = make_csr<T>(entries, 40, 30, {.sorted = true, .unique = true});
  using Csr = CsrMatrix<double, int32_t, int32_t, M>;
  using Formats =
      std::tuple<Csr, CscMatrix<double, int32_t, int32_t, M>, CooMatrix<double, int32_t, M>,
                 CooAosMatrix<double, int32_t, M>, EllMatrix<double, int32_t, M>,
                 SellMatrix<double, int32_t, int32_t, M>, HybMatrix<double, int32_t, M>,
                 DiaMatrix<double, int32_t, M>, HdiaMatrix<double, int32_t, int32_t, M>,
                 BsrMatrix<double, int32_t, int32_t, M>, BscMatrix<double, int32_t, int32_t, M>,
                 BlockedEllMatrix<double, int32_t, M>>;
  // Blocks of 4 x 3, and of 4 x 4, which do not divide 30 columns.
  const auto to = [&]<class To>(const auto& from, To*) {
    detail::target_options_t<To> options;
    if constexpr (std::is_same_v<decltype(options), BsrOptions>)
      options.block = BlockLayout{.rows = 4, .cols = 3};
    if constexpr (std::is_same_v<decltype(options), BlockedEllOptions>) options.block_size = 4;
    return convert_to<To>(exec, from, options);
  };
  const auto to_all = [&]<class... To>(const auto& from, std::tuple<To...>*) {
    (expect_same_csr(A, convert_to<Csr>(exec, to(from, static_cast<To*>(nullptr)))), ...);
  };
  const auto from_all = [&]<class... From>(std::tuple<From...>* all) {
    (to_all(to(A, static_cast<From*>(nullptr)), all), ...);
  };
  from_all(static_cast<Formats*>(nullptr));
}

TEST(ConvertTo, CsrWithoutZeros) {
  using T = Types<Device, double, int32_t, int32_t>;
  const Device exec{};
  const auto A = make_csr<T>({{0, 2, 1.0}, {0, 1, 0.0}, {2, 0, -0.0}, {2, 1, 2.0}}, 3, 3);
  const Entries<double> kept{{0, 2, 1.0}, {2, 1, 2.0}};
  const ToCsrOptions options{.index_base = IndexBase::one, .zeros = ZeroEntries::drop};
  using Csr = CsrMatrix<double, int64_t, int32_t, T::Space>;
  for (const auto& B :
       {convert_to<Csr>(exec, A, options), convert_to<Csr>(exec, csr_to_coo(exec, A), options),
        convert_to<Csr>(exec, csr_to_csc(exec, A), options)}) {
    EXPECT_EQ(B.index_base(), IndexBase::one);
    expect_same(kept, sorted_by_row(entries_of(B)));
  }
  EXPECT_EQ(convert_to<Csr>(exec, A).nnz(), 4);
}

TEST(ConvertTo, OtherIntegersAndBase) {
  using T = Types<Device, double, int32_t, int64_t>;
  using M = T::Space;
  const Device exec{};
  const auto entries = sorted_by_row(random_entries<double>(40, 30, 200, true, 5));
  const auto A = make_csr<T>(entries, 40, 30, {.sorted = true, .unique = true});
  const auto ell =
      convert_to<EllMatrix<double, int64_t, M>>(exec, A, {.index_base = IndexBase::one});
  const auto sell =
      convert_to<SellMatrix<double, int32_t, int32_t, M>>(exec, ell, {.slice_size = 4});
  EXPECT_EQ(sell.index_base(), IndexBase::one);
  EXPECT_EQ(sell.slice_size(), 4);
  const auto csc = convert_to<CscMatrix<double, int64_t, int32_t, M>>(exec, sell);
  expect_same(sorted_by_column(entries), entries_of(csc));
  expect_same(entries, entries_of(convert_to<CsrMatrix<double, int32_t, int32_t, M>>(
                           exec, convert_to<DiaMatrix<double, int32_t, M>>(
                                     exec, csc, {.memory_limit_bytes = no_limit}))));
}

}  // namespace
}  // namespace filigree::test
