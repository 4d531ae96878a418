// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include <cusparselt/objects.hpp>
#include <cusparselt/product.hpp>

/// Descriptions of matrices and products, selections, and their attributes.

namespace filigree::cusparselt {
namespace {

/// Sizes of structured matrices are multiples of 16 bytes, so that their groups are whole.
void check_structured_size(const char* call, std::int64_t rows, std::int64_t cols,
                           cudaDataType type) {
  const std::int64_t multiple = 16 / entry_bytes(call, type);
  require(rows % multiple == 0 && cols % multiple == 0, call, "rows, cols",
          "a size that is no multiple of 16 bytes", "4 floats, 8 numbers of 16 bits, 16 of 8 bits");
}

Matrix make_matrix(const char* call, std::int64_t rows, std::int64_t cols, std::int64_t ld,
                   std::uint32_t alignment, cudaDataType type, cusparseOrder_t order) {
  check(rows > 0 && cols > 0, call, "rows, cols", "a matrix without entries", "1 or more");
  check(order == CUSPARSE_ORDER_ROW || order == CUSPARSE_ORDER_COL, call, "order", "no order",
        "CUSPARSE_ORDER_ROW or CUSPARSE_ORDER_COL");
  check(ld >= (order == CUSPARSE_ORDER_ROW ? cols : rows), call, "ld",
        "less than the matrix's line", "the number of entries of a line or more");
  check(alignment > 0 && alignment % 16 == 0, call, "alignment", "no multiple of 16 bytes",
        "16 or a multiple");
  entry_bytes(call, type);
  Matrix matrix;
  matrix.type = type;
  matrix.order = order;
  matrix.rows = rows;
  matrix.cols = cols;
  matrix.ld = ld;
  return matrix;
}

void check_op(const char* call, const char* argument, cusparseOperation_t op) {
  check(op == CUSPARSE_OPERATION_NON_TRANSPOSE || op == CUSPARSE_OPERATION_TRANSPOSE, call,
        argument, "no op that structured matrices have", "NON_TRANSPOSE or TRANSPOSE");
}

/// A member of an object that a call sets or asks for, by the bytes that the caller says it has.
class Attribute {
 public:
  template <class T>
  Attribute(T& member) : member_(&member), bytes_(sizeof member) {}

  void set(const char* call, const void* data, std::size_t bytes) const {
    check_size(call, data, bytes);
    std::memcpy(member_, data, bytes_);
  }
  void get(const char* call, void* data, std::size_t bytes) const {
    check_size(call, data, bytes);
    std::memcpy(data, member_, bytes_);
  }

 private:
  void check_size(const char* call, const void* data, std::size_t bytes) const {
    check(data != nullptr, call, "data", "null pointer", "memory for the attribute");
    check(bytes == bytes_, call, "dataSize", "not the size of the attribute's type",
          "4 of int, enumerations and float, 8 of int64_t and pointers");
  }

  void* member_;
  std::size_t bytes_;
};

Attribute attribute_of(const char* call, Matrix& matrix, cusparseLtMatDescAttribute_t which) {
  check(which == CUSPARSELT_MAT_NUM_BATCHES || which == CUSPARSELT_MAT_BATCH_STRIDE, call,
        "matAttribute", "no attribute", "one of cusparseLtMatDescAttribute_t");
  if (which == CUSPARSELT_MAT_NUM_BATCHES) return matrix.batch_count;
  return matrix.batch_stride;
}

Attribute attribute_of(const char* call, Product& product, cusparseLtMatmulDescAttribute_t which) {
  check(
      which >= CUSPARSELT_MATMUL_ACTIVATION_RELU && which <= CUSPARSELT_MATMUL_D_OUT_SCALE_POINTER,
      call, "matmulAttribute", "no attribute", "one of cusparseLtMatmulDescAttribute_t");
  switch (which) {
    case CUSPARSELT_MATMUL_ACTIVATION_RELU:
      return product.relu;
    case CUSPARSELT_MATMUL_ACTIVATION_RELU_UPPERBOUND:
      return product.relu_bound;
    case CUSPARSELT_MATMUL_ACTIVATION_RELU_THRESHOLD:
      return product.relu_threshold;
    case CUSPARSELT_MATMUL_ACTIVATION_GELU:
      return product.gelu;
    case CUSPARSELT_MATMUL_ACTIVATION_GELU_SCALING:
      return product.gelu_scale;
    case CUSPARSELT_MATMUL_ALPHA_VECTOR_SCALING:
      return product.alpha_vector;
    case CUSPARSELT_MATMUL_BETA_VECTOR_SCALING:
      return product.beta_vector;
    case CUSPARSELT_MATMUL_BIAS_STRIDE:
      return product.bias_stride;
    case CUSPARSELT_MATMUL_BIAS_POINTER:
      return product.bias;
    case CUSPARSELT_MATMUL_SPARSE_MAT_POINTER:
      return product.sparse_matrix;
    default:
      break;
  }
  if (which < CUSPARSELT_MATMUL_A_SCALE_POINTER)
    return product.scale_modes[which - CUSPARSELT_MATMUL_A_SCALE_MODE];
  return product.scales[which - CUSPARSELT_MATMUL_A_SCALE_POINTER];
}

Attribute attribute_of(const char* call, Selection& selection,
                       cusparseLtMatmulAlgAttribute_t which) {
  switch (which) {
    case CUSPARSELT_MATMUL_ALG_CONFIG_ID:
      return selection.config;
    case CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID:
      return selection.num_configs;
    case CUSPARSELT_MATMUL_SEARCH_ITERATIONS:
      return selection.iterations;
    case CUSPARSELT_MATMUL_SPLIT_K:
      return selection.split_k;
    case CUSPARSELT_MATMUL_SPLIT_K_MODE:
      return selection.split_k_mode;
    case CUSPARSELT_MATMUL_SPLIT_K_BUFFERS:
      return selection.split_k_buffers;
  }
  check(false, call, "attribute", "no attribute", "one of cusparseLtMatmulAlgAttribute_t");
  return selection.config;
}

void check_values(const char* call, const Matrix& matrix) {
  check(matrix.batch_count > 0, call, "data", "a batch without matrices", "1 or more");
  check(matrix.batch_stride >= 0, call, "data", "a negative stride", "0 or more entries");
}

void check_values(const char* call, const Product& product) {
  check(product.bias_stride >= 0, call, "data", "a negative stride", "0 or more entries");
  for (const std::int32_t mode : product.scale_modes)
    check(
        mode >= CUSPARSELT_MATMUL_SCALE_NONE && mode <= CUSPARSELT_MATMUL_MATRIX_SCALE_VEC64_UE8M0,
        call, "data", "no mode of factors", "one of cusparseLtMatmulMatrixScale_t");
}

void check_values(const char* call, const Selection& selection) {
  check(selection.config >= 0 && selection.config < selection.num_configs, call, "data",
        "no number of a kernel", "0 to CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID - 1");
  check(selection.iterations > 0, call, "data", "a search without iterations", "1 or more");
  check(selection.split_k >= 1 || selection.split_k == -1, call, "data", "no number of parts",
        "1 or more, or -1");
  check(selection.split_k_mode >= CUSPARSELT_INVALID_MODE &&
            selection.split_k_mode <= CUSPARSELT_STREAMK,
        call, "data", "no way to cut k", "one of cusparseLtSplitKMode_t");
  check(selection.split_k_buffers >= 0, call, "data", "a negative number", "0 or more");
}

/// Sets an attribute; the object stays as it was where the value is refused.
template <class Object, class Which>
void set_attribute(const char* call, Object& object, Which which, const void* data,
                   std::size_t bytes) {
  Object changed = object;
  attribute_of(call, changed, which).set(call, data, bytes);
  check_values(call, changed);
  object = changed;
}

template <class Object, class Which>
void get_attribute(const char* call, const Object& object, Which which, void* data,
                   std::size_t bytes) {
  Object copy = object;
  attribute_of(call, copy, which).get(call, data, bytes);
}

}  // namespace
}  // namespace filigree::cusparselt

using namespace filigree::cusparselt;

cusparseStatus_t cusparseLtDenseDescriptorInit(const cusparseLtHandle_t* handle,
                                               cusparseLtMatDescriptor_t* matrix, int64_t rows,
                                               int64_t cols, int64_t ld, uint32_t alignment,
                                               cudaDataType type, cusparseOrder_t order) {
  constexpr const char* call = "cusparseLtDenseDescriptorInit";
  return guarded(call, {{"matDescr", matrix}, {"rows", rows}, {"cols", cols}, {"ld", ld}}, [&] {
    check_handle(call, handle);
    write(call, "matDescr", matrix, make_matrix(call, rows, cols, ld, alignment, type, order));
  });
}

cusparseStatus_t cusparseLtStructuredDescriptorInit(const cusparseLtHandle_t* handle,
                                                    cusparseLtMatDescriptor_t* matrix, int64_t rows,
                                                    int64_t cols, int64_t ld, uint32_t alignment,
                                                    cudaDataType type, cusparseOrder_t order,
                                                    cusparseLtSparsity_t sparsity) {
  constexpr const char* call = "cusparseLtStructuredDescriptorInit";
  return guarded(call, {{"matDescr", matrix}, {"rows", rows}, {"cols", cols}, {"ld", ld}}, [&] {
    check_handle(call, handle);
    check(sparsity == CUSPARSELT_SPARSITY_50_PERCENT, call, "sparsity", "no sparsity",
          "CUSPARSELT_SPARSITY_50_PERCENT");
    Matrix made = make_matrix(call, rows, cols, ld, alignment, type, order);
    require(type != CUDA_R_32I, call, "valueType", "a type of results",
            "a type of structured matrices");
    check_structured_size(call, rows, cols, type);
    made.is_structured = true;
    write(call, "matDescr", matrix, made);
  });
}

cusparseStatus_t cusparseLtMatDescriptorDestroy(const cusparseLtMatDescriptor_t* matrix) {
  constexpr const char* call = "cusparseLtMatDescriptorDestroy";
  return guarded(call, {{"matDescr", matrix}}, [&] { end<Matrix>(call, "matDescr", matrix); });
}

cusparseStatus_t cusparseLtMatDescSetAttribute(const cusparseLtHandle_t* handle,
                                               cusparseLtMatDescriptor_t* matrix,
                                               cusparseLtMatDescAttribute_t which, const void* data,
                                               size_t bytes) {
  constexpr const char* call = "cusparseLtMatDescSetAttribute";
  return guarded(call, {{"matDescr", matrix}, {"matAttribute", int(which)}}, [&] {
    check_handle(call, handle);
    set_attribute(call, read<Matrix>(call, "matDescr", matrix), which, data, bytes);
  });
}

cusparseStatus_t cusparseLtMatDescGetAttribute(const cusparseLtHandle_t* handle,
                                               const cusparseLtMatDescriptor_t* matrix,
                                               cusparseLtMatDescAttribute_t which, void* data,
                                               size_t bytes) {
  constexpr const char* call = "cusparseLtMatDescGetAttribute";
  return guarded(call, {{"matDescr", matrix}, {"matAttribute", int(which)}}, [&] {
    check_handle(call, handle);
    get_attribute(call, read<Matrix>(call, "matDescr", matrix), which, data, bytes);
  });
}

cusparseStatus_t cusparseLtMatmulDescriptorInit(
    const cusparseLtHandle_t* handle, cusparseLtMatmulDescriptor_t* product,
    cusparseOperation_t op_a, cusparseOperation_t op_b, const cusparseLtMatDescriptor_t* A,
    const cusparseLtMatDescriptor_t* B, const cusparseLtMatDescriptor_t* C,
    const cusparseLtMatDescriptor_t* D, cusparseComputeType compute) {
  constexpr const char* call = "cusparseLtMatmulDescriptorInit";
  return guarded(
      call, {{"matmulDescr", product}, {"matA", A}, {"matB", B}, {"matC", C}, {"matD", D}}, [&] {
        check_handle(call, handle);
        check_op(call, "opA", op_a);
        check_op(call, "opB", op_b);
        Product made;
        made.op_a = op_a;
        made.op_b = op_b;
        made.A = read<Matrix>(call, "matA", A);
        made.B = read<Matrix>(call, "matB", B);
        made.C = read<Matrix>(call, "matC", C);
        made.D = read<Matrix>(call, "matD", D);
        check_product(call, made, compute);
        write(call, "matmulDescr", product, made);
      });
}

cusparseStatus_t cusparseLtMatmulDescSetAttribute(const cusparseLtHandle_t* handle,
                                                  cusparseLtMatmulDescriptor_t* product,
                                                  cusparseLtMatmulDescAttribute_t which,
                                                  const void* data, size_t bytes) {
  constexpr const char* call = "cusparseLtMatmulDescSetAttribute";
  return guarded(call, {{"matmulDescr", product}, {"matmulAttribute", int(which)}}, [&] {
    check_handle(call, handle);
    Product& changed = read<Product>(call, "matmulDescr", product);
    set_attribute(call, changed, which, data, bytes);
    if (which == CUSPARSELT_MATMUL_ACTIVATION_GELU_SCALING) changed.gelu = 1;
    if (which == CUSPARSELT_MATMUL_BETA_VECTOR_SCALING && changed.beta_vector != 0)
      changed.alpha_vector = 1;
  });
}

cusparseStatus_t cusparseLtMatmulDescGetAttribute(const cusparseLtHandle_t* handle,
                                                  const cusparseLtMatmulDescriptor_t* product,
                                                  cusparseLtMatmulDescAttribute_t which, void* data,
                                                  size_t bytes) {
  constexpr const char* call = "cusparseLtMatmulDescGetAttribute";
  return guarded(call, {{"matmulDescr", product}, {"matmulAttribute", int(which)}}, [&] {
    check_handle(call, handle);
    get_attribute(call, read<Product>(call, "matmulDescr", product), which, data, bytes);
  });
}

cusparseStatus_t cusparseLtMatmulAlgSelectionInit(const cusparseLtHandle_t* handle,
                                                  cusparseLtMatmulAlgSelection_t* selection,
                                                  const cusparseLtMatmulDescriptor_t* product,
                                                  cusparseLtMatmulAlg_t algorithm) {
  constexpr const char* call = "cusparseLtMatmulAlgSelectionInit";
  return guarded(call, {{"algSelection", selection}, {"matmulDescr", product}}, [&] {
    check_handle(call, handle);
    check(algorithm == CUSPARSELT_MATMUL_ALG_DEFAULT, call, "alg", "no algorithm",
          "CUSPARSELT_MATMUL_ALG_DEFAULT");
    Selection made;
    made.num_configs = std::int32_t(kernels_of(read<Product>(call, "matmulDescr", product)).size());
    write(call, "algSelection", selection, made);
  });
}

cusparseStatus_t cusparseLtMatmulAlgSelectionDestroy(
    const cusparseLtMatmulAlgSelection_t* selection) {
  constexpr const char* call = "cusparseLtMatmulAlgSelectionDestroy";
  return guarded(call, {{"algSelection", selection}},
                 [&] { end<Selection>(call, "algSelection", selection); });
}

cusparseStatus_t cusparseLtMatmulAlgSetAttribute(const cusparseLtHandle_t* handle,
                                                 cusparseLtMatmulAlgSelection_t* selection,
                                                 cusparseLtMatmulAlgAttribute_t which,
                                                 const void* data, size_t bytes) {
  constexpr const char* call = "cusparseLtMatmulAlgSetAttribute";
  return guarded(call, {{"algSelection", selection}, {"attribute", int(which)}}, [&] {
    check_handle(call, handle);
    check(which != CUSPARSELT_MATMUL_ALG_CONFIG_MAX_ID, call, "attribute",
          "one that is only asked for", "another attribute");
    set_attribute(call, read<Selection>(call, "algSelection", selection), which, data, bytes);
  });
}

cusparseStatus_t cusparseLtMatmulAlgGetAttribute(const cusparseLtHandle_t* handle,
                                                 const cusparseLtMatmulAlgSelection_t* selection,
                                                 cusparseLtMatmulAlgAttribute_t which, void* data,
                                                 size_t bytes) {
  constexpr const char* call = "cusparseLtMatmulAlgGetAttribute";
  return guarded(call, {{"algSelection", selection}, {"attribute", int(which)}}, [&] {
    check_handle(call, handle);
    get_attribute(call, read<Selection>(call, "algSelection", selection), which, data, bytes);
  });
}
