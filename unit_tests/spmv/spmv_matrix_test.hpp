// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <set>
#include <string>
#include <string_view>
#include <tuple>

#include "spmv_support.hpp"

/// One test body for every format, scalar combination, index and offset type: the files that
/// include it name the matrices.

namespace filigree::test {

template <class A_, class X_, class Y_>
struct Scalars {
  using A = A_;
  using X = X_;
  using Y = Y_;
  using Compute = spmv_compute_t<A, X, Y>;
};

/// The tuned kernels for stored values of the default execution space.
#if defined(KOKKOS_ENABLE_CUDA)
inline constexpr std::array<std::string_view, 5> named_kernels{
    "csr_stream_cuda", "csr_compressed_cuda", "csr_warp_tile_cuda", "csr_subwarp_cuda",
    "csr_hot_columns_cuda"};
#else
inline constexpr std::array<std::string_view, 3> named_kernels{"csr_host", "csr_compressed_host",
                                                               "csr_transposed_host"};
#endif

/// Those that a test of this process ran by name, and found right.
inline std::set<std::string_view>& kernels_that_ran() {
  static std::set<std::string_view> names;
  return names;
}

/// Calls body.operator()<Scalars<...>>() for some combinations that between them show every
/// conversion: bodies that vary something else. Instrumented by a sanitizer, for two: the others
/// would take minutes to compile and walk the same memory in the same way.
template <class Body>
void for_some_scalars(const Body& body) {
  body.template operator()<Scalars<double, double, double>>();
  body.template operator()<Scalars<std::int8_t, std::int8_t, std::int32_t>>();
#if !defined(FILIGREE_TEST_FEW_TYPES)
  body.template operator()<Scalars<complex_float, complex_float, complex_float>>();
  body.template operator()<Scalars<bfloat16, bfloat16, bfloat16>>();
#endif
}

/// Calls body for every combination that spmv takes.
template <class Body>
void for_each_scalars(const Body& body) {
#if defined(FILIGREE_TEST_FEW_TYPES)
  for_some_scalars(body);
  body.template operator()<Scalars<complex_float, complex_float, complex_float>>();
#else
#define FILIGREE_SPMV_TYPES(a, x, y, compute)                                            \
  {                                                                                      \
    SCOPED_TRACE("A " + std::string(scalar_name<a>) + ", x " + scalar_name<x> + ", y " + \
                 scalar_name<y>);                                                        \
    body.template operator()<Scalars<a, x, y>>();                                        \
  }
#include <filigree/detail/spmv_types.inc>
#undef FILIGREE_SPMV_TYPES
#endif
}

/// alpha and beta that Compute holds.
template <class Compute>
std::pair<Compute, Compute> scalars_of(int variant) {
  const bool plain = variant == 0;
  if constexpr (is_complex_v<Compute>)
    return {plain ? Compute(1, 0) : Compute(1.5, -0.5), plain ? Compute(0, 0) : Compute(-0.25, 1)};
  else
    return {plain ? Compute(1) : Compute(-2), plain ? Compute(0) : Compute(3)};
}

/// All that one matrix is asked for: one-shot and planned, in place and out of place.
template <class Exec, class S, class Matrix>
class ProductTest {
 public:
  using A = typename S::A;
  using X = typename S::X;
  using Y = typename S::Y;
  using Compute = typename S::Compute;
  using Space = typename Exec::memory_space;

  ProductTest(const Triplets& triplets, const MatrixProperties& properties, Order order)
      : triplets_(triplets),
        properties_(properties),
        matrix_(MatrixFrom<Matrix>::make(triplets, properties, order)) {}

  void run(Op op) {
    SCOPED_TRACE(std::string(MatrixFrom<Matrix>::format) + ", " +
                 describe(op, matrix_.properties()) + ", " + std::to_string(triplets_.num_rows) +
                 " x " + std::to_string(triplets_.num_cols));
    const bool transposed = op != Op::none;
    std::mt19937 random(11);
    x_ = random_vector<X>(random, transposed ? triplets_.num_rows : triplets_.num_cols);
    y_ = random_vector<Y>(random, transposed ? triplets_.num_cols : triplets_.num_rows);
    for (const int variant : {0, 1}) {
      Case& c = cases_[std::size_t(variant)];
      std::tie(c.alpha, c.beta) = scalars_of<Compute>(variant);
      c.expected =
          reference_product(op, triplets_, properties_, widen(c.alpha), x_, widen(c.beta), y_);
    }
    one_shot(op);
    planned(op);
    named(op);
  }

 private:
  struct Case {
    Compute alpha{};
    Compute beta{};
    Reference expected;
  };

  /// y, poisoned where it must not be read.
  std::vector<Y> start(const Case& c) const {
    return c.beta == Compute{} ? std::vector<Y>(y_.size(), poison<Y>()) : y_;
  }
  std::vector<Y> poisoned() const { return std::vector<Y>(y_.size(), poison<Y>()); }

  void one_shot(Op op) {
    const GuardedVector<X, Space> x(x_);
    for (const Case& c : cases_)
      for (const bool deterministic : {false, true}) {
        if (deterministic && c.beta == Compute{}) continue;  // the same plan as below
        SCOPED_TRACE(deterministic ? "one-shot, deterministic" : "one-shot");
        const GuardedVector<Y, Space> y(start(c));
        const KernelId kernel = spmv(exec_, op, c.alpha, matrix_, x.view, c.beta, y.view,
                                     {deterministic, Backend::generic});
        EXPECT_EQ(kernel.name, deterministic ? "csr_generic" : one_shot_kernel(op));
        EXPECT_TRUE((is_close<Y, Compute>(y.get(), c.expected)));
      }
    for (const Case& c : cases_) {
      SCOPED_TRACE("one-shot, automatic");
      const GuardedVector<Y, Space> y(start(c));
      const KernelId kernel = spmv(exec_, op, c.alpha, matrix_, x.view, c.beta, y.view);
      expect_automatic(op, kernel);
      EXPECT_TRUE((is_close<Y, Compute>(y.get(), c.expected)));
    }
  }

  /// On a host all rows of op(A) that are stored have a tuned kernel, for numbers of one
  /// floating-point type; products of 8- and 16-bit numbers have none.
  void expect_automatic(Op op, KernelId kernel) const {
    if constexpr (detail::is_host_execution_v<Exec>) {
      const bool is_general = properties_.type == MatrixType::general;
      const std::string generic = one_shot_kernel(op);
      const bool is_narrow = sizeof(A) < sizeof(float) * (is_complex_v<A> ? 2 : 1);
      if (is_narrow || generic == "coo_scatter") {
        EXPECT_EQ(kernel.name, generic);
      } else if (is_general && generic == "csr_generic" && std::is_same_v<A, X>) {
        EXPECT_EQ(kernel.name, "csr_host");
      }
    }
  }

  void planned(Op op) {
    const GuardedVector<X, Space> x(x_);
    for (const Backend backend : {Backend::generic, Backend::automatic}) {
      SCOPED_TRACE(backend == Backend::generic ? "generic plan" : "plan");
      const auto plan = spmv_plan(exec_, op, matrix_, {false, backend});
      if (backend == Backend::automatic && plan.kernel().name == "csr_generic")
        continue;  // as before
      for (const Case& c : cases_) {
        const GuardedVector<Y, Space> y(start(c));
        const GuardedVector<Y, Space> z(poisoned());
        const KernelId kernel = plan.apply(exec_, c.alpha, matrix_, x.view, c.beta, y.view, z.view);
        if (backend == Backend::generic || kernel != plan.kernel()) {
          EXPECT_EQ(kernel.name, "csr_generic");
        }
        if (kernel != plan.kernel()) expect_not_tuned(op);
        EXPECT_TRUE((is_close<Y, Compute>(z.get(), c.expected)));
        EXPECT_EQ(plan.apply(exec_, c.alpha, matrix_, x.view, c.beta, y.view), kernel);
        EXPECT_TRUE((is_close<Y, Compute>(y.get(), c.expected)));
      }
    }
  }

  /// The kernels that a plan would not choose for so small a matrix. Those that do not take it say
  /// so; every_tuned_kernel_ran makes sure that each took some.
  void named(Op op) {
    const GuardedVector<X, Space> x(x_);
    for (const std::string_view name : named_kernels) {
      SCOPED_TRACE(name);
      try {
        const auto plan = spmv_plan(exec_, op, matrix_, {.kernel = name});
        EXPECT_EQ(plan.kernel().name, name);
        for (const Case& c : cases_) {
          const GuardedVector<Y, Space> y(start(c));
          const GuardedVector<Y, Space> z(poisoned());
          EXPECT_EQ(plan.apply(exec_, c.alpha, matrix_, x.view, c.beta, y.view, z.view).name, name);
          EXPECT_TRUE((is_close<Y, Compute>(z.get(), c.expected)));
        }
      } catch (const Error& error) {
        ASSERT_EQ(error.status(), Status::not_supported) << error.what();
        continue;
      }
      kernels_that_ran().insert(name);
    }
  }

  /// The plan's tuned kernel is not there for these types of x and y: who insists on it is told so.
  void expect_not_tuned(Op op) {
    const auto plan = spmv_plan(exec_, op, matrix_, {.backend = Backend::tuned});
    const GuardedVector<X, Space> x(x_);
    const GuardedVector<Y, Space> y(poisoned());
    try {
      plan.apply(exec_, cases_[0].alpha, matrix_, x.view, cases_[0].beta, y.view);
      ADD_FAILURE() << "Backend::tuned fell back to another kernel";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::not_supported);
    }
  }

  /// What a generic one-shot product must run.
  std::string one_shot_kernel(Op op) const {
    const std::string format = MatrixFrom<Matrix>::format;
    const bool mirrored =
        properties_.type == MatrixType::symmetric || properties_.type == MatrixType::hermitian;
    const bool rows = format == "csr" ? op == Op::none : (format == "csc" && op != Op::none);
    if (!mirrored && rows) return "csr_generic";
    // Atomics need a result of the compute type; a host's threads have sums of their own.
    constexpr bool scatters = std::is_same_v<Y, Compute> || detail::is_host_execution_v<Exec>;
    if (!scatters) return "csr_generic";
    return format == "coo" ? "coo_scatter" : "csr_scatter";
  }

  Exec exec_;
  Triplets triplets_;
  MatrixProperties properties_;
  Matrix matrix_;
  std::vector<X> x_;
  std::vector<Y> y_;
  std::array<Case, 2> cases_;
};

/// Every op, matrix type, base and order on small matrices.
template <class Exec, class S, class Matrix>
void test_all_properties() {
  std::mt19937 random(3);
  const auto general = random_triplets<typename S::A>(random, {37, 53, 3, 5, true});
  const auto square = random_triplets<typename S::A>(random, {41, 41, 4, 7, false});
  // Base and order vary together: what one does to a product does not depend on the other.
  for (const auto& [base, order] :
       {std::pair(IndexBase::zero, Order::sorted), std::pair(IndexBase::one, Order::shuffled)})
    for (const auto& properties : all_properties(base)) {
      const bool is_general = properties.type == MatrixType::general;
      ProductTest<Exec, S, Matrix> test(is_general ? general : square, properties, order);
      for (const Op op : all_ops) test.run(op);
      if (::testing::Test::HasFailure()) return;
    }
}

/// General matrices past a warp, a block and a grid of the device, with one full row.
template <class Exec, class S, class Matrix>
void test_large() {
  std::mt19937 random(5);
  for (const Shape& shape :
       {Shape{1000, 1300, 3, -1, false}, Shape{6000, 500, 12, 17, true}, Shape{300, 4000, 150}}) {
    const auto triplets = random_triplets<typename S::A>(random, shape);
    ProductTest<Exec, S, Matrix> test(triplets, {}, Order::shuffled);
    for (const Op op : all_ops) test.run(op);
  }
}

/// Matrices without rows, columns or entries.
template <class Exec, class S, class Matrix>
void test_empty() {
  for (const auto& [rows, cols] :
       {std::pair(0, 0), std::pair(0, 5), std::pair(5, 0), std::pair(300, 200)}) {
    ProductTest<Exec, S, Matrix> test(Triplets{rows, cols, {}}, {}, Order::sorted);
    for (const Op op : all_ops) test.run(op);
  }
}

}  // namespace filigree::test
