// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "structured_matmul_support.hpp"

namespace filigree::test {
namespace {

template <class InType, class OutType>
struct Types {
  using In = InType;
  using Out = OutType;
};

template <class P>
class StructuredMatmul : public testing::Test {};
/// All that structured_supports says.
using Supported = testing::Types<
    Types<half, half>, Types<half, float>, Types<bfloat16, bfloat16>, Types<bfloat16, float>,
    Types<float, float>, Types<std::int8_t, std::int8_t>, Types<std::int8_t, std::int32_t>,
    Types<std::int8_t, half>, Types<std::int8_t, bfloat16>, Types<float8_e4m3, half>,
    Types<float8_e4m3, bfloat16>, Types<float8_e4m3, float>, Types<float8_e4m3, float8_e4m3>,
    Types<float8_e5m2, half>, Types<float8_e5m2, bfloat16>, Types<float8_e5m2, float>,
    Types<float8_e5m2, float8_e5m2>, Types<float4_e2m1, half>, Types<float4_e2m1, bfloat16>,
    Types<float4_e2m1, float>, Types<float4_e2m1, float4_e2m1>>;
#if defined(FILIGREE_TEST_FEW_TYPES)
using Products = testing::Types<Types<half, float>, Types<std::int8_t, std::int32_t>,
                                Types<float8_e4m3, bfloat16>, Types<float4_e2m1, float4_e2m1>>;
#else
using Products = Supported;
#endif
TYPED_TEST_SUITE(StructuredMatmul, Products);

template <class In, class... Out>
constexpr int count_supported() {
  return (int(structured_supports<In, Out>) + ...);
}
template <class... All>
constexpr int count_all() {
  return (count_supported<All, All...>() + ...);
}

TEST(StructuredSupports, ExactlyTheTypesThatAreTested) {
  static_assert(count_all<half, bfloat16, float, double, std::int8_t, std::int32_t, float8_e4m3,
                          float8_e5m2, float4_e2m1, complex_float>() == 21);
  static_assert(!structured_supports_tuned<float4_e2m1>(structured_paired_4_8));
  static_assert(structured_supports<const half, float>);
}

/// Each kind that there is; smaller products of those that are not the scalar's own.
template <class In, class Visit>
void for_each_kind(Product product, const Visit& visit) {
  for (const StructuredKind& kind : structured_kinds) {
    Product smaller = product;
    if (kind != structured_kind<In>) {
      smaller.m = 19;
      smaller.n = 6;
      smaller.k = 45;
    }
    smaller.kind = kind;
    visit(smaller);
  }
}

/// D starts as NaN.
template <class In, class Out>
void test_product(const Product& product, float beta, std::string_view kernel = {}) {
  const Exec exec;
  Operands<In, Out> operands(product);
  // Results of 16 and 8 bits stay in their range.
  const float alpha = std::is_same_v<In, std::int8_t>   ? 1.0f / 256
                      : std::is_same_v<In, float4_e2m1> ? 1.0f / 32
                                                        : 0.25f;
  const KernelId ran = with_operands(operands, [&](const auto& a, const auto& b) {
    return structured_matmul(exec, product.op_a, product.op_b, alpha, a, b, beta,
                             operands.C.batch(), operands.D.batch(), {}, {.kernel = kernel});
  });
  exec.fence();
  if (!kernel.empty()) EXPECT_EQ(ran.name, kernel);
  expect_product(operands, [&](int64_t b, int64_t i, int64_t j, double sum) {
    return alpha * sum + beta * operands.C.value(b, i, j);
  });
}

template <class Visit>
void for_each_orientation(const Visit& visit) {
  for (const Side side : {Side::left, Side::right})
    for (const Op op_a : {N, T})
      for (const Op op_b : {N, T}) visit(Product{.side = side, .op_a = op_a, .op_b = op_b});
}

TYPED_TEST(StructuredMatmul, EveryOpSideAndKind) {
  using In = typename TypeParam::In;
  bool odd = false;
  for_each_orientation([&](Product orientation) {
    for_each_kind<In>(orientation, [&](Product product) {
      product.dense_order = odd ? Order::row_major : Order::column_major;
      product.d_order = odd ? Order::column_major : Order::row_major;
      product.batches = odd ? 2 : 1;
      test_product<In, typename TypeParam::Out>(product, odd ? 0.5f : 0.0f);
      odd = !odd;
    });
  });
}

TEST(StructuredMatmulOrders, EveryOrderByEveryKernel) {
  const Exec exec;
  for_each_orientation([&](Product product) {
    for (const Order dense : {Order::row_major, Order::column_major})
      for (const Order d : {Order::row_major, Order::column_major}) {
        product.dense_order = dense;
        product.d_order = d;
        const Operands<half, float> operands(product);
        std::vector<std::string_view> kernels;
        with_operands(operands, [&](const auto& a, const auto& b) {
          kernels =
              structured_matmul_kernels(exec, product.op_a, product.op_b, a, b, operands.D.batch());
          return KernelId{};
        });
        ASSERT_EQ(kernels.back(), "structured_matmul_generic");
        if (detail::is_host_execution_v<Exec>) ASSERT_EQ(kernels.front(), "structured_matmul_host");
        for (const std::string_view kernel : kernels)
          test_product<half, float>(product, 0.5f, kernel);
      }
  });
}

/// Kinds without tuned CUDA kernels: both kernels on hosts, the generic one on devices.
TEST(StructuredMatmulKinds, ByEveryKernelThatThereIs) {
  const Exec exec;
  constexpr bool on_host = detail::is_host_execution_v<Exec>;
  for (const StructuredKind& kind :
       {structured_1_2, structured_1_4, structured_2_8, structured_paired_4_8})
    for (const Side side : {Side::left, Side::right}) {
      static_assert(structured_supports_tuned<half>(structured_2_4));
      EXPECT_FALSE(structured_supports_tuned<half>(kind));
      const Product product{.side = side, .kind = kind};
      const Operands<half, half> operands(product);
      EXPECT_EQ(operands.compressed.kind(), kind);
      with_operands(operands, [&](const auto& a, const auto& b) {
        const auto D = operands.D.batch();
        const auto kernels = structured_matmul_kernels(exec, N, N, a, b, D);
        EXPECT_EQ(kernels.size(), on_host ? 2u : 1u);
        EXPECT_EQ(kernels.back(), "structured_matmul_generic");
        if constexpr (on_host) {
          EXPECT_EQ(kernels.front(), "structured_matmul_host");
        } else {
          EXPECT_THROW(structured_matmul(exec, N, N, 1, a, b, D, {}, {.backend = Backend::tuned}),
                       Error);
        }
        return KernelId{};
      });
      test_product<half, half>(product, 0.5f, "structured_matmul_generic");
    }
}

TEST(StructuredMatmulShapes, OddSizesBatchesAndBroadcasts) {
  using Size = std::array<int64_t, 4>;
  for (const auto& [m, n, k, batches] : {Size{1, 1, 1, 1},
                                         {3, 130, 5, 2},
                                         {2, 3, 517, 2},
                                         {130, 1, 257, 3},
                                         {5, 7, 0, 2},
                                         {0, 4, 8, 1},
                                         {4, 0, 8, 1},
                                         {4, 4, 8, 0}})
    for (const Side side : {Side::left, Side::right})
      for (const bool one : {false, true})
        for (const StructuredKind& kind : structured_kinds) {
          if (m * n * k > 10000 && kind != structured_2_4) continue;
          const Product product{.side = side,
                                .op_a = Op::conjugate_transpose,
                                .m = m,
                                .n = n,
                                .k = k,
                                .batches = batches,
                                .one_structured = one,
                                .kind = kind};
          test_product<float8_e5m2, float>(product, 0.5f);
          test_product<float4_e2m1, float>(product, 0.5f);
          test_product<float4_e2m1, float4_e2m1>(product, 0.5f);
        }
}

/// More matrices than a grid's second dimension holds: 65,535.
TEST(StructuredMatmulShapes, ManyMatrices) {
  test_product<half, float>({.m = 2, .n = 1, .k = 4, .batches = 65537, .one_structured = true},
                            0.5f);
}

TEST(StructuredMatmulShapes, OneDenseMatrixForABatchOfStructuredOnes) {
  const Exec exec;
  Operands<half, half> operands({.batches = 3});
  for (int64_t b = 1; b < 3; ++b)
    for (int64_t i = 0; i < 70; ++i)
      for (int64_t j = 0; j < 21; ++j) operands.dense(b, i, j) = operands.dense(0, i, j);
  structured_matmul(exec, N, N, 1, operands.compressed, operands.dense.matrix(),
                    operands.D.batch());
  exec.fence();
  expect_product(operands, [](int64_t, int64_t, int64_t, double sum) { return sum; });
}

TEST(StructuredMatmulShapes, PlainMatricesOfAnyLayout) {
  const Exec exec;
  Operands<half, float> operands{Product{}};
  const Kokkos::View<half**, Kokkos::LayoutLeft, Space> B("B", 70, 21);
  const Kokkos::View<float**, Kokkos::LayoutRight, Space> D("D", 67, 21);
  const auto host = Kokkos::create_mirror_view(B);
  for (int64_t i = 0; i < 70; ++i)
    for (int64_t j = 0; j < 21; ++j) host(i, j) = operands.dense(0, i, j);
  Kokkos::deep_copy(B, host);
  structured_matmul(exec, N, N, 1, operands.compressed, B, D);
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, D);
  for (int64_t i = 0; i < 67; ++i)
    for (int64_t j = 0; j < 21; ++j) operands.D(0, i, j) = found(i, j);
  operands.D.upload();
  expect_product(operands, [](int64_t, int64_t, int64_t, double sum) { return sum; });
}

TEST(StructuredMatmulContract, CMayBeDAndBetaZeroDoesNotReadIt) {
  const Exec exec;
  Operands<half, float> operands({.batches = 2});
  const auto D = operands.D.batch();
  const auto product = [&](float alpha, float beta) {
    structured_matmul(exec, N, N, alpha, operands.compressed, operands.dense.batch(), beta, D, D);
    exec.fence();
  };
  product(1, 0);  // D is NaN
  expect_product(operands, [](int64_t, int64_t, int64_t, double sum) { return sum; });
  product(1, 2);
  expect_product(operands, [](int64_t, int64_t, int64_t, double sum) { return 3 * sum; });
  operands.dense(1, 2, 3) = half(std::numeric_limits<float>::quiet_NaN());
  operands.dense.upload();
  product(0, 2);
  operands.D.download();
  operands.D.for_each([](int64_t, int64_t, int64_t, float& value) {
    EXPECT_EQ(value, value) << "alpha is 0: nothing of A and B reaches D";
  });
}

using Scalar = Kokkos::View<float, Space>;

Scalar scalar_of(float value) {
  const Scalar result("scalar");
  Kokkos::deep_copy(result, value);
  return result;
}

/// Scalars in memory give the bits that values give, by plans and at once, with C and without.
template <class In, class Out>
void test_scalars_in_memory(Side side) {
  const Exec exec;
  constexpr float alpha = 0.25f, beta = -2, nan = std::numeric_limits<float>::quiet_NaN();
  Operands<In, Out> operands({.side = side, .batches = 2});
  const auto C = operands.C.batch(), D = operands.D.batch();
  const Kokkos::View<float*, Space> channels("channels", operands.product.m);
  Kokkos::deep_copy(channels, alpha);
  with_operands(operands, [&](const auto& a, const auto& b) {
    const auto result = [&](const auto& run) {
      operands.D.poison();
      run();
      exec.fence();
      operands.D.download();
      std::vector<Out> entries;
      operands.D.for_each([&](int64_t, int64_t, int64_t, Out x) { entries.push_back(x); });
      return entries;
    };
    for (const std::string_view kernel : structured_matmul_kernels(exec, N, N, a, b, D)) {
      SCOPED_TRACE(kernel);
      const auto plan = structured_matmul_plan(exec, N, N, a, b, D, {.kernel = kernel});
      using Argument = ScalarArgument<float>;
      const auto with_c = [&](const Argument& x, const Argument& y,
                              const StructuredEpilogue<Space>& epilogue = {}) {
        return result([&] { plan.apply(exec, x, a, b, y, C, D, epilogue); });
      };
      const auto without_c = [&](const Argument& x) {
        return result([&] { plan.apply(exec, x, a, b, D); });
      };
      const Scalar x = scalar_of(alpha), y = scalar_of(beta), zero = scalar_of(0);
      const Kokkos::View<const float, Space> same_x = x;
      const auto expected = with_c(alpha, beta);
      EXPECT_EQ(with_c(same_x, beta), expected);
      EXPECT_EQ(with_c(alpha, y), expected);
      EXPECT_EQ(with_c(x, y), expected);
      EXPECT_EQ(with_c(half(alpha), bfloat16(beta)), expected);
      EXPECT_EQ(
          result([&] { structured_matmul(exec, N, N, x, a, b, y, C, D, {}, {.kernel = kernel}); }),
          expected);
      EXPECT_EQ(without_c(x), without_c(alpha));
      // what the memory holds when the kernel runs
      Kokkos::deep_copy(exec, x, 2 * alpha);
      Kokkos::deep_copy(exec, y, 0.5f * beta);
      EXPECT_EQ(with_c(x, y), with_c(2 * alpha, 0.5f * beta));
      // a factor for each channel goes before them
      Kokkos::deep_copy(exec, x, nan);
      EXPECT_EQ(with_c(x, beta, {.alpha = channels}), expected);
      EXPECT_EQ(with_c(alpha, x, {.beta = channels}), with_c(alpha, alpha));
      EXPECT_EQ(with_c(zero, beta), with_c(0, beta));
      EXPECT_EQ(with_c(alpha, zero), with_c(alpha, 0));
    }
    return KernelId{};
  });
}

TEST(StructuredMatmulScalars, InMemoryAreAsValues) {
  for (const Side side : {Side::left, Side::right}) {
    test_scalars_in_memory<half, float>(side);
    test_scalars_in_memory<std::int8_t, std::int32_t>(side);
    test_scalars_in_memory<float4_e2m1, float>(side);
  }
}

/// Only the kernel knows that they are 0: alpha keeps A and B, beta C, from D.
TEST(StructuredMatmulScalars, ZerosInMemoryKeepNaNFromD) {
  const Exec exec;
  Operands<half, float> operands{Product{}};
  const auto B = operands.dense.batch();
  const auto D = operands.D.batch();
  const Dense<float> nan(1, 67, 21, Order::row_major);
  const Scalar zero = scalar_of(0), one = scalar_of(1);
  for (const std::string_view kernel :
       structured_matmul_kernels(exec, N, N, operands.compressed, B, D)) {
    SCOPED_TRACE(kernel);
    const auto product = [&](const Scalar& alpha, const Scalar& beta, const Dense<float>& C) {
      structured_matmul(exec, N, N, alpha, operands.compressed, B, beta, C.batch(), D, {},
                        {.kernel = kernel});
      exec.fence();
    };
    operands.dense.randomise(2);
    product(one, zero, nan);
    expect_product(operands, [](int64_t, int64_t, int64_t, double sum) { return sum; });
    operands.dense.for_each([](int64_t, int64_t, int64_t, half& x) { x = half(NAN); });
    operands.dense.upload();
    product(zero, one, operands.C);
    operands.D.download();
    operands.D.for_each([&](int64_t b, int64_t i, int64_t j, float& value) {
      EXPECT_EQ(double(value), operands.C.value(b, i, j));
    });
  }
}

struct EpilogueCase {
  const char* what;
  bool alpha = false, beta = false, bias = false;  ///< one a channel
  Activation activation = Activation::none;
};

double activated(Activation activation, double x) {
  if (activation == Activation::relu) return x <= 0.5 ? 0 : std::min(x, 2.0);
  if (activation == Activation::gelu)
    return 1.5 * x / 2 * (1 + std::tanh(std::sqrt(2 / M_PI) * (x + 0.044715 * x * x * x)));
  return x;
}

template <class In, class Out>
void test_epilogue(const EpilogueCase& c, const Product& product) {
  SCOPED_TRACE(c.what);
  const Exec exec;
  Operands<In, Out> operands(product);
  const int64_t channels = product.m, stride = channels + 3;
  const Kokkos::View<float*, Space> alpha("alpha", channels), beta("beta", channels),
      bias("bias", 2 * stride + channels);
  const auto host_alpha = Kokkos::create_mirror_view(alpha),
             host_beta = Kokkos::create_mirror_view(beta),
             host_bias = Kokkos::create_mirror_view(bias);
  const float small = std::is_same_v<In, std::int8_t> ? 1.0f / 4096 : 1.0f / 8;
  for (int64_t i = 0; i < channels; ++i) {
    host_alpha(i) = small * float(1 + i % 3);
    host_beta(i) = float(i % 4) / 4;
  }
  for (std::size_t i = 0; i < bias.extent(0); ++i) host_bias(i) = float(i % 11) - 5;
  Kokkos::deep_copy(alpha, host_alpha);
  Kokkos::deep_copy(beta, host_beta);
  Kokkos::deep_copy(bias, host_bias);
  StructuredEpilogue<Space> epilogue{.bias_stride = stride,
                                     .activation = c.activation,
                                     .relu_threshold = 0.5f,
                                     .relu_bound = 2,
                                     .gelu_scale = 1.5f,
                                     .scale = 4};
  if (c.alpha) epilogue.alpha = alpha;
  if (c.beta) epilogue.beta = beta;
  if (c.bias) epilogue.bias = bias;
  with_operands(operands, [&](const auto& a, const auto& b) {
    return structured_matmul(exec, N, N, small, a, b, 0.25f, operands.C.batch(), operands.D.batch(),
                             epilogue);
  });
  exec.fence();
  const auto finish = [&](int64_t b, int64_t i, int64_t j, double sum) {
    double x = (c.alpha ? host_alpha(i) : small) * sum;
    x += (c.beta ? host_beta(i) : 0.25) * operands.C.value(b, i, j);
    if (c.bias) x += host_bias(b * stride + i);
    return 4 * activated(c.activation, x);
  };
  // GELU's arithmetic is in float: what lies half-way may go either way.
  expect_product(operands, finish, c.activation == Activation::gelu ? 1 : 0);
}

constexpr EpilogueCase every_epilogue[] = {
    {.what = "scalars"},
    {.what = "alpha alone a vector", .alpha = true},
    {.what = "beta alone a vector", .beta = true},
    {.what = "bias", .bias = true},
    {.what = "relu", .bias = true, .activation = Activation::relu},
    {.what = "gelu", .bias = true, .activation = Activation::gelu},
    {.what = "all", .alpha = true, .beta = true, .bias = true, .activation = Activation::relu}};

template <class In, class Out>
void test_epilogues() {
  for (const Side side : {Side::left, Side::right})
    for_each_kind<In>({.side = side, .batches = 3}, [](const Product& product) {
      for (const EpilogueCase& c : every_epilogue) test_epilogue<In, Out>(c, product);
    });
}

TEST(StructuredMatmulEpilogue, EveryPart) {
  test_epilogues<half, float>();
  test_epilogues<std::int8_t, std::int32_t>();
}

}  // namespace
}  // namespace filigree::test
