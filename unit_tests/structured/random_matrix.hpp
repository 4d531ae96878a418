// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <random>
#include <type_traits>
#include <vector>

#include <filigree/detail/structured_front.hpp>

#include "structured/group.hpp"

namespace filigree::structured {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using PruneRule = StructuredPruneRule;

// The library's calls on the host, in place, done when they return.

template <class T>
DenseView<const T> constant(const DenseView<T>& view) {
  return {view.data, view.rows, view.cols, view.row_stride, view.col_stride};
}

template <class T>
void prune(const DenseView<T>& matrix, PruneRule rule) {
  const HostExec exec;
  prune<HostExec, T>(exec, constant(matrix), matrix, rule);
  exec.fence();
}

template <class T>
void compress(const DenseView<const T>& matrix, void* compressed) {
  const HostExec exec;
  compress<HostExec, T>(exec, matrix, compressed);
  exec.fence();
}

template <class T>
void decompress(const void* compressed, const DenseView<T>& matrix) {
  const HostExec exec;
  decompress<HostExec, T>(exec, compressed, matrix);
  exec.fence();
}

/// A small value, often equal to others in magnitude.
template <class T>
T random_entry(std::mt19937& random) {
  if constexpr (std::is_same_v<T, std::int8_t>)
    return T(std::int32_t(random() % 256) - 128);
  else
    return T((float(random() % 2001) - 1000.0f) / 512.0f);
}

/// Row-major.
template <class T>
std::vector<T> random_matrix(std::int64_t rows, std::int64_t cols, unsigned seed) {
  std::mt19937 random(seed);
  std::vector<T> result(std::size_t(rows * cols));
  for (auto& x : result) x = random_entry<T>(random);
  return result;
}

template <class T>
DenseView<T> row_major(std::vector<T>& data, std::int64_t rows, std::int64_t cols) {
  return {data.data(), rows, cols, cols, 1};
}

template <class T>
DenseView<const T> row_major(const std::vector<T>& data, std::int64_t rows, std::int64_t cols) {
  return {data.data(), rows, cols, cols, 1};
}

}  // namespace filigree::structured
