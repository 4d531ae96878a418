// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>

#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/generic.hpp>

namespace filigree::detail {

/// An entry is one that was stored, or the sum of several.
template <class Scalar>
struct GatherValues {
  using Sum = arithmetic_t<Scalar>;

  const std::int64_t* sources;
  const std::int64_t* segments;  ///< null: one each
  bool conjugate_mirror;
  const Scalar* from;
  Scalar* to;

  KOKKOS_FUNCTION Sum value(std::int64_t k) const {
    const std::int64_t source = sources[k];
    if (source < 0) return Sum(1);
    const Sum stored = convert<Sum>(from[source / 2]);
    return conjugate_mirror && source % 2 == 1 ? conjugate(stored) : stored;
  }
  KOKKOS_FUNCTION void operator()(const std::int64_t u) const {
    if (segments == nullptr) {
      to[u] = convert<Scalar>(value(u));
      return;
    }
    Sum sum = value(segments[u]);
    for (std::int64_t k = segments[u] + 1; k < segments[u + 1]; ++k) sum += value(k);
    to[u] = convert<Scalar>(sum);
  }
};

/// Values in the order of an operand's rows, written to `to`.
template <class Exec, class Index, class Scalar>
void gather_spgemm_values(const Exec& exec, const SpgemmOperand<Exec, Index>& operand,
                          const Scalar* from, Scalar* to) {
  Kokkos::parallel_for("filigree::spgemm::gather_values",
                       SpgemmRange<Exec>(exec, 0, operand.rows.nnz),
                       GatherValues<Scalar>{operand.sources.data(), operand.segments.data(),
                                            operand.conjugate_mirror, from, to});
}

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
