// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <string>
#include <vector>

#include <spmv/nearby_values.hpp>
#include <spmv/two_pass.hpp>

#include "../pattern/host_pattern.hpp"

/// The plan of two-pass products, walked on the host as the CUDA kernels walk it.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Plan = detail::TwoPassPattern<Space>;
using HostPlan = detail::TwoPassPattern<Kokkos::HostSpace>;

constexpr int chunk = cuda::chunk_entries_a_thread;

template <class View>
auto on_host(const View& view) {
  return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), view);
}

HostPlan copy(const Plan& device) {
  HostPlan host;
  host.block_entries = device.block_entries;
  host.num_entries = device.num_entries;
  host.num_tiles = device.num_tiles;
  host.num_partials = device.num_partials;
  host.num_buckets = device.num_buckets;
  host.merged = device.merged;
  host.slots = on_host(device.slots);
  host.row_bits = on_host(device.row_bits);
  host.word_rows = on_host(device.word_rows);
  host.rows = on_host(device.rows);
  host.chunk_heads = on_host(device.chunk_heads);
  host.chunk_partials = on_host(device.chunk_partials);
  host.tile_partials = on_host(device.tile_partials);
  host.run_sources = on_host(device.run_sources);
  host.run_bits = on_host(device.run_bits);
  host.word_runs = on_host(device.word_runs);
  host.fill = on_host(device.fill);
  host.order = on_host(device.order);
  host.chunk_rows = on_host(device.chunk_rows);
  return host;
}

int ones_up_to(std::uint32_t bits, std::int64_t bit) {
  int count = 0;
  for (int i = 0; i <= bit; ++i) count += int(bits >> i & 1);
  return count;
}

using Numbers = std::vector<std::int64_t>;

Numbers first_pass(const HostPlan& plan, const Numbers& values, const Numbers& x) {
  Numbers partials(std::size_t(plan.num_partials), -1);
  const int block = plan.block_entries;
  for (std::int64_t tile = 0; tile < plan.num_tiles; ++tile) {
    Numbers products(std::size_t(block), 0);
    const std::int64_t count = std::min<std::int64_t>(block, plan.num_entries - tile * block);
    for (std::int64_t k = tile * block; k < tile * block + count; ++k) {
      std::int64_t row = plan.word_rows(k / 32) + ones_up_to(plan.row_bits(k / 32), k % 32);
      if (plan.rows.extent(0) > 0) row = plan.rows(row);
      products.at(plan.slots(k)) = values.at(std::size_t(k)) * x.at(std::size_t(row));
    }
    for (int slot = 0; slot < count; ++slot) {
      const std::int64_t product = products.at(std::size_t(cuda::swizzled(slot)));
      if (!plan.merged) {
        partials.at(std::size_t(tile * block + slot)) = product;
        continue;
      }
      const std::int64_t number = (tile * block + slot) / chunk;
      const int at = plan.tile_partials(tile) + plan.chunk_partials(number) +
                     ones_up_to(plan.chunk_heads(number), slot % chunk) - 1;
      if ((plan.chunk_heads(number) >> (slot % chunk) & 1) != 0) partials.at(std::size_t(at)) = 0;
      partials.at(std::size_t(at)) += product;
    }
  }
  return partials;
}

Numbers second_pass(const HostPlan& plan, const Numbers& partials, std::int64_t num_rows) {
  const int block = plan.block_entries;
  Numbers z(std::size_t(num_rows), 0);
  std::int64_t row = -1;
  for (std::int64_t bucket = 0; bucket < plan.num_buckets; ++bucket) {
    Numbers sums(std::size_t(block) + 1, 0);
    for (std::int64_t at = 0; at < plan.fill(bucket); ++at) {
      const std::int64_t word = (bucket * block + at) / 32;
      const int run = plan.word_runs(word) + ones_up_to(plan.run_bits(word), at % 32);
      sums.at(std::size_t(at)) = partials.at(plan.run_sources(run) + std::uint32_t(at));
    }
    for (std::int64_t i = bucket * block; i < (bucket + 1) * block; ++i) {
      if ((plan.order(i) & cuda::row_head) != 0) ++row;
      if (i % chunk == 0) {
        EXPECT_EQ(plan.chunk_rows(i / chunk), row) << "at place " << i;
      }
      z.at(std::size_t(row)) += sums.at(plan.order(i) & (cuda::row_head - 1));
    }
  }
  EXPECT_EQ(row, num_rows - 1);
  return z;
}

/// The transpose of a pattern as a plan makes it.
template <class Offset, class Index>
struct Transposed {
  DevicePattern<Space, Offset, Index> device;
  Kokkos::View<Offset*, Space> value_index;

  Transposed(const HostPattern& transpose, const Numbers& places, Index base)
      : device(transpose, base), value_index("value_index", places.size()) {
    const auto mirror = Kokkos::create_mirror_view(value_index);
    for (std::size_t k = 0; k < places.size(); ++k) mirror(k) = Offset(places[k]);
    Kokkos::deep_copy(value_index, mirror);
    device.pattern.value_index = value_index.data();
    device.pattern.transposes = true;
  }
};

/// A pattern's transpose in plain terms, with the places of its values.
struct HostTranspose {
  HostPattern pattern;
  Numbers places;

  explicit HostTranspose(const HostPattern& A) {
    pattern.num_cols = A.num_rows();
    pattern.rows.resize(std::size_t(A.num_cols));
    std::vector<Numbers> places_of(pattern.rows.size());
    std::int64_t place = 0;
    for (std::int64_t row = 0; row < A.num_rows(); ++row) {
      for (const std::int64_t col : A.rows[std::size_t(row)]) {
        pattern.rows[std::size_t(col)].push_back(row);
        places_of[std::size_t(col)].push_back(place++);
      }
    }
    for (const Numbers& of_row : places_of)
      places.insert(places.end(), of_row.begin(), of_row.end());
  }
};

template <class Offset, class Index>
HostPlan check(const HostPattern& A, int block_entries, Index base = 0) {
  Numbers values, x, expected(std::size_t(A.num_cols), 0);
  for (std::int64_t row = 0; row < A.num_rows(); ++row) {
    x.push_back(row % 7 - 3);
    for (const std::int64_t col : A.rows[std::size_t(row)]) {
      values.push_back(std::int64_t(values.size()) % 11 - 5);
      expected[std::size_t(col)] += values.back() * x.back();
    }
  }
  const HostTranspose transpose(A);
  const Transposed<Offset, Index> device(transpose.pattern, transpose.places, base);
  const HostPlan plan = copy(detail::plan_two_passes(Exec(), device.device.pattern, block_entries));
  EXPECT_EQ(second_pass(plan, first_pass(plan, values, x), A.num_cols), expected);
  return plan;
}

HostPattern with_dense_row_and_column() {
  HostPattern A = random_rows(700, 500, 6, 3);
  A.rows[40].resize(500);
  std::iota(A.rows[40].begin(), A.rows[40].end(), 0);
  for (auto& row : A.rows) row.push_back(77);
  return A;
}

TEST(SpmvTwoPass, random_rows_in_all_index_types) {
  const HostPattern A = random_rows(300, 200, 12, 1);
  check<std::int32_t, std::int32_t>(A, 96, 1);
  check<std::int32_t, std::int64_t>(A, 96);
  check<std::int64_t, std::int32_t>(A, 768, 1);
  check<std::int64_t, std::int64_t>(A, 12288);
}

TEST(SpmvTwoPass, empty_rows_and_columns) {
  EXPECT_FALSE((check<std::int32_t, std::int32_t>(random_rows(2000, 3000, 1, 2), 96).merged));
  EXPECT_EQ((check<std::int32_t, std::int32_t>(random_rows(100, 1, 1, 2), 96).num_buckets), 1);
  HostPattern one_entry{5000, std::vector<std::vector<std::int64_t>>(40)};
  one_entry.rows[30].push_back(4000);
  EXPECT_EQ((check<std::int32_t, std::int32_t>(one_entry, 96).num_buckets), 53);
}

TEST(SpmvTwoPass, row_and_column_in_many_tiles) {
  check<std::int32_t, std::int32_t>(with_dense_row_and_column(), 96);
  check<std::int64_t, std::int32_t>(with_dense_row_and_column(), 768, 1);
  // One row of the result alone, through all buckets.
  const HostPattern column = random_rows(3000, 1, 3, 5);
  check<std::int32_t, std::int32_t>(column, 96);
}

TEST(SpmvTwoPass, neighbours_are_merged) {
  const HostPlan plan = check<std::int32_t, std::int32_t>(grid27(9, 9, 9, 3), 6144);
  EXPECT_TRUE(plan.merged);
  EXPECT_LT(5 * plan.num_partials, plan.num_entries);
}

bool has_values_nearby(const HostPattern& A) {
  const HostTranspose transpose(A);
  const Transposed<std::int64_t, std::int32_t> device(transpose.pattern, transpose.places, 1);
  return detail::values_are_nearby(Exec(), device.device.pattern);
}

TEST(NearbyValues, of_meshes_and_of_random_matrices) {
  EXPECT_TRUE(has_values_nearby(grid5(70, 60)));
  EXPECT_FALSE(has_values_nearby(random_rows(20000, 20000, 9, 3)));
  HostPattern band = random_rows(5000, 5000, 0, 1);
  for (std::int64_t row = 0; row < 5000; ++row)
    for (std::int64_t col = std::max<std::int64_t>(row - 3, 0);
         col < std::min<std::int64_t>(row + 3, 5000); ++col)
      band.rows[std::size_t(row)].push_back(col);
  EXPECT_TRUE(has_values_nearby(band));
  // Every other column is in one long row too.
  for (std::int64_t col = 0; col < 5000; col += 2) band.rows[2500].push_back(col);
  EXPECT_TRUE(has_values_nearby(band));
  EXPECT_FALSE(has_values_nearby(HostPattern{2, std::vector<std::vector<std::int64_t>>(2)}));
}

}  // namespace
}  // namespace filigree::test
