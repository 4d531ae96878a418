// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include <filigree/core/export.hpp>

namespace filigree {

/// What went wrong, in the terms of the field.
enum class Status {
  success,
  not_initialized,
  alloc_failed,
  invalid_value,
  arch_mismatch,
  mapping_error,
  execution_failed,
  internal_error,
  matrix_type_not_supported,
  zero_pivot,
  not_supported,
  insufficient_resources,
  stale_plan,
};

/// The status as its identifier, e.g. "invalid_value".
FILIGREE_EXPORT std::string_view status_name(Status status);
/// One sentence that describes the status.
FILIGREE_EXPORT std::string_view status_description(Status status);

/// Everything a message says: which call, which argument, what came, what was expected, what to do.
struct ErrorReport {
  std::string_view operation;  ///< the public call, e.g. "spmv"
  std::string_view argument;   ///< its argument, e.g. "x"; empty where none is to blame
  std::string value;           ///< what came, e.g. "length 7"
  std::string limit;           ///< what was expected, e.g. "length 10, the columns of op(A)"
  std::string remedy;          ///< what to do
};

/// Thrown by every public call. After it every object is as it was before the call. An allocation
/// that fails is one with Status::alloc_failed, whoever made it.
class FILIGREE_EXPORT Error : public std::runtime_error {
 public:
  /// what() becomes one message of the report's parts; argument() is the report's.
  Error(Status status, const ErrorReport& report);
  /// what() is the message; argument() is empty.
  Error(Status status, const std::string& message);

  /// What programs tell errors apart by.
  Status status() const noexcept { return status_; }
  /// The argument that was refused; empty where none is to blame.
  const std::string& argument() const noexcept { return argument_; }

 private:
  Status status_;
  std::string argument_;
};

namespace detail {

[[noreturn]] FILIGREE_EXPORT void throw_error(Status status, const ErrorReport& report);

/// Throws the exception that is being handled; one of Kokkos or of the language for an allocation
/// that failed as Error alloc_failed. What public calls do with whatever leaves them:
///   auto call(...) try { ... } catch (...) { rethrow_as_error("call"); }
/// A call may be given as the name of its region, "filigree::call".
[[noreturn]] FILIGREE_EXPORT void rethrow_as_error(
    std::string_view operation, std::string_view remedy = "free memory or use a smaller matrix");

}  // namespace detail
}  // namespace filigree
