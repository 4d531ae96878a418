// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>
#include <type_traits>

#include "structured/compressed_matrix.hpp"
#include "structured/matmul_arguments.hpp"

namespace filigree::structured {

/// sum + a b. Integers wrap around; floats of the dense operand are truncated to tf32.
template <class In>
FILIGREE_FUNCTION inline Accumulator<In> add_product(Accumulator<In> sum, In a, In b) {
  if constexpr (std::is_same_v<In, std::int8_t>)
    return std::int32_t(std::uint32_t(sum) + std::uint32_t(std::int32_t(a) * std::int32_t(b)));
  else if constexpr (std::is_same_v<In, float>)
    return sum + a * truncate_to_tf32(b);
  else
    return sum + float(a) * float(b);
}

/// Writes entry (i, j) of a matrix of D.
template <class In, class Out>
FILIGREE_FUNCTION inline void store_entry(const MatmulArguments& arguments, std::int64_t batch,
                                          std::int64_t i, std::int64_t j, Accumulator<In> sum) {
  const std::int64_t at =
      batch * arguments.d_batch_stride + i * arguments.d_stride_m + j * arguments.d_stride_n;
  const Epilogue& epilogue = arguments.epilogue;
  static_cast<Out*>(arguments.d)[at] = finish(epilogue, epilogue.channel_is_col ? j : i, batch, sum,
                                              static_cast<const Out*>(arguments.c), at);
}

/// Any product on any back end: an entry of D at a time, its sum from the first kept entry of a row
/// to the last.
template <class In, class Out>
struct GenericMatmul {
  static constexpr std::string_view name = "structured_matmul_generic";

  MatmulArguments arguments;
  bool rows_first;  ///< consecutive work items have consecutive rows of D

  explicit GenericMatmul(const MatmulArguments& all)
      : arguments(all), rows_first(all.d_stride_m < all.d_stride_n) {}

  template <class Exec>
  void launch(const Exec& exec) const {
    Kokkos::parallel_for("filigree::structured_matmul_generic",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, arguments.batches * arguments.m * arguments.n),
                         *this);
  }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t fast = rows_first ? arguments.m : arguments.n;
    const std::int64_t slow = rows_first ? arguments.n : arguments.m;
    const std::int64_t first = item % fast, second = item / fast % slow;
    const std::int64_t batch = item / fast / slow;
    const std::int64_t i = rows_first ? first : second, j = rows_first ? second : first;
    const CompressedMatrix<In> a(
        {arguments.m, arguments.k, arguments.kind},
        static_cast<const char*>(arguments.a) + batch * arguments.a_batch_bytes);
    const In* const b = static_cast<const In*>(arguments.b) + batch * arguments.b_batch_stride +
                        j * arguments.b_stride_n;
    Accumulator<In> sum = 0;
    a.for_each_kept(i, [&](std::int64_t col, In value) {
      sum = add_product<In>(sum, value, b[col * arguments.b_stride_k]);
    });
    store_entry<In, Out>(arguments, batch, i, j, sum);
  }
};

}  // namespace filigree::structured
