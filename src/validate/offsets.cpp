// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include <convert/entries.hpp>
#include <core/execution_spaces.hpp>
#include <validate/checks.hpp>

namespace filigree::detail {
namespace {

/// 0: first offset, 1 + i: end of group i, num_groups + 1: last offset
struct FindWrongOffset {
  AnyOffsets offsets;
  std::int64_t num_groups;
  std::int64_t first;
  std::int64_t end;

  KOKKOS_FUNCTION void operator()(std::int64_t i, std::int64_t& low) const {
    const bool wrong = i == 0           ? offsets[0] != first
                       : i > num_groups ? offsets[num_groups] != end
                                        : offsets[i] < offsets[i - 1];
    if (wrong) low = Kokkos::min(low, i);
  }
};

}  // namespace

template <class Exec>
std::int64_t read_offset(const Exec& exec, const AnyOffsets& offsets, std::int64_t i) {
  return offsets.is_wide() ? read_entry(exec, static_cast<const std::int64_t*>(offsets.data()), i)
                           : read_entry(exec, static_cast<const std::int32_t*>(offsets.data()), i);
}

template <class Exec>
FoundOffence check_offsets(const Exec& exec, const CheckedOffsets& checked) {
  constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();
  const std::int64_t first = checked.first, end = checked.first + checked.count;
  FoundOffence offence;
  if (checked.num_offsets == 0) {  // allowed for a matrix without rows
    if (checked.count != 0) offence = {Offence::last_offset, -1, -1, -1, first, end};
    return offence;
  }
  const std::int64_t num_groups = checked.num_groups;
  const AnyOffsets offsets = checked.offsets;
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce("filigree::validate::offsets", EntryRange<Exec>(exec, 0, num_groups + 2),
                          FindWrongOffset{offsets, num_groups, first, end},
                          Kokkos::Min<std::int64_t>(lowest));
  if (lowest == nothing) return offence;
  if (lowest == 0) return {Offence::first_offset, -1, -1, -1, read_offset(exec, offsets, 0), first};
  if (lowest > num_groups)
    return {Offence::last_offset, -1, -1, -1, read_offset(exec, offsets, num_groups), end};
  return {Offence::offset_order,
          -1,
          lowest - 1,
          -1,
          read_offset(exec, offsets, lowest),
          read_offset(exec, offsets, lowest - 1)};
}

#define FILIGREE_INSTANTIATE(Exec)                                         \
  template FoundOffence check_offsets(const Exec&, const CheckedOffsets&); \
  template std::int64_t read_offset(const Exec&, const AnyOffsets&, std::int64_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
