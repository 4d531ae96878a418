// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cmath>
#include <cstring>
#include <set>

#include "by_type.hpp"

/// Legacy conversions, counts and colours through cuSPARSE's interface against plain loops.

namespace filigree::test::cusparse {
namespace {

template <class T>
class CusparseLegacy : public testing::Test {};
TYPED_TEST_SUITE(CusparseLegacy, AllTypes);

constexpr cusparseDirection_t directions[] = {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN};

/// All places of the blocks as entries, row by row.
template <class T>
Compressed<T> entries_of(const Compressed<T>& blocks, Shape block, cusparseDirection_t direction,
                         int base, int new_base) {
  Compressed<T> result;
  result.offsets.push_back(new_base);
  for (std::size_t i = 0; i + 1 < blocks.offsets.size(); ++i)
    for (int r = 0; r < block.rows; ++r) {
      for (int k = blocks.offsets[i] - base; k < blocks.offsets[i + 1] - base; ++k)
        for (int c = 0; c < block.cols; ++c) {
          result.indices.push_back((blocks.indices[std::size_t(k)] - base) * block.cols + c +
                                   new_base);
          result.values.push_back(blocks.values[std::size_t(
              k * block.rows * block.cols +
              (direction == CUSPARSE_DIRECTION_ROW ? r * block.cols + c : c * block.rows + r))]);
        }
      result.offsets.push_back(int(result.indices.size()) + new_base);
    }
  return result;
}

template <class T>
void expect_equal(const Array<int>& offsets, const Array<int>& indices, const Array<T>& values,
                  const Compressed<T>& expected) {
  EXPECT_EQ(offsets.to_host(), expected.offsets);
  EXPECT_EQ(indices.to_host(), expected.indices);
  EXPECT_EQ(values.to_host(), expected.values);
}

/// f(paper, direction, base of the source, base of the result)
template <class T, class F>
void for_each_matrix(const F& f) {
  unsigned turn = 0;
  for (const Shape size : {Shape{1, 1}, Shape{7, 10}, Shape{12, 5}, Shape{3, 4}})
    for (const double filled : {0.0, 0.2, 1.0})
      for (const auto direction : directions) {
        ++turn;
        SCOPED_TRACE(testing::Message() << size.rows << " x " << size.cols << ", " << filled
                                        << " filled, direction " << direction);
        f(random_paper<T>(size.rows, size.cols, filled, turn), direction, int(turn % 2),
          int(turn / 2 % 2));
      }
}

TYPED_TEST(CusparseLegacy, BsrFromCsrAndBack) {
  using T = TypeParam;
  const Handle handle;
  for (const int size : {1, 2, 5})
    for_each_matrix<T>(
        [&](const Paper<T>& a, cusparseDirection_t direction, int base_a, int base_c) {
          const DeviceCompressed<T> A(csr_of(a, base_a));
          const Compressed<T> expected = blocks_of(a, {size, size}, direction, base_c);
          const MatDescr of_a(base_a), of_c(base_c);
          const int mb = blocks_along(a.rows, size), nb = blocks_along(a.cols, size);
          const Array<int> offsets{std::size_t(mb) + 1};
          int count = -1;
          must(cusparseXcsr2bsrNnz(handle.get(), direction, a.rows, a.cols, of_a.get(),
                                   A.offsets.data(), A.indices.data(), size, of_c.get(),
                                   offsets.data(), &count));
          ASSERT_EQ(count, int(expected.indices.size()));
          const Array<int> indices{std::size_t(count)};
          const Array<T> values{std::size_t(count * size * size)};
          must(CUSPARSE_OF(T, csr2bsr)(handle.get(), direction, a.rows, a.cols, of_a.get(),
                                       raw(A.values), A.offsets.data(), A.indices.data(), size,
                                       of_c.get(), raw(values), offsets.data(), indices.data()));
          expect_equal(offsets, indices, values, expected);

          const Compressed<T> all = entries_of(expected, {size, size}, direction, base_c, base_a);
          const Array<int> row_offsets(all.offsets.size()), columns(all.indices.size());
          const Array<T> entries(all.values.size());
          must(CUSPARSE_OF(T, bsr2csr)(handle.get(), direction, mb, nb, of_c.get(), raw(values),
                                       offsets.data(), indices.data(), size, of_a.get(),
                                       raw(entries), row_offsets.data(), columns.data()));
          expect_equal(row_offsets, columns, entries, all);
        });
}

TYPED_TEST(CusparseLegacy, GebsrFromCsrAndBack) {
  using T = TypeParam;
  const Handle handle;
  for (const Shape block : {Shape{2, 3}, Shape{4, 1}})
    for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t direction, int base_a,
                           int base_c) {
      const DeviceCompressed<T> A(csr_of(a, base_a));
      const Compressed<T> expected = blocks_of(a, block, direction, base_c);
      const MatDescr of_a(base_a), of_c(base_c);
      const int mb = blocks_along(a.rows, block.rows), nb = blocks_along(a.cols, block.cols);
      int bytes = -1, count = -1;
      must(CUSPARSE_OF(T, csr2gebsr_bufferSize)(handle.get(), direction, a.rows, a.cols, of_a.get(),
                                                raw(A.values), A.offsets.data(), A.indices.data(),
                                                block.rows, block.cols, &bytes));
      const Array<char> buffer{std::size_t(bytes)};
      const Array<int> offsets{std::size_t(mb) + 1};
      must(cusparseXcsr2gebsrNnz(handle.get(), direction, a.rows, a.cols, of_a.get(),
                                 A.offsets.data(), A.indices.data(), of_c.get(), offsets.data(),
                                 block.rows, block.cols, &count, buffer.data()));
      ASSERT_EQ(count, int(expected.indices.size()));
      const Array<int> indices{std::size_t(count)};
      const Array<T> values{std::size_t(count * block.rows * block.cols)};
      must(CUSPARSE_OF(T, csr2gebsr)(handle.get(), direction, a.rows, a.cols, of_a.get(),
                                     raw(A.values), A.offsets.data(), A.indices.data(), of_c.get(),
                                     raw(values), offsets.data(), indices.data(), block.rows,
                                     block.cols, buffer.data()));
      expect_equal(offsets, indices, values, expected);

      const Compressed<T> all = entries_of(expected, block, direction, base_c, base_a);
      const Array<int> row_offsets(all.offsets.size()), columns(all.indices.size());
      const Array<T> entries(all.values.size());
      must(CUSPARSE_OF(T, gebsr2csr)(handle.get(), direction, mb, nb, of_c.get(), raw(values),
                                     offsets.data(), indices.data(), block.rows, block.cols,
                                     of_a.get(), raw(entries), row_offsets.data(), columns.data()));
      expect_equal(row_offsets, columns, entries, all);
    });
}

TYPED_TEST(CusparseLegacy, BlocksOfAnotherShape) {
  using T = TypeParam;
  const Handle handle;
  const Shape from{2, 3}, to{3, 2};
  for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t direction, int base_a, int base_c) {
    const int mb = blocks_along(a.rows, from.rows), nb = blocks_along(a.cols, from.cols);
    // the new blocks are those that the places of an old one are in: places of 0 are marked
    const Compressed<T> stored = blocks_of(a, from, direction, base_a);
    Paper<T> whole(mb * from.rows, nb * from.cols), reached = whole;
    for (int i = 0; i < mb; ++i)
      for (int k = stored.offsets[std::size_t(i)] - base_a;
           k < stored.offsets[std::size_t(i) + 1] - base_a; ++k)
        for (int r = 0; r < from.rows; ++r)
          for (int c = 0; c < from.cols; ++c)
            reached.at(i * from.rows + r,
                       (stored.indices[std::size_t(k)] - base_a) * from.cols + c) = T(1);
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < a.cols; ++j) whole.at(i, j) = a.at(i, j);
    Compressed<T> expected = blocks_of(reached, to, direction, base_c);
    for (std::size_t i = 0; i + 1 < expected.offsets.size(); ++i)
      for (int k = expected.offsets[i] - base_c; k < expected.offsets[i + 1] - base_c; ++k)
        for (int r = 0; r < to.rows; ++r)
          for (int c = 0; c < to.cols; ++c) {
            const int row = int(i) * to.rows + r;
            const int col = (expected.indices[std::size_t(k)] - base_c) * to.cols + c;
            expected.values[std::size_t(k * to.rows * to.cols + (direction == CUSPARSE_DIRECTION_ROW
                                                                     ? r * to.cols + c
                                                                     : c * to.rows + r))] =
                row < whole.rows && col < whole.cols ? whole.at(row, col) : T{};
          }

    const DeviceCompressed<T> A(stored);
    const MatDescr of_a(base_a), of_c(base_c);
    int bytes = -1, count = -1;
    must(CUSPARSE_OF(T, gebsr2gebsr_bufferSize)(
        handle.get(), direction, mb, nb, A.nnz(), of_a.get(), raw(A.values), A.offsets.data(),
        A.indices.data(), from.rows, from.cols, to.rows, to.cols, &bytes));
    const Array<char> buffer{std::size_t(bytes)};
    const Array<int> offsets(expected.offsets.size());
    must(cusparseXgebsr2gebsrNnz(
        handle.get(), direction, mb, nb, A.nnz(), of_a.get(), A.offsets.data(), A.indices.data(),
        from.rows, from.cols, of_c.get(), offsets.data(), to.rows, to.cols, &count, buffer.data()));
    ASSERT_EQ(count, int(expected.indices.size()));
    const Array<int> indices(expected.indices.size());
    const Array<T> values(expected.values.size());
    must(CUSPARSE_OF(T, gebsr2gebsr)(handle.get(), direction, mb, nb, A.nnz(), of_a.get(),
                                     raw(A.values), A.offsets.data(), A.indices.data(), from.rows,
                                     from.cols, of_c.get(), raw(values), offsets.data(),
                                     indices.data(), to.rows, to.cols, buffer.data()));
    expect_equal(offsets, indices, values, expected);
  });
}

TYPED_TEST(CusparseLegacy, BlocksByColumns) {
  using T = TypeParam;
  const Handle handle;
  const Shape block{2, 3};
  for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t direction, int base, int numeric) {
    const Compressed<T> stored = blocks_of(a, block, direction, base);
    const int mb = blocks_along(a.rows, block.rows), nb = blocks_along(a.cols, block.cols);
    Compressed<T> expected;
    expected.offsets.push_back(base);
    for (int j = 0; j < nb; ++j) {
      for (int i = 0; i < mb; ++i)
        for (int k = stored.offsets[std::size_t(i)] - base;
             k < stored.offsets[std::size_t(i) + 1] - base; ++k) {
          if (stored.indices[std::size_t(k)] - base != j) continue;
          expected.indices.push_back(i + base);
          for (int e = 0; e < 6; ++e)
            expected.values.push_back(numeric ? stored.values[std::size_t(6 * k + e)] : T(9));
        }
      expected.offsets.push_back(int(expected.indices.size()) + base);
    }
    const DeviceCompressed<T> A(stored);
    int bytes = -1;
    must(CUSPARSE_OF(T, gebsr2gebsc_bufferSize)(handle.get(), mb, nb, A.nnz(), raw(A.values),
                                                A.offsets.data(), A.indices.data(), block.rows,
                                                block.cols, &bytes));
    const Array<char> buffer{std::size_t(bytes)};
    const Array<int> offsets(expected.offsets.size()), indices(expected.indices.size());
    const Array<T> values(std::vector<T>(expected.values.size(), T(9)));
    must(CUSPARSE_OF(T, gebsr2gebsc)(handle.get(), mb, nb, A.nnz(), raw(A.values), A.offsets.data(),
                                     A.indices.data(), block.rows, block.cols, raw(values),
                                     indices.data(), offsets.data(),
                                     numeric ? CUSPARSE_ACTION_NUMERIC : CUSPARSE_ACTION_SYMBOLIC,
                                     cusparseIndexBase_t(base), buffer.data()));
    expect_equal(offsets, indices, values, expected);
  });
}

/// A dense matrix in the device's memory, with a row that nothing reads below each column.
template <class T>
Array<T> dense_of(const Paper<T>& a) {
  std::vector<T> stored(std::size_t((a.rows + 1) * a.cols), T(5));
  for (int j = 0; j < a.cols; ++j)
    for (int i = 0; i < a.rows; ++i) stored[std::size_t(i + j * (a.rows + 1))] = a.at(i, j);
  return Array<T>(stored);
}

TYPED_TEST(CusparseLegacy, EntriesOfADenseMatrixAreCounted) {
  using T = TypeParam;
  const Handle handle;
  const MatDescr description;
  for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t direction, int on_device, int) {
    const bool by_rows = direction == CUSPARSE_DIRECTION_ROW;
    std::vector<int> expected(std::size_t(by_rows ? a.rows : a.cols), 0);
    int total = 0;
    for (int i = 0; i < a.rows; ++i)
      for (int j = 0; j < a.cols; ++j)
        if (a.at(i, j) != T{}) ++total, ++expected[std::size_t(by_rows ? i : j)];
    const Array<T> A = dense_of(a);
    const Array<int> counts(expected.size()), device_total(std::size_t(1));
    int host_total = -1;
    must(cusparseSetPointerMode(handle.get(), cusparsePointerMode_t(on_device)));
    must(CUSPARSE_OF(T, nnz)(handle.get(), direction, a.rows, a.cols, description.get(), raw(A),
                             a.rows + 1, counts.data(),
                             on_device ? device_total.data() : &host_total));
    EXPECT_EQ(counts.to_host(), expected);
    EXPECT_EQ(on_device ? device_total.to_host()[0] : host_total, total);
  });
}

/// The entries whose magnitude is above the threshold.
template <class T>
Paper<T> kept(Paper<T> a, double threshold) {
  for (T& entry : a.entries)
    if (!(double(std::abs(entry)) > threshold)) entry = T{};
  return a;
}

TYPED_TEST(CusparseLegacy, SmallEntriesAreDropped) {
  using T = TypeParam;
  const Handle handle;
  for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t, int base, int) {
    for (const double tolerance : {0.0, 2.0, 100.0}) {
      const DeviceCompressed<T> A(csr_of(a, base));
      const Compressed<T> expected = csr_of(kept(a, tolerance), base);
      const MatDescr description(base);
      const Array<int> counts(std::size_t(a.rows));
      int total = -1;
      typename CudaType<T>::type bound{};
      const T number(tolerance);
      std::memcpy(&bound, &number, sizeof bound);
      must(CUSPARSE_OF(T, nnz_compress)(handle.get(), a.rows, description.get(), raw(A.values),
                                        A.offsets.data(), counts.data(), &total, bound));
      ASSERT_EQ(total, int(expected.indices.size()));
      const std::vector<int> of_rows = counts.to_host();
      for (std::size_t i = 0; i < of_rows.size(); ++i)
        EXPECT_EQ(of_rows[i], expected.offsets[i + 1] - expected.offsets[i]);
      const Array<int> offsets(expected.offsets.size()), indices(expected.indices.size());
      const Array<T> values(expected.values.size());
      must(CUSPARSE_OF(T, csr2csr_compress)(handle.get(), a.rows, a.cols, description.get(),
                                            raw(A.values), A.indices.data(), A.offsets.data(),
                                            A.nnz(), counts.data(), raw(values), indices.data(),
                                            offsets.data(), bound));
      expect_equal(offsets, indices, values, expected);
    }
  });
}

/// The real functions of that name.
#define CUSPARSE_REAL(T, name) \
  of_type<T>(cusparseS##name, cusparseD##name, cusparseS##name, cusparseS##name)

template <class T>
class CusparsePrune : public testing::Test {};
using RealTypes = testing::Types<float, double>;
TYPED_TEST_SUITE(CusparsePrune, RealTypes);

/// How what stays is said: a threshold, which is a number of T, or a percentage.
template <class T, class Count, class Convert>
void expect_pruned(const Paper<T>& remains, int base, const Count& count, const Convert& convert) {
  const Compressed<T> expected = csr_of(remains, base);
  const Array<int> offsets(expected.offsets.size());
  int total = -1;
  must(count(offsets.data(), &total));
  EXPECT_EQ(offsets.to_host(), expected.offsets);
  ASSERT_EQ(total, int(expected.indices.size()));
  const Array<int> indices(expected.indices.size());
  const Array<T> values(expected.values.size());
  must(convert(values.data(), offsets.data(), indices.data()));
  expect_equal(offsets, indices, values, expected);
}

TYPED_TEST(CusparsePrune, ByThreshold) {
  using T = TypeParam;
  const Handle handle;
  for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t, int base_a, int base_c) {
    const T threshold(2);
    const MatDescr of_a(base_a), of_c(base_c);
    const Array<T> dense = dense_of(a);
    const DeviceCompressed<T> A(csr_of(a, base_a));
    std::size_t bytes = 1;
    must(CUSPARSE_REAL(T, pruneDense2csr_bufferSizeExt)(handle.get(), a.rows, a.cols, dense.data(),
                                                        a.rows + 1, &threshold, of_c.get(), nullptr,
                                                        nullptr, nullptr, &bytes));
    const Array<char> buffer(bytes);
    expect_pruned(
        kept(a, 2), base_c,
        [&](int* offsets, int* total) {
          return CUSPARSE_REAL(T, pruneDense2csrNnz)(handle.get(), a.rows, a.cols, dense.data(),
                                                     a.rows + 1, &threshold, of_c.get(), offsets,
                                                     total, buffer.data());
        },
        [&](T* values, const int* offsets, int* indices) {
          return CUSPARSE_REAL(T, pruneDense2csr)(handle.get(), a.rows, a.cols, dense.data(),
                                                  a.rows + 1, &threshold, of_c.get(), values,
                                                  offsets, indices, buffer.data());
        });
    expect_pruned(
        kept(a, 2), base_c,
        [&](int* offsets, int* total) {
          return CUSPARSE_REAL(T, pruneCsr2csrNnz)(
              handle.get(), a.rows, a.cols, A.nnz(), of_a.get(), A.values.data(), A.offsets.data(),
              A.indices.data(), &threshold, of_c.get(), offsets, total, nullptr);
        },
        [&](T* values, const int* offsets, int* indices) {
          return CUSPARSE_REAL(T, pruneCsr2csr)(
              handle.get(), a.rows, a.cols, A.nnz(), of_a.get(), A.values.data(), A.offsets.data(),
              A.indices.data(), &threshold, of_c.get(), values, offsets, indices, nullptr);
        });
  });
}

/// The threshold that a percentage of these magnitudes is, as cuSPARSE's guide has it.
template <class T>
double threshold_of(std::vector<T> entries, double percentage) {
  if (entries.empty()) return 0;
  std::vector<double> magnitudes;
  for (const T entry : entries) magnitudes.push_back(std::abs(double(entry)));
  std::sort(magnitudes.begin(), magnitudes.end());
  const auto count = double(magnitudes.size());
  const double place = std::ceil(count * percentage / 100) - 1;
  return magnitudes[std::size_t(std::clamp(place, 0.0, count - 1))];
}

TYPED_TEST(CusparsePrune, ByPercentage) {
  using T = TypeParam;
  const Handle handle;
  pruneInfo_t info = nullptr;
  must(cusparseCreatePruneInfo(&info));
  for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t, int base_a, int base_c) {
    for (const float percentage : {0.f, 40.f, 100.f}) {
      const MatDescr of_a(base_a), of_c(base_c);
      const Array<T> dense = dense_of(a);
      const Compressed<T> stored = csr_of(a, base_a);
      const DeviceCompressed<T> A(stored);
      expect_pruned(
          kept(a, threshold_of(a.entries, percentage)), base_c,
          [&](int* offsets, int* total) {
            return CUSPARSE_REAL(T, pruneDense2csrNnzByPercentage)(
                handle.get(), a.rows, a.cols, dense.data(), a.rows + 1, percentage, of_c.get(),
                offsets, total, info, nullptr);
          },
          [&](T* values, const int* offsets, int* indices) {
            return CUSPARSE_REAL(T, pruneDense2csrByPercentage)(
                handle.get(), a.rows, a.cols, dense.data(), a.rows + 1, percentage, of_c.get(),
                values, offsets, indices, info, nullptr);
          });
      expect_pruned(
          kept(a, threshold_of(stored.values, percentage)), base_c,
          [&](int* offsets, int* total) {
            return CUSPARSE_REAL(T, pruneCsr2csrNnzByPercentage)(
                handle.get(), a.rows, a.cols, A.nnz(), of_a.get(), A.values.data(),
                A.offsets.data(), A.indices.data(), percentage, of_c.get(), offsets, total, info,
                nullptr);
          },
          [&](T* values, const int* offsets, int* indices) {
            return CUSPARSE_REAL(T, pruneCsr2csrByPercentage)(
                handle.get(), a.rows, a.cols, A.nnz(), of_a.get(), A.values.data(),
                A.offsets.data(), A.indices.data(), percentage, of_c.get(), values, offsets,
                indices, info, nullptr);
          });
    }
  });
  must(cusparseDestroyPruneInfo(info));
}

TYPED_TEST(CusparseLegacy, RowsAreSortedAndRestored) {
  using T = TypeParam;
  const Handle handle;
  csru2csrInfo_t info = nullptr;
  must(cusparseCreateCsru2csrInfo(&info));
  for_each_matrix<T>([&](const Paper<T>& a, cusparseDirection_t, int base, int) {
    const Compressed<T> sorted = csr_of(a, base);
    Compressed<T> shuffled = sorted;
    for (std::size_t i = 0; i + 1 < sorted.offsets.size(); ++i) {
      const auto begin = sorted.offsets[i] - base, end = sorted.offsets[i + 1] - base;
      std::reverse(shuffled.indices.begin() + begin, shuffled.indices.begin() + end);
      std::reverse(shuffled.values.begin() + begin, shuffled.values.begin() + end);
    }
    const DeviceCompressed<T> A(shuffled);
    const MatDescr description(base);
    std::size_t bytes = 0;
    must(CUSPARSE_OF(T, csru2csr_bufferSizeExt)(handle.get(), a.rows, a.cols, A.nnz(),
                                                raw(A.values), A.offsets.data(), A.indices.data(),
                                                info, &bytes));
    const Array<char> buffer(bytes);
    must(CUSPARSE_OF(T, csru2csr)(handle.get(), a.rows, a.cols, A.nnz(), description.get(),
                                  raw(A.values), A.offsets.data(), A.indices.data(), info,
                                  buffer.data()));
    expect_equal(A.offsets, A.indices, A.values, sorted);
    must(CUSPARSE_OF(T, csr2csru)(handle.get(), a.rows, a.cols, A.nnz(), description.get(),
                                  raw(A.values), A.offsets.data(), A.indices.data(), info,
                                  buffer.data()));
    expect_equal(A.offsets, A.indices, A.values, shuffled);
  });
  must(cusparseDestroyCsru2csrInfo(info));
}

TYPED_TEST(CusparseLegacy, ColoursAreApart) {
  using T = TypeParam;
  using Real = decltype(std::abs(T{}));
  const Handle handle;
  cusparseColorInfo_t info = nullptr;
  must(cusparseCreateColorInfo(&info));
  for (const int size : {1, 30})
    for (const int base : {0, 1})
      for (const Real fraction : {Real(1), Real(0.5)}) {
        const Paper<T> a = random_paper<T>(size, size, 0.1, 9);
        const DeviceCompressed<T> A(csr_of(a, base));
        const MatDescr description(base);
        const Array<int> colors{std::size_t(size)}, order{std::size_t(size)};
        int count = -1;
        must(CUSPARSE_OF(T, csrcolor)(handle.get(), size, A.nnz(), description.get(), raw(A.values),
                                      A.offsets.data(), A.indices.data(), &fraction, &count,
                                      colors.data(), order.data(), info));
        const std::vector<int> of_rows = colors.to_host(), places = order.to_host();
        EXPECT_EQ(int(std::set<int>(of_rows.begin(), of_rows.end()).size()), count);
        for (int i = 0; i < size; ++i)
          for (int j = 0; j < size; ++j)
            if (i != j && a.at(i, j) != T{})
              EXPECT_NE(of_rows[std::size_t(i)], of_rows[std::size_t(j)]);
        EXPECT_EQ(std::set<int>(places.begin(), places.end()).size(), places.size());
        for (std::size_t k = 0; k + 1 < places.size(); ++k)
          EXPECT_LE(of_rows[std::size_t(places[k])], of_rows[std::size_t(places[k + 1])]);
      }
  must(cusparseDestroyColorInfo(info));
}

/// Of an empty matrix whose number of entries only offsets say; and before the offsets are used.
TEST(CusparseLegacyArrays, ComeTogetherOrNotAtAll) {
  const Handle handle;
  const MatDescr description;
  const Array<int> empty(std::vector<int>{0, 0, 0}), wrong(std::vector<int>{0, 40, 2});
  const Array<int> columns(std::vector<int>{0, 0}), row_offsets{5};
  const Array<float> values(std::vector<float>(8)), zeros(std::vector<float>(4));
  const auto to_entries = [&](const float* from, const int* indices, float* to, int* to_indices) {
    return cusparseSbsr2csr(handle.get(), CUSPARSE_DIRECTION_ROW, 2, 2, description.get(), from,
                            empty.data(), indices, 2, description.get(), to, row_offsets.data(),
                            to_indices);
  };
  EXPECT_EQ(to_entries(nullptr, nullptr, nullptr, nullptr), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(to_entries(values.data(), nullptr, nullptr, nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(to_entries(nullptr, columns.data(), nullptr, nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(to_entries(nullptr, nullptr, values.data(), nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(to_entries(nullptr, nullptr, nullptr, columns.data()), CUSPARSE_STATUS_INVALID_VALUE);

  const float threshold = 1;
  const auto prune = [&](float* to, int* to_indices) {
    return cusparseSpruneDense2csr(handle.get(), 2, 2, zeros.data(), 2, &threshold,
                                   description.get(), to, empty.data(), to_indices, nullptr);
  };
  EXPECT_EQ(prune(nullptr, nullptr), CUSPARSE_STATUS_SUCCESS);
  EXPECT_EQ(prune(values.data(), nullptr), CUSPARSE_STATUS_INVALID_VALUE);
  EXPECT_EQ(prune(nullptr, columns.data()), CUSPARSE_STATUS_INVALID_VALUE);

  EXPECT_EQ(cusparseSgebsr2gebsc(handle.get(), 2, 2, 2, values.data(), wrong.data(), columns.data(),
                                 2, 2, nullptr, columns.data(), row_offsets.data(),
                                 CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, nullptr),
            CUSPARSE_STATUS_INVALID_VALUE);
}

}  // namespace
}  // namespace filigree::test::cusparse
