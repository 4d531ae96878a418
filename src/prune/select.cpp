// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>

#include <convert/entries.hpp>
#include <convert/tuned.hpp>
#include <prune/magnitude.hpp>
#include <prune/memory_order.hpp>

namespace filigree::detail {
namespace {

constexpr int digit_bits = 11;
constexpr int num_digits = 1 << digit_bits;
/// Bits of a key: the sign of a magnitude is always clear.
constexpr int key_bits = 63;
/// Entries that one team counts: few enough to fill a device, many enough to pay for the histogram.
constexpr std::int64_t entries_per_team = 1 << 16;

/// Which keys still count, and by which of their bits.
struct Digit {
  MagnitudeKey prefix;  ///< the bits from `end` on, already known
  int end;
  int shift;

  KOKKOS_FUNCTION bool agrees(MagnitudeKey key) const { return (key ^ prefix) >> end == 0; }
  KOKKOS_FUNCTION int of(MagnitudeKey key) const {
    return int((key >> shift) & ((MagnitudeKey(1) << (end - shift)) - 1));
  }
};

/// A team's part of a histogram; the order of entries does not matter to it.
template <class Exec, class Scalar>
struct CountDigits {
  using Policy = Kokkos::TeamPolicy<Exec>;
  using Bins = Kokkos::View<int*, typename Exec::scratch_memory_space, Kokkos::MemoryUnmanaged>;

  std::int64_t size;
  MemoryOrder order;
  const Scalar* entries;
  Digit wanted;
  std::int64_t* histogram;

  KOKKOS_FUNCTION void operator()(const typename Policy::member_type& team) const {
    const Bins bins(team.team_scratch(0), num_digits);
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, num_digits),
                         [&](int bin) { bins(bin) = 0; });
    team.team_barrier();
    const std::int64_t first = team.league_rank() * entries_per_team;
    const auto count = int(Kokkos::min(std::int64_t(entries_per_team), size - first));
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, count), [&](int e) {
      const MagnitudeKey key = magnitude_key(entries[order.place(first + e)]);
      if (wanted.agrees(key)) Kokkos::atomic_inc(&bins(wanted.of(key)));
    });
    team.team_barrier();
    Kokkos::parallel_for(Kokkos::TeamThreadRange(team, num_digits), [&](int bin) {
      if (bins(bin) != 0) Kokkos::atomic_add(&histogram[bin], std::int64_t(bins(bin)));
    });
  }
};

template <class Exec, class Scalar>
void count_digits(const Exec& exec, const StridedShape& shape, const Scalar* entries,
                  const Digit& digit,
                  const Kokkos::View<std::int64_t*, typename Exec::memory_space>& histogram) {
  using Count = CountDigits<Exec, Scalar>;
  const std::int64_t size = shape.size();
  Kokkos::deep_copy(exec, histogram, std::int64_t(0));
  typename Count::Policy policy(exec, int(groups_of(size, entries_per_team)), Kokkos::AUTO);
  policy.set_scratch_size(0, Kokkos::PerTeam(Count::Bins::shmem_size(num_digits)));
  Kokkos::parallel_for("filigree::prune::count_digits", policy,
                       Count{size, MemoryOrder(shape), entries, digit, histogram.data()});
}

}  // namespace

template <class Exec, class Scalar>
MagnitudeKey select_magnitude(const Exec& exec, const StridedShape& shape, const Scalar* entries,
                              std::int64_t position) {
  const auto histogram = scratch<std::int64_t>(exec, "filigree::prune::histogram", num_digits);
  std::int64_t counts[num_digits];
  const Kokkos::View<std::int64_t*, Kokkos::HostSpace> on_host(counts, num_digits);
  MagnitudeKey key = 0;
  std::int64_t rank = position;
  for (int end = key_bits; end > lowest_key_bit<Scalar>; end -= digit_bits) {
    const Digit digit{key, end, std::max(end - digit_bits, lowest_key_bit<Scalar>)};
    count_digits(exec, shape, entries, digit, histogram.view());
    Kokkos::deep_copy(exec, on_host, histogram.view());
    exec.fence("filigree::prune::select_magnitude");
    int bin = 0;
    while (rank >= counts[bin]) rank -= counts[bin++];
    key |= MagnitudeKey(bin) << digit.shift;
  }
  return key;
}

#define FILIGREE_INSTANTIATE_SCALAR(Exec, Scalar)                                         \
  template MagnitudeKey select_magnitude(const Exec&, const StridedShape&, const Scalar*, \
                                         std::int64_t);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_FOR_EACH_STORAGE_SCALAR, FILIGREE_INSTANTIATE_SCALAR)
#undef FILIGREE_INSTANTIATE_SCALAR

}  // namespace filigree::detail
