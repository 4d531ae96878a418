// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <complex>
#include <type_traits>

#include "support.hpp"

/// Functions that have a letter for each type, and matrices on paper.

namespace filigree::test::cusparse {

/// The type that cuSPARSE has for T.
template <class T>
struct CudaType {
  using type = T;
};
template <>
struct CudaType<std::complex<float>> {
  using type = cuComplex;
};
template <>
struct CudaType<std::complex<double>> {
  using type = cuDoubleComplex;
};

template <class T>
auto raw(T* array) {
  using Cuda = typename CudaType<std::remove_const_t<T>>::type;
  return reinterpret_cast<std::conditional_t<std::is_const_v<T>, const Cuda, Cuda>*>(array);
}
template <class T>
auto raw(const Array<T>& array) {
  return raw(array.data());
}

template <class T, class S, class D, class C, class Z>
auto of_type(S single, D dbl, C complex_single, Z complex_double) {
  if constexpr (std::is_same_v<T, float>)
    return single;
  else if constexpr (std::is_same_v<T, double>)
    return dbl;
  else if constexpr (std::is_same_v<T, std::complex<float>>)
    return complex_single;
  else
    return complex_double;
}

/// The function of that name for the type T.
#define CUSPARSE_OF(T, name) \
  of_type<T>(cusparseS##name, cusparseD##name, cusparseC##name, cusparseZ##name)

using AllTypes = testing::Types<float, double, std::complex<float>, std::complex<double>>;

/// A matrix description of the legacy calls.
class MatDescr {
 public:
  explicit MatDescr(int base = 0) {
    must(cusparseCreateMatDescr(&description_));
    must(cusparseSetMatIndexBase(description_, cusparseIndexBase_t(base)));
  }
  MatDescr(const MatDescr&) = delete;
  ~MatDescr() { cusparseDestroyMatDescr(description_); }
  cusparseMatDescr_t get() const { return description_; }

 private:
  cusparseMatDescr_t description_ = nullptr;
};

/// A dense matrix on paper, column by column.
template <class T>
struct Paper {
  int rows = 0, cols = 0;
  std::vector<T> entries;

  Paper(int r, int c) : rows(r), cols(c), entries(std::size_t(r) * std::size_t(c)) {}
  T& at(int i, int j) { return entries[std::size_t(i) + std::size_t(j) * std::size_t(rows)]; }
  T at(int i, int j) const { return entries[std::size_t(i) + std::size_t(j) * std::size_t(rows)]; }
  friend bool operator==(const Paper&, const Paper&) = default;
};

/// Small integers, none of them 0, at a share of the places.
template <class T>
Paper<T> random_paper(int rows, int cols, double filled, unsigned seed) {
  std::mt19937 random(seed);
  Paper<T> result(rows, cols);
  for (T& entry : result.entries)
    if (double(random() % 1000) < 1000 * filled)
      while (entry == T{}) entry = small_number<T>(random);
  return result;
}

/// A compressed matrix on the host: of entries, or of blocks.
template <class T>
struct Compressed {
  std::vector<int> offsets, indices;
  std::vector<T> values;
};

template <class T>
Compressed<T> csr_of(const Paper<T>& paper, int base) {
  Compressed<T> result;
  result.offsets.push_back(base);
  for (int i = 0; i < paper.rows; ++i) {
    for (int j = 0; j < paper.cols; ++j)
      if (paper.at(i, j) != T{}) {
        result.indices.push_back(j + base);
        result.values.push_back(paper.at(i, j));
      }
    result.offsets.push_back(int(result.indices.size()) + base);
  }
  return result;
}

struct Shape {
  int rows, cols;
};

/// The blocks that hold an entry, filled up with zeros.
template <class T>
Compressed<T> blocks_of(const Paper<T>& a, Shape block, cusparseDirection_t direction, int base) {
  Compressed<T> result;
  result.offsets.push_back(base);
  for (int i = 0; i < a.rows; i += block.rows) {
    for (int j = 0; j < a.cols; j += block.cols) {
      std::vector<T> values(std::size_t(block.rows * block.cols));
      bool any = false;
      for (int r = 0; r < block.rows && i + r < a.rows; ++r)
        for (int c = 0; c < block.cols && j + c < a.cols; ++c) {
          const T entry = a.at(i + r, j + c);
          any = any || entry != T{};
          values[std::size_t(direction == CUSPARSE_DIRECTION_ROW ? r * block.cols + c
                                                                 : c * block.rows + r)] = entry;
        }
      if (!any) continue;
      result.indices.push_back(j / block.cols + base);
      result.values.insert(result.values.end(), values.begin(), values.end());
    }
    result.offsets.push_back(int(result.indices.size()) + base);
  }
  return result;
}

inline int blocks_along(int size, int block) { return (size + block - 1) / block; }

/// On the device.
template <class T>
struct DeviceCompressed {
  Array<int> offsets, indices;
  Array<T> values;

  explicit DeviceCompressed(const Compressed<T>& matrix)
      : offsets(matrix.offsets), indices(matrix.indices), values(matrix.values) {}
  int nnz() const { return int(indices.size()); }
};

}  // namespace filigree::test::cusparse
