// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <filigree/c/filigree.h>

/// What stands around every call of the C API: checks, log lines, and the step from exceptions to
/// statuses. Free of Kokkos.

namespace filigree::c {

/// The status of the exception that is being handled, whose message becomes the thread's last one.
filigree_status_t record_failure(const char* call) noexcept;
/// The thread's last message; empty where there was none.
const char* last_error_message() noexcept;

/// f(), and what it throws as a status.
template <class F>
filigree_status_t guarded(const char* call, const F& f) noexcept {
  try {
    f();
    return FILIGREE_STATUS_SUCCESS;
  } catch (...) {
    return record_failure(call);
  }
}

///@{
/// Throw unless the argument is as its role in functions.txt wants it.
void check_handle(const char* call, const filigree_handle* handle);
void check_pointer(const char* call, const char* argument, const void* pointer);
void check_enumeration(const char* call, const char* argument, int value, int num_values);
void check_size(const char* call, const char* argument, std::int64_t value);
///@}

/// An argument as log lines show it.
class LoggedArgument {
 public:
  LoggedArgument(const char* name, const void* value)
      : name_(name), kind_(Kind::pointer), pointer_(value) {}
  LoggedArgument(const char* name, const char* value)
      : name_(name), kind_(Kind::text), pointer_(value) {}
  LoggedArgument(const char* name, int value) : name_(name), kind_(Kind::number), number_(value) {}
  LoggedArgument(const char* name, std::int64_t value)
      : name_(name), kind_(Kind::number), number_(value) {}
  LoggedArgument(const char* name, std::size_t value)
      : name_(name), kind_(Kind::number), number_(std::int64_t(value)) {}
  LoggedArgument(const char* name, double value) : name_(name), kind_(Kind::real), real_(value) {}

  const char* name() const { return name_; }
  /// The value in `size` characters or less.
  void print(char* text, std::size_t size) const;

 private:
  enum class Kind { pointer, text, number, real };

  const char* name_;
  Kind kind_;
  const void* pointer_ = nullptr;
  std::int64_t number_ = 0;
  double real_ = 0;
};

/// Whether calls are logged.
bool logs_calls() noexcept;
void log_call(const char* call, std::initializer_list<LoggedArgument> arguments);

}  // namespace filigree::c
