// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <filigree/validate.hpp>

namespace filigree::detail {

/// An offence as a kernel finds it: indices from 0, not yet told apart into rows and columns.
struct FoundOffence {
  Offence reason = Offence::none;
  std::int64_t position = -1;  ///< of an entry
  std::int64_t major = -1;
  std::int64_t minor = -1;
  std::int64_t found = 0;     ///< the index or offset that is wrong, as stored
  std::int64_t expected = 0;  ///< the offset that was expected, or the one before it
};

/// What a report needs to know of the container.
struct Shape {
  Container container;
  MatrixProperties properties;
  std::int64_t num_major;
  std::int64_t num_minor;
};

ValidateReport make_report(const Shape& shape, const FoundOffence& offence);

}  // namespace filigree::detail
