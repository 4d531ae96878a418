// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <string_view>

#include <filigree/detail/spmm_problem.hpp>
#include <filigree/detail/spmv_row_gather.hpp>

namespace filigree::detail {

/// The name of the generic kernel that walks these rows.
template <class Index>
constexpr std::string_view spmm_generic_name(const GatherRows<Index>&) {
  return "spmm_csr_generic";
}
template <class Index>
constexpr std::string_view spmm_generic_name(const EllRows<Index>&) {
  return "spmm_ell_generic";
}
template <class Index, class Offset>
constexpr std::string_view spmm_generic_name(const SellRows<Index, Offset>&) {
  return "spmm_sell_generic";
}
template <class Index>
constexpr std::string_view spmm_generic_name(const BsrxRows<Index>&) {
  return "spmm_bsr_generic";
}
template <class Index>
constexpr std::string_view spmm_generic_name(const BlockedEllRows<Index>&) {
  return "spmm_blocked_ell_generic";
}
template <class Index>
constexpr std::string_view spmm_generic_name(const DiaRows<Index>&) {
  return "spmm_dia_generic";
}
template <class Index, class Offset>
constexpr std::string_view spmm_generic_name(const HdiaRows<Index, Offset>&) {
  return "spmm_hdia_generic";
}

inline constexpr std::string_view spmm_scatter_name = "spmm_scatter";

}  // namespace filigree::detail
