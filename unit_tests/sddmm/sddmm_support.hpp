// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <utility>
#include <vector>

#include <filigree/sddmm.hpp>

#include "spmm/spmm_support.hpp"

/// Sampled products worked out place by place in long double.

namespace filigree::test {

/// Where each place of a matrix's values is; row -1: outside of the matrix.
struct Place {
  std::int64_t row = -1;
  std::int64_t col = -1;
};

template <class Offset, class Index>
std::vector<Place> block_places(const std::vector<Offset>& offsets,
                                const std::vector<Index>& indices, int base, bool by_columns,
                                const BlockLayout& block, std::int64_t num_rows,
                                std::int64_t num_cols) {
  std::vector<Place> result;
  for (std::size_t major = 0; major + 1 < offsets.size(); ++major)
    for (auto b = std::int64_t(offsets[major]) - base; b < std::int64_t(offsets[major + 1]) - base;
         ++b)
      for (std::int64_t p = 0; p < block.rows * block.cols; ++p) {
        const bool row_major = block.order == BlockOrder::row_major;
        const std::int64_t minor = std::int64_t(indices.at(std::size_t(b))) - base;
        const std::int64_t block_row = by_columns ? minor : std::int64_t(major);
        const std::int64_t block_col = by_columns ? std::int64_t(major) : minor;
        const Place place{block_row * block.rows + (row_major ? p / block.cols : p % block.rows),
                          block_col * block.cols + (row_major ? p % block.cols : p / block.rows)};
        const bool inside = place.row < num_rows && place.col < num_cols;
        result.push_back(inside ? place : Place{});
      }
  return result;
}

inline constexpr BlockLayout single_entry{1, 1, BlockOrder::row_major};

template <class S, class I, class O, class M>
std::vector<Place> places_of(const CsrMatrix<S, I, O, M>& A) {
  return block_places(download(A.row_offsets()), download(A.col_indices()), int(A.index_base()),
                      false, single_entry, A.num_rows(), A.num_cols());
}
template <class S, class I, class O, class M>
std::vector<Place> places_of(const CscMatrix<S, I, O, M>& A) {
  return block_places(download(A.col_offsets()), download(A.row_indices()), int(A.index_base()),
                      true, single_entry, A.num_rows(), A.num_cols());
}
template <class S, class I, class O, class M>
std::vector<Place> places_of(const BsrMatrix<S, I, O, M>& A) {
  return block_places(download(A.row_offsets()), download(A.col_indices()), int(A.index_base()),
                      false, A.block(), A.num_rows(), A.num_cols());
}
template <class S, class I, class O, class M>
std::vector<Place> places_of(const BscMatrix<S, I, O, M>& A) {
  return block_places(download(A.col_offsets()), download(A.row_indices()), int(A.index_base()),
                      true, A.block(), A.num_rows(), A.num_cols());
}

template <class T>
bool same_value(const T& a, const T& b) {
  const Wide x = widen(a), y = widen(b);
  return x == y || (x != x && y != y);
}

/// Fails unless every place holds alpha (A B)(row, col) + beta before, and padding is as before.
/// A and B are op(A) and op(B).
template <class Compute, class AB, class C>
::testing::AssertionResult is_sampled_product(const std::vector<Place>& places,
                                              const Compute& alpha, const HostDense<AB>& A,
                                              std::int64_t a_batch, const HostDense<AB>& B,
                                              std::int64_t b_batch, const Compute& beta,
                                              const std::vector<C>& before,
                                              const std::vector<C>& after) {
  if (after.size() != places.size())
    return ::testing::AssertionFailure() << "a result of " << after.size() << " places";
  Reference all;
  all.value.resize(places.size());
  all.scale.resize(places.size());
  const auto operations = A.cols * std::int64_t(places.size());
  for_each_by_threads(std::int64_t(places.size()), operations, [&](std::int64_t p) {
    const auto [row, col] = places[std::size_t(p)];
    if (row < 0) return;
    Wide value = 0;
    long double scale = 0;
    if (alpha != Compute{})
      for (std::int64_t k = 0; k < A.cols; ++k) {
        const Wide term =
            widen(alpha) * widen(A.at(a_batch, row, k)) * widen(B.at(b_batch, k, col));
        value += term;
        scale += std::abs(term);
      }
    if (beta != Compute{}) {
      value += widen(beta) * widen(before[std::size_t(p)]);
      scale += std::abs(widen(beta) * widen(before[std::size_t(p)]));
    }
    all.value[std::size_t(p)] = value;
    all.scale[std::size_t(p)] = scale;
  });
  Reference expected;
  std::vector<C> got;
  for (std::size_t p = 0; p < places.size(); ++p) {
    if (places[p].row < 0) {
      if (!same_value(before[p], after[p]))
        return ::testing::AssertionFailure() << "place " << p << " is padding, but was written";
      continue;
    }
    expected.value.push_back(all.value[p]);
    expected.scale.push_back(all.scale[p]);
    expected.terms.push_back(A.cols);
    got.push_back(after[p]);
  }
  return is_close<C, Compute>(got, expected);
}

/// What one product is asked with.
struct SddmmSetup {
  Op op_a = Op::none;
  Op op_b = Op::none;
  Layout a_layout = Layout::row_major;
  Layout b_layout = Layout::column_major;
  std::int64_t inner = 5;
  int variant = 0;  ///< of alpha and beta

  std::string text() const {
    return "op A " + std::string(name(op_a)) + ", op B " + std::string(name(op_b)) + ", A " +
           layout_name(a_layout) + ", B " + layout_name(b_layout) + ", inner " +
           std::to_string(inner) + ", variant " + std::to_string(variant);
  }
  /// Whether the rows of op(B)'s transpose are contiguous.
  bool right_is_contiguous() const {
    const bool by_row = b_layout == Layout::row_major || b_layout == Layout::padded_row_major;
    return inner <= 1 || (b_layout != Layout::strided && by_row == (op_b != Op::none));
  }
};

/// A dense matrix that an op turns into rows x cols.
template <class T, class Random>
HostDense<T> random_operand(Random& random, Op op, std::int64_t batch, std::int64_t rows,
                            std::int64_t cols) {
  return op == Op::none ? random_dense<T>(random, batch, rows, cols)
                        : random_dense<T>(random, batch, cols, rows);
}

/// Products of all kinds that one pattern samples.
template <class Exec, class Matrix, class AB>
class SddmmTest {
 public:
  using C = typename Matrix::scalar_type;
  using Compute = sddmm_compute_t<AB, AB, C>;
  using Space = typename Exec::memory_space;

  explicit SddmmTest(const Matrix& pattern) : pattern_(pattern), places_(places_of(pattern)) {}
  SddmmTest(const Triplets& triplets, const MatrixProperties& properties, Order order)
      : SddmmTest(MatrixFrom<Matrix>::make(triplets, properties, order)) {}

  const Matrix& pattern() const { return pattern_; }

  /// call(exec, alpha, A, B, beta, C) makes the product and returns the kernel.
  template <class Call>
  KernelId run(const SddmmSetup& setup, const Call& call) {
    SCOPED_TRACE(std::string(Matrix::format_name) + ", " + setup.text());
    std::mt19937 random(11);
    const auto [alpha, beta] = alpha_beta<Compute>(setup.variant);
    const auto a = random_operand<AB>(random, setup.op_a, 1, pattern_.num_rows(), setup.inner);
    const auto b = random_operand<AB>(random, setup.op_b, 1, setup.inner, pattern_.num_cols());
    auto before = random_vector<C>(random, std::int64_t(places_.size()));
    for (std::size_t p = 0; p < places_.size(); ++p)
      if (beta == Compute{} || places_[p].row < 0) before[p] = poison<C>();
    const DeviceDense<AB, Space> a_view(a, setup.a_layout, poison<AB>());
    const DeviceDense<AB, Space> b_view(b, setup.b_layout, poison<AB>());
    const GuardedVector<C, Space> values(before);
    const KernelId kernel = call(exec_, alpha, a_view.single(), b_view.single(), beta,
                                 pattern_.with_values(values.view));
    exec_.fence();
    EXPECT_TRUE(is_sampled_product(places_, alpha, turned(a, setup.op_a), 0, turned(b, setup.op_b),
                                   0, beta, before, values.get()))
        << kernel.name;
    return kernel;
  }

  KernelId one_shot(const SddmmSetup& setup, const SddmmOptions& options = {}) {
    return run(setup, [&](const Exec& exec, const Compute& alpha, const auto& a, const auto& b,
                          const Compute& beta, const auto& c) {
      return sddmm(exec, setup.op_a, setup.op_b, alpha, a, b, beta, c, options);
    });
  }

  KernelId planned(const SddmmSetup& setup, const SddmmOptions& options = {}) {
    return run(setup, [&](const Exec& exec, const Compute& alpha, const auto& a, const auto& b,
                          const Compute& beta, const auto& c) {
      const auto plan = sddmm_plan(exec, pattern_, options);
      const KernelId ran = plan.apply(exec, setup.op_a, setup.op_b, alpha, a, b, beta, c);
      EXPECT_EQ(plan.explain(exec, setup.op_a, setup.op_b, a, b, c).kernel, ran.name);
      return ran;
    });
  }

 private:
  Exec exec_;
  Matrix pattern_;
  std::vector<Place> places_;
};

}  // namespace filigree::test
