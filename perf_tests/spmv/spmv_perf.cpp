// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = op(A) x with Filigree and its peers: same process, same run, same arrays, same clock.
// Every result is checked against a reference in higher precision before it is timed.

#include <algorithm>
#include <vector>

#include "cases.hpp"
#include "filigree_entrants.hpp"
#include "peers/peers.hpp"
#include "products.hpp"

namespace perf {
namespace {

struct SpmvSuite {
  /// All matrices, with all entrants each.
  template <class Scalar>
  static std::vector<Problem<Scalar>> problems(const Options& options) {
    std::vector<Entrant<Scalar>> entrants;
    add_filigree(entrants);
    add_peers(entrants);
    std::stable_sort(entrants.begin(), entrants.end(),
                     [](const auto& left, const auto& right) { return left.op < right.op; });
    std::vector<Problem<Scalar>> problems;
    for (const auto& cases : {generated_cases<Scalar>(), file_cases<Scalar>(options.matrices)})
      for (const auto& matrix : cases) problems.push_back({matrix, entrants});
    return problems;
  }
};

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::products_main<perf::SpmvSuite>(argc, argv); }
