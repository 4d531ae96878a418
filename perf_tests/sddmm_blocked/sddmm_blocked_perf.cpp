// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = (A B) o spy(C) with C in square blocks: Filigree and cuSPARSE in the same process on the same
// arrays. Every result is checked before it is timed.

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <filigree/sddmm.hpp>

#include "peers.hpp"
#include "product.hpp"
#include "program.hpp"

namespace perf {
namespace {

struct BlockedSampleSession : RunSession {
  std::vector<std::int64_t> sizes{8192, 8192};  ///< of C
  std::vector<std::int64_t> inner{64, 256, 1024};
  std::vector<std::int64_t> block_sizes{16, 32, 64, 128};
  std::vector<double> densities{0.1};
  std::shared_ptr<void> loaded;  ///< a Loaded of the types in use
  std::string loaded_name;

  BlockedSampleSession() { seconds = 0.3; }
};

/// A product, and what the generic kernel makes of it in float.
template <class Product>
struct Loaded {
  Product product;
  Kokkos::View<float*, Space> expected;
};

template <class Product>
std::shared_ptr<Loaded<Product>> load(BlockedSampleSession& session, const BlockedCase& wanted,
                                      const std::string& name) {
  if (session.loaded_name != name) {
    session.loaded.reset();
    const auto C = blocks_as_bsr(random_blocked<typename Product::Result>(wanted));
    const decltype(Product::A) A("A", wanted.m, wanted.n);
    const decltype(Product::B) B("B", wanted.n, wanted.k);
    fill_blocked(session.exec, 7, A);
    fill_blocked(session.exec, 8, B);
    const auto loaded = std::make_shared<Loaded<Product>>(
        Loaded<Product>{{session.exec, C, A, B}, {"expected", C.values().extent(0)}});
    filigree::sddmm(session.exec, 1.0f, A, B, 0.0f, C.with_values(loaded->expected),
                    {.backend = filigree::Backend::generic});
    session.exec.fence();
    session.loaded = loaded;
    session.loaded_name = name;
  }
  return std::static_pointer_cast<Loaded<Product>>(session.loaded);
}

template <class Product>
Contender planned(const Product& product) {
  using Plan = decltype(filigree::sddmm_plan(product.exec, product.C));
  struct State {
    Plan plan;
    typename Plan::workspace_view workspace;
  };
  Contender contender;
  std::shared_ptr<State> state;
  contender.setup_seconds = setup_seconds(product.exec, [&] {
    state = std::make_shared<State>(State{filigree::sddmm_plan(product.exec, product.C), {}});
  });
  state->workspace =
      typename Plan::workspace_view("workspace", state->plan.workspace_bytes(product.inner()));
  const auto run = [state, product] {
    return state->plan.apply(product.exec, 1.0f, product.A, product.B, 0.0f, product.C,
                             state->workspace);
  };
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Product>
void register_product(BlockedSampleSession& session, const BlockedCase& wanted,
                      const std::string& scalar) {
  std::vector<BlockedSampleEntrant<Product>> entrants{{"filigree", "plan", planned<Product>}};
  add_blocked_sample_peers(entrants);
  const std::string problem = wanted.name() + "/inner" + std::to_string(wanted.n) +
                              (Product::row_major ? "/row" : "/column");
  for (const auto& entrant : entrants)
    register_timed(problem + "/" + scalar + "/" + entrant.library + "/" + entrant.name,
                   [&session, wanted, problem, scalar, entrant](benchmark::State& state) {
                     const auto loaded = load<Product>(session, wanted, problem + scalar);
                     Row row;
                     row.problem = problem;
                     row.scalar = scalar;
                     row.op = "N";
                     row.library = entrant.library;
                     row.name = entrant.name;
                     row.csr_bytes = loaded->product.bytes();
                     // C's entries have 11 bits, 8, or float's, of sums of 1024 terms say.
                     using Result = typename Product::Result;
                     const double limit = std::is_same_v<Result, half>       ? 1e-3
                                          : std::is_same_v<Result, bfloat16> ? 8e-3
                                                                             : 1e-4;
                     run_contender(
                         state, session, row, limit, session.seconds,
                         [&] { return entrant.prepare(loaded->product); },
                         [&](const Contender& contender) {
                           return error_of_run(session.exec, contender, loaded->product.C.values(),
                                               loaded->expected);
                         });
                     if (!session.rows.empty() && session.rows.back().timing.median > 0)
                       state.counters["TFLOP/s"] =
                           1e-12 * loaded->product.flops() / session.rows.back().timing.median;
                   });
}

template <class S, class Result>
void register_both(BlockedSampleSession& session, const BlockedCase& wanted, const char* scalar) {
  register_product<BlockedSample<Kokkos::LayoutLeft, S, Result>>(session, wanted, scalar);
  register_product<BlockedSample<Kokkos::LayoutRight, S, Result>>(session, wanted, scalar);
}

int run(int argc, char** argv) {
  BlockedSampleSession session;
  take_arguments(argc, argv, [&](const Argument& argument) {
    if (const char* libraries = argument.after("--cusparse=")) {
      choose_cusparse(libraries);
      return true;
    }
    return argument.take_list("--size=", session.sizes) ||
           argument.take_list("--inner=", session.inner) ||
           argument.take_list("--block-sizes=", session.block_sizes) ||
           argument.take_list("--densities=", session.densities) || session.take(argument);
  });
  if (session.sizes.size() != 2) throw std::runtime_error("--size=M,N wants two numbers");
  return run_registered(
      argc, argv, session,
      "--json=FILE --seconds=S (a measurement) --size=M,N (of C) --inner=K[,K...]\n"
      "                       --block-sizes=N[,N...] --densities=D[,D...]\n"
      "                       --cusparse=LIBRARY[:LIBRARY...]",
      [&] {
        for (const std::int64_t block_size : session.block_sizes)
          for (const double density : session.densities)
            for (const std::int64_t inner : session.inner) {
              const BlockedCase wanted{session.sizes[0], session.sizes[1], inner, block_size,
                                       density};
              register_both<half, half>(session, wanted, "f16");
              register_both<half, float>(session, wanted, "f16_f32");
              register_both<bfloat16, bfloat16>(session, wanted, "bf16");
            }
      });
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
