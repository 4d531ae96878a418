// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <initializer_list>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cuda/graph_replay.hpp"
#include "spmm/spmm_support.hpp"

/// Products of Blocked-ELL and Bsr on a device through the public calls.

namespace filigree::test {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;

inline constexpr std::string_view tuned = "spmm_blocked_ell_tensor_cuda";
inline constexpr std::string_view generic = "spmm_blocked_ell_generic";
inline constexpr std::string_view bsr_tuned = "spmm_bsr_tensor_cuda";
inline constexpr std::string_view bsr_generic = "spmm_bsr_generic";

struct BlockedShape {
  std::int64_t rows = 300;
  std::int64_t cols = 400;
  std::int64_t block_size = 32;
  std::int64_t ell_cols = 0;  ///< 0: three blocks
  IndexBase base = IndexBase::zero;
};

/// Random blocks, about a third empty. What no product may read is NaN.
template <class S, class Index = std::int32_t>
struct BlockedMatrix {
  Triplets triplets;
  BlockedEllMatrix<S, Index, Space> matrix;

  explicit BlockedMatrix(const BlockedShape& shape) {
    const std::int64_t bs = shape.block_size;
    const std::int64_t ell_cols = shape.ell_cols == 0 ? 3 * bs : shape.ell_cols;
    const std::int64_t per_row = (ell_cols + bs - 1) / bs;
    std::mt19937 random(17);
    std::vector<Index> all(std::size_t((shape.cols + bs - 1) / bs));
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = Index(i);
    std::vector<Index> blocks(std::size_t((shape.rows + bs - 1) / bs * per_row), Index(-1));
    std::vector<S> values(std::size_t(shape.rows * ell_cols), poison<S>());
    triplets.num_rows = shape.rows;
    triplets.num_cols = shape.cols;
    for (std::int64_t row = 0; row < shape.rows; ++row) {
      Index* const of_row = blocks.data() + row / bs * per_row;
      if (row % bs == 0) {
        std::shuffle(all.begin(), all.end(), random);
        for (std::int64_t j = 0; j < std::min<std::int64_t>(per_row, std::int64_t(all.size())); ++j)
          if (random() % 3 != 0) of_row[j] = Index(all[std::size_t(j)] + Index(shape.base));
      }
      for (std::int64_t q = 0; q < ell_cols; ++q) {
        const Index block = of_row[q / bs];
        const std::int64_t col = (std::int64_t(block) - std::int64_t(shape.base)) * bs + q % bs;
        if (block < 0 || col >= shape.cols) continue;
        const S value = random_scalar<S>(random);
        values[std::size_t(row * ell_cols + q)] = value;
        triplets.entries.push_back({row, col, widen(value)});
      }
    }
    matrix = BlockedEllMatrix<S, Index, Space>(shape.rows, shape.cols, bs, ell_cols,
                                               upload<Space>(blocks, "blocks"),
                                               upload<Space>(values, "values"), {shape.base});
  }
};

struct BsrShape {
  std::int64_t rows = 300;
  std::int64_t cols = 400;
  std::int64_t block_size = 32;
  std::int64_t block_cols_size = 0;  ///< 0: square blocks
  BlockOrder order = BlockOrder::row_major;
  IndexBase base = IndexBase::zero;
};

/// Random blocks: none in every third block row, all in every fifth, a third of them elsewhere.
/// What no product may read is NaN.
template <class S, class Index = std::int32_t, class Offset = Index>
struct BsrBlocks {
  Triplets triplets;
  BsrMatrix<S, Index, Offset, Space> matrix;

  explicit BsrBlocks(const BsrShape& shape) {
    const BlockLayout block{shape.block_size,
                            shape.block_cols_size == 0 ? shape.block_size : shape.block_cols_size,
                            shape.order};
    const auto base = std::int64_t(shape.base);
    std::mt19937 random(23);
    std::vector<Offset> offsets{Offset(base)};
    std::vector<Index> blocks;
    std::vector<S> values;
    triplets.num_rows = shape.rows;
    triplets.num_cols = shape.cols;
    for (std::int64_t first = 0, row = 0; first < shape.rows; first += block.rows, ++row) {
      for (std::int64_t col = 0; col * block.cols < shape.cols; ++col)
        if (row % 5 == 0 || (row % 3 != 1 && random() % 3 == 0)) {
          blocks.push_back(Index(col + base));
          const std::size_t place = values.size();
          values.resize(place + std::size_t(block.rows * block.cols), poison<S>());
          for (std::int64_t i = 0; i < block.rows && first + i < shape.rows; ++i)
            for (std::int64_t j = 0; j < block.cols && col * block.cols + j < shape.cols; ++j) {
              const S value = random_scalar<S>(random);
              const bool by_row = shape.order == BlockOrder::row_major;
              values[place + std::size_t(by_row ? i * block.cols + j : i + j * block.rows)] = value;
              triplets.entries.push_back({first + i, col * block.cols + j, widen(value)});
            }
        }
      offsets.push_back(Offset(std::int64_t(blocks.size()) + base));
    }
    matrix = BsrMatrix<S, Index, Offset, Space>(
        shape.rows, shape.cols, block, upload<Space>(offsets, "offsets"),
        upload<Space>(blocks, "blocks"), upload<Space>(values, "values"), {shape.base});
  }
};

/// The product of a matrix and its triplets, planned or not; fails unless `kernel` makes it.
template <class C, class Blocks>
void test_product(const Blocks& A, const SpmmSetup& setup, bool planned, std::string_view kernel,
                  Op op = Op::none, const SpmmOptions& options = {}) {
  using S = typename decltype(A.matrix)::scalar_type;
  SCOPED_TRACE(setup.text() + ", " + std::to_string(A.matrix.num_rows()) + " x " +
               std::to_string(A.matrix.num_cols()) + (planned ? ", planned" : ", one-shot"));
  std::mt19937 random(11);
  using Compute = spmm_compute_t<S, S, C>;
  const auto [alpha, beta] = alpha_beta<Compute>(setup.variant);
  const bool turns = op != Op::none;
  const std::int64_t in = turns ? A.matrix.num_rows() : A.matrix.num_cols();
  const std::int64_t out = turns ? A.matrix.num_cols() : A.matrix.num_rows();
  const std::int64_t n = setup.num_columns;
  const auto b = setup.op_b == Op::none ? random_dense<S>(random, 1, in, n)
                                        : random_dense<S>(random, 1, n, in);
  auto before = random_dense<C>(random, 1, out, n);
  if (beta == Compute{}) std::fill(before.entries.begin(), before.entries.end(), poison<C>());
  const DeviceDense<S, Space> b_view(b, setup.b_layout, poison<S>());
  const DeviceDense<C, Space> c_view(before, setup.c_layout, narrow<C>(7));
  const Exec exec;
  KernelId ran;
  if (planned) {
    const auto plan = spmm_plan(exec, op, A.matrix, options);
    if (kernel == tuned || kernel == bsr_tuned) {
      // Without a name the plan allows for each kernel that this card may choose for n columns.
      SpmmOptions named = options;
      named.kernel = kernel;
      EXPECT_EQ(spmm_plan(exec, op, A.matrix, named).workspace_bytes(n), 0u);
    }
    ran = plan.apply(exec, setup.op_b, alpha, A.matrix, b_view.single(), beta, c_view.single());
    const auto said = plan.explain(exec, setup.op_b, A.matrix, b_view.single(), c_view.single());
    EXPECT_EQ(said.kernel, kernel);
    const bool scheduled = kernel.ends_with("_tensor_cuda") || kernel.ends_with("_densified_cuda");
    EXPECT_EQ(said.encoding == "schedule", scheduled) << said.text();
  } else {
    ran = spmm(exec, op, setup.op_b, alpha, A.matrix, b_view.single(), beta, c_view.single(),
               options);
  }
  EXPECT_EQ(ran.name, kernel);
  exec.fence();
  EXPECT_TRUE(is_product(op, A.triplets, A.matrix.properties(), alpha, turned(b, setup.op_b), 0,
                         beta, before, c_view.get(), 0));
}

/// A B_i, A_i B and A_i B_i with B in each of the layouts, where A_i is A, nothing, or A the other
/// way round.
template <class C, class Blocks>
void test_batches(const Blocks& A, std::string_view kernel, const SpmmOptions& options = {},
                  std::initializer_list<Layout> layouts = {Layout::row_major,
                                                           Layout::column_major}) {
  using Matrix = std::remove_const_t<decltype(A.matrix)>;
  using S = typename Matrix::scalar_type;
  using Compute = spmm_compute_t<S, S, C>;
  constexpr int factors[] = {1, 0, -1};
  constexpr std::int64_t count = 3, n = 48, gap = 64;
  const std::vector<S> stored = download(A.matrix.values());
  std::vector<S> values;
  std::vector<Triplets> all(count, A.triplets);
  for (std::size_t i = 0; i < count; ++i) {
    for (const S& value : stored) values.push_back(narrow<S>(widen(value) * Wide(factors[i])));
    values.insert(values.end(), gap, poison<S>());
    for (Entry& entry : all[i].entries) entry.value *= Wide(factors[i]);
  }
  const auto memory = upload<Space>(values, "values");
  const StridedBatch<Matrix> many(
      A.matrix,
      Kokkos::View<S**, Kokkos::LayoutStride, Space>(
          memory.data(), Kokkos::LayoutStride(count, stored.size() + gap, stored.size(), 1)));
  const Exec exec;
  const auto plan = spmm_plan(exec, Op::none, A.matrix, options);
  std::mt19937 random(3);
  for (const Layout layout : layouts)
    for (const auto& [many_a, many_b] :
         {std::pair(false, true), std::pair(true, false), std::pair(true, true)}) {
      const auto b = random_dense<S>(random, many_b ? count : 1, A.matrix.num_cols(), n);
      const auto before = random_dense<C>(random, count, A.matrix.num_rows(), n);
      const DeviceDense<S, Space> b_view(b, layout, poison<S>());
      const DeviceDense<C, Space> c_view(before, Layout::padded_row_major, narrow<C>(7));
      const auto apply = [&](const auto& a, const auto& right) {
        return plan.apply(exec, Compute(2), a, right, Compute(-1), c_view.batch()).name;
      };
      EXPECT_EQ(many_a ? (many_b ? apply(many, b_view.batch()) : apply(many, b_view.single()))
                       : apply(A.matrix, b_view.batch()),
                kernel);
      exec.fence();
      const auto after = c_view.get();
      for (std::int64_t i = 0; i < count; ++i)
        EXPECT_TRUE(is_product(Op::none, all[std::size_t(many_a ? i : 0)], {}, Compute(2), b,
                               many_b ? i : 0, Compute(-1), before, after, i))
            << "matrix " << i << (many_a ? " A_i" : " A") << (many_b ? " B_i, " : " B, ")
            << layout_name(layout);
    }
}

}  // namespace filigree::test
