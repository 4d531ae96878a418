// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "blocks.hpp"
#include "factor/system.hpp"

/// Matrices of square blocks whose incomplete factors are compared with those of a plain loop over
/// their entries.

namespace perf {

/// The pattern of all entries of blocks.
inline Pattern entries_of_blocks(const Pattern& blocks, std::int32_t size) {
  Pattern result{std::int64_t(blocks.num_rows()) * size};
  for (std::size_t row = 0; row + 1 < blocks.offsets.size(); ++row)
    for (std::int32_t r = 0; r < size; ++r) {
      for (auto k = std::size_t(blocks.offsets[row]); k < std::size_t(blocks.offsets[row + 1]); ++k)
        for (std::int32_t c = 0; c < size; ++c)
          result.columns.push_back(blocks.columns[k] * size + c);
      result.end_row();
    }
  return result;
}

/// A System as blocks by rows.
template <class Scalar>
struct BlockSystem {
  using scalar_type = Scalar;

  System<Scalar> entries;
  std::int32_t size;
  BsrBlocks<Scalar> A;
  Vector<Scalar> factors;

  BlockSystem(std::string title, const Pattern& blocks, std::int32_t block_size)
      : entries(std::move(title), entries_of_blocks(blocks, block_size)), size(block_size) {
    const std::int64_t rows = std::int64_t(blocks.num_rows()) * size;
    places_.reserve(entries.values.size());
    for (std::size_t row = 0; row + 1 < blocks.offsets.size(); ++row)
      for (std::int32_t r = 0; r < size; ++r)
        for (std::int64_t k = blocks.offsets[row]; k < blocks.offsets[row + 1]; ++k)
          for (std::int32_t c = 0; c < size; ++c) places_.push_back((k * size + r) * size + c);
    std::vector<Scalar> values(places_.size());
    for (std::size_t e = 0; e < values.size(); ++e)
      values[std::size_t(places_[e])] = entries.values[e];
    A = BsrBlocks<Scalar>(rows, rows, {size, size}, to_device(blocks.offsets),
                          to_device(blocks.columns), to_device(values));
    factors = Vector<Scalar>("factors", values.size());
  }

  /// As System's.
  bool is_right(Factors kind) const {
    const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), factors);
    const auto in_order = Kokkos::create_mirror_view(entries.factors);
    for (std::size_t e = 0; e < places_.size(); ++e) in_order(e) = found(std::size_t(places_[e]));
    Kokkos::deep_copy(entries.factors, in_order);
    Kokkos::deep_copy(factors, std::numeric_limits<Scalar>::quiet_NaN());
    return entries.is_right(kind);
  }

 private:
  std::vector<std::int64_t> places_;  ///< of each entry
};

}  // namespace perf
