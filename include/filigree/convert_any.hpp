// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <utility>

#include <filigree/convert_formats.hpp>
#include <filigree/format/any_matrix.hpp>

/// \file
/// AnyMatrix::convert_to and convert_like: conversions to a format that is named at run time. They
/// go directly where there is a direct way, else through Csr, as convert_to of convert_formats.hpp.

namespace filigree {

namespace detail {

/// The options of a conversion to `To` from those for any format.
template <class To>
target_options_t<To> target_options(const FormatOptions& options) {
  target_options_t<To> result;
  const FormatParameters& parameters = options.parameters;
  const auto set = [](auto& option, const auto& given) {
    if (given) option = *given;
  };
  result.index_base = options.index_base;
  result.validate = options.validate;
  if constexpr (requires { result.memory_limit_bytes; })
    result.memory_limit_bytes = options.memory_limit_bytes;
  if constexpr (requires { result.block; }) set(result.block, parameters.block);
  if constexpr (requires { result.block_size; }) set(result.block_size, parameters.block_size);
  if constexpr (requires { result.slice_size; }) set(result.slice_size, parameters.slice_size);
  if constexpr (requires { result.sort_window; }) set(result.sort_window, parameters.sort_window);
  if constexpr (requires { result.hack_size; }) set(result.hack_size, parameters.hack_size);
  if constexpr (requires { result.partition; }) set(result.partition, parameters.partition);
  if constexpr (requires { result.ell_width; }) set(result.ell_width, parameters.ell_width);
  if constexpr (requires { result.row_alignment; })
    set(result.row_alignment, parameters.row_alignment);
  return result;
}

/// To `To`: directly where there is a way, else by way of one Csr type, so that no pair of formats
/// is compiled for itself.
template <class To, class Exec, class S, class I, class O, class M>
To any_to(const Exec& exec, const AnyMatrix<S, I, O, M>& A, FormatOptions options) {
  using Csr = CsrMatrix<std::remove_const_t<S>, I, O, M>;
  const auto finished = A.visit([&](const auto& from) -> std::optional<To> {
    using From = std::remove_cvref_t<decltype(from)>;
    if constexpr (std::is_same_v<To, Csr> || is_csr<From> || directly_convertible<From, To>)
      return filigree::convert_to<To>(exec, from, target_options<To>(options));
    else
      return std::nullopt;
  });
  if (finished) return *finished;
  if constexpr (!std::is_same_v<To, Csr>) {
    const Csr csr = any_to<Csr>(exec, A, {.validate = options.validate});
    options.validate = false;
    return filigree::convert_to<To>(exec, csr, target_options<To>(options));
  }
  throw_error(Status::internal_error,
              {"convert_to", "format", "no way", "a way by Csr", "report it"});
}

template <execution_space Exec, class Scalar, class Index, class Offset, class MemorySpace>
auto convert_any(const Exec& exec, const AnyMatrix<Scalar, Index, Offset, MemorySpace>& A,
                 Format format, const FormatOptions& options)
    -> AnyMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace> {
  using Result = AnyMatrix<std::remove_const_t<Scalar>, Index, Offset, MemorySpace>;
  const auto made = [&]<Format to>() -> Result {
    const auto B = any_to<typename Result::template container_t<to>>(exec, A, options);
    FormatParameters parameters = Result(B).parameters();
    // What a container does not show.
    if (to == Format::sell) parameters.sort_window = options.parameters.sort_window;
    if (to == Format::hyb) {
      parameters.partition = options.parameters.partition;
      parameters.ell_width = options.parameters.ell_width;
    }
    parameters.row_alignment = options.parameters.row_alignment;
    return Result(B, parameters);
  };
  std::optional<Result> result;
  [&]<std::size_t... i>(std::index_sequence<i...>) {
    const auto make = [&]<Format to>() {
      if constexpr (to != Format::bsrx)
        if (format == to) result = made.template operator()<to>();
    };
    (make.template operator()<all_formats[i]>(), ...);
  }
  (std::make_index_sequence<all_formats.size()>{});
  if (result) return *result;
  throw_error(Status::not_supported,
              {"AnyMatrix::convert_to", "format", std::string(name(format)), "a format of its own",
               "convert to bsr and take a BsrxView of the result"});
}

}  // namespace detail
}  // namespace filigree
