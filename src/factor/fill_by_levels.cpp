// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <convert/check_offsets.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <factor/messages.hpp>
#include <filigree/detail/iluk_pattern_problem.hpp>
#include <reorder/host_pattern.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "iluk_pattern";

/// Row by row, each by those before it.
class LevelFill {
 public:
  LevelFill(std::int64_t num_rows, std::int64_t level)
      : max_level_(level), next_(std::size_t(num_rows) + 1), levels_(std::size_t(num_rows), none) {
    begins_.reserve(std::size_t(num_rows) + 1);
    begins_.push_back(0);
  }

  /// Adds a row of these columns, ascending; there are as many rows as calls before.
  void add_row(const std::vector<std::int64_t>& row_columns) {
    const auto row = std::int64_t(begins_.size()) - 1;
    link(row_columns);
    for (std::int64_t k = next_[std::size_t(head())]; k < row; k = next_[std::size_t(k)])
      merge(k, levels_[std::size_t(k)]);
    diagonals_.push_back(-1);
    for (std::int64_t col = next_[std::size_t(head())]; col != end();
         col = next_[std::size_t(col)]) {
      if (col >= row && diagonals_.back() < 0) diagonals_.back() = std::int64_t(columns_.size());
      columns_.push_back(col);
      entry_levels_.push_back(levels_[std::size_t(col)]);
      levels_[std::size_t(col)] = none;
    }
    if (diagonals_.back() < 0) diagonals_.back() = std::int64_t(columns_.size());
    begins_.push_back(std::int64_t(columns_.size()));
  }

  std::int64_t num_entries() const { return begins_.back(); }
  std::vector<std::int64_t>& begins() { return begins_; }
  std::vector<std::int64_t>& columns() { return columns_; }

 private:
  static constexpr std::int64_t none = std::numeric_limits<std::int64_t>::max();

  std::int64_t end() const { return std::int64_t(levels_.size()); }  ///< behind the last column
  std::int64_t head() const { return end(); }  ///< its `next_` is the first column

  void link(const std::vector<std::int64_t>& row_columns) {
    std::int64_t last = head();
    for (const std::int64_t col : row_columns) {
      next_[std::size_t(last)] = col;
      levels_[std::size_t(col)] = 0;
      last = col;
    }
    next_[std::size_t(last)] = end();
  }

  /// The fill that row `k`, at a level of its own in this row, makes right of its diagonal.
  void merge(std::int64_t k, std::int64_t level) {
    std::int64_t before = k;
    const std::int64_t row_end = begins_[std::size_t(k) + 1];
    for (std::int64_t q = diagonals_[std::size_t(k)]; q < row_end; ++q) {
      const std::int64_t col = columns_[std::size_t(q)];
      if (col == k) continue;
      const std::int64_t fill = level + entry_levels_[std::size_t(q)] + 1;
      if (fill > max_level_) continue;
      if (levels_[std::size_t(col)] == none) {
        while (next_[std::size_t(before)] < col) before = next_[std::size_t(before)];
        next_[std::size_t(col)] = next_[std::size_t(before)];
        next_[std::size_t(before)] = col;
      }
      levels_[std::size_t(col)] = std::min(levels_[std::size_t(col)], fill);
    }
  }

  std::int64_t max_level_;
  std::vector<std::int64_t> next_;    ///< the row's columns as a list
  std::vector<std::int64_t> levels_;  ///< of the row's columns
  std::vector<std::int64_t> begins_, columns_, entry_levels_;
  std::vector<std::int64_t> diagonals_;  ///< of each row its first entry that is not left of it
};

}  // namespace

void check_iluk_pattern(std::int64_t num_rows, std::int64_t num_cols,
                        const MatrixProperties& properties, std::int64_t level) {
  check_square_and_general(operation, num_rows, num_cols, properties);
  if (level < 0)
    refuse(operation, "level", std::to_string(level), "0 or more",
           "pass the largest level of fill");
}

template <class Exec, class Index>
FilledPattern fill_by_levels(const Exec& exec, const ReorderProblem<Index>& problem,
                             std::int64_t level, std::int64_t max_entries) {
  const std::int64_t n = problem.num_rows, base = problem.base;
  FilledPattern result;
  result.offsets.assign(1, base);
  if (n == 0) return result;
  check_offsets(operation, "A.row_offsets()", exec, problem.row_offsets, n, problem.num_entries,
                base);
  const auto offsets = offsets_from_zero(exec, problem.row_offsets, n + 1, base);
  const auto columns = copied_to_host(exec, problem.col_indices, problem.num_entries);
  result.places.resize(columns.size());
  LevelFill fill(n, level);
  std::vector<std::int64_t> row_columns;
  for (std::int64_t row = 0; row < n; ++row) {
    const std::int64_t begin = offsets[std::size_t(row)], end = offsets[std::size_t(row) + 1];
    row_columns.clear();
    for (std::int64_t k = begin; k < end; ++k)
      row_columns.push_back(std::int64_t(columns[std::size_t(k)]) - base);
    std::sort(row_columns.begin(), row_columns.end());
    if (std::adjacent_find(row_columns.begin(), row_columns.end()) != row_columns.end())
      refuse(operation, "A", "an entry that is stored twice in row " + std::to_string(row + base),
             "entries that are stored once", "add up the entries that stand at the same place");
    const std::int64_t first = fill.num_entries();
    fill.add_row(row_columns);
    if (fill.num_entries() > max_entries)
      throw_error(
          Status::insufficient_resources,
          {operation, "A", "more than " + std::to_string(max_entries) + " entries with fill",
           "as many as the offsets count", "use 64-bit offsets, or a lower level"});
    const auto from = fill.columns().begin() + first;
    for (std::int64_t k = begin; k < end; ++k)
      result.places[std::size_t(k)] =
          std::lower_bound(from, fill.columns().end(),
                           std::int64_t(columns[std::size_t(k)]) - base) -
          fill.columns().begin();
  }
  result.offsets = std::move(fill.begins());
  result.columns = std::move(fill.columns());
  for (std::int64_t& offset : result.offsets) offset += base;
  for (std::int64_t& col : result.columns) col += base;
  return result;
}

#define FILIGREE_INSTANTIATE(Exec)                                                        \
  template FilledPattern fill_by_levels(const Exec&, const ReorderProblem<std::int32_t>&, \
                                        std::int64_t, std::int64_t);                      \
  template FilledPattern fill_by_levels(const Exec&, const ReorderProblem<std::int64_t>&, \
                                        std::int64_t, std::int64_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
