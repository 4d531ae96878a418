// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "peers/peers.hpp"
#include "product.hpp"

#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse_dense.hpp"
#endif

/// cuSPARSE's products of a Blocked-ELL matrix, on the very arrays that Filigree reads, and of the
/// same matrix as Bsr.

namespace perf {

#ifdef FILIGREE_PEER_CUSPARSE
namespace cusparse {

template <class Product, bool as_bsr>
class BlockedCall {
 public:
  using Scalar = typename Product::Scalar;
  using Compute = BlockedCompute<Scalar>;

  BlockedCall(const Library& library, const Product& product)
      : operands_(library, product.exec),
        product_(product),
        multiply_(operands_.function<decltype(multiply_)>("cusparseSpMM")) {
    const auto blocks = [&](const Library&, cusparseSpMatDescr_t* matrix, cudaDataType type) {
      const auto& A = product.A;
      auto* const columns = const_cast<std::int32_t*>(A.col_indices().data());
      if constexpr (as_bsr) {
        bsr_ = blocks_as_bsr(A);
        return operands_.function<decltype(&cusparseCreateBsr)>("cusparseCreateBsr")(
            matrix, bsr_.num_block_rows(), bsr_.num_block_cols(), bsr_.num_blocks(), A.block_size(),
            A.block_size(), const_cast<std::int32_t*>(bsr_.row_offsets().data()), columns,
            bsr_.values().data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
            type, CUSPARSE_ORDER_ROW);
      } else {
        return operands_.function<decltype(&cusparseCreateBlockedEll)>("cusparseCreateBlockedEll")(
            matrix, A.num_rows(), A.num_cols(), A.block_size(), A.ell_cols(), columns,
            A.values().data(), CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, type);
      }
    };
    constexpr cusparseOrder_t order = Product::row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    operands_.describe_sparse(blocks, data_type<Scalar>());
    operands_.describe_dense(0, product.B, product.ld_b(), data_type<Scalar>(), order);
    operands_.describe_dense(1, product.C, product.ld_c(), data_type<BlockedResult<Scalar>>(),
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
                   &zero, operands_.dense(1), data_type<Compute>(),
                   as_bsr ? CUSPARSE_SPMM_BSR_ALG1 : CUSPARSE_SPMM_BLOCKED_ELL_ALG1, last));
  }

  SparseDenseOperands operands_;
  Product product_;
  BsrBlocks<Scalar> bsr_;
  decltype(&cusparseSpMM) multiply_;
};

template <class Product, bool as_bsr>
BlockedEntrant<Product> blocked_entrant(const Library& library, const char* name) {
  return {library.name(), name, [&library](const Product& product) {
            const auto call = std::make_shared<BlockedCall<Product, as_bsr>>(library, product);
            Contender contender;
            contender.kernel = "cusparseSpMM";
            contender.run = [call] { call->run(); };
            return contender;
          }};
}

template <class Product>
void add_blocked(std::vector<BlockedEntrant<Product>>& entrants) {
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    entrants.push_back(blocked_entrant<Product, false>(library, "blocked_ell_alg1"));
    entrants.push_back(blocked_entrant<Product, true>(library, "bsr_alg1"));
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
