// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include <filigree/structured.hpp>
#include <filigree/structured_matmul.hpp>

#include "structured_support.hpp"

/// Products with their operands, and what they must be.

namespace filigree::test {

struct Product {
  Side side = Side::left;
  Op op_a = N, op_b = N;
  Order dense_order = Order::row_major, d_order = Order::row_major;
  int64_t m = 67, n = 21, k = 70, batches = 1;
  bool one_structured = false;  ///< for the whole batch
  std::optional<StructuredKind> kind = {};

  Op structured_op() const { return side == Side::left ? op_a : op_b; }
  Op dense_op() const { return side == Side::left ? op_b : op_a; }
  GroupDirection direction() const {
    return (side == Side::left) == (structured_op() == N) ? along_rows : along_columns;
  }
};

/// The operands of a product; the structured one pruned and compressed.
template <class In, class Out>
struct Operands {
  Product product;
  Dense<In> uncompressed, dense;
  Dense<Out> C, D;
  StructuredMatrix<In, Space> compressed;

  explicit Operands(const Product& p)
      : product(p),
        uncompressed(make(p, p.side, p.one_structured ? 1 : p.batches, Order::row_major)),
        dense(make(p, p.side == Side::left ? Side::right : Side::left, p.batches, p.dense_order)),
        C(p.batches, p.m, p.n, p.d_order),
        D(p.batches, p.m, p.n, p.d_order) {
    const Exec exec;
    uncompressed.randomise(1);
    dense.randomise(2);
    C.randomise(3);
    structured_prune(exec, uncompressed.batch(), uncompressed.batch(), StructuredPruneRule::strip,
                     p.direction(), p.kind.value_or(structured_kind<In>));
    compressed = structured_compress(exec, uncompressed.batch(), p.direction(), {.kind = p.kind});
    structured_decompress(exec, compressed, uncompressed.batch());  // rounded, where it is
    exec.fence();
    uncompressed.download();
  }

  /// op(A)(i, l) op(B)(l, j), one after the other.
  double term(int64_t b, int64_t i, int64_t l, int64_t j) const {
    const bool left = product.side == Side::left;
    const int64_t structured_batch = product.one_structured ? 0 : b;
    const double x = left ? entry(uncompressed, product.op_a, structured_batch, i, l)
                          : entry(uncompressed, product.op_b, structured_batch, l, j);
    double y = left ? entry(dense, product.op_b, b, l, j) : entry(dense, product.op_a, b, i, l);
    if constexpr (std::is_same_v<In, float>)
      y = __builtin_bit_cast(float, __builtin_bit_cast(std::uint32_t, float(y)) & 0xffffe000u);
    return x * y;
  }

 private:
  static Dense<In> make(const Product& p, Side side, int64_t batches, Order order) {
    const int64_t rows = side == Side::left ? p.m : p.k, cols = side == Side::left ? p.k : p.n;
    const bool turned = (side == Side::left ? p.op_a : p.op_b) != N;
    return turned ? Dense<In>(batches, cols, rows, order) : Dense<In>(batches, rows, cols, order);
  }
  static double entry(const Dense<In>& matrix, Op op, int64_t b, int64_t row, int64_t col) {
    return op == N ? matrix.value(b, row, col) : matrix.value(b, col, row);
  }
};

/// How far an entry may be off, relative to its own size and in absolute terms.
template <class Out>
double relative_error() {
  if constexpr (std::is_same_v<Out, half>) return 1.0 / 2048;
  if constexpr (std::is_same_v<Out, bfloat16>) return 1.0 / 256;
  if constexpr (std::is_same_v<Out, float8_e4m3>) return 1.0 / 16;
  if constexpr (std::is_same_v<Out, float8_e5m2>) return 1.0 / 8;
  return 0;
}

/// Compares D, downloaded, with what `finish(batch, row, col, sum)` makes of the exact sums;
/// integers may be off by `steps`.
template <class In, class Out, class Finish>
void expect_product(Operands<In, Out>& operands, const Finish& finish, int steps = 0) {
  operands.D.download();
  operands.D.expect_gaps_untouched();
  operands.D.for_each([&](int64_t b, int64_t i, int64_t j, Out& found) {
    double sum = 0, size = 0;
    for (int64_t l = 0; l < operands.product.k; ++l) {
      const double term = operands.term(b, i, l, j);
      sum += term;
      size += std::abs(term);
    }
    const double exact = finish(b, i, j, sum);
    if constexpr (std::is_integral_v<Out>) {
      const double low = std::numeric_limits<Out>::lowest(), high = std::numeric_limits<Out>::max();
      ASSERT_NEAR(double(found), std::rint(std::min(std::max(exact, low), high)), steps)
          << b << ' ' << i << ' ' << j;
    } else if constexpr (std::is_same_v<Out, float4_e2m1>) {
      // Sums of products of these are exact, also in float.
      ASSERT_EQ(float(found), float(Out(float(exact)))) << b << ' ' << i << ' ' << j;
    } else {
      const double tiny = std::is_same_v<Out, float8_e4m3> ? 1.0 / 1024 : 1e-5;
      ASSERT_NEAR(double(float(found)), exact,
                  1e-5 * size + tiny + relative_error<Out>() * std::abs(exact))
          << b << ' ' << i << ' ' << j;
    }
  });
}

/// call(A, B) with the operands on their sides; D and C are batches.
template <class In, class Out, class Call>
KernelId with_operands(const Operands<In, Out>& operands, const Call& call) {
  if (operands.product.side == Side::left) return call(operands.compressed, operands.dense.batch());
  return call(operands.dense.batch(), operands.compressed);
}

}  // namespace filigree::test
