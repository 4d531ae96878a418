// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <filigree/core/error.hpp>

#include <hipsparse.h>
#include <cusparse/guard.hpp>
#include <cusparse/legacy.hpp>
#include <cusparse/memory.hpp>

/// What the calls have in common that cuSPARSE has no longer, or never had. Their arguments are of
/// cuSPARSE's types, the entry points convert them.

namespace filigree::hipsparse {

using cusparse::check;
using cusparse::check_pointer;
using cusparse::copy_and_wait;
using cusparse::csr_operand;
using cusparse::destroy;
using cusparse::HeldMemory;
using cusparse::op;
using cusparse::require;
using cusparse::without_const;
using runtime::DenseOperand;
using runtime::ScalarType;
using runtime::SparseOperand;

/// 1 as a number of this type, in host memory.
runtime::ScalarOperand one(ScalarType type);

}  // namespace filigree::hipsparse
