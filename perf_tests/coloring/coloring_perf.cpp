// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_coloring [--json=FILE] [--seconds=S] [--only=NAME] [--cusparse=LIBRARY[:...]]:
// colours of symmetric patterns whose name has NAME in it, all rows and a share of 0.8. Calls are
// timed whole, with what they allocate; the names of the rows tell how many colours there were.
// Every first result is looked at on the host: neighbours differ, each row has a colour.

#include <Kokkos_Core.hpp>

#include <string>
#include <utility>
#include <vector>

#include <filigree/color_graph.hpp>

#include "checked_calls.hpp"
#include "sparse_results.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "coloring/cusparse_coloring.hpp"
#endif

namespace perf {
namespace {

/// The pattern of A + A^T.
Pattern symmetrised(const Pattern& A) {
  std::vector<std::vector<std::int32_t>> lists(std::size_t(A.num_rows()));
  for (std::size_t row = 0; row < lists.size(); ++row)
    for (auto k = std::size_t(A.offsets[row]); k < std::size_t(A.offsets[row + 1]); ++k) {
      lists[row].push_back(A.columns[k]);
      lists[std::size_t(A.columns[k])].push_back(std::int32_t(row));
    }
  Pattern result{A.num_cols};
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    list.erase(std::unique(list.begin(), list.end()), list.end());
    result.columns.insert(result.columns.end(), list.begin(), list.end());
    result.end_row();
  }
  return result;
}

bool is_proper(const Pattern& pattern, const Kokkos::View<std::int32_t*, Space>& colors) {
  const auto found = Kokkos::create_mirror_view_and_copy(Kokkos::HostSpace(), colors);
  for (std::size_t row = 0; row < found.extent(0); ++row) {
    if (found(row) < 0) return false;
    for (auto k = std::size_t(pattern.offsets[row]); k < std::size_t(pattern.offsets[row + 1]); ++k)
      if (pattern.columns[k] != std::int32_t(row) &&
          found(std::size_t(pattern.columns[k])) == found(row))
        return false;
  }
  return true;
}

/// `run` colours, and returns how many colours there are.
template <class Run>
void measure(Session& session, const Pattern& pattern, const Row& row, const std::string& library,
             const std::string& name, const Kokkos::View<std::int32_t*, Space>& colors,
             const Run& run) {
  const std::string count = std::to_string(run());
  session.measure(row, {library, name + ", " + count + " colours", [&] { run(); },
                        [&] { return is_proper(pattern, colors); }});
}

void run_pattern(Session& session, const std::string& name, const Pattern& pattern) {
  const Exec& exec = session.exec();
  const Operand<double> operand(pattern, 1);
  const Kokkos::View<std::int32_t*, Space> colors("colors", operand.matrix.num_rows());
  Row row;
  row.problem = name;
  row.bytes = 4 * double(pattern.columns.size()) + 8 * double(pattern.num_rows());
  for (const double fraction : {1.0, 0.8}) {
    row.op = fraction == 1 ? "all rows" : "0.8 of the rows";
    measure(session, pattern, row, "filigree", "color_graph", colors, [&] {
      return filigree::color_graph(exec, operand.matrix, colors, {.fraction = fraction});
    });
#ifdef FILIGREE_PEER_CUSPARSE
    for (const auto& library : cusparse::libraries()) {
      if (library.version.empty()) continue;
      cusparse::Coloring peer(library, exec, operand.matrix);
      measure(session, pattern, row, library.name(), "csrcolor", colors,
              [&] { return peer.run(fraction, colors.data()); });
    }
#endif
  }
}

int run(int argc, char** argv) {
  std::string only;
  Session session(argc, argv, "--only=, ", [&](const Argument& argument) {
    const char* const name = argument.after("--only=");
    if (name != nullptr) only = name;
    return name != nullptr;
  });
  const auto add = [&](const std::string& name, const auto& make) {
    if (name.find(only) != std::string::npos) run_pattern(session, name, make());
  };
  add("stencil27 80^3", [] { return stencil27(80); });
  add("stencil7 128^3", [] { return pattern_of(Stencil7(128)); });
  add("stencil5 1000^2", [] { return pattern_of(Stencil5(1000)); });
  add("power law 100,000", [] { return symmetrised(power_law(100'000, 8, 5)); });
  return session.report();
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
