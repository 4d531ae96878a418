// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <filigree/detail/format_problem.hpp>
#include <filigree/validate.hpp>
#include <validate/checks.hpp>
#include <validate/report.hpp>

namespace filigree::detail {
namespace {

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();

/// Offences at one position, the first of these first; found as 8 * position + code.
enum Code : std::int64_t {
  major_range,
  minor_range,
  disorder,
  repeat,
  outside,
  nan_value,
  inf_value
};

/// The row of an entry is searched for once an item and then walked along: long items on a host,
/// where the search would cost more than the walk, single entries on a device, where lanes read
/// neighbours.
template <class Exec>
inline constexpr std::int64_t entries_per_item = is_host_execution_v<Exec> ? 1024 : 1;

template <class Exec>
std::int64_t num_items(std::int64_t nnz) {
  return nnz / entries_per_item<Exec> + (nnz % entries_per_item<Exec> != 0);
}

struct Demands {
  bool order;
  bool distinct;
  bool fill;
};

/// The row and column (or column and row) of each entry, walked in storage order.
template <class Index, class Offset>
struct EntryChecks {
  CheckedPattern<Index, Offset> A;
  Demands demands;
  std::int64_t base;
  bool by_column;

  KOKKOS_FUNCTION std::int64_t begin_of(std::int64_t major) const {
    return std::int64_t(A.offsets[major]) - base;
  }
  KOKKOS_FUNCTION std::int64_t first_major(std::int64_t k) const {
    return A.offsets == nullptr ? 0 : major_of_entry(A.offsets, A.num_major, base, k);
  }
  /// The major index of entry k, where that of an entry at or before it is `major`.
  KOKKOS_FUNCTION std::int64_t major_at(std::int64_t k, std::int64_t major) const {
    if (A.major_indices != nullptr) return moved(A.major_indices[k * A.index_step], -base);
    if (A.offsets != nullptr)
      while (major + 1 < A.num_major && begin_of(major + 1) <= k) ++major;
    return major;
  }
  KOKKOS_FUNCTION std::int64_t minor_at(std::int64_t k) const {
    return moved(A.minor_indices[k * A.index_step], -base);
  }
  KOKKOS_FUNCTION bool follows_in_major(std::int64_t k, std::int64_t major) const {
    if (k == 0) return false;
    if (A.offsets != nullptr) return begin_of(major) < k;
    return A.major_indices == nullptr || major_at(k - 1, 0) == major;
  }
  KOKKOS_FUNCTION bool outside_triangle(std::int64_t major, std::int64_t minor) const {
    const IndexRange majors{major * A.major_size, A.major_size};
    const IndexRange minors{minor * A.minor_size, A.minor_size};
    return by_column ? lies_outside(A.properties.fill, minors, majors)
                     : lies_outside(A.properties.fill, majors, minors);
  }

  /// The code of what is wrong with entry k; -1: nothing.
  KOKKOS_FUNCTION std::int64_t check(std::int64_t k, std::int64_t major) const {
    const std::int64_t minor = minor_at(k);
    if (major < 0 || major >= A.num_major) return major_range;
    if (minor < 0 || minor >= A.num_minor) return minor_range;
    const bool same_major = follows_in_major(k, major);
    if (demands.order) {
      if (same_major && minor < minor_at(k - 1)) return disorder;
      if (A.major_indices != nullptr && k > 0 && major < major_at(k - 1, 0)) return disorder;
    }
    if (demands.distinct && same_major && minor == minor_at(k - 1)) return repeat;
    if (demands.fill && outside_triangle(major, minor)) return outside;
    return -1;
  }

  KOKKOS_FUNCTION void check_item(std::int64_t first, std::int64_t end,
                                  std::int64_t& lowest) const {
    std::int64_t major = first_major(first);
    for (std::int64_t k = first; k < end; ++k) {
      major = major_at(k, major);
      const std::int64_t code = check(k, major);
      if (code >= 0) {
        lowest = Kokkos::min(lowest, 8 * k + code);
        return;
      }
    }
  }
};

template <class Exec, class Index, class Offset>
struct FindEntryOffence {
  EntryChecks<Index, Offset> checks;

  KOKKOS_FUNCTION void operator()(std::int64_t item, std::int64_t& low) const {
    const std::int64_t first = item * entries_per_item<Exec>;
    checks.check_item(first, Kokkos::min(first + entries_per_item<Exec>, checks.A.nnz), low);
  }
};

template <class Index, class Offset>
struct FindMajor {
  EntryChecks<Index, Offset> checks;
  std::int64_t entry;

  KOKKOS_FUNCTION void operator()(std::int64_t, std::int64_t& sum) const {
    sum += checks.major_at(entry, checks.first_major(entry));
  }
};

template <class Exec, class Index, class Offset>
std::int64_t first_entry_offence(const Exec& exec, const EntryChecks<Index, Offset>& checks) {
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce(
      "filigree::validate::entries", EntryRange<Exec>(exec, 0, num_items<Exec>(checks.A.nnz)),
      FindEntryOffence<Exec, Index, Offset>{checks}, Kokkos::Min<std::int64_t>(lowest));
  return lowest;
}

/// The row that entry k lies in, read back for a report.
template <class Exec, class Index, class Offset>
std::int64_t major_of(const Exec& exec, const EntryChecks<Index, Offset>& checks, std::int64_t k) {
  std::int64_t major = 0;
  Kokkos::parallel_reduce("filigree::validate::major_of_entry", EntryRange<Exec>(exec, 0, 1),
                          FindMajor<Index, Offset>{checks, k}, major);
  return major;
}

template <class Exec, class Index, class Offset>
FoundOffence entry_offence(const Exec& exec, const EntryChecks<Index, Offset>& checks,
                           std::int64_t encoded) {
  constexpr Offence reasons[] = {Offence::row_index, Offence::column_index, Offence::order,
                                 Offence::duplicate, Offence::fill,         Offence::not_a_number,
                                 Offence::infinite};
  FoundOffence offence;
  offence.position = encoded / 8;
  offence.reason = reasons[encoded % 8];
  if (checks.by_column && encoded % 8 == minor_range) offence.reason = Offence::row_index;
  offence.major = major_of(exec, checks, offence.position);
  const std::int64_t place = offence.position * checks.A.index_step;
  offence.minor = moved(read_entry(exec, checks.A.minor_indices, place), -checks.base);
  offence.found = moved(encoded % 8 == major_range ? offence.major : offence.minor, checks.base);
  return offence;
}

/// Whether nothing but ranges is to be checked, and all are right.
template <class Exec, class Index, class Offset>
bool passes_at_once(const Exec& exec, const EntryChecks<Index, Offset>& checks) {
  const CheckedPattern<Index, Offset>& A = checks.A;
  if (checks.demands.order || checks.demands.distinct || checks.demands.fill) return false;
  const auto in_range = [&](const Index* indices, std::int64_t extent) {
    return all_in_range(exec, IndexArray<Index>{indices, A.nnz, A.index_step, checks.base, extent});
  };
  return in_range(A.minor_indices, A.num_minor) &&
         (A.major_indices == nullptr || in_range(A.major_indices, A.num_major));
}

/// Whether equal entries need not be neighbours.
template <class Exec, class Index, class Offset>
bool is_unsorted(const Exec& exec, EntryChecks<Index, Offset> checks) {
  checks.demands = {.order = true, .distinct = false, .fill = false};
  return first_entry_offence(exec, checks) != nothing;
}

template <class Exec, class Index, class Offset>
std::int64_t first_distant_duplicate(const Exec& exec, const CheckedPattern<Index, Offset>& A) {
  ScratchArray<Index, typename Exec::memory_space> majors, minors;
  const Index* major_indices = A.major_indices;
  const Index* minor_indices = A.minor_indices;
  if (A.index_step == 2) {
    majors = scratch<Index>(exec, "filigree::validate::major_indices", A.nnz);
    minors = scratch<Index>(exec, "filigree::validate::minor_indices", A.nnz);
    split_indices(exec, A.nnz, 0, A.major_indices, majors.data(), minors.data());
    major_indices = majors.data();
    minor_indices = minors.data();
  } else if (major_indices == nullptr) {
    majors = scratch<Index>(exec, "filigree::validate::major_indices", A.nnz);
    major_indices = majors.data();
    if (A.offsets == nullptr)
      Kokkos::deep_copy(exec, majors.view(), Index(A.properties.index_base));
    else
      expand_offsets(
          exec,
          CompressedPattern<Index, Offset>{A.num_major, A.num_minor, A.nnz, A.properties.index_base,
                                           A.offsets, A.minor_indices},
          A.properties.index_base, majors.data());
  }
  const EntryList<Index> entries{A.num_major,   A.num_minor,  A.nnz, A.properties.index_base,
                                 major_indices, minor_indices};
  return order_entries(exec, entries, EqualEntries::find).first_duplicate;
}

}  // namespace

template <class Exec, class Index, class Offset>
ValidateReport check_pattern(const Exec& exec, const CheckedPattern<Index, Offset>& pattern,
                             const ValidateOptions& options, std::int64_t not_finite) {
  const CheckedPattern<Index, Offset>& A = pattern;
  const MatrixProperties& properties = A.properties;
  const Shape shape{A.container, properties, A.num_major, A.num_minor};
  const bool compressed = A.container != Container::coo && A.container != Container::sparse_vector;
  const auto base = std::int64_t(properties.index_base);
  if (compressed) {
    const FoundOffence offence =
        check_offsets(exec, CheckedOffsets{A.num_offsets, A.num_major, A.offsets, base, A.nnz});
    if (offence.reason != Offence::none) return make_report(shape, offence);
  }
  EntryChecks<Index, Offset> checks{
      A,
      {demanded(options.order, properties.sorted), demanded(options.duplicates, properties.unique),
       options.fill && properties.type != MatrixType::general},
      base,
      is_by_column(A.container)};
  if (not_finite < 0 && passes_at_once(exec, checks)) return {};
  // Only in ascending order are equal entries neighbours.
  const bool distant =
      checks.demands.distinct && !checks.demands.order && is_unsorted(exec, checks);
  if (distant) checks.demands.distinct = false;
  std::int64_t found = first_entry_offence(exec, checks);
  if (not_finite >= 0)
    found =
        Kokkos::min(found, 8 * (not_finite / 2) + (not_finite % 2 == 0 ? nan_value : inf_value));
  if (distant && found == nothing) {
    const std::int64_t position = first_distant_duplicate(exec, A);
    if (position >= 0) found = 8 * position + repeat;
  }
  return found == nothing ? ValidateReport{}
                          : make_report(shape, entry_offence(exec, checks, found));
}

#define FILIGREE_INSTANTIATE(Exec, Index, Offset)                                          \
  template ValidateReport check_pattern(const Exec&, const CheckedPattern<Index, Offset>&, \
                                        const ValidateOptions&, std::int64_t);
FILIGREE_FOR_EACH_SPACE_AND_INTEGERS(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE

}  // namespace filigree::detail
