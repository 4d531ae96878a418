// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/sum_of_threads.hpp"
#include "geam/cuda/launch.hpp"
#include "geam/cuda/merge.cuh"

/// The pattern of a sum. The entries of both operands are merged once, in equal parts; what that
/// finds out is kept in two bits an entry, from which C is written when its size is known.

namespace filigree::cuda {
namespace {

template <class Index>
__global__ void cut_parts(const GeamMerge<Index> merge) {
  const std::int64_t part = std::int64_t(blockIdx.x) * blockDim.x + threadIdx.x;
  if (part > merge.parts) return;
  if (part == 0) merge.is_broken() = 0;
  const std::int64_t total = merge.total();
  const std::int64_t asked = part * GeamMerge<Index>::part_entries;
  const std::int64_t place = asked < total ? asked : total;
  GeamPart result;
  result.first_row =
      first_not(0, merge.num_rows, [&](std::int64_t row) { return merge.begin(row) < place; });
  result.row = merge.num_rows;
  result.a = merge.a.count;
  if (place < total) {
    result.row = first_not(result.first_row, merge.num_rows,
                           [&](std::int64_t row) { return merge.begin(row) <= place; }) -
                 1;
    const std::int64_t a_begin = merge.a.begin(result.row), b_begin = merge.b.begin(result.row);
    const std::int64_t a_end = merge.a.begin(result.row + 1);
    const std::int64_t b_end = merge.b.begin(result.row + 1);
    result.a = merge_split(
        place, max(a_begin, place - b_end), min(a_end, place - b_begin),
        [&](std::int64_t k) { return merge.a.columns[k] - Index(merge.a.base); },
        [&](std::int64_t k) { return merge.b.columns[k] - Index(merge.b.base); });
  }
  merge.part[part] = result;
}

/// The block has met afterwards.
__device__ inline unsigned sum_before(unsigned value, unsigned& total) {
  __shared__ unsigned sums[GeamMerge<std::int32_t>::threads / 32];
  return sum_of_threads_before(value, total, sums);
}

template <class Index>
__global__ void __launch_bounds__(GeamMerge<Index>::threads)
    count_parts(const GeamMerge<Index> merge) {
  using Merge = GeamMerge<Index>;
  __shared__ Index shared[PartColumns<Index>::room];
  const std::int64_t part = blockIdx.x;
  const PartColumns<Index> columns(merge, part, shared);
  columns.load(merge);
  __syncthreads();
  const int first = int(threadIdx.x) * Merge::per_thread;
  const int count = min(Merge::per_thread, columns.length() - first);
  unsigned of_b = 0, repeated = 0;
  int b_begin = 0;
  if (count > 0) {
    MergeWalk<Index> walk(merge, columns, merge.part[part + 1].row, merge.part[part].row,
                          columns.first() + first);
    b_begin = int(walk.b() - columns.b_first());
#pragma unroll
    for (int k = 0; k < Merge::per_thread; ++k) {
      if (k >= count) break;
      bool is_b, repeats;
      walk.next(is_b, repeats);
      of_b |= unsigned(is_b) << k;
      repeated |= unsigned(repeats) << k;
    }
  }
  merge.bits[part * Merge::threads + threadIdx.x] = std::uint16_t(of_b | repeated << 8);
  const unsigned of_c = count > 0 ? unsigned(count - __popc(repeated)) : 0u;
  unsigned total;
  const unsigned before = sum_before(unsigned(__popc(of_b)) << 16 | of_c, total);
  // Threads that do not begin where those before them end have found rows that are not sorted.
  bool is_broken = count > 0 && b_begin != int(before >> 16);
  if (threadIdx.x == 0) {
    merge.counts[part] = total & 0xffffu;
    is_broken |= columns.is_broken() || columns.b_first() + (total >> 16) != columns.b_end();
  }
  if (is_broken) merge.is_broken() = 1;
}

/// Counts become sums of those before, by one thread block; the sum of all is -1 where rows are not
/// sorted.
__global__ void scan_counts(std::int64_t* counts, std::int64_t parts) {
  constexpr int threads = GeamMerge<std::int32_t>::threads, each = 16;
  std::int64_t before = 0;
  for (std::int64_t base = 0; base < parts; base += threads * each) {
    const std::int64_t first = base + std::int64_t(threadIdx.x) * each;
    unsigned own = 0, mine[each];
#pragma unroll
    for (int k = 0; k < each; ++k) {
      mine[k] = first + k < parts ? unsigned(counts[first + k]) : 0u;
      own += mine[k];
    }
    unsigned total;
    std::int64_t sum = before + sum_before(own, total);
#pragma unroll
    for (int k = 0; k < each; ++k) {
      if (first + k < parts) counts[first + k] = sum;
      sum += mine[k];
    }
    before += total;
    __syncthreads();
  }
  if (threadIdx.x == 0) counts[parts] = counts[parts + 1] != 0 ? -1 : before;
}

/// What a thread block puts together of C.
template <class Index>
struct PartOfC {
  static constexpr int entries = GeamMerge<Index>::part_entries;

  Index columns[entries];
  unsigned a_bits[entries / 32 + 2];
  unsigned b_bits[entries / 32 + 2];
  unsigned short before[GeamMerge<Index>::threads];  ///< entries of C before each thread's
  unsigned char repeated[GeamMerge<Index>::threads];
};

/// The entries of a thread: columns into `c`, ranks of the words that begin with one of them.
template <class Index>
__device__ inline void emit_entries(const GeamPattern<Index>& pattern,
                                    const PartColumns<Index>& columns, PartOfC<Index>& c, int count,
                                    unsigned bits, int a_before, int b_before, int c_before,
                                    std::int64_t c_first, std::int64_t first_word) {
  std::int64_t a = columns.a_first() + a_before, b = columns.b_first() + b_before;
  std::int64_t place = c_first + c_before;
  const std::int64_t base = (place > 0 ? place - 1 : 0) / 32;
  unsigned long long in_a = 0, in_b = 0;  // bits from word `base` on
#pragma unroll
  for (int k = 0; k < GeamMerge<Index>::per_thread; ++k) {
    if (k >= count) break;
    const bool is_b = (bits >> k & 1u) != 0, repeats = (bits >> (8 + k) & 1u) != 0;
    if (repeats) {
      in_b |= 1ull << (place - 1 - 32 * base);
      ++b;
      continue;
    }
    if (place % 32 == 0) {
      pattern.words[place / 32].rank_a = unsigned(a);
      pattern.words[place / 32].rank_b = unsigned(b);
      if (place / 32 % GeamGroup::words == 0)
        pattern.groups[place / 32 / GeamGroup::words] = {a, b};
    }
    c.columns[place - c_first] = (is_b ? columns.b(b) : columns.a(a)) + Index(pattern.base);
    (is_b ? in_b : in_a) |= 1ull << (place - 32 * base);
    if (is_b)
      ++b;
    else
      ++a;
    ++place;
  }
  const int word = int(base - first_word);
  if (unsigned(in_a) != 0) atomicOr(&c.a_bits[word], unsigned(in_a));
  if (unsigned(in_b) != 0) atomicOr(&c.b_bits[word], unsigned(in_b));
  if (in_a >> 32 != 0) atomicOr(&c.a_bits[word + 1], unsigned(in_a >> 32));
  if (in_b >> 32 != 0) atomicOr(&c.b_bits[word + 1], unsigned(in_b >> 32));
}

/// Offsets of the rows that begin in a part, and after the last one's the end.
template <class Index>
__device__ inline void write_offsets(const GeamMerge<Index>& merge,
                                     const GeamPattern<Index>& pattern, const PartOfC<Index>& c,
                                     const PartColumns<Index>& columns, std::int64_t part,
                                     std::int64_t c_first, std::int64_t c_count) {
  constexpr int each = GeamMerge<Index>::per_thread;
  const std::int64_t last =
      part + 1 == merge.parts ? merge.num_rows + 1 : merge.part[part + 1].first_row;
  for (std::int64_t row = merge.part[part].first_row + threadIdx.x; row < last;
       row += GeamMerge<Index>::threads) {
    const int place = int(merge.begin(row) - columns.first());
    std::int64_t offset = c_first + c_count;
    if (place < columns.length()) {
      const unsigned lower = (1u << place % each) - 1u;
      const int repeated = __popc(c.repeated[place / each] & lower);
      offset = c_first + c.before[place / each] + place % each - repeated;
    }
    offset += pattern.base;
    if (pattern.wide_offsets)
      static_cast<std::int64_t*>(pattern.row_offsets)[row] = offset;
    else
      static_cast<std::int32_t*>(pattern.row_offsets)[row] = std::int32_t(offset);
  }
}

template <class Index>
__global__ void __launch_bounds__(GeamMerge<Index>::threads)
    fill_parts(const GeamMerge<Index> merge, const GeamPattern<Index> pattern) {
  using Merge = GeamMerge<Index>;
  __shared__ Index shared[PartColumns<Index>::room];
  __shared__ PartOfC<Index> c;
  const int thread = int(threadIdx.x);
  const std::int64_t part = blockIdx.x;
  const PartColumns<Index> columns(merge, part, shared);
  columns.load(merge);
  const std::int64_t c_first = merge.counts[part];
  const int c_count = int(merge.counts[part + 1] - c_first);
  const std::int64_t first_word = (c_first > 0 ? c_first - 1 : 0) / 32;
  for (int w = thread; w < Merge::part_entries / 32 + 2; w += Merge::threads)
    c.a_bits[w] = c.b_bits[w] = 0;
  const int first = thread * Merge::per_thread;
  const int count = max(0, min(Merge::per_thread, columns.length() - first));
  const unsigned bits = merge.bits[part * Merge::threads + thread];
  const int of_b = __popc(bits & 0xffu), of_c = count - __popc(bits >> 8);
  unsigned total;
  const unsigned before = sum_before(unsigned(of_b) << 16 | unsigned(of_c), total);
  const int b_before = int(before >> 16), c_before = int(before & 0xffffu);
  c.before[thread] = static_cast<unsigned short>(c_before);
  c.repeated[thread] = static_cast<unsigned char>(bits >> 8);
  emit_entries(pattern, columns, c, count, bits, min(first, columns.length()) - b_before, b_before,
               c_before, c_first, first_word);
  __syncthreads();
  for (int k = thread; k < c_count; k += Merge::threads)
    pattern.columns[c_first + k] = c.columns[k];
  for (int w = thread; w < Merge::part_entries / 32 + 2; w += Merge::threads) {
    if (c.a_bits[w] != 0) atomicOr(&pattern.words[first_word + w].from_a, c.a_bits[w]);
    if (c.b_bits[w] != 0) atomicOr(&pattern.words[first_word + w].from_b, c.b_bits[w]);
  }
  write_offsets(merge, pattern, c, columns, part, c_first, c_count);
}

}  // namespace

template <class Index>
cudaError_t launch_geam_count(const GeamMerge<Index>& merge, cudaStream_t stream) {
  constexpr unsigned threads = GeamMerge<Index>::threads;
  cut_parts<<<unsigned(merge.parts / threads + 1), threads, 0, stream>>>(merge);
  count_parts<<<unsigned(merge.parts), threads, 0, stream>>>(merge);
  scan_counts<<<1, threads, 0, stream>>>(merge.counts, merge.parts);
  return cudaGetLastError();
}

template <class Index>
cudaError_t launch_geam_fill(const GeamMerge<Index>& merge, const GeamPattern<Index>& pattern,
                             cudaStream_t stream) {
  fill_parts<<<unsigned(merge.parts), GeamMerge<Index>::threads, 0, stream>>>(merge, pattern);
  return cudaGetLastError();
}

#define FILIGREE_INSTANTIATE(Index)                                                         \
  template cudaError_t launch_geam_count(const GeamMerge<Index>&, cudaStream_t);            \
  template cudaError_t launch_geam_fill(const GeamMerge<Index>&, const GeamPattern<Index>&, \
                                        cudaStream_t);
FILIGREE_INSTANTIATE(std::int32_t)
FILIGREE_INSTANTIATE(std::int64_t)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::cuda
