// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <core/execution_spaces.hpp>
#include <filigree/detail/sddmm_front.hpp>
#include <sddmm/tuned.hpp>
#include <spmv/checksum.hpp>

namespace filigree::detail {

template <class Exec, class Index>
std::uint64_t sddmm_checksum(const Exec& exec, const SddmmPattern<Index>& pattern) {
  const std::uint64_t of_offsets =
      array_checksum(exec, pattern.begin_offsets, pattern.num_block_rows() + 1);
  return mix(of_offsets) ^ array_checksum(exec, pattern.col_indices, pattern.num_blocks);
}

template <class Exec, class Index>
sddmm_prepared_t<Exec> prepare_sddmm(const Exec& exec, const SddmmPattern<Index>& pattern) {
  return TunedSddmm<Exec>::prepare(exec, pattern);
}

template <class Exec>
std::size_t sddmm_workspace_bytes(std::int64_t num_rows, std::int64_t num_cols, std::int64_t inner,
                                  std::size_t scalar_bytes) {
  return TunedSddmm<Exec>::workspace_bytes(num_rows, num_cols, inner, scalar_bytes);
}

#define FILIGREE_INSTANTIATE(Exec)                                                               \
  template std::uint64_t sddmm_checksum(const Exec&, const SddmmPattern<std::int32_t>&);         \
  template std::uint64_t sddmm_checksum(const Exec&, const SddmmPattern<std::int64_t>&);         \
  template sddmm_prepared_t<Exec> prepare_sddmm(const Exec&, const SddmmPattern<std::int32_t>&); \
  template sddmm_prepared_t<Exec> prepare_sddmm(const Exec&, const SddmmPattern<std::int64_t>&); \
  template std::size_t sddmm_workspace_bytes<Exec>(std::int64_t, std::int64_t, std::int64_t,     \
                                                   std::size_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
