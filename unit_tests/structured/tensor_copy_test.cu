// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "cuda/tensor_copy.cuh"

#include <gtest/gtest.h>

#include "../cuda/device_array.hpp"
#include "cuda/bulk_copy.hpp"
#include "cuda/cluster.hpp"
#include "cuda/launch.hpp"
#include "cuda/tensor_map.hpp"

namespace filigree::cuda {
namespace {

constexpr int box_x = 32, box_y = 64, box_bytes = 4 * box_x * box_y;

/// Two thread blocks: each loads half a box for both, then the box is stored to its own z, shifted
/// (by 16 bytes: boxes start at multiples of that, elsewhere the instruction is illegal).
__global__ void copy_box(const __grid_constant__ CUtensorMap from,
                         const __grid_constant__ CUtensorMap to, const int* extra, int* extra_out,
                         int x, int y) {
  __shared__ __align__(1024) unsigned char box[box_bytes];
  __shared__ __align__(16) int list[16];
  __shared__ TransactionBarrier full, empty;
  const auto rank = cluster_rank();
  if (threadIdx.x == 0) {
    init_barrier<1>(full);
    init_barrier<2>(empty);
    fence_barrier_init();
  }
  __syncwarp();
  cluster_sync();
  if (threadIdx.x == 0) {
    full.arrive_and_expect(box_bytes + sizeof(list));
    const int first = int(rank) * box_y / 2;
    tensor_load_multicast(shared_address(box) + std::uint32_t(first) * 128, from, x, y + first, 0,
                          full, 3);
    bulk_load(shared_address(list), extra, sizeof(list), full);
  }
  full.wait(0);
  if (threadIdx.x < 16) extra_out[16 * rank + threadIdx.x] = list[threadIdx.x];
  if (threadIdx.x == 0) {
    tensor_store(to, shared_address(box), x + 4, y + 2, int(rank));
    store_commit();
    store_wait_read<0>();
    empty.arrive_at(0);
    empty.arrive_at(1);
    store_wait<0>();
  }
  empty.wait(0);
  __syncwarp();
  cluster_sync();
}

void check_copy(CUtensorMapSwizzle swizzle, int x, int y) {
  constexpr int width = 100, height = 150, pitch = 104;
  std::vector<std::int32_t> values(pitch * height), extra(16);
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = std::int32_t(i) + 1;
  for (std::size_t i = 0; i < 16; ++i) extra[i] = 77 + int(i);
  const DeviceArray<std::int32_t> from(values), list(extra),
      list_out(std::vector<std::int32_t>(32, -1)),
      to(std::vector<std::int32_t>(2 * pitch * height, -1));
  const auto map_of = [&](const DeviceArray<std::int32_t>& array, std::int64_t depth,
                          int box_rows) {
    CUtensorMap map;
    EXPECT_EQ(encode_tensor_map<std::int32_t>(map, {.data = array.data(),
                                                    .sizes = {width, height, depth},
                                                    .strides = {pitch * 4, pitch * height * 4},
                                                    .box = {box_x, box_rows},
                                                    .swizzle = swizzle}),
              cudaSuccess);
    return map;
  };
  ASSERT_EQ(launch_clusters(copy_box, {.blocks = 2, .threads = 64, .cluster = 2}, nullptr,
                            map_of(from, 1, box_y / 2), map_of(to, 2, box_y),
                            static_cast<const int*>(list.data()), list_out.data(), x, y),
            cudaSuccess);
  ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
  const auto result = to.host(), lists = list_out.host();
  for (std::size_t i = 0; i < 32; ++i) ASSERT_EQ(lists[i], extra[i % 16]);
  for (int z = 0; z < 2; ++z)
    for (int i = 0; i < height; ++i)
      for (int j = 0; j < pitch; ++j) {
        const int row = i - y - 2, col = j - x - 4;
        int expected = -1;
        if (row >= 0 && row < box_y && col >= 0 && col < box_x && j < width) {
          const int from_row = y + row, from_col = x + col;
          const bool inside = from_row < height && from_col < width;  // zero outside
          expected = inside ? values[std::size_t(from_row * pitch + from_col)] : 0;
        }
        ASSERT_EQ(result[std::size_t((z * height + i) * pitch + j)], expected) << i << ' ' << j;
      }
}

TEST(TensorCopy, BoxesInsideAndAcrossTheEdge) {
  for (const auto swizzle : {CU_TENSOR_MAP_SWIZZLE_NONE, CU_TENSOR_MAP_SWIZZLE_128B}) {
    check_copy(swizzle, 32, 64);
    check_copy(swizzle, 80, 100);
  }
}

}  // namespace
}  // namespace filigree::cuda
