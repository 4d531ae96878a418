// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "check.hpp"
#include "program.hpp"

/// A benchmark program of products y = op(A) x: checks each entrant on each matrix, times it,
/// writes the report.

namespace perf {

/// A matrix of the benchmark's set.
template <class Scalar>
struct Case {
  std::string name;
  bool small = false;  ///< less time is spent on it
  std::function<Matrix<Scalar>(const Exec&)> build;
};

/// A matrix and who multiplies with it.
template <class Scalar>
struct Problem {
  Case<Scalar> matrix;
  std::vector<Entrant<Scalar>> entrants;
};

struct Options {
  std::string matrices = FILIGREE_SHARED_DIR "/matrices";
};

/// One matrix with its vectors and references.
template <class Scalar>
struct Loaded {
  std::string name;
  Product<Scalar> products[2];  ///< N and T
  std::optional<Reference> references[2];
};

/// A run that keeps only the matrix in use.
struct Session : RunSession {
  Options options;
  std::tuple<std::optional<Loaded<double>>, std::optional<Loaded<float>>> loaded;
};

template <class Scalar>
Loaded<Scalar>& load(Session& session, const Case<Scalar>& wanted) {
  auto& loaded = std::get<std::optional<Loaded<Scalar>>>(session.loaded);
  if (loaded && loaded->name == wanted.name) return *loaded;
  session.loaded = {};
  const Exec& exec = session.exec;
  const Matrix<Scalar> A = wanted.build(exec);
  const auto vector = [&](const char* label, std::int64_t size) {
    return random_vector<Scalar>(exec, label, size);
  };
  loaded.emplace(Loaded<Scalar>{
      wanted.name,
      {{exec, filigree::Op::none, A, vector("x", A.num_cols()), vector("y", A.num_rows())},
       {exec, filigree::Op::transpose, A, vector("xt", A.num_rows()), vector("yt", A.num_cols())}},
      {}});
  return *loaded;
}

template <class Scalar>
void run_benchmark(benchmark::State& state, Session& session, const Case<Scalar>& wanted,
                   const Entrant<Scalar>& entrant) {
  Loaded<Scalar>& loaded = load(session, wanted);
  const int op = entrant.op == filigree::Op::none ? 0 : 1;
  const Product<Scalar>& product = loaded.products[op];
  auto& reference = loaded.references[op];
  if (!reference) reference = make_reference(product);

  Row row;
  row.problem = wanted.name;
  row.scalar = sizeof(Scalar) == 8 ? "f64" : "f32";
  row.op = op == 0 ? "N" : "T";
  row.library = entrant.library;
  row.name = entrant.name;
  row.csr_bytes = csr_bytes(product.A);
  run_contender(
      state, session, row, reference->limit, wanted.small ? session.seconds / 10 : session.seconds,
      [&] { return entrant.prepare(product); },
      [&](const Contender& contender) {
        run_into_poison(product.exec, contender, product.y);
        return largest_error(product.exec, product.y, *reference);
      });
}

/// Suite::problems<Scalar>(options) lists the problems.
template <class Suite, class Scalar>
void register_benchmarks(Session& session, const char* scalar) {
  for (const auto& [each, entrants] : Suite::template problems<Scalar>(session.options)) {
    for (const auto& entrant : entrants) {
      const std::string name = each.name + "/" + scalar + "/" +
                               (entrant.op == filigree::Op::none ? "N" : "T") + "/" +
                               entrant.library + "/" + entrant.name;
      register_timed(name, [&session, matrix = each, entrant](benchmark::State& state) {
        run_benchmark(state, session, matrix, entrant);
      });
    }
  }
}

/// main() of such a program.
template <class Suite>
int products_main(int argc, char** argv) {
  return program_main(argc, argv, [](int count, char** words) {
    Session session;
    take_arguments(count, words, [&](const Argument& argument) {
      if (const char* folder = argument.after("--matrices="))
        session.options.matrices = folder;
      else if (const char* libraries = argument.after("--cusparse="))
        choose_cusparse(libraries);
      else
        return session.take(argument);
      return true;
    });
    return run_registered(
        count, words, session,
        "--json=FILE --matrices=FOLDER --seconds=S (a measurement)\n"
        "                       --cusparse=LIBRARY[:LIBRARY...] (CUDA; loaded in this order)",
        [&] {
          register_benchmarks<Suite, double>(session, "f64");
          register_benchmarks<Suite, float>(session, "f32");
        });
  });
}

}  // namespace perf
