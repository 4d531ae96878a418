// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>

#include <filigree/spgemm_adjoint.hpp>

#include "adjoints/differences.hpp"
#include "core/refusals.hpp"
#include "spgemm_support.hpp"
#include "spmv/event_counts.hpp"

/// Gradients of products with respect to both operands' values: against differences of losses,
/// against their formula in long double, and what plans of them promise.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
template <class S, class Index = std::int32_t, class Offset = Index>
using Csr = CsrMatrix<S, Index, Offset, Space>;
constexpr Op N = Op::none, T = Op::transpose, H = Op::conjugate_transpose;
constexpr bool on_host = detail::is_host_execution_v<Exec>;

template <class Matrix>
Matrix with_random_values(const Matrix& A, unsigned seed) {
  std::mt19937 random(seed);
  return A.with_values(upload<Space>(random_vector<typename Matrix::scalar_type>(random, A.nnz())));
}

// --- differences of losses -----------------------------------------------------------------------

/// Operands in any order, with duplicates: each of them is a variable.
template <class S>
void test_differences(Op op_a, Op op_b) {
  SCOPED_TRACE(std::string(name(op_a)) + ", " + std::string(name(op_b)));
  const Exec exec;
  const S alpha = narrow<S>({0.5, is_complex_v<S> ? -1.5 : 0});
  auto A = turned_operand<S>(6, 5, 2, 1, op_a, true), B = turned_operand<S>(5, 7, 2, 2, op_b, true);
  A.order = B.order = Order::shuffled;
  const auto a = make<Csr<S>>(A), b = make<Csr<S>>(B);
  const auto plan = spgemm_plan(exec, op_a, op_b, a, b);
  const auto C = plan.make_result(exec);
  const auto grad_C = with_random_values(C, 3);
  const auto forward = [&] {
    plan.apply(exec, alpha, a, b, C);
    return loss<S>(grad_C.values(), C.values());
  };
  expect_gradient<S>("A", differences<S>(a.values(), forward), [&](S beta, const FlatView<S>& to) {
    spgemm_adjoint_a(exec, op_a, op_b, alpha, b, grad_C, beta, a.with_values(to));
  });
  expect_gradient<S>("B", differences<S>(b.values(), forward), [&](S beta, const FlatView<S>& to) {
    spgemm_adjoint_b(exec, op_a, op_b, alpha, a, grad_C, beta, b.with_values(to));
  });
}

TEST(SpgemmAdjoint, is_that_of_differences) {
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops) {
      test_differences<double>(op_a, op_b);
      test_differences<complex_double>(op_a, op_b);
    }
}

// --- the formula ---------------------------------------------------------------------------------

using Rows = std::vector<std::map<std::int64_t, Wide>>;

Rows rows_of(const std::vector<Entry>& entries, std::int64_t num_rows, bool turned) {
  Rows rows(static_cast<std::size_t>(num_rows));
  for (const Entry& e : entries)
    rows.at(std::size_t(turned ? e.col : e.row))[turned ? e.row : e.col] += e.value;
  return rows;
}

/// conj(alpha) sum_j left(r, j) conj(right(c, j)) at the stored places of `of`, an operand that is
/// sorted; `turned` where the formula is one of op(of)^T.
Reference gradient_of(const Operand& of, bool turned, const Wide& alpha, const Rows& left,
                      const Rows& right) {
  Reference result;
  for (const Entry& e : of.stored.entries) {
    const bool swaps = (of.op != N) != turned;
    const auto& l = left.at(std::size_t(swaps ? e.col : e.row));
    const auto& r = right.at(std::size_t(swaps ? e.row : e.col));
    Wide sum = 0;
    long double scale = 0;
    for (const auto& [column, value] : r)
      if (const auto other = l.find(column); other != l.end()) {
        sum += std::conj(alpha) * other->second * std::conj(value);
        scale += std::abs(alpha * other->second * value);
      }
    result.value.push_back(of.op == H ? std::conj(sum) : sum);
    result.scale.push_back(scale);
    result.terms.push_back(std::int64_t(r.size()));
  }
  return result;
}

/// Entries of a sorted matrix.
template <class Matrix>
std::vector<Entry> stored_entries(const Matrix& A) {
  const auto offsets = download(A.row_offsets());
  const auto columns = download(A.col_indices());
  const auto values = download(A.values());
  const auto base = std::int64_t(A.index_base());
  std::vector<Entry> entries;
  for (std::int64_t row = 0; row < A.num_rows(); ++row)
    for (auto k = offsets[std::size_t(row)] - base; k < offsets[std::size_t(row) + 1] - base; ++k)
      entries.push_back({row, columns[std::size_t(k)] - base, widen(values[std::size_t(k)])});
  return entries;
}

/// Both gradients of alpha op(A) op(B), for a gradient of the result that has the pattern of
/// `grad_C`, by the generic kernel and by the library's choice.
template <class AMatrix, class BMatrix, class GradC>
void expect_gradients(const Operand& A, const Operand& B, const GradC& grad_C) {
  SCOPED_TRACE("A " + A.text() + "; B " + B.text());
  using S = typename AMatrix::scalar_type;
  using Compute = spgemm_compute_t<S, S, typename GradC::scalar_type>;
  const Exec exec;
  const auto alpha = narrow<Compute>({1.5, is_complex_v<Compute> ? -0.5 : 0});
  const auto a = make<AMatrix>(A);
  const auto b = make<BMatrix>(B);
  const auto of_c = stored_entries(grad_C);
  const bool grad_a = A.properties.type == MatrixType::general;
  const bool grad_b = B.properties.type == MatrixType::general;
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const std::string_view expected_kernel =
        backend == Backend::automatic && on_host ? "spgemm_adjoint_host" : "spgemm_adjoint_generic";
    if (grad_a) {
      const auto to =
          a.with_values(upload<Space>(std::vector<S>(std::size_t(a.nnz()), poison<S>())));
      const auto kernel =
          spgemm_adjoint_a(exec, A.op, B.op, alpha, b, grad_C, 0, to, {.backend = backend});
      EXPECT_EQ(kernel.name, expected_kernel);
      EXPECT_TRUE((is_close<S, Compute>(
          download(to.values()),
          gradient_of(A, false, widen(alpha), rows_of(of_c, grad_C.num_rows(), false),
                      rows_of(B.entries(), B.rows(), false)))));
    }
    if (grad_b) {
      const auto to =
          b.with_values(upload<Space>(std::vector<S>(std::size_t(b.nnz()), poison<S>())));
      spgemm_adjoint_b(exec, A.op, B.op, alpha, a, grad_C, 0, to, {.backend = backend});
      EXPECT_TRUE((is_close<S, Compute>(
          download(to.values()),
          gradient_of(B, true, widen(alpha), rows_of(of_c, grad_C.num_cols(), true),
                      rows_of(A.entries(), A.cols(), true)))));
    }
  }
}

/// With a gradient of the result's very pattern.
template <class AMatrix, class BMatrix = AMatrix>
void expect_gradients(const Operand& A, const Operand& B) {
  const Exec exec;
  const auto C = spgemm(exec, A.op, B.op, 1, make<AMatrix>(A), make<BMatrix>(B));
  expect_gradients<AMatrix, BMatrix>(A, B, with_random_values(C, 9));
}

template <class S>
class SpgemmAdjointScalars : public ::testing::Test {};
#if defined(FILIGREE_TEST_FEW_TYPES)
using Scalars = ::testing::Types<double, half>;
#else
using Scalars = ::testing::Types<float, double, complex_float, complex_double, half, bfloat16>;
#endif
TYPED_TEST_SUITE(SpgemmAdjointScalars, Scalars);

TYPED_TEST(SpgemmAdjointScalars, every_op_and_type) {
  for (const Op op_a : all_ops)
    for (const Op op_b : all_ops)
      expect_gradients<Csr<TypeParam>>(turned_operand<TypeParam>(70, 50, 4, 1, op_a),
                                       turned_operand<TypeParam>(50, 90, 3, 2, op_b));
}

TEST(SpgemmAdjoint, float_gradients_of_sixteen_bit_factors) {
  const Exec exec;
  const auto A = random_operand<half>(30, 30, 4, 1), B = random_operand<half>(30, 40, 4, 2);
  const auto plan = spgemm_plan(exec, make<Csr<half>>(A), make<Csr<half>>(B));
  expect_gradients<Csr<half>, Csr<half>>(A, B,
                                         with_random_values(plan.make_result<float>(exec), 4));
}

TEST(SpgemmAdjoint, index_types_and_bases_in_any_mix) {
  using I32 = std::int32_t;
  using I64 = std::int64_t;
  for (const IndexBase base : {IndexBase::zero, IndexBase::one}) {
    auto A = turned_operand<double>(40, 30, 4, 1, T), B = random_operand<double>(30, 50, 4, 2);
    A.properties.index_base = base;
    expect_gradients<Csr<double, I32, I64>, Csr<double, I64, I32>>(A, B);
    expect_gradients<Csr<double, I64, I64>, Csr<double, I32, I32>>(A, B);
    B.properties.index_base = base;
    expect_gradients<Csr<double, I32, I32>, Csr<double, I32, I64>>(A, B);
  }
}

/// The other operand may be of any matrix type; gradients are of general ones.
TEST(SpgemmAdjoint, symmetric_hermitian_and_triangular_factors) {
  using S = complex_double;
  for (const auto& properties : all_properties(IndexBase::one))
    for (const Op op : all_ops) {
      auto A = random_operand<S>(40, 40, 4, 1);
      A.properties = properties;
      A.op = op;
      const auto B = random_operand<S>(40, 40, 3, 2);
      expect_gradients<Csr<S>>(A, B);
      expect_gradients<Csr<S>>(B, A);
    }
}

/// A gradient of the result that lacks places of it is 0 there, and one that has more has no say.
TEST(SpgemmAdjoint, other_patterns_of_the_result_s_gradient) {
  const auto A = random_operand<double>(40, 30, 4, 1), B = random_operand<double>(30, 50, 4, 2);
  expect_gradients<Csr<double>, Csr<double>>(
      A, B, make<Csr<double>>(random_operand<double>(40, 50, 6, 3)));
  Operand shuffled = random_operand<double>(40, 50, 6, 4);
  shuffled.order = Order::shuffled;
  expect_gradients<Csr<double>, Csr<double>>(A, B, make<Csr<double>>(shuffled));
  expect_gradients<Csr<double>, Csr<double>>(A, B, make<Csr<double>>(Operand{{40, 50, {}}}));
}

TEST(SpgemmAdjoint, rows_of_all_lengths) {
  expect_gradients<Csr<double>>(skewed(300, 400, 400, 1), skewed(400, 5000, 3000, 2));
  expect_gradients<Csr<double>>(stencil27(6), stencil27(6));
}

/// Rows of the result's gradient on both sides of the widest array, and much longer than B's.
TEST(SpgemmAdjoint, very_wide_rows) {
  const std::int64_t cols = (std::int64_t(1) << 19) + 100;
  Operand B = random_operand<double>(60, cols, 40, 2);
  for (Entry& e : B.stored.entries)
    if (e.row < 30) e.col %= 1000;
  const auto by_place = [](const Entry& x, const Entry& y) {
    return std::pair(x.row, x.col) < std::pair(y.row, y.col);
  };
  auto& entries = B.stored.entries;
  std::sort(entries.begin(), entries.end(), by_place);
  entries.erase(std::unique(entries.begin(), entries.end(),
                            [&](const Entry& x, const Entry& y) { return !by_place(x, y); }),
                entries.end());
  expect_gradients<Csr<double>>(random_operand<double>(50, 60, 20, 1), B);
}

TEST(SpgemmAdjoint, nothing_to_multiply) {
  const auto shape = [](std::int64_t rows, std::int64_t cols) { return Operand{{rows, cols, {}}}; };
  const auto full = random_operand<double>(5, 5, 3, 1);
  const Exec exec;
  for (const auto& [A, B] :
       {std::pair{shape(0, 5), full}, std::pair{full, shape(5, 0)}, std::pair{shape(5, 5), full},
        std::pair{full, shape(5, 5)}, std::pair{shape(7, 0), shape(0, 4)}}) {
    const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B);
    const auto C = spgemm(exec, a, b);
    const auto grad_a = with_random_values(a, 1), grad_b = with_random_values(b, 2);
    spgemm_adjoint_a(exec, N, N, 1.0, b, C, 0.0, grad_a);
    spgemm_adjoint_b(exec, N, N, 1.0, a, C, 0.0, grad_b);
    EXPECT_EQ(download(grad_a.values()), std::vector<double>(std::size_t(a.nnz()), 0));
    EXPECT_EQ(download(grad_b.values()), std::vector<double>(std::size_t(b.nnz()), 0));
  }
}

// --- what plans promise --------------------------------------------------------------------------

/// 1 / k's, whose sums round.
template <class Matrix>
Matrix with_rounding_values(const Matrix& A, int seed) {
  std::vector<double> values;
  for (std::int64_t k = 0; k < A.nnz(); ++k)
    values.push_back(1.0 / double(1 + (k * 7 + seed) % 97));
  return A.with_values(upload<Space>(values));
}

TEST(SpgemmAdjointPlan, same_bits_every_time_with_every_kernel_and_limit) {
  const Exec exec;
  const auto a = with_rounding_values(make<Csr<double>>(skewed(200, 300, 300, 1)), 1);
  const auto b = with_rounding_values(make<Csr<double>>(skewed(300, 2000, 900, 2)), 2);
  const auto grad_C = with_rounding_values(spgemm(exec, a, b), 3);
  const auto to = a.with_values(Kokkos::View<double*, Space>("gradient", a.nnz()));
  std::vector<double> first;
  const auto expect_same = [&](const SpgemmOptions& options, int times) {
    const auto plan = spgemm_adjoint_a_plan(exec, N, N, b, grad_C, to, options);
    for (int i = 0; i < times; ++i) {
      Kokkos::deep_copy(to.values(), std::numeric_limits<double>::quiet_NaN());
      plan.apply(exec, 1, b, grad_C, 0, to);
      exec.fence();
      const auto now = download(to.values());
      if (first.empty()) first = now;
      ASSERT_EQ(std::memcmp(now.data(), first.data(), now.size() * sizeof(double)), 0) << i;
    }
  };
  expect_same({}, 100);
  expect_same({.memory_limit_bytes = 10000}, 1);
  if (on_host) expect_same({.backend = Backend::generic, .memory_limit_bytes = 0}, 1);
}

TEST(SpgemmAdjointPlan, new_values_without_allocation_or_waiting) {
  const Exec exec;
  const auto A = turned_operand<double>(90, 70, 4, 1, T),
             B = turned_operand<double>(70, 80, 4, 2, T);
  const auto a = make<Csr<double>>(A), b = make<Csr<double>>(B);
  const auto C = spgemm(exec, T, T, 1, a, b);
  const auto grad_a = with_random_values(a, 1), grad_b = with_random_values(b, 2);
  const auto expected_a = with_random_values(a, 1), expected_b = with_random_values(b, 2);
  const auto of_a = spgemm_adjoint_a_plan(exec, T, T, b, C, grad_a);
  const auto of_b = spgemm_adjoint_b_plan(exec, T, T, a, C, grad_b);
  EXPECT_GT(of_a.memory_bytes(), 0);
  const Kokkos::View<std::byte*, Space> workspace(
      "workspace", std::max(of_a.workspace_bytes(), of_b.workspace_bytes()));
  for (unsigned seed = 3; seed < 6; ++seed) {
    const auto new_a = with_random_values(a, seed), new_b = with_random_values(b, seed + 10);
    const auto grad_C = with_random_values(C, seed + 20);
    exec.fence();
    {
      const EventCounts counts;
      of_a.apply(exec, 2, new_b, grad_C, 0.5, grad_a, workspace);
      of_b.apply(exec, 2, new_a, grad_C, 0.5, grad_b, workspace);
      EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
      EXPECT_EQ(counts.fences(), 0);
      EXPECT_EQ(counts.copies(), 0);
    }
    exec.fence();
    spgemm_adjoint_a(exec, T, T, 2, new_b, grad_C, 0.5, expected_a);
    spgemm_adjoint_b(exec, T, T, 2, new_a, grad_C, 0.5, expected_b);
    EXPECT_EQ(download(grad_a.values()), download(expected_a.values()));
    EXPECT_EQ(download(grad_b.values()), download(expected_b.values()));
  }
}

TEST(SpgemmAdjointPlan, zero_factors_keep_not_a_number_out) {
  const Exec exec;
  const auto a = make<Csr<double>>(random_operand<double>(40, 40, 4, 1));
  const auto C = spgemm(exec, a, a);
  const auto bad = [](const auto& matrix) {
    return matrix.with_values(upload<Space>(
        std::vector<double>(std::size_t(matrix.nnz()), std::numeric_limits<double>::quiet_NaN())));
  };
  for (const Backend backend : {Backend::generic, Backend::automatic}) {
    const auto to = with_random_values(a, 5);
    auto expected = download(to.values());
    for (double& value : expected) value *= 2;
    spgemm_adjoint_a(exec, N, N, 0.0, bad(a), bad(C), 2.0, to, {.backend = backend});
    EXPECT_EQ(download(to.values()), expected);
  }
}

/// alpha and beta in memory, complex ones too, are conjugated by the kernel.
TEST(SpgemmAdjointPlan, factors_in_memory) {
  const Exec exec;
  using S = complex_double;
  const auto a = make<Csr<S>>(random_operand<S>(20, 20, 4, 1));
  const auto C = with_random_values(spgemm(exec, a, a), 2);
  const auto to = with_random_values(a, 5), expected = with_random_values(a, 5);
  const Kokkos::View<S, Space> alpha("alpha"), beta("beta");
  Kokkos::deep_copy(alpha, S(2, 3));
  Kokkos::deep_copy(beta, S(0, 1));
  spgemm_adjoint_a(exec, N, N, alpha, a, C, beta, to);
  spgemm_adjoint_a(exec, N, N, S(2, 3), a, C, S(0, 1), expected);
  EXPECT_EQ(download(to.values()), download(expected.values()));
}

// --- arguments -----------------------------------------------------------------------------------

/// A is 30 x 20, B 20 x 40, C 30 x 40.
TEST(SpgemmAdjointArguments, each_wrong_in_turn) {
  const Exec exec;
  using Matrix = Csr<double>;
  constexpr Status invalid = Status::invalid_value, stale = Status::stale_plan;
  const auto random = [](std::int64_t rows, std::int64_t cols, unsigned seed) {
    return make<Matrix>(random_operand<double>(rows, cols, 3, seed));
  };
  const Matrix A = random(30, 20, 1), B = random(20, 40, 2), C = spgemm(exec, A, B);
  const Matrix grad_a = with_random_values(A, 3), grad_b = with_random_values(B, 4);
  const auto of_a = spgemm_adjoint_a_plan(exec, N, N, B, C, grad_a);
  const Matrix turned = random(40, 20, 5);
  const auto of_b = spgemm_adjoint_b_plan(exec, N, T, A, C, turned);
  Operand lower = random_operand<double>(20, 20, 3, 6);
  lower.properties.type = MatrixType::symmetric;
  const Matrix symmetric = make<Matrix>(lower);
  const Kokkos::View<double*, Space> memory("memory", 5000);
  const auto part = [&](std::int64_t begin, std::int64_t count) {
    return Kokkos::View<double*, Space>(memory, std::pair(begin, begin + count));
  };
  const SpgemmAdjointPlan<Exec, double, std::int32_t> empty;
  expect_refusals({
      {"B", invalid, "B", "30 x 20, expected 30 x 40, op(B) having the columns of grad_C",
       [&] { spgemm_adjoint_a(exec, N, N, 1, A, C, 0, grad_a); }},
      {"B transposed", invalid, "B", "20 x 40, expected 40 x 40",
       [&] { spgemm_adjoint_a(exec, N, T, 1, B, C, 0, grad_a); }},
      {"grad_A", invalid, "grad_A", "20 x 40, expected 30 x 20",
       [&] { spgemm_adjoint_a(exec, N, N, 1, B, C, 0, grad_b); }},
      {"grad_A transposed", invalid, "grad_A", "30 x 20, expected 20 x 30",
       [&] { spgemm_adjoint_a(exec, H, N, 1, B, C, 0, grad_a); }},
      {"A", invalid, "A", "20 x 40, expected 30 x 40, op(A) having the rows of grad_C",
       [&] { spgemm_adjoint_b(exec, N, N, 1, B, C, 0, grad_b); }},
      {"A transposed", invalid, "A", "30 x 20, expected 30 x 30",
       [&] { spgemm_adjoint_b(exec, T, N, 1, A, C, 0, grad_b); }},
      {"grad_B", invalid, "grad_B", "30 x 20, expected 20 x 40",
       [&] { spgemm_adjoint_b(exec, N, N, 1, A, C, 0, grad_a); }},
      {"grad_B transposed", invalid, "grad_B", "20 x 40, expected 40 x 20",
       [&] { spgemm_adjoint_b(exec, N, T, 1, A, C, 0, grad_b); }},
      {"symmetric grad_A", Status::matrix_type_not_supported, "grad_A", "symmetric",
       [&] { spgemm_adjoint_a(exec, N, N, 1, symmetric, symmetric, 0, symmetric); }},
      {"kernel", Status::not_supported, "options.kernel", "spgemm_adjoint_generic",
       [&] { spgemm_adjoint_a_plan(exec, N, N, B, C, grad_a, {.kernel = "no_such_kernel"}); }},
      {"limit", Status::insufficient_resources, "options.memory_limit_bytes", "10 bytes",
       [&] {
         spgemm_adjoint_a_plan(exec, T, N, B, spgemm(exec, T, N, 1, random(20, 30, 7), B),
                               random(20, 30, 7), {.memory_limit_bytes = 10});
       }},
      {"another B", stale, "B", "plan",
       [&] { of_a.apply(exec, 1, random(20, 40, 2), C, 0, grad_a); }},
      {"another grad_C", stale, "grad_C", "plan",
       [&] { of_a.apply(exec, 1, B, random(30, 40, 2), 0, grad_a); }},
      {"another grad_A", stale, "grad_A", "plan",
       [&] { of_a.apply(exec, 1, B, C, 0, random(30, 20, 1)); }},
      {"grad_A over B", invalid, "B.values()", "shared with grad_A",
       [&] {
         of_a.apply(exec, 1, B.with_values(part(0, B.nnz())), C, 0,
                    grad_a.with_values(part(1, A.nnz())));
       }},
      {"grad_A over grad_C", invalid, "grad_C.values()", "shared with grad_A",
       [&] {
         of_a.apply(exec, 1, B, C.with_values(part(0, C.nnz())), 0,
                    grad_a.with_values(part(1, A.nnz())));
       }},
      {"workspace", invalid, "workspace", "8 bytes",
       [&] {
         of_b.apply(exec, 1, A, C, 0, turned, Kokkos::View<std::byte*, Space>("workspace", 8));
       }},
      {"no plan", invalid, "plan", "empty", [&] { empty.apply(exec, 1, B, C, 0, grad_a); }},
  });
}

}  // namespace
}  // namespace filigree::test
