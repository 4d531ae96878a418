// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <thread>
#include <vector>

namespace filigree::test {

/// f(i) for i in [0, count), shared among the host's threads where `operations` of all of them
/// together are worth the start of a thread. f must not use GoogleTest's EXPECT or ASSERT.
template <class F>
void for_each_by_threads(std::int64_t count, std::int64_t operations, const F& f) {
  constexpr std::int64_t worth_a_thread = 1 << 16;  // about a millisecond in long double
  const auto threads = std::min({count, operations / worth_a_thread,
                                 std::int64_t(std::max(1u, std::thread::hardware_concurrency()))});
  const auto share = [&](std::int64_t first) {
    for (std::int64_t i = first; i < count; i += std::max<std::int64_t>(1, threads)) f(i);
  };
  std::vector<std::thread> others;
  for (std::int64_t t = 1; t < threads; ++t) others.emplace_back(share, t);
  share(0);
  for (auto& thread : others) thread.join();
}

}  // namespace filigree::test
