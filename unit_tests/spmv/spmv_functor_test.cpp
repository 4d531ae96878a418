// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "event_counts.hpp"
#include "spmv_support.hpp"

#include <filigree/spmv_functor.hpp>

namespace filigree::test {

/// What a user would write: a bias and a bound, rectified.
template <class Vector>
struct BiasAndBound {
  Vector bias;
  double bound;

  KOKKOS_FUNCTION double operator()(std::int64_t row, double value) const {
    const double sum = value + bias(row);
    return sum < 0 ? 0 : (sum > bound ? bound : sum);
  }
};

template <class Vector>
struct Count {
  Vector visits;
  KOKKOS_FUNCTION float operator()(std::int64_t row, float value) const {
    visits(row) += 1;
    return 2 * value;
  }
};

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// A bias and a bound behind the product with a square matrix. \return the plan's kernel
std::string expect_bias_and_bound(Op op, const Triplets& triplets,
                                  const MatrixProperties& properties) {
  const Exec exec;
  using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(2);
  const std::int64_t size = triplets.num_rows;
  const auto x = random_vector<double>(random, size), y = random_vector<double>(random, size),
             bias = random_vector<double>(random, size);
  const Matrix A = MatrixFrom<Matrix>::make(triplets, properties, Order::shuffled);
  const auto plan = spmv_plan(exec, op, A);
  auto expected = reference_product(op, triplets, properties, 2, x, 0.5, y);
  for (std::size_t i = 0; i < bias.size(); ++i)
    expected.value[i] =
        std::clamp(expected.value[i].real() + static_cast<long double>(bias[i]), 0.0L, 5.0L);
  const Kokkos::View<double*, Space> z("z", std::size_t(size));
  const KernelId kernel =
      spmv_apply(exec, plan, 2.0, A, upload<Space>(x), 0.5, upload<Space>(y), z,
                 BiasAndBound<Kokkos::View<double*, Space>>{upload<Space>(bias), 5.0});
  const std::string planned(plan.kernel().name);
  const bool adds_columns = planned == "csr_transposed_host" || planned == "csr_symmetric_host";
  EXPECT_EQ(kernel.name, adds_columns ? planned : "csr_generic");
  EXPECT_TRUE((is_close<double, double>(download(z), expected))) << describe(op, properties);
  return planned;
}

TEST(SpmvFunctor, every_op_and_matrix_type) {
  std::mt19937 random(1);
  const auto triplets = random_triplets<double>(random, {300, 300, 7});
  for (const auto& properties : all_properties(IndexBase::one))
    for (const Op op : all_ops) expect_bias_and_bound(op, triplets, properties);
}

/// A triangle that a host's plan keeps as it is stored.
TEST(SpmvFunctor, one_triangle) {
  std::mt19937 random(1);
  // A host reads one triangle where each of its threads has work enough.
  const int threads = detail::is_host_execution_v<Exec> ? Exec().concurrency() : 1;
  auto triplets = random_triplets<double>(random, {600, 600, 80.0 * threads});
  std::erase_if(triplets.entries, [](const auto& entry) { return entry.row < entry.col; });
  const MatrixProperties properties{.type = MatrixType::symmetric, .fill = FillMode::lower};
  for (const Op op : all_ops)
    EXPECT_EQ(expect_bias_and_bound(op, triplets, properties) == "csr_symmetric_host",
              detail::is_host_execution_v<Exec>);
}

TEST(SpmvFunctor, runs_once_a_row_without_allocating) {
  const Exec exec;
  using Matrix = CooMatrix<half, std::int64_t, Space>;
  std::mt19937 random(1);
  const auto triplets = random_triplets<half>(random, {1000, 800, 9});
  const Matrix A = MatrixFrom<Matrix>::make(triplets, {}, Order::shuffled);
  const auto x = random_vector<half>(random, 800);
  const auto plan = spmv_plan(exec, Op::none, A);
  const Kokkos::View<float*, Space> y("y", 1000), visits("visits", 1000);
  const auto device_x = upload<Space>(x);
  exec.fence();
  {
    const EventCounts events;
    spmv_apply(exec, plan, 1.0f, A, device_x, 0.0f, y, y,
               Count<Kokkos::View<float*, Space>>{visits});
    EXPECT_EQ(events.allocations() + events.fences() + events.copies(), 0);
  }
  EXPECT_EQ(download(visits), std::vector<float>(1000, 1.0f));
  EXPECT_TRUE((is_close<float, float>(
      download(y), reference_product(Op::none, triplets, {}, 2, x, 0, download(y)))));
}

}  // namespace
}  // namespace filigree::test
