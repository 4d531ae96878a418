// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <Kokkos_Core.hpp>

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <filigree/core/half.hpp>

#include "peers/cusparse.hpp"

namespace perf::cusparse {

template <class S>
constexpr cudaDataType data_type() {
  if constexpr (std::is_same_v<S, filigree::half>) return CUDA_R_16F;
  if constexpr (std::is_same_v<S, filigree::bfloat16>) return CUDA_R_16BF;
  if constexpr (std::is_same_v<S, float>) return CUDA_R_32F;
  if constexpr (std::is_same_v<S, double>) return CUDA_R_64F;
  if constexpr (std::is_same_v<S, std::int8_t>) return CUDA_R_8I;
  return CUDA_R_32I;
}

/// What a call on a sparse and two dense matrices takes, and its buffer.
class SparseDenseOperands {
 public:
  SparseDenseOperands(const Library& library, const Exec& exec) : handle_(library, exec) {}
  ~SparseDenseOperands() {
    const auto destroy = function<decltype(&cusparseDestroyDnMat)>("cusparseDestroyDnMat");
    for (const cusparseDnMatDescr_t matrix : dense_)
      if (matrix != nullptr) destroy(matrix);
    if (sparse_ != nullptr) handle_.library.destroy_matrix(sparse_);
  }
  SparseDenseOperands(const SparseDenseOperands&) = delete;
  SparseDenseOperands& operator=(const SparseDenseOperands&) = delete;

  void describe_sparse(const CreateMatrix& create, cudaDataType type) {
    check(create(handle_.library, &sparse_, type));
  }
  /// The first or second dense matrix.
  template <class View>
  void describe_dense(int which, const View& view, std::int64_t ld, cudaDataType type,
                      cusparseOrder_t order) {
    const auto create = function<decltype(&cusparseCreateDnMat)>("cusparseCreateDnMat");
    check(create(&dense_[which], std::int64_t(view.extent(0)), std::int64_t(view.extent(1)), ld,
                 view.data(), type, order));
  }

  template <class Function>
  Function function(const char* symbol) const {
    return function_of<Function>(handle_.library, symbol);
  }
  cusparseHandle_t handle() const { return handle_.handle; }
  cusparseSpMatDescr_t sparse() const { return sparse_; }
  cusparseDnMatDescr_t dense(int which) const { return dense_[which]; }
  void reserve(std::size_t bytes) { buffer_ = Kokkos::View<std::byte*, Space>("buffer", bytes); }
  void* buffer() const { return buffer_.data(); }

 private:
  Handle handle_;
  cusparseSpMatDescr_t sparse_ = nullptr;
  cusparseDnMatDescr_t dense_[2] = {};
  Kokkos::View<std::byte*, Space> buffer_;
};

}  // namespace perf::cusparse
