// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <gtest/gtest.h>

#include <cstdint>
#include <cstring>
#include <vector>

#include "bytes.hpp"
#include "cuda/load_bits.hpp"
#include "cuda/opaque.hpp"
#include "cuda/shared_access.hpp"
#include "cuda/shared_address.hpp"
#include "device_array.hpp"

/// Loads into registers, by predicate too, vector accesses of shared memory, and addresses, against
/// copies and sums by the host.

namespace filigree::cuda {
namespace {

constexpr int load_count = 1000;
constexpr unsigned char unread = 0xa5;

/// Entry i: by load, by load_if where i is a multiple of 3, by load_once_if of 5. What is not
/// loaded has no address.
template <int bytes>
__global__ void load_each(const Bytes<bytes>* from, Bytes<bytes>* all, Bytes<bytes>* thirds,
                          Bytes<bytes>* fifths) {
  const int i = int(blockIdx.x * blockDim.x + threadIdx.x);
  if (i >= load_count) return;
  Bits<bytes> bits, some, once;
  leave_unset(bits);
  load(bits, from + i);
  memset(&some, unread, bytes);
  memset(&once, unread, bytes);
  load_if(i % 3 == 0, some, i % 3 == 0 ? from + i : nullptr);
  load_once_if(i % 5 == 0, once, i % 5 == 0 ? from + i : nullptr);
  memcpy(all + i, &bits, bytes);
  memcpy(thirds + i, &some, bytes);
  memcpy(fifths + i, &once, bytes);
}

template <int bytes>
void check_loads() {
  const auto values = numbered_bytes<bytes>(load_count);
  const DeviceArray<Bytes<bytes>> from(values);
  const std::vector<Bytes<bytes>> none(load_count);
  const DeviceArray<Bytes<bytes>> all(none), thirds(none), fifths(none);
  load_each<bytes><<<8, 128>>>(from.data(), all.data(), thirds.data(), fifths.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  Bytes<bytes> kept;
  std::memset(&kept, unread, bytes);
  const auto always = all.host(), some = thirds.host(), once = fifths.host();
  for (std::size_t i = 0; i < load_count; ++i) {
    ASSERT_EQ(always[i], values[i]) << bytes << ", " << i;
    ASSERT_EQ(some[i], i % 3 == 0 ? values[i] : kept) << bytes << ", " << i;
    ASSERT_EQ(once[i], i % 5 == 0 ? values[i] : kept) << bytes << ", " << i;
  }
}

TEST(LoadBits, EachSizeAndPredicate) {
  check_loads<2>();
  check_loads<4>();
  check_loads<8>();
  check_loads<16>();
}

constexpr int code_threads = 128, table_size = 37;

/// Entry ~code of a table in shared memory where the code is negative, entry code in global memory
/// otherwise: each alone, then both into the same register.
template <class T>
__global__ void load_by_code(const std::int32_t* codes, const T* table, const T* from, T* results) {
  __shared__ T shared[table_size];
  for (int i = int(threadIdx.x); i < table_size; i += code_threads) shared[i] = table[i];
  __syncthreads();
  const int i = int(threadIdx.x);
  const std::int32_t code = codes[i];
  const std::uint32_t in_shared =
      shared_address(shared) + std::uint32_t(~code) * std::uint32_t(sizeof(T));
  T near = 5, far = 6, both = 7;
  load_shared_if_negative(code, near, in_shared);
  load_global_unless_negative(code, far, from + code);
  load_shared_if_negative(code, both, in_shared);
  load_global_unless_negative(code, both, from + code);
  results[3 * i] = near;
  results[3 * i + 1] = far;
  results[3 * i + 2] = both;
}

template <class T>
void check_codes() {
  std::vector<std::int32_t> codes(code_threads);
  for (int i = 0; i < code_threads; ++i)
    codes[std::size_t(i)] = i % 3 == 1 ? ~(i * 7 % table_size) : i * 11 % code_threads;
  std::vector<T> table(table_size), values(code_threads);
  for (std::size_t i = 0; i < table.size(); ++i) table[i] = T(0x9e3779b97f4a7c15u * (i + 1));
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = T(0xc2b2ae3d27d4eb4fu * (i + 1));
  const DeviceArray<std::int32_t> device_codes(codes);
  const DeviceArray<T> device_table(table), from(values),
      results(std::vector<T>(3 * code_threads, 0));
  load_by_code<T>
      <<<1, code_threads>>>(device_codes.data(), device_table.data(), from.data(), results.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = results.host();
  for (std::size_t i = 0; i < code_threads; ++i) {
    const std::int32_t code = codes[i];
    const T near = code < 0 ? table[std::size_t(~code)] : T(5);
    const T far = code < 0 ? T(6) : values[std::size_t(code)];
    EXPECT_EQ(result[3 * i], near) << i;
    EXPECT_EQ(result[3 * i + 1], far) << i;
    EXPECT_EQ(result[3 * i + 2], code < 0 ? near : far) << i;
  }
}

TEST(LoadByCode, SharedOrGlobal) {
  check_codes<std::uint32_t>();
  check_codes<std::uint64_t>();
}

/// By a warp: words and doubles in shared memory, read and written by vectors in reverse order.
__global__ void reverse_vectors(const std::int32_t* words, const double* doubles,
                                std::int32_t* stored, std::uint32_t* loaded_words,
                                double* loaded_doubles) {
  __shared__ __align__(16) std::int32_t from[64], single[64], pairs[64];
  __shared__ __align__(16) double wide[64];
  const int lane = int(threadIdx.x), other = 31 - lane;
  for (int i = 2 * lane; i < 2 * lane + 2; ++i) {
    from[i] = words[i];
    wide[i] = doubles[i];
    store_word(shared_address(&single[63 - i]), words[i]);
  }
  store_words(shared_address(&pairs[2 * other]), words[2 * lane], words[2 * lane + 1]);
  __syncwarp();
  load_two(shared_address(&from[2 * other]), loaded_words[2 * lane], loaded_words[2 * lane + 1]);
  load_pair(shared_address(&wide[2 * other]), loaded_doubles[2 * lane],
            loaded_doubles[2 * lane + 1]);
  for (int i = 2 * lane; i < 2 * lane + 2; ++i) {
    stored[i] = single[i];
    stored[64 + i] = pairs[i];
  }
}

TEST(SharedAccess, VectorsOfWordsAndDoubles) {
  std::vector<std::int32_t> words(64);
  std::vector<double> doubles(64);
  for (std::size_t i = 0; i < 64; ++i) {
    words[i] = std::int32_t(i * 2654435761u);
    doubles[i] = 1.0 / double(i + 3);
  }
  const DeviceArray<std::int32_t> from(words), stored(std::vector<std::int32_t>(128, 0));
  const DeviceArray<double> wide(doubles), loaded_doubles(std::vector<double>(64, 0));
  const DeviceArray<std::uint32_t> loaded_words(std::vector<std::uint32_t>(64, 0));
  reverse_vectors<<<1, 32>>>(from.data(), wide.data(), stored.data(), loaded_words.data(),
                             loaded_doubles.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = stored.host();
  const auto by_two = loaded_words.host();
  const auto by_pair = loaded_doubles.host();
  for (std::size_t i = 0; i < 64; ++i) {
    const std::size_t turned = 2 * (31 - i / 2) + i % 2;
    EXPECT_EQ(result[i], words[63 - i]) << i;
    EXPECT_EQ(result[64 + i], words[turned]) << i;
    EXPECT_EQ(by_two[i], std::uint32_t(words[turned])) << i;
    EXPECT_EQ(by_pair[i], doubles[turned]) << i;
  }
}

struct RowPlace {
  std::int32_t index, pitch;
};

__global__ void find_rows(const char* rows, const RowPlace* places, std::int64_t* distances) {
  const RowPlace place = places[threadIdx.x];
  const auto from = std::int64_t(rows);
  distances[2 * threadIdx.x] = std::int64_t(row_address(rows, place.index, place.pitch)) - from;
  distances[2 * threadIdx.x + 1] =
      std::int64_t(row_address(rows, std::int64_t(place.index), place.pitch)) - from;
}

TEST(RowAddress, ProductsOf64Bits) {
  std::vector<RowPlace> places;
  for (const std::int32_t index : {0, 1, -1, 12345, INT32_MAX, INT32_MIN})
    for (const std::int32_t pitch : {0, 2, 65536, INT32_MAX}) places.push_back({index, pitch});
  const std::size_t count = places.size();
  const DeviceArray<RowPlace> device_places(places);
  const DeviceArray<std::int64_t> distances(std::vector<std::int64_t>(2 * count, -7));
  find_rows<<<1, unsigned(count)>>>(reinterpret_cast<const char*>(device_places.data()),
                                    device_places.data(), distances.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = distances.host();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t wide = 0; wide < 2; ++wide)
      EXPECT_EQ(result[2 * i + wide], std::int64_t(places[i].index) * places[i].pitch)
          << places[i].index << ", " << places[i].pitch;
}

__global__ void through_opaque(const std::uint32_t* from, std::uint32_t* to) {
  const int i = int(threadIdx.x);
  std::uint32_t words[2] = {opaque(from)[i], opaque_global(from)[i] + 1};
  forget_origin(words[0]);
  keep_until_here(words);
  to[2 * i] = words[0];
  to[2 * i + 1] = words[1];
}

TEST(Opaque, NothingChanges) {
  std::vector<std::uint32_t> values(64);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::uint32_t(i * 2654435761u);
  const DeviceArray<std::uint32_t> from(values), to(std::vector<std::uint32_t>(128, 0));
  through_opaque<<<1, 64>>>(from.data(), to.data());
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = to.host();
  for (std::size_t i = 0; i < values.size(); ++i) {
    EXPECT_EQ(result[2 * i], values[i]) << i;
    EXPECT_EQ(result[2 * i + 1], values[i] + 1) << i;
  }
}

}  // namespace
}  // namespace filigree::cuda
