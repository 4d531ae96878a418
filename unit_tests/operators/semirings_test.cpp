// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <complex>
#include <limits>

#include <filigree/spmv_op.hpp>

#include "operator_support.hpp"

/// The ready-made semirings by hand, and semirings and value types of a user's own.

namespace filigree::test {
namespace {

using Space = Device::memory_space;

template <class S>
CsrMatrix<S, int32_t, int32_t, Space> small_matrix() {
  // 2 0 3
  // 0 0 0
  // 4 5 0
  return make_csr<Types<Device, S, int32_t, int32_t>>(
      Entries<S>{{0, 0, S(2)}, {0, 2, S(3)}, {2, 0, S(4)}, {2, 1, S(5)}}, 3, 3);
}

template <class S>
class Semirings : public ::testing::Test {
 protected:
  /// The product with (1, 10, 100), the same by all semirings in question.
  template <class Semiring>
  void expect(const char* what, const Semiring& semiring, const std::vector<S>& expected) const {
    const auto y = poisoned<S, Space>(3);
    EXPECT_EQ(spmv_op(Device(), Op::none, semiring, A, x, y).name, "spmv_op_generic");
    EXPECT_EQ(entries_of(y), expected) << what;
  }

  CsrMatrix<S, int32_t, int32_t, Space> A = small_matrix<S>();
  Kokkos::View<S*, Space> x = array<Space>(std::vector<S>{S(1), S(10), S(100)});
};

using ValueTypes = ::testing::Types<double, int32_t>;
TYPED_TEST_SUITE(Semirings, ValueTypes);

TYPED_TEST(Semirings, by_hand) {
  using S = TypeParam;
  namespace r = semirings;
  constexpr bool real = std::is_floating_point_v<S>;
  const S top = real ? S(std::numeric_limits<double>::infinity()) : std::numeric_limits<S>::max();
  const S bottom = real ? S(-top) : std::numeric_limits<S>::lowest();
  this->expect("plus_times", r::plus_times<S>(), {302, 0, 54});
  this->expect("plus_first", r::plus_first<S>(), {5, 0, 9});
  this->expect("plus_second", r::plus_second<S>(), {101, 0, 11});
  this->expect("plus_pair", r::plus_pair<S>(), {2, 0, 2});
  this->expect("min_plus", r::min_plus<S>(), {3, top, 5});
  this->expect("max_plus", r::max_plus<S>(), {103, bottom, 15});
  this->expect("min_times", r::min_times<S>(), {2, top, 4});
  this->expect("max_times", r::max_times<S>(), {300, bottom, 50});
  this->expect("min_max", r::min_max<S>(), {2, top, 4});
  this->expect("max_min", r::max_min<S>(), {3, bottom, 5});
  this->expect("min_first", r::min_first<S>(), {2, top, 4});
  this->expect("min_second", r::min_second<S>(), {1, top, 1});
  this->expect("max_first", r::max_first<S>(), {3, bottom, 5});
  this->expect("max_second", r::max_second<S>(), {100, bottom, 10});
  this->expect("or_and", r::or_and<S>(), {1, 0, 1});
  this->expect("or_second", r::or_second<S>(), {1, 0, 1});
  this->expect("xor_and", r::xor_and<S>(), {0, 0, 0});
  Kokkos::deep_copy(Kokkos::subview(this->x, 1), S(0));
  this->expect("xor_and of (1, 0, 100)", r::xor_and<S>(), {0, 0, 1});
}

TEST(SemiringOperators, infinity_of_an_integer_absorbs) {
  const auto min_plus = semirings::min_plus<int32_t>();
  constexpr int32_t infinity = std::numeric_limits<int32_t>::max();
  EXPECT_EQ(min_plus.multiply(infinity, 5), infinity);
  EXPECT_EQ(min_plus.multiply(-5, infinity), infinity);
  EXPECT_EQ(min_plus.multiply(-5, 3), -2);
  const auto max_plus = semirings::max_plus<std::int8_t>();
  EXPECT_EQ(max_plus.multiply(std::int8_t(-128), std::int8_t(-1)), -128);
}

TEST(SemiringOperators, accumulators) {
  EXPECT_EQ(operators::Minus{}(7, 2), 5);
  EXPECT_EQ(operators::First{}(7, 2.5), 7);
  EXPECT_EQ(operators::Second{}(7, 2.5), 2.5);
  EXPECT_EQ(operators::Pair{}(7, 2.5), 1);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(operators::Min{}(1.0, nan), 1.0);
  EXPECT_EQ(operators::Max{}(1.0, nan), 1.0);
  EXPECT_TRUE(operators::LogicalOr{}.is_terminal(2));
  EXPECT_FALSE(operators::LogicalAnd{}.is_terminal(2));
}

TEST(SemiringTypes, matrix_of_bool) {
  const Kokkos::View<bool*, Space> values("values", 4);
  Kokkos::deep_copy(Kokkos::subview(values, std::pair(1, 3)), true);  // (0, 2) and (2, 0)
  const auto A = small_matrix<std::int8_t>().with_values(values);
  const Kokkos::View<bool*, Space> x("x", 3), y("y", 3);
  Kokkos::deep_copy(Kokkos::subview(x, 2), true);
  Kokkos::deep_copy(y, true);
  spmv_op(Device(), Op::none, semirings::or_and(), A, x, y);
  const auto result = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, y);
  EXPECT_TRUE(result(0));
  EXPECT_FALSE(result(1));
  EXPECT_FALSE(result(2));
}

/// int8 times half, summed in double, stored in float.
TEST(SemiringTypes, four_of_them) {
  const auto A = small_matrix<std::int8_t>();
  const auto x = array<Space>(std::vector<half>{half(0.5f), half(1.0f), half(0.25f)});
  const auto y = poisoned<float, Space>(3);
  spmv_op(Device(), Op::none, semirings::plus_times<double>(), A, x, y);
  EXPECT_EQ(entries_of(y), (std::vector<float>{1.75f, 0, 7}));
}

/// Complex values of a Csc matrix, conjugated.
TEST(SemiringTypes, conjugate_transpose) {
  using C = complex_double;
  const auto A = make_csc<Types<Device, C, int32_t, int32_t>>(
      Entries<C>{{0, 0, C(1, 2)}, {1, 0, C(0, 3)}, {1, 1, C(4, 0)}}, 2, 2);
  const auto x = array<Space>(std::vector<C>{C(1, 0), C(0, 1)});
  const auto y = poisoned<C, Space>(2);
  spmv_op(Device(), Op::conjugate_transpose, semirings::plus_times<C>(), A, x, y);
  EXPECT_EQ(entries_of(y)[0], C(4, -2));
  EXPECT_EQ(entries_of(y)[1], C(0, 4));
  spmv_op(Device(), Op::transpose, semirings::plus_times<C>(), A, x, y);
  EXPECT_EQ(entries_of(y)[0], C(-2, 2));
}

struct Edge {
  float length;
  int32_t toll;
};
struct Route {
  double length;
  int64_t toll;
  KOKKOS_FUNCTION bool operator<(const Route& other) const {
    return length < other.length || (length == other.length && toll < other.toll);
  }
};
struct Extend {
  KOKKOS_FUNCTION Route operator()(const Edge& edge, const Route& rest) const {
    return {double(edge.length) + rest.length, edge.toll + rest.toll};
  }
};

struct RowAndToll {
  KOKKOS_FUNCTION int64_t operator()(std::int64_t row, const Route& route) const {
    return 100 * row + route.toll;
  }
};

/// A matrix, a vector and a semiring of structs, the shortest and then the cheapest route; the
/// epilogue makes the result another type.
TEST(SemiringTypes, structs) {
  const Route infinity{std::numeric_limits<double>::infinity(), 0};
  const auto semiring = make_semiring(infinity, operators::Min{}, Extend{});
  const auto A = small_matrix<std::int8_t>().with_values<Edge>(
      array<Space>(std::vector<Edge>{{2, 7}, {1, 5}, {3, 1}, {3, 2}}));
  const auto x = array<Space>(std::vector<Route>{{1, 1}, {1, 4}, {2, 2}});
  const auto y = poisoned<Route, Space>(3);
  spmv_op(Device(), Op::none, semiring, A, x, y);
  const auto routes = entries_of(y);
  EXPECT_EQ(routes[0].length, 3);
  EXPECT_EQ(routes[0].toll, 7);
  EXPECT_EQ(routes[1].length, infinity.length);
  EXPECT_EQ(routes[2].length, 4);
  EXPECT_EQ(routes[2].toll, 2);

  const auto tolls = poisoned<int32_t, Space>(3);
  spmv_op(Device(), Op::none, semiring, A, x, tolls, ProductOutput{}.with_epilogue(RowAndToll{}));
  EXPECT_EQ(entries_of(tolls), (std::vector<int32_t>{7, 100, 202}));

  const auto flags = array<Space>(std::vector<int32_t>{0, 1, 0});
  spmv_op(Device(), Op::none, semiring, A, x, tolls,
          ProductOutput{}
              .with_mask(complement(mask_by_value(flags)))
              .with_replace()
              .with_epilogue(RowAndToll{}));
  EXPECT_EQ(entries_of(tolls), (std::vector<int32_t>{7, 0, 202})) << "no route is an int";
  spmv_op(Device(), Op::none, semiring, A, x, y,
          ProductOutput{}.with_mask(mask_by_value(flags)).with_replace());
  EXPECT_EQ(entries_of(y)[0].length, infinity.length);
}

/// max of 2 |a| x, with both operators as lambdas.
template <class Matrix, class Vector>
void spmv_with_lambdas(const Matrix& A, const Vector& x, const Vector& y, double factor) {
  const auto semiring = make_semiring(
      0.0, KOKKOS_LAMBDA(double a, double b) { return a < b ? b : a; },
      KOKKOS_LAMBDA(double a, double b) { return factor * (a < 0 ? -a : a) * b; });
  spmv_op(Device(), Op::none, semiring, A, x, y);
}

TEST(SemiringTypes, lambdas) {
  const auto A = make_csr<Types<Device, double, int32_t, int32_t>>(
      Entries<double>{{0, 0, -3}, {0, 1, 2}, {1, 1, -1}}, 2, 2);
  const auto x = array<Space>(std::vector<double>{1, 1.25});
  const auto y = poisoned<double, Space>(2);
  spmv_with_lambdas(A, x, y, 2);
  EXPECT_EQ(entries_of(y), (std::vector<double>{6, 2.5}));
}

struct CountedIsPositive {
  int64_t* calls;
  KOKKOS_FUNCTION bool operator()(double, double x) const {
    ++*calls;
    return x > 0;
  }
};

/// A sum that is terminal is not added to: on the host the rest of the row is not even read.
TEST(SemiringTypes, terminal_values_end_a_row) {
  int64_t calls = 0;
  const auto semiring = make_semiring(false, operators::LogicalOr{}, CountedIsPositive{&calls});
  Entries<double> row;
  for (int64_t col = 0; col < 1000; ++col) row.push_back({0, col, 1});
  const auto A = make_csr<Types<Host, double, int32_t, int32_t>>(row, 1, 1000);
  std::vector<double> entries(1000, -1);
  entries[9] = 1;
  const auto x = array<Host::memory_space>(entries);
  const auto y = poisoned<int32_t, Host::memory_space>(1);
  spmv_op(Host(), Op::none, semiring, A, x, y);
  Host().fence();
  EXPECT_EQ(entries_of(y)[0], 1);
  EXPECT_EQ(calls, 10);
}

}  // namespace
}  // namespace filigree::test
