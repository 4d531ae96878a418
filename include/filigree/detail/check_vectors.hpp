// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <string_view>

#include <filigree/core/export.hpp>

/// Checks of the dense arrays of a call.

namespace filigree::detail {

/// Throws invalid_value unless the vector has the length that is expected and is contiguous.
FILIGREE_EXPORT void check_vector(std::string_view operation, std::string_view argument,
                                  std::int64_t length, bool contiguous, std::int64_t expected,
                                  std::string_view expected_meaning);
/// Throws invalid_value where two arrays share memory (and, if `same_allowed`, are not the same).
FILIGREE_EXPORT void check_overlap(std::string_view operation, std::string_view first_argument,
                                   const void* first, std::size_t first_bytes,
                                   std::string_view second_argument, const void* second,
                                   std::size_t second_bytes, bool same_allowed);

/// Throws invalid_value unless a workspace that the caller passed is large enough and aligned;
/// `plan` is the class whose workspace_bytes says its size.
FILIGREE_EXPORT void check_workspace(std::string_view operation, std::string_view plan,
                                     const void* workspace, std::size_t bytes, std::size_t needed);

template <class View>
void check_vector(std::string_view operation, std::string_view argument, const View& view,
                  std::int64_t expected, std::string_view meaning) {
  static_assert(Kokkos::is_view_v<View> && View::rank() == 1, "vectors are Kokkos Views of rank 1");
  check_vector(operation, argument, std::int64_t(view.extent(0)), view.span_is_contiguous(),
               expected, meaning);
}

/// The bytes of a contiguous View of rank 1.
template <class View>
std::size_t byte_size(const View& view) {
  return view.extent(0) * sizeof(typename View::value_type);
}

}  // namespace filigree::detail
