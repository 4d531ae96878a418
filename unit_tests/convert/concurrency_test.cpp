// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/convert.hpp>
#include <filigree/validate.hpp>

#include <atomic>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include <core/thread_instances.hpp>
#include <format/test_matrix.hpp>

namespace filigree::test {
namespace {

using T = Types<Device, double, int32_t, int64_t>;

constexpr int num_threads = 4;
constexpr int num_rounds = 10;

/// Runs `work(thread, exec)` in several threads at once, each with an instance of its own.
template <class Work>
void in_threads(Work work) {
  const auto instances = thread_instances<T::Exec>(num_threads);
  std::vector<std::thread> threads;
  for (int thread = 0; thread < num_threads; ++thread)
    threads.emplace_back(work, thread, instances[std::size_t(thread)]);
  for (std::thread& thread : threads) thread.join();
}

template <class S>
bool equal(const Entries<S>& a, const Entries<S>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](const auto& x, const auto& y) {
    return x.row == y.row && x.column == y.column && same_bits(x.value, y.value);
  });
}

// One matrix, one conversion object, many threads, each with values of its own.
TEST(ConversionConcurrency, OneConversionManyThreads) {
  const auto entries = sorted_by_row(random_entries<double>(200, 300, 5000, true, 1));
  const auto A = make_csr<T>(entries, 200, 300);
  const CsrToCsc conversion(T::Exec{}, A);
  const auto from = entries_of(conversion.permutation());
  const auto value = [](std::size_t k, int thread, int round) {
    return double(k) + 10000.0 * (thread + num_threads * round);
  };
  // Made here: the arrays' copies and fills use the default instance.
  std::vector<Kokkos::View<double*, T::Space>> values, results;
  for (int i = 0; i < num_threads * num_rounds; ++i) {
    std::vector<double> of_round(entries.size());
    for (std::size_t k = 0; k < of_round.size(); ++k)
      of_round[k] = value(k, i % num_threads, i / num_threads);
    values.push_back(array<T::Space>(of_round));
    results.push_back(poisoned<double, T::Space>(int64_t(entries.size())));
  }
  in_threads([&](int thread, const T::Exec& exec) {
    for (int round = 0; round < num_rounds; ++round) {
      const auto i = std::size_t(thread + num_threads * round);
      conversion.apply(exec, values[i], results[i]);
    }
    exec.fence();
  });
  int wrong = 0;
  for (int i = 0; i < num_threads * num_rounds; ++i) {
    const auto found = entries_of(results[std::size_t(i)]);
    for (std::size_t k = 0; k < found.size(); ++k)
      wrong += found[k] != value(std::size_t(from[k]), i % num_threads, i / num_threads);
  }
  EXPECT_EQ(wrong, 0);
}

// Whole conversions of one matrix, sharing nothing but it.
TEST(ConversionConcurrency, ConversionsSideBySide) {
  const auto entries = random_entries<double>(150, 120, 6000, true, 2);
  const auto A = make_coo<T>(entries, 150, 120);
  const auto by_row = sorted_by_row(entries), by_column = sorted_by_column(entries);
  std::atomic<int> wrong{0};
  in_threads([&](int, const T::Exec& exec) {
    for (int round = 0; round < num_rounds; ++round) {
      const auto csr = coo_to_csr<int64_t>(exec, A);
      const auto csc = csr_to_csc(exec, csr);
      wrong += !equal(by_row, entries_of(csr));
      wrong += !equal(by_column, entries_of(csc));
      wrong += !validate(exec, csc, {.order = Check::always, .duplicates = Check::always}).ok;
      wrong += !equal(by_row, entries_of(csc_to_csr(exec, csc)));
    }
  });
  EXPECT_EQ(wrong, 0);
}

}  // namespace
}  // namespace filigree::test
