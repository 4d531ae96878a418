// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <vector>

#include <filigree/detail/structured_front.hpp>

#include "random_entries.hpp"

namespace filigree::structured {

using HostExec = Kokkos::DefaultHostExecutionSpace;
using PruneRule = StructuredPruneRule;

// The library's calls on the host, in place, done when they return.

template <class T>
DenseView<const T> constant(const DenseView<T>& view) {
  return {view.data, view.rows, view.cols, view.row_stride, view.col_stride};
}

template <class T>
void prune(const DenseView<T>& matrix, PruneRule rule,
           const StructuredKind& kind = OwnKind<T>::value()) {
  const HostExec exec;
  prune<HostExec, T>(exec, constant(matrix), matrix, rule, kind);
  exec.fence();
}

template <class T>
void compress(const DenseView<const T>& matrix, void* compressed,
              const StructuredKind& kind = OwnKind<T>::value()) {
  const HostExec exec;
  compress<HostExec, T>(exec, matrix, kind, compressed);
  exec.fence();
}

template <class T>
void decompress(const void* compressed, const DenseView<T>& matrix,
                const StructuredKind& kind = OwnKind<T>::value()) {
  const HostExec exec;
  decompress<HostExec, T>(exec, compressed, kind, matrix);
  exec.fence();
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
