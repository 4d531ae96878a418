// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// cusparseSpMatConvert: conversions between sparse formats.
#include <memory>
#include <vector>

#include "products.hpp"

namespace filigree::test::cusparse {
namespace {

/// A matrix to be filled: its arrays are given to it when its number of entries is known.
class Target {
 public:
  /// Blocked formats have blocks of 2 x 2, sliced ones slices of 3 rows.
  Target(cusparseFormat_t format, int rows, int cols, int base) : format_(format) {
    const auto index_base = cusparseIndexBase_t(base);
    constexpr auto index = CUSPARSE_INDEX_32I;
    switch (format) {
      case CUSPARSE_FORMAT_COO:
        must(cusparseCreateCoo(&description_, rows, cols, 0, nullptr, nullptr, nullptr, index,
                               index_base, CUDA_R_64F));
        break;
      case CUSPARSE_FORMAT_CSR:
      case CUSPARSE_FORMAT_CSC:
        must((format == CUSPARSE_FORMAT_CSC ? cusparseCreateCsc : cusparseCreateCsr)(
            &description_, rows, cols, 0, nullptr, nullptr, nullptr, index, index, index_base,
            CUDA_R_64F));
        break;
      case CUSPARSE_FORMAT_BSR:
        must(cusparseCreateBsr(&description_, rows / 2, cols / 2, 0, 2, 2, nullptr, nullptr,
                               nullptr, index, index, index_base, CUDA_R_64F, CUSPARSE_ORDER_COL));
        break;
      case CUSPARSE_FORMAT_BLOCKED_ELL:
        must(cusparseCreateBlockedEll(&description_, rows, cols, 2, 0, nullptr, nullptr, index,
                                      index_base, CUDA_R_64F));
        break;
      case CUSPARSE_FORMAT_SLICED_ELLPACK:
        must(cusparseCreateSlicedEll(&description_, rows, cols, 0, 0, 3, nullptr, nullptr, nullptr,
                                     index, index, index_base, CUDA_R_64F));
        break;
    }
  }
  Target(const Target&) = delete;
  ~Target() { cusparseDestroySpMat(description_); }

  void allocate() {
    cusparseSpMatSizes_t sizes{};
    must(cusparseSpMatGetSizes(description_, &sizes));
    const auto make = [&](std::int64_t offsets, std::int64_t indices, std::int64_t values) {
      first_ = Array<int>(std::size_t(offsets));
      second_ = Array<int>(std::size_t(indices));
      values_ = Array<double>(std::vector<double>(std::size_t(values), 55.0));
    };
    switch (format_) {
      case CUSPARSE_FORMAT_COO:
        make(sizes.data.coo.nnz, sizes.data.coo.nnz, sizes.data.coo.nnz);
        break;
      case CUSPARSE_FORMAT_CSR:
        make(sizes.data.csr.rows + 1, sizes.data.csr.nnz, sizes.data.csr.nnz);
        break;
      case CUSPARSE_FORMAT_CSC:
        make(sizes.data.csc.cols + 1, sizes.data.csc.nnz, sizes.data.csc.nnz);
        break;
      case CUSPARSE_FORMAT_BSR:
        make(sizes.data.bsr.brows + 1, sizes.data.bsr.bnnz, 4 * sizes.data.bsr.bnnz);
        break;
      case CUSPARSE_FORMAT_BLOCKED_ELL: {
        const auto& ell = sizes.data.blockedEll;
        make(0, ell.rows / 2 * (ell.ellCols / 2), ell.rows * ell.ellCols);
        break;
      }
      case CUSPARSE_FORMAT_SLICED_ELLPACK: {
        const auto& ell = sizes.data.slicedEll;
        make((ell.rows + 2) / 3 + 1, ell.sellValuesSize, ell.sellValuesSize);
        break;
      }
    }
    cusparseSpMatPointers_t pointers{};
    pointers.format = format_;
    if (format_ == CUSPARSE_FORMAT_BLOCKED_ELL)
      pointers.data.blockedEll = {second_.data(), values_.data()};
    else
      pointers.data.csr = {first_.data(), second_.data(), values_.data()};
    must(cusparseSpMatSetPointers(description_, &pointers));
  }
  cusparseSpMatDescr_t get() const { return description_; }
  std::vector<double> values() const { return values_.to_host(); }

 private:
  cusparseFormat_t format_;
  Array<int> first_, second_;
  Array<double> values_;
  cusparseSpMatDescr_t description_ = nullptr;
};

class Converter {
 public:
  Converter() { must(cusparseSpMatConvertDescrCreate(&description_)); }
  Converter(const Converter&) = delete;
  ~Converter() { cusparseSpMatConvertDescrDestroy(description_); }

  /// Finds the sizes.
  void analyse(const Handle& handle, Op op, cusparseSpMatDescr_t A, cusparseSpMatDescr_t B,
               cusparseAction_t action = CUSPARSE_ACTION_NUMERIC) {
    std::size_t bytes = 1;
    must(cusparseSpMatConvert_bufferSize(handle.get(), op, A, B, action,
                                         CUSPARSE_SPMAT_CONVERT_ALG_DEFAULT, description_, &bytes));
    must(cusparseSpMatConvert_analysis(handle.get(), op, A, B, action,
                                       CUSPARSE_SPMAT_CONVERT_ALG_DEFAULT, description_, nullptr));
  }
  void convert(const Handle& handle, Op op, cusparseSpMatDescr_t A, cusparseSpMatDescr_t B,
               cusparseAction_t action = CUSPARSE_ACTION_NUMERIC) {
    must(status_of(handle, op, A, B, action));
  }
  cusparseStatus_t status_of(const Handle& handle, Op op, cusparseSpMatDescr_t A,
                             cusparseSpMatDescr_t B,
                             cusparseAction_t action = CUSPARSE_ACTION_NUMERIC) {
    return cusparseSpMatConvert(handle.get(), op, A, B, action, CUSPARSE_SPMAT_CONVERT_ALG_DEFAULT,
                                description_, nullptr);
  }

 private:
  cusparseSpMatConvertDescr_t description_ = nullptr;
};

/// A sparse matrix written out by columns.
std::vector<double> written_out(const Handle& handle, cusparseSpMatDescr_t A, int rows, int cols) {
  const Array<double> array(std::vector<double>(std::size_t(rows) * cols, -1.0));
  const DenseMatrix<double> dense(array, rows, cols, rows, CUSPARSE_ORDER_COL);
  must(cusparseSparseToDense(handle.get(), A, dense.get(), CUSPARSE_SPARSETODENSE_ALG_DEFAULT,
                             nullptr));
  return array.to_host();
}

std::vector<double> written_out(const Coordinates<double>& A, Op op) {
  std::vector<double> result(std::size_t(A.rows) * A.cols);
  A.for_each(op, [&](int i, int j, double value) {
    result[std::size_t(j) * A.result_rows(op) + i] = value;
  });
  return result;
}

TEST(CusparseSpMatConvert, BetweenRowsColumnsAndCoordinates) {
  const Handle handle;
  const Coordinates<double> A(7, 11, 3);
  for (const cusparseFormat_t from : formats)
    for (const cusparseFormat_t to : formats)
      for (const Op op : ops)
        for (const int base : {0, 1}) {
          const SparseMatrix<double> source(A, from, base);
          Target target(to, A.result_rows(op), A.result_cols(op), 1 - base);
          Converter converter;
          converter.analyse(handle, op, source.get(), target.get());
          target.allocate();
          converter.convert(handle, op, source.get(), target.get());
          EXPECT_EQ(written_out(handle, target.get(), A.result_rows(op), A.result_cols(op)),
                    written_out(A, op))
              << from << to << op << base;
        }
}

TEST(CusparseSpMatConvert, APatternAlone) {
  const Handle handle;
  const Coordinates<double> A(7, 11, 4);
  const SparseMatrix<double> source(A, CUSPARSE_FORMAT_CSR, 0);
  Target target(CUSPARSE_FORMAT_CSC, 7, 11, 0);
  Converter converter;
  constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  converter.analyse(handle, none, source.get(), target.get(), CUSPARSE_ACTION_SYMBOLIC);
  target.allocate();
  converter.convert(handle, none, source.get(), target.get(), CUSPARSE_ACTION_SYMBOLIC);
  EXPECT_EQ(target.values(), std::vector<double>(A.value.size(), 55.0));
  std::vector<double> expected = written_out(A, none);
  for (double& value : expected) value = value == 0 ? 0 : 55;
  std::vector<double> pattern(expected.size());
  A.for_each(none, [&](int i, int j, double) { pattern[std::size_t(j) * 7 + i] = 55; });
  EXPECT_EQ(written_out(handle, target.get(), 7, 11), pattern);
}

/// Two conversions in a row, so that each format is a source, too; the values change between an
/// analysis and the conversions that it serves.
TEST(CusparseSpMatConvert, BetweenAnyTwoFormats) {
  const Handle handle;
  constexpr cusparseFormat_t all_formats[] = {
      CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,         CUSPARSE_FORMAT_COO,
      CUSPARSE_FORMAT_BSR, CUSPARSE_FORMAT_BLOCKED_ELL, CUSPARSE_FORMAT_SLICED_ELLPACK};
  constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Coordinates<double> A(6, 8, 3);
  for (const cusparseFormat_t from : all_formats)
    for (const cusparseFormat_t to : all_formats)
      for (const Op op : ops)
        for (const int base : {0, 1}) {
          SCOPED_TRACE(testing::Message() << from << ' ' << to << ' ' << op << ' ' << base);
          const auto base_of = [&](cusparseFormat_t format, int wanted) {
            return format == CUSPARSE_FORMAT_SLICED_ELLPACK ? 0 : wanted;
          };
          SparseMatrix<double> coordinates(A, CUSPARSE_FORMAT_COO, 1 - base);
          Target source(from, 6, 8, base_of(from, base));
          Target target(to, A.result_rows(op), A.result_cols(op), base_of(to, 1 - base));
          Converter first, second;
          first.analyse(handle, none, coordinates.get(), source.get());
          source.allocate();
          first.convert(handle, none, coordinates.get(), source.get());
          ASSERT_EQ(written_out(handle, source.get(), 6, 8), written_out(A, none));
          second.analyse(handle, op, source.get(), target.get());
          target.allocate();
          Coordinates<double> other = A;
          for (double& value : other.value) value = -3 * value;
          coordinates.values().assign(other.value);
          first.convert(handle, none, coordinates.get(), source.get());
          second.convert(handle, op, source.get(), target.get());
          EXPECT_EQ(written_out(handle, target.get(), A.result_rows(op), A.result_cols(op)),
                    written_out(other, op));
        }
}

/// As many entries in more rows, whose offsets would not fit into the arrays of the target.
TEST(CusparseSpMatConvert, AnAnalysisOfAnotherMatrix) {
  const Handle handle;
  constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Array<int> offsets(std::vector<int>{0, 1, 1, 1, 1, 1}), columns(std::vector<int>{2});
  const Array<double> values(std::vector<double>{7});
  const auto describe = [&](int rows) {
    cusparseSpMatDescr_t A = nullptr;
    must(cusparseCreateCsr(&A, rows, 3, 1, offsets.data(), columns.data(), values.data(),
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                           CUDA_R_64F));
    return A;
  };
  cusparseSpMatDescr_t tall = describe(5), low = describe(2);
  Target from_tall(CUSPARSE_FORMAT_CSR, 5, 3, 1), from_low(CUSPARSE_FORMAT_CSR, 2, 3, 1);
  Converter of_tall, of_low;
  of_tall.analyse(handle, none, tall, from_tall.get());
  of_low.analyse(handle, none, low, from_low.get());
  from_low.allocate();
  EXPECT_EQ(of_tall.status_of(handle, none, low, from_low.get()), CUSPARSE_STATUS_INVALID_VALUE);
  of_low.convert(handle, none, low, from_low.get());
  EXPECT_EQ(from_low.values(), std::vector<double>{7});
  must(cusparseDestroySpMat(tall));
  must(cusparseDestroySpMat(low));
}

TEST(CusparseSpMatConvert, BlocksAndBack) {
  const Handle handle;
  constexpr auto none = CUSPARSE_OPERATION_NON_TRANSPOSE;
  const Coordinates<double> A(6, 9, 5);
  const SparseMatrix<double> source(A, CUSPARSE_FORMAT_CSR, 1);
  for (const cusparseOrder_t order : {CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL}) {
    cusparseSpMatDescr_t blocks = nullptr;
    must(cusparseCreateBsr(&blocks, 3, 3, 0, 2, 3, nullptr, nullptr, nullptr, CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F, order));
    Converter converter;
    converter.analyse(handle, none, source.get(), blocks);
    cusparseSpMatSizes_t sizes{};
    must(cusparseSpMatGetSizes(blocks, &sizes));
    const auto count = std::size_t(sizes.data.bsr.bnnz);
    ASSERT_GT(count, 0u);
    const Array<int> offsets(std::size_t(4)), indices(count);
    const Array<double> values(count * 6);
    cusparseSpMatPointers_t pointers{};
    pointers.format = CUSPARSE_FORMAT_BSR;
    pointers.data.bsr = {offsets.data(), indices.data(), values.data()};
    must(cusparseSpMatSetPointers(blocks, &pointers));
    converter.convert(handle, none, source.get(), blocks);
    EXPECT_EQ(written_out(handle, blocks, 6, 9), written_out(A, none));

    Target back(CUSPARSE_FORMAT_CSR, 6, 9, 1);
    Converter other;
    other.analyse(handle, none, blocks, back.get());
    back.allocate();
    other.convert(handle, none, blocks, back.get());
    EXPECT_EQ(back.values().size(), count * 6);  // zeros in blocks are entries
    EXPECT_EQ(written_out(handle, back.get(), 6, 9), written_out(A, none));
    must(cusparseDestroySpMat(blocks));
  }
}

}  // namespace
}  // namespace filigree::test::cusparse
