// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstdint>

#include <filigree/core/execution.hpp>
#include <filigree/detail/operator_problem.hpp>
#include <filigree/detail/spmv_gather.hpp>

namespace filigree::detail {

/// C = A (+).(x) B of a semiring, for the stored rows of A; a vector is a matrix of one column.
///
/// On the host threads share parts of equally many rows and entries, and sum a row for several
/// columns at a time. On a device a vector of lanes sums the entries of a row for one column, with
/// fewer lanes where neighbouring columns fill the warp; rows much longer than the others are
/// summed by the whole team. Each entry of C is summed in an order that the pattern, the number of
/// columns and the machine fix.
template <class Exec, class Semiring, class Rows, class B, class C, class Store, bool is_vector>
class OperatorGather {
 public:
  using T = typename Semiring::value_type;
  using Member = typename Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>::member_type;

  OperatorGather(const Semiring& semiring, const Rows& rows, const DenseOperand<const B>& b,
                 const DenseOperand<C>& c, std::int64_t num_columns, const Store& store)
      : semiring_(semiring), rows_(rows), b_(b), c_(c), num_columns_(num_columns), store_(store) {}

  void launch(const char* label, const Exec& exec) {
    if (rows_.num_rows == 0 || num_columns_ == 0) return;
    if constexpr (is_host_execution_v<Exec>)
      launch_on_host(label, exec);
    else
      launch_on_device(label, exec);
  }

  /// The host: a part of the rows.
  KOKKOS_INLINE_FUNCTION void operator()(const std::int64_t part) const {
    const std::int64_t last = rows_.first_row_behind((part + 1) * part_size_);
    for (std::int64_t row = rows_.first_row_behind(part * part_size_); row < last; ++row)
      for (std::int64_t first = 0; first < num_columns_; first += tile)
        sum_tile(row, first, int(Kokkos::min<std::int64_t>(tile, num_columns_ - first)));
  }

  /// A device: units of a row and a column, columns running first.
  KOKKOS_INLINE_FUNCTION void operator()(const Member& team) const {
    const std::int64_t first = std::int64_t(team.league_rank()) * units_per_team_;
    const std::int64_t last = Kokkos::min(first + units_per_team_, rows_.num_rows * num_columns_);
    std::int64_t longest = 0;
    Kokkos::parallel_reduce(
        Kokkos::TeamVectorRange(team, first, last),
        [&](const std::int64_t unit, std::int64_t& length) {
          length = Kokkos::max(length, rows_.length(unit / num_columns_));
        },
        Kokkos::Max<std::int64_t>(longest));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, first, last), [&](const std::int64_t unit) {
      if (rows_.length(unit / num_columns_) <= long_row_) sum_by_thread(team, unit);
    });
    if (longest <= long_row_) return;
    for (std::int64_t unit = first; unit < last; ++unit)
      if (rows_.length(unit / num_columns_) > long_row_) sum_by_team(team, unit);
  }

 private:
  /// Columns that the host sums at a time.
  static constexpr int tile = is_vector ? 1 : 8;

  void launch_on_host(const char* label, const Exec& exec) {
    using Policy = Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>,
                                       Kokkos::Schedule<Kokkos::Dynamic>>;
    const std::int64_t places = rows_.num_rows + rows_.nnz;
    // Enough parts to even out what masks drop, none so small that finding its rows shows.
    part_size_ = std::max<std::int64_t>(256, groups_of(places, 32 * exec.concurrency()));
    Kokkos::parallel_for(label, light_weight(Policy(exec, 0, groups_of(places, part_size_))),
                         *this);
  }

  void launch_on_device(const char* label, const Exec& exec) {
    using Policy = Kokkos::TeamPolicy<Exec, Kokkos::IndexType<std::int64_t>>;
    const double mean = double(rows_.nnz) / double(rows_.num_rows);
    const int wanted = int(std::bit_ceil(unsigned(std::min(mean / 2, 31.0) + 1)));
    const int beside = int(std::bit_floor(unsigned(std::min<std::int64_t>(num_columns_, 32))));
    const int lanes = std::min(wanted, 32 / beside);
    const int threads = 256 / lanes;
    units_per_team_ = threads * 4;
    long_row_ = 256 * lanes;
    const std::int64_t teams = groups_of(rows_.num_rows * num_columns_, units_per_team_);
    Kokkos::parallel_for(label, light_weight(Policy(exec, int(teams), threads, lanes)), *this);
  }

  KOKKOS_INLINE_FUNCTION void sum_tile(std::int64_t row, std::int64_t first, int count) const {
    T sums[tile];
    bool kept[tile];
    bool any = false;
    for (int j = 0; j < count; ++j) {
      sums[j] = semiring_.zero;
      kept[j] = store_.keeps(row, first + j);
      any = any || kept[j];
    }
    if (any) {
      const std::int64_t end = rows_.begin(row + 1);
      for (std::int64_t k = rows_.begin(row); k < end; ++k) {
        if constexpr (is_vector)
          if (is_terminal(semiring_, sums[0])) break;
        const std::int64_t col = rows_.column(k);
        const auto a = rows_.value(k);
        for (int j = 0; j < count; ++j)
          if (kept[j]) add_term(semiring_, sums[j], a, operand_entry(b_, col, first + j));
      }
    }
    for (int j = 0; j < count; ++j) finish(row, first + j, kept[j], sums[j]);
  }

  KOKKOS_INLINE_FUNCTION void add_entry(std::int64_t k, std::int64_t col, T& sum) const {
    if (!is_terminal(semiring_, sum))
      add_term(semiring_, sum, rows_.value(k), operand_entry(b_, rows_.column(k), col));
  }

  // One lane reads the mask for all: it may be the output, which another lane may already write.

  KOKKOS_INLINE_FUNCTION void sum_by_thread(const Member& team, std::int64_t unit) const {
    const std::int64_t row = unit / num_columns_, col = unit % num_columns_;
    int kept = 0;
    Kokkos::single(
        Kokkos::PerThread(team), [&](int& keeps) { keeps = store_.keeps(row, col); }, kept);
    T sum = semiring_.zero;
    if (kept)
      Kokkos::parallel_reduce(
          Kokkos::ThreadVectorRange(team, rows_.begin(row), rows_.begin(row + 1)),
          [&](const std::int64_t k, T& partial) { add_entry(k, col, partial); },
          SemiringSum<Semiring>(sum, semiring_));
    Kokkos::single(Kokkos::PerThread(team), [&] { finish(row, col, kept, sum); });
  }

  KOKKOS_INLINE_FUNCTION void sum_by_team(const Member& team, std::int64_t unit) const {
    const std::int64_t row = unit / num_columns_, col = unit % num_columns_;
    int kept = 0;
    Kokkos::single(
        Kokkos::PerTeam(team), [&](int& keeps) { keeps = store_.keeps(row, col); }, kept);
    T sum = semiring_.zero;
    if (kept)
      Kokkos::parallel_reduce(
          Kokkos::TeamVectorRange(team, rows_.begin(row), rows_.begin(row + 1)),
          [&](const std::int64_t k, T& partial) { add_entry(k, col, partial); },
          SemiringSum<Semiring>(sum, semiring_));
    Kokkos::single(Kokkos::PerTeam(team), [&] { finish(row, col, kept, sum); });
  }

  KOKKOS_INLINE_FUNCTION void finish(std::int64_t row, std::int64_t col, bool kept,
                                     const T& sum) const {
    C& entry = c_.at(0, row, col);
    if (kept)
      store_.store(entry, row, col, sum);
    else
      store_.drop(entry);
  }

  Semiring semiring_;
  Rows rows_;
  DenseOperand<const B> b_;
  DenseOperand<C> c_;
  std::int64_t num_columns_;
  Store store_;
  std::int64_t part_size_ = 1;
  std::int64_t units_per_team_ = 1;
  std::int64_t long_row_ = 0;
};

}  // namespace filigree::detail
