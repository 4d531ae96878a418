// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>
#include <vector>

#include <filigree/convert_blocks.hpp>
#include <filigree/convert_formats.hpp>

#include "peers/cusparse.hpp"

/// cuSPARSE's products on sliced ELL and on blocks, from the very arrays that Filigree reads.

namespace perf::cusparse {

template <class Scalar>
Contender prepare_sell(const Library& library, const Product<Scalar>& product,
                       std::int64_t slice_size) {
  if (library.create_sell == nullptr) throw NotOffered("cuSPARSE: no sliced ELL");
  const auto A = filigree::csr_to_sell(product.exec, product.A, {.slice_size = slice_size});
  const auto describe = [A](const Library& from, cusparseSpMatDescr_t* matrix, cudaDataType type) {
    return from.create_sell(matrix, A.num_rows(), A.num_cols(), A.nnz(),
                            std::int64_t(A.values().extent(0)), A.slice_size(),
                            const_cast<std::int32_t*>(A.slice_offsets().data()),
                            const_cast<std::int32_t*>(A.col_indices().data()), A.values().data(),
                            CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
  };
  return prepare_spmv(library, product, CUSPARSE_SPMV_SELL_ALG1, describe);
}

/// bsrmv, the product that both versions have.
template <class Scalar>
Contender prepare_bsrmv(const Library& library, const Product<Scalar>& product,
                        const filigree::BlockLayout& block) {
  if (library.sbsrmv == nullptr || library.dbsrmv == nullptr)
    throw NotOffered("cuSPARSE: no bsrmv");
  struct State {
    const Library& library;
    cusparseHandle_t handle = nullptr;
    cusparseMatDescr_t description = nullptr;
    explicit State(const Library& from) : library(from) {
      check(library.create(&handle));
      check(library.create_description(&description));
    }
    ~State() {
      library.destroy_description(description);
      library.destroy(handle);
    }
  };
  const auto state = std::make_shared<State>(library);
  check(library.set_stream(state->handle, product.exec.cuda_stream()));
  const auto A = filigree::csr_to_bsr(product.exec, product.A, {.block = block});
  const auto direction = block.order == filigree::BlockOrder::row_major ? CUSPARSE_DIRECTION_ROW
                                                                        : CUSPARSE_DIRECTION_COLUMN;
  Contender contender;
  contender.kernel = "cusparseXbsrmv";
  contender.run = [state, product, A, direction] {
    const auto call = [&](const auto& bsrmv) {
      const Scalar one = 1, zero = 0;
      check(bsrmv(state->handle, direction, CUSPARSE_OPERATION_NON_TRANSPOSE,
                  int(A.num_block_rows()), int(A.num_block_cols()), int(A.num_blocks()), &one,
                  state->description, A.values().data(), A.row_offsets().data(),
                  A.col_indices().data(), int(A.row_block_size()), product.x.data(), &zero,
                  product.y.data()));
    };
    if constexpr (std::is_same_v<Scalar, double>)
      call(state->library.dbsrmv);
    else
      call(state->library.sbsrmv);
  };
  return contender;
}

template <class Scalar>
void add_spmv(std::vector<Entrant<Scalar>>& entrants) {
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    entrants.push_back(
        {library.name(), "csr", filigree::Op::none, [&library](const Product<Scalar>& product) {
           return prepare_spmv(library, product, CUSPARSE_SPMV_ALG_DEFAULT,
                               describe_csr(product.A));
         }});
  }
}

template <class Scalar>
void add_slices(std::vector<Entrant<Scalar>>& entrants, std::int64_t slice_size) {
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    entrants.push_back({library.name(), "sell" + std::to_string(slice_size), filigree::Op::none,
                        [&library, slice_size](const Product<Scalar>& product) {
                          return prepare_sell(library, product, slice_size);
                        }});
  }
}

template <class Scalar>
void add_blocks(std::vector<Entrant<Scalar>>& entrants, const filigree::BlockLayout& block) {
  const bool by_rows = block.order == filigree::BlockOrder::row_major;
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    entrants.push_back({library.name(), by_rows ? "bsr_row" : "bsr_col", filigree::Op::none,
                        [&library, block](const Product<Scalar>& product) {
                          return prepare_bsrmv(library, product, block);
                        }});
  }
}

}  // namespace perf::cusparse
