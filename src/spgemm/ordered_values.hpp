// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/detail/spgemm_front.hpp>

namespace filigree::detail {

/// Values in the order of an operand's rows, written to `to`.
template <class Exec, class Index, class Scalar>
void gather_spgemm_values(const Exec& exec, const SpgemmOperand<Exec, Index>& operand,
                          const Scalar* from, Scalar* to);

/// The operand's values in the order of its rows, in the workspace where they are gathered.
template <class Exec, class Index, class Scalar>
const Scalar* ordered_spgemm_values(const Exec& exec, const SpgemmOperand<Exec, Index>& operand,
                                    const Scalar* values, std::byte*& workspace) {
  if (!operand.gathers_values()) return values;
  auto* const to = reinterpret_cast<Scalar*>(workspace);
  gather_spgemm_values(exec, operand, values, to);
  workspace += spgemm_rounded(operand.rows.nnz * std::int64_t(sizeof(Scalar)));
  return to;
}

}  // namespace filigree::detail
