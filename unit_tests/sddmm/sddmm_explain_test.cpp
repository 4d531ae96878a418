// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <vector>

#include <filigree/core/log.hpp>

#include "sddmm_support.hpp"
#include "spmm/matrix_batch_support.hpp"
#include "spmv/expect_error.hpp"

/// What plans say of their products. That the kernel is the one that apply returns is checked in
/// every planned product of SddmmTest.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using Csr = CsrMatrix<double, I32, I32, Space>;
using Csc = CscMatrix<double, I32, std::int64_t, Space>;
using Bsr = BsrMatrix<float, I32, I32, Space>;
template <class T>
using Rows = Kokkos::View<T**, Kokkos::LayoutRight, Space>;
template <class T>
using Columns = Kokkos::View<T**, Kokkos::LayoutLeft, Space>;

constexpr std::int64_t rows = 40, cols = 30, inner = 12;
constexpr bool on_host = detail::is_host_execution_v<Exec>;

template <class Matrix>
Matrix make() {
  std::mt19937 random(5);
  return MatrixFrom<Matrix>::make(
      random_triplets<typename Matrix::scalar_type>(random, {rows, cols, 4}), {}, Order::sorted);
}

/// Sizes and strides are all that counts.
template <class View>
View no_memory(std::int64_t m, std::int64_t n) {
  return View(static_cast<typename View::value_type*>(nullptr), m, n);
}

template <class Matrix>
SddmmExplanation explain(const Matrix& C, const SddmmOptions& options = {}) {
  using T = typename Matrix::scalar_type;
  return sddmm_plan(Exec(), C, options)
      .explain(Exec(), no_memory<Rows<T>>(rows, inner), no_memory<Columns<T>>(inner, cols), C);
}

TEST(SddmmExplain, csr) {
  const Csr C = make<Csr>();
  const std::int64_t pattern = 4 * (rows + 1) + 4 * C.nnz();
  const auto said = explain(C, {.backend = Backend::generic});
  EXPECT_EQ(said.format, "csr");
  EXPECT_EQ(said.kernel, "sddmm_csr_generic");
  EXPECT_EQ(said.encoding, "raw");
  EXPECT_EQ(said.reason, "asked for");
  EXPECT_EQ(said.plan_bytes, 0);
  EXPECT_EQ(said.workspace_bytes, 0);
  EXPECT_DOUBLE_EQ(said.index_bytes_per_nnz, double(pattern) / double(C.nnz()));
  EXPECT_EQ(said.bytes_moved, pattern + 8 * (C.nnz() + (rows + cols) * inner));
  EXPECT_EQ(said.operations, 2 * C.nnz() * inner);
  EXPECT_DOUBLE_EQ(said.expected_seconds, double(said.bytes_moved) / said.bandwidth);
  const std::string text = said.text();
  for (const char* const part : {"csr, kernel sddmm_csr_generic (asked for)", "indices raw", "MB"})
    EXPECT_NE(text.find(part), std::string::npos) << text;
}

TEST(SddmmExplain, csc_and_blocks) {
  const Csc by_columns = make<Csc>();
  const auto csc = explain(by_columns);
  EXPECT_EQ(csc.format, "csc");
  EXPECT_EQ(csc.bytes_moved,
            8 * (cols + 1) + 4 * by_columns.nnz() + 8 * (by_columns.nnz() + (rows + cols) * inner));
  const Bsr blocked = make<Bsr>();
  const auto places = std::int64_t(blocked.values().extent(0));
  const auto pattern =
      4 * std::int64_t(blocked.row_offsets().extent(0) + blocked.col_indices().extent(0));
  const auto bsr = explain(blocked);
  EXPECT_EQ(bsr.format, "bsr");
  EXPECT_EQ(bsr.bytes_moved, pattern + 4 * (places + (rows + cols) * inner));
  EXPECT_EQ(bsr.operations, 2 * places * inner);
  EXPECT_NE(bsr.text().find("bsr, kernel sddmm_bsr_"), std::string::npos) << bsr.text();
}

TEST(SddmmExplain, layouts_decide_on_kernel_and_workspace) {
  if (!on_host) GTEST_SKIP() << "of the host's kernel";
  const Csr C = make<Csr>();
  const auto plan = sddmm_plan(Exec(), C);
  const auto contiguous = explain(C);
  EXPECT_EQ(contiguous.kernel, "sddmm_csr_host");
  EXPECT_EQ(contiguous.workspace_bytes, 0);
  const auto copied = plan.explain(Exec(), no_memory<Rows<double>>(rows, inner),
                                   no_memory<Rows<double>>(inner, cols), C);
  EXPECT_EQ(copied.kernel, "sddmm_csr_host");
  EXPECT_GT(copied.workspace_bytes, 0);
  EXPECT_LE(copied.workspace_bytes, std::int64_t(plan.workspace_bytes(inner)));
}

TEST(SddmmExplain, batches) {
  constexpr std::int64_t count = 3;
  const Csr C = make<Csr>();
  const std::int64_t dense = 8 * (count * rows + cols) * inner;
  const Kokkos::View<double***, Kokkos::LayoutRight, Space> a("A", count, rows, inner);
  const Columns<double> b("B", inner, cols);
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> values("values", count, C.nnz());
  const auto one =
      sddmm_plan(Exec(), C).explain(Exec(), a, b, StridedBatch<Csr, double>(C, values));
  EXPECT_EQ(one.bytes_moved, 4 * (rows + 1) + 4 * C.nnz() + 8 * count * C.nnz() + dense);
  EXPECT_EQ(one.operations, 2 * count * C.nnz() * inner);
  const OwnedBatch<Csr> owned({C, C, C});
  const auto batch = owned.batch();
  const auto plan = sddmm_plan(Exec(), batch);
  const auto own = plan.explain(Exec(), a, b, batch);
  EXPECT_EQ(own.kernel, plan.apply(Exec(), 1.0, a, b, 0.0, batch).name);
  EXPECT_EQ(own.bytes_moved, count * (4 * (rows + 1) + 12 * C.nnz()) + dense);
}

TEST(SddmmExplain, refuses_what_apply_refuses) {
  const Csr C = make<Csr>(), other = make<Csr>();
  const auto a = no_memory<Rows<double>>(rows, inner), b = no_memory<Rows<double>>(inner, cols);
  const auto plan = sddmm_plan(Exec(), C);
  expect_error(Status::stale_plan, "make a new plan", [&] { plan.explain(Exec(), a, b, other); });
  expect_error(Status::invalid_value, "'B'", [&] { plan.explain(Exec(), a, a, C); });
  expect_error(Status::not_supported, "options.kernel",
               [&] { explain(C, {.kernel = "no_such_kernel"}); });
}

TEST(SddmmExplain, new_plans_are_logged) {
  std::vector<std::string> lines;
  set_log_callback([&](LogKind, std::string_view line) { lines.emplace_back(line); });
  set_log_mask(int(LogKind::info));
  const auto plan = sddmm_plan(Exec(), make<Csr>());
  set_log_mask(0);
  set_log_callback({});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].find("[filigree][info][sddmm_plan] csr, plan 0 MB built in "), 0u) << lines[0];
}

}  // namespace
}  // namespace filigree::test
