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
    if (match[4] == "one_shot") continue;
    Run& run = runs[{match[1], match[2], match[3]}];
    const double seconds = std::stod(match[6]);
    const auto [place, is_new] = run.seconds.emplace(match[5], seconds);
    if (!is_new) place->second = std::min(place->second, seconds);
    if (match[4] != "plan") continue;
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

/// What a plan for the transpose knows, of which the pattern has the sizes. Whether all stored rows
/// are in the dictionary, and whether values lie nearby where rows are short, is known of these.
SpmvInput transposed(const std::string& name, SpmvInput input) {
  std::swap(input.statistics.num_rows, input.statistics.num_cols);
  input.has_value_index = input.transposes = true;
  input.has_transposed_lists = input.has_windows = name == "stencil27" || name == "stencil5";
  input.values_nearby = has_short_rows(input) && (name == "stencil5" || name == "skewed");
  return input;
}

/// How much longer than the best kernel one may take.
double allowed(std::int64_t nnz) { return nnz >= detail::many_entries ? 1.10 : 1.20; }

void expect_good_choice(const Product& product, const Run& run, std::string_view chosen,
                        std::int64_t nnz) {
  SCOPED_TRACE(product.problem + " " + product.scalar + " " + product.op);
  const auto measured = run.seconds.find(chosen);
  ASSERT_NE(measured, run.seconds.end()) << chosen << " was not measured";
  EXPECT_LE(measured->second / run.best(), allowed(nnz)) << chosen;
}

/// Returns how many products of the file were there to choose for.
int expect_good_choices_on_h200(const std::string& file) {
  const auto patterns = stored_patterns();
  int count = 0;
  for (const auto& [product, run] : stored_runs(file)) {
    const auto pattern = patterns.find(product.problem);
    if (pattern == patterns.end() || run.seconds.size() < 2) continue;
    SpmvInput input = pattern->second.at(product.scalar_bytes());
    if (product.op == "T") input = transposed(product.problem, input);
    expect_good_choice(product, run, choose(CudaChoices{}, input), input.statistics.nnz);
    ++count;
  }
  return count;
}

TEST(SpmvStoredRuns, every_kernel_by_name) {
  EXPECT_EQ(expect_good_choices_on_h200("h200-spmv-columns-first-2026-11-23.json"), 66);
  EXPECT_EQ(expect_good_choices_on_h200("h200-spmv-kernels-2026-11-26.json"), 66);
}

TEST(SpmvStoredRuns, plans_with_and_without_compression) {
  EXPECT_EQ(expect_good_choices_on_h200("h200-spmv-2026-11-24.json"), 24);
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
