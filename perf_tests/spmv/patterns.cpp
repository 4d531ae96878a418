// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a plan for a CUDA device knows of the matrices of kernels_perf.cpp when it chooses a kernel,
// as unit_tests/data/spmv_patterns.txt keeps it beside the stored runs. On a host: the numbers do
// not depend on where they are counted.

#include <cstdio>
#include <string_view>

#include <pattern/compressed.hpp>
#include <pattern/hot_columns.hpp>
#include <pattern/statistics.hpp>
#include <spmv/cuda/select.hpp>
#include <spmv/x_sectors.hpp>

#include "further_cases.hpp"

namespace perf {
namespace {

using Pattern = filigree::detail::GatherPattern<std::int32_t, std::int32_t>;

Pattern rows_of(const Matrix<float>& A) {
  Pattern pattern;
  pattern.num_rows = A.num_rows();
  pattern.num_cols = A.num_cols();
  pattern.nnz = A.nnz();
  pattern.row_offsets = A.row_offsets().data();
  pattern.col_indices = A.col_indices().data();
  return pattern;
}

void print_rows(const Exec& exec, const char* name, const Pattern& pattern) {
  using namespace filigree::detail;
  const PatternStatistics s = pattern_statistics(exec, pattern);
  const auto compressed = compress_pattern(exec, pattern, cuda_compression_options(s));
  std::printf("%s %lld %lld %lld %lld %.6g %.6g", name, static_cast<long long>(s.num_rows),
              static_cast<long long>(s.num_cols), static_cast<long long>(s.nnz),
              static_cast<long long>(s.max_row_length), s.mean_row_length, s.row_length_variance);
  for (const std::int64_t entries : compressed.entries_of)
    std::printf(" %lld", static_cast<long long>(entries));
  std::printf(" %.0f", compressed.index_bytes);
  for (const std::size_t bytes : {sizeof(double), sizeof(float)}) {
    const XSectors sectors = count_x_sectors(exec, pattern, bytes);
    const auto capacity = filigree::cuda::hot_column_capacity(std::int64_t(bytes));
    std::printf(" %.0f %.0f %.4g", sectors.of_blocks, sectors.of_wide_blocks,
                find_hot_columns(exec, pattern, capacity).coverage);
  }
  std::printf("\n");
  std::fflush(stdout);
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) {
  const Kokkos::ScopeGuard kokkos(argc, argv);
  const perf::Exec exec;
  std::printf(
      "# name, rows, columns, entries, longest row, mean and variance of the rows' lengths; "
      "entries\n"
      "# raw, narrow, in shared lists and in the dictionary; bytes of their indices; of doubles, "
      "then\n"
      "# of floats: sectors of x of row blocks, of wide ones, share of entries in hot columns\n");
  const bool for_device = true;
  for (const auto& cases :
       {perf::generated_cases<float>(for_device), perf::random_cases<float>(for_device),
        perf::further_cases<float>(for_device)})
    for (const auto& matrix : cases) {
      const auto A = matrix.build(exec);
      perf::print_rows(exec, matrix.name.c_str(), perf::rows_of(A));
    }
  return 0;
}
