// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstring>
#include <type_traits>

#include "spgemm_support.hpp"

/// One pattern and one set of bits with any number of threads; one pattern on device and host.

namespace filigree::test {
namespace {

using Host = Kokkos::DefaultHostExecutionSpace;

/// C's arrays, on the host.
struct Result {
  std::vector<std::int32_t> offsets, columns;
  std::vector<double> values;
  bool is_right = false;
};

/// Values whose sums round.
Operand with_rounding_values(Operand operand, int seed) {
  int number = seed;
  for (Entry& e : operand.stored.entries) e.value = 1.0 / double(1 + (number += 7) % 97);
  return operand;
}

template <class Exec>
Result product(const Exec& exec, const Operand& A, const Operand& B, Backend backend) {
  using Matrix = CsrMatrix<double, std::int32_t, std::int32_t, typename Exec::memory_space>;
  const auto a = make<Matrix>(A), b = make<Matrix>(B);
  const auto C = spgemm(exec, Op::none, Op::none, 0.7, a, b, {.backend = backend});
  exec.fence();
  return {download(C.row_offsets()), download(C.col_indices()), download(C.values()),
          bool(is_product<double>(C, sparse_product(0.7, A, B)))};
}

std::vector<std::pair<Operand, Operand>> products() {
  Operand unsorted = random_operand<double>(300, 400, 7, 5, true);
  unsorted.order = Order::shuffled;
  return {{random_operand<double>(200, 300, 5, 6, true), unsorted},
          {skewed(300, 400, 400, 1), skewed(400, 3000, 2000, 2)},
          {stencil27(6), stencil27(6)},
          {random_operand<double>(500, 500, 6, 3), random_operand<double>(500, 500, 6, 4)}};
}

/// Instances with 1, 2 and 8 threads where the host's execution space has such, or as it is.
template <class F>
void for_each_number_of_threads(const F& f) {
  if constexpr (std::is_constructible_v<Host, int>)
    for (const int threads : {1, 2, 8}) f(Host(threads), threads);
  else
    f(Host(), 1);
}

TEST(SpgemmThreads, same_bits_with_one_two_and_eight) {
  for (const auto& [A, B] : products())
    for (const Backend backend : {Backend::generic, Backend::automatic}) {
      const Operand a = with_rounding_values(A, 1), b = with_rounding_values(B, 2);
      Result first;
      for_each_number_of_threads([&](const Host& exec, int threads) {
        const Result now = product(exec, a, b, backend);
        EXPECT_TRUE(now.is_right) << threads << " threads";
        if (first.values.empty()) first = now;
        EXPECT_EQ(now.offsets, first.offsets) << threads << " threads";
        EXPECT_EQ(now.columns, first.columns) << threads << " threads";
        ASSERT_EQ(now.values.size(), first.values.size());
        EXPECT_EQ(std::memcmp(now.values.data(), first.values.data(),
                              first.values.size() * sizeof(double)),
                  0)
            << threads << " threads";
      });
    }
}

TEST(SpgemmThreads, device_and_host_have_one_pattern) {
  for (const auto& [A, B] : products()) {
    const Operand a = with_rounding_values(A, 1), b = with_rounding_values(B, 2);
    const Result host = product(Host(), a, b, Backend::automatic);
    const Result device = product(Kokkos::DefaultExecutionSpace(), a, b, Backend::automatic);
    EXPECT_TRUE(host.is_right);
    EXPECT_TRUE(device.is_right);
    EXPECT_EQ(device.offsets, host.offsets);
    EXPECT_EQ(device.columns, host.columns);
  }
}

}  // namespace
}  // namespace filigree::test
