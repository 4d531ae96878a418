// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <complex>
#include <cstddef>
#include <cstdint>
#include <random>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <cuda_runtime_api.h>
#include <cusparse.h>

/// Arrays, handles and descriptions of tests of cuSPARSE's interface. On a host build the "device"
/// is the host.

namespace filigree::test::cusparse {

inline void must(cusparseStatus_t status) {
  ASSERT_EQ(status, CUSPARSE_STATUS_SUCCESS) << cusparseGetErrorName(status);
}

template <class T>
inline constexpr cudaDataType data_type = CUDA_R_64F;
template <>
inline constexpr cudaDataType data_type<float> = CUDA_R_32F;
template <>
inline constexpr cudaDataType data_type<std::complex<float>> = CUDA_C_32F;
template <>
inline constexpr cudaDataType data_type<std::complex<double>> = CUDA_C_64F;

template <class T>
T conjugate(T value) {
  return value;
}
template <class T>
std::complex<T> conjugate(std::complex<T> value) {
  return std::conj(value);
}

/// A small integer, so that sums are exact in any order.
template <class T>
T small_number(std::mt19937& random) {
  const auto number = [&] { return int(random() % 9) - 4; };
  if constexpr (requires { typename T::value_type; }) {
    const int real = number(), imaginary = number();
    return T(real, imaginary);
  } else {
    return T(number());
  }
}

/// An array in memory of the device.
template <class T>
class Array {
 public:
  Array() = default;
  explicit Array(std::size_t size) : size_(size) { allocate(); }
  explicit Array(const std::vector<T>& values) : size_(values.size()) {
    allocate();
    assign(values);
  }
  Array(const Array&) = delete;
  Array& operator=(Array&& other) noexcept {
    std::swap(size_, other.size_);
    std::swap(data_, other.data_);
    return *this;
  }
  ~Array() { cudaFree(data_); }

  T* data() const { return data_; }
  std::size_t size() const { return size_; }
  void assign(const std::vector<T>& values) {
    check(cudaMemcpy(data_, values.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
  }
  std::vector<T> to_host() const {
    std::vector<T> result(size_);
    check(cudaMemcpy(result.data(), data_, size_ * sizeof(T), cudaMemcpyDeviceToHost));
    return result;
  }

 private:
  static void check(cudaError_t error) {
    if (error != cudaSuccess) ADD_FAILURE() << cudaGetErrorString(error);
  }
  void allocate() { check(cudaMalloc(reinterpret_cast<void**>(&data_), size_ * sizeof(T))); }

  std::size_t size_ = 0;
  T* data_ = nullptr;
};

class Handle {
 public:
  Handle() { must(cusparseCreate(&handle_)); }
  Handle(const Handle&) = delete;
  ~Handle() { cusparseDestroy(handle_); }
  cusparseHandle_t get() const { return handle_; }

 private:
  cusparseHandle_t handle_ = nullptr;
};

template <class T>
class DenseVector {
 public:
  explicit DenseVector(const Array<T>& array) {
    must(
        cusparseCreateDnVec(&description_, std::int64_t(array.size()), array.data(), data_type<T>));
  }
  DenseVector(const DenseVector&) = delete;
  ~DenseVector() { cusparseDestroyDnVec(description_); }
  cusparseDnVecDescr_t get() const { return description_; }

 private:
  cusparseDnVecDescr_t description_ = nullptr;
};

template <class T>
class DenseMatrix {
 public:
  DenseMatrix(const Array<T>& array, int rows, int cols, int ld, cusparseOrder_t order) {
    must(cusparseCreateDnMat(&description_, rows, cols, ld, array.data(), data_type<T>, order));
  }
  DenseMatrix(const DenseMatrix&) = delete;
  ~DenseMatrix() { cusparseDestroyDnMat(description_); }
  cusparseDnMatDescr_t get() const { return description_; }

 private:
  cusparseDnMatDescr_t description_ = nullptr;
};

}  // namespace filigree::test::cusparse
