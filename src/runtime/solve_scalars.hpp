// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <runtime/types.hpp>

namespace filigree::runtime {

/// f(std::type_identity of the type) of a matrix A that factorizations, banded solves and products
/// of a block matrix's parts take. Throws not_supported for other types: integers and what is only
/// stored.
template <class F>
auto visit_solve_scalar(std::string_view operation, ScalarType scalar, const F& f) {
  using Result = decltype(f(std::type_identity<float>()));
  return visit_scalar(scalar, [&]<class T>(std::type_identity<T> type) -> Result {
    if constexpr (!detail::is_storage_only_v<T> && !std::is_integral_v<T>)
      return f(type);
    else
      detail::throw_error(Status::not_supported,
                          {operation, "A", "values of " + std::string(name(scalar)),
                           "float, double, complex_float or complex_double", "convert the values"});
  });
}

}  // namespace filigree::runtime
