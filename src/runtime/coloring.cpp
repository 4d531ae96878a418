// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/coloring.hpp>

#include <filigree/detail/color_graph_problem.hpp>
#include <runtime/pattern.hpp>

namespace filigree::runtime {

std::int64_t color_graph(const Target& target, const SparseOperand& A, std::int32_t* colors,
                         double fraction, int distance) try {
  constexpr std::string_view operation = "color_graph";
  const detail::ScopedRegion region("filigree::color_graph");
  check_compressed(operation, "A", A, false);
  detail::check_coloring(operation, A.num_rows, A.num_cols, fraction, distance);
  check_arrays(operation, "A", A, false);
  detail::check_pointer(operation, "colors", colors, A.num_rows);
  check_operand(operation, "A", target, A,
                {"colors", colors, std::size_t(A.num_rows) * sizeof *colors}, false);
  return visit(target, A,
               [&]<class Exec, class Offset, class Index>(
                   const Exec& exec, const detail::StoredPattern<Offset, Index>& pattern) {
                 detail::ColoringProblem<Index> problem;
                 problem.num_rows = A.num_rows;
                 problem.num_entries = A.nnz;
                 problem.base = std::int64_t(A.properties.index_base);
                 problem.row_offsets = any_offsets(A.offset, A.offsets);
                 problem.col_indices = pattern.col_indices;
                 problem.colors = colors;
                 problem.fraction = fraction;
                 problem.distance = distance;
                 return detail::color_rows(exec, problem);
               });
} catch (...) {
  detail::rethrow_as_error("color_graph");
}

}  // namespace filigree::runtime
