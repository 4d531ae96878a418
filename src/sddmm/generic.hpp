// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/sddmm_problem.hpp>
#include <filigree/detail/spmv_gather.hpp>
#include <spmm/generic.hpp>

/// The generic kernel: every format, layout and type, on every execution space.

namespace filigree::detail {

/// Whether the sums run over contiguous entries of both dense matrices.
template <class Problem>
bool inner_is_contiguous(const Problem& problem) {
  return problem.inner <= 1 || (problem.left.col_stride == 1 && problem.right.col_stride == 1);
}

/// The places of C are shared out evenly, whatever the lengths of the rows: an item's first row is
/// found by a binary search in the offsets. On a device an item is a team's; the lanes of a thread
/// share a sum where its entries are contiguous.
template <class Exec, class Problem>
class SddmmGeneric {
 public:
  using Compute = typename Problem::compute_type;
  using C = typename Problem::c_scalar;
  using Pattern = SddmmPattern<typename Problem::index_type>;
  using Range = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Team = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
  using Member = typename Team::member_type;

  explicit SddmmGeneric(const Problem& problem) : problem_(problem) {
    if constexpr (!is_host_execution_v<Exec>) {
      const auto lanes = std::clamp<std::int64_t>(problem.inner, 1, 32);
      if (inner_is_contiguous(problem)) lanes_ = int(std::bit_ceil(unsigned(lanes)));
      places_per_item_ = threads_per_team / lanes_ * places_per_thread;
    }
    chunks_ = groups_of(problem.pattern.num_places(), places_per_item_);
    items_ = problem.batch_count * chunks_;
  }

  void launch(const Exec& exec) const {
    if constexpr (is_host_execution_v<Exec>) {
      Kokkos::parallel_for("filigree::sddmm::generic", Range(exec, 0, items_), *this);
    } else {
      const int teams = int(std::min(items_, std::int64_t(1) << 30));
      Kokkos::parallel_for("filigree::sddmm::generic",
                           light_weight(Team(exec, teams, threads_per_team / lanes_, lanes_)),
                           *this);
    }
  }

  /// On the host.
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t batch = item / chunks_, first = item % chunks_ * places_per_item_;
    const Pattern pattern = problem_.pattern.of_matrix(batch);
    const std::int64_t block_entries = pattern.block_entries();
    const std::int64_t last = Kokkos::min(first + places_per_item_, pattern.num_places());
    if (first >= last) return;  // a matrix with fewer entries than places
    std::int64_t block_row =
        pattern.block_row_of(first / block_entries, 0, pattern.num_block_rows() - 1);
    const Compute alpha = problem_.alpha.get();
    for (std::int64_t place = first; place < last; ++place) {
      while (pattern.begin(block_row + 1) <= place / block_entries) ++block_row;
      const Entry entry = entry_at(pattern, block_row, place);
      if (!is_inside(entry)) continue;
      Compute sum{};
      for (std::int64_t k = 0; alpha != Compute{} && k < problem_.inner; ++k)
        sum += term(batch, entry, k);
      store(batch, place, alpha, sum);
    }
  }

  /// On a device.
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const std::int64_t block_entries = problem_.pattern.block_entries();
    const Compute alpha = problem_.alpha.get();
    const std::int64_t inner = alpha == Compute{} ? 0 : problem_.inner;
    for (std::int64_t item = team.league_rank(); item < items_; item += team.league_size()) {
      const std::int64_t batch = item / chunks_, first = item % chunks_ * places_per_item_;
      const Pattern pattern = problem_.pattern.of_matrix(batch);
      const std::int64_t last = Kokkos::min(first + places_per_item_, pattern.num_places());
      if (first >= last) continue;  // a matrix with fewer entries than places
      const std::int64_t low =
          pattern.block_row_of(first / block_entries, 0, pattern.num_block_rows() - 1);
      const std::int64_t high =
          pattern.block_row_of((last - 1) / block_entries, low, pattern.num_block_rows() - 1);
      Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last), [&](std::int64_t place) {
        const std::int64_t block_row = pattern.block_row_of(place / block_entries, low, high);
        const Entry entry = entry_at(pattern, block_row, place);
        if (!is_inside(entry)) return;
        Compute sum{};
        Kokkos::parallel_reduce(
            Kokkos::ThreadVectorRange(team, inner),
            [&](const std::int64_t k, Compute& partial) { partial += term(batch, entry, k); }, sum);
        Kokkos::single(Kokkos::PerThread(team), [&] { store(batch, place, alpha, sum); });
      });
    }
  }

 private:
  static constexpr int threads_per_team = 256;
  static constexpr int places_per_thread = 16;
  static constexpr int places_per_host_item = 256;

  struct Entry {
    std::int64_t row;
    std::int64_t col;
  };

  KOKKOS_INLINE_FUNCTION static Entry entry_at(const Pattern& pattern, std::int64_t block_row,
                                               std::int64_t place) {
    const auto& block = pattern.block;
    const std::int64_t entries = pattern.block_entries(), which = place / entries;
    const std::int64_t in_block = place % entries;
    const bool row_major = block.order == BlockOrder::row_major;
    const std::int64_t row = row_major ? in_block / block.cols : in_block % block.rows;
    const std::int64_t col = row_major ? in_block % block.cols : in_block / block.rows;
    const std::int64_t block_col = std::int64_t(pattern.col_indices[which]) - pattern.base;
    return {block_row * block.rows + row, block_col * block.cols + col};
  }

  /// Not what a cut-off block holds outside of the matrix.
  KOKKOS_INLINE_FUNCTION bool is_inside(const Entry& entry) const {
    return entry.row < problem_.pattern.num_rows && entry.col < problem_.pattern.num_cols;
  }

  KOKKOS_INLINE_FUNCTION Compute term(std::int64_t batch, const Entry& entry,
                                      std::int64_t k) const {
    const auto &left = problem_.left, &right = problem_.right;
    return dense_entry<Compute>(left.at(batch, entry.row, k), left.conjugate) *
           dense_entry<Compute>(right.at(batch, entry.col, k), right.conjugate);
  }

  KOKKOS_INLINE_FUNCTION void store(std::int64_t batch, std::int64_t place, const Compute& alpha,
                                    const Compute& sum) const {
    const Compute beta = problem_.beta.get();
    C& c = problem_.values[batch * problem_.values_stride + place];
    Compute value = alpha == Compute{} ? Compute{} : alpha * sum;
    if (beta != Compute{}) value += beta * convert<Compute>(c);
    c = convert<C>(value);
  }

  Problem problem_;
  int lanes_ = 1;
  std::int64_t places_per_item_ = places_per_host_item;
  std::int64_t chunks_ = 0;
  std::int64_t items_ = 0;
};

}  // namespace filigree::detail
