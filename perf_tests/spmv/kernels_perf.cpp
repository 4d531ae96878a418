// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = A x by each kernel that a plan can be asked for by name, beside the one that it chooses and
// one call without a plan: what a rule of choice should choose. On a device y = A^T x too, and what
// a copy of A in the order of columns would take, with and without bringing values into it. No
// peers.

#include <memory>
#include <string>
#include <vector>

#include <filigree/convert.hpp>

#include "filigree_entrants.hpp"
#include "further_cases.hpp"
#include "peers/peers.hpp"
#include "products.hpp"

namespace perf {
namespace {

std::vector<const char*> kernel_names() {
  if (filigree::detail::is_host_execution_v<Exec>)
    return {"csr_generic", "csr_host", "csr_compressed_host"};
  return {"csr_generic",        "csr_stream_cuda",      "csr_compressed_cuda",
          "csr_warp_tile_cuda", "csr_hot_columns_cuda", "csr_subwarp_cuda"};
}

std::vector<const char*> transposed_kernel_names() {
  if (filigree::detail::is_host_execution_v<Exec>) return {};
  return {"csr_generic", "csr_permuted_cuda", "csr_two_pass_cuda", "csr_collect_cuda",
          "csr_windows_cuda"};
}

template <class Scalar>
Contender product_by_kernel(const Product<Scalar>& product, const char* kernel) {
  try {
    return planned_product(product, product.A, {.kernel = kernel});
  } catch (const filigree::Error& error) {
    throw NotOffered(error.what());
  }
}

/// With a copy of A whose values lie in the order of columns; `update`: they are brought there
/// before each product.
template <class Scalar>
Contender product_in_order(const Product<Scalar>& product, bool update) {
  const auto order = std::make_shared<filigree::CsrToCsc<int>>(product.exec, product.A);
  const auto copy = order->apply(product.exec, product.A);
  Contender contender = planned_product(product, copy, {});
  if (update)
    contender.run = [order, copy, product, multiply = contender.run] {
      order->apply(product.exec, product.A.values(), copy.values());
      multiply();
    };
  return contender;
}

struct KernelsSuite {
  template <class Scalar>
  static std::vector<Problem<Scalar>> problems(const Options&) {
    std::vector<Entrant<Scalar>> entrants;
    auto op = filigree::Op::none;
    const auto add = [&](const char* name, auto prepare) {
      entrants.push_back({"filigree", name, op, prepare});
    };
    const auto add_kernel = [&](const char* kernel) {
      add(kernel, [kernel](const Product<Scalar>& p) { return product_by_kernel(p, kernel); });
    };
    add("plan", [](const Product<Scalar>& p) { return planned_product(p, p.A, {}); });
    for (const char* kernel : kernel_names()) add_kernel(kernel);
    add("one_shot", one_shot_product<Scalar>);
    op = filigree::Op::transpose;
    const auto transposed = transposed_kernel_names();
    for (const char* kernel : transposed) add_kernel(kernel);
    if (!transposed.empty()) {
      add("plan", [](const Product<Scalar>& p) { return planned_product(p, p.A, {}); });
      add("in_order", [](const Product<Scalar>& p) { return product_in_order(p, false); });
      add("put_in_order", [](const Product<Scalar>& p) { return product_in_order(p, true); });
    }
    std::vector<Problem<Scalar>> problems;
    for (const auto& cases :
         {generated_cases<Scalar>(), random_cases<Scalar>(), further_cases<Scalar>()})
      for (const auto& matrix : cases) problems.push_back({matrix, entrants});
    return problems;
  }
};

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::products_main<perf::KernelsSuite>(argc, argv); }
