// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/assembly.hpp>

#include <vector>

#include <gtest/gtest.h>

#include <format/test_matrix.hpp>
#include <spmv/event_counts.hpp>
#include <spmv/expect_error.hpp>

namespace filigree::test {
namespace {

template <class T>
class Assembly : public ::testing::Test {
 public:
  using Scalar = typename T::Scalar;
  using Space = typename T::Space;
  using Index = typename T::Index;
  using Offset = typename T::Offset;
  using Plan = CooToCsr<Index, Offset, Space>;
  const typename T::Exec exec{};

  /// As coo_to_csr, bit by bit, for several values, by a plan that was declared empty.
  void check(Entries<Scalar> entries, const CooOptions& options = {},
             MatrixProperties properties = {}) const {
    auto A = make_coo<T>(entries, 60, 70, properties);
    Plan plan;
    plan = Plan(exec, A, options);
    EXPECT_EQ(plan.num_coordinates(), A.nnz());
    for (int step = 0; step < 3; ++step) {
      std::vector<Scalar> values;
      for (std::size_t k = 0; k < entries.size(); ++k)
        values.push_back(value_of<Scalar>(int(k + std::size_t(step)) % 120));
      A = A.with_values(array<Space>(values));
      const auto expected = coo_to_csr<Offset>(exec, A, options);
      const auto found = plan.apply(exec, A);
      expect_same(entries_of(expected), entries_of(found));
      EXPECT_EQ(found.properties(), expected.properties());
      EXPECT_EQ(found.row_offsets().data(), plan.row_offsets().data());
      EXPECT_EQ(found.nnz(), plan.num_entries());
      const auto given = poisoned<Scalar, Space>(plan.num_entries());
      {
        const EventCounts counts;
        plan.apply(exec, A.values(), given);
        EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
        EXPECT_EQ(counts.fences(), 0);
      }
      exec.fence();
      expect_same(entries_of(expected), entries_of(found.with_values(given)));
    }
  }
};
TYPED_TEST_SUITE(Assembly, AllTypes);

TYPED_TEST(Assembly, RepeatedCoordinates) {
  using Scalar = typename TestFixture::Scalar;
  const auto entries = random_entries<Scalar>(60, 70, 20000, false, 3);
  this->check(entries);
  this->check(entries, {.duplicates = Duplicates::keep});
  this->check(sorted_by_row(entries), {.index_base = IndexBase::one},
              {.index_base = IndexBase::zero});
}

TYPED_TEST(Assembly, DistinctCoordinates) {
  using Scalar = typename TestFixture::Scalar;
  const auto entries = random_entries<Scalar>(60, 70, 1000, true, 4);
  this->check(entries, {.duplicates = Duplicates::reject});
  this->check(sorted_by_row(entries), {}, {.index_base = IndexBase::one});
  this->check({});
}

TYPED_TEST(Assembly, Refusals) {
  using Scalar = typename TestFixture::Scalar;
  using Plan = typename TestFixture::Plan;
  const auto entries = random_entries<Scalar>(60, 70, 500, false, 5);
  const auto A = make_coo<TypeParam>(entries, 60, 70);
  const Plan plan(this->exec, A);
  const auto same = make_coo<TypeParam>(entries, 60, 70);  // in other arrays
  expect_error(Status::stale_plan, "CooToCsr::apply", [&] { (void)plan.apply(this->exec, same); });
  expect_error(Status::stale_plan, "CooToCsr::apply", [&] { (void)Plan().apply(this->exec, A); });
  const auto out = poisoned<Scalar, typename TestFixture::Space>(plan.num_entries());
  const auto longer = poisoned<Scalar, typename TestFixture::Space>(plan.num_entries() + 1);
  expect_error(Status::invalid_value, "csr_values",
               [&] { plan.apply(this->exec, A.values(), longer); });
  expect_error(Status::invalid_value, "coo_values", [&] { plan.apply(this->exec, out, out); });
  expect_error(Status::invalid_value, "CooToCsr",
               [&] { Plan(this->exec, A, {.duplicates = Duplicates::reject}); });
}

/// Memory that device and host reach: each may use what the other one has made.
TEST(AssemblyInSharedMemory, made_on_one_and_used_on_the_other) {
  struct Shared : Types<Device, double, int32_t, int32_t> {
    using Space = Kokkos::SharedSpace;
  };
  using Plan = CooToCsr<int32_t, int32_t, Shared::Space>;
  const Device device;
  const Host host;
  const auto A = make_coo<Shared>(random_entries<double>(60, 70, 20000, false, 3), 60, 70);
  const Plan by_device(device, A), by_host(host, A);
  const auto on_host = by_device.apply(host, A);
  host.fence();
  const auto on_device = by_host.apply(device, A);
  device.fence();
  expect_same(entries_of(on_host), entries_of(on_device));
}

}  // namespace
}  // namespace filigree::test
