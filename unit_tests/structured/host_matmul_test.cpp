// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/host_matmul.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "random_matrix.hpp"

namespace filigree::structured {
namespace {

template <class InType, class OutType>
struct Product {
  using In = InType;
  using Out = OutType;
};

template <class P>
class Matmul : public testing::Test {};
#if defined(FILIGREE_TEST_FEW_TYPES)
using Products = testing::Types<Product<float, float>, Product<std::int8_t, std::int32_t>>;
#else
using Products =
    testing::Types<Product<half, half>, Product<bfloat16, float>, Product<float, float>,
                   Product<std::int8_t, std::int32_t>, Product<std::int8_t, std::int8_t>,
                   Product<float8_e4m3, bfloat16>, Product<float8_e5m2, float8_e5m2>>;
#endif
TYPED_TEST_SUITE(Matmul, Products);

template <class T>
std::vector<std::uint64_t> compressed(const std::vector<T>& matrix, std::int64_t rows,
                                      std::int64_t cols) {
  std::vector<std::uint64_t> bytes(std::size_t(Layout<T>{rows, cols}.compressed_bytes() / 8));
  compress(row_major(matrix, rows, cols), bytes.data());
  return bytes;
}

TYPED_TEST(Matmul, IsTheProductOfTheUncompressedMatrix) {
  using In = typename TypeParam::In;
  using Out = typename TypeParam::Out;
  constexpr std::int64_t m = 70, n = 33, k = 133, batches = 2;
  std::vector<In> a = random_matrix<In>(m, k, 1);
  if constexpr (sizeof(In) == 4)
    for (auto& x : a) x = round_to_tf32(x);
  prune(row_major(a, m, k), PruneRule::strip);
  std::vector<In> b = random_matrix<In>(batches * n, k, 2);
  const std::vector<Out> c = random_matrix<Out>(batches * n, m, 3);
  std::vector<Out> d(c.size(), Out(77.0f));
  std::vector<float> bias(m);
  for (std::size_t i = 0; i < m; ++i) bias[i] = float(i) / 16.0f;
  const auto bytes = compressed(a, m, k);
  MatmulArguments arguments{.m = m,
                            .n = n,
                            .k = k,
                            .batches = batches,
                            .kind = OwnKind<In>::value(),
                            .a = bytes.data(),
                            .b = b.data(),
                            .b_stride_k = 1,
                            .b_stride_n = k,
                            .b_batch_stride = n * k,
                            .c = c.data(),
                            .d = d.data(),
                            .d_stride_m = 1,
                            .d_stride_n = m,
                            .d_batch_stride = m * n,
                            .epilogue = {}};
  arguments.epilogue.alpha = 0.25f;
  arguments.epilogue.beta = 2.0f;
  arguments.epilogue.bias = bias.data();
  const HostExec exec;
  std::vector<Out> by_generic(c.size(), Out(78.0f));
  HostMatmul<In, Out>{arguments}.launch(exec);
  arguments.d = by_generic.data();
  GenericMatmul<In, Out>(arguments).launch(exec);
  exec.fence();
  for (std::size_t i = 0; i < d.size(); ++i)
    ASSERT_NEAR(float(d[i]), float(by_generic[i]), 1e-5 * std::abs(float(d[i]))) << i;
  for (std::int64_t batch = 0; batch < batches; ++batch)
    for (std::int64_t i = 0; i < m; ++i)
      for (std::int64_t j = 0; j < n; ++j) {
        double sum = 0, size = 0;
        for (std::int64_t l = 0; l < k; ++l) {
          float y = float(b[std::size_t((batch * n + j) * k + l)]);
          if constexpr (sizeof(In) == 4) y = truncate_to_tf32(y);
          const double term = double(float(a[std::size_t(i * k + l)])) * y;
          sum += term;
          size += std::abs(term);
        }
        const std::size_t at = std::size_t((batch * n + j) * m + i);
        const double exact = 0.25 * sum + 2.0 * double(float(c[at])) + bias[std::size_t(i)];
        if constexpr (std::is_same_v<In, std::int8_t>)
          ASSERT_EQ(d[at], round_result<Out>(exact)) << i << ' ' << j;
        else
          ASSERT_NEAR(float(d[at]), float(Out(float(exact))),
                      1e-5 * size + std::abs(exact) * (sizeof(Out) == 1   ? 0.26
                                                       : sizeof(Out) == 2 ? 0.008
                                                                          : 0))
              << i << ' ' << j;
      }
}

/// finish with its entry of C.
template <class Out, class Sum>
Out finished(const Epilogue& epilogue, std::int64_t channel, std::int64_t batch, Sum sum, Out c) {
  return finish(epilogue, channel, batch, sum, &c, 0);
}

TEST(StructuredEpilogue, ActivationsChannelsAndScales) {
  Epilogue epilogue;
  epilogue.activation = Activation::relu;
  epilogue.relu_threshold = 1;
  epilogue.relu_bound = 4;
  EXPECT_EQ(finished(epilogue, 0, 0, 1.0f, 0.0f), 0.0f);
  EXPECT_EQ(finished(epilogue, 0, 0, 1.5f, 0.0f), 1.5f);
  EXPECT_EQ(finished(epilogue, 0, 0, 9.0f, 0.0f), 4.0f);
  EXPECT_TRUE(std::isnan(finished(epilogue, 0, 0, std::nanf(""), 0.0f)));
  epilogue.activation = Activation::gelu;
  epilogue.gelu_scale = 2;
  EXPECT_NEAR(finished(epilogue, 0, 0, 1.0f, 0.0f), 2 * 0.841192f, 1e-5);
  epilogue.activation = Activation::none;
  const float alpha[2] = {1, 3}, beta[2] = {0, 10}, bias[4] = {1, 2, 3, 4};
  epilogue.alpha_of_channel = alpha;
  epilogue.beta_of_channel = beta;
  epilogue.bias = bias;
  epilogue.bias_stride = 2;
  epilogue.scale = 0.5f;
  EXPECT_EQ(finished(epilogue, 0, 0, 1.0f, std::nanf("")), 1.0f);    // c does not count with beta 0
  EXPECT_EQ(finish<float>(epilogue, 0, 0, 1.0f, nullptr, 0), 1.0f);  // nor is it read
  EXPECT_EQ(finished(epilogue, 1, 1, 1.0f, 2.0f), 0.5f * (3 + 20 + 4));
  epilogue.alpha_of_channel = nullptr;
  epilogue.alpha = 0;
  EXPECT_EQ(finished(epilogue, 1, 1, std::nanf(""), 2.0f), 0.5f * (20 + 4));  // nor alpha 0 the sum
}

TEST(StructuredEpilogue, OneAlphaAndOneBetaForAllChannels) {
  constexpr std::int64_t channel = 1000;
  float alpha = 3, beta = 10;
  const Epilogue epilogue{.alpha = std::nanf(""),
                          .beta = std::nanf(""),
                          .alpha_of_channel = &alpha,
                          .beta_of_channel = &beta,
                          .one_alpha = true,
                          .one_beta = true};
  EXPECT_EQ(finished(epilogue, channel, 0, 1.0f, 2.0f), 23.0f);
  alpha = 0;
  EXPECT_EQ(finished(epilogue, channel, 0, std::nanf(""), 2.0f), 20.0f);
  beta = 0;
  EXPECT_EQ(finish<float>(epilogue, channel, 0, std::nanf(""), nullptr, 0), 0.0f);
}

TEST(StructuredEpilogue, IntegersSaturateAndStayExact) {
  Epilogue epilogue;
  EXPECT_EQ(finished(epilogue, 0, 0, 2000000001, std::int32_t(0)), 2000000001);
  EXPECT_EQ(finished(epilogue, 0, 0, 1000, std::int8_t(0)), 127);
  EXPECT_EQ(finished(epilogue, 0, 0, -1000, std::int8_t(0)), -128);
  epilogue.alpha = 0.5f;
  EXPECT_EQ(finished(epilogue, 0, 0, 5, std::int8_t(0)), 2);  // ties to even
}

/// round_result has no conversion to an integer; rint and a cast have.
template <class Out, class Scalar>
void rounds_as_rint(Scalar x) {
  constexpr auto lowest = Scalar(std::numeric_limits<Out>::min());
  constexpr auto highest = Scalar(std::numeric_limits<Out>::max());
  ASSERT_EQ(round_result<Out>(x), Out(std::rint(std::clamp(x, lowest, highest)))) << x;
}

TEST(StructuredEpilogue, RoundsToNearestEven) {
  for (int quarters = -1200; quarters <= 1200; ++quarters)
    for (const float x : {0.25f * float(quarters), std::nextafter(0.25f * float(quarters), 1e9f),
                          std::nextafter(0.25f * float(quarters), -1e9f)}) {
      rounds_as_rint<std::int8_t>(x);
      rounds_as_rint<std::int32_t>(double(x));
    }
  for (const double middle : {0.0, -2147483648.0, -2147483520.0, 1234567890.0, 2147483647.0})
    for (int quarters = -40; quarters <= 40; ++quarters) {
      const double x = middle + 0.25 * quarters;
      rounds_as_rint<std::int32_t>(x);
      rounds_as_rint<std::int32_t>(std::nextafter(x, 1e10));
      rounds_as_rint<std::int32_t>(std::nextafter(x, -1e10));
    }
  constexpr double infinity = std::numeric_limits<double>::infinity();
  EXPECT_EQ(round_result<std::int32_t>(infinity), 2147483647);
  EXPECT_EQ(round_result<std::int32_t>(-infinity), -2147483647 - 1);
  EXPECT_EQ(round_result<std::int8_t>(float(infinity)), 127);
  EXPECT_EQ(round_result<std::int8_t>(-float(infinity)), -128);
  EXPECT_EQ(round_result<std::int32_t>(std::nan("")), 0);
  EXPECT_EQ(round_result<std::int8_t>(std::nanf("")), 0);
}

}  // namespace
}  // namespace filigree::structured
