// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <core/execution_spaces.hpp>

/// FILIGREE_PATTERN_INSTANCES(apply) expands apply(Exec, Offset, Index) for every combination that
/// the library is built for.
#define FILIGREE_PATTERN_INTEGERS(Exec, apply)                                    \
  apply(Exec, std::int32_t, std::int32_t) apply(Exec, std::int32_t, std::int64_t) \
      apply(Exec, std::int64_t, std::int32_t) apply(Exec, std::int64_t, std::int64_t)
#define FILIGREE_PATTERN_INSTANCES(apply) \
  FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_PATTERN_INTEGERS, apply)
