// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <runtime/checksum.hpp>

#include <filigree/detail/spmv_format_front.hpp>
#include <filigree/detail/spmv_row_gather.hpp>
#include <runtime/pattern.hpp>
#include <spmv/checksum.hpp>

namespace filigree::runtime {
namespace {

template <class Exec, class Offset, class Index>
void make(const Exec& exec, const detail::StoredPattern<Offset, Index>& stored, Watched watched,
          const detail::ChecksumResult& result) {
  if (watched == Watched::offsets && !stored.is_coo())
    detail::make_checksum(exec, detail::ChecksumArrays{detail::offsets_of(stored), {}}, result);
  else
    detail::make_checksum(exec, stored, result);
}

template <class Exec, class Rows>
void make(const Exec& exec, const detail::StoredRows<Rows>& stored, Watched,
          const detail::ChecksumResult& result) {
  detail::make_checksum(exec, stored, result);
}

}  // namespace

void make_checksum(const Target& target, const SparseOperand& A, Watched watched,
                   std::uint64_t* result) {
  visit_stored(target, A, [&](const auto& exec, const auto& stored) {
    make(exec, stored, watched, detail::ChecksumResult(result));
  });
}

}  // namespace filigree::runtime
