// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <filigree/convert.hpp>
#include <filigree/io/read.hpp>

#include "generators.hpp"
#include "products.hpp"

namespace perf {

inline constexpr bool on_device = !filigree::detail::is_host_execution_v<Exec>;

/// What differs between a host and a device: sizes that fill each.
struct Sizes {
  std::int64_t stencil27, stencil5, powerlaw, nodes3, skewed;
};
inline constexpr Sizes host_sizes{100, 1500, 400'000, 32, 400'000};
inline constexpr Sizes device_sizes{160, 2500, 2'000'000, 64, 2'000'000};

template <class Scalar>
std::vector<Case<Scalar>> generated_cases(bool for_device = on_device) {
  const Sizes sizes = for_device ? device_sizes : host_sizes;
  std::vector<Case<Scalar>> cases;
  const auto add = [&](const char* name, const auto& make_pattern) {
    cases.push_back({name, false, [make_pattern](const Exec& exec) {
                       return build_csr<Scalar, std::int32_t, std::int32_t>(exec, make_pattern(),
                                                                            RandomValue{});
                     }});
  };
  add("stencil27", [=] { return Stencil27(sizes.stencil27); });
  add("stencil5", [=] { return Stencil5(sizes.stencil5); });
  add("powerlaw", [=] { return PowerLaw(sizes.powerlaw); });
  add("nodes3", [=] { return Nodes3<Space>(sizes.nodes3, false); });
  add("nodes3_permuted", [=] { return Nodes3<Space>(sizes.nodes3, true); });
  add("skewed", [=] { return SkewedRows(sizes.skewed, 4); });
  return cases;
}

/// Every real matrix of a folder that can be read into Scalar, by name. A complex one is left out.
template <class Scalar>
std::vector<Case<Scalar>> file_cases(const std::string& folder) {
  namespace fs = std::filesystem;
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  std::vector<Case<Scalar>> cases;
  for (const fs::path& file : files) {
    try {
      constexpr filigree::ReadOptions both_triangles{.expand_symmetry = true};
      if (filigree::read_matrix<Scalar>(file, both_triangles).nnz() == 0) continue;
      cases.push_back({file.filename().string(), true, [file, both_triangles](const Exec& exec) {
                         const auto coo = filigree::read_matrix<Scalar>(file, both_triangles);
                         return filigree::coo_to_csr(exec, filigree::mirror_in<Space>(coo));
                       }});
    } catch (const filigree::Error&) {
      // no matrix, or a complex one
    }
  }
  return cases;
}

}  // namespace perf
