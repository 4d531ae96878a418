// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <string_view>
#include <utility>
#include <vector>

#include <filigree/detail/allocate.hpp>
#include <filigree/detail/triangular_solve_front.hpp>

/// How the threads of a host share rows that need each other.
///
/// The rows, in the order of the solve, are cut into blocks. A block is one thread's, which solves
/// its rows in order, so that what makes one thread fast (the cache, the prefetcher) is kept. The
/// threads take the blocks in order. There are two ways to cut:
///  - Before rows that need none of those just before them, such as the first row of a plane of a
///    grid, or of a line. The rows of a plane need the plane before, but only its nearby lines: the
///    threads run behind one another as in a pipeline.
///  - Into short blocks of one length, where rows need others at random places: few of them are in
///    the blocks that are worked on just now.
///
/// A thread tells how far it is after each piece of its block, and waits before a piece until other
/// blocks are as far as the piece needs. A block needs earlier ones only, and these have been taken
/// by then: there is no deadlock, however many threads there are.

namespace filigree::detail {

/// Rows that are solved between two looks at the other threads.
inline constexpr std::int64_t pipeline_piece_rows = 64;

/// Before a block is begun, all those are complete that are so many before it, for each thread: so
/// that waits for these need not be listed.
inline constexpr std::int64_t pipeline_window = 4;

/// Below these rows a solve takes less time than it takes to start the threads.
inline constexpr std::int64_t pipeline_min_rows = 8192;

template <class Index>
class PipelineBuilder {
 public:
  PipelineBuilder(const SolveRows<Index>& rows, int threads)
      : rows_(rows), n_(rows.num_rows), threads_(threads) {}

  /// Empty where the threads would have to wait for each other most of the time.
  template <class Exec>
  HostPipeline build(std::string_view operation, const Exec& exec) {
    if (threads_ < 2 || n_ < pipeline_min_rows) return {};
    double speedup = 0;
    if (cut_at_distances(exec)) speedup = evaluate(exec);
    if (speedup < 0.75 * double(threads_)) {
      const Cut first = cut_;
      cut_evenly();
      const double of_even_blocks = evaluate(exec);
      if (of_even_blocks > speedup)
        speedup = of_even_blocks;
      else
        cut_ = first;
    }
    if (speedup < 1.25) return {};
    return packed(operation, exec, speedup);
  }

 private:
  std::int64_t step_of(std::int64_t row) const { return rows_.lower ? row : n_ - 1 - row; }

  /// Calls visit(step) for the step at which each unknown that a row needs is found.
  template <class Visit>
  void for_each_need(std::int64_t step, const Visit& visit) const {
    const std::int64_t row = rows_.row_of(step);
    for (std::int64_t k = rows_.begin(row); k < rows_.end(row); ++k) {
      const std::int64_t col = rows_.column(k);
      if (rows_.needs(row, col)) visit(step_of(col));
    }
  }

  /// How many steps before its own each row's latest need is; all of them where it has none.
  template <class Exec>
  std::vector<std::int64_t> find_distances(const Exec& exec) const {
    std::vector<std::int64_t> distances(std::size_t(n_), 0);
    for_each_index(exec, n_, [&](std::int64_t step) {
      std::int64_t latest = step - n_;
      for_each_need(step, [&](std::int64_t need) { latest = std::max(latest, need); });
      distances[std::size_t(step)] = step - latest;
    });
    return distances;
  }

  /// Cuts before rows whose needs are far away: as far as leaves each thread several blocks.
  template <class Exec>
  bool cut_at_distances(const Exec& exec) {
    const auto distances = find_distances(exec);
    constexpr int shortest = 5;  // powers of two, of distances
    constexpr int levels = 64;
    std::vector<std::int64_t> last(levels, 0), longest(levels, 0);
    // Calls visit(level) where a step is cut by the rule of a level.
    const auto visit_cuts = [&](std::int64_t step, int lowest, int highest, const auto& visit) {
      const int distance = std::bit_width(std::uint64_t(distances[std::size_t(step)])) - 1;
      for (int level = lowest; level <= std::min(distance, highest); ++level)
        if (step - last[std::size_t(level)] >= std::int64_t(1) << (level - 1)) visit(level);
    };
    for (std::int64_t step = 1; step < n_; ++step)
      visit_cuts(step, shortest, levels, [&](int level) {
        auto& begin = last[std::size_t(level)];
        longest[std::size_t(level)] = std::max(longest[std::size_t(level)], step - begin);
        begin = step;
      });
    int level = std::bit_width(std::uint64_t(n_)) - 1;
    const auto is_too_long = [&](int l) {
      const std::int64_t block = std::max(longest[std::size_t(l)], n_ - last[std::size_t(l)]);
      return block > n_ / (4 * threads_);
    };
    while (level >= shortest && is_too_long(level)) --level;
    if (level < shortest) return false;
    std::vector<std::int64_t> begins(1, 0);
    last[std::size_t(level)] = 0;
    for (std::int64_t step = 1; step < n_; ++step)
      visit_cuts(step, level, level, [&](int) {
        begins.push_back(step);
        last[std::size_t(level)] = step;
      });
    begins.push_back(n_);
    number_pieces(std::move(begins));
    return true;
  }

  void cut_evenly() {
    std::vector<std::int64_t> begins;
    for (std::int64_t step = 0; step < n_; step += 2 * pipeline_piece_rows) begins.push_back(step);
    begins.push_back(n_);
    number_pieces(std::move(begins));
  }

  void number_pieces(std::vector<std::int64_t> begins) {
    cut_ = {};
    cut_.block_begins = std::move(begins);
    cut_.first_pieces.assign(1, 0);
    block_of_.resize(std::size_t(n_));
    for (std::int64_t b = 0; b < num_blocks(); ++b) {
      const std::int64_t first = begin_of(b), last = begin_of(b + 1);
      cut_.first_pieces.push_back(cut_.first_pieces.back() +
                                  (last - first + pipeline_piece_rows - 1) / pipeline_piece_rows);
      std::fill(block_of_.begin() + first, block_of_.begin() + last, std::int32_t(b));
    }
  }

  std::int64_t num_blocks() const { return std::int64_t(cut_.block_begins.size()) - 1; }
  std::int64_t begin_of(std::int64_t block) const { return cut_.block_begins[std::size_t(block)]; }
  std::int64_t first_piece_of(std::int64_t block) const {
    return cut_.first_pieces[std::size_t(block)];
  }
  std::int64_t piece_of(const SolveWait& wait) const {
    return first_piece_of(wait.block) + (wait.step - begin_of(wait.block)) / pipeline_piece_rows;
  }

  /// The last step of the piece of a block that `step` is in.
  std::int64_t piece_end(std::int64_t step, std::int64_t block) const {
    const std::int64_t begin = begin_of(block);
    const std::int64_t pieces = (step - begin) / pipeline_piece_rows + 1;
    return std::min(begin + pieces * pipeline_piece_rows, begin_of(block + 1)) - 1;
  }

  /// Finds the waits, and how much faster all threads are expected to be than one.
  template <class Exec>
  double evaluate(const Exec& exec) {
    cut_.waits.resize(std::size_t(cut_.first_pieces.back()));
    cut_.entries.resize(cut_.waits.size());
    // Each thread takes some of the blocks. What it throws, for want of memory, may not leave it.
    std::vector<std::exception_ptr> failures(std::size_t(threads_), nullptr);
    for_each_index(exec, threads_, [&](std::int64_t thread) {
      try {
        for (std::int64_t b = thread; b < num_blocks(); b += threads_) find_waits(b);
      } catch (...) {
        failures[std::size_t(thread)] = std::current_exception();
      }
    });
    for (const auto& failure : failures)
      if (failure) std::rethrow_exception(failure);
    return expected_speedup();
  }

  void find_waits(std::int64_t block) {
    const std::int64_t window = pipeline_window * threads_;
    // as far as the block has waited for each of those before it
    std::vector<std::int64_t> known(std::size_t(window), -1);
    for (std::int64_t p = first_piece_of(block); p < first_piece_of(block + 1); ++p) {
      const std::int64_t begin =
          begin_of(block) + (p - first_piece_of(block)) * pipeline_piece_rows;
      auto& waits = cut_.waits[std::size_t(p)];
      std::int64_t needs = 0;
      for (std::int64_t step = begin; step <= piece_end(begin, block); ++step) {
        for_each_need(step, [&](std::int64_t need) {
          ++needs;
          const std::int64_t of = block_of_[std::size_t(need)];
          if (of == block || of <= block - window) return;
          auto& far = known[std::size_t(block - of)];
          if (need <= far) return;
          far = piece_end(need, of);
          const auto same = std::find_if(waits.begin(), waits.end(),
                                         [&](const SolveWait& w) { return w.block == of; });
          if (same != waits.end())
            same->step = far;
          else
            waits.push_back({of, far});
        });
      }
      cut_.entries[std::size_t(p)] = needs;
    }
  }

  /// One thread's time over that of all of them, when each takes the next block once it is free.
  double expected_speedup() const {
    constexpr double of_row = 4, of_wait = 20;  // in times of an entry
    const std::int64_t window = pipeline_window * threads_;
    std::vector<double> free(std::size_t(threads_), 0), done(cut_.waits.size(), 0);
    double alone = 0, complete = 0;
    for (std::int64_t b = 0; b < num_blocks(); ++b) {
      auto& time = *std::min_element(free.begin(), free.end());
      if (b >= window)
        complete = std::max(complete, done[std::size_t(first_piece_of(b - window + 1) - 1)]);
      time = std::max(time, complete) + of_wait;
      for (auto p = std::size_t(first_piece_of(b)); p < std::size_t(first_piece_of(b + 1)); ++p) {
        for (const SolveWait& wait : cut_.waits[p])
          time = std::max(time, done[std::size_t(piece_of(wait))]);
        const double cost = double(cut_.entries[p]) + of_row * double(pipeline_piece_rows);
        alone += cost;
        time += cost + of_wait * double(1 + cut_.waits[p].size());
        done[p] = time;
      }
    }
    return alone / *std::max_element(free.begin(), free.end());
  }

  template <class Exec>
  HostPipeline packed(std::string_view operation, const Exec& exec, double speedup) const {
    const auto array = [&]<class T>(const char* label, const std::vector<T>& from) {
      const auto to =
          allocate<T, Kokkos::HostSpace>(operation, exec, label, std::int64_t(from.size()));
      std::copy(from.begin(), from.end(), to.data());
      return to;
    };
    std::vector<std::int64_t> begins(1, 0);
    std::vector<SolveWait> waits;
    for (const auto& of_piece : cut_.waits) {
      waits.insert(waits.end(), of_piece.begin(), of_piece.end());
      begins.push_back(std::int64_t(waits.size()));
    }
    HostPipeline result;
    result.threads = threads_;
    result.speedup = speedup;
    result.block_begins = array("filigree::solve::block_begins", cut_.block_begins);
    result.first_pieces = array("filigree::solve::first_pieces", cut_.first_pieces);
    result.wait_begins = array("filigree::solve::wait_begins", begins);
    result.waits = array("filigree::solve::waits", waits);
    return result;
  }

  template <class Exec, class Body>
  static void for_each_index(const Exec& exec, std::int64_t length, const Body& body) {
    Kokkos::parallel_for(
        "filigree::solve::pipeline",
        Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, length), body);
  }

  struct Cut {
    std::vector<std::int64_t> block_begins;     ///< steps; behind the last one the number of rows
    std::vector<std::int64_t> first_pieces;     ///< of each block; behind the last one all pieces
    std::vector<std::vector<SolveWait>> waits;  ///< before each piece
    std::vector<std::int64_t> entries;          ///< of each piece
  };

  SolveRows<Index> rows_;
  std::int64_t n_;
  std::int64_t threads_;
  Cut cut_;
  std::vector<std::int32_t> block_of_;  ///< of each step
};

}  // namespace filigree::detail
