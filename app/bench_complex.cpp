// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "bench_run.hpp"

namespace filigree::tool {

BenchReport bench_complex(const BenchRequest& request, bool wide_indices) {
  return wide_indices ? bench_matrix<complex_double, std::int64_t>(request)
                      : bench_matrix<complex_double, std::int32_t>(request);
}

}  // namespace filigree::tool
