// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>

#include <filigree/core/execution.hpp>
#include <filigree/detail/allocate.hpp>
#include <filigree/format/matrix_base.hpp>

/// Where the threads of a host's one-shot product add up what lies scattered over its results: each
/// part of the matrix has sums of its own, which are then added in the order of the parts. No
/// atomics, and the bits of a result depend on the number of parts only.

namespace filigree::detail {

/// Results whose sums are cleared, and looked at later, together.
inline constexpr std::int64_t own_sums_block = 256;

/// The parts of a product with `entries` and `results`: as many as threads, unless clearing and
/// adding their sums were more work than the entries.
template <class Exec>
std::int64_t own_sums_parts(const Exec& exec, std::int64_t results, std::int64_t entries) {
  const std::int64_t worth = entries / std::max<std::int64_t>(1, results);
  return std::clamp<std::int64_t>(worth, 1, exec.concurrency());
}

/// A part's sums, `lanes` of each result. Blocks that nothing is added to are not even cleared: on
/// a band or a grid a part touches few of them.
template <class Sum>
class OwnSums {
 public:
  KOKKOS_INLINE_FUNCTION OwnSums(Sum* sums, bool* used, std::int64_t blocks, std::int64_t lanes)
      : sums_(sums), used_(used), blocks_(blocks), lanes_(lanes) {}

  /// Nothing was added: what a part begins with.
  KOKKOS_INLINE_FUNCTION void clear() const { std::fill_n(used_, blocks_, false); }

  /// The sums of a result, to be added to.
  KOKKOS_INLINE_FUNCTION Sum* at(std::int64_t result) const {
    use_block(result / own_sums_block);
    return sums_ + result * lanes_;
  }

  /// The sums of result 0. What is added to was at() or among results first .. last of a use().
  KOKKOS_INLINE_FUNCTION Sum* data() const { return sums_; }
  KOKKOS_INLINE_FUNCTION void use(std::int64_t first, std::int64_t last) const {
    for (std::int64_t b = first / own_sums_block; b <= last / own_sums_block; ++b) use_block(b);
  }
  KOKKOS_INLINE_FUNCTION bool uses(std::int64_t result) const {
    return used_[result / own_sums_block];
  }
  KOKKOS_INLINE_FUNCTION bool uses_all() const {
    return std::find(used_, used_ + blocks_, false) == used_ + blocks_;
  }

  /// Adds those of results first .. last - 1, which are of one block, to `total`.
  KOKKOS_INLINE_FUNCTION void add_to(Sum* total, std::int64_t first, std::int64_t last) const {
    if (!used_[first / own_sums_block]) return;
    const Sum* const from = sums_ + first * lanes_;
    for (std::int64_t i = 0; i < (last - first) * lanes_; ++i) total[i] += from[i];
  }

 private:
  /// Called for each entry: what a block needs once is a function of its own, so that compilers
  /// inline this one.
  KOKKOS_INLINE_FUNCTION void use_block(std::int64_t block) const {
    if (!used_[block]) begin_block(block);
  }
  KOKKOS_FUNCTION void begin_block(std::int64_t block) const {
    std::fill_n(sums_ + block * own_sums_block * lanes_, own_sums_block * lanes_, Sum{});
    used_[block] = true;
  }

  Sum* sums_;
  bool* used_;
  std::int64_t blocks_;
  std::int64_t lanes_;
};

/// The OwnSums of all parts.
template <class Sum, class MemorySpace>
class AllOwnSums {
 public:
  AllOwnSums() = default;

  template <class Exec>
  AllOwnSums(const char* operation, const Exec& exec, std::int64_t parts, std::int64_t results,
             std::int64_t lanes)
      : blocks_(groups_of(results, own_sums_block)), lanes_(lanes) {
    memory_ = allocate<std::byte, MemorySpace>(operation, exec, "filigree::own_sums",
                                               parts * bytes_of_part() + 64);
    const auto address = reinterpret_cast<std::uintptr_t>(memory_.data());
    first_ = memory_.data() + (64 - address % 64) % 64;
  }

  KOKKOS_INLINE_FUNCTION std::int64_t blocks() const { return blocks_; }

  KOKKOS_INLINE_FUNCTION OwnSums<Sum> of_part(std::int64_t part) const {
    std::byte* const mine = first_ + part * bytes_of_part();
    return {reinterpret_cast<Sum*>(mine), reinterpret_cast<bool*>(mine + sum_bytes()), blocks_,
            lanes_};
  }

 private:
  KOKKOS_INLINE_FUNCTION std::int64_t sum_bytes() const {
    return blocks_ * own_sums_block * lanes_ * std::int64_t(sizeof(Sum));
  }
  KOKKOS_INLINE_FUNCTION std::int64_t bytes_of_part() const {
    return sum_bytes() + groups_of(blocks_, 64) * 64;
  }

  std::int64_t blocks_ = 0;
  std::int64_t lanes_ = 1;
  Kokkos::View<std::byte*, MemorySpace> memory_;
  std::byte* first_ = nullptr;
};

}  // namespace filigree::detail
