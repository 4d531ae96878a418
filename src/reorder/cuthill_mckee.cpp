// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

#include <convert/check_offsets.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/detail/reorder_problem.hpp>
#include <reorder/host_pattern.hpp>

namespace filigree::detail {
namespace {

/// The rows that each row is joined to, ascending, each once and without itself.
template <class Index>
struct JoinedRows {
  std::vector<std::int64_t> begins;
  std::vector<Index> rows;

  std::int64_t degree(std::int64_t row) const {
    return begins[std::size_t(row) + 1] - begins[std::size_t(row)];
  }
  /// f(neighbour)
  template <class F>
  void visit(std::int64_t row, const F& f) const {
    for (std::int64_t k = begins[std::size_t(row)]; k < begins[std::size_t(row) + 1]; ++k)
      f(std::int64_t(rows[std::size_t(k)]));
  }
};

/// \param offsets from 0
template <class Index>
JoinedRows<Index> join(const std::vector<std::int64_t>& offsets, const std::vector<Index>& columns,
                       std::int64_t base) {
  const std::size_t n = offsets.size() - 1;
  JoinedRows<Index> result;
  result.begins.assign(n + 1, 0);
  const auto visit_pairs = [&](const auto& f) {
    for (std::size_t row = 0; row < n; ++row)
      for (std::int64_t k = offsets[row]; k < offsets[row + 1]; ++k) {
        const auto col = std::size_t(std::int64_t(columns[std::size_t(k)]) - base);
        if (col == row) continue;
        f(row, col);
        f(col, row);
      }
  };
  visit_pairs([&](std::size_t row, std::size_t) { ++result.begins[row + 1]; });
  std::partial_sum(result.begins.begin(), result.begins.end(), result.begins.begin());
  result.rows.resize(std::size_t(result.begins[n]));
  std::vector<std::int64_t> next(result.begins.begin(), result.begins.end() - 1);
  visit_pairs([&](std::size_t row, std::size_t other) {
    result.rows[std::size_t(next[row]++)] = Index(other);
  });
  std::int64_t to = 0;
  for (std::size_t row = 0; row < n; ++row) {
    const auto begin = result.rows.begin() + result.begins[row];
    const auto end = result.rows.begin() + result.begins[row + 1];
    std::sort(begin, end);
    result.begins[row] = to;
    to = std::copy(begin, std::unique(begin, end), result.rows.begin() + to) - result.rows.begin();
  }
  result.begins[n] = to;
  return result;
}

/// Finds the order, component after component.
template <class Index>
class CuthillMckee {
 public:
  explicit CuthillMckee(const JoinedRows<Index>& joined)
      : joined_(joined), n_(std::int64_t(joined.begins.size()) - 1) {
    order_.reserve(std::size_t(n_));
    seen_.assign(std::size_t(n_), 0);
    is_placed_.assign(std::size_t(n_), false);
  }

  std::vector<Index> reversed() {
    // Components by their row of the fewest neighbours, the first of these.
    std::vector<Index> by_degree(static_cast<std::size_t>(n_));
    std::iota(by_degree.begin(), by_degree.end(), Index(0));
    std::stable_sort(by_degree.begin(), by_degree.end(),
                     [&](Index a, Index b) { return joined_.degree(a) < joined_.degree(b); });
    for (const Index first : by_degree)
      if (!is_placed_[std::size_t(first)]) place_component(peripheral(first));
    std::reverse(order_.begin(), order_.end());
    return std::move(order_);
  }

 private:
  /// A search's levels: how many there are, and the last one.
  struct Search {
    std::int64_t depth = 0;
    std::vector<Index> last;
  };

  Search search(std::int64_t from) {
    ++mark_;
    Search result;
    std::vector<Index> level{Index(from)}, next;
    seen_[std::size_t(from)] = mark_;
    while (!level.empty()) {
      ++result.depth;
      next.clear();
      for (const Index row : level)
        joined_.visit(row, [&](std::int64_t other) {
          if (seen_[std::size_t(other)] == mark_) return;
          seen_[std::size_t(other)] = mark_;
          next.push_back(Index(other));
        });
      result.last.swap(level);
      level.swap(next);
    }
    return result;
  }

  /// A row from which a search of its component is about as deep as can be: of the last level of
  /// each search the row of the fewest neighbours, as long as that is deeper.
  std::int64_t peripheral(std::int64_t from) {
    Search best = search(from);
    for (;;) {
      const Index far =
          *std::min_element(best.last.begin(), best.last.end(), [&](Index a, Index b) {
            return joined_.degree(a) != joined_.degree(b) ? joined_.degree(a) < joined_.degree(b)
                                                          : a < b;
          });
      Search other = search(far);
      if (other.depth <= best.depth) return from;
      from = far;
      best = std::move(other);
    }
  }

  /// Rows in the order in which a search comes to them, those of one row by their neighbours.
  void place_component(std::int64_t from) {
    std::size_t at = order_.size();
    order_.push_back(Index(from));
    is_placed_[std::size_t(from)] = true;
    for (; at < order_.size(); ++at) {
      const std::size_t begin = order_.size();
      joined_.visit(order_[at], [&](std::int64_t other) {
        if (is_placed_[std::size_t(other)]) return;
        is_placed_[std::size_t(other)] = true;
        order_.push_back(Index(other));
      });
      std::stable_sort(order_.begin() + std::ptrdiff_t(begin), order_.end(),
                       [&](Index a, Index b) { return joined_.degree(a) < joined_.degree(b); });
    }
  }

  const JoinedRows<Index>& joined_;
  std::int64_t n_;
  std::vector<Index> order_;
  std::vector<std::int64_t> seen_;  ///< the last search that came to a row
  std::int64_t mark_ = 0;
  std::vector<bool> is_placed_;
};

}  // namespace

template <class Exec, class Index>
void find_cuthill_mckee(const Exec& exec, const ReorderProblem<Index>& problem, Index* order) {
  const std::int64_t n = problem.num_rows;
  if (n == 0) return;
  check_offsets("reverse_cuthill_mckee", "A.row_offsets()", exec, problem.row_offsets, n,
                problem.num_entries, problem.base);
  const auto joined =
      join(offsets_from_zero(exec, problem.row_offsets, n + 1, problem.base),
           copied_to_host(exec, problem.col_indices, problem.num_entries), problem.base);
  const std::vector<Index> found = CuthillMckee<Index>(joined).reversed();
  Kokkos::deep_copy(exec,
                    Kokkos::View<Index*, typename Exec::memory_space, Kokkos::MemoryUnmanaged>(
                        order, std::size_t(n)),
                    Kokkos::View<const Index*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged>(
                        found.data(), found.size()));
  exec.fence("filigree::reverse_cuthill_mckee");
}

#define FILIGREE_INSTANTIATE(Exec)                                                   \
  template void find_cuthill_mckee(const Exec&, const ReorderProblem<std::int32_t>&, \
                                   std::int32_t*);                                   \
  template void find_cuthill_mckee(const Exec&, const ReorderProblem<std::int64_t>&, std::int64_t*);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
