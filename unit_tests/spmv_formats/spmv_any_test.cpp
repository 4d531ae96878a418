// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert_any.hpp>

#include "spmv/expect_error.hpp"
#include "spmv/spmv_matrix_test.hpp"

/// Products of matrices whose format is known at run time.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;
using I64 = std::int64_t;

template <class View>
void negate(const Exec& exec, const View& values) {
  Kokkos::parallel_for(
      "negate", Kokkos::RangePolicy<Exec>(exec, 0, values.extent(0)),
      KOKKOS_LAMBDA(const int k) { values(k) = -values(k); });
}

/// Scalars, indices and offsets, each of them in some case.
template <class S, class I, class O>
struct Case {
  using Scalar = S;
  using Csr = CsrMatrix<S, I, O, Space>;
  using Any = AnyMatrix<S, I, O, Space>;
};

template <class T>
class SpmvAny : public ::testing::Test {
 protected:
  using S = typename T::Scalar;
  using Any = typename T::Any;
  using Vector = std::vector<S>;

  static Any in_format(const Exec& exec, const Any& csr, Format format) {
    if (format != Format::bsrx) return csr.convert_to(exec, format);
    const Any blocks = csr.convert_to(exec, Format::bsr);
    return typename Any::template container_t<Format::bsrx>(blocks.template get<Format::bsr>());
  }

  void expect_right(const Triplets& triplets, const MatrixProperties& properties, const Any& A,
                    Op op) const {
    SCOPED_TRACE(std::string(name(A.format())) + ", " + describe(op, properties));
    std::mt19937 random(11);
    const bool transposed = op != Op::none;
    const auto x = random_vector<S>(random, transposed ? A.num_rows() : A.num_cols());
    const auto y = random_vector<S>(random, transposed ? A.num_cols() : A.num_rows());
    const auto expected = reference_product(op, triplets, properties, 2, x, -1, y);
    const auto x_view = upload<Space>(x);

    const auto plan = spmv_plan(exec, op, A);
    const auto expected_kernel =
        A.visit([&](const auto& held) { return spmv_plan(exec, op, held).kernel(); });
    EXPECT_EQ(plan.kernel().name, expected_kernel.name);
    EXPECT_EQ(plan.op(), op);
    EXPECT_FALSE(plan.explain().text().empty());
    const auto planned = upload<Space>(y), one_shot = upload<Space>(y);
    EXPECT_EQ(plan.apply(exec, S(2), A, x_view, S(-1), planned).name, expected_kernel.name);
    EXPECT_TRUE((is_close<S, S>(download(planned), expected)));
    spmv(exec, op, S(2), A, x_view, S(-1), one_shot);
    EXPECT_TRUE((is_close<S, S>(download(one_shot), expected)));
  }

  const Exec exec{};
};

using Cases = ::testing::Types<Case<double, I32, I32>, Case<complex_float, I32, I64>>;
TYPED_TEST_SUITE(SpmvAny, Cases);

TYPED_TEST(SpmvAny, every_format) {
  using S = typename TypeParam::Scalar;
  std::mt19937 random(3);
  for (const MatrixType type : {MatrixType::general, MatrixType::hermitian})
    for (const auto& [rows, cols] : {std::pair{90, 70}, {70, 70}, {0, 5}}) {
      if (type != MatrixType::general && rows != cols) continue;
      const auto triplets = random_triplets<S>(random, {rows, cols, 5});
      const MatrixProperties properties{.index_base = IndexBase::one, .type = type, .sorted = true};
      const typename TypeParam::Any csr =
          MatrixFrom<typename TypeParam::Csr>::make(triplets, properties, Order::sorted);
      for (const Format format : all_formats) {
        const auto A = this->in_format(this->exec, csr, format);
        ASSERT_EQ(A.format(), format);
        A.visit([&](const auto& held) { EXPECT_EQ(name(format), held.format_name); });
        for (const Op op : all_ops) this->expect_right(triplets, properties, A, op);
      }
    }
}

TYPED_TEST(SpmvAny, a_plan_is_for_one_format) {
  using S = typename TypeParam::Scalar;
  std::mt19937 random(5);
  const auto triplets = random_triplets<S>(random, {40, 40, 4});
  const typename TypeParam::Any csr =
      MatrixFrom<typename TypeParam::Csr>::make(triplets, {}, Order::sorted);
  const auto x = upload<Space>(random_vector<S>(random, 40));
  const auto start = random_vector<S>(random, 40);
  for (const Format format : {Format::csc, Format::coo, Format::ell, Format::bsr, Format::hyb}) {
    SCOPED_TRACE(name(format));
    const auto other = this->in_format(this->exec, csr, format);
    const auto y = upload<Space>(start);
    for (const bool planned_for_csr : {true, false}) {
      const auto plan = spmv_plan(this->exec, Op::none, planned_for_csr ? csr : other);
      try {
        plan.apply(this->exec, S(1), planned_for_csr ? other : csr, x, S(0), y);
        ADD_FAILURE() << "nothing was thrown";
      } catch (const Error& error) {
        EXPECT_EQ(error.status(), Status::stale_plan) << error.what();
      }
      EXPECT_EQ(download(y), start) << "after an error";
    }
  }
}

TYPED_TEST(SpmvAny, values_may_change_and_be_constant) {
  using S = typename TypeParam::Scalar;
  std::mt19937 random(7);
  auto triplets = random_triplets<S>(random, {50, 60, 4});
  const typename TypeParam::Any csr =
      MatrixFrom<typename TypeParam::Csr>::make(triplets, {}, Order::sorted);
  const auto A = csr.convert_to(this->exec, Format::ell);
  const auto plan = spmv_plan(this->exec, Op::none, A);
  const auto values = A.template get<Format::ell>().values();
  negate(this->exec, values);
  for (Entry& entry : triplets.entries) entry.value = -entry.value;
  const auto x = random_vector<S>(random, 60);
  const auto y = upload<Space>(std::vector<S>(50, poison<S>()));
  const AnyMatrix<const S, typename TypeParam::Any::index_type,
                  typename TypeParam::Any::offset_type, Space>
      constant = A;
  plan.apply(this->exec, S(1), constant, upload<Space>(x), S(0), y);
  const auto expected =
      reference_product(Op::none, triplets, {}, 1, x, 0, std::vector<S>(50, S(0)));
  EXPECT_TRUE((is_close<S, S>(download(y), expected)));
}

TYPED_TEST(SpmvAny, is_converted_like_a_prototype) {
  using S = typename TypeParam::Scalar;
  using Any = typename TypeParam::Any;
  std::mt19937 random(9);
  const auto triplets = random_triplets<S>(random, {50, 60, 4});
  const Any csr = MatrixFrom<typename TypeParam::Csr>::make(
      triplets, {.index_base = IndexBase::one, .sorted = true}, Order::sorted);
  EXPECT_EQ(csr.format(), Format::csr);
  const auto blocks = csr.convert_like(
      this->exec, Any::prototype(Format::bsr, {.block = BlockLayout{2, 5, BlockOrder::col_major}}));
  EXPECT_EQ(blocks.format(), Format::bsr);
  EXPECT_EQ(blocks.index_base(), IndexBase::zero) << "the prototype's";
  const auto held = blocks.template get<Format::bsr>();
  EXPECT_EQ(held.block(), (BlockLayout{2, 5, BlockOrder::col_major}));
  // A matrix with rows is a prototype too, also one of other types.
  const auto slices = csr.convert_to(this->exec, Format::sell,
                                     {.parameters = {.slice_size = 7, .sort_window = 14}});
  const auto like_it = blocks.convert_like(this->exec, slices);
  EXPECT_EQ(like_it.parameters(), slices.parameters());
  EXPECT_EQ(like_it.template get<Format::sell>().slice_size(), 7);
  EXPECT_TRUE(like_it.template get<Format::sell>().is_permuted());
  EXPECT_EQ(like_it.index_base(), IndexBase::one);
  this->expect_right(triplets, like_it.properties(), like_it, Op::none);

  expect_error(Status::invalid_value, "format csr", [&] { slices.template get<Format::csr>(); });
  expect_error(Status::not_supported, "bsrx", [&] { csr.convert_to(this->exec, Format::bsrx); });
}

}  // namespace
}  // namespace filigree::test
