// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "../cuda/device_array.hpp"
#include "random_matrix.hpp"
#include "structured/host_matmul.hpp"

namespace filigree::structured {

using cuda::DeviceArray;

/// What is done to sums.
struct EpilogueParts {
  bool alpha = false, beta = false, bias = false;  ///< one a channel; the bias one a batch, too
  Activation activation = Activation::none;
  float scale = 1;
  float alpha_of_all = 0.5f;     ///< where alpha is not one a channel
  bool alpha_in_memory = false;  ///< that one
  bool beta_in_memory = false;   ///< beta_of_all
  float beta_of_all = 0.75f;
};
inline constexpr EpilogueParts every_part{
    .alpha = true, .beta = true, .bias = true, .activation = Activation::relu};

struct ProductCase {
  std::int64_t m;
  std::int64_t n;
  std::int64_t k;
  std::int64_t batches = 1;
  bool b_along_k = true;
  bool d_along_m = true;
  EpilogueParts epilogue = {};
  bool shares_a = false;
  std::int64_t padding = 0;  ///< entries by which leading dimensions are larger
  bool aligned = true;       ///< leading dimensions are multiples of 16 entries
  bool no_numbers = false;   ///< entries of B and C are NaN or make sums that overflow
};

/// Steps of the result's type around a value, two for a rounding on the other side.
template <class Out>
double rounding(double value) {
  if constexpr (std::is_same_v<Out, half>) return std::abs(value) * 0x1p-10 + 1e-7;
  if constexpr (std::is_same_v<Out, bfloat16>) return std::abs(value) * 0x1p-7;
  if constexpr (std::is_same_v<Out, float8_e4m3>) return std::abs(value) * 0x1p-3 + 0x1p-9;
  if constexpr (std::is_same_v<Out, float8_e5m2>) return std::abs(value) * 0x1p-2 + 0x1p-16;
  return std::abs(value) * 1e-6;
}

/// A random product with its operands, and what the host makes of it.
template <class In, class Out>
class RandomProduct {
 public:
  RandomProduct(const ProductCase& product, unsigned seed) : case_(product) {
    const auto lead = [&](std::int64_t size) {
      return (product.aligned ? (size + 15) / 16 * 16 : size) + product.padding;
    };
    ldb_ = lead(product.b_along_k ? product.k : product.n);
    ldd_ = lead(product.d_along_m ? product.m : product.n);
    b_batch_ = ldb_ * (product.b_along_k ? product.n : product.k);
    d_batch_ = ldd_ * (product.d_along_m ? product.n : product.m);
    a_bytes_ = Layout<In>{product.m, product.k}.compressed_bytes();
    const std::int64_t a_count = product.shares_a ? 1 : product.batches;
    a_.resize(std::size_t(a_count * a_bytes_ / 8));
    for (std::int64_t i = 0; i < a_count; ++i) {
      auto dense = random_matrix<In>(product.m, product.k, seed + unsigned(i));
      prune(row_major(dense, product.m, product.k), PruneRule::strip);
      compress(row_major(std::as_const(dense), product.m, product.k), a_.data() + i * a_bytes_ / 8);
    }
    b_ = random_matrix<In>(product.batches, b_batch_, seed + 100);
    c_ = random_matrix<Out>(product.batches, d_batch_, seed + 200);
    if (product.no_numbers) {
      std::memset(static_cast<void*>(b_.data()), 0x7f, b_.size() * sizeof(In));
      std::memset(static_cast<void*>(c_.data()), 0x7f, c_.size() * sizeof(Out));
    }
    poison_.resize(c_.size());
    std::memset(static_cast<void*>(poison_.data()), 0x7f, poison_.size() * sizeof(Out));
    std::mt19937 random(seed + 300);
    for (auto* vector : {&alpha_, &beta_, &bias_}) {
      vector->resize(std::size_t(2 * std::max(product.m, product.n) * product.batches));
      for (auto& x : *vector) x = float(int(random() % 17) - 8) / 8.0f;
    }
    if (bends())
      for (auto& x : alpha_) x *= small_alpha;
    if (product.epilogue.alpha_in_memory) alpha_[0] = alpha_of_all();
    if (product.epilogue.beta_in_memory) beta_[0] = product.epilogue.beta_of_all;
  }

  /// The kernel's result against the host's, and the same bits each time; `launch` takes arguments
  /// with device pointers.
  template <class Launch>
  void check(Launch&& launch, int runs = 1) const {
    const DeviceArray<std::uint64_t> a(a_);
    const DeviceArray<In> b(b_);
    const DeviceArray<Out> c(c_);
    const DeviceArray<float> alpha(alpha_), beta(beta_), bias(bias_);
    std::vector<Out> first;
    for (int run = 0; run < runs; ++run) {
      const DeviceArray<Out> d(poison_);
      ASSERT_EQ(launch(arguments(a.data(), b.data(), c.data(), d.data(), alpha.data(), beta.data(),
                                 bias.data())),
                cudaSuccess);
      ASSERT_EQ(cudaDeviceSynchronize(), cudaSuccess);
      const auto result = d.host();
      if (run == 0) first = result;
      ASSERT_EQ(std::memcmp(result.data(), first.data(), result.size() * sizeof(Out)), 0)
          << "run " << run;
    }
    compare(first);
  }

 private:
  template <class Result>
  static void on_host(const MatmulArguments& arguments) {
    const HostExec exec;
    HostMatmul<In, Result>{arguments}.launch(exec);
    exec.fence();
  }

  MatmulArguments arguments(const void* a, const void* b, const void* c, void* d,
                            const float* alpha, const float* beta, const float* bias) const {
    MatmulArguments result{.m = case_.m,
                           .n = case_.n,
                           .k = case_.k,
                           .batches = case_.batches,
                           .kind = OwnKind<In>::value(),
                           .a = a,
                           .a_batch_bytes = case_.shares_a ? 0 : a_bytes_,
                           .b = b,
                           .b_stride_k = case_.b_along_k ? 1 : ldb_,
                           .b_stride_n = case_.b_along_k ? ldb_ : 1,
                           .b_batch_stride = b_batch_,
                           .c = c,
                           .d = d,
                           .d_stride_m = case_.d_along_m ? 1 : ldd_,
                           .d_stride_n = case_.d_along_m ? ldd_ : 1,
                           .d_batch_stride = d_batch_,
                           .epilogue = {}};
    const EpilogueParts& parts = case_.epilogue;
    Epilogue& epilogue = result.epilogue;
    epilogue.alpha = alpha_of_all();
    if (parts.alpha || parts.alpha_in_memory) epilogue.alpha_of_channel = alpha;
    if (parts.beta || parts.beta_in_memory) epilogue.beta_of_channel = beta;
    epilogue.one_alpha = parts.alpha_in_memory;
    epilogue.one_beta = parts.beta_in_memory;
    // Values do not count beside what is in memory.
    if (parts.alpha_in_memory) epilogue.alpha = std::nanf("");
    if (parts.beta_in_memory) epilogue.beta = std::nanf("");
    if (parts.bias) {
      epilogue.bias = bias;
      epilogue.bias_stride = std::max(case_.m, case_.n);
    }
    epilogue.activation = parts.activation;
    // Where ReLU jumps, sums that are not exact may end on the other side.
    epilogue.relu_threshold = std::is_same_v<In, std::int8_t> ? -4 : 0;
    epilogue.relu_bound = 64;
    epilogue.gelu_scale = 1.5f;
    epilogue.scale = parts.scale;
    epilogue.channel_is_col = case_.d_along_m;
    return result;
  }

  bool bends() const { return case_.epilogue.activation == Activation::gelu; }
  float alpha_of_all() const { return bends() ? 0.5f * small_alpha : case_.epilogue.alpha_of_all; }
  /// Brings sums to where GELU is neither 0 nor a line.
  static constexpr float small_alpha = std::is_same_v<In, std::int8_t> ? 0x1p-14f : 0.125f;

  /// How far an entry may be off whose magnitudes add up to `size`.
  double tolerance(double exact, double size) const {
    constexpr bool exact_sums = std::is_same_v<In, std::int8_t>;
    double of_sum = exact_sums ? 0 : sum_tolerance<In> * size;
    if (bends()) of_sum = 1.5 * (1.2 * small_alpha * of_sum + 1e-5);  // GELU's slope, and two tanhf
    of_sum *= case_.epilogue.scale;
    if (std::is_integral_v<Out> && bends()) return 1 + rounding<Out>(exact);
    return of_sum + (std::is_same_v<Out, std::int8_t> ? 0 : rounding<Out>(exact));
  }

  /// Sums of the magnitudes of what is added up.
  std::vector<float> magnitudes() const {
    auto a = a_;
    auto b = b_;
    for (std::int64_t i = 0; i * a_bytes_ < std::int64_t(a.size()) * 8; ++i) {
      In* const values = reinterpret_cast<In*>(a.data() + i * a_bytes_ / 8);
      for (std::int64_t v = 0; v < Layout<In>{case_.m, case_.k}.num_values(); ++v)
        values[v] = In(std::abs(float(values[v])));
    }
    for (auto& x : b) x = In(std::abs(float(x)));
    std::vector<float> result(c_.size());
    auto host = arguments(a.data(), b.data(), nullptr, result.data(), nullptr, nullptr, nullptr);
    host.epilogue = {};
    if constexpr (!std::is_same_v<In, std::int8_t>) on_host<float>(host);
    return result;
  }

  void compare(const std::vector<Out>& result) const {
    std::vector<Out> expected = poison_;
    on_host<Out>(arguments(a_.data(), b_.data(), c_.data(), expected.data(), alpha_.data(),
                           beta_.data(), bias_.data()));
    const std::vector<float> size = magnitudes();
    for (std::size_t i = 0; i < expected.size(); ++i) {
      if (std::memcmp(&result[i], &expected[i], sizeof(Out)) == 0) continue;
      ASSERT_NE(std::memcmp(&result[i], &poison_[i], sizeof(Out)), 0) << "not written: " << i;
      ASSERT_NE(std::memcmp(&expected[i], &poison_[i], sizeof(Out)), 0) << "written: " << i;
      const double exact = double(float(expected[i]));
      ASSERT_LE(std::abs(double(float(result[i])) - exact), tolerance(exact, double(size[i])))
          << "entry " << i << " of " << case_.m << " x " << case_.n << " x " << case_.k << ": "
          << float(result[i]) << " instead of " << exact << ", B along "
          << (case_.b_along_k ? 'k' : 'n') << ", D along " << (case_.d_along_m ? 'm' : 'n');
    }
  }

  ProductCase case_;
  std::int64_t ldb_, ldd_, b_batch_, d_batch_, a_bytes_;
  std::vector<std::uint64_t> a_;
  std::vector<In> b_;
  std::vector<Out> c_, poison_;
  std::vector<float> alpha_, beta_, bias_;
};

template <class InType, class OutType>
struct ProductTypes {
  using In = InType;
  using Out = OutType;
};

using AllProducts =
    testing::Types<ProductTypes<half, half>, ProductTypes<half, float>,
                   ProductTypes<bfloat16, bfloat16>, ProductTypes<bfloat16, float>,
                   ProductTypes<float, float>, ProductTypes<std::int8_t, std::int8_t>,
                   ProductTypes<std::int8_t, std::int32_t>, ProductTypes<std::int8_t, half>,
                   ProductTypes<std::int8_t, bfloat16>, ProductTypes<float8_e4m3, half>,
                   ProductTypes<float8_e4m3, bfloat16>, ProductTypes<float8_e4m3, float>,
                   ProductTypes<float8_e4m3, float8_e4m3>, ProductTypes<float8_e5m2, half>,
                   ProductTypes<float8_e5m2, bfloat16>, ProductTypes<float8_e5m2, float>,
                   ProductTypes<float8_e5m2, float8_e5m2>>;

}  // namespace filigree::structured
