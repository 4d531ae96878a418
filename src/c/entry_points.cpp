// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <filigree/core/error.hpp>
#include <filigree/core/version.hpp>

#include <c/guard.hpp>

#include <c/entry_points.inc>

// The functions that return a string and cannot fail.

const char* filigree_status_name(filigree_status_t status) { return filigree::c::text(status); }

const char* filigree_status_description(filigree_status_t status) {
  // of literals, hence with a null character at the end
  const bool is_status = status >= 0 && status < filigree::c::num_status_values;
  return is_status ? filigree::status_description(filigree::Status(status)).data()
                   : "unknown status";
}

const char* filigree_last_error_message() { return filigree::c::last_error_message(); }

const char* filigree_version_string() { return filigree::version_string(); }
