// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <string>

#include "binary_elements.hpp"
#include "binary_layout.hpp"

namespace filigree::detail {
namespace {

using binary::first_wrong;
using binary::Integers;
using binary::nowhere;

/// Looks at the arrays of a matrix; check_contents calls it.
class ContentCheck {
 public:
  ContentCheck(const BinaryHeader& header, const std::array<const void*, 3>& arrays,
               const BinaryFault& fault)
      : header_(header), arrays_(arrays), fault_(fault) {}

  void check(bool any_order) const {
    const std::int64_t base = std::int64_t(header_.properties.index_base);
    switch (header_.format) {
      case BinaryFormat::coo:
        check_indices("row", 0, header_.num_rows, base);
        check_indices("column", 1, header_.num_cols, base);
        break;
      case BinaryFormat::csr:
        check_offsets(base);
        check_indices("column", 1, header_.num_cols, base);
        break;
      case BinaryFormat::csc:
        check_offsets(base);
        check_indices("row", 1, header_.num_rows, base);
        break;
    }
    if (header_.properties.sorted && !any_order) check_order();
  }

 private:
  Integers integers(int i) const {
    return {static_cast<const char*>(arrays_[std::size_t(i)]),
            element_of(header_, i) == BinaryElement::int64};
  }
  void check_offsets(std::int64_t base) const;
  void check_indices(const char* what, int array, std::int64_t extent, std::int64_t base) const;
  void check_order() const;

  const BinaryHeader& header_;
  const std::array<const void*, 3>& arrays_;
  const BinaryFault& fault_;
};

void ContentCheck::check_offsets(std::int64_t base) const {
  const Integers offsets = integers(0);
  const std::int64_t last = length_of(header_, 0) - 1;
  const std::int64_t end = base + header_.num_entries;
  const std::int64_t k =
      first_wrong(last, [=](std::int64_t i) { return offsets(i) > offsets(i + 1); });
  if (k != nowhere || offsets(0) != base || offsets(last) != end)
    fault_("offsets from " + std::to_string(offsets(0)) + " to " + std::to_string(offsets(last)) +
               (k == nowhere ? "" : ", descending behind number " + std::to_string(k)),
           "ascending offsets from " + std::to_string(base) + " to " + std::to_string(end));
}

void ContentCheck::check_indices(const char* what, int array, std::int64_t extent,
                                 std::int64_t base) const {
  const Integers indices = integers(array);
  const std::int64_t k = first_wrong(header_.num_entries, [=](std::int64_t i) {
    return indices(i) < base || indices(i) - base >= extent;
  });
  if (k == nowhere) return;
  fault_(
      std::string(what) + " index " + std::to_string(indices(k)) + " of entry " + std::to_string(k),
      "an index from " + std::to_string(base) + " to " + std::to_string(base + extent - 1));
}

void ContentCheck::check_order() const {
  const Integers first = integers(0), second = integers(1);
  const bool unique = header_.properties.unique;
  const auto descends = [=](std::int64_t k) {
    return second(k - 1) > second(k) || (unique && second(k - 1) == second(k));
  };
  std::int64_t wrong = nowhere;
  if (header_.format == BinaryFormat::coo) {
    wrong = first_wrong(header_.num_entries, [=](std::int64_t k) {
      if (k == 0 || first(k - 1) < first(k)) return false;
      return first(k - 1) > first(k) || descends(k);
    });
  } else {
    const std::int64_t base = std::int64_t(header_.properties.index_base);
    wrong = first_wrong(length_of(header_, 0) - 1, [=](std::int64_t line) {
      for (std::int64_t k = first(line) - base + 1; k < first(line + 1) - base; ++k)
        if (descends(k)) return true;
      return false;
    });
  }
  if (wrong == nowhere) return;
  fault_(std::string(unique ? "entries out of order or repeated in " : "entries out of order in ") +
             (header_.format == BinaryFormat::coo ? "entry " : "line ") + std::to_string(wrong),
         "the order that the properties promise");
}

}  // namespace

void check_contents(const BinaryHeader& header, const std::array<const void*, 3>& arrays,
                    bool any_order, const BinaryFault& fault) {
  ContentCheck(header, arrays, fault).check(any_order);
}

}  // namespace filigree::detail
