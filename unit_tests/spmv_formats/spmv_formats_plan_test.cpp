// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cmath>
#include <cstring>

#include <filigree/spmv_functor.hpp>

#include "format_from.hpp"
#include "spmv/event_counts.hpp"
#include "spmv/expect_error.hpp"

/// What plans of formats other than Csr promise beyond right products.

namespace filigree::test {

/// What a user would write: a bound from below, by row.
template <class Vector>
struct AtLeast {
  Vector bound;

  KOKKOS_FUNCTION double operator()(std::int64_t row, double value) const {
    return value < bound(row) ? bound(row) : value;
  }
};

namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using Vector = Kokkos::View<double*, Space>;
using Scalar = Kokkos::View<double, Space>;

template <class Matrix>
class SpmvFormatPlan : public ::testing::Test {
 protected:
  static constexpr std::int64_t rows = 200;

  static Triplets triplets(double entries_per_row = 6) {
    std::mt19937 random(1);
    return random_triplets<double>(random, {rows, rows, entries_per_row});
  }
  static Matrix make(MatrixProperties properties = {}) {
    return MatrixFrom<Matrix>::make(triplets(), properties, Order::shuffled);
  }
  static std::vector<double> random_doubles(unsigned seed = 2) {
    std::mt19937 random(seed);
    return random_vector<double>(random, rows);
  }
  /// Not exactly representable, so that another order of summation shows.
  static std::vector<double> rough_doubles(std::size_t length) {
    std::mt19937 random(5);
    std::uniform_real_distribution<double> uniform(-1, 1);
    std::vector<double> result(length);
    for (double& value : result) value = uniform(random);
    return result;
  }

  Exec exec;
  Vector x{"x", rows}, y{"y", rows}, z{"z", rows}, result{"result", 2};
};

using Formats =
    ::testing::Types<EllMatrix<double, I32, Space>, SellMatrix<double, I32, I32, Space>,
                     BsrMatrix<double, I32, I32, Space>, BscMatrix<double, I32, I32, Space>,
                     BsrxView<double, I32, I32, Space>, BlockedEllMatrix<double, I32, Space>,
                     DiaMatrix<double, I32, Space>, HdiaMatrix<double, I32, I32, Space>,
                     HybMatrix<double, I32, Space>, CooAosMatrix<double, I32, Space>>;
TYPED_TEST_SUITE(SpmvFormatPlan, Formats);

TYPED_TEST(SpmvFormatPlan, another_pattern_is_stale) {
  const auto A = TestFixture::make();
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(this->exec, op, A);
    Kokkos::deep_copy(this->y, 3.0);
    expect_error(Status::stale_plan, "changed",
                 [&] { plan.apply(this->exec, 1.0, TestFixture::make(), this->x, 0.0, this->y); });
    expect_error(Status::stale_plan, "number of entries", [&] {
      const auto denser =
          MatrixFrom<TypeParam>::make(TestFixture::triplets(20), {}, Order::shuffled);
      plan.apply(this->exec, 1.0, denser, this->x, 0.0, this->y);
    });
    expect_error(Status::stale_plan, "properties", [&] {
      const auto symmetric = TestFixture::make({.type = MatrixType::symmetric});
      plan.apply(this->exec, 1.0, symmetric, this->x, 0.0, this->y);
    });
    EXPECT_EQ(download(this->y), std::vector<double>(TestFixture::rows, 3.0)) << "after an error";
    EXPECT_NO_THROW(plan.apply(this->exec, 1.0, A, this->x, 0.0, this->y));
  }
}

TYPED_TEST(SpmvFormatPlan, is_bitwise_repeatable) {
  auto triplets = TestFixture::triplets();
  const auto rough = TestFixture::rough_doubles(triplets.entries.size());
  for (std::size_t k = 0; k < rough.size(); ++k) triplets.entries[k].value = rough[k];
  const auto x = upload<Space>(TestFixture::rough_doubles(TestFixture::rows));
  for (const auto type : {MatrixType::general, MatrixType::symmetric})
    for (const Op op : {Op::none, Op::transpose}) {
      const auto A = MatrixFrom<TypeParam>::make(triplets, {.type = type}, Order::shuffled);
      const auto plan = spmv_plan(this->exec, op, A);
      plan.apply(this->exec, 1.5, A, x, 0.0, this->y);
      const auto first = download(this->y);
      for (int run = 0; run < 20; ++run) {
        Kokkos::deep_copy(this->y, -1.0);
        if (run % 10 == 0)
          spmv(this->exec, op, 1.5, A, x, 0.0, this->y, {.deterministic = true});
        else
          plan.apply(this->exec, 1.5, A, x, 0.0, this->y);
        const auto again = download(this->y);
        ASSERT_EQ(std::memcmp(first.data(), again.data(), sizeof(double) * first.size()), 0);
      }
    }
}

TYPED_TEST(SpmvFormatPlan, apply_neither_allocates_nor_waits) {
  const auto A = TestFixture::make();
  const auto &x = this->x, &y = this->y, &z = this->z;
  const Scalar alpha("alpha"), beta("beta");
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(this->exec, op, A);
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
    // One-shot products that scatter on a host take memory for each thread's sums; of Hyb only the
    // coordinates may do so.
    const std::string_view once = spmv(this->exec, op, 2.0, A, x, 1.0, y).name;
    const bool one_shot_allocates =
        detail::is_host_execution_v<Exec> &&
        (once.ends_with("_scatter") || std::string_view(A.format_name) == "hyb");
    const auto all_calls = [&] {
      plan.apply(this->exec, 1.0, A, x, 0.0, y, workspace);
      plan.apply(this->exec, alpha, A, x, beta, y, z, workspace);
      plan.apply(this->exec, 1.0, A, x, 1.0, y, z, {x, this->result}, workspace);
      if (one_shot_allocates) return;
      spmv(this->exec, op, 2.0, A, x, 1.0, y);
      spmv(this->exec, op, alpha, A, x, beta, y, z);
    };
    all_calls();  // Kokkos grows its own scratch memory at first use
    this->exec.fence();
    const EventCounts events;
    all_calls();
    EXPECT_EQ(events.allocations(), 0) << name(op) << ", " << events.last_allocation();
    EXPECT_EQ(events.fences(), 0) << name(op);
    EXPECT_EQ(events.copies(), 0) << name(op);
  }
}

TYPED_TEST(SpmvFormatPlan, scalars_in_memory_are_read_when_the_kernel_runs) {
  const auto triplets = TestFixture::triplets();
  const auto A = TestFixture::make();
  const auto x = TestFixture::random_doubles(), y0 = TestFixture::random_doubles(8);
  const Scalar alpha("alpha"), beta("beta");
  for (const Op op : {Op::none, Op::transpose}) {
    const auto plan = spmv_plan(this->exec, op, A);
    for (const auto& [a, b] : {std::pair(2.0, -1.0), std::pair(1.0, 0.0), std::pair(0.0, 3.0)}) {
      Kokkos::deep_copy(alpha, a);
      Kokkos::deep_copy(beta, b);
      const auto expected = reference_product(op, triplets, {}, a, x, b, y0);
      const auto y = upload<Space>(y0);
      plan.apply(this->exec, alpha, A, upload<Space>(x), beta, y);
      EXPECT_TRUE((is_close<double, double>(download(y), expected)));
    }
  }
}

TYPED_TEST(SpmvFormatPlan, alpha_zero_keeps_nan_of_matrix_and_x_out) {
  auto triplets = TestFixture::triplets();
  for (Entry& e : triplets.entries) e.value = std::nan("");
  Kokkos::deep_copy(this->x, poison<double>());
  const auto y0 = TestFixture::random_doubles();
  const auto y = upload<Space>(y0);
  std::vector<double> expected = y0;
  for (double& value : expected) value *= 2;
  for (const auto diagonal : {DiagonalType::non_unit, DiagonalType::unit})
    for (const auto type : {MatrixType::triangular, MatrixType::symmetric}) {
      const auto A = MatrixFrom<TypeParam>::make(triplets, {.type = type, .diagonal = diagonal},
                                                 Order::shuffled);
      for (const Op op : all_ops) {
        const auto plan = spmv_plan(this->exec, op, A);
        plan.apply(this->exec, 0.0, A, this->x, 2.0, y, this->z);
        EXPECT_EQ(download(this->z), expected);
        spmv(this->exec, op, 0.0, A, this->x, 2.0, y, this->z);
        EXPECT_EQ(download(this->z), expected);
      }
    }
}

TYPED_TEST(SpmvFormatPlan, reductions) {
  const auto triplets = TestFixture::triplets();
  const auto A = TestFixture::make();
  const auto x = TestFixture::random_doubles(), y = TestFixture::random_doubles(4),
             w = TestFixture::random_doubles(6);
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(this->exec, op, A);
    const auto expected = reference_product(op, triplets, {}, Wide(-1), x, Wide(1), y);
    long double dot = 0, norm = 0;
    for (std::size_t i = 0; i < y.size(); ++i) {
      dot += widen(w[i]).real() * expected.value[i].real();
      norm += std::norm(expected.value[i]);
    }
    Kokkos::deep_copy(this->result, 77);
    using Reductions = SpmvReductions<double, double, Space>;
    plan.apply(this->exec, -1.0, A, upload<Space>(x), 1.0, upload<Space>(y), this->z,
               Reductions{upload<Space>(w), this->result});
    EXPECT_TRUE((is_close<double, double>(download(this->z), expected)));
    EXPECT_LT(std::abs(download(this->result)[0] - dot), 1e-12L * norm);
    EXPECT_LT(std::abs(download(this->result)[1] - norm), 1e-12L * norm);
    plan.apply(this->exec, -1.0, A, upload<Space>(x), 1.0, upload<Space>(y), this->z,
               Reductions{{}, this->result});
    EXPECT_EQ(download(this->result)[0], 0);
    plan.apply(this->exec, -1.0, A, upload<Space>(x), 1.0, upload<Space>(y), this->z,
               Reductions{this->z, this->result});
    EXPECT_LT(std::abs(download(this->result)[0] - norm), 1e-12L * norm) << "with z itself";
  }
}

TYPED_TEST(SpmvFormatPlan, functor_on_each_row) {
  const auto triplets = TestFixture::triplets();
  const auto x = TestFixture::random_doubles(), y = TestFixture::random_doubles(4),
             bound = TestFixture::random_doubles(6);
  for (const auto type : {MatrixType::general, MatrixType::symmetric})
    for (const Op op : all_ops)
      for (const Backend backend : {Backend::generic, Backend::automatic}) {
        const auto A = TestFixture::make({.type = type});
        const auto plan = spmv_plan(this->exec, op, A, {.backend = backend});
        auto expected = reference_product(op, triplets, {.type = type}, 2, x, 0.5, y);
        for (std::size_t i = 0; i < bound.size(); ++i)
          expected.value[i] = std::max(expected.value[i].real(), widen(bound[i]).real());
        const KernelId ran =
            spmv_apply(this->exec, plan, 2.0, A, upload<Space>(x), 0.5, upload<Space>(y), this->z,
                       AtLeast<Kokkos::View<double*, Space>>{upload<Space>(bound)});
        // Kernels that add up columns run as they are, for others the generic one.
        EXPECT_TRUE(ran == plan.kernel() || ran.name.ends_with("generic")) << ran.name;
        if (backend == Backend::generic) {
          EXPECT_EQ(ran, plan.kernel());
        }
        EXPECT_TRUE((is_close<double, double>(download(this->z), expected)));
      }
}

TYPED_TEST(SpmvFormatPlan, bad_arguments) {
  const auto A = TestFixture::make();
  const auto plan = spmv_plan(this->exec, Op::transpose, A);
  const Vector longer("longer", TestFixture::rows + 1);
  const auto &x = this->x, &y = this->y;
  const Vector shared("shared", 2 * TestFixture::rows);
  const Vector first(shared, std::pair(std::size_t(0), std::size_t(TestFixture::rows)));
  const Vector second(shared, std::pair(std::size_t(9), std::size_t(9 + TestFixture::rows)));
  for (const bool planned : {false, true}) {
    const auto call = [&](const Vector& from, const Vector& to) {
      return [&] {
        if (planned)
          plan.apply(this->exec, 1.0, A, from, 0.0, to);
        else
          spmv(this->exec, Op::transpose, 1.0, A, from, 0.0, to);
      };
    };
    expect_error(Status::invalid_value, "length 201", call(longer, y));
    expect_error(Status::invalid_value, "length 201", call(x, longer));
    expect_error(Status::invalid_value, "shared with y", call(first, second));
  }
}

TYPED_TEST(SpmvFormatPlan, kernels_by_name_and_backend) {
  const auto A = TestFixture::make();
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(this->exec, op, A);
    const std::string name(plan.kernel().name);
    EXPECT_EQ(spmv_plan(this->exec, op, A, {.kernel = name}).kernel().name, name);
    expect_error(Status::not_supported, "options.kernel",
                 [&] { spmv_plan(this->exec, op, A, {.kernel = "no_such_kernel"}); });
    try {
      const auto tuned = spmv_plan(this->exec, op, A, {.backend = Backend::tuned});
      EXPECT_EQ(tuned.kernel().name.find("generic"), std::string_view::npos);
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::not_supported) << error.what();
    }
  }
}

TYPED_TEST(SpmvFormatPlan, explain) {
  const auto A = TestFixture::make();
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(this->exec, op, A);
    const auto said = plan.explain();
    EXPECT_EQ(said.format, TypeParam::format_name);
    EXPECT_EQ(said.kernel, plan.kernel().name);
    EXPECT_GT(said.bytes_moved, 8 * (A.nnz() + 2 * TestFixture::rows));
    EXPECT_GT(said.csr_bytes_moved, 0);
    EXPECT_GT(said.expected_seconds, 0);
    EXPECT_NE(said.text().find(said.format), std::string::npos) << said.text();
    EXPECT_EQ(plan.op(), op);
  }
}

TYPED_TEST(SpmvFormatPlan, serves_constant_matrices) {
  const auto A = TestFixture::make();
  const auto plan = spmv_plan(this->exec, Op::none, A);
  const detail::const_matrix_t<TypeParam> constant = A;
  EXPECT_EQ(plan.apply(this->exec, 1.0, constant, this->x, 0.0, this->y),
            plan.apply(this->exec, 1.0, A, this->x, 0.0, this->y));
}

TEST(SpmvFormatPlanContent, changed_indices_are_stale) {
  const Exec exec;
  const auto columns = upload<Space>(std::vector<I32>{0, 1, 2, 1, -1, 0});
  const auto values = upload<Space>(std::vector<double>{1, 2, 3, 4, 5, 6});
  const EllMatrix<double, I32, Space> A(3, 3, 5, 2, 3, columns, values);
  const Vector x("x", 3), y("y", 3);
  for (const Op op : all_ops) {
    Kokkos::deep_copy(columns, upload<Space>(std::vector<I32>{0, 1, 2, 1, -1, 0}));
    const auto plan = spmv_plan(exec, op, A, {.pattern_check = PatternCheck::content});
    const auto by_address = spmv_plan(exec, op, A);
    EXPECT_NO_THROW(plan.apply(exec, 1.0, A, x, 0.0, y));
    Kokkos::deep_copy(columns, upload<Space>(std::vector<I32>{0, 1, 2, 2, -1, 0}));
    expect_error(Status::stale_plan, "indices", [&] { plan.apply(exec, 1.0, A, x, 0.0, y); });
    EXPECT_NO_THROW(by_address.apply(exec, 1.0, A, x, 0.0, y)) << "addresses only";
  }
}

TEST(SpmvFormatPlanContent, a_column_outside_is_an_error_where_it_is_seen) {
  const Exec exec;
  // Neither the first nor the last column, which each call looks at.
  const EllMatrix<double, I32, Space> A(3, 3, 3, 1, 3, upload<Space>(std::vector<I32>{0, 7, 1}),
                                        upload<Space>(std::vector<double>{1, 2, 3}));
  expect_error(Status::invalid_value, "outside the matrix",
               [&] { spmv_plan(exec, Op::transpose, A); });
}

}  // namespace
}  // namespace filigree::test
