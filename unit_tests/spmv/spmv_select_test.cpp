// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/core/error.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/host_kernels.hpp>
#include <spmv/select.hpp>

#include "cuda_choice.hpp"

namespace filigree::detail {
namespace {

using test::CudaChoices;

/// A pattern of 10^6 rows on a device, whose neighbouring rows read the same parts of x.
SpmvInput device_input(double mean, std::int64_t longest, double variance = 0) {
  SpmvInput input;
  input.on_host = false;
  input.device = test::h200();
  input.statistics.num_rows = 1000000;
  input.statistics.num_cols = 1000000;
  input.statistics.nnz = std::int64_t(mean * 1e6);
  input.statistics.mean_row_length = mean;
  input.statistics.max_row_length = longest;
  input.statistics.row_length_variance = variance;
  input.x_sectors = {double(input.statistics.nnz) / 10, double(input.statistics.nnz) / 20};
  return input;
}

/// device_input for fewer rows.
SpmvInput small_input(std::int64_t rows, double mean, std::int64_t longest) {
  SpmvInput input = device_input(mean, longest);
  input.statistics.num_rows = input.statistics.num_cols = rows;
  input.statistics.nnz = std::int64_t(mean * double(rows));
  input.x_sectors = {};
  return input;
}

SpmvInput compressed(SpmvInput input, double bytes_per_entry,
                     IndexEncoding encoding = IndexEncoding::dictionary) {
  input.compressed_index_bytes = bytes_per_entry * double(input.statistics.nnz);
  input.entries_of.at(std::size_t(encoding)) = input.statistics.nnz;
  return input;
}

SpmvInput with(SpmvInput input, void (*change)(SpmvInput&)) {
  change(input);
  return input;
}

struct Case {
  const char* what;
  SpmvInput input;
  const char* kernel;
  const char* left_out = "";
};

/// Rows of up to 4, 8, 16, ... entries.
cuda::SubwarpShape shape_of(std::initializer_list<std::int64_t> rows) {
  cuda::RowLengthCounts counts;
  std::copy(rows.begin(), rows.end(), counts.rows);
  return cuda::subwarp_shape(counts);
}

TEST(SpmvSelect, shapes_of_subwarps) {
  struct {
    const char* what;
    std::initializer_list<std::int64_t> rows;
    int lanes;
    std::int64_t limit;
  } const cases[] = {
      {"no rows", {}, 1, 8},
      {"short rows", {300000}, 1, 8},
      {"5-point grid", {3000, 157000}, 2, 16},
      {"rows of 27", {0, 0, 0, 27000}, 8, 64},
      {"bcsstk13", {0, 57, 41, 806, 752, 347}, 32, 256},
      {"a few rows of 100 among many of 3", {38000, 0, 0, 0, 0, 2000}, 1, 8},
      {"hangGlider_2", {128, 972, 546, 0, 0, 0, 0, 0, 0, 1}, 2, 16},
      {"power law", {27347, 16568, 8505, 4113, 1947, 840, 390, 170, 71, 26, 23}, 4, 32},
  };
  for (const auto& c : cases) {
    SCOPED_TRACE(c.what);
    const cuda::SubwarpShape shape = shape_of(c.rows);
    EXPECT_EQ(shape.lanes, c.lanes);
    EXPECT_EQ(shape.limit, c.limit);
  }
  EXPECT_EQ(cuda::subwarp_shape(13000, 7.1).lanes, 4) << "one shot";
  EXPECT_EQ(cuda::subwarp_shape(2000, 12.4).lanes, 16) << "one shot, few rows";
  EXPECT_EQ(cuda::subwarp_shape(13000, 7.1).limit, 64);
}

TEST(SpmvSelect, longest_whole_row) {
  EXPECT_EQ(cuda::longest_whole_row(33'000'000, 16.5), 512) << "a segment is not cut";
  EXPECT_EQ(cuda::longest_whole_row(33'000'000, 200), 800) << "many rows: by their mean";
  EXPECT_EQ(cuda::longest_whole_row(12'800'000, 200'000), 1562) << "64 rows: a warp's share";
}

TEST(SpmvSelect, costs_of_subwarps) {
  cuda::RowLengthCounts counts;
  counts.rows[0] = 4000;
  const double short_rows = cuda::subwarp_cost(counts, {1, 8});
  EXPECT_GT(cuda::subwarp_cost(counts, {8, 32}), 4 * short_rows) << "seven lanes of eight idle";
  counts.rows[1] = 1;
  EXPECT_GT(cuda::subwarp_cost(counts, {1, 8}), short_rows + 400) << "a second turn";
  EXPECT_EQ(counts.longer_than(4), 1);
  EXPECT_EQ(counts.longer_than(8), 0);
}

TEST(SpmvSelect, table) {
  const auto generic = [](SpmvInput& i) { i.backend = Backend::generic; };
  const auto permuted = [](SpmvInput& i) { i.has_value_index = i.transposes = true; };
  const auto not_a_transpose = [](SpmvInput& i) { i.has_value_index = true; };
  const auto nearby = [](SpmvInput& i) {
    i.has_value_index = i.transposes = i.values_nearby = true;
  };
  const auto no_windows = [](SpmvInput& i) {
    i.has_value_index = i.transposes = true;
    i.list_deltas = int(i.statistics.max_row_length);
    i.compressed_index_bytes = 1e6;
  };
  const auto listed = [](SpmvInput& i) {
    i.has_value_index = i.transposes = true;
    i.list_deltas = int(i.statistics.max_row_length);
    i.window_sums = 5 * double(i.statistics.num_cols);
    i.compressed_index_bytes = 1e6;
  };
  const auto named = [](SpmvInput& i) { i.kernel = "csr_warp_tile_cuda"; };
  const auto filtered = [](SpmvInput& i) { i.filtered = true; };
  const auto one_shot = [](SpmvInput& i) {
    i.planned = false;
    i.statistics.max_row_length = 0;
    i.x_sectors = {};
  };
  const auto spread = [](SpmvInput& i) {
    i.x_sectors = {double(i.statistics.nnz), double(i.statistics.nnz)};
  };
  const auto in_a_band = [](SpmvInput& i) {
    i.x_sectors = {0.65 * double(i.statistics.nnz), 0.28 * double(i.statistics.nnz)};
    i.hot_coverage = 0.03;
  };
  const auto few_columns = [](SpmvInput& i) {
    i.statistics.num_cols = 10'000;
    i.x_sectors = {0.9 * double(i.statistics.nnz), 0.6 * double(i.statistics.nnz)};
  };
  const auto hot = [](SpmvInput& i) {
    i.x_sectors = {double(i.statistics.nnz), double(i.statistics.nnz)};
    i.hot_coverage = 0.3;
  };
  const auto old_device = [](SpmvInput& i) { i.device.compute_capability = 80; };
  const auto too_old_device = [](SpmvInput& i) { i.device.compute_capability = 75; };
  const std::vector<Case> cases{
      {"27-point grid", device_input(27, 27, 1), "csr_stream_cuda"},
      {"27-point grid, compressed", compressed(device_input(27, 27, 1), 0.04),
       "csr_compressed_cuda"},
      {"an encoding that saves next to nothing",
       compressed(device_input(27, 27, 1), 3.9, IndexEncoding::narrow), "csr_stream_cuda"},
      {"a band of random columns, its gathers limit the product",
       compressed(with(device_input(12, 16, 7), in_a_band), 2, IndexEncoding::narrow),
       "csr_hot_columns_cuda"},
      {"the same without hot columns",
       compressed(with(device_input(12, 16, 7), in_a_band), 2, IndexEncoding::narrow),
       "csr_warp_tile_cuda", "csr_hot_columns_cuda"},
      {"few columns, which fit the L1 caches",
       compressed(with(device_input(8, 8), few_columns), 2, IndexEncoding::narrow),
       "csr_warp_tile_cuda"},
      {"long rows", device_input(200, 300, 100), "csr_stream_cuda"},
      {"rows of 64", device_input(64, 64), "csr_stream_cuda"},
      {"columns all over the place", with(device_input(16, 16), spread), "csr_warp_tile_cuda"},
      {"uneven rows, columns all over the place", with(device_input(16, 1000, 5000), spread),
       "csr_warp_tile_cuda"},
      {"huge but even rows", device_input(2000, 2100, 10), "csr_warp_tile_cuda"},
      {"a device without row blocks", with(device_input(27, 27, 1), old_device),
       "csr_warp_tile_cuda"},
      {"a device without tuned kernels", with(device_input(27, 27, 1), too_old_device),
       "csr_generic"},
      {"one call", with(device_input(27, 27, 1), one_shot), "csr_stream_cuda"},
      {"one call, few entries", with(small_input(20'000, 5, 5), one_shot), "csr_subwarp_cuda"},
      {"one call, a million entries", with(small_input(200'000, 5, 5), one_shot),
       "csr_stream_cuda"},
      {"planned transpose", with(device_input(27, 27, 1), permuted), "csr_two_pass_cuda"},
      {"planned transpose, short rows", with(device_input(5, 5, 1), permuted), "csr_two_pass_cuda"},
      {"planned transpose, short rows, values nearby", with(device_input(5, 5, 1), nearby),
       "csr_permuted_cuda"},
      {"planned transpose of few entries", with(small_input(100'000, 5, 5), permuted),
       "csr_permuted_cuda"},
      {"rows that the plan wrote, no transpose", with(device_input(27, 27, 1), not_a_transpose),
       "csr_permuted_cuda"},
      {"planned transpose of a 5-point grid", with(device_input(5, 5, 1), listed),
       "csr_collect_cuda"},
      {"planned transpose of a 27-point grid", with(device_input(27, 27, 1), listed),
       "csr_windows_cuda"},
      {"planned transpose of lists without windows", with(device_input(27, 27, 1), no_windows),
       "csr_collect_cuda"},
      {"hot columns", with(device_input(16, 60, 30), hot), "csr_hot_columns_cuda"},
      {"next best", device_input(27, 27, 1), "csr_warp_tile_cuda", "csr_stream_cuda"},
      {"a triangle of what is stored", with(device_input(27, 27, 1), filtered), "csr_generic"},
      {"generic asked for", with(device_input(27, 27, 1), generic), "csr_generic"},
      {"asked for by name", with(device_input(27, 27, 1), named), "csr_warp_tile_cuda"},
      {"few entries", compressed(small_input(100'000, 5, 5), 0.1), "csr_subwarp_cuda"},
      {"few entries in long rows", small_input(100, 2000, 2100), "csr_warp_tile_cuda"},
      {"few entries, next best", small_input(100'000, 5, 5), "csr_warp_tile_cuda",
       "csr_subwarp_cuda"},
      {"empty", small_input(1000, 0, 0), "csr_subwarp_cuda"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    EXPECT_EQ(test::choose(CudaChoices{}, c.input, c.left_out), c.kernel);
  }
}

TEST(SpmvSelect, on_a_host) {
  using Kernels =
      KernelList<CompressedHostKernel, RawHostKernel, TransposedHostKernel, SymmetricHostKernel>;
  SpmvInput input = device_input(27, 27, 1);
  input.on_host = true;
  input.device = {};
  const auto chosen = [&](const SpmvInput& of) { return test::choose(Kernels{}, of); };
  EXPECT_EQ(chosen(input), "csr_host");
  EXPECT_EQ(chosen(compressed(input, 0.04)), "csr_compressed_host");
  EXPECT_EQ(chosen(compressed(input, 3.5)), "csr_host") << "saves next to nothing";
  input.scatters = true;
  EXPECT_EQ(chosen(input), "csr_transposed_host");
  EXPECT_EQ(chosen(compressed(input, 0.04)), "csr_transposed_host");
  input.mirrored = true;
  EXPECT_EQ(chosen(input), "csr_symmetric_host");
  input.filtered = true;
  EXPECT_EQ(chosen(input), csr_generic);
}

TEST(SpmvSelect, hot_columns_are_looked_for_where_gathers_limit_the_product) {
  SpmvInput input = device_input(16, 16);
  EXPECT_FALSE(CsrHotColumnsChoice::may_pay(input)) << "neighbouring rows gather from one place";
  input.x_sectors.of_blocks = double(input.statistics.nnz);
  EXPECT_TRUE(CsrHotColumnsChoice::may_pay(input));
  input.statistics.num_cols = 10'000;
  EXPECT_FALSE(CsrHotColumnsChoice::may_pay(input)) << "x stays in the L1 caches";
}

template <class... Kernels>
void expect_reasons(KernelList<Kernels...>, const SpmvInput& input) {
  std::set<std::string_view> names;
  const auto look = [&]<class Kernel>() {
    EXPECT_FALSE(Kernel::reason(input).empty()) << Kernel::name;
    EXPECT_GT(Kernel::seconds(input), 0) << Kernel::name;
    EXPECT_LT(Kernel::seconds(input), 1) << Kernel::name;
    EXPECT_TRUE(names.insert(Kernel::name).second) << Kernel::name << " is there twice";
  };
  (look.template operator()<Kernels>(), ...);
}

TEST(SpmvSelect, kernels_have_names_reasons_and_times) {
  expect_reasons(CudaChoices{}, compressed(device_input(27, 27, 1), 0.04));
}

TEST(SpmvSelect, tuned_throws_where_there_is_none) {
  SpmvInput input = device_input(27, 27);
  input.backend = Backend::tuned;
  EXPECT_EQ(test::choose(CudaChoices{}, input), "csr_stream_cuda");
  input.filtered = true;
  try {
    test::choose(CudaChoices{}, input);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::not_supported);
    EXPECT_EQ(error.argument(), "options.backend");
    EXPECT_NE(std::string(error.what()).find("no tuned kernel"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace filigree::detail
