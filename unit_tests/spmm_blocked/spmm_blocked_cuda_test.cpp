// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "blocked_support.hpp"

/// Products of Blocked-ELL and Bsr on Tensor Cores through the public calls: the result, and which
/// kernel makes it.

namespace filigree::test {
namespace {

/// Each block size with every pair of layouts; rows and columns that blocks do not divide.
TEST(SpmmBlockedCuda, block_sizes_and_layouts) {
  for (const std::int64_t bs : {16, 32, 64, 128, 256}) {
    const BlockedMatrix<half> A({.rows = 300, .cols = 2 * bs + 40, .block_size = bs});
    int turn = 0;
    for (const Layout b : {Layout::row_major, Layout::column_major})
      for (const Layout c : {Layout::row_major, Layout::column_major, Layout::padded_row_major})
        for (const Op op_b : {Op::none, Op::transpose})
          test_product<half>(A, {Op::none, op_b, b, c, 72, ++turn % 2}, turn % 3 != 0, tuned);
  }
}

/// The types whose sums go from registers to C.
template <class S, class C>
void test_direct(const SpmmOptions& options = {}) {
  for (const std::int64_t bs : {16, 32, 64, 128, 256}) {
    const BlockedMatrix<S> A({.rows = 300, .cols = 2 * bs + 48, .block_size = bs});
    int turn = 0;
    for (const Layout b : {Layout::row_major, Layout::column_major})
      for (const Layout c : {Layout::row_major, Layout::column_major}) {
        const Op op_b = ++turn % 3 == 0 ? Op::transpose : Op::none;
        test_product<C>(A, {Op::none, op_b, b, c, 80, turn % 2}, turn % 3 != 0, tuned, Op::none,
                        options);
      }
  }
}

TEST(SpmmBlockedCuda, doubles) { test_direct<double, double>(); }
TEST(SpmmBlockedCuda, integers) { test_direct<std::int8_t, std::int32_t>(); }

const SpmmOptions as_tf32{.math_mode = MathMode::tf32};

TEST(SpmmBlockedCuda, floats_as_tf32) { test_direct<float, float>(as_tf32); }

/// Floats lose bits only where they may.
TEST(SpmmBlockedCuda, floats_are_rounded_on_request) {
  const Exec exec;
  constexpr float long_one = 1 + 0x1p-12f;
  for (const std::int64_t bs : {16, 64}) {
    const std::vector<std::int32_t> blocks{0};
    const BlockedEllMatrix<float, std::int32_t, Space> A(
        bs, bs, bs, bs, upload<Space>(blocks, "blocks"),
        upload<Space>(std::vector<float>(std::size_t(bs * bs), long_one), "values"));
    const Kokkos::View<float**, Kokkos::LayoutRight, Space> B("B", bs, 16), C("C", bs, 16);
    Kokkos::deep_copy(B, long_one);
    const auto first = [&] {
      exec.fence();
      return Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, C)(0, 0);
    };
    EXPECT_EQ(spmm_plan(exec, Op::none, A).apply(exec, 1.0f, A, B, 0.0f, C).name, generic);
    EXPECT_GT(first(), float(bs));
    EXPECT_EQ(spmm_plan(exec, Op::none, A, as_tf32).apply(exec, 1.0f, A, B, 0.0f, C).name, tuned);
    EXPECT_EQ(first(), float(bs));
    EXPECT_EQ(spmm(exec, Op::none, 1.0f, A, B, 0.0f, C).name, generic);
    EXPECT_GT(first(), float(bs));
    EXPECT_EQ(spmm(exec, Op::none, 1.0f, A, B, 0.0f, C, as_tf32).name, tuned);
    EXPECT_EQ(first(), float(bs));
    EXPECT_THROW(spmm(exec, Op::none, 1.0f, A, B, 0.0f, C, {.backend = Backend::tuned}), Error);
    EXPECT_THROW(spmm(exec, Op::none, 1.0f, A, B, 0.0f, C, {.kernel = tuned}), Error);
  }
}

TEST(SpmmBlockedCuda, types_and_indices) {
  const BlockedShape shape{.cols = 520, .base = IndexBase::one};
  const SpmmSetup setup{Op::none, Op::none, Layout::row_major, Layout::column_major, 264, 1};
  for (const bool planned : {false, true}) {
    test_product<float>(BlockedMatrix<half, std::int64_t>(shape), setup, planned, tuned);
    test_product<bfloat16>(BlockedMatrix<bfloat16, std::int64_t>(shape), setup, planned, tuned);
    test_product<float>(BlockedMatrix<bfloat16>(shape), setup, planned, tuned);
    test_product<double>(BlockedMatrix<double, std::int64_t>(shape), setup, planned, tuned);
  }
}

/// What the tuned kernel does not take is said by the name of the generic one.
TEST(SpmmBlockedCuda, generic_path) {
  const SpmmSetup setup{Op::none, Op::none, Layout::row_major, Layout::row_major, 16, 1};
  for (const bool planned : {false, true}) {
    test_product<half>(BlockedMatrix<half>({.block_size = 2}), setup, planned, generic);
    test_product<half>(BlockedMatrix<half>({.block_size = 48}), setup, planned, generic);
    test_product<half>(BlockedMatrix<half>({.ell_cols = 72}), setup, planned, generic);
    test_product<float>(BlockedMatrix<float>(BlockedShape{}), setup, planned, generic);
    test_product<float>(BlockedMatrix<float>({.block_size = 48}), setup, planned, generic, Op::none,
                        as_tf32);
    test_product<float>(BlockedMatrix<std::int8_t>(BlockedShape{}), setup, planned, generic);
    SpmmSetup other = setup;
    other.num_columns = 3;  // rows of B are no multiple of 16 bytes apart
    test_product<half>(BlockedMatrix<half>(BlockedShape{}), other, planned, generic);
    other = setup;
    other.b_layout = Layout::strided;
    test_product<half>(BlockedMatrix<half>(BlockedShape{}), other, planned, generic);
  }
}

/// Each block size with every pair of layouts; rows and columns that blocks do not divide.
/// Rows, or columns, of B that are one and the same memory: the copy engine has no map of them.
TEST(SpmmBlockedCuda, lines_that_share_memory) {
  const BlockedMatrix<half> A(BlockedShape{});
  const std::int64_t k = A.matrix.num_cols(), m = A.matrix.num_rows(), n = 16;
  std::mt19937 random(29);
  for (const bool same_rows : {true, false}) {
    const auto line = random_vector<half>(random, same_rows ? n : k);
    HostDense<half> b{1, k, n, std::vector<half>(std::size_t(k * n))};
    for (std::int64_t i = 0; i < k * n; ++i)
      b.entries[std::size_t(i)] = line[std::size_t(same_rows ? i % n : i / n)];
    const auto memory = upload<Space>(line, "line");
    const Kokkos::View<half**, Kokkos::LayoutStride, Space> b_view(
        memory.data(), same_rows ? Kokkos::LayoutStride(std::size_t(k), 0, std::size_t(n), 1)
                                 : Kokkos::LayoutStride(std::size_t(k), 1, std::size_t(n), 0));
    const HostDense<float> before{1, m, n, std::vector<float>(std::size_t(m * n), poison<float>())};
    const DeviceDense<float, Space> c_view(before, Layout::row_major, 7.0f);
    const Exec exec;
    EXPECT_EQ(spmm(exec, Op::none, 1.0f, A.matrix, b_view, 0.0f, c_view.single()).name, generic);
    exec.fence();
    EXPECT_TRUE(is_product(Op::none, A.triplets, A.matrix.properties(), 1.0f, b, 0, 0.0f, before,
                           c_view.get(), 0));
  }
}

TEST(SpmmBsrCuda, block_sizes_and_layouts) {
  for (const std::int64_t bs : {16, 32, 64, 128, 256}) {
    const std::int64_t rows = std::max<std::int64_t>(300, 2 * bs + 60);
    const BsrBlocks<half> A({.rows = rows, .cols = 2 * bs + 40, .block_size = bs});
    int turn = 0;
    for (const Layout b : {Layout::row_major, Layout::column_major})
      for (const Layout c : {Layout::row_major, Layout::column_major, Layout::padded_row_major}) {
        const Op op_b = ++turn % 3 == 0 ? Op::transpose : Op::none;
        test_product<half>(A, {Op::none, op_b, b, c, 40, turn % 2}, true, bsr_tuned);
      }
  }
}

TEST(SpmmBsrCuda, types_and_indices) {
  for (const IndexBase base : {IndexBase::zero, IndexBase::one})
    for (const std::int64_t bs : {16, 64}) {
      const BsrShape shape{.rows = 330, .cols = 520, .block_size = bs, .base = base};
      const SpmmSetup setup{Op::none, Op::none, Layout::row_major, Layout::column_major, 48, 1};
      using I32 = std::int32_t;
      using I64 = std::int64_t;
      test_product<float>(BsrBlocks<half, I32, I64>(shape), setup, true, bsr_tuned);
      test_product<bfloat16>(BsrBlocks<bfloat16, I64, I32>(shape), setup, true, bsr_tuned);
      test_product<float>(BsrBlocks<bfloat16, I64, I64>(shape), setup, true, bsr_tuned);
      test_product<double>(BsrBlocks<double>(shape), setup, true, bsr_tuned);
      test_product<I32>(BsrBlocks<std::int8_t, I32, I64>(shape), setup, true, bsr_tuned);
      test_product<float>(BsrBlocks<float>(shape), setup, true, bsr_tuned, Op::none, as_tf32);
    }
}

/// A plan for the transpose of Bsc has the rows of Bsr, its blocks turned.
TEST(SpmmBsrCuda, transposed_columns) {
  const BsrBlocks<half> rows({.rows = 330, .cols = 520});
  struct {
    Triplets triplets;
    BscMatrix<half, std::int32_t, std::int32_t, Space> matrix;
  } A;
  A.triplets.num_rows = rows.triplets.num_cols;
  A.triplets.num_cols = rows.triplets.num_rows;
  for (const auto& entry : rows.triplets.entries)
    A.triplets.entries.push_back({entry.col, entry.row, entry.value});
  const BlockLayout turned_blocks{32, 32, BlockOrder::col_major};
  A.matrix = BscMatrix<half, std::int32_t, std::int32_t, Space>(
      520, 330, turned_blocks, rows.matrix.row_offsets(), rows.matrix.col_indices(),
      rows.matrix.values());
  const SpmmSetup setup{Op::none, Op::none, Layout::row_major, Layout::row_major, 40, 1};
  test_product<half>(A, setup, true, bsr_tuned, Op::transpose);
}

TEST(SpmmBsrCuda, generic_path) {
  const SpmmSetup setup{Op::none, Op::none, Layout::row_major, Layout::row_major, 16, 1};
  const BsrBlocks<half> plain(BsrShape{});
  test_product<half>(plain, setup, true, bsr_tuned);
  test_product<half>(plain, setup, false, bsr_generic);  // the longest row is not known
  test_product<half>(BsrBlocks<half>({.block_size = 48}), setup, true, bsr_generic);
  test_product<half>(BsrBlocks<half>({.block_cols_size = 16}), setup, true, bsr_generic);
  test_product<half>(BsrBlocks<half>({.order = BlockOrder::col_major}), setup, true, bsr_generic);
  test_product<float>(BsrBlocks<float>(BsrShape{}), setup, true, bsr_generic);
  SpmmSetup other = setup;
  other.num_columns = 3;  // rows of B are no multiple of 16 bytes apart
  test_product<half>(plain, other, true, bsr_generic);
}

/// A view that leaves block rows out, or leaves gaps between them, has its rows walked.
TEST(SpmmBsrCuda, parts) {
  const BsrBlocks<half> A({.rows = 320, .cols = 512});
  const auto begin = download(A.matrix.row_offsets());
  std::vector<std::int32_t> first(begin.begin(), begin.end() - 1),
      last(begin.begin() + 1, begin.end());
  const BsrxView<half, std::int32_t, std::int32_t, Space> view(
      320, 512, A.matrix.block(), upload<Space>(first, "first"), upload<Space>(last, "last"),
      A.matrix.col_indices(), A.matrix.values());
  const struct {
    Triplets triplets;
    BsrxView<half, std::int32_t, std::int32_t, Space> matrix;
  } part{A.triplets, view};
  const SpmmSetup setup{Op::none, Op::none, Layout::row_major, Layout::row_major, 40, 1};
  test_product<half>(part, setup, true, bsr_generic);
}

/// Half of a symmetric matrix becomes rows of its own.
TEST(SpmmBsrCuda, symmetric_storage) {
  const BsrBlocks<half> half_of({.rows = 320, .cols = 320});
  const auto& stored = half_of.matrix;
  using Matrix = BsrMatrix<half, std::int32_t, std::int32_t, Space>;
  const struct {
    Triplets triplets;
    Matrix matrix;
  } A{half_of.triplets, Matrix(320, 320, stored.block(), stored.row_offsets(), stored.col_indices(),
                               stored.values(), {.type = MatrixType::symmetric})};
  for (const int variant : {0, 1})
    test_product<half>(A, {Op::none, Op::none, Layout::row_major, Layout::row_major, 40, variant},
                       true, "spmm_csr_row_tile_cuda");
}

/// Captured in a graph without an allocation or a wait, and replayed with other values.
template <class C, class Blocks>
void test_capture(const Blocks& A, std::string_view kernel, const SpmmOptions& options = {}) {
  using S = typename decltype(A.matrix)::scalar_type;
  const auto plan = spmm_plan(Exec(), Op::none, A.matrix, options);
  const Kokkos::View<S**, Kokkos::LayoutRight, Space> B("B", A.matrix.num_cols(), 48);
  const Kokkos::View<C**, Kokkos::LayoutRight, Space> D("C", A.matrix.num_rows(), 48);
  expect_replay(
      "planned",
      [&](const Exec& exec) { EXPECT_EQ(plan.apply(exec, 1, A.matrix, B, 2, D).name, kernel); }, D,
      B, A.matrix.values());
}

TEST(SpmmBlockedCuda, captured_and_replayed_with_new_values) {
  test_capture<half>(BlockedMatrix<half>(BlockedShape{}), tuned);
  test_capture<std::int32_t>(BlockedMatrix<std::int8_t>({.block_size = 64}), tuned);
  test_capture<float>(BlockedMatrix<float>(BlockedShape{}), tuned, as_tf32);
}

TEST(SpmmBsrCuda, captured_and_replayed_with_new_values) {
  test_capture<float>(BsrBlocks<half>(BsrShape{}), bsr_tuned);
  test_capture<double>(BsrBlocks<double>(BsrShape{}), bsr_tuned);
}

TEST(SpmmBlockedCuda, batches) {
  test_batches<float>(BlockedMatrix<half>(BlockedShape{}), tuned);
  test_batches<bfloat16>(BlockedMatrix<bfloat16>({.block_size = 16}), tuned);
  test_batches<double>(BlockedMatrix<double>(BlockedShape{}), tuned);
  test_batches<std::int32_t>(BlockedMatrix<std::int8_t>({.block_size = 64}), tuned);
  test_batches<float>(BlockedMatrix<float>(BlockedShape{}), tuned, as_tf32);
}

TEST(SpmmBsrCuda, batches) {
  test_batches<float>(BsrBlocks<half>(BsrShape{}), bsr_tuned);
  test_batches<double>(BsrBlocks<double>({.block_size = 16}), bsr_tuned);
  test_batches<std::int32_t>(BsrBlocks<std::int8_t, std::int32_t, std::int64_t>({.block_size = 64}),
                             bsr_tuned);
}

}  // namespace
}  // namespace filigree::test
