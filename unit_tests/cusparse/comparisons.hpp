// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/convert.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/dense.hpp>
#include <filigree/permutation.hpp>
#include <filigree/prune.hpp>

#include <cmath>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <cusparse/library.hpp>
#include <prune/reference.hpp>

/// One operation after the other by Filigree and by cuSPARSE, on the device, from the same arrays:
/// patterns and values must be the same to the last bit.

namespace filigree::test::cusparse {

/// Runs comparisons. Where a matrix has no entries, what cuSPARSE does not do is kept to be told;
/// elsewhere it is a failure.
class Attempts {
 public:
  explicit Attempts(bool no_entries) : no_entries_(no_entries) {}

  template <class Compare>
  void operator()(const char* operation, Compare compare) {
    SCOPED_TRACE(operation);
    try {
      compare();
    } catch (const Refused& refused) {
      if (!no_entries_) ADD_FAILURE() << "cuSPARSE: " << refused.what();
      refused_ += std::string(refused_.empty() ? "" : "; ") + operation + ": " + refused.what();
    }
  }

  const std::string& refused() const { return refused_; }

 private:
  bool no_entries_;
  std::string refused_;
};

template <class T>
void expect_array(const char* what, const std::vector<T>& cusparse,
                  const std::vector<T>& filigree) {
  ASSERT_EQ(cusparse.size(), filigree.size()) << what;
  if (cusparse.empty()) return;
  if (std::memcmp(cusparse.data(), filigree.data(), cusparse.size() * sizeof(T)) == 0) return;
  for (std::size_t k = 0; k < cusparse.size(); ++k)
    ASSERT_TRUE(same_bits(cusparse[k], filigree[k]))
        << what << ": entry " << k << " of " << cusparse.size();
}

template <class T, class View>
void expect_array(const char* what, const Array<T>& cusparse, const View& filigree) {
  auto expected = entries_of(cusparse);
  auto found = entries_of(filigree);
  // An array of cuSPARSE's has room for an entry where it has none.
  if (found.empty() && expected.size() == 1) return;
  expect_array(what, expected, found);
}

/// Expects equal offsets, none of which is as `room` leaves it.
template <class View>
void expect_offsets(const Array<int>& cusparse, const View& filigree) {
  if (entries_of(cusparse).front() == -1) throw Refused("offsets were not written");
  expect_array("offsets", cusparse, filigree);
}

/// Offsets, indices and values of a compressed format, of blocks too.
template <class S>
struct Arrays {
  Array<int> offsets, indices;
  Array<S> values;
};

template <class S, class O, class I, class V>
void expect_arrays(const Arrays<S>& cusparse, const O& offsets, const I& indices, const V& values) {
  expect_offsets(cusparse.offsets, offsets);
  expect_array("indices", cusparse.indices, indices);
  expect_array("values", cusparse.values, values);
}

/// A dense matrix whose lines lie apart; what is between them, and all of it until it is filled,
/// has every bit set.
template <class S>
struct DenseMatrix {
  int64_t rows, cols;
  cusparseOrder_t order;
  int64_t lines, length, stride;
  Array<S> storage;

  DenseMatrix(int64_t num_rows, int64_t num_cols, cusparseOrder_t order_)
      : rows(num_rows),
        cols(num_cols),
        order(order_),
        lines(order == CUSPARSE_ORDER_COL ? cols : rows),
        length(order == CUSPARSE_ORDER_COL ? rows : cols),
        stride(length + 3),
        storage(room<S>(lines * stride)) {}

  DenseMatrix(const Entries<S>& entries, int64_t num_rows, int64_t num_cols, cusparseOrder_t order_)
      : DenseMatrix(num_rows, num_cols, order_) {
    auto host = entries_of(storage);
    for (int64_t line = 0; line < lines; ++line)
      std::fill_n(host.begin() + line * stride, length, S{});
    for (const Entry<S>& entry : entries)
      host[order == CUSPARSE_ORDER_COL ? entry.column * stride + entry.row
                                       : entry.row * stride + entry.column] = entry.value;
    storage = array<Space>(host);
  }

  auto view() const {
    const bool by_col = order == CUSPARSE_ORDER_COL;
    return Kokkos::View<S**, Kokkos::LayoutStride, Space>(
        storage.data(), Kokkos::LayoutStride(rows, by_col ? 1 : stride, cols, by_col ? stride : 1));
  }
};

/// The entries of a compressed matrix of cuSPARSE's.
template <class S>
Entries<S> entries_from(const Arrays<S>& arrays, IndexBase base, bool by_row) {
  return uncompressed(entries_of(arrays.offsets), entries_of(arrays.indices),
                      entries_of(arrays.values), int(base), by_row);
}

/// The operations that both have, of matrices of one scalar type.
template <class S>
class Comparison {
 public:
  using F = Functions<S>;
  using Native = typename F::Native;
  using Csr = CsrMatrix<S, int32_t, int32_t, Space>;
  using Csc = CscMatrix<S, int32_t, int32_t, Space>;
  using Coo = CooMatrix<S, int32_t, Space>;
  using Bsr = BsrMatrix<S, int32_t, int32_t, Space>;

  const Library library{};

  void csr_to_csc(const Csr& A) const {
    const Arrays<S> a = arrays(A), c = results(A.num_cols(), A.nnz());
    const auto call = [&](auto function, auto last) {
      check(function(library.handle(), int(A.num_rows()), int(A.num_cols()), int(A.nnz()),
                     a.values.data(), a.offsets.data(), a.indices.data(), c.values.data(),
                     c.offsets.data(), c.indices.data(), F::type, CUSPARSE_ACTION_NUMERIC,
                     base_of(A.index_base()), CUSPARSE_CSR2CSC_ALG_DEFAULT, last));
    };
    std::size_t bytes = 0;
    call(cusparseCsr2cscEx2_bufferSize, &bytes);
    const auto buffer = workspace(bytes);
    call(cusparseCsr2cscEx2, static_cast<void*>(buffer.data()));
    library.finish();
    const auto C = filigree::csr_to_csc(library.exec, A);
    expect_arrays(c, C.col_offsets(), C.row_indices(), C.values());
  }

  /// Stable in both, so that equal entries come in the same order too.
  void sort(const Coo& A, CooOrder order) const {
    const int rows = int(A.num_rows()), cols = int(A.num_cols()), nnz = int(A.nnz());
    const auto row_indices = copy_of(A.row_indices()), col_indices = copy_of(A.col_indices());
    std::size_t bytes = 0;
    check(cusparseXcoosort_bufferSizeExt(library.handle(), rows, cols, nnz, row_indices.data(),
                                         col_indices.data(), &bytes));
    const auto buffer = workspace(bytes);
    const auto permutation = identity(nnz);
    const auto function =
        order == CooOrder::by_row ? cusparseXcoosortByRow : cusparseXcoosortByColumn;
    check(function(library.handle(), rows, cols, nnz, row_indices.data(), col_indices.data(),
                   permutation.data(), buffer.data()));
    library.finish();
    const auto sorted = sort_entries(library.exec, A, order);
    expect_array("row indices", row_indices, sorted.matrix.row_indices());
    expect_array("column indices", col_indices, sorted.matrix.col_indices());
    expect_permuted(permutation, A, sorted);
  }

  void sort(const Csr& A) const {
    sort_compressed(A, cusparseXcsrsort_bufferSizeExt, cusparseXcsrsort, A.row_offsets(),
                    A.col_indices(), [](const Csr& B) { return B.col_indices(); });
  }
  void sort(const Csc& A) const {
    sort_compressed(A, cusparseXcscsort_bufferSizeExt, cusparseXcscsort, A.col_offsets(),
                    A.row_indices(), [](const Csc& B) { return B.row_indices(); });
  }

  /// csru2csr and csr2csru.
  void sort_and_unsort(const Csr& A) const {
    const int rows = int(A.num_rows()), cols = int(A.num_cols()), nnz = int(A.nnz());
    const Arrays<S> a = arrays(A);
    const SortInfo info;
    std::size_t bytes = 0;
    check(F::csru2csr_buffer(library.handle(), rows, cols, nnz, native(a.values), a.offsets.data(),
                             a.indices.data(), info, &bytes));
    const auto buffer = workspace(bytes);
    const auto call = [&](auto function) {
      check(function(library.handle(), rows, cols, nnz, descr(A), native(a.values),
                     a.offsets.data(), a.indices.data(), info, buffer.data()));
      library.finish();
    };
    call(F::csru2csr);
    const auto sorted = sort_entries(library.exec, A);
    expect_array("sorted indices", a.indices, sorted.matrix.col_indices());
    expect_array("sorted values", a.values, sorted.matrix.values());
    call(F::csr2csru);
    const auto back = unsort_entries(library.exec, sorted);
    expect_array("indices", a.indices, back.col_indices());
    expect_array("values", a.values, back.values());
  }

  /// Sorted by row or by column, as coo2csr wants it: offsets of rows or of columns.
  void compress_coo(const Coo& A, CooOrder order) const {
    const bool by_row = order == CooOrder::by_row;
    const int64_t major = by_row ? A.num_rows() : A.num_cols();
    const auto indices = copy_of(by_row ? A.row_indices() : A.col_indices());
    const auto offsets = room<int>(major + 1);
    check(cusparseXcoo2csr(library.handle(), indices.data(), int(A.nnz()), int(major),
                           offsets.data(), base_of(A.index_base())));
    library.finish();
    const CooOptions keep{.duplicates = Duplicates::keep};
    if (by_row)
      expect_offsets(offsets, coo_to_csr(library.exec, A, keep).row_offsets());
    else
      expect_offsets(offsets, coo_to_csc(library.exec, A, keep).col_offsets());
  }

  /// csr2coo, of rows and of columns.
  void expand_to_coo(const Csr& A) const {
    expect_array("row indices", expanded(A, A.row_offsets(), A.num_rows()),
                 csr_to_coo(library.exec, A).row_indices());
  }
  void expand_to_coo(const Csc& A) const {
    expect_array("column indices", expanded(A, A.col_offsets(), A.num_cols()),
                 csc_to_coo(library.exec, A).col_indices());
  }

  /// csr2bsr, for square blocks.
  void csr_to_bsr(const Csr& A, const BlockLayout& block) const {
    const Arrays<S> a = arrays(A);
    const int rows = int(A.num_rows()), cols = int(A.num_cols()), size = int(block.rows);
    Arrays<S> c;
    c.offsets = room<int>((A.num_rows() + size - 1) / size + 1);
    int blocks = 0;
    check(cusparseXcsr2bsrNnz(library.handle(), direction(block), rows, cols, descr(A),
                              a.offsets.data(), a.indices.data(), size, descr(A), c.offsets.data(),
                              &blocks));
    make_room(c, blocks, block);
    check(F::csr2bsr(library.handle(), direction(block), rows, cols, descr(A), native(a.values),
                     a.offsets.data(), a.indices.data(), size, descr(A), native(c.values),
                     c.offsets.data(), c.indices.data()));
    library.finish();
    expect_bsr(c, bsr(A, block));
  }

  void csr_to_gebsr(const Csr& A, const BlockLayout& block) const {
    const Arrays<S> a = arrays(A);
    const int rows = int(A.num_rows()), cols = int(A.num_cols());
    const int r = int(block.rows), s = int(block.cols);
    Arrays<S> c;
    c.offsets = room<int>((rows + r - 1) / r + 1);
    int bytes = 0, blocks = 0;
    check(F::csr2gebsr_buffer(library.handle(), direction(block), rows, cols, descr(A),
                              native(a.values), a.offsets.data(), a.indices.data(), r, s, &bytes));
    const auto buffer = workspace(bytes);
    check(cusparseXcsr2gebsrNnz(library.handle(), direction(block), rows, cols, descr(A),
                                a.offsets.data(), a.indices.data(), descr(A), c.offsets.data(), r,
                                s, &blocks, buffer.data()));
    make_room(c, blocks, block);
    check(F::csr2gebsr(library.handle(), direction(block), rows, cols, descr(A), native(a.values),
                       a.offsets.data(), a.indices.data(), descr(A), native(c.values),
                       c.offsets.data(), c.indices.data(), r, s, buffer.data()));
    library.finish();
    expect_bsr(c, bsr(A, block));
  }

  /// bsr2csr (square blocks) or gebsr2csr. cuSPARSE makes an entry of every place of every block,
  /// in a matrix of whole blocks.
  void bsr_to_csr(const Csr& A, const BlockLayout& block, bool general) const {
    const Bsr B = whole_blocks(bsr(A, block));
    const Arrays<S> b = arrays(B), c = results(B.num_rows(), B.nnz());
    const auto call = [&](auto function, auto... sizes) {
      check(function(library.handle(), direction(block), int(B.num_block_rows()),
                     int(B.num_block_cols()), descr(A), native(b.values), b.offsets.data(),
                     b.indices.data(), sizes..., descr(A), native(c.values), c.offsets.data(),
                     c.indices.data()));
    };
    if (general)
      call(F::gebsr2csr, int(block.rows), int(block.cols));
    else
      call(F::bsr2csr, int(block.rows));
    library.finish();
    const auto C = filigree::bsr_to_csr(library.exec, B, {.zeros = ZeroEntries::keep});
    expect_arrays(c, C.row_offsets(), C.col_indices(), C.values());
  }

  /// gebsr2gebsr. Both order the entries of all blocks alike.
  void bsr_to_bsr(const Csr& A, const BlockLayout& from, const BlockLayout& to) const {
    const Bsr B = whole_blocks(bsr(A, from));
    const Arrays<S> b = arrays(B);
    const int block_rows = int(B.num_block_rows()), block_cols = int(B.num_block_cols());
    const int blocks = int(B.num_blocks()), from_rows = int(from.rows), from_cols = int(from.cols);
    const int to_rows = int(to.rows), to_cols = int(to.cols);
    Arrays<S> c;
    c.offsets = room<int>((B.num_rows() + to.rows - 1) / to.rows + 1);
    int bytes = 0, new_blocks = 0;
    check(F::gebsr2gebsr_buffer(library.handle(), direction(from), block_rows, block_cols, blocks,
                                descr(A), native(b.values), b.offsets.data(), b.indices.data(),
                                from_rows, from_cols, to_rows, to_cols, &bytes));
    const auto buffer = workspace(bytes);
    check(cusparseXgebsr2gebsrNnz(library.handle(), direction(from), block_rows, block_cols, blocks,
                                  descr(A), b.offsets.data(), b.indices.data(), from_rows,
                                  from_cols, descr(A), c.offsets.data(), to_rows, to_cols,
                                  &new_blocks, buffer.data()));
    make_room(c, new_blocks, to);
    check(F::gebsr2gebsr(library.handle(), direction(from), block_rows, block_cols, blocks,
                         descr(A), native(b.values), b.offsets.data(), b.indices.data(), from_rows,
                         from_cols, descr(A), native(c.values), c.offsets.data(), c.indices.data(),
                         to_rows, to_cols, buffer.data()));
    library.finish();
    expect_bsr(c, filigree::bsr_to_bsr(library.exec, B,
                                       {.memory_limit_bytes = memory_limit, .block = to}));
  }

  void bsr_to_bsc(const Csr& A, const BlockLayout& block) const {
    const Bsr B = bsr(A, block);
    const Arrays<S> b = arrays(B);
    Arrays<S> c;
    c.offsets = room<int>(B.num_block_cols() + 1);
    make_room(c, B.num_blocks(), block);
    const int block_rows = int(B.num_block_rows()), block_cols = int(B.num_block_cols());
    const int blocks = int(B.num_blocks()), r = int(block.rows), s = int(block.cols);
    int bytes = 0;
    check(F::gebsr2gebsc_buffer(library.handle(), block_rows, block_cols, blocks, native(b.values),
                                b.offsets.data(), b.indices.data(), r, s, &bytes));
    const auto buffer = workspace(bytes);
    check(F::gebsr2gebsc(library.handle(), block_rows, block_cols, blocks, native(b.values),
                         b.offsets.data(), b.indices.data(), r, s, native(c.values),
                         c.indices.data(), c.offsets.data(), CUSPARSE_ACTION_NUMERIC,
                         base_of(A.index_base()), buffer.data()));
    library.finish();
    const auto C = filigree::bsr_to_bsc(library.exec, B);
    expect_arrays(c, C.col_offsets(), C.row_indices(), C.values());
  }

  /// cusparseDenseToSparse. It does not promise an order within rows (columns), so that its entries
  /// are sorted before they are compared; no two are at one place.
  void dense_to_csr(const DenseMatrix<S>& A, IndexBase base) const {
    Arrays<S> c;
    c.offsets = room<int>(A.rows + 1);
    dense_to_compressed(A, base, c, cusparseCreateCsr, cusparseCsrSetPointers);
    const auto C = filigree::dense_to_csr(library.exec, A.view(), {.index_base = base});
    expect_offsets(c.offsets, C.row_offsets());
    expect_same(sorted_by_row(entries_from(c, base, true)), entries_of(C));
  }
  void dense_to_csc(const DenseMatrix<S>& A, IndexBase base) const {
    Arrays<S> c;
    c.offsets = room<int>(A.cols + 1);
    dense_to_compressed(A, base, c, cusparseCreateCsc, cusparseCscSetPointers);
    const auto C = filigree::dense_to_csc(library.exec, A.view(), {.index_base = base});
    expect_offsets(c.offsets, C.col_offsets());
    expect_same(sorted_by_column(entries_from(c, base, false)), entries_of(C));
  }
  void dense_to_coo(const DenseMatrix<S>& A, IndexBase base) const {
    const SparseDescr sparse([&](cusparseSpMatDescr_t* made) {
      return cusparseCreateCoo(made, A.rows, A.cols, 0, nullptr, nullptr, nullptr,
                               CUSPARSE_INDEX_32I, base_of(base), F::type);
    });
    Array<int> rows, cols;
    Array<S> values;
    const int64_t nnz = dense_to_sparse(A, sparse, [&](int64_t count) {
      rows = room<int>(count), cols = room<int>(count), values = room<S>(count);
      return cusparseCooSetPointers(sparse, rows.data(), cols.data(), values.data());
    });
    const auto row_indices = entries_of(rows), col_indices = entries_of(cols);
    const auto found = entries_of(values);
    Entries<S> entries;
    for (int64_t k = 0; k < nnz; ++k)
      entries.push_back({row_indices[k] - int(base), col_indices[k] - int(base), found[k]});
    expect_same(sorted_by_row(entries),
                entries_of(filigree::dense_to_coo(library.exec, A.view(), {.index_base = base})));
  }

  /// The values of the blocks that a Blocked-ELL matrix names, counted from 0. Every block row
  /// names as many: the guide does not say what becomes of the values of empty blocks.
  void dense_to_blocked_ell(const Entries<S>& entries, int64_t num_rows, int64_t num_cols,
                            int64_t size, cusparseOrder_t order) const {
    const int64_t block_rows = (num_rows + size - 1) / size;
    const int64_t block_cols = (num_cols + size - 1) / size;
    const DenseMatrix<S> A(entries, block_rows * size, block_cols * size, order);
    std::vector<std::set<int>> named(block_rows);
    for (const Entry<S>& entry : entries) named[entry.row / size].insert(int(entry.column / size));
    std::size_t width = 1;
    for (const auto& blocks : named) width = std::max(width, blocks.size());
    std::vector<int> indices;
    for (auto& blocks : named) {
      for (int j = 0; blocks.size() < width; ++j) blocks.insert(j);
      indices.insert(indices.end(), blocks.begin(), blocks.end());
    }
    const int64_t ell_cols = int64_t(width) * size, places = A.rows * ell_cols;
    const auto col_indices = array<Space>(indices);
    const auto values = room<S>(places);
    const SparseDescr sparse([&](cusparseSpMatDescr_t* made) {
      return cusparseCreateBlockedEll(made, A.rows, A.cols, size, ell_cols, col_indices.data(),
                                      values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                                      F::type);
    });
    dense_to_sparse(A, sparse, [](int64_t) { return CUSPARSE_STATUS_SUCCESS; });
    const auto found = room<S>(places);
    filigree::dense_to_blocked_ell(
        library.exec, A.view(),
        BlockedEllMatrix<S, int32_t, Space>(A.rows, A.cols, size, ell_cols, col_indices, found));
    library.finish();
    expect_array("values", values, found);
  }

  /// cusparseSparseToDense, over what the dense matrix held.
  void csr_to_dense(const Csr& A, cusparseOrder_t order) const {
    compressed_to_dense(A, order, cusparseCreateCsr,
                        [&](const auto& dense) { filigree::csr_to_dense(library.exec, A, dense); });
  }
  void csc_to_dense(const Csc& A, cusparseOrder_t order) const {
    compressed_to_dense(A, order, cusparseCreateCsc,
                        [&](const auto& dense) { filigree::csc_to_dense(library.exec, A, dense); });
  }
  void coo_to_dense(const Coo& A, cusparseOrder_t order) const {
    const auto rows = copy_of(A.row_indices()), cols = copy_of(A.col_indices());
    const auto values = copy_of(A.values());
    const SparseDescr sparse([&](cusparseSpMatDescr_t* made) {
      return cusparseCreateCoo(made, A.num_rows(), A.num_cols(), A.nnz(), rows.data(), cols.data(),
                               values.data(), CUSPARSE_INDEX_32I, base_of(A.index_base()), F::type);
    });
    sparse_to_dense(A, order, sparse,
                    [&](const auto& dense) { filigree::coo_to_dense(library.exec, A, dense); });
  }

  /// Counts in a column-major matrix.
  void count_nonzeros(const DenseMatrix<S>& A, CountBy by) const {
    const int64_t lines = by == CountBy::row ? A.rows : A.cols;
    const auto counts = room<int>(lines), found = poisoned<int, Space>(lines);
    int total = 0;
    check(F::nnz(library.handle(),
                 by == CountBy::row ? CUSPARSE_DIRECTION_ROW : CUSPARSE_DIRECTION_COLUMN,
                 int(A.rows), int(A.cols), library.descr(IndexBase::zero), native(A.storage),
                 int(A.stride), counts.data(), &total));
    library.finish();
    EXPECT_EQ(filigree::count_nonzeros(library.exec, A.view(), by, found), total);
    expect_array("counts", counts, found);
  }

  /// nnz_compress and csr2csr_compress. |a| of complex entries is rounded in each library as it
  /// likes: the tolerance has to be apart from all of them.
  void compress(const Csr& A, double tolerance) const {
    const Arrays<S> a = arrays(A);
    const int rows = int(A.num_rows()), cols = int(A.num_cols());
    const auto counts = room<int>(rows);
    int nnz = 0;
    check(F::nnz_compress(library.handle(), rows, descr(A), native(a.values), a.offsets.data(),
                          counts.data(), &nnz, native_scalar(tolerance)));
    library.finish();
    const auto found = poisoned<int, Space>(rows);
    ASSERT_EQ(count_kept(library.exec, A, Threshold{tolerance}, found), nnz);
    expect_array("counts", counts, found);
    const auto C = filigree::compress(library.exec, A, tolerance);
    ASSERT_EQ(C.nnz(), nnz);
    if (nnz == 0) return;  // nothing is left to write
    const Arrays<S> c = results(rows, nnz);
    check(F::csr2csr_compress(library.handle(), rows, cols, descr(A), native(a.values),
                              a.indices.data(), a.offsets.data(), int(A.nnz()), counts.data(),
                              native(c.values), c.indices.data(), c.offsets.data(),
                              native_scalar(tolerance)));
    library.finish();
    expect_arrays(c, C.row_offsets(), C.col_indices(), C.values());
  }

 private:
  static constexpr int64_t memory_limit = int64_t(1) << 31;

  static Native* native(const Array<S>& values) { return reinterpret_cast<Native*>(values.data()); }
  static Native native_scalar(double value) {
    if constexpr (is_complex_v<S>)
      return Native{static_cast<typename S::value_type>(value), 0};
    else
      return Native(value);
  }
  static cusparseDirection_t direction(const BlockLayout& block) {
    return block.order == BlockOrder::row_major ? CUSPARSE_DIRECTION_ROW
                                                : CUSPARSE_DIRECTION_COLUMN;
  }
  template <class Matrix>
  cusparseMatDescr_t descr(const Matrix& A) const {
    return library.descr(A.index_base());
  }

  static Arrays<S> arrays(const Csr& A) {
    return {copy_of(A.row_offsets()), copy_of(A.col_indices()), copy_of(A.values())};
  }
  static Arrays<S> arrays(const Csc& A) {
    return {copy_of(A.col_offsets()), copy_of(A.row_indices()), copy_of(A.values())};
  }
  static Arrays<S> arrays(const Bsr& A) {
    return {copy_of(A.row_offsets()), copy_of(A.col_indices()), copy_of(A.values())};
  }
  static Arrays<S> results(int64_t major, int64_t nnz) {
    return {room<int>(major + 1), room<int>(nnz), room<S>(nnz)};
  }
  static void make_room(Arrays<S>& result, int64_t blocks, const BlockLayout& block) {
    result.indices = room<int>(blocks);
    result.values = room<S>(blocks * block.rows * block.cols);
  }

  Bsr bsr(const Csr& A, const BlockLayout& block) const {
    return filigree::csr_to_bsr(library.exec, A,
                                {.memory_limit_bytes = memory_limit, .block = block});
  }
  /// The matrix of all places of the blocks, which is what cuSPARSE takes blocks for.
  static Bsr whole_blocks(const Bsr& A) {
    return {A.num_block_rows() * A.block().rows,
            A.num_block_cols() * A.block().cols,
            A.block(),
            A.row_offsets(),
            A.col_indices(),
            A.values(),
            A.properties()};
  }
  static void expect_bsr(const Arrays<S>& cusparse, const Bsr& filigree) {
    expect_arrays(cusparse, filigree.row_offsets(), filigree.col_indices(), filigree.values());
  }

  /// cuSPARSE's, which must be Filigree's too.
  Array<int> identity(int64_t length) const {
    const auto permutation = room<int>(length);
    check(cusparseCreateIdentityPermutation(library.handle(), int(length), permutation.data()));
    library.finish();
    const auto found = poisoned<int, Space>(length);
    identity_permutation(library.exec, found);
    library.finish();
    expect_array("identity permutation", permutation, found);
    return permutation;
  }

  /// Compares permutations, and values that cuSPARSE's one moves with those that Filigree moved.
  template <class Matrix>
  static void expect_permuted(const Array<int>& permutation, const Matrix& A,
                              const Sorted<Matrix>& sorted) {
    const auto places = entries_of(permutation);
    const auto values = entries_of(A.values());
    std::vector<int64_t> expected_places(places.begin(), places.begin() + A.nnz());
    std::vector<S> expected_values;
    for (const int64_t place : expected_places) expected_values.push_back(values.at(place));
    expect_array("permutation", expected_places, entries_of(sorted.permutation));
    expect_array("values", expected_values, entries_of(sorted.matrix.values()));
  }

  /// Stable in both.
  template <class Matrix, class Size, class Sort, class OffsetView, class IndexView, class Indices>
  void sort_compressed(const Matrix& A, Size size, Sort sort, const OffsetView& offset_view,
                       const IndexView& index_view, Indices indices_of) const {
    const int rows = int(A.num_rows()), cols = int(A.num_cols()), nnz = int(A.nnz());
    const auto offsets = copy_of(offset_view), indices = copy_of(index_view);
    std::size_t bytes = 0;
    check(size(library.handle(), rows, cols, nnz, offsets.data(), indices.data(), &bytes));
    const auto buffer = workspace(bytes);
    const auto permutation = identity(nnz);
    check(sort(library.handle(), rows, cols, nnz, descr(A), offsets.data(), indices.data(),
               permutation.data(), buffer.data()));
    library.finish();
    const auto sorted = sort_entries(library.exec, A);
    expect_array("indices", indices, indices_of(sorted.matrix));
    expect_permuted(permutation, A, sorted);
  }

  template <class Matrix, class OffsetView>
  Array<int> expanded(const Matrix& A, const OffsetView& offset_view, int64_t major) const {
    const auto offsets = copy_of(offset_view), indices = room<int>(A.nnz());
    check(cusparseXcsr2coo(library.handle(), offsets.data(), int(A.nnz()), int(major),
                           indices.data(), base_of(A.index_base())));
    library.finish();
    return indices;
  }

  DenseDescr described(const DenseMatrix<S>& A) const {
    return DenseDescr([&](cusparseDnMatDescr_t* made) {
      return cusparseCreateDnMat(made, A.rows, A.cols, A.stride, A.storage.data(), F::type,
                                 A.order);
    });
  }

  /// allocate(nnz) gives the sparse matrix its arrays; returns nnz.
  template <class Allocate>
  int64_t dense_to_sparse(const DenseMatrix<S>& A, const SparseDescr& sparse,
                          Allocate allocate) const {
    const DenseDescr dense = described(A);
    constexpr auto algorithm = CUSPARSE_DENSETOSPARSE_ALG_DEFAULT;
    std::size_t bytes = 0;
    check(cusparseDenseToSparse_bufferSize(library.handle(), dense, sparse, algorithm, &bytes));
    const auto buffer = workspace(bytes);
    check(
        cusparseDenseToSparse_analysis(library.handle(), dense, sparse, algorithm, buffer.data()));
    int64_t rows = 0, cols = 0, nnz = 0;
    check(cusparseSpMatGetSize(sparse, &rows, &cols, &nnz));
    check(allocate(nnz));
    check(cusparseDenseToSparse_convert(library.handle(), dense, sparse, algorithm, buffer.data()));
    library.finish();
    return nnz;
  }

  template <class Create, class SetPointers>
  void dense_to_compressed(const DenseMatrix<S>& A, IndexBase base, Arrays<S>& result,
                           Create create, SetPointers set_pointers) const {
    const SparseDescr sparse([&](cusparseSpMatDescr_t* made) {
      return create(made, A.rows, A.cols, 0, result.offsets.data(), nullptr, nullptr,
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, base_of(base), F::type);
    });
    dense_to_sparse(A, sparse, [&](int64_t nnz) {
      result.indices = room<int>(nnz), result.values = room<S>(nnz);
      return set_pointers(sparse, result.offsets.data(), result.indices.data(),
                          result.values.data());
    });
  }

  template <class Matrix, class Create, class Convert>
  void compressed_to_dense(const Matrix& A, cusparseOrder_t order, Create create,
                           Convert convert) const {
    const Arrays<S> a = arrays(A);
    const SparseDescr sparse([&](cusparseSpMatDescr_t* made) {
      return create(made, A.num_rows(), A.num_cols(), A.nnz(), a.offsets.data(), a.indices.data(),
                    a.values.data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                    base_of(A.index_base()), F::type);
    });
    sparse_to_dense(A, order, sparse, convert);
  }

  /// convert(view): Filigree's conversion. What lies between the lines is not compared: cuSPARSE
  /// does not say that it leaves it alone.
  template <class Matrix, class Convert>
  void sparse_to_dense(const Matrix& A, cusparseOrder_t order, const SparseDescr& sparse,
                       Convert convert) const {
    const DenseMatrix<S> expected(A.num_rows(), A.num_cols(), order);
    const DenseMatrix<S> found(A.num_rows(), A.num_cols(), order);
    const DenseDescr dense = described(expected);
    constexpr auto algorithm = CUSPARSE_SPARSETODENSE_ALG_DEFAULT;
    std::size_t bytes = 0;
    check(cusparseSparseToDense_bufferSize(library.handle(), sparse, dense, algorithm, &bytes));
    const auto buffer = workspace(bytes);
    check(cusparseSparseToDense(library.handle(), sparse, dense, algorithm, buffer.data()));
    library.finish();
    convert(found.view());
    library.finish();
    const auto theirs = entries_of(expected.storage), ours = entries_of(found.storage);
    for (int64_t line = 0; line < found.lines; ++line)
      for (int64_t k = 0; k < found.length; ++k)
        ASSERT_TRUE(same_bits(theirs[line * found.stride + k], ours[line * found.stride + k]))
            << "entry " << k << " of line " << line;
  }
};

/// Pruning, which cuSPARSE has for real types.
template <class S>
class PruneComparison {
 public:
  using F = PruneFunctions<S>;
  using Native = typename F::Native;
  using Csr = CsrMatrix<S, int32_t, int32_t, Space>;

  const Library library{};

  /// Prunes a column-major matrix. A threshold must be a number of type S.
  void prune(const DenseMatrix<S>& A, IndexBase base, Threshold threshold) const {
    const S limit = detail::convert<S>(threshold.value);
    const auto c = pruned(base, A.rows, from(A), F::dense_buffer, F::dense_nnz, F::dense,
                          reinterpret_cast<const Native*>(&limit));
    expect_csr(
        c, filigree::dense_to_csr(library.exec, A.view(), {.index_base = base, .rule = threshold}));
  }
  void prune(const DenseMatrix<S>& A, IndexBase base, Percentage percentage) const {
    const PruneInfo info;
    const auto c =
        pruned(base, A.rows, from(A), F::dense_percentage_buffer, F::dense_percentage_nnz,
               F::dense_percentage, float(percentage.value), pruneInfo_t(info));
    expect_csr(c, filigree::dense_to_csr(library.exec, A.view(),
                                         {.index_base = base, .rule = percentage}));
  }

  void prune(const Csr& A, Threshold threshold) const {
    const S limit = detail::convert<S>(threshold.value);
    const Arrays<S> a{copy_of(A.row_offsets()), copy_of(A.col_indices()), copy_of(A.values())};
    const auto c = pruned(A.index_base(), A.num_rows(), from(A, a), F::csr_buffer, F::csr_nnz,
                          F::csr, reinterpret_cast<const Native*>(&limit));
    expect_csr(c, filigree::prune(library.exec, A, threshold).matrix);
  }
  void prune(const Csr& A, Percentage percentage) const {
    const PruneInfo info;
    const Arrays<S> a{copy_of(A.row_offsets()), copy_of(A.col_indices()), copy_of(A.values())};
    const auto c = pruned(A.index_base(), A.num_rows(), from(A, a), F::csr_percentage_buffer,
                          F::csr_percentage_nnz, F::csr_percentage, float(percentage.value),
                          pruneInfo_t(info));
    expect_csr(c, filigree::prune(library.exec, A, percentage).matrix);
  }

 private:
  static Native* native(const Array<S>& values) { return reinterpret_cast<Native*>(values.data()); }

  /// What calls a function of cuSPARSE with the matrix first.
  auto from(const DenseMatrix<S>& A) const {
    return [this, &A](auto function, auto... rest) {
      check(function(library.handle(), int(A.rows), int(A.cols), native(A.storage), int(A.stride),
                     rest...));
    };
  }
  auto from(const Csr& A, const Arrays<S>& a) const {
    return [this, &A, &a](auto function, auto... rest) {
      check(function(library.handle(), int(A.num_rows()), int(A.num_cols()), int(A.nnz()),
                     library.descr(A.index_base()), native(a.values), a.offsets.data(),
                     a.indices.data(), rest...));
    };
  }

  /// The three steps that all have: the workspace, the offsets, the entries.
  template <class With, class Size, class Count, class Convert, class Rule, class... Info>
  Arrays<S> pruned(IndexBase base, int64_t rows, const With& with, Size size, Count count,
                   Convert convert, Rule rule, Info... info) const {
    const cusparseMatDescr_t descr = library.descr(base);
    Arrays<S> c{room<int>(rows + 1), room<int>(0), room<S>(0)};
    std::size_t bytes = 0;
    with(size, rule, descr, native(c.values), c.offsets.data(), c.indices.data(), info..., &bytes);
    const auto buffer = workspace(bytes);
    int kept = 0;
    with(count, rule, descr, c.offsets.data(), &kept, info..., buffer.data());
    c.indices = room<int>(kept), c.values = room<S>(kept);
    if (kept > 0)
      with(convert, rule, descr, native(c.values), c.offsets.data(), c.indices.data(), info...,
           buffer.data());
    library.finish();
    return c;
  }

  static void expect_csr(const Arrays<S>& cusparse, const Csr& filigree) {
    expect_arrays(cusparse, filigree.row_offsets(), filigree.col_indices(), filigree.values());
  }
};

/// A matrix on the host; no two entries at one place.
template <class S>
struct HostMatrix {
  Entries<S> entries;
  int64_t rows, cols;
};

/// Entries in random order; every third one twice, with another value, where `repeated`.
template <class S>
Entries<S> shuffled(Entries<S> entries, bool repeated) {
  const std::size_t count = entries.size();
  for (std::size_t k = 0; repeated && k < count; k += 3)
    entries.push_back({entries[k].row, entries[k].column, entries[(k + 1) % count].value});
  std::shuffle(entries.begin(), entries.end(), std::mt19937_64(1));
  return entries;
}

/// Every sort, and conversions among Csr, Csc and Coo.
template <class S>
void compare_orders(Attempts& attempt, const Comparison<S>& with, const HostMatrix<S>& A,
                    IndexBase base) {
  using T = Types<Device, S, int32_t, int32_t>;
  const MatrixProperties properties{.index_base = base};
  const MatrixProperties sorted{.index_base = base, .sorted = true};
  const auto csr = [&](const Entries<S>& entries, const MatrixProperties& flags) {
    return make_csr<T>(entries, A.rows, A.cols, flags);
  };
  const auto csc = [&](const Entries<S>& entries, const MatrixProperties& flags) {
    return make_csc<T>(entries, A.rows, A.cols, flags);
  };
  const auto coo = [&](const Entries<S>& entries, const MatrixProperties& flags) {
    return make_coo<T>(entries, A.rows, A.cols, flags);
  };
  const auto by_row = sorted_by_row(A.entries), by_col = sorted_by_column(A.entries);
  // Once with rows in random order, but no entry twice: cuSPARSE does not say how it orders those
  // when it transposes.
  auto row_wise = shuffled(A.entries, false);
  std::stable_sort(row_wise.begin(), row_wise.end(),
                   [](auto& a, auto& b) { return a.row < b.row; });
  attempt("csr -> csc", [&] { with.csr_to_csc(csr(by_row, sorted)); });
  attempt("unsorted csr -> csc", [&] { with.csr_to_csc(csr(row_wise, properties)); });

  const auto any_order = shuffled(A.entries, true);
  attempt("coosortByRow", [&] { with.sort(coo(any_order, properties), CooOrder::by_row); });
  attempt("coosortByColumn", [&] { with.sort(coo(any_order, properties), CooOrder::by_column); });
  auto rows = any_order, cols = any_order;
  std::stable_sort(rows.begin(), rows.end(), [](auto& a, auto& b) { return a.row < b.row; });
  std::stable_sort(cols.begin(), cols.end(), [](auto& a, auto& b) { return a.column < b.column; });
  attempt("csrsort", [&] { with.sort(csr(rows, properties)); });
  attempt("cscsort", [&] { with.sort(csc(cols, properties)); });
  attempt("csru2csr", [&] { with.sort_and_unsort(csr(rows, properties)); });

  attempt("coo2csr", [&] { with.compress_coo(coo(by_row, sorted), CooOrder::by_row); });
  attempt("coo2csr of columns",
          [&] { with.compress_coo(coo(by_col, properties), CooOrder::by_column); });
  attempt("csr2coo", [&] { with.expand_to_coo(csr(by_row, sorted)); });
  attempt("csr2coo of columns", [&] { with.expand_to_coo(csc(by_col, sorted)); });
}

template <class S>
void compare_blocks(Attempts& attempt, const Comparison<S>& with, const HostMatrix<S>& A,
                    IndexBase base, const std::vector<BlockLayout>& layouts) {
  const auto csr = make_csr<Types<Device, S, int32_t, int32_t>>(
      sorted_by_row(A.entries), A.rows, A.cols,
      {.index_base = base, .sorted = true, .unique = true});
  for (BlockLayout block : layouts) {
    for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major}) {
      block.order = order;
      SCOPED_TRACE(std::to_string(block.rows) + " x " + std::to_string(block.cols) +
                   (order == BlockOrder::row_major ? ", row-major" : ", column-major"));
      if (block.rows == block.cols) {
        // A block larger than the matrix is an argument that cuSPARSE refuses.
        if (block.rows <= std::min(A.rows, A.cols))
          attempt("csr2bsr", [&] { with.csr_to_bsr(csr, block); });
        attempt("bsr2csr", [&] { with.bsr_to_csr(csr, block, false); });
      }
      attempt("csr2gebsr", [&] { with.csr_to_gebsr(csr, block); });
      attempt("gebsr2csr", [&] { with.bsr_to_csr(csr, block, true); });
      attempt("gebsr2gebsc", [&] { with.bsr_to_bsc(csr, block); });
      for (const BlockLayout& to : {BlockLayout{2, 3, order}, BlockLayout{4, 1, order}})
        attempt("gebsr2gebsr", [&] { with.bsr_to_bsr(csr, block, to); });
    }
  }
}

/// From dense and to it.
template <class S>
void compare_dense(Attempts& attempt, const Comparison<S>& with, const HostMatrix<S>& A,
                   IndexBase base) {
  using T = Types<Device, S, int32_t, int32_t>;
  const MatrixProperties sorted{.index_base = base, .sorted = true};
  const auto by_row = sorted_by_row(A.entries);
  const auto csr = make_csr<T>(by_row, A.rows, A.cols, sorted);
  const auto csc = make_csc<T>(sorted_by_column(A.entries), A.rows, A.cols, sorted);
  const auto coo = make_coo<T>(by_row, A.rows, A.cols, sorted);
  for (const cusparseOrder_t order : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW}) {
    SCOPED_TRACE(order == CUSPARSE_ORDER_COL ? "column-major" : "row-major");
    const DenseMatrix<S> dense(A.entries, A.rows, A.cols, order);
    attempt("dense -> csr", [&] { with.dense_to_csr(dense, base); });
    attempt("dense -> csc", [&] { with.dense_to_csc(dense, base); });
    attempt("dense -> coo", [&] { with.dense_to_coo(dense, base); });
    if (base == IndexBase::zero) {
      attempt("dense -> Blocked-ELL",
              [&] { with.dense_to_blocked_ell(A.entries, A.rows, A.cols, 4, order); });
    }
    attempt("csr -> dense", [&] { with.csr_to_dense(csr, order); });
    attempt("csc -> dense", [&] { with.csc_to_dense(csc, order); });
    attempt("coo -> dense", [&] { with.coo_to_dense(coo, order); });
  }
  const DenseMatrix<S> dense(A.entries, A.rows, A.cols, CUSPARSE_ORDER_COL);
  attempt("nnz of rows", [&] { with.count_nonzeros(dense, CountBy::row); });
  attempt("nnz of columns", [&] { with.count_nonzeros(dense, CountBy::column); });
}

/// A magnitude near this place of their order: of real types that of an entry, which then goes; of
/// complex ones, whose magnitudes are rounded, one that lies apart from those of all entries.
template <class S>
double threshold_near(const Entries<S>& entries, int percentage) {
  std::vector<double> magnitudes;
  for (const Entry<S>& entry : entries) magnitudes.push_back(reference_magnitude(entry.value));
  if (magnitudes.empty()) return 0;
  std::sort(magnitudes.begin(), magnitudes.end());
  std::size_t k = reference_position(percentage, magnitudes.size());
  if constexpr (is_complex_v<S>) {
    for (; k + 1 < magnitudes.size(); ++k)
      if (magnitudes[k + 1] > 1.001 * magnitudes[k])
        return double(float((magnitudes[k] + magnitudes[k + 1]) / 2));
    return double(float(magnitudes.front() / 2));
  } else {
    return magnitudes[k];
  }
}

/// Compresses real matrices as magnitudes: csr2csr_compress makes room for |a| > tolerance, and
/// then writes no negative entries.
template <class S>
void compare_compression(Attempts& attempt, const Comparison<S>& with, HostMatrix<S> A,
                         IndexBase base) {
  if constexpr (!is_complex_v<S>)
    for (Entry<S>& entry : A.entries) entry.value = std::abs(entry.value);
  const auto csr = make_csr<Types<Device, S, int32_t, int32_t>>(
      sorted_by_row(A.entries), A.rows, A.cols, {.index_base = base, .sorted = true});
  attempt("zeros", [&] { with.compress(csr, 0); });
  for (const int percentage : {20, 60}) {
    const double tolerance = threshold_near(A.entries, percentage);
    SCOPED_TRACE("tolerance " + std::to_string(tolerance));
    attempt("csr2csr_compress", [&] { with.compress(csr, tolerance); });
  }
}

template <class S>
void compare_pruning(Attempts& attempt, const PruneComparison<S>& with, const HostMatrix<S>& A,
                     IndexBase base) {
  const auto csr = make_csr<Types<Device, S, int32_t, int32_t>>(
      sorted_by_row(A.entries), A.rows, A.cols, {.index_base = base, .sorted = true});
  const DenseMatrix<S> dense(A.entries, A.rows, A.cols, CUSPARSE_ORDER_COL);
  for (const double limit : {0.0, threshold_near(A.entries, 30), threshold_near(A.entries, 80)}) {
    SCOPED_TRACE("threshold " + std::to_string(limit));
    attempt("pruneDense2csr", [&] { with.prune(dense, base, Threshold{limit}); });
    attempt("pruneCsr2csr", [&] { with.prune(csr, Threshold{limit}); });
  }
  // Parts of a power of two, which are exact in float, so that both libraries count the same place.
  for (const double percentage : {0.0, 25.0, 75.0, 98.4375}) {
    SCOPED_TRACE(std::to_string(percentage) + " per cent");
    attempt("pruneDense2csrByPercentage", [&] { with.prune(dense, base, Percentage{percentage}); });
    attempt("pruneCsr2csrByPercentage", [&] { with.prune(csr, Percentage{percentage}); });
  }
}

}  // namespace filigree::test::cusparse
