// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// y = A x with A in every format that suits it, against cuSPARSE's product on the same arrays: same
// process, same run, same clock. Every result is checked before it is timed.

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>

#include "filigree_entrants.hpp"
#include "products.hpp"
#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse_formats.hpp"
#endif

namespace perf {
namespace {

using filigree::BlockLayout;
using filigree::BlockOrder;
using filigree::Op;

/// What differs between a host and a device: sides of grids that fill each.
struct Sides {
  std::int64_t stencil5, stencil27;
  double mesh_entries;  ///< of a matrix with blocks
};
inline constexpr Sides host_sides{1500, 100, 1e7};
inline constexpr Sides device_sides{2500, 160, 6e7};

/// A product through a plan on what `convert` makes of the matrix; the conversion counts as setup.
template <class Scalar, class Convert>
Entrant<Scalar> planned_format(const std::string& name, const Convert& convert) {
  return {"filigree", name, Op::none, [convert](const Product<Scalar>& product) {
            decltype(convert(product)) A;
            const double seconds = setup_seconds(product.exec, [&] { A = convert(product); });
            Contender contender = planned_product(product, A, {});
            contender.setup_seconds += seconds;
            return contender;
          }};
}

template <class Scalar>
void add_csr(std::vector<Entrant<Scalar>>& entrants) {
  for (const bool compress : {true, false})
    entrants.push_back({"filigree", compress ? "csr" : "csr_raw", Op::none,
                        [compress](const Product<Scalar>& product) {
                          return planned_product(product, product.A, {.compress = compress});
                        }});
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_spmv(entrants);
#endif
}

template <class Scalar>
void add_slices(std::vector<Entrant<Scalar>>& entrants, std::int64_t slice_size) {
  entrants.push_back(planned_format<Scalar>(
      "sell" + std::to_string(slice_size), [slice_size](const Product<Scalar>& product) {
        return filigree::csr_to_sell(product.exec, product.A, {.slice_size = slice_size});
      }));
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_slices(entrants, slice_size);
#endif
}

template <class Scalar>
void add_blocks(std::vector<Entrant<Scalar>>& entrants, const BlockLayout& block) {
  const bool by_rows = block.order == BlockOrder::row_major;
  entrants.push_back(planned_format<Scalar>(
      by_rows ? "bsr_row" : "bsr_col", [block](const Product<Scalar>& product) {
        return filigree::csr_to_bsr(product.exec, product.A, {.block = block});
      }));
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_blocks(entrants, block);
#endif
}

template <class Scalar>
std::vector<Entrant<Scalar>> grid_entrants() {
  std::vector<Entrant<Scalar>> entrants;
  add_csr(entrants);
  for (const std::int64_t slice_size : {32, 64, 8}) add_slices(entrants, slice_size);
  entrants.push_back(planned_format<Scalar>("ell", [](const Product<Scalar>& product) {
    return filigree::csr_to_ell(product.exec, product.A, {.row_alignment = 32});
  }));
  entrants.push_back(planned_format<Scalar>("dia", [](const Product<Scalar>& product) {
    return filigree::csr_to_dia(product.exec, product.A, {.row_alignment = 32});
  }));
  entrants.push_back(planned_format<Scalar>("hdia", [](const Product<Scalar>& product) {
    return filigree::csr_to_hdia(product.exec, product.A);
  }));
  return entrants;
}

template <class Scalar>
std::vector<Entrant<Scalar>> block_entrants(std::int64_t size) {
  std::vector<Entrant<Scalar>> entrants;
  add_csr(entrants);
  for (const BlockOrder order : {BlockOrder::row_major, BlockOrder::col_major})
    add_blocks(entrants, {size, size, order});
  return entrants;
}

struct FormatsSuite {
  template <class Scalar, class MakePattern>
  static void add(std::vector<Problem<Scalar>>& problems, const std::string& name,
                  const MakePattern& make_pattern, const std::vector<Entrant<Scalar>>& entrants) {
    problems.push_back({{name, false,
                         [make_pattern](const Exec& exec) {
                           return build_csr<Scalar, std::int32_t, std::int32_t>(
                               exec, make_pattern(), RandomValue{});
                         }},
                        entrants});
  }

  /// A mesh whose matrix has about sides.mesh_entries entries.
  template <class Mesh, class Scalar>
  static void add_mesh(std::vector<Problem<Scalar>>& problems, const char* name, int neighbours,
                       const Sides& sides, std::int64_t unknowns) {
    const double nodes = sides.mesh_entries / double(neighbours * unknowns * unknowns);
    const auto side = std::int64_t(std::cbrt(nodes));
    add(
        problems, name + std::string("_b") + std::to_string(unknowns),
        [side, unknowns] { return NodeBlocks<Mesh>(side, unknowns); },
        block_entrants<Scalar>(unknowns));
  }

  template <class Scalar>
  static std::vector<Problem<Scalar>> problems(const Options&) {
    const Sides sides = filigree::detail::is_host_execution_v<Exec> ? host_sides : device_sides;
    std::vector<Problem<Scalar>> problems;
    add(
        problems, "stencil5", [=] { return Stencil5(sides.stencil5); }, grid_entrants<Scalar>());
    add(
        problems, "stencil27", [=] { return Stencil27(sides.stencil27); }, grid_entrants<Scalar>());
    for (const std::int64_t unknowns : {2, 3, 4, 8})
      add_mesh<Stencil7>(problems, "mesh7", 7, sides, unknowns);
    for (const std::int64_t unknowns : {2, 3, 4, 5, 6, 7, 8, 12, 16, 24, 32})
      add_mesh<Stencil27>(problems, "mesh27", 27, sides, unknowns);
    return problems;
  }
};

}  // namespace
}  // namespace perf

int main(int argc, char** argv) { return perf::products_main<perf::FormatsSuite>(argc, argv); }
