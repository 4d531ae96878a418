// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <map>
#include <numeric>
#include <random>
#include <vector>

#include <filigree/format/blocked_ell.hpp>
#include <filigree/format/bsc.hpp>
#include <filigree/format/bsr.hpp>
#include <filigree/format/bsrx.hpp>
#include <filigree/format/coo_aos.hpp>
#include <filigree/format/dia.hpp>
#include <filigree/format/ell.hpp>
#include <filigree/format/hdia.hpp>
#include <filigree/format/hyb.hpp>
#include <filigree/format/sell.hpp>

#include "spmv/spmv_support.hpp"

/// Every format made from entries on the host, by the definition of the format and nothing else.
/// Places that no product may read hold NaN (poison). `order` varies the format's parameters too:
/// blocks, slices, permutation.

namespace filigree::test {

using EntryRows = std::vector<std::vector<Entry>>;

/// Entries row by row, sorted by column or shuffled.
inline EntryRows rows_of(const Triplets& t, Order order) {
  EntryRows rows(std::size_t(t.num_rows));
  for (const Entry& e : t.entries) rows[std::size_t(e.row)].push_back(e);
  std::mt19937 random(7);
  if (order == Order::shuffled)
    for (auto& row : rows) std::shuffle(row.begin(), row.end(), random);
  return rows;
}

inline std::int64_t longest(const EntryRows& rows) {
  std::size_t result = 0;
  for (const auto& row : rows) result = std::max(result, row.size());
  return std::int64_t(result);
}

/// The arrays of a padded format, all padding at first.
template <class S, class I>
struct Places {
  std::vector<I> columns;
  std::vector<S> values;

  explicit Places(std::int64_t count)
      : columns(std::size_t(count), I(-1)), values(std::size_t(count), poison<S>()) {}
  void put(std::int64_t place, const Entry& e, int base) {
    columns.at(std::size_t(place)) = I(e.col + base);
    values.at(std::size_t(place)) = narrow<S>(e.value);
  }
};

template <class S, class I, class M>
struct MatrixFrom<EllMatrix<S, I, M>> {
  static constexpr const char* kernel = "ell";

  static EllMatrix<S, I, M> from_rows(const EntryRows& rows, const Triplets& t,
                                      const MatrixProperties& properties) {
    const std::int64_t width = longest(rows), stride = t.num_rows + 3;
    std::int64_t nnz = 0;
    Places<S, I> places(width * stride);
    for (std::int64_t i = 0; i < t.num_rows; ++i) {
      std::int64_t j = 0;
      for (const Entry& e : rows[std::size_t(i)])
        places.put(j++ * stride + i, e, int(properties.index_base));
      nnz += j;
    }
    return {t.num_rows,
            t.num_cols,
            nnz,
            width,
            stride,
            upload<M>(places.columns),
            upload<M>(places.values),
            properties};
  }
  static EllMatrix<S, I, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    properties.sorted = order == Order::sorted;
    return from_rows(rows_of(t, order), t, properties);
  }
};

template <class S, class I, class O, class M>
struct MatrixFrom<SellMatrix<S, I, O, M>> {
  static constexpr const char* kernel = "sell";

  static SellMatrix<S, I, O, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    const bool permuted = order == Order::shuffled;
    const std::int64_t slice_size = permuted ? 32 : 5;
    const std::int64_t num_slices = detail::groups_of(t.num_rows, slice_size);
    const int base = int(properties.index_base);
    properties.sorted = !permuted;
    const EntryRows rows = rows_of(t, order);
    std::vector<std::int64_t> stored(std::size_t(t.num_rows));
    std::iota(stored.begin(), stored.end(), 0);
    std::mt19937 random(17);
    if (permuted) std::shuffle(stored.begin(), stored.end(), random);
    const auto row_at = [&](std::int64_t k) { return rows[std::size_t(stored[std::size_t(k)])]; };

    std::vector<O> offsets(std::size_t(num_slices) + 1, O(0));
    for (std::int64_t s = 0; s < num_slices; ++s) {
      std::size_t width = 0;
      for (std::int64_t k = s * slice_size; k < std::min((s + 1) * slice_size, t.num_rows); ++k)
        width = std::max(width, row_at(k).size());
      offsets[std::size_t(s) + 1] = O(offsets[std::size_t(s)] + O(width) * O(slice_size));
    }
    Places<S, I> places(std::int64_t(offsets.back()));
    for (std::int64_t k = 0; k < t.num_rows; ++k) {
      std::int64_t place = std::int64_t(offsets[std::size_t(k / slice_size)]) + k % slice_size;
      for (const Entry& e : row_at(k)) {
        places.put(place, e, base);
        place += slice_size;
      }
    }
    std::vector<I> permutation;
    for (const std::int64_t row : stored) permutation.push_back(I(row + base));
    if (!permuted) permutation.clear();
    return {t.num_rows,
            t.num_cols,
            std::int64_t(t.entries.size()),
            slice_size,
            upload<M>(offsets),
            upload<M>(places.columns),
            upload<M>(places.values),
            properties,
            upload<M>(permutation)};
  }
};

/// Blocks of a matrix, block row by block row (of the transpose: block column by block column).
template <class S, class I, class O>
struct BlockArrays {
  std::vector<O> offsets;
  std::vector<I> indices;
  std::vector<S> values;

  BlockArrays(const Triplets& t, const BlockLayout& block, bool by_columns, int base, Order order) {
    using Key = std::pair<std::int64_t, std::int64_t>;
    std::map<Key, std::vector<Entry>> blocks;
    for (const Entry& e : t.entries) {
      const Key at{e.row / block.rows, e.col / block.cols};
      blocks[by_columns ? Key(at.second, at.first) : at].push_back(e);
    }
    std::vector<Key> keys;
    for (const auto& [key, entries] : blocks) keys.push_back(key);
    std::mt19937 random(13);
    if (order == Order::shuffled) std::shuffle(keys.begin(), keys.end(), random);
    std::stable_sort(keys.begin(), keys.end(),
                     [](const Key& a, const Key& b) { return a.first < b.first; });
    const std::int64_t majors = by_columns ? detail::groups_of(t.num_cols, block.cols)
                                           : detail::groups_of(t.num_rows, block.rows);
    offsets.assign(std::size_t(majors) + 1, O(base));
    for (const Key& key : keys) {
      for (std::size_t i = std::size_t(key.first) + 1; i < offsets.size(); ++i) ++offsets[i];
      indices.push_back(I(key.second + base));
      const std::int64_t row = (by_columns ? key.second : key.first) * block.rows;
      const std::int64_t col = (by_columns ? key.first : key.second) * block.cols;
      append(t, block, row, col, blocks[key]);
    }
  }

 private:
  /// A block at (row, col): zeros within the matrix, poison outside, and the entries.
  void append(const Triplets& t, const BlockLayout& block, std::int64_t row, std::int64_t col,
              const std::vector<Entry>& entries) {
    const std::size_t first = values.size();
    const auto place = [&](std::int64_t r, std::int64_t c) {
      const bool row_major = block.order == BlockOrder::row_major;
      return first + std::size_t(row_major ? r * block.cols + c : c * block.rows + r);
    };
    values.resize(first + std::size_t(block.rows * block.cols), poison<S>());
    for (std::int64_t r = 0; r < block.rows && row + r < t.num_rows; ++r)
      for (std::int64_t c = 0; c < block.cols && col + c < t.num_cols; ++c)
        values[place(r, c)] = narrow<S>(0);
    for (const Entry& e : entries) values[place(e.row - row, e.col - col)] = narrow<S>(e.value);
  }
};

inline BlockLayout block_for(Order order) {
  return order == Order::sorted ? BlockLayout{2, 3, BlockOrder::row_major}
                                : BlockLayout{4, 3, BlockOrder::col_major};
}

template <class S, class I, class O, class M>
struct MatrixFrom<BsrMatrix<S, I, O, M>> {
  static constexpr const char* kernel = "bsr";

  static BsrMatrix<S, I, O, M> make(const Triplets& t, const MatrixProperties& properties,
                                    Order order) {
    return make(t, properties, order, block_for(order));
  }
  static BsrMatrix<S, I, O, M> make(const Triplets& t, MatrixProperties properties, Order order,
                                    const BlockLayout& block) {
    properties.sorted = order == Order::sorted;
    const BlockArrays<S, I, O> arrays(t, block, false, int(properties.index_base), order);
    return {t.num_rows,
            t.num_cols,
            block,
            upload<M>(arrays.offsets),
            upload<M>(arrays.indices),
            upload<M>(arrays.values),
            properties};
  }
};

template <class S, class I, class O, class M>
struct MatrixFrom<BsrxView<S, I, O, M>> {
  static constexpr const char* kernel = "bsr";

  static BsrxView<S, I, O, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    return BsrxView<S, I, O, M>(MatrixFrom<BsrMatrix<S, I, O, M>>::make(t, properties, order));
  }
};

template <class S, class I, class O, class M>
struct MatrixFrom<BscMatrix<S, I, O, M>> {
  static constexpr const char* kernel = "bsr";

  static BscMatrix<S, I, O, M> make(const Triplets& t, const MatrixProperties& properties,
                                    Order order) {
    return make(t, properties, order, block_for(order));
  }
  static BscMatrix<S, I, O, M> make(const Triplets& t, MatrixProperties properties, Order order,
                                    const BlockLayout& block) {
    properties.sorted = order == Order::sorted;
    const BlockArrays<S, I, O> arrays(t, block, true, int(properties.index_base), order);
    return {t.num_rows,
            t.num_cols,
            block,
            upload<M>(arrays.offsets),
            upload<M>(arrays.indices),
            upload<M>(arrays.values),
            properties};
  }
};

template <class S, class I, class M>
struct MatrixFrom<BlockedEllMatrix<S, I, M>> {
  static constexpr const char* kernel = "blocked_ell";

  static BlockedEllMatrix<S, I, M> make(const Triplets& t, MatrixProperties properties,
                                        Order order) {
    const std::int64_t size = order == Order::sorted ? 2 : 5;
    const int base = int(properties.index_base);
    const BlockArrays<S, I, std::int64_t> blocks(t, {size, size, BlockOrder::row_major}, false,
                                                 base, order);
    const auto block_rows = std::int64_t(blocks.offsets.size()) - 1;
    std::int64_t width = 0;
    for (std::size_t b = 0; b < std::size_t(block_rows); ++b)
      width = std::max(width, blocks.offsets[b + 1] - blocks.offsets[b]);
    const std::int64_t ell_cols = width * size;
    std::vector<I> columns(std::size_t(block_rows * width), I(-1));
    std::vector<S> values(std::size_t(t.num_rows * ell_cols), poison<S>());
    for (std::int64_t b = 0; b < block_rows; ++b) {
      const std::int64_t first = blocks.offsets[std::size_t(b)] - base;
      for (std::int64_t j = 0; first + j < blocks.offsets[std::size_t(b) + 1] - base; ++j) {
        columns[std::size_t(b * width + j)] = blocks.indices[std::size_t(first + j)];
        for (std::int64_t r = 0; r < size && b * size + r < t.num_rows; ++r)
          for (std::int64_t c = 0; c < size; ++c)
            values[std::size_t((b * size + r) * ell_cols + j * size + c)] =
                blocks.values[std::size_t((first + j) * size * size + r * size + c)];
      }
    }
    properties.sorted = order == Order::sorted;
    return {t.num_rows,         t.num_cols,        size,      ell_cols,
            upload<M>(columns), upload<M>(values), properties};
  }
};

/// The diagonals of rows [first, last), ascending or shuffled.
inline std::vector<std::int64_t> diagonals_of(const Triplets& t, std::int64_t first,
                                              std::int64_t last, Order order) {
  std::vector<std::int64_t> result;
  for (const Entry& e : t.entries)
    if (e.row >= first && e.row < last) result.push_back(e.col - e.row);
  std::sort(result.begin(), result.end());
  result.erase(std::unique(result.begin(), result.end()), result.end());
  std::mt19937 random(19);
  if (order == Order::shuffled) std::shuffle(result.begin(), result.end(), random);
  return result;
}

/// The values of diagonals in hacks of `hack_size` rows.
template <class S>
std::vector<S> diagonal_values(const Triplets& t, std::int64_t hack_size,
                               const std::vector<std::int64_t>& hack_offsets,
                               const std::vector<std::int64_t>& diagonals) {
  std::vector<S> values(diagonals.size() * std::size_t(hack_size), poison<S>());
  const auto place = [&](std::size_t d, std::int64_t row) {
    return d * std::size_t(hack_size) + std::size_t(row % hack_size);
  };
  for (std::int64_t row = 0; row < t.num_rows; ++row) {
    const auto hack = std::size_t(row / hack_size);
    for (auto d = std::size_t(hack_offsets[hack]); d < std::size_t(hack_offsets[hack + 1]); ++d)
      if (row + diagonals[d] >= 0 && row + diagonals[d] < t.num_cols)
        values[place(d, row)] = narrow<S>(0);
  }
  for (const Entry& e : t.entries) {
    const auto hack = std::size_t(e.row / hack_size);
    for (auto d = std::size_t(hack_offsets[hack]); d < std::size_t(hack_offsets[hack + 1]); ++d)
      if (diagonals[d] == e.col - e.row) values[place(d, e.row)] = narrow<S>(e.value);
  }
  return values;
}

template <class S, class I, class M>
struct MatrixFrom<DiaMatrix<S, I, M>> {
  static constexpr const char* kernel = "dia";

  static DiaMatrix<S, I, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    properties.sorted = order == Order::sorted;
    const auto diagonals = diagonals_of(t, 0, t.num_rows, order);
    const std::int64_t stride = t.num_rows + 3;
    const auto values =
        diagonal_values<S>(t, stride, {0, std::int64_t(diagonals.size())}, diagonals);
    return {t.num_rows,
            t.num_cols,
            std::int64_t(t.entries.size()),
            stride,
            upload<M>(std::vector<I>(diagonals.begin(), diagonals.end())),
            upload<M>(values),
            properties};
  }
};

template <class S, class I, class O, class M>
struct MatrixFrom<HdiaMatrix<S, I, O, M>> {
  static constexpr const char* kernel = "hdia";

  static HdiaMatrix<S, I, O, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    const std::int64_t hack_size = order == Order::sorted ? 7 : 64;
    std::vector<std::int64_t> offsets{0}, diagonals;
    for (std::int64_t row = 0; row < t.num_rows; row += hack_size) {
      const auto hack = diagonals_of(t, row, row + hack_size, order);
      diagonals.insert(diagonals.end(), hack.begin(), hack.end());
      offsets.push_back(std::int64_t(diagonals.size()));
    }
    properties.sorted = order == Order::sorted;
    const auto values = diagonal_values<S>(t, hack_size, offsets, diagonals);
    return {t.num_rows,
            t.num_cols,
            std::int64_t(t.entries.size()),
            hack_size,
            upload<M>(std::vector<O>(offsets.begin(), offsets.end())),
            upload<M>(std::vector<I>(diagonals.begin(), diagonals.end())),
            upload<M>(values),
            properties};
  }
};

template <class S, class I, class M>
struct MatrixFrom<HybMatrix<S, I, M>> {
  static constexpr const char* kernel = "ell";

  /// Three entries a row, all of them where a matrix is shuffled but a few rows, and the rest.
  static HybMatrix<S, I, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    EntryRows rows = rows_of(t, order);
    Triplets rest{t.num_rows, t.num_cols, {}};
    for (auto& row : rows)
      while (row.size() > 3) {
        rest.entries.push_back(row.back());
        row.pop_back();
      }
    properties.sorted = order == Order::sorted;
    return {MatrixFrom<EllMatrix<S, I, M>>::from_rows(rows, t, properties),
            MatrixFrom<CooMatrix<S, I, M>>::make(rest, properties, order)};
  }
};

template <class S, class I, class M>
struct MatrixFrom<CooAosMatrix<S, I, M>> {
  static constexpr const char* kernel = "coo";

  static CooAosMatrix<S, I, M> make(const Triplets& t, MatrixProperties properties, Order order) {
    auto entries = t.entries;
    std::mt19937 random(7);
    if (order == Order::shuffled) std::shuffle(entries.begin(), entries.end(), random);
    properties.sorted = order == Order::sorted;
    std::vector<I> pairs;
    for (const Entry& e : entries) {
      pairs.push_back(I(e.row + int(properties.index_base)));
      pairs.push_back(I(e.col + int(properties.index_base)));
    }
    return {t.num_rows, t.num_cols, upload<M>(pairs), values_of<S, M>(entries), properties};
  }
};

}  // namespace filigree::test
