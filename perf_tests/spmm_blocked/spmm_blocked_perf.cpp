// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B with A Blocked-ELL, or the same as Bsr, of half with sums in float, of float as tf32, of
// double, or of int8 with int32 results: Filigree and cuSPARSE in the same process on the same
// arrays. Every result is checked before it is timed.

#include <Kokkos_Core.hpp>

#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <filigree/spmm.hpp>

#include "peers.hpp"
#include "product.hpp"
#include "program.hpp"

namespace perf {
namespace {

struct BlockedSession : RunSession {
  std::vector<std::int64_t> sizes{8192, 8192, 4096};  ///< m, k, n
  std::vector<std::int64_t> block_sizes{16, 32, 64, 128, 256};
  std::vector<double> densities{0.1, 0.3};
  std::string scalars = "f16";   ///< those whose names it holds
  std::shared_ptr<void> loaded;  ///< a Loaded of the layout and the scalar in use
  std::string loaded_name;

  BlockedSession() { seconds = 0.3; }
};

/// A product, and what the generic kernel makes of it as it is computed.
template <class Layout, class S>
struct Loaded {
  using Product = BlockedProduct<Layout, S>;
  Product product;
  Kokkos::View<BlockedCompute<S>**, Layout, Space> expected;
};

template <class Layout, class S>
std::shared_ptr<Loaded<Layout, S>> load(BlockedSession& session, const BlockedCase& wanted,
                                        const std::string& name) {
  if (session.loaded_name != name) {
    session.loaded.reset();
    using Product = BlockedProduct<Layout, S>;
    const typename Product::Dense B("B", wanted.k, wanted.n);
    const typename Product::Result C("C", wanted.m, wanted.n);
    fill_blocked(session.exec, 5, B);
    const auto loaded = std::make_shared<Loaded<Layout, S>>(
        Loaded<Layout, S>{{session.exec, random_blocked<S>(wanted), B, C},
                          {"expected", std::size_t(wanted.m), std::size_t(wanted.n)}});
    filigree::spmm(session.exec, filigree::Op::none, BlockedCompute<S>(1), loaded->product.A, B,
                   BlockedCompute<S>(0), loaded->expected, {.backend = filigree::Backend::generic});
    session.exec.fence();
    session.loaded = loaded;
    session.loaded_name = name;
  }
  return std::static_pointer_cast<Loaded<Layout, S>>(session.loaded);
}

/// By the library's choice, or the kernel of this name, with the workspace that it asks for.
template <class Product, class Matrix>
Contender planned_with(const Product& product, const Matrix& A, std::string_view kernel = {}) {
  using Compute = BlockedCompute<typename Product::Scalar>;
  using Plan = decltype(filigree::spmm_plan(product.exec, filigree::Op::none, A));
  filigree::SpmmOptions options;
  options.math_mode = filigree::MathMode::tf32;
  options.kernel = kernel;
  Contender contender;
  std::shared_ptr<Plan> plan;
  contender.setup_seconds = setup_seconds(product.exec, [&] {
    plan =
        std::make_shared<Plan>(filigree::spmm_plan(product.exec, filigree::Op::none, A, options));
  });
  typename Plan::workspace_view workspace;
  if (const auto bytes = plan->workspace_bytes(std::int64_t(product.C.extent(1))); bytes > 0)
    workspace = typename Plan::workspace_view("workspace", bytes);
  const auto run = [plan, product, A, workspace] {
    return plan->apply(product.exec, Compute(1), A, product.B, Compute(0), product.C, workspace);
  };
  try {
    contender.kernel = std::string(run().name);
  } catch (const filigree::Error& error) {
    if (kernel.empty()) throw;
    throw NotOffered(error.what());
  }
  contender.run = run;
  return contender;
}

template <class Product>
Contender planned(const Product& product) {
  return planned_with(product, product.A);
}
template <class Product>
Contender planned_bsr(const Product& product) {
  return planned_with(product, blocks_as_bsr(product.A));
}

/// The two ways of a product of small blocks.
template <class Product>
Contender scheduled(const Product& product) {
  return planned_with(product, product.A, "spmm_blocked_ell_tensor_cuda");
}
template <class Product>
Contender densified(const Product& product) {
  return planned_with(product, product.A, "spmm_blocked_ell_densified_cuda");
}

template <class Layout, class S>
void register_benchmarks(BlockedSession& session, const BlockedCase& wanted,
                         const std::string& scalar) {
  if (session.scalars.find(scalar) == std::string::npos) return;
  using Product = BlockedProduct<Layout, S>;
  std::vector<BlockedEntrant<Product>> entrants{{"filigree", "plan", planned<Product>},
                                                {"filigree", "plan_bsr", planned_bsr<Product>}};
  if (wanted.block_size <= 32 && sizeof(S) < 8) {
    entrants.push_back({"filigree", "plan_scheduled", scheduled<Product>});
    entrants.push_back({"filigree", "plan_densified", densified<Product>});
  }
  add_blocked_peers(entrants);
  const std::string problem = wanted.name() + (Product::row_major ? "/row" : "/column");
  for (const auto& entrant : entrants)
    register_timed(problem + "/" + scalar + "/" + entrant.library + "/" + entrant.name,
                   [&session, wanted, problem, scalar, entrant](benchmark::State& state) {
                     const auto loaded = load<Layout, S>(session, wanted, problem + scalar);
                     Row row;
                     row.problem = problem;
                     row.scalar = scalar;
                     row.op = "N";
                     row.library = entrant.library;
                     row.name = entrant.name;
                     row.csr_bytes = loaded->product.bytes();
                     // C's entries have 11 bits, 53, or all, those of A and B as tf32 11.
                     const double limit = sizeof(S) == 2   ? 1e-3
                                          : sizeof(S) == 4 ? 2e-3
                                          : sizeof(S) == 8 ? 1e-12
                                                           : 0;
                     run_contender(
                         state, session, row, limit, session.seconds,
                         [&] { return entrant.prepare(loaded->product); },
                         [&](const Contender& contender) {
                           return error_of_run(session.exec, contender, loaded->product.C,
                                               loaded->expected);
                         });
                     if (!session.rows.empty() && session.rows.back().timing.median > 0)
                       state.counters["TFLOP/s"] =
                           1e-12 * loaded->product.flops() / session.rows.back().timing.median;
                   });
}

template <class S>
void register_both(BlockedSession& session, const BlockedCase& wanted, const char* scalar) {
  register_benchmarks<Kokkos::LayoutRight, S>(session, wanted, scalar);
  register_benchmarks<Kokkos::LayoutLeft, S>(session, wanted, scalar);
}

int run(int argc, char** argv) {
  BlockedSession session;
  take_arguments(argc, argv, [&](const Argument& argument) {
    if (const char* libraries = argument.after("--cusparse=")) {
      choose_cusparse(libraries);
      return true;
    }
    if (const char* scalars = argument.after("--scalars=")) {
      session.scalars = scalars;
      return true;
    }
    return argument.take_list("--size=", session.sizes) ||
           argument.take_list("--block-sizes=", session.block_sizes) ||
           argument.take_list("--densities=", session.densities) || session.take(argument);
  });
  if (session.sizes.size() != 3) throw std::runtime_error("--size=M,K,N wants three numbers");
  return run_registered(
      argc, argv, session,
      "--json=FILE --seconds=S (a measurement) --size=M,K,N --block-sizes=N[,N...]\n"
      "                       --densities=D[,D...] --scalars=f16,f32,f64,i8\n"
      "                       --cusparse=LIBRARY[:LIBRARY...]",
      [&] {
        for (const std::int64_t block_size : session.block_sizes)
          for (const double density : session.densities) {
            const BlockedCase wanted{session.sizes[0], session.sizes[1], session.sizes[2],
                                     block_size, density};
            register_both<half>(session, wanted, "f16");
            register_both<float>(session, wanted, "f32");
            register_both<double>(session, wanted, "f64");
            register_both<std::int8_t>(session, wanted, "i8");
          }
      });
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
