// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Products with a 2:4 structured matrix, by every kernel of Filigree that takes them and by
// cuSPARSELt after its search: same process, same run, same arrays, same clock. Every result is
// checked before it is timed.

#include <cstdint>
#include <cstdlib>
#include <string>
#include <vector>

#include "product.hpp"
#ifdef FILIGREE_PEER_CUSPARSELT
#include "peers/cusparselt.hpp"
#endif

namespace perf {
namespace {

constexpr auto none = filigree::Op::none;

struct StructuredSession : RunSession {
  std::vector<Sizes> sizes;

  StructuredSession() { seconds = 0.2; }
};

/// How far a result may be off when it is rounded to T.
template <class T>
constexpr double tolerance() {
  return sizeof(T) == 1 ? 0.13 : sizeof(T) == 2 ? 0.02 : 2e-3;
}

template <class P, class Prepare>
void add_entrant(StructuredSession& session, const Sizes& sizes, const std::string& library,
                 const std::string& name, const Prepare& prepare) {
  Row row;
  row.problem =
      std::to_string(sizes.m) + "x" + std::to_string(sizes.n) + "x" + std::to_string(sizes.k);
  row.scalar = std::string(filigree::scalar_name<typename P::In>) + ">" +
               filigree::scalar_name<typename P::Out>;
  row.op = "N";
  row.library = library;
  row.name = name;
  register_timed(row.key() + "/" + library + "/" + name, [=, &session](benchmark::State& state) {
    const P product(session.exec, sizes);
    Row filled = row;
    filled.csr_bytes = product.bytes();
    run_contender(
        state, session, filled, tolerance<typename P::Out>(), session.seconds,
        [&] { return prepare(product); },
        [&](const Contender& contender) {
          Kokkos::deep_copy(session.exec, product.D, typename P::Out(77));
          contender.run();
          session.exec.fence();
          return product.error();
        });
  });
}

template <class P>
Contender by_kernel(const P& product, const std::string& kernel,
                    const filigree::ScalarArgument<float>& alpha) {
  const auto plan = filigree::structured_matmul_plan(product.exec, none, none, product.A, product.B,
                                                     product.D, {.kernel = kernel});
  const Kokkos::View<std::byte*, Space> workspace("workspace", plan.workspace_bytes());
  return {[=] { plan.apply(product.exec, alpha, product.A, product.B, product.D, {}, workspace); },
          std::string(plan.kernel().name)};
}

/// The fastest one by measurement.
template <class P>
Contender searched(const P& product) {
  const auto found =
      filigree::structured_search(product.exec, none, none, product.A, product.B, product.D);
  return by_kernel(product, found.choice.kernel, product.alpha);
}

template <class In, class Out>
void add_products(StructuredSession& session) {
  using P = StructuredProduct<In, Out>;
  for (const Sizes& sizes : session.sizes) {
    add_entrant<P>(session, sizes, "filigree", "choice",
                   [](const P& product) { return by_kernel(product, "", product.alpha); });
    add_entrant<P>(session, sizes, "filigree", "alpha_in_memory", [](const P& product) {
      return by_kernel(product, "", product.alpha_in_memory);
    });
    add_entrant<P>(session, sizes, "filigree", "search",
                   [](const P& product) { return searched(product); });
    for (const char* kernel : {"small_n_cuda", "wgmma_cuda", "tiled_cuda"})
      if (!filigree::detail::is_host_execution_v<Exec>)
        add_entrant<P>(session, sizes, "filigree", kernel, [kernel](const P& product) {
          try {
            return by_kernel(product, std::string("structured_matmul_") + kernel, product.alpha);
          } catch (const filigree::Error&) {
            throw NotOffered("does not take this product");
          }
        });
#ifdef FILIGREE_PEER_CUSPARSELT
    for (const cusparselt::Library& library : cusparselt::libraries())
      for (const bool transposed : {true, false})
        if (transposed || sizeof(In) == 2)
          add_entrant<P>(session, sizes, library.name(), library.way(transposed ? "TN" : "NN"),
                         [&library, transposed](const P& product) {
                           return cusparselt::prepare(library, product, transposed);
                         });
#endif
  }
}

/// "m,n,k:m,n,k"
std::vector<Sizes> parse_sizes(const char* text) {
  std::vector<Sizes> all;
  for (char* at = const_cast<char*>(text); *at != '\0';) {
    Sizes sizes{};
    for (std::int64_t* size : {&sizes.m, &sizes.n, &sizes.k}) {
      *size = std::strtoll(at, &at, 10);
      if (*at != '\0') ++at;
    }
    all.push_back(sizes);
  }
  return all;
}

int run(int argc, char** argv) {
  StructuredSession session;
  const bool on_host = filigree::detail::is_host_execution_v<Exec>;
  session.sizes = parse_sizes(on_host ? "512,512,512:1024,16,1024"
                                      : "4096,4096,4096:8192,8192,8192:4096,16,4096:4096,32,4096");
  take_arguments(argc, argv, [&](const Argument& argument) {
    if (const char* text = argument.after("--sizes="))
      session.sizes = parse_sizes(text);
#ifdef FILIGREE_PEER_CUSPARSELT
    else if (const char* paths = argument.after("--cusparselt="))
      cusparselt::choose(paths);
#endif
    else
      return session.take(argument);
    return true;
  });
  return run_registered(argc, argv, session,
                        "--sizes=M,N,K:M,N,K --cusparselt=FILE:FILE --seconds=S --json=FILE", [&] {
                          using filigree::bfloat16, filigree::half, filigree::float8_e4m3;
                          add_products<half, half>(session);
                          add_products<bfloat16, bfloat16>(session);
                          add_products<float, float>(session);
                          add_products<std::int8_t, std::int8_t>(session);
                          add_products<std::int8_t, std::int32_t>(session);
                          add_products<float8_e4m3, bfloat16>(session);
                        });
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
