// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>
#include <string>

#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <filigree/core/error.hpp>
#include <filigree/detail/format_problem.hpp>

/// What conversions refuse.

namespace filigree::detail {
namespace {

template <class Index, class Offset>
struct FindRow {
  CompressedPattern<Index, Offset> A;
  std::int64_t entry;
  std::int64_t* row;

  KOKKOS_FUNCTION void operator()(std::int64_t) const {
    const auto base = std::int64_t(A.base);
    *row = base + major_of_entry(A.offsets, A.num_major, base, entry);
  }
};

}  // namespace

std::int64_t saturated_product(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  return a != 0 && b > largest / a ? largest : a * b;
}

std::int64_t memory_limit(std::optional<std::int64_t> asked, std::int64_t csr_bytes) {
  if (asked) return *asked;
  constexpr std::int64_t mebibyte = std::int64_t(1) << 20;
  const std::int64_t tenfold = saturated_product(10, csr_bytes);
  return tenfold > std::numeric_limits<std::int64_t>::max() - mebibyte ? tenfold
                                                                       : tenfold + mebibyte;
}

void check_memory_limit(std::string_view operation, std::string_view format,
                        std::int64_t needed_bytes, std::int64_t limit_bytes) {
  if (needed_bytes <= limit_bytes) return;
  const bool saturated = needed_bytes == std::numeric_limits<std::int64_t>::max();
  throw_error(Status::insufficient_resources,
              {operation, "A",
               (saturated ? "more than " : "") + std::to_string(needed_bytes) +
                   " bytes, which the matrix needs in format " + std::string(format),
               "at most " + std::to_string(limit_bytes) + " bytes",
               "raise options.memory_limit_bytes, or choose another format"});
}

void check_offset_range(std::string_view operation, std::string_view what, std::int64_t count,
                        std::int64_t largest) {
  if (count <= largest) return;
  throw_error(Status::invalid_value,
              {operation, "A", std::to_string(count) + " " + std::string(what),
               "at most " + std::to_string(largest) + " (the offset type's range)",
               "convert to 64-bit offsets"});
}

template <class Exec, class Index, class Offset>
void check_no_repeat(std::string_view operation, const Exec& exec,
                     const CompressedPattern<Index, Offset>& A, std::int64_t entry) {
  if (entry < 0) return;
  const auto row = scratch<std::int64_t>(exec, "filigree::convert::row", 1);
  Kokkos::parallel_for("filigree::convert::row_of_entry", EntryRange<Exec>(exec, 0, 1),
                       FindRow<Index, Offset>{A, entry, row.data()});
  throw_error(Status::invalid_value,
              {operation, "A",
               "entry " + std::to_string(entry) + " repeats row " +
                   std::to_string(read_entry(exec, row.data(), 0)) + ", column " +
                   std::to_string(read_entry(exec, A.indices, entry)),
               "every entry stored once, since the format has one place for it",
               "sum the entries first: csr_to_coo, then coo_to_csr with Duplicates::sum"});
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)              \
  template void check_no_repeat(std::string_view, const Exec&, \
                                const CompressedPattern<Index, Offset>&, std::int64_t);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
