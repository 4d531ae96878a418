// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "convert/cuda/transpose.hpp"

#include <cub/device/device_scan.cuh>

#include <algorithm>
#include <bit>

#include "convert/cuda/transpose_count.cuh"
#include "convert/cuda/transpose_pass.cuh"
#include "cuda/shared_memory.hpp"

namespace filigree::detail::cuda {
namespace {

/// Values of a tile's lower digits, on average, up to which the last pass finds offsets tile by
/// tile. Beyond, entries are counted by key one by one and the counts summed up.
constexpr std::int64_t max_lower_digits = 32;

/// Bits of a digit: at most; few enough for small tiles to be the faster ones.
constexpr int max_digit_bits = 11;
constexpr int few_digit_bits = 8;

/// Calls `use` with the number of bits of a digit that fits.
template <class Use>
cudaError_t with_bits(int bits, const Use& use) {
  if (bits <= few_digit_bits) return use(std::integral_constant<int, few_digit_bits>());
  if (bits <= 10) return use(std::integral_constant<int, 10>());
  return use(std::integral_constant<int, max_digit_bits>());
}

struct Entry16 {
  std::uint64_t low, high;
};

template <class Use>
cudaError_t with_value(std::size_t bytes, const Use& use) {
  switch (bytes) {
    case 1:
      return use(std::uint8_t());
    case 2:
      return use(std::uint16_t());
    case 4:
      return use(std::uint32_t());
    case 8:
      return use(std::uint64_t());
    case 16:
      return use(Entry16());
    default:
      return cudaErrorInvalidValue;
  }
}

/// Where the digit of a pass begins: all have about as many bits, later ones not fewer.
constexpr int digit_shift(int key_bits, int num_passes, int pass) {
  return key_bits * pass / num_passes;
}

class Transposer {
 public:
  explicit Transposer(const Transpose& problem) : problem_(problem) {
    key_bits_ = std::max(1, int(std::bit_width(std::uint64_t(problem.num_minor - 1))));
    choose_passes();
    num_tiles_ = (problem.count + tile_ - 1) / tile_;
    num_groups_ = (num_tiles_ + group_tiles - 1) / group_tiles;
    scans_offsets_ = std::int64_t(1) << last_shift() > max_lower_digits * num_tiles_;
    lay_out();
  }

  std::size_t workspace() const { return total_; }

  cudaError_t run(char* workspace, cudaStream_t stream) {
    workspace_ = workspace;
    stream_ = stream;
    cudaError_t error = cudaSuccess;
    if (scans_offsets_) error = cudaMemsetAsync(problem_.offsets_out, 0, offset_bytes(), stream_);
    if (error != cudaSuccess) return error;
    error = problem_.wide_offsets ? find_majors<std::int64_t>() : find_majors<std::int32_t>();
    for (int pass = 0; pass < num_passes_ && error == cudaSuccess; ++pass)
      error = with_bits_of(pass, [&](auto bits) {
        const cudaError_t counted = count_pass<decltype(bits)::value>(pass);
        if (counted != cudaSuccess) return counted;
        return with_value(problem_.value_bytes, [&](auto value) {
          return run_pass<decltype(bits)::value, decltype(value)>(pass);
        });
      });
    if (error != cudaSuccess || !scans_offsets_) return error;
    return problem_.wide_offsets ? sum_offsets<std::int64_t>() : sum_offsets<std::int32_t>();
  }

 private:
  /// As few passes as digits allow, but for 23 and 24 bits, which three of few digits order faster.
  void choose_passes() {
    int device = 0, shared_bytes = 0;  // 0 where they cannot be had: a launch then reports why
    cudaGetDevice(&device);
    cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device);
    cudaDeviceGetAttribute(&num_multiprocessors_, cudaDevAttrMultiProcessorCount, device);
    const bool has_room_for_many =
        shared_bytes >= int(sizeof(PassShared<max_digit_bits, Tile<std::uint64_t, false>>));
    const bool few_are_faster = key_bits_ > 2 * max_digit_bits && key_bits_ <= 3 * few_digit_bits;
    const int most = has_room_for_many && !few_are_faster ? max_digit_bits : few_digit_bits;
    num_passes_ = (key_bits_ + most - 1) / most;
    large_ = bits_of(num_passes_ - 1) > few_digit_bits &&
             shared_bytes >= int(sizeof(PassShared<max_digit_bits, Tile<std::uint64_t, true>>));
    tile_ = problem_.value_bytes > 8 ? tile_length<Entry16>() : tile_length<std::uint64_t>();
  }

  template <class Value>
  int tile_length() const {
    return large_ ? Tile<Value, true>::length : Tile<Value, false>::length;
  }

  int bits_of(int pass) const {
    return digit_shift(key_bits_, num_passes_, pass + 1) -
           digit_shift(key_bits_, num_passes_, pass);
  }
  /// Calls `use` with the bits of the kernel for a pass: there are none of few digits for large
  /// tiles.
  template <class Use>
  cudaError_t with_bits_of(int pass, const Use& use) const {
    return with_bits(large_ ? std::max(bits_of(pass), few_digit_bits + 1) : bits_of(pass), use);
  }
  int last_shift() const { return digit_shift(key_bits_, num_passes_, num_passes_ - 1); }
  std::size_t offset_bytes() const {
    return std::size_t(problem_.num_minor + 1) * (problem_.wide_offsets ? 8 : 4);
  }

  std::size_t reserve(std::size_t bytes) {
    const std::size_t offset = total_;
    total_ += (bytes + 255) / 256 * 256;
    return offset;
  }

  void lay_out() {
    const auto count = std::size_t(problem_.count);
    std::size_t counts_bytes = 0;  // of the last pass, whose digits have the most bits
    with_bits_of(num_passes_ - 1, [&](auto bits) {
      counts_bytes = std::size_t(4) << decltype(bits)::value;
      return cudaSuccess;
    });
    tile_counts_ = reserve(std::size_t(num_tiles_) * counts_bytes);
    group_sums_ = reserve(std::size_t(num_groups_) * counts_bytes);
    segment_majors_ = reserve(std::size_t(num_tiles_ * pass_warps + 1) * 4);
    if (num_passes_ > 1) {
      pairs_[0] = reserve(count * sizeof(IndexPair));
      values_ = reserve(count * problem_.value_bytes);
    }
    if (num_passes_ > 2) pairs_[1] = reserve(count * sizeof(IndexPair));
    if (problem_.wide_offsets)
      scan<std::int64_t>(nullptr, scan_bytes_);
    else
      scan<std::int32_t>(nullptr, scan_bytes_);
    scan_ = reserve(scan_bytes_);
  }

  template <class T>
  T* at(std::size_t offset) const {
    return reinterpret_cast<T*>(workspace_ + offset);
  }

  template <class Offset>
  cudaError_t find_majors() {
    constexpr int threads = 256;
    const std::int64_t num_segments = num_tiles_ * pass_warps;
    find_segment_majors<<<unsigned(num_segments / threads + 1), threads, 0, stream_>>>(
        num_segments, std::int64_t(tile_ / pass_warps), problem_.count,
        static_cast<const Offset*>(problem_.offsets_in), problem_.base_in,
        std::uint32_t(problem_.num_major - 1), at<std::uint32_t>(segment_majors_));
    return cudaGetLastError();
  }

  /// Where each tile's entries of each digit go.
  template <int Bits, class Source>
  cudaError_t count_pass(const Pass& pass, const Source* sources) {
    constexpr int num_fours = (1 << Bits) / 4;
    const dim3 grid(unsigned(num_groups_), num_fours / scan_threads);
    auto* const counts = at<uint4>(tile_counts_);
    auto* const sums = at<uint4>(group_sums_);
    count_digits<Bits><<<unsigned(num_tiles_), pass_threads, 0, stream_>>>(
        problem_.count, tile_, sources, problem_.base_in, pass.shift, pass.mask, counts);
    cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) return error;
    sum_groups<<<grid, scan_threads, 0, stream_>>>(num_tiles_, num_fours, counts, sums);
    error = cudaGetLastError();
    if (error != cudaSuccess) return error;
    scan_groups<num_fours><<<1, num_fours, 0, stream_>>>(num_groups_, sums);
    error = cudaGetLastError();
    if (error != cudaSuccess) return error;
    place_tiles<<<grid, scan_threads, 0, stream_>>>(num_tiles_, num_fours, counts, sums);
    return cudaGetLastError();
  }

  template <int Bits>
  cudaError_t count_pass(int number) {
    const Pass pass = describe(number);
    if (!pass.first) return count_pass<Bits>(pass, pass.pairs_in);
    if (problem_.wide_indices)
      return count_pass<Bits>(pass, static_cast<const std::int64_t*>(problem_.indices_in));
    return count_pass<Bits>(pass, static_cast<const std::int32_t*>(problem_.indices_in));
  }

  /// The values that the pass before the last writes go to scratch memory, those of the one before
  /// that to the result, and so on.
  Pass describe(int number) const {
    Pass pass{};
    pass.count = problem_.count;
    pass.tiles_ahead = num_multiprocessors_ * (large_ ? 1 : 2);
    pass.shift = digit_shift(key_bits_, num_passes_, number);
    pass.mask = (1u << bits_of(number)) - 1;
    pass.digit_places = at<uint4>(tile_counts_);
    pass.first = number == 0;
    pass.last = number + 1 == num_passes_;
    pass.wide_offsets = problem_.wide_offsets;
    pass.wide_indices = problem_.wide_indices;
    pass.base_in = problem_.base_in;
    pass.base_out = problem_.base_out;
    pass.offsets = problem_.offsets_in;
    pass.indices = problem_.indices_in;
    pass.segment_majors = at<std::uint32_t>(segment_majors_);
    pass.pairs_in = at<IndexPair>(pairs_[(number + 1) % 2]);
    pass.pairs_out = at<IndexPair>(pairs_[number % 2]);
    const bool to_result = (num_passes_ - number) % 2 == 1;
    void* const own_values = at<char>(values_);
    pass.values_in = pass.first ? problem_.values_in : to_result ? own_values : problem_.values_out;
    pass.values_out = to_result ? problem_.values_out : own_values;
    pass.indices_out = problem_.indices_out;
    pass.num_keys = problem_.num_minor;
    pass.offsets_out = problem_.offsets_out;
    pass.counts_keys = scans_offsets_;
    return pass;
  }

  template <int Bits, class Value>
  cudaError_t run_pass(int number) {
    if constexpr (Bits > few_digit_bits)
      if (large_) return run_pass<Bits, Tile<Value, true>>(describe(number));
    return run_pass<Bits, Tile<Value, false>>(describe(number));
  }

  template <int Bits, class Tile>
  cudaError_t run_pass(const Pass& pass) {
    constexpr std::size_t shared_bytes = sizeof(PassShared<Bits, Tile>);
    const auto kernel = transpose_pass_kernel<Bits, Tile>;
    const cudaError_t error = filigree::cuda::allow_shared_memory(kernel, shared_bytes);
    if (error != cudaSuccess) return error;
    kernel<<<unsigned(num_tiles_), pass_threads, shared_bytes, stream_>>>(pass);
    return cudaGetLastError();
  }

  /// From counts to offsets, in place.
  template <class Offset>
  cudaError_t scan(void* memory, std::size_t& bytes) const {
    auto* const offsets = static_cast<Offset*>(problem_.offsets_out);
    return cub::DeviceScan::ExclusiveScan(memory, bytes, offsets, offsets, ::cuda::std::plus<>(),
                                          Offset(problem_.base_out), problem_.num_minor + 1,
                                          stream_);
  }
  template <class Offset>
  cudaError_t sum_offsets() {
    return scan<Offset>(at<char>(scan_), scan_bytes_);
  }

  Transpose problem_;
  int key_bits_ = 0, num_passes_ = 0, tile_ = 0;
  int num_multiprocessors_ = 0;
  bool large_ = false, scans_offsets_ = false;
  std::int64_t num_tiles_ = 0, num_groups_ = 0;
  std::size_t tile_counts_ = 0, group_sums_ = 0, segment_majors_ = 0, values_ = 0;
  std::size_t pairs_[2] = {}, scan_ = 0, scan_bytes_ = 0, total_ = 0;
  char* workspace_ = nullptr;
  cudaStream_t stream_ = nullptr;
};

}  // namespace

cudaError_t transpose_workspace(const Transpose& problem, std::size_t& bytes) {
  bytes = Transposer(problem).workspace();
  return cudaSuccess;
}

cudaError_t transpose(const Transpose& problem, void* workspace, cudaStream_t stream) {
  return Transposer(problem).run(static_cast<char*>(workspace), stream);
}

}  // namespace filigree::detail::cuda
