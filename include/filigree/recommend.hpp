// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/execution.hpp>
#include <filigree/core/export.hpp>
#include <filigree/format/any_matrix.hpp>
#include <filigree/recommendation.hpp>

/// \file
/// Which format and kernel suit a matrix, by calculation. A product moves bytes: values with their
/// padding, indices, vectors. Each format's bytes follow from statistics of the pattern; divided by
/// the machine's bandwidth, with what each kind of kernel reaches of it, they are the expected
/// time. tune() of filigree/tune.hpp measures instead.

namespace filigree {

/// The machine that Exec runs on. The bandwidth is measured once a process, in a few milliseconds.
template <execution_space Exec>
FILIGREE_EXPORT Machine describe_machine(const Exec& exec);

/// Some passes over the pattern; waits for the device.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
MatrixStatistics matrix_statistics(const Exec& exec,
                                   const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A);

/// Ranks the formats for products y = A x with A as it is. Makes an spmv plan for the Csr matrix,
/// to know how far it compresses its indices. \throws Error alloc_failed
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Recommendations recommend(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                          const RecommendOptions& options = {});
/// A matrix of another format becomes Csr first.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
Recommendations recommend(const Exec& exec, const AnyMatrix<Scalar, Index, Offset, MemorySpace>& A,
                          const RecommendOptions& options = {});

}  // namespace filigree

#include <filigree/detail/recommend_front.hpp>
