// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <rsb.h>

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include <filigree/convert.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/log.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/core/scalar_argument.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/rsb_calls.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/matrix_base.hpp>
#include <filigree/validate.hpp>

/// \file
/// Recursive sparse blocks (RSB), by the external library librsb (1.3, LGPL), on the host. This
/// header is all there is of it: Filigree's own library neither uses nor links librsb. Programs
/// that include it link the CMake target Filigree::rsb, or librsb by other means.
///
/// Source of the format: Martone, "Efficient Multithreaded Untransposed, Transposed or Symmetric
/// Sparse Matrix-Vector Multiplication with the Recursive Sparse Blocks Format", Parallel Computing
/// 40(7), 2014; of the calls: librsb 1.3's rsb.h.

namespace filigree {

namespace detail {

struct RsbAccess;

}  // namespace detail

/// A sparse matrix in recursive blocks, each in Csr or Coo with indices of 16 bits where they
/// suffice: made by csr_to_rsb and coo_to_rsb, in host memory, owned by librsb.
///
/// Move-only. Entries are unique and, where they are read back, sorted. Of a symmetric, Hermitian
/// or triangular matrix only the entries that count are held: none outside the `fill` triangle, and
/// no diagonal where that is unit. Two calls may read a matrix at once as far as librsb allows it
/// ("probably yes", says its manual).
///
/// librsb is initialised, with its default options, when the first matrix is made, and finalised
/// when the program ends and no matrix is left. Set options of librsb (rsb_lib_set_opt) after the
/// first matrix was made, and leave rsb_lib_exit to this class.
template <rsb_scalar Scalar>
class RsbMatrix : public MatrixBase {
 public:
  ///@{
  /// The scalar, the integers that this librsb was built with, and the memory of the host.
  using scalar_type = Scalar;
  using value_type = Scalar;
  using index_type = rsb_coo_idx_t;
  using offset_type = rsb_nnz_idx_t;
  using memory_space = Kokkos::HostSpace;
  ///@}

  /// The name in messages and logs.
  static constexpr const char* format_name = "rsb";

  /// An empty 0 x 0 matrix.
  RsbMatrix() = default;
  ///@{
  /// The other matrix is left 0 x 0 and empty; what this one held is freed.
  RsbMatrix(RsbMatrix&& other) noexcept { swap(other); }
  RsbMatrix& operator=(RsbMatrix&& other) noexcept {
    RsbMatrix taken(std::move(other));
    swap(taken);
    return *this;
  }
  ///@}

  /// For calls of librsb that do not change the matrix; null where the matrix has no entries.
  const rsb_mtx_t* handle() const noexcept { return matrix_.get(); }

  /// The blocks that the recursion ends in.
  std::int64_t num_blocks() const {
    rsb_blk_idx_t blocks = 0;
    if (matrix_ != nullptr)
      detail::check_rsb(
          "RsbMatrix::num_blocks", "",
          rsb_mtx_get_info(matrix_.get(), RSB_MIF_LEAVES_COUNT__TO__RSB_BLK_INDEX_T, &blocks));
    return blocks;
  }

 private:
  friend detail::RsbAccess;

  struct Free {
    std::shared_ptr<const detail::RsbLibrary> library;
    void operator()(rsb_mtx_t* matrix) const { rsb_mtx_free(matrix); }
  };

  RsbMatrix(const MatrixBase& sizes, std::unique_ptr<rsb_mtx_t, Free> matrix)
      : MatrixBase(sizes), matrix_(std::move(matrix)) {}

  void swap(RsbMatrix& other) noexcept {
    std::swap(static_cast<MatrixBase&>(*this), static_cast<MatrixBase&>(other));
    std::swap(matrix_, other.matrix_);
  }

  std::unique_ptr<rsb_mtx_t, Free> matrix_;
};

namespace detail {

template <class Exec, class... Spaces>
constexpr void check_rsb_spaces() {
  static_assert(is_host_execution_v<Exec>,
                "librsb works on the host: pass a Kokkos::DefaultHostExecutionSpace");
  static_assert((is_accessible_v<Exec, Spaces> && ...),
                "librsb works on the host: copy the arrays to host memory first (copy_to)");
}

/// Throws invalid_value where librsb's indices are too short for the matrix.
template <class Matrix>
void check_rsb_sizes(std::string_view operation, const Matrix& A) {
  constexpr std::string_view meaning = "what the indices of this librsb hold";
  check_at_most(operation, "A's num_rows", A.num_rows(), rsb_max_extent, meaning);
  check_at_most(operation, "A's num_cols", A.num_cols(), rsb_max_extent, meaning);
  check_at_most(operation, "A's nnz", A.nnz(), rsb_max_nnz, meaning);
}

inline rsb_flags_t rsb_flags(const MatrixProperties& properties) {
  rsb_flags_t flags = RSB_FLAG_DEFAULT_RSB_MATRIX_FLAGS;
  if (properties.type == MatrixType::general) return flags;
  if (properties.type == MatrixType::symmetric) flags |= RSB_FLAG_SYMMETRIC;
  if (properties.type == MatrixType::hermitian) flags |= RSB_FLAG_HERMITIAN;
  if (properties.type == MatrixType::triangular) flags |= RSB_FLAG_TRIANGULAR;
  flags |= properties.fill == FillMode::lower ? RSB_FLAG_LOWER : RSB_FLAG_UPPER;
  if (properties.diagonal == DiagonalType::unit) flags |= RSB_FLAG_UNIT_DIAG_IMPLICIT;
  return flags;
}

/// The entries that count: librsb would multiply the others of a symmetric matrix too.
template <class Scalar, class Index, class Space>
CooMatrix<Scalar, Index, Space> counted_entries(const CooMatrix<Scalar, Index, Space>& A) {
  const MatrixProperties& properties = A.properties();
  if (properties.type == MatrixType::general) return A;
  const auto counts = [&](std::int64_t k) {
    const Index row = A.row_indices()(k), column = A.col_indices()(k);
    if (row == column) return properties.diagonal == DiagonalType::non_unit;
    return (column < row) == (properties.fill == FillMode::lower);
  };
  std::int64_t count = 0;
  for (std::int64_t k = 0; k < A.nnz(); ++k) count += counts(k);
  if (count == A.nnz()) return A;
  using Host = Kokkos::DefaultHostExecutionSpace;
  const auto rows = allocate<Index, Space>("coo_to_rsb", Host{}, "filigree::rsb_rows", count);
  const auto columns = allocate<Index, Space>("coo_to_rsb", Host{}, "filigree::rsb_columns", count);
  const auto values = allocate<Scalar, Space>("coo_to_rsb", Host{}, "filigree::rsb_values", count);
  std::int64_t place = 0;
  for (std::int64_t k = 0; k < A.nnz(); ++k) {
    if (!counts(k)) continue;
    rows(place) = A.row_indices()(k);
    columns(place) = A.col_indices()(k);
    values(place++) = A.values()(k);
  }
  return {A.num_rows(), A.num_cols(), rows, columns, values, properties};
}

struct RsbAccess {
  /// From a zero-based Csr matrix, sorted and without duplicates, all of whose entries count.
  template <class Scalar, class Index, class Offset, class Space>
  static RsbMatrix<std::remove_const_t<Scalar>> make(
      std::string_view operation, const CsrMatrix<Scalar, Index, Offset, Space>& A,
      IndexBase index_base) {
    using Matrix = RsbMatrix<std::remove_const_t<Scalar>>;
    MatrixProperties properties = A.properties();
    properties.index_base = index_base;
    properties.sorted = properties.unique = true;
    const MatrixBase& sizes = A.with_properties(properties);
    if (A.nnz() == 0) return Matrix(sizes, {nullptr, {}});
    const auto library = RsbLibrary::instance();
    rsb_err_t error = RSB_ERR_NO_ERROR;
    std::unique_ptr<rsb_mtx_t, typename Matrix::Free> matrix(
        rsb_mtx_alloc_from_csr_const(
            A.values().data(), A.row_offsets().data(), A.col_indices().data(),
            rsb_nnz_idx_t(A.nnz()), rsb_type_code<std::remove_const_t<Scalar>>,
            rsb_coo_idx_t(A.num_rows()), rsb_coo_idx_t(A.num_cols()), RSB_DEFAULT_ROW_BLOCKING,
            RSB_DEFAULT_COL_BLOCKING, rsb_flags(properties), &error),
        {library});
    check_rsb(operation, "A", error);
    if (matrix == nullptr) check_rsb(operation, "A", RSB_ERR_GENERIC_ERROR);
    return Matrix(sizes, std::move(matrix));
  }
};

}  // namespace detail

/// A in recursive blocks. Entries that are stored more than once are summed, those that do not
/// count (outside the triangle of a symmetric, Hermitian or triangular matrix; a unit diagonal) are
/// left out. O(nnz log nnz) time; a copy of the entries as scratch memory.
/// \param options index_base: of what rsb_to_coo and rsb_to_csr give back; that of A where empty
/// \throws Error invalid_value where A is too large for librsb's indices, or with the first wrong
///   entry; alloc_failed; not_supported where librsb was built without the scalar type
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
RsbMatrix<std::remove_const_t<Scalar>> coo_to_rsb(const Exec& exec,
                                                  const CooMatrix<Scalar, Index, MemorySpace>& A,
                                                  const ConvertOptions& options = {}) {
  detail::check_rsb_spaces<Exec, MemorySpace>();
  detail::check_rsb_sizes("coo_to_rsb", A);
  if (options.validate) validate_or_throw(exec, A);
  exec.fence("filigree::coo_to_rsb");
  const auto entries =
      detail::counted_entries(cast_indices<rsb_coo_idx_t>(exec, A, IndexBase::zero));
  const auto rows =
      coo_to_csr<rsb_nnz_idx_t>(exec, entries, {.duplicates = Duplicates::sum, .validate = false});
  return detail::RsbAccess::make("coo_to_rsb", rows, options.index_base.value_or(A.index_base()));
}

/// As coo_to_rsb. A general matrix that is flagged sorted and unique is read as it is: O(nnz) time,
/// and no scratch memory where it is zero-based and has librsb's index types.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
RsbMatrix<std::remove_const_t<Scalar>> csr_to_rsb(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
    const ConvertOptions& options = {}) {
  detail::check_rsb_spaces<Exec, MemorySpace>();
  detail::check_rsb_sizes("csr_to_rsb", A);
  if (options.validate) validate_or_throw(exec, A);
  const IndexBase base = options.index_base.value_or(A.index_base());
  if (A.properties().type != MatrixType::general || !A.properties().sorted ||
      !A.properties().unique)
    return coo_to_rsb(exec, csr_to_coo(exec, A, {.validate = false}),
                      {.index_base = base, .validate = false});
  if constexpr (std::is_same_v<Index, rsb_coo_idx_t> && std::is_same_v<Offset, rsb_nnz_idx_t>) {
    exec.fence("filigree::csr_to_rsb");
    if (A.index_base() == IndexBase::zero) return detail::RsbAccess::make("csr_to_rsb", A, base);
  }
  const auto rows = cast_indices<rsb_coo_idx_t, rsb_nnz_idx_t>(exec, A, IndexBase::zero);
  exec.fence("filigree::csr_to_rsb");
  return detail::RsbAccess::make("csr_to_rsb", rows, base);
}

/// The entries that A holds, bit by bit, sorted, in arrays of their own.
/// \throws Error alloc_failed
template <execution_space Exec, rsb_scalar Scalar>
CsrMatrix<Scalar, rsb_coo_idx_t, rsb_nnz_idx_t, Kokkos::HostSpace> rsb_to_csr(
    const Exec& exec, const RsbMatrix<Scalar>& A, const ConvertOptions& options = {}) {
  detail::check_rsb_spaces<Exec>();
  constexpr std::string_view operation = "rsb_to_csr";
  using Space = Kokkos::HostSpace;
  MatrixProperties properties = A.properties();
  properties.index_base = options.index_base.value_or(A.index_base());
  const auto offsets = detail::allocate<rsb_nnz_idx_t, Space>(
      operation, exec, "filigree::row_offsets", A.num_rows() + 1);
  const auto columns =
      detail::allocate<rsb_coo_idx_t, Space>(operation, exec, "filigree::col_indices", A.nnz());
  const auto values = detail::allocate<Scalar, Space>(operation, exec, "filigree::values", A.nnz());
  exec.fence("filigree::rsb_to_csr");
  if (A.handle() == nullptr)
    Kokkos::deep_copy(offsets, rsb_nnz_idx_t(properties.index_base));
  else
    detail::check_rsb(
        operation, "A",
        rsb_mtx_get_csr(detail::rsb_type_code<Scalar>, A.handle(), values.data(), offsets.data(),
                        columns.data(),
                        properties.index_base == IndexBase::one ? RSB_FLAG_FORTRAN_INDICES_INTERFACE
                                                                : RSB_FLAG_C_INDICES_INTERFACE));
  return {A.num_rows(), A.num_cols(), offsets, columns, values, properties};
}

/// A as coordinates, an index pair an entry, by row, then by column.
template <execution_space Exec, rsb_scalar Scalar>
CooMatrix<Scalar, rsb_coo_idx_t, Kokkos::HostSpace> rsb_to_coo(const Exec& exec,
                                                               const RsbMatrix<Scalar>& A,
                                                               const ConvertOptions& options = {}) {
  return csr_to_coo(exec, rsb_to_csr(exec, A, options), {.validate = false});
}

/// Checks the entries as rsb_to_coo gives them. \throws Error alloc_failed
template <execution_space Exec, rsb_scalar Scalar>
ValidateReport validate(const Exec& exec, const RsbMatrix<Scalar>& A,
                        const ValidateOptions& options = {}) {
  return validate(exec, rsb_to_coo(exec, A), options);
}

namespace detail {

inline bool has_unit_diagonal(const MatrixBase& A) {
  return A.properties().type != MatrixType::general &&
         A.properties().diagonal == DiagonalType::unit;
}

template <class Scalar>
KernelId logged_rsb_product(std::string_view operation, Op op, const RsbMatrix<Scalar>& A) {
  constexpr KernelId kernel{"rsb_librsb"};
  if (log_enabled(LogKind::trace))
    log(LogKind::trace, operation,
        std::string(kernel.name) + ", op " + std::string(name(op)) + ", " +
            std::to_string(A.num_rows()) + " x " + std::to_string(A.num_cols()) + ", nnz " +
            std::to_string(A.nnz()));
  return kernel;
}

}  // namespace detail

/// y = alpha op(A) x + beta y on the threads that librsb uses, after the work on `exec`. x and y
/// are contiguous, of A's scalar type, and do not overlap. Where beta is 0, y is not read; where
/// alpha is 0, nothing of A and x reaches the result. Sums of threads may be added in any order.
/// \throws Error invalid_value where a vector has the wrong length or overlaps
template <execution_space Exec, rsb_scalar Scalar, class XView, class YView>
KernelId spmv(const Exec& exec, Op op, const ScalarArgument<std::type_identity_t<Scalar>>& alpha,
              const RsbMatrix<Scalar>& A, const XView& x,
              const ScalarArgument<std::type_identity_t<Scalar>>& beta, const YView& y) try {
  static_assert(std::is_same_v<typename XView::non_const_value_type, Scalar> &&
                    std::is_same_v<typename YView::value_type, Scalar>,
                "librsb multiplies vectors of the matrix's own scalar type");
  detail::check_rsb_spaces<Exec, typename XView::memory_space, typename YView::memory_space>();
  const detail::ScopedRegion region("filigree::spmv");
  const std::int64_t in = op == Op::none ? A.num_cols() : A.num_rows();
  const std::int64_t out = op == Op::none ? A.num_rows() : A.num_cols();
  detail::check_vector("spmv", "x", x, in, "the columns of op(A)");
  detail::check_vector("spmv", "y", y, out, "the rows of op(A)");
  detail::check_overlap("spmv", "x", x.data(), detail::byte_size(x), "y", y.data(),
                        detail::byte_size(y), false);
  exec.fence("filigree::spmv");
  detail::multiply_rsb<Scalar>("spmv", op, alpha.get(), A.handle(), detail::has_unit_diagonal(A),
                               {x.data(), in, 1, 1, in}, beta.get(), {y.data(), out, 1, 1, out});
  return detail::logged_rsb_product("spmv", op, A);
} catch (...) {
  detail::rethrow_as_error("spmv");
}

/// C = alpha op_a(A) op_b(B) + beta C, as spmv above. B and C are Views of rank 2 of A's scalar
/// type in any layout; one call of librsb where op_b(B) and C are both column- or both row-major,
/// else a product for each column.
/// \throws Error invalid_value where sizes do not agree or B and C overlap; not_supported for the
///   conjugate transpose of a complex B
template <execution_space Exec, rsb_scalar Scalar, class BView, class CView>
KernelId spmm(const Exec& exec, Op op_a, Op op_b,
              const ScalarArgument<std::type_identity_t<Scalar>>& alpha, const RsbMatrix<Scalar>& A,
              const BView& b, const ScalarArgument<std::type_identity_t<Scalar>>& beta,
              const CView& c) try {
  static_assert(std::is_same_v<typename BView::non_const_value_type, Scalar> &&
                    std::is_same_v<typename CView::value_type, Scalar>,
                "librsb multiplies matrices of A's own scalar type");
  detail::check_rsb_spaces<Exec, typename BView::memory_space, typename CView::memory_space>();
  const detail::ScopedRegion region("filigree::spmm");
  if (is_complex_v<Scalar> && op_b == Op::conjugate_transpose)
    detail::throw_error(Status::not_supported,
                        {"spmm", "op_b", "conjugate_transpose",
                         "none or transpose for a complex B of librsb's", "conjugate B first"});
  const Kokkos::View<const Scalar**, typename BView::array_layout, typename BView::memory_space>
      read_only = b;
  const detail::RsbDense<const Scalar> from = detail::rsb_dense(read_only, op_b != Op::none);
  const detail::RsbDense<Scalar> to = detail::rsb_dense(c, false);
  const std::int64_t in = op_a == Op::none ? A.num_cols() : A.num_rows();
  const std::int64_t out = op_a == Op::none ? A.num_rows() : A.num_cols();
  detail::check_length("spmm", "b", from.rows, in, "the columns of op_a(A) as rows of op_b(B)");
  detail::check_length("spmm", "c", to.rows, out, "the rows of op_a(A) as rows of C");
  detail::check_length("spmm", "c", to.cols, from.cols, "the columns of op_b(B) as columns of C");
  detail::check_at_most("spmm", "c's columns", to.cols, detail::rsb_max_extent, "librsb's limit");
  detail::check_overlap("spmm", "b", b.data(), b.span() * sizeof(Scalar), "c", c.data(),
                        c.span() * sizeof(Scalar), false);
  exec.fence("filigree::spmm");
  detail::multiply_rsb<Scalar>("spmm", op_a, alpha.get(), A.handle(), detail::has_unit_diagonal(A),
                               from, beta.get(), to);
  return detail::logged_rsb_product("spmm", op_a, A);
} catch (...) {
  detail::rethrow_as_error("spmm");
}

/// With B as it is (op_b = Op::none).
template <execution_space Exec, rsb_scalar Scalar, class BView, class CView>
KernelId spmm(const Exec& exec, Op op_a, const ScalarArgument<std::type_identity_t<Scalar>>& alpha,
              const RsbMatrix<Scalar>& A, const BView& b,
              const ScalarArgument<std::type_identity_t<Scalar>>& beta, const CView& c) {
  return spmm(exec, op_a, Op::none, alpha, A, b, beta, c);
}

}  // namespace filigree
