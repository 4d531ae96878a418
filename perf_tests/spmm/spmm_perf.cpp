// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// C = A B with Filigree and its peers, both layouts: same process, same run, same arrays, same
// clock. Every result is checked before it is timed.

#include <Kokkos_Core.hpp>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <filigree/spmm.hpp>

#include "check.hpp"
#include "peers.hpp"
#include "product.hpp"
#include "program.hpp"
#include "spmv/cases.hpp"

namespace perf {
namespace {

/// The matrix in use, and the right results of products with a vector of each of B's columns: they
/// are the same column times 1, 2, 3, 4, 1, ... so that one reference an op serves all.
template <class Scalar>
struct DenseLoaded {
  std::string name;
  Matrix<Scalar> A;
  Vector<Scalar> x;
  std::optional<Reference> references[2];  ///< N and, of square matrices, T
};

struct DenseSession : RunSession {
  std::vector<std::int64_t> columns{4, 8, 32};
  std::shared_ptr<void> loaded;  ///< a DenseLoaded of the scalar type in use
  std::string loaded_name;

  DenseSession() { seconds = 0.3; }
};

/// What column j of B is a multiple of x by.
KOKKOS_INLINE_FUNCTION int factor(std::int64_t j) { return 1 + int(j % 4); }

template <class Scalar>
std::shared_ptr<DenseLoaded<Scalar>> load(DenseSession& session, const Case<Scalar>& wanted,
                                          const std::string& name) {
  if (session.loaded_name != name) {
    session.loaded.reset();
    const auto A = wanted.build(session.exec);
    session.loaded = std::make_shared<DenseLoaded<Scalar>>(
        DenseLoaded<Scalar>{name, A, random_vector<Scalar>(session.exec, "x", A.num_cols()), {}});
    session.exec.fence();
    session.loaded_name = name;
  }
  return std::static_pointer_cast<DenseLoaded<Scalar>>(session.loaded);
}

template <class Scalar>
const Reference& reference_of(const Exec& exec, DenseLoaded<Scalar>& loaded, filigree::Op op) {
  auto& reference = loaded.references[op == filigree::Op::none ? 0 : 1];
  if (!reference) {
    const auto& A = loaded.A;
    if (op != filigree::Op::none && A.num_rows() != A.num_cols())
      throw NotOffered("not a square matrix");
    const Vector<Scalar> y("y", A.num_rows());
    reference = make_reference(Product<Scalar>{exec, op, A, loaded.x, y});
  }
  return *reference;
}

template <class Scalar, class Layout>
DenseProduct<Scalar, Layout> make_product(const Exec& exec, const DenseLoaded<Scalar>& loaded,
                                          std::int64_t columns) {
  using Product = DenseProduct<Scalar, Layout>;
  const auto rows = loaded.A.num_rows(), cols = loaded.A.num_cols();
  const typename Product::Dense B("B", cols, columns), C("C", rows, columns);
  const auto x = loaded.x;
  Kokkos::parallel_for(
      "perf::fill", Kokkos::RangePolicy<Exec>(exec, 0, cols), KOKKOS_LAMBDA(const std::int64_t i) {
        for (std::int64_t j = 0; j < columns; ++j) B(i, j) = Scalar(factor(j)) * x(i);
      });
  exec.fence();
  return {exec, loaded.A, B, C};
}

/// The error of one run into a poisoned result, over all columns.
template <class Scalar, class Layout>
double checked_error(const DenseProduct<Scalar, Layout>& product, const Contender& contender,
                     const Reference& reference) {
  const Exec exec = product.exec;
  run_into_poison(exec, contender, product.C);
  const Vector<Scalar> column("column", product.C.extent(0));
  const auto C = product.C;
  double worst = 0;
  for (std::int64_t j = 0; j < product.num_columns(); ++j) {
    Kokkos::parallel_for(
        "perf::column", Kokkos::RangePolicy<Exec>(exec, 0, column.extent(0)),
        KOKKOS_LAMBDA(const std::int64_t i) { column(i) = C(i, j) / Scalar(factor(j)); });
    const double error = largest_error(exec, column, reference);
    if (!(error <= worst)) worst = error;
  }
  return worst;
}

/// Where `in_order`, the values are put in the plan's order before, which counts as set-up.
template <class Scalar, class Layout>
Contender planned(const DenseProduct<Scalar, Layout>& product, filigree::Op op,
                  bool in_order = false) {
  using Plan = decltype(filigree::spmm_plan(product.exec, op, product.A));
  struct State {
    Plan plan;
    decltype(plan.order_values(product.exec, product.A)) values;
    typename Plan::workspace_view workspace;
  };
  Contender contender;
  std::shared_ptr<State> state;
  contender.setup_seconds = setup_seconds(product.exec, [&] {
    state =
        std::make_shared<State>(State{filigree::spmm_plan(product.exec, op, product.A), {}, {}});
    if (in_order) state->values = state->plan.order_values(product.exec, product.A);
  });
  const std::int64_t columns = product.num_columns();
  state->workspace = typename Plan::workspace_view(
      "workspace", in_order ? state->plan.workspace_bytes(columns, state->values)
                            : state->plan.workspace_bytes(columns));
  const auto run = [state, product, in_order] {
    const auto apply = [&](const auto& a) {
      return state->plan.apply(product.exec, Scalar(1), a, product.B, Scalar(0), product.C,
                               state->workspace);
    };
    return in_order ? apply(state->values) : apply(product.A);
  };
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Scalar, class Layout>
Contender one_shot(const DenseProduct<Scalar, Layout>& product, filigree::Backend backend) {
  const auto run = [product, backend] {
    return filigree::spmm(product.exec, filigree::Op::none, Scalar(1), product.A, product.B,
                          Scalar(0), product.C, {.backend = backend});
  };
  Contender contender;
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Scalar, class Layout>
void run_benchmark(benchmark::State& state, DenseSession& session, const Case<Scalar>& wanted,
                   std::int64_t columns, const DenseEntrant<Scalar, Layout>& entrant,
                   filigree::Op op) {
  const char* const scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  const auto loaded = load(session, wanted, wanted.name + scalar);
  const auto product = make_product<Scalar, Layout>(session.exec, *loaded, columns);
  const Reference* reference = nullptr;
  try {
    reference = &reference_of(session.exec, *loaded, op);
  } catch (const NotOffered& reason) {
    state.SkipWithError(reason.what());
    return;
  }
  Row row;
  row.problem =
      wanted.name + "/" + std::to_string(columns) + (product.row_major ? "/row" : "/column");
  row.scalar = scalar;
  row.op = op == filigree::Op::none ? "N" : "T";
  row.library = entrant.library;
  row.name = entrant.name;
  row.csr_bytes = product.bytes();
  run_contender(
      state, session, row, reference->limit, session.seconds,
      [&] { return entrant.prepare(product); },
      [&](const Contender& contender) { return checked_error(product, contender, *reference); });
}

template <class Scalar, class Layout>
void register_benchmarks(DenseSession& session, const Case<Scalar>& wanted, std::int64_t columns) {
  using Product = DenseProduct<Scalar, Layout>;
  std::vector<DenseEntrant<Scalar, Layout>> entrants{
      {"filigree", "plan", [](const Product& p) { return planned(p, filigree::Op::none); }},
      {"filigree", "one_shot",
       [](const Product& p) { return one_shot(p, filigree::Backend::automatic); }},
      {"filigree", "generic",
       [](const Product& p) { return one_shot(p, filigree::Backend::generic); }}};
  add_dense_peers(entrants);
  entrants.push_back({"filigree", "plan_transposed",
                      [](const Product& p) { return planned(p, filigree::Op::transpose); }});
  entrants.push_back({"filigree", "plan_transposed_in_order",
                      [](const Product& p) { return planned(p, filigree::Op::transpose, true); }});
  for (const auto& entrant : entrants) {
    const auto op = std::string_view(entrant.name).starts_with("plan_transposed")
                        ? filigree::Op::transpose
                        : filigree::Op::none;
    const std::string name = wanted.name + "/" + (sizeof(Scalar) == 8 ? "f64" : "f32") + "/" +
                             std::to_string(columns) + (Product::row_major ? "/row/" : "/column/") +
                             entrant.library + "/" + entrant.name;
    register_timed(name, [&session, wanted, columns, entrant, op](benchmark::State& state) {
      run_benchmark<Scalar, Layout>(state, session, wanted, columns, entrant, op);
    });
  }
}

template <class Scalar>
void register_scalar(DenseSession& session) {
  for (const auto& wanted : generated_cases<Scalar>())
    for (const std::int64_t columns : session.columns) {
      register_benchmarks<Scalar, Kokkos::LayoutRight>(session, wanted, columns);
      register_benchmarks<Scalar, Kokkos::LayoutLeft>(session, wanted, columns);
    }
}

int run(int argc, char** argv) {
  DenseSession session;
  take_arguments(argc, argv, [&](const Argument& argument) {
    if (argument.take_list("--columns=", session.columns)) return true;
    if (const char* libraries = argument.after("--cusparse=")) {
      choose_cusparse(libraries);
      return true;
    }
    return session.take(argument);
  });
  return run_registered(
      argc, argv, session,
      "--json=FILE --seconds=S (a measurement) --columns=N[,N...]\n"
      "                       --cusparse=LIBRARY[:LIBRARY...] (CUDA; loaded in this order)",
      [&] {
        register_scalar<double>(session);
        register_scalar<float>(session);
      });
}

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::program_main(argc, argv, perf::run); }
