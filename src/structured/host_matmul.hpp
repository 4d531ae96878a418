// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string_view>

#include "structured/compressed_matrix.hpp"
#include "structured/generic_matmul.hpp"

namespace filigree::structured {

/// The product on hosts: some columns of a row of D at a time, whose sums are vectors on the stack;
/// each adds up in the order of GenericMatmul.
template <class In, class Out>
struct HostMatmul {
  static constexpr std::string_view name = "structured_matmul_host";
  static constexpr std::int64_t tile = 64;  ///< 256 bytes of sums: they stay in registers or L1

  MatmulArguments arguments;

  template <class Exec>
  void launch(const Exec& exec) const {
    Kokkos::parallel_for("filigree::structured_matmul_host",
                         Kokkos::RangePolicy<Exec, Kokkos::IndexType<std::int64_t>>(
                             exec, 0, arguments.batches * arguments.m * tiles()),
                         *this);
  }

  KOKKOS_FUNCTION std::int64_t tiles() const { return (arguments.n + tile - 1) / tile; }

  KOKKOS_FUNCTION void operator()(std::int64_t item) const {
    const std::int64_t begin = item % tiles() * tile;
    const std::int64_t i = item / tiles() % arguments.m;
    const std::int64_t batch = item / tiles() / arguments.m;
    const std::int64_t width = arguments.n - begin < tile ? arguments.n - begin : tile;
    const CompressedMatrix<In> a(
        {arguments.m, arguments.k, arguments.kind},
        static_cast<const char*>(arguments.a) + batch * arguments.a_batch_bytes);
    const In* const b = static_cast<const In*>(arguments.b) + batch * arguments.b_batch_stride +
                        begin * arguments.b_stride_n;
    Accumulator<In> sums[tile] = {};
    const std::int64_t stride = arguments.b_stride_n;
    a.for_each_kept(i, [&](std::int64_t col, In value) {
      const In* const row = b + col * arguments.b_stride_k;
      if (stride == 1)
        for (std::int64_t j = 0; j < width; ++j) sums[j] = add_product<In>(sums[j], value, row[j]);
      else
        for (std::int64_t j = 0; j < width; ++j)
          sums[j] = add_product<In>(sums[j], value, row[j * stride]);
    });
    for (std::int64_t j = 0; j < width; ++j)
      store_entry<In, Out>(arguments, batch, i, begin + j, sums[j]);
  }
};

}  // namespace filigree::structured
