// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cuda_runtime.h>
#include <gtest/gtest.h>

#include "spmv/event_counts.hpp"

/// CUDA graphs of library calls.

namespace filigree::test {

#define EXPECT_CUDA(call) EXPECT_EQ(call, cudaSuccess)

/// A stream that a graph is captured from.
struct Stream {
  cudaStream_t stream = nullptr;
  Stream() { EXPECT_CUDA(cudaStreamCreate(&stream)); }
  ~Stream() { cudaStreamDestroy(stream); }
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;
};

/// A graph of what `calls` put on the stream, for which they allocate, wait for and copy nothing.
template <class Calls>
void capture(const Stream& stream, const Calls& calls, cudaGraphExec_t& graph_exec) {
  const EventCounts events;
  cudaGraph_t graph = nullptr;
  ASSERT_EQ(cudaStreamBeginCapture(stream.stream, cudaStreamCaptureModeThreadLocal), cudaSuccess);
  calls();
  ASSERT_EQ(cudaStreamEndCapture(stream.stream, &graph), cudaSuccess);
  ASSERT_EQ(cudaGraphInstantiate(&graph_exec, graph, 0), cudaSuccess);
  EXPECT_CUDA(cudaGraphDestroy(graph));
  EXPECT_EQ(events.allocations(), 0) << events.last_allocation();
  EXPECT_EQ(events.fences(), 0);
  EXPECT_EQ(events.copies(), 0);
}

}  // namespace filigree::test
