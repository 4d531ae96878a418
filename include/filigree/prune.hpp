// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>
#include <variant>

#include <filigree/convert.hpp>

/// \file
/// Dropping small entries: pruning and compression of sparse matrices. Dense ones are pruned on
/// their way to a sparse format, by the same rules: filigree/dense.hpp.
///
/// An entry stays where its magnitude |a| exceeds a threshold. |a| is compared as a double: exactly
/// for real and integer types, and rounded once, the same way on every back end, for complex ones.
/// NaN is never dropped, since it is not known to be small; -0 and 0 always are.

namespace filigree {

/// Keeps |a| > value. \throws Error invalid_value (of the call that takes it) unless value >= 0
struct Threshold {
  double value = 0;  ///< at least 0; the entry's magnitude must be larger to stay
};

/// Drops the smallest `value` per cent: with the N magnitudes in ascending order (zeros among
/// them), keeps |a| > magnitude[min(max(ceil(N * value / 100) - 1, 0), N - 1)]. Of equal magnitudes
/// all are dropped or none, and even 0 per cent drops the smallest. N counts stored entries, of a
/// dense matrix all of them. \throws Error invalid_value unless 0 <= value <= 100
///
/// Source: pruneCsr2csrByPercentage and pruneDense2csrByPercentage (cuSPARSE 13 guide); here the
/// threshold is selected, not sorted for: O(N) time and constant memory.
struct Percentage {
  double value = 0;  ///< per cent, 0 to 100
};

/// What decides which entries stay.
using PruneRule = std::variant<Threshold, Percentage>;

/// What is left of a matrix, and which of its entries that was, counted from 0 and ascending. For
/// new values in the old pattern: permute_values (filigree/permutation.hpp).
template <class Matrix>
struct Pruned {
  Matrix matrix;  ///< the entries that stay, in arrays of its own
  /// Where each of them was in the matrix before.
  Kokkos::View<const std::int64_t*, typename Matrix::memory_space> positions;
};

///@{
/// The entries that `rule` keeps, in the order in which they were stored, with the properties of A.
/// Waits for the device. O(nnz + rows) time; nnz / 3 bytes of scratch memory.
/// \throws Error as the conversions of convert.hpp, and as `rule` says
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Pruned<CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> prune(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A, const PruneRule& rule,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Pruned<CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>> prune(
    const Exec& exec, const CscMatrix<Scalar, Index, Offset, MemorySpace>& A, const PruneRule& rule,
    const ConvertOptions& options = {});
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
Pruned<CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace>> prune(
    const Exec& exec, const CooMatrix<Scalar, Index, MemorySpace>& A, const PruneRule& rule,
    const ConvertOptions& options = {});
///@}

/// For formats that it does not take: an error that says so.
template <execution_space Exec, detail::other_format Matrix, class... Arguments>
void prune(const Exec&, const Matrix&, const Arguments&...) {
  detail::refuse_format<Matrix>();
}

/// A Csr matrix without entries of |a| <= tolerance; by default without stored zeros. The same as
/// prune by a Threshold, without the positions.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> compress(
    const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A, double tolerance = 0,
    const ConvertOptions& options = {});

/// counts(i) = the entries of row i that prune would keep; returns their sum. `counts` is a
/// contiguous View of num_rows int32_t or int64_t. Waits for the device. \throws Error as prune,
/// and invalid_value where `counts` has another length or is strided
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace,
          class CountView>
std::int64_t count_kept(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                        const PruneRule& rule, const CountView& counts,
                        const ConvertOptions& options = {});

}  // namespace filigree

#include <filigree/detail/prune_front.hpp>
