// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstddef>
#include <limits>
#include <memory>

#include <filigree/convert_formats.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/spmv.hpp>
#include <runtime/pattern.hpp>

#include <hipsparse/support.hpp>

/// Hybrid matrices (ELLPACK and COO), as CUDA 10 had them.

namespace filigree::hipsparse {

/// Programs look into hipsparseHybMat_t, which is a plain struct in hipSPARSE. The arrays are those
/// of `matrix`, a HybMatrix of the type: the ell part has its rows side by side, -1 for no column.
struct HybridMatrix {
  int rows = 0;
  int cols = 0;
  hipsparseHybPartition_t partition = HIPSPARSE_HYB_PARTITION_AUTO;
  int ell_places = 0;
  int ell_width = 0;
  const void* ell_columns = nullptr;
  const void* ell_values = nullptr;
  int coo_entries = 0;
  const void* coo_rows = nullptr;
  const void* coo_columns = nullptr;
  const void* coo_values = nullptr;

  ScalarType type = ScalarType::float64;
  std::shared_ptr<const void> matrix;
};
static_assert(offsetof(HybridMatrix, coo_values) == 64);

namespace {

HybridMatrix& hybrid(hipsparseHybMat_t matrix) { return *static_cast<HybridMatrix*>(matrix); }

/// f(exec, type) for the scalar types that the calls have.
template <class F>
void visit_hybrid(const runtime::Target& target, ScalarType type, const F& f) {
  target.visit([&](const auto& exec) {
    switch (type) {
      case ScalarType::float32:
        return f(exec, std::type_identity<float>());
      case ScalarType::float64:
        return f(exec, std::type_identity<double>());
      case ScalarType::complex_float32:
        return f(exec, std::type_identity<complex_float>());
      default:
        return f(exec, std::type_identity<complex_double>());
    }
  });
}

/// hipSPARSE has an ell part of twice the entries at most, and by itself one of the mean row.
HybOptions hybrid_options(const char* call, int rows, std::int64_t nnz, int width,
                          hipsparseHybPartition_t partition) {
  HybOptions options;
  options.memory_limit_bytes = std::numeric_limits<std::int64_t>::max();
  options.partition = partition == HIPSPARSE_HYB_PARTITION_MAX ? HybPartition::max
                                                               : HybPartition::user;
  options.ell_width = width;
  if (partition == HIPSPARSE_HYB_PARTITION_AUTO && rows > 0)
    options.ell_width = nnz == 0 ? 0 : (nnz - 1) / rows + 1;
  if (partition == HIPSPARSE_HYB_PARTITION_USER)
    check(width >= 0, call, "userEllWidth", "a negative number", "0 or more");
  return options;
}

void check_width(const char* call, int rows, std::int64_t nnz, std::int64_t width) {
  check(rows == 0 || width <= (2 * nnz - 1) / rows + 1, call, "the ell part's width",
        std::to_string(width).c_str(), "twice the entries of a mean row at most");
}

template <class T, class Exec>
using HybOf = HybMatrix<T, std::int32_t, typename Exec::memory_space>;

template <class T, class Exec>
void convert_to_hybrid(const char* call, const Exec& exec, const SparseOperand& A,
                       const HybOptions& options, HybridMatrix& result) {
  using Space = typename Exec::memory_space;
  const auto csr = CsrMatrix<const T, std::int32_t, std::int32_t, Space>::wrap(
      A.num_rows, A.num_cols, A.nnz, static_cast<const std::int32_t*>(A.offsets),
      static_cast<const std::int32_t*>(A.col_indices), static_cast<const T*>(A.values),
      A.properties);
  const auto matrix = std::make_shared<const HybOf<T, Exec>>(csr_to_hyb(exec, csr, options));
  const auto& ell = matrix->ell();
  check_width(call, int(A.num_rows), A.nnz, ell.ell_width());
  result.ell_width = int(ell.ell_width());
  result.ell_places = int(ell.values().size());
  result.ell_columns = ell.col_indices().data();
  result.ell_values = ell.values().data();
  result.coo_entries = int(matrix->coo().nnz());
  result.coo_rows = matrix->coo().row_indices().data();
  result.coo_columns = matrix->coo().col_indices().data();
  result.coo_values = matrix->coo().values().data();
  result.matrix = matrix;
}

template <class T, class Exec>
auto vector_of(const Exec&, T* data, int size) {
  return Kokkos::View<T*, typename Exec::memory_space, Kokkos::MemoryTraits<Kokkos::Unmanaged>>(
      data, std::size_t(size));
}

void check_converted(const char* call, ScalarType type, const HybridMatrix& A,
                     const cusparseMatDescr& description) {
  check(A.matrix != nullptr && A.type == type, call, "hybA", "no matrix of this type",
        "one that hipsparse<t>csr2hyb has made");
  if (description.type != CUSPARSE_MATRIX_TYPE_GENERAL)
    detail::throw_error(Status::matrix_type_not_supported,
                        {call, "descrA", "a matrix that is not general",
                         "HIPSPARSE_MATRIX_TYPE_GENERAL", "set that type"});
}

}  // namespace

void CreateHybMat(hipsparseHybMat_t* matrix) { *matrix = new HybridMatrix; }
void DestroyHybMat(hipsparseHybMat_t matrix) { destroy(&hybrid(matrix)); }

void csr2hyb(ScalarType type, cusparseHandle_t handle, int rows, int cols,
             const cusparseMatDescr_t description, const void* values, const int* offsets,
             const int* indices, hipsparseHybMat_t result, int width,
             hipsparseHybPartition_t partition) {
  constexpr const char* call = "hipsparse<t>csr2hyb";
  check_pointer(call, "csrSortedRowPtrA", offsets);
  int end = 0;
  copy_and_wait(call, *handle, &end, offsets + rows, sizeof end);
  const int nnz = end - int(description->base);
  const SparseOperand A =
      csr_operand(call, type, rows, cols, nnz, *description, values, offsets, indices);
  const HybOptions options = hybrid_options(call, rows, nnz, width, partition);
  if (options.partition == HybPartition::user) check_width(call, rows, nnz, options.ell_width);
  HybridMatrix made;
  made.rows = rows;
  made.cols = cols;
  made.partition = partition;
  made.type = type;
  visit_hybrid(handle->target, type, [&]<class T>(const auto& exec, std::type_identity<T>) {
    convert_to_hybrid<T>(call, exec, A, options, made);
  });
  hybrid(result) = std::move(made);
}

void hybmv(ScalarType type, cusparseHandle_t handle, cusparseOperation_t op_a, const void* alpha,
           const cusparseMatDescr_t description, const hipsparseHybMat_t matrix, const void* x,
           const void* beta, void* y) {
  constexpr const char* call = "hipsparse<t>hybmv";
  const HybridMatrix& A = hybrid(matrix);
  check_converted(call, type, A, *description);
  const bool swaps = op_a != CUSPARSE_OPERATION_NON_TRANSPOSE;
  visit_hybrid(handle->target, type,
               [&]<class T, class Exec>(const Exec& exec, std::type_identity<T>) {
                 spmv(exec, op(op_a), runtime::scalar_argument<T>(handle->scalar(alpha)),
                      *static_cast<const HybOf<T, Exec>*>(A.matrix.get()),
                      vector_of(exec, static_cast<const T*>(x), swaps ? A.rows : A.cols),
                      runtime::scalar_argument<T>(handle->scalar(beta)),
                      vector_of(exec, static_cast<T*>(y), swaps ? A.cols : A.rows));
               });
}

void hyb2csr(ScalarType type, cusparseHandle_t handle, const cusparseMatDescr_t description,
             const hipsparseHybMat_t matrix, void* values, int* offsets, int* indices) {
  constexpr const char* call = "hipsparse<t>hyb2csr";
  const HybridMatrix& A = hybrid(matrix);
  check_converted(call, type, A, *description);
  check_pointer(call, "csrSortedRowPtrA", offsets);
  ToCsrOptions options;
  options.index_base = IndexBase(description->base);
  visit_hybrid(handle->target, type,
               [&]<class T, class Exec>(const Exec& exec, std::type_identity<T>) {
                 const auto csr = hyb_to_csr<std::int32_t>(
                     exec, *static_cast<const HybOf<T, Exec>*>(A.matrix.get()), options);
                 const std::size_t entries = std::size_t(csr.nnz());
                 exec.fence();
                 copy_and_wait(call, *handle, offsets, csr.row_offsets().data(),
                               (std::size_t(A.rows) + 1) * sizeof(int));
                 if (entries == 0) return;
                 copy_and_wait(call, *handle, indices, csr.col_indices().data(),
                               entries * sizeof(int));
                 copy_and_wait(call, *handle, values, csr.values().data(), entries * sizeof(T));
               });
}

}  // namespace filigree::hipsparse
