// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <type_traits>

#include <convert/entries.hpp>
#include <core/execution_spaces.hpp>
#include <validate/checks.hpp>

namespace filigree::detail {

template <class Exec, class Index>
bool all_in_range(const Exec& exec, const IndexArray<Index>& array) {
  // One comparison an index: what is below the base wraps around to the top.
  using Unsigned = std::make_unsigned_t<Index>;
  const Index* const indices = array.indices;
  const std::int64_t step = array.step;
  const auto base = Unsigned(array.base), extent = Unsigned(array.extent);
  const bool padded = array.padded;
  int wrong = 0;
  Kokkos::parallel_reduce(
      "filigree::validate::all_in_range", EntryRange<Exec>(exec, 0, array.count),
      KOKKOS_LAMBDA(std::int64_t k, int& found) {
        const Index index = indices[k * step];
        found |= int(Unsigned(Unsigned(index) - base) >= extent) & int(!padded | (index != -1));
      },
      Kokkos::BOr<int>(wrong));
  return wrong == 0;
}

#define FILIGREE_INSTANTIATE(Exec)                                          \
  template bool all_in_range(const Exec&, const IndexArray<std::int32_t>&); \
  template bool all_in_range(const Exec&, const IndexArray<std::int64_t>&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
