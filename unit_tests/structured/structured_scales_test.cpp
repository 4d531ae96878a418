// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <array>
#include <cmath>
#include <limits>
#include <random>

#include "core/refusals.hpp"
#include "structured_matmul_support.hpp"

/// Products of narrow matrices with factors, against a reference in double.

namespace filigree::test {
namespace {

using Epilogue = StructuredEpilogue<Space>;
using FactorView = Kokkos::View<std::uint8_t*, Space>;
using ScalarView = Kokkos::View<float*, Space>;
constexpr auto none = ScaleMode::none, scalar = ScaleMode::scalar, ue4m3 = ScaleMode::vec32_ue4m3,
               ue8m0 = ScaleMode::vec64_ue8m0;

double value_of(ScaleMode mode, std::uint8_t bits) {
  return mode == ue4m3 ? double(float(float8_ue4m3::from_bits(bits)))
                       : double(float(float8_ue8m0::from_bits(bits)));
}

/// Factors of a batch of matrices with so many lines. What belongs to no block is 0xff: NaN.
struct Factors {
  ScaleMode mode;
  int64_t lines, length;
  FactorView memory;
  FactorView::host_mirror_type host;
  ScalarView one;
  float number = 1;

  Factors(ScaleMode m, int64_t batches, int64_t all_lines, int64_t all, unsigned seed)
      : mode(m),
        lines(all_lines),
        length(all),
        memory("factors", batches * scale_bytes(m, all_lines, all)),
        host(Kokkos::create_mirror_view(memory)),
        one("scalar", m == scalar ? 1 : 0) {
    std::mt19937 random(seed);
    number = m == scalar ? 0.25f + float(random() % 8) / 4 : 1.0f;
    Kokkos::deep_copy(one, number);
    Kokkos::deep_copy(host, std::uint8_t(0xff));
    if (scale_block_size(m) > 0)
      for (int64_t b = 0; b < batches; ++b)
        for (int64_t line = 0; line < lines; ++line)
          for (int64_t at = 0; at < length; at += scale_block_size(m))
            byte(b, line, at) =
                std::uint8_t(m == ue4m3 ? 0x2c + random() % 24 : 126 + random() % 3);
    Kokkos::deep_copy(memory, host);
  }

  std::uint8_t& byte(int64_t b, int64_t line, int64_t at) {
    return host(
        std::size_t(b * scale_bytes(mode, lines, length) + scale_offset(mode, length, line, at)));
  }
  double operator()(int64_t b, int64_t line, int64_t at) {
    return scale_block_size(mode) == 0 ? double(number) : value_of(mode, byte(b, line, at));
  }
  StructuredScale<Space> scale() const { return {mode, one, memory}; }
};

template <class T>
constexpr bool largest_is_finite = std::is_same_v<T, float4_e2m1> || std::is_same_v<T, float8_e4m3>;

template <class T>
double largest() {
  if constexpr (std::is_same_v<T, float4_e2m1>) return 6;
  if constexpr (std::is_same_v<T, float8_e4m3>) return 448;
  return std::numeric_limits<double>::infinity();
}

/// How far rounding may move a number that is not past the largest one.
template <class T>
double rounding(double x) {
  if constexpr (std::is_same_v<T, float4_e2m1>)
    return std::abs(x) < 2 ? 0.25 : std::abs(x) < 4 ? 0.5 : 1;
  if constexpr (std::is_same_v<T, float8_e4m3>) return std::max(std::abs(x) / 16, 0x1p-10);
  return relative_error<T>() * std::abs(x) + 1e-6;
}

struct Modes {
  ScaleMode a = none, b = none, c = none, d = none, d_out = none;
  GroupDirection direction = along_rows;
  float beta = 0;
  bool exact = false;  ///< all sums are: D has the bits that it must have
};

template <class In, class Out>
void test_scales(const Product& p, const Modes& modes) {
  SCOPED_TRACE(testing::Message() << "modes " << int(modes.a) << int(modes.b) << int(modes.c)
                                  << int(modes.d) << int(modes.d_out) << " direction "
                                  << int(modes.direction) << " side " << int(p.side));
  const Exec exec;
  Operands<In, Out> operands(p);
  const bool left = p.side == Side::left, by_rows = modes.direction == along_rows;
  const auto batches = [&](bool structured) {
    return structured && p.one_structured ? int64_t(1) : p.batches;
  };
  const int64_t lines = by_rows ? p.m : p.n, length = by_rows ? p.n : p.m;
  Factors a(modes.a, batches(left), p.m, p.k, 1), b(modes.b, batches(!left), p.n, p.k, 2),
      c(modes.c, p.batches, lines, length, 3), d(modes.d, p.batches, lines, length, 4),
      d_out(modes.d_out, p.batches, lines, length, 5);
  Kokkos::deep_copy(d_out.memory, std::uint8_t(0xff));
  const ScalarView bias("bias", p.m);
  Kokkos::deep_copy(bias, 0.5f);
  const float alpha = 1.0f / 64;
  const Epilogue epilogue{.bias = bias,
                          .activation = Activation::relu,
                          .relu_threshold = -40,  // what is below becomes 0
                          .scale = 2,
                          .scales = {.a = a.scale(),
                                     .b = b.scale(),
                                     .c = c.scale(),
                                     .d = d.scale(),
                                     .d_out = {d_out.mode, d_out.memory},
                                     .direction = modes.direction}};
  const KernelId ran = with_operands(operands, [&](const auto& A, const auto& B) {
    return structured_matmul(exec, p.op_a, p.op_b, alpha, A, B, modes.beta, operands.C.batch(),
                             operands.D.batch(), epilogue);
  });
  exec.fence();
  const bool scaled = modes.a != none || modes.b != none || modes.c != none || modes.d != none ||
                      modes.d_out != none;
  if (scaled || std::is_same_v<In, float4_e2m1>) {
    EXPECT_EQ(ran.name, "structured_matmul_generic");
  }
  operands.D.download();
  operands.D.expect_gaps_untouched();

  const auto entry = [&](int64_t batch, int64_t i, int64_t j, double& size) {
    double sum = 0;
    size = 0;
    for (int64_t l = 0; l < p.k; ++l) {
      const double term = operands.term(batch, i, l, j) * a(batches(left) > 1 ? batch : 0, i, l) *
                          b(batches(!left) > 1 ? batch : 0, j, l);
      sum += term;
      size += std::abs(term);
    }
    const double old = operands.C.value(batch, i, j) * (by_rows ? c(batch, i, j) : c(batch, j, i));
    const double x = alpha * sum + modes.beta * old + 0.5;
    size = alpha * size + std::abs(modes.beta * old) + 0.5;
    size *= 2 * d(0, 0, 0);
    // Near the threshold either side may be right.
    if (std::abs(x + 40) < 1e-4) size += 1e6;
    return (x <= -40 ? 0 : x) * 2 * d(0, 0, 0);
  };

  std::vector<double> exact(std::size_t(p.batches * lines * length)), sizes(exact.size());
  const auto at = [&](int64_t batch, int64_t line, int64_t x) {
    return std::size_t((batch * lines + line) * length + x);
  };
  for (int64_t batch = 0; batch < p.batches; ++batch)
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t x = 0; x < length; ++x)
        exact[at(batch, line, x)] =
            entry(batch, by_rows ? line : x, by_rows ? x : line, sizes[at(batch, line, x)]);
  Factors found = d_out;
  found.host = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace{}, d_out.memory);
  const int64_t block = scale_block_size(modes.d_out);
  for (int64_t batch = 0; batch < p.batches; ++batch)
    for (int64_t line = 0; line < lines; ++line)
      for (int64_t begin = 0; begin < length; begin += block == 0 ? length : block) {
        const int64_t end = block == 0 ? length : std::min(begin + block, length);
        double factor = 1;
        if (block > 0) {
          double amax = 0, size = 0;
          for (int64_t x = begin; x < end; ++x) {
            amax = std::max(amax, std::abs(exact[at(batch, line, x)]));
            size = std::max(size, sizes[at(batch, line, x)]);
          }
          std::uint8_t& bits = found.byte(batch, line, begin);
          factor = value_of(modes.d_out, bits);
          const double error = modes.exact ? 0 : 1e-5 * size, top = largest<Out>();
          ASSERT_GE(factor * (1 + 1e-6), (amax - error) / top) << line << ' ' << begin;
          if (bits > 0) {
            ASSERT_LT(value_of(modes.d_out, std::uint8_t(bits - 1)) * (1 - 1e-6),
                      (amax + error) / top + 1e-30)
                << line << ' ' << begin;
          }
          bits = 0xff;
        }
        for (int64_t x = begin; x < end; ++x) {
          const double wanted = exact[at(batch, line, x)], size = sizes[at(batch, line, x)];
          const double value = operands.D.value(batch, by_rows ? line : x, by_rows ? x : line);
          if (modes.exact) {
            const float stored = factor == 0 ? 0.0f : float(wanted) / float(factor);
            ASSERT_EQ(float(value), float(Out(stored))) << batch << ' ' << line << ' ' << x;
            continue;
          }
          const double scaled = factor == 0 ? 0 : wanted / factor;
          const double bounded = std::max(std::min(scaled, largest<Out>()), -largest<Out>());
          ASSERT_NEAR(value, bounded,
                      (factor == 0 ? 0 : 1e-5 * size / factor) + rounding<Out>(bounded))
              << batch << ' ' << line << ' ' << x;
        }
      }
  for (std::size_t i = 0; i < found.host.extent(0); ++i)
    ASSERT_EQ(found.host(i), 0xff) << "padding at " << i;
}

template <class InType, class OutType>
struct Types {
  using In = InType;
  using Out = OutType;
};

template <class P>
class StructuredScaling : public testing::Test {};
#if defined(FILIGREE_TEST_FEW_TYPES)
using Narrow = testing::Types<Types<float4_e2m1, half>, Types<float8_e4m3, float8_e4m3>>;
#else
using Narrow = testing::Types<Types<float4_e2m1, half>, Types<float4_e2m1, bfloat16>,
                              Types<float4_e2m1, float>, Types<float4_e2m1, float4_e2m1>,
                              Types<float8_e4m3, half>, Types<float8_e4m3, bfloat16>,
                              Types<float8_e4m3, float>, Types<float8_e4m3, float8_e4m3>>;
#endif
TYPED_TEST_SUITE(StructuredScaling, Narrow);

/// Every pair of modes of A and B, with the others, the sides, ops, orders and batches in turn.
TYPED_TEST(StructuredScaling, EveryModeOfAAndB) {
  using In = typename TypeParam::In;
  using Out = typename TypeParam::Out;
  constexpr bool narrow = largest_is_finite<Out>;
  unsigned turn = 0;
  for (const ScaleMode a : {none, scalar, ue4m3, ue8m0})
    for (const ScaleMode b : {none, scalar, ue4m3, ue8m0}) {
      const auto bit = [&](unsigned which) {
        return (turn * 0x9e3779b1u >> (8 + which) & 1u) != 0;
      };
      const ScaleMode blocks = bit(0) ? ue4m3 : ue8m0;
      const ScaleMode of_d[4] = {none, scalar, blocks, blocks};
      const Modes modes{.a = a,
                        .b = b,
                        .c = narrow ? of_d[turn % 4] : of_d[turn % 2],
                        .d = bit(1) ? scalar : none,
                        .d_out = narrow ? of_d[turn % 3 == 0 ? 0 : 2] : none,
                        .direction = bit(2) ? along_rows : along_columns,
                        .beta = bit(3) ? 0.5f : 0.0f};
      test_scales<In, Out>({.side = bit(4) ? Side::left : Side::right,
                            .op_a = bit(5) ? N : T,
                            .op_b = bit(6) ? N : T,
                            .dense_order = bit(7) ? Order::row_major : Order::column_major,
                            .d_order = bit(8) ? Order::row_major : Order::column_major,
                            .m = 35,
                            .n = 71,
                            .k = 203,
                            .batches = bit(9) ? 1 : 2,
                            .one_structured = bit(10)},
                           modes);
      ++turn;
    }
}

/// Blocks of D in each direction, order and side.
TYPED_TEST(StructuredScaling, FactorsOfD) {
  using In = typename TypeParam::In;
  using Out = typename TypeParam::Out;
  if constexpr (!largest_is_finite<Out>) {
    static_assert(!structured_supports_scale<In, Out>(ScaledOperand::d_out, ue4m3));
  } else {
    for (const ScaleMode mode : {ue4m3, ue8m0})
      for (const auto direction : {along_rows, along_columns})
        for (const Order order : {Order::row_major, Order::column_major})
          for (const Side side : {Side::left, Side::right})
            test_scales<In, Out>({.side = side, .d_order = order, .m = 131, .n = 67, .k = 40},
                                 {.a = ue8m0,
                                  .b = ue8m0,
                                  .d_out = mode,
                                  .direction = direction,
                                  .exact = std::is_same_v<In, float4_e2m1>});
  }
}

/// Powers of two for factors: sums of these are exact, and D has exactly the bits that it must
/// have.
TEST(StructuredScales, ExactWhereSumsAre) {
  for (const int64_t k : {1, 8, 63, 64, 65, 300}) {
    const Product p{.m = 9, .n = 70, .k = k, .batches = 2};
    const Modes modes{.a = ue8m0, .b = ue8m0, .c = ue8m0, .beta = 0.5f, .exact = true};
    Modes with_blocks = modes, of_c = modes;
    with_blocks.d_out = ue8m0;
    of_c.c = scalar;
    test_scales<float4_e2m1, float4_e2m1>(p, with_blocks);
    test_scales<float4_e2m1, float>(p, of_c);
    test_scales<float4_e2m1, half>(p, of_c);
  }
}

TEST(StructuredScales, OddShapesAndEveryKind) {
  using Size = std::array<int64_t, 4>;
  for (const auto& [m, n, k, batches] : {Size{1, 1, 1, 1},
                                         {3, 130, 33, 2},
                                         {130, 1, 65, 2},
                                         {5, 7, 0, 2},
                                         {0, 4, 8, 1},
                                         {4, 4, 8, 0}})
    for (const Side side : {Side::left, Side::right})
      for (const StructuredKind& kind : structured_kinds) {
        const Product p{.side = side,
                        .op_b = Op::conjugate_transpose,
                        .m = m,
                        .n = n,
                        .k = k,
                        .batches = batches,
                        .one_structured = batches == 0,
                        .kind = kind};
        test_scales<float4_e2m1, float4_e2m1>(p, {.a = ue4m3, .b = ue8m0, .d_out = ue4m3});
        test_scales<float8_e4m3, half>(p, {.a = ue8m0, .b = ue4m3});
      }
}

/// A plan that was made without factors takes them, and the memory of C may be that of D.
TEST(StructuredScales, PlansAndCThatIsD) {
  const Exec exec;
  const Product p{.m = 33, .n = 70, .k = 96};
  Operands<float4_e2m1, float4_e2m1> first(p), second(p);
  first.D.for_each([&](int64_t b, int64_t i, int64_t j, float4_e2m1& value) {
    value = float4_e2m1(float(first.C.value(b, i, j)));
  });
  first.D.upload();
  const Factors a(ue4m3, 1, 33, 96, 1), c(ue4m3, 1, 33, 70, 2), out(ue4m3, 1, 33, 70, 3),
      out_2(ue4m3, 1, 33, 70, 3);
  const auto plan =
      structured_matmul_plan(exec, N, N, first.compressed, first.dense.batch(), first.D.batch());
  const auto epilogue = [&](const Factors& d_out) {
    return Epilogue{
        .scales = {.a = a.scale(), .c = c.scale(), .d_out = {d_out.mode, d_out.memory}}};
  };
  plan.apply(exec, 0.125f, first.compressed, first.dense.batch(), 1, first.D.batch(),
             first.D.batch(), epilogue(out));
  structured_matmul(exec, N, N, 0.125f, second.compressed, second.dense.batch(), 1,
                    second.C.batch(), second.D.batch(), epilogue(out_2));
  exec.fence();
  first.D.download();
  second.D.download();
  first.D.for_each([&](int64_t b, int64_t i, int64_t j, float4_e2m1& value) {
    ASSERT_EQ(value.bits, float4_e2m1(float(second.D.value(b, i, j))).bits) << i << ' ' << j;
  });
  Kokkos::deep_copy(out.host, out.memory);
  Kokkos::deep_copy(out_2.host, out_2.memory);
  for (std::size_t i = 0; i < out.host.extent(0); ++i) EXPECT_EQ(out.host(i), out_2.host(i)) << i;
}

/// NaN in a factor of A is in the rows that it scales; in a block of D it is its factor.
TEST(StructuredScales, NaNAndZeros) {
  const Exec exec;
  const Product p{.m = 4, .n = 40, .k = 64};
  Operands<float4_e2m1, float4_e2m1> operands(p);
  Factors a(ue8m0, 1, 4, 64, 1), out(ue4m3, 1, 4, 40, 2);
  a.byte(0, 1, 0) = 0xff;
  Kokkos::deep_copy(a.memory, a.host);
  const auto run = [&](float alpha) {
    structured_matmul(exec, N, N, alpha, operands.compressed, operands.dense.batch(),
                      operands.D.batch(),
                      {.scales = {.a = a.scale(), .d_out = {out.mode, out.memory}}});
    exec.fence();
    operands.D.download();
    Kokkos::deep_copy(out.host, out.memory);
  };
  run(1);
  for (int64_t i = 0; i < 4; ++i)
    for (const int64_t j : {0, 32}) EXPECT_EQ(out.byte(0, i, j) == 0x7f, i == 1) << i << ' ' << j;
  run(0);
  for (int64_t i = 0; i < 4; ++i)
    for (int64_t j = 0; j < 40; ++j) {
      EXPECT_EQ(operands.D.value(0, i, j), 0);
      EXPECT_EQ(out.byte(0, i, j), 0);
    }
}

TEST(StructuredScales, WhatIsSupported) {
  for (const auto operand : {ScaledOperand::a, ScaledOperand::b, ScaledOperand::c, ScaledOperand::d,
                             ScaledOperand::d_out}) {
    const bool is_input = operand == ScaledOperand::a || operand == ScaledOperand::b;
    const bool is_d = operand == ScaledOperand::d, is_out = operand == ScaledOperand::d_out;
    EXPECT_TRUE((structured_supports_scale<half, half>(operand, none)));
    EXPECT_FALSE((structured_supports_scale<double, double>(operand, none)));
    for (const ScaleMode mode : {scalar, ue4m3, ue8m0}) {
      EXPECT_FALSE((structured_supports_scale<half, half>(operand, mode)));
      EXPECT_FALSE((structured_supports_scale<float8_e5m2, float8_e5m2>(operand, mode)));
      EXPECT_EQ((structured_supports_scale<float4_e2m1, float>(operand, mode)),
                mode == scalar ? !is_out : is_input);
      EXPECT_EQ((structured_supports_scale<float8_e4m3, float8_e4m3>(operand, mode)),
                mode == scalar ? !is_out : !is_d);
    }
  }
}

TEST(StructuredScales, BadArguments) {
  const Exec exec;
  const Product p{.m = 67, .n = 21, .k = 70, .batches = 2};
  const Operands<float4_e2m1, float4_e2m1> packed(p);
  const Operands<float8_e4m3, half> bytes(p);
  const Operands<half, half> wide(p);
  const auto run = [&](const auto& operands, const Epilogue& epilogue,
                       const StructuredMatmulOptions& options = {}) {
    return [&operands, epilogue, options, exec] {
      structured_matmul(exec, N, N, 1, operands.compressed, operands.dense.batch(), 1,
                        operands.C.batch(), operands.D.batch(), epilogue, options);
    };
  };
  // A: 67 lines of 70 entries; D: 67 of 21; twice.
  const FactorView few("few", 1023), right("right", 1024), other("other", 1024);
  const FactorView inside(packed.D.memory().data(), 1024);
  const ScalarView one("one", 1), two("two", 2),
      in_factors(reinterpret_cast<float*>(other.data()) + 8, 1);
  constexpr Status invalid = Status::invalid_value, unknown = Status::not_supported;
  const std::string_view host = "structured_matmul_host";
  expect_refusals({
      {"too few factors", invalid, "epilogue.scales.a.factors", "1023",
       run(packed, {.scales = {.a = {ue4m3, {}, few}}})},
      {"factors of one matrix", invalid, "epilogue.scales.b.factors", "512",
       run(packed, {.scales = {.b = {ue8m0, {}, FactorView("half", 512)}}})},
      {"factors of C", invalid, "epilogue.scales.c.factors", "1023",
       run(packed, {.scales = {.c = {ue8m0, {}, few}}})},
      {"factors of D", invalid, "epilogue.scales.d_out.factors", "1023",
       run(packed, {.scales = {.d_out = {ue8m0, few}}})},
      {"factors without a mode", invalid, "epilogue.scales.a.factors", "ScaleMode::none",
       run(packed, {.scales = {.a = {none, {}, right}}})},
      {"factors with a scalar", invalid, "epilogue.scales.b.factors", "ScaleMode::scalar",
       run(packed, {.scales = {.b = {scalar, one, right}}})},
      {"no scalar", invalid, "epilogue.scales.a.scalar", "0",
       run(packed, {.scales = {.a = {.mode = scalar}}})},
      {"two scalars", invalid, "epilogue.scales.d.scalar", "2",
       run(packed, {.scales = {.d = {scalar, two}}})},
      {"a scalar without a mode", invalid, "epilogue.scales.d.scalar", "ScaleMode::none",
       run(packed, {.scales = {.d = {none, one}}})},
      {"a scalar with blocks", invalid, "epilogue.scales.a.scalar", "vec32_ue4m3",
       run(packed, {.scales = {.a = {ue4m3, one, right}}})},
      {"blocks of D as it is read", unknown, "epilogue.scales.d.mode", "vec64_ue8m0",
       run(packed, {.scales = {.d = {ue8m0, {}, right}}})},
      {"a scalar to be found", unknown, "epilogue.scales.d_out.mode", "ScaleMode::scalar",
       run(packed, {.scales = {.d_out = {scalar}}})},
      {"D of 16 bits", unknown, "epilogue.scales.d_out.mode", "vec32_ue4m3",
       run(bytes, {.scales = {.d_out = {ue4m3, right}}})},
      {"C of 16 bits", unknown, "epilogue.scales.c.mode", "vec32_ue4m3",
       run(bytes, {.scales = {.c = {ue4m3, {}, right}}})},
      {"A of 16 bits", unknown, "epilogue.scales.a.mode", "vec32_ue4m3",
       run(wide, {.scales = {.a = {ue4m3, {}, right}}})},
      {"a scalar of 16 bits", unknown, "epilogue.scales.d.mode", "ScaleMode::scalar",
       run(wide, {.scales = {.d = {scalar, one}}})},
      {"no C", invalid, "epilogue.scales.c", "no C",
       [&] {
         structured_matmul(exec, N, N, 1, packed.compressed, packed.dense.batch(),
                           packed.D.batch(), {.scales = {.c = {ue4m3, {}, right}}});
       }},
      {"factors in D", invalid, "epilogue.scales.a.factors", "shared with D",
       run(packed, {.scales = {.a = {ue4m3, {}, inside}}})},
      {"a scalar in D's factors", invalid, "epilogue.scales.b.scalar", "d_out",
       run(packed, {.scales = {.b = {scalar, in_factors}, .d_out = {ue4m3, other}}})},
      {"factors of C that are D's", invalid, "epilogue.scales.c.factors", "d_out",
       run(packed, {.scales = {.c = {ue4m3, {}, other}, .d_out = {ue4m3, other}}})},
      {"D's factors in D", invalid, "D", "d_out",
       run(packed, {.scales = {.d_out = {ue4m3, inside}}})},
      {"D's factors in the bias", invalid, "epilogue.bias", "d_out",
       run(packed, {.bias = ScalarView(reinterpret_cast<float*>(other.data()), 67),
                    .scales = {.d_out = {ue4m3, other}}})},
      {"tuned", unknown, "options.backend", "tuned",
       run(packed, {}, {.backend = Backend::tuned})},
      {"tuned with factors", unknown, "options.backend", "tuned",
       run(bytes, {.scales = {.a = {ue4m3, {}, right}}}, {.backend = Backend::tuned})},
      {"a kernel without factors", unknown, "options.kernel", "structured_matmul_generic",
       run(bytes, {.scales = {.a = {ue4m3, {}, right}}}, {.kernel = host})},
      {"packed D of one matrix", invalid, "D", "as A is a batch",
       [&] {
         const Dense<float4_e2m1> D(1, 67, 21, Order::row_major);
         structured_matmul(exec, N, N, 1, packed.compressed, packed.dense.batch(), D.batch());
       }},
      {"order of packed C", invalid, "C", "other strides",
       [&] {
         const Dense<float4_e2m1> C(2, 67, 21, Order::column_major);
         structured_matmul(exec, N, N, 1, packed.compressed, packed.dense.batch(), 1, C.batch(),
                           packed.D.batch());
       }},
  });
  EXPECT_NO_THROW(
      run(packed,
          {.scales = {.a = {ue4m3, {}, right}, .b = {scalar, one}, .d_out = {ue4m3, other}}})());
}

}  // namespace
}  // namespace filigree::test
