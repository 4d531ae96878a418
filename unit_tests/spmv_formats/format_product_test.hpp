// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <array>
#include <string>
#include <tuple>

#include "format_from.hpp"
#include "spmv/spmv_matrix_test.hpp"

/// One test body for every format, as spmv_matrix_test.hpp has it for Csr, Csc and Coo.

namespace filigree::test {

/// What a format promises.
struct DefaultTraits {
  static constexpr bool has_rows = true;         ///< products read it as it is, for some op:
  static constexpr bool by_columns = false;      ///< for the transposed ones
  static constexpr bool rounds_once = true;      ///< a result narrower than the compute type
  static constexpr bool has_duplicates = false;  ///< it may store an entry twice
};
template <class Matrix>
struct FormatTraits : DefaultTraits {};
template <class S, class I, class M>
struct FormatTraits<EllMatrix<S, I, M>> : DefaultTraits {
  static constexpr bool has_duplicates = true;
};
template <class S, class I, class O, class M>
struct FormatTraits<SellMatrix<S, I, O, M>> : DefaultTraits {
  static constexpr bool has_duplicates = true;
};
template <class S, class I, class O, class M>
struct FormatTraits<BscMatrix<S, I, O, M>> : DefaultTraits {
  static constexpr bool by_columns = true;
};
template <class S, class I, class M>
struct FormatTraits<HybMatrix<S, I, M>> : DefaultTraits {
  static constexpr bool rounds_once = false;
  static constexpr bool has_duplicates = true;
};
template <class S, class I, class M>
struct FormatTraits<CooAosMatrix<S, I, M>> : DefaultTraits {
  static constexpr bool has_rows = false;
  static constexpr bool has_duplicates = true;
};

/// All that one matrix is asked for: one-shot and planned, in place and out of place.
template <class Exec, class S, class Matrix>
class FormatTest {
 public:
  using A = typename S::A;
  using X = typename S::X;
  using Y = typename S::Y;
  using Compute = typename S::Compute;
  using Space = typename Exec::memory_space;
  using Traits = FormatTraits<Matrix>;

  FormatTest(const Triplets& triplets, const MatrixProperties& properties, Order order)
      : triplets_(triplets),
        properties_(properties),
        matrix_(MatrixFrom<Matrix>::make(triplets, properties, order)) {}

  void run(Op op) {
    SCOPED_TRACE(std::string(Matrix::format_name) + ", " + describe(op, matrix_.properties()) +
                 ", " + std::to_string(triplets_.num_rows) + " x " +
                 std::to_string(triplets_.num_cols));
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

  static void expect_right(const Case& c, const std::vector<Y>& result) {
    // Rounded after each part, the error is relative to the parts.
    if constexpr (Traits::rounds_once)
      EXPECT_TRUE((is_close<Y, Compute>(result, c.expected)));
    else
      EXPECT_TRUE((is_close<Y, Y>(result, c.expected)));
  }

  void one_shot(Op op) {
    const GuardedVector<X, Space> x(x_);
    for (const Case& c : cases_) {
      for (const bool deterministic : {false, true}) {
        if (deterministic && c.beta == Compute{}) continue;  // the same plan as below
        SCOPED_TRACE(deterministic ? "one-shot, deterministic" : "one-shot");
        const GuardedVector<Y, Space> y(start(c));
        const KernelId kernel = spmv(exec_, op, c.alpha, matrix_, x.view, c.beta, y.view,
                                     {deterministic, Backend::generic});
        EXPECT_EQ(kernel.name, one_shot_kernel(op, deterministic));
        expect_right(c, y.get());
      }
      const GuardedVector<Y, Space> y(start(c));
      const GuardedVector<Y, Space> z(std::vector<Y>(y_.size(), poison<Y>()));
      spmv(exec_, op, c.alpha, matrix_, x.view, c.beta, y.view, z.view);
      expect_right(c, z.get());
      (void)y.get();
    }
  }

  void planned(Op op) {
    const GuardedVector<X, Space> x(x_);
    for (const Backend backend : {Backend::generic, Backend::automatic}) {
      SCOPED_TRACE(backend == Backend::generic ? "generic plan" : "plan");
      const auto plan = spmv_plan(exec_, op, matrix_, {false, backend});
      if (backend == Backend::generic) {
        EXPECT_EQ(plan.kernel().name, planned_kernel(op));
      } else if (plan.kernel().name == planned_kernel(op)) {
        continue;  // as before
      }
      for (const Case& c : cases_) {
        const GuardedVector<Y, Space> y(start(c));
        const GuardedVector<Y, Space> z(std::vector<Y>(y_.size(), poison<Y>()));
        const KernelId kernel = plan.apply(exec_, c.alpha, matrix_, x.view, c.beta, y.view, z.view);
        if (backend == Backend::generic || kernel != plan.kernel()) {
          EXPECT_EQ(kernel.name, planned_kernel(op));
        }
        expect_right(c, z.get());
        EXPECT_EQ(plan.apply(exec_, c.alpha, matrix_, x.view, c.beta, y.view), kernel);
        expect_right(c, y.get());
      }
    }
  }

  /// Whether the format is read as it is.
  bool is_stored(Op op) const {
    const bool mirrored =
        properties_.type == MatrixType::symmetric || properties_.type == MatrixType::hermitian;
    return Traits::has_rows && !mirrored && (op != Op::none) == Traits::by_columns;
  }
  std::string planned_kernel(Op op) const {
    return is_stored(op) ? MatrixFrom<Matrix>::kernel + std::string("_generic") : "csr_generic";
  }
  std::string one_shot_kernel(Op op, bool deterministic) const {
    // Atomics need a result of the compute type; a host's threads have sums of their own. A sum of
    // two parts that is rounded after each takes a plan.
    const bool scatters =
        std::is_same_v<Y, Compute> ||
        (detail::is_host_execution_v<Exec> && (Traits::rounds_once || triplets_.entries.empty()));
    if (is_stored(op) || deterministic || !scatters) return planned_kernel(op);
    return MatrixFrom<Matrix>::kernel + std::string("_scatter");
  }

  Exec exec_;
  Triplets triplets_;
  MatrixProperties properties_;
  Matrix matrix_;
  std::vector<X> x_;
  std::vector<Y> y_;
  std::array<Case, 2> cases_;
};

/// Every op, matrix type, base and order on small matrices, with empty rows and one full one.
template <class Exec, class S, class Matrix>
void test_format_properties() {
  std::mt19937 random(3);
  const bool duplicates = FormatTraits<Matrix>::has_duplicates;
  const auto general = random_triplets<typename S::A>(random, {37, 53, 3, 5, duplicates});
  const auto square = random_triplets<typename S::A>(random, {41, 41, 4, 7, false});
  // Base and order vary together: what one does to a product does not depend on the other.
  for (const auto& [base, order] :
       {std::pair(IndexBase::zero, Order::sorted), std::pair(IndexBase::one, Order::shuffled)})
    for (const auto& properties : all_properties(base)) {
      const bool is_general = properties.type == MatrixType::general;
      FormatTest<Exec, S, Matrix> test(is_general ? general : square, properties, order);
      for (const Op op : all_ops) test.run(op);
      if (::testing::Test::HasFailure()) return;
    }
}

inline const std::vector<Shape> past_a_block{{1000, 1300, 3}, {700, 300, 12, 17}};
/// For formats that store a diagonal an entry.
inline const std::vector<Shape> just_past_a_block{{300, 390, 3}, {290, 120, 12, 17}};

/// General matrices past a warp and a block of the device, and matrices without rows, columns or
/// entries.
template <class Exec, class S, class Matrix>
void test_format_sizes(const std::vector<Shape>& shapes = past_a_block) {
  std::mt19937 random(5);
  std::vector<Triplets> all{{0, 0, {}}, {0, 5, {}}, {5, 0, {}}, {300, 200, {}}};
  for (const Shape& shape : shapes) all.push_back(random_triplets<typename S::A>(random, shape));
  for (const Triplets& triplets : all)
    for (const Order order : {Order::sorted, Order::shuffled}) {
      FormatTest<Exec, S, Matrix> test(triplets, {}, order);
      for (const Op op : all_ops) test.run(op);
      if (::testing::Test::HasFailure()) return;
    }
}

/// Tests on the host, where the default execution space is a device.
template <class S, template <class> class MatrixIn>
void test_format_on_host() {
  using Host = Kokkos::DefaultHostExecutionSpace;
  if constexpr (!std::is_same_v<Host, Kokkos::DefaultExecutionSpace>)
    test_format_properties<Host, S, MatrixIn<Kokkos::HostSpace>>();
}

using I32 = std::int32_t;
using I64 = std::int64_t;

}  // namespace filigree::test
