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

/// Entries of A of a chunk that fit in shared memory: values, and where the rows of B begin that
/// they name.
template <class C>
struct ListedRows {
  static constexpr int most = 1152;

  C factors[most];
  std::uint32_t b_begins[most];

  template <class Arguments>
  __device__ void fetch(const Arguments& arguments, const SpgemmChunk& chunk) {
    for (int k = int(threadIdx.x); k < int(chunk.a_count); k += list_threads) {
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

/// What a thread block has in shared memory.
template <class C>
union ListedMemory {
  ListedRows<C> rows;
  ListedFactors<C> factors;
};

/// Products of a chunk.
/// \tparam has_rows whether A's entries are in shared memory
template <class Arguments, class Word, bool has_rows>
struct ListedProducts {
  using C = typename Arguments::C;

  const Arguments& arguments;
  const Word* words;
  std::int64_t a_begin;
  const ListedRows<C>& rows;

  __device__ C of_a(Word product) const {
    const std::int64_t a = listed_a(product);
    if constexpr (has_rows)
      return rows.factors[a];
    else
      return spgemm_value<C>(arguments.a_values[a_begin + a], arguments.conjugate_a);
  }
  __device__ C of_b(Word product) const {
    const std::int64_t a = listed_a(product);
    const std::uint32_t begin = has_rows ? rows.b_begins[a] : arguments.list.b_begins[a_begin + a];
    return spgemm_value<C>(arguments.b_values[begin + listed_b(product)], arguments.conjugate_b);
  }
  __device__ C add(const C& sum, Word product) const {
    return multiply_add(sum, of_a(product), of_b(product));
  }
  __device__ void write(std::int64_t entry, const C& sum) const {
    write_value(arguments, entry, multiply_add(zero<C>(), arguments.alpha.get(), sum));
  }
};

/// A chunk's entries, and where their products begin.
struct ListedEntries {
  static constexpr int together = 4;  ///< loads that are under way at once

  const std::uint32_t* starts;
  std::int64_t begin;
  int count;

  /// Whether an entry with products first .. end - 1 has no thread block of its own.
  __device__ static bool is_mine(std::uint32_t first, std::uint32_t end) {
    return end - first - 1 < std::uint32_t(SpgemmChunk::most_products);
  }
  /// Adds up entries that have few products: a thread takes some entries at a time. Where there is
  /// none, another one's product is fetched in vain.
  template <class Listed>
  __device__ void add_few(const Listed& listed) const {
    using C = typename Listed::C;
    for (int base = int(threadIdx.x); base < count; base += together * list_threads) {
      std::uint32_t first[together], end[together];
      C sums[together];
#pragma unroll
      for (int u = 0; u < together; ++u) {
        const int entry = base + u * list_threads;
        first[u] = starts[entry < count ? entry : 0];
        end[u] = entry < count ? starts[entry + 1] : first[u];
      }
#pragma unroll
      for (int u = 0; u < together; ++u)
        sums[u] = listed.add(zero<C>(), stream_load(listed.words + first[u]));
#pragma unroll
      for (int u = 0; u < together; ++u) {
        if (!is_mine(first[u], end[u])) continue;
        for (std::uint32_t p = first[u] + 1; p < end[u]; ++p)
          sums[u] = listed.add(sums[u], listed.words[p]);
        listed.write(begin + base + u * list_threads, sums[u]);
      }
    }
  }
  /// Adds up entries that have more: a thread takes some products at a time.
  template <class Listed>
  __device__ void add_many(const Listed& listed) const {
    using C = typename Listed::C;
    for (int entry = int(threadIdx.x); entry < count; entry += list_threads) {
      const std::uint32_t first = starts[entry], end = starts[entry + 1];
      if (!is_mine(first, end)) continue;
      C sum = zero<C>();
      for (std::uint32_t p = first; p < end; p += together) {
        C a[together], b[together];
#pragma unroll
        for (int u = 0; u < together; ++u) {
          const auto word = listed.words[min(p + u, end - 1)];
          a[u] = listed.of_a(word);
          b[u] = listed.of_b(word);
        }
#pragma unroll
        for (int u = 0; u < together; ++u)
          if (p + u < end) sum = multiply_add(sum, a[u], b[u]);
      }
      listed.write(begin + entry, sum);
    }
  }
  template <class Listed>
  __device__ void add(const Listed& listed) const {
    if (starts[count] - starts[0] > 2 * std::uint32_t(count))
      add_many(listed);
    else
      add_few(listed);
  }
};

template <class Arguments, class Word>
__device__ void add_chunk(const Arguments& arguments, std::int64_t number,
                          ListedRows<typename Arguments::C>& rows) {
  const SpgemmChunk chunk = arguments.list.chunks[number];
  const auto* const words = static_cast<const Word*>(arguments.list.products);
  const std::int64_t begin = number * SpgemmChunk::entries;
  const ListedEntries entries{
      arguments.list.starts + begin, begin,
      int(min(arguments.list.nnz - begin, std::int64_t(SpgemmChunk::entries)))};
  if (chunk.a_count <= rows.most) {
    rows.fetch(arguments, chunk);
    __syncthreads();
    entries.add(ListedProducts<Arguments, Word, true>{arguments, words, chunk.a_begin, rows});
  } else {
    entries.add(ListedProducts<Arguments, Word, false>{arguments, words, chunk.a_begin, rows});
  }
}

/// The first thread adds up; warps but the first one fetch factors in the meantime, by words that
/// they have read one turn before.
template <class Arguments, class Word>
__device__ void add_long_entry(const Arguments& arguments, std::uint32_t entry,
                               ListedMemory<typename Arguments::C>& memory) {
  using C = typename Arguments::C;
  using Factors = ListedFactors<C>;
  const SpgemmProductList& list = arguments.list;
  const std::int64_t products = list.starts[entry + 1] - list.starts[entry];
  const ListedProducts<Arguments, Word, false> mine{
      arguments, static_cast<const Word*>(list.products) + list.starts[entry],
      list.chunks[entry / SpgemmChunk::entries].a_begin, memory.rows};
  auto& factors = memory.factors;
  const int thread = int(threadIdx.x) - 32;
  const bool fetches = thread >= 0;
  Word words[Factors::fetched];
  const auto read = [&](std::int64_t first) {
#pragma unroll
    for (int u = 0; u < Factors::fetched; ++u) {
      const std::int64_t k = first + thread + u * (list_threads - 32);
      words[u] = k < products ? stream_load(mine.words + k) : Word(0);
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
      if (first + k >= products) continue;
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
  for (std::int64_t first = 0; first < products; first += Factors::count, at ^= 1) {
    const int count = int(min(products - first, std::int64_t(Factors::count)));
    if (fetches) {
      fetch(first + Factors::count, at ^ 1);
    } else if (threadIdx.x == 0) {
#pragma unroll 8
      for (int k = 0; k < count; ++k)
        sum = multiply_add(sum, factors.pairs[at][k][0], factors.pairs[at][k][1]);
    }
    __syncthreads();
  }
  if (threadIdx.x == 0) mine.write(entry, sum);
}

/// Where A and B take no part.
template <class Arguments>
__device__ void clear_chunk(const Arguments& arguments, std::int64_t number) {
  const std::int64_t begin = number * SpgemmChunk::entries;
  const std::int64_t end = min(begin + SpgemmChunk::entries, arguments.list.nnz);
  for (std::int64_t e = begin + threadIdx.x; e < end && number >= 0; e += list_threads)
    write_value(arguments, e, zero<typename Arguments::C>());
}

/// Thread blocks for entries with many products first: these take longest.
constexpr int long_blocks = 1024;

template <class Arguments, class Word>
__global__ void __launch_bounds__(list_threads) add_listed_products(const Arguments arguments) {
  using C = typename Arguments::C;
  __shared__ __align__(16) unsigned char shared[sizeof(ListedMemory<C>)];
  auto& memory = reinterpret_cast<ListedMemory<C>&>(shared);
  const SpgemmProductList& list = arguments.list;
  if (is_zero(arguments.alpha.get())) {
    clear_chunk(arguments, std::int64_t(blockIdx.x) - long_blocks);
  } else if (blockIdx.x >= long_blocks) {
    add_chunk<Arguments, Word>(arguments, blockIdx.x - long_blocks, memory.rows);
  } else {
    for (std::uint32_t item = blockIdx.x; item < *list.num_long; item += long_blocks) {
      add_long_entry<Arguments, Word>(arguments, list.long_entries[item], memory);
      __syncthreads();  // before the memory is another entry's
    }
  }
}

template <class Arguments>
cudaError_t launch_list_values(const Arguments& arguments, cudaStream_t stream) {
  const SpgemmProductList& list = arguments.list;
  const auto kernel = list.is_wide ? add_listed_products<Arguments, std::uint64_t>
                                   : add_listed_products<Arguments, std::uint32_t>;
  kernel<<<unsigned(long_blocks + list.num_chunks()), list_threads, 0, stream>>>(arguments);
  return cudaGetLastError();
}

}  // namespace filigree::cuda
