// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "geam_support.hpp"
#include "spmv/expect_error.hpp"
#include "spmv/graph_capture.hpp"

/// The tuned CUDA kernels, asked for by name: rows that parts of the merged entries cut in every
/// way, and graphs.

namespace filigree::test {
namespace {

using Exec = Kokkos::Cuda;
using Space = Kokkos::CudaSpace;
using I32 = std::int32_t;
using I64 = std::int64_t;
template <class T, class Index = I32, class Offset = Index>
using Csr = CsrMatrix<T, Index, Offset, Space>;

constexpr const char* kernel = "geam_merge_cuda";
const GeamOptions by_name{.backend = Backend::tuned, .kernel = kernel};

/// `columns(row, k)`: the k-th column of a row, `length(row)` of them.
template <class Length, class Column>
GeamSide side_of(std::int64_t rows, std::int64_t cols, const Length& length, const Column& column) {
  GeamSide side;
  side.triplets = {rows, cols, {}};
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t k = 0; k < length(row); ++k)
      side.triplets.entries.push_back({row, column(row, k), 1.0L / (1 + row + k)});
  return side;
}

/// Pairs of patterns whose places meet in all of the ways: none, all, each other, at the ends of
/// parts of 2048 merged entries; rows of every length up to several parts; more empty rows than
/// entries.
std::vector<std::pair<GeamSide, GeamSide>> pairs() {
  const auto dense = [](std::int64_t rows, std::int64_t cols, std::int64_t first,
                        std::int64_t step) {
    return side_of(
        rows, cols, [=](std::int64_t) { return (cols - first + step - 1) / step; },
        [=](std::int64_t, std::int64_t k) { return first + step * k; });
  };
  std::vector<std::pair<GeamSide, GeamSide>> result;
  result.emplace_back(dense(3, 5001, 0, 1), dense(3, 5001, 0, 1));
  result.emplace_back(dense(3, 5001, 0, 2), dense(3, 5001, 1, 2));
  result.emplace_back(dense(2, 9000, 0, 1), dense(2, 9000, 0, 3));
  result.emplace_back(dense(1025, 1, 0, 1), dense(1025, 1, 0, 1));
  // odd numbers of entries before pairs of equal places, so that parts end between the two
  for (std::int64_t shift = 0; shift < 3; ++shift)
    result.emplace_back(side_of(
                            1500, 4000, [=](std::int64_t row) { return row == 0 ? shift : 7; },
                            [](std::int64_t row, std::int64_t k) { return row + k; }),
                        side_of(
                            1500, 4000, [](std::int64_t) { return 5; },
                            [](std::int64_t row, std::int64_t k) { return row + k; }));
  // a full row between long runs of empty ones
  const auto hole = [](std::int64_t full, std::int64_t other) {
    return side_of(
        200'000, 6000,
        [=](std::int64_t row) -> std::int64_t {
          return row == full ? 6000 : row == other || row % 50'000 == 1 ? 3 : 0;
        },
        [](std::int64_t, std::int64_t k) { return k; });
  };
  result.emplace_back(hole(60'000, 199'999), hole(60'001, 0));
  result.emplace_back(hole(199'999, 0), hole(199'999, 120'000));
  return result;
}

TEST(GeamCuda, parts_cut_rows_in_every_way) {
  int number = 0;
  for (auto& [a, b] : pairs()) {
    SCOPED_TRACE("pair " + std::to_string(number++));
    EXPECT_EQ((test_sum<Csr<float>, Csr<float>, float>(Exec(), a, b, by_name)).name, kernel);
    a.properties.index_base = IndexBase::one;
    EXPECT_EQ(
        (test_sum<Csr<double, I64>, Csr<double, I32, I64>, double>(Exec(), b, a, by_name)).name,
        kernel);
  }
}

/// One row each, A's in no order, though it is said to be sorted: the parts do not meet.
TEST(GeamCuda, rows_that_are_not_sorted_as_they_are_said_to_be) {
  using Matrix = Csr<double>;
  std::mt19937 random(5);
  for (const int entries : {20, 200, 30'000}) {
    SCOPED_TRACE(entries);
    Triplets a{1, 100'000, {}}, b = a;
    for (int k = 0; k < entries; ++k) {
      a.entries.push_back({0, 3 * k, 1.0});
      b.entries.push_back({0, 2 * k, 1.0});
    }
    MatrixProperties said;
    said.sorted = said.unique = true;
    const auto A = MatrixFrom<Matrix>::make(a, {}, Order::shuffled).with_properties(said);
    const auto B = MatrixFrom<Matrix>::make(b, said, Order::sorted);
    expect_error(Status::invalid_value, "geam_plan: argument 'A, B'",
                 [&] { geam_plan(Exec(), Op::none, A, Op::none, B, by_name); });
    // Columns named twice are merged all the same.
    auto twice = a;
    for (auto& entry : twice.entries) entry.col = entry.col / 6 * 6;
    const auto T = MatrixFrom<Matrix>::make(twice, said, Order::sorted);
    EXPECT_GE(geam_plan(Exec(), Op::none, T, Op::none, B, by_name).nnz(), entries);
  }
}

template <class AB, class C>
void test_scalars() {
  SCOPED_TRACE(std::string("A ") + scalar_name<AB> + ", C " + scalar_name<C>);
  std::mt19937 random(3);
  for (const bool plain : {true, false}) {
    GeamSide a, b;
    a.triplets = random_triplets<AB>(random, {150, 150, 8, 31, !plain});
    b.triplets = random_triplets<AB>(random, {150, 150, 5, -1, !plain});
    if (!plain) {
      a.op = Op::conjugate_transpose;
      a.order = b.order = Order::shuffled;
      b.properties.type = is_complex_v<AB> ? MatrixType::hermitian : MatrixType::symmetric;
    }
    EXPECT_EQ((test_sum<Csr<AB>, Csr<AB>, C>(Exec(), a, b, by_name)).name, kernel);
  }
}

TEST(GeamCuda, all_scalar_types){
#define FILIGREE_GEAM_TYPES(ab, c, compute) test_scalars<ab, c>()
#include <filigree/detail/geam_types.inc>
#undef FILIGREE_GEAM_TYPES
}

/// A captured sum of new values: replayed, it sees what the arrays hold then.
TEST(GeamCuda, values_again_in_a_graph) {
  const Stream stream;
  const Exec exec(stream.stream);
  std::mt19937 random(5);
  GeamSide a, b;
  a.triplets = random_triplets<double>(random, {900, 700, 8, 31});
  b.triplets = random_triplets<double>(random, {900, 700, 5});
  const auto A = matrix_of<Csr<double>>(a), B = matrix_of<Csr<double>>(b);
  const auto plan = geam_plan(exec, Op::none, A, Op::none, B, by_name);
  const auto C = plan.result<double>(exec);
  plan.apply(exec, 1.0, A, 1.0, B, C);
  exec.fence();
  cudaGraphExec_t graph = nullptr;
  capture(
      stream, [&] { plan.apply(exec, 2.0, A, 3.0, B, C); }, graph);
  for (int i = 0; i < 3; ++i) {
    Kokkos::deep_copy(A.values(), 1.0 + i);
    Kokkos::deep_copy(C.values(), poison<double>());
    ASSERT_EQ(cudaGraphLaunch(graph, stream.stream), cudaSuccess);
    exec.fence();
    for (Entry& e : a.triplets.entries) e.value = 1.0 + i;
    GeamReference reference;
    add_to(reference, a, 2);
    add_to(reference, b, 3);
    EXPECT_TRUE((is_sum<double>(C, reference)));
  }
  EXPECT_CUDA(cudaGraphExecDestroy(graph));
}

/// The generic kernels make the same pattern and, with one rounding a term, values as close.
TEST(GeamCuda, generic_kernels_on_the_device) {
  for (const auto& [a, b] : pairs())
    EXPECT_EQ(
        (test_sum<Csr<double>, Csr<double>, double>(Exec(), a, b, {.backend = Backend::generic}))
            .name,
        "geam_generic");
}

}  // namespace
}  // namespace filigree::test
