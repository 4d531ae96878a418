// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <filigree/spmm.hpp>

#include "core/by_threads.hpp"
#include "spmv/spmv_support.hpp"
#include "spmv_formats/format_from.hpp"

/// Dense matrices in every layout, with padding that nobody may read or write, and products worked
/// out column by column in long double.

namespace filigree::test {

/// Calls body.operator()<A, B, C>() for some combinations of scalars.
template <class Body>
void for_some_scalars(const Body& body) {
  body.template operator()<double, double, double>();
  body.template operator()<std::int8_t, std::int8_t, float>();
  body.template operator()<complex_half, complex_half, complex_half>();
}

/// Calls body for every combination that spmm takes. Instrumented by a sanitizer, for some: the
/// others would take minutes to compile and walk the same memory in the same way.
template <class Body>
void for_each_scalars(const Body& body) {
#if defined(FILIGREE_TEST_FEW_TYPES)
  for_some_scalars(body);
#else
#define FILIGREE_SPMM_TYPES(a, b, c, compute) body.template operator()<a, b, c>()
#include <filigree/detail/spmm_types.inc>
#undef FILIGREE_SPMM_TYPES
#endif
}

enum class Layout { row_major, padded_row_major, column_major, padded_column_major, strided };
inline constexpr Layout all_layouts[] = {Layout::row_major, Layout::padded_row_major,
                                         Layout::column_major, Layout::padded_column_major,
                                         Layout::strided};

inline const char* layout_name(Layout layout) {
  constexpr const char* names[] = {"row-major", "row-major, padded", "column-major",
                                   "column-major, padded", "strided"};
  return names[int(layout)];
}

/// A batch of dense matrices in host memory, row by row.
template <class T>
struct HostDense {
  std::int64_t batch = 1, rows = 0, cols = 0;
  std::vector<T> entries;

  T& at(std::int64_t b, std::int64_t i, std::int64_t j) {
    return entries[std::size_t((b * rows + i) * cols + j)];
  }
  const T& at(std::int64_t b, std::int64_t i, std::int64_t j) const {
    return entries[std::size_t((b * rows + i) * cols + j)];
  }
  std::vector<T> column(std::int64_t b, std::int64_t j) const {
    std::vector<T> result;
    for (std::int64_t i = 0; i < rows; ++i) result.push_back(at(b, i, j));
    return result;
  }
};

template <class T, class Random>
HostDense<T> random_dense(Random& random, std::int64_t batch, std::int64_t rows,
                          std::int64_t cols) {
  return {batch, rows, cols, random_vector<T>(random, batch * rows * cols)};
}

/// A dense matrix in device memory. Padding holds `filler`, which must be there in the end.
template <class T, class Space>
class DeviceDense {
 public:
  using Batch = Kokkos::View<T***, Kokkos::LayoutStride, Space>;
  using Single = Kokkos::View<T**, Kokkos::LayoutStride, Space>;

  DeviceDense(const HostDense<T>& host, Layout layout, const T& filler)
      : batch_(host.batch), rows_(host.rows), cols_(host.cols), filler_(filler) {
    const std::int64_t pad = layout == Layout::row_major || layout == Layout::column_major ? 0 : 3;
    const bool by_row = layout == Layout::row_major || layout == Layout::padded_row_major;
    minor_ = layout == Layout::strided ? 2 : 1;
    row_stride_ = by_row ? cols_ + pad : minor_;
    col_stride_ = by_row ? minor_ : minor_ * rows_ + pad;
    batch_stride_ = (by_row ? rows_ * row_stride_ : cols_ * col_stride_) + 5 * pad;
    std::vector<T> padded(std::size_t(batch_ * batch_stride_ + 2 * guard), filler);
    for_each([&](std::int64_t b, std::int64_t i, std::int64_t j) {
      padded[place(b, i, j)] = host.at(b, i, j);
    });
    whole_ = upload<Space>(padded, "dense");
  }

  Batch batch() const {
    return Batch(whole_.data() + guard,
                 Kokkos::LayoutStride(std::size_t(batch_), std::size_t(batch_stride_),
                                      std::size_t(rows_), std::size_t(row_stride_),
                                      std::size_t(cols_), std::size_t(col_stride_)));
  }
  Single single() const {
    return Single(whole_.data() + guard,
                  Kokkos::LayoutStride(std::size_t(rows_), std::size_t(row_stride_),
                                       std::size_t(cols_), std::size_t(col_stride_)));
  }

  HostDense<T> get() const {
    HostDense<T> result{batch_, rows_, cols_, std::vector<T>(std::size_t(batch_ * rows_ * cols_))};
    auto padded = download(whole_);
    for_each([&](std::int64_t b, std::int64_t i, std::int64_t j) {
      result.at(b, i, j) = padded[place(b, i, j)];
      padded[place(b, i, j)] = filler_;
    });
    for (const T& value : padded) {
      const Wide found = widen(value), expected = widen(filler_);
      const bool same = found == expected || (found != found && expected != expected);
      EXPECT_TRUE(same) << "written outside the matrix";
      if (!same) break;
    }
    return result;
  }

 private:
  static constexpr std::int64_t guard = 16;

  std::size_t place(std::int64_t b, std::int64_t i, std::int64_t j) const {
    return std::size_t(guard + b * batch_stride_ + i * row_stride_ + j * col_stride_);
  }
  template <class F>
  void for_each(const F& f) const {
    for (std::int64_t b = 0; b < batch_; ++b)
      for (std::int64_t i = 0; i < rows_; ++i)
        for (std::int64_t j = 0; j < cols_; ++j) f(b, i, j);
  }

  std::int64_t batch_, rows_, cols_;
  T filler_;
  std::int64_t minor_ = 1, row_stride_ = 0, col_stride_ = 0, batch_stride_ = 0;
  Kokkos::View<T*, Space> whole_;
};

/// op(B), or its transpose, as a matrix of its own.
template <class T>
HostDense<T> turned(const HostDense<T>& B, Op op) {
  if (op == Op::none) return B;
  HostDense<T> result{B.batch, B.cols, B.rows, B.entries};
  for (std::int64_t b = 0; b < B.batch; ++b)
    for (std::int64_t i = 0; i < B.rows; ++i)
      for (std::int64_t j = 0; j < B.cols; ++j) {
        const Wide value = widen(B.at(b, i, j));
        result.at(b, j, i) = narrow<T>(op == Op::conjugate_transpose ? std::conj(value) : value);
      }
  return result;
}

/// Fails unless matrix b of C is alpha op(A) B + beta C0 (or the transpose of that, of the
/// transposes, where A stands on the right).
template <class Compute, class B, class C>
::testing::AssertionResult is_product(Op op, const Triplets& A, const MatrixProperties& properties,
                                      const Compute& alpha, const HostDense<B>& right,
                                      std::int64_t right_batch, const Compute& beta,
                                      const HostDense<C>& before, const HostDense<C>& after,
                                      std::int64_t batch) {
  std::vector<::testing::AssertionResult> columns(std::size_t(after.cols),
                                                  ::testing::AssertionSuccess());
  for_each_by_threads(after.cols, after.cols * std::int64_t(A.entries.size()), [&](std::int64_t j) {
    const auto expected =
        reference_product(op, A, properties, widen(alpha), right.column(right_batch, j),
                          widen(beta), before.column(batch, j));
    columns[std::size_t(j)] = is_close<C, Compute>(after.column(batch, j), expected);
  });
  for (std::size_t j = 0; j < columns.size(); ++j)
    if (!columns[j])
      return ::testing::AssertionFailure() << "column " << j << ", " << columns[j].message();
  return ::testing::AssertionSuccess();
}

template <class Compute>
std::pair<Compute, Compute> alpha_beta(int variant) {
  const bool plain = variant == 0;
  if constexpr (is_complex_v<Compute>)
    return {plain ? Compute(1, 0) : Compute(1.5, -0.5), plain ? Compute(0, 0) : Compute(-0.25, 1)};
  else
    return {plain ? Compute(1) : Compute(-2), plain ? Compute(0) : Compute(3)};
}

/// What one product is asked with.
struct SpmmSetup {
  Op op_a = Op::none;
  Op op_b = Op::none;
  Layout b_layout = Layout::row_major;
  Layout c_layout = Layout::row_major;
  std::int64_t num_columns = 4;
  int variant = 0;  ///< of alpha and beta

  std::string text() const {
    return "op A " + std::string(name(op_a)) + ", op B " + std::string(name(op_b)) + ", B " +
           layout_name(b_layout) + ", C " + layout_name(c_layout) + ", " +
           std::to_string(num_columns) + " columns, variant " + std::to_string(variant);
  }
};

/// f(setup) for every op of A and of B, and both variants.
template <class F>
void for_all_ops(const F& f) {
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      for (const int variant : {0, 1})
        f(SpmmSetup{op_a, op_b, Layout::padded_row_major, Layout::padded_row_major,
                    op_b == Op::transpose ? 9 : 4, variant});
}

/// One matrix's products of all kinds.
template <class Exec, class Matrix, class B, class C>
class SpmmTest {
 public:
  using A = typename Matrix::scalar_type;
  using Compute = spmm_compute_t<A, B, C>;
  using Space = typename Exec::memory_space;

  SpmmTest(const Triplets& triplets, const MatrixProperties& properties, Order order)
      : triplets_(triplets),
        properties_(properties),
        matrix_(MatrixFrom<Matrix>::make(triplets, properties, order)) {}

  const Matrix& matrix() const { return matrix_; }

  /// call(exec, alpha, A, B, beta, C) makes the product and returns the kernel.
  template <class Call>
  KernelId run(const SpmmSetup& setup, const Call& call) {
    SCOPED_TRACE(std::string(Matrix::format_name) + ", " + describe(setup.op_a, properties_) +
                 ", " + setup.text());
    const bool turned_a = setup.op_a != Op::none, turned_b = setup.op_b != Op::none;
    const std::int64_t in = turned_a ? triplets_.num_rows : triplets_.num_cols;
    const std::int64_t out = turned_a ? triplets_.num_cols : triplets_.num_rows;
    std::mt19937 random(11);
    const auto [alpha, beta] = alpha_beta<Compute>(setup.variant);
    const auto b = turned_b ? random_dense<B>(random, 1, setup.num_columns, in)
                            : random_dense<B>(random, 1, in, setup.num_columns);
    auto before = random_dense<C>(random, 1, out, setup.num_columns);
    if (beta == Compute{}) std::fill(before.entries.begin(), before.entries.end(), poison<C>());
    const DeviceDense<B, Space> b_view(b, setup.b_layout, poison<B>());
    const DeviceDense<C, Space> c_view(before, setup.c_layout, narrow<C>(7));
    const KernelId kernel = call(exec_, alpha, matrix_, b_view.single(), beta, c_view.single());
    exec_.fence();
    EXPECT_TRUE(is_product(setup.op_a, triplets_, properties_, alpha, turned(b, setup.op_b), 0,
                           beta, before, c_view.get(), 0))
        << kernel.name;
    return kernel;
  }

  KernelId one_shot(const SpmmSetup& setup, const SpmmOptions& options = {}) {
    return run(setup, [&](const Exec& exec, const Compute& alpha, const Matrix& a, const auto& b,
                          const Compute& beta, const auto& c) {
      return spmm(exec, setup.op_a, setup.op_b, alpha, a, b, beta, c, options);
    });
  }

  KernelId planned(const SpmmSetup& setup, const SpmmOptions& options = {}) {
    return run(setup, [&](const Exec& exec, const Compute& alpha, const Matrix& a, const auto& b,
                          const Compute& beta, const auto& c) {
      const auto plan = spmm_plan(exec, setup.op_a, a, options);
      const KernelId ran = plan.apply(exec, setup.op_b, alpha, a, b, beta, c);
      EXPECT_EQ(plan.explain(exec, setup.op_b, a, b, c).kernel, ran.name);
      return ran;
    });
  }

  /// With values that the plan has put in order.
  KernelId ordered(const SpmmSetup& setup, const SpmmOptions& options = {}) {
    return run(setup, [&](const Exec& exec, const Compute& alpha, const Matrix& a, const auto& b,
                          const Compute& beta, const auto& c) {
      const auto plan = spmm_plan(exec, setup.op_a, a, options);
      const auto values = plan.order_values(exec, a);
      const KernelId ran = plan.apply(exec, setup.op_b, alpha, values, b, beta, c);
      EXPECT_EQ(plan.explain(exec, setup.op_b, values, b, c).kernel, ran.name);
      return ran;
    });
  }

 private:
  Exec exec_;
  Triplets triplets_;
  MatrixProperties properties_;
  Matrix matrix_;
};

}  // namespace filigree::test
