// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include <core/refuse.hpp>
#include <filigree/core/environment.hpp>
#include <filigree/detail/check_operands.hpp>
#include <filigree/detail/check_vectors.hpp>
#include <filigree/detail/plan_pointer.hpp>

#if defined(_OPENMP)
#include <omp.h>
#endif

namespace filigree {
namespace detail {
namespace {

std::string full_name(const OperandArrays& operand, const OperandArray& array) {
  return std::string(operand.argument) + "." + array.name;
}

bool overlaps(const OperandArray& array, const ResultMemory& result) {
  const auto begin = reinterpret_cast<std::uintptr_t>(array.data);
  const auto result_begin = reinterpret_cast<std::uintptr_t>(result.data);
  return begin < result_begin + result.bytes && result_begin < begin + array.bytes;
}

std::int64_t entry(const OperandArray& array, std::int64_t k) {
  return array.is_wide ? static_cast<const std::int64_t*>(array.data)[k]
                       : std::int64_t(static_cast<const std::int32_t*>(array.data)[k]);
}

[[noreturn]] void refuse_ends(std::string_view operation, const OperandArrays& operand,
                              const OperandArray& array, const std::string& found,
                              const std::string& expected) {
  refuse(operation, full_name(operand, array), found, expected,
         "give the matrix the index_base of its arrays; validate() checks all of them");
}

void check_index(std::string_view operation, const OperandArrays& operand,
                 const OperandArray& array, std::int64_t place, std::int64_t greatest) {
  const std::int64_t index = entry(array, place);
  if (index >= array.least && index <= greatest) return;
  if (array.ends == ArrayEnds::padded && index == -1) return;
  refuse_ends(operation, operand, array,
              std::to_string(index) + " at place " + std::to_string(place),
              "from " + std::to_string(array.least) + " to " + std::to_string(greatest));
}

void check_ends(std::string_view operation, const OperandArrays& operand,
                const OperandArray& array) {
  const std::int64_t end = array.length - 1;
  if (array.ends == ArrayEnds::exact) {
    const std::int64_t first = entry(array, 0), last = entry(array, end);
    if (first != array.least || last != array.greatest)
      refuse_ends(operation, operand, array,
                  "from " + std::to_string(first) + " to " + std::to_string(last),
                  "from " + std::to_string(array.least) + " to " + std::to_string(array.greatest) +
                      " (index base " + std::to_string(array.least) + ", " +
                      std::to_string(array.greatest - array.least) + " entries)");
  } else if (array.ends == ArrayEnds::pairs) {
    check_index(operation, operand, array, 0, array.greatest);
    check_index(operation, operand, array, 1, array.greatest_column);
    check_index(operation, operand, array, end - 1, array.greatest);
    check_index(operation, operand, array, end, array.greatest_column);
  } else {
    check_index(operation, operand, array, 0, array.greatest);
    check_index(operation, operand, array, end, array.greatest);
  }
}

bool validation_of_environment() {
  const char* const text = std::getenv("FILIGREE_VALIDATE");
  return text != nullptr && *text != '\0' && std::string_view(text) != "0";
}

}  // namespace

void check_operand_arrays(std::string_view operation, const OperandArrays& operand,
                          const ResultMemory& result, bool read_ends) {
  for (int i = 0; i < operand.count; ++i) {
    const OperandArray& array = operand.arrays[i];
    if (array.bytes == 0 || array.data == nullptr) continue;
    if (result.bytes > 0 && result.data != nullptr && overlaps(array, result))
      check_overlap(operation, full_name(operand, array), array.data, array.bytes, result.argument,
                    result.data, result.bytes, false);
    if (read_ends && array.ends != ArrayEnds::any && array.length > 0)
      check_ends(operation, operand, array);
  }
}

void check_parallel_region([[maybe_unused]] std::string_view operation,
                           [[maybe_unused]] int level) {
#if defined(_OPENMP)
  const int now = omp_get_level();
  if (now <= level || (now == 1 && omp_get_max_active_levels() > 1)) return;
  throw_error(Status::not_supported,
              {operation, "exec", "a call inside a parallel region",
               "a call outside of one, or a region of one level where two may be active",
               "call it outside, or omp_set_max_active_levels(2)"});
#endif
}

void throw_empty_plan(std::string_view plan) {
  throw_error(Status::invalid_value,
              {plan, "plan", "an empty plan", "a plan that was made for a pattern",
               "assign what the function that makes such plans returns"});
}

std::atomic<bool> operand_validation{validation_of_environment()};

}  // namespace detail

bool set_validation(bool on) { return detail::operand_validation.exchange(on); }

}  // namespace filigree
