// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/convert_any.hpp>
#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>
#include <filigree/dense.hpp>
#include <filigree/permutation.hpp>
#include <filigree/prune.hpp>
#include <filigree/validate.hpp>

#include "each_allocation.hpp"

/// Conversions, sorts, pruning, copies and checks whose allocations fail.

namespace filigree::test {
namespace {

using I = std::int32_t;
using Csc = CscMatrix<double, I, I, Space>;
using Coo = CooMatrix<double, I, Space>;
using Ell = EllMatrix<double, I, Space>;
using Sell = SellMatrix<double, I, I, Space>;
using Hyb = HybMatrix<double, I, Space>;
using Dia = DiaMatrix<double, I, Space>;
using Hdia = HdiaMatrix<double, I, I, Space>;
using Bsr = BsrMatrix<double, I, I, Space>;
using Bsc = BscMatrix<double, I, I, Space>;
using BlockedEll = BlockedEllMatrix<double, I, Space>;
using CooAos = CooAosMatrix<double, I, Space>;

/// convert_to and the conversions that it may be made of.
constexpr std::string_view convert_steps =
    "convert_to validate cast_indices csr_to_coo coo_to_coo_aos coo_aos_to_coo coo_to_csr";

/// The entries of each row the other way round, and no flag that says otherwise.
Csr unsorted(const Csr& A) {
  const auto columns = entries_of(A.col_indices());
  const auto offsets = entries_of(A.row_offsets());
  auto turned = columns;
  for (std::size_t row = 0; row + 1 < offsets.size(); ++row)
    std::reverse(turned.begin() + offsets[row], turned.begin() + offsets[row + 1]);
  return {A.num_rows(), A.num_cols(), A.row_offsets(), array<Space>(turned), A.values(), {}};
}

TEST(AllocationFailure, transposition) {
  const Exec exec;
  const Csr A = test_matrix();
  const Watched watched(A);
  each_allocation_fails("csr_to_csc validate", watched, [&] { return csr_to_csc(exec, A); });
  each_allocation_fails(
      "CsrToCsc validate", watched, [&] { return CsrToCsc(exec, A); },
      [](std::string& bytes, const auto& made) {
        append(bytes, made.col_offsets());
        append(bytes, made.permutation());
      });
  const CsrToCsc transposition(exec, A);
  each_allocation_fails("CsrToCsc::apply", watched, [&] { return transposition.apply(exec, A); });
  const Csc B = csr_to_csc(exec, A);
  each_allocation_fails("csc_to_csr validate", Watched(B.values()),
                        [&] { return csc_to_csr(exec, B); });
}

TEST(AllocationFailure, coordinates) {
  const Exec exec;
  const Csr A = test_matrix();
  const Coo by_column = csc_to_coo(exec, csr_to_csc(exec, A));
  const Watched watched(by_column.row_indices(), by_column.col_indices(), by_column.values());
  each_allocation_fails("csr_to_coo validate", Watched(A), [&] { return csr_to_coo(exec, A); });
  for (const auto duplicates : {Duplicates::sum, Duplicates::reject})
    each_allocation_fails("coo_to_csr validate", watched,
                          [&] { return coo_to_csr(exec, by_column, {.duplicates = duplicates}); });
  each_allocation_fails("coo_to_csc validate", watched,
                        [&] { return coo_to_csc(exec, by_column); });
  each_allocation_fails("coo_to_coo_aos validate", watched,
                        [&] { return coo_to_coo_aos(exec, by_column); });
}

TEST(AllocationFailure, sorting) {
  const Exec exec;
  const Csr A = unsorted(test_matrix());
  const Coo entries = csc_to_coo(exec, csr_to_csc(exec, A));
  each_allocation_fails("sort_entries validate", Watched(A), [&] { return sort_entries(exec, A); });
  for (const CooOrder order : {CooOrder::by_row, CooOrder::by_column})
    each_allocation_fails("sort_entries validate", Watched(entries.values()),
                          [&] { return sort_entries(exec, entries, order); });
  const auto sorted = sort_entries(exec, A);
  each_allocation_fails("unsort_entries", Watched(sorted.matrix),
                        [&] { return unsort_entries(exec, sorted); });
}

TEST(AllocationFailure, symmetric_storage) {
  const Exec exec;
  const Csr A = test_matrix().with_properties(
      {.type = MatrixType::symmetric, .diagonal = DiagonalType::unit, .sorted = true});
  each_allocation_fails("expand_to_general validate", Watched(A),
                        [&] { return expand_to_general(exec, A); });
  const Coo entries = csr_to_coo(exec, A);
  each_allocation_fails("expand_to_general validate", Watched(entries.values()),
                        [&] { return expand_to_general(exec, entries); });
}

TEST(AllocationFailure, pruning) {
  const Exec exec;
  const Csr A = test_matrix();
  const Coo entries = csr_to_coo(exec, A);
  each_allocation_fails("prune validate", Watched(A),
                        [&] { return prune(exec, A, Percentage{40}); });
  each_allocation_fails("prune validate", Watched(entries.values()),
                        [&] { return prune(exec, entries, Threshold{1.5}); });
  each_allocation_fails("compress validate", Watched(A), [&] { return compress(exec, A, 1.5); });
  const auto counts = poisoned<I, Space>(A.num_rows());
  each_allocation_fails("count_kept validate", Watched(A).with_results(counts),
                        [&] { return count_kept(exec, A, Threshold{1.5}, counts); });
}

TEST(AllocationFailure, copies) {
  const Exec exec;
  const Csr A = test_matrix();
  const Sell sell = csr_to_sell(exec, A);
  const Watched watched(A);
  each_allocation_fails("copy_to", watched, [&] { return copy_to<Kokkos::HostSpace>(A); });
  each_allocation_fails("copy_to", watched, [&] { return copy_to<Kokkos::HostSpace>(sell); });
  each_allocation_fails("cast_indices", watched,
                        [&] { return cast_indices<std::int64_t>(exec, A, IndexBase::one); });
}

TEST(AllocationFailure, dense_matrices) {
  const Exec exec;
  const Csr A = test_matrix();
  const auto B = test_dense(40, 30);
  const Watched watched(B);
  each_allocation_fails("dense_to_csr DenseToSparse DenseToSparse::apply", watched,
                        [&] { return dense_to_csr(exec, B); });
  each_allocation_fails("dense_to_coo DenseToSparse DenseToSparse::apply", watched,
                        [&] { return dense_to_coo(exec, B, {.rule = Percentage{50}}); });
  const DenseToSparse<Csr> pattern(exec, B);
  each_allocation_fails("DenseToSparse::apply", watched, [&] { return pattern.apply(exec, B); });
  const auto counts = poisoned<I, Space>(30);
  each_allocation_fails("count_nonzeros", Watched(B).with_results(counts),
                        [&] { return count_nonzeros(exec, B, CountBy::column, counts); });
  const auto C = test_dense(60, 60);
  each_allocation_fails("csr_to_dense validate", Watched(A).with_results(C), [&] {
    csr_to_dense(exec, A, C);
    return C;
  });
  each_allocation_fails(
      "dense_to_blocked_ell dense_to_csr DenseToSparse DenseToSparse::apply csr_to_blocked_ell",
      watched, [&] { return dense_to_blocked_ell(exec, B, BlockedEllOptions{.block_size = 4}); });
}

/// There and back, in one call and by a plan.
template <class To>
class AllocationFailureOfFormat : public ::testing::Test {};
using Formats = ::testing::Types<Ell, Sell, Hyb, Dia, Hdia, Bsr, Bsc, BlockedEll, CooAos>;
TYPED_TEST_SUITE(AllocationFailureOfFormat, Formats);

TYPED_TEST(AllocationFailureOfFormat, there_and_back) {
  using To = TypeParam;
  const Exec exec;
  const Csr A = test_matrix(40);
  const Watched watched(A);
  detail::target_options_t<To> options;
  if constexpr (requires { options.sort_window; }) options.sort_window = all_rows;
  if constexpr (requires { options.block; }) options.block = BlockLayout{2, 3};
  if constexpr (requires { options.block_size; }) options.block_size = 4;
  if constexpr (requires { options.memory_limit_bytes; }) options.memory_limit_bytes = 1 << 20;
  each_allocation_fails(convert_steps, watched, [&] { return convert_to<To>(exec, A, options); });
  const To B = convert_to<To>(exec, A, options);
  each_allocation_fails(convert_steps, watched, [&] { return convert_to<Csr>(exec, B); });
  each_allocation_fails("validate", watched, [&] { return validate(exec, B).ok; });
  const auto digest = [](std::string& bytes, const auto& plan) { append(bytes, plan.places()); };
  if constexpr (detail::directly_convertible<Csr, To>) {
    each_allocation_fails(
        "ConversionPlan validate", watched, [&] { return conversion_plan<To>(exec, A, options); },
        digest);
    const auto plan = conversion_plan<To>(exec, A, options);
    each_allocation_fails("ConversionPlan::apply", watched, [&] { return plan.apply(exec, A); });
  }
}

TEST(AllocationFailure, format_named_at_run_time) {
  const Exec exec;
  const AnyMatrix A(test_matrix(40));
  for (const Format format : {Format::sell, Format::bsc, Format::coo_aos})
    each_allocation_fails(convert_steps, Watched(), [&] { return A.convert_to(exec, format); });
}

TEST(AllocationFailure, checks) {
  const Exec exec;
  const Csr A = unsorted(test_matrix());
  const Coo entries = csr_to_coo(exec, A);
  const ValidateOptions all{.order = Check::never, .duplicates = Check::always, .finite = true};
  const Watched watched(A);
  each_allocation_fails("validate", watched, [&] { return validate(exec, A, all).ok; });
  each_allocation_fails("validate", watched, [&] { return validate(exec, entries, all).ok; });
  const ValidateOptions order{.order = Check::always};
  each_allocation_fails("validate", watched, [&] { return validate(exec, A, order).message; });
}

}  // namespace
}  // namespace filigree::test
