// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = (A B) o spy(C) with Filigree and its peers: same process, same run, same arrays, same clock.
// Every result is checked before it is timed.

#include <Kokkos_Core.hpp>

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include <filigree/sddmm.hpp>

#include "check.hpp"
#include "peers.hpp"
#include "product.hpp"
#include "program.hpp"
#include "spmv/cases.hpp"

namespace perf {
namespace {

/// The product in use and its right result.
template <class Scalar>
struct SampledLoaded {
  SampledProduct<Scalar> product;
  Reference reference;  ///< of C's values
};

struct SampledSession : RunSession {
  std::vector<std::int64_t> inner{8, 32, 128};
  std::shared_ptr<void> loaded;  ///< a SampledLoaded of the scalar type in use
  std::string loaded_name;

  SampledSession() { seconds = 0.3; }
};

/// A plain loop an entry, in double. Its own roundings are as many as the contender's.
template <class Scalar>
Reference make_sampled_reference(const SampledProduct<Scalar>& product) {
  const auto nnz = product.C.nnz(), inner = product.inner();
  const Reference reference{Vector<double>("reference", nnz), Vector<double>("scale", nnz),
                            2 * double(inner + 2) * double(std::numeric_limits<Scalar>::epsilon())};
  const auto right = reference.y, scales = reference.scale;
  const auto A = product.A;
  const auto B = product.B;
  const auto offsets = product.C.row_offsets();
  const auto columns = product.C.col_indices();
  Kokkos::parallel_for(
      "perf::reference", Kokkos::RangePolicy<Exec>(product.exec, 0, product.C.num_rows()),
      KOKKOS_LAMBDA(const std::int64_t row) {
        for (auto place = offsets(row); place < offsets(row + 1); ++place) {
          double sum = 0, scale = 0;
          for (std::int64_t k = 0; k < inner; ++k) {
            const double term = double(A(row, k)) * double(B(k, columns(place)));
            sum += term;
            scale += Kokkos::abs(term);
          }
          right(place) = sum;
          scales(place) = scale;
        }
      });
  product.exec.fence();
  return reference;
}

/// Vectors of `inner` entries, one after the other.
template <class Scalar>
void fill_vectors(const Exec& exec, std::uint64_t seed, Scalar* data, std::int64_t vectors,
                  std::int64_t inner) {
  const RandomValue value{seed};
  Kokkos::parallel_for(
      "perf::fill", Kokkos::RangePolicy<Exec>(exec, 0, vectors),
      KOKKOS_LAMBDA(const std::int64_t i) {
        for (std::int64_t k = 0; k < inner; ++k) data[i * inner + k] = Scalar(value(i, k));
      });
}

template <class Scalar>
SampledProduct<Scalar> make_sampled_product(const Exec& exec, const Matrix<Scalar>& C,
                                            std::int64_t inner) {
  using Product = SampledProduct<Scalar>;
  const decltype(Product::A) A("A", C.num_rows(), inner);
  const decltype(Product::B) B("B", inner, C.num_cols());
  fill_vectors(exec, 7, A.data(), C.num_rows(), inner);
  fill_vectors(exec, 8, B.data(), C.num_cols(), inner);
  exec.fence();
  return {exec, C, A, B};
}

template <class Scalar>
std::shared_ptr<SampledLoaded<Scalar>> load(SampledSession& session, const Case<Scalar>& wanted,
                                            std::int64_t inner, const std::string& name) {
  using Loaded = SampledLoaded<Scalar>;
  if (session.loaded_name != name) {
    session.loaded.reset();
    const auto product = make_sampled_product(session.exec, wanted.build(session.exec), inner);
    session.loaded = std::make_shared<Loaded>(Loaded{product, make_sampled_reference(product)});
    session.loaded_name = name;
  }
  return std::static_pointer_cast<Loaded>(session.loaded);
}

template <class Scalar>
Contender planned(const SampledProduct<Scalar>& product) {
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
    return state->plan.apply(product.exec, Scalar(1), product.A, product.B, Scalar(0), product.C,
                             state->workspace);
  };
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Scalar>
Contender one_shot(const SampledProduct<Scalar>& product, filigree::Backend backend) {
  const auto run = [product, backend] {
    return filigree::sddmm(product.exec, Scalar(1), product.A, product.B, Scalar(0), product.C,
                           {.backend = backend});
  };
  Contender contender;
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Scalar>
void run_benchmark(benchmark::State& state, SampledSession& session, const Case<Scalar>& wanted,
                   std::int64_t inner, const SampledEntrant<Scalar>& entrant) {
  Row row;
  row.problem = wanted.name + "/" + std::to_string(inner);
  row.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  row.op = "N";
  row.library = entrant.library;
  row.name = entrant.name;
  const auto loaded = load(session, wanted, inner, row.problem + row.scalar);
  const auto& product = loaded->product;
  row.csr_bytes = product.bytes();
  run_contender(
      state, session, row, loaded->reference.limit, session.seconds,
      [&] { return entrant.prepare(product); },
      [&](const Contender& contender) {
        run_into_poison(product.exec, contender, product.C.values());
        return largest_error<Scalar>(product.exec, product.C.values(), loaded->reference);
      });
}

template <class Scalar>
void register_scalar(SampledSession& session) {
  using Product = SampledProduct<Scalar>;
  std::vector<SampledEntrant<Scalar>> entrants{
      {"filigree", "plan", [](const Product& p) { return planned(p); }},
      {"filigree", "one_shot",
       [](const Product& p) { return one_shot(p, filigree::Backend::automatic); }},
      {"filigree", "generic",
       [](const Product& p) { return one_shot(p, filigree::Backend::generic); }}};
  add_sampled_peers(entrants);
  for (const auto& wanted : generated_cases<Scalar>())
    for (const std::int64_t inner : session.inner)
      for (const auto& entrant : entrants) {
        const std::string name = wanted.name + "/" + (sizeof(Scalar) == 8 ? "f64" : "f32") + "/" +
                                 std::to_string(inner) + "/" + entrant.library + "/" + entrant.name;
        register_timed(name, [&session, wanted, inner, entrant](benchmark::State& state) {
          run_benchmark<Scalar>(state, session, wanted, inner, entrant);
        });
      }
}

int run(int argc, char** argv) {
  SampledSession session;
  take_arguments(argc, argv, [&](const Argument& argument) {
    if (argument.take_list("--inner=", session.inner)) return true;
    if (const char* libraries = argument.after("--cusparse=")) {
      choose_cusparse(libraries);
      return true;
    }
    return session.take(argument);
  });
  return run_registered(
      argc, argv, session,
      "--json=FILE --seconds=S (a measurement) --inner=K[,K...]\n"
      "                       --cusparse=LIBRARY[:LIBRARY...] (CUDA; loaded in this order)",
      [&] {
        register_scalar<double>(session);
        register_scalar<float>(session);
      });
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
