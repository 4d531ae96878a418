// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <string_view>

#include <spmv/host_kernels.hpp>

#include "cuda_choice.hpp"

/// Replays stored runs: the kernel that a plan would choose for each of their matrices has been
/// measured there, and so have others.

namespace filigree::test {
namespace {

using detail::SpmvInput;

/// The times of one product by kernel, and what it moves by the plan's own kernel and as plain CSR.
struct Run {
  std::map<std::string, double, std::less<>> seconds;
  double bytes = 0;
  double csr_bytes = 0;

  double best() const {
    double least = seconds.begin()->second;
    for (const auto& [kernel, time] : seconds) least = std::min(least, time);
    return least;
  }
};

struct Product {
  std::string problem, scalar, op;
  friend auto operator<=>(const Product&, const Product&) = default;
  std::size_t scalar_bytes() const { return scalar == "f64" ? 8 : 4; }
};

std::string text_of(const std::string& path) {
  const std::ifstream file(path);
  EXPECT_TRUE(file) << path;
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

/// The planned products of a report of filigree_perf_spmv or filigree_perf_spmv_kernels.
std::map<Product, Run> stored_runs(const std::string& file) {
  const std::string text = text_of(FILIGREE_TEST_DATA_DIR "/../../perf_tests/results/" + file);
  const std::regex row(
      "\\{\"problem\": \"([^\"]*)\", \"scalar\": \"([^\"]*)\", \"op\": \"([^\"]*)\", "
      "\"library\": \"filigree\", \"name\": \"([^\"]*)\",\\s*\"kernel\": \"([^\",]*)[^\"]*\",\\s*"
      "\"seconds\": ([^,]*),[^\\}]*\"bytes\": ([^,]*), \"csr_bytes\": ([^,]*),");
  std::map<Product, Run> runs;
  for (std::sregex_iterator it(text.begin(), text.end(), row), end; it != end; ++it) {
    const std::smatch& match = *it;
    const std::string name = match[4];
    if (name == "one_shot" || name == "in_order" || name == "put_in_order") continue;
    Run& run = runs[{match[1], match[2], match[3]}];
    const double seconds = std::stod(match[6]);
    const auto [place, is_new] = run.seconds.emplace(match[5], seconds);
    if (!is_new) place->second = std::min(place->second, seconds);
    if (name != "plan") continue;
    run.bytes = std::stod(match[7]);
    run.csr_bytes = std::stod(match[8]);
  }
  return runs;
}

/// What plans know of the matrices, for scalars of 8 and of 4 bytes.
std::map<std::string, std::map<std::size_t, SpmvInput>> stored_patterns() {
  std::istringstream lines(text_of(FILIGREE_TEST_DATA_DIR "/spmv_patterns.txt"));
  std::map<std::string, std::map<std::size_t, SpmvInput>> patterns;
  for (std::string line; std::getline(lines, line);) {
    if (line.empty() || line.front() == '#') continue;
    std::istringstream numbers(line);
    std::string name;
    SpmvInput input;
    input.on_host = false;
    input.device = h200();
    auto& s = input.statistics;
    numbers >> name >> s.num_rows >> s.num_cols >> s.nnz >> s.max_row_length >> s.mean_row_length >>
        s.row_length_variance;
    for (auto& entries : input.entries_of) numbers >> entries;
    numbers >> input.compressed_index_bytes;
    if (input.entries_of[0] == s.nnz) input.compressed_index_bytes = 0;
    for (const std::size_t bytes : {8, 4}) {
      input.scalar_bytes = bytes;
      double hot_coverage = 0;
      numbers >> input.x_sectors.of_blocks >> input.x_sectors.of_wide_blocks >> hot_coverage;
      input.hot_coverage = detail::CsrHotColumnsChoice::may_pay(input) ? hot_coverage : 0;
      patterns[name][bytes] = input;
    }
    EXPECT_TRUE(numbers) << line;
  }
  return patterns;
}

/// For matrices whose rows are all in the dictionary: the deltas of its lists, and the sums that
/// windows hold, by the bytes that csr_windows_cuda and csr_collect_cuda say they move.
struct Dictionary {
  int deltas = 0;
  double window_sums = 0;
};
const std::map<std::string, Dictionary> dictionaries{{"stencil27", {27, 20'016'000}},
                                                     {"stencil5", {5, 18'776'000}},
                                                     {"tridiagonal", {3, 4'015'875}},
                                                     {"grid7", {7, 7'340'000}},
                                                     {"diagonals13", {13, 17'589'250}},
                                                     {"mesh7_b3", {31, 0}},
                                                     {"mesh27_b2", {63, 0}}};

/// What a plan for the transpose knows, of which the pattern has the sizes. Of these it is known
/// that values lie nearby.
SpmvInput transposed(const std::string& name, SpmvInput input) {
  auto& s = input.statistics;
  std::swap(s.num_rows, s.num_cols);
  s.mean_row_length = double(s.nnz) / double(s.num_rows);
  input.has_value_index = input.transposes = true;
  input.x_sectors = {};  // not looked for
  input.hot_coverage = 0;
  if (const auto found = dictionaries.find(name); found != dictionaries.end()) {
    input.list_deltas = found->second.deltas;
    input.window_sums = found->second.window_sums;
    input.compressed_index_bytes = double(s.num_cols);
  }
  input.values_nearby =
      has_short_rows(input) && (name == "stencil5" || name == "skewed" || name == "one_huge_row");
  return input;
}

/// Transposed products that the costs are wrong about, by more than a tenth. Values of
/// few_long_rows lie in sectors that other rows of the warp read; those of pareto_steep are read
/// once a sector, and those of skewed count as nearby: docs/tried/spmv.md.
const std::map<Product, double> known_misses{{{"few_long_rows", "f64", "T"}, 1.66},
                                             {{"few_long_rows", "f32", "T"}, 1.14},
                                             {{"pareto_steep", "f64", "T"}, 1.12},
                                             {{"skewed", "f32", "T"}, 1.11}};

/// How much longer than the best kernel one may take.
double allowed(const Product& product, std::int64_t nnz) {
  const auto miss = known_misses.find(product);
  if (miss != known_misses.end()) return miss->second;
  return nnz >= detail::many_entries ? 1.10 : 1.20;
}

void expect_good_choice(const Product& product, const Run& run, std::string_view chosen,
                        std::int64_t nnz) {
  SCOPED_TRACE(product.problem + " " + product.scalar + " " + product.op);
  const auto measured = run.seconds.find(chosen);
  ASSERT_NE(measured, run.seconds.end()) << chosen << " was not measured";
  EXPECT_LE(measured->second / run.best(), allowed(product, nnz)) << chosen;
}

/// Returns how many products of the file were there to choose for.
int expect_good_choices(const detail::DeviceLimits& device, const std::string& file) {
  const auto patterns = stored_patterns();
  int count = 0;
  for (const auto& [product, run] : stored_runs(file)) {
    const auto pattern = patterns.find(product.problem);
    if (pattern == patterns.end() || run.seconds.size() < 2) continue;
    SpmvInput input = pattern->second.at(product.scalar_bytes());
    input.device = device;
    if (product.op == "T") input = transposed(product.problem, input);
    expect_good_choice(product, run, choose(CudaChoices{}, input), input.statistics.nnz);
    ++count;
  }
  return count;
}

TEST(SpmvStoredRuns, every_kernel_by_name) {
  EXPECT_EQ(expect_good_choices(h200(), "h200-spmv-columns-first-2026-11-23.json"), 66);
  EXPECT_EQ(expect_good_choices(h200(), "h200-spmv-kernels-2026-11-26.json"), 66);
}

TEST(SpmvStoredRuns, plans_with_and_without_compression) {
  EXPECT_EQ(expect_good_choices(h200(), "h200-spmv-2026-11-24.json"), 24);
}

TEST(SpmvStoredRuns, transposed_products_by_name) {
  EXPECT_EQ(expect_good_choices(h100(), "h100-spmv-transposed-kernels-2026-11-26.json"), 66);
}

/// What is compressed of a host's plan follows from the bytes that it moves.
TEST(SpmvStoredRuns, on_a_host) {
  using Kernels = detail::KernelList<detail::CompressedHostKernel, detail::RawHostKernel>;
  int count = 0;
  for (const auto& [product, run] : stored_runs("host-2026-11-25.json")) {
    if (product.op != "N") continue;
    SpmvInput input;
    input.scalar_bytes = product.scalar_bytes();
    input.statistics.num_rows = 1;
    input.statistics.nnz =
        std::int64_t(run.csr_bytes / double(input.scalar_bytes + input.index_bytes));
    if (run.bytes < run.csr_bytes)
      input.compressed_index_bytes = input.raw_index_bytes() - (run.csr_bytes - run.bytes);
    expect_good_choice(product, run, choose(Kernels{}, input), input.statistics.nnz);
    ++count;
  }
  EXPECT_EQ(count, 6);
}

}  // namespace
}  // namespace filigree::test
