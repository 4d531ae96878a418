// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "by_type.hpp"

/// Banded systems and dense matrix times sparse vector through cuSPARSE's interface.

namespace filigree::test::cusparse {
namespace {

template <class T>
class CusparseBanded : public testing::Test {};
TYPED_TEST_SUITE(CusparseBanded, AllTypes);

template <class T>
inline constexpr double tolerance = sizeof(T) == 4 || std::is_same_v<T, std::complex<float>>
                                        ? 2e-5
                                        : 1e-13;

constexpr double unused = 77;

/// A diagonally dominant band matrix on paper, its diagonals and a product.
template <class T>
struct Band {
  int m, reach;
  std::vector<std::vector<T>> diagonals;  ///< by rows, 0 outside of the matrix
  std::vector<T> x, b;

  Band(int rows, int half_bandwidth, unsigned seed)
      : m(rows), reach(half_bandwidth), b(std::size_t(rows)) {
    std::mt19937 random(seed);
    for (int d = -reach; d <= reach; ++d) {
      std::vector<T> diagonal(std::size_t(m), T{});
      for (int i = 0; i < m; ++i)
        if (i + d >= 0 && i + d < m)
          diagonal[std::size_t(i)] = d == 0 ? T(30) : small_number<T>(random);
      diagonals.push_back(diagonal);
    }
    for (int i = 0; i < m; ++i) x.push_back(small_number<T>(random));
    multiply();
  }
  void multiply() {
    for (int i = 0; i < m; ++i) {
      T sum{};
      for (int d = -reach; d <= reach; ++d)
        if (i + d >= 0 && i + d < m)
          sum += diagonals[std::size_t(d + reach)][std::size_t(i)] * x[std::size_t(i + d)];
      b[std::size_t(i)] = sum;
    }
  }
};

template <class T>
void expect_near(const std::vector<T>& found, const std::vector<T>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_LE(std::abs(found[i] - expected[i]), tolerance<T>) << "entry " << i;
}

/// solve(dl, d, du, B, ldb, buffer or null, bytes): one system with several right-hand sides.
template <class T, class F>
void solve_single(const Band<T>& band, int n, const F& solve) {
  const int ldb = band.m + 2;
  std::vector<T> b(std::size_t(ldb * n), T(unused)), x = b;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < band.m; ++i) {
      const auto place = std::size_t(i + j * ldb);
      b[place] = T(j + 1) * band.b[std::size_t(i)];
      x[place] = T(j + 1) * band.x[std::size_t(i)];
    }
  const Array<T> dl(band.diagonals[0]), d(band.diagonals[1]), du(band.diagonals[2]), B(b);
  std::size_t bytes = 0;
  must(solve(raw(dl), raw(d), raw(du), raw(B), ldb, nullptr, &bytes));
  const Array<char> buffer(bytes);
  must(solve(raw(dl), raw(d), raw(du), raw(B), ldb, buffer.data(), &bytes));
  expect_near(B.to_host(), x);
  expect_near(d.to_host(), band.diagonals[1]);
}

template <class T, class Bytes, class Solve>
auto with_sizes(const Handle& handle, int m, int n, Bytes bytes_of, Solve solve) {
  return [=, &handle](auto dl, auto d, auto du, auto B, int ldb, void* buffer, std::size_t* bytes) {
    return buffer == nullptr ? bytes_of(handle.get(), m, n, dl, d, du, B, ldb, bytes)
                             : solve(handle.get(), m, n, dl, d, du, B, ldb, buffer);
  };
}

TYPED_TEST(CusparseBanded, OneSystem) {
  using T = TypeParam;
  const Handle handle;
  for (const int m : {1, 3, 8, 1000})
    for (const int n : {1, 4}) {
      SCOPED_TRACE(testing::Message() << m << " rows, " << n << " columns");
      const Band<T> band(m, 1, unsigned(m));
      solve_single(
          band, n,
          with_sizes<T>(handle, m, n, CUSPARSE_OF(T, gtsv2_bufferSizeExt), CUSPARSE_OF(T, gtsv2)));
      solve_single(band, n,
                   with_sizes<T>(handle, m, n, CUSPARSE_OF(T, gtsv2_nopivot_bufferSizeExt),
                                 CUSPARSE_OF(T, gtsv2_nopivot)));
    }
}

/// Without an exchange of rows each pivot would be 0.
TYPED_TEST(CusparseBanded, PivotsAreSoughtInOneSystem) {
  using T = TypeParam;
  const Handle handle;
  Band<T> band(64, 1, 3);
  for (int i = 0; i < 64; ++i) {
    band.diagonals[0][std::size_t(i)] = i == 0 ? T{} : T(2);
    band.diagonals[1][std::size_t(i)] = T{};
    band.diagonals[2][std::size_t(i)] = i == 63 ? T{} : T(1);
  }
  band.multiply();
  solve_single(
      band, 2,
      with_sizes<T>(handle, 64, 2, CUSPARSE_OF(T, gtsv2_bufferSizeExt), CUSPARSE_OF(T, gtsv2)));
}

/// Several systems, entry i of system s at place(i, s).
template <class T>
struct Batch {
  std::vector<std::vector<T>> diagonals;
  std::vector<T> x, b;

  template <class Place>
  Batch(int m, int reach, int count, std::size_t places, const Place& place)
      : diagonals(std::size_t(2 * reach + 1), std::vector<T>(places, T(unused))),
        x(places, T(unused)),
        b(x) {
    for (int s = 0; s < count; ++s) {
      const Band<T> band(m, reach, unsigned(s) + 17);
      for (int i = 0; i < m; ++i) {
        const auto to = std::size_t(place(i, s)), from = std::size_t(i);
        for (std::size_t d = 0; d < diagonals.size(); ++d)
          diagonals[d][to] = band.diagonals[d][from];
        x[to] = band.x[from];
        b[to] = band.b[from];
      }
    }
  }
};

TYPED_TEST(CusparseBanded, StridedSystems) {
  using T = TypeParam;
  const Handle handle;
  for (const int m : {3, 40})
    for (const int count : {1, 5}) {
      const int stride = m + 3;
      const Batch<T> batch(m, 1, count, std::size_t(stride * count),
                           [&](int i, int s) { return i + s * stride; });
      const Array<T> dl(batch.diagonals[0]), d(batch.diagonals[1]), du(batch.diagonals[2]),
          x(batch.b);
      std::size_t bytes = 0;
      must(CUSPARSE_OF(T, gtsv2StridedBatch_bufferSizeExt)(handle.get(), m, raw(dl), raw(d),
                                                           raw(du), raw(x), count, stride, &bytes));
      const Array<char> buffer(bytes);
      must(CUSPARSE_OF(T, gtsv2StridedBatch)(handle.get(), m, raw(dl), raw(d), raw(du), raw(x),
                                             count, stride, buffer.data()));
      expect_near(x.to_host(), batch.x);
    }
}

TYPED_TEST(CusparseBanded, InterleavedSystems) {
  using T = TypeParam;
  const Handle handle;
  for (const int m : {3, 40})
    for (const int count : {1, 70})
      for (const int algorithm : {0, 1, 2}) {
        const Batch<T> batch(m, 1, count, std::size_t(m * count),
                             [&](int i, int s) { return i * count + s; });
        const Array<T> dl(batch.diagonals[0]), d(batch.diagonals[1]), du(batch.diagonals[2]),
            x(batch.b);
        std::size_t bytes = 0;
        must(CUSPARSE_OF(T, gtsvInterleavedBatch_bufferSizeExt)(
            handle.get(), algorithm, m, raw(dl), raw(d), raw(du), raw(x), count, &bytes));
        const Array<char> buffer(bytes);
        must(CUSPARSE_OF(T, gtsvInterleavedBatch)(handle.get(), algorithm, m, raw(dl), raw(d),
                                                  raw(du), raw(x), count, buffer.data()));
        expect_near(x.to_host(), batch.x);
      }
}

TYPED_TEST(CusparseBanded, InterleavedPentadiagonalSystems) {
  using T = TypeParam;
  const Handle handle;
  for (const int m : {5, 40})
    for (const int count : {1, 70}) {
      const Batch<T> batch(m, 2, count, std::size_t(m * count),
                           [&](int i, int s) { return i * count + s; });
      const Array<T> ds(batch.diagonals[0]), dl(batch.diagonals[1]), d(batch.diagonals[2]),
          du(batch.diagonals[3]), dw(batch.diagonals[4]), x(batch.b);
      std::size_t bytes = 0;
      must(CUSPARSE_OF(T, gpsvInterleavedBatch_bufferSizeExt)(
          handle.get(), 0, m, raw(ds), raw(dl), raw(d), raw(du), raw(dw), raw(x), count, &bytes));
      const Array<char> buffer(bytes);
      must(CUSPARSE_OF(T, gpsvInterleavedBatch)(handle.get(), 0, m, raw(ds), raw(dl), raw(d),
                                                raw(du), raw(dw), raw(x), count, buffer.data()));
      expect_near(x.to_host(), batch.x);
    }
}

TYPED_TEST(CusparseBanded, GemviIsThatOfPlainLoops) {
  using T = TypeParam;
  const Handle handle;
  const int m = 7, n = 5, lda = 9;
  const Paper<T> a = random_paper<T>(m, n, 1, 3);
  std::vector<T> stored(std::size_t(lda * n), T(unused));
  for (int j = 0; j < n; ++j)
    for (int i = 0; i < m; ++i) stored[std::size_t(i + j * lda)] = a.at(i, j);
  const Array<T> A(stored);
  const T alpha(2), beta(3);
  for (const auto op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE,
                        CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE})
    for (const int base : {0, 1})
      for (const bool on_device : {false, true}) {
        const bool is_plain = op == CUSPARSE_OPERATION_NON_TRANSPOSE;
        const std::vector<int> indices{4 + base, base};
        const std::vector<T> values{T(3), T(-1)};
        std::vector<T> y(std::size_t(is_plain ? m : n), T(1)), expected = y;
        for (std::size_t i = 0; i < y.size(); ++i) {
          T sum{};
          for (std::size_t k = 0; k < values.size(); ++k) {
            const int in = indices[k] - base, out = int(i);
            const T entry = is_plain ? a.at(out, in) : a.at(in, out);
            sum += (op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? conjugate(entry) : entry) *
                   values[k];
          }
          expected[i] = alpha * sum + beta * y[i];
        }
        const Array<int> x_indices(indices);
        const Array<T> x_values(values), result(y), scalars(std::vector<T>{alpha, beta});
        int bytes = -1;
        must(CUSPARSE_OF(T, gemvi_bufferSize)(handle.get(), op, m, n, 2, &bytes));
        ASSERT_GE(bytes, 0);
        const Array<char> buffer{std::size_t(bytes)};
        must(cusparseSetPointerMode(
            handle.get(), on_device ? CUSPARSE_POINTER_MODE_DEVICE : CUSPARSE_POINTER_MODE_HOST));
        must(CUSPARSE_OF(T, gemvi)(handle.get(), op, m, n, raw(on_device ? scalars.data() : &alpha),
                                   raw(A), lda, 2, raw(x_values), x_indices.data(),
                                   raw(on_device ? scalars.data() + 1 : &beta), raw(result),
                                   cusparseIndexBase_t(base), buffer.data()));
        EXPECT_EQ(result.to_host(), expected);
      }
}

}  // namespace
}  // namespace filigree::test::cusparse
