// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <cusparse/leading_part.hpp>

#include <array>
#include <memory>
#include <vector>

#include <cusparse/legacy.hpp>
#include <cusparse/memory.hpp>

namespace filigree::cusparse {
namespace {

/// The lines' entries (blocks) of the first columns, on the host.
struct KeptEntries {
  std::vector<std::int32_t> offsets, indices;  ///< counted from the base
  std::vector<std::int64_t> places;            ///< of their values in the whole matrix
};

KeptEntries keep(const runtime::SparseOperand& A, std::int64_t lines,
                 const std::vector<std::int32_t>& offsets,
                 const std::vector<std::int32_t>& indices) {
  const auto base = std::int32_t(A.properties.index_base);
  const std::int64_t size = A.format == Format::bsr ? A.block.rows * A.block.cols : 1;
  KeptEntries kept;
  kept.offsets.push_back(base);
  for (std::size_t line = 0; line < std::size_t(lines); ++line) {
    for (std::int32_t k = offsets[line] - base; k < offsets[line + 1] - base; ++k) {
      const std::int32_t column = indices[std::size_t(k)];
      if (column - base >= lines) continue;
      kept.indices.push_back(column);
      for (std::int64_t place = k * size; place < (k + 1) * size; ++place)
        kept.places.push_back(place);
    }
    kept.offsets.push_back(base + std::int32_t(kept.indices.size()));
  }
  return kept;
}

}  // namespace

LeadingPart::LeadingPart(const cusparseContext& handle, const char* call,
                         const runtime::SparseOperand& A, std::int64_t lines)
    : operand_(A), num_values_(A.nnz) {
  const auto read = [&](const void* from, std::int64_t count) {
    std::vector<std::int32_t> to{};
    to.resize(std::size_t(count));
    if (count > 0) copy_and_wait(call, handle, to.data(), from, to.size() * sizeof to.front());
    return to;
  };
  const auto offsets = read(A.offsets, lines + 1);
  const auto indices = read(A.col_indices, offsets.back() - std::int64_t(A.properties.index_base));
  const KeptEntries kept = keep(A, lines, offsets, indices);

  const auto memory = std::make_shared<std::array<HeldMemory, 4>>();
  const auto hold = [&](HeldMemory& to, const auto& from) {
    const std::size_t bytes = from.size() * sizeof from.front();
    to = HeldMemory(bytes);
    if (bytes > 0) copy_and_wait(call, handle, to.data(), from.data(), bytes);
    return to.data();
  };
  operand_.offsets = hold((*memory)[0], kept.offsets);
  operand_.col_indices = hold((*memory)[1], kept.indices);
  pattern_.places = static_cast<const std::int64_t*>(hold((*memory)[2], kept.places));
  pattern_.num_values = std::int64_t(kept.places.size());
  (*memory)[3] = HeldMemory(kept.places.size() * runtime::size_of(A.scalar));
  operand_.values = (*memory)[3].data();
  pattern_.memory = memory;
  operand_.num_rows = operand_.num_cols = lines * (A.format == Format::bsr ? A.block.rows : 1);
  operand_.nnz = pattern_.num_values;
}

void LeadingPart::load(const cusparseContext& handle, const void* values) const {
  if (operand_.nnz > 0)
    runtime::move_values(handle.target, pattern_, operand_.scalar, values, num_values_,
                         operand_.values);
}

}  // namespace filigree::cusparse
