// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <memory>
#include <vector>

#include "peers/peers.hpp"
#include "product.hpp"

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
      : handle_(library, product.exec), product_(product) {
    multiply_ = function_of<decltype(multiply_)>(library, "cusparseSDDMM");
    const auto create = function_of<decltype(&cusparseCreateDnMat)>(library, "cusparseCreateDnMat");
    const std::int64_t inner = product.inner();
    check(describe_csr(product.C)(library, &matrix_, type));
    check(create(&A_, product.C.num_rows(), inner, inner, product.A.data(), type,
                 CUSPARSE_ORDER_ROW));
    check(create(&B_, inner, product.C.num_cols(), inner, product.B.data(), type,
                 CUSPARSE_ORDER_COL));
  }
  ~SampledCall() {
    const auto destroy =
        function_of<decltype(&cusparseDestroyDnMat)>(handle_.library, "cusparseDestroyDnMat");
    if (B_ != nullptr) destroy(B_);
    if (A_ != nullptr) destroy(A_);
    if (matrix_ != nullptr) handle_.library.destroy_matrix(matrix_);
  }
  SampledCall(const SampledCall&) = delete;
  SampledCall& operator=(const SampledCall&) = delete;

  void prepare() {
    const Library& library = handle_.library;
    std::size_t bytes = 0;
    call(function_of<decltype(&cusparseSDDMM_bufferSize)>(library, "cusparseSDDMM_bufferSize"),
         &bytes);
    buffer_ = Kokkos::View<std::byte*, Space>("buffer", bytes);
    call(function_of<decltype(&cusparseSDDMM_preprocess)>(library, "cusparseSDDMM_preprocess"),
         static_cast<void*>(buffer_.data()));
  }
  void run() { call(multiply_, static_cast<void*>(buffer_.data())); }

 private:
  static constexpr cudaDataType type = Descriptors<Scalar>::type;

  template <class Function, class Last>
  void call(const Function& function, Last last) {
    const Scalar one = 1, zero = 0;
    constexpr cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    check(function(handle_.handle, none, none, &one, A_, B_, &zero, matrix_, type,
                   CUSPARSE_SDDMM_ALG_DEFAULT, last));
  }

  Handle handle_;
  SampledProduct<Scalar> product_;
  decltype(&cusparseSDDMM) multiply_ = nullptr;
  cusparseSpMatDescr_t matrix_ = nullptr;
  cusparseDnMatDescr_t A_ = nullptr, B_ = nullptr;
  Kokkos::View<std::byte*, Space> buffer_;
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
