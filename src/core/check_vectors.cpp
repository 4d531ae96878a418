// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/error.hpp>
#include <filigree/detail/check_vectors.hpp>

namespace filigree::detail {

void check_vector(std::string_view operation, std::string_view argument, std::int64_t length,
                  bool contiguous, std::int64_t expected, std::string_view expected_meaning) {
  if (length != expected)
    throw_error(Status::invalid_value,
                {operation, argument, "length " + std::to_string(length),
                 "length " + std::to_string(expected) + ", " + std::string(expected_meaning),
                 "pass a vector of that length"});
  if (!contiguous)
    throw_error(Status::invalid_value,
                {operation, argument, "a strided View", "a contiguous View",
                 operation == "spmv" ? "copy it with Kokkos::deep_copy, or call spmm, which takes "
                                       "any strides, with Views of one column"
                                     : "copy it with Kokkos::deep_copy"});
}

void check_overlap(std::string_view operation, std::string_view first_argument, const void* first,
                   std::size_t first_bytes, std::string_view second_argument, const void* second,
                   std::size_t second_bytes, bool same_allowed) {
  if (first_bytes == 0 || second_bytes == 0) return;
  if (first == nullptr || second == nullptr) return;  // only sizes and strides: nothing is there
  const auto first_begin = reinterpret_cast<std::uintptr_t>(first);
  const auto second_begin = reinterpret_cast<std::uintptr_t>(second);
  if (first_begin + first_bytes <= second_begin || second_begin + second_bytes <= first_begin)
    return;
  if (same_allowed && first_begin == second_begin && first_bytes == second_bytes) return;
  throw_error(Status::invalid_value,
              {operation, first_argument, "memory shared with " + std::string(second_argument),
               same_allowed ? "separate memory, or exactly the same" : "separate memory",
               "pass a copy of " + std::string(first_argument)});
}

void check_workspace(std::string_view operation, std::string_view plan, const void* workspace,
                     std::size_t bytes, std::size_t needed) {
  if (bytes < needed)
    throw_error(Status::invalid_value,
                {operation, "workspace", std::to_string(bytes) + " bytes",
                 std::to_string(needed) + " bytes",
                 "ask " + std::string(plan) + "::workspace_bytes, or pass none"});
  if (reinterpret_cast<std::uintptr_t>(workspace) % 16 != 0)
    throw_error(Status::invalid_value,
                {operation, "workspace", "an address that is not a multiple of 16 bytes",
                 "an aligned one", "pass a View as Kokkos allocates it"});
}

}  // namespace filigree::detail
