// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/stable_order.hpp>

#include <algorithm>
#include <bit>
#include <string>

#include <convert/digit_pass.hpp>
#include <convert/generic_order.hpp>
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

template <class Key, class Position>
struct HostOrder {
  const Host& exec;
  std::int64_t num_keys;
  Key base;
  std::int64_t count;
  const Key* keys;
  Position* offsets;  ///< null: not wanted
  Position* permutation;

  void run() const { counts_in_one_pass(exec, num_keys, count) ? count_keys() : sort_digits(); }

 private:
  std::int64_t num_chunks() const { return digit_chunks(exec, count); }

  void count_keys() const {
    Scratch<Position> own_offsets;
    if (offsets == nullptr)
      own_offsets = scratch<Position>(exec, "filigree::convert::key_offsets", num_keys + 1);
    const auto places =
        scratch<Position>(exec, "filigree::convert::key_places", num_chunks() * num_keys);
    const auto whole =
        pass(num_keys, -1, offsets == nullptr ? own_offsets.data() : offsets, places.data());
    if (!moves_to_many_lines(count, keys))
      return whole.run(exec, mover(whole, nullptr, nullptr, permutation));
    Position* const to = permutation;
    whole.run(exec, [=](std::int64_t first, std::int64_t last, Position* next) {
      for (std::int64_t i = first; i < last; ++i) {
        __builtin_prefetch(to + next[whole.digit(std::min(i + places_ahead, last - 1))], 1);
        to[next[whole.digit(i)]++] = Position(i);
      }
    });
  }

  DigitPass<Key, Position> pass(std::int64_t num_digits, std::int64_t mask, Position* starts,
                                Position* places) const {
    return {count, num_chunks(), num_digits, base, 0, mask, keys, starts, places};
  }

  /// Moves positions (null: 0, 1, 2, ...) and, unless `keys_out` is null, keys.
  static auto mover(const DigitPass<Key, Position>& pass, const Position* positions_in,
                    Key* keys_out, Position* positions_out) {
    return [=](std::int64_t first, std::int64_t last, Position* next) {
      for (std::int64_t i = first; i < last; ++i) {
        const Position to = next[pass.digit(i)]++;
        positions_out[to] = positions_in == nullptr ? Position(i) : positions_in[i];
        if (keys_out != nullptr) keys_out[to] = pass.keys[i];
      }
    };
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
    auto digits = pass(num_digits, num_digits - 1, starts.data(), places.data());
    const Position* positions = nullptr;
    for (int p = 0; p < num_passes; ++p) {
      digits.shift = p * digit_bits;
      Key* const keys_out = sorted_keys[p % 2].data();
      // The last pass writes the result, the one before it the other buffer, and so on.
      Position* const positions_out =
          (num_passes - p) % 2 == 1 ? permutation : other_positions.data();
      digits.run(exec, mover(digits, positions, keys_out, positions_out));
      digits.keys = keys_out;
      positions = positions_out;
    }
    if (offsets != nullptr) find_offsets(digits.keys);
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
  else if constexpr (!is_host_execution_v<Exec>)
    generic_order(exec, num_keys, base, count, keys.data(), offsets, permutation.data());
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

#define FILIGREE_INSTANTIATE(Exec, Key, Position)                                                \
  template void stable_order_by_key(const Exec&, std::int64_t, Key,                              \
                                    Kokkos::View<const Key*, typename Exec::memory_space>,       \
                                    Kokkos::View<Position*, typename Exec::memory_space>,        \
                                    Kokkos::View<Position*, typename Exec::memory_space>);       \
  template void stable_permutation_by_key(const Exec&, std::int64_t, Key,                        \
                                          Kokkos::View<const Key*, typename Exec::memory_space>, \
                                          Kokkos::View<Position*, typename Exec::memory_space>);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
