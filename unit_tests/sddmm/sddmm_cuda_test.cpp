// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include "sddmm_cuda_support.hpp"

/// The tuned CUDA kernel, asked for by name: inner sizes around the widths of vectors, lane groups
/// and rounds; patterns that its parts of C cut in every way.

namespace filigree::test {
namespace {

using namespace sddmm_cuda;

/// `columns(row)` lists a row's columns.
template <class Columns>
Triplets pattern_of(std::int64_t rows, std::int64_t cols, const Columns& columns) {
  Triplets result{rows, cols, {}};
  for (std::int64_t row = 0; row < rows; ++row)
    for (const std::int64_t col : columns(row)) result.entries.push_back({row, col, 1});
  return result;
}

/// Neighbours in a line: rows of one length, which are dealt out whole.
Triplets band(std::int64_t rows) {
  return pattern_of(rows, rows, [&](std::int64_t row) {
    std::vector<std::int64_t> cols;
    for (std::int64_t col = std::max<std::int64_t>(0, row - 4); col < std::min(rows, row + 5);
         ++col)
      cols.push_back(col);
    return cols;
  });
}

/// A full row, short ones, and more empty ones than entries in between.
Triplets with_a_hole(std::int64_t rows, std::int64_t cols) {
  return pattern_of(rows, cols, [&](std::int64_t row) {
    std::vector<std::int64_t> list;
    const bool is_empty = row > rows / 4 && row < rows - 5;
    for (std::int64_t k = 0; k < (row == rows / 8 ? cols : (is_empty ? 0 : 3)); ++k)
      list.push_back((row + k) % cols);
    return list;
  });
}

/// Only long rows: their entries are dealt out.
Triplets long_rows(std::int64_t cols) {
  return pattern_of(5, cols, [&](std::int64_t row) {
    std::vector<std::int64_t> list;
    for (std::int64_t col = row; col < cols; col += 1 + row % 2) list.push_back(col);
    return list;
  });
}

std::vector<Triplets> all_patterns() {
  std::mt19937 random(3);
  return {random_triplets<float>(random, {97, 60, 6, 31, true}), band(700), with_a_hole(9000, 3001),
          long_rows(2500)};
}

constexpr SddmmSetup contiguous(std::int64_t inner, int variant) {
  return {Op::none, Op::none, Layout::row_major, Layout::column_major, inner, variant};
}

template <class AB, class C>
void test_inner_sizes() {
  SCOPED_TRACE(std::string("A ") + scalar_name<AB> + ", C " + scalar_name<C>);
  SddmmTest<Exec, Csr<C>, AB> test(all_patterns()[0], {}, Order::shuffled);
  for (const std::int64_t inner : {0,  1,  2,  3,  4,  5,  6,  7,   8,   9,   12,  16,  20,
                                   24, 31, 32, 33, 40, 64, 72, 100, 128, 144, 257, 512, 600})
    for (const int variant : {0, 1})
      EXPECT_EQ(test.one_shot(contiguous(inner, variant), by_name).name, kernel);
}

TEST(SddmmCuda, inner_sizes_of_all_scalar_types){
#define FILIGREE_SDDMM_TYPES(ab, c, compute) test_inner_sizes<ab, c>()
#include <filigree/detail/sddmm_types.inc>
#undef FILIGREE_SDDMM_TYPES
}

TEST(SddmmCuda, patterns) {
  for (const Triplets& triplets : all_patterns()) {
    SddmmTest<Exec, Csr<double>, double> doubles(triplets, {}, Order::sorted);
    SddmmTest<Exec, Csr<float, I64, I64>, float> floats(triplets, {IndexBase::one},
                                                        Order::shuffled);
    SddmmTest<Exec, Csr<float, I32, I64>, half> halves(triplets, {}, Order::shuffled);
    for (const std::int64_t inner : {3, 8, 32, 100, 128}) {
      EXPECT_EQ(doubles.one_shot(contiguous(inner, 0), by_name).name, kernel);
      EXPECT_EQ(floats.one_shot(contiguous(inner, 1), by_name).name, kernel);
      EXPECT_EQ(halves.one_shot(contiguous(inner, 1), by_name).name, kernel);
    }
  }
}

/// Layouts and conjugations: what is not contiguous is copied where there is a plan, and left to
/// the generic kernel where there is none.
template <class T>
void test_layouts() {
  SddmmTest<Exec, Csr<T>, T> test(all_patterns()[0], {}, Order::sorted);
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      for (const Layout a : all_layouts)
        for (const Layout b : all_layouts) {
          const SddmmSetup setup{op_a, op_b, a, b, 37, 1};
          const bool by_row = a == Layout::row_major || a == Layout::padded_row_major;
          const bool left_is_contiguous = a != Layout::strided && by_row == (op_a == Op::none);
          EXPECT_EQ(test.planned(setup, by_name).name, kernel);
          EXPECT_EQ(test.one_shot(setup).name, left_is_contiguous && setup.right_is_contiguous()
                                                   ? kernel
                                                   : "sddmm_csr_generic");
        }
}

TEST(SddmmCuda, layouts_and_ops) {
  test_layouts<float>();
  test_layouts<complex_double>();
}

/// A matrix in the middle of a wider one, whose other entries are NaNs; its rows are
/// `stride` entries apart (its columns, where not `by_row`).
template <class T>
struct InsideOfWider {
  using View = Kokkos::View<T**, Kokkos::LayoutStride, Space>;

  InsideOfWider(const View& view, bool by_row, std::int64_t first, std::int64_t stride)
      : whole("whole", view.extent(by_row ? 0 : 1) * std::size_t(stride)),
        inside(whole.data() + first,
               Kokkos::LayoutStride(view.extent(0), std::size_t(by_row ? stride : 1),
                                    view.extent(1), std::size_t(by_row ? 1 : stride))) {
    Kokkos::deep_copy(whole, poison<T>());
    copy(view, inside);
  }

  static void copy(const View& from, const View& to) {
    Kokkos::parallel_for(
        "copy",
        Kokkos::MDRangePolicy<Exec, Kokkos::Rank<2>>(
            {0, 0}, {std::int64_t(from.extent(0)), std::int64_t(from.extent(1))}),
        KOKKOS_LAMBDA(std::int64_t i, std::int64_t j) { to(i, j) = from(i, j); });
  }

  Kokkos::View<T*, Space> whole;
  View inside;
};

/// Vectors of 16 bytes where the addresses allow them, and nothing of what lies beside a row.
template <class T>
void test_views(std::int64_t inner, std::int64_t first, std::int64_t stride) {
  SCOPED_TRACE("first " + std::to_string(first) + ", stride " + std::to_string(stride));
  SddmmTest<Exec, Csr<T>, T> test(all_patterns()[0], {}, Order::sorted);
  const auto call = [&](const Exec& exec, const T& alpha, const auto& a, const auto& b,
                        const T& beta, const auto& c) {
    const InsideOfWider<T> left(a, true, first, stride), right(b, false, first, stride);
    const KernelId id = sddmm(exec, alpha, left.inside, right.inside, beta, c, by_name);
    exec.fence();
    return id;
  };
  for (const int variant : {0, 1})
    EXPECT_EQ(test.run(contiguous(inner, variant), call).name, kernel);
}

TEST(SddmmCuda, views_into_wider_matrices) {
  for (const std::int64_t inner : {4, 20, 32, 100, 132})
    for (const std::int64_t first : {0, 1, 2, 4})
      for (const std::int64_t beside : {8, 9}) {
        test_views<float>(inner, first, inner + beside);
        test_views<double>(inner, first, inner + beside);
      }
}

/// An entry's bits depend on nothing but its row and column of the dense matrices.
TEST(SddmmCuda, same_bits_wherever_an_entry_lies) {
  const Exec exec;
  constexpr std::int64_t rows = 400, inner = 96;
  const Kokkos::View<float**, Kokkos::LayoutRight, Space> a("a", rows, inner);
  const Kokkos::View<float**, Kokkos::LayoutLeft, Space> b("b", inner, rows);
  std::mt19937 random(7);
  const auto fill = [&](const auto& view) {
    const auto numbers = random_vector<float>(random, rows * inner);
    std::vector<float> thirds;
    for (const float number : numbers) thirds.push_back(number / 3);
    Kokkos::deep_copy(Kokkos::View<float*, Space>(view.data(), rows * inner),
                      upload<Space>(thirds));
  };
  fill(a);
  fill(b);
  const auto product = [&](const Triplets& triplets) {
    const auto C = MatrixFrom<Csr<float>>::make(triplets, {}, Order::sorted);
    EXPECT_EQ(sddmm(exec, 1, a, b, 0, C, by_name).name, kernel);
    exec.fence();
    return download(C.values());
  };
  const auto full = product(pattern_of(rows, rows, [&](std::int64_t) {
    std::vector<std::int64_t> all(rows);
    for (std::int64_t col = 0; col < rows; ++col) all[std::size_t(col)] = col;
    return all;
  }));
  const Triplets some = band(rows);
  for (int repeat = 0; repeat < 20; ++repeat) {
    const auto found = product(some);
    ASSERT_EQ(found.size(), some.entries.size());
    for (std::size_t e = 0; e < found.size(); ++e) {
      const auto& entry = some.entries[e];
      ASSERT_EQ(std::memcmp(&found[e], &full[std::size_t(entry.row * rows + entry.col)], 4), 0);
    }
  }
}

TEST(SddmmCuda, refuses_blocks) {
  using Bsr = BsrMatrix<float, I32, I32, Space>;
  SddmmTest<Exec, Bsr, float> test(all_patterns()[0], {}, Order::sorted);
  for (const SddmmOptions& options : {by_name, SddmmOptions{.backend = Backend::tuned}}) try {
      test.one_shot(contiguous(8, 0), options);
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::not_supported) << error.what();
    }
}

}  // namespace
}  // namespace filigree::test
