// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <limits>

#include <convert/entries.hpp>
#include <core/execution_spaces.hpp>
#include <filigree/detail/validate_problem.hpp>
#include <format/rows_list.hpp>
#include <validate/report.hpp>

/// NaN and infinite values.

namespace filigree::detail {
namespace {

constexpr std::int64_t nothing = std::numeric_limits<std::int64_t>::max();
constexpr std::int8_t nan_mark = 1, inf_mark = 2;

/// Whether a value is NaN or infinite; integers never are.
template <class Scalar>
struct NotFinite {
  static KOKKOS_INLINE_FUNCTION bool is_nan(const Scalar& value) {
    if constexpr (std::is_integral_v<Scalar>) {
      return false;
    } else if constexpr (is_complex_v<Scalar>) {
      const auto wide = widened(value);
      return Kokkos::isnan(wide.real()) || Kokkos::isnan(wide.imag());
    } else {
      return Kokkos::isnan(widened(value));
    }
  }
  static KOKKOS_INLINE_FUNCTION bool is_inf(const Scalar& value) {
    if constexpr (std::is_integral_v<Scalar>) {
      return false;
    } else if constexpr (is_complex_v<Scalar>) {
      const auto wide = widened(value);
      return Kokkos::isinf(wide.real()) || Kokkos::isinf(wide.imag());
    } else {
      return Kokkos::isinf(widened(value));
    }
  }

 private:
  static KOKKOS_INLINE_FUNCTION auto widened(const Scalar& value) {
    return convert<arithmetic_t<Scalar>>(value);
  }
};

template <class Scalar>
struct FindNotFinite {
  const Scalar* values;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& low) const {
    if (NotFinite<Scalar>::is_nan(values[k]))
      low = Kokkos::min(low, 2 * k);
    else if (NotFinite<Scalar>::is_inf(values[k]))
      low = Kokkos::min(low, 2 * k + 1);
  }
};

template <class Scalar>
struct MarkNotFinite {
  const Scalar* values;
  std::int8_t* marks;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    marks[k] = NotFinite<Scalar>::is_nan(values[k])   ? std::int8_t(nan_mark)
               : NotFinite<Scalar>::is_inf(values[k]) ? std::int8_t(inf_mark)
                                                      : std::int8_t(0);
  }
};

template <class Rows>
struct FindMarkedPlace {
  Rows A;
  const std::int8_t* marks;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& low) const {
    A.for_each(k, [&](std::int64_t, std::int64_t place) {
      if (marks[place] != 0 && place < low) low = place;
    });
  }
};

template <class Rows>
struct FindStoredRow {
  Rows A;
  std::int64_t wanted;

  KOKKOS_FUNCTION void operator()(std::int64_t k, std::int64_t& high) const {
    A.for_each(k, [&](std::int64_t, std::int64_t place) {
      if (place == wanted) high = Kokkos::max(high, k);
    });
  }
};

template <class Rows>
struct FindRowAndColumn {
  Rows A;
  std::int64_t wanted;
  std::int64_t* found;

  KOKKOS_FUNCTION void operator()(std::int64_t k) const {
    A.for_each(k, [&](std::int64_t column, std::int64_t place) {
      if (place != wanted) return;
      found[0] = A.row_of(k);
      found[1] = column;
    });
  }
};

}  // namespace

template <class Exec, class Scalar>
std::int64_t first_not_finite(const Exec& exec, std::int64_t count, const Scalar* values) {
  if (std::is_integral_v<Scalar>) return -1;
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce("filigree::validate::values", EntryRange<Exec>(exec, 0, count),
                          FindNotFinite<Scalar>{values}, Kokkos::Min<std::int64_t>(lowest));
  return lowest == nothing ? -1 : lowest;
}

template <class Exec, class Scalar>
void mark_not_finite(const Exec& exec, std::int64_t count, const Scalar* values,
                     std::int8_t* marks) {
  Kokkos::parallel_for("filigree::validate::mark_not_finite", EntryRange<Exec>(exec, 0, count),
                       MarkNotFinite<Scalar>{values, marks});
}

template <class Exec, class Rows>
ValidateReport report_marked(const Exec& exec, const Rows& A, IndexBase base, bool transposed,
                             const std::int8_t* marks) {
  std::int64_t lowest = nothing;
  Kokkos::parallel_reduce("filigree::validate::marked_places",
                          EntryRange<Exec>(exec, 0, A.num_rows), FindMarkedPlace<Rows>{A, marks},
                          Kokkos::Min<std::int64_t>(lowest));
  if (lowest == nothing) return {};
  // Rows of a BsrxView may share a place: the last of them is named.
  std::int64_t stored_row = -1;
  Kokkos::parallel_reduce("filigree::validate::row_of_marked_place",
                          EntryRange<Exec>(exec, 0, A.num_rows), FindStoredRow<Rows>{A, lowest},
                          Kokkos::Max<std::int64_t>(stored_row));
  const auto found = scratch<std::int64_t>(exec, "filigree::validate::marked_place", 2);
  Kokkos::parallel_for("filigree::validate::find_marked_place",
                       EntryRange<Exec>(exec, stored_row, stored_row + 1),
                       FindRowAndColumn<Rows>{A, lowest, found.data()});
  const std::int64_t row = read_entry(exec, found.data(), 0);
  const std::int64_t column = read_entry(exec, found.data(), 1);
  const bool is_nan = read_entry(exec, marks, lowest) == nan_mark;
  // Ell speaks of rows, columns and places.
  const Shape shape{Container::ell, {.index_base = base}, A.num_rows, A.num_cols};
  return make_report(shape, {is_nan ? Offence::not_a_number : Offence::infinite, lowest,
                             transposed ? column : row, transposed ? row : column});
}

#define FILIGREE_INSTANTIATE_SCALAR(Exec, Scalar)                                   \
  template std::int64_t first_not_finite(const Exec&, std::int64_t, const Scalar*); \
  template void mark_not_finite(const Exec&, std::int64_t, const Scalar*, std::int8_t*);
#define FILIGREE_INSTANTIATE_ROWS(Exec, ...)                                              \
  template ValidateReport report_marked(const Exec&, const __VA_ARGS__&, IndexBase, bool, \
                                        const std::int8_t*);
#define FILIGREE_INSTANTIATE_INDEX(Exec, Index)                  \
  FILIGREE_ROWS_BY_INDEX(FILIGREE_INSTANTIATE_ROWS, Exec, Index) \
  FILIGREE_ROWS_BY_OFFSET(FILIGREE_INSTANTIATE_ROWS, Exec, Index, AnyOffsets)
#define FILIGREE_INSTANTIATE(Exec)                                   \
  FILIGREE_FOR_EACH_MATRIX_SCALAR(Exec, FILIGREE_INSTANTIATE_SCALAR) \
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_SCALAR)               \
  FILIGREE_INSTANTIATE_SCALAR(Exec, std::uint64_t)                   \
  FILIGREE_INTEGERS(Exec, FILIGREE_INSTANTIATE_INDEX)
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_INSTANTIATE)
#undef FILIGREE_INSTANTIATE
#undef FILIGREE_INSTANTIATE_INDEX
#undef FILIGREE_INSTANTIATE_ROWS
#undef FILIGREE_INSTANTIATE_SCALAR

}  // namespace filigree::detail
