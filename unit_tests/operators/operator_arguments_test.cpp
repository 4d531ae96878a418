// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <functional>
#include <string>

#include <filigree/core/log.hpp>
#include <filigree/masked_spgemm.hpp>
#include <filigree/sddmm_op.hpp>
#include <filigree/spmm_op.hpp>
#include <filigree/spmv_op.hpp>

#include "operator_support.hpp"
#include "spmv/event_counts.hpp"

/// Each argument of each product over a semiring wrong in turn; and what all of them do not do.

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int32_t>;
using Space = T::Space;
using Csr = CsrMatrix<double, int32_t, int32_t, Space>;
using Csc = CscMatrix<double, int32_t, int32_t, Space>;
using Vector = Kokkos::View<double*, Space>;
using Dense = Kokkos::View<double**, Kokkos::LayoutRight, Space>;

struct Case {
  const char* what;
  Status status;
  const char* argument;
  std::vector<const char*> words;  ///< of the message
  std::function<void()> call;
};

void expect_refusals(const char* operation, std::vector<Case> cases) {
  for (Case& c : cases) {
    SCOPED_TRACE(c.what);
    c.words.insert(c.words.end(), {operation, "expected"});
    expect_error(c.status, c.argument, c.words, c.call);
  }
}

constexpr Status invalid = Status::invalid_value, refused = Status::not_supported,
                 type = Status::matrix_type_not_supported;
constexpr Op N = Op::none, transpose = Op::transpose, adjoint = Op::conjugate_transpose;
constexpr MatrixProperties in_order{.sorted = true, .unique = true};

/// A is 3 x 5.
class OperatorArguments : public ::testing::Test {
 protected:
  static Csr csr(int64_t rows, int64_t cols, MatrixProperties properties = in_order) {
    return make_csr<T>(Entries<double>{{0, 0, 1}, {1, 1, 2}, {2, 2, 3}}, rows, cols, properties);
  }
  static Csc csc(int64_t rows, int64_t cols, MatrixProperties properties = in_order) {
    return make_csc<T>(Entries<double>{{0, 0, 1}, {1, 1, 2}, {2, 2, 3}}, rows, cols, properties);
  }
  static MatrixProperties of_type(MatrixType matrix_type) {
    return {.type = matrix_type, .sorted = true, .unique = true};
  }
  Vector part(int64_t begin, int64_t length) const {
    return Vector(memory.data() + begin, std::size_t(length));
  }
  Dense block(int64_t begin, int64_t rows, int64_t cols) const {
    return Dense(memory.data() + begin, std::size_t(rows), std::size_t(cols));
  }

  Device exec;
  decltype(semirings::plus_times<double>()) semiring = semirings::plus_times<double>();
  Csr A = csr(3, 5);
  Vector memory{"memory", 100}, x{"x", 5}, y{"y", 3};
};

TEST_F(OperatorArguments, spmv_op) {
  const auto call = [&](Op op, const auto& matrix, const Vector& in, const Vector& out) {
    return [=, this] { spmv_op(exec, op, semiring, matrix, in, out); };
  };
  const auto masked = [&](const Vector& flags, const Vector& out) {
    return [=, this] {
      spmv_op(exec, N, semiring, A, x, out, ProductOutput{}.with_mask(mask_by_value(flags)));
    };
  };
  expect_refusals(
      "spmv_op",
      {{"x", invalid, "x", {"length 3", "length 5, the columns of op(A)"}, call(N, A, y, y)},
       {"y", invalid, "y", {"length 5", "length 3, the rows of op(A)"}, call(N, A, x, x)},
       {"x of a transpose",
        invalid,
        "x",
        {"length 5", "length 3"},
        call(transpose, csc(3, 5), x, x)},
       {"overlap", invalid, "x", {"shared with y"}, call(N, A, part(0, 5), part(4, 3))},
       {"in place", invalid, "x", {"shared with y"}, call(N, csr(3, 3), y, y)},
       {"rows not stored",
        refused,
        "A",
        {"Csr with op transpose", "csr_to_csc"},
        call(transpose, A, y, x)},
       {"nor their conjugates",
        refused,
        "A",
        {"Csr with op conjugate_transpose"},
        call(adjoint, A, y, x)},
       {"rows of Csc", refused, "A", {"Csc with op none", "csc_to_csr"}, call(N, csc(3, 5), x, y)},
       {"symmetric",
        type,
        "A",
        {"symmetric", "expand_to_general"},
        call(N, csr(3, 3, of_type(MatrixType::symmetric)), part(0, 3), y)},
       {"triangular",
        type,
        "A",
        {"triangular"},
        call(N, csr(3, 3, of_type(MatrixType::triangular)), part(0, 3), y)},
       {"mask",
        invalid,
        "mask",
        {"4 x 1", "3 x 1, the size of the result"},
        masked(Vector("flags", 4), y)},
       {"mask overlaps",
        invalid,
        "mask",
        {"shared with the result", "or exactly the same"},
        masked(part(1, 3), part(0, 3))}});
  EXPECT_NO_THROW(masked(y, y)()) << "the output itself";
}

TEST_F(OperatorArguments, spmm_op) {
  const auto call = [&](Op op_a, Op op_b, const auto& matrix, const auto& b, const auto& c) {
    return [=, this] { spmm_op(exec, op_a, op_b, semiring, matrix, b, c); };
  };
  const auto masked = [&](const auto& mask) {
    return [=, this] {
      spmm_op(exec, N, semiring, A, Dense("B", 5, 4), block(0, 3, 4),
              ProductOutput{}.with_mask(mask));
    };
  };
  const Dense b("B", 5, 4), c("C", 3, 4);
  using Strided = Kokkos::View<double**, Kokkos::LayoutStride, Space>;
  const Strided same_entries(memory.data(), Kokkos::LayoutStride(3, 0, 4, 1));
  const Kokkos::View<double**, Kokkos::LayoutLeft, Space> by_columns(memory.data(), 3, 4);
  expect_refusals(
      "spmm_op",
      {{"B", invalid, "B", {"3 x 4", "5 rows, the columns of op(A)"}, call(N, N, A, c, c)},
       {"B transposed", invalid, "B", {"5 x 4", "5 columns"}, call(N, transpose, A, b, c)},
       {"C", invalid, "C", {"5 x 4", "3 x 4, the size of the product"}, call(N, N, A, b, b)},
       {"C's width", invalid, "C", {"3 x 2", "3 x 4"}, call(N, N, A, b, Dense("C", 3, 2))},
       {"overlap", invalid, "B", {"shared with C"}, call(N, N, A, block(0, 5, 4), block(19, 3, 4))},
       {"C's entries", invalid, "C", {"stride of 0"}, call(N, N, A, b, same_entries)},
       {"rows not stored", refused, "A", {"Csr with op transpose"}, call(transpose, N, A, c, b)},
       {"hermitian",
        type,
        "A",
        {"hermitian"},
        call(N, N, csr(3, 3, of_type(MatrixType::hermitian)), c, Dense("C", 3, 4))},
       {"flags", invalid, "mask", {"4 x 3", "3 x 4"}, masked(mask_by_value(Dense("flags", 4, 3)))},
       {"flags overlap", invalid, "mask", {"the result"}, masked(mask_by_value(block(1, 3, 4)))},
       {"flags of other entries",
        invalid,
        "mask",
        {"the result"},
        masked(mask_by_value(by_columns))},
       {"pattern", invalid, "mask", {"3 x 5", "3 x 4"}, masked(mask_by_structure(A))},
       {"unsorted pattern",
        invalid,
        "mask",
        {"not flagged sorted", "sort_entries"},
        masked(mask_by_structure(csr(3, 4, {})))},
       {"symmetric pattern", type, "mask", {"symmetric"}, [&] {
          spmm_op(
              exec, N, semiring, csr(3, 3), Dense("B", 3, 3), Dense("C", 3, 3),
              ProductOutput{}.with_mask(mask_by_value(csr(3, 3, of_type(MatrixType::symmetric)))));
        }}});
}

TEST_F(OperatorArguments, sddmm_op) {
  const auto call = [&](Op op_a, Op op_b, const Dense& a, const Dense& b, const Csr& c) {
    return [=, this] { sddmm_op(exec, op_a, op_b, semiring, a, b, c); };
  };
  const Dense a("A", 3, 2), b("B", 2, 5);
  const Csr within(3, 5, A.row_offsets(), A.col_indices(), part(10, 3));
  expect_refusals(
      "sddmm_op",
      {{"A", invalid, "A", {"2 x 5", "3 x 5, the rows of C"}, call(N, N, b, b, A)},
       {"A transposed",
        invalid,
        "A",
        {"5 x 2", "5 x 3"},
        call(transpose, N, Dense("A", 5, 2), b, A)},
       {"B's rows",
        invalid,
        "B",
        {"3 x 5", "2 x 5, the columns of op(A)"},
        call(N, N, a, Dense("B", 3, 5), A)},
       {"B's columns", invalid, "B", {"2 x 4", "2 x 5"}, call(N, N, a, Dense("B", 2, 4), A)},
       {"B transposed", invalid, "B", {"2 x 5", "5 x 2"}, call(N, transpose, a, b, A)},
       {"A in C", invalid, "A", {"shared with C"}, call(N, N, block(5, 3, 2), b, within)},
       {"B in C", invalid, "B", {"shared with C"}, call(N, N, a, block(12, 2, 5), within)},
       {"triangular",
        type,
        "C",
        {"triangular"},
        call(N, N, a, Dense("B", 2, 3), csr(3, 3, of_type(MatrixType::triangular)))},
       {"mask", invalid, "mask", {"2 x 5", "3 x 5"}, [&] {
          sddmm_op(exec, N, N, semiring, a, b, A, ProductOutput{}.with_mask(mask_by_value(b)));
        }}});
}

TEST_F(OperatorArguments, masked_spgemm) {
  const auto call = [&](Op op_a, Op op_b, const auto& a, const auto& b, const Csr& c) {
    return [=, this] { masked_spgemm(exec, op_a, op_b, semiring, a, b, c); };
  };
  const Csr B = csr(4, 5), C = csr(3, 4);
  const Csr shifted(3, 4, C.row_offsets(), C.col_indices(), part(0, 3), in_order);
  const Csr overlapping(3, 4, C.row_offsets(), C.col_indices(), part(1, 3), in_order);
  const Csr other = csr(3, 4);
  const Csr same_values(3, 4, other.row_offsets(), other.col_indices(), part(1, 3), in_order);
  const Csr repeated(3, 4, C.row_offsets(), C.col_indices(), part(1, 3), {.sorted = true});
  const auto by_value = [&](const Csr& c, const Csr& mask) {
    return [=, this] {
      masked_spgemm(exec, N, transpose, semiring, A, B, c,
                    ProductOutput{}.with_mask(mask_by_value(mask)));
    };
  };
  expect_refusals(
      "masked_spgemm",
      {{"A's rows", invalid, "A", {"4 x 5", "3 x 5", "rows of C"}, call(N, transpose, B, B, C)},
       {"B's columns", invalid, "B", {"5 x 3", "5 x 4"}, call(N, transpose, A, A, C)},
       {"depth", invalid, "B", {"6 x 4", "5 x 4"}, call(N, N, A, csc(6, 4), C)},
       {"A by columns",
        refused,
        "A",
        {"Csc with op none", "Csr with op none or Csc"},
        call(N, transpose, csc(3, 5), B, C)},
       {"depth of B by rows", invalid, "B", {"6 x 4", "5 x 4"}, call(N, N, A, csr(6, 4), C)},
       {"A unsorted",
        invalid,
        "A",
        {"not flagged sorted"},
        call(N, transpose, csr(3, 5, {.unique = true}), B, C)},
       {"B not unique",
        invalid,
        "B",
        {"not flagged unique"},
        call(N, transpose, A, csr(4, 5, {.sorted = true}), C)},
       {"A symmetric",
        type,
        "A",
        {"symmetric"},
        call(N, transpose, csr(3, 3, of_type(MatrixType::symmetric)), csr(3, 3), csr(3, 3))},
       {"B triangular",
        type,
        "B",
        {"triangular"},
        call(N, transpose, csr(3, 3), csr(3, 3, of_type(MatrixType::triangular)), csr(3, 3))},
       {"C hermitian",
        type,
        "C",
        {"hermitian"},
        call(N, transpose, csr(3, 3), csr(3, 3), csr(3, 3, of_type(MatrixType::hermitian)))},
       {"C is A", invalid, "A.values()", {"shared with C"}, call(N, transpose, C, csr(4, 4), C)},
       {"C is B",
        invalid,
        "B.values()",
        {"shared with C"},
        [&] {
          const Csr square = csr(3, 3);
          masked_spgemm(exec, N, transpose, semiring, csr(3, 3), square, square);
        }},
       {"mask",
        invalid,
        "mask",
        {"4 x 5", "3 x 4"},
        [&] {
          masked_spgemm(exec, N, transpose, semiring, A, B, C,
                        ProductOutput{}.with_mask(mask_by_structure(B)));
        }},
       {"mask's values",
        invalid,
        "mask",
        {"shared with the result"},
        by_value(overlapping, shifted)},
       {"mask's places",
        invalid,
        "mask",
        {"shared with the result"},
        by_value(overlapping, same_values)},
       {"mask's repeated places",
        invalid,
        "mask",
        {"shared with the result"},
        by_value(repeated, repeated)}});
  EXPECT_NO_THROW(by_value(overlapping, overlapping)()) << "the output itself";
}

TEST_F(OperatorArguments, calls_are_logged_with_their_kernel) {
  std::string text;
  set_log_callback([&](LogKind, std::string_view message) { text += message; });
  set_log_mask(int(LogKind::trace));
  spmv_op(exec, N, semiring, A, x, y);
  sddmm_op(exec, N, N, semiring, Dense("A", 3, 2), Dense("B", 2, 5), csr(3, 5));
  set_log_mask(0);
  set_log_callback({});
  EXPECT_NE(text.find("spmv_op_generic, 3 x 5, nnz 3, 1 columns"), std::string::npos) << text;
  EXPECT_NE(text.find("sddmm_op_generic, 3 x 5, nnz 3, 2 columns"), std::string::npos) << text;
}

TEST_F(OperatorArguments, nothing_is_allocated_or_waited_for) {
  const auto L = make_csr<T>(ragged_entries<double>(300, 300, 42, 1), 300, 300, in_order);
  const Csr C = L.with_values(Vector("values", std::size_t(L.nnz())));
  const Vector in("x", 300), out("y", 300);
  const Dense left("A", 300, 7), right("B", 7, 300), product("C", 300, 7);
  const auto all = [&] {
    spmv_op(exec, N, semiring, L, in, out, ProductOutput{}.with_mask(mask_by_value(in)));
    spmm_op(exec, N, semiring, L, left, product);
    sddmm_op(exec, N, N, semiring, product, right, C);
    masked_spgemm(exec, N, transpose, semiring, L, L, C,
                  ProductOutput{}.with_mask(mask_by_value(L)));
  };
  all();
  exec.fence();
  const EventCounts counts;
  all();
  EXPECT_EQ(counts.allocations(), 0) << counts.last_allocation();
  EXPECT_EQ(counts.fences(), 0);
  EXPECT_EQ(counts.copies(), 0);
}

}  // namespace
}  // namespace filigree::test
