// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include <filigree/core/execution.hpp>
#include <filigree/core/log.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/color_graph_problem.hpp>
#include <filigree/format/csr.hpp>

/// \file
/// Graph colouring: no two rows of a square matrix that an entry (i, j) or (j, i) joins get the
/// same colour; at distance 2 no two that are joined by way of a third row either. Rows of a colour
/// can be relaxed (Gauss-Seidel) or eliminated at once; at distance 2 they can also write to the
/// rows that they are joined to (aggregates), and columns of a colour share no row.
///
/// Rows take the smallest colour that their neighbours leave, those of most neighbours first, rows
/// of as many in an order of hashed numbers: M. T. Jones, P. E. Plassmann, SIAM J. Sci. Comput. 14
/// (1993); D. J. A. Welsh, M. B. Powell, Comput. J. 10 (1967). Colours depend on the pattern only:
/// any execution space, any number of threads and any order of a row's entries give the same ones.
/// docs/coloring.md has the whole contract.

namespace filigree {

/// How a graph is coloured.
struct ColoringOptions {
  /// The share of rows after which the search may end. The rest get a colour each of their own,
  /// so that the colouring is whole and proper in any case.
  double fraction = 1;
  /// Colours from 0 on that `colors` holds already stay as they are; other rows have -1 there.
  bool keep_given = false;
  /// 1: rows that an entry joins differ; 2: rows that are both joined to a third one differ, too.
  int distance = 1;
};

/// Writes the colour of each row of A, a Csr matrix of any scalar, to `colors`, a contiguous View
/// of std::int32_t as long as A has rows: colours count from 0. Returns how many there are, after
/// the work has been done. Entries of the diagonal do not matter; those that are stored twice may
/// change colours, not that neighbours' differ; of triangles that are stored alone both count.
/// \throws Error invalid_value where A is not square, `colors` has another length, options.fraction
///   is not in [0, 1], options.distance is not 1 or 2, or given colours are below -1, above 2^31
///   less the rows, or equal for joined rows; alloc_failed
template <execution_space Exec, class S, class I, class O, class M, class Colors>
std::int64_t color_graph(const Exec& exec, const CsrMatrix<S, I, O, M>& A, const Colors& colors,
                         const ColoringOptions& options = {}) try {
  static_assert(is_accessible_v<Exec, M> && is_accessible_v<Exec, typename Colors::memory_space>,
                "the execution space cannot reach the memory of the matrix or of the colours");
  static_assert(std::is_same_v<typename Colors::value_type, std::int32_t>,
                "colours are std::int32_t");
  const detail::ScopedRegion region("filigree::color_graph");
  detail::check_coloring("color_graph", A.num_rows(), A.num_cols(), options.fraction,
                         options.distance);
  detail::check_vector("color_graph", "colors", colors, A.num_rows(), "the number of rows");
  detail::check_operand("color_graph", "A", exec, A, detail::result_memory("colors", colors));
  detail::ColoringProblem<I> problem;
  problem.num_rows = A.num_rows();
  problem.num_entries = A.nnz();
  problem.base = std::int64_t(A.index_base());
  problem.row_offsets = A.row_offsets().data();
  problem.col_indices = A.col_indices().data();
  problem.colors = colors.data();
  problem.fraction = options.fraction;
  problem.keep_given = options.keep_given;
  problem.distance = options.distance;
  return detail::color_rows(exec, problem);
} catch (...) {
  detail::rethrow_as_error("color_graph");
}

}  // namespace filigree
