// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <string>

#include <runtime/banded.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/objects.hpp>

/// Tridiagonal and pentadiagonal systems. The caller's buffer is the workspace; a few bytes are
/// asked for where none is needed, so that a call without a buffer can be refused.

namespace filigree::cusparse {
namespace {

constexpr std::size_t least_buffer = 16;

struct BandedCall {
  const char* call;
  Pivoting pivoting;
  runtime::BandedOperand A;
  runtime::DenseOperand X;  ///< B, which the solution overwrites
};

runtime::BandedPlan plan_of(const cusparseContext& handle, const BandedCall& what) {
  BandedSolveOptions options;
  options.pivoting = what.pivoting;
  runtime::check(what.call, what.X);
  return runtime::make_banded_solve_plan(handle.target, Op::none, what.A, what.X, what.X, options);
}

std::size_t buffer_bytes(const cusparseContext& handle, const BandedCall& what) {
  return std::max(least_buffer, plan_of(handle, what).workspace_bytes());
}

void solve(const cusparseContext& handle, const BandedCall& what, void* buffer) {
  const runtime::BandedPlan plan = plan_of(handle, what);
  check_pointer(what.call, "pBuffer", buffer);
  runtime::banded_solve(handle.target, plan, what.A, what.X, what.X, nullptr,
                        {buffer, std::max(least_buffer, plan.workspace_bytes())});
}

/// One tridiagonal system with n right-hand sides.
BandedCall single(const char* call, Pivoting pivoting, runtime::ScalarType type, int m, int n,
                  const void* dl, const void* d, const void* du, const void* B, int ldb) {
  check(ldb >= std::max(m, 1), call, "ldb", std::to_string(ldb).c_str(), "m or more");
  return {call,
          pivoting,
          {type, 3, m, 1, 1, 0, {dl, d, du}},
          {type, runtime::Layout::column_major, m, n, ldb, without_const(B)}};
}

BandedCall strided(const char* call, runtime::ScalarType type, int m, const void* dl, const void* d,
                   const void* du, const void* x, int count, int stride) {
  check(stride >= m, call, "batchStride", std::to_string(stride).c_str(), "m or more");
  return {call,
          Pivoting::none,
          {type, 3, m, count, 1, stride, {dl, d, du}},
          {type, runtime::Layout::column_major, m, count, std::max(stride, 1), without_const(x)}};
}

BandedCall interleaved(const char* call, Pivoting pivoting, int num_algorithms, int algorithm,
                       runtime::ScalarType type, int m, const runtime::BandedOperand& diagonals,
                       const void* x, int count) {
  check(algorithm >= 0 && algorithm < num_algorithms, call, "algo",
        std::to_string(algorithm).c_str(), "one of its algorithms");
  runtime::BandedOperand A = diagonals;
  A.scalar = type;
  A.num_rows = m;
  A.num_systems = count;
  A.row_stride = count;
  A.system_stride = 1;
  return {call,
          pivoting,
          A,
          {type, runtime::Layout::row_major, m, count, std::max(count, 1), without_const(x)}};
}

/// Algorithm 0 is that of Thomas, 1 is LU, 2 QR: both of these exchange rows here.
BandedCall tridiagonals(int algorithm, runtime::ScalarType type, int m, const void* dl,
                        const void* d, const void* du, const void* x, int count) {
  runtime::BandedOperand A;
  std::copy_n(std::initializer_list<const void*>{dl, d, du}.begin(), 3, A.diagonals);
  return interleaved("cusparse<t>gtsvInterleavedBatch",
                     algorithm == 0 ? Pivoting::none : Pivoting::partial, 3, algorithm, type, m, A,
                     x, count);
}

BandedCall pentadiagonals(int algorithm, runtime::ScalarType type, int m, const void* ds,
                          const void* dl, const void* d, const void* du, const void* dw,
                          const void* x, int count) {
  runtime::BandedOperand A;
  A.num_diagonals = 5;
  std::copy_n(std::initializer_list<const void*>{ds, dl, d, du, dw}.begin(), 5, A.diagonals);
  return interleaved("cusparse<t>gpsvInterleavedBatch", Pivoting::partial, 1, algorithm, type, m, A,
                     x, count);
}

}  // namespace

void gtsv2_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                         const void* dl, const void* d, const void* du, const void* B, int ldb,
                         std::size_t* bytes) {
  *bytes = buffer_bytes(
      *handle, single("cusparse<t>gtsv2", Pivoting::partial, type, m, n, dl, d, du, B, ldb));
}
void gtsv2(runtime::ScalarType type, cusparseHandle_t handle, int m, int n, const void* dl,
           const void* d, const void* du, void* B, int ldb, void* buffer) {
  solve(*handle, single("cusparse<t>gtsv2", Pivoting::partial, type, m, n, dl, d, du, B, ldb),
        buffer);
}

void gtsv2_nopivot_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                                 const void* dl, const void* d, const void* du, const void* B,
                                 int ldb, std::size_t* bytes) {
  *bytes = buffer_bytes(
      *handle, single("cusparse<t>gtsv2_nopivot", Pivoting::none, type, m, n, dl, d, du, B, ldb));
}
void gtsv2_nopivot(runtime::ScalarType type, cusparseHandle_t handle, int m, int n, const void* dl,
                   const void* d, const void* du, void* B, int ldb, void* buffer) {
  solve(*handle, single("cusparse<t>gtsv2_nopivot", Pivoting::none, type, m, n, dl, d, du, B, ldb),
        buffer);
}

void gtsv2StridedBatch_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t handle, int m,
                                     const void* dl, const void* d, const void* du, const void* x,
                                     int count, int stride, std::size_t* bytes) {
  *bytes = buffer_bytes(
      *handle, strided("cusparse<t>gtsv2StridedBatch", type, m, dl, d, du, x, count, stride));
}
void gtsv2StridedBatch(runtime::ScalarType type, cusparseHandle_t handle, int m, const void* dl,
                       const void* d, const void* du, void* x, int count, int stride,
                       void* buffer) {
  solve(*handle, strided("cusparse<t>gtsv2StridedBatch", type, m, dl, d, du, x, count, stride),
        buffer);
}

void gtsvInterleavedBatch_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t handle,
                                        int algorithm, int m, const void* dl, const void* d,
                                        const void* du, const void* x, int count,
                                        std::size_t* bytes) {
  *bytes = buffer_bytes(*handle, tridiagonals(algorithm, type, m, dl, d, du, x, count));
}
void gtsvInterleavedBatch(runtime::ScalarType type, cusparseHandle_t handle, int algorithm, int m,
                          void* dl, void* d, void* du, void* x, int count, void* buffer) {
  solve(*handle, tridiagonals(algorithm, type, m, dl, d, du, x, count), buffer);
}

void gpsvInterleavedBatch_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t handle,
                                        int algorithm, int m, const void* ds, const void* dl,
                                        const void* d, const void* du, const void* dw,
                                        const void* x, int count, std::size_t* bytes) {
  *bytes = buffer_bytes(*handle, pentadiagonals(algorithm, type, m, ds, dl, d, du, dw, x, count));
}
void gpsvInterleavedBatch(runtime::ScalarType type, cusparseHandle_t handle, int algorithm, int m,
                          void* ds, void* dl, void* d, void* du, void* dw, void* x, int count,
                          void* buffer) {
  solve(*handle, pentadiagonals(algorithm, type, m, ds, dl, d, du, dw, x, count), buffer);
}

}  // namespace filigree::cusparse
