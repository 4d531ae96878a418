// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <string>

#include <runtime/prune.hpp>

#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>

/// Counting, compressing and pruning: what stays of a matrix by the magnitude of its entries. Each
/// call finds it anew: between those that count and those that convert nothing is kept. All wait.

struct pruneInfo {};

namespace filigree::cusparse {
namespace {

/// The real part of a number in host memory.
double real_of(runtime::ScalarType type, const void* value) {
  return runtime::visit_scalar(type, [&]<class T>(std::type_identity<T>) {
    T number;
    std::memcpy(&number, value, sizeof number);
    if constexpr (requires { number.real(); })
      return double(number.real());
    else if constexpr (requires { number.re; })
      return double(number.re);
    else
      return double(number);
  });
}

/// A number by value, of which the real part counts.
PruneRule rule_of_tolerance(const char* call, runtime::ScalarType type, const void* tolerance) {
  const double value = real_of(type, tolerance);
  check(value >= 0, call, "tol", std::to_string(value).c_str(), "0 or more");
  return Threshold{value};
}

/// A number where the pointer mode says.
PruneRule rule_of_threshold(const char* call, const cusparseContext& handle,
                            runtime::ScalarType type, const void* threshold) {
  double memory[2] = {};
  copy_and_wait(call, handle, memory, threshold, runtime::size_of(type));
  const double value = real_of(type, memory);
  check(value >= 0, call, "threshold", std::to_string(value).c_str(), "0 or more");
  return Threshold{value};
}

PruneRule rule_of_percentage(const char* call, float percentage) {
  check(percentage >= 0 && percentage <= 100, call, "percentage",
        std::to_string(percentage).c_str(), "0 to 100");
  return Percentage{double(percentage)};
}

runtime::DenseOperand dense_of(const char* call, runtime::ScalarType type, int m, int n,
                               const void* A, int lda) {
  const runtime::DenseOperand matrix{
      type, runtime::Layout::column_major, m, n, lda, without_const(A)};
  runtime::check(call, matrix);
  return matrix;
}

/// Without columns, where the offsets alone say how many entries there are.
runtime::SparseOperand csr_of(const char* call, const cusparseContext& handle,
                              runtime::ScalarType type, int m, const cusparseMatDescr& description,
                              const void* values, const int* offsets) {
  check_general(call, description);
  const int nnz = stored_count(call, handle, offsets, m, IndexBase(description.base));
  return csr_operand(call, type, m, 0, nnz, description, values, offsets, nullptr);
}

/// CSR matrices that are pruned, or dense ones.
struct Dense {
  const char* call;
  runtime::DenseOperand A;
  runtime::ResultPlan plan(const cusparseContext& handle, const PruneRule& rule,
                           IndexBase base) const {
    return runtime::make_dense_prune_plan(handle.target, A, rule, Format::csr,
                                          runtime::IndexType::int32, runtime::IndexType::int32,
                                          base);
  }
  void values(const cusparseContext& handle, const runtime::ResultPlan& plan,
              const runtime::SparseOperand& C) const {
    runtime::dense_to_sparse(handle.target, plan, A, C);
  }
};

struct Stored {
  const char* call;
  runtime::SparseOperand A;
  runtime::ResultPlan plan(const cusparseContext& handle, const PruneRule& rule,
                           IndexBase base) const {
    return runtime::make_prune_plan(handle.target, A, rule, base);
  }
  void values(const cusparseContext& handle, const runtime::ResultPlan& plan,
              const runtime::SparseOperand& C) const {
    runtime::prune(handle.target, plan, A, C);
  }
};

template <class Source>
void count(const cusparseContext& handle, const Source& source, const PruneRule& rule,
           const cusparseMatDescr& description, int* offsets, int* total) {
  check_general(source.call, description);
  const runtime::ResultPlan plan = source.plan(handle, rule, IndexBase(description.base));
  if (plan.result.num_rows > 0) {
    check_pointer(source.call, "csrSortedRowPtrC", offsets);
    copy_and_wait(source.call, handle, offsets, plan.result.offsets,
                  (std::size_t(plan.result.num_rows) + 1) * sizeof(int));
  }
  write_number(source.call, handle, total, plan.result.nnz);
}

template <class Source>
void convert(const cusparseContext& handle, const Source& source, const PruneRule& rule,
             const cusparseMatDescr& description, void* values, const int* offsets, int* indices) {
  check_general(source.call, description);
  check_both(source.call, "C", indices, values);
  const runtime::ResultPlan plan = source.plan(handle, rule, IndexBase(description.base));
  if (plan.result.num_rows == 0) return;
  runtime::SparseOperand C = plan.result;
  C.offsets = without_const(offsets);
  C.col_indices = indices;
  C.values = values;
  check_pointer(source.call, "csrSortedRowPtrC", offsets);
  runtime::copy_pattern(handle.target, plan, C);
  source.values(handle, plan, C);
  handle.target.fence();  // the plan goes
}

}  // namespace

void CreatePruneInfo(pruneInfo_t* info) { *info = new pruneInfo; }
void DestroyPruneInfo(pruneInfo_t info) { delete info; }

void nnz(runtime::ScalarType type, cusparseHandle_t handle, cusparseDirection_t direction, int m,
         int n, const cusparseMatDescr_t description, const void* A, int lda, int* counts,
         int* total) {
  constexpr const char* call = "cusparse<t>nnz";
  check_general(call, *description);
  write_number(call, *handle, total,
               runtime::count_nonzeros(handle->target, dense_of(call, type, m, n, A, lda),
                                       direction == CUSPARSE_DIRECTION_ROW, counts));
}

void nnz_compress(runtime::ScalarType type, cusparseHandle_t handle, int m,
                  const cusparseMatDescr_t description, const void* values, const int* offsets,
                  int* counts, int* total, const void* tolerance) {
  constexpr const char* call = "cusparse<t>nnz_compress";
  const PruneRule rule = rule_of_tolerance(call, type, tolerance);
  const runtime::SparseOperand A = csr_of(call, *handle, type, m, *description, values, offsets);
  write_number(call, *handle, total, runtime::count_kept(handle->target, A, rule, counts));
}

void csr2csr_compress(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                      const cusparseMatDescr_t description, const void* values_a,
                      const int* indices_a, const int* offsets_a, int nnz_a, const int*,
                      void* values, int* indices, int* offsets, const void* tolerance) {
  constexpr const char* call = "cusparse<t>csr2csr_compress";
  const PruneRule rule = rule_of_tolerance(call, type, tolerance);
  convert(*handle,
          Stored{call, csr_operand(call, type, m, n, nnz_a, *description, values_a, offsets_a,
                                   indices_a)},
          rule, *description, values, offsets, indices);
}

void pruneDense2csr_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int m, int n,
                                  const void* A, int lda, const void*,
                                  const cusparseMatDescr_t description, const void*, const int*,
                                  const int*, std::size_t* bytes) {
  constexpr const char* call = "cusparse<t>pruneDense2csr_bufferSizeExt";
  check_general(call, *description);
  dense_of(call, type, m, n, A, lda);
  *bytes = 0;
}
void pruneDense2csrNnz(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                       const void* A, int lda, const void* threshold,
                       const cusparseMatDescr_t description, int* offsets, int* total, void*) {
  constexpr const char* call = "cusparse<t>pruneDense2csrNnz";
  count(*handle, Dense{call, dense_of(call, type, m, n, A, lda)},
        rule_of_threshold(call, *handle, type, threshold), *description, offsets, total);
}
void pruneDense2csr(runtime::ScalarType type, cusparseHandle_t handle, int m, int n, const void* A,
                    int lda, const void* threshold, const cusparseMatDescr_t description,
                    void* values, const int* offsets, int* indices, void*) {
  constexpr const char* call = "cusparse<t>pruneDense2csr";
  convert(*handle, Dense{call, dense_of(call, type, m, n, A, lda)},
          rule_of_threshold(call, *handle, type, threshold), *description, values, offsets,
          indices);
}

void pruneCsr2csr_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int m, int n, int nnz_a,
                                const cusparseMatDescr_t of_a, const void* values_a,
                                const int* offsets_a, const int* indices_a, const void*,
                                const cusparseMatDescr_t of_c, const void*, const int*, const int*,
                                std::size_t* bytes) {
  constexpr const char* call = "cusparse<t>pruneCsr2csr_bufferSizeExt";
  check_general(call, *of_c);
  csr_operand(call, type, m, n, nnz_a, *of_a, values_a, offsets_a, indices_a);
  *bytes = 0;
}
void pruneCsr2csrNnz(runtime::ScalarType type, cusparseHandle_t handle, int m, int n, int nnz_a,
                     const cusparseMatDescr_t of_a, const void* values_a, const int* offsets_a,
                     const int* indices_a, const void* threshold, const cusparseMatDescr_t of_c,
                     int* offsets, int* total, void*) {
  constexpr const char* call = "cusparse<t>pruneCsr2csrNnz";
  count(*handle,
        Stored{call, csr_operand(call, type, m, n, nnz_a, *of_a, values_a, offsets_a, indices_a)},
        rule_of_threshold(call, *handle, type, threshold), *of_c, offsets, total);
}
void pruneCsr2csr(runtime::ScalarType type, cusparseHandle_t handle, int m, int n, int nnz_a,
                  const cusparseMatDescr_t of_a, const void* values_a, const int* offsets_a,
                  const int* indices_a, const void* threshold, const cusparseMatDescr_t of_c,
                  void* values, const int* offsets, int* indices, void*) {
  constexpr const char* call = "cusparse<t>pruneCsr2csr";
  convert(*handle,
          Stored{call, csr_operand(call, type, m, n, nnz_a, *of_a, values_a, offsets_a, indices_a)},
          rule_of_threshold(call, *handle, type, threshold), *of_c, values, offsets, indices);
}

void pruneDense2csrByPercentage_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int m,
                                              int n, const void* A, int lda, float percentage,
                                              const cusparseMatDescr_t description, const void*,
                                              const int*, const int*, pruneInfo_t,
                                              std::size_t* bytes) {
  constexpr const char* call = "cusparse<t>pruneDense2csrByPercentage_bufferSizeExt";
  check_general(call, *description);
  dense_of(call, type, m, n, A, lda);
  rule_of_percentage(call, percentage);
  *bytes = 0;
}
void pruneDense2csrNnzByPercentage(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                                   const void* A, int lda, float percentage,
                                   const cusparseMatDescr_t description, int* offsets, int* total,
                                   pruneInfo_t, void*) {
  constexpr const char* call = "cusparse<t>pruneDense2csrNnzByPercentage";
  count(*handle, Dense{call, dense_of(call, type, m, n, A, lda)},
        rule_of_percentage(call, percentage), *description, offsets, total);
}
void pruneDense2csrByPercentage(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                                const void* A, int lda, float percentage,
                                const cusparseMatDescr_t description, void* values,
                                const int* offsets, int* indices, pruneInfo_t, void*) {
  constexpr const char* call = "cusparse<t>pruneDense2csrByPercentage";
  convert(*handle, Dense{call, dense_of(call, type, m, n, A, lda)},
          rule_of_percentage(call, percentage), *description, values, offsets, indices);
}

void pruneCsr2csrByPercentage_bufferSizeExt(runtime::ScalarType type, cusparseHandle_t, int m,
                                            int n, int nnz_a, const cusparseMatDescr_t of_a,
                                            const void* values_a, const int* offsets_a,
                                            const int* indices_a, float percentage,
                                            const cusparseMatDescr_t of_c, const void*, const int*,
                                            const int*, pruneInfo_t, std::size_t* bytes) {
  constexpr const char* call = "cusparse<t>pruneCsr2csrByPercentage_bufferSizeExt";
  check_general(call, *of_c);
  csr_operand(call, type, m, n, nnz_a, *of_a, values_a, offsets_a, indices_a);
  rule_of_percentage(call, percentage);
  *bytes = 0;
}
void pruneCsr2csrNnzByPercentage(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                                 int nnz_a, const cusparseMatDescr_t of_a, const void* values_a,
                                 const int* offsets_a, const int* indices_a, float percentage,
                                 const cusparseMatDescr_t of_c, int* offsets, int* total,
                                 pruneInfo_t, void*) {
  constexpr const char* call = "cusparse<t>pruneCsr2csrNnzByPercentage";
  count(*handle,
        Stored{call, csr_operand(call, type, m, n, nnz_a, *of_a, values_a, offsets_a, indices_a)},
        rule_of_percentage(call, percentage), *of_c, offsets, total);
}
void pruneCsr2csrByPercentage(runtime::ScalarType type, cusparseHandle_t handle, int m, int n,
                              int nnz_a, const cusparseMatDescr_t of_a, const void* values_a,
                              const int* offsets_a, const int* indices_a, float percentage,
                              const cusparseMatDescr_t of_c, void* values, const int* offsets,
                              int* indices, pruneInfo_t, void*) {
  constexpr const char* call = "cusparse<t>pruneCsr2csrByPercentage";
  convert(*handle,
          Stored{call, csr_operand(call, type, m, n, nnz_a, *of_a, values_a, offsets_a, indices_a)},
          rule_of_percentage(call, percentage), *of_c, values, offsets, indices);
}

}  // namespace filigree::cusparse
