// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>

#include <cusparse.h>
#include <dropin/objects.hpp>

/// The vendor's objects with the contents of Filigree's.

namespace filigree::dropin {

/// All that a description says, of any kind; what a kind has not is 0.
struct Contents {
  int format = 0;
  std::int64_t sizes[5] = {};
  const void* arrays[3] = {};
  int types[3] = {};  ///< of offsets, of indices, of values
  int base = 0;
  int order = 0;
  int batch_count = 1;
  std::int64_t strides[3] = {};
  int attributes[4] = {};  ///< of a matrix: fill mode, diagonal type, storage, symmetry

  bool operator==(const Contents&) const = default;
};

struct Twin {
  void* object = nullptr;
  const char* destroy = nullptr;
  Contents contents;
};

/// Makes the twin or brings its contents up to date; without an object where that cannot be.
void renew(const ObjectType& type, const void* original, Twin& twin);
void end(Twin& twin);
/// The number of entries, which the vendor's library has found.
void take_over_size(cusparseSpMatDescr& matrix, Twin& twin);

}  // namespace filigree::dropin
