// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <rsb.h>

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/types.hpp>
#include <filigree/format/matrix_base.hpp>

/// \file
/// What stands between format/rsb.hpp and librsb: its start and end, its errors, its products.

namespace filigree {

/// The scalar types that librsb multiplies.
template <class T>
concept rsb_scalar = std::same_as<T, float> || std::same_as<T, double> ||
    std::same_as<T, complex_float> || std::same_as<T, complex_double>;

namespace detail {

/// librsb's type codes are the letters of the BLAS.
template <rsb_scalar Scalar>
inline constexpr rsb_type_t rsb_type_code = std::is_same_v<Scalar, float>           ? 'S'
                                            : std::is_same_v<Scalar, double>        ? 'D'
                                            : std::is_same_v<Scalar, complex_float> ? 'C'
                                                                                    : 'Z';

inline constexpr std::int64_t rsb_max_extent = RSB_MAX_MATRIX_DIM;
inline constexpr std::int64_t rsb_max_nnz = RSB_MAX_MATRIX_NNZ;

/// The status for an error of librsb, whose codes are negated sums of flags.
inline Status rsb_status(rsb_err_t error) {
  const auto has = [error](rsb_err_t flags) { return (-error & -flags) != 0; };
  if (error == RSB_ERR_NO_ERROR) return Status::success;
  if (has(RSB_ERR_ENOMEM)) return Status::alloc_failed;
  if (has(RSB_ERR_LIMITS)) return Status::insufficient_resources;
  if (has(RSB_ERR_UNSUPPORTED_OPERATION) || has(RSB_ERR_UNSUPPORTED_TYPE) ||
      has(RSB_ERR_UNSUPPORTED_FORMAT) || has(RSB_ERR_UNIMPLEMENTED_YET) ||
      has(RSB_ERR_UNSUPPORTED_FEATURE))
    return Status::not_supported;
  if (has(RSB_ERR_BADARGS) || has(RSB_ERR_CORRUPT_INPUT_DATA) ||
      has(RSB_ERR_INVALID_NUMERICAL_DATA))
    return Status::invalid_value;
  if (has(RSB_ERR_INTERNAL_ERROR)) return Status::internal_error;
  return Status::execution_failed;
}

/// Throws what librsb reports.
inline void check_rsb(std::string_view operation, std::string_view argument, rsb_err_t error) {
  if (error == RSB_ERR_NO_ERROR) return;
  char text[256] = "";
  rsb_strerror_r(error, text, sizeof(text));
  const Status status = rsb_status(error);
  const char* remedy = "keep the matrix in another format";
  if (status == Status::alloc_failed) remedy = "free memory";
  if (status == Status::not_supported) remedy = "build librsb with all types and operations";
  throw_error(status,
              {operation, argument, "librsb's error " + std::to_string(error) + " (" + text + ")",
               "success", remedy});
}

/// librsb between its start and its end. Each matrix keeps it, so that the end comes after the last
/// matrix, whatever the order in which static objects are destroyed.
class RsbLibrary {
 public:
  RsbLibrary() { check_rsb("RsbMatrix", "", rsb_lib_init(RSB_NULL_INIT_OPTIONS)); }
  ~RsbLibrary() { rsb_lib_exit(RSB_NULL_EXIT_OPTIONS); }
  RsbLibrary(const RsbLibrary&) = delete;
  RsbLibrary& operator=(const RsbLibrary&) = delete;

  static std::shared_ptr<const RsbLibrary> instance() {
    static const auto library = std::make_shared<const RsbLibrary>();
    return library;
  }
};

inline rsb_trans_t rsb_transposition(Op op) {
  return op == Op::none        ? RSB_TRANSPOSITION_N
         : op == Op::transpose ? RSB_TRANSPOSITION_T
                               : RSB_TRANSPOSITION_C;
}

/// A dense argument of rank 2, stripped.
template <class T>
struct RsbDense {
  T* data;
  std::int64_t rows, cols, row_stride, col_stride;

  /// The leading dimension in column-major (row-major) order; 0 where it has another.
  std::int64_t column_major() const {
    return row_stride != 1 && rows > 1 ? 0
           : cols > 1                  ? col_stride
                                       : std::max<std::int64_t>(rows, 1);
  }
  std::int64_t row_major() const {
    return col_stride != 1 && cols > 1 ? 0
           : rows > 1                  ? row_stride
                                       : std::max<std::int64_t>(cols, 1);
  }
};

template <class View>
RsbDense<typename View::value_type> rsb_dense(const View& view, bool transposed) {
  static_assert(Kokkos::is_view_v<View> && View::rank() == 2, "B and C are Kokkos Views of rank 2");
  const std::int64_t rows = view.extent(0), cols = view.extent(1), row_stride = view.stride(0),
                     col_stride = view.stride(1);
  if (transposed) return {view.data(), cols, rows, col_stride, row_stride};
  return {view.data(), rows, cols, row_stride, col_stride};
}

/// C = alpha B + beta C, with nothing read where alpha is 0: what is left of a product with a
/// matrix without entries but for a unit diagonal.
template <class T>
void add_rsb_operands(const T& alpha, const RsbDense<const T>& b, const T& beta,
                      const RsbDense<T>& c) {
  for (std::int64_t j = 0; j < c.cols; ++j)
    for (std::int64_t i = 0; i < c.rows; ++i) {
      T& entry = c.data[i * c.row_stride + j * c.col_stride];
      entry = beta == T(0) ? T(0) : beta * entry;
      if (!(alpha == T(0))) entry += alpha * b.data[i * b.row_stride + j * b.col_stride];
    }
}

/// C = alpha op(A) B + beta C of arguments that were checked. A is null where it has no entries
/// but, perhaps, a unit diagonal.
template <class Scalar>
void multiply_rsb(std::string_view operation, Op op, const Scalar& alpha, const rsb_mtx_t* A,
                  bool unit_diagonal, const RsbDense<const Scalar>& b, const Scalar& beta,
                  const RsbDense<Scalar>& c) {
  if (alpha == Scalar(0)) return add_rsb_operands(alpha, b, beta, c);
  if (A == nullptr) return add_rsb_operands(unit_diagonal ? alpha : Scalar(0), b, beta, c);
  const rsb_trans_t transposition = rsb_transposition(op);
  const bool columns = b.column_major() >= b.rows && c.column_major() >= c.rows;
  const bool rows = b.row_major() >= b.cols && c.row_major() >= c.cols;
  if (c.cols > 1 && (columns || rows)) {
    const std::int64_t b_leading = columns ? b.column_major() : b.row_major();
    const std::int64_t c_leading = columns ? c.column_major() : c.row_major();
    check_at_most(operation, "B's leading dimension", b_leading, rsb_max_nnz, "librsb's limit");
    check_at_most(operation, "C's leading dimension", c_leading, rsb_max_nnz, "librsb's limit");
    const rsb_flags_t order =
        columns ? RSB_FLAG_WANT_COLUMN_MAJOR_ORDER : RSB_FLAG_WANT_ROW_MAJOR_ORDER;
    check_rsb(operation, "",
              rsb_spmm(transposition, &alpha, A, rsb_coo_idx_t(c.cols), order, b.data,
                       rsb_nnz_idx_t(b_leading), &beta, c.data, rsb_nnz_idx_t(c_leading)));
    return;
  }
  check_at_most(operation, "B's stride", b.row_stride, rsb_max_extent, "librsb's limit");
  check_at_most(operation, "C's stride", c.row_stride, rsb_max_extent, "librsb's limit");
  for (std::int64_t j = 0; j < c.cols; ++j)
    check_rsb(
        operation, "",
        rsb_spmv(transposition, &alpha, A, b.data + j * b.col_stride, rsb_coo_idx_t(b.row_stride),
                 &beta, c.data + j * c.col_stride, rsb_coo_idx_t(c.row_stride)));
}

}  // namespace detail
}  // namespace filigree
