// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>

#include <array>
#include <cstddef>
#include <new>

#include <filigree/core/log.hpp>

#include <core/no_memory.hpp>

namespace filigree {
namespace {

struct StatusText {
  std::string_view name;
  std::string_view description;
};

constexpr std::array<StatusText, 13> status_texts{{
    {"success", "the call succeeded"},
    {"not_initialized", "Kokkos was not initialised, or was finalised, before the call"},
    {"alloc_failed", "memory could not be allocated"},
    {"invalid_value", "an argument has a value outside its limits"},
    {"arch_mismatch", "the device lacks a feature that the call needs"},
    {"mapping_error", "a file or a memory region could not be accessed"},
    {"execution_failed", "a kernel failed on the device"},
    {"internal_error", "the library broke one of its own rules; please report it"},
    {"matrix_type_not_supported", "the matrix type does not fit the matrix or the call"},
    {"zero_pivot", "a pivot is structurally or numerically zero"},
    {"not_supported", "the combination of types, formats and options is not supported"},
    {"insufficient_resources", "memory or another resource is too small for the call"},
    {"stale_plan", "the plan was made for another pattern"},
}};

const StatusText& text_of(Status status) {
  return status_texts.at(static_cast<std::size_t>(status));
}

std::string message_of(Status status, const ErrorReport& report) {
  std::string message(report.operation);
  message += ": ";
  if (!report.argument.empty()) message.append("argument '").append(report.argument).append("': ");
  message += report.value;
  if (!report.limit.empty()) message.append(", expected ").append(report.limit);
  if (!report.remedy.empty()) message.append("; ").append(report.remedy);
  return message.append(" [").append(status_name(status)).append("]");
}

/// Made while there is memory for a message. A copy shares it, and allocates nothing.
const Error out_of_memory(Status::alloc_failed,
                          std::string("no memory left on the host, not even for a message"));

}  // namespace

std::string_view status_name(Status status) { return text_of(status).name; }
std::string_view status_description(Status status) { return text_of(status).description; }

Error::Error(Status status, const ErrorReport& report)
    : std::runtime_error(message_of(status, report)), status_(status), argument_(report.argument) {}

Error::Error(Status status, const std::string& message)
    : std::runtime_error(message + " [" + std::string(status_name(status)) + "]"),
      status_(status) {}

void detail::throw_error(Status status, const ErrorReport& report) {
  Error error(status, report);
  if (log_enabled(LogKind::error)) log(LogKind::error, report.operation, error.what());
  throw error;
}

void detail::rethrow_as_error(std::string_view operation, std::string_view remedy) try {
  constexpr std::string_view region_prefix = "filigree::";
  std::string what;
  try {
    throw;
  } catch (const Error&) {
    throw;
  } catch (const std::bad_alloc&) {
    what = "no memory left on the host";
  } catch (const NoMemory& failure) {
    what = failure.what();
  } catch (const std::runtime_error& error) {
    if (!is_about_allocation(error)) throw;
    what = error.what();
  }
  if (operation.starts_with(region_prefix)) operation.remove_prefix(region_prefix.size());
  throw_error(Status::alloc_failed,
              {operation, "", what, "an allocation that succeeds", std::string(remedy)});
} catch (const std::bad_alloc&) {
  throw out_of_memory;
}

}  // namespace filigree
