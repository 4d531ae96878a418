// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>

#include <filigree/validate.hpp>

namespace filigree::detail {

/// An index moved from one base to another. Unchecked arrays may hold any number: those at the end
/// of the range wrap around, and stay outside the matrix.
KOKKOS_INLINE_FUNCTION std::int64_t moved(std::int64_t index, std::int64_t by) {
  return std::int64_t(std::uint64_t(index) + std::uint64_t(by));
}

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

/// Whether a container's major index is the column.
constexpr bool is_by_column(Container container) {
  return container == Container::csc || container == Container::bsc;
}

ValidateReport make_report(const Shape& shape, const FoundOffence& offence);

}  // namespace filigree::detail
