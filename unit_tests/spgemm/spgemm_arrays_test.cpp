// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <utility>

#include "core/refusals.hpp"
#include "spgemm_support.hpp"
#include "spmv/event_counts.hpp"

/// Products in arrays that the caller keeps.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class T, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;
template <class T, class Index = std::int32_t, class Offset = Index>
using Arrays = CsrArrays<T, Index, Offset, Space>;

Operand square(std::int64_t rows, double entries_per_row, unsigned seed) {
  return random_operand<double>(rows, rows, entries_per_row, seed);
}

TEST(SpgemmArrays, results_of_all_sizes_one_after_the_other) {
  Arrays<double> arrays;
  for (const std::int64_t rows : {50, 200, 1, 0, 120, 300})
    for (const double entries : {3.0, 0.0, 6.0}) {
      const Operand A = square(rows, rows > 0 ? entries : 0, 1), B = square(rows, entries, 2);
      const auto C = spgemm(Exec(), make<Csr<double>>(A), make<Csr<double>>(B), arrays);
      EXPECT_TRUE(is_product<double>(C, sparse_product(1, A, B)));
      EXPECT_GE(std::int64_t(arrays.values.extent(0)), C.nnz());
      if (C.nnz() > 0) {
        EXPECT_EQ(C.row_offsets().data(), arrays.row_offsets.data());
        EXPECT_EQ(C.col_indices().data(), arrays.col_indices.data());
        EXPECT_EQ(C.values().data(), arrays.values.data());
      }
    }
}

TEST(SpgemmArrays, nothing_is_allocated_for_a_result_that_fits) {
  const Exec exec;
  const auto A = make<Csr<double>>(square(400, 5, 1));
  const auto small = make<Csr<double>>(square(100, 2, 2));
  Arrays<double> arrays;
  spgemm(exec, A, A, arrays);
  for (const auto& operand : {A, small}) {
    const EventCounts with_arrays;
    const auto C = spgemm(exec, operand, operand, arrays);
    const auto kept = with_arrays.allocations();
    const EventCounts without;
    const auto expected = spgemm(exec, operand, operand);
    EXPECT_EQ(without.allocations() - kept, 3);
    EXPECT_EQ(download(C.row_offsets()), download(expected.row_offsets()));
    EXPECT_EQ(download(C.col_indices()), download(expected.col_indices()));
    EXPECT_EQ(download(C.values()), download(expected.values()));
  }
}

TEST(SpgemmArrays, a_result_stays_where_the_next_one_needs_longer_arrays) {
  const Exec exec;
  const Operand small = square(50, 2, 1);
  Arrays<double> arrays;
  const auto C = spgemm(exec, make<Csr<double>>(small), make<Csr<double>>(small), arrays);
  const auto large = make<Csr<double>>(square(500, 4, 2));
  const auto larger = spgemm(exec, large, large, arrays);
  EXPECT_NE(C.values().data(), larger.values().data());
  EXPECT_TRUE(is_product<double>(C, sparse_product(1, small, small)));
}

TEST(SpgemmArrays, ops_factors_types_and_options) {
  const Exec exec;
  const Operand A = turned_operand<half>(60, 40, 4, 1, Op::transpose);
  const Operand B = turned_operand<half>(40, 70, 3, 2, Op::none);
  Arrays<float, std::int64_t, std::int64_t> arrays;
  const auto C = spgemm(exec, A.op, B.op, 2.0f, make<Csr<half, std::int32_t, std::int32_t>>(A),
                        make<Csr<half, std::int64_t, std::int32_t>>(B), arrays,
                        {.backend = Backend::generic, .index_base = IndexBase::one});
  EXPECT_EQ(C.index_base(), IndexBase::one);
  EXPECT_TRUE(is_product<float>(C, sparse_product(2, A, B)));
}

TEST(SpgemmArrays, operands_may_not_lie_in_them) {
  const Exec exec;
  const auto A = make<Csr<double>>(square(60, 3, 1));
  Arrays<double> arrays;
  const auto C = spgemm(exec, A, A, arrays);
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"A", invalid, "A.row_offsets()", "shared with arrays.row_offsets",
       [&] { spgemm(exec, C, A, arrays); }},
      {"B", invalid, "B.row_offsets()", "shared with arrays.row_offsets",
       [&] { spgemm(exec, A, C, arrays); }},
      {"columns", invalid, "A.col_indices()", "shared with arrays.col_indices",
       [&] {
         const Kokkos::View<std::int32_t*, Space> part(arrays.col_indices,
                                                       std::pair(std::int64_t(0), A.nnz()));
         Kokkos::deep_copy(part, A.col_indices());
         spgemm(exec, Csr<double>(60, 60, A.row_offsets(), part, A.values()), A, arrays);
       }},
      {"values", invalid, "B.values()", "shared with arrays.values",
       [&] {
         using Values = Kokkos::View<double*, Space>;
         const Values part(arrays.values, std::pair(std::int64_t(0), A.nnz()));
         spgemm(exec, A, A.with_values(part), arrays);
       }},
      {"each other", invalid, "arrays.col_indices", "shared with arrays.row_offsets",
       [&] {
         Arrays<double> one;
         one.row_offsets = Kokkos::View<std::int32_t*, Space>("one", 200);
         one.col_indices = Kokkos::subview(one.row_offsets, std::pair(50, 200));
         spgemm(exec, A, A, one);
       }},
      {"sizes", invalid, "B", "60 x 60, expected 20 rows",
       [&] { spgemm(exec, make<Csr<double>>(random_operand<double>(9, 20, 3, 3)), A, arrays); }},
  });
}

}  // namespace
}  // namespace filigree::test
