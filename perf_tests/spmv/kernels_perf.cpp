// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = A x by each kernel that a plan can be asked for by name, beside the one that it chooses and
// one call without a plan: what a rule of choice should choose. No peers.

#include <string>
#include <vector>

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

template <class Scalar>
Contender product_by_kernel(const Product<Scalar>& product, const char* kernel) {
  try {
    return planned_product(product, product.A, {.kernel = kernel});
  } catch (const filigree::Error& error) {
    throw NotOffered(error.what());
  }
}

struct KernelsSuite {
  template <class Scalar>
  static std::vector<Problem<Scalar>> problems(const Options&) {
    std::vector<Entrant<Scalar>> entrants;
    const auto add = [&](const char* name, auto prepare) {
      entrants.push_back({"filigree", name, filigree::Op::none, prepare});
    };
    add("plan", [](const Product<Scalar>& p) { return planned_product(p, p.A, {}); });
    for (const char* kernel : kernel_names())
      add(kernel, [kernel](const Product<Scalar>& p) { return product_by_kernel(p, kernel); });
    add("one_shot", one_shot_product<Scalar>);
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
