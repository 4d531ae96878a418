// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include "core/refusals.hpp"
#include "structured_matmul_support.hpp"

/// Each argument of each call wrong in turn.

namespace filigree::test {
namespace {

constexpr Status invalid = Status::invalid_value;
using Matrix = StructuredMatrix<half, Space>;
using Bytes = Kokkos::View<std::byte*, Space>;
using Strided = Kokkos::View<half***, Kokkos::LayoutStride, Space>;

TEST(StructuredArguments, Containers) {
  constexpr int64_t huge = int64_t(1) << 59;
  const Bytes bytes("bytes", 9217), none;
  std::byte* const null = nullptr;
  expect_refusals({
      {"rows", invalid, "num_rows", "-1", [&] { Matrix(-1, 8, along_rows, bytes); }},
      {"cols", invalid, "num_cols", "-1", [&] { Matrix::compressed_bytes(2, -1); }},
      {"batch", invalid, "batch_count", "-1", [&] { Matrix(2, 8, along_rows, bytes, -1); }},
      {"sizes", invalid, "num_cols", "", [&] { Matrix::compressed_bytes(huge, huge); }},
      {"length", invalid, "bytes", "9217", [&] { Matrix(2, 8, along_rows, bytes); }},
      {"length of a batch", invalid, "bytes", "18432", [&] { Matrix(2, 8, along_rows, bytes, 2); }},
      {"address", invalid, "bytes", "multiple of 16",
       [&] { Matrix::wrap(2, 8, along_rows, bytes.data() + 1); }},
      {"null", invalid, "bytes", "null", [&] { Matrix::wrap(2, 8, along_rows, null); }},
      {"matrix of the batch", invalid, "batch", "1",
       [&] { Matrix::wrap(2, 8, along_rows, bytes.data()).values(1); }},
  });
  EXPECT_NO_THROW(Matrix(0, 8, along_rows, none));
  constexpr Status unknown = Status::not_supported;
  expect_refusals({
      {"kind", unknown, "kind", "3:4",
       [&] {
         Matrix(2, 8, along_rows, bytes, 1, {3, 4});
       }},
      {"no kind", unknown, "kind", "0:0", [&] { Matrix::compressed_bytes(2, 8, along_rows, {}); }},
      {"4:8 of entries", unknown, "kind", "4:8, expected 1:2, 2:4, 1:4, 2:8 or paired 4:8",
       [&] {
         Matrix::wrap(2, 8, along_rows, bytes.data(), 1, {4, 8});
       }},
      {"length of a kind", invalid, "bytes", "9217",
       [&] { Matrix(2, 8, along_rows, bytes, 1, structured_1_4); }},
  });
}

TEST(StructuredArguments, PruneAndCompress) {
  const Exec exec;
  const Dense<half> A(2, 9, 12, Order::row_major), other(2, 12, 9, Order::row_major),
      more(3, 9, 12, Order::row_major);
  Dense<half> zeros(2, 9, 12, Order::row_major);
  zeros.for_each([](int64_t, int64_t, int64_t, half& value) { value = half(0.0f); });
  zeros.upload();
  const auto compressed = structured_compress(exec, zeros.batch());
  const auto a = A.batch();
  const Strided shifted(a.data() + 1, a.layout()),
      one_row(a.data(), Kokkos::LayoutStride(2, 144, 9, 0, 12, 1));
  const Strided inside(reinterpret_cast<half*>(compressed.bytes().data()), a.layout());
  const auto strip = StructuredPruneRule::strip;
  expect_refusals({
      {"size", invalid, "pruned", "12 x 9",
       [&] { structured_prune(exec, a, other.batch(), strip); }},
      {"batch", invalid, "pruned", "a batch of 3",
       [&] { structured_prune(exec, a, more.batch(), strip); }},
      {"overlap", invalid, "A", "shared with pruned",
       [&] { structured_prune(exec, a, shifted, strip); }},
      {"other strides", invalid, "pruned", "a stride of 0",
       [&] { structured_prune(exec, a, one_row, strip); }},
      {"not structured", invalid, "A", "row 0, column 0 of matrix 0",
       [&] { structured_compress(exec, a); }},
      {"compressed size", invalid, "compressed", "expected 12 x 9",
       [&] { structured_compress(exec, other.batch(), compressed); }},
      {"compressed batch", invalid, "compressed", "a batch of 2",
       [&] { structured_compress(exec, more.batch(), compressed); }},
      {"compressed from its own bytes", invalid, "A", "shared with the compressed matrix",
       [&] { structured_compress(exec, inside, compressed); }},
      {"decompressed size", invalid, "A", "12 x 9, expected 9 x 12",
       [&] { structured_decompress(exec, compressed, other.batch()); }},
      {"decompressed batch", invalid, "A", "a batch of 3",
       [&] { structured_decompress(exec, compressed, more.batch()); }},
      {"decompressed entries", invalid, "A", "a stride of 0",
       [&] { structured_decompress(exec, compressed, one_row); }},
  });
  EXPECT_NO_THROW(structured_compress(exec, a, along_rows, {.check = false}));
  constexpr Status unknown = Status::not_supported;
  expect_refusals({
      {"kind to prune", unknown, "kind", "paired 2:4",
       [&] {
         structured_prune(exec, a, a, strip, along_rows, {2, 4, 2});
       }},
      {"kind to check", unknown, "kind", "1:8",
       [&] {
         structured_check(exec, a, along_rows, {1, 8});
       }},
      {"kind to compress", unknown, "kind", "units of 4 in 8:16",
       [&] {
         structured_compress(exec, a, along_rows, {.kind = StructuredKind{8, 16, 4}});
       }},
      {"not structured", invalid, "A", "row 0, column 0 of matrix 0",
       [&] { structured_compress(exec, a, along_rows, {.kind = structured_2_8}); }},
  });
}

/// A is 67 x 70, B 70 x 21, batches of 2.
class StructuredMatmulArguments : public testing::Test {
 protected:
  using Epilogue = StructuredEpilogue<Space>;
  using Channels = Kokkos::View<float*, Space>;

  auto product(const Epilogue& epilogue) const {
    return [=, this] {
      structured_matmul(exec, N, N, 1, A, B.batch(), 1, C.batch(), D.batch(), epilogue);
    };
  }

  Exec exec;
  Operands<half, half> operands{Product{.batches = 2}};
  StructuredMatrix<half, Space> A = operands.compressed;
  const Dense<half>&B = operands.dense, &C = operands.C, &D = operands.D;
};

TEST_F(StructuredMatmulArguments, SizesAndBatches) {
  const Dense<half> turned(2, 21, 70, Order::row_major), wide(2, 67, 22, Order::row_major),
      three(3, 67, 21, Order::row_major), three_b(3, 70, 21, Order::row_major);
  expect_refusals({
      {"direction", invalid, "A", "groups along rows, expected groups along columns",
       [&] { structured_matmul(exec, T, N, 1, A, B.batch(), D.batch()); }},
      {"direction on the right", invalid, "B", "expected groups along columns",
       [&] { structured_matmul(exec, N, N, 1, turned.batch(), A, D.batch()); }},
      {"B", invalid, "B", "21 x 70, expected 70 rows, the columns of op(A)",
       [&] { structured_matmul(exec, N, N, 1, A, turned.batch(), D.batch()); }},
      {"B turned", invalid, "B", "70 x 21, expected 70 columns",
       [&] { structured_matmul(exec, N, T, 1, A, B.batch(), D.batch()); }},
      {"A on the left of a structured B", invalid, "A", "expected 70 columns, the rows of op(B)",
       [&] { structured_matmul(exec, N, T, 1, B.batch(), A, D.batch()); }},
      {"D", invalid, "D", "67 x 22, expected 67 x 21",
       [&] { structured_matmul(exec, N, N, 1, A, B.batch(), wide.batch()); }},
      {"D is one", invalid, "D", "as A is a batch",
       [&] { structured_matmul(exec, N, N, 1, A, B.matrix(), D.matrix()); }},
      {"batch of A", invalid, "A", "a batch of 2, expected a batch of 3",
       [&] { structured_matmul(exec, N, N, 1, A, B.matrix(), three.batch()); }},
      {"batch of B", invalid, "B", "a batch of 3, expected a batch of 2",
       [&] { structured_matmul(exec, N, N, 1, A, three_b.batch(), D.batch()); }},
      {"C", invalid, "C", "67 x 22",
       [&] { structured_matmul(exec, N, N, 1, A, B.batch(), 1, wide.batch(), D.batch()); }},
      {"batch of C", invalid, "C", "a batch of 3",
       [&] { structured_matmul(exec, N, N, 1, A, B.batch(), 1, three.batch(), D.batch()); }},
      {"order of C", invalid, "C", "other strides",
       [&] {
         const Dense<half> c(2, 67, 21, Order::column_major);
         structured_matmul(exec, N, N, 1, A, B.batch(), 1, c.batch(), D.batch());
       }},
  });
}

TEST_F(StructuredMatmulArguments, MemoryThatIsShared) {
  const auto b = B.batch();
  const auto d = D.batch();
  const Kokkos::View<float***, Kokkos::LayoutStride, Space> floats(
      reinterpret_cast<float*>(d.data()), Kokkos::LayoutStride(2, 600, 10, 30, 10, 1));
  const Operands<half, float> small({.m = 10, .n = 10, .k = 8, .batches = 2});
  const auto with = [&](const Epilogue& epilogue) {
    return [=, this, &small] {
      structured_matmul(exec, N, N, 1, small.compressed, small.dense.batch(), 1, floats, floats,
                        epilogue);
    };
  };
  const Channels inside(reinterpret_cast<float*>(d.data()) + 5, 10);
  const Kokkos::View<float, Space> entry(inside.data()), apart("apart");
  const auto with_scalars = [&](const ScalarArgument<float>& alpha,
                                const ScalarArgument<float>& beta, const Epilogue& epilogue = {}) {
    return [=, this, &small] {
      structured_matmul(exec, N, N, alpha, small.compressed, small.dense.batch(), beta, floats,
                        floats, epilogue);
    };
  };
  expect_refusals({
      {"B", invalid, "B", "shared with D",
       [&] { structured_matmul(exec, N, N, 1, A, b, Strided(b.data(), d.layout())); }},
      {"A", invalid, "A", "shared with D",
       [&] {
         structured_matmul(exec, N, N, 1, A, b,
                           Strided(reinterpret_cast<half*>(A.bytes().data()), d.layout()));
       }},
      {"C in part", invalid, "C", "shared with D",
       [&] { structured_matmul(exec, N, N, 1, A, b, 1, Strided(d.data() + 1, d.layout()), d); }},
      {"entries of D", invalid, "D", "a stride of 0",
       [&] {
         structured_matmul(exec, N, N, 1, A, b,
                           Strided(d.data(), Kokkos::LayoutStride(2, 0, 67, 21, 21, 1)));
       }},
      {"rows of D", invalid, "D", "2 x 67 x 21 with strides 2000, 20, 1",
       [&] {
         structured_matmul(exec, N, N, 1, A, b,
                           Strided(d.data(), Kokkos::LayoutStride(2, 2000, 67, 20, 21, 1)));
       }},
      {"alpha", invalid, "epilogue.alpha", "shared with D", with({.alpha = inside})},
      {"beta", invalid, "epilogue.beta", "shared with D", with({.beta = inside})},
      {"bias", invalid, "epilogue.bias", "shared with D", with({.bias = inside})},
      {"one alpha", invalid, "alpha", "shared with D", with_scalars(entry, apart)},
      {"one beta", invalid, "beta", "shared with D", with_scalars(apart, entry)},
  });
  EXPECT_NO_THROW(with({})());
  EXPECT_NO_THROW(with_scalars(apart, apart)());
  const Channels factors("factors", 10);  // then the scalars are not read
  EXPECT_NO_THROW(with_scalars(entry, entry, {.alpha = factors, .beta = factors})());
}

TEST_F(StructuredMatmulArguments, Epilogues) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Channels few("few", 66), right("right", 67);
  const Kokkos::View<float, Space> none;
  expect_refusals({
      {"no alpha", invalid, "alpha or beta", "an empty View",
       [&] { structured_matmul(exec, N, N, none, A, B.batch(), D.batch()); }},
      {"no beta", invalid, "alpha or beta", "an empty View",
       [&] { structured_matmul(exec, N, N, 1, A, B.batch(), none, C.batch(), D.batch()); }},
      {"alpha", invalid, "epilogue.alpha", "66", product({.alpha = few})},
      {"beta", invalid, "epilogue.beta", "66", product({.beta = few})},
      {"beta without C", invalid, "epilogue.beta", "no C",
       [&] { structured_matmul(exec, N, N, 1, A, B.batch(), D.batch(), {.beta = right}); }},
      {"bias", invalid, "epilogue.bias", "66", product({.bias = few})},
      {"bias of a batch", invalid, "epilogue.bias", "134",
       product({.bias = right, .bias_stride = 67})},
      {"bias stride", invalid, "epilogue.bias_stride", "-1",
       product({.bias = right, .bias_stride = -1})},
      {"threshold", invalid, "epilogue.relu_threshold", "NaN", product({.relu_threshold = nan})},
      {"bound", invalid, "epilogue.relu_bound", "NaN", product({.relu_bound = nan})},
  });
  EXPECT_NO_THROW(product({.alpha = right, .beta = right, .bias = right})());
}

TEST_F(StructuredMatmulArguments, Kernels) {
  const auto plan = [&](const StructuredMatmulOptions& options) {
    return structured_matmul_plan(exec, N, N, A, B.batch(), D.batch(), options);
  };
  expect_refusals({
      {"kernel", Status::not_supported, "options.kernel", "structured_matmul_generic",
       [&] { structured_matmul(exec, N, N, 1, A, B.batch(), D.batch(), {}, {.kernel = "none"}); }},
      {"kernel of a plan", Status::not_supported, "options.kernel", "structured_matmul_generic",
       [&] { plan({.kernel = "none"}); }},
      {"plan", invalid, "D", "67 x 22",
       [&] {
         structured_matmul_plan(exec, N, N, A, B.batch(),
                                Dense<half>(2, 67, 22, Order::row_major).batch());
       }},
  });
  EXPECT_EQ(plan({.backend = Backend::generic}).kernel().name, "structured_matmul_generic");
}

}  // namespace
}  // namespace filigree::test
