// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/permutation.hpp>
#include <filigree/prune.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>
#include <prune/reference.hpp>

namespace filigree::test {
namespace {

template <class T>
class Prune : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Space = typename T::Space;
  const typename T::Exec exec{};
};
TYPED_TEST_SUITE(Prune, AllTypes);

TYPED_TEST(Prune, ByThresholdInEveryFormat) {
  using S = typename TestFixture::Scalar;
  const auto by_row = sorted_by_row(random_entries<S>(120, 90, 3000, true, 1));
  const auto by_column = sorted_by_column(by_row);
  for (const IndexBase base : {IndexBase::zero, IndexBase::one})
    for (const double threshold : {0.0, 1.0, 40.0, 40.5, 126.0, 1e30}) {
      const MatrixProperties properties{.index_base = base, .sorted = true, .unique = true};
      const Threshold rule{threshold};
      const auto csr = prune(this->exec, make_csr<TypeParam>(by_row, 120, 90, properties), rule);
      expect_same(reference_kept(by_row, threshold), entries_of(csr.matrix));
      EXPECT_EQ(csr.matrix.properties(), properties);
      const auto csc = prune(this->exec, make_csc<TypeParam>(by_column, 120, 90, properties), rule);
      expect_same(reference_kept(by_column, threshold), entries_of(csc.matrix));
      const IndexBase other = base == IndexBase::zero ? IndexBase::one : IndexBase::zero;
      const auto coo =
          prune(this->exec, make_coo<TypeParam>(by_column, 120, 90, {.index_base = base}), rule,
                {.index_base = other});
      EXPECT_EQ(coo.matrix.index_base(), other);
      expect_same(reference_kept(by_column, threshold), entries_of(coo.matrix));
    }
}

TYPED_TEST(Prune, ByPercentage) {
  using S = typename TestFixture::Scalar;
  const auto entries = sorted_by_row(random_entries<S>(70, 60, 1500, true, 2));
  const auto A = make_csr<TypeParam>(entries, 70, 60, {.index_base = IndexBase::one});
  for (const int percentage : {0, 1, 7, 20, 50, 99, 100}) {
    const auto found = prune(this->exec, A, Percentage{double(percentage)});
    expect_same(reference_kept(entries, reference_threshold(entries, percentage)),
                entries_of(found.matrix));
  }
}

// More entries than a team counts, over many orders of magnitude.
TYPED_TEST(Prune, ByPercentageOfManyEntries) {
  using S = typename TestFixture::Scalar;
  std::mt19937_64 generate(3);
  Entries<S> entries;
  for (int64_t k = 0; k < 150000; ++k) {
    const int exponent = std::is_integral_v<S> ? 0 : int(generate() % 24) - 12;
    const auto real = std::ldexp(float(int(generate() % 255) - 127), exponent);
    if constexpr (is_complex_v<S>)
      entries.push_back(
          {k / 1000, k % 1000, detail::convert<S>(complex_double(real, -0.5f * real))});
    else
      entries.push_back({k / 1000, k % 1000, detail::convert<S>(real)});
  }
  const auto A = make_csr<TypeParam>(entries, 150, 1000);
  for (const int percentage : {10, 37, 90}) {
    const double threshold = reference_threshold(entries, percentage);
    expect_same(reference_kept(entries, threshold),
                entries_of(prune(this->exec, A, Percentage{double(percentage)}).matrix));
  }
}

TYPED_TEST(Prune, PositionsTakeNewValues) {
  using S = typename TestFixture::Scalar;
  using Space = typename TestFixture::Space;
  auto entries = sorted_by_row(random_entries<S>(40, 30, 400, true, 4));
  const auto pruned = prune(this->exec, make_csr<TypeParam>(entries, 40, 30), Threshold{64});
  const auto positions = entries_of(pruned.positions);
  std::vector<S> values;
  for (std::size_t k = 0; k < entries.size(); ++k) values.push_back(value_of<S>(int(k % 100)));
  const auto result = poisoned<S, Space>(pruned.matrix.nnz());
  permute_values(this->exec, pruned.positions, array<Space>(values), result);
  this->exec.fence();
  const auto found = entries_of(result);
  for (std::size_t k = 0; k < positions.size(); ++k) {
    EXPECT_GT(reference_magnitude(entries[positions[k]].value), 64);
    ASSERT_TRUE(same_bits(values[positions[k]], found[k]));
  }
}

TYPED_TEST(Prune, CompressDropsStoredZeros) {
  using S = typename TestFixture::Scalar;
  Entries<S> entries{{0, 1, detail::convert<S>(0.0f)},
                     {0, 2, value_of<S>(3)},
                     {2, 0, detail::convert<S>(0.0f)},
                     {2, 2, value_of<S>(-5)}};
  const auto A = make_csr<TypeParam>(entries, 3, 3, {.index_base = IndexBase::one});
  expect_same({entries[1], entries[3]}, entries_of(compress(this->exec, A)));
  expect_same({entries[3]}, entries_of(compress(this->exec, A, 4.9)));
  const auto counts = poisoned<int32_t, typename TestFixture::Space>(3);
  EXPECT_EQ(count_kept(this->exec, A, Threshold{0}, counts), 2);
  EXPECT_EQ(entries_of(counts), (std::vector<int32_t>{1, 0, 1}));
  const auto wide = poisoned<int64_t, typename TestFixture::Space>(3);
  EXPECT_EQ(count_kept(this->exec, A, Percentage{75}, wide), 1);
  EXPECT_EQ(entries_of(wide), (std::vector<int64_t>{0, 0, 1}));
}

TYPED_TEST(Prune, Empty) {
  using S = typename TestFixture::Scalar;
  using Space = typename TestFixture::Space;
  using Matrix = CsrMatrix<S, typename TypeParam::Index, typename TypeParam::Offset, Space>;
  for (const PruneRule& rule : {PruneRule(Threshold{1}), PruneRule(Percentage{50})}) {
    const auto A =
        prune(this->exec, make_csr<TypeParam>({}, 4, 3, {.index_base = IndexBase::one}), rule);
    EXPECT_EQ(A.matrix.num_rows(), 4);
    EXPECT_EQ(entries_of(A.matrix.row_offsets()), std::vector<typename TypeParam::Offset>(5, 1));
    const auto B = prune(this->exec, Matrix::wrap(0, 3, 0, nullptr, nullptr, nullptr), rule);
    EXPECT_EQ(B.matrix.nnz(), 0);
    EXPECT_EQ(count_kept(this->exec, Matrix(), rule, poisoned<int32_t, Space>(0)), 0);
  }
}

using Double = Types<Device, double, int32_t, int32_t>;

// What is not a number is not small; what is infinite is the largest number.
TEST(PruneSpecialValues, NanAndInfinity) {
  const double nan = std::numeric_limits<double>::quiet_NaN(),
               inf = std::numeric_limits<double>::infinity();
  const Entries<double> entries{{0, 0, nan},  {0, 1, -inf}, {0, 2, 1e300},
                                {1, 0, -nan}, {1, 1, -0.0}, {1, 2, 5e-324}};
  const auto A = make_csr<Double>(entries, 2, 3);
  const auto kept = [&](const PruneRule& rule) {
    return entries_of(prune(Device{}, A, rule).positions);
  };
  using Positions = std::vector<int64_t>;
  EXPECT_EQ(kept(Threshold{0}), (Positions{0, 1, 2, 3, 5}));
  EXPECT_EQ(kept(Threshold{-0.0}), (Positions{0, 1, 2, 3, 5}));
  EXPECT_EQ(kept(Threshold{1e300}), (Positions{0, 1, 3}));
  EXPECT_EQ(kept(Threshold{inf}), (Positions{0, 3}));
  EXPECT_EQ(kept(Percentage{50}), (Positions{0, 1, 3}));
  EXPECT_EQ(kept(Percentage{100}), (Positions{0, 3}));
}

// The magnitude of complex numbers neither overflows nor underflows on the way.
TEST(PruneSpecialValues, ComplexMagnitudes) {
  using T = Types<Device, complex_double, int32_t, int32_t>;
  const double inf = std::numeric_limits<double>::infinity(),
               nan = std::numeric_limits<double>::quiet_NaN();
  const Entries<complex_double> entries{{0, 0, {3e300, 4e300}},    {0, 1, {3e-310, -4e-310}},
                                        {0, 2, {5e-324, 0}},       {1, 0, {nan, -inf}},
                                        {1, 1, {-1.5e308, 1e308}}, {1, 2, {0, nan}}};
  const auto A = make_csr<T>(entries, 2, 3);
  const auto kept = [&](double threshold) {
    return entries_of(prune(Device{}, A, Threshold{threshold}).positions);
  };
  using Positions = std::vector<int64_t>;
  EXPECT_EQ(kept(0), (Positions{0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(kept(4.9e-310), (Positions{0, 1, 3, 4, 5}));
  EXPECT_EQ(kept(5.1e-310), (Positions{0, 3, 4, 5}));
  EXPECT_EQ(kept(4.9e300), (Positions{0, 3, 4, 5}));
  EXPECT_EQ(kept(5.1e300), (Positions{3, 4, 5}));
  EXPECT_EQ(kept(1.79e308), (Positions{3, 4, 5}));
  EXPECT_EQ(kept(std::numeric_limits<double>::max()), (Positions{3, 4, 5}));
}

// Integers have one magnitude more below zero than above.
TEST(PruneSpecialValues, LowestIntegers) {
  const auto positions = [](auto value, double threshold) {
    using T = Types<Device, decltype(value), int32_t, int32_t>;
    return prune(Device{}, make_csr<T>({{0, 0, value}}, 1, 1), Threshold{threshold}).matrix.nnz();
  };
  EXPECT_EQ(positions(std::int8_t(-128), 127.5), 1);
  EXPECT_EQ(positions(std::int8_t(-128), 128), 0);
  EXPECT_EQ(positions(std::numeric_limits<int32_t>::min(), 2147483647.5), 1);
  EXPECT_EQ(positions(std::numeric_limits<int32_t>::min(), 2147483648.0), 0);
}

// A float is compared with the threshold as it is, not with the threshold rounded to float.
TEST(PruneSpecialValues, ThresholdsAreNotRounded) {
  using T = Types<Device, float, int32_t, int32_t>;
  const auto A = make_csr<T>({{0, 0, 0.1f}}, 1, 1);
  EXPECT_EQ(prune(Device{}, A, Threshold{0.1}).matrix.nnz(), 1);
  EXPECT_EQ(prune(Device{}, A, Threshold{0.1f}).matrix.nnz(), 0);
}

TEST(PruneBadArguments, SayWhatIsWrong) {
  const auto A = make_csr<Double>({{0, 0, 1.0}}, 2, 2);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Status invalid = Status::invalid_value;
  expect_error(invalid, "threshold", {"prune", "-1", "0 or more"},
               [&] { prune(Device{}, A, Threshold{-1}); });
  expect_error(invalid, "threshold", {"nan"}, [&] { prune(Device{}, A, Threshold{nan}); });
  expect_error(invalid, "threshold", {"compress"}, [&] { compress(Device{}, A, -2); });
  expect_error(invalid, "percentage", {"100.5", "0 to 100"},
               [&] { prune(Device{}, A, Percentage{100.5}); });
  expect_error(invalid, "percentage", {"-1"}, [&] { prune(Device{}, A, Percentage{-1}); });
  expect_error(invalid, "percentage", {"nan"}, [&] { prune(Device{}, A, Percentage{nan}); });
  expect_error(invalid, "counts", {"3", "2", "rows"},
               [&] { count_kept(Device{}, A, Threshold{0}, poisoned<int32_t, Double::Space>(3)); });
  const auto wrong = make_csr<Double>({{0, 2, 1.0}}, 2, 2);
  expect_error(invalid, "A", {"prune", "column index 2"},
               [&] { prune(Device{}, wrong, Threshold{0}); });
  expect_error(invalid, "A", {"compress", "column index 2"}, [&] { compress(Device{}, wrong); });
}

}  // namespace
}  // namespace filigree::test
