// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "peers/peers.hpp"
#include "product.hpp"

#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse_dense.hpp"
#endif

/// cuSPARSE's sampled products into blocks, on the very arrays that Filigree reads.

namespace perf {

#ifdef FILIGREE_PEER_CUSPARSE
namespace cusparse {

template <class Product>
class BlockedSampleCall {
 public:
  BlockedSampleCall(const Library& library, const Product& product)
      : operands_(library, product.exec),
        product_(product),
        multiply_(operands_.function<decltype(multiply_)>("cusparseSDDMM")) {
    const std::int64_t block = product.C.row_block_size();
    if (product.inner() % block != 0)
      throw NotOffered("cuSPARSE wants sums of a multiple of the block size");
    const auto blocks = [&](const Library&, cusparseSpMatDescr_t* matrix, cudaDataType type) {
      const auto& C = product.C;
      return operands_.function<decltype(&cusparseCreateBsr)>("cusparseCreateBsr")(
          matrix, C.num_block_rows(), C.num_block_cols(), C.num_blocks(), block, block,
          const_cast<std::int32_t*>(C.row_offsets().data()),
          const_cast<std::int32_t*>(C.col_indices().data()), C.values().data(), CUSPARSE_INDEX_32I,
          CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type, CUSPARSE_ORDER_ROW);
    };
    operands_.describe_sparse(blocks, data_type<typename Product::Result>());
    constexpr cudaDataType dense = data_type<typename Product::Scalar>();
    operands_.describe_dense(0, product.A, product.inner(), dense, CUSPARSE_ORDER_ROW);
    operands_.describe_dense(1, product.B, product.ld_b(), dense,
                             Product::row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL);
  }

  void prepare() {
    std::size_t bytes = 0;
    call(operands_.function<decltype(&cusparseSDDMM_bufferSize)>("cusparseSDDMM_bufferSize"),
         &bytes);
    operands_.reserve(bytes);
    call(operands_.function<decltype(&cusparseSDDMM_preprocess)>("cusparseSDDMM_preprocess"),
         operands_.buffer());
  }
  void run() { call(multiply_, operands_.buffer()); }

 private:
  template <class Function, class Last>
  void call(const Function& function, Last last) {
    const float one = 1, zero = 0;
    constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(function(operands_.handle(), none, none, &one, operands_.dense(0), operands_.dense(1),
                   &zero, operands_.sparse(), CUDA_R_32F, CUSPARSE_SDDMM_ALG_DEFAULT, last));
  }

  SparseDenseOperands operands_;
  Product product_;
  decltype(&cusparseSDDMM) multiply_;
};

template <class Product>
void add_blocked_samples(std::vector<BlockedSampleEntrant<Product>>& entrants) {
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    entrants.push_back({library.name(), "sddmm_default", [&library](const Product& product) {
                          const auto call =
                              std::make_shared<BlockedSampleCall<Product>>(library, product);
                          Contender contender;
                          contender.kernel = "cusparseSDDMM, preprocessed";
                          contender.setup_seconds =
                              setup_seconds(product.exec, [&] { call->prepare(); });
                          contender.run = [call] { call->run(); };
                          return contender;
                        }});
  }
}

}  // namespace cusparse
#endif

/// All peers that this build and this machine have.
template <class Product>
void add_blocked_sample_peers(
    [[maybe_unused]] std::vector<BlockedSampleEntrant<Product>>& entrants) {
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_blocked_samples(entrants);
#endif
}

}  // namespace perf
