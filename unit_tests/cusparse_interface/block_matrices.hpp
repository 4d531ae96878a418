// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "products.hpp"

/// Matrices of blocks and slices, made of coordinates.

namespace filigree::test::cusparse {

/// How the entries of a matrix are laid out.
struct BlockLayout {
  cusparseFormat_t format;
  int rows = 1;  ///< of a block, of a slice
  int cols = 1;
  cusparseOrder_t order = CUSPARSE_ORDER_ROW;
};

/// A matrix of one of these formats on the device, and its description. Places that the format has
/// beyond the entries: zeros in blocks, `padding` elsewhere.
template <class T>
class BlockMatrix {
 public:
  BlockMatrix(const Coordinates<T>& A, const BlockLayout& layout, int base, T padding = T(77))
      : layout_(layout), base_(base), padding_(padding), rows_(A.rows), cols_(A.cols) {
    A.for_each(CUSPARSE_OPERATION_NON_TRANSPOSE, [&](int i, int j, T value) {
      entries_[{i, j}] = value;
    });
    if (layout.format == CUSPARSE_FORMAT_BSR)
      make_bsr();
    else if (layout.format == CUSPARSE_FORMAT_SLICED_ELLPACK)
      make_slices();
    else
      make_blocked_ell();
  }
  BlockMatrix(const BlockMatrix&) = delete;
  ~BlockMatrix() { cusparseDestroySpMat(description_); }

  cusparseSpMatDescr_t get() const { return description_; }
  const Array<int>& indices() const { return indices_; }
  const Array<T>& values() const { return values_; }

 private:
  T entry(int i, int j) const {
    const auto found = entries_.find({i, j});
    return found == entries_.end() ? T(0) : found->second;
  }

  /// The columns of blocks that the rows from `first` on have.
  std::vector<int> block_columns(int first) const {
    std::vector<int> result;
    for (const auto& [place, value] : entries_)
      if (place.first / layout_.rows == first / layout_.rows)
        result.push_back(place.second / layout_.cols);
    std::sort(result.begin(), result.end());
    result.erase(std::unique(result.begin(), result.end()), result.end());
    return result;
  }

  void make_bsr() {
    std::vector<int> offsets{base_}, indices;
    std::vector<T> values;
    const bool by_rows = layout_.order == CUSPARSE_ORDER_ROW;
    for (int first = 0; first < rows_; first += layout_.rows) {
      for (const int block : block_columns(first)) {
        indices.push_back(block + base_);
        for (int k = 0; k < layout_.rows * layout_.cols; ++k) {
          const int i = by_rows ? k / layout_.cols : k % layout_.rows;
          const int j = by_rows ? k % layout_.cols : k / layout_.rows;
          values.push_back(entry(first + i, block * layout_.cols + j));
        }
      }
      offsets.push_back(int(indices.size()) + base_);
    }
    keep(offsets, indices, values);
    must(cusparseCreateBsr(&description_, rows_ / layout_.rows, cols_ / layout_.cols,
                           std::int64_t(indices.size()), layout_.rows, layout_.cols,
                           offsets_.data(), indices_.data(), values_.data(), CUSPARSE_INDEX_32I,
                           CUSPARSE_INDEX_32I, cusparseIndexBase_t(base_), data_type<T>,
                           layout_.order));
  }

  void make_slices() {
    std::vector<int> offsets{0}, indices;
    std::vector<T> values;
    for (int first = 0; first < rows_; first += layout_.rows) {
      std::vector<std::vector<int>> columns(layout_.rows);
      std::size_t width = 0;
      for (const auto& [place, value] : entries_)
        if (place.first / layout_.rows == first / layout_.rows)
          columns[place.first - first].push_back(place.second);
      for (const auto& row : columns) width = std::max(width, row.size());
      for (std::size_t k = 0; k < width; ++k)
        for (int i = 0; i < layout_.rows; ++i) {
          const bool has = k < columns[i].size();
          indices.push_back(has ? columns[i][k] : -1);
          values.push_back(has ? entry(first + i, columns[i][k]) : padding_);
        }
      offsets.push_back(int(indices.size()));
    }
    keep(offsets, indices, values);
    must(cusparseCreateSlicedEll(&description_, rows_, cols_, std::int64_t(entries_.size()),
                                 std::int64_t(indices.size()), layout_.rows, offsets_.data(),
                                 indices_.data(), values_.data(), CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, data_type<T>));
  }

  /// Its blocks are square and need not divide the sizes.
  void make_blocked_ell() {
    const int block = layout_.rows;
    std::size_t width = 0;
    for (int first = 0; first < rows_; first += block)
      width = std::max(width, block_columns(first).size());
    const int ell_cols = std::min(int(width) * block, cols_);
    std::vector<int> indices;
    std::vector<T> values(std::size_t(rows_) * ell_cols, padding_);
    for (int first = 0; first < rows_; first += block) {
      const std::vector<int> blocks = block_columns(first);
      for (int b = 0; b < int(width); ++b) {
        const bool has = b < int(blocks.size());
        indices.push_back(has ? blocks[b] + base_ : -1);
        for (int i = first; has && i < std::min(first + block, rows_); ++i)
          for (int j = 0; j < block && b * block + j < ell_cols; ++j)
            values[std::size_t(i) * ell_cols + b * block + j] = entry(i, blocks[b] * block + j);
      }
    }
    keep({}, indices, values);
    must(cusparseCreateBlockedEll(&description_, rows_, cols_, block, ell_cols, indices_.data(),
                                  values_.data(), CUSPARSE_INDEX_32I, cusparseIndexBase_t(base_),
                                  data_type<T>));
  }

  void keep(const std::vector<int>& offsets, const std::vector<int>& indices,
            const std::vector<T>& values) {
    offsets_ = Array<int>(offsets);
    indices_ = Array<int>(indices);
    values_ = Array<T>(values);
  }

  BlockLayout layout_;
  int base_;
  T padding_;
  int rows_, cols_;
  std::map<std::pair<int, int>, T> entries_;
  Array<int> offsets_, indices_;
  Array<T> values_;
  cusparseSpMatDescr_t description_ = nullptr;
};

}  // namespace filigree::test::cusparse
