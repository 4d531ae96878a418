// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <filigree/spmv.hpp>

#include "contender.hpp"

namespace perf {

/// A product with A, in whatever format, through a plan.
template <class Scalar, class AnyMatrix>
Contender planned_product(const Product<Scalar>& product, const AnyMatrix& A,
                          const filigree::SpmvOptions& options) {
  using Plan = decltype(filigree::spmv_plan(product.exec, product.op, A, options));
  struct State {
    Plan plan;
    typename Plan::workspace_view workspace;
  };
  Contender contender;
  std::shared_ptr<State> state;
  // The first plan of a process also loads kernels and fills pools.
  for (int attempt = 0; attempt < 3; ++attempt) {
    state.reset();
    const double seconds = setup_seconds(product.exec, [&] {
      state = std::make_shared<State>(
          State{filigree::spmv_plan(product.exec, product.op, A, options), {}});
    });
    contender.setup_seconds = attempt == 0 ? seconds : std::min(seconds, contender.setup_seconds);
  }
  state->workspace = typename Plan::workspace_view("workspace", state->plan.workspace_bytes());
  const auto explanation = state->plan.explain();
  contender.kernel = std::string(explanation.kernel) + ", " + std::string(explanation.encoding);
  contender.bytes = double(explanation.bytes_moved);
  contender.run = [state, product, A] {
    state->plan.apply(product.exec, Scalar(1), A, product.x, Scalar(0), product.y,
                      state->workspace);
  };
  return contender;
}

template <class Scalar>
Contender one_shot_product(const Product<Scalar>& product) {
  const auto run = [product] {
    return filigree::spmv(product.exec, product.op, Scalar(1), product.A, product.x, Scalar(0),
                          product.y);
  };
  Contender contender;
  contender.kernel = std::string(run().name);
  contender.run = run;
  return contender;
}

template <class Scalar>
void add_filigree(std::vector<Entrant<Scalar>>& entrants) {
  using filigree::Op;
  for (const Op op : {Op::none, Op::transpose}) {
    const auto planned = [&](const char* name, const filigree::SpmvOptions& options) {
      entrants.push_back({"filigree", name, op, [options](const Product<Scalar>& product) {
                            return planned_product(product, product.A, options);
                          }});
    };
    planned("plan", {});
    planned("plan_raw", {.compress = false});
    entrants.push_back({"filigree", "one_shot", op, one_shot_product<Scalar>});
    planned("generic", {.backend = filigree::Backend::generic});
  }
}

}  // namespace perf
