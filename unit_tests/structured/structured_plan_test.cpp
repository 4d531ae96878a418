// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <limits>
#include <random>
#include <thread>

#include <filigree/structured_search.hpp>

#include "core/refusals.hpp"
#include "core/thread_instances.hpp"
#include "spmv/event_counts.hpp"
#include "structured_matmul_support.hpp"

/// What plans promise, and choices that are searched, saved and replayed.

namespace filigree::test {
namespace {

using Product16 = Operands<half, float>;

auto plan_of(const Product16& product, const StructuredMatmulOptions& options = {}) {
  return structured_matmul_plan(Exec(), N, N, product.compressed, product.dense.batch(),
                                product.D.batch(), options);
}

std::vector<float> entries(Dense<float>& D) {
  std::vector<float> result;
  D.download();
  D.for_each([&](int64_t, int64_t, int64_t, float& value) { result.push_back(value); });
  return result;
}

TEST(StructuredMatmulPlan, TakesOtherOperandsOfItsShape) {
  const Exec exec;
  Product16 first({.batches = 2}), second({.batches = 2});
  const auto plan = plan_of(first);
  EXPECT_EQ(plan.workspace_bytes(), 0u);
  for (Product16* product : {&first, &second}) {
    const KernelId ran = plan.apply(exec, 1, product->compressed, product->dense.batch(), 2,
                                    product->C.batch(), product->D.batch());
    EXPECT_EQ(ran, plan.kernel());
    exec.fence();
    expect_product(*product, [&](int64_t b, int64_t i, int64_t j, double sum) {
      return sum + 2 * product->C.value(b, i, j);
    });
  }
}

TEST(StructuredMatmulPlan, ExplainsItsKernel) {
  const Exec exec;
  const Product16 product({.batches = 2, .one_structured = true});
  const Product& p = product.product;
  const auto plan = plan_of(product);
  const auto said = plan.explain(exec);
  EXPECT_EQ(said.kernel, plan.kernel().name);
  EXPECT_EQ(said.kernel,
            plan.apply(exec, 1, product.compressed, product.dense.batch(), product.D.batch()).name);
  EXPECT_EQ(said.workspace_bytes, 0);
  EXPECT_EQ(said.k_parts, 1);
  EXPECT_EQ(said.operations, 2 * 2 * p.m * p.n * ((p.k + 3) / 4 * 2));
  EXPECT_EQ(said.bytes_moved, StructuredMatrix<half>::compressed_bytes(p.m, p.k) +
                                  2 * p.k * p.n * 2 + 2 * p.m * p.n * 4);
  EXPECT_GT(said.bandwidth, 1e8);
  EXPECT_DOUBLE_EQ(said.expected_seconds, double(said.bytes_moved) / said.bandwidth);
  EXPECT_NE(said.text().find(said.kernel), std::string::npos) << said.text();
  const auto generic = plan_of(product, {.backend = Backend::generic}).explain(exec);
  EXPECT_EQ(generic.kernel, "structured_matmul_generic");
  EXPECT_EQ(generic.reason, "asked for");
  EXPECT_EQ(generic.bytes_moved, said.bytes_moved);
}

TEST(StructuredMatmulPlan, SameBitsEveryTime) {
  const Exec exec;
  for (const std::string_view kernel : {"", "structured_matmul_generic"}) {
    Product16 product({.batches = 2});
    const auto plan = plan_of(product, {.kernel = kernel});
    std::vector<float> first;
    for (int run = 0; run < 10; ++run) {
      product.D.poison();
      plan.apply(exec, 1, product.compressed, product.dense.batch(), product.D.batch());
      exec.fence();
      const auto now = entries(product.D);
      if (run == 0) first = now;
      ASSERT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(float)), 0);
    }
  }
}

TEST(StructuredMatmulPlan, ApplyAndOneShotAllocateAndWaitForNothing) {
  const Exec exec;
  Product16 product({.batches = 2});
  const auto plan = plan_of(product);
  const auto B = product.dense.batch();
  const auto D = product.D.batch();
  const StructuredEpilogue<Space> epilogue{.activation = Activation::gelu};
  plan.apply(exec, 1, product.compressed, B, D);
  exec.fence();
  const EventCounts counts;
  for (int i = 0; i < 3; ++i) plan.apply(exec, 1, product.compressed, B, 1, D, D, epilogue);
  structured_matmul(exec, N, N, 1, product.compressed, B, D);
  structured_prune(exec, B, B, StructuredPruneRule::tile);
  structured_decompress(exec, product.compressed, product.uncompressed.batch());
  structured_compress(exec, product.uncompressed.batch(), product.compressed);
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.fences(), 0);
  EXPECT_EQ(counts.copies(), 0);
}

TEST(StructuredMatmulPlan, ManyThreadsShareAPlan) {
  const Exec exec;
  Product16 product({.batches = 2});
  const auto plan = plan_of(product);
  plan.apply(exec, 1, product.compressed, product.dense.batch(), product.D.batch());
  exec.fence();
  const auto expected = entries(product.D);
  std::vector<Dense<float>> results;
  for (int t = 0; t < 4; ++t) results.emplace_back(2, 67, 21, Order::row_major);
  const auto instances = thread_instances<Exec>(4);
  std::vector<std::thread> threads;
  for (std::size_t t = 0; t < results.size(); ++t)
    threads.emplace_back([&, t, copy = plan] {
      copy.apply(instances[t], 1, product.compressed, product.dense.batch(), results[t].batch());
    });
  for (auto& thread : threads) thread.join();
  for (const Exec& instance : instances) instance.fence();
  for (auto& D : results) EXPECT_EQ(entries(D), expected);
}

/// A product that few multiprocessors would have work from, with operands that every kernel takes.
struct LongProduct {
  using Dense16 = Kokkos::View<half**, Kokkos::LayoutLeft, Space>;
  using Result = Kokkos::View<float**, Kokkos::LayoutLeft, Space>;

  Exec exec;
  StructuredMatrix<half, Space> A;
  Dense16 B;
  Result D;

  /// A sum of `k` products is split among blocks on a GPU. No kernel of a host does that: an eighth
  /// shows as much there.
  LongProduct(int64_t m, int64_t n, int64_t k)
      : B("B", detail::is_host_execution_v<Exec> ? k / 8 : k, n), D("D", m, n) {
    const Dense16 left("A", m, B.extent(0));
    for (const Dense16& matrix : {left, B}) {
      const auto host = Kokkos::create_mirror_view(matrix);
      std::mt19937 random(unsigned(matrix.extent(1)));
      for (std::size_t j = 0; j < host.extent(1); ++j)
        for (std::size_t i = 0; i < host.extent(0); ++i)
          host(i, j) = half(float(int(random() % 65) - 32) / 32.0f);
      Kokkos::deep_copy(matrix, host);
    }
    structured_prune(exec, left, left, StructuredPruneRule::strip);
    A = structured_compress(exec, left);
  }

  auto plan(const StructuredMatmulOptions& options = {}) const {
    return structured_matmul_plan(exec, N, N, A, B, D, options);
  }
  std::vector<float> result() const {
    exec.fence();
    const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), D);
    return {host.data(), host.data() + host.span()};
  }
};

TEST(StructuredMatmulPlan, EveryKernelWithTheWorkspaceThatItAsksFor) {
  const LongProduct product(256, 256, 8192);
  const auto plan = product.plan({.kernel = "structured_matmul_generic"});
  plan.apply(product.exec, 1, product.A, product.B, product.D);
  const auto expected = product.result();
  const auto kernels =
      structured_matmul_kernels(product.exec, N, N, product.A, product.B, product.D);
  EXPECT_EQ(kernels.front(), product.plan().kernel().name);
  for (const std::string_view kernel : kernels) {
    SCOPED_TRACE(kernel);
    const auto named = product.plan({.kernel = kernel});
    const Kokkos::View<std::byte*, Space> workspace("workspace", named.workspace_bytes());
    EXPECT_EQ(named.workspace_bytes() > 0, kernel.find("split") != std::string_view::npos);
    Kokkos::deep_copy(product.D, std::numeric_limits<float>::quiet_NaN());
    EXPECT_EQ(named.apply(product.exec, 1, product.A, product.B, product.D, {}, workspace).name,
              kernel);
    const auto found = product.result();
    for (std::size_t i = 0; i < found.size(); ++i)  // sums of 4096 products of at most 1
      ASSERT_NEAR(found[i], expected[i], 2e-3) << i;
    if (named.workspace_bytes() == 0) continue;
    const auto apply = [&](const Kokkos::View<std::byte*, Space>& other) {
      return
          [&, other] { named.apply(product.exec, 1, product.A, product.B, product.D, {}, other); };
    };
    const std::size_t bytes = workspace.extent(0);
    const Kokkos::View<std::byte*, Space> larger("workspace", bytes + 16);
    const auto from = [&](std::size_t begin, std::size_t end) {
      return Kokkos::subview(larger, Kokkos::make_pair(begin, end));
    };
    expect_refusals({
        {"none", Status::invalid_value, "workspace", "0 bytes", apply({})},
        {"small", Status::invalid_value, "workspace", "pass what StructuredMatmulPlan",
         apply(from(0, bytes - 1))},
        {"not aligned", Status::invalid_value, "workspace", "multiple of 16",
         apply(from(8, bytes + 8))},
        {"one call", Status::invalid_value, "workspace", "0 bytes",
         [&] {
           structured_matmul(product.exec, N, N, 1, product.A, product.B, product.D, {},
                             {.kernel = kernel});
         }},
    });
    EXPECT_NO_THROW(apply(larger)());
  }
}

TEST(StructuredMatmulPlan, RunsWithoutAWorkspaceToo) {
  const LongProduct product(64, 64, 16384);
  const auto plan = product.plan();
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  const auto with = plan.apply(product.exec, 1, product.A, product.B, product.D, {}, workspace);
  const auto first = product.result();
  const auto without = plan.apply(product.exec, 1, product.A, product.B, product.D);
  EXPECT_EQ(with, plan.kernel());
  EXPECT_EQ(without == with, plan.workspace_bytes() == 0);
  EXPECT_EQ(structured_matmul(product.exec, N, N, 1, product.A, product.B, product.D), without);
  const auto second = product.result();
  for (std::size_t i = 0; i < first.size(); ++i) ASSERT_NEAR(first[i], second[i], 4e-3) << i;
  if (plan.workspace_bytes() == 0) return;
  const auto small = Kokkos::subview(workspace, Kokkos::make_pair(std::size_t(0), std::size_t(16)));
  expect_refusals({{"small", Status::invalid_value, "workspace", "16 bytes", [&] {
                      plan.apply(product.exec, 1, product.A, product.B, product.D, {}, small);
                    }}});
}

TEST(StructuredMatmulPlan, OtherShapesAreStale) {
  const Exec exec;
  const Product16 product({.batches = 2});
  const auto plan = plan_of(product);
  const auto apply = [&](Product other) {
    return [&plan, exec, other] {
      const Product16 operands(other);
      with_operands(operands, [&](const auto& a, const auto& b) {
        return plan.apply(exec, 1, a, b, operands.D.batch());
      });
    };
  };
  constexpr Status stale = Status::stale_plan;
  expect_refusals({
      {"m", stale, "A", "other sizes", apply({.m = 66, .batches = 2})},
      {"n", stale, "B", "other sizes", apply({.n = 20, .batches = 2})},
      {"k", stale, "A", "other sizes", apply({.k = 69, .batches = 2})},
      {"order of B", stale, "B", "other sizes",
       apply({.dense_order = Order::column_major, .batches = 2})},
      {"order of D", stale, "D", "other sizes",
       apply({.d_order = Order::column_major, .batches = 2})},
      {"batch", stale, "D", "other sizes", apply({.batches = 3})},
      {"one A", stale, "A", "other sizes", apply({.batches = 2, .one_structured = true})},
      {"side", stale, "A", "other sizes", apply({.side = Side::right, .batches = 2})},
      {"kind", stale, "A", "or kind", apply({.batches = 2, .kind = structured_1_4})},
  });
  EXPECT_NO_THROW(apply({.batches = 2})());
}

TEST(StructuredSearch, MeasuresSavesAndReplays) {
  const Exec exec;
  Product16 product{Product{}};
  const auto& A = product.compressed;
  const auto B = product.dense.batch();
  const auto D = product.D.batch();
  const auto found = structured_search(exec, N, N, A, B, D, {.samples = 3, .sample_seconds = 1e-5});
  product.D.download();
  product.D.for_each([](int64_t, int64_t, int64_t, float& value) { EXPECT_NE(value, value); });
  const auto kernels = structured_matmul_kernels(exec, N, N, A, B, D);
  ASSERT_EQ(found.measurements.size(), kernels.size());
  double best = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < kernels.size(); ++i) {
    EXPECT_EQ(found.measurements[i].kernel, kernels[i]);
    EXPECT_GT(found.measurements[i].seconds, 0);
    best = std::min(best, found.measurements[i].seconds);
  }
  EXPECT_EQ(found.choice.seconds, best);

  const auto choice = StructuredChoice::from_text(found.choice.text());
  EXPECT_EQ(choice.key, found.choice.key);
  EXPECT_EQ(choice.kernel, found.choice.kernel);
  EXPECT_EQ(choice.seconds, found.choice.seconds);
  EXPECT_EQ(structured_replay(exec, choice, N, N, A, B, D).kernel().name, choice.kernel);

  StructuredChoice generic = choice;
  generic.kernel = "structured_matmul_generic";
  const auto plan = structured_replay(exec, generic, N, N, A, B, D);
  EXPECT_EQ(plan.apply(exec, 1, A, B, D).name, generic.kernel);
}

TEST(StructuredSearch, WithinALimitOfWorkspace) {
  const LongProduct product(128, 64, 4096);
  const auto kernels =
      structured_matmul_kernels(product.exec, N, N, product.A, product.B, product.D);
  const auto bytes = [&](std::string_view kernel) {
    return product.plan({.kernel = kernel}).workspace_bytes();
  };
  for (const std::size_t limit : {std::size_t(0), std::size_t(1) << 18, ~std::size_t(0)}) {
    const auto found =
        structured_search(product.exec, N, N, product.A, product.B, product.D,
                          {.samples = 1, .sample_seconds = 0, .workspace_limit = limit});
    std::vector<std::string_view> expected, measured;
    for (const std::string_view kernel : kernels)
      if (bytes(kernel) <= limit) expected.push_back(kernel);
    for (const auto& measurement : found.measurements) measured.push_back(measurement.kernel);
    EXPECT_EQ(measured, expected);
    const auto plan =
        structured_replay(product.exec, StructuredChoice::from_text(found.choice.text()), N, N,
                          product.A, product.B, product.D);
    EXPECT_EQ(plan.kernel().name, found.choice.kernel);
    EXPECT_LE(plan.workspace_bytes(), limit);
  }
}

TEST(StructuredSearch, RefusesWhatIsNotItsChoice) {
  const Exec exec;
  const Product16 product{Product{}}, wider({.n = 22}), sparser({.kind = structured_1_4});
  const auto replay = [&](const StructuredChoice& choice, const Product16& operands,
                          OnMismatch on_mismatch = OnMismatch::reject) {
    return structured_replay(exec, choice, N, N, operands.compressed, operands.dense.batch(),
                             operands.D.batch(), on_mismatch);
  };
  const StructuredChoice choice =
      structured_search(exec, N, N, product.compressed, product.dense.batch(), product.D.batch(),
                        {.samples = 1, .sample_seconds = 0})
          .choice;
  StructuredChoice moved = choice, unknown = choice;
  moved.key.machine = "another";
  unknown.kernel = "no_such_kernel";
  std::string damaged = choice.text(), cut = choice.text(), renamed = choice.text();
  damaged[damaged.find("kernel = ") + 10] = '!';
  cut.resize(cut.find("end = "));
  renamed.replace(renamed.find("kernel"), 6, "colour");
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"product", Status::stale_plan, "choice", "67 x 22 x 70", [&] { replay(choice, wider); }},
      {"kind", Status::stale_plan, "choice", "1:4", [&] { replay(choice, sparser); }},
      {"machine", Status::stale_plan, "choice", "instead of 'another'",
       [&] { replay(moved, product); }},
      {"kernel", Status::not_supported, "options.kernel", "structured_matmul_generic",
       [&] { replay(unknown, product); }},
      {"damaged", invalid, "text", "checksum", [&] { StructuredChoice::from_text(damaged); }},
      {"cut", invalid, "text", "line 7", [&] { StructuredChoice::from_text(cut); }},
      {"longer", invalid, "text", "line 7",
       [&] { StructuredChoice::from_text(choice.text() + "x"); }},
      {"another field", invalid, "text",
       "'kernel = ", [&] { StructuredChoice::from_text(renamed); }},
      {"something else", invalid, "text", "line 1: 'abc'",
       [&] { StructuredChoice::from_text("abc"); }},
      {"nothing", invalid, "text", "line 1: ''", [&] { StructuredChoice::from_text(""); }},
  });
  // A tuned kernel need not take the other product.
  StructuredChoice general = choice;
  general.kernel = "structured_matmul_generic";
  EXPECT_NO_THROW(replay(general, wider, OnMismatch::ignore));
}

}  // namespace
}  // namespace filigree::test
