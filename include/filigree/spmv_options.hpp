// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <string_view>

#include <filigree/core/export.hpp>
#include <filigree/core/operation.hpp>
#include <filigree/explanation.hpp>

/// \file
/// What sparse matrix-vector products are asked for, and what their plans say.

namespace filigree {

/// How a plan's apply makes sure that the matrix still has the pattern that the plan was made for.
enum class PatternCheck {
  /// Sizes, properties and array addresses are compared: free of charge. Indices that were changed
  /// in place are not noticed.
  identity,
  /// The contents, by a checksum made on the device, wherever the arrays are: a matrix of the same
  /// pattern in new arrays is taken. Reads the pattern once and waits for the result, so that apply
  /// synchronises and cannot be captured; bound_to() of a plan does it once and for all.
  content,
};

/// What a plan, or a one-shot product, may do.
struct SpmvOptions {
  /// Bitwise repeatable results. A plan's product always is; a one-shot transposed, symmetric or
  /// coordinate product then goes through a plan of its own.
  bool deterministic = false;
  /// Kernels that may run; tuned throws not_supported where there is none for the product.
  Backend backend = Backend::automatic;
  /// Whether a plan may hold a smaller encoding of the indices.
  bool compress = true;
  /// How apply() of a plan notices that the matrix has another pattern.
  PatternCheck pattern_check = PatternCheck::identity;
  /// The name of the kernel to run, as KernelId and explain() give it, instead of the library's
  /// choice: to replay a choice, or to compare kernels. Throws not_supported where that kernel does
  /// not take the pattern or the types. In one call: of Csr, Csc and Coo matrices.
  std::string_view kernel = {};
};

/// What a plan chose and why, for people and for programs.
struct SpmvExplanation : ProductExplanation {
  std::int64_t csr_bytes_moved = 0;  ///< bytes_moved of plain CSR
  /// Products after which making the smaller encoding has paid back, against the same kernel on
  /// plain columns; 0 where none was made.
  double pays_after = 0;

  /// All of it in one line.
  FILIGREE_EXPORT std::string text() const;
};

/// Reductions of the result: result(0) = sum conj(with(i)) z(i) (0 where `with` has no entries) and
/// result(1) = sum |z(i)|^2, both of the values as stored; `with` has z's scalar type and may be z.
/// With alpha = -1, beta = 1 and y = b they are the residual's norm. Not for int32 results.
///
/// Kernels of Csr, Csc and Coo plans make them as they store z, unless `with` is z, and on a host
/// those of the other formats, unless masked. Other formats' on a device, and csr_two_pass_cuda,
/// csr_collect_cuda and csr_windows_cuda of planned transposes, leave them to a pass over z.
template <class Compute, class Y, class MemorySpace>
struct SpmvReductions {
  /// What z is multiplied by, as long as z; no entries: result(0) is 0.
  Kokkos::View<const Y*, MemorySpace> with;
  Kokkos::View<Compute*, MemorySpace> result;  ///< at least 2 entries
};

}  // namespace filigree
