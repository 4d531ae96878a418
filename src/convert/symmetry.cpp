// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/convert_problem.hpp>

namespace filigree::detail {
namespace {

/// How many entries of the full matrix come from a stored one: primary is the row here.
struct Expansion {
  bool mirrors;
  bool lower;
  bool unit;

  explicit Expansion(const MatrixProperties& properties)
      : mirrors(properties.type == MatrixType::symmetric ||
                properties.type == MatrixType::hermitian),
        lower(properties.fill == FillMode::lower),
        unit(properties.diagonal == DiagonalType::unit) {}

  KOKKOS_FUNCTION std::int64_t copies(std::int64_t row, std::int64_t column) const {
    if (row == column) return unit ? 0 : 1;
    if ((row > column) != lower) return 0;
    return mirrors ? 2 : 1;
  }
};

}  // namespace

template <class Exec, class Index>
std::int64_t count_expanded(const Exec& exec, const EntryList<Index>& entries,
                            const MatrixProperties& properties) {
  const EntryList<Index> A = entries;
  const Expansion expansion(properties);
  std::int64_t count = 0;
  Kokkos::parallel_reduce(
      "filigree::convert::count_expanded", EntryRange<Exec>(exec, 0, A.count),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & sum) {
        sum += expansion.copies(A.primary[k], A.secondary[k]);
      },
      count);
  return count + (expansion.unit ? A.num_primary : 0);
}

template <class Exec, class Index>
void expand_entries(const Exec& exec, const EntryList<Index>& entries,
                    const MatrixProperties& properties, std::int64_t count, Index* primary,
                    Index* secondary, std::int64_t* sources) {
  const EntryList<Index> A = entries;
  const Expansion expansion(properties);
  Kokkos::parallel_scan(
      "filigree::convert::expand_entries", EntryRange<Exec>(exec, 0, A.count),
      KOKKOS_LAMBDA(std::int64_t k, std::int64_t & sum, bool final) {
        const std::int64_t copies = expansion.copies(A.primary[k], A.secondary[k]);
        if (final && copies > 0) {
          primary[sum] = A.primary[k];
          secondary[sum] = A.secondary[k];
          sources[sum] = 2 * k;
        }
        if (final && copies > 1) {
          primary[sum + 1] = A.secondary[k];
          secondary[sum + 1] = A.primary[k];
          sources[sum + 1] = 2 * k + 1;
        }
        sum += copies;
      });
  if (!expansion.unit) return;
  const std::int64_t first = count - A.num_primary;
  const auto base = std::int64_t(A.base);
  Kokkos::parallel_for(
      "filigree::convert::unit_diagonal", EntryRange<Exec>(exec, 0, A.num_primary),
      KOKKOS_LAMBDA(std::int64_t i) {
        primary[first + i] = Index(i + base);
        secondary[first + i] = Index(i + base);
        sources[first + i] = -1;
      });
}

#define FILIGREE_INSTANTIATE_TYPES(Exec, Index)                                               \
  template std::int64_t count_expanded(const Exec&, const EntryList<Index>&,                  \
                                       const MatrixProperties&);                              \
  template void expand_entries(const Exec&, const EntryList<Index>&, const MatrixProperties&, \
                               std::int64_t, Index*, Index*, std::int64_t*);
#define FILIGREE_INSTANTIATE(Exec)               \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int32_t) \
  FILIGREE_INSTANTIATE_TYPES(Exec, std::int64_t)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_TYPES

}  // namespace filigree::detail
