// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "support.hpp"

/// Solves work in the buffer that their analysis was given, of the size that was asked for.

namespace filigree::test::cusparse {
namespace {

constexpr auto as_stored = CUSPARSE_OPERATION_NON_TRANSPOSE;

/// A lower triangle: 2 on its diagonal, 1 below.
class TwoDiagonals {
 public:
  explicit TwoDiagonals(int rows) : rows_(rows) {
    std::vector<int> offsets(1, 0), columns;
    std::vector<double> values;
    for (int row = 0; row < rows; ++row) {
      if (row > 0) columns.push_back(row - 1), values.push_back(1);
      columns.push_back(row), values.push_back(2);
      offsets.push_back(int(values.size()));
    }
    offsets_ = Array<int>(offsets);
    columns_ = Array<int>(columns);
    values_ = Array<double>(values);
    must(cusparseCreateCsr(&description_, rows, rows, std::int64_t(values.size()), offsets_.data(),
                           columns_.data(), values_.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
  }
  TwoDiagonals(const TwoDiagonals&) = delete;
  ~TwoDiagonals() { cusparseDestroySpMat(description_); }

  cusparseSpMatDescr_t get() const { return description_; }
  int rows() const { return rows_; }

 private:
  int rows_;
  Array<int> offsets_, columns_;
  Array<double> values_;
  cusparseSpMatDescr_t description_ = nullptr;
};

/// A buffer of the size that was asked for, with something behind it.
class GuardedBuffer {
 public:
  explicit GuardedBuffer(std::size_t bytes)
      : bytes_(bytes), array_(std::vector<unsigned char>(bytes + guard, fill)) {}
  void* data() const { return bytes_ > 0 ? array_.data() : nullptr; }

  bool is_written() const { return differs(0, bytes_); }
  bool is_written_behind() const { return differs(bytes_, bytes_ + guard); }

 private:
  static constexpr std::size_t guard = 256;
  static constexpr unsigned char fill = 0xa5;

  bool differs(std::size_t begin, std::size_t end) const {
    const auto all = array_.to_host();
    return std::any_of(all.begin() + std::ptrdiff_t(begin), all.begin() + std::ptrdiff_t(end),
                       [](unsigned char byte) { return byte != fill; });
  }

  std::size_t bytes_;
  Array<unsigned char> array_;
};

TEST(CusparseSolveBuffers, SpSMWorksInTheCallersBuffer) {
  const Handle handle;
  const TwoDiagonals A(60'000);
  const int n = A.rows();
  for (const int columns : {1, 2, 9, 70})
    for (const cusparseOrder_t order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
      SCOPED_TRACE(std::to_string(columns) + " columns, order " + std::to_string(order));
      std::mt19937 random(17);
      std::vector<double> unknowns(std::size_t(n) * columns), right(unknowns.size());
      const auto place = [&](int row, int column) {
        return order == CUSPARSE_ORDER_COL ? std::size_t(column) * n + row
                                           : std::size_t(row) * columns + column;
      };
      for (int j = 0; j < columns; ++j)
        for (int i = 0; i < n; ++i) {
          unknowns[place(i, j)] = small_number<double>(random);
          right[place(i, j)] =
              2 * unknowns[place(i, j)] + (i > 0 ? unknowns[place(i - 1, j)] : 0.0);
        }
      const Array<double> b(right), x(right.size());
      const int ld = order == CUSPARSE_ORDER_COL ? n : columns;
      const DenseMatrix<double> B(b, n, columns, ld, order), X(x, n, columns, ld, order);
      const double alpha = 1;
      cusparseSpSMDescr_t state = nullptr;
      must(cusparseSpSM_createDescr(&state));
      const auto call = [&](const auto& function, auto... last) {
        must(function(handle.get(), as_stored, as_stored, &alpha, A.get(), B.get(), X.get(),
                      CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, state, last...));
      };
      std::size_t bytes = 1;
      call(cusparseSpSM_bufferSize, &bytes);
      const GuardedBuffer buffer(bytes);
      call(cusparseSpSM_analysis, buffer.data());
      for (int again = 0; again < 2; ++again) {
        call(cusparseSpSM_solve);
        EXPECT_TRUE(x.to_host() == unknowns);
      }
      EXPECT_EQ(buffer.is_written(), bytes > 0);
      EXPECT_FALSE(buffer.is_written_behind());
      must(cusparseSpSM_destroyDescr(state));
    }
}

/// With a buffer and without one: what the latter works in is then the description's.
TEST(CusparseSolveBuffers, SpSVMayHaveNone) {
  const Handle handle;
  const TwoDiagonals A(3000);
  std::vector<double> right(std::size_t(A.rows()), 3);
  right[0] = 2;
  const Array<double> b(right), x(right.size());
  const DenseVector<double> B(b), X(x);
  const double alpha = 1;
  for (const bool has_buffer : {true, false}) {
    cusparseSpSVDescr_t state = nullptr;
    must(cusparseSpSV_createDescr(&state));
    const auto call = [&](const auto& function, auto... last) {
      must(function(handle.get(), as_stored, &alpha, A.get(), B.get(), X.get(), CUDA_R_64F,
                    CUSPARSE_SPSV_ALG_DEFAULT, state, last...));
    };
    std::size_t bytes = 1;
    call(cusparseSpSV_bufferSize, &bytes);
    const GuardedBuffer buffer(bytes);
    call(cusparseSpSV_analysis, has_buffer ? buffer.data() : nullptr);
    call(cusparseSpSV_solve);
    EXPECT_EQ(x.to_host(), std::vector<double>(right.size(), 1));
    EXPECT_EQ(buffer.is_written(), has_buffer && bytes > 0);
    EXPECT_FALSE(buffer.is_written_behind());
    must(cusparseSpSV_destroyDescr(state));
  }
}

}  // namespace
}  // namespace filigree::test::cusparse
