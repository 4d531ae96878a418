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

template <class Index>
struct CountCopies {
  EntryList<Index> A;
  Expansion expansion;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& sum) const {
    sum += expansion.copies(A.primary[k], A.secondary[k]);
  }
};

template <class Index>
struct ListCopies {
  EntryList<Index> A;
  Expansion expansion;
  Index* primary;
  Index* secondary;
  std::int64_t* sources;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& sum, bool final) const {
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
  }
};

template <class Index>
struct ListUnitDiagonal {
  std::int64_t base;
  Index* primary;
  Index* secondary;
  std::int64_t* sources;

  KOKKOS_FUNCTION void operator()(std::int64_t i) const {
    primary[i] = secondary[i] = Index(i + base);
    sources[i] = -1;
  }
};

}  // namespace

template <class Exec, class Index>
std::int64_t count_expanded(const Exec& exec, const EntryList<Index>& A,
                            const MatrixProperties& properties) {
  const Expansion expansion(properties);
  std::int64_t count = 0;
  Kokkos::parallel_reduce("filigree::convert::count_expanded", EntryRange<Exec>(exec, 0, A.count),
                          CountCopies<Index>{A, expansion}, count);
  return count + (expansion.unit ? A.num_primary : 0);
}

template <class Exec, class Index>
void expand_entries(const Exec& exec, const EntryList<Index>& A, const MatrixProperties& properties,
                    std::int64_t count, Index* primary, Index* secondary, std::int64_t* sources) {
  const Expansion expansion(properties);
  Kokkos::parallel_scan("filigree::convert::expand_entries", EntryRange<Exec>(exec, 0, A.count),
                        ListCopies<Index>{A, expansion, primary, secondary, sources});
  if (!expansion.unit) return;
  const std::int64_t first = count - A.num_primary;
  Kokkos::parallel_for("filigree::convert::unit_diagonal", EntryRange<Exec>(exec, 0, A.num_primary),
                       ListUnitDiagonal<Index>{std::int64_t(A.base), primary + first,
                                               secondary + first, sources + first});
}

#define FILIGREE_INSTANTIATE(Exec, Index)                                                     \
  template std::int64_t count_expanded(const Exec&, const EntryList<Index>&,                  \
                                       const MatrixProperties&);                              \
  template void expand_entries(const Exec&, const EntryList<Index>&, const MatrixProperties&, \
                               std::int64_t, Index*, Index*, std::int64_t*);
FILIGREE_FOR_EACH_SPACE_AND_INTEGER(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
