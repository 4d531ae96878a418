// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/recommend_problem.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <string>

/// The ranking as a function of numbers: no matrix, no machine.

namespace filigree::test {
namespace {

/// A device whose time is bytes over bandwidth: 10^6 rows of 8 entries in no pattern that a format
/// could use. Neighbouring rows share enough of x for its gathers to be no limit.
detail::CostInput plain_input() {
  detail::CostInput input;
  input.machine = {.name = "test", .on_host = false, .threads = 100000, .bandwidth = 1e12};
  MatrixStatistics& s = input.statistics;
  s.num_rows = s.num_cols = 1000000;
  s.nnz = 8000000;
  s.min_row_length = s.max_row_length = 8;
  s.mean_row_length = 8;
  s.lower_bandwidth = s.upper_bandwidth = 999000;
  s.num_diagonals = 1900000;
  s.hdia_diagonals = 8000000;
  s.sell_places = s.sorted_sell_places = 8000000;
  s.hyb_width = 8;
  s.blocks = {8000000, 8000000, 8000000, 8000000, 8000000};
  s.longest_block_row = {16, 24, 32, 64, 128};
  s.x_pieces = 1500000;
  input.csr_kernel = "csr_stream_cuda";
  input.csr_bytes_moved = 8000000 * 12 + 1000001 * 4 + 2 * 8000000;
  input.memory_limit_bytes = std::int64_t(1) << 30;
  input.kernel_of = [](Format format, const FormatParameters&) {
    return std::string(name(format)) + "_cuda";
  };
  return input;
}

const Recommendation* find(const Recommendations& result, Format format) {
  const auto found = std::find_if(result.ranked.begin(), result.ranked.end(),
                                  [&](const auto& choice) { return choice.format == format; });
  return found == result.ranked.end() ? nullptr : &*found;
}

TEST(RecommendModel, counts_bytes) {
  const auto result = detail::rank_formats(plain_input());
  const Recommendation* const csr = find(result, Format::csr);
  const Recommendation* const ell = find(result, Format::ell);
  ASSERT_NE(csr, nullptr);
  ASSERT_NE(ell, nullptr);
  EXPECT_EQ(csr->matrix_bytes, 8000000 * 12 + 1000001 * 4);
  EXPECT_EQ(csr->bytes_moved, 8000000 * 12 + 1000001 * 4 + 16000000);
  EXPECT_EQ(csr->kernel, "csr_stream_cuda");
  EXPECT_EQ(ell->matrix_bytes, 8000000 * 12);
  EXPECT_EQ(ell->bytes_moved, 8000000 * 12 + 16000000);
  EXPECT_EQ(ell->kernel, "ell_cuda");
  // At 97% of 10^12 bytes a second.
  EXPECT_NEAR(ell->expected_seconds, 112e-6 / 0.97, 1e-9);
  EXPECT_NE(ell->text().find("ell, kernel ell_cuda: 0.115 ms, 112 MB per product"),
            std::string::npos)
      << ell->text();
}

TEST(RecommendModel, a_small_gain_is_not_worth_a_conversion) {
  auto input = plain_input();
  input.csr_bytes_moved = 8000000 * 12 + 16000000 + 1000;  // next to nothing above Ell
  EXPECT_EQ(detail::rank_formats(input).best().format, Format::csr);
}

TEST(RecommendModel, a_host_wants_a_larger_gain) {
  auto input = plain_input();
  input.statistics.num_diagonals = 8;
  input.statistics.x_pieces = 0;
  input.machine.threads = 1000;
  input.csr_bytes_moved = 90000000;  // of Dia: 80 MB
  EXPECT_EQ(detail::rank_formats(input).best().format, Format::dia);
  input.machine.on_host = true;
  EXPECT_EQ(detail::rank_formats(input).best().format, Format::csr);
  input.csr_bytes_moved = 110000000;
  EXPECT_EQ(detail::rank_formats(input).best().format, Format::dia);
}

TEST(RecommendModel, full_diagonals) {
  auto input = plain_input();
  input.statistics.num_diagonals = 8;
  input.statistics.hdia_diagonals = 8 * (1000000 / 64 + 1);
  const auto result = detail::rank_formats(input);
  EXPECT_EQ(result.best().format, Format::dia);
  EXPECT_EQ(result.best().bytes_moved, 8000000 * 8 + 8 * 4 + 16000000) << "8 indices in all";
}

TEST(RecommendModel, full_blocks) {
  auto input = plain_input();
  input.statistics.blocks = {2000000, 1600000, 500000, 1000000, 2000000};
  input.statistics.x_pieces = 500000;
  const auto result = detail::rank_formats(input);
  EXPECT_EQ(result.best().format, Format::bsr);
  EXPECT_EQ(result.best().parameters.block, (BlockLayout{4, 4, BlockOrder::row_major}));
  EXPECT_EQ(result.best().matrix_bytes, 500000 * (16 * 8 + 4) + 250001 * 4);
}

TEST(RecommendModel, scattered_pieces_of_x_are_not_for_blocks) {
  auto input = plain_input();
  input.statistics.blocks = {2000000, 1600000, 500000, 1000000, 2000000};
  input.statistics.x_pieces = 2000000;  // 128 MB of them
  EXPECT_NE(detail::rank_formats(input).best().format, Format::bsr);
}

TEST(RecommendModel, uneven_rows_stay_in_csr_or_are_sorted) {
  auto input = plain_input();
  MatrixStatistics& s = input.statistics;
  s.max_row_length = 32;
  s.row_length_variance = 64;
  s.sell_places = 24000000;
  s.sorted_sell_places = 16000000;
  EXPECT_EQ(detail::rank_formats(input).best().format, Format::csr);
  // Without padding, and with 32 bytes a row less than CSR moves, it is worth it.
  s.sorted_sell_places = 8000000;
  input.csr_bytes_moved += 32000000;
  const auto sorted = detail::rank_formats(input).best();
  EXPECT_EQ(sorted.format, Format::sell);
  EXPECT_EQ(sorted.parameters.sort_window, MatrixStatistics::sell_sort_window);
}

/// Every entry reads a sector of x of its own.
detail::CostInput scattered_input(const std::string& csr_kernel) {
  auto input = plain_input();
  input.statistics.x_pieces = input.statistics.nnz;
  input.csr_kernel = csr_kernel;
  return input;
}

TEST(RecommendModel, gathers_of_sectors_limit_every_format) {
  const auto result = detail::rank_formats(scattered_input("csr_warp_tile_cuda"));
  EXPECT_EQ(result.best().format, Format::csr) << "for fewer bytes elsewhere gain nothing";
  EXPECT_NEAR(result.best().expected_seconds, 8000000 * 32 / 1e12, 1e-9);
  EXPECT_NEAR(find(result, Format::ell)->expected_seconds, 8000000 * 32 / 1e12, 1e-9);
}

TEST(RecommendModel, row_blocks_gather_more_slowly) {
  const auto result = detail::rank_formats(scattered_input("csr_stream_cuda"));
  EXPECT_EQ(result.best().format, Format::ell);
}

TEST(RecommendModel, a_window_of_x_in_the_first_level_cache_is_no_limit) {
  auto input = scattered_input("csr_compressed_cuda");
  input.statistics.lower_bandwidth = input.statistics.upper_bandwidth = 10000;
  const auto result = detail::rank_formats(input);
  EXPECT_EQ(result.best().format, Format::ell);
  EXPECT_NEAR(result.best().expected_seconds, 112e-6 / 0.97, 1e-9);
  EXPECT_NEAR(find(result, Format::csr)->expected_seconds, 8000000 * 32 / 0.9e12, 1e-9)
      << "whose blocks take that cache";
}

TEST(RecommendModel, row_blocks_of_unlike_rows_reach_less) {
  auto input = plain_input();
  input.csr_kernel = "csr_compressed_cuda";
  input.csr_bytes_moved = 8000000 * (8 + 2) + 1000001 * 4 + 16000000;  // 16-bit offsets
  EXPECT_NEAR(find(detail::rank_formats(input), Format::csr)->expected_seconds, 100e-6 / 0.55,
              1e-9);
  input.csr_bytes_moved = 8000000 * (8 + 1) + 1000001 * 4 + 16000000;
  EXPECT_NEAR(find(detail::rank_formats(input), Format::csr)->expected_seconds, 92e-6 / 0.76, 1e-6);
}

TEST(RecommendModel, sorted_rows_write_y_here_and_there) {
  auto input = plain_input();
  MatrixStatistics& s = input.statistics;
  s.row_length_variance = 1;
  s.max_row_length = 9;
  s.sell_places = 8500000;
  s.sorted_sell_places = 8000000;  // 6 MB less, for 20 of row numbers and writes
  input.csr_bytes_moved += 100000000;
  const auto best = detail::rank_formats(input).best();
  EXPECT_EQ(best.format, Format::sell);
  EXPECT_EQ(best.parameters.sort_window, std::nullopt);
}

/// One of the rows is so long; a thread would walk it alone.
detail::CostInput long_row_input() {
  auto input = plain_input();
  input.statistics.max_row_length = 900000;
  input.statistics.row_length_variance = 1e6;
  return input;
}

TEST(RecommendModel, a_long_row_is_for_csr) {
  const auto input = long_row_input();
  const auto result = detail::rank_formats(input);
  EXPECT_EQ(result.best().format, Format::csr);
  for (const Recommendation& choice : result.ranked)
    if (choice.format == Format::sell) {
      EXPECT_GT(choice.expected_seconds, 1e-3);
    }
}

TEST(RecommendModel, a_few_long_rows_are_for_csr_or_hyb) {
  auto input = long_row_input();
  input.statistics.hyb_width = 7;
  input.statistics.hyb_coo_entries = 1000000;
  const auto result = detail::rank_formats(input);
  const Recommendation* const hyb = find(result, Format::hyb);
  ASSERT_NE(hyb, nullptr);
  EXPECT_LT(hyb->expected_seconds, 1e-3) << "no thread walks the entries past its width";
}

TEST(RecommendModel, what_is_too_large_is_left_out_with_its_bytes) {
  auto input = plain_input();
  input.memory_limit_bytes = 100000000;
  const auto result = detail::rank_formats(input);
  EXPECT_EQ(find(result, Format::dia), nullptr);
  const auto dia = std::find_if(result.left_out.begin(), result.left_out.end(),
                                [](const auto& out) { return out.format == Format::dia; });
  ASSERT_NE(dia, result.left_out.end());
  EXPECT_EQ(dia->matrix_bytes, std::int64_t(1000000) * 1900000 * 8 + 1900000 * 4);
  EXPECT_NE(dia->reason.find("the limit is 100 MB"), std::string::npos) << dia->reason;
}

TEST(RecommendModel, bytes_past_64_bits_saturate) {
  auto input = plain_input();
  input.statistics.num_rows = input.statistics.num_cols = std::int64_t(1) << 40;
  input.statistics.num_diagonals = std::int64_t(1) << 40;
  for (const LeftOut& out : detail::rank_formats(input).left_out) EXPECT_GT(out.matrix_bytes, 0);
}

TEST(RecommendModel, symmetric_storage_and_no_entries_leave_csr_alone) {
  auto input = plain_input();
  input.is_mirrored = true;
  auto result = detail::rank_formats(input);
  ASSERT_EQ(result.ranked.size(), 1u);
  EXPECT_EQ(result.best().format, Format::csr);
  EXPECT_NE(result.left_out.front().reason.find("symmetric"), std::string::npos);
  input = plain_input();
  input.statistics.nnz = 0;
  result = detail::rank_formats(input);
  ASSERT_EQ(result.ranked.size(), 1u);
  EXPECT_EQ(result.best().reason, "no entries");
}

TEST(RecommendModel, generic_kernels_rank_below_tuned_ones) {
  auto input = plain_input();
  const double tuned = find(detail::rank_formats(input), Format::sell)->expected_seconds;
  input.kernel_of = [](Format format, const FormatParameters&) {
    return std::string(name(format)) + "_generic";
  };
  EXPECT_GT(find(detail::rank_formats(input), Format::sell)->expected_seconds, tuned);
}

}  // namespace
}  // namespace filigree::test
