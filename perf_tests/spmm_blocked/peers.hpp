// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "peers/peers.hpp"
#include "product.hpp"

/// cuSPARSE's product of a Blocked-ELL matrix, on the very arrays that Filigree reads.

namespace perf {

#ifdef FILIGREE_PEER_CUSPARSE
namespace cusparse {

template <class Layout>
class BlockedCall {
 public:
  using Product = BlockedProduct<Layout>;

  BlockedCall(const Library& library, const Product& product)
      : handle_(library, product.exec), product_(product) {
    multiply_ = function_of<decltype(multiply_)>(library, "cusparseSpMM");
    const auto create_matrix =
        function_of<decltype(&cusparseCreateBlockedEll)>(library, "cusparseCreateBlockedEll");
    const auto create = function_of<decltype(&cusparseCreateDnMat)>(library, "cusparseCreateDnMat");
    const BlockedMatrix& A = product.A;
    check(create_matrix(&matrix_, A.num_rows(), A.num_cols(), A.block_size(), A.ell_cols(),
                        const_cast<std::int32_t*>(A.col_indices().data()), A.values().data(),
                        CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_16F));
    constexpr cusparseOrder_t order = Product::row_major ? CUSPARSE_ORDER_ROW : CUSPARSE_ORDER_COL;
    const auto describe = [&](auto& dense, const auto& view, std::int64_t ld) {
      check(create(&dense, std::int64_t(view.extent(0)), std::int64_t(view.extent(1)), ld,
                   view.data(), CUDA_R_16F, order));
    };
    describe(B_, product.B, product.ld_b());
    describe(C_, product.C, product.ld_c());
    std::size_t bytes = 0;
    call(function_of<decltype(&cusparseSpMM_bufferSize)>(library, "cusparseSpMM_bufferSize"),
         &bytes);
    buffer_ = Kokkos::View<std::byte*, Space>("buffer", bytes);
  }
  ~BlockedCall() {
    const auto destroy =
        function_of<decltype(&cusparseDestroyDnMat)>(handle_.library, "cusparseDestroyDnMat");
    if (C_ != nullptr) destroy(C_);
    if (B_ != nullptr) destroy(B_);
    if (matrix_ != nullptr) handle_.library.destroy_matrix(matrix_);
  }
  BlockedCall(const BlockedCall&) = delete;
  BlockedCall& operator=(const BlockedCall&) = delete;

  void run() { call(multiply_, static_cast<void*>(buffer_.data())); }

 private:
  template <class Function, class Last>
  void call(const Function& function, Last last) {
    const float one = 1, zero = 0;
    constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(function(handle_.handle, none, none, &one, matrix_, B_, &zero, C_, CUDA_R_32F,
                   CUSPARSE_SPMM_BLOCKED_ELL_ALG1, last));
  }

  Handle handle_;
  Product product_;
  decltype(&cusparseSpMM) multiply_ = nullptr;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnMatDescr_t B_ = nullptr, C_ = nullptr;
  Kokkos::View<std::byte*, Space> buffer_;
};

template <class Layout>
void add_blocked(std::vector<BlockedEntrant<Layout>>& entrants) {
  for (const Library& library : libraries()) {
    if (library.version.empty()) continue;
    entrants.push_back({library.name(), "blocked_ell_alg1", [&library](const auto& product) {
                          const auto call = std::make_shared<BlockedCall<Layout>>(library, product);
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
template <class Layout>
void add_blocked_peers([[maybe_unused]] std::vector<BlockedEntrant<Layout>>& entrants) {
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_blocked(entrants);
#endif
}

}  // namespace perf
