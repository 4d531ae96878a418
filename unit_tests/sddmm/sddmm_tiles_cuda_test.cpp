// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstring>

#include <sddmm/cuda/shape.hpp>

#include "sddmm_cuda_support.hpp"
#include "spmv/grid_triplets.hpp"

/// Tiles of rows and of nodes, which planned products of the tuned CUDA kernel take: grids that
/// patches do not divide, against sums on the host and, bit by bit, against one-shot products,
/// whose thread blocks take equal parts of the entries.

namespace filigree::test {
namespace {

using namespace sddmm_cuda;

/// Enough rows for patches of 32 on every multiprocessor.
Triplets grid3d() { return grid<float>(50, 30, 27, true); }
Triplets grid2d() { return grid<float>(301, 151, 1, false); }

/// Three unknowns a node.
Triplets nodes3() { return nodes_of<float>(grid<float>(31, 22, 19, false), 3); }

/// Enough nodes for tiles of them, their number not that of whole tiles.
Triplets many_nodes(int unknowns) {
  return nodes_of<float>(grid<float>(211, 83, 1, false), unknowns);
}

/// Some rows of a grid, the last line not whole; its columns 40 further right in a wider matrix,
/// and every 50th row empty.
Triplets part_of_grid() {
  Triplets result = grid<float>(301, 151, 1, true);
  result.num_rows = 301 * 140 + 77;
  result.num_cols += 1000;
  std::erase_if(result.entries,
                [&](const Entry& e) { return e.row >= result.num_rows || e.row % 50 == 7; });
  for (Entry& entry : result.entries) entry.col += 40;
  return result;
}

/// Many short rows: enough for all lane groups of short sums.
Triplets large_grid() { return grid<float>(403, 347, 1, false); }

/// No grid; rows of 8 to 20 entries, some empty, their number not that of whole tiles.
Triplets even_rows() {
  Triplets result{67'700, 41'000, {}};
  for (std::int64_t row = 0; row < result.num_rows; ++row)
    for (std::int64_t k = 0; k < (row % 500 == 3 ? 0 : 8 + row * 7 % 13); ++k)
      result.entries.push_back({row, (row * row + 331 * k * k) % result.num_cols, 1});
  return result;
}

constexpr SddmmSetup contiguous(std::int64_t inner, int variant) {
  return {Op::none, Op::none, Layout::row_major, Layout::column_major, inner, variant};
}

/// The tiles of products of the plan whose operands' rows follow each other.
template <class AB, class Matrix>
cuda::SddmmTile tile_of(const SddmmPlan<Exec, Matrix>& plan, std::int64_t num_rows,
                        std::int64_t nnz, std::int64_t inner) {
  const auto bytes = std::int64_t(sizeof(AB));
  const int width = cuda::sddmm_width(std::uint64_t(inner * bytes), int(bytes));
  // Blocks have up to twice as many groups as a shape's where that has few.
  const int groups = std::max(32, cuda::sddmm_shape(inner, width, int(bytes)).groups());
  const int multiprocessors = Exec().cuda_device_prop().multiProcessorCount;
  const auto& rows = plan.state().prepared.rows;
  const auto nodes = cuda::sddmm_node_tile(rows, num_rows, inner * bytes, groups, multiprocessors);
  if (nodes.rows > 0) return nodes;
  return cuda::sddmm_tile(rows, num_rows, nnz, inner * bytes, groups, multiprocessors);
}

template <class AB, class Matrix>
void test_sums(const Triplets& triplets, const MatrixProperties& properties, Order order,
               std::int64_t inner) {
  SddmmTest<Exec, Matrix, AB> test(triplets, properties, order);
  const auto nnz = std::int64_t(triplets.entries.size());
  EXPECT_GT(tile_of<AB>(sddmm_plan(Exec(), test.pattern()), triplets.num_rows, nnz, inner).rows, 0);
  for (const int variant : {0, 1})
    EXPECT_EQ(test.planned(contiguous(inner, variant), by_name).name, kernel);
}

TEST(SddmmTiles, sums_of_grids) {
  test_sums<double, Csr<double>>(grid3d(), {}, Order::sorted, 16);
  test_sums<float, Csr<float, I64, I64>>(grid3d(), {IndexBase::one}, Order::shuffled, 32);
  test_sums<double, Csr<double, I32, I64>>(grid2d(), {IndexBase::one}, Order::sorted, 32);
  test_sums<half, Csr<float, I32, I64>>(grid2d(), {}, Order::shuffled, 64);
  test_sums<double, Csr<double>>(part_of_grid(), {}, Order::shuffled, 32);
  test_sums<float, Csr<float, I64, I64>>(part_of_grid(), {IndexBase::one}, Order::sorted, 17);
  test_sums<complex_double, Csr<complex_double>>(nodes3(), {}, Order::sorted, 8);
}

TEST(SddmmTiles, sums_of_even_rows) {
  test_sums<double, Csr<double>>(even_rows(), {}, Order::shuffled, 16);
  test_sums<float, Csr<float, I64, I64>>(even_rows(), {IndexBase::one}, Order::sorted, 33);
}

/// A Csc matrix is walked by its columns, A and B in each other's place.
TEST(SddmmTiles, columns_of_csc) {
  using Csc = CscMatrix<double, I32, I32, Space>;
  test_sums<double, Csc>(grid3d(), {}, Order::sorted, 32);
}

/// SameBits of products that take tiles.
template <class AB, class Matrix>
void test_bits(const SameBits<AB, Matrix>& products, std::int64_t inner, int variant,
               std::int64_t batch) {
  const auto& C = products.pattern();
  ASSERT_GT(tile_of<AB>(products.plan(), C.num_rows(), C.nnz(), inner).rows, 0);
  products.test(inner, variant, batch);
}

/// The widths of vectors and lane groups that there are patches for.
template <class AB, class C>
void test_inner_sizes(const Triplets& triplets, std::initializer_list<std::int64_t> inner_sizes) {
  const SameBits<AB, Csr<C>> products(triplets, {});
  for (const std::int64_t inner : inner_sizes)
    for (const int variant : {0, 1}) test_bits(products, inner, variant, 1);
}

TEST(SddmmTiles, bits_of_all_lane_groups) {
  test_inner_sizes<float, float>(large_grid(), {16, 17});
  test_inner_sizes<double, double>(large_grid(), {8, 9});
  test_inner_sizes<complex_double, complex_double>(large_grid(), {4, 5});
  test_inner_sizes<float, float>(grid3d(), {17, 32, 33, 64, 100, 127, 128, 256});
  test_inner_sizes<double, double>(grid3d(), {16, 32, 64, 100, 127, 128});
  test_inner_sizes<complex_float, complex_float>(nodes3(), {16, 32, 64});
  test_inner_sizes<bfloat16, bfloat16>(nodes3(), {64, 127, 128, 512});
  test_inner_sizes<float, float>(even_rows(), {16, 32, 100, 128});
  test_inner_sizes<double, double>(even_rows(), {8, 16, 33, 64});
}

TEST(SddmmTiles, bits_of_batches) {
  const SameBits<double, Csr<double, I32, I64>> doubles(grid2d(), {IndexBase::one});
  const SameBits<float, Csr<float, I64, I64>> floats(part_of_grid(), {});
  for (const int variant : {0, 1}) {
    test_bits(doubles, 32, variant, 3);
    test_bits(floats, 33, variant, 2);
  }
}

template <class T>
void test_nodes(int unknowns, int node_rows, std::initializer_list<std::int64_t> inner_sizes) {
  SCOPED_TRACE(std::to_string(unknowns) + " unknowns");
  const auto triplets = many_nodes(unknowns);
  const SameBits<T, Csr<T>> products(triplets, {}, Order::sorted);
  ASSERT_EQ(products.plan().state().prepared.rows.node_rows, node_rows);
  for (const std::int64_t inner : inner_sizes) {
    ASSERT_GT(cuda::sddmm_node_tile({5 * unknowns, 0, 0, node_rows}, triplets.num_rows,
                                    inner * std::int64_t(sizeof(T)), 32,
                                    Exec().cuda_device_prop().multiProcessorCount)
                  .rows,
              0);
    for (const int variant : {0, 1}) test_bits(products, inner, variant, 1);
  }
}

TEST(SddmmTiles, bits_of_nodes) {
  test_nodes<float>(3, 3, {32, 36, 64, 100, 128, 256});
  test_nodes<double>(3, 3, {16, 20, 32, 64, 128});
  test_nodes<float>(2, 2, {32, 64, 128});
  test_nodes<double>(2, 2, {16, 32, 64, 128});
  test_nodes<float>(4, 4, {32, 128});
  test_nodes<double>(4, 4, {16, 32, 64, 128});
  test_nodes<double>(6, 3, {32});
}

TEST(SddmmTiles, sums_of_nodes) {
  test_sums<double, Csr<double, I32, I64>>(many_nodes(3), {IndexBase::one}, Order::sorted, 32);
  test_sums<float, Csr<float, I64, I64>>(many_nodes(4), {}, Order::sorted, 64);
  test_sums<double, CscMatrix<double, I32, I32, Space>>(many_nodes(2), {}, Order::sorted, 16);
  const SameBits<double, Csr<double, I32, I64>> doubles(many_nodes(3), {IndexBase::one},
                                                        Order::sorted);
  for (const int variant : {0, 1}) test_bits(doubles, 32, variant, 3);
}

/// What plans know of rows.
TEST(SddmmTiles, plans_know_rows) {
  const Exec exec;
  const auto rows_of = [&](const Triplets& triplets, Backend backend) {
    const auto C = MatrixFrom<Csr<float>>::make(triplets, {}, Order::shuffled);
    return sddmm_plan(exec, C, {.backend = backend}).state().prepared.rows;
  };
  EXPECT_EQ(rows_of(grid3d(), Backend::automatic), (detail::SddmmRows{27, 50, 1500}));
  EXPECT_EQ(rows_of(grid2d(), Backend::tuned), (detail::SddmmRows{5, 301, 0}));
  EXPECT_EQ(rows_of(nodes3(), Backend::automatic), (detail::SddmmRows{21, 93, 2046}));
  EXPECT_EQ(rows_of(even_rows(), Backend::automatic), (detail::SddmmRows{20, 0, 0}));
  EXPECT_EQ(rows_of(grid3d(), Backend::generic), detail::SddmmRows{});
  EXPECT_EQ(sddmm_plan(exec, MatrixFrom<Csr<float>>::make(nodes3(), {}, Order::sorted))
                .state()
                .prepared.rows,
            (detail::SddmmRows{21, 93, 2046, 3}));
}

}  // namespace
}  // namespace filigree::test
