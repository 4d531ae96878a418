// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include <filigree/detail/structured_matmul_front.hpp>
#include <filigree/structured_options.hpp>
#include <runtime/target.hpp>

#include <cusparselt/objects.hpp>

/// From descriptions to what the compiled operations on structured matrices take.

namespace filigree::cusparselt {

/// Where the library runs, with one of its streams.
runtime::Target target_of(cudaStream_t stream);

/// The bytes of an entry. Throws not_supported for a type that the library has not.
int entry_bytes(const char* call, cudaDataType type);

/// Throws where sizes, batches and types of A, B, C and D do not belong together.
void check_product(const char* call, const Product& product, cusparseComputeType compute);

/// Where the groups of a matrix lie that is to be A, or B, with this op.
GroupDirection direction_of(bool is_a, cusparseOperation_t op);

/// The matrices that are stored: one where all products of a batch share it.
inline std::int64_t stored_batch(const Matrix& matrix) {
  return matrix.batch_stride == 0 ? 1 : matrix.batch_count;
}

/// A dense matrix, or a batch.
detail::DenseShape dense_shape(const Matrix& matrix, const void* data);

/// A product's pointers; of a plan they are null.
struct Pointers {
  const void* A = nullptr;
  const void* B = nullptr;
  const void* C = nullptr;
  void* D = nullptr;
  const float* alpha = nullptr;  ///< one on the host, or, of a vector, one a channel
  const float* beta = nullptr;
  const float* bias = nullptr;   ///< as floats
  const void* padded = nullptr;  ///< the structured operand in the library's layout
};

detail::StructuredMatmulShapes shapes_of(const Product& product, const Pointers& pointers);

/// The names of the kernels that take the product, the library's choice first.
std::vector<std::string_view> kernels_of(const Product& product);

/// f(a value whose type has the members In and Out) for the product's types.
template <class In_, class Out_>
struct ProductTypes {
  using In = In_;
  using Out = Out_;
};

template <class T>
struct EntryType {
  using type = T;
};

/// f(EntryType of a structured matrix's entries).
template <class F>
void visit_entry(cudaDataType type, const F& f) {
  switch (type) {
    case CUDA_R_16F:
      return f(EntryType<float16>{});
    case CUDA_R_16BF:
      return f(EntryType<bfloat16>{});
    case CUDA_R_32F:
      return f(EntryType<float>{});
    case CUDA_R_8I:
      return f(EntryType<std::int8_t>{});
    case CUDA_R_8F_E4M3:
      return f(EntryType<float8_e4m3>{});
    case CUDA_R_8F_E5M2:
      return f(EntryType<float8_e5m2>{});
    default:
      return;
  }
}

template <class F>
void visit_result(cudaDataType type, const F& f) {
  if (type == CUDA_R_32I)
    f(EntryType<std::int32_t>{});
  else
    visit_entry(type, f);
}

/// Returns whether there are products of these types; f is called where there are.
template <class F>
bool visit_product(const Product& product, const F& f) {
  bool is_there = false;
  visit_entry(product.A.type, [&](auto in) {
    using In = typename std::remove_cvref_t<decltype(in)>::type;
    visit_result(product.D.type, [&](auto out) {
      using Out = typename std::remove_cvref_t<decltype(out)>::type;
      if constexpr (detail::structured_product_types<In, Out>) {
        is_there = true;
        f(ProductTypes<In, Out>{});
      }
    });
  });
  return is_there;
}

}  // namespace filigree::cusparselt
