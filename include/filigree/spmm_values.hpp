// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/spmm_values_front.hpp>

namespace filigree {

template <execution_space Exec, class Matrix>
class SpmmPlan;

/// The values of a sparse matrix, or of a StridedBatch, in the order in which a plan of spmm reads
/// them: SpmmPlan::order_values makes it, and SpmmPlan::apply takes it in the place of the matrix.
/// For products that use the same values many times and whose plan has rows that are not stored:
/// A^T of Csr, A of Csc, coordinates, symmetric storage. There the plan's products else look each
/// value up through an index, or put all of them in order first.
///
/// It has the values of the last order_values or update_values, which must be called whenever the
/// matrix has new ones: where the plan's rows are those that are stored, it refers to the matrix's
/// own array and would show them at once, else it holds a copy and does not.
///
/// Belongs to its plan and the copies of that. Keeps alive what it reads: the plan, and the
/// matrix's arrays as far as their Views own them. Moved, not copied. Any number of threads and
/// streams may use it at once, but for update_values, which writes it.
template <execution_space Exec, class Matrix>
class SpmmValues {
 public:
  using matrix_type = Matrix;  ///< the plan's, of const values
  ///@{
  /// The matrix's scalar, without and with const, and its memory.
  using scalar_type = typename Matrix::scalar_type;
  using value_type = const scalar_type;
  using memory_space = typename Matrix::memory_space;
  ///@}

  /// An object of no plan.
  SpmmValues() = default;
  ///@{
  /// An object that was moved from may only be destroyed or assigned to.
  SpmmValues(SpmmValues&&) = default;
  SpmmValues& operator=(SpmmValues&&) = default;
  ///@}
  SpmmValues(const SpmmValues&) = delete;
  SpmmValues& operator=(const SpmmValues&) = delete;

  /// Whether these are the values of a StridedBatch.
  bool is_batch() const { return state_.values.is_batch; }
  /// The matrices of the batch.
  std::int64_t count() const { return state_.values.count; }
  /// What the copy takes: a value for each entry of the plan's rows (in symmetric storage, for
  /// mirrored ones too) of each matrix; 0 where it refers to the matrix's own values.
  std::int64_t memory_bytes() const { return detail::bytes_of(state_.ordered); }

  /// For the library's own use: what apply works from.
  const auto& state() const { return state_; }

 private:
  friend class SpmmPlan<Exec, Matrix>;

  detail::SpmmValuesState<Exec, Matrix> state_;
};

}  // namespace filigree
