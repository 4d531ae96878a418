// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include <algorithm>
#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <string>
#include <tuple>

#include "arguments.hpp"
#include "commands.hpp"
#include "facts.hpp"
#include "hypersparse.hpp"
#include "matrix_source.hpp"

namespace filigree::tool {
namespace {

constexpr std::array options{
    OptionSpec{"--tolerance", "", "T", "of the largest difference over the largest entry", "", "0"},
    OptionSpec{"--pattern", "", "", "the same entries must be stored, zeros included"},
    OptionSpec{"--json", "", "FILE",
               "the same as JSON; - for standard output, instead of the text"},
};

struct Place {
  std::int64_t row = -1;
  std::int64_t column = -1;
};

/// How two matrices differ. An entry that one of them lacks is a zero there.
template <class Scalar>
struct Comparison {
  std::int64_t only_in_a = 0, only_in_b = 0;  ///< positions
  Place first_in_a, first_in_b;               ///< the first of these
  std::int64_t different = 0;                 ///< positions whose values differ
  double largest_difference = 0;
  Place place;  ///< of that
  Scalar a{}, b{};
  double largest_entry = 0;  ///< of both, finite ones

  bool same_pattern() const { return only_in_a == 0 && only_in_b == 0; }
  double scaled() const { return largest_difference > 0 ? largest_difference / largest_entry : 0; }
};

template <class Scalar>
bool is_finite(const Scalar& value) {
  return std::isfinite(double(Kokkos::real(value))) && std::isfinite(double(Kokkos::imag(value)));
}

/// Equal where both are not a number, too.
template <class Scalar>
bool same_value(const Scalar& a, const Scalar& b) {
  const auto same = [](double x, double y) { return x == y || (std::isnan(x) && std::isnan(y)); };
  if constexpr (std::integral<Scalar>)
    return a == b;
  else
    return same(Kokkos::real(a), Kokkos::real(b)) && same(Kokkos::imag(a), Kokkos::imag(b));
}

/// |a - b|, infinite where one of them is no finite number.
template <class Scalar>
double difference(const Scalar& a, const Scalar& b) {
  if constexpr (std::integral<Scalar>) {
    const auto wide = [](Scalar value) { return static_cast<std::uint64_t>(value); };
    return double(a < b ? wide(b) - wide(a) : wide(a) - wide(b));
  } else {
    if (!is_finite(a) || !is_finite(b)) return std::numeric_limits<double>::infinity();
    return Kokkos::abs(a - b);
  }
}

template <class Scalar>
double magnitude(const Scalar& value) {
  if constexpr (std::integral<Scalar>)
    return std::abs(double(value));
  else
    return Kokkos::abs(value);
}

template <class Scalar>
class Comparer {
 public:
  explicit Comparer(std::int64_t index_base) : index_base_(index_base) {}

  void compare(const PlacedValue<Scalar>* a, const PlacedValue<Scalar>* b) {
    const PlacedValue<Scalar>& one = a != nullptr ? *a : *b;
    const Place place{one.row + index_base_, one.col + index_base_};
    if (b == nullptr && result_.only_in_a++ == 0) result_.first_in_a = place;
    if (a == nullptr && result_.only_in_b++ == 0) result_.first_in_b = place;
    const Scalar value_a = a != nullptr ? a->value : Scalar(0);
    const Scalar value_b = b != nullptr ? b->value : Scalar(0);
    for (const Scalar& value : {value_a, value_b})
      if (is_finite(value))
        result_.largest_entry = std::max(result_.largest_entry, magnitude(value));
    if (same_value(value_a, value_b)) return;
    const double size = difference(value_a, value_b);
    if (result_.different++ == 0 || size > result_.largest_difference) {
      result_.largest_difference = size;
      result_.place = place;
      result_.a = value_a;
      result_.b = value_b;
    }
  }
  const Comparison<Scalar>& result() const { return result_; }

 private:
  Comparison<Scalar> result_;
  std::int64_t index_base_;
};

template <class Scalar>
Comparison<Scalar> compare_entries(const std::vector<PlacedValue<Scalar>>& a,
                                   const std::vector<PlacedValue<Scalar>>& b) {
  Comparer<Scalar> comparer(1);
  const auto place = [](const PlacedValue<Scalar>& entry) {
    return std::tie(entry.row, entry.col);
  };
  auto i = a.begin(), j = b.begin();
  while (i != a.end() || j != b.end()) {
    if (j == b.end() || (i != a.end() && place(*i) < place(*j)))
      comparer.compare(&*i++, nullptr);
    else if (i == a.end() || place(*j) < place(*i))
      comparer.compare(nullptr, &*j++);
    else
      comparer.compare(&*i++, &*j++);
  }
  return comparer.result();
}

void add_value(Facts& facts, const std::string& key, double value) { facts.add(key, value); }
void add_value(Facts& facts, const std::string& key, std::int64_t value) { facts.add(key, value); }
void add_value(Facts& facts, const std::string& key, std::uint64_t value) { facts.add(key, value); }
void add_value(Facts& facts, const std::string& key, const complex_double& value) {
  facts.add(key, value.real());
  facts.add(key + "_imaginary", value.imag());
}

std::string place_text(const Place& place) {
  return place.row < 0 ? ""
                       : "the first in row " + std::to_string(place.row) + ", column " +
                             std::to_string(place.column);
}

struct Request {
  std::string a, b;
  double tolerance = 0;
  bool same_pattern = false;
};

/// What is told, and why the matrices are not equal; empty: they are.
struct Outcome {
  Facts facts;
  std::string difference;
};

void begin(Facts& facts, const Request& request) {
  facts.section("files");
  facts.add("a", printable(request.a));
  facts.add("b", printable(request.b));
}

void finish(Outcome& outcome, const Request& request) {
  outcome.facts.section("result");
  outcome.facts.add("tolerance", request.tolerance);
  outcome.facts.add("equal", outcome.difference.empty());
}

template <class Scalar>
Outcome outcome_of(const Request& request, const Comparison<Scalar>& found) {
  Outcome outcome;
  Facts& facts = outcome.facts;
  begin(facts, request);
  facts.section("pattern");
  facts.add("same", found.same_pattern());
  facts.add("only_in_a", found.only_in_a, place_text(found.first_in_a));
  facts.add("only_in_b", found.only_in_b, place_text(found.first_in_b));
  facts.section("values");
  facts.add("different", found.different, "an entry that one of them lacks is a zero there");
  facts.add("largest_difference", found.largest_difference);
  facts.add("scaled", found.scaled(),
            "over the largest entry, " + significant(found.largest_entry));
  if (found.different > 0) {
    facts.add("row", found.place.row, "of the largest difference");
    facts.add("column", found.place.column);
    add_value(facts, "a", found.a);
    add_value(facts, "b", found.b);
  }
  if (found.different > 0 && !(found.scaled() <= request.tolerance))
    outcome.difference = grouped(found.different) + " entries differ, by up to " +
                         significant(found.scaled()) + " of the largest one, in row " +
                         std::to_string(found.place.row) + ", column " +
                         std::to_string(found.place.column);
  else if (request.same_pattern && !found.same_pattern())
    outcome.difference = "the patterns differ: " + grouped(found.only_in_a) + " entries only in '" +
                         request.a + "', " + grouped(found.only_in_b) + " only in '" + request.b +
                         "'";
  finish(outcome, request);
  return outcome;
}

Outcome different_sizes(const Request& request, const MatrixFileHeader& a,
                        const MatrixFileHeader& b) {
  const auto size = [](const MatrixFileHeader& header) {
    return std::to_string(header.num_rows) + " x " + std::to_string(header.num_cols);
  };
  Outcome outcome;
  begin(outcome.facts, request);
  outcome.facts.section("sizes");
  outcome.facts.add("a", size(a));
  outcome.facts.add("b", size(b));
  outcome.difference =
      "'" + request.a + "' is " + size(a) + ", but '" + request.b + "' is " + size(b);
  finish(outcome, request);
  return outcome;
}

/// The types that hold both: integers only where both are of one kind.
MatrixFileHeader common_header(const MatrixFileHeader& a, const MatrixFileHeader& b) {
  MatrixFileHeader header = a;
  header.complex = a.complex || b.complex;
  header.num_entries = std::max(a.num_entries, b.num_entries);
  header.integer = a.integer && b.integer && a.unsigned_integer == b.unsigned_integer;
  return header;
}

void run(const Arguments& arguments) {
  Request request{arguments.file(0), arguments.file(1), arguments.real("--tolerance"),
                  arguments.has("--pattern")};
  if (!(request.tolerance >= 0))
    throw UsageError("option '--tolerance': '" + arguments.get("--tolerance") +
                     "', expected a number from 0 on");
  ProgressLine progress;
  const MatrixFileHeader a = load_header(request.a, progress);
  const MatrixFileHeader b = load_header(request.b, progress);
  Outcome outcome;
  if (a.num_rows != b.num_rows || a.num_cols != b.num_cols)
    outcome = different_sizes(request, a, b);
  else
    with_file_types(common_header(a, b), [&]<class Scalar, class Index>(std::type_identity<Scalar>,
                                                                        std::type_identity<Index>) {
      const auto entries_a = sorted_entries(load_entries<Scalar, Index>(request.a, false));
      progress.show("reading " + file_name(request.b));
      const auto entries_b = sorted_entries(load_entries<Scalar, Index>(request.b, false));
      outcome = outcome_of(request, compare_entries(entries_a, entries_b));
    });
  progress.clear();
  const std::string json = arguments.get("--json");
  if (json != "-") write_text("-", outcome.facts.text());
  if (!json.empty()) write_text(json, outcome.facts.json());
  if (!outcome.difference.empty()) throw Found(outcome.difference);
}

}  // namespace

const Command compare_command{
    "compare",
    "says how two matrices differ",
    2,
    "Compares A and B, whatever their formats: both triangles of symmetric files, repeated "
    "entries\n"
    "summed. Prints the entries that only one of them has, the largest difference of two values, "
    "the\n"
    "same over the largest entry, and where it is, as \"key: value\" lines in sections, which is "
    "YAML.\n"
    "Ends with status 8 where the latter is above the tolerance. What is not a number equals its "
    "like.\n",
    "  filigree compare A.mtx B.mtx                      equal to the last bit?\n"
    "  filigree compare A.mtx B.bin --tolerance 1e-12    but for rounding?\n",
    options,
    run};

}  // namespace filigree::tool
