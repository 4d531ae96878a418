// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The calls that cuSPARSE has had since 12.9: products with a description or a plan of their own,
// triangles that stand for a whole matrix.
#include <complex>
#include <memory>
#include <vector>

#include "products.hpp"

namespace filigree::test::cusparse {
namespace {

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

/// A symmetric (or Hermitian) matrix, and one of its triangles as a matrix of its own.
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

}  // namespace
}  // namespace filigree::test::cusparse
