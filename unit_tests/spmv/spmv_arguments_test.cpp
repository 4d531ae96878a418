// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>

#include "spmv_support.hpp"

/// Each argument of each call wrong in turn, and what supports says.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;
using Strided = Kokkos::View<double*, Kokkos::LayoutStride, Space>;

struct Case {
  const char* what;
  const char* argument;
  const char* part;  ///< of the message
  std::function<void()> call;
};

void expect_refusals(const std::vector<Case>& cases) {
  for (const Case& c : cases) {
    SCOPED_TRACE(c.what);
    try {
      c.call();
      ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
      EXPECT_EQ(error.status(), Status::invalid_value) << error.what();
      EXPECT_EQ(error.argument(), c.argument) << error.what();
      EXPECT_NE(std::string(error.what()).find(c.part), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find("expected"), std::string::npos) << error.what();
    }
  }
}

class SpmvArguments : public ::testing::Test {
 protected:
  static constexpr std::int64_t rows = 30;
  static constexpr std::int64_t cols = 50;

  static Matrix make() {
    std::mt19937 random(1);
    return MatrixFrom<Matrix>::make(random_triplets<double>(random, {rows, cols, 3}), {},
                                    Order::sorted);
  }
  static Strided strided(std::int64_t length) {
    return Strided("strided", Kokkos::LayoutStride(std::size_t(length), 2));
  }
  static Vector part(const Vector& of, std::size_t begin, std::size_t length) {
    return Vector(of, std::pair(begin, begin + length));
  }

  Exec exec;
  Matrix A = make();
  Vector x{"x", cols}, y{"y", rows}, z{"z", rows}, shared{"shared", 200};
  Strided strided_x = strided(cols), strided_y = strided(rows);
  Vector result{"result", 2};
};

TEST_F(SpmvArguments, one_shot) {
  expect_refusals({
      {"x too short", "x", "length 30, expected length 50, the columns of op(A)",
       [&] { spmv(exec, Op::none, 1.0, A, y, 0.0, z); }},
      {"x too long", "x", "length 50, expected length 30",
       [&] { spmv(exec, Op::transpose, 1.0, A, x, 0.0, x); }},
      {"y wrong", "y", "length 50, expected length 30, the rows of op(A)",
       [&] { spmv(exec, Op::none, 1.0, A, x, 0.0, x); }},
      {"y wrong, transposed", "y", "length 30, expected length 50",
       [&] { spmv(exec, Op::transpose, 1.0, A, y, 0.0, z); }},
      {"z wrong", "z", "length 50", [&] { spmv(exec, Op::none, 1.0, A, x, 0.0, y, x); }},
      {"x strided", "x", "Views of one column",
       [&] { spmv(exec, Op::none, 1.0, A, strided_x, 0.0, y); }},
      {"y strided", "y", "strided", [&] { spmv(exec, Op::none, 1.0, A, x, 0.0, strided_y); }},
      {"z strided", "z", "strided", [&] { spmv(exec, Op::none, 1.0, A, x, 0.0, y, strided_y); }},
      {"x overlaps y", "x", "shared with y",
       [&] { spmv(exec, Op::none, 1.0, A, part(shared, 0, 50), 0.0, part(shared, 49, 30)); }},
      {"x overlaps z", "x", "shared with z",
       [&] { spmv(exec, Op::none, 1.0, A, part(shared, 0, 50), 0.0, y, part(shared, 20, 30)); }},
      {"y overlaps z in part", "y", "exactly the same",
       [&] { spmv(exec, Op::none, 1.0, A, x, 0.0, part(shared, 0, 30), part(shared, 1, 30)); }},
      {"no op", "op", "7", [&] { spmv(exec, Op(7), 1.0, A, y, 0.0, x); }},
  });
}

/// A plan sees arrays that are counted from another base than their matrix says, or end elsewhere.
TEST_F(SpmvArguments, offsets_of_a_plan) {
  MatrixProperties one_based;
  one_based.index_base = IndexBase::one;
  const auto offsets = download(A.row_offsets());
  const auto begins_late = upload<Space>(
      [&] {
        auto wrong = offsets;
        wrong.front() = 1;
        return wrong;
      }(),
      "offsets");
  const auto ends_early = upload<Space>(
      [&] {
        auto wrong = offsets;
        --wrong.back();
        return wrong;
      }(),
      "offsets");
  for (const Op op : {Op::none, Op::transpose})
    expect_refusals({
        {"base", "A.row_offsets()", "index base 1",
         [&] { spmv_plan(exec, op, A.with_properties(one_based)); }},
        {"first", "A.row_offsets()", "from 1 to",
         [&] {
           spmv_plan(exec, op, Matrix(rows, cols, begins_late, A.col_indices(), A.values()));
         }},
        {"last", "A.row_offsets()", "validate()",
         [&] { spmv_plan(exec, op, Matrix(rows, cols, ends_early, A.col_indices(), A.values())); }},
    });
}

TEST_F(SpmvArguments, planned) {
  const auto plan = spmv_plan(exec, Op::none, A);
  const auto transposed = spmv_plan(exec, Op::transpose, A);
  expect_refusals({
      {"x wrong", "x", "length 30, expected length 50",
       [&] { plan.apply(exec, 1.0, A, y, 0.0, z); }},
      {"x wrong, transposed", "x", "length 50", [&] { transposed.apply(exec, 1.0, A, x, 0.0, x); }},
      {"y wrong", "y", "length 50", [&] { plan.apply(exec, 1.0, A, x, 0.0, x); }},
      {"z wrong", "z", "length 50", [&] { plan.apply(exec, 1.0, A, x, 0.0, y, x); }},
      {"x strided", "x", "Views of one column",
       [&] { plan.apply(exec, 1.0, A, strided_x, 0.0, y); }},
      {"z strided", "z", "strided", [&] { plan.apply(exec, 1.0, A, x, 0.0, y, strided_y); }},
      {"x overlaps z", "x", "separate memory",
       [&] { plan.apply(exec, 1.0, A, part(shared, 0, 50), 0.0, y, part(shared, 20, 30)); }},
      {"y overlaps z", "y", "exactly the same",
       [&] { plan.apply(exec, 1.0, A, x, 0.0, part(shared, 0, 30), part(shared, 29, 30)); }},
      {"reductions too short", "reductions.result", "length 1",
       [&] {
         plan.apply(exec, 1.0, A, x, 0.0, y, z, {{}, part(shared, 0, 1)});
       }},
      {"reductions.with wrong", "reductions.with", "length 50",
       [&] {
         plan.apply(exec, 1.0, A, x, 0.0, y, z, {x, result});
       }},
      {"reductions.with overlaps z", "reductions.with", "shared with z",
       [&] {
         plan.apply(exec, 1.0, A, x, 0.0, y, part(shared, 0, 30), {part(shared, 5, 30), result});
       }},
      {"reductions.result overlaps z", "reductions.result", "shared with z",
       [&] {
         plan.apply(exec, 1.0, A, x, 0.0, y, part(shared, 0, 30), {{}, part(shared, 28, 2)});
       }},
  });
}

TEST_F(SpmvArguments, what_is_allowed) {
  const auto plan = spmv_plan(exec, Op::none, A);
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A, part(shared, 0, 50), 0.0, part(shared, 50, 30)))
      << "neighbours";
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A, part(shared, 0, 50), 1.0, part(shared, 0, 30), z))
      << "x and y only read";
  EXPECT_NO_THROW(plan.apply(exec, 1.0, A, x, 0.0, y, z, {z, result}))
      << "dot of the result with itself";
}

TEST_F(SpmvArguments, integer_results_have_no_reductions) {
  using Int8Matrix = CsrMatrix<std::int8_t, std::int32_t, std::int32_t, Space>;
  std::mt19937 random(1);
  const auto B = MatrixFrom<Int8Matrix>::make(random_triplets<std::int8_t>(random, {rows, cols, 3}),
                                              {}, Order::sorted);
  const Kokkos::View<std::int8_t*, Space> bytes("x", cols);
  const Kokkos::View<std::int32_t*, Space> sums("y", rows), two("two", 2);
  const auto plan = spmv_plan(exec, Op::none, B);
  try {
    plan.apply(exec, 1, B, bytes, 0, sums, sums, {{}, two});
    ADD_FAILURE() << "nothing was thrown";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), Status::not_supported);
    EXPECT_EQ(error.argument(), "reductions");
  }
}

template <class... Types>
struct List {};

template <class Body, class... Types>
void for_each_type(List<Types...>, const Body& body) {
  (body.template operator()<Types>(), ...);
}

TEST(SpmvSupports, says_what_the_feature_list_says) {
  using All = List<float, double, complex_float, complex_double, half, bfloat16, complex_half,
                   complex_bfloat16, std::int8_t, std::int32_t>;
  std::vector<std::string> supported;
  for_each_type(All{}, [&]<class A>() {
    for_each_type(All{}, [&]<class X>() {
      for_each_type(All{}, [&]<class Y>() {
        if constexpr (spmv_supports<A, X, Y>)
          supported.push_back(std::string(scalar_name<A>) + " " + scalar_name<X> + " " +
                              scalar_name<Y> + " in " + scalar_name<spmv_compute_t<A, X, Y>>);
      });
    });
  });
  std::vector<std::string> expected{
      "float float float in float",
      "double double double in double",
      "complex_float complex_float complex_float in complex_float",
      "complex_double complex_double complex_double in complex_double",
      "int8 int8 int32 in int32",
      "int8 int8 float in float",
      "half half float in float",
      "half half half in float",
      "bfloat16 bfloat16 float in float",
      "bfloat16 bfloat16 bfloat16 in float",
      "complex_half complex_half complex_half in complex_float",
      "complex_bfloat16 complex_bfloat16 complex_bfloat16 in complex_float",
      "float double double in double",
      "float complex_float complex_float in complex_float",
      "double complex_double complex_double in complex_double"};
  std::sort(expected.begin(), expected.end());
  std::sort(supported.begin(), supported.end());
  EXPECT_EQ(supported, expected);
}

}  // namespace
}  // namespace filigree::test
