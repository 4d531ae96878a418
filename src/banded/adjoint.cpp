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
    const std::int64_t m = adjoint.num_rows, R = adjoint.block_size;
    const std::int64_t row = item % (m * R), system = item / (m * R), block = row / R;
    for (int d = 0; d <= 2 * adjoint.half_bandwidth; ++d) {
      const auto& to = adjoint.diagonals[d];
      std::int64_t col = block + d - adjoint.half_bandwidth;
      if (adjoint.periodic) col = col < 0 ? col + m : (col >= m ? col - m : col);
      for (std::int64_t j = 0; j < R; ++j) {
        T sum{};
        for (std::int64_t c = 0; col >= 0 && col < m && c < adjoint.num_columns; ++c) {
          const T left = adjoint.left.at(system, row, c);
          const T right = adjoint.right.at(system, col * R + j, c);
          sum -= adjoint.conjugate ? conjugate(left) * right : left * conjugate(right);
        }
        to.data[block * to.row_stride + system * to.system_stride +
                (row - block * R) * to.inner_row_stride + j * to.inner_col_stride] = sum;
      }
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
  Kokkos::parallel_for(
      "filigree::banded_solve_adjoint_diagonals",
      light_weight(Range(exec, 0, adjoint.num_rows * adjoint.block_size * adjoint.num_systems)),
      BandedOuterProducts<T>{adjoint});
}

#define FILIGREE_INSTANTIATE(Exec, T) \
  template void run_banded_adjoint(const Exec&, const BandedAdjoint<T>&);
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
