// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

#include <filigree/core/export.hpp>

/// The log lines of calls of a C interface. Free of Kokkos.

namespace filigree::runtime {

/// An argument as log lines show it.
class FILIGREE_EXPORT LoggedArgument {
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
FILIGREE_EXPORT bool logs_calls() noexcept;
FILIGREE_EXPORT void log_call(const char* call, std::initializer_list<LoggedArgument> arguments);

}  // namespace filigree::runtime
