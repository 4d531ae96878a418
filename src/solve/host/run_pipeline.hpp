// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <thread>

#include <filigree/detail/triangular_solve_problem.hpp>
#include <solve/host/pipeline.hpp>

/// How the threads of a host go through the blocks of a SolvePipeline.

namespace filigree::detail {

/// A number of its own cache line.
struct alignas(64) PipelineCounter {
  std::int64_t value = 0;
};

/// A ticket, how far each block is, and room to align them.
inline std::size_t pipeline_counter_bytes(std::int64_t num_blocks) {
  return sizeof(PipelineCounter) * (2 + std::size_t(num_blocks));
}

/// Makes the counters of a run in pipeline_counter_bytes() of memory: the ticket, and behind it
/// those of the blocks.
inline PipelineCounter* make_pipeline_counters(void* place, std::int64_t num_blocks) {
  std::size_t bytes = pipeline_counter_bytes(num_blocks);
  auto* const ticket = static_cast<PipelineCounter*>(
      std::align(alignof(PipelineCounter), bytes - sizeof(PipelineCounter), place, bytes));
  std::fill_n(ticket, 1 + num_blocks, PipelineCounter{});
  return ticket;
}

/// Waits until a block is as far as that.
inline void wait_for_step(const SolveWait& wait, PipelineCounter* done) {
  const std::atomic_ref counter(done[wait.block].value);
  // Another thread is about to be as far, unless the machine has taken its core away.
  for (int looks = 0; counter.load(std::memory_order_acquire) <= wait.step; ++looks)
    if (looks > 512) std::this_thread::yield();
}

/// What each thread does: takes blocks and calls rows(first step, step behind the last one) for
/// their pieces, once the rows that these need are done.
template <class Rows>
void take_blocks(const SolvePipeline& pipeline, PipelineCounter* ticket, const Rows& rows) {
  PipelineCounter* const done = ticket + 1;  // of each block: the step behind the last one
  std::int64_t complete = 0;                 // all blocks before this one are
  for (;;) {
    const std::int64_t block = std::atomic_ref(ticket->value).fetch_add(1);
    if (block >= pipeline.num_blocks) return;
    for (; complete <= block - pipeline_window * pipeline.threads; ++complete)
      wait_for_step({complete, pipeline.block_begins[complete + 1] - 1}, done);
    const std::int64_t end = pipeline.block_begins[block + 1];
    std::int64_t piece = pipeline.first_pieces[block];
    for (std::int64_t step = pipeline.block_begins[block]; step < end; ++piece) {
      for (std::int64_t w = pipeline.wait_begins[piece]; w < pipeline.wait_begins[piece + 1]; ++w)
        wait_for_step(pipeline.waits[w], done);
      const std::int64_t next = std::min(step + pipeline_piece_rows, end);
      rows(step, next);
      std::atomic_ref(done[block].value).store(next, std::memory_order_release);
      step = next;
    }
  }
}

}  // namespace filigree::detail
