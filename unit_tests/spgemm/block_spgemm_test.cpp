// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <set>

#include <filigree/block_spgemm.hpp>

#include "core/refusals.hpp"
#include "spgemm_support.hpp"
#include "spmv/event_counts.hpp"

/// Products of Bsr matrices by blocks, against the products of their entries in long double.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class S, class Index = std::int32_t, class Offset = Index>
using Bsr = BsrMatrix<S, Index, Offset, Space>;
constexpr bool on_host = detail::is_host_execution_v<Exec>;
constexpr Op N = Op::none, T = Op::transpose, H = Op::conjugate_transpose;

/// A matrix and its entries.
template <class Matrix>
struct Blocks {
  Matrix matrix;
  Operand operand;
};

struct BlockShape {
  std::int64_t rows, cols;
  BlockLayout block;
  double blocks_per_row = 2;
  bool shuffled = false;  ///< and with duplicates
  IndexBase base = IndexBase::zero;
};

/// What the blocks hold outside the matrix is NaN.
template <class Matrix>
Blocks<Matrix> random_blocks(const BlockShape& shape, unsigned seed) {
  using S = typename Matrix::scalar_type;
  std::mt19937 random(seed);
  const BlockLayout block = shape.block;
  const std::int64_t block_rows = detail::groups_of(shape.rows, block.rows);
  const std::int64_t block_cols = detail::groups_of(shape.cols, block.cols);
  auto places = random_triplets<double>(
      random, {block_rows, block_cols, shape.blocks_per_row, 0, shape.shuffled});
  if (shape.shuffled) std::shuffle(places.entries.begin(), places.entries.end(), random);
  std::stable_sort(places.entries.begin(), places.entries.end(),
                   [](const Entry& a, const Entry& b) { return a.row < b.row; });
  Blocks<Matrix> result;
  result.operand.stored = {shape.rows, shape.cols, {}};
  std::vector<S> values(places.entries.size() * std::size_t(block.rows * block.cols));
  for (std::size_t k = 0; k < places.entries.size(); ++k)
    for (std::int64_t i = 0; i < block.rows; ++i)
      for (std::int64_t j = 0; j < block.cols; ++j) {
        const std::int64_t row = places.entries[k].row * block.rows + i;
        const std::int64_t col = places.entries[k].col * block.cols + j;
        S& value =
            values[k * std::size_t(block.rows * block.cols) + std::size_t(block.place(i, j))];
        const bool is_inside = row < shape.rows && col < shape.cols;
        value = is_inside ? random_scalar<S>(random) : poison<S>();
        if (is_inside) result.operand.stored.entries.push_back({row, col, widen(value)});
      }
  const int base = int(shape.base);
  MatrixProperties properties{shape.base};
  properties.sorted = properties.unique = !shape.shuffled;
  result.matrix =
      Matrix(shape.rows, shape.cols, block,
             upload<Space>(offsets_of<typename Matrix::offset_type>(
                 places.entries, block_rows, base, [](const Entry& e) { return e.row; })),
             indices_of<typename Matrix::index_type, Space>(places.entries, base,
                                                            [](const Entry& e) { return e.col; }),
             upload<Space>(values), properties);
  return result;
}

using BlockPlaces = std::set<SparseKey>;

/// Block places that a product of two stored blocks reaches.
template <class AMatrix, class BMatrix>
BlockPlaces reached(const Blocks<AMatrix>& A, Op op_a, const Blocks<BMatrix>& B, Op op_b) {
  const auto places = [](const auto& matrix, Op op) {
    std::vector<SparseKey> result;
    const auto offsets = download(matrix.row_offsets());
    const auto columns = download(matrix.col_indices());
    const auto base = std::int64_t(matrix.index_base());
    for (std::int64_t row = 0; row < matrix.num_block_rows(); ++row)
      for (auto k = offsets[std::size_t(row)]; k < offsets[std::size_t(row) + 1]; ++k) {
        const std::int64_t col = columns[std::size_t(k - base)] - base;
        result.push_back(op == N ? SparseKey(row, col) : SparseKey(col, row));
      }
    return result;
  };
  BlockPlaces result;
  for (const auto& [row, inner] : places(A.matrix, op_a))
    for (const auto& [b_row, col] : places(B.matrix, op_b))
      if (inner == b_row) result.insert({row, col});
  return result;
}

/// Fails unless C has these blocks, sorted, with these entries, and 0 outside the matrix.
template <class Compute, class C>
::testing::AssertionResult is_block_product(const C& matrix, const BlockPlaces& places,
                                            const SparseSums& sums) {
  using S = typename C::scalar_type;
  const auto offsets = download(matrix.row_offsets());
  const auto columns = download(matrix.col_indices());
  const auto values = download(matrix.values());
  const auto base = std::int64_t(matrix.index_base());
  const BlockLayout block = matrix.block();
  if (columns.size() != places.size())
    return ::testing::AssertionFailure() << columns.size() << " blocks, not " << places.size();
  Reference reference;
  std::vector<S> got;
  std::size_t k = 0;
  for (const auto& [block_row, block_col] : places) {
    if (std::int64_t(columns[k]) - base != block_col ||
        std::int64_t(k) < offsets[std::size_t(block_row)] - base ||
        std::int64_t(k) >= offsets[std::size_t(block_row) + 1] - base)
      return ::testing::AssertionFailure() << "block " << k << " is at another place";
    for (std::int64_t i = 0; i < block.rows; ++i)
      for (std::int64_t j = 0; j < block.cols; ++j) {
        const auto sum = sums.find({block_row * block.rows + i, block_col * block.cols + j});
        const SparseSum expected = sum == sums.end() ? SparseSum{} : sum->second;
        reference.value.push_back(expected.value);
        reference.scale.push_back(expected.scale);
        reference.terms.push_back(expected.terms);
        got.push_back(
            values[k * std::size_t(block.rows * block.cols) + std::size_t(block.place(i, j))]);
      }
    ++k;
  }
  return is_close<S, Compute>(got, reference);
}

template <class AMatrix, class BMatrix = AMatrix>
void expect_block_product(BlockShape a_shape, Op op_a, BlockShape b_shape, Op op_b) {
  SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)) + ", blocks of " +
               std::to_string(a_shape.block.rows) + " x " + std::to_string(a_shape.block.cols) +
               ", " + std::to_string(b_shape.block.rows) + " x " +
               std::to_string(b_shape.block.cols));
  using S = typename AMatrix::scalar_type;
  using Compute = spgemm_compute_t<S, S, S>;
  const auto turn = [](BlockShape& shape, Op op) {
    if (op == N) return;
    std::swap(shape.rows, shape.cols);
    std::swap(shape.block.rows, shape.block.cols);
  };
  turn(a_shape, op_a);
  turn(b_shape, op_b);
  auto A = random_blocks<AMatrix>(a_shape, 1);
  auto B = random_blocks<BMatrix>(b_shape, 2);
  A.operand.op = op_a;
  B.operand.op = op_b;
  const auto alpha = narrow<Compute>({1.5, is_complex_v<Compute> ? -0.5 : 0});
  const auto sums = sparse_product(widen(alpha), A.operand, B.operand);
  const auto places = reached(A, op_a, B, op_b);
  std::vector<S> first;
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const Exec exec;
    const auto C = block_spgemm(exec, op_a, op_b, alpha, A.matrix, B.matrix, {.backend = backend});
    EXPECT_TRUE(is_block_product<Compute>(C, places, sums));
    if (first.empty()) first = download(C.values());
    if (on_host) {
      EXPECT_EQ(download(C.values()), first) << "kernels differ";
    }
  }
}

template <class S>
class BlockSpgemmScalars : public ::testing::Test {};
#if defined(FILIGREE_TEST_FEW_TYPES)
using Scalars = ::testing::Types<double, half>;
#else
using Scalars = ::testing::Types<float, double, complex_float, complex_double, half, bfloat16>;
#endif
TYPED_TEST_SUITE(BlockSpgemmScalars, Scalars);

/// Sizes that blocks do not divide, every op, blocks that are not square.
TYPED_TEST(BlockSpgemmScalars, every_op_and_type) {
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      expect_block_product<Bsr<TypeParam>>({29, 35, {3, 2}}, op_a, {35, 41, {2, 4}}, op_b);
}

TEST(BlockSpgemm, all_block_sizes_and_orders) {
  for (const BlockOrder a_order : {BlockOrder::row_major, BlockOrder::col_major})
    for (const BlockOrder b_order : {BlockOrder::row_major, BlockOrder::col_major})
      for (const std::int64_t size : {1, 2, 3, 4, 5, 6, 7, 8, 11}) {
        const std::int64_t rows = 6 * size + 1;
        expect_block_product<Bsr<double>>({rows, rows, {size, size, a_order}}, N,
                                          {rows, rows, {size, size, b_order}}, N);
      }
  expect_block_product<Bsr<complex_double>>({20, 20, {2, 3, BlockOrder::col_major}}, H,
                                            {20, 20, {3, 1, BlockOrder::col_major}}, H);
}

TEST(BlockSpgemm, unsorted_duplicates_bases_and_index_types) {
  using I32 = std::int32_t;
  using I64 = std::int64_t;
  for (const Op op : all_ops)
    for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
      const BlockShape a{31, 30, {2, 3}, 3, true, base}, b{30, 25, {3, 2}, 3, true};
      expect_block_product<Bsr<double>>(a, op, b, op);
      expect_block_product<Bsr<double, I32, I64>, Bsr<double, I64, I32>>(a, op, b, N);
      expect_block_product<Bsr<double, I64, I64>, Bsr<double, I32, I32>>(b, N, {25, 30, {2, 2}},
                                                                         op);
    }
}

TEST(BlockSpgemm, nothing_to_multiply) {
  const Exec exec;
  const auto empty = [](std::int64_t rows, std::int64_t cols) {
    return random_blocks<Bsr<double>>({rows, cols, {2, 2}, 0}, 1).matrix;
  };
  EXPECT_EQ(block_spgemm(exec, empty(0, 5), empty(5, 3)).num_blocks(), 0);
  EXPECT_EQ(block_spgemm(exec, empty(4, 0), empty(0, 3)).num_blocks(), 0);
  const auto C = block_spgemm(exec, T, T, 1, empty(5, 4), empty(3, 5));
  EXPECT_EQ(C.num_rows(), 4);
  EXPECT_EQ(C.num_cols(), 3);
}

/// New values, also added to old ones, without an allocation or a wait; the same bits each time.
TEST(BlockSpgemmPlan, new_values_again_and_again) {
  const Exec exec;
  auto A = random_blocks<Bsr<double>>({60, 60, {3, 3}, 3}, 1);
  const auto plan = block_spgemm_plan(exec, N, T, A.matrix, A.matrix);
  const auto C = plan.make_result(exec);
  Operand turned = A.operand;
  turned.op = T;
  const auto sums = sparse_product(1, A.operand, turned);
  const auto places = reached(A, N, A, T);
  EXPECT_EQ(plan.num_blocks(), std::int64_t(places.size()));
  EXPECT_GE(plan.products(), plan.num_blocks());
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  std::vector<double> first;
  for (int i = 0; i < 20; ++i) {
    Kokkos::deep_copy(C.values(), std::numeric_limits<double>::quiet_NaN());
    exec.fence();
    const EventCounts counts;
    const KernelId kernel = plan.apply(exec, 1, A.matrix, A.matrix, 0, C, workspace);
    EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
    EXPECT_EQ(counts.fences(), 0);
    EXPECT_EQ(kernel.name, on_host ? "block_spgemm_host" : "block_spgemm_generic");
    exec.fence();
    const auto now = download(C.values());
    if (first.empty()) first = now;
    EXPECT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(double)), 0);
  }
  EXPECT_TRUE(is_block_product<double>(C, places, sums));
  plan.apply(exec, 2, A.matrix, A.matrix, -0.5, C);  // 1.5 A A^T
  exec.fence();
  EXPECT_TRUE(is_block_product<double>(C, places, sparse_product(1.5, A.operand, turned)));
  auto values = download(A.matrix.values());
  for (double& value : values) value *= -2;
  const auto other = A.matrix.with_values(upload<Space>(values));
  plan.apply(exec, 1, other, A.matrix, 0, C);
  exec.fence();
  EXPECT_TRUE(is_block_product<double>(C, places, sparse_product(-2, A.operand, turned)));
}

TEST(BlockSpgemmPlan, zero_factors_keep_not_a_number_out) {
  const Exec exec;
  const auto A = random_blocks<Bsr<double>>({20, 20, {2, 2}, 3}, 1).matrix;
  const auto bad = A.with_values(upload<Space>(
      std::vector<double>(A.values().extent(0), std::numeric_limits<double>::quiet_NaN())));
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const auto plan = block_spgemm_plan(exec, N, N, A, A, {.backend = backend});
    const auto C = plan.make_result(exec);
    Kokkos::deep_copy(C.values(), 3.0);
    plan.apply(exec, 0, bad, A, 2, C);
    exec.fence();
    EXPECT_EQ(download(C.values()), std::vector<double>(C.values().extent(0), 6));
  }
}

TEST(BlockSpgemmPlan, a_limit_too_low_for_a_row_of_sums_leaves_the_generic_kernel) {
  const Exec exec;
  const auto A = random_blocks<Bsr<double>>({2000, 2000, {20, 20}, 12}, 1).matrix;
  const auto plan = block_spgemm_plan(exec, N, N, A, A, {.memory_limit_bytes = 20000});
  const auto free = block_spgemm_plan(exec, N, N, A, A);
  const auto C = plan.make_result(exec), D = free.make_result(exec);
  EXPECT_EQ(plan.apply(exec, 1, A, A, 0, C).name, "block_spgemm_generic");
  free.apply(exec, 1, A, A, 0, D);
  exec.fence();
  if (on_host) {
    EXPECT_EQ(download(C.values()), download(D.values()));
  }
}

/// A is 30 x 20 of 3 x 2 blocks, B 20 x 40 of 2 x 4.
TEST(BlockSpgemmArguments, each_wrong_in_turn) {
  const Exec exec;
  using Matrix = Bsr<double>;
  constexpr Status invalid = Status::invalid_value, stale = Status::stale_plan;
  const auto random = [](std::int64_t rows, std::int64_t cols, BlockLayout block, unsigned seed) {
    return random_blocks<Matrix>({rows, cols, block}, seed).matrix;
  };
  const Matrix A = random(30, 20, {3, 2}, 1), B = random(20, 40, {2, 4}, 2);
  const auto plan = block_spgemm_plan(exec, N, N, A, B);
  const auto C = plan.make_result(exec);
  const auto other = block_spgemm(exec, A, B);
  const auto symmetric =
      random(20, 20, {2, 2}, 3).with_properties({IndexBase::zero, MatrixType::symmetric});
  const Kokkos::View<double*, Space> memory("memory", 50000);
  const auto part = [&](std::size_t begin, std::size_t count) {
    return Kokkos::View<double*, Space>(memory, std::pair(begin, begin + count));
  };
  const std::size_t of_a = A.values().extent(0), of_c = C.values().extent(0);
  const BlockSpgemmPlan<Exec, double, std::int32_t, std::int32_t> empty;
  expect_refusals({
      {"B", invalid, "B", "30 x 20, expected 20 rows", [&] { block_spgemm(exec, A, A); }},
      {"blocks of B", invalid, "B.block()", "4 x 2, expected 2 x 2",
       [&] {
         block_spgemm(exec, A, random(20, 40, {4, 2}, 2));
       }},
      {"blocks of B transposed", invalid, "B.block()", "4 x 4, expected 4 x 2",
       [&] {
         block_spgemm(exec, N, T, 1, A, random(40, 20, {4, 4}, 2));
       }},
      {"symmetric A", Status::matrix_type_not_supported, "A", "symmetric",
       [&] {
         block_spgemm(exec, symmetric, random(20, 20, {2, 2}, 4));
       }},
      {"symmetric B", Status::matrix_type_not_supported, "B", "symmetric",
       [&] {
         block_spgemm(exec, random(20, 20, {2, 2}, 4), symmetric);
       }},
      {"kernel", Status::not_supported, "options.kernel", "block_spgemm_generic",
       [&] { block_spgemm(exec, N, N, 1, A, B, {.kernel = "no_such_kernel"}); }},
      {"limit", Status::insufficient_resources, "options.memory_limit_bytes", "10 bytes",
       [&] { block_spgemm(exec, N, N, 1, A, B, {.memory_limit_bytes = 10}); }},
      {"another A", stale, "A", "plan",
       [&] {
         plan.apply(exec, 1, random(30, 20, {3, 2}, 1), B, 0, C);
       }},
      {"another B", stale, "B", "plan",
       [&] {
         plan.apply(exec, 1, A, random(20, 40, {2, 4}, 2), 0, C);
       }},
      {"another C", stale, "C", "make_result", [&] { plan.apply(exec, 1, A, B, 0, other); }},
      {"A over C", invalid, "A.values()", "shared with C",
       [&] {
         plan.apply(exec, 1, A.with_values(part(1, of_a)), B, 0, plan.matrix(part(0, of_c)));
       }},
      {"B over C", invalid, "B.values()", "shared with C",
       [&] {
         plan.apply(exec, 1, A, B.with_values(part(of_c - 1, B.values().extent(0))), 0,
                    plan.matrix(part(0, of_c)));
       }},
      {"no plan", invalid, "plan", "empty", [&] { empty.apply(exec, 1, A, B, 0, C); }},
  });
  if (on_host)
    expect_refusals({{"workspace", invalid, "workspace", "8 bytes", [&] {
                        plan.apply(exec, 1, A, B, 0, C,
                                   Kokkos::View<std::byte*, Space>("workspace", 8));
                      }}});
}

}  // namespace
}  // namespace filigree::test
