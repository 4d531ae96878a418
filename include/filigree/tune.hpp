// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/recommend.hpp>
#include <filigree/spmv.hpp>
#include <filigree/tune_choice.hpp>

/// \file
/// Which format and kernel suit a matrix, by measurement; the choice can be saved and used again
/// without measuring.
///
///   const auto tuned = filigree::tune(exec, A);               // measures
///   tuned.choice.save("A.tune");
///   ...
///   const auto choice = filigree::TuneChoice::load("A.tune");
///   const auto B = filigree::apply_choice(exec, A, choice);   // an AnyMatrix; no timing
///   const auto plan = filigree::spmv_plan(exec, Op::none, B, choice.spmv_options());

namespace filigree {

/// The key of a matrix on this machine. One pass over the pattern; waits for the device.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
TuneKey tune_key(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A);

/// Measures products y = A x, x random, with the best candidates of recommend(), each checked
/// against the Csr product, and chooses the fastest. Memory: one candidate at a time beside A.
/// \throws Error alloc_failed where not even the vectors fit
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
TuneResult tune(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const TuneOptions& options = {});
/// A matrix of another format becomes Csr first.
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
TuneResult tune(const Exec& exec, const AnyMatrix<Scalar, Index, Offset, MemorySpace>& A,
                const TuneOptions& options = {});

/// A in the format of the choice.
/// \throws Error stale_plan where the key is another one (OnMismatch::reject); what convert_to
/// throws
template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
auto apply_choice(const Exec& exec, const CsrMatrix<Scalar, Index, Offset, MemorySpace>& A,
                  const TuneChoice& choice, OnMismatch on_mismatch = OnMismatch::reject)
    -> AnyMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>;

}  // namespace filigree

#include <filigree/detail/tune_front.hpp>
