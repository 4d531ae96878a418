// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include <convert/stable_order.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <filigree/detail/gauss_seidel_front.hpp>

/// How a plan is made of a pattern and of colours, and told from those of other patterns.

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "gauss_seidel_plan";

template <class Index>
void check_source(const FactorSource<Index>& source) {
  check_coloring(operation, source.matrix_rows, source.matrix_cols, 1, 1);
  if (source.block.rows != source.block.cols)
    refuse(operation, "A", "blocks of " + size_text(source.block.rows, source.block.cols),
           "square blocks", "convert the matrix to square blocks, or to Csr");
  if (source.properties.type == MatrixType::general) return;
  throw_error(Status::matrix_type_not_supported,
              {operation, "A", "a matrix of type " + std::string(name(source.properties.type)),
               "a general matrix, all of whose entries are stored", "expand the matrix"});
}

[[noreturn]] void throw_stale_plan(const char* found) {
  throw_error(Status::stale_plan, {"gauss_seidel", "A", found,
                                   "the pattern that the plan was made for", "make a new plan"});
}

/// Throws stale_plan where sizes or properties, or with PatternCheck::content the contents, differ.
template <class Exec, class Index>
void check_contents(const Exec& exec, const GaussSeidelState<Exec, Index>& state,
                    const FactorSource<Index>& source) {
  if (!has_same_shape(state.source, source))
    throw_stale_plan("another pattern than the plan's: its size or properties differ");
  if (state.options.pattern_check == PatternCheck::content &&
      factor_checksum(exec, source) != state.checksum)
    throw_stale_plan("other indices than those that the plan was made for");
}

/// Colours the rows that have -1 in `state.colors`, and lists all by colour. Waits for the device.
template <class Exec, class Index>
void order_by_colors(const Exec& exec, GaussSeidelState<Exec, Index>& state) {
  using Space = typename Exec::memory_space;
  const std::int64_t n = state.source.num_rows;
  if (n == 0) return;
  ColoringProblem<Index> coloring;
  coloring.num_rows = n;
  coloring.num_entries = state.source.nnz;
  coloring.base = state.source.base();
  coloring.row_offsets = state.source.offsets;
  coloring.col_indices = state.source.col_indices;
  coloring.colors = state.colors.data();
  coloring.keep_given = true;
  const std::int64_t num_colors = color_rows(exec, coloring);
  if (num_colors > n)
    refuse(operation, "colors", "colour " + std::to_string(num_colors - 1),
           "0 to " + std::to_string(n - 1) + ", or -1", "number the colours from 0");
  const auto begins = allocate<std::int32_t, Space>(
      operation, exec, "filigree::gauss_seidel::color_begins", num_colors + 1);
  state.rows = allocate<std::int32_t, Space>(operation, exec, "filigree::gauss_seidel::rows", n);
  stable_order_by_key<Exec, std::int32_t, std::int32_t>(
      exec, num_colors, 0, Kokkos::View<const std::int32_t*, Space>(state.colors), begins,
      state.rows);
  const Kokkos::View<std::int32_t*, Kokkos::HostSpace> on_host("color_begins", begins.extent(0));
  Kokkos::deep_copy(exec, on_host, begins);
  exec.fence("filigree::gauss_seidel_plan");
  state.color_begins.assign(on_host.data(), on_host.data() + on_host.extent(0));
}

}  // namespace

template <class Exec, class Index>
std::shared_ptr<const GaussSeidelState<Exec, Index>> make_gauss_seidel_plan(
    const Exec& exec, const FactorSource<Index>& source,
    const Kokkos::View<std::int32_t*, typename Exec::memory_space>& colors,
    const GaussSeidelOptions& options) {
  const Kokkos::Timer timer;
  check_source(source);
  const auto state = std::make_shared<GaussSeidelState<Exec, Index>>();
  state->source = source;
  state->options = options;
  state->colors = colors;
  if (colors.extent(0) == 0 && source.num_rows > 0) {
    state->colors = allocate<std::int32_t, typename Exec::memory_space>(
        operation, exec, "filigree::gauss_seidel::colors", source.num_rows);
    Kokkos::deep_copy(exec, state->colors, -1);
  }
  order_by_colors(exec, *state);
  if (options.pattern_check == PatternCheck::content)
    state->checksum = factor_checksum(exec, source);
  state->build_seconds = timer.seconds();
  return state;
}

template <class Exec, class Index>
void check_gauss_seidel_pattern(const Exec& exec, const GaussSeidelState<Exec, Index>& state,
                                const FactorSource<Index>& source) {
  if (!may_be_same(state.source, source, state.options.pattern_check))
    throw_stale_plan("another pattern than the plan's: its size, properties or arrays differ");
  if (state.options.pattern_check == PatternCheck::content) check_contents(exec, state, source);
}

template <class Exec, class Index>
std::shared_ptr<const GaussSeidelState<Exec, Index>> bind_gauss_seidel_plan(
    const Exec& exec, const GaussSeidelState<Exec, Index>& state,
    const FactorSource<Index>& source) {
  check_contents(exec, state, source);
  const auto bound = std::make_shared<GaussSeidelState<Exec, Index>>(state);
  bound->source = source;
  return bound;
}

#define FILIGREE_INSTANTIATE(Exec, Index)                                                     \
  template std::shared_ptr<const GaussSeidelState<Exec, Index>> make_gauss_seidel_plan(       \
      const Exec&, const FactorSource<Index>&,                                                \
      const Kokkos::View<std::int32_t*, Exec::memory_space>&, const GaussSeidelOptions&);     \
  template void check_gauss_seidel_pattern(const Exec&, const GaussSeidelState<Exec, Index>&, \
                                           const FactorSource<Index>&);                       \
  template std::shared_ptr<const GaussSeidelState<Exec, Index>> bind_gauss_seidel_plan(       \
      const Exec&, const GaussSeidelState<Exec, Index>&, const FactorSource<Index>&);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
