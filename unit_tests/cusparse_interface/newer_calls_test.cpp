// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls that cuSPARSE has had since 12.9: products with a description or a plan of their own,
// conversions between sparse formats, triangles that stand for a whole matrix.
#include <complex>
#include <memory>
#include <vector>

#include "products.hpp"

namespace filigree::test::cusparse {
namespace {

constexpr cusparseFormat_t formats[] = {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC,
                                        CUSPARSE_FORMAT_COO};

/// The vectors of z = alpha op(A) x + beta y on the device; z may be y.
template <class T>
struct Vectors {
  Array<T> x_array, y_array, z_array;
  DenseVector<T> x, y, z;

  Vectors(const VectorProduct<T>& product, bool in_place)
      : x_array(product.x),
        y_array(product.y),
        z_array(std::vector<T>(product.y.size(), T(99))),
        x(x_array),
        y(y_array),
        z(in_place ? y_array : z_array) {}
  std::vector<T> result(bool in_place) const { return (in_place ? y_array : z_array).to_host(); }
};

class SpMVDescription {
 public:
  explicit SpMVDescription(Op op) {
    must(cusparseSpMV_createDescr(&description_));
    must(cusparseSpMVDescrSetParam(description_, CUSPARSE_PARAM_OP, &op, sizeof op));
  }
  SpMVDescription(const SpMVDescription&) = delete;
  ~SpMVDescription() { cusparseSpMV_destroyDescr(description_); }
  cusparseSpMVDescr_t get() const { return description_; }

 private:
  cusparseSpMVDescr_t description_ = nullptr;
};

template <class T>
std::vector<T> run_generic(const Handle& handle, const VectorProduct<T>& product,
                           cusparseSpMatDescr_t A, bool in_place, bool preprocess) {
  const Vectors<T> v(product, in_place);
  const SpMVDescription description(product.op);
  std::size_t bytes = 1;
  must(cusparseSpMVGeneric_bufferSize(handle.get(), &product.alpha, A, v.x.get(), &product.beta,
                                      v.y.get(), v.z.get(), data_type<T>, description.get(),
                                      &bytes));
  Array<char> buffer(bytes + 1);
  void* data = buffer.data();
  must(cusparseSpMVDescrSetParam(description.get(), CUSPARSE_PARAM_BUFFER, &data, sizeof data));
  if (preprocess)
    must(cusparseSpMVGeneric_preprocess(handle.get(), &product.alpha, A, v.x.get(), &product.beta,
                                        v.y.get(), v.z.get(), data_type<T>, description.get()));
  must(cusparseSpMVGeneric(handle.get(), &product.alpha, A, v.x.get(), &product.beta, v.y.get(),
                           v.z.get(), data_type<T>, description.get()));
  if (!in_place) {
    EXPECT_EQ(v.y_array.to_host(), product.y);
  }
  return v.result(in_place);
}

template <class T>
void test_generic() {
  const Handle handle;
  const Coordinates<T> A(17, 23, 1);
  for (const cusparseFormat_t format : formats)
    for (const Op op : ops)
      for (const bool in_place : {false, true})
        for (const bool preprocess : {false, true}) {
          const SparseMatrix<T> matrix(A, format, in_place);
          const VectorProduct<T> product(A, op);
          EXPECT_EQ(run_generic(handle, product, matrix.get(), in_place, preprocess),
                    product.expected(A))
              << format << " " << op << " " << in_place << preprocess;
        }
}

TEST(CusparseSpMVGeneric, AllOpsFormatsAndResults) {
  test_generic<double>();
  test_generic<std::complex<float>>();
}

TEST(CusparseSpMVGeneric, Parameters) {
  const SpMVDescription description(CUSPARSE_OPERATION_TRANSPOSE);
  const auto d = description.get();
  Op op{};
  must(cusparseSpMVDescrGetParam(d, CUSPARSE_PARAM_OP, &op, sizeof op));
  EXPECT_EQ(op, CUSPARSE_OPERATION_TRANSPOSE);
  cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_CSR_ALG1;
  must(cusparseSpMVDescrSetParam(d, CUSPARSE_PARAM_ALG, &algorithm, sizeof algorithm));
  algorithm = CUSPARSE_SPMV_CSR_ALG2;  // not one of the two that it takes
  EXPECT_EQ(cusparseSpMVDescrSetParam(d, CUSPARSE_PARAM_ALG, &algorithm, sizeof algorithm),
            CUSPARSE_STATUS_INVALID_VALUE);
  must(cusparseSpMVDescrGetParam(d, CUSPARSE_PARAM_ALG, &algorithm, sizeof algorithm));
  EXPECT_EQ(algorithm, CUSPARSE_SPMV_CSR_ALG1);
  void *buffer = &op, *found = nullptr;
  must(cusparseSpMVDescrSetParam(d, CUSPARSE_PARAM_BUFFER, &buffer, sizeof buffer));
  must(cusparseSpMVDescrGetParam(d, CUSPARSE_PARAM_BUFFER, &found, sizeof found));
  EXPECT_EQ(found, buffer);
}

/// Of a matrix that is its transpose, or its conjugate one, a triangle as a matrix.
template <class T>
struct Half {
  Coordinates<T> whole{19, 19, 0}, stored{19, 19, 0};

  Half(bool hermitian, bool upper) {
    const Coordinates<T> random(19, 19, 5);
    whole = stored = Coordinates<T>(19, 19, 0);
    for (auto* list : {&whole, &stored}) {
      list->row.clear();
      list->col.clear();
      list->value.clear();
    }
    const auto add = [](Coordinates<T>& A, int i, int j, T value) {
      A.row.push_back(i);
      A.col.push_back(j);
      A.value.push_back(value);
    };
    random.for_each(CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int i, int j, T value) {
      if (upper ? j < i : i < j) return;
      if (i == j && hermitian) value = T(std::real(value));
      add(stored, i, j, value);
      add(whole, i, j, value);
      if (i != j) add(whole, j, i, hermitian ? conjugate(value) : value);
    });
  }
};

template <class T>
void test_half(bool hermitian) {
  const Handle handle;
  for (const bool upper : {false, true}) {
    const Half<T> half(hermitian, upper);
    const SparseMatrix<T> matrix(half.stored, CUSPARSE_FORMAT_CSR, 1);
    cusparseSpMatStorage_t storage = upper ? CUSPARSE_STORE_UPPER : CUSPARSE_STORE_LOWER;
    cusparseSymmetryType_t symmetry = hermitian ? CUSPARSE_HERMITIAN : CUSPARSE_SYMMETRIC;
    must(cusparseSpMatSetAttribute(matrix.get(), CUSPARSE_SPMAT_STORAGE, &storage, sizeof storage));
    must(cusparseSpMatSetAttribute(matrix.get(), CUSPARSE_SPMAT_SYMMETRY_TYPE, &symmetry,
                                   sizeof symmetry));
    cusparseSymmetryType_t found{};
    must(cusparseSpMatGetAttribute(matrix.get(), CUSPARSE_SPMAT_SYMMETRY_TYPE, &found,
                                   sizeof found));
    EXPECT_EQ(found, symmetry);
    for (const Op op : ops)
      for (const bool preprocess : {false, true}) {
        const VectorProduct<T> product(half.whole, op);
        EXPECT_EQ(run_generic(handle, product, matrix.get(), false, preprocess),
                  product.expected(half.whole))
            << upper << op << preprocess;
        EXPECT_EQ(product.run(handle, matrix.get(), preprocess), product.expected(half.whole));
        const MatrixProduct<T> dense_product{op, CUSPARSE_OPERATION_NON_TRANSPOSE,
                                             CUSPARSE_ORDER_ROW, CUSPARSE_ORDER_COL};
        EXPECT_EQ(dense_product.run(handle, half.whole, matrix.get(), preprocess),
                  dense_product.expected(half.whole));
      }
    // What takes no such matrix says so.
    const Array<T> dense_array(std::vector<T>(19 * 19, T(7)));
    const DenseMatrix<T> dense(dense_array, 19, 19, 19, CUSPARSE_ORDER_COL);
    EXPECT_NE(cusparseSparseToDense(handle.get(), matrix.get(), dense.get(),
                                    CUSPARSE_SPARSETODENSE_ALG_DEFAULT, nullptr),
              CUSPARSE_STATUS_SUCCESS);
    EXPECT_EQ(dense_array.to_host(), std::vector<T>(19 * 19, T(7)));
  }
}

TEST(CusparseSpMVGeneric, TrianglesStandForSymmetricMatrices) {
  test_half<double>(false);
  test_half<std::complex<double>>(false);
}
TEST(CusparseSpMVGeneric, TrianglesStandForHermitianMatrices) {
  test_half<std::complex<double>>(true);
}

TEST(CusparseSpMVGeneric, OnlySquareMatricesAreSymmetric) {
  const SparseMatrix<double> matrix(Coordinates<double>(3, 4, 1), CUSPARSE_FORMAT_CSR, 0);
  cusparseSpMatStorage_t storage = CUSPARSE_STORE_LOWER;
  cusparseSymmetryType_t symmetry = CUSPARSE_SYMMETRIC;
  must(cusparseSpMatSetAttribute(matrix.get(), CUSPARSE_SPMAT_STORAGE, &storage, sizeof storage));
  EXPECT_EQ(cusparseSpMatSetAttribute(matrix.get(), CUSPARSE_SPMAT_SYMMETRY_TYPE, &symmetry,
                                      sizeof symmetry),
            CUSPARSE_STATUS_MATRIX_TYPE_NOT_SUPPORTED);
}

template <class T>
void test_operator() {
  const Handle handle;
  const Coordinates<T> A(17, 23, 2);
  for (const Op op : ops)
    for (const bool in_place : {false, true}) {
      auto matrix = std::make_unique<SparseMatrix<T>>(A, CUSPARSE_FORMAT_CSR, 0);
      const VectorProduct<T> product(A, op);
      const Vectors<T> v(product, in_place);
      std::size_t bytes = 1;
      must(cusparseSpMVOp_bufferSize(handle.get(), op, matrix->get(), v.x.get(), v.y.get(),
                                     v.z.get(), data_type<T>, CUSPARSE_SPMVOP_ALG_DEFAULT, &bytes));
      const Array<char> buffer(bytes + 1);
      cusparseSpMVOpDescr_t description = nullptr;
      must(cusparseSpMVOp_createDescr(handle.get(), &description, op, matrix->get(), v.x.get(),
                                      v.y.get(), v.z.get(), data_type<T>, CUSPARSE_SPMVOP_ALG1,
                                      buffer.data()));
      cusparseSpMVOpPlan_t plan = nullptr;
      must(cusparseSpMVOp_createPlan(handle.get(), description, &plan, nullptr, 0));
      // A plan outlives the description that it was made with.
      must(cusparseSpMVOp_destroyDescr(description));
      must(cusparseSpMVOp(handle.get(), plan, &product.alpha, &product.beta, v.x.get(), v.y.get(),
                          v.z.get()));
      EXPECT_EQ(v.result(in_place), product.expected(A)) << op << in_place;
      if (in_place) {
        must(cusparseSpMVOp_destroyPlan(plan));
        continue;
      }
      // New values in the matrix's array, and none of y.
      Coordinates<T> twice = A;
      for (T& value : twice.value) value *= T(2);
      matrix->values().assign(twice.value);
      VectorProduct<T> again = product;
      again.beta = T(0);
      must(cusparseSpMVOp(handle.get(), plan, &again.alpha, &again.beta, v.x.get(), v.y.get(),
                          v.z.get()));
      EXPECT_EQ(v.result(false), again.expected(twice));
      must(cusparseSpMVOp_destroyPlan(plan));
    }
}

TEST(CusparseSpMVOp, WithoutCodeItIsAPlannedProduct) {
  test_operator<double>();
  test_operator<std::complex<float>>();
}

// --- between formats -----------------------------------------------------------------------------

/// A matrix to be filled: its arrays are given to it when its number of entries is known.
class Target {
 public:
  /// Of blocks of 2 x 2, of slices of 3 rows.
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
