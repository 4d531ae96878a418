// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <type_traits>

#include <filigree/convert.hpp>

/// \file
/// Working with the permutations that sort_entries, CsrToCsc and prune keep: one sort, then any
/// number of values forth and back, and a sorted matrix back to its first order.

namespace filigree {

/// positions(k) = k for a contiguous View of rank 1 of int32_t or int64_t. Does not wait.
/// \throws Error invalid_value where it is strided, or longer than its type counts
template <execution_space Exec, class PositionView>
void identity_permutation(const Exec& exec, const PositionView& positions);

/// to(k) = from(positions(k)): values of an unsorted matrix into the order of the sorted one
/// (csru2csr), or those that pruning keeps. `to` has the length of `positions`. Allocates nothing,
/// does not wait.
///
/// All are contiguous Views of rank 1, the values of one storage scalar. A position outside `from`
/// is undefined behaviour.
/// \throws Error invalid_value where lengths do not agree or `from` and `to` overlap
template <execution_space Exec, class PositionView, class FromView, class ToView>
void permute_values(const Exec& exec, const PositionView& positions, const FromView& from,
                    const ToView& to);

/// to(positions(k)) = from(k): the way back (csr2csru). `from` has the length of `positions`; no
/// position may come twice, and entries of `to` that none names stay as they are.
template <execution_space Exec, class PositionView, class FromView, class ToView>
void unpermute_values(const Exec& exec, const PositionView& positions, const FromView& from,
                      const ToView& to);

///@{
/// The matrix whose sort_entries gave this pattern and permutation, with the present values of
/// `sorted.matrix`: entry k goes to permutation[k]. The result is not flagged sorted. Does not
/// wait. \throws Error invalid_value where the permutation's length is not nnz
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CsrMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> unsort_entries(
    const Exec& exec, const Sorted<CsrMatrix<Scalar, Index, Offset, MemorySpace>>& sorted);
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
CscMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> unsort_entries(
    const Exec& exec, const Sorted<CscMatrix<Scalar, Index, Offset, MemorySpace>>& sorted);
template <execution_space Exec, class Scalar, class Index, class MemorySpace>
CooMatrix<std::remove_const_t<Scalar>, Index, MemorySpace> unsort_entries(
    const Exec& exec, const Sorted<CooMatrix<Scalar, Index, MemorySpace>>& sorted);
///@}

}  // namespace filigree

#include <filigree/detail/permutation_front.hpp>
