// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <type_traits>

#include <convert/entries.hpp>
#include <core/execution_spaces.hpp>
#include <validate/checks.hpp>

namespace filigree::detail {
namespace {

template <class Index>
struct FindOutside {
  using Unsigned = std::make_unsigned_t<Index>;

  IndexArray<Index> array;

  /// One comparison: what is below the base wraps around to the top.
  KOKKOS_FUNCTION void operator()(std::int64_t k, int& found) const {
    const Index index = array.indices[k * array.step];
    const auto from_base = Unsigned(Unsigned(index) - Unsigned(array.base));
    found |= int(from_base >= Unsigned(array.extent)) & int(!array.padded | (index != -1));
  }
};

}  // namespace

template <class Exec, class Index>
bool all_in_range(const Exec& exec, const IndexArray<Index>& array) {
  int wrong = 0;
  Kokkos::parallel_reduce("filigree::validate::all_in_range",
                          EntryRange<Exec>(exec, 0, array.count), FindOutside<Index>{array},
                          Kokkos::BOr<int>(wrong));
  return wrong == 0;
}

#define FILIGREE_INSTANTIATE(Exec)                                          \
  template bool all_in_range(const Exec&, const IndexArray<std::int32_t>&); \
  template bool all_in_range(const Exec&, const IndexArray<std::int64_t>&);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
