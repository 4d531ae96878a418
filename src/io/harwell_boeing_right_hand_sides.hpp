// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <string>
#include <vector>

#include "harwell_boeing_text.hpp"
#include "host_arrays.hpp"

namespace filigree::detail {

/// Reads the right-hand sides, guesses and solutions that follow a matrix.
template <class Scalar>
class RightHandSideReader {
 public:
  RightHandSideReader(Records& records, const HarwellBoeingText& text, const ReadOptions& options)
      : records_(records),
        context_(records.context()),
        text_(text),
        header_(text.header),
        options_(options) {}

  template <class Index>
  void read(HarwellBoeingMatrix<Scalar, Index>& result) {
    const std::int64_t count = header_.num_right_hand_sides;
    result.right_hand_sides = text_.right_hand_side_type[0] == 'f'
                                  ? read_dense(count, "the right-hand sides")
                                  : read_sparse_right_hand_sides(count);
    if (text_.right_hand_side_type[1] == 'g') result.guesses = read_dense(count, "the guesses");
    if (text_.right_hand_side_type[2] == 'x') result.solutions = read_dense(count, "the solutions");
  }

 private:
  using Dense = Kokkos::View<Scalar**, Kokkos::LayoutLeft, Kokkos::HostSpace>;

  std::int64_t dense_size(std::int64_t count, std::uint64_t limit) const {
    std::int64_t size = 0;
    if (!__builtin_mul_overflow(header_.num_rows, count, &size) && std::uint64_t(size) <= limit)
      return size;
    context_.fail(5,
                  std::to_string(count) + " right-hand sides of " +
                      std::to_string(header_.num_rows) + " rows",
                  "at most " + std::to_string(limit) + " numbers in all",
                  "check the sizes, or raise ReadOptions::max_bytes",
                  Status::insufficient_resources);
  }

  Dense read_dense(std::int64_t count, const char* what) {
    check_promise(records_, dense_size(count, std::numeric_limits<std::int64_t>::max()),
                  "right-hand side values");
    const Dense dense =
        allocate_host<Scalar**>(context_, "filigree::right_hand_sides", header_.num_rows, count);
    FieldReader values(records_, text_.right_hand_side_format, what);
    for (std::int64_t j = 0; j < count; ++j)
      for (std::int64_t i = 0; i < header_.num_rows; ++i)
        dense(i, j) = values.template read_value<Scalar>(value_field());
    return dense;
  }

  /// Sparse right-hand sides are stored as the matrix is: pointers, indices, values.
  Dense read_sparse_right_hand_sides(std::int64_t count) {
    const std::int64_t num_indices = text_.num_right_hand_side_indices;
    if (!header_.assembled)
      context_.fail(5, "the right-hand sides are given by elements", "full or sparse ones",
                    "assemble them first", Status::not_supported);
    check_promise(records_, count + 1, "right-hand side pointers");
    check_promise(records_, num_indices, "right-hand side indices");
    dense_size(count, options_.max_bytes / sizeof(Scalar));
    const Dense dense =
        allocate_host<Scalar**>(context_, "filigree::right_hand_sides", header_.num_rows, count);
    std::fill_n(dense.data(), dense.size(), Scalar(0));
    std::vector<std::int64_t> offsets(std::size_t(count) + 1);
    FieldReader pointers(records_, text_.pointer_format, "the right-hand side pointers");
    read_offsets(pointers, count + 1, num_indices + 1,
                 [&](std::int64_t j, std::int64_t offset) { offsets[std::size_t(j)] = offset; });
    std::vector<std::int64_t> rows(static_cast<std::size_t>(num_indices));
    FieldReader indices(records_, text_.index_format, "the right-hand side indices");
    for (std::int64_t& row : rows) row = indices.read_integer(1, header_.num_rows) - 1;
    FieldReader values(records_, text_.right_hand_side_format, "the right-hand sides");
    for (std::int64_t j = 0; j < count; ++j)
      for (std::int64_t k = offsets[std::size_t(j)]; k < offsets[std::size_t(j) + 1]; ++k)
        dense(rows[std::size_t(k)], j) += values.template read_value<Scalar>(value_field());
    return dense;
  }

  /// Right-hand sides of a pattern have real values.
  HarwellBoeingField value_field() const {
    return header_.field == HarwellBoeingField::pattern ? HarwellBoeingField::real : header_.field;
  }

  Records& records_;
  const ReadContext& context_;
  const HarwellBoeingText& text_;
  const HarwellBoeingHeader& header_;
  const ReadOptions& options_;
};

}  // namespace filigree::detail
