// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include <filigree/core/error.hpp>
#include <spmv/cuda/partition.hpp>
#include <spmv/select.hpp>

namespace filigree::detail {
namespace {

constexpr auto all = SpmvKernelSet((1u << num_spmv_kernels) - 1);

SpmvKernelSet without(SpmvKernelSet set, SpmvKernel kernel) {
  return set.reset(std::size_t(kernel));
}

/// A pattern of 10^6 rows on a device, all kernels there.
SelectInput device_input(double mean, std::int64_t longest, double variance = 0) {
  SelectInput input;
  input.on_host = false;
  input.available = all;
  input.statistics.num_rows = 1000000;
  input.statistics.num_cols = 1000000;
  input.statistics.nnz = std::int64_t(mean * 1e6);
  input.statistics.mean_row_length = mean;
  input.statistics.max_row_length = longest;
  input.statistics.row_length_variance = variance;
  return input;
}

SelectInput compressed(SelectInput input, double bytes_per_entry) {
  input.compressed_index_bytes = bytes_per_entry * double(input.statistics.nnz);
  return input;
}

SelectInput with(SelectInput input, void (*change)(SelectInput&)) {
  change(input);
  return input;
}

struct Case {
  const char* what;
  SelectInput input;
  const char* kernel;
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
  const auto host = [](SelectInput& i) { i.on_host = true; };
  const auto generic = [](SelectInput& i) { i.backend = Backend::generic; };
  const auto permuted = [](SelectInput& i) { i.has_value_index = true; };
  const auto not_by_rows = [](SelectInput& i) {
    i.has_value_index = true;
    i.available = without(all, SpmvKernel::csr_two_pass_cuda);
  };
  const auto nearby = [](SelectInput& i) { i.has_value_index = i.values_nearby = true; };
  const auto no_windows = [](SelectInput& i) { i.has_value_index = i.has_transposed_lists = true; };
  const auto listed = [](SelectInput& i) {
    i.has_value_index = i.has_transposed_lists = i.has_windows = true;
  };
  const auto scatters = [](SelectInput& i) { i.on_host = i.scatters = true; };
  const auto named = [](SelectInput& i) { i.kernel = "csr_warp_tile_cuda"; };
  const auto none = [](SelectInput& i) { i.available.reset(); };
  const auto no_stream = [](SelectInput& i) {
    i.available = without(all, SpmvKernel::csr_stream_cuda);
  };
  const auto no_tile = [](SelectInput& i) {
    i.available = without(all, SpmvKernel::csr_warp_tile_cuda);
  };
  const auto no_subwarp = [](SelectInput& i) {
    i.available = without(all, SpmvKernel::csr_subwarp_cuda);
  };
  const auto spread = [](SelectInput& i) { i.columns_are_spread = true; };
  const auto few_rows = [](SelectInput& i) {
    i.statistics.num_rows = 100;
    i.statistics.nnz = 200'000;
  };
  const std::vector<Case> cases{
      {"27-point grid", device_input(27, 27, 1), "csr_stream_cuda"},
      {"27-point grid, compressed", compressed(device_input(27, 27, 1), 0.04),
       "csr_compressed_cuda"},
      {"an encoding that saves next to nothing", compressed(device_input(27, 27, 1), 3.5),
       "csr_stream_cuda"},
      {"long rows", device_input(200, 300, 100), "csr_stream_cuda"},
      {"rows of 64", device_input(64, 64), "csr_stream_cuda"},
      {"one huge row", device_input(16, 500000, 1e3), "csr_warp_tile_cuda"},
      {"uneven rows", device_input(16, 1000, 5000), "csr_warp_tile_cuda"},
      {"uneven but short rows", device_input(1.5, 3, 1.25), "csr_stream_cuda"},
      {"columns all over the place", with(device_input(16, 16), spread), "csr_warp_tile_cuda"},
      {"short rows, columns all over the place", with(device_input(1.5, 3, 1.25), spread),
       "csr_stream_cuda"},
      {"huge but even rows", device_input(2000, 2100, 10), "csr_warp_tile_cuda"},
      {"uneven rows without the kernel for them", with(device_input(16, 500000, 1e3), no_tile),
       "csr_stream_cuda"},
      {"planned transpose", with(device_input(27, 27, 1), permuted), "csr_two_pass_cuda"},
      {"planned transpose, short rows", with(device_input(5, 5, 1), permuted), "csr_two_pass_cuda"},
      {"planned transpose, short rows, values nearby", with(device_input(5, 5, 1), nearby),
       "csr_permuted_cuda"},
      {"planned transpose, values nearby", with(device_input(27, 27, 1), nearby),
       "csr_two_pass_cuda"},
      {"planned transpose of few entries", with(device_input(0.5, 1), permuted),
       "csr_permuted_cuda"},
      {"planned transpose, not row by row", with(device_input(27, 27, 1), not_by_rows),
       "csr_permuted_cuda"},
      {"planned transpose of a 5-point grid", with(device_input(5, 5, 1), listed),
       "csr_collect_cuda"},
      {"planned transpose of a 27-point grid", with(device_input(27, 27, 1), listed),
       "csr_windows_cuda"},
      {"planned transpose of lists without windows", with(device_input(27, 27, 1), no_windows),
       "csr_collect_cuda"},
      {"hot columns", with(device_input(16, 60, 30), [](SelectInput& i) { i.hot_coverage = 0.3; }),
       "csr_hot_columns_cuda"},
      {"hot columns that hold too little",
       with(device_input(16, 60, 30), [](SelectInput& i) { i.hot_coverage = 0.05; }),
       "csr_stream_cuda"},
      {"next best", with(device_input(27, 27, 1), no_stream), "csr_warp_tile_cuda"},
      {"no tuned kernel there", with(device_input(27, 27, 1), none), "csr_generic"},
      {"generic asked for", with(device_input(27, 27, 1), generic), "csr_generic"},
      {"host", with(device_input(27, 27, 1), host), "csr_host"},
      {"host, compressed", with(compressed(device_input(27, 27, 1), 0.04), host),
       "csr_compressed_host"},
      {"host, transpose of the rows", with(device_input(27, 27, 1), scatters),
       "csr_transposed_host"},
      {"host, transpose of compressed rows",
       with(compressed(device_input(27, 27, 1), 0.04), scatters), "csr_transposed_host"},
      {"asked for by name", with(device_input(27, 27, 1), named), "csr_warp_tile_cuda"},
      {"few entries", compressed(device_input(0.5, 1), 0.1), "csr_subwarp_cuda"},
      {"few entries in long rows", with(device_input(2000, 2100, 10), few_rows),
       "csr_warp_tile_cuda"},
      {"few entries, next best", with(device_input(0.5, 1), no_subwarp), "csr_warp_tile_cuda"},
      {"empty", device_input(0, 0), "csr_subwarp_cuda"},
  };
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    EXPECT_EQ(kernel_id(select_kernel(c.input)).name, c.kernel);
    const KernelChoice choice = select(c.input);
    EXPECT_EQ(kernel_id(choice.kernel).name, c.kernel);
    EXPECT_FALSE(choice.reason.empty());
  }
}

TEST(SpmvSelect, tuned_throws_where_there_is_none) {
  SelectInput input = device_input(27, 27);
  input.backend = Backend::tuned;
  EXPECT_EQ(kernel_id(select_kernel(input)).name, "csr_stream_cuda");
  input.available.reset();
  try {
    select_kernel(input);
    FAIL() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::not_supported);
    EXPECT_EQ(error.argument(), "options.backend");
    EXPECT_NE(std::string(error.what()).find("no tuned kernel"), std::string::npos) << error.what();
  }
}

TEST(SpmvSelect, names_are_distinct) {
  for (std::size_t i = 0; i < num_spmv_kernels; ++i)
    for (std::size_t j = 0; j < i; ++j)
      EXPECT_NE(kernel_id(SpmvKernel(i)).name, kernel_id(SpmvKernel(j)).name);
}

}  // namespace
}  // namespace filigree::detail
