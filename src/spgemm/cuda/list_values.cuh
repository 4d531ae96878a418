// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include "cuda/scalar.hpp"
#include "cuda/stream_load.hpp"
#include "spgemm/cuda/listed_product.cuh"
#include "spgemm/cuda/product_list.hpp"
#include "spgemm/cuda/table.cuh"

/// The values of C by a list of products: a thread adds up an entry. One with many products has a
/// thread block, whose threads fetch factors while the first one adds them up in order.

namespace filigree::cuda {

constexpr int list_threads = 128;

/// As many thread blocks of a multiprocessor as registers are to suffice for.
constexpr int list_blocks = 12;

/// Entries of A of a chunk that fit in shared memory: values, and where the rows of B begin that
/// they name.
template <class C>
struct ListedRows {
  static constexpr int most = 1152;

  C factors[most];
  std::uint32_t b_begins[most];

  template <class Arguments>
  __device__ void fetch(const Arguments& arguments, const SpgemmChunk& chunk) {
    for (int k = int(threadIdx.x); k < chunk.a_count; k += list_threads) {
      const std::int64_t entry = chunk.a_begin + k;
      factors[k] = spgemm_value<C>(arguments.a_values[entry], arguments.conjugate_a);
      b_begins[k] = arguments.list.b_begins[entry];
    }
  }
};

/// Factors of products of an entry, fetched together; twice, so that some are while others are
/// added up.
template <class C>
struct ListedFactors {
  static constexpr int fetched = 2;  ///< by a thread at a time
  static constexpr int count = fetched * (list_threads - 32);

  C pairs[2][count][2];  ///< of A and of B
};

/// Products of a chunk.
template <class Arguments, class Word>
struct ListedProducts {
  using C = typename Arguments::C;

  const Arguments& arguments;
  const Word* products;
  std::int64_t a_begin;
  const ListedRows<C>* rows;  ///< null: A's entries are not in shared memory

  __device__ C factor(std::int64_t a) const {
    if (rows != nullptr) return rows->factors[a];
    return spgemm_value<C>(arguments.a_values[a_begin + a], arguments.conjugate_a);
  }
  __device__ std::int64_t row_of_b(std::int64_t a) const {
    if (rows != nullptr) return rows->b_begins[a];
    return arguments.list.b_begins[a_begin + a];
  }
  __device__ C of_a(Word product) const { return factor(listed_a(product)); }
  __device__ C of_b(Word product) const {
    const std::int64_t place = row_of_b(listed_a(product)) + listed_b(product);
    return spgemm_value<C>(arguments.b_values[place], arguments.conjugate_b);
  }
};

/// Sum of an entry, as all kernels write it.
template <class Arguments, class C>
__device__ void write_listed(const Arguments& arguments, std::int64_t entry, const C& sum) {
  write_value(arguments, entry, multiply_add(zero<C>(), arguments.alpha.get(), sum));
}

/// Adds the products of first .. end - 1.
template <class Arguments, class Word>
__device__ void add_listed(const ListedProducts<Arguments, Word>& listed, int first, int end,
                           typename Arguments::C& sum) {
  using C = typename Arguments::C;
  constexpr int together = 4;  // loads that are under way at once
  for (; first < end; first += together) {
    C a[together], b[together];
#pragma unroll
    for (int u = 0; u < together; ++u) {
      if (first + u >= end) continue;
      const Word product = listed.products[first + u];
      a[u] = listed.of_a(product);
      b[u] = listed.of_b(product);
    }
#pragma unroll
    for (int u = 0; u < together; ++u)
      if (first + u < end) sum = multiply_add(sum, a[u], b[u]);
  }
}

/// Adds up a chunk's entries first_entry, first_entry + list_threads, ...: some at a time.
template <class Arguments, class Word>
__device__ void add_entries(const ListedProducts<Arguments, Word>& listed,
                            const unsigned short* starts, int first_entry, int count, int products,
                            std::int64_t begin) {
  using C = typename Arguments::C;
  constexpr int together = 4;  // loads that are under way at once
  int first[together], end[together];
  Word words[together];  // the first ones
#pragma unroll
  for (int u = 0; u < together; ++u) {
    const int e = first_entry + u * list_threads;
    first[u] = e < count ? starts[e] : 0;
    end[u] = e + 1 < count ? starts[e + 1] : e < count ? products : 0;
  }
#pragma unroll
  for (int u = 0; u < together; ++u)
    words[u] = first[u] < end[u] ? stream_load(listed.products + first[u]) : Word(0);
  C sums[together];
#pragma unroll
  for (int u = 0; u < together; ++u)
    if (first[u] < end[u])
      sums[u] = multiply_add(zero<C>(), listed.of_a(words[u]), listed.of_b(words[u]));
#pragma unroll
  for (int u = 0; u < together; ++u) {
    if (first[u] == end[u]) continue;
    add_listed(listed, first[u] + 1, end[u], sums[u]);
    write_listed(listed.arguments, begin + first_entry + u * list_threads, sums[u]);
  }
}

template <class Arguments, class Word>
__device__ void add_chunk(const Arguments& arguments, std::int64_t number,
                          ListedRows<typename Arguments::C>& rows) {
  using C = typename Arguments::C;
  const SpgemmChunk chunk = arguments.list.chunks[number];
  const bool has_rows = chunk.a_count <= ListedRows<C>::most;
  const ListedProducts<Arguments, Word> mine{
      arguments, static_cast<const Word*>(arguments.list.products) + chunk.first_product,
      chunk.a_begin, has_rows ? &rows : nullptr};
  const std::int64_t begin = number * SpgemmChunk::entries;
  const int count = int(min(arguments.list.nnz - begin, std::int64_t(SpgemmChunk::entries)));
  if (has_rows) {
    rows.fetch(arguments, chunk);
    __syncthreads();
  }
  for (int first = int(threadIdx.x); first < count; first += 4 * list_threads)
    add_entries(mine, arguments.list.starts + begin, first, count, int(chunk.products), begin);
}

/// The first thread adds up; warps but the first one fetch factors in the meantime, by words that
/// they have read one turn before.
template <class Arguments, class Word>
__device__ void add_long_entry(const Arguments& arguments, const SpgemmLongEntry& entry,
                               ListedFactors<typename Arguments::C>& factors) {
  using C = typename Arguments::C;
  using Factors = ListedFactors<C>;
  const ListedProducts<Arguments, Word> mine{
      arguments, static_cast<const Word*>(arguments.list.products) + entry.first_product,
      arguments.list.chunks[entry.entry / SpgemmChunk::entries].a_begin, nullptr};
  const int thread = int(threadIdx.x) - 32;
  const bool fetches = thread >= 0;
  Word words[Factors::fetched];
  const auto read = [&](std::int64_t first) {
#pragma unroll
    for (int u = 0; u < Factors::fetched; ++u) {
      const std::int64_t k = first + thread + u * (list_threads - 32);
      words[u] = k < entry.products ? stream_load(mine.products + k) : Word(0);
    }
  };
  const auto fetch = [&](std::int64_t first, int to) {
    Word now[Factors::fetched];
#pragma unroll
    for (int u = 0; u < Factors::fetched; ++u) now[u] = words[u];
    read(first + Factors::count);
#pragma unroll
    for (int u = 0; u < Factors::fetched; ++u) {
      const int k = thread + u * (list_threads - 32);
      if (first + k >= entry.products) continue;
      factors.pairs[to][k][0] = mine.of_a(now[u]);
      factors.pairs[to][k][1] = mine.of_b(now[u]);
    }
  };
  C sum = zero<C>();
  if (fetches) {
    read(0);
    fetch(0, 0);
  }
  __syncthreads();
  int at = 0;
  for (std::int64_t first = 0; first < entry.products; first += Factors::count, at ^= 1) {
    const int count = int(min(entry.products - first, std::int64_t(Factors::count)));
    if (fetches) {
      fetch(first + Factors::count, at ^ 1);
    } else if (threadIdx.x == 0) {
#pragma unroll 8
      for (int k = 0; k < count; ++k)
        sum = multiply_add(sum, factors.pairs[at][k][0], factors.pairs[at][k][1]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) write_listed(arguments, entry.entry, sum);
}

/// Where A and B take no part.
template <class Arguments>
__device__ void clear_chunk(const Arguments& arguments, std::int64_t number) {
  const std::int64_t begin = number * SpgemmChunk::entries;
  const std::int64_t end = min(begin + SpgemmChunk::entries, arguments.list.nnz);
  for (std::int64_t e = begin + threadIdx.x; e < end && number >= 0; e += list_threads)
    write_value(arguments, e, zero<typename Arguments::C>());
}

/// Thread blocks' entries first: they take longest.
template <class Arguments, class Word>
__global__ void __launch_bounds__(list_threads, list_blocks)
    add_listed_products(const Arguments arguments) {
  using C = typename Arguments::C;
  union Memory {
    ListedRows<C> rows;
    ListedFactors<C> factors;
  };
  __shared__ __align__(16) unsigned char shared[sizeof(Memory)];
  auto& memory = reinterpret_cast<Memory&>(shared);
  const std::int64_t item = blockIdx.x, num_long = arguments.list.num_long;
  if (is_zero(arguments.alpha.get()))
    clear_chunk(arguments, item - num_long);
  else if (item < num_long)
    add_long_entry<Arguments, Word>(arguments, arguments.list.long_entries[item], memory.factors);
  else
    add_chunk<Arguments, Word>(arguments, item - num_long, memory.rows);
}

template <class Arguments>
cudaError_t launch_list_values(const Arguments& arguments, cudaStream_t stream) {
  const SpgemmProductList& list = arguments.list;
  const auto kernel = list.is_wide ? add_listed_products<Arguments, std::uint64_t>
                                   : add_listed_products<Arguments, std::uint32_t>;
  kernel<<<unsigned(list.num_long + list.num_chunks()), list_threads, 0, stream>>>(arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
