// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <runtime/operands.hpp>
#include <runtime/target.hpp>

/// Operations on a sparse and a dense vector whose types are known when the program runs. They run
/// the calls of vector_operations.hpp and gemvi.hpp, and throw what those throw; not_supported for
/// scalar types that these do not take.

namespace filigree::runtime {

/// A sparse vector. Its memory is the caller's.
struct SparseVectorOperand {
  ScalarType scalar = ScalarType::float64;
  IndexType index = IndexType::int32;
  IndexBase base = IndexBase::zero;
  std::int64_t size = 0;
  std::int64_t nnz = 0;
  void* indices = nullptr;
  void* values = nullptr;
};

/// Throws invalid_value unless the sizes make a vector.
FILIGREE_EXPORT void check(std::string_view operation, const SparseVectorOperand& vector);

/// y = alpha x + beta y
FILIGREE_EXPORT void axpby(const Target& target, const ScalarOperand& alpha,
                           const SparseVectorOperand& x, const ScalarOperand& beta,
                           const VectorOperand& y);
/// x.values(k) = y(index k)
FILIGREE_EXPORT void gather(const Target& target, const VectorOperand& y,
                            const SparseVectorOperand& x);
/// y(index k) = x.values(k)
FILIGREE_EXPORT void scatter(const Target& target, const SparseVectorOperand& x,
                             const VectorOperand& y);
/// y(index k) = 0; x's values are neither read nor written.
FILIGREE_EXPORT void clear_entries(const Target& target, const SparseVectorOperand& x,
                                   const VectorOperand& y);
/// The rotation of x.values(k) and y(index k) by c and s.
FILIGREE_EXPORT void rot(const Target& target, const ScalarOperand& c, const ScalarOperand& s,
                         const SparseVectorOperand& x, const VectorOperand& y);
/// The sum of op(x.values(k)) y(index k), of type `type`, to `result` in the target's memory.
FILIGREE_EXPORT void spvv(const Target& target, Op op, const SparseVectorOperand& x,
                          const VectorOperand& y, ScalarType type, void* result);

/// y = alpha op(A) x + beta y
FILIGREE_EXPORT KernelId gemvi(const Target& target, Op op, const ScalarOperand& alpha,
                               const DenseOperand& A, const SparseVectorOperand& x,
                               const ScalarOperand& beta, const VectorOperand& y);

///@{
/// Throw as the operations do for types: what axpby and rot, or spvv, compute in.
FILIGREE_EXPORT ScalarType vector_compute_type(std::string_view operation, ScalarType type);
FILIGREE_EXPORT void check_spvv_types(ScalarType type, ScalarType result);
///@}

}  // namespace filigree::runtime
