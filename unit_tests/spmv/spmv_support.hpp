// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <numeric>
#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <filigree/spmv.hpp>

/// Random matrices, and products of them worked out entry by entry in long double.

namespace filigree::test {

using Wide = std::complex<long double>;

struct Entry {
  std::int64_t row;
  std::int64_t col;
  Wide value;
};

struct Triplets {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  std::vector<Entry> entries;
};

template <class T>
Wide widen(const T& value) {
  if constexpr (is_complex_v<T>) {
    const auto wide = detail::convert<complex_double>(value);
    return {wide.real(), wide.imag()};
  } else {
    return {static_cast<long double>(detail::convert<double>(value)), 0};
  }
}

template <class T>
T narrow(const Wide& value) {
  if constexpr (is_complex_v<T>)
    return detail::convert<T>(complex_double(double(value.real()), double(value.imag())));
  else
    return detail::convert<T>(double(value.real()));
}

template <class T>
constexpr long double epsilon() {
  if constexpr (std::is_integral_v<T>)
    return 0;
  else if constexpr (std::is_same_v<T, half> || std::is_same_v<T, complex_half>)
    return 0x1p-10L;
  else if constexpr (std::is_same_v<T, bfloat16> || std::is_same_v<T, complex_bfloat16>)
    return 0x1p-7L;
  else if constexpr (std::is_same_v<T, float> || std::is_same_v<T, complex_float>)
    return 0x1p-23L;
  else
    return 0x1p-52L;
}

/// Values that every scalar type holds: multiples of 1/8 up to 2, whole numbers for integer types.
template <class T, class Random>
T random_scalar(Random& random) {
  std::uniform_int_distribution<int> sixteen(-16, 16);
  const long double scale = std::is_integral_v<T> ? 1 : 8;
  const long double re = sixteen(random) / scale;
  const long double im = is_complex_v<T> ? sixteen(random) / scale : 0;
  return narrow<T>({re, im});
}

template <class T, class Random>
std::vector<T> random_vector(Random& random, std::int64_t length) {
  std::vector<T> result(static_cast<std::size_t>(length));
  for (T& value : result) value = random_scalar<T>(random);
  return result;
}

struct Shape {
  std::int64_t num_rows = 0;
  std::int64_t num_cols = 0;
  double entries_per_row = 4;
  std::int64_t long_row = -1;  ///< this row is full
  bool duplicates = false;
};

/// Entries in row order, columns ascending.
template <class T, class Random>
Triplets random_triplets(Random& random, const Shape& shape) {
  Triplets result{shape.num_rows, shape.num_cols, {}};
  if (shape.num_rows == 0 || shape.num_cols == 0) return result;
  std::uniform_int_distribution<std::int64_t> column(0, shape.num_cols - 1);
  std::uniform_int_distribution<int> length(0, int(2 * shape.entries_per_row));
  for (std::int64_t row = 0; row < shape.num_rows; ++row) {
    std::vector<std::int64_t> cols(
        row == shape.long_row ? 0 : static_cast<std::size_t>(length(random)));
    for (auto& col : cols) col = column(random);
    if (row == shape.long_row) {
      cols.resize(static_cast<std::size_t>(shape.num_cols));
      std::iota(cols.begin(), cols.end(), 0);
    }
    std::sort(cols.begin(), cols.end());
    if (!shape.duplicates) cols.erase(std::unique(cols.begin(), cols.end()), cols.end());
    for (const auto col : cols) {
      Wide value = widen(random_scalar<T>(random));
      if (row == col) value = value.real();  // so that the matrix can be Hermitian
      result.entries.push_back({row, col, value});
    }
  }
  return result;
}

/// The matrix that stored entries stand for, every entry written out.
inline std::vector<Entry> full_entries(const Triplets& stored, const MatrixProperties& properties) {
  if (properties.type == MatrixType::general) return stored.entries;
  std::vector<Entry> result;
  const bool unit = properties.diagonal == DiagonalType::unit;
  const bool mirrored = properties.type != MatrixType::triangular;
  for (const Entry& e : stored.entries) {
    if (e.row == e.col) {
      if (!unit) result.push_back(e);
    } else if ((e.row > e.col) == (properties.fill == FillMode::lower)) {
      result.push_back(e);
      if (mirrored)
        result.push_back({e.col, e.row,
                          properties.type == MatrixType::hermitian ? std::conj(e.value) : e.value});
    }
  }
  if (unit)
    for (std::int64_t i = 0; i < stored.num_rows; ++i) result.push_back({i, i, 1});
  return result;
}

struct Reference {
  std::vector<Wide> value;
  std::vector<long double> scale;   ///< sum |alpha a x| + |beta y|
  std::vector<std::int64_t> terms;  ///< how many were summed
};

template <class X, class Y>
Reference reference_product(Op op, const Triplets& stored, const MatrixProperties& properties,
                            const Wide& alpha, const std::vector<X>& x, const Wide& beta,
                            const std::vector<Y>& y) {
  Reference result{std::vector<Wide>(y.size()), std::vector<long double>(y.size()),
                   std::vector<std::int64_t>(y.size())};
  for (const Entry& e : full_entries(stored, properties)) {
    const auto to = static_cast<std::size_t>(op == Op::none ? e.row : e.col);
    const auto from = static_cast<std::size_t>(op == Op::none ? e.col : e.row);
    const Wide term =
        alpha * (op == Op::conjugate_transpose ? std::conj(e.value) : e.value) * widen(x[from]);
    result.value[to] += term;
    result.scale[to] += std::abs(term);
    ++result.terms[to];
  }
  for (std::size_t i = 0; i < y.size(); ++i) {
    if (beta == Wide(0)) continue;
    result.value[i] += beta * widen(y[i]);
    result.scale[i] += std::abs(beta * widen(y[i]));
  }
  return result;
}

/// Fails unless every entry is as close to the reference as the types allow.
template <class Y, class Compute>
::testing::AssertionResult is_close(const std::vector<Y>& result, const Reference& reference) {
  for (std::size_t i = 0; i < result.size(); ++i) {
    const Wide got = widen(result[i]);
    const long double terms = static_cast<long double>(reference.terms[i] + 4);
    const long double tolerance = 2 * terms * epsilon<Compute>() * reference.scale[i] +
                                  2 * epsilon<Y>() * std::abs(reference.value[i]);
    if (!(std::abs(got - reference.value[i]) <= tolerance))
      return ::testing::AssertionFailure()
             << "row " << i << " of " << result.size() << ": got " << double(got.real()) << " + "
             << double(got.imag()) << "i, expected " << double(reference.value[i].real()) << " + "
             << double(reference.value[i].imag()) << "i, tolerance " << double(tolerance);
  }
  return ::testing::AssertionSuccess();
}

// --- on the device
// ---------------------------------------------------------------------------------------------------

template <class Space, class T>
Kokkos::View<T*, Space> upload(const std::vector<T>& values, const std::string& label = "test") {
  Kokkos::View<T*, Space> result(Kokkos::view_alloc(label, Kokkos::WithoutInitializing),
                                 values.size());
  const Kokkos::View<const T*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> host(values.data(),
                                                                                values.size());
  Kokkos::deep_copy(result, host);
  return result;
}

template <class T, class Space>
std::vector<std::remove_const_t<T>> download(const Kokkos::View<T*, Space>& view) {
  std::vector<std::remove_const_t<T>> result(view.extent(0));
  const Kokkos::View<std::remove_const_t<T>*, Kokkos::HostSpace, Kokkos::MemoryUnmanaged> host(
      result.data(), result.size());
  Kokkos::deep_copy(host, view);
  return result;
}

/// What no result may keep: NaN, or a number far off for integers.
template <class T>
T poison() {
  if constexpr (std::is_integral_v<T>)
    return T(123);
  else
    return narrow<T>({std::numeric_limits<long double>::quiet_NaN(),
                      std::numeric_limits<long double>::quiet_NaN()});
}

/// Offsets of entries ordered by `key` (their row or column), counted from the base.
template <class Offset, class Key>
std::vector<Offset> offsets_of(const std::vector<Entry>& entries, std::int64_t majors, int base,
                               const Key& key) {
  std::vector<Offset> offsets(static_cast<std::size_t>(majors) + 1, Offset(0));
  for (const Entry& e : entries) ++offsets[static_cast<std::size_t>(key(e)) + 1];
  for (std::size_t i = 1; i < offsets.size(); ++i) offsets[i] = Offset(offsets[i] + offsets[i - 1]);
  for (Offset& offset : offsets) offset = Offset(offset + base);
  return offsets;
}

template <class T, class Space>
Kokkos::View<T*, Space> values_of(const std::vector<Entry>& entries) {
  std::vector<T> values;
  for (const Entry& e : entries) values.push_back(narrow<T>(e.value));
  return upload<Space>(values, "values");
}

template <class Index, class Space, class Key>
Kokkos::View<Index*, Space> indices_of(const std::vector<Entry>& entries, int base,
                                       const Key& key) {
  std::vector<Index> indices;
  for (const Entry& e : entries) indices.push_back(Index(key(e) + base));
  return upload<Space>(indices, "indices");
}

/// Order of entries within a row (column, matrix).
enum class Order { sorted, shuffled };

template <class Matrix>
struct MatrixFrom;

template <class S, class I, class O, class M>
struct MatrixFrom<CsrMatrix<S, I, O, M>> {
  static constexpr const char* format = "csr";
  static constexpr bool is_coo = false;
  static CsrMatrix<S, I, O, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    auto entries = t.entries;
    std::mt19937 random(7);
    if (order == Order::shuffled) std::shuffle(entries.begin(), entries.end(), random);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.row < b.row; });
    properties.sorted = order == Order::sorted;
    const int base = int(properties.index_base);
    const auto row = [](const Entry& e) { return e.row; };
    const auto col = [](const Entry& e) { return e.col; };
    return {t.num_rows,
            t.num_cols,
            upload<M>(offsets_of<O>(entries, t.num_rows, base, row), "row_offsets"),
            indices_of<I, M>(entries, base, col),
            values_of<std::remove_const_t<S>, M>(entries),
            properties};
  }
};

template <class S, class I, class O, class M>
struct MatrixFrom<CscMatrix<S, I, O, M>> {
  static constexpr const char* format = "csc";
  static constexpr bool is_coo = false;
  static CscMatrix<S, I, O, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    auto entries = t.entries;
    std::mt19937 random(7);
    if (order == Order::shuffled) std::shuffle(entries.begin(), entries.end(), random);
    std::stable_sort(entries.begin(), entries.end(),
                     [](const auto& a, const auto& b) { return a.col < b.col; });
    properties.sorted = order == Order::sorted;
    const int base = int(properties.index_base);
    const auto row = [](const Entry& e) { return e.row; };
    const auto col = [](const Entry& e) { return e.col; };
    return {t.num_rows,
            t.num_cols,
            upload<M>(offsets_of<O>(entries, t.num_cols, base, col), "col_offsets"),
            indices_of<I, M>(entries, base, row),
            values_of<std::remove_const_t<S>, M>(entries),
            properties};
  }
};

template <class S, class I, class M>
struct MatrixFrom<CooMatrix<S, I, M>> {
  static constexpr const char* format = "coo";
  static constexpr bool is_coo = true;
  static CooMatrix<S, I, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    auto entries = t.entries;
    std::mt19937 random(7);
    if (order == Order::shuffled) std::shuffle(entries.begin(), entries.end(), random);
    properties.sorted = order == Order::sorted;
    const int base = int(properties.index_base);
    return {t.num_rows,
            t.num_cols,
            indices_of<I, M>(entries, base, [](const Entry& e) { return e.row; }),
            indices_of<I, M>(entries, base, [](const Entry& e) { return e.col; }),
            values_of<std::remove_const_t<S>, M>(entries),
            properties};
  }
};

inline constexpr Op all_ops[] = {Op::none, Op::transpose, Op::conjugate_transpose};

/// Every matrix type with every fill and diagonal, in one base.
inline std::vector<MatrixProperties> all_properties(IndexBase base) {
  std::vector<MatrixProperties> result{{base}};
  for (const auto type : {MatrixType::symmetric, MatrixType::hermitian, MatrixType::triangular})
    for (const auto fill : {FillMode::lower, FillMode::upper})
      for (const auto diagonal : {DiagonalType::non_unit, DiagonalType::unit})
        result.push_back({base, type, fill, diagonal});
  return result;
}

inline std::string describe(Op op, const MatrixProperties& p) {
  return "op " + std::string(name(op)) + ", " + std::string(name(p.type)) + " " +
         std::string(name(p.fill)) + " " + std::string(name(p.diagonal)) + ", base " +
         std::to_string(int(p.index_base)) + (p.sorted ? ", sorted" : ", unsorted");
}

/// Guards on both sides of a vector: written to by nobody.
template <class T, class Space>
struct GuardedVector {
  static constexpr std::size_t guard = 16;
  Kokkos::View<T*, Space> whole;
  Kokkos::View<T*, Space> view;

  explicit GuardedVector(const std::vector<T>& values) {
    std::vector<T> padded(values.size() + 2 * guard, narrow<T>(7));
    std::copy(values.begin(), values.end(), padded.begin() + guard);
    whole = upload<Space>(padded, "guarded");
    view = Kokkos::View<T*, Space>(
        whole, std::pair<std::size_t, std::size_t>(guard, guard + values.size()));
  }
  std::vector<T> get() const {
    const auto padded = download(whole);
    for (std::size_t i = 0; i < guard; ++i) {
      EXPECT_EQ(widen(padded[i]), Wide(7)) << "written before the vector";
      EXPECT_EQ(widen(padded[padded.size() - 1 - i]), Wide(7)) << "written behind the vector";
    }
    return {padded.begin() + guard, padded.end() - guard};
  }
};

}  // namespace filigree::test
