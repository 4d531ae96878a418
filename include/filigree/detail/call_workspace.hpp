// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/scratch.hpp>

namespace filigree::detail {

/// The memory that a call works in: the caller's, or where none was given its own, which lives as
/// long as this object.
/// \throws Error invalid_value where the caller's is too small; alloc_failed
template <class Exec>
class CallWorkspace {
 public:
  /// \param plan whose workspace_bytes() the message of a workspace that is too small names
  /// \param call has what the caller gave: `workspace`, which may be null, and `workspace_bytes`
  template <class Call>
  CallWorkspace(std::string_view operation, std::string_view plan, const char* label,
                const Exec& exec, const Call& call, std::size_t needed)
      : data_(static_cast<std::byte*>(call.workspace)), bytes_(call.workspace_bytes) {
    if (needed == 0) return;
    if (data_ != nullptr) {
      check_workspace(operation, plan, data_, bytes_, needed);
      return;
    }
    own_ = scratch_array<std::byte>(operation, exec, label, std::int64_t(needed));
    data_ = own_.data();
    bytes_ = needed;
  }

  std::byte* data() const noexcept { return data_; }

  /// Tells what the call runs where it may work.
  template <class Call>
  void lend_to(Call& call) const noexcept {
    call.workspace = data_;
    call.workspace_bytes = bytes_;
  }

 private:
  ScratchArray<std::byte, typename Exec::memory_space> own_;
  std::byte* data_;
  std::size_t bytes_;
};

}  // namespace filigree::detail
