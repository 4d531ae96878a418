// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <factor/host/loop.hpp>
#include <factor/select.hpp>
#include <filigree/core/execution.hpp>
#include <solve/host/run_pipeline.hpp>

/// Factorizations by all threads of a host.

namespace filigree::detail {

/// Block by block of a SolvePipeline, with the bits of one thread's loop.
struct FactorPipelinedHost {
  static constexpr std::string_view name = "factor_pipelined_host";

  template <class Exec, class Problem>
  static constexpr bool takes = is_host_execution_v<Exec>;

  static bool can_implement(const FactorInput& input) {
    return input.statistics.num_blocks > 0 && input.threads > 1;
  }

  /// The only one.
  static double seconds(const FactorInput&) { return 0; }

  /// The scratch of the threads, and behind it the counters.
  static std::size_t workspace_bytes(const FactorInput& input) {
    return scratch_bytes(input) + pipeline_counter_bytes(input.statistics.num_blocks);
  }

  template <class Exec, class Problem>
  static void launch(const Exec& exec, const FactorInput& input, const Problem& problem) {
    PipelineCounter* const ticket =
        make_pipeline_counters(static_cast<std::byte*>(problem.workspace) + scratch_bytes(input),
                               problem.pipeline.num_blocks);
    with_factor_loop(problem, problem.workspace, [&](const auto& make) {
      Kokkos::parallel_for(
          "filigree::factor::pipelined_host",
          Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(exec, 0, input.threads),
          [make, ticket, pipeline = problem.pipeline](std::int64_t thread) {
            const auto loop = make(thread);
            take_blocks(pipeline, ticket,
                        [&](std::int64_t first, std::int64_t last) { loop.rows(first, last); });
          });
    });
  }

 private:
  static std::size_t scratch_bytes(const FactorInput& input) {
    return factor_scratch_bytes(input.statistics.window, input.scalar_bytes, input.threads);
  }
};

}  // namespace filigree::detail
