// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// Kokkos Kernels as a second opinion on conversions, where it has them. Entries are small integers,
// so that sums of equal ones are exact in any order.
#include <format/test_matrix.hpp>
#include <reference/kokkos_kernels.hpp>

#include <KokkosSparse_BsrMatrix.hpp>
#include <KokkosSparse_SortCrs.hpp>
#include <KokkosSparse_coo2crs.hpp>
#include <KokkosSparse_crs2ccs.hpp>

#include <filigree/convert.hpp>
#include <filigree/convert_blocks.hpp>

namespace filigree::test {
namespace {

template <class T>
class ReferenceConvert : public ::testing::Test {
 protected:
  const Device exec;
};

using ReferenceTypes = ::testing::Types<
    Types<Device, float, int32_t, int32_t>, Types<Device, double, int32_t, int32_t>,
    Types<Device, complex_double, int32_t, int32_t>, Types<Device, double, int32_t, int64_t>>;
TYPED_TEST_SUITE(ReferenceConvert, ReferenceTypes);

struct Size {
  int64_t rows, cols, nnz;
};
constexpr Size sizes[] = {
    {1, 1, 1}, {7, 5, 0}, {60, 900, 4000}, {900, 60, 4000}, {3000, 3000, 20000}};

/// Entries row by row, within a row as they come.
template <class S>
Entries<S> by_row(Entries<S> entries) {
  std::stable_sort(entries.begin(), entries.end(),
                   [](const Entry<S>& a, const Entry<S>& b) { return a.row < b.row; });
  return entries;
}

template <class Matrix>
auto entries_of_kernels_csr(const Matrix& A) {
  return uncompressed(read(A.graph.row_map), read(A.graph.entries), read(A.values), 0, true);
}

TYPED_TEST(ReferenceConvert, csr_to_csc) {
  unsigned seed = 1;
  for (const auto& [rows, cols, nnz] : sizes) {
    const auto A = make_csr<TypeParam>(
        by_row(random_entries<typename TypeParam::Scalar>(rows, cols, nnz, true, seed++)), rows,
        cols);
    auto B = kernels_csr(A);
    const auto expected = KokkosSparse::crs2ccs(B);
    this->exec.fence();
    expect_same(
        sorted_by_column(uncompressed(read(expected.graph.col_map), read(expected.graph.entries),
                                      read(expected.values), 0, false)),
        entries_of(csr_to_csc(this->exec, A)));
  }
}

TYPED_TEST(ReferenceConvert, sorted_rows) {
  unsigned seed = 10;
  for (const auto& [rows, cols, nnz] : sizes) {
    const auto entries =
        by_row(random_entries<typename TypeParam::Scalar>(rows, cols, nnz, true, seed++));
    // Kokkos Kernels sorts in place
    const auto B = kernels_csr(make_csr<TypeParam>(entries, rows, cols));
    KokkosSparse::sort_crs_matrix(B);
    this->exec.fence();
    expect_same(
        entries_of_kernels_csr(B),
        entries_of(sort_entries(this->exec, make_csr<TypeParam>(entries, rows, cols)).matrix));
  }
}

TYPED_TEST(ReferenceConvert, coo_to_csr_with_duplicates) {
  unsigned seed = 20;
  for (const auto& [rows, cols, nnz] : sizes) {
    if (nnz == 0) continue;  // Kokkos Kernels takes none of these
    auto entries = random_entries<typename TypeParam::Scalar>(rows, cols, nnz, false, seed++);
    const auto again = entries;
    entries.insert(entries.end(), again.begin(), again.begin() + std::min<int64_t>(nnz, 500));
    const auto A = make_coo<TypeParam>(entries, rows, cols);
    const auto expected = KokkosSparse::coo2crs(int(rows), int(cols), writable(A.row_indices()),
                                                writable(A.col_indices()), A.values());
    KokkosSparse::sort_crs_matrix(expected);
    this->exec.fence();
    expect_same(entries_of_kernels_csr(expected),
                entries_of(coo_to_csr<typename TypeParam::Offset>(this->exec, A)));
  }
}

TYPED_TEST(ReferenceConvert, csr_to_bsr) {
  using Scalar = typename TypeParam::Scalar;
  using Offset = typename TypeParam::Offset;
  unsigned seed = 30;
  for (const int block : {1, 2, 3, 5}) {
    // Kokkos Kernels wants every place of a block to be there
    Entries<Scalar> entries;
    for (const auto& entry : random_entries<Scalar>(40, 70, 300, true, seed++))
      for (int i = 0; i < block; ++i)
        for (int j = 0; j < block; ++j)
          entries.push_back({entry.row * block + i, entry.column * block + j,
                             value_of<Scalar>(1 + int(entries.size() % 127))});
    const auto A = make_csr<TypeParam>(sorted_by_row(entries), 40 * block, 70 * block);
    const KokkosSparse::Experimental::BsrMatrix<
        Scalar, int, typename KernelsCsr<Scalar, Offset>::device_type, void, Offset>
        expected(kernels_csr(A), block);
    const auto found = csr_to_bsr(this->exec, A, {.block = BlockLayout{block, block}});
    this->exec.fence();
    EXPECT_EQ(entries_of(found.row_offsets()), read(expected.graph.row_map));
    EXPECT_EQ(entries_of(found.col_indices()), read(expected.graph.entries));
    EXPECT_EQ(entries_of(found.values()), read(expected.values));
  }
}

}  // namespace
}  // namespace filigree::test
