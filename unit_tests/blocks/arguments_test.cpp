// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>

#include <gtest/gtest.h>

#include <blocks/reference.hpp>

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int32_t>;
using Space = T::Space;

constexpr bool on_host = detail::is_host_execution_v<Device>;

/// Anew each time: an instance must not outlive Kokkos.
Device exec() { return {}; }

auto csr(MatrixProperties properties = {}) {
  return make_csr<T>({{0, 0, 1.0}, {0, 5, 2.0}, {3, 1, 3.0}, {5, 5, 4.0}}, 6, 6, properties);
}
/// Row 1, column 2 twice, among others of its block.
auto repeated() {
  return make_csr<T>({{0, 3, 1.0}, {1, 2, 2.0}, {1, 3, 3.0}, {1, 2, 4.0}, {2, 2, 5.0}}, 4, 4);
}

struct BadCall {
  const char* name;
  Status status;
  const char* argument;
  std::vector<const char*> words;
  std::function<void()> call;
};

std::vector<BadCall> bad_calls() {
  const Status invalid = Status::invalid_value, memory = Status::insufficient_resources;
  const BlockLayout two{2, 2};
  const auto bsr = [=] { return csr_to_bsr(exec(), csr(), {.block = two}); };
  const Kokkos::View<double**, Space> dense("dense", 5, 6);
  return {
      {"rows",
       invalid,
       "block.rows",
       {"csr_to_bsr", "0"},
       [=] {
         csr_to_bsr(exec(), csr(), {.block = BlockLayout{0, 2}});
       }},
      {"cols",
       invalid,
       "block.cols",
       {"-1"},
       [=] {
         csr_to_bsr(exec(), csr(), {.block = BlockLayout{2, -1}});
       }},
      {"other",
       invalid,
       "block.rows",
       {"bsr_to_bsr"},
       [=] {
         bsr_to_bsr(exec(), bsr(), {.block = BlockLayout{0, 1}});
       }},
      {"repeat",
       invalid,
       "A",
       {"csr_to_bsr", "entry 3", "row 1, column 2"},
       [=] { csr_to_bsr(exec(), repeated(), {.block = two}); }},
      {"repeat_bsc",
       invalid,
       "A",
       {"entry 3"},
       [=] { convert_to<BscMatrix<double>>(exec(), repeated(), {.block = two}); }},
      {"repeat_ell",
       invalid,
       "A",
       {"csr_to_blocked_ell", "entry 3"},
       [=] { csr_to_blocked_ell(exec(), repeated(), {.block_size = 3}); }},
      {"memory",
       memory,
       "A",
       {"csr_to_bsr", "576 bytes", "bsr", "at most 100 bytes"},
       [=] {
         csr_to_bsr(exec(), csr(), {.memory_limit_bytes = 100, .block = BlockLayout{6, 6}});
       }},
      {"memory_overflow",
       memory,
       "A",
       {"more than"},
       [=] {
         csr_to_bsr(exec(), csr(), {.block = BlockLayout{int64_t(1) << 31, int64_t(1) << 31}});
       }},
      {"memory_ell",
       memory,
       "A",
       {"blocked_ell", "576 bytes", "200"},
       [=] { csr_to_blocked_ell(exec(), csr(), {.memory_limit_bytes = 200, .block_size = 3}); }},
      {"block_size",
       invalid,
       "options.block_size",
       {"0"},
       [=] { csr_to_blocked_ell(exec(), csr(), {.block_size = 0}); }},
      {"ell_cols",
       invalid,
       "options.ell_cols",
       {"5", "6"},
       [=] { csr_to_blocked_ell(exec(), csr(), {.block_size = 3, .ell_cols = 5}); }},
      {"dense",
       invalid,
       "A",
       {"dense_to_blocked_ell", "5", "6"},
       [=] {
         dense_to_blocked_ell(exec(), dense, csr_to_blocked_ell(exec(), csr(), {.block_size = 2}));
       }},
      {"window_rows",
       invalid,
       "window rows",
       {"bsr_window", "4", "3", "in that range"},
       [=] { bsr_window(exec(), bsr(), {.num_rows = 4}); }},
      {"window_cols",
       invalid,
       "window columns",
       {"2", "1"},
       [=] { bsr_window(exec(), bsr(), {.first_col = 2, .num_cols = 2}); }},
      {"window_unsorted",
       invalid,
       "A",
       {"sorted"},
       [=] { bsr_window(exec(), bsr().with_properties({}), {}); }},
      {"other_order",
       Status::stale_plan,
       "A",
       {"pattern"},
       [=] {
         const auto A = bsr();
         const BsrMatrix<double, int32_t, int32_t, Space> by_column(
             6, 6, {2, 2, BlockOrder::col_major}, A.row_offsets(), A.col_indices(), A.values(),
             A.properties());
         conversion_plan<CsrMatrix<double, int32_t, int32_t, Space>>(exec(), A).apply(exec(),
                                                                                      by_column);
       }},
      {"other_block_size",
       Status::stale_plan,
       "A",
       {"pattern"},
       [=] {
         using BlockedEll = BlockedEllMatrix<double, int32_t, Space>;
         const auto columns = array<Space>(std::vector<int32_t>{0});
         const auto values = array<Space>(std::vector<double>(4));
         conversion_plan<CsrMatrix<double, int32_t, int32_t, Space>>(
             exec(), BlockedEll(2, 2, 2, 2, columns, values))
             .apply(exec(), BlockedEll(2, 2, 3, 2, columns, values));
       }},
      {"stale",
       Status::stale_plan,
       "A",
       {"other sizes"},
       [=] {
         conversion_plan<BsrMatrix<double>>(exec(), csr(), {.block = two}).apply(exec(), csr());
       }},
  };
}

TEST(BlockArguments, BadOnesAreNamed) {
  for (const BadCall& bad : bad_calls()) {
    SCOPED_TRACE(bad.name);
    expect_error(bad.status, bad.argument, bad.words, bad.call);
  }
}

/// Base one, with a block column 0: a full one at block column 2 and an empty one follow.
BlockedEllMatrix<double, int32_t, Space> block_below_the_base() {
  return {2,
          4,
          2,
          6,
          array<Space>(std::vector<int32_t>{0, 2, -1}),
          poisoned<double, Space>(12),
          {.index_base = IndexBase::one}};
}

// -1 is padding in base one too; a block column 0 is not, but no block of the matrix.
TEST(BlockArguments, BlocksBelowTheBase) {
  const auto B = block_below_the_base();
  EXPECT_EQ(validate(exec(), B).reason, Offence::column_index);
  expect_error(Status::invalid_value, "A", {"column index 0"},
               [&] { blocked_ell_to_csr(exec(), B); });
  expect_error(Status::invalid_value, "A", {"outside the matrix"},
               [&] { blocked_ell_to_csr(exec(), B, {.validate = false}); });
  using Dense = Kokkos::View<double**, Space>;
  if (on_host) {  // looked at by every call
    expect_error(Status::invalid_value, "A.col_indices()", {"0 at place 0"},
                 [&] { format_to_dense(exec(), B, Dense("dense", 2, 4)); });
  } else {
    expect_error(Status::invalid_value, "A", {"column index 0"},
                 [&] { format_to_dense(exec(), B, Dense("dense", 2, 4)); });
  }
  expect_error(Status::invalid_value, "A", {"column index 0"},
               [&] { convert_to<SellMatrix<double>>(exec(), B); });
}

// On a device nobody looks for it: what lies outside the matrix is zero.
TEST(BlockArguments, DenseToBlocksBelowTheBase) {
  const Kokkos::View<double**, Space> dense("dense", 2, 4);
  Kokkos::deep_copy(dense, 3.0);
  const auto B = block_below_the_base();
  if (on_host) {
    expect_error(Status::invalid_value, "B.col_indices()", {"0 at place 0"},
                 [&] { dense_to_blocked_ell(exec(), dense, B); });
    return;
  }
  dense_to_blocked_ell(exec(), dense, B);
  exec().fence();
  EXPECT_EQ(entries_of(B.values()), (std::vector<double>{0, 0, 3, 3, 0, 0, 0, 0, 3, 3, 0, 0}));
}

}  // namespace
}  // namespace filigree::test
