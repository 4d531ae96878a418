// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "event_counts.hpp"
#include "expect_error.hpp"
#include "spmv_support.hpp"

#include <filigree/core/log.hpp>

/// What a plan promises beyond right products.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Csr = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Coo = CooMatrix<double, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;
using Scalar = Kokkos::View<double, Space>;

Triplets square_triplets(unsigned seed = 1, std::int64_t rows = 500) {
  std::mt19937 random(seed);
  return random_triplets<double>(random, {rows, rows, 6});
}

Csr square_csr(unsigned seed = 1) {
  return MatrixFrom<Csr>::make(square_triplets(seed), {}, Order::sorted);
}

std::vector<double> random_doubles(std::int64_t length, unsigned seed = 2) {
  std::mt19937 random(seed);
  return random_vector<double>(random, length);
}

/// Not exactly representable, so that another order of summation shows.
std::vector<double> rough_doubles(std::int64_t length, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(-1, 1);
  std::vector<double> result(std::size_t(length), 0.0);
  for (double& value : result) value = uniform(random);
  return result;
}

TEST(SpmvPlan, values_may_change) {
  const Exec exec;
  auto triplets = square_triplets();
  const Csr A = MatrixFrom<Csr>::make(triplets, {}, Order::sorted);
  const auto x = random_doubles(500);
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(exec, op, A);
    for (const double factor : {1.0, -3.0}) {
      for (Entry& e : triplets.entries) e.value *= factor;
      Kokkos::deep_copy(A.values(), values_of<double, Space>(triplets.entries));
      const auto expected = reference_product(op, triplets, {}, 1, x, 0, x);
      const Vector y("y", 500);
      plan.apply(exec, 1.0, A, upload<Space>(x), 0.0, y);
      EXPECT_TRUE((is_close<double, double>(download(y), expected)));
    }
  }
}

TEST(SpmvPlan, serves_copies_of_the_matrix_and_itself) {
  const Exec exec;
  const Csr A = square_csr();
  const auto plan = spmv_plan(exec, Op::transpose, A);
  const auto copy_of_plan = plan;
  const Csr copy = A;
  const CsrMatrix<const double, std::int32_t, std::int32_t, Space> constant = A;
  const Vector x("x", 500), y("y", 500);
  EXPECT_EQ(copy_of_plan.apply(exec, 1.0, copy, x, 0.0, y),
            plan.apply(exec, 1.0, constant, x, 0.0, y));
  EXPECT_EQ(plan.op(), Op::transpose);
}

TEST(SpmvPlan, another_pattern_is_stale) {
  const Exec exec;
  const Csr A = square_csr();
  const Vector x("x", 500), y("y", 500);
  const auto plan = spmv_plan(exec, Op::none, A);
  expect_error(Status::stale_plan, "array of",
               [&] { plan.apply(exec, 1.0, square_csr(), x, 0.0, y); });
  expect_error(Status::stale_plan, "number of entries",
               [&] { plan.apply(exec, 1.0, square_csr(3), x, 0.0, y); });
  auto symmetric = A.properties();
  symmetric.type = MatrixType::symmetric;
  expect_error(Status::stale_plan, "properties",
               [&] { plan.apply(exec, 1.0, A.with_properties(symmetric), x, 0.0, y); });
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A, x, 0.0, y)) << "usable after an error";
}

TEST(SpmvPlan, changed_indices_are_stale_by_content) {
  const Exec exec;
  const auto triplets = square_triplets();
  const auto entries = triplets.entries;
  const auto cols =
      indices_of<std::int32_t, Space>(entries, 0, [](const Entry& e) { return e.col; });
  const auto offsets = upload<Space>(
      offsets_of<std::int32_t>(entries, 500, 0, [](const Entry& e) { return e.row; }));
  const Csr A(500, 500, offsets, cols, values_of<double, Space>(entries));
  const Vector x("x", 500), y("y", 500);
  const auto plan = spmv_plan(exec, Op::none, A, {.pattern_check = PatternCheck::content});
  const auto by_address = spmv_plan(exec, Op::none, A);
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A, x, 0.0, y));
  auto changed = download(cols);
  changed[17] = (changed[17] + 1) % 500;
  Kokkos::deep_copy(cols, upload<Space>(changed));
  expect_error(Status::stale_plan, "indices", [&] { plan.apply(exec, 1.0, A, x, 0.0, y); });
  EXPECT_NO_THROW(by_address.apply(exec, 1.0, A, x, 0.0, y)) << "identity compares addresses only";
}

/// Rows of op(A) that are stored by the kernel of that name, others by a plan of that kernel.
TEST(SpmvPlan, one_call_runs_the_kernel_that_is_named) {
  const Exec exec;
  const Csr A = MatrixFrom<Csr>::make(square_triplets(), {}, Order::sorted);
  const Vector x("x", 500), y("y", 500), expected("expected", 500);
  Kokkos::deep_copy(x, 1.0);
  for (const Op op : {Op::none, Op::transpose}) {
    const SpmvOptions generic{.kernel = "csr_generic"};
    EXPECT_EQ(spmv(exec, op, 1.0, A, x, 0.0, y, generic).name, "csr_generic");
    spmv(exec, op, 1.0, A, x, 0.0, expected);
    EXPECT_EQ(download(y), download(expected));
    expect_error(Status::not_supported, "nosuch",
                 [&] { spmv(exec, op, 1.0, A, x, 0.0, y, {.kernel = "nosuch"}); });
  }
}

TEST(SpmvPlan, is_bitwise_repeatable) {
  const Exec exec;
  auto triplets = square_triplets(4, 3000);
  const auto rough = rough_doubles(std::int64_t(triplets.entries.size()), 5);
  for (std::size_t k = 0; k < rough.size(); ++k) triplets.entries[k].value = rough[k];
  const auto x = upload<Space>(rough_doubles(3000, 6));
  for (const auto type : {MatrixType::general, MatrixType::symmetric})
    for (const Op op : {Op::none, Op::transpose}) {
      const Csr A = MatrixFrom<Csr>::make(triplets, {.type = type}, Order::shuffled);
      const auto plan = spmv_plan(exec, op, A);
      const Vector y("y", 3000);
      plan.apply(exec, 1.5, A, x, 0.0, y);
      const auto first = download(y);
      for (int run = 0; run < 100; ++run) {
        Kokkos::deep_copy(y, -1.0);
        if (run % 10 == 0)
          spmv(exec, op, 1.5, A, x, 0.0, y, {.deterministic = true});
        else
          plan.apply(exec, 1.5, A, x, 0.0, y);
        const auto again = download(y);
        ASSERT_EQ(std::memcmp(first.data(), again.data(), sizeof(double) * first.size()), 0)
            << "run " << run;
      }
    }
}

TEST(SpmvPlan, apply_neither_allocates_nor_waits) {
  const Exec exec;
  const Csr A = square_csr();
  const Vector x("x", 500), y("y", 500), z("z", 500), result("result", 2);
  const Scalar alpha("alpha"), beta("beta");
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(exec, op, A);
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
    // One-shot products that scatter on a host take memory for each thread's sums.
    const bool one_shot_allocates = op != Op::none && detail::is_host_execution_v<Exec>;
    const auto all_calls = [&] {
      plan.apply(exec, 1.0, A, x, 0.0, y, workspace);
      plan.apply(exec, alpha, A, x, beta, y, z, workspace);
      plan.apply(exec, 1.0, A, x, 1.0, y, z, {x, result}, workspace);
      if (one_shot_allocates) return;
      spmv(exec, op, 2.0, A, x, 1.0, y);
      spmv(exec, op, alpha, A, x, beta, y, z);
    };
    all_calls();  // Kokkos grows its own scratch memory at first use
    exec.fence();
    const EventCounts events;
    all_calls();
    EXPECT_EQ(events.allocations(), 0) << name(op);
    EXPECT_EQ(events.fences(), 0) << name(op);
    EXPECT_EQ(events.copies(), 0) << name(op);
  }
}

TEST(SpmvPlan, event_counts_see_events) {
  const EventCounts events;
  const Vector x("x", 5);
  Exec().fence("here");
  EXPECT_GE(events.allocations(), 1);
  EXPECT_GE(events.fences(), 1);
}

TEST(SpmvPlan, scalars_in_memory_are_read_when_the_kernel_runs) {
  const Exec exec;
  const auto triplets = square_triplets();
  const Csr A = MatrixFrom<Csr>::make(triplets, {}, Order::sorted);
  const auto x = random_doubles(500), y0 = random_doubles(500, 8);
  const Scalar alpha("alpha"), beta("beta");
  const auto plan = spmv_plan(exec, Op::none, A);
  for (const auto& [a, b] : {std::pair(2.0, -1.0), std::pair(1.0, 0.0), std::pair(0.0, 3.0)}) {
    Kokkos::deep_copy(alpha, a);
    Kokkos::deep_copy(beta, b);
    const auto expected = reference_product(Op::none, triplets, {}, a, x, b, y0);
    const auto y = upload<Space>(y0);
    const Kokkos::View<const double, Space> constant = beta;
    plan.apply(exec, alpha, A, upload<Space>(x), constant, y);
    EXPECT_TRUE((is_close<double, double>(download(y), expected)));
  }
}

TEST(SpmvPlan, alpha_zero_keeps_nan_of_matrix_and_x_out) {
  const Exec exec;
  const Csr A = square_csr();
  Kokkos::deep_copy(A.values(), poison<double>());
  const Vector x("x", 500), z("z", 500);
  Kokkos::deep_copy(x, poison<double>());
  const Scalar zero("zero");
  const auto y0 = random_doubles(500);
  const auto y = upload<Space>(y0);
  std::vector<double> expected = y0;
  for (double& value : expected) value *= 2;
  for (const Op op : all_ops) {
    const auto plan = spmv_plan(exec, op, A);
    plan.apply(exec, 0.0, A, x, 2.0, y, z);
    EXPECT_EQ(download(z), expected);
    plan.apply(exec, zero, A, x, 2.0, y, z);
    EXPECT_EQ(download(z), expected);
    spmv(exec, op, 0.0, A, x, 2.0, y, z);
    EXPECT_EQ(download(z), expected);
    spmv(exec, op, zero, A, x, 2.0, y, z);
    EXPECT_EQ(download(z), expected);
  }
}

TEST(SpmvPlan, nan_and_inf_reach_the_result) {
  const Exec exec;
  const Csr A(2, 2, upload<Space>(std::vector<std::int32_t>{0, 1, 2}),
              upload<Space>(std::vector<std::int32_t>{0, 1}),
              upload<Space>(std::vector<double>{0.0, 1.0}));
  const auto x = upload<Space>(std::vector<double>{HUGE_VAL, 1.0});
  const Vector y("y", 2);
  for (const Op op : all_ops) {
    spmv_plan(exec, op, A).apply(exec, 1.0, A, x, 0.0, y);
    EXPECT_TRUE(std::isnan(download(y)[0])) << "a stored 0 is multiplied";
    EXPECT_EQ(download(y)[1], 1.0);
  }
}

TEST(SpmvPlan, reductions) {
  const Exec exec;
  using C = complex_double;
  using Matrix = CsrMatrix<C, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(9);
  const auto triplets = random_triplets<C>(random, {700, 700, 5});
  const Matrix A = MatrixFrom<Matrix>::make(triplets, {}, Order::sorted);
  const auto x = random_vector<C>(random, 700), y = random_vector<C>(random, 700),
             w = random_vector<C>(random, 700);
  for (const Op op : all_ops)
    for (const Backend backend : {Backend::generic, Backend::automatic}) {
      const auto plan = spmv_plan(exec, op, A, {.backend = backend});
      const auto expected = reference_product(op, triplets, {}, Wide(-1), x, Wide(1), y);
      Wide dot = 0, norm = 0;
      for (std::size_t i = 0; i < y.size(); ++i) {
        dot += std::conj(widen(w[i])) * expected.value[i];
        norm += std::norm(expected.value[i]);
      }
      const Kokkos::View<C*, Space> z("z", 700), result("result", 2);
      Kokkos::deep_copy(result, C(77, 77));
      const KernelId kernel = plan.apply(exec, C(-1), A, upload<Space>(x), C(1), upload<Space>(y),
                                         z, SpmvReductions<C, C, Space>{upload<Space>(w), result});
      EXPECT_EQ(kernel, plan.kernel());
      EXPECT_TRUE((is_close<C, C>(download(z), expected)));
      EXPECT_LT(std::abs(widen(download(result)[0]) - dot), 1e-12L * std::abs(norm));
      EXPECT_LT(std::abs(widen(download(result)[1]) - norm), 1e-12L * std::abs(norm));
      plan.apply(exec, C(-1), A, upload<Space>(x), C(1), upload<Space>(y), z,
                 SpmvReductions<C, C, Space>{{}, result});
      EXPECT_EQ(widen(download(result)[0]), Wide(0));
      plan.apply(exec, C(-1), A, upload<Space>(x), C(1), upload<Space>(y), z, {z, result});
      EXPECT_LT(std::abs(widen(download(result)[0]) - norm), 1e-12L * std::abs(norm))
          << "with z itself";
    }
}

TEST(SpmvPlan, reductions_of_nothing_are_zero) {
  const Exec exec;
  const Csr A(0, 5, {}, {}, {});
  const Vector x("x", 5), y("y", 0), result("result", 2);
  Kokkos::deep_copy(result, 9.0);
  spmv_plan(exec, Op::none, A)
      .apply(exec, 1.0, A, x, 0.0, y, y, SpmvReductions<double, double, Space>{{}, result});
  EXPECT_EQ(download(result), (std::vector<double>{0, 0}));
}

/// The transpose of rows as they are stored.
TEST(SpmvPlan, host_kernels_of_transposed_products) {
  if constexpr (!detail::is_host_execution_v<Exec>) GTEST_SKIP() << "for host execution spaces";
  const Exec exec;
  using C = complex_double;
  std::mt19937 random(9);
  const std::int64_t per_thread = 40;  // rows of so many entries pay for one thread's sums
  const auto triplets =
      random_triplets<C>(random, {700, 600, double(per_thread * exec.concurrency())});
  const auto x = random_vector<C>(random, 700), y = random_vector<C>(random, 600);
  const auto check = [&](Op op, const auto& A) {
    const auto expected = reference_product(op, triplets, {}, Wide(-1), x, Wide(1), y);
    for (const bool planned : {false, true}) {
      const auto z = upload<Space>(y);
      const auto run = [&] {
        if (!planned) return spmv(exec, op, C(-1), A, upload<Space>(x), C(1), z);
        return spmv_plan(exec, op, A).apply(exec, C(-1), A, upload<Space>(x), C(1), z);
      };
      EXPECT_EQ(run().name, planned ? "csr_transposed_host" : "csr_scatter_host");
      EXPECT_TRUE((is_close<C, C>(download(z), expected)));
    }
  };
  const auto csr = MatrixFrom<CsrMatrix<C, std::int32_t, std::int32_t, Space>>::make(
      triplets, {}, Order::shuffled);
  check(Op::transpose, csr);
  check(Op::conjugate_transpose, csr);
}

/// One triangle as it is stored, for every op; among entries of the other triangle it is written
/// out.
template <class Matrix>
void check_symmetric_plans() {
  using C = typename Matrix::scalar_type;
  const Exec exec;
  std::mt19937 random(9);
  const std::int64_t size = 600;
  const auto all = random_triplets<C>(random, {size, size, double(80 * exec.concurrency())});
  const auto x = random_vector<C>(random, size), y = random_vector<C>(random, size);
  for (const auto type : {MatrixType::symmetric, MatrixType::hermitian})
    for (const auto fill : {FillMode::lower, FillMode::upper})
      for (const bool alone : {true, false}) {
        Triplets triplets{size, size, {}};
        for (const auto& entry : all.entries)
          if (!alone || (fill == FillMode::lower ? entry.row >= entry.col : entry.row <= entry.col))
            triplets.entries.push_back(entry);
        const MatrixProperties properties{.type = type, .fill = fill};
        const Matrix A = MatrixFrom<Matrix>::make(triplets, properties, Order::shuffled);
        for (const Op op : all_ops) {
          const auto plan = spmv_plan(exec, op, A);
          EXPECT_EQ(plan.kernel().name == "csr_symmetric_host", alone);
          if (alone) {
            EXPECT_LT(plan.explain().plan_bytes, 12 * A.nnz());
          }
          const auto expected =
              reference_product(op, triplets, properties, Wide(-1), x, Wide(1), y);
          const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
          const auto device_x = upload<Space>(x);
          const auto z = upload<Space>(y);
          {
            const EventCounts counts;
            EXPECT_EQ(plan.apply(exec, C(-1), A, device_x, C(1), z, workspace), plan.kernel());
            EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
          }
          EXPECT_TRUE((is_close<C, C>(download(z), expected))) << describe(op, properties);
          Kokkos::deep_copy(z, upload<Space>(y));
          const KernelId once = spmv(exec, op, C(-1), A, device_x, C(1), z);
          EXPECT_EQ(once.name, "csr_scatter");
          EXPECT_TRUE((is_close<C, C>(download(z), expected))) << describe(op, properties);
        }
      }
}

TEST(SpmvPlan, host_kernel_of_symmetric_products) {
  if constexpr (!detail::is_host_execution_v<Exec>) GTEST_SKIP() << "for host execution spaces";
  check_symmetric_plans<CsrMatrix<double, std::int32_t, std::int32_t, Space>>();
  check_symmetric_plans<CsrMatrix<complex_float, std::int64_t, std::int64_t, Space>>();
  check_symmetric_plans<CscMatrix<complex_double, std::int32_t, std::int64_t, Space>>();
}

TEST(SpmvPlan, sorted_coo_needs_no_permutation) {
  const Exec exec;
  const auto triplets = square_triplets();
  const auto sorted = spmv_plan(exec, Op::none, MatrixFrom<Coo>::make(triplets, {}, Order::sorted),
                                {.compress = false});
  const auto unsorted = spmv_plan(
      exec, Op::none, MatrixFrom<Coo>::make(triplets, {}, Order::shuffled), {.compress = false});
  EXPECT_LT(sorted.explain().plan_bytes, unsorted.explain().plan_bytes);
  EXPECT_LT(sorted.explain().index_bytes_per_nnz, unsorted.explain().index_bytes_per_nnz);
}

TEST(SpmvPlan, a_false_claim_to_be_sorted_does_no_harm) {
  const Exec exec;
  const auto triplets = square_triplets();
  Coo A = MatrixFrom<Coo>::make(triplets, {}, Order::shuffled);
  A = A.with_properties({.sorted = true, .unique = true});
  const auto x = random_doubles(500);
  const Vector y("y", 500);
  spmv_plan(exec, Op::none, A).apply(exec, 1.0, A, upload<Space>(x), 0.0, y);
  EXPECT_TRUE((is_close<double, double>(download(y),
                                        reference_product(Op::none, triplets, {}, 1, x, 0, x))));
}

TEST(SpmvPlan, explain) {
  const Exec exec;
  const Csr A = square_csr();
  const auto raw = spmv_plan(exec, Op::none, A, {.backend = Backend::generic}).explain();
  EXPECT_EQ(raw.format, "csr");
  EXPECT_EQ(raw.kernel, "csr_generic");
  EXPECT_EQ(raw.encoding, "raw");
  EXPECT_EQ(raw.plan_bytes, 0);
  EXPECT_EQ(raw.bytes_moved, raw.csr_bytes_moved);
  EXPECT_EQ(raw.bytes_moved, 12 * A.nnz() + 4 * 501 + 16 * 500);
  EXPECT_DOUBLE_EQ(raw.index_bytes_per_nnz, 4 + 4.0 * 501 / double(A.nnz()));
  EXPECT_EQ(raw.pays_after, 0);
  EXPECT_GT(raw.bandwidth, 1e8);
  EXPECT_GT(raw.expected_seconds, 0);
  EXPECT_NE(raw.text().find("csr_generic"), std::string::npos) << raw.text();
  const auto transposed =
      spmv_plan(exec, Op::transpose, A, {.backend = Backend::generic}).explain();
  EXPECT_EQ(transposed.plan_bytes, 8 * A.nnz() + 4 * 501);
  EXPECT_GT(transposed.build_seconds, 0);
}

TEST(SpmvPlan, tuned_is_never_a_silent_fallback) {
  const Exec exec;
  const Csr A = square_csr();
  const auto automatic = spmv_plan(exec, Op::none, A);
  if (automatic.kernel().name == "csr_generic") {
    expect_error(Status::not_supported, "no tuned kernel",
                 [&] { spmv_plan(exec, Op::none, A, {.backend = Backend::tuned}); });
  } else {
    const Vector x("x", 500), y("y", 500);
    const auto tuned = spmv_plan(exec, Op::none, A, {.backend = Backend::tuned});
    EXPECT_EQ(tuned.apply(exec, 1.0, A, x, 0.0, y), automatic.kernel());
  }
}

TEST(SpmvPlan, a_workspace_may_be_given_or_not) {
  const Exec exec;
  const Csr A = square_csr();
  const auto plan = spmv_plan(exec, Op::none, A);
  const Vector x("x", 500), y("y", 500);
  const decltype(plan)::workspace_view workspace("workspace", plan.workspace_bytes());
  EXPECT_EQ(plan.apply(exec, 1.0, A, x, 0.0, y), plan.apply(exec, 1.0, A, x, 0.0, y, workspace));
}

TEST(SpmvPlan, logs_what_it_chose_and_what_ran) {
  const Exec exec;
  const Csr A = square_csr();
  const Vector x("x", 500), y("y", 500);
  std::string lines;
  set_log_callback([&](LogKind, std::string_view text) { lines.append(text).append("\n"); });
  set_log_level(5);
  const auto plan = spmv_plan(exec, Op::none, A);
  plan.apply(exec, 1.0, A, x, 0.0, y);
  set_log_level(0);
  set_log_callback({});
  EXPECT_NE(lines.find("csr, kernel " + std::string(plan.kernel().name)), std::string::npos)
      << lines;
  EXPECT_NE(lines.find("500 x 500"), std::string::npos) << lines;
}

TEST(SpmvPlan, hints_where_no_tuned_kernel_runs) {
  const Exec exec;
  const Csr A = square_csr();
  const Vector x("x", 500), y("y", 500);
  std::string lines;
  set_log_callback([&](LogKind kind, std::string_view text) {
    EXPECT_EQ(kind, LogKind::hint);
    lines.append(text).append("\n");
  });
  set_log_mask(int(LogKind::hint));
  spmv(exec, Op::none, 1.0, A, x, 0.0, y, {.backend = Backend::generic});
  set_log_mask(0);
  set_log_callback({});
  EXPECT_NE(lines.find("csr_generic, op none, 500 x 500"), std::string::npos) << lines;
}

/// alpha and beta that only the host can read, also where the product runs on a device.
TEST(SpmvPlan, scalars_in_host_memory) {
  const Exec exec;
  const Csr A = square_csr();
  const Vector x("x", 500), y("y", 500), expected("expected", 500);
  Kokkos::deep_copy(x, 1.5);
  const Kokkos::View<double, Kokkos::HostSpace> alpha("alpha"), beta("beta");
  alpha() = 2;
  const auto plan = spmv_plan(exec, Op::none, A);
  plan.apply(exec, alpha, A, x, beta, y);
  plan.apply(exec, 2.0, A, x, 0.0, expected);
  exec.fence();
  EXPECT_EQ(download(y), download(expected));
}

}  // namespace
}  // namespace filigree::test
