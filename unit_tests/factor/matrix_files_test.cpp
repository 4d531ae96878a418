// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/io/read.hpp>

#include "factor_support.hpp"
#include "io/matrix_files.hpp"

/// Factors of real matrices, or why there are none.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Host = Kokkos::DefaultHostExecutionSpace;
using Matrix = CsrMatrix<complex_double, std::int32_t, std::int32_t, Space>;
using Vector = Kokkos::View<complex_double*, Space>;

/// All entries of a file, on the device.
Matrix read(const std::filesystem::path& file) {
  const auto coo = read_matrix<complex_double>(file, {.expand_symmetry = true});
  const auto host = coo_to_csr(Host{}, coo);
  const auto copied = [](const auto& view) {
    return Kokkos::create_mirror_view_and_copy(Space{}, view);
  };
  const Kokkos::View<std::int32_t*, Space> offsets("offsets", host.row_offsets().extent(0)),
      columns("columns", host.nnz());
  const auto narrow_offsets = Kokkos::create_mirror_view(offsets);
  const auto narrow_columns = Kokkos::create_mirror_view(columns);
  for (std::size_t i = 0; i < offsets.extent(0); ++i)
    narrow_offsets(i) = std::int32_t(host.row_offsets()(i));
  for (std::size_t k = 0; k < columns.extent(0); ++k)
    narrow_columns(k) = std::int32_t(host.col_indices()(k));
  Kokkos::deep_copy(offsets, narrow_offsets);
  Kokkos::deep_copy(columns, narrow_columns);
  MatrixProperties properties = host.properties();
  return {host.num_rows(), host.num_cols(), offsets, columns, copied(host.values()), properties};
}

/// The first row without a diagonal; -1: none.
std::int64_t missing_diagonal(const HostRows& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i)
    if (!rows[i].contains(std::int64_t(i))) return std::int64_t(i);
  return -1;
}

class FactorFiles : public ::testing::TestWithParam<std::filesystem::path> {};

/// Rows up to the pivot that is reported have a product that is A's.
TEST_P(FactorFiles, factors_or_the_row_where_they_end) {
  const Exec exec;
  const Matrix A = read(GetParam());
  if (A.num_rows() != A.num_cols()) {
    EXPECT_THROW(ilu0_plan(exec, A), Error);
    return;
  }
  const auto values = download(A.values());
  const HostRows rows = host_rows(A, values);
  const auto base = std::int64_t(A.properties().index_base);
  const std::int64_t missing = missing_diagonal(rows);
  for (const FactorKind kind : both_kinds) {
    SCOPED_TRACE(kind_name(kind));
    if (missing >= 0) {
      try {
        factor_plan(exec, kind, A);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const Error& error) {
        EXPECT_EQ(error.status(), Status::zero_pivot);
        EXPECT_NE(std::string(error.what()).find("row " + std::to_string(missing + base)),
                  std::string::npos)
            << error.what();
      }
      continue;
    }
    const Vector factors("factors", A.nnz());
    const PivotReport<Space> report(exec);
    factor_plan(exec, kind, A).apply(exec, A, factors, report);
    const std::int64_t position = report.position(exec);
    // A stiffness matrix whose incomplete Cholesky factorization breaks down.
    if (kind == FactorKind::cholesky && GetParam().filename() == "bcsstk13.mtx") {
      EXPECT_GE(position, base);
    }
    const auto end = position < 0 ? A.num_rows() : position - base;
    EXPECT_TRUE(
        is_product<complex_double>(kind, rows, host_rows(A, download(factors)), std::size_t(end)));
  }
}

INSTANTIATE_TEST_SUITE_P(All, FactorFiles, ::testing::ValuesIn(matrix_files()), MatrixFileName());

}  // namespace
}  // namespace filigree::test
