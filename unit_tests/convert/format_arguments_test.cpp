// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include <convert/formats.hpp>
#include <core/peak_bytes.hpp>

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int32_t>;
using Space = T::Space;
using Csr = CsrMatrix<double, int32_t, int32_t, Space>;
using Ell = EllMatrix<double, int32_t, Space>;
using Hyb = HybMatrix<double, int32_t, Space>;

/// Anew each time: an instance must not outlive Kokkos.
Device exec() { return {}; }

/// One full row of n entries, the others with one each.
Csr arrow(int64_t n) {
  Entries<double> entries;
  for (int64_t k = 0; k < n; ++k) entries.push_back({0, k, 1.0});
  for (int64_t k = 1; k < n; ++k) entries.push_back({k, k, 2.0});
  return make_csr<T>(entries, n, n);
}

Csr small(MatrixProperties properties = {}) {
  return make_csr<T>({{0, 0, 1.0}, {0, 2, 2.0}, {1, 1, 3.0}}, 2, 3, properties);
}

Ell ell_of_wrong_column() {
  return {2,
          3,
          2,
          1,
          2,
          array<Space>(std::vector<int32_t>{0, 3}),
          array<Space>(std::vector<double>(2))};
}

struct BadCall {
  std::string name;
  Status status;
  const char* argument;
  std::vector<const char*> words;
  std::function<void()> call;
};

class BadFormatCalls : public ::testing::TestWithParam<BadCall> {};

TEST_P(BadFormatCalls, Throws) {
  expect_error(GetParam().status, GetParam().argument, GetParam().words, GetParam().call);
}

std::vector<BadCall> too_large() {
  const Status full = Status::insufficient_resources;
  // 1000 rows of 1000 places of 12 bytes; the Csr matrix has 1001 * 4 + 1999 * 12 bytes.
  const std::vector<const char*> ell{"12000000 bytes", "1328496 bytes", "memory_limit_bytes"};
  return {
      {"ell", full, "A", ell, [] { csr_to_ell(exec(), arrow(1000)); }},
      {"sell",
       full,
       "A",
       {"12288000 bytes", "format sell"},
       [] { csr_to_sell(exec(), arrow(1000), {.slice_size = 1024}); }},
      {"hyb", full, "A", ell,
       [] { csr_to_hyb(exec(), arrow(1000), {.partition = HybPartition::max}); }},
      {"dia",
       full,
       "A",
       {"16000000 bytes in format dia", "1000 bytes"},
       [] { csr_to_dia(exec(), arrow(1000), {.memory_limit_bytes = 1000}); }},
      {"hdia",
       full,
       "A",
       {"bytes", "99 bytes"},
       [] { csr_to_hdia(exec(), arrow(1000), {.memory_limit_bytes = 99}); }},
      {"convert_to",
       full,
       "A",
       {"12000000 bytes"},
       [] { convert_to<Ell>(exec(), csr_to_coo(exec(), arrow(1000))); }},
      {"plan", full, "A", ell, [] { conversion_plan<Ell>(exec(), arrow(1000)); }},
      // Bytes that no integer holds.
      {"user_width",
       full,
       "A",
       {"more than 9223372036854775807 bytes"},
       [] {
         csr_to_hyb(exec(), arrow(9),
                    {.partition = HybPartition::user,
                     .ell_width = std::numeric_limits<int64_t>::max() / 2});
       }},
  };
}

std::vector<BadCall> wrong_arguments() {
  const Status bad = Status::invalid_value;
  return {
      {"ell_width",
       bad,
       "options.ell_width",
       {"1", "at least 2"},
       [] { csr_to_ell(exec(), small(), {.ell_width = 1}); }},
      {"row_alignment",
       bad,
       "options.row_alignment",
       {"0"},
       [] { csr_to_dia(exec(), small(), {.row_alignment = 0}); }},
      {"slice_size",
       bad,
       "options.slice_size",
       {"0"},
       [] { csr_to_sell(exec(), small(), {.slice_size = 0}); }},
      {"long_slices",
       bad,
       "options.slice_size",
       {"2147483648"},
       [] { csr_to_sell(exec(), small(), {.slice_size = int64_t(1) << 31}); }},
      {"sort_window",
       bad,
       "options.sort_window",
       {"-1"},
       [] { csr_to_sell(exec(), small(), {.sort_window = -1}); }},
      {"hack_size",
       bad,
       "options.hack_size",
       {"-4"},
       [] { csr_to_hdia(exec(), small(), {.hack_size = -4}); }},
      {"hyb_width",
       bad,
       "options.ell_width",
       {"-1"},
       [] { csr_to_hyb(exec(), small(), {.partition = HybPartition::user, .ell_width = -1}); }},
      {"sell_offsets",
       bad,
       "A",
       {"4294967294 places", "2147483647"},
       [] { csr_to_sell(exec(), small(), {.slice_size = (int64_t(1) << 31) - 1}); }},
      {"invalid_column",
       bad,
       "A",
       {"entry 1", "column index 7"},
       [] {
         csr_to_ell(exec(), Csr(1, 3, array<Space>(std::vector<int32_t>{0, 2}),
                                array<Space>(std::vector<int32_t>{0, 7}),
                                array<Space>(std::vector<double>(2))));
       }},
      {"dia_duplicate",
       bad,
       "A",
       {"entry 3", "row 2", "column 1"},
       [] {
         csr_to_dia(exec(),
                    make_csr<T>({{0, 0, 1.0}, {1, 0, 1.0}, {1, 2, 1.0}, {1, 0, 1.0}, {1, 2, 1.0}},
                                2, 3, {.index_base = IndexBase::one}));
       }},
      {"hdia_duplicate",
       bad,
       "A",
       {"entry 2", "row 1", "column 1"},
       [] {
         csr_to_hdia(exec(), make_csr<T>({{0, 0, 1.0}, {1, 1, 1.0}, {1, 1, 2.0}}, 2, 3),
                     {.hack_size = 1});
       }},
      {"ell_column",
       bad,
       "A",
       {"place 1", "row 1", "column index 3", "0 to 2"},
       [] { ell_to_csr(exec(), ell_of_wrong_column()); }},
      {"unchecked_ell_column",
       bad,
       "A",
       {"2 x 3"},
       [] { ell_to_csr(exec(), ell_of_wrong_column(), {.validate = false}); }},
  };
}

std::vector<BadCall> stale_plans() {
  const Status stale = Status::stale_plan, bad = Status::invalid_value;
  return {
      {"other_arrays",
       stale,
       "A",
       {"pattern arrays"},
       [] { conversion_plan<Ell>(exec(), small()).apply(exec(), small()); }},
      {"other_properties",
       stale,
       "A",
       {"properties"},
       [] {
         const auto A = small();
         conversion_plan<Hyb>(exec(), A).apply(exec(), A.with_properties({.sorted = true}));
       }},
      {"other_result",
       bad,
       "B",
       {"pattern"},
       [] {
         const auto A = small();
         conversion_plan<Ell>(exec(), A).apply(exec(), A, csr_to_ell(exec(), A));
       }},
      {"other_stride",
       stale,
       "A",
       {"pattern"},
       [] {
         const auto columns = array<Space>(std::vector<int32_t>{0, 1, 0, -1, -1, -1});
         const auto values = array<Space>(std::vector<double>(6));
         conversion_plan<Csr>(exec(), Ell(2, 3, 3, 3, 2, columns, values))
             .apply(exec(), Ell(2, 3, 3, 2, 3, columns, values));
       }},
      {"other_slices",
       stale,
       "A",
       {"pattern"},
       [] {
         using Sell = SellMatrix<double, int32_t, int32_t, Space>;
         const auto offsets = array<Space>(std::vector<int32_t>{0, 6});
         const auto columns = array<Space>(std::vector<int32_t>{0, 1, 0, -1, -1, -1});
         const auto values = array<Space>(std::vector<double>(6));
         conversion_plan<Csr>(exec(), Sell(2, 3, 3, 2, offsets, columns, values))
             .apply(exec(), Sell(2, 3, 3, 3, offsets, columns, values));
       }},
      {"other_diagonals",
       stale,
       "A",
       {"pattern"},
       [] {
         using Dia = DiaMatrix<double, int32_t, Space>;
         const auto diagonals = array<Space>(std::vector<int32_t>{0, 1, -1});
         const Dia::index_view two = Kokkos::subview(diagonals, std::pair(0, 2));
         const auto values = array<Space>(std::vector<double>(6));
         conversion_plan<Csr>(exec(), Dia(2, 2, 4, 2, diagonals, values))
             .apply(exec(), Dia(2, 2, 4, 3, two, values));
       }},
      {"shared_values",
       bad,
       "B",
       {"overlaps"},
       [] {
         const auto values = poisoned<double, Space>(4);
         const auto A = small().with_values(
             Kokkos::View<double*, Space>(Kokkos::subview(values, std::pair(0, 3))));
         const auto plan = conversion_plan<Ell>(exec(), A);
         plan.apply(exec(), A, plan.apply(exec(), A).with_values(values));
       }},
      {"wrong_length",
       bad,
       "to_values",
       {"length 3", "length 4"},
       [] {
         const auto A = small();
         conversion_plan<Ell>(exec(), A).apply_values(exec(), A.values(),
                                                      poisoned<double, Space>(3));
       }},
      {"overlap",
       bad,
       "to_values",
       {"overlaps"},
       [] {
         const auto A = small();
         const auto values = poisoned<double, Space>(6);
         conversion_plan<Ell>(exec(), A).apply_values(exec(),
                                                      Kokkos::subview(values, std::pair(0, 3)),
                                                      Kokkos::subview(values, std::pair(2, 6)));
       }},
  };
}

const auto case_name = [](const auto& info) { return info.param.name; };
INSTANTIATE_TEST_SUITE_P(TooLarge, BadFormatCalls, ::testing::ValuesIn(too_large()), case_name);
INSTANTIATE_TEST_SUITE_P(Arguments, BadFormatCalls, ::testing::ValuesIn(wrong_arguments()),
                         case_name);
INSTANTIATE_TEST_SUITE_P(Plans, BadFormatCalls, ::testing::ValuesIn(stale_plans()), case_name);

TEST(MemoryGuard, LimitsCanBeRaisedAndLowered) {
  const auto A = arrow(1000);
  EXPECT_EQ(csr_to_ell(exec(), A, {.memory_limit_bytes = 12000000}).ell_width(), 1000);
  EXPECT_THROW(csr_to_ell(exec(), A, {.memory_limit_bytes = 11999999}), Error);
  // A plan holds a map of 8 bytes a place.
  const auto plan = [&](int64_t limit) {
    return conversion_plan<Ell>(exec(), A, {.memory_limit_bytes = limit});
  };
  EXPECT_NO_THROW(plan(20000000));
  EXPECT_THROW(plan(19999999), Error);
  // Slices of 32 rows: only the first one is wide.
  EXPECT_EQ(csr_to_sell(exec(), A).values().extent(0), 32u * 1000 + 31 * 32);
  // Nearly all rows have one entry.
  EXPECT_EQ(csr_to_hyb(exec(), A).coo().nnz(), 999);
}

/// A limit is kept by all that a conversion holds beside the matrix, but for what goes with rows,
/// columns and entries.
TEST(MemoryGuard, CountsWhatAConversionHolds) {
  const int64_t n = 1500;
  const auto A = arrow(n);
  const auto expect_kept = [&](const char* name, const auto& convert) {
    SCOPED_TRACE(name);
    int64_t needed = 0;
    try {
      convert(1);
    } catch (const Error& error) {
      const std::string text = error.what();
      needed = std::stoll(text.substr(text.find("that needs ") + 11));
    }
    EXPECT_THROW(convert(needed - 1), Error);
    int64_t peak = 0;
    {
      const PeakBytes bytes;
      convert(needed);
      peak = PeakBytes::peak();
    }
    EXPECT_LE(peak, needed + 100 * 5 * n);  // 2 n rows and columns, 2 n entries
    EXPECT_GE(2 * peak, needed);
  };
  expect_kept("ell", [&](int64_t limit) { csr_to_ell(exec(), A, {.memory_limit_bytes = limit}); });
  expect_kept("sell", [&](int64_t limit) {
    csr_to_sell(exec(), A, {.memory_limit_bytes = limit, .slice_size = 512});
  });
  expect_kept("hyb", [&](int64_t limit) {
    csr_to_hyb(exec(), A, {.memory_limit_bytes = limit, .partition = HybPartition::max});
  });
  expect_kept("dia", [&](int64_t limit) { csr_to_dia(exec(), A, {.memory_limit_bytes = limit}); });
  expect_kept("hdia", [&](int64_t limit) {
    csr_to_hdia(exec(), A, {.memory_limit_bytes = limit, .hack_size = 512});
  });
  expect_kept("bsr", [&](int64_t limit) {
    csr_to_bsr(exec(), A,
               {.memory_limit_bytes = limit, .block = BlockLayout{16, 16, BlockOrder::row_major}});
  });
  expect_kept("blocked_ell", [&](int64_t limit) {
    csr_to_blocked_ell(exec(), A, {.memory_limit_bytes = limit, .block_size = 4});
  });
}

/// Memory by entries, where rows and columns have far more diagonals.
TEST(MemoryGuard, FewEntriesOnManyDiagonals) {
  const int64_t columns = (int64_t(1) << 31) - 1;
  const auto A = make_csr<T>({{0, columns - 2, 3.0}, {1, 5, 4.0}}, 2, columns);
  const PeakBytes bytes;
  const auto dia = csr_to_dia(exec(), A);
  EXPECT_LT(PeakBytes::peak(), 1 << 20);
  EXPECT_EQ(entries_of(dia.diagonal_offsets()), (std::vector<int32_t>{4, int32_t(columns - 2)}));
  EXPECT_EQ(dia.num_diagonals(), 2);
  expect_same(entries_of(A), entries_of(dia_to_csr(exec(), dia)));
}

}  // namespace
}  // namespace filigree::test
