// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_row_gather.hpp>

namespace filigree::detail {

/// The name of the generic kernel that walks these rows.
template <class Rows>
constexpr std::string_view spmm_generic_name(const Rows&) {
  return RowKernelNames<Rows>::spmm;
}
template <class Index>
constexpr std::string_view spmm_generic_name(const GatherRows<Index>&) {
  return "spmm_csr_generic";
}

inline constexpr std::string_view spmm_scatter_name = "spmm_scatter";

}  // namespace filigree::detail
