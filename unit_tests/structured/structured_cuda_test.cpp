// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/detail/structured_matmul_front.hpp>

#include "device_product.hpp"
#include "structured/cuda/split_matmul.hpp"
#include "structured/cuda/wgmma_matmul.hpp"
#include "structured/select.hpp"

/// The CUDA kernels, each asked for by name and each as the library's own choice, against the host.

namespace filigree::structured {
namespace {

template <class P>
class StructuredCuda : public testing::Test {
 protected:
  using In = typename P::In;
  using Out = typename P::Out;

  /// The library's choice is `chosen`; every kernel from there on takes the product and is right.
  static void check(const ProductCase& product, std::string_view chosen) {
    const Kokkos::Cuda exec;
    const RandomProduct<In, Out> random(product, 7);
    random.check([&](const MatmulArguments& arguments) {
      EXPECT_EQ((detail::run_structured_matmul<Kokkos::Cuda, In, Out>(exec, arguments, {}).name),
                chosen);
      return cudaSuccess;
    });
    bool found = false;
    for (const std::string_view name : {small_n_name, wgmma_name, tiled_name}) {
      found = found || name == chosen;
      if (!found || name == chosen) continue;
      random.check([&](const MatmulArguments& arguments) {
        EXPECT_EQ(
            (detail::run_structured_matmul<Kokkos::Cuda, In, Out>(exec, arguments, {.kernel = name})
                 .name),
            name);
        return cudaSuccess;
      });
    }
  }
};
TYPED_TEST_SUITE(StructuredCuda, AllProducts);

TYPED_TEST(StructuredCuda, TunedShapes) {
  this->check({.m = 512, .n = 768, .k = 512}, wgmma_name);
  this->check({.m = 512, .n = 768, .k = 512, .d_along_m = false}, wgmma_name);
  // sums of int32 are then stored as they are
  for (const bool d_along_m : {true, false})
    this->check(
        {.m = 256, .n = 272, .k = 512, .d_along_m = d_along_m, .epilogue = {.alpha_of_all = 1}},
        wgmma_name);
  // whether alpha is 0 only the device knows
  for (const float alpha : {1.0f, 0.5f, 0.0f})
    for (const bool d_along_m : {true, false})
      for (const int n : {16, 272})
        this->check({.m = 256,
                     .n = n,
                     .k = 512,
                     .d_along_m = d_along_m,
                     .epilogue = {.alpha_of_all = alpha, .alpha_in_memory = true},
                     .no_numbers = alpha == 0},
                    n == 16 ? small_n_name : wgmma_name);
  for (const int n : {1, 8, 16, 17, 32}) {
    this->check({.m = 300, .n = n, .k = 2100}, small_n_name);
    this->check({.m = 130, .n = n, .k = 300, .d_along_m = false, .epilogue = every_part},
                small_n_name);
  }
  this->check({.m = 70, .n = 33, .k = 70}, wgmma_name);
}

TYPED_TEST(StructuredCuda, OddShapes) {
  for (const bool d_along_m : {true, false}) {
    this->check({.m = 1, .n = 1, .k = 1, .d_along_m = d_along_m}, small_n_name);
    this->check({.m = 333, .n = 301, .k = 487, .d_along_m = d_along_m, .padding = 16}, wgmma_name);
    this->check({.m = 129, .n = 600, .k = 70, .d_along_m = d_along_m, .epilogue = every_part},
                wgmma_name);
    this->check({.m = 77, .n = 81, .k = 71, .d_along_m = d_along_m, .aligned = false}, tiled_name);
  }
}

TYPED_TEST(StructuredCuda, Batches) {
  this->check({.m = 200, .n = 100, .k = 300, .batches = 5, .epilogue = every_part}, wgmma_name);
  this->check({.m = 200, .n = 300, .k = 90, .batches = 3, .d_along_m = false, .shares_a = true},
              wgmma_name);
  this->check({.m = 200, .n = 9, .k = 300, .batches = 3, .epilogue = every_part}, small_n_name);
  this->check({.m = 60, .n = 9, .k = 90, .batches = 4, .shares_a = true, .aligned = false},
              tiled_name);
}

TYPED_TEST(StructuredCuda, BAlongItsColumns) {
  constexpr bool is_16bit = sizeof(typename TypeParam::In) == 2;
  for (const bool d_along_m : {true, false}) {
    const auto check = [&](ProductCase product, std::string_view chosen) {
      product.b_along_k = false;
      product.d_along_m = d_along_m;
      this->check(product, is_16bit ? chosen : tiled_name);
    };
    check({.m = 300, .n = 520, .k = 300}, wgmma_name);
    check({.m = 70, .n = 100, .k = 90, .batches = 2, .epilogue = every_part}, wgmma_name);
    check({.m = 140, .n = 24, .k = 520}, small_n_name);
  }
}

/// A workspace of exactly the size that is asked for, and what lies behind it.
class Workspace {
 public:
  explicit Workspace(std::size_t bytes)
      : bytes_(bytes), array_(std::vector<unsigned char>(bytes + guard, 0xff)) {}

  void* data() const { return array_.data(); }
  void expect_guard_untouched() const {
    const auto now = array_.host();
    for (std::size_t i = bytes_; i < now.size(); ++i) ASSERT_EQ(now[i], 0xff) << i - bytes_;
  }

 private:
  static constexpr std::size_t guard = 4096;

  std::size_t bytes_;
  DeviceArray<unsigned char> array_;
};

/// The product by each kernel that cuts k, by its name: `expected` of them take it.
template <class In, class Out>
void check_splits(const ProductCase& product, std::size_t expected) {
  const Kokkos::Cuda exec;
  const auto run = [&](const MatmulArguments& arguments, const detail::StructuredRun& how) {
    return detail::run_structured_matmul<Kokkos::Cuda, In, Out>(exec, arguments, how).name;
  };
  const RandomProduct<In, Out> random(product, 11);
  std::vector<SplitKernel> taking;
  random.check([&](const MatmulArguments& arguments) {
    for (const SplitKernel& split : split_kernels)
      if (cuda::split_takes<In>(arguments, split.parts))
        taking.push_back(split);
      else
        EXPECT_THROW(run(arguments, {.kernel = split.name}), Error) << split.name;
    run(arguments, {});
    return cudaSuccess;
  });
  EXPECT_EQ(taking.size(), expected);
  for (const SplitKernel& split : taking) {
    SCOPED_TRACE(split.name);
    random.check(
        [&](const MatmulArguments& arguments) {
          const std::size_t bytes = workspace_bytes(split.name, arguments);
          const Workspace workspace(bytes);
          EXPECT_EQ(
              run(arguments,
                  {.kernel = split.name, .workspace = workspace.data(), .workspace_bytes = bytes}),
              split.name);
          workspace.expect_guard_untouched();
          return cudaDeviceSynchronize();
        },
        3);
  }
}

TYPED_TEST(StructuredCuda, PartsOfK) {
  using In = typename TypeParam::In;
  using Out = typename TypeParam::Out;
  constexpr int step = 256 / sizeof(In);  // of k, at least one a part
  for (const bool d_along_m : {true, false}) {
    check_splits<In, Out>({.m = 64, .n = 72, .k = 64 * step, .d_along_m = d_along_m}, 10);
    check_splits<In, Out>({.m = 1, .n = 1, .k = 3 * step - 7, .d_along_m = d_along_m}, 2);
    check_splits<In, Out>({.m = 333,
                           .n = 301,
                           .k = 7 * step - 25,
                           .d_along_m = d_along_m,
                           .epilogue = every_part,
                           .padding = 16},
                          4);
    check_splits<In, Out>(
        {.m = 65, .n = 257, .k = 3 * step, .batches = 3, .d_along_m = d_along_m, .shares_a = true},
        2);
    check_splits<In, Out>({.m = 130,
                           .n = 33,
                           .k = 5 * step + 1,
                           .batches = 4,
                           .d_along_m = d_along_m,
                           .epilogue = every_part},
                          4);
    check_splits<In, Out>({.m = 100,
                           .n = 520,
                           .k = 4 * step + 30,
                           .b_along_k = false,
                           .d_along_m = d_along_m,
                           .epilogue = every_part},
                          sizeof(In) == 2 ? 3 : 0);
    check_splits<In, Out>(
        {.m = 77, .n = 81, .k = 4 * step - 9, .d_along_m = d_along_m, .aligned = false}, 0);
  }
}

/// Each part of the epilogue by each kernel.
TYPED_TEST(StructuredCuda, PartsOfTheEpilogue) {
  constexpr int step = 256 / sizeof(typename TypeParam::In);
  constexpr Activation relu = Activation::relu, gelu = Activation::gelu;
  for (const EpilogueParts& parts :
       {EpilogueParts{.alpha = true}, EpilogueParts{.beta = true},
        EpilogueParts{.bias = true, .scale = 0.25f},
        EpilogueParts{.bias = true, .activation = relu, .scale = 2},
        EpilogueParts{.activation = gelu}, EpilogueParts{.bias = true, .activation = gelu},
        EpilogueParts{.alpha_in_memory = true}, EpilogueParts{.beta_in_memory = true},
        EpilogueParts{.bias = true, .alpha_in_memory = true, .beta_in_memory = true},
        EpilogueParts{
            .alpha_of_all = 0, .alpha_in_memory = true, .beta_in_memory = true, .beta_of_all = 0},
        EpilogueParts{.alpha = true, .beta = true, .bias = true, .activation = gelu, .scale = 4}}) {
    SCOPED_TRACE(::testing::Message()
                 << "alpha " << parts.alpha << ", beta " << parts.beta << ", bias " << parts.bias
                 << ", activation " << int(parts.activation) << ", scale " << parts.scale
                 << ", in memory " << parts.alpha_in_memory << parts.beta_in_memory);
    for (const bool d_along_m : {true, false}) {
      const ProductCase product{.m = 130,
                                .n = 24,
                                .k = 3 * step,
                                .batches = 2,
                                .d_along_m = d_along_m,
                                .epilogue = parts,
                                .no_numbers = parts.alpha_of_all == 0};
      this->check(product, small_n_name);
      check_splits<typename TypeParam::In, typename TypeParam::Out>(product, 2);
    }
  }
}

/// The library's choice with a workspace, and without.
TEST(StructuredSplit, ChosenForFewTilesAndLongK) {
  const Kokkos::Cuda exec;
  const auto check = [&](const ProductCase& product, std::string_view with,
                         std::string_view without) {
    const RandomProduct<half, float> random(product, 12);
    random.check([&](const MatmulArguments& arguments) {
      const std::size_t bytes = workspace_bytes(with, arguments);
      EXPECT_EQ(bytes > 0, with != without);
      const Workspace workspace(bytes);
      EXPECT_EQ((detail::run_structured_matmul<Kokkos::Cuda, half, float>(
                     exec, arguments, {.workspace = workspace.data(), .workspace_bytes = bytes})
                     .name),
                with);
      return cudaSuccess;
    });
    random.check([&](const MatmulArguments& arguments) {
      EXPECT_EQ(
          (detail::run_structured_matmul<Kokkos::Cuda, half, float>(exec, arguments, {}).name),
          without);
      return cudaSuccess;
    });
  };
  check({.m = 256, .n = 256, .k = 32768}, "structured_matmul_wgmma_split32_cuda", wgmma_name);
  check({.m = 512, .n = 512, .k = 16384}, "structured_matmul_wgmma_split12_cuda", wgmma_name);
  check({.m = 1024, .n = 1024, .k = 512}, wgmma_name, wgmma_name);
  check({.m = 512, .n = 16, .k = 16384}, small_n_name, small_n_name);
}

/// On few multiprocessors, so that a thread block computes several tiles.
TYPED_TEST(StructuredCuda, ManyTilesAThreadBlock) {
  using In = typename TypeParam::In;
  using Out = typename TypeParam::Out;
  for (const EpilogueParts& parts : {EpilogueParts{}, every_part})
    RandomProduct<In, Out>({.m = 700, .n = 800, .k = 512, .epilogue = parts}, 9)
        .check([&](const MatmulArguments& arguments) {
          return cuda::launch_wgmma_matmul<In, Out>(arguments, 4, nullptr);
        });
  constexpr int parts = 5, step = 256 / sizeof(In);
  RandomProduct<In, Out>({.m = 700, .n = 300, .k = 11 * step, .batches = 2, .epilogue = every_part},
                         9)
      .check([&](const MatmulArguments& arguments) {
        const Workspace workspace(std::size_t(cuda::partial_sums_bytes(arguments, parts)));
        const cudaError_t error =
            cuda::launch_split_matmul<In, Out>(arguments, parts, workspace.data(), 4, nullptr);
        EXPECT_EQ(cudaDeviceSynchronize(), cudaSuccess);
        workspace.expect_guard_untouched();
        return error;
      });
}

}  // namespace
}  // namespace filigree::structured
