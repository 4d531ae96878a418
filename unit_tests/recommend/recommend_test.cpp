// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/recommend.hpp>

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

#include "format/test_matrix.hpp"

/// What is recommended for matrices of known structure, on machines of known numbers.

namespace filigree::test {
namespace {

using Csr = CsrMatrix<double>;

/// Past the caches of the machines below.
constexpr int64_t rows = 40000;

Csr from_lists(int64_t num_rows, const std::vector<std::vector<int32_t>>& lists) {
  std::vector<int32_t> offsets{0}, columns;
  for (const auto& list : lists) {
    columns.insert(columns.end(), list.begin(), list.end());
    offsets.push_back(int32_t(columns.size()));
  }
  const std::vector<double> values(columns.size(), 1);
  return {int64_t(lists.size()),
          num_rows,
          array<DefaultMemorySpace>(offsets),
          array<DefaultMemorySpace>(columns),
          array<DefaultMemorySpace>(values),
          {.sorted = true, .unique = true}};
}

/// Row by row the columns that make(row, random) lists, put in order, repetitions and what lies
/// outside left out.
template <class Make>
Csr from_rows(const Make& make) {
  std::mt19937 random(1);
  std::vector<std::vector<int32_t>> lists(rows);
  for (int64_t row = 0; row < rows; ++row) {
    auto& list = lists[row];
    for (const int64_t col : make(row, random))
      if (col >= 0 && col < rows) list.push_back(int32_t(col));
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
  }
  return from_lists(rows, lists);
}

using Columns = std::vector<int64_t>;

Csr grid() {
  constexpr int64_t n = 200;
  return from_rows([](int64_t row, auto&) {
    Columns columns{row - n, row, row + n};
    if (row % n > 0) columns.push_back(row - 1);
    if (row % n < n - 1) columns.push_back(row + 1);
    return columns;
  });
}

Csr diagonals() {
  return from_rows([](int64_t row, auto&) {
    return Columns{row - 9000, row - 900, row, row + 17, row + 500, row + 7000};
  });
}

Csr blocks() {
  std::mt19937 places(2);
  Columns in_block_row;
  return from_rows([&](int64_t row, auto&) {
    if (row % 4 == 0) {
      in_block_row.clear();
      for (int i = 0; i < 6; ++i)
        for (int64_t j = 0, first = int64_t(places() % (rows / 4)) * 4; j < 4; ++j)
          in_block_row.push_back(first + j);
    }
    return in_block_row;
  });
}

/// Row lengths from 1 to 32, a few columns in many rows.
Csr power_law() {
  return from_rows([](int64_t, auto& random) {
    std::uniform_real_distribution<double> uniform(0, 1);
    Columns columns(1 + random() % 32);
    for (int64_t& col : columns) col = int64_t(rows * std::pow(uniform(random), 3));
    return columns;
  });
}

Csr one_full_row() {
  return from_rows([](int64_t row, auto& random) {
    Columns columns{row, int64_t(random() % rows)};
    if (row == 7)
      for (int64_t col = 0; col < rows; ++col) columns.push_back(col);
    return columns;
  });
}

constexpr std::int64_t megabyte = 1 << 20;
const Machine host{.name = "host", .threads = 2, .bandwidth = 2e10, .cache_bytes = megabyte};

/// The ranking on a GPU with tuned kernels, wherever this test runs.
Recommendations on_device(const Csr& A, const char* csr_kernel = "csr_stream_cuda") {
  detail::CostInput input;
  input.machine = {.name = "device",
                   .on_host = false,
                   .threads = 100000,
                   .bandwidth = 3e12,
                   .cache_bytes = megabyte,
                   .launch_seconds = 2e-6};
  input.statistics = matrix_statistics(Device{}, A);
  input.csr_kernel = csr_kernel;
  input.csr_bytes_moved = A.nnz() * 12 + (A.num_rows() + 1) * 4 + 16 * A.num_rows();
  input.memory_limit_bytes = 10 * A.nnz() * 12;
  input.kernel_of = [](Format format, const FormatParameters&) {
    return std::string(name(format)) + "_cuda";
  };
  return detail::rank_formats(input);
}

TEST(Recommend, on_a_device) {
  // Diagonals that leave the matrix early are shorter in hacks.
  for (const auto& make : {grid, diagonals}) {
    const auto A = make();
    const auto advice = on_device(A);
    EXPECT_TRUE(advice.best().format == Format::dia || advice.best().format == Format::hdia)
        << advice.best().text();
    EXPECT_LT(advice.best().bytes_moved, 0.8 * double(12 * A.nnz() + 20 * rows));
  }
  EXPECT_EQ(on_device(power_law(), "csr_warp_tile_cuda").best().format, Format::csr);
  EXPECT_EQ(on_device(one_full_row()).best().format, Format::csr);
  const auto best = on_device(blocks()).best();
  EXPECT_EQ(best.format, Format::bsr);
  EXPECT_EQ(best.parameters.block->rows, 4);
}

/// For the host, also where the default device is another: the kernels are those of the execution
/// space that is asked.
Recommendations on_host(const Csr& A) {
  return recommend(Kokkos::DefaultHostExecutionSpace{}, copy_to<Kokkos::HostSpace>(A),
                   {.machine = host});
}

/// The tuned kernel for Csr compresses its columns: hardly any format moves less.
TEST(Recommend, on_a_host) {
  for (const auto& make : {grid, diagonals, blocks, power_law, one_full_row}) {
    const auto advice = on_host(make());
    EXPECT_EQ(advice.best().format, Format::csr) << advice.best().text();
    EXPECT_GT(advice.best().expected_seconds, 0);
    EXPECT_LT(advice.best().expected_seconds, 0.1);
  }
}

TEST(Recommend, one_full_row_leaves_padded_formats_out) {
  for (const LeftOut& out : on_host(one_full_row()).left_out)
    if (out.format == Format::ell) {
      EXPECT_EQ(out.matrix_bytes, rows * rows * 12);
      EXPECT_NE(out.reason.find("the limit is"), std::string::npos);
      return;
    }
  FAIL() << "ell was not left out";
}

TEST(Recommend, kernels_are_those_that_plans_choose) {
  const Device exec;
  const auto A = from_lists(40, {{0, 1}, {1, 39}, {2}, {}, {4, 5, 6, 7}});
  const AnyMatrix<double> any = A;
  for (const Recommendation& choice : recommend(exec, A, {.machine = host}).ranked) {
    SCOPED_TRACE(choice.text());
    const auto B = choice.format == Format::csr
                       ? any
                       : any.convert_to(exec, choice.format, {.parameters = choice.parameters});
    EXPECT_EQ(spmv_plan(exec, Op::none, B).kernel().name, choice.kernel);
  }
}

TEST(Recommend, a_matrix_of_another_format_is_the_same_matrix) {
  const Device exec;
  const auto A = from_lists(40, {{0, 1}, {1, 39}, {2}, {}, {4, 5, 6, 7}});
  const auto expected = recommend(exec, A, {.machine = host});
  const auto found =
      recommend(exec, AnyMatrix<double>(A).convert_to(exec, Format::sell), {.machine = host});
  ASSERT_EQ(found.ranked.size(), expected.ranked.size());
  EXPECT_EQ(found.best().text(), expected.best().text());
}

TEST(Recommend, the_machine_is_measured) {
  const Machine machine = describe_machine(Device{});
  EXPECT_FALSE(machine.name.empty());
  EXPECT_EQ(machine.threads, Device{}.concurrency());
  EXPECT_GT(machine.bandwidth, 1e8);
  EXPECT_GT(machine.launch_seconds, 0);
  EXPECT_LT(machine.launch_seconds, 1);
  EXPECT_EQ(describe_machine(Device{}).bandwidth, machine.bandwidth) << "measured once";
}

}  // namespace
}  // namespace filigree::test
