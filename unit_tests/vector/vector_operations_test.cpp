// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include <filigree/vector_operations.hpp>

#include "core/refusals.hpp"
#include "spmv/event_counts.hpp"
#include "spmv/spmv_support.hpp"

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;

constexpr std::int64_t length = 700;

template <class Wanted>
void for_each_floating(const Wanted& body) {
  body.template operator()<float>();
  body.template operator()<double>();
  body.template operator()<complex_float>();
  body.template operator()<complex_double>();
  body.template operator()<half>();
  body.template operator()<bfloat16>();
  body.template operator()<complex_half>();
  body.template operator()<complex_bfloat16>();
}

/// A sparse vector with unsorted indices, and both vectors on the host.
template <class T, class Index>
struct Problem {
  std::vector<std::int64_t> places;
  std::vector<T> x, y;
  GuardedVector<T, Space> x_view, y_view;
  SparseVector<T, Index, Space> sparse;

  Problem(IndexBase base, std::int64_t nnz, bool twice)
      : places(places_of(nnz, twice)),
        x(values(nnz, 5)),
        y(values(length, 6)),
        x_view(x),
        y_view(y),
        sparse(length, upload<Space>(indices(base)), x_view.view, base) {}

  static std::vector<std::int64_t> places_of(std::int64_t nnz, bool twice) {
    std::vector<std::int64_t> all(std::size_t(length), 0);
    std::iota(all.begin(), all.end(), 0);
    std::mt19937 random(4);
    std::shuffle(all.begin(), all.end(), random);
    all.resize(std::size_t(nnz));
    if (twice && nnz > 2) all[2] = all[0];
    return all;
  }
  static std::vector<T> values(std::int64_t count, unsigned seed) {
    std::mt19937 random(seed);
    return random_vector<T>(random, count);
  }
  std::vector<Index> indices(IndexBase base) const {
    std::vector<Index> result;
    for (const auto place : places) result.push_back(Index(place + std::int64_t(base)));
    return result;
  }
};

template <class T>
void expect_close(const std::vector<T>& found, const std::vector<Wide>& expected,
                  int roundings = 1) {
  using Compute = vector_compute_t<T>;
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    // Values are at most 2 |1 + i| each, scalars at most 3.
    const long double tolerance = roundings * epsilon<T>() * 20 + 8 * epsilon<Compute>() * 20;
    ASSERT_LE(std::abs(widen(found[i]) - expected[i]), tolerance) << "entry " << i;
  }
}

template <class Index>
struct AxpbyTest {
  IndexBase base;

  template <class T>
  void operator()() const {
    SCOPED_TRACE(scalar_name<T>);
    using Compute = vector_compute_t<T>;
    const Exec exec;
    for (const auto& [a, b] :
         {std::pair(Compute(-2), Compute(0.5f)), std::pair(Compute(0), Compute(1)),
          std::pair(Compute(1), Compute(0))})
      for (const std::int64_t nnz : {0, 1, 300}) {
        const bool twice = true;
        Problem<T, Index> p(base, nnz, twice);
        std::vector<Wide> expected;
        for (const T& y : p.y) expected.push_back(widen(b) * widen(y));
        for (std::size_t k = 0; k < p.places.size(); ++k)
          expected[std::size_t(p.places[k])] += widen(a) * widen(p.x[k]);
        if (b == Compute(0)) Kokkos::deep_copy(p.y_view.view, poison<T>());
        axpby(exec, a, p.sparse, b, p.y_view.view);
        exec.fence();
        expect_close(p.y_view.get(), expected, 3);
        EXPECT_EQ(widen(p.x_view.get().size() > 0 ? p.x_view.get()[0] : T{}),
                  widen(nnz > 0 ? p.x[0] : T{}));
      }
  }
};

TEST(VectorOperations, axpby) {
  for_each_floating(AxpbyTest<std::int32_t>{IndexBase::zero});
  AxpbyTest<std::int64_t>{IndexBase::one}.operator()<double>();
  AxpbyTest<std::int64_t>{IndexBase::one}.operator()<complex_half>();
}

TEST(VectorOperations, axpby_does_not_let_nan_through) {
  const Exec exec;
  Problem<double, std::int32_t> p(IndexBase::zero, 5, false);
  Kokkos::deep_copy(p.x_view.view, poison<double>());
  axpby(exec, 0.0, p.sparse, 1.0, p.y_view.view);
  exec.fence();
  EXPECT_EQ(p.y_view.get(), p.y);
}

TEST(VectorOperations, scalars_in_device_memory) {
  const Exec exec;
  Problem<double, std::int32_t> p(IndexBase::zero, 5, false), q(IndexBase::zero, 5, false);
  const Kokkos::View<double, Space> a("a"), b("b");
  Kokkos::deep_copy(a, 2.0);
  Kokkos::deep_copy(b, -3.0);
  axpby(exec, a, p.sparse, b, p.y_view.view);
  axpby(exec, 2.0, q.sparse, -3.0, q.y_view.view);
  rot(exec, a, b, p.sparse, p.y_view.view);
  rot(exec, 2.0, -3.0, q.sparse, q.y_view.view);
  exec.fence();
  EXPECT_EQ(p.y_view.get(), q.y_view.get());
  EXPECT_EQ(p.x_view.get(), q.x_view.get());
}

template <class Index>
struct MoveTest {
  IndexBase base;

  template <class T>
  void operator()() const {
    SCOPED_TRACE(scalar_name<T>);
    const Exec exec;
    for (const std::int64_t nnz : {0, 1, 300}) {
      Problem<T, Index> p(base, nnz, false);
      scatter(exec, p.sparse, p.y_view.view);
      exec.fence();
      auto y = p.y;
      for (std::size_t k = 0; k < p.places.size(); ++k) y[std::size_t(p.places[k])] = p.x[k];
      expect_same(p.y_view.get(), y);

      Problem<T, Index> q(base, nnz, true);
      Kokkos::deep_copy(q.x_view.view, poison<T>());
      gather(exec, q.y_view.view, q.sparse);
      exec.fence();
      std::vector<T> x;
      for (const auto place : q.places) x.push_back(q.y[std::size_t(place)]);
      expect_same(q.x_view.get(), x);
    }
  }

  template <class T>
  static void expect_same(const std::vector<T>& found, const std::vector<T>& expected) {
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
      ASSERT_EQ(widen(found[i]), widen(expected[i])) << "entry " << i;
  }
};

TEST(VectorOperations, gather_and_scatter) {
  for_each_floating(MoveTest<std::int32_t>{IndexBase::one});
  MoveTest<std::int32_t>{IndexBase::zero}.operator()<std::int8_t>();
  MoveTest<std::int64_t>{IndexBase::zero}.operator()<double>();
}

struct RotTest {
  template <class T>
  void operator()() const {
    SCOPED_TRACE(scalar_name<T>);
    using Compute = vector_compute_t<T>;
    const Exec exec;
    Compute c(0.6f), s(0.8f);
    if constexpr (is_complex_v<Compute>) s = Compute(0.5f, -0.25f);
    for (const std::int64_t nnz : {0, 300}) {
      Problem<T, std::int32_t> p(IndexBase::one, nnz, false);
      std::vector<Wide> x, y;
      for (const T& value : p.y) y.push_back(widen(value));
      for (std::size_t k = 0; k < p.places.size(); ++k) {
        Wide& old_y = y[std::size_t(p.places[k])];
        x.push_back(widen(c) * widen(p.x[k]) + widen(s) * old_y);
        old_y = widen(c) * old_y - widen(s) * widen(p.x[k]);
      }
      rot(exec, c, s, p.sparse, p.y_view.view);
      exec.fence();
      expect_close(p.x_view.get(), x);
      expect_close(p.y_view.get(), y);
    }
  }
};

TEST(VectorOperations, rot) { for_each_floating(RotTest{}); }

/// A rotation keeps lengths; the formula that uses the new y for x does not.
TEST(VectorOperations, rot_is_a_rotation) {
  const Exec exec;
  const GuardedVector<double, Space> x({3.0}), y({0.0, 4.0});
  const SparseVector<double, std::int32_t, Space> sparse(
      2, upload<Space>(std::vector<std::int32_t>{1}), x.view);
  rot(exec, 0.6, 0.8, sparse, y.view);
  exec.fence();
  EXPECT_DOUBLE_EQ(x.get()[0], 5.0);
  EXPECT_NEAR(y.get()[1], 0.0, 1e-15);
}

template <class T, class Index, class Result>
void test_spvv(IndexBase base) {
  SCOPED_TRACE(scalar_name<T>);
  const Exec exec;
  for (const std::int64_t nnz : {0, 1, 300})
    for (const Op op : {Op::none, Op::conjugate_transpose}) {
      const Problem<T, Index> p(base, nnz, true);
      Wide expected = 0;
      long double scale = 0;
      for (std::size_t k = 0; k < p.places.size(); ++k) {
        const Wide x = op == Op::none ? widen(p.x[k]) : std::conj(widen(p.x[k]));
        expected += x * widen(p.y[std::size_t(p.places[k])]);
        scale += std::abs(x * widen(p.y[std::size_t(p.places[k])]));
      }
      const long double tolerance =
          std::is_integral_v<Result> ? 0 : 300 * epsilon<Result>() * scale;
      const Result on_host = spvv_as<Result>(exec, op, p.sparse, p.y_view.view);
      EXPECT_LE(std::abs(widen(on_host) - expected), tolerance);
      const Kokkos::View<Result, Space> on_device("result");
      Kokkos::deep_copy(on_device, poison<Result>());
      spvv(exec, op, p.sparse, p.y_view.view, on_device);
      Result copied{};
      Kokkos::deep_copy(copied, on_device);
      EXPECT_EQ(widen(copied), widen(on_host));
    }
}

TEST(VectorOperations, spvv) {
  for_each_floating([]<class T>() {
    static_assert(std::is_same_v<spvv_result_t<T>, vector_compute_t<T>>);
    test_spvv<T, std::int32_t, spvv_result_t<T>>(IndexBase::zero);
  });
  test_spvv<std::int8_t, std::int32_t, std::int32_t>(IndexBase::one);
  test_spvv<std::int8_t, std::int64_t, float>(IndexBase::zero);
  test_spvv<double, std::int64_t, double>(IndexBase::one);
  const Problem<double, std::int32_t> p(IndexBase::zero, 10, false);
  const Exec exec;
  EXPECT_EQ(spvv(exec, Op::none, p.sparse, p.y_view.view),
            spvv_as<double>(exec, Op::none, p.sparse, p.y_view.view));
}

/// Where indices are distinct.
TEST(VectorOperations, same_bits_every_time) {
  const Exec exec;
  std::vector<float> first;
  for (int run = 0; run < 10; ++run) {
    const Problem<float, std::int32_t> p(IndexBase::zero, 300, false);
    const Kokkos::View<float, Space> dot("dot");
    axpby(exec, 1.0f / 3, p.sparse, 1.0f / 7, p.y_view.view);
    rot(exec, 0.6f, 0.8f, p.sparse, p.y_view.view);
    scatter(exec, p.sparse, p.y_view.view);
    axpby(exec, 1.0f / 9, p.sparse, 1.0f / 11, p.y_view.view);
    spvv(exec, Op::none, p.sparse, p.y_view.view, dot);
    gather(exec, p.y_view.view, p.sparse);
    exec.fence();
    auto now = p.y_view.get();
    const auto x = p.x_view.get();
    now.insert(now.end(), x.begin(), x.end());
    now.push_back(0);
    Kokkos::deep_copy(now.back(), dot);
    if (run == 0) first = now;
    ASSERT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(float)), 0) << run;
  }
}

TEST(VectorOperations, nothing_is_allocated) {
  const Exec exec;
  Problem<float, std::int32_t> p(IndexBase::zero, 50, false);
  const Kokkos::View<float, Space> result("result");
  const auto all = [&] {
    axpby(exec, 2.0f, p.sparse, 3.0f, p.y_view.view);
    gather(exec, p.y_view.view, p.sparse);
    scatter(exec, p.sparse, p.y_view.view);
    rot(exec, 0.6f, 0.8f, p.sparse, p.y_view.view);
    spvv(exec, Op::none, p.sparse, p.y_view.view, result);
  };
  all();
  exec.fence();
  const EventCounts counts;
  all();
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.copies(), 0);
}

TEST(VectorOperations, bad_arguments) {
  using Vector = Kokkos::View<double*, Space>;
  using Strided = Kokkos::View<double*, Kokkos::LayoutStride, Space>;
  const Exec exec;
  const Vector memory("memory", 40), short_y("y", 9);
  const Strided strided("y", Kokkos::LayoutStride(10, 2));
  const SparseVector<double, std::int32_t, Space> x(
      10, Kokkos::View<std::int32_t*, Space>("indices", 3), Vector(memory, std::pair(5, 8)));
  const Vector overlapping(memory, std::pair(0, 10)), y(memory, std::pair(10, 20));
  const Kokkos::View<double, Space> result("result"), no_result;
  std::vector<Refusal> cases;
  const auto add = [&](const auto& call) {
    cases.push_back({"length", Status::invalid_value, "y", "length 9, expected length 10",
                     [=] { call(short_y); }});
    cases.push_back({"stride", Status::invalid_value, "y", "strided", [=] { call(strided); }});
    cases.push_back({"overlap", Status::invalid_value, "x.values()", "shared with y",
                     [=] { call(overlapping); }});
  };
  add([&](const auto& bad) { axpby(exec, 1.0, x, 1.0, bad); });
  add([&](const auto& bad) { gather(exec, bad, x); });
  add([&](const auto& bad) { scatter(exec, x, bad); });
  add([&](const auto& bad) { rot(exec, 1.0, 0.0, x, bad); });
  add([&](const auto& bad) { spvv(exec, Op::none, x, bad, result); });
  add([&](const auto& bad) { spvv(exec, Op::none, x, bad); });
  cases.push_back({"op", Status::not_supported, "op", "conjugate_transpose",
                   [&] { spvv(exec, Op::transpose, x, y); }});
  cases.push_back({"result", Status::invalid_value, "result", "an empty View",
                   [&] { spvv(exec, Op::none, x, y, no_result); }});
  expect_refusals(cases);
}

}  // namespace
}  // namespace filigree::test
