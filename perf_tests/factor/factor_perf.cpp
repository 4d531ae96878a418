// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// filigree_perf_factor [--json=FILE] [--seconds=S] [--only=NAME] [--cusparse=LIBRARY[:LIBRARY...]]:
// incomplete factorizations of the matrices whose name has NAME in it. Plans and analyses are timed
// by themselves, workspaces are made beforehand. What works in place is timed with the copy of A's
// values that it starts from. Every first result is compared with that of a plain loop in double,
// which on hosts takes part, too.

#include <Kokkos_Core.hpp>

#include <random>
#include <string>
#include <type_traits>
#include <vector>

#include <filigree/incomplete_factor.hpp>

#include "checked_calls.hpp"
#include "factor/block_system.hpp"
#include "factor/system.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "factor/cusparse_factor.hpp"
#endif
#ifdef FILIGREE_PEER_MKL
#include <mkl.h>
#endif

namespace perf {
namespace {

constexpr bool on_host = filigree::detail::is_host_execution_v<Exec>;

/// A symmetric graph whose rows' lengths have a tail: row i has 2 to 64 columns before it, i - 1 -
/// reach q^3 with q uniform in [0, 1).
Pattern graph(int rows, int reach, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<std::vector<std::int32_t>> lists(static_cast<std::size_t>(rows));
  for (int i = 0; i < rows; ++i) {
    auto& own = lists[std::size_t(i)];
    const int degree = i == 0 ? 0 : int(std::min(64.0, 2 / std::sqrt(1e-9 + uniform(random))));
    std::vector<std::int32_t> before;
    for (int k = 0; k < degree; ++k) {
      const double q = uniform(random);
      before.push_back(i - 1 - int(std::min(reach, i) * q * q * q * 0.999));
    }
    std::sort(before.begin(), before.end());
    before.erase(std::unique(before.begin(), before.end()), before.end());
    own.insert(own.end(), before.begin(), before.end());
    own.push_back(i);
    for (const std::int32_t j : before) lists[std::size_t(j)].push_back(i);
  }
  Pattern result{rows};
  for (auto& list : lists) {
    std::sort(list.begin(), list.end());
    result.columns.insert(result.columns.end(), list.begin(), list.end());
    result.end_row();
  }
  return result;
}

template <class AnySystem>
class Benchmark {
  using Scalar = typename AnySystem::scalar_type;
  static constexpr bool has_blocks = std::is_same_v<AnySystem, BlockSystem<Scalar>>;

 public:
  template <class... Arguments>
  Benchmark(Session& session, const std::string& name, const Arguments&... arguments)
      : session_(session), system_(name, arguments...) {
    row_.problem = name;
    row_.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  }

  template <Factors kind>
  void run() {
    operation_ = kind == Factors::ilu0 ? "ilu0" : "ic0";
    kind_ = kind;
    const auto rows = double(system_.A.num_rows()), nnz = double(system_.factors.extent(0));
    const double entries = kind == Factors::ilu0 ? nnz : (nnz + rows) / 2;
    bytes_ = (4 + 2 * double(sizeof(Scalar))) * entries + 8 * rows;
    run_filigree();
#ifdef FILIGREE_PEER_CUSPARSE
    for (const auto& library : cusparse::libraries())
      if (!library.version.empty()) run_cusparse<kind>(library);
#endif
#ifdef FILIGREE_PEER_MKL
    if constexpr (kind == Factors::ilu0 && sizeof(Scalar) == 8 && !has_blocks) run_mkl();
#endif
    if constexpr (on_host && !has_blocks) run_loop();
  }

 private:
  template <class Run, class Settle>
  void measure(const std::string& what, const std::string& library, const std::string& name,
               const Run& run, const Settle& settle) {
    session_.measure(row_, what + operation_, bytes_, {library, name, run, [this, settle] {
                                                         settle();
                                                         return system_.is_right(kind_);
                                                       }});
  }
  template <class Run>
  void measure(const std::string& library, const std::string& name, const Run& run) {
    measure("", library, name, run, [] {});
  }

  void copy_values() { Kokkos::deep_copy(session_.exec(), system_.factors, system_.A.values()); }

  auto make_plan() {
    return kind_ == Factors::ilu0 ? filigree::ilu0_plan(session_.exec(), system_.A)
                                  : filigree::ic0_plan(session_.exec(), system_.A);
  }

  void run_filigree() {
    const Exec& exec = session_.exec();
    auto plan = make_plan();
    const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes(exec));
    row_.kernel = plan.kernel(exec).name;
    const auto factor = [&] { plan.apply(exec, system_.A, system_.factors, {}, workspace); };
    measure("filigree", "into another array", factor);
    const auto own = system_.A.with_values(system_.factors);
    measure("filigree", "in place, after a copy", [&] {
      copy_values();
      plan.apply(exec, own, system_.factors, {}, workspace);
    });
    measure(
        "plan ", "filigree", "plan", [&] { plan = make_plan(); }, factor);
    row_.kernel = {};
  }

#ifdef FILIGREE_PEER_CUSPARSE
  template <Factors kind>
  void run_cusparse(const cusparse::Library& library) {
    const std::string name =
        (has_blocks ? "bsr" : "csr") + std::string(kind == Factors::ilu0 ? "ilu02" : "ic02");
    cusparse::IncompleteFactor<AnySystem, kind> peer(library, session_.exec(), system_);
    const auto factor = [&] {
      copy_values();
      peer.factor();
    };
    peer.analyse();
    measure("", library.name(), name + ", after a copy", factor, [] {});
    measure(
        "plan ", library.name(), name + " analysis", [&] { peer.analyse(); }, factor);
  }
#endif
#ifdef FILIGREE_PEER_MKL
  void run_mkl() {
    const auto one_based = [](std::vector<MKL_INT> from) {
      for (MKL_INT& each : from) ++each;
      return from;
    };
    const Pattern& pattern = system_.pattern;
    const std::vector<MKL_INT> offsets =
        one_based({pattern.offsets.begin(), pattern.offsets.end()});
    const std::vector<MKL_INT> columns =
        one_based({pattern.columns.begin(), pattern.columns.end()});
    std::vector<MKL_INT> ipar(128, 0);
    std::vector<double> dpar(128, 0);
    ipar[1] = 6;
    measure("oneMKL", "dcsrilu0", [&] {
      const auto n = MKL_INT(pattern.num_rows());
      MKL_INT error = 0;
      dcsrilu0(&n, system_.A.values().data(), offsets.data(), columns.data(),
               system_.factors.data(), ipar.data(), dpar.data(), &error);
      if (error != 0) throw std::runtime_error("dcsrilu0: " + std::to_string(error));
    });
  }
#endif
  void run_loop() {
    PlainFactors<Scalar> loop(system_.pattern);
    measure("plain loop", "a row after the other, after a copy", [&] {
      copy_values();
      loop.run(kind_, system_.factors.data());
    });
  }

  Session& session_;
  AnySystem system_;
  Factors kind_ = Factors::ilu0;
  Row row_;
  std::string operation_;
  double bytes_ = 0;
};

template <class AnySystem, class... Arguments>
void run_all(Session& session, const std::string& name, const Arguments&... arguments) {
  Benchmark<AnySystem> benchmark(session, name, arguments...);
  benchmark.template run<Factors::ilu0>();
  benchmark.template run<Factors::ic0>();
}

int run(int argc, char** argv) {
  std::string only;
  Session session(argc, argv, "--only=, ", [&](const Argument& argument) {
    const char* const name = argument.after("--only=");
    if (name != nullptr) only = name;
    return name != nullptr;
  });
  const auto add = [&](const std::string& name, const auto& make) {
    if (name.find(only) == std::string::npos) return;
    const Pattern pattern = make();
    run_all<System<double>>(session, name, pattern);
    run_all<System<float>>(session, name, pattern);
  };
  const auto add_blocks = [&](std::int32_t size, int side) {
    const std::string name =
        "stencil27 of " + std::to_string(side) + "^3 blocks of " + std::to_string(size);
    if (name.find(only) == std::string::npos) return;
    const Pattern pattern = stencil27(side);
    run_all<BlockSystem<double>>(session, name, pattern, size);
    run_all<BlockSystem<float>>(session, name, pattern, size);
  };
  add("stencil7", [] { return pattern_of(Stencil7(128)); });
  add("stencil27", [] { return stencil27(on_host ? 64 : 80); });
  add("stencil5", [] { return pattern_of(Stencil5(1000)); });
  add("graph", [] { return graph(300'000, 100'000, 11); });
  for (const std::int32_t size : {2, 3, 4, 5, 8, 16})
    add_blocks(size, (size <= 4 ? 40 : size <= 8 ? 26 : 16) / (on_host ? 2 : 1));
  return session.report();
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
