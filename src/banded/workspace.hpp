// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>

#include <filigree/detail/allocate.hpp>
#include <filigree/detail/check_vectors.hpp>

namespace filigree::detail {

template <class Problem>
bool is_empty(const Problem& problem) {
  return problem.num_rows == 0 || problem.num_systems == 0 || problem.num_columns == 0;
}

/// The workspace of a call: the caller's, or one of its own.
/// \throws Error invalid_value where the caller's is too small; alloc_failed
template <class Exec>
class BandedWorkspace {
 public:
  template <class Problem>
  BandedWorkspace(const Exec& exec, const Problem& problem, std::size_t needed)
      : data_(problem.workspace) {
    if (data_ != nullptr) {
      check_workspace("banded_solve", "BandedSolvePlan", data_, problem.workspace_bytes, needed);
    } else if (needed > 0) {
      own_ = allocate<std::byte, typename Exec::memory_space>(
          "banded_solve", exec, "filigree::banded_solve::workspace", std::int64_t(needed));
      data_ = own_.data();
    }
  }
  void* data() const noexcept { return data_; }

 private:
  Kokkos::View<std::byte*, typename Exec::memory_space> own_;
  void* data_;
};

}  // namespace filigree::detail
