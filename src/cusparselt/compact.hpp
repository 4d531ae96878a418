// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cusparselt/product.hpp>

/// The compressed form that callers hold. They may have made room for it without asking: 9/16 of
/// the entries' bytes, 10/16 of 8-bit ones. The library's own layout takes just that where its
/// padding is empty, and is then the compressed form. Of other sizes the compressed form is
/// *compact*: the kept entries row by row, then the codes, 4 bits each, the even group's in the low
/// ones; the rows are the lines that groups lie in. A product expands it in its workspace.

namespace filigree::cusparselt {

struct CompressedSizes {
  std::int64_t lines = 0;   ///< that groups lie in
  std::int64_t length = 0;  ///< of a line, in entries
  std::int64_t batch = 1;
  std::int64_t bytes = 0;         ///< of a matrix as the caller holds it
  std::int64_t padded_bytes = 0;  ///< of a matrix in the library's layout

  bool is_compact() const { return bytes != padded_bytes; }
  /// What a compact batch takes in the library's layout, where it cannot stay as it is.
  std::int64_t expanded_bytes() const { return is_compact() ? batch * padded_bytes : 0; }
};

CompressedSizes compressed_sizes(const Matrix& matrix, GroupDirection direction);

/// From the library's layout to the compact form, and back. They do not wait.
void pack(const runtime::Target& target, cudaDataType type, const CompressedSizes& sizes,
          const void* padded, void* compact);
void expand(const runtime::Target& target, cudaDataType type, const CompressedSizes& sizes,
            const void* compact, void* padded);

}  // namespace filigree::cusparselt
