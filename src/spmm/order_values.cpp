// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <Kokkos_Core.hpp>

#include <cstdint>
#include <string>

#include <convert/entries.hpp>
#include <core/execution_spaces.hpp>
#include <core/refuse.hpp>
#include <filigree/core/types.hpp>
#include <filigree/detail/spmm_values_front.hpp>
#include <spmm/generic.hpp>
#include <spmv/tuned.hpp>

namespace filigree::detail {

template <class Scalar>
struct OrderValues {
  ValuePlaces places;
  const Scalar* from;
  std::int64_t stride;
  Scalar* to;

  KOKKOS_FUNCTION void operator()(const std::int64_t item) const {
    const std::int64_t place = places.index[item % places.count];
    const Scalar* const values = from + item / places.count * stride;
    to[item] = matrix_entry<Scalar>(values, place, false);
  }
};

template <class Exec, class Scalar>
void order_spmm_values(const Exec& exec, const ValuePlaces& places, const Scalar* from,
                       std::int64_t stride, std::int64_t count, Scalar* to) {
  if (places.count == 0) return;
  Kokkos::parallel_for("filigree::spmm::order_values",
                       light_weight(EntryRange<Exec>(exec, 0, places.count * count)),
                       OrderValues<Scalar>{places, from, stride, to});
}

void throw_values_of_another_plan() {
  throw_error(Status::stale_plan,
              {"spmm", "A", "values in the order of another plan, or of none",
               "values that this plan has put in order",
               "make them with order_values of this plan, or of one that it is a copy of"});
}

void throw_other_value_batch(std::int64_t found, std::int64_t expected) {
  const auto batch_text = [](std::int64_t count) {
    return count < 0 ? "one matrix" : "a batch of " + std::to_string(count);
  };
  refuse("SpmmPlan::update_values", "A", batch_text(found),
         batch_text(expected) + ", as when the values were put in order",
         "pass as many matrices, or make new values with order_values");
}

#define FILIGREE_ORDER(Exec, Scalar)                                                            \
  template void order_spmm_values(const Exec&, const ValuePlaces&, const Scalar*, std::int64_t, \
                                  std::int64_t, Scalar*);
FILIGREE_FOR_EACH_EXECUTION_SPACE(FILIGREE_FOR_EACH_MATRIX_SCALAR, FILIGREE_ORDER)
#undef FILIGREE_ORDER

}  // namespace filigree::detail
