// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <vector>

#include <core/own_instance.hpp>

namespace filigree::test {

/// An instance for each of several threads.
template <class Exec>
std::vector<Exec> thread_instances(int num_threads) {
  std::vector<Exec> instances;
  for (int t = 0; t < num_threads; ++t) instances.push_back(detail::own_instance<Exec>());
  return instances;
}

}  // namespace filigree::test
