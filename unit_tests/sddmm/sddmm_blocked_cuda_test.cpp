// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <string_view>

#include "sddmm_support.hpp"

/// The Tensor-Core kernel of Bsr and Bsc through the public calls: the result, and which kernel
/// makes it.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using I32 = std::int32_t;
using I64 = std::int64_t;

constexpr std::string_view tuned = "sddmm_bsr_tensor_cuda";
constexpr std::string_view generic = "sddmm_bsr_generic";

struct Shape {
  std::int64_t rows = 72;
  std::int64_t cols = 136;
  BlockLayout block{32, 32, BlockOrder::row_major};
  IndexBase base = IndexBase::zero;
};

/// Cut-off blocks at both edges.
Shape shape_of(std::int64_t size) { return {2 * size + 8, 3 * size + 8, {size, size}}; }

/// Random blocks in any order: none in every third block row, all in every fifth, with one of them
/// twice, and a third of them elsewhere.
template <class Matrix>
Matrix blocks_of(const Shape& shape) {
  using Index = typename Matrix::index_type;
  using Offset = typename Matrix::offset_type;
  const auto base = std::int64_t(shape.base);
  const auto blocks_in = [](std::int64_t length, std::int64_t size) {
    return (length + size - 1) / size;
  };
  // Bsc has block columns.
  constexpr bool by_columns =
      std::is_same_v<Matrix, BscMatrix<typename Matrix::scalar_type, Index, Offset, Space>>;
  std::int64_t majors = blocks_in(shape.rows, shape.block.rows);
  std::int64_t minors = blocks_in(shape.cols, shape.block.cols);
  if (by_columns) std::swap(majors, minors);
  std::mt19937 random(23);
  std::vector<Offset> offsets{Offset(base)};
  std::vector<Index> indices;
  for (std::int64_t major = 0; major < majors; ++major) {
    std::vector<Index> mine;
    for (std::int64_t minor = 0; minor < minors; ++minor)
      if (major % 5 == 0 || (major % 3 != 1 && random() % 3 == 0))
        mine.push_back(Index(minor + base));
    std::shuffle(mine.begin(), mine.end(), random);
    if (major % 5 == 0) mine.push_back(mine[0]);
    indices.insert(indices.end(), mine.begin(), mine.end());
    offsets.push_back(Offset(std::int64_t(indices.size()) + base));
  }
  const std::vector<typename Matrix::scalar_type> values(
      indices.size() * std::size_t(shape.block.rows * shape.block.cols));
  return Matrix(shape.rows, shape.cols, shape.block, upload<Space>(offsets, "offsets"),
                upload<Space>(indices, "indices"), upload<Space>(values, "values"), {shape.base});
}

template <class C, class Index = I32, class Offset = Index>
using Bsr = BsrMatrix<C, Index, Offset, Space>;

constexpr SddmmSetup natural(std::int64_t inner, int variant) {
  return {Op::none, Op::none, Layout::row_major, Layout::column_major, inner, variant};
}

template <class AB, class C>
void test_sizes() {
  SCOPED_TRACE(std::string("A ") + scalar_name<AB> + ", C " + scalar_name<C>);
  for (const std::int64_t size : {16, 32, 64, 128}) {
    SddmmTest<Exec, Bsr<C>, AB> test(blocks_of<Bsr<C>>(shape_of(size)));
    for (const std::int64_t inner : {8, 64, 136})
      for (const int variant : {0, 1})
        EXPECT_EQ(test.one_shot(natural(inner, variant)).name, tuned) << size;
    EXPECT_EQ(test.planned(natural(200, 1)).name, tuned) << size;
  }
}

TEST(SddmmBsrCuda, half_to_half) { test_sizes<half, half>(); }
TEST(SddmmBsrCuda, half_to_float) { test_sizes<half, float>(); }
TEST(SddmmBsrCuda, bfloat16_to_bfloat16) { test_sizes<bfloat16, bfloat16>(); }
TEST(SddmmBsrCuda, bfloat16_to_float) { test_sizes<bfloat16, float>(); }

/// What is not contiguous along rows or columns, or not aligned, is the generic kernel's.
TEST(SddmmBsrCuda, layouts_and_ops) {
  const auto is_dense = [](Layout layout) {
    return layout == Layout::row_major || layout == Layout::column_major;
  };
  for (const std::int64_t size : {16, 32, 64, 128}) {
    SddmmTest<Exec, Bsr<half>, half> test(blocks_of<Bsr<half>>(shape_of(size)));
    for (const Op op_a : all_ops)
      for (const Op op_b : all_ops)
        for (const Layout a : all_layouts)
          for (const Layout b : all_layouts) {
            if (size > 16 && (!is_dense(a) || !is_dense(b) || op_a == Op::conjugate_transpose))
              continue;
            EXPECT_EQ(test.one_shot({op_a, op_b, a, b, 72, 1}).name,
                      is_dense(a) && is_dense(b) ? tuned : generic);
          }
  }
}

TEST(SddmmBsrCuda, index_types_and_bases) {
  Shape shape = shape_of(16);
  shape.base = IndexBase::one;
  SddmmTest<Exec, Bsr<half, I64>, half> wide(blocks_of<Bsr<half, I64>>(shape));
  SddmmTest<Exec, Bsr<float, I32, I64>, half> mixed(blocks_of<Bsr<float, I32, I64>>(shape));
  SddmmTest<Exec, Bsr<half>, half> narrow(blocks_of<Bsr<half>>(shape));
  EXPECT_EQ(wide.one_shot(natural(40, 1)).name, tuned);
  EXPECT_EQ(mixed.one_shot(natural(40, 1)).name, tuned);
  EXPECT_EQ(narrow.one_shot(natural(40, 0)).name, tuned);
}

TEST(SddmmBsrCuda, block_orders_and_columns) {
  using Bsc = BscMatrix<half, I32, I32, Space>;
  for (const std::int64_t size : {16, 32, 64, 128})
    for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major}) {
      Shape shape = shape_of(size);
      shape.block.order = order;
      SddmmTest<Exec, Bsr<half>, half> rows(blocks_of<Bsr<half>>(shape));
      SddmmTest<Exec, Bsr<float>, half> floats(blocks_of<Bsr<float>>(shape));
      SddmmTest<Exec, Bsc, half> columns(blocks_of<Bsc>(shape));
      for (const int variant : {0, 1}) {
        EXPECT_EQ(rows.one_shot(natural(72, variant)).name, tuned);
        EXPECT_EQ(floats.one_shot(natural(72, variant)).name, tuned);
        EXPECT_EQ(columns.one_shot(natural(72, variant)).name, tuned);
      }
    }
}

/// More block rows, and longer ones, than a thread block's tile.
TEST(SddmmBsrCuda, many_blocks) {
  const Bsr<half> pattern = blocks_of<Bsr<half>>({1608, 1304, {16, 16}});
  SddmmTest<Exec, Bsr<half>, half> test(pattern);
  EXPECT_EQ(test.one_shot(natural(16, 1)).name, tuned);
}

/// alpha = 0 keeps NaN of A and B out.
TEST(SddmmBsrCuda, alpha_zero) {
  const Exec exec;
  const Bsr<float> C = blocks_of<Bsr<float>>(shape_of(32));
  const Kokkos::View<half**, Kokkos::LayoutRight, Space> a("a", C.num_rows(), 64);
  const Kokkos::View<half**, Kokkos::LayoutLeft, Space> b("b", 64, C.num_cols());
  Kokkos::deep_copy(a, poison<half>());
  Kokkos::deep_copy(b, poison<half>());
  Kokkos::deep_copy(C.values(), 3.0f);
  EXPECT_EQ(sddmm(exec, 0.0f, a, b, 2.0f, C).name, tuned);
  exec.fence();
  const auto places = places_of(C);
  const auto values = download(C.values());
  for (std::size_t p = 0; p < places.size(); ++p)
    ASSERT_EQ(values[p], places[p].row < 0 ? 3.0f : 6.0f) << p;
}

TEST(SddmmBsrCuda, batches) {
  constexpr std::int64_t count = 3, inner = 72;
  const Exec exec;
  const Bsr<half> pattern = blocks_of<Bsr<half>>(shape_of(16));
  const auto places = places_of(pattern);
  const auto length = std::int64_t(places.size());
  for (const bool many_a : {false, true})
    for (const bool many_b : {false, true})
      for (const Layout c_layout : {Layout::row_major, Layout::padded_row_major}) {
        std::mt19937 random(9);
        const auto a = random_dense<half>(random, many_a ? count : 1, pattern.num_rows(), inner);
        const auto b = random_dense<half>(random, many_b ? count : 1, inner, pattern.num_cols());
        const auto before = random_dense<half>(random, count, 1, length);
        const DeviceDense<half, Space> a_view(a, Layout::row_major, poison<half>());
        const DeviceDense<half, Space> b_view(b, Layout::row_major, poison<half>());
        const DeviceDense<half, Space> c_view(before, c_layout, narrow<half>(7));
        const Kokkos::View<half**, Kokkos::LayoutStride, Space> values =
            Kokkos::subview(c_view.batch(), Kokkos::ALL, 0, Kokkos::ALL);
        const StridedBatch c(pattern, values);
        const auto product = [&](const auto& left, const auto& right) {
          EXPECT_EQ(sddmm(exec, 0.5f, left, right, 2.0f, c).name, tuned);
        };
        const auto with_b = [&](const auto& left) {
          many_b ? product(left, b_view.batch()) : product(left, b_view.single());
        };
        many_a ? with_b(a_view.batch()) : with_b(a_view.single());
        exec.fence();
        const auto after = c_view.get();
        const auto row = [&](const HostDense<half>& all, std::int64_t i) {
          std::vector<half> result(all.entries.begin() + i * length,
                                   all.entries.begin() + (i + 1) * length);
          for (std::size_t p = 0; p < places.size(); ++p)
            if (places[p].row < 0) result[p] = narrow<half>(0);  // compared below
          return result;
        };
        for (std::int64_t i = 0; i < count; ++i) {
          EXPECT_TRUE(is_sampled_product(places, 0.5f, a, many_a ? i : 0, b, many_b ? i : 0, 2.0f,
                                         row(before, i), row(after, i)))
              << "matrix " << i;
          for (std::int64_t p = 0; p < length; ++p)
            if (places[std::size_t(p)].row < 0)
              ASSERT_TRUE(same_value(before.at(i, 0, p), after.at(i, 0, p))) << p;
        }
      }
}

TEST(SddmmBsrCuda, repeatable) {
  const Exec exec;
  const Bsr<float> C = blocks_of<Bsr<float>>({1608, 1304, {64, 64}});
  std::mt19937 random(7);
  const DeviceDense<half, Space> a(random_dense<half>(random, 1, 1608, 200), Layout::row_major,
                                   poison<half>());
  const DeviceDense<half, Space> b(random_dense<half>(random, 1, 200, 1304), Layout::row_major,
                                   poison<half>());
  std::vector<float> first;
  for (int repeat = 0; repeat < 20; ++repeat) {
    Kokkos::deep_copy(C.values(), 1.0f);
    EXPECT_EQ(sddmm(exec, 1.0f / 3, a.single(), b.single(), 0.0f, C).name, tuned);
    exec.fence();
    const auto values = download(C.values());
    if (repeat == 0) first = values;
    ASSERT_EQ(std::memcmp(first.data(), values.data(), values.size() * sizeof(float)), 0);
  }
}

/// The generic kernel takes what this one does not; asked for by name it refuses.
template <class C, class AB>
void test_refused(const Shape& shape, const SddmmSetup& setup) {
  SddmmTest<Exec, Bsr<C>, AB> test(blocks_of<Bsr<C>>(shape));
  EXPECT_EQ(test.one_shot(setup).name, generic);
  for (const SddmmOptions& options :
       {SddmmOptions{.kernel = tuned}, SddmmOptions{.backend = Backend::tuned}})
    try {
      test.one_shot(setup, options);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::not_supported) << error.what();
    }
}

TEST(SddmmBsrCuda, what_it_refuses) {
  test_refused<half, half>({104, 152, {48, 48}}, natural(64, 1));
  test_refused<half, half>({104, 152, {32, 16}}, natural(64, 1));
  test_refused<half, half>({104, 152, {8, 8}}, natural(64, 1));
  test_refused<float, float>(shape_of(32), natural(64, 1));
  test_refused<half, half>(shape_of(32), natural(12, 1));  // rows 24 bytes apart
  test_refused<half, half>(shape_of(32), natural(0, 1));
}

/// Dense matrices that begin between multiples of 16 bytes.
TEST(SddmmBsrCuda, unaligned_addresses) {
  const Bsr<half> pattern = blocks_of<Bsr<half>>(shape_of(32));
  SddmmTest<Exec, Bsr<half>, half> test(pattern);
  for (const std::int64_t first : {0, 1, 8}) {
    const KernelId id = test.run(natural(64, 1), [&](const Exec& exec, const float alpha,
                                                     const auto& a, const auto& b, const float beta,
                                                     const auto& c) {
      const auto size = a.extent(0) * a.extent(1);
      const Kokkos::View<half*, Space> room("room", size + 8);
      const Kokkos::View<half**, Kokkos::LayoutRight, Space, Kokkos::MemoryUnmanaged> moved(
          room.data() + first, a.extent(0), a.extent(1));
      Kokkos::deep_copy(Kokkos::View<half*, Space, Kokkos::MemoryUnmanaged>(moved.data(), size),
                        Kokkos::View<const half*, Space, Kokkos::MemoryUnmanaged>(a.data(), size));
      const KernelId kernel = sddmm(exec, alpha, moved, b, beta, c);
      exec.fence();
      return kernel;
    });
    EXPECT_EQ(id.name, first % 8 == 0 ? tuned : generic) << first;
  }
}

}  // namespace
}  // namespace filigree::test
