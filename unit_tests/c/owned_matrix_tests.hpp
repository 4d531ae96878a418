// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdio>
#include <numeric>
#include <string>
#include <vector>

#include <c/operands.hpp>

/// Matrices with arrays of the library's, files and memory of targets by the C API.

namespace c_tests {

/// Whether a matrix of the C API is the one on paper, in that format.
template <class Space>
void expect_matrix(filigree_handle_t handle, filigree_const_sparse_matrix_t matrix,
                   filigree_format_t format, const Paper& paper, filigree_scalar_type_t scalar) {
  filigree_format_t found = FILIGREE_FORMAT_DIA;
  C_OK(filigree_sparse_matrix_get_format(matrix, &found));
  EXPECT_EQ(found, format);
  const Dense<Space> dense(Paper(paper.rows, paper.cols), FILIGREE_LAYOUT_COLUMN_MAJOR, scalar);
  C_OK(filigree_sparse_to_dense(handle, matrix, dense.matrix));
  C_OK(filigree_synchronize(handle));
  dense.expect(paper);
}

inline constexpr filigree_format_t owned_formats[] = {
    FILIGREE_FORMAT_CSR, FILIGREE_FORMAT_CSC,  FILIGREE_FORMAT_COO,
    FILIGREE_FORMAT_BSR, FILIGREE_FORMAT_SELL, FILIGREE_FORMAT_BLOCKED_ELL,
    FILIGREE_FORMAT_ELL, FILIGREE_FORMAT_DIA,  FILIGREE_FORMAT_HDIA};

/// Each format into each, and into a file and back.
template <class Space>
void owned_case(filigree_handle_t handle, const Types& types, const Widths& widths,
                filigree_format_t format, unsigned turn) {
  if (types.a > FILIGREE_SCALAR_COMPLEX_DOUBLE) return;
  const Paper a = random_paper(32, 24, 0.1, is_complex(types.a), 41);
  const auto base = format == FILIGREE_FORMAT_SELL ? FILIGREE_BASE_ZERO : all_bases[turn % 2];
  const Sparse<Space> A(a, format, widths, base, types.a);
  C_OK(filigree_sparse_matrix_validate(handle, A.matrix));
  for (const auto to : owned_formats) {
    SCOPED_TRACE(testing::Message() << "to " << to);
    filigree_sparse_matrix_t B = nullptr;
    C_OK(filigree_sparse_matrix_convert(handle, A.matrix, to, 4, 4, all_bases[turn / 2 % 2], &B));
    expect_matrix<Space>(handle, B, to, a, types.a);
    C_OK(filigree_sparse_matrix_validate(handle, B));
    std::int64_t rows = 0, cols = 0;
    const bool has_slices = to == FILIGREE_FORMAT_SELL || to == FILIGREE_FORMAT_HDIA;
    if (has_slices || to == FILIGREE_FORMAT_BSR || to == FILIGREE_FORMAT_BLOCKED_ELL) {
      C_OK(filigree_sparse_matrix_get_blocks(B, &rows, &cols));
      EXPECT_EQ(rows, 4);
      EXPECT_EQ(cols, has_slices ? 1 : 4);
    }
    C_OK(filigree_sparse_matrix_destroy(B));
    if (testing::Test::HasFatalFailure()) return;
  }
  const std::string path = testing::TempDir() + "c_owned_matrix_" + std::to_string(turn) + ".mtx";
  C_OK(filigree_sparse_matrix_write(handle, A.matrix, path.c_str()));
  std::int64_t rows = 0, cols = 0, entries = 0;
  int complex = 7;
  C_OK(filigree_matrix_file_get_info(path.c_str(), &rows, &cols, &entries, &complex));
  EXPECT_EQ(rows, a.rows);
  EXPECT_EQ(cols, a.cols);
  EXPECT_EQ(complex != 0, is_complex(types.a));
  filigree_sparse_matrix_t B = nullptr;
  C_OK(filigree_sparse_matrix_read(handle, path.c_str(), format, widths.offset, widths.index,
                                   FILIGREE_BASE_ONE, types.a, 0, &B));
  expect_matrix<Space>(handle, B, format, a, types.a);
  C_OK(filigree_sparse_matrix_destroy(B));
  std::remove(path.c_str());
}

template <class Space>
void owned_all(filigree_handle_t handle) {
  const auto f = [&](const Types& types, const Widths& widths, filigree_format_t format,
                     unsigned turn) { owned_case<Space>(handle, types, widths, format, turn); };
  for_each_matrix(f);
  for_each_matrix(f, block_formats);
}

/// There and back, and over half of it a byte.
inline void memory_there_and_back(filigree_handle_t handle) {
  std::vector<unsigned char> bytes(1000), back(1000, 7);
  std::iota(bytes.begin(), bytes.end(), 0);
  void *memory = nullptr, *other = nullptr;
  C_OK(filigree_memory_allocate(handle, bytes.size(), &memory));
  C_OK(filigree_memory_allocate(handle, bytes.size(), &other));
  C_OK(filigree_memory_copy(handle, FILIGREE_COPY_TO_TARGET, memory, bytes.data(), bytes.size()));
  C_OK(filigree_memory_fill(handle, memory, 255, 500));
  C_OK(filigree_memory_copy(handle, FILIGREE_COPY_WITHIN_TARGET, other, memory, bytes.size()));
  C_OK(filigree_memory_copy(handle, FILIGREE_COPY_FROM_TARGET, back.data(), other, bytes.size()));
  for (std::size_t k = 0; k < bytes.size(); ++k) EXPECT_EQ(back[k], k < 500 ? 255 : bytes[k]) << k;
  C_OK(filigree_memory_free(handle, memory));
  C_OK(filigree_memory_free(handle, other));
}

}  // namespace c_tests
