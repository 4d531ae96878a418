// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <random>
#include <set>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <filigree/core/error.hpp>
#include <filigree/format/coo.hpp>
#include <filigree/format/csc.hpp>
#include <filigree/format/csr.hpp>
#include <filigree/format/sparse_vector.hpp>

/// Matrices as plain lists on the host, from which containers are made and to which they are read
/// back: what the tests of containers, conversions and checks compare with.

namespace filigree::test {

/// One combination of types that a typed test runs with.
template <class Exec_, class Scalar_, class Index_, class Offset_>
struct Types {
  using Exec = Exec_;
  using Scalar = Scalar_;
  using Index = Index_;
  using Offset = Offset_;
  using Space = typename Exec::memory_space;
};

using Device = Kokkos::DefaultExecutionSpace;
using Host = Kokkos::DefaultHostExecutionSpace;
using std::int32_t;
using std::int64_t;

/// All storage scalars, all index and offset types, both execution spaces. Under a sanitizer one of
/// each size: the others would take minutes to compile and walk the same memory in the same way.
#if defined(FILIGREE_TEST_FEW_TYPES)
using AllTypes =
    ::testing::Types<Types<Device, double, int32_t, int64_t>, Types<Host, float, int64_t, int64_t>,
                     Types<Device, complex_double, int64_t, int64_t>,
                     Types<Device, bfloat16, int64_t, int32_t>,
                     Types<Device, std::int8_t, int32_t, int32_t>>;
#else
using AllTypes = ::testing::Types<
    Types<Device, float, int32_t, int32_t>, Types<Device, double, int32_t, int32_t>,
    Types<Device, double, int32_t, int64_t>, Types<Device, double, int64_t, int32_t>,
    Types<Device, double, int64_t, int64_t>, Types<Host, double, int32_t, int32_t>,
    Types<Host, float, int64_t, int64_t>, Types<Device, complex_float, int32_t, int32_t>,
    Types<Device, complex_double, int64_t, int64_t>, Types<Device, half, int32_t, int32_t>,
    Types<Device, bfloat16, int32_t, int64_t>, Types<Device, complex_half, int32_t, int32_t>,
    Types<Device, complex_bfloat16, int64_t, int64_t>, Types<Device, std::int8_t, int32_t, int32_t>,
    Types<Device, int32_t, int32_t, int32_t>>;
#endif

/// A value that stands for `k`: exact in every type for |k| <= 127, with an imaginary part of its
/// own.
template <class S>
S value_of(int k) {
  if constexpr (std::is_same_v<S, complex_half> || std::is_same_v<S, complex_bfloat16>) {
    using Part = decltype(S::re);
    return S{Part(float(k)), Part(float(k % 7) + 0.5f)};
  } else if constexpr (is_complex_v<S>) {
    return S(k, k % 7 + 0.5f);
  } else if constexpr (std::is_integral_v<S>) {
    return S(k);
  } else {
    return S(float(k));
  }
}

template <class S>
bool same_bits(const S& a, const S& b) {
  return std::memcmp(&a, &b, sizeof(S)) == 0;
}

/// An array in `Space` with these entries.
template <class Space, class T>
Kokkos::View<T*, Space> array(const std::vector<T>& entries) {
  Kokkos::View<T*, Space> result(Kokkos::view_alloc(Kokkos::WithoutInitializing, "test"),
                                 entries.size());
  const Kokkos::View<const char*, Kokkos::HostSpace> from(
      reinterpret_cast<const char*>(entries.data()), entries.size() * sizeof(T));
  const Kokkos::View<char*, Space> to(reinterpret_cast<char*>(result.data()),
                                      entries.size() * sizeof(T));
  Kokkos::deep_copy(to, from);
  return result;
}

/// The entries of an array in any memory.
template <class T, class Space>
std::vector<std::remove_const_t<T>> entries_of(const Kokkos::View<T*, Space>& view) {
  std::vector<std::remove_const_t<T>> result(view.extent(0));
  const Kokkos::View<char*, Kokkos::HostSpace> to(reinterpret_cast<char*>(result.data()),
                                                  result.size() * sizeof(T));
  const Kokkos::View<const char*, Space> from(reinterpret_cast<const char*>(view.data()),
                                              result.size() * sizeof(T));
  Kokkos::deep_copy(to, from);
  return result;
}

/// An array whose every byte is 0xff (NaN, -1), so that what a call leaves unwritten shows.
template <class T, class Space>
Kokkos::View<T*, Space> poisoned(int64_t length) {
  std::vector<T> entries(length);
  if (length > 0) std::memset(static_cast<void*>(entries.data()), 0xff, length * sizeof(T));
  return array<Space>(entries);
}

/// An entry; indices from 0.
template <class S>
struct Entry {
  int64_t row;
  int64_t column;
  S value;
};

template <class S>
using Entries = std::vector<Entry<S>>;

template <class S>
void expect_same(const Entries<S>& expected, const Entries<S>& found) {
  ASSERT_EQ(expected.size(), found.size());
  for (std::size_t k = 0; k < expected.size(); ++k) {
    ASSERT_EQ(expected[k].row, found[k].row) << "entry " << k;
    ASSERT_EQ(expected[k].column, found[k].column) << "entry " << k;
    ASSERT_TRUE(same_bits(expected[k].value, found[k].value)) << "value of entry " << k;
  }
}

template <class S>
Entries<S> sorted_by_row(Entries<S> entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry<S>& a, const Entry<S>& b) {
    return std::pair(a.row, a.column) < std::pair(b.row, b.column);
  });
  return entries;
}

template <class S>
Entries<S> sorted_by_column(Entries<S> entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const Entry<S>& a, const Entry<S>& b) {
    return std::pair(a.column, a.row) < std::pair(b.column, b.row);
  });
  return entries;
}

/// Entries at random places in random order; some stored more than once unless `distinct`.
template <class S>
Entries<S> random_entries(int64_t num_rows, int64_t num_cols, int64_t nnz, bool distinct,
                          unsigned seed) {
  std::mt19937_64 generate(seed);
  std::set<std::pair<int64_t, int64_t>> taken;
  Entries<S> entries;
  while (int64_t(entries.size()) < nnz) {
    const auto row = int64_t(generate() % std::uint64_t(num_rows));
    const auto column = int64_t(generate() % std::uint64_t(num_cols));
    if (distinct && !taken.insert({row, column}).second) continue;
    entries.push_back({row, column, value_of<S>(int(generate() % 127) + 1)});
  }
  return entries;
}

/// The arrays of a compressed matrix made by counting, one entry at a time.
template <class S, class I, class O>
struct CompressedArrays {
  std::vector<O> offsets;
  std::vector<I> indices;
  std::vector<S> values;

  CompressedArrays(const Entries<S>& entries, int64_t num_major, bool by_row, int base) {
    offsets.assign(num_major + 1, O(0));
    for (const Entry<S>& entry : entries) {
      ++offsets[(by_row ? entry.row : entry.column) + 1];
      indices.push_back(I((by_row ? entry.column : entry.row) + base));
      values.push_back(entry.value);
    }
    std::partial_sum(offsets.begin(), offsets.end(), offsets.begin());
    for (O& offset : offsets) offset += O(base);
  }
};

/// Containers of entries, which for Csr must come row by row, for Csc column by column.
template <class T>
auto make_csr(const Entries<typename T::Scalar>& entries, int64_t num_rows, int64_t num_cols,
              MatrixProperties properties = {}) {
  using Matrix =
      CsrMatrix<typename T::Scalar, typename T::Index, typename T::Offset, typename T::Space>;
  const CompressedArrays<typename T::Scalar, typename T::Index, typename T::Offset> arrays(
      entries, num_rows, true, int(properties.index_base));
  return Matrix(num_rows, num_cols, array<typename T::Space>(arrays.offsets),
                array<typename T::Space>(arrays.indices), array<typename T::Space>(arrays.values),
                properties);
}

template <class T>
auto make_csc(const Entries<typename T::Scalar>& entries, int64_t num_rows, int64_t num_cols,
              MatrixProperties properties = {}) {
  using Matrix =
      CscMatrix<typename T::Scalar, typename T::Index, typename T::Offset, typename T::Space>;
  const CompressedArrays<typename T::Scalar, typename T::Index, typename T::Offset> arrays(
      entries, num_cols, false, int(properties.index_base));
  return Matrix(num_rows, num_cols, array<typename T::Space>(arrays.offsets),
                array<typename T::Space>(arrays.indices), array<typename T::Space>(arrays.values),
                properties);
}

template <class T>
auto make_coo(const Entries<typename T::Scalar>& entries, int64_t num_rows, int64_t num_cols,
              MatrixProperties properties = {}) {
  using Index = typename T::Index;
  std::vector<Index> rows, columns;
  std::vector<typename T::Scalar> values;
  for (const auto& entry : entries) {
    rows.push_back(Index(entry.row + int(properties.index_base)));
    columns.push_back(Index(entry.column + int(properties.index_base)));
    values.push_back(entry.value);
  }
  return CooMatrix<typename T::Scalar, Index, typename T::Space>(
      num_rows, num_cols, array<typename T::Space>(rows), array<typename T::Space>(columns),
      array<typename T::Space>(values), properties);
}

/// The entries of a container in storage order, indices from 0.
template <class Offset, class Index, class S>
Entries<S> uncompressed(const std::vector<Offset>& offsets, const std::vector<Index>& indices,
                        const std::vector<S>& values, int base, bool by_row) {
  Entries<S> entries;
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i) {
    for (int64_t k = int64_t(offsets[i]) - base; k < int64_t(offsets[i + 1]) - base; ++k) {
      const int64_t minor = int64_t(indices.at(k)) - base;
      entries.push_back(by_row ? Entry<S>{int64_t(i), minor, values.at(k)}
                               : Entry<S>{minor, int64_t(i), values.at(k)});
    }
  }
  return entries;
}

template <class S, class I, class O, class M>
auto entries_of(const CsrMatrix<S, I, O, M>& A) {
  return uncompressed(entries_of(A.row_offsets()), entries_of(A.col_indices()),
                      entries_of(A.values()), int(A.index_base()), true);
}

template <class S, class I, class O, class M>
auto entries_of(const CscMatrix<S, I, O, M>& A) {
  return uncompressed(entries_of(A.col_offsets()), entries_of(A.row_indices()),
                      entries_of(A.values()), int(A.index_base()), false);
}

template <class S, class I, class M>
auto entries_of(const CooMatrix<S, I, M>& A) {
  const auto rows = entries_of(A.row_indices());
  const auto columns = entries_of(A.col_indices());
  const auto values = entries_of(A.values());
  const int base = int(A.index_base());
  Entries<std::remove_const_t<S>> entries;
  for (std::size_t k = 0; k < rows.size(); ++k)
    entries.push_back({int64_t(rows[k]) - base, int64_t(columns[k]) - base, values[k]});
  return entries;
}

/// Calls that must fail, and what they must say.
template <class Call>
void expect_error(Status status, const char* argument, const std::vector<const char*>& words,
                  Call call) {
  try {
    call();
    FAIL() << "no error was thrown; expected " << status_name(status) << " for '" << argument
           << "'";
  } catch (const Error& error) {
    EXPECT_EQ(error.status(), status) << error.what();
    EXPECT_EQ(error.argument(), argument) << error.what();
    for (const char* word : words)
      EXPECT_NE(std::string(error.what()).find(word), std::string::npos)
          << word << " is not in: " << error.what();
  }
}

}  // namespace filigree::test
