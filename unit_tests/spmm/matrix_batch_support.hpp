// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include <filigree/format/matrix_batch.hpp>

#include "spmm_support.hpp"

/// Batches in which each matrix has a pattern of its own, in one set of arrays with gaps that
/// nobody may read or write.

namespace filigree::test {

template <class Index>
using Lists = std::vector<std::vector<Index>>;

/// A format's arrays: how they are taken from a matrix, and a matrix made of others.
template <class Matrix>
struct FormatArrays;

template <class S, class I, class O, class M>
struct FormatArrays<CsrMatrix<S, I, O, M>> {
  using Matrix = CsrMatrix<S, I, O, M>;
  static constexpr bool has_offsets = true;
  static auto offsets(const Matrix& A) { return download(A.row_offsets()); }
  static auto indices(const Matrix& A) { return Lists<I>{download(A.col_indices())}; }
  static Matrix wrap(const Matrix& like, std::int64_t count, const O* offsets,
                     const std::vector<const I*>& indices, S* values) {
    return Matrix::wrap(like.num_rows(), like.num_cols(), count, offsets, indices[0], values,
                        like.properties());
  }
};
template <class S, class I, class O, class M>
struct FormatArrays<CscMatrix<S, I, O, M>> {
  using Matrix = CscMatrix<S, I, O, M>;
  static constexpr bool has_offsets = true;
  static auto offsets(const Matrix& A) { return download(A.col_offsets()); }
  static auto indices(const Matrix& A) { return Lists<I>{download(A.row_indices())}; }
  static Matrix wrap(const Matrix& like, std::int64_t count, const O* offsets,
                     const std::vector<const I*>& indices, S* values) {
    return Matrix::wrap(like.num_rows(), like.num_cols(), count, offsets, indices[0], values,
                        like.properties());
  }
};
template <class S, class I, class M>
struct FormatArrays<CooMatrix<S, I, M>> {
  using Matrix = CooMatrix<S, I, M>;
  static constexpr bool has_offsets = false;
  static auto offsets(const Matrix&) { return std::vector<std::int64_t>{}; }
  static auto indices(const Matrix& A) {
    return Lists<I>{download(A.row_indices()), download(A.col_indices())};
  }
  static Matrix wrap(const Matrix& like, std::int64_t count, const std::int64_t*,
                     const std::vector<const I*>& indices, S* values) {
    return Matrix::wrap(like.num_rows(), like.num_cols(), count, indices[0], indices[1], values,
                        like.properties());
  }
};
template <class S, class I, class O, class M>
struct FormatArrays<BsrMatrix<S, I, O, M>> {
  using Matrix = BsrMatrix<S, I, O, M>;
  static constexpr bool has_offsets = true;
  static auto offsets(const Matrix& A) { return download(A.row_offsets()); }
  static auto indices(const Matrix& A) { return Lists<I>{download(A.col_indices())}; }
  static Matrix wrap(const Matrix& like, std::int64_t count, const O* offsets,
                     const std::vector<const I*>& indices, S* values) {
    return Matrix::wrap(like.num_rows(), like.num_cols(), like.block(), count, offsets, indices[0],
                        values, like.properties());
  }
};
template <class S, class I, class O, class M>
struct FormatArrays<BscMatrix<S, I, O, M>> {
  using Matrix = BscMatrix<S, I, O, M>;
  static constexpr bool has_offsets = true;
  static auto offsets(const Matrix& A) { return download(A.col_offsets()); }
  static auto indices(const Matrix& A) { return Lists<I>{download(A.row_indices())}; }
  static Matrix wrap(const Matrix& like, std::int64_t count, const O* offsets,
                     const std::vector<const I*>& indices, S* values) {
    return Matrix::wrap(like.num_rows(), like.num_cols(), like.block(), count, offsets, indices[0],
                        values, like.properties());
  }
};

/// Arrays that lie one stride apart, with `gap` entries behind the longest that hold `filler`.
template <class T, class Space>
class StridedArrays {
 public:
  StridedArrays(const std::vector<std::vector<T>>& arrays, std::size_t gap, const T& filler) {
    for (const auto& array : arrays) longest_ = std::max(longest_, array.size());
    stride_ = longest_ + gap;
    std::vector<T> all(arrays.size() * stride_, filler);
    for (std::size_t i = 0; i < arrays.size(); ++i)
      std::copy(arrays[i].begin(), arrays[i].end(), all.begin() + std::ptrdiff_t(i * stride_));
    all_ = upload<Space>(all, "strided");
  }

  T* data() const { return all_.data(); }
  const Kokkos::View<T*, Space>& all() const { return all_; }
  std::size_t longest() const { return longest_; }
  std::int64_t stride() const { return std::int64_t(stride_); }

 private:
  std::size_t longest_ = 0, stride_ = 0;
  Kokkos::View<T*, Space> all_;
};

template <class Matrix>
class OwnedBatch {
 public:
  using T = typename Matrix::scalar_type;
  using Index = typename Matrix::index_type;
  using Offset = typename Matrix::offset_type;
  using Space = typename Matrix::memory_space;
  using Format = FormatArrays<Matrix>;

  /// The matrices may have different numbers of entries, but for coordinates.
  explicit OwnedBatch(const std::vector<Matrix>& matrices, std::size_t gap = 3)
      : first_(matrices.front()),
        count_(std::int64_t(matrices.size())),
        offsets_(collect(matrices, [](const Matrix& A) { return Format::offsets(A); }), gap,
                 Offset(-77)),
        values_(collect(matrices, [](const Matrix& A) { return download(A.values()); }), 2 * gap,
                narrow<T>(7)) {
    for (std::size_t which = 0; which < Format::indices(first_).size(); ++which)
      indices_.emplace_back(
          collect(matrices, [&](const Matrix& A) { return Format::indices(A)[which]; }), gap,
          Index(-77));
  }

  MatrixBatch<Matrix> batch() const { return batch(values_.data()); }
  /// The batch with other values.
  MatrixBatch<Matrix> batch(T* values) const { return {first(values), count_, strides()}; }
  Matrix first(T* values) const {
    std::vector<const Index*> indices;
    for (const auto& array : indices_) indices.push_back(array.data());
    return Format::wrap(first_, std::int64_t(indices_.front().longest()), offsets_.data(), indices,
                        values);
  }
  BatchStrides strides() const {
    return {Format::has_offsets ? offsets_.stride() : 0, indices_.front().stride(),
            values_.stride()};
  }
  const StridedArrays<Index, Space>& indices() const { return indices_.front(); }
  const StridedArrays<T, Space>& values() const { return values_; }

 private:
  template <class Get>
  static auto collect(const std::vector<Matrix>& matrices, const Get& get) {
    std::vector<decltype(get(matrices.front()))> result;
    for (const Matrix& A : matrices) result.push_back(get(A));
    return result;
  }

  Matrix first_;
  std::int64_t count_;
  StridedArrays<Offset, Space> offsets_;
  std::vector<StridedArrays<Index, Space>> indices_;
  StridedArrays<T, Space> values_;
};

/// Matrices of one size, of the pattern of none of the others; where `equally_many`, with as many
/// entries each, else one has none.
template <class T>
std::vector<Triplets> different_triplets(std::int64_t count, std::int64_t num_rows,
                                         std::int64_t num_cols, bool equally_many) {
  std::mt19937 random(31);
  std::vector<Triplets> result;
  std::size_t fewest = std::size_t(-1);
  for (std::int64_t b = 0; b < count; ++b) {
    result.push_back(random_triplets<T>(
        random, {num_rows, num_cols, 2 + double(b), b % 2 == 0 ? b : -1, b == 1}));
    fewest = std::min(fewest, result.back().entries.size());
  }
  for (auto& t : result)
    if (equally_many) {
      std::shuffle(t.entries.begin(), t.entries.end(), random);
      t.entries.resize(fewest);
    }
  if (!equally_many && count > 2) result[1].entries.clear();
  return result;
}

/// 65,535 matrices of 3 x 2, of which number i holds i + 1 at row i % 3, column i % 2 and nothing
/// else.
template <class Space>
struct SingleEntries {
  using Index = std::int32_t;
  using Csr = CsrMatrix<double, Index, Index, Space>;
  using Coo = CooMatrix<double, Index, Space>;
  static constexpr std::int64_t count = 65535;

  Kokkos::View<Index*, Space> offsets, rows, cols;
  Kokkos::View<double*, Space> values;

  SingleEntries() {
    std::vector<Index> host_offsets, host_rows, host_cols;
    std::vector<double> host_values;
    for (Index i = 0; i < Index(count); ++i) {
      for (Index row = 0; row <= 3; ++row) host_offsets.push_back(row > i % 3 ? 1 : 0);
      host_rows.push_back(i % 3);
      host_cols.push_back(i % 2);
      host_values.push_back(i + 1);
    }
    offsets = upload<Space>(host_offsets);
    rows = upload<Space>(host_rows);
    cols = upload<Space>(host_cols);
    values = upload<Space>(host_values);
  }
  MatrixBatch<Csr> csr() const {
    return {Csr::wrap(3, 2, 1, offsets.data(), cols.data(), values.data()), count, {4, 1, 1}};
  }
  MatrixBatch<Coo> coo() const {
    return {Coo::wrap(3, 2, 1, rows.data(), cols.data(), values.data()), count, {0, 1, 1}};
  }
};

/// Three different matrices of 30 x 50, one without entries.
template <class Space>
auto three_matrices() {
  using Csr = CsrMatrix<double, std::int32_t, std::int32_t, Space>;
  std::vector<Csr> matrices;
  for (const Triplets& t : different_triplets<double>(3, 30, 50, false))
    matrices.push_back(MatrixFrom<Csr>::make(t, {}, Order::sorted));
  return matrices;
}

}  // namespace filigree::test
