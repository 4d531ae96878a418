// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <convert/check_offsets.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <factor/messages.hpp>
#include <filigree/detail/ilut_problem.hpp>
#include <filigree/detail/spmm_problem.hpp>
#include <reorder/host_pattern.hpp>

namespace filigree::detail {
namespace {

constexpr std::string_view operation = "ilut";

/// Row by row, each by those before it. All counts from 0.
template <class T>
class ThresholdElimination {
 public:
  ThresholdElimination(std::int64_t num_rows, const IlutOptions& options)
      : options_(options), row_(std::size_t(num_rows)), is_in_row_(std::size_t(num_rows), false) {
    result_.offsets.push_back(0);
  }

  /// Adds an entry to the row at hand, which is number `row`.
  void add(std::int64_t row, std::int64_t col, const T& value) { at(row, col) += value; }

  void finish_row(std::int64_t row) {
    double tolerance = options_.tolerance == 0 ? 0 : options_.tolerance * norm();
    if (!std::isfinite(tolerance)) tolerance = 0;  // what is no number is not to vanish
    at(row, row);
    while (!to_eliminate_.empty()) eliminate(row, tolerance);
    keep_largest(left_, tolerance);
    append(left_);
    diagonals_.push_back(std::int64_t(result_.columns.size()));
    append_pivot(row);
    keep_largest(right_, tolerance);
    append(right_);
    result_.offsets.push_back(std::int64_t(result_.columns.size()));
    for (const std::int64_t col : touched_) {
      row_[std::size_t(col)] = T{};
      is_in_row_[std::size_t(col)] = false;
    }
    for (auto* const list : {&touched_, &left_, &right_}) list->clear();
  }

  std::int64_t num_entries() const { return std::int64_t(result_.columns.size()); }
  ThresholdFactors<T>& result() { return result_; }

 private:
  /// The row's 2-norm.
  double norm() const {
    double result = 0;
    for (const std::int64_t col : touched_)  // whose squares may be no number of the type
      result = std::hypot(result, double(Kokkos::abs(row_[std::size_t(col)])));
    return result;
  }

  /// The row's entry of a column, which is made where there is none.
  T& at(std::int64_t row, std::int64_t col) {
    if (!is_in_row_[std::size_t(col)]) {
      is_in_row_[std::size_t(col)] = true;
      touched_.push_back(col);
      if (col < row) {
        to_eliminate_.push_back(col);
        std::push_heap(to_eliminate_.begin(), to_eliminate_.end(), std::greater<>());
      } else if (col > row) {
        right_.push_back(col);
      }
    }
    return row_[std::size_t(col)];
  }

  /// Makes the first entry left of the diagonal one of L and takes its multiple of U's row off.
  void eliminate(std::int64_t row, double tolerance) {
    std::pop_heap(to_eliminate_.begin(), to_eliminate_.end(), std::greater<>());
    const std::int64_t col = to_eliminate_.back();
    to_eliminate_.pop_back();
    const std::int64_t pivot = diagonals_[std::size_t(col)];
    const T multiple = row_[std::size_t(col)] / result_.values[std::size_t(pivot)];
    row_[std::size_t(col)] = multiple;
    if (double(Kokkos::abs(multiple)) <= tolerance) return;  // what is no number stays
    left_.push_back(col);
    for (std::int64_t q = pivot + 1; q < result_.offsets[std::size_t(col) + 1]; ++q)
      at(row, result_.columns[std::size_t(q)]) -= multiple * result_.values[std::size_t(q)];
  }

  /// Drops columns of small entries, and all but the largest; of entries of one size the first ones
  /// stay. What stays is in order.
  void keep_largest(std::vector<std::int64_t>& columns, double tolerance) const {
    const auto size = [&](std::int64_t col) {
      const auto result = double(Kokkos::abs(row_[std::size_t(col)]));
      return std::isnan(result) ? std::numeric_limits<double>::infinity() : result;
    };
    std::erase_if(columns, [&](std::int64_t col) { return size(col) <= tolerance; });
    if (std::int64_t(columns.size()) > options_.fill) {
      std::nth_element(columns.begin(), columns.begin() + options_.fill, columns.end(),
                       [&](std::int64_t a, std::int64_t b) {
                         return size(a) != size(b) ? size(a) > size(b) : a < b;
                       });
      columns.resize(std::size_t(options_.fill));
    }
    std::sort(columns.begin(), columns.end());
  }

  void append(const std::vector<std::int64_t>& columns) {
    for (const std::int64_t col : columns) {
      result_.columns.push_back(col);
      result_.values.push_back(row_[std::size_t(col)]);
    }
  }

  void append_pivot(std::int64_t row) {
    T pivot = row_[std::size_t(row)];
    if (!(double(Kokkos::abs(pivot)) > options_.pivot_tolerance)) {
      if (result_.first_zero_pivot < 0) result_.first_zero_pivot = row;
      if (options_.pivot_boost) pivot = T(*options_.pivot_boost);
    }
    result_.columns.push_back(row);
    result_.values.push_back(pivot);
  }

  const IlutOptions& options_;
  ThresholdFactors<T> result_;
  std::vector<std::int64_t> diagonals_;  ///< of each row its entry
  std::vector<T> row_;                   ///< the row at hand, by columns
  std::vector<bool> is_in_row_;
  std::vector<std::int64_t> touched_;
  std::vector<std::int64_t> to_eliminate_;  ///< a heap, the first column on top
  std::vector<std::int64_t> left_, right_;  ///< columns that may stay
};

[[noreturn]] void throw_zero_pivot(std::int64_t position) {
  throw_error(Status::zero_pivot,
              {operation, "A",
               "a pivot that counts as zero in row " + std::to_string(position) +
                   " (counted from the matrix's index base)",
               "pivots whose absolute values are above options.pivot_tolerance",
               "shift the diagonal (A + shift I), drop less, or set options.pivot_boost"});
}

}  // namespace

void check_ilut(std::int64_t num_rows, std::int64_t num_cols, const MatrixProperties& properties,
                const IlutOptions& options) {
  check_square_and_general(operation, num_rows, num_cols, properties);
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance))
    refuse(operation, "options.tolerance", std::to_string(options.tolerance),
           "a finite number, 0 or more", "pass the share of a row's norm that is dropped");
  if (options.fill < 0)
    refuse(operation, "options.fill", std::to_string(options.fill), "0 or more",
           "pass the most entries that a row of L or U keeps");
  if (!(options.pivot_tolerance >= 0))
    refuse(operation, "options.pivot_tolerance", std::to_string(options.pivot_tolerance),
           "0 or more", "pass the largest absolute value that counts as zero");
  if (options.pivot_boost && (!std::isfinite(*options.pivot_boost) || *options.pivot_boost == 0))
    refuse(operation, "options.pivot_boost", std::to_string(*options.pivot_boost),
           "a finite number other than 0",
           "pass a number of the size of the diagonal, or no boost");
}

template <class Exec, class Index, class T>
ThresholdFactors<T> factor_by_threshold(const Exec& exec, const ReorderProblem<Index>& pattern,
                                        const T* values, const IlutOptions& options,
                                        std::int64_t max_entries) {
  const std::int64_t n = pattern.num_rows, base = pattern.base;
  ThresholdElimination<T> elimination(n, options);
  if (n > 0) {
    check_offsets(operation, "A.row_offsets()", exec, pattern.row_offsets, n, pattern.num_entries,
                  base);
    const auto offsets = offsets_from_zero(exec, pattern.row_offsets, n + 1, base);
    const auto columns = copied_to_host(exec, pattern.col_indices, pattern.num_entries);
    const auto entries = copied_to_host(exec, values, pattern.num_entries);
    for (std::int64_t row = 0; row < n; ++row) {
      for (auto k = std::size_t(offsets[std::size_t(row)]);
           k < std::size_t(offsets[std::size_t(row) + 1]); ++k)
        elimination.add(row, std::int64_t(columns[k]) - base, entries[k]);
      elimination.finish_row(row);
      if (elimination.num_entries() > max_entries)
        throw_error(
            Status::insufficient_resources,
            {operation, "A", "more than " + std::to_string(max_entries) + " entries of L and U",
             "as many as the offsets count",
             "use 64-bit offsets, a smaller fill or a larger tolerance"});
    }
  }
  ThresholdFactors<T> result = std::move(elimination.result());
  if (result.first_zero_pivot >= 0) result.first_zero_pivot += base;
  if (result.first_zero_pivot >= 0 && !options.pivot_boost)
    throw_zero_pivot(result.first_zero_pivot);
  for (std::int64_t& offset : result.offsets) offset += base;
  for (std::int64_t& col : result.columns) col += base;
  return result;
}

#define FILIGREE_INSTANTIATE(Exec, T)                                                             \
  template ThresholdFactors<T> factor_by_threshold(const Exec&,                                   \
                                                   const ReorderProblem<std::int32_t>&, const T*, \
                                                   const IlutOptions&, std::int64_t);             \
  template ThresholdFactors<T> factor_by_threshold(const Exec&,                                   \
                                                   const ReorderProblem<std::int64_t>&, const T*, \
                                                   const IlutOptions&, std::int64_t);
FILIGREE_FOR_EACH_SPACE_AND_SCALAR(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
