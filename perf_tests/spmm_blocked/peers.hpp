// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "peers/peers.hpp"
#include "product.hpp"

#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse_dense.hpp"
#endif

/// cuSPARSE's product of a Blocked-ELL matrix, on the very arrays that Filigree reads.

namespace perf {

#ifdef FILIGREE_PEER_CUSPARSE
namespace cusparse {

template <class S>
constexpr cudaDataType blocked_type() {
  if constexpr (std::is_same_v<S, half>) return CUDA_R_16F;
  if constexpr (std::is_same_v<S, float>) return CUDA_R_32F;
  if constexpr (std::is_same_v<S, double>) return CUDA_R_64F;
  if constexpr (std::is_same_v<S, std::int8_t>) return CUDA_R_8I;
  return CUDA_R_32I;
}

template <class Product>
class BlockedCall {
 public:
  using Scalar = typename Product::Scalar;
  using Compute = BlockedCompute<Scalar>;

  BlockedCall(const Library& library, const Product& product)
      : operands_(library, product.exec),
        product_(product),
        multiply_(operands_.function<decltype(multiply_)>("cusparseSpMM")) {
    const auto create =
        operands_.function<decltype(&cusparseCreateBlockedEll)>("cusparseCreateBlockedEll");
    const auto blocks = [&](const Library&, cusparseSpMatDescr_t* matrix, cudaDataType type) {
      const auto& A = product.A;
      return create(matrix, A.num_rows(), A.num_cols(), A.block_size(), A.ell_cols(),
                    const_cast<std::int32_t*>(A.col_indices().data()), A.values().data(),
                    CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
    };
    constexpr cusparseOrder_t order = Product::row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    operands_.describe_sparse(blocks, blocked_type<Scalar>());
    operands_.describe_dense(0, product.B, product.ld_b(), blocked_type<Scalar>(), order);
    operands_.describe_dense(1, product.C, product.ld_c(), blocked_type<BlockedResult<Scalar>>(),
                             order);
    std::size_t bytes = 0;
    call(operands_.function<decltype(&cusparseSpMM_bufferSize)>("cusparseSpMM_bufferSize"), &bytes);
    operands_.reserve(bytes);
  }

  void run() { call(multiply_, operands_.buffer()); }

 private:
  template <class Function, class Last>
  void call(const Function& function, Last last) {
    const Compute one = 1, zero = 0;
    constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(function(operands_.handle(), none, none, &one, operands_.sparse(), operands_.dense(0),
                   &zero, operands_.dense(1), blocked_type<Compute>(),
                   CUSPARSE_SPMM_BLOCKED_ELL_ALG1, last));
  }

  SparseDenseOperands operands_;
  Product product_;
  decltype(&cusparseSpMM) multiply_;
};

template <class Product>
void add_blocked(std::vector<BlockedEntrant<Product>>& entrants) {
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    entrants.push_back({library.name(), "blocked_ell_alg1", [&library](const auto& product) {
                          const auto call =
                              std::make_shared<BlockedCall<Product>>(library, product);
                          Contender contender;
                          contender.kernel = "cusparseSpMM";
                          contender.run = [call] { call->run(); };
                          return contender;
                        }});
  }
}

}  // namespace cusparse
#endif

/// All peers that this build and this machine have.
template <class Product>
void add_blocked_peers([[maybe_unused]] std::vector<BlockedEntrant<Product>>& entrants) {
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_blocked(entrants);
#endif
}

}  // namespace perf
