// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/cuda/radix_sort.hpp>

#include <cub/device/device_radix_sort.cuh>

#include <bit>
#include <limits>
#include <type_traits>

namespace filigree::detail::cuda {
namespace {

constexpr int block_size = 256;

unsigned blocks_for(std::int64_t items) {
  const std::int64_t blocks = (items + block_size - 1) / block_size;
  return unsigned(blocks < 65536 ? blocks : 65536);  // the kernels stride over the rest
}

__device__ std::int64_t first_item() { return std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x; }
__device__ std::int64_t item_stride() { return std::int64_t(gridDim.x) * blockDim.x; }

/// Keys without their base and positions in order, in the widths that the sort uses.
template <class Key, class SortKey, class SortPosition>
__global__ void prepare(std::int64_t count, const Key* keys, Key base, SortKey* sort_keys,
                        SortPosition* positions) {
  for (std::int64_t i = first_item(); i < count; i += item_stride()) {
    if (sort_keys != nullptr) sort_keys[i] = SortKey(keys[i] - base);
    positions[i] = SortPosition(i);
  }
}

template <class SortPosition, class Position>
__global__ void widen(std::int64_t count, const SortPosition* from, Position* to) {
  for (std::int64_t i = first_item(); i < count; i += item_stride()) to[i] = Position(from[i]);
}

/// offsets[k] = the number of sorted keys below base + k. A search for each key rather than a write
/// at each change of key: gaps of any length then cost the same.
template <class SortKey, class Position>
__global__ void find_offsets(std::int64_t num_keys, SortKey base, std::int64_t count,
                             const SortKey* sorted_keys, Position* offsets) {
  for (std::int64_t k = first_item(); k <= num_keys; k += item_stride()) {
    std::int64_t below = 0, end = count;
    if (k == num_keys) below = count;  // base + num_keys may not fit
    while (below < end) {
      const std::int64_t middle = below + (end - below) / 2;
      if (sorted_keys[middle] < base + SortKey(k))
        below = middle + 1;
      else
        end = middle;
    }
    offsets[k] = Position(below);
  }
}

/// Where each array of a sort lies in the workspace.
struct Layout {
  std::size_t keys_in = 0, keys_out = 0, positions_in = 0, positions_out = 0, sort = 0, total = 0;

  std::size_t reserve(std::size_t bytes) {
    const std::size_t offset = total;
    total += (bytes + 255) / 256 * 256;
    return offset;
  }
};

template <class Key, class Position, class SortKey, class SortPosition>
class Sorter {
 public:
  explicit Sorter(const RadixOrder<Key, Position>& problem)
      : problem_(problem),
        end_bit_(std::bit_width(std::uint64_t(largest_key()) | 1)),
        count_(std::size_t(problem.count)) {
    if (!keys_in_place) layout_.keys_in = layout_.reserve(count_ * sizeof(SortKey));
    layout_.keys_out = layout_.reserve(count_ * sizeof(SortKey));
    layout_.positions_in = layout_.reserve(count_ * sizeof(SortPosition));
    if (!positions_in_place) layout_.positions_out = layout_.reserve(count_ * sizeof(SortPosition));
  }

  cudaError_t workspace(std::size_t& bytes) {
    std::size_t sort_bytes = 0;
    const cudaError_t error = sort(nullptr, nullptr, sort_bytes, nullptr);
    bytes = layout_.total + sort_bytes;
    return error;
  }

  cudaError_t run(char* workspace, std::size_t workspace_bytes, cudaStream_t stream) {
    SortKey* const own_keys =
        keys_in_place ? nullptr : reinterpret_cast<SortKey*>(workspace + layout_.keys_in);
    prepare<<<blocks_for(problem_.count), block_size, 0, stream>>>(
        problem_.count, problem_.keys, problem_.base, own_keys,
        reinterpret_cast<SortPosition*>(workspace + layout_.positions_in));
    std::size_t sort_bytes = workspace_bytes - layout_.total;
    cudaError_t error = sort(workspace, workspace + layout_.total, sort_bytes, stream);
    if (error != cudaSuccess) return error;
    if (!positions_in_place)
      widen<<<blocks_for(problem_.count), block_size, 0, stream>>>(
          problem_.count, reinterpret_cast<const SortPosition*>(workspace + layout_.positions_out),
          problem_.permutation);
    if (problem_.offsets != nullptr)
      find_offsets<<<blocks_for(problem_.num_keys + 1), block_size, 0, stream>>>(
          problem_.num_keys, SortKey(keys_in_place ? problem_.base : 0), problem_.count,
          reinterpret_cast<const SortKey*>(workspace + layout_.keys_out), problem_.offsets);
    return cudaGetLastError();
  }

 private:
  // Keys and positions are not negative, so the unsigned types of the same width order them alike.
  static constexpr bool keys_in_place = sizeof(SortKey) == sizeof(Key);
  static constexpr bool positions_in_place = sizeof(SortPosition) == sizeof(Position);

  std::int64_t largest_key() const {
    return problem_.num_keys - 1 + (keys_in_place ? std::int64_t(problem_.base) : 0);
  }

  cudaError_t sort(char* workspace, void* sort_workspace, std::size_t& sort_bytes,
                   cudaStream_t stream) {
    const SortKey* keys_in = keys_in_place
                                 ? reinterpret_cast<const SortKey*>(problem_.keys)
                                 : reinterpret_cast<const SortKey*>(workspace + layout_.keys_in);
    SortPosition* positions_out =
        positions_in_place ? reinterpret_cast<SortPosition*>(problem_.permutation)
                           : reinterpret_cast<SortPosition*>(workspace + layout_.positions_out);
    return cub::DeviceRadixSort::SortPairs(
        sort_workspace, sort_bytes, keys_in,
        reinterpret_cast<SortKey*>(workspace + layout_.keys_out),
        reinterpret_cast<const SortPosition*>(workspace + layout_.positions_in), positions_out,
        std::int64_t(count_), 0, end_bit_, stream);
  }

  RadixOrder<Key, Position> problem_;
  int end_bit_;
  std::size_t count_;
  Layout layout_;
};

/// Calls `use` with the sorter of the narrowest widths that hold the problem: fewer bytes a pass.
template <class Key, class Position, class Use>
cudaError_t with_sorter(const RadixOrder<Key, Position>& problem, Use use) {
  constexpr std::int64_t limit = std::numeric_limits<std::uint32_t>::max();
  const bool narrow_positions = sizeof(Position) == 4 || problem.count <= limit;
  const bool narrow_keys = sizeof(Key) == 4 || problem.num_keys <= limit;
  if (narrow_keys && narrow_positions)
    return use(Sorter<Key, Position, std::uint32_t, std::uint32_t>(problem));
  if constexpr (sizeof(Position) == 8) {
    if (narrow_keys) return use(Sorter<Key, Position, std::uint32_t, std::uint64_t>(problem));
    if constexpr (sizeof(Key) == 8)
      return use(Sorter<Key, Position, std::uint64_t, std::uint64_t>(problem));
  }
  if constexpr (sizeof(Key) == 8)
    return use(Sorter<Key, Position, std::uint64_t, std::uint32_t>(problem));
  return cudaErrorInvalidValue;
}

}  // namespace

template <class Key, class Position>
cudaError_t radix_order_workspace(const RadixOrder<Key, Position>& problem, std::size_t& bytes) {
  return with_sorter(problem, [&](auto sorter) { return sorter.workspace(bytes); });
}

template <class Key, class Position>
cudaError_t radix_order(const RadixOrder<Key, Position>& problem, void* workspace,
                        std::size_t workspace_bytes, cudaStream_t stream) {
  return with_sorter(problem, [&](auto sorter) {
    return sorter.run(static_cast<char*>(workspace), workspace_bytes, stream);
  });
}

#define FILIGREE_INSTANTIATE(Key, Position)                                                   \
  template cudaError_t radix_order_workspace(const RadixOrder<Key, Position>&, std::size_t&); \
  template cudaError_t radix_order(const RadixOrder<Key, Position>&, void*, std::size_t,      \
                                   cudaStream_t)
FILIGREE_INSTANTIATE(std::int32_t, std::int32_t);
FILIGREE_INSTANTIATE(std::int32_t, std::int64_t);
FILIGREE_INSTANTIATE(std::int64_t, std::int32_t);
FILIGREE_INSTANTIATE(std::int64_t, std::int64_t);
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail::cuda
