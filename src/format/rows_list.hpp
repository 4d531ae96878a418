// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/detail/format_rows.hpp>

/// The row visitors of formats that products and checks are compiled for: those that depend on the
/// index type alone, and those that depend on the type of offsets too.
///
/// Each macro expands apply(Exec, Rows) for each of them. Rows have commas: `apply` takes them as
/// its variadic arguments.
#define FILIGREE_ROWS_BY_INDEX(apply, Exec, Index) \
  apply(Exec, EllRows<Index>) apply(Exec, BlockedEllRows<Index>) apply(Exec, DiaRows<Index>)
#define FILIGREE_ROWS_BY_OFFSET(apply, Exec, Index, Offset)                \
  apply(Exec, SellRows<Index, Offset>) apply(Exec, BsrRows<Index, Offset>) \
      apply(Exec, HdiaRows<Index, Offset>)
