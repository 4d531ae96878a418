// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/convert_formats.hpp>

#include <vector>

#include <format/test_matrix.hpp>

/// What the tests of conversions between formats share.

namespace filigree::test {

/// One of each size of value, both integer types, and the other execution space.
using SizedTypes = ::testing::Types<
    Types<Device, double, int32_t, int32_t>, Types<Device, std::int8_t, int32_t, int64_t>,
    Types<Device, bfloat16, int64_t, int32_t>, Types<Device, float, int64_t, int64_t>,
    Types<Device, complex_double, int32_t, int32_t>, Types<Host, double, int32_t, int64_t>>;

/// The scalars that share a size with one of those, and their copying code: for round trips alone,
/// and one of them under a sanitizer.
#if defined(FILIGREE_TEST_FEW_TYPES)
using OtherScalars = ::testing::Types<Types<Device, half, int32_t, int32_t>>;
#else
using OtherScalars = ::testing::Types<Types<Device, half, int32_t, int32_t>,
                                      Types<Device, complex_half, int32_t, int32_t>,
                                      Types<Device, complex_bfloat16, int32_t, int32_t>,
                                      Types<Device, complex_float, int32_t, int32_t>>;
#endif

template <class S>
std::vector<S> values_of(const std::vector<int>& numbers) {
  std::vector<S> result;
  for (const int number : numbers) result.push_back(number == 0 ? S{} : value_of<S>(number));
  return result;
}

/// The entries that a matrix's visitor finds, in stored order, from a copy on the host.
template <class Matrix>
Entries<typename Matrix::scalar_type> visited_entries(const Matrix& A) {
  using S = typename Matrix::scalar_type;
  const auto on_host = copy_to<Kokkos::HostSpace>(A);
  const auto rows = detail::format_rows(on_host);
  Entries<S> entries;
  for (int64_t k = 0; k < rows.num_rows; ++k)
    rows.for_each(k, [&](int64_t column, int64_t place) {
      entries.push_back({rows.row_of(k), column, on_host.values()(place)});
    });
  return entries;
}

/// Csr matrices equal to the last bit, flags included.
template <class A, class B>
void expect_same_csr(const A& expected, const B& found) {
  EXPECT_EQ(expected.num_rows(), found.num_rows());
  EXPECT_EQ(expected.num_cols(), found.num_cols());
  EXPECT_EQ(expected.properties(), found.properties());
  if (expected.num_rows() > 0) {
    EXPECT_EQ(entries_of(expected.row_offsets()), entries_of(found.row_offsets()));
  }
  EXPECT_EQ(entries_of(expected.col_indices()), entries_of(found.col_indices()));
  expect_same(entries_of(expected), entries_of(found));
}

}  // namespace filigree::test
