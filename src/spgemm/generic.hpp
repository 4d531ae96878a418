// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>

#include <filigree/detail/allocate.hpp>
#include <filigree/detail/spgemm_front.hpp>
#include <spgemm/generic_pattern.hpp>
#include <spgemm/generic_values.hpp>
#include <spgemm/totals.hpp>
#include <spgemm/workers.hpp>

/// The generic kernel: every type, on every execution space.

namespace filigree::detail {

template <class Exec>
using SpgemmRange = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;

template <class Index>
struct SpgemmRowProducts {
  SpgemmPattern<Index> pattern;

  KOKKOS_FUNCTION void operator()(const std::int64_t row, std::int64_t& most) const {
    most = Kokkos::max(most, pattern.products(row));
  }
};

struct SpgemmGeneric {
  static constexpr std::string_view name = "spgemm_generic";

  template <class Exec, class Index>
  static SpgemmCounts<Exec> count(const Exec& exec, const SpgemmPattern<Index>& pattern,
                                  const SpgemmLimits& limits,
                                  SpgemmPrepared<Exec, Index>& prepared) {
    const std::int64_t num_rows = pattern.a.num_rows;
    prepared.largest_row = most_products(exec, pattern);
    SpgemmCounts<Exec> counts;
    counts.row_lengths = allocate<std::int64_t, typename Exec::memory_space>(
        "spgemm_plan", exec, "filigree::spgemm::row_lengths", num_rows);
    Tables<Exec, Index> tables(exec, pattern, limits, prepared.largest_row);
    auto sets = tables.row_sets(pattern);
    sets.row_lengths = counts.row_lengths.data();
    launch(exec, sets);
    add_up_spgemm(exec, pattern, counts, prepared);
    return counts;
  }

  template <class Exec, class Index, class Offset>
  static void fill(const Exec& exec, const SpgemmPattern<Index>& pattern,
                   const SpgemmCounts<Exec>& counts, const SpgemmLimits& limits, IndexBase base,
                   Offset* offsets, Index* col_indices, SpgemmPrepared<Exec, Index>& prepared) {
    write_spgemm_offsets(exec, counts, base, offsets);
    Tables<Exec, Index> tables(exec, pattern, limits, prepared.largest_row);
    auto sets = tables.row_sets(pattern);
    sets.offsets = static_cast<const Offset*>(offsets);
    sets.col_indices = col_indices;
    sets.base = std::int64_t(base);
    launch(exec, sets);
  }

  template <class Exec, class Index>
  static std::int64_t values_bytes(const Exec& exec, const SpgemmRows<Index>& c,
                                   const SpgemmPrepared<Exec, Index>& prepared,
                                   std::int64_t compute_bytes, std::int64_t limit) {
    const std::int64_t each = prepared.longest_row * compute_bytes;
    const std::int64_t workers = spgemm_workers(exec, c.num_rows, each, limit);
    return std::max<std::int64_t>(workers, 1) * each;
  }

  template <class Exec, class Problem, class Prepared>
  static void launch(const Exec& exec, const Problem& problem, const Prepared&) {
    using Compute = typename Problem::compute_type;
    const std::int64_t each = problem.longest_row * std::int64_t(sizeof(Compute));
    if (each == 0) return;
    SpgemmRowSums<Problem> sums{problem, static_cast<Compute*>(problem.workspace), 1};
    sums.workers =
        spgemm_workers(exec, problem.c.num_rows, each, std::int64_t(problem.workspace_bytes));
    Kokkos::parallel_for("filigree::spgemm::generic", SpgemmRange<Exec>(exec, 0, sums.workers),
                         sums);
  }

 private:
  template <class Exec, class Index>
  static std::int64_t most_products(const Exec& exec, const SpgemmPattern<Index>& pattern) {
    std::int64_t most = 0;
    Kokkos::parallel_reduce("filigree::spgemm::most_products",
                            SpgemmRange<Exec>(exec, 0, pattern.a.num_rows),
                            SpgemmRowProducts<Index>{pattern}, Kokkos::Max<std::int64_t>(most));
    return std::max<std::int64_t>(most, 0);
  }

  /// The workers' tables.
  template <class Exec, class Index>
  class Tables {
   public:
    Tables(const Exec& exec, const SpgemmPattern<Index>& pattern, const SpgemmLimits& limits,
           std::int64_t largest_row) {
      stride_ = table_capacity(largest_row, pattern.b.num_cols);
      const auto each = stride_ * std::int64_t(sizeof(Index) + sizeof(std::uint32_t));
      const std::int64_t counted = pattern.a.num_rows * std::int64_t(sizeof(std::int64_t));
      limits.check(counted + each);
      workers_ = spgemm_workers(exec, pattern.a.num_rows, each, limits.left(counted));
      groups_ = allocate<Index, typename Exec::memory_space>(
          "spgemm_plan", exec, "filigree::spgemm::groups", workers_ * stride_);
      masks_ = allocate<std::uint32_t, typename Exec::memory_space>(
          "spgemm_plan", exec, "filigree::spgemm::masks", workers_ * stride_);
    }

    SpgemmRowSets<Index> row_sets(const SpgemmPattern<Index>& pattern) const {
      return {pattern, groups_.data(), masks_.data(), stride_, workers_};
    }

   private:
    std::int64_t stride_ = 0;
    std::int64_t workers_ = 1;
    Kokkos::View<Index*, typename Exec::memory_space> groups_;
    Kokkos::View<std::uint32_t*, typename Exec::memory_space> masks_;
  };

  template <class Exec, class Index>
  static void launch(const Exec& exec, const SpgemmRowSets<Index>& sets) {
    if (sets.pattern.a.num_rows > 0)
      Kokkos::parallel_for("filigree::spgemm::row_sets", SpgemmRange<Exec>(exec, 0, sets.workers),
                           sets);
    exec.fence("filigree::spgemm::row_sets");  // before the tables go
  }
};

}  // namespace filigree::detail
