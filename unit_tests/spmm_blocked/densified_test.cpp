// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "random_blocked.hpp"
#include "spmm/cuda_blocked/densify.hpp"

/// The kernels that make A dense, on the device.

namespace filigree::cuda {
namespace {

template <class In, class Out>
cudaError_t run_densified(const BlockedEllArguments& arguments,
                          const BlockedEllFactors<blocked_ell_sum_t<In>>& factors, void* prepared) {
  const DeviceArray<char> workspace(std::vector<char>(densified_bytes(arguments), 0x5a));
  const BlockSchedule schedule = prepared_schedule(arguments, prepared);
  cudaError_t error = densify(arguments, schedule, workspace.data(), nullptr);
  if (error == cudaSuccess)
    error = launch_densified<In, Out>(arguments, factors, schedule, workspace.data(), 4, nullptr);
  return error == cudaSuccess ? cudaDeviceSynchronize() : error;
}

template <class T>
class DensifiedCuda : public testing::Test {
 protected:
  /// In blocks of 16 and 32 and the layouts of B that there are, as Blocked-ELL and as Bsr.
  template <class Case>
  static void check(const Case& case_of) {
    using In = typename T::In;
    using Out = typename T::Out;
    for (const std::int64_t bs : {16, 32})
      for (const bool b_row_major : {true, false}) {
        BlockedCase product = case_of(bs);
        product.block_size = bs;
        product.b_row_major = b_row_major;
        if (!densified_takes(bs, sizeof(In), b_row_major)) continue;
        for (const bool bsr : {false, true}) {
          product.bsr = bsr;
          SCOPED_TRACE(bsr ? "Bsr" : "Blocked-ELL");
          RandomBlocked<In, Out>(product).check(run_densified<In, Out>);
        }
      }
  }
};
using DensifiedTypes =
    testing::Types<BlockedTypes<half, half>, BlockedTypes<half, float>,
                   BlockedTypes<bfloat16, bfloat16>, BlockedTypes<bfloat16, float>,
                   BlockedTypes<std::int8_t, std::int32_t>, BlockedTypes<tf32, float>>;
TYPED_TEST_SUITE(DensifiedCuda, DensifiedTypes);

TYPED_TEST(DensifiedCuda, BlocksThatDivide) {
  for (const bool c : {true, false})
    this->check([&](std::int64_t bs) {
      return BlockedCase{
          .m = 768, .n = 320, .k = 1024, .blocks_per_row = 512 / bs, .c_row_major = c};
    });
}

TYPED_TEST(DensifiedCuda, CutOffRowsAndColumns) {
  for (const bool c : {true, false}) {
    this->check([&](std::int64_t bs) {
      return BlockedCase{.m = 777,
                         .n = 301,
                         .k = 21 * bs - 7,
                         .blocks_per_row = 13,
                         .c_row_major = c,
                         .beta = 0.25f};
    });
    this->check([&](std::int64_t) {
      return BlockedCase{.m = 1, .n = 1, .k = 1, .blocks_per_row = 3, .c_row_major = c};
    });
  }
}

TYPED_TEST(DensifiedCuda, RowsOfDifferentLengths) {
  this->check([](std::int64_t bs) {
    return BlockedCase{
        .m = 19 * bs + 3, .n = 267, .k = 20 * bs - 1, .blocks_per_row = 20, .uneven = true};
  });
}

/// More block columns than a thread block looks up.
TYPED_TEST(DensifiedCuda, ManyBlockColumns) {
  this->check([](std::int64_t bs) {
    return BlockedCase{.m = 300, .n = 40, .k = 400 * bs - 5, .blocks_per_row = 290};
  });
}

TYPED_TEST(DensifiedCuda, AlphaZeroKeepsProductsOut) {
  this->check([](std::int64_t bs) {
    return BlockedCase{.m = 300, .n = 264, .k = 6 * bs, .blocks_per_row = 4, .alpha = 0, .beta = 2};
  });
}

}  // namespace
}  // namespace filigree::cuda
