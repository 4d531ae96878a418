// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/handed_on.hpp"
#include "cuda/warp.hpp"
#include "factor/cuda/arguments.hpp"

/// Rows that are not longer than a group of lanes, level by level (level_order.hpp), in the order
/// of tickets. A lane keeps an entry of the row in a register. What takes long, finding the places
/// of the factors that a row needs, comes before the first wait; behind the last one there is
/// little more to do than a product for each step. Factors are handed on in words that are their
/// own flags: U right of the diagonal or L left of it, and apart from these the reciprocal of each
/// pivot, so that nobody else divides.
///
/// The groups of a warp take each step together, unless one needs another's row: then one group
/// follows another. Only rows of earlier tickets are waited for, and the first ticket that is not
/// done is always at work: there is no deadlock.

namespace filigree::cuda {

/// Where a row is.
struct ShortRow {
  int number = -1;  ///< -1: there is none
  std::int64_t begin = 0;
  int left = 0;    ///< entries before the diagonal
  int length = 0;  ///< entries that count
};

template <class T, class Index, int Lanes, bool is_lu>
class ShortRows {
  static constexpr int groups = 32 / Lanes;
  static constexpr int table_size = 4 * Lanes;
  static constexpr std::uint8_t none = 0xff;
  static constexpr int ahead = 2;  ///< steps whose words are asked for beforehand

 public:
  struct Shared {
    int columns[groups][table_size];             ///< a hash table; -1: free
    std::uint8_t places[groups][table_size];     ///< of these columns in the row
    std::uint8_t sources[groups][Lanes][Lanes];  ///< of a step and a lane: which of the other row's
  };

  __device__ ShortRows(const FactorArguments<T, Index>& a, const FactorWords<T>& words,
                       Shared& shared)
      : a_(a),
        words_(words),
        shared_(shared),
        lane_(int(threadIdx.x % 32) % Lanes),
        group_(int(threadIdx.x % 32) / Lanes) {}

  /// Reads the row of a ticket, and where the rows are that it needs.
  /// \return whether there is one for any lane of the warp
  __device__ bool read(unsigned long long ticket) {
    const ShortRow row = row_ = find_row(std::int64_t(ticket) * groups + group_);
    if (!__any_sync(whole_warp, row.number >= 0)) return false;
    column_ = -2;
    value_ = T(0);
    count_ = 0;
    if (lane_ < row.length) {
      column_ = int(a_.cols[row.begin + lane_] - Index(a_.base));
      value_ = a_.values[row.begin + lane_];
    }
    if (lane_ < row.left) {
      const std::int64_t diagonal = a_.diagonals[column_] - a_.base;
      part_ = is_lu ? diagonal + 1 : a_.begins[column_] - a_.base;
      count_ = int((is_lu ? a_.ends[column_] - a_.base : diagonal) - part_);
    }
    steps_ = row.left;
#pragma unroll
    for (int delta = Lanes; delta < 32; delta *= 2)
      steps_ = max(steps_, __shfl_xor_sync(whole_warp, steps_, delta));
    bool needs_neighbour = false;
#pragma unroll
    for (int g = 0; g + 1 < groups; ++g) {
      const int number = __shfl_sync(whole_warp, row.number, g * Lanes);
      needs_neighbour = needs_neighbour || (lane_ < row.left && column_ == number);
    }
    takes_turns_ = groups > 1 && __any_sync(whole_warp, needs_neighbour);
    return true;
  }

  /// Finds which of their entries it needs.
  __device__ void look_up() {
    make_table();
    find_sources();
  }

  /// Takes the steps and hands the row on.
  __device__ void finish() {
    if (!takes_turns_) return take_steps(true);
    for (int g = 0; g < groups; ++g) take_steps(g == group_);
  }

 private:
  __device__ ShortRow find_row(std::int64_t rank) const {
    ShortRow row;
    if (rank >= a_.num_rows) return row;
    row.number = int(a_.order[rank]);
    row.begin = a_.begins[row.number] - a_.base;
    row.left = int(a_.diagonals[row.number] - a_.base - row.begin);
    row.length = is_lu ? int(a_.ends[row.number] - a_.base - row.begin) : row.left + 1;
    return row;
  }

  __device__ static unsigned hash_of(int column) {
    return unsigned(column) * 0x9e3779b1u / unsigned((1ull << 32) / table_size);
  }

  __device__ void make_table() {
    int* const columns = shared_.columns[group_];
    __syncwarp();
#pragma unroll
    for (int k = lane_; k < table_size; k += Lanes) columns[k] = -1;
    auto* const sources = reinterpret_cast<unsigned*>(shared_.sources[group_]);
    for (int k = lane_; k < row_.left * (Lanes / 4); k += Lanes) sources[k] = ~0u;
    __syncwarp();
    if (lane_ < row_.length) {
      unsigned at = hash_of(column_);
      while (atomicCAS(columns + at, -1, column_) != -1) at = (at + 1) % table_size;
      shared_.places[group_][at] = std::uint8_t(lane_);
    }
    __syncwarp();
  }

  /// Lanes each take an entry of a row that is needed, and tell the lane whose column it has; where
  /// these are short, two rows at a time.
  __device__ void find_sources() {
    if (is_lu && !__any_sync(whole_warp, count_ > Lanes / 2))
      find_sources_of<2>();
    else
      find_sources_of<1>();
    __syncwarp();
  }
  template <int Steps>
  __device__ void find_sources_of() {
    constexpr int width = Lanes / Steps;
    const int* const columns = shared_.columns[group_];
    const int entry = lane_ % width;
#pragma unroll 4
    for (int first = 0; first < steps_; first += Steps) {
      const int step = first + lane_ / width;
      const std::int64_t part = __shfl_sync(whole_warp, part_, step, Lanes);
      const int count = __shfl_sync(whole_warp, count_, step, Lanes);
      if (entry >= count) continue;
      const int column = int(a_.cols[part + entry] - Index(a_.base));
      unsigned at = hash_of(column);
      int found = columns[at];
      while (found != column && found != -1) {
        at = (at + 1) % table_size;
        found = columns[at];
      }
      if (found != column) continue;
      const int lane = shared_.places[group_][at];
      shared_.sources[group_][step][lane] = std::uint8_t(entry);
    }
  }

  /// The word that the lane needs for a step; null: none.
  __device__ const Word<T>* address(int step, bool is_active) const {
    const std::int64_t part = __shfl_sync(whole_warp, part_, max(step, 0), Lanes);
    if (step < 0 || step >= row_.left || !is_active) return nullptr;
    if (lane_ == step) return words_.reciprocals + column_;
    const int source = shared_.sources[group_][step][lane_];
    return source == none ? nullptr : words_.factors + part + source;
  }

  /// Words that are asked for and waited for.
  struct Asked {
    const Word<T>* from;  ///< null: none
    Word<T> word;
  };
  __device__ Asked ask(int step, bool is_active) const {
    const Word<T>* const from = address(step, is_active);
    return {from, from == nullptr ? Word<T>(0) : load_relaxed(from)};
  }
  /// By all lanes of the warp.
  __device__ static T receive(Asked& asked) {
    while (__any_sync(whole_warp, asked.word == no_result<T>))
      if (asked.word == no_result<T>) asked.word = load_relaxed(asked.from);
    return from_word(asked.word);
  }

  __device__ void take_steps(bool is_active) {
    if constexpr (is_lu)
      take_each_step(is_active);
    else
      take_batches(is_active);
    if (is_active && row_.number >= 0) store();
  }

  /// L U: a step makes its entry one of L, and subtracts its multiple of the other row.
  __device__ void take_each_step(bool is_active) {
    Asked asked[ahead];
#pragma unroll
    for (int j = 0; j < ahead; ++j) asked[j] = ask(j, is_active);
    for (int first = 0; first < steps_; first += ahead)
#pragma unroll
      for (int j = 0; j < ahead; ++j) {
        const int step = first + j;
        if (step >= steps_) break;
        const T factor = receive(asked[j]);
        const bool has_factor = asked[j].from != nullptr;
        asked[j] = ask(step + ahead, is_active);
        const T multiple = __shfl_sync(whole_warp, value_ * factor, step, Lanes);
        if (!is_active || step >= row_.left) continue;
        if (lane_ == step)
          value_ = multiple;
        else if (has_factor)
          value_ -= multiple * factor;
      }
  }

  /// L L^H: an entry is what the products of both rows leave, and its square is subtracted from the
  /// diagonal. The products of `ahead` steps are added up together, but for those with each other.
  /// The last batch has the last step of each row.
  __device__ void take_batches(bool is_active) {
    const int num_batches = (steps_ + ahead - 1) / ahead;
    int first = row_.left - num_batches * ahead;
    Asked asked[ahead];
#pragma unroll
    for (int j = 0; j < ahead; ++j) asked[j] = ask(first + j, is_active);
    for (int batch = 0; batch < num_batches; ++batch, first += ahead) {
      T factors[ahead], sums[ahead];
      bool has_factor[ahead];
#pragma unroll
      for (int j = 0; j < ahead; ++j) {
        factors[j] = receive(asked[j]);
        has_factor[j] = asked[j].from != nullptr;
        sums[j] = has_factor[j] && lane_ < first ? value_ * factors[j] : T(0);
        asked[j] = ask(first + ahead + j, is_active);
      }
#pragma unroll
      for (int delta = Lanes / 2; delta > 0; delta /= 2)
#pragma unroll
        for (int j = 0; j < ahead; ++j) sums[j] += __shfl_xor_sync(whole_warp, sums[j], delta);
#pragma unroll
      for (int j = 0; j < ahead; ++j) {
        const int step = first + j, lane = max(step, 0);
        const bool is_step = is_active && step >= 0;
        if (is_step && lane_ == step) value_ = (value_ - sums[j]) * factors[j];
        const T multiple = __shfl_sync(whole_warp, value_, lane, Lanes);
        if (is_step && lane_ == row_.left) value_ -= multiple * multiple;
#pragma unroll
        for (int k = j + 1; k < ahead; ++k) {
          const bool counts = is_step && has_factor[k];
          sums[k] += __shfl_sync(whole_warp, counts ? value_ * factors[k] : T(0), lane, Lanes);
        }
      }
    }
  }

  __device__ void store() {
    const bool is_pivot = lane_ == row_.left;
    if (!is_pivot && lane_ < row_.length) hand_on();
    if (!is_pivot) return;
    const double size = a_.by_absolute_value ? fabs(double(value_)) : double(value_);
    if (!(size > a_.pivot_tolerance)) {
      if (a_.position != nullptr)
        atomicMin(reinterpret_cast<unsigned long long*>(a_.position),
                  static_cast<unsigned long long>(row_.number + a_.base));
      if (a_.has_pivot_boost) value_ = a_.pivot_boost;
    }
    if (!is_lu) value_ = sqrt(fabs(value_));
    store_relaxed(words_.reciprocals + row_.number, to_word(T(1) / value_));
    a_.factors[row_.begin + lane_] = value_;
  }

  __device__ void hand_on() const {
    const std::int64_t k = row_.begin + lane_;
    const Word<T> word = to_word(value_);
    if (!is_lu || lane_ > row_.left) store_relaxed(words_.factors + k, word);
    if (static_cast<void*>(words_.factors) != static_cast<void*>(a_.factors) ||
        (is_lu && lane_ < row_.left))
      a_.factors[k] = from_word(word);
  }

  const FactorArguments<T, Index>& a_;
  FactorWords<T> words_;
  Shared& shared_;
  int lane_, group_;
  ShortRow row_;
  std::int64_t part_ = 0;  ///< of the row of the lane's column: where it begins to count
  int count_ = 0;          ///< and how many entries do
  int column_ = -2;
  T value_ = T(0);
  int steps_ = 0;  ///< of the warp's longest row
  bool takes_turns_ = false;
};

constexpr int short_row_warps = 4;  ///< of a block

/// Blocks of a multiprocessor: enough to look up rows of the next levels while this one's wait;
/// more would ask in vain.
template <int Lanes, bool is_lu>
constexpr int short_row_blocks = Lanes == 32   ? (is_lu ? 12 : 7)
                                 : Lanes == 16 ? (is_lu ? 7 : 9)
                                               : 6;

template <class T, class Index, int Lanes, bool is_lu>
__global__ void __launch_bounds__(32 * short_row_warps, short_row_blocks<Lanes, is_lu>)
    factor_short_rows_kernel(FactorArguments<T, Index> a, unsigned long long* ticket,
                             FactorWords<T> words) {
  using Rows = ShortRows<T, Index, Lanes, is_lu>;
  __shared__ typename Rows::Shared shared[short_row_warps];
  Rows rows(a, words, shared[threadIdx.x / 32]);
  for (;;) {
    unsigned long long mine = 0;
    if (threadIdx.x % 32 == 0) mine = atomicAdd(ticket, 1ull);
    if (!rows.read(__shfl_sync(whole_warp, mine, 0))) return;
    rows.look_up();
    rows.finish();
  }
}

}  // namespace filigree::cuda
