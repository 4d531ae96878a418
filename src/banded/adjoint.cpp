// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>

#include <core/execution_spaces.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/banded_adjoint_front.hpp>
#include <filigree/detail/banded_problem.hpp>
#include <filigree/detail/spmv_gather.hpp>

namespace filigree::detail {
namespace {

/// A row of a system an item.
template <class T>
struct BandedOuterProducts {
  BandedAdjoint<T> adjoint;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t m = adjoint.num_rows, row = item % m, system = item / m;
    for (int d = 0; d <= 2 * adjoint.half_bandwidth; ++d) {
      std::int64_t col = row + d - adjoint.half_bandwidth;
      if (adjoint.periodic) col = col < 0 ? col + m : (col >= m ? col - m : col);
      T sum{};
      for (std::int64_t c = 0; col >= 0 && col < m && c < adjoint.num_columns; ++c) {
        const T left = adjoint.left.at(system, row, c), right = adjoint.right.at(system, col, c);
        sum -= adjoint.conjugate ? conjugate(left) * right : left * conjugate(right);
      }
      adjoint.diagonals[d].at(system, row, 0) = sum;
    }
  }
};

}  // namespace

void throw_no_adjoint_of_transpose() {
  throw_error(Status::not_supported,
              {"banded_solve_adjoint_op", "op", "the transpose of a complex matrix",
               "none, conjugate_transpose, or a real matrix",
               "solve with the conjugates of the diagonals and Op::none"});
}

template <class Exec, class T>
void run_banded_adjoint(const Exec& exec, const BandedAdjoint<T>& adjoint) {
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  Kokkos::parallel_for("filigree::banded_solve_adjoint_diagonals",
                       light_weight(Range(exec, 0, adjoint.num_rows * adjoint.num_systems)),
                       BandedOuterProducts<T>{adjoint});
}

#define FILIGREE_INSTANTIATE(Exec, T) \
  template void run_banded_adjoint(const Exec&, const BandedAdjoint<T>&);
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
