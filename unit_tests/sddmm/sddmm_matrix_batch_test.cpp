// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/refusals.hpp"
#include "sddmm_support.hpp"
#include "spmm/matrix_batch_support.hpp"
#include "spmv/event_counts.hpp"

/// Batches in which each matrix of C has a pattern of its own: C_i = A B, A_i B, A B_i and A_i B_i.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using i32 = std::int32_t;
using i64 = std::int64_t;

struct Setup {
  Op op_a = Op::none;
  Op op_b = Op::none;
  bool many_a = false;
  bool many_b = false;
  bool planned = false;
  Layout a_layout = Layout::row_major;
  Layout b_layout = Layout::column_major;
  i64 inner = 6;
  int variant = 0;

  std::string text() const {
    return "op A " + std::string(name(op_a)) + ", op B " + std::string(name(op_b)) +
           (many_a ? ", A_i" : ", A") + (many_b ? " B_i, " : " B, ") + layout_name(a_layout) +
           ", " + layout_name(b_layout) + (planned ? ", planned" : "") + ", variant " +
           std::to_string(variant);
  }
};

template <class Matrix_, class AB_>
struct Case {
  using Matrix = Matrix_;
  using AB = AB_;
};

/// The patterns, and products that they sample.
template <class Case>
class MatrixBatchTest {
 public:
  using Matrix = typename Case::Matrix;
  using AB = typename Case::AB;
  using C = typename Matrix::scalar_type;
  using Compute = sddmm_compute_t<AB, AB, C>;

  MatrixBatchTest(const std::vector<Triplets>& triplets, const MatrixProperties& properties,
                  Order order)
      : MatrixBatchTest(matrices_of(triplets, properties, order)) {}

  KernelId run(const Setup& setup) {
    SCOPED_TRACE(setup.text());
    const auto count = i64(places_.size());
    const auto batch = owned_.batch();
    std::mt19937 random(9);
    const auto [alpha, beta] = alpha_beta<Compute>(setup.variant);
    const auto a = random_operand<AB>(random, setup.op_a, setup.many_a ? count : 1,
                                      batch.num_rows(), setup.inner);
    const auto b = random_operand<AB>(random, setup.op_b, setup.many_b ? count : 1, setup.inner,
                                      batch.num_cols());
    // What lies behind a matrix's values, or outside of it in its blocks, stays.
    const auto length = std::size_t(owned_.values().stride());
    auto before = random_vector<C>(random, count * i64(length));
    for (std::size_t i = 0; i < places_.size(); ++i)
      for (std::size_t p = 0; p < length; ++p)
        if (beta == Compute{} || p >= places_[i].size() || places_[i][p].row < 0)
          before[i * length + p] = poison<C>();
    const GuardedVector<C, Space> values(before);
    const DeviceDense<AB, Space> a_view(a, setup.a_layout, poison<AB>());
    const DeviceDense<AB, Space> b_view(b, setup.b_layout, poison<AB>());
    const auto c = owned_.batch(values.view.data());
    KernelId kernel;
    const auto product = [&](const auto& left, const auto& right) {
      if (setup.planned)
        kernel = sddmm_plan(exec_, batch)
                     .apply(exec_, setup.op_a, setup.op_b, alpha, left, right, beta, c);
      else
        kernel = sddmm(exec_, setup.op_a, setup.op_b, alpha, left, right, beta, c);
    };
    const auto with_b = [&](const auto& left) {
      setup.many_b ? product(left, b_view.batch()) : product(left, b_view.single());
    };
    setup.many_a ? with_b(a_view.batch()) : with_b(a_view.single());
    exec_.fence();
    const auto after = values.get();
    for (std::size_t i = 0; i < places_.size(); ++i) {
      auto places = places_[i];
      places.resize(length);  // gaps are padding
      const auto part = [&](const std::vector<C>& all) {
        return std::vector<C>(all.begin() + std::ptrdiff_t(i * length),
                              all.begin() + std::ptrdiff_t((i + 1) * length));
      };
      EXPECT_TRUE(is_sampled_product(places, alpha, turned(a, setup.op_a),
                                     setup.many_a ? i64(i) : 0, turned(b, setup.op_b),
                                     setup.many_b ? i64(i) : 0, beta, part(before), part(after)))
          << "matrix " << i;
    }
    return kernel;
  }

 private:
  explicit MatrixBatchTest(const std::vector<Matrix>& matrices) : owned_(matrices) {
    for (const Matrix& A : matrices) places_.push_back(places_of(A));
  }
  static std::vector<Matrix> matrices_of(const std::vector<Triplets>& triplets,
                                         const MatrixProperties& properties, Order order) {
    std::vector<Matrix> matrices;
    for (const auto& t : triplets)
      matrices.push_back(MatrixFrom<Matrix>::make(t, properties, order));
    return matrices;
  }

  Exec exec_;
  OwnedBatch<Matrix> owned_;
  std::vector<std::vector<Place>> places_;
};

template <class Case>
class SddmmMatrixBatch : public ::testing::Test {
 protected:
  static std::vector<Triplets> triplets(i64 count, i64 num_rows, i64 num_cols) {
    return different_triplets<typename Case::Matrix::scalar_type>(count, num_rows, num_cols, false);
  }
};
using Cases = ::testing::Types<Case<CsrMatrix<double, i32, i32, Space>, double>,
                               Case<CsrMatrix<complex_float, i32, i64, Space>, complex_float>,
                               Case<CsrMatrix<float, i64, i32, Space>, half>,
                               Case<CscMatrix<bfloat16, i64, i64, Space>, bfloat16>,
                               Case<BsrMatrix<float, i32, i32, Space>, float>,
                               Case<BsrMatrix<complex_double, i64, i64, Space>, complex_double>,
                               Case<BscMatrix<double, i32, i64, Space>, double>>;
TYPED_TEST_SUITE(SddmmMatrixBatch, Cases);

TYPED_TEST(SddmmMatrixBatch, products) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const Order order = base == IndexBase::zero ? Order::sorted : Order::shuffled;
    MatrixBatchTest<TypeParam> test(this->triplets(4, 23, 18), {base}, order);
    int which = 0;
    for (const Op op_a : all_ops)
      for (const bool many_a : {false, true})
        for (const bool many_b : {false, true})
          for (const bool planned : {false, true}) {
            const Op op_b = all_ops[which % 3];
            test.run({op_a, op_b, many_a, many_b, planned, all_layouts[which % 5],
                      all_layouts[which / 2 % 5], which % 7, which / 2 % 2});
            ++which;
          }
  }
}

TYPED_TEST(SddmmMatrixBatch, batches_of_one_and_empty_matrices) {
  for (const bool planned : {false, true}) {
    const Setup setup{.many_a = true, .many_b = true, .planned = planned};
    MatrixBatchTest<TypeParam>(this->triplets(1, 12, 9), {}, Order::sorted).run(setup);
    const Triplets no_entries{12, 9, {}}, no_rows{0, 9, {}}, no_cols{12, 0, {}};
    MatrixBatchTest<TypeParam>({3, no_entries}, {}, Order::sorted).run(setup);
    MatrixBatchTest<TypeParam>({3, no_rows}, {}, Order::sorted).run(setup);
    MatrixBatchTest<TypeParam>({3, no_cols}, {}, Order::sorted).run(setup);
  }
}

/// Larger than a team's share and a grid's first wave.
TYPED_TEST(SddmmMatrixBatch, larger_matrices) {
  MatrixBatchTest<TypeParam> test(this->triplets(3, 700, 600), {}, Order::shuffled);
  for (const Layout b_layout : {Layout::column_major, Layout::row_major})
    test.run({.many_a = true,
              .planned = true,
              .a_layout = Layout::padded_row_major,
              .b_layout = b_layout,
              .inner = 33,
              .variant = 1});
}

using Csr = CsrMatrix<double, i32, i32, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

TEST(SddmmMatrixBatches, of_65535_small_matrices) {
  const SingleEntries<Space> entries;
  Kokkos::deep_copy(entries.values, poison<double>());
  const auto c = entries.csr();
  const auto a_view = upload<Space>(std::vector<double>{1, 2, 3});
  const auto b_view = upload<Space>(std::vector<double>{5, 7});
  const Exec exec;
  sddmm(exec, 2.0, Dense(a_view.data(), 3, 1), Dense(b_view.data(), 1, 2), 0.0, c);
  exec.fence();
  const auto result = download(entries.values);
  i64 wrong = 0;
  for (i64 i = 0; i < entries.count; ++i)
    wrong += result[std::size_t(i)] != 2.0 * double(1 + i % 3) * (i % 2 == 0 ? 5 : 7);
  EXPECT_EQ(wrong, 0);
}

/// C is 30 x 50, the inner size is 4.
class SddmmMatrixBatchArguments : public ::testing::Test {
 protected:
  MatrixBatch<Csr> batch_of(i64 count) const {
    return {owned.batch().first(), count, owned.strides()};
  }

  Exec exec;
  OwnedBatch<Csr> owned{three_matrices<Space>()};
  MatrixBatch<Csr> c = owned.batch();
  Dense a{"A", 30, 4}, b{"B", 4, 50};
  Kokkos::View<double***, Kokkos::LayoutRight, Space> as{"As", 3, 30, 4};
};

TEST_F(SddmmMatrixBatchArguments, apply_and_one_shot_allocate_and_wait_for_nothing) {
  const auto plan = sddmm_plan(exec, c);
  EXPECT_EQ(plan.workspace_bytes(4), 0u);
  plan.apply(exec, 1.0, as, b, 0.0, c);
  sddmm(exec, 1.0, as, b, 0.0, c);
  exec.fence();
  const EventCounts counts;
  plan.apply(exec, 1.0, as, b, 0.0, c);
  EXPECT_EQ(sddmm(exec, 1.0, as, b, 0.0, c).name, "sddmm_csr_generic");
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.fences(), 0);
  EXPECT_EQ(counts.copies(), 0);
}

TEST_F(SddmmMatrixBatchArguments, wrong_in_turn) {
  constexpr Status invalid = Status::invalid_value;
  auto shared = owned.strides();
  shared.values = 0;
  const double* const memory = owned.values().data();
  EXPECT_NO_THROW(sddmm(exec, 1.0, a, b, 0.0, batch_of(0)));
  expect_refusals({
      {"A's count", invalid, "A", "a batch of 3, expected a batch of 2",
       [&] { sddmm(exec, 1.0, as, b, 0.0, batch_of(2)); }},
      {"A's size", invalid, "A", "4 x 50, expected 30 rows",
       [&] { sddmm(exec, 1.0, b, b, 0.0, c); }},
      {"values of matrices", invalid, "C", "a stride of 0, so that matrices share memory",
       [&] { sddmm(exec, 1.0, a, b, 0.0, MatrixBatch(c.first(), 3, shared)); }},
      {"A and the last matrix of C", invalid, "A", "shared with C",
       [&] {
         const Kokkos::View<const double**, Kokkos::LayoutRight, Space> inside(
             memory + 2 * owned.values().stride(), 30, 4);
         sddmm(exec, 1.0, inside, b, 0.0, c);
       }},
      {"tuned", Status::not_supported, "options.backend", "Backend::tuned",
       [&] { sddmm(exec, 1.0, a, b, 0.0, c, {.backend = Backend::tuned}); }},
  });
}

TEST_F(SddmmMatrixBatchArguments, stale_plans) {
  const Kokkos::View<double*, Space> values("values", owned.values().all().extent(0));
  const auto plan = sddmm_plan(exec, c);
  const auto strict = sddmm_plan(exec, c, {.pattern_check = PatternCheck::content});
  EXPECT_NO_THROW(plan.apply(exec, 1.0, a, b, 0.0, owned.batch(values.data())));
  EXPECT_NO_THROW(strict.apply(exec, 1.0, a, b, 0.0, owned.batch(values.data())));
  const auto& indices = owned.indices();
  auto changed = download(indices.all());
  const auto at = std::size_t(2 * indices.stride());  // of the last matrix
  changed[at] = changed[at] == 0 ? 1 : 0;
  Kokkos::deep_copy(indices.all(), upload<Space>(changed));
  EXPECT_NO_THROW(plan.apply(exec, 1.0, a, b, 0.0, c));
  expect_refusals({
      {"count", Status::stale_plan, "C", "plan",
       [&] { plan.apply(exec, 1.0, a, b, 0.0, batch_of(2)); }},
      {"content", Status::stale_plan, "C", "plan", [&] { strict.apply(exec, 1.0, a, b, 0.0, c); }},
  });
}

}  // namespace
}  // namespace filigree::test
