// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string>
#include <string_view>
#include <type_traits>

#include <filigree/core/error.hpp>
#include <runtime/types.hpp>

namespace filigree::runtime {

/// f(std::type_identity of the type) of a matrix A that factorizations and banded solves take.
/// Throws not_supported for other types.
template <class F>
auto visit_solve_scalar(std::string_view operation, ScalarType scalar, const F& f) {
  switch (scalar) {
    case ScalarType::float32:
      return f(std::type_identity<float>());
    case ScalarType::float64:
      return f(std::type_identity<double>());
    case ScalarType::complex_float32:
      return f(std::type_identity<complex_float>());
    case ScalarType::complex_float64:
      return f(std::type_identity<complex_double>());
    default:
      detail::throw_error(Status::not_supported,
                          {operation, "A", "values of " + std::string(name(scalar)),
                           "float, double, complex_float or complex_double", "convert the values"});
  }
}

}  // namespace filigree::runtime
