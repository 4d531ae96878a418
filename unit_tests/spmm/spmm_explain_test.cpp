// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert_any.hpp>
#include <filigree/core/log.hpp>

#include "matrix_batch_support.hpp"
#include "spmv/expect_error.hpp"
#include "spmv/grid_triplets.hpp"

/// What plans say of their products. That the kernel is the one that apply returns is checked in
/// every planned product of SpmmTest.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;
using Csr = CsrMatrix<double, I32, I32, Space>;
using Rows = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using Columns = Kokkos::View<double**, Kokkos::LayoutLeft, Space>;

constexpr std::int64_t rows = 60, cols = 50, columns = 6;
constexpr bool on_host = detail::is_host_execution_v<Exec>;

Triplets triplets_of(std::int64_t m, std::int64_t n) {
  std::mt19937 random(5);
  return random_triplets<double>(random, {m, n, 4});
}
Csr make_csr() { return MatrixFrom<Csr>::make(triplets_of(rows, cols), {}, Order::sorted); }

/// Sizes and strides are all that counts.
template <class View>
View no_memory(std::int64_t m, std::int64_t n) {
  return View(static_cast<typename View::value_type*>(nullptr), m, n);
}

template <class Matrix>
SpmmExplanation explain(Op op, const Matrix& A, const SpmmOptions& options = {},
                        std::int64_t n = columns) {
  const bool turned = op != Op::none;
  return spmm_plan(Exec(), op, A, options)
      .explain(Exec(), A, no_memory<Rows>(turned ? A.num_rows() : A.num_cols(), n),
               no_memory<Rows>(turned ? A.num_cols() : A.num_rows(), n));
}

TEST(SpmmExplain, csr_as_it_is_stored) {
  const Csr A = make_csr();
  const std::int64_t nnz = A.nnz(), pattern = 4 * (rows + 1) + 4 * nnz;
  const auto said = explain(Op::none, A, {.backend = Backend::generic});
  EXPECT_EQ(said.format, "csr");
  EXPECT_EQ(said.kernel, "spmm_csr_generic");
  EXPECT_EQ(said.encoding, "raw");
  EXPECT_EQ(said.reason, "asked for");
  if (on_host) {
    EXPECT_EQ(said.plan_bytes, 0);
  }
  EXPECT_EQ(said.workspace_bytes, 0);
  EXPECT_DOUBLE_EQ(said.index_bytes_per_nnz, double(pattern) / double(nnz));
  EXPECT_EQ(said.bytes_moved, pattern + 8 * (nnz + (rows + cols) * columns));
  EXPECT_EQ(said.operations, 2 * nnz * columns);
  EXPECT_GT(said.build_seconds, 0);
  EXPECT_GT(said.bandwidth, 1e8);
  EXPECT_DOUBLE_EQ(said.expected_seconds, double(said.bytes_moved) / said.bandwidth);
  const std::string text = said.text();
  for (const char* const part : {"csr, kernel spmm_csr_generic (asked for)", "indices raw", "MB"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(SpmmExplain, a_rewritten_pattern_is_in_the_plan_and_in_the_bytes) {
  const Csr A = make_csr();
  const std::int64_t nnz = A.nnz(), pattern = 4 * (cols + 1) + 8 * nnz;
  const auto said = explain(Op::transpose, A, {.backend = Backend::generic});
  EXPECT_GE(said.plan_bytes, pattern);
  EXPECT_EQ(said.bytes_moved, pattern + 8 * (nnz + (rows + cols) * columns));
  EXPECT_DOUBLE_EQ(said.index_bytes_per_nnz, double(pattern) / double(nnz));
}

TEST(SpmmExplain, symmetric_storage_reads_each_value_once_and_each_entry_of_the_rows) {
  const Triplets triplets = triplets_of(rows, rows);
  const MatrixProperties properties{.type = MatrixType::symmetric};
  const auto walked = std::int64_t(full_entries(triplets, properties).size());
  const Csr A = MatrixFrom<Csr>::make(triplets, properties, Order::sorted);
  const auto said = explain(Op::none, A, {.backend = Backend::generic});
  EXPECT_EQ(said.operations, 2 * walked * columns);
  EXPECT_EQ(said.bytes_moved, 4 * (rows + 1) + 8 * walked + 8 * (A.nnz() + 2 * rows * columns));
  EXPECT_GT(said.plan_bytes, 0);
}

/// Values in order: no index of them, and one for each entry of the rows.
TEST(SpmmExplain, values_in_order) {
  const Triplets triplets = triplets_of(rows, rows);
  const MatrixProperties properties{.type = MatrixType::symmetric};
  const auto walked = std::int64_t(full_entries(triplets, properties).size());
  const Csr A = MatrixFrom<Csr>::make(triplets, properties, Order::sorted);
  const auto plan = spmm_plan(Exec(), Op::none, A, {.backend = Backend::generic});
  const auto said = plan.explain(Exec(), plan.order_values(Exec(), A),
                                 no_memory<Rows>(rows, columns), no_memory<Rows>(rows, columns));
  const std::int64_t pattern = 4 * (rows + 1) + 4 * walked;
  EXPECT_EQ(said.kernel, "spmm_csr_generic");
  EXPECT_EQ(said.operations, 2 * walked * columns);
  EXPECT_EQ(said.bytes_moved, pattern + 8 * (walked + 2 * rows * columns));
  EXPECT_DOUBLE_EQ(said.index_bytes_per_nnz, double(pattern) / double(walked));
}

/// Every format; a plan holds arrays exactly where it orders the entries by rows of op(A).
TEST(SpmmExplain, every_format) {
  const AnyMatrix<double, I32, I32, Space> csr(make_csr());
  for (const Format format :
       {Format::csr, Format::csc, Format::coo, Format::coo_aos, Format::ell, Format::sell,
        Format::hyb, Format::bsr, Format::bsc, Format::blocked_ell, Format::dia, Format::hdia}) {
    SCOPED_TRACE(name(format));
    const auto A = csr.convert_to(Exec(), format);
    for (const Op op : {Op::none, Op::transpose}) {
      const auto said = explain(op, A, {.backend = Backend::generic});
      EXPECT_EQ(said.format, name(format));
      EXPECT_NE(said.text().find(name(format)), std::string::npos) << said.text();
      EXPECT_GE(said.bytes_moved, 8 * (csr.nnz() + (rows + cols) * columns));
      EXPECT_GE(said.operations, 2 * csr.nnz() * columns);
      const bool by_columns = format == Format::csc || format == Format::bsc;
      // (A device's plan may list long rows and schedules beside them.)
      const bool ordered = format == Format::hyb || format == Format::coo ||
                           format == Format::coo_aos || (op == Op::transpose) != by_columns;
      if (on_host) {
        EXPECT_EQ(said.plan_bytes > 0, ordered) << said.text();
      }
    }
  }
}

TEST(SpmmExplain, hyb_is_the_sum_of_its_parts) {
  const auto hyb = AnyMatrix<double, I32, I32, Space>(make_csr()).convert_to(Exec(), Format::hyb);
  const auto said = explain(Op::none, hyb);
  hyb.visit([&](const auto& held) {
    if constexpr (requires { held.coo(); }) {
      ASSERT_GT(held.coo().nnz(), 0);
      const auto ell = explain(Op::none, held.ell()), coo = explain(Op::none, held.coo());
      EXPECT_EQ(said.kernel, ell.kernel);
      EXPECT_EQ(said.bytes_moved, ell.bytes_moved + coo.bytes_moved + 8 * rows * columns);
      EXPECT_EQ(said.plan_bytes, ell.plan_bytes + coo.plan_bytes);
      EXPECT_EQ(said.operations, ell.operations + coo.operations);
      EXPECT_NE(said.reason.find("Coo part by " + std::string(coo.kernel)), std::string::npos);
    }
  });
}

TEST(SpmmExplain, single_columns_go_to_the_product_with_a_vector) {
  const Csr A = make_csr();
  const auto plan = spmm_plan(Exec(), Op::none, A);
  const Columns b("B", cols, 1), c("C", rows, 1);
  const auto said = plan.explain(Exec(), A, b, c);
  EXPECT_EQ(said.kernel, plan.apply(Exec(), 1.0, A, b, 0.0, c).name);
  EXPECT_EQ(said.kernel, spmv_plan(Exec(), Op::none, A, {.compress = false}).kernel().name);
  EXPECT_NE(said.reason.find("vector"), std::string::npos) << said.reason;
  EXPECT_EQ(said.operations, 2 * A.nnz());
}

TEST(SpmmExplain, shared_lists_take_the_place_of_columns) {
  if (!on_host) GTEST_SKIP() << "the host's kernel reads them";
  Triplets band{600, 610, {}};
  for (std::int64_t row = 0; row < 600; ++row)
    for (std::int64_t k = 0; k < 5; ++k) band.entries.push_back({row, row + 2 * k, 1});
  const Csr lines = MatrixFrom<Csr>::make(band, {}, Order::sorted);
  const auto shared = explain(Op::none, lines);
  EXPECT_EQ(shared.kernel, "spmm_csr_host");
  EXPECT_EQ(shared.encoding, "dictionary");
  constexpr std::int64_t lists = 600 + 4 * 5 + 4 * 2;  // an id a row, a list, where it lies
  EXPECT_NEAR(shared.index_bytes_per_nnz, (4 * 601 + lists) / 3000.0, 1e-12);
  EXPECT_EQ(shared.bytes_moved, 4 * 601 + lists + 8 * (3000 + (600 + 610) * columns));
  const auto vector = spmv_plan(Exec(), Op::none, lines, {.compress = false}).explain();
  EXPECT_EQ(shared.plan_bytes, lists + vector.plan_bytes);
  // The corners of a grid have lists of their own.
  const Csr A = MatrixFrom<Csr>::make(grid<double>(40, 30, 1, false), {}, Order::sorted);
  EXPECT_EQ(explain(Op::none, A).encoding, "mixed");
  EXPECT_EQ(explain(Op::none, A, {.backend = Backend::generic}).encoding, "raw");
}

/// The rows as they are stored, and their lists, serve the transpose.
TEST(SpmmExplain, transposes_of_stored_rows) {
  if (!on_host) GTEST_SKIP() << "by the host's kernel";
  const Csr A = MatrixFrom<Csr>::make(grid<double>(40, 30, 1, false), {}, Order::sorted);
  const auto said = explain(Op::transpose, A);
  EXPECT_EQ(said.kernel, "spmm_csr_transposed_host");
  EXPECT_EQ(said.encoding, "mixed");
  EXPECT_LT(said.index_bytes_per_nnz,
            explain(Op::transpose, A, {.backend = Backend::generic}).index_bytes_per_nnz);
  EXPECT_GT(said.workspace_bytes, 0);
}

TEST(SpmmExplain, the_workspace_is_what_the_kernel_asks_for) {
  if (!on_host) GTEST_SKIP() << "of the host's kernel";
  const Csr A = make_csr();
  const auto plan = spmm_plan(Exec(), Op::none, A);
  const auto by_columns =
      plan.explain(Exec(), A, no_memory<Columns>(cols, columns), no_memory<Rows>(rows, columns));
  EXPECT_EQ(by_columns.kernel, "spmm_csr_host");
  EXPECT_EQ(by_columns.workspace_bytes, std::int64_t(plan.workspace_bytes(columns)));
  EXPECT_GT(by_columns.workspace_bytes, 0);
  EXPECT_EQ(explain(Op::none, A).workspace_bytes, 0);
}

TEST(SpmmExplain, sides_and_ops_of_b) {
  const Csr A = make_csr();
  const auto plan = spmm_plan(Exec(), Op::none, A, {.side = Side::right});
  const Rows b("B", rows, columns), c("C", columns, cols);
  const auto said = plan.explain(Exec(), Op::transpose, A, b, c);
  EXPECT_EQ(said.kernel, plan.apply(Exec(), Op::transpose, 1.0, A, b, 0.0, c).name);
  EXPECT_EQ(said.operations, 2 * A.nnz() * columns);
  expect_error(Status::invalid_value, "'B'", [&] { plan.explain(Exec(), A, b, c); });
}

TEST(SpmmExplain, batches_of_one_pattern) {
  const Csr A = make_csr();
  constexpr std::int64_t count = 3;
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> values("values", count, A.nnz());
  const Kokkos::View<double***, Kokkos::LayoutRight, Space> c("C", count, rows, columns);
  const auto plan = spmm_plan(Exec(), Op::none, A, {.backend = Backend::generic});
  const auto said =
      plan.explain(Exec(), StridedBatch(A, values), no_memory<Rows>(cols, columns), c);
  EXPECT_EQ(said.bytes_moved, 4 * (rows + 1) + 4 * A.nnz() + 8 * cols * columns +
                                  8 * count * (A.nnz() + rows * columns));
  EXPECT_EQ(said.operations, 2 * count * A.nnz() * columns);
}

TEST(SpmmExplain, batches_of_own_patterns) {
  constexpr std::int64_t count = 2;
  const Csr first = make_csr();
  const OwnedBatch<Csr> owned({first, first});
  const auto A = owned.batch();
  const Kokkos::View<double***, Kokkos::LayoutRight, Space> c("C", count, rows, columns),
      turned("C", count, cols, columns);
  const std::int64_t nnz = first.nnz();
  const auto plan = spmm_plan(Exec(), Op::none, A);
  const Rows b("B", cols, columns), tall("B", rows, columns);
  const auto said = plan.explain(Exec(), A, b, c);
  EXPECT_EQ(said.kernel, plan.apply(Exec(), 1.0, A, b, 0.0, c).name);
  EXPECT_EQ(said.format, "csr");
  EXPECT_EQ(said.plan_bytes, 0);
  EXPECT_EQ(said.bytes_moved,
            count * (4 * (rows + 1) + 12 * nnz + 8 * rows * columns) + 8 * cols * columns);
  EXPECT_EQ(said.operations, 2 * count * nnz * columns);
  const auto transposed = spmm_plan(Exec(), Op::transpose, A);
  const auto ordered = transposed.explain(Exec(), A, tall, turned);
  EXPECT_EQ(ordered.kernel, transposed.apply(Exec(), 1.0, A, tall, 0.0, turned).name);
  EXPECT_EQ(ordered.plan_bytes, 12 * count * nnz + 8 * (count * cols + 1));
  EXPECT_EQ(ordered.operations, 2 * count * nnz * columns);
}

TEST(SpmmExplain, takes_only_the_matrix_of_the_plan) {
  const Csr A = make_csr(), other = make_csr();
  const auto plan = spmm_plan(Exec(), Op::none, A);
  expect_error(Status::stale_plan, "make a new plan", [&] {
    plan.explain(Exec(), other, no_memory<Rows>(cols, columns), no_memory<Rows>(rows, columns));
  });
}

TEST(SpmmExplain, a_kernel_that_does_not_take_the_product_is_refused_as_by_apply) {
  const Csr A = make_csr();
  expect_error(Status::not_supported, "options.kernel",
               [&] { explain(Op::none, A, {.kernel = "no_such_kernel"}); });
  EXPECT_EQ(explain(Op::none, A, {.kernel = "spmm_csr_generic"}).reason, "asked for by name");
}

TEST(SpmmExplain, new_plans_are_logged) {
  std::vector<std::string> lines;
  set_log_callback([&](LogKind kind, std::string_view line) {
    if (kind == LogKind::info) lines.emplace_back(line);
  });
  set_log_mask(int(LogKind::info));
  const auto plan = spmm_plan(Exec(), Op::transpose, make_csr());
  set_log_mask(0);
  set_log_callback({});
  ASSERT_FALSE(lines.empty());
  EXPECT_EQ(lines.back().find("[filigree][info][spmm_plan] csr, plan "), 0u) << lines.back();
}

}  // namespace
}  // namespace filigree::test
