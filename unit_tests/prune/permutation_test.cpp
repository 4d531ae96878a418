// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/permutation.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

template <class T>
class Unsort : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Space = typename T::Space;
  const typename T::Exec exec{};
};
TYPED_TEST_SUITE(Unsort, AllTypes);

// The matrix of the csrsort example of the cuSPARSE guide.
TYPED_TEST(Unsort, WorkedExample) {
  using S = typename TestFixture::Scalar;
  using Index = typename TypeParam::Index;
  Entries<S> entries;
  const std::vector<int> columns{2, 1, 0, 0, 2, 1, 1, 2, 0}, values{3, 2, 1, 4, 6, 5, 8, 9, 7};
  for (int k = 0; k < 9; ++k) entries.push_back({k / 3, columns[k], value_of<S>(values[k])});
  const auto A = make_csr<TypeParam>(entries, 3, 3);
  const auto sorted = sort_entries(this->exec, A);
  EXPECT_EQ(entries_of(sorted.matrix.col_indices()),
            (std::vector<Index>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
  EXPECT_EQ(entries_of(sorted.permutation), (std::vector<int64_t>{2, 1, 0, 3, 5, 4, 8, 6, 7}));
  const auto back = unsort_entries(this->exec, sorted);
  expect_same(entries, entries_of(back));
  EXPECT_FALSE(back.properties().sorted);
}

TYPED_TEST(Unsort, EveryFormatThereAndBack) {
  using S = typename TestFixture::Scalar;
  auto entries = random_entries<S>(60, 50, 2500, false, 1);
  const auto coo = make_coo<TypeParam>(entries, 60, 50, {.index_base = IndexBase::one});
  for (const CooOrder order : {CooOrder::by_row, CooOrder::by_column})
    expect_same(entries,
                entries_of(unsort_entries(this->exec, sort_entries(this->exec, coo, order))));
  auto rows = entries, columns = entries;
  std::stable_sort(rows.begin(), rows.end(), [](auto& a, auto& b) { return a.row < b.row; });
  std::stable_sort(columns.begin(), columns.end(),
                   [](auto& a, auto& b) { return a.column < b.column; });
  const auto csr = make_csr<TypeParam>(rows, 60, 50, {.index_base = IndexBase::one});
  expect_same(rows, entries_of(unsort_entries(this->exec, sort_entries(this->exec, csr))));
  const auto csc = make_csc<TypeParam>(columns, 60, 50);
  expect_same(columns, entries_of(unsort_entries(this->exec, sort_entries(this->exec, csc))));
}

// The pattern sorted once, values there and back any number of times.
TYPED_TEST(Unsort, ValuesAlone) {
  using S = typename TestFixture::Scalar;
  using Space = typename TestFixture::Space;
  auto entries = random_entries<S>(30, 20, 300, true, 2);
  std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.row < b.row; });
  const auto sorted = sort_entries(this->exec, make_csr<TypeParam>(entries, 30, 20));
  for (int round = 0; round < 2; ++round) {
    std::vector<S> values;
    for (int k = 0; k < 300; ++k)
      values.push_back(entries[k].value = value_of<S>((k + 50 * round) % 120));
    const auto unsorted = array<Space>(values);
    const auto there = poisoned<S, Space>(300), back = poisoned<S, Space>(300);
    permute_values(this->exec, sorted.permutation, unsorted, there);
    unpermute_values(this->exec, sorted.permutation, there, back);
    this->exec.fence();
    const auto expected = sorted_by_row(entries);
    const auto found = entries_of(there), restored = entries_of(back);
    for (int k = 0; k < 300; ++k) {
      ASSERT_TRUE(same_bits(expected[k].value, found[k]));
      ASSERT_TRUE(same_bits(values[k], restored[k]));
    }
  }
}

TYPED_TEST(Unsort, Identity) {
  using Index = typename TypeParam::Index;
  const auto positions = poisoned<Index, typename TestFixture::Space>(1000);
  identity_permutation(this->exec, positions);
  this->exec.fence();
  std::vector<Index> expected(1000);
  std::iota(expected.begin(), expected.end(), Index(0));
  EXPECT_EQ(entries_of(positions), expected);
  identity_permutation(this->exec, poisoned<Index, typename TestFixture::Space>(0));
}

TEST(PermutationBadArguments, SayWhatIsWrong) {
  using Space = Device::memory_space;
  const auto positions = array<Space>(std::vector<int64_t>{1, 0});
  const Kokkos::View<double*, Space> two("two", 2), three("three", 3);
  const Status invalid = Status::invalid_value;
  expect_error(invalid, "to", {"permute_values", "3", "2"},
               [&] { permute_values(Device{}, positions, two, three); });
  expect_error(invalid, "from", {"unpermute_values", "3", "2"},
               [&] { unpermute_values(Device{}, positions, three, two); });
  expect_error(invalid, "to", {"overlaps 'from'"},
               [&] { permute_values(Device{}, positions, two, two); });
  const auto part = Kokkos::subview(three, std::pair(0, 2));
  expect_error(invalid, "to", {"overlaps"},
               [&] { unpermute_values(Device{}, positions, part, three); });
  const Kokkos::View<double*, Kokkos::LayoutStride, Space> strided(two.data(),
                                                                   Kokkos::LayoutStride(2, 2));
  expect_error(invalid, "from", {"strided"},
               [&] { permute_values(Device{}, positions, strided, two); });
  const Kokkos::View<int64_t*, Kokkos::LayoutStride, Space> sparse(
      const_cast<int64_t*>(positions.data()), Kokkos::LayoutStride(2, 2));
  expect_error(invalid, "positions", {"strided"}, [&] { identity_permutation(Device{}, sparse); });
  using T = Types<Device, double, int32_t, int32_t>;
  auto sorted = sort_entries(Device{}, make_csr<T>({{0, 0, 1.0}}, 2, 2));
  sorted.permutation = positions;
  expect_error(invalid, "sorted.permutation", {"2", "1", "nnz"},
               [&] { unsort_entries(Device{}, sorted); });
}

}  // namespace
}  // namespace filigree::test
