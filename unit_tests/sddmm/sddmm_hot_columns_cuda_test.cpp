// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <initializer_list>

#include "frequent_columns.hpp"
#include "sddmm_cuda_support.hpp"

/// Planned products whose plan has the rows of frequent columns kept in the L2 cache: bit by bit
/// those of one-shot products, which know nothing of columns.

namespace filigree::test {
namespace {

using namespace sddmm_cuda;

template <class AB, class C, class Index, class Offset>
void test_bits(std::initializer_list<std::int64_t> inner_sizes, IndexBase base,
               std::int64_t batch = 1) {
  const SameBits<AB, Csr<C, Index, Offset>> products(frequent_columns(3), {base}, Order::sorted);
  ASSERT_GT(products.plan().state().prepared.hot_columns.extent(0), 0u);
  for (const std::int64_t inner : inner_sizes)
    for (const int variant : {0, 1}) products.test(inner, variant, batch);
}

/// Rows of 513 to 1024 bytes have kernels that know frequent columns, others have none.
TEST(SddmmHotColumnsCuda, bits) {
  test_bits<double, double, I32, I32>({64, 66, 90, 128, 130}, IndexBase::zero);
  test_bits<float, float, I64, I32>({132, 256}, IndexBase::one);
  test_bits<complex_float, complex_float, I32, I64>({66, 128}, IndexBase::one);
  test_bits<half, float, I32, I32>({264, 512}, IndexBase::zero);
}

TEST(SddmmHotColumnsCuda, bits_of_batches) {
  test_bits<double, double, I32, I32>({96}, IndexBase::one, 3);
}

TEST(SddmmHotColumnsCuda, sums) {
  SddmmTest<Exec, Csr<float>, float> test(frequent_columns(3), {}, Order::shuffled);
  EXPECT_GT(sddmm_plan(Exec(), test.pattern()).state().prepared.hot_columns.extent(0), 0u);
  const SddmmSetup setup{Op::none, Op::none, Layout::row_major, Layout::column_major, 132, 1};
  EXPECT_EQ(test.planned(setup, by_name).name, kernel);
}

TEST(SddmmHotColumnsCuda, are_known_to_plans_of_tuned_kernels_alone) {
  const auto C = MatrixFrom<Csr<float>>::make(frequent_columns(3), {IndexBase::one}, Order::sorted);
  const auto known = [&](Backend backend) {
    return sddmm_plan(Exec(), C, {.backend = backend}).state().prepared.hot_columns.extent(0);
  };
  EXPECT_EQ(known(Backend::tuned), std::size_t((C.num_cols() + 31) / 32));
  EXPECT_EQ(known(Backend::generic), 0u);
}

}  // namespace
}  // namespace filigree::test
