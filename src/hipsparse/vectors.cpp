// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <runtime/vectors.hpp>

#include <hipsparse/support.hpp>

/// Operations on a sparse and a dense vector, as CUDA 11 had them.

namespace filigree::hipsparse {
namespace {

struct Vectors {
  runtime::SparseVectorOperand x;
  runtime::VectorOperand y;
};

/// The calls do not say how long y is. On a host, where indices are checked, it ends with the last
/// place that an index names; on a device nothing reads the length.
Vectors vectors_of(const char* call, const cusparseContext& handle, ScalarType type, int nnz,
                   const void* values, const int* indices, const void* y,
                   cusparseIndexBase_t base) {
  std::int64_t length = nnz;
  if (nnz > 0) {
    for (const void* const array : {values, static_cast<const void*>(indices), y})
      check_pointer(call, "xVal, xInd or y", array);
    if (handle.target.is_host())
      length = std::max(length, *std::max_element(indices, indices + nnz) + std::int64_t(1) - base);
  }
  return {{type, runtime::IndexType::int32, IndexBase(base), length, nnz, without_const(indices),
           without_const(values)},
          {type, length, without_const(y)}};
}

void dot(const char* call, ScalarType type, const cusparseContext& handle, Op op,
         const Vectors& vectors, void* result) {
  if (handle.reaches_results())
    return runtime::spvv(handle.target, op, vectors.x, vectors.y, type, result);
  const std::size_t bytes = size_of(type);
  const HeldMemory sum(bytes);
  runtime::spvv(handle.target, op, vectors.x, vectors.y, type, sum.data());
  copy_and_wait(call, handle, result, sum.data(), bytes);
}

}  // namespace

void axpyi(ScalarType type, cusparseHandle_t handle, int nnz, const void* alpha, const void* values,
           const int* indices, void* y, cusparseIndexBase_t base) {
  const Vectors vectors =
      vectors_of("hipsparse<t>axpyi", *handle, type, nnz, values, indices, y, base);
  runtime::axpby(handle->target, handle->scalar(alpha), vectors.x, one(type), vectors.y);
}

void doti(ScalarType type, cusparseHandle_t handle, int nnz, const void* values, const int* indices,
          const void* y, void* result, cusparseIndexBase_t base) {
  constexpr const char* call = "hipsparse<t>doti";
  dot(call, type, *handle, Op::none, vectors_of(call, *handle, type, nnz, values, indices, y, base),
      result);
}

void dotci(ScalarType type, cusparseHandle_t handle, int nnz, const void* values,
           const int* indices, const void* y, void* result, cusparseIndexBase_t base) {
  constexpr const char* call = "hipsparse<t>dotci";
  dot(call, type, *handle, Op::conjugate_transpose,
      vectors_of(call, *handle, type, nnz, values, indices, y, base), result);
}

void gthr(ScalarType type, cusparseHandle_t handle, int nnz, const void* y, void* values,
          const int* indices, cusparseIndexBase_t base) {
  const Vectors vectors =
      vectors_of("hipsparse<t>gthr", *handle, type, nnz, values, indices, y, base);
  runtime::gather(handle->target, vectors.y, vectors.x);
}

void gthrz(ScalarType type, cusparseHandle_t handle, int nnz, void* y, void* values,
           const int* indices, cusparseIndexBase_t base) {
  const Vectors vectors =
      vectors_of("hipsparse<t>gthrz", *handle, type, nnz, values, indices, y, base);
  runtime::gather(handle->target, vectors.y, vectors.x);
  runtime::clear_entries(handle->target, vectors.x, vectors.y);
}

void sctr(ScalarType type, cusparseHandle_t handle, int nnz, const void* values, const int* indices,
          void* y, cusparseIndexBase_t base) {
  const Vectors vectors =
      vectors_of("hipsparse<t>sctr", *handle, type, nnz, values, indices, y, base);
  runtime::scatter(handle->target, vectors.x, vectors.y);
}

void roti(ScalarType type, cusparseHandle_t handle, int nnz, void* values, const int* indices,
          void* y, const void* c, const void* s, cusparseIndexBase_t base) {
  const Vectors vectors =
      vectors_of("hipsparse<t>roti", *handle, type, nnz, values, indices, y, base);
  runtime::rot(handle->target, handle->scalar(c), handle->scalar(s), vectors.x, vectors.y);
}

}  // namespace filigree::hipsparse
