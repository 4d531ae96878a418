// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <functional>

#include <filigree/gemvi.hpp>

#include "spmv/event_counts.hpp"
#include "spmv/spmv_support.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

/// A dense matrix and a sparse vector; the matrix also as entries, for the reference.
template <class T, class Index, class AView>
struct Problem {
  AView A;
  Triplets triplets;
  std::vector<T> dense_x;
  SparseVector<T, Index, Space> x;
};

/// Rows and columns of A that x does not name hold NaN: they may not be read.
template <class T, class Index, class AView>
Problem<T, Index, AView> random_problem(const AView& A, Op op, std::int64_t nnz, IndexBase base) {
  const auto rows = std::int64_t(A.extent(0)), cols = std::int64_t(A.extent(1));
  const std::int64_t length = op == Op::none ? cols : rows;
  std::mt19937 random(5);
  Problem<T, Index, AView> result{A, {rows, cols, {}}, std::vector<T>(std::size_t(length)), {}};
  std::vector<Index> indices;
  std::vector<T> values;
  std::vector<bool> named(static_cast<std::size_t>(length));
  for (std::int64_t k = 0; k < nnz; ++k) {
    const auto i = std::size_t(random() % std::uint64_t(length));  // some twice, in any order
    indices.push_back(Index(i) + Index(base));
    values.push_back(random_scalar<T>(random));
    result.dense_x[i] += values.back();
    named[i] = true;
  }
  result.x =
      SparseVector<T, Index, Space>(length, upload<Space>(indices), upload<Space>(values), base);
  // By way of a compact copy: a strided View does not travel between memories.
  const Kokkos::View<T**, Kokkos::LayoutLeft, Space> compact("compact", rows, cols);
  const auto host = Kokkos::create_mirror_view(compact);
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < cols; ++j) {
      const bool is_read = named[std::size_t(op == Op::none ? j : i)];
      host(i, j) = is_read ? random_scalar<T>(random) : poison<T>();
      if (is_read) result.triplets.entries.push_back({i, j, widen(host(i, j))});
    }
  Kokkos::deep_copy(compact, host);
  Kokkos::deep_copy(A, compact);
  return result;
}

template <class T, class Index, class AView>
void test_products(const AView& A, IndexBase base) {
  const Exec exec;
  for (const Op op : all_ops)
    for (const std::int64_t nnz : {0, 1, 7, 90}) {
      if (nnz > 0 && A.extent(op == Op::none ? 1 : 0) == 0) continue;
      SCOPED_TRACE(std::string(name(op)) + ", nnz " + std::to_string(nnz));
      const auto problem = random_problem<T, Index>(A, op, nnz, base);
      std::mt19937 random(6);
      const auto y0 = random_vector<T>(random, std::int64_t(A.extent(op == Op::none ? 0 : 1)));
      for (const bool in_memory : {false, true})
        for (const auto& [a, b] :
             {std::pair(T(1), T(0)), std::pair(T(-2), T(3)), std::pair(T(0), T(2))}) {
          const auto expected =
              reference_product(op, problem.triplets, {}, widen(a), problem.dense_x, widen(b), y0);
          const GuardedVector<T, Space> y(b == T(0) ? std::vector<T>(y0.size(), poison<T>()) : y0);
          const Kokkos::View<T, Space> alpha("alpha"), beta("beta");
          Kokkos::deep_copy(alpha, a);
          Kokkos::deep_copy(beta, b);
          const KernelId ran = in_memory ? gemvi(exec, op, alpha, A, problem.x, beta, y.view)
                                         : gemvi(exec, op, a, A, problem.x, b, y.view);
          EXPECT_EQ(ran.name, "gemvi_generic");
          EXPECT_TRUE((is_close<T, T>(y.get(), expected)));
        }
    }
}

template <class T, class Index>
void test_types(IndexBase base) {
  for (const auto& [m, n] : {std::pair(0, 0), std::pair(0, 4), std::pair(4, 0), std::pair(1, 1),
                             std::pair(70, 40), std::pair(33, 300)}) {
    SCOPED_TRACE(std::to_string(m) + " x " + std::to_string(n));
    test_products<T, Index>(Kokkos::View<T**, Kokkos::LayoutLeft, Space>("A", m, n), base);
    test_products<T, Index>(Kokkos::View<T**, Kokkos::LayoutRight, Space>("A", m, n), base);
  }
  // With a leading dimension.
  const Kokkos::View<T**, Kokkos::LayoutLeft, Space> larger("larger", 90, 50);
  test_products<T, Index>(Kokkos::subview(larger, std::pair(3, 73), std::pair(2, 42)), base);
}

TEST(Gemvi, all_scalars_and_index_types) {
  test_types<float, std::int32_t>(IndexBase::zero);
  test_types<double, std::int32_t>(IndexBase::one);
  test_types<double, std::int64_t>(IndexBase::zero);
  test_types<complex_float, std::int32_t>(IndexBase::zero);
  test_types<complex_double, std::int64_t>(IndexBase::one);
}

TEST(Gemvi, alpha_zero_reads_nothing) {
  const Exec exec;
  const Kokkos::View<double**, Space> A("A", 3, 2);
  Kokkos::deep_copy(A, poison<double>());
  const SparseVector<double, std::int32_t, Space> x(2, upload<Space>(std::vector<std::int32_t>{1}),
                                                    upload<Space>(std::vector<double>{HUGE_VAL}));
  const auto y = upload<Space>(std::vector<double>{1, 2, 3});
  gemvi(exec, Op::none, 0.0, A, x, 2.0, y);
  EXPECT_EQ(download(y), (std::vector<double>{2, 4, 6}));
}

TEST(Gemvi, neither_allocates_nor_waits) {
  const Exec exec;
  const Kokkos::View<double**, Kokkos::LayoutRight, Space> A("A", 30, 20);
  const auto problem = random_problem<double, std::int32_t>(A, Op::none, 9, IndexBase::zero);
  const Kokkos::View<double*, Space> y("y", 30);
  gemvi(exec, Op::none, 1.0, A, problem.x, 0.0, y);
  exec.fence();
  const EventCounts events;
  gemvi(exec, Op::none, 1.0, A, problem.x, 0.0, y);
  EXPECT_EQ(events.allocations(), 0);
  EXPECT_EQ(events.fences(), 0);
}

/// The four types that all_products goes through, and nothing else.
TEST(Gemvi, supports) {
  EXPECT_TRUE(gemvi_supports<float>);
  EXPECT_TRUE(gemvi_supports<double>);
  EXPECT_TRUE(gemvi_supports<complex_float>);
  EXPECT_TRUE(gemvi_supports<complex_double>);
  EXPECT_FALSE(gemvi_supports<half>);
  EXPECT_FALSE(gemvi_supports<bfloat16>);
  EXPECT_FALSE(gemvi_supports<complex_half>);
  EXPECT_FALSE(gemvi_supports<complex_bfloat16>);
  EXPECT_FALSE(gemvi_supports<std::int8_t>);
  EXPECT_FALSE(gemvi_supports<std::int32_t>);
  EXPECT_FALSE(gemvi_supports<const double>) << "of the scalar, not of a View's value type";
}

TEST(Gemvi, bad_arguments) {
  const Exec exec;
  const Kokkos::View<double*, Space> memory("memory", 200);
  const Kokkos::View<double**, Kokkos::LayoutLeft, Space> A(memory.data(), 5, 4);
  using Indices = Kokkos::View<std::int32_t*, Space>;
  const auto x_of = [&](std::int64_t size) {
    return SparseVector<double, std::int32_t, Space>(
        size, Indices("indices", 2), Kokkos::View<double*, Space>(memory, std::pair(100, 102)));
  };
  const Kokkos::View<double*, Space> y("y", 5), shorter("y", 4), in_A(memory, std::pair(19, 24)),
      in_x(memory, std::pair(101, 106));
  const Kokkos::View<double*, Kokkos::LayoutStride, Space> strided("y", Kokkos::LayoutStride(5, 2));
  const auto refuses = [](const char* argument, const char* part,
                          const std::function<void()>& call) {
    try {
      call();
      ADD_FAILURE() << "nothing was thrown for " << argument << ", " << part;
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::invalid_value) << error.what();
      EXPECT_EQ(error.argument(), argument) << error.what();
      EXPECT_NE(std::string(error.what()).find(part), std::string::npos) << error.what();
    }
  };
  refuses("x", "length 5", [&] { gemvi(exec, Op::none, 1.0, A, x_of(5), 0.0, y); });
  refuses("x", "length 4", [&] { gemvi(exec, Op::transpose, 1.0, A, x_of(4), 0.0, shorter); });
  refuses("y", "length 4", [&] { gemvi(exec, Op::none, 1.0, A, x_of(4), 0.0, shorter); });
  refuses("y", "strided", [&] { gemvi(exec, Op::none, 1.0, A, x_of(4), 0.0, strided); });
  refuses("y", "shared with A", [&] { gemvi(exec, Op::none, 1.0, A, x_of(4), 0.0, in_A); });
  refuses("x.values()", "shared with y",
          [&] { gemvi(exec, Op::none, 1.0, A, x_of(4), 0.0, in_x); });
}

}  // namespace
}  // namespace filigree::test
