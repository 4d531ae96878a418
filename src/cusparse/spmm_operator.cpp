// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>
#include <utility>

#include <runtime/products.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/products.hpp>
#include <cusparse/user_code.hpp>

/// Sparse matrix times dense matrix with functions of the caller's in the place of sum and product:
/// C = epilogue(add_op over mul_op(op(A), op(B)), C).

struct cusparseSpMMOpPlan {
  cusparseHandle_t handle;
  filigree::runtime::SparseOperand A;
  filigree::runtime::DenseOperand B;  ///< op(B)
  filigree::runtime::DenseOperand C;
  filigree::cusparse::UserCode code;
};

namespace filigree::cusparse {
namespace {

/// One thread for an entry of C. A row without entries has the sum 0; others begin with their first
/// product, so that no neutral element is asked for.
std::string kernel_source(const char* scalar, const runtime::SparseOperand& A) {
  const auto integer = [](runtime::IndexType type) {
    return type == runtime::IndexType::int64 ? "long long" : "int";
  };
  return std::string("typedef ") + scalar + " Scalar;\ntypedef " + integer(A.offset) +
         " Offset;\ntypedef " + integer(A.index) + R"( Index;
__device__ Scalar add_op(Scalar left, Scalar right);
__device__ Scalar mul_op(Scalar left, Scalar right);
__device__ Scalar epilogue(Scalar sum, Scalar old);
extern "C" __global__ void filigree_kernel(long long rows, long long columns, int base,
                                           const Offset* offsets, const Index* indices,
                                           const Scalar* values, const Scalar* B, long long b_row,
                                           long long b_column, Scalar* C, long long c_row,
                                           long long c_column) {
  const long long entry = (long long)blockIdx.x * blockDim.x + threadIdx.x;
  if (entry >= rows * columns) return;
  const long long row = entry / columns, column = entry % columns;
  Scalar sum{};
  const long long begin = offsets[row] - base, end = offsets[row + 1] - base;
  for (long long k = begin; k < end; ++k) {
    const Scalar product = mul_op(values[k], B[(indices[k] - base) * b_row + column * b_column]);
    sum = k == begin ? product : add_op(sum, product);
  }
  Scalar* const result = C + row * c_row + column * c_column;
  *result = epilogue(sum, *result);
}
)";
}

/// op(B) in B's place: a transpose by columns is a matrix by rows.
runtime::DenseOperand operand_of(const char* call, cusparseOperation_t op,
                                 runtime::DenseOperand B) {
  require(op != CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE || !runtime::is_complex(B.scalar), call,
          "opB", "a conjugate transpose", "another operation of complex numbers");
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE) return B;
  std::swap(B.num_rows, B.num_cols);
  B.layout = B.layout == runtime::Layout::row_major ? runtime::Layout::column_major
                                                    : runtime::Layout::row_major;
  return B;
}

}  // namespace

void SpMMOp_createPlan(cusparseHandle_t handle, cusparseSpMMOpPlan_t* plan,
                       cusparseOperation_t op_a, cusparseOperation_t op_b,
                       cusparseConstSpMatDescr_t A, cusparseConstDnMatDescr_t B,
                       cusparseDnMatDescr_t C, cudaDataType compute, cusparseSpMMOpAlg_t,
                       const void* add, std::size_t add_bytes, const void* multiply,
                       std::size_t multiply_bytes, const void* epilogue, std::size_t epilogue_bytes,
                       std::size_t* bytes) {
  constexpr const char* call = "cusparseSpMMOp_createPlan";
  require(op_a == CUSPARSE_OPERATION_NON_TRANSPOSE, call, "opA", "a transpose",
          "CUSPARSE_OPERATION_NON_TRANSPOSE");
  require(A->format == CUSPARSE_FORMAT_CSR && A->batch_count == 1 && B->batch_count == 1, call,
          "matA", "another format, or a batch", "one CSR matrix");
  require(add != nullptr && multiply != nullptr && epilogue != nullptr, call, "the operators' code",
          "a null pointer", "LTO-IR of add_op, mul_op and epilogue");
  runtime::check_spmm(op(op_a), op(op_b), A->operand, B->operand, C->operand);
  const runtime::ScalarType scalar = scalar_type(call, "computeType", compute);
  require(A->operand.scalar == scalar && B->operand.scalar == scalar && C->operand.scalar == scalar,
          call, "computeType", "another type than the matrices'", "one type of all");
  *plan = new cusparseSpMMOpPlan{
      handle, as_stored(*handle, A->operand), operand_of(call, op_b, B->operand), C->operand,
      UserCode(call, *handle, kernel_source(scalar_in_cuda(call, compute), A->operand),
               {{add, add_bytes}, {multiply, multiply_bytes}, {epilogue, epilogue_bytes}})};
  *bytes = 0;
}

void SpMMOp(cusparseSpMMOpPlan_t plan, void*) {
  const auto& [handle, A, B, C, code] = *plan;
  long long rows = C.num_rows, columns = C.num_cols;
  if (rows == 0 || columns == 0) return;
  int base = int(A.properties.index_base);
  const void *offsets = A.offsets, *indices = A.col_indices, *values = A.values, *from = B.values;
  void* to = C.values;
  long long b_row = B.row_stride(), b_column = B.col_stride();
  long long c_row = C.row_stride(), c_column = C.col_stride();
  void* arguments[] = {&rows, &columns, &base,     &offsets, &indices, &values,
                       &from, &b_row,   &b_column, &to,      &c_row,   &c_column};
  code.launch("cusparseSpMMOp", *handle, rows * columns, arguments);
}
void SpMMOp_destroyPlan(cusparseSpMMOpPlan_t plan) { destroy(plan); }

}  // namespace filigree::cusparse
