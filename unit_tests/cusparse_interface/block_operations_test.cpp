// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "by_type.hpp"

/// Products, solves and factorizations of matrices of square blocks through cuSPARSE's interface
/// against plain loops.

namespace filigree::test::cusparse {
namespace {

template <class T>
class CusparseBlocks : public testing::Test {};
TYPED_TEST_SUITE(CusparseBlocks, AllTypes);

template <class T>
inline constexpr double tolerance = sizeof(T) == 4 || std::is_same_v<T, std::complex<float>>
                                        ? 1e-4
                                        : 1e-12;

constexpr cusparseOperation_t operations[] = {CUSPARSE_OPERATION_NON_TRANSPOSE,
                                              CUSPARSE_OPERATION_TRANSPOSE,
                                              CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE};

template <class T>
Paper<T> transformed(const Paper<T>& a, cusparseOperation_t op) {
  if (op == CUSPARSE_OPERATION_NON_TRANSPOSE) return a;
  Paper<T> result(a.cols, a.rows);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j)
      result.at(j, i) = op == CUSPARSE_OPERATION_TRANSPOSE ? a.at(i, j) : conjugate(T(a.at(i, j)));
  return result;
}

template <class T>
Paper<T> product(const Paper<T>& a, const Paper<T>& b) {
  Paper<T> result(a.rows, b.cols);
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < b.cols; ++j)
      for (int k = 0; k < a.cols; ++k) result.at(i, j) += a.at(i, k) * b.at(k, j);
  return result;
}

template <class T>
void expect_near(const std::vector<T>& found, const std::vector<T>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i)
    ASSERT_LE(std::abs(found[i] - expected[i]), tolerance<T> * (1 + std::abs(expected[i])))
        << "entry " << i;
}

/// f(block size, direction, base)
template <class F>
void for_each_storage(const F& f) {
  for (const int block : {1, 2, 3})
    for (const auto direction : {CUSPARSE_DIRECTION_ROW, CUSPARSE_DIRECTION_COLUMN})
      for (const int base : {0, 1}) {
        SCOPED_TRACE(testing::Message()
                     << "blocks of " << block << ", direction " << direction << ", base " << base);
        f(block, direction, base);
        if (testing::Test::HasFatalFailure()) return;
      }
}

TYPED_TEST(CusparseBlocks, BsrmvIsThatOfPlainLoops) {
  using T = TypeParam;
  const Handle handle;
  for_each_storage([&](int block, cusparseDirection_t direction, int base) {
    const int mb = 4, nb = 3;
    const Paper<T> a = random_paper<T>(mb * block, nb * block, 0.3, unsigned(block));
    const DeviceCompressed<T> A(blocks_of(a, {block, block}, direction, base));
    const MatDescr description(base);
    const T alpha(2), beta(3);
    for (const auto op : operations) {
      const Paper<T> plain = transformed(a, op);
      const Paper<T> x = random_paper<T>(plain.cols, 1, 1, 5),
                     y = random_paper<T>(plain.rows, 1, 1, 6);
      Paper<T> expected = product(plain, x);
      for (int i = 0; i < plain.rows; ++i)
        expected.at(i, 0) = alpha * expected.at(i, 0) + beta * y.at(i, 0);
      const Array<T> from(x.entries), to(y.entries);
      must(CUSPARSE_OF(T, bsrmv)(handle.get(), direction, op, mb, nb, A.nnz(), raw(&alpha),
                                 description.get(), raw(A.values), A.offsets.data(),
                                 A.indices.data(), block, raw(from), raw(&beta), raw(to)));
      EXPECT_EQ(to.to_host(), expected.entries);
    }
  });
}

TYPED_TEST(CusparseBlocks, BsrmmIsThatOfPlainLoops) {
  using T = TypeParam;
  const Handle handle;
  for_each_storage([&](int block, cusparseDirection_t direction, int base) {
    const int mb = 4, kb = 3, n = 5;
    const Paper<T> a = random_paper<T>(mb * block, kb * block, 0.3, unsigned(block));
    const DeviceCompressed<T> A(blocks_of(a, {block, block}, direction, base));
    const MatDescr description(base);
    const T alpha(2), beta(3);
    for (const auto op_a : operations)
      for (const auto op_b : operations) {
        const Paper<T> plain = transformed(a, op_a);
        const Paper<T> b = random_paper<T>(plain.cols, n, 1, 5),
                       c = random_paper<T>(plain.rows, n, 1, 6);
        Paper<T> expected = product(plain, b);
        for (std::size_t k = 0; k < expected.entries.size(); ++k)
          expected.entries[k] = alpha * expected.entries[k] + beta * c.entries[k];
        const Paper<T> stored = transformed(b, op_b);  // op_b of which is b
        const Array<T> B(stored.entries), C(c.entries);
        must(CUSPARSE_OF(T, bsrmm)(handle.get(), direction, op_a, op_b, mb, n, kb, A.nnz(),
                                   raw(&alpha), description.get(), raw(A.values), A.offsets.data(),
                                   A.indices.data(), block, raw(B), stored.rows, raw(&beta), raw(C),
                                   c.rows));
        EXPECT_EQ(C.to_host(), expected.entries);
      }
  });
}

/// Two block rows of four, and of each only the first block.
TYPED_TEST(CusparseBlocks, BsrxmvLeavesOtherRows) {
  using T = TypeParam;
  const Handle handle;
  for_each_storage([&](int block, cusparseDirection_t direction, int base) {
    const int mb = 4, nb = 3;
    const Paper<T> a = random_paper<T>(mb * block, nb * block, 1, 9);
    const Compressed<T> blocks = blocks_of(a, {block, block}, direction, base);
    const DeviceCompressed<T> A(blocks);
    std::vector<int> ends;
    for (int i = 0; i < mb; ++i) ends.push_back(blocks.offsets[std::size_t(i)] + 1);
    const Array<int> end_offsets(ends), mask(std::vector<int>{3 + base, 1 + base});
    const MatDescr description(base);
    const T alpha(2), beta(3);
    const Paper<T> x = random_paper<T>(a.cols, 1, 1, 5), y = random_paper<T>(a.rows, 1, 1, 6);
    Paper<T> expected = y;
    for (const int block_row : {3, 1})
      for (int i = block_row * block; i < (block_row + 1) * block; ++i) {
        T sum{};
        for (int j = 0; j < block; ++j) sum += a.at(i, j) * x.at(j, 0);
        expected.at(i, 0) = alpha * sum + beta * y.at(i, 0);
      }
    const Array<T> from(x.entries), to(y.entries);
    must(CUSPARSE_OF(T, bsrxmv)(handle.get(), direction, CUSPARSE_OPERATION_NON_TRANSPOSE, 2, mb,
                                nb, A.nnz(), raw(&alpha), description.get(), raw(A.values),
                                mask.data(), A.offsets.data(), end_offsets.data(), A.indices.data(),
                                block, raw(from), raw(&beta), raw(to)));
    EXPECT_EQ(to.to_host(), expected.entries);
  });
}

/// A square matrix with a large diagonal, of which blocks are stored at random places and on the
/// diagonal.
template <class T>
Paper<T> dominant_paper(int size, unsigned seed) {
  Paper<T> result = random_paper<T>(size, size, 0.15, seed);
  for (int i = 0; i < size; ++i) result.at(i, i) = T(40 + i % 3);
  return result;
}

/// The triangle of entries that a description names.
template <class T>
Paper<T> triangle_of(Paper<T> a, cusparseFillMode_t fill, cusparseDiagType_t diagonal) {
  for (int i = 0; i < a.rows; ++i)
    for (int j = 0; j < a.cols; ++j) {
      if (i == j && diagonal == CUSPARSE_DIAG_TYPE_UNIT) a.at(i, j) = T(1);
      if (fill == CUSPARSE_FILL_MODE_LOWER ? j > i : j < i) a.at(i, j) = T{};
    }
  return a;
}

TYPED_TEST(CusparseBlocks, SolvesInvertProducts) {
  using T = TypeParam;
  const Handle handle;
  const int mb = 4, n = 3;
  const T alpha(2);
  for_each_storage([&](int block, cusparseDirection_t direction, int base) {
    const int size = mb * block;
    Paper<T> a = dominant_paper<T>(size, 3);
    const DeviceCompressed<T> A(blocks_of(a, {block, block}, direction, base));
    const MatDescr description(base);
    unsigned turn = unsigned(base);
    for (const auto fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
      for (const auto op : operations) {
        const auto diagonal = cusparseDiagType_t(turn % 2);
        const bool by_rows = turn++ / 2 % 2 == 1;
        must(cusparseSetMatFillMode(description.get(), fill));
        must(cusparseSetMatDiagType(description.get(), diagonal));
        // with ones on the diagonal solutions may grow: entries of few bits stay exact
        const Paper<T> plain = transformed(triangle_of(a, fill, diagonal), op);
        const Paper<T> x = random_paper<T>(size, n, 1, 5), b = product(plain, x);
        std::vector<T> doubled;
        for (const T entry : x.entries) doubled.push_back(alpha * entry);
        int position = 7;
        {
          bsrsv2Info_t info = nullptr;
          must(cusparseCreateBsrsv2Info(&info));
          int bytes = -1;
          must(CUSPARSE_OF(T, bsrsv2_bufferSize)(handle.get(), direction, op, mb, A.nnz(),
                                                 description.get(), raw(A.values), A.offsets.data(),
                                                 A.indices.data(), block, info, &bytes));
          const Array<char> buffer{std::size_t(bytes)};
          must(CUSPARSE_OF(T, bsrsv2_analysis)(handle.get(), direction, op, mb, A.nnz(),
                                               description.get(), raw(A.values), A.offsets.data(),
                                               A.indices.data(), block, info,
                                               CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.data()));
          const std::vector<T> column(b.entries.begin(), b.entries.begin() + size);
          const Array<T> right(column), left{std::size_t(size)};
          must(CUSPARSE_OF(T, bsrsv2_solve)(handle.get(), direction, op, mb, A.nnz(), raw(&alpha),
                                            description.get(), raw(A.values), A.offsets.data(),
                                            A.indices.data(), block, info, raw(right), raw(left),
                                            CUSPARSE_SOLVE_POLICY_USE_LEVEL, buffer.data()));
          expect_near(left.to_host(), {doubled.begin(), doubled.begin() + size});
          must(cusparseXbsrsv2_zeroPivot(handle.get(), info, &position));
          EXPECT_EQ(position, -1);
          must(cusparseDestroyBsrsv2Info(info));
        }
        bsrsm2Info_t info = nullptr;
        must(cusparseCreateBsrsm2Info(&info));
        const auto trans =
            by_rows ? CUSPARSE_OPERATION_TRANSPOSE : CUSPARSE_OPERATION_NON_TRANSPOSE;
        must(CUSPARSE_OF(T, bsrsm2_analysis)(handle.get(), direction, op, trans, mb, n, A.nnz(),
                                             description.get(), raw(A.values), A.offsets.data(),
                                             A.indices.data(), block, info,
                                             CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
        const Paper<T> stored = transformed(b, trans);
        Paper<T> solution(size, n);
        solution.entries = doubled;
        const Array<T> right(stored.entries), left(stored.entries.size());
        must(CUSPARSE_OF(T, bsrsm2_solve)(
            handle.get(), direction, op, trans, mb, n, A.nnz(), raw(&alpha), description.get(),
            raw(A.values), A.offsets.data(), A.indices.data(), block, info, raw(right), stored.rows,
            raw(left), stored.rows, CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
        expect_near(left.to_host(), transformed(solution, trans).entries);
        must(cusparseXbsrsm2_zeroPivot(handle.get(), info, &position));
        EXPECT_EQ(position, -1);
        must(cusparseDestroyBsrsm2Info(info));
      }
  });
}

/// What is stored after a factorization, as a matrix of all places.
template <class T>
Paper<T> paper_of(const DeviceCompressed<T>& A, int size, int block, cusparseDirection_t direction,
                  int base, Paper<T>* stored = nullptr) {
  const std::vector<int> offsets = A.offsets.to_host(), indices = A.indices.to_host();
  const std::vector<T> values = A.values.to_host();
  Paper<T> result(size, size);
  for (std::size_t i = 0; i + 1 < offsets.size(); ++i)
    for (int k = offsets[i] - base; k < offsets[i + 1] - base; ++k)
      for (int r = 0; r < block; ++r)
        for (int c = 0; c < block; ++c) {
          const int row = int(i) * block + r;
          const int col = (indices[std::size_t(k)] - base) * block + c;
          const int in_block = direction == CUSPARSE_DIRECTION_ROW ? r * block + c : c * block + r;
          result.at(row, col) = values[std::size_t(k * block * block + in_block)];
          if (stored != nullptr) stored->at(row, col) = T(1);
        }
  return result;
}

/// In the pattern the product of the factors is the matrix.
TYPED_TEST(CusparseBlocks, FactorsMultiplyToTheMatrix) {
  using T = TypeParam;
  const Handle handle;
  const int mb = 5;
  for_each_storage([&](int block, cusparseDirection_t direction, int base) {
    const int size = mb * block;
    Paper<T> a = dominant_paper<T>(size, 4);
    for (int i = 0; i < size; ++i)  // Hermitian, for both
      for (int j = 0; j < i; ++j) a.at(i, j) = conjugate(T(a.at(j, i)));
    const Compressed<T> blocks = blocks_of(a, {block, block}, direction, base);
    const MatDescr description(base);
    int position = 7;
    for (const bool is_lu : {true, false}) {
      const DeviceCompressed<T> A(blocks);
      if (is_lu) {
        bsrilu02Info_t info = nullptr;
        must(cusparseCreateBsrilu02Info(&info));
        must(CUSPARSE_OF(T, bsrilu02_analysis)(handle.get(), direction, mb, A.nnz(),
                                               description.get(), raw(A.values), A.offsets.data(),
                                               A.indices.data(), block, info,
                                               CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
        must(CUSPARSE_OF(T, bsrilu02)(handle.get(), direction, mb, A.nnz(), description.get(),
                                      raw(A.values), A.offsets.data(), A.indices.data(), block,
                                      info, CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
        must(cusparseXbsrilu02_zeroPivot(handle.get(), info, &position));
        must(cusparseDestroyBsrilu02Info(info));
      } else {
        bsric02Info_t info = nullptr;
        must(cusparseCreateBsric02Info(&info));
        must(CUSPARSE_OF(T, bsric02_analysis)(handle.get(), direction, mb, A.nnz(),
                                              description.get(), raw(A.values), A.offsets.data(),
                                              A.indices.data(), block, info,
                                              CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
        must(CUSPARSE_OF(T, bsric02)(handle.get(), direction, mb, A.nnz(), description.get(),
                                     raw(A.values), A.offsets.data(), A.indices.data(), block, info,
                                     CUSPARSE_SOLVE_POLICY_NO_LEVEL, nullptr));
        must(cusparseXbsric02_zeroPivot(handle.get(), info, &position));
        must(cusparseDestroyBsric02Info(info));
      }
      EXPECT_EQ(position, -1);
      Paper<T> stored(size, size);
      const Paper<T> factors = paper_of(A, size, block, direction, base, &stored);
      const Paper<T> lower =
          triangle_of(factors, CUSPARSE_FILL_MODE_LOWER,
                      is_lu ? CUSPARSE_DIAG_TYPE_UNIT : CUSPARSE_DIAG_TYPE_NON_UNIT);
      const Paper<T> upper =
          is_lu ? triangle_of(factors, CUSPARSE_FILL_MODE_UPPER, CUSPARSE_DIAG_TYPE_NON_UNIT)
                : transformed(lower, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE);
      const Paper<T> whole = product(lower, upper);
      for (int i = 0; i < size; ++i)
        for (int j = 0; j < (is_lu ? size : i + 1); ++j)
          if (stored.at(i, j) != T{})
            ASSERT_LE(std::abs(whole.at(i, j) - a.at(i, j)), 50 * tolerance<T>)
                << "entry " << i << ", " << j << ", LU " << is_lu;
    }
  });
}

/// The second of three blocks on the diagonal is missing, or singular.
TYPED_TEST(CusparseBlocks, ZeroPivotsArePlacesOfBlocks) {
  using T = TypeParam;
  const Handle handle;
  for (const int base : {0, 1})
    for (const bool is_missing : {true, false}) {
      Paper<T> a(6, 6);
      for (int i = 0; i < 6; ++i) a.at(i, i) = T(2);
      a.at(2, 2) = a.at(3, 3) = T{};
      if (!is_missing) a.at(2, 3) = T(1);  // singular, but stored
      const DeviceCompressed<T> A(blocks_of(a, {2, 2}, CUSPARSE_DIRECTION_ROW, base));
      const MatDescr description(base);
      int position = 7;
      bsrsv2Info_t solve = nullptr;
      must(cusparseCreateBsrsv2Info(&solve));
      const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
      const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
      must(CUSPARSE_OF(T, bsrsv2_analysis)(handle.get(), CUSPARSE_DIRECTION_ROW, op, 3, A.nnz(),
                                           description.get(), raw(A.values), A.offsets.data(),
                                           A.indices.data(), 2, solve, policy, nullptr));
      const auto expected = is_missing ? CUSPARSE_STATUS_ZERO_PIVOT : CUSPARSE_STATUS_SUCCESS;
      EXPECT_EQ(cusparseXbsrsv2_zeroPivot(handle.get(), solve, &position), expected);
      EXPECT_EQ(position, is_missing ? 1 + base : -1);
      const Array<T> x(std::vector<T>(6, T(1)));
      const T one(1);
      must(CUSPARSE_OF(T, bsrsv2_solve)(handle.get(), CUSPARSE_DIRECTION_ROW, op, 3, A.nnz(),
                                        raw(&one), description.get(), raw(A.values),
                                        A.offsets.data(), A.indices.data(), 2, solve, raw(x),
                                        raw(x), policy, nullptr));
      EXPECT_EQ(cusparseXbsrsv2_zeroPivot(handle.get(), solve, &position),
                CUSPARSE_STATUS_ZERO_PIVOT);
      EXPECT_EQ(position, 1 + base);
      must(cusparseDestroyBsrsv2Info(solve));

      bsrilu02Info_t factor = nullptr;
      must(cusparseCreateBsrilu02Info(&factor));
      must(CUSPARSE_OF(T, bsrilu02_analysis)(handle.get(), CUSPARSE_DIRECTION_ROW, 3, A.nnz(),
                                             description.get(), raw(A.values), A.offsets.data(),
                                             A.indices.data(), 2, factor, policy, nullptr));
      EXPECT_EQ(cusparseXbsrilu02_zeroPivot(handle.get(), factor, &position), expected);
      EXPECT_EQ(position, is_missing ? 1 + base : -1);
      must(CUSPARSE_OF(T, bsrilu02)(handle.get(), CUSPARSE_DIRECTION_ROW, 3, A.nnz(),
                                    description.get(), raw(A.values), A.offsets.data(),
                                    A.indices.data(), 2, factor, policy, nullptr));
      EXPECT_EQ(cusparseXbsrilu02_zeroPivot(handle.get(), factor, &position),
                CUSPARSE_STATUS_ZERO_PIVOT);
      EXPECT_EQ(position, 1 + base);
      must(cusparseDestroyBsrilu02Info(factor));
    }
}

#define EXPECT_FACTORS_STOP_AT_THE_FIRST_PIVOT(name, Name)                                         \
  do {                                                                                             \
    name##Info_t info = nullptr;                                                                   \
    must(cusparseCreate##Name##Info(&info));                                                       \
    must(CUSPARSE_OF(T, name##_analysis)(handle.get(), CUSPARSE_DIRECTION_ROW, 3, A.nnz(),         \
                                         description.get(), raw(A.values), A.offsets.data(),       \
                                         A.indices.data(), 2, info, policy, nullptr));             \
    EXPECT_EQ(cusparseX##name##_zeroPivot(handle.get(), info, &position),                          \
              CUSPARSE_STATUS_ZERO_PIVOT);                                                         \
    EXPECT_EQ(position, missing + base);                                                           \
    must(CUSPARSE_OF(T, name)(handle.get(), CUSPARSE_DIRECTION_ROW, 3, A.nnz(), description.get(), \
                              raw(A.values), A.offsets.data(), A.indices.data(), 2, info, policy,  \
                              nullptr));                                                           \
    EXPECT_EQ(cusparseX##name##_zeroPivot(handle.get(), info, &position),                          \
              CUSPARSE_STATUS_ZERO_PIVOT);                                                         \
    EXPECT_EQ(position, first + base);                                                             \
    EXPECT_EQ(paper_of(A, 6, 2, CUSPARSE_DIRECTION_ROW, base).entries, a.entries);                 \
    must(cusparseDestroy##Name##Info(info));                                                       \
  } while (false)

/// The first of a missing block and one with a zero pivot is reported, once values were read. What
/// is known of a matrix without factors stays.
TYPED_TEST(CusparseBlocks, TheFirstZeroPivotIsReported) {
  using T = TypeParam;
  const Handle handle;
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  for (const int base : {0, 1})
    for (const int missing : {0, 1, 2})
      for (const int singular : {0, 1, 2}) {
        SCOPED_TRACE(testing::Message()
                     << missing << " is missing, " << singular << " singular, base " << base);
        const int first = std::min(missing, singular);
        Paper<T> a(6, 6);
        for (int i = 0; i < 6; ++i) a.at(i, i) = T(2);
        a.at(0, 5) = a.at(5, 0) = T(1);  // blocks beside those on the diagonal
        a.at(0, 3) = a.at(3, 0) = T(1);
        a.at(2 * singular, 2 * singular) = T{};
        a.at(2 * missing, 2 * missing) = a.at(2 * missing + 1, 2 * missing + 1) = T{};
        const DeviceCompressed<T> A(blocks_of(a, {2, 2}, CUSPARSE_DIRECTION_ROW, base));
        const MatDescr description(base);
        int position = 7;
        EXPECT_FACTORS_STOP_AT_THE_FIRST_PIVOT(bsrilu02, Bsrilu02);
        EXPECT_FACTORS_STOP_AT_THE_FIRST_PIVOT(bsric02, Bsric02);

        bsrsv2Info_t info = nullptr;
        must(cusparseCreateBsrsv2Info(&info));
        const auto op = CUSPARSE_OPERATION_NON_TRANSPOSE;
        must(CUSPARSE_OF(T, bsrsv2_analysis)(handle.get(), CUSPARSE_DIRECTION_ROW, op, 3, A.nnz(),
                                             description.get(), raw(A.values), A.offsets.data(),
                                             A.indices.data(), 2, info, policy, nullptr));
        EXPECT_EQ(cusparseXbsrsv2_zeroPivot(handle.get(), info, &position),
                  CUSPARSE_STATUS_ZERO_PIVOT);
        EXPECT_EQ(position, missing + base);
        const Array<T> x(std::vector<T>(6, T(1)));
        const T one(1);
        must(CUSPARSE_OF(T, bsrsv2_solve)(handle.get(), CUSPARSE_DIRECTION_ROW, op, 3, A.nnz(),
                                          raw(&one), description.get(), raw(A.values),
                                          A.offsets.data(), A.indices.data(), 2, info, raw(x),
                                          raw(x), policy, nullptr));
        EXPECT_EQ(cusparseXbsrsv2_zeroPivot(handle.get(), info, &position),
                  CUSPARSE_STATUS_ZERO_PIVOT);
        EXPECT_EQ(position, first + base);
        must(cusparseDestroyBsrsv2Info(info));
      }
}

/// With a boost the singular block is replaced by what does not divide by 0.
TYPED_TEST(CusparseBlocks, PivotsAreBoosted) {
  using T = TypeParam;
  const Handle handle;
  Paper<T> a(4, 4);
  a.at(0, 0) = a.at(1, 1) = T(2);
  a.at(2, 3) = T(1);
  const DeviceCompressed<T> A(blocks_of(a, {2, 2}, CUSPARSE_DIRECTION_ROW, 0));
  const MatDescr description;
  const auto policy = CUSPARSE_SOLVE_POLICY_NO_LEVEL;
  bsrilu02Info_t info = nullptr;
  must(cusparseCreateBsrilu02Info(&info));
  double limit = 1e-3;
  T boost(8);
  if constexpr (!std::is_floating_point_v<T>) boost = T(8, -3);
  must(CUSPARSE_OF(T, bsrilu02_numericBoost)(handle.get(), info, 1, &limit, raw(&boost)));
  must(CUSPARSE_OF(T, bsrilu02_analysis)(handle.get(), CUSPARSE_DIRECTION_ROW, 2, A.nnz(),
                                         description.get(), raw(A.values), A.offsets.data(),
                                         A.indices.data(), 2, info, policy, nullptr));
  must(CUSPARSE_OF(T, bsrilu02)(handle.get(), CUSPARSE_DIRECTION_ROW, 2, A.nnz(), description.get(),
                                raw(A.values), A.offsets.data(), A.indices.data(), 2, info, policy,
                                nullptr));
  EXPECT_EQ(paper_of(A, 4, 2, CUSPARSE_DIRECTION_ROW, 0).at(2, 2), boost);
  EXPECT_EQ(paper_of(A, 4, 2, CUSPARSE_DIRECTION_ROW, 0).at(3, 3), boost);
  must(cusparseDestroyBsrilu02Info(info));
}

}  // namespace
}  // namespace filigree::test::cusparse
