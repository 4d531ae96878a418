// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <core/one_thread_team.hpp>
#include <core/relaxed_load.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/incomplete_factor_problem.hpp>
#include <filigree/detail/partition_point.hpp>
#include <filigree/detail/spmm_problem.hpp>

/// Factorizations of square blocks: those of all their entries, block by block.

namespace filigree::detail {

/// A team's way through block rows, each by those before it. Where there is something to wait for,
/// `done` has a flag for each block row; else it is null. In an entry's sums the terms come in one
/// order, whoever adds them up.
template <class Problem, FactorKind kind, class Team>
class FactorBlockRow {
  using T = typename Problem::scalar_type;

 public:
  KOKKOS_FUNCTION FactorBlockRow(const Problem& problem, const Team& team, std::int32_t* done,
                                 std::int64_t row)
      : problem_(problem),
        team_(team),
        done_(done),
        row_(row),
        begin_(problem.rows.begin(row)),
        diagonal_(problem.rows.diagonal(row)),
        end_(kind == FactorKind::lu ? problem.rows.end(row) : diagonal_ + 1),
        height_(int(problem.rows.blocks.extent(row))) {}

  KOKKOS_FUNCTION void run() const {
    copy_values();
    for (std::int64_t k = begin_; k < diagonal_; ++k) {
      wait_for(problem_.rows.column(k));
      if constexpr (kind == FactorKind::lu)
        eliminate(k);
      else
        divide(k);
    }
    if constexpr (kind == FactorKind::lu) {
      factor_diagonal_lu();
      divide_behind_diagonal();
    } else {
      factor_diagonal_cholesky();
    }
    if (done_ == nullptr) return;
    Kokkos::memory_fence();
    team_.team_barrier();
    if (team_.team_rank() == 0) Kokkos::atomic_store(done_ + row_, 1);
  }

 private:
  /// The values of a block.
  template <class Value>
  struct Block {
    Value* values;
    std::int64_t row_step, col_step;

    KOKKOS_INLINE_FUNCTION Value& operator()(int row, int col) const {
      return values[row * row_step + col * col_step];
    }
  };
  template <class Value>
  KOKKOS_INLINE_FUNCTION Block<Value> block_of(Value* values, std::int64_t k) const {
    const auto& blocks = problem_.rows.blocks;
    return {values + blocks.place(problem_.rows.place(k), 0, 0), blocks.row_step, blocks.col_step};
  }
  KOKKOS_INLINE_FUNCTION Block<T> factor(std::int64_t k) const {
    return block_of(problem_.factors, k);
  }
  KOKKOS_INLINE_FUNCTION int width(std::int64_t k) const {
    return int(problem_.rows.blocks.extent(problem_.rows.column(k)));
  }

  /// f(i) for i below `count`, those of a thread in turn; then all threads have done theirs.
  template <class F>
  KOKKOS_INLINE_FUNCTION void share(int count, const F& f) const {
    for (int i = team_.team_rank(); i < count; i += team_.team_size()) f(i);
    team_.team_barrier();
  }
  /// f(row, col) for the entries of a block.
  template <class F>
  KOKKOS_INLINE_FUNCTION void share_entries(int rows, int cols, const F& f) const {
    if constexpr (std::is_same_v<Team, OneThreadTeam>) {
      for (int r = 0; r < rows; ++r)
        for (int c = 0; c < cols; ++c) f(r, c);
    } else {
      share(rows * cols, [&](int e) { f(e / cols, e % cols); });
    }
  }

  KOKKOS_INLINE_FUNCTION void wait_for(std::int64_t row) const {
    if (done_ == nullptr) return;
    while (relaxed_load(done_ + row) == 0) {
    }
    Kokkos::memory_fence();
  }

  KOKKOS_INLINE_FUNCTION void copy_values() const {
    if (problem_.in_place) return;
    for (std::int64_t k = begin_; k < end_; ++k) {
      const Block<T> to = factor(k);
      const Block<const T> from = block_of(problem_.values, k);
      share_entries(height_, width(k), [&](int r, int c) {
        const bool counts = kind == FactorKind::lu || k != diagonal_ || c <= r;
        if (counts) to(r, c) = from(r, c);
      });
    }
  }

  /// The row's block of a column; end_ where it has none.
  KOKKOS_INLINE_FUNCTION std::int64_t find(std::int64_t col) const {
    const auto& rows = problem_.rows;
    const std::int64_t k =
        partition_point(begin_, end_, [&](std::int64_t at) { return rows.column(at) < col; });
    return k < end_ && rows.column(k) == col ? k : end_;
  }

  // --- L U ---------------------------------------------------------------------------------------

  /// Makes block `k` one of L, and subtracts its multiple of U's rows of its column.
  KOKKOS_INLINE_FUNCTION void eliminate(std::int64_t k) const {
    const auto& rows = problem_.rows;
    const std::int64_t col = rows.column(k), pivot = rows.diagonal(col), last = rows.end(col);
    const int depth = width(k);
    const Block<T> left = factor(k), upper = factor(pivot);
    share(height_, [&](int r) {
      for (int j = 0; j < depth; ++j) {
        const T multiple = left(r, j) / upper(j, j);
        left(r, j) = multiple;
        for (int c = j + 1; c < depth; ++c) left(r, c) -= multiple * upper(j, c);
      }
    });
    for (std::int64_t q = pivot + 1; q < last; ++q) {
      const std::int64_t to = find(rows.column(q));
      if (to == end_) continue;
      const Block<T> right = factor(q), result = factor(to);
      share_entries(height_, width(q), [&](int r, int c) {
        T rest = result(r, c);
        for (int j = 0; j < depth; ++j) rest -= left(r, j) * right(j, c);
        result(r, c) = rest;
      });
    }
  }

  KOKKOS_INLINE_FUNCTION void factor_diagonal_lu() const {
    const Block<T> own = factor(diagonal_);
    for (int j = 0; j < height_; ++j) {
      if (team_.team_rank() == 0) own(j, j) = pivot_of(j, own(j, j));
      team_.team_barrier();
      share(height_ - 1 - j, [&](int below) {
        const int r = j + 1 + below;
        const T multiple = own(r, j) / own(j, j);
        own(r, j) = multiple;
        for (int c = j + 1; c < height_; ++c) own(r, c) -= multiple * own(j, c);
      });
    }
  }

  /// Blocks of U behind the diagonal: L's block of the diagonal is taken off, which has ones there.
  KOKKOS_INLINE_FUNCTION void divide_behind_diagonal() const {
    const Block<T> own = factor(diagonal_);
    for (std::int64_t k = diagonal_ + 1; k < end_; ++k) {
      const Block<T> right = factor(k);
      share(width(k), [&](int c) {
        for (int j = 0; j < height_; ++j) {
          const T above = right(j, c);
          for (int r = j + 1; r < height_; ++r) right(r, c) -= own(r, j) * above;
        }
      });
    }
  }

  // --- L L^H -------------------------------------------------------------------------------------

  /// Makes block `k` one of L by the products of this block row and that of its column.
  KOKKOS_INLINE_FUNCTION void divide(std::int64_t k) const {
    const auto& rows = problem_.rows;
    const std::int64_t col = rows.column(k), pivot = rows.diagonal(col);
    for (std::int64_t q = rows.begin(col); q < pivot; ++q) {
      const std::int64_t with = find(rows.column(q));
      if (with == end_) continue;
      subtract_product(k, with, q, false);
    }
    const int depth = width(k);
    const Block<T> left = factor(k), lower = factor(pivot);
    share(height_, [&](int r) {
      for (int c = 0; c < depth; ++c) {
        T rest = left(r, c);
        for (int j = 0; j < c; ++j) rest -= left(r, j) * conjugate(lower(c, j));
        left(r, c) = rest / lower(c, c);
      }
    });
  }

  /// Takes (block `left`) (block `right`)^H off block `from`; of the diagonal off its lower
  /// triangle.
  KOKKOS_INLINE_FUNCTION void subtract_product(std::int64_t from, std::int64_t left,
                                               std::int64_t right, bool lower) const {
    const int depth = width(left);
    const Block<T> result = factor(from), first = factor(left), second = factor(right);
    share_entries(height_, width(from), [&](int r, int c) {
      if (lower && c > r) return;
      T rest = result(r, c);
      for (int j = 0; j < depth; ++j) rest -= first(r, j) * conjugate(second(c, j));
      result(r, c) = rest;
    });
  }

  KOKKOS_INLINE_FUNCTION void factor_diagonal_cholesky() const {
    for (std::int64_t k = begin_; k < diagonal_; ++k) subtract_product(diagonal_, k, k, true);
    const Block<T> own = factor(diagonal_);
    for (int j = 0; j < height_; ++j) {
      if (team_.team_rank() == 0) own(j, j) = pivot_of(j, own(j, j));
      team_.team_barrier();
      share(height_ - 1 - j, [&](int below) { own(j + 1 + below, j) /= own(j, j); });
      share(height_ - 1 - j, [&](int below) {
        const int r = j + 1 + below;
        for (int c = j + 1; c <= r; ++c) own(r, c) -= own(r, j) * conjugate(own(c, j));
      });
    }
  }

  KOKKOS_INLINE_FUNCTION T pivot_of(int row, const T& pivot) const {
    return pivot_of_factor(problem_, kind, row_ * problem_.rows.blocks.size + row, pivot);
  }

  const Problem& problem_;
  const Team& team_;
  std::int32_t* done_;
  std::int64_t row_;
  std::int64_t begin_;
  std::int64_t diagonal_;
  std::int64_t end_;  ///< behind the last block that counts
  int height_;        ///< rows of the matrix
};

/// On a device teams take block rows in the order in which they arrive, until there are none.
template <class Problem, FactorKind kind>
struct FactorBlocks {
  static constexpr int team_threads = 64;
  static constexpr std::int64_t max_teams = 1 << 20;

  Problem problem;
  std::int64_t* ticket;
  std::int32_t* done;  ///< 0 for each block row

  template <class Team>
  KOKKOS_FUNCTION void operator()(const Team& team) const {
    for (;;) {
      std::int64_t step = 0;
      if (team.team_rank() == 0) step = Kokkos::atomic_fetch_add(ticket, std::int64_t(1));
      team.team_broadcast(step, 0);
      if (step >= problem.rows.num_rows) return;
      FactorBlockRow<Problem, kind, Team>(problem, team, done, problem.rows.row_of(step)).run();
    }
  }
};

/// A host thread's way through block rows, which have to be given in ascending order.
template <class Problem, FactorKind kind>
struct FactorBlockLoop {
  Problem problem;

  void rows(std::int64_t first, std::int64_t last) const {
    const OneThreadTeam team;
    for (std::int64_t row = first; row < last; ++row)
      FactorBlockRow<Problem, kind, OneThreadTeam>(problem, team, nullptr, row).run();
  }
};

}  // namespace filigree::detail
