// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "core/refusals.hpp"
#include "matrix_batch_support.hpp"
#include "spmv/event_counts.hpp"

/// Batches in which each matrix has a pattern of its own: A_i B and A_i B_i.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using i32 = std::int32_t;
using i64 = std::int64_t;

template <class Matrix_, class B_, class C_>
struct Case {
  using Matrix = Matrix_;
  using B = B_;
  using C = C_;
};

struct Setup {
  Op op_a = Op::none;
  Op op_b = Op::none;
  Side side = Side::left;
  bool many_b = false;
  bool planned = false;
  bool deterministic = false;
  Layout layout = Layout::row_major;
  int variant = 0;

  std::string text() const {
    return "op A " + std::string(name(op_a)) + ", op B " + std::string(name(op_b)) +
           (side == Side::right ? ", right" : "") + (many_b ? ", B_i, " : ", B, ") +
           layout_name(layout) + (planned ? ", planned" : "") +
           (deterministic ? ", deterministic" : "") + ", variant " + std::to_string(variant);
  }
};

/// The matrices, and products with them.
template <class Case>
class MatrixBatchTest {
 public:
  using Matrix = typename Case::Matrix;
  using B = typename Case::B;
  using C = typename Case::C;
  using T = typename Matrix::scalar_type;
  using Compute = spmm_compute_t<T, B, C>;

  MatrixBatchTest(std::vector<Triplets> triplets, const MatrixProperties& properties, Order order)
      : triplets_(std::move(triplets)), properties_(properties), owned_(make(order)) {}

  KernelId run(const Setup& setup) {
    SCOPED_TRACE(setup.text() + ", " + describe(setup.op_a, properties_));
    const auto count = i64(triplets_.size());
    const bool right = setup.side == Side::right;
    const bool turned_a = (setup.op_a != Op::none) != right;
    const i64 in = turned_a ? triplets_[0].num_rows : triplets_[0].num_cols;
    const i64 out = turned_a ? triplets_[0].num_cols : triplets_[0].num_rows;
    std::mt19937 random(9);
    const auto [alpha, beta] = alpha_beta<Compute>(setup.variant);
    const bool b_by_rows = (setup.op_b == Op::none) != right;
    const i64 b_count = setup.many_b ? count : 1;
    const auto b = b_by_rows ? random_dense<B>(random, b_count, in, columns)
                             : random_dense<B>(random, b_count, columns, in);
    auto before = right ? random_dense<C>(random, count, columns, out)
                        : random_dense<C>(random, count, out, columns);
    if (beta == Compute{}) std::fill(before.entries.begin(), before.entries.end(), poison<C>());
    const DeviceDense<B, Space> b_view(b, setup.layout, poison<B>());
    const DeviceDense<C, Space> c_view(before, setup.layout, narrow<C>(7));
    KernelId kernel;
    const auto batch = owned_.batch();
    const SpmmOptions options{.deterministic = setup.deterministic, .side = setup.side};
    const auto product = [&](const auto& dense) {
      if (setup.planned)
        kernel = spmm_plan(exec_, setup.op_a, batch, options)
                     .apply(exec_, setup.op_b, alpha, batch, dense, beta, c_view.batch());
      else
        kernel =
            spmm(exec_, setup.op_a, setup.op_b, alpha, batch, dense, beta, c_view.batch(), options);
    };
    setup.many_b ? product(b_view.batch()) : product(b_view.single());
    exec_.fence();
    check(setup, alpha, beta, b, before, c_view.get());
    return kernel;
  }

 private:
  static constexpr i64 columns = 5;

  OwnedBatch<Matrix> make(Order order) const {
    std::vector<Matrix> matrices;
    for (const auto& t : triplets_)
      matrices.push_back(MatrixFrom<Matrix>::make(t, properties_, order));
    return OwnedBatch<Matrix>(matrices);
  }

  /// op(B) op(A), transposed, is op(A)^T op(B)^T: here, of B as it was read, the conjugate of A^T
  /// where op(A) is A^H.
  void check(const Setup& setup, const Compute& alpha, const Compute& beta, const HostDense<B>& b,
             const HostDense<C>& before, const HostDense<C>& after) const {
    const bool right = setup.side == Side::right;
    const auto read = right ? turned(turned(b, setup.op_b), Op::transpose) : turned(b, setup.op_b);
    for (std::size_t i = 0; i < triplets_.size(); ++i) {
      Triplets t = triplets_[i];
      Op op = setup.op_a;
      if (right && op == Op::conjugate_transpose)
        for (Entry& e : t.entries) e.value = std::conj(e.value);
      if (right) op = op == Op::none ? Op::transpose : Op::none;
      const auto shown = [&](const HostDense<C>& c) {
        return right ? turned(c, Op::transpose) : c;
      };
      EXPECT_TRUE(is_product(op, t, properties_, alpha, read, setup.many_b ? i64(i) : 0, beta,
                             shown(before), shown(after), i64(i)))
          << "matrix " << i;
    }
  }

  Exec exec_;
  std::vector<Triplets> triplets_;
  MatrixProperties properties_;
  OwnedBatch<Matrix> owned_;
};

template <class Case>
class SpmmMatrixBatch : public ::testing::Test {
 protected:
  using Matrix = typename Case::Matrix;
  static std::vector<Triplets> triplets(i64 count, i64 num_rows, i64 num_cols) {
    return different_triplets<typename Matrix::scalar_type>(count, num_rows, num_cols,
                                                            !FormatArrays<Matrix>::has_offsets);
  }
};
using Cases = ::testing::Types<
    Case<CsrMatrix<double, i32, i32, Space>, double, double>,
    Case<CsrMatrix<complex_float, i32, i64, Space>, complex_float, complex_float>,
    Case<CsrMatrix<half, i64, i32, Space>, half, half>,
    Case<CsrMatrix<std::int8_t, i64, i64, Space>, std::int8_t, i32>,
    Case<CscMatrix<float, i32, i64, Space>, float, float>,
    Case<CooMatrix<double, i32, Space>, double, double>,
    Case<CooMatrix<complex_double, i64, Space>, complex_double, complex_double>,
    Case<CooMatrix<bfloat16, i32, Space>, bfloat16, bfloat16>,
    Case<BsrMatrix<float, i32, i32, Space>, float, float>,
    Case<BsrMatrix<complex_double, i64, i64, Space>, complex_double, complex_double>,
    Case<BscMatrix<double, i32, i32, Space>, double, double>>;
TYPED_TEST_SUITE(SpmmMatrixBatch, Cases);

TYPED_TEST(SpmmMatrixBatch, products) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    const Order order = base == IndexBase::zero ? Order::sorted : Order::shuffled;
    MatrixBatchTest<TypeParam> test(this->triplets(4, 23, 18), {base}, order);
    int which = 0;
    for (const Op op_a : all_ops)
      for (const bool many_b : {false, true})
        for (const bool planned : {false, true})
          for (const Side side : {Side::left, Side::right}) {
            Setup setup{op_a, all_ops[which % 3], side, many_b, planned};
            setup.layout = all_layouts[which % 5];
            setup.variant = which / 2 % 2;
            setup.deterministic = which % 4 == 0;
            ++which;
            test.run(setup);
          }
  }
}

TYPED_TEST(SpmmMatrixBatch, matrix_types) {
  const auto triplets = this->triplets(3, 15, 15);
  for (const MatrixProperties& properties : all_properties(IndexBase::one)) {
    MatrixBatchTest<TypeParam> test(triplets, properties, Order::shuffled);
    for (const Op op : all_ops)
      for (const bool planned : {false, true})
        test.run({.op_a = op, .many_b = true, .planned = planned, .variant = 1});
  }
}

TYPED_TEST(SpmmMatrixBatch, batches_of_one_and_empty_matrices) {
  for (const Op op : all_ops)
    for (const bool planned : {false, true}) {
      const Setup setup{.op_a = op, .many_b = true, .planned = planned};
      MatrixBatchTest<TypeParam>(this->triplets(1, 12, 9), {}, Order::sorted).run(setup);
      const Triplets no_entries{12, 9, {}}, no_rows{0, 9, {}}, no_cols{12, 0, {}};
      MatrixBatchTest<TypeParam>({3, no_entries}, {}, Order::sorted).run(setup);
      MatrixBatchTest<TypeParam>({3, no_rows}, {}, Order::sorted).run(setup);
      MatrixBatchTest<TypeParam>({3, no_cols}, {}, Order::sorted).run(setup);
    }
}

/// Larger than a thread block and a grid's first wave of them.
TYPED_TEST(SpmmMatrixBatch, larger_matrices) {
  MatrixBatchTest<TypeParam> test(this->triplets(3, 700, 600), {}, Order::shuffled);
  for (const Op op : {Op::none, Op::transpose})
    test.run({.op_a = op, .planned = true, .layout = Layout::padded_column_major, .variant = 1});
}

using Csr = CsrMatrix<double, i32, i32, Space>;
using Coo = CooMatrix<double, i32, Space>;

template <class Batch>
void test_many_small(const Batch& batch, Op op, bool planned) {
  const Exec exec;
  const bool turned = op != Op::none;
  const i64 in = turned ? 3 : 2, out = turned ? 2 : 3;
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> b("B", in, 1);
  Kokkos::deep_copy(b, 2.0);
  constexpr i64 many = SingleEntries<Space>::count;
  const Kokkos::View<double***, Kokkos::LayoutRight, Space> c("C", many, out, 1);
  Kokkos::deep_copy(c, poison<double>());
  if (planned)
    spmm_plan(exec, op, batch).apply(exec, 1.0, batch, b, 0.0, c);
  else
    spmm(exec, op, 1.0, batch, b, 0.0, c);
  exec.fence();
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c);
  i64 wrong = 0;
  for (i64 i = 0; i < many; ++i)
    for (i64 row = 0; row < out; ++row)
      wrong += host(i, row, 0) != (row == i % out ? 2.0 * double(i + 1) : 0.0);
  EXPECT_EQ(wrong, 0) << name(op) << (planned ? ", planned" : "");
}

TEST(SpmmMatrixBatches, of_65535_small_matrices) {
  const SingleEntries<Space> entries;
  for (const Op op : {Op::none, Op::transpose})
    for (const bool planned : {false, true}) {
      test_many_small(entries.csr(), op, planned);
      test_many_small(entries.coo(), op, planned);
    }
}

using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;
using DenseBatch = Kokkos::View<double***, Kokkos::LayoutRight, Space>;

TEST(SpmmMatrixBatches, of_none) {
  const OwnedBatch<Csr> owned(three_matrices<Space>());
  const MatrixBatch<Csr> none(owned.batch().first(), 0, {});
  const Exec exec;
  for (const Op op : all_ops) {
    const i64 in = op == Op::none ? 50 : 30, out = op == Op::none ? 30 : 50;
    const DenseBatch b("B", 0, in, 4), c("C", 0, out, 4);
    EXPECT_NO_THROW(spmm(exec, op, 1.0, none, b, 0.0, c));
    EXPECT_NO_THROW(spmm(exec, op, 1.0, none, b, 0.0, c, {.deterministic = true}));
    EXPECT_NO_THROW(spmm_plan(exec, op, none).apply(exec, 1.0, none, b, 0.0, c));
  }
}

/// One array for all: of offsets and indices, as a StridedBatch has it, or of everything.
TEST(SpmmMatrixBatches, strides_of_zero) {
  const OwnedBatch<Csr> owned(three_matrices<Space>());
  using Constant = CsrMatrix<const double, i32, i32, Space>;
  const MatrixBatch<Constant> batch = MatrixBatch<Csr>(owned.batch().first(), 2, {});
  const Exec exec;
  const DenseBatch c("C", 2, 30, 4);
  const Dense b("B", 50, 4);
  Kokkos::deep_copy(b, 1.0);
  spmm(exec, Op::none, 1.0, batch, b, 0.0, c);
  exec.fence();
  const auto host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), c);
  double sum = 0;
  for (i64 i = 0; i < 30; ++i)
    for (i64 j = 0; j < 4; ++j) {
      EXPECT_EQ(host(0, i, j), host(1, i, j));
      sum += std::abs(host(0, i, j));
    }
  EXPECT_GT(sum, 0);
}

TEST(SpmmMatrixBatches, apply_and_one_shot_allocate_and_wait_for_nothing) {
  const OwnedBatch<Csr> owned(three_matrices<Space>());
  const auto batch = owned.batch();
  const Exec exec;
  for (const Op op : all_ops) {
    const i64 in = op == Op::none ? 50 : 30, out = op == Op::none ? 30 : 50;
    const DenseBatch b("B", 3, in, 4), c("C", 3, out, 4);
    const auto plan = spmm_plan(exec, op, batch);
    EXPECT_EQ(plan.workspace_bytes(4), 0u);
    // Threads of a host add to sums of their own where entries do not lie row by row of op(A).
    const bool has_sums = detail::is_host_execution_v<Exec> && op != Op::none;
    const auto products = [&] {
      plan.apply(exec, 1.0, batch, b, 0.0, c);
      if (!has_sums) spmm(exec, op, 1.0, batch, b, 0.0, c);
    };
    products();
    exec.fence();
    const EventCounts counts;
    products();
    EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
    EXPECT_EQ(counts.fences(), 0);
    EXPECT_EQ(counts.copies(), 0);
  }
}

TEST(SpmmMatrixBatches, kernels) {
  const OwnedBatch<Csr> owned(three_matrices<Space>());
  const auto batch = owned.batch();
  const Exec exec;
  const DenseBatch b("B", 3, 50, 4), c("C", 3, 30, 4);
  EXPECT_EQ(spmm(exec, Op::none, 1.0, batch, b, 0.0, c).name, "spmm_csr_generic");
  EXPECT_EQ(spmm(exec, Op::transpose, 1.0, batch, c, 0.0, b).name, "spmm_scatter");
  EXPECT_EQ(spmm_plan(exec, Op::transpose, batch).apply(exec, 1.0, batch, c, 0.0, b).name,
            "spmm_csr_generic");
  expect_refusals({{"tuned", Status::not_supported, "options.backend", "Backend::tuned", [&] {
                      spmm(exec, Op::none, 1.0, batch, b, 0.0, c, {.backend = Backend::tuned});
                    }}});
}

TEST(SpmmMatrixBatches, wrong_arguments) {
  const OwnedBatch<Csr> owned(three_matrices<Space>());
  const auto batch = owned.batch();
  const Csr first = batch.first();
  const Coo coo;
  const Exec exec;
  const Dense b("B", 50, 4), c("C", 30, 4);
  const DenseBatch cs("Cs", 3, 30, 4);
  const auto make = [](const auto& A, i64 count, const BatchStrides& strides) {
    return [=] { MatrixBatch(A, count, strides); };
  };
  const i64 nnz = first.nnz();
  constexpr Status invalid = Status::invalid_value;
  expect_refusals({
      {"count", invalid, "count", "-1", make(first, -1, {})},
      {"offsets", invalid, "strides.offsets", "30, expected 0, or at least 31",
       make(first, 2, {30, nnz, nnz})},
      {"indices", invalid, "strides.indices", "the indices of a matrix",
       make(first, 2, {31, nnz - 1, nnz})},
      {"values", invalid, "strides.values", "the values of a matrix",
       make(first, 2, {31, nnz, nnz - 1})},
      {"negative", invalid, "strides.values", "-1, expected 0", make(first, 1, {31, nnz, -1})},
      {"too large", invalid, "strides.values", "a product from 0",
       make(first, 3, {31, nnz, std::numeric_limits<i64>::max() / 2})},
      {"coordinates", invalid, "strides.offsets", "coordinates have no offsets",
       make(coo, 2, {1, 0, 0})},
      {"C is none", invalid, "C", "as A is a batch",
       [&] { spmm(exec, Op::none, 1.0, batch, b, 0.0, c); }},
      {"A's count", invalid, "A", "a batch of 2, expected a batch of 3",
       [&] { spmm(exec, Op::none, 1.0, MatrixBatch(first, 2, owned.strides()), b, 0.0, cs); }},
      {"B's size", invalid, "B", "30 x 4, expected 50 rows",
       [&] { spmm(exec, Op::none, 1.0, batch, c, 0.0, cs); }},
  });
}

TEST(SpmmMatrixBatches, stale_plans) {
  const OwnedBatch<Csr> owned(three_matrices<Space>());
  const auto batch = owned.batch();
  const Exec exec;
  const Dense b("B", 50, 4);
  const DenseBatch c("C", 3, 30, 4), c2("C", 2, 30, 4);
  const auto strides = owned.strides();
  const Kokkos::View<double*, Space> values("values", owned.values().all().extent(0));
  const auto plan = spmm_plan(exec, Op::none, batch);
  const auto strict = spmm_plan(exec, Op::none, batch, {.pattern_check = PatternCheck::content});
  EXPECT_NO_THROW(plan.apply(exec, 1.0, owned.batch(values.data()), b, 0.0, c));
  EXPECT_NO_THROW(strict.apply(exec, 1.0, owned.batch(values.data()), b, 0.0, c));
  constexpr Status stale = Status::stale_plan;
  expect_refusals({
      {"count", stale, "A", "plan",
       [&] { plan.apply(exec, 1.0, MatrixBatch(batch.first(), 2, strides), b, 0.0, c2); }},
      {"strides", stale, "A", "plan",
       [&] {
         plan.apply(exec, 1.0, MatrixBatch(batch.first(), 3, {0, strides.indices, strides.values}),
                    b, 0.0, c);
       }},
      {"arrays", stale, "A", "plan",
       [&] { plan.apply(exec, 1.0, OwnedBatch<Csr>(three_matrices<Space>()).batch(), b, 0.0, c); }},
  });
  const auto& indices = owned.indices();
  auto changed = download(indices.all());
  const auto at = std::size_t(2 * indices.stride());  // of the last matrix
  changed[at] = changed[at] == 0 ? 1 : 0;
  Kokkos::deep_copy(indices.all(), upload<Space>(changed));
  EXPECT_NO_THROW(plan.apply(exec, 1.0, batch, b, 0.0, c));
  expect_refusals(
      {{"content", stale, "A", "plan", [&] { strict.apply(exec, 1.0, batch, b, 0.0, c); }}});
}

}  // namespace
}  // namespace filigree::test
