// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/stable_order.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <convert/tuned.hpp>
#include <filigree/core/error.hpp>
#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/format/matrix_base.hpp>

namespace filigree::detail {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;
using Range = Kokkos::RangePolicy<Host, Kokkos::IndexType<std::int64_t>>;

template <class T>
using Scratch = Kokkos::View<T*, Kokkos::HostSpace>;

template <class T>
Scratch<T> scratch(const Host& exec, const std::string& label, std::int64_t length) {
  return allocate<T, Kokkos::HostSpace>("", exec, label, length);
}

/// Entries a chunk at least: below, a chunk's histogram costs more than its entries.
constexpr std::int64_t min_chunk = 8192;

/// One stable pass by a digit of the keys, in contiguous chunks that each count and move their own
/// entries; a chunk's first place for a digit follows from the counts of the chunks before it.
template <class Key, class Position>
struct DigitPass {
  std::int64_t count;
  std::int64_t num_chunks;
  std::int64_t num_digits;
  Key base;
  int shift;
  std::int64_t mask;
  const Key* keys_in;
  const Position* positions_in;  ///< null: 0, 1, 2, ...
  Key* keys_out;                 ///< null: not wanted
  Position* positions_out;
  Position* digit_starts;  ///< num_digits + 1: where each digit begins
  Position* places;        ///< num_chunks x num_digits scratch

  std::int64_t digit(std::int64_t i) const {
    return (std::int64_t(keys_in[i] - base) >> shift) & mask;
  }
  std::int64_t chunk_begin(std::int64_t chunk) const {
    return count / num_chunks * chunk + std::min(chunk, count % num_chunks);
  }

  void run(const Host& exec) const {
    const DigitPass pass = *this;
    Kokkos::parallel_for("filigree::convert::count_digits", Range(exec, 0, num_chunks),
                         [pass](std::int64_t chunk) { pass.count_chunk(chunk); });
    Kokkos::parallel_scan("filigree::convert::scan_digits", Range(exec, 0, num_digits + 1),
                          [pass](std::int64_t digit, Position& sum, bool final) {
                            pass.scan_digit(digit, sum, final);
                          });
    Kokkos::parallel_for("filigree::convert::move_digits", Range(exec, 0, num_chunks),
                         [pass](std::int64_t chunk) { pass.move_chunk(chunk); });
  }

 private:
  void count_chunk(std::int64_t chunk) const {
    Position* const counts = places + chunk * num_digits;
    std::fill(counts, counts + num_digits, Position(0));
    for (std::int64_t i = chunk_begin(chunk); i < chunk_begin(chunk + 1); ++i) ++counts[digit(i)];
  }

  void scan_digit(std::int64_t digit, Position& sum, bool final) const {
    if (final) digit_starts[digit] = sum;
    if (digit == num_digits) return;
    for (std::int64_t chunk = 0; chunk < num_chunks; ++chunk) {
      Position& place = places[chunk * num_digits + digit];
      const Position in_chunk = place;
      if (final) place = sum;
      sum += in_chunk;
    }
  }

  void move_chunk(std::int64_t chunk) const {
    Position* const next = places + chunk * num_digits;
    for (std::int64_t i = chunk_begin(chunk); i < chunk_begin(chunk + 1); ++i) {
      const Position to = next[digit(i)]++;
      positions_out[to] = positions_in == nullptr ? Position(i) : positions_in[i];
      if (keys_out != nullptr) keys_out[to] = keys_in[i];
    }
  }
};

template <class Key, class Position>
struct HostOrder {
  const Host& exec;
  std::int64_t num_keys;
  Key base;
  std::int64_t count;
  const Key* keys;
  Position* offsets;  ///< null: not wanted
  Position* permutation;

  std::int64_t num_chunks() const {
    return std::clamp<std::int64_t>(count / min_chunk, 1, exec.concurrency());
  }

  void run() const {
    // One pass with the whole key as its digit, as long as the histograms stay in proportion to the
    // data and in reach of the caches.
    const bool in_proportion = num_keys <= 4 * count / num_chunks();
    const bool one_pass = num_keys <= 65536 || count <= min_chunk || !keys_are_scattered();
    in_proportion&& one_pass ? count_keys() : sort_digits();
  }

 private:
  /// Whether keys that follow each other mostly fall into different cache lines of a histogram, by
  /// 64 samples of 256 keys. One pass is then slow: for 16 million random keys of a million 1070 ms
  /// against 325 ms by digits, where the keys of a 27-point stencil take 43 ms against 245 ms.
  bool keys_are_scattered() const {
    constexpr std::int64_t num_samples = 64, length = 256;
    constexpr std::int64_t keys_a_line = 64 / sizeof(Position);
    std::int64_t num_lines = 0;
    for (std::int64_t sample = 0; sample < num_samples; ++sample) {
      const Key* const begin = keys + (count - length) / num_samples * sample;
      std::int64_t lines[length];
      std::transform(begin, begin + length, lines,
                     [this](Key key) { return std::int64_t(key - base) / keys_a_line; });
      std::sort(lines, lines + length);
      num_lines += std::unique(lines, lines + length) - lines;
    }
    return num_lines > num_samples * length / 2;
  }

  void count_keys() const {
    Scratch<Position> own_offsets;
    if (offsets == nullptr)
      own_offsets = scratch<Position>(exec, "filigree::convert::key_offsets", num_keys + 1);
    const auto places =
        scratch<Position>(exec, "filigree::convert::key_places", num_chunks() * num_keys);
    DigitPass<Key, Position>{count,
                             num_chunks(),
                             num_keys,
                             base,
                             0,
                             -1,
                             keys,
                             nullptr,
                             nullptr,
                             permutation,
                             offsets == nullptr ? own_offsets.data() : offsets,
                             places.data()}
        .run(exec);
  }

  void sort_digits() const {
    const int bits = std::bit_width(std::uint64_t(num_keys - 1));
    const int num_passes = (bits + 10) / 11;
    const int digit_bits = (bits + num_passes - 1) / num_passes;
    const std::int64_t num_digits = std::int64_t(1) << digit_bits;
    const auto starts = scratch<Position>(exec, "filigree::convert::digit_starts", num_digits + 1);
    const auto places =
        scratch<Position>(exec, "filigree::convert::digit_places", num_chunks() * num_digits);
    Scratch<Key> sorted_keys[2];
    Scratch<Position> other_positions;
    for (auto& buffer : sorted_keys)
      buffer = scratch<Key>(exec, "filigree::convert::sorted_keys", count);
    if (num_passes > 1)
      other_positions = scratch<Position>(exec, "filigree::convert::positions", count);
    DigitPass<Key, Position> pass{count,   num_chunks(),   num_digits,    base,
                                  0,       num_digits - 1, keys,          nullptr,
                                  nullptr, nullptr,        starts.data(), places.data()};
    for (int p = 0; p < num_passes; ++p) {
      pass.shift = p * digit_bits;
      pass.keys_out = sorted_keys[p % 2].data();
      // The last pass writes the result, the one before it the other buffer, and so on.
      pass.positions_out = (num_passes - p) % 2 == 1 ? permutation : other_positions.data();
      pass.run(exec);
      pass.keys_in = pass.keys_out;
      pass.positions_in = pass.positions_out;
    }
    if (offsets != nullptr) find_offsets(pass.keys_in);
  }

  void find_offsets(const Key* sorted) const {
    const Key* const last = sorted + count;
    const Key first_key = base;
    Position* const starts = offsets;
    Kokkos::parallel_for(
        "filigree::convert::find_offsets", Range(exec, 0, num_keys), [=](std::int64_t k) {
          starts[k] = Position(std::lower_bound(sorted, last, Key(first_key + k)) - sorted);
        });
    starts[num_keys] = Position(count);
  }
};

template <class Exec, class Key, class Position>
void order(const Exec& exec, std::int64_t num_keys, Key base,
           const Kokkos::View<const Key*, typename Exec::memory_space>& keys, Position* offsets,
           const Kokkos::View<Position*, typename Exec::memory_space>& permutation) {
  const auto count = std::int64_t(keys.extent(0));
  if (std::int64_t(permutation.extent(0)) != count)
    throw_error(Status::internal_error, {"stable_order_by_key", "permutation",
                                         "length " + std::to_string(permutation.extent(0)),
                                         "length " + std::to_string(count), "report this"});
  if (count == 0) {
    if (offsets == nullptr) return;
    Kokkos::deep_copy(exec,
                      UnmanagedView<Position, typename Exec::memory_space>(offsets, num_keys + 1),
                      Position(0));
    return;
  }
  if constexpr (TunedOrder<Exec>::exists)
    TunedOrder<Exec>::launch(exec, num_keys, base, count, keys.data(), offsets, permutation.data());
  else
    HostOrder<Key, Position>{exec, num_keys, base, count, keys.data(), offsets, permutation.data()}
        .run();
}

}  // namespace

template <class Exec, class Key, class Position>
void stable_order_by_key(const Exec& exec, std::int64_t num_keys, Key base,
                         Kokkos::View<const Key*, typename Exec::memory_space> keys,
                         Kokkos::View<Position*, typename Exec::memory_space> offsets,
                         Kokkos::View<Position*, typename Exec::memory_space> permutation) {
  if (std::int64_t(offsets.extent(0)) != num_keys + 1)
    throw_error(Status::internal_error,
                {"stable_order_by_key", "offsets", "length " + std::to_string(offsets.extent(0)),
                 "length " + std::to_string(num_keys + 1), "report this"});
  order(exec, num_keys, base, keys, offsets.data(), permutation);
}

template <class Exec, class Key, class Position>
void stable_permutation_by_key(const Exec& exec, std::int64_t num_keys, Key base,
                               Kokkos::View<const Key*, typename Exec::memory_space> keys,
                               Kokkos::View<Position*, typename Exec::memory_space> permutation) {
  order(exec, num_keys, base, keys, static_cast<Position*>(nullptr), permutation);
}

#define FILIGREE_INSTANTIATE_TYPES(Exec, Key, Position)                                          \
  template void stable_order_by_key(const Exec&, std::int64_t, Key,                              \
                                    Kokkos::View<const Key*, typename Exec::memory_space>,       \
                                    Kokkos::View<Position*, typename Exec::memory_space>,        \
                                    Kokkos::View<Position*, typename Exec::memory_space>);       \
  template void stable_permutation_by_key(const Exec&, std::int64_t, Key,                        \
                                          Kokkos::View<const Key*, typename Exec::memory_space>, \
                                          Kokkos::View<Position*, typename Exec::memory_space>);
#define FILIGREE_INSTANTIATE(Exec)                             \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int32_t, std::int32_t) \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int32_t, std::int64_t) \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int64_t, std::int32_t) \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int64_t, std::int64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_TYPES

}  // namespace filigree::detail
