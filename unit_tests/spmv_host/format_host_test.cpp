// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <optional>
#include <random>
#include <vector>

#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/spmv.hpp>

#include "integers.hpp"
#include "spmv/host/entry_scatter.hpp"
#include "spmv/host/format_host.hpp"
#include "spmv/host/scatter_host.hpp"

/// The host kernels of formats with a row visitor, bit by bit: values are small integers, so that
/// sums are exact in any order.

namespace filigree::test {
namespace {

using detail::HostIsa;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Of rows whose columns ascend.
template <class A, class Index>
CsrMatrix<A, Index, Index, Memory> sorted_csr(std::int64_t rows, std::int64_t cols,
                                              const std::vector<Index>& offsets,
                                              const std::vector<Index>& indices, unsigned seed,
                                              IndexBase base = IndexBase::zero) {
  const Vector<Index> starts("offsets", offsets.size()), columns("columns", indices.size());
  std::copy(offsets.begin(), offsets.end(), starts.data());
  std::copy(indices.begin(), indices.end(), columns.data());
  return {rows,
          cols,
          starts,
          columns,
          integers<A>(std::int64_t(indices.size()), seed),
          {.index_base = base, .sorted = true, .unique = true}};
}

/// Rows of 0 to `longest` entries; about a third of them near the diagonal.
template <class A, class Index>
CsrMatrix<A, Index, Index, Memory> random_csr(std::int64_t rows, std::int64_t cols,
                                              std::int64_t longest, unsigned seed,
                                              IndexBase base = IndexBase::zero) {
  std::mt19937 random(seed);
  std::vector<Index> offsets{Index(int(base))}, indices;
  for (std::int64_t row = 0; row < rows; ++row) {
    std::vector<bool> taken(std::size_t(cols), false);
    const std::int64_t length =
        std::min<std::int64_t>(std::int64_t(random()) % (longest + 1), cols);
    for (std::int64_t k = 0; k < length; ++k) {
      const std::int64_t near = std::min<std::int64_t>(cols - 1, row + std::int64_t(random() % 5));
      taken[std::size_t(k % 3 == 0 ? near : std::int64_t(random()) % cols)] = true;
    }
    for (std::int64_t col = 0; col < cols; ++col)
      if (taken[std::size_t(col)]) indices.push_back(Index(col + int(base)));
    offsets.push_back(Index(std::int64_t(indices.size()) + int(base)));
  }
  return sorted_csr<A>(rows, cols, offsets, indices, seed + 1, base);
}

/// All entries of the diagonals -reach .. 2 reach, so that most rows have whole vectors of them.
template <class A, class Index>
CsrMatrix<A, Index, Index, Memory> banded_csr(std::int64_t rows, std::int64_t cols,
                                              std::int64_t reach) {
  std::vector<Index> offsets{0}, indices;
  for (std::int64_t row = 0; row < rows; ++row) {
    for (std::int64_t col = std::max<std::int64_t>(0, row - reach);
         col < std::min(cols, row + 2 * reach + 1); ++col)
      indices.push_back(Index(col));
    offsets.push_back(Index(indices.size()));
  }
  return sorted_csr<A>(rows, cols, offsets, indices, 3);
}

/// op(A) x.
template <class X, class Csr>
std::vector<X> product_of(const Csr& A, const X* x, bool transposed = false) {
  std::vector<X> result(std::size_t(transposed ? A.num_cols() : A.num_rows()), X(0));
  const auto base = int(A.index_base());
  for (std::int64_t row = 0; row < A.num_rows(); ++row)
    for (auto k = A.row_offsets()(row) - base; k < A.row_offsets()(row + 1) - base; ++k) {
      const auto col = A.col_indices()(k) - base;
      if (transposed)
        result[std::size_t(col)] += X(A.values()(k)) * x[row];
      else
        result[std::size_t(row)] += X(A.values()(k)) * x[col];
    }
  return result;
}

/// Makes padding show in every sum that it gets into.
template <class Matrix>
void poison_padding(const Matrix& A) {
  const auto poison = typename Matrix::scalar_type(std::numeric_limits<float>::quiet_NaN());
  if constexpr (requires { A.row_offsets(), A.block(); }) {
    const auto rows = detail::format_rows(A);
    const auto& block = rows.block;
    for (std::int64_t row = 0; row < detail::groups_of(A.num_rows(), block.rows); ++row)
      for (auto k = rows.begin_offsets[row] - rows.base; k < rows.end_offsets[row] - rows.base; ++k)
        for (std::int64_t i = 0; i < block.rows; ++i)
          for (std::int64_t j = 0; j < block.cols; ++j)
            if (row * block.rows + i >= A.num_rows() ||
                (A.col_indices()(k) - rows.base) * block.cols + j >= A.num_cols())
              A.values()(k * block.rows * block.cols + rows.place_in_block(i, j)) = poison;
  } else if constexpr (requires { A.col_indices(); }) {
    if (A.col_indices().extent(0) != A.values().extent(0)) return;
    for (std::size_t k = 0; k < A.values().extent(0); ++k)
      if (A.col_indices()(k) < 0) A.values()(k) = poison;
  }
}

/// Every range of stored rows, for every instruction set of this processor.
template <class X, class Matrix>
void check_ranges(const Matrix& A, const X* x, const std::vector<X>& wanted) {
  const auto rows = detail::kernel_rows(detail::stored_pattern(A));
  using Sums =
      detail::FormatSums<typename Matrix::scalar_type, X, std::remove_const_t<decltype(rows)>>;
  const std::int64_t group = Sums::granularity(rows);
  for (const HostIsa isa : {HostIsa::baseline, detail::host_isa()}) {
    const Sums sums(rows, isa);
    for (std::int64_t first = 0; first < A.num_rows();
         first += group == 1 ? 37 : std::min<std::int64_t>(group, 8))
      for (const std::int64_t count : {1, 3, 8, 13, 40, 256}) {
        if (std::is_same_v<Sums, detail::FormatSums<typename Matrix::scalar_type, X,
                                                    detail::BsrxRows<std::int32_t>>> &&
            first % group != 0)
          continue;
        std::int64_t last = std::min(first + count, A.num_rows());
        if (group <= 8 && last < A.num_rows()) last = std::max(first + group, last / group * group);
        last = std::min(last, A.num_rows());
        std::vector<X> result(std::size_t(last - first) + 1, X(77));
        sums.sum(A.values().data(), x, first, last, result.data());
        for (std::int64_t k = first; k < last; ++k)
          ASSERT_EQ(result[std::size_t(k - first)], wanted[std::size_t(rows.row_of(k))])
              << "stored row " << k << " from " << first << " to " << last;
        ASSERT_EQ(result.back(), X(77)) << "written past row " << last;
      }
  }
}

/// The whole kernel in parts, with beta, and its reductions.
template <class X, class Matrix>
void check_parts(const Matrix& A, const Vector<X>& x, const std::vector<X>& wanted) {
  using S = typename Matrix::scalar_type;
  const auto stored = detail::stored_pattern(A);
  using Rows = std::remove_cvref_t<decltype(detail::kernel_rows(stored))>;
  const std::int64_t n = A.num_rows();
  const auto y = integers<X>(n, 9), with = integers<X>(n, 10);
  const Vector<X> z("z", n);
  X reductions[2];
  for (const std::int64_t parts : {1, 2, 3, 7})
    for (const X beta : {X(0), X(2)}) {
      detail::SpmvOperands<S, X, X, X> operands{
          A.values().data(),       ScalarArgument<X>(X(3)),           x.data(),
          ScalarArgument<X>(beta), beta == X(0) ? nullptr : y.data(), z.data()};
      operands.dot_with = with.data();
      operands.reductions = parts == 2 ? reductions : nullptr;
      const detail::SpmvRowsProblem<Rows, S, X, X, X> problem{
          operands, {}, detail::kernel_rows(stored), A.nnz()};
      Kokkos::deep_copy(z, X(nan));
      detail::FormatHost<Exec, std::remove_const_t<decltype(problem)>>(problem, parts)
          .launch(Exec());
      double dot = 0, norm = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        ASSERT_EQ(z(i), X(3) * wanted[std::size_t(i)] + (beta == X(0) ? X(0) : beta * y(i)))
            << "row " << i << " in " << parts << " parts";
        dot += with(i) * z(i);
        norm += z(i) * z(i);
      }
      if (parts == 2) {
        // Squares outgrow the integers that a float has.
        const X rounding = std::is_same_v<X, float> ? X(1e-5) * norm : X(0);
        EXPECT_NEAR(reductions[0], dot, rounding);
        EXPECT_NEAR(reductions[1], norm, rounding);
      }
    }
}

/// z = op(A) x of a pattern of its own, in parts.
template <class Walk, class Values, class X>
void check_scatter(const Walk& walk, const Values& values, const detail::NormalisedOp& op,
                   const Vector<X>& x, const std::vector<X>& wanted) {
  using A = typename Values::non_const_value_type;
  const auto n = std::int64_t(wanted.size());
  const auto y = integers<X>(n, 9);
  const Vector<X> z("z", n);
  for (const std::int64_t parts : {1, 2, 3, 7})
    for (const X beta : {X(0), X(2)}) {
      detail::SpmvOperands<A, X, X, X> operands{
          values.data(),           ScalarArgument<X>(X(3)),           x.data(),
          ScalarArgument<X>(beta), beta == X(0) ? nullptr : y.data(), z.data()};
      Kokkos::deep_copy(z, X(nan));
      detail::ScatterHost<Exec, Walk, A, X, X, X>(op, walk, operands, n, parts).launch(Exec());
      for (std::int64_t i = 0; i < n; ++i)
        ASSERT_EQ(z(i), X(3) * wanted[std::size_t(i)] + (beta == X(0) ? X(0) : beta * y(i)))
            << "place " << i << " in " << parts << " parts";
    }
}

/// z = A^T x by a plan's windows, in parts, with and without the reductions of z.
template <class A, class X, class Rows, class Values>
void check_planned(const Rows& rows, const Values& values, const Vector<X>& x,
                   const std::vector<X>& wanted) {
  detail::NormalisedOp op;
  op.transposed = true;
  const auto n = std::int64_t(wanted.size());
  const auto y = integers<X>(n, 9);
  const Vector<X> z("z", n);
  for (const std::int64_t parts : {1, 2, 3, 7})
    for (const bool reduces : {false, true}) {
      const auto windows = detail::plan_scatter_host("spmv", Exec(), op, rows, parts);
      // Sums must not depend on what was in the workspace: all ones are a NaN.
      std::vector<unsigned char> workspace(
          detail::windowed_workspace_bytes<X>(parts, windows.num_sums), 0xff);
      X reductions[2] = {X(nan), X(nan)};
      detail::SpmvRowsProblem<Rows, A, X, X, X> problem{
          {values.data(), ScalarArgument<X>(X(3)), x.data(), ScalarArgument<X>(X(2)), y.data(),
           z.data(), y.data(), reduces ? reductions : nullptr, workspace.data(), workspace.size()},
          {},
          rows};
      // What types do whose loops do not know the format.
      Kokkos::deep_copy(z, X(nan));
      detail::ScatterHost<Exec, detail::RowsWalk<Rows>, A, X, X, X>(op, {rows}, problem, n, parts)
          .launch(Exec(), windows.windows());
      for (std::int64_t i = 0; i < n; ++i)
        ASSERT_EQ(z(i), X(3) * wanted[std::size_t(i)] + X(2) * y(i))
            << "place " << i << " by rows in " << parts << " parts";
      Kokkos::deep_copy(z, X(nan));
      detail::launch_planned_scatter_host(Exec(), op, problem, windows.windows());
      double dot = 0, norm = 0;
      for (std::int64_t i = 0; i < n; ++i) {
        ASSERT_EQ(z(i), X(3) * wanted[std::size_t(i)] + X(2) * y(i))
            << "place " << i << " in " << parts << " parts";
        dot += double(y(i)) * double(z(i));
        norm += double(z(i)) * double(z(i));
      }
      if (reduces) {
        ASSERT_NEAR(double(reductions[0]), dot, 1e-5 * norm);
        ASSERT_NEAR(double(reductions[1]), norm, 1e-5 * norm);
      }
    }
}

/// A^T x: ranges of stored rows for every instruction set, then in parts.
template <class X, class Csr, class Matrix>
void check_transposed(const Csr& csr, const Matrix& A) {
  using S = typename Matrix::scalar_type;
  const auto rows = detail::kernel_rows(detail::stored_pattern(A));
  using Rows = std::remove_const_t<decltype(rows)>;
  using Sums = detail::FormatSums<S, X, Rows>;
  const auto x = integers<X>(A.num_rows(), 6);
  const auto wanted = product_of<X>(csr, x.data(), true);
  const std::int64_t group = Sums::granularity(rows), border = 16;
  for (const HostIsa isa : {HostIsa::baseline, detail::host_isa()})
    for (const std::int64_t groups : {1, 3, 100}) {
      std::vector<X> sums(wanted.size() + 2 * border, X(0));
      for (std::int64_t first = 0, last; first < A.num_rows(); first = last) {
        last = std::min(A.num_rows(), first + groups * group);
        std::vector<X> factors;
        for (std::int64_t k = first; k < last; ++k) factors.push_back(x(rows.row_of(k)));
        Sums(rows, isa).scatter(A.values().data(), factors.data(), first, last,
                                sums.data() + border);
      }
      for (std::size_t i = 0; i < sums.size(); ++i) {
        const bool inside = i >= border && i < border + wanted.size();
        ASSERT_EQ(sums[i], inside ? wanted[i - border] : X(0))
            << "column " << std::int64_t(i) - border << ", " << groups << " groups at a time";
      }
    }
  detail::NormalisedOp op;
  op.transposed = true;
  check_scatter(detail::FormatWalk<S, X, Rows>(rows), A.values(), op, x, wanted);
  const Vector<X> y("y", A.num_cols());
  EXPECT_EQ(spmv(Exec(), Op::transpose, X(1), A, x, X(0), y).name,
            detail::RowKernelNames<Rows>::scatter);
  for (std::int64_t i = 0; i < A.num_cols(); ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]);
}

/// A^T x by plans: in parts, and as a plan is made.
template <class X, class Csr, class Matrix>
void check_by_plan(const Csr& csr, const Matrix& A) {
  using S = typename Matrix::scalar_type;
  const auto x = integers<X>(A.num_rows(), 6);
  const auto wanted = product_of<X>(csr, x.data(), true);
  check_planned<S, X>(detail::kernel_rows(detail::stored_pattern(A)), A.values(), x, wanted);
  const Vector<X> y("y", A.num_cols());
  spmv_plan(Exec(), Op::transpose, A).apply(Exec(), X(1), A, x, X(0), y);
  for (std::int64_t i = 0; i < A.num_cols(); ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]);
}

template <class X, class Csr, class Matrix>
void check(const Csr& csr, const Matrix& A, std::string_view kernel) {
  SCOPED_TRACE(std::string(Matrix::format_name) + ", " + std::to_string(A.num_rows()) + " x " +
               std::to_string(A.num_cols()));
  poison_padding(A);
  const auto x = integers<X>(A.num_cols(), 5);
  const auto wanted = product_of<X>(csr, x.data());
  const auto rows = detail::kernel_rows(detail::stored_pattern(A));
  check_by_plan<X>(csr, A);
  if (detail::FormatSums<X, X, std::remove_const_t<decltype(rows)>>::takes(rows)) {
    check_ranges<X>(A, x.data(), wanted);
    check_parts<X>(A, x, wanted);
    check_transposed<X>(csr, A);
  }
  if (::testing::Test::HasFailure()) return;
  const Vector<X> y("y", A.num_rows());
  EXPECT_EQ(spmv(Exec(), Op::none, X(1), A, x, X(0), y).name, kernel);
  for (std::int64_t i = 0; i < A.num_rows(); ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]);
  if constexpr (std::is_same_v<X, typename Matrix::scalar_type>) {
    EXPECT_EQ(spmv_plan(Exec(), Op::none, A).kernel().name, kernel);
  }
}

template <class X, class Csr>
void check_diagonals(const Csr& csr) {
  const Exec exec;
  const std::int64_t limit = std::int64_t(1) << 30;
  check<X>(csr, csr_to_dia(exec, csr, {.memory_limit_bytes = limit}), "dia_host");
  for (const std::int64_t hack : {5, 32, 64, 100, 300})
    check<X>(csr, csr_to_hdia(exec, csr, {.memory_limit_bytes = limit, .hack_size = hack}),
             "hdia_host");
}

template <class A, class X, class Index>
void check_formats(std::int64_t rows, std::int64_t cols, std::int64_t longest, IndexBase base) {
  const Exec exec;
  const auto csr = random_csr<A, Index>(rows, cols, longest, unsigned(rows + cols), base);
  const std::int64_t limit = std::int64_t(1) << 30;
  check<X>(csr, csr_to_ell(exec, csr, {.memory_limit_bytes = limit, .row_alignment = 4}),
           "ell_host");
  for (const std::int64_t slice : {1, 3, 8, 32, 300})
    check<X>(
        csr,
        csr_to_sell(
            exec, csr,
            {.memory_limit_bytes = limit, .slice_size = slice, .sort_window = slice == 8 ? 64 : 1}),
        "sell_host");
  check_diagonals<X>(csr);
  for (std::int64_t b = 2; b <= 8; ++b) {
    for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major})
      check<X>(
          csr,
          csr_to_bsr(exec, csr, {.memory_limit_bytes = limit, .block = BlockLayout{b, b, order}}),
          "bsr_host");
    const auto blocked =
        csr_to_blocked_ell(exec, csr, {.memory_limit_bytes = limit, .block_size = b});
    check<X>(csr, blocked,
             blocked.ell_cols() % b == 0 ? "blocked_ell_host" : "blocked_ell_generic");
  }
}

TEST(FormatHost, every_format_bit_by_bit) {
  check_formats<double, double, std::int32_t>(840, 840, 9, IndexBase::zero);
  check_formats<double, double, std::int32_t>(61, 97, 20, IndexBase::one);
  check_formats<float, float, std::int32_t>(131, 70, 12, IndexBase::one);
  check_formats<float, double, std::int32_t>(57, 83, 7, IndexBase::zero);
}

TEST(FormatHost, diagonals_of_bands) {
  for (const auto& [rows, cols] : {std::pair(700, 700), std::pair(300, 900), std::pair(500, 331)})
    for (const std::int64_t reach : {1, 9}) {
      check_diagonals<double>(banded_csr<double, std::int32_t>(rows, cols, reach));
      check_diagonals<float>(banded_csr<float, std::int64_t>(rows, cols, reach));
      check_diagonals<double>(banded_csr<float, std::int32_t>(rows, cols, reach));
    }
}

/// Sizes that blocks do not divide: only blocks at the edge are cut off, by rows or by columns.
TEST(FormatHost, blocks_of_bands_at_the_edges) {
  for (const auto& [rows, cols] : {std::pair(241, 241), std::pair(120, 190), std::pair(187, 100)})
    for (std::int64_t b = 2; b <= 8; ++b) {
      const auto csr = banded_csr<double, std::int32_t>(rows, cols, 4);
      const auto A = csr_to_blocked_ell(Exec(), csr, {.block_size = b});
      ASSERT_EQ(A.ell_cols() % b, 0);
      check<double>(csr, A, "blocked_ell_host");
      const auto narrow = banded_csr<float, std::int64_t>(rows, cols, 4);
      check<float>(narrow, csr_to_blocked_ell(Exec(), narrow, {.block_size = b}),
                   "blocked_ell_host");
      check<float>(narrow, csr_to_bsr(Exec(), narrow, {.block = BlockLayout{b, b}}), "bsr_host");
    }
}

TEST(FormatHost, masks_and_other_shapes_of_blocks_are_generic) {
  const auto csr = random_csr<double, std::int32_t>(60, 60, 8, 3);
  const auto x = integers<double>(60, 5);
  const Vector<double> y("y", 60);
  for (const BlockLayout block : {BlockLayout{2, 3}, BlockLayout{1, 1}, BlockLayout{9, 9}}) {
    const auto A = csr_to_bsr(Exec(), csr, {.block = block});
    check_by_plan<double>(csr, A);
    EXPECT_EQ(spmv(Exec(), Op::none, 1.0, A, x, 0.0, y).name, "bsr_generic");
    const auto wanted = product_of<double>(csr, x.data());
    for (std::int64_t i = 0; i < 60; ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]);
  }
}

// --- products that scatter -----------------------------------------------------------------------

/// Plans with A^T keep the stored rows where their sums are no more than their places, but for much
/// padding, whose rows of A^T are written out.
TEST(ScatterHost, plans_keep_stored_rows) {
  const Exec exec;
  const auto csr = banded_csr<double, std::int32_t>(5000, 4000, 5);
  const auto x = integers<double>(5000, 5);
  const auto wanted = product_of<double>(csr, x.data(), true);
  const auto check = [&](const auto& A, std::string_view kernel) {
    const Vector<double> y("y", 4000), first("first", 4000);
    for (const Op op : {Op::transpose, Op::conjugate_transpose}) {
      const auto plan = spmv_plan(exec, op, A);
      const auto said = plan.explain();
      EXPECT_EQ(said.kernel, kernel);
      EXPECT_NE(said.reason.find("sums of columns"), std::string::npos) << said.reason;
      EXPECT_GT(plan.workspace_bytes(), 0u);
      EXPECT_LT(said.plan_bytes, A.nnz());
      EXPECT_EQ(plan.apply(exec, 1.0, A, x, 0.0, y).name, kernel);
      for (std::int64_t i = 0; i < 4000; ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]);
      EXPECT_EQ(spmv_plan(exec, op, A, {.kernel = kernel}).kernel().name, kernel);
      EXPECT_EQ(spmv(exec, op, 1.0, A, x, 0.0, y, {.deterministic = true}).name, kernel);
      EXPECT_NE(spmv_plan(exec, op, A, {.backend = Backend::generic}).kernel().name, kernel);
    }
  };
  check(csr_to_ell(exec, csr), "ell_transposed_host");
  check(csr_to_sell(exec, csr), "sell_transposed_host");
  check(csr_to_bsr(exec, csr, {.block = BlockLayout{4, 4}}), "bsr_transposed_host");
  check(csr_to_bsr(exec, csr, {.block = BlockLayout{3, 2}}), "bsr_transposed_host");
  check(csr_to_blocked_ell(exec, csr, {.block_size = 4}), "blocked_ell_transposed_host");
  check(csr_to_dia(exec, csr), "dia_transposed_host");
  check(csr_to_hdia(exec, csr), "hdia_transposed_host");
  check(csr_to_coo(exec, csr), "csr_transposed_host");

  // One long row: places of padding outnumber the entries by far.
  std::vector<std::int32_t> offsets{0, 3000}, columns;
  for (std::int32_t k = 0; k < 3000; ++k) columns.push_back(k);
  for (std::int32_t row = 1; row < 400; ++row) {
    columns.push_back(row);
    offsets.push_back(std::int32_t(columns.size()));
  }
  const auto padded = csr_to_ell(exec, sorted_csr<double>(400, 3000, offsets, columns, 3),
                                 {.memory_limit_bytes = 1 << 30});
  EXPECT_EQ(spmv_plan(exec, Op::transpose, padded).kernel().name.substr(0, 3), "csr");
}

/// Coordinates in the order of rows, or of columns, keep their places too, also in other arrays.
TEST(ScatterHost, plans_of_coordinates_in_order) {
  const Exec exec;
  const auto csr = random_csr<double, std::int32_t>(900, 700, 60, 4, IndexBase::one);
  const auto coo = csr_to_coo(exec, csr);
  const auto x = integers<double>(900, 5);
  const auto wanted = product_of<double>(csr, x.data(), true);
  const auto copy = [](const auto& array) {
    const Vector<typename std::remove_cvref_t<decltype(array)>::non_const_value_type> result(
        "copy", array.extent(0));
    Kokkos::deep_copy(result, array);
    return result;
  };
  using Coo = CooMatrix<double, std::int32_t, Memory>;
  const MatrixProperties properties{.index_base = IndexBase::one};
  for (const Op op : {Op::transpose, Op::none}) {
    const auto make = [&](const auto& rows, const auto& cols) {
      return op == Op::none ? Coo(700, 900, cols, rows, coo.values(), properties)
                            : Coo(900, 700, rows, cols, coo.values(), properties);
    };
    const auto rows = copy(coo.row_indices()), cols = copy(coo.col_indices());
    const auto A = make(rows, cols);
    const auto plan = spmv_plan(exec, op, A, {.pattern_check = PatternCheck::content});
    const Vector<double> y("y", 700);
    const auto expect_right = [&] {
      for (std::int64_t i = 0; i < 700; ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]);
    };
    EXPECT_EQ(plan.kernel().name, "csr_transposed_host");
    plan.apply(exec, 1.0, A, x, 0.0, y);
    expect_right();
    const auto other = make(copy(coo.row_indices()), copy(coo.col_indices()));
    const auto bound = plan.bound_to(exec, other);
    Kokkos::deep_copy(rows, 1);
    Kokkos::deep_copy(cols, 1);
    Kokkos::deep_copy(y, nan);
    bound.apply(exec, 1.0, other, x, 0.0, y);
    expect_right();
  }
}

/// A^T x and A^H x of a type that walks rows one by one, where the windows were found by loops that
/// take 64 rows or a slice at a time. Behind x lie NaNs.
TEST(ScatterHost, plans_of_complex_matrices) {
  using T = complex_double;
  const Exec exec;
  constexpr std::int64_t rows = 1003, cols = 1010;
  const auto csr = banded_csr<T, std::int32_t>(rows, cols, 5);
  const auto imaginary = integers<double>(csr.nnz(), 7);
  for (std::int64_t k = 0; k < csr.nnz(); ++k) csr.values()(k) += T(0, imaginary(k));
  const Vector<T> longer("x", rows + 500);
  Kokkos::deep_copy(longer, T(nan, nan));
  const Vector<T> x = Kokkos::subview(longer, std::pair<std::int64_t, std::int64_t>(0, rows));
  for (std::int64_t row = 0; row < rows; ++row) x(row) = T(double(row % 5), double(row % 7));
  for (const Op op : {Op::transpose, Op::conjugate_transpose}) {
    std::vector<T> wanted(cols, T(0));
    for (std::int64_t row = 0; row < rows; ++row)
      for (auto k = csr.row_offsets()(row); k < csr.row_offsets()(row + 1); ++k) {
        const T value = csr.values()(k);
        wanted[std::size_t(csr.col_indices()(k))] +=
            (op == Op::transpose ? value : T(value.real(), -value.imag())) * x(row);
      }
    const auto check = [&](const auto& A, std::string_view kernel) {
      const Vector<T> y("y", cols);
      const auto plan = spmv_plan(exec, op, A);
      EXPECT_EQ(plan.kernel().name, kernel);
      plan.apply(exec, T(1), A, x, T(0), y);
      for (std::int64_t i = 0; i < cols; ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]) << kernel;
      Kokkos::deep_copy(y, T(nan, nan));
      spmv(exec, op, T(1), A, x, T(0), y);
      for (std::int64_t i = 0; i < cols; ++i) ASSERT_EQ(y(i), wanted[std::size_t(i)]) << kernel;
    };
    check(csr_to_ell(exec, csr), "ell_transposed_host");
    check(csr_to_sell(exec, csr), "sell_transposed_host");
    check(csr_to_bsr(exec, csr, {.block = BlockLayout{4, 4}}), "bsr_transposed_host");
    check(csr_to_blocked_ell(exec, csr, {.block_size = 4}), "blocked_ell_transposed_host");
    check(csr_to_dia(exec, csr), "dia_transposed_host");
    check(csr_to_hdia(exec, csr), "hdia_transposed_host");
    check(csr_to_coo(exec, csr), "csr_transposed_host");
  }
}

TEST(ScatterHost, plans_refuse_columns_outside_of_the_matrix) {
  constexpr std::int64_t size = 3000, width = 7;
  const Vector<std::int32_t> cols("cols", size * width);
  for (std::int64_t k = 0; k < size * width; ++k)
    cols(k) = std::int32_t((k % size + k / size) % size);
  const EllMatrix<double, std::int32_t, Memory> A(size, size, size * width, width, size, cols,
                                                  integers<double>(size * width, 3));
  EXPECT_EQ(spmv_plan(Exec(), Op::transpose, A).kernel().name, "ell_transposed_host");
  for (const std::int32_t column : {std::int32_t(size), 1 << 30}) {
    cols(4000) = column;
    try {
      spmv_plan(Exec(), Op::transpose, A);
      FAIL() << "a plan of column " << column;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::invalid_value);
      EXPECT_NE(std::string(error.what()).find("outside the matrix"), std::string::npos);
    }
  }
}

TEST(ScatterHost, transposes_and_coordinates_in_any_number_of_parts) {
  const Exec exec;
  for (const auto& [rows, cols] : {std::pair(900, 700), std::pair(5, 3000), std::pair(3000, 5)}) {
    const auto csr = random_csr<double, std::int32_t>(rows, cols, 6, 4, IndexBase::one);
    const auto x = integers<double>(rows, 5);
    const auto transposed = product_of<double>(csr, x.data(), true);
    detail::NormalisedOp op;
    op.transposed = true;
    auto stored = detail::stored_pattern(csr);
    for (const bool sorted : {true, false}) {
      stored.properties.sorted = sorted;
      check_scatter(detail::LinesWalk<std::int32_t, std::int32_t>{stored}, csr.values(), op, x,
                    transposed);
    }
    const auto coo = csr_to_coo(exec, csr);
    const detail::EntriesWalk<std::int64_t, std::int32_t> entries{detail::stored_pattern(coo)};
    check_scatter(entries, coo.values(), op, x, transposed);
    check_scatter(detail::TransposedEntries<std::int64_t, std::int32_t>{entries, false},
                  coo.values(), op, x, transposed);
    const auto other = integers<double>(cols, 6);
    check_scatter(entries, coo.values(), {}, other, product_of<double>(csr, other.data()));
    const auto sell = csr_to_sell(exec, csr, {.memory_limit_bytes = 1 << 30, .sort_window = 64});
    poison_padding(sell);
    const auto ell = csr_to_ell(exec, csr, {.memory_limit_bytes = 1 << 30});
    poison_padding(ell);
    check_scatter(detail::RowsWalk<detail::EllRows<std::int32_t>>{detail::format_rows(ell)},
                  ell.values(), op, x, transposed);
    const auto sliced = detail::kernel_rows(detail::stored_pattern(sell));
    check_scatter(detail::RowsWalk<std::remove_const_t<decltype(sliced)>>{sliced}, sell.values(),
                  op, x, transposed);
  }
}

/// Entries of the triangle that is not stored are ignored, whether rows are known to be sorted or
/// not.
TEST(ScatterHost, both_triangles_in_any_number_of_parts) {
  const auto csr = random_csr<double, std::int32_t>(700, 700, 9, 4);
  const auto coo = csr_to_coo(Exec(), csr);
  const auto csc = csr_to_csc(Exec(), csr);
  const auto x = integers<double>(700, 5);
  for (const bool lower : {true, false})
    for (const bool unit_diagonal : {false, true}) {
      std::vector<double> wanted(700, 0.0);
      for (std::int64_t row = 0; row < 700; ++row) {
        if (unit_diagonal) wanted[std::size_t(row)] += x(row);
        for (auto k = csr.row_offsets()(row); k < csr.row_offsets()(row + 1); ++k) {
          const auto col = csr.col_indices()(k);
          if (lower ? col > row : col < row) continue;
          if (col == row && unit_diagonal) continue;
          wanted[std::size_t(row)] += csr.values()(k) * x(col);
          if (col != row) wanted[std::size_t(col)] += csr.values()(k) * x(row);
        }
      }
      detail::NormalisedOp op;
      op.mirrored = true;
      op.unit_diagonal = unit_diagonal;
      op.filter = {lower, !unit_diagonal, !lower};
      for (const bool sorted : {true, false}) {
        auto rows = detail::stored_pattern(csr), columns = detail::stored_pattern(csc);
        rows.properties.sorted = columns.properties.sorted = sorted;
        check_scatter(detail::LinesWalk<std::int32_t, std::int32_t>{rows}, csr.values(), op, x,
                      wanted);
        check_scatter(detail::LinesWalk<std::int32_t, std::int32_t>{columns}, csc.values(), op, x,
                      wanted);
      }
      check_scatter(detail::EntriesWalk<std::int64_t, std::int32_t>{detail::stored_pattern(coo)},
                    coo.values(), op, x, wanted);
    }
}

TEST(ScatterHost, as_many_parts_as_their_sums_are_worth) {
  const Exec exec;
  EXPECT_EQ(detail::own_sums_parts(exec, 1000, 999), 1);
  EXPECT_EQ(detail::own_sums_parts(exec, 0, 0), 1);
  EXPECT_EQ(detail::own_sums_parts(exec, 1, 1 << 20), exec.concurrency());
  EXPECT_LE(detail::own_sums_parts(exec, 100, 250), 2);
}

/// Padding beside a row decides how its sum is rounded, so that rows are taken in the same eights
/// by any number of threads.
TEST(FormatHost, ell_has_the_same_bits_in_any_parts) {
  const auto csr = random_csr<double, std::int32_t>(4001, 4000, 9, 5);
  for (std::int64_t k = 0; k < csr.nnz(); ++k) csr.values()(k) = 1.0 / double(k + 3);
  const auto A = csr_to_ell(Exec(), csr);
  const Vector<double> x("x", std::size_t(A.num_cols()));
  for (std::int64_t i = 0; i < A.num_cols(); ++i) x(i) = 1.0 / double(i + 2);
  const auto rows = detail::kernel_rows(detail::stored_pattern(A));
  using Problem =
      detail::SpmvRowsProblem<std::remove_const_t<decltype(rows)>, double, double, double, double>;
  const auto product = [&](std::int64_t parts) {
    const Vector<double> z("z", std::size_t(A.num_rows()));
    const detail::SpmvOperands<double, double, double, double> operands{
        A.values().data(), ScalarArgument<double>(1.0),
        x.data(),          ScalarArgument<double>(0.0),
        nullptr,           z.data()};
    detail::FormatHost<Exec, Problem>(Problem{operands, {}, rows, A.nnz()}, parts).launch(Exec());
    return std::vector<double>(z.data(), z.data() + z.extent(0));
  };
  const auto expected = product(1);
  for (const std::int64_t parts : {2, 3, 7, 50}) EXPECT_EQ(product(parts), expected) << parts;
}

}  // namespace
}  // namespace filigree::test
