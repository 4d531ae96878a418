// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include "sddmm_support.hpp"

/// What the tests of the tuned CUDA kernel for Csr and Csc share.

namespace filigree::test::sddmm_cuda {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

inline constexpr const char* kernel = "sddmm_csr_lane_groups_cuda";
inline const SddmmOptions by_name{.backend = Backend::tuned, .kernel = kernel};

/// Products of one pattern with random operands.
template <class AB, class Matrix>
class SameBits {
 public:
  using C = typename Matrix::scalar_type;
  using Compute = sddmm_compute_t<AB, AB, C>;
  using Values = Kokkos::View<C**, Kokkos::LayoutRight, Space>;

  SameBits(const Triplets& triplets, const MatrixProperties& properties,
           Order order = Order::shuffled)
      : pattern_(MatrixFrom<Matrix>::make(triplets, properties, order)),
        plan_(sddmm_plan(exec_, pattern_, by_name)) {}

  const auto& plan() const { return plan_; }
  const Matrix& pattern() const { return pattern_; }

  /// All bits of planned products are those of one-shot products: of single matrices, or of a
  /// batch.
  void test(std::int64_t inner, int variant, std::int64_t batch) const {
    SCOPED_TRACE(std::string("A ") + scalar_name<AB> + ", inner size " + std::to_string(inner) +
                 ", variant " + std::to_string(variant) + ", batch of " + std::to_string(batch));
    std::mt19937 random(17);
    const DeviceDense<AB, Space> a(random_dense<AB>(random, batch, pattern_.num_rows(), inner),
                                   Layout::row_major, poison<AB>());
    const DeviceDense<AB, Space> b(random_dense<AB>(random, batch, inner, pattern_.num_cols()),
                                   Layout::column_major, poison<AB>());
    const auto [alpha, beta] = alpha_beta<Compute>(variant);
    std::vector<C> before = random_vector<C>(random, batch * pattern_.nnz());
    if (beta == Compute{}) std::fill(before.begin(), before.end(), poison<C>());
    const GuardedVector<C, Space> planned(before), expected(before);
    const auto of_plan = [&](const auto& left, const auto& right, const auto& c) {
      return plan_.apply(exec_, alpha, left, right, beta, c).name;
    };
    const auto at_once = [&](const auto& left, const auto& right, const auto& c) {
      return sddmm(exec_, alpha, left, right, beta, c, by_name).name;
    };
    EXPECT_EQ(run(of_plan, a, b, planned, batch), kernel);
    EXPECT_EQ(run(at_once, a, b, expected, batch), kernel);
    exec_.fence();
    const auto found = planned.get(), right = expected.get();
    EXPECT_EQ(std::memcmp(found.data(), right.data(), found.size() * sizeof(C)), 0);
  }

 private:
  template <class Product>
  auto run(const Product& product, const DeviceDense<AB, Space>& a, const DeviceDense<AB, Space>& b,
           const GuardedVector<C, Space>& values, std::int64_t batch) const {
    if (batch == 1) return product(a.single(), b.single(), pattern_.with_values(values.view));
    const Values rows(values.view.data(), std::size_t(batch), std::size_t(pattern_.nnz()));
    return product(a.batch(), b.batch(), StridedBatch(pattern_, rows));
  }

  Exec exec_;
  Matrix pattern_;
  SddmmPlan<Exec, detail::const_matrix_t<Matrix>> plan_;
};

}  // namespace filigree::test::sddmm_cuda
