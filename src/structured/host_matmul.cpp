// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "structured/host_matmul.hpp"

#include <vector>

#include "structured/group.hpp"

namespace filigree::structured {
namespace {

/// The kept entries of a row with their columns; those past the last column are padding.
template <class In>
struct KeptRow {
  std::vector<std::int64_t> cols;
  std::vector<In> values;

  void load(const Layout<In>& layout, const void* compressed, std::int64_t row) {
    const auto* const all_values = static_cast<const In*>(compressed);
    const auto* const words = reinterpret_cast<const std::uint32_t*>(
        static_cast<const char*>(compressed) + layout.values_bytes());
    cols.clear();
    values.clear();
    for (std::int64_t g = 0; g * group_size<In> < layout.cols; ++g) {
      const std::uint32_t code =
          words[layout.word_index(row, g)] >> layout.bit_index(row, g) & 0xfu;
      for (int s = 0; s < kept_entries<In>; ++s) {
        const std::int64_t col = g * group_size<In> + position<In>(code, s);
        if (col >= layout.cols) continue;
        cols.push_back(col);
        values.push_back(all_values[row * layout.row_values() + g * kept_entries<In> + s]);
      }
    }
  }
};

template <class In>
Accumulator<In> multiply(In a, In b) {
  if constexpr (std::is_same_v<In, std::int8_t>)
    return std::int32_t(a) * std::int32_t(b);
  else if constexpr (std::is_same_v<In, float>)
    return a * truncate_to_tf32(b);
  else
    return float(a) * float(b);
}

}  // namespace

template <class In, class Out>
void host_matmul(const MatmulArguments& arguments) {
  const Layout<In> layout{arguments.m, arguments.k};
  KeptRow<In> row;
  std::vector<Accumulator<In>> sums(std::size_t(arguments.n));
  for (std::int64_t batch = 0; batch < arguments.batches; ++batch) {
    const char* const a = static_cast<const char*>(arguments.a) + batch * arguments.a_batch_bytes;
    const In* const b = static_cast<const In*>(arguments.b) + batch * arguments.b_batch_stride;
    const std::int64_t d_offset = batch * arguments.d_batch_stride;
    const Out* const c =
        arguments.c == nullptr ? nullptr : static_cast<const Out*>(arguments.c) + d_offset;
    Out* const d = static_cast<Out*>(arguments.d) + d_offset;
    for (std::int64_t i = 0; i < arguments.m; ++i) {
      row.load(layout, a, i);
      sums.assign(sums.size(), 0);
      for (std::size_t e = 0; e < row.cols.size(); ++e)
        for (std::int64_t j = 0; j < arguments.n; ++j)
          sums[std::size_t(j)] += multiply(
              row.values[e], b[row.cols[e] * arguments.b_stride_k + j * arguments.b_stride_n]);
      for (std::int64_t j = 0; j < arguments.n; ++j) {
        const std::int64_t at = i * arguments.d_stride_m + j * arguments.d_stride_n;
        const std::int64_t channel = arguments.epilogue.channel_is_col ? j : i;
        const Out old = arguments.epilogue.reads_c() ? c[at] : Out(0);
        d[at] = finish(arguments.epilogue, channel, batch, sums[std::size_t(j)], old);
      }
    }
  }
}

#define FILIGREE_STRUCTURED_PRODUCT(In, Out) \
  template void host_matmul<In, Out>(const MatmulArguments&);
FILIGREE_STRUCTURED_PRODUCTS(FILIGREE_STRUCTURED_PRODUCT)

}  // namespace filigree::structured
