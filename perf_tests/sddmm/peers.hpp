// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "peers/peers.hpp"
#include "product.hpp"

#ifdef FILIGREE_PEER_CUSPARSE
#include "peers/cusparse_dense.hpp"
#endif

/// The peers' sampled products. Of the libraries that take part in other benchmarks only cuSPARSE
/// has them: on hosts Filigree is compared with its own generic kernel.

namespace perf {

#ifdef FILIGREE_PEER_CUSPARSE
namespace cusparse {

/// C = (A B) o spy(C) by cusparseSDDMM.
template <class Scalar>
class SampledCall {
 public:
  SampledCall(const Library& library, const SampledProduct<Scalar>& product)
      : operands_(library, product.exec),
        product_(product),
        multiply_(operands_.function<decltype(multiply_)>("cusparseSDDMM")) {
    operands_.describe_sparse(describe_csr(product.C), type);
    operands_.describe_dense(0, product.A, product.inner(), type, CUSPARSE_ORDER_ROW);
    operands_.describe_dense(1, product.B, product.inner(), type, CUSPARSE_ORDER_COL);
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
  static constexpr cudaDataType type = Descriptors<Scalar>::type;

  template <class Function, class Last>
  void call(const Function& function, Last last) {
    const Scalar one = 1, zero = 0;
    constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(function(operands_.handle(), none, none, &one, operands_.dense(0), operands_.dense(1),
                   &zero, operands_.sparse(), type, CUSPARSE_SDDMM_ALG_DEFAULT, last));
  }

  SparseDenseOperands operands_;
  SampledProduct<Scalar> product_;
  decltype(&cusparseSDDMM) multiply_;
};

template <class Scalar>
Contender prepare_sampled(const Library& library, const SampledProduct<Scalar>& product) {
  const auto call = std::make_shared<SampledCall<Scalar>>(library, product);
  Contender contender;
  contender.kernel = "cusparseSDDMM, preprocessed";
  contender.setup_seconds = setup_seconds(product.exec, [&] { call->prepare(); });
  contender.run = [call] { call->run(); };
  return contender;
}

template <class Scalar>
void add_sampled(std::vector<SampledEntrant<Scalar>>& entrants) {
  for (const Library& library : libraries())
    if (!library.version.empty())
      entrants.push_back(
          {library.name(), "sddmm_default", [&library](const SampledProduct<Scalar>& product) {
             return prepare_sampled(library, product);
           }});
}

}  // namespace cusparse
#endif

/// All peers that this build and this machine have.
template <class Scalar>
void add_sampled_peers([[maybe_unused]] std::vector<SampledEntrant<Scalar>>& entrants) {
#ifdef FILIGREE_PEER_CUSPARSE
  cusparse::add_sampled(entrants);
#endif
}

}  // namespace perf
