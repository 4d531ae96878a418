// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/host/pattern.hpp>
#include <spgemm/host/values.hpp>
#include <spgemm/select.hpp>
#include <spgemm/totals.hpp>
#include <spgemm/workers.hpp>

/// Products on a host: marks and bits for columns, an array of sums or a hash table for values.

namespace filigree::detail {

struct SpgemmHashHost {
  static constexpr std::string_view name = "spgemm_hash_host";

  template <class Exec, class Pattern>
  static constexpr bool takes = is_host_execution_v<Exec>;
  /// A bit a column and thread must be little beside the matrices.
  static bool can_implement(const SpgemmInput& input) {
    return input.num_rows > 0 && input.num_cols > 0 &&
           input.num_cols / 64 <= input.num_rows + input.a_nnz + input.b_nnz;
  }
  static double seconds(const SpgemmInput&) { return 1; }
  static std::size_t workspace_bytes(const SpgemmInput&) { return 0; }

  template <class Exec, class Index>
  static SpgemmCounts<Exec> count(const Exec& exec, const SpgemmPattern<Index>& pattern,
                                  const SpgemmLimits& limits,
                                  SpgemmPrepared<Exec, Index>& prepared) {
    const auto state = std::make_shared<State<Exec>>();
    const std::int64_t num_rows = pattern.a.num_rows, inner = pattern.b.num_rows;
    const std::int64_t own = 9 * num_rows + inner, left = limits.left(own);
    const std::int64_t bits = HostColumnSet::words(pattern.b.num_cols);
    limits.check(own + 8 * bits);
    state->workers = spgemm_workers(exec, num_rows, 8 * bits, left);
    const std::int64_t marks = HostColumnMarks::words(pattern.b.num_cols);
    state->marks = marks > 0 && marks <= num_rows + pattern.a.nnz + pattern.b.nnz &&
                   spgemm_workers(exec, num_rows, 8 * marks, left) == state->workers;
    state->set_words = state->marks ? std::max(bits, marks) : bits;
    state->sets = array<std::uint64_t>(exec, "filigree::spgemm::column_sets",
                                       state->workers * state->set_words);
    prepared.sorted = limits.sorted || !state->marks || pattern.has_d() ||
                      pattern.b.num_cols > SpgemmHostShape::narrow;
    state->shifted = array<std::uint8_t>(exec, "filigree::spgemm::shifted", inner);
    state->repeats = array<std::uint8_t>(exec, "filigree::spgemm::repeats", num_rows);
    SpgemmCounts<Exec> counts;
    counts.row_lengths = array<std::int64_t>(exec, "filigree::spgemm::row_lengths", num_rows);
    Kokkos::parallel_for("filigree::spgemm::shifts", Range<Exec>(exec, 0, inner),
                         SpgemmHostShifts<Index>{pattern.b, state->shifted.data()});
    prepared.tuned = state;
    for (const auto& found : make_pattern(exec, pattern, *state, counts, prepared.sorted,
                                          AnyOffsets{}, static_cast<Index*>(nullptr), 0)) {
      prepared.products += found.products;
      counts.nnz += found.entries;
      prepared.longest_row = std::max(prepared.longest_row, found.longest_row);
      state->repeated += found.repeated;
    }
    return counts;
  }

  template <class Exec, class Index, class Offset>
  static void fill(const Exec& exec, const SpgemmPattern<Index>& pattern,
                   const SpgemmCounts<Exec>& counts, const SpgemmLimits& limits, IndexBase base,
                   Offset* offsets, Index* col_indices, SpgemmPrepared<Exec, Index>& prepared) {
    write_spgemm_offsets(exec, counts, base, offsets);
    const AnyOffsets written(static_cast<const Offset*>(offsets));
    const auto& state = state_of<Exec>(prepared);
    const auto totals = make_pattern(exec, pattern, state, counts, prepared.sorted, written,
                                     col_indices, std::int64_t(base));
    const auto shape = std::make_shared<State<Exec>>();
    shape->shape.longest = prepared.longest_row;
    if (prepared.sorted) {
      for (const SpgemmHostTotals& found : totals) {
        shape->shape.widest = std::max(shape->shape.widest, found.shape.widest);
        shape->shape.hashes = shape->shape.hashes || found.shape.hashes;
      }
    } else {
      shape->shape.widest = pattern.b.num_cols;
    }
    // A limit of memory is kept for what cannot be done without.
    if (2 * state.repeated > pattern.a.num_rows && !limits.is_limited()) {
      shape->shape.repeats = true;
      shape->repeats = state.repeats;
      prepared.bytes = pattern.a.num_rows;
    }
    prepared.tuned = shape;  // without what only the pattern needed
  }

  template <class Exec, class Index>
  static std::int64_t values_bytes(const Exec& exec, const SpgemmRows<Index>& c,
                                   const SpgemmPrepared<Exec, Index>& prepared,
                                   std::int64_t compute_bytes, std::int64_t limit) {
    if (prepared.longest_row == 0) return 0;
    const SpgemmHostLayout layout(state_of<Exec>(prepared).shape, compute_bytes, sizeof(Index),
                                  limit - counter_bytes);
    const std::int64_t workers =
        spgemm_workers(exec, c.num_rows, layout.stride, limit - counter_bytes);
    return counter_bytes + std::max<std::int64_t>(workers, 1) * layout.stride;
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const Problem& problem,
                     const SpgemmPrepared<Exec, typename Problem::index_type>& prepared) {
    const std::int64_t given = std::int64_t(problem.workspace_bytes) - counter_bytes;
    const SpgemmHostLayout layout(state_of<Exec>(prepared).shape,
                                  sizeof(typename Problem::compute_type),
                                  sizeof(typename Problem::index_type), given);
    const std::int64_t workers = spgemm_workers(exec, problem.c.num_rows, layout.stride, given);
    auto* const memory = static_cast<std::byte*>(problem.workspace);
    const SpgemmHostSums<Problem> sums{
        problem,
        HostPieces(problem.c.num_rows, workers, reinterpret_cast<std::int64_t*>(memory)),
        layout,
        prepared.sorted,
        state_of<Exec>(prepared).repeats.data(),
        memory + counter_bytes};
    Kokkos::parallel_for("filigree::spgemm::hash_host", Range<Exec>(exec, 0, workers), sums);
  }

 private:
  template <class Exec>
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  template <class Exec, class T>
  using Array = Kokkos::View<T*, typename Exec::memory_space>;
  /// The pieces' counter, with a cache line of its own.
  static constexpr std::int64_t counter_bytes = 64;

  template <class Exec>
  struct State {
    // While the pattern is made.
    Array<Exec, std::uint64_t> sets;
    std::int64_t set_words = 0;  ///< a worker's
    bool marks = false;
    Array<Exec, std::uint8_t> shifted;
    std::int64_t repeated = 0;  ///< rows that repeat others
    std::int64_t workers = 1;
    // For the values, too.
    Array<Exec, std::uint8_t> repeats;  ///< SpgemmRepeat of rows
    SpgemmHostShape shape{};
  };

  template <class T, class Exec>
  static Array<Exec, T> array(const Exec& exec, const char* label, std::int64_t length) {
    return allocate<T, typename Exec::memory_space>("spgemm_plan", exec, label, length);
  }
  template <class Exec, class Prepared>
  static const State<Exec>& state_of(const Prepared& prepared) {
    return *static_cast<const State<Exec>*>(prepared.tuned.get());
  }

  template <class Exec, class Index>
  static std::vector<SpgemmHostTotals> make_pattern(const Exec& exec,
                                                    const SpgemmPattern<Index>& pattern,
                                                    const State<Exec>& state,
                                                    const SpgemmCounts<Exec>& counts, bool sorts,
                                                    const AnyOffsets& offsets, Index* col_indices,
                                                    std::int64_t base) {
    std::vector<SpgemmHostTotals> totals(static_cast<std::size_t>(state.workers));
    std::int64_t next = 0;
    const SpgemmHostPattern<Index> rows{pattern,
                                        HostPieces(pattern.a.num_rows, state.workers, &next),
                                        state.shifted.data(),
                                        state.sets.data(),
                                        state.set_words,
                                        state.marks,
                                        sorts,
                                        counts.row_lengths.data(),
                                        state.repeats.data(),
                                        totals.data(),
                                        offsets,
                                        col_indices,
                                        base};
    Kokkos::parallel_for("filigree::spgemm::column_sets", Range<Exec>(exec, 0, state.workers),
                         rows);
    exec.fence("filigree::spgemm::column_sets");  // before the counter goes
    return totals;
  }
};

}  // namespace filigree::detail
