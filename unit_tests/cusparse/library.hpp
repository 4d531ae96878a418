// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

// What the next version of cuSPARSE will drop is compared with for as long as it is there.
#define DISABLE_CUSPARSE_DEPRECATED
#include <cusparse.h>

#include <algorithm>
#include <source_location>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include <format/test_matrix.hpp>

/// cuSPARSE with the types of the tests: a handle, descriptors, arrays, functions by scalar type.

namespace filigree::test::cusparse {

using Space = Device::memory_space;

template <class T>
using Array = Kokkos::View<T*, Space>;

/// A call that cuSPARSE did not carry out.
struct Refused : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline void check(cusparseStatus_t status,
                  std::source_location where = std::source_location::current()) {
  if (status != CUSPARSE_STATUS_SUCCESS)
    throw Refused("line " + std::to_string(where.line()) + ": " + cusparseGetErrorName(status));
}

/// An object of cuSPARSE's, made by `create` or by what is given, make(&object) -> status, and
/// destroyed.
template <class T, auto destroy, auto create = nullptr>
class Owned {
 public:
  Owned() : Owned(create) {}
  template <class Make>
  explicit Owned(Make make) {
    check(make(&object_));
  }
  ~Owned() { destroy(object_); }
  Owned(const Owned&) = delete;
  Owned& operator=(const Owned&) = delete;
  operator T() const { return object_; }

 private:
  T object_{};
};

using SortInfo = Owned<csru2csrInfo_t, cusparseDestroyCsru2csrInfo, cusparseCreateCsru2csrInfo>;
using PruneInfo = Owned<pruneInfo_t, cusparseDestroyPruneInfo, cusparseCreatePruneInfo>;
/// Descriptors of the generic functions.
using SparseDescr = Owned<cusparseSpMatDescr_t, cusparseDestroySpMat>;
using DenseDescr = Owned<cusparseDnMatDescr_t, cusparseDestroyDnMat>;

inline cusparseIndexBase_t base_of(IndexBase base) {
  return base == IndexBase::one ? CUSPARSE_INDEX_BASE_ONE : CUSPARSE_INDEX_BASE_ZERO;
}

/// A handle on the stream of `exec`, with descriptors of general matrices in either index base.
class Library {
 public:
  const Device exec{};

  Library() {
    check(cusparseSetStream(handle_, exec.cuda_stream()));
    check(cusparseSetMatIndexBase(from_one_, CUSPARSE_INDEX_BASE_ONE));
  }

  cusparseHandle_t handle() const { return handle_; }
  cusparseMatDescr_t descr(IndexBase base) const {
    return base == IndexBase::one ? from_one_ : from_zero_;
  }

  /// Waits for cuSPARSE. An error of a launch is taken from CUDA, where Kokkos would find it later.
  void finish() const {
    exec.fence();
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) throw Refused(cudaGetErrorName(error));
  }

 private:
  using Descr = Owned<cusparseMatDescr_t, cusparseDestroyMatDescr, cusparseCreateMatDescr>;
  Owned<cusparseHandle_t, cusparseDestroy, cusparseCreate> handle_;
  Descr from_zero_, from_one_;
};

/// An array for results of cuSPARSE, which wants a pointer also where there is nothing to store.
template <class T>
Array<T> room(int64_t length) {
  return poisoned<T, Space>(std::max<int64_t>(length, 1));
}

/// Kokkos aligns its arrays to the 128 bytes that the sorts ask for.
inline Array<char> workspace(std::size_t bytes) { return room<char>(int64_t(bytes)); }

/// A copy of a container's array, at least one entry long.
template <class T>
Array<std::remove_const_t<T>> copy_of(const Kokkos::View<T*, Space>& view) {
  auto entries = entries_of(view);
  if (entries.empty()) entries.resize(1);
  return array<Space>(entries);
}

/// cuSPARSE's functions of one scalar type.
template <class S>
struct Functions;

#define FILIGREE_CUSPARSE_FUNCTIONS(Scalar, NativeScalar, cuda_type, letter)             \
  template <>                                                                            \
  struct Functions<Scalar> {                                                             \
    using Native = NativeScalar;                                                         \
    static constexpr cudaDataType type = cuda_type;                                      \
    static constexpr auto csru2csr_buffer = cusparse##letter##csru2csr_bufferSizeExt;    \
    static constexpr auto csru2csr = cusparse##letter##csru2csr;                         \
    static constexpr auto csr2csru = cusparse##letter##csr2csru;                         \
    static constexpr auto csr2bsr = cusparse##letter##csr2bsr;                           \
    static constexpr auto bsr2csr = cusparse##letter##bsr2csr;                           \
    static constexpr auto csr2gebsr_buffer = cusparse##letter##csr2gebsr_bufferSize;     \
    static constexpr auto csr2gebsr = cusparse##letter##csr2gebsr;                       \
    static constexpr auto gebsr2csr = cusparse##letter##gebsr2csr;                       \
    static constexpr auto gebsr2gebsr_buffer = cusparse##letter##gebsr2gebsr_bufferSize; \
    static constexpr auto gebsr2gebsr = cusparse##letter##gebsr2gebsr;                   \
    static constexpr auto gebsr2gebsc_buffer = cusparse##letter##gebsr2gebsc_bufferSize; \
    static constexpr auto gebsr2gebsc = cusparse##letter##gebsr2gebsc;                   \
    static constexpr auto nnz = cusparse##letter##nnz;                                   \
    static constexpr auto nnz_compress = cusparse##letter##nnz_compress;                 \
    static constexpr auto csr2csr_compress = cusparse##letter##csr2csr_compress;         \
  };
FILIGREE_CUSPARSE_FUNCTIONS(float, float, CUDA_R_32F, S)
FILIGREE_CUSPARSE_FUNCTIONS(double, double, CUDA_R_64F, D)
FILIGREE_CUSPARSE_FUNCTIONS(complex_float, cuComplex, CUDA_C_32F, C)
FILIGREE_CUSPARSE_FUNCTIONS(complex_double, cuDoubleComplex, CUDA_C_64F, Z)
#undef FILIGREE_CUSPARSE_FUNCTIONS

/// Those that prune, which are there for real types only: by a threshold and by a percentage.
template <class S>
struct PruneFunctions;

#define FILIGREE_CUSPARSE_PRUNE_FUNCTIONS(Scalar, NativeScalar, letter)                           \
  template <>                                                                                     \
  struct PruneFunctions<Scalar> {                                                                 \
    using Native = NativeScalar;                                                                  \
    static constexpr auto dense_buffer = cusparse##letter##pruneDense2csr_bufferSizeExt;          \
    static constexpr auto dense_nnz = cusparse##letter##pruneDense2csrNnz;                        \
    static constexpr auto dense = cusparse##letter##pruneDense2csr;                               \
    static constexpr auto dense_percentage_buffer =                                               \
        cusparse##letter##pruneDense2csrByPercentage_bufferSizeExt;                               \
    static constexpr auto dense_percentage_nnz = cusparse##letter##pruneDense2csrNnzByPercentage; \
    static constexpr auto dense_percentage = cusparse##letter##pruneDense2csrByPercentage;        \
    static constexpr auto csr_buffer = cusparse##letter##pruneCsr2csr_bufferSizeExt;              \
    static constexpr auto csr_nnz = cusparse##letter##pruneCsr2csrNnz;                            \
    static constexpr auto csr = cusparse##letter##pruneCsr2csr;                                   \
    static constexpr auto csr_percentage_buffer =                                                 \
        cusparse##letter##pruneCsr2csrByPercentage_bufferSizeExt;                                 \
    static constexpr auto csr_percentage_nnz = cusparse##letter##pruneCsr2csrNnzByPercentage;     \
    static constexpr auto csr_percentage = cusparse##letter##pruneCsr2csrByPercentage;            \
  };
FILIGREE_CUSPARSE_PRUNE_FUNCTIONS(half, __half, H)
FILIGREE_CUSPARSE_PRUNE_FUNCTIONS(float, float, S)
FILIGREE_CUSPARSE_PRUNE_FUNCTIONS(double, double, D)
#undef FILIGREE_CUSPARSE_PRUNE_FUNCTIONS

}  // namespace filigree::test::cusparse
