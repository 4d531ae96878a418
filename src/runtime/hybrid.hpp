// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <memory>

#include <filigree/convert_options.hpp>
#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// Hybrid matrices (ELLPACK and COO) whose types are known when the program runs, of 32-bit indices
/// and float, double and their complex types. Throws what the calls of convert_formats.hpp and
/// spmv.hpp throw; not_supported for other types.

namespace filigree::runtime {

/// A matrix that owns its arrays; copies share them. What the pointers name lives as long.
struct HybridMatrix {
  ScalarType scalar = ScalarType::float64;
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::int64_t nnz = 0;
  /// The ell part: num_rows * ell_width places, those of a column of places side by side, with -1
  /// where there is no entry.
  std::int64_t ell_width = 0;
  const void* ell_columns = nullptr;
  const void* ell_values = nullptr;
  std::int64_t coo_nnz = 0;
  const void* coo_rows = nullptr;
  const void* coo_columns = nullptr;
  const void* coo_values = nullptr;
  std::shared_ptr<const void> state;
};

/// From a CSR matrix of 32-bit indices and offsets; waits.
FILIGREE_EXPORT HybridMatrix make_hybrid(const Target& target, const SparseOperand& A,
                                         const HybOptions& options);
/// y = alpha op(A) x + beta y, on a target of the kind that A was made on.
FILIGREE_EXPORT KernelId spmv(const Target& target, Op op, const ScalarOperand& alpha,
                              const HybridMatrix& A, const VectorOperand& x,
                              const ScalarOperand& beta, const VectorOperand& y);
/// Writes A into the arrays of B, a CSR matrix of A's sizes and types with an index base of its
/// own; waits.
FILIGREE_EXPORT void hybrid_to_csr(const Target& target, const HybridMatrix& A,
                                   const SparseOperand& B);

}  // namespace filigree::runtime
