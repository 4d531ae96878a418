// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <map>

#include <filigree/masked_spgemm.hpp>
#include <filigree/spgemm.hpp>

#include "operator_support.hpp"

/// Sparse times sparse matrices where a third one has entries.

namespace filigree::test {
namespace {

constexpr MatrixProperties in_order{.sorted = true, .unique = true};

template <class T>
class MaskedSpgemm : public ::testing::Test {};
using Kinds =
    ::testing::Types<Types<Device, double, int32_t, int32_t>, Types<Host, double, int64_t, int32_t>,
                     Types<Device, int32_t, int32_t, int64_t>>;
TYPED_TEST_SUITE(MaskedSpgemm, Kinds);

template <class S>
using Rows = std::vector<std::map<int64_t, S>>;

template <class S>
Rows<S> rows_of(const Entries<S>& entries, int64_t num_rows) {
  Rows<S> rows(num_rows);
  for (const auto& entry : entries) rows[entry.row][entry.column] = entry.value;
  return rows;
}

/// Entries of the transpose: column by column where they were row by row.
template <class S>
Entries<S> turned(Entries<S> entries) {
  for (auto& entry : entries) std::swap(entry.row, entry.column);
  return entries;
}

/// Entries in the order of rows.
template <class S>
Entries<S> row_by_row(Entries<S> entries) {
  std::stable_sort(entries.begin(), entries.end(), [](const auto& p, const auto& q) {
    return std::pair(p.row, p.column) < std::pair(q.row, q.column);
  });
  return entries;
}

/// t of every entry of the pattern.
template <class Semiring, class S>
std::vector<S> plain_dots(const Semiring& semiring, const Rows<S>& a, const Rows<S>& b,
                          const Entries<S>& pattern) {
  std::vector<S> result;
  for (const auto& entry : pattern) {
    auto sum = semiring.zero;
    for (const auto& [col, value] : a[entry.row])
      if (const auto other = b[entry.column].find(col); other != b[entry.column].end())
        sum = semiring.add(sum, semiring.multiply(value, other->second));
    result.push_back(S(sum));
  }
  return result;
}

/// 90 x 70 times 70 x 110, with full rows among short ones on both sides, so that lists are merged
/// and searched both ways; first and second show which operand comes first.
TYPED_TEST(MaskedSpgemm, stored_either_way) {
  using T = TypeParam;
  using S = typename T::Scalar;
  using Space = typename T::Space;
  const typename T::Exec exec;
  const int64_t m = 90, k = 70, n = 110;
  const auto a = ragged_entries<S>(m, k, 11, 1);
  const auto bt = ragged_entries<S>(n, k, 42, 2);  // the transpose of B
  auto c = random_entries<S>(m, n, 3000, true, 3);
  std::stable_sort(c.begin(), c.end(), [](auto& p, auto& q) { return p.row < q.row; });
  for (int64_t j = 0; j < n; ++j) c.push_back({m - 1, j, S(1)});  // repeats some
  for (const auto base : {IndexBase::zero, IndexBase::one}) {
    MatrixProperties properties = in_order;
    properties.index_base = base;
    const auto A = make_csr<T>(a, m, k, properties);
    const auto expect = [&](const auto& semiring) {
      const auto expected = plain_dots(semiring, rows_of(a, m), rows_of(bt, n), c);
      const auto Bt = make_csr<T>(bt, n, k, in_order);
      const auto B = make_csc<T>(turned(bt), k, n, properties);
      const auto C = make_csr<T>(c, m, n, {base}).with_values(poisoned<S, Space>(c.size()));
      EXPECT_EQ(masked_spgemm(exec, Op::none, Op::transpose, semiring, A, Bt, C).name,
                "masked_spgemm_generic");
      EXPECT_EQ(entries_of(C.values()), expected);
      const auto D = C.with_values(poisoned<S, Space>(c.size()));
      masked_spgemm(exec, Op::none, Op::none, semiring, A, B, D);
      EXPECT_EQ(entries_of(D.values()), expected);
      // B by rows, as Csr and as the transpose of a Csc matrix
      const auto E = C.with_values(poisoned<S, Space>(c.size()));
      const auto by_rows = row_by_row(turned(bt));
      masked_spgemm(exec, Op::none, Op::none, semiring, A, make_csr<T>(by_rows, k, n, properties),
                    E);
      EXPECT_EQ(entries_of(E.values()), expected);
      const auto F = C.with_values(poisoned<S, Space>(c.size()));
      masked_spgemm(exec, Op::none, Op::transpose, semiring, A,
                    make_csc<T>(turned(by_rows), n, k, in_order), F);
      EXPECT_EQ(entries_of(F.values()), expected);
    };
    expect(semirings::plus_first<S>());
    expect(semirings::min_second<S>());
    const auto semiring = semirings::plus_times<S>();
    const auto E = make_csr<T>(c, m, n, {base}).with_values(poisoned<S, Space>(c.size()));
    masked_spgemm(exec, Op::transpose, Op::transpose, semiring,
                  make_csc<T>(turned(a), k, m, properties), make_csr<T>(bt, n, k, properties), E);
    EXPECT_EQ(entries_of(E.values()), plain_dots(semiring, rows_of(a, m), rows_of(bt, n), c));
  }
}

using Plain = Types<Device, double, int32_t, int32_t>;
using Space = Plain::Space;

/// Two triangles that share an edge, and a tail: 1-2-3, 2-3-4, 4-5.
TEST(MaskedSpgemmGraph, triangles) {
  const auto L = make_csr<Plain>(
      Entries<double>{{1, 0, 1}, {2, 0, 1}, {2, 1, 1}, {3, 1, 1}, {3, 2, 1}, {4, 3, 1}}, 5, 5,
      in_order);
  const auto C = L.with_values(poisoned<int32_t, Space>(6));
  masked_spgemm(Device(), Op::none, Op::transpose, semirings::plus_pair<int32_t>(), L, L, C);
  EXPECT_EQ(entries_of(C.values()), (std::vector<int32_t>{0, 0, 1, 0, 1, 0}));
}

struct AddPlace {
  KOKKOS_FUNCTION double operator()(int64_t row, int64_t col, double value) const {
    return value + 1000 * double(row) + 100 * double(col);
  }
};

TEST(MaskedSpgemmOutput, mask_accumulator_epilogue) {
  const auto A = make_csr<Plain>(Entries<double>{{0, 0, 2}, {0, 1, 3}, {1, 1, 5}}, 2, 2, in_order);
  const auto pattern =
      make_csr<Plain>(Entries<double>{{0, 0, 0}, {0, 1, 1}, {1, 0, 1}}, 2, 2, in_order);
  const std::vector<double> before{10, 20, 30};
  const auto run = [&](const auto& output) {
    const auto C = pattern.with_values(array<Space>(before));
    // A A' is 13 15, 15 25
    masked_spgemm(Device(), Op::none, Op::transpose, semirings::plus_times<double>(), A, A, C,
                  output);
    return entries_of(C.values());
  };
  using Results = std::vector<double>;
  const ProductOutput plain;
  EXPECT_EQ(run(plain), (Results{13, 15, 15}));
  EXPECT_EQ(run(plain.with_accumulate(operators::Minus{})), (Results{-3, 5, 15}));
  EXPECT_EQ(run(plain.with_epilogue(AddPlace{})), (Results{13, 115, 1015}));
  EXPECT_EQ(run(plain.with_mask(mask_by_value(pattern))), (Results{10, 15, 15}));
  EXPECT_EQ(run(plain.with_mask(mask_by_structure(pattern))), (Results{13, 15, 15}));
  EXPECT_EQ(run(plain.with_mask(complement(mask_by_value(pattern))).with_replace()),
            (Results{13, 0, 0}));
  EXPECT_EQ(run(plain.with_mask(complement(mask_by_structure(pattern)))), before);
}

TEST(MaskedSpgemmOutput, masked_by_its_own_values) {
  const auto A = make_csr<Plain>(Entries<double>{{0, 0, 2}, {0, 1, 3}, {1, 1, 5}}, 2, 2, in_order);
  const auto C = make_csr<Plain>(Entries<double>{{0, 0, 0}, {0, 1, 1}, {1, 0, 0}}, 2, 2, in_order);
  masked_spgemm(Device(), Op::none, Op::transpose, semirings::plus_times<double>(), A, A, C,
                ProductOutput{}.with_mask(complement(mask_by_value(C))));
  EXPECT_EQ(entries_of(C.values()), (std::vector<double>{13, 1, 15}));
}

/// The pattern of the product itself, and without what a matrix stores: shortest paths of two edges
/// in a random graph.
TEST(MaskedSpgemmOutput, over_the_product_s_own_pattern) {
  const Device exec;
  const int64_t n = 80;
  const auto a = ragged_entries<double>(n, n, 9, 4);
  const auto A = make_csr<Plain>(a, n, n, in_order);
  const auto plan = spgemm_plan(exec, A, A);
  std::map<std::pair<int64_t, int64_t>, float> expected;
  const auto rows = rows_of(a, n);
  for (const auto& [i, k, first] : a)
    for (const auto& [j, second] : rows[k]) {
      const auto length = float(first + second);
      const auto [place, is_new] = expected.insert({{i, j}, length});
      if (!is_new) place->second = std::min(place->second, length);
    }
  const auto semiring = semirings::min_plus<float>();
  const auto C = plan.matrix(poisoned<float, Space>(std::size_t(plan.nnz())));
  masked_spgemm(exec, Op::none, Op::none, semiring, A, A, C);
  const auto D = plan.matrix(poisoned<float, Space>(std::size_t(plan.nnz())));
  masked_spgemm(exec, Op::none, Op::none, semiring, A, A, D,
                ProductOutput{}.with_mask(complement(mask_by_structure(A))).with_replace());
  std::vector<float> all, others;
  for (const auto& [place, length] : expected) {
    all.push_back(length);
    const bool is_edge = rows[place.first].count(place.second) > 0;
    others.push_back(is_edge ? std::numeric_limits<float>::infinity() : length);
  }
  EXPECT_EQ(entries_of(C.values()), all);
  EXPECT_EQ(entries_of(D.values()), others);
}

TEST(MaskedSpgemmEmpty, no_rows_columns_entries) {
  using Matrix = CsrMatrix<double, int32_t, int32_t, Space>;
  const auto semiring = semirings::min_plus<double>();
  const auto offsets = array<Space>(std::vector<int32_t>(4, 0));
  const auto none = Matrix::wrap(3, 0, 0, offsets.data(), nullptr, nullptr, in_order);
  const auto C = make_csr<Plain>(Entries<double>{{1, 2, 7}}, 3, 3, in_order);
  masked_spgemm(Device(), Op::none, Op::transpose, semiring, none, none, C);
  EXPECT_EQ(entries_of(C.values())[0], std::numeric_limits<double>::infinity());
  masked_spgemm(Device(), Op::none, Op::transpose, semiring, C, C,
                Matrix::wrap(3, 3, 0, offsets.data(), nullptr, nullptr));
  const Matrix empty(0, 0, {}, {}, {}, in_order);
  masked_spgemm(Device(), Op::none, Op::transpose, semiring, empty, empty, Matrix());
}

}  // namespace
}  // namespace filigree::test
