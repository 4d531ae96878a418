// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string_view>
#include <vector>

#include <filigree/spmm.hpp>
#include <filigree/spmv.hpp>

#include "spmv/expect_error.hpp"
#include "spmv/spmv_support.hpp"

/// A product of a Hyb matrix runs its two parts one after the other: what the second one refuses
/// must be found before the first one changes the result.

namespace filigree::test {
namespace {

using Exec = Kokkos::DefaultExecutionSpace;
using Space = Exec::memory_space;
using I32 = std::int32_t;

constexpr std::int64_t size = 3;

/// An entry on the diagonal of each row, and one more in coordinates, in the row that is given.
template <class T>
HybMatrix<T, I32, Space> diagonal_and_one(I32 row) {
  const EllMatrix<T, I32, Space> ell(size, size, size, 1, size,
                                     upload<Space>(std::vector<I32>{0, 1, 2}),
                                     upload<Space>(std::vector<T>(3, narrow<T>(1))));
  const CooMatrix<T, I32, Space> coo(size, size, upload<Space>(std::vector<I32>{row}),
                                     upload<Space>(std::vector<I32>{0}),
                                     upload<Space>(std::vector<T>(1, narrow<T>(2))));
  return {ell, coo};
}

template <class T>
Kokkos::View<T*, Space> filled(const T& value) {
  return upload<Space>(std::vector<T>(std::size_t(size), value));
}

/// A plan whose parts insist on tuned kernels, as Backend::tuned makes it where there are some for
/// both formats: made by hand, so that a host has one too.
auto insisting_plan(const Exec& exec, const HybMatrix<float, I32, Space>& A) {
  const auto stored = detail::stored_pattern(A);
  const auto scalar = detail::scalar_kind<float>;
  detail::SpmvHybPlanState<Exec, I32> state;
  state.ell = detail::make_plan(exec, Op::none, stored.ell, scalar, {});
  state.coo = detail::make_plan(exec, Op::none, stored.coo, scalar, {.backend = Backend::tuned});
  return state;
}

template <class X, class Y>
auto operands(const HybMatrix<float, I32, Space>& A, const Kokkos::View<X*, Space>& x,
              const Kokkos::View<Y*, Space>& y) {
  return detail::checked_operands(
      "spmv", Exec(), Op::none, 1, A, x, 0, y, y,
      detail::no_reductions<HybMatrix<float, I32, Space>, Kokkos::View<X*, Space>,
                            Kokkos::View<Y*, Space>>());
}

TEST(HybErrors, types_without_a_kernel_for_the_coordinates) {
  const Exec exec;
  const auto A = diagonal_and_one<float>(1);
  const auto plan = insisting_plan(exec, A);
  const auto stored = detail::stored_pattern(A);
  const auto x = filled(complex_float(5, 1)), y = filled(complex_float(7, 3));
  expect_error(Status::not_supported, "complex_float",
               [&] { detail::run_plan(exec, plan, stored, operands(A, x, y)); });
  EXPECT_EQ(download(y), std::vector(3, complex_float(7, 3))) << "after an error";

  const auto real_x = filled(5.0F), real_y = filled(7.0F);
  detail::run_plan(exec, plan, stored, operands(A, real_x, real_y));
  EXPECT_EQ(download(real_y), (std::vector{5.0F, 15.0F, 5.0F}));
}

/// Counts what is allocated after a kernel of the Ell part, which changes the result, began: where
/// that fails, it is too late. One at a time.
class LateAllocations {
 public:
  explicit LateAllocations(const char* kernel) {
    kernel_ = kernel;
    began_ = false;
    count_ = 0;
    using namespace Kokkos::Tools::Experimental;
    set_begin_parallel_for_callback([](const char* name, std::uint32_t, std::uint64_t*) {
      began_ = began_ || kernel_ == std::string_view(name);
    });
    set_allocate_data_callback([](Kokkos_Profiling_SpaceHandle, const char*, const void*,
                                  std::uint64_t bytes) { count_ += began_ && bytes > 0 ? 1 : 0; });
  }
  ~LateAllocations() {
    using namespace Kokkos::Tools::Experimental;
    set_begin_parallel_for_callback(nullptr);
    set_allocate_data_callback(nullptr);
  }
  LateAllocations(const LateAllocations&) = delete;
  LateAllocations& operator=(const LateAllocations&) = delete;

  static bool began() { return began_; }
  static int count() { return count_; }

 private:
  static inline std::string_view kernel_;
  static inline bool began_ = false;
  static inline int count_ = 0;
};

template <class Product>
void expect_early_allocations(const char* kernel, const Product& product) {
  product();  // Kokkos grows its own scratch memory at first use
  Exec().fence();
  const LateAllocations events(kernel);
  product();
  EXPECT_TRUE(events.began());
  EXPECT_EQ(events.count(), 0);
}

/// One-shot products that need a plan of the coordinates.
TEST(HybErrors, one_shot_products_allocate_before_they_write) {
  const Exec exec;
  const auto A = diagonal_and_one<double>(1);
  const auto A16 = diagonal_and_one<half>(1);
  const auto x = filled(5.0), y = filled(7.0);
  const auto x16 = filled(narrow<half>(5)), y16 = filled(narrow<half>(7));
  expect_early_allocations("filigree::spmv::ell", [&] {
    spmv(exec, Op::none, 1.0, A, x, 0.0, y, {.deterministic = true, .backend = Backend::generic});
  });
  expect_early_allocations("filigree::spmv::ell", [&] {
    spmv(exec, Op::none, 1.0F, A16, x16, 0.0F, y16, {.backend = Backend::generic});
  });

  const Kokkos::View<double**, Kokkos::LayoutRight, Space> B("B", size, 2), C("C", size, 2);
  expect_early_allocations("filigree::spmm::generic", [&] {
    spmm(exec, Op::none, 1.0, A, B, 0.0, C, {.deterministic = true, .backend = Backend::generic});
  });
}

}  // namespace
}  // namespace filigree::test
